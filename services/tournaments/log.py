"""What has happened in a tournament, entry by entry. The log is the tournament: everything else follows from it.

Entries are only added. What a host takes back stays, with an entry after it that says so.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from services.engine.fairness import Hash, Strict, canonical
from services.tournaments.settings import EntryRules, RoundTimes

_EntrantId: TypeAlias = Annotated[str, Field(min_length=1, max_length=80)]
"""As long as any id that is taken: whether there is such an entrant is asked of what is to happen."""
_Number: TypeAlias = Annotated[int, Field(ge=1)]


def _requires_all(schema: dict[str, Any], model: type[BaseModel]) -> None:
    """In JSON every field stands there, but for those that are left out as they are usual."""
    is_always_there = {name for name, field in model.model_fields.items() if field.exclude_if is None}
    for name in is_always_there:
        schema["properties"][name].pop("default", None)
    schema["required"] = [name for name in schema["properties"] if name in is_always_there]


class _Written(Strict):
    model_config = ConfigDict(json_schema_extra=_requires_all)


class Changed(_Written):
    """The host has changed what can be changed: its rules only before the start. What is null stayed."""

    kind: Literal["changed"] = Field(default="changed", description="What has happened.")
    name: Annotated[str, Field(min_length=1, max_length=64)] | None = Field(default=None, description="Its name.")
    visibility: Literal["public", "unlisted", "private"] | None = Field(
        default=None, description="Who sees it from then on."
    )
    entry: EntryRules | None = Field(default=None, description="Who may enter, and when.")
    times: RoundTimes | None = Field(default=None, description="When rounds begin and end.")


class _NewEntrant(_Written):
    """Who an entrant is."""

    entrant: _EntrantId = Field(description="The entrant's id in this tournament.")
    name: Annotated[str, Field(min_length=1, max_length=64)] = Field(description="The entrant's name.")
    player: str | None = Field(default=None, description="The player's id; null for a house bot.")
    bot: str | None = Field(default=None, description="The ruleset's bot; null: a player.")
    bot_version: str | None = Field(
        default=None, description="Of a bot of the house: which version of the ruleset there was."
    )
    is_bot: bool = Field(default=False, description="Whether it is a bot, of the house or another.")
    rating: int | None = Field(
        default=None,
        description="At that time; seeds follow from it. Null: a bot of the house, or a person without account.",
    )
    owner: str | None = Field(
        default=None, description="The person that a bot belongs to; null: nobody, or it is no bot."
    )


class Entered(_NewEntrant):
    """Somebody has entered."""

    kind: Literal["entered"] = Field(default="entered", description="What has happened.")


class Invited(_NewEntrant):
    """A host has entered a player that has not agreed to it yet: until then it takes no part."""

    kind: Literal["invited"] = Field(default="invited", description="What has happened.")


class Accepted(_Written):
    """An invited player has agreed: from now on it takes part."""

    kind: Literal["accepted"] = Field(default="accepted", description="What has happened.")
    entrant: _EntrantId = Field(description="The entrant.")


class CheckedIn(_Written):
    """An entrant is there."""

    kind: Literal["checked_in"] = Field(default="checked_in", description="What has happened.")
    entrant: _EntrantId = Field(description="The entrant.")


class SeedGiven(_Written):
    """An entrant has given a seed of its own, which enters the chance of each of its games."""

    kind: Literal["seed_given"] = Field(default="seed_given", description="What has happened.")
    entrant: _EntrantId = Field(description="The entrant.")
    client_seed_sha256: Hash = Field(
        description="SHA-256 of the seed, hexadecimal. The entrant shows the seed when its first round is paired."
    )


class SeedGivenByHost(_Written):
    """The host has given the tournament's seed, and knows every card: bots of the house enter, and nobody else."""

    kind: Literal["seed_given_by_host"] = Field(default="seed_given_by_host", description="What has happened.")


class Withdrawn(_Written):
    """An entrant takes part no more, until it returns."""

    kind: Literal["withdrawn"] = Field(default="withdrawn", description="What has happened.")
    entrant: _EntrantId = Field(description="The entrant.")


class Returned(_Written):
    """An entrant that had withdrawn takes part again."""

    kind: Literal["returned"] = Field(default="returned", description="What has happened.")
    entrant: _EntrantId = Field(description="The entrant.")


class ByeRequested(_Written):
    """An entrant is not to be paired in a round."""

    kind: Literal["bye_requested"] = Field(default="bye_requested", description="What has happened.")
    entrant: _EntrantId = Field(description="The entrant.")
    round: _Number = Field(description="The round, from 1.")


class Started(_Written):
    """The tournament has started."""

    kind: Literal["started"] = Field(default="started", description="What has happened.")
    seeding: tuple[_EntrantId, ...] = Field(description="Who takes part, the best first.")


class StageStarted(_Written):
    """A stage begins."""

    kind: Literal["stage_started"] = Field(default="stage_started", description="What has happened.")
    stage: Annotated[int, Field(ge=0)] = Field(description="The stage, from 0.")
    seeding: tuple[_EntrantId, ...] = Field(description="Who plays in it, the best first.")


class SeasonStarted(_Written):
    """A season of a ladder begins."""

    kind: Literal["season_started"] = Field(default="season_started", description="What has happened.")
    stage: Annotated[int, Field(ge=0)] = Field(description="The stage, from 0.")
    season: _Number = Field(description="The season, from 1.")
    divisions: tuple[tuple[_EntrantId, ...], ...] = Field(
        description="The highest first; of each its entrants, the best first."
    )
    notes: tuple[str, ...] = Field(default=(), description="Who has changed its division, and why, in sentences.")


class KeptApart(_Written):
    """No two of some entrants are to be paired with each other. Rounds that have been paired stay."""

    kind: Literal["kept_apart"] = Field(default="kept_apart", description="What has happened.")
    entrants: Annotated[tuple[_EntrantId, ...], Field(min_length=2, max_length=64)] = Field(description="Who.")
    until_round: _Number | None = Field(
        default=None, description="Up to this round; null: as long as the tournament lasts."
    )


class PairedTable(_Written):
    """A table."""

    entrants: tuple[_EntrantId, ...] = Field(description="Who sits there, in order of seats.")
    reasons: tuple[str, ...] = Field(default=(), description="Why these, in sentences.")
    node: str | None = Field(default=None, description="Its place in a bracket; null: there is none.")
    away: tuple[_EntrantId, ...] = Field(
        default=(),
        description="Those of its entrants who are not there: they have lost. The others play if they are enough for a "
        "match, and else share the first place.",
    )
    stands: _Number | None = Field(
        default=None,
        # Left out as it is usual: entries of before there was any keep their bytes.
        exclude_if=lambda stands: stands is None,
        description="The entry that paired this table before a correction: what was played there stands. Left out: it "
        "is a new table.",
    )


class PairedBye(_Written):
    """An entrant that is not paired because the number does not fit."""

    entrant: _EntrantId = Field(description="The entrant.")
    reasons: tuple[str, ...] = Field(default=(), description="Why it, in sentences.")


class RoundPaired(_Written):
    """A round's tables. Paired again it stands in the place of what was paired before, as long as nothing of that was
    played. A round that is an arena begins without tables."""

    kind: Literal["round_paired"] = Field(default="round_paired", description="What has happened.")
    round: _Number = Field(description="The round, from 1 through all stages.")
    tables: tuple[PairedTable, ...] = Field(description="Its tables, the first is number 1.")
    byes: tuple[PairedBye, ...] = Field(default=(), description="Who is not paired because the number does not fit.")
    requested_byes: tuple[_EntrantId, ...] = Field(default=(), description="Who has asked not to be paired.")
    absent: tuple[_EntrantId, ...] = Field(default=(), description="Who has withdrawn.")
    notes: tuple[str, ...] = Field(default=(), description="Exceptions that were forced, in sentences.")
    by_hand: bool = Field(default=False, description="Whether a host has paired it.")


class TablePaired(_Written):
    """A table of an arena. Taken back, it is called off: it keeps its number and counts for nobody."""

    kind: Literal["table_paired"] = Field(default="table_paired", description="What has happened.")
    round: _Number = Field(description="The round that the arena is.")
    table: _Number = Field(description="The table, from 1 without gaps.")
    entrants: tuple[_EntrantId, ...] = Field(description="Who sits there, in order of seats.")
    reasons: tuple[str, ...] = Field(default=(), description="Why these, in sentences.")


class GameEnded(_Written):
    """A match of a table has ended."""

    kind: Literal["game_ended"] = Field(default="game_ended", description="What has happened.")
    round: _Number = Field(description="The round.")
    table: _Number = Field(description="The table.")
    game: _Number = Field(description="Which of the table's matches it was, from 1.")
    match: str = Field(description="The match's id.")
    entrants: tuple[_EntrantId, ...] = Field(description="Who sat there, in order of seats.")
    places: tuple[_Number, ...] = Field(description="Of each, 1 for the winner, equal for shared places.")
    scores: tuple[int, ...] = Field(default=(), description="The game's own, of each.")
    forfeits: tuple[_EntrantId, ...] = Field(default=(), description="Who has lost by not being there.")
    left: tuple[_EntrantId, ...] = Field(
        default=(), description="Who had played, and left before the end; empty in the logs of older versions."
    )
    behind: tuple[_EntrantId, ...] = Field(
        default=(),
        description="Whom the table counts behind all others, whatever the match says, since they were not there or "
        "have left; empty in the logs of older versions.",
    )

    @property
    def counted(self) -> tuple[int, ...]:
        """The places as the table counts them."""
        if not self.behind:
            return self.places
        ranks = [
            (entrant in self.behind, 0 if entrant in self.behind else place)
            for entrant, place in zip(self.entrants, self.places, strict=True)
        ]
        return tuple(1 + sum(other < rank for other in ranks) for rank in ranks)


class GameVoid(_Written):
    """A match of a table has ended without a result: it is played anew, in another match."""

    kind: Literal["game_void"] = Field(default="game_void", description="What has happened.")
    round: _Number = Field(description="The round.")
    table: _Number = Field(description="The table.")
    game: _Number = Field(description="Which of the table's matches it was, from 1.")
    match: str = Field(description="The match's id.")
    entrants: tuple[_EntrantId, ...] = Field(
        default=(), description="Who sat there, in order of seats; empty in the logs of older versions."
    )


class GameCalledOff(_Written):
    """A match that may have been dealt counts no more, as somebody has decided. What it has dealt is not dealt again:
    if the game is played again, it is with other chance, and says so."""

    kind: Literal["game_called_off"] = Field(default="game_called_off", description="What has happened.")
    round: _Number = Field(description="The round.")
    table: _Number = Field(description="The table.")
    game: _Number = Field(description="Which of the table's matches it was, from 1.")
    match: str = Field(description="The match's id.")
    entrants: Annotated[tuple[_EntrantId, ...], Field(min_length=2)] = Field(
        description="Who was to play, in order of seats."
    )
    is_duplicate: bool = Field(default=False, description="Whether its deal is played several times.")


Then: TypeAlias = Literal["replay", "stand"]
"""What becomes of later rounds that stand on a result which is corrected."""


class ResultSet(_Written):
    """The host says how a table has ended, whatever was played; or its time was over."""

    kind: Literal["result_set"] = Field(default="result_set", description="What has happened.")
    round: _Number = Field(description="The round.")
    table: _Number = Field(description="The table.")
    places: tuple[_Number, ...] = Field(description="Of each entrant, in order of seats: 1 for the winner.")
    forfeits: tuple[_EntrantId, ...] = Field(default=(), description="Who has lost by not being there.")
    then: Then | None = Field(
        default=None,
        exclude_if=lambda then: then is None,
        description="Where it changes who went on from this table or stage. `replay`: what was paired later is set "
        "aside and paired anew; tables at which the same entrants meet stand. `stand`: who went on stays. Left out: it "
        "changes nothing of that.",
    )


class TableLeft(_Written):
    """Some of a table have not come to its match, or have withdrawn while it is played: they have lost the table. The
    others play anew if they are enough for a match, and else share the first place."""

    kind: Literal["table_left"] = Field(default="table_left", description="What has happened.")
    round: _Number = Field(description="The round.")
    table: _Number = Field(description="The table.")
    entrants: Annotated[tuple[_EntrantId, ...], Field(min_length=1)] = Field(description="Who is not there.")
    came: tuple[_EntrantId, ...] = Field(description="Those of the others who had come to the match.")


class RoundEnded(_Written):
    """All tables of a round have results."""

    kind: Literal["round_ended"] = Field(default="round_ended", description="What has happened.")
    round: _Number = Field(description="The round.")


class StageEnded(_Written):
    """A stage is over."""

    kind: Literal["stage_ended"] = Field(default="stage_ended", description="What has happened.")
    stage: Annotated[int, Field(ge=0)] = Field(description="The stage, from 0.")
    order: tuple[_EntrantId, ...] = Field(description="Its entrants, the best first.")


class Paused(_Written):
    """Nothing is paired until it goes on."""

    kind: Literal["paused"] = Field(default="paused", description="What has happened.")


class Resumed(_Written):
    """It goes on."""

    kind: Literal["resumed"] = Field(default="resumed", description="What has happened.")


class Finished(_Written):
    """All stages are over."""

    kind: Literal["finished"] = Field(default="finished", description="What has happened.")


class Cancelled(_Written):
    """Nothing more is played. Results stay."""

    kind: Literal["cancelled"] = Field(default="cancelled", description="What has happened.")


class Closed(_Written):
    """The host has closed a tournament that is over: nothing of it is corrected any more."""

    kind: Literal["closed"] = Field(default="closed", description="What has happened.")


class Undone(_Written):
    """An earlier entry counts no more."""

    kind: Literal["undone"] = Field(default="undone", description="What has happened.")
    entry: _Number = Field(description="The number of that entry.")
    also: tuple[_Number, ...] = Field(
        default=(),
        exclude_if=lambda also: not also,
        description="The numbers of later entries that cannot stand without it: they count no more, either. Left out: "
        "there are none.",
    )


AnyHappening: TypeAlias = (
    Changed
    | Entered
    | Invited
    | Accepted
    | CheckedIn
    | SeedGiven
    | SeedGivenByHost
    | Withdrawn
    | Returned
    | ByeRequested
    | Started
    | StageStarted
    | SeasonStarted
    | KeptApart
    | RoundPaired
    | TablePaired
    | GameEnded
    | GameVoid
    | GameCalledOff
    | ResultSet
    | TableLeft
    | RoundEnded
    | StageEnded
    | Paused
    | Resumed
    | Finished
    | Cancelled
    | Closed
    | Undone
)
Happening: TypeAlias = Annotated[AnyHappening, Field(discriminator="kind")]
"""What an entry says."""

_HAPPENING: TypeAdapter[Happening] = TypeAdapter(Happening)


@dataclass(frozen=True, slots=True)
class LoggedHappening:
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
