"""Playing: who decides, what is refused, how long it can take, and the odd corners of the recruit deck."""

import contextlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.engine.chance import FastChance
from services.engine.options import complete
from services.engine.ruleset import IllegalAction, MalformedAction, OptionValue
from services.rulesets.factionwars.cards import IDS
from services.rulesets.factionwars.notation import ALL_ACTIONS
from services.rulesets.factionwars.options import OPTIONS
from services.rulesets.factionwars.ruleset import RULESET
from services.rulesets.factionwars.table import State
from tests.marks import each_row
from tests.unit.factionwars.games import OPTION_SETS, SEATS, decisions, in_the_middle, start
from tests.unit.factionwars.scenario import Scenario
from tests.unit.rulesets.random_matches import SEEDS, chance_of


def cards_of(state: State) -> list[str]:
    """Every card of the match, wherever it is."""
    cards = [card for card in state.line_up if card >= 0] + state.recruit_deck + state.recruit_discard
    cards += state.removed + state.limbo
    for zone in (*state.decks, *state.discards):
        cards += zone
    return sorted(IDS[card] for card in cards)


@settings(max_examples=20, deadline=None)
@given(SEATS, SEEDS, OPTION_SETS)
def test_no_card_is_ever_lost_or_doubled(seats: int, seed: int, options: dict[str, OptionValue]) -> None:
    state, _ = start(seats, seed, options)
    before = cards_of(state)
    assert len(before) == len(set(before)) == 58 + 3 * seats
    number = 0
    for seat, action in decisions(state, seed):
        RULESET.play(state, seat, action)
        expected = sorted([*before, "WO01"]) if state.war != 1 else before
        assert cards_of(state) == expected
        number += 1
    assert number <= RULESET.describe().max_decisions
    assert RULESET.legal(state, 0) == []


@settings(max_examples=10, deadline=None)
@given(SEATS, SEEDS, OPTION_SETS)
def test_what_is_not_listed_is_refused_and_changes_nothing(
    seats: int, seed: int, options: dict[str, OptionValue]
) -> None:
    state = in_the_middle(seats, seed, seed % 70, options)
    before = RULESET.dump(state)
    for seat in range(-1, seats + 1):
        legal = RULESET.legal(state, seat) if 0 <= seat < seats else []
        assert legal == sorted(set(legal))
        for action in [*ALL_ACTIONS, 0, -1, 10_000]:
            if action not in legal:
                with pytest.raises(IllegalAction):
                    RULESET.play(state, seat, action)
    assert RULESET.dump(state) == before


def test_only_the_pending_have_actions() -> None:
    table = Scenario(players=3).begin().play("B", "bid 1")
    assert table.pending() == ["A", "C"]
    assert table.legal("B") == []
    assert table.legal("C") == ["bid 1", "bid 2", "bid 3"]


def test_nobody_decides_after_the_end() -> None:
    table = Scenario(players=2).game_over().begin()
    assert table.pending() == []
    with pytest.raises(IllegalAction):
        table.play("A", "bid 1")


def test_the_default_is_the_first_action() -> None:
    table = Scenario(players=2).begin()
    assert RULESET.notation(RULESET.default(table.state, 0)) == "bid 1"


@each_row("action", ALL_ACTIONS)
def test_every_action_is_read_back(action: int) -> None:
    text = RULESET.notation(action)
    assert RULESET.parse(text) == action
    assert RULESET.action_from_json(json.loads(json.dumps(RULESET.action_json(action)))) == action


def test_the_notation() -> None:
    notations = [RULESET.notation(action) for action in ALL_ACTIONS]
    assert notations[:6] == ["bid 1", "bid 2", "bid 3", "bid 4", "bid 5", "bid 6"]
    assert notations[6:11] == ["player 0", "player 1", "player 2", "player 3", "player 4"]
    assert notations[11] == "card CB01"
    assert len(set(notations)) == len(ALL_ACTIONS)


@pytest.mark.parametrize(
    "text", ["", "bid", "bid 0", "bid 7", "bid  1", "Bid 1", "bid 1 ", "player 5", "card CN01", "card"]
)
def test_other_text_is_not_an_action(text: str) -> None:
    with pytest.raises(MalformedAction):
        RULESET.parse(text)


@each_row(
    "document",
    [
        {},
        {"bid": {}},
        {"bid": {"position": 0}},
        {"bid": {"position": 7}},
        {"bid": {"position": True}},
        {"bid": {"position": "1"}},
        {"bid": {"position": 1.0}},
        {"bid": {"position": 1, "more": 1}},
        {"bid": 1},
        {"bid": {"position": 1}, "choose_card": {"card": "CB01"}},
        {"choose_player": {"player": 5}},
        {"choose_card": {"card": "CN01"}},
        {"choose_card": {"card": ["CB01"]}},
        {"fold": {}},
    ],
)
def test_other_json_is_not_an_action(document: dict[str, object]) -> None:
    with pytest.raises(MalformedAction):
        RULESET.action_from_json(document)


@given(st.text())
def test_any_text_is_an_action_or_refused(text: str) -> None:
    with contextlib.suppress(MalformedAction):
        assert RULESET.notation(RULESET.parse(text)) == text


def test_two_matches_do_not_disturb_each_other() -> None:
    alone = in_the_middle(3, 5, 40)
    one, _ = start(3, 5)
    other, _ = start(4, 6)
    turns = decisions(other, 1)
    for count, (seat, action) in enumerate(decisions(one, 5)):
        if count == 40:
            break
        RULESET.play(one, seat, action)
        RULESET.play(other, *next(turns))
    assert RULESET.dump(one) == RULESET.dump(alone)


def test_setup_draws_from_its_stream_in_order() -> None:
    """Recruit deck, conscripts of each seat, bonus cards."""
    state, _ = RULESET.start(2, complete({}, OPTIONS), chance_of(3))
    chance = chance_of(3)
    deck = list(range(58))
    chance.shuffle("setup", deck)
    hands = [state.rules.conscripts[seat].copy() for seat in range(2)]
    for hand in hands:
        chance.shuffle("setup", hand)
    bonus = list(range(5))
    chance.shuffle("setup", bonus)
    assert state.line_up == [deck[-1], deck[-2]]
    assert state.recruit_deck == deck[:-2]
    assert state.decks == hands
    assert state.display == sorted(bonus[-3:])
    assert state.chance.used() == {"setup": 57 + 2 + 2 + 4}


def test_a_random_pick_does_not_depend_on_the_order_of_the_deck() -> None:
    """FW-R34."""
    stolen = set()
    for deck in (("Skald", "c1", "Jarl", "Ronin"), ("Ronin", "Jarl", "Skald", "c1"), ("c1", "Ronin", "Skald", "Jarl")):
        table = Scenario(players=2).line_up("Buccaneer", "Raider").battle_deck("B", *deck).begin(seed=4).bid(1, 2)
        stolen.add(table.all_of("recruit_taken")[0]["card"])
    assert len(stolen) == 1


def test_streams_are_one_for_each_use() -> None:
    state = in_the_middle(3, 2, 200)
    streams = {"setup", "recruits", "deck:0", "deck:1", "deck:2", "pick:0", "pick:1", "pick:2"}
    assert set(state.chance.used()) <= streams
    assert {"setup", "recruits", "deck:0"} <= set(state.chance.used())


def test_a_match_without_a_card_left_for_the_line_up_ends() -> None:
    """FW-R15, FW-R16: everything is with the players, and War is Over never came."""
    table = (
        Scenario(players=2, action_card_to="removed")
        .line_up("Deputy", "Raider")
        .removed("AC01", "AC02", "AC03", "AC04", "AC05", "AC06", "AC07", "AC08")
        .rest_belongs_to("A")
        .begin()
        .bid(1, 2)
    )
    assert table.pending() == []
    assert table.all_of("game_ended")[0] == {"reason": "END_REASON_NO_CARDS", "winners": [0]}
    outcome = RULESET.outcome(table.state)
    assert outcome is not None
    assert outcome.reason == "no_cards"


def test_a_short_line_up_does_not_move_the_pass_counter() -> None:
    """FW-R14, FW-R16."""
    table = (
        Scenario(players=2, action_card_to="removed")
        .line_up("Deputy", "Raider")
        .recruit_deck("Skald")
        .removed("AC01", "AC02", "AC03", "AC04", "AC05", "AC06", "AC07", "AC08")
        .rest_belongs_to("A")
        .begin()
        .bid(1, 2)
    )
    assert table.line_up() == ["Skald", ""]
    assert table.state.pass_number == 1


def test_war_is_over_and_nothing_else_to_refill_with_ends_the_match() -> None:
    """FW-R11, FW-R15."""
    table = (
        Scenario(players=2, action_card_to="removed")
        .in_pass(2)
        .line_up("Deputy", "Raider")
        .recruit_deck("War is Over")
        .removed("AC01", "AC02", "AC03", "AC04", "AC05", "AC06", "AC07", "AC08")
        .rest_belongs_to("A")
        .begin()
        .bid(1, 2)
    )
    assert table.pending() == []
    assert table.all_of("game_ended")[0]["reason"] == "END_REASON_WAR_IS_OVER"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_bound_on_decisions_holds_with_room(seats: int) -> None:
    options = complete({"final_pass": "after_D"}, OPTIONS)
    longest = 0
    for game in range(10):
        state, _ = RULESET.start(seats, options, FastChance(game))
        number = 0
        for seat, action in decisions(state, game):
            RULESET.play(state, seat, action)
            number += 1
        longest = max(longest, number)
    assert 40 < longest < 250 < RULESET.describe().max_decisions
