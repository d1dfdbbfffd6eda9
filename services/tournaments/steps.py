"""What happens next in a tournament by itself: who is seeded how, when rounds are paired and end, when it is over.

Pure: the same tournament, moment and seed give the same steps.
"""

from collections.abc import Sequence
from typing import Final

from services.tournaments import arena_stages, formats, presence
from services.tournaments.arena_stages import Step
from services.tournaments.due_times import next_round_ms, table_deadline_ms
from services.tournaments.event_commitment import Lots
from services.tournaments.log import (
    Cancelled,
    Finished,
    Happening,
    ResultSet,
    RoundEnded,
    RoundPaired,
    SeasonStarted,
    StageEnded,
    StageStarted,
    Started,
)
from services.tournaments.round_state import RoundState, StageState
from services.tournaments.settings import SwissSystem
from services.tournaments.table_state import TableState
from services.tournaments.tournament import PAIRS_BY_ITSELF, NotPossible, Tournament, TournamentStatus

TOO_FEW: Final = "too few have entered"


def next_steps(tournament: Tournament, lots: Lots, now_ms: int) -> Sequence[Step]:
    """What happens now, in order; empty: nothing. Afterwards more may happen. ``lots``: the tournament's."""
    if tournament.status is TournamentStatus.REGISTRATION:
        return _registration(tournament, lots, now_ms)
    if not tournament.status.is_under_way:
        return ()
    if out := presence.taken_out(tournament):
        return out
    state, stage = tournament.open_round, tournament.stage
    if state is not None and state.arena is not None and stage is not None:
        return arena_stages.next_steps(tournament, stage, state, state.arena, now_ms)
    if state is not None and state.is_decided:
        return ((RoundEnded(round=state.number), ""),)
    if tournament.status is TournamentStatus.PAUSED or state is not None:
        return ()
    return _between_rounds(tournament, lots, now_ms)


def start(tournament: Tournament, lots: Lots) -> Started:
    """The start: those who have a place, and have checked in where that is asked; the best first by rating, drawn by
    the tournament's seed where ratings are equal or there are none."""
    wanted = tournament.admitted
    if tournament.settings.entry.check_in_seconds is not None:
        wanted = [member for member in wanted if member.is_checked_in or member.bot is not None]
    order = sorted(
        wanted,
        key=lambda member: (member.rating is None, -(member.rating or 0), lots.seeding(tournament, member.id)),
    )
    return Started(seeding=tuple(member.id for member in order))


def season_due(tournament: Tournament) -> SeasonStarted | None:
    """The season of a ladder that must begin before the next round can be paired."""
    stage = tournament.stage
    if not tournament.status.is_under_way or stage is None or tournament.open_round is not None:
        return None
    return formats.next_season(tournament, stage)


def pair_now(tournament: Tournament, lots: Lots, *, system: SwissSystem | None = None) -> RoundPaired:
    """The next round, or the open one again, also while the tournament is paused. ``system``: by which a Swiss stage
    pairs it; None: its own.

    Raises:
        NotPossible: no round is to be paired; a pairing cannot be made.
    """
    tournament.need_under_way()
    stage = tournament.stage
    if stage is None:
        raise NotPossible("no stage is played")
    state = tournament.open_round
    if state is not None and state.arena is not None:
        raise NotPossible(PAIRS_BY_ITSELF)
    if state is not None and state.has_begun:
        raise NotPossible(f"round {state.number} has begun")
    if state is None and (season_due(tournament) is not None or formats.is_over(tournament, stage)):
        raise NotPossible("all rounds of the stage, or of the season, are played")
    number = len(tournament.rounds) + (1 if state is None else 0)
    paired = formats.pair(tournament, stage, number, lots, system=system)
    if paired is None:
        raise NotPossible("too few are left to play another round of the stage")
    return paired


def overdue(tournament: Tournament, table: TableState, now_ms: int) -> bool:
    """Whether the time of a table, which is that of its round, is over."""
    deadline_ms = table_deadline_ms(tournament, table)
    return deadline_ms is not None and now_ms >= deadline_ms


def lost_by(state: RoundState, number: int, late: tuple[str, ...]) -> ResultSet:
    """The result of a table whose time is over: who had to decide then has lost. If all had to, or nobody, it is
    drawn; where some must go on, the better seeds do."""
    table = state.tables[number - 1]
    if table.by_seed:
        order = sorted(table.by_seed, key=lambda entrant: (entrant in table.away, entrant in late))
        places = tuple(1 + order.index(entrant) for entrant in table.entrants)
    else:
        winners = [each for each in table.present if each not in late] or list(table.present)
        places = tuple(1 if entrant in winners else 1 + len(winners) for entrant in table.entrants)
    return ResultSet(round=state.number, table=number, places=places, forfeits=(*late, *table.away))


def _registration(tournament: Tournament, lots: Lots, now_ms: int) -> Sequence[Step]:
    starts_ms = tournament.settings.times.starts_ms
    if starts_ms is None or now_ms < starts_ms:
        return ()
    started = start(tournament, lots)
    if len(started.seeding) < tournament.settings.fewest_entrants:
        return ((Cancelled(), TOO_FEW),)
    return ((started, ""),)


def _between_rounds(tournament: Tournament, lots: Lots, now_ms: int) -> Sequence[Step]:
    stage = tournament.stage
    if stage is None:
        return ((_next_stage(tournament), ""),)
    if formats.is_over(tournament, stage):
        return ((_stage_ended(tournament, stage), ""),)
    if not _is_time(tournament, stage, now_ms):
        return ()
    season = formats.next_season(tournament, stage)
    if season is not None:
        return ((season, ""),)
    paired = formats.pair(tournament, stage, len(tournament.rounds) + 1, lots)
    # None: too few are left to pair anybody
    return ((_stage_ended(tournament, stage) if paired is None else paired, ""),)


def _stage_ended(tournament: Tournament, stage: StageState) -> StageEnded:
    return StageEnded(stage=stage.number, order=formats.order(tournament, stage))


def _next_stage(tournament: Tournament) -> Happening:
    """The next stage, unless too few have gone on to play in it."""
    number = len(tournament.stages)
    if tournament.is_played_out:
        return Finished()
    return StageStarted(stage=number, seeding=tournament.next_seeding())


def _is_time(tournament: Tournament, stage: StageState, now_ms: int) -> bool:
    """Whether the next round is paired now. The first of the tournament is paired with its start."""
    if not tournament.rounds:
        return True
    if tournament.settings.times.next_round == "by_host":
        return not stage.rounds  # a stage begins with a round
    round_ms = next_round_ms(tournament)
    return round_ms is not None and now_ms >= round_ms
