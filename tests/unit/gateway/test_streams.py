"""Streams over a scripted log."""

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, cast

import pytest
from gateway.streams.lines import JSON_LINES, SERVER_SENT_EVENTS, Line
from gateway.streams.threads import HEARTBEAT_SECONDS, Places, Streams, written

from gateway.streams.feed import BATCH, MOST_WAITING, Feed, Wish
from services.errors import Reason, Refusal
from services.identity import Caller, PlayerKind
from services.matches.event_hub import EventHub, Listener, Subscription
from services.matches.matches import Matches
from services.matches.model import EventLine, Status, ViewSnapshot

CALLER = Caller("p_1", "Ada", PlayerKind.PERSON, "k1", frozenset())


@dataclass
class ScriptedMatches:
    """A match as one viewer sees it. Time passes only in ``wait``, which also plays the next act of the script."""

    revision: int = 3
    status: Status = Status.LIVE
    now: float = 0.0
    script: list[Callable[["ScriptedMatches"], None]] = field(default_factory=list)
    listeners: list[Listener] = field(default_factory=list)
    told: int = 0
    first_kept: int = 0

    def look(self, caller: Caller, match_id: str, viewer: int) -> ViewSnapshot:
        return ViewSnapshot(
            match_id=match_id,
            viewer=viewer,
            revision=self.revision,
            status=self.status,
            view=b'{"hand":[1,2]}',
            decision=2,
            legal=b'[{"notation":"keep"}]',
            pending=(0,),
            deadline_ms=None,
            outcome={"reason": "won"} if self.status is Status.FINISHED else None,
        )

    def events(self, caller: Caller, match_id: str, viewer: int, *, since: int, limit: int) -> list[EventLine]:
        first = max(min(since, self.revision - 1) if self.status.ended else since, self.first_kept - 1)
        return [self.line(number) for number in range(first + 1, self.revision + 1)][:limit]

    def line(self, number: int) -> EventLine:
        last = self.status.ended and number == self.revision
        more = b',"status":"finished","outcome":{"reason":"won"}' if last else b""
        return EventLine(number, b'{"revision":%d%b}' % (number, more), last=last)

    def follow(self, match_id: str, viewer: int, since: int, listener: Listener) -> Subscription:
        """As a hub."""
        self.listeners.append(listener)
        return Subscription(self.told, lambda: self.listeners.remove(listener) if listener in self.listeners else None)

    def wait(self, woken: threading.Event, seconds: float) -> None:
        if woken.is_set():
            return
        self.now += seconds
        if self.script:
            self.script.pop(0)(self)

    def step(self) -> None:
        self.revision += 1
        self.tell(self.line(self.revision))

    def finish(self) -> None:
        self.status = Status.FINISHED
        self.step()

    def tell(self, *lines: EventLine) -> None:
        for listener in tuple(self.listeners):
            listener(lines)

    def lose(self) -> None:
        for listener in tuple(self.listeners):
            listener(None)


def streams(matches: ScriptedMatches, **changes: Any) -> Streams:
    settings = {"max_seconds": 60.0, "places": Places(4), "stopping": lambda: False, "recheck_seconds": 0.0, **changes}
    return Streams(
        cast(Matches, matches), cast(EventHub, matches), clock=lambda: matches.now, wait=matches.wait, **settings
    )


WISH = Wish("m_1", 0, None, lambda: CALLER)


def tell(line: Line | None) -> tuple[str, int] | None:
    return None if line is None else (line.type.value, line.revision)


def told(lines: Iterable[Line | None]) -> list[tuple[str, int] | None]:
    return [tell(line) for line in lines]


def test_a_stream_begins_with_a_snapshot_and_ends_with_the_match() -> None:
    matches = ScriptedMatches(script=[ScriptedMatches.step, ScriptedMatches.finish])
    lines = list(streams(matches).follow(WISH, CALLER))
    assert told(lines) == [("snapshot", 3), ("step", 4), ("step", 5), ("end", 5)]
    assert lines[0] is not None
    assert lines[0].json == (
        b'{"type":"snapshot","match":"m_1","seat":0,"revision":3,"status":"live","pending":[0],"decision":2,'
        b'"deadline_at":null,"legal":[{"notation":"keep"}],"view":{"hand":[1,2]},"outcome":null}'
    )
    assert lines[1] is not None
    assert lines[1].json == b'{"type":"step","revision":4}'
    assert lines[3] is not None
    assert lines[3].json == b'{"type":"end","match":"m_1","revision":5,"status":"finished","outcome":{"reason":"won"}}'


def test_a_stream_taken_up_again_goes_on_after_the_last_revision() -> None:
    matches = ScriptedMatches(revision=5, status=Status.FINISHED)
    lines = list(streams(matches).follow(replace(WISH, since=2), CALLER))
    assert told(lines) == [("step", 3), ("step", 4), ("step", 5), ("end", 5)]


def test_who_has_seen_everything_of_an_ended_match_is_told_that_it_ended() -> None:
    matches = ScriptedMatches(revision=5, status=Status.FINISHED)
    assert told(list(streams(matches).follow(replace(WISH, since=5), CALLER))) == [("end", 5)]
    assert told(list(streams(matches).follow(WISH, CALLER))) == [("snapshot", 5), ("end", 5)]


def test_a_long_log_is_read_in_batches() -> None:
    matches = ScriptedMatches(revision=2 * BATCH + 1, status=Status.FINISHED)
    lines = list(streams(matches).follow(replace(WISH, since=0), CALLER))
    assert [line.revision for line in lines if line] == [*range(1, 2 * BATCH + 2), 2 * BATCH + 1]


@pytest.mark.parametrize("status", [Status.LIVE, Status.FINISHED])
def test_who_has_a_revision_that_has_not_been_gets_a_snapshot(status: Status) -> None:
    lines = list(streams(ScriptedMatches(status=status), max_seconds=1).follow(replace(WISH, since=4), CALLER))
    assert told(lines) == [("snapshot", 3), *([("end", 3)] if status is Status.FINISHED else [])]
    assert told(streams(ScriptedMatches(status=status)).poll(replace(WISH, since=4), CALLER, 0))[0] == ("snapshot", 3)


def test_who_lacks_revisions_that_are_no_longer_kept_gets_a_snapshot() -> None:
    matches = ScriptedMatches(revision=9)
    matches.first_kept = 5
    assert told(streams(matches, max_seconds=1).follow(replace(WISH, since=2), CALLER)) == [("snapshot", 9)]
    followed = streams(matches, max_seconds=1).follow(replace(WISH, since=4), CALLER)
    assert told(followed) == [("step", 5), ("step", 6), ("step", 7), ("step", 8), ("step", 9)]


def test_what_others_were_told_while_a_stream_began_is_not_missed() -> None:
    class Busy(ScriptedMatches):
        """Two steps come right after the view was read."""

        def look(self, caller: Caller, match_id: str, viewer: int) -> ViewSnapshot:
            seen = super().look(caller, match_id, viewer)
            self.revision += 2
            self.told = self.revision
            return seen

    matches = Busy(script=[ScriptedMatches.step])
    lines = streams(matches, max_seconds=2).follow(WISH, CALLER)
    assert told(lines) == [("snapshot", 3), ("step", 4), ("step", 5), ("step", 6)]


def test_what_is_told_twice_comes_once() -> None:
    matches = ScriptedMatches(script=[lambda m: m.tell(m.line(2), m.line(3)), ScriptedMatches.step])
    assert told(streams(matches, max_seconds=3).follow(WISH, CALLER)) == [("snapshot", 3), ("step", 4)]


def test_a_stream_ends_rather_than_leave_something_out() -> None:
    matches = ScriptedMatches(script=[lambda m: m.tell(m.line(5))])
    assert told(streams(matches).follow(WISH, CALLER)) == [("snapshot", 3)]
    assert matches.now < 5


def test_a_stream_ends_when_lines_may_have_been_missed() -> None:
    matches = ScriptedMatches(script=[ScriptedMatches.step, ScriptedMatches.lose])
    assert told(streams(matches).follow(WISH, CALLER)) == [("snapshot", 3), ("step", 4)]
    assert matches.now < 5


def test_who_does_not_take_its_lines_is_cut_off_and_keeps_nothing() -> None:
    matches = ScriptedMatches()
    slow = streams(matches).open(WISH, CALLER, lambda: None)
    quick = streams(matches).open(WISH, CALLER, lambda: None)
    got = quick.take()
    for _ in range(MOST_WAITING + 1):
        matches.step()
        got += quick.take()
    assert [line.revision for line in got] == [3, *range(4, MOST_WAITING + 5)]
    assert (quick.is_over, quick.is_too_slow) == (False, False)
    assert slow.is_too_slow
    assert told(slow.take()) == [("snapshot", 3)]
    assert slow.is_over


def test_a_closed_feed_follows_no_longer() -> None:
    matches = ScriptedMatches()
    followed = streams(matches)
    feed: Feed = followed.open(WISH, CALLER, lambda: None)
    stream = followed.follow(WISH, CALLER)
    assert len(matches.listeners) == 2
    feed.close()
    feed.close()
    stream.close()  # nobody has begun to read it
    assert matches.listeners == []


def test_a_silent_stream_gives_signs_of_life() -> None:
    matches = ScriptedMatches()
    lines = streams(matches, max_seconds=4 * HEARTBEAT_SECONDS).follow(WISH, CALLER)
    signs = [matches.now for line in lines if line is None]
    assert signs == [15.0, 30.0, 45.0]


def test_a_stream_ends_when_its_time_is_over() -> None:
    matches = ScriptedMatches()
    assert told(list(streams(matches, max_seconds=5.0).follow(WISH, CALLER))) == [("snapshot", 3)]
    assert matches.now == 5.0


def test_a_stream_ends_within_a_second_of_the_processs_stop() -> None:
    matches = ScriptedMatches()
    assert told(list(streams(matches, stopping=lambda: matches.now >= 7.5).follow(WISH, CALLER))) == [("snapshot", 3)]
    assert matches.now == 8.0


def test_a_revoked_key_is_told_nothing_more() -> None:
    revoked: list[bool] = []

    def recheck() -> Caller:
        if revoked:
            raise Refusal(Reason.UNAUTHENTICATED)
        return CALLER

    def revoke_and_step(matches: ScriptedMatches) -> None:
        revoked.append(True)
        matches.step()

    matches = ScriptedMatches(script=[ScriptedMatches.step, revoke_and_step])
    lines = streams(matches).follow(replace(WISH, recheck=recheck), CALLER)
    received: list[tuple[str, int] | None] = []
    with pytest.raises(Refusal):
        received.extend(tell(line) for line in lines)
    assert received == [("snapshot", 3), ("step", 4)]


def test_a_poll_without_since_gets_the_snapshot_at_once() -> None:
    matches = ScriptedMatches()
    assert told(streams(matches).poll(WISH, CALLER, 30)) == [("snapshot", 3)]
    assert matches.now == 0.0


def test_a_poll_waits_for_the_first_step() -> None:
    matches = ScriptedMatches(script=[lambda _: None, ScriptedMatches.step])
    assert told(streams(matches).poll(replace(WISH, since=3), CALLER, 30)) == [("step", 4)]
    assert matches.now == 2.0


def test_a_poll_gives_up_when_its_time_is_over() -> None:
    matches = ScriptedMatches()
    assert streams(matches).poll(replace(WISH, since=3), CALLER, 2.5) == []
    assert matches.now == 2.5


def test_a_poll_without_a_place_to_wait_answers_at_once() -> None:
    matches = ScriptedMatches()
    places = Places(1)
    assert places.take() is not None
    assert streams(matches, places=places).poll(replace(WISH, since=3), CALLER, 30) == []
    assert matches.now == 0.0


def test_a_poll_gives_its_place_back_also_when_the_key_is_revoked() -> None:
    def refuse() -> Caller:
        raise Refusal(Reason.UNAUTHENTICATED)

    places = Places(1)
    polled = streams(ScriptedMatches(), places=places)
    assert polled.poll(replace(WISH, since=3), CALLER, 1) == []
    with pytest.raises(Refusal):
        polled.poll(replace(WISH, since=3, recheck=refuse), CALLER, 30)
    assert places.take() is not None


def test_a_place_is_given_back_once() -> None:
    places = Places(1)
    give_back = places.take()
    assert give_back is not None
    assert places.take() is None
    give_back()
    give_back()
    assert places.take() is not None
    assert places.take() is None


def test_all_three_forms_carry_the_same_lines() -> None:
    def followed(since: int | None) -> list[Line | None]:
        matches = ScriptedMatches(revision=5, status=Status.FINISHED)
        return list(streams(matches).follow(replace(WISH, since=since), CALLER))

    sse = b"".join(written([*followed(3), None], SERVER_SENT_EVENTS))
    assert sse == (
        b"retry: 2000\n\n"
        b'id: 4\nevent: step\ndata: {"type":"step","revision":4}\n\n'
        b'id: 5\nevent: step\ndata: {"type":"step","revision":5,"status":"finished","outcome":{"reason":"won"}}\n\n'
        b'id: 5\nevent: end\ndata: {"type":"end","match":"m_1","revision":5,"status":"finished",'
        b'"outcome":{"reason":"won"}}\n\n'
        b": still here\n\n"
    )
    ndjson = b"".join(written([*followed(3), None], JSON_LINES))
    assert ndjson == (
        b'{"type":"step","revision":4}\n'
        b'{"type":"step","revision":5,"status":"finished","outcome":{"reason":"won"}}\n'
        b'{"type":"end","match":"m_1","revision":5,"status":"finished","outcome":{"reason":"won"}}\n'
        b"\n"
    )
    for since in (None, 0, 3, 5):
        polled = streams(ScriptedMatches(revision=5, status=Status.FINISHED)).poll(
            replace(WISH, since=since), CALLER, 0
        )
        assert polled == followed(since)


def test_a_stream_ends_when_its_client_has_left() -> None:
    matches = ScriptedMatches()
    wish = replace(WISH, has_left=lambda: matches.now >= 3)
    assert told(streams(matches).follow(wish, CALLER)) == [("snapshot", 3)]
    assert streams(matches).poll(replace(wish, since=3), CALLER, 30) == []
    assert matches.now == 3.0
