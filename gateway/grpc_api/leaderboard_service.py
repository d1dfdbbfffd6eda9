"""The methods of ``playhall.play.v1.LeaderboardService``: each as one call of the services, as REST has them."""

# ruff: noqa: N802 - gRPC names a service's methods as the proto does

from typing import Final

from playhall.play.v1 import leaderboards_pb2 as pb

from gateway.account_operations import player_id
from gateway.grpc_api.calls import Access, Call, Method, methods_of
from gateway.grpc_api.moments import moment
from gateway.grpc_api.requests import id_or_none, invalid, needed_id, page_number, page_size, shown_page
from gateway.leaderboard_operations import cursor_after, place_of
from services.identity import Players, Scope
from services.leaderboards.leaderboards import Leaderboards
from services.leaderboards.model import BotStrength, HistoryEntry, LeaderboardEntry, PlayerStanding, PoolSummary
from services.ratings.model import MAX_SEATS, MIN_SEATS, Pool, Population
from services.unreadable import show_each

SERVICE: Final = pb.DESCRIPTOR.services_by_name["LeaderboardService"]

_SPECTATE: Final = Access(Scope.MATCHES_READ, without_key=True)

ACCESS: Final = {
    "ListLeaderboards": _SPECTATE,
    "GetLeaderboard": _SPECTATE,
    "GetBotStrengths": _SPECTATE,
    "GetPlayerLeaderboards": _SPECTATE,
    "GetRatingHistory": _SPECTATE,
}
"""Who may call what."""

MOST_STRENGTHS: Final = 1_000
"""So many bots are told of in one answer."""

_POPULATIONS: Final = {
    pb.POPULATION_HUMANS: Population.HUMANS,
    pb.POPULATION_BOTS: Population.BOTS,
    pb.POPULATION_MIXED: Population.MIXED,
}
_NUMBERS: Final = {population: number for number, population in _POPULATIONS.items()}


class LeaderboardService:
    """The methods, by name. Each takes its request and the call.

    Each raises a Refusal for what the services refuse; see the REST operation of the same name.
    """

    def __init__(self, leaderboards: Leaderboards, players: Players) -> None:
        self._leaderboards = leaderboards
        self._players = players

    def methods(self) -> dict[str, Method]:
        """The methods as they are served."""
        return methods_of(SERVICE, self, ACCESS)

    def ListLeaderboards(self, request: pb.ListLeaderboardsRequest, call: Call) -> pb.ListLeaderboardsResponse:
        found = self._leaderboards.pools()
        shown, unshown = show_each("leaderboard", found, _summary, lambda each: _name(each.pool))
        return pb.ListLeaderboardsResponse(leaderboards=shown, unshown=unshown)

    def GetLeaderboard(self, request: pb.GetLeaderboardRequest, call: Call) -> pb.GetLeaderboardResponse:
        size, after = page_size(request.page_size), place_of(request.page_token or None, "/page_token")
        found = self._leaderboards.page(_pool(request.leaderboard), size + 1, after)
        page = found[:size]
        shown, unshown = show_each("rating", page, _entry, lambda each: each.player_id)
        token = cursor_after(page[-1]) if len(found) > size else ""
        return pb.GetLeaderboardResponse(entries=shown, unshown=unshown, next_page_token=token)

    def GetBotStrengths(self, request: pb.GetBotStrengthsRequest, call: Call) -> pb.GetBotStrengthsResponse:
        found = self._leaderboards.strengths(_pool(request.leaderboard))
        shown, unshown = show_each("strength", found.bots[:MOST_STRENGTHS], _strength, lambda each: each.player_id)
        return pb.GetBotStrengthsResponse(
            computed_at=moment(found.computed_ms or None), matches=found.results, strengths=shown, unshown=unshown
        )

    def GetPlayerLeaderboards(
        self, request: pb.GetPlayerLeaderboardsRequest, call: Call
    ) -> pb.GetPlayerLeaderboardsResponse:
        found = self._leaderboards.of_player(self._player(request.player, call))
        shown, unshown = show_each("rating", found, _standing, lambda each: _name(each.pool))
        return pb.GetPlayerLeaderboardsResponse(leaderboards=shown, unshown=unshown)

    def GetRatingHistory(self, request: pb.GetRatingHistoryRequest, call: Call) -> pb.GetRatingHistoryResponse:
        player, pool = self._player(request.player, call), _pool(request.leaderboard)
        size, before = page_size(request.page_size), page_number(request) or None
        found = self._leaderboards.history(call.caller, player, pool, size + 1, before)
        shown, unshown, token = shown_page("rated match", found, request, _history, "number")
        return pb.GetRatingHistoryResponse(entries=shown, unshown=unshown, next_page_token=token)

    def _player(self, text: str, call: Call) -> str:
        return self._players.get(player_id(call.caller, needed_id(text, "/player"))).id


def _pool(key: pb.LeaderboardKey) -> Pool:
    ruleset = id_or_none(key.ruleset, "/leaderboard/ruleset")
    if ruleset is None:
        raise invalid("/leaderboard/ruleset", "is missing")
    if not MIN_SEATS <= key.seats <= MAX_SEATS:
        raise invalid("/leaderboard/seats", f"must be from {MIN_SEATS} to {MAX_SEATS}")
    if key.population not in _POPULATIONS:
        raise invalid("/leaderboard/population", "is not one that this version knows")
    return Pool(ruleset, key.seats, _POPULATIONS[key.population])


def _key(pool: Pool) -> pb.LeaderboardKey:
    return pb.LeaderboardKey(ruleset=pool.ruleset, seats=pool.seats, population=_NUMBERS[pool.population])


def _name(pool: Pool) -> str:
    return f"{pool.ruleset}:{pool.seats}:{pool.population.value}"


def _summary(found: PoolSummary) -> pb.LeaderboardSummary:
    return pb.LeaderboardSummary(
        leaderboard=_key(found.pool),
        players=found.players,
        matches=found.results,
        updated_at=moment(found.updated_ms or None),
    )


def _standing(found: PlayerStanding) -> pb.PlayerStanding:
    return pb.PlayerStanding(leaderboard=_key(found.pool), rating=_entry(found.entry))


def _entry(entry: LeaderboardEntry) -> pb.RatedPlayer:
    return pb.RatedPlayer(
        place=entry.place or 0,
        player_id=entry.player_id,
        player_name=entry.player_name,
        ordinal=entry.ordinal,
        mu=entry.mu,
        sigma=entry.sigma,
        games=entry.games,
        provisional=entry.provisional,
        updated_at=moment(entry.updated_ms),
    )


def _history(entry: HistoryEntry) -> pb.RatingHistoryEntry:
    change = entry.change
    return pb.RatingHistoryEntry(
        number=entry.number,
        match_id=entry.match_id or "",
        ended_at=moment(entry.ended_ms),
        verdict=entry.verdict.value,
        change=None if change is None else pb.RatingChange(**change._asdict()),
        opponents=[pb.RatedOpponent(**each._asdict()) for each in entry.opponents],
    )


def _strength(bot: BotStrength) -> pb.BotStrength:
    return pb.BotStrength(**bot._asdict())
