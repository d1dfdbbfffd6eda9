"""What each scope allows."""

import pytest

from services.errors import Reason, Refusal
from services.identity import Caller, PlayerKind, Scope

READ, PLAY, CREATE, ADMIN = Scope.MATCHES_READ, Scope.MATCHES_PLAY, Scope.MATCHES_CREATE, Scope.ADMIN
ACCOUNT = Scope.ACCOUNT_MANAGE


def caller(*scopes: Scope) -> Caller:
    return Caller("p_1", "Ann", PlayerKind.PERSON, "k1", frozenset(scopes))


@pytest.mark.parametrize(
    ("held", "allowed"),
    [
        ([], set()),
        ([READ], {READ}),
        ([PLAY], {PLAY}),
        ([CREATE], {CREATE}),
        ([READ, PLAY], {READ, PLAY}),
        ([READ, PLAY, CREATE], {READ, PLAY, CREATE}),
        ([ACCOUNT], {ACCOUNT}),
        ([ADMIN], {READ, PLAY, CREATE, ACCOUNT, ADMIN}),
        ([READ, ADMIN], {READ, PLAY, CREATE, ACCOUNT, ADMIN}),
    ],
)
def test_a_key_allows_its_scopes_and_admin_implies_every_other(held: list[Scope], allowed: set[Scope]) -> None:
    asking = caller(*held)

    assert {scope for scope in Scope if asking.has(scope)} == allowed
    assert asking.is_admin == (ADMIN in held)
    for scope in allowed:
        asking.require(scope)


@pytest.mark.parametrize("missing", [PLAY, CREATE, ACCOUNT, ADMIN])
def test_a_missing_scope_is_refused_by_name(missing: Scope) -> None:
    with pytest.raises(Refusal) as refused:
        caller(READ).require(missing)

    assert refused.value.reason is Reason.MISSING_SCOPE
    assert refused.value.metadata == {"scope": missing.value}


def test_several_scopes_are_required_together() -> None:
    caller(READ, PLAY).require_all([READ, PLAY])
    caller(READ).require_all([])
    caller(ADMIN).require_all(Scope)


@pytest.mark.parametrize(
    ("held", "required", "missing"),
    [
        ([READ, PLAY], [READ, CREATE], CREATE),
        ([CREATE], [CREATE, READ], READ),
        ([CREATE, READ], [CREATE, PLAY, READ], PLAY),
        ([READ, PLAY, CREATE], [READ, ADMIN], ADMIN),
    ],
)
def test_each_of_several_scopes_must_be_held(held: list[Scope], required: list[Scope], missing: Scope) -> None:
    with pytest.raises(Refusal) as refused:
        caller(*held).require_all(required)

    assert refused.value.metadata == {"scope": missing.value}


def test_the_scopes_read_as_they_are_documented() -> None:
    assert [scope.value for scope in Scope] == [
        "matches:read",
        "matches:play",
        "matches:create",
        "account:manage",
        "admin",
    ]
