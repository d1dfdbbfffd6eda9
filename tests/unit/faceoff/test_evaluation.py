"""What each player may hope for."""

import pytest

from services.engine.chance import FastChance
from services.engine.options import complete
from services.rulesets.faceoff.play.options import OPTIONS
from services.rulesets.faceoff.ruleset import RULESET
from tests.unit.faceoff.played_table import PlayedTable
from tests.unit.faceoff.scenario import Scenario

RANDOM = RULESET.bots()["random"]


def shares(table: PlayedTable) -> list[float]:
    """What the players may hope for where nothing is being fought."""
    found = RULESET.evaluate(table.state)
    assert found is not None
    return found


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_shares_add_up_to_one_and_at_the_end_are_the_outcome(seats: int) -> None:
    state, _ = RULESET.start(seats, complete({}, OPTIONS), FastChance(seats))
    chance = FastChance(1)
    judged = 0
    while pending := RULESET.pending(state):
        for seat in pending:
            RULESET.play(state, seat, RANDOM.choose(RULESET.observe(state, seat), RULESET.legal(state, seat), chance))
            found = RULESET.evaluate(state)
            if found is None:
                continue
            judged += 1
            assert len(found) == seats
            assert sum(found) == pytest.approx(1.0)
            assert all(0.0 <= share <= 1.0 for share in found)
    assert judged > 20
    outcome = RULESET.outcome(state)
    assert outcome is not None
    winners = [result.seat for result in outcome.results if result.rank == 1]
    assert RULESET.evaluate(state) == [(seat in winners) / len(winners) for seat in range(seats)]


def test_a_face_off_is_judged_when_its_rewards_are_given() -> None:
    """FO-067 to FO-092: what is committed is spent, and what it will bring is not there yet."""
    scenario = Scenario(2).clock("cowboys_vc6").hand("A", "wild_bill_hickok", "banner").hand("B", "katana")
    table = scenario.begin()
    before = shares(table)
    table.play("A", "clock cowboys_vc6")
    assert RULESET.evaluate(table.state) is None  # the Personality step
    table.play("A", "play wild_bill_hickok")
    assert RULESET.evaluate(table.state) is None
    table.play("B", "no_card")
    assert RULESET.evaluate(table.state) is None  # the Equipment step
    table.play("A", "play banner").play("B", "no_card")
    assert "take clock" in table.legal("A")
    assert RULESET.evaluate(table.state) is None
    table.play("A", "take clock")
    assert shares(table)[0] > before[0]


def test_an_hq_assault_is_judged_when_it_is_over() -> None:
    """FO-093 to FO-118."""
    scenario = Scenario(2).hq("cowboys", timing=4).clock("bazaar_1").hand("A", "wild_bill_hickok").hand("B", "katana")
    table = scenario.begin().play("A", "clock bazaar_1")
    assert RULESET.evaluate(table.state) is None  # the Build up step
    table.play("A", "build wild_bill_hickok").play("B", "build katana")
    assert RULESET.evaluate(table.state) is None  # the bidding
    table.play("A", "bid 1").play("B", "pass")
    assert RULESET.evaluate(table.state) is None  # where the card goes
    table.play("A", "shuffle_in")
    assert sum(shares(table)) == pytest.approx(1.0)


def test_who_has_the_stronger_pair_in_hand_may_hope_for_more() -> None:
    weak = Scenario(2).hand("A", "lasso", "tin_star", "banner", "winchester_rifle", "calamity_jane")
    strong = Scenario(2).hand("A", "lasso", "tin_star", "banner", "winchester_rifle", "wild_bill_hickok")
    assert shares(strong.begin())[0] > shares(weak.begin())[0]


def test_mirrored_players_may_hope_for_the_mirrored_shares() -> None:
    ahead = shares(Scenario(2).vp("A", 15).begin())
    behind = shares(Scenario(2).vp("B", 15).begin())
    assert ahead[0] > 0.5
    level = shares(Scenario(2).begin())
    assert ahead[0] > level[0] > behind[0]


def test_the_same_lead_counts_for_more_when_the_end_is_near() -> None:
    early = Scenario(2).vp("A", 14).begin()
    late = Scenario(2).last_hq("ninjas", timing=2).vp("A", 14).begin()
    assert shares(late)[0] > shares(early)[0] > 0.5


def test_who_leads_in_a_set_may_hope_for_more() -> None:
    """FO-129."""
    without = Scenario(2).begin()
    with_cards = Scenario(2).discards("A", "cowboys_vc5", "cowboys_vc6").begin()
    assert shares(with_cards)[0] > shares(without)[0]


def test_the_stronger_army_may_hope_for_more() -> None:
    without = Scenario(2).hq("cowboys", timing=2).begin()
    with_army = Scenario(2).hq("cowboys", timing=2).stack("A", "wild_bill_hickok").begin()
    assert shares(with_army)[0] > shares(without)[0]
