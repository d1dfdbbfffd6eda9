"""A match in words."""

import json
import re

from hypothesis import given, settings

from services.engine.ruleset import SPECTATOR, OptionValue
from services.rulesets.factionwars.ruleset import RULESET
from tests.unit.factionwars.games import OPTION_SETS, SEATS, decisions, start
from tests.unit.factionwars.scenario import PlayedTable, Scenario
from tests.unit.rulesets.random_matches import SEEDS

NAMES = ["Ada", "Ben", "Cleo"]


def labels(table: PlayedTable, player: int) -> list[str]:
    view = RULESET.observe(table.state, player)
    return [RULESET.label(view, action) for action in RULESET.legal(table.state, player)]


def told(table: PlayedTable) -> list[str]:
    return [RULESET.telling(share, NAMES) for share in table.happened]


def test_a_bid_names_the_card() -> None:
    table = Scenario(players=3).line_up("Deputy", "Mayor", "Rout").begin()
    assert labels(table, 0) == [
        "Bid on position 1: Deputy (CB07)",
        "Bid on position 2: Mayor",
        "Bid on position 3: Rout",
    ]


def at_the_choice(card: str) -> PlayedTable:
    scenario = Scenario(players=3).line_up(card, "Raider", "Jarl").recruit_discard("Sheriff", "Skald")
    scenario.battle_discard("A", "Monk", "Mayor", "Ronin", "Genin")
    return scenario.battle_discard("B", "Outlaw").battle_discard("C", "Shadow").begin().bid(1, 2, 3)


def test_choices_say_what_they_do() -> None:
    assert labels(at_the_choice("Buccaneer"), 0) == [
        "Buccaneer: take a random recruit from player 1",
        "Buccaneer: take a random recruit from player 2",
    ]
    assert labels(at_the_choice("Ambush"), 0)[0] == "Ambush: player 1 loses a random recruit"
    assert labels(at_the_choice("Trade Deal"), 0)[0] == "Trade Deal: trade with player 1"
    assert labels(at_the_choice("Trade Deal").choose_player("B"), 0) == [
        "Trade Deal: trade away Genin (NJ05)",
        "Trade Deal: trade away Ronin",
    ]
    assert labels(at_the_choice("Shopkeeper"), 0)[1] == "Give Shopkeeper to player 2"
    assert labels(at_the_choice("Scapegoat"), 0)[1] == "Scapegoat: give away Mayor"
    assert labels(at_the_choice("Scapegoat").choose_card("Mayor"), 0)[1] == "Give Mayor to player 2"
    assert labels(at_the_choice("Veteran's Return"), 0) == [
        "Veteran's Return: collect Sheriff from the recruit discard pile",
        "Veteran's Return: collect Skald from the recruit discard pile",
    ]


def test_the_table_while_players_bid() -> None:
    table = (
        Scenario(players=2)
        .on_display("Melting Pot", "Clean Hands", "Underdogs")
        .line_up("Deputy", "Rout")
        .recruit_discard("Monk")
        .battle_deck("A", "c3", "Kunoichi", "c1")
        .battle_discard("A", "c2")
        .has_bid("B", 2)
        .begin()
    )
    assert RULESET.picture(RULESET.observe(table.state, 0)).splitlines() == [
        "Round 1, pass 1 of 2. War is Over is aside. Recruit deck 54, discard pile 1: Monk.",
        "On display: Melting Pot (5 for 4 recruits of each faction); Clean Hands (3 for no bystander); "
        "Underdogs (3 for 9 recruits of battle value 2 or less).",
        "Line-up:",
        "  1  Deputy           Cowboys    battle 4, points 2",
        "  2  Rout             Action     Each opponent loses a random recruit to the recruit discard pile.",
        "Player 0 (you): has not bid, 6 points so far",
        "  deck 3: Kunoichi 2+, Conscript 1, Conscript 3",
        "  discard 1: Conscript 2",
        "Player 1: has bid, 3 points so far",
        "  deck 3: Conscript 1, Conscript 2, Conscript 3",
        "  discard 0: -",
    ]
    own = RULESET.picture(RULESET.observe(table.state, 1)).splitlines()
    assert own[8] == "Player 1 (you): bid 2, 3 points so far"


def test_conscripts_show_their_symbols_where_symbols_count() -> None:
    table = Scenario(players=2, conscript_rps=True).begin()
    lines = RULESET.picture(RULESET.observe(table.state, SPECTATOR)).splitlines()
    assert "  deck 3: Conscript 1 rock, Conscript 1 paper, Conscript 1 scissors" in lines


def test_the_table_in_the_middle_of_a_collection() -> None:
    table = Scenario(players=3).line_up("Gambler", "Raider", "Jarl").recruit_deck("Mayor").begin().bid(1, 2, 3)
    picture = RULESET.picture(RULESET.observe(table.state, SPECTATOR))
    assert "Position 1: player 0 collects Gambler, then Mayor and must choose: opponent." in picture.splitlines()


def test_the_table_at_the_end() -> None:
    table = Scenario(players=2).on_display("Clean Hands", "True Colors", "Underdogs").game_over().begin()
    lines = RULESET.picture(RULESET.observe(table.state, SPECTATOR)).splitlines()
    assert lines[0] == "The match ended after round 1."
    assert "Player 0: 3 points" in lines


def test_a_round_is_told() -> None:
    table = (
        Scenario(players=3)
        .in_pass(2)
        .on_display("Melting Pot", "True Colors", "Elite Guard")
        .line_up("Deputy", "Gambler", "Monk")
        .recruit_deck("War is Over", "Skald", "Jarl", "Ronin")
        .battle_deck("A", "c2", "c3", "c1")
        .battle_deck("B", "c2", "c1", "c3")
        .begin()
        .bid(1, 1, 2)
    )
    assert told(table) == [
        "Ada bids.",
        "Ben bids.",
        "Cleo bids.",
        "Bids: Ada on 1, Ben on 1, Cleo on 2.",
        "Ada and Ben fight over Deputy (CB07) at position 1.",
        "Ada reveals Conscript (CN02): 2.",
        "Ben reveals Conscript (CN12): 2.",
        "A tie: Ada and Ben go on.",
        "Ada reveals Conscript (CN03): 3.",
        "Ben reveals Conscript (CN11): 1.",
        "Ada wins the battle for Deputy (CB07).",
        "Ada collects Deputy (CB07) from the line-up.",
        "Deputy (CB07) joins Ada.",
        "Cleo collects Gambler (CB02) from the line-up.",
        "War is Over is drawn and removed: the match ends after this round.",
        "Gambler (CB02) joins Cleo.",
        "Round 1 ends. Nobody claimed Monk.",
        "Ada scores 2: 2 for recruits, 0 for Berserkers, 0 for faction cards, 0 for bystanders, 0 for bonus cards.",
        "Ben scores 0: 0 for recruits, 0 for Berserkers, 0 for faction cards, 0 for bystanders, 0 for bonus cards.",
        "Cleo scores 1: 1 for recruits, 0 for Berserkers, 0 for faction cards, 0 for bystanders, 0 for bonus cards.",
        "The match is over. Ada wins.",
    ]


def test_a_score_is_told_in_points_not_in_cards() -> None:
    """FW-043: four Berserkers are 16 points."""
    score = {"total": 33, "recruits": 9, "berserkers": 16, "faction_cards": 3, "bystanders": -2, "bonuses": [4, 0, 3]}
    assert RULESET.telling({"scored": {"player": 1, "score": score}}, NAMES) == (
        "Ben scores 33: 9 for recruits, 16 for Berserkers, 3 for faction cards, -2 for bystanders, 7 for bonus cards."
    )


def test_what_a_player_is_told_of_their_own_bid() -> None:
    table = Scenario(players=3).begin()
    [event] = RULESET.play(table.state, 1, RULESET.parse("bid 2"))
    own, public = RULESET.share(event, 1), RULESET.share(event, 0)
    assert own is not None
    assert public is not None
    assert RULESET.telling(own, NAMES) == "Ben bids on position 2."
    assert RULESET.telling(public, NAMES) == "Ben bids."


def test_effects_are_told() -> None:
    trade = at_the_choice("Trade Deal").choose_player("C").choose_card("Genin")
    assert told(trade)[:7] == [
        "Ada picks Genin (NJ05) for Trade Deal.",
        "Ada takes Shadow from Cleo.",
        "Cleo shuffles a new battle deck of 3.",
        "Ada gives Genin (NJ05) to Cleo.",
        "Ada shuffles a new battle deck of 6.",
        "Ada collects Shadow in exchange.",
        "Shadow joins Ada.",
    ]
    ambush = at_the_choice("Ambush")
    assert told(ambush)[-1] == "Ada must choose a player for Ambush."
    assert told(ambush.choose_player("B"))[:4] == [
        "Ada picks Ben for Ambush.",
        "Ben loses Outlaw to the recruit discard pile.",
        "Ben shuffles a new battle deck of 3.",
        "Ambush of Ada is used up.",
    ]


@settings(max_examples=8, deadline=None)
@given(SEATS, SEEDS, OPTION_SETS)
def test_everything_can_be_told_in_one_line(seats: int, seed: int, options: dict[str, OptionValue]) -> None:
    names = [f"N{seat}" for seat in range(seats)]
    state, events = start(seats, seed, options)
    for seat, action in decisions(state, seed):
        for event in events:
            share = RULESET.share(event, seat)
            assert share is not None
            line = RULESET.telling(json.loads(json.dumps(share)), names)
            assert re.fullmatch(r"[A-Z][^\n]+\.", line)
        view = RULESET.observe(state, seat)
        assert RULESET.picture(view).count("\n") >= 3 * seats
        listed = [RULESET.label(view, legal) for legal in RULESET.legal(state, seat)]
        assert len(set(listed)) == len(listed)
        events = RULESET.play(state, seat, action)


def test_a_reveal_says_why_it_wins() -> None:
    """FW-057, FW-P02."""
    kunoichi = {"battle_card_revealed": {"player": 0, "card": "NJ02", "step": 1, "value": 2}}
    rock = {"battle_card_revealed": {"player": 1, "card": "CN01", "step": 1, "value": 1, "symbol": "rock"}}
    assert [RULESET.telling(share, ["Ada", "Ben"]) for share in (kunoichi, rock)] == [
        "Ada reveals Kunoichi (NJ02): 2, which beats every other 2.",
        "Ben reveals Conscript (CN01): 1, rock.",
    ]
