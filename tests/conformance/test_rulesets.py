"""Every registered ruleset, and the two small ones for tests, satisfies the 26 invariants, with every number of seats
and any two values of any two options: one test for each case, in which its games are played once before all checks."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from services.engine import registry
from services.engine.conformance import cards, chance, determinism, drawing, play, secrecy, suite
from services.engine.conformance.cases import STANDARD, AnyRuleset, Case, cases
from tests.conformance import stash
from tests.rulesets import sealed

pytestmark = pytest.mark.matrix

RECORDS = Path(__file__).parent / "records"
RULESETS: dict[str, AnyRuleset] = {**registry.installed(), "sealed": sealed.RULESET, "stash": stash.RULESET}
CASES = {
    id_: cases(ruleset, RECORDS / id_ if id_ in {"sealed", "stash"} else None) for id_, ruleset in RULESETS.items()
}
AT_ONCE: set[object] = {
    secrecy.choosing_at_once_shows_nothing,
    secrecy.acting_early_tells_nothing,
    secrecy.the_order_of_answers_does_not_matter,
}
"""What only a ruleset has in which several seats decide at once."""
NOTHING_OF_THE_KIND: dict[str, set[object]] = {
    "sealed": {play.components_are_conserved, cards.every_card_comes_up},  # its documents name no card by its id
    "standoff": AT_ONCE,
    # It has no schemas and no layout.
    "stash": AT_ONCE | {secrecy.documents_fit_their_schemas, drawing.every_zone_is_in_a_view},
}
NOT_WITH_EVERY_OPTION: set[object] = AT_ONCE | {chance.deals_are_even}
"""Options may make seats decide one after the other, or lay open what is hidden otherwise."""
LONG_ON_RULESETS: set[tuple[str, object]] = {
    ("faceoff", cards.every_card_comes_up),
    ("faceoff", determinism.other_processes_play_the_same_game),
    ("faceoff", drawing.every_zone_is_in_a_view),
    ("faceoff", drawing.the_documents_say_what_there_is),
    ("standoff", determinism.other_processes_play_the_same_game),
}
"""Checks on a ruleset as a whole that take many seconds."""
ON_RULESETS = [
    pytest.param(
        check,
        id_,
        id=f"{id_}-{check.number}-{check.name}",
        marks=[pytest.mark.slow] * ((id_, check.function) in LONG_ON_RULESETS),
    )
    for id_ in RULESETS
    for check in suite.CHECKS
    if check.on_ruleset
]


LONG = {("faceoff", 4), ("faceoff", 5), ("factionwars", 5), ("standoff", 4)}
"""Rulesets and numbers of seats of which a case takes many seconds."""
LONG_BY_DEFAULT = {"duels", "faceoff", "factionwars", "standoff"}
"""Rulesets of which the default options do, which are looked at most thoroughly."""


def in_make_test(case: Case, place: int) -> bool:
    """`make test` takes the smallest and the largest number of seats, and every sixth row of the covering array (every
    twelfth of Duels, whose cases are long), but the longest; `make test-all` takes all."""
    description = case.ruleset.describe()
    if (description.id, case.seats) in LONG:
        return False
    if case.changed:
        return place % (12 if description.id == "duels" else 6) == 2
    return description.id not in LONG_BY_DEFAULT and case.seats in {description.min_seats, description.max_seats}


def told(found: Iterable[suite.Examined]) -> str:
    """All findings by check; what several checks stumble over is told once."""
    checks: dict[str, list[str]] = {}
    for one in found:
        if one.finding:
            checks.setdefault(str(one.finding), []).append(
                f"{one.check.number}. {one.check.name}: {one.check.invariant}"
            )
    return "\n\n".join("\n".join([*names, finding]) for finding, names in checks.items())


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            case,
            id=f"{id_}-{case.seats}-{case.options_text}",
            marks=[] if in_make_test(case, place) else pytest.mark.slow,
        )
        for id_, of_ruleset in CASES.items()
        for place, case in enumerate(of_ruleset)
    ],
)
def test_a_case_keeps_the_invariants(case: Case) -> None:
    found = suite.examine(suite.CHECKS, case, suite.effort_for(case))
    if text := told(found):
        pytest.fail(text, pytrace=False)
    id_ = case.ruleset.describe().id
    nothing = NOTHING_OF_THE_KIND.get(id_, set())
    idle = {one.check.function for one in found if not one.compared}
    assert idle >= nothing & {one.check.function for one in found}
    assert idle <= (nothing | NOT_WITH_EVERY_OPTION if case.changed else nothing)


@pytest.mark.parametrize(("check", "id_"), ON_RULESETS)
def test_a_ruleset_keeps_the_invariants_as_a_whole(check: suite.Check, id_: str) -> None:
    examined = suite.examine_ruleset(check, RULESETS[id_], CASES[id_], STANDARD)
    if text := told([examined]):
        pytest.fail(text, pytrace=False)
    assert (examined.compared == 0) == (check.function in NOTHING_OF_THE_KIND.get(id_, set()))


def test_faction_wars_is_among_the_registered_rulesets() -> None:
    assert "factionwars" in registry.installed()


def test_every_invariant_has_a_check() -> None:
    assert {check.number for check in suite.CHECKS} == set(range(1, 27)) - {24}  # 24: see test_worked_examples.py


def test_the_two_small_rulesets_together_have_something_for_every_check() -> None:
    assert not NOTHING_OF_THE_KIND["sealed"] & NOTHING_OF_THE_KIND["stash"]


@pytest.mark.parametrize("id_", CASES)
def test_any_two_values_of_two_options_meet_and_each_meets_every_number_of_seats(id_: str) -> None:
    factors = [{"seats": case.seats, **case.options} for case in CASES[id_]]
    values = {name: {str(case[name]) for case in factors} for name in factors[0]}
    for one in values:
        for other in values:
            met = {(str(case[one]), str(case[other])) for case in factors}
            assert one == other or met == {(left, right) for left in values[one] for right in values[other]}


@pytest.mark.parametrize("id_", registry.installed())
def test_the_short_run_meets_the_fewest_seats_and_other_options(id_: str) -> None:
    short = [case for place, case in enumerate(CASES[id_]) if in_make_test(case, place)]
    assert RULESETS[id_].describe().min_seats in {case.seats for case in short}
    assert any(case.changed for case in short)
