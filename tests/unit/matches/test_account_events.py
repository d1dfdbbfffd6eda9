import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.matches.account_events import account_events
from services.matches.accounts import Cursor, read_cursor
from services.matches.match import Seat, SeatStatus
from services.matches.match_lifecycle import Change, created, resigned, seated, started
from tests.unit.matches.builders import bot, match_of, person, step_to, stored_of

SEED = bytes(32)


def told(change: Change) -> list[tuple[str, dict[str, Any]]]:
    before = None if change.before is None else change.before.match
    return [(event.player_id, json.loads(event.json)) for event in account_events(before, change.after.match, 2000)]


def test_those_who_are_named_when_a_match_is_created_are_told_of_their_seats() -> None:
    invited = Seat(1, SeatStatus.RESERVED, "p_1", "Bob", "person")
    match = match_of(person(0), invited, Seat(2, SeatStatus.OPEN), bot(3))
    about = {"at": "1970-01-01T00:00:02.000Z", "match": match.id, "ruleset": match.ruleset}
    assert told(created(stored_of(match))) == [
        (match.seats[0].player_id, {"type": "seated", **about, "seat": 0}),
        (
            "p_1",
            {
                "type": "invited",
                **about,
                "seat": 1,
                "by": {"id": match.creator_id, "name": match.creator_name},
                "rematch_of": None,
                "expires_at": None,
            },
        ),
    ]


def test_a_bot_of_the_house_and_a_seat_that_goes_on_thinking_are_told_nothing() -> None:
    before = stored_of(match_of(person(0), bot(1), person(2)))
    live = started(before, SEED, step_to((0, 1), seats=3), 2000, by_platform=False)
    assert [(player, event["type"]) for player, event in told(live)] == [
        (before.match.seats[0].player_id, "match_began"),
        (before.match.seats[0].player_id, "your_turn"),
        (before.match.seats[2].player_id, "match_began"),
    ]
    assert told(resigned(live.after, 2, 3000, ends=False)) == []


def test_what_changes_nothing_for_a_player_is_not_told() -> None:
    before = stored_of(match_of(person(0), Seat(1, SeatStatus.OPEN)))
    change = seated(before, person(1), 2000)
    assert [(player, event["type"]) for player, event in told(change)] == [
        (change.after.match.seats[1].player_id, "seated")
    ]


PLACES = st.dictionaries(st.integers(0, 15), st.tuples(st.integers(0, 1 << 48), st.integers(0, 65_535)))


@given(at_ms=st.integers(0, 1 << 48), places=PLACES)
def test_a_cursor_is_read_as_it_was_written(at_ms: int, places: dict[int, tuple[int, int]]) -> None:
    text = str(Cursor(at_ms, places))
    assert set(text) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    assert len(text) <= 256
    again = read_cursor(text)
    assert again is not None
    assert (again.at_ms, again.places) == (at_ms, places)


@pytest.mark.parametrize(
    "text", ["", "A", "AAAA", "é", "AQ==", "A" * 300, "AgAAAAAAAAAA", "AQAAAAAAAAAA" + "_" * 15, "a b c"]
)
def test_what_is_no_cursor_is_not_read(text: str) -> None:
    assert read_cursor(text) is None


@given(st.text())
def test_no_text_breaks_the_reading_of_cursors(text: str) -> None:
    read_cursor(text)
