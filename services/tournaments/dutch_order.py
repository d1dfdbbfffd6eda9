"""Of the best pairings of a bracket the one that the FIDE Dutch rules (C.04.3, article 4) try first: who of those that
were moved down is paired and with whom, then the fewest and smallest exchanges between the two halves of the rest, then
the opponents in their order.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from services.tournaments.best_matching import BestMatching, Vertices, each_of, set_of

_WINDOW: Final = 16
"""How far from the middle exchanges are looked for at first."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """Places in the standing: those moved down, the score group, the next one, and all after it."""

    moved_down: list[int]
    residents: range
    next: range
    below: range

    @property
    def members(self) -> list[int]:
        """All that are in it, in the order of the standing."""
        return [*self.moved_down, *self.residents]


def first_of_best(matching: BestMatching, bracket: Bracket, outside: Vertices) -> list[tuple[int, int]]:
    """The pairs of a bracket. ``outside``: vertices that are not in it."""
    residents = set_of(bracket.residents)
    for place in bracket.moved_down:
        matching.keep((1 << place, outside))
    pairs = []
    for place in bracket.moved_down:
        if residents >> matching.mate(place) & 1:
            pairs.append((place, matching.match_first(place, bracket.residents)))
        else:
            outside |= 1 << place
    taken = {place for _, place in pairs}
    rest = [place for place in bracket.residents if place not in taken]
    half = sum(residents >> matching.mate(place) & 1 for place in rest) // 2
    upper, above, under = rest[:half], set_of(rest[:half]), set_of(rest[half:])
    if not matching.keep((above, above | outside), (under, under)):
        matching, upper = _exchanged(matching, rest, half, outside)
    pairs += [(place, matching.match_first(place, [other for other in rest if other > place])) for place in upper]
    return pairs


class _Half(NamedTuple):
    """Of which half somebody is, and, close enough to the middle to be exchanged, at which place of the rest."""

    name: Literal["upper", "lower", "outside"]
    at: int | None = None


def _exchanged(
    matching: BestMatching, rest: Sequence[int], half: int, outside: Vertices
) -> tuple[BestMatching, list[int]]:
    """The best matchings with the first exchange between the halves, and who is in the upper one after it.

    As few are exchanged as can be; then those closest to the middle in sum. Only some around the middle are looked at
    with their places; if the sum allows for others, more.
    """
    some = matching.refined(_halves(rest, half, outside, range(0)), _pair_of_halves, len(rest).bit_length())
    some.complete()
    exchanges = half - len(_upper(some, rest, rest[:half]))
    found, near = _closest_to_the_middle(matching, rest, half, outside, exchanges)
    upper = list(rest[:half])
    # The lowest of the upper half go first, and the highest of the lower one come first.
    for at in reversed(range(near.start, half)):
        if len(upper) > half - exchanges and found.keep((1 << rest[at], set_of(rest[at + 1 :]))):
            upper.remove(rest[at])
    for at in range(half, near.stop):
        if len(upper) < half and found.keep((1 << rest[at], set_of(rest[:at]) | outside)):
            upper.append(rest[at])
    above = set_of(upper)
    under = set_of(rest) & ~above
    kept = found.keep((above, above | outside), (under, under))
    assert kept
    return found, upper


def _closest_to_the_middle(
    matching: BestMatching, rest: Sequence[int], half: int, outside: Vertices, exchanges: int
) -> tuple[BestMatching, range]:
    """The best matchings with so many exchanges, and the least sum of places between those exchanged. Beside them, at
    which places these are."""
    window = exchanges + _WINDOW
    while True:
        near = range(max(half - window, 0), min(half + window, len(rest)))
        found = _exchanged_near(matching, rest, half, outside, near)
        if found is not None:
            at = {place: number for number, place in enumerate(rest)}
            moved = sum(at[place] for place in _upper(found, rest, rest)) - half * (half - 1) // 2
            as_few = len(_upper(found, rest, rest[:half])) == half - exchanges
            # With somebody from further out, the sum is larger than that, even with all others next to the middle.
            if as_few and (moved <= exchanges * (exchanges - 1) + window or len(near) == len(rest)):
                return found, near
        window *= 2


def _exchanged_near(
    matching: BestMatching, rest: Sequence[int], half: int, outside: Vertices, near: range
) -> BestMatching | None:
    """The best matchings in which nobody but those at some places changes halves; None if they are worse for it."""
    above, under = set_of(rest[: near.start]), set_of(rest[near.stop :])
    bits = 2 + 2 * (len(rest) ** 2).bit_length()
    found = matching.refined(
        _halves(rest, half, outside, near),
        _pair_of_halves_near(len(rest) ** 2),
        bits,
        ((above, above | outside), (under, under)),
    )
    if not found.complete() or (found.weight() + (1 << bits - 1)) >> bits < matching.weight_left():
        return None
    return found


def _halves(rest: Sequence[int], half: int, outside: Vertices, near: range) -> dict[int, _Half]:
    halves = {place: _Half("outside") for place in each_of(outside)}
    for at, place in enumerate(rest):
        halves[place] = _Half("upper" if at < half else "lower", at if at in near else None)
    return halves


def _pair_of_halves(one: _Half, other: _Half) -> int:
    """Whether the better one of a pair in the bracket is of the upper half."""
    return int("upper" in (one.name, other.name) and "outside" not in (one.name, other.name))


def _pair_of_halves_near(most: int) -> Callable[[_Half, _Half], int]:
    """The same, and then by how little places move. ``most``: more than all do together."""

    def weight(one: _Half, other: _Half) -> int:
        names = {one.name, other.name}
        places = [each.at for each in (one, other) if each.at is not None]
        moved = 0
        if places and names == {"lower"}:
            moved = min(places)
        elif places and "lower" not in names:
            moved = -max(places)
        return _pair_of_halves(one, other) * most - moved

    return weight


def _upper(matching: BestMatching, rest: Sequence[int], some: Iterable[int]) -> list[int]:
    """Those that are the better one of a pair in the bracket."""
    inside = set_of(rest)
    return [place for place in some if place < matching.mate(place) and inside >> matching.mate(place) & 1]
