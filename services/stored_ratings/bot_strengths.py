"""Strengths of bots from all matches of a pool at once, stored for who asks."""

import json
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import structlog

from services.database import Database
from services.ratings.batch import Strength, strengths_of
from services.ratings.rating_records import RatedResult
from services.stored_ratings import result_log, stored_pools
from services.stored_ratings.board_records import StoredPool

MOST_RESULTS: Final = 200_000
"""The newest so many results are taken."""
LEAST_PAUSE_MS: Final = 600_000
PAUSES: Final = 20
"""A pool's strengths are estimated again after so many times as long as it took."""
_BETWEEN: Final = "@"
"""Between a bot's id, which has none, and its version."""

_log = structlog.get_logger("services.leaderboards.bot_strengths")


def estimate_strengths(database: Database, stored: StoredPool, now_ms: Callable[[], int]) -> None:
    """SeriesEstimate the strengths of a pool's bots from all of its results, each version of a bot by itself, and store
    them.

    Raises:
        Refusal: ``BUSY``.
    """
    began = time.perf_counter()
    with database.read() as connection:
        newest = result_log.newest(connection, stored.pool, MOST_RESULTS)
    strengths = strengths_of(_by_version(result, versions) for result, versions in newest)
    seconds = time.perf_counter() - began
    at_ms = now_ms()
    document = {
        "computed_ms": at_ms,
        "results": len(newest),
        "bots": [_row(strength) for strength in strengths],
    }
    with stored_pools.locked(database) as connection:
        stored_pools.change_pool(
            connection,
            stored.pool,
            strengths=zlib.compress(json.dumps(document, separators=(",", ":")).encode()),
            strengths_results=stored.results,
            strengths_due_ms=at_ms + max(LEAST_PAUSE_MS, int(seconds * 1000) * PAUSES),
        )
    _log.info("strengths estimated", ruleset=stored.pool.ruleset, seats=stored.pool.seats, seconds=round(seconds, 1))


def _by_version(result: RatedResult, versions: Sequence[str]) -> RatedResult:
    players = tuple(f"{player}{_BETWEEN}{version}" for player, version in zip(result.players, versions, strict=True))
    return replace(result, players=players)


def _row(strength: Strength) -> dict[str, object]:
    player, _, version = strength.player.partition(_BETWEEN)
    elo = strength.elo
    return {
        "player_id": player,
        "version": version,
        "elo": elo.value,
        "low": elo.low,
        "high": elo.high,
        "matches": strength.matches,
    }
