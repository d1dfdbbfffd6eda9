"""The queues of the workers."""

from enum import Enum


class WorkQueue(Enum):
    """The queues. Plain lists in the broker, so that their length can be watched."""

    TURNS = "turns"
    THINKING = "thinking"
    SERIES = "series"
    WEBHOOKS = "webhooks"
    SCORING = "scoring"
    MAINTENANCE = "maintenance"
