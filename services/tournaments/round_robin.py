"""Round robins: everybody meets everybody. For two seats by Berger's tables; for three to five seats so that any two
meet equally often, exactly where `meeting_designs.py` knows how, else as nearly as `meeting_search.py` finds."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from math import gcd
from typing import Final

from services.tournaments.meeting_designs import Design, Table, designs
from services.tournaments.meeting_search import search
from services.tournaments.records import Bye, Pairing, Round
from services.tournaments.seat_balance import seat_difference, seats_balanced
from services.tournaments.table_sizes import divide_most
from services.tournaments.wording import times

MAX_ENTRANTS: Final = 128
"""Of a round robin with tables of three to five."""
MAX_ROUNDS: Final = 200


class RoundRobinImpossible(ValueError):
    """There is no round robin for these entrants and rules."""


class Prefer(Enum):
    """What matters more where no design has both."""

    EVERYBODY_PLAYS = "everybody_plays"
    """As few as possible sit out in a round."""
    FEWEST_TABLES = "fewest_tables"
    """Any two meet once, even if many sit out: for entrants that play whenever they can."""


@dataclass(frozen=True, slots=True)
class TableRounds:
    """Rounds at tables of three to five. ``fewest_meetings`` and ``most_meetings``: how often any two meet, the least
    and the most of all pairs. ``seat_difference``: how much more often somebody has one seat than another, at most.
    ``design``: what makes the meetings equal, or None: they were searched for."""

    rounds: tuple[Round, ...]
    fewest_meetings: int
    most_meetings: int
    seat_difference: int
    design: str | None


def berger(entrants: Sequence[str], cycles: int = 1) -> tuple[Round, ...]:
    """The rounds of a round robin for two seats by Berger's tables; the first of a pairing has the first seat.

    With an odd number, one sits out in each round. In every second cycle the seats are exchanged. With more than one
    cycle, the last two rounds of each change places, so that nobody has the same seat three times running there.

    Raises:
        RoundRobinImpossible: fewer than two entrants, one twice, or no cycle.
    """
    _check(entrants, 2)
    if cycles < 1:
        raise RoundRobinImpossible("a round robin has at least one cycle")
    even = len(entrants) + len(entrants) % 2
    cycle = [_berger_round(number, even) for number in range(1, even)]
    if cycles > 1 and len(cycle) > 1:
        cycle[-2:] = cycle[:-3:-1]
    made: list[Round] = []
    for turn in range(cycles):
        for pairs in cycle:
            made.append(_round_of_two(len(made) + 1, entrants, [pair[::-1] if turn % 2 else pair for pair in pairs]))
    return tuple(made)


def _berger_round(number: int, even: int) -> list[tuple[int, int]]:
    """Pairs of numbers from 1. The last number meets one after the other, with the second seat in odd rounds; the
    others meet with sums that are equal modulo their number."""
    others = even - 1
    against_last = (number + 1) // 2 if number % 2 else even // 2 + number // 2
    return [
        (against_last, even) if number % 2 else (even, against_last),
        *(
            ((against_last + step - 1) % others + 1, (against_last - step - 1) % others + 1)
            for step in range(1, even // 2)
        ),
    ]


def _round_of_two(number: int, entrants: Sequence[str], pairs: Sequence[tuple[int, int]]) -> Round:
    met = [pair for pair in pairs if max(pair) <= len(entrants)]
    out = [min(pair) for pair in pairs if max(pair) > len(entrants)]
    return Round(
        number,
        tuple(
            Pairing(
                table,
                (entrants[first - 1], entrants[second - 1]),
                (f"Round {number} of Berger's table: number {first} with the first seat meets number {second}.",),
            )
            for table, (first, second) in enumerate(met, start=1)
        ),
        tuple(Bye(entrants[each - 1], ("With an odd number everybody sits out once a cycle.",)) for each in out),
    )


def table_rounds(
    entrants: Sequence[str],
    sizes: Collection[int],
    preferred: int,
    rounds: int | None = None,
    prefer: Prefer = Prefer.EVERYBODY_PLAYS,
) -> TableRounds:
    """A round robin at tables of three to five: any two meet equally often, or as nearly as was found, and everybody
    has every seat equally often. ``rounds``: how many; None: as many as a design has, or as any two need to meet once
    and all to sit out equally often.

    Where the entrants fill no tables of these sizes, as few as possible sit out in each round, in turn.

    Raises:
        RoundRobinImpossible: an entrant twice, fewer than the smallest table, or numbers out of bounds.
        NoDivision: sizes out of bounds, or the preferred one is not among them.
    """
    idle, division = divide_most(len(entrants), sizes, preferred)
    _check(entrants, min(sizes))
    if len(entrants) > MAX_ENTRANTS or (rounds is not None and not 1 <= rounds <= MAX_ROUNDS):
        raise RoundRobinImpossible(f"at most {MAX_ENTRANTS} entrants, and 1 to {MAX_ROUNDS} rounds")
    design = _design(len(entrants), idle, division, prefer)
    if design is not None and (rounds is None or rounds % len(design.rounds) == 0):
        repeated = design.rounds * ((rounds or len(design.rounds)) // len(design.rounds))
        return _made(entrants, repeated, design)
    wanted = rounds or _enough(len(entrants), idle, division)
    if design is None:
        return _made(entrants, search(len(entrants), division, wanted), None)
    # Whole cycles and a part of one.
    parts = _made(entrants, (design.rounds * (wanted // len(design.rounds) + 1))[:wanted], design)
    if parts.most_meetings - parts.fewest_meetings <= 1:
        return parts
    return min(parts, _made(entrants, search(len(entrants), division, wanted), None), key=_unevenness)


def _enough(entrants: int, idle: int, division: Sequence[int]) -> int:
    """The fewest rounds in which any two could meet, and after which all have sat out equally often."""
    turn = entrants // gcd(entrants, idle)
    meetings = sum(size * (size - 1) for size in division)
    return -(-entrants * (entrants - 1) // (meetings * turn)) * turn


def _unevenness(made: TableRounds) -> tuple[int, int, int]:
    return made.most_meetings - made.fewest_meetings, made.most_meetings, made.seat_difference


def _check(entrants: Sequence[str], fewest: int) -> None:
    if len(entrants) < fewest:
        raise RoundRobinImpossible(f"at least {fewest} entrants are needed, not {len(entrants)}")
    if len(set(entrants)) != len(entrants):
        raise RoundRobinImpossible("an entrant is there twice")


def _design(entrants: int, idle: int, division: Sequence[int], prefer: Prefer) -> Design | None:
    if len(set(division)) != 1:
        return None
    known = list(designs(entrants, division[0]))
    if prefer is Prefer.FEWEST_TABLES:
        return min(known, key=lambda design: design.meetings, default=None)
    return next((design for design in known if design.idle == idle), None)


def _made(entrants: Sequence[str], rounds: Sequence[Sequence[Table]], design: Design | None) -> TableRounds:
    seated = seats_balanced(len(entrants), rounds)
    meetings = Counter(pair for tables in seated for table in tables for pair in combinations(sorted(table), 2))
    every = [meetings[pair] for pair in combinations(range(len(entrants)), 2)]
    return TableRounds(
        tuple(_round_of_tables(number, entrants, tables, design) for number, tables in enumerate(seated, start=1)),
        min(every),
        max(every),
        seat_difference(len(entrants), seated),
        None if design is None else design.name,
    )


def _round_of_tables(number: int, entrants: Sequence[str], tables: Sequence[Table], design: Design | None) -> Round:
    playing = {each for table in tables for each in table}
    out = [each for each in range(len(entrants)) if each not in playing]
    return Round(
        number,
        tuple(
            Pairing(at, tuple(entrants[each] for each in table), tuple(_reasons(number, design)))
            for at, table in enumerate(tables, start=1)
        ),
        tuple(Bye(entrants[each], ("The entrants do not fill the tables: all sit out in turn.",)) for each in out),
    )


def _reasons(number: int, design: Design | None) -> Iterator[str]:
    if design is None:
        yield f"Round {number} of a plan in which any two meet as equally often as was found."
    else:
        yield f"Round {number} of a plan in which any two meet {times(design.meetings)} ({design.name})."
    yield "Seats are dealt so that everybody has each equally often."
