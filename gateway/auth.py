"""Who is calling: the API key of a request."""

from typing import Final

from flask import request
from werkzeug.datastructures import Headers

from gateway.openapi.operation import Operation
from services.errors import Reason, Refusal
from services.identity import ApiKeys, Caller, Scope

_LONGEST_KEY: Final = 256


class KeyReader:
    """Reads the caller from ``Authorization: Bearer <key>``."""

    def __init__(self, keys: ApiKeys) -> None:
        self._keys = keys

    def caller_of(self, headers: Headers) -> Caller:
        """The holder of the key in the headers, as of now.

        Raises:
            Refusal: ``UNAUTHENTICATED``, the same for every way in which a key can fail.
        """
        scheme, _, key = headers.get("Authorization", "").partition(" ")
        key = key.strip()
        if scheme.lower() != "bearer" or not key or not key.isascii() or len(key) > _LONGEST_KEY:
            raise Refusal(Reason.UNAUTHENTICATED)
        return self._keys.authenticate(key)

    def admit(self, operation: Operation) -> Caller:
        """The caller of the current request, if its key suffices for the operation.

        Raises:
            Refusal: ``UNAUTHENTICATED``, ``MISSING_SCOPE``.
        """
        caller = self.caller_of(request.headers)
        if operation.access.scope is not None:
            caller.require(Scope(operation.access.scope))
        return caller
