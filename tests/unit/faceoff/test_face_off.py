"""Face Offs: the worked examples."""

from typing import Any

from tests.unit.faceoff.changed_cards import changed
from tests.unit.faceoff.played_table import PlayedTable
from tests.unit.faceoff.scenario import Scenario


def the_example() -> PlayedTable:
    """The rulebook's Face Off: Teri (A) plays the Cowboys, Tom (B) the Ninjas."""
    scenario = Scenario(2).clock("ninjas_vc3", "bazaar_1", "lucky_coin").clock_middle("bazaar_3", "bazaar_5")
    scenario.hand("A", "billy_the_kid", "banner", "tin_star", "calamity_jane", "wild_bill_hickok")
    scenario.hand("B", "tomo_sukesada", "goemons_chain_whip", "katana", "naginata", "smoke_bomb")
    scenario.deck("A", "bass_reeves").deck("B", "giant_kite", "fuma_kotaro")
    table = scenario.begin()
    return table.play("A", "clock ninjas_vc3").play("A", "play billy_the_kid").play("B", "play tomo_sukesada")


def test_abilities_of_the_personalities_in_the_rulebooks_face_off() -> None:
    """FO-T07 (FO-073, FO-R22, FO-R23)."""
    table = the_example()
    assert table.pending() == "A"
    assert table.legal("A") == [
        "choose wild_bill_hickok",
        "choose calamity_jane",
        "choose banner",
        "choose tin_star",
    ]
    table.play("A", "choose tin_star")
    assert table.hand("A") == ["wild_bill_hickok", "bass_reeves", "calamity_jane", "banner"]
    assert table.discards("A") == ["tin_star"]
    assert table.pending() == "B"
    assert table.legal("B") == ["choose option 1", "choose option 2"]
    table.play("B", "choose option 2")
    assert table.vp("B") == 11


def test_the_rulebooks_face_off() -> None:
    """FO-T06 (FO-031, FO-082, FO-083, FO-085, FO-086, FO-R32, FO-R35, FO-R71)."""
    table = the_example().play("A", "choose tin_star").play("B", "choose option 2")
    table.play("A", "play banner").play("B", "play goemons_chain_whip")
    assert table.event("top_looked_at", "B") == {"player": 1, "card": "giant_kite"}
    assert table.event("top_looked_at", "A") == {"player": 1}
    table.play("B", "choose yes")
    assert "fuma_kotaro" in table.hand("B")
    assert totals(table) == [12, 11]
    assert table.event("ranked")["players"] == [0, 1]
    assert table.pending() == "A"
    table.play("A", "take clock")
    assert table.discards("A") == ["tin_star", "ninjas_vc3"]
    assert table.legal("B") == [
        "take vp",
        "decline",
        "take aristotle",
        "take dracula",
        "take truth_gun",
    ]
    table.play("B", "take aristotle")
    assert table.discards("B") == ["giant_kite", "aristotle"]
    assert [table.vp(player) for player in "AB"] == [10, 11]


def totals(table: PlayedTable) -> list[int]:
    """Each player's total, as it was told."""
    players: list[dict[str, Any]] = table.event("totals")["players"]
    return [each["total"] for each in players]


def fight(*hands: tuple[str, str], first: str = "A", **options: Any) -> PlayedTable:
    """A Face Off in which each player plays these two cards, up to the rewards."""
    scenario = Scenario(len(hands), **options).clock("cowboys_vc1").first(first)
    for player, cards in zip("ABCDE", hands, strict=False):
        scenario.hand(player, *[card for card in cards if card])
    table = scenario.begin().play(first, "clock cowboys_vc1")
    for step in (0, 1):
        for player, cards in zip("ABCDE", hands, strict=False):
            if table.state.waiting >> "ABCDE".index(player) & 1:
                table.play(player, f"play {cards[step]}" if cards[step] else "no_card")
    return table


def test_rewards_go_to_the_first_three_of_four() -> None:
    """FO-T08 (FO-085, FO-086, FO-092, FO-R34)."""
    table = fight(
        ("doc_holliday", "peacemaker"),
        ("tamoe_gozen", "katana"),
        ("the_red_baron", ""),
        ("blackbeard", ""),
    )
    assert totals(table) == [13, 9, 8, 7]
    table.play("A", "take clock")
    table.play("B", "take dracula")
    assert table.events("reward_taken") == [
        {"player": 1, "reward": "REWARD_POWER_CARD", "card": "dracula"},
        {"player": 2, "reward": "REWARD_VP"},
    ]
    assert table.vp("C") == 11
    assert [table.vp(player) for player in "ABD"] == [10, 10, 10]
    assert table.discards("A")[0] == "cowboys_vc1"
    assert table.discards("B")[0] == "dracula"
    assert table.pending() == "A"
    table.play("A", table.legal("A", "refill")[0])
    assert table.pending() == "B"
    assert len(table.legal("B", "refill")) == 2


def test_who_plays_no_personality_gets_no_reward() -> None:
    """FO-T09 (FO-070, FO-071, FO-078, FO-080)."""
    scenario = Scenario(3).clock("cowboys_vc1").hand("A", "wild_bill_hickok").hand("B", "katana", "fuma_kotaro")
    table = scenario.hand("C", "minotaur").begin().play("A", "clock cowboys_vc1")
    table.play("A", "play wild_bill_hickok").play("B", "no_card").play("C", "play minotaur")
    assert table.pending() == "B"
    table.play("B", "discard katana")
    assert table.event("ranked")["players"] == [0, 2]
    table.play("A", "take vp").play("C", "take clock")
    assert table.vp("A") == 11
    assert table.discards("C") == ["cowboys_vc1", "minotaur"]
    assert table.discards("B") == ["katana"]
    assert table.power_row() == ["aristotle", "dracula", "truth_gun"]


def test_without_a_personality_no_equipment_can_be_played() -> None:
    """FO-T10 (FO-R20)."""
    scenario = Scenario(2).clock("cowboys_vc1").hand("A", "wild_bill_hickok", "banner").hand("B", "katana", "naginata")
    table = scenario.begin().play("A", "clock cowboys_vc1", "play wild_bill_hickok").play("B", "no_card")
    assert table.legal("B") == ["no_card", "discard katana", "discard naginata"]


def test_a_card_discarded_face_down_stays_hidden_until_clean_up() -> None:
    """FO-T11 (FO-069, FO-088, FO-090, FO-R18, FO-R19)."""
    scenario = Scenario(2).clock("cowboys_vc1").hand("A", "wild_bill_hickok", "banner").hand("B", "katana", "naginata")
    table = scenario.begin().play("A", "clock cowboys_vc1", "play wild_bill_hickok").play("B", "discard katana")
    assert table.view("A")["players"][1]["face_down"] == [""]
    assert table.view("")["players"][1]["face_down"] == [""]
    assert table.view("B")["players"][1]["face_down"] == ["katana"]
    assert {"player": 1, "kind": "REVEAL_FACE_DOWN"} in table.events("revealed", "A")
    table.play("A", "play banner").play("B", "no_card")
    assert totals(table) == [11, 0]
    assert table.event("ranked")["players"] == [0]
    table.play("A", "take vp")
    assert table.discards("B") == ["katana"]
    assert table.view("A")["players"][1]["discards"] == ["katana"]


HOME = changed(
    doc_holliday={"letter": "Z", "combos": []},
    mochizuki_chiyome={"letter": "A", "combos": []},
)
"""Two personalities of power 5 with letters Z and A."""


def tie(scenario: Scenario, teri: tuple[str, str], tom: tuple[str, str], first: str = "A") -> str:
    """Who is ahead when both play these cards."""
    scenario.clock("cowboys_vc1").first(first).hand("A", *filter(None, teri)).hand("B", *filter(None, tom))
    table = scenario.begin().play(first, "clock cowboys_vc1")
    for step in (0, 1):
        for player, cards in (("A", teri), ("B", tom)):
            if player in table.pending():
                table.play(player, f"play {cards[step]}" if cards[step] else "no_card")
    assert len(set(totals(table))) == 1
    return "AB"[table.event("ranked")["players"][0]]


def test_the_active_hqs_faction_wins_ties() -> None:
    """FO-T12 (FO-084, FO-R27)."""
    scenario = Scenario(2, ruleset=HOME).hq("cowboys", timing=4)
    assert tie(scenario, ("doc_holliday", "banner"), ("mochizuki_chiyome", "katana")) == "A"


def test_at_heathen_house_the_personalitys_letter_wins_ties() -> None:
    """FO-T13 (FO-084, FO-R28)."""
    assert tie(Scenario(2, ruleset=HOME), ("doc_holliday", "banner"), ("mochizuki_chiyome", "katana")) == "B"


LETTERS = changed(
    bass_reeves={"letter": "Z"},
    doc_holliday={"letter": "K", "combos": []},
    banner={"letter": "C"},
    mochizuki_chiyome={"letter": "K", "combos": []},
    katana={"letter": "B"},
)
SAME_LETTERS = changed(
    bass_reeves={"letter": "Z"},
    doc_holliday={"letter": "K", "combos": []},
    banner={"letter": "C"},
    mochizuki_chiyome={"letter": "A", "combos": []},
    fuma_kotaro={"letter": "K"},
)


def test_then_the_equipments_letter_then_the_turn_order() -> None:
    """FO-T14 (FO-084, FO-R28, FO-R31)."""
    teri = ("doc_holliday", "banner")
    assert tie(Scenario(2, ruleset=LETTERS), teri, ("mochizuki_chiyome", "katana")) == "B"
    equal = changed(
        bass_reeves={"letter": "Z"},
        doc_holliday={"letter": "K", "combos": []},
        banner={"letter": "C"},
        mochizuki_chiyome={"letter": "K", "combos": []},
        katana={"letter": "C"},
    )
    assert tie(Scenario(2, ruleset=equal), teri, ("mochizuki_chiyome", "katana"), first="B") == "B"
    assert tie(Scenario(2, ruleset=equal), teri, ("mochizuki_chiyome", "katana"), first="A") == "A"
    # Doc Holliday with the Tin Star has 6, as has Fuma Kotaro alone; both personalities have letter K.
    assert tie(Scenario(2, ruleset=SAME_LETTERS), ("doc_holliday", "tin_star"), ("fuma_kotaro", ""), first="B") == "A"


def test_a_victory_card_that_nobody_takes_leaves_the_match() -> None:
    """FO-T15 (FO-R17)."""
    table = fight(("wild_bill_hickok", "banner"), ("fuma_kotaro", ""))
    table.play("A", "take aristotle").play("B", "take vp")
    assert table.removed() == ["cowboys_vc1"]
    table.play("A", table.legal("A", "refill")[0])
    assert len(table.clock_row()) == 3


def test_an_aviator_with_a_traveller_may_fly_to_the_hq() -> None:
    """FO-T16 (FO-061, FO-089, FO-R58, FO-R59)."""
    for answer, stack in (("fly", ["billy_the_kid"]), ("stay", [])):
        scenario = Scenario(2).clock("cowboys_vc1").hand("A", "billy_the_kid", "banner", "tin_star", "lasso")
        table = scenario.hand("B", "tamoe_gozen").begin().play("A", "clock cowboys_vc1", "play billy_the_kid")
        table.play("B", "play tamoe_gozen").play("A", "choose tin_star", "play banner", "take vp").play("B", "decline")
        assert table.pending() == "A"
        assert table.legal("A") == ["stay", "fly"]
        hand = table.hand("A")
        table.play("A", answer)
        assert table.stack("A") == stack
        assert set(table.discards("A")) == {"tin_star", "banner", "billy_the_kid"} - set(stack)
        assert table.hand("A") == hand


def test_an_attack_on_a_shielded_player_does_nothing() -> None:
    """FO-T35 (FO-075, FO-R44, FO-R46)."""
    table = fight(("wild_bill_hickok", "lasso"), ("fuma_kotaro", "smoke_bomb"), ("loup_garou", ""))
    assert table.legal("A") == ["choose player 1", "choose player 2"]
    table.play("A", "choose player 1")
    assert table.event("shielded") == {"player": 1, "card": "lasso"}
    assert totals(table) == [8, 7, 3]


def test_the_third_place_must_take_what_remains() -> None:
    """FO-T37 (FO-086, FO-R33)."""
    table = fight(("wild_bill_hickok", "banner"), ("fuma_kotaro", "giant_kite"), ("loup_garou", ""))
    table.play("A", "decline").play("B", "decline")
    assert table.legal("C") == [
        "take clock",
        "take vp",
        "take aristotle",
        "take dracula",
        "take truth_gun",
    ]


def test_a_face_off_without_personalities() -> None:
    """FO-T38 (FO-R82)."""
    scenario = Scenario(2).clock("cowboys_vc1")
    table = scenario.begin().play("A", "clock cowboys_vc1")
    table.play("A", "discard billy_the_kid").play("B", "discard hattori_hanzo")
    table.play("A", "discard wild_bill_hickok").play("B", "no_card")
    assert table.removed() == ["cowboys_vc1"]
    assert [len(table.hand(player)) for player in "AB"] == [3, 4]
    assert table.power_row() == ["aristotle", "dracula", "truth_gun"]
    assert table.pending() == "A"
    table.play("A", table.legal("A", "refill")[0])
    assert len(table.clock_row()) == 3
    assert table.power_row() == ["aristotle", "dracula", "truth_gun"]
    assert [len(table.hand(player)) for player in "AB"] == [5, 5]
    assert table.state.round == 2
