"""Ids in the order of time."""

import re

from hypothesis import given
from hypothesis import strategies as st

from services.identity.ids import new_id


def test_an_id_is_its_prefix_and_26_characters() -> None:
    assert re.fullmatch("p_[0-9a-hjkmnp-tv-z]{26}", new_id("p_", 1_795_000_000_000))


def test_the_first_ten_characters_tell_the_time() -> None:
    # The example of the ULID specification, in lower case.
    assert new_id("", 1_469_922_850_259)[:10] == "01arz3ndek"


@given(st.integers(0, 2**48 - 1), st.integers(0, 2**48 - 1))
def test_ids_sort_by_their_time(one: int, other: int) -> None:
    if one != other:
        assert (new_id("p_", one) < new_id("p_", other)) == (one < other)


def test_ids_of_one_moment_differ() -> None:
    assert len({new_id("k", 5) for _ in range(10_000)}) == 10_000
