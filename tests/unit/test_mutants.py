"""The faults that ``make mutants`` plants."""

import re

from tests.mutations.__main__ import ROOT, read


def test_every_fault_can_be_planted() -> None:
    mutants = read()
    assert len(mutants) >= 88
    for mutant in mutants:
        assert mutant.place(ROOT).is_file()
        assert mutant.replace != mutant.find


def test_the_quick_tests_are_there() -> None:
    listed = (ROOT / "tests/mutations/quick.txt").read_text().splitlines()
    assert len(listed) >= 60
    for line in listed:
        file, *_, test = line.split("[")[0].split("::")
        assert re.search(rf"def {test}\(", (ROOT / file).read_text()), line
