"""Creating something so that it may be created again: the same moment and the same randomness make the same thing.

A client that does not know whether its request arrived sends it again. If the second attempt is given what the first
one had, it finds what that made under the id that both derive, and shows the same secrets. Nothing is made twice.
"""

import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from services.identity.ids import new_id
from services.platform_time import platform_ms

SEED_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Creation:
    """One thing that is created, however often that is attempted.

    ``at_ms``: its moment, milliseconds since 1970. ``seed``: 32 random bytes from which its id and secrets are derived;
    nobody who does not know it can predict them.
    """

    at_ms: int
    seed: bytes = field(repr=False)

    def id(self, prefix: str) -> str:
        """Its id: ``prefix`` and 26 characters that sort by time."""
        return new_id(prefix, self.at_ms, int.from_bytes(self.secret(f"id {prefix}")[:10]))

    def secret(self, purpose: str) -> bytes:
        """32 bytes for one purpose; they tell nothing about those for another."""
        return hmac.digest(self.seed, purpose.encode(), "sha256")


def once(now_ms: Callable[[], int] = platform_ms, entropy: Callable[[int], bytes] = secrets.token_bytes) -> Creation:
    """A creation that is attempted now and never again."""
    return Creation(now_ms(), entropy(SEED_BYTES))
