"""The methods of ``playhall.play.v1.LeaderboardService``: each as one call of the services, as REST has them."""

# ruff: noqa: N802 - gRPC names a service's methods as the proto does

from typing import Final

from playhall.play.v1 import leaderboards_pb2 as pb

from gateway.account_operations import player_id
from gateway.grpc_api.calls import Access, Call, Method, methods_of
from gateway.grpc_api.moments import moment
from gateway.grpc_api.requests import id_or_none, invalid, needed_id, page_number, page_of, page_size
from gateway.leaderboard_operations import cursor_after, place_of
from services.identity import Players, Scope
from services.leaderboards.leaderboards import Leaderboards
from services.leaderboards.model import BotStrength, HistoryEntry, LeaderboardEntry
from services.ratings.model import MAX_SEATS, MIN_SEATS, Pool, Population

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
        summaries = [
            pb.LeaderboardSummary(
                leaderboard=_key(each.pool),
                players=each.players,
                matches=each.results,
                updated_at=moment(each.updated_ms or None),
            )
            for each in self._leaderboards.pools()
        ]
        return pb.ListLeaderboardsResponse(leaderboards=summaries)

    def GetLeaderboard(self, request: pb.GetLeaderboardRequest, call: Call) -> pb.GetLeaderboardResponse:
        size, after = page_size(request.page_size), place_of(request.page_token or None, "/page_token")
        found = self._leaderboards.page(_pool(request.leaderboard), size + 1, after)
        page = found[:size]
        return pb.GetLeaderboardResponse(
            entries=map(_entry, page), next_page_token=cursor_after(page[-1]) if len(found) > size else ""
        )

    def GetBotStrengths(self, request: pb.GetBotStrengthsRequest, call: Call) -> pb.GetBotStrengthsResponse:
        found = self._leaderboards.strengths(_pool(request.leaderboard))
        return pb.GetBotStrengthsResponse(
            computed_at=moment(found.computed_ms or None),
            matches=found.results,
            strengths=map(_strength, found.bots[:MOST_STRENGTHS]),
        )

    def GetPlayerLeaderboards(
        self, request: pb.GetPlayerLeaderboardsRequest, call: Call
    ) -> pb.GetPlayerLeaderboardsResponse:
        found = self._leaderboards.of_player(self._player(request.player, call))
        standings = [pb.PlayerStanding(leaderboard=_key(each.pool), rating=_entry(each.entry)) for each in found]
        return pb.GetPlayerLeaderboardsResponse(leaderboards=standings)

    def GetRatingHistory(self, request: pb.GetRatingHistoryRequest, call: Call) -> pb.GetRatingHistoryResponse:
        player, pool = self._player(request.player, call), _pool(request.leaderboard)
        size, before = page_size(request.page_size), page_number(request) or None
        found = self._leaderboards.history(call.caller, player, pool, size + 1, before)
        page, token = page_of(found, request, "number")
        return pb.GetRatingHistoryResponse(entries=map(_history, page), next_page_token=token)

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
