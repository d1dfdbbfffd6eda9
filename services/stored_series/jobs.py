"""Series as jobs of the platform: created and changed by their owners, played in parts by workers, kept in SQL."""

import hashlib
import secrets
import zlib
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from typing import Any, Final

from sqlalchemy import Connection, func, select, update

from services.database import Database
from services.database.tables import series
from services.errors import FieldError, Reason, Refusal
from services.fairness.commitment_log import CommitmentLog
from services.fairness.signing import SigningKeys
from services.identity import Caller
from services.identity.idempotent_creation import SEED_BYTES
from services.platform_time import platform_ms
from services.series.designs import Schedule
from services.series.document import MAX_MATCHES, FixedStop, SeriesDocument
from services.series.folder import read_result
from services.series.promises import MAX_EXTENSIONS, Extension, PublishedPromise, extended
from services.series.results import MatchResult
from services.stored_series import chunks, rows
from services.stored_series.live_rows import is_live_due, live_columns
from services.stored_series.series_record import (
    ACTIVE,
    NO_LIMITS,
    UNFINISHED,
    ChunkClaim,
    Promises,
    Series,
    SeriesBacklog,
    SeriesLimits,
    SeriesQuotaUse,
    SeriesStatus,
)
from services.stored_series.settling import Settling, can_be_settled
from services.unreadable import Found, read_each

QUOTA: Final = "open_series"

_RESULT_CHUNKS: Final = 8


class _Unchanged(Enum):
    UNCHANGED = 0


UNCHANGED: Final = _Unchanged.UNCHANGED
"""Stands for a budget that stays as it is: None is a budget, too."""


class SeriesJobs:
    """All series. Safe to share between threads, and to hold across a fork.

    Callers see their own series, admins all; those of others do not exist for them. Every method may raise
    ``Refusal(BUSY)``: the database cannot be reached.
    """

    def __init__(
        self,
        database: Database,
        signing_keys: SigningKeys | None = None,
        *,
        limits: SeriesLimits = NO_LIMITS,
        now_ms: Callable[[], int] = platform_ms,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        """``signing_keys``: with which promises are signed; None: of a process that creates and extends no series.
        ``entropy``: gives so many random bytes."""
        self._database = database
        self._signing_keys = signing_keys
        self._commitments = CommitmentLog(database, now_ms=now_ms)
        self._limits = limits
        self._now_ms = now_ms
        self._entropy = entropy
        self._settling = Settling(database, now_ms)

    # -- for owners ---------------------------------------------------------------------------------------------------

    def create(
        self,
        caller: Caller,
        document: SeriesDocument,
        series_seed: bytes,
        *,
        series_id: str,
        name: str = "",
        priority: int = 5,
        budget_seconds: int | None = None,
    ) -> Series:
        """A new series. ``document``: in whole deals, as :func:`services.stored_series.plan_document` has them.
        It is signed, and stands in the public log when the series does. If the caller has one with this id already,
        that one, as it is now.

        Raises:
            Refusal: ``QUOTA_EXCEEDED``, with ``quota``, ``limit`` and ``used`` in its metadata.
        """
        with self._database.begin() as connection:
            self._database.lock(connection, _owner_lock(caller.person))
            if (there := rows.find(connection, series_id)) is not None:
                return _visible(caller, there)
            self._check_quota(connection, caller)
            now_ms = self._now_ms()
            promises = Promises(published=self._publish(connection, document.format, document.to_bytes()))
            connection.execute(
                series.insert().values(
                    id=series_id,
                    owner_id=caller.player_id,
                    counts_for=caller.person,
                    name=name,
                    ruleset=document.ruleset,
                    ruleset_version=document.ruleset_version,
                    document=document.to_bytes(),
                    series_seed=series_seed,
                    priority=priority,
                    budget_seconds=budget_seconds,
                    matches=document.max_matches,
                    status=SeriesStatus.QUEUED.value,
                    status_reason="",
                    dealt=0,
                    played=0,
                    settled=0,
                    failed=0,
                    worker_ms=0,
                    revision=1,
                    created_ms=now_ms,
                    changed_ms=now_ms,
                    claimed_ms=0,
                    settled_ms=0,
                    resumed_played=0,
                    promises=promises.to_bytes(),
                    **live_columns(document, now_ms),
                )
            )
            return _visible(caller, rows.find(connection, series_id))

    def get(self, caller: Caller, series_id: str) -> Series:
        """A series.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        with self._database.read() as connection:
            return _visible(caller, rows.find(connection, series_id))

    def list(
        self,
        caller: Caller,
        *,
        owner_id: str | None = None,
        status: SeriesStatus | None = None,
        before: str | None = None,
        limit: int,
    ) -> Found[Series]:
        """Up to ``limit`` series, newest first, those before the id ``before``. ``owner_id``: of whom; None: of the
        caller, and for an admin of all."""
        if not caller.is_admin:
            if owner_id not in (None, caller.player_id):
                return Found()
            owner_id = caller.player_id
        statement = select(*rows.SHOWN).order_by(series.c.id.desc()).limit(limit)
        if owner_id is not None:
            statement = statement.where(series.c.owner_id == owner_id)
        if status is not None:
            statement = statement.where(series.c.status == status.value)
        if before is not None:
            statement = statement.where(series.c.id < before)
        with self._database.read() as connection:
            found = connection.execute(statement).mappings()
            return read_each("series", found, rows.series_of, lambda row: str(row["id"]))

    def change(
        self,
        caller: Caller,
        series_id: str,
        *,
        is_expected: Callable[[Series], bool] = lambda _: True,
        status: SeriesStatus | None = None,
        priority: int | None = None,
        matches: int | None = None,
        budget_seconds: int | _Unchanged | None = UNCHANGED,
        name: str | None = None,
    ) -> Series:
        """Change a series; None: as it is. ``status``: ``PAUSED``, ``RUNNING`` (go on) or ``CANCELLED``. ``matches``:
        how many are to be played instead, more than before, rounded up to whole deals; one that has finished goes on.
        What is added is dealt from a seed of its own, to which the series is committed as it was to its first.
        ``is_expected``: whether the series is what the caller has seen.

        A series that is as the change would make it is given as it is, whatever is expected: the same change twice is
        no error.

        Raises:
            Refusal: ``NOT_FOUND``; ``PRECONDITION_FAILED``: it is not what is expected; ``SERIES_ENDED``: what has
                ended is not paused, cancelled otherwise, or extended; ``INVALID_FIELD``: a status that cannot be asked
                for, fewer matches, or a sequential test that is to be extended.
        """
        with self._database.begin() as connection:
            found = _visible(caller, rows.find(connection, series_id, for_update=True))
            now_ms = self._now_ms()
            extended = _extended(found, matches)
            wanted = extended | _moved(found, status, is_extended=bool(extended))
            for column, value in (("priority", priority), ("name", name)):
                if value is not None:
                    wanted[column] = value
            if budget_seconds is not UNCHANGED:
                wanted["budget_seconds"] = budget_seconds
            changed = {column: value for column, value in wanted.items() if _differs(found, column, value)}
            if not changed:
                return found
            if not is_expected(found):
                raise Refusal(Reason.PRECONDITION_FAILED)
            if "matches" in changed:
                changed["promises"] = self._promise_more(connection, found, changed["matches"]).to_bytes()
            changed |= {"revision": found.revision + 1, "changed_ms": now_ms}
            if changed.get("status") == SeriesStatus.CANCELLED.value:
                changed["ended_ms"] = now_ms
                chunks.forget_all(connection, series_id)
            elif found.status is SeriesStatus.PAUSED and "status" in changed:
                chunks.free_all(connection, series_id)  # workers that heard of the pause have dropped theirs
            if changed.get("status") == SeriesStatus.RUNNING.value:
                changed |= {"resumed_ms": now_ms, "resumed_played": found.played}
            changed |= live_columns(found.document, now_ms)
            connection.execute(update(series).where(series.c.id == series_id).values(**changed))
            return _visible(caller, rows.find(connection, series_id))

    def summary(self, caller: Caller, series_id: str) -> bytes | None:
        """What the settled matches show: JSON of :class:`services.series.summary.Summary`. None: none is settled.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        statement = select(series.c.owner_id, series.c.summary).where(series.c.id == series_id)
        with self._database.read() as connection:
            row = connection.execute(statement).one_or_none()
        if row is None or not _may_see(caller, row.owner_id):
            raise Refusal(Reason.NOT_FOUND)
        return None if row.summary is None else zlib.decompress(row.summary)

    def results(self, caller: Caller, series_id: str, *, first: int = 0, limit: int | None = None) -> Iterator[bytes]:
        """The results of the settled matches from ``first`` on, at most ``limit``: their lines in order, those of some
        matches at a time. They are read as they are asked for.

        Raises:
            Refusal: ``NOT_FOUND``, at once.
        """
        settled = self.get(caller, series_id).settled
        return self._results(series_id, first, settled if limit is None else min(settled, first + limit))

    def result(self, caller: Caller, series_id: str, number: int) -> MatchResult:
        """The result of a settled match.

        Raises:
            Refusal: ``NOT_FOUND``: there is no such series, or match, or it is still to be played.
        """
        for line in self.results(caller, series_id, first=number, limit=1):
            return read_result(line)
        raise Refusal(Reason.NOT_FOUND)

    def use(self, caller: Caller, person: str) -> SeriesQuotaUse:
        """How many series that have not ended count for a person."""
        is_exempt = caller.is_admin and caller.person == person
        with self._database.read() as connection:
            return SeriesQuotaUse(None if is_exempt else self._limits.open_series or None, _open(connection, person))

    # -- for workers --------------------------------------------------------------------------------------------------

    def claim(self, worker: str, versions: Mapping[tuple[str, str], str] | None = None) -> ChunkClaim | None:
        """A part of a series for a worker to play, for the next minute; None: there is none. ``versions``: the rulesets
        that the worker has, with their versions, and the SHA-256 of their cards; None: any that there are. The owner of
        whom the fewest parts are being played goes first, then the one that was served longest ago; of its series the
        one with the highest priority, then the oldest. A part whose worker has let its time pass is handed out
        again; the third time in vain ends the series as ``FAILED``."""
        return chunks.claim(self._database, worker, versions, self._now_ms())

    def keep(self, claim: ChunkClaim) -> ChunkClaim | None:
        """The claim for another minute; None: it counts no more, whatever is played of it."""
        return chunks.keep(self._database, claim, self._now_ms())

    def complete(self, claim: ChunkClaim, lines: bytes, seconds: float) -> bool:
        """Store the results of a claim: the line of each match, in order, and how long a worker has taken. False: the
        claim counts no more, and nothing has changed.

        Raises:
            ValueError: there is not a line for each match.
        """
        return chunks.complete(self._database, claim, lines, seconds, self._now_ms)

    def release(self, claim: ChunkClaim) -> None:
        """Give a claim back that was not played: the next worker has it at once."""
        chunks.release(self._database, claim)

    def settle(self) -> bool:
        """Move the summary of one series on to the results that are there, and end the series with the last of them,
        or with the verdict of its sequential test: what was played beyond that is removed.

        Returns:
            Whether there was one to settle.
        """
        return self._settling.settle()

    def is_work(self) -> bool:
        """Whether there is anything to claim, to settle, or to look after."""
        now_ms = self._now_ms()
        with self._database.read() as connection:
            return any(
                connection.execute(select(series.c.id).where(todo).limit(1)).first() is not None
                # each has its index
                for todo in (chunks.can_be_claimed(now_ms), can_be_settled(now_ms), is_live_due(now_ms))
            )

    def backlog(self) -> SeriesBacklog:
        """What there is to do."""
        left = select(func.sum(series.c.matches - series.c.played)).where(series.c.status.in_(ACTIVE))
        by_status = select(series.c.status, func.count()).group_by(series.c.status)
        with self._database.read() as connection:
            counted = {SeriesStatus(status): count for status, count in connection.execute(by_status)}
            matches_left = int(connection.execute(left).scalar_one() or 0)
        return SeriesBacklog({status: counted.get(status, 0) for status in SeriesStatus}, matches_left)

    def _promise_more(self, connection: Connection, found: Series, matches: int) -> Promises:
        """What the series has promised when it is made longer."""
        there = found.promises.extensions
        if len(there) >= MAX_EXTENSIONS:
            raise _invalid("/matches", f"a series is extended at most {MAX_EXTENSIONS} times: create another one")
        seed = self._entropy(SEED_BYTES)
        document = extended(found.document, there, first=found.matches, matches=matches, seed=seed)
        published = self._publish(connection, document.format, document.to_bytes())
        added = Extension(document=document, seed=seed.hex(), published=published)
        return Promises(published=found.promises.published, extensions=(*there, added))

    def _publish(self, connection: Connection, domain: str, promise: bytes) -> PublishedPromise:
        """Sign a document and append it to the public log."""
        if self._signing_keys is None:
            raise RuntimeError("without signing keys no series is created or extended")
        signature = self._signing_keys.sign(domain, promise)
        entry = self._commitments.append_with(connection, hashlib.sha256(promise).digest())
        return PublishedPromise(
            key_id=signature.key_id,
            signature=signature.value.hex(),
            log_index=entry.index,
            log_hash=entry.hash.hex(),
        )

    def _results(self, series_id: str, first: int, stop: int) -> Iterator[bytes]:
        while first < stop:
            with self._database.read() as connection:
                found = rows.played_results(connection, series_id, first, stop, _RESULT_CHUNKS)
            if not found:
                return
            for start, results in found:
                each = zlib.decompress(results).splitlines(keepends=True)
                wanted = each[first - start : stop - start]
                yield b"".join(wanted)
                first = start + len(each)

    def _check_quota(self, connection: Connection, caller: Caller) -> None:
        limit = self._limits.open_series
        if not limit or caller.is_admin:
            return
        used = _open(connection, caller.person)
        if used >= limit:
            raise Refusal(
                Reason.QUOTA_EXCEEDED,
                f"You have {used} series that have not ended; {limit} are allowed.",
                (FieldError("/body", f"exceeds {QUOTA}"),),
                {"quota": QUOTA, "limit": str(limit), "used": str(used)},
            )


def _open(connection: Connection, person: str) -> int:
    counted = select(func.count()).where(chunks.PERSON.in_((person,)), series.c.status.in_(UNFINISHED))
    return int(connection.execute(counted).scalar_one())


def _may_see(caller: Caller, owner_id: str) -> bool:
    return caller.is_admin or caller.player_id == owner_id


def _visible(caller: Caller, found: Series | None) -> Series:
    if found is None or not _may_see(caller, found.owner_id):
        raise Refusal(Reason.NOT_FOUND)
    return found


def _extended(found: Series, matches: int | None) -> dict[str, Any]:
    if matches is None:
        return {}
    if not isinstance(found.document.stop, FixedStop):
        raise _invalid("/matches", "a series with a sequential test cannot be extended")
    if matches > MAX_MATCHES:
        raise _invalid("/matches", f"must be at most {MAX_MATCHES}")
    whole = Schedule(found.document).whole_clusters(matches)
    if whole < found.matches:
        raise _invalid("/matches", f"must be at least {found.matches}: a series is not shortened")
    if whole == found.matches:
        return {}
    if found.status in (SeriesStatus.CANCELLED, SeriesStatus.FAILED):
        raise Refusal(Reason.SERIES_ENDED)
    goes_on = {"status": SeriesStatus.RUNNING.value, "ended_ms": None} if found.is_ended else {}
    return {"matches": whole, **goes_on}


def _moved(found: Series, status: SeriesStatus | None, *, is_extended: bool) -> dict[str, Any]:
    if status is None or status is found.status:
        return {}
    if status not in (SeriesStatus.PAUSED, SeriesStatus.RUNNING, SeriesStatus.CANCELLED):
        raise _invalid("/status", "must be paused, running or cancelled")
    if found.is_ended and not (is_extended and found.status is SeriesStatus.FINISHED):
        raise Refusal(Reason.SERIES_ENDED)
    if status is SeriesStatus.RUNNING and found.started_ms is None:
        status = SeriesStatus.QUEUED
    return {"status": status.value, "status_reason": ""}


def _differs(found: Series, column: str, value: object) -> bool:
    there: object = getattr(found, column)
    return (there.value if isinstance(there, SeriesStatus) else there) != value


def _invalid(pointer: str, wrong: str) -> Refusal:
    return Refusal(Reason.INVALID_FIELD, errors=(FieldError(pointer, wrong),))


def _owner_lock(person: str) -> int:
    return int.from_bytes(hashlib.sha256(b"series of " + person.encode()).digest()[:8], signed=True)
