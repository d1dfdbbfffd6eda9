"""Whether the engines can be reached."""

from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Final

import structlog

from services.engine.engine import Engine, Engines
from services.errors import Reason, Refusal

PATIENCE_SECONDS: Final = 1.0
"""How long readiness waits for the engines. One that takes longer counts as down."""

log = structlog.get_logger("gateway")


class Readiness:
    """Asks all engines at once, and no engine again while it still owes an answer: a service that hangs holds one
    thread and nobody's request."""

    def __init__(self, engines: Engines) -> None:
        """No engine is asked before :meth:`reached`, so that a process may be forked in between."""
        self._engines = engines
        self._pool = ThreadPoolExecutor(max(1, len(engines.ids())), "probe")
        self._asked: dict[str, Future[bool]] = {}

    def reached(self) -> dict[str, bool]:
        """For each ruleset, whether its engine answers."""
        for ruleset in self._engines.ids():
            if ruleset not in self._asked or self._asked[ruleset].done():
                self._asked[ruleset] = self._pool.submit(_answers, ruleset, self._engines.engine(ruleset))
        asked = self._asked.copy()
        wait(asked.values(), PATIENCE_SECONDS)
        return {ruleset: answer.done() and answer.result() for ruleset, answer in asked.items()}


def _answers(ruleset: str, engine: Engine) -> bool:
    """Ask an engine something that it must refuse. Its description would not do: that may be kept from earlier."""
    try:
        engine.choose("", b"", [], bytes(32))
    except Refusal as refusal:
        if refusal.reason in (Reason.BUSY, Reason.INTERNAL):
            log.warning("not_ready", part=ruleset, error=refusal.reason.name)
            return False
    except Exception as error:  # whatever it raises, it is not ready
        log.warning("not_ready", part=ruleset, error=type(error).__qualname__)
        return False
    return True
