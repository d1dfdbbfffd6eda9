import hashlib
import json
from functools import partial

import pytest

from services.engine import replay
from services.engine.clocks import PerDecision
from services.engine.ruleset import SPECTATOR, JsonObject
from services.errors import Reason
from services.identity import Scope
from services.matches.match import EventLine, Status
from tests.integration.matches.harness import World, refused


def documents(lines: list[EventLine]) -> list[JsonObject]:
    return [json.loads(line.line) for line in lines]


def test_a_line_says_what_its_viewer_was_shown_and_who_must_decide(world: World) -> None:
    match, people = world.table(2)
    world.decide(people[0], match.id, "place 4")
    world.clock.advance(1.25)
    world.decide(people[1], match.id, "place 1")
    lines = world.matches.events(people[1], match.id, 1, since=1)
    assert lines == [
        EventLine(
            2,
            b'{"revision":2,"at":"2027-01-15T08:00:01.250Z","events":[{"placed":{"seat":1,"card":1},'
            b'"text":"Player 1 lays 1."}],'
            b'"pending":[0,1],"decision":2,"status":"live"}',
            last=False,
        )
    ]


def test_every_viewer_has_revisions_of_its_own_without_gaps(world: World) -> None:
    match, people = world.table(3)
    world.finish(match.id, people)
    viewers = [(SPECTATOR, world.caller("Eve")), *enumerate(people)]
    for viewer, who in viewers:
        lines = world.matches.events(who, match.id, viewer, since=0, limit=500)
        assert [line.revision for line in lines] == list(range(1, len(lines) + 1))
        assert world.matches.view(who, match.id, viewer).revision == len(lines)
        assert [line.last for line in lines] == [False] * (len(lines) - 1) + [True]
        last = json.loads(lines[-1].line)
        assert last["status"] == "finished"
        assert last["outcome"] == world.matches.get(who, match.id).outcome
        assert (last["pending"], last["decision"]) == ([], None)


def test_a_stream_goes_on_after_any_line(world: World) -> None:
    match, people = world.table(2)
    world.finish(match.id, people)
    whole = world.matches.events(people[0], match.id, 0, since=0, limit=500)
    for since in range(len(whole)):
        assert world.matches.events(people[0], match.id, 0, since=since, limit=500) == whole[since:]
        assert world.matches.events(people[0], match.id, 0, since=since, limit=2) == whole[since : since + 2]


def test_after_the_last_line_it_comes_again(world: World) -> None:
    match, people = world.table(2)
    assert world.matches.events(people[0], match.id, 0, since=1) == []
    world.finish(match.id, people)
    last = world.matches.events(people[0], match.id, 0, since=0, limit=500)[-1]
    for since in (last.revision, last.revision + 1, 10**9, 10**40):
        assert world.matches.events(people[0], match.id, 0, since=since) == [last]


def test_the_archive_tells_the_same_lines(world: World) -> None:
    match, people = world.table(3)
    eve = world.caller("Eve")
    world.decide(people[1], match.id, "place 2")
    world.matches.resign(people[0], match.id)
    world.bot_turns.play_turns(match.id)
    while world.matches.get(eve, match.id).status is Status.LIVE:
        world.clock.advance(0.5)
        for seat in (1, 2):
            world.bot_turns.play_turns(match.id)
            look = world.matches.view(people[seat], match.id, seat)
            if look.decision is not None:
                notation = json.loads(look.legal)[0]["notation"]
                world.matches.decide(people[seat], match.id, seat, look.decision, notation)
    viewers = [(SPECTATOR, eve), *enumerate(people)]

    def told() -> list[object]:
        lines = [world.matches.events(who, match.id, viewer, since=n) for viewer, who in viewers for n in range(12)]
        looks = [world.matches.view(who, match.id, viewer) for viewer, who in viewers]
        return [*lines, *looks, world.matches.get(eve, match.id), world.matches.replay(eve, match.id)]

    before = told()
    assert world.scoring.score(match.id)
    assert told() == before
    world.expire(match.id)
    assert told() == before


def test_the_replay_can_be_executed_again(world: World) -> None:
    match, people = world.table(3)
    world.matches.resign(people[2], match.id)
    while world.matches.get(people[0], match.id).status is Status.LIVE:
        world.bot_turns.play_turns(match.id)
        for seat in (0, 1):
            look = world.matches.view(people[seat], match.id, seat)
            if look.decision is not None:
                notation = json.loads(look.legal)[-1]["notation"]
                world.matches.decide(people[seat], match.id, seat, look.decision, notation)
    read = replay.read(world.matches.replay(people[0], match.id))
    replay.re_execute(read, world.engines.engine("sealed"))
    assert read.commitment == match.commitment
    assert [seat.name for seat in read.seats] == ["Player 0", "Player 1", "Player 2"]


def test_who_looks_at_an_open_match_sees_it_start(world: World) -> None:
    ann = world.caller()
    match = world.create(ann, "me", "open")
    assert world.matches.events(ann, match.id, SPECTATOR, since=0) == []
    look = world.matches.view(ann, match.id, 0)
    assert (look.revision, look.status, look.view, look.decision, look.legal) == (0, Status.OPEN, None, None, b"[]")
    world.matches.join(world.caller("Ben"), match.id)
    (line,) = documents(world.matches.events(ann, match.id, SPECTATOR, since=0))
    assert (line["revision"], line["status"], line["pending"]) == (1, "live", [0, 1])


def test_a_resignation_that_ends_the_match_is_its_last_line(world: World) -> None:
    match, people = world.table(2)
    world.tasks()
    ended = world.matches.resign(people[1], match.id)
    assert ended.status is Status.FINISHED
    (line,) = documents(world.matches.events(people[0], match.id, 0, since=1))
    assert line == {
        "revision": 2,
        "at": "2027-01-15T08:00:00.000Z",
        "events": [],
        "pending": [],
        "decision": None,
        "status": "finished",
        "notice": {"kind": "resigned", "seat": 1, "text": "Player 1 resigns."},
        "outcome": {
            "results": [
                {"seat": 0, "rank": 1, "score": 0, "breakdown": []},
                {"seat": 1, "rank": 2, "score": 0, "breakdown": []},
            ],
            "reason": "resignation",
        },
    }
    assert world.matches.resign(people[1], match.id) == ended
    assert refused(lambda: world.matches.resign(people[0], match.id)).reason is Reason.MATCH_ENDED
    assert [task.kind.value for task in world.tasks()] == ["score"]
    world.check_whole(match.id)
    replay.re_execute(replay.read(world.matches.replay(people[0], match.id)), world.engines.engine("sealed"))


def test_where_a_resignation_does_not_end_the_match_the_house_plays_on(world: World) -> None:
    match, people = world.table(3)
    world.tasks()
    live = world.matches.resign(people[1], match.id)
    assert (live.status, live.seats[1].resigned) == (Status.LIVE, True)
    (line,) = documents(world.matches.events(people[0], match.id, 0, since=1))
    assert (line["notice"], line["status"], line["pending"]) == (
        {"kind": "resigned", "seat": 1, "text": "Player 1 resigns."},
        "live",
        [0, 1, 2],
    )
    assert [(task.kind.value, task.match_id) for task in world.tasks()] == [("turn", match.id)]
    assert refused(lambda: world.decide(people[1], match.id, "place 5")).reason is Reason.NOT_YOUR_SEAT
    assert world.matches.resign(people[1], match.id) == live
    assert world.tasks() == []
    assert world.bot_turns.play_turns(match.id).played == 3
    world.check_whole(match.id)


def test_who_resigned_stands_behind_all_others_with_the_score_that_was_played(world: World) -> None:
    match, people = world.table(3)
    for action in ("place 5", "place 4", "place 3"):
        world.decide(people[0], match.id, action)
    for action in ("place 1", "place 2", "place 3"):
        world.decide(people[1], match.id, action)
        world.decide(people[2], match.id, action)
    world.matches.resign(people[0], match.id)
    while world.matches.get(people[1], match.id).status is Status.LIVE:
        world.bot_turns.play_turns(match.id)
        for seat in (1, 2):
            look = world.matches.view(people[seat], match.id, seat)
            if look.decision is not None:
                notation = json.loads(look.legal)[0]["notation"]
                world.matches.decide(people[seat], match.id, seat, look.decision, notation)
    outcome = world.matches.get(people[1], match.id).outcome
    assert outcome is not None
    gone, *others = outcome["results"]
    assert gone["rank"] == 3
    assert gone["score"] > max(other["score"] for other in others)
    assert min(other["rank"] for other in others) == 1


def test_an_aborted_match_ends_with_a_line_and_without_a_result(world: World) -> None:
    match, people = world.table(3, time_control=PerDecision(seconds=60))
    admin = world.caller("Root", Scope.ADMIN)
    world.decide(people[0], match.id, "place 1")
    assert refused(lambda: world.matches.abort(people[1], match.id)).reason is Reason.NOT_THE_CREATOR
    assert refused(lambda: world.matches.abort(people[0], match.id)).reason is Reason.MATCH_NOT_OPEN
    aborted = world.matches.abort(admin, match.id)
    assert (aborted.status, aborted.outcome) == (Status.ABORTED, None)
    assert world.matches.abort(admin, match.id) == aborted

    def check() -> None:
        lines = documents(world.matches.events(people[0], match.id, 0, since=0))
        assert [line["revision"] for line in lines] == [1, 2, 3]
        assert lines[-1] == {
            "revision": 3,
            "at": "2027-01-15T08:00:00.000Z",
            "events": [],
            "pending": [],
            "decision": None,
            "status": "aborted",
            "clocks": [{"seat": seat, "bank_ms": None, "deadline_at": None} for seat in range(3)],
            "notice": {"kind": "aborted", "text": "The match is called off."},
        }
        look = world.matches.view(people[0], match.id, 0)
        assert (look.status, look.decision, look.legal, look.deadline_ms) == (Status.ABORTED, None, b"[]", None)
        told = json.loads(world.matches.replay(people[0], match.id))
        assert (told["status"], told["outcome"], len(told["steps"])) == ("aborted", None, 1)
        assert (
            hashlib.sha256(bytes.fromhex(told["server_seed"])).hexdigest()
            == (told["commitment_document"]["server_seed_sha256"])
        )
        ended = refused(lambda: world.matches.decide(people[1], match.id, 1, 1, "place 1"))
        assert ended.reason is Reason.MATCH_ENDED
        assert b'"notation":"place 1"' in world.matches.decide(people[0], match.id, 0, 1, "place 1")

    check()
    world.check_whole(match.id)
    assert world.scoring.score(match.id)
    assert all(world.archive.statistics(person.player_id) == [] for person in people)
    world.expire(match.id)
    check()
    assert world.matches.abort(admin, match.id) == aborted.seen_by(SPECTATOR)


def test_a_match_that_is_aborted_while_open_has_one_line(world: World) -> None:
    ann = world.caller()
    match = world.create(ann, "me", "open")
    world.matches.abort(ann, match.id)
    for _ in ("live", "archived"):
        (line,) = documents(world.matches.events(ann, match.id, SPECTATOR, since=0))
        assert (line["revision"], line["status"]) == (1, "aborted")
        assert world.matches.view(ann, match.id, 0).view is None
        ben = world.caller("Ben")
        assert refused(partial(world.matches.join, ben, match.id)).reason is Reason.MATCH_NOT_OPEN
        assert refused(lambda: world.matches.start(ann, match.id)).reason is Reason.MATCH_ENDED
        world.scoring.score(match.id)
        world.expire(match.id)


@pytest.mark.parametrize("match_id", ["", "m_", "m_" + "u" * 26, "m_" + "0" * 26, "../etc", "{s00}", "m_\n" + "0" * 25])
def test_what_is_no_match_is_not_found(world: World, match_id: str) -> None:
    ann = world.caller()
    for call in (
        lambda: world.matches.get(ann, match_id),
        lambda: world.matches.view(ann, match_id, SPECTATOR),
        lambda: world.matches.join(ann, match_id),
        lambda: world.matches.decide(ann, match_id, 0, 1, "x"),
        lambda: world.matches.events(ann, match_id, 0, since=0),
        lambda: world.matches.replay(ann, match_id),
    ):
        assert refused(call).reason is Reason.NOT_FOUND
    assert world.bot_turns.play_turns(match_id).played == 0
    assert world.bot_turns.play_overdue(match_id) == 0
    assert not world.scoring.score(match_id)
