"""A store was restored from an older copy: Redis and the archive are made to agree again."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from services.archive import Archive
from services.database import Database
from services.errors import Reason
from services.identity import Caller, Players, Scope
from services.matches.archive_repair import ArchiveRepair, Repaired
from services.matches.event_log import MatchLogEntry
from services.matches.match import Status
from services.matches.redis_keys import match_keys
from services.matches.scoring import Scoring
from services.matches.store import MatchStore
from tests.integration.matches.harness import TTL_SECONDS, World, refused


def repair(world: World) -> Repaired:
    return ArchiveRepair(
        world.store, world.archive, world.scoring, world.players, world.commitments, now_ms=world.clock
    ).repair()


@contextmanager
def lost_from_the_database(world: World, tmp_path: Path) -> Iterator[None]:
    """What happens in here is not in the copy that is restored at the end."""
    world.database.close()
    with world.database.begin():  # what is in the write-ahead log is in the file from now on
        pass
    copy = tmp_path / "copy.db"
    with world.database.read() as connection:
        connection.exec_driver_sql(f"VACUUM INTO '{copy}'")
    yield
    world.database.close()
    for name in world.database_path.parent.glob(f"{world.database_path.name}*"):
        name.unlink()
    shutil.copy(copy, world.database_path)
    world.database = Database(f"sqlite:///{world.database_path}")
    world.players, world.archive = Players(world.database), Archive(world.database)
    world.open(world.redis)


@contextmanager
def lost_from_redis(world: World) -> Iterator[None]:
    """The same with Redis."""
    command: Callable[..., Any] = world.redis.execute_command
    copy = {key: command("DUMP", key) for key in world.redis.scan_iter()}
    yield
    world.redis.flushall()
    for key, value in copy.items():
        command("RESTORE", key, 0, value)


def finished(world: World) -> tuple[str, list[Caller]]:
    """A match that was played to its end and archived, and is in Redis for a while."""
    match, people = world.table(2)
    world.finish(match.id, people)
    assert world.scoring.score(match.id)
    return match.id, people


def all_that_is_told(world: World, match_id: str, people: list[Caller]) -> list[object]:
    match = world.matches.get(people[0], match_id)
    return [match, world.archive.match(match_id), *(world.archive.statistics(person.player_id) for person in people)]


def test_finished_matches_that_are_still_in_redis_come_back(world: World, tmp_path: Path) -> None:
    kept, _ = finished(world)
    world.clock.advance(1)
    with lost_from_the_database(world, tmp_path):
        lost, people = finished(world)
        world.commitments.append_waiting()
        before = all_that_is_told(world, lost, people)
        leaves = [world.redis.pttl(key) for key in match_keys(lost)]
    assert world.archive.match(lost) is None
    assert [found.id for found in world.matches.list(people[0])[0]] == [kept]

    assert repair(world) == Repaired(matches=2, archived=1, players=2)

    assert all_that_is_told(world, lost, people) == before
    assert [found.id for found in world.matches.list(people[0])[0]] == [lost, kept]
    assert all(0 < world.redis.pttl(key) <= ttl for key, ttl in zip(match_keys(lost), leaves, strict=True))
    world.expire(lost)
    assert all_that_is_told(world, lost, people)[1:] == before[1:]
    assert world.matches.replay(people[0], lost) == world.archive.replay(lost) != b""
    assert world.commitment_log.find(bytes.fromhex(world.matches.get(people[0], lost).commitment)) is not None


def test_repairing_again_changes_nothing(world: World, tmp_path: Path) -> None:
    with lost_from_the_database(world, tmp_path):
        lost, people = finished(world)
    repair(world)
    before = all_that_is_told(world, lost, people)
    assert repair(world) == Repaired(matches=1)
    assert all_that_is_told(world, lost, people) == before


def test_a_repair_of_stores_that_agree_changes_nothing(world: World) -> None:
    finished(world)
    live, _ = world.table(2)
    world.commitments.append_waiting()
    digest = world.redis.execute_command("DUMP", match_keys(live.id)[0])  # type: ignore[no-untyped-call] # redis-py does not type it
    assert repair(world) == Repaired(matches=2)
    assert world.redis.execute_command("DUMP", match_keys(live.id)[0]) == digest  # type: ignore[no-untyped-call] # as above


def test_players_with_seats_are_known_again_by_their_ids_and_names(world: World, tmp_path: Path) -> None:
    with lost_from_the_database(world, tmp_path):
        ann = world.caller("Ann")
        world.create(ann, "me", "open")
    assert repair(world) == Repaired(matches=1, players=1, commitments=1)
    assert (world.players.get(ann.player_id).name, world.players.get(ann.player_id).kind) == ("Ann", ann.kind)


def test_who_is_known_keeps_the_name_that_they_have_by_now(world: World) -> None:
    ann = world.caller("Ann")
    world.create(ann, "me", "open")
    world.players.rename(ann.player_id, "Anna")
    assert repair(world).players == 0
    assert world.players.get(ann.player_id).name == "Anna"


def test_what_spectators_have_not_seen_yet_is_archived_later(world: World, tmp_path: Path) -> None:
    match, people = world.table(2, spectator_delay_seconds=60)
    world.finish(match.id, people)
    assert repair(world) == Repaired(matches=1, delayed=1, commitments=1)
    assert world.archive.match(match.id) is None
    world.clock.advance(61)
    assert repair(world) == Repaired(matches=1, archived=1)


class LeavesBeforeItsLogIsRead(MatchStore):
    """The match's time in Redis is over while it is read."""

    def read_log(self, match_id: str) -> list[MatchLogEntry]:
        self._redis.delete(*match_keys(match_id))
        return super().read_log(match_id)


def test_a_match_that_leaves_while_it_is_read_is_not_archived_in_part(world: World, tmp_path: Path) -> None:
    with lost_from_the_database(world, tmp_path):
        lost, _ = finished(world)
    world.scoring = Scoring(
        LeavesBeforeItsLogIsRead(world.redis),
        world.archive,
        finished_ttl_seconds=TTL_SECONDS,
        now_ms=world.clock,
        **world.fairness,
    )
    assert repair(world).archived == 0
    assert world.archive.match(lost) is None


def test_a_match_that_goes_on_in_redis_after_its_archived_end_is_withdrawn(world: World) -> None:
    match, people = world.table(2)
    world.commitments.append_waiting()
    with lost_from_redis(world):
        world.finish(match.id, people)
        world.scoring.score(match.id)
        end = world.archive.match(match.id)
        outcome = world.matches.get(people[0], match.id).outcome
    assert world.matches.get(people[0], match.id).status is Status.LIVE

    assert repair(world) == Repaired(matches=1, withdrawn=1)

    found = world.matches.get(people[0], match.id)
    assert (found.status, found.outcome) == (Status.FINISHED, outcome)
    assert world.archive.match(match.id) == end
    assert list(world.redis.scan_iter(f"*{match.id}*")) == []
    assert world.matches.list(people[0], status=Status.LIVE) == ([], None)
    assert [key for key in world.redis.scan_iter() if world.redis.type(key) == b"zset"] == []
    refusal = refused(lambda: world.matches.decide(people[0], match.id, 0, 1, "place 1000"))
    assert refusal.reason is Reason.DECISION_ALREADY_ANSWERED
    assert world.scoring.score(match.id) is False


def test_an_admin_s_look_is_no_longer_possible_once_withdrawn(world: World) -> None:
    match, people = world.table(2)
    with lost_from_redis(world):
        world.finish(match.id, people)
        world.scoring.score(match.id)
    repair(world)
    admin = world.caller("Root", Scope.ADMIN)
    assert world.matches.view(admin, match.id, 0).status is Status.FINISHED
    assert world.matches.get(people[0], match.id).inspections == ()
