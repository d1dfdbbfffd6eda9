"""The options of a match: how a ruleset declares them; what the caller set, checked against that and completed; and the
values of a match, each read as what it is."""

import difflib
from collections.abc import Iterable, Mapping
from typing import Any

from services.engine.ruleset import Option, OptionType, OptionValue
from services.errors import FieldError, Reason, Refusal


def flag(name: str, title: str, summary: str, *, default: bool) -> Option:
    """An option that is on or off."""
    return Option(name, OptionType.BOOL, default, summary, title=title)


def choice(name: str, title: str, choices: tuple[str, ...], summary: str) -> Option:
    """An option that is one of a few words; the first is the default."""
    return Option(name, OptionType.CHOICE, choices[0], summary, choices=choices, title=title)


def number(name: str, title: str, summary: str, *, default: int, minimum: int, maximum: int) -> Option:
    """An option that is a whole number."""
    return Option(name, OptionType.INT, default, summary, minimum=minimum, maximum=maximum, title=title)


def numbers(name: str, title: str, summary: str, *, default: tuple[int, ...], minimum: int, maximum: int) -> Option:
    """An option that is a list of whole numbers, as many as the default has."""
    return Option(
        name,
        OptionType.INT_LIST,
        list(default),
        summary,
        minimum=minimum,
        maximum=maximum,
        length=len(default),
        title=title,
    )


class Values:
    """The values of a match's options, each read as what it is. They are a key, so that rules are made of them once.

    ``options``: complete and checked; ``specs``: the order in which they are kept.
    """

    __slots__ = ("_key", "_values")

    def __init__(self, options: Mapping[str, OptionValue], specs: Iterable[Option]) -> None:
        self._values: dict[str, Any] = {spec.name: options[spec.name] for spec in specs}
        self._key = repr(self._values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Values) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def options(self) -> dict[str, OptionValue]:
        """All of them by name."""
        return {name: _value(value) for name, value in self._values.items()}

    def flag(self, name: str) -> bool:
        """Whether an option is on."""
        return self._values[name] is True

    def word(self, name: str) -> str:
        """The word of a choice."""
        return str(self._values[name])

    def number(self, name: str) -> int:
        """A whole number."""
        return int(self._values[name])

    def numbers(self, name: str) -> list[int]:
        """A list of whole numbers."""
        return list(self._values[name])


def complete(given: Mapping[str, object], specs: Iterable[Option]) -> dict[str, OptionValue]:
    """Every option with its value, in the order of ``specs``: the one given, or the default.

    Raises:
        Refusal: ``UNKNOWN_OPTION``, or ``INVALID_OPTION`` for a value of the wrong type or out of range; ``errors``
            points at every option that is wrong (``/options/<name>``).
    """
    known = {spec.name: spec for spec in specs}
    unknown = [FieldError(_pointer(name), _hint(name, known)) for name in given if name not in known]
    if unknown:
        raise Refusal(Reason.UNKNOWN_OPTION, errors=tuple(unknown))
    invalid = [
        FieldError(_pointer(name), f"must be {_wanted(known[name])}")
        for name, value in given.items()
        if not _allowed(value, known[name])
    ]
    if invalid:
        raise Refusal(Reason.INVALID_OPTION, errors=tuple(invalid))
    return {name: _value(given.get(name, spec.default)) for name, spec in known.items()}


def _allowed(value: object, spec: Option) -> bool:
    match spec.type:
        case OptionType.BOOL:
            return isinstance(value, bool)
        case OptionType.INT:
            return _in_range(value, spec)
        case OptionType.CHOICE:
            return isinstance(value, str) and value in spec.choices
        case OptionType.INT_LIST:
            return (
                isinstance(value, list) and len(value) == spec.length and all(_in_range(item, spec) for item in value)
            )


def _in_range(value: object, spec: Option) -> bool:
    # A bool is an int to Python, but not to a person who sends `true` where a number belongs.
    return isinstance(value, int) and not isinstance(value, bool) and spec.minimum <= value <= spec.maximum


def _wanted(spec: Option) -> str:
    span = f"from {spec.minimum} to {spec.maximum}"
    match spec.type:
        case OptionType.BOOL:
            return "true or false"
        case OptionType.INT:
            return f"a whole number {span}"
        case OptionType.CHOICE:
            return "one of " + ", ".join(spec.choices)
        case OptionType.INT_LIST:
            return f"a list of {spec.length} whole numbers {span}"


def _value(value: object) -> OptionValue:
    """A value that was found allowed; a list is copied, so that no two matches share one."""
    if isinstance(value, list):
        return list(value)
    assert isinstance(value, bool | int | str)
    return value


def _pointer(name: str) -> str:
    """RFC 6901: `~` and `/` in a name are escaped. What is not text (a lone surrogate) is replaced."""
    safe = name.encode("utf-8", "replace").decode()[:64]
    return "/options/" + safe.replace("~", "~0").replace("/", "~1")


def _hint(name: str, known: Mapping[str, Option]) -> str:
    close = difflib.get_close_matches(name[:64], known, n=1)
    return f"unknown option; did you mean {close[0]}?" if close else "unknown option"
