"""The formats of stages: what the next round is, whether a stage is over, and in which order its entrants have ended."""

from collections.abc import Sequence
from typing import Final

from services.tournaments import dutch, swiss
from services.tournaments.log import PairedBye, PairedTable, RoundPaired
from services.tournaments.records import Entrant, Round
from services.tournaments.settings import SwissStage
from services.tournaments.stage_results import stage_entrants
from services.tournaments.standings import Row, standings
from services.tournaments.swiss_matching import PairingImpossible
from services.tournaments.tie_break_rules import TieBreakRules, UnplayedRules
from services.tournaments.tournament import NotPossible, StageState, Tournament

SWISS_TIE_BREAKS: Final = ("buchholz_cut_1", "buchholz", "sonneborn_berger", "direct_encounter", "wins")
"""Where a stage names none."""


def pair(tournament: Tournament, stage: StageState, number: int) -> RoundPaired | None:
    """The round ``number`` of the tournament; None: too few are left to pair anybody.

    Raises:
        NotPossible: there is no pairing, with the reason.
    """
    entrants = stage_entrants(tournament, stage)
    there = [entrant for entrant in entrants if not _is_out(tournament, entrant.id, number)]
    if len(there) < 2:
        return None
    others = [entrant for entrant in entrants if entrant not in there]
    local = 1 + sum(state.number < number for state in stage.rounds)
    made = _swiss_round(stage.settings, there, local, others)
    return RoundPaired(
        round=number,
        tables=tuple(PairedTable(entrants=each.entrants, reasons=each.reasons) for each in made.pairings),
        byes=tuple(PairedBye(entrant=each.entrant, reasons=each.reasons) for each in made.byes),
        requested_byes=tuple(each.id for each in others if not tournament.members[each.id].is_withdrawn),
        absent=tuple(each.id for each in others if tournament.members[each.id].is_withdrawn),
        notes=made.notes,
    )


def is_over(stage: StageState) -> bool:
    """Whether all rounds of a stage have been played."""
    return len(stage.rounds) >= stage.settings.rounds


def order(tournament: Tournament, stage: StageState) -> tuple[str, ...]:
    """The entrants of a stage by its standings, the best first; who is equal in everything, by seed."""
    return tuple(row.entrant.id for row in stage_standings(tournament, stage))


def stage_standings(tournament: Tournament, stage: StageState) -> list[Row]:
    """The standings of a stage, with what is decided of its open round."""
    return standings(
        stage_entrants(tournament, stage, with_open_round=True),
        stage.settings.tie_breaks or SWISS_TIE_BREAKS,
        _tie_break_rules(tournament, stage),
    )


def _tie_break_rules(tournament: Tournament, stage: StageState) -> TieBreakRules:
    points = stage.settings.points
    return TieBreakRules(
        unplayed=UnplayedRules.FIDE_2024 if tournament.settings.unplayed_rules == 2024 else UnplayedRules.FIDE_2026,
        win=points.win,
        draw=points.draw,
        rounds=stage.settings.rounds,
        ratings={each.id: each.rating for each in tournament.members.values() if each.rating is not None},
    )


def _swiss_round(settings: SwissStage, there: Sequence[Entrant], number: int, others: Sequence[Entrant]) -> Round:
    rules = swiss.SwissRules(settings.rounds, win_points=settings.points.win)
    try:
        if settings.system == "dutch":
            return dutch.pair_round(there, number, rules, others)
        return swiss.pair_round(there, number, rules, others)
    except (PairingImpossible, dutch.NoDutchPairing, dutch.NotForDutch, dutch.DutchNotInstalled) as error:
        raise NotPossible(str(error)) from None


def _is_out(tournament: Tournament, entrant: str, number: int) -> bool:
    member = tournament.members[entrant]
    return member.is_withdrawn or number in member.byes
