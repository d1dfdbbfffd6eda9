"""The events of a ruleset, each declared once: its number, its name, its fields, and who sees which of them.

An event is a small tuple of whole numbers: the number of its kind, then a number for each field in the order of the
declaration. A field in brackets, the last one, takes all numbers that are left::

    EVENTS = EventTable()
    EVENT_BID_PLACED = EVENTS.kind("bid_placed", {"player": NUMBER, "position": own(NUMBER)})
    EVENT_BIDS_REVEALED = EVENTS.kind("bids_revealed", {"positions": [NUMBER]})
    SHARES = EVENTS.shares()

    SHARES.share((EVENT_BID_PLACED, 2, 3), viewer=2)  # {"bid_placed": {"player": 2, "position": 3}}
    SHARES.share((EVENT_BID_PLACED, 2, 3), viewer=0)  # {"bid_placed": {"player": 2}}

Everybody sees a field, unless it is in ``own``: then only the player sees it whose seat is the event's first number.
What a viewer sees is put together from the fields that are for that viewer; nothing is taken out afterwards.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, TypeAlias

from services.engine.ruleset import JsonObject

Event: TypeAlias = tuple[int, ...]
"""The number of its kind, then those of its fields."""
Tell: TypeAlias = Callable[[int], Any]
"""What a number is in JSON."""


@dataclass(frozen=True, slots=True)
class ByCatalogue:
    """What a number is in JSON depends on a match's catalogue: ``tell`` makes it from the catalogue."""

    tell: Callable[[Any], Tell]


@dataclass(frozen=True, slots=True)
class _Field:
    """``absent``: the number with which the field is left out. ``rest``: a list of all numbers that are left."""

    tell: Tell | ByCatalogue
    absent: int | None = None
    rest: bool = False
    own: bool = False


Spec: TypeAlias = Tell | ByCatalogue | list[Tell] | list[ByCatalogue] | _Field
Told: TypeAlias = Callable[..., JsonObject]
"""The body of an event: of the event; of the catalogue and the event in a table that is made for catalogues."""
Seen: TypeAlias = Callable[..., JsonObject | None]
"""The same of the event and its viewer; None: the viewer does not learn of it."""

NUMBER: Final[Tell] = int
FLAG: Final[Tell] = bool
_END: Final = sys.maxsize
"""Where a list begins that has nothing for the viewer."""


def from_1(place: int) -> int:
    """A place that counts from 0 in an event, and from 1 for viewers."""
    return place + 1


def one_of(names: Mapping[int, object] | Sequence[object]) -> Tell:
    """A number that stands for one of these: its name."""
    return names.__getitem__


def optional(tell: Tell | ByCatalogue, absent: int) -> _Field:
    """A field that is left out with one number, such as ``NO_CARD``."""
    return _Field(tell, absent=absent)


def own(spec: Spec) -> _Field:
    """A field for the player alone whose seat is the event's first number. Others do not have it; a list is empty."""
    return replace(_field(spec), own=True)


class Shares:
    """What viewers see of the events of a table."""

    __slots__ = ("_for_all", "_for_viewer")

    def __init__(self, for_all: list[Callable[[Event], JsonObject]], for_viewer: dict[int, Seen]) -> None:
        self._for_all = for_all
        self._for_viewer = for_viewer

    def share(self, event: Event, viewer: int) -> JsonObject | None:
        """What the viewer sees of an event; None: nothing."""
        seen = self._for_viewer.get(event[0])
        return self._for_all[event[0]](event) if seen is None else seen(event, viewer)

    def is_public(self, event: Event) -> bool:
        """Whether everybody sees the same of an event."""
        return event[0] not in self._for_viewer


class EventTable:
    """The kinds of events of a ruleset, numbered as they are declared."""

    def __init__(self) -> None:
        self._kinds: list[tuple[str, Mapping[str, _Field], Told | None, Seen | None]] = []

    def kind(self, name: str, body: Mapping[str, Spec] | Told) -> int:
        """Declare a kind of event. ``body``: its fields, or a function that tells everybody the same.

        Returns:
            The number of the kind.

        Raises:
            ValueError: a field of the player's own comes before one for everybody, or a list is not the last field.
        """
        if not isinstance(body, Mapping):
            self._kinds.append((name, {}, body, None))
            return len(self._kinds) - 1
        fields = {key: _field(spec) for key, spec in body.items()}
        flags = [field.own for field in fields.values()]
        if flags != sorted(flags) or any(field.rest for field in list(fields.values())[:-1]):
            raise ValueError(f"{name}: a list is the last field, and fields of the player's own come after the others")
        self._kinds.append((name, fields, None, None))
        return len(self._kinds) - 1

    def private_kind(self, name: str, seen: Seen) -> int:
        """Declare a kind of event of which a function says what each viewer sees. Returns the number of the kind."""
        self._kinds.append((name, {}, None, seen))
        return len(self._kinds) - 1

    def shares(self, *catalogue: object) -> Shares:
        """What viewers see; ``catalogue``: the one that fields by catalogue and functions are given, if any."""
        for_all: list[Callable[[Event], JsonObject]] = []
        for_viewer: dict[int, Seen] = {}
        for number, (name, fields, told, seen) in enumerate(self._kinds):
            if told is not None:
                for_all.append(_named(name, partial(told, *catalogue)))
                continue
            for_all.append(_teller(name, fields, catalogue, for_player=False))
            if seen is not None:
                for_viewer[number] = _named_if_seen(name, partial(seen, *catalogue))
            elif any(field.own for field in fields.values()):
                for_viewer[number] = _split(_teller(name, fields, catalogue, for_player=True), for_all[number])
        return Shares(for_all, for_viewer)


def _field(spec: Spec) -> _Field:
    if isinstance(spec, list):
        return _Field(spec[0], rest=True)
    return spec if isinstance(spec, _Field) else _Field(spec)


# -- functions made of declarations, of few calls each: they run for every viewer of every event ---------------------


def _named(name: str, told: Told) -> Callable[[Event], JsonObject]:
    return lambda event: {name: told(event)}


def _named_if_seen(name: str, seen: Seen) -> Seen:
    def share(event: Event, viewer: int) -> JsonObject | None:
        body = seen(event, viewer)
        return None if body is None else {name: body}

    return share


def _split(for_player: Callable[[Event], JsonObject], for_others: Callable[[Event], JsonObject]) -> Seen:
    return lambda event, viewer: for_player(event) if event[1] == viewer else for_others(event)


def _teller(
    name: str, fields: Mapping[str, _Field], catalogue: tuple[object, ...], *, for_player: bool
) -> Callable[[Event], JsonObject]:
    """What the player sees, or what everybody does."""
    numbers: list[tuple[str, Tell, int | None]] = []
    lists: list[tuple[str, Tell, int]] = []
    for place, (key, field) in enumerate(fields.items(), 1):
        tell = field.tell.tell(*catalogue) if isinstance(field.tell, ByCatalogue) else field.tell
        if field.rest:
            lists.append((key, tell, _END if field.own and not for_player else place))
        elif for_player or not field.own:
            numbers.append((key, tell, field.absent))
    if lists or any(absent is not None for _, _, absent in numbers):
        return _general(name, numbers, lists)
    match numbers:
        case []:
            return lambda _event: {name: {}}
        case [(a, tell_a, _)]:
            return lambda event: {name: {a: tell_a(event[1])}}
        case [(a, tell_a, _), (b, tell_b, _)]:
            return lambda event: {name: {a: tell_a(event[1]), b: tell_b(event[2])}}
        case [(a, tell_a, _), (b, tell_b, _), (c, tell_c, _)]:
            return lambda event: {name: {a: tell_a(event[1]), b: tell_b(event[2]), c: tell_c(event[3])}}
    return _general(name, numbers, lists)


def _general(
    name: str, numbers: list[tuple[str, Tell, int | None]], lists: list[tuple[str, Tell, int]]
) -> Callable[[Event], JsonObject]:
    def share(event: Event) -> JsonObject:
        body: JsonObject = {}
        for (key, tell, absent), number in zip(numbers, event[1:], strict=False):
            if number != absent:
                body[key] = tell(number)
        for key, tell, start in lists:
            body[key] = list(map(tell, event[start:]))
        return {name: body}

    return share
