"""Documents put together from bytes."""

import json

import pytest

from gateway.formats.raw_json import Raw, array, compose, with_type
from services.moments import moment


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
    assert moment(milliseconds) == text
