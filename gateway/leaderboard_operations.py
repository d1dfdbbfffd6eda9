"""What both faces do with leaderboards beside asking the service: where pages begin."""

import math
import re
import struct
from typing import Final

from gateway.openapi.pagination import not_a_page_token
from services.leaderboards.model import LeaderboardEntry

_PLACE: Final = re.compile(r"([01])\.([0-9a-f]{16})\.([A-Za-z0-9_-]{1,80})")
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,8}")


def cursor_after(entry: LeaderboardEntry) -> str:
    """Where the page begins that follows an entry of a leaderboard."""
    return f"{entry.provisional:d}.{struct.pack('>d', entry.ordinal).hex()}.{entry.player_id}"


def place_of(cursor: str | None) -> tuple[bool, float, str] | None:
    """The inverse of :func:`cursor_after`: whether the entry is provisional, its ordinal and its player.

    Raises:
        Refusal: ``INVALID_FIELD``.
    """
    if cursor is None:
        return None
    found = _PLACE.fullmatch(cursor)
    if found is None:
        raise not_a_page_token()
    provisional, bits, player = found.groups()
    (ordinal,) = struct.unpack(">d", bytes.fromhex(bits))
    if not math.isfinite(ordinal):
        raise not_a_page_token()
    return provisional == "1", ordinal, player


def number_of(cursor: str | None) -> int | None:
    """The number of an entry of a history.

    Raises:
        Refusal: ``INVALID_FIELD``.
    """
    if cursor is None:
        return None
    if not _NUMBER.fullmatch(cursor):
        raise not_a_page_token()
    return int(cursor)
