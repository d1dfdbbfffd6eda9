"""Documents read strictly."""

import json
from typing import Any

import pytest

from services.engine.documents import Fields, encode, parse, place_named
from services.engine.ruleset import MalformedPosition, Option, OptionType
from tests.marks import each_row

OPTIONS = (
    Option("fast", OptionType.BOOL, default=False, summary=""),
    Option("hands", OptionType.INT, default=3, minimum=1, maximum=5, summary=""),
)
COLORS = {"": 0, "red": 1, "blue": 2}
CARDS = {"AA": 0, "BB": 1}


def fields(**document: object) -> Fields:
    return Fields("state", document, ("a", "b"))


def test_what_is_there_is_read() -> None:
    read = fields(a=3, b={"c": [{"d": True}, {"d": False}], "e": ["AA", "BB"], "f": "blue", "g": [1, 2]})
    assert read.number("a", 0, 5) == 3
    inner = read.object("b", ("c", "e", "f", "g"))
    assert [one.flag("d") for one in inner.objects("c", ("d",))] == [True, False]
    assert inner.known_list("e", CARDS) == [0, 1]
    assert inner.word("f", COLORS) == 2
    assert inner.numbers("g", 0, 9) == [1, 2]
    assert fields(a="BB").known("a", CARDS) == 1
    assert fields(a={"hands": 5}).options("a", OPTIONS) == {"fast": False, "hands": 5}
    assert fields(a={"dice": 4, "setup": 0}).words_used("a", ("dice", "setup")) == {"dice": 4}


def test_what_is_left_out_has_its_default_value() -> None:
    read = fields()
    assert not read.has("a")
    assert read.value("a", "nothing") == "nothing"
    assert read.number("a", 0, 5) == 0
    assert read.numbers("a", 1, 5) == []
    assert read.flag("a") is False
    assert read.word("a", COLORS) == 0
    assert read.known_list("a", CARDS) == []
    assert read.objects("a", ()) == []
    assert not read.object("a", ("x",)).has("x")
    assert read.options("a", OPTIONS) == {"fast": False, "hands": 3}
    assert read.words_used("a", ()) == {}


def deep(document: Any) -> Fields:
    return fields(a=[document]).objects("a", ("x",))[0]


@each_row(
    ("read", "message"),
    [
        (lambda: Fields("state", [], ()), "state: must be an object"),
        (lambda: fields(c=1), "state: has a field that is not known"),
        (lambda: fields(a=6).number("a", 0, 5), "a: must be a whole number from 0 to 5"),
        (lambda: fields().number("a", 1, 5), "a: must be a whole number from 1 to 5"),
        (lambda: fields(a=True).number("a", 0, 5), "a: must be a whole number from 0 to 5"),
        (lambda: fields(a=1.0).number("a", 0, 5), "a: must be a whole number from 0 to 5"),
        (lambda: fields(a=[1, "2"]).numbers("a", 0, 5), "a: must be a whole number from 0 to 5"),
        (lambda: fields(a=1).flag("a"), "a: must be true or false"),
        (lambda: fields(a="green").word("a", COLORS), "a: must be one of (empty), red, blue"),
        (lambda: fields(a=["red"]).word("a", COLORS), "a: must be one of (empty), red, blue"),
        (lambda: fields(a="CC").known("a", CARDS), "a: has something that is not such an id"),
        (lambda: fields(a=[["AA"]]).known_list("a", CARDS), "a: has something that is not such an id"),
        (lambda: fields(a="AA").known_list("a", CARDS), "a: must be a list"),
        (lambda: fields(a=[3]).objects("a", ()), "a[0]: must be an object"),
        (lambda: fields(a=3).object("a", ()), "a: must be an object"),
        (lambda: deep({"y": 1}), "a[0]: has a field that is not known"),
        (lambda: deep({"x": -1}).number("x", 0, 1), "a[0].x: must be a whole number from 0 to 1"),
        (lambda: fields(a={"fast": 1}).options("a", OPTIONS), "options.fast: must be true or false"),
        (lambda: fields(a=3).options("a", OPTIONS), "a: must be an object"),
        (lambda: fields(a={"x": 1}).words_used("a", ("dice",)), "a: names a chance stream that is not used"),
        (
            lambda: fields(a={"dice": -1}).words_used("a", ("dice",)),
            "a.dice: must be a whole number from 0 to 2147483648",
        ),
        (lambda: fields(a=[]).words_used("a", ()), "a: must be an object"),
        (lambda: fields().fail("a", "is wrong"), "a: is wrong"),
    ],
)
def test_what_is_wrong_is_refused_by_name(read: Any, message: str) -> None:
    with pytest.raises(MalformedPosition) as raised:
        read()
    assert str(raised.value) == message


@pytest.mark.parametrize("data", [b"", b"{", b"\xff", b"[" * 100_000, b"9" * 5_000, b"nothing"])
def test_what_is_no_json_is_refused(data: bytes) -> None:
    with pytest.raises(MalformedPosition, match="not JSON"):
        parse(data)


def test_json_is_parsed() -> None:
    assert parse(b'{"a":[1]}') == {"a": [1]}


def test_what_is_written_is_what_the_standard_library_writes() -> None:
    every_character = "".join(chr(code) for code in range(0x300)) + "\u2028\u2029\uffff\U0001f0a1"
    documents: list[object] = [
        {"text": every_character, "list": [1, -2, True, None, []], "object": {"ä": {}}},
        {"large": 1 << 70, "small": -(1 << 63)},
        (1, 2),
    ]
    for document in documents:
        expected = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
        assert encode(document) == expected


def test_what_is_no_document_is_not_written() -> None:
    for wrong in ("\ud800", {1, 2}, object()):
        with pytest.raises((TypeError, ValueError)):
            encode({"wrong": wrong})


@pytest.mark.parametrize(
    ("message", "pointer"),
    [
        ("players[1].hand: names a card twice", "/players/1/hand"),
        ("words_used.deck:2: must be a whole number", "/words_used/deck:2"),
        ("a~b: must be an object", "/a~0b"),
        ("players[1].deck: left out", "/players/1"),
        ("players[2]: there are two", "/players"),
        ("cards: each must be in exactly one place", ""),
        ("view: no position looks like that", ""),
        ("a view is a JSON object", ""),
        ("looks of 2: must be more", ""),
    ],
)
def test_a_message_points_at_the_place_that_it_names(message: str, pointer: str) -> None:
    document = {"players": [{}, {"hand": ["AA"]}], "words_used": {"deck:2": 7}, "a~b": 1}
    assert place_named(encode(document), message) == pointer
    assert place_named(b"[" * 100_000, message) == ""
