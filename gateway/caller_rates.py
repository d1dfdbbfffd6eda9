"""By whom the requests of a caller are counted: by the person behind it, and guests of an address by themselves too."""

from typing import Final

from services.identity import Caller
from services.rate_limits import Policy, RateLimiter, RateLimitResult

GUEST: Final = "guest"

_PARTS: Final = 50
"""What a guest has for itself is this part of what a person has: enough to play by hand, so that no other guest can
keep it from playing, and so little that many guests get hardly more than one."""


def hit_caller(limits: RateLimiter, policy: Policy, caller: Caller) -> RateLimitResult:
    """Count a request of somebody who has a key, in one round trip: by the person behind it. Guests of an address are
    one person; when they have asked together as much as one may, each has something of its own, its bots included."""
    if not caller.is_guest:
        return limits.hit(policy, caller.person)
    together = f"{{{caller.person}}}"
    own = Policy(GUEST, max(1, policy.burst // _PARTS), policy.interval_us * _PARTS)
    return limits.hit_first([(policy, together), (own, f"{together}{policy.name}:{caller.account}")])
