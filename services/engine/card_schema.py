"""The JSON Schema of an entry of a ruleset's catalogue: its form is that which the loader checks, and every key of it
says what it means.

What keys mean the ruleset says in one mapping. A key is looked up by its path, the most particular first: the key
``n`` of the verb ``DRAW`` as ``DRAW.n`` and then ``n``, the key ``2`` of ``at_least`` of a bonus card as
``bonus.at_least.2``, ``at_least.2``, ``2``. A kind is looked up by its name, a verb as ``op.DRAW`` and then ``DRAW``.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from services.engine.catalogue import CatalogueError, Field, Schema, Verb
from services.engine.ruleset import JsonObject

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_EXAMPLES: Final = 3
"""Examples of a key, at most."""
_EVERY_CARD: Final[Mapping[str, JsonObject]] = {
    "id": {"type": "string", "description": "The card's id, by which views, events and actions name it."},
    "name": {"type": "string", "description": "The card's name."},
    "text": {
        "type": "string",
        "description": "What the card does, for a person. Absent: no more than every card of its kind does.",
    },
}


def card_schema(schema: Schema, entries: Sequence[JsonObject], meanings: Mapping[str, str]) -> JsonObject:
    """The JSON Schema of one entry of a catalogue that has these entries.

    Raises:
        CatalogueError: a kind, key or verb has no meaning, or a meaning belongs to none of them.
    """
    forms = _Forms(schema, meanings)
    of_kind = {kind: [entry for entry in entries if entry["kind"] == kind] for kind in schema.kinds}
    kinds = {kind: _kind(kind, forms, of_kind[kind]) for kind in schema.kinds}
    forms.finish()
    return {
        "$schema": _DIALECT,
        "title": "Card",
        "description": "An entry of the catalogue. Its `kind` says which other members it has; there are no others.",
        "oneOf": [{"$ref": f"#/$defs/{kind}"} for kind in kinds],
        "examples": [of_kind[kind][0] for kind in kinds if of_kind[kind]],
        "$defs": kinds | forms.verb_forms,
    }


def _kind(kind: str, forms: "_Forms", entries: Sequence[JsonObject]) -> JsonObject:
    form = _At(forms, (kind,)).object({**forms.schema.every_kind, **forms.schema.kinds[kind]})
    for key in form["properties"]:
        form["properties"][key] |= _examples(key, entries)
    every = {key: {**of_key, **_examples(key, entries)} for key, of_key in _EVERY_CARD.items()}
    says = {"const": kind, "description": "What kind of card it is."}
    form["description"] = forms.meaning((kind,))
    form["properties"] = {"id": every["id"], "name": every["name"], "kind": says, **form["properties"]}
    form["properties"]["text"] = every["text"]
    form["required"] = ["id", "name", "kind", *form["required"]]
    return form


def _examples(key: str, entries: Sequence[JsonObject]) -> JsonObject:
    found: list[Any] = []
    for entry in entries:
        if key in entry and entry[key] not in found and len(found) < _EXAMPLES:
            found.append(entry[key])
    return {"examples": found} if found else {}


class _Forms:
    """Meanings, and the forms of verbs that were asked for."""

    def __init__(self, schema: Schema, meanings: Mapping[str, str]) -> None:
        self.schema = schema
        self.verb_forms: dict[str, JsonObject] = {}
        self._verbs = {verb.name: verb for verb in schema.verbs}
        self._meanings = meanings
        self._said: set[str] = set()

    def meaning(self, path: Sequence[str]) -> str:
        """What the key at the end of a path means."""
        for start in range(len(path)):
            name = ".".join(path[start:])
            if name in self._meanings:
                self._said.add(name)
                return self._meanings[name]
        raise CatalogueError(f"{'.'.join(path)}: nobody says what it means")

    def verbs(self, names: Sequence[str]) -> list[JsonObject]:
        """References to the forms of these verbs; of all if none is named."""
        wanted = names or list(self._verbs)
        for name in wanted:
            if _definition(name) not in self.verb_forms:
                self.verb_forms[_definition(name)] = {}  # a verb may contain itself
                self.verb_forms[_definition(name)] = self._verb(self._verbs[name])
        return [{"$ref": f"#/$defs/{_definition(name)}"} for name in wanted]

    def finish(self) -> None:
        """Refuse meanings of nothing."""
        rest = self._meanings.keys() - self._said
        if rest:
            raise CatalogueError(f"{', '.join(sorted(rest))}: there is no such kind, key or verb")

    def _verb(self, verb: Verb) -> JsonObject:
        form = _At(self, ("op", verb.name)).object(verb.arguments)
        form["properties"] = {"op": {"const": verb.name, "description": "The verb."}, **form["properties"]}
        may_be_bare = not form["required"]
        form["required"] = ["op", *form["required"]]
        written = [{"const": verb.name}, form] if may_be_bare else [form]
        return {"description": self.meaning(("op", verb.name)), "anyOf": written}


def _definition(verb: str) -> str:
    """What the form of a verb is called: a kind may have the same name."""
    return f"verb_{verb}"


class _At:
    """A place in an entry: what forms are made with."""

    def __init__(self, forms: _Forms, path: tuple[str, ...]) -> None:
        self._forms = forms
        self._path = path

    def object(self, fields: Mapping[str, Field]) -> JsonObject:
        properties = {}
        for key, field in fields.items():
            path = (*self._path, key)
            properties[key] = {
                "description": self._forms.meaning(path),
                **field.form(_At(self._forms, path)),
                **field.fallback,
            }
        return {
            "type": "object",
            "properties": properties,
            "required": [key for key, field in fields.items() if field.required],
            "additionalProperties": False,
        }

    def verbs(self, allowed: Sequence[str]) -> list[JsonObject]:
        return self._forms.verbs(allowed)
