"""What later rounds and stages stand on: who has gone on from a table of a bracket, and from a stage."""

from collections.abc import Sequence
from dataclasses import replace

from services.tournaments import formats
from services.tournaments.bracket_progress import Progress
from services.tournaments.formats import bracket_state
from services.tournaments.log import RoundPaired, StageEnded, StageStarted
from services.tournaments.round_state import RoundState, StageState
from services.tournaments.settings import BracketStage
from services.tournaments.table_state import TableState
from services.tournaments.tournament import NotPossible, Tournament


def is_lost(tournament: Tournament, round_number: int, corrected: TableState) -> bool:
    """Whether somebody else goes on than has gone on, if a table of a round stands so: to a later table of its bracket
    or to the next stage; or whether a bracket that is over has another table to play."""
    state = tournament.rounds[round_number - 1]
    stage = tournament.stages[state.stage]
    is_seeded = len(tournament.stages) > stage.number + 1
    if not is_seeded and not stage.is_elimination:
        return False
    changed = _with_table(stage, state, corrected)
    if isinstance(stage.settings, BracketStage):
        before = bracket_state(tournament, stage, stage.settings).progress
        after = bracket_state(tournament, changed, stage.settings).progress
        later = [table for each in stage.rounds if each.number > round_number for table in each.tables]
        if any(stands(table, before) and not stands(table, after) for table in later):
            return True
        if stage.order is not None and before.is_complete and not after.is_complete:
            return True
    if not is_seeded:
        return False
    seeded = tournament.stages[stage.number + 1].seeding
    before_that, now = (_going_on(tournament, each, seeded) for each in (stage, changed))
    return now not in (seeded, before_that)


def stands(table: TableState, progress: Progress) -> bool:
    """Whether those who sit at a table of a bracket are those who come there."""
    if table.node is None:
        return False
    if table.result is not None:
        return table.node not in progress.unfit
    ready = progress.ready.get(table.node)
    return ready is not None and sorted(ready.entrants) == sorted(table.entrants)


def check_tables(tournament: Tournament, stage: StageState, what: RoundPaired) -> None:
    """Insist that the tables of a round of a bracket are those that can be played.

    Raises:
        NotPossible: somebody else comes there.
    """
    if not isinstance(stage.settings, BracketStage):
        return
    ready = bracket_state(tournament, stage, stage.settings).progress.ready
    for table in what.tables:
        there = None if table.node is None else ready.get(table.node)
        if there is None or sorted(there.entrants) != sorted(table.entrants):
            raise NotPossible("the bracket says who meets")


def check_stage_ended(tournament: Tournament, stage: StageState, what: StageEnded) -> None:
    """Insist that a bracket is over, and that those go on who have come first.

    Raises:
        NotPossible: it is not, or others have.
    """
    settings = stage.settings
    if isinstance(settings, BracketStage) and bracket_state(tournament, stage, settings).progress.ready:
        raise NotPossible("the stage is not over")
    if settings.advance is not None:
        going = _first(tournament, formats.order(tournament, stage), settings.advance)
        if going != _first(tournament, what.order, settings.advance):
            raise NotPossible("others go on by the standings")


def check_seeding(tournament: Tournament, what: StageStarted) -> None:
    """Insist that those play in a stage who go on from the one before.

    Raises:
        NotPossible: others do.
    """
    if what.seeding != tournament.next_seeding():
        raise NotPossible("others go on from the stage before")


def _with_table(stage: StageState, state: RoundState, table: TableState) -> StageState:
    """A stage as it is with another state of one of its tables."""
    changed = state.copy()
    changed.put(table)
    return replace(stage, rounds=[changed if each is state else each for each in stage.rounds])


def _going_on(tournament: Tournament, stage: StageState, seeded: Sequence[str]) -> tuple[str, ...]:
    """Who goes on from a stage by its standings. Who has left the next one since then has gone on."""
    there = [
        entrant
        for entrant in formats.order(tournament, stage)
        if entrant in seeded or not tournament.members[entrant].is_withdrawn
    ]
    return tuple(there[: stage.settings.advance])


def _first(tournament: Tournament, order: Sequence[str], number: int) -> list[str]:
    return [entrant for entrant in order if not tournament.members[entrant].is_withdrawn][:number]
