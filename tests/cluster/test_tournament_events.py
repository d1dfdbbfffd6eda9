"""Tournaments of house bots on a platform some of whose processes are killed."""

from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import select, update

from services.database import Database
from services.database.tables import matches, tournament_log
from services.stored_tournaments import rows
from services.tournaments import log
from services.tournaments.log import GameEnded
from tests.cluster.tournament_events import Event, hold, stage_of
from tests.cluster.tournaments.judge import Verdict

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


def held(stack: ExitStack, folder: Path, format_: str, rounds: int, entrants: int) -> Event:
    return hold(
        stack,
        folder,
        stage_of(format_, rounds),
        entrants,
        ruleset="commanders",
        bots=("greedy", "random"),
        seed=bytes(range(32)),
        kill_seconds=2,
    )


def wrong(verdict: Verdict) -> set[str]:
    return {what for what, where in verdict.problems.items() if where}


def test_whoever_is_killed_a_double_elimination_is_the_one_that_nothing_disturbs(tmp_path: Path) -> None:
    with ExitStack() as stack:
        verdict = held(stack, tmp_path, "elimination", 0, 16).judged()
    assert wrong(verdict) == set()
    assert verdict.figures["tables"] >= 30
    assert verdict.figures["kills"] >= 3


def test_whoever_is_killed_pods_are_those_that_nothing_disturbs_and_a_judge_who_is_lied_to_says_so(
    tmp_path: Path,
) -> None:
    with ExitStack() as stack:
        event = held(stack, tmp_path, "pods", 3, 24)
        verdict = event.judged()
        assert wrong(verdict) == set()
        assert verdict.figures["tables"] == 18
        assert verdict.figures["kills"] >= 1
        play_another_match(event.database)
        exchange_the_first_places(event)
        assert wrong(event.judged()) == {
            "no match is in the archive that is not in the log",
            "the results in the log are those of the archive",
            "the standings that are stored follow from the log",
            "every match ends as without disturbance",
        }


def play_another_match(database: Database) -> None:
    """Let the archive have a match more than there were tables."""
    with database.begin() as connection:
        row = dict(connection.execute(select(matches).limit(1)).mappings().one())
        connection.execute(matches.insert().values(**{**row, "id": "m_another"}))


def exchange_the_first_places(event: Event) -> None:
    """Let the log say that another has won the last match."""
    with event.database.begin() as connection:
        entries = rows.entries(connection, event.id)
        last = max(entry.number for entry in entries if isinstance(entry.what, GameEnded))
        told = entries[last - 1].what
        assert isinstance(told, GameEnded)
        lie = told.model_copy(update={"places": (*told.places[1:], told.places[0])})
        here = (tournament_log.c.tournament_id == event.id, tournament_log.c.number == last)
        connection.execute(update(tournament_log).where(*here).values(what=log.dump(lie)))
