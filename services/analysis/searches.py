"""Searches that were asked for: what a bot that thinks chooses, or finds of each action.

They run where such bots' turns are played, in the queue ``thinking``, in a line of their own that is fair between
people: what a bot asks for counts for its owner, and a guest's for its address. A request is named after its content,
so whoever sends it again waits for the same search, and gets the same answer for ten minutes. All that is kept of one
is what the seat can know:

    search:<id>            hash: ``request`` and, when it is done, ``answer``, both JSON
    searches-of:<person>   sorted set: ids of the searches that are under way, by when they count no more
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from redis import Redis

from services.engine.documents import encode
from services.engine.engine import ExplainedAction, ExplainedDecision, RulesetVersion
from services.errors import FieldError, Reason, Refusal
from services.identity import Caller
from services.matches.outbox import OutboxKind
from services.matches.redis_keys import outbox_key, shard_of
from services.matches.turn_queue import QUEUES, TurnQueue
from services.platform_time import platform_ms
from services.redis_clients import busy_if_unavailable
from services.telemetry import tracing

KEPT_SECONDS: Final = 600
"""How long a request and its answer are kept."""
UNDER_WAY_SECONDS: Final = 60
"""How long a search counts as under way that nobody finishes."""
MOST_OF_PERSON: Final = 2
"""Searches of one person and its bots that are under way."""
MOST_WAITING: Final = 64
"""Searches that wait for a worker, of everybody."""
RETRY_SECONDS: Final = 2

_ID_DIGITS: Final = 40


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A search: from a seat's ``view`` and its ``legal`` notations, and nothing else. ``seed``: the bot's own
    randomness. ``iterations``: how many it may take to say what it finds of each action; None: it is to choose one, as
    it does in a match."""

    version: RulesetVersion
    bot: str
    view: bytes
    legal: tuple[str, ...]
    seed: bytes
    iterations: int | None = None

    def to_json(self) -> bytes:
        """The request as it is kept."""
        return encode(
            {
                "ruleset": self.version.ruleset,
                "version": self.version.version,
                "bot": self.bot,
                "view": self.view.decode(),
                "legal": self.legal,
                "seed": self.seed.hex(),
                "iterations": self.iterations,
            }
        )

    @classmethod
    def from_json(cls, data: bytes) -> "SearchRequest":
        """The inverse of :meth:`to_json`."""
        fields = json.loads(data)
        return cls(
            version=RulesetVersion(fields["ruleset"], fields["version"]),
            bot=fields["bot"],
            view=fields["view"].encode(),
            legal=tuple(fields["legal"]),
            seed=bytes.fromhex(fields["seed"]),
            iterations=fields["iterations"],
        )


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """What came of a search: a ``choice``, or what was ``found`` of each action."""

    choice: str = ""
    found: ExplainedDecision | None = None

    def to_json(self) -> bytes:
        """The answer as it is kept."""
        found = self.found
        if found is None:
            return encode({"choice": self.choice})
        actions = [list(action) for action in found.actions]
        return encode({"actions": actions, "iterations": found.iterations, "seconds": found.seconds})

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> "SearchAnswer":
        """The inverse of :meth:`to_json`, of parsed JSON."""
        if "choice" in fields:
            return cls(choice=fields["choice"])
        actions = tuple(
            ExplainedAction(notation, visits, value, error, tuple((seat, expected) for seat, expected in line))
            for notation, visits, value, error, line in fields["actions"]
        )
        return cls(found=ExplainedDecision(actions, fields["iterations"], fields["seconds"]))


class Searches:
    """The searches. Safe to use from several threads and processes."""

    def __init__(self, redis: Redis, now_ms: Callable[[], int] = platform_ms) -> None:
        # The client's own methods are typed for every way to configure it, also for those that nobody here uses.
        self._command: Callable[..., Any] = redis.execute_command
        self._redis = redis
        self._line = TurnQueue(redis, QUEUES[OutboxKind.SEARCH])
        self._now_ms = now_ms

    def ask(self, caller: Caller, request: SearchRequest) -> str:
        """See to it that a search is made. Its id, by which :meth:`answer` finds what came of it.

        Raises:
            Refusal: ``RATE_LIMITED``: as many of the person's as may be are under way; ``BUSY``: many wait, or Redis
                cannot be reached.
        """
        person, document = caller.person, request.to_json()
        id = hashlib.sha256(b"%s\0%s" % (person.encode(), document)).hexdigest()[:_ID_DIGITS]
        with busy_if_unavailable():
            if self._command("HEXISTS", _key(id), "answer"):
                return id
            self._count(person, id)
            asked = {"player": person, "request": document.decode()}
            self._command("HSET", _key(id), "request", encode(asked))
            self._command("EXPIRE", _key(id), KEPT_SECONDS)
            fields = ["kind", OutboxKind.SEARCH.value, "match", id, "rev", 0, "owner", person]
            if trace := tracing.current():
                fields += ["trace", trace]
            # Also for one that waits already: its task may have been lost.
            self._command("XADD", outbox_key(shard_of(id)), "*", *fields)
        return id

    def answer(self, id: str) -> SearchAnswer | None:
        """What came of a search; None as long as it is under way.

        Raises:
            Refusal: what it was refused for; ``BUSY``: Redis cannot be reached.
        """
        with busy_if_unavailable():
            data = self._command("HGET", _key(id), "answer")
        if data is None:
            return None
        fields = json.loads(data)
        if "refused" in fields:
            errors = tuple(FieldError(pointer, detail) for pointer, detail in fields["errors"])
            raise Refusal(Reason[fields["refused"]], fields["detail"], errors)
        return SearchAnswer.from_json(fields)

    def is_done(self, id: str) -> bool:
        """Whether :meth:`answer` has something to say.

        Raises:
            Refusal: ``BUSY``.
        """
        with busy_if_unavailable():
            return bool(self._command("HEXISTS", _key(id), "answer"))

    def request(self, id: str) -> tuple[SearchRequest, str] | None:
        """What is to be searched, and the person for whom; None if it is done, or nobody waits for it any more.

        Raises:
            redis.RedisError: Redis cannot be reached.
        """
        data, answer = self._command("HMGET", _key(id), "request", "answer")
        if data is None or answer is not None:
            return None
        asked = json.loads(data)
        return SearchRequest.from_json(asked["request"].encode()), asked["player"]

    def complete(self, id: str, answer: SearchAnswer | Refusal) -> None:
        """Keep what came of a search.

        Raises:
            redis.RedisError: Redis cannot be reached.
        """
        data = self._command("HGET", _key(id), "request")
        if data is None:
            return
        self._command("HSET", _key(id), "answer", answer.to_json() if isinstance(answer, SearchAnswer) else _no(answer))
        self._command("EXPIRE", _key(id), KEPT_SECONDS)
        self._command("ZREM", _count_key(json.loads(data)["player"]), id)

    def forget(self, id: str) -> None:
        """A search is not made, and nothing is told of it: who asks again asks anew.

        Raises:
            redis.RedisError: Redis cannot be reached.
        """
        data = self._command("HGET", _key(id), "request")
        if data is not None:
            self._command("DEL", _key(id))
            self._command("ZREM", _count_key(json.loads(data)["player"]), id)

    def _count(self, person: str, id: str) -> None:
        """Count a search as under way. Of several at once more may be refused than would have to be, never fewer."""
        key, now = _count_key(person), self._now_ms()
        with self._redis.pipeline(transaction=True) as pipe:
            pipe.zremrangebyscore(key, "-inf", now)
            # What is further in the future was written by a clock that was wrong.
            pipe.zremrangebyscore(key, f"({now + (UNDER_WAY_SECONDS + 1) * 1_000}", "+inf")
            pipe.zadd(key, {id: now + UNDER_WAY_SECONDS * 1_000}, nx=True)
            pipe.expire(key, UNDER_WAY_SECONDS)
            pipe.zcard(key)
            *_, under_way = pipe.execute()
        if under_way > MOST_OF_PERSON:
            self._command("ZREM", key, id)
            detail = f"{MOST_OF_PERSON} searches of yours are under way."
            raise Refusal(Reason.RATE_LIMITED, detail, metadata={"retry_seconds": str(RETRY_SECONDS)})
        if self._line.depth() >= MOST_WAITING:
            self._command("ZREM", key, id)
            raise Refusal(Reason.BUSY, "Many searches wait.")


def _key(id: str) -> str:
    return f"search:{id}"


def _count_key(person: str) -> str:
    return f"searches-of:{person}"


def _no(refusal: Refusal) -> bytes:
    errors = [(error.pointer, error.detail) for error in refusal.errors]
    return encode({"refused": refusal.reason.name, "detail": refusal.detail, "errors": errors})
