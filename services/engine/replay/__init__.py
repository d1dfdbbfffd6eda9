"""Replays: an ended match from its seeds to its result, which anyone can execute again.

A replay says what was promised (the commitment), what was drawn from (the seeds), what was done (the actions), what
everyone was shown (the events with each seat's share), and what came of it. :func:`re_execute` plays the actions again
and compares all of it. Format 2 is written; format 1, of matches created before commitments were documents, is read.
"""

from services.engine.replay.document import (
    FORMAT,
    FORMAT_V1,
    Announcement,
    AnyReplay,
    MalformedReplay,
    Replay,
    ReplayDiffers,
    ReplayEvent,
    ReplayLogEntry,
    ReplayMigration,
    ReplayOutcome,
    ReplayResignation,
    ReplaySeat,
    ReplaySeatV1,
    ReplaySignature,
    ReplayStart,
    ReplayStep,
    ReplayTakeover,
    ReplayTimeCredit,
    ReplayV1,
)
from services.engine.replay.execution import Execution, PlayedAgain, ReExecution, check_seeds, re_execute
from services.engine.replay.outcome import outcome_json, resignation_outcome
from services.engine.replay.playthrough import Playthrough, Recording
from services.engine.replay.reading import read, signed_part, write

__all__ = [
    "FORMAT",
    "FORMAT_V1",
    "Announcement",
    "AnyReplay",
    "Execution",
    "MalformedReplay",
    "PlayedAgain",
    "Playthrough",
    "ReExecution",
    "Recording",
    "Replay",
    "ReplayDiffers",
    "ReplayEvent",
    "ReplayLogEntry",
    "ReplayMigration",
    "ReplayOutcome",
    "ReplayResignation",
    "ReplaySeat",
    "ReplaySeatV1",
    "ReplaySignature",
    "ReplayStart",
    "ReplayStep",
    "ReplayTakeover",
    "ReplayTimeCredit",
    "ReplayV1",
    "check_seeds",
    "outcome_json",
    "re_execute",
    "read",
    "resignation_outcome",
    "signed_part",
    "write",
]
