"""Chance: the known answers of its definition, and what callers rely on."""

import json
import struct
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.engine.chance import Chance, DeferredChance, FastChance, SeededChance
from tests.marks import each_row

VECTORS: dict[str, Any] = json.loads(Path(__file__).with_name("randomness_vectors.json").read_text())
SEED = bytes.fromhex(VECTORS["seed_hex"])


def cases(op: str) -> list[dict[str, Any]]:
    return [case for case in VECTORS["cases"] if case["op"] == op]


def test_every_known_answer_is_tested() -> None:
    assert {case["op"] for case in VECTORS["cases"]} == {"words", "shuffle", "below"}
    assert len(VECTORS["cases"]) == 5


@pytest.mark.parametrize("case", cases("words"), ids=lambda case: case["stream"])
def test_the_words_of_a_stream_are_the_known_ones(case: dict[str, Any]) -> None:
    chance = SeededChance(SEED)
    assert [chance.word(case["stream"]) for _ in range(case["count"])] == case["result"]


@pytest.mark.parametrize("case", cases("below"), ids=lambda case: f"{case['stream']}-{case['n']}")
def test_the_numbers_of_a_stream_are_the_known_ones(case: dict[str, Any]) -> None:
    chance = SeededChance(SEED)
    assert [chance.below(case["stream"], case["n"]) for _ in range(case["count"])] == case["result"]
    assert chance.used() == {case["stream"]: case.get("words_used", case["count"])}


@pytest.mark.parametrize("case", cases("shuffle"), ids=lambda case: case["stream"])
def test_a_shuffle_is_the_known_one(case: dict[str, Any]) -> None:
    chance = SeededChance(SEED)
    items = list(case["input"])
    chance.shuffle(case["stream"], items)
    assert items == case["result"]
    assert chance.used() == {case["stream"]: case["words_used"]}


def shuffled_by_the_definition(chance: SeededChance, stream: str, items: list[int]) -> list[int]:
    """Fisher-Yates from the last index down, number by number."""
    for last in range(len(items) - 1, 0, -1):
        other = chance.below(stream, last + 1)
        items[last], items[other] = items[other], items[last]
    return items


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(0, 200), max_size=6))
def test_a_shuffle_draws_below_each_number_in_turn(seed: bytes, lengths: list[int]) -> None:
    quick, slow = SeededChance(seed), SeededChance(seed)
    for length in lengths:
        items = list(range(length))
        quick.shuffle("deck", items)
        assert items == shuffled_by_the_definition(slow, "deck", list(range(length)))
        assert quick.below("deck", 7) == slow.below("deck", 7)
    assert quick.used() == slow.used()


class AlwaysOnes:
    """A hash whose first block is all ones, and every other block the words 0 to 15."""

    def __init__(self, message: bytes) -> None:
        self._first = message.endswith(bytes(8))

    def digest(self, length: int) -> bytes:
        return b"\xff" * length if self._first else struct.pack(">16I", *range(16))


def test_a_shuffle_rejects_words_as_drawing_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """2**32 - 1 is rejected below 3, sixteen times; then 0 is drawn below 3, and 1 below 2."""
    monkeypatch.setattr("services.engine.chance.hashlib.shake_256", AlwaysOnes)
    items = [0, 1, 2]
    chance = SeededChance(bytes(32))
    chance.shuffle("deck", items)
    assert chance.used() == {"deck": 18}
    assert items == [2, 1, 0]


def test_a_shuffle_of_one_draws_nothing() -> None:
    chance = SeededChance(SEED)
    chance.shuffle("deck", [7])
    chance.shuffle("deck", [])
    assert chance.used() == {}


@each_row("before", range(34))
@each_row("skipped", [1, 2, 15, 16, 17])
def test_a_draw_below_one_uses_a_word(before: int, skipped: int) -> None:
    chance, other = SeededChance(SEED), SeededChance(SEED)
    drawn = [chance.word("x") for _ in range(before)]
    assert [chance.below("x", 1) for _ in range(skipped)] == [0] * skipped
    words = [other.word("x") for _ in range(before + skipped + 20)]
    assert drawn == words[:before]
    assert [chance.word("x") for _ in range(20)] == words[before + skipped :]


def test_a_deferred_source_draws_what_its_seed_gives_and_asks_for_it_once() -> None:
    asked: list[bytes] = []

    def derive() -> bytes:
        asked.append(SEED)
        return SEED

    chance, other = DeferredChance(derive), SeededChance(SEED)
    assert chance.below("x", 1) == other.below("x", 1) == 0
    assert asked == []
    copy = chance.clone()
    items, others = list(range(50)), list(range(50))
    for source, moved in ((chance, items), (other, others)):
        source.shuffle("x", moved)
    assert items == others
    assert chance.below("y", 1000) == other.below("y", 1000)
    again = list(range(50))
    copy.shuffle("x", again)
    assert again == items
    assert asked == [SEED]


def test_streams_do_not_disturb_each_other() -> None:
    alone, beside = SeededChance(SEED), SeededChance(SEED)
    beside.shuffle("deck:1", list(range(40)))
    assert [alone.word("deck:2") for _ in range(20)] == [beside.word("deck:2") for _ in range(20)]


@pytest.mark.parametrize("words", [0, 1, 15, 16, 17, 40])
def test_a_source_goes_on_where_another_one_stopped(words: int) -> None:
    first = SeededChance(SEED)
    for _ in range(words):
        first.word("deck")
    second = SeededChance(SEED)
    second.resume(first.used())
    assert [second.word("deck") for _ in range(20)] == [first.word("deck") for _ in range(20)]


@pytest.mark.parametrize("words", [0, 5, 16])
def test_a_shuffle_goes_on_where_another_source_stopped(words: int) -> None:
    first = SeededChance(SEED)
    for _ in range(words):
        first.word("deck")
    second = SeededChance(SEED)
    second.resume(first.used())
    one, two = list(range(30)), list(range(30))
    first.shuffle("deck", one)
    second.shuffle("deck", two)
    assert one == two


@pytest.mark.parametrize("chance", [SeededChance(SEED), FastChance(5)], ids=["seeded", "fast"])
def test_a_copy_draws_the_same_and_is_independent(chance: Chance) -> None:
    chance.below("deck", 6)
    copy = chance.clone()
    drawn = [copy.below("deck", 1000) for _ in range(40)]
    assert [chance.below("deck", 1000) for _ in range(40)] == drawn
    assert copy.used() == chance.used()


@pytest.mark.parametrize("chance", [SeededChance(SEED), FastChance(5)], ids=["seeded", "fast"])
@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_numbers_out_of_range_are_refused(chance: Chance, n: int) -> None:
    with pytest.raises(ValueError, match="between 1 and"):
        chance.below("deck", n)


def test_a_seed_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        SeededChance(b"short")


@pytest.mark.parametrize("make", [lambda g: SeededChance(g.to_bytes(32, "big")), FastChance], ids=["seeded", "fast"])
def test_every_order_of_a_shuffle_is_equally_likely(make: Any) -> None:
    """Chi-square over the 24 orders of four cards: 23 degrees of freedom, 0.1 % of even sources lie above 49.7."""
    counts: dict[tuple[int, ...], int] = {}
    for game in range(4_800):
        items = [0, 1, 2, 3]
        make(game).shuffle("deck", items)
        counts[tuple(items)] = counts.get(tuple(items), 0) + 1
    assert len(counts) == 24
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 49.7
