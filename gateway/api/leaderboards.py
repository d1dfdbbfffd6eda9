"""Leaderboards: ratings computed from the log of matches."""

from typing import Annotated, Final

from pydantic import Field

from gateway.api.players import SPECTATE
from gateway.openapi.fields import DIGITS, EntryList, Page, RequestModel, ResourceId
from gateway.openapi.operation import Section, answer
from gateway.openapi.pagination import PageQuery
from gateway.operations.accounts import player_id
from gateway.operations.leaderboards import PLACE, cursor_after, place_of
from services.identity import Caller, Players
from services.ratings.rating_records import MAX_SEATS, MIN_SEATS, Pool, Population
from services.response_model import Moment, ResponseModel, growing
from services.stored_ratings.board_records import (
    ADMITS,
    BotStrengthDetails,
    PlayerStanding,
    RatingHistoryEntry,
    StoredPool,
)
from services.stored_ratings.leaderboards import Leaderboards
from services.unreadable import Found, show_each

LEADERBOARDS: Final = Section(
    "leaderboards",
    "The strength of players, computed from all finished matches, by ruleset, number of seats and "
    "population. These ratings are independent of those that an operator sets (`getRatings`). "
    "`docs/ratings.md` explains how they are computed.",
)

_Ruleset = Annotated[ResourceId, Field(description="The ruleset's id.")]
_Seats = Annotated[int, Field(ge=MIN_SEATS, le=MAX_SEATS, description="The number of seats."), DIGITS]
_Population = Annotated[
    Population,
    Field(
        strict=False,
        description="`humans`: people, from matches without bots; `bots`: bots, from matches without people; "
        "`mixed`: bots, and people who have agreed to it.",
    ),
]


class LeaderboardPath(RequestModel):
    """A leaderboard."""

    ruleset: _Ruleset
    seats: _Seats
    population: _Population

    @property
    def pool(self) -> Pool:
        """The leaderboard of a ruleset and a number of seats."""
        return Pool(self.ruleset, self.seats, self.population)


class RatedPlayerPath(RequestModel):
    """A rated player."""

    player: ResourceId = Field(description="The player's id, or `me` for the caller.")


class HistoryPath(LeaderboardPath):
    """A player's history in a leaderboard."""

    player: ResourceId = Field(description="The player's id, or `me` for the caller.")


class LeaderboardSummary(ResponseModel):
    """A leaderboard in a list."""

    ruleset: str = Field(description="The ruleset's id.")
    seats: int = Field(description="The number of seats.")
    population: Annotated[Population, growing(Population)] = Field(description="The population. The list may grow.")
    players: int = Field(description="The number of rated players.")
    matches: int = Field(description="The number of matches, including those that do not count.")
    updated_at: Moment | None = Field(description="When the last of these matches ended; null if there are none yet.")


class LeaderboardList(Page):
    """A page of leaderboards."""

    leaderboards: list[LeaderboardSummary] = Field(description="Ordered by ruleset, seats and population.")


class RatedPlayer(ResponseModel):
    """A player's rating in a leaderboard."""

    place: int | None = Field(
        description="From 1; players with equal ordinals share a place. Null while the rating is provisional."
    )
    player_id: str = Field(description="The player's id.")
    player_name: str = Field(description="The player's current name; empty if the player no longer exists.")
    ordinal: float = Field(
        description="`mu - 3 * sigma`: a strength that the player exceeds almost certainly. It determines the place."
    )
    mu: float = Field(description="The estimated strength. It starts at 25.")
    sigma: float = Field(
        description="The standard deviation of the estimate. It starts at 25/3, and grows with the days since the "
        "player's last match and with seasons."
    )
    games: int = Field(description="The number of matches behind the rating.")
    provisional: bool = Field(description="The rating is too uncertain for a place, still or again.")
    updated_at: Moment = Field(description="When the last of these matches ended.")


class Leaderboard(Page):
    """A page of a leaderboard: players with a place by ordinal, the highest first, then the provisional ones."""

    admits: str = Field(description="Which matches count, in a sentence.")
    entries: list[RatedPlayer] = Field(description="In the order of the leaderboard.")


class PlayerRating(RatedPlayer):
    """A player's rating in one of its leaderboards."""

    ruleset: str = Field(description="The ruleset's id.")
    seats: int = Field(description="The number of seats.")
    population: Annotated[Population, growing(Population)] = Field(description="The population. The list may grow.")


class PlayerLeaderboards(EntryList):
    """A player's ratings in all leaderboards."""

    player_id: str = Field(description="The player's id.")
    leaderboards: list[PlayerRating] = Field(description="Ordered by ruleset, seats and population.")


class RatingHistory(Page):
    """A page of a player's history, newest first."""

    entries: list[RatingHistoryEntry] = Field(description="Newest first.")


class BotStrengths(Page):
    """A page of the strengths of a leaderboard's bots, the strongest first."""

    computed_at: Moment | None = Field(
        description="When the strengths were estimated; null if they have not been estimated yet."
    )
    matches: int = Field(description="The number of matches behind the estimate.")
    strengths: list[BotStrengthDetails] = Field(description="The strongest first.")


@LEADERBOARDS.operation(
    "GET",
    "/v1/leaderboards",
    id="listLeaderboards",
    summary="List the leaderboards",
    access=SPECTATE,
    answers=(answer(LeaderboardList, "A page of leaderboards."),),
)
def list_leaderboards(leaderboards: Leaderboards, query: PageQuery) -> LeaderboardList:
    """List the leaderboards."""
    page, token = query.page("leaderboards", leaderboards.pools(), _order)
    shown, unshown = show_each("leaderboard", page, _summary, _order)
    return LeaderboardList(leaderboards=shown, unshown=unshown, next_page_token=token)


@LEADERBOARDS.operation(
    "GET",
    "/v1/leaderboards/{ruleset}/{seats}/{population}",
    id="getLeaderboard",
    summary="Get a leaderboard",
    description="Includes a match a few seconds after its end.",
    access=SPECTATE,
    answers=(answer(Leaderboard, "A page of the leaderboard."),),
)
def get_leaderboard(leaderboards: Leaderboards, path: LeaderboardPath, query: PageQuery) -> Leaderboard:
    """Get a leaderboard."""
    of = f"leaderboard {_key(path.pool)}"
    found = leaderboards.page(path.pool, query.size + 1, place_of(query.cursor(of, PLACE)))
    page = found[: query.size]
    shown, unshown = show_each("rating", page, lambda each: RatedPlayer(**each._asdict()), lambda each: each.player_id)
    token = query.token(of, cursor_after(page[-1])) if len(found) > query.size else None
    return Leaderboard(admits=ADMITS[path.population], entries=shown, unshown=unshown, next_page_token=token)


@LEADERBOARDS.operation(
    "GET",
    "/v1/leaderboards/{ruleset}/{seats}/{population}/strengths",
    id="getBotStrengths",
    summary="Get the strengths of bots",
    description="Returns the strengths in a leaderboard of bots, computed from all their matches at once, so that"
    " the order of matches does not matter. Each version of a bot counts separately. The estimate is "
    "updated every night, and some minutes after new matches.",
    access=SPECTATE,
    answers=(answer(BotStrengths, "A page of strengths."),),
)
def get_bot_strengths(leaderboards: Leaderboards, path: LeaderboardPath, query: PageQuery) -> BotStrengths:
    """Get the strengths of bots."""
    found = leaderboards.strengths(path.pool)
    numbered = list(enumerate(found.bots.all))
    page, token = query.page(f"strengths {_key(path.pool)} {found.computed_ms}", numbered, lambda each: f"{each[0]:08}")
    shown = Found(each for _, each in page)
    return BotStrengths(
        computed_at=found.computed_ms or None,
        matches=found.results,
        strengths=shown,
        unshown=shown.unshown,
        next_page_token=token,
    )


@LEADERBOARDS.operation(
    "GET",
    "/v1/players/{player}/leaderboards",
    id="getPlayerLeaderboards",
    summary="Get a player's places",
    description="Returns the ratings in all leaderboards in which the player has one.",
    access=SPECTATE,
    answers=(answer(PlayerLeaderboards, "The player's ratings; empty before its first match that counts."),),
)
def get_player_leaderboards(
    leaderboards: Leaderboards, players: Players, caller: Caller, path: RatedPlayerPath
) -> PlayerLeaderboards:
    """Get a player's places."""
    player = players.get(player_id(caller, path.player))
    found = leaderboards.of_player(player.id)
    shown, unshown = show_each("rating", found, _standing, lambda each: _key(each.pool))
    return PlayerLeaderboards(player_id=player.id, leaderboards=shown, unshown=unshown)


@LEADERBOARDS.operation(
    "GET",
    "/v1/players/{player}/leaderboards/{ruleset}/{seats}/{population}/history",
    id="getRatingHistory",
    summary="Get the history of a player's rating",
    description="Lists every match, newest first, including those that did not count. For public matches "
    "everybody sees the match and its players; for other matches only those who took part do.",
    access=SPECTATE,
    answers=(answer(RatingHistory, "A page of the history."),),
)
def get_rating_history(
    leaderboards: Leaderboards, players: Players, caller: Caller, path: HistoryPath, query: PageQuery
) -> RatingHistory:
    """Get the history of a player's rating."""
    player = players.get(player_id(caller, path.player))
    of = f"history {player.id} {_key(path.pool)}"
    found = leaderboards.history(caller, player.id, path.pool, query.size + 1, query.number(of) or None)
    page, token = query.cut(of, found, lambda each: f"{each.number}")
    return RatingHistory(entries=page, unshown=page.unshown, next_page_token=token)


def _key(pool: Pool) -> str:
    return f"{pool.ruleset}:{pool.seats}:{pool.population.value}"


def _order(stored: StoredPool) -> str:
    return _key(stored.pool)


def _summary(stored: StoredPool) -> LeaderboardSummary:
    pool = stored.pool
    return LeaderboardSummary(
        ruleset=pool.ruleset,
        seats=pool.seats,
        population=pool.population,
        players=stored.players,
        matches=stored.results,
        updated_at=stored.last_ended_ms or None,
    )


def _standing(standing: PlayerStanding) -> PlayerRating:
    pool = standing.pool
    return PlayerRating(ruleset=pool.ruleset, seats=pool.seats, population=pool.population, **standing.entry._asdict())
