"""Match ids: ``m_`` and a ULID in lower case, so that their order is the order of creation."""

import re
from typing import Final

_MATCH_ID: Final = re.compile(r"m_[0-9a-hjkmnp-tv-z]{26}")


PREFIX: Final = "m_"
_UNTOLD: Final = 12


def not_before(match_id: str) -> str:
    """An id just above this one, for a cursor that does not tell it. The moment stays, and so much of what is random
    that it is no other match's."""
    return match_id[:-_UNTOLD] + "z" * _UNTOLD


def is_match_id(text: str) -> bool:
    """Whether a text could be the id of a match. What could not is never made part of a key."""
    return _MATCH_ID.fullmatch(text) is not None


def log_field(text: str) -> dict[str, str]:
    """What a line of the log says of the match that a client names: nothing if it could not be one."""
    return {"match": text} if is_match_id(text) else {}
