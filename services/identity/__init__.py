"""Players, their API keys, and what a key allows."""

from services.identity.key_format import KeyText
from services.identity.keys import ApiKeys
from services.identity.model import ANONYMOUS, ApiKey, Caller, Player, PlayerKind, Scope
from services.identity.players import OPERATOR_ID, Players
from services.identity.stream_tokens import StreamTokens

__all__ = [
    "ANONYMOUS",
    "OPERATOR_ID",
    "ApiKey",
    "ApiKeys",
    "Caller",
    "KeyText",
    "Player",
    "PlayerKind",
    "Players",
    "Scope",
    "StreamTokens",
]
