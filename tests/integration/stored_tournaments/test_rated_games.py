"""What a host makes of a result reaches the ratings, with history."""

import pytest

from services.engine.clocks import PerDecision
from services.ratings.rating_records import Pool, Population
from services.ratings.rules import RatingRules
from services.stored_ratings.board_records import SETTLE_MS, RatingHistoryEntry
from services.stored_ratings.leaderboards import Leaderboards
from services.stored_ratings.rater import Rater
from services.stored_tournaments.hosted_tournament import NewEntrant
from services.tournaments.log import GameEnded, ResultSet
from services.tournaments.settings import EntryRules, SwissStage
from tests.integration.matches.harness import World
from tests.integration.stored_ratings.played import expected, stored
from tests.integration.stored_tournaments.hall import ABOUT, ID, TournamentHall

POOL = Pool(ABOUT.id, 2, Population.BOTS)
PEOPLE = POOL._replace(population=Population.HUMANS)
GREEDY = f"bot_{ABOUT.id}_greedy"


def played(hall: TournamentHall, games: int = 1) -> GameEnded:
    """A tournament of two bots in one round is played to its end, and rated; its last game."""
    hall.announce(SwissStage(rounds=1, games=games))
    bots = [NewEntrant(f"/entrants/{bot}", None, bot, ABOUT.version, bot) for bot in ("greedy", "random")]
    hall.tournaments.entrants.enter_all(hall.host, ID, bots)
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    while hall.play_bots():
        hall.look()
    rate(hall)
    return hall.tournaments.state(hall.host, ID).table(1, 1).games[-1]


def rate(hall: TournamentHall) -> None:
    rater = Rater(hall.world.database, RatingRules(), lambda: hall.world.clock() + SETTLE_MS)
    while rater.rate():
        pass


def set_result(hall: TournamentHall, places: tuple[int, int], *forfeits: str) -> int:
    """The host says how the table has ended; the number of the entry."""
    hall.world.clock.advance(60)
    result = ResultSet(round=1, table=1, places=places, forfeits=forfeits)
    hall.tournaments.rounds.set_result(hall.host, ID, result, reason="as agreed")
    rate(hall)
    return len(hall.tournaments.log(hall.host, ID, limit=1000))


def entry_of(hall: TournamentHall, player: str = GREEDY, pool: Pool = POOL) -> RatingHistoryEntry:
    """The newest match of a player."""
    return next(iter(Leaderboards(hall.world.database).history(hall.host, player, pool, 10)))


@pytest.fixture
def hall(world_on_each_database: World) -> TournamentHall:
    return TournamentHall(world_on_each_database)


def test_a_result_that_the_host_corrects_reaches_the_ratings_with_history(hall: TournamentHall) -> None:
    game = played(hall)
    as_played = stored(hall.world.database)
    table = hall.tournaments.state(hall.host, ID).table(1, 1)
    assert table.result is not None
    turned = (table.result.places[1], table.result.places[0])
    before = entry_of(hall)

    number = set_result(hall, turned)

    after = entry_of(hall)
    assert stored(hall.world.database) == expected(hall.world.database)
    assert before.change is not None
    assert after.change is not None
    assert {before.change.rank, after.change.rank} == {1, 2}
    assert before.corrections == ()
    assert [(each.place_before, each.place) for each in after.corrections] == [(before.change.rank, after.change.rank)]
    assert after.corrections[0].corrected_at == hall.world.clock()
    assert after.match_id == game.match

    void = set_result(hall, turned, table.entrants[0])
    assert (entry_of(hall).change, entry_of(hall).verdict.value) == (None, "void")
    assert [each.place for each in entry_of(hall).corrections] == [after.change.rank, None]

    for each in (void, number):
        hall.tournaments.control.undo(hall.host, ID, each, reason="a mistake")
        rate(hall)
    assert stored(hall.world.database) == as_played
    assert [each.place for each in entry_of(hall).corrections] == [
        after.change.rank,
        None,
        after.change.rank,
        before.change.rank,
    ]


def test_hosts_do_not_rate_their_own_games(hall: TournamentHall) -> None:
    """Neither give themselves wins nor take their losses away; another host may."""
    hall.announce(SwissStage(rounds=1), entry=EntryRules(), time_control=PerDecision(seconds=60))
    hall.tournaments.entrants.enter(hall.host, ID)
    (ann,) = hall.begun("Ann")
    (match,) = hall.live()
    while hall.live():
        for person in (hall.host, ann):
            hall.decide_all(person, match.id)
    hall.play_bots()
    hall.look()
    rate(hall)
    as_played = stored(hall.world.database)
    assert len(as_played[1]) == 1

    table = hall.tournaments.state(hall.host, ID).table(1, 1)
    assert table.result is not None
    set_result(hall, (table.result.places[1], table.result.places[0]))
    set_result(hall, (1, 2), table.entrants[1])

    assert stored(hall.world.database) == as_played
    assert [entry_of(hall, player, PEOPLE).corrections for player in (hall.host.player_id, ann.player_id)] == [(), ()]


def test_the_result_that_was_played_is_no_correction_and_games_of_several_stay(hall: TournamentHall) -> None:
    played(hall, games=3)
    as_played = stored(hall.world.database)
    result = hall.tournaments.state(hall.host, ID).table(1, 1).result
    assert result is not None

    set_result(hall, (result.places[1], result.places[0]))
    set_result(hall, (1, 2), hall.tournaments.state(hall.host, ID).table(1, 1).entrants[1])

    assert stored(hall.world.database) == as_played
    assert entry_of(hall).corrections == ()
