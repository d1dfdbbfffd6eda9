"""The cross table of a stage as everybody sees it: a line for each entrant, a cell for each of its rounds."""

from pydantic import Field

from services.response_model import ResponseModel
from services.tournaments.cross_table import Cell, Line, by_rounds
from services.tournaments.named_entrants import EntrantName, named
from services.tournaments.records import ResultKind
from services.tournaments.round_state import StageState
from services.tournaments.stored_standings import StoredStandings
from services.tournaments.tournament import Tournament


class CrossTableOpponent(ResponseModel):
    """Somebody who sat at the same table."""

    entrant: str = Field(description="The entrant's id.")
    line: int = Field(description="The line of the cross table on which it stands.")


class CrossTableCell(ResponseModel):
    """What an entrant has of a round."""

    round: int = Field(description="The round's number through all stages.")
    table: int | None = Field(description="The table's number; null without a table.")
    kind: ResultKind = Field(description="How it came by its points.")
    points: str = Field(description="As a decimal number.")
    opponents: tuple[CrossTableOpponent, ...] = Field(description="In the order of seats; empty without a table.")
    seat: int | None = Field(description="Its seat, from 0; null without a table.")
    place: int | None = Field(description="1 for the winner; null without a table.")
    score: int | None = Field(description="The game's own score; null where there is none.")


class CrossTableLine(ResponseModel):
    """An entrant's line."""

    line: int = Field(description="From 1, each its own.")
    rank: int = Field(description="The entrant's rank, which others may share.")
    is_joint: bool = Field(description="Whether others have the same rank.")
    entrant: EntrantName = Field(description="Who it is.")
    points: str = Field(description="The sum, as a decimal number.")
    cells: tuple[CrossTableCell, ...] = Field(
        description="One for each round that is decided for this entrant, in an arena for each of its tables."
    )


class CrossTable(ResponseModel):
    """The cross table of a stage."""

    stage: int = Field(description="From 0.")
    is_over: bool = Field(description="Whether all of its rounds were played.")
    rounds: tuple[int, ...] = Field(description="The numbers of its rounds: the columns.")
    lines: tuple[CrossTableLine, ...] = Field(description="In the order of the standings.")


def cross_table_document(tournament: Tournament, stage: StageState, standings: StoredStandings) -> CrossTable:
    """The cross table of a stage, its lines in the order of the standings."""
    rows = standings.rows(tournament, stage)
    return CrossTable(
        stage=stage.number,
        is_over=stage.order is not None,
        rounds=tuple(state.number for state in stage.rounds),
        lines=tuple(
            _line(tournament, stage, line, is_joint=row.is_joint)
            for row, line in zip(rows, by_rounds(rows), strict=True)
        ),
    )


def _line(tournament: Tournament, stage: StageState, line: Line, *, is_joint: bool) -> CrossTableLine:
    return CrossTableLine(
        line=line.line,
        rank=line.rank,
        is_joint=is_joint,
        entrant=named(tournament, line.entrant),
        points=line.points,
        cells=tuple(_cell(stage, line.entrant, cell) for cell in line.cells),
    )


def _cell(stage: StageState, entrant: str, cell: Cell) -> CrossTableCell:
    arena = next((state for state in stage.rounds if state.arena is not None), None)
    state = stage.rounds[cell.round - 1] if arena is None else arena
    table = cell.round if arena is not None else next(iter(state.tables_of.get(entrant, ())), None)
    return CrossTableCell(
        round=state.number,
        table=table,
        kind=cell.kind,
        points=cell.points,
        opponents=tuple(
            CrossTableOpponent(entrant=entrant, line=line)
            for entrant, line in zip(cell.opponents, cell.opponent_lines, strict=True)
        ),
        seat=cell.seat,
        place=cell.place,
        score=cell.table_points,
    )
