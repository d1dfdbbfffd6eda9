"""Deciding at once: commits show only that they were made (FO-R19)."""

import json
import random
from collections.abc import Iterator

import pytest

from services.engine.chance import SeededChance
from services.engine.options import complete
from services.engine.ruleset import SPECTATOR, OptionValue
from services.rulesets.faceoff.ruleset import RULESET
from services.rulesets.faceoff.table.state import SIMULTANEOUS_PHASES, State

OPTION_SETS: list[dict[str, OptionValue]] = [{}, {"build_up_mandatory": False, "fo_equipment_needs_personality": False}]


def deciding_at_once(players: int, options: dict[str, OptionValue], matches: int) -> Iterator[State]:
    """Positions of random matches in which several are yet to commit something."""
    for number in range(matches):
        dice = random.Random(number)
        chosen = complete(options, RULESET.describe().options)
        state, _ = RULESET.start(players, chosen, SeededChance(number.to_bytes(32, "big")))
        while pending := RULESET.pending(state):
            if len(pending) > 1:
                assert state.phase in SIMULTANEOUS_PHASES
                yield state
            seat = dice.choice(pending)
            RULESET.play(state, seat, dice.choice(RULESET.legal(state, seat)))


def shown(state: State, seat: int, action: int, viewer: int) -> str:
    """All that a viewer gets to see of a commit: events, view, picture and own choices."""
    after = RULESET.clone(state)
    events = RULESET.play(after, seat, action)
    view = RULESET.observe(after, viewer)
    told = [RULESET.share(event, viewer) for event in events]
    return json.dumps(
        [told, RULESET.view_json(view), RULESET.picture(view), RULESET.legal(after, viewer), RULESET.pending(after)]
    )


@pytest.mark.parametrize("options", OPTION_SETS)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_whatever_is_committed_looks_the_same_to_all_others(players: int, options: dict[str, OptionValue]) -> None:
    """FO-072, FO-R18, FO-R19."""
    dice = random.Random(players)
    compared = 0
    for state in deciding_at_once(players, options, matches=1):
        seat, *others = dice.sample(RULESET.pending(state), 2)
        legal = RULESET.legal(state, seat)
        for viewer in (SPECTATOR, *others):
            first, *rest = [shown(state, seat, action, viewer) for action in dice.sample(legal, min(4, len(legal)))]
            assert rest == [first] * len(rest)
            compared += len(rest)
    assert compared > 100


def test_a_commit_does_not_change_what_the_others_may_do() -> None:
    for state in deciding_at_once(4, {}, matches=1):
        seat, *others = RULESET.pending(state)
        after = RULESET.clone(state)
        RULESET.play(after, seat, RULESET.legal(state, seat)[-1])
        assert [RULESET.legal(after, other) for other in others] == [RULESET.legal(state, other) for other in others]


def test_who_has_committed_is_not_asked_again() -> None:
    state = next(deciding_at_once(3, {}, matches=1))
    seat = RULESET.pending(state)[0]
    RULESET.play(state, seat, RULESET.legal(state, seat)[0])
    assert RULESET.legal(state, seat) == []
    assert seat not in RULESET.pending(state)
