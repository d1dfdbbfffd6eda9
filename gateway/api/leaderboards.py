"""Leaderboards: ratings that follow from the log of matches."""

from typing import Annotated, Any, Final

from pydantic import Field

from gateway.api.players import SPECTATE
from gateway.formats.timestamps import timestamp
from gateway.openapi.fields import DIGITS, EntryList, Moment, Page, RequestModel, ResourceId, ResponseModel, growing
from gateway.openapi.operation import Section, answer
from gateway.openapi.pagination import PageQuery
from gateway.operations.accounts import player_id
from gateway.operations.leaderboards import cursor_after, place_of
from services.identity import Caller, Players
from services.ratings.rating_records import MAX_SEATS, MIN_SEATS, Pool, Population, RatingVerdict
from services.stored_ratings.board_records import (
    BotStrength,
    HistoryEntry,
    LeaderboardEntry,
    PlayerStanding,
    PoolSummary,
)
from services.stored_ratings.leaderboards import Leaderboards
from services.unreadable import show_each

LEADERBOARDS: Final = Section(
    "leaderboards",
    "The strength of players, computed from all finished matches, by ruleset, number of seats and population. These "
    "are not the ratings that an operator sets (`getRatings`). `docs/ratings.md` explains how they are computed.",
)

_Ruleset = Annotated[ResourceId, Field(description="The ruleset's id.")]
_Seats = Annotated[int, Field(ge=MIN_SEATS, le=MAX_SEATS, description="The number of seats."), DIGITS]
_Population = Annotated[
    Population,
    Field(
        strict=False,
        description="`humans`: people among themselves; `bots`: bots among themselves; `mixed`: people who have agreed "
        "to it, and bots.",
    ),
]


class LeaderboardPath(RequestModel):
    """A leaderboard."""

    ruleset: _Ruleset
    seats: _Seats
    population: _Population

    @property
    def pool(self) -> Pool:
        """Whose leaderboard it is."""
        return Pool(self.ruleset, self.seats, self.population)


class RatedPlayerPath(RequestModel):
    """A player that is rated."""

    player: ResourceId = Field(description="The player's id, or `me` for the caller.")


class HistoryPath(LeaderboardPath):
    """A player's history in a leaderboard."""

    player: ResourceId = Field(description="The player's id, or `me` for the caller.")


class LeaderboardSummary(ResponseModel):
    """A leaderboard that there is."""

    ruleset: str = Field(description="The ruleset's id.")
    seats: int = Field(description="The number of seats.")
    population: Annotated[Population, growing(Population)] = Field(description="Who plays. The list may grow.")
    players: int = Field(description="How many players are rated.")
    matches: int = Field(description="From how many matches, those included that do not count.")
    updated_at: Moment | None = Field(description="When the last of them ended. Null: there is none yet.")


class LeaderboardList(Page):
    """A page of leaderboards."""

    leaderboards: list[LeaderboardSummary] = Field(description="By ruleset, seats and population.")


class RatedPlayer(ResponseModel):
    """A player's rating in a leaderboard."""

    place: int | None = Field(description="From 1, shared by equal ordinals; null while the rating is provisional.")
    player_id: str = Field(description="The player's id.")
    player_name: str = Field(description="The player's name as it is now; empty if there is no such player any more.")
    ordinal: float = Field(description="`mu - 3 * sigma`: what the player is worth almost surely. Places go by it.")
    mu: float = Field(description="The mean of what is believed of the player's strength. All begin with 25.")
    sigma: float = Field(description="Its standard deviation. All begin with 25/3; seasons make it larger.")
    games: int = Field(description="From how many matches it comes.")
    provisional: bool = Field(description="Too little is known yet for a place.")
    updated_at: Moment = Field(description="When the last of these matches ended.")


class Leaderboard(Page):
    """A page of a leaderboard: those with a place by ordinal, the highest first, then the provisional ones."""

    entries: list[RatedPlayer] = Field(description="In their order.")


class PlayerRating(RatedPlayer):
    """A player's rating in one of its leaderboards."""

    ruleset: str = Field(description="The ruleset's id.")
    seats: int = Field(description="The number of seats.")
    population: Annotated[Population, growing(Population)] = Field(description="Who plays. The list may grow.")


class PlayerLeaderboards(EntryList):
    """Where a player stands."""

    player_id: str = Field(description="The player's id.")
    leaderboards: list[PlayerRating] = Field(description="By ruleset, seats and population.")


class RatedOpponent(ResponseModel):
    """Whom a player was compared with."""

    player_id: str = Field(description="The opponent's id.")
    player_name: str = Field(description="The opponent's name as it is now.")
    rank: int = Field(description="The place in the match, among those who were compared; joint places are equal.")
    mu: float = Field(description="The opponent's mu as the match found it.")
    sigma: float = Field(description="The opponent's sigma as the match found it.")


class RatingChangeDetails(ResponseModel):
    """What a match changed of a rating."""

    rank: int = Field(description="The place in the match, among those who were compared; joint places are equal.")
    weight: float = Field(description="1 unless repeated meetings of the same players count less.")
    mu_before: float = Field(description="As the match found it.")
    sigma_before: float = Field(description="As the match found it, widened by seasons.")
    mu: float = Field(description="After the match.")
    sigma: float = Field(description="After the match.")
    games: int = Field(description="How many matches the rating comes from now.")


class RatingHistoryEntry(ResponseModel):
    """A match in a player's history, with what it changed and why."""

    number: int = Field(description="From 1, the first match being the first.")
    match_id: str | None = Field(
        description="Null: the match is private or unlisted, and the caller had nothing to do with it."
    )
    ended_at: Moment = Field(description="When the match ended.")
    verdict: Annotated[RatingVerdict, growing(RatingVerdict)] = Field(
        description="`counted`; or why not: `aborted`, `forfeited` (too few were left to be compared, by the "
        "operator's rule), `seated_twice` (somebody had two seats). The list may grow."
    )
    change: RatingChangeDetails | None = Field(
        description="Null: the match did not count, or this player forfeited and was left out."
    )
    opponents: list[RatedOpponent] = Field(
        description="Whom the player was compared with, by rank; empty without `match_id` or `change`."
    )


class RatingHistory(Page):
    """A page of a player's history, newest first."""

    entries: list[RatingHistoryEntry] = Field(description="Newest first.")


class BotStrengthDetails(ResponseModel):
    """A bot's strength."""

    player_id: str = Field(description="The bot's id.")
    player_name: str = Field(description="The bot's name as it is now.")
    version: str | None = Field(
        description="Of its program; of a house bot that of the ruleset. Null: it had stated none."
    )
    elo: float = Field(description="Elo points, 0 on average.")
    low: float | None = Field(description="Where the 95 % interval begins. Null: there are too few matches to say.")
    high: float | None = Field(description="Where it ends.")
    matches: int = Field(description="In how many matches it was compared.")


class BotStrengths(Page):
    """A page of the strengths of a leaderboard's bots, the strongest first."""

    computed_at: Moment | None = Field(description="When they were estimated. Null: they have not been yet.")
    matches: int = Field(description="From how many matches.")
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
    description="Includes a match some seconds after its end.",
    access=SPECTATE,
    answers=(answer(Leaderboard, "A page of the leaderboard."),),
)
def get_leaderboard(leaderboards: Leaderboards, path: LeaderboardPath, query: PageQuery) -> Leaderboard:
    """Get a leaderboard."""
    of = f"leaderboard {_key(path.pool)}"
    found = leaderboards.page(path.pool, query.size + 1, place_of(query.cursor(of)))
    page = found[: query.size]
    shown, unshown = show_each("rating", page, lambda each: RatedPlayer(**_entry(each)), lambda each: each.player_id)
    token = query.token(of, cursor_after(page[-1])) if len(found) > query.size else None
    return Leaderboard(entries=shown, unshown=unshown, next_page_token=token)


@LEADERBOARDS.operation(
    "GET",
    "/v1/leaderboards/{ruleset}/{seats}/{population}/strengths",
    id="getBotStrengths",
    summary="Get the strengths of bots",
    description="The strengths in a leaderboard of bots, computed from all their matches at once, so that the order "
    "does not matter. Each version of a bot counts separately. They are estimated every night, and some minutes after "
    "new matches.",
    access=SPECTATE,
    answers=(answer(BotStrengths, "A page of strengths."),),
)
def get_bot_strengths(leaderboards: Leaderboards, path: LeaderboardPath, query: PageQuery) -> BotStrengths:
    """Get the strengths of bots."""
    found = leaderboards.strengths(path.pool)
    numbered = list(enumerate(found.bots))
    page, token = query.page(f"strengths {_key(path.pool)} {found.computed_ms}", numbered, lambda each: f"{each[0]:08}")
    shown, unshown = show_each("strength", page, lambda each: _strength(each[1]), lambda each: each[1].player_id)
    return BotStrengths(
        computed_at=timestamp(found.computed_ms or None),
        matches=found.results,
        strengths=shown,
        unshown=unshown,
        next_page_token=token,
    )


@LEADERBOARDS.operation(
    "GET",
    "/v1/players/{player}/leaderboards",
    id="getPlayerLeaderboards",
    summary="Get a player's places",
    description="In all leaderboards in which it has a rating.",
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
    description="Lists every match, newest first, including those that did not count. For public matches everybody "
    "sees which match it was and who else played; for other matches only those who took part.",
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
    page = query.shown(of, "rated match", found, _history, lambda each: f"{each.number}")
    return RatingHistory(entries=page.entries, unshown=page.unshown, next_page_token=page.next_page_token)


def _key(pool: Pool) -> str:
    return f"{pool.ruleset}:{pool.seats}:{pool.population.value}"


def _order(summary: PoolSummary) -> str:
    return _key(summary.pool)


def _summary(summary: PoolSummary) -> LeaderboardSummary:
    pool = summary.pool
    return LeaderboardSummary(
        ruleset=pool.ruleset,
        seats=pool.seats,
        population=pool.population,
        players=summary.players,
        matches=summary.results,
        updated_at=timestamp(summary.updated_ms or None),
    )


def _entry(entry: LeaderboardEntry) -> dict[str, Any]:
    return {
        "place": entry.place,
        "player_id": entry.player_id,
        "player_name": entry.player_name,
        "ordinal": entry.ordinal,
        "mu": entry.mu,
        "sigma": entry.sigma,
        "games": entry.games,
        "provisional": entry.provisional,
        "updated_at": timestamp(entry.updated_ms),
    }


def _standing(standing: PlayerStanding) -> PlayerRating:
    pool = standing.pool
    return PlayerRating(ruleset=pool.ruleset, seats=pool.seats, population=pool.population, **_entry(standing.entry))


def _history(entry: HistoryEntry) -> RatingHistoryEntry:
    change = entry.change
    return RatingHistoryEntry(
        number=entry.number,
        match_id=entry.match_id,
        ended_at=timestamp(entry.ended_ms),
        verdict=entry.verdict,
        change=None if change is None else RatingChangeDetails(**change._asdict()),
        opponents=[RatedOpponent(**each._asdict()) for each in entry.opponents],
    )


def _strength(bot: BotStrength) -> BotStrengthDetails:
    return BotStrengthDetails(
        player_id=bot.player_id,
        player_name=bot.player_name,
        version=bot.version or None,
        elo=bot.elo,
        low=bot.low,
        high=bot.high,
        matches=bot.matches,
    )
