"""Replays: an ended match from its seeds to its result, which anyone can execute again.

A replay says what was promised (the commitment), what was drawn from (the seeds), what was done (the actions), what
everyone was shown (the events with each seat's share), and what came of it. :func:`re_execute` plays the actions again
and compares all of it. Format 2 is written; format 1, of matches created before commitments were documents, is read.
"""

import json
import re
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias

from pydantic import AfterValidator, Field, ValidationError

from services.engine import clocks
from services.engine import options as ruleset_options
from services.engine.clocks import Clocks, Forfeit, PlayByBot, PlayDefault, TakeOver, is_over
from services.engine.documented_as import DocumentedAs
from services.engine.engine import Engine, EventShares, Position, Situation, Step
from services.engine.fairness import (
    COMMITMENT_FORMAT_V1,
    CommitmentDocument,
    EventReference,
    Hash,
    PlannedSeat,
    SeriesReference,
    Strict,
    bot_seed,
    bots_chance,
    canonical,
    commitment_v1,
    match_seed_v1,
    parse_once,
    promised_match_seed,
    sha256_hex,
)
from services.engine.ruleset import SPECTATOR, Description, JsonObject, OptionValue, Outcome
from services.engine.ruleset_documents import RulesetAction, RulesetEvent, RulesetOptions
from services.errors import Reason, Refusal

FORMAT: Final = "playhall.replay/2"
"""Format of a replay that is written now; also the domain of its signature."""
FORMAT_V1: Final = "playhall.replay/1"

Count: TypeAlias = Annotated[int, Field(ge=0, lt=1 << 32)]


def _moment(text: str) -> str:
    if datetime.fromisoformat(text).year < 1970:
        raise ValueError("must not be before 1970")
    return text


Time: TypeAlias = (
    Annotated[
        str,
        Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$", json_schema_extra={"format": "date-time"}),
        AfterValidator(_moment),
    ]
    | None
)
"""UTC, such as ``2026-01-01T00:00:00.000Z``; None where nobody looked at a clock."""


_WHEN: Final = "When it was committed; null where nobody looked at a clock."
_AFTER: Final = "After the step of this number; 0: after the start."
_SHOWN: Final = "Each viewer's revision after it, the spectator's first."
_NEXT: Final = "Each seat's pending decision after it; null: the seat had none."


class MalformedReplay(Exception):
    """The bytes are not a replay. The message names the place and says what is wrong there."""


class ReplayDiffers(Exception):
    """The match, played again, is not what the replay says.

    ``step``: the first step that differs; 0 is the start, and one more than the last step is the end. ``what``: what
    differs in it.
    """

    def __init__(self, step: int, what: str) -> None:
        super().__init__(f"step {step}: {what}")
        self.step = step
        self.what = what


class ReplayEvent(Strict):
    """What was shown of an event."""

    public: RulesetEvent | None = Field(description="What everybody saw; null: nothing.")
    private: dict[int, RulesetEvent] = Field(description="What single seats saw instead, by seat.")

    @classmethod
    def of(cls, shares: EventShares) -> "ReplayEvent":
        """An event as an engine tells it."""
        return cls(
            public=None if shares.public is None else json.loads(shares.public),
            private={seat: json.loads(share) for seat, share in shares.private.items()},
        )


class ReplaySeatV1(Strict):
    """Who sat in a seat, in format 1."""

    name: str = Field(description="The name that the player had.")
    kind: Literal["person", "bot"] = Field(description="Whether a person, or a program, had the seat.")
    bot: str | None = Field(description="The ruleset's bot that played the seat for the house; null: none did.")


class ReplaySeat(ReplaySeatV1):
    """Who sat in a seat."""

    player: str | None = Field(default=None, description="The player's id; left out where nobody was seated by id.")


class ReplayStart(Strict):
    """What happened before the first action."""

    at: Time = Field(description=_WHEN)
    events: tuple[ReplayEvent, ...] = Field(description="What happened in it.")
    shown: tuple[Count, ...] = Field(description=_SHOWN)
    next: tuple[Count | None, ...] = Field(description=_NEXT)


class ReplayStep(Strict):
    """An action."""

    rev: Count = Field(description="Its number, from 1.")
    seat: Count = Field(description="Who played it.")
    decision: Count = Field(description="The number of the seat's decision that it answers.")
    action: str = Field(description="The action in short: its notation.")
    structured: RulesetAction = Field(description="The same in the ruleset's structured form.")
    given: str | None = Field(default=None, description="As it was sent, if in another form than the notation.")
    time_ran_out: Literal["seat", "all"] | None = Field(
        default=None, description="The clock played it, and who was told so: the seat alone or all."
    )
    at: Time = Field(description=_WHEN)
    events: tuple[ReplayEvent, ...] = Field(description="What came of it.")
    shown: tuple[Count, ...] = Field(description=_SHOWN)
    next: tuple[Count | None, ...] = Field(description=_NEXT)


class ReplayResignation(Strict):
    """A seat resigned."""

    seat: Count = Field(description="Which seat.")
    rev: Count = Field(description=_AFTER)
    at: Time = Field(description=_WHEN)
    shown: tuple[Count, ...] = Field(description=_SHOWN)
    reason: Literal["time_ran_out"] | None = Field(
        default=None, description="That the seat's time ran out; absent if its player wanted it."
    )


class ReplayTakeover(Strict):
    """A seat's time ran out: from then on the bot that the match's `on_time_out` names plays it."""

    seat: Count = Field(description="Which seat.")
    rev: Count = Field(description=_AFTER)
    at: Time = Field(description=_WHEN)
    shown: tuple[Count, ...] = Field(description=_SHOWN)


class ReplayTimeCredit(Strict):
    """The running clocks got back what fell into a gap, in which the platform had stood still."""

    since: Time = Field(description="When the gap began.")
    until: Time = Field(description="When it ended.")
    rev: Count = Field(description=_AFTER)
    at: Time = Field(description=_WHEN)
    shown: tuple[Count, ...] = Field(description=_SHOWN)


class ReplayMigration(Strict):
    """Another version of the ruleset played the match on."""

    rev: Count = Field(description=_AFTER)
    version: str = Field(min_length=1, max_length=64, description="Which version.")
    at: Time = Field(description=_WHEN)


class ReplaySignature(Strict):
    """A signature by the platform."""

    key_id: str = Field(pattern=r"^[0-9a-f]{16}$", description="Which of the published keys made it.")
    value: str = Field(pattern=r"^[0-9a-f]{128}$", description="Ed25519, 64 bytes, hexadecimal.")


class ReplayLogEntry(Strict):
    """The place of a commitment in the public log."""

    index: Count = Field(description="The index of the entry.")
    hash: Hash = Field(description="The hash of the entry.")


class ReplayScoreItem(Strict):
    """A part of a score."""

    item: str = Field(description="What the points are for.")
    points: int = Field(description="How many; may be negative.")


class ReplaySeatResult(Strict):
    """A seat's result."""

    seat: int = Field(description="The seat's number.")
    rank: int = Field(description="1 is best; shared on ties.")
    score: int = Field(description="The seat's points.")
    breakdown: tuple[ReplayScoreItem, ...] = Field(description="What the score is made of: its points add up to it.")


class ReplayOutcome(Strict):
    """The result of a match, as it was told: resignations included."""

    results: tuple[ReplaySeatResult, ...] = Field(description="One per seat, in seat order.")
    reason: str = Field(description="Why it ended, in a word.")


class Replay(Strict):
    """An ended match. A match that was aborted has no outcome, and a reason unless a person called it off; one that was
    aborted before its start has no start, seed and final state either. A match that was played without a server has no
    id, times, signatures and place in the log."""

    format: Literal["playhall.replay/2"] = Field(description="The format of the document.")
    match: str | None = Field(description="The match's id.")
    status: Literal["finished", "aborted"] = Field(description="How the match ended.")
    abort_reason: Literal["expired", "idle", "declined"] | None = Field(
        default=None, description="Why the platform has aborted it; absent if it did not."
    )
    ruleset: str = Field(description="The ruleset's id.")
    version: str = Field(description="The version of the ruleset that was committed to.")
    options: RulesetOptions = Field(description="Every option of the ruleset with its value.")
    seats: tuple[ReplaySeat, ...] = Field(description="Who sat where, in seat order.")
    commitment: Hash = Field(description="SHA-256 of `commitment_document` as canonical JSON, hexadecimal.")
    commitment_document: CommitmentDocument = Field(description="What the match promised at its creation.")
    commitment_signature: ReplaySignature | None = Field(description="The platform's signature over the commitment.")
    commitment_log: ReplayLogEntry | None = Field(description="Where the commitment stands in the public log.")
    server_seed: Hash = Field(description="The server's part of the seed: 32 bytes, hexadecimal.")
    client_seeds: tuple[Hash | None, ...] = Field(description="What each seat added to it; null: nothing.")
    seed: Hash | None = Field(description="The match seed, from which all chance is drawn; null: it never started.")
    created_at: Time = Field(description="When it was created.")
    ended_at: Time = Field(description="When it ended.")
    start: ReplayStart | None = Field(description="The setup; null: it never started.")
    steps: tuple[ReplayStep, ...] = Field(description="The actions, in order.")
    resignations: tuple[ReplayResignation, ...] = Field(description="Which seats resigned.")
    takeovers: tuple[ReplayTakeover, ...] = Field(
        default=(), description="Which seats were taken over by a bot. Left out if there is none."
    )
    time_credits: tuple[ReplayTimeCredit, ...] = Field(
        default=(), description="What running clocks got back. Left out if there is none."
    )
    migrations: tuple[ReplayMigration, ...] = Field(
        default=(), description="Which other versions have played the match on. Left out if there is none."
    )
    outcome: Annotated[dict[str, Any] | None, DocumentedAs(ReplayOutcome | None)] = Field(
        description="The result; null: the match was aborted."
    )
    final_state_sha256: Hash | None = Field(description="SHA-256 of the last state, hexadecimal.")
    signature: ReplaySignature | None = Field(description="The platform's signature over all else.")

    @property
    def last_version(self) -> str:
        """The version that played the match at its end. It plays all of it as the versions before have."""
        return self.migrations[-1].version if self.migrations else self.version

    @property
    def announcements(self) -> "tuple[Announcement, ...]":
        """What happened other than actions, and all were told, in order: each moves everybody's revision."""
        told: list[Announcement] = [*self.resignations, *self.takeovers, *self.time_credits]
        return tuple(sorted(told, key=lambda each: (each.rev, each.shown[0])))


class ReplayV1(Strict):
    """A finished match in format 1, of before commitments were documents."""

    format: Literal["playhall.replay/1"] = Field(description="The format of the document.")
    match: str | None = Field(description="The match's id.")
    ruleset: str = Field(description="The ruleset's id.")
    version: str = Field(description="The version of the ruleset.")
    options: RulesetOptions = Field(description="Every option of the ruleset with its value.")
    seats: tuple[ReplaySeatV1, ...] = Field(description="Who sat where, in seat order.")
    server_seed: Hash = Field(description="The server's part of the seed: 32 bytes, hexadecimal.")
    commitment: Hash = Field(description="SHA-256 of the server seed alone, hexadecimal.")
    client_seeds: tuple[Hash | None, ...] = Field(description="What each seat added to the seed; null: nothing.")
    seed: Hash = Field(description="The match seed, from which all chance is drawn.")
    created_at: Time = Field(description="When it was created.")
    ended_at: Time = Field(description="When it ended.")
    start: ReplayStart = Field(description="The setup.")
    steps: tuple[ReplayStep, ...] = Field(description="The actions, in order.")
    resignations: tuple[ReplayResignation, ...] = Field(description="Which seats resigned.")
    outcome: Annotated[dict[str, Any], DocumentedAs(ReplayOutcome)] = Field(description="The result.")
    final_state_sha256: Hash = Field(description="SHA-256 of the last state, hexadecimal.")

    @property
    def last_version(self) -> str:
        """The version that played the match."""
        return self.version


AnyReplay: TypeAlias = Replay | ReplayV1
Announcement: TypeAlias = ReplayResignation | ReplayTakeover | ReplayTimeCredit


# -- reading and writing ---------------------------------------------------------------------------------------------


def write(replay: AnyReplay) -> bytes:
    """A replay as JSON, UTF-8."""
    return replay.model_dump_json(exclude_defaults=True).encode()  # `given`, `time_ran_out`, `player`


def read(data: bytes) -> AnyReplay:
    """A replay from its bytes.

    Raises:
        MalformedReplay: a key is unknown, missing, named twice or of the wrong type, or the parts contradict each
            other.
    """
    try:
        document = parse_once(data)
        is_old = isinstance(document, dict) and document.get("format") == FORMAT_V1
        replay: AnyReplay = (ReplayV1 if is_old else Replay).model_validate_json(data)
        # What the model takes for the same must be written the same: the seats "0" and "00", a null to be left out.
        if not is_old and canonical(json.loads(write(replay))) != canonical(document):
            raise MalformedReplay("it holds something that is not written like this")
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = "/".join(map(str, first["loc"]))
        raise MalformedReplay(f"{place}: {first['msg']}" if place else first["msg"]) from None
    except (ValueError, RecursionError) as error:
        raise MalformedReplay(f"it is no JSON: {error}") from None
    _check_sizes(replay)
    if isinstance(replay, Replay):
        _check_parts(replay)
    return replay


def signed_part(document: JsonObject) -> bytes:
    """What the signature of a replay (as parsed JSON) is made over."""
    return canonical({name: value for name, value in document.items() if name != "signature"})


def _check_sizes(replay: AnyReplay) -> None:
    seats = len(replay.seats)
    if len(replay.client_seeds) != seats:
        raise MalformedReplay("client_seeds: not one per seat")
    told: list[ReplayStart | ReplayStep] = [] if replay.start is None else [replay.start]
    told += replay.steps
    for step in told:
        place = f"steps/{step.rev - 1}" if isinstance(step, ReplayStep) else "start"
        if len(step.shown) != seats + 1:
            raise MalformedReplay(f"{place}/shown: not one per viewer")
        if len(step.next) != seats:
            raise MalformedReplay(f"{place}/next: not one per seat")
        if any(seat not in range(seats) for event in step.events for seat in event.private):
            raise MalformedReplay(f"{place}/events: there is no such seat")
    for index, played in enumerate(replay.steps):
        if played.rev != index + 1:
            raise MalformedReplay(f"steps/{index}/rev: must be {index + 1}")
        if played.seat >= seats:
            raise MalformedReplay(f"steps/{index}/seat: there is no such seat")
    rev = 0
    for index, resignation in enumerate(replay.resignations):
        place = f"resignations/{index}"
        if resignation.seat >= seats or resignation.rev > len(replay.steps):
            raise MalformedReplay(f"{place}: there is no such seat or step")
        if resignation.rev < rev:
            raise MalformedReplay(f"{place}: stands after a later one")
        if resignation.seat in [other.seat for other in replay.resignations[:index]]:
            raise MalformedReplay(f"{place}: the seat has resigned before")
        rev = resignation.rev
    if isinstance(replay, Replay):
        _check_announcements(replay)


def _check_announcements(replay: Replay) -> None:
    lists: dict[str, Sequence[Announcement]] = {
        "resignations": replay.resignations,
        "takeovers": replay.takeovers,
        "time_credits": replay.time_credits,
    }
    for name, announcements in lists.items():
        for index, told in enumerate(announcements):
            place = f"{name}/{index}"
            if len(told.shown) != len(replay.seats) + 1:
                raise MalformedReplay(f"{place}/shown: not one per viewer")
            if told.rev > len(replay.steps):
                raise MalformedReplay(f"{place}: there is no such step")
            if index and (told.rev, told.shown[0]) <= (announcements[index - 1].rev, announcements[index - 1].shown[0]):
                raise MalformedReplay(f"{place}: stands after a later one")
    for index, takeover in enumerate(replay.takeovers):
        if takeover.seat >= len(replay.seats) or takeover.seat in [other.seat for other in replay.takeovers[:index]]:
            raise MalformedReplay(f"takeovers/{index}: there is no such seat, or it was taken over before")


def _check_parts(replay: Replay) -> None:
    """Whether the parts of a replay of format 2 fit together, as far as that can be told without playing."""
    document = replay.commitment_document
    parts = [
        ("ruleset", replay.ruleset, document.ruleset),
        ("version", replay.version, document.ruleset_version),
        ("seats", len(replay.seats), len(document.seats)),
    ]
    if document.tournament is None:
        parts += [("match", replay.match, document.match), ("created_at", replay.created_at, document.created_at)]
    elif replay.match is None:
        raise MalformedReplay("match: a match of a tournament has an id")
    for name, value, committed in parts:
        if value != committed:
            raise MalformedReplay(f"{name}: is not what was committed to")
    if canonical(replay.options) != canonical(document.options):
        raise MalformedReplay("options: are not what was committed to")
    is_local = replay.match is None
    if is_local != (replay.commitment_signature is None) or is_local != (replay.signature is None):
        raise MalformedReplay("signature: a match has an id and signatures, or neither")
    if is_local != (replay.commitment_log is None):
        raise MalformedReplay("commitment_log: a match has an id and a place in the log, or neither")
    for number, seat in enumerate(replay.seats):
        _check_seat(replay, number, seat, is_local=is_local)
    if document.series is not None:
        _check_series_seats(replay)
    if document.event is not None:
        _check_entrants(replay, document.event)
    begun = (replay.start, replay.seed, replay.final_state_sha256)
    if None in begun and (begun != (None, None, None) or replay.steps or replay.announcements):
        raise MalformedReplay("start: a match has a start, a seed and a final state, or none of them")
    if replay.status == "finished" and (replay.start is None or replay.outcome is None):
        raise MalformedReplay("status: a finished match has a start and an outcome")
    if replay.status == "aborted" and replay.outcome is not None:
        raise MalformedReplay("outcome: an aborted match has none")
    _check_times(replay)
    _check_migrations(replay)


def _check_migrations(replay: Replay) -> None:
    version, rev, earlier = replay.version, 0, ""
    times = [] if replay.start is None else [replay.start.at or "", *(step.at or "" for step in replay.steps)]
    for index, migration in enumerate(replay.migrations):
        place = f"migrations/{index}"
        if replay.match is None or not rev <= migration.rev < len(times):
            raise MalformedReplay(f"{place}: there is no such step, or it stands after a later one")
        if migration.version == version:
            raise MalformedReplay(f"{place}: the version has played before")
        later = [*times, replay.ended_at or ""][migration.rev + 1]
        if migration.at is None or not max(earlier, times[migration.rev]) <= migration.at <= later:
            raise MalformedReplay(f"{place}/at: is not between the times of its step and the next")
        version, rev, earlier = migration.version, migration.rev, migration.at


def _check_seat(replay: Replay, number: int, seat: ReplaySeat, *, is_local: bool) -> None:
    place = f"seats/{number}"
    if seat.bot is not None and seat.kind != "bot":
        raise MalformedReplay(f"{place}: a person is no bot")
    if seat.bot is not None and replay.client_seeds[number] is not None:
        raise MalformedReplay(f"client_seeds/{number}: a bot of the house gives none")
    if is_local:
        return
    if seat.player is None and replay.start is not None:
        raise MalformedReplay(f"{place}/player: is missing")
    of_the_house = seat.player is not None and seat.player.startswith("bot_")
    if of_the_house != (seat.bot is not None):
        raise MalformedReplay(f"{place}: a bot of the house has an id of its own")
    if any(other.player == seat.player for other in replay.seats[:number]) and seat.bot is None and seat.player:
        raise MalformedReplay(f"{place}/player: sits there twice")


def _check_series_seats(replay: Replay) -> None:
    """The matches of a series are between the bots that were planned."""
    for number, (seat, planned) in enumerate(zip(replay.seats, replay.commitment_document.seats, strict=True)):
        if seat.bot != planned.bot:
            raise MalformedReplay(f"seats/{number}: another bot was to play in the series")
    if replay.announcements:
        raise MalformedReplay("resignations/0: nobody resigns in a series")


def _check_entrants(replay: Replay, event: EventReference) -> None:
    """Who meets in a match of a tournament sits there from its start to its end."""
    for number, (seat, entrant) in enumerate(zip(replay.seats, event.entrants, strict=True)):
        of_the_house = re.fullmatch(r"bot:(.+):[1-9]\d*", entrant)
        if seat.bot != (of_the_house and of_the_house[1]) or (seat.bot is None and seat.player != entrant):
            raise MalformedReplay(f"seats/{number}: another entrant was to play here")


def _check_times(replay: Replay) -> None:
    """Times never run backwards; all are there, or for a match without a server none."""
    told = _in_order(replay)
    times = [
        ("created_at", replay.created_at),
        *(("start/at" if rev == 0 and at is replay.start else f"step {rev}", at.at) for rev, at in told),
        ("ended_at", replay.ended_at),
    ]
    if replay.match is None:
        if any(time is not None for _, time in times) or replay.takeovers or replay.time_credits:
            raise MalformedReplay("a match without an id has no times")
        return
    earlier = ""
    for place, time in times:
        if time is None:
            raise MalformedReplay(f"{place}: the time is missing")
        if time < earlier:
            raise MalformedReplay(f"{place}: is before the time that stands before it")
        earlier = time
    if replay.status == "finished" and replay.ended_at != times[-2][1]:
        raise MalformedReplay("ended_at: is not the time of the last step")
    if replay.commitment_document.format == COMMITMENT_FORMAT_V1:
        _check_decision_clocks(replay)
    else:
        _check_clocks(replay)


def _check_clocks(replay: Replay) -> None:
    """The platform decides for a seat when the time of its turn is over, and not before; its player's answers came
    before that."""
    document = replay.commitment_document
    control, grace_ms = document.time_control, document.grace_milliseconds
    of_seats = [None if seat.bot is not None else clocks.new_clock(control) for seat in replay.seats]
    running: Clocks = tuple(of_seats)
    pending: Sequence[int | None] = (None,) * len(running)
    shown: Sequence[int] = (0,) * (len(running) + 1)
    for rev, told in _in_order(replay):
        assert told.at is not None
        at_ms = _ms(told.at)
        if isinstance(told, ReplayTimeCredit):
            running = _credited(replay, told, running)
        elif isinstance(told, ReplayTakeover):
            _check_time_out(replay, told.seat, running, at_ms, f"takeover after step {rev}", TakeOver)
            running = clocks.without(running, told.seat)
        elif isinstance(told, ReplayResignation):
            if told.reason is not None:
                _check_time_out(replay, told.seat, running, at_ms, f"resignation after step {rev}/reason", Forfeit)
            running = clocks.without(running, told.seat)
        else:
            seat = told.seat if isinstance(told, ReplayStep) else None
            if isinstance(told, ReplayStep) and told.time_ran_out is not None:
                place = f"step {rev}/time_ran_out"
                _check_time_out(replay, told.seat, running, at_ms, place, PlayDefault | PlayByBot)
            elif seat is not None and is_over(running[seat], grace_ms, at_ms):
                raise MalformedReplay(f"step {rev}/at: the seat's time was over")
            seen = all(was < now for was, now in zip(shown, told.shown, strict=True))
            running = clocks.after_step(
                control, running, before=pending, after=told.next, seat=seat, all_shown=seen, at_ms=at_ms
            )
            pending = told.next
        shown = told.shown


def _check_time_out(
    replay: Replay, seat: int, running: Clocks, at_ms: int, place: str, rule: type[Any] | UnionType
) -> None:
    document = replay.commitment_document
    if isinstance(document.time_control, clocks.NoClocks):
        raise MalformedReplay(f"{place}: the match has no clocks")
    if not isinstance(document.on_time_out, rule):
        raise MalformedReplay(f"{place}: that is not what was to happen when time is over")
    if running[seat] is None:
        raise MalformedReplay(f"{place}: the seat has no clock")
    if not is_over(running[seat], document.grace_milliseconds, at_ms):
        raise MalformedReplay(f"{place}: the time was not over")


def _credited(replay: Replay, told: ReplayTimeCredit, running: Clocks) -> Clocks:
    document = replay.commitment_document
    if told.since is None or told.until is None or told.at is None or not told.since < told.until <= told.at:
        raise MalformedReplay(f"time credit after step {told.rev}: the gap is not one before it")
    gap = _ms(told.since), _ms(told.until)
    return tuple(clocks.credited(document.time_control, clock, document.grace_milliseconds, *gap) for clock in running)


def _check_decision_clocks(replay: Replay) -> None:
    """In format 1 of the commitment: an action is played by the clock only when its decision's time is over, and only
    for a person who has not resigned."""
    assert replay.start is not None or not replay.steps
    seconds = replay.commitment_document.decision_seconds
    asked: dict[int, tuple[int | None, str | None]] = {}
    resigned: set[int] = set()
    for rev, told in _in_order(replay):
        if isinstance(told, ReplayTakeover | ReplayTimeCredit) or (
            isinstance(told, ReplayResignation) and told.reason is not None
        ):
            raise MalformedReplay(f"step {rev}: nothing like that was promised")
        if isinstance(told, ReplayResignation):
            resigned.add(told.seat)
            continue
        if isinstance(told, ReplayStep) and told.time_ran_out is not None:
            place = f"step {rev}/time_ran_out"
            if seconds is None:
                raise MalformedReplay(f"{place}: the match has no clocks")
            if replay.seats[told.seat].bot is not None or told.seat in resigned:
                raise MalformedReplay(f"{place}: the seat has no clock")
            since = asked[told.seat][1] if told.seat in asked else None
            if since is None or told.at is None or _ms(told.at) - _ms(since) < seconds * 1000:
                raise MalformedReplay(f"{place}: the time was not over")
        for seat, decision in enumerate(told.next):
            if seat not in asked or asked[seat][0] != decision:
                asked[seat] = (decision, told.at)


def _ms(text: str) -> int:
    return round(datetime.fromisoformat(text).timestamp() * 1000)


def _in_order(replay: Replay) -> list[tuple[int, ReplayStart | ReplayStep | Announcement]]:
    """Start, steps and announcements as they happened, each with the number of steps until then."""
    told: list[tuple[int, ReplayStart | ReplayStep | Announcement]] = []
    steps: list[ReplayStart | ReplayStep] = [] if replay.start is None else [replay.start, *replay.steps]
    announced: dict[int, list[Announcement]] = {}
    for each in replay.announcements:
        announced.setdefault(each.rev, []).append(each)
    for rev, step in enumerate(steps):
        told.append((rev, step))
        told += [(rev, each) for each in announced.get(rev, ())]
    return told


# -- playing -----------------------------------------------------------------------------------------------------------


class Playthrough:
    """A match as it is played, with everything that its replay must say. It numbers decisions and revisions by the
    platform's rules: a seat that is newly asked gets its next decision, and a viewer that can notice something its next
    revision."""

    def __init__(self, engine: Engine, seats: int, options: Mapping[str, OptionValue], seed: bytes) -> None:
        """Starts the match. ``seed``: the match's.

        Raises:
            Refusal: as :meth:`Engine.start`.
        """
        self._engine = engine
        self._places = seats
        self._asked = [0] * seats
        self._next: list[int | None] = [None] * seats
        self._openly_asked = [False] * seats
        self._shown = [0] * (seats + 1)
        self.resigned: list[int] = []
        """Who has resigned, in order."""
        self.resignations: list[ReplayResignation] = []
        self.steps: list[ReplayStep] = []
        self.step = engine.start(seats, options, seed)
        """The step that was reached last."""
        self._count(self.step, actor=None)
        self.start = ReplayStart(at=None, events=_events(self.step), shown=tuple(self._shown), next=tuple(self._next))
        self.outcome = self._result()
        """The result, or None while the match goes on."""
        self.known_to_all = False
        """Whether all could see when the decision that was answered last was asked, and that it was answered."""
        self.seen_to_act = False
        """Whether all can see that the seat that acted last has done so."""

    def play(self, seat: int, action: str | JsonObject) -> ReplayStep:
        """A seat's action.

        Raises:
            Refusal: as :meth:`Engine.play`.
        """
        decision = self._next[seat] or 0
        pending_before = self._pending()
        openly_asked = self._openly_asked[seat]
        legal = json.loads(self.step.situation(seat).legal)
        notation, self.step = self._engine.play(self.step.position, seat, action)
        structured = next((entry["action"] for entry in legal if entry["notation"] == notation), None)
        if structured is None or len(self.step.situations) != self._places + 1:  # an engine that contradicts itself
            raise Refusal(Reason.INTERNAL)
        self._count(self.step, actor=seat)
        self.seen_to_act = seat not in self.step.pending or pending_before == (seat,)
        self.known_to_all = openly_asked and self.seen_to_act
        self.outcome = self._result()
        made = ReplayStep(
            rev=len(self.steps) + 1,
            seat=seat,
            decision=decision,
            action=notation,
            structured=structured,
            at=None,
            events=_events(self.step),
            shown=tuple(self._shown),
            next=tuple(self._next),
        )
        self.steps.append(made)
        return made

    def resign(self, seat: int) -> ReplayResignation:
        """A seat resigns: everybody is told, and at some numbers of seats it ends the match."""
        self.resigned.append(seat)
        self._shown = [revision + 1 for revision in self._shown]
        made = ReplayResignation(seat=seat, rev=len(self.steps), at=None, shown=tuple(self._shown))
        self.resignations.append(made)
        if self._places in self._engine.describe().resignation_ends_at:
            self.outcome = resignation_outcome(self._places, self.resigned)
        return made

    def announce(self, told: "ReplayTakeover | ReplayTimeCredit") -> "ReplayTakeover | ReplayTimeCredit":
        """Something else happens that everybody is told: as it was, with what follows from the match."""
        self._shown = [revision + 1 for revision in self._shown]
        return told.model_copy(update={"rev": len(self.steps), "shown": tuple(self._shown)})

    def _pending(self) -> tuple[int, ...]:
        return tuple(seat for seat, decision in enumerate(self._next) if decision is not None)

    def _result(self) -> JsonObject | None:
        outcome = self.step.outcome
        return None if outcome is None else outcome_json(outcome, self.resigned)

    def _count(self, step: Step, *, actor: int | None) -> None:
        """Number what a step asks and shows. A viewer's revision moves when it is shown an event, when who must decide
        is another (which is public), and when its own decision is."""
        before, shown_before, pending_before = self._next.copy(), self._shown.copy(), self._pending()
        for seat in range(self._places):
            if seat not in step.pending:
                self._next[seat] = None
            elif self._next[seat] is None or seat == actor:
                self._asked[seat] += 1
                self._next[seat] = self._asked[seat]
        for_all = pending_before != step.pending
        for viewer in range(SPECTATOR, self._places):
            asked = viewer != SPECTATOR and before[viewer] != self._next[viewer]
            shown = any(event.seen_by(viewer) is not None for event in step.events)
            self._shown[viewer + 1] += for_all or asked or shown
        all_shown = all(was < now for was, now in zip(shown_before, self._shown, strict=True))
        for seat, decision in enumerate(self._next):
            if decision is None or decision != before[seat]:
                seen = seat not in pending_before or (all_shown and pending_before == (actor,))
                self._openly_asked[seat] = decision is not None and seen


class Recording(Playthrough):
    """A match that is played without a server, and its replay."""

    def __init__(
        self,
        engine: Engine,
        *,
        seats: Sequence[ReplaySeat],
        options: Mapping[str, OptionValue],
        server_seed: bytes,
        client_seeds: Sequence[str | None] | None = None,
        series: SeriesReference | None = None,
    ) -> None:
        """Starts the match. ``server_seed``: 32 bytes. ``options`` names those that are set. ``series``: to which the
        match, which is between bots then, belongs.

        Raises:
            Refusal: as :meth:`Engine.start`, and for options that the ruleset does not have.
        """
        self._seats = tuple(seats)
        self._server_seed = server_seed
        self._client_seeds = tuple(client_seeds or [None] * len(seats))
        description = engine.describe()
        self.document = CommitmentDocument(
            format=COMMITMENT_FORMAT_V1,
            match=None,
            creator=None,
            created_at=None,
            ruleset=description.id,
            ruleset_version=description.version,
            options=ruleset_options.complete(options, description.options),
            seats=tuple(
                PlannedSeat(kind="open" if seat.bot is None else "bot", player=None, bot=seat.bot) for seat in seats
            ),
            start_rule="when_full",
            visibility="public",
            decision_seconds=None,
            spectator_delay_seconds=0,
            server_seed_sha256=sha256_hex(server_seed),
            series=series,
        )
        """What the match was committed to."""
        self._seed = promised_match_seed(self.document, server_seed, self._client_seeds)
        super().__init__(engine, len(seats), self.document.options, self._seed)

    def bot_seed(self, seat: int, decision: int) -> bytes:
        """The randomness of a bot in one decision."""
        return bot_seed(self._server_seed, self.document.digest(), seat, decision)

    def replay(self) -> Replay:
        """The replay of the match, which must have ended."""
        assert self.outcome is not None
        return Replay(
            format="playhall.replay/2",
            match=None,
            status="finished",
            ruleset=self.document.ruleset,
            version=self.step.position.version,
            options=self.document.options,
            seats=self._seats,
            commitment=self.document.digest().hex(),
            commitment_document=self.document,
            commitment_signature=None,
            commitment_log=None,
            server_seed=self._server_seed.hex(),
            client_seeds=self._client_seeds,
            seed=self._seed.hex(),
            created_at=None,
            ended_at=None,
            start=self.start,
            steps=tuple(self.steps),
            resignations=tuple(self.resignations),
            outcome=self.outcome,
            final_state_sha256=sha256_hex(self.step.position.state),
            signature=None,
        )


# -- executing again ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Execution:
    """What :func:`re_execute` found to hold: how many decisions were played again, how many of them a bot of the house
    made again from its own randomness, and how many were the ruleset's default action, as they had to be."""

    decisions: int
    bots: int
    defaults: int


def re_execute(
    replay: AnyReplay, engine: Engine, *, bots_choose_again: bool = True, by_any_version: bool = False
) -> Execution:
    """Play a match again and compare everything with its replay. ``bots_choose_again``: also that each bot of the house
    chooses what it chose; not to be asked of bots that were changed since. ``by_any_version``: the engine may play
    another version of the ruleset, to find out whether that makes any difference.

    Raises:
        ReplayDiffers: the first step that is not as the replay says.
        Refusal: ``UNKNOWN_RULESET`` or ``UNSUPPORTED_VERSION`` if the engine plays another ruleset or another version
            of it; ``BUSY``.
    """
    again = ReExecution(replay, engine, bots_choose_again=bots_choose_again, by_any_version=by_any_version)
    deque(again.decisions(), maxlen=0)
    return again.found


def check_seeds(replay: AnyReplay) -> None:
    """Whether the commitment and the match's seed follow from what they are made of.

    Raises:
        ReplayDiffers: one does not.
    """
    server_seed = bytes.fromhex(replay.server_seed)
    if isinstance(replay, ReplayV1):
        committed = commitment_v1(server_seed)
        seed = match_seed_v1(server_seed, replay.match, replay.client_seeds)
    else:
        document = replay.commitment_document
        if sha256_hex(server_seed) != document.server_seed_sha256:
            raise ReplayDiffers(0, "the server seed is not the one that was committed to")
        committed = document.digest().hex()
        seed = promised_match_seed(document, server_seed, replay.client_seeds)
    if committed != replay.commitment:
        what = "commitment_document" if isinstance(replay, Replay) else "server seed"
        raise ReplayDiffers(0, f"the {what} is not the one that was committed to")
    if replay.seed is not None and seed.hex() != replay.seed:
        raise ReplayDiffers(0, "the match seed does not follow from the other seeds")


def _check_description(replay: Replay, served: Description) -> None:
    """Whether options and bots are those of the ruleset."""
    try:
        complete = ruleset_options.complete(replay.options, served.options)
    except Refusal as refusal:
        wrong = "; ".join(f"{error.pointer[1:]}: {error.detail}" for error in refusal.errors)
        raise ReplayDiffers(0, f"refused ({refusal.reason.name}): {wrong}") from None
    if complete.keys() != replay.options.keys():
        raise ReplayDiffers(0, "an option is missing")
    bots = {bot.id for bot in served.bots}
    planned = [seat.bot for seat in replay.commitment_document.seats]
    for bot in [*planned, *(seat.bot for seat in replay.seats)]:
        if bot is not None and bot not in bots:
            raise ReplayDiffers(0, f"the ruleset has no bot {bot!r}")
    for number, seat in enumerate(replay.seats):
        its_id = f"bot_{replay.ruleset.replace('_', '-')}_{seat.bot}"
        if replay.match is not None and seat.bot is not None and seat.player != its_id:
            raise ReplayDiffers(0, f"seat {number} has not the id of its bot")


def _begin(replay: AnyReplay, engine: Engine, seed: bytes) -> Playthrough:
    try:
        return Playthrough(engine, len(replay.seats), replay.options, seed)
    except Refusal as refusal:
        raise _refused(0, refusal) from refusal


class PlayedAgain(NamedTuple):
    """A decision that was played again: as the replay tells it, and what its seat could know and do when it was asked.
    ``by_default``: the platform played it for a seat that could not answer. ``reached``: the position after it."""

    step: ReplayStep
    situation: Situation
    by_default: bool
    reached: Position


class ReExecution:
    """A match that is played again from its replay, decision by decision: for who does more than compare."""

    def __init__(
        self, replay: AnyReplay, engine: Engine, *, bots_choose_again: bool = True, by_any_version: bool = False
    ) -> None:
        """Compares what can be compared before the match is played. Parameters and errors: as :func:`re_execute`."""
        check_seeds(replay)
        served = engine.describe()
        if served.id != replay.ruleset:
            raise Refusal(Reason.UNKNOWN_RULESET)
        if served.version != replay.last_version and not by_any_version:
            raise Refusal(Reason.UNSUPPORTED_VERSION, metadata={"served": served.version})
        if isinstance(replay, Replay):
            _check_description(replay, served)
        self._bots_choose_again = bots_choose_again
        self._replay = replay
        self._engine = engine
        self._announcements: dict[int, list[Announcement]] = {}
        for told in replay.announcements if isinstance(replay, Replay) else replay.resignations:
            self._announcements.setdefault(told.rev, []).append(told)
        self._taken_over: set[int] = set()
        self._decisions = 0
        self._bots = 0
        self._defaults = 0

    @property
    def found(self) -> Execution:
        """What was found to hold so far."""
        return Execution(self._decisions, self._bots, self._defaults)

    def decisions(self) -> Iterator[PlayedAgain]:
        """Every decision in order. The replay holds if the iteration comes to its end; until then, nothing is sure.

        Raises:
            ReplayDiffers, Refusal: as :func:`re_execute`.
        """
        replay = self._replay
        if replay.start is None or replay.seed is None:
            return
        match = _begin(replay, self._engine, bytes.fromhex(replay.seed))
        _compare(0, replay.start, match.start)
        self._announce(match, 0)
        for step in replay.steps:
            situation = match.step.situation(step.seat)
            stand_in = self._stand_in(match, step)
            by_default = stand_in is None and (step.time_ran_out is not None or step.seat in match.resigned)
            self._play(match, step, stand_in=stand_in, by_default=by_default)
            yield PlayedAgain(step, situation, by_default or stand_in is not None, match.step.position)
            self._announce(match, step.rev)
        end = len(replay.steps) + 1
        _check_end(replay, match, end)
        if sha256_hex(match.step.position.state) != replay.final_state_sha256:
            raise ReplayDiffers(end, "the last state differs")

    def _stand_in(self, match: Playthrough, told: ReplayStep) -> str | None:
        """The bot of the house that decides for a seat whose time is over, if one does."""
        if not isinstance(self._replay, Replay) or told.seat in match.resigned:
            return None
        taken_over = told.seat in self._taken_over
        return (
            clocks.bot_of(self._replay.commitment_document.on_time_out)
            if taken_over or told.time_ran_out is not None
            else None
        )

    def _announce(self, match: Playthrough, rev: int) -> None:
        """What happened after a step other than actions."""
        for told in self._announcements.get(rev, ()):
            if match.outcome is not None:
                what = "a seat resigns" if isinstance(told, ReplayResignation) else "something is announced"
                raise ReplayDiffers(rev, f"{what} after the end")
            if isinstance(told, ReplayResignation):
                _resign(self._replay, match, told)
                continue
            if isinstance(told, ReplayTakeover):
                self._taken_over.add(told.seat)
            _compare(rev, told, match.announce(told))

    def _play(self, match: Playthrough, told: ReplayStep, *, stand_in: str | None, by_default: bool) -> None:
        if match.outcome is not None:
            raise ReplayDiffers(told.rev, "the match has ended before")
        try:
            if isinstance(self._replay, Replay):
                self._check_mover(self._replay, match, told, stand_in=stand_in, by_default=by_default)
            made = match.play(told.seat, told.action)
        except Refusal as refusal:
            raise _refused(told.rev, refusal) from refusal
        _compare(told.rev, told, made)
        if isinstance(self._replay, Replay) and told.time_ran_out not in (None, _told_to(self._replay, match)):
            raise ReplayDiffers(told.rev, "time_ran_out differs")
        self._decisions += 1

    def _check_mover(
        self, replay: Replay, match: Playthrough, told: ReplayStep, *, stand_in: str | None, by_default: bool
    ) -> None:
        """Whether the seat's bot, or the platform for a seat that could not answer, would have played this."""
        seen = match.step.situation(told.seat)
        bot = stand_in or replay.seats[told.seat].bot
        if told.given is not None:
            if bot is not None or by_default:
                raise ReplayDiffers(told.rev, "given: nobody has sent this action")
            self._check_given(match, told, told.given)
        if told.seat not in match.step.pending:
            return  # the engine refuses it
        if by_default:
            self._defaults += 1
            if self._engine.default(match.step.position, told.seat) != told.action:
                raise ReplayDiffers(told.rev, "action: it is not the ruleset's default")
        elif bot is not None and self._bots_choose_again:
            self._bots += 1
            legal = [entry["notation"] for entry in json.loads(seen.legal)]
            chance = bots_chance(replay.commitment_document, replay.client_seeds)
            seed = bot_seed(bytes.fromhex(replay.server_seed), chance, told.seat, told.decision)
            if self._engine.choose(bot, seen.view, legal, seed) != told.action:
                raise ReplayDiffers(told.rev, f"action: the bot {bot!r} chooses another")

    def _check_given(self, match: Playthrough, told: ReplayStep, given: str) -> None:
        """Whether the form in which an action was sent is another form of that action."""
        try:
            sent = parse_once(given)
        except (ValueError, RecursionError):
            sent = None
        if not isinstance(sent, dict) or _comparable(sent) != given:
            raise ReplayDiffers(told.rev, "given: is no action in canonical form")
        notation, _ = self._engine.play(match.step.position, told.seat, sent)
        if notation != told.action or given == _comparable(told.structured):
            raise ReplayDiffers(told.rev, "given: is not another form of the action")


def _comparable(action: JsonObject) -> str:
    """An action as the platform keeps the form in which it was sent."""
    return json.dumps(action, separators=(",", ":"), sort_keys=True)


def _check_end(replay: AnyReplay, match: Playthrough, end: int) -> None:
    if isinstance(replay, Replay) and replay.status == "aborted":
        if match.outcome is not None:
            raise ReplayDiffers(end, "the match has ended before it was aborted")
        return
    if match.outcome is None:
        raise ReplayDiffers(end, "the match has not ended")
    if replay.outcome is None or canonical(match.outcome) != canonical(replay.outcome):
        raise ReplayDiffers(end, "outcome differs")


def _resign(replay: AnyReplay, match: Playthrough, told: ReplayResignation) -> None:
    if replay.seats[told.seat].bot is not None:
        raise ReplayDiffers(told.rev, "a bot of the house does not resign")
    _compare(told.rev, told, match.resign(told.seat))


def _told_to(replay: Replay, match: Playthrough) -> str:
    """Who is told that time ran out on the decision that was answered last. When the time of a turn is over is public;
    in format 1 of the commitment, when that of a decision is over was so only if all could see when it was asked."""
    is_old = replay.commitment_document.format == COMMITMENT_FORMAT_V1
    return "all" if (match.known_to_all if is_old else match.seen_to_act) else "seat"


def _refused(step: int, refusal: Refusal) -> Exception:
    """What a refusal means: a service that cannot be reached says nothing about the replay."""
    if refusal.reason in (Reason.BUSY, Reason.INTERNAL):
        return refusal
    return ReplayDiffers(step, f"refused ({refusal.reason.name}): {refusal.detail}")


def _compare(step: int, told: Strict, made: Strict) -> None:
    """Compare all that does not depend on people's clocks and ways of writing. As JSON, where ``true`` is not 1."""
    a, b = told.model_dump(mode="json"), made.model_dump(mode="json")
    for name in a:
        if name not in ("at", "given", "time_ran_out", "reason") and canonical(a[name]) != canonical(b[name]):
            raise ReplayDiffers(step, f"{name} differs")


def _events(step: Step) -> tuple[ReplayEvent, ...]:
    return tuple(ReplayEvent.of(shares) for shares in step.events)


# -- results -----------------------------------------------------------------------------------------------------------


def outcome_json(outcome: Outcome, resigned: Collection[int]) -> JsonObject:
    """A ruleset's outcome as JSON. Seats that resigned stand behind all others."""
    merits = {result.seat: (result.seat in resigned, result.rank) for result in outcome.results}
    return {
        "results": [
            {
                "seat": result.seat,
                "rank": 1 + sum(other < merits[result.seat] for other in merits.values()),
                "score": result.score,
                "breakdown": [{"item": item, "points": points} for item, points in result.breakdown],
            }
            for result in outcome.results
        ],
        "reason": outcome.reason,
    }


def resignation_outcome(seats: int, resigned: Collection[int]) -> JsonObject:
    """The result of a match that a resignation ended: the others share the first place."""
    last = 1 + seats - len(resigned)
    results = [
        {"seat": seat, "rank": last if seat in resigned else 1, "score": 0, "breakdown": []} for seat in range(seats)
    ]
    return {"results": results, "reason": "resignation"}
