"""Swiss events for tests: entrants written in a line, and events that are played at random."""

import random
from dataclasses import dataclass, field, replace

from services.tournaments.records import Entrant, ResultKind, Round, RoundResult
from services.tournaments.swiss import SwissRules
from services.tournaments.two_seat_history import Float, histories

_UNPLAYED = {
    "B": (ResultKind.PAIRING_BYE, 100),
    "F": (ResultKind.REQUESTED_BYE, 100),
    "H": (ResultKind.REQUESTED_BYE, 50),
    "Z": (ResultKind.REQUESTED_BYE, 0),
    "-": (ResultKind.ABSENT, 0),
}
_POINTS = {"1": 100, "=": 50, "0": 0}


def entrants(table: str) -> list[Entrant]:
    """Entrants from a table with a line for each, the best seed first: its id, then its rounds.

    ``w1b`` is a win with the first seat (white) against b, ``b=c`` half a point with the second seat against c,
    ``+d`` and ``!d`` a forfeit won and lost against d, ``B`` a pairing bye, ``F``, ``H``, ``Z`` a requested bye with
    a full, half and no point, ``-`` an absence.
    """
    found = []
    for seed, line in enumerate((line for line in table.strip().splitlines()), start=1):
        name, *rounds = line.split()
        found.append(Entrant(name, seed, tuple(_result(n, text) for n, text in enumerate(rounds, start=1))))
    return found


def _result(number: int, text: str) -> RoundResult:
    if text in _UNPLAYED:
        kind, points = _UNPLAYED[text]
        return RoundResult(number, kind, points)
    if text[0] == "+":
        return RoundResult(number, ResultKind.FORFEIT_WIN, 100, (text[1:],), 0, 1)
    if text[0] == "!":
        return RoundResult(number, ResultKind.FORFEIT_LOSS, 0, (text[1:],), 1, 2)
    points = _POINTS[text[1]]
    return RoundResult(number, ResultKind.PLAYED, points, (text[2:],), "wb".index(text[0]), 2 - (points > 0))


def tables(round_: Round) -> list[str]:
    """The tables in their order, such as ``a-b`` for a in the first seat."""
    return ["-".join(pairing.entrants) for pairing in round_.pairings]


def byes(round_: Round) -> list[str]:
    return [bye.entrant for bye in round_.byes]


def floats(everybody: list[Entrant], number: int) -> dict[str, tuple[Float, ...]]:
    return {each.id: each.floats for each in histories(everybody, (), number, 100)}


@dataclass(slots=True)
class RandomEvent:
    """An event that is played at random: with draws, forfeits, withdrawals and returns, late entries, requested byes of
    every worth and pairs that must not meet. The same seed is the same event."""

    seed: int
    most_entrants: int = 40
    rules: SwissRules = field(init=False)
    everybody: list[Entrant] = field(init=False)
    number: int = 1
    _random: random.Random = field(init=False)
    _away: set[str] = field(init=False, default_factory=set)

    def __post_init__(self) -> None:
        self._random = rnd = random.Random(self.seed)
        size = rnd.randint(5, self.most_entrants)
        names = [f"e{n}" for n in range(1, size + 1)]
        seeds = rnd.sample(range(1, 3 * size), size)
        self.everybody = [Entrant(name, seed) for name, seed in zip(names, seeds, strict=True)]
        # Few enough that somebody can be found for everybody.
        forbidden = {frozenset(rnd.sample(names, 2)) for _ in range(rnd.randint(0, size // 5))}
        self.rules = SwissRules(rnd.randint(3, min(11, size + 1)), frozenset(forbidden))
        self._away = {name for name in names if rnd.random() < 0.1}

    def present(self) -> tuple[list[Entrant], list[Entrant]]:
        """Those to be paired in this round, and the others."""
        rnd = self._random
        for each in self.everybody:
            if rnd.random() < 0.08:
                self._away ^= {each.id}
        here = [each for each in self.everybody if each.id not in self._away]
        rnd.shuffle(here)
        return here, [each for each in self.everybody if each.id in self._away]

    def play(self, round_: Round) -> None:
        """Adds everybody's result of a round."""
        rnd = self._random
        results: dict[str, RoundResult] = {}
        for pairing in round_.pairings:
            first, second = pairing.entrants
            if rnd.random() < 0.05:
                absent = rnd.randint(0, 1)
                kinds = [ResultKind.FORFEIT_WIN, ResultKind.FORFEIT_WIN]
                kinds[absent] = ResultKind.FORFEIT_LOSS
                points = [100 * (kind is ResultKind.FORFEIT_WIN) for kind in kinds]
            else:
                kinds = [ResultKind.PLAYED, ResultKind.PLAYED]
                won = rnd.choice((100, 100, 50, 0, 0))
                points = [won, 100 - won]
            for at, (own, other) in enumerate(((first, second), (second, first))):
                results[own] = RoundResult(self.number, kinds[at], points[at], (other,), at, 2 - (points[at] > 0))
        for bye in round_.byes:
            results[bye.entrant] = RoundResult(self.number, ResultKind.PAIRING_BYE, 100)
        for each in self.everybody:
            if each.id not in results:
                kind, points_ = rnd.choice(tuple(_UNPLAYED[code] for code in "FHZ----"))
                results[each.id] = RoundResult(self.number, kind, points_)
        self.everybody = [replace(each, results=(*each.results, results[each.id])) for each in self.everybody]
        self.number += 1
