"""Rate limits: how many requests each client may send."""

from services.rate_limits.policy import Policy
from services.rate_limits.rate_limiter import RateLimiter, RateLimitResult

__all__ = ["Policy", "RateLimitResult", "RateLimiter"]
