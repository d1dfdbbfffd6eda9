"""API keys."""

from typing import Annotated, Final

from pydantic import Field

from gateway.api.players import ACCOUNT, Name, PlayerPath
from gateway.openapi.fields import WHOLE, Page, RequestModel, ResourceId
from gateway.openapi.operation import ANY_KEY, Answer, Link, Reply, Section, answer
from gateway.openapi.pagination import PageQuery
from gateway.operations.accounts import AccountOperations
from services.errors import Reason
from services.identity import ApiKey, ApiKeys, Caller, Scope
from services.identity.idempotent_creation import Creation
from services.response_model import Moment, ResponseModel

KEYS: Final = Section(
    "keys",
    "API keys. The secret of a key is shown once, when it is created. A key with the scope `account:manage` manages "
    "those keys of its player, and of its player's bots, whose scopes it has itself; an admin's key manages "
    "everybody's. A key that creates another is its parent. The child has no scope that its parent lacks, expires no "
    "later, and is revoked with its parent.",
)

_YEAR: Final = 366 * 24 * 3600
_DAY: Final = 24 * 3600

NO_STORE: Final = {"Cache-Control": "no-store"}


class KeyPath(RequestModel):
    """A key."""

    key: ResourceId = Field(description="The key's id, which is not secret, or `current` for the key of the request.")


class NewKey(RequestModel):
    """A key to create."""

    name: Name = Field(
        description="A name for the key: 1 to 64 characters, one of them visible, none a control character."
    )
    scopes: list[Annotated[Scope, Field(strict=False)]] = Field(
        min_length=1,
        max_length=len(Scope),
        description="The scopes of the key. They must be a subset of those of the creating key.",
    )
    expires_in_seconds: Annotated[int, Field(ge=60, le=10 * _YEAR), WHOLE] | None = Field(
        default=None,
        description="How long the key is valid; null: until it is revoked. It never outlives the key that creates it.",
    )


class Rotation(RequestModel):
    """How to renew a key."""

    overlap_seconds: Annotated[int, Field(ge=0, le=30 * _DAY), WHOLE] = Field(
        default=3600, description="How long the old key stays valid after the renewal."
    )


class KeyDetails(ResponseModel):
    """A key, without its secret."""

    id: str = Field(description="The key's id, which is not secret.")
    player_id: str = Field(description="The player to whom the key belongs.")
    name: str = Field(description="The key's name.")
    scopes: list[Scope] = Field(description="The key's scopes.")
    created_at: Moment = Field(description="When the key was created.")
    expires_at: Moment | None = Field(description="When the key expires; null if never.")
    revoked_at: Moment | None = Field(description="When the key was revoked; null if it was not.")
    parent: str | None = Field(
        description="The id of the key that created this one. Null if the operator or a sign-up created it, or if it "
        "is older than this record."
    )


class KeyWithSecret(KeyDetails):
    """A key with its secret. The secret is shown only this once."""

    secret: str = Field(description="The secret, to be sent as `Authorization: Bearer <secret>`.")


class KeyList(Page):
    """A page of a player's keys, oldest first."""

    keys: list[KeyDetails] = Field(description="The keys, oldest first.")


CURRENT: Final = "current"
"""The id that a path uses for the key of the request."""

_THIS: Final = {"key": "$response.body#/id"}
_MADE: Final = answer(
    KeyWithSecret,
    "The new key with its secret.",
    status=201,
    links=(Link("getKey", _THIS), Link("rotateKey", _THIS), Link("revokeKey", _THIS)),
)


@KEYS.operation(
    "POST",
    "/v1/players/{player}/keys",
    id="createKey",
    summary="Create a key",
    description="For the caller itself and its own bots, or for anybody if the caller is an admin.",
    access=ACCOUNT,
    refusals=(Reason.MISSING_SCOPE, Reason.NOT_FOUND, Reason.TOO_MANY_KEYS, Reason.BOT_RETIRED),
    answers=(_MADE,),
)
def create_key(
    keys: ApiKeys, accounts: AccountOperations, caller: Caller, path: PlayerPath, body: NewKey, creation: Creation
) -> Reply:
    """Create a key."""
    player = accounts.managed(caller, path.player)
    seconds = body.expires_in_seconds
    expires_ms = None if seconds is None else creation.at_ms + seconds * 1000
    return _shown_once(*keys.create(player, body.scopes, body.name, expires_ms, by=caller, creation=creation), 201)


@KEYS.operation(
    "GET",
    "/v1/players/{player}/keys",
    id="listKeys",
    summary="List a player's keys",
    description="Lists the keys whose scopes the caller's key has itself, including expired and revoked keys. Secrets "
    "are not included.",
    access=ACCOUNT,
    refusals=(Reason.MISSING_SCOPE,),
    answers=(answer(KeyList, "A page of keys, oldest first."),),
)
def list_keys(
    keys: ApiKeys, accounts: AccountOperations, caller: Caller, path: PlayerPath, query: PageQuery
) -> KeyList:
    """List a player's keys."""
    player = accounts.managed(caller, path.player)
    of = f"keys {player}"
    within = frozenset(Scope) if caller.is_admin else caller.scopes
    found = keys.list(player, query.size + 1, query.cursor(of), within=within)
    page = query.shown(of, "key", found, key_details)
    return KeyList(keys=page.entries, unshown=page.unshown, next_page_token=page.next_page_token)


@KEYS.operation(
    "GET",
    "/v1/keys/{key}",
    id="getKey",
    summary="Get a key",
    description="`current` returns the key of the request; every key may request it. Any other key of the caller "
    "needs `account:manage` and every scope of that key. An admin may get any key.",
    access=ANY_KEY,
    refusals=(Reason.MISSING_SCOPE,),
    answers=(answer(KeyDetails, "The key, without its secret."),),
)
def get_key(keys: ApiKeys, caller: Caller, path: KeyPath) -> KeyDetails:
    """Get a key."""
    return key_details(_key(keys, caller, path))


@KEYS.operation(
    "DELETE",
    "/v1/keys/{key}",
    id="revokeKey",
    summary="Revoke a key",
    description="Also revokes every key that it created, directly or indirectly, in one step. Revoked keys are "
    "refused within a second, and open streams end within some seconds. Can be retried, and works for an expired key. "
    "Every key may revoke itself; another key needs `account:manage` and every scope of that key.",
    access=ANY_KEY,
    refusals=(Reason.MISSING_SCOPE,),
    answers=(Answer("The key is revoked.", {}, status=204),),
)
def revoke_key(keys: ApiKeys, caller: Caller, path: KeyPath) -> Reply:
    """Revoke a key."""
    keys.revoke(_key(keys, caller, path).id)
    return Reply(status=204)


@KEYS.operation(
    "POST",
    "/v1/keys/{key}:rotate",
    id="rotateKey",
    summary="Renew a key",
    description="Creates a key with the scopes of the old one. The old key stays valid for the overlap, and keys that "
    "it created stay valid. The caller's key must have every scope of the key that it renews, and is the parent of "
    "the new one: revoking a key that renewed itself also revokes its successor. To end a key that has leaked, revoke "
    "it.",
    access=ACCOUNT,
    refusals=(Reason.MISSING_SCOPE, Reason.TOO_MANY_KEYS),
    answers=(_MADE,),
)
def rotate_key(keys: ApiKeys, caller: Caller, path: KeyPath, body: Rotation | None, creation: Creation) -> Reply:
    """Renew a key."""
    old = _key(keys, caller, path)
    overlap = (body or Rotation()).overlap_seconds
    return _shown_once(*keys.rotate(old.id, overlap, by=caller, creation=creation), 201)


def _key(keys: ApiKeys, caller: Caller, path: KeyPath) -> ApiKey:
    """The key in a path."""
    return keys.get(caller, caller.key_id if path.key == CURRENT else path.key)


def key_details(key: ApiKey) -> KeyDetails:
    """A key as the API shows it."""
    return KeyDetails(
        id=key.id,
        player_id=key.player_id,
        name=key.name,
        scopes=sorted(key.scopes, key=lambda scope: scope.value),
        created_at=key.created_ms,
        expires_at=key.expires_ms,
        revoked_at=key.revoked_ms,
        parent=key.parent_id,
    )


def _shown_once(key: ApiKey, secret: str, status: int) -> Reply:
    shown = KeyWithSecret(**key_details(key).model_dump(), secret=secret)
    return Reply(shown, status, headers=NO_STORE)
