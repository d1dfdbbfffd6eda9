"""Card catalogues: a ruleset's cards as data, checked strictly when they are loaded.

A catalogue is one JSON file beside the ruleset: ``{"cards": [...]}``. A card's facts, its effects and its text sit in
one short entry::

    {"ids": ["G1", "G2"], "kind": "recruit", "name": "Gambler", "battle": 2, "on_collect": "DRAW_TOP",
     "text": "When collected: collect the top card of the recruit deck."}

Every entry has ``kind``, ``name`` and either ``id`` or, for several equal cards, ``ids``; it may have ``text``. Which
other keys a kind has, and of what type, the ruleset declares in a :class:`Schema`. Anything that is not declared is a
:class:`CatalogueError` that names the file, the card and the key: a misspelt key can never be silently without effect.

Effects are verbs with named arguments: ``{"op": "DRAW", "n": 2}``, or just ``"SHUFFLE"`` for a verb without arguments;
several stand in a list. They are flattened once, when the file is loaded, into a program of plain numbers: for each
effect the verb's code, then its arguments in the order in which the verb declares them.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn, Protocol, TypeAlias

from services.engine.ruleset import JsonObject

Program: TypeAlias = tuple[int, ...]

_FIXED_KEYS: Final = ("id", "ids", "kind", "name", "text")
_REQUIRED: Final = object()


class CatalogueError(Exception):
    """A catalogue is wrong. The message names the file, the card and the key, and says what is allowed."""


# -- what a catalogue holds ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Card:
    """One card. ``index``: its place in the catalogue. ``facts``: every key that its kind declares, defaults filled in;
    an effect's value is its program."""

    index: int
    id: str
    name: str
    kind: str
    text: str
    facts: Mapping[str, Any]
    entry: JsonObject
    """The entry as it was written, with the card's own ``id``: what a client is shown."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The cards in the order of the file."""

    cards: tuple[Card, ...]

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def __getitem__(self, id: str) -> Card:
        """The card with this id.

        Raises:
            KeyError: there is none.
        """
        for card in self.cards:
            if card.id == id:
                return card
        raise KeyError(id)

    def of_kind(self, *kinds: str) -> tuple[Card, ...]:
        """The cards of these kinds, in the order of the file."""
        return tuple(card for card in self.cards if card.kind in kinds)

    def entries(self) -> tuple[JsonObject, ...]:
        """The cards as JSON, for the ruleset's description."""
        return tuple(card.entry for card in self.cards)


# -- what a ruleset declares -----------------------------------------------------------------------------------------


class Read(NamedTuple):
    """A value that was read, and how it stands in a program."""

    value: Any
    code: Program


class Written(Protocol):
    """What a field's JSON Schema is made with: it knows what each key means (:mod:`services.engine.card_schema`)."""

    def object(self, fields: Mapping[str, "Field"]) -> JsonObject:
        """The schema of an object with these keys and no others."""

    def verbs(self, allowed: Sequence[str]) -> list[JsonObject]:
        """The schema of each of these verbs; of all if none is named."""


class Field(ABC):
    """The type of a key's value. A key may be left out if its field has a default, which is written as in the file."""

    def __init__(self, default: object = _REQUIRED) -> None:
        self.default = default

    @property
    def required(self) -> bool:
        """Whether the key must be there."""
        return self.default is _REQUIRED

    @property
    def fallback(self) -> JsonObject:
        """What a JSON Schema says of the value of a key that is left out."""
        return {} if self.default in (_REQUIRED, None) else {"default": self.default}

    @abstractmethod
    def read(self, value: object, at: "Place") -> Read:
        """The value in Python's terms and in a program's.

        Raises:
            CatalogueError: it is not of this type.
        """

    @abstractmethod
    def form(self, at: "Written") -> JsonObject:
        """The JSON Schema of the value as it is written, without what it means. ``at`` has what parts of it mean."""


class Number(Field):
    """A whole number from ``low`` to ``high``. In a program: itself."""

    def __init__(self, low: int, high: int, *, default: object = _REQUIRED) -> None:
        super().__init__(default)
        self._low = low
        self._high = high

    def read(self, value: object, at: "Place") -> Read:
        if not isinstance(value, int) or isinstance(value, bool) or not self._low <= value <= self._high:
            at.fail(f"must be a whole number from {self._low} to {self._high}")
        return Read(value, (value,))

    def form(self, at: "Written") -> JsonObject:
        return {"type": "integer", "minimum": self._low, "maximum": self._high}


class Flag(Field):
    """True or false. In a program: 1 or 0."""

    def __init__(self, *, default: object = _REQUIRED) -> None:
        super().__init__(default)

    def read(self, value: object, at: "Place") -> Read:
        if not isinstance(value, bool):
            at.fail("must be true or false")
        return Read(value, (int(value),))

    def form(self, at: "Written") -> JsonObject:
        return {"type": "boolean"}


class Text(Field):
    """Text for people. In a program: nothing."""

    def __init__(self, *, default: object = _REQUIRED) -> None:
        super().__init__(default)

    def read(self, value: object, at: "Place") -> Read:
        if not isinstance(value, str):
            at.fail("must be text")
        return Read(value, ())

    def form(self, at: "Written") -> JsonObject:
        return {"type": "string"}


class Word(Field):
    """One of a few words. In a program: its place among them, from 0."""

    def __init__(self, *choices: str, default: object = _REQUIRED) -> None:
        super().__init__(default)
        self._choices = choices

    def read(self, value: object, at: "Place") -> Read:
        if not isinstance(value, str) or value not in self._choices:
            at.fail_choice(value, self._choices)
        return Read(value, (self._choices.index(value),))

    def form(self, at: "Written") -> JsonObject:
        return {"enum": list(self._choices)}


class Words(Field):
    """Different words out of a few, in any order. In a program: one number, the sum of 2**place of each."""

    def __init__(self, *choices: str, default: object = _REQUIRED) -> None:
        super().__init__(default)
        self._choices = choices

    def read(self, value: object, at: "Place") -> Read:
        if not isinstance(value, list):
            at.fail("must be a list of words")
        for item in value:
            if not isinstance(item, str) or item not in self._choices:
                at.fail_choice(item, self._choices)
        if len(set(value)) < len(value):
            at.fail("names a word twice")
        return Read(tuple(value), (sum(1 << self._choices.index(item) for item in value),))

    def form(self, at: "Written") -> JsonObject:
        return {"type": "array", "uniqueItems": True, "items": {"enum": list(self._choices)}}


class CardId(Field):
    """The id of a card of the same catalogue. In a program: the card's index. With the default ``""`` it may name no
    card, in a program -1."""

    def __init__(self, *, default: object = _REQUIRED) -> None:
        super().__init__(default)

    def read(self, value: object, at: "Place") -> Read:
        if value == "" and self.default == "":
            return Read("", (-1,))
        if not isinstance(value, str) or value not in at.indices:
            at.fail(f"{value!r} is not the id of a card")
        return Read(value, (at.indices[value],))

    def form(self, at: "Written") -> JsonObject:
        return {"type": "string"}


class Record(Field):
    """An object with keys of its own. In a program: its values in the order of the declaration."""

    def __init__(self, fields: Mapping[str, Field], *, default: object = _REQUIRED) -> None:
        super().__init__(default)
        self._fields = fields

    def read(self, value: object, at: "Place") -> Read:
        if not isinstance(value, dict):
            at.fail("must be an object")
        return _read_keys(value, self._fields, at)

    def form(self, at: "Written") -> JsonObject:
        return at.object(self._fields)


class ListOf(Field):
    """A list of values of one type. In a program: how many, then each."""

    def __init__(self, item: Field, *, default: object = _REQUIRED) -> None:
        super().__init__(default)
        self._item = item

    def read(self, value: object, at: "Place") -> Read:
        if not isinstance(value, list):
            at.fail("must be a list")
        read = [self._item.read(item, at.item(place)) for place, item in enumerate(value)]
        code = (number for item in read for number in item.code)
        return Read(tuple(item.value for item in read), (len(read), *code))

    def form(self, at: "Written") -> JsonObject:
        return {"type": "array", "items": self._item.form(at)}


class Effects(Field):
    """One effect or a list of effects; the value is their program. Inside another program: its length, then itself."""

    def __init__(self, *verbs: str, default: object = _REQUIRED) -> None:
        """``verbs``: the names of those allowed; none named: all of the schema."""
        super().__init__(default)
        self._allowed = verbs

    def read(self, value: object, at: "Place") -> Read:
        if isinstance(value, list):
            effects = [self._effect(effect, at.item(place)) for place, effect in enumerate(value)]
        else:
            effects = [self._effect(value, at)]
        program = tuple(number for effect in effects for number in effect)
        return Read(program, (len(program), *program))

    def form(self, at: "Written") -> JsonObject:
        effect = {"anyOf": at.verbs(self._allowed)}
        return {"anyOf": [effect, {"type": "array", "items": effect}]}

    def _effect(self, value: object, at: "Place") -> Program:
        written = {"op": value} if isinstance(value, str) else value
        if not isinstance(written, dict):
            at.fail("must be a verb or an object with `op`")
        name = written.get("op")
        allowed = self._allowed or tuple(at.verbs)
        if not isinstance(name, str) or name not in allowed:
            at.key("op").fail_choice(name, allowed)
        verb = at.verbs[name]
        arguments = {key: argument for key, argument in written.items() if key != "op"}
        return (verb.code, *_read_keys(arguments, verb.arguments, at).code)


@dataclass(frozen=True, slots=True)
class Verb:
    """Something that a card does: its name in the file, its code in a program, its arguments."""

    name: str
    code: int
    arguments: Mapping[str, Field] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Schema:
    """What a ruleset's catalogue may hold: the kinds of cards with the keys of each, the keys that every kind has, and
    the verbs.

    Raises:
        ValueError: two verbs share a name or a code, or a key is declared that every card has anyway.
    """

    kinds: Mapping[str, Mapping[str, Field]]
    verbs: Sequence[Verb] = ()
    every_kind: Mapping[str, Field] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len({verb.name for verb in self.verbs}) < len(self.verbs):
            raise ValueError("two verbs share a name")
        if len({verb.code for verb in self.verbs}) < len(self.verbs):
            raise ValueError("two verbs share a code")
        for fields in (*self.kinds.values(), self.every_kind):
            if not fields.keys().isdisjoint(_FIXED_KEYS):
                raise ValueError("every card has " + ", ".join(_FIXED_KEYS))


# -- loading ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a catalogue a value stands, for the error message; and what its reading depends on."""

    file: str
    card: str
    path: str
    verbs: Mapping[str, Verb]
    indices: Mapping[str, int]

    def key(self, key: str) -> "Place":
        """The place of a key of this object."""
        return self._at(f"{self.path}.{key}" if self.path else key)

    def item(self, index: int) -> "Place":
        """The place of an item of this list."""
        return self._at(f"{self.path}[{index}]")

    def fail(self, message: str) -> NoReturn:
        """Raise a CatalogueError for this place."""
        where = [self.file, self.card and f"card {self.card}", self.path]
        raise CatalogueError(": ".join(part for part in [*where, message] if part))

    def fail_choice(self, value: object, choices: Sequence[str]) -> NoReturn:
        """Raise a CatalogueError for a word that is not one of the choices."""
        self.fail(f"{value!r} is not one of {', '.join(choices)}")

    def _at(self, path: str) -> "Place":
        return Place(self.file, self.card, path, self.verbs, self.indices)


def load(path: Path, schema: Schema) -> Catalogue:
    """The catalogue in a file.

    Raises:
        CatalogueError: it does not fit the schema.
    """
    return parse(path.read_text(encoding="utf-8"), schema, file=path.name)


def parse(text: str, schema: Schema, *, file: str) -> Catalogue:
    """The catalogue in a text; ``file`` names it in errors.

    Raises:
        CatalogueError: it does not fit the schema.
    """
    verbs = {verb.name: verb for verb in schema.verbs}
    top = Place(file, "", "", verbs, {})
    try:
        document = json.loads(text, object_pairs_hook=_object)
    except ValueError as error:
        top.fail(str(error))
    if not isinstance(document, dict) or document.keys() != {"cards"} or not isinstance(document["cards"], list):
        top.fail('must be {"cards": [...]}')
    entries = [entry for written in document["cards"] for entry in _one_per_id(written, top)]
    indices = {entry["id"]: index for index, entry in enumerate(entries)}
    cards = []
    for index, entry in enumerate(entries):
        at = Place(file, entry["id"], "", verbs, indices)
        if indices[entry["id"]] != index:
            at.key("id").fail("there is another card with this id")
        cards.append(_card(index, entry, schema, at))
    return Catalogue(tuple(cards))


def _object(pairs: list[tuple[str, Any]]) -> JsonObject:
    """A JSON object. JSON lets a key stand twice; here that is a mistake."""
    keys = [key for key, _ in pairs]
    twice = next((key for key in keys if keys.count(key) > 1), None)
    if twice is not None:
        id = dict(pairs).get("id", dict(pairs).get("ids"))
        raise ValueError(f"card {id}: {twice}: stands twice" if id else f"{twice}: stands twice")
    return dict(pairs)


def _one_per_id(written: object, top: Place) -> list[JsonObject]:
    """An entry once for each of its ids."""
    if not isinstance(written, dict):
        top.fail("every card must be an object")
    entry = dict(written)
    ids = entry.pop("ids", None)
    if ids is None:
        ids = [entry.pop("id", None)]
    elif "id" in entry:
        top.fail(f"card {entry['id']}: has both id and ids")
    if not isinstance(ids, list) or not ids or not all(isinstance(id, str) and id for id in ids):
        top.fail(f"card {entry.get('name', '')!r}: must have an id, or a list of ids")
    return [{"id": id, **entry} for id in ids]


def _card(index: int, entry: JsonObject, schema: Schema, at: Place) -> Card:
    kind = entry.get("kind")
    if not isinstance(kind, str) or kind not in schema.kinds:
        at.key("kind").fail_choice(kind, tuple(schema.kinds))
    name, text = entry.get("name"), entry.get("text", "")
    if not isinstance(name, str) or not name:
        at.key("name").fail("must be text")
    if not isinstance(text, str):
        at.key("text").fail("must be text")
    declared = {**schema.every_kind, **schema.kinds[kind]}
    facts = _read_keys({key: value for key, value in entry.items() if key not in _FIXED_KEYS}, declared, at).value
    return Card(index=index, id=entry["id"], name=name, kind=kind, text=text, facts=facts, entry=entry)


def _read_keys(written: Mapping[str, Any], fields: Mapping[str, Field], at: Place) -> Read:
    for key in written:
        if key not in fields:
            at.key(key).fail(f"unknown key; there is {', '.join(fields) or 'none'}")
    values: dict[str, Any] = {}
    code: list[int] = []
    for key, declared in fields.items():
        if key not in written and declared.required:
            at.key(key).fail("is missing")
        read = declared.read(written.get(key, declared.default), at.key(key))
        values[key] = read.value
        code += read.code
    return Read(values, tuple(code))
