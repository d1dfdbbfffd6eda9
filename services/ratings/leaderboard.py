"""The leaderboard of a pool."""

from collections.abc import Iterable
from typing import NamedTuple

from services.ratings.rating_records import Rating
from services.ratings.rules import RatingRules, at_time


class Row(NamedTuple):
    """A line of the leaderboard. ``place``: from 1, shared by equal ordinals; None while the rating is provisional."""

    place: int | None
    player: str
    rating: Rating


def leaderboard(ratings: Iterable[tuple[str, Rating]], now_ms: int, rules: RatingRules) -> list[Row]:
    """Players by ordinal, the highest first: those with a place, then the provisional. Who has the same ordinal as
    another is listed by id."""
    current = [(player, at_time(rating, now_ms, rules)) for player, rating in ratings]
    current.sort(key=lambda each: (rules.is_provisional(each[1]), -each[1].ordinal, each[0]))
    rows: list[Row] = []
    for number, (player, rating) in enumerate(current, 1):
        place: int | None = number
        if rules.is_provisional(rating):
            place = None
        elif rows and rows[-1].rating.ordinal == rating.ordinal:
            place = rows[-1].place
        rows.append(Row(place, player, rating))
    return rows
