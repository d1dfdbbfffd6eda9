"""HQ Assaults and the market: the worked examples."""

from tests.unit.faceoff.changed_cards import NEUTRAL
from tests.unit.faceoff.played_table import PlayedTable
from tests.unit.faceoff.scenario import Scenario


def siege(teri_has: str, teri_plays: str) -> PlayedTable:
    """Teri (A) has a card near an HQ without an effect; Tom (B), who is first, adds Tamoe Gozen, Teri another card."""
    scenario = Scenario(2, ruleset=NEUTRAL).hq("cowboys", timing=4).first("B").stack("A", teri_has)
    scenario.hand("A", teri_plays, "tin_star").hand("B", "tamoe_gozen", "katana").clock("spoils_of_war")
    table = scenario.begin().play("B", "clock spoils_of_war")
    return table.play("A", f"build {teri_plays}").play("B", "build tamoe_gozen")


def test_the_rulebooks_assault() -> None:
    """FO-T17 (FO-099, FO-103, FO-111, FO-R42, FO-R43, FO-R72)."""
    table = siege("billy_the_kid", "red_ryder")
    assert table.army("B") == 4
    assert table.army("A") == 10
    assert [table.vp(player) for player in "AB"] == [12, 10]


def test_a_siege_hits_every_personality_of_an_army_without_shelter() -> None:
    """FO-T18 (FO-101, FO-R42, FO-R43)."""
    table = siege("wild_bill_hickok", "red_ryder")
    assert table.army("A") == 5
    assert table.army("B") == 4
    assert siege("wild_bill_hickok", "banner").army("A") == 9


def test_two_cards_each_at_heathen_house() -> None:
    """FO-T19 (FO-098, FO-120, FO-R40)."""
    table = Scenario(2).clock("spoils_of_war").begin().play("A", "clock spoils_of_war")
    table.play("A", "build wild_bill_hickok doc_holliday").play("B", "build fuma_kotaro tamoe_gozen")
    assert [len(table.hand(player)) for player in "AB"] == [3, 3]
    assert table.stack("A") == ["wild_bill_hickok", "doc_holliday"]
    assert table.stack("B") == ["fuma_kotaro", "tamoe_gozen"]
    table.play("A", table.legal("A", "refill")[0])
    assert [len(drew["cards"]) for drew in table.events("drew", "A")] == [2, 0]
    assert [drew["number"] for drew in table.events("drew")] == [2, 2]
    assert [len(table.hand(player)) for player in "AB"] == [5, 5]


PLAIN = {"A": "wild_bill_hickok", "B": "fuma_kotaro", "C": "manticore"}


def assault(scenario: Scenario, card: str, players: str = "AB") -> PlayedTable:
    """A and the others each add a plain personality; A has chosen this assault card."""
    for player in players:
        scenario.hand(player, PLAIN[player])
    table = scenario.clock(card).begin().play("A", f"clock {card}")
    for player in players:
        table.play(player, f"build {PLAIN[player]}")
    return table


def test_the_hq_cracks_when_as_many_assaults_were_made_as_the_timing_card_says() -> None:
    """FO-T20 (FO-109)."""
    first = assault(Scenario(2).hq("cowboys", timing=3), "war_bonds")
    assert "hq_cracked" not in first.kinds()
    first.play("A", first.legal("A", "refill")[0])
    assert first.state.round == 2
    second = assault(Scenario(2).hq("cowboys", timing=3).assaults("rout"), "war_bonds")
    assert "hq_cracked" not in second.kinds()
    third = assault(Scenario(2).hq("cowboys", timing=3).assaults("rout", "deserters"), "war_bonds")
    assert third.event("hq_cracked") == {"card": "the_long_branch_saloon"}
    assert third.legal("A") == [
        "take vp",
        "take hq_reward",
        "decline",
        "take cowboys_vc7",
        "take ninjas_vc7",
        "take time_machine_vc7",
    ]


def test_bidding_for_the_market_card() -> None:
    """FO-T21 (FO-104 to FO-108, FO-R51, FO-R52, FO-R53)."""
    scenario = Scenario(3).hq("cowboys", timing=4).vp("A", 5).vp("B", 3).vp("C", 10)
    scenario.market("a_haunting_presence", "golden_fleece")
    table = assault(scenario, "bazaar_1", "ABC")
    assert table.pending() == "A"
    assert table.legal("A") == ["bid 1", "bid 2", "bid 3", "bid 4", "bid 5"]
    table.play("A", "bid 1").play("B", "bid 3").play("C", "bid 4").play("A", "bid 5")
    assert table.events("bid_passed") == [{"player": 1}]
    assert table.pending() == "C"
    assert table.legal("C") == ["pass", "bid 6", "bid 7", "bid 8", "bid 9", "bid 10"]
    table.play("C", "bid 6")
    assert table.event("market_sold") == {"player": 2, "card": "a_haunting_presence", "tokens": 6}
    assert [table.vp(player) for player in "ABC"] == [5, 3, 4]
    assert table.legal("C") == ["to_discard", "shuffle_in"]
    table.play("C", "to_discard")
    assert table.discards("C") == ["a_haunting_presence"]
    assert table.event("market_flipped") == {"card": "golden_fleece"}


def test_a_bought_card_may_be_shuffled_into_the_deck() -> None:
    """FO-T21 (FO-108, FO-R53)."""
    table = assault(Scenario(2).hq("cowboys", timing=4).vp("B", 0), "bazaar_1")
    table.play("A", "bid 1", "shuffle_in")
    assert "a_haunting_presence" in table.deck("A")
    assert table.discards("A") == []


def test_the_last_hqs_last_assault_holds_no_market() -> None:
    """FO-T22 (FO-110, FO-126, FO-127, FO-R49, FO-R66)."""
    table = assault(Scenario(2).last_hq("ninjas", timing=2).assaults("rout"), "bazaar_1")
    assert "market_skipped" in table.kinds()
    assert "hq_cracked" in table.kinds()
    first, second = ("B", "A") if table.pending() == "B" else ("A", "B")
    table.play(first, "take vp").play(second, "decline")
    assert table.pending() == ""
    assert table.ruleset.outcome(table.state) is not None
    assert table.stack("A") == ["wild_bill_hickok"]


def test_another_hqs_last_assault_holds_its_market_before_the_rewards() -> None:
    """FO-T22 (FO-109)."""
    table = assault(Scenario(2).hq("ninjas", timing=2).assaults("rout").vp("B", 0), "bazaar_1")
    table.play("A", "bid 1")
    assert "hq_cracked" not in table.kinds()
    table.play("A", "to_discard")
    assert "hq_cracked" in table.kinds()


def test_one_seven_point_card_leaves_at_each_crack() -> None:
    """FO-T23 (FO-115, FO-116, FO-R32, FO-R57)."""
    table = assault(Scenario(2, ruleset=NEUTRAL).hq("cowboys", timing=2).assaults("rout"), "war_bonds")
    assert table.pending() == "A"
    table.play("A", "take ninjas_vc7")
    assert table.discards("A")[0] == "ninjas_vc7"
    assert table.legal("B") == ["take vp", "take hq_reward", "decline"]
    table.play("B", "take hq_reward")
    assert table.view("")["players"][1]["rewards"] == ["fastest_gun_alive"]
    assert table.view("")["vc7"] == ["cowboys_vc7", "time_machine_vc7"]


def test_the_clock_row_is_refilled_after_an_assault() -> None:
    """FO-T32 (FO-R14)."""
    scenario = Scenario(2).hq("cowboys", timing=4).clock_middle("cowboys_vc1", "cowboys_vc2")
    table = assault(scenario, "war_bonds")
    left = len(table.state.clock_deck)
    assert table.pending() == "A"
    assert table.legal("A") == ["refill cowboys_vc1", "refill cowboys_vc2"]
    table.play("A", "refill cowboys_vc2")
    assert len(table.clock_row()) == 3
    assert table.clock_row()[2] == "cowboys_vc2"
    assert len(table.state.clock_deck) == left - 1


def test_nobody_loses_tokens_that_they_do_not_have() -> None:
    """FO-T34 (FO-R38, FO-R47)."""
    # Wild Bill Hickok and Fuma Kotaro both have 6; T comes before U.
    table = assault(Scenario(2, ruleset=NEUTRAL).hq("cowboys", timing=4).vp("B", 1), "rout")
    assert table.vp("B") == 0
    options = Scenario(3, ruleset=NEUTRAL).hq("cowboys", timing=4).vp("C", 1).stack("A", "annie_oakley")
    table = assault(options.stack("B", "katana"), "pillage", "ABC")
    assert [table.vp(player) for player in "ABC"] == [11, 10, 0]
