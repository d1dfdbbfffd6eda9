"""The queues of the workers."""

from enum import Enum
from typing import Final

SENT_AT_HEADER: Final = "sent_ms"
"""The header of a task that says when it was published, in milliseconds since 1970."""


class WorkQueue(Enum):
    """The queues. Plain lists in the broker, so that their length can be watched."""

    TURNS = "turns"
    THINKING = "thinking"
    SERIES = "series"
    WEBHOOKS = "webhooks"
    SCORING = "scoring"
    MAINTENANCE = "maintenance"
