"""What REST has and the protos do not, or not by themselves.

What they have under another name or in another form stands in ``gateway/grpc_api/differences.py``.
"""

from typing import Final

ONLY_OVER_REST: Final = frozenset(
    {
        "createPlayer", "createSeatStreamToken", "createStreamToken", "getBacklog", "getLayout", "getLiveness",
        "getReadiness", "getRules", "getSchema", "getSeatView", "getSeriesResultsCsv", "getSeriesResultsParquet",
        "listAccountEvents", "listBots", "listCards", "listMatchEvents", "listPlayers", "listSeatEvents",
        "streamAccountEventsSse", "streamMatchEventsSse", "streamSeatEventsNdjson", "streamSeatEventsSse",
        "streamSeriesEventsSse", "streamTournamentEventsSse",
    }
)  # fmt: skip
"""The operations that are no methods."""

BY_HAND: Final = frozenset(
    {
        "CheckDecision", "Decide", "GetRuleset", "GetView", "ListPositions", "ListSeriesPositions", "PlayPosition",
        "StreamSeriesResults", "Watch", "WatchAccount", "WatchSeries", "WatchTournament",
    }
)  # fmt: skip
"""The methods that have code of their own: their messages get no fields from REST by themselves."""

NOT_IN_MESSAGES: Final = frozenset(
    {
        "ApiKey.secret",  # stands beside it
        "GetTournamentRoundRequest.latest",
        "TimeControl.none",  # where no kind is said
        # the caller
        "BlockPlayerRequest.player", "GetQuotasRequest.player", "ListBlocksRequest.player", "ReportCrashRequest.player",
        "UnblockPlayerRequest.player",
        # what the request says
        "GetFailuresResponse.player_id", "GetPlayerLeaderboardsResponse.player_id", "GetQuotasResponse.player_id",
        "GetRatingsResponse.player_id", "GetStatisticsResponse.player_id", "GetStatisticsResponse.version",
        # lists without pages
        "GetBotStrengthsRequest.page_size", "GetBotStrengthsRequest.page_token",
        "GetBotStrengthsResponse.next_page_token", "GetStatisticsRequest.page_size", "GetStatisticsRequest.page_token",
        "GetStatisticsResponse.next_page_token", "ListCommitmentsRequest.page_token",
        "ListCommitmentsResponse.next_page_token", "ListLeaderboardsRequest.page_size",
        "ListLeaderboardsRequest.page_token", "ListLeaderboardsResponse.next_page_token",
        "ListRulesetsRequest.page_size", "ListRulesetsRequest.page_token", "ListRulesetsResponse.next_page_token",
    }
)  # fmt: skip
"""What REST has and a message does not, by the message and REST's name."""
