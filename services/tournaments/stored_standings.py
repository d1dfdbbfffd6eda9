"""Standings as they were stored, read again: who looks at a tournament computes none."""

import json
from typing import Any

from pydantic import Field

from services.response_model import ResponseModel
from services.tournaments.round_state import StageState
from services.tournaments.stage_results import stage_entrants
from services.tournaments.standings import Row, TieBreakValue, points_text
from services.tournaments.tournament import Tournament


class CardRank(ResponseModel):
    """An entrant's place in a stage."""

    stage: int = Field(description="From 0.")
    rank: int = Field(description="From 1.")
    is_joint: bool = Field(description="Whether others have the same rank.")
    points: str = Field(description="As a decimal number.")


class StoredStandings:
    """The standings of all stages, as :func:`services.tournaments.standings_document.standings_document` wrote them."""

    def __init__(self, document: bytes | None) -> None:
        """``document``: None: none were stored yet."""
        self._stages: list[dict[str, Any]] = [] if document is None else json.loads(document)["stages"]

    def rows(self, tournament: Tournament, stage: StageState) -> list[Row]:
        """The rows of a stage by rank, with the results that entrants have now and the texts of their tie-breaks. Who
        entered after they were stored comes last."""
        left = {entrant.id: entrant for entrant in stage_entrants(tournament, stage, with_open_round=True)}
        rows = []
        for row in self._rows(stage.number):
            entrant = left.pop(row["entrant"], None)
            if entrant is not None:
                values = tuple(TieBreakValue(each["id"], each["value"], None) for each in row["tie_breaks"])
                rows.append(Row(row["rank"], row["is_joint"], entrant, points_text(entrant.points), values))
        last = len(rows) + 1
        values = tuple(TieBreakValue(value.id, "", None) for value in rows[0].tie_breaks) if rows else ()
        rows += [Row(last, len(left) > 1, entrant, points_text(entrant.points), values) for entrant in left.values()]
        return rows

    def ranks(self, entrant: str) -> tuple[CardRank, ...]:
        """Where an entrant stands in each stage in which it plays."""
        return tuple(
            CardRank(stage=stage["stage"], rank=row["rank"], is_joint=row["is_joint"], points=row["points"])
            for stage in self._stages
            for row in stage["rows"]
            if row["entrant"] == entrant
        )

    def _rows(self, stage: int) -> list[dict[str, Any]]:
        return next((each["rows"] for each in self._stages if each["stage"] == stage), [])
