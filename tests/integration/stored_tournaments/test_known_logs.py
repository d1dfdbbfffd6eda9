"""What a process knows of a log that it has read before is what the log says."""

import pytest
from sqlalchemy import delete, update

from services.database.tables import tournament_log, tournaments
from services.stored_tournaments import rows
from services.stored_tournaments.known_logs import KEPT, KnownLogs, Read
from services.tournaments.folding import fold
from services.tournaments.settings import ArenaStage, SwissStage
from services.tournaments.standings_document import standings_document
from tests.integration.stored_tournaments.hall import ID, TournamentHall


@pytest.fixture
def known() -> KnownLogs:
    return KnownLogs()


def read(hall: TournamentHall, known: KnownLogs, id_: str = ID) -> Read:
    """What somebody sees who looks, checked against the whole log."""
    with hall.world.database.read() as connection:
        hosted = rows.find(connection, id_)
        assert hosted is not None
        found = known.read(connection, hosted)
        entries = rows.entries(connection, id_)
    assert found.entries == entries
    again = fold(hosted.settings, entries)
    assert found.tournament.rounds == again.rounds
    assert found.tournament.members == again.members
    assert standings_document(found.tournament) == standings_document(again)
    return found


def begun(hall: TournamentHall) -> None:
    hall.announce(ArenaStage(duration_seconds=60))
    hall.enter_bots(5)
    hall.tournaments.control.start(hall.host, ID)
    hall.look()


def test_what_is_added_and_taken_back_is_known(hall: TournamentHall, known: KnownLogs) -> None:
    hall.announce(ArenaStage(duration_seconds=60))
    assert read(hall, known).entries == []
    hall.enter_bots(5)
    read(hall, known)
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    before = read(hall, known)
    tables = len(before.tournament.rounds[0].tables)
    hall.tournaments.control.undo(hall.host, ID, before.tournament.revision, reason="a slip")
    assert read(hall, known).tournament.rounds[0].tables[-1].is_called_off
    hall.look()
    hall.play_bots()
    hall.look()
    assert len(read(hall, known).tournament.rounds[0].tables) > tables
    assert len(before.tournament.rounds[0].tables) == tables  # who has it has it still
    assert not before.tournament.rounds[0].tables[-1].is_called_off


def test_who_looks_again_when_nothing_has_happened_reads_nothing(hall: TournamentHall, known: KnownLogs) -> None:
    begun(hall)
    assert read(hall, known).tournament is read(hall, known).tournament


def test_a_database_that_has_lost_what_came_last_is_read_anew(hall: TournamentHall, known: KnownLogs) -> None:
    begun(hall)
    read(hall, known)
    with hall.world.database.begin() as connection:
        hosted = rows.find(connection, ID)
        assert hosted is not None
        lost = (tournament_log.c.tournament_id == ID, tournament_log.c.number >= hosted.revision)
        connection.execute(delete(tournament_log).where(*lost))
        connection.execute(update(tournaments).where(tournaments.c.id == ID).values(revision=hosted.revision - 1))
        set_back = rows.find(connection, ID)
        assert set_back is not None
        found = known.read_for_update(connection, set_back)
    assert len(found.entries) == found.tournament.revision == hosted.revision - 1


def test_what_one_does_with_a_tournament_that_it_changes_nobody_else_sees(
    hall: TournamentHall, known: KnownLogs
) -> None:
    begun(hall)
    before = read(hall, known)
    with hall.world.database.read() as connection:
        own = known.read_for_update(connection, hall.hosted())
    own.tournament.members.clear()
    own.entries.clear()
    assert before.tournament.members
    read(hall, known)


def test_only_the_tournaments_that_were_looked_at_last_are_kept(hall: TournamentHall, known: KnownLogs) -> None:
    ids = [f"tournament_{number}" for number in range(KEPT + 1)]
    for id_ in ids:
        hall.announce(SwissStage(rounds=1), id_=id_)
    first = read(hall, known, ids[0]).tournament
    for id_ in ids[1:]:
        read(hall, known, id_)
    assert read(hall, known, ids[0]).tournament is not first
    last = read(hall, known, ids[-1]).tournament
    assert read(hall, known, ids[-1]).tournament is last
