"""The faults that ``make mutants`` plants."""

from tests.mutations.__main__ import ROOT, read


def test_every_fault_can_be_planted() -> None:
    mutants = read()
    assert len(mutants) >= 88
    for mutant in mutants:
        assert mutant.place(ROOT).is_file()
        assert mutant.replace != mutant.find
