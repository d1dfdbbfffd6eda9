"""Players, their API keys, and what a key allows.

What lies in SQL is imported when it is first asked for: who only asks for whom it acts, such as a worker that plays
turns, need not load SQLAlchemy.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from services.identity.key_format import KeyText
from services.identity.people import (
    ANONYMOUS,
    OPERATOR_ID,
    PLATFORM,
    ApiKey,
    BotVersion,
    Caller,
    Player,
    PlayerKind,
    Scope,
)

if TYPE_CHECKING:
    from services.identity.keys import ApiKeys
    from services.identity.players import Players
    from services.identity.sign_ups import SignUps
    from services.identity.stream_tokens import StreamTokens

__all__ = [
    "ANONYMOUS",
    "OPERATOR_ID",
    "PLATFORM",
    "ApiKey",
    "ApiKeys",
    "BotVersion",
    "Caller",
    "KeyText",
    "Player",
    "PlayerKind",
    "Players",
    "Scope",
    "SignUps",
    "StreamTokens",
]

_MODULES: Final = {"ApiKeys": "keys", "Players": "players", "SignUps": "sign_ups", "StreamTokens": "stream_tokens"}


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
