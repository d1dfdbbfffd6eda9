"""What entries of the log mean to a tournament as a whole: its settings, its stages and how far it is."""

from dataclasses import replace
from typing import Final

from services.tournaments import consistency
from services.tournaments.fold_entrants import need_strangers
from services.tournaments.log import (
    Cancelled,
    Changed,
    Closed,
    Finished,
    LoggedHappening,
    Paused,
    Resumed,
    SeasonStarted,
    SeedGivenByHost,
    StageEnded,
    StageStarted,
    Started,
    Undone,
)
from services.tournaments.round_state import Season, StageState
from services.tournaments.settings import LadderStage
from services.tournaments.tournament import Handlers, NotPossible, Tournament, TournamentStatus


def _changed(tournament: Tournament, what: Changed, _: LoggedHappening) -> None:
    rules = {name: value for name in ("entry", "times") if (value := getattr(what, name)) is not None}
    if not rules:
        return
    tournament.need(TournamentStatus.REGISTRATION)
    if what.entry is not None and not what.entry.is_run_between_bots:
        need_strangers(tournament)
    tournament.settings = tournament.settings.model_copy(update=rules)


def _seed_given_by_host(tournament: Tournament, _what: SeedGivenByHost, _: LoggedHappening) -> None:
    if tournament.members:
        raise NotPossible("somebody has entered")
    tournament.seed_given_by_host = True


def _started(tournament: Tournament, what: Started, entry: LoggedHappening) -> None:
    tournament.need(TournamentStatus.REGISTRATION)
    known = {member.id for member in tournament.admitted}
    if len(set(what.seeding)) < len(what.seeding) or not known.issuperset(what.seeding):
        raise NotPossible("the seeding names somebody twice, or somebody who does not take part")
    if len(what.seeding) < tournament.settings.fewest_entrants:
        raise NotPossible("too few have entered")
    tournament.status = TournamentStatus.RUNNING
    tournament.started_ms = entry.at_ms
    tournament.seeding = what.seeding
    playing = set(what.seeding)
    for member in [each for each in tournament.members.values() if each.takes_part and each.id not in playing]:
        tournament.members[member.id] = replace(member, is_withdrawn=True)


def _stage_started(tournament: Tournament, what: StageStarted, _: LoggedHappening) -> None:
    tournament.need_under_way()
    if tournament.stage is not None or what.stage != len(tournament.stages):
        raise NotPossible("another stage is to be played")
    if len(set(what.seeding)) < len(what.seeding) or not set(what.seeding) <= set(tournament.members):
        raise NotPossible("the seeding names somebody twice, or somebody who has not entered")
    if tournament.is_strict:
        consistency.check_seeding(tournament, what)
    tournament.stages.append(StageState(what.stage, tournament.settings.stages[what.stage], what.seeding))


def _stage_ended(tournament: Tournament, what: StageEnded, _: LoggedHappening) -> None:
    tournament.need_under_way()
    stage = tournament.stage
    if stage is None or stage.number != what.stage or tournament.open_round is not None:
        raise NotPossible("the stage is not over")
    if sorted(what.order) != sorted(stage.seeding):
        raise NotPossible("the order names others than the stage")
    if tournament.is_strict:
        consistency.check_stage_ended(tournament, stage, what)
    stage.order = what.order


def _season_started(tournament: Tournament, what: SeasonStarted, _: LoggedHappening) -> None:
    tournament.need_under_way()
    stage = tournament.stage
    if stage is None or stage.number != what.stage or not isinstance(stage.settings, LadderStage):
        raise NotPossible("no ladder is played")
    if what.season != len(stage.seasons) + 1 or what.season > stage.settings.seasons:
        raise NotPossible("another season is to be played")
    if tournament.open_round is not None:
        raise NotPossible("a round is played")
    named = [entrant for division in what.divisions for entrant in division]
    if len(set(named)) < len(named) or not set(named) <= set(stage.seeding):
        raise NotPossible("the divisions name somebody twice, or somebody who does not play in this stage")
    stage.seasons.append(Season(what.season, what.divisions, len(stage.rounds)))


def _paused(tournament: Tournament, _what: Paused, entry: LoggedHappening) -> None:
    tournament.need(TournamentStatus.RUNNING)
    tournament.status = TournamentStatus.PAUSED
    tournament.paused_ms = entry.at_ms


def _resumed(tournament: Tournament, _what: Resumed, entry: LoggedHappening) -> None:
    tournament.need(TournamentStatus.PAUSED)
    tournament.status = TournamentStatus.RUNNING
    tournament.pauses = (*tournament.pauses, (tournament.paused_ms, entry.at_ms))
    if (arena := tournament.open_arena) is not None:
        arena.goes_on(tournament.paused_ms, entry.at_ms)


def _finished(tournament: Tournament, _what: Finished, _: LoggedHappening) -> None:
    tournament.need(TournamentStatus.RUNNING)
    if not tournament.is_played_out:
        raise NotPossible("a stage is to be played")
    tournament.status = TournamentStatus.FINISHED


def _cancelled(tournament: Tournament, _what: Cancelled, _: LoggedHappening) -> None:
    tournament.need_not_over()
    tournament.status = TournamentStatus.CANCELLED


def _closed(tournament: Tournament, _what: Closed, entry: LoggedHappening) -> None:
    if not tournament.status.is_over:
        raise NotPossible("it is not over")
    tournament.closed_ms = entry.at_ms


def _undone(tournament: Tournament, _what: Undone, _: LoggedHappening) -> None:
    """Nothing: :func:`fold` has left out what was undone."""


HANDLERS: Final[Handlers] = {
    Changed: _changed,
    SeedGivenByHost: _seed_given_by_host,
    Started: _started,
    StageStarted: _stage_started,
    SeasonStarted: _season_started,
    StageEnded: _stage_ended,
    Paused: _paused,
    Resumed: _resumed,
    Finished: _finished,
    Cancelled: _cancelled,
    Closed: _closed,
    Undone: _undone,
}
"""What each of these entries does."""
