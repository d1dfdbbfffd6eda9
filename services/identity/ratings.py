"""How strong players are, by ruleset: numbers that the operator sets."""

from collections.abc import Callable, Collection
from typing import Final

from pydantic import Field
from sqlalchemy import select

from services.database import Database
from services.database.tables import players, ratings
from services.errors import FieldError, Reason, Refusal
from services.platform_time import platform_ms
from services.response_model import Moment, ResponseModel
from services.unreadable import Found, read_each

FIRST_RATING: Final = 1_500.0
"""Of who was given none."""
MAX_RATING: Final = 10_000


class RulesetRating(ResponseModel):
    """A player's rating in one ruleset, as the operator has set it."""

    ruleset: str = Field(description="The ruleset's id.")
    rating: float = Field(description="On the Elo scale. The default is 1500.")
    updated_at: Moment = Field(description="When it was set.")


class Ratings:
    """The ratings. Every method raises ``BUSY`` when the database cannot be reached."""

    def __init__(self, database: Database, now_ms: Callable[[], int] = platform_ms) -> None:
        self._database = database
        self._now_ms = now_ms

    def of(self, player_id: str, ruleset: str) -> float:
        """A player's rating; :data:`FIRST_RATING` for who was given none."""
        wanted = (ratings.c.player_id == player_id) & (ratings.c.ruleset == ruleset)
        with self._database.read() as connection:
            found = connection.execute(select(ratings.c.rating).where(wanted)).scalar_one_or_none()
        return FIRST_RATING if found is None else float(found)

    def of_all(self, player_ids: Collection[str], ruleset: str) -> dict[str, float]:
        """The ratings of up to 10,000 players, by id; :data:`FIRST_RATING` of those who were given none."""
        asked = sorted({each for each in player_ids if each.isascii()})
        if not asked:
            return {}
        wanted = ratings.c.player_id.in_(asked) & (ratings.c.ruleset == ruleset)
        with self._database.read() as connection:
            found = connection.execute(select(ratings.c.player_id, ratings.c.rating).where(wanted))
            return dict.fromkeys(asked, FIRST_RATING) | {row.player_id: float(row.rating) for row in found}

    def all(self, player_id: str) -> Found[RulesetRating]:
        """The ratings that a player was given, by ruleset."""
        columns = select(ratings.c.ruleset, ratings.c.rating, ratings.c.updated_ms)
        statement = columns.where(ratings.c.player_id == player_id).order_by(ratings.c.ruleset)
        with self._database.read() as connection:
            found = connection.execute(statement)
            return read_each(
                "rating",
                found,
                lambda row: RulesetRating(ruleset=row.ruleset, rating=float(row.rating), updated_at=row.updated_ms),
                lambda row: row.ruleset,
            )

    def set(self, player_id: str, ruleset: str, rating: float) -> RulesetRating:
        """Give a player a rating.

        Raises:
            Refusal: ``NOT_FOUND``; ``INVALID_FIELD`` at ``/rating`` for one that is not from 0 to :data:`MAX_RATING`.
        """
        if not 0 <= rating <= MAX_RATING:  # no number is not, either
            error = FieldError("/rating", f"must be from 0 to {MAX_RATING}")
            raise Refusal(Reason.INVALID_FIELD, errors=(error,))
        given = RulesetRating(ruleset=ruleset, rating=rating, updated_at=self._now_ms())
        with self._database.begin() as connection:
            if connection.execute(select(players.c.id).where(players.c.id == player_id)).one_or_none() is None:
                raise Refusal(Reason.NOT_FOUND, "There is no such player.")
            values = {"rating": given.rating, "updated_ms": given.updated_at}
            insert = self._database.insert(ratings).values(player_id=player_id, ruleset=ruleset, **values)
            connection.execute(insert.on_conflict_do_update(index_elements=["player_id", "ruleset"], set_=values))
        return given
