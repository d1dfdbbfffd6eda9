import json
import multiprocessing
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory, ruleset
from services.errors import Reason, Refusal
from services.identity import Caller, Scope
from services.matches import judge
from services.matches.creation_request import NewMatch, parse_seats
from services.matches.match import Status, ViewSnapshot
from services.matches.matches import Matches
from services.matches.redis_keys import match_key
from services.matches.store import MatchStore
from services.redis_clients import live_state
from services.redis_clients.slots import servers
from services.settings import read_settings
from tests.integration.matches.harness import World, at_once, refused
from tests.rulesets import sealed


def test_an_answer_says_what_was_played_and_what_its_seat_was_shown(world: World) -> None:
    match, people = world.table(2)
    answer = world.matches.decide(people[1], match.id, 1, 1, "place 4")
    assert answer == (
        b'{"match":"' + match.id.encode() + b'","seat":1,"decision":1,"action":{"place":{"card":4}},'
        b'"notation":"place 4","revision":2,"events":[{"placed":{"seat":1,"card":4},"text":"Player 1 lays 4."}],'
        b'"next_decision":2}'
    )


def test_the_same_answer_gets_the_same_bytes_whenever_it_is_sent(world: World) -> None:
    match, people = world.table(3)
    ann = people[0]
    first = world.matches.decide(ann, match.id, 0, 1, "place 4")
    again = partial(world.matches.decide, ann, match.id, 0, 1)
    state = world.redis.hgetall(match_key(match.id))
    assert again("place 4") == first
    assert again({"place": {"card": 4}}) == first
    assert world.redis.hgetall(match_key(match.id)) == state
    world.finish(match.id, people)
    assert again("place 4") == first
    world.scoring.score(match.id)
    assert again("place 4") == first
    world.expire(match.id)
    assert again("place 4") == first
    assert again({"place": {"card": 4}}) == first


def test_every_answer_of_a_match_is_the_same_from_the_archive(world: World) -> None:
    match, people = world.table(3)
    world.decide(people[2], match.id, "place 5")
    world.matches.resign(people[1], match.id)
    world.bot_turns.play_turns(match.id)
    world.decide(people[0], match.id, {"place": {"card": 3}})
    sent: list[tuple[Callable[[], bytes], bytes]] = []
    while (live := world.matches.get(people[0], match.id)).status is Status.LIVE:
        world.bot_turns.play_turns(match.id)
        for seat in (0, 2):
            look = world.matches.view(people[seat], match.id, seat)
            if look.decision is not None:
                action = json.loads(look.legal)[-1]["notation"]
                send: Callable[[], bytes] = partial(
                    world.matches.decide, people[seat], match.id, seat, look.decision, action
                )
                sent.append((send, send()))
    assert live.status is Status.FINISHED
    assert len(sent) >= 8
    world.scoring.score(match.id)
    world.expire(match.id)
    for send, answer in sent:
        assert send() == answer


def test_another_answer_to_an_answered_decision_is_refused_for_ever(world: World) -> None:
    match, people = world.table(2)
    world.matches.decide(people[0], match.id, 0, 1, "place 4")
    other: list[Any] = ["place 5", {"place": {"card": 5}}, "nonsense", {}, {"place": {"card": True}}]

    def reasons() -> set[Reason]:
        return {refused(partial(world.matches.decide, people[0], match.id, 0, 1, action)).reason for action in other}

    assert reasons() == {Reason.DECISION_ALREADY_ANSWERED}
    world.finish(match.id, people)
    assert reasons() == {Reason.DECISION_ALREADY_ANSWERED}
    world.scoring.score(match.id)
    world.expire(match.id)
    assert reasons() == {Reason.DECISION_ALREADY_ANSWERED}


def test_an_answer_sent_in_the_rulesets_other_words_is_known_again(world: World) -> None:
    class Lax(sealed.Sealed):
        """Also takes the card's number as text."""

        def action_from_json(self, document: dict[str, Any]) -> int:
            card = document.get("place", {}).get("card")
            return int(card) if isinstance(card, str) else super().action_from_json(document)

    world.engines = EngineDirectory({"sealed": InProcessEngine(Lax())})
    world.open(world.redis)
    match, people = world.table(2)
    given = {"place": {"card": "4"}}
    first = world.matches.decide(people[0], match.id, 0, 1, given)
    assert json.loads(first)["action"] == {"place": {"card": 4}}
    for repeat in (given, {"place": {"card": 4}}, "place 4"):
        assert world.matches.decide(people[0], match.id, 0, 1, repeat) == first
    world.finish(match.id, people)
    world.scoring.score(match.id)
    world.expire(match.id)
    assert world.matches.decide(people[0], match.id, 0, 1, given) == first


def test_who_and_when_and_what_are_asked_in_this_order(world: World) -> None:
    ann, ben, eve = world.caller(), world.caller("Ben"), world.caller("Eve")
    match = world.create(ann, "me", "open")

    def reason(who: Caller, seat: int, decision: int, action: Any) -> Reason:
        return refused(lambda: world.matches.decide(who, match.id, seat, decision, action)).reason

    assert reason(ann, 0, 1, "place 1") is Reason.MATCH_NOT_LIVE
    world.matches.join(ben, match.id)
    before = world.redis.hgetall(match_key(match.id))
    assert reason(eve, 0, 7, "nonsense") is Reason.NOT_YOUR_SEAT
    assert reason(ann, 1, 7, "nonsense") is Reason.NOT_YOUR_SEAT
    assert reason(ann, 2, 7, "nonsense") is Reason.NOT_FOUND
    assert reason(ann, -1, 7, "nonsense") is Reason.NOT_FOUND
    assert reason(ann, 0, 2, "nonsense") is Reason.DECISION_NOT_ASKED
    assert reason(ann, 0, 0, "nonsense") is Reason.DECISION_NOT_ASKED
    assert reason(ann, 0, -1, "nonsense") is Reason.DECISION_NOT_ASKED
    assert reason(ann, 0, 1, "nonsense") is Reason.MALFORMED_ACTION
    assert reason(ann, 0, 1, {"place": {"card": 9}}) is Reason.MALFORMED_ACTION
    assert reason(ann, 0, 1, "keep") is Reason.ILLEGAL_ACTION
    assert world.redis.hgetall(match_key(match.id)) == before
    world.finish(match.id, [ann, ben])
    assert reason(ann, 0, 99, "place 1") is Reason.MATCH_ENDED
    assert reason(eve, 0, 99, "place 1") is Reason.NOT_YOUR_SEAT
    world.scoring.score(match.id)
    world.expire(match.id)
    assert reason(ann, 0, 99, "place 1") is Reason.MATCH_ENDED
    assert reason(eve, 0, 99, "place 1") is Reason.NOT_YOUR_SEAT


def test_an_admin_looks_at_every_seat_and_plays_none(world: World) -> None:
    match, _ = world.table(2)
    admin = world.caller("Root", Scope.ADMIN)
    assert world.matches.view(admin, match.id, 1).decision == 1
    refusal = refused(lambda: world.matches.decide(admin, match.id, 1, 1, "place 1"))
    assert refusal.reason is Reason.NOT_YOUR_SEAT


def test_seats_that_answer_at_the_same_moment_are_all_heard(world: World) -> None:
    for _ in range(10):
        match, people = world.table(4)
        for number in (1, 2, 3):
            answers = at_once(
                [
                    partial(world.matches.decide, person, match.id, seat, number, f"place {number}")
                    for seat, person in enumerate(people)
                ]
            )
            for seat, answer in enumerate(answers):
                assert isinstance(answer, bytes), answer
                assert (json.loads(answer)["seat"], json.loads(answer)["decision"]) == (seat, number)
        world.check_whole(match.id)


def test_five_who_bid_at_the_same_moment_are_all_heard(world: World) -> None:
    world.engines = EngineDirectory({"factionwars": InProcessEngine(ruleset("factionwars"))})
    world.open(world.redis)
    people = [world.caller(f"P{seat}") for seat in range(5)]
    match = world.matches.create(people[0], NewMatch("factionwars", parse_seats(["me", *["open"] * 4]), {}))
    for person in people[1:]:
        match = world.matches.join(person, match.id)
    for number in range(4):
        looks = [world.matches.view(person, match.id, seat) for seat, person in enumerate(people)]
        asked = [look for look in looks if look.decision is not None]
        assert number > 0 or len(asked) == 5
        answers = at_once([partial(_first_legal, world, people[look.viewer], look) for look in asked])
        assert [json.loads(answer)["decision"] for answer in answers] == [look.decision for look in asked]
    world.check_whole(match.id)


def _first_legal(world: World, person: Caller, look: ViewSnapshot) -> bytes:
    assert look.decision is not None
    action = json.loads(look.legal)[0]["notation"]
    return world.matches.decide(person, look.match_id, look.viewer, look.decision, action)


def test_one_answer_sent_twenty_times_at_once_is_played_once(world: World) -> None:
    match, people = world.table(2)
    answers = at_once([partial(world.matches.decide, people[0], match.id, 0, 1, "place 4")] * 20)
    assert len(set(answers)) == 1
    assert isinstance(answers[0], bytes)
    assert len(world.store.read_log(match.id)) == 2
    world.check_whole(match.id)


def test_of_different_answers_at_once_one_stands_and_the_others_are_refused(world: World) -> None:
    match, people = world.table(2)
    answers = at_once(
        [partial(world.matches.decide, people[0], match.id, 0, 1, f"place {card}") for card in range(1, 6)]
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["Reason"] * 4 + ["bytes"]
    assert {answer for answer in answers if isinstance(answer, Reason)} == {Reason.DECISION_ALREADY_ANSWERED}
    world.check_whole(match.id)


@pytest.mark.slow
def test_processes_that_answer_at_once_are_all_heard(world: World, redis_url: str) -> None:
    match, people = world.table(4)
    context = multiprocessing.get_context("spawn")
    barrier, results = context.Barrier(4), context.Queue()
    processes = [
        context.Process(
            target=_play_three, args=(redis_url, world.database_path, match.id, seat, person, barrier, results)
        )
        for seat, person in enumerate(people)
    ]
    for process in processes:
        process.start()
    answered = sorted(results.get(timeout=60) for _ in processes)
    for process in processes:
        process.join(60)
    assert answered == [(seat, [1, 2, 3]) for seat in range(4)]
    world.check_whole(match.id)


def _play_three(url: str, database: Path, match_id: str, seat: int, person: Caller, barrier: Any, results: Any) -> None:
    """What one process does: answer the first three decisions of its seat."""
    client = live_state(read_settings({"PLAYHALL_REDIS_URL": url}).redis)
    world = World(client, database)
    numbers = []
    for number in (1, 2, 3):
        barrier.wait(30)
        answer = world.matches.decide(person, match_id, seat, number, f"place {number + seat % 3}")
        numbers.append(json.loads(answer)["decision"])
    results.put((seat, numbers))
    client.close()


def test_a_conflict_is_judged_anew_on_the_new_position(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = world.table(3)
    commit = world.store.commit
    others = [partial(world.matches.decide, people[seat], match.id, seat, 1, "place 2") for seat in (1, 2)]

    def interrupted(change: Any) -> bool:
        if others:
            others.pop()()
        return commit(change)

    monkeypatch.setattr(world.store, "commit", interrupted)
    answer = json.loads(world.matches.decide(people[0], match.id, 0, 1, "place 4"))
    assert answer["next_decision"] == 2
    assert len(world.store.read_log(match.id)) == 4
    world.check_whole(match.id)


def test_who_is_always_overtaken_is_told_to_come_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = world.table(2)
    tried: list[object] = []

    def overtaken(change: Any) -> bool:
        tried.append(change)
        return False

    monkeypatch.setattr(world.store, "commit", overtaken)
    assert refused(lambda: world.matches.decide(people[0], match.id, 0, 1, "place 4")).reason is Reason.BUSY
    assert len(tried) == judge.ATTEMPTS
    monkeypatch.undo()
    assert world.decide(people[0], match.id, "place 4")["decision"] == 1


def test_a_decision_is_numbered_by_its_seat_alone(world: World) -> None:
    match, people = world.table(3)
    assert world.decide(people[0], match.id, "place 1")["next_decision"] == 2
    assert world.decide(people[0], match.id, "place 2")["next_decision"] == 3
    assert world.decide(people[0], match.id, "place 3")["next_decision"] is None
    assert world.matches.get(people[1], match.id).decisions == (None, 1, None)


def test_the_live_state_out_of_reach_is_busy_and_no_more(world: World) -> None:
    match, people = world.table(2)
    lost = Redis(unix_socket_path="/nowhere/s", retry=Retry(NoBackoff(), 0))
    matches = Matches(MatchStore(lost), world.engines, world.players, world.archive, **world.fairness)
    for call in (
        lambda: matches.get(people[0], match.id),
        lambda: matches.decide(people[0], match.id, 0, 1, "place 1"),
        lambda: matches.list(people[0]),
        lambda: matches.events(people[0], match.id, 0, since=0),
    ):
        assert refused(call).reason is Reason.BUSY


def limit_memory(world: World, limit: int) -> None:
    for server in servers(world.redis).values():
        server.config_set("maxmemory", limit)


def test_a_server_without_memory_writes_nothing_and_is_busy(world: World) -> None:
    match, people = world.table(2)
    before = world.redis.hgetall(match_key(match.id))
    limit_memory(world, 1)
    try:
        assert refused(lambda: world.decide(people[0], match.id, "place 4")).reason is Reason.BUSY
        assert refused(lambda: world.matches.resign(people[0], match.id)).reason is Reason.BUSY
        assert refused(lambda: world.create(people[0], "me", "open")).reason is Reason.BUSY
    finally:
        limit_memory(world, 0)
    assert world.redis.hgetall(match_key(match.id)) == before
    world.check_whole(match.id)


def test_a_commit_whose_answer_was_lost_is_found_to_be_done(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The client's library sends a command again when the connection breaks, also one that was done."""
    commit = world.store.commit

    def twice(change: Any) -> bool:
        commit(change)
        return commit(change)

    monkeypatch.setattr(world.store, "commit", twice)
    ann, ben = world.caller(), world.caller("Ben")
    match = world.create(ann, "me", "open")
    assert world.matches.join(ben, match.id).status is Status.LIVE
    assert world.decide(ann, match.id, "place 4")["next_decision"] == 2
    assert world.matches.resign(ben, match.id).status is Status.FINISHED
    monkeypatch.undo()
    world.check_whole(match.id)
    assert len(world.store.read_log(match.id)) == 3


def test_an_engine_out_of_reach_changes_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = world.table(2)
    before = world.redis.hgetall(match_key(match.id))

    def busy(*args: object) -> Any:
        raise Refusal(Reason.BUSY)

    with monkeypatch.context() as patch:
        patch.setattr(InProcessEngine, "play", busy)
        assert refused(lambda: world.matches.decide(people[0], match.id, 0, 1, "place 4")).reason is Reason.BUSY
        patch.setattr(InProcessEngine, "start", busy)
        full = world.create(people[0], "me", "bot:greedy")
        assert full.status is Status.OPEN
        assert world.matches.get(people[0], full.id).status is Status.OPEN
    assert world.redis.hgetall(match_key(match.id)) == before
    assert world.matches.get(people[0], full.id).status is Status.LIVE
