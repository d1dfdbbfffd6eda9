"""Playing: who decides, what is refused, how long it can take, what dice are drawn in which order."""

import contextlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.engine.chance import FastChance
from services.engine.options import complete
from services.engine.ruleset import SPECTATOR, IllegalAction, MalformedAction, OptionValue
from services.rulesets.commanders.cards import IDS
from services.rulesets.commanders.notation import ALL_ACTIONS, DICE_MAX
from services.rulesets.commanders.options import OPTIONS
from services.rulesets.commanders.ruleset import RULESET
from services.rulesets.commanders.table import PHASE_AGREE, PHASE_CHAMPION, PHASE_REROLL, PHASE_SELECT, State
from tests.marks import each_row
from tests.unit.commanders.games import DECISIONS, OPTION_SETS, SEATS, at_phase, decisions, in_the_middle, start
from tests.unit.commanders.scenario import PlayedTable, Scenario
from tests.unit.rulesets.random_matches import SEEDS, chance_of


def cards_of(state: State) -> list[str]:
    """Every unit of the match, wherever it is."""
    return sorted(IDS[card] for card in [*state.deck, *state.drawn, *(card for army in state.armies for card in army)])


@settings(max_examples=40, deadline=None)
@given(SEATS, SEEDS, OPTION_SETS)
def test_no_unit_is_ever_lost_or_doubled(seats: int, seed: int, options: dict[str, OptionValue]) -> None:
    state, _ = start(seats, seed, options)
    number = 0
    for seat, action in decisions(state, seed):
        assert cards_of(state) == sorted(IDS)
        RULESET.play(state, seat, action)
        number += 1
    assert cards_of(state) == sorted(IDS)
    assert number <= RULESET.describe().max_decisions
    assert RULESET.legal(state, 0) == []
    assert sum(state.wins) == 4


@settings(max_examples=20, deadline=None)
@given(SEATS, SEEDS, OPTION_SETS)
def test_what_is_not_listed_is_refused_and_changes_nothing(
    seats: int, seed: int, options: dict[str, OptionValue]
) -> None:
    state = in_the_middle(seats, seed, seed % DECISIONS, options)
    before = RULESET.dump(state)
    for seat in range(-1, seats + 1):
        legal = RULESET.legal(state, seat) if 0 <= seat < seats else []
        assert legal == sorted(set(legal))
        for action in [*ALL_ACTIONS, -1, 15, 10_000]:
            if action not in legal:
                with pytest.raises(IllegalAction):
                    RULESET.play(state, seat, action)
    assert RULESET.dump(state) == before


def test_nobody_decides_after_the_end() -> None:
    table = Scenario(3).survived("A", "B", "A", "C").begin()
    assert table.pending() == []
    with pytest.raises(IllegalAction):
        table.play("A", "place A")


def test_the_default_is_the_first_action() -> None:
    """FC-P07."""
    for phase, notation in ((PHASE_REROLL, "keep"), (PHASE_AGREE, "fight")):
        state = at_phase(phase, 2, 1, {"final_tiebreak": "optional"})
        seat = RULESET.pending(state)[0]
        assert RULESET.notation(RULESET.default(state, seat)) == notation


# -- suits and turns -------------------------------------------------------------------------------------------------


def test_players_choose_their_suits_in_seat_order() -> None:
    """FC-009, FC-R01, FC-R03."""
    table = PlayedTable.new_game(3)
    assert table.pending() == ["A"]
    assert table.legal("A") == ["suit S", "suit H", "suit D", "suit C"]
    table.play("A", "suit H")
    assert table.pending() == ["B"]
    assert table.legal("B") == ["suit S", "suit D", "suit C"]
    table.play("B", "suit C").play("C", "suit S")
    assert table.all_of("suit_taken") == [{"player": 2, "suit": "S"}]
    view = RULESET.view_json(RULESET.observe(table.state, SPECTATOR))
    assert [player["standing"] for player in view["players"]] == [
        ["AH", "KH", "QH", "JH"],
        ["AC", "KC", "QC", "JC"],
        ["AS", "KS", "QS", "JS"],
    ]
    assert view["aside"] == ["AD", "KD", "QD", "JD"]


def test_the_last_suit_of_four_is_nobodys_choice() -> None:
    """FC-R03."""
    table = PlayedTable.new_game(4).play("A", "suit S").play("B", "suit H").play("C", "suit D")
    assert table.all_of("suit_taken") == [{"player": 2, "suit": "D"}, {"player": 3, "suit": "C"}]
    assert "first_rolled" in table.kinds()


def test_drawn_cards_are_placed_one_by_one_in_draw_order() -> None:
    """FC-012, FC-R07, FC-R08."""
    table = PlayedTable.new_game(2, suits="by_seat", first_player="seat_0")
    hand = table.hand()
    assert table.all_of("drew")[0]["cards"] == hand
    assert table.legal("A") == ["place A", "place K", "place Q", "place J"]
    table.place("Ace", "King", "Ace")
    assert table.pending() == ["A"]
    assert table.hand() == hand[3:]
    table.place("Ace")
    assert table.army("A", "Ace") == [hand[0], hand[2], hand[3]]
    assert table.army("A", "King") == [hand[1]]
    assert table.pending() == ["B"]


def test_turns_go_on_clockwise_from_the_first_player() -> None:
    """FC-R04."""
    table = PlayedTable.new_game(3, dice=[1, 2, 20], suits="by_seat")
    order = []
    for _ in range(4):
        order += table.pending()
        table.place("Ace", "Ace", "Ace", "Ace")
    assert order == ["C", "A", "B", "C"]


def test_after_a_hundred_ties_the_lowest_seat_goes_first() -> None:
    """FC-P03."""
    table = PlayedTable.new_game(3, dice=[3, 9, 9, *[7, 7] * 99], suits="by_seat")
    assert len(table.all_of("first_rolled")) == 100
    assert table.all_of("first_player") == [{"player": 1}]


# -- chance ----------------------------------------------------------------------------------------------------------


def test_setup_draws_from_its_stream_and_dice_from_theirs() -> None:
    """FC-010, FC-R02."""
    state, _ = RULESET.start(2, complete({"suits": "by_seat"}, OPTIONS), chance_of(3))
    chance = chance_of(3)
    deck = list(range(36))
    chance.shuffle("setup", deck)
    rolls = [1 + chance.below("dice", 20) for _ in range(2)]
    assert state.first == rolls.index(max(rolls))
    assert state.drawn == [deck[-1], deck[-2], deck[-3], deck[-4]]
    assert state.deck == deck[:-4]
    assert state.chance.used() == {"setup": 35, "dice": 2}


def test_dice_are_rolled_in_turn_order_and_base_number_color_suit() -> None:
    """FC-R09, FC-R31, FC-R32."""
    table = (
        Scenario(3)
        .suits("C", "S", "H")
        .first("B")
        .army("A", "Ace", "2C 3C 4C")
        .army("B", "Ace", "7S 7H")
        .army("C", "Ace", "")
        .begin(dice=[11, 10, 19, 2, 6, 12, 13, 14, 15, 16])
    )
    assert [roll["player"] for roll in table.all_of("rolled")] == [1, 2, 0]
    assert table.rolled("B") == [[11, 10]]
    assert table.rolled("C") == [[19]]
    assert table.rolled("A") == [[2, 6, 12, 13, 14, 15, 16]]
    assert table.dice("A") == ["d20 base", "d6 N2", "d20 C2", "d20 C2", "d20 S3", "d20 S3", "d20 S3"]


def test_a_roll_tells_every_die_with_its_source_and_the_sum() -> None:
    table = fight_for_a_telling()
    names = ["Ada", "Ben"]
    lines = [RULESET.telling(share, names) for share in table.happened]
    assert lines[:6] == [
        "Skirmish 1: Ada's Ace and Ben's Ace.",
        "Ada adds Matching numbers, Ultra small straight and The commander's color.",
        "Ben has no bonus.",
        "Ada rolls 39: base d20 14; Matching numbers d10 7; Ultra small straight d6 3; The commander's color d20 9, "
        "d20 6.",
        "Ben rolls 20: base d20 20.",
        "Ada's Ace wins with 39.",
    ]


def fight_for_a_telling() -> PlayedTable:
    scenario = Scenario(2).suits("H", "S").army("A", "Ace", "2H 3H 4H 9H 9D").army("B", "Ace", "")
    return scenario.begin(dice=[14, 7, 3, 9, 6, 20])


# -- ties ------------------------------------------------------------------------------------------------------------


def test_after_a_hundred_rerolls_the_earliest_in_order_wins() -> None:
    """FC-R23."""
    scenario = Scenario(2).first("B").army("A", "Ace", "").army("B", "Ace", "")
    table = scenario.begin(dice=[7, 7] * 101).only_skirmish(1)
    assert len(table.all_of("rolled")) == 202
    assert len(table.all_of("skirmish_tied")) == 100
    assert table.all_of("skirmish_won") == [{"player": 1, "commander": "A", "total": 7, "by": "WON_BY_ORDER"}]


def test_the_earliest_in_order_wins_only_among_those_with_the_advantage() -> None:
    """FC-R21, FC-R23."""
    roll = [2, 2, 2, 2, 2, 2, 2]
    table = (
        Scenario(3)
        .suits("H", "S", "C")
        .army("A", "Ace", "")
        .army("B", "Ace", "2S 3S 4S")
        .army("C", "Ace", "2C 3C 4C")
        .begin(dice=[14, *roll, *roll, *(roll + roll) * 100])
    )
    table.play("B", "keep").play("C", "keep")
    assert table.all_of("skirmish_tied")[0] == {"total": 14, "players": [0, 1, 2], "again": [1, 2]}
    won = table.all_of("skirmish_won")[0]
    assert (won["player"], won["by"]) == (1, "WON_BY_ORDER")


def test_who_is_below_the_tie_is_out() -> None:
    """FC-R21: C's 5 does not roll again, though nobody has the advantage."""
    scenario = Scenario(3)
    for player in "ABC":
        scenario.army(player, "Ace", "")
    table = scenario.begin(dice=[9, 9, 5, 2, 3]).only_skirmish(1)
    assert table.all_of("skirmish_tied") == [{"total": 9, "players": [0, 1], "again": [0, 1]}]
    assert table.rolled("C") == [[5]]
    assert table.all_of("skirmish_won")[0]["player"] == 1
    assert "A" not in table.standing("A") + table.standing("C")


def test_rerolls_are_offered_once_and_not_for_a_tie() -> None:
    """FC-R20, FC-R22."""
    both = Scenario(2).suits("S", "C").army("A", "Ace", "2S 3S 4S").army("B", "Ace", "2C 3C 4C")
    roll = [2, 2, 2, 2, 2, 2, 2]
    table = both.begin(dice=[*roll, *roll, 3, *roll, 1, 2, 2, 2, 2, 2, 2])
    assert table.pending() == ["A"]
    table.play("A", "keep")
    assert table.pending() == ["B"]
    table.play("B", "reroll 1")
    assert table.all_of("skirmish_won")[0]["total"] == 15
    table = both.begin(dice=[*roll, *roll, 3, *roll[1:], 1, *roll[1:]])
    table.play("A", "keep").play("B", "keep")
    assert [event["again"] for event in table.all_of("skirmish_tied")[:1]] == [[0, 1]]
    assert table.all_of("skirmish_won")[0]["total"] == 15


# -- notation --------------------------------------------------------------------------------------------------------


@each_row("action", ALL_ACTIONS)
def test_every_action_is_read_back(action: int) -> None:
    text = RULESET.notation(action)
    assert RULESET.parse(text) == action
    assert RULESET.action_from_json(json.loads(json.dumps(RULESET.action_json(action)))) == action


def test_the_notation() -> None:
    notations = [RULESET.notation(action) for action in ALL_ACTIONS]
    assert notations[:8] == ["suit S", "suit H", "suit D", "suit C", "place A", "place K", "place Q", "place J"]
    assert notations[8:12] == ["champion A", "champion K", "champion Q", "champion J"]
    assert notations[12:17] == ["keep", "fight", "share", "reroll 1", "reroll 2"]
    assert {"select N1", "select N1+C2", "select N4+C2+S3", "select S2+S3"} <= set(notations)
    assert not {"select N1+N2+N3", "select S1+S2+S3", "select C2+N1"} & set(notations)
    assert len(set(notations)) == len(ALL_ACTIONS)


@each_row(
    "text",
    [
        *("", "suit", "suit X", "suit s", "place 10", "place", "Place A", "place A ", "keep 1", "champion"),
        *("reroll 0", f"reroll {DICE_MAX + 1}", "select", "select ", "select C2+N1", "select N1+N1", "select N1+N2+N3"),
    ],
)
def test_other_text_is_not_an_action(text: str) -> None:
    with pytest.raises(MalformedAction):
        RULESET.parse(text)


@each_row(
    "document",
    [
        {},
        {"choose_suit": {}},
        {"choose_suit": {"suit": ""}},
        {"choose_suit": {"suit": "SH"}},
        {"choose_suit": {"suit": 0}},
        {"place": {"commander": "T"}},
        {"place": {"commander": "A", "more": 1}},
        {"place": "A"},
        {"place": {"commander": "A"}, "keep": {}},
        {"select_bonuses": {"bonuses": []}},
        {"select_bonuses": {"bonuses": ["C2", "N1"]}},
        {"select_bonuses": {"bonuses": ["N1", "N1"]}},
        {"select_bonuses": {"bonuses": ["N9"]}},
        {"select_bonuses": {"bonuses": [["N1"]]}},
        {"select_bonuses": {"bonuses": "N1"}},
        {"select_bonuses": {"bonuses": ["N1", "N2", "N3"]}},
        {"reroll": {"die": 0}},
        {"reroll": {"die": True}},
        {"reroll": {"die": "1"}},
        {"reroll": {"die": 1.0}},
        {"keep": {"die": 1}},
        {"keep": None},
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


# -- words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "label"),
    [
        (PHASE_SELECT, "Select Matching numbers (1d10)"),
        (PHASE_REROLL, "Reroll die 1: d20 that shows"),
        (PHASE_CHAMPION, "Put the "),
        (PHASE_AGREE, "Fight the tie out"),
    ],
)
def test_labels_say_what_an_action_means(phase: int, label: str) -> None:
    state = at_phase(phase, 2, 1, {"final_tiebreak": "optional"} if phase == PHASE_AGREE else {})
    seat = RULESET.pending(state)[0]
    view = RULESET.observe(state, seat)
    labels = [RULESET.label(view, action) for action in RULESET.legal(state, seat)]
    assert any(text.startswith(label) for text in labels)
    assert RULESET.picture(view)


def test_any_action_has_a_label_in_any_view() -> None:
    for number in (0, 1, 5, 20, 38, 90):
        state = in_the_middle(3, 2, number)
        for viewer in (SPECTATOR, 0):
            view = RULESET.observe(state, viewer)
            assert all(RULESET.label(view, action) for action in ALL_ACTIONS)


def test_the_picture_shows_armies_bonuses_and_averages() -> None:
    table = fight_for_a_telling()
    picture = RULESET.picture(RULESET.observe(table.state, SPECTATOR))
    assert "AH        2H 3H 4H 9H 9D" in picture
    assert "N1 N2 C2, average 40.5" in picture
    assert "Player 0: hearts," in picture


# -- bounds ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_36_cards_are_placed_and_the_bound_on_decisions_holds_with_room(seats: int) -> None:
    longest = total = 0
    for game in range(20):
        state, _ = RULESET.start(seats, complete({}, OPTIONS), FastChance(game))
        number = placed = 0
        while pending := RULESET.pending(state):
            seat = pending[0]
            placed += bool(state.drawn)
            RULESET.play(state, seat, RULESET.legal(state, seat)[FastChance(game * 100 + number).below("", 2)])
            number += 1
        assert placed == 36
        longest = max(longest, number)
        total += number
    assert 36 + min(seats, 3) <= total / 20 < 50
    assert longest < RULESET.describe().max_decisions == 88


def test_two_matches_do_not_disturb_each_other() -> None:
    alone = in_the_middle(3, 5, 30)
    one, _ = start(3, 5)
    other, _ = start(4, 6)
    turns = decisions(other, 1)
    for count, (seat, action) in enumerate(decisions(one, 5)):
        if count == 30:
            break
        RULESET.play(one, seat, action)
        RULESET.play(other, *next(turns))
    assert RULESET.dump(one) == RULESET.dump(alone)
