"""Documents put together from bytes."""

import json

import pytest

from gateway.api.paging import PageQuery, encode
from gateway.documents import Raw, array, compose, with_type
from gateway.times import timestamp
from services.errors import Refusal


def test_raw_parts_are_passed_through_unchanged() -> None:
    assert compose({"a": 1, "b": Raw(b'{"x" : "\\u00e9"}'), "c": "é", "d": (1, None)}) == (
        '{"a":1,"b":{"x" : "\\u00e9"},"c":"é","d":[1,null]}'.encode()
    )


def test_documents_become_arrays_and_get_types() -> None:
    assert array([]) == b"[]"
    assert json.loads(array([b"{}", b"[1]"])) == [{}, [1]]
    assert with_type("step", b'{"revision":1}') == b'{"type":"step","revision":1}'


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [
        (0, "1970-01-01T00:00:00.000Z"),
        (1_767_225_600_007, "2026-01-01T00:00:00.007Z"),
        (None, None),
    ],
)
def test_moments_are_rfc_3339_in_utc_with_milliseconds(milliseconds: int | None, text: str | None) -> None:
    assert timestamp(milliseconds) == text


def test_a_page_token_gives_back_its_cursor() -> None:
    token = encode("m_01j9z3k4m5n6p7q8r9s0t1v2w3")
    assert PageQuery(page_token=token).cursor == "m_01j9z3k4m5n6p7q8r9s0t1v2w3"
    assert encode(None) is None
    assert PageQuery().cursor is None


@pytest.mark.parametrize("token", ["", "!", "a", "é", "Li4v", "AAAA", "bV8w\n"])
def test_what_is_not_a_page_token_is_refused(token: str) -> None:
    with pytest.raises(Refusal) as refused:
        PageQuery(page_token=token).cursor  # noqa: B018 - a property that raises
    assert [error.pointer for error in refused.value.errors] == ["/query/page_token"]


@pytest.mark.parametrize(("asked", "given"), [(1, 1), (100, 100), (101, 100), (10**9, 100)])
def test_a_page_is_never_larger_than_the_largest(asked: int, given: int) -> None:
    assert PageQuery(page_size=asked).size == given
