"""Every format is played to its end by the runner, by bots of the house."""

from collections import Counter, defaultdict
from functools import partial
from itertools import combinations
from pathlib import Path

from services.engine import replay as replays
from services.engine.clocks import PerDecision
from services.errors import Reason
from services.identity import PlayerKind
from services.matches.replay_checks import Evidence, check
from services.stored_tournaments.hosted_tournament import HostRole, TournamentVisibility
from services.tournaments.log import KeptApart
from services.tournaments.settings import (
    ApartRule,
    EliminationStage,
    EntryRules,
    LadderStage,
    PodsStage,
    RoundRobinStage,
    RoundTimes,
    Stage,
    SwissStage,
    TableEliminationStage,
    WagerPoints,
)
from services.tournaments.tournament import Tournament, TournamentStatus
from tests.integration.matches.harness import caller_of, refused
from tests.integration.stored_tournaments.hall import ID, TournamentHall

CHECKER = Path(__file__).parents[3] / "docs" / "check_match.py"
DUPLICATE = PodsStage(rounds=1, seats=3, deals="duplicate")


def played(hall: TournamentHall, bots: int, *stages: Stage) -> Tournament:
    """A tournament of so many bots, from its announcement to its end."""
    hall.announce(*stages)
    hall.enter_bots(bots)
    hall.tournaments.control.start(hall.host, ID)
    assert hall.play_to_the_end().status is TournamentStatus.FINISHED
    return hall.tournaments.state(hall.host, ID)


def meetings(tournament: Tournament) -> Counter[frozenset[str]]:
    return Counter(
        frozenset(pair)
        for state in tournament.rounds
        for table in state.tables
        for pair in combinations(table.entrants, 2)
    )


def test_a_round_robin_of_two_cycles(hall: TournamentHall) -> None:
    tournament = played(hall, 4, RoundRobinStage(cycles=2))
    assert len(tournament.rounds) == 6
    assert set(meetings(tournament).values()) == {2}
    assert len({table.entrants for state in tournament.rounds for table in state.tables}) == 12
    rows = hall.standings()
    assert sum(float(row["points"]) for row in rows) == 12
    assert [each["id"] for each in rows[0]["tie_breaks"]] == ["direct_encounter", "sonneborn_berger", "wins", "koya"]


def test_a_round_robin_at_tables_of_three(hall: TournamentHall) -> None:
    tournament = played(hall, 4, RoundRobinStage(seats=3))
    assert len(tournament.rounds) == 4
    assert set(meetings(tournament).values()) == {2}


def test_a_ladder_of_two_seasons(hall: TournamentHall) -> None:
    tournament = played(hall, 8, LadderStage(seasons=2, largest_division=4, smallest_division=2, moving=1))
    first, second = tournament.stages[0].seasons
    assert [len(division) for division in first.divisions] == [4, 4]
    assert len(set(first.divisions[0]) & set(second.divisions[0])) == 3
    assert len(tournament.rounds) == 6
    rows = hall.standings()
    assert [row["division"] for row in rows] == [1, 1, 1, 1, 2, 2, 2, 2]
    assert {row["entrant"] for row in rows[:4]} == set(second.divisions[0])
    assert hall.kinds().count("season_started") == 2


def test_a_host_begins_the_next_season_with_its_first_round(hall: TournamentHall) -> None:
    hall.announce(
        LadderStage(seasons=2, largest_division=4, smallest_division=2), times=RoundTimes(next_round="by_host")
    )
    hall.enter_bots(2)
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    hall.play_bots()
    hall.look()
    assert hall.tournaments.state(hall.host, ID).open_round is None
    preview = hall.tournaments.rounds.preview_next(hall.host, ID)
    assert hall.kinds().count("season_started") == 1
    hall.tournaments.rounds.pair_next(hall.host, ID)
    assert hall.kinds().count("season_started") == 2
    paired = hall.tournaments.state(hall.host, ID).rounds[1].paired
    assert [[each.id for each in table.entrants] for table in preview.tables] == [
        list(table.entrants) for table in paired.tables
    ]
    assert hall.play_to_the_end().status is TournamentStatus.FINISHED


def test_an_elimination_at_tables_of_three(hall: TournamentHall) -> None:
    tournament = played(hall, 9, TableEliminationStage(seats=3))
    assert [len(state.tables) for state in tournament.rounds] == [3, 1]
    assert [row["rank"] for row in hall.standings()] == [1, 2, 3, 4, 4, 4, 4, 4, 4]


def test_pods_by_wager_are_cut_to_a_final(hall: TournamentHall) -> None:
    pods = PodsStage(rounds=2, seats=3, wager=WagerPoints(), advance=4)
    tournament = played(hall, 6, pods, TableEliminationStage(seats=4))
    (final,) = tournament.rounds[-1].tables
    assert tournament.stages[0].order is not None
    assert final.entrants == tournament.stages[0].order[:4]
    assert final.node == "F"


def test_a_table_of_three_plays_three_matches_with_seats_in_turn(hall: TournamentHall) -> None:
    tournament = played(hall, 3, PodsStage(rounds=1, seats=3, games=3))
    (table,) = tournament.rounds[0].tables
    assert [game.entrants[0] for game in table.games] == list(table.entrants)
    sums = [sum(game.places[game.entrants.index(entrant)] for game in table.games) for entrant in table.entrants]
    assert table.result is not None
    assert list(table.result.places) == [1 + sum(other < own for other in sums) for own in sums]


def test_a_duplicate_deal_is_the_same_in_every_seating(hall: TournamentHall) -> None:
    tournament = played(hall, 6, DUPLICATE)
    seeds: dict[int, set[str]] = defaultdict(set)
    commitments = set()
    for table in tournament.rounds[0].tables:
        assert len(table.games) == 3
        for game in table.games:
            data = hall.world.matches.replay(hall.host, game.match)
            check(data, hall.world.engines.engine("sealed"), Evidence())
            replay = replays.read(data)
            assert isinstance(replay, replays.Replay)
            assert replay.seed is not None
            assert replay.commitment is not None
            seeds[table.number].add(replay.seed)
            commitments.add(replay.commitment)
            event = replay.commitment_document.event
            assert event is not None
            assert (event.deal, event.game) == (1, game.game)
    assert [len(each) for each in seeds.values()] == [1, 1]
    assert len(set.union(*seeds.values())) == 2
    assert len(commitments) == 6


def test_a_bracket_of_two_plays_duplicate_deals_by_score(hall: TournamentHall) -> None:
    stage = EliminationStage(format="single_elimination", deals="duplicate", sum_of="scores")
    tournament = played(hall, 4, stage)
    assert all(len(table.games) % 2 == 0 for state in tournament.rounds for table in state.tables)
    assert [row["rank"] for row in hall.standings()] == [1, 2, 3, 3]


def test_nobody_who_could_remember_a_deal_plays_duplicates(hall: TournamentHall) -> None:
    hall.announce(DUPLICATE)
    bot = hall.world.players.create("Bot", PlayerKind.BOT)
    refusal = refused(lambda: hall.tournaments.entrants.enter(hall.host, ID, bot.id))
    assert refusal.reason is Reason.NOT_ADMITTED
    assert "who has played a deal knows its cards" in refusal.detail
    assert refused(lambda: hall.tournaments.entrants.enter(caller_of(bot), ID)).reason is Reason.NOT_ADMITTED
    assert hall.hosted().entrants == 0


def test_who_leaves_a_round_robin_gives_its_tables_away(hall: TournamentHall) -> None:
    hall.announce(RoundRobinStage())
    hall.enter_bots(4)
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    hall.tournaments.entrants.withdraw(hall.host, ID, "e1", reason="ill")
    hall.play_to_the_end()
    tournament = hall.tournaments.state(hall.host, ID)
    assert [sum(bool(table.away) for table in state.tables) for state in tournament.rounds] == [0, 1, 1]
    matches = [each for each in hall.kinds() if each == "game_ended"]
    assert len(matches) == 4
    row = next(row for row in hall.standings() if row["entrant"] == "e1")
    assert (row["is_withdrawn"], float(row["points"]) <= 1) == (True, True)


def test_new_bots_enter_a_ladder_between_seasons(hall: TournamentHall) -> None:
    entry = EntryRules(bots="only", registration="invited", late_until_round=4)
    hall.announce(LadderStage(seasons=2, largest_division=6, smallest_division=2), entry=entry)
    hall.enter_bots(4)
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    hall.enter_bots(5)
    hall.play_to_the_end()
    first, second = hall.tournaments.state(hall.host, ID).stages[0].seasons
    assert (first.divisions, len(second.divisions[0])) == ((first.divisions[0],), 5)
    assert "e5" not in first.divisions[0]
    assert len(hall.standings()) == 5


# -- who is kept apart -------------------------------------------------------------------------------------------------


def test_a_host_keeps_entrants_apart_and_takes_it_back(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1), times=RoundTimes(next_round="by_host"))
    hall.enter_bots(4)
    keep_apart = hall.tournaments.rounds.keep_apart
    keep_apart(hall.host, ID, ["e3", "e1"], until_round=1, reason="brothers")
    again = keep_apart(hall.host, ID, ["e1", "e3"], until_round=1, reason="brothers")
    assert again.revision == 5
    entry = hall.tournaments.log(hall.host, ID, limit=100)[-1]
    assert (entry.what, entry.by, entry.reason) == (
        KeptApart(entrants=("e1", "e3"), until_round=1),
        hall.host.player_id,
        "brothers",
    )
    keep_apart(hall.host, ID, ["e2", "e3"], reason="a feud")
    hall.tournaments.control.undo(hall.host, ID, 6, reason="made up")
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    state = hall.tournaments.state(hall.host, ID)
    assert [each.entrants for each in state.kept_apart] == [("e1", "e3")]
    assert frozenset(("e1", "e3")) not in meetings(state)


def test_who_may_keep_apart_and_whom(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=2), visibility=TournamentVisibility.PRIVATE)
    hall.enter_bots(2)
    arbiter, eve = hall.person("Arbiter"), hall.person("Eve")
    hall.tournaments.hosts.name(hall.host, ID, arbiter.player_id, HostRole.ARBITER)
    keep_apart = hall.tournaments.rounds.keep_apart
    assert refused(lambda: keep_apart(eve, ID, ["e1", "e2"], reason="")).reason is Reason.NOT_FOUND
    for entrants in (["e1"], ["e1", "e1"], [f"e{number}" for number in range(65)]):
        refusal = refused(partial(keep_apart, arbiter, ID, entrants, reason=""))
        assert (refusal.reason, refusal.errors[0].pointer) == (Reason.INVALID_FIELD, "/entrants")
    refusal = refused(lambda: keep_apart(arbiter, ID, ["e1", "e9"], reason=""))
    assert (refusal.reason, refusal.errors[0].pointer) == (Reason.NOT_FOUND, "/entrants/1")
    refusal = refused(lambda: keep_apart(arbiter, ID, ["e1", "e2"], until_round=0, reason=""))
    assert (refusal.reason, refusal.errors[0].pointer) == (Reason.INVALID_FIELD, "/until_round")
    assert keep_apart(arbiter, ID, ["e1", "e2"], reason="").revision == 3


def test_a_host_who_leaves_no_pairing_finds_the_tournament_paused(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1))
    hall.enter_bots(2)
    hall.tournaments.rounds.keep_apart(hall.host, ID, ["e1", "e2"], reason="")
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    paused = hall.hosted()
    assert (paused.status, "concerned: e" in paused.status_reason) == (TournamentStatus.PAUSED, True)
    hall.tournaments.control.undo(hall.host, ID, 3, reason="")
    hall.tournaments.control.resume(hall.host, ID)
    assert hall.play_to_the_end().status is TournamentStatus.FINISHED


def test_bots_of_one_person_do_not_meet(hall: TournamentHall) -> None:
    entry = EntryRules(bots="only", registration="invited")
    hall.announce(SwissStage(rounds=1), entry=entry, time_control=PerDecision(seconds=60), apart=ApartRule(rounds=1))
    ann = hall.person("Ann")
    for number in (1, 3):
        bot = hall.world.players.create_bot(ann.player_id, f"Bot {number}")
        hall.tournaments.entrants.enter(hall.host, ID, bot.id)
        hall.tournaments.entrants.enter(ann, ID, bot.id)
    hall.enter_bots(2)
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    state = hall.tournaments.state(hall.host, ID)
    assert state.members["e1"].owner == ann.player_id
    assert frozenset(("e1", "e2")) not in meetings(state)
