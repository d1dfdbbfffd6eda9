"""A tournament as it stands, and what follows from that. Nothing here knows of matches, clocks or databases."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final

from services.identity.people import NAMED
from services.tournaments.arena_state import ArenaState
from services.tournaments.log import KeptApart, LoggedHappening
from services.tournaments.round_state import RoundState, StageState
from services.tournaments.settings import MAX_ENTRANTS, ArenaStage, TournamentSettings
from services.tournaments.table_state import NO_MEETINGS, Meetings, TableState

MAX_MEMBERS: Final = 2 * MAX_ENTRANTS
"""So many may ever enter, those who have withdrawn or stand on the waiting list included."""
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
    def is_named(self) -> bool:
        """A host has entered it by name: it has no account."""
        return self.player_id is not None and self.player_id.startswith(NAMED)

    @property
    def takes_part(self) -> bool:
        """It has entered or agreed to, and has not withdrawn."""
        return not (self.is_withdrawn or self.is_invited)

    def is_own(self, player_id: str | None) -> bool:
        """Whether it is this player, or a bot of this player's: who may agree to something in its name."""
        return player_id is not None and player_id in (self.player_id, self.owner)


@dataclass(frozen=True, slots=True)
class SetAside:
    """A table that a correction has set aside. ``stage``: from 0. ``round``: within the stage, from 1. ``in_last``: in
    the last correction that has set tables aside; a match of an earlier one was called off since."""

    stage: int
    round: int
    table: TableState
    in_last: bool = True


class Tournament:
    """A tournament as it stands. ``revision``: the number of its last entry. ``undone``: the numbers of the entries
    that count no more. ``settings``: as they are by now. ``paused_ms``: when it was paused last. ``meetings``: what was
    dealt to whom. ``seed_given_by_host``: its host knows every card; ``seed_may_be_given``: or may, nobody can tell.
    ``ever_paired``: who was ever paired, also in what was undone. ``players``: who has entered as a player;
    ``house_bots``: how many bots of the house have, of each kind. ``is_read_back``: what happens stands in the log of a
    tournament that was made before there were commitments. ``is_strict``: rounds and stages must be what earlier
    results make them, as they are when they are written. ``set_aside``: the tables that a correction has set aside, by
    the entry that paired them and who sits there. ``went_back_in``: the last entry, if it has set tables aside or
    follows from that. ``closed_ms``: when it was closed; None: it is not. ``missed``: the tables that each entrant has
    missed since it entered or returned, by round and number. ``pauses``: from when to when it was paused."""

    __slots__ = (
        "closed_ms",
        "ever_paired",
        "house_bots",
        "is_read_back",
        "is_strict",
        "kept_apart",
        "meetings",
        "members",
        "missed",
        "paused_ms",
        "pauses",
        "players",
        "revision",
        "rounds",
        "seed_given_by_host",
        "seed_may_be_given",
        "seeding",
        "set_aside",
        "settings",
        "stages",
        "started_ms",
        "status",
        "undone",
        "went_back_in",
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
        self.is_read_back = False
        self.players: set[str] = set()
        self.house_bots: Counter[str] = Counter()
        self.is_strict = False
        self.set_aside: dict[tuple[int, frozenset[str]], SetAside] = {}
        self.went_back_in: int | None = None
        self.closed_ms: int | None = None
        self.missed: dict[str, frozenset[tuple[int, int]]] = {}
        self.pauses: tuple[tuple[int, int], ...] = ()

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
        made.players = set(self.players)
        made.house_bots = self.house_bots.copy()
        made.set_aside = dict(self.set_aside)
        made.went_back_in = self.went_back_in
        made.closed_ms = self.closed_ms
        made.missed = dict(self.missed)
        made.pauses = self.pauses
        return made

    @property
    def stage(self) -> StageState | None:
        """The stage that is played; None: none has begun, or the last that began is over."""
        return self.stages[-1] if self.stages and self.stages[-1].order is None else None

    def next_seeding(self) -> tuple[str, ...]:
        """Who plays in the next stage, the best first: in the first one all who started, in each later one as many of
        the one before as it takes, who have not withdrawn."""
        if not self.stages:
            return self.seeding
        before = self.stages[-1]
        there = [entrant for entrant in before.order or () if not self.members[entrant].is_withdrawn]
        return tuple(there[: before.settings.advance])

    @property
    def is_played_out(self) -> bool:
        """All stages are over, or too few have gone on from the last one to play the next."""
        if not self.stages or self.stages[-1].order is None:
            return False
        following = self.settings.stages[len(self.stages) : len(self.stages) + 1]
        return not following or len(self.next_seeding()) < following[0].sizes[0]

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

    def need(self, status: TournamentStatus) -> None:
        """Insist on a status.

        Raises:
            NotPossible: it has another.
        """
        if self.status is not status:
            raise NotPossible(f"it is not in {status.value} but in {self.status.value}")

    def need_under_way(self) -> None:
        """Insist that it has started and is not over.

        Raises:
            NotPossible: it has not, or is.
        """
        if not self.status.is_under_way:
            raise NotPossible(f"it is in {self.status.value}")

    def need_not_over(self) -> None:
        """Insist that it is not over.

        Raises:
            NotPossible: it is.
        """
        if self.status.is_over:
            raise NotPossible("it is over")


Handlers = Mapping[type, Callable[[Tournament, Any, LoggedHappening], None]]
"""What an entry of the log does to a tournament, by the kind of the entry: nothing, if it raises ``NotPossible``."""
