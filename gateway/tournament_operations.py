"""What both faces do with tournaments beside asking the service."""

import re
from typing import Final

from services.tournament_hosting.model import PREFIX

_TOURNAMENT_ID: Final = re.compile(PREFIX + r"[0-9a-hjkmnp-tv-z]{26}")


def is_tournament_id(text: str) -> bool:
    """Whether a text could be the id of a tournament."""
    return _TOURNAMENT_ID.fullmatch(text) is not None
