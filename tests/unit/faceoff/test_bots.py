"""The bots: legal, deterministic, and greedy as it should be."""

import random

import pytest

from services.bots.levels import LevelBot
from services.bots.thinking import Budget
from services.engine.chance import FastChance
from services.engine.options import complete
from services.engine.ruleset import Bot
from services.rulesets.faceoff.play.options import OPTIONS
from services.rulesets.faceoff.ruleset import RULESET
from services.rulesets.faceoff.table.state import PHASE_EQUIPMENT, View
from tests.unit.faceoff.played_table import PLAYERS, PlayedTable
from tests.unit.faceoff.scenario import Scenario

EXPERT = RULESET.bots()["expert"]
GREEDY = RULESET.bots()["greedy"]
RANDOM = RULESET.bots()["random"]


def choice(table: PlayedTable, player: str = "A", bot: Bot[View] = GREEDY) -> str:
    """What a bot does, greedy unless another is named."""
    seat = PLAYERS.index(player)
    view = RULESET.observe(table.state, seat)
    return RULESET.notation(bot.choose(view, RULESET.legal(table.state, seat), FastChance(1)))


def test_the_bots_that_are_described_are_there() -> None:
    assert sorted(bot.id for bot in RULESET.describe().bots) == sorted(RULESET.bots())


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("options", [{}, {"shield": "reaction", "tree_middle": "face_down", "placed_vc": "face_down"}])
def test_bots_choose_a_legal_action_and_the_same_again(seats: int, options: dict[str, str]) -> None:
    for number in range(2):
        state, _ = RULESET.start(seats, complete({**options}, OPTIONS), FastChance(number))
        dice = random.Random(number)
        while pending := RULESET.pending(state):
            seat = dice.choice(pending)
            legal = RULESET.legal(state, seat)
            view = RULESET.observe(state, seat)
            before = RULESET.view_json(view)
            for bot in (EXPERT, GREEDY, RANDOM):
                chosen = bot.choose(view, legal.copy(), FastChance(number))
                assert chosen in legal
                assert bot.choose(RULESET.observe(state, seat), legal.copy(), FastChance(number)) == chosen
            assert RULESET.view_json(view) == before
            RULESET.play(state, seat, dice.choice(legal))


def test_greedy_plays_a_hand_without_personalities_away_once() -> None:
    """FO-053."""
    five = ("banner", "winchester_rifle", "peacemaker", "lasso", "tin_star")
    assert choice(Scenario(2).mulligans().hand("A", *five).begin()) == "mulligan"


def test_greedy_plays_its_strongest_pair_for_a_card_worth_having() -> None:
    scenario = Scenario(2).clock("cowboys_vc6").dealt("A", "cowboys_vc4", "cowboys_vc5")
    scenario.hand("A", "calamity_jane", "doc_holliday", "peacemaker", "tin_star")
    table = scenario.begin().play("A", "clock cowboys_vc6")
    assert choice(table) == "play doc_holliday"
    table.play("A", "play doc_holliday").play("B", table.legal("B", "play")[0])
    while table.state.phase != PHASE_EQUIPMENT:  # abilities of B's personality
        player = PLAYERS[RULESET.pending(table.state)[0]]
        table.play(player, table.legal(player)[0])
    assert choice(table) == "play peacemaker"


def test_greedy_takes_the_card_of_the_set_in_which_it_leads() -> None:
    """FO-129: towards the end, when a stronger deck is worth less."""
    scenario = Scenario(2).last_hq("ninjas", timing=2).clock("cowboys_vc6").dealt("A", "cowboys_vc4", "cowboys_vc5")
    scenario.hand("A", "wild_bill_hickok", "banner").hand("B", "tomo_sukesada")
    table = scenario.begin().play("A", "clock cowboys_vc6", "play wild_bill_hickok").play("B", "play tomo_sukesada")
    table.play("B", "choose option 2").play("A", "play banner")
    assert choice(table) == "take clock"


def test_greedy_places_victory_cards_and_destroys_scrubs() -> None:
    """FO-032."""
    scenario = Scenario(2).clock("cowboys_vc1").hand("A", "ninjas_vc3", "nagging_doubt_1", "lasso")
    table = scenario.begin().play("A", "clock cowboys_vc1")
    for _ in range(2):
        table.play("A", "no_card").play("B", "no_card")
    table.play("A", table.legal("A", "refill")[0])
    assert choice(table) == "place ninjas_vc3"
    table.play("A", "place ninjas_vc3")
    assert choice(table) == "use nagging_doubt_1"
    table.play("A", "use nagging_doubt_1")
    assert table.destroyed() == ["nagging_doubt_1"]


def test_greedy_bids_the_least_and_not_more_than_a_card_is_worth() -> None:
    scenario = Scenario(2).hq("cowboys", timing=4).clock("bazaar_1").hand("A", "wild_bill_hickok").hand("B", "katana")
    table = scenario.begin().play("A", "clock bazaar_1", "build wild_bill_hickok").play("B", "build katana")
    assert choice(table) == "bid 1"
    assert choice(table.play("A", "bid 9"), "B") == "pass"


def test_what_others_committed_is_chosen_again_in_an_imagined_world() -> None:
    """FO-072: who has not committed yet knows that the others have, and not what."""
    table = Scenario(3).clock("cowboys_vc6").begin().play("A", "clock cowboys_vc6", "no_card").play("C", "no_card")
    assert table.pending() == "B"
    viewer = PLAYERS.index("B")
    view = RULESET.observe(table.state, viewer)
    world = RULESET.imagine(view, FastChance(1))
    RULESET.reopen(world, viewer)
    assert RULESET.pending(world) == [0, 1, 2]
    assert world.hands[viewer] == table.state.hands[viewer]
    assert RULESET.legal(world, viewer) == RULESET.legal(table.state, viewer)
    for seat in range(3):
        RULESET.play(world, seat, RULESET.legal(world, seat)[-1])
    assert world.phase == PHASE_EQUIPMENT
    assert [len(cards) for cards in world.down] == [1, 1, 1]


def test_who_has_no_cards_is_not_asked_in_an_imagined_world_either() -> None:
    """FO-R83."""
    scenario = Scenario(3).clock("cowboys_vc6").whole_deck("C").hand("C")
    table = scenario.begin().play("A", "clock cowboys_vc6", "no_card")
    world = RULESET.imagine(RULESET.observe(table.state, 1), FastChance(1))
    RULESET.reopen(world, 1)
    assert RULESET.pending(world) == [0, 1]


def test_what_was_revealed_and_what_the_seat_committed_itself_stays() -> None:
    table = (
        Scenario(2)
        .clock("cowboys_vc6")
        .hand("A", "wild_bill_hickok", "banner")
        .hand("B", "tomo_sukesada", "katana")
        .begin()
    )
    table.play("A", "clock cowboys_vc6", "play wild_bill_hickok")
    world = RULESET.imagine(RULESET.observe(table.state, 0), FastChance(1))
    RULESET.reopen(world, 0)
    assert RULESET.dump(world) == RULESET.dump(RULESET.imagine(RULESET.observe(table.state, 0), FastChance(1)))
    table.play("B", "play tomo_sukesada", "choose option 2").play("A", "no_card")
    world = RULESET.imagine(RULESET.observe(table.state, 1), FastChance(1))
    RULESET.reopen(world, 1)
    assert RULESET.pending(world) == [0, 1]
    assert world.personality == table.state.personality


@pytest.mark.parametrize("seats", [2, 4])
def test_a_search_by_iterations_chooses_the_same_again(seats: int) -> None:
    search = RULESET.bots()["search"]
    assert isinstance(search, LevelBot)
    quick = search.with_budget(Budget(iterations=8))
    state, _ = RULESET.start(seats, complete({}, OPTIONS), FastChance(seats))
    for number in range(60):
        seat = RULESET.pending(state)[-1]
        view, legal = RULESET.observe(state, seat), RULESET.legal(state, seat)
        chosen = quick.choose(view, legal.copy(), FastChance(number))
        assert chosen in legal
        assert quick.choose(RULESET.observe(state, seat), legal.copy(), FastChance(number)) == chosen
        RULESET.play(state, seat, chosen)


def test_greedy_wins_against_random_players() -> None:
    wins = 0
    for number in range(10):
        seats = 2 + number % 4
        state, _ = RULESET.start(seats, complete({}, OPTIONS), FastChance(number))
        chance = FastChance(number + 1000)
        while pending := RULESET.pending(state):
            for seat in pending:
                bot = GREEDY if seat == number % seats else RANDOM
                action = bot.choose(RULESET.observe(state, seat), RULESET.legal(state, seat), chance)
                RULESET.play(state, seat, action)
        outcome = RULESET.outcome(state)
        assert outcome is not None
        wins += outcome.results[number % seats].rank == 1
    assert wins >= 9
