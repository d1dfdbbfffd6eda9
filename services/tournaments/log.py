"""What has happened in a tournament, entry by entry. The log is the tournament: everything else follows from it.

Entries are only added. What a host takes back stays, with an entry after it that says so.
"""

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from services.engine.fairness import Strict, canonical

_EntrantId: TypeAlias = Annotated[str, Field(min_length=1, max_length=64)]
_Number: TypeAlias = Annotated[int, Field(ge=1)]


class Entered(Strict):
    """Somebody has entered."""

    kind: Literal["entered"] = "entered"
    entrant: _EntrantId
    name: Annotated[str, Field(min_length=1, max_length=64)]
    player: str | None = None
    """The player's id; None for a bot of the house."""
    bot: str | None = None
    """The ruleset's bot, for a bot of the house."""
    is_bot: bool = False
    rating: int | None = None
    """At that time; seeds follow from it. None: not rated."""
    owner: str | None = None
    """The person that a bot belongs to; None: nobody, or not a bot."""


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


class SeasonStarted(Strict):
    """A season of a ladder begins. ``divisions``: the highest first, of each its entrants, the best first. ``notes``:
    who has changed its division, and why."""

    kind: Literal["season_started"] = "season_started"
    stage: Annotated[int, Field(ge=0)]
    season: _Number
    divisions: tuple[tuple[_EntrantId, ...], ...]
    notes: tuple[str, ...] = ()


class KeptApart(Strict):
    """No two of some entrants are to be paired with each other. ``until_round``: up to this round; None: as long as the
    tournament lasts. Rounds that have been paired stay."""

    kind: Literal["kept_apart"] = "kept_apart"
    entrants: Annotated[tuple[_EntrantId, ...], Field(min_length=2, max_length=64)]
    until_round: _Number | None = None


class PairedTable(Strict):
    """A table. ``entrants``: in order of seats. ``node``: its place in a bracket. ``away``: those of its entrants who
    are not there: they have lost. The others play if they are enough for a match, and else share the first place."""

    entrants: tuple[_EntrantId, ...]
    reasons: tuple[str, ...] = ()
    node: str | None = None
    away: tuple[_EntrantId, ...] = ()


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
    Entered
    | CheckedIn
    | Withdrawn
    | Returned
    | ByeRequested
    | Started
    | StageStarted
    | SeasonStarted
    | KeptApart
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
