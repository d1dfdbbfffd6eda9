"""Whole matches: how long they are, what always holds, and how well the bots play."""

from collections import Counter

from hypothesis import given, settings

from services.engine.chance import FastChance
from services.engine.options import complete
from services.engine.ruleset import Bot, JsonObject, MalformedAction, OptionValue
from services.rulesets.duels import notation
from services.rulesets.duels.cards import IDS
from services.rulesets.duels.events import EVENT_DUEL_STARTED
from services.rulesets.duels.options import OPTIONS
from services.rulesets.duels.ruleset import RULESET
from services.rulesets.duels.table import State, View
from tests.unit.duels.games import OPTION_SETS, decisions, start
from tests.unit.rulesets.random_matches import SEEDS


@settings(max_examples=30, deadline=None)
@given(SEEDS, OPTION_SETS)
def test_every_match_has_21_duels_and_ends_in_time(seed: int, options: dict[str, OptionValue]) -> None:
    """FD-019, FD-050: every VC card of the line-up is duelled for once."""
    state, events = start(seed, options)
    number = 0
    for seat, action in decisions(state, seed):
        events = RULESET.play(state, seat, action)
        number += 1
        if state.phase != 7:
            assert state.quiet <= state.rules.stall_limit
    assert number <= RULESET.describe().max_decisions
    assert RULESET.outcome(state) is not None
    assert events[-1][0] == 32


def play(bots: list[Bot[View]], seed: int) -> tuple[State, int, int]:
    """The end of a match between bots, its decisions and duels."""
    state, _ = RULESET.start(2, complete({}, OPTIONS), FastChance(seed))
    chance = FastChance(seed + 1)
    number = duels = 0
    while pending := RULESET.pending(state):
        for seat in pending:
            action = bots[seat].choose(RULESET.observe(state, seat), RULESET.legal(state, seat), chance)
            duels += sum(event[0] == EVENT_DUEL_STARTED for event in RULESET.play(state, seat, action))
            number += 1
    return state, number, duels


def test_matches_are_as_long_as_expected() -> None:
    random, greedy = RULESET.bots()["random"], RULESET.bots()["greedy"]
    lengths = {
        name: [play([bot, bot], seed)[1:] for seed in range(12)]
        for name, bot in (("random", random), ("greedy", greedy))
    }
    assert {duels for found in lengths.values() for _, duels in found} == {21}
    assert 170 < sum(number for number, _ in lengths["random"]) / 12 < 250
    assert 100 < sum(number for number, _ in lengths["greedy"]) / 12 < 140


def test_greedy_beats_random_from_either_seat() -> None:
    random, greedy = RULESET.bots()["random"], RULESET.bots()["greedy"]
    won: Counter[int] = Counter()
    for seed in range(20):
        seat = seed % 2
        state, _, _ = play([greedy, random] if seat == 0 else [random, greedy], seed)
        outcome = RULESET.outcome(state)
        assert outcome is not None
        won[seat] += outcome.results[seat].rank == 1 and outcome.results[1 - seat].rank == 2
    assert won == {0: 10, 1: 10}


def test_every_action_reads_back_from_its_notation_and_its_form() -> None:
    assert len(notation.ALL_ACTIONS) > 900
    for action in notation.ALL_ACTIONS:
        assert notation.parse(notation.notation(action)) == action
        assert notation.action_from_json(notation.action_json(action)) == action


def test_what_is_no_action_is_refused() -> None:
    for text in (
        "",
        "place",
        "place CV1",
        "switch 8 CB01",
        "swap 2 1",
        "swap 3 3",
        "duel 0",
        "equip CB01",
        "keep CB01",
    ):
        try:
            notation.parse(text)
        except MalformedAction:
            continue
        raise AssertionError(text)
    forms: tuple[JsonObject, ...] = (
        {},
        {"place": {"card": "CV1"}},
        {"place": {"card": 3}},
        {"place": {}},
        {"pass": {"slot": 1}},
        {"pass": None},
        {"swap": {"slot": 2, "other_slot": 1}},
        {"duel": {"slot": True}},
        {"duel": {"slot": 9}},
        {"equip": {"card": "CB01"}},
        {"place": {"card": "CB01"}, "pass": {}},
        {"fly": {}},
    )
    for form in forms:
        try:
            notation.action_from_json(form)
        except MalformedAction:
            continue
        raise AssertionError(form)


def test_notations_are_short_words() -> None:
    action = RULESET.parse("switch 3 CB05")
    assert RULESET.action_json(action) == {"switch": {"slot": 3, "card": "CB05"}}
    assert notation.slot_of(action) == 2
    assert IDS[notation.card_of(action)] == "CB05"
    assert notation.pair_of(RULESET.parse("slots 2 7")) == (1, 6)
    assert notation.slot_of(RULESET.parse("fill 7 PW24")) == 6
    assert notation.card_of(RULESET.parse("pass")) == -1
    assert notation.slot_of(RULESET.parse("pass")) == -1
