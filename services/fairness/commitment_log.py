"""The public log of commitments: append-only, one hash chain, whoever appends."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from sqlalchemy import Connection, select

from services.database import Database
from services.database.tables import commitment_log
from services.fairness.hash_chain import EMPTY, ChainEntry, Head, SignedHead, next_entry
from services.fairness.signing import SigningKeys
from services.platform_time import platform_ms

APPEND_LOCK: Final = 0x706C6179636C6F67
"""Key of the lock that appenders hold: "playclog" in ASCII."""
HEAD_SECONDS: Final = 10
"""The time of a head is a multiple of this, unless the last entry is younger: who asks again soon gets the same."""

_COLUMNS: Final = [commitment_log.c[name] for name in ("index", "time_ms", "digest", "previous", "hash")]


class CommitmentLog:
    """The log, in SQL. Safe to share between threads.

    Every method may raise ``Refusal(BUSY)``: the database cannot be reached, or other writers took too long.
    """

    def __init__(self, database: Database, *, now_ms: Callable[[], int] = platform_ms) -> None:
        self._database = database
        self._now_ms = now_ms

    def append(self, digests: Iterable[bytes]) -> int:
        """Append those digests (32 bytes each) that are not in the log, in their order and in one transaction. Any
        number of processes may do so at once, and again: each digest is in the log once.

        Returns:
            How many were appended.
        """
        wanted = list(dict.fromkeys(digests))
        if not wanted:
            return 0
        with self._database.begin() as connection:
            return len(self._append(connection, wanted))

    def append_with(self, connection: Connection, digest: bytes) -> ChainEntry:
        """Append a digest in the transaction that makes what it promises, which should end soon: neither is there
        without the other. What was promised before word for word has its entry already. Nothing else is to be locked
        after it."""
        for entry in self._append(connection, [digest]):
            return entry
        row = connection.execute(select(*_COLUMNS).where(commitment_log.c.digest == digest)).one()
        return ChainEntry(*row)

    def _append(self, connection: Connection, digests: Sequence[bytes]) -> list[ChainEntry]:
        """The entries that were appended."""
        # The order of the chain is the order in which the lock is held. Were it not held, the primary key would
        # refuse the second of two entries in one place.
        self._database.lock(connection, APPEND_LOCK)
        known = self._known(connection, digests)
        last, made = self._last(connection), []
        for digest in digests:
            if digest not in known:
                last = next_entry(last, digest, self._now_ms())
                made.append(last)
        if made:
            rows = [{column.name: getattr(entry, column.name) for column in _COLUMNS} for entry in made]
            connection.execute(commitment_log.insert(), rows)
        return made

    def missing(self, digests: Sequence[bytes]) -> list[bytes]:
        """Those of the digests that are not in the log."""
        if not digests:
            return []
        with self._database.read() as connection:
            known = self._known(connection, digests)
        return [digest for digest in digests if digest not in known]

    def find(self, digest: bytes) -> ChainEntry | None:
        """The entry of a digest; None: it has none (yet: see :mod:`services.matches.commitment_appending`)."""
        statement = select(*_COLUMNS).where(commitment_log.c.digest == digest)
        with self._database.read() as connection:
            row = connection.execute(statement).one_or_none()
        return None if row is None else ChainEntry(*row)

    def place(self, digest: bytes) -> ChainEntry:
        """The entry of a digest, which is appended if it has none yet."""
        entry = self.find(digest)
        if entry is None:
            self.append([digest])
            entry = self.find(digest)
        assert entry is not None
        return entry

    def entries(self, start: int, limit: int) -> list[ChainEntry]:
        """Up to ``limit`` entries from index ``start`` on."""
        index = commitment_log.c.index
        # Between two bounds: there are no gaps, and a limit alone would let a wrong plan read the table.
        statement = select(*_COLUMNS).where(index.between(start, start + limit - 1)).order_by(index)
        with self._database.read() as connection:
            return [ChainEntry(*row) for row in connection.execute(statement)]

    def head(self) -> Head:
        """What the log is now."""
        now_ms = self._now_ms() // (HEAD_SECONDS * 1000) * HEAD_SECONDS * 1000
        with self._database.read() as connection:
            last = self._last(connection)
        return Head(0, EMPTY, now_ms) if last is None else Head(last.index + 1, last.hash, max(now_ms, last.time_ms))

    def signed_head(self, keys: SigningKeys) -> SignedHead:
        """The same, signed."""
        return SignedHead.sign(self.head(), keys)

    def _last(self, connection: Connection) -> ChainEntry | None:
        row = connection.execute(select(*_COLUMNS).order_by(commitment_log.c.index.desc()).limit(1)).one_or_none()
        return None if row is None else ChainEntry(*row)

    def _known(self, connection: Connection, digests: Sequence[bytes]) -> set[bytes]:
        column = commitment_log.c.digest
        return set(connection.execute(select(column).where(column.in_(digests))).scalars())
