"""Attempts at requests that may be sent again."""

import hashlib
import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import redis.exceptions
import structlog
from redis import Redis

from services.errors import Reason, Refusal
from services.identity.idempotent_creation import SEED_BYTES, Creation
from services.identity.ids import wall_clock_ms
from services.scripts import Script

KEPT_SECONDS: Final = 24 * 3600
RUNNING_SECONDS: Final = 10
"""How long an attempt is believed to be running. One that runs longer does no harm: see the README."""

_BEGIN: Final = Script(__package__, "begin")
_FINISH: Final = Script(__package__, "finish")
_OUT_OF_REACH: Final = (redis.exceptions.ConnectionError, redis.exceptions.TimeoutError, redis.exceptions.ReadOnlyError)

log = structlog.get_logger("idempotency")


@dataclass(frozen=True, slots=True)
class Request:
    """A request that may be sent again. ``key``: what the client calls it. ``caller``: the id of the API key that
    sends it, and ``proof`` that key's text. ``asked``: everything that makes it this request and no other."""

    key: str
    caller: str
    asked: bytes
    proof: str = field(repr=False)

    @property
    def name(self) -> str:
        """Where it is kept. It tells neither the key nor the caller."""
        return "attempt:" + hashlib.sha256(f"{self.caller}\0{self.key}".encode()).hexdigest()

    def root(self, salt: bytes) -> bytes:
        """32 bytes that nobody has without the salt, which Redis keeps for a day, and the caller's key, which it
        never has."""
        return hmac.digest(salt, f"{self.proof}\0{self.key}".encode(), "sha256")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request is answered: its status, its headers and its body."""

    status: int
    headers: dict[str, str]
    body: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt that is to be made: ``creation`` is the same for every attempt at the same request."""

    request: Request
    salt: bytes = field(repr=False)
    creation: Creation


class Attempts:
    """All attempts. Safe to use from several threads and processes.

    ``now_ms``: milliseconds since 1970. ``entropy``: gives so many random bytes.
    """

    def __init__(
        self,
        redis: Redis,
        *,
        now_ms: Callable[[], int] = wall_clock_ms,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self._redis = redis
        self._now_ms = now_ms
        self._entropy = entropy

    def begin(self, request: Request) -> Attempt | Answer:
        """An attempt to be made now, or the answer that the request has got before.

        Raises:
            Refusal: ``REQUEST_IN_PROGRESS``, ``IDEMPOTENCY_KEY_REUSED``; ``BUSY`` when Redis cannot be reached.
        """
        asked = hashlib.sha256(request.asked).digest()
        limits = [self._now_ms(), RUNNING_SECONDS * 1000, KEPT_SECONDS * 1000]
        try:
            found = _BEGIN(self._redis, [request.name], [asked, self._entropy(SEED_BYTES), *limits])
        except _OUT_OF_REACH as error:
            raise Refusal(Reason.BUSY) from error
        match found[0]:
            case b"running":
                raise Refusal(Reason.REQUEST_IN_PROGRESS)
            case b"other":
                raise Refusal(Reason.IDEMPOTENCY_KEY_REUSED)
            case b"done":
                return _decipher(request, found[2], found[3])
        salt = found[2]
        return Attempt(request, salt, Creation(int(found[1]), request.root(salt)))

    def answered(self, attempt: Attempt, answer: Answer) -> None:
        """Keep what an attempt was answered, for whoever sends the request again. The first answer stands. If it cannot
        be kept, the next attempt makes it anew."""
        self._finish(attempt, "answered", _encipher(attempt.request, attempt.salt, answer))

    def refused(self, attempt: Attempt) -> None:
        """An attempt was refused: nothing was changed, and the key may be used for a request that was mended."""
        self._finish(attempt, "refused")

    def failed(self, attempt: Attempt) -> None:
        """Nobody knows what has become of an attempt: the request may be sent again at once."""
        self._finish(attempt, "failed")

    def _finish(self, attempt: Attempt, how: str, answer: bytes = b"") -> None:
        try:
            _FINISH(self._redis, [attempt.request.name], [attempt.salt, how, answer])
        except _OUT_OF_REACH as error:
            log.warning("attempt_not_finished", how=how, error=type(error).__qualname__)


def _encipher(request: Request, salt: bytes, answer: Answer) -> bytes:
    headers = "".join(f"{name}: {value}\n" for name, value in answer.headers.items())
    return _mask(request, salt, f"{answer.status}\n{headers}\n".encode() + answer.body)


def _decipher(request: Request, salt: bytes, kept: bytes) -> Answer:
    head, _, body = _mask(request, salt, kept).partition(b"\n\n")
    status, *headers = head.decode().split("\n")
    return Answer(int(status), {name: value for name, _, value in (line.partition(": ") for line in headers)}, body)


def _mask(request: Request, salt: bytes, text: bytes) -> bytes:
    """Encipher or decipher: a key stream that is used for one text alone, since each salt is kept with one answer."""
    stream = hashlib.shake_256(request.root(salt) + b"answer").digest(len(text))
    return bytes(a ^ b for a, b in zip(text, stream, strict=True))
