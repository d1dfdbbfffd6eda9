"""What commands that play matches are told about them: a seed, and options."""

import secrets
from collections.abc import Iterable

import click

from services.engine.ruleset import Option, OptionType, OptionValue

_SEED_DIGITS = 64


def read_seed(text: str | None) -> bytes:
    """32 bytes; a short seed is filled up with zeros on the left."""
    if text is None:
        return secrets.token_bytes(_SEED_DIGITS // 2)
    try:
        if not text.isalnum() or len(text) > _SEED_DIGITS:
            raise ValueError
        return bytes.fromhex(text.zfill(_SEED_DIGITS))
    except ValueError:
        raise click.BadParameter(f"must be 1 to {_SEED_DIGITS} hexadecimal digits", param_hint="--seed") from None


def read_options(given: Iterable[str], known: Iterable[Option]) -> dict[str, OptionValue]:
    """``name=value`` texts as the values that the ruleset's options have; what fits none is left for it to refuse."""
    types = {option.name: option.type for option in known}
    values = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise click.BadParameter(f"{text!r} is not NAME=VALUE", param_hint="--option")
        values[name] = _value(value, types.get(name))
    return values


def _value(text: str, type: OptionType | None) -> OptionValue:
    try:
        match type:
            case OptionType.BOOL:
                return {"true": True, "false": False}[text.lower()]
            case OptionType.INT:
                return int(text)
            case OptionType.INT_LIST:
                return [int(part) for part in text.split(",")]
    except (KeyError, ValueError):
        return text
    return text
