"""What the platform answers, as frozen records.

A record takes the fields that it knows; ``raw`` has the whole document, with those that are younger than this package.
What is one of a few words (a status, a type, a kind) is text, since there may be further ones. Moments (``..._at``) are
datetimes with a time zone.
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, Final, TypeAlias, TypeVar

from playhall_client.errors import BadAnswer

JsonObject: TypeAlias = dict[str, Any]
R = TypeVar("R", bound="Record")


@dataclass(frozen=True, kw_only=True)
class Record:
    """A part of an answer."""

    parts: ClassVar[Mapping[str, "type[Record]"]] = {}
    """The fields that are records themselves, or lists of them."""

    raw: JsonObject = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def parse(cls: type[R], document: object) -> R:
        """The record of a JSON object.

        Raises:
            BadAnswer: it is none, or a field is missing that every version has.
        """
        if not isinstance(document, dict):
            raise BadAnswer(f"not a {cls.__name__}, since it is no JSON object")
        known = {each.name for each in dataclasses.fields(cls)} - {"raw"}
        values = {name: cls._value(name, value) for name, value in document.items() if name in known}
        try:
            return cls(raw=document, **values)
        except TypeError:
            required = {each.name for each in dataclasses.fields(cls) if _is_required(each)}
            raise BadAnswer(f"a {cls.__name__} without {', '.join(sorted(required - document.keys()))}") from None

    @classmethod
    def _value(cls, name: str, value: Any) -> Any:  # noqa: ANN401 - JSON
        part = cls.parts.get(name)
        if isinstance(value, list):
            return tuple(value if part is None else map(part.parse, value))
        if part is not None and value is not None:
            return part.parse(value)
        if isinstance(value, str) and (name == "at" or name.endswith("_at")):
            return _moment(value)
        return value


def _is_required(each: "dataclasses.Field[Any]") -> bool:
    return each.default is dataclasses.MISSING and each.default_factory is dataclasses.MISSING


def _moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        raise BadAnswer(f"not a moment: {text[:40]!r}") from None


@dataclass(frozen=True, kw_only=True)
class Player(Record):
    """Somebody. ``kind``: ``person`` or ``bot``. ``bot``: of a house bot, which of its ruleset's. ``version``: of a
    bot's program; in a seat, the one with which it sat down. ``owner``: the id of the person whose bot it is.
    ``online``: False for a bot that is switched off or retired. What a seat leaves out has its default."""

    id: str
    name: str = ""
    kind: str = ""
    bot: str | None = None
    version: str | None = None
    owner: str | None = None
    online: bool = True
    created_at: datetime | None = None
    retired_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class Key(Record):
    """An API key. ``secret``: the whole key, only when it is made."""

    id: str
    player_id: str
    name: str = ""
    scopes: tuple[str, ...] = ()
    created_at: datetime | None = None
    expires_at: datetime | None = None
    revoked_at: datetime | None = None
    parent: str | None = None
    secret: str | None = field(default=None, repr=False)


@dataclass(frozen=True, kw_only=True)
class SignedUp(Record):
    """A new person and its first key."""

    parts: ClassVar[Mapping[str, type[Record]]] = {"player": Player, "key": Key}

    player: Player
    key: Key


@dataclass(frozen=True, kw_only=True)
class Version(Record):
    """A version of its program that a bot has stated. ``since``: when, RFC 3339."""

    version: str
    since: str = ""


@dataclass(frozen=True, kw_only=True)
class Webhook(Record):
    """Where a bot is called. ``secret``: what signs the calls, only when it is made or renewed."""

    player_id: str
    url: str
    concurrency: int = 0
    enabled: bool = True
    key: str = ""
    key_revoked: bool = False
    created_at: datetime | None = None
    changed_at: datetime | None = None
    secret: str | None = field(default=None, repr=False)


@dataclass(frozen=True, kw_only=True)
class Delivery(Record):
    """An attempt to call a bot. ``outcome``: ``answered``, ``timeout``, … ``request``, ``answer``: the bodies, None in
    lists."""

    id: str
    match: str
    seat: int
    decision: int
    outcome: str
    attempt: int = 1
    at: datetime | None = None
    ms: int = 0
    code: str | None = None
    status: int | None = None
    version: str | None = None
    request: str | None = field(default=None, repr=False)
    answer: str | None = field(default=None, repr=False)


@dataclass(frozen=True, kw_only=True)
class CrashReport(Record):
    """A failure that a bot has reported. ``traceback``: None in lists."""

    id: str
    player_id: str
    message: str
    at: datetime | None = None
    match: str | None = None
    decision: int | None = None
    version: str | None = None
    traceback: str | None = field(default=None, repr=False)


@dataclass(frozen=True, kw_only=True)
class FailureCount(Record):
    """How often a bot has failed in one way with one version. ``kind``: ``crash``, or the outcome of deliveries."""

    kind: str
    count: int
    version: str | None = None
    last_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class Failures(Record):
    """What a bot has failed of."""

    parts: ClassVar[Mapping[str, type[Record]]] = {"failures": FailureCount}

    player_id: str
    failures: tuple[FailureCount, ...]


@dataclass(frozen=True, kw_only=True)
class RulesetBot(Record):
    """A house bot: ``bot:<id>`` takes a seat for it."""

    id: str
    summary: str = ""


@dataclass(frozen=True, kw_only=True)
class Ruleset(Record):
    """A game. What lists leave out (options, bots, schemas) is empty; :meth:`Client.ruleset` has it."""

    parts: ClassVar[Mapping[str, type[Record]]] = {"bots": RulesetBot}

    id: str
    version: str
    title: str = ""
    summary: str = ""
    min_seats: int = 0
    max_seats: int = 0
    options: tuple[JsonObject, ...] = ()
    bots: tuple[RulesetBot, ...] = ()
    schemas: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Seat(Record):
    """A seat of a match. ``status``: ``open``, ``reserved`` (for ``player``) or ``taken``."""

    parts: ClassVar[Mapping[str, type[Record]]] = {"player": Player}

    seat: int
    status: str
    player: Player | None = None
    resigned: bool = False


@dataclass(frozen=True, kw_only=True)
class SeatResult(Record):
    """How a seat has done. ``rank``: 1 is best, shared on ties."""

    seat: int
    rank: int
    score: int = 0
    breakdown: tuple[JsonObject, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Outcome(Record):
    """The result of a match. ``results``: one per seat. ``reason``: why it ended, in a word."""

    parts: ClassVar[Mapping[str, type[Record]]] = {"results": SeatResult}

    results: tuple[SeatResult, ...]
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class Decline(Record):
    """A player has declined the seat that was kept for it. ``reason``: ``generic``, ``later``, ``too_fast`` and
    whatever there will be."""

    parts: ClassVar[Mapping[str, type[Record]]] = {"player": Player}

    seat: int
    reason: str
    player: Player | None = None
    at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class Block(Record):
    """A player with whom you want to have nothing to do."""

    parts: ClassVar[Mapping[str, type[Record]]] = {"player": Player}

    player: Player
    created_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class Match(Record):
    """A match, as its player or a spectator may know it. ``status``: ``open``, ``live``, ``finished`` or ``aborted``.
    ``seat``: the caller's. ``pending``: the seats that must decide now. ``decision``: the caller's, if it must.
    ``rematch_of``: the match after which it is played again; ``rematch``: the one in which it is. ``declines``: who
    has declined a seat. ``assistance``: whether the platform helps who sits in it."""

    parts: ClassVar[Mapping[str, type[Record]]] = {
        "seats": Seat,
        "outcome": Outcome,
        "creator": Player,
        "declines": Decline,
    }

    id: str
    ruleset: str
    status: str
    ruleset_version: str = ""
    visibility: str = ""
    start_rule: str = ""
    options: JsonObject = field(default_factory=dict)
    seats: tuple[Seat, ...] = ()
    creator: Player | None = None
    decision_seconds: int | None = None
    spectator_delay_seconds: int = 0
    created_at: datetime | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    seat: int | None = None
    revision: int = 0
    pending: tuple[int, ...] = ()
    decision: int | None = None
    deadline_at: datetime | None = None
    outcome: Outcome | None = None
    abort_reason: str | None = None
    expires_at: datetime | None = None
    rematch_of: str | None = None
    rematch: str | None = None
    declines: tuple[Decline, ...] = ()
    rated: bool = True
    assistance: str = "open"

    @property
    def has_ended(self) -> bool:
        """Nothing will happen in it."""
        return self.status in ("finished", "aborted")


@dataclass(frozen=True, kw_only=True)
class Action(Record):
    """An action: in short (``bid 3``), structured, and in words for people."""

    notation: str
    action: JsonObject = field(default_factory=dict)
    label: str = ""


@dataclass(frozen=True, kw_only=True)
class View(Record):
    """What a seat, or the spectators, know. ``view`` is the ruleset's document, None before the start."""

    parts: ClassVar[Mapping[str, type[Record]]] = {"legal": Action, "outcome": Outcome}

    match: str
    revision: int
    status: str
    seat: int | None = None
    pending: tuple[int, ...] = ()
    decision: int | None = None
    deadline_at: datetime | None = None
    legal: tuple[Action, ...] = field(default=(), repr=False)
    view: JsonObject | None = field(default=None, repr=False)
    outcome: Outcome | None = None


@dataclass(frozen=True, kw_only=True)
class ShownPosition(Record):
    """A position of a match that has ended, as one viewer saw it. ``number``: how many actions led to it; ``seat``,
    ``decision``, ``notation``, ``action`` and ``label`` tell of the last one, and are None for the start. ``view``:
    where it was asked for."""

    parts: ClassVar[Mapping[str, type[Record]]] = {"outcome": Outcome}

    number: int
    seat: int | None = None
    decision: int | None = None
    notation: str | None = None
    action: JsonObject | None = None
    label: str | None = None
    at: datetime | None = None
    notices: tuple[JsonObject, ...] = ()
    pending: tuple[int, ...] = ()
    events: tuple[JsonObject, ...] = field(default=(), repr=False)
    view: JsonObject | None = field(default=None, repr=False)
    outcome: Outcome | None = None


@dataclass(frozen=True, kw_only=True)
class Checked(Record):
    """An action that would be taken."""

    match: str
    seat: int
    decision: int
    notation: str
    action: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Answered(Record):
    """An action that was taken. ``events``: what the seat was shown of it. ``next_decision``: if it must go on."""

    match: str
    seat: int
    decision: int
    notation: str
    action: JsonObject = field(default_factory=dict)
    revision: int = 0
    events: tuple[JsonObject, ...] = field(default=(), repr=False)
    next_decision: int | None = None


@dataclass(frozen=True, kw_only=True)
class Notice(Record):
    """What happened other than an action: ``resigned``, ``aborted``, ``time_ran_out`` and whatever there will be."""

    kind: str
    seat: int | None = None
    reason: str | None = None


@dataclass(frozen=True, kw_only=True)
class MatchEvent(Record):
    """A line of a match's stream. ``type``: ``snapshot`` (``view`` and ``legal`` replace all that is known), ``step``
    (``events`` happened), ``end``; others are to be passed over. Which fields there are depends on it."""

    parts: ClassVar[Mapping[str, type[Record]]] = {"legal": Action, "outcome": Outcome, "notice": Notice}

    type: str
    revision: int | None = None
    at: datetime | None = None
    status: str | None = None
    pending: tuple[int, ...] = ()
    decision: int | None = None
    deadline_at: datetime | None = None
    events: tuple[JsonObject, ...] = field(default=(), repr=False)
    legal: tuple[Action, ...] = field(default=(), repr=False)
    view: JsonObject | None = field(default=None, repr=False)
    notice: Notice | None = None
    outcome: Outcome | None = None


@dataclass(frozen=True, kw_only=True)
class OpenMatch(Record):
    """A match that has not ended, with the decision that waits for the player. ``invited``: the seat is kept for it.
    ``view`` and ``legal``: None unless they were asked for and a decision waits."""

    parts: ClassVar[Mapping[str, type[Record]]] = {"legal": Action}

    match: str
    ruleset: str
    seat: int
    status: str
    invited: bool = False
    revision: int = 0
    decision: int | None = None
    deadline_at: datetime | None = None
    legal: tuple[Action, ...] | None = field(default=None, repr=False)
    view: JsonObject | None = field(default=None, repr=False)


@dataclass(frozen=True, kw_only=True)
class OpenTournament(Record):
    """A tournament that the player has entered and that is not over. ``round``: the last that was paired. ``match``,
    ``table``, ``seat``: where the player sits; None: nowhere. ``invited``: a host has invited it, and it has not
    agreed."""

    tournament: str
    name: str = ""
    ruleset: str = ""
    status: str = ""
    round: int = 0
    table: int | None = None
    match: str | None = None
    seat: int | None = None
    invited: bool = False


@dataclass(frozen=True, kw_only=True)
class Tournament(Record):
    """A tournament. ``status``: ``registration``, ``running``, ``paused``, ``finished`` or ``cancelled``. ``entrants``:
    how many have entered. ``round``: the last that was paired. ``page``: path of its page for browsers; None: it is
    private."""

    id: str
    status: str
    status_reason: str = ""
    name: str = ""
    owner_id: str = ""
    visibility: str = ""
    settings: JsonObject = field(default_factory=dict, repr=False)
    seed: str | None = None
    entrants: int = 0
    round: int = 0
    revision: int = 0
    created_at: datetime | None = None
    starts_at: datetime | None = None
    check_in_opens_at: datetime | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    page: str | None = None

    @property
    def has_ended(self) -> bool:
        """Nothing of it will be played."""
        return self.status in ("finished", "cancelled")


@dataclass(frozen=True, kw_only=True)
class Entrant(Record):
    """Who has entered a tournament, by its ``id`` there. ``player_id``: None for a bot of the house. ``waiting``: its
    place on the waiting list; None: it has a place. ``byes``: in which rounds it has asked not to be paired."""

    id: str
    name: str = ""
    player_id: str | None = None
    bot: str | None = None
    is_bot: bool = False
    rating: int | None = None
    checked_in: bool = False
    withdrawn: bool = False
    waiting: int | None = None
    byes: tuple[int, ...] = ()
    first_round: int = 1


@dataclass(frozen=True, kw_only=True)
class TournamentStanding(Record):
    """Where an entrant stands. ``points``: a decimal number."""

    rank: int
    is_joint: bool = False
    points: str = "0"


@dataclass(frozen=True, kw_only=True)
class TablePerson(Record):
    """Who sits at a table of a tournament: ``seat`` is known before it is played, the others when it has ended.
    ``player``: None for a bot of the house."""

    entrant: str
    name: str = ""
    player: str | None = None
    is_bot: bool = False
    seat: int | None = None
    place: int | None = None
    points: str | None = None
    forfeit: bool = False


TOURNAMENT_EVENTS: Final = frozenset(
    {
        "tournament_invited",
        "tournament_started",
        "round_paired",
        "your_table",
        "table_result",
        "tournament_corrected",
        "tournament_ended",
        "host_needed",
    }
)
"""The types of the lines of a player's stream that are about tournaments."""


@dataclass(frozen=True, kw_only=True)
class AccountEvent(Record):
    """A line of a player's stream. ``type``: ``open`` (``matches`` and ``tournaments`` replace all that is known),
    ``invited``, ``declined`` (``by`` declined the ``declined_seat`` of your match, for a ``reason``), ``seated``,
    ``paired`` (by a ``ticket``), ``left``, ``match_began``, ``your_turn``, ``match_ended``; about a ``tournament``:
    ``tournament_invited`` (``entrant`` by ``host``), ``tournament_started``, ``round_paired``, ``your_table``,
    ``table_result``, ``tournament_corrected``, ``tournament_ended``, ``host_needed``; others are to be passed over.
    Which fields there are depends on it. ``cursor``: where to resume after it."""

    parts: ClassVar[Mapping[str, type[Record]]] = {
        "matches": OpenMatch,
        "tournaments": OpenTournament,
        "legal": Action,
        "outcome": Outcome,
        "by": Player,
        "entrant": TablePerson,
        "opponents": TablePerson,
        "results": TablePerson,
        "standing": TournamentStanding,
    }

    type: str
    cursor: str | None = None
    at: datetime | None = None
    matches: tuple[OpenMatch, ...] = ()
    tournaments: tuple[OpenTournament, ...] = ()
    match: str = ""
    ruleset: str = ""
    seat: int | None = 0
    ticket: str | None = None
    by: Player | None = None
    rematch_of: str | None = None
    expires_at: datetime | None = None
    declined_seat: int | None = None
    reason: str | None = None
    decision: int | None = None
    deadline_at: datetime | None = None
    legal: tuple[Action, ...] | None = field(default=None, repr=False)
    view: JsonObject | None = field(default=None, repr=False)
    status: str | None = None
    outcome: Outcome | None = None
    abort_reason: str | None = None
    tournament: str | None = None
    name: str = ""
    entrant: TablePerson | None = None
    host: str | None = None
    starts_at: datetime | None = None
    round: int | None = None
    table: int | None = None
    game: int | None = None
    place: str | None = None
    again: bool = False
    by_hand: bool = False
    reasons: tuple[str, ...] = ()
    opponents: tuple[TablePerson, ...] = ()
    results: tuple[TablePerson, ...] | None = None
    last_match: str | None = None
    why: str = ""
    standing: TournamentStanding | None = None
    change: str | None = None
    cause: str | None = None
    takes_part: bool = False
    seed: int | None = None
    entrants: int = 0


@dataclass(frozen=True, kw_only=True)
class Ticket(Record):
    """What a player waits for. ``state``: ``waiting``, ``paired`` (``match``), ``cancelled`` or ``expired``
    (``reason``). ``expires_at``: until when it waits unless it is read again."""

    id: str
    state: str
    match: str | None = None
    reason: str | None = None
    ruleset: str = ""
    seats: int = 0
    options: JsonObject = field(default_factory=dict)
    time_control: JsonObject = field(default_factory=dict)
    on_time_out: JsonObject = field(default_factory=dict)
    visibility: str = ""
    rating: float = 0.0
    rating_range: JsonObject | None = None
    bots: str = ""
    exclusive: bool = True
    created_at: datetime | None = None
    ended_at: datetime | None = None
    expires_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class Series(Record):
    """Many matches between house bots. ``settled``: how many, from the first on, have results. ``status``: ``queued``,
    ``running``, ``paused``, ``finished``, ``cancelled`` or ``failed``."""

    id: str
    status: str
    status_reason: str = ""
    name: str = ""
    document: JsonObject = field(default_factory=dict, repr=False)
    seed: str | None = None
    priority: int = 0
    budget_seconds: int | None = None
    matches: int = 0
    played: int = 0
    settled: int = 0
    failed: int = 0
    seconds_left: float | None = None
    revision: int = 0

    @property
    def has_ended(self) -> bool:
        """No match of it will be played."""
        return self.status in ("finished", "cancelled", "failed")


@dataclass(frozen=True, kw_only=True)
class SeriesMatch(Record):
    """A match of a series. ``entrants``: their places in the series' list, in seat order. ``error``: how it failed."""

    number: int
    deal: int = 0
    entrants: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    reason: str = ""
    decisions: int = 0
    error: str = ""
