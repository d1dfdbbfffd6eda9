"""Secret, simultaneous decisions are taken back in imagined states, so that a search chooses them by its own lights."""

from collections.abc import Iterator
from typing import Any

import pytest

from services.bots.thinking import AnyRuleset
from services.engine import registry
from services.engine.chance import FastChance
from services.engine.options import complete

SIMULTANEOUS = ("factionwars", "commanders", "duels", "faceoff")


def states(rules: AnyRuleset, matches: int) -> Iterator[Any]:
    """States of random matches between two, in which the seat that was asked first answers last."""
    options = complete({}, rules.describe().options)
    for number in range(matches):
        state, _ = rules.start(2, options, FastChance(number))
        chance = FastChance(number + 1_000)
        while pending := rules.pending(state):
            yield state
            seat = pending[-1]
            legal = rules.legal(state, seat)
            rules.play(state, seat, legal[chance.below("any", len(legal))])


@pytest.mark.parametrize("ruleset", SIMULTANEOUS)
def test_the_others_decide_again_and_the_viewer_cannot_tell(ruleset: str) -> None:
    rules = registry.ruleset(ruleset)
    reopened = 0
    for state in states(rules, 6):
        viewer = rules.pending(state)[0]
        view = rules.observe(state, viewer)
        world = rules.imagine(view, FastChance(7))
        before = rules.pending(world)
        rules.reopen(world, viewer)
        assert rules.legal(world, viewer) == rules.legal(state, viewer)
        assert set(before) <= set(rules.pending(world))
        reopened += before != rules.pending(world)
    assert reopened > 0


@pytest.mark.parametrize("ruleset", registry.installed_ids())
def test_a_reopened_state_is_one_that_play_reaches(ruleset: str) -> None:
    rules = registry.ruleset(ruleset)
    for number, state in enumerate(states(rules, 1)):
        viewer = rules.pending(state)[0]
        world = rules.imagine(rules.observe(state, viewer), FastChance(number))
        rules.reopen(world, viewer)
        assert rules.dump(rules.load(rules.dump(world), FastChance(0))) == rules.dump(world)
        if number == 120:
            break
