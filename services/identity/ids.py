"""Ids that sort by their time of creation: ULIDs in lower case (48 bits of milliseconds, 80 random bits)."""

import secrets
from typing import Final

_CROCKFORD: Final = "0123456789abcdefghjkmnpqrstvwxyz"


def new_id(prefix: str, now_ms: int, random: int | None = None) -> str:
    """``prefix`` and 26 characters. ``random``: 80 bits; None: fresh ones."""
    number = now_ms << 80 | (secrets.randbits(80) if random is None else random)
    return prefix + "".join(_CROCKFORD[number >> shift & 31] for shift in range(125, -1, -5))
