"""Which rulesets there are, and where each is played: in this process or by a service.

A ruleset is a folder under ``services/rulesets`` with a module ``ruleset`` that has ``RULESET``. Nothing else lists
them.
"""

import functools
import importlib
import importlib.util
import pkgutil
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import services.rulesets
from services.engine.bulkhead import FOREIGN_PATIENCE_SECONDS, PATIENCE_SECONDS, Bulkhead, share
from services.engine.documents import catalogue_sha256
from services.engine.engine import Engine, RulesetVersion
from services.engine.in_process import InProcessEngine
from services.engine.ruleset import Description, Ruleset
from services.engine.versions import PinnedEngine, Target, version_key
from services.errors import Reason, Refusal

if TYPE_CHECKING:
    from services.engine.access import EngineAccess

AnyRuleset: TypeAlias = Ruleset[Any, Any, Any]

LOCAL: Final = "local"
"""The place of a ruleset that is played in this process."""

_ID: Final = re.compile(r"[a-z][a-z0-9]{0,31}")
_NO_NEW_MATCHES: Final = "The operator lets no version of this ruleset deal new matches now."


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


@functools.cache
def installed_versions() -> Mapping[tuple[str, str], str]:
    """Every installed ruleset's id and version, with the SHA-256 of its cards. Imports them all."""
    descriptions = (found.describe() for found in installed().values())
    return {(about.id, about.version): catalogue_sha256(about.cards) for about in descriptions}


class EngineDirectory:
    """The rulesets that an installation can play, each with its targets: several where several versions are served."""

    def __init__(
        self,
        engines: Mapping[str, Engine | Sequence[Target]],
        *,
        drained: Callable[[], Collection[tuple[str, str]]] = lambda: (),
    ) -> None:
        """``drained``: the rulesets' versions that deal no new matches."""
        self._targets: dict[str, tuple[Target, ...]] = {
            id: tuple(given) if isinstance(given, Sequence) else (Target(given),)
            for id, given in sorted(engines.items())
        }
        self._drained = drained

    def ids(self) -> list[str]:
        """Ids of the rulesets, sorted."""
        return list(self._targets)

    def engine(self, ruleset: str) -> Engine:
        """The engine that deals new matches: of the newest version that may. Of two targets with the same version, that
        of the one named first. A target that cannot be reached now is left out.

        Raises:
            Refusal: ``UNKNOWN_RULESET``; ``BUSY``: none can be reached, or none may deal new matches.
        """
        targets = self.places(ruleset)
        drained = {version for of, version in self._drained() if of == ruleset}
        if len(targets) == 1 and not drained:
            return targets[0].engine
        reached = _reached(targets)
        allowed = [(description, target) for description, target in reached if description.version not in drained]
        if not allowed:
            raise Refusal(Reason.BUSY, _NO_NEW_MATCHES if reached else "")
        return _newest(allowed)[1].engine

    def described(self, ruleset: str) -> Description:
        """The description of a ruleset: of the version that deals new matches, or, if none may, of the newest.

        Raises:
            Refusal: ``UNKNOWN_RULESET``; ``BUSY``: none can be reached.
        """
        try:
            return self.engine(ruleset).describe()
        except Refusal as refusal:
            reached = _reached(self.places(ruleset)) if refusal.reason is Reason.BUSY else []
            if not reached:
                raise
            return _newest(reached)[0]

    def pinned(self, version: RulesetVersion) -> Engine:
        """The engine of the matches of one version.

        Raises:
            Refusal: ``UNKNOWN_RULESET``.
        """
        return PinnedEngine(self.places(version.ruleset), version)

    def targets(self, ruleset: str) -> Sequence[Engine]:
        """Every engine of a ruleset, whichever version it plays.

        Raises:
            Refusal: ``UNKNOWN_RULESET``.
        """
        return [target.engine for target in self.places(ruleset)]

    def places(self, ruleset: str) -> Sequence[Target]:
        """The same with what each serves.

        Raises:
            Refusal: ``UNKNOWN_RULESET``.
        """
        try:
            return self._targets[ruleset]
        except KeyError:
            raise Refusal(Reason.UNKNOWN_RULESET) from None


def _reached(targets: Sequence[Target]) -> list[tuple[Description, Target]]:
    described = [(target.description(), target) for target in targets]
    return [(description, target) for description, target in described if description is not None]


def _newest(found: Sequence[tuple[Description, Target]]) -> tuple[Description, Target]:
    """The first of those with the newest version."""
    return max(found, key=lambda one: version_key(one[0].version))


def places(setting: str) -> dict[str, str]:
    """Where each ruleset is played that a setting names, by id: ``local``, or the address of a service.

    The setting's entries are separated by commas. ``local``: every installed ruleset in this process.
    ``factionwars=local``: one of them. ``factionwars=127.0.0.1:50051``: by the service at a gRPC target, such as
    ``host:port``, ``dns:///host:port`` or ``unix:/path``, or at ``tls:`` and a target; it need not be installed. A
    later entry for the same ruleset overrides an earlier one. Several targets, for several versions, have ``|`` between
    them: ``factionwars=local|dns:///engine-factionwars-1-0-0:50051``; see :func:`targets`.

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
        elif "" in targets(place):
            raise ValueError(f"{entry.strip()!r} names a target that is none: several have `|` between them")
        elif LOCAL in targets(place) and id not in installed_ids():
            raise ValueError(f"{id!r} is not installed; there is {', '.join(installed_ids()) or 'no ruleset'}")
        elif not _ID.fullmatch(id) or id == LOCAL:
            raise ValueError(f"{id!r} is not an id of a ruleset: lower-case letters and digits, a letter first")
        else:
            found[id] = place
    return found


def targets(place: str) -> list[str]:
    """The targets that one of :func:`places` names, in their order: each ``local`` or the address of a service."""
    return [target.strip() for target in place.split("|")]


def engines_from(
    setting: str,
    timeout_seconds: float,
    *,
    access: "EngineAccess | None" = None,
    threads: int | None = None,
    drained: Callable[[], Collection[tuple[str, str]]] = lambda: (),
) -> EngineDirectory:
    """The engines that a setting names: see :func:`places`. A service is connected to when it is first called.

    ``timeout_seconds``: how long a call to a service may take. ``access``: what the services ask for. ``threads``: how
    many threads of this process call engines; of these, no service may keep all waiting
    (:mod:`services.engine.bulkhead`). None: there is one. ``drained``: see :class:`EngineDirectory`.

    Raises:
        ValueError: as :func:`places`.
    """
    made_bulkhead = _bulkheads(threads)
    directory: dict[str, Sequence[Target]] = {}
    for id, place in places(setting).items():
        bulkhead = made_bulkhead(id)  # one for all versions: what is slow is the ruleset
        directory[id] = [
            Target(engine_at(id, target, timeout_seconds, access=access, bulkhead=bulkhead), target)
            for target in targets(place)
        ]
    return EngineDirectory(directory, drained=drained)


def engine_at(
    id: str,
    place: str,
    timeout_seconds: float,
    *,
    access: "EngineAccess | None" = None,
    bulkhead: Bulkhead | None = None,
) -> Engine:
    """The engine of a ruleset at one of its :func:`targets`."""
    return InProcessEngine(ruleset(id)) if place == LOCAL else _remote(id, place, timeout_seconds, access, bulkhead)


def foreign_ids(setting: str) -> list[str]:
    """Ids of the rulesets among those that a setting names which this installation does not bring itself.

    Raises:
        ValueError: as :func:`places`.
    """
    return [id for id in places(setting) if id not in installed_ids()]


def _bulkheads(threads: int | None) -> Callable[[str], Bulkhead | None]:
    """Makes the bulkhead of a ruleset's engine, which is used if that is a service."""
    if threads is None:
        return lambda _: None
    foreign = Bulkhead(share(threads, 1, 2), patience_seconds=FOREIGN_PATIENCE_SECONDS)

    def make(id: str) -> Bulkhead:
        if id in installed_ids():
            return Bulkhead(share(threads, 3, 4), patience_seconds=PATIENCE_SECONDS)
        return Bulkhead(share(threads, 1, 4), patience_seconds=FOREIGN_PATIENCE_SECONDS, within=foreign)

    return make


def _remote(
    id: str, place: str, timeout_seconds: float, access: "EngineAccess | None", bulkhead: Bulkhead | None
) -> Engine:
    # Imported here, so that who plays in its own process need not load gRPC.
    from services.engine.access import EngineAccess, engine_target
    from services.engine.grpc_client import GrpcEngine

    target = engine_target(id, place, access or EngineAccess(), is_installed=id in installed_ids())
    return GrpcEngine(id, target, timeout_seconds=timeout_seconds, bulkhead=bulkhead)


def _module(id: str) -> str:
    return f"services.rulesets.{id}.ruleset"
