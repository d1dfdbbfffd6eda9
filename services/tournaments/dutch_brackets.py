"""Who meets whom in a round by the FIDE Dutch rules (C.04.3): bracket by bracket, the best pairing of each.

A bracket is a score group with those that were moved down into it. Its best pairing is the best matching by
``dutch_criteria.py``; of several that are equally good, ``dutch_order.py`` takes the one that the rules try first.

What is below a bracket matters twice: everybody there must find somebody (C4), and the next bracket should be paired
well (C8). Mostly that costs the bracket nothing. So a bracket is first paired by itself, with places for those that
float down. If the rest can then be paired completely and the next bracket as well as can be imagined, no pairing that
looks further is better. Otherwise the bracket is paired again together with all that is below it.
"""

from collections.abc import Callable, Iterable, Mapping

from services.tournaments.best_matching import BestMatching, Vertices, each_of, set_of
from services.tournaments.dutch_criteria import Criteria, Kind, Role, member
from services.tournaments.dutch_order import Bracket, first_of_best
from services.tournaments.swiss_matching import Field, Matching
from services.tournaments.two_seat_history import SeatClaim


class NoCompletePairing(Exception):
    """The absolute criteria (C1 to C4) leave no pairing of everybody."""


def pair(field: Field, *, is_last_round: bool, top_score: int) -> Matching:
    """The pairing of a field. In the last round those with more than ``top_score`` points may have any seat.

    Raises:
        NoCompletePairing: there is none.
    """
    return _Pairing(field, is_last_round=is_last_round, top_score=top_score).pair()


class _Pairing:
    def __init__(self, field: Field, *, is_last_round: bool, top_score: int) -> None:
        self._field = field
        self._size = field.size
        self._points = [each.points for each in field.standing]
        self._may_meet = _may_meet(field, top_score if is_last_round else None)
        self._may_have_bye = set_of(place for place, each in enumerate(field.standing) if not each.full_byes)
        self._bye_points: int | None = None
        self._pairs: list[tuple[int, int]] = []

    def pair(self) -> Matching:
        """All brackets, from the top."""
        self._check_complete()
        floaters: list[int] = []
        start = 0
        while start < self._size:
            end = self._field.ends[start]
            after = self._field.ends[end] if end < self._size else end
            bracket = Bracket(floaters, range(start, end), range(end, after), range(after, self._size))
            found = self._pair_alone(bracket)
            if found is None:
                found = self._pair_with_all_below(bracket)
            self._pairs += found
            floaters = _left_over(bracket, found)
            start = end
        return Matching(self._pairs, floaters[0] if floaters else None)

    def _check_complete(self) -> None:
        """Whether there is a pairing at all. The entrant with the bye has as few points as can be (C5)."""
        places = range(self._size)
        kinds = {place: Kind(Role.BELOW, self._points[place]) for place in places}
        matching = self._matching(kinds, lambda higher, lower: -higher.score if lower.role is Role.OUT else 0)
        if not matching.complete():
            raise NoCompletePairing
        if self._size % 2:
            self._bye_points = self._points[matching.mate(self._size)]
            self._may_have_bye &= set_of(place for place in places if self._points[place] == self._bye_points)

    def _matching(
        self, kinds: Mapping[int, Kind], weight: Callable[[Kind, Kind], int], *, has_bye: bool = True
    ) -> BestMatching:
        """Of some places with each other; with an odd number of entrants, one of them with the bye."""
        adjacent = {place: self._may_meet[place] for place in kinds}
        _part(adjacent, set_of(place for place, kind in kinds.items() if kind.role is Role.MOVED_DOWN))
        if self._size % 2 and has_bye:
            kinds = {**kinds, self._size: Kind(Role.OUT)}
            _add_outside(adjacent, [self._size], self._may_have_bye)
        return BestMatching(kinds, _in_order_of_roles(weight), adjacent)

    def _pair_alone(self, bracket: Bracket) -> list[tuple[int, int]] | None:
        """None if a pairing that looks further may be better."""
        members = bracket.members
        moved, residents = len(bracket.moved_down), len(bracket.residents)
        for floating in range(max((moved + residents) % 2, moved - residents), len(members) + 1, 2):
            is_bye = floating == 1 and self._is_bye_due(bracket)
            out = range(self._size, self._size + floating)
            adjacent = {place: self._may_meet[place] for place in members}
            _part(adjacent, set_of(bracket.moved_down))
            _add_outside(adjacent, out, self._may_have_bye if is_bye else set_of(members))
            kinds = self._kinds(bracket, is_bye=is_bye) | dict.fromkeys(out, Kind(Role.OUT))
            matching = BestMatching(kinds, self._weight(bracket, len(kinds)), adjacent, _slide(bracket, floating))
            if matching.complete():
                found = first_of_best(matching, bracket, set_of(out))
                return found if self._rest_is_as_good_as_can_be(bracket, found, is_bye=is_bye) else None
        return None

    def _pair_with_all_below(self, bracket: Bracket) -> list[tuple[int, int]]:
        below = dict.fromkeys(bracket.below, Kind(Role.BELOW)) | dict.fromkeys(bracket.next, Kind(Role.NEXT))
        members = set_of(bracket.members)
        is_bye = False
        if self._is_bye_due(bracket):
            roles = dict.fromkeys(bracket.residents, Kind(Role.RESIDENT))
            roles |= dict.fromkeys(bracket.moved_down, Kind(Role.MOVED_DOWN))
            matching = self._matching(roles | below, _in_bracket)
            matching.complete()
            is_bye = sum(not members >> matching.mate(place) & 1 for place in bracket.members) == 1
        kinds = self._kinds(bracket, is_bye=is_bye) | below
        matching = self._matching(kinds, self._weight(bracket, len(kinds) + 1))
        complete = matching.complete()
        assert complete
        return first_of_best(matching, bracket, ~members & (1 << self._size + 1) - 1)

    def _is_bye_due(self, bracket: Bracket) -> bool:
        """Whether somebody in the bracket has the bye: nobody further down can."""
        return self._bye_points is not None and self._bye_points >= self._points[bracket.residents[0]]

    def _kinds(self, bracket: Bracket, *, is_bye: bool) -> dict[int, Kind]:
        """``is_bye``: nobody floats down but the one that has the bye (C9 then counts)."""
        standing = self._field.standing
        return {
            place: member(
                standing[place],
                Role.RESIDENT if place in bracket.residents else Role.MOVED_DOWN,
                len(standing[place].seats) if is_bye and self._may_have_bye >> place & 1 else 0,
            )
            for place in bracket.members
        }

    def _weight(self, bracket: Bracket, size: int) -> Callable[[Kind, Kind], int]:
        scores = sorted({self._points[place] for place in bracket.moved_down}, reverse=True)
        return _in_order_of_roles(Criteria(scores, size).weight)

    def _rest_is_as_good_as_can_be(self, bracket: Bracket, found: list[tuple[int, int]], *, is_bye: bool) -> bool:
        """Whether all below can be paired, with everybody that floats down in the next bracket, and as many others
        there as their number allows."""
        floaters = [] if is_bye else _left_over(bracket, found)
        if not bracket.next:
            return not floaters
        kinds = dict.fromkeys(floaters, Kind(Role.MOVED_DOWN)) | dict.fromkeys(bracket.next, Kind(Role.RESIDENT))
        kinds |= dict.fromkeys(bracket.below, Kind(Role.BELOW))
        matching = self._matching(kinds, _crossing, has_bye=not is_bye)
        return matching.complete() and -matching.weight() == (len(floaters) + len(bracket.next)) % 2


def _in_bracket(_: Kind, lower: Kind) -> int:
    return int(lower.role is Role.RESIDENT)


def _crossing(higher: Kind, lower: Kind) -> int:
    """What a pair is worth of which one is in the next bracket and the other is not; more so if it floats further."""
    return (lower.role > Role.RESIDENT) * {Role.MOVED_DOWN: -2, Role.RESIDENT: -1}.get(higher.role, 0)


def _left_over(bracket: Bracket, pairs: Iterable[tuple[int, int]]) -> list[int]:
    paired = {place for pair in pairs for place in pair}
    return [place for place in bracket.members if place not in paired]


def _part(adjacent: dict[int, Vertices], moved_down: Vertices) -> None:
    """Those moved down do not meet each other: had they been free to, the bracket above would have paired them."""
    for place in each_of(moved_down):
        adjacent[place] &= ~moved_down


def _add_outside(adjacent: dict[int, Vertices], out: Iterable[int], some: Vertices) -> None:
    """Adds places for those that are not paired, to be taken by some."""
    some &= set_of(adjacent)
    added = set_of(out)
    for place in each_of(some):
        adjacent[place] |= added
    for place in each_of(added):
        adjacent[place] = some


def _slide(bracket: Bracket, floating: int) -> dict[int, Vertices]:
    """Whom each meets first where nothing else decides: those moved down the residents, the upper half of the other
    residents the lower one."""
    moved = len(bracket.moved_down)
    half = max(len(bracket.residents) - moved - floating, 0) // 2
    lower = set_of(bracket.residents[moved + half :])
    preferred = dict.fromkeys(bracket.moved_down, set_of(bracket.residents))
    return preferred | dict.fromkeys(bracket.residents[moved : moved + half], lower)


def _may_meet(field: Field, top_score: int | None) -> list[Vertices]:
    """Whom each may meet (C1, C3). ``top_score``: those with more may have any seat; None: nobody may."""
    everybody = (1 << field.size) - 1
    absolute = [0, 0]
    top = 0
    for place, each in enumerate(field.standing):
        wants, strength = each.claim
        if wants is not None and strength is SeatClaim.ABSOLUTE:
            absolute[wants] |= 1 << place
        if top_score is not None and each.points > top_score:
            top |= 1 << place
    may_meet = []
    for place, each in enumerate(field.standing):
        others = everybody & ~(1 << place | set_of(field.met[place]) | set_of(field.barred[place]))
        wants, strength = each.claim
        if wants is not None and strength is SeatClaim.ABSOLUTE and not top >> place & 1:
            others &= ~absolute[wants] | top
        may_meet.append(others)
    return may_meet


def _in_order_of_roles(weight: Callable[[Kind, Kind], int]) -> Callable[[Kind, Kind], int]:
    def weigh(one: Kind, other: Kind) -> int:
        return weight(one, other) if one.role <= other.role else weight(other, one)

    return weigh
