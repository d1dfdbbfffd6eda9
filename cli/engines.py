"""Where a single command finds a ruleset: as the platform does, by ``PLAYHALL_ENGINES``."""

from collections.abc import Callable, Collection

from services.engine.access import EngineAccess, access_from
from services.engine.engine import Engine, RulesetVersion
from services.engine.registry import EngineDirectory, engines_from
from services.errors import Refusal
from services.settings import PREFIX, BadSetting, EngineSettings, Settings, read_settings
from services.telemetry.causes import cause_of


def engine_for(ruleset: str) -> Engine:
    """The engine that deals new matches of a ruleset: in this process, or the service whose address the settings give.

    Raises:
        Refusal: ``UNKNOWN_RULESET``; ``BUSY``.
        BadSetting: ``PLAYHALL_ENGINES`` cannot be read.
    """
    return directory(read_settings()).engine(ruleset)


def pinned_engine(version: RulesetVersion) -> Engine:
    """The engine of one version of a ruleset, found in the same way.

    Raises:
        Refusal: ``UNKNOWN_RULESET``.
        BadSetting: ``PLAYHALL_ENGINES`` cannot be read.
    """
    return directory(read_settings()).pinned(version)


def directory(
    settings: Settings, *, drained: Callable[[], Collection[tuple[str, str]]] = lambda: ()
) -> EngineDirectory:
    """All engines that the gateway uses. ``drained``: the rulesets' versions that deal no new matches.

    Raises:
        BadSetting: it cannot be read.
    """
    access = engine_access(settings.engines)
    try:
        return engines_from(
            settings.engines.engines, settings.engines.engine_timeout_seconds, access=access, drained=drained
        )
    except ValueError as error:
        raise BadSetting(f"{PREFIX}ENGINES: {error}") from None


def failure_line(error: Exception) -> str:
    """Why a store or an engine could not do its part, for who runs a command."""
    return f"{error.detail} [{cause_of(error)}]" if isinstance(error, Refusal) else cause_of(error)


def engine_access(settings: EngineSettings) -> EngineAccess:
    """How engine services are called.

    Raises:
        BadSetting: the settings cannot be used.
    """
    try:
        return access_from(settings)
    except ValueError as error:
        raise BadSetting(f"PLAYHALL_ENGINE_TLS_… or PLAYHALL_FOREIGN_ENGINE_TOKENS: {error}") from None
