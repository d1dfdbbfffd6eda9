"""Lets another version of a ruleset play live matches on.

A match promises its version when it is created. Another one may play it on if the ruleset's author declares that this
makes no difference (``Description.continues``), if the operator asks for it, and if the match, played again by that
version from its beginning, is the same in everything: what each viewer was shown, what was asked, what the bots chose,
the position with all that is hidden. The match and its replay name the versions and the step.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Final

from redis import Redis

from services.engine.engine import Engine
from services.engine.versions import version_of
from services.matches.match_lifecycle import migrated
from services.matches.replays import unsigned
from services.matches.store import MatchStore
from services.matches.version_comparison import Divergence, divergence_of, position_divergence, read_consistently
from services.matches.version_usage import live_ids_of_version
from services.platform_time import platform_ms

_ATTEMPTS: Final = 5
"""How often a match is played again that goes on meanwhile."""


class NotDeclared(Exception):
    """The ruleset does not say that the version may play on what the other one has begun."""


@dataclass(frozen=True, slots=True)
class Migrated:
    """What became of a match: it was moved, or it stays with its version since it ``diverges``, or for ``reason``."""

    match_id: str
    divergence: Divergence | None = None
    reason: str | None = None

    @property
    def is_moved(self) -> bool:
        """The other version plays it now."""
        return self.divergence is None and self.reason is None


class VersionMigration:
    """Moves live matches to a version. May be stopped at any moment and done again: each match is moved by one commit,
    and goes on while it is looked at."""

    def __init__(
        self, redis: Redis, store: MatchStore, engine: Engine, *, now_ms: Callable[[], int] = platform_ms
    ) -> None:
        """``engine``: plays the version to which matches are moved."""
        self._redis = redis
        self._store = store
        self._engine = engine
        self._now_ms = now_ms

    def run(self, from_version: str) -> Generator[Migrated]:
        """Every live match of a version, the oldest of each shard first; those that end meanwhile are left out.

        Raises:
            NotDeclared: the engine's version does not continue ``from_version``. Nothing is moved.
            Refusal: ``BUSY``: the engine, or the live state, cannot be reached, or a match goes on all the time. What
                was moved until then is moved.
        """
        description = self._engine.describe()
        if from_version not in description.continues:
            raise NotDeclared
        for match_id in live_ids_of_version(self._redis, description.id, from_version):
            found = self._migrate(match_id, from_version)
            if found is not None:
                yield found

    def _migrate(self, match_id: str, from_version: str) -> Migrated | None:
        for _ in range(_ATTEMPTS):
            read = read_consistently(self._store, match_id)
            if read is None or read[0].match.ruleset_version != from_version:
                return None
            loaded, entries = read
            if loaded.match.signed_commitment is None:
                return Migrated(match_id, reason="it was created before commitments were documents")
            told = unsigned(loaded.stored, entries)
            divergence = divergence_of(told, match_id, self._engine, bots_choose_again=True)
            divergence = divergence or position_divergence(loaded, self._engine)
            if divergence is not None:
                return Migrated(match_id, divergence)
            version = version_of(self._engine.describe())
            if self._store.commit(migrated(loaded.stored, version, self._now_ms())):
                return Migrated(match_id)
        return Migrated(match_id, reason="it goes on all the time")
