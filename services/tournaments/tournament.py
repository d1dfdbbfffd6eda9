"""A tournament, as its log makes it. :func:`fold` reads a log; :meth:`Tournament.apply` adds one entry and says whether
it can be.

Nothing here knows of matches, clocks or databases.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Final

from services.tournaments.arena_state import ArenaState
from services.tournaments.elimination import FINAL
from services.tournaments.log import (
    Accepted,
    ByeRequested,
    Cancelled,
    Changed,
    CheckedIn,
    Entered,
    Finished,
    GameCalledOff,
    GameEnded,
    GameVoid,
    Happening,
    Invited,
    KeptApart,
    LoggedHappening,
    Paused,
    ResultSet,
    Resumed,
    Returned,
    RoundEnded,
    RoundPaired,
    SeasonStarted,
    SeedGiven,
    SeedGivenByHost,
    StageEnded,
    StageStarted,
    Started,
    TablePaired,
    Undone,
    Withdrawn,
)
from services.tournaments.records import RoundResult
from services.tournaments.settings import (
    MAX_ENTRANTS,
    ArenaStage,
    BracketStage,
    EliminationStage,
    LadderStage,
    Stage,
    TableEliminationStage,
    TournamentSettings,
)
from services.tournaments.table_decision import DecidedBy, TableResult, TableRules, decide

MAX_MEMBERS: Final = 2 * MAX_ENTRANTS
"""So many may ever enter, those who have withdrawn or stand on the waiting list included."""
MOST_VOID_GAMES: Final = 3
"""A table of which so many matches have ended without a result waits for its host."""
PAIRS_BY_ITSELF: Final = "an arena pairs by itself, whoever is free"


class NotPossible(Exception):
    """What was to happen cannot happen now. The message says why, to who wanted it."""


class TournamentStatus(Enum):
    """How far a tournament is."""

    REGISTRATION = "registration"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    CANCELLED = "cancelled"

    @property
    def is_over(self) -> bool:
        """Nothing more is played."""
        return self in (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)

    @property
    def is_under_way(self) -> bool:
        """It has started, and is not over."""
        return self in (TournamentStatus.RUNNING, TournamentStatus.PAUSED)


@dataclass(frozen=True, slots=True)
class Member:
    """An entrant through the whole tournament. ``owner``: the person that a bot belongs to. ``entry``: the number of
    the log's entry by which it has entered. ``is_invited``: by a host, and it has not agreed: it takes no part.
    ``withdrawn_by``: who has withdrawn it last; None: the platform. ``first_round``: from which round on it takes part.
    ``byes``: rounds in which it asked not to be paired. ``number``: of a bot of the house, among those of its kind in
    the order of entry, from 1. ``client_seed_sha256``: of the seed that it has given; None: none."""

    id: str
    name: str
    player_id: str | None = None
    bot: str | None = None
    bot_version: str | None = None
    is_bot: bool = False
    rating: int | None = None
    owner: str | None = None
    entry: int = 0
    is_invited: bool = False
    is_checked_in: bool = False
    is_withdrawn: bool = False
    withdrawn_by: str | None = None
    first_round: int = 1
    byes: frozenset[int] = frozenset()
    number: int = 0
    client_seed_sha256: str | None = None

    @property
    def known_as(self) -> str:
        """Who it is to the tournament's chance: nothing of that is a host's to choose once it has entered."""
        return self.player_id if self.player_id is not None else f"bot:{self.bot}:{self.number}"

    @property
    def takes_part(self) -> bool:
        """It has entered or agreed to, and has not withdrawn."""
        return not (self.is_withdrawn or self.is_invited)

    def is_own(self, player_id: str | None) -> bool:
        """Whether it is this player, or a bot of this player's: who may agree to something in its name."""
        return player_id is not None and player_id in (self.player_id, self.owner)


@dataclass(frozen=True, slots=True)
class Meetings:
    """What was dealt to the same entrants so far. ``dealt``: how many deals; none is dealt again. ``ended``: how many
    games have ended with a result. ``spent``: how many matches of the game that is played next were dealt before and do
    not count; ``last``: the entry that says so of the last of them."""

    dealt: int = 0
    ended: int = 0
    spent: int = 0
    last: LoggedHappening | None = None


NO_MEETINGS: Final = Meetings()


@dataclass(frozen=True, slots=True)
class TableState:
    """A table of a round. ``number``: from 1. ``entry``: the number of the log's entry that has paired it, at
    ``paired_ms``. ``away``: those of its entrants who were not there then. ``by_seed``: the entrants of a table of an
    elimination, the better seed first; else empty. ``games``: its matches that have ended with a result; ``voids``:
    those that have ended without. ``taken_back``: how often the host has taken back what decided or replaced it.
    ``set_in``: the log's entry that says how it has ended, whatever was played. ``is_called_off``: the host has taken
    it back; it counts for nobody. ``result`` follows from all that; None: it is not decided."""

    number: int
    entrants: tuple[str, ...]
    reasons: tuple[str, ...]
    node: str | None
    rules: TableRules
    entry: int
    paired_ms: int
    away: tuple[str, ...] = ()
    by_seed: tuple[str, ...] = ()
    games: tuple[GameEnded, ...] = ()
    voids: tuple[GameVoid, ...] = ()
    taken_back: int = 0
    set_in: LoggedHappening | None = None
    is_called_off: bool = False
    result: TableResult | None = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "result", self._decided())

    @property
    def void_games(self) -> int:
        """How many of its matches have ended without a result."""
        return len(self.voids)

    @property
    def set_by_host(self) -> ResultSet | None:
        """The result that was set; None: none was."""
        return self.set_in.what if self.set_in is not None and isinstance(self.set_in.what, ResultSet) else None

    @property
    def present(self) -> tuple[str, ...]:
        """Who plays, in order of seats."""
        return tuple(entrant for entrant in self.entrants if entrant not in self.away) if self.away else self.entrants

    @property
    def wanted_games(self) -> int:
        """How many matches it plays, if no more are needed to decide it."""
        return len(self.present) if self.rules.is_duplicate else self.rules.games

    @property
    def next_game(self) -> int:
        """The number of the match that is played now or next, from 1."""
        return len(self.games) + 1

    @property
    def lost_matches(self) -> int:
        """How many of its matches at most have ended without a result or were called off."""
        return self.void_games + self.taken_back

    @property
    def must_have_winner(self) -> bool:
        """Some go on from here, and some do not."""
        return bool(self.by_seed)

    @property
    def is_open(self) -> bool:
        """It is to have a result, and has none."""
        return self.result is None and not self.is_called_off

    @property
    def waits_for_host(self) -> bool:
        """Too many of its matches have ended without a result."""
        return self.void_games >= MOST_VOID_GAMES and self.is_open

    @property
    def needs_match(self) -> bool:
        """A match of it is to be played, or is being played."""
        return self.void_games < MOST_VOID_GAMES and self.is_open

    def seated(self, game: int) -> tuple[str, ...]:
        """Who sits where in a match of this table: everybody moves on by one seat with each match."""
        present = self.present
        shift = (game - 1) % len(present)
        return present[shift:] + present[:shift]

    def deal(self, game: int) -> int | None:
        """Which of the table's deals a match plays, from 0; None: it has chance of its own."""
        return (game - 1) // len(self.present) if self.rules.is_duplicate else None

    def _decided(self) -> TableResult | None:
        if self.set_in is not None and (told := self.set_by_host) is not None:
            by = DecidedBy.PLATFORM if self.set_in.by is None else DecidedBy.HOST
            return TableResult(told.places, told.forfeits, decided_by=by, why=self.set_in.reason)
        return decide(self.entrants, self.away, self.by_seed, self.games, self.rules)


class WrongResult(Exception):
    """A result is none of its table. ``pointer``: what of it, as a JSON pointer."""

    def __init__(self, pointer: str, problem: str) -> None:
        super().__init__(problem)
        self.pointer = pointer
        self.problem = problem


def check_places(table: TableState, result: ResultSet) -> None:
    """Whether a result could be one of a table.

    Raises:
        WrongResult: it could not.
    """
    places = result.places
    if len(places) != len(table.entrants) or any(
        place != 1 + sum(other < place for other in places) for place in places
    ):
        raise WrongResult("/places", "each entrant has a place: one more than those before it")
    if not set(result.forfeits) <= set(table.entrants):
        raise WrongResult("/forfeits", "who forfeits sits at the table")
    if len(set(result.forfeits)) < len(result.forfeits):
        raise WrongResult("/forfeits", "names somebody twice")
    if table.must_have_winner and sum(place <= table.rules.go_on for place in places) != table.rules.go_on:
        raise WrongResult("/places", "one of them goes on" if table.rules.go_on == 1 else "two of them go on")


@dataclass(slots=True)
class RoundState:
    """A round. ``stage``: that it belongs to, from 0. ``number``: through all stages, from 1. ``entry``: the number of
    the log's entry that has paired it. ``tables``: by number; :meth:`put` changes them. ``open``: the numbers of those
    that have no result yet. ``tables_of``: the numbers of each entrant's, in order. ``arena``: who is free; None: the
    stage is no arena. ``results``: of an arena, what entrants have of their tables, as far as somebody has asked for it
    and none of these tables has changed since."""

    number: int
    stage: int
    paired: RoundPaired
    entry: int
    paired_ms: int
    tables: list[TableState] = field(default_factory=list)
    ended_ms: int | None = None
    arena: ArenaState | None = None
    open: set[int] = field(default_factory=set)
    tables_of: dict[str, tuple[int, ...]] = field(default_factory=dict)
    results: dict[str, tuple[RoundResult, ...]] = field(default_factory=dict, compare=False, repr=False)

    def copy(self) -> "RoundState":
        """The same, to go on from."""
        return replace(
            self,
            tables=list(self.tables),
            arena=None if self.arena is None else self.arena.copy(),
            open=set(self.open),
            tables_of=dict(self.tables_of),
            results=dict(self.results),
        )

    def put(self, table: TableState) -> None:
        """A table as it stands now: the next one, or one that is there."""
        if table.number > len(self.tables):
            self.tables.append(table)
            for entrant in () if table.is_called_off else table.entrants:
                self.tables_of[entrant] = (*self.tables_of.get(entrant, ()), table.number)
        else:
            self.tables[table.number - 1] = table
        for entrant in table.entrants:
            self.results.pop(entrant, None)
        if table.is_open:
            self.open.add(table.number)
        else:
            self.open.discard(table.number)

    @property
    def open_tables(self) -> list[TableState]:
        """Those that have no result yet, by number."""
        return [self.tables[number - 1] for number in sorted(self.open)]

    def of(self, entrant: str) -> list[TableState]:
        """The tables of an entrant, in order. In an arena it may have many, else one at most."""
        return [self.tables[number - 1] for number in self.tables_of.get(entrant, ())]

    def table_paired_in(self, entry: int, number: int) -> TableState | None:
        """A table, if it is the one that an entry of the log has paired; None: there is another by now, or none."""
        table = self.tables[number - 1] if number <= len(self.tables) else None
        return table if table is not None and table.entry == entry else None

    def is_played_by(self, entrant: str) -> bool:
        """Whether an entrant sits at a table that is played."""
        return any(table.needs_match for table in self.of(entrant)[-1:])

    @property
    def is_decided(self) -> bool:
        """All of its tables have results."""
        return not self.open

    @property
    def has_begun(self) -> bool:
        """Something of it was played, or set by the host."""
        return any(table.games or table.set_in is not None for table in self.tables)


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a ladder. ``number``: from 1. ``divisions``: the highest first. ``rounds_before``: how many rounds
    the stage had before it."""

    number: int
    divisions: tuple[tuple[str, ...], ...]
    rounds_before: int


@dataclass(slots=True)
class StageState:
    """A stage that has begun. ``seeding``: who plays in it, the best first. ``seasons``: of a ladder, that have begun.
    ``order``: who played in it, at its end, the best first."""

    number: int
    settings: Stage
    seeding: tuple[str, ...]
    rounds: list[RoundState] = field(default_factory=list)
    seasons: list[Season] = field(default_factory=list)
    order: tuple[str, ...] | None = None

    @property
    def is_elimination(self) -> bool:
        """Its tables need winners."""
        return isinstance(self.settings, BracketStage)


class Tournament:
    """A tournament as it stands. ``revision``: the number of its last entry. ``undone``: the numbers of the entries
    that count no more. ``settings``: as they are by now. ``paused_ms``: when it was paused last. ``meetings``: what was
    dealt to whom. ``seed_given_by_host``: its host knows every card; ``seed_may_be_given``: or may, nobody can tell.
    ``ever_paired``: who was ever paired, also in what was undone."""

    __slots__ = (
        "_bots",
        "_is_read_back",
        "_players",
        "ever_paired",
        "kept_apart",
        "meetings",
        "members",
        "paused_ms",
        "revision",
        "rounds",
        "seed_given_by_host",
        "seed_may_be_given",
        "seeding",
        "settings",
        "stages",
        "started_ms",
        "status",
        "undone",
    )

    def __init__(self, settings: TournamentSettings) -> None:
        self.settings = settings
        self.status = TournamentStatus.REGISTRATION
        self.members: dict[str, Member] = {}
        self.seeding: tuple[str, ...] = ()
        self.stages: list[StageState] = []
        self.rounds: list[RoundState] = []
        self.kept_apart: list[KeptApart] = []
        self.started_ms: int | None = None
        self.paused_ms = 0
        self.revision = 0
        self.undone: frozenset[int] = frozenset()
        self.meetings: dict[frozenset[str], Meetings] = {}
        self.seed_given_by_host = False
        self.seed_may_be_given = False
        self.ever_paired: set[str] = set()
        self._is_read_back = False
        self._players: set[str] = set()
        self._bots: Counter[str] = Counter()

    def copy(self) -> "Tournament":
        """The same, to go on from: what happens in one does not happen in the other."""
        made = Tournament(self.settings)
        made.status = self.status
        made.members = dict(self.members)
        made.seeding = self.seeding
        made.rounds = [state.copy() for state in self.rounds]
        made.stages = [
            replace(
                stage,
                rounds=[made.rounds[state.number - 1] for state in stage.rounds],
                seasons=list(stage.seasons),
            )
            for stage in self.stages
        ]
        made.kept_apart = list(self.kept_apart)
        made.started_ms = self.started_ms
        made.paused_ms = self.paused_ms
        made.revision = self.revision
        made.undone = self.undone
        made.meetings = dict(self.meetings)
        made.seed_given_by_host = self.seed_given_by_host
        made.seed_may_be_given = self.seed_may_be_given
        made.ever_paired = set(self.ever_paired)
        made._players = set(self._players)
        made._bots = self._bots.copy()
        return made

    # -- what stands ---------------------------------------------------------------------------------------------------

    @property
    def stage(self) -> StageState | None:
        """The stage that is played; None: none has begun, or the last that began is over."""
        return self.stages[-1] if self.stages and self.stages[-1].order is None else None

    @property
    def open_round(self) -> RoundState | None:
        """The round that is played."""
        return self.rounds[-1] if self.rounds and self.rounds[-1].ended_ms is None else None

    def table(self, round_number: int, table_number: int) -> TableState:
        """A table.

        Raises:
            NotPossible: there is no such table.
        """
        if not 1 <= round_number <= len(self.rounds):
            raise NotPossible(f"there is no round {round_number}")
        tables = self.rounds[round_number - 1].tables
        if not 1 <= table_number <= len(tables):
            raise NotPossible(f"round {round_number} has no table {table_number}")
        return tables[table_number - 1]

    def meetings_of(self, table: TableState) -> Meetings:
        """What was dealt so far to those who play at a table."""
        return self.meetings.get(frozenset(table.present), NO_MEETINGS)

    def next_deal(self, table: TableState) -> int:
        """Which deal between those who play at a table its next match is, from 1."""
        dealt = self.meetings_of(table).dealt
        is_played_on = table.rules.is_duplicate and (table.next_game - 1) % len(table.present) > 0
        return dealt if is_played_on else dealt + 1

    @property
    def is_for_the_house(self) -> bool:
        """Bots of the house play in it, and nobody else: who plays knows cards, or the host does."""
        return self.host_may_know_cards or self.settings.plays_duplicates

    @property
    def host_may_know_cards(self) -> bool:
        """Its host has given the seed, or may have."""
        return self.seed_given_by_host or self.seed_may_be_given

    @property
    def why_for_the_house(self) -> str:
        """Why nobody else plays in it."""
        if self.seed_given_by_host:
            return "its host has given the seed and knows every card"
        if self.seed_may_be_given:
            return "it was made before it was noted whether its host has given the seed and knows every card"
        return "who has played a deal knows its cards"

    def member(self, entrant: str) -> Member:
        """An entrant.

        Raises:
            NotPossible: there is no such entrant.
        """
        found = self.members.get(entrant)
        if found is None:
            raise NotPossible("there is no such entrant")
        return found

    @property
    def admitted(self) -> list[Member]:
        """Who has a place, in the order of entry: as many as there is room for."""
        return self._present[: self.settings.places]

    @property
    def waiting(self) -> list[Member]:
        """Who stands on the waiting list, in its order."""
        return self._present[self.settings.places :]

    @property
    def _present(self) -> list[Member]:
        there = (member for member in self.members.values() if member.takes_part)
        return sorted(there, key=lambda member: member.entry)

    @property
    def open_arena(self) -> ArenaState | None:
        """The arena that is played."""
        state = self.open_round
        return None if state is None else state.arena

    def takes_late_entries(self, at_ms: int) -> bool:
        """Whether somebody may still enter although it has started."""
        if not self.status.is_under_way or len(self.stages) > 1:
            return False
        first = self.settings.stages[0]
        if isinstance(first, ArenaStage):
            arena = self.open_arena
            is_over = at_ms >= arena.ends_ms if arena is not None else bool(self.rounds)
            return first.late_entry and not is_over
        return len(self.rounds) < self.settings.entry.late_until_round

    # -- what happens --------------------------------------------------------------------------------------------------

    def apply(self, entry: LoggedHappening) -> None:
        """Let something happen.

        Raises:
            NotPossible: it cannot happen now; nothing has changed.
        """
        if entry.number <= self.revision:
            raise NotPossible("the log has gone on")
        _HANDLERS[type(entry.what)](self, entry.what, entry)
        self._note_paired(entry.what)
        self.revision = entry.number

    def _note_paired(self, what: Happening) -> None:
        """Who sits at a table has seen the seeds of others, whatever becomes of the table."""
        if isinstance(what, RoundPaired):
            self.ever_paired.update(entrant for table in what.tables for entrant in table.entrants)
        elif isinstance(what, TablePaired):
            self.ever_paired.update(what.entrants)

    def read_back(self, entry: LoggedHappening, *, is_old: bool) -> None:
        """Let happen what a log says, or note that it counts no more. ``is_old``: as :func:`fold` says.

        Raises:
            NotPossible: it cannot happen now.
        """
        self._is_read_back = is_old
        try:
            if entry.number in self.undone:
                self.take_back(entry)
            else:
                self.apply(entry)
        finally:
            self._is_read_back = False

    def _changed(self, what: Changed, _: LoggedHappening) -> None:
        rules = {name: value for name in ("entry", "times") if (value := getattr(what, name)) is not None}
        if not rules:
            return
        self._need(TournamentStatus.REGISTRATION)
        if what.entry is not None and not what.entry.is_run_between_bots:
            self._need_strangers()
        self.settings = self.settings.model_copy(update=rules)

    def _seed_given_by_host(self, _what: SeedGivenByHost, _: LoggedHappening) -> None:
        if self.members:
            raise NotPossible("somebody has entered")
        self.seed_given_by_host = True

    def take_back(self, entry: LoggedHappening) -> None:
        """Note that this stood in the log and counts no more: the matches that it called off are not played again, but
        others in their places. A table of an arena keeps its number."""
        what = entry.what
        self._note_paired(what)
        if not isinstance(what, ResultSet | RoundPaired | TablePaired) or what.round > len(self.rounds):
            return  # nothing, or of a round that is there no more, or not yet again
        state = self.rounds[what.round - 1]
        if isinstance(what, TablePaired):
            if state.arena is not None and what.table == len(state.tables) + 1:
                state.put(replace(self._arena_table(what, entry), is_called_off=True))
            return
        tables = state.tables if isinstance(what, RoundPaired) else state.tables[what.table - 1 : what.table]
        for table in tables:
            state.put(replace(table, taken_back=table.taken_back + 1))

    def _entered(self, what: Entered, entry: LoggedHappening) -> None:
        self._add(what, entry, is_invited=False)

    def _invited(self, what: Invited, entry: LoggedHappening) -> None:
        self._add(what, entry, is_invited=True)

    def _add(self, what: Entered | Invited, entry: LoggedHappening, *, is_invited: bool) -> None:
        if what.entrant in self.members:
            raise NotPossible("has entered already")
        if what.player in self._players:
            raise NotPossible("this player has entered already")
        if what.player is not None:
            self._need_strangers()
        if len(self.members) >= MAX_MEMBERS:
            raise NotPossible(f"{MAX_MEMBERS} have entered")
        member = Member(
            what.entrant,
            what.name,
            what.player,
            what.bot,
            what.bot_version,
            what.is_bot,
            what.rating,
            what.owner,
            entry.number,
            is_invited,
            number=0 if what.bot is None else self._bots[what.bot] + 1,
        )
        self._need_entries(entry.at_ms)
        self.members[member.id] = member if is_invited else self._joined(member, entry.at_ms)
        if what.player is not None:
            self._players.add(what.player)
        if what.bot is not None:
            self._bots[what.bot] += 1

    def _accepted(self, what: Accepted, entry: LoggedHappening) -> None:
        member = self.member(what.entrant)
        if not member.is_invited or member.is_withdrawn:
            raise NotPossible("is not invited")
        self._need_strangers()
        self._need_entries(entry.at_ms)
        agreed = replace(member, is_invited=False, entry=entry.number)
        self.members[member.id] = self._joined(agreed, entry.at_ms)

    def _need_strangers(self) -> None:
        """Whether others than bots of the house may take part. Those stay who entered before this was asked."""
        if self.is_for_the_house and not self._is_read_back:
            raise NotPossible(f"only bots of the house play in it: {self.why_for_the_house}")

    def _need_entries(self, at_ms: int) -> None:
        if self.status is not TournamentStatus.REGISTRATION and not self.takes_late_entries(at_ms):
            raise NotPossible("registration is over")

    def _joined(self, member: Member, at_ms: int) -> Member:
        """Somebody as it takes part from now on; where it has started, from the next round on, in an arena at once."""
        if self.status is TournamentStatus.REGISTRATION:
            return member
        if len(self.admitted) >= self.settings.places:
            raise NotPossible("there is no place left")
        arena = self.open_arena
        if (stage := self.stage) is not None:
            stage.seeding = (*stage.seeding, member.id)
        elif not self.stages:  # it has just started
            self.seeding = (*self.seeding, member.id)
        if arena is not None:
            arena.free[member.id] = at_ms
        return replace(member, first_round=len(self.rounds) + (arena is None), is_checked_in=True)

    def _has_taken_part(self, entrant: str) -> bool:
        return entrant in self.seeding or any(entrant in stage.seeding for stage in self.stages)

    def _checked_in(self, what: CheckedIn, _: LoggedHappening) -> None:
        self._need(TournamentStatus.REGISTRATION)
        member = self.member(what.entrant)
        if member.is_invited:
            raise NotPossible("has not agreed to take part")
        self.members[member.id] = replace(member, is_checked_in=True)

    def _seed_given(self, what: SeedGiven, _: LoggedHappening) -> None:
        self._need_not_over()
        member = self.member(what.entrant)
        if member.bot is not None:
            raise NotPossible("a bot of the house gives no seed")
        if member.client_seed_sha256 is not None:
            raise NotPossible("has given a seed already")
        if member.id in self.ever_paired:
            raise NotPossible("has been paired: a seed is given before")
        self.members[member.id] = replace(member, client_seed_sha256=what.client_seed_sha256)

    def _withdrawn(self, what: Withdrawn, entry: LoggedHappening) -> None:
        self._need_not_over()
        member = self.member(what.entrant)
        if member.is_withdrawn:
            raise NotPossible("has withdrawn already")
        self.members[member.id] = replace(member, is_withdrawn=True, withdrawn_by=entry.by)
        if (arena := self.open_arena) is not None:
            arena.leaves(member.id)

    def _returned(self, what: Returned, entry: LoggedHappening) -> None:
        self._need_not_over()
        member = self.member(what.entrant)
        if not member.is_withdrawn:
            raise NotPossible("has not withdrawn")
        if self.stage is not None and self.stage.is_elimination:
            raise NotPossible("who leaves an elimination is out")
        agrees = not member.is_invited or member.is_own(entry.by)
        returned = replace(member, is_withdrawn=False, withdrawn_by=None)
        if agrees and member.is_invited:
            self._need_strangers()
            returned = replace(returned, is_invited=False, entry=entry.number)
        if agrees and not self._has_taken_part(member.id):
            self._need_entries(entry.at_ms)
            returned = self._joined(returned, entry.at_ms)
        self.members[member.id] = returned
        state = self.open_round
        if state is None or state.arena is None or self.stage is None or member.id not in self.stage.seeding:
            return
        if not state.is_played_by(member.id):
            state.arena.free[member.id] = entry.at_ms

    def _bye_requested(self, what: ByeRequested, _: LoggedHappening) -> None:
        self._need_not_over()
        member = self.member(what.entrant)
        if what.round <= len(self.rounds):
            raise NotPossible(f"round {what.round} has been paired")
        stages = self.settings.stages[max(0, len(self.stages) - 1) :]
        if not any(stage.takes_byes for stage in stages):
            raise NotPossible("no stage to come has byes that are asked for: Swiss and pods do")
        byes = member.byes | {what.round}
        if len(byes) > self.settings.entry.byes:
            raise NotPossible(f"an entrant may ask for {self.settings.entry.byes} byes")
        self.members[member.id] = replace(member, byes=byes)

    def _started(self, what: Started, entry: LoggedHappening) -> None:
        self._need(TournamentStatus.REGISTRATION)
        known = {member.id for member in self.admitted}
        if len(set(what.seeding)) < len(what.seeding) or not known.issuperset(what.seeding):
            raise NotPossible("the seeding names somebody twice, or somebody who does not take part")
        if len(what.seeding) < self.settings.fewest_entrants:
            raise NotPossible("too few have entered")
        self.status = TournamentStatus.RUNNING
        self.started_ms = entry.at_ms
        self.seeding = what.seeding
        playing = set(what.seeding)
        for member in [each for each in self.members.values() if each.takes_part and each.id not in playing]:
            self.members[member.id] = replace(member, is_withdrawn=True)

    def _stage_started(self, what: StageStarted, _: LoggedHappening) -> None:
        self._need(TournamentStatus.RUNNING)
        if self.stage is not None or what.stage != len(self.stages):
            raise NotPossible("another stage is to be played")
        if len(set(what.seeding)) < len(what.seeding) or not set(what.seeding) <= set(self.members):
            raise NotPossible("the seeding names somebody twice, or somebody who has not entered")
        self.stages.append(StageState(what.stage, self.settings.stages[what.stage], what.seeding))

    def _round_paired(self, what: RoundPaired, entry: LoggedHappening) -> None:
        self._need(TournamentStatus.RUNNING)
        stage = self.stage
        if stage is None:
            raise NotPossible("no stage is played")
        again = what.round == len(self.rounds)
        if again and self.open_arena is not None:
            raise NotPossible(PAIRS_BY_ITSELF)
        if again and (self.open_round is None or self.rounds[-1].has_begun):
            raise NotPossible(f"round {what.round} has begun")
        if not again and (self.open_round is not None or what.round != len(self.rounds) + 1):
            raise NotPossible("another round is to be played")
        self._check_round(stage, what)
        seeds = {entrant: seed for seed, entrant in enumerate(stage.seeding)} if stage.is_elimination else {}
        state = RoundState(what.round, stage.number, what, entry.number, entry.at_ms)
        for number, table in enumerate(what.tables, 1):
            state.put(
                TableState(
                    number,
                    table.entrants,
                    table.reasons,
                    table.node,
                    _table_rules(stage.settings, table.node),
                    entry.number,
                    entry.at_ms,
                    table.away,
                    tuple(sorted(table.entrants, key=seeds.__getitem__)) if stage.is_elimination else (),
                )
            )
        if isinstance(stage.settings, ArenaStage):
            there = [entrant for entrant in stage.seeding if not self.members[entrant].is_withdrawn]
            ends_ms = entry.at_ms + 1000 * stage.settings.duration_seconds
            state.arena = ArenaState(ends_ms, dict.fromkeys(there, entry.at_ms))
        if again:
            stage.rounds[-1] = self.rounds[-1] = state
        else:
            stage.rounds.append(state)
            self.rounds.append(state)

    def _check_round(self, stage: StageState, what: RoundPaired) -> None:
        paired = [entrant for table in what.tables for entrant in table.entrants]
        left_out = [*(bye.entrant for bye in what.byes), *what.requested_byes, *what.absent]
        named = [*paired, *left_out]
        if len(set(named)) < len(named):
            raise NotPossible("somebody stands in this round twice")
        if not set(named) <= set(stage.seeding):
            raise NotPossible("somebody does not play in this stage")
        if isinstance(stage.settings, ArenaStage):
            if named:
                raise NotPossible(PAIRS_BY_ITSELF)
            return
        if not stage.is_elimination and set(named) != set(stage.seeding):
            raise NotPossible("somebody is left out who is neither paired nor absent")
        for table in what.tables:
            if len(table.entrants) not in stage.settings.sizes:
                raise NotPossible(f"a table of {len(table.entrants)} seats cannot be")
            if not set(table.away) < set(table.entrants):
                raise NotPossible("at a table, somebody is there, and who is away is one of it")
            if stage.seasons and not any(set(table.entrants) <= set(each) for each in stage.seasons[-1].divisions):
                raise NotPossible("in a season, those of one division meet")
        if stage.is_elimination and any(table.node is None for table in what.tables):
            raise NotPossible("a table of an elimination has its place in the bracket")

    def _table_paired(self, what: TablePaired, entry: LoggedHappening) -> None:
        self._need(TournamentStatus.RUNNING)
        state, arena = self.open_round, self.open_arena
        if state is None or arena is None or what.round != state.number:
            raise NotPossible("no such arena is played")
        if entry.at_ms >= arena.ends_ms:
            raise NotPossible("its time is over")
        if what.table != len(state.tables) + 1:
            raise NotPossible("another table is the next")
        table = self._arena_table(what, entry)
        if len(table.entrants) not in table.rules.sizes or len(set(table.entrants)) < len(table.entrants):
            raise NotPossible(f"a table of {len(set(table.entrants))} cannot be")
        if not arena.free.keys() >= set(table.entrants):
            raise NotPossible("somebody of this table is not free: it sits at another, or is not there")
        for entrant in table.entrants:
            del arena.free[entrant]
        state.put(table)

    def _arena_table(self, what: TablePaired, entry: LoggedHappening) -> TableState:
        rules = _table_rules(self.stages[self.rounds[what.round - 1].stage].settings, None)
        return TableState(what.table, what.entrants, what.reasons, None, rules, entry.number, entry.at_ms)

    def _game_ended(self, what: GameEnded, entry: LoggedHappening) -> None:
        table = self._running_table(what.round, what.table, what.game)
        if sorted(what.entrants) != sorted(table.present) or len(what.places) != len(what.entrants):
            raise NotPossible("the match is not of this table")
        before = self.meetings_of(table)
        self.meetings[frozenset(table.present)] = Meetings(self.next_deal(table), before.ended + 1)
        self._put(what.round, replace(table, games=(*table.games, what)), entry)

    def _game_void(self, what: GameVoid, entry: LoggedHappening) -> None:
        table = self._running_table(what.round, what.table, what.game)
        self._spend(table.present, entry, is_duplicate=table.rules.is_duplicate)
        self._put(what.round, replace(table, voids=(*table.voids, what)), entry)

    def _game_called_off(self, what: GameCalledOff, entry: LoggedHappening) -> None:
        self._spend(what.entrants, entry, is_duplicate=what.is_duplicate)

    def _spend(self, entrants: Sequence[str], entry: LoggedHappening, *, is_duplicate: bool) -> None:
        """A match was dealt and does not count. Duplicate deals are for those whom it does no good to know them."""
        before = self.meetings.get(frozenset(entrants), NO_MEETINGS)
        self.meetings[frozenset(entrants)] = replace(
            before, dealt=before.dealt + (not is_duplicate), spent=before.spent + 1, last=entry
        )

    def _put(self, round_number: int, table: TableState, entry: LoggedHappening) -> None:
        """A table as it stands after an entry. In an arena, who sat there is free when it is over; who has not come is
        to be withdrawn, but for bots of the house, which always come."""
        state = self.rounds[round_number - 1]
        was_played = state.tables[table.number - 1].needs_match
        state.put(table)
        if state.arena is None or not was_played or table.needs_match:
            return
        there = [entrant for entrant in table.entrants if not self.members[entrant].is_withdrawn]
        state.arena.free.update(dict.fromkeys(there, entry.at_ms))
        if table.result is not None and entry.by is None:
            lost = [entrant for entrant in there if entrant in table.result.forfeits]
            state.arena.missed.update({each: table.number for each in lost if self.members[each].bot is None})

    def _running_table(self, round_number: int, table_number: int, game: int) -> TableState:
        self._need_not_over()
        table = self.table(round_number, table_number)
        if table.is_called_off:
            raise NotPossible("this table was called off")
        if game != table.next_game:
            raise NotPossible("this match has ended already")
        return table

    def _result_set(self, what: ResultSet, entry: LoggedHappening) -> None:
        if not (self.status.is_under_way or self.status is TournamentStatus.FINISHED):
            raise NotPossible("it is not under way")
        table = self.table(what.round, what.table)
        if table.is_called_off:
            raise NotPossible("this table was called off")
        try:
            check_places(table, what)
        except WrongResult as error:
            raise NotPossible(error.problem) from None
        stage = self.stages[self.rounds[what.round - 1].stage]
        if stage.is_elimination and what.round < len(self.rounds):
            before = table.result
            if before is None or before.places != what.places:
                raise NotPossible("a later round was paired by this result: take that round back first")
        if stage.order is not None and len(self.stages) > stage.number + 1:
            raise NotPossible("the next stage has been seeded by this one: take that back first")
        self._put(what.round, replace(table, set_in=entry), entry)

    def _round_ended(self, what: RoundEnded, entry: LoggedHappening) -> None:
        self._need_not_over()
        state = self.open_round
        if state is None or state.number != what.round:
            raise NotPossible("another round is played")
        if not state.is_decided:
            raise NotPossible("a table has no result yet")
        if state.arena is not None and (self.status is TournamentStatus.PAUSED or entry.at_ms < state.arena.ends_ms):
            raise NotPossible("its time is not over")
        state.ended_ms = entry.at_ms

    def _stage_ended(self, what: StageEnded, _: LoggedHappening) -> None:
        self._need(TournamentStatus.RUNNING)
        stage = self.stage
        if stage is None or stage.number != what.stage or self.open_round is not None:
            raise NotPossible("the stage is not over")
        if sorted(what.order) != sorted(stage.seeding):
            raise NotPossible("the order names others than the stage")
        stage.order = what.order

    def _season_started(self, what: SeasonStarted, _: LoggedHappening) -> None:
        self._need(TournamentStatus.RUNNING)
        stage = self.stage
        if stage is None or stage.number != what.stage or not isinstance(stage.settings, LadderStage):
            raise NotPossible("no ladder is played")
        if what.season != len(stage.seasons) + 1 or what.season > stage.settings.seasons:
            raise NotPossible("another season is to be played")
        if self.open_round is not None:
            raise NotPossible("a round is played")
        named = [entrant for division in what.divisions for entrant in division]
        if len(set(named)) < len(named) or not set(named) <= set(stage.seeding):
            raise NotPossible("the divisions name somebody twice, or somebody who does not play in this stage")
        stage.seasons.append(Season(what.season, what.divisions, len(stage.rounds)))

    def _kept_apart(self, what: KeptApart, _: LoggedHappening) -> None:
        self._need_not_over()
        if len(set(what.entrants)) < len(what.entrants) or not set(what.entrants) <= set(self.members):
            raise NotPossible("it names somebody twice, or somebody who has not entered")
        paired = len(self.rounds) - (self.open_arena is not None)
        if what.until_round is not None and what.until_round <= paired:
            raise NotPossible(f"round {what.until_round} has been paired")
        if not any(stage.keeps_apart for stage in self.settings.stages[max(0, len(self.stages) - 1) :]):
            raise NotPossible("no stage to come keeps anybody apart: Swiss, pods of the system swiss and arenas do")
        self.kept_apart.append(what)

    def _paused(self, _what: Paused, entry: LoggedHappening) -> None:
        self._need(TournamentStatus.RUNNING)
        self.status = TournamentStatus.PAUSED
        self.paused_ms = entry.at_ms

    def _resumed(self, _what: Resumed, entry: LoggedHappening) -> None:
        self._need(TournamentStatus.PAUSED)
        self.status = TournamentStatus.RUNNING
        if (arena := self.open_arena) is not None:
            arena.goes_on(self.paused_ms, entry.at_ms)

    def _finished(self, _what: Finished, _: LoggedHappening) -> None:
        self._need(TournamentStatus.RUNNING)
        if len(self.stages) < len(self.settings.stages) or self.stages[-1].order is None:
            raise NotPossible("a stage is to be played")
        self.status = TournamentStatus.FINISHED

    def _cancelled(self, _what: Cancelled, _: LoggedHappening) -> None:
        self._need_not_over()
        self.status = TournamentStatus.CANCELLED

    def _undone(self, _what: Undone, _: LoggedHappening) -> None:
        """Nothing: :func:`fold` has left out what was undone."""

    def _need(self, status: TournamentStatus) -> None:
        if self.status is not status:
            raise NotPossible(f"it is not in {status.value} but in {self.status.value}")

    def _need_not_over(self) -> None:
        if self.status.is_over:
            raise NotPossible("it is over")


_HANDLERS: Final[Mapping[type, Callable[[Tournament, Any, LoggedHappening], None]]] = {
    Changed: Tournament._changed,
    Entered: Tournament._entered,
    Invited: Tournament._invited,
    Accepted: Tournament._accepted,
    CheckedIn: Tournament._checked_in,
    SeedGiven: Tournament._seed_given,
    SeedGivenByHost: Tournament._seed_given_by_host,
    Withdrawn: Tournament._withdrawn,
    Returned: Tournament._returned,
    ByeRequested: Tournament._bye_requested,
    Started: Tournament._started,
    StageStarted: Tournament._stage_started,
    SeasonStarted: Tournament._season_started,
    KeptApart: Tournament._kept_apart,
    RoundPaired: Tournament._round_paired,
    TablePaired: Tournament._table_paired,
    GameEnded: Tournament._game_ended,
    GameVoid: Tournament._game_void,
    GameCalledOff: Tournament._game_called_off,
    ResultSet: Tournament._result_set,
    RoundEnded: Tournament._round_ended,
    StageEnded: Tournament._stage_ended,
    Paused: Tournament._paused,
    Resumed: Tournament._resumed,
    Finished: Tournament._finished,
    Cancelled: Tournament._cancelled,
    Undone: Tournament._undone,
}


def _table_rules(settings: Stage, node: str | None) -> TableRules:
    """How a table of a stage is decided. ``node``: its place in a bracket."""
    go_on = 0
    if isinstance(settings, EliminationStage):
        go_on = 1
    elif isinstance(settings, TableEliminationStage):
        go_on = 1 if node == FINAL else settings.winners
    return TableRules(settings.sizes, settings.games, settings.deals == "duplicate", settings.sum_of, go_on)


CAN_BE_UNDONE: Final = (
    CheckedIn,
    Withdrawn,
    Returned,
    ByeRequested,
    KeptApart,
    ResultSet,
    RoundPaired,
    TablePaired,
    Started,
)
"""What a host may take back, if everything after it can stand without it."""


def undone_in(entries: Iterable[LoggedHappening]) -> frozenset[int]:
    """The numbers of the entries that others undo."""
    return frozenset(entry.what.entry for entry in entries if isinstance(entry.what, Undone))


def fold(settings: TournamentSettings, entries: Sequence[LoggedHappening], *, is_old: bool = False) -> Tournament:
    """The tournament that a log makes: in order, without what was undone. ``settings``: as they were at first, or as
    they are by now: nothing before the start depends on what may have changed of them until then. ``is_old``: it was
    made before there were commitments, when nobody noted whether its host had given the seed. A host could do that
    where it entered bots alone, and could let others in later: from now on nobody else enters there.

    Raises:
        NotPossible: an entry cannot stand where it does; of a log that was written here this happens only if something
            is left out on which it depends.
    """
    undone = undone_in(entries)
    tournament = Tournament(settings)
    tournament.undone = undone
    for entry in entries:
        tournament.read_back(entry, is_old=is_old)
    if is_old and settings.entry.bots == "only":
        was_changed = any(isinstance(entry.what, Changed) and entry.what.entry is not None for entry in entries)
        tournament.seed_may_be_given = was_changed or settings.entry.is_run_between_bots
    return tournament
