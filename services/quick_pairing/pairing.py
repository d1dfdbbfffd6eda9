"""Who meets whom: the waiting tickets of one pool made into groups. Pure, and the same for the same tickets.

The ticket that has waited longest is seen to first. With two seats it is paired with the closest in rating of those
that it accepts and that accept it; of equally close ones with the oldest. With more seats, the sixteen closest are
looked at, and the first group of them in which everybody accepts everybody is seated, the closest tried first.

Two tickets accept each other if their ratings are no further apart than either's range by now, if each takes the
other's kind of player, and if neither player has blocked the other. A player is in at most one group of a round,
however many tickets it has.
"""

import heapq
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Final, NamedTuple

from services.identity import PlayerKind
from services.quick_pairing.ticket import Bots, WaitingTicket

NEAREST: Final = 16
"""How many tickets are looked at to fill more than one seat."""
_ANY: Final = float("inf")

Group = tuple[WaitingTicket, ...]
"""Tickets that are seated together, the oldest first, the others by their closeness to it."""


def pair(
    tickets: Iterable[WaitingTicket],
    seats: int,
    now_ms: int,
    *,
    blocked: Iterable[tuple[str, str]] = (),
    busy: Iterable[str] = (),
) -> list[Group]:
    """The groups that can be seated now. ``blocked``: pairs of players that must not meet, in either order. ``busy``:
    players that are in no group."""
    return _Round(tickets, seats, now_ms, blocked, busy).groups()


class _Place(NamedTuple):
    """A ticket in the order of its line. Compares by rating, then by age."""

    rating: float
    created_ms: int
    id: str
    number: int


class _Track:
    """Some places in ascending order, from which some are taken away. Finding the next that is left takes about
    constant time, however many are gone."""

    def __init__(self, places: list[_Place]) -> None:
        self._places = sorted(places)
        self._next = list(range(len(places) + 1))
        self._at = {place.number: at for at, place in enumerate(self._places)}

    def remove(self, number: int) -> None:
        at = self._at[number]
        self._next[at] = at + 1

    def beyond(self, rating: float, *, included: bool) -> Iterator[_Place]:
        """The places that are left, from a rating on, or from the first above it."""
        places = self._places
        at = bisect_left(places, (rating,)) if included else bisect_left(places, (rating, _ANY))
        while (at := self._left(at)) < len(places):
            yield places[at]
            at += 1

    def _left(self, at: int) -> int:
        links = self._next
        while links[at] != at:
            links[at] = at = links[links[at]]
        return at


class _Line:
    """The tickets of players of one kind that ask the same of others, by rating: upwards and downwards."""

    def __init__(self, places: list[_Place]) -> None:
        self._up = _Track(places)
        self._down = _Track([place._replace(rating=-place.rating) for place in places])

    def remove(self, number: int) -> None:
        self._up.remove(number)
        self._down.remove(number)

    def by_distance(self, rating: float) -> tuple[Iterator[tuple[float, int, str, int]], ...]:
        """Distance, moment, id and number of what is left, above and below, each by distance and then by age."""
        return (
            (
                (place.rating - rating, place.created_ms, place.id, place.number)
                for place in self._up.beyond(rating, included=True)
            ),
            (
                (place.rating + rating, place.created_ms, place.id, place.number)
                for place in self._down.beyond(-rating, included=False)
            ),
        )


class _Round:
    def __init__(
        self,
        tickets: Iterable[WaitingTicket],
        seats: int,
        now_ms: int,
        blocked: Iterable[tuple[str, str]],
        busy: Iterable[str],
    ) -> None:
        self._seats = seats
        self._busy = set(busy)
        self._tickets: Sequence[WaitingTicket] = sorted(tickets, key=attrgetter("created_ms", "id"))
        self._reach = [
            _ANY if ticket.rating_range is None else ticket.rating_range.after(now_ms - ticket.created_ms)
            for ticket in self._tickets
        ]
        self._blocked: dict[str, set[str]] = defaultdict(set)
        for one, other in blocked:
            self._blocked[one].add(other)
            self._blocked[other].add(one)
        places: dict[tuple[PlayerKind, Bots], list[_Place]] = defaultdict(list)
        for number, ticket in enumerate(self._tickets):
            places[ticket.kind, ticket.bots].append(_Place(ticket.rating, ticket.created_ms, ticket.id, number))
        self._lines = {key: _Line(of_line) for key, of_line in places.items()}
        self._is_left = [True] * len(self._tickets)
        self._wanted = 1 if seats == 2 else NEAREST

    def groups(self) -> list[Group]:
        found: list[Group] = []
        for number, ticket in enumerate(self._tickets):
            if not self._is_left[number]:
                continue
            if ticket.player_id in self._busy:
                self._remove(number)
                continue
            near = self._near(number)
            others = self._fitting(near, self._seats - 1)
            if others is None:
                if len(near) < self._wanted:  # all that accept it were looked at: nobody younger finds more
                    self._remove(number)
                continue
            members = (number, *others)
            for member in members:
                self._busy.add(self._tickets[member].player_id)
                self._remove(member)
            found.append(tuple(self._tickets[member] for member in members))
        return found

    def _remove(self, number: int) -> None:
        if self._is_left[number]:
            self._is_left[number] = False
            ticket = self._tickets[number]
            self._lines[ticket.kind, ticket.bots].remove(number)

    def _near(self, number: int) -> list[int]:
        """The closest tickets that accept this one and that it accepts."""
        ticket, reach = self._tickets[number], self._reach[number]
        lines = [
            line
            for (kind, bots), line in self._lines.items()
            if ticket.bots.accepts(kind) and bots.accepts(ticket.kind)
        ]
        blocked = self._blocked.get(ticket.player_id, ())
        near: list[int] = []
        for distance, _, _, other in heapq.merge(*(part for line in lines for part in line.by_distance(ticket.rating))):
            if distance > reach:
                break
            player = self._tickets[other].player_id
            if player in self._busy:
                self._remove(other)
            elif distance <= self._reach[other] and player != ticket.player_id and player not in blocked:
                near.append(other)
                if len(near) == self._wanted:
                    break
        return near

    def _fitting(self, near: Sequence[int], wanted: int) -> tuple[int, ...] | None:
        """The first so many of some tickets that all accept each other."""
        if wanted == 0:
            return ()
        for place, first in enumerate(near):
            if len(near) - place < wanted:
                break
            rest = [other for other in near[place + 1 :] if self._accept(first, other)] if wanted > 1 else []
            others = self._fitting(rest, wanted - 1)
            if others is not None:
                return (first, *others)
        return None

    def _accept(self, one: int, other: int) -> bool:
        a, b = self._tickets[one], self._tickets[other]
        return (
            abs(a.rating - b.rating) <= min(self._reach[one], self._reach[other])
            and a.player_id != b.player_id
            and a.bots.accepts(b.kind)
            and b.bots.accepts(a.kind)
            and b.player_id not in self._blocked.get(a.player_id, ())
        )
