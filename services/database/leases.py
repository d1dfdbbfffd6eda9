"""Leases in tables: what is somebody's until a moment."""

from typing import Any, Final

from sqlalchemy import ColumnElement, or_

WRONG_MS: Final = 60_000
"""By how much a moment may lie further ahead than whoever writes it puts it now, before it counts as wrong: the clocks
of two processes never differ by so much."""


def has_passed(moment: ColumnElement[Any], now_ms: int, longest_ms: int) -> ColumnElement[bool]:
    """Whether the moment of a row has passed, which is written at most ``longest_ms`` ahead. One that lies further
    ahead was written by a process that went by the wrong clock of its host, as those of earlier releases did: it would
    lock all others out for as long as that clock was ahead."""
    return or_(moment <= now_ms, moment > now_ms + longest_ms + WRONG_MS)
