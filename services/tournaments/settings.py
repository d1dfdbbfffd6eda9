"""What a tournament is: what is played, by whom, in which stages, by which clock.

Points are whole hundredths of a point everywhere: 100 is one point.
"""

from typing import Annotated, Any, Final, Literal, Self, TypeAlias

from pydantic import ConfigDict, Field, model_validator

from services.engine.clocks import AnyOnTimeOut, AnyTimeControl, NoClocks, PlayDefault
from services.engine.fairness import Hash, Strict, canonical
from services.engine.ruleset_documents import RulesetOptions
from services.tournaments.tie_breaks import TIE_BREAKS

MAX_ENTRANTS: Final = 5_000
MAX_ROUNDS: Final = 100
MAX_STAGES: Final = 8
MAX_POINTS: Final = 100_000_000

Points: TypeAlias = Annotated[int, Field(ge=0, le=MAX_POINTS)]
Rounds: TypeAlias = Annotated[int, Field(ge=1, le=MAX_ROUNDS)]
Seconds: TypeAlias = Annotated[int, Field(ge=1, le=100 * 24 * 3600)]
Capacity: TypeAlias = Annotated[int, Field(ge=2, le=MAX_ENTRANTS)]
PauseSeconds: TypeAlias = Annotated[int, Field(ge=0, le=7 * 24 * 3600)]
Registration: TypeAlias = Literal["open", "listed", "invited"]
NextRound: TypeAlias = Literal["at_once", "by_host"]
UnplayedYear: TypeAlias = Literal[2024, 2026]


class Misfit(ValueError):
    """Parts of the settings that do not fit together. ``where``: the steps from the settings to the part at fault."""

    def __init__(self, message: str, *where: str | int) -> None:
        super().__init__(message)
        self.where = where


class TwoSeatPoints(Strict):
    """What a table of two seats is worth, in hundredths."""

    win: Points = Field(default=100, description="For the winner.")
    draw: Points = Field(default=50, description="For each of two who share the first place.")
    loss: Points = Field(default=0, description="For the loser.")


def _requires_format(schema: dict[str, Any]) -> None:
    """In JSON a stage says what it is; Python fills that in."""
    schema["properties"]["format"].pop("default", None)
    schema["required"] = ["format", *(name for name in schema.get("required", ()) if name != "format")]


class _Stage(Strict):
    model_config = ConfigDict(json_schema_extra=_requires_format)

    tie_breaks: tuple[str, ...] = Field(
        default=(),
        max_length=10,
        strict=False,  # JSON has lists
        description="Ids of tie-breaks, the first counts first; empty: those of the format.",
    )
    advance: Annotated[int, Field(ge=2, le=MAX_ENTRANTS)] | None = Field(
        default=None, description="How many go on to the next stage, by the standings; null: this stage is the last."
    )
    games: Literal[1, 3, 5, 7] = Field(
        default=1, description="A pairing is decided by the majority of so many matches; seats change in turn."
    )

    @property
    def table_sizes(self) -> range:
        """How many seats a table may have."""
        return range(2, 3)

    @model_validator(mode="after")
    def _tie_breaks_are_known(self) -> Self:
        for name in self.tie_breaks:
            if name not in TIE_BREAKS:
                raise ValueError(f"there is no tie-break {name}")
        if len(set(self.tie_breaks)) < len(self.tie_breaks):
            raise ValueError("a tie-break stands in the list once")
        return self


class SwissStage(_Stage):
    """Two seats. Entrants meet others with as many points, nobody twice."""

    format: Literal["swiss"] = Field(default="swiss", description="What the stage's format is.")
    rounds: Rounds = Field(description="How many rounds are played.")
    system: Literal["matching", "dutch"] = Field(
        default="matching",
        description="`matching`: the pairing that is best on the whole; `dutch`: FIDE's system of 2026, for at most 60 "
        "entrants.",
    )
    points: TwoSeatPoints = Field(default=TwoSeatPoints(), description="What a table is worth.")


class PodsStage(_Stage):
    """Three to five seats. Entrants meet others with about as many points, nobody twice while that can be."""

    format: Literal["pods"] = Field(default="pods", description="What the stage's format is.")
    rounds: Rounds = Field(description="How many rounds are played.")
    seats: Annotated[int, Field(ge=3, le=5)] = Field(description="Seats of a table.")
    system: Literal["swiss", "power"] = Field(
        default="swiss",
        description="`swiss`: nobody meets anybody twice while that can be; `power`: those next to each other in the "
        "standings meet.",
    )
    remainder: Literal["smaller_pods", "larger_pods", "byes"] = Field(
        default="smaller_pods",
        description="If the number of entrants does not fit: some tables have fewer seats, or more, or some entrants "
        "are not paired.",
    )
    remainder_for: Literal["low", "high"] = Field(
        default="low", description="Whether that falls to those who stand low, or high."
    )
    place_points: tuple[Points, ...] = Field(
        default=(400, 300, 200, 100, 0),
        min_length=3,
        max_length=5,
        strict=False,
        description="For the first place, the second, and so on; who share places share their points, rounded down.",
    )

    @property
    def table_sizes(self) -> range:
        """How many seats a table may have."""
        match self.remainder:
            case "smaller_pods":
                return range(3, self.seats + 1)
            case "larger_pods":
                return range(self.seats, 6)
            case "byes":
                return range(self.seats, self.seats + 1)

    @model_validator(mode="after")
    def _every_place_has_points(self) -> Self:
        if self.games != 1:
            raise ValueError("a table of more than two seats plays one match")
        if len(self.place_points) < (5 if self.remainder == "larger_pods" else self.seats):
            raise ValueError("`place_points` must name the points of every place")
        if list(self.place_points) != sorted(self.place_points, reverse=True):
            raise ValueError("a better place is not worth less")
        return self


class EliminationStage(_Stage):
    """Two seats. Who has lost is out; in a double elimination, who has lost twice."""

    format: Literal["single_elimination", "double_elimination"] = Field(description="What the stage's format is.")
    third_place: bool = Field(
        default=False, description="The losers of the semifinals play for the third place; single elimination only."
    )

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        if self.third_place and self.format == "double_elimination":
            raise ValueError("a double elimination decides the third place by itself")
        if self.tie_breaks:
            raise ValueError("places of an elimination follow from the bracket, without tie-breaks")
        return self


Stage: TypeAlias = Annotated[SwissStage | PodsStage | EliminationStage, Field(discriminator="format")]


class EntryRules(Strict):
    """Who may enter, and when."""

    registration: Registration = Field(
        default="open",
        description="`open`: players enter by themselves; `listed`: those do who are on the list of guests; `invited`: "
        "the host enters them.",
    )
    bots: Literal["none", "allowed", "only"] = Field(
        default="none", description="Whether bots may enter. Everybody who looks at the tournament is told."
    )
    min_rating: int | None = Field(default=None, description="Who has less cannot enter; null: no limit.")
    max_rating: int | None = Field(default=None, description="Who has more cannot enter; null: no limit.")
    capacity: Capacity = Field(
        default=MAX_ENTRANTS, description="How many take part; who enters later stands on the waiting list."
    )
    check_in_seconds: Seconds | None = Field(
        default=None, description="Entrants must check in within so long before the start; null: nobody has to."
    )
    late_until_round: Annotated[int, Field(ge=0, le=MAX_ROUNDS)] = Field(
        default=0, description="Entry is possible until this round has been paired; 0: until the start."
    )
    late_points: Points = Field(
        default=0, description="What somebody who enters late has for each round missed, in hundredths."
    )
    byes: Annotated[int, Field(ge=0, le=MAX_ROUNDS)] = Field(
        default=1, description="How many rounds an entrant may ask not to be paired in, with points."
    )
    bye_points: Points = Field(default=50, description="What a bye that was asked for is worth, in hundredths.")
    pairing_bye_points: Points = Field(
        default=100, description="What an entrant has who is not paired because the number does not fit, in hundredths."
    )

    @model_validator(mode="after")
    def _limits_are_in_order(self) -> Self:
        if self.min_rating is not None and self.max_rating is not None and self.min_rating > self.max_rating:
            raise ValueError("`min_rating` is above `max_rating`")
        return self


class RoundTimes(Strict):
    """When rounds begin and end."""

    starts_ms: Annotated[int, Field(ge=0, lt=1 << 53)] | None = Field(
        default=None, description="When the tournament starts, milliseconds since 1970; null: when its host says so."
    )
    next_round: NextRound = Field(
        default="at_once", description="When the next round is paired after the last table of one has ended."
    )
    pause_seconds: PauseSeconds = Field(
        default=0, description="How long a round rests before the next one is paired `at_once`."
    )
    round_seconds: Seconds | None = Field(
        default=None,
        description="How long a round takes at most: a table that has not ended by then is lost by those who must "
        "decide at that moment; null: as long as its matches take.",
    )


class TournamentSettings(Strict):
    """What a tournament is. Never changes once it has started."""

    format: Literal["playhall.tournament/1"] = Field(default="playhall.tournament/1", description="The format.")
    ruleset: str = Field(min_length=1, max_length=64, description="The ruleset's id.")
    ruleset_version: str = Field(
        min_length=1, max_length=64, description="The version that was there when it was made."
    )
    options: RulesetOptions = Field(description="Every option of the ruleset with its value.")
    time_control: AnyTimeControl = Field(description="How long seats may think.")
    on_time_out: AnyOnTimeOut = Field(description="What happens to a seat whose time is over.")
    stages: tuple[Stage, ...] = Field(min_length=1, max_length=MAX_STAGES, description="One after the other.")
    entry: EntryRules = Field(default=EntryRules(), description="Who may enter, and when.")
    times: RoundTimes = Field(default=RoundTimes(), description="When rounds begin and end.")
    unplayed_rules: UnplayedYear = Field(
        default=2026, description="How tie-breaks treat rounds that were not played: by FIDE's rules of which year."
    )
    seed_sha256: Hash = Field(
        description="SHA-256 of the tournament's seed, hexadecimal: draws and matches follow from it."
    )

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        for number, stage in enumerate(self.stages[:-1]):
            if stage.advance is None:
                raise Misfit("is missing: a stage follows", "stages", number, "advance")
        if self.stages[-1].advance is not None:
            raise Misfit("is of the last stage: nothing follows", "stages", len(self.stages) - 1, "advance")
        if self.entry.bots != "only" and isinstance(self.time_control, NoClocks) and self.times.round_seconds is None:
            raise Misfit(
                "a tournament with people needs a `time_control` or `round_seconds`: else a round may never end",
                "time_control",
            )
        if self.entry.late_until_round and not isinstance(self.stages[0], SwissStage | PodsStage):
            raise Misfit(
                "must be 0: the schedule of the first stage depends on who is there at its start",
                "entry",
                "late_until_round",
            )
        if isinstance(self.time_control, NoClocks) and not isinstance(self.on_time_out, PlayDefault):
            raise Misfit("needs a `time_control`: without clocks no time is over", "on_time_out")
        return self

    @property
    def fewest_entrants(self) -> int:
        """How many are needed for one table of the first stage."""
        first = self.stages[0]
        if not isinstance(first, PodsStage):
            return 2
        return 3 if first.remainder == "smaller_pods" else first.seats

    @classmethod
    def read(cls, data: str | bytes) -> "TournamentSettings":
        """Settings from their JSON.

        Raises:
            ValueError: they are none.
        """
        return cls.model_validate_json(data)

    def to_bytes(self) -> bytes:
        """The settings in canonical JSON."""
        return canonical(self.model_dump(mode="json"))
