"""Whether this process has begun, and how what it depends on is.

A process is ready once it has reached Redis, the database and an engine, and remains so. Whatever goes down later goes
down for all gateways alike: if they left the balancer for it, clients would get its bare 503 instead of a problem that
says when to come back, and nobody would count it. Until then it may be this process alone that lacks something (a wrong
password, no certificate, keys that it has not seen yet), and a rollout must not go on.
"""

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Final

import structlog

from services.engine.engine import Engine, Engines
from services.errors import Reason, Refusal
from services.telemetry.causes import cause_of

WAIT_SECONDS: Final = 0.25
"""How long a question about readiness waits for the parts. One that takes longer counts as down: balancers give up
after a second."""

AGAIN_SECONDS: Final = 1.0
"""After how long a process that has just started tries the parts again."""

ENGINES: Final = "engine:"

log = structlog.get_logger("gateway")


@dataclass(frozen=True, slots=True)
class Condition:
    """``is_ready``: whether the process has begun. ``parts``: whether each thing that requests need answers now."""

    is_ready: bool
    parts: Mapping[str, bool]


class ReadinessChecks:
    """Safe to use from several threads. All parts are asked at once, and none again while it still owes an answer: one
    that hangs holds one thread and nobody's request."""

    def __init__(self, engines: Engines, checks: Mapping[str, Callable[[], object]]) -> None:
        """``checks``: what requests need besides engines, by name; each raises when it is down. Nothing is asked yet,
        so that a process may be forked in between."""
        self._asks: dict[tuple[str, int], Callable[[], object]] = {
            (name, 0): check for name, check in checks.items()
        } | {
            (f"{ENGINES}{ruleset}", number): _asking(engine)
            for ruleset in engines.ids()
            for number, engine in enumerate(engines.targets(ruleset))
        }
        self._needed = {_group(name) for name, _ in self._asks}
        self._reached: set[str] = set()
        self._down: dict[tuple[str, int], str] = {}
        self._pool = ThreadPoolExecutor(max(1, len(self._asks)), "readiness")
        self._asked: dict[tuple[str, int], Future[bool]] = {}
        self._lock = threading.Lock()

    @property
    def is_ready(self) -> bool:
        """Whether every part has answered once."""
        return self._reached >= self._needed

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

    def begin(self, told: Callable[[], None] = lambda: None) -> None:
        """Look from a thread until the process is ready, then call ``told``. Not before the last fork."""
        if self.is_ready:
            told()
            return

        def look_on() -> None:
            pause = threading.Event()
            while not self.look().is_ready:
                pause.wait(AGAIN_SECONDS)
            told()

        threading.Thread(target=look_on, name="readiness", daemon=True).start()

    def _answers(self, part: tuple[str, int]) -> bool:
        name, number = part
        try:
            self._asks[part]()
        except Exception as error:  # whatever it raises, it does not answer
            why = cause_of(error)
            if self._down.get(part) != why:
                self._down[part] = why
                log.warning("part_down", part=name, number=number, error=why)
            return False
        if self._down.pop(part, None) is not None:
            log.info("part_back", part=name, number=number)
        self._reached.add(_group(name))
        return True


def _group(name: str) -> str:
    """Of the engines it is enough that one has been reached: the matches of another answer ``BUSY``, all else goes
    on."""
    return ENGINES if name.startswith(ENGINES) else name


def _asking(engine: Engine) -> Callable[[], object]:
    def ask() -> None:
        try:
            # Something that it must refuse. Its description would not do: that may be kept from earlier.
            engine.choose("", b"", [], bytes(32))
        except Refusal as refusal:
            if refusal.reason in (Reason.BUSY, Reason.INTERNAL):
                raise

    return ask
