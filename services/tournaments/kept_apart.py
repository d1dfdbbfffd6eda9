"""Who is not paired with whom: as hosts say, always; by the tournament's rule, as far as that can be."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TypeAlias

from services.tournaments.records import Round
from services.tournaments.tournament import NotPossible, Tournament

Pairs: TypeAlias = frozenset[frozenset[str]]
"""Pairs of ids that do not meet."""


def paired_apart(tournament: Tournament, there: Sequence[str], number: int, make: Callable[[Pairs], Round]) -> Round:
    """A round as ``make`` makes it for pairs that do not meet. Whom hosts keep apart never meet. Where groups that a
    rule keeps apart leave no pairing, they are given up, the largest first; the round's notes name those who then meet.

    Raises:
        NotPossible: ``make`` makes none for the hosts' pairs alone.
    """
    by_host = pairs_of_hosts(tournament, number)
    groups = _groups(tournament, there, number)
    given_up: list[tuple[str, ...]] = []
    while True:
        try:
            made = make(by_host | _pairs(groups))
        except NotPossible:
            if not groups:
                raise
            # More at once each time: not every group of a large event is worth a search of its own.
            number_given_up = len(given_up) + 1
            given_up += groups[-number_given_up:]
            del groups[-number_given_up:]
        else:
            return replace(made, notes=(*made.notes, *_notes(made, given_up)))


def pairs_of_hosts(tournament: Tournament, number: int) -> Pairs:
    """Whom hosts keep apart in a round."""
    return _pairs(each.entrants for each in tournament.kept_apart if number <= (each.until_round or number))


def pairs_of_rule(tournament: Tournament, there: Sequence[str], number: int) -> Pairs:
    """Whom the tournament's rule keeps apart in a round, of those who are there."""
    return _pairs(_groups(tournament, there, number))


def _groups(tournament: Tournament, there: Sequence[str], number: int) -> list[tuple[str, ...]]:
    """The bots of one person, and that person, of those who are there; the largest group last."""
    rule = tournament.settings.apart
    if rule is None or (rule.rounds is not None and number > rule.rounds):
        return []
    owned: dict[str, list[str]] = defaultdict(list)
    for entrant in there:
        member = tournament.members[entrant]
        owner = member.owner or member.player_id
        if owner is not None:
            owned[owner].append(entrant)
    # Groups of the same size stay in the order of the seeding: ids would say who entered first.
    return sorted((tuple(each) for each in owned.values() if len(each) > 1), key=len)


def _pairs(groups: Iterable[Sequence[str]]) -> Pairs:
    return frozenset(frozenset(pair) for group in groups for pair in combinations(group, 2))


def _notes(made: Round, given_up: Iterable[Sequence[str]]) -> Iterator[str]:
    apart = _pairs(given_up)
    for table in made.pairings:
        for one, other in combinations(table.entrants, 2):
            if frozenset((one, other)) in apart:
                yield f"{one} and {other} belong to one owner and meet: no pairing was found that keeps all apart."
