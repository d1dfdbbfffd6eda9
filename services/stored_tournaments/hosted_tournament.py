"""A tournament as a resource, and what is said to make one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, NamedTuple

from pydantic import Field

from services.response_model import Moment, ResponseModel
from services.tournaments.event_commitment import EventCommitment, Lots
from services.tournaments.folding import fold
from services.tournaments.log import LoggedHappening
from services.tournaments.settings import TournamentSettings
from services.tournaments.table_state import TableState
from services.tournaments.tournament import Tournament, TournamentStatus

PREFIX: Final = "tournament_"
"""Of the ids of tournaments."""


class TournamentVisibility(Enum):
    """Who may see a tournament."""

    PUBLIC = "public"
    """Everybody; lists show it."""
    UNLISTED = "unlisted"
    """Everybody who knows its id."""
    PRIVATE = "private"
    """Its hosts and entrants, and who is on its list of guests."""


class HostRole(Enum):
    """What somebody who helps the owner may do."""

    HOST = "host"
    """Everything that the owner may, but for naming hosts."""
    ARBITER = "arbiter"
    """Everything about entrants, pairings and results; neither start, pause, cancel nor hosts."""


@dataclass(frozen=True, slots=True)
class TournamentLimits:
    """How many tournaments that are not over each player may have, and how many guests its invitations and the
    entrants that it names may be in any 24 hours; 0: as many as it likes."""

    open_tournaments: int = 0
    guests_per_day: int = 0


NO_LIMITS: Final = TournamentLimits()


class TournamentQuotaUse(NamedTuple):
    """How many tournaments that are not over a player has. ``limit``: None for none."""

    limit: int | None
    used: int


@dataclass(frozen=True, slots=True)
class NewTournament:
    """A tournament that somebody wants to host. ``seed_given_by_host``: its seed is the host's own.
    ``catalogue_sha256``: of the cards with which it is to be played; None: not promised."""

    name: str
    visibility: TournamentVisibility
    settings: TournamentSettings
    seed_given_by_host: bool = False
    catalogue_sha256: str | None = None


@dataclass(frozen=True, slots=True)
class HostedTournament:
    """A tournament without its log. ``seed``: 32 bytes, shown as ``shown_seed``. ``entrants``: how many take
    part. ``round``: the last that was paired. ``revision``: the number of the log's last entry, 0 before the first.
    ``closed_ms``: when its host has closed it, so that nothing of it is corrected any more.
    ``due_ms``: when the runner looks after it next; None: it is over. ``event``: what it was published with; None: it
    was made before there were such commitments. ``counts_for``: who stands behind its owner, for whom its matches
    count; None: it was made by a release that did not note it. ``has_matches``: some of it are under way, about to be
    made, or not called off yet. Moments are milliseconds since 1970."""

    id: str
    owner_id: str
    name: str
    visibility: TournamentVisibility
    settings: TournamentSettings
    seed: bytes = field(repr=False)
    status: TournamentStatus
    status_reason: str
    entrants: int
    round: int
    revision: int
    created_ms: int
    changed_ms: int
    started_ms: int | None
    ended_ms: int | None
    closed_ms: int | None
    due_ms: int | None
    event: EventCommitment | None
    counts_for: str | None
    has_matches: bool

    @property
    def person(self) -> str:
        """For whom its matches count: as :data:`services.stored_tournaments.due.PERSON` has it of a row."""
        return self.counts_for or self.owner_id

    @property
    def shown_seed(self) -> str | None:
        """The seed as everybody may see it, hexadecimal; None: a hand that somebody holds may follow from it. What is
        over may have matches that are still to be called off."""
        return self.seed.hex() if self.status.is_over and not self.has_matches else None

    @property
    def lots(self) -> Lots:
        """The lots that are drawn in it."""
        return Lots(self.seed, is_old=self.event is None)

    def folded(self, entries: Sequence[LoggedHappening]) -> Tournament:
        """What entries of its log make."""
        return fold(self.settings, entries, is_old=self.event is None)

    @property
    def is_ended(self) -> bool:
        """Nothing more is played."""
        return self.status.is_over


@dataclass(frozen=True, slots=True)
class TournamentChange:
    """What is to be changed of a tournament; None: nothing. ``entry``, ``times``: the fields of its settings that get
    other values, with these; they can be changed before the start."""

    name: str | None = None
    visibility: TournamentVisibility | None = None
    entry: Mapping[str, Any] = field(default_factory=dict)
    times: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NewEntrant:
    """Who is to be entered: a player by its id; a ruleset's bot, of a version, under a name; or, by name alone, a
    person without an account. ``pointer``: where that was asked for."""

    pointer: str
    player: str | None = None
    bot: str | None = None
    bot_version: str | None = None
    name: str = ""

    @property
    def is_named(self) -> bool:
        """It is a person without an account."""
        return self.player is None and self.bot is None


class TournamentHost(NamedTuple):
    """Somebody who runs a tournament. ``role``: None of its owner."""

    player_id: str
    name: str
    role: HostRole | None


class TournamentGuest(ResponseModel):
    """A guest."""

    player_id: str = Field(description="The player's id.")
    name: str = Field(description="Its name.")
    added_at: Moment = Field(description="Since when it is on the list.")


class MatchState(Enum):
    """How far a match of a table is."""

    DUE = "due"
    """Handed out, and perhaps not made yet."""
    MADE = "made"
    CALLED_OFF = "called_off"
    """It counts no more and is to be aborted."""


class MatchPlace(NamedTuple):
    """Which match of a tournament one is. ``pairing``: the number of the log's entry by which its table was paired.
    ``attempt``: from 0; grows with each match of this table that ended without a result, and with each result or
    pairing that stood in the place of one and was taken back: a match that was called off has shown its seed."""

    pairing: int
    table: int
    game: int
    attempt: int

    @classmethod
    def of(cls, table: TableState) -> "MatchPlace":
        """Of the match that a table plays now or next."""
        return cls(table.entry, table.number, table.next_game, table.lost_matches)


@dataclass(frozen=True, slots=True)
class TableMatch:
    """A match of a table that is under way or about to be made. ``begun_ms``: when it was handed out. ``is_dealt``:
    somebody has made it, or has begun to: its cards may be known."""

    match_id: str
    place: MatchPlace
    round: int
    begun_ms: int
    state: MatchState
    is_dealt: bool = False
