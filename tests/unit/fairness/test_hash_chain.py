"""The hash chain: known answers, and every way in which a chain can be wrong."""

import dataclasses
from collections.abc import Callable

import pytest

from services.fairness.hash_chain import EMPTY, BrokenChain, ChainEntry, Head, SignedHead, checked, next_entry
from services.fairness.signing import BadSignature, SigningKeys


def chain(size: int) -> list[ChainEntry]:
    entries: list[ChainEntry] = []
    for number in range(size):
        entries.append(next_entry(entries[-1] if entries else None, bytes([number]) * 32, 1_000 + number))
    return entries


def test_the_hashes_are_those_of_the_definition() -> None:
    # printf 'playhall.commitment-log-entry/1\0' and then 8 + 8 + 32 + 32 bytes, through sha256sum
    first = next_entry(None, b"\xaa" * 32, 1_767_268_800_000)
    assert (first.index, first.time_ms, first.previous) == (0, 1_767_268_800_000, EMPTY)
    assert first.hash.hex() == "dc9c35c8f2a8c7b44282e2da7059d0835c145b86825e27a178726aee9ced8cf3"
    second = next_entry(first, b"\xbb" * 32, 1_767_268_800_001)
    assert (second.index, second.previous) == (1, first.hash)
    assert second.hash.hex() == "907ad6c8c78ff912380e64c463fbac099a67d93571f38517514ab928ee26c17e"
    assert Head(2, second.hash, 1_767_268_800_001).payload().hex() == (
        "0000000000000002" + second.hash.hex() + "0000019b796dd601"
    )


def test_an_entry_is_never_dated_before_the_last_one() -> None:
    first = next_entry(None, b"\xaa" * 32, 5_000)
    assert next_entry(first, b"\xbb" * 32, 4_000).time_ms == 5_000


def test_a_whole_chain_and_a_part_of_it_hold() -> None:
    entries = chain(5)
    assert list(checked(entries)) == entries
    assert list(checked(entries[3:], entries[2])) == entries[3:]


def rehashed(entry: ChainEntry, **changes: int | bytes) -> ChainEntry:
    """An entry that was changed and hashed again."""
    last = ChainEntry(entry.index - 1, 0, b"", entry.previous, entry.previous) if entry.index else None
    changed = dataclasses.replace(entry, **changes)  # type: ignore[arg-type]
    return dataclasses.replace(changed, hash=next_entry(last, changed.digest, changed.time_ms).hash)


@pytest.mark.parametrize(
    ("forged", "why"),
    [
        (lambda e: e[:1] + e[2:], "entry 2 stands where entry 1 must be"),
        (lambda e: e[1:], "entry 1 stands where entry 0 must be"),
        (lambda e: [e[0], e[2], e[1], e[3]], "entry 2 stands where entry 1 must be"),
        (lambda e: [e[0], e[0]], "entry 0 stands where entry 1 must be"),
        (
            lambda e: [e[0], dataclasses.replace(e[1], digest=b"x" * 32), *e[2:]],
            "entry 1 has another hash than its content",
        ),
        (lambda e: [e[0], dataclasses.replace(e[1], time_ms=999), *e[2:]], "entry 1 has another hash than its content"),
        (
            lambda e: [e[0], rehashed(e[1], digest=b"x" * 32), *e[2:]],
            "entry 2 does not follow the one before: its previous hash is another",
        ),
        (lambda e: [dataclasses.replace(e[0], previous=b"x" * 32)], "entry 0 does not follow the one before"),
        (lambda e: [e[0], rehashed(e[1], time_ms=999)], "entry 1 is dated before the one before"),
    ],
    ids=[
        "removed",
        "begins later",
        "reordered",
        "doubled",
        "changed",
        "dated otherwise",
        "changed and hashed",
        "does not begin at the beginning",
        "backdated and hashed",
    ],
)
def test_a_chain_that_was_tampered_with_is_refused(
    forged: Callable[[list[ChainEntry]], list[ChainEntry]], why: str
) -> None:
    with pytest.raises(BrokenChain, match=why):
        list(checked(forged(chain(4))))


@pytest.mark.parametrize("changes", [{"size": 3}, {"hash": b"x" * 32}, {"time_ms": 7}], ids=lambda c: next(iter(c)))
def test_a_head_is_signed_as_a_whole(changes: dict[str, int | bytes]) -> None:
    keys = SigningKeys.generate()
    signed = SignedHead.sign(Head(2, b"h" * 32, 5), keys)
    signed.verify(keys.public)
    with pytest.raises(BadSignature):
        dataclasses.replace(signed, head=dataclasses.replace(signed.head, **changes)).verify(keys.public)  # type: ignore[arg-type]
