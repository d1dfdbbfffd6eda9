"""Webhooks of tournaments and what was posted to them: records."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Final, NamedTuple

from pydantic import Field

from services.response_model import LossyText, Moment, ResponseModel, growing
from services.webhooks.webhook import Outcome

LONGEST_PAUSE_MS: Final = 900_000
"""Between attempts to post an entry; no webhook that is due is so later than after that."""


class WebhookState(Enum):
    """How a webhook of a tournament is doing."""

    ACTIVE = "active"
    """What happens is posted."""
    FAILING = "failing"
    """The last attempt has failed; the same entry is tried again."""
    GIVEN_UP = "given_up"
    """An entry has failed for too long, or the receiver has answered 410: nothing is posted until its host says so."""
    RESTING = "resting"
    """Who has set it hosts the tournament no more, or the key was revoked: it is to be set anew."""


@dataclass(frozen=True, slots=True)
class TournamentWebhook:
    """Where a tournament is told. ``secrets``: those that sign, the current one first. ``set_by``, ``key_id``: by whom
    it was last set, and by which key; ``is_allowed``: both may still host it. ``next_entry``: the entry that is posted
    next; ``failures``: how often that has failed. ``due_ms``: when it is posted; None: when there is something to post.
    Moments are milliseconds since 1970."""

    tournament_id: str
    url: str
    set_by: str
    key_id: str
    is_allowed: bool
    created_ms: int
    changed_ms: int
    next_entry: int
    failures: int
    failing_since_ms: int | None
    given_up_ms: int | None
    due_ms: int | None
    secrets: tuple[bytes, ...] = field(repr=False)

    @property
    def state(self) -> WebhookState:
        """How it is doing."""
        if not self.is_allowed:
            return WebhookState.RESTING
        if self.given_up_ms is not None:
            return WebhookState.GIVEN_UP
        return WebhookState.FAILING if self.failures else WebhookState.ACTIVE


class Turn(NamedTuple):
    """The right to post to one webhook, until ``until_ms``."""

    tournament_id: str
    person: str
    until_ms: int


class TournamentDeliveryDetails(ResponseModel):
    """An attempt to post an entry."""

    id: str = Field(description="The delivery's id.")
    entry: int = Field(description="The number of the entry.")
    attempt: int = Field(description="The number of the attempt, from 1. It restarts when the webhook is changed.")
    at: Moment = Field(description="When the call began.")
    ms: int = Field(description="The duration in milliseconds.")
    outcome: Annotated[Outcome, growing(Outcome)] = Field(
        description="What became of it: `accepted`, or how it has failed. The list may grow."
    )
    status: int | None = Field(description="The HTTP status; null without an answer.")
    answer: LossyText = Field(description="The beginning of the body that came: 1,024 bytes at most.")
