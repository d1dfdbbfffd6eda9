"""Events in few words: each entrant's rounds as cross tables print them.

``+W9`` is a win against 9 from the first seat, ``=B13`` a draw from the second, ``-W2`` a loss; ``+FW9`` and ``-FB9``
are forfeits; ``+BYE`` is a pairing bye of a win, ``=BYE`` a requested bye of a draw, ``-BYE`` one of nothing, ``--`` an
absence.
"""

import re

from services.tournaments.records import Entrant, ResultKind, RoundResult

_POINTS = {"+": 100, "=": 50, "-": 0}
_PLACES = {"+": 1, "=": 1, "-": 2}


def two_seats(text: str) -> list[Entrant]:
    """Entrants 1, 2 ... from a line each."""
    entrants = []
    for number, line in enumerate(text.strip().splitlines(), 1):
        results = tuple(_result(round, cell) for round, cell in enumerate(line.split(), 1))
        entrants.append(Entrant(str(number), number, results))
    return entrants


def _result(round: int, cell: str) -> RoundResult:
    if cell == "--":
        return RoundResult(round, ResultKind.ABSENT, 0)
    points = _POINTS[cell[0]]
    if cell[1:] == "BYE":
        kind = ResultKind.PAIRING_BYE if points == 100 else ResultKind.REQUESTED_BYE
        return RoundResult(round, kind, points)
    told = re.fullmatch(r"[+=-](F?)([WB])(\d+)", cell)
    assert told, cell
    forfeit, seat, opponent = told.groups()
    kind = ResultKind.PLAYED
    if forfeit:
        kind = ResultKind.FORFEIT_WIN if points else ResultKind.FORFEIT_LOSS
    return RoundResult(round, kind, points, (opponent,), "WB".index(seat), _PLACES[cell[0]])


def pods(*rounds: str, points: tuple[int, ...] = (500, 300, 100, 0)) -> list[Entrant]:
    """Entrants a, b ... from rounds of tables: ``a:12 b=c:5 d | e f g``: a before b and c jointly, before d; numbers
    are table points. Who is not named has a pairing bye of the first place's points."""
    names = sorted({name for text in rounds for name in re.findall(r"[a-z]", text)})
    results: dict[str, list[RoundResult]] = {name: [] for name in names}
    for number, text in enumerate(rounds, 1):
        seated = set()
        for table in text.split("|"):
            groups = [[tuple(part.split(":")) for part in group.split("=")] for group in table.split()]
            everybody = [part[0] for group in groups for part in group]
            place = 1
            for group in groups:
                shared = sum(points[place - 1 : place - 1 + len(group)]) // len(group)
                for name, *score in group:
                    others = tuple(other for other in everybody if other != name)
                    told = RoundResult(
                        number,
                        ResultKind.PLAYED,
                        shared,
                        others,
                        everybody.index(name),
                        place,
                        int(score[0]) if score else None,
                    )
                    results[name].append(told)
                    seated.add(name)
                place += len(group)
        for name in names:
            if name not in seated:
                results[name].append(RoundResult(number, ResultKind.PAIRING_BYE, points[0]))
    return [Entrant(name, seed, tuple(results[name])) for seed, name in enumerate(names, 1)]


def transposed(values: dict[str, str]) -> dict[str, dict[str, str]]:
    """Columns of a printed table as values by entrant: ``"13 15.5"`` is 13 for entrant 1, 15.5 for entrant 2."""
    return {id: {str(n): each for n, each in enumerate(text.split(), 1)} for id, text in values.items()}
