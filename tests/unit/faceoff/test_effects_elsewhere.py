"""Every verb of card texts that works near the HQ, in the Draw Phase or at the end of a round."""

from typing import Any

import pytest

from services.rulesets.faceoff.ruleset import RULESET, FaceOff
from tests.unit.faceoff.changed_cards import NEUTRAL, changed
from tests.unit.faceoff.played_table import PlayedTable
from tests.unit.faceoff.scenario import Scenario

ADDED = {"A": "tin_star", "B": "fuma_kotaro", "C": "manticore"}


def starred(*effects: Any, **ability: Any) -> FaceOff:
    """The game in which the Tin Star, an equipment of power 1, does something else; the Cowboys' HQ has no effect."""
    return changed(tin_star={"abilities": [{"do": list(effects), **ability}]}, the_long_branch_saloon={"abilities": []})


PLAIN = changed(tin_star={"abilities": []}, the_long_branch_saloon={"abilities": []})
"""The game in which the Tin Star and the Cowboys' HQ do nothing."""


def camp(players: int = 2, ruleset: FaceOff = PLAIN, assault: str = "war_bonds", timing: int = 4) -> Scenario:
    """Before an assault on an HQ without an effect. A holds the Tin Star, the others a personality of power 6."""
    scenario = Scenario(players, ruleset=ruleset).hq("cowboys", timing=timing).clock(assault)
    for player in "ABC"[:players]:
        scenario.hand(player, ADDED[player])
    return scenario


def assault(scenario: Scenario, players: int = 2, card: str = "war_bonds", first: str = "A") -> PlayedTable:
    """Everybody adds their card."""
    table = scenario.first(first).begin().play(first, f"clock {card}")
    for player in "ABC"[:players]:
        table.play(player, f"build {ADDED[player]}")
    return table


# -- near the HQ -----------------------------------------------------------------------------------------------------


ARMY = ("red_ryder", "dracula", "peacemaker", "dead_weight_1")
"""Two personalities, an equipment and a scrub: 3 + 8 + 3 + 0."""


def besieged(ruleset: FaceOff, *more: str, against: tuple[str, ...] = ("fuma_kotaro",)) -> PlayedTable:
    """A's army, with more cards, and B's."""
    scenario = Scenario(2, ruleset=ruleset).hq("cowboys", timing=4).stack("A", *ARMY, *more)
    return scenario.stack("B", *against).begin()


@pytest.mark.parametrize(
    ("filter", "power"),
    [
        ({}, 10),
        ({"type": "personality"}, 12),
        ({"type": "equipment"}, 13),
        ({"power_max": 3}, 11),
        ({"faction": "cowboys"}, 12),
        ({"keyword": "Lawman"}, 13),
        ({"kind": "scrub"}, 13),
        ({"id": "peacemaker"}, 13),
        ({"type": "personality", "power_max": 3}, 13),
    ],
)
def test_a_siege_weakens_what_fits(filter: dict[str, Any], power: int) -> None:
    """siege: FO-R42: every card, or by type as played, power, faction, keyword, kind, or one card."""
    box = changed(
        fuma_kotaro={"abilities": [{"static": {"op": "siege", "amount": -1, "filter": filter}}]},
        the_long_branch_saloon={"abilities": []},
    )
    table = besieged(box)
    assert (table.army("A"), table.army("B")) == (power, 6)


def test_a_dual_card_is_besieged_as_what_it_was_played_as() -> None:
    """siege: FO-017, FO-R21: Tamoe Gozen's is against personalities."""
    assert besieged(NEUTRAL, "loyal_mustang/E", against=("tamoe_gozen",)).army("A") == 14 + 3 - 4
    assert besieged(NEUTRAL, "loyal_mustang/P", against=("tamoe_gozen",)).army("A") == 14 + 3 - 6


def test_sieges_add_up() -> None:
    """siege: FO-R42: Tamoe Gozen and the Trojan Horse."""
    assert besieged(NEUTRAL, against=("tamoe_gozen", "trojan_horse")).army("A") == 14 - 4 - 2


def test_shelter_protects_the_whole_army() -> None:
    """shelter: FO-R43: Annie Oakley's always; Red Ryder's while Billy is there."""
    assert besieged(NEUTRAL, "annie_oakley", against=("tamoe_gozen",)).army("A") == 14 + 8 + 3
    assert besieged(NEUTRAL, "billy_the_kid", against=("tamoe_gozen",)).army("A") == 14 + 7 + 3
    assert besieged(NEUTRAL, against=("tamoe_gozen",)).army("A") == 10


def test_an_hqs_effect_counts_for_every_army() -> None:
    """hq_mod: +1 to each equipment at the Cowboys' HQ (FO-111)."""
    table = besieged(RULESET, against=("katana", "naginata"))
    assert (table.army("A"), table.army("B")) == (15, 11)


def test_a_reward_that_strengthens_the_own_army() -> None:
    """hq_mod_own: the Robots' reward, +1 to each equipment of its owner."""
    scenario = Scenario(2, "cowboys", "robots", ruleset=NEUTRAL, factions="base4_robots").hq("cowboys", timing=4)
    table = scenario.rewards("A", "assembly_line").stack("A", *ARMY).stack("B", "clockwork_arm").begin()
    assert (table.army("A"), table.army("B")) == (15, 4)


def test_a_card_may_weaken_an_army_until_the_hq_cracks() -> None:
    """mod in the HQ: it stays over rounds."""
    box = starred({"op": "mod", "n": -3, "who": "chosen_opponent"}, attack=True)
    table = assault(camp(ruleset=box))
    assert table.army("B") == 3
    assert table.event("power_modified") == {"player": 1, "change": -3, "location": "LOCATION_HQ"}
    table.pass_by()
    assert table.state.round == 2
    assert table.army("B") == 3


def test_a_shield_in_the_stack_blocks_attacks_near_the_hq() -> None:
    """shield: FO-R44."""
    box = starred({"op": "mod", "n": -3, "who": "chosen_opponent"}, attack=True)
    table = assault(camp(ruleset=box).stack("B", "smoke_bomb"))
    assert table.army("B") == 7


def test_moving_a_card_to_the_hq() -> None:
    """move_to_hq: from hand or discard pile, without its ability; a dual card as either."""
    box = starred({"op": "move_to_hq", "from": ["hand", "discard"], "filter": {"power_max": 3}})
    scenario = camp(ruleset=box).hand("A", "lasso", "banner").discards("A", "calamity_jane", "loyal_mustang")
    table = assault(scenario)
    assert table.legal("A") == [
        "build calamity_jane",
        "build loyal_mustang/P",
        "build loyal_mustang/E",
        "build lasso",
    ]
    hand = table.hand("A")
    table.play("A", "build calamity_jane")
    assert table.stack("A") == ["calamity_jane", "tin_star"]
    assert table.hand("A") == hand
    assert table.event("moved_to_hq") == {
        "player": 0,
        "card": "calamity_jane",
        "played_as": "PLAYED_AS_PERSONALITY",
        "origin": "PLACE_DISCARD_PILE",
    }
    in_hand_alone = assault(camp(ruleset=box).hand("A", "lasso", "banner").discards("A", "winchester_rifle"))
    assert in_hand_alone.legal("A") == ["choose none", "build lasso"]


def test_throwing_a_card_out_of_an_hq_stack() -> None:
    """kick_hq: to its owner's discard pile; only what was added before (FO-100)."""
    box = starred({"op": "kick_hq", "who": "chosen_opponent", "filter": {"power_max": 5}}, attack=True)
    table = assault(camp(ruleset=box).stack("B", "katana", "naginata", "hattori_hanzo").stack("A", "lasso"))
    assert table.legal("A") == ["choose katana", "choose naginata"]
    table.play("A", "choose naginata")
    assert table.stack("B") == ["katana", "hattori_hanzo", "fuma_kotaro"]
    assert table.discards("B") == ["naginata"]


def test_throwing_out_what_is_added_earlier_in_the_same_step() -> None:
    """kick_hq: FO-100: B added before A."""
    box = starred({"op": "kick_hq", "who": "chosen_opponent", "filter": {}}, attack=True)
    assert assault(camp(ruleset=box), first="B").stack("B") == []
    assert assault(camp(ruleset=box), first="A").stack("B") == ["fuma_kotaro"]


def test_throwing_out_a_card_of_a_shielded_army() -> None:
    """kick_hq: FO-R44."""
    box = starred({"op": "kick_hq", "who": "chosen_opponent", "filter": {}}, attack=True)
    assert assault(camp(ruleset=box).stack("B", "smoke_bomb")).stack("B") == ["smoke_bomb", "fuma_kotaro"]


# -- assault cards and HQs -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "tokens"),
    [
        ("spoils_of_war", [10, 10, 12]),
        ("rout", [8, 10, 10]),
        ("war_bonds", [11, 11, 11]),
    ],
)
def test_assault_cards_about_tokens(card: str, tokens: list[int]) -> None:
    """vp: high_man, low_man, all: FO-103; A has 1 power, B 6, C 6 + 5."""
    table = assault(camp(3, assault=card).stack("C", "uprooted_oak"), 3, card)
    assert [table.vp(player) for player in "ABC"] == tokens


def test_the_high_man_takes_from_the_low_man() -> None:
    """steal_vp, to: FO-T34 is the case of too few tokens."""
    table = assault(camp(3, assault="pillage").stack("C", "uprooted_oak"), 3, "pillage")
    assert [table.vp(player) for player in "ABC"] == [8, 10, 12]


def test_the_low_man_gains_a_scrub() -> None:
    """gain_scrub: low_man."""
    assert assault(camp(assault="deserters"), 2, "deserters").discards("A") == ["dead_weight_1"]


def test_the_high_man_draws() -> None:
    """draw: high_man; more than the hand limit if it comes to that (FO-121)."""
    table = assault(camp(assault="field_promotion").deck("B", "katana", "naginata"), 2, "field_promotion")
    assert table.hand("B") == ["katana", "naginata"]


def test_the_low_man_discards() -> None:
    """forced_discard: low_man decides."""
    table = assault(camp(3, assault="attrition").hand("A", "lasso", "banner"), 3, "attrition")
    assert table.pending() == "A"
    assert table.legal("A") == ["choose banner", "choose lasso"]
    table.play("A", "choose lasso")
    assert table.discards("A") == ["lasso"]


def test_the_cove_takes_a_token_after_each_assault() -> None:
    """after_assault: FO-R48: the low man, after the assault card."""
    scenario = Scenario(2, "cowboys", "pirates").hq("pirates", timing=4).clock("war_bonds")
    table = scenario.hand("A", "winchester_rifle").hand("B", "blackbeard").vp("A", 0).begin()
    table.play("A", "clock war_bonds", "build winchester_rifle").play("B", "build blackbeard")
    changes = [(event["player"], event["change"]) for event in table.events("vp_changed")]
    assert changes == [(0, 1), (1, 1), (0, -1)]


# -- Draw Phase, end of turn, winning --------------------------------------------------------------------------------


def draw_phase(scenario: Scenario) -> PlayedTable:
    """A Face Off in which nobody plays anything, up to A's Draw Phase."""
    table = scenario.clock("cowboys_vc1").begin().play("A", "clock cowboys_vc1")
    for _ in range(2):
        table.play("A", "no_card").play("B", "no_card")
    return table.play("A", table.legal("A", "refill")[0])


def test_getting_rid_of_a_scrub_for_a_card() -> None:
    """destroy_this_cost, discard: another card of the player's choice."""
    table = draw_phase(Scenario(2).hand("A", "nagging_doubt_1", "lasso", "banner"))
    table.play("A", "use nagging_doubt_1")
    assert table.legal("A") == ["choose banner", "choose lasso"]
    table.play("A", "choose lasso")
    assert table.destroyed() == ["nagging_doubt_1"]
    assert table.discards("A") == ["lasso"]
    alone = draw_phase(Scenario(2).hand("A", "nagging_doubt_1"))
    assert alone.legal("A") == ["done"]


def test_getting_rid_of_a_scrub_for_a_token() -> None:
    """destroy_this_cost, vp: only with a token to pay."""
    table = draw_phase(Scenario(2).hand("A", "red_tape_1")).play("A", "use red_tape_1")
    assert table.destroyed() == ["red_tape_1"]
    assert table.vp("A") == 9
    assert draw_phase(Scenario(2).hand("A", "red_tape_1").vp("A", 0)).legal("A") == ["done"]


def test_a_reward_that_works_in_the_draw_phase() -> None:
    """draw_phase on an HQ reward: once in each round (FO-R61)."""
    scenario = Scenario(2, "cowboys", "monsters").hq("monsters", timing=4).rewards("A", "unnatural_appetite")
    table = draw_phase(scenario.hand("A", "lasso", "banner"))
    assert table.legal("A") == ["done", "use unnatural_appetite"]
    table.play("A", "use unnatural_appetite", "choose lasso")
    assert table.destroyed() == ["lasso"]
    assert "use unnatural_appetite" not in table.legal("A")


def test_a_greater_hand_limit() -> None:
    """hand_limit: the Keys to the Heathen House: six cards."""
    scenario = (
        Scenario(2).hq("cowboys", timing=4).rewards("A", "keys_to_the_heathen_house").hand("A", "lasso", "banner")
    )
    table = draw_phase(scenario)
    assert table.state.round == 2
    assert [len(table.hand(player)) for player in "AB"] == [6, 5]


def test_an_end_of_turn_action() -> None:
    """end_turn: after drawing (FO-124)."""
    scenario = Scenario(2).hq("ninjas", timing=4).rewards("A", "way_of_the_shadow").hand("A", "lasso", "banner")
    table = draw_phase(scenario)
    assert (table.pending(), len(table.hand("A"))) == ("A", 5)
    assert table.legal("A") == ["done", "use way_of_the_shadow"]
    top = table.deck("A")[0]
    table.play("A", "use way_of_the_shadow", "choose yes")
    assert table.discards("A") == [top]
    assert table.state.round == 2


def test_winning_a_face_off() -> None:
    """win_faceoff: only its owner, and only the first place."""
    scenario = Scenario(2, "cowboys", "pirates").hq("pirates", timing=4).clock("cowboys_vc1")
    scenario.rewards("A", "letter_of_plunder").hand("A", "wild_bill_hickok").hand("B", "blackbeard", "mary_read")
    table = scenario.begin().play("A", "clock cowboys_vc1")
    lost = table.play("A", "play wild_bill_hickok").play("B", "play blackbeard", "no_card")
    assert lost.vp("A") == 10
    scenario = Scenario(2, "cowboys", "pirates").hq("pirates", timing=4).clock("cowboys_vc1")
    scenario.rewards("A", "letter_of_plunder").hand("A", "wild_bill_hickok").hand("B", "blackbeard", "mary_read")
    table = scenario.begin().play("A", "clock cowboys_vc1")
    won = table.play("A", "play wild_bill_hickok").play("B", "play mary_read", "no_card")
    assert won.vp("A") == 11
