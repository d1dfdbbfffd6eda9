"""What has happened in a tournament, entry by entry. The log is the tournament: everything else follows from it.

Entries are only added. What a host takes back stays, with an entry after it that says so.
"""

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from services.engine.fairness import Strict, canonical
from services.tournaments.settings import EntryRules, RoundTimes

_EntrantId: TypeAlias = Annotated[str, Field(min_length=1, max_length=64)]
_Number: TypeAlias = Annotated[int, Field(ge=1)]


class Changed(Strict):
    """The host has changed what can be changed: its rules only before the start. What is null stayed."""

    kind: Literal["changed"] = "changed"
    name: Annotated[str, Field(min_length=1, max_length=64)] | None = None
    visibility: Literal["public", "unlisted", "private"] | None = None
    entry: EntryRules | None = None
    times: RoundTimes | None = None


class Entered(Strict):
    """Somebody has entered."""

    kind: Literal["entered"] = "entered"
    entrant: _EntrantId
    name: Annotated[str, Field(min_length=1, max_length=64)]
    player: str | None = None
    """The player's id; None for a bot of the house."""
    bot: str | None = None
    """The ruleset's bot, for a bot of the house."""
    bot_version: str | None = None
    """Of a bot of the house: which version of the ruleset there was."""
    is_bot: bool = False
    rating: int | None = None
    """At that time; seeds follow from it. None: not rated."""


class CheckedIn(Strict):
    """An entrant is there."""

    kind: Literal["checked_in"] = "checked_in"
    entrant: _EntrantId


class Withdrawn(Strict):
    """An entrant takes part no more, until it returns."""

    kind: Literal["withdrawn"] = "withdrawn"
    entrant: _EntrantId


class Returned(Strict):
    """An entrant that had withdrawn takes part again."""

    kind: Literal["returned"] = "returned"
    entrant: _EntrantId


class ByeRequested(Strict):
    """An entrant is not to be paired in a round."""

    kind: Literal["bye_requested"] = "bye_requested"
    entrant: _EntrantId
    round: _Number


class Started(Strict):
    """The tournament has started. ``seeding``: who takes part, the best first."""

    kind: Literal["started"] = "started"
    seeding: tuple[_EntrantId, ...]


class StageStarted(Strict):
    """A stage begins. ``seeding``: who plays in it, the best first."""

    kind: Literal["stage_started"] = "stage_started"
    stage: Annotated[int, Field(ge=0)]
    seeding: tuple[_EntrantId, ...]


class PairedTable(Strict):
    """A table. ``entrants``: in order of seats. ``node``: its place in a bracket."""

    entrants: tuple[_EntrantId, ...]
    reasons: tuple[str, ...] = ()
    node: str | None = None


class PairedBye(Strict):
    """An entrant that is not paired because the number does not fit."""

    entrant: _EntrantId
    reasons: tuple[str, ...] = ()


class RoundPaired(Strict):
    """A round's tables. Paired again it stands in the place of what was paired before, as long as nothing of that was
    played. ``requested_byes``, ``absent``: who of those that take part is not paired, and why."""

    kind: Literal["round_paired"] = "round_paired"
    round: _Number
    tables: tuple[PairedTable, ...]
    byes: tuple[PairedBye, ...] = ()
    requested_byes: tuple[_EntrantId, ...] = ()
    absent: tuple[_EntrantId, ...] = ()
    notes: tuple[str, ...] = ()
    by_hand: bool = False


class GameEnded(Strict):
    """A match of a table has ended. ``places``: of each seat's entrant, 1 for the winner, equal for shared places.
    ``scores``: the game's own, of each. ``forfeits``: who has lost by not being there."""

    kind: Literal["game_ended"] = "game_ended"
    round: _Number
    table: _Number
    game: _Number
    match: str
    entrants: tuple[_EntrantId, ...]
    places: tuple[_Number, ...]
    scores: tuple[int, ...] = ()
    forfeits: tuple[_EntrantId, ...] = ()


class GameVoid(Strict):
    """A match of a table has ended without a result: it is played anew, in another match."""

    kind: Literal["game_void"] = "game_void"
    round: _Number
    table: _Number
    game: _Number
    match: str


class ResultSet(Strict):
    """The host says how a table has ended, whatever was played."""

    kind: Literal["result_set"] = "result_set"
    round: _Number
    table: _Number
    places: tuple[_Number, ...]
    forfeits: tuple[_EntrantId, ...] = ()


class RoundEnded(Strict):
    """All tables of a round have results."""

    kind: Literal["round_ended"] = "round_ended"
    round: _Number


class StageEnded(Strict):
    """A stage is over. ``order``: its entrants, the best first."""

    kind: Literal["stage_ended"] = "stage_ended"
    stage: Annotated[int, Field(ge=0)]
    order: tuple[_EntrantId, ...]


class Paused(Strict):
    """Nothing is paired until it goes on."""

    kind: Literal["paused"] = "paused"


class Resumed(Strict):
    """It goes on."""

    kind: Literal["resumed"] = "resumed"


class Finished(Strict):
    """All stages are over."""

    kind: Literal["finished"] = "finished"


class Cancelled(Strict):
    """Nothing more is played. Results stay."""

    kind: Literal["cancelled"] = "cancelled"


class Undone(Strict):
    """An earlier entry, by its number, counts no more."""

    kind: Literal["undone"] = "undone"
    entry: _Number


Happening: TypeAlias = Annotated[
    Changed
    | Entered
    | CheckedIn
    | Withdrawn
    | Returned
    | ByeRequested
    | Started
    | StageStarted
    | RoundPaired
    | GameEnded
    | GameVoid
    | ResultSet
    | RoundEnded
    | StageEnded
    | Paused
    | Resumed
    | Finished
    | Cancelled
    | Undone,
    Field(discriminator="kind"),
]
"""What an entry says."""

_HAPPENING: TypeAdapter[Happening] = TypeAdapter(Happening)


@dataclass(frozen=True, slots=True)
class LogEntry:
    """``number``: from 1, without gaps. ``at_ms``: when it was added, milliseconds since 1970. ``by``: the player that
    did it; None: the platform. ``reason``: in its words."""

    number: int
    at_ms: int
    what: Happening
    by: str | None = None
    reason: str = ""


def dump(what: Happening) -> bytes:
    """What an entry says, as canonical JSON."""
    return canonical(what.model_dump(mode="json"))


def load(data: str | bytes) -> Happening:
    """What an entry says, from its JSON.

    Raises:
        ValueError: it says nothing that is known.
    """
    return _HAPPENING.validate_json(data)
