"""Events in words: a sentence for each kind of event, with the fields that it names in braces::

    SENTENCES = Sentences(
        {"player": seat_name, "card": lambda id, _names: CARD_NAMES[id]},
        {"battle_won": "{player} wins the battle for {card}.", "bid_placed": _bid_placed},
    )
    SENTENCES.telling({"battle_won": {"player": 1, "card": "CB01"}}, ["Ann", "Ben"])
    # "Ben wins the battle for Deputy."

A sentence that depends on more than its fields is a function of the event's body.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from services.engine.ruleset import JsonObject

Say: TypeAlias = Callable[..., str]
"""The value of a field in words, or the body of an event; the names of the seats come behind it, and what else
:meth:`Sentences.telling` is given."""


def listed(words: list[str]) -> str:
    """Words as a list: ``Ann, Ben and Cleo``."""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def seat_name(seat: int, names: list[str], *_: object) -> str:
    """The name of a seat."""
    return names[seat]


def seat_names(seats: list[int], names: list[str], *_: object) -> str:
    """The names of several seats."""
    return listed([names[seat] for seat in seats])


class Sentences:
    """The sentences of a ruleset. ``fields``: how fields are said, by their names; others are said as they are."""

    def __init__(self, fields: Mapping[str, Say], kinds: Mapping[str, str | Say]) -> None:
        self._fields = fields
        self._kinds = kinds

    def telling(self, share: JsonObject, names: Any, *more: Any) -> str:  # noqa: ANN401 - what the functions take
        """An event share as one line. ``names``: the seats' names; ``more``: what else words are made of."""
        kind, body = next(iter(share.items()))
        sentence = self._kinds[kind]
        if not isinstance(sentence, str):
            return sentence(body, names, *more)
        fields = self._fields
        return sentence.format_map(
            {key: fields[key](value, names, *more) if key in fields else value for key, value in body.items()}
        )
