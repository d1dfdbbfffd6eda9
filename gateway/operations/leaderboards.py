"""Where pages of leaderboards begin."""

import math
import re
import struct
from typing import Final

from gateway.openapi.pagination import not_a_page_token
from services.stored_ratings.board_records import LeaderboardEntry

_PLACE: Final = re.compile(r"([01])\.([0-9a-f]{16})\.([A-Za-z0-9_-]{1,80})", re.ASCII)


def cursor_after(entry: LeaderboardEntry) -> str:
    """Where the page begins that follows an entry of a leaderboard."""
    return f"{entry.provisional:d}.{struct.pack('>d', entry.ordinal).hex()}.{entry.player_id}"


def place_of(cursor: str | None) -> tuple[bool, float, str] | None:
    """The inverse of :func:`cursor_after`: whether the entry is provisional, its ordinal and its player.

    Raises:
        Refusal: ``INVALID_FIELD`` at ``/query/page_token``.
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
