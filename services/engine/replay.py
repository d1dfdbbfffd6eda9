"""Replays: a finished match from its seeds to its result, which anyone can execute again.

A replay says what was promised (the commitment), what was drawn from (the seeds), what was done (the actions), what
everyone was shown (the events with each seat's share), and what came of it. :func:`re_execute` plays the actions again
and compares all of it.
"""

import hashlib
import hmac
import json
from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from services.engine.engine import Engine, EventShares, Step
from services.engine.ruleset import SPECTATOR, JsonObject, OptionValue, Outcome
from services.errors import Reason, Refusal

FORMAT: Final = "playhall.replay/1"

Hash: TypeAlias = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
"""32 bytes, hexadecimal."""
Count: TypeAlias = Annotated[int, Field(ge=0)]
Time: TypeAlias = str | None
"""UTC, such as ``2026-01-01T00:00:00.000Z``; None where nobody looked at a clock."""


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


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class ReplayEvent(_Strict):
    """What everybody saw of an event (null: nothing), and what single seats saw instead."""

    public: dict[str, Any] | None
    private: dict[int, dict[str, Any]]

    @classmethod
    def of(cls, shares: EventShares) -> "ReplayEvent":
        """An event as an engine tells it."""
        return cls(
            public=None if shares.public is None else json.loads(shares.public),
            private={seat: json.loads(share) for seat, share in shares.private.items()},
        )


class ReplaySeat(_Strict):
    """Who sat there. ``bot``: the ruleset's bot that played the seat."""

    name: str
    kind: Literal["person", "bot"]
    bot: str | None


class ReplayStart(_Strict):
    """The setup. ``shown``: each viewer's revision after it, the spectator's first. ``next``: each seat's pending
    decision after it."""

    at: Time
    events: tuple[ReplayEvent, ...]
    shown: tuple[Count, ...]
    next: tuple[Count | None, ...]


class ReplayStep(_Strict):
    """An action. ``action``: its notation; ``structured``: its JSON; ``given``: as it was sent, if in another form.
    ``time_ran_out``: the clock played it, and who was told so: the seat alone or all."""

    rev: Count
    seat: Count
    decision: Count
    action: str
    structured: dict[str, Any]
    given: str | None = None
    time_ran_out: Literal["seat", "all"] | None = None
    at: Time
    events: tuple[ReplayEvent, ...]
    shown: tuple[Count, ...]
    next: tuple[Count | None, ...]


class ReplayResignation(_Strict):
    """A seat resigned after step ``rev``."""

    seat: Count
    rev: Count
    at: Time
    shown: tuple[Count, ...]


class Replay(_Strict):
    """A finished match. ``seed``: HMAC-SHA256 with the server seed as key over the match id and the client seeds in
    seat order. ``outcome``: as the match was told it, resignations included."""

    format: Literal["playhall.replay/1"]
    match: str | None
    ruleset: str
    version: str
    options: dict[str, Any]
    seats: tuple[ReplaySeat, ...]
    server_seed: Hash
    commitment: Hash
    client_seeds: tuple[Hash | None, ...]
    seed: Hash
    created_at: Time
    ended_at: Time
    start: ReplayStart
    steps: tuple[ReplayStep, ...]
    resignations: tuple[ReplayResignation, ...]
    outcome: dict[str, Any]
    final_state_sha256: Hash


# -- reading and writing ---------------------------------------------------------------------------------------------


def make(
    *,
    match: str | None,
    ruleset: str,
    version: str,
    options: Mapping[str, OptionValue],
    seats: Sequence[ReplaySeat],
    server_seed: bytes,
    client_seeds: Sequence[str | None],
    created_at: Time,
    ended_at: Time,
    start: ReplayStart,
    steps: Sequence[ReplayStep],
    resignations: Sequence[ReplayResignation],
    outcome: JsonObject,
    final_state: bytes,
) -> Replay:
    """A replay; what follows from the seeds and the last state is computed here."""
    return Replay(
        format=FORMAT,
        match=match,
        ruleset=ruleset,
        version=version,
        options=dict(options),
        seats=tuple(seats),
        server_seed=server_seed.hex(),
        commitment=hashlib.sha256(server_seed).hexdigest(),
        client_seeds=tuple(client_seeds),
        seed=match_seed(server_seed, match, client_seeds).hex(),
        created_at=created_at,
        ended_at=ended_at,
        start=start,
        steps=tuple(steps),
        resignations=tuple(resignations),
        outcome=outcome,
        final_state_sha256=hashlib.sha256(final_state).hexdigest(),
    )


def write(replay: Replay) -> bytes:
    """A replay as JSON, UTF-8."""
    return replay.model_dump_json(exclude_defaults=True).encode()  # `given` and `time_ran_out`


def read(data: bytes) -> Replay:
    """A replay from its bytes.

    Raises:
        MalformedReplay: a key is unknown, missing or of the wrong type, or the parts contradict each other.
    """
    try:
        replay = Replay.model_validate_json(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = "/".join(map(str, first["loc"]))
        raise MalformedReplay(f"{place}: {first['msg']}" if place else first["msg"]) from None
    _check_sizes(replay)
    return replay


def match_seed(server_seed: bytes, match: str | None, client_seeds: Sequence[str | None]) -> bytes:
    """The seed that all chance of a match is drawn from, 32 bytes. ``client_seeds``: hexadecimal, in seat order."""
    message = (match or "").encode() + b"".join(bytes.fromhex(seed or "") for seed in client_seeds)
    return hmac.digest(server_seed, message, "sha256")


def _check_sizes(replay: Replay) -> None:
    seats = len(replay.seats)
    if len(replay.client_seeds) != seats:
        raise MalformedReplay("client_seeds: not one per seat")
    told: list[ReplayStart | ReplayStep] = [replay.start, *replay.steps]
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
    for index, resignation in enumerate(replay.resignations):
        if resignation.seat >= seats or resignation.rev > len(replay.steps):
            raise MalformedReplay(f"resignations/{index}: there is no such seat or step")


# -- playing -----------------------------------------------------------------------------------------------------------


class Recording:
    """A match as it is played, with everything that its replay must say. It numbers decisions and revisions by the
    platform's rules: a seat that is newly asked gets its next decision, and a viewer that can notice something its next
    revision."""

    def __init__(
        self,
        engine: Engine,
        *,
        seats: Sequence[ReplaySeat],
        options: Mapping[str, OptionValue],
        server_seed: bytes,
        match: str | None = None,
        client_seeds: Sequence[str | None] | None = None,
    ) -> None:
        """Starts the match. ``server_seed``: 32 bytes.

        Raises:
            Refusal: as :meth:`Engine.start`.
        """
        self._engine = engine
        self._seats = tuple(seats)
        self._options = dict(options)
        self._server_seed = server_seed
        self._match = match
        self._client_seeds = tuple(client_seeds or [None] * len(seats))
        self._asked = [0] * len(seats)
        self._next: list[int | None] = [None] * len(seats)
        self._shown = [0] * (len(seats) + 1)
        self._resigned: list[int] = []
        self.resignations: list[ReplayResignation] = []
        self.steps: list[ReplayStep] = []
        self.step = engine.start(len(seats), options, match_seed(server_seed, match, self._client_seeds))
        """The step that was reached last."""
        self._count(self.step, actor=None)
        self.start = ReplayStart(at=None, events=_events(self.step), shown=tuple(self._shown), next=tuple(self._next))
        self.outcome = self._result()
        """The result, or None while the match goes on."""

    def play(self, seat: int, action: str | JsonObject) -> ReplayStep:
        """A seat's action.

        Raises:
            Refusal: as :meth:`Engine.play`.
        """
        decision = self._next[seat] or 0
        legal = json.loads(self.step.situation(seat).legal)
        notation, self.step = self._engine.play(self.step.position, seat, action)
        structured = next((entry["action"] for entry in legal if entry["notation"] == notation), None)
        if structured is None or len(self.step.situations) != len(self._seats) + 1:  # an engine that contradicts itself
            raise Refusal(Reason.INTERNAL)
        self._count(self.step, actor=seat)
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
        self._resigned.append(seat)
        self._shown = [revision + 1 for revision in self._shown]
        made = ReplayResignation(seat=seat, rev=len(self.steps), at=None, shown=tuple(self._shown))
        self.resignations.append(made)
        if len(self._seats) in self._engine.describe().resignation_ends_at:
            self.outcome = resignation_outcome(len(self._seats), self._resigned)
        return made

    def replay(self) -> Replay:
        """The replay of the match, which must have ended."""
        assert self.outcome is not None
        position = self.step.position
        return make(
            match=self._match,
            ruleset=position.ruleset,
            version=position.version,
            options=self._options,
            seats=self._seats,
            server_seed=self._server_seed,
            client_seeds=self._client_seeds,
            created_at=None,
            ended_at=None,
            start=self.start,
            steps=self.steps,
            resignations=self.resignations,
            outcome=self.outcome,
            final_state=position.state,
        )

    def _result(self) -> JsonObject | None:
        outcome = self.step.outcome
        return None if outcome is None else outcome_json(outcome, self._resigned)

    def _count(self, step: Step, *, actor: int | None) -> None:
        """Number what a step asks and shows. A viewer's revision moves when it is shown an event, when who must decide
        is another (which is public), and when its own decision is."""
        before = self._next.copy()
        for seat in range(len(self._seats)):
            if seat not in step.pending:
                self._next[seat] = None
            elif self._next[seat] is None or seat == actor:
                self._asked[seat] += 1
                self._next[seat] = self._asked[seat]
        for_all = tuple(seat for seat, decision in enumerate(before) if decision is not None) != step.pending
        for viewer in range(SPECTATOR, len(self._seats)):
            asked = viewer != SPECTATOR and before[viewer] != self._next[viewer]
            shown = any(event.seen_by(viewer) is not None for event in step.events)
            self._shown[viewer + 1] += for_all or asked or shown


def re_execute(replay: Replay, engine: Engine) -> None:
    """Play a match again and compare everything with its replay.

    Raises:
        ReplayDiffers: the first step that is not as the replay says.
        Refusal: ``UNKNOWN_RULESET`` or ``UNSUPPORTED_VERSION`` if the engine plays another ruleset or another version
            of it; ``BUSY``.
    """
    server_seed = bytes.fromhex(replay.server_seed)
    if hashlib.sha256(server_seed).hexdigest() != replay.commitment:
        raise ReplayDiffers(0, "the server seed is not the one that was committed to")
    if match_seed(server_seed, replay.match, replay.client_seeds).hex() != replay.seed:
        raise ReplayDiffers(0, "the match seed does not follow from the other seeds")
    served = engine.describe()
    if served.id != replay.ruleset:
        raise Refusal(Reason.UNKNOWN_RULESET)
    if served.version != replay.version:
        raise Refusal(Reason.UNSUPPORTED_VERSION, metadata={"served": served.version})
    match = _begin(replay, engine, server_seed)
    _compare(0, replay.start, match.start)
    _resign(replay, match, 0)
    for step in replay.steps:
        _compare(step.rev, step, _play(match, step))
        _resign(replay, match, step.rev)
    end = len(replay.steps) + 1
    if match.outcome is None:
        raise ReplayDiffers(end, "the match has not ended")
    if match.outcome != replay.outcome:
        raise ReplayDiffers(end, "outcome differs")
    if hashlib.sha256(match.step.position.state).hexdigest() != replay.final_state_sha256:
        raise ReplayDiffers(end, "the last state differs")


def _begin(replay: Replay, engine: Engine, server_seed: bytes) -> Recording:
    try:
        return Recording(
            engine,
            seats=replay.seats,
            options=replay.options,
            server_seed=server_seed,
            match=replay.match,
            client_seeds=replay.client_seeds,
        )
    except Refusal as refusal:
        raise _refused(0, refusal) from refusal


def _play(match: Recording, step: ReplayStep) -> ReplayStep:
    if match.outcome is not None:
        raise ReplayDiffers(step.rev, "the match has ended before")
    try:
        return match.play(step.seat, step.action)
    except Refusal as refusal:
        raise _refused(step.rev, refusal) from refusal


def _resign(replay: Replay, match: Recording, rev: int) -> None:
    for resignation in replay.resignations:
        if resignation.rev == rev:
            _compare(rev, resignation, match.resign(resignation.seat))


def _refused(step: int, refusal: Refusal) -> Exception:
    """What a refusal means: a service that cannot be reached says nothing about the replay."""
    if refusal.reason in (Reason.BUSY, Reason.INTERNAL):
        return refusal
    return ReplayDiffers(step, f"refused ({refusal.reason.name}): {refusal.detail}")


def _compare(step: int, told: BaseModel, made: BaseModel) -> None:
    """Compare all that does not depend on people's clocks and ways of writing."""
    for name in type(told).model_fields:
        if name not in ("at", "given", "time_ran_out") and getattr(told, name) != getattr(made, name):
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
