"""A match as it is played, with everything that its replay must say."""

import json
from collections.abc import Mapping, Sequence

from services.engine import options as ruleset_options
from services.engine.engine import Engine, Step
from services.engine.fairness import (
    COMMITMENT_FORMAT_V1,
    CommitmentDocument,
    PlannedSeat,
    SeriesReference,
    bot_seed,
    promised_match_seed,
    sha256_hex,
)
from services.engine.replay.document import (
    Replay,
    ReplayEvent,
    ReplayResignation,
    ReplaySeat,
    ReplayStart,
    ReplayStep,
    ReplayTakeover,
    ReplayTimeCredit,
)
from services.engine.replay.outcome import outcome_json, resignation_outcome
from services.engine.ruleset import SPECTATOR, JsonObject, OptionValue
from services.errors import Reason, Refusal


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
        """The result, or None before the end of the match."""
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
        catalogue_sha256: str | None = None,
        series: SeriesReference | None = None,
    ) -> None:
        """Starts the match. ``server_seed``: 32 bytes. ``options`` names those that are set. ``catalogue_sha256``: of
        the cards that it promises; None: it promises none. ``series``: to which the match, which is between bots then,
        belongs.

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
            catalogue_sha256=catalogue_sha256,
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


def _events(step: Step) -> tuple[ReplayEvent, ...]:
    return tuple(ReplayEvent.of(shares) for shares in step.events)
