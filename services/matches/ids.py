"""Match ids: ``m_`` and a ULID in lower case, so that their order is the order of creation."""

import re
from typing import Final

from services.identity.ids import new_id

_MATCH_ID: Final = re.compile(r"m_[0-9a-hjkmnp-tv-z]{26}")


def new_match_id(now_ms: int) -> str:
    """An id that nothing else has."""
    return new_id("m_", now_ms)


def is_match_id(text: str) -> bool:
    """Whether a text could be the id of a match. What could not is never made part of a key."""
    return _MATCH_ID.fullmatch(text) is not None
