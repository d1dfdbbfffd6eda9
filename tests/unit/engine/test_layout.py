"""Layouts: read strictly, and left with what applies to a match."""

import json
from typing import Any

import pytest

from services.engine import layout
from services.engine.card_schema import card_schema
from services.engine.catalogue import CatalogueError, Number, Schema, parse
from services.engine.layout import LayoutError

ZONE: dict[str, Any] = {
    "id": "pile",
    "title": "Pile",
    "text": "A pile.",
    "owner": "shared",
    "visibility": "public",
    "holds": "cards",
    "shape": "pile",
    "view": "/pile",
}


def with_zone(**changed: Any) -> dict[str, Any]:
    return {"zones": [{**ZONE, **changed}]}


def test_a_layout_comes_back_as_it_was_written() -> None:
    document = with_zone(capacity=3, when={"seats": [2], "options": {"open": [True, "half", 3]}})
    assert layout.read(document).document() == document


@pytest.mark.parametrize(
    ("document", "wrong"),
    [
        ({}, "zones"),
        ({"zones": []}, "zones"),
        ([], ""),
        (with_zone(colour="red"), "zones/0/colour"),
        (with_zone(owner="bank"), "zones/0/owner"),
        (with_zone(view="pile"), "zones/0/view"),
        (with_zone(capacity=-1), "zones/0/capacity"),
        (with_zone(view="/players/{seat}/pile"), "its pointer names a seat"),
        (with_zone(visibility="hidden"), "nobody knows them"),
        (with_zone(board="moon"), "there is no board moon"),
    ],
)
def test_what_is_no_layout_is_refused_with_the_place(document: object, wrong: str) -> None:
    with pytest.raises(LayoutError) as refused:
        layout.read(document)
    assert wrong in str(refused.value)


def test_what_depends_on_seats_and_options_is_left_out_or_kept() -> None:
    document = with_zone(when={"seats": [2, 3], "options": {"open": [True]}})
    known = layout.for_match(document, 3, {"open": True})
    assert known["zones"] == [ZONE]
    assert layout.for_match(document, 4, {"open": True})["zones"] == []
    assert layout.for_match(document, 3, {"open": False})["zones"] == []
    assert layout.for_match(document, 3, None)["zones"] == [{**ZONE, "when": {"options": {"open": [True]}}}]
    assert layout.for_match(document, None, {"open": True})["zones"] == [{**ZONE, "when": {"seats": [2, 3]}}]


def test_pointers_lead_into_objects_and_arrays() -> None:
    document = {"a": [{"b/c": 1}]}
    assert layout.resolve("/a/0/b~1c", document) == 1
    for nowhere in ("/b", "/a/1", "/a/-1", "/a/x", "/a/0/b~1c/d"):
        with pytest.raises(LookupError):
            layout.resolve(nowhere, document)


SCHEMA = Schema(kinds={"number": {"value": Number(1, 3, default=1)}})
CARDS = parse(
    json.dumps({"cards": [{"id": "A", "kind": "number", "name": "a", "value": 2}]}), SCHEMA, file="x"
).entries()


def test_the_schema_of_a_card_has_its_form_its_meaning_and_examples() -> None:
    made = card_schema(SCHEMA, CARDS, {"number": "A number.", "value": "Its value."})
    number = made["$defs"]["number"]
    assert number["properties"]["value"] == {
        "description": "Its value.",
        "type": "integer",
        "minimum": 1,
        "maximum": 3,
        "default": 1,
        "examples": [2],
    }
    assert (number["required"], number["additionalProperties"]) == (["id", "name", "kind"], False)


@pytest.mark.parametrize("meanings", [{"number": "A number."}, {"number": "A", "value": "B", "weight": "C"}])
def test_every_key_has_a_meaning_and_every_meaning_a_key(meanings: dict[str, str]) -> None:
    with pytest.raises(CatalogueError):
        card_schema(SCHEMA, CARDS, meanings)
