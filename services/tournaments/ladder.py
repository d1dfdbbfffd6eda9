"""Ladders: divisions that play seasons; at the end of each the best go up and the worst go down. Pure functions; who is
ranked how in a division, the caller says."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Final

from services.tournaments.records import Round
from services.tournaments.round_robin import berger, table_rounds
from services.tournaments.wording import listed

Divisions = tuple[tuple[str, ...], ...]
"""The entrants of each division by rank, the highest division first. Division 1 is the first."""

_TWO_SEATS: Final = 2


class InvalidLadder(ValueError):
    """The rules make no sense, or divisions, order and entrants contradict each other."""


@dataclass(frozen=True, slots=True)
class LadderRules:
    """``moving``: how many go up and how many down between two divisions, at most half of each. ``split_above``: a
    division with more entrants is split. ``merge_below``: one with fewer is merged with the next lower, the lowest with
    the next higher. ``sizes``: of tables, ``{2}`` or of 3 to 5, ``seats`` the preferred one. ``cycles``: with two
    seats, how often any two meet in a season."""

    moving: int = 2
    split_above: int = 20
    merge_below: int = 6
    seats: int = 2
    sizes: frozenset[int] = frozenset({2})
    cycles: int = 1

    def __post_init__(self) -> None:
        """Refuse rules that split a division into ones that are merged at once.

        Raises:
            InvalidLadder: see there.
        """
        if self.moving < 0 or self.merge_below < 1 or self.split_above + 1 < 2 * self.merge_below:
            raise InvalidLadder("half of a division that is split must be enough for a division")


@dataclass(frozen=True, slots=True)
class Move:
    """An entrant that changes its division by its place. The numbers are those before divisions are split or merged."""

    entrant: str
    from_division: int
    to_division: int
    reason: str


@dataclass(frozen=True, slots=True)
class NewSeason:
    """``notes``: who entered or left, and divisions that were split or merged, said aloud."""

    divisions: Divisions
    moves: tuple[Move, ...]
    notes: tuple[str, ...]


def season(division: Sequence[str], rules: LadderRules) -> tuple[Round, ...]:
    """The rounds of a season of one division: all against all, for more than two seats so that any two meet as equally
    often as possible. A division too small for one table has none."""
    if len(division) < min(rules.sizes):
        return ()
    if rules.seats == _TWO_SEATS:
        return berger(division, rules.cycles)
    return table_rounds(division, rules.sizes, rules.seats).rounds


def new_season(
    divisions: Divisions,
    final: Sequence[Sequence[str]],
    rules: LadderRules,
    *,
    entering: Sequence[str] = (),
    leaving: Collection[str] = (),
) -> NewSeason:
    """The divisions of the next season.

    ``final``: the entrants of each division by their final places, ties broken. Those who leave are taken out first and
    take no place. Then, between each two divisions, as many go up as go down. Then newcomers enter the lowest division,
    behind all others; at last divisions are split and merged.

    Raises:
        InvalidLadder: the final order is not one of the divisions' entrants, somebody enters who is there, leaves who
        is not, or is there twice.
    """
    _check(divisions, final, entering, leaving)
    ranked = [[each for each in order if each not in leaving] for order in final]
    moves = tuple(_moves(ranked, rules))
    goes_to = {move.entrant: move.to_division for move in moves}
    made = [_after_moves(ranked, number, goes_to) for number in range(1, len(ranked) + 1)]
    notes = [f"{listed(sorted(leaving))} left."] if leaving else []
    if entering:
        made = made or [[]]
        made[-1] += entering
        notes.append(f"{listed(entering)} entered division {len(made)}, the lowest.")
    notes += _resize(made, rules)
    return NewSeason(tuple(map(tuple, made)), moves, tuple(notes))


def _check(
    divisions: Divisions, final: Sequence[Sequence[str]], entering: Sequence[str], leaving: Collection[str]
) -> None:
    there = list(chain.from_iterable(divisions))
    if len(set(there)) != len(there) or len(set(entering)) != len(entering) or set(there) & set(entering):
        raise InvalidLadder("an entrant is there twice")
    if [sorted(division) for division in divisions] != [sorted(order) for order in final]:
        raise InvalidLadder("the final order does not name the entrants of each division")
    if not set(leaving) <= set(there):
        raise InvalidLadder("somebody leaves who is not there")


def _moves(ranked: Sequence[Sequence[str]], rules: LadderRules) -> Iterable[Move]:
    for upper, (high, low) in enumerate(pairwise(ranked), start=1):
        moving = min(rules.moving, len(high) // 2, len(low) // 2)
        for place in range(len(high) - moving, len(high)):
            reason = f"Place {place + 1} of {len(high)} in division {upper}: the last {moving} go down."
            yield Move(high[place], upper, upper + 1, reason)
        for place in range(moving):
            reason = f"Place {place + 1} of {len(low)} in division {upper + 1}: the first {moving} go up."
            yield Move(low[place], upper + 1, upper, reason)


def _after_moves(ranked: Sequence[Sequence[str]], number: int, goes_to: dict[str, int]) -> list[str]:
    """A division after the moves: first those who came down, then those who stay, then those who came up."""
    above = ranked[number - 2] if number > 1 else ()
    below = ranked[number] if number < len(ranked) else ()
    return [
        *(each for each in above if goes_to.get(each) == number),
        *(each for each in ranked[number - 1] if each not in goes_to),
        *(each for each in below if goes_to.get(each) == number),
    ]


def _resize(divisions: list[list[str]], rules: LadderRules) -> Iterable[str]:
    """Split and merge until all divisions have a size that they may have, and tell what was done."""
    notes = []
    divisions[:] = [division for division in divisions if division]
    while True:
        large = next((at for at, each in enumerate(divisions) if len(each) > rules.split_above), None)
        small = next((at for at, each in enumerate(divisions) if len(each) < rules.merge_below), None)
        if large is not None:
            members = divisions[large]
            half = (len(members) + 1) // 2
            divisions[large : large + 1] = [members[:half], members[half:]]
            notes.append(
                f"Division {large + 1} had more than {rules.split_above} entrants ({len(members)}): it was split."
            )
        elif small is not None and len(divisions) > 1:
            upper = min(small, len(divisions) - 2)
            members = divisions[upper] + divisions[upper + 1]
            size = len(divisions[small])
            divisions[upper : upper + 2] = [members]
            notes.append(
                f"Division {small + 1} had fewer than {rules.merge_below} entrants ({size}): divisions {upper + 1} and "
                f"{upper + 2} were merged."
            )
        else:
            return notes
