"""Pages and their tokens."""

import base64
from urllib.parse import parse_qs

import pytest
from flask.testing import FlaskClient

from gateway.openapi.pagination import PageQuery
from services.errors import Refusal
from tests.unit.gateway.sample_api import open_shop

CURSOR = "m_01j9z3k4m5n6p7q8r9s0t1v2w3"


class Filtered(PageQuery):
    """A list with a filter."""

    colour: str | None = None


@pytest.fixture
def shop() -> FlaskClient:
    return open_shop([])


def test_a_page_token_gives_back_its_cursor() -> None:
    token = PageQuery().token("matches", CURSOR)
    assert PageQuery(page_token=token).cursor("matches") == CURSOR
    assert PageQuery().token("matches", None) is None
    assert PageQuery().cursor("matches") is None


def refused(query: PageQuery, of: str) -> None:
    with pytest.raises(Refusal) as refusal:
        query.cursor(of)
    assert [error.pointer for error in refusal.value.errors] == ["/query/page_token"]


@pytest.mark.parametrize("token", ["", "!", "a", "é", "Li4v", "AAAA", "bV8w\n", "AAAAAAAAAAAA"])
def test_what_is_not_a_page_token_is_refused(token: str) -> None:
    refused(PageQuery(page_token=token), "matches")


def bare(token: str) -> PageQuery:
    """A page of a list over gRPC."""
    query = PageQuery(page_token=token)
    query.use_bare_tokens()
    return query


def test_a_bare_token_is_its_cursor() -> None:
    assert (bare("").token("matches", CURSOR), bare(CURSOR).cursor("matches")) == (CURSOR, CURSOR)
    assert (bare("").token("log", "30"), bare("30").number("log")) == ("30", 30)


@pytest.mark.parametrize("token", ["", "..", "1.0", "bot:greedy", "x" * 81, "\u00e9", CURSOR + "\n"])
def test_a_bare_token_that_is_no_id_is_refused(token: str) -> None:
    refused(bare(token), "matches")


@pytest.mark.parametrize("token", ["0", "0003", "-1", "x", "1" * 16, CURSOR])
def test_a_bare_token_that_is_no_number_is_refused_where_a_list_goes_by_numbers(token: str) -> None:
    with pytest.raises(Refusal) as refusal:
        bare(token).number("log")
    assert [error.pointer for error in refusal.value.errors] == ["/query/page_token"]


def test_a_token_belongs_to_its_list_and_filters() -> None:
    token = Filtered(colour="red").token("things", CURSOR)
    assert Filtered(colour="red", page_token=token, page_size=7).cursor("things") == CURSOR
    refused(Filtered(colour="blue", page_token=token), "things")
    refused(Filtered(page_token=token), "things")
    refused(Filtered(colour="red", page_token=token), "matches")


def test_a_token_with_another_cursor_of_the_same_form_is_only_another_place() -> None:
    """Tokens are opaque, not secret: whoever makes one up sees what it may see anyway."""
    token = PageQuery().token("matches", CURSOR)
    assert token is not None
    raw = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
    other = base64.urlsafe_b64encode(raw[:-1] + b"4").decode().rstrip("=")
    assert PageQuery(page_token=other).cursor("matches") == CURSOR[:-1] + "4"


@pytest.mark.parametrize(("asked", "given"), [(1, 1), (100, 100), (101, 100), (10**9, 100)])
def test_a_page_is_never_larger_than_the_largest(asked: int, given: int) -> None:
    assert PageQuery(page_size=asked).size == given


def test_pages_follow_each_other_by_token_and_by_link(shop: FlaskClient) -> None:
    found: list[list[int]] = []
    address = "/shelves?page_size=2"
    while address:
        response = shop.get(address)
        assert response.json is not None
        found.append(response.json["shelves"])
        token = response.json["next_page_token"]
        link = response.headers.get("Link")
        assert (link is None) == (token is None)
        if link is not None:
            query, _, kind = link.partition("; ")
            assert kind == 'rel="next"'
            assert parse_qs(query.strip("<>?")) == {"page_size": ["2"], "page_token": [token]}
        address = f"/shelves{link.partition('>')[0][1:]}" if link else ""
    assert found == [[10, 20], [30, 40], [50]]


def test_a_list_that_grows_meanwhile_repeats_nothing_and_leaves_nothing_out() -> None:
    first, token = PageQuery(page_size=2).page("list", ["b", "d", "f", "h"], str)
    second, _ = PageQuery(page_size=2, page_token=token).page("list", ["a", "b", "c", "d", "e", "f", "g", "h"], str)
    assert (first, second) == (["b", "d"], ["e", "f"])
