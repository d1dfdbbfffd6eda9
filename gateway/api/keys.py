"""API keys."""

import time
from typing import Annotated, Final

from pydantic import Field

from gateway.api.players import Name, PlayerPath, player_id
from gateway.openapi.fields import WHOLE, RequestModel, ResourceId, ResponseModel
from gateway.openapi.operation import ANY_KEY, Answer, Reply, Section, answer
from gateway.parts import Parts
from gateway.times import timestamp
from services.errors import Reason
from services.identity import ApiKey, ApiKeys, Caller, Scope

KEYS: Final = Section(
    "keys",
    "API keys. A key's secret is shown once, when it is made. A player manages its own keys with any of its keys; an "
    "admin manages everybody's.",
)

_YEAR: Final = 366 * 24 * 3600
_DAY: Final = 24 * 3600

NO_STORE: Final = {"Cache-Control": "no-store"}


class KeyPath(RequestModel):
    """A key."""

    key: ResourceId = Field(description="The key's id, which is not secret.")


class NewKey(RequestModel):
    """A key to create."""

    name: Name = Field(description="What it is for: 1 to 64 characters, one of them visible, none a control character.")
    scopes: list[Annotated[Scope, Field(strict=False)]] = Field(
        min_length=1, max_length=len(Scope), description="What it allows; no more than the key that makes it."
    )
    expires_in_seconds: Annotated[int, Field(ge=60, le=10 * _YEAR), WHOLE] | None = Field(
        default=None,
        description="How long it is valid; null: until it is revoked. Never longer than the key that makes it, unless "
        "that is an admin's.",
    )


class Rotation(RequestModel):
    """How to renew a key."""

    overlap_seconds: Annotated[int, Field(ge=0, le=30 * _DAY), WHOLE] = Field(
        default=3600, description="How long the old key goes on beside the new one."
    )


class KeyDetails(ResponseModel):
    """A key, without its secret."""

    id: str
    player_id: str
    name: str
    scopes: list[Scope]
    created_at: str
    expires_at: str | None
    revoked_at: str | None


class KeyWithSecret(KeyDetails):
    """A key with its secret. This is the only time it is shown."""

    secret: str = Field(description="The whole key, to be sent as `Authorization: Bearer <secret>`.")


class KeyList(ResponseModel):
    """A player's keys, oldest first."""

    keys: list[KeyDetails]


_KEY: Final = {
    "id": "k01j9z3k4m5n6p7q8r9s0t1v2w3",
    "player_id": "p_01j9z3k4m5n6p7q8r9s0t1v2w3",
    "name": "my bot",
    "scopes": ["matches:play", "matches:read"],
    "created_at": "2026-01-01T12:00:00.000Z",
    "expires_at": None,
    "revoked_at": None,
}
_WITH_SECRET: Final = {**_KEY, "secret": "playhall_dev_k01j9z3k4m5n6p7q8r9s0t1v2w3_…"}


@KEYS.operation(
    "POST",
    "/v1/players/{player}/keys",
    id="createKey",
    summary="Create a key",
    description="For the caller itself, or for anybody if the caller is an admin.",
    access=ANY_KEY,
    refusals=(Reason.MISSING_SCOPE, Reason.NOT_FOUND),
    example={"name": "my bot", "scopes": ["matches:read", "matches:play"]},
    answers=(answer(KeyWithSecret, "The key with its secret.", status=201, example=_WITH_SECRET),),
)
def create_key(parts: Parts, caller: Caller, path: PlayerPath, body: NewKey) -> Reply:
    """A new key, no mightier than the one that makes it."""
    owner = _owner(caller, path.player)
    caller.require_all(body.scopes)
    key, secret = parts.keys.create(owner, body.scopes, body.name, _expiry(parts.keys, caller, body.expires_in_seconds))
    return _shown_once(key, secret, 201)


@KEYS.operation(
    "GET",
    "/v1/players/{player}/keys",
    id="listKeys",
    summary="List a player's keys",
    description="Also those that have expired or were revoked. Without secrets.",
    access=ANY_KEY,
    refusals=(Reason.MISSING_SCOPE,),
    answers=(answer(KeyList, "The keys, oldest first.", example={"keys": [_KEY]}),),
)
def list_keys(parts: Parts, caller: Caller, path: PlayerPath) -> KeyList:
    """The keys of one player."""
    return KeyList(keys=[_details(key) for key in parts.keys.list(_owner(caller, path.player))])


@KEYS.operation(
    "DELETE",
    "/v1/keys/{key}",
    id="revokeKey",
    summary="Revoke a key",
    description="It is refused from the next request on, and open streams end. May be sent again.",
    access=ANY_KEY,
    answers=(Answer("The key is revoked.", {}, status=204),),
)
def revoke_key(parts: Parts, caller: Caller, path: KeyPath) -> Reply:
    """End a key."""
    parts.keys.revoke(parts.keys.get(caller, path.key).id)
    return Reply(status=204)


@KEYS.operation(
    "POST",
    "/v1/keys/{key}:rotate",
    id="rotateKey",
    summary="Renew a key",
    description="A new key like the old one, which goes on for the overlap. The caller's key must have every scope of "
    "the key that it renews.",
    access=ANY_KEY,
    refusals=(Reason.MISSING_SCOPE,),
    example={"overlap_seconds": 3600},
    answers=(answer(KeyWithSecret, "The new key with its secret.", status=201, example=_WITH_SECRET),),
)
def rotate_key(parts: Parts, caller: Caller, path: KeyPath, body: Rotation | None) -> Reply:
    """Renew a key."""
    old = parts.keys.get(caller, path.key)
    # Whoever holds a small key must not get a great one by renewing it.
    caller.require_all(old.scopes)
    return _shown_once(*parts.keys.rotate(old.id, (body or Rotation()).overlap_seconds), 201)


def _owner(caller: Caller, player: str) -> str:
    owner = player_id(caller, player)
    if owner != caller.player_id:
        caller.require(Scope.ADMIN)
    return owner


def _expiry(keys: ApiKeys, caller: Caller, seconds: int | None) -> int | None:
    """When the new key expires: what was asked for, but a key that expires begets none that outlives it."""
    asked = None if seconds is None else time.time_ns() // 1_000_000 + seconds * 1000
    if caller.is_admin:
        return asked
    limit = keys.get(caller, caller.key_id).expires_ms
    return min((moment for moment in (asked, limit) if moment is not None), default=None)


def _details(key: ApiKey) -> KeyDetails:
    return KeyDetails(
        id=key.id,
        player_id=key.player_id,
        name=key.name,
        scopes=sorted(key.scopes, key=lambda scope: scope.value),
        created_at=timestamp(key.created_ms),
        expires_at=timestamp(key.expires_ms),
        revoked_at=timestamp(key.revoked_ms),
    )


def _shown_once(key: ApiKey, secret: str, status: int) -> Reply:
    shown = KeyWithSecret(**_details(key).model_dump(), secret=secret)
    return Reply(shown.model_dump_json().encode(), status, headers=NO_STORE)
