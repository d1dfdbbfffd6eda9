import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.engine.engine import EventShares
from services.matches import event_log
from services.matches.canonical_json import dump
from services.matches.event_log import LogEntryKind, MatchLogEntry, TimeRanOut
from services.matches.match import AbortReason, Status
from services.matches.viewer_notices import Notice, NoticeKind, NoticeReason

PLAYED = MatchLogEntry(
    kind=LogEntryKind.PLAY,
    rev=3,
    notice=0,
    at_ms=1_767_225_600_007,
    events=(
        EventShares(b'{"hidden":{}}', {1: b'{"card":"\xc3\xa9"}'}),
        EventShares(None, {1: b'{"own":1}'}),
        EventShares(b'{"all":true}', {}),
    ),
    shown=(4, 5, 9),
    next=(2, 7),
    status=Status.LIVE,
    seat=1,
    decision=6,
    notation="go",
    action=b'{"go":{"to":1}}',
)


def test_a_line_holds_the_viewers_shares_and_its_own_numbers() -> None:
    assert event_log.line(PLAYED, -1).line == (
        b'{"revision":4,"at":"2026-01-01T00:00:00.007Z","events":[{"hidden":{}},{"all":true}],'
        b'"pending":[0,1],"decision":null,"status":"live"}'
    )
    assert event_log.line(PLAYED, 0).line == (
        b'{"revision":5,"at":"2026-01-01T00:00:00.007Z","events":[{"hidden":{}},{"all":true}],'
        b'"pending":[0,1],"decision":2,"status":"live"}'
    )
    assert event_log.line(PLAYED, 1).line == (
        b'{"revision":9,"at":"2026-01-01T00:00:00.007Z","events":[{"card":"\xc3\xa9"},{"own":1},{"all":true}],'
        b'"pending":[0,1],"decision":7,"status":"live"}'
    )


def has_notice(entry: MatchLogEntry, viewer: int) -> bool:
    return (
        b'"status":"live","notice":{"kind":"time_ran_out","seat":1,"text":"Player 1\'s time runs out."}}'
        in event_log.line(entry, viewer).line
    )


def test_a_line_says_that_time_ran_out_to_those_who_may_know() -> None:
    for_all = PLAYED._replace(time_ran_out=TimeRanOut.ALL)
    assert [has_notice(for_all, viewer) for viewer in (-1, 0, 1)] == [True, True, True]
    for_its_seat = PLAYED._replace(time_ran_out=TimeRanOut.SEAT)
    assert [has_notice(for_its_seat, viewer) for viewer in (-1, 0, 1)] == [False, False, True]
    assert [event_log.line(for_its_seat, viewer) for viewer in (-1, 0)] == [
        event_log.line(PLAYED, viewer) for viewer in (-1, 0)
    ]


def test_an_answer_holds_what_its_seat_was_shown() -> None:
    assert event_log.answer("m_1", PLAYED) == (
        b'{"match":"m_1","seat":1,"decision":6,"action":{"go":{"to":1}},"notation":"go","revision":9,'
        b'"events":[{"card":"\xc3\xa9"},{"own":1},{"all":true}],"next_decision":7}'
    )


def test_a_viewer_is_told_the_text_of_its_own_share_and_of_no_other() -> None:
    hidden = EventShares(b'{"laid":{}}', {1: b'{"laid":{"card":7}}'}, "Player 1 lays a card.", {1: "Player 1 lays 7."})
    for_one = EventShares(None, {1: b"{}"}, private_texts={1: 'Player 1 says "é".'})
    entry = PLAYED._replace(events=(hidden, for_one))
    public = [b'{"laid":{},"text":"Player 1 lays a card."}']
    assert [entry.told_to(viewer) for viewer in (-1, 0)] == [public, public]
    assert entry.told_to(1) == [
        b'{"laid":{"card":7},"text":"Player 1 lays 7."}',
        '{"text":"Player 1 says \\"é\\"."}'.encode(),
    ]
    assert event_log.decode(event_log.encode(entry)) == entry


def test_a_share_without_a_text_of_its_own_gets_none() -> None:
    event = EventShares(b'{"laid":{}}', {1: b'{"laid":{"card":7}}'}, "Player 1 lays a card.")
    assert PLAYED._replace(events=(event,)).told_to(1) == [b'{"laid":{"card":7}}']


@pytest.mark.parametrize(
    ("kind", "reason", "told"),
    [
        (LogEntryKind.RESIGNED, None, {"kind": "resigned", "seat": 1, "text": "Player 1 resigns."}),
        (LogEntryKind.ABORTED, None, {"kind": "aborted", "text": "The match is called off."}),
        (
            LogEntryKind.ABORTED,
            AbortReason.IDLE,
            {"kind": "aborted", "reason": "idle", "text": "The match is called off: nobody moved for too long."},
        ),
    ],
)
def test_a_notice_says_what_happened_in_words(kind: LogEntryKind, reason: AbortReason | None, told: object) -> None:
    notice = event_log.notice(PLAYED._replace(kind=kind, abort_reason=reason), -1)
    assert notice is not None
    assert notice.to_json() == told


def test_every_kind_of_notice_has_a_text() -> None:
    assert all(Notice(kind, 0).text for kind in NoticeKind)


@pytest.mark.parametrize("action", ["go", {"go": {"to": 1}}])
def test_an_action_is_known_again_in_both_its_forms(action: object) -> None:
    assert isinstance(action, str | dict)
    assert PLAYED.is_answered_by(action)


@pytest.mark.parametrize(
    "action", ["Go", "", {}, {"go": {}}, {"go": {"to": True}}, {"go": {"to": 1.0}}, {"go": {"to": "1"}}]
)
def test_another_action_is_another(action: object) -> None:
    assert isinstance(action, str | dict)
    assert not PLAYED.is_answered_by(action)


def test_what_cannot_be_written_as_utf8_is_another_action_too() -> None:
    assert not PLAYED.is_answered_by({"go": "\ud800"})
    assert not PLAYED.is_answered_by("\ud800")


documents = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8")),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner, max_size=3)
    ),
    max_leaves=8,
)
objects = st.dictionaries(st.text(st.characters(codec="utf-8"), max_size=5), documents, max_size=3)
events = st.builds(
    EventShares, st.none() | objects.map(dump), st.dictionaries(st.integers(0, 3), objects.map(dump), max_size=3)
)


@given(
    st.lists(events, max_size=3),
    st.none() | objects.map(dump),
    st.none() | st.text(),
    st.none() | objects,
    st.none() | st.sampled_from(TimeRanOut),
)
def test_entries_come_back_as_they_were(
    shares: list[EventShares],
    action: bytes | None,
    given_form: str | None,
    outcome: dict[str, object] | None,
    time_ran_out: TimeRanOut | None,
) -> None:
    entry = MatchLogEntry(
        kind=LogEntryKind.PLAY,
        rev=1,
        notice=0,
        at_ms=5,
        events=tuple(shares),
        shown=(1, 2),
        next=(None, 4),
        status=Status.FINISHED,
        seat=0,
        action=action,
        given=None if given_form is None else given_form.encode("ascii", "backslashreplace").decode(),
        outcome=outcome,
        time_ran_out=time_ran_out,
    )
    assert event_log.decode(event_log.encode(entry)) == entry


@pytest.mark.parametrize(
    ("notice", "told"),
    [
        (Notice(NoticeKind.RESIGNED, 1), {"kind": "resigned", "seat": 1, "text": "Player 1 resigns."}),
        (
            Notice(NoticeKind.RESIGNED, 1, NoticeReason.TIME_RAN_OUT),
            {"kind": "resigned", "seat": 1, "reason": "time_ran_out"}
            | {"text": "Player 1 must resign: its time ran out."},
        ),
        (
            Notice(NoticeKind.TAKEN_OVER, 2),
            {"kind": "taken_over", "seat": 2, "text": "A bot takes over for player 2, whose time ran out."},
        ),
        (
            Notice(NoticeKind.TIME_CREDITED, seconds=12),
            {"kind": "time_credited", "seconds": 12} | {"text": "The platform stood still: the clocks get 12 s back."},
        ),
        (
            Notice(NoticeKind.ABORTED, reason=NoticeReason.IDLE),
            {"kind": "aborted", "reason": "idle", "text": "The match is called off: nobody moved for too long."},
        ),
    ],
)
def test_a_notice_says_what_happened(notice: Notice, told: dict[str, object]) -> None:
    assert notice.to_json() == told


def test_every_kind_and_reason_has_a_sentence() -> None:
    for reason in (None, NoticeReason.EXPIRED, NoticeReason.IDLE):
        assert Notice(NoticeKind.ABORTED, reason=reason).text
    assert all(Notice(kind, seat=0, seconds=1).text for kind in NoticeKind)
