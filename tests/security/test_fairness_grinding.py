"""An operator or creator who looks for a match that suits them: each choice that could once be made late is bound."""

import hashlib
import json
from dataclasses import replace
from typing import Any

import pytest

from services.engine.clocks import PerDecision
from services.engine.fairness import canonical, match_seed
from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory
from services.errors import Reason
from services.identity import Scope
from services.identity.idempotent_creation import once
from services.matches import replay_checks
from services.matches.creation_request import NewMatch, parse_seat, parse_seats
from services.matches.match import Match, StartRule, Status
from services.matches.replay_checks import Evidence
from tests.integration.matches.harness import World, refused
from tests.rulesets.sealed import RULESET, Sealed
from tests.signing import SIGNING_KEYS

MINE, THEIRS = "a1" * 32, "b2" * 32


def seed_of(world: World, match: Match) -> bytes:
    loaded = world.store.load(match.id)
    assert loaded is not None
    assert loaded.stored.seed is not None
    return loaded.stored.seed


def expected_seed(world: World, match: Match, client_seeds: list[str | None]) -> bytes:
    loaded = world.store.load(match.id)
    assert loaded is not None
    return match_seed(loaded.stored.server_seed, bytes.fromhex(match.commitment), client_seeds)


def document(match: Match) -> dict[str, Any]:
    assert match.signed_commitment is not None
    found: dict[str, Any] = json.loads(match.signed_commitment.document)
    return found


def test_everything_that_could_be_chosen_later_is_bound_and_signed_at_the_creation(world: World) -> None:
    ann, ben = world.caller("Ann"), world.caller("Ben")
    seats = ("me", "open", f"player:{ben.player_id}", "bot:greedy")
    match = world.create(ann, *seats, time_control=PerDecision(seconds=30), options={"takes": "highest"})
    loaded = world.store.load(match.id)
    assert loaded is not None
    assert document(match) == {
        "format": "playhall.commitment/2",
        "match": match.id,
        "creator": ann.player_id,
        "created_at": "2027-01-15T08:00:00.000Z",
        "ruleset": "sealed",
        "ruleset_version": "1.0.0",
        "catalogue_sha256": "b6726b52f9f1f50e6170c6e80987e2aa32900919d50b414dd0e6b1a631ed559c",
        "assistance": "none",
        "options": {"takes": "highest", "open_draws": False},
        "seats": [
            {"kind": "person", "player": ann.player_id, "bot": None},
            {"kind": "open", "player": None, "bot": None},
            {"kind": "reserved", "player": ben.player_id, "bot": None},
            {"kind": "bot", "player": None, "bot": "greedy"},
        ],
        "start_rule": "when_full",
        "visibility": "public",
        "time_control": {"kind": "per_decision", "seconds": 30},
        "on_time_out": {"kind": "default_action"},
        "grace_milliseconds": 0,
        "spectator_delay_seconds": 0,
        "server_seed_sha256": hashlib.sha256(loaded.stored.server_seed).hexdigest(),
    }
    signed = match.signed_commitment
    assert signed is not None
    assert match.commitment == hashlib.sha256(signed.document.encode()).hexdigest()
    made = SIGNING_KEYS.sign("playhall.commitment/2", signed.document.encode())
    assert (signed.key_id, signed.signature) == (made.key_id, made.value.hex())


@pytest.mark.parametrize(
    "change",
    [
        {"match": "m_01kf0m7b007rqva7rstaq2mtk0"},
        {"ruleset_version": "1.0.1"},
        {"options": {"takes": "lowest", "open_draws": False}},
        {"created_at": "2027-01-15T08:00:00.001Z"},
        {"seats": [{"kind": "bot", "player": None, "bot": "greedy"}, {"kind": "open", "player": None, "bot": None}]},
        {"start_rule": "by_creator"},
        {"time_control": {"kind": "per_decision", "seconds": 1}},
        {"on_time_out": {"kind": "forfeit"}},
        {"grace_milliseconds": 1},
        {"server_seed_sha256": "00" * 32},
    ],
    ids=lambda change: next(iter(change)),
)
def test_whatever_is_changed_after_the_commitment_is_another_commitment_and_another_match(
    world: World, change: dict[str, Any]
) -> None:
    ann, ben = world.caller("Ann"), world.caller("Ben")
    match = world.matches.join(ben, world.create(ann, "me", "open").id, client_seed=THEIRS)
    other = canonical({**document(match), **change})
    digest = hashlib.sha256(other).digest()
    assert digest.hex() != match.commitment
    loaded = world.store.load(match.id)
    assert loaded is not None
    assert match_seed(loaded.stored.server_seed, digest, [None, THEIRS]) != seed_of(world, match)


def test_the_creator_gives_a_seed_only_when_the_commitment_is_published(world: World) -> None:
    ann, ben = world.caller("Ann"), world.caller("Ben")
    match = world.create(ann, "me", "open", start_rule=StartRule.BY_CREATOR)
    world.matches.join(ben, match.id, client_seed=THEIRS)
    live = world.matches.start(ann, match.id, client_seed=MINE)
    assert live.commitment == match.commitment
    assert [seat.client_seed for seat in live.seats] == [MINE, THEIRS]
    assert seed_of(world, live) == expected_seed(world, live, [MINE, THEIRS])
    assert world.matches.start(ann, match.id, client_seed=MINE).status is Status.LIVE
    assert refused(lambda: world.matches.start(ann, match.id, client_seed=THEIRS)).reason is Reason.CLIENT_SEED_GIVEN


def test_a_seed_is_given_once_and_by_who_has_a_seat(world: World) -> None:
    ann, eve = world.caller("Ann"), world.caller("Eve")
    match = world.create(ann, "me", "open")
    first = world.matches.give_seed(ann, match.id, MINE.upper())
    assert first.seats[0].client_seed == MINE
    assert world.matches.give_seed(ann, match.id, MINE) == first
    assert refused(lambda: world.matches.give_seed(ann, match.id, THEIRS)).reason is Reason.CLIENT_SEED_GIVEN
    assert refused(lambda: world.matches.give_seed(eve, match.id, MINE)).reason is Reason.NOT_YOUR_SEAT
    assert refused(lambda: world.matches.give_seed(ann, match.id, "ab")).errors[0].pointer == "/client_seed"
    world.matches.join(eve, match.id)
    assert refused(lambda: world.matches.give_seed(eve, match.id, THEIRS)).reason is Reason.MATCH_NOT_OPEN


def test_nobody_sees_anothers_seed_before_the_start_and_all_do_after(world: World) -> None:
    ann, ben, eve = world.caller("Ann"), world.caller("Ben"), world.caller("Eve")
    match = world.create(ann, "me", "open", "open")
    shown = world.matches.give_seed(ann, match.id, MINE)
    digest = hashlib.sha256(bytes.fromhex(MINE)).hexdigest()
    assert (shown.seats[0].client_seed, shown.seats[0].client_seed_sha256) == (MINE, digest)
    joined = world.matches.join(ben, match.id, client_seed=THEIRS)
    listed = world.matches.list(eve)[0][0]
    for seen in (joined, world.matches.get(ben, match.id), world.matches.get(eve, match.id), listed):
        assert (seen.seats[0].client_seed, seen.seats[0].client_seed_sha256) == (None, digest)
    assert world.matches.get(ben, match.id).seats[1].client_seed == THEIRS
    world.matches.join(world.caller("Cleo"), match.id)
    assert [seat.client_seed for seat in world.matches.get(eve, match.id).seats] == [MINE, THEIRS, None]


def test_no_seed_is_seen_while_a_spectator_delay_hides_the_start(world: World) -> None:
    ann, ben, eve = world.caller("Ann"), world.caller("Ben"), world.caller("Eve")
    match = world.create(ann, "me", "open", spectator_delay_seconds=60)
    world.matches.give_seed(ann, match.id, MINE)
    assert world.matches.join(ben, match.id).status is Status.LIVE
    seen = world.matches.get(eve, match.id)
    assert (seen.status, seen.seats[0].client_seed) == (Status.OPEN, None)
    world.clock.advance(61)
    assert world.matches.get(eve, match.id).seats[0].client_seed == MINE


def test_who_sits_down_later_and_which_bot_changes_nothing_of_the_seed(world: World) -> None:
    ann = world.caller("Ann")
    match = world.create(ann, "me", "open", "open", start_rule=StartRule.BY_CREATOR)
    world.matches.assign(ann, match.id, 1, parse_seat("bot:greedy"))
    world.matches.assign(ann, match.id, 1, parse_seat("bot:random"))
    world.matches.assign(ann, match.id, 2, parse_seat("bot:greedy"))
    live = world.matches.start(ann, match.id, client_seed=MINE)
    assert seed_of(world, live) == expected_seed(world, live, [MINE, None, None])
    assert [seat.client_seed for seat in live.seats] == [MINE, None, None]


def test_a_seed_counts_in_its_position() -> None:
    seeds: list[list[str | None]] = [
        [MINE, None],
        [None, MINE],
        [MINE, "00" * 32],
        [MINE, THEIRS],
        [THEIRS, MINE],
        [None, None],
    ]
    assert len({match_seed(bytes(32), bytes(32), given) for given in seeds}) == len(seeds)


def test_another_version_of_the_ruleset_does_not_start_the_match(world: World) -> None:
    class Updated(Sealed):
        def describe(self) -> Any:
            return replace(super().describe(), version="2.0.0")

    ann, ben = world.caller("Ann"), world.caller("Ben")
    match = world.create(ann, "me", "open", start_rule=StartRule.BY_CREATOR)
    world.matches.join(ben, match.id, client_seed=THEIRS)
    world.engines = EngineDirectory({"sealed": InProcessEngine(Updated())})
    world.open(world.redis)
    refusal = refused(lambda: world.matches.start(ann, match.id))
    assert (refusal.reason, refusal.metadata) == (
        Reason.UNSUPPORTED_VERSION,
        {"version": "1.0.0", "served": "2.0.0"},
    )
    assert world.matches.abort(ann, match.id).status is Status.ABORTED
    world.engines = EngineDirectory({"sealed": InProcessEngine(RULESET)})


def test_an_aborted_match_reveals_its_seeds(world: World) -> None:
    ann, ben = world.caller("Ann"), world.caller("Ben")
    match = world.create(ann, "me", "open", "open")
    world.matches.join(ben, match.id, client_seed=THEIRS)
    world.matches.abort(ann, match.id)

    def check() -> None:
        told = json.loads(world.matches.replay(ben, match.id))
        assert (told["status"], told["start"], told["steps"], told["outcome"]) == ("aborted", None, [], None)
        assert told["client_seeds"] == [None, THEIRS, None]
        assert told["commitment"] == match.commitment
        digest = hashlib.sha256(bytes.fromhex(told["server_seed"])).hexdigest()
        assert digest == told["commitment_document"]["server_seed_sha256"]

    check()
    assert world.scoring.score(match.id)
    world.expire(match.id)
    check()


def test_a_match_whose_seeds_were_revealed_is_not_made_again(world: World) -> None:
    """Its creation is attempted again, as if no answer had come, when it has ended and left Redis: whoever starts it
    would know the server's seed, and choose the client seed that suits them."""
    ann, creation = world.caller("Ann"), once(world.clock)
    new = NewMatch("sealed", parse_seats(("me", "open")), {}, start_rule=StartRule.BY_CREATOR)
    match = world.matches.create(ann, new, creation=creation)
    world.matches.abort(ann, match.id)
    world.scoring.score(match.id)
    world.expire(match.id)
    world.clock.advance(60)
    again = world.matches.create(ann, new, creation=creation)
    assert (again.id, again.status) == (match.id, Status.ABORTED)
    assert refused(lambda: world.matches.give_seed(ann, match.id, MINE)).reason is Reason.MATCH_NOT_OPEN
    assert world.store.load(match.id) is None


def test_a_match_aborted_in_play_shows_all_until_then_and_verifies_but_only_after_the_delay(world: World) -> None:
    match, people = world.table(2, spectator_delay_seconds=60)
    world.decide(people[0], match.id, "place 1")
    eve, admin = world.caller("Eve"), world.caller("Root", Scope.ADMIN)
    world.matches.abort(admin, match.id)
    assert refused(lambda: world.matches.replay(eve, match.id)).reason is Reason.MATCH_NOT_FINISHED
    mine = world.matches.replay(people[1], match.id)
    lines = [json.loads(line.line) for line in world.matches.events(people[1], match.id, 1, since=0)]
    kept = Evidence(seat=1, stream=lines, keys=SIGNING_KEYS.public, commitment=match.commitment)
    report = replay_checks.check(mine, InProcessEngine(RULESET), kept)
    assert "the match was aborted where the replay ends" in report.checked
    assert "seat 1's stream as you saved it: 2 of 2 lines, each as in the replay" in report.checked
    world.clock.advance(61)
    assert world.matches.replay(eve, match.id) == mine


def test_times_never_run_backwards_whatever_the_clocks_of_the_processes(world: World) -> None:
    match, people = world.table(2)
    world.clock.advance(-3600)
    world.decide(people[0], match.id, "place 1")
    world.finish(match.id, people)
    told = json.loads(world.matches.replay(people[0], match.id))
    assert {step["at"] for step in told["steps"]} == {"2027-01-15T08:00:00.000Z"}
    replay_checks.check(json.dumps(told).encode(), InProcessEngine(RULESET), Evidence(keys=SIGNING_KEYS.public))
