"""Tournaments from their announcement to their end."""

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import combinations
from typing import Any, Literal

import pytest

from services.engine.clocks import Forfeit, PerDecision
from services.errors import Reason
from services.identity import Caller, PlayerKind, Scope
from services.matches.match import Status as MatchStatus
from services.matches.match import Visibility as MatchVisibility
from services.matches.matches import Matches
from services.matches.quotas import QuotaLimits, Quotas
from services.matches.replay_checks import Evidence, check
from services.stored_tournaments import rows
from services.stored_tournaments.hosted_tournament import HostRole, NewEntrant, TournamentChange, TournamentVisibility
from services.stored_tournaments.runner import TournamentRunner
from services.tournaments.log import ResultSet
from services.tournaments.pairing_by_hand import HandPairing
from services.tournaments.round_state import RoundState
from services.tournaments.settings import EliminationStage, EntryRules, PodsStage, RoundTimes, SwissStage
from services.tournaments.tournament import TournamentStatus
from tests.integration.matches.harness import caller_of, refused
from tests.integration.stored_tournaments.hall import ID, SEED, TournamentHall

MINUTE = PerDecision(seconds=60)
PEOPLE = EntryRules()


def test_bots_play_a_tournament_to_its_end_by_themselves(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=3))
    hall.enter_bots(6)
    hall.tournaments.control.start(hall.host, ID)
    ended = hall.play_to_the_end()
    assert (ended.status, ended.round, ended.entrants) == (TournamentStatus.FINISHED, 3, 6)
    kinds = hall.kinds()
    assert kinds[:8] == ["entered"] * 6 + ["started", "stage_started"]
    assert kinds[8:] == [*["round_paired", *["game_ended"] * 3, "round_ended"] * 3, "stage_ended", "finished"]
    rows = hall.standings()
    assert rows[0]["rank"] == 1
    assert sum(float(row["points"]) for row in rows) == 9
    assert ended.due_ms is None


def test_nobody_meets_anybody_twice_and_an_odd_one_has_a_bye_once(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=4))
    hall.enter_bots(7)
    hall.tournaments.control.start(hall.host, ID)
    hall.play_to_the_end()
    rounds = hall.tournaments.state(hall.host, ID).rounds
    met = [frozenset(table.entrants) for state in rounds for table in state.tables]
    assert len(met) == len(set(met)) == 12
    byes = [bye.entrant for state in rounds for bye in state.paired.byes]
    assert len(byes) == len(set(byes)) == 4
    assert all(table.reasons for state in rounds for table in state.tables)


@pytest.mark.parametrize(("remainder", "sizes"), [("smaller_pods", [4, 4, 3]), ("byes", [4, 4])])
def test_pods_share_out_points_by_place(hall: TournamentHall, remainder: Any, sizes: list[int]) -> None:
    hall.announce(PodsStage(rounds=2, seats=4, remainder=remainder, place_points=(400, 200, 100, 0, 0)))
    hall.enter_bots(11)
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    hall.play_to_the_end()
    rounds = hall.tournaments.state(hall.host, ID).rounds
    assert [sorted(len(table.entrants) for table in state.tables) for state in rounds] == [sorted(sizes)] * 2
    # Each table of four, filled from three tables, or five players from two of them: one pair meets again.
    assert len(met(rounds[0]) & met(rounds[1])) == {"smaller_pods": 2, "byes": 1}[remainder]
    at_tables = 700 * len(sizes) * 2
    byes = 100 * sum(len(state.paired.byes) for state in rounds)
    assert sum(round(100 * float(row["points"])) for row in hall.standings()) in range(
        at_tables + byes - 12, at_tables + byes + 1
    )


def met(state: RoundState) -> set[frozenset[str]]:
    return {frozenset(pair) for table in state.tables for pair in combinations(table.entrants, 2)}


def test_a_double_elimination_puts_everybody_out_but_one(hall: TournamentHall) -> None:
    hall.announce(EliminationStage(format="double_elimination"))
    hall.enter_bots(6)
    hall.tournaments.control.start(hall.host, ID)
    hall.play_to_the_end()
    state = hall.tournaments.state(hall.host, ID)
    lost: Counter[str] = Counter()
    for each in state.rounds:
        for table in each.tables:
            assert table.result is not None
            lost[table.entrants[table.result.places.index(2)]] += 1
    rows = hall.standings()
    assert sorted(lost.values(), reverse=True)[:5] == [2] * 5
    assert [row["rank"] for row in rows] == [1, 2, 3, 4, 5, 5]
    assert lost[rows[0]["entrant"]] < 2
    assert state.stages[0].order == tuple(row["entrant"] for row in rows)


def test_the_best_of_a_swiss_stage_play_the_places_out(hall: TournamentHall) -> None:
    final = EliminationStage(format="single_elimination", third_place=True)
    hall.announce(SwissStage(rounds=3, advance=4), final)
    hall.enter_bots(8)
    hall.tournaments.control.start(hall.host, ID)
    hall.play_to_the_end()
    state = hall.tournaments.state(hall.host, ID)
    swiss, bracket = state.stages
    assert swiss.order is not None
    assert bracket.seeding == swiss.order[:4]
    semifinals, finals = bracket.rounds
    assert [table.entrants for table in semifinals.tables] == [
        (swiss.order[0], swiss.order[3]),
        (swiss.order[1], swiss.order[2]),
    ]
    assert [table.node for table in finals.tables] == ["P3", "F"]
    assert [row["rank"] for row in hall.standings()] == [1, 2, 3, 4]


def test_who_withdraws_from_a_bracket_leaves_a_walkover(hall: TournamentHall) -> None:
    hall.announce(EliminationStage(format="single_elimination"), times=RoundTimes(next_round="by_host"))
    hall.enter_bots(4)
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    while hall.tournaments.state(hall.host, ID).open_round is not None:  # a draw is played on
        hall.play_bots()
        hall.look()
    state = hall.tournaments.state(hall.host, ID)
    winners = [each.entrants[each.result.places.index(1)] for each in state.rounds[0].tables if each.result]
    hall.tournaments.entrants.withdraw(hall.host, ID, winners[0])
    hall.look()
    assert hall.hosted().status is TournamentStatus.FINISHED
    assert hall.standings()[0]["entrant"] == winners[1]
    assert hall.hosted().round == 1


def test_people_enter_are_seated_and_told_where_they_stand(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1), entry=PEOPLE, time_control=MINUTE)
    people = [hall.person(name) for name in ("Ann", "Bob")]
    for person in people:
        hall.tournaments.entrants.enter(person, ID)
        hall.tournaments.entrants.enter(person, ID)  # twice is once
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    (match,) = hall.live()
    assert {seat.player_id for seat in match.seats} == {person.player_id for person in people}
    assert match.creator_id not in {person.player_id for person in people}
    hall.world.finish(match.id, [_by_id(people, seat.player_id) for seat in match.seats])
    hall.play_to_the_end()
    assert {row["name"] for row in hall.standings()} == {"Ann", "Bob"}
    assert hall.hosted().status is TournamentStatus.FINISHED


def test_seeds_follow_ratings_and_a_draw_decides_among_equals(hall: TournamentHall) -> None:
    hall.announce(entry=PEOPLE, time_control=MINUTE)
    for name, rating in (("Ann", 1400), ("Bob", 1700), ("Cy", 1700), ("Dee", 1600)):
        hall.tournaments.entrants.enter(hall.person(name, rating), ID)
    hall.tournaments.control.start(hall.host, ID)
    state = hall.tournaments.state(hall.host, ID)
    names = [state.members[entrant].name for entrant in state.seeding]
    assert names[2:] == ["Dee", "Ann"]
    assert sorted(names[:2]) == ["Bob", "Cy"]


def test_who_may_enter(hall: TournamentHall) -> None:
    limits = EntryRules(min_rating=1400, max_rating=1600)
    hall.announce(entry=limits, time_control=MINUTE)
    enter = hall.tournaments.entrants.enter
    assert refused(lambda: enter(hall.person("Low", 1399), ID)).reason is Reason.NOT_ADMITTED
    assert refused(lambda: enter(hall.person("High", 1601), ID)).reason is Reason.NOT_ADMITTED
    bot = caller_of(hall.world.players.create("Bot", PlayerKind.BOT))
    assert refused(lambda: enter(bot, ID)).detail == "This tournament is not for bots."
    assert refused(lambda: hall.enter_bots(1)).reason is Reason.NOT_ADMITTED
    assert hall.tournaments.entrants.enter(hall.person("Fit", 1400), ID).entrants == 1
    hall.announce(id_="tournament_b")
    assert (
        refused(lambda: enter(hall.person("Ann"), "tournament_b")).detail
        == "This tournament is for those whom its host invites."
    )
    ann = hall.person("Ann").player_id
    assert (
        refused(lambda: hall.tournaments.entrants.enter(hall.host, "tournament_b", ann)).reason is Reason.NOT_ADMITTED
    )


def test_whom_a_host_enters_takes_part_only_once_it_has_agreed(hall: TournamentHall) -> None:
    entry = EntryRules(registration="invited", check_in_seconds=300)
    hall.announce(SwissStage(rounds=1), entry=entry, time_control=MINUTE)
    ann, bob, cy, dee = (hall.person(name) for name in ("Ann", "Bob", "Cy", "Dee"))
    enter, check_in = hall.tournaments.entrants.enter, hall.tournaments.entrants.check_in
    enter(hall.host, ID, ann.player_id)
    people = [NewEntrant("", person.player_id) for person in (ann, bob, cy, dee)]
    assert hall.tournaments.entrants.enter_all(hall.host, ID, people).entrants == 0
    for person in (ann, bob):
        enter(hall.host, ID, person.player_id)  # again agrees to nothing
        assert hall.tournaments.entrants.get(person, ID).invited
        assert enter(person, ID).entrants == enter(person, ID).entrants
        check_in(hall.host, ID, hall.tournaments.entrants.get(person, ID).id)
    refusal = refused(lambda: check_in(hall.host, ID, "e3"))
    assert refusal.detail == "This is not possible now: has not agreed to take part."
    hall.tournaments.entrants.withdraw(dee, ID)
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    (match,) = hall.live()
    assert {seat.player_id for seat in match.seats} == {ann.player_id, bob.player_id}
    assert refused(lambda: enter(cy, ID)).detail == "This is not possible now: registration is over."
    assert hall.kinds()[:8] == [*["invited"] * 4, "accepted", "checked_in", "accepted", "checked_in"]
    first = hall.tournaments.log(hall.host, ID, limit=1)[0]
    assert (first.by, first.what.model_dump()["player"]) == (hall.host.player_id, ann.player_id)


def test_nobody_is_put_back_who_has_declined_or_withdrawn(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1), entry=PEOPLE, time_control=MINUTE)
    ann, bob = hall.person("Ann"), hall.person("Bob")
    hall.tournaments.entrants.enter(hall.host, ID, ann.player_id)
    hall.tournaments.entrants.enter(bob, ID)
    for person, entrant in ((ann, "e1"), (bob, "e2")):
        number = hall.tournaments.entrants.withdraw(person, ID).revision
        for act in (
            partial(hall.tournaments.entrants.come_back, hall.host, ID, entrant),
            partial(hall.tournaments.control.undo, hall.host, ID, number, reason="a mistake"),
        ):
            assert refused(act).detail == "This is not possible now: it has withdrawn itself."
        hall.tournaments.entrants.enter(hall.host, ID, person.player_id)
        assert hall.hosted().revision == number
    hall.tournaments.entrants.come_back(bob, ID)
    hall.tournaments.entrants.withdraw(hall.host, ID, "e2")
    assert hall.tournaments.entrants.come_back(hall.host, ID, "e2").entrants == 1
    assert hall.tournaments.entrants.come_back(ann, ID).entrants == 2  # it agrees by that


def test_owners_agree_for_their_bots_and_an_operator_for_everybody(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1), entry=EntryRules(bots="allowed", registration="invited"), time_control=MINUTE)
    ann, bob = hall.person("Ann"), hall.person("Bob")
    robo = hall.world.players.create_bot(ann.player_id, "Robo")
    own = hall.world.players.create_bot(hall.host.player_id, "Own")
    enter = hall.tournaments.entrants.enter
    assert enter(hall.host, ID, own.id).entrants == 1
    assert enter(hall.host, ID, robo.id).entrants == 1
    assert refused(lambda: enter(bob, ID, robo.id)).reason is Reason.NOT_A_HOST
    assert enter(ann, ID, robo.id).entrants == 2
    assert enter(hall.world.caller("Admin", Scope.ADMIN), ID, bob.player_id).entrants == 3
    assert hall.kinds() == ["entered", "invited", "accepted", "entered"]


def test_a_private_tournament_does_not_exist_for_strangers(hall: TournamentHall) -> None:
    hall.announce(entry=PEOPLE, time_control=MINUTE, visibility=TournamentVisibility.PRIVATE)
    ann, eve = hall.person("Ann"), hall.person("Eve")
    hall.tournaments.entrants.enter(hall.host, ID, ann.player_id)
    assert hall.tournaments.get(ann, ID).id == ID  # who is only invited sees it, too
    assert hall.tournaments.list(limit=10) == []
    for asked in (
        lambda: hall.tournaments.get(eve, ID),
        lambda: hall.tournaments.state(eve, ID),
        lambda: hall.tournaments.log(eve, ID, limit=1),
        lambda: hall.tournaments.standings(eve, ID),
        lambda: hall.tournaments.entrants.enter(eve, ID),
        lambda: hall.tournaments.entrants.withdraw(eve, ID),
        lambda: hall.tournaments.control.start(eve, ID),
        lambda: hall.tournaments.rounds.set_result(eve, ID, ResultSet(round=1, table=1, places=(1, 2)), reason=""),
    ):
        assert refused(asked).reason is Reason.NOT_FOUND


def test_matches_are_as_visible_as_the_tournament_is_when_they_are_made(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=2), visibility=TournamentVisibility.UNLISTED)
    hall.enter_bots(2)
    hall.enter_bots(2, "random")
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    admin = hall.world.caller("Admin", Scope.ADMIN)
    hall.tournaments.control.change(hall.host, ID, TournamentChange(visibility=TournamentVisibility.PRIVATE))
    assert hall.live() == []
    first, _ = hall.world.matches.list(admin, status=MatchStatus.LIVE, limit=10)
    assert [match.visibility for match in first] == [MatchVisibility.UNLISTED] * 2
    hall.play_bots()
    hall.look()
    second, _ = hall.world.matches.list(admin, status=MatchStatus.LIVE, limit=10)
    assert [match.visibility for match in second] == [MatchVisibility.PRIVATE] * 2


def test_what_hosts_arbiters_and_others_may_do(hall: TournamentHall) -> None:
    hall.announce()
    hall.enter_bots(4)
    arbiter, helper, eve = hall.person("Arbiter"), hall.person("Helper"), hall.person("Eve")
    hall.tournaments.hosts.name(hall.host, ID, arbiter.player_id, HostRole.ARBITER)
    hall.tournaments.hosts.name(hall.host, ID, helper.player_id, HostRole.HOST)
    for caller in (arbiter, eve):
        for act in (hall.tournaments.control.start, hall.tournaments.control.cancel, hall.tournaments.control.pause):
            assert refused(partial(act, caller, ID)).reason is Reason.NOT_A_HOST
    assert refused(lambda: hall.tournaments.entrants.withdraw(eve, ID, "e1")).reason is Reason.NOT_A_HOST
    assert refused(lambda: hall.tournaments.entrants.withdraw(eve, ID)).reason is Reason.NOT_FOUND
    assert (
        refused(lambda: hall.tournaments.hosts.name(helper, ID, eve.player_id, HostRole.HOST)).reason
        is Reason.NOT_A_HOST
    )
    hall.tournaments.control.start(helper, ID)
    hall.look()
    hall.tournaments.entrants.withdraw(arbiter, ID, "e4", reason="ill")
    last = hall.tournaments.log(hall.host, ID, limit=1000)[-1]
    assert (last.by, last.reason) == (arbiter.player_id, "ill")
    hall.tournaments.hosts.remove(hall.host, ID, arbiter.player_id)
    assert refused(lambda: hall.tournaments.entrants.come_back(arbiter, ID, "e4")).reason is Reason.NOT_A_HOST


def test_a_result_that_the_host_sets_calls_the_match_off_and_can_be_taken_back(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1), entry=PEOPLE, time_control=MINUTE)
    hall.begun("Ann", "Bob", "Cy", "Dee")
    before = {match.id for match in hall.live()}
    assert len(before) == 2
    hall.tournaments.rounds.set_result(hall.host, ID, ResultSet(round=1, table=1, places=(2, 1)), reason="fair play")
    hall.look()
    (left,) = hall.live()
    assert left.id in before
    number = len(hall.tournaments.log(hall.host, ID, limit=1000))
    hall.tournaments.control.undo(hall.host, ID, number, reason="a mistake")
    hall.look()
    now = {match.id for match in hall.live()}
    assert len(now) == 2
    assert left.id in now
    assert hall.tournaments.state(hall.host, ID).table(1, 1).result is None


def test_a_match_in_the_place_of_one_that_was_called_off_has_another_seed(hall: TournamentHall) -> None:
    """That of a match that was called off is shown: whoever knew it would know all cards."""
    hall.announce(SwissStage(rounds=1), entry=PEOPLE, time_control=MINUTE)
    hall.begun("Ann", "Bob")
    seeds = [promised_seed(hall)]
    seated = hall.tournaments.state(hall.host, ID).table(1, 1).entrants
    turned = HandPairing(1, (seated[::-1],))
    for undone in (
        partial(
            hall.tournaments.rounds.set_result, hall.host, ID, ResultSet(round=1, table=1, places=(2, 1)), reason=""
        ),
        partial(hall.tournaments.rounds.pair_by_hand, hall.host, ID, turned, reason="as agreed"),
    ):
        undone()
        number = len(hall.tournaments.log(hall.host, ID, limit=1000))
        hall.tournaments.control.undo(hall.host, ID, number, reason="a mistake")
        hall.look()
        seeds.append(promised_seed(hall))
    assert len(set(seeds)) == 3


def promised_seed(hall: TournamentHall) -> str:
    """The hash of the server seed of the one match that is live."""
    (match,) = hall.live()
    assert match.signed_commitment is not None
    return str(json.loads(match.signed_commitment.document)["server_seed_sha256"])


def test_the_same_tournament_at_another_time_deals_the_same_cards(hall: TournamentHall) -> None:
    seeds = []
    for id_ in ("tournament_a", "tournament_b"):
        hall.announce(SwissStage(rounds=1), id_=id_)
        hall.enter_bots(6, id_=id_)
        hall.tournaments.control.start(hall.host, id_)
        hall.look()
        ids = [match.id for match in hall.live()]
        hall.play_bots()
        hall.look()
        seeds.append([json.loads(hall.world.matches.replay(hall.host, each))["seed"] for each in ids])
    assert len(set(seeds[0])) == 3
    assert sorted(seeds[0]) == sorted(seeds[1])


def test_a_match_that_is_aborted_is_played_anew_and_in_the_end_the_host_decides(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1), entry=PEOPLE, time_control=MINUTE)
    hall.begun("Ann", "Bob")
    seen = set()
    for _ in range(3):
        (match,) = hall.live()
        seen.add(match.id)
        hall.world.matches.abort(hall.world.caller("Admin", Scope.ADMIN), match.id)
        hall.play_bots()
        hall.look()
    assert len(seen) == 3
    assert hall.live() == []
    assert hall.kinds().count("game_void") == 3
    assert hall.tournaments.state(hall.host, ID).table(1, 1).waits_for_host
    hall.tournaments.rounds.set_result(hall.host, ID, ResultSet(round=1, table=1, places=(1, 1)), reason="no luck")
    hall.look()
    assert hall.hosted().status is TournamentStatus.FINISHED
    assert [row["points"] for row in hall.standings()] == ["0.5", "0.5"]


def test_a_cancelled_tournament_leaves_no_match_behind(hall: TournamentHall) -> None:
    hall.announce(entry=PEOPLE, time_control=MINUTE)
    hall.begun("Ann", "Bob")
    (match,) = hall.live()
    cancelled = hall.tournaments.control.cancel(hall.host, ID, reason="rain")
    assert (cancelled.status, cancelled.status_reason) == (TournamentStatus.CANCELLED, "rain")
    hall.look()
    assert hall.world.matches.get(hall.host, match.id).status is MatchStatus.ABORTED
    assert hall.hosted().due_ms is None
    assert hall.tournaments.control.cancel(hall.host, ID).revision == cancelled.revision


def test_a_host_sees_a_round_before_it_is_paired_and_pairs_by_hand(hall: TournamentHall) -> None:
    hall.announce(times=RoundTimes(next_round="by_host"))
    hall.enter_bots(4)
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    hall.play_bots()
    hall.look()
    assert (hall.hosted().round, hall.tournaments.state(hall.host, ID).open_round) == (1, None)
    preview = hall.tournaments.rounds.preview_next(hall.host, ID)
    assert hall.tournaments.rounds.preview_next(hall.host, ID) == preview
    assert hall.hosted().round == 1
    hall.tournaments.rounds.pair_next(hall.host, ID)
    paired = hall.tournaments.view(hall.host, ID).round(2)
    seated = [[(table.entrants, table.reasons) for table in each.tables] for each in (paired, preview)]
    assert seated[0] == seated[1]
    by_hand = HandPairing(2, (("e1", "e2"), ("e3", "e4")))
    hall.tournaments.rounds.pair_by_hand(hall.host, ID, by_hand, reason="a feud")
    again = hall.tournaments.rounds.pair_by_hand(hall.host, ID, by_hand, reason="a feud")
    assert [table.entrants for table in hall.tournaments.state(hall.host, ID).rounds[1].tables] == [
        ("e1", "e2"),
        ("e3", "e4"),
    ]
    assert again.revision == len(hall.tournaments.log(hall.host, ID, limit=1000))
    bad = HandPairing(2, (("e1", "e1"),))
    refusal = refused(lambda: hall.tournaments.rounds.pair_by_hand(hall.host, ID, bad, reason=""))
    assert (refusal.reason, refusal.errors[0].pointer) == (Reason.INVALID_FIELD, "/tables/0/1")


def test_a_round_paired_again_calls_its_matches_off_and_makes_others(hall: TournamentHall) -> None:
    hall.announce(entry=PEOPLE, time_control=MINUTE)
    hall.begun("Ann", "Bob", "Cy", "Dee")
    before = {match.id for match in hall.live()}
    first = hall.tournaments.state(hall.host, ID).rounds[0].paired
    (a, b), (c, d) = (table.entrants for table in first.tables)
    swapped = HandPairing(1, ((a, d), (c, b)))
    hall.tournaments.rounds.pair_by_hand(hall.host, ID, swapped, reason="brothers")
    hall.look()
    after = {match.id for match in hall.live()}
    assert len(before) == len(after) == 2
    assert not before & after


def test_a_pause_holds_the_next_round_back(hall: TournamentHall) -> None:
    hall.announce()
    hall.enter_bots(4)
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    hall.tournaments.control.pause(hall.host, ID, reason="lunch")
    hall.play_bots()
    for _ in range(3):
        hall.look()
    held = hall.hosted()
    assert (held.status, held.status_reason, held.round) == (TournamentStatus.PAUSED, "lunch", 1)
    assert "round_ended" in hall.kinds()
    hall.tournaments.control.resume(hall.host, ID)
    assert hall.play_to_the_end().round == 3


def test_a_tournament_starts_by_its_clock_with_those_who_have_checked_in(hall: TournamentHall) -> None:
    starts_ms = hall.world.clock() + 600_000
    entry = EntryRules(check_in_seconds=300)
    hall.announce(entry=entry, times=RoundTimes(starts_ms=starts_ms), time_control=MINUTE)
    people = hall.entered("Ann", "Bob", "Cy")
    check_in = hall.tournaments.entrants.check_in
    assert refused(lambda: check_in(people[0], ID)).detail == "Check-in opens 300 seconds before the start."
    hall.world.clock.advance(301)
    for person in people[:2]:
        check_in(person, ID)
        check_in(person, ID)
    hall.look()
    assert hall.hosted().status is TournamentStatus.REGISTRATION
    hall.world.clock.advance(300)
    hall.look()
    state = hall.tournaments.state(hall.host, ID)
    assert (state.status, len(state.seeding), state.members["e3"].is_withdrawn) == (TournamentStatus.RUNNING, 2, True)
    assert len(hall.live()) == 1


def test_a_tournament_that_nobody_has_entered_is_cancelled_at_its_start(hall: TournamentHall) -> None:
    hall.announce(times=RoundTimes(starts_ms=hall.world.clock() + 1_000))
    hall.enter_bots(1)
    hall.world.clock.advance(1)
    hall.look()
    assert (hall.hosted().status, hall.hosted().status_reason) == (TournamentStatus.CANCELLED, "too few have entered")


def _never_started(hall: TournamentHall) -> None:
    hall.announce()


def _never_paired_again(hall: TournamentHall) -> None:
    hall.announce(times=RoundTimes(next_round="by_host"))
    hall.enter_bots(4)
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    hall.tournaments.rounds.pair_next(hall.host, ID)
    for _ in range(20):
        hall.look()
        hall.play_bots()
    assert hall.tournaments.state(hall.host, ID).rounds[0].ended_ms is not None


def _paused(hall: TournamentHall) -> None:
    hall.announce()
    hall.enter_bots(4)
    hall.tournaments.control.start(hall.host, ID)
    hall.tournaments.control.pause(hall.host, ID)


@pytest.mark.parametrize("leave", [_never_started, _never_paired_again, _paused])
def test_a_tournament_whose_host_has_left_it_is_cancelled_in_the_end(
    hall: TournamentHall, leave: Callable[[TournamentHall], None]
) -> None:
    leave(hall)
    hall.look()
    hall.world.clock.advance(89 * 24 * 3600)
    hall.look()
    assert not hall.hosted().status.is_over
    hall.world.clock.advance(24 * 3600)
    hall.look()
    told = hall.hosted()
    assert (told.status, told.status_reason) == (TournamentStatus.CANCELLED, "nothing has happened for 90 days")


@pytest.mark.parametrize("next_round", ["at_once", "by_host"])
def test_a_start_that_was_announced_months_before_is_a_start(hall: TournamentHall, next_round: Any) -> None:
    hundred_days = 100 * 24 * 3600
    hall.announce(times=RoundTimes(starts_ms=hall.world.clock() + hundred_days * 1_000, next_round=next_round))
    hall.enter_bots(4)
    hall.look()
    hall.world.clock.advance(hundred_days)
    hall.look()
    assert hall.hosted().status is TournamentStatus.RUNNING


def test_a_match_of_months_does_not_count_as_left(hall: TournamentHall) -> None:
    hall.announce(entry=PEOPLE, time_control=MINUTE)
    hall.begun("Ann", "Bob")
    hall.world.clock.advance(100 * 24 * 3600)
    hall.look()
    assert hall.hosted().status is TournamentStatus.RUNNING
    assert len(hall.live()) == 1


def test_who_never_comes_forfeits_and_the_other_is_told_so(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1), entry=PEOPLE, time_control=MINUTE, on_time_out=Forfeit())
    people = hall.begun("Ann", "Bob")
    (match,) = hall.live()
    hall.decide_all(people[0], match.id)
    hall.world.clock.advance(61)
    hall.world.bot_turns.play_overdue(match.id)
    while hall.world.matches.get(hall.host, match.id).status is MatchStatus.LIVE:
        hall.decide_all(people[0], match.id)
        hall.play_bots()
    hall.play_bots()
    hall.look()
    rows = {row["name"]: row["points"] for row in hall.standings()}
    assert rows == {"Ann": "1", "Bob": "0"}
    state = hall.tournaments.state(hall.host, ID)
    (bob,) = [member.id for member in state.members.values() if member.name == "Bob"]
    result = state.table(1, 1).result
    assert result is not None
    assert result.forfeits == (bob,)


def test_who_never_comes_forfeits_at_a_table_of_three_where_the_others_play_on(hall: TournamentHall) -> None:
    """What is played for it then is not its own."""
    hall.announce(PodsStage(rounds=1, seats=3), entry=PEOPLE, time_control=MINUTE, on_time_out=Forfeit())
    people = hall.begun("Ann", "Bob", "Cy")
    (match,) = hall.live()
    for person in people[:2]:
        hall.decide_all(person, match.id)
    hall.world.clock.advance(61)
    hall.world.bot_turns.play_overdue(match.id)
    while hall.world.matches.get(hall.host, match.id).status is MatchStatus.LIVE:
        for person in people[:2]:
            hall.decide_all(person, match.id)
        hall.play_bots()
    hall.play_bots()
    hall.look()
    state = hall.tournaments.state(hall.host, ID)
    (cy,) = [member.id for member in state.members.values() if member.name == "Cy"]
    result = state.table(1, 1).result
    assert result is not None
    assert result.forfeits == (cy,)


def test_a_round_whose_time_is_over_is_lost_by_who_must_decide(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1), entry=PEOPLE, times=RoundTimes(round_seconds=3_600))
    people = hall.begun("Ann", "Bob")
    (match,) = hall.live()
    hall.decide_all(people[0], match.id)
    assert hall.pending(match.id) == {people[1].player_id}
    hall.world.clock.advance(3_600)
    hall.look()
    hall.look()
    assert {row["name"]: row["points"] for row in hall.standings()} == {"Ann": "1", "Bob": "0"}
    assert hall.hosted().status is TournamentStatus.FINISHED
    assert hall.live() == []


def test_who_fills_all_its_seats_elsewhere_blocks_nobody(hall: TournamentHall) -> None:
    world = hall.world
    matches = Matches(
        world.store,
        world.engines,
        world.players,
        world.archive,
        now_ms=world.clock,
        quotas=Quotas(world.redis, QuotaLimits(live_seats=1), now_ms=world.clock),
        **world.fairness,
    )
    runner = TournamentRunner(world.database, matches, world.players, now_ms=world.clock)
    hall.announce(SwissStage(rounds=1), entry=PEOPLE, time_control=MINUTE)
    people = hall.entered("Ann", "Bob")
    hall.world.create(people[1], "me", "open")
    hall.tournaments.control.start(hall.host, ID)
    for _ in range(70):
        world.clock.advance(5)
        runner.advance()
    assert hall.hosted().status is TournamentStatus.FINISHED
    assert {row["name"]: row["points"] for row in hall.standings()} == {"Ann": "1", "Bob": "0"}


def test_withdrawing_and_returning_brings_no_points(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=3))
    hall.enter_bots(5)
    hall.tournaments.control.start(hall.host, ID)
    for _ in range(3):
        hall.tournaments.entrants.withdraw(hall.host, ID, "e1")
        hall.look()
        hall.tournaments.entrants.come_back(hall.host, ID, "e1")
        hall.play_bots()
        hall.tournaments.entrants.withdraw(hall.host, ID, "e1")
        hall.look()
    hall.play_to_the_end()
    points = {row["entrant"]: float(row["points"]) for row in hall.standings()}
    assert points["e1"] <= 1


@pytest.mark.parametrize("moment", ["before any match is made", "after one is made", "after all, before it is noted"])
def test_each_table_is_made_once_whoever_dies_when(hall: TournamentHall, moment: str) -> None:
    hall.announce(SwissStage(rounds=1), entry=PEOPLE, time_control=MINUTE)
    for number in range(6):
        hall.tournaments.entrants.enter(hall.person(f"Player {number}"), ID)
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    ids = [match.id for match in hall.live()]
    # What the process that died had not done yet: rows say so, and the matches are not there.
    with hall.world.database.begin() as connection:
        connection.exec_driver_sql("UPDATE tournament_matches SET state = 'due'")
        connection.exec_driver_sql("UPDATE tournaments SET due_ms = 0")
    lost = {"before any match is made": ids, "after one is made": ids[1:]}.get(moment, [])
    for match_id in lost:
        for key in hall.world.redis.scan_iter(f"*{match_id}*"):
            hall.world.redis.delete(key)
    for runner in (hall.another_runner(), hall.another_runner()):
        runner.advance()
    assert sorted(match.id for match in hall.live() if match.id in ids) == ids
    assert len(_tables(hall)) == 3


def _tables(hall: TournamentHall) -> list[str]:
    with hall.world.database.read() as connection:
        rows = connection.exec_driver_sql("SELECT match_id FROM tournament_matches WHERE state = 'made'")
        return [row[0] for row in rows]


def _by_id(people: list[Caller], player_id: str | None) -> Caller:
    return next(person for person in people if person.player_id == player_id)


def test_a_tournament_from_before_there_were_commitments_goes_on_as_it_began(hall: TournamentHall) -> None:
    """Its matches deal by their places, lots are drawn by the ids of entry, and replays are checked as before."""
    hall.announce(SwissStage(rounds=1))
    with hall.world.database.begin() as connection:
        rows.store(connection, ID, event=None)
    hall.enter_bots(4)
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    promised = [json.loads(each.signed_commitment.document) for each in hall.live() if each.signed_commitment]
    pairing = hall.tournaments.state(hall.host, ID).rounds[0].entry
    places = sorted((each["tournament"]["pairing"], each["tournament"]["table"]) for each in promised)
    assert places == [(pairing, 1), (pairing, 2)]
    made_of = hmac.digest(SEED, f"match {pairing} 1 1 0".encode(), "sha256")
    server_seed = hmac.digest(made_of, b"server seed", "sha256")
    first = next(each for each in promised if each["tournament"]["table"] == 1)
    assert first["server_seed_sha256"] == hashlib.sha256(server_seed).hexdigest()
    hall.play_to_the_end()
    lots = {each: hmac.digest(SEED, f"seeding {each}".encode(), "sha256") for each in ("e1", "e2", "e3", "e4")}
    tournament = hall.tournaments.state(hall.host, ID)
    assert tournament.seeding == tuple(sorted(lots, key=lots.__getitem__))
    for table in tournament.rounds[0].tables:
        data = hall.world.matches.replay(hall.host, table.games[0].match)
        check(data, hall.world.engines.engine("sealed"), Evidence())


@pytest.mark.parametrize(("assistance", "rated"), [("none", True), ("after_match", True), ("open", False)])
def test_a_tournament_is_played_whatever_help_its_host_allows(
    hall: TournamentHall, assistance: Literal["none", "after_match", "open"], rated: bool
) -> None:
    """With help at any time nothing is rated."""
    hall.announce(SwissStage(rounds=1), assistance=assistance)
    hall.enter_bots(2)
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    assert [match.rated for match in hall.live()] == [rated]
    assert hall.play_to_the_end().status is TournamentStatus.FINISHED
