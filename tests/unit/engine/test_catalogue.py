"""Card catalogues: short entries, strict reading, effects as flat programs."""

import json
from pathlib import Path
from typing import Any

import pytest

from services.engine.catalogue import (
    CardId,
    Catalogue,
    CatalogueError,
    Effects,
    Flag,
    ListOf,
    Number,
    Record,
    Schema,
    Text,
    Verb,
    Word,
    Words,
    load,
    parse,
)
from tests.marks import each_row

WHO = Word("self", "chosen_opponent", "each_opponent", default="self")
VERBS = "SHUFFLE, DRAW, HIT, PLACE, CHOOSE, LATER, GIVE, NONE_OF, AT_LEAST, FETCH"
TARGET = Record({"owner": Words("self", "opponent", "black"), "improved": Flag(default=False)})
SCHEMA = Schema(
    kinds={
        "recruit": {"battle": Number(0, 9), "points": Number(-3, 9, default=0), "on_collect": Effects(default=[])},
        "action": {"on_collect": Effects()},
        "bonus": {"condition": Effects("NONE_OF", "AT_LEAST"), "beats": ListOf(Word("rock", "paper"), default=[])},
    },
    verbs=[
        Verb("SHUFFLE", 1),
        Verb("DRAW", 2, {"n": Number(1, 5)}),
        Verb("HIT", 3, {"who": WHO, "n": Number(-9, 9, default=-1)}),
        Verb("PLACE", 4, {"target": TARGET}),
        Verb("CHOOSE", 5, {"options": ListOf(Effects())}),
        Verb("LATER", 6, {"times": Number(1, 3), "effects": Effects()}),
        Verb("GIVE", 7, {"card": CardId()}),
        Verb("NONE_OF", 8, {"kind": Word("recruit", "action")}),
        Verb("AT_LEAST", 9, {"by_players": Record({"2": Number(0, 9), "3": Number(0, 9)})}),
        Verb("FETCH", 10, {"card": CardId(default="")}),
    ],
    every_kind={"source": Text(default="")},
)


def catalogue(*cards: dict[str, Any]) -> Catalogue:
    return parse(json.dumps({"cards": cards}), SCHEMA, file="cards.json")


def program_of(*effects: Any) -> Any:
    action = {"id": "A", "kind": "action", "name": "Ambush", "on_collect": list(effects)}
    other = {"id": "B", "kind": "recruit", "name": "Buddy", "battle": 1}
    return catalogue(action, other)["A"].facts["on_collect"]


def recruit(**changes: Any) -> dict[str, Any]:
    return {"id": "CB2", "kind": "recruit", "name": "Gambler", "battle": 2, **changes}


def failure(*cards: dict[str, Any]) -> str:
    with pytest.raises(CatalogueError) as caught:
        catalogue(*cards)
    return str(caught.value)


def test_a_card_has_its_facts_with_defaults_filled_in() -> None:
    (card,) = catalogue(recruit(text="Draw."))
    assert (card.index, card.id, card.name, card.kind, card.text) == (0, "CB2", "Gambler", "recruit", "Draw.")
    assert card.facts == {"source": "", "battle": 2, "points": 0, "on_collect": ()}


def test_an_entry_with_several_ids_is_several_equal_cards() -> None:
    entry = recruit(ids=["CB2", "CB3"])
    del entry["id"]
    cards = catalogue(entry, recruit(id="CB4", battle=5))
    assert [(card.index, card.id, card.facts["battle"]) for card in cards] == [
        (0, "CB2", 2),
        (1, "CB3", 2),
        (2, "CB4", 5),
    ]


def test_cards_are_found_by_id_and_by_kind() -> None:
    cards = catalogue(recruit(), {"id": "A1", "kind": "action", "name": "Raid", "on_collect": "SHUFFLE"})
    assert cards["A1"].name == "Raid"
    assert [card.id for card in cards.of_kind("recruit")] == ["CB2"]
    assert len(cards) == 2
    with pytest.raises(KeyError):
        cards["A2"]


def test_the_entries_for_clients_are_as_written_with_one_id_each() -> None:
    cards = catalogue({"ids": ["CB2", "CB3"], "kind": "recruit", "name": "Gambler", "battle": 2})
    assert cards.entries() == (
        {"id": "CB2", "kind": "recruit", "name": "Gambler", "battle": 2},
        {"id": "CB3", "kind": "recruit", "name": "Gambler", "battle": 2},
    )


def test_effects_are_flattened_to_the_verb_and_its_arguments_in_declared_order() -> None:
    assert program_of("SHUFFLE") == (1,)
    assert program_of({"op": "DRAW", "n": 3}, "SHUFFLE") == (2, 3, 1)
    assert program_of({"op": "HIT", "n": -2, "who": "each_opponent"}) == (3, 2, -2)
    assert program_of("HIT") == (3, 0, -1)


def test_a_single_effect_needs_no_list() -> None:
    card = {"id": "A", "kind": "action", "name": "Raid", "on_collect": {"op": "DRAW", "n": 1}}
    assert catalogue(card)["A"].facts["on_collect"] == (2, 1)


def test_words_are_a_mask_flags_are_bits_and_cards_are_indices() -> None:
    assert program_of({"op": "PLACE", "target": {"owner": ["black", "self"], "improved": True}}) == (4, 0b101, 1)
    assert program_of({"op": "GIVE", "card": "B"}) == (7, 1)
    assert program_of("FETCH") == (10, -1)


def test_nested_effects_carry_their_length() -> None:
    choice = {"op": "CHOOSE", "options": [["SHUFFLE", {"op": "DRAW", "n": 2}], ["SHUFFLE"]]}
    assert program_of(choice) == (5, 2, 3, 1, 2, 2, 1, 1)
    assert program_of({"op": "LATER", "times": 3, "effects": [{"op": "DRAW", "n": 1}]}) == (6, 3, 2, 2, 1)


def test_numbers_by_players_stand_in_the_order_of_the_declaration() -> None:
    condition = {"op": "AT_LEAST", "by_players": {"3": 4, "2": 7}}
    card = {"id": "BN1", "kind": "bonus", "name": "Elite", "condition": condition, "beats": ["paper"]}
    assert catalogue(card)["BN1"].facts == {"source": "", "condition": (9, 7, 4), "beats": ("paper",)}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"batle": 2}, "cards.json: card CB2: batle: unknown key; there is source, battle, points, on_collect"),
        ({"battle": 10}, "cards.json: card CB2: battle: must be a whole number from 0 to 9"),
        ({"battle": True}, "cards.json: card CB2: battle: must be a whole number from 0 to 9"),
        ({"battle": 2.0}, "cards.json: card CB2: battle: must be a whole number from 0 to 9"),
        ({"kind": "hero"}, "cards.json: card CB2: kind: 'hero' is not one of recruit, action, bonus"),
        ({"kind": ["recruit"]}, "cards.json: card CB2: kind: ['recruit'] is not one of recruit, action, bonus"),
        ({"name": ""}, "cards.json: card CB2: name: must be text"),
        ({"text": None}, "cards.json: card CB2: text: must be text"),
        ({"source": 1}, "cards.json: card CB2: source: must be text"),
        ({"on_collect": 3}, "cards.json: card CB2: on_collect: must be a verb or an object with `op`"),
    ],
)
def test_a_wrong_entry_is_named_by_file_card_and_key(changes: dict[str, Any], message: str) -> None:
    assert failure(recruit(**changes)) == message


@each_row(
    ("effect", "message"),
    [
        ("FLY", f"on_collect[1].op: 'FLY' is not one of {VERBS}"),
        ({"n": 1}, f"on_collect[1].op: None is not one of {VERBS}"),
        ({"op": "DRAW"}, "on_collect[1].n: is missing"),
        ({"op": "DRAW", "n": 1, "m": 1}, "on_collect[1].m: unknown key; there is n"),
        ({"op": "SHUFFLE", "n": 1}, "on_collect[1].n: unknown key; there is none"),
        (
            {"op": "HIT", "who": "nobody"},
            "on_collect[1].who: 'nobody' is not one of self, chosen_opponent, each_opponent",
        ),
        ({"op": "PLACE", "target": []}, "on_collect[1].target: must be an object"),
        ({"op": "PLACE", "target": {}}, "on_collect[1].target.owner: is missing"),
        ({"op": "PLACE", "target": {"owner": "self"}}, "on_collect[1].target.owner: must be a list of words"),
        ({"op": "PLACE", "target": {"owner": ["self", "self"]}}, "on_collect[1].target.owner: names a word twice"),
        (
            {"op": "PLACE", "target": {"owner": ["me"]}},
            "on_collect[1].target.owner: 'me' is not one of self, opponent, black",
        ),
        (
            {"op": "PLACE", "target": {"owner": [], "improved": 1}},
            "on_collect[1].target.improved: must be true or false",
        ),
        ({"op": "CHOOSE", "options": "SHUFFLE"}, "on_collect[1].options: must be a list"),
        (
            {"op": "CHOOSE", "options": [["SHUFFLE", "FLY"]]},
            f"on_collect[1].options[0][1].op: 'FLY' is not one of {VERBS}",
        ),
        ({"op": "GIVE", "card": "Z"}, "on_collect[1].card: 'Z' is not the id of a card"),
        ({"op": "GIVE", "card": ""}, "on_collect[1].card: '' is not the id of a card"),
    ],
)
def test_a_wrong_effect_is_named_down_to_the_argument(effect: Any, message: str) -> None:
    card = {"id": "AC1", "kind": "action", "name": "Raid", "on_collect": ["SHUFFLE", effect]}
    assert failure(card) == f"cards.json: card AC1: {message}"


def test_a_verb_that_the_key_does_not_allow_is_refused() -> None:
    card = {"id": "BN1", "kind": "bonus", "name": "Elite", "condition": "SHUFFLE"}
    assert failure(card) == "cards.json: card BN1: condition.op: 'SHUFFLE' is not one of NONE_OF, AT_LEAST"


def test_a_missing_key_is_named() -> None:
    assert failure({"id": "CB2", "kind": "recruit", "name": "Gambler"}) == "cards.json: card CB2: battle: is missing"


def test_ids_are_unique_across_entries_and_lists_of_ids() -> None:
    several = {"ids": ["CB1", "CB2"], "kind": "recruit", "name": "Outlaw", "battle": 6}
    assert failure(several, recruit()) == "cards.json: card CB2: id: there is another card with this id"


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"kind": "recruit", "name": "Outlaw"}, "cards.json: card 'Outlaw': must have an id, or a list of ids"),
        ({"ids": [], "name": "Outlaw"}, "cards.json: card 'Outlaw': must have an id, or a list of ids"),
        ({"ids": ["A", 1], "name": "Outlaw"}, "cards.json: card 'Outlaw': must have an id, or a list of ids"),
        ({"id": "A", "ids": ["B"]}, "cards.json: card A: has both id and ids"),
    ],
)
def test_every_card_has_an_id(entry: dict[str, Any], message: str) -> None:
    assert failure(entry) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "cards.json: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
        ("[]", 'cards.json: must be {"cards": [...]}'),
        ('{"cards": [], "card": []}', 'cards.json: must be {"cards": [...]}'),
        ('{"cards": [3]}', "cards.json: every card must be an object"),
        ('{"cards": [{"id": "A", "battle": 1, "battle": 2}]}', "cards.json: card A: battle: stands twice"),
    ],
)
def test_a_file_that_is_no_catalogue_is_refused(text: str, message: str) -> None:
    with pytest.raises(CatalogueError) as caught:
        parse(text, SCHEMA, file="cards.json")
    assert str(caught.value) == message


def test_a_catalogue_is_loaded_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_text(json.dumps({"cards": [recruit(name="Joueuse d'élite")]}, ensure_ascii=False), encoding="utf-8")
    assert load(path, SCHEMA)["CB2"].name == "Joueuse d'élite"


def test_a_schema_with_ambiguous_verbs_is_refused() -> None:
    with pytest.raises(ValueError, match="two verbs share a code"):
        Schema(kinds={}, verbs=[Verb("A", 1), Verb("B", 1)])
    with pytest.raises(ValueError, match="two verbs share a name"):
        Schema(kinds={}, verbs=[Verb("A", 1), Verb("A", 2)])
    with pytest.raises(ValueError, match="every card has id, ids, kind, name, text"):
        Schema(kinds={"a": {"name": Text()}})
