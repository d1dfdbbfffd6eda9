"""What a match is to those who call this package: records without secrets."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import Enum
from typing import Final, NamedTuple

from services.engine.clocks import (
    PLAY_DEFAULT,
    Clock,
    Clocks,
    NoClocks,
    OnTimeOut,
    TimeControl,
    first_deadline_ms,
    read_on_time_out,
    read_time_control,
)
from services.engine.engine import RulesetVersion
from services.engine.fairness import client_seed_sha256
from services.engine.ruleset import SPECTATOR, JsonObject

_SEAT_FIELDS: Final = (
    "number",
    "status",
    "player_id",
    "player_name",
    "player_kind",
    "bot",
    "client_seed",
    "resigned",
    "taken_over_by",
)
"""As they are stored."""
UNSEEN: Final = 0
"""The revision of a viewer that has been shown nothing; also stands for revisions that a caller may not know."""


class Status(Enum):
    """How far a match has come."""

    OPEN = "open"
    LIVE = "live"
    FINISHED = "finished"
    ABORTED = "aborted"

    def __init__(self, value: str) -> None:
        self.ended = value in ("finished", "aborted")
        """Nothing more will happen in the match."""


class AbortReason(Enum):
    """Why a match was aborted other than by its creator or an admin: it was not filled in time, nobody moved for as
    long as the operator's rule allows, or the last player who was invited has declined."""

    EXPIRED = "expired"
    IDLE = "idle"
    DECLINED = "declined"


class DeclineReason(Enum):
    """Why a player declines an invitation. There are these words and no text of the player's own: nobody who is
    declined has to read what a stranger wrote."""

    GENERIC = "generic"
    LATER = "later"
    TOO_FAST = "too_fast"
    TOO_SLOW = "too_slow"
    RULESET = "ruleset"
    OPTIONS = "options"
    NO_BOTS = "no_bots"
    ONLY_BOTS = "only_bots"


class SeatStatus(Enum):
    """Whether somebody sits in a seat. A reserved seat waits for one player."""

    OPEN = "open"
    RESERVED = "reserved"
    TAKEN = "taken"


class StartRule(Enum):
    """When a match starts: by itself with its last seat taken, or when its creator says so."""

    WHEN_FULL = "when_full"
    BY_CREATOR = "by_creator"


class Assistance(Enum):
    """Whether the platform helps who sits in a match with its search: never while the match is live (``NONE``,
    ``AFTER_MATCH``), or at any time. After ``NONE`` the match imagines no positions either."""

    NONE = "none"
    AFTER_MATCH = "after_match"
    OPEN = "open"


class Visibility(Enum):
    """Who may see a match: everybody; everybody who knows its id, since no list shows it to others than its players,
    its creator and admins; or only those."""

    PUBLIC = "public"
    UNLISTED = "unlisted"
    PRIVATE = "private"


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat. ``player_kind`` is ``person`` or ``bot``; ``bot`` is the ruleset's bot id for house bots.
    ``taken_over_by``: that of the house bot which plays the seat on since its player's time ran out. ``version``: of
    the player's program, as a bot had stated it when it sat down.

    ``client_seed``: 64 hexadecimal digits that the player gave. Before the start others are shown its SHA-256 alone,
    so that nobody can choose a seed who has seen another.
    """

    number: int
    status: SeatStatus
    player_id: str | None = None
    player_name: str | None = None
    player_kind: str | None = None
    bot: str | None = None
    client_seed: str | None = None
    resigned: bool = False
    taken_over_by: str | None = None
    client_seed_sha256: str | None = None
    version: str | None = None
    unknown: JsonObject = field(default_factory=dict, repr=False)
    """What a later release has written here: kept as it is."""
    counts_for: str | None = field(default=None, repr=False)
    """Who stands behind the player, if that is another than the player. Nobody is shown it."""

    @property
    def person(self) -> str | None:
        """For whom the seat counts: see :attr:`services.identity.Player.person`."""
        return self.counts_for or self.player_id

    @property
    def played_by_platform(self) -> bool:
        """The platform answers this seat's decisions: a house bot's, or one that was resigned or taken over."""
        return self.bot is not None or self.resigned or self.taken_over_by is not None

    @property
    def may_be_called(self) -> bool:
        """The seat's player is a bot of its own, which may have a webhook."""
        return self.player_kind == "bot" and not self.played_by_platform


@dataclass(frozen=True, slots=True)
class Decline:
    """A player has declined the seat that was kept for it. ``reason``: of :class:`DeclineReason`, or a word that a
    later release knows."""

    player_id: str
    player_name: str
    seat: int
    reason: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class Inspection:
    """An admin without a seat in the match looked at a seat, for the first time at ``at_ms``."""

    player_id: str
    player_name: str
    seat: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class Migration:
    """From ``at_ms`` on another version of the ruleset plays the match. ``rev``: how many actions had been played,
    which is nobody's to know before the end."""

    from_version: str
    to_version: str
    rev: int
    at_ms: int


class SignedCommitment(NamedTuple):
    """What a match promised at its creation: the document (canonical JSON), and the platform's signature of it: by
    which key, and 64 bytes, hexadecimal."""

    document: str
    key_id: str
    signature: str


class Presence(NamedTuple):
    """Who has been there in a match that keeps note of it. ``come``: the seats whose players have looked at the match
    from there, follow it, or have decided. ``acted``: those that have made a decision of their own. ``time_outs``: in
    how many turns running the time of each seat was over; empty: in none."""

    come: tuple[int, ...] = ()
    acted: tuple[int, ...] = ()
    time_outs: tuple[int, ...] = ()

    def with_come(self, seat: int) -> "Presence":
        """The same after a seat's player has come."""
        return self if seat in self.come else self._replace(come=tuple(sorted((*self.come, seat))))

    def with_decision(self, seat: int) -> "Presence":
        """The same after a seat's player has decided."""
        running = tuple(0 if number == seat else count for number, count in enumerate(self.time_outs))
        acted = self.acted if seat in self.acted else tuple(sorted((*self.acted, seat)))
        return self.with_come(seat)._replace(acted=acted, time_outs=running if any(running) else ())

    def with_time_out(self, seat: int, seats: int) -> "Presence":
        """The same after the time of another turn of a seat was over. ``seats``: how many the match has."""
        running = self.time_outs or (0,) * seats
        return self._replace(time_outs=tuple(count + (number == seat) for number, count in enumerate(running)))


class Match(NamedTuple):
    """A match without its secrets.

    What :class:`services.matches.matches.Matches` returns is narrowed to its caller (:meth:`seen_by`): of
    ``revisions`` it shows the spectator's and the caller's own, of ``decisions`` the caller's own.

    ``options`` is complete. ``commitment`` is the SHA-256 of ``signed_commitment``'s document, hexadecimal; in a match
    that was created before there were such documents it is that of the server seed, and ``signed_commitment`` None.
    ``revisions`` has the spectator's first and then the seats'. ``pending`` are the seats that must decide now.
    ``decisions``: each seat's pending decision number. ``time_control``, ``on_time_out``, ``grace_ms``, ``clocks``: see
    :mod:`services.engine.clocks`; the grace is how long after a deadline an answer counts. ``outcome``: see
    :func:`outcome_json`. ``spectator_delay_seconds``: how much later than the seats spectators see what happens.
    ``abort_reason``: None also for a match that a person has called off. ``expires_ms``: when the match is aborted if
    it has not been filled; None: by the operator's rule alone. ``rematch_of``: the match after which this one is
    played. ``rematch``: the one that is played after this one, for those who had a seat; it is not kept with the match.
    ``declines``: who has declined a seat, the last of each player, oldest first. ``inspections``: which admins have
    looked at seats, oldest first. ``migrations``: from one version of the ruleset to another, oldest first;
    ``ruleset_version`` is the last. ``catalogue_sha256``: of the cards that the match is played with; ``""``: not
    known. ``rated``: its result goes into the ratings. ``assistance``: whether the platform helps who sits in it; None:
    it was created before matches promised that, and it does. ``counts_for``: who stands behind the match, if that is
    another than its creator; nobody is shown it. ``presence``: who has been there; None: nobody keeps note of it. Times
    are in milliseconds since 1970.
    """

    id: str
    ruleset: str
    ruleset_version: str
    status: Status
    visibility: Visibility
    start_rule: StartRule
    options: JsonObject
    seats: tuple[Seat, ...]
    creator_id: str
    creator_name: str
    commitment: str
    time_control: TimeControl
    created_ms: int
    started_ms: int | None
    ended_ms: int | None
    revisions: tuple[int, ...]
    pending: tuple[int, ...]
    decisions: tuple[int | None, ...]
    clocks: Clocks
    outcome: JsonObject | None
    on_time_out: OnTimeOut = PLAY_DEFAULT
    grace_ms: int = 0
    spectator_delay_seconds: int = 0
    abort_reason: AbortReason | None = None
    inspections: tuple[Inspection, ...] = ()
    signed_commitment: SignedCommitment | None = None
    catalogue_sha256: str = ""
    migrations: tuple[Migration, ...] = ()
    expires_ms: int | None = None
    rematch_of: str | None = None
    rematch: str | None = None
    declines: tuple[Decline, ...] = ()
    rated: bool = True
    assistance: Assistance | None = None
    counts_for: str | None = None
    presence: Presence | None = None

    @property
    def bars_help(self) -> bool:
        """As long as it is live, the platform searches nothing for who sits in it."""
        return self.status is Status.LIVE and self.assistance in (Assistance.NONE, Assistance.AFTER_MATCH)

    @property
    def person(self) -> str:
        """For whom the match counts, and in whose turn the platform works for it: the person behind its creator, the
        host of its tournament."""
        return self.counts_for or self.creator_id

    @property
    def pin(self) -> RulesetVersion:
        """The version of the ruleset that plays the match."""
        return RulesetVersion(self.ruleset, self.ruleset_version, self.catalogue_sha256)

    @property
    def full(self) -> bool:
        """Every seat is taken."""
        return all(seat.status is SeatStatus.TAKEN for seat in self.seats)

    @property
    def has_spectator_delay(self) -> bool:
        """Spectators see what happens in the match later than the seats. Nothing is kept back before the start."""
        return self.spectator_delay_seconds > 0 and self.started_ms is not None

    @property
    def has_clocks(self) -> bool:
        """The seats that the platform does not play have clocks."""
        return not isinstance(self.time_control, NoClocks)

    @property
    def time_out_ms(self) -> int | None:
        """When the platform decides for a seat next because its time is over, the grace included; None: no clock
        runs."""
        deadline_ms = first_deadline_ms(self.clocks)
        return None if deadline_ms is None else deadline_ms + self.grace_ms

    def deadline_ms(self, viewer: int) -> int | None:
        """When the time of a seat's turn is over; None: it has none, or is ``SPECTATOR``."""
        clock = None if viewer == SPECTATOR else self.clocks[viewer]
        return None if clock is None else clock.deadline_ms

    def revision(self, viewer: int) -> int:
        """The last revision of a seat or of ``SPECTATOR``; 0 before the start."""
        return self.revisions[viewer + 1]

    def decision(self, viewer: int) -> int | None:
        """The number of the decision that a seat must answer now; None for ``SPECTATOR``."""
        return None if viewer == SPECTATOR else self.decisions[viewer]

    def seat_of(self, player_id: str) -> int | None:
        """The seat that a player has taken."""
        for seat in self.seats:
            if seat.player_id == player_id and seat.status is SeatStatus.TAKEN:
                return seat.number
        return None

    def awaits(self, player_id: str) -> bool:
        """The player must decide now."""
        return any(self.seats[seat].player_id == player_id for seat in self.pending)

    def admits(self, player_id: str) -> bool:
        """The player could join now: it has no seat, and one is open or kept for it."""
        mine = [seat.status for seat in self.seats if seat.player_id == player_id]
        is_free = SeatStatus.RESERVED in mine or (not mine and any(s.status is SeatStatus.OPEN for s in self.seats))
        return self.status is Status.OPEN and is_free

    @property
    def was_called_off_before_start(self) -> bool:
        """The match was aborted and nothing was played."""
        return self.status is Status.ABORTED and self.started_ms is None

    @property
    def people(self) -> list[str]:
        """The players who sit in the match, without house bots."""
        return [
            seat.player_id
            for seat in self.seats
            if seat.status is SeatStatus.TAKEN and seat.bot is None and seat.player_id is not None
        ]

    @property
    def invited(self) -> list[str]:
        """The players for whom seats are kept."""
        return [
            seat.player_id for seat in self.seats if seat.status is SeatStatus.RESERVED and seat.player_id is not None
        ]

    def involves(self, player_id: str) -> bool:
        """The player created the match, has a seat or is invited to one."""
        return self.creator_id == player_id or any(seat.player_id == player_id for seat in self.seats)

    def seen_by(self, viewer: int) -> "Match":
        """The match as a seat or ``SPECTATOR`` may know it. How many private steps another seat has taken, and when,
        is that seat's secret; and before the start, its client seed. Clocks are everybody's to see: they do not move
        with private steps."""
        return self._replace(
            seats=self.seats_seen_by(viewer),
            revisions=tuple(
                [revision if place in (0, viewer + 1) else UNSEEN for place, revision in enumerate(self.revisions)]
            ),
            decisions=_only(self.decisions, viewer),
        )

    def seats_seen_by(self, viewer: int) -> tuple[Seat, ...]:
        """The seats as a seat or ``SPECTATOR`` may know them."""
        if self.status is not Status.OPEN:
            return self.seats
        return tuple(
            seat if seat.client_seed is None or seat.number == viewer else replace(seat, client_seed=None)
            for seat in self.seats
        )


@dataclass(frozen=True, slots=True)
class ViewSnapshot:
    """What a viewer may know of a match now and do in it.

    ``view``: canonical JSON, None before the start. ``decision``: the number of the seat's pending decision;
    ``legal``: JSON array of ``{"notation", "action", "label"}``, ``[]`` unless the seat must decide;
    ``deadline_ms``: when the time of the seat's turn is over; ``clocks``: every seat's.
    """

    match_id: str
    viewer: int
    revision: int
    status: Status
    view: bytes | None
    decision: int | None
    legal: bytes
    pending: tuple[int, ...]
    deadline_ms: int | None
    outcome: JsonObject | None
    clocks: Clocks = ()


@dataclass(frozen=True, slots=True)
class EventLine:
    """One line of a viewer's event stream: canonical JSON without a newline. ``last``: none will follow. ``due_ms``:
    since when the viewer may know of it, in milliseconds since 1970; 0: unknown."""

    revision: int
    line: bytes
    last: bool
    due_ms: int = field(default=0, compare=False)


def match_to_json(match: Match) -> JsonObject:
    """A match as JSON: the fields of :class:`Match` by name, enums by value."""
    return {
        "id": match.id,
        "ruleset": match.ruleset,
        "ruleset_version": match.ruleset_version,
        "status": match.status.value,
        **visibility_fields(match.visibility),
        "start_rule": match.start_rule.value,
        "options": match.options,
        # Who stands behind a player is asked for while the match is live, and kept no longer.
        "seats": [seat_to_json(replace(seat, counts_for=None)) for seat in match.seats],
        "creator_id": match.creator_id,
        "creator_name": match.creator_name,
        "commitment": match.commitment,
        "time_control": match.time_control.model_dump(),
        "on_time_out": match.on_time_out.model_dump(),
        "grace_ms": match.grace_ms,
        "created_ms": match.created_ms,
        "started_ms": match.started_ms,
        "ended_ms": match.ended_ms,
        "revisions": list(match.revisions),
        "pending": list(match.pending),
        "decisions": list(match.decisions),
        "clocks": match.clocks,
        "outcome": match.outcome,
        "spectator_delay_seconds": match.spectator_delay_seconds,
        "abort_reason": None,
        **abort_reason_fields(match.abort_reason),
        "inspections": [inspection_to_json(look) for look in match.inspections],
        "signed_commitment": match.signed_commitment and match.signed_commitment._asdict(),
        "catalogue_sha256": match.catalogue_sha256,
        **({"migrations": [asdict(each) for each in match.migrations]} if match.migrations else {}),
        **invitation_fields(match),
        **({"declines": [asdict(each) for each in match.declines]} if match.declines else {}),
        **presence_fields(match.presence),
    }


def match_from_json(document: JsonObject) -> Match:
    """The inverse of :func:`match_to_json`."""
    return Match(
        id=document["id"],
        ruleset=document["ruleset"],
        ruleset_version=document["ruleset_version"],
        status=Status(document["status"]),
        visibility=read_visibility(document),
        start_rule=StartRule(document["start_rule"]),
        options=document["options"],
        seats=tuple(seat_from_json(seat) for seat in document["seats"]),
        creator_id=document["creator_id"],
        creator_name=document["creator_name"],
        commitment=document["commitment"],
        time_control=read_time_control(document["time_control"]),
        on_time_out=read_on_time_out(document["on_time_out"]),
        grace_ms=document["grace_ms"],
        created_ms=document["created_ms"],
        started_ms=document["started_ms"],
        ended_ms=document["ended_ms"],
        revisions=tuple(document["revisions"]),
        pending=tuple(document["pending"]),
        decisions=tuple(document["decisions"]),
        clocks=clocks_from(document["clocks"]),
        outcome=document["outcome"],
        spectator_delay_seconds=document.get("spectator_delay_seconds", 0),
        abort_reason=read_abort_reason(document),
        inspections=inspections_from(document),
        signed_commitment=signed_commitment_from(document),
        catalogue_sha256=document.get("catalogue_sha256", ""),
        migrations=migrations_from(document),
        expires_ms=document.get("expires_ms"),
        rematch_of=document.get("rematch_of"),
        declines=declines_from(document),
        rated=document.get("rated", True),
        assistance=read_assistance(document),
        presence=read_presence(document),
    )


def clocks_from(document: Sequence[Sequence[int | None] | None]) -> Clocks:
    """Clocks from their JSON: of each seat bank and deadline, or null."""
    return tuple([None if each is None else Clock(*each) for each in document])


# Releases that know neither unlisted matches nor those that were declined read the same documents, and keep fields that
# they do not know. To them an unlisted match is private, and a declined one was called off by a person.


def visibility_fields(visibility: Visibility) -> JsonObject:
    """The fields of a document that say who may see its match."""
    if visibility is Visibility.UNLISTED:
        return {"visibility": Visibility.PRIVATE.value, "by_link": True}
    return {"visibility": visibility.value}


def read_visibility(document: JsonObject) -> Visibility:
    """The inverse of :func:`visibility_fields`."""
    return Visibility.UNLISTED if document.get("by_link") else Visibility(document["visibility"])


def abort_reason_fields(reason: AbortReason | None) -> JsonObject:
    """The fields of a document that say why its match was aborted; none without a reason."""
    if reason is AbortReason.DECLINED:
        return {"declined": True}
    return {} if reason is None else {"abort_reason": reason.value}


def read_abort_reason(document: JsonObject) -> AbortReason | None:
    """The inverse of :func:`abort_reason_fields`."""
    if document.get("declined"):
        return AbortReason.DECLINED
    text = document.get("abort_reason")
    return None if text is None else AbortReason(text)


def read_assistance(document: JsonObject) -> Assistance | None:
    """The ``assistance`` of a document; None: it is older than that."""
    text = document.get("assistance")
    return None if text is None else Assistance(text)


def presence_fields(presence: Presence | None) -> JsonObject:
    """The field of a document that says who has been there; none in a match that keeps no note of it."""
    return {} if presence is None else {"presence": presence._asdict()}


def read_presence(document: JsonObject) -> Presence | None:
    """The inverse of :func:`presence_fields`."""
    found = document.get("presence")
    return None if found is None else Presence(*(tuple(found[name]) for name in Presence._fields))


def invitation_fields(match: Match) -> JsonObject:
    """When a match expires by itself, after which one it is played, that it is not rated, and whether there is help in
    it: each where there is something to say."""
    fields = {
        "expires_ms": match.expires_ms,
        "rematch_of": match.rematch_of,
        "rated": None if match.rated else False,
        "assistance": match.assistance and match.assistance.value,
    }
    return {name: value for name, value in fields.items() if value is not None}


def declines_from(document: JsonObject) -> tuple[Decline, ...]:
    """The ``declines`` of a document, which hardly one has."""
    found = document.get("declines", ())
    return tuple([Decline(**{name: each[name] for name in Decline.__dataclass_fields__}) for each in found])


def inspections_from(document: JsonObject) -> tuple[Inspection, ...]:
    """The ``inspections`` of a document, which hardly one has."""
    looks = document.get("inspections", ())
    return tuple([Inspection(**{name: look[name] for name in Inspection.__dataclass_fields__}) for look in looks])


def migrations_from(document: JsonObject) -> tuple[Migration, ...]:
    """The ``migrations`` of a document, which hardly one has."""
    found = document.get("migrations", ())
    return tuple([Migration(**{name: each[name] for name in Migration.__dataclass_fields__}) for each in found])


def inspection_to_json(look: Inspection) -> JsonObject:
    """An inspection as JSON: the fields of :class:`Inspection` by name."""
    return {"player_id": look.player_id, "player_name": look.player_name, "seat": look.seat, "at_ms": look.at_ms}


def signed_commitment_from(document: JsonObject) -> SignedCommitment | None:
    """The commitment in a match's JSON; None for a match that was created without one."""
    found = document.get("signed_commitment")
    return None if found is None else SignedCommitment(found["document"], found["key_id"], found["signature"])


def with_client_seed(seat: Seat, client_seed: str) -> Seat:
    """The seat after its player gave a client seed."""
    seed = client_seed.lower()
    return replace(seat, client_seed=seed, client_seed_sha256=client_seed_sha256(seed))


def seat_to_json(seat: Seat) -> JsonObject:
    """A seat as JSON: the fields of :class:`Seat` by name."""
    return {
        "number": seat.number,
        "status": seat.status.value,
        "player_id": seat.player_id,
        "player_name": seat.player_name,
        "player_kind": seat.player_kind,
        "bot": seat.bot,
        "client_seed": seat.client_seed,
        "resigned": seat.resigned,
        "taken_over_by": seat.taken_over_by,
        **({} if seat.version is None else {"version": seat.version}),
        **({} if seat.counts_for is None else {"counts_for": seat.counts_for}),
        **seat.unknown,
    }


def seat_from_json(document: JsonObject) -> Seat:
    """The inverse of :func:`seat_to_json`."""
    known = {name: document[name] for name in _SEAT_FIELDS}
    unknown = unknown_fields(document, _SEAT_FIELDS)
    version, counts_for = unknown.pop("version", None), unknown.pop("counts_for", None)
    read = {"status": SeatStatus(document["status"]), "version": version, "counts_for": counts_for}
    seat = Seat(**{**known, **read, "unknown": unknown})
    seed = seat.client_seed
    return seat if seed is None else with_client_seed(seat, seed)


def unknown_fields(document: JsonObject, known: Collection[str]) -> JsonObject:
    """What a later release has put into a document."""
    return {name: document[name] for name in document if name not in known}


def _only(values: tuple[int | None, ...], seat: int) -> tuple[int | None, ...]:
    return tuple([value if number == seat else None for number, value in enumerate(values)])
