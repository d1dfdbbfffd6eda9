"""Whether requests can be served: whether Redis, the database and the engines answer."""

from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Final

import structlog

from services.engine.engine import Engine, Engines
from services.errors import Reason, Refusal

ENGINE_TIMEOUT_SECONDS: Final = 1.0
"""How long readiness waits for the engines. One that takes longer counts as down."""

log = structlog.get_logger("gateway")


class ReadinessChecks:
    """Asks what the gateway depends on. All engines are asked at once, and no engine again while it still owes an
    answer: a service that hangs holds one thread and nobody's request."""

    def __init__(
        self,
        engines: Engines,
        checks: Mapping[str, Callable[[], object]],
        may_be_down: Mapping[str, Callable[[], bool]],
    ) -> None:
        """``checks``: what requests need besides engines, by name; each raises when it is down. ``may_be_down``: those
        parts without which this process may be able to serve, and whether it is. Nothing is asked yet, so that a
        process may be forked in between."""
        self._engines = engines
        self._checks = checks
        self._may_be_down = may_be_down
        targets = sum(len(engines.targets(ruleset)) for ruleset in engines.ids())
        self._pool = ThreadPoolExecutor(max(1, targets), "readiness")
        self._asked: dict[tuple[str, int], Future[bool]] = {}

    def parts(self) -> dict[str, bool]:
        """For each thing that requests need besides engines, whether it answers."""
        return {name: _passes(name, check) for name, check in self._checks.items()}

    def suffices(self, parts: Mapping[str, bool]) -> bool:
        """Whether requests can be served with those of the parts that answer."""
        return all(is_ok or (name in self._may_be_down and self._may_be_down[name]()) for name, is_ok in parts.items())

    def engines(self) -> dict[str, bool]:
        """For each ruleset, whether its engine answers; the engines of all its versions, if there are several."""
        for ruleset in self._engines.ids():
            for number, engine in enumerate(self._engines.targets(ruleset)):
                target = (ruleset, number)
                if target not in self._asked or self._asked[target].done():
                    self._asked[target] = self._pool.submit(_answers, ruleset, engine)
        asked = self._asked.copy()
        wait(asked.values(), ENGINE_TIMEOUT_SECONDS)
        answers = {target: answer.done() and answer.result() for target, answer in asked.items()}
        rulesets = dict.fromkeys(ruleset for ruleset, _ in answers)
        return {id: all(answer for (ruleset, _), answer in answers.items() if ruleset == id) for id in rulesets}


def _passes(name: str, check: Callable[[], object]) -> bool:
    try:
        check()
    except Exception as error:  # whatever it raises, it is not ready; the log must not say more
        log.warning("not_ready", part=name, error=type(error).__qualname__)
        return False
    return True


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
