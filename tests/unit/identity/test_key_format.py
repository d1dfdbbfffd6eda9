"""The text of an API key."""

import re

from hypothesis import given
from hypothesis import strategies as st

from services.identity import KeyText, key_format
from tests.marks import each_row

KEY_ID = "k01k3q8b0c3m9v7x5t2w4y6z8ab"
SECRET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg"
BYTES = bytes(range(32))
TEXT = f"playhall_dev_{KEY_ID}_{SECRET}"


def test_a_key_reads_playhall_environment_id_secret() -> None:
    text, _ = key_format.make("dev", KEY_ID, BYTES)

    assert re.fullmatch(rf"playhall_dev_{KEY_ID}_[0-9A-Za-z]{{43}}", text)


def test_a_text_that_was_made_proves_itself_by_the_digest_that_is_stored() -> None:
    text, digest = key_format.make("dev", KEY_ID, BYTES)

    assert key_format.parse("dev", text) == (KEY_ID, digest)
    assert len(digest) == 32


def test_the_digest_is_the_sha256_of_the_secret() -> None:
    parsed = key_format.parse("dev", TEXT)

    assert parsed is not None
    assert parsed.digest.hex() == "71d84b1859bad11abcb3dfd9353c8d1873aafd883ffaf6f2c9df7cbcfc3e1850"


def test_no_two_secrets_are_alike() -> None:
    assert len({key_format.make("dev", KEY_ID, number.to_bytes(32))[0] for number in range(1000)}) == 1000


@each_row(
    "text",
    [
        "",
        "playhall",
        "playhall_dev",
        f"playhall_dev_{KEY_ID}_",
        f"playhall_dev_{KEY_ID}_{SECRET[:-1]}",
        f"playhall_dev_{KEY_ID}_{SECRET}x",
        f"playhall_dev_{KEY_ID}_{SECRET[:-1]}!",
        f"playhall_dev_{KEY_ID}_{SECRET[:-1]}é",
        f"playhall_dev_{KEY_ID}_{SECRET[:-1]}٣",
        f"playhall_dev_{KEY_ID[:-1]}_{SECRET}",
        f"playhall_dev_{KEY_ID[1:]}_{SECRET}",
        f"playhall_dev_{KEY_ID.upper()}_{SECRET}",
        f"playhall__{KEY_ID}_{SECRET}",
        f"playhall_live_{KEY_ID}_{SECRET}",
        f"Playhall_dev_{KEY_ID}_{SECRET}",
        f" playhall_dev_{KEY_ID}_{SECRET}",
        f"playhall_dev_{KEY_ID}_{SECRET}\n",
        f"Bearer playhall_dev_{KEY_ID}_{SECRET}",
        f"playhall_dev_' OR 1=1 --_{SECRET}",
        "playhall_dev_" * 10_000,
    ],
)
def test_what_is_not_a_key_of_this_environment_is_not_parsed(text: str) -> None:
    assert key_format.parse("dev", text) is None


@given(st.text())
def test_no_text_whatever_breaks_the_parser(text: str) -> None:
    assert key_format.parse("dev", text) is None
    assert key_format.parse("dev", f"playhall_dev_{KEY_ID}_{text}") is None or re.fullmatch("[0-9A-Za-z]{43}", text)


@given(st.from_regex(r"[A-Za-z0-9]{1,16}", fullmatch=True), st.from_regex(r"k[0-9a-hjkmnp-tv-z]{26}", fullmatch=True))
def test_every_key_that_can_be_made_can_be_read(environment: str, key_id: str) -> None:
    text, digest = key_format.make(environment, key_id, BYTES)

    assert key_format.parse(environment, text) == (key_id, digest)
    assert key_format.parse(environment + "x", text) is None


@given(st.integers(0, len(TEXT) - 1), st.characters())
def test_a_key_with_one_character_changed_is_another_key_or_none(place: int, character: str) -> None:
    changed = TEXT[:place] + character + TEXT[place + 1 :]

    assert (key_format.parse("dev", changed) == key_format.parse("dev", TEXT)) == (changed == TEXT)


def test_the_repr_of_a_key_hides_its_secret() -> None:
    text = KeyText(TEXT)

    assert repr(text) == f"<key playhall_dev_{KEY_ID}>"
    assert SECRET not in repr(("the key", text))
    assert SECRET not in f"{text!r}"


def test_a_key_text_is_otherwise_a_string() -> None:
    assert KeyText(TEXT) == TEXT
    assert f"Bearer {KeyText(TEXT)}" == f"Bearer {TEXT}"
