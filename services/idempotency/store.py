"""Records of requests that may be sent again."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Final

import structlog
from redis import Redis

from services.errors import Reason, Refusal
from services.idempotency.request import IdempotentRequest, StoredResponse
from services.identity.idempotent_creation import SEED_BYTES, Creation
from services.platform_time import platform_ms
from services.redis_clients import UNAVAILABLE, busy_if_unavailable
from services.telemetry.causes import cause_of

RETENTION_SECONDS: Final = 24 * 3600
IN_PROGRESS_SECONDS: Final = 3
"""How long a request is believed to be in progress: as long as one must wait that was cut off with its server. One that
takes longer does no harm: see the README."""

_LUA: Final = files(__package__) / "lua"

log = structlog.get_logger("idempotency")


@dataclass(frozen=True, slots=True)
class IdempotencyRecord:
    """A request in progress: ``creation`` is the same whenever the same request is made."""

    request: IdempotentRequest
    salt: bytes = field(repr=False)
    creation: Creation


class IdempotencyStore:
    """All records. Safe to use from several threads and processes.

    ``now_ms``: milliseconds since 1970. ``entropy``: gives so many random bytes.
    """

    def __init__(
        self,
        redis: Redis,
        *,
        now_ms: Callable[[], int] = platform_ms,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self._begin = redis.register_script((_LUA / "begin.lua").read_text())
        self._complete = redis.register_script((_LUA / "complete.lua").read_text())
        self._now_ms = now_ms
        self._entropy = entropy

    def begin(self, request: IdempotentRequest) -> IdempotencyRecord | StoredResponse:
        """The record of a request that is to be carried out now, or the response to replay.

        Raises:
            Refusal: ``REQUEST_IN_PROGRESS``, ``IDEMPOTENCY_KEY_REUSED``; ``BUSY`` when Redis cannot be reached.
        """
        times = [self._now_ms(), IN_PROGRESS_SECONDS * 1000, RETENTION_SECONDS * 1000]
        with busy_if_unavailable():
            found = self._begin([request.redis_key], [request.fingerprint, self._entropy(SEED_BYTES), *times])
        match found[0]:
            case b"in_progress":
                raise Refusal(Reason.REQUEST_IN_PROGRESS)
            case b"mismatch":
                raise Refusal(Reason.IDEMPOTENCY_KEY_REUSED)
            case b"completed":
                return request.decrypt(found[2], found[3])
        salt = found[2]
        return IdempotencyRecord(request, salt, Creation(int(found[1]), request.creation_seed(salt)))

    def complete(self, record: IdempotencyRecord, response: StoredResponse) -> None:
        """Keep the response, for whoever sends the request again. The first response stands. If it cannot be kept, the
        next request makes it anew."""
        self._finish(record, "completed", record.request.encrypt(record.salt, response))

    def discard(self, record: IdempotencyRecord) -> None:
        """The request was refused: nothing was changed, and the key may be used for a request that was corrected."""
        self._finish(record, "refused")

    def unlock(self, record: IdempotencyRecord) -> None:
        """Nobody knows what has become of the request: it may be sent again at once."""
        self._finish(record, "failed")

    def _finish(self, record: IdempotencyRecord, how: str, response: bytes = b"") -> None:
        try:
            self._complete([record.request.redis_key], [record.salt, how, response])
        except UNAVAILABLE as error:
            log.warning("idempotency_record_not_written", how=how, error=cause_of(error))
