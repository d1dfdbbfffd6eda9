"""Documents read strictly: positions and views, which may have been written by hand.

A field that is left out has its default value; a field that is not known, of another type or out of range is refused
with a :class:`MalformedPosition` that names it::

    fields = Fields("state", parse(data), frozenset({"round", "players"}))
    round = fields.number("round", 1, 99)
    decks = [player.known_list("deck", CARDS) for player in fields.objects("players", frozenset({"deck"}))]
"""

import hashlib
import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NoReturn, TypeVar

import orjson

from services.engine.options import complete
from services.engine.ruleset import MalformedPosition, Option, OptionValue
from services.errors import Refusal, range_words

T = TypeVar("T")

_WORDS: Final = 1 << 31
"""The most words of a stream that a position may have used: it is written by hand, and goes on within 32 bits."""
_TOP: Final = ("state", "view")
_STEP: Final = re.compile(r"([^.\[\]]+)|\[(\d+)\]")
"""A step of a path: the name of a field, or the place in a list."""
_ENCODE: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def encode(document: object) -> bytes:
    """A document as canonical JSON: compact, UTF-8, members in the order in which they were put in.

    Raises:
        TypeError, ValueError: it is none.
    """
    try:
        return orjson.dumps(document)
    except TypeError:  # a number of more than 64 bits is JSON, too
        return _ENCODE(document).encode()


def catalogue_sha256(cards: Sequence[Mapping[str, Any]]) -> str:
    """The SHA-256 of a catalogue's canonical JSON, hexadecimal."""
    return hashlib.sha256(encode(cards)).hexdigest()


def parse(data: bytes) -> object:
    """The JSON document in some bytes.

    Raises:
        MalformedPosition: they are not JSON.
    """
    try:
        return json.loads(data)
    except (ValueError, RecursionError):  # ValueError: no JSON, no UTF-8, a number without end
        raise MalformedPosition("not JSON") from None


def place_named(data: bytes, message: str) -> str:
    """The place in a document that the message of a :class:`MalformedPosition` names, as a JSON pointer:
    ``/players/1/hand`` for ``players[1].hand: names a card twice``. Of a place that is not there it is the last part
    that is; empty where the message is about the whole document."""
    where, colon, _ = message.partition(": ")
    if not colon or where in _TOP:
        return ""
    pointer = ""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return ""
    for name, index in _STEP.findall(where):
        if index:
            if not isinstance(found, list) or int(index) >= len(found):
                break
            found, token = found[int(index)], index
        else:
            if not isinstance(found, dict) or name not in found:
                break
            found, token = found[name], name.replace("~", "~0").replace("/", "~1")
        pointer += f"/{token}"
    return pointer


class Fields:
    """An object of a document, read field by field. Every error names the field."""

    __slots__ = ("_fields", "where")

    def __init__(self, where: str, document: object, keys: Collection[str]) -> None:
        """``where``: the path of the object, for errors; ``state`` or ``view`` for the whole document. ``keys``: every
        field that it may have.

        Raises:
            MalformedPosition: it is no object, or has another field.
        """
        self.where = where
        if not isinstance(document, dict):
            raise MalformedPosition(f"{where}: must be an object")
        if not frozenset(keys).issuperset(document):
            raise MalformedPosition(f"{where}: has a field that is not known")
        self._fields: dict[str, Any] = document

    def has(self, key: str) -> bool:
        """Whether the field is there."""
        return key in self._fields

    def value(self, key: str, default: object) -> object:
        """The field as it is."""
        return self._fields.get(key, default)

    def number(self, key: str, least: int, most: int) -> int:
        """A whole number in a range; 0 if it is left out."""
        return self._number(key, self._fields.get(key, 0), least, most)

    def numbers(self, key: str, least: int, most: int) -> list[int]:
        """A list of whole numbers in a range."""
        return [self._number(key, value, least, most) for value in self._list(key)]

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self._fields.get(key, False)
        if not isinstance(value, bool):
            self.fail(key, "must be true or false")
        return bool(value)

    def word(self, key: str, words: Mapping[str, T]) -> T:
        """What one of a few words stands for; a field that is left out is the empty word."""
        value = self._fields.get(key, "")
        if not isinstance(value, str) or value not in words:
            self.fail(key, f"must be one of {', '.join(word or '(empty)' for word in words)}")
        return words[value]

    def known(self, key: str, ids: Mapping[str, T]) -> T:
        """What an id stands for."""
        return self._known(key, [self._fields.get(key)], ids)[0]

    def known_list(self, key: str, ids: Mapping[str, T]) -> list[T]:
        """What each id of a list stands for."""
        return self._known(key, self._list(key), ids)

    def object(self, key: str, keys: Collection[str]) -> "Fields":
        """An object with these fields; an empty one if it is left out."""
        return Fields(self.path(key), self._fields.get(key, {}), keys)

    def objects(self, key: str, keys: Collection[str]) -> "list[Fields]":
        """A list of objects with these fields."""
        return [Fields(f"{self.path(key)}[{place}]", item, keys) for place, item in enumerate(self._list(key))]

    def options(self, key: str, specs: Iterable[Option]) -> dict[str, OptionValue]:
        """The options of a match, complete."""
        value = self._fields.get(key, {})
        if not isinstance(value, dict):
            self.fail(key, "must be an object")
        try:
            return complete(value, specs)
        except Refusal as refusal:
            wrong = refusal.errors[0]
            raise MalformedPosition(f"{wrong.pointer[1:].replace('/', '.')}: {wrong.detail}") from None

    def words_used(self, key: str, streams: Collection[str]) -> dict[str, int]:
        """How many words of each chance stream were used; streams never used are left out."""
        value = self._fields.get(key, {})
        if not isinstance(value, dict):
            self.fail(key, "must be an object")
        used: dict[str, int] = {}
        for stream, words in value.items():
            if stream not in streams:
                self.fail(key, "names a chance stream that is not used")
            if self._number(f"{key}.{stream}", words, 0, _WORDS):
                used[stream] = words
        return used

    def path(self, key: str) -> str:
        """The path of a field, for errors."""
        return key if self.where in _TOP else f"{self.where}.{key}"

    def fail(self, key: str, wrong: str) -> NoReturn:
        """Refuse a field.

        Raises:
            MalformedPosition: always.
        """
        raise MalformedPosition(f"{self.path(key)}: {wrong}")

    def _number(self, key: str, value: Any, least: int, most: int) -> int:  # noqa: ANN401 - whatever the JSON holds
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            self.fail(key, f"must be a whole number {range_words(least, most)}" if least < most else f"must be {least}")
        return int(value)

    def _list(self, key: str) -> list[Any]:
        value = self._fields.get(key, [])
        if not isinstance(value, list):
            self.fail(key, "must be a list")
        return list(value)

    def _known(self, key: str, ids: list[Any], known: Mapping[str, T]) -> list[T]:
        try:
            return [known[id] for id in ids]
        except (KeyError, TypeError):  # TypeError: not even text, and not hashable
            raise MalformedPosition(f"{self.path(key)}: has something that is not such an id") from None
