"""What a table of three to five is worth in points: by place, or by what each has staked. In hundredths of a point."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

_PERCENT: Final = 100


class InvalidScoring(ValueError):
    """The rules, or the places of a table, make no sense."""


@dataclass(frozen=True, slots=True)
class PlacePoints:
    """Points by place. ``by_size``: for each size of a table, the points of its places from the first on, as many as
    seats. Joint places share what their places are worth, each rounded down to a hundredth. ``draw``: what each has if
    all share the first place; None: they share, too."""

    by_size: Mapping[int, tuple[int, ...]]
    draw: int | None = None


@dataclass(frozen=True, slots=True)
class Wager:
    """Everybody stakes a share of its points, in hundredths of a percent: 700 is 7 %. The winner takes all."""

    stake: int


def place_points(places: Sequence[int], rules: PlacePoints) -> tuple[int, ...]:
    """The points of the seats of a table by their places: 1 the winner, joint places equal, 1 1 3 4.

    Raises:
        InvalidScoring: there are no points for a table of this size, or the places are none.
    """
    _check_places(places)
    worth = rules.by_size.get(len(places), ())
    if len(worth) != len(places):
        raise InvalidScoring(f"there are no points for the places of a table of {len(places)}")
    if rules.draw is not None and len(places) > 1 and set(places) == {1}:
        return (rules.draw,) * len(places)
    sharing = Counter(places)
    return tuple(sum(worth[place - 1 : place - 1 + sharing[place]]) // sharing[place] for place in places)


def wager_points(places: Sequence[int], points: Sequence[int], rules: Wager) -> tuple[int, ...]:
    """What a table changes of the points of its seats; the sum is 0.

    ``points``: what each had before. The winners take all that was staked. Joint winners share it equally; hundredths
    that are left go to one each in the order of seats. Who has no points stakes none.

    Raises:
        InvalidScoring: the places are none, do not fit the points, or the stake is not 0 to 100 %.
    """
    _check_places(places)
    if len(points) != len(places) or not 0 <= rules.stake <= _PERCENT * _PERCENT:
        raise InvalidScoring("a wager needs the points of each seat, and a stake of 0 to 100 %")
    stakes = [max(0, had) * rules.stake // (_PERCENT * _PERCENT) for had in points]
    winners = [seat for seat, place in enumerate(places) if place == 1]
    share, left = divmod(sum(stakes), len(winners))
    won = {seat: share + (number < left) for number, seat in enumerate(winners)}
    return tuple(won.get(seat, 0) - stake for seat, stake in enumerate(stakes))


def _check_places(places: Sequence[int]) -> None:
    """Joint places leave out those behind them: 1 1 3."""
    if not places or any(place != 1 + sum(other < place for other in places) for place in places):
        raise InvalidScoring(f"these are not the places of a table: {list(places)}")
