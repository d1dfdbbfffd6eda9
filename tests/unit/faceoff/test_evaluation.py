"""What each player may hope for."""

import pytest

from services.engine.chance import FastChance
from services.engine.options import complete
from services.rulesets.faceoff.play.options import OPTIONS
from services.rulesets.faceoff.ruleset import RULESET
from tests.unit.faceoff.scenario import Scenario

RANDOM = RULESET.bots()["random"]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_shares_add_up_to_one_and_at_the_end_are_the_outcome(seats: int) -> None:
    state, _ = RULESET.start(seats, complete({}, OPTIONS), FastChance(seats))
    chance = FastChance(1)
    while pending := RULESET.pending(state):
        for seat in pending:
            RULESET.play(state, seat, RANDOM.choose(RULESET.observe(state, seat), RULESET.legal(state, seat), chance))
            shares = RULESET.evaluate(state)
            assert len(shares) == seats
            assert sum(shares) == pytest.approx(1.0)
            assert all(0.0 <= share <= 1.0 for share in shares)
    outcome = RULESET.outcome(state)
    assert outcome is not None
    winners = [result.seat for result in outcome.results if result.rank == 1]
    assert RULESET.evaluate(state) == [(seat in winners) / len(winners) for seat in range(seats)]


def test_mirrored_players_may_hope_for_the_mirrored_shares() -> None:
    ahead = RULESET.evaluate(Scenario(2).vp("A", 15).begin().state)
    behind = RULESET.evaluate(Scenario(2).vp("B", 15).begin().state)
    assert ahead[0] > 0.5
    level = RULESET.evaluate(Scenario(2).begin().state)
    assert ahead[0] > level[0] > behind[0]


def test_the_same_lead_counts_for_more_when_the_end_is_near() -> None:
    early = Scenario(2).vp("A", 14).begin()
    late = Scenario(2).last_hq("ninjas", timing=2).vp("A", 14).begin()
    assert RULESET.evaluate(late.state)[0] > RULESET.evaluate(early.state)[0] > 0.5


def test_who_leads_in_a_set_may_hope_for_more() -> None:
    """FO-129."""
    without = Scenario(2).begin()
    with_cards = Scenario(2).discards("A", "cowboys_vc5", "cowboys_vc6").begin()
    assert RULESET.evaluate(with_cards.state)[0] > RULESET.evaluate(without.state)[0]


def test_the_stronger_army_may_hope_for_more() -> None:
    without = Scenario(2).hq("cowboys", timing=2).begin()
    with_army = Scenario(2).hq("cowboys", timing=2).stack("A", "wild_bill_hickok").begin()
    assert RULESET.evaluate(with_army.state)[0] > RULESET.evaluate(without.state)[0]
