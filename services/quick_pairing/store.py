"""Tickets in Redis. Each change is one script; all keys lie in one slot.

    {tickets}:ticket:<id>       hash: the ticket; it expires some time after its end
    {tickets}:waiting:<player>  set: a player's tickets that wait or are being seated
    {tickets}:player:<player>   sorted set: a player's last tickets by when they were made; it expires
    {tickets}:pools             hash: the pools in which tickets wait, as JSON, by their ids
    {tickets}:pool:<pool id>    sorted set: tickets that wait in a pool, by when they were made
    {tickets}:alive             sorted set: tickets that wait, by when they expire
    {tickets}:claims            sorted set: ids of matches that are being made, by when somebody else may make them
    {tickets}:claim:<match id>  hash: what such a match is made of: its moment and seed, and its tickets by seat
    {tickets}:round             string: there is none for another second; it expires
    {tickets}:pairing           string: who is looking for groups; it expires

A ticket's state there is that of :class:`services.quick_pairing.ticket.TicketState`, or ``claimed`` while its match is
made: its owner is shown that it waits. A seed is secret: from it the match's server seed is derived.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib.resources import files
from typing import Any, Final, NamedTuple

from redis import Redis
from redis.commands.core import Script

from services.errors import FieldError, Reason, Refusal
from services.identity import Caller, PlayerKind
from services.identity.idempotent_creation import Creation
from services.platform_time import Gate, platform_ms
from services.quick_pairing.ticket import (
    Bots,
    EndReason,
    NewTicket,
    Pool,
    RatingRange,
    Ticket,
    TicketQuotaUse,
    TicketState,
    WaitingTicket,
    read_pool,
)
from services.redis_clients import busy_if_unavailable
from services.settings import TicketSettings
from services.unreadable import Found, read_each

PREFIX: Final = "{tickets}:"
TICKET_PREFIX: Final = "t_"
KEPT_MS: Final = 600_000
"""How long a ticket can be read after its end."""
LISTED: Final = 100
"""So many of a player's last tickets are listed, beside those that wait."""
ROUND_MS: Final = 1_000
MOST_EXPIRED: Final = 500
"""End with one script: some milliseconds of the server's time."""
_CLAIMED: Final = "claimed"
_WAITING_FIELDS: Final = ("id", "player", "kind", "rating", "range", "bots", "created", "key", "state")

_LUA: Final = files(__package__) / "lua"
_COMMON: Final = (_LUA / "common.lua").read_text()


class PairClaim(NamedTuple):
    """A match to make: from ``creation`` it has its id and its seed. ``tickets``: in the order of seats; each with the
    key by which it was made."""

    match_id: str
    creation: Creation
    tickets: tuple[tuple[Ticket, str], ...]


class TicketStore:
    """The tickets. Safe to use from several threads and processes. Every method raises ``BUSY`` when Redis cannot be
    reached.

    ``patience_ms``: how long a ticket waits after its owner has read it. ``most``: how many of a person, its bots
    included, may wait; 0: any number, as of admins always.
    """

    def __init__(self, redis: Redis, *, patience_ms: int, most: int, now_ms: Callable[[], int] = platform_ms) -> None:
        self._redis = redis
        # The client's own methods are typed for every way to configure it, also for those that nobody here uses.
        self._command: Callable[..., Any] = redis.execute_command
        self._patience_ms = patience_ms
        self._most = most
        self.now_ms = now_ms
        self._round, self._pairing = Gate(redis, f"{PREFIX}round"), Gate(redis, f"{PREFIX}pairing")
        self._add, self._read, self._cancel, self._end, self._expire, self._claim, self._take, self._settle = (
            redis.register_script(_COMMON + (_LUA / f"{name}.lua").read_text())
            for name in (
                "add_ticket",
                "read_tickets",
                "cancel_ticket",
                "end_tickets",
                "expire_tickets",
                "claim_tickets",
                "take_claims",
                "settle_claim",
            )
        )

    # -- for owners ----------------------------------------------------------------------------------------------------

    def add(self, caller: Caller, new: NewTicket, rating: float, creation: Creation) -> Ticket:
        """A ticket that waits. With the same ``creation`` again: the ticket that it made before.

        Raises:
            Refusal: ``QUOTA_EXCEEDED``.
        """
        fields: dict[str, str | int | float] = {
            "kind": caller.kind.value,
            "key": caller.key_id,
            "rating": repr(rating),
            "range": "" if new.rating_range is None else _range_text(new.rating_range),
            "bots": new.bots.value,
            "exclusive": int(new.exclusive),
        }
        pool = new.pool
        args = [creation.id(TICKET_PREFIX), caller.player_id, pool.id, pool.to_json(), creation.at_ms]
        args += [0 if caller.is_admin else self._most, LISTED, caller.person]
        args += (part for field in fields.items() for part in field)
        found = self._run(self._add, args)
        if isinstance(found, int):
            metadata = {"quota": "waiting_tickets", "limit": str(self._most), "used": str(found)}
            detail = f"You have {found} waiting tickets; {self._most} are allowed."
            raise Refusal(Reason.QUOTA_EXCEEDED, detail, (FieldError("/body", "exceeds waiting_tickets"),), metadata)
        return _ticket(_fields(found))

    def read(self, player_id: str, ticket_id: str) -> Ticket | None:
        """A ticket, for its owner: it goes on waiting. None if there is none."""
        (found,) = self._run(self._read, [player_id, ticket_id])
        return _ticket(_fields(found)) if found else None

    def of_player(self, player_id: str) -> Found[Ticket]:
        """A player's tickets, newest first, for their owner: they go on waiting."""
        with busy_if_unavailable(), self._redis.pipeline(transaction=False) as pipe:
            pipe.smembers(f"{PREFIX}waiting:{player_id}")
            pipe.zrange(f"{PREFIX}player:{player_id}", 0, -1)
            waiting, recent = pipe.execute()
        ids = sorted({*waiting, *recent}, reverse=True)
        found = self._run(self._read, [player_id, *ids]) if ids else []
        there = [(id, each) for id, each in zip(ids, found, strict=True) if each]
        return read_each("ticket", there, lambda each: _ticket(_fields(each[1])), lambda each: each[0].decode())

    def use(self, caller: Caller, person: str) -> TicketQuotaUse:
        """How many tickets of a person and its bots wait, and may."""
        is_exempt = caller.is_admin and caller.person == person
        with busy_if_unavailable():
            used = int(self._command("SCARD", f"{PREFIX}counted:{person}"))
        return TicketQuotaUse(None if is_exempt else self._most or None, used)

    def cancel(self, player_id: str, ticket_id: str) -> tuple[Ticket, bool] | None:
        """Cancel a ticket that waits; the ticket, and whether its match is being made. None if there is none."""
        found = self._run(self._cancel, [player_id, ticket_id])
        if not found:
            return None
        fields = _fields(found)
        return _ticket(fields), fields["state"] == _CLAIMED

    # -- for who pairs them --------------------------------------------------------------------------------------------

    def must_pair(self) -> bool:
        """Whether there is something to do for who pairs tickets, and nobody was told so in the last second."""
        with busy_if_unavailable(), self._redis.pipeline(transaction=False) as pipe:
            pipe.exists(f"{PREFIX}pools")
            pipe.exists(f"{PREFIX}claims")
            pools, claims = pipe.execute()
            if not pools and not claims:
                return False
            return self._round.passes(ROUND_MS)

    def lead(self, name: str, lease_ms: int) -> bool:
        """Become the one who looks for groups, for a while; False if somebody else is."""
        with busy_if_unavailable():
            return self._pairing.passes(lease_ms, name)

    def stop_leading(self, name: str) -> None:
        """Let somebody else look for groups. What fails ends by itself."""
        with suppress(Refusal), busy_if_unavailable():
            self._pairing.open(name)

    def expire(self) -> None:
        """End tickets that their owners have not read for too long."""
        while self._run(self._expire, [MOST_EXPIRED]) >= MOST_EXPIRED:
            pass

    def pools(self) -> dict[str, Pool]:
        """The pools in which tickets wait, by id, without those that cannot be read: they keep nobody else waiting."""
        with busy_if_unavailable():
            found: dict[bytes, bytes] = self._redis.hgetall(f"{PREFIX}pools")  # type: ignore[assignment]
        pools = read_each(
            "pool",
            sorted(found.items()),
            lambda each: (each[0].decode(), read_pool(json.loads(each[1]))),
            lambda each: each[0].decode(),
        )
        return dict(pools)

    def counts(self, pool_ids: Sequence[str]) -> list[int]:
        """How many tickets wait in each of some pools."""
        with busy_if_unavailable(), self._redis.pipeline(transaction=False) as pipe:
            for pool_id in pool_ids:
                pipe.zcard(f"{PREFIX}pool:{pool_id}")
            found: list[int] = pipe.execute()
        return found

    def waiting(self, pool_id: str, limit: int) -> list[WaitingTicket]:
        """The tickets that have waited longest in a pool, without those that cannot be read: they keep nobody else
        waiting."""
        with busy_if_unavailable():
            ids: list[bytes] = self._command("ZRANGE", f"{PREFIX}pool:{pool_id}", 0, limit - 1)
            with self._redis.pipeline(transaction=False) as pipe:
                for id in ids:
                    pipe.hmget(f"{PREFIX}ticket:{id.decode()}", _WAITING_FIELDS)
                found: list[list[bytes | None]] = pipe.execute()
        there = [(id, values) for id, values in zip(ids, found, strict=True) if None not in values]
        tickets = read_each("ticket", there, lambda each: _waiting_ticket(each[1]), lambda each: each[0].decode())
        return [ticket for ticket in tickets if ticket is not None]

    def end(self, ticket_ids: Sequence[str], reason: EndReason) -> None:
        """Cancel those that wait of some tickets."""
        if ticket_ids:
            self._run(self._end, [reason.value, *ticket_ids])

    def claim(self, match_id: str, creation: Creation, ticket_ids: Sequence[str]) -> bool:
        """Take tickets out of their pool to make a match of them, in this order of seats. False if one of them waits no
        longer, or its player is being seated elsewhere: nothing was changed."""
        args: list[str | int] = [match_id, creation.at_ms, creation.seed.hex(), *ticket_ids]
        return bool(self._run(self._claim, args) == 1)

    def take_claims(self, limit: int, lease_ms: int) -> list[PairClaim]:
        """Claims whose matches are to be made, those first that have waited longest. They are nobody else's for a
        while. One that cannot be read holds up no other."""
        taken = self._run(self._take, [self.now_ms() + lease_ms, limit])
        return read_each("claim", taken, _claim, lambda each: each[0].decode())

    def paired(self, match_id: str) -> bool:
        """The match of a claim is there. False if that was settled before."""
        return bool(self._run(self._settle, [match_id, TicketState.PAIRED.value]) == 1)

    def give_back(self, match_id: str) -> bool:
        """There will be no match: its tickets wait again. False if that was settled before."""
        return bool(self._run(self._settle, [match_id, TicketState.WAITING.value]) == 1)

    def give_up(self, match_id: str, reason: EndReason) -> bool:
        """There will be no match: its tickets are cancelled. False if that was settled before."""
        return bool(self._run(self._settle, [match_id, reason.value]) == 1)

    def _run(self, script: Script, args: Sequence[Any]) -> Any:  # noqa: ANN401 - what scripts answer
        with busy_if_unavailable():
            return script([PREFIX], [self.now_ms(), KEPT_MS, self._patience_ms, *args])


def store_from(settings: TicketSettings, redis: Redis) -> TicketStore:
    """The tickets, under the limits that the settings give."""
    return TicketStore(redis, patience_ms=settings.ticket_seconds * 1000, most=settings.waiting_tickets_per_player)


def _fields(found: Sequence[bytes]) -> dict[str, str]:
    texts = [part.decode() for part in found]
    return dict(zip(texts[::2], texts[1::2], strict=True))


def _ticket(fields: Mapping[str, str]) -> Ticket:
    is_claimed = fields["state"] == _CLAIMED
    state = TicketState.WAITING if is_claimed else TicketState(fields["state"])
    return Ticket(
        id=fields["id"],
        player_id=fields["player"],
        pool=read_pool(json.loads(fields["document"])),
        rating=float(fields["rating"]),
        rating_range=_read_range(fields["range"]),
        bots=Bots(fields["bots"]),
        exclusive=fields["exclusive"] == "1",
        created_ms=int(fields["created"]),
        state=state,
        match_id=fields.get("match") if state is TicketState.PAIRED else None,
        reason=EndReason(fields["reason"]) if fields.get("reason") else None,
        ended_ms=int(fields["ended"]) if "ended" in fields else None,
        expires_ms=int(fields["expires"]) if state is TicketState.WAITING else None,
    )


def _claim(taken: tuple[bytes, bytes, bytes, Sequence[Sequence[bytes]]]) -> PairClaim:
    match, at, seed, tickets = taken
    return PairClaim(
        match.decode(),
        Creation(int(at), bytes.fromhex(seed.decode())),
        tuple((_ticket(fields), fields["key"]) for fields in map(_fields, tickets)),
    )


def _waiting_ticket(values: Sequence[bytes | None]) -> WaitingTicket | None:
    id, player, kind, rating, range, bots, created, key, state = (
        value.decode() for value in values if value is not None
    )
    if state != TicketState.WAITING.value:
        return None
    return WaitingTicket(id, player, PlayerKind(kind), float(rating), _read_range(range), Bots(bots), int(created), key)


def _range_text(range: RatingRange) -> str:
    limit = "" if range.limit is None else range.limit
    return f"{range.start} {range.per_second} {limit}"


def _read_range(text: str) -> RatingRange | None:
    if not text:
        return None
    start, per_second, limit = text.split(" ")
    return RatingRange(int(start), int(per_second), int(limit) if limit else None)
