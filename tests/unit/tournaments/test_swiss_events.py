"""Whole Swiss events, with whatever may happen in them: what holds in every round.

Whether an exception could have been avoided, the matching of another library tells (networkx).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import networkx as nx
import pytest

from services.tournaments.first_seat import seat
from services.tournaments.records import Entrant, Round
from services.tournaments.swiss import SwissRules, pair_round
from services.tournaments.swiss_matching import PairingImpossible
from services.tournaments.two_seat_history import History, histories
from tests.unit.tournaments.effort import EVENTS
from tests.unit.tournaments.swiss_events import RandomEvent


class Possible:
    """What is possible in a round, whatever the points."""

    def __init__(self, here: Sequence[Entrant], others: Sequence[Entrant], number: int, rules: SwissRules) -> None:
        self.histories = {each.id: each for each in histories(here, others, number, rules.win_points)}
        self._forbidden = rules.forbidden
        self.fewest_byes = min((each.full_byes for each in self.histories.values()), default=0)

    def unpaired(self) -> int:
        """How many are left over where no more is asked than that the host allows the pairs, and anybody may have the
        bye."""
        return len(self.histories) % 2 + len(self.histories) - 2 * len(self._matching(lambda *_: 0, self.histories))

    def fewest(self, cost: Callable[[History, History], int]) -> int:
        """The least that a pairing costs in which nobody has a second bye; more than all pairs if there is none."""
        may = {name for name, each in self.histories.items() if each.full_byes == self.fewest_byes}
        matching = self._matching(cost, may)
        if 2 * len(matching) < len(self.histories):
            return 10**9
        return sum(cost(self.histories[a], self.histories[b]) for a, b in matching if "bye" not in (a, b))

    def _matching(self, cost: Callable[[History, History], int], may_have_bye: Iterable[str]) -> set[Any]:
        graph = nx.Graph()
        names = list(self.histories)
        for at, one in enumerate(names):
            for other in names[at + 1 :]:
                if frozenset((one, other)) not in self._forbidden:
                    graph.add_edge(one, other, weight=-cost(self.histories[one], self.histories[other]))
        if len(names) % 2:
            graph.add_weighted_edges_from((name, "bye", 0) for name in may_have_bye)
        return set(nx.max_weight_matching(graph, maxcardinality=True))


def is_rematch(one: History, other: History) -> bool:
    return other.id in one.met


def exceptions(one: History, other: History) -> int:
    """What a pair costs by the rules that go before points: whether they have met, how often, and claims to a seat."""
    met = one.met.get(other.id, 0)
    return (1_000_000 + 1_000 * (met - 1) if met else 0) + (seat(one, other).breached is not None)


def check(round_: Round, possible: Possible) -> int:
    """Checks a round, and returns how many exceptions it has."""
    field = possible.histories
    placed = Counter(name for pairing in round_.pairings for name in pairing.entrants)
    placed.update(bye.entrant for bye in round_.byes)
    assert placed == Counter(dict.fromkeys(field, 1))
    assert len(round_.byes) == len(field) % 2
    assert [pairing.table for pairing in round_.pairings] == list(range(1, len(round_.pairings) + 1))

    pairs = [(field[p.entrants[0]], field[p.entrants[1]]) for p in round_.pairings]
    rematches = sum(is_rematch(*pair) for pair in pairs)
    breached = 0
    for pair in pairs:
        for history, at in zip(pair, (0, 1), strict=True):
            balance = history.balance + (1, -1)[at]
            breached += abs(balance) > 2 or history.seats[-2:] == (at, at)
    second_byes = sum(field[bye.entrant].full_byes > possible.fewest_byes for bye in round_.byes)
    if second_byes:
        assert possible.fewest(lambda *_: 0) > len(pairs)
    elif rematches or breached:
        assert sum(exceptions(*pair) for pair in pairs) == possible.fewest(exceptions)
    again = sum(field[bye.entrant].full_byes > 0 for bye in round_.byes)
    assert len(round_.notes) == again + rematches + breached
    assert all(pairing.reasons for pairing in round_.pairings)
    assert all(bye.reasons for bye in round_.byes)
    return second_byes + rematches + breached


def play(seed: int) -> int:
    event = RandomEvent(seed)
    found = 0
    for _ in range(event.rules.rounds):
        here, others = event.present()
        possible = Possible(here, others, event.number, event.rules)
        if possible.unpaired():
            with pytest.raises(PairingImpossible) as refused:
                pair_round(here, event.number, event.rules, others)
            assert set(refused.value.entrants) <= {name for pair in event.rules.forbidden for name in pair}
            break
        round_ = pair_round(here, event.number, event.rules, others)
        assert pair_round([*reversed(here)], event.number, event.rules, others) == round_
        found += check(round_, possible)
        event.play(round_)
    return found


def test_what_holds_in_every_round_of_an_event() -> None:
    assert sum(play(seed) for seed in range(40)) > 10


@pytest.mark.slow
@pytest.mark.parametrize("start", range(10_000, 10_000 + EVENTS, 100))
def test_what_holds_in_every_round_of_many_events(start: int) -> None:
    assert sum(play(seed) for seed in range(start, start + 100)) > 25
