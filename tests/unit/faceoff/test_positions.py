"""Positions as bytes: round trips, resuming in the middle of anything, and what is not a position."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from services.engine.chance import FastChance
from services.engine.ruleset import JsonObject, MalformedPosition
from services.rulesets.faceoff.ruleset import RULESET
from tests.marks import each_row
from tests.unit.faceoff.random_matches import decisions, start
from tests.unit.faceoff.scenario import Scenario


def test_a_position_may_leave_out_what_has_its_default_value() -> None:
    table = Scenario(2).begin()
    written = json.loads(RULESET.dump(table.state))
    for key in ("options", "first", "turn", "assaults", "removed", "destroyed", "chosen", "ranking", "rewards", "bid"):
        del written[key]
    for key in ("passed", "used", "drawn", "looks", "words_used"):
        del written[key]
    for player in written["players"]:
        for key in ("knows_deck_top", "memory", "discards", "stack", "stack_as", "stack_modifier", "front", "rewards"):
            del player[key]
        for key in ("personality", "equipment", "face_down", "modifier", "eligible", "building", "building_as"):
            del player[key]
    loaded = RULESET.load(json.dumps(written).encode(), FastChance(1))
    assert RULESET.dump(loaded) == RULESET.dump(table.state)


# -- what is not a position ------------------------------------------------------------------------------------------


def refused(document: JsonObject) -> str:
    with pytest.raises(MalformedPosition) as error:
        RULESET.load(json.dumps(document).encode(), FastChance(0))
    return str(error.value)


def at(phase: str) -> JsonObject:
    """A position of a random match of two in a phase."""
    for seed in range(200):
        state, _ = start(2, seed)
        for seat, action in decisions(state, seed):
            document: JsonObject = json.loads(RULESET.dump(state))
            if document["phase"] == phase:
                return document
            RULESET.play(state, seat, action)
    raise AssertionError(phase)


CLOCK = at("PHASE_CHOOSE_CLOCK")
EQUIPMENT = at("PHASE_EQUIPMENT")
ABILITY = at("PHASE_ABILITY")
REWARD = at("PHASE_FACEOFF_REWARD")
BIDDING = at("PHASE_BID")
DRAWING = at("PHASE_DRAW_ACTIONS")


def _drop_a_card(document: JsonObject) -> None:
    document["players"][0]["deck"].pop()


def _double_a_card(document: JsonObject) -> None:
    document["players"][0]["discards"].append(document["players"][1]["deck"][0])


def _swap_starters(document: JsonObject) -> None:
    one, other = (player["deck"] for player in document["players"])
    one[0], other[0] = other[0], one[0]


def _scrub_in_the_clock(document: JsonObject) -> None:
    document["clock_deck"][0], document["scrub_deck"][0] = document["scrub_deck"][0], document["clock_deck"][0]


def _bonus_in_the_match(document: JsonObject) -> None:
    document["removed"].append(document["aside"].pop(0))


def _three_dealt(document: JsonObject) -> None:
    players = document["players"]
    players[0]["dealt"].append(players[1]["dealt"].pop())


def _known_in_the_deck(document: JsonObject) -> None:
    player = document["players"][0]
    player["memory"]["known"] = [{"card": player["deck"][0]}]


def _late_without_a_reason(document: JsonObject) -> None:
    player = document["players"][0]
    player["memory"]["late"] = [{"card": player["deck"][0], "slots": len(player["hand"])}]


def _personality_as_equipment(document: JsonObject) -> None:
    player = document["players"][0]
    player["stack"] = [player["deck"].pop(player["deck"].index("billy_the_kid"))]
    player["stack_as"] = ["PLAYED_AS_EQUIPMENT"]


IMPOSSIBLE: list[tuple[JsonObject, Callable[[JsonObject], None], str]] = [
    (Scenario(2).document(), _drop_a_card, "cards: each card"),
    (Scenario(2).document(), _double_a_card, "cards: each card"),
    (Scenario(2).document(), _swap_starters, "players[0]: has a card"),
    (Scenario(2).document(), _scrub_in_the_clock, "clock_deck: has a card"),
    (Scenario(2).document(), _bonus_in_the_match, "aside: does not fit"),
    (CLOCK, _three_dealt, "players[0].dealt: must be 2"),
    (CLOCK, _known_in_the_deck, "players[0].memory.known: has a card"),
    (CLOCK, _late_without_a_reason, "players[0].memory.late: must have falling"),
    (Scenario(2).hand("A", "tin_star").document(), _personality_as_equipment, "players[0].stack_as"),
]


@pytest.mark.parametrize(("document", "change", "words"), IMPOSSIBLE, ids=lambda value: getattr(value, "__name__", ""))
def test_a_position_whose_cards_cannot_lie_so_is_refused(
    document: JsonObject, change: Callable[[JsonObject], None], words: str
) -> None:
    changed = copy.deepcopy(document)
    changed.setdefault("looks", [])
    for player in changed["players"]:
        player.setdefault("memory", {})
    change(changed)
    assert words in refused(changed)


def test_a_position_whose_hq_should_have_cracked_is_refused() -> None:
    """FO-109: with timing card 2 the second assault card cracks it."""
    RULESET.load(json.dumps(Scenario(2).timing(2).assaults("rout").document()).encode(), FastChance(0))
    assert "assaults: the HQ cracks" in refused(Scenario(2).timing(2).assaults("rout", "bazaar_3").document())


def test_a_match_in_which_somebody_has_a_whole_set_is_over() -> None:
    """FO-125."""
    cards = [f"time_machine_vc{value}" for value in range(1, 8)]
    assert "players[0]: has a whole set" in refused(Scenario(2).discards("A", *cards).document())


WRONG_STEPS: list[tuple[JsonObject, dict[str, Any], str]] = [
    (CLOCK, {"waiting": [0, 1]}, "waiting"),
    (CLOCK, {"waiting": []}, "waiting"),
    (CLOCK, {"round": 0}, "round"),
    (CLOCK, {"round": 27}, "round"),
    (CLOCK, {"turn": 1}, "waiting"),
    (CLOCK, {"bid": 2, "bidder": 0}, "bid"),
    (CLOCK, {"ranking": [0, 1]}, "ranking"),
    (CLOCK, {"power_taker": 1}, "power_taker"),
    (CLOCK, {"phase": "PHASE_PERSONALITY"}, "round"),
    (EQUIPMENT, {"waiting": []}, "waiting"),
    (EQUIPMENT, {"ranking": [0]}, "ranking"),
    (REWARD, {"waiting": [0, 1]}, "waiting"),
    (REWARD, {"rewards": ["REWARD_VC7"]}, "chosen"),
    (REWARD, {"turn": 3}, "turn"),
    (BIDDING, {"passed": [0, 1]}, "waiting"),
    (BIDDING, {"market": []}, "market"),
    (DRAWING, {"used": [{"card": "billy_the_kid"}]}, "used"),
    (DRAWING, {"phase": "PHASE_END_OF_TURN"}, "waiting"),
]


@each_row(("document", "change", "words"), WRONG_STEPS)
def test_a_position_that_waits_for_what_cannot_be_is_refused(
    document: JsonObject, change: dict[str, Any], words: str
) -> None:
    assert words in refused({**document, **change})


@pytest.mark.parametrize(
    "change",
    [{"place": 2}, {"place": 400}, {"card": "dead_weight_1"}, {"trigger": "TRIGGER_BUILD_UP"}, {"todo": [0, 1]}],
    ids=str,
)
def test_an_ability_that_does_not_ask_that_is_refused(change: dict[str, Any]) -> None:
    changed = {**ABILITY, "ability": {**ABILITY["ability"], **change}}
    assert refused(changed)


def test_a_view_that_no_position_looks_like_is_refused() -> None:
    state = Scenario(3).begin().state
    document = RULESET.view_json(RULESET.observe(state, 0))
    wrong: list[tuple[str, object]] = [("clock_deck_size", 3), ("hq_deck_size", 0), ("scrub", []), ("viewer", 1)]
    for key, value in wrong:
        with pytest.raises(MalformedPosition):
            RULESET.view_from_json({**document, key: value})
    wrong = [("hand_size", 7), ("deck_size", 1), ("out_of_sight", []), ("dealt", ["ninjas_vc1", ""])]
    for key, value in wrong:
        changed = copy.deepcopy(document)
        changed["players"][1][key] = value
        with pytest.raises(MalformedPosition):
            RULESET.view_from_json(changed)
