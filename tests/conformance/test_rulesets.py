"""Every registered ruleset, and the two small ones for tests, satisfies the 25 invariants, with every number of seats
and every option."""

from pathlib import Path

import pytest

from services.engine import registry
from services.engine.conformance import cards, determinism, play, secrecy, suite
from services.engine.conformance.cases import STANDARD, AnyRuleset, Case, cases
from tests.conformance import stash
from tests.rulesets import sealed

RECORDS = Path(__file__).parent / "records"
RULESETS: dict[str, AnyRuleset] = {**registry.installed(), "sealed": sealed.RULESET, "stash": stash.RULESET}
CASES = {
    id_: cases(ruleset, RECORDS / id_ if id_ in {"sealed", "stash"} else None) for id_, ruleset in RULESETS.items()
}
ONE_AFTER_THE_OTHER: set[object] = {
    secrecy.choosing_at_once_shows_nothing,
    secrecy.acting_early_tells_nothing,
    secrecy.the_order_of_answers_does_not_matter,
}
NOTHING_OF_THE_KIND: dict[str, set[object]] = {
    "sealed": {play.components_are_conserved, cards.every_card_comes_up},  # its documents name no card by its id
    "standoff": ONE_AFTER_THE_OTHER,
    "stash": ONE_AFTER_THE_OTHER | {secrecy.documents_fit_their_schemas},  # it has no schemas
}
ON_CASES = [
    pytest.param(check, case, id=f"{id_}-{case.seats}-{case.options_text}-{check.number}-{check.name}")
    for id_ in RULESETS
    for check in suite.CHECKS
    for case in CASES[id_]
    if check.on_case and suite.applies(check, case)
]
ON_RULESETS = [
    pytest.param(check, id_, id=f"{id_}-{check.number}-{check.name}")
    for id_ in RULESETS
    for check in suite.CHECKS
    if check.on_ruleset
]


@pytest.mark.parametrize(("check", "case"), ON_CASES)
def test_invariant(check: suite.Check, case: Case) -> None:
    examined = suite.examine(check, case, suite.effort_for(case))
    if examined.finding:
        pytest.fail(f"{check.number}. {check.invariant}\n{examined.finding}", pytrace=False)
    if not case.changed:
        nothing = NOTHING_OF_THE_KIND.get(case.ruleset.describe().id, set())
        assert (examined.compared == 0) == (check.function in nothing)


@pytest.mark.parametrize(("check", "id_"), ON_RULESETS)
def test_invariant_of_the_whole_ruleset(check: suite.Check, id_: str) -> None:
    examined = suite.examine_ruleset(check, RULESETS[id_], CASES[id_], STANDARD)
    if examined.finding:
        pytest.fail(f"{check.number}. {check.invariant}\n{examined.finding}", pytrace=False)
    assert (examined.compared == 0) == (check.function in NOTHING_OF_THE_KIND.get(id_, set()))


def test_faction_wars_is_among_the_registered_rulesets() -> None:
    assert "factionwars" in registry.installed()


def test_every_invariant_has_a_check() -> None:
    assert {check.number for check in suite.CHECKS} == set(range(1, 26)) - {24}  # 24: see test_worked_examples.py


def test_the_two_small_rulesets_together_have_something_for_every_check() -> None:
    assert not NOTHING_OF_THE_KIND["sealed"] & NOTHING_OF_THE_KIND["stash"]
    assert determinism.other_processes_play_the_same_game in {check.function for check in suite.CHECKS}
