"""Where a single command finds a ruleset: as the platform does, by ``PLAYHALL_ENGINES``."""

import importlib.metadata

from services.engine.access import EngineAccess, access_from
from services.engine.engine import Engine, RulesetVersion
from services.engine.registry import EngineDirectory, engines_from
from services.settings import PREFIX, BadSetting, Settings, read_settings


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


def directory(settings: Settings, setting: str = "engines") -> EngineDirectory:
    """All engines that a setting names: the gateway's, or the workers' (``worker_engines``).

    Raises:
        BadSetting: it cannot be read.
    """
    access = engine_access(settings)
    try:
        return engines_from(getattr(settings, setting), settings.engine_timeout_seconds, access=access)
    except ValueError as error:
        raise BadSetting(f"{PREFIX}{setting.upper()}: {error}") from None


def served_by(settings: Settings) -> str:
    """What plays the rulesets that this process plays itself: its image, or the release of Playhall."""
    return settings.image or f"playhall {importlib.metadata.version('playhall')}"


def engine_access(settings: Settings) -> EngineAccess:
    """How engine services are called.

    Raises:
        BadSetting: the settings cannot be used.
    """
    try:
        return access_from(settings)
    except ValueError as error:
        raise BadSetting(f"PLAYHALL_ENGINE_TLS_… or PLAYHALL_FOREIGN_ENGINE_TOKENS: {error}") from None
