"""Posts entries of tournaments' logs to their hosts' webhooks, as workers do it."""

import dataclasses
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NamedTuple

import orjson
import structlog

from services.database import Database
from services.errors import Refusal
from services.matches.event_log import iso_time
from services.platform_time import platform_ms
from services.stored_tournaments import rows
from services.stored_tournaments.hosted_tournament import HostedTournament
from services.tournament_webhooks.deliveries import TournamentDeliveries
from services.tournament_webhooks.store import TournamentWebhookStore
from services.tournament_webhooks.tournament_webhook import (
    LONGEST_PAUSE_MS,
    TournamentDelivery,
    TournamentWebhook,
    Turn,
    WebhookState,
)
from services.tournaments.log import LoggedHappening
from services.webhooks.addresses import AddressRules
from services.webhooks.http_call import Answer, HttpCaller
from services.webhooks.signing import signed_headers
from services.webhooks.webhook import Outcome

log = structlog.get_logger("tournament_webhooks")

FIRST_PAUSE_MS: Final = 1_000
"""Between attempts; each pause is twice as long as the one before."""
GIVE_UP_MS: Final = 24 * 3600 * 1000
"""After so long an entry is not tried any more, and those after it are not either."""
LEASE_MARGIN_MS: Final = 5_000
"""How much longer than it may take a call belongs to the worker that makes it."""
AT_A_TURN: Final = 20
"""After so many entries of a tournament it is another one's turn."""
GONE: Final = 410
"""By this status a receiver says that it wants nothing more, as Standard Webhooks has it."""


class PostingLimits(NamedTuple):
    """``seconds``: of one attempt, from the name's resolution to the answer's last byte. ``of_person``, ``at_once``:
    how many webhooks a process posts to at a time, of one person's tournaments and in all."""

    seconds: float = 10.0
    of_person: int = 2
    at_once: int = 8


DEFAULT_LIMITS: Final = PostingLimits()


class WebhookPosting:
    """Posts. Safe to use from several threads and processes: a webhook is posted to by one at a time, in the order of
    the log. Who dies is followed when its turn has run out, by somebody who posts the same entry again.

    Every method raises ``BUSY`` when the database cannot be reached.
    """

    def __init__(
        self,
        database: Database,
        store: TournamentWebhookStore,
        deliveries: TournamentDeliveries,
        http: HttpCaller,
        rules: AddressRules,
        limits: PostingLimits = DEFAULT_LIMITS,
        *,
        now_ms: Callable[[], int] = platform_ms,
    ) -> None:
        """``rules``: those of ``http``."""
        self._database = database
        self._store = store
        self._deliveries = deliveries
        self._http = http
        self._rules = rules
        self._limits = limits
        self._now_ms = now_ms
        self._lease_ms = int(limits.seconds * 1000) + LEASE_MARGIN_MS
        self._lock = threading.Lock()
        self._under_way: Counter[str] = Counter()

    def work(self, seconds: float) -> bool:
        """Post what is due, one webhook after the other, until nothing may be posted or this time is over. Returns
        whether more may be due."""
        ends = time.monotonic() + seconds
        while (turn := self._take()) is not None:
            try:
                self._post(turn, ends)
            finally:
                with self._lock:
                    self._under_way[turn.person] -= 1
            if time.monotonic() >= ends:
                return True
        return False

    def _take(self) -> Turn | None:
        with self._lock:
            if self._under_way.total() >= self._limits.at_once:
                return None
            full = [person for person, turns in self._under_way.items() if turns >= self._limits.of_person]
            turn = self._store.take(self._lease_ms, full)
            if turn is not None:
                self._under_way += Counter({turn.person: 1})  # drops those that are at 0
        return turn

    def _post(self, turn: Turn, ends: float) -> None:
        """Post some entries, in their order, up to the first that is not taken."""
        found = self._store.find(turn)
        if found is None:
            return
        hosted, webhook = found
        if webhook.state in (WebhookState.RESTING, WebhookState.GIVEN_UP):
            self._store.end(turn, may_go_on=False)
            return
        with self._database.read() as connection:
            entries = rows.entries(connection, hosted.id, after=webhook.next_entry - 1, limit=AT_A_TURN)
        for number, entry in enumerate(entries):
            if number and time.monotonic() >= ends:
                break
            failures = webhook.failures if number == 0 else 0
            outcome, status = self._call(hosted, webhook, entry, failures + 1)
            if outcome is not Outcome.ACCEPTED:
                failing = _at(webhook, entry.number, failures)
                self._store.failed(turn, failing, self._again_ms(failing, status))
                return
            prolonged = self._store.posted(turn, entry.number, self._lease_ms)
            if prolonged is None:
                return
            turn = prolonged
        self._store.end(turn)

    def _call(
        self, hosted: HostedTournament, webhook: TournamentWebhook, entry: LoggedHappening, attempt: int
    ) -> tuple[Outcome, int | None]:
        began_ms, began = self._now_ms(), time.perf_counter()
        answer = self._ask(webhook, f"{hosted.id}-{entry.number}", _body(hosted, entry), began_ms)
        ms = round((time.perf_counter() - began) * 1000)
        outcome = answer.failure or _outcome(answer.status or 0)
        log.info("posted", tournament=hosted.id, entry=entry.number, outcome=outcome.value, ms=ms)
        made = TournamentDelivery(
            self._deliveries.new_id(),
            hosted.id,
            entry.number,
            attempt,
            began_ms,
            ms,
            outcome,
            answer.status,
            answer.body,
        )
        with suppress(Refusal):  # what fails here is not worth another call
            self._deliveries.write(made)
        return outcome, answer.status

    def _ask(self, webhook: TournamentWebhook, id: str, body: bytes, at_ms: int) -> Answer:
        try:
            target = self._rules.target(webhook.url)
        except Refusal:  # the operator's rules are others than when it was set
            return Answer(Outcome.REFUSED_ADDRESS, None, b"")
        headers = signed_headers(webhook.secrets, id, at_ms // 1000, body)
        return self._http.post(target, headers, body, self._limits.seconds)

    def _again_ms(self, webhook: TournamentWebhook, status: int | None) -> int | None:
        """When an entry is tried again that has failed once more; None: never."""
        now_ms = self._now_ms()
        again_ms = now_ms + min(FIRST_PAUSE_MS << min(webhook.failures, 16), LONGEST_PAUSE_MS)
        is_too_late = again_ms >= (webhook.failing_since_ms or now_ms) + GIVE_UP_MS
        return None if status == GONE or is_too_late else again_ms


def _at(webhook: TournamentWebhook, entry: int, failures: int) -> TournamentWebhook:
    """A webhook as it stands at an entry."""
    since_ms = webhook.failing_since_ms if failures else None
    return dataclasses.replace(webhook, next_entry=entry, failures=failures, failing_since_ms=since_ms)


def _outcome(status: int) -> Outcome:
    if 200 <= status < 300:
        return Outcome.ACCEPTED
    return Outcome.REDIRECT if 300 <= status < 400 else Outcome.STATUS


def _body(hosted: HostedTournament, entry: LoggedHappening) -> bytes:
    """What is posted: the entry as the log of the API has it, and how the tournament stands by now."""
    return orjson.dumps(
        {
            "type": "tournament_entry",
            "tournament": hosted.id,
            "name": hosted.name,
            "status": hosted.status.value,
            "revision": hosted.revision,
            "entry": {
                "number": entry.number,
                "at": iso_time(entry.at_ms),
                "by": entry.by,
                "reason": entry.reason,
                "what": entry.what.model_dump(mode="json"),
            },
        }
    )
