"""What a player is told of all its matches and tournaments: one stream of events, whatever their number.

Every commit of a match writes its events into the accounts of its players (:mod:`services.matches.account_events`), in
the match's own shard, and into the shard's notifications, by which :class:`services.matches.event_hub.EventHub` tells
who follows; what happens in tournaments comes in there, too (:mod:`services.stored_tournaments.telling`). So there is
an account in each shard, and a place in all of them is a :class:`Cursor`. An account is kept for some minutes after its
last event and holds the last of them: who has been away for longer, or missed more, is told what is open.
"""

import base64
import binascii
import re
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from redis import Redis

from services.matches.commit import ACCOUNT_SECONDS
from services.matches.match import Match
from services.matches.match_record import PUBLIC_FIELDS, read_match
from services.matches.redis_keys import (
    SHARDS,
    account_key,
    match_key,
    player_key,
    tournament_key,
    tournaments_key,
)
from services.platform_time import platform_ms
from services.redis_clients import busy_if_unavailable
from services.unreadable import read_each

RESUMES_MS: Final = ACCOUNT_SECONDS * 1000 // 2
"""How old a cursor may be: what came after it is kept for twice as long."""

NOWHERE: Final = (0, 0)
"""Before the first entry of an account."""
_BATCH: Final = 200
_FORMAT: Final = 1
_HEAD: Final = struct.Struct(">BQ")
_PLACE: Final = struct.Struct(">BQH")
_CHARACTERS: Final = tuple(-(-4 * size // 3) for size in (_HEAD.size, _HEAD.size + SHARDS * _PLACE.size))
CURSOR_PATTERN: Final = f"[A-Za-z0-9_-]{{{_CHARACTERS[0]},{_CHARACTERS[1]}}}"
"""Of every cursor's text."""

EntryId = tuple[int, int]
"""Of an entry in a stream: milliseconds and a number. Later ones are greater."""


class AccountEntry(NamedTuple):
    """One event of an account. ``after``: the entry before it, ``(0, 0)`` for the first. ``match_id``: of the match or
    the tournament. ``version``: its own, by which it is told apart whether a match as it was read has the change
    already; nobody's to know. ``event``: JSON."""

    shard: int
    id: EntryId
    after: EntryId
    version: int
    match_id: str
    event: bytes


class AccountTournament(NamedTuple):
    """A tournament that a player has entered and that is not over. ``version``: the entry of its log up to which that
    player was told of it. ``about``, ``own``: what everybody may know of it, and where the player sits: JSON objects
    that are not empty."""

    id: str
    version: int
    about: bytes
    own: bytes


class Cursor:
    """A place in a player's account: the last entry of each shard that was told. ``at_ms``: when it was given out."""

    __slots__ = ("at_ms", "places")

    def __init__(self, at_ms: int, places: Mapping[int, EntryId] | None = None) -> None:
        self.at_ms = at_ms
        self.places = dict(places or {})

    def place(self, shard: int) -> EntryId:
        """The last entry of a shard."""
        return self.places.get(shard, NOWHERE)

    def __str__(self) -> str:
        """As clients keep it: letters, digits, ``-`` and ``_``."""
        places = b"".join(_PLACE.pack(shard, *id) for shard, id in sorted(self.places.items()))
        return base64.urlsafe_b64encode(_HEAD.pack(_FORMAT, self.at_ms) + places).decode().rstrip("=")


def read_cursor(text: str) -> Cursor | None:
    """The cursor that a client kept; None if it is none."""
    if not re.fullmatch(CURSOR_PATTERN, text):
        return None
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error:
        return None
    if len(data) < _HEAD.size or (len(data) - _HEAD.size) % _PLACE.size:
        return None
    format, at_ms = _HEAD.unpack_from(data)
    places = {shard: (ms, number) for shard, ms, number in _PLACE.iter_unpack(data[_HEAD.size :])}
    if format != _FORMAT or any(shard >= SHARDS for shard in places):
        return None
    return Cursor(at_ms, places)


def entry_id(text: bytes | str) -> EntryId:
    """An id as Redis writes it."""
    ms, _, number = (text.decode() if isinstance(text, bytes) else text).partition("-")
    return int(ms), int(number)


class Accounts:
    """Reads accounts. Safe to use from several threads. Every method raises ``BUSY`` when Redis cannot be reached.
    ``now_ms``: the time, in milliseconds since 1970."""

    def __init__(self, redis: Redis, *, now_ms: Callable[[], int] = platform_ms) -> None:
        self._redis = redis
        self.now_ms = now_ms

    def last(self, player_id: str) -> Cursor:
        """The place after all that there is."""
        with busy_if_unavailable(), self._redis.pipeline(transaction=False) as pipe:
            for shard in range(SHARDS):
                pipe.xrevrange(account_key(shard, player_id), count=1)
            found: list[list[tuple[bytes, Any]]] = pipe.execute()
        return Cursor(self.now_ms(), {shard: entry_id(page[0][0]) for shard, page in enumerate(found) if page})

    def entries(self, player_id: str, cursor: Cursor) -> list[AccountEntry] | None:
        """What came after a place, in the order in which it happened; None if that is not sure to be all."""
        if abs(self.now_ms() - cursor.at_ms) > RESUMES_MS:
            return None
        with busy_if_unavailable(), self._redis.pipeline(transaction=False) as pipe:
            for shard in range(SHARDS):
                ms, number = cursor.place(shard)
                pipe.xrange(account_key(shard, player_id), min=f"({ms}-{number}")
            found: list[list[tuple[bytes, dict[bytes, bytes]]]] = pipe.execute()
        entries: list[AccountEntry] = []
        for shard, page in enumerate(found):
            read = [_entry(shard, id, fields) for id, fields in page]
            # An account that began anew had expired, long after all that came before the cursor was told.
            if read and read[0].after not in (NOWHERE, cursor.place(shard)):
                return None
            entries += read
        return sorted(entries, key=lambda entry: entry.id)

    def matches(self, player_id: str) -> Iterator[tuple[Match, int]]:
        """The matches in which a player has a seat or is invited to one and that have not ended, each with its version.
        They are as they are: what a caller may know of them is for the caller to see to."""
        with busy_if_unavailable(), self._redis.pipeline(transaction=False) as pipe:
            for shard in range(SHARDS):
                pipe.zrange(player_key(shard, player_id), 0, -1)
            ids = sorted(id.decode() for page in pipe.execute() for id in page)
        for first in range(0, len(ids), _BATCH):
            with busy_if_unavailable():
                found = read_versions(self._redis, ids[first : first + _BATCH])
            yield from ((match, version) for match, version in found if not match.status.ended)

    def tournaments(self, player_id: str) -> list[AccountTournament]:
        """The tournaments that a player has entered and that are not over, in the order of their ids. Redis alone is
        asked: once for who has entered none."""
        with busy_if_unavailable(), self._redis.pipeline(transaction=False) as pipe:
            for shard in range(SHARDS):
                pipe.hgetall(tournaments_key(shard, player_id))
            found = sorted((id.decode(), own) for page in pipe.execute() for id, own in page.items())
        if not found:
            return []
        with busy_if_unavailable(), self._redis.pipeline(transaction=False) as pipe:
            for id, _ in found:
                pipe.hget(tournament_key(id), "about")
            abouts: list[bytes | None] = pipe.execute()
        return [
            AccountTournament(id, int(version), about, document)
            for (id, own), about in zip(found, abouts, strict=True)
            for version, _, document in [own.partition(b" ")]
            if about is not None
        ]


def read_versions(redis: Redis, match_ids: Sequence[str]) -> list[tuple[Match, int]]:
    """Matches that are there and can be read, each with its version. Who may know of one that cannot be stands in it:
    the log alone is told."""
    with redis.pipeline(transaction=False) as pipe:
        for match_id in match_ids:
            pipe.hmget(match_key(match_id), PUBLIC_FIELDS)
        found: list[list[bytes | None]] = pipe.execute()
    read = read_each(
        "match",
        zip(match_ids, found, strict=True),
        lambda each: (read_match(each[1]), each[1][0]),
        lambda each: each[0],
    )
    return [(match, int(version)) for match, version in read if match is not None and version is not None]


def _entry(shard: int, id: bytes, fields: Mapping[bytes, bytes]) -> AccountEntry:
    return AccountEntry(
        shard,
        entry_id(id),
        entry_id(fields[b"after"]),
        int(fields[b"version"]),
        fields[b"match"].decode(),
        fields[b"event"],
    )
