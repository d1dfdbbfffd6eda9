"""Every verb of card texts, in a Face Off: a player reveals a card, and this is what everybody sees on the table."""

from typing import Any

import pytest

from services.rulesets.faceoff.ruleset import RULESET, FaceOff
from tests.unit.faceoff.changed_cards import changed
from tests.unit.faceoff.played_table import PlayedTable
from tests.unit.faceoff.scenario import Scenario

LEGENDS = {"A": "wild_bill_hickok", "B": "fuma_kotaro", "C": "manticore", "D": "robur_the_conqueror"}
"""A personality of power 6 for everybody, without an ability."""


def starred(*effects: Any, **ability: Any) -> FaceOff:
    """The game in which the Tin Star, an equipment of power 1, does something else."""
    return changed(tin_star={"abilities": [{"do": list(effects), **ability}]})


def scene(players: int = 2, ruleset: FaceOff = RULESET, **options: Any) -> Scenario:
    """A has the Tin Star; everybody has a personality of power 6."""
    scenario = Scenario(players, ruleset=ruleset, **options).clock("cowboys_vc1")
    for player in "ABCD"[:players]:
        scenario.hand(player, LEGENDS[player])
    return scenario.hand("A", "tin_star")


def reveal(scenario: Scenario, players: int = 2, equipment: str = "tin_star", **others: str) -> PlayedTable:
    """Everybody plays their personality; A then reveals the Tin Star, the others nothing unless it is said."""
    table = scenario.begin().play("A", "clock cowboys_vc1")
    for player in "ABCD"[:players]:
        table.play(player, f"play {LEGENDS[player]}")
    table.play("A", f"play {equipment}")
    for player in "BCD"[: players - 1]:
        if player in table.pending():
            table.play(player, others.get(player, "no_card"))
    return table


def total(table: PlayedTable, player: str) -> int:
    """A player's total, as it was told."""
    number: int = table.event("totals")["players"]["ABCD".index(player)]["total"]
    return number


# -- cards -----------------------------------------------------------------------------------------------------------


def test_drawing_cards() -> None:
    """draw: two from the own deck, seen by nobody else."""
    table = reveal(scene(ruleset=starred({"op": "draw", "n": 2})).deck("A", "lasso", "banner"))
    assert table.hand("A") == ["banner", "lasso"]
    assert table.event("drew", "A") == {"player": 0, "number": 2, "cards": ["lasso", "banner"]}
    assert table.event("drew", "B") == {"player": 0, "number": 2, "cards": []}


def test_discarding_a_card_of_ones_own_choice() -> None:
    """discard: one after the other; the last one without a choice."""
    table = reveal(scene(ruleset=starred({"op": "discard", "n": 2})).hand("A", "lasso", "banner"))
    assert table.pending() == "A"
    assert table.legal("A") == ["choose banner", "choose lasso"]
    table.play("A", "choose banner")
    assert table.hand("A") == []
    assert table.discards("A") == ["banner", "lasso"]
    assert "totals" in table.kinds()


def test_discarding_with_an_empty_hand() -> None:
    """discard: as much as possible (FO-R22)."""
    table = reveal(scene(ruleset=starred("discard")))
    assert table.discards("A") == []
    assert "totals" in table.kinds()


def test_making_an_opponent_discard() -> None:
    """forced_discard: the victim decides."""
    poison = starred({"op": "forced_discard", "who": "chosen_opponent"}, attack=True)
    table = reveal(scene(3, poison).hand("C", "iron_claws", "full_moon"), 3)
    assert table.legal("A") == ["choose player 1", "choose player 2"]
    table.play("A", "choose player 2")
    assert table.event("target_chosen") == {"player": 0, "target": 2}
    assert table.pending() == "C"
    assert table.legal("C") == ["choose iron_claws", "choose full_moon"]
    table.play("C", "choose full_moon")
    assert table.discards("C") == ["full_moon"]
    assert table.hand("C") == ["iron_claws"]


def test_making_every_opponent_discard() -> None:
    """forced_discard: each in turn, from the actor's left (FO-073)."""
    storm = starred({"op": "forced_discard", "who": "each_opponent"})
    scenario = scene(3, storm).hand("B", "katana", "naginata").hand("C", "iron_claws", "full_moon")
    table = reveal(scenario, 3)
    assert table.pending() == "B"
    table.play("B", "choose katana")
    assert table.pending() == "C"
    table.play("C", "choose iron_claws")
    assert table.discards("B") == ["katana"]
    assert table.discards("C") == ["iron_claws"]


def test_destroying_a_card_in_hand_or_discard_pile() -> None:
    """destroy: never a victory or bonus card (FO-R63); what lies in the discard pile cannot be denied (FO-P03)."""
    furnace = starred({"op": "destroy", "from": ["hand", "discard"]})
    table = reveal(scene(ruleset=furnace).hand("A", "lasso", "ninjas_vc3").discards("A", "dead_weight_1", "gold_watch"))
    assert table.legal("A") == ["choose lasso", "choose dead_weight_1"]
    table.play("A", "choose dead_weight_1")
    assert table.destroyed() == ["dead_weight_1"]
    assert table.event("destroyed") == {"player": 0, "card": "dead_weight_1", "origin": "PLACE_DISCARD_PILE"}
    assert table.discards("A") == ["gold_watch"]


def test_a_hand_may_be_said_to_hold_nothing_to_destroy() -> None:
    """FO-R22, FO-P03: nobody can check it, as long as nothing in the discard pile can be destroyed."""
    furnace = starred({"op": "destroy", "from": ["hand", "discard"]})
    table = reveal(scene(ruleset=furnace).hand("A", "lasso").deck("A", "ninjas_vc3").discards("A", "gold_watch"))
    assert table.legal("A") == ["choose none", "choose lasso"]
    table.play("A", "choose none")
    assert table.destroyed() == []
    assert table.hand("A") == ["lasso"]


@pytest.mark.parametrize(
    ("hand", "deck", "legal"),
    [
        # Four cards are out of sight, two of them in hand: three can be destroyed, so one of the two can.
        (["lasso", "banner"], ["peacemaker", "ninjas_vc3"], ["choose banner", "choose lasso"]),
        (["lasso", "ninjas_vc3"], ["peacemaker", "banner"], ["choose lasso"]),
        # Two victory cards and two others: the hand may hold the victory cards.
        (["lasso", "banner"], ["ninjas_vc4", "ninjas_vc3"], ["choose none", "choose banner", "choose lasso"]),
    ],
)
def test_a_hand_that_must_hold_something_to_destroy_is_not_said_to_hold_nothing(
    hand: list[str], deck: list[str], legal: list[str]
) -> None:
    """FO-P03: what is public decides. The player who says nothing destroys a card."""
    furnace = starred({"op": "destroy", "from": ["hand", "discard"]})
    table = reveal(scene(ruleset=furnace).hand("A", *hand).whole_deck("A", *deck))
    assert table.legal("A") == legal


def test_a_card_that_all_have_seen_come_to_hand_cannot_be_denied() -> None:
    """FO-P03: taken back from the discard pile in the open."""
    recall = starred({"op": "recall", "filter": {"type": "equipment"}}, {"op": "destroy", "from": ["hand"]})
    table = reveal(scene(ruleset=recall).hand("A", "ninjas_vc3").discards("A", "lasso"))
    assert sorted(table.hand("A")) == ["lasso", "ninjas_vc3"]
    assert table.legal("A") == ["choose lasso"]


def test_being_asked_what_to_destroy_tells_nothing_of_the_hand() -> None:
    """FO-P03: whoever has cards in hand is asked, even if there is only one card to choose."""
    furnace = starred({"op": "destroy", "from": ["hand", "discard"]})
    table = reveal(scene(ruleset=furnace).hand("A", "ninjas_vc3").discards("A", "dead_weight_1"))
    assert table.pending() == "A"
    assert table.legal("A") == ["choose dead_weight_1"]
    empty_hand = reveal(scene(ruleset=furnace).discards("A", "dead_weight_1"))
    assert empty_hand.destroyed() == ["dead_weight_1"]


def test_destroying_out_of_the_hand() -> None:
    """destroy: from the hand alone."""
    table = reveal(
        scene(ruleset=starred({"op": "destroy", "from": ["hand"]})).hand("A", "lasso").discards("A", "banner")
    )
    assert table.legal("A") == ["choose lasso"]
    table.play("A", "choose lasso")
    assert table.destroyed() == ["lasso"]


def test_taking_a_card_back_from_the_discard_pile() -> None:
    """recall: what fits, in the open."""
    spare = starred({"op": "recall", "filter": {"type": "equipment"}})
    table = reveal(scene(ruleset=spare).discards("A", "banner", "doc_holliday", "loyal_mustang", "cowboys_vc2"))
    assert table.legal("A") == ["choose loyal_mustang", "choose banner"]
    table.play("A", "choose loyal_mustang")
    assert table.hand("A") == ["loyal_mustang"]
    assert table.event("recalled") == {"player": 0, "card": "loyal_mustang"}
    only = reveal(scene(ruleset=spare).discards("A", "banner", "doc_holliday"))
    assert only.hand("A") == ["banner"]
    nothing = reveal(scene(ruleset=spare).discards("A", "doc_holliday"))
    assert nothing.hand("A") == []


def test_looking_at_the_top_card_and_discarding_it() -> None:
    """peek_top: yes discards it, and what follows happens."""
    lookout = starred({"op": "peek_top", "then": ["draw"]})
    table = reveal(scene(ruleset=lookout).deck("A", "lasso", "banner"))
    assert table.event("top_looked_at", "A") == {"player": 0, "card": "lasso"}
    assert table.event("top_looked_at") == {"player": 0}
    assert table.legal("A") == ["choose no", "choose yes"]
    table.play("A", "choose yes")
    assert table.discards("A") == ["lasso"]
    assert table.hand("A") == ["banner"]


def test_looking_at_the_top_card_and_leaving_it() -> None:
    """peek_top: no leaves it, and what would follow does not happen."""
    lookout = starred({"op": "peek_top", "then": ["draw"]})
    table = reveal(scene(ruleset=lookout).deck("A", "lasso", "banner")).play("A", "choose no")
    assert table.deck("A")[:2] == ["lasso", "banner"]
    assert table.hand("A") == table.discards("A") == []


def test_looking_at_an_empty_deck_shuffles_the_discard_pile() -> None:
    """peek_top: FO-R37; and with nothing at all there is nothing to see."""
    lookout = starred("peek_top")
    table = reveal(scene(ruleset=lookout).whole_deck("A").discards("A", "lasso"))
    assert table.event("top_looked_at", "A") == {"player": 0, "card": "lasso"}
    nothing = reveal(scene(ruleset=lookout).whole_deck("A"))
    assert "top_looked_at" not in nothing.kinds()


def test_looking_at_an_opponents_hand() -> None:
    """look_hand: only who looks and whose hand it is see it."""
    gun = starred({"op": "look_hand", "who": "chosen_opponent"})
    table = reveal(scene(3, gun).hand("C", "iron_claws", "full_moon"), 3).play("A", "choose player 2")
    seen = {"player": 0, "other": 2, "cards": ["iron_claws", "full_moon"]}
    assert table.event("hand_looked_at", "A") == seen
    assert table.event("hand_looked_at", "C") == seen
    assert table.event("hand_looked_at", "B") == {**seen, "cards": []}
    assert table.event("hand_looked_at") == {**seen, "cards": []}


# -- tokens and scrubs -----------------------------------------------------------------------------------------------


def test_gaining_and_losing_tokens() -> None:
    """vp: from the bank, back to it, never below none (FO-R38)."""
    assert reveal(scene(ruleset=starred({"op": "vp", "n": 3}))).vp("A") == 13
    assert reveal(scene(ruleset=starred({"op": "vp", "n": -3}))).vp("A") == 7
    assert reveal(scene(ruleset=starred({"op": "vp", "n": -3})).vp("A", 2)).vp("A") == 0


def test_taking_tokens_from_an_opponent() -> None:
    """steal_vp: as many as there are (FO-R38)."""
    thief = starred({"op": "steal_vp", "n": 2, "who": "chosen_opponent"}, attack=True)
    table = reveal(scene(ruleset=thief))
    assert (table.vp("A"), table.vp("B")) == (12, 8)
    poor = reveal(scene(ruleset=thief).vp("B", 1))
    assert (poor.vp("A"), poor.vp("B")) == (11, 0)


def test_taking_tokens_for_somebody_else() -> None:
    """steal_vp, to: from the left to the right."""
    table = reveal(scene(3, starred({"op": "steal_vp", "n": 2, "who": "left", "to": "right"})), 3)
    assert [table.vp(player) for player in "ABC"] == [10, 8, 12]


def test_giving_an_opponent_a_scrub() -> None:
    """gain_scrub: the top one, to the discard pile (FO-R64)."""
    junk = starred({"op": "gain_scrub", "n": 2, "who": "chosen_opponent"}, attack=True)
    table = reveal(scene(ruleset=junk))
    assert table.discards("B") == ["dead_weight_1", "dead_weight_2"]
    assert [event["card"] for event in table.events("scrub_gained")] == ["dead_weight_1", "dead_weight_2"]
    assert table.view("")["scrub"] == ["dead_weight_3"]


# -- power -----------------------------------------------------------------------------------------------------------


def test_weakening_an_opponent() -> None:
    """mod: in this Face Off, and no longer."""
    lasso = starred({"op": "mod", "n": -2, "who": "chosen_opponent"}, where="faceoff", attack=True)
    table = reveal(scene(ruleset=lasso))
    assert [total(table, player) for player in "AB"] == [7, 4]
    table.play("A", "take vp").play("B", "take clock")
    assert table.power("B") == 0


def test_strengthening_oneself() -> None:
    """mod: self."""
    assert total(reveal(scene(ruleset=starred({"op": "mod", "n": 3, "who": "self"}))), "A") == 10


def test_a_shield_blocks_attacks_and_nothing_else() -> None:
    """shield: FO-R44, FO-R45: an ability that is no attack hits the shielded player."""
    scenario = scene(ruleset=starred({"op": "vp", "n": -1, "who": "each_opponent"}, attack=True)).hand(
        "B", "smoke_bomb"
    )
    table = reveal(scenario, B="play smoke_bomb")
    assert table.vp("B") == 10
    assert table.event("shielded") == {"player": 1, "card": "tin_star"}
    scenario = scene(ruleset=starred({"op": "vp", "n": -1, "who": "each_opponent"})).hand("B", "smoke_bomb")
    assert reveal(scenario, B="play smoke_bomb").vp("B") == 9


def test_a_shield_against_a_card_of_two_effects_is_told_once() -> None:
    """FO-R44."""
    attack = starred(
        {"op": "vp", "n": -1, "who": "each_opponent"}, {"op": "mod", "n": -3, "who": "each_opponent"}, attack=True
    )
    table = reveal(scene(ruleset=attack).hand("B", "smoke_bomb"), B="play smoke_bomb")
    assert [kind for kind in table.kinds() if kind == "shielded"] == ["shielded"]
    assert table.vp("B") == 10


def test_an_attack_on_everybody_hits_those_without_a_shield() -> None:
    """shield: FO-R44."""
    scenario = scene(3, starred({"op": "mod", "n": -3, "who": "each_opponent"}, attack=True)).hand("B", "smoke_bomb")
    table = reveal(scenario, 3, B="play smoke_bomb")
    assert [total(table, player) for player in "ABC"] == [7, 7, 3]


def test_aristotle_fights_for_every_faction() -> None:
    """wild_faction: with the Iron Horse, which wants a Cowboys card, 5 + 7 + 2."""
    scenario = Scenario(2).clock("cowboys_vc1").hand("A", "aristotle", "the_iron_horse").hand("B", "fuma_kotaro")
    table = scenario.begin().play("A", "clock cowboys_vc1", "play aristotle").play("B", "play fuma_kotaro")
    table.play("A", "play the_iron_horse")
    assert total(table, "A") == 14


def test_the_fastest_gun_alive() -> None:
    """faceoff_mod: +1 with a personality, nothing without (an HQ reward)."""
    scenario = Scenario(2).clock("cowboys_vc1").hq("ninjas", timing=4).rewards("A", "fastest_gun_alive")
    table = scenario.hand("A", "wild_bill_hickok", "banner").hand("B", "fuma_kotaro").begin()
    table.play("A", "clock cowboys_vc1", "play wild_bill_hickok").play("B", "play fuma_kotaro")
    assert table.power("A") == 7
    table.play("A", "play banner")
    assert total(table, "A") == 12


# -- choices and conditions ------------------------------------------------------------------------------------------


def test_choosing_one_of_several() -> None:
    """choose: the player decides, the other things do not happen."""
    silver = starred({"op": "choose", "options": ["draw", {"op": "vp", "n": 1}, ["draw", {"op": "vp", "n": -2}]]})
    for option, vp, hand in (("choose option 1", 10, 1), ("choose option 2", 11, 0), ("choose option 3", 8, 1)):
        table = reveal(scene(ruleset=silver))
        assert table.legal("A") == ["choose option 1", "choose option 2", "choose option 3"]
        table.play("A", option)
        assert (table.vp("A"), len(table.hand("A"))) == (vp, hand)


def test_an_option_about_an_opponent_asks_for_the_opponent_then() -> None:
    """choose: FO-R46, before the first effect that is about the opponent."""
    either = starred({"op": "choose", "options": ["draw", {"op": "vp", "n": -1, "who": "chosen_opponent"}]})
    table = reveal(scene(3, either), 3).play("A", "choose option 2")
    assert table.legal("A") == ["choose player 1", "choose player 2"]
    assert table.play("A", "choose player 2").vp("C") == 9


def test_an_optional_ability() -> None:
    """optional: yes or no."""
    oil = starred({"op": "vp", "n": -1}, {"op": "draw", "n": 2}, optional=True)
    table = reveal(scene(ruleset=oil))
    assert table.legal("A") == ["choose no", "choose yes"]
    table.play("A", "choose no")
    assert (table.vp("A"), len(table.hand("A"))) == (10, 0)
    table = reveal(scene(ruleset=oil)).play("A", "choose yes")
    assert (table.vp("A"), len(table.hand("A"))) == (9, 2)


def test_a_part_that_is_optional() -> None:
    """may: the rest happens either way."""
    may = {"op": "may", "then": {"op": "vp", "n": -1}, "else": {"op": "vp", "n": 2}}
    for answer, vp in (("choose yes", 9), ("choose no", 12)):
        table = reveal(scene(ruleset=starred(may, "draw"))).play("A", answer)
        assert (table.vp("A"), len(table.hand("A"))) == (vp, 1)


@pytest.mark.parametrize(
    ("cond", "holds"),
    [
        ({"is_first": True}, True),
        ({"hq_is": "heathen"}, True),
        ({"hq_is": "cowboys"}, False),
        ({"vp_at_least": 10}, True),
        ({"vp_at_least": 11}, False),
        ({"vp_at_most": 10}, True),
        ({"vp_at_most": 9}, False),
        ({"own_fo_has_keyword": "Lawman"}, True),
        ({"own_fo_has_keyword": "Ship"}, False),
        ({"own_hq_has_id": "billy_the_kid"}, True),
        ({"own_hq_has_id": "doc_holliday"}, False),
    ],
)
def test_conditions(cond: dict[str, Any], holds: bool) -> None:
    """if: the first, the HQ, tokens, keywords in the Face Off, cards in the HQ stack."""
    asked = starred({"op": "if", "cond": cond, "then": {"op": "mod", "n": 2, "who": "self"}, "else": ["draw"]})
    table = reveal(scene(ruleset=asked).stack("A", "billy_the_kid"))
    assert (total(table, "A"), len(table.hand("A"))) == ((9, 0) if holds else (7, 1))


# -- whom it reaches -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "reached"),
    [
        ("self", "A"),
        ("each_opponent", "BCD"),
        ("all", "ABCD"),
        ("left", "B"),
        ("right", "D"),
        ("first_player", "A"),
        ("high_man", "C"),
        ("low_man", "B"),
        ("high_vp_opponent", "D"),
    ],
)
def test_whom_an_ability_reaches(who: str, reached: str) -> None:
    """who: as A sees it. C has the most power in the Face Off, B the least; A the most tokens, D the most after A."""
    scenario = scene(4, starred({"op": "vp", "n": -1, "who": who})).vp("A", 20).vp("D", 15)
    scenario.hand("C", "uprooted_oak").hand("B", "katana").hand("D", "longboat")
    table = reveal(scenario, 4, C="play uprooted_oak", B="discard katana", D="play longboat")
    before = {"A": 20, "B": 10, "C": 10, "D": 15}
    assert "".join(player for player in "ABCD" if table.vp(player) < before[player]) == reached


def test_equally_rich_opponents() -> None:
    """who: the first from the actor's left (FO-P02)."""
    table = reveal(scene(4, starred({"op": "vp", "n": -1, "who": "high_vp_opponent"})).vp("C", 12).vp("D", 12), 4)
    assert [table.vp(player) for player in "ABCD"] == [10, 10, 11, 12]
