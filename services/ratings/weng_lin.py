"""The update of ratings by the places of one match: Weng and Lin (2011), the Bradley-Terry model of openskill.

Every player is compared with every other: the model's window takes in four neighbours on each side, and tables have
five seats at most. Places are used whole, a tie being half a win of both.

openskill's own weights are not used: those below 1 would make a loss count more. What it computes depends in the last
bit on the order of summation, so it is given players in a canonical order.
"""

from collections.abc import Sequence
from typing import Final

from openskill.models import BradleyTerryPart, BradleyTerryPartRating

from services.ratings.rating_records import FIRST_RATING, MAX_SEATS, MIN_SEATS, Rating

BETA: Final = 25.0 / 6
"""The standard deviation of a player's performance in one match."""
TAU: Final = 25.0 / 300
"""What sigma grows by before every match, as a standard deviation: strength changes with time."""


class _Table(list[list[BradleyTerryPartRating]]):
    """The places of a table, to be filled anew for each match. openskill copies its argument first, which takes longer
    than all the rest; what it would spare is overwritten by the next match."""

    def __deepcopy__(self, memo: object) -> "_Table":
        return self


class WengLin:
    """Computes updates, always in the same places: it is not for several threads at once."""

    def __init__(self) -> None:
        self._model = BradleyTerryPart(
            mu=FIRST_RATING.mu,
            sigma=FIRST_RATING.sigma,
            beta=BETA,
            tau=TAU,
            window_size=MAX_SEATS - 1,
            limit_sigma=False,
        )
        self._tables = [_Table([self._model.rating()] for _ in range(seats)) for seats in range(MAX_SEATS + 1)]

    def new_values(self, ratings: Sequence[Rating], ranks: Sequence[int]) -> list[tuple[float, float]]:
        """The new mu and sigma of each player.

        Raises:
            ValueError: there are not two to five players.
        """
        if not MIN_SEATS <= len(ratings) <= MAX_SEATS:
            raise ValueError("two to five players are compared")
        table = self._tables[len(ratings)]
        for (place,), rating in zip(table, ratings, strict=True):
            place.mu = rating[0]
            place.sigma = rating[1]
        return [(each.mu, each.sigma) for (each,) in self._model.rate(table, ranks=list(ranks))]
