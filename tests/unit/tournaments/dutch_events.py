"""Events that the reference program of the FIDE Dutch system has paired (bbpPairings 16a000f): ``dutch_events.txt``.

An event begins with a line that says its number, how many rounds it has, and if that is unusual, what a win, a draw and
a loss are worth (``points``), who is kept apart (``apart``), which rounds were paired by others (``others``), and which
one the program found no pairing for (``none``). Then each entrant has a line, the best seed first, with a word for each
round: ``w12=`` half a point with white against 12, ``b3+`` and ``b3-`` a forfeit won and lost, ``U`` a pairing bye,
``F``, ``H`` and ``Z`` a round without it for the points of a win, of a draw, and none; ``?`` is there to be paired.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from services.tournaments.dutch import NoDutchPairing, pair_round
from services.tournaments.records import Entrant, ResultKind, RoundResult
from services.tournaments.swiss import SwissRules
from services.tournaments.swiss_matching import PairingImpossible

EVENTS: Final = Path(__file__).with_name("dutch_events.txt")


@dataclass(frozen=True, slots=True)
class PairedRound:
    """A round as the program paired it. ``pairs``: white first; empty if it found none. ``sure``: the pairs whose
    colours are to be compared: where one of the two has played no game, editions of the rules number them
    differently."""

    event: str
    number: int
    here: list[Entrant]
    others: list[Entrant]
    rules: SwissRules
    pairs: frozenset[tuple[str, str]]
    byes: frozenset[str]
    sure: frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What is the same in our pairing of a round. ``colours``: of so many sure ones."""

    pairs: bool
    byes: bool
    colours: int


def compare(paired: PairedRound) -> Comparison:
    """Pairs a round and compares it with the program's."""
    try:
        ours = pair_round(paired.here, paired.number, paired.rules, paired.others)
    except (NoDutchPairing, PairingImpossible):
        none = not paired.pairs and not paired.byes
        return Comparison(none, none, 0)
    tables = {(pairing.entrants[0], pairing.entrants[1]) for pairing in ours.pairings}
    return Comparison(
        {frozenset(pair) for pair in tables} == {frozenset(pair) for pair in paired.pairs},
        {bye.entrant for bye in ours.byes} == paired.byes,
        len(tables & paired.sure),
    )


def rounds_of(text: str) -> Iterator[PairedRound]:
    """The rounds of some events, each with the results of those before it."""
    for block in text.strip().split("\n\n"):
        head, *lines = block.splitlines()
        told = dict(word.split("=") for word in head.split()[2:])
        win, draw, loss = (int(points) for points in told.get("points", "100,50,0").split(","))
        apart = [frozenset(pair.split("-")) for pair in told.get("apart", "").split(",") if pair]
        rules = SwissRules(int(told["rounds"]), frozenset(apart), win, loss)
        words = [line.split() for line in lines]
        entrants = [Entrant(str(seed), seed) for seed in range(1, len(lines) + 1)]
        for number, column in enumerate(zip(*words, strict=True), 1):
            if str(number) not in told.get("others", "").split(","):
                yield _paired(head.split()[1], number, entrants, rules, column)
            if str(number) != told.get("none"):
                worth = {"1": win, "=": draw, "0": loss}
                entrants = [
                    replace(each, results=(*each.results, _result(number, word, worth)))
                    for each, word in zip(entrants, column, strict=True)
                ]


def _paired(event: str, number: int, entrants: list[Entrant], rules: SwissRules, column: Iterable[str]) -> PairedRound:
    words = {each.id: word for each, word in zip(entrants, column, strict=True)}
    return paired_round(
        event,
        number,
        entrants,
        rules,
        away={id for id, word in words.items() if word in ("F", "H", "Z")},
        pairs=[(id, word[1:-1]) for id, word in words.items() if word[0] == "w"],
        byes=[id for id, word in words.items() if word == "U"],
    )


def paired_round(
    event: str,
    number: int,
    entrants: list[Entrant],
    rules: SwissRules,
    *,
    away: set[str],
    pairs: Iterable[tuple[str, str]],
    byes: Iterable[str],
) -> PairedRound:
    """A round of an event. ``entrants``: with their results before it."""
    played = {each.id for each in entrants if any(result.kind is ResultKind.PLAYED for result in each.results)}
    here = [each for each in entrants if each.id not in away]
    others = [each for each in entrants if each.id in away]
    sure = frozenset(pair for pair in pairs if played.issuperset(pair))
    return PairedRound(event, number, here, others, rules, frozenset(pairs), frozenset(byes), sure)


def _result(number: int, word: str, worth: dict[str, int]) -> RoundResult:
    if match := re.fullmatch(r"([wb])(\d+)(.)", word):
        colour, other, ending = match.groups()
        if ending in "+-":
            kind = ResultKind.FORFEIT_WIN if ending == "+" else ResultKind.FORFEIT_LOSS
            return RoundResult(number, kind, worth["1"] * (ending == "+"), (other,), "wb".index(colour))
        return RoundResult(number, ResultKind.PLAYED, worth[ending], (other,), "wb".index(colour))
    if word == "U":
        return RoundResult(number, ResultKind.PAIRING_BYE, worth["1"])
    points = {"F": worth["1"], "H": worth["="], "Z": 0}[word]
    return RoundResult(number, ResultKind.REQUESTED_BYE if points else ResultKind.ABSENT, points)
