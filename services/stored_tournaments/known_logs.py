"""The logs that a process has read, and what they make: who looks at a tournament again reads what has been added."""

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection

from services.stored_tournaments import rows
from services.stored_tournaments.hosted_tournament import HostedTournament
from services.tournaments.folding import read_back, undone_in
from services.tournaments.log import LoggedHappening, Undone
from services.tournaments.tournament import Tournament

KEPT: Final = 16
"""Of so many tournaments the logs that were looked at last."""


@dataclass(frozen=True, slots=True)
class Read:
    """A tournament as it stood at one moment: its row, its log, and what that makes. Many may look at it: nobody
    changes it, but a copy."""

    hosted: HostedTournament
    entries: list[LoggedHappening]
    tournament: Tournament

    @property
    def last_ms(self) -> int:
        """When something has happened in it last."""
        return self.entries[-1].at_ms if self.entries else self.hosted.created_ms

    def copy(self) -> "Read":
        """The same, to go on from."""
        return Read(self.hosted, list(self.entries), self.tournament.copy())


class KnownLogs:
    """The logs that were looked at last. Safe to use from several threads."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Read] = OrderedDict()
        self._lock = threading.Lock()

    def read(self, connection: Connection, hosted: HostedTournament) -> Read:
        """A tournament as it stands, not older than ``hosted``; not to be changed."""
        known = self._find(hosted.id)
        if known is not None and known.tournament.revision >= hosted.revision:
            return Read(hosted, known.entries, known.tournament)
        found = _folded(connection, hosted) if known is None else _gone_on(connection, hosted, known)
        self.keep(found)
        return found

    def read_for_update(self, connection: Connection, hosted: HostedTournament) -> Read:
        """A tournament exactly as its row says, to go on from: the row is locked."""
        known = self._find(hosted.id)
        found = _folded(connection, hosted) if known is None else _gone_on(connection, hosted, known)
        return found.copy()

    def undone(self, connection: Connection, hosted: HostedTournament) -> frozenset[int]:
        """The numbers of the entries that were undone, as far as the log can be read."""
        try:
            return self.read(connection, hosted).tournament.undone
        except Exception:  # one entry that cannot be read is enough; a database that does not answer says so again
            return undone_in(rows.listed_entries(connection, hosted.id))

    def keep(self, found: Read) -> None:
        """A tournament that is known from now on, and is changed no more."""
        with self._lock:
            self._kept[found.hosted.id] = found
            self._kept.move_to_end(found.hosted.id)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    def _find(self, tournament_id: str) -> Read | None:
        with self._lock:
            known = self._kept.get(tournament_id)
            if known is not None:
                self._kept.move_to_end(tournament_id)
            return known


def _folded(connection: Connection, hosted: HostedTournament) -> Read:
    entries = rows.entries(connection, hosted.id)
    return Read(hosted, entries, hosted.folded(entries))


def _gone_on(connection: Connection, hosted: HostedTournament, known: Read) -> Read:
    """A tournament with what has been added to its log since it was read. The last known entry is read again: a
    database that has lost what came last, and goes on otherwise, is read anew."""
    read = len(known.entries)
    there = rows.entries(connection, hosted.id, after=max(0, read - 1))
    added = there[1:] if read else there
    if read and there[:1] != known.entries[-1:]:
        return _folded(connection, hosted)
    if any(isinstance(entry.what, Undone) for entry in added):
        entries = [*known.entries, *added]
        return Read(hosted, entries, hosted.folded(entries))
    if not added:
        return Read(hosted, known.entries, known.tournament)
    found = Read(hosted, [*known.entries, *added], known.tournament.copy())
    for entry in added:
        read_back(found.tournament, entry, is_old=hosted.event is None)
    return found
