"""For whom guests count: all who sign up from one address count together.

An address is not kept with a player. In Redis stands for each address from which somebody has signed up a random id,
for so long as is worth counting; the players have that id.

    guests:<address>   string: the id for which its guests count
"""

from collections.abc import Callable
from typing import Any, Final

from redis import Redis

from services.identity.idempotent_creation import Creation
from services.identity.people import GUESTS
from services.redis_clients import busy_if_unavailable

KEPT_SECONDS: Final = 90 * 24 * 3600
"""So long after its last sign-up an address may well be somebody else's."""


class GuestAddresses:
    """The ids. Safe to use from several threads and processes."""

    def __init__(self, redis: Redis) -> None:
        # The client's own methods are typed for every way to configure it, also for those that nobody here uses.
        self._command: Callable[..., Any] = redis.execute_command

    def person(self, address: str, creation: Creation) -> str:
        """For whom a guest counts who signs up from an address, as :mod:`services.rate_limits.client_ip` has it.

        Raises:
            Refusal: ``BUSY``.
        """
        key, new = f"guests:{address}", creation.id(GUESTS)
        with busy_if_unavailable():
            if self._command("SET", key, new, "NX", "EX", KEPT_SECONDS):
                return new
            found: bytes | None = self._command("GETEX", key, "EX", KEPT_SECONDS)
        return new if found is None else found.decode()


def person_of_guests(host: str) -> str:
    """For whom the guests count that a host has invited: all of them together, and no further ones if those invite
    others. ``host``: who stands behind the host."""
    return host if host.startswith(GUESTS) else f"{GUESTS}{host}"
