"""Rounds at tables of three to five in which any two meet as equally often as a search finds: exchanges of two entrants
within a round, as long as they make the plan more even, then some at random and again. Repeatable: chance is a hash of
the number of the step."""

import hashlib
from collections.abc import Sequence
from typing import Final

from services.tournaments.meeting_designs import Table

MAX_TRIES: Final = 300_000
"""How many exchanges are tried in all."""
KICKS: Final = 2_000
"""How often some entrants are exchanged at random."""
_IDLE_WORTH: Final = 10_000
_MEETING_WORTH: Final = 8
_ODD_WORTH: Final = 1


def search(entrants: int, division: Sequence[int], rounds: int) -> tuple[tuple[Table, ...], ...]:
    """So many rounds of tables of these sizes. What counts: that all sit out equally often, that no two meet more often
    than others (the sum of the squares of meetings), that all are equally often at tables of another size."""
    plan = _Plan(entrants, division, rounds)
    plan.improve(range(rounds))
    best, best_cost = plan.copy(), plan.cost
    for kick in range(KICKS):
        if plan.is_even or plan.tries > MAX_TRIES:
            break
        number = plan.kick(kick)
        plan.improve([number, *(other for other in range(rounds) if other != number)])
        if plan.cost <= best_cost:
            best, best_cost = plan.copy(), plan.cost
        else:
            plan.restore(best)
    plan.restore(best)
    return plan.tables()


class _Plan:
    """Rounds as groups: the tables, and at last those who sit out."""

    def __init__(self, entrants: int, division: Sequence[int], rounds: int) -> None:
        self._entrants = entrants
        self._sizes = [*division, entrants - sum(division)]
        self._met = [[0] * entrants for _ in range(entrants)]
        self._idle = [0] * entrants
        self._odd = [0] * entrants
        self._most = max(division)
        self.tries = 0
        self.rounds: list[list[list[int]]] = []
        for number in range(rounds):
            self.rounds.append(self._first_round(number))
            self._count(number, 1)

    @property
    def cost(self) -> int:
        """What the plan costs; see ``search``."""
        meetings = sum(times**2 for row in self._met for times in row)
        return (
            _MEETING_WORTH * meetings
            + 2 * _IDLE_WORTH * sum(times**2 for times in self._idle)
            + 2 * _ODD_WORTH * sum(times**2 for times in self._odd)
        ) // 2

    @property
    def is_even(self) -> bool:
        """Whether no two pairs differ by more than one meeting."""
        met = [times for one, row in enumerate(self._met) for times in row[:one]]
        return max(met) - min(met) <= 1

    def copy(self) -> list[list[list[int]]]:
        """The rounds, to come back to."""
        return [[list(group) for group in groups] for groups in self.rounds]

    def restore(self, rounds: Sequence[Sequence[Sequence[int]]]) -> None:
        """Come back to these rounds."""
        for number, groups in enumerate(rounds):
            if groups != self.rounds[number]:
                self._count(number, -1)
                self.rounds[number] = [list(group) for group in groups]
                self._count(number, 1)

    def tables(self) -> tuple[tuple[Table, ...], ...]:
        """The tables of all rounds, without those who sit out."""
        return tuple(tuple(tuple(sorted(group)) for group in groups[:-1]) for groups in self.rounds)

    def improve(self, numbers: Sequence[int]) -> None:
        """Exchange entrants within each round until that makes no round better, or there were too many tries."""
        still = 0
        while still < len(numbers) and self.tries <= MAX_TRIES:
            for number in numbers:
                still = 0 if self._improve_round(number) else still + 1
                if still >= len(numbers):
                    break

    def kick(self, kick: int) -> int:
        """Exchange some entrants of a round by a hash. Returns the number of the round."""
        lots = hashlib.sha256(b"playhall.meetings.kick/1\0" + kick.to_bytes(4, "big")).digest()
        number = int.from_bytes(lots[:4], "big") % len(self.rounds)
        groups = self.rounds[number]
        self._count(number, -1)
        for at in range(4, 16, 2):
            one, other = groups[lots[at] % len(groups)], groups[lots[at + 1] % len(groups)]
            if one and other:
                left, right = lots[at + 16] % len(one), lots[at + 17] % len(other)
                one[left], other[right] = other[right], one[left]
        self._count(number, 1)
        return number

    def _first_round(self, number: int) -> list[list[int]]:
        """Those who sit out are those who did so least; the others fill the tables with whom they met least."""
        order = [(each + number) % self._entrants for each in range(self._entrants)]
        idle = sorted(order, key=lambda each: self._idle[each])[: self._sizes[-1]]
        left = [each for each in order if each not in idle]
        groups = []
        for size in self._sizes[:-1]:
            group = [left.pop(0)]
            while len(group) < size:
                nearest = min(left, key=lambda each: sum(2 * self._met[each][other] + 1 for other in group))
                left.remove(nearest)
                group.append(nearest)
            groups.append(group)
        return [*groups, idle]

    def _count(self, number: int, change: int) -> None:
        *tables, idle = self.rounds[number]
        for table in tables:
            for one in table:
                self._odd[one] += change * (len(table) != self._most)
                for other in table:
                    if one != other:
                        self._met[one][other] += change
        for one in idle:
            self._idle[one] += change

    def _improve_round(self, number: int) -> bool:
        self._count(number, -1)  # so that prices are those of adding to the other rounds
        groups, improved = self.rounds[number], False
        for at in range(len(groups)):
            for other_at in range(at + 1, len(groups)):
                for left in range(len(groups[at])):
                    for right in range(len(groups[other_at])):
                        improved |= self._exchange_if_better(groups, (at, left), (other_at, right))
        self._count(number, 1)
        return improved

    def _exchange_if_better(self, groups: list[list[int]], left: tuple[int, int], right: tuple[int, int]) -> bool:
        self.tries += 1
        (at, place), (other_at, other_place) = left, right
        one, other = groups[at][place], groups[other_at][other_place]
        beside_one = [each for each in groups[at] if each != one]
        beside_other = [each for each in groups[other_at] if each != other]
        before = self._price(one, beside_one, at) + self._price(other, beside_other, other_at)
        after = self._price(other, beside_one, at) + self._price(one, beside_other, other_at)
        if after >= before:
            return False
        groups[at][place], groups[other_at][other_place] = other, one
        return True

    def _price(self, member: int, beside: Sequence[int], at: int) -> int:
        """What it costs to put somebody beside others in the group at this place of a round."""
        if at == len(self._sizes) - 1:
            return _IDLE_WORTH * (2 * self._idle[member] + 1)
        met = self._met[member]
        price = _MEETING_WORTH * sum([2 * met[other] + 1 for other in beside])
        if self._sizes[at] != self._most:
            price += _ODD_WORTH * (2 * self._odd[member] + 1)
        return price
