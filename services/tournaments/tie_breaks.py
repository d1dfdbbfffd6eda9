"""Tie-breaks, each with the sum behind it.

Those of chess are FIDE's (C.07), for two seats. For three to five seats there is no such rule; what these functions do
there is said in their definitions. A sum over opponents is fair between entrants whose tables had equally many seats;
where they had not, take an average.

Values are exact. A tie-break by which more is not better does not exist here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from services.tournaments.records import Entrant, ResultKind, RoundResult
from services.tournaments.tie_break_rules import POINT, Event, TieBreakRules

_ZERO: Final = Fraction(0)
_HALF: Final = Fraction(1, 2)


class Term(NamedTuple):
    """One part of a sum. ``round``: 0 where it belongs to none. ``opponent``: empty where there is none. ``is_cut``:
    left out of the sum. ``note``: a sentence where the contribution is not what one would expect."""

    round: int
    opponent: str
    contribution: Fraction
    is_cut: bool = False
    note: str = ""


class Value(NamedTuple):
    """A tie-break's value for an entrant and where it comes from. ``note``: how terms make the value, where it is not
    their sum without those that are cut."""

    value: Fraction
    terms: tuple[Term, ...] = ()
    note: str = ""


class TieBreakUnusableError(Exception):
    """A tie-break cannot be used in an event like this."""


ValueOf: TypeAlias = Callable[[Entrant, Event], Value]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break: ``definition`` is a sentence for the page of the event. ``value_of`` is None for direct encounter,
    which is between those who are tied, not of one entrant."""

    id: str
    title: str
    definition: str
    value_of: ValueOf | None


class _Part(NamedTuple):
    """A term of Buchholz and Sonneborn-Berger before any is cut."""

    round: int
    opponent: str
    score: int
    """The opponent's, in hundredths."""
    credit: Fraction
    is_voluntary: bool
    note: str


def _parts(entrant: Entrant, event: Event) -> list[_Part]:
    """One for each opponent, and one for each that a round without a table would have had."""
    parts = []
    for result in entrant.results:
        if event.is_table(result):
            for other in result.opponents:
                credit = event.credit(result, other)
                parts.append(_Part(result.round, other, event.adjusted[other], credit, is_voluntary=False, note=""))
        elif event.is_swiss:
            parts += _dummies(entrant, event, result)
    return parts


def _dummies(entrant: Entrant, event: Event, result: RoundResult) -> list[_Part]:
    rules = event.rules
    credit = Fraction(result.points, POINT)
    if rules.seats > 2:
        credit = min(Fraction(1), Fraction(result.points, rules.win))
    scheduled: list[str | None] = [*result.opponents] or [None] * (rules.seats - 1)
    return [
        _Part(
            result.round,
            other or "",
            event.dummy(entrant, other),
            credit,
            event.is_voluntary(result),
            event.dummy_reason(entrant, other),
        )
        for other in scheduled
    ]


def _buchholz_terms(entrant: Entrant, event: Event) -> tuple[list[_Part], list[Fraction]]:
    if not event.is_swiss:
        raise TieBreakUnusableError("Buchholz says nothing in a round robin: everybody has the same opponents")
    parts = _parts(entrant, event)
    return parts, [Fraction(part.score, POINT) for part in parts]


def _cut_lowest(parts: Sequence[_Part], contributions: Sequence[Fraction]) -> int | None:
    """The place of the contribution that Cut-1 leaves out: that of the opponent with the lowest score, of several the
    smallest; but rather that of a round that the entrant chose not to play, unless that is less (C.07 16.5).

    Of several such rounds it is the one whose dummy has the lowest score, as in release 1.9.57 of the technical
    commission's checker. Before 2026 all dummies of an entrant had the same score, and it was the smallest."""

    def score(place: int) -> tuple[int, Fraction, int]:
        return parts[place].score, contributions[place], place

    places = range(len(parts))
    if not parts:
        return None
    lowest = min(places, key=score)
    voluntary = [place for place in places if parts[place].is_voluntary]
    if voluntary:
        chosen = min(voluntary, key=score)
        if contributions[chosen] >= contributions[lowest]:
            return chosen
    return lowest


def _sum(parts: Sequence[_Part], contributions: Sequence[Fraction], cut: frozenset[int] = frozenset()) -> Value:
    terms = tuple(
        Term(part.round, part.opponent, contribution, place in cut, part.note)
        for place, (part, contribution) in enumerate(zip(parts, contributions, strict=True))
    )
    return Value(sum((term.contribution for term in terms if not term.is_cut), _ZERO), terms)


def _buchholz(entrant: Entrant, event: Event) -> Value:
    return _sum(*_buchholz_terms(entrant, event))


def _cut_one(parts: Sequence[_Part], contributions: Sequence[Fraction]) -> Value:
    lowest = _cut_lowest(parts, contributions)
    return _sum(parts, contributions, frozenset() if lowest is None else frozenset({lowest}))


def _buchholz_cut_1(entrant: Entrant, event: Event) -> Value:
    return _cut_one(*_buchholz_terms(entrant, event))


def _buchholz_median(entrant: Entrant, event: Event) -> Value:
    parts, contributions = _buchholz_terms(entrant, event)
    lowest = _cut_lowest(parts, contributions)
    others = [place for place in range(len(parts)) if place != lowest]
    cut = set() if lowest is None else {lowest}
    if others:
        cut.add(max(others, key=lambda place: (contributions[place], -place)))
    return _sum(parts, contributions, frozenset(cut))


def _sonneborn_terms(entrant: Entrant, event: Event) -> tuple[list[_Part], list[Fraction]]:
    parts = _parts(entrant, event)
    return parts, [part.credit * Fraction(part.score, POINT) for part in parts]


def _sonneborn_berger(entrant: Entrant, event: Event) -> Value:
    return _sum(*_sonneborn_terms(entrant, event))


def _sonneborn_berger_cut_1(entrant: Entrant, event: Event) -> Value:
    return _cut_one(*_sonneborn_terms(entrant, event))


def _count(entrant: Entrant, counts: Callable[[RoundResult], bool]) -> Value:
    terms = tuple(Term(each.round, "", Fraction(1)) for each in entrant.results if counts(each))
    return Value(Fraction(len(terms)), terms)


def _wins(entrant: Entrant, event: Event) -> Value:
    return _count(entrant, lambda result: result.plain_points >= event.rules.win)


def _games_won(entrant: Entrant, event: Event) -> Value:
    return _count(entrant, lambda result: result.plain_points >= event.rules.win and result.kind is ResultKind.PLAYED)


def _later_seats(entrant: Entrant, _event: Event) -> Value:
    return _count(entrant, lambda result: bool(result.seat) and result.kind is ResultKind.PLAYED)


def _running_scores(entrant: Entrant) -> list[Term]:
    terms = []
    score = 0
    for result in entrant.results:
        score += result.points
        terms.append(Term(result.round, "", Fraction(score, POINT)))
    return terms


def _progressive(entrant: Entrant, _event: Event) -> Value:
    terms = _running_scores(entrant)
    return Value(sum((term.contribution for term in terms), _ZERO), tuple(terms))


def _progressive_cut_1(entrant: Entrant, _event: Event) -> Value:
    terms = _running_scores(entrant)
    value = sum((term.contribution for term in terms[1:]), _ZERO)
    return Value(value, (*(term._replace(is_cut=True) for term in terms[:1]), *terms[1:]))


def _mean(terms: Sequence[Term], what: str = "The mean of these.") -> Value:
    if not terms:
        return Value(_ZERO, (), "No opponent met.")
    return Value(sum((term.contribution for term in terms), _ZERO) / len(terms), tuple(terms), what)


def _average_opponents_points(entrant: Entrant, event: Event) -> Value:
    return _mean(
        [Term(result.round, other, Fraction(event.adjusted[other], POINT)) for result, other in event.met(entrant)]
    )


def _mean_over_opponents(value_of: ValueOf) -> ValueOf:
    """The mean of a tie-break over the opponents met."""

    def value(entrant: Entrant, event: Event) -> Value:
        return _mean(
            [
                Term(result.round, other, event.remembered(value_of, other, lambda each: value_of(each, event).value))
                for result, other in event.met(entrant)
            ]
        )

    return value


def _win_share(entrant: Entrant, event: Event) -> Fraction:
    """The points of an entrant as a share of those of wins in all rounds but those that it asked not to play or was
    absent from; at least the floor."""
    counted = [result for result in entrant.results if result.kind not in (ResultKind.ABSENT, ResultKind.REQUESTED_BYE)]
    if not counted:
        return event.rules.floor
    share = Fraction(sum(result.plain_points for result in counted), event.rules.win * len(counted))
    return max(event.rules.floor, min(Fraction(1), share))


def _opponents_win_share(entrant: Entrant, event: Event) -> Value:
    floor = event.rules.floor
    terms = []
    for result in entrant.results:
        others = result.opponents if event.is_table(result) else ()
        for other in others:
            share = event.remembered(_win_share, other, lambda each: _win_share(each, event))
            note = "No less than the floor." if share == floor else ""
            terms.append(Term(result.round, other, share, note=note))
        if event.rules.seats > 2 and result.kind is not ResultKind.ABSENT:
            empty = Term(result.round, "", floor, note="A seat without an opponent counts as the floor.")
            terms += [empty] * (event.rules.seats - 1 - len(others))
    return _mean(terms)


def _place_points(entrant: Entrant, event: Event) -> Value:
    terms = []
    for result in entrant.results:
        if result.place is None or not result.opponents:
            continue
        places = [event.result(other, result.round).place for other in result.opponents]
        terms.append(Term(result.round, "", _worth(result.place, places, event.rules.place_points)))
    return Value(sum((term.contribution for term in terms), _ZERO), tuple(terms))


def _worth(place: int, others: Sequence[int | None], points: tuple[int, ...] | None) -> Fraction:
    joint = others.count(place)
    if points is None:
        return sum(1 for other in others if other is not None and other > place) + joint * _HALF
    before = sum(1 for other in others if other is not None and other < place)
    shared = [points[at] if at < len(points) else 0 for at in range(before, before + joint + 1)]
    return Fraction(sum(shared), POINT * len(shared))


def _table_share(entrant: Entrant, event: Event) -> Value:
    terms = []
    for result in entrant.results:
        if result.table_points is None or not result.opponents:
            continue
        others = [event.result(other, result.round).table_points or 0 for other in result.opponents]
        own = max(0, result.table_points)
        whole = own + sum(max(0, other) for other in others)
        if whole:
            terms.append(Term(result.round, "", Fraction(own, whole)))
        else:
            share = Fraction(1, len(others) + 1)
            terms.append(Term(result.round, "", share, note="Nobody had any: all have equal shares."))
    return Value(sum((term.contribution for term in terms), _ZERO), tuple(terms))


def _koya(entrant: Entrant, event: Event) -> Value:
    terms = []
    for result, other in event.met(entrant):
        games = sum(1 for each in event.entrants[other].results if each.opponents)
        if 2 * event.points[other] >= event.rules.win * games:
            terms.append(Term(result.round, other, event.credit(result, other)))
    return Value(sum((term.contribution for term in terms), _ZERO), tuple(terms))


RATING_DIFFERENCES: Final = (
    *(800, 677, 589, 538, 501, 470, 444, 422, 401, 383, 366, 351, 336, 322, 309, 296, 284, 273, 262, 251, 240, 230),
    *(220, 211, 202, 193, 184, 175, 166, 158, 149, 141, 133, 125, 117, 110, 102, 95, 87, 80, 72, 65, 57, 50, 43, 36),
    *(29, 21, 14, 7, 0),
)
"""FIDE B.02 8.1.1: by how much a rating is above its opponents' if 100, 99 ... 50 of 100 points are scored."""


def _rating_performance(entrant: Entrant, event: Event) -> Value:
    """Only games over the board against rated opponents count."""
    ratings = event.rules.ratings
    if ratings is None:
        raise TieBreakUnusableError("rating performance needs ratings")
    terms = []
    scored = _ZERO
    for result in entrant.results:
        if result.kind is not ResultKind.PLAYED:
            continue
        for other in result.opponents:
            if other in ratings and event.result(other, result.round).kind is ResultKind.PLAYED:
                terms.append(Term(result.round, other, Fraction(ratings[other])))
                credit = event.credit(result, other)
                scored += credit * POINT / event.rules.win if event.rules.seats == 2 else credit
    if not terms:
        return Value(_ZERO, (), "No rated opponent met.")
    average = _nearest(sum((term.contribution for term in terms), _ZERO) / len(terms))
    hundredths = max(0, min(100, _nearest(100 * scored / len(terms))))
    difference = RATING_DIFFERENCES[100 - max(hundredths, 100 - hundredths)]
    signed = difference if hundredths >= 50 else -difference
    note = f"The mean of these, {average}, and {signed:+d} for {hundredths} % of the points."
    return Value(Fraction(average + signed), tuple(terms), note)


def _nearest(value: Fraction) -> int:
    """The nearest whole number, halves upwards."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


class Ordered(NamedTuple):
    """A group of tied entrants, put in order: those who are still tied stay together."""

    groups: tuple[tuple[Entrant, ...], ...]
    values: Mapping[str, Value]


def order_by_direct_encounter(tied: Sequence[Entrant], event: Event) -> Ordered:
    """Put tied entrants in order by their games against each other (C.07 6).

    If all have met, the points from these games decide, the mean where two met more than once; those who are equal then
    are ordered by the games among them. If not all have met, an entrant is first only if it is alone in first place
    whatever the missing games give, then the second likewise, and the others are looked at again by themselves.
    Forfeits count in a round robin only. With more than two seats, 1 is for finishing before, 1/2 for a joint place.

    The value of an entrant is how many of the tied are placed behind it.
    """
    groups = _encounter_groups(list(tied), event)
    terms: dict[str, list[Term]] = {entrant.id: [] for entrant in tied}
    for (entrant_id, other_id), score in _encounters(tied, event).items():
        terms[entrant_id].append(Term(0, other_id, score))
    values = {}
    behind = len(tied)
    for group in groups:
        behind -= len(group)
        for entrant in group:
            met = terms[entrant.id]
            told = f"Placed before {behind} of the {len(tied) - 1} others that are tied; {len(met)} of them were met."
            values[entrant.id] = Value(Fraction(behind), tuple(met), told)
    return Ordered(tuple(groups), values)


def _encounters(tied: Sequence[Entrant], event: Event) -> dict[tuple[str, str], Fraction]:
    """What each of the tied has of each other that it met."""
    ids = {entrant.id for entrant in tied}
    games: dict[tuple[str, str], list[Fraction]] = {}
    for entrant in tied:
        for result, other in event.met(entrant):
            if other in ids:
                games.setdefault((entrant.id, other), []).append(event.credit(result, other))
    return {pair: sum(each, _ZERO) / len(each) for pair, each in games.items()}


def _encounter_groups(tied: list[Entrant], event: Event) -> list[tuple[Entrant, ...]]:
    if len(tied) < 2:
        return [tuple(tied)] if tied else []
    scores = _encounters(tied, event)
    totals = {entrant.id: _ZERO for entrant in tied}
    missing = {entrant.id: len(tied) - 1 for entrant in tied}
    for (entrant_id, _), score in scores.items():
        totals[entrant_id] += score
        missing[entrant_id] -= 1
    if not any(missing.values()):
        return _by_total(tied, totals, event)
    best = Fraction(event.rules.win, POINT) if event.rules.seats == 2 else Fraction(1)
    most = {entrant.id: totals[entrant.id] + missing[entrant.id] * best for entrant in tied}
    groups: list[tuple[Entrant, ...]] = []
    left = list(tied)
    while len(left) > 1:
        first = max(left, key=lambda entrant: totals[entrant.id])
        if any(most[other.id] >= totals[first.id] for other in left if other is not first):
            break
        groups.append((first,))
        left.remove(first)
    if not groups:
        return [tuple(tied)]
    return groups + _encounter_groups(left, event)


def _by_total(tied: list[Entrant], totals: Mapping[str, Fraction], event: Event) -> list[tuple[Entrant, ...]]:
    ordered = sorted(tied, key=lambda entrant: -totals[entrant.id])
    starts = [0, *(at for at, (one, next) in enumerate(pairwise(ordered), 1) if totals[one.id] != totals[next.id])]
    groups = [ordered[start:end] for start, end in zip(starts, [*starts[1:], len(ordered)], strict=True)]
    if len(groups) == 1:
        return [tuple(tied)]
    return [part for group in groups for part in _encounter_groups(group, event)]


_OPPONENTS_OPPONENTS: Final = _mean_over_opponents(_average_opponents_points)
_AVERAGE_BUCHHOLZ: Final = _mean_over_opponents(_buchholz)

DIRECT_ENCOUNTER: Final = "direct_encounter"

TIE_BREAKS: Final[Mapping[str, TieBreak]] = {
    each.id: each
    for each in (
        TieBreak(
            "buchholz",
            "Buchholz",
            "The sum of the opponents' points.",
            _buchholz,
        ),
        TieBreak(
            "buchholz_cut_1",
            "Buchholz, cut 1",
            "The sum of the opponents' points without the lowest.",
            _buchholz_cut_1,
        ),
        TieBreak(
            "buchholz_median",
            "Buchholz, median",
            "The sum of the opponents' points without the lowest and the highest.",
            _buchholz_median,
        ),
        TieBreak(
            "sonneborn_berger",
            "Sonneborn-Berger",
            "The sum of each opponent's points, multiplied by the points scored against it; at larger tables by 1 for "
            "finishing before it and 1/2 for a joint place.",
            _sonneborn_berger,
        ),
        TieBreak(
            "sonneborn_berger_cut_1",
            "Sonneborn-Berger, cut 1",
            "Sonneborn-Berger without the opponent that has the fewest points.",
            _sonneborn_berger_cut_1,
        ),
        TieBreak(
            DIRECT_ENCOUNTER,
            "Direct encounter",
            "How many of the tied entrants are placed behind by the games among them.",
            None,
        ),
        TieBreak(
            "wins",
            "Wins",
            "The number of rounds that gave the points of a win, byes and forfeits included.",
            _wins,
        ),
        TieBreak(
            "games_won",
            "Games won",
            "The number of games won at a table, without forfeits.",
            _games_won,
        ),
        TieBreak(
            "later_seats",
            "Games in a later seat",
            "The number of games played in another seat than the first, without forfeits.",
            _later_seats,
        ),
        TieBreak(
            "progressive",
            "Progressive score",
            "The sum of the scores after each round.",
            _progressive,
        ),
        TieBreak(
            "progressive_cut_1",
            "Progressive score, cut 1",
            "The sum of the scores after each round but the first.",
            _progressive_cut_1,
        ),
        TieBreak(
            "average_opponents_points",
            "Average of opponents' points",
            "The mean of the points of the opponents met.",
            _average_opponents_points,
        ),
        TieBreak(
            "average_opponents_opponents_points",
            "Average of opponents' opponents",
            "The mean of the opponents' averages of their opponents' points.",
            _OPPONENTS_OPPONENTS,
        ),
        TieBreak(
            "average_opponents_buchholz",
            "Average of opponents' Buchholz",
            "The mean of the Buchholz scores of the opponents met.",
            _AVERAGE_BUCHHOLZ,
        ),
        TieBreak(
            "opponents_win_share",
            "Opponents' win share",
            "The mean of the opponents' points as shares of what wins in all their rounds would give, none "
            "counting less than the floor. Byes of the entrant do not count with two seats; at larger tables each seat "
            "without an opponent counts as the floor.",
            _opponents_win_share,
        ),
        TieBreak(
            "place_points",
            "Place points",
            "The sum of what the places are worth, joint places sharing: by the event's table, else a point for each "
            "opponent behind.",
            _place_points,
        ),
        TieBreak(
            "table_share",
            "Share of table points",
            "The sum of the shares in the game points of each table.",
            _table_share,
        ),
        TieBreak(
            "koya",
            "Koya",
            "The points scored against opponents that have at least half of what they could have.",
            _koya,
        ),
        TieBreak(
            "rating_performance",
            "Rating performance",
            "The mean rating of the opponents met over the board, and FIDE's difference for the share of points.",
            _rating_performance,
        ),
    )
}
"""All tie-breaks by id."""


def tie_break_value(id: str, entrant: Entrant, entrants: Sequence[Entrant], rules: TieBreakRules) -> Value:
    """The value of one tie-break for one entrant. Direct encounter is between all who have as many points.

    Raises:
        KeyError: there is no such tie-break.
        TieBreakUnusableError: the event is not one for it.
    """
    event = Event(entrants, rules)
    value_of = TIE_BREAKS[id].value_of
    if value_of is not None:
        return value_of(entrant, event)
    tied = [each for each in entrants if each.points == entrant.points]
    return order_by_direct_encounter(tied, event).values[entrant.id]
