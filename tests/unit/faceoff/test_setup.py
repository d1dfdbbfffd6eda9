"""Setting up: the worked examples of the chart, factions and mulligans."""

from collections import Counter

import pytest

from services.engine.chance import SeededChance
from services.engine.options import complete
from services.rulesets.faceoff.cards.catalogue import CARDS
from services.rulesets.faceoff.cards.vocabulary import KIND_ASSAULT, KIND_BONUS, KIND_VC
from services.rulesets.faceoff.play import phases
from services.rulesets.faceoff.play.options import OPTIONS, SetupError, rules_for
from services.rulesets.faceoff.ruleset import RULESET
from services.rulesets.faceoff.table.state import PHASE_CHOOSE_CLOCK, State
from tests.unit.faceoff.scenario import Scenario


def set_up(players: int, seed: int = 1) -> State:
    """A match that is set up: everybody keeps the starting hand."""
    options = complete({"faction_choice": "in_order"}, RULESET.describe().options)
    state, _ = RULESET.start(players, options, SeededChance(seed.to_bytes(32, "big")))
    for seat in range(players):
        RULESET.play(state, seat, RULESET.parse("keep"))
    return state


def ids(cards: list[int]) -> list[str]:
    return [CARDS.ids[card] for card in cards]


def clock(state: State) -> Counter[int]:
    """How many cards of each kind the Clock tree and deck have."""
    return Counter(CARDS.kind[card] for card in state.clock_row + state.clock_mid + state.clock_deck)


def timing(state: State) -> list[int]:
    return sorted(CARDS.value[card] for card in [state.timing, *state.timing_deck])


def test_two_players_set_up_by_the_chart() -> None:
    """FO-T01 (FO-038 to FO-057, FO-R04, FO-R06, FO-R10)."""
    state = set_up(2)
    assert len(state.clock_row) == 3
    assert len(state.clock_mid) == 2
    assert len(state.clock_deck) == 22
    assert clock(state) == {KIND_VC: 14, KIND_BONUS: 3, KIND_ASSAULT: 10}
    numbers = [CARDS.number[card] for card in state.clock_row + state.clock_mid + state.clock_deck]
    assert sorted(number for number in numbers if number) == list(range(1, 11))
    assert ids(state.power_row) == ["aristotle", "dracula", "truth_gun"]
    assert len(state.power_mid) == 2
    assert len(state.power_deck) == 12
    assert CARDS.ids[state.market] == "a_haunting_presence"
    assert len(state.market_deck) == 7
    assert CARDS.ids[state.hq] == "the_heathen_house"
    assert len(state.hq_deck) == 2
    assert timing(state) == [2, 3, 4]
    assert ids(state.vc7) == ["cowboys_vc7", "ninjas_vc7", "time_machine_vc7"]
    assert len(state.scrub_deck) == 30
    assert state.vp == [10, 10]
    assert [len(hand) for hand in state.hands] == [5, 5]
    assert [len(deck) for deck in state.decks] == [7, 7]
    assert [len(cards) for cards in state.dealt] == [2, 2]
    assert state.phase == PHASE_CHOOSE_CLOCK


def test_three_players_set_up_by_the_chart() -> None:
    """FO-T02 (FO-055, FO-R04)."""
    state = set_up(3)
    assert clock(state) == {KIND_VC: 18, KIND_BONUS: 4, KIND_ASSAULT: 15}
    assert len(state.power_row + state.power_mid + state.power_deck) == 23
    assert 1 + len(state.market_deck) == 10
    assert 1 + len(state.hq_deck) == 4
    assert timing(state) == [1, 2, 3, 4]


def test_four_players_set_up_by_the_chart() -> None:
    """FO-T03 (FO-055, FO-R04)."""
    state = set_up(4)
    assert clock(state) == {KIND_VC: 22, KIND_BONUS: 5, KIND_ASSAULT: 15}
    assert len(state.power_row + state.power_mid + state.power_deck) == 29
    assert 1 + len(state.market_deck) == 10
    assert 1 + len(state.hq_deck) == 5
    assert timing(state) == [1, 2, 2, 3, 4]


def test_five_players_need_a_fifth_faction() -> None:
    """FO-T04 (FO-055, FO-R02, FO-R05)."""
    state = set_up(5)
    assert clock(state) == {KIND_VC: 26, KIND_BONUS: 6, KIND_ASSAULT: 15}
    assert len(state.power_row + state.power_mid + state.power_deck) == 35
    assert 1 + len(state.market_deck) == 10
    assert 1 + len(state.hq_deck) == 6
    assert timing(state) == [1, 1, 2, 2, 3, 3]
    assert [CARDS.factions[faction] for faction in state.factions][4] == "robots"
    with pytest.raises(SetupError, match="5 players need 5 factions, and there are 4"):
        rules_for(without_robots(), 5, complete({}, OPTIONS))


def without_robots() -> type(CARDS):  # type: ignore[valid-type]
    """The cards as they are, where the Robots are nobody's to play."""
    cards = type(CARDS)()
    for name in type(CARDS).__slots__:
        setattr(cards, name, getattr(CARDS, name))
    cards.factions = [name for name in CARDS.factions if name != "robots"]
    cards.heathen = cards.factions.index("heathen")
    return cards


@pytest.mark.parametrize(("players", "rounds"), [(2, 26), (3, 32), (4, 39), (5, 44)])
def test_the_chart_bounds_the_rounds(players: int, rounds: int) -> None:
    assert rules_for(CARDS, players, complete({}, OPTIONS)).max_rounds == rounds


def test_a_hand_without_a_personality_may_be_drawn_anew_once() -> None:
    """FO-T33 (FO-053, FO-R11)."""
    equipment = ("banner", "winchester_rifle", "peacemaker", "lasso", "tin_star")
    table = Scenario(2).mulligans().hand("A", *equipment).hand("B", "trained_hawk", *NINJA_EQUIPMENT[:4]).begin()
    assert table.pending() == "AB"
    assert table.legal("A") == ["keep", "mulligan"]
    assert table.legal("B") == ["keep"]
    table.play("A", "mulligan").play("B", "keep")
    assert len(table.hand("A")) == 5
    assert len(table.deck("A")) == 7
    assert table.state.phase == PHASE_CHOOSE_CLOCK


NINJA_EQUIPMENT = ("katana", "naginata", "goemons_chain_whip", "giant_kite", "smoke_bomb")


def test_a_second_hand_without_a_personality_is_kept() -> None:
    """FO-T33 (FO-053)."""
    for seed in range(2_000):
        table = Scenario(2).mulligans().hand("B", *NINJA_EQUIPMENT).begin(seed)
        table.play("A", "keep").play("B", "mulligan")
        if not any(CARDS.is_personality[card] for card in table.state.hands[1]):
            break
    else:
        pytest.fail("no seed draws five equipment again: one in 792 does")
    assert table.state.phase == PHASE_CHOOSE_CLOCK
    assert sorted(table.hand("B")) == sorted(NINJA_EQUIPMENT)


def test_every_faction_is_chosen_once() -> None:
    """FO-039, FO-R08."""
    state, _ = RULESET.start(2, complete({}, RULESET.describe().options), SeededChance(bytes(32)))
    assert [RULESET.notation(action) for action in phases.legal(state, 0)] == [
        "faction cowboys",
        "faction ninjas",
        "faction monsters",
        "faction pirates",
    ]
    RULESET.play(state, 0, RULESET.parse("faction monsters"))
    assert RULESET.pending(state) == [1]
    assert [RULESET.notation(action) for action in phases.legal(state, 1)] == [
        "faction cowboys",
        "faction ninjas",
        "faction pirates",
    ]
