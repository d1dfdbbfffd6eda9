"""An arena of house bots on a platform some of whose processes are killed."""

from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import select, update

from services.database.tables import matches
from services.engine.ruleset import JsonObject
from tests.cluster.arena import stage_of
from tests.cluster.tournament_events import Event, hold
from tests.cluster.tournaments.arena_judge import judge_arena

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


def test_whoever_is_killed_each_table_is_played_once_and_a_judge_who_is_lied_to_says_so(tmp_path: Path) -> None:
    with ExitStack() as stack:
        event = hold(
            stack,
            tmp_path,
            stage_of(minutes=0.5, seats=4),
            10,
            ruleset="commanders",
            bots=("greedy", "random"),
            seed=bytes(range(32)),
            kill_seconds=3,
        )
        verdict = event.judged(judge_arena)
        assert wrong(event) == set()
        assert verdict.figures["kills"] >= 2
        assert verdict.figures["tables"] >= 2
        let_all_matches_begin_with_the_first(event)
        assert wrong(event) == {"by the archive, nobody plays two matches at the same time"}


def wrong(event: Event) -> set[str]:
    return {what for what, where in event.judged(judge_arena).problems.items() if where}


def let_all_matches_begin_with_the_first(event: Event) -> None:
    with event.database.begin() as connection:
        documents: dict[str, JsonObject] = {
            row.id: row.document for row in connection.execute(select(matches.c.id, matches.c.document))
        }
        first = min(document["started_ms"] for document in documents.values())
        for id_, document in documents.items():
            changed = {**document, "started_ms": first}
            connection.execute(update(matches).where(matches.c.id == id_).values(document=changed))
