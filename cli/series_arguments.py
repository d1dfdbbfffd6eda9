"""What ``playhall series`` is told about a series, whether this machine or a platform plays it: sizes of tables, and
the numbers of a sequential test."""

from decimal import Decimal, InvalidOperation
from typing import NamedTuple

import click


class SprtNumbers(NamedTuple):
    """Of a sequential test, each in the one form that a document has."""

    elo0: str
    elo1: str
    alpha: str
    beta: str


def read_sizes(text: str) -> tuple[int, ...]:
    """``5,3,4``: sizes of tables, ascending, each once."""
    try:
        return tuple(sorted({int(size) for size in text.split(",")}))
    except ValueError:
        raise click.BadParameter("must be numbers, separated by commas", param_hint="--seats") from None


def read_sprt(sprt: tuple[str, str], alpha: str, beta: str) -> SprtNumbers:
    """The numbers of ``--sprt ELO0 ELO1 --alpha ALPHA --beta BETA``."""
    elo0, elo1 = sprt
    return SprtNumbers(
        _decimal(elo0, "--sprt"), _decimal(elo1, "--sprt"), _decimal(alpha, "--alpha"), _decimal(beta, "--beta")
    )


def _decimal(text: str, option: str) -> str:
    try:
        return f"{Decimal(text).normalize() + 0:f}"
    except InvalidOperation:
        raise click.BadParameter(f"{text!r} is no number", param_hint=option) from None
