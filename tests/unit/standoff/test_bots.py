"""The bots: legal, deterministic, blind for what is hidden; greedy and expert as players who want the red zone."""

import json
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.engine.chance import FastChance
from services.engine.options import complete
from services.engine.ruleset import Bot, OptionValue
from services.rulesets.standoff.expert_turn import Step, worth_most
from services.rulesets.standoff.options import OPTIONS
from services.rulesets.standoff.ruleset import RULESET
from services.rulesets.standoff.table import View
from tests.unit.rulesets.random_matches import SEEDS, chance_of
from tests.unit.standoff.games import OPTION_SETS, SEATS, in_the_middle
from tests.unit.standoff.scenario import PlayedTable, Scenario

EXPERT = RULESET.bots()["expert"]
GREEDY = RULESET.bots()["greedy"]
RANDOM = RULESET.bots()["random"]
DECK = ["CR1", "CR1", "CR1", "HEX1", "HEX1"]
RED = [
    "0,-2",
    "1,-2",
    "2,-2",
    "-1,-1",
    "0,-1",
    "1,-1",
    "2,-1",
    "-2,0",
    "-1,0",
    "0,0",
    "1,0",
    "2,0",
    "-2,1",
    "-1,1",
    "0,1",
    "1,1",
    "-2,2",
    "-1,2",
    "0,2",
]
GATES = ["-3,-4", "7,-4", "-4,-3", "7,-3", "-7,3", "4,3", "-7,4", "3,4"]


def choice(table: PlayedTable, seed: int = 0, bot: Bot[View] = GREEDY) -> str:
    """What a bot does for the player who must decide."""
    seat = RULESET.pending(table.state)[0]
    view = RULESET.observe(table.state, seat)
    return RULESET.notation(bot.choose(view, RULESET.legal(table.state, seat), FastChance(seed)))


def turn(table: PlayedTable, player: str = "A", bot: Bot[View] = GREEDY) -> list[str]:
    """What a bot does until its turn ends or the match does."""
    done: list[str] = []
    while table.pending() == player and table.state.active == "ABCD".index(player):
        done.append(choice(table, bot=bot))
        table.play(player, done[-1])
        if done[-1] == "end_turn":
            break
    return done


def test_the_bots_that_are_described_are_there() -> None:
    assert [bot.id for bot in RULESET.describe().bots] == list(RULESET.bots())


@settings(max_examples=25, deadline=None)
@given(SEEDS, SEATS, st.integers(0, 250), OPTION_SETS)
def test_bots_choose_a_legal_action_and_the_same_again(
    seed: int, seats: int, number: int, options: dict[str, OptionValue]
) -> None:
    state = in_the_middle(seed, number, seats, options)
    for seat in RULESET.pending(state):
        legal = RULESET.legal(state, seat)
        view = RULESET.observe(state, seat)
        before = RULESET.view_json(view)
        for bot in (EXPERT, GREEDY, RANDOM):
            chosen = bot.choose(view, legal.copy(), FastChance(seed))
            assert chosen in legal
            assert bot.choose(RULESET.observe(state, seat), legal.copy(), FastChance(seed)) == chosen
        assert RULESET.view_json(view) == before


@pytest.mark.parametrize("bot", [EXPERT, GREEDY])
@settings(max_examples=25, deadline=None)
@given(SEEDS, st.integers(0, 250))
def test_bots_do_not_see_what_is_hidden(bot: Bot[View], seed: int, number: int) -> None:
    """The same position but for the order of decks and draft pile, and for what the opponent holds of its cards."""
    state = in_the_middle(seed, number)
    if not RULESET.pending(state):
        return
    seat = state.active
    other = RULESET.clone(state)
    for player in range(2):
        other.decks[player] = other.decks[player][::-1]
    both = other.hands[1 - seat] + other.decks[1 - seat]
    other.hands[1 - seat] = both[::-1][: len(other.hands[1 - seat])]
    other.decks[1 - seat] = both[::-1][len(other.hands[1 - seat]) :]
    other.draft = other.draft[::-1]
    if RULESET.observe(state, seat).shown:  # the viewer is looking at that hand
        return
    legal = RULESET.legal(state, seat)
    chosen = [bot.choose(RULESET.observe(each, seat), legal.copy(), FastChance(seed)) for each in (state, other)]
    assert chosen[0] == chosen[1]


# -- playing like a player -------------------------------------------------------------------------------------------


STEPS = st.lists(
    st.builds(
        Step,
        worth=st.integers(1, 9).map(float),
        action=st.integers(0, 99),
        order=st.just(0),
        needs=st.just(0),
        credits=st.integers(0, 4),
        encampments=st.integers(0, 1),
    ),
    max_size=6,
)
MEANS = st.lists(
    st.builds(
        Step,
        worth=st.integers(0, 2).map(float),
        action=st.integers(100, 199),
        order=st.just(0),
        needs=st.just(0),
        credits=st.integers(-3, 1),
        actions=st.integers(-1, 1),
        encampments=st.integers(-1, 0),
    ),
    max_size=2,
)


def affordable(steps: tuple[Step, ...], actions: int, credits: int, encampments: int) -> bool:
    """Whether steps can be taken one after the other; each action that is left brings a credit."""
    for step in steps:
        actions, spare = actions - step.actions, actions
        credits -= step.credits
        if spare < 1 or actions < 0 or step.encampments > encampments or credits + actions < 0:
            return False
        encampments -= step.encampments
    return True


@settings(max_examples=150, deadline=None)
@given(MEANS, STEPS, st.integers(1, 4), st.integers(0, 6), st.integers(0, 2), st.integers(0, 2))
def test_the_plan_of_experts_is_the_best_of_all(
    means: list[Step], steps: list[Step], actions: int, credits: int, encampments: int, copies: int
) -> None:
    """Compared with every choice of steps, copies of the first two among them."""
    steps = sorted(steps + steps[:copies], key=lambda step: (-step.worth, step.action))
    every = [*means, *steps]
    plan = worth_most(every, len(means), actions, credits, encampments)
    choices = [chosen for number in range(len(every) + 1) for chosen in combinations(every, number)]
    best = max(
        sum(step.worth for step in chosen) for chosen in choices if affordable(chosen, actions, credits, encampments)
    )
    assert affordable(tuple(plan), actions, credits, encampments)
    assert sum(step.worth for step in plan) == best


def test_greedy_comes_in_through_a_gate() -> None:
    table = Scenario().hand("A", "HEX1").actions(1).begin().play("A", "play HEX1")
    assert choice(table).removeprefix("place ") in GATES


def placed(table: PlayedTable, card: str, bot: Bot[View] = GREEDY) -> list[str]:
    """The hexes on which a bot places the group of a card."""
    size = len(table.play("A", f"play {card}").legal("A", "place"))
    assert size > 1
    hexes: list[str] = []
    while table.legal("A", "place"):
        hexes.append(choice(table, bot=bot).removeprefix("place "))
        table.play("A", f"place {hexes[-1]}")
    return hexes


def test_greedy_takes_a_well_that_is_in_reach() -> None:
    assert "0,6" in placed(Scenario().tiles("A", "3,4").hand("A", "HEX3").budget(4).begin(), "HEX3")


def test_greedy_goes_through_the_opening_of_the_wall_into_the_red_zone() -> None:
    scenario = Scenario().tiles("A", "3,4", "2,4", "1,4", "0,4").hand("A", "HEX2").budget(2)
    table = scenario.begin()
    placed(table, "HEX2")
    assert table.red("A") == 1


@pytest.mark.parametrize("api", ["stepwise", "macro"])
def test_greedy_fills_the_red_zone_as_soon_as_that_wins(api: str) -> None:
    scenario = Scenario(placement_api=api).tiles("A", *RED[8:17]).tiles("B", *RED[:8])
    table = scenario.hand("A", "CR1", "CR1", "HEX2", "HEX1").begin()
    turn(table)
    assert table.pending() == ""
    assert table.red("A") == 11
    assert table.ranking() == "AB"


def test_greedy_destroys_a_tile_to_win_with_a_larger_group() -> None:
    """With 8 to 10 the last hex does not win. One tile of the other player less, and two filled, do."""
    own = ["0,0", "1,0", "2,0", "-2,1", "-1,1", "0,1", "-2,2", "-1,2"]
    others = [hex for hex in RED if hex not in (*own, "0,2")]
    table = Scenario().tiles("A", *own).tiles("B", *others).hand("A", "TACOFF", "HEX2", "CR3").begin()
    turn(table)
    assert table.red("B") == 9
    assert table.red("A") == 10
    assert table.ranking() == "AB"


def test_greedy_does_not_fill_the_last_hex_for_the_other_player() -> None:
    table = Scenario().tiles("A", *RED[13:18]).tiles("B", *RED[:13]).hand("A", "HEX1", "CR1").begin()
    turn(table)
    assert table.red("A") == 5
    assert table.pending() != ""


def test_greedy_drops_a_pod_into_the_red_zone() -> None:
    table = Scenario().hand("A", "DROPPOD").deck("A", *DECK).budget(1).actions(1).begin()
    assert choice(table) == "play DROPPOD"
    assert choice(table.play("A", "play DROPPOD")).removeprefix("target ") in RED


def test_greedy_destroys_tiles_of_others_in_the_red_zone() -> None:
    scenario = Scenario().tiles("A", "0,0", "3,4").tiles("B", "1,0", "4,3").hand("A", "TACOFF").budget(1).actions(1)
    table = scenario.begin()
    assert choice(table) == "play TACOFF"
    assert choice(table.play("A", "play TACOFF")) == "target 1,0"


def test_greedy_takes_over_a_tile() -> None:
    scenario = Scenario().tiles("A", "0,0", "1,0", "0,1").tiles("B", "1,-1", "-3,3").hand("A", "DEFECTION")
    table = scenario.budget(5).actions(1).begin()
    assert choice(table) == "play DEFECTION"
    assert choice(table.play("A", "play DEFECTION")) == "target 1,-1"


def test_greedy_aims_at_the_player_who_has_most() -> None:
    scenario = Scenario(seats=3).tiles("B", "0,0").tiles("C", "1,0", "0,1").hand("A", "TROJAN").budget(1)
    table = scenario.begin().play("A", "play TROJAN")
    assert choice(table) == "opponent 2"


def test_greedy_puts_a_forcefield_where_it_keeps_others_out_of_the_red_zone() -> None:
    scenario = Scenario().tiles("A", "0,0", "3,4").tiles("B", "4,0").hand("A", "FORCEFIELD").budget(4).actions(1)
    table = scenario.begin().play("A", "play FORCEFIELD")
    assert choice(table) == "target 0,0"


def test_greedy_buys_with_what_it_has_left() -> None:
    table = Scenario().hand("A", "CR1", "CR1", "CR1", "HEX1", "HEX1").begin()
    done = turn(table)
    assert any(action.startswith("buy") for action in done)
    assert "play CR1" in done


def test_greedy_buys_nothing_that_it_will_never_play() -> None:
    table = Scenario(round_limit=1).hand("A", "CR1", "CR1", "CR1").deck("A", *["CR1"] * 5).begin()
    assert not any(action.startswith("buy") for action in turn(table))


def test_greedy_discards_a_horse_first() -> None:
    scenario = Scenario().hand("A", "HORSE", "HEX4", "CR3", "CR3", "TACOFF", "CR2", "HEX3").actions(0)
    table = scenario.begin().play("A", "end_turn")
    assert choice(table) == "discard_down HORSE"


def play_match(seed: int, seats: int, **options: OptionValue) -> tuple[int, int, str]:
    """Turns and decisions of a match between greedy players, and how it ended."""
    state, _ = RULESET.start(seats, complete(options, OPTIONS), chance_of(seed))
    chance = FastChance(seed)
    turns, decisions, last = 0, 0, -1
    while RULESET.pending(state):
        turns += state.active != last
        last = state.active
        decisions += 1
        view, legal = RULESET.observe(state, last), RULESET.legal(state, last)
        RULESET.play(state, last, GREEDY.choose(view, legal, chance))
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert json.loads(RULESET.dump(state))
    return turns, decisions, outcome.reason


@pytest.mark.slow
def test_two_greedy_players_fill_the_red_zone_mostly_in_25_to_60_turns() -> None:
    matches = [play_match(seed, 2) for seed in range(1, 10)]
    assert {reason for _, _, reason in matches} == {"red_zone_filled"}
    turns = sorted(turns for turns, _, _ in matches)
    assert turns[2] >= 25
    assert turns[6] <= 60


@pytest.mark.parametrize(("seats", "api"), [(3, "stepwise"), (4, "stepwise"), (2, "macro")])
def test_greedy_players_fill_the_red_zone_at_any_number_of_seats(seats: int, api: str) -> None:
    _, _, reason = play_match(5, seats, placement_api=api)
    assert reason == "red_zone_filled"


def test_greedy_beats_random_players() -> None:
    for seed in range(4):
        state, _ = RULESET.start(2, complete({}, OPTIONS), chance_of(seed))
        bots = [GREEDY, RANDOM] if seed % 2 else [RANDOM, GREEDY]
        chance = FastChance(seed)
        while RULESET.pending(state):
            seat = state.active
            action = bots[seat].choose(RULESET.observe(state, seat), RULESET.legal(state, seat), chance)
            RULESET.play(state, seat, action)
        outcome = RULESET.outcome(state)
        assert outcome is not None
        assert outcome.results[1 - seed % 2].rank == 1


# -- the expert ------------------------------------------------------------------------------------------------------


def test_the_expert_comes_in_through_a_gate() -> None:
    table = Scenario().hand("A", "HEX1").actions(1).begin().play("A", "play HEX1")
    assert choice(table, bot=EXPERT).removeprefix("place ") in GATES


def test_the_expert_takes_an_encampment_well_that_is_in_reach() -> None:
    table = Scenario().tiles("A", "-3,-4", "-2,-4", "-1,-5", "0,-6").hand("A", "HEX3").budget(4).begin()
    assert "3,-6" in placed(table, "HEX3", EXPERT)


def test_the_expert_goes_through_the_opening_of_the_wall_into_the_red_zone() -> None:
    """With five rounds left it leaves the wells alone."""
    scenario = Scenario(round_limit=5).tiles("A", "3,4", "2,4", "1,4", "0,4").hand("A", "HEX2").budget(2)
    table = scenario.begin()
    placed(table, "HEX2", EXPERT)
    assert table.red("A") == 1


def test_the_expert_fills_the_pocket_that_has_room_for_the_whole_group() -> None:
    """Empty are 0,-2 by itself, and 0,0 1,0 and 0,1 together."""
    empty = ["0,-2", "0,0", "1,0", "0,1"]
    others = [hex for hex in RED if hex not in empty]
    table = Scenario().tiles("A", *others[:5]).tiles("B", *others[5:]).hand("A", "HEX3").budget(4).begin()
    assert sorted(placed(table, "HEX3", EXPERT)) == ["0,0", "0,1", "1,0"]


@pytest.mark.parametrize("api", ["stepwise", "macro"])
def test_the_expert_fills_the_red_zone_as_soon_as_that_wins(api: str) -> None:
    scenario = Scenario(placement_api=api).tiles("A", *RED[8:17]).tiles("B", *RED[:8])
    table = scenario.hand("A", "CR1", "CR1", "HEX2", "HEX1").begin()
    turn(table, bot=EXPERT)
    assert table.pending() == ""
    assert table.ranking() == "AB"


def test_the_expert_destroys_a_tile_to_win_with_a_larger_group() -> None:
    own = ["0,0", "1,0", "2,0", "-2,1", "-1,1", "0,1", "-2,2", "-1,2"]
    others = [hex for hex in RED if hex not in (*own, "0,2")]
    table = Scenario().tiles("A", *own).tiles("B", *others).hand("A", "TACOFF", "HEX2", "CR3").begin()
    turn(table, bot=EXPERT)
    assert table.red("A") == 10
    assert table.ranking() == "AB"


def test_the_expert_does_not_fill_the_last_hex_for_the_other_player() -> None:
    table = Scenario().tiles("A", *RED[13:18]).tiles("B", *RED[:13]).hand("A", "HEX1", "CR1").begin()
    turn(table, bot=EXPERT)
    assert table.red("A") == 5
    assert table.pending() != ""


def test_the_expert_destroys_tiles_of_the_leader_first() -> None:
    scenario = Scenario(seats=3).tiles("A", "0,0").tiles("B", "1,0").tiles("C", "0,1", "-1,2", "-2,2")
    table = scenario.hand("A", "TACOFF").budget(1).begin().play("A", "play TACOFF")
    assert choice(table, bot=EXPERT) == "target 0,1"


def test_the_expert_goes_on_placing_where_others_could_end_the_match_soon() -> None:
    """Five red hexes are empty, B is ahead: who waits for fear of that falls behind."""
    table = (
        Scenario(seats=4)
        .tiles("A", *RED[15:18])
        .tiles("B", *RED[:4])
        .tiles("C", *RED[4:7])
        .tiles("D", *RED[7:11])
        .hand("A", "HEX1", "HEX1")
        .begin()
    )
    turn(table, bot=EXPERT)
    assert table.red("A") == 4


def test_the_expert_discards_a_horse_first() -> None:
    scenario = Scenario().hand("A", "HORSE", "HEX4", "CR3", "CR3", "TACOFF", "CR2", "HEX3").actions(0)
    table = scenario.begin().play("A", "end_turn")
    assert choice(table, bot=EXPERT) == "discard_down HORSE"


def test_the_expert_buys_nothing_that_it_will_never_play() -> None:
    table = Scenario(round_limit=1).hand("A", "CR1", "CR1", "CR1").deck("A", *["CR1"] * 5).begin()
    assert not any(action.startswith("buy") for action in turn(table, bot=EXPERT))


def test_the_expert_beats_greedy_in_most_matches() -> None:
    """66 % of many; these ten are always the same."""
    won = 0
    for seed in range(10):
        state, _ = RULESET.start(2, complete({}, OPTIONS), chance_of(seed))
        bots = [EXPERT, GREEDY] if seed % 2 else [GREEDY, EXPERT]
        chance = FastChance(seed)
        while RULESET.pending(state):
            seat = state.active
            action = bots[seat].choose(RULESET.observe(state, seat), RULESET.legal(state, seat), chance)
            RULESET.play(state, seat, action)
        outcome = RULESET.outcome(state)
        assert outcome is not None
        won += outcome.results[1 - seed % 2].rank == 1
    assert won >= 5
