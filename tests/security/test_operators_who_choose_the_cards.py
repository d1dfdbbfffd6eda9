"""An operator, or a host, who wants other cards dealt than those that follow from the published commitment.

The operator knows the tournament's seed from the beginning, and so every card of every table that could be paired. What
is tried here changed the cards once: renames, a withdrawal and return, another capacity, a swap and a swap back, a
result that is set and undone, a replay of a match with another seed that the platform signs anew.
"""

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, cast

import pytest
from playhall.play.v1 import tournaments_pb2
from sqlalchemy import Connection, select, update

from gateway.api.tournaments import TournamentDetails, details_of, tournament_json
from gateway.grpc_api.filling import plan_fields
from gateway.openapi.etags import etag_of
from services.database.tables import tournament_matches as table_matches
from services.database.tables import tournaments
from services.engine import replay as replay_format
from services.engine.clocks import NO_CLOCKS, PerDecision, TimeControl
from services.engine.fairness import EventReference, canonical, event_server_seed, sha256_hex
from services.errors import Reason, Refusal
from services.identity import PLATFORM, Caller
from services.identity.idempotent_creation import Creation
from services.matches.creation_request import NewMatch, SeatKind, SeatRequest
from services.matches.event_checks import EventContradicts, check_event
from services.matches.match_creation import EventDeal
from services.matches.replay_checks import Evidence, ReplayContradicts, Report, check
from services.stored_tournaments import log_commit, rows
from services.stored_tournaments.hosted_tournament import MatchState, TournamentChange
from services.stored_tournaments.hosting import Tournaments
from services.stored_tournaments.known_logs import KnownLogs, Read
from services.stored_tournaments.log_commit import Wish
from services.tournaments import steps
from services.tournaments.log import GameCalledOff, GameEnded, ResultSet, RoundPaired
from services.tournaments.settings import ArenaStage, EntryRules, PodsStage, RoundRobinStage, Stage, SwissStage
from services.tournaments.tournament import TournamentStatus
from tests.integration.stored_tournaments.conftest import empty_database, hall, own_database, world
from tests.integration.stored_tournaments.hall import CARDS, ID, OPTIONS, TournamentHall
from tests.signing import SIGNING_KEYS

__all__ = ["empty_database", "hall", "own_database", "world"]

PEOPLE = EntryRules()
MINUTE = PerDecision(seconds=60)
OWN = "c5" * 32


def cards(hall: TournamentHall, id_: str = ID) -> dict[frozenset[str], str]:
    """The server seed of each table that is to be played, by who meets there."""
    hosted, tournament = hall.hosted(id_), hall.tournaments.state(hall.host, id_)
    assert hosted.event is not None
    state = tournament.open_round
    assert state is not None
    with hall.world.database.read() as connection:
        seeds = rows.client_seeds(connection, id_, list(tournament.members))
    found = {}
    for table in state.open_tables:
        deal = rows.event_deal_of(hosted, hosted.event, tournament, table, seeds)
        found[frozenset(deal.reference.entrants)] = deal.server_seed.hex()
    return found


def meddle(hall: TournamentHall, host: Caller, people: list[Caller], id_: str) -> Iterator[Callable[[], object]]:
    """What hosts and entrants may do before anything is dealt, and what is undone again."""
    cup = hall.tournaments
    for name in ("One name", "Another", "A third"):
        yield partial(cup.control.change, host, id_, TournamentChange(name=name))
    yield partial(cup.control.change, host, id_, TournamentChange(entry={"capacity": 17}))
    yield partial(cup.entrants.withdraw, people[0], id_)
    yield partial(cup.entrants.come_back, people[0], id_)


def test_nothing_that_a_host_may_change_before_a_game_is_dealt_changes_its_cards(hall: TournamentHall) -> None:
    people = [hall.person(name, 1500) for name in ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")]
    for id_ in ("tournament_a", "tournament_b"):
        hall.announce(SwissStage(rounds=1), entry=PEOPLE, time_control=MINUTE, id_=id_)
        for person in people:
            hall.tournaments.entrants.enter(person, id_, client_seed=OWN)
    for act in meddle(hall, hall.host, people, "tournament_b"):
        act()
    hall.tournaments.control.start(hall.host, "tournament_a")
    hall.tournaments.control.start(hall.host, "tournament_b")
    pair_first(hall, "tournament_a")
    pair_first(hall, "tournament_b")
    expected = cards(hall, "tournament_a")
    assert len(expected) == 3
    assert cards(hall, "tournament_b") == expected

    first, second = hall.tournaments.state(hall.host, "tournament_b").rounds[0].tables[:2]
    swap = partial(hall.tournaments.rounds.swap, hall.host, "tournament_b", 1, first.entrants[0], second.entrants[0])
    swap(reason="as I like")
    assert cards(hall, "tournament_b") != expected
    swap(reason="and back")
    assert cards(hall, "tournament_b") == expected

    hall.tournaments.rounds.set_result(
        hall.host, "tournament_b", ResultSet(round=1, table=1, places=(1, 2)), reason="so"
    )
    number = hall.hosted("tournament_b").revision
    hall.tournaments.control.undo(hall.host, "tournament_b", number, reason="or not")
    assert cards(hall, "tournament_b") == expected


def pair_first(hall: TournamentHall, id_: str) -> None:
    """Pair the first round without anybody who makes its matches."""

    def next_steps(_: Connection, found: Read) -> Iterator[Wish]:
        while found.tournament.open_round is None:
            for what, why in steps.next_steps(found.tournament, found.hosted.lots, hall.world.clock()):
                yield Wish(what, None, why)

    log_commit.commit(hall.world.database, KnownLogs(), id_, next_steps, hall.world.clock())


def test_what_was_dealt_is_never_dealt_again_and_the_match_says_who_decided_that(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1), entry=PEOPLE, time_control=MINUTE)
    hall.begun("Ann", "Bob")
    seen = [promised(hall)]
    assert seen[0]["event"]["played_again"] is None
    for times in (1, 2):
        (match,) = hall.live()
        result = ResultSet(round=1, table=1, places=(2, 1))
        hall.tournaments.rounds.set_result(hall.host, ID, result, reason="These cards will not do")
        hall.tournaments.control.undo(hall.host, ID, hall.hosted().revision, reason="New ones")
        hall.look()
        seen.append(promised(hall))
        event = seen[-1]["event"]
        log = hall.tournaments.log(hall.host, ID, limit=1000)
        entry = [each for each in log if isinstance(each.what, GameCalledOff)][-1]
        assert (event["deal"], event["game"]) == (times + 1, 1)
        assert event["played_again"] == {
            "times": times,
            "match": match.id,
            "entry": entry.number,
            "by": hall.host.player_id,
            "reason": "These cards will not do",
        }
    assert len({each["server_seed_sha256"] for each in seen}) == 3


def test_a_swap_and_a_swap_back_of_what_was_dealt_deal_anew_and_say_so(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1), entry=PEOPLE, time_control=MINUTE)
    hall.begun("Ann", "Bob", "Cy", "Dee")
    before = {each.commitment for each in hall.live()}
    first, second = hall.tournaments.state(hall.host, ID).rounds[0].tables
    for reason in ("as I like", "and back"):
        hall.tournaments.rounds.swap(hall.host, ID, 1, first.entrants[0], second.entrants[0], reason=reason)
        hall.look()
    documents = [json.loads(each.signed_commitment.document) for each in hall.live() if each.signed_commitment]
    assert [document["event"]["deal"] for document in documents] == [2, 2]
    assert {document["event"]["played_again"]["reason"] for document in documents} == {"as I like"}
    assert not before & {each.commitment for each in hall.live()}


def promised(hall: TournamentHall) -> dict[str, Any]:
    """What the one match that is live has promised."""
    (match,) = hall.live()
    assert match.signed_commitment is not None
    document: dict[str, Any] = json.loads(match.signed_commitment.document)
    return document


def test_the_seeds_that_entrants_give_deal_and_nobody_sees_them_before_they_are_paired(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1), entry=PEOPLE, time_control=MINUTE)
    ann, bob = hall.person("Ann"), hall.person("Bob")
    hall.tournaments.entrants.enter(ann, ID, client_seed=OWN)
    hall.tournaments.entrants.enter(bob, ID)
    log = hall.tournaments.log(hall.host, ID, limit=100)
    assert OWN not in "".join(str(entry.what) for entry in log)
    assert OWN not in hall.tournaments.export(hall.host, ID).decode()
    assert hall.tournaments.entrants.get(hall.host, ID, "e1").client_seed is None
    refused = {}
    enter = hall.tournaments.entrants.enter
    acts: dict[str, Callable[[], object]] = {
        "another seed": partial(enter, ann, ID, client_seed="00" * 32),
        "for another": partial(enter, hall.host, ID, bob.player_id, client_seed=OWN),
        "no seed": partial(enter, bob, ID, client_seed="c5"),
    }
    for name, act in acts.items():
        with pytest.raises(Refusal) as error:
            act()
        refused[name] = error.value.reason
    assert refused == {
        "another seed": Reason.CLIENT_SEED_GIVEN,
        "for another": Reason.INVALID_FIELD,
        "no seed": Reason.INVALID_FIELD,
    }
    hall.tournaments.entrants.enter(ann, ID, client_seed=OWN.upper())  # the same again
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    (match,) = hall.live()
    seat = next(seat for seat in match.seats if seat.player_id == ann.player_id)
    assert seat.client_seed == OWN
    assert hall.tournaments.entrants.get(hall.host, ID, "e1").client_seed == OWN
    with pytest.raises(Refusal) as error:
        hall.tournaments.entrants.enter(bob, ID, client_seed=OWN)
    assert error.value.reason is Reason.NOT_POSSIBLE_NOW


def test_a_host_who_cancels_to_see_the_seed_sees_it_when_no_hand_is_held_any_more(hall: TournamentHall) -> None:
    """What a host holds against an opponent could be computed from the seed as long as their match was live."""
    hall.announce(SwissStage(rounds=1), entry=PEOPLE, time_control=MINUTE)
    hall.begun("Ann", "Bob")
    (match,) = hall.live()
    answer = hall.tournaments.control.cancel(hall.host, ID, reason="Let me see")
    assert [each.id for each in hall.live()] == [match.id]
    assert answer.status is TournamentStatus.CANCELLED
    assert shown(hall) == {"answer": None, "message": "", "export": None}
    assert answer.seed.hex() not in tournament_json(answer).decode()
    early = etag_of(tournament_json(hall.hosted()))

    hall.look()
    assert hall.live() == []
    seed = bytes(range(32)).hex()
    assert shown(hall) == {"answer": seed, "message": seed, "export": seed}
    assert etag_of(tournament_json(hall.hosted())) != early


def shown(hall: TournamentHall) -> dict[str, object]:
    """The tournament's seed, wherever it is shown."""
    hosted, fields = hall.hosted(), plan_fields(tournaments_pb2.Tournament.DESCRIPTOR, [TournamentDetails])
    return {
        "answer": json.loads(tournament_json(hosted))["seed"],
        "message": tournaments_pb2.Tournament(**fields(details_of(hosted))).seed,
        "export": saved(hall)["seed"],
    }


def test_a_match_with_another_seed_that_the_platform_signs_anew_is_refused(hall: TournamentHall) -> None:
    """The platform plays the match of a table again, with a seed of its choice, and signs all of it."""
    hall.announce(PodsStage(rounds=1, seats=3))
    hall.enter_bots(3)
    before = saved(hall)
    hall.tournaments.control.start(hall.host, ID)
    hall.play_to_the_end()
    (table,) = hall.tournaments.state(hall.host, ID).rounds[0].tables
    true = hall.world.matches.replay(hall.host, table.games[0].match)
    kept = [before, saved(hall)]
    report = checked(hall, true, kept)
    assert any("the server's seed follows from the tournament's" in line for line in report.checked)
    assert any("it is deal 1 between these entrants" in line for line in report.checked)
    assert not any("follows from the tournament" in line for line in report.unchecked)

    early = checked(hall, true, [before])
    assert any("that is shown when the tournament is over" in line for line in early.unchecked)

    with pytest.raises(ReplayContradicts, match="does not follow from the seed of the tournament"):
        checked(hall, forged(hall, true, seed=b"chosen by the platform, 32 bytes"), kept)


def test_a_tournament_that_is_published_anew_is_refused_by_who_has_kept_the_first(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1))
    hall.enter_bots(2)
    kept = saved(hall)
    hall.announce(SwissStage(rounds=1), id_="tournament_b", seed=bytes(32))
    hall.enter_bots(2, id_="tournament_b")
    hall.tournaments.control.start(hall.host, "tournament_b")
    hall.look()
    (match,) = hall.live()
    hall.play_bots()
    replay = hall.world.matches.replay(hall.host, match.id)
    with pytest.raises(ReplayContradicts, match="another commitment than that of the tournament"):
        checked(hall, replay, [kept])


@pytest.mark.parametrize(
    ("lie", "why"),
    [
        ({"commitment": "00" * 32}, "is not the SHA-256 of its document"),
        ({"seed": "00" * 32}, "is not the one that it was published with"),
        ({"commitment_log": {"index": 10**6, "hash": "00" * 32}}, "before its tournament"),
        ({"commitment_signature": {"key_id": SIGNING_KEYS.key_id, "value": "00" * 64}}, "does not hold"),
        ({"log": []}, "has not entered"),
    ],
)
def test_lies_about_the_tournament_are_refused(hall: TournamentHall, lie: dict[str, object], why: str) -> None:
    hall.announce(SwissStage(rounds=1))
    hall.enter_bots(2)
    hall.tournaments.control.start(hall.host, ID)
    hall.play_to_the_end()
    (table,) = hall.tournaments.state(hall.host, ID).rounds[0].tables
    replay = hall.world.matches.replay(hall.host, table.games[0].match)
    with pytest.raises(ReplayContradicts, match=why):
        checked(hall, replay, [saved(hall) | lie])


def played(hall: TournamentHall, stage: Stage, bots: int = 2) -> list[bytes]:
    """The replays of a tournament that was played to its end."""
    hall.announce(stage)
    hall.enter_bots(bots)
    hall.tournaments.control.start(hall.host, ID)
    hall.play_to_the_end()
    log = [entry.what for entry in hall.tournaments.log(hall.host, ID, limit=1000)]
    return [hall.world.matches.replay(hall.host, what.match) for what in log if isinstance(what, GameEnded)]


def told_of(hall: TournamentHall, replay: bytes, *, names_seats: bool) -> dict[str, object]:
    """The tournament's export, in which the platform tells of another match in the place of the first."""
    lie: Any = saved(hall)
    match = json.loads(replay)
    (entry,) = (each["what"] for each in lie["log"] if each["what"]["kind"] == "game_ended")
    if names_seats:
        entry["entrants"] = [*entry["entrants"][1:], *entry["entrants"][:1]]
    ranks = {
        int(name.rpartition(":")[2]): result["rank"]
        for name, result in zip(
            match["commitment_document"]["event"]["entrants"], match["outcome"]["results"], strict=True
        )
    }
    entry |= {"match": match["match"], "places": [ranks[int(entrant[1:])] for entrant in entry["entrants"]]}
    told: dict[str, object] = lie
    return told


@pytest.mark.parametrize("names_seats", [False, True], ids=["the log as it was", "the log turned as well"])
def test_an_operator_who_exchanges_seats_exchanges_no_hands(hall: TournamentHall, names_seats: bool) -> None:
    """The order of seats is not in the chance of a game: who plays which hand follows from the log alone."""
    (true,) = played(hall, SwissStage(rounds=1))
    turned = forged(hall, true, turned=True)
    assert json.loads(turned)["server_seed"] == json.loads(true)["server_seed"]
    same = forged(hall, true)
    assert json.loads(same)["match"] != json.loads(true)["match"]
    with pytest.raises(ReplayContradicts, match="the seats are not those that follow from the tournament's log"):
        checked(hall, turned, [told_of(hall, turned, names_seats=names_seats)])


def test_an_operator_who_shows_a_match_of_which_the_log_does_not_tell_is_refused(hall: TournamentHall) -> None:
    (true,) = played(hall, SwissStage(rounds=1))
    with pytest.raises(ReplayContradicts, match="the tournament's log does not tell of this match"):
        checked(hall, forged(hall, true), [saved(hall)])


def test_an_operator_who_plays_by_another_clock_is_refused(hall: TournamentHall) -> None:
    (true,) = played(hall, SwissStage(rounds=1))
    with pytest.raises(ReplayContradicts, match="another `time_control` than its tournament"):
        checked(hall, forged(hall, true, time_control=MINUTE), [saved(hall)])


def test_an_operator_who_plays_with_other_cards_than_it_published_is_refused(hall: TournamentHall) -> None:
    (true,) = played(hall, SwissStage(rounds=1))
    kept: Any = saved(hall)
    assert kept["commitment_document"]["catalogue_sha256"] == CARDS
    kept["commitment_document"]["catalogue_sha256"] = "ab" * 32
    kept["commitment"] = sha256_hex(canonical(kept["commitment_document"]))
    document = json.loads(true)["commitment_document"]
    reference = EventReference.model_validate_json(json.dumps(document["event"] | {"sha256": kept["commitment"]}))
    replay = replay_format.read(true)
    assert isinstance(replay, replay_format.Replay)
    for cards in (CARDS, None):
        update = {"event": reference, "catalogue_sha256": cards}
        promised = replay.commitment_document.model_copy(update=update)
        with pytest.raises(EventContradicts, match="other cards than its tournament was published with"):
            check_event(replay.model_copy(update={"commitment_document": promised}), [kept], None)


ORDER = "the order of their seats and the number of the deal follow from the tournament's log"
RESULT = "the result agrees with the tournament's log"


@pytest.mark.parametrize(
    ("stage", "bots", "games"),
    [
        (SwissStage(rounds=1, games=3), 2, 3),
        (SwissStage(rounds=1, deals="duplicate"), 2, 2),
        (PodsStage(rounds=2, seats=3), 3, 2),
    ],
    ids=["several games", "duplicate deals", "pods"],
)
def test_who_plays_by_the_rules_is_not_refused(hall: TournamentHall, stage: Stage, bots: int, games: int) -> None:
    replays = played(hall, stage, bots)
    assert len(replays) == games
    kept = saved(hall)
    early = kept | {"seed": None, "status": "running", "log": cast(list[object], kept["log"])[:1]}
    for replay in replays:
        report = checked(hall, replay, [early, kept])
        assert any(ORDER in line for line in report.checked)
        assert RESULT in report.checked
        before = checked(hall, replay, [early])
        assert RESULT not in before.checked
        assert any("does not tell of this match" in line for line in before.unchecked)


def all_checked(hall: TournamentHall) -> int:
    """How many games of the tournament hold against its log; all of them do."""
    kept = saved(hall)
    log = [entry.what for entry in hall.tournaments.log(hall.host, ID, limit=1000)]
    games = [what for what in log if isinstance(what, GameEnded)]
    for what in games:
        report = checked(hall, hall.world.matches.replay(hall.host, what.match), [kept])
        assert any(ORDER in line for line in report.checked)
    return len(games)


def test_games_of_an_arena_are_not_refused(hall: TournamentHall) -> None:
    played(hall, ArenaStage(duration_seconds=4), 4)
    assert all_checked(hall) >= 4


def test_games_of_tables_of_which_some_are_away_are_not_refused(hall: TournamentHall) -> None:
    hall.announce(RoundRobinStage(seats=4, games=2, remainder="smaller_tables"))
    hall.enter_bots(8)
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    hall.tournaments.entrants.withdraw(hall.host, ID, "e2")
    hall.play_to_the_end()
    tables = [table for state in hall.tournaments.state(hall.host, ID).rounds for table in state.tables]
    assert {len(table.games) for table in tables if table.away == ("e2",)} == {2}
    assert all_checked(hall) == 2 * len(tables)


def test_games_of_tables_whose_entrants_were_exchanged_are_not_refused(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1))
    hall.enter_bots(4)
    hall.tournaments.control.start(hall.host, ID)
    pair_first(hall, ID)
    for reason in ("once", "and back", "and again"):
        hall.tournaments.rounds.swap(hall.host, ID, 1, "e1", "e4", reason=reason)
    hall.tournaments.control.undo(hall.host, ID, hall.hosted().revision, reason="or not")
    hall.play_to_the_end()
    assert all_checked(hall) == 2


def test_a_match_that_was_cancelled_is_in_the_log_and_is_checked(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1), entry=PEOPLE, time_control=MINUTE)
    hall.begun("Ann", "Bob")
    (match,) = hall.live()
    hall.tournaments.control.cancel(hall.host, ID, reason="Rain")
    hall.look()
    log = hall.tournaments.log(hall.host, ID, limit=1000)
    assert [(entry.what.kind, entry.reason) for entry in log[-2:]] == [
        ("game_called_off", "Rain"),
        ("cancelled", "Rain"),
    ]
    report = checked(hall, hall.world.matches.replay(hall.host, match.id), [saved(hall)])
    assert any(ORDER in line for line in report.checked)
    assert RESULT not in report.checked


def test_a_worker_that_is_late_does_not_hide_that_another_has_dealt(hall: TournamentHall) -> None:
    """Its lease has lapsed while it made a match, and its own attempt was refused: what it has not marked itself, and
    what the other has made, stays dealt."""
    hall.announce(SwissStage(rounds=1), entry=PEOPLE, time_control=MINUTE)
    for name in ("Ann", "Bob", "Cy", "Dee"):
        hall.tournaments.entrants.enter(hall.person(name), ID)
    hall.tournaments.control.start(hall.host, ID)
    pair_first(hall, ID)
    database = hall.world.database

    def dealt() -> dict[str, bool]:
        with database.read() as connection:
            return {match.match_id: match.is_dealt for match in rows.under_way(connection, ID)}

    first, second = dealt()
    with database.begin() as connection:
        assert rows.begin_dealing(connection, [first]) == ({first}, {first})
    with database.begin() as connection:
        assert rows.begin_dealing(connection, [first, second]) == ({first, second}, {second})
        rows.note(connection, [second], MatchState.MADE)
    with database.begin() as connection:
        rows.not_dealt(connection, [second])
    assert dealt() == {first: True, second: True}
    with database.read() as connection:
        marks = select(table_matches.c.match_id).where(table_matches.c.dealt)
        assert set(connection.execute(marks).scalars()) == {first, second}
    with database.begin() as connection:
        rows.not_dealt(connection, [first])
    assert dealt() == {first: False, second: True}


def saved(hall: TournamentHall) -> dict[str, object]:
    """The export of the tournament, as somebody keeps it."""
    export: dict[str, object] = json.loads(hall.tournaments.export(hall.host, ID))
    return export


def checked(hall: TournamentHall, replay: bytes, kept: list[dict[str, object]]) -> Report:
    engine = hall.world.engines.engine("sealed")
    return check(replay, engine, Evidence(event=kept, keys=SIGNING_KEYS.public))


def forged(
    hall: TournamentHall,
    replay: bytes,
    *,
    seed: bytes | None = None,
    turned: bool = False,
    time_control: TimeControl = NO_CLOCKS,
) -> bytes:
    """A replay of the same match with another seed, or of one that follows from the tournament's but for something
    else, by the platform itself."""
    told = json.loads(replay)["commitment_document"]["event"]
    if turned:
        told["entrants"] = [*told["entrants"][1:], *told["entrants"][:1]]
    reference = EventReference.model_validate_json(json.dumps(told))
    seats = len(reference.entrants)
    new = NewMatch(
        ruleset="sealed",
        seats=(SeatRequest(SeatKind.BOT, "greedy"),) * seats,
        options=OPTIONS,
        time_control=time_control,
    )
    none = (None,) * seats
    deal = EventDeal(seed or event_server_seed(bytes(range(32)), reference, none), reference, none)
    match = hall.world.matches.create_seated(
        PLATFORM, new, [None] * seats, creation=Creation(hall.world.clock(), bytes(32)), deal=deal
    )
    hall.play_bots()
    return hall.world.matches.replay(hall.host, match.id)


def test_a_host_of_a_tournament_of_which_nobody_knows_who_gave_the_seed_lets_nobody_in(hall: TournamentHall) -> None:
    """Made before that was noted, with the host's own seed, for bots; then registration was opened to strangers."""
    hall.announce(SwissStage(rounds=1), entry=EntryRules(bots="only", registration="invited"))
    with hall.world.database.begin() as connection:
        connection.execute(update(tournaments).values(event=None))
    stranger = hall.person("Ann", 1500)
    acts: dict[str, Callable[[], object]] = {
        "opened": partial(
            hall.tournaments.control.change, hall.host, ID, TournamentChange(entry={"registration": "open"})
        ),
        "invited": partial(hall.tournaments.entrants.enter, hall.host, ID, bot_of(hall, stranger)),
    }
    refused = {}
    for name, act in acts.items():
        with pytest.raises(Refusal) as error:
            act()
        refused[name] = error.value.reason
    assert refused == {
        "opened": Reason.NOT_POSSIBLE_NOW,
        "invited": Reason.NOT_ADMITTED,
    }
    hall.enter_bots(2)
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    assert [match.rated for match in hall.live()] == [False]


def test_who_entered_such_a_tournament_before_stays_and_it_can_be_read(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1), entry=EntryRules(bots="only"))
    ann, bob = hall.person("Ann", 1500), hall.person("Bob", 1400)
    for owner in (ann, bob):
        hall.tournaments.entrants.enter(owner, ID, bot_of(hall, owner))
    old = hall.hosted().settings.model_copy(update={"entry": EntryRules(bots="only", registration="invited")})
    with hall.world.database.begin() as connection:
        connection.execute(update(tournaments).values(event=None, settings=old.to_bytes()))
    again = Tournaments(hall.world.database, hall.world.players, hall.ratings, SIGNING_KEYS, now_ms=hall.world.clock)
    assert [member.name for member in again.state(hall.host, ID).members.values()] == ["Bot of Ann", "Bot of Bob"]
    again.control.start(hall.host, ID)
    hall.look()
    assert [match.rated for match in hall.live()] == [False]


def test_an_entrant_who_has_seen_the_others_seeds_gives_none_after_the_pairing_is_undone(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1), entry=PEOPLE, time_control=MINUTE)
    ann, bob = hall.person("Ann", 1500), hall.person("Bob", 1400)
    hall.tournaments.entrants.enter(ann, ID, client_seed=OWN)
    hall.tournaments.entrants.enter(bob, ID)
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    log = hall.tournaments.log(hall.host, ID, limit=100)
    pairing = next(entry.number for entry in log if isinstance(entry.what, RoundPaired))
    hall.tournaments.control.undo(hall.host, ID, pairing, reason="again")
    assert hall.tournaments.entrants.get(hall.host, ID, "e1").client_seed == OWN
    with pytest.raises(Refusal, match="has been paired") as error:
        hall.tournaments.entrants.enter(bob, ID, client_seed="dd" * 32)
    assert error.value.reason is Reason.NOT_POSSIBLE_NOW
    assert hall.tournaments.entrants.get(hall.host, ID, "e2").member.client_seed_sha256 is None


def bot_of(hall: TournamentHall, owner: Caller) -> str:
    """A bot of somebody's own."""
    return hall.world.players.create_bot(owner.player_id, f"Bot of {owner.name}").id
