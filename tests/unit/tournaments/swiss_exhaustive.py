"""The rules of a Swiss round once more, by looking at every pairing there is: for eight entrants at most. Written
from the records, without what the matching uses."""

from collections.abc import Iterator, Sequence

from services.tournaments.records import Entrant, ResultKind, Round
from services.tournaments.swiss import SwissRules

Pairs = tuple[tuple[str, str], ...]
Cost = tuple[int, ...]


def pairings(names: Sequence[str]) -> Iterator[tuple[Pairs, str | None]]:
    """Every way to pair, with the entrant that is left over."""
    if len(names) % 2:
        for left in names:
            yield from ((pairs, left) for pairs, _ in pairings([name for name in names if name != left]))
        return
    if not names:
        yield (), None
        return
    first, *rest = names
    for other in rest:
        for pairs, _ in pairings([name for name in rest if name != other]):
            yield ((first, other), *pairs), None


class Judge:
    """What pairings of one round cost, in the order of the rules."""

    def __init__(self, entrants: Sequence[Entrant], others: Sequence[Entrant], rules: SwissRules) -> None:
        self._entrants = {each.id: each for each in sorted(entrants, key=lambda e: (-e.points, e.seed))}
        self._everybody = {each.id: each for each in (*entrants, *others)}
        self._rules = rules
        self._order = {name: at for at, name in enumerate(self._entrants)}
        self._groups: dict[int, list[str]] = {}
        for name, entrant in self._entrants.items():
            self._groups.setdefault(entrant.points, []).append(name)

    def best(self) -> Cost | None:
        """The least that a pairing costs; None if there is none."""
        return min((self.cost(*way) for way in pairings(list(self._entrants)) if self.is_allowed(way[0])), default=None)

    def is_allowed(self, pairs: Pairs) -> bool:
        return not any(frozenset(pair) in self._rules.forbidden for pair in pairs)

    def cost_of(self, round_: Round) -> Cost:
        pairs = tuple((pairing.entrants[0], pairing.entrants[1]) for pairing in round_.pairings)
        assert self.is_allowed(pairs)
        return self.cost(pairs, round_.byes[0].entrant if round_.byes else None)

    def cost(self, pairs: Pairs, bye: str | None) -> Cost:
        met = [self._times_met(*pair) for pair in pairs]
        seats = [self._seats_missed(*pair) for pair in pairs]
        moves = [move for pair in pairs for move in self._floating(*pair)] + ([(bye, "down")] if bye else [])
        return (
            self._full_byes(bye) - min(map(self._full_byes, self._entrants)) if bye else 0,
            sum(times > 0 for times in met),
            sum(times - 1 for times in met if times),
            sum(missed == 3 for missed in seats),
            sum(points < self._points(bye) for points in self._groups) if bye else 0,
            sum((self._points(a) - self._points(b)) ** 2 for a, b in pairs),
            sum(r.kind is not ResultKind.PLAYED for r in self._entrants[bye].results) if bye else 0,
            sum(seats),
            sum(self._floated(name, 1) == direction for name, direction in moves),
            sum(self._floated(name, 2) == direction for name, direction in moves),
            sum(self._is_in_one_half(*pair) for pair in pairs),
            sum(self._off_the_slide(*pair) for pair in pairs) + (self._from_the_end(bye) ** 2 if bye else 0),
        )

    def _points(self, name: str) -> int:
        return self._everybody[name].points

    def _times_met(self, one: str, other: str) -> int:
        results = self._entrants[one].results
        return sum(r.kind is ResultKind.PLAYED and r.opponents == (other,) for r in results)

    def _full_byes(self, name: str) -> int:
        return sum(
            r.kind in (ResultKind.PAIRING_BYE, ResultKind.FORFEIT_WIN)
            or (r.kind is ResultKind.REQUESTED_BYE and r.points >= self._rules.win_points)
            for r in self._entrants[name].results
        )

    def _seats(self, name: str) -> list[int]:
        return [r.seat for r in self._entrants[name].results if r.kind is ResultKind.PLAYED and r.seat is not None]

    def _missed(self, name: str, seat: int) -> int:
        """How bad a seat is: 3 if it must not be, 2 if it makes a balance worse, 1 if it is the last one again."""
        seats = self._seats(name)
        balance = seats.count(0) - seats.count(1)
        towards = 1 if seat == 0 else -1
        if seats[-2:] == [seat, seat] or balance * towards >= 2:
            return 3
        if len(seats) > 1 and seats[-1] == seats[-2]:
            return 0
        if balance:
            return 2 if balance * towards > 0 else 0
        return int(seats[-1:] == [seat])

    def _seats_missed(self, one: str, other: str) -> int:
        return min(self._missed(one, seat) + self._missed(other, 1 - seat) for seat in (0, 1))

    def _floating(self, one: str, other: str) -> list[tuple[str, str]]:
        if self._points(one) == self._points(other):
            return []
        upper, lower = sorted((one, other), key=self._points, reverse=True)
        return [(upper, "down"), (lower, "up")]

    def _floated(self, name: str, rounds_ago: int) -> str:
        results = self._entrants[name].results
        if len(results) < rounds_ago:
            return ""
        result = results[-rounds_ago]
        if result.kind is not ResultKind.PLAYED:
            return "down" if result.points else ""
        own = sum(r.points for r in results[: result.round - 1])
        theirs = sum(r.points for r in self._everybody[result.opponents[0]].results[: result.round - 1])
        return "up" if theirs > own else "down" if theirs < own else ""

    def _group(self, name: str) -> list[str]:
        return self._groups[self._points(name)]

    def _at(self, name: str) -> int:
        """Its place in its score group."""
        return self._order[name] - self._order[self._group(name)[0]]

    def _from_the_end(self, name: str) -> int:
        return len(self._group(name)) - 1 - self._at(name)

    def _is_in_one_half(self, one: str, other: str) -> bool:
        """The middle one of an odd number is in both halves and in neither."""
        size = len(self._group(one))
        if self._points(one) != self._points(other):
            return False
        places = (self._at(one), self._at(other))
        return max(places) < size // 2 or min(places) >= size - size // 2

    def _off_the_slide(self, one: str, other: str) -> int:
        upper, lower = sorted((one, other), key=self._order.__getitem__)
        if self._points(upper) == self._points(lower):
            return (self._at(lower) - self._at(upper) - len(self._group(upper)) // 2) ** 2
        return self._from_the_end(upper) ** 2 + self._at(lower) ** 2
