"""Calls that wait for their turn, fair between the people behind bots; and what is known of each bot by all workers.

Celery's queue ``webhooks`` holds tasks that do not say for which call they are: which one is made is decided when a
worker is free. So a bot that is slow, or has many matches, delays nobody else's calls: people take turns, and the bots
of each; no bot has more calls made at a time than its limit, and one that has failed several times in a row has none
for a while.

    {webhooks}:bots                 sorted set: bots with waiting calls, by the millisecond of their last turn
    {webhooks}:people               hash by player id: who stands behind a bot
    {webhooks}:turns                hash by person: the number of the last turn; ``""``: of the last turn of all
    {webhooks}:waiting:<player id>  sorted set: a bot's waiting calls by the millisecond since when they wait
    {webhooks}:leases               sorted set: calls being made, by the millisecond when they count as lost
    {webhooks}:limits, {webhooks}:failures, {webhooks}:offline, {webhooks}:round_trips
                                    hashes by player id: calls at a time; failures in a row; the millisecond until when
                                    it is offline; how long its last answer took
    {webhooks}:call:<call id>:<when the webhook was changed>
                                    hash: attempts, since when, when the next is due; it expires

Nothing is lost: a call whose worker dies is asked for again by its match's nudge once its lease has run out.
"""

from collections.abc import Callable, Iterable
from importlib.resources import files
from typing import Any, Final, NamedTuple

from redis import Redis

from services.redis_clients import busy_if_unavailable
from services.webhooks.webhook import Call, Outcome, Webhook

FAILURES_TO_OFFLINE: Final = 5
"""After so many failures in a row a bot is offline for a while; each further one doubles the time."""
FIRST_OFFLINE_MS: Final = 5_000
LONGEST_OFFLINE_MS: Final = 600_000
NEVER: Final = 1 << 53
"""When a further attempt is due for a call that gets none."""
_KEPT_SECONDS: Final = 30 * 24 * 3600

_LUA: Final = files(__package__) / "lua"


class CallState(NamedTuple):
    """How far a call is. ``first_ms``: when the first attempt was made; ``due_ms``: when the next is."""

    attempts: int = 0
    first_ms: int = 0
    due_ms: int = 0


class CallLine:
    """The line. Safe to use from several threads and processes. Every method raises ``BUSY`` when Redis cannot be
    reached."""

    def __init__(self, redis: Redis) -> None:
        # The client's own methods are typed for every way to configure it, also for those that nobody here uses.
        self._command: Callable[..., Any] = redis.execute_command
        self._redis = redis
        self._add, self._take, self._finish = (
            redis.register_script((_LUA / name).read_text())
            for name in ("add_call.lua", "take_call.lua", "finish_call.lua")
        )

    def add(self, call: Call, concurrency: int, now_ms: int, person: str) -> bool:
        """Let a call wait. ``person``: who stands behind the bot. False if it is being made."""
        keys = [_key("bots"), _key("leases"), _key("limits"), _key(f"waiting:{call.player_id}"), _key("people")]
        with busy_if_unavailable():
            return bool(self._add(keys, [call.player_id, _name(call), now_ms, concurrency, person]) == 1)

    def take(self, now_ms: int, lease_ms: int, passed_over: Iterable[str] = ()) -> tuple[Call, str] | None:
        """The next call that may be made, and the person behind its bot; it is nobody else's for ``lease_ms``. None:
        there is none, but of the people who are passed over."""
        names = ("bots", "leases", "limits", "failures", "offline", "waiting:", "people", "turns")
        keys = [_key(name) for name in names]
        args: list[str | int] = [now_ms, now_ms + lease_ms, FAILURES_TO_OFFLINE, *passed_over]
        with busy_if_unavailable():
            found = self._take(keys, args)
        return None if found is None else (_call(found[0].decode(), found[1].decode()), found[2].decode())

    def finish(self, call: Call, now_ms: int, outcome: Outcome | None, ms: int = 0) -> int:
        """A call has been made. ``outcome``: None if it was not. Returns until when its bot is offline; 0: it is
        not."""
        keys = [_key(name) for name in ("leases", "failures", "offline", "round_trips")]
        result = "" if outcome is None else "answered" if outcome.is_done else "failed" if outcome.is_failure else ""
        args: list[str | int] = [call.player_id, _name(call), now_ms, result, ms]
        args += [FAILURES_TO_OFFLINE, FIRST_OFFLINE_MS, LONGEST_OFFLINE_MS]
        with busy_if_unavailable():
            return int(self._finish(keys, args))

    def offline_until(self, player_id: str) -> int:
        """Until when a bot is offline because it has failed; 0: it has not."""
        with busy_if_unavailable():
            return int(self._command("HGET", _key("offline"), player_id) or 0)

    def count_offline(self, now_ms: int) -> int:
        """How many bots are offline because they have failed."""
        with busy_if_unavailable():
            return sum(int(until) > now_ms for until in self._command("HVALS", _key("offline")))

    def round_trip_ms(self, player_id: str) -> int | None:
        """How long a bot's last answer took; None before its first."""
        with busy_if_unavailable():
            found = self._command("HGET", _key("round_trips"), player_id)
        return None if found is None else int(found)

    def state(self, call: Call, webhook: Webhook) -> CallState:
        """How far a call is, since its webhook was last changed."""
        with busy_if_unavailable():
            found = self._command("HMGET", _state_key(call, webhook), *CallState._fields)
        return CallState(*(int(value or 0) for value in found))

    def set_state(self, call: Call, webhook: Webhook, state: CallState) -> None:
        """Remember how far a call is."""
        key = _state_key(call, webhook)
        with busy_if_unavailable(), self._redis.pipeline(transaction=True) as pipe:
            pipe.hset(key, items=[part for field in state._asdict().items() for part in field])
            pipe.expire(key, _KEPT_SECONDS)
            pipe.execute()

    def forget(self, player_id: str) -> None:
        """A bot's failures are over: what is called now is another webhook."""
        with busy_if_unavailable(), self._redis.pipeline(transaction=True) as pipe:
            for name in ("failures", "offline", "round_trips"):
                pipe.hdel(_key(name), player_id)
            pipe.execute()


def _key(name: str) -> str:
    return f"{{webhooks}}:{name}"


def _state_key(call: Call, webhook: Webhook) -> str:
    return _key(f"call:{call.id}:{webhook.changed_ms}")


def _name(call: Call) -> str:
    return f"{call.match_id} {call.seat} {call.decision}"


def _call(player_id: str, name: str) -> Call:
    match_id, seat, decision = name.split(" ")
    return Call(player_id, match_id, int(seat), int(decision))
