"""A tournament as a resource, and what is said to make one."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Final, NamedTuple

from services.tournaments.settings import TournamentSettings
from services.tournaments.tournament import Status

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
class NewTournament:
    """A tournament that somebody wants to host."""

    name: str
    visibility: TournamentVisibility
    settings: TournamentSettings


@dataclass(frozen=True, slots=True)
class HostedTournament:
    """A tournament without its log. ``seed``: 32 bytes, not to be shown before it is over. ``entrants``: how many have
    not withdrawn. ``round``: the last that was paired. ``revision``: the number of the log's last entry, 0 before the
    first. ``due_ms``: when the runner looks after it next; None: when somebody has done something. Moments are
    milliseconds since 1970."""

    id: str
    owner_id: str
    name: str
    visibility: TournamentVisibility
    settings: TournamentSettings
    seed: bytes = field(repr=False)
    status: Status
    status_reason: str
    entrants: int
    round: int
    revision: int
    created_ms: int
    changed_ms: int
    started_ms: int | None
    ended_ms: int | None
    due_ms: int | None


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


@dataclass(frozen=True, slots=True)
class TableMatch:
    """A match of a table that is under way or about to be made. ``begun_ms``: when it was handed out."""

    match_id: str
    place: MatchPlace
    round: int
    begun_ms: int
    state: MatchState
