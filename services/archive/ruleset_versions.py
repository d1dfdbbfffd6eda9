"""Which versions of rulesets have dealt matches, what served each, and which may deal new ones."""

import time
from collections.abc import Callable
from typing import Final, NamedTuple

import structlog
from sqlalchemy import ColumnElement, and_, select

from services.database import Database
from services.database.tables import ruleset_versions
from services.engine.engine import RulesetVersion
from services.engine.ruleset import Description
from services.errors import Refusal

DRAINED_SECONDS: Final = 2.0
"""How long it may take until every gateway knows that a version was stopped, or may deal again."""

_log = structlog.get_logger(__name__)


class KnownVersion(NamedTuple):
    """A version that has dealt matches or was stopped. ``catalogue_sha256``: of its cards, hexadecimal; ``""``: it has
    dealt none. ``served_by``: the image or release that served it when it last began to deal; ``""`` as before.
    ``drained``: it deals no new matches."""

    ruleset: str
    version: str
    catalogue_sha256: str
    served_by: str
    drained: bool


class RulesetVersions:
    """The register of versions, in SQL. Safe to share between threads."""

    def __init__(self, database: Database, *, here: str = "", clock: Callable[[], float] = time.monotonic) -> None:
        """``here``: the image or release of this process, which serves what says of itself nothing else."""
        self._database = database
        self._here = here
        self._clock = clock
        self._noted: set[RulesetVersion] = set()
        self._drained: frozenset[tuple[str, str]] = frozenset()
        self._ask_again = float("-inf")

    def is_noted(self, version: RulesetVersion) -> bool:
        """Whether this process has noted the version."""
        return version in self._noted

    def note(self, version: RulesetVersion, description: Description) -> None:
        """Note that a version deals matches, and what serves it. The later word counts.

        Raises:
            Refusal: ``BUSY``.
        """
        served_by = description.served_by or self._here
        insert = self._database.insert(ruleset_versions).values(
            ruleset=version.ruleset,
            version=version.version,
            catalogue_sha256=version.catalogue_sha256,
            served_by=served_by,
            drained=False,
        )
        told = {"catalogue_sha256": version.catalogue_sha256, "served_by": served_by}
        with self._database.begin() as connection:
            connection.execute(insert.on_conflict_do_update(index_elements=["ruleset", "version"], set_=told))
        self._noted.add(version)

    def drain(self, ruleset: str, version: str, *, drained: bool) -> None:
        """Stop a version from dealing new matches, also one that has dealt none yet, or let it deal again.

        Raises:
            Refusal: ``BUSY``.
        """
        insert = self._database.insert(ruleset_versions).values(
            ruleset=ruleset, version=version, catalogue_sha256="", served_by="", drained=drained
        )
        with self._database.begin() as connection:
            connection.execute(
                insert.on_conflict_do_update(index_elements=["ruleset", "version"], set_={"drained": drained})
            )

    def drained(self) -> frozenset[tuple[str, str]]:
        """The rulesets' versions that deal no new matches, as they were at most ``DRAINED_SECONDS`` ago; while SQL
        cannot be reached, as they were last."""
        if self._clock() >= self._ask_again:
            self._ask_again = self._clock() + DRAINED_SECONDS
            try:
                known = self._select(ruleset_versions.c.drained)
                self._drained = frozenset((version.ruleset, version.version) for version in known)
            except Refusal:
                _log.warning("drained_versions_unknown")
        return self._drained

    def all(self) -> list[KnownVersion]:
        """Every version, sorted by ruleset.

        Raises:
            Refusal: ``BUSY``.
        """
        return self._select()

    def find(self, ruleset: str, version: str) -> KnownVersion | None:
        """One version.

        Raises:
            Refusal: ``BUSY``.
        """
        columns = ruleset_versions.c
        found = self._select(and_(columns.ruleset == ruleset, columns.version == version))
        return found[0] if found else None

    def _select(self, *where: ColumnElement[bool]) -> list[KnownVersion]:
        statement = select(ruleset_versions).where(*where).order_by(ruleset_versions.c.ruleset)
        with self._database.read() as connection:
            return [KnownVersion(*row) for row in connection.execute(statement)]
