"""What players are told of the tournaments that they have entered, whoever dies when."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from services.engine.clocks import PerDecision
from services.identity import PLATFORM, Caller
from services.matches.accounts import Accounts, Cursor
from services.matches.redis_keys import shard_of, tournament_key, tournaments_key
from services.stored_tournaments.hosted_tournament import HostRole, TournamentVisibility
from services.stored_tournaments.runner import TournamentRunner
from services.stored_tournaments.telling import Telling
from services.tournaments.log import ResultSet
from services.tournaments.pairing_by_hand import HandPairing
from services.tournaments.settings import EliminationStage, EntryRules, PodsStage, RoundTimes, SwissStage
from services.tournaments.tournament import TournamentStatus
from tests.integration.matches.harness import World, at_once, caller_of
from tests.integration.stored_tournaments.conftest import world_on_each_database as world
from tests.integration.stored_tournaments.hall import ID, TournamentHall

__all__ = ["world"]

MINUTE = PerDecision(seconds=60)
DAY = PerDecision(seconds=24 * 3600)
PEOPLE = EntryRules()
MIXED = EntryRules(bots="allowed")


def told(hall: TournamentHall, person: Caller) -> list[dict[str, Any]]:
    """What a player was told of the tournament."""
    accounts = Accounts(hall.world.redis, now_ms=hall.world.clock)
    entries = accounts.entries(person.player_id, Cursor(hall.world.clock()))
    assert entries is not None
    events = [json.loads(entry.event) for entry in entries]
    return [event for event in events if event.get("tournament") == ID]


def kinds(events: Sequence[dict[str, Any]]) -> list[str]:
    return [event["type"] for event in events]


def opened(hall: TournamentHall, person: Caller) -> list[dict[str, Any]]:
    """What the first line of a stream says of tournaments."""
    found = Accounts(hall.world.redis, now_ms=hall.world.clock).tournaments(person.player_id)
    return [json.loads(each.about) | json.loads(each.own) for each in found]


def play(hall: TournamentHall, *people: Caller) -> None:
    """Play what is live to its end."""
    by_id = {person.player_id: person for person in people}
    for match in hall.live():
        seated = [by_id.get(seat.player_id or "") for seat in match.seats]
        if all(seated):
            hall.world.finish(match.id, [person for person in seated if person is not None])
        else:
            play_with_bots(hall, match.id, seated)
    hall.play_bots()


def play_with_bots(hall: TournamentHall, match_id: str, seated: Sequence[Caller | None]) -> None:
    while any(match.id == match_id for match in hall.live()):
        hall.play_bots()
        for seat, person in enumerate(seated):
            if person is None:
                continue
            look = hall.world.matches.view(person, match_id, seat)
            if look.decision is not None:
                first = json.loads(look.legal)[0]["notation"]
                hall.world.matches.decide(person, match_id, seat, look.decision, first)


def test_a_swiss_tournament_is_told_from_its_start_to_its_end(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1), entry=PEOPLE, time_control=MINUTE)
    people = hall.begun("Ann", "Bob", "Cem")
    state = hall.tournaments.state(hall.host, ID)
    (table,) = state.rounds[0].tables
    by_entrant = dict(zip(("e1", "e2", "e3"), people, strict=True))
    first, second = (by_entrant[entrant] for entrant in table.entrants)
    (spare,) = (person for person in people if person not in (first, second))
    (match,) = hall.live()
    about = {"tournament": ID, "name": "Cup"}

    at = "2027-01-15T08:00:00.000Z"
    seed = 1 + state.seeding.index(table.entrants[0])
    started = {"type": "tournament_started", "at": at, **about, "takes_part": True, "seed": seed, "entrants": 3}
    at = "2027-01-15T08:00:01.000Z"
    paired = {"type": "round_paired", "at": at, **about, "round": 1, "deadline_at": None, "again": False}
    paired |= {"by_hand": False, "reason": ""}
    opponent = {"entrant": table.entrants[1], "name": second.name, "player": second.player_id, "is_bot": False}
    assert told(hall, first) == [
        started,
        {**paired, "place": "table", "reasons": []},
        {
            "type": "your_table",
            "at": at,
            **about,
            "ruleset": "sealed",
            "round": 1,
            "table": 1,
            "game": 1,
            "match": match.id,
            "seat": 0,
            "opponents": [opponent | {"seat": 1}],
            "deadline_at": None,
            "reasons": list(table.reasons),
        },
    ]
    spared = told(hall, spare)
    assert spared[1] == {**paired, "place": "bye", "reasons": list(state.rounds[0].paired.byes[0].reasons)}
    assert len(spared) == 2
    status = about | {"ruleset": "sealed", "status": "running", "round": 1}
    assert opened(hall, first) == [status | {"table": 1, "match": match.id, "seat": 0, "invited": False}]
    assert opened(hall, spare) == [status | {"table": None, "match": None, "seat": None, "invited": False}]

    play(hall, *people)
    hall.look()
    result, ended = told(hall, first)[3:]
    (decided,) = hall.tournaments.state(hall.host, ID).rounds[0].tables
    assert decided.result is not None
    rows = {row["entrant"]: row for row in hall.standings()}
    standing = {name: rows[table.entrants[0]][name] for name in ("rank", "is_joint", "points")}
    places = decided.result.places
    points = {(1, 2): ("1", "0"), (2, 1): ("0", "1"), (1, 1): ("0.5", "0.5")}[places[0], places[1]]
    assert {name: value for name, value in result.items() if name != "at"} == {
        "type": "table_result",
        **about,
        "round": 1,
        "table": 1,
        "results": [
            {"entrant": entrant, "name": person.name, "player": person.player_id, "is_bot": False}
            | {"place": place, "points": worth, "forfeit": False}
            for entrant, person, place, worth in zip(table.entrants, (first, second), places, points, strict=True)
        ],
        "last_match": match.id,
        "why": "",
        "standing": standing,
    }
    assert {name: value for name, value in ended.items() if name != "at"} == {
        "type": "tournament_ended",
        **about,
        "status": "finished",
        "reason": "",
        "standing": standing,
    }
    assert kinds(told(hall, spare)) == ["tournament_started", "round_paired", "tournament_ended"]
    assert [opened(hall, person) for person in people] == [[], [], []]
    assert told(hall, hall.host) == []


def test_every_match_that_is_told_is_the_one_that_is_played(hall: TournamentHall) -> None:
    hall.announce(
        PodsStage(rounds=2, seats=3, advance=2),
        EliminationStage(format="single_elimination", games=3),
        entry=MIXED,
        time_control=MINUTE,
    )
    people = hall.entered("Ann", "Bob")
    hall.enter_bots(4)
    hall.tournaments.control.start(hall.host, ID)
    played: set[str] = set()
    for _ in range(40):
        hall.look()
        live = {match.id for match in hall.live()}
        for person in people:
            tables = [event for event in told(hall, person) if event["type"] == "your_table"]
            for match in hall.live():
                if match.seat_of(person.player_id) is not None:
                    assert (tables[-1]["match"], tables[-1]["seat"]) == (match.id, match.seat_of(person.player_id))
                    (mine,) = opened(hall, person)
                    assert (mine["match"], mine["seat"]) == (match.id, match.seat_of(person.player_id))
                    played.add(match.id)
        assert live or hall.hosted().status.is_over
        play(hall, *people)
        if hall.hosted().status.is_over:
            break
    assert hall.hosted().status is TournamentStatus.FINISHED
    hall.look()
    for person in people:
        events = told(hall, person)
        assert {event["match"] for event in events if event["type"] == "your_table"} <= played
        assert kinds(events).count("table_result") == len({(e["round"], e["table"]) for e in events if e.get("table")})
        assert kinds(events)[-1] == "tournament_ended"
        assert [event["round"] for event in events if event["type"] == "round_paired"] == list(
            range(1, hall.hosted().round + 1)
        )
    rank = {row["entrant"]: row["rank"] for row in hall.standings()}
    for number, person in enumerate(people, 1):
        own = told(hall, person)[-1]["standing"]["rank"]
        assert own == rank.get(f"e{number}", own)


def test_a_host_corrects_takes_back_and_tells_why(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1), entry=PEOPLE, time_control=MINUTE)
    ann, bob = hall.begun("Ann", "Bob")
    before = len(told(hall, ann))
    result = ResultSet(round=1, table=1, places=(1, 2))
    hall.tournaments.rounds.set_result(hall.host, ID, result, reason="Bob has called in sick.")
    hall.world.clock.advance(1)
    hall.tournaments.control.undo(hall.host, ID, hall.hosted().revision, reason="It was another Bob.")
    hall.look()
    set_, undone, table = told(hall, ann)[before:]
    assert (set_["type"], set_["change"], set_["reason"]) == (
        "tournament_corrected",
        "result_set",
        "Bob has called in sick.",
    )
    assert [each["place"] for each in set_["results"]] == [1, 2]
    assert (undone["type"], undone["change"], undone["reason"], undone["results"]) == (
        "tournament_corrected",
        "result_taken_back",
        "It was another Bob.",
        None,
    )
    (match,) = (match for match in hall.live() if match.seat_of(ann.player_id) is not None)
    assert (table["type"], table["match"]) == ("your_table", match.id)
    assert opened(hall, bob)[0]["match"] == match.id


def test_a_pairing_that_is_taken_back_is_told_with_the_one_that_stands(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1), entry=PEOPLE, time_control=MINUTE)
    people = hall.begun("Ann", "Bob", "Cem", "Dan")
    before = {person: len(told(hall, person)) for person in people}
    first = hall.tournaments.state(hall.host, ID).rounds[0].paired
    one, other = (table.entrants for table in first.tables)
    swapped = HandPairing(1, ((one[0], other[0]), (one[1], other[1])))
    hall.tournaments.rounds.pair_by_hand(hall.host, ID, swapped, reason="They are brothers.")
    entry = hall.hosted().revision
    hall.look()
    for person in people:
        paired, table = told(hall, person)[before[person] :]
        assert (paired["again"], paired["by_hand"], paired["reason"]) == (True, True, "They are brothers.")
        assert table["match"] == opened(hall, person)[0]["match"]
    hall.tournaments.control.undo(hall.host, ID, entry, reason="They are not.")
    hall.look()
    for person in people:
        back, paired, table = told(hall, person)[before[person] + 2 :]
        assert (back["change"], back["reason"], back["table"] in (1, 2)) == (
            "pairing_taken_back",
            "They are not.",
            True,
        )
        assert (paired["type"], paired["again"], paired["by_hand"]) == ("round_paired", True, False)
        (match,) = (match for match in hall.live() if match.seat_of(person.player_id) is not None)
        assert (table["match"], table["seat"]) == (match.id, match.seat_of(person.player_id))


def test_a_correction_is_told_those_whom_it_concerns_and_leaves_others_at_their_table(hall: TournamentHall) -> None:
    hall.announce(EliminationStage(format="single_elimination"), entry=PEOPLE, time_control=MINUTE)
    people = hall.begun(*"ABCDEFGH")
    for number in range(1, 5):
        hall.tournaments.rounds.set_result(hall.host, ID, ResultSet(round=1, table=number, places=(1, 2)), reason="x")
    hall.look()
    (first, second), tables = second_round(hall), hall.tournaments.state(hall.host, ID).rounds[0].tables
    before = {person: len(told(hall, person)) for person in people}
    wrong = ResultSet(round=1, table=1, places=(2, 1), then="replay")
    hall.tournaments.rounds.set_result(hall.host, ID, wrong, reason="Read wrongly")
    hall.look()
    after = {
        f"e{number}": [(each["type"], each.get("change")) for each in told(hall, person)[before[person] :]]
        for number, person in enumerate(people, 1)
    }
    corrected, paired = ("tournament_corrected", "pairing_taken_back"), ("round_paired", None)
    out, new = tables[0].entrants
    assert after[out] == [("tournament_corrected", "result_set"), corrected, paired]
    assert after[new] == [("tournament_corrected", "result_set"), paired, ("your_table", None)]
    (other,) = set(first) - {out}
    assert after[other] == [corrected, paired, ("your_table", None)]
    for entrant in second:  # they play on
        assert after[entrant] == [paired]
        person = people[int(entrant[1:]) - 1]
        (match,) = (match for match in hall.live() if match.seat_of(person.player_id) is not None)
        assert opened(hall, person)[0]["match"] == match.id


def second_round(hall: TournamentHall) -> list[tuple[str, ...]]:
    return [table.entrants for table in hall.tournaments.state(hall.host, ID).rounds[1].tables]


def test_a_round_in_which_somebody_is_spared_by_hand(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1), entry=PEOPLE, time_control=MINUTE)
    ann, bob, cem = hall.begun("Ann", "Bob", "Cem")
    by_hand = HandPairing(1, (("e1", "e2"),), ("e3",))
    hall.tournaments.rounds.pair_by_hand(hall.host, ID, by_hand, reason="Cem is late.")
    hall.look()
    assert [told(hall, person)[-1]["type"] for person in (ann, bob)] == ["your_table", "your_table"]
    assert (told(hall, cem)[-1]["place"], told(hall, cem)[-1]["reason"]) == ("bye", "Cem is late.")


def test_hosts_are_told_when_they_are_needed(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1), entry=MIXED, time_control=MINUTE)
    helper, stranger = hall.person("Helper"), hall.person("Stranger")
    hall.tournaments.hosts.name(hall.host, ID, helper.player_id, HostRole.ARBITER)
    (ann,) = hall.entered("Ann")
    hall.enter_bots(1)
    hall.tournaments.rounds.keep_apart(hall.host, ID, ["e1", "e2"], reason="Sisters")
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    for host in (hall.host, helper):
        (needed,) = told(hall, host)
        assert (needed["type"], needed["cause"], needed["round"]) == ("host_needed", "round_not_paired", None)
        assert needed["reason"].startswith("The next round cannot be paired")
    assert told(hall, stranger) == []
    assert kinds(told(hall, ann)) == ["tournament_started"]
    assert opened(hall, ann)[0]["status"] == "paused"


def test_a_table_that_cannot_be_played_is_told_to_its_host(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1), entry=PEOPLE, time_control=MINUTE)
    ann, _ = hall.begun("Ann", "Bob")
    for _ in range(3):
        (match,) = hall.live()
        hall.world.matches.abort(PLATFORM, match.id)
        hall.play_bots()
        hall.look()
    (needed,) = told(hall, hall.host)
    assert (needed["cause"], needed["table"], needed["round"]) == ("table_without_result", 1, 1)
    tables = [event["match"] for event in told(hall, ann) if event["type"] == "your_table"]
    assert len(set(tables)) == 3
    assert opened(hall, ann)[0]["table"] is None


def test_who_gets_no_place_and_who_leaves_is_told_no_more_than_that(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1), entry=EntryRules(capacity=2), time_control=MINUTE)
    people = hall.entered("Ann", "Bob", "Cem", "Dan")
    hall.tournaments.entrants.withdraw(people[3], ID)
    hall.look()
    assert [len(opened(hall, person)) for person in people] == [1, 1, 1, 0]
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    (refused,) = told(hall, people[2])
    assert (refused["type"], refused["takes_part"], refused["seed"]) == ("tournament_started", False, None)
    assert told(hall, people[3]) == []
    assert [len(opened(hall, person)) for person in people] == [1, 1, 0, 0]
    hall.tournaments.control.cancel(hall.host, ID, reason="The hall is flooded.")
    hall.look()
    ended = told(hall, people[0])[-1]
    assert (ended["status"], ended["reason"]) == ("cancelled", "The hall is flooded.")
    assert len(told(hall, people[2])) == 1


def test_a_round_whose_time_is_over_tells_who_has_lost_it(hall: TournamentHall) -> None:
    times = RoundTimes(round_seconds=60)
    hall.announce(SwissStage(rounds=1), entry=PEOPLE, times=times)
    ann, _ = hall.begun("Ann", "Bob")
    assert told(hall, ann)[-1]["deadline_at"] == "2027-01-15T08:01:01.000Z"
    hall.world.clock.advance(61)
    hall.look()
    (result,) = (event for event in told(hall, ann) if event["type"] == "table_result")
    assert result["why"] == "The time of the round is over."
    assert any(each["forfeit"] for each in result["results"])


# -- adversities -------------------------------------------------------------------------------------------------------


class Killed(Exception):
    """Stands for the end of a process."""


class MortalTelling(Telling):
    """Of a process that is killed with every second script: before or after it, in turn."""

    sent = 0

    def _send(self, *arguments: Any) -> bool:
        self.sent += 1
        if self.sent % 4 == 0:
            raise Killed
        is_done = super()._send(*arguments)
        if self.sent % 4 == 2:
            raise Killed
        return is_done


def runner_with(hall: TournamentHall, telling: Telling) -> TournamentRunner:
    world = hall.world
    return TournamentRunner(world.database, world.matches, world.players, telling=telling, now_ms=world.clock)


def test_nobody_is_told_anything_twice_or_not_at_all_whoever_is_killed_when(hall: TournamentHall) -> None:
    world = hall.world
    mortal = MortalTelling(world.database, world.redis, at_once=2, now_ms=world.clock)
    hall.runner = runner_with(hall, mortal)
    hall.announce(SwissStage(rounds=2), entry=PEOPLE, time_control=DAY)
    people = hall.entered("Ann", "Bob", "Cem", "Dan", "Eva")
    hall.tournaments.control.start(hall.host, ID)
    killed = 0
    for _ in range(200):
        world.clock.advance(0.001)
        try:
            hall.look()
        except Killed:
            killed += 1
            world.clock.advance(31)  # who takes a tournament and dies is followed after its lease
        else:
            if hall.hosted().status.is_over:
                break
            play(hall, *people)
    assert killed > 8
    for person in people:
        events = told(hall, person)
        rounds = [
            [*("your_table", "table_result")] if event["place"] == "table" else []
            for event in events
            if event["type"] == "round_paired"
        ]
        assert len(rounds) == 2
        assert kinds(events) == [
            "tournament_started",
            *("round_paired", *rounds[0]),
            *("round_paired", *rounds[1]),
            "tournament_ended",
        ]
        assert opened(hall, person) == []


def test_two_who_tell_at_once_tell_everything_once(hall: TournamentHall) -> None:
    world = hall.world
    hall.announce(SwissStage(rounds=1), entry=PEOPLE, time_control=MINUTE)
    people = hall.entered(*(f"Player {number}" for number in range(8)))
    hall.tournaments.control.start(hall.host, ID)
    runners = [runner_with(hall, Telling(world.database, world.redis, at_once=2, now_ms=world.clock)) for _ in range(4)]
    for _ in range(8):
        world.clock.advance(1)
        at_once([runner.advance for runner in runners])
    for person in people:
        assert kinds(told(hall, person)) == ["tournament_started", "round_paired", "your_table"]


def test_a_tournament_goes_on_while_nobody_can_be_told(hall: TournamentHall) -> None:
    world = hall.world
    away = Redis(port=1, retry=Retry(NoBackoff(), 0))
    hall.runner = runner_with(hall, Telling(world.database, away, now_ms=world.clock))
    hall.announce(SwissStage(rounds=1), entry=PEOPLE, time_control=MINUTE)
    people = hall.begun("Ann", "Bob")
    play(hall, *people)
    hall.look()
    assert hall.hosted().status is TournamentStatus.FINISHED
    assert told(hall, people[0]) == []
    hall.runner = hall.another_runner()
    hall.look()
    assert kinds(told(hall, people[0])) == [
        "tournament_started",
        "round_paired",
        "your_table",
        "table_result",
        "tournament_ended",
    ]
    assert hall.hosted().due_ms is None


def test_what_redis_has_lost_is_open_again_and_not_told_again(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1), entry=PEOPLE, time_control=MINUTE)
    people = hall.begun("Ann", "Bob")
    before = [(told(hall, person), opened(hall, person)) for person in people]
    redis, shard = hall.world.redis, shard_of(ID)
    redis.delete(tournament_key(ID), *(tournaments_key(shard, person.player_id) for person in people))
    assert [opened(hall, person) for person in people] == [[], []]
    hall.look()
    assert [(told(hall, person), opened(hall, person)) for person in people] == before
    play(hall, *people)
    hall.look()
    assert kinds(told(hall, people[0]))[3:] == ["table_result", "tournament_ended"]


def test_what_is_known_of_a_tournament_that_is_over_expires(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1), entry=PEOPLE, time_control=MINUTE)
    people = hall.begun("Ann", "Bob")
    redis = hall.world.redis
    assert redis.ttl(tournament_key(ID)) == -1
    play(hall, *people)
    hall.look()
    assert 0 < redis.ttl(tournament_key(ID)) <= 24 * 3600
    redis.delete(tournament_key(ID))
    before = told(hall, people[0])
    table = hall.tournaments.state(hall.host, ID).rounds[0].tables[0]
    places = (2, 1) if table.result is not None and table.result.places == (1, 2) else (1, 2)
    hall.tournaments.rounds.set_result(
        hall.host, ID, ResultSet(round=1, table=1, places=places), reason="It was a mistake."
    )
    hall.look()
    assert kinds(told(hall, people[0])[len(before) :]) == ["tournament_corrected"]
    assert opened(hall, people[0]) == []


def test_who_is_invited_is_told_so_and_so_is_the_owner_of_a_bot(hall: TournamentHall) -> None:
    times = RoundTimes(starts_ms=hall.world.clock() + 60_000)
    hall.announce(SwissStage(rounds=1), entry=EntryRules(bots="allowed"), times=times, time_control=MINUTE)
    ann, bob, cem = (hall.person(name) for name in ("Ann", "Bob", "Cem"))
    robo = hall.world.players.create_bot(cem.player_id, "Robo")
    for person in (ann.player_id, bob.player_id, robo.id):
        hall.tournaments.entrants.enter(hall.host, ID, person)
    hall.look()
    (invited,) = told(hall, ann)
    assert invited == {
        "type": "tournament_invited",
        "at": "2027-01-15T08:00:00.000Z",
        "tournament": ID,
        "name": "Cup",
        "ruleset": "sealed",
        "entrant": {"entrant": "e1", "name": "Ann", "player": ann.player_id, "is_bot": False},
        "host": hall.host.player_id,
        "starts_at": "2027-01-15T08:01:00.000Z",
    }
    of_robo = invited | {"entrant": {"entrant": "e3", "name": "Robo", "player": robo.id, "is_bot": True}}
    assert told(hall, cem) == told(hall, caller_of(robo)) == [of_robo]
    assert opened(hall, cem) == []
    nowhere = {"tournament": ID, "name": "Cup", "ruleset": "sealed", "status": "registration", "round": 0}
    nowhere |= {"table": None, "match": None, "seat": None}
    assert [opened(hall, person) for person in (ann, bob)] == [[nowhere | {"invited": True}]] * 2
    hall.tournaments.entrants.enter(ann, ID)
    hall.tournaments.entrants.enter(cem, ID, robo.id)
    hall.look()
    assert opened(hall, ann) == opened(hall, caller_of(robo)) == [nowhere | {"invited": False}]
    hall.world.clock.advance(60)
    hall.look()
    assert [kinds(told(hall, person)) for person in (bob, cem)] == [["tournament_invited"]] * 2
    assert (opened(hall, bob), len(hall.live())) == ([], 1)


def test_a_private_tournament_tells_only_its_own(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1), entry=PEOPLE, time_control=MINUTE, visibility=TournamentVisibility.PRIVATE)
    owner = Caller(hall.host.player_id, hall.host.name, hall.host.kind, "k_test", hall.host.scopes)
    people = [hall.person(name) for name in ("Ann", "Bob")]
    for person in people:
        hall.tournaments.entrants.enter(owner, ID, person.player_id)
        hall.tournaments.entrants.enter(person, ID)
    hall.tournaments.control.start(owner, ID)
    hall.look()
    assert kinds(told(hall, people[0])) == ["tournament_invited", "tournament_started", "round_paired", "your_table"]
    keys = set(hall.world.redis.scan_iter("*:account:*"))
    everybody = {key.decode().rpartition(":")[2] for key in keys}
    assert everybody == {person.player_id for person in people}


def test_one_slot_of_a_cluster_is_all_that_a_script_touches(cluster_client: Redis, own_database: Path) -> None:
    hall = TournamentHall(World(cluster_client, own_database))
    hall.announce(SwissStage(rounds=1), entry=PEOPLE, time_control=MINUTE)
    people = hall.begun("Ann", "Bob", "Cem")
    assert {len(told(hall, person)) for person in people} == {2, 3}
    assert [len(opened(hall, person)) for person in people] == [1, 1, 1]
