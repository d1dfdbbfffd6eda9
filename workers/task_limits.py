"""Tasks that may take hours, and see to it themselves that they end."""

from typing import Any, Final

_NO_LIMIT_SECONDS: Final = 30 * 24 * 3600

UNLIMITED: Final[dict[str, Any]] = {
    # Acknowledged when it begins: what it does is leased in SQL, and comes back by the lease and not with the task.
    "acks_late": False,
    "autoretry_for": (),
    "soft_time_limit": _NO_LIMIT_SECONDS,
    "time_limit": _NO_LIMIT_SECONDS,
}
"""Options of such a task. Celery's soft limit raises an exception wherever the process is: in a match it would count as
a failure of the rules."""
