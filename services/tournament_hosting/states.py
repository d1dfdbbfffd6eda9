"""Tournaments as their logs make them, kept for those who look at them next."""

import threading
from collections import OrderedDict
from typing import Final

from sqlalchemy import Connection

from services.tournament_hosting import log_commit
from services.tournament_hosting.model import HostedTournament
from services.tournaments.tournament import Tournament

KEPT: Final = 16
"""Of so many tournaments the state that was looked at last."""


class States:
    """The states that were looked at last. Nobody changes what it is given. Safe to use from several threads."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Tournament] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, connection: Connection, hosted: HostedTournament) -> Tournament:
        """A tournament as it stands, not older than ``hosted``."""
        with self._lock:
            known = self._kept.get(hosted.id)
            if known is not None and known.revision >= hosted.revision:
                self._kept.move_to_end(hosted.id)
                return known
        found = log_commit.folded(connection, hosted).tournament
        with self._lock:
            self._kept[hosted.id] = found
            self._kept.move_to_end(hosted.id)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return found
