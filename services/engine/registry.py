"""Which rulesets there are, and where each is played: in this process or by a service.

A ruleset is a folder under ``services/rulesets`` with a module ``ruleset`` that has ``RULESET``. Nothing else lists
them.
"""

import functools
import importlib
import importlib.util
import pkgutil
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import services.rulesets
from services.engine.engine import Engine
from services.engine.in_process import InProcessEngine
from services.engine.ruleset import Ruleset
from services.errors import Reason, Refusal

if TYPE_CHECKING:
    from services.engine.access import EngineAccess

AnyRuleset: TypeAlias = Ruleset[Any, Any, Any]

LOCAL: Final = "local"
"""The place of a ruleset that is played in this process."""

_ID: Final = re.compile(r"[a-z][a-z0-9]{0,31}")


def installed() -> dict[str, AnyRuleset]:
    """Every installed ruleset by id, sorted by id."""
    return {id: ruleset(id) for id in installed_ids()}


@functools.cache
def installed_ids() -> tuple[str, ...]:
    """Ids of the installed rulesets, sorted. Imports none of them."""
    folders = (module.name for module in pkgutil.iter_modules(services.rulesets.__path__) if module.ispkg)
    return tuple(sorted(id for id in folders if importlib.util.find_spec(_module(id)) is not None))


def ruleset(id: str) -> AnyRuleset:
    """An installed ruleset, imported when it is first asked for.

    Raises:
        Refusal: ``UNKNOWN_RULESET``.
    """
    if id not in installed_ids():
        raise Refusal(Reason.UNKNOWN_RULESET)
    found: AnyRuleset = importlib.import_module(_module(id)).RULESET
    if found.describe().id != id:
        raise ImportError(f"the ruleset in services/rulesets/{id} calls itself {found.describe().id}")
    return found


class EngineDirectory:
    """The rulesets that an installation can play, each with its engine."""

    def __init__(self, engines: Mapping[str, Engine]) -> None:
        self._engines = dict(sorted(engines.items()))

    def ids(self) -> list[str]:
        """Ids of the rulesets, sorted."""
        return list(self._engines)

    def engine(self, ruleset: str) -> Engine:
        """The engine of a ruleset.

        Raises:
            Refusal: ``UNKNOWN_RULESET``.
        """
        try:
            return self._engines[ruleset]
        except KeyError:
            raise Refusal(Reason.UNKNOWN_RULESET) from None


def places(setting: str) -> dict[str, str]:
    """Where each ruleset is played that a setting names, by id: ``local``, or the address of a service.

    The setting's entries are separated by commas. ``local``: every installed ruleset in this process.
    ``factionwars=local``: one of them. ``factionwars=127.0.0.1:50051``: by the service at a gRPC target, such as
    ``host:port``, ``dns:///host:port`` or ``unix:/path``, or at ``tls:`` and a target; it need not be installed. A
    later entry for the same ruleset overrides an earlier one.

    Raises:
        ValueError: the setting is not of that form, or names a ruleset as local that is not installed.
    """
    found: dict[str, str] = {}
    for entry in setting.split(","):
        id, _, place = entry.strip().partition("=")
        if id == LOCAL and not place:
            found |= dict.fromkeys(installed_ids(), LOCAL)
        elif not id or not place:
            raise ValueError(f"{entry.strip()!r} is neither `local` nor `<ruleset>=<local or address>`")
        elif place == LOCAL and id not in installed_ids():
            raise ValueError(f"{id!r} is not installed; there is {', '.join(installed_ids()) or 'no ruleset'}")
        elif not _ID.fullmatch(id) or id == LOCAL:
            raise ValueError(f"{id!r} is not an id of a ruleset: lower-case letters and digits, a letter first")
        else:
            found[id] = place
    return found


def engines_from(setting: str, timeout_seconds: float, access: "EngineAccess | None" = None) -> EngineDirectory:
    """The engines that a setting names: see :func:`places`. A service is connected to when it is first called.

    ``timeout_seconds``: how long a call to a service may take. ``access``: what the services ask for.

    Raises:
        ValueError: as :func:`places`.
    """
    return EngineDirectory({id: engine_at(id, place, timeout_seconds, access) for id, place in places(setting).items()})


def engine_at(id: str, place: str, timeout_seconds: float, access: "EngineAccess | None" = None) -> Engine:
    """The engine of a ruleset at one of :func:`places`."""
    return InProcessEngine(ruleset(id)) if place == LOCAL else _remote(id, place, timeout_seconds, access)


def _remote(id: str, place: str, timeout_seconds: float, access: "EngineAccess | None") -> Engine:
    # Imported here, so that who plays in its own process need not load gRPC.
    from services.engine.access import EngineAccess, engine_target
    from services.engine.grpc_client import GrpcEngine

    target = engine_target(id, place, access or EngineAccess(), is_installed=id in installed_ids())
    return GrpcEngine(id, target, timeout_seconds=timeout_seconds)


def _module(id: str) -> str:
    return f"services.rulesets.{id}.ruleset"
