"""``python -m tests.mutations [NAME ...]``: plant each fault of ``mutants.toml`` in a copy of the tree.

Tells which test finds it: one of ``make test``, one of ``make test-all``, or none. ``--record FILE`` tries the fast
tests of the fault's area instead, and writes which of them find it; ``python -m tests.mutations.quick`` chooses a few.

Exit code 1 if a fault survives, or if its line is not found: then ``mutants.toml`` is to follow the code.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
MUTANTS: Final = Path(__file__).parent / "mutants.toml"
RULESET_TESTS: Final = ("tests/conformance/test_rulesets.py", "tests/conformance/test_bot_matches.py")
LEFT_OUT: Final = (".git", ".venv*", "node_modules", "__pycache__", ".*_cache", ".hypothesis", ".coverage*")
RUNS: Final = (("make test", "not slow"), ("make test-all", "slow"))
NOTHING_RAN: Final = 5
"""Pytest's exit code where no test was selected."""
MOST_FAILURES: Final = 3
"""After so many a recorded run ends: the cheapest tests come first in an area."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A fault: ``find`` stands once in a file under ``under``, and ``replace`` takes its place. ``tests``: where the
    tests are that ought to find it."""

    name: str
    under: str
    find: str
    replace: str
    tests: tuple[str, ...]
    words: str = ""

    def place(self, tree: Path) -> Path:
        """The file to change.

        Raises:
            LookupError: the text stands nowhere, or more than once.
        """
        found = [
            (file, file.read_text().count(self.find))
            for file in sorted((tree / self.under).rglob("*"))
            if file.suffix in {".py", ".lua"} and "conformance" not in file.parts and self.find in file.read_text()
        ]
        if len(found) != 1 or found[0][1] != 1:
            raise LookupError(f"stands in {len(found)} files under {self.under}: {self.find.strip()}")
        return found[0][0]


def read() -> list[Mutant]:
    """All faults."""
    written = tomllib.loads(MUTANTS.read_text())
    return [_mutant(one, written["areas"][one["area"]]) for one in written["mutant"]]


def _mutant(one: dict[str, str], area: Sequence[str]) -> Mutant:
    of_ruleset = "ruleset" in area
    tests = tuple(path for path in area if path != "ruleset") + RULESET_TESTS * of_ruleset
    words = one["area"] if of_ruleset else ""
    return Mutant(one["name"], one["under"], one["find"], one["replace"], tests, words)


def killed_by(mutant: Mutant, tree: Path) -> str:
    """Which run of tests finds the fault, and the first test that does; empty if none."""
    file = mutant.place(tree)
    sound = file.read_text()
    file.write_text(sound.replace(mutant.find, mutant.replace))
    try:
        for run, marks in RUNS:
            if failed := _first_failure(mutant, tree, marks):
                return f"{run}: {failed}"
    finally:
        file.write_text(sound)
    return ""


def _first_failure(mutant: Mutant, tree: Path, marks: str) -> str:
    ended = _tested(mutant, tree, marks, "-x")
    if ended.returncode in {0, NOTHING_RAN}:
        return ""
    return next(_failures(ended.stdout), f"pytest ended with {ended.returncode}")


def _tested(mutant: Mutant, tree: Path, marks: str, *options: str) -> subprocess.CompletedProcess[str]:
    paths = [path for path in mutant.tests if (tree / path).exists()]
    command = [sys.executable, "-m", "pytest", "-n", "0", "-q", "-p", "no:cacheprovider", "-m", marks, *options, *paths]
    if mutant.words:
        command += ["-k", mutant.words]
    return subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False, env=_environment(tree))


def _failures(output: str) -> Iterator[str]:
    return (found[1] for found in re.finditer(r"^(?:FAILED|ERROR) (.*?)(?: - .*)?$", output, re.MULTILINE))


def finders(mutant: Mutant, tree: Path) -> dict[str, float]:
    """The fast tests that find the fault, and the seconds that each takes."""
    file = mutant.place(tree)
    sound = file.read_text()
    file.write_text(sound.replace(mutant.find, mutant.replace))
    try:
        options = (f"--maxfail={MOST_FAILURES}", "-vv", "--durations=0", "--durations-min=0")
        output = _tested(mutant, tree, "not slow", *options).stdout
    finally:
        file.write_text(sound)
    found = dict.fromkeys(_failures(output), 0.0)
    for seconds, test in re.findall(r"^([\d.]+)s (?:setup|call|teardown) +(.+)$", output, re.MULTILINE):
        if test in found:
            found[test] += float(seconds)
    return found


def _environment(tree: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": f"{tree}{os.pathsep}{tree / 'protos'}", "PYTHONDONTWRITEBYTECODE": "1"}


@contextmanager
def copied(source: Path) -> Iterator[Path]:
    """A copy of the tree to plant faults in."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(source, tree, ignore=shutil.ignore_patterns(*LEFT_OUT))
        yield tree


def record(mutants: Sequence[Mutant], source: Path, file: Path) -> None:
    """Append to ``file`` a line of JSON for each fault: its name, and the tests that find it with their seconds."""
    with copied(source) as tree, file.open("a") as lines:
        for mutant in mutants:
            print(json.dumps({"mutant": mutant.name, "found_by": finders(mutant, tree)}), file=lines, flush=True)


def results(mutants: Sequence[Mutant], source: Path) -> Iterator[tuple[Mutant, str]]:
    """Each fault and what finds it, as they come."""
    with copied(source) as tree:
        for mutant in mutants:
            try:
                yield mutant, killed_by(mutant, tree) or "SURVIVED"
            except LookupError as error:
                yield mutant, f"NOT PLANTED: {error}"


def main() -> int:
    """Plant, try, tell."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutations", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these faults, or those whose names begin so")
    parser.add_argument("--tree", type=Path, default=ROOT, help="the tree to plant them in; by default this one")
    parser.add_argument("--plant", action="store_true", help="only say in which file each would be planted")
    parser.add_argument("--record", type=Path, metavar="FILE", help="append to FILE which fast tests find each")
    arguments = parser.parse_args()
    mutants = [one for one in read() if not arguments.names or one.name.startswith(tuple(arguments.names))]
    if arguments.plant:
        for mutant in mutants:
            print(f"{mutant.name:50} {mutant.place(arguments.tree).relative_to(arguments.tree)}")
        return 0
    if arguments.record:
        record(mutants, arguments.tree, arguments.record)
        return 0
    bad = 0
    for mutant, result in results(mutants, arguments.tree):
        found = result.startswith("make")
        bad += not found
        print(f"{'found   ' if found else 'MISSED  '} {mutant.name:50} {result}", flush=True)
    print(f"{len(mutants) - bad} of {len(mutants)} found")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
