"""What the operations work with: the services, injected once by :func:`gateway.app.create_app`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gateway.auth import KeyReader
from gateway.readiness import Readiness
from gateway.streams.streams import Streams
from services.archive import Archive
from services.engine.engine import Engines
from services.identity import ApiKeys, Players
from services.matches.matches import Matches


@dataclass(frozen=True, slots=True)
class Parts:
    """``checks``: what readiness depends on besides the engines, by name; each raises when its part is down."""

    matches: Matches
    players: Players
    keys: ApiKeys
    engines: Engines
    archive: Archive
    reader: KeyReader
    streams: Streams
    checks: Mapping[str, Callable[[], object]]
    probes: Readiness
