"""Streams over a scripted log."""

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, cast

import pytest

from gateway.streams.feed import BATCH, MOST_WAITING, StreamRequest
from gateway.streams.formats import NDJSON, SERVER_SENT_EVENTS, Include, StreamEvent, StreamFormat
from gateway.streams.situations import Situations
from gateway.streams.slots import StreamSlots
from gateway.streams.streams import HEARTBEAT_SECONDS, OpenStream, Streams, open_feed
from services.errors import Reason, Refusal
from services.identity import Caller, PlayerKind
from services.matches.event_hub import EventHub, Listener, Subscription
from services.matches.match import EventLine, Status, ViewSnapshot
from services.matches.matches import Matches
from tests.counted_metrics import figure

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

    def view(self, caller: Caller, match_id: str, viewer: int) -> ViewSnapshot:
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

    def follow(self, match_id: str, viewer: int, listener: Listener) -> Subscription:
        """As a hub."""
        self.listeners.append(listener)
        return Subscription(lambda: self.listeners.remove(listener) if listener in self.listeners else None)

    async def wait(self, woken: asyncio.Event, seconds: float) -> None:
        """A second at a time, until something has come."""
        await asyncio.sleep(0)
        ends = self.now + seconds
        while not woken.is_set() and self.now < ends:
            self.now = min(ends, self.now + 1.0)
            if self.script:
                self.script.pop(0)(self)
            await asyncio.sleep(0)

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
    settings = {"max_seconds": 60.0, "slots": StreamSlots(4), "recheck_seconds": 0.0, **changes}
    return Streams(
        cast(Matches, matches), cast(EventHub, matches), clock=lambda: matches.now, wait=matches.wait, **settings
    )


WANTED = StreamRequest("m_1", 0, None, lambda: CALLER)


def sent(stream: OpenStream) -> list[bytes]:
    """Every chunk of a stream, to its end."""

    async def chunks() -> list[bytes]:
        return [chunk async for chunk in stream.chunks()]

    try:
        return asyncio.run(chunks())
    finally:
        stream.close()


def followed(
    matches: ScriptedMatches,
    wanted: StreamRequest = WANTED,
    format: StreamFormat = NDJSON,
    **changes: Any,
) -> bytes:
    """The body of a stream."""
    return b"".join(sent(streams(matches, **changes).open(wanted, CALLER, format)))


def told(body: bytes) -> list[tuple[str, int]]:
    """What the lines of a body say."""
    return [(line["type"], line["revision"]) for line in map(json.loads, filter(None, body.split(b"\n")))]


def page(events: Sequence[StreamEvent]) -> bytes:
    return b"\n".join(event.json for event in events)


def polled(matches: ScriptedMatches, wanted: StreamRequest, seconds: float, **changes: Any) -> list[tuple[str, int]]:
    """What a long poll that waits is answered."""
    (body,) = sent(streams(matches, **changes).wait_for_events(wanted, CALLER, page, seconds))
    return told(body)


def test_how_late_a_client_is_told_is_measured_from_when_it_could_be() -> None:
    def told(seconds: str) -> float:
        return figure("stream_lag_seconds_bucket", api="rest", le=seconds)

    def tell(matches: ScriptedMatches, seconds_ago: float) -> None:
        matches.revision += 1
        due_ms = int((time.time() - seconds_ago) * 1000)
        matches.tell(EventLine(matches.revision, b"{}", last=False, due_ms=due_ms))

    before = [told(bound) for bound in ("1.0", "2.5", "5.0", "+Inf")]
    script = [partial(tell, seconds_ago=-3), partial(tell, seconds_ago=2), partial(tell, seconds_ago=3)]
    followed(ScriptedMatches(script=[*script, ScriptedMatches.finish]))
    counted = [told(bound) - was for bound, was in zip(("1.0", "2.5", "5.0", "+Inf"), before, strict=True)]
    assert counted == [1, 2, 3, 3]  # a clock that is ahead makes nobody early; what says no time is not counted


def test_a_stream_begins_with_a_snapshot_and_ends_with_the_match() -> None:
    matches = ScriptedMatches(script=[ScriptedMatches.step, ScriptedMatches.finish])
    body = followed(matches)
    assert told(body) == [("snapshot", 3), ("step", 4), ("step", 5), ("end", 5)]
    assert body == (
        b'{"type":"snapshot","match":"m_1","seat":0,"revision":3,"status":"live","pending":[0],"decision":2,'
        b'"deadline_at":null,"legal":[{"notation":"keep"}],"view":{"hand":[1,2]},"outcome":null,"clocks":[]}\n'
        b'{"type":"step","revision":4}\n'
        b'{"type":"step","revision":5,"status":"finished","outcome":{"reason":"won"}}\n'
        b'{"type":"end","match":"m_1","revision":5,"status":"finished","outcome":{"reason":"won"}}\n'
    )


def test_a_stream_taken_up_again_goes_on_after_the_last_revision() -> None:
    matches = ScriptedMatches(revision=5, status=Status.FINISHED)
    body = followed(matches, replace(WANTED, since=2))
    assert told(body) == [("step", 3), ("step", 4), ("step", 5), ("end", 5)]


def test_who_has_seen_everything_of_an_ended_match_is_told_that_it_ended() -> None:
    matches = ScriptedMatches(revision=5, status=Status.FINISHED)
    assert told(followed(matches, replace(WANTED, since=5))) == [("end", 5)]
    assert told(followed(matches)) == [("snapshot", 5), ("end", 5)]


def test_a_long_log_is_read_in_batches() -> None:
    matches = ScriptedMatches(revision=2 * BATCH + 1, status=Status.FINISHED)
    lines = told(followed(matches, replace(WANTED, since=0)))
    assert [revision for _, revision in lines] == [*range(1, 2 * BATCH + 2), 2 * BATCH + 1]


@pytest.mark.parametrize("status", [Status.LIVE, Status.FINISHED])
def test_who_has_a_revision_that_has_not_been_gets_a_snapshot(status: Status) -> None:
    wanted = replace(WANTED, since=4)
    lines = told(followed(ScriptedMatches(status=status), wanted, max_seconds=1))
    assert lines == [("snapshot", 3), *([("end", 3)] if status is Status.FINISHED else [])]
    assert told(page(streams(ScriptedMatches(status=status)).read(wanted, CALLER)))[0] == ("snapshot", 3)


def test_who_lacks_revisions_that_are_no_longer_kept_gets_a_snapshot() -> None:
    matches = ScriptedMatches(revision=9)
    matches.first_kept = 5
    assert told(followed(matches, replace(WANTED, since=2), max_seconds=1)) == [("snapshot", 9)]
    lines = told(followed(matches, replace(WANTED, since=4), max_seconds=1))
    assert lines == [("step", 5), ("step", 6), ("step", 7), ("step", 8), ("step", 9)]


def test_what_others_were_told_while_a_stream_began_is_not_missed() -> None:
    class Busy(ScriptedMatches):
        """Two steps come right after the view was read."""

        def view(self, caller: Caller, match_id: str, viewer: int) -> ViewSnapshot:
            seen = super().view(caller, match_id, viewer)
            self.revision += 2
            self.told = self.revision
            return seen

    matches = Busy(script=[ScriptedMatches.step])
    assert told(followed(matches, max_seconds=2)) == [("snapshot", 3), ("step", 4), ("step", 5), ("step", 6)]


def test_what_is_told_twice_comes_once() -> None:
    matches = ScriptedMatches(script=[lambda m: m.tell(m.line(2), m.line(3)), ScriptedMatches.step])
    assert told(followed(matches, max_seconds=3)) == [("snapshot", 3), ("step", 4)]


def test_a_stream_ends_rather_than_leave_something_out() -> None:
    matches = ScriptedMatches(script=[lambda m: m.tell(m.line(5))])
    assert told(followed(matches)) == [("snapshot", 3)]
    assert matches.now < 5


def test_a_stream_ends_when_events_may_have_been_missed() -> None:
    matches = ScriptedMatches(script=[ScriptedMatches.step, ScriptedMatches.lose])
    assert told(followed(matches)) == [("snapshot", 3), ("step", 4)]
    assert matches.now < 5


def test_who_does_not_read_is_cut_off_and_keeps_nothing() -> None:
    matches = ScriptedMatches()
    slow, quick = (open_feed(WANTED, CALLER, cast(Matches, matches), cast(EventHub, matches), "rest") for _ in range(2))
    got = quick.take()
    for _ in range(MOST_WAITING + 1):
        matches.step()
        got += quick.take()
    assert [event.revision for event in got] == [3, *range(4, MOST_WAITING + 5)]
    assert (quick.is_over, quick.is_too_slow) == (False, False)
    assert slow.is_too_slow
    assert told(page(slow.take())) == [("snapshot", 3)]
    assert slow.is_over


def test_a_stream_whose_client_does_not_read_says_so_at_once() -> None:
    matches = ScriptedMatches()
    cut_off: list[bool] = []

    async def read_one_chunk_only() -> None:
        stream = streams(matches).open(WANTED, CALLER, NDJSON)
        stream.when_too_slow = lambda: cut_off.append(True)
        await anext(stream.chunks())
        for _ in range(MOST_WAITING + 1):
            matches.step()
        await asyncio.sleep(0)
        stream.close()

    asyncio.run(read_one_chunk_only())
    assert cut_off


def test_a_closed_stream_follows_no_longer_and_gives_its_slot_back() -> None:
    matches = ScriptedMatches()
    slots = StreamSlots(1)
    stream = streams(matches, slots=slots).open(WANTED, CALLER, NDJSON)
    assert (len(matches.listeners), is_free(slots)) == (1, False)
    stream.close()  # nobody has begun to read it
    stream.close()
    assert matches.listeners == []
    assert is_free(slots)


def test_a_silent_stream_sends_heartbeats() -> None:
    matches = ScriptedMatches()
    body = followed(matches, max_seconds=4 * HEARTBEAT_SECONDS)
    assert body.endswith(b"}\n\n\n\n")
    assert matches.now == 60.0


def test_a_stream_ends_when_its_time_is_over() -> None:
    matches = ScriptedMatches()
    assert told(followed(matches, max_seconds=5.0)) == [("snapshot", 3)]
    assert matches.now == 5.0


def test_a_stream_and_a_poll_end_when_they_are_told_to() -> None:
    matches = ScriptedMatches()
    opened: list[OpenStream] = []
    matches.script = [lambda _: None, lambda _: opened[-1].end()]
    opened.append(streams(matches).open(WANTED, CALLER, NDJSON))
    assert told(b"".join(sent(opened[-1]))) == [("snapshot", 3)]
    assert matches.now == 2.0
    matches.script = [lambda _: opened[-1].end()]
    opened.append(streams(matches).wait_for_events(replace(WANTED, since=3), CALLER, page, 30))
    assert sent(opened[-1]) == [b""]
    assert matches.now == 3.0


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
    assert told(followed(matches, replace(WANTED, recheck=recheck))) == [("snapshot", 3), ("step", 4)]
    matches = ScriptedMatches(script=[revoke_and_step])
    assert polled(matches, replace(WANTED, since=3, recheck=recheck), 30) == []


def test_a_poll_waits_for_the_first_step() -> None:
    matches = ScriptedMatches(script=[lambda _: None, ScriptedMatches.step])
    assert polled(matches, replace(WANTED, since=3), 30) == [("step", 4)]
    assert matches.now == 2.0


def test_a_poll_gives_up_when_its_time_is_over() -> None:
    matches = ScriptedMatches()
    assert polled(matches, replace(WANTED, since=3), 2.5) == []
    assert matches.now == 2.5


def test_streams_and_polls_beyond_the_slots_are_refused() -> None:
    matches = ScriptedMatches()
    slots = StreamSlots(1)
    slots.acquire(one("p_other"))
    with pytest.raises(Refusal) as stream:
        streams(matches, slots=slots).open(WANTED, CALLER, NDJSON)
    with pytest.raises(Refusal) as poll:
        streams(matches, slots=slots).wait_for_events(replace(WANTED, since=3), CALLER, page, 30)
    assert (stream.value.reason, poll.value.reason) == (Reason.BUSY, Reason.BUSY)
    assert matches.listeners == []


def test_a_refused_stream_gives_its_slot_back() -> None:
    class Private(ScriptedMatches):
        def view(self, caller: Caller, match_id: str, viewer: int) -> ViewSnapshot:
            raise Refusal(Reason.NOT_YOUR_SEAT)

    slots = StreamSlots(1)
    with pytest.raises(Refusal):
        streams(Private(), slots=slots).open(WANTED, CALLER, NDJSON)
    assert is_free(slots)


def test_a_slot_is_released_once() -> None:
    slots = StreamSlots(1)
    release = slots.acquire(one("p_ann"), "192.0.2.1")
    assert not is_free(slots)
    release()
    release()
    slots.acquire(one("p_ann"))
    assert not is_free(slots)


def test_each_player_and_each_address_may_hold_some_of_the_slots() -> None:
    slots = StreamSlots(10, of_player=2, of_address=3)
    first = slots.acquire(one("p_ann"), "192.0.2.1")
    slots.acquire(one("p_ann"), "192.0.2.2")
    assert refused(slots, one("p_ann"), "192.0.2.3") == (
        "TOO_MANY_STREAMS",
        "Each player may have 2 streams and waiting polls open at a time.",
    )
    for player in ("p_bob", "p_cid"):
        slots.acquire(one(player), "192.0.2.1")
    assert refused(slots, one("p_dan"), "192.0.2.1") == (
        "TOO_MANY_STREAMS",
        "Each address may have 3 streams and waiting polls open at a time.",
    )
    slots.acquire(one("p_dan"), "192.0.2.2")
    first()
    slots.acquire(one("p_ann"), "192.0.2.1")


def test_a_refused_slot_counts_for_nobody() -> None:
    slots = StreamSlots(2, of_player=1)
    slots.acquire(one("p_ann"))
    for _ in range(3):
        assert refused(slots, one("p_ann"), "")[0] == "TOO_MANY_STREAMS"
    slots.acquire(one("p_bob"))
    assert refused(slots, one("p_cid"), "") == ("BUSY", "Too many streams are open.")


def test_guests_of_an_address_share_what_it_has_and_each_has_two_of_its_own() -> None:
    slots = StreamSlots(40, of_player=2, of_address=8)
    rude, bot = one("p_rude", "g_school"), one("p_bot", "g_school", "p_rude")
    held = [slots.acquire(each, "192.0.2.1") for each in (rude, bot, rude, bot, rude) * 2]
    assert refused(slots, rude, "192.0.2.1") == refused(slots, bot, "192.0.2.2") == OF_ADDRESS
    for number in range(3):  # whom the others of the school let follow its match all the same
        quiet = one(f"p_{number}", "g_school")
        slots.acquire(quiet, "192.0.2.1")
        slots.acquire(quiet, "192.0.2.1")
        assert refused(slots, quiet, "192.0.2.1") == OF_ADDRESS
    # As many as have two of their own have an address' streams once more, and no guest has any beyond.
    assert refused(slots, one("p_late", "g_school"), "192.0.2.1") == OF_ADDRESS
    assert refused(slots, one("p_ann"), "192.0.2.1") == OF_ADDRESS
    for release in held:
        release()
    slots.acquire(one("p_ann"), "192.0.2.1")


OF_ADDRESS = ("TOO_MANY_STREAMS", "Each address may have 8 streams and waiting polls open at a time.")


def one(player: str, of_guests: str = "", owner: str = "") -> Caller:
    return Caller(player, "", PlayerKind.PERSON, "k_1", frozenset(), counts_for=of_guests, owner_id=owner)


def refused(slots: StreamSlots, caller: Caller, address: str) -> tuple[str, str]:
    with pytest.raises(Refusal) as caught:
        slots.acquire(caller, address)
    return caught.value.reason.name, caught.value.detail


def is_free(slots: StreamSlots) -> bool:
    """Whether somebody else would get a slot."""
    try:
        slots.acquire(one("p_stranger"))()
    except Refusal:
        return False
    return True


def test_all_formats_carry_the_same_events() -> None:
    def ended() -> ScriptedMatches:
        return ScriptedMatches(revision=5, status=Status.FINISHED)

    assert followed(ended(), replace(WANTED, since=3), SERVER_SENT_EVENTS) == (
        b"retry: 2000\n\n"
        b'id: 4\nevent: step\ndata: {"type":"step","revision":4}\n\n'
        b'id: 5\nevent: step\ndata: {"type":"step","revision":5,"status":"finished","outcome":{"reason":"won"}}\n\n'
        b'id: 5\nevent: end\ndata: {"type":"end","match":"m_1","revision":5,"status":"finished",'
        b'"outcome":{"reason":"won"}}\n\n'
    )
    assert SERVER_SENT_EVENTS.heartbeat == b": still here\n\n"
    for since in (None, 0, 3, 5):
        wanted = replace(WANTED, since=since)
        assert followed(ended(), wanted) == page(streams(ended()).read(wanted, CALLER)) + b"\n"


# -- steps with the situation to which they have led -----------------------------------------------------------------

BOTH = replace(WANTED, include=frozenset(Include))
SITUATION = b'"deadline_at":null,"legal":[{"notation":"keep"}],"view":{"hand":[1,2]}}\n'


def carrying(body: bytes) -> list[int]:
    """The revisions of the steps of a body that have a view."""
    lines = map(json.loads, filter(None, body.split(b"\n")))
    return [line["revision"] for line in lines if line["type"] == "step" and "view" in line]


def test_a_step_carries_the_view_and_the_legal_actions_after_it() -> None:
    matches = ScriptedMatches(script=[ScriptedMatches.step])
    body = followed(matches, BOTH, max_seconds=2)
    assert body.endswith(b'{"type":"step","revision":4,' + SITUATION)


def test_a_step_carries_no_more_than_is_asked_for() -> None:
    for include, more in (
        (Include.VIEW, b',"view":{"hand":[1,2]}}\n'),
        (Include.LEGAL, b',"deadline_at":null,"legal":[{"notation":"keep"}]}\n'),
    ):
        matches = ScriptedMatches(script=[ScriptedMatches.step])
        body = followed(matches, replace(WANTED, include=frozenset({include})), max_seconds=2)
        assert body.endswith(b'{"type":"step","revision":4' + more)


def test_of_what_is_caught_up_on_only_the_current_step_carries_a_view() -> None:
    matches = ScriptedMatches(revision=2 * BATCH)
    assert carrying(followed(matches, replace(BOTH, since=0), max_seconds=1)) == [2 * BATCH]
    page_of = page(streams(ScriptedMatches(revision=BATCH)).read(replace(BOTH, since=0), CALLER))
    assert carrying(page_of) == [BATCH]
    page_of = page(streams(ScriptedMatches(revision=BATCH + 1)).read(replace(BOTH, since=0), CALLER))
    assert carrying(page_of) == []  # the poll goes on at its end
    ended = ScriptedMatches(revision=5, status=Status.FINISHED)
    assert carrying(followed(ended, replace(BOTH, since=2))) == [5]


def test_a_step_that_others_have_followed_goes_without_and_the_latest_has_it() -> None:
    def step_unheard(matches: ScriptedMatches) -> None:
        matches.step()
        matches.revision += 1  # committed, and the hub has not told of it yet

    matches = ScriptedMatches(script=[step_unheard, lambda m: m.tell(m.line(m.revision))])
    body = followed(matches, BOTH, max_seconds=3)
    assert told(body) == [("snapshot", 3), ("step", 4), ("step", 5)]
    assert carrying(body) == [5]


def test_a_poll_that_waits_carries_it_too() -> None:
    matches = ScriptedMatches(script=[ScriptedMatches.step])
    (body,) = sent(streams(matches).wait_for_events(replace(BOTH, since=3), CALLER, page, 30))
    assert carrying(body) == [4]


def test_nobody_reads_a_situation_for_who_does_not_ask() -> None:
    class Counted(ScriptedMatches):
        looks = 0

        def view(self, caller: Caller, match_id: str, viewer: int) -> ViewSnapshot:
            self.looks += 1
            return super().view(caller, match_id, viewer)

    plain, asked = (Counted(script=[ScriptedMatches.step] * 5) for _ in range(2))
    followed(plain, max_seconds=9)
    followed(asked, BOTH, max_seconds=9)
    assert (plain.looks, asked.looks) == (1, 6)


def test_of_many_who_follow_a_viewer_one_reads_and_all_are_given_the_same() -> None:
    class Counted(ScriptedMatches):
        looks = 0

        def view(self, caller: Caller, match_id: str, viewer: int) -> ViewSnapshot:
            self.looks += 1
            return super().view(caller, match_id, viewer)

    matches = Counted()
    situations = Situations(cast(Matches, matches))
    feeds = [open_feed(BOTH, CALLER, cast(Matches, matches), cast(EventHub, matches), "rest") for _ in range(50)]
    assert all(feed.take() for feed in feeds)
    before = matches.looks
    matches.step()
    taken = [feed.fill(feed.take(), situations, CALLER) for feed in feeds]
    assert matches.looks == before + 1
    assert len({id(events[0].look) for events in taken}) == 1


def test_who_does_not_read_keeps_no_views() -> None:
    matches = ScriptedMatches()
    slow = open_feed(BOTH, CALLER, cast(Matches, matches), cast(EventHub, matches), "rest")
    for _ in range(MOST_WAITING - 1):
        matches.step()
    taken = slow.fill(slow.take(), Situations(cast(Matches, matches)), CALLER)
    assert len(taken) == MOST_WAITING
    assert [event.revision for event in taken[1:] if event.look is not None] == [matches.revision]


def test_a_stream_ends_when_the_situation_cannot_be_read() -> None:
    class Unreachable(ScriptedMatches):
        def view(self, caller: Caller, match_id: str, viewer: int) -> ViewSnapshot:
            if self.revision > 3:
                raise Refusal(Reason.BUSY)
            return super().view(caller, match_id, viewer)

    matches = Unreachable(script=[ScriptedMatches.step])
    assert told(followed(matches, BOTH)) == [("snapshot", 3)]  # the client resumes, and is told of the step then
    assert polled(Unreachable(script=[ScriptedMatches.step]), replace(BOTH, since=3), 30) == []
