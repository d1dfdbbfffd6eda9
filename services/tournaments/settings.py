"""What a tournament is: what is played, by whom, in which stages, by which clock.

Points are whole hundredths of a point everywhere: 100 is one point.
"""

from itertools import pairwise
from typing import Annotated, Any, ClassVar, Final, Literal, Self, TypeAlias

from pydantic import BeforeValidator, ConfigDict, Field, model_validator

from services.engine.clocks import AnyOnTimeOut, AnyTimeControl, NoClocks, PlayDefault
from services.engine.fairness import Assistance, Hash, Strict, canonical
from services.engine.ruleset_documents import RulesetOptions
from services.errors import range_words
from services.tournaments.tie_breaks import TIE_BREAKS

MAX_ENTRANTS: Final = 5_000
MAX_ROUNDS: Final = 100
MAX_STAGES: Final = 8
MAX_POINTS: Final = 100_000_000
MAX_GAMES: Final = 8
MAX_PLANNED: Final = 64
"""Entrants of a round robin, and of a division of a ladder."""

_TWO_SEATS: Final = 2
_BUCHHOLZ: Final = frozenset({"buchholz", "buchholz_cut_1", "buchholz_median", "average_opponents_buchholz"})
"""Tie-breaks that say nothing where everybody meets everybody, or where not all have as many tables."""

Points: TypeAlias = Annotated[int, Field(ge=0, le=MAX_POINTS)]
Rounds: TypeAlias = Annotated[int, Field(ge=1, le=MAX_ROUNDS)]
MOST_RATING: Final = 100_000
"""Nobody's rating is near it, on either side of 0."""


def _nearest_limit(value: object) -> object:
    if isinstance(value, int) and not isinstance(value, bool):
        return min(max(value, -MOST_RATING), MOST_RATING)
    return value


Seconds: TypeAlias = Annotated[int, Field(ge=1, le=100 * 24 * 3600)]
Capacity: TypeAlias = Annotated[int, Field(ge=2, le=MAX_ENTRANTS)]
PauseSeconds: TypeAlias = Annotated[int, Field(ge=0, le=7 * 24 * 3600)]
RatingLimit: TypeAlias = Annotated[int, Field(ge=-MOST_RATING, le=MOST_RATING), BeforeValidator(_nearest_limit)]
"""Of those who may enter. What was kept before there were bounds is read as the nearest that there is."""
Registration: TypeAlias = Literal["open", "listed", "invited"]
SwissSystem: TypeAlias = Literal["matching", "dutch"]
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

    takes_late_entries: ClassVar[bool] = False
    """Whether somebody can enter after it has begun."""
    takes_byes: ClassVar[bool] = False
    """Whether an entrant can ask not to be paired in a round."""

    tie_breaks: tuple[str, ...] = Field(
        default=(),
        max_length=10,
        strict=False,  # JSON has lists
        description="Ids of tie-breaks, the first counts first; empty: those of the format.",
    )
    advance: Annotated[int, Field(ge=2, le=MAX_ENTRANTS)] | None = Field(
        default=None, description="How many go on to the next stage, by the standings; null: this stage is the last."
    )
    games: Annotated[int, Field(ge=1, le=MAX_GAMES)] = Field(
        default=1,
        description="How many matches a table plays; with each, everybody moves on by one seat. Two seats play an odd "
        "number, and the majority decides; at larger tables the sum decides (`sum_of`).",
    )
    deals: Literal["new", "duplicate"] = Field(
        default="new",
        description="`new`: each match of a table has chance of its own; `duplicate`: a table plays one deal in every "
        "rotation of its seats, and the sum decides (`sum_of`). Who has played a deal knows its cards, so only bots of "
        "the house play duplicate deals.",
    )
    sum_of: Literal["places", "scores"] = Field(
        default="places",
        description="What is summed up where a table plays several matches: its entrants' places, the lowest sum is "
        "the best; or the game's own scores, the highest is the best. Nobody's score of a match then counts more than "
        "that of anybody who was placed before.",
    )

    @property
    def sizes(self) -> range:
        """How many seats a table may have."""
        return range(_TWO_SEATS, _TWO_SEATS + 1)

    @property
    def most_entrants(self) -> int:
        """How many can play in it."""
        return MAX_ENTRANTS

    @property
    def keeps_apart(self) -> bool:
        """Whether it heeds who is to be kept apart."""
        return False

    @model_validator(mode="after")
    def _tie_breaks_are_known(self) -> Self:
        for name in self.tie_breaks:
            if name not in TIE_BREAKS:
                raise ValueError(f"there is no tie-break {name}")
        if len(set(self.tie_breaks)) < len(self.tie_breaks):
            raise ValueError("a tie-break stands in the list once")
        return self

    @model_validator(mode="after")
    def _games_decide(self) -> Self:
        if self.deals == "duplicate":
            if self.games != 1:
                raise ValueError("with `deals` `duplicate` a table plays as many matches as it has seats: no `games`")
        elif self.sizes[-1] == _TWO_SEATS and self.games % 2 == 0:
            raise ValueError("`games` of two seats is odd: the majority decides")
        return self


class SwissStage(_Stage):
    """Two seats. Entrants meet others with as many points, nobody twice."""

    takes_late_entries = True
    takes_byes = True

    format: Literal["swiss"] = Field(default="swiss", description="What the stage's format is.")
    rounds: Rounds = Field(description="How many rounds are played.")
    system: SwissSystem = Field(
        default="matching",
        description="`matching`: the pairing that is best on the whole; `dutch`: FIDE's system of 2026.",
    )
    points: TwoSeatPoints = Field(default=TwoSeatPoints(), description="What a table is worth.")

    @property
    def keeps_apart(self) -> bool:
        """Whether it heeds who is to be kept apart."""
        return True


_PLACE_POINTS: Final = (400, 300, 200, 100, 0)
_PlacePoints: TypeAlias = Annotated[
    tuple[Points, ...],
    Field(
        min_length=3,
        max_length=5,
        strict=False,
        description="For the first place, the second, and so on; who share places share their points, rounded down.",
    ),
]


def _check_place_points(worth: tuple[int, ...], seats: int) -> None:
    if len(worth) < seats:
        raise ValueError("`place_points` must name the points of every place")
    if list(worth) != sorted(worth, reverse=True):
        raise ValueError("a better place is not worth less")


class WagerPoints(Strict):
    """Points by wager: everybody at a table stakes a share of its points, and the winner takes all."""

    start: Points = Field(default=100_000, description="What everybody has before the first round, in hundredths.")
    stake: Annotated[int, Field(ge=1, le=10_000)] = Field(
        default=700, description="The share that is staked, in hundredths of a percent: 700 is 7 %."
    )


class PodsStage(_Stage):
    """Three to five seats. Entrants meet others with about as many points, nobody twice while that can be."""

    takes_late_entries = True
    takes_byes = True

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
    place_points: _PlacePoints = _PLACE_POINTS
    wager: WagerPoints | None = Field(
        default=None, description="Points by wager instead of `place_points`; null: points by place."
    )

    @property
    def sizes(self) -> range:
        """How many seats a table may have."""
        match self.remainder:
            case "smaller_pods":
                return range(3, self.seats + 1)
            case "larger_pods":
                return range(self.seats, 6)
            case "byes":
                return range(self.seats, self.seats + 1)

    @property
    def keeps_apart(self) -> bool:
        """Whether it heeds who is to be kept apart."""
        return self.system == "swiss"

    @model_validator(mode="after")
    def _every_place_has_points(self) -> Self:
        _check_place_points(self.place_points, self.sizes[-1])
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
        _check_no_tie_breaks(self.tie_breaks)
        return self


def _check_no_tie_breaks(tie_breaks: tuple[str, ...]) -> None:
    if tie_breaks:
        raise ValueError("places of an elimination follow from the bracket, without tie-breaks")


class TableEliminationStage(_Stage):
    """Tables of three to five, of which the best go on. The better seed has the earlier seat."""

    format: Literal["table_elimination"] = Field(default="table_elimination", description="What the stage's format is.")
    seats: Annotated[int, Field(ge=3, le=5)] = Field(
        description="Seats of a table. Where the number of entrants does not fit, tables have fewer, down to three; "
        "those of three then have four."
    )
    winners: Annotated[int, Field(ge=1, le=2)] = Field(
        default=1, description="How many of a table go on. Of the last one, one wins."
    )

    @property
    def sizes(self) -> range:
        """How many seats a table may have."""
        return range(3, max(self.seats, 4) + 1)

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        _check_no_tie_breaks(self.tie_breaks)
        return self


class _PlannedStage(_Stage):
    """All tables follow from the seeding, before the first is played."""

    seats: Annotated[int, Field(ge=2, le=5)] = Field(default=2, description="Seats of a table.")
    cycles: Annotated[int, Field(ge=1, le=4)] = Field(
        default=1,
        description="How often the plan is played. Two seats: how often any two meet, in every second cycle with the "
        "seats reversed; at larger tables, everybody sits one seat further in each.",
    )
    remainder: Literal["byes", "smaller_tables"] = Field(
        default="byes",
        description="At tables of three to five, if the number of entrants does not fit: some sit out, all in turn and "
        "equally often; or some tables have fewer seats.",
    )
    points: TwoSeatPoints = Field(default=TwoSeatPoints(), description="What a table of two seats is worth.")
    place_points: _PlacePoints = _PLACE_POINTS

    @property
    def sizes(self) -> range:
        """How many seats a table may have."""
        return _sizes(self.seats, is_smaller=self.remainder == "smaller_tables")

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        if self.seats > _TWO_SEATS:
            _check_place_points(self.place_points, self.seats)
        _check_no_buchholz(self.tie_breaks, "where everybody meets everybody")
        return self


def _sizes(seats: int, *, is_smaller: bool) -> range:
    """How many seats tables may have. ``is_smaller``: those of three to five may have fewer."""
    return range(3 if is_smaller and seats > _TWO_SEATS else seats, seats + 1)


def _check_no_buchholz(tie_breaks: tuple[str, ...], where: str) -> None:
    useless = sorted(_BUCHHOLZ.intersection(tie_breaks))
    if useless:
        raise ValueError(f"{useless[0]} says nothing {where}")


class RoundRobinStage(_PlannedStage):
    """Everybody meets everybody: at two seats by Berger's tables, at three to five so that any two meet equally often,
    or as nearly as was found. At most 64 entrants; who enters later stands on the waiting list."""

    format: Literal["round_robin"] = Field(default="round_robin", description="What the stage's format is.")

    @property
    def most_entrants(self) -> int:
        """How many can play in it."""
        return MAX_PLANNED


class LadderStage(_PlannedStage):
    """Divisions that play seasons. A season is one round robin within each division, all divisions at the same time;
    after it the best of each division go up and the worst go down. The divisions of the first season follow from the
    seeding. Points of one season do not count in the next; the stage ends with the standings of the last one."""

    takes_late_entries = True

    format: Literal["ladder"] = Field(default="ladder", description="What the stage's format is.")
    seasons: Annotated[int, Field(ge=1, le=MAX_ROUNDS)] = Field(description="How many seasons are played.")
    moving: Annotated[int, Field(ge=0, le=MAX_PLANNED)] = Field(
        default=2,
        description="How many go up and how many go down between two divisions, at most half of each division.",
    )
    largest_division: Annotated[int, Field(ge=3, le=MAX_PLANNED)] = Field(
        default=20, description="A division with more entrants is split in halves."
    )
    smallest_division: Annotated[int, Field(ge=2, le=MAX_PLANNED)] = Field(
        default=6,
        description="A division with fewer entrants is merged with the next lower one, the lowest with the "
        "next higher.",
    )

    @model_validator(mode="after")
    def _divisions_can_be(self) -> Self:
        if self.largest_division + 1 < 2 * self.smallest_division:
            raise ValueError("half of a division that is split must be enough: `smallest_division` is too large")
        if self.smallest_division < self.sizes[0]:
            raise ValueError("`smallest_division` does not fill a table")
        return self


class ArenaStreaks(Strict):
    """What tables are worth to who wins one after the other."""

    after: Annotated[int, Field(ge=1, le=100)] = Field(
        default=2, description="After so many tables running that were won, alone in the first place, it begins."
    )
    factor: Annotated[int, Field(ge=2, le=10)] = Field(
        default=2,
        description="So many times the points of its tables count, up to the first that is not won, with it.",
    )


class ArenaStage(_Stage):
    """Whoever is free is paired again with somebody close in rank, until time is over. Entrants come and go meanwhile.
    Tables that are under way when time is over are played to their end, and count. It is one round."""

    format: Literal["arena"] = Field(default="arena", description="What the stage's format is.")
    duration_seconds: Seconds = Field(
        description="For how long tables are paired. While the tournament is paused, its time stands still."
    )
    seats: Annotated[int, Field(ge=2, le=5)] = Field(default=2, description="Seats of a table.")
    remainder: Literal["smaller_tables", "wait"] = Field(
        default="smaller_tables",
        description="At tables of three to five, if somebody has waited for `max_wait_seconds` and too few are free: "
        "the table has fewer seats, down to three; or they wait.",
    )
    max_wait_seconds: Annotated[int, Field(ge=1, le=3600)] = Field(
        default=20,
        description="Who has waited for so long is paired with whoever is free. Until then nobody meets those of its "
        "last table again, and the reach in ranks grows with the waiting.",
    )
    late_entry: bool = Field(default=True, description="Whether players may enter while it runs, if it is the first.")
    points: TwoSeatPoints = Field(
        default=TwoSeatPoints(win=200, draw=100), description="What a table of two seats is worth."
    )
    place_points: _PlacePoints = _PLACE_POINTS
    streaks: ArenaStreaks | None = Field(
        default=None, description="What a winning streak is worth; null: no more than its tables."
    )

    @property
    def sizes(self) -> range:
        """How many seats a table may have."""
        return _sizes(self.seats, is_smaller=self.remainder == "smaller_tables")

    @property
    def keeps_apart(self) -> bool:
        """Whether it heeds who is to be kept apart."""
        return True

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        if self.seats > _TWO_SEATS:
            _check_place_points(self.place_points, self.seats)
        _check_no_buchholz(self.tie_breaks, "where not all have as many tables")
        return self


BracketStage: TypeAlias = EliminationStage | TableEliminationStage
"""Its tables need winners."""
PlannedStage: TypeAlias = RoundRobinStage | LadderStage
"""Its tables follow from the seeding."""

Stage: TypeAlias = Annotated[
    SwissStage | PodsStage | BracketStage | PlannedStage | ArenaStage,
    Field(discriminator="format"),
]


class ApartRule(Strict):
    """Who is kept apart by a rule, as far as that can be."""

    who: Literal["same_owner"] = Field(
        default="same_owner", description="`same_owner`: bots of one person, and that person."
    )
    rounds: Rounds | None = Field(default=None, description="In so many rounds from the first; null: in all.")


class EntryRules(Strict):
    """Who may enter, and when."""

    registration: Registration = Field(
        default="open",
        description="`open`: players enter by themselves; `listed`: those do who are on the list of guests; `invited`: "
        "those whom a host invites.",
    )
    bots: Literal["none", "allowed", "only"] = Field(
        default="none", description="Whether bots may enter. Everybody who looks at the tournament is told."
    )
    min_rating: RatingLimit | None = Field(default=None, description="Who has less cannot enter; null: no limit.")
    max_rating: RatingLimit | None = Field(default=None, description="Who has more cannot enter; null: no limit.")
    capacity: Capacity = Field(
        default=MAX_ENTRANTS, description="How many take part; who enters later stands on the waiting list."
    )
    check_in_seconds: Seconds | None = Field(
        default=None, description="Entrants must check in within so long before the start; null: nobody has to."
    )
    late_until_round: Annotated[int, Field(ge=0, le=MAX_ROUNDS)] = Field(
        default=0,
        description="Entry is possible until this round has been paired; 0: until the start. Who enters a ladder late "
        "plays from its next season on. An arena has `late_entry` instead.",
    )
    late_points: Points = Field(
        default=0, description="What somebody who enters late has for each round missed, in hundredths."
    )
    byes: Annotated[int, Field(ge=0, le=MAX_ROUNDS)] = Field(
        default=1,
        description="How many rounds an entrant may ask not to be paired in, with points; in Swiss and pods only.",
    )
    bye_points: Points = Field(default=50, description="What a bye that was asked for is worth, in hundredths.")
    pairing_bye_points: Points = Field(
        default=100,
        description="What an entrant has who is not paired because the number does not fit, in hundredths; in Swiss "
        "and pods only: in a plan, all sit out in turn.",
    )

    @model_validator(mode="after")
    def _limits_are_in_order(self) -> Self:
        if self.min_rating is not None and self.max_rating is not None and self.min_rating > self.max_rating:
            raise ValueError("`min_rating` is above `max_rating`")
        return self

    @property
    def is_run_between_bots(self) -> bool:
        """Only bots enter, and only those that a host enters."""
        return self.bots == "only" and self.registration == "invited"


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
        description="How long a round takes at most, and in an arena a table: a table that has not ended by then is "
        "lost by those who must decide at that moment; null: as long as its matches take.",
    )


class PresenceTerms(Strict):
    """Who does not come to its table, or leaves it, loses it."""

    kind: Literal["required", "none"] = Field(
        default="required",
        description="`required`: players must come to their tables; `none`: nobody has to, who never comes is played "
        "for by the clock and may win, and the rest says nothing.",
    )
    time_outs: Annotated[int, Field(ge=1, le=100)] = Field(
        default=3, description="Who has let the time of so many turns running run out has left the table."
    )
    leaving: Literal["forfeit", "played_for"] = Field(
        default="forfeit",
        description="What follows if somebody who came has left: it loses the table; or it is played for, as "
        "`on_time_out` says, and the result counts.",
    )
    withdrawing: Literal["table_ends", "played_on"] = Field(
        default="table_ends",
        description="What follows if somebody withdraws, or is withdrawn, during a round: it loses its table at once; "
        "or the table is played to its end, as always in an arena.",
    )
    out_after: Annotated[int, Field(ge=0, le=MAX_ROUNDS)] = Field(
        default=2,
        description="The platform withdraws who has missed so many tables since it entered or returned; 0: nobody. In "
        "an arena it withdraws who has missed one.",
    )
    out_after_in_elimination: Annotated[int, Field(ge=0, le=MAX_ROUNDS)] = Field(
        default=1, description="The same while an elimination is played."
    )


class PresenceRule(PresenceTerms):
    """Who must be there, and what follows if somebody is not. Bots of the house are always there."""

    grace_seconds: Seconds = Field(
        description="For so long after the start of its match somebody may come to its table. While the tournament is "
        "paused, that time stands still."
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
    apart: ApartRule | None = Field(
        default=None,
        description="Who is kept apart by a rule, beside those that hosts keep apart; in Swiss, pods and arenas. Where "
        "no pairing does, the largest such group is given up first, and the round's notes say so; in an arena those "
        "meet who have waited too long.",
    )
    unplayed_rules: UnplayedYear = Field(
        default=2026, description="How tie-breaks treat rounds that were not played: by FIDE's rules of which year."
    )
    assistance: Assistance = Field(
        default="none",
        # Left out as it is usual: settings of before there was any keep their digest.
        exclude_if=lambda assistance: assistance == "none",
        description="Whether the platform helps who plays in a match; left out: `none`. With `open` none is rated.",
    )
    presence: PresenceRule | None = Field(
        default=None,
        exclude_if=lambda presence: presence is None,  # settings of before there was any keep their digest
        description="Who must be there; left out: nobody, in tournaments that are older than this rule.",
    )
    seed_sha256: Hash = Field(
        description="SHA-256 of the tournament's seed, hexadecimal: draws and matches follow from it."
    )

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        for number, (stage, after) in enumerate(pairwise(self.stages)):
            if stage.advance is None:
                raise Misfit("is missing: a stage follows", "stages", number, "advance")
            if not after.sizes[0] <= stage.advance <= after.most_entrants:
                raise Misfit(
                    f"must be {range_words(after.sizes[0], after.most_entrants)}: for so many the next stage is",
                    "stages",
                    number,
                    "advance",
                )
        if self.stages[-1].advance is not None:
            raise Misfit("is of the last stage: nothing follows", "stages", len(self.stages) - 1, "advance")
        if self.entry.bots != "only" and isinstance(self.time_control, NoClocks) and self.times.round_seconds is None:
            raise Misfit(
                "a tournament with people needs a `time_control` or `round_seconds`: else a round may never end",
                "time_control",
            )
        if self.entry.late_until_round and not self.stages[0].takes_late_entries:
            why = "the schedule of the first stage depends on who is there at its start"
            if isinstance(self.stages[0], ArenaStage):
                why = "an arena says itself whether it takes late entries: `late_entry`"
            raise Misfit(f"must be 0: {why}", "entry", "late_until_round")
        if isinstance(self.time_control, NoClocks) and not isinstance(self.on_time_out, PlayDefault):
            raise Misfit("needs a `time_control`: without clocks no time is over", "on_time_out")
        if self.plays_duplicates and not self.entry.is_run_between_bots:
            raise Misfit(
                "must have `bots` `only` and `registration` `invited`: who has played a deal knows its cards, so only "
                "bots of the house play duplicate deals",
                "entry",
            )
        rule, longest = self.presence_rule, self.times.round_seconds
        if rule is not None and longest is not None and rule.grace_seconds > longest:
            raise Misfit("is longer than a round takes: `round_seconds`", "presence", "grace_seconds")
        if self.apart is not None and not any(stage.keeps_apart for stage in self.stages):
            raise Misfit("no stage keeps anybody apart: Swiss, pods of the system `swiss` and arenas do", "apart")
        return self

    @property
    def presence_rule(self) -> PresenceRule | None:
        """Who must be there; None: nobody."""
        return self.presence if self.presence is not None and self.presence.kind == "required" else None

    @property
    def plays_duplicates(self) -> bool:
        """Whether a table plays one deal several times."""
        return any(stage.deals == "duplicate" for stage in self.stages)

    @property
    def places(self) -> int:
        """How many take part at most."""
        return min(self.entry.capacity, self.stages[0].most_entrants)

    @property
    def fewest_entrants(self) -> int:
        """How many are needed for one table of the first stage."""
        return self.stages[0].sizes[0]

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
