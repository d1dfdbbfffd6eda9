"""Requests, what their answers mean, and when they are sent again; without a network."""

from datetime import datetime, timezone

import pytest

from playhall_client.errors import ApiError, BadAnswer, IllegalAction, NotReachable, TooLate, refusal
from playhall_client.models import Match, MatchEvent
from playhall_client.requests import Request, listed, path, record
from playhall_client.retries import Retries

RETRIES = Retries(attempts=3, first_seconds=1.0, most_seconds=8.0, patience_seconds=60.0)


def test_a_path_keeps_its_parts_apart() -> None:
    assert path("matches", "m_1", "decisions", 3, verb="check") == "/v1/matches/m_1/decisions/3:check"
    assert path("matches", "a/b?c:d") == "/v1/matches/a%2Fb%3Fc%3Ad"


def test_a_query_has_what_is_given() -> None:
    first = listed(Match, "matches", "/v1/matches", {"status": "live", "player": None, "page_size": 2})
    assert first.target == "/v1/matches?status=live&page_size=2"
    page = first.parse(b'{"matches": [], "next_page_token": "t/1"}')
    assert page.next is not None
    assert page.next.target == "/v1/matches?status=live&page_size=2&page_token=t%2F1"
    assert page.next.parse(b'{"matches": [], "next_page_token": null}').next is None


def test_a_record_keeps_what_it_does_not_know() -> None:
    match = record(Match)(
        b'{"id": "m_1", "ruleset": "sealed", "status": "of next year", "mood": 3, "created_at":'
        b' "2026-11-24T18:00:00.250Z", "seats": [{"seat": 0, "status": "haunted", "chair": "red"}]}'
    )
    assert (match.status, match.raw["mood"], match.seats[0].raw["chair"]) == ("of next year", 3, "red")
    assert match.created_at == datetime(2026, 11, 24, 18, 0, 0, 250_000, tzinfo=timezone.utc)  # noqa: UP017 - as in 3.10


def test_a_record_says_what_is_missing() -> None:
    with pytest.raises(BadAnswer, match="a Match without ruleset, status"):
        Match.parse({"id": "m_1"})


def test_what_a_seat_knows_is_not_printed_by_accident() -> None:
    event = MatchEvent.parse({"type": "snapshot", "revision": 1, "view": {"hand": "7 of clubs"}, "legal": []})
    assert "clubs" not in repr(event)
    assert event.view == {"hand": "7 of clubs"}


@pytest.mark.parametrize(
    ("wait", "seconds"), [("7", 7.0), (" 0 ", 0.0), ("", None), ("-1", None), ("²", None), ("Tue, 24 Nov", None)]
)
def test_retry_after_is_a_number_of_seconds(wait: str, seconds: float | None) -> None:
    with pytest.raises(ApiError) as caught:
        Request("GET", "/", bytes).result(503, {"Retry-After": wait}, b"<html>")
    assert (caught.value.retry_after, caught.value.code) == (seconds, "")


def test_an_error_says_what_is_wrong_where() -> None:
    problem = {
        "code": "INVALID_FIELD",
        "detail": "See `errors`.",
        "errors": [{"pointer": "/body/a", "detail": "no"}, 3],
    }
    error = refusal(422, problem, None)
    assert str(error) == "INVALID_FIELD (422): See `errors`.; /body/a: no"
    assert [(each.pointer, each.detail) for each in error.errors] == [("/body/a", "no")]
    assert isinstance(refusal(422, {"code": "ILLEGAL_ACTION"}, None), IllegalAction)
    assert isinstance(refusal(409, {"code": "DECISION_ALREADY_ANSWERED"}, None), TooLate)
    assert type(refusal(422, {"code": None, "errors": "?"}, None)) is ApiError


@pytest.mark.parametrize(
    ("error", "least", "most"),
    [
        (NotReachable(), 0.5, 1),
        (refusal(503, {}, None), 0.5, 1),
        (refusal(503, {}, 5.0), 5.5, 6),
        (refusal(429, {"code": "RATE_LIMITED"}, 60.0), 60.5, 61),
        (refusal(409, {"code": "REQUEST_IN_PROGRESS"}, None), 0.5, 1),
    ],
)
def test_what_passes_is_tried_again(error: NotReachable | ApiError, least: float, most: float) -> None:
    pause = RETRIES.pause(1, error)
    assert pause is not None
    assert least <= pause <= most
    assert RETRIES.pause(2, error) is not None
    assert RETRIES.pause(3, error) is None


@pytest.mark.parametrize(
    "error",
    [
        BadAnswer(),
        refusal(500, {}, None),
        refusal(400, {}, 1.0),
        refusal(429, {"code": "QUOTA_EXCEEDED"}, None),
        refusal(429, {"code": "RATE_LIMITED"}, 61.0),
        refusal(409, {"code": "SEAT_TAKEN"}, None),
    ],
)
def test_what_does_not_pass_is_not(error: BadAnswer | ApiError) -> None:
    assert RETRIES.pause(1, error) is None


def test_pauses_grow_and_are_drawn() -> None:
    drawn = [Retries(attempts=99).pause(50, NotReachable()) for _ in range(20)]
    assert all(pause is not None and 5 <= pause <= 10 for pause in drawn)
    assert len(set(drawn)) > 1
