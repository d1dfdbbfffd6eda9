"""A tournament whose processes die in the middle of everything comes to what one comes to that nothing happens to."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from sqlalchemy import Connection

from services.identity import Caller
from services.identity.idempotent_creation import Creation
from services.matches.creation_request import NewMatch
from services.matches.match import Match, Status
from services.matches.match_creation import EventDeal, SharedDeal
from services.matches.matches import Matches
from services.stored_tournaments import log_commit
from services.stored_tournaments.known_logs import KnownLogs, Read
from services.stored_tournaments.log_commit import Wish
from services.stored_tournaments.runner import TournamentRunner
from services.tournaments import steps
from services.tournaments.settings import (
    ArenaStage,
    EliminationStage,
    LadderStage,
    PodsStage,
    Stage,
    SwissStage,
    TableEliminationStage,
)
from tests.integration.matches.harness import World, at_once
from tests.integration.stored_tournaments.hall import ID, TournamentHall, digest

STAGES: list[tuple[Stage, ...]] = [
    (SwissStage(rounds=4),),
    (EliminationStage(format="double_elimination"),),
    (SwissStage(rounds=2, advance=4), EliminationStage(format="single_elimination", third_place=True)),
    (LadderStage(seasons=2, largest_division=4, smallest_division=2, moving=1),),
    (PodsStage(rounds=1, seats=4, deals="duplicate", advance=6), TableEliminationStage(seats=3, games=2)),
]


class Killed(Exception):
    """Stands for the end of a process."""


class MortalMatches(Matches):
    """Matches of a process that is killed with every second match that it makes: before or after, in turn."""

    made = 0

    def create_seated(
        self,
        caller: Caller,
        new: NewMatch,
        seated: Sequence[Caller | None],
        tickets: Sequence[str] = (),
        *,
        creation: Creation,
        deal: SharedDeal | EventDeal | None = None,
        person: str | None = None,
    ) -> Match:
        self.made += 1
        if self.made % 4 == 0:
            raise Killed
        match = super().create_seated(caller, new, seated, tickets, creation=creation, deal=deal, person=person)
        if self.made % 4 == 2:
            raise Killed
        return match


@pytest.mark.slow
@pytest.mark.parametrize("stages", STAGES, ids=["swiss", "double elimination", "two stages", "ladder", "tables"])
def test_the_same_tournament_comes_out_whoever_is_killed_when(
    hall: TournamentHall, empty_database: Path, tmp_path: Path, stages: tuple[Stage, ...]
) -> None:
    path = tmp_path / "peace.db"
    shutil.copy(empty_database, path)
    in_peace = undisturbed(TournamentHall(World(hall.world.redis, path)), stages)
    hall.world.redis.flushdb()
    begun(hall, stages)
    world = hall.world
    matches = MortalMatches(
        world.store, world.engines, world.players, world.archive, now_ms=world.clock, **world.fairness
    )
    killed = 0
    hall.runner = TournamentRunner(world.database, matches, world.players, now_ms=world.clock)
    for _ in range(400):
        world.clock.advance(31)  # who takes a tournament and dies is followed after its lease
        try:
            while hall.runner.advance():
                pass
        except Killed:
            killed += 1
        hall.play_bots()
        if hall.hosted().status.is_over:
            break
    assert hall.hosted().status.is_over
    assert killed > 4
    games = [
        entry.what for entry in hall.tournaments.log(hall.host, ID, limit=10_000) if entry.what.kind == "game_ended"
    ]
    assert len({(game.round, game.table, game.game) for game in games}) == len(games)
    assert digest(hall) == in_peace


@pytest.mark.slow
def test_each_table_of_an_arena_is_played_once_whoever_is_killed_when(hall: TournamentHall) -> None:
    begun(hall, (ArenaStage(duration_seconds=400),))
    world = hall.world
    matches = MortalMatches(
        world.store, world.engines, world.players, world.archive, now_ms=world.clock, **world.fairness
    )
    hall.runner = TournamentRunner(world.database, matches, world.players, now_ms=world.clock)
    killed = 0
    for _ in range(60):
        world.clock.advance(16)  # who takes a tournament and dies is followed after its lease
        try:
            while hall.runner.advance():
                pass
        except Killed:
            killed += 1
        hall.play_bots()
        if hall.hosted().status.is_over:
            break
    assert hall.hosted().status.is_over
    assert killed > 4
    tables = hall.tournaments.state(hall.host, ID).rounds[0].tables
    played = [table.games[0].match for table in tables]
    assert len(set(played)) == len(tables) > 20
    found, _ = world.matches.list(hall.host, status=Status.FINISHED, limit=1000)
    assert sorted(match.id for match in found) == sorted(played)


def begun(hall: TournamentHall, stages: tuple[Stage, ...]) -> None:
    hall.announce(*stages)
    hall.enter_bots(8)
    hall.tournaments.control.start(hall.host, ID)


def undisturbed(hall: TournamentHall, stages: tuple[Stage, ...]) -> str:
    """What a tournament comes to in peace."""
    begun(hall, stages)
    hall.play_to_the_end()
    return digest(hall)


def test_two_who_look_at_once_do_everything_once(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=2))
    hall.enter_bots(8)
    at_once([lambda: hall.tournaments.control.start(hall.host, ID)] * 4)
    runners = [hall.another_runner() for _ in range(4)]
    for _ in range(60):
        hall.world.clock.advance(1)
        at_once([runner.advance for runner in runners])
        hall.play_bots()
        if hall.hosted().status.is_over:
            break
    kinds = hall.kinds()
    assert (kinds.count("started"), kinds.count("round_paired"), kinds.count("game_ended")) == (1, 2, 8)


class HostSteppingIn(TournamentRunner):
    """A runner between whose look at a tournament and whose rest the host does something."""

    def step_in(self, act: Callable[[], object]) -> None:
        self._act = act

    def _call_off(self, tournament_id: str) -> bool:
        self._act()
        return super()._call_off(tournament_id)


def test_what_a_host_does_while_somebody_looks_is_seen_at_the_next_look(hall: TournamentHall) -> None:
    world = hall.world
    runner = HostSteppingIn(world.database, world.matches, world.players, now_ms=world.clock)
    runner.step_in(lambda: hall.tournaments.control.start(hall.host, ID))
    hall.announce(SwissStage(rounds=1))
    hall.enter_bots(4)
    assert runner.advance()
    assert hall.play_to_the_end().round == 1


def test_what_cannot_all_happen_does_not_happen_in_part(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=2))
    hall.enter_bots(4)
    hall.tournaments.control.start(hall.host, ID)
    before = hall.hosted()

    def dies(_: Connection, found: Read) -> Iterator[Wish]:
        ((what, why),) = steps.next_steps(found.tournament, found.hosted.lots, 0)
        yield Wish(what, None, why)
        raise Killed

    with pytest.raises(Killed):
        log_commit.commit(hall.world.database, KnownLogs(), ID, dies, hall.world.clock())
    assert hall.hosted() == before
    assert hall.play_to_the_end().round == 2
