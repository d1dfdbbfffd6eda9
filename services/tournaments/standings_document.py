"""The standings of a tournament as they are stored and served: JSON, with the sum behind each tie-break."""

from typing import Final

from services.engine.fairness import canonical
from services.tournaments.formats import stage_standings
from services.tournaments.planned_stages import divisions_of
from services.tournaments.round_state import StageState
from services.tournaments.standings import Row, TieBreakValue, decimal_text
from services.tournaments.tournament import Tournament

NO_STANDINGS: Final = canonical({"revision": 0, "stages": []})
"""Of a tournament of which no stage has begun."""


def standings_document(tournament: Tournament) -> bytes:
    """The standings of each stage that has begun, as canonical JSON. Of a ladder those of the season that is played or
    was played last, with each entrant's ``division``, from 1; null: it is in none."""
    document = {
        "revision": tournament.revision,
        "stages": [
            {
                "stage": stage.number,
                "is_over": stage.order is not None,
                "season": stage.seasons[-1].number if stage.seasons else None,
                "rows": _rows(tournament, stage),
            }
            for stage in tournament.stages
        ],
    }
    return canonical(document)


def _rows(tournament: Tournament, stage: StageState) -> list[dict[str, object]]:
    divisions = divisions_of(stage)
    return [
        {**_row(tournament, row), "division": divisions.get(row.entrant.id)}
        for row in stage_standings(tournament, stage)
    ]


def _row(tournament: Tournament, row: Row) -> dict[str, object]:
    member = tournament.members[row.entrant.id]
    return {
        "rank": row.rank,
        "is_joint": row.is_joint,
        "entrant": member.id,
        "name": member.name,
        "is_bot": member.is_bot,
        "is_withdrawn": member.is_withdrawn,
        "points": row.points,
        "tie_breaks": [_tie_break(each) for each in row.tie_breaks],
    }


def _tie_break(told: TieBreakValue) -> dict[str, object]:
    """Its value, and what it is made of: for each term the round, the opponent, what it adds, and a sentence."""
    terms = [] if told.value is None else told.value.terms
    return {
        "id": told.id,
        "value": told.text,
        "note": "" if told.value is None else told.value.note,
        "terms": [
            {
                "round": term.round,
                "opponent": term.opponent,
                "adds": decimal_text(term.contribution),
                "is_cut": term.is_cut,
                "note": term.note,
            }
            for term in terms
        ],
    }
