"""Players, their API keys, and what a key allows."""

from services.identity.key_format import KeyText
from services.identity.keys import ApiKeys
from services.identity.model import ANONYMOUS, ApiKey, BotVersion, Caller, Player, PlayerKind, Scope
from services.identity.players import OPERATOR_ID, PLATFORM, Players
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
