"""requirements/ locks everything that is installed, by version and hash, and fits pyproject.toml."""

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
EXTRAS = PROJECT["project"]["optional-dependencies"]
GROUPS = PROJECT["dependency-groups"]
RUN = PROJECT["project"]["dependencies"]
DEV_EXTRAS = ("dev", "embedded", "openspiel", "otel", "postgres", "series", "training")
RUN_EXTRAS = ("embedded", "postgres", "series")
SETS: dict[str, list[str]] = {
    "audit": GROUPS["audit"],
    "build": GROUPS["build"],
    "dev": [*RUN, *(each for extra in DEV_EXTRAS for each in EXTRAS[extra])],
    "generators": GROUPS["generators"],
    "image": [*RUN, *EXTRAS["postgres"], *EXTRAS["otel"]],
    "run": [*RUN, *(each for extra in RUN_EXTRAS for each in EXTRAS[extra]), *GROUPS["build"]],
}
"""What each file of requirements/ is for, as pyproject.toml says it."""


@dataclass(frozen=True, slots=True)
class Locked:
    version: str
    marker: Marker | None
    hashes: tuple[str, ...]


def read(lock: Path) -> dict[str, Locked]:
    """The entries of a lock by their canonical names."""
    found: dict[str, Locked] = {}
    for entry in lock.read_text().replace("\\\n", " ").splitlines():
        if not entry.strip() or entry.lstrip().startswith("#"):
            continue
        stated, *hashes = re.split(r"\s+--hash=", entry.strip())
        requirement = Requirement(stated)
        (pinned,) = requirement.specifier
        assert pinned.operator == "==", entry
        name = canonicalize_name(requirement.name)
        assert name not in found, name
        found[name] = Locked(pinned.version, requirement.marker, tuple(hashes))
    return found


def wanted(requirements: Iterable[str]) -> dict[str, Requirement]:
    """What requirements bring along on this platform: their own dependencies, and theirs, as far as they are installed
    here in the version that the lock names."""
    found: dict[str, Requirement] = {}
    waiting = [Requirement(each) for each in requirements]
    seen: set[str] = set()
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        if name == "playhall" or str(requirement) in seen:
            continue
        seen.add(str(requirement))
        found.setdefault(name, requirement)
        for text in _requires(name):
            further = Requirement(text)
            extras = [*requirement.extras, ""]
            if further.marker is None or any(further.marker.evaluate({"extra": extra}) for extra in extras):
                waiting.append(further)
    return found


def _requires(name: str) -> list[str]:
    try:
        return metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        return []


def test_there_is_a_lock_for_every_set() -> None:
    assert [lock.stem for lock in LOCKS] == list(SETS)


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_every_entry_is_one_version_with_the_hashes_of_its_files(lock: Path) -> None:
    entries = read(lock)
    assert entries
    for name, entry in entries.items():
        assert entry.hashes, name
        for each in entry.hashes:
            assert re.fullmatch(r"sha256:[0-9a-f]{64}", each), name


@pytest.mark.parametrize("name", SETS)
def test_what_pyproject_asks_for_is_locked_in_a_version_that_it_allows(name: str) -> None:
    entries = read(ROOT / "requirements" / f"{name}.txt")
    for each in SETS[name]:
        requirement = Requirement(each)
        if requirement.name != "playhall":
            entry = entries[canonicalize_name(requirement.name)]
            assert requirement.specifier.contains(entry.version, prereleases=True), each


@pytest.mark.parametrize("name", ["dev", "image", "run"])
def test_a_lock_holds_all_that_is_needed_and_nothing_else(name: str) -> None:
    """As the metadata of what is installed here says: without dependencies, pip installs what the lock names."""
    entries = read(ROOT / "requirements" / f"{name}.txt")
    needed = wanted(SETS[name])
    assert needed.keys() - entries.keys() == set()
    here = {name for name, entry in entries.items() if entry.marker is None or entry.marker.evaluate()}
    assert here - needed.keys() == set()
    for package, requirement in needed.items():
        assert requirement.specifier.contains(entries[package].version, prereleases=True), requirement


def test_all_locks_agree() -> None:
    everywhere: dict[str, str] = {}
    for lock in LOCKS:
        for name, entry in read(lock).items():
            assert everywhere.setdefault(name, entry.version) == entry.version, (lock.stem, name)


def test_what_is_built_with_is_what_pyproject_names() -> None:
    assert set(PROJECT["build-system"]["requires"]) <= set(GROUPS["build"])


@pytest.mark.parametrize("file", ["Dockerfile", "Makefile"])
def test_nothing_is_installed_but_by_hash_and_the_project_itself(file: str) -> None:
    text = (ROOT / file).read_text().replace("\\\n", " ")
    steps = [step for line in text.splitlines() for step in line.split("&&") if re.search(r"pip (install|wheel)", step)]
    # In the Makefile a variable that says no more than "pip install" is used by the lines that say what.
    steps += [line for line in text.splitlines() if "$(PIP_INSTALL)" in line]
    checked = 0
    for step in steps:
        if step.startswith("PIP_INSTALL :="):
            continue
        assert "--no-deps" in step, step
        assert "--require-hashes" in step or "-e ." in step or "/wheels" in step, step
        checked += 1
    assert checked >= 2
