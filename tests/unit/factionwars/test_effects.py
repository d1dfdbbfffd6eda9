"""Every verb of the catalogue, as a player would see it on the table."""

from tests.unit.factionwars.scenario import Scenario


def test_a_buccaneer_asks_only_among_opponents_who_own_a_recruit() -> None:
    """STEAL_RANDOM: FW-046, FW-R32, FW-R33."""
    table = (
        Scenario(players=4)
        .line_up("Buccaneer", "Raider", "Jarl", "Ronin")
        .battle_discard("B", "Skald")
        .battle_discard("D", "Genin", "Monk")
        .begin()
        .bid(1, 2, 3, 4)
    )
    assert table.pending() == ["A"]
    assert table.legal("A") == ["player 1", "player 3"]
    table.choose_player("D")
    assert table.owned("A") == ["Genin", "Buccaneer"]
    assert table.owned("D") == ["Ronin", "Monk"]
    assert sorted(table.deck("D")) == ["Monk", "c1", "c2", "c3"]  # FW-R35: reshuffled before D collected the Ronin
    assert table.discard("D") == ["Ronin"]


def test_a_stolen_recruit_uses_its_ability_before_it_is_placed() -> None:
    """FW-047, FW-R30: a Buccaneer steals a Gambler, which draws a Skald."""
    table = (
        Scenario(players=2)
        .line_up("Buccaneer", "Raider")
        .recruit_deck("Skald")
        .battle_discard("B", "Gambler")
        .begin()
        .bid(1, 2)
    )
    assert table.discard("A") == ["Skald", "Gambler", "Buccaneer"]
    assert [(event["card"], event["source"]) for event in table.all_of("collected")][:3] == [
        ("PR02", "SOURCE_LINE_UP"),
        ("CB02", "SOURCE_STEAL"),
        ("VK08", "SOURCE_DRAW"),
    ]


def test_every_theft_of_a_chain_makes_its_victim_reshuffle() -> None:
    """FW-042, FW-R35: a Buccaneer steals a Buccaneer."""
    table = (
        Scenario(players=3)
        .line_up("Buccaneer", "Raider", "Jarl")
        .battle_deck("B", "c1")
        .battle_discard("B", "c2", "c3", "Buccaneer")
        .battle_deck("C", "c1")
        .battle_discard("C", "c2", "c3", "Skald")
        .begin()
        .bid(1, 2, 3)
    )
    table.choose_player("B")  # only C has a recruit left, so nobody is asked again
    assert table.owned("A") == ["Buccaneer", "Buccaneer", "Skald"]
    assert table.all_of("deck_reshuffled") == [{"player": 1, "cards": 3}, {"player": 2, "cards": 3}]


def test_press_gang_collects_a_random_recruit_and_goes_to_the_recruit_discard() -> None:
    """STEAL_RANDOM on an action card: FW-040, FW-R31."""
    table = Scenario(players=2).line_up("Press Gang", "Raider").battle_discard("B", "Skald").begin().bid(1, 2)
    assert table.owned("A") == ["Skald"]
    assert table.recruit_discard() == ["Press Gang"]


def test_ambush_sends_a_recruit_of_the_chosen_opponent_to_the_recruit_discard() -> None:
    """REMOVE_RANDOM, chosen_opponent."""
    table = (
        Scenario(players=3)
        .line_up("Ambush", "Raider", "Jarl")
        .battle_discard("B", "Skald")
        .battle_discard("C", "Genin")
        .begin()
        .bid(1, 2, 3)
        .choose_player("C")
    )
    assert table.owned("A") == []
    assert table.owned("B") == ["Skald", "Raider"] or table.owned("B") == ["Raider", "Skald"]
    assert table.owned("C") == ["Jarl"]
    assert table.recruit_discard() == ["Genin", "Ambush"]
    assert table.all_of("recruit_lost") == [{"player": 2, "card": "NJ05"}]


def test_ambush_without_a_victim_has_no_effect() -> None:
    """FW-R33."""
    table = Scenario(players=2).line_up("Ambush", "Raider").begin().bid(1, 2)
    assert table.recruit_discard() == ["Ambush"]
    assert table.deck("B") == ["c1", "c2", "c3"]


def test_rout_passes_over_opponents_without_recruits() -> None:
    """REMOVE_RANDOM, each_opponent, in seat order."""
    table = (
        Scenario(players=4)
        .line_up("Raider", "Rout", "Jarl", "Ronin")
        .battle_discard("A", "Skald")
        .battle_discard("D", "Genin")
        .begin()
        .bid(1, 2, 3, 4)
    )
    lost = [(event["player"], event["card"]) for event in table.all_of("recruit_lost")]
    assert [player for player, _ in lost] == [0, 3]
    assert lost[0][1] in ("VK08", "VK10")
    assert lost[1] == (3, "NJ05")


def test_open_recruitment_collects_the_top_card() -> None:
    """DRAW_TOP on an action card."""
    table = Scenario(players=2).line_up("Open Recruitment", "Raider").recruit_deck("Sheriff").begin().bid(1, 2)
    assert table.discard("A") == ["Sheriff"]
    assert table.recruit_discard() == ["Open Recruitment"]


def test_action_cards_of_a_chain_are_put_away_together_at_its_end() -> None:
    """FW-R31: what is being performed cannot be drawn again in the same chain."""
    table = (
        Scenario(players=2)
        .line_up("Open Recruitment", "Raider")
        .recruit_deck("AC04")
        .recruit_discard("Sheriff", "Monk")
        .begin()
    )
    table.state.recruit_deck[:] = table.state.recruit_deck[-1:]  # the second Open Recruitment is the last card
    table.bid(1, 2)
    assert table.all_of("recruits_reshuffled")[0]["cards"] == 3  # Sheriff, Monk, War is Over: neither action card
    performed = [event["card"] for event in table.all_of("action_performed")]
    assert performed == ["AC04", "AC03"]


def test_an_empty_deck_is_reshuffled_for_a_gambler() -> None:
    """FW-R10, FW-026."""
    table = (
        Scenario(players=2)
        .line_up("Gambler", "Raider")
        .recruit_discard("AC01", "AC02", "AC03", "AC04", "AC05", "AC06", "AC07", "AC08")
        .rest_belongs_to("B")
        .begin(seed=1)
    )
    table.bid(1, 2)
    assert table.all_of("recruits_reshuffled")[0] == {"pass": 2, "cards": 9, "with_war_is_over": True}


def test_a_gambler_with_nothing_to_draw_has_no_effect() -> None:
    """FW-R16, FW-R38."""
    table = (
        Scenario(players=2, action_card_to="removed")
        .line_up("Gambler", "Raider")
        .removed("AC01", "AC02", "AC03", "AC04", "AC05", "AC06", "AC07", "AC08")
        .rest_belongs_to("B")
        .begin()
    )
    table.bid(1, 2)
    assert table.owned("A") == ["Gambler"]
    assert table.pending() == []  # FW-R15: and nothing is left to fill the line-up with
    assert table.all_of("game_ended")[0]["reason"] == "END_REASON_NO_CARDS"


def test_veterans_return_without_a_recruit_in_the_discard_has_no_effect() -> None:
    """TAKE_FROM_RECRUIT_DISCARD: bystanders and action cards are no recruits."""
    table = Scenario(players=2).line_up("Veteran's Return", "Raider").recruit_discard("Monk", "Rout").begin().bid(1, 2)
    assert table.owned("A") == []
    assert table.recruit_discard() == ["Monk", "Rout", "Veteran's Return"]


def test_the_only_recruit_in_the_discard_is_taken_without_asking() -> None:
    """D3: asked only if there are two."""
    table = Scenario(players=2).line_up("Veteran's Return", "Raider").recruit_discard("Jarl").begin().bid(1, 2)
    assert table.owned("A") == ["Jarl"]
    assert "choice_asked" not in table.kinds()


def test_scapegoat_moves_the_chosen_bystander_to_the_chosen_player() -> None:
    """MOVE_BYSTANDER: D3, then D2; the owner reshuffles (FW-R35), the receiver does not collect (FW-R36)."""
    table = (
        Scenario(players=3)
        .line_up("Scapegoat", "Raider", "Jarl")
        .battle_deck("A", "c1", "Monk", "c2")
        .battle_discard("A", "Mayor", "c3")
        .begin()
        .bid(1, 2, 3)
    )
    assert table.legal("A") == ["card BY04", "card BY06"]
    table.choose_card("Mayor")
    assert table.pending() == ["A"]
    assert table.legal("A") == ["player 1", "player 2"]
    table.choose_player("B")
    assert table.discard("B") == ["Mayor", "Raider"]
    assert sorted(table.deck("A")) == ["Monk", "c1", "c2", "c3"]
    assert table.discard("A") == []
    assert table.recruit_discard() == ["Scapegoat"]


def test_scapegoat_without_a_bystander_has_no_effect() -> None:
    table = Scenario(players=3).line_up("Scapegoat", "Raider", "Jarl").begin().bid(1, 2, 3)
    assert table.recruit_discard() == ["Scapegoat"]
    assert table.deck("A") == ["c1", "c2", "c3"]


def test_trade_deal_exchanges_a_chosen_recruit_for_a_random_one() -> None:
    """SWAP_RANDOM: D2, then D3; both reshuffle; what comes in is collected with its ability."""
    table = (
        Scenario(players=3)
        .line_up("Trade Deal", "Raider", "Jarl")
        .recruit_deck("Sheriff")
        .battle_discard("A", "Skald", "Genin")
        .battle_discard("B", "Gambler")
        .battle_discard("C", "Ronin")
        .begin()
        .bid(1, 2, 3)
    )
    assert table.legal("A") == ["player 1", "player 2"]
    table.choose_player("B")
    assert table.legal("A") == ["card NJ05", "card VK08"]
    table.choose_card("Genin")
    assert table.owned("A") == ["Gambler", "Sheriff", "Skald"]
    assert table.discard("A") == ["Sheriff", "Gambler"]
    assert table.discard("B") == ["Genin", "Raider"]
    shuffled = [(event["player"], event["cards"]) for event in table.all_of("deck_reshuffled")]
    assert shuffled == [(1, 3), (0, 4)]


def test_trade_deal_needs_a_recruit_on_both_sides() -> None:
    """FW-R33."""
    nothing_to_give = Scenario(players=2).line_up("Trade Deal", "Raider").battle_discard("B", "Skald").begin().bid(1, 2)
    assert nothing_to_give.owned("A") == []
    nothing_to_get = Scenario(players=2).line_up("Trade Deal", "Raider").battle_discard("A", "Skald").begin().bid(1, 2)
    assert nothing_to_get.owned("A") == ["Skald"]


def test_a_bystander_won_in_a_battle_is_an_attack() -> None:
    """GIVE_SELF: FW-R37; and in a battle deck it is worth nothing: FW-R25."""
    table = (
        Scenario(players=2)
        .line_up("Mayor", "Raider")
        .battle_deck("A", "Shopkeeper", "c1", "c2", "c3")
        .battle_deck("B", "c1", "c2", "c3")
        .begin()
        .bid(1, 1)
    )
    assert table.all_of("battle_won")[0]["player"] == 1
    assert table.discard("A") == ["Shopkeeper", "Mayor"]


def test_revealed_cards_do_not_use_their_abilities() -> None:
    """FW-R26, FW-038."""
    table = (
        Scenario(players=2)
        .line_up("Deputy", "Raider")
        .battle_deck("A", "Gambler", "c1", "c2", "c3")
        .battle_deck("B", "Buccaneer", "c3", "c1", "c2")
        .begin()
        .bid(1, 1)
    )
    assert [event["card"] for event in table.all_of("collected")] == ["CB07"]


def test_the_winners_deck_is_shuffled_with_the_claimed_card_in_it() -> None:
    """FW-R23."""
    table = (
        Scenario(players=2)
        .line_up("Deputy", "Raider")
        .battle_deck("A", "c3")
        .battle_discard("A", "c1", "c2")
        .battle_deck("B", "c1", "c2", "c3")
        .begin()
        .bid(1, 1)
    )
    assert sorted(table.deck("A")) == ["Deputy", "c1", "c2", "c3"]
    assert table.discard("A") == []


def test_a_depleted_fighter_waits_for_the_winners_choice_before_shuffling() -> None:
    """FW-023, FW-R23: the collection comes first, with its choices."""
    table = (
        Scenario(players=3)
        .line_up("Mayor", "Raider", "Jarl")
        .battle_deck("A", "c3")
        .battle_discard("A", "c1", "c2")
        .battle_deck("B", "c1")
        .battle_discard("B", "c2", "c3")
        .begin()
        .bid(1, 1, 2)
    )
    assert table.pending() == ["A"]
    assert table.deck("B") == []
    table.choose_player("B")
    assert sorted(table.deck("B")) == ["Mayor", "c1", "c2", "c3"]
    assert sorted(table.deck("A")) == ["c1", "c2", "c3"]
