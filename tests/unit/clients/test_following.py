"""Where a stream has come to, without a network."""

import pytest

from playhall_client.errors import BadAnswer, NotReachable, Unauthenticated, Unavailable, refusal
from playhall_client.following import Following
from playhall_client.models import AccountEvent, MatchEvent
from playhall_client.requests import LINES, Request
from playhall_client.retries import Retries

RETRIES = Retries(first_seconds=1.0, most_seconds=8.0)


def match_following(since: int | None = None) -> Following[MatchEvent]:
    request = Request("GET", "/v1/matches/m_1/events/ndjson", lambda content: None, accept=LINES)
    return Following(request, MatchEvent.parse, "revision", since)


def account_following() -> Following[AccountEvent]:
    request = Request("GET", "/v1/events/ndjson", lambda content: None, {"include": "legal,view"}, accept=LINES)
    return Following(request, AccountEvent.parse, "cursor")


def test_the_next_connection_begins_after_the_last_line_that_was_given_out() -> None:
    following = match_following()
    assert following.request().target == "/v1/matches/m_1/events/ndjson"
    lines = following.receive(b'{"type":"snapshot","revision":4}\n{"type":"step","revision":5}\n')
    assert next(lines).revision == 4
    assert following.request().target == "/v1/matches/m_1/events/ndjson?since=4"
    following.request()
    assert [event.revision for event in following.receive(b'{"type":"step","revision":5}\n')] == [5]


def test_what_was_begun_on_one_connection_is_not_finished_on_the_next() -> None:
    following = match_following(since=1)
    assert list(following.receive(b'{"type":"step",')) == []
    following.request()
    with pytest.raises(BadAnswer):
        list(following.receive(b'"revision":2}\n'))


def test_nothing_follows_the_end() -> None:
    following = match_following(since=2)
    told = list(following.receive(b'{"type":"end","revision":2}\n{"type":"step","revision":3}\n'))
    assert [event.type for event in told] == ["end"]
    assert following.is_over


def test_a_snapshot_tells_everything_anew_wherever_it_stands() -> None:
    following = match_following(since=9)
    told = list(following.receive(b'{"type":"snapshot","revision":3}\n{"type":"step","revision":4}\n'))
    assert [event.revision for event in told] == [3, 4]
    assert following.since == 4


def test_lines_of_an_account_are_known_by_their_cursor() -> None:
    following = account_following()
    turn = b'{"type":"your_turn","cursor":"b","match":"m_1","ruleset":"sealed","seat":0,"decision":1}\n'
    told = list(following.receive(b'{"type":"open","cursor":"a","matches":[]}\n' + turn + turn))
    assert [(event.type, event.cursor) for event in told] == [("open", "a"), ("your_turn", "b")]
    assert following.request().target == "/v1/events/ndjson?include=legal%2Cview&since=b"


def test_pauses_grow_until_something_comes() -> None:
    following = match_following()
    for most in (1, 2, 4, 8, 8):
        assert most / 2 <= following.pause(RETRIES, None) <= most
    list(following.receive(b"\n"))
    assert following.pause(RETRIES, NotReachable()) <= 1


def test_a_pause_is_not_shorter_than_it_was_asked_for() -> None:
    busy = refusal(503, {"code": "BUSY"}, 7.0)
    assert isinstance(busy, Unavailable)
    assert 7.5 <= match_following().pause(RETRIES, busy) <= 8


def test_a_refusal_that_does_not_pass_is_raised() -> None:
    with pytest.raises(Unauthenticated):
        match_following().pause(RETRIES, refusal(401, {"code": "UNAUTHENTICATED"}, None))
