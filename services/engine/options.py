"""The options of a match: what the caller set, checked against what the ruleset declares, and completed."""

import difflib
from collections.abc import Iterable, Mapping

from services.engine.ruleset import Option, OptionType, OptionValue
from services.errors import FieldError, Reason, Refusal


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
