"""Positions as bytes: round trips, resuming in the middle of anything, and what is not a position."""

import copy
import json
from typing import Any

import pytest

from services.engine.chance import FastChance
from services.engine.ruleset import JsonObject, MalformedPosition
from services.rulesets.factionwars.ruleset import RULESET
from tests.marks import each_row
from tests.unit.factionwars.games import at_a_choice
from tests.unit.factionwars.scenario import Scenario


def test_a_position_may_leave_out_what_has_its_default_value() -> None:
    document = Scenario(players=2).document()
    for key in ("options", "recruit_discard", "removed", "position", "words_used"):
        del document[key]
    for player in document["players"]:
        del player["discard"]
        del player["bid"]
    loaded = RULESET.load(json.dumps(document).encode(), FastChance(1))
    assert RULESET.dump(loaded) == RULESET.dump(Scenario(players=2).begin().state)


CHOICE = at_a_choice(3, 1)


def broken(change: Any, document: JsonObject | None = None) -> str:
    """What is wrong with a position after a change."""
    document = copy.deepcopy(document or Scenario(players=3).document())
    change(document)
    with pytest.raises(MalformedPosition) as raised:
        RULESET.load(json.dumps(document).encode(), FastChance(1))
    return str(raised.value)


def broken_choice(change: Any) -> str:
    return broken(change, json.loads(RULESET.dump(CHOICE)))


def set_to(key: str, value: object) -> Any:
    return lambda document: document.__setitem__(key, value)


@each_row(
    ("change", "message"),
    [
        (set_to("secret", 1), "state: has a field that is not known"),
        (set_to("phase", "PHASE_UNSPECIFIED"), "phase: must be one of PHASE_BID, PHASE_RESOLVE, PHASE_GAME_OVER"),
        (set_to("round", 0), "round: must be a whole number from 1 to 9999"),
        (set_to("round", True), "round: must be a whole number from 1 to 9999"),
        (set_to("round", 1.0), "round: must be a whole number from 1 to 9999"),
        (set_to("pass", 3), "pass: must be a whole number from 1 to 2"),
        (set_to("pass", 2), "war_is_over: must be aside before the final pass, and not in it"),
        (set_to("options", {"final_pas": "Dth"}), "options.final_pas: unknown option; did you mean final_pass?"),
        (set_to("options", {"fewer_battles": 1}), "options.fewer_battles: must be true or false"),
        (set_to("options", []), "options: must be an object"),
        (set_to("line_up", ["CB07", "CB08"]), "line_up: must have 3 positions"),
        (set_to("line_up", ["CB07", "", "CB08"]), "cards: each card of the game must be in exactly one place"),
        (set_to("recruit_deck", ["CB99"]), "recruit_deck: has something that is not such an id"),
        (set_to("recruit_deck", [["CB01"]]), "recruit_deck: has something that is not such an id"),
        (set_to("recruit_deck", ["CN01"]), "recruit_deck: has a card that cannot get there"),
        (set_to("recruit_deck", "CB01"), "recruit_deck: must be a list"),
        (set_to("recruit_discard", ["CN01"]), "recruit_discard: has a card that cannot get there"),
        (set_to("recruit_discard", ["CB01"]), "cards: each card of the game must be in exactly one place"),
        (set_to("removed", ["AC01"]), "removed: has a card that cannot get there"),
        (set_to("bonus_display", ["BN1", "BN2"]), "bonus_display: must have 3 of the five bonus cards"),
        (set_to("bonus_display", ["BN2", "BN1", "BN3"]), "bonus_display: must be in catalogue order"),
        (set_to("players", [{}]), "players: must be 2 to 5"),
        (set_to("players", [{}, {}, 3]), "players[2]: must be an object"),
        (set_to("players", [{}, {}, {}]), "players[0]: lacks a conscript of their own"),
        (set_to("position", 1), "position: must be 0 while players bid"),
        (set_to("collection", {"player": 0}), "collection: must be absent while players bid"),
        (set_to("collection", None), "collection: must be an object"),
        (set_to("words_used", {"dice": 1}), "words_used: names a chance stream that is not used"),
        (set_to("words_used", {"setup": -1}), "words_used.setup: must be a whole number from 0 to 2147483648"),
        (set_to("words_used", []), "words_used: must be an object"),
        (set_to("phase", "PHASE_GAME_OVER"), "line_up: must be empty when the match has ended"),
        (set_to("phase", "PHASE_RESOLVE"), "players: must all have bid"),
        (lambda d: d["players"][0].update(bid=4), "players[0].bid: must be a whole number from 0 to 3"),
        (lambda d: [p.update(bid=1) for p in d["players"]], "players: all have bid, so the bids are revealed"),
        (
            lambda d: d["players"][0].update(deck=[], discard=["CN01", "CN02", "CN03"]),
            "players: a battle deck is empty",
        ),
        (lambda d: d["players"][0].update(deck=["CN11"]), "players[0]: has a card that cannot get there"),
    ],
)
def test_a_bidding_position_must_be_consistent(change: Any, message: str) -> None:
    assert broken(change).startswith(message)


def empty_the_last_position(document: JsonObject) -> None:
    document["recruit_deck"].append(document["line_up"].pop())
    document["line_up"].append("")
    document["players"][0]["bid"] = 3


def test_a_bid_must_be_on_a_card() -> None:
    assert broken(empty_the_last_position) == "players: a bid is on a position without a card"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.pop("collection"), "cards: each card of the game must be in exactly one place"),
        (set_to("position", 0), "position: must be the one being resolved"),
        (lambda d: d["collection"].update(player=9), "collection.player: must be a whole number from 0 to 2"),
        (lambda d: d["collection"].update(chosen_player=9), "collection.chosen_player: must be a whole number"),
        (lambda d: d["collection"].update(chosen_card="CB99"), "collection.chosen_card: has something that is not"),
        (lambda d: d["players"][0].update(bid=0), "players: must all have bid"),
    ],
)
def test_a_position_in_the_middle_of_a_collection_must_be_consistent(change: Any, message: str) -> None:
    assert broken_choice(change).startswith(message)


def collecting(cards: list[str], **chosen: object) -> JsonObject:
    """A position of three players in which A collects these cards from position 1."""
    document = Scenario(players=3).line_up(cards[0], "Raider", "Jarl").battle_discard("B", "Skald").document()
    for card in cards:
        for zone in (document["line_up"], document["recruit_deck"]):
            if card in zone:
                zone[zone.index(card)] = ""
    document["recruit_deck"] = [card for card in document["recruit_deck"] if card]
    document["phase"] = "PHASE_RESOLVE"
    document["position"] = 1
    document["collection"] = {"player": 0, "cards": cards, **chosen}
    for seat, player in enumerate(document["players"]):
        player["bid"] = seat + 1
    return document


def test_a_hand_written_collection_loads_and_goes_on() -> None:
    state = RULESET.load(json.dumps(collecting(["CB02", "BY06"])).encode(), FastChance(1))
    assert [RULESET.notation(action) for action in RULESET.legal(state, 0)] == ["player 1", "player 2"]
    RULESET.play(state, 0, RULESET.parse("player 2"))
    assert state.phase == 1


@each_row(
    ("document", "message"),
    [
        (collecting(["CB05"]), "collection: waits for no choice"),
        (collecting(["PR02"]), "collection: waits for no choice"),
        (collecting(["CB05", "BY06"]), "collection: has a card that brings no other"),
        (collecting(["BY05", "BY06"]), "collection: has a card that brings no other"),
        (collecting(["PR02", "BY06"]), "collection: has a card that the one before it does not bring"),
        (collecting(["BY06"], chosen_player=0), "collection: names a choice that is not eligible"),
        (collecting(["BY06"], chosen_player=1), "collection: waits for no choice"),
        (collecting(["BY06"], chosen_card="CB05"), "collection: waits for no choice"),
        (collecting(["AC06"], chosen_card="BY01"), "collection: names a choice that is not eligible"),
        (collecting(["BY06"]) | {"position": 2}, "line_up: has a card that was resolved"),
        (
            collecting(["BY06"]) | {"collection": {"player": 1, "cards": ["BY06"]}},
            "collection: must be that of a player",
        ),
        (collecting(["BY06"]) | {"collection": {"player": 0}}, "cards: each card of the game must be in exactly one"),
    ],
)
def test_a_hand_written_collection_must_be_one_that_waits(document: JsonObject, message: str) -> None:
    assert broken(lambda _: None, document).startswith(message)


def last_pass(**changes: object) -> JsonObject:
    return Scenario(players=3).in_pass(2).document() | changes


def without_line_up(document: JsonObject, *kept: int) -> JsonObject:
    """The line-up's cards go to the recruit discard pile, but for those at these places."""
    for place in range(3):
        if place not in kept:
            document["recruit_discard"].append(document["line_up"][place])
            document["line_up"][place] = ""
    return document


def over(**changes: object) -> JsonObject:
    return Scenario(players=3).game_over().document() | changes


def with_empty_deck(document: JsonObject, seat: int) -> JsonObject:
    player = document["players"][seat]
    player["discard"] += player["deck"]
    player["deck"] = []
    return document


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (
            Scenario(players=3).war_is_over_drawn().document() | {"war_is_over": "WAR_IS_OVER_IN_DECK"},
            "war_is_over: must be in",
        ),
        (last_pass(war_is_over="WAR_IS_OVER_DRAWN"), "war_is_over: must be removed"),
        (without_line_up(last_pass()), "line_up: must hold a card"),
        (without_line_up(last_pass(), 1), "line_up: must be filled from position 1 on without a gap"),
        (with_empty_deck(last_pass(), 1), "players: a battle deck is empty"),
        (with_empty_deck(collecting(["BY06"]), 0), "players: a battle deck is empty"),
        (with_empty_deck(over(), 1), "players: a battle deck is empty"),
        (over(position=2), "phase: nothing is bid or resolved when the match has ended"),
        (without_line_up(collecting(["BY06"]), 0, 1), "players: a bid is on a position without a card"),
        (over(collection={"player": 0}), "phase: nothing is bid or resolved when the match has ended"),
    ],
)
def test_what_cannot_come_about_is_refused(document: JsonObject, message: str) -> None:
    assert broken(lambda _: None, document).startswith(message)


@pytest.mark.parametrize(
    ("seat", "player", "message"),
    [
        (0, {"has_bid": False, "bid": 1}, "players[0].bid: the player has not bid"),
        (0, {"has_bid": True}, "players[0].bid: is known to the player alone"),
        (1, {"has_bid": True, "bid": 1}, "players[1].bid: is known to the player alone"),
        (1, {"has_bid": 1}, "players[1].has_bid: must be true or false"),
    ],
)
def test_a_view_knows_only_its_own_bid(seat: int, player: JsonObject, message: str) -> None:
    document = RULESET.view_json(RULESET.observe(Scenario(players=2).begin().state, 0))
    document["players"][seat].update(player)
    with pytest.raises(MalformedPosition) as raised:
        RULESET.view_from_json(document)
    assert str(raised.value).startswith(message)


@pytest.mark.parametrize(("key", "value"), [("final_pass", 3), ("scores", [{}]), ("viewer", 2), ("viewer", -2)])
def test_a_view_must_fit_its_options_and_cards(key: str, value: object) -> None:
    document = RULESET.view_json(RULESET.observe(Scenario(players=2).begin().state, 0))
    document[key] = value
    with pytest.raises(MalformedPosition, match=f"^{key}"):
        RULESET.view_from_json(document)


def test_a_match_that_could_go_on_is_not_over() -> None:
    document = Scenario(players=2).game_over().document()
    document.update(war_is_over="WAR_IS_OVER_ASIDE", removed=[])
    document["pass"] = 1
    assert broken(lambda _: None, document).startswith("phase: the match goes on")
