"""Whether a process can do its work, as far as that is up to the process: one rule for gateways, workers, relay and
ticker.

A process is ready once it has reached each part that it needs, and remains so while one is away: then it is away for
all alike. If gateways left the balancer for it, clients would get its bare 503 instead of a problem that says when to
come back, and nobody would count it. If workers did, all of them might be evicted at once: a budget for disruptions
does not protect a pod that is not ready. Before, a process may be the only one that lacks something, and a rollout must
not go on. Nor is one ready that a part refuses which is there (its password, its token, its rights, its certificate):
others may be let in.
"""

import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import structlog

from services.platform_time import platform_ms
from services.telemetry.causes import cause_of, refuses_caller

WAIT_SECONDS: Final = 0.25
"""How long a question about readiness waits for the parts. One that takes longer counts as down: balancers give up
after a second."""

AGAIN_SECONDS: Final = 1.0
"""After how long a process that has just started tries the parts again."""

WATCH_SECONDS: Final = 5.0
"""How often one that is ready looks how the parts are, and whether one refuses it."""

WATCH_WAIT_SECONDS: Final = 1.0
"""How long it waits for them then, when nobody waits for it."""

log = structlog.get_logger("readiness")


@dataclass(frozen=True, slots=True)
class Condition:
    """``is_ready``: whether the process has begun and is let in. ``parts``: whether each answers now."""

    is_ready: bool
    parts: Mapping[str, bool]


class CertificateExpired(Exception):
    """The certificate that this process shows has expired."""


def showing(certificate: Path | bytes | None, check: Callable[[], object]) -> Callable[[], object]:
    """``check``, which says when it fails and our own certificate has expired: a server that does not take it may just
    hang up, since with TLS 1.3 what it says of it is often lost. ``certificate``: a PEM file that is read for each new
    connection, or what was read of it at the start; None or nothing: we show none.

    Raises, when it is called:
        CertificateExpired: it failed, and the certificate has expired.
    """
    if not certificate:
        return check

    def checked() -> None:
        try:
            check()
        except Exception as error:
            from cryptography import x509

            pem = certificate if isinstance(certificate, bytes) else certificate.read_bytes()
            own = x509.load_pem_x509_certificate(pem)
            ends = own.not_valid_after_utc
            if ends.timestamp() * 1000 <= platform_ms():
                name = own.subject.rfc4514_string()
                raise CertificateExpired(f"{name}, which this process shows, ended at {ends.isoformat()}") from error
            raise

    return checked


class ReadinessChecks:
    """Safe to use from several threads. All parts are asked at once, and none again while it still owes an answer: one
    that hangs holds one thread and nobody's request."""

    def __init__(self, checks: Iterable[tuple[str, Callable[[], object]]]) -> None:
        """``checks``: what the process needs, by name; each raises when it is down. Of those that have the same word
        before a colon it can do with one (``engine:duels``, ``engine:faceoff``). Nothing is asked yet, so that a
        process may be forked in between."""
        self._asks = {(name, number): check for number, (name, check) in enumerate(checks)}
        self._down: dict[tuple[str, int], str] = {}
        self._lacking = {_group(part) for part in self._asks}
        self._refused: set[tuple[str, int]] = set()
        self._pool = ThreadPoolExecutor(max(1, len(self._asks)), "readiness")
        self._asked: dict[tuple[str, int], Future[bool]] = {}
        self._lock = threading.Lock()

    @property
    def is_ready(self) -> bool:
        """Whether every part has answered once, and none refuses this process."""
        welcome = {_group(part) for part in self._asks if part not in self._refused}
        return not self._lacking and welcome == {_group(part) for part in self._asks}

    def look(self, seconds: float = WAIT_SECONDS) -> Condition:
        """Ask all parts, and wait for so long."""
        with self._lock:
            for part in self._asks:
                if part not in self._asked or self._asked[part].done():
                    self._asked[part] = self._pool.submit(self._answers, part)
            asked = self._asked.copy()
        wait(asked.values(), seconds)
        answers = {part: answer.done() and answer.result() for part, answer in asked.items()}
        # Of a ruleset with several versions each engine must answer.
        parts: dict[str, bool] = {}
        for (name, _), is_ok in answers.items():
            parts[name] = parts.get(name, True) and is_ok
        return Condition(self.is_ready, parts)

    def watch(self, tell: Callable[[Condition], None], seconds: float = WATCH_SECONDS) -> None:
        """Look from a thread, and call ``tell`` with what was found first, and with what has changed. ``seconds``: how
        often, once the process is ready. Not before the last fork."""
        if not self._asks:
            tell(self.look())
            return

        def look_on() -> None:
            pause = threading.Event()
            told: Condition | None = None
            while True:
                is_ready = False
                try:
                    found = self.look(WATCH_WAIT_SECONDS)
                    is_ready = found.is_ready
                    if found != told:
                        tell(found)
                        told = found
                except Exception as error:  # whatever it is, it is looked again
                    if isinstance(error, RuntimeError) and "shutdown" in str(error):
                        return  # the process ends: no thread takes work any more
                    log.error("readiness_not_told", error=cause_of(error))
                pause.wait(seconds if is_ready else min(seconds, AGAIN_SECONDS))

        threading.Thread(target=look_on, name="readiness", daemon=True).start()

    def _answers(self, part: tuple[str, int]) -> bool:
        name, number = part
        try:
            self._asks[part]()
        except Exception as error:  # whatever it raises, it does not answer
            if refuses_caller(error):  # until it is let in again: one that goes away then has not changed its mind
                self._refused.add(part)
            why = cause_of(error)
            if self._down.get(part) != why:
                self._down[part] = why
                log.warning("part_down", part=name, number=number, error=why, is_refused=part in self._refused)
            return False
        self._refused.discard(part)
        self._lacking.discard(_group(part))
        if self._down.pop(part, None) is not None:
            log.info("part_back", part=name, number=number)
        return True


def _group(part: tuple[str, int]) -> str:
    return part[0].partition(":")[0]
