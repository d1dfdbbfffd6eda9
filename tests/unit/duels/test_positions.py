"""Positions as bytes: round trips, resuming in the middle of anything, and what is not a position."""

import copy
import json
from typing import Any

import pytest

from services.engine.chance import FastChance
from services.engine.ruleset import JsonObject, MalformedPosition
from services.rulesets.duels.ruleset import RULESET
from services.rulesets.duels.table import State
from tests.marks import each_row
from tests.unit.duels.games import decisions, start
from tests.unit.duels.scenario import Scenario
from tests.unit.duels.test_worked_examples import FULL


def test_a_position_may_leave_out_what_has_its_default_value() -> None:
    document = Scenario().line_up("A", *FULL).begin()
    written = json.loads(RULESET.dump(document.state))
    for key in ("options", "first", "active", "asked", "quiet", "vc_removed", "power_aside", "words_used"):
        del written[key]
    for player in written["players"]:
        for key in ("face_up", "locked", "bonus", "won", "destroyed", "discarded", "duels_won", "peeked", "known"):
            del player[key]
        del player["unseen_since"]
        del player["unseen_by_opponent_since"]
    loaded = RULESET.load(json.dumps(written).encode(), FastChance(1))
    assert RULESET.dump(loaded) == RULESET.dump(document.state)


# -- what is not a position ------------------------------------------------------------------------------------------


def at(phase: int, seed: int = 1) -> State:
    """A match in a phase."""
    state, _ = start(seed)
    for seat, action in decisions(state, seed):
        if state.phase == phase:
            return state
        RULESET.play(state, seat, action)
    return at(phase, seed + 1)


DOCUMENTS = {phase: json.loads(RULESET.dump(at(phase))) for phase in range(1, 7)}
PLACE, TURN, CHOOSE, EQUIP, PRIZE, KEEP = DOCUMENTS.values()


def broken(document: JsonObject, change: Any) -> str:
    """What is wrong with a position after a change."""
    document = copy.deepcopy(document)
    change(document)
    with pytest.raises(MalformedPosition) as raised:
        RULESET.load(json.dumps(document).encode(), FastChance(1))
    return str(raised.value)


def set_to(key: str, value: object) -> Any:
    return lambda document: document.__setitem__(key, value)


def player(key: str, value: object, seat: int = 0) -> Any:
    return lambda document: document["players"][seat].__setitem__(key, value)


def in_options(name: str, value: object) -> Any:
    return lambda document: document["options"].__setitem__(name, value)


@each_row(
    ("document", "change", "message"),
    [
        (TURN, set_to("secret", 1), "state: has a field that is not known"),
        (TURN, set_to("phase", "PHASE_UNSPECIFIED"), "phase: must be one of PHASE_PLACE, PHASE_TURN"),
        (TURN, set_to("round", 4), "round: must be a whole number from 1 to 3"),
        (TURN, set_to("round", True), "round: must be a whole number from 1 to 3"),
        (TURN, set_to("round", 2), "vc_deck: must have 7 cards in round 2"),
        (TURN, set_to("asked", 2), "asked: must be a whole number from 0 to 1"),
        (TURN, set_to("quiet", 15), "quiet: must be at most 14"),
        (TURN, set_to("options", []), "options: must be an object"),
        (TURN, in_options("stall", 3), "options.stall: unknown option; did you mean stall_limit?"),
        (TURN, in_options("power_deck", 23), "power_aside: does not fit the option power_deck"),
        (TURN, set_to("vc_line", ["CV1"]), "vc_line: must have 7 slots"),
        (TURN, set_to("vc_deck", ["CB01"]), "vc_deck: has something that is not such an id"),
        (TURN, set_to("vc_deck", []), "vc_deck: each VC card must be in exactly one place"),
        (TURN, set_to("power_deck", ["PW01"]), "power_deck: each Power card must be in exactly one place"),
        (TURN, set_to("players", [{}]), "players: must be 2"),
        (TURN, set_to("players", [{}, 3]), "players[1]: must be an object"),
        (TURN, set_to("players", [{}, {}]), "players[0]: must have each of their thirteen cards in exactly one place"),
        (TURN, set_to("words_used", {"dice": 1}), "words_used: names a chance stream that is not used"),
        (TURN, set_to("action", {"card": "CB06", "paid": True}), "action: must be absent"),
        (TURN, set_to("duel", {"slot": 1}), "duel: must be absent"),
        (TURN, set_to("duel", {"slot": 8}), "duel.slot: must be a whole number from 1 to 7"),
        (TURN, set_to("duel", {"slot": 1, "equipment": ["CB08"]}), "duel.equipment: must be 2"),
        (TURN, set_to("duel", {"slot": 1, "equipment": ["CB01", ""]}), "duel.equipment: has something that is not"),
        (TURN, lambda d: d.update(asked=1 - d["asked"]), "asked: must be the player whose turn it is"),
        (TURN, player("placed", 3), "players[0].placed: must be all"),
        (TURN, player("line_up", ["CB01"]), "players[0].line_up: must have 7 slots"),
        (TURN, player("face_up", [1, 1]), "players[0].face_up: names a slot twice"),
        (TURN, player("face_up", [9]), "players[0].face_up: must be a whole number from 1 to 7"),
        (TURN, player("filled", [0] * 7), "players[0].filled: must be of the slots with a card"),
        (TURN, player("filled", [9] * 7), "players[0].filled: does not fit the number of fills"),
        (TURN, player("filled", [1, 1]), "players[0].filled: must have 7 slots"),
        (TURN, player("fills", 0), "players[0].filled: does not fit the number of fills"),
        (TURN, player("duels_won", 8), "players[0].duels_won: must be a whole number from 0 to 7"),
        (TURN, player("peeked", 1), "players[0].peeked: the opponent has played no action that looks"),
        (TURN, player("recalled", {"card": "CB01", "since": 2}), "players[0].peeked: the opponent has played no"),
        (TURN, player("recalled", {"card": "CB01"}), "players[0].recalled.since: must be a whole number from 2"),
        (TURN, player("known", [{"card": "PW01", "to_all": True}]), "players[0].known: has a card that is not"),
        (TURN, player("known", [{"card": "PW01"}, {"card": "PW01"}]), "players[0].known: names a card twice"),
        (TURN, player("unseen_since", [0]), "players[0].unseen_since: must be one for each Power card"),
        (TURN, player("unseen_by_opponent_since", [0]), "players[0].unseen_by_opponent_since: must be one for each"),
        (TURN, set_to("phase", "PHASE_PLACE"), "players[0]: has a card in the line-up that is more than placed"),
        (TURN, set_to("phase", "PHASE_GAME_OVER"), "players[0]: has a card in the line-up that is more than placed"),
        (TURN, set_to("phase", "PHASE_CHOOSE"), "action: must be one with a choice"),
        (TURN, set_to("phase", "PHASE_EQUIP"), "duel.slot: must be one whose VC card is left"),
        (TURN, set_to("phase", "PHASE_PRIZE"), "duel.slot: must be one whose VC card is left"),
        (PLACE, player("placed", 7), "players[0].line_up: a slot stays empty only if there are not enough cards"),
        (PLACE, player("fills", 1), "players[0]: has filled a slot or won a duel before the round began"),
        (PLACE, player("peeked", 1), "players[0]: has a card that was looked at before the round began"),
        (PLACE, set_to("quiet", 1), "asked: nobody has had a turn"),
        (CHOOSE, lambda d: d["action"].update(paid=False), "action.paid: must be true"),
        (CHOOSE, lambda d: d.pop("action"), "action: must be one with a choice"),
        (CHOOSE, lambda d: d["action"].update(card="CB01"), "action: must be one with a choice"),
        (CHOOSE, set_to("quiet", 1), "asked: must be the player who plays an action"),
        (CHOOSE, set_to("duel", {"slot": 1}), "duel: must be absent while an action is played"),
        (EQUIP, lambda d: d["duel"].update(answers=2), "duel.answers: does not fit who is asked"),
        (EQUIP, lambda d: d.update(asked=1 - d["asked"]), "duel.answers: does not fit who is asked"),
        (EQUIP, set_to("quiet", 1), "quiet: must be 0 in a duel"),
        (EQUIP, lambda d: d.pop("duel"), "duel.slot: must be one whose VC card is left"),
        (EQUIP, set_to("action", {"card": "CB06"}), "action: must be absent in a duel"),
        (PRIZE, lambda d: d["duel"].update(answers=1), "duel: was not won by the player who is asked"),
        (PRIZE, lambda d: [p.update(duels_won=0) for p in d["players"]], "players: the winner has won a duel"),
        (KEEP, set_to("quiet", 1), "power_deck: must have two cards to choose from"),
        (KEEP, set_to("action", {"card": "CB06"}), "action: must be absent while Power cards are looked at"),
    ],
)
def test_a_position_must_be_consistent(document: JsonObject, change: Any, message: str) -> None:
    assert broken(document, change).startswith(message)


def test_both_players_ready_is_no_position_of_placing() -> None:
    def ready(document: JsonObject) -> None:
        for each in document["players"]:
            cards = [card for card in each["line_up"] if card] + each["hand"]
            each.update(placed=7, line_up=cards[:7], hand=cards[7:])

    assert broken(PLACE, ready) == "players: all are ready, so the round has begun"
