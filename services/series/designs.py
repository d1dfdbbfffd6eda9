"""Who sits at which table of a series: a pure function of the document and the number of the match, so that any worker
can play any part of it.

Matches that share a deal stand together: a *cluster*. The number of the cluster is the number of its deal. The designs:

* ``duplicate``: all against all. Each group of entrants plays each of its deals in every rotation of the seats.
* ``round_robin``: the same tables, each with a deal of its own.
* ``gauntlet``: the first entrant against each group of the others, in every rotation of the seats of a deal.
* ``paired``: the first and the second entrant take turns in the same seat of the same deal; the others are the field.
* ``random_tables``: entrants are drawn for each match, which has a deal of its own.

Where there are fewer entrants than seats, an entrant sits in several seats; a lone entrant plays itself. A *round* is
every group once, in an order that follows from the document; from round to round, the entrants of a group follow each
other around the table in another order.
"""

import hashlib
import itertools
import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from services.engine.chance import SeededChance
from services.engine.fairness import canonical
from services.series.document import MAX_MATCHES, FixedStop, SeriesDocument, UnplayableSeries

MAX_GROUPS: Final = 100_000
"""How many groups of entrants a round may have."""

_GROUPS: Final = b"playhall.series-groups/1\0"
_TABLE: Final = b"playhall.series-table/1\0"


@dataclass(frozen=True, slots=True)
class Table:
    """A match to be played. ``entrants``: places in the document's list, by seat."""

    number: int
    deal: int
    entrants: tuple[int, ...]


class Schedule:
    """The tables of a series."""

    def __init__(self, document: SeriesDocument) -> None:
        """Makes up the groups.

        Raises:
            UnplayableSeries: there are more than ``MAX_GROUPS``.
        """
        self._document = document
        # How long the series goes on does not change its tables.
        self._digest = hashlib.sha256(canonical(document.model_dump(mode="json", exclude={"stop"}))).digest()
        self._is_random = document.design == "random_tables"
        self._shares_deals = document.design not in ("round_robin", "random_tables")
        self._groups = [] if self._is_random else self._shuffled(_groups(document))
        # Of each group in a round, the number of the match after its last.
        self._ends = list(itertools.accumulate(map(self._matches, self._groups)))

    def table(self, number: int) -> Table:
        """The table of a match."""
        if self._is_random:
            return Table(number, number, self._drawn(number))
        turn, place, match = self._find(number)
        seating = self._seating(self._groups[place], turn, match)
        return Table(number, turn * len(self._groups) + place if self._shares_deals else number, seating)

    def cluster(self, number: int) -> range:
        """The numbers of the matches that share the deal of a match."""
        if not self._shares_deals:
            return range(number, number + 1)
        _, place, match = self._find(number)
        first = number - match
        return range(first, first + self._matches(self._groups[place]))

    def whole_clusters(self, matches: int) -> int:
        """The least number of matches, from the first on, that is at least ``matches`` and cuts no cluster."""
        return self.cluster(matches - 1).stop

    def _find(self, number: int) -> tuple[int, int, int]:
        """The round of a match, the place of its group in the round, and which match of the cluster it is."""
        turn, within = divmod(number, self._ends[-1])
        place = bisect_right(self._ends, within)
        return turn, place, within - (self._ends[place - 1] if place else 0)

    def _matches(self, group: tuple[int, ...]) -> int:
        """How many matches a cluster of a group has."""
        if self._document.design == "paired":
            return 2
        return len(group) if len(set(group)) > 1 else 1

    def _seating(self, group: tuple[int, ...], turn: int, match: int) -> tuple[int, ...]:
        if self._document.design == "paired":
            seat = turn % (len(group) + 1)
            field = _permutation(group, turn // (len(group) + 1))
            return (*field[:seat], match, *field[seat:])
        order = (group[0], *_permutation(group[1:], turn))
        return (*order[-match:], *order[:-match]) if match else order

    def _drawn(self, number: int) -> tuple[int, ...]:
        sizes, entrants = self._document.seats, len(self._document.entrants)
        size = sizes[number % len(sizes)]
        drawn = list(range(entrants)) * -(-size // entrants)
        seed = hashlib.sha256(_TABLE + self._digest + number.to_bytes(8, "big")).digest()
        chance = SeededChance(seed)
        for seat in range(size):  # no more of a shuffle than is needed: there may be a thousand entrants
            other = seat + chance.below("table", len(drawn) - seat)
            drawn[seat], drawn[other] = drawn[other], drawn[seat]
        return tuple(drawn[:size])

    def _shuffled(self, groups: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """The groups in an order that prefers none: a series may end in the middle of a round."""
        order = list(range(len(groups)))
        SeededChance(hashlib.sha256(_GROUPS + self._digest).digest()).shuffle("groups", order)
        return [groups[place] for place in order]


def in_whole_deals(document: SeriesDocument) -> SeriesDocument:
    """The same series, so long that no deal is cut; the longest of all ends with a whole deal before.

    Raises:
        UnplayableSeries: its design has too many groups.
    """
    schedule = Schedule(document)
    whole = schedule.whole_clusters(document.max_matches)
    if whole > MAX_MATCHES:
        whole = schedule.cluster(whole - 1).start
    name = "matches" if isinstance(document.stop, FixedStop) else "max_matches"
    return document.model_copy(update={"stop": document.stop.model_copy(update={name: whole})})


def _groups(document: SeriesDocument) -> list[tuple[int, ...]]:
    """Every group of entrants that plays at a table together, for each size of the tables. The design ``paired`` has
    the field alone."""
    groups = list(itertools.islice(_all_groups(document), MAX_GROUPS + 1))
    if len(groups) > MAX_GROUPS:
        raise UnplayableSeries(
            f"a round of {document.design} has more than {MAX_GROUPS:,} groups of entrants: use random_tables"
        )
    return groups


def _all_groups(document: SeriesDocument) -> Iterator[tuple[int, ...]]:
    entrants = range(len(document.entrants))
    for size in document.seats:
        if document.design == "gauntlet":
            yield from ((0, *others) for others in _chosen(entrants[1:], size - 1))
        elif document.design == "paired":
            yield from _chosen(entrants[2:], size - 1)
        elif len(entrants) >= size:
            yield from itertools.combinations(entrants, size)
        else:
            yield from (group for group in _chosen(entrants, size) if len(set(group)) > 1 or len(entrants) == 1)


def _chosen(entrants: Sequence[int], number: int) -> Iterator[tuple[int, ...]]:
    """Every choice of so many entrants: different ones, if there are enough."""
    if len(entrants) >= number:
        return itertools.combinations(entrants, number)
    return itertools.combinations_with_replacement(entrants, number)


def _permutation(items: Sequence[int], number: int) -> tuple[int, ...]:
    """The items in the ``number``-th of all their orders, counted in a circle."""
    left, order = list(items), []
    number %= math.factorial(len(left))
    while left:
        place, number = divmod(number, math.factorial(len(left) - 1))
        order.append(left.pop(place))
    return tuple(order)
