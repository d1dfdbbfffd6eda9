"""The levels of play of each ruleset: they search from what their seat may know."""

import json
from typing import Any

import pytest

from services.bots.levels import LevelBot
from services.bots.playouts import shares
from services.bots.thinking import AnyRuleset, Budget, ThinkingBot
from services.engine import registry
from services.engine.chance import FastChance, SeededChance
from services.engine.options import complete
from services.engine.ruleset import Bot

RULESETS = registry.installed_ids()
QUICK = Budget(iterations=12)


def chance(number: int) -> SeededChance:
    return SeededChance(number.to_bytes(32, "big"))


def quick(rules: AnyRuleset) -> ThinkingBot[Any]:
    """A search of the ruleset with next to nothing to spend."""
    search = rules.bots()["search"]
    assert isinstance(search, LevelBot)
    return search.with_budget(QUICK)


def played(rules: AnyRuleset, seats: int, bots: list[Bot[Any]], decisions: int | None = None) -> Any:
    """The state of a match after some decisions, or at its end."""
    options = complete({}, rules.describe().options)
    state, _ = rules.start(seats, options, chance(seats))
    number = 0
    while (pending := rules.pending(state)) and number != decisions:
        seat = pending[0]
        legal = rules.legal(state, seat)
        choice = legal[0] if len(legal) == 1 else bots[seat].choose(rules.observe(state, seat), legal, chance(number))
        rules.play(state, seat, choice)
        number += 1
    return state


@pytest.mark.parametrize("ruleset", RULESETS)
def test_there_are_five_levels_and_those_that_search_say_so(ruleset: str) -> None:
    described = registry.ruleset(ruleset).describe().bots
    assert [(bot.id, bot.thinks) for bot in described] == [
        ("expert", False),
        ("greedy", False),
        ("random", False),
        ("search", True),
        ("search-deep", True),
    ]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_hidden_does_not_change_the_answer(ruleset: str) -> None:
    """A bot that could guess what nobody can know would choose otherwise in some of the worlds that it cannot tell
    apart."""
    rules = registry.ruleset(ruleset)
    bot, expert = quick(rules), rules.bots()["expert"]
    asked = 0
    for decisions in (0, 7, 23):
        state = played(rules, 2, [expert] * 2, decisions)
        seat = rules.pending(state)[0]
        legal = rules.legal(state, seat)
        if len(legal) == 1:
            continue
        view = rules.observe(state, seat)
        before = json.dumps(rules.view_json(view), sort_keys=True)
        expected = bot.explain(view, legal.copy(), chance(9))
        assert json.dumps(rules.view_json(view), sort_keys=True) == before
        for number in range(20):
            world = rules.imagine(rules.view_from_json(json.loads(before)), FastChance(number))
            found = bot.explain(rules.observe(world, seat), legal.copy(), chance(9))
            assert (found.choice, found.reports) == (expected.choice, expected.reports)
        asked += 1
    assert asked


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_search_plays_a_match_to_its_end(ruleset: str) -> None:
    rules = registry.ruleset(ruleset)
    seats = rules.describe().max_seats
    bots: list[Bot[Any]] = [quick(rules).with_budget(Budget(iterations=4)), *[rules.bots()["expert"]] * (seats - 1)]
    outcome = rules.outcome(played(rules, seats, bots))
    assert outcome is not None
    assert [result.seat for result in outcome.results] == list(range(seats))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_judgement_is_a_share_of_the_win_and_the_result_at_the_end(ruleset: str) -> None:
    rules = registry.ruleset(ruleset)
    for seats in (rules.describe().min_seats, rules.describe().max_seats):
        bots: list[Bot[Any]] = [rules.bots()["expert"]] * seats
        for decisions in (0, 11, 30, None):
            state = played(rules, seats, bots, decisions)
            values = rules.evaluate(state)
            if values is None:
                assert decisions in (11, 30)  # in the middle of what must be played on first
                continue
            assert len(values) == seats
            assert min(values) >= 0
            assert sum(values) == pytest.approx(1)
            outcome = rules.outcome(state)
            if outcome is not None:
                assert values == pytest.approx(shares(outcome))
