"""The replays of an installation's archive."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from services.archive import Archive
from services.engine.ruleset import JsonObject

_PAGE: Final = 200


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """Which matches are wanted. ``bot``: id of a ruleset's bot that held a seat. ``since_ms`` and ``until_ms`` bound
    their creation: milliseconds since 1970 (UTC), the first included, the last not. ``limit``: how many at most."""

    ruleset: str | None = None
    bot: str | None = None
    since_ms: int = 0
    until_ms: int | None = None
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class ArchivedReplay:
    """A finished match by its id, and its replay."""

    match: str
    replay: bytes


def archived_replays(archive: Archive, wanted: MatchFilter) -> Iterator[ArchivedReplay]:
    """The replays of finished matches, the match created last first. One at a time is in memory.

    Raises:
        services.errors.Refusal: ``BUSY``.
    """
    left = wanted.limit
    for match in _finished(archive, wanted):
        if left == 0 or match["created_ms"] < wanted.since_ms:
            return
        if not _fits(match, wanted):
            continue
        replay = archive.replay(match["id"])
        if replay:
            yield ArchivedReplay(match["id"], replay)
            left = None if left is None else left - 1


def _finished(archive: Archive, wanted: MatchFilter) -> Iterator[JsonObject]:
    before = None
    while page := archive.list(limit=_PAGE, before=before, status="finished", ruleset=wanted.ruleset):
        yield from page
        before = page[-1]["id"]


def _fits(match: JsonObject, wanted: MatchFilter) -> bool:
    if wanted.until_ms is not None and match["created_ms"] >= wanted.until_ms:
        return False
    return wanted.bot is None or any(seat.get("bot") == wanted.bot for seat in match["seats"])
