"""How many invitations one player may get.

Counted are open matches in which a seat is kept for the player: those of one creator, and all. And how many one creator
has sent it in the last minute, so that nobody is told of ever new invitations that are called off again.

As with quotas (:mod:`services.matches.quotas`) an invitation is reserved first, then what is there and what else is
reserved is counted, so that requests at the same time do not exceed a limit together.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from redis import Redis

from services.errors import FieldError, Reason, Refusal
from services.identity import Caller
from services.matches.admission import not_invited
from services.matches.quotas import MINUTE_MS, RESERVED_SECONDS
from services.matches.redis_keys import SHARDS, invited_key, shard_of
from services.platform_time import platform_ms
from services.redis_clients import UNAVAILABLE, busy_if_unavailable

_RESERVE: Final = (files(__package__) / "lua" / "reserve_quota.lua").read_text()


@dataclass(frozen=True, slots=True)
class InvitationLimits:
    """How many invitations there may be; 0: any number.

    ``of_pair``: open ones from one person, its bots included, to a player; ``of_pair_per_minute``: those sent in any
    minute; ``received``: open ones of one player, whoever sent them.
    """

    of_pair: int = 0
    of_pair_per_minute: int = 0
    received: int = 0


class Invitations:
    """The invitations of all players. Safe to use from several threads and processes. Admins have no limits.

    Every method raises ``BUSY`` when Redis cannot be reached.
    """

    def __init__(self, redis: Redis, limits: InvitationLimits, *, now_ms: Callable[[], int] = platform_ms) -> None:
        self._redis = redis
        # The client's own methods are typed for every way to configure it, also for those that nobody here uses.
        self._command: Callable[..., Any] = redis.execute_command
        self._reserve = redis.register_script(_RESERVE)
        self._limits = limits
        self._now_ms = now_ms

    @contextmanager
    def sent(self, caller: Caller, match_id: str, invited: Sequence[str], pointer: str) -> Iterator[None]:
        """The caller invites these players to a match in here, unless that is too much for one of them.

        Raises:
            Refusal: ``QUOTA_EXCEEDED`` at ``pointer``, with ``quota``, ``limit`` and ``used`` in its metadata, and
                ``retry_seconds`` if it is enough to wait; ``NOT_ADMITTED`` for who has been invited by too many.
        """
        with ExitStack() as reservations:
            if not caller.is_admin and self._limits != InvitationLimits():
                for player in invited:
                    reservations.enter_context(self._reserved(caller.person, match_id, player, pointer))
            yield

    @contextmanager
    def _reserved(self, sender: str, match_id: str, player: str, pointer: str) -> Iterator[None]:
        reservations, sent = f"{{invited:{player}}}:reserved", f"{{invited:{player}}}:by:{sender}"
        name, now_ms, most = f"{match_id}/{sender}", self._now_ms(), self._limits.of_pair_per_minute
        args: list[str | int] = [now_ms, now_ms + RESERVED_SECONDS * 1000, name, match_id, most]
        with busy_if_unavailable():
            recent, first, *others = self._reserve([reservations, sent], args)
        if recent:
            wait = max(1, math.ceil((float(first) + MINUTE_MS - now_ms) / 1000))
            raise _exceeded("invitations_per_minute", most, recent, pointer, wait)
        try:
            self._check(sender, player, match_id, [other.decode().partition("/") for other in others], pointer)
            yield
        except Refusal as refusal:
            # Where the answer got lost nobody knows whether it was committed, or still will be.
            if refusal.reason is not Reason.BUSY:
                self._give_back(reservations, name)
            raise
        self._give_back(reservations, name)

    def _check(
        self, sender: str, player: str, match_id: str, others: Sequence[tuple[str, str, str]], pointer: str
    ) -> None:
        with busy_if_unavailable(), self._redis.pipeline(transaction=False) as pipe:
            for creator in (sender, None):
                for shard in range(SHARDS):
                    pipe.zcard(invited_key(shard, player, creator))
            pipe.zscore(invited_key(shard_of(match_id), player), match_id)
            *found, sent_before = pipe.execute()
        if sent_before is not None:  # by an attempt whose answer was lost
            return
        of_pair = sum(found[:SHARDS]) + sum(by == sender for _, _, by in others)
        received = sum(found[SHARDS:]) + len(others)
        if self._limits.of_pair and of_pair >= self._limits.of_pair:
            raise _exceeded("invitations", self._limits.of_pair, of_pair, pointer)
        if self._limits.received and received >= self._limits.received:
            raise not_invited(pointer)

    def _give_back(self, reservations: str, name: str) -> None:
        """End a reservation. If that fails, it expires."""
        try:
            self._command("ZREM", reservations, name)
        except UNAVAILABLE:
            return


def _exceeded(quota: str, limit: int, used: int, pointer: str, retry_seconds: int | None = None) -> Refusal:
    within = " within a minute" if retry_seconds is not None else ""
    detail = f"You have {used} invitations to one player{within}; {limit} are allowed."
    metadata = {"quota": quota, "limit": str(limit), "used": str(used)}
    if retry_seconds is not None:
        metadata["retry_seconds"] = str(retry_seconds)
    return Refusal(Reason.QUOTA_EXCEEDED, detail, (FieldError(pointer, f"exceeds {quota}"),), metadata)
