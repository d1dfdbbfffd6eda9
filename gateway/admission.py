"""Admission of a request: its key and scope, rate limits, idempotency keys."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from flask import Response, g, request

from gateway.auth import KeyReader, key_in
from gateway.idempotency import answer_once
from gateway.openapi.operation import Operation, RateLimit
from services.errors import Reason, Refusal
from services.idempotency import IdempotencyStore, IdempotentRequest
from services.identity import Caller, Scope
from services.identity.idempotent_creation import Creation
from services.rate_limits import Policy, RateLimiter, RateLimitResult
from services.rate_limits.client_ip import Network, client_of, parse_networks
from services.rate_limits.policy import per_minute
from services.settings import Settings

PER_KEY: Final = "key"
PER_ADDRESS: Final = "address"

ClientAddress: TypeAlias = Callable[[], str]
"""The address of the current request's client, as :mod:`services.rate_limits.client_ip` has it."""


@dataclass(frozen=True, slots=True)
class Rates:
    """How much each key, and each address without a key, may ask; None: as much as it likes. ``proxies``:
    whose ``X-Forwarded-For`` is trusted."""

    limits: RateLimiter
    per_key: Policy | None
    per_address: Policy | None
    proxies: Sequence[Network]


class Admission:
    """Authenticates, authorizes and counts each request before its handler is called."""

    def __init__(
        self, reader: KeyReader, rates: Rates, idempotency: IdempotencyStore, creation: Callable[[], Creation]
    ) -> None:
        self._reader = reader
        self._rates = rates
        self._idempotency = idempotency
        self.creation = creation

    def admit(self, operation: Operation) -> Caller | None:
        """The caller of the current request, if it may call the operation now; None if the operation needs no key.

        Who has no valid key is counted by its address: so nobody can try keys without end.

        Raises:
            Refusal: ``UNAUTHENTICATED``, ``MISSING_SCOPE``, ``RATE_LIMITED``.
        """
        if not operation.access.key:
            if operation.rate_limit is RateLimit.COUNTED:
                self._count_address()
            return None
        try:
            caller = self._reader.caller_of(request.headers)
        except Refusal as refusal:
            if refusal.reason is Reason.UNAUTHENTICATED:
                self._count_address()
            raise
        if self._rates.per_key is not None:
            self._count(self._rates.per_key, caller.key_id)
        if operation.access.scope is not None:
            caller.require(Scope(operation.access.scope))
        return caller

    def answer_once(self, caller: Caller, key: str, asked: bytes, respond: Callable[[Creation], Response]) -> Response:
        """See :class:`gateway.openapi.routing.Admission`."""
        retried = IdempotentRequest(key, caller.key_id, asked, key_in(request.headers))
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
            self._count(policy, self.client_address())

    def client_address(self) -> str:
        """The address of the current request's client."""
        forwarded = request.headers.get("X-Forwarded-For", "")
        return client_of(request.remote_addr or "", forwarded, self._rates.proxies)

    def _count(self, policy: Policy, client: str) -> None:
        result = g.rate = self._rates.limits.hit(policy, client)
        if result.retry_after_seconds is not None:
            raise Refusal(Reason.RATE_LIMITED)


def rates_from(settings: Settings, limits: RateLimiter) -> Rates:
    """The rates that the settings ask for."""
    return Rates(
        limits,
        per_minute(PER_KEY, settings.key_requests_per_minute),
        per_minute(PER_ADDRESS, settings.address_requests_per_minute),
        parse_networks(settings.trusted_proxies),
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
