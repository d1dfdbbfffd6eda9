"""The toy ruleset plays as its own description says."""

import json
from typing import Any

import pytest

from services.engine.chance import FastChance, SeededChance
from services.engine.in_process import InProcessEngine
from services.engine.options import complete
from services.engine.ruleset import SPECTATOR, MalformedPosition, Outcome
from tests.rulesets.playing import random_match
from tests.rulesets.sealed import GIVE, KEEP, RULESET, State


def begun(seats: int = 2, **options: Any) -> State:
    state, _ = RULESET.start(seats, complete(options, RULESET.describe().options), SeededChance(bytes(32)))
    return state


def lay(state: State, *rows: list[int]) -> list[dict[str, Any] | None]:
    """Every seat lays its row; what a spectator sees of it."""
    shares = []
    for seat, row in enumerate(rows):
        for card in row:
            shares += [RULESET.share(event, SPECTATOR) for event in RULESET.play(state, seat, card)]
    return [share for share in shares if share is not None]


def stacked(state: State, *draws: int) -> State:
    """The same position with these point cards on top of the deck."""
    state.deck = [card for card in state.deck if card not in draws] + list(reversed(draws))
    return state


def test_the_public_learns_that_a_row_is_complete_and_nothing_before() -> None:
    state = begun()
    assert [RULESET.share(event, SPECTATOR) for event in RULESET.play(state, 0, 5)] == [None]
    assert [RULESET.share(event, SPECTATOR) for event in RULESET.play(state, 0, 4)] == [None]
    assert lay(state, [3]) == [{"ready": {"seat": 0}}]
    assert RULESET.pending(state) == [1]


def test_the_highest_card_takes_the_column_s_points_and_a_tie_nobody() -> None:
    state = stacked(begun(3), 8, 7, 1)
    *_, revealed = lay(state, [5, 4, 1], [1, 4, 2], [2, 1, 3])
    assert revealed == {
        "revealed": {
            "rows": [[5, 4, 1], [1, 4, 2], [2, 1, 3]],
            "draws": [8, 7, 1],
            "takers": [0, -1, 2],
            "winner": 0,
        }
    }
    assert state.public.columns == [8, 0, 1]


def test_the_lowest_card_takes_where_the_option_says_so() -> None:
    state = stacked(begun(takes="lowest"), 8, 7, 1)
    lay(state, [5, 4, 1], [1, 4, 2])
    assert state.public.columns == [1, 8]


def test_open_draws_lie_there_before_the_rows_do() -> None:
    state = begun(open_draws=True)
    assert len(state.public.draws) == 3
    assert state.deck == []
    assert RULESET.observe(state, SPECTATOR).public.draws == state.public.draws


@pytest.mark.parametrize(("action", "scores"), [(KEEP, [9, 0]), (GIVE, [8, 1])])
def test_the_round_s_winner_keeps_the_luck_or_gives_it_away(action: int, scores: list[int]) -> None:
    state = stacked(begun(), 8, 7, 1)
    lay(state, [5, 4, 1], [3, 4, 1])
    assert RULESET.pending(state) == [0]
    assert RULESET.legal(state, 0) == [KEEP, GIVE]
    RULESET.play(state, 0, action)
    assert [state.public.score(seat) for seat in (0, 1)] == scores
    assert state.public.round == 2


def test_nobody_chooses_when_nobody_took_most() -> None:
    state = begun()
    lay(state, [5, 4, 1], [5, 4, 1])
    assert (state.public.round, RULESET.pending(state)) == (2, [0, 1])


def test_a_favour_decides_a_tie_at_the_end() -> None:
    state = stacked(begun(), 2, 1, 8)
    lay(state, [5, 4, 1], [4, 3, 1])
    RULESET.play(state, 0, GIVE)  # 3 to 1, and a favour
    stacked(state, 2, 8, 1)
    lay(state, [4, 5, 1], [5, 4, 1])
    outcome = RULESET.outcome(state)
    assert outcome is None
    RULESET.play(state, 0, KEEP)
    outcome = RULESET.outcome(state)
    assert isinstance(outcome, Outcome)
    assert [(result.rank, result.score) for result in outcome.results] == [(1, 12), (2, 3)]


def test_equal_scores_and_favours_share_the_place() -> None:
    state = begun(3)
    for _ in range(2):
        lay(state, [5, 4, 1], [5, 4, 1], [5, 4, 1])
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert [result.rank for result in outcome.results] == [1, 1, 1]
    assert outcome.reason == "all_rounds_played"


def test_no_match_takes_more_decisions_than_described() -> None:
    engine = InProcessEngine(RULESET)
    longest = max(sum(1 for _ in random_match(engine, 4, number=number)) - 1 for number in range(40))
    assert 24 < longest <= RULESET.describe().max_decisions


def test_greedy_beats_random() -> None:
    wins = 0
    for number in range(200):
        state, _ = RULESET.start(2, complete({}, RULESET.describe().options), FastChance(number))
        chance = FastChance(number + 1_000)
        while pending := RULESET.pending(state):
            bot = RULESET.bots()["greedy" if pending[0] == number % 2 else "random"]
            seat = pending[0]
            RULESET.play(state, seat, bot.choose(RULESET.observe(state, seat), RULESET.legal(state, seat), chance))
        outcome = RULESET.outcome(state)
        assert outcome is not None
        wins += outcome.results[number % 2].rank < outcome.results[1 - number % 2].rank
    assert wins > 130


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seats": 5}, "seats is not a number from 2 to 4"),
        ({"seats": True}, "seats is not a number from 2 to 4"),
        ({"takes": "all"}, "takes is not one of highest, lowest"),
        ({"laid": [[5, 5], []]}, "laid is not a list of lists of different cards"),
        ({"laid": [[1, 2, 3], []]}, "laid misfits ready"),
        ({"deck": [1, 2]}, "the deck is not complete"),
        ({"rows": [[1, 2, 3], [1, 2, 3]]}, "the rows are turned too early"),
        ({"phase": "over"}, "the rows are turned, but not complete"),
        ({"columns": [1]}, "the scores are not a number per seat"),
        ({"chance": {"deck:1": -1}}, "chance is not an object of counts"),
        ({"extra": 1}, "unknown keys"),
    ],
)
def test_an_inconsistent_state_is_no_state(change: dict[str, Any], message: str) -> None:
    document = {**json.loads(RULESET.dump(begun())), **change}
    with pytest.raises(MalformedPosition, match=message):
        RULESET.load(json.dumps(document).encode(), SeededChance(bytes(32)))


def test_the_table_is_told_as_a_player_would_see_it() -> None:
    state = begun()
    lay(state, [5, 4, 1])
    RULESET.play(state, 1, 2)
    assert RULESET.picture(RULESET.observe(state, 1)) == (
        "Round 1 of 2, the highest card takes the column\n"
        "points  ? ? ?\n"
        "seat 0  x x x  0 points, 0 favours\n"
        "seat 1  2      0 points, 0 favours"
    )
