"""The seeds of episodes: whoever knows one number plays the same episodes again."""

import hashlib
from typing import Final

SEEDS: Final = 1 << 64
"""Seeds of environments are whole numbers below this."""

_EPISODE: Final = b"playhall.episode-seed/1\0"
_BOT: Final = b"playhall.episode-bot-seed/1\0"


def episode_seed(seed: int, environment: int, episode: int) -> bytes:
    """The match's seed of an environment's episode, both counted from 0: SHA-256 over a domain and the three numbers,
    big-endian in 8, 4 and 4 bytes.

    Raises:
        OverflowError: a number is negative or too large.
    """
    numbers = seed.to_bytes(8, "big") + environment.to_bytes(4, "big") + episode.to_bytes(4, "big")
    return hashlib.sha256(_EPISODE + numbers).digest()


def bot_seed(episode: bytes, seat: int, decision: int) -> bytes:
    """The randomness of a bot in its seat's ``decision``-th decision, counted from 1: SHA-256 over a domain, the
    episode's seed, and the two numbers, big-endian in 2 and 4 bytes."""
    return hashlib.sha256(_BOT + episode + seat.to_bytes(2, "big") + decision.to_bytes(4, "big")).digest()
