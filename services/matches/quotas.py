"""Quotas: how much of the platform one person may use at a time.

Counted is the person behind a player (:attr:`services.identity.Player.person`): one with ten bots is not eleven, and
matches of a tournament count for its host. Counted against the creator of a match alone, whoever sits in it: being
invited uses nothing, and a private match counts like any other. Seats are counted against who sits in them, until the
player leaves, resigns or is taken over. What has ended counts no more; under a spectator delay, when the delay is over.

What is counted are lists that the commit of each match keeps (:func:`services.matches.commit.index_scores`), so no
crash makes them wrong. They lie in all shards and cannot be read and changed in one step. So who is about to use more
reserves it first, then counts what is there and what others have reserved, and gives the reservation back after the
commit. Whoever reserves later sees the reservation or what came of it: no quota is exceeded, however many requests come
at once. Such requests may be refused a little early, and after a crash for as long as a reservation lasts.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from importlib.resources import files
from typing import Any, Final

from redis import Redis

from services.errors import FieldError, Reason, Refusal
from services.identity import PLATFORM, Caller
from services.identity.people import GUESTS
from services.matches.commit import bot_seats, is_unfilled, sitting
from services.matches.match import Match
from services.matches.redis_keys import SHARDS, creator_key, match_key, seated_key
from services.platform_time import platform_ms
from services.redis_clients import UNAVAILABLE, busy_if_unavailable
from services.settings import QuotaSettings

LATE_MS: Final = 1_000
"""What is further in the future was written by a clock that was wrong."""
RESERVED_SECONDS: Final = 60
"""How long a reservation lasts whose process died: much longer than a commit takes."""
MINUTE_MS: Final = 60_000
_COUNTED_AT_ONCE: Final = 100

_RESERVE: Final = (files(__package__) / "lua" / "reserve_quota.lua").read_text()


class Quota(Enum):
    """What is counted, of the matches that a person and its bots have created, and of those in which they sit."""

    OPEN_MATCHES = "open_matches"
    UNFINISHED_MATCHES = "unfinished_matches"
    BOT_SEATS = "bot_seats"
    LIVE_SEATS = "live_seats"
    CREATIONS_PER_MINUTE = "creations_per_minute"


_MEANING: Final = {
    Quota.OPEN_MATCHES: "open matches",
    Quota.UNFINISHED_MATCHES: "matches that are open or live",
    Quota.BOT_SEATS: "seats of house bots in open and live matches",
    Quota.LIVE_SEATS: "seats in open and live matches",
    Quota.CREATIONS_PER_MINUTE: "matches created in a minute",
}


@dataclass(frozen=True, slots=True)
class QuotaLimits:
    """How much each person may use; 0: as much as it likes.

    ``open_matches``: matches that wait for players or for their start. ``unfinished_matches``: those and the live ones.
    ``bot_seats``: seats of house bots in them. ``live_seats``: open and live matches in which the person sits,
    whoever has created them. ``creations_per_minute``: matches created in any minute.
    """

    open_matches: int = 0
    unfinished_matches: int = 0
    bot_seats: int = 0
    live_seats: int = 0
    creations_per_minute: int = 0

    def of(self, quota: Quota) -> int:
        """The limit of one quota."""
        limit: int = getattr(self, quota.value)
        return limit


def limits_from(settings: QuotaSettings) -> QuotaLimits:
    """The quotas that the settings ask for."""
    return QuotaLimits(
        open_matches=settings.open_matches_per_player,
        unfinished_matches=settings.unfinished_matches_per_player,
        bot_seats=settings.bot_seats_per_player,
        live_seats=settings.live_seats_per_player,
        creations_per_minute=settings.creations_per_minute_per_player,
    )


@dataclass(frozen=True, slots=True)
class QuotaUse:
    """How much of a quota a player uses. ``limit``: None for none."""

    quota: Quota
    limit: int | None
    used: int


@dataclass(frozen=True, slots=True)
class _Amount:
    """Of each quota some. Written down as ``<name>/<open>/<unfinished>/<bots>/<seats>`` when it is reserved."""

    open_matches: int = 0
    unfinished_matches: int = 0
    bot_seats: int = 0
    live_seats: int = 0

    def of(self, quota: Quota) -> int:
        amount: int = getattr(self, quota.value)
        return amount

    def reservation(self, name: str) -> str:
        return f"{name}/{self.open_matches}/{self.unfinished_matches}/{self.bot_seats}/{self.live_seats}"


_COUNTED: Final = (Quota.OPEN_MATCHES, Quota.UNFINISHED_MATCHES, Quota.BOT_SEATS, Quota.LIVE_SEATS)


class Quotas:
    """The quotas of everybody. Safe to use from several threads and processes. Admins have none, but where the
    platform creates a match for somebody it counts for that one.

    Every method raises ``BUSY`` when Redis cannot be reached.
    """

    def __init__(self, redis: Redis, limits: QuotaLimits, *, now_ms: Callable[[], int] = platform_ms) -> None:
        self._redis = redis
        # The client's own methods are typed for every way to configure it, also for those that nobody here uses.
        self._command: Callable[..., Any] = redis.execute_command
        self._reserve = redis.register_script(_RESERVE)
        self._limits = limits
        self._now_ms = now_ms

    @contextmanager
    def creation(self, caller: Caller, match: Match) -> Iterator[None]:
        """The match is created in here, unless that is too much. One that was created before is not counted again.

        Raises:
            Refusal: ``QUOTA_EXCEEDED``, with ``quota``, ``limit`` and ``used`` in its metadata, and ``retry_seconds``
                if it is enough to wait.
        """
        person = match.person
        amount = _Amount(int(is_unfilled(match)), 1, bot_seats(match), int(person in sitting(match)))
        is_exempt = caller.is_admin and person == caller.person
        if is_exempt or not self._limits_any(amount, is_creation=True) or self._exists(match.id):
            yield
            return
        with self._reserved(person, match.id, amount, match.id, "/body"):
            yield

    @contextmanager
    def bot_seat(self, caller: Caller, match: Match, seat: int) -> Iterator[None]:
        """One more seat of a match that the caller has created is given to a house bot in here, unless that is too
        much.

        Raises:
            Refusal: ``QUOTA_EXCEEDED``, as for :meth:`creation`, pointing at ``/seat``.
        """
        amount = _Amount(bot_seats=1)
        if caller.is_admin or not self._limits_any(amount):
            yield
            return
        with self._reserved(match.person, f"{match.id}:{seat}", amount, "", "/seat"):
            yield

    @contextmanager
    def seat(self, caller: Caller, match: Match) -> Iterator[None]:
        """The caller sits down in a match in here, unless the person behind it sits in too many.

        Raises:
            Refusal: ``QUOTA_EXCEEDED``, as for :meth:`creation`, pointing at ``/seat``.
        """
        amount = _Amount(live_seats=1)
        if caller.is_admin or caller.person in sitting(match) or not self._limits_any(amount):
            yield
            return
        with self._reserved(caller.person, f"{match.id}:own", amount, "", "/seat"):
            yield

    @contextmanager
    def new_seat(self, player: Caller, match: Match) -> Iterator[None]:
        """A match is created in here in which a player sits that has not created it, unless it sits in too many.

        Raises:
            Refusal: ``QUOTA_EXCEEDED``, as for :meth:`creation`, pointing at ``/seat``.
        """
        amount = _Amount(live_seats=1)
        # Guests have their seats in common: one of them must not cost another a table that a host has paired.
        is_free = match.creator_id == PLATFORM.player_id and player.person.startswith(GUESTS)
        if player.is_admin or is_free or not self._limits_any(amount) or self._exists(match.id):
            yield
            return
        with self._reserved(player.person, f"{match.id}:own", amount, "", "/seat"):
            yield

    def without_seats_left(self, players: Iterable[Caller]) -> set[str]:
        """Those of some players who sit in as many matches as they may, by id. None of guests: others fill their seats,
        too."""
        limit = self._limits.of(Quota.LIVE_SEATS)
        asked = [player for player in players if limit and not player.is_admin and not player.person.startswith(GUESTS)]
        limited = sorted({player.person for player in asked})
        full: set[str] = set()
        for first in range(0, len(limited), _COUNTED_AT_ONCE):
            batch = limited[first : first + _COUNTED_AT_ONCE]
            with busy_if_unavailable(), self._redis.pipeline(transaction=False) as pipe:
                for person in batch:
                    for shard in range(SHARDS):
                        pipe.zcard(seated_key(shard, person))
                found: list[int] = pipe.execute()
            seats = (sum(found[place * SHARDS : (place + 1) * SHARDS]) for place in range(len(batch)))
            full |= {person for person, used in zip(batch, seats, strict=True) if used >= limit}
        return {player.player_id for player in asked if player.person in full}

    def use(self, caller: Caller, person: str) -> list[QuotaUse]:
        """How much a person uses of each quota, as far as the caller may ask."""
        now_ms = self._now_ms()
        exempt = caller.is_admin and caller.person == person
        counted = self._count(person, _COUNTED)
        with busy_if_unavailable():
            minute = f"({now_ms - MINUTE_MS}", now_ms + LATE_MS
            recent = int(self._command("ZCOUNT", _creations_key(person), *minute))
        used = {**counted, Quota.CREATIONS_PER_MINUTE: recent}
        return [QuotaUse(quota, None if exempt else self._limits.of(quota) or None, used[quota]) for quota in Quota]

    def _limits_any(self, amount: _Amount, *, is_creation: bool = False) -> bool:
        rate = is_creation and self._limits.creations_per_minute > 0
        return rate or any(amount.of(quota) and self._limits.of(quota) for quota in _COUNTED)

    def _exists(self, match_id: str) -> bool:
        with busy_if_unavailable():
            return bool(self._command("EXISTS", match_key(match_id)))

    @contextmanager
    def _reserved(self, person: str, name: str, amount: _Amount, created: str, pointer: str) -> Iterator[None]:
        reservation = amount.reservation(name)
        others = self._reserve_and_list(person, reservation, created, pointer)
        try:
            self._check(person, amount, others, pointer)
        except Refusal:
            self._give_back(person, reservation, created)
            raise
        try:
            yield
        except Refusal as refusal:
            # Where the answer got lost nobody knows whether it was committed, or still will be.
            if refusal.reason is not Reason.BUSY:
                self._give_back(person, reservation, "")
            raise
        self._give_back(person, reservation, "")

    def _reserve_and_list(self, person: str, reservation: str, created: str, pointer: str) -> list[dict[Quota, int]]:
        """Reserve it; what else is reserved."""
        now_ms, most = self._now_ms(), self._limits.creations_per_minute
        args: list[str | int] = [now_ms, now_ms + RESERVED_SECONDS * 1000, reservation, created, most]
        with busy_if_unavailable():
            recent, first, *others = self._reserve([_reservations_key(person), _creations_key(person)], args)
        if recent:
            wait = math.ceil((float(first) + MINUTE_MS - now_ms) / 1000)
            raise _exceeded(Quota.CREATIONS_PER_MINUTE, most, recent, pointer, max(1, wait))
        return [
            dict(zip(_COUNTED, map(int, other.decode().rsplit("/", len(_COUNTED))[1:]), strict=True))
            for other in others
        ]

    def _check(self, person: str, amount: _Amount, others: Sequence[dict[Quota, int]], pointer: str) -> None:
        wanted = [quota for quota in _COUNTED if amount.of(quota) and self._limits.of(quota)]
        counted = self._count(person, wanted)
        if self._exceeded(amount, others, counted) is not None:
            self._remove_gone(person)
            counted = self._count(person, wanted)
        found = self._exceeded(amount, others, counted)
        if found is not None:
            raise _exceeded(*found, pointer)

    def _exceeded(
        self, amount: _Amount, others: Sequence[dict[Quota, int]], counted: dict[Quota, int]
    ) -> tuple[Quota, int, int] | None:
        """The first quota that would be exceeded, its limit, and how much of it is used."""
        for quota, there in counted.items():
            limit, used = self._limits.of(quota), there + sum(other[quota] for other in others)
            if used + amount.of(quota) > limit:
                return quota, limit, used
        return None

    def _remove_gone(self, person: str) -> None:
        """Take matches out of a person's lists that have left Redis. A release that counts by player ends matches
        without doing so; nobody is to be refused for those. Asked for only where something would be refused."""
        keys = [
            key
            for shard in range(SHARDS)
            for key in (
                creator_key(shard, person),
                creator_key(shard, person, unfilled=True),
                seated_key(shard, person),
            )
        ]
        with busy_if_unavailable():
            with self._redis.pipeline(transaction=False) as pipe:
                for key in keys:
                    pipe.zrange(key, 0, -1)
                listed = [(key, id) for key, ids in zip(keys, pipe.execute(), strict=True) for id in ids]
            with self._redis.pipeline(transaction=False) as pipe:
                for _, id in listed:
                    pipe.exists(match_key(id.decode()))
                gone = [each for each, is_there in zip(listed, pipe.execute(), strict=True) if not is_there]
            with self._redis.pipeline(transaction=False) as pipe:
                for key, id in gone:
                    pipe.zrem(key, id)
                pipe.execute()

    def _count(self, person: str, quotas: Sequence[Quota]) -> dict[Quota, int]:
        """What there is in all shards, in one round trip."""
        with busy_if_unavailable(), self._redis.pipeline(transaction=False) as pipe:
            for quota in quotas:
                for shard in range(SHARDS):
                    if quota is Quota.BOT_SEATS:
                        pipe.zrange(creator_key(shard, person), 0, -1, withscores=True)
                    elif quota is Quota.LIVE_SEATS:
                        pipe.zcard(seated_key(shard, person))
                    else:
                        pipe.zcard(creator_key(shard, person, unfilled=quota is Quota.OPEN_MATCHES))
            found: list[Any] = pipe.execute()
        counted: dict[Quota, int] = {}
        for place, quota in enumerate(quotas):
            of_shards = found[place * SHARDS : (place + 1) * SHARDS]
            if quota is Quota.BOT_SEATS:
                of_shards = [sum(int(seats) for _, seats in matches) for matches in of_shards]
            counted[quota] = sum(of_shards)
        return counted

    def _give_back(self, person: str, reservation: str, created: str) -> None:
        """End a reservation, and forget the creation if it came to nothing. If that fails, it expires."""
        try:
            self._command("ZREM", _reservations_key(person), reservation)
            if created:
                self._command("ZREM", _creations_key(person), created)
        except UNAVAILABLE:
            return


def _exceeded(quota: Quota, limit: int, used: int, pointer: str, retry_seconds: int | None = None) -> Refusal:
    detail = f"You have {used} {_MEANING[quota]}; {limit} are allowed."
    metadata = {"quota": quota.value, "limit": str(limit), "used": str(used)}
    if retry_seconds is not None:
        metadata["retry_seconds"] = str(retry_seconds)
    return Refusal(Reason.QUOTA_EXCEEDED, detail, (FieldError(pointer, f"exceeds {quota.value}"),), metadata)


def _reservations_key(person: str) -> str:
    return f"{{quota:{person}}}:reserved"


def _creations_key(person: str) -> str:
    return f"{{quota:{person}}}:created"
