"""Names of players and keys."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.errors import Reason, Refusal
from services.identity.names import clean_name
from tests.marks import each_row


@each_row(
    ("given_name", "name"),
    [
        ("Ann", "Ann"),
        ("  Ann \t\n", "Ann"),
        ("\u3000花子\u00a0", "花子"),
        ("Ann of the Hill", "Ann of the Hill"),
        ("x" * 64, "x" * 64),
        (" " + "x" * 64 + " ", "x" * 64),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("अन्\u200dन", "अन्\u200dन"),
        ("!", "!"),
        ("1\ufe0f\u20e3", "1\ufe0f\u20e3"),
        ("❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"),
        ("\u2139\ufe0f", "\u2139\ufe0f"),
        ("\u0645\u06cc\u200c\u062e\u0648", "\u0645\u06cc\u200c\u062e\u0648"),
        ("葛\U000e0100", "葛\U000e0100"),
        ("Việt e\u0302\u0301", "Việt e\u0302\u0301"),
    ],
)
def test_a_name_is_trimmed_and_otherwise_left_as_it_is(given_name: str, name: str) -> None:
    assert clean_name(given_name) == name


@each_row(
    ("name", "detail"),
    [
        ("", "must have 1 to 64 characters"),
        ("  \t ", "must have 1 to 64 characters"),
        ("x" * 65, "must have 1 to 64 characters"),
        ("An\nn", "must not hold control characters"),
        ("An\x00n", "must not hold control characters"),
        ("An\x1b[31mn", "must not hold control characters"),
        ("An\x85n", "must not hold control characters"),
        ("An\u2028n", "must not hold control characters"),
        ("An\u202en", "must not hold control characters"),
        ("An\ud800n", "must not hold control characters"),
        ("\u200b\u200d", "must hold a visible character"),
        ("\u3164", "must hold a visible character"),
        ("\u115f\u1160", "must hold a visible character"),
        ("\uffa0", "must hold a visible character"),
        ("\u2800\u2800", "must hold a visible character"),
        ("\U0001d159", "must hold a visible character"),
        ("\ufffc", "must hold a visible character"),
        ("\u034f\u180e", "must hold a visible character"),
        ("\ue000", "must hold a visible character"),
        ("\U000f0000", "must hold a visible character"),
        ("\U0001ffff", "must hold a visible character"),
        ("\ufe0f\u200d", "must hold a visible character"),
        ("\U000e0041\U000e0042", "must hold a visible character"),
        ("Ada\u3164", "must not hold characters that nobody sees"),
        ("A\u200bda", "must not hold characters that nobody sees"),
        ("A\xadda", "must not hold characters that nobody sees"),
        ("Ada\U000e0041", "must not hold characters that nobody sees"),
        ("Ada\ufe0f", "must not hold characters that nobody sees"),
        ("A\u200dda", "must not hold characters that nobody sees"),
        ("é\u200dé", "must not hold characters that nobody sees"),
        ("1\ufe0f", "must not hold characters that nobody sees"),
        ("न\u200d", "must not hold characters that nobody sees"),
        ("❤\ufe0f\ufe0f", "must not hold characters that nobody sees"),
        ("न्\u200d\u200dन", "must not hold characters that nobody sees"),
        ("\u0301", "must hold a visible character"),
        ("\u0301Ada", "must not begin with a mark, nor have more than 4 on a character"),
        ("\u20ddAda", "must not begin with a mark, nor have more than 4 on a character"),
        (
            "e" + ("\u0301" * 4 + "\u200d") * 2 + "\u0301",
            "must not begin with a mark, nor have more than 4 on a character",
        ),
        ("Z" + "\u0335" * 5, "must not begin with a mark, nor have more than 4 on a character"),
    ],
)
def test_a_name_that_cannot_be_shown_is_refused_at_its_field(name: str, detail: str) -> None:
    with pytest.raises(Refusal) as refused:
        clean_name(name)

    assert refused.value.reason is Reason.INVALID_FIELD
    assert [(error.pointer, error.detail) for error in refused.value.errors] == [("/name", detail)]


@given(st.text())
def test_a_clean_name_is_clean(text: str) -> None:
    try:
        name = clean_name(text)
    except Refusal:
        return
    assert clean_name(name) == name
    assert 1 <= len(name) <= 64
    assert len(name.splitlines()) == 1
    assert name.encode()
