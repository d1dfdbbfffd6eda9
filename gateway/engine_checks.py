"""Whether the engines can be reached."""

from collections.abc import Callable, Iterator

from services.engine.engine import Engine, Engines
from services.errors import Reason, Refusal
from services.readiness import showing


def engine_checks(engines: Engines, certificate: bytes = b"") -> Iterator[tuple[str, Callable[[], object]]]:
    """A check of each ruleset's engines, for :class:`services.readiness.ReadinessChecks`. A gateway can do with one:
    the matches of another answer ``BUSY``, all else goes on. ``certificate``: what engines are shown, as it was
    at the start; nothing: none."""
    for ruleset in engines.ids():
        for engine in engines.targets(ruleset):
            yield f"engine:{ruleset}", showing(certificate, _asking(engine))


def _asking(engine: Engine) -> Callable[[], object]:
    def ask() -> None:
        try:
            # Something that it must refuse. Its description would not do: that may be kept from earlier.
            engine.choose("", b"", [], bytes(32))
        except Refusal as refusal:
            if refusal.reason in (Reason.BUSY, Reason.INTERNAL):
                raise

    return ask
