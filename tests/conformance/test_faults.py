"""Every check of the suite can fail: faults planted in doctored rulesets are found, each by the check meant for it."""

from pathlib import Path

import pytest

from services.engine.conformance import suite
from services.engine.conformance.cases import Effort, cases
from services.engine.conformance.determinism import other_processes_play_the_same_game
from services.engine.conformance.ruleset_address import NoRulesetThere, address_of
from services.rulesets.factionwars.ruleset import FactionWars
from tests.conformance.doctored import FAULTS, Fault, Records
from tests.conformance.stash import Stash
from tests.marks import slow_unless
from tests.rulesets.sealed import Sealed

SEATS = 3
PROBE = Effort(games=1, positions=16, worlds=2, phases=4, draws=160, deals=120, contests=100)


def examined(fault: Fault, records: Path) -> set[object]:
    """The functions of all checks that find something."""
    of_ruleset = cases(fault.ruleset, records)
    case = next(case for case in of_ruleset if case.seats == SEATS)
    found = suite.examine(suite.CHECKS, case, PROBE)
    for check in suite.CHECKS:
        if check.on_ruleset and (check.function is not other_processes_play_the_same_game or has_address(fault)):
            found.append(suite.examine_ruleset(check, fault.ruleset, of_ruleset, PROBE))
    return {one.check.function for one in found if one.finding}


def has_address(fault: Fault) -> bool:
    """Whether the doctored ruleset has a name in its module."""
    try:
        address_of(fault.ruleset)
    except NoRulesetThere:
        return False
    return True


def in_make_test(fault: Fault) -> bool:
    """`make test` takes every fourth, and none in Faction Wars, whose bots search; `make test-all` takes all."""
    return fault in FAULTS[::4] and not isinstance(fault.ruleset, FactionWars)


@pytest.mark.parametrize("fault", slow_unless(in_make_test, FAULTS), ids=lambda fault: type(fault.ruleset).__name__)
def test_a_planted_fault_is_found_by_the_check_meant_for_it(fault: Fault, tmp_path: Path) -> None:
    sound = next(kind for kind in (Stash, Sealed, FactionWars) if isinstance(fault.ruleset, kind))
    suite.record(sound() if fault.records is Records.OF_THE_SOUND_ONE else fault.ruleset, tmp_path)
    found = examined(fault, tmp_path)
    assert fault.caught_by in found
    assert found <= {fault.caught_by, *fault.also}


def test_every_check_finds_a_fault_that_was_planted_for_it() -> None:
    assert {check.function for check in suite.CHECKS} == {fault.caught_by for fault in FAULTS}
