"""The register of versions."""

from pathlib import Path

from services.archive.ruleset_versions import KnownVersion, RulesetVersions
from services.database import Database
from services.engine.engine import RulesetVersion
from services.engine.in_process import InProcessEngine
from tests.rulesets.versioned import Versioned

DESCRIPTION = InProcessEngine(Versioned("1.0.0")).describe()
FIRST = RulesetVersion("sealed", "1.0.0", DESCRIPTION.catalogue_sha256)


class Clock:
    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


def test_a_version_is_noted_with_what_serves_it_and_the_later_word_counts(database: Database) -> None:
    RulesetVersions(database, here="playhall 1").note(FIRST, DESCRIPTION)
    versions = RulesetVersions(database, here="playhall 2")
    assert not versions.is_noted(FIRST)
    versions.note(FIRST, DESCRIPTION)
    versions.note(FIRST, DESCRIPTION)
    assert versions.is_noted(FIRST)
    assert versions.all() == [KnownVersion("sealed", "1.0.0", FIRST.catalogue_sha256, "playhall 2", drained=False)]
    assert versions.find("sealed", "2.0.0") is None


def test_a_version_may_be_drained_before_it_has_dealt_anything_and_stays_so_when_it_is_noted(
    database: Database,
) -> None:
    versions = RulesetVersions(database, here="playhall 1")
    versions.drain("sealed", "1.0.0", drained=True)
    assert versions.find("sealed", "1.0.0") == KnownVersion("sealed", "1.0.0", "", "", drained=True)
    versions.note(FIRST, DESCRIPTION)
    assert versions.find("sealed", "1.0.0") == KnownVersion(*FIRST, "playhall 1", drained=True)


def test_what_is_drained_is_asked_for_every_two_seconds(database: Database) -> None:
    clock = Clock()
    versions = RulesetVersions(database, clock=clock)
    assert versions.drained() == frozenset()
    RulesetVersions(database).drain("sealed", "1.0.0", drained=True)
    clock.seconds += 1.9
    assert versions.drained() == frozenset()
    clock.seconds += 0.1
    assert versions.drained() == {("sealed", "1.0.0")}
    RulesetVersions(database).drain("sealed", "1.0.0", drained=False)
    clock.seconds += 2.0
    assert versions.drained() == frozenset()


def test_while_the_database_is_away_what_was_known_last_counts(tmp_path: Path) -> None:
    file, away = tmp_path / "playhall.db", tmp_path / "away.db"
    database = Database(f"sqlite:///{file}")
    database.upgrade()
    clock = Clock()
    versions = RulesetVersions(database, clock=clock)
    versions.drain("sealed", "1.0.0", drained=True)
    assert versions.drained() == {("sealed", "1.0.0")}
    database.close()
    file.rename(away)
    file.mkdir()
    clock.seconds += 60
    assert versions.drained() == {("sealed", "1.0.0")}
