"""A match in words."""

from services.rulesets.faceoff.ruleset import RULESET
from tests.unit.faceoff.played_table import PlayedTable
from tests.unit.faceoff.scenario import Scenario

NAMES = ["Teri", "Tom", "Una"]


def labels(table: PlayedTable, player: str) -> list[str]:
    seat = "ABC".index(player)
    view = RULESET.observe(table.state, seat)
    return [RULESET.label(view, action) for action in RULESET.legal(table.state, seat)]


def told(table: PlayedTable, player: str = "") -> list[str]:
    shares = table.told["ABC".index(player)] if player else table.happened
    return [RULESET.telling(share, NAMES) for share in shares]


def picture(table: PlayedTable, player: str = "") -> list[str]:
    seat = "ABC".index(player) if player else -1
    return RULESET.picture(RULESET.observe(table.state, seat)).splitlines()


def a_face_off() -> PlayedTable:
    scenario = Scenario(2).clock("ninjas_vc3", "bazaar_1", "lucky_coin").dealt("A", "cowboys_vc1", "cowboys_vc2")
    scenario.hand("A", "loyal_mustang", "banner", "lasso").hand("B", "tomo_sukesada", "goemons_chain_whip", "katana")
    return scenario.deck("B", "giant_kite", "ninjas_vc4", "ninjas_vc5").begin()


def test_a_clock_card_says_what_it_starts() -> None:
    assert labels(a_face_off(), "A") == [
        "Choose The Mystical Book of Ninja Secrets (Ninjas 3, 1 piece): face off for it",
        "Choose Lucky Coin (bonus 2): face off for it",
        "Choose Bazaar 1 (HQ assault: Hold a Market step): assault the HQ",
    ]


def test_a_face_off_in_labels() -> None:
    table = a_face_off().play("A", "clock ninjas_vc3")
    assert labels(table, "A") == [
        "Play no card",
        "Play Loyal Mustang (P/E3)",
        "Discard Loyal Mustang (P/E3) face down",
        "Discard Banner (E5) face down",
        "Discard Lasso (E2) face down",
    ]
    table.play("A", "play loyal_mustang").play("B", "play tomo_sukesada")
    assert labels(table, "B") == [
        "Tomo Sukesada: destroy a card from your hand or discard pile",
        "Tomo Sukesada: gain 1 VP token",
    ]
    table.play("B", "choose option 1")
    assert labels(table, "B")[:2] == ["Tomo Sukesada: choose no card", "Tomo Sukesada: destroy Katana (E5)"]
    table.play("B", "choose katana").play("A", "no_card").play("B", "play goemons_chain_whip")
    assert labels(table, "B") == [
        "Goemon's Chain Whip: leave Giant Kite (E2) on top",
        "Goemon's Chain Whip: discard Giant Kite (E2)",
    ]
    table.play("B", "choose no")
    assert labels(table, "B")[:4] == [
        "Take The Mystical Book of Ninja Secrets (Ninjas 3, 1 piece)",
        "Take a VP token",
        "Take no reward",
        "Take Aristotle (P5)",
    ]


def test_what_is_told_of_a_commit() -> None:
    table = a_face_off().play("A", "clock ninjas_vc3", "discard banner")
    assert told(table) == told(table, "B") == ["Teri is ready."]
    assert told(table, "A") == ["Teri is ready: to discard Banner (E5) face down."]
    table.play("B", "no_card")
    assert told(table)[:4] == [
        "Tom is ready.",
        "Teri discards a face-down card.",
        "Tom plays no card.",
        "Teri and Tom choose an equipment.",
    ]


def test_what_is_told_of_a_look_at_the_top_card() -> None:
    table = a_face_off().play("A", "clock ninjas_vc3", "no_card").play("B", "play tomo_sukesada", "choose option 2")
    table.play("A", "no_card").play("B", "play goemons_chain_whip")
    assert "Tom looks at the top card of the deck." in told(table)
    assert "Tom looks at the top card of the deck: Giant Kite (E2)." in told(table, "B")
    table.play("B", "choose yes")
    assert told(table)[:4] == [
        "Tom discards Giant Kite (E2) from the top of the deck.",
        "Tom draws a card.",
        "Total power in the Face Off: Teri 0, Tom 11 (5 +6 combos).",
        "Ranking: Tom.",
    ]


def test_the_table_in_a_face_off() -> None:
    table = a_face_off().play("A", "clock ninjas_vc3", "play loyal_mustang")
    lines = picture(table, "A")
    assert lines[0] == "Round 1 of at most 26. Face Off, personalities: waiting for player 1."
    assert lines[1] == "HQ: The Heathen House. Players add 2 cards to their HQ stacks in each Build Up step."
    assert "This round: The Mystical Book of Ninja Secrets (Ninjas 3, 1 piece)" in lines
    assert (
        "Player 0 (you), Cowboys, first: 10 VP, hand 3: Loyal Mustang (P/E3), Banner (E5), Lasso (E2), ready, deck 9"
        in lines
    )
    assert "Player 1, Ninjas: 10 VP, hand 3, deck 11" in lines
    assert "Player 0, Cowboys, first: 10 VP, hand 3, ready, deck 9" in picture(table)
    table.play("B", "play tomo_sukesada")
    assert "  in the Face Off, power 3: Loyal Mustang (P/E3)" in picture(table)
    assert picture(table)[0] == "Round 1 of at most 26. An ability asks for Tomo Sukesada: waiting for player 1."


def test_an_army_on_the_table() -> None:
    scenario = Scenario(2).hq("ninjas", timing=4).stack("A", "annie_oakley", "loyal_mustang/E", "red_ryder")
    lines = picture(scenario.stack("B", "tamoe_gozen").begin())
    assert (
        "  HQ stack, power 17, sheltered: Annie Oakley (P8), Loyal Mustang (P/E3) as an equipment, Red Ryder (P3)"
        in lines
    )
    assert "  HQ stack, power 4: Tamoe Gozen (P4)" in lines


def test_an_hq_reward_in_labels() -> None:
    """FO-P04: with option hq_reward=tokens its card is not to be had."""
    for hq_reward, label in (
        ("permanent", "Take Way of the Shadow: End of Turn: Look at the top card of your deck; you may discard it."),
        ("tokens", "Take 4 VP tokens for Way of the Shadow"),
    ):
        scenario = Scenario(2, hq_reward=hq_reward).last_hq("ninjas", timing=2).assaults("rout").clock("war_bonds")
        table = scenario.hand("A", "wild_bill_hickok").hand("B", "fuma_kotaro").begin().play("A", "clock war_bonds")
        table.play("A", "build wild_bill_hickok").play("B", "build fuma_kotaro")
        assert labels(table, "B")[1] == label


def test_the_end_in_words() -> None:
    scenario = Scenario(2).last_hq("ninjas", timing=2).assaults("rout").clock("war_bonds")
    table = scenario.hand("A", "wild_bill_hickok").hand("B", "fuma_kotaro").begin().play("A", "clock war_bonds")
    table.play("A", "build wild_bill_hickok").play("B", "build fuma_kotaro")
    table.play("B", "take ninjas_vc7").play("A", "take vp")
    assert told(table)[-3:] == [
        "Teri scores 15: 3 Cowboys, 12 VP tokens.",
        "Tom scores 25: 7 Cowboys, 7 Ninjas, 11 VP tokens.",
        "The match is over. Tom wins.",
    ]
    assert picture(table)[0] == "The match ended in round 1."
