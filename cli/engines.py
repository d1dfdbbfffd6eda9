"""Where a single command finds a ruleset: as the platform does, by ``PLAYHALL_ENGINES``."""

from services.engine.access import EngineAccess, access_from
from services.engine.engine import Engine
from services.engine.registry import engine_at, places
from services.errors import Reason, Refusal
from services.settings import BadSetting, Settings, read_settings


def engine_for(ruleset: str) -> Engine:
    """The engine of a ruleset: in this process, or the service whose address the settings give.

    Raises:
        Refusal: ``UNKNOWN_RULESET``.
        BadSetting: ``PLAYHALL_ENGINES`` cannot be read.
    """
    settings = read_settings()
    try:
        place = places(settings.engines).get(ruleset)
    except ValueError as error:
        raise BadSetting(f"PLAYHALL_ENGINES: {error}") from None
    if place is None:
        raise Refusal(Reason.UNKNOWN_RULESET)
    return engine_at(ruleset, place, settings.engine_timeout_seconds, engine_access(settings))


def engine_access(settings: Settings) -> EngineAccess:
    """How engine services are called.

    Raises:
        BadSetting: the settings cannot be used.
    """
    try:
        return access_from(settings)
    except ValueError as error:
        raise BadSetting(f"PLAYHALL_ENGINE_TLS_… or PLAYHALL_FOREIGN_ENGINE_TOKENS: {error}") from None
