"""Admission of a request: its key, token or lack of both; its scope, rate limits, idempotency keys."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from flask import Request, Response, g, request
from flask.globals import request_ctx

from gateway.auth import KeyReader, key_in
from gateway.caller_rates import hit_caller
from gateway.idempotency import answer_once
from gateway.openapi.operation import Access, Operation, RateLimit
from gateway.openapi.routing import IDEMPOTENCY_KEY
from gateway.operations.accounts import LEAST_SECRET, is_hard_to_guess
from gateway.stream_token_query import POINTER, stream_token_in
from services.engine.ruleset import SPECTATOR
from services.errors import FieldError, Reason, Refusal
from services.idempotency import IdempotencyStore, IdempotentRequest
from services.identity import ANONYMOUS, Caller, Scope, StreamTokens
from services.identity.idempotent_creation import Creation
from services.rate_limits import Policy, RateLimiter, RateLimitResult
from services.rate_limits.client_ip import ClientAddresses, client_addresses
from services.rate_limits.policy import per_minute
from services.settings import GatewaySettings

PER_PLAYER: Final = "player"
PER_ADDRESS: Final = "address"

_SEAT_DIGITS: Final = 16
_NO_SEAT: Final = -2

ClientAddress: TypeAlias = Callable[[], str]
"""The address of the current request's client, as :mod:`services.rate_limits.client_ip` has it."""

Recheck: TypeAlias = Callable[[], Callable[[], Caller]]
"""A function that finds out who the current request's caller is later on, from any thread. It raises a Refusal once its
key is no longer valid."""


@dataclass(frozen=True, slots=True)
class Rates:
    """How much each person, by all of its bots and keys together, and each address without a key may ask; None: as much
    as it likes. ``addresses``: tell clients apart."""

    limits: RateLimiter
    per_player: Policy | None
    per_address: Policy | None
    addresses: ClientAddresses


class Admission:
    """Authenticates, authorizes and counts each request before its handler is called.

    ``public_spectating``: whether operations that say so may be called without a key.
    """

    def __init__(
        self,
        reader: KeyReader,
        tokens: StreamTokens,
        rates: Rates,
        idempotency: IdempotencyStore,
        creation: Callable[[], Creation],
        *,
        public_spectating: bool,
    ) -> None:
        self._reader = reader
        self._tokens = tokens
        self._public_spectating = public_spectating
        self._rates = rates
        self._idempotency = idempotency
        self.creation = creation

    def admit(self, operation: Operation) -> Caller | None:
        """The caller of the current request, if it may call the operation now; None if the operation needs no key.

        Who has no valid key or token is counted by its address: so nobody can try them without end.

        Raises:
            Refusal: ``UNAUTHENTICATED``, ``MISSING_SCOPE``, ``RATE_LIMITED``; ``INVALID_FIELD`` for a token where none
                is taken.
        """
        asked = request_ctx.request  # each use of `request` itself would look for it again
        if not operation.access.key:
            if operation.rate_limit is RateLimit.COUNTED:
                self._count_address()
            _check_token_is_taken(operation, asked)
            return None
        try:
            caller = self._caller(operation.access, asked)
        except Refusal as refusal:
            if refusal.reason in (Reason.UNAUTHENTICATED, Reason.INVALID_FIELD):
                self._count_address()
            raise
        if caller.is_anonymous:
            self._count_address()
        else:
            if self._rates.per_player is not None:
                _pass(hit_caller(self._rates.limits, self._rates.per_player, caller))
            if operation.access.scope is not None:
                caller.require(Scope(operation.access.scope))
        _check_token_is_taken(operation, asked)
        return caller

    def _caller(self, access: Access, asked: Request) -> Caller:
        """Who calls: by a key, by a token, or nobody in particular. What is sent must be valid: a key that is not is
        never taken for none."""
        headers, known = asked.headers, g._get_current_object()
        has_key = "Authorization" in headers
        token = stream_token_in(asked.environ) if access.with_token else None
        if token is not None:
            if has_key:
                raise Refusal(Reason.INVALID_FIELD, errors=(FieldError(POINTER, "Send a key or a token, not both."),))
            maker = self._tokens.maker(token, *_stream_of(asked.view_args or {}))
            known.recheck = lambda: self._tokens.caller_of(maker)
        elif has_key or not (access.without_key and self._public_spectating):
            known.recheck = lambda: self._reader.caller_of(headers)
        else:
            known.recheck = lambda: ANONYMOUS
        found: Caller = known.recheck()
        return found

    def recheck(self) -> Callable[[], Caller]:
        """See :data:`Recheck`."""
        found: Callable[[], Caller] = g.recheck
        return found

    def answer_once(
        self, caller: Caller | None, key: str, asked: bytes, respond: Callable[[Creation], Response]
    ) -> Response:
        """See :class:`gateway.openapi.routing.Admission`. Where nobody is asked who they are, the idempotency key
        itself says who repeats a request, so it must be hard to guess."""
        if caller is not None:
            retried = IdempotentRequest(key, caller.key_id, asked, key_in(request.headers))
        elif is_hard_to_guess(key):
            retried = IdempotentRequest(key, "", asked, key)
        else:
            detail = f"Must be at least {LEAST_SECRET} random characters here, such as a UUID."
            raise Refusal(Reason.INVALID_FIELD, errors=(FieldError(f"/headers/{IDEMPOTENCY_KEY}", detail),))
        return answer_once(self._idempotency, retried, respond)

    def count_page(self) -> None:
        """Count a request for something that is no operation.

        Raises:
            Refusal: ``RATE_LIMITED``.
        """
        self._count_address()

    def _count_address(self) -> None:
        policy = self._rates.per_address
        if policy is not None:
            _pass(self._rates.limits.hit(policy, self.client_address()))

    def client_address(self) -> str:
        """The address of the current request's client."""
        forwarded = request.headers.get("X-Forwarded-For", "")
        return self._rates.addresses.client_of(request.remote_addr or "", forwarded)


def _pass(result: RateLimitResult) -> None:
    g.rate = result
    if result.retry_after_seconds is not None:
        raise Refusal(Reason.RATE_LIMITED)


def _stream_of(path: Mapping[str, str]) -> tuple[str, int]:
    """The match and the viewer of a stream's path. A seat that is no number is nobody's, and has no token."""
    seat = path.get("seat")
    if seat is None:
        return path["match"], SPECTATOR
    return path["match"], int(seat) if seat.isascii() and seat.isdigit() and len(seat) <= _SEAT_DIGITS else _NO_SEAT


def _check_token_is_taken(operation: Operation, asked: Request) -> None:
    """Refuse a token like any other parameter that an operation does not have."""
    if operation.access.with_token or stream_token_in(asked.environ) is None:
        return
    raise Refusal(Reason.INVALID_FIELD, errors=(FieldError(POINTER, "Only a match's events take a token."),))


def rates_from(settings: GatewaySettings, limits: RateLimiter) -> Rates:
    """The rates that the settings ask for."""
    return Rates(
        limits,
        per_minute(PER_PLAYER, settings.player_requests_per_minute),
        per_minute(PER_ADDRESS, settings.address_requests_per_minute),
        client_addresses(settings),
    )


def add_rate_limit_headers(response: Response, result: RateLimitResult) -> None:
    """Tell a client what it may still ask, in the form of draft-ietf-httpapi-ratelimit-headers-11; RFC 9110's
    ``Retry-After`` when it has asked too much."""
    policy = result.policy
    headers = response.headers
    headers.add("RateLimit-Policy", f'"{policy.name}";q={policy.burst};w={policy.window_seconds}')
    headers.add("RateLimit", f'"{policy.name}";r={result.remaining};t={math.ceil(result.reset_seconds)}')
    if result.retry_after_seconds is not None:
        headers["Retry-After"] = str(max(1, math.ceil(result.retry_after_seconds)))
