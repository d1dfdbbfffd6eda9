"""Calls to bots, as workers make them: which are due, the request, and what becomes of the answer."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NamedTuple

import orjson
import structlog

from services.engine.unique_names import check_once
from services.errors import Reason, Refusal
from services.identity import Caller, PlayerKind, Players, Scope
from services.matches.event_log import iso_time
from services.matches.ids import is_match_id
from services.matches.match import Match
from services.matches.match_lifecycle import awaited_calls
from services.matches.matches import Matches
from services.matches.outbox import OutboxKind
from services.matches.store import MatchStore
from services.platform_time import platform_ms
from services.telemetry import metrics
from services.webhooks.addresses import AddressRules
from services.webhooks.deliveries import DeliveryLog
from services.webhooks.http_call import Answer, HttpCaller
from services.webhooks.line import NEVER, CallLine, CallState
from services.webhooks.signing import signed_headers
from services.webhooks.store import WebhookStore
from services.webhooks.webhook import Call, Delivery, Outcome, Webhook

log = structlog.get_logger("webhooks")

FIRST_PAUSE_MS: Final = 1_000
LONGEST_PAUSE_MS: Final = 60_000
"""Between attempts; each pause is twice as long as the one before."""
LEASE_MARGIN_MS: Final = 5_000
"""How much longer than it may take a call belongs to the worker that makes it."""
SCOPES: Final = frozenset({Scope.MATCHES_READ, Scope.MATCHES_PLAY})

_ILLEGAL: Final = (Reason.ILLEGAL_ACTION, Reason.MALFORMED_ACTION)
_GONE: Final = (
    Reason.DECISION_ALREADY_ANSWERED,
    Reason.DECISION_NOT_ASKED,
    Reason.MATCH_ENDED,
    Reason.MATCH_NOT_LIVE,
    Reason.NOT_FOUND,
    Reason.NOT_YOUR_SEAT,
    Reason.TIME_RAN_OUT,
)


class CallLimits(NamedTuple):
    """``seconds``: of one attempt, from the name's resolution to the answer's last byte. ``retry_seconds``: how long a
    decision without a deadline is asked for. ``of_person``, ``at_once``: how many calls a process makes at a time, to
    the bots of one person and in all."""

    seconds: float = 10.0
    retry_seconds: int = 3_600
    of_person: int = 8
    at_once: int = 28


DEFAULT_LIMITS: Final = CallLimits()


class WebhookCalls:
    """Calls bots. Safe to use from several threads and processes: a decision that is asked for twice is answered once.

    Every method raises ``BUSY`` when something that it needs cannot be reached.
    """

    def __init__(
        self,
        store: MatchStore,
        matches: Matches,
        players: Players,
        webhooks: WebhookStore,
        deliveries: DeliveryLog,
        line: CallLine,
        http: HttpCaller,
        rules: AddressRules,
        limits: CallLimits = DEFAULT_LIMITS,
        *,
        now_ms: Callable[[], int] = platform_ms,
    ) -> None:
        """``rules``: those of ``http``."""
        self._store = store
        self._matches = matches
        self._players = players
        self._webhooks = webhooks
        self._deliveries = deliveries
        self._line = line
        self._http = http
        self._rules = rules
        self._limits = limits
        self._now_ms = now_ms
        self._lock = threading.Lock()
        self._under_way: Counter[str] = Counter()

    def request(self, match_id: str) -> int:
        """Let the calls of a match wait that are due: one for each pending decision of a bot with a webhook. Returns
        how many. What is due later is asked for again by the match's deadline, which is moved there."""
        loaded = self._store.load(match_id) if is_match_id(match_id) else None
        if loaded is None:
            return 0
        match, now = loaded.match, self._now_ms()
        waiting, later = 0, NEVER
        for seat, decision in sorted(awaited_calls(match)):
            player_id = match.seats[seat].player_id or ""
            webhook = self._webhooks.find(player_id)
            if webhook is None or not webhook.is_called:
                continue
            call = Call(player_id, match_id, seat, decision)
            due = max(self._line.state(call, webhook).due_ms, self._line.offline_until(player_id))
            if due > now:
                later = min(later, due)
            else:
                waiting += self._line.add(call, webhook.concurrency, now, webhook.person)
        if later < NEVER:
            self._store.hasten_deadline(loaded.stored, OutboxKind.CALL, later)
        return waiting

    def work(self, seconds: float) -> bool:
        """Make calls that wait, one after the other, until none may be made or this time is over. Returns whether more
        may wait."""
        ends = time.monotonic() + seconds
        while (taken := self._take()) is not None:
            call, person = taken
            try:
                self._make(call)
            except BaseException:
                with suppress(Refusal):
                    self._line.finish(call, self._now_ms(), None)
                raise
            finally:
                with self._lock:
                    self._under_way[person] -= 1
            if time.monotonic() >= ends:
                return True
        return False

    def _take(self) -> tuple[Call, str] | None:
        lease_ms = int(self._limits.seconds * 1000) + LEASE_MARGIN_MS
        with self._lock:
            if self._under_way.total() >= self._limits.at_once:
                return None  # whoever ends a call goes on with the next
            full = [person for person, calls in self._under_way.items() if calls >= self._limits.of_person]
            taken = self._line.take(self._now_ms(), lease_ms, full)
            if taken is not None:
                self._under_way += Counter({taken[1]: 1})  # drops those that are at 0
        return taken

    def _make(self, call: Call) -> None:
        webhook = self._webhooks.find(call.player_id)
        found = self._store.view(call.match_id, call.seat)
        if webhook is None or not webhook.is_called or found is None or not _is_asked(found[0], call):
            self._line.finish(call, self._now_ms(), None)
            return
        match, situation = found
        deadline_ms, began_ms = match.deadline_ms(call.seat), self._now_ms()
        seconds = self._limits.seconds
        if deadline_ms is not None:
            seconds = min(seconds, (deadline_ms - began_ms) / 1000)
        if seconds <= 0 or situation is None:
            self._line.finish(call, began_ms, None)
            return
        body = orjson.dumps(
            {
                "type": "decision",
                "match": call.match_id,
                "ruleset": match.ruleset,
                "seat": call.seat,
                "decision": call.decision,
                "deadline_at": None if deadline_ms is None else iso_time(deadline_ms),
                "view": orjson.Fragment(situation.view),
                "legal": orjson.Fragment(situation.legal),
                "round_trip_ms": self._line.round_trip_ms(call.player_id),
            }
        )
        began = time.perf_counter()
        with metrics.webhook_call():
            answer = self._ask(webhook, call, body, began_ms, seconds)
        ms = round((time.perf_counter() - began) * 1000)
        outcome, code = self._play(call, answer)
        state = self._line.state(call, webhook)
        state = CallState(state.attempts + 1, state.first_ms or began_ms, 0)
        due_ms = NEVER if outcome.is_done else self._next_attempt(state, deadline_ms)
        self._line.set_state(call, webhook, state._replace(due_ms=due_ms))
        offline_ms = self._line.finish(call, self._now_ms(), outcome, ms)
        metrics.webhook_called(outcome.value, ms / 1000)
        log.info("called", match=call.match_id, player=call.player_id, outcome=outcome.value, ms=ms)
        made = Delivery("", call, state.attempts, began_ms, ms, outcome, code, answer.status, body, answer.body)
        self._keep(made._replace(version=webhook.version))
        if due_ms < NEVER:
            self._ask_again(call, max(due_ms, offline_ms))

    def _ask(self, webhook: Webhook, call: Call, body: bytes, at_ms: int, seconds: float) -> Answer:
        try:
            target = self._rules.target(webhook.url)
        except Refusal:  # the operator's rules are others than when it was set
            return Answer(Outcome.REFUSED_ADDRESS, None, b"")
        headers = signed_headers(webhook.secrets, call.id, at_ms // 1000, body)
        return self._http.post(target, headers, body, seconds)

    def _play(self, call: Call, answer: Answer) -> tuple[Outcome, str]:
        """What becomes of an answer, and the code of the refusal if the action in it was refused."""
        if answer.failure is not None:
            return answer.failure, ""
        status = answer.status or 0
        if status == 202:
            return Outcome.ACCEPTED, ""
        if status != 200:
            return (Outcome.REDIRECT if 300 <= status < 400 else Outcome.STATUS), ""
        try:
            document = orjson.loads(answer.body)
            check_once(answer.body)
        except (ValueError, RecursionError):  # no JSON, or an object of it names a member twice
            return Outcome.INVALID_ANSWER, ""
        action = document.get("action") if isinstance(document, dict) else None
        if not isinstance(action, str | dict):
            return Outcome.INVALID_ANSWER, ""
        try:
            player = self._players.get(call.player_id)
            caller = Caller(player.id, player.name, PlayerKind.BOT, "webhook", SCOPES, "", player.person)
            self._matches.decide(caller, call.match_id, call.seat, call.decision, action)
        except Refusal as refusal:
            if refusal.reason in _ILLEGAL:
                return Outcome.ILLEGAL_ACTION, refusal.reason.name
            return (Outcome.GONE if refusal.reason in _GONE else Outcome.BUSY), refusal.reason.name
        return Outcome.ANSWERED, ""

    def _next_attempt(self, state: CallState, deadline_ms: int | None) -> int:
        """When a call that has failed is made again; ``NEVER`` if it is not: its time would be over."""
        due_ms = self._now_ms() + min(FIRST_PAUSE_MS << min(state.attempts - 1, 16), LONGEST_PAUSE_MS)
        ends_ms = state.first_ms + self._limits.retry_seconds * 1000 if deadline_ms is None else deadline_ms
        return due_ms if due_ms < ends_ms else NEVER

    def _ask_again(self, call: Call, due_ms: int) -> None:
        loaded = self._store.load(call.match_id)
        if loaded is not None and _is_asked(loaded.match, call):
            self._store.hasten_deadline(loaded.stored, OutboxKind.CALL, due_ms)

    def _keep(self, made: Delivery) -> None:
        """Write the attempt into the log. What fails is not told: the move is made, or the attempt counted."""
        try:
            self._deliveries.write(made._replace(id=self._deliveries.new_id()))
        except Refusal as refusal:
            log.warning("delivery_not_logged", match=made.call.match_id, reason=refusal.reason.name)


def _is_asked(match: Match, call: Call) -> bool:
    seat = match.seats[call.seat] if call.seat < len(match.seats) else None
    return (
        seat is not None
        and seat.player_id == call.player_id
        and seat.may_be_called
        and match.decisions[call.seat] == call.decision
    )
