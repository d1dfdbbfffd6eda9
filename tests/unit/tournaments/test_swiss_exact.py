"""A Swiss round of few entrants costs as little as the best of all pairings, rule by rule."""

import pytest

from services.tournaments.swiss import pair_round
from services.tournaments.swiss_matching import WINDOWS, Field, PairingImpossible, match
from services.tournaments.two_seat_history import histories
from tests.unit.tournaments.effort import EVENTS
from tests.unit.tournaments.swiss_events import RandomEvent
from tests.unit.tournaments.swiss_exhaustive import Judge


def check(seed: int) -> int:
    """Plays an event, and returns how many rounds had an exception."""
    event = RandomEvent(seed, most_entrants=8)
    exceptions = 0
    for _ in range(event.rules.rounds):
        here, others = event.present()
        judge = Judge(here, others, event.rules)
        best = judge.best()
        if best is None:
            with pytest.raises(PairingImpossible):
                pair_round(here, event.number, event.rules, others)
            break
        round_ = pair_round(here, event.number, event.rules, others)
        assert judge.cost_of(round_) == best, (seed, event.number)
        exceptions += any(best[:4])
        event.play(round_)
    return exceptions


def test_small_rounds_are_the_best_of_all_pairings() -> None:
    assert sum(check(seed) for seed in range(40)) > 15


@pytest.mark.slow
@pytest.mark.parametrize("start", range(1000, 1000 + EVENTS, 125))
def test_very_many_small_rounds_are_the_best_of_all_pairings(start: int) -> None:
    assert sum(check(seed) for seed in range(start, start + 125)) > 50


@pytest.mark.parametrize("seed", [0, 3])
def test_a_window_costs_no_more_than_everybody(seed: int) -> None:
    event = RandomEvent(seed, most_entrants=200)
    for _ in range(event.rules.rounds):
        here, others = event.present()
        field = Field(histories(here, others, event.number, 100), event.rules.forbidden)
        judge = Judge(here, others, event.rules)
        costs = []
        for windows in ((24,), ()):
            found = match(field, windows)
            names = [(field.standing[higher].id, field.standing[lower].id) for higher, lower in found.pairs]
            costs.append(judge.cost(tuple(names), None if found.bye is None else field.standing[found.bye].id))
        assert costs[0] == costs[1]
        event.play(pair_round(here, event.number, event.rules, others))


@pytest.mark.slow
def test_blocks_cost_no_more_points_or_seats_than_one_matching() -> None:
    event = RandomEvent(5, most_entrants=3000)
    assert len(event.everybody) > 2000
    for _ in range(4):
        here, others = event.present()
        field = Field(histories(here, others, event.number, 100), event.rules.forbidden)
        judge = Judge(here, others, event.rules)
        costs = []
        for found in (match(field), match(field, WINDOWS)):
            names = [(field.standing[higher].id, field.standing[lower].id) for higher, lower in found.pairs]
            costs.append(judge.cost(tuple(names), None if found.bye is None else field.standing[found.bye].id))
        assert costs[0][:7] == costs[1][:7]
        event.play(pair_round(here, event.number, event.rules, others))
