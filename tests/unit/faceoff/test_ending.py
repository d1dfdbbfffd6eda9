"""The end of a match: the worked examples."""

import json
import random
from collections import Counter
from typing import Any

import pytest

from services.engine.chance import SeededChance
from services.engine.conformance.play import components
from services.engine.options import complete
from services.rulesets.faceoff.ruleset import RULESET
from services.rulesets.faceoff.table.state import State
from tests.unit.faceoff.scenario import Scenario

ROUNDS = {2: 26, 3: 32, 4: 39, 5: 44}
DEFAULTS = complete({}, RULESET.describe().options)


def test_a_whole_set_ends_the_match_at_once() -> None:
    """FO-T31 (FO-125, FO-R10, FO-R65, FO-R77)."""
    scenario = Scenario(2).clock("ninjas_vc6").vp("A", 0).vp("B", 60)
    scenario.hand("A", "wild_bill_hickok", "ninjas_vc1").deck("A", "ninjas_vc2").discards("A", "ninjas_vc3")
    scenario.stack("A", "ninjas_vc4").dealt("A", "ninjas_vc5", "cowboys_vc1").front("A", "ninjas_vc7")
    table = scenario.hand("B", "tomo_sukesada").begin().play("A", "clock ninjas_vc6", "play wild_bill_hickok")
    table.play("B", "play tomo_sukesada", "choose option 2").play("A", "no_card")
    assert table.pending() == "A"
    table.play("A", "take clock")
    assert table.event("set_completed") == {"player": 0, "set": "ninjas"}
    assert table.pending() == ""
    assert table.winners() == "A"
    assert table.vp("B") == 61
    outcome = RULESET.outcome(table.state)
    assert outcome is not None
    assert outcome.reason == "complete_set"


CARDS = frozenset(card["id"] for card in RULESET.describe().cards)


def lying(state: State) -> Counter[str]:
    """Every card that lies somewhere in a state."""
    return components(json.loads(RULESET.dump(state)), CARDS)


def play_at_random(players: int, number: int) -> tuple[list[Any], list[tuple[int, int]], int]:
    """A random match: all events, all moves, and how many rounds it took. At the end of each round no card is lost or
    doubled."""
    dice = random.Random(number)
    state, events = RULESET.start(players, DEFAULTS, SeededChance(number.to_bytes(32, "big")))
    told, moves = list(events), []
    round_, cards = state.round, Counter[str]()
    while pending := RULESET.pending(state):
        seat = dice.choice(pending)
        action = dice.choice(RULESET.legal(state, seat))
        moves.append((seat, action))
        told += RULESET.play(state, seat, action)
        assert min(state.vp) >= 0
        if state.round != round_:
            round_ = state.round
            cards = cards or lying(state)  # those of the factions that were chosen
            assert lying(state) == cards
    assert lying(state) == cards
    assert RULESET.outcome(state) is not None
    return told, moves, state.round


def check_at_random(players: int, numbers: range) -> None:
    """Random matches end in time, no token is owed, no card is lost, and the moves alone give the same events again."""
    for number in numbers:
        told, moves, rounds = play_at_random(players, number)
        assert rounds <= ROUNDS[players]
        state, again = RULESET.start(players, DEFAULTS, SeededChance(number.to_bytes(32, "big")))
        for seat, action in moves:
            again += RULESET.play(state, seat, action)
        assert again == told


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_matches_end_in_time_and_can_be_replayed(players: int) -> None:
    """FO-T39 (FO-R79, FO-R51, FO-R38); a thousand more in tests/conformance/test_thousand_matches.py."""
    check_at_random(players, range(20))
