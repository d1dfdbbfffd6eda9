"""A replay as a document: formats 1 and 2, and their parts."""

import json
from datetime import datetime
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import AfterValidator, Field

from services.engine.documented_as import DocumentedAs
from services.engine.engine import EventShares, RulesetVersion
from services.engine.fairness import (
    CommitmentDocument,
    Hash,
    Strict,
)
from services.engine.ruleset_documents import RulesetAction, RulesetEvent, RulesetOptions

FORMAT: Final = "playhall.replay/2"
"""Format of a replay that is written now; also the domain of its signature."""
FORMAT_V1: Final = "playhall.replay/1"

Count: TypeAlias = Annotated[int, Field(ge=0, lt=1 << 32)]


def _moment(text: str) -> str:
    if datetime.fromisoformat(text).year < 1970:
        raise ValueError("must not be before 1970")
    return text


Time: TypeAlias = (
    Annotated[
        str,
        Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$", json_schema_extra={"format": "date-time"}),
        AfterValidator(_moment),
    ]
    | None
)
"""UTC, such as ``2026-01-01T00:00:00.000Z``; None where nobody looked at a clock."""


_WHEN: Final = "When it was committed; null where nobody looked at a clock."
_AFTER: Final = "After the step of this number; 0: after the start."
_SHOWN: Final = "Each viewer's revision after it, the spectator's first."
_NEXT: Final = "Each seat's pending decision after it; null: the seat had none."


class MalformedReplay(Exception):
    """The bytes are not a replay. The message names the place and says what is wrong there."""


class ReplayDiffers(Exception):
    """The match, played again, is not what the replay says.

    ``step``: the first step that differs; 0 is the start, and one more than the last step is the end. ``what``: what
    differs in it.
    """

    def __init__(self, step: int, what: str) -> None:
        super().__init__(f"step {step}: {what}")
        self.step = step
        self.what = what


class ReplayEvent(Strict):
    """What was shown of an event."""

    public: RulesetEvent | None = Field(description="What everybody saw; null: nothing.")
    private: dict[int, RulesetEvent] = Field(description="What single seats saw instead, by seat.")

    @classmethod
    def of(cls, shares: EventShares) -> "ReplayEvent":
        """An event as an engine tells it."""
        return cls(
            public=None if shares.public is None else json.loads(shares.public),
            private={seat: json.loads(share) for seat, share in shares.private.items()},
        )


class ReplaySeatV1(Strict):
    """Who sat in a seat, in format 1."""

    name: str = Field(description="The name that the player had.")
    kind: Literal["person", "bot"] = Field(description="Whether a person, or a program, had the seat.")
    bot: str | None = Field(description="The ruleset's bot that played the seat for the house; null: none did.")


class ReplaySeat(ReplaySeatV1):
    """Who sat in a seat."""

    player: str | None = Field(default=None, description="The player's id; left out where nobody was seated by id.")


class ReplayStart(Strict):
    """What happened before the first action."""

    at: Time = Field(description=_WHEN)
    events: tuple[ReplayEvent, ...] = Field(description="What happened in it.")
    shown: tuple[Count, ...] = Field(description=_SHOWN)
    next: tuple[Count | None, ...] = Field(description=_NEXT)


class ReplayStep(Strict):
    """An action."""

    rev: Count = Field(description="Its number, from 1.")
    seat: Count = Field(description="Who played it.")
    decision: Count = Field(description="The number of the seat's decision that it answers.")
    action: str = Field(description="The action in short: its notation.")
    structured: RulesetAction = Field(description="The same in the ruleset's structured form.")
    given: str | None = Field(default=None, description="As it was sent, if in another form than the notation.")
    time_ran_out: Literal["seat", "all"] | None = Field(
        default=None, description="The clock played it, and who was told so: the seat alone or all."
    )
    at: Time = Field(description=_WHEN)
    events: tuple[ReplayEvent, ...] = Field(description="What came of it.")
    shown: tuple[Count, ...] = Field(description=_SHOWN)
    next: tuple[Count | None, ...] = Field(description=_NEXT)


class ReplayResignation(Strict):
    """A seat resigned."""

    seat: Count = Field(description="Which seat.")
    rev: Count = Field(description=_AFTER)
    at: Time = Field(description=_WHEN)
    shown: tuple[Count, ...] = Field(description=_SHOWN)
    reason: Literal["time_ran_out"] | None = Field(
        default=None, description="That the seat's time ran out; absent if its player wanted it."
    )


class ReplayTakeover(Strict):
    """A seat's time ran out: from then on the bot that the match's `on_time_out` names plays it."""

    seat: Count = Field(description="Which seat.")
    rev: Count = Field(description=_AFTER)
    at: Time = Field(description=_WHEN)
    shown: tuple[Count, ...] = Field(description=_SHOWN)


class ReplayTimeCredit(Strict):
    """The running clocks got back what fell into a gap, in which the platform had stood still."""

    since: Time = Field(description="When the gap began.")
    until: Time = Field(description="When it ended.")
    rev: Count = Field(description=_AFTER)
    at: Time = Field(description=_WHEN)
    shown: tuple[Count, ...] = Field(description=_SHOWN)


class ReplayMigration(Strict):
    """Another version of the ruleset played the match on."""

    rev: Count = Field(description=_AFTER)
    version: str = Field(min_length=1, max_length=64, description="Which version.")
    at: Time = Field(description=_WHEN)


class ReplaySignature(Strict):
    """A signature by the platform."""

    key_id: str = Field(pattern=r"^[0-9a-f]{16}$", description="The published key that made the signature.")
    value: str = Field(pattern=r"^[0-9a-f]{128}$", description="Ed25519, 64 bytes, hexadecimal.")


class ReplayLogEntry(Strict):
    """The place of a commitment in the public log."""

    index: Count = Field(description="The index of the entry.")
    hash: Hash = Field(description="The hash of the entry.")


class ReplayScoreItem(Strict):
    """A part of a score."""

    item: str = Field(description="The reason for the points.")
    points: int = Field(description="The number of points; may be negative.")


class ReplaySeatResult(Strict):
    """A seat's result."""

    seat: int = Field(description="The seat's number.")
    rank: int = Field(description="1 is best; ties share a rank.")
    score: int = Field(description="The seat's points.")
    breakdown: tuple[ReplayScoreItem, ...] = Field(description="The parts of the score. Their points add up to it.")


class ReplayOutcome(Strict):
    """The result of a match, as it was told: resignations included."""

    results: tuple[ReplaySeatResult, ...] = Field(description="One per seat, in seat order.")
    reason: str = Field(description="Why the match ended, in a word.")


class Replay(Strict):
    """An ended match. A match that was aborted has no outcome, and a reason unless a person called it off; one that was
    aborted before its start has no start, seed and final state either. A match that was played without a server has no
    id, times, signatures and place in the log."""

    format: Literal["playhall.replay/2"] = Field(description="The format of the document.")
    match: str | None = Field(description="The match's id.")
    status: Literal["finished", "aborted"] = Field(description="The match's final status.")
    abort_reason: Literal["expired", "idle", "declined"] | None = Field(
        default=None, description="Why the platform has aborted it; absent if it did not."
    )
    ruleset: str = Field(description="The ruleset's id.")
    version: str = Field(description="The version of the ruleset that was committed to.")
    options: RulesetOptions = Field(description="Every option of the ruleset with its value.")
    seats: tuple[ReplaySeat, ...] = Field(description="Who sat where, in seat order.")
    commitment: Hash = Field(description="SHA-256 of `commitment_document` as canonical JSON, hexadecimal.")
    commitment_document: CommitmentDocument = Field(description="What the match promised at its creation.")
    commitment_signature: ReplaySignature | None = Field(description="The platform's signature over the commitment.")
    commitment_log: ReplayLogEntry | None = Field(description="Where the commitment stands in the public log.")
    server_seed: Hash = Field(description="The server's part of the seed: 32 bytes, hexadecimal.")
    client_seeds: tuple[Hash | None, ...] = Field(description="What each seat added to it; null: nothing.")
    seed: Hash | None = Field(description="The match seed, from which all chance is drawn; null: it never started.")
    created_at: Time = Field(description="When the match was created.")
    ended_at: Time = Field(description="When it ended.")
    start: ReplayStart | None = Field(description="The setup; null: it never started.")
    steps: tuple[ReplayStep, ...] = Field(description="The actions, in order.")
    resignations: tuple[ReplayResignation, ...] = Field(description="Which seats resigned.")
    takeovers: tuple[ReplayTakeover, ...] = Field(
        default=(), description="Which seats were taken over by a bot. Left out if there is none."
    )
    time_credits: tuple[ReplayTimeCredit, ...] = Field(
        default=(), description="What running clocks got back. Left out if there is none."
    )
    migrations: tuple[ReplayMigration, ...] = Field(
        default=(), description="Which other versions have played the match on. Left out if there is none."
    )
    outcome: Annotated[dict[str, Any] | None, DocumentedAs(ReplayOutcome | None)] = Field(
        description="The result; null: the match was aborted."
    )
    final_state_sha256: Hash | None = Field(description="The SHA-256 of the last state, hexadecimal.")
    signature: ReplaySignature | None = Field(description="The platform's signature over all else.")

    @property
    def last_version(self) -> str:
        """The version that played the match at its end. It plays all of it as the versions before have."""
        return self.migrations[-1].version if self.migrations else self.version

    @property
    def pin(self) -> RulesetVersion:
        """That version, with the cards that the match has promised; those of a later version it has not."""
        promised = None if self.migrations else self.commitment_document.catalogue_sha256
        return RulesetVersion(self.ruleset, self.last_version, promised or "")

    @property
    def announcements(self) -> "tuple[Announcement, ...]":
        """What happened other than actions, and all were told, in order: each moves everybody's revision."""
        told: list[Announcement] = [*self.resignations, *self.takeovers, *self.time_credits]
        return tuple(sorted(told, key=lambda each: (each.rev, each.shown[0])))

    def in_order(self) -> "list[tuple[int, ReplayStart | ReplayStep | Announcement]]":
        """Start, steps and announcements as they happened, each with the number of steps until then."""
        told: list[tuple[int, ReplayStart | ReplayStep | Announcement]] = []
        steps: list[ReplayStart | ReplayStep] = [] if self.start is None else [self.start, *self.steps]
        announced: dict[int, list[Announcement]] = {}
        for each in self.announcements:
            announced.setdefault(each.rev, []).append(each)
        for rev, step in enumerate(steps):
            told.append((rev, step))
            told += [(rev, each) for each in announced.get(rev, ())]
        return told


class ReplayV1(Strict):
    """A finished match in format 1, of before commitments were documents."""

    format: Literal["playhall.replay/1"] = Field(description="The format of the document.")
    match: str | None = Field(description="The match's id.")
    ruleset: str = Field(description="The ruleset's id.")
    version: str = Field(description="The version of the ruleset.")
    options: RulesetOptions = Field(description="Every option of the ruleset with its value.")
    seats: tuple[ReplaySeatV1, ...] = Field(description="Who sat where, in seat order.")
    server_seed: Hash = Field(description="The server's part of the seed: 32 bytes, hexadecimal.")
    commitment: Hash = Field(description="SHA-256 of the server seed alone, hexadecimal.")
    client_seeds: tuple[Hash | None, ...] = Field(description="What each seat added to the seed; null: nothing.")
    seed: Hash = Field(description="The match seed, from which all chance is drawn.")
    created_at: Time = Field(description="When the match was created.")
    ended_at: Time = Field(description="When it ended.")
    start: ReplayStart = Field(description="The setup.")
    steps: tuple[ReplayStep, ...] = Field(description="The actions, in order.")
    resignations: tuple[ReplayResignation, ...] = Field(description="Which seats resigned.")
    outcome: Annotated[dict[str, Any], DocumentedAs(ReplayOutcome)] = Field(description="The result.")
    final_state_sha256: Hash = Field(description="The SHA-256 of the last state, hexadecimal.")

    @property
    def last_version(self) -> str:
        """The version that played the match."""
        return self.version

    @property
    def pin(self) -> RulesetVersion:
        """That version, with any cards: the match has promised none."""
        return RulesetVersion(self.ruleset, self.version)


AnyReplay: TypeAlias = Replay | ReplayV1
Announcement: TypeAlias = ReplayResignation | ReplayTakeover | ReplayTimeCredit
