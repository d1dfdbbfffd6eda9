"""What the invariants are checked on: a ruleset, a number of seats, the options of a match; and how thoroughly."""

import inspect
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, Final, TypeAlias

from services.engine.chance import Chance
from services.engine.options import complete
from services.engine.ruleset import Description, Option, OptionType, OptionValue, Ruleset

AnyRuleset: TypeAlias = Ruleset[Any, Any, Any]
AnyState: TypeAlias = Any
AnyView: TypeAlias = Any
Json: TypeAlias = Any

_EVERY_NUMBER_UP_TO: Final = 6


@dataclass(frozen=True, slots=True)
class Case:
    """A match to look at. ``options`` is complete; ``changed`` names those that differ from the default, or from what
    the suite plays instead of it (:class:`Choice`); ``records`` is the folder of the ruleset's recorded files."""

    ruleset: AnyRuleset
    seats: int
    options: Mapping[str, OptionValue]
    changed: tuple[str, ...] = ()
    records: Path = Path()

    @property
    def options_text(self) -> str:
        """The changed options as text, or ``default``."""
        return " ".join(f"{name}={json.dumps(self.options[name])}" for name in self.changed) or "default"

    def __str__(self) -> str:
        return f"{self.ruleset.describe().id}, {self.seats} seats, options {self.options_text}"

    def start(self, chance: Chance) -> tuple[AnyState, list[Any]]:
        """The first state and the events of the setup."""
        options = {name: list(value) if isinstance(value, list) else value for name, value in self.options.items()}
        return self.ruleset.start(self.seats, options, chance)


@dataclass(frozen=True, slots=True)
class Effort:
    """How much work a check may do on one case.

    ``games``: random games that are walked through. ``positions``: positions looked at closely, over all games.
    ``worlds``: states imagined at each of them. ``phases``: positions at which the evenness of imagined states is
    measured, with ``draws`` states each. ``deals``: first states dealt to measure chance. ``contests``: games played to
    compare the seats.
    """

    games: int
    positions: int
    worlds: int
    phases: int
    draws: int
    deals: int
    contests: int


BRISK: Final = Effort(games=1, positions=10, worlds=2, phases=2, draws=100, deals=80, contests=0)
"""For options that differ from the default."""
STANDARD: Final = Effort(games=2, positions=32, worlds=2, phases=8, draws=240, deals=240, contests=240)
"""For the default options."""
THOROUGH: Final = Effort(games=12, positions=240, worlds=6, phases=40, draws=1_500, deals=3_000, contests=3_000)
"""For the default options, for an author with patience: ``playhall conformance RULESET --thorough``."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a ruleset chose for itself in ``cases.json``, written by hand beside its recorded files: option values that
    the suite plays ``instead`` of defaults with which a random game is too long for a close look, and the ``values``
    that it tries of an option of which the ends and the middle say little."""

    instead: Mapping[str, OptionValue]
    values: Mapping[str, list[OptionValue]]

    @classmethod
    def of(cls, folder: Path) -> "Choice":
        """The choice in a folder; of nothing where there is none."""
        file = folder / "cases.json"
        written: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
        return cls(written.get("instead", {}), written.get("values", {}))


_NO_CHOICE: Final = Choice({}, {})


def cases(ruleset: AnyRuleset, records: Path | None = None, *, everywhere: bool = False) -> list[Case]:
    """Every number of seats with the default options; and a covering array: any value of an option meets any value of
    every other option, and any number of seats, in one case at least. ``everywhere``: each of these options with every
    number of seats."""
    folder = records or folder_of(ruleset)
    return [
        Case(ruleset, seats, options, changed, folder)
        for seats, options, changed in to_try(ruleset.describe(), Choice.of(folder), everywhere=everywhere)
    ]


def default_cases(ruleset: AnyRuleset, records: Path | None = None) -> list[Case]:
    """Every number of seats with the default options."""
    return [case for case in cases(ruleset, records) if not case.changed]


def folder_of(ruleset: AnyRuleset) -> Path:
    """The folder of the module that defines the ruleset."""
    return Path(inspect.getfile(type(ruleset))).parent


def other_values(option: Option, choice: Choice = _NO_CHOICE) -> list[OptionValue]:
    """Values of an option to try besides what is played by default: those that the ruleset chose, otherwise all of them
    where there are few, else the ends and middle."""
    default = choice.instead.get(option.name, option.default)
    return [value for value in choice.values.get(option.name, _values(option)) if value != default]


def to_try(
    description: Description, choice: Choice = _NO_CHOICE, *, everywhere: bool = False
) -> Iterator[tuple[int, dict[str, OptionValue], tuple[str, ...]]]:
    """What to play with: a number of seats and complete options, with the names of those that differ from what is
    played by default. As :func:`cases` says."""
    defaults: dict[str, OptionValue] = {option.name: option.default for option in description.options}
    defaults |= choice.instead
    complete(defaults, description.options)  # refuses what the ruleset does not allow
    seats = range(description.min_seats, description.max_seats + 1)
    for number in seats:
        yield number, dict(defaults), ()
    names = [option.name for option in description.options]
    values = [[defaults[option.name], *other_values(option, choice)] for option in description.options]
    for place, *row in covering_array([len(seats), *map(len, values)]):
        options = {name: values[i][picked] for i, (name, picked) in enumerate(zip(names, row, strict=True))}
        changed = tuple(name for name, picked in zip(names, row, strict=True) if picked)
        if changed:
            yield from ((number, options, changed) for number in (seats if everywhere else [seats[place]]))


def covering_array(sizes: Sequence[int]) -> list[tuple[int, ...]]:
    """Rows that take one value of each factor, a factor's values being 0 and up to its size: any two values of two
    factors stand together in a row at least. First the rows of nothing but zeros but for the first factor, then few
    more: each begins with a pair that is missing yet and takes, factor by factor, what most pairs are missing for."""
    rows = [(first, *[0] * (len(sizes) - 1)) for first in range(sizes[0])]
    missing = {
        ((i, left), (j, right)): None
        for i, j in combinations(range(len(sizes)), 2)
        for left in range(sizes[i])
        for right in range(sizes[j])
    }
    for row in rows:
        _cross_out(missing, row)
    while missing:
        taken = dict(next(iter(missing)))
        for factor in sorted(set(range(len(sizes))) - set(taken), key=lambda factor: -sizes[factor]):
            taken[factor] = max(
                range(sizes[factor]),
                key=lambda value: sum(tuple(sorted([(factor, value), other])) in missing for other in taken.items()),
            )
        rows.append(tuple(taken[factor] for factor in range(len(sizes))))
        _cross_out(missing, rows[-1])
    return rows


def _cross_out(missing: dict[tuple[tuple[int, int], tuple[int, int]], None], row: tuple[int, ...]) -> None:
    for pair in combinations(enumerate(row), 2):
        missing.pop(pair, None)


def _values(option: Option) -> list[OptionValue]:
    match option.type:
        case OptionType.BOOL:
            return [False, True]
        case OptionType.CHOICE:
            return list(option.choices)
        case OptionType.INT:
            return list(_numbers(option))
        case OptionType.INT_LIST:
            lists = [[number] * option.length for number in (option.minimum, option.maximum)]
            if isinstance(option.default, list):
                lists.append(option.default[::-1])
            return [*{str(values): values for values in lists}.values()]


def _numbers(option: Option) -> list[int]:
    if option.maximum - option.minimum < _EVERY_NUMBER_UP_TO:
        return list(range(option.minimum, option.maximum + 1))
    return [option.minimum, (option.minimum + option.maximum) // 2, option.maximum]
