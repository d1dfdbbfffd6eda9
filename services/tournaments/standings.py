"""Standings: who stands where, and why.

Computed once for each result that changes something, not once for each view.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from services.tournaments.records import Entrant
from services.tournaments.tie_break_rules import POINT, Event, TieBreakRules
from services.tournaments.tie_breaks import TIE_BREAKS, Value, order_by_direct_encounter

_PLACES = 4


class TieBreakValue(NamedTuple):
    """A tie-break of an entrant. ``text``: its value as a decimal number. ``value`` is None and ``text`` empty for
    direct encounter of an entrant that was not tied with anybody when its turn came."""

    id: str
    text: str
    value: Value | None


class Row(NamedTuple):
    """A line of the standings. ``rank``: from 1, shared by entrants that are equal in everything (``is_joint``): they
    are listed by seed, which says nothing about who is better. ``points``: a decimal number. ``tie_breaks``: in the
    order in which the event applies them."""

    rank: int
    is_joint: bool
    entrant: Entrant
    points: str
    tie_breaks: tuple[TieBreakValue, ...]


_Group = list[Entrant]


def standings(entrants: Sequence[Entrant], tie_breaks: Sequence[str], rules: TieBreakRules | None = None) -> list[Row]:
    """The standings by points, then by each tie-break in turn among those still tied.

    Raises:
        KeyError: there is no such tie-break.
        TieBreakUnusableError: a tie-break is not for an event like this.
    """
    event = Event(entrants, rules or TieBreakRules())
    found: dict[str, list[TieBreakValue]] = {entrant.id: [] for entrant in entrants}
    groups = _split(sorted(entrants, key=lambda entrant: entrant.seed), lambda entrant: event.points[entrant.id])
    for id in tie_breaks:
        value_of = TIE_BREAKS[id].value_of
        if value_of is None:
            values, groups = _direct_encounters(groups, event)
        else:
            values = {entrant.id: value_of(entrant, event) for entrant in entrants}
            groups = _split_all(groups, values)
        for entrant_id, told in found.items():
            value = values.get(entrant_id)
            told.append(TieBreakValue(id, "" if value is None else decimal_text(value.value), value))
    return list(_rows(groups, event, found))


def decimal_text(value: Fraction) -> str:
    """A value as a decimal number, at most four places long; longer ones are rounded, halves up."""
    if value.denominator == 1:
        return str(value.numerator)
    scaled = value * 10**_PLACES
    nearest = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    whole, rest = divmod(abs(nearest), 10**_PLACES)
    digits = f"{rest:0{_PLACES}}".rstrip("0")
    sign = "-" if nearest < 0 else ""
    return f"{sign}{whole}.{digits}" if digits else f"{sign}{whole}"


def points_text(hundredths: int) -> str:
    """Points as a decimal number."""
    return decimal_text(Fraction(hundredths, POINT))


def _split(entrants: Iterable[Entrant], value_of: Callable[[Entrant], Fraction | int]) -> list[_Group]:
    """Entrants in groups of equal values, the highest first, within a group in the order in which they came."""
    ordered = sorted(entrants, key=value_of, reverse=True)
    return [list(group) for _, group in groupby(ordered, value_of)]


def _split_all(groups: Iterable[_Group], values: dict[str, Value]) -> list[_Group]:
    split: list[_Group] = []
    for group in groups:
        split += [group] if len(group) == 1 else _split(group, lambda entrant: values[entrant.id].value)
    return split


def _direct_encounters(groups: Iterable[_Group], event: Event) -> tuple[dict[str, Value], list[_Group]]:
    values: dict[str, Value] = {}
    split: list[_Group] = []
    for group in groups:
        if len(group) == 1:
            split.append(group)
            continue
        ordered = order_by_direct_encounter(group, event)
        values.update(ordered.values)
        split += [list(each) for each in ordered.groups]
    return values, split


def _rows(groups: Iterable[_Group], event: Event, found: dict[str, list[TieBreakValue]]) -> Iterable[Row]:
    rank = 1
    for group in groups:
        for entrant in sorted(group, key=lambda each: each.seed):
            points = points_text(event.points[entrant.id])
            yield Row(rank, len(group) > 1, entrant, points, tuple(found[entrant.id]))
        rank += len(group)
