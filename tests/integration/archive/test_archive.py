"""The archive, on both databases."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, text

from services.archive import Archive, ArchivedMatch, FinishedMatch, FinishedSeat, Statistics
from services.database import Database
from services.database.tables import match_seats, matches
from services.engine.ruleset import JsonObject
from tests.integration.database.processes import DiesBeforeCommit, at_once, killed_when_told
from tests.integration.database.statements import plan, statements


@pytest.fixture
def archive(database: Database) -> Archive:
    return Archive(database)


def seat(number: int, player: str, rank: int, score: int, *, resigned: bool = False) -> FinishedSeat:
    return FinishedSeat(number, player, "bot" if player.startswith("bot_") else "person", rank, score, resigned)


def finished(
    match_id: str,
    *seats: FinishedSeat,
    ruleset: str = "factionwars",
    creator: str = "p_ann",
    visibility: str = "public",
    replay: bytes = b"{}",
) -> FinishedMatch:
    match = {
        "id": match_id,
        "ruleset": ruleset,
        "status": "finished",
        "visibility": visibility,
        "creator_id": creator,
        "seats": [{"number": each.seat, "player_id": each.player_id} for each in seats],
    }
    return FinishedMatch(match, replay, seats)


def aborted(match_id: str, *players: str | None) -> FinishedMatch:
    seats = tuple(
        FinishedSeat(number, player, None if player is None else "person", None, None, False)
        for number, player in enumerate(players)
    )
    whole = finished(match_id, *seats)
    return FinishedMatch({**whole.match, "status": "aborted"}, b"", seats)


def ann_beats_bob(match_id: str) -> FinishedMatch:
    return finished(match_id, seat(0, "p_ann", 1, 30), seat(1, "p_bob", 2, 20))


def ids(found: list[JsonObject]) -> list[str]:
    return [match["id"] for match in found]


# -- stored and found --------------------------------------------------------------------------------------------------


def test_a_stored_match_comes_back_as_it_was(archive: Archive) -> None:
    stored = ann_beats_bob("m_1")

    assert archive.store(stored) is True

    assert archive.find("m_1") == ArchivedMatch(stored.match, b"{}")


def test_a_match_that_was_never_stored_is_not_found(archive: Archive) -> None:
    assert archive.find("m_1") is None


@pytest.mark.parametrize(
    "replay",
    [b"", b"{}", bytes(range(256)), '{"name":"花子"}'.encode(), b"\x00" * 1_000_000, os.urandom(100_000)],
    ids=["empty", "short", "every byte", "text", "long", "random"],
)
def test_a_replay_comes_back_byte_for_byte(archive: Archive, replay: bytes) -> None:
    archive.store(finished("m_1", replay=replay))

    found = archive.find("m_1")

    assert found is not None
    assert found.replay == replay


def test_the_match_keeps_its_json_types(archive: Archive) -> None:
    whole = finished("m_1")
    extra: JsonObject = {"none": None, "yes": True, "big": 2**53, "half": 0.5, "deep": [{'é\n"': []}], "": "\U0001f3b2"}

    archive.store(FinishedMatch({**whole.match, "extra": extra}, b"", ()))

    found = archive.find("m_1")
    assert found is not None
    assert json.dumps(found.match["extra"], sort_keys=True) == json.dumps(extra, sort_keys=True)


def test_storing_twice_changes_nothing_the_second_time(archive: Archive) -> None:
    archive.store(ann_beats_bob("m_1"))
    before = archive.statistics("p_ann")

    assert archive.store(ann_beats_bob("m_1")) is False
    assert archive.store(finished("m_1", seat(0, "p_ann", 2, -100), replay=b"other")) is False

    found = archive.find("m_1")
    assert found == ArchivedMatch(ann_beats_bob("m_1").match, b"{}")
    assert archive.statistics("p_ann") == before
    assert ids(archive.list(limit=10)) == ["m_1"]


def test_a_match_without_its_result_is_not_stored(archive: Archive) -> None:
    with pytest.raises(ValueError, match="has no rank or no score"):
        archive.store(finished("m_1", FinishedSeat(0, "p_ann", "person", None, None, False)))

    assert archive.find("m_1") is None


def test_who_sat_where_is_kept_with_rank_and_score(archive: Archive, database: Database) -> None:
    archive.store(
        finished("m_1", seat(0, "bot_x", 2, 3), seat(1, "p_ann", 1, 9, resigned=True), seat(2, "bot_x", 3, 1))
    )

    with database.read() as connection:
        rows = connection.execute(select(match_seats).order_by(match_seats.c.seat)).all()

    assert [tuple(row) for row in rows] == [
        ("m_1", 0, "bot_x", "bot", 2, 3, False, False),
        ("m_1", 1, "p_ann", "person", 1, 9, True, False),
        ("m_1", 2, "bot_x", "bot", 3, 1, False, True),
    ]


# -- statistics --------------------------------------------------------------------------------------------------------


def test_statistics_add_up_over_matches(archive: Archive) -> None:
    archive.store(finished("m_1", seat(0, "p_ann", 1, 30), seat(1, "p_bob", 2, 20)))
    archive.store(finished("m_2", seat(0, "p_bob", 1, 25), seat(1, "p_ann", 1, 25)))
    archive.store(finished("m_3", seat(0, "p_ann", 2, -5, resigned=True), seat(1, "p_bob", 1, 44)))

    assert archive.statistics("p_ann") == [Statistics("p_ann", "factionwars", 2, 3, 1, 1, 1, 4, 50, 30, -5)]
    assert archive.statistics("p_bob") == [Statistics("p_bob", "factionwars", 2, 3, 1, 1, 0, 4, 89, 44, 20)]


def test_statistics_are_kept_apart_by_ruleset_and_number_of_seats(archive: Archive) -> None:
    two = (seat(0, "p_ann", 1, 1), seat(1, "p_bob", 2, 0))
    archive.store(finished("m_1", *two))
    archive.store(finished("m_2", *two, seat(2, "p_cid", 3, -1)))
    archive.store(finished("m_3", *two, ruleset="duels"))

    found = archive.statistics("p_ann")

    assert [(entry.ruleset, entry.seats, entry.played) for entry in found] == [
        ("duels", 2, 1),
        ("factionwars", 2, 1),
        ("factionwars", 3, 1),
    ]
    assert archive.statistics("p_none") == []


def test_an_aborted_match_is_kept_and_does_not_count(archive: Archive) -> None:
    assert archive.store(aborted("m_1", "p_ann", None)) is True

    assert archive.statistics("p_ann") == []
    assert ids(archive.list(limit=10, player="p_ann")) == ["m_1"]


# -- listed ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def shelf(archive: Archive) -> Archive:
    archive.store(finished("m_1", seat(0, "p_ann", 1, 1), seat(1, "p_bob", 2, 0)))
    archive.store(finished("m_2", seat(0, "p_bob", 1, 1), seat(1, "bot_x", 2, 0), seat(2, "bot_x", 3, 0)))
    archive.store(finished("m_3", seat(0, "p_ann", 1, 1), seat(1, "bot_x", 2, 0), ruleset="duels"))
    archive.store(aborted("m_4", "p_ann", None))
    archive.store(finished("m_5", seat(0, "p_bob", 1, 1), seat(1, "p_cid", 2, 0), visibility="private"))
    return archive


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({}, ["m_5", "m_4", "m_3", "m_2", "m_1"]),
        ({"status": "finished"}, ["m_5", "m_3", "m_2", "m_1"]),
        ({"status": "aborted"}, ["m_4"]),
        ({"status": "live"}, []),
        ({"player": "p_ann"}, ["m_4", "m_3", "m_1"]),
        ({"player": "bot_x"}, ["m_3", "m_2"]),
        ({"player": "p_none"}, []),
        ({"ruleset": "duels"}, ["m_3"]),
        ({"ruleset": "chess"}, []),
        ({"player": "p_ann", "status": "finished", "ruleset": "factionwars"}, ["m_1"]),
        ({"before": "m_4"}, ["m_3", "m_2", "m_1"]),
        ({"before": "m_1"}, []),
        ({"before": "m_3", "player": "bot_x"}, ["m_2"]),
        ({"seen_by": "p_ann"}, ["m_5", "m_4", "m_3", "m_2", "m_1"]),
        ({"seen_by": "p_cid"}, ["m_5", "m_4", "m_3", "m_2", "m_1"]),
        ({"seen_by": "p_dan"}, ["m_4", "m_3", "m_2", "m_1"]),
        ({"seen_by": "p_dan", "player": "p_bob"}, ["m_2", "m_1"]),
    ],
)
def test_matches_are_listed_newest_first_and_by_filters(
    shelf: Archive, filters: dict[str, Any], expected: list[str]
) -> None:
    assert ids(shelf.list(limit=10, **filters)) == expected


def test_a_list_is_cut_and_goes_on_from_its_last_id(shelf: Archive) -> None:
    first = ids(shelf.list(limit=2))
    second = ids(shelf.list(limit=2, before=first[-1]))
    third = ids(shelf.list(limit=2, before=second[-1]))

    assert first + second + third == ["m_5", "m_4", "m_3", "m_2", "m_1"]


def test_a_list_holds_match_resources(shelf: Archive) -> None:
    (match,) = shelf.list(limit=1, ruleset="duels")

    assert match == finished("m_3", seat(0, "p_ann", 1, 1), seat(1, "bot_x", 2, 0), ruleset="duels").match


@pytest.mark.parametrize(
    ("filters", "index"),
    [
        ({"player": "p_ann"}, "ix_match_seats_player_id_match_id (player_id=?)"),
        ({"player": "p_ann", "before": "m_4"}, "ix_match_seats_player_id_match_id (player_id=? AND match_id<?)"),
        ({"ruleset": "duels", "before": "m_4"}, "ix_matches_ruleset_id (ruleset=? AND id<?)"),
        ({"status": "aborted", "before": "m_4"}, "ix_matches_status_id (status=? AND id<?)"),
        ({"before": "m_4"}, "sqlite_autoindex_matches_1 (id<?)"),
    ],
)
def test_lists_walk_along_an_index_and_sort_nothing(tmp_path: Path, filters: dict[str, Any], index: str) -> None:
    database = Database(f"sqlite:///{tmp_path / 'test.db'}")
    database.upgrade()
    with statements() as sent:
        Archive(database).list(limit=10, **filters)

    steps = plan(database, *sent[0])

    assert steps[0].endswith(f"USING INDEX {index}")
    assert not any("TEMP B-TREE" in step for step in steps)


# -- at once, and killed -----------------------------------------------------------------------------------------------


def store_several(url: str) -> list[bool]:
    archive = Archive(Database(url))
    return [archive.store(ann_beats_bob(f"m_{number}")) for number in range(10)]


@pytest.mark.slow
def test_a_match_that_several_processes_store_at_once_is_counted_once(archive: Archive, database_url: str) -> None:
    stored = at_once(3, store_several, database_url)

    assert [sum(each) for each in zip(*stored, strict=True)] == [1] * 10
    assert archive.statistics("p_ann") == [Statistics("p_ann", "factionwars", 2, 10, 10, 0, 0, 10, 300, 30, 30)]
    assert archive.statistics("p_bob") == [Statistics("p_bob", "factionwars", 2, 10, 0, 0, 0, 20, 200, 20, 20)]


def store_own(url: str) -> None:
    archive = Archive(Database(url))
    for number in range(20):
        # The players sit in another order each time: whoever locks their rows in the order of seats would deadlock.
        players = ["p_ann", "p_bob", "p_cid"]
        turn = (os.getpid() + number) % 3
        order = players[turn:] + players[:turn]
        archive.store(finished(f"m_{os.getpid()}_{number}", *(seat(i, p, i + 1, 3 - i) for i, p in enumerate(order))))


@pytest.mark.slow
def test_different_matches_of_the_same_players_stored_at_once_all_count(archive: Archive, database_url: str) -> None:
    at_once(3, store_own, database_url)

    for player in ("p_ann", "p_bob", "p_cid"):
        assert [entry.played for entry in archive.statistics(player)] == [60]


def store_and_die(die: Callable[[], None], url: str) -> None:
    Archive(DiesBeforeCommit(url, die)).store(ann_beats_bob("m_1"))


def test_a_process_killed_while_it_stores_a_match_leaves_nothing_half_done(
    archive: Archive, database: Database, database_url: str
) -> None:
    killed_when_told(store_and_die, database_url)

    with database.read() as connection:
        for table in (matches, match_seats):
            assert connection.execute(select(func.count()).select_from(table)).scalar_one() == 0
    assert archive.statistics("p_ann") == []
    assert archive.store(ann_beats_bob("m_1")) is True
    assert [entry.played for entry in archive.statistics("p_ann")] == [1]


def test_a_match_whose_statistics_cannot_be_written_is_not_stored(archive: Archive, database: Database) -> None:
    with database.begin() as connection:
        connection.execute(text("ALTER TABLE statistics RENAME TO elsewhere"))

    with pytest.raises(Exception, match="statistics"):
        archive.store(ann_beats_bob("m_1"))

    assert archive.find("m_1") is None
