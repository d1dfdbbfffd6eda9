"""The cross table of a stage as everybody sees it: a line for each entrant, a cell for each of its rounds."""

from dataclasses import dataclass

from services.tournaments.cross_table import Cell, Line, by_rounds
from services.tournaments.named_entrants import NamedEntrant, named
from services.tournaments.records import ResultKind
from services.tournaments.round_state import StageState
from services.tournaments.stored_standings import StoredStandings
from services.tournaments.tournament import Tournament


@dataclass(frozen=True, slots=True)
class CellOpponent:
    """Somebody who sat at the same table. ``line``: on which it stands."""

    entrant: str
    line: int


@dataclass(frozen=True, slots=True)
class CellDocument:
    """What an entrant has of a round. ``round``: through all stages, as rounds are counted elsewhere. ``table``: at
    which it sat; None: at none. ``opponents``: in the order of seats. ``seat``: from 0. ``score``: the game's own."""

    round: int
    table: int | None
    kind: ResultKind
    points: str
    opponents: tuple[CellOpponent, ...]
    seat: int | None
    place: int | None
    score: int | None


@dataclass(frozen=True, slots=True)
class LineDocument:
    """A line. ``line``: from 1, each its own, while a rank may be shared. ``cells``: one for each round that is decided
    for this entrant, in an arena one for each of its tables."""

    line: int
    rank: int
    is_joint: bool
    entrant: NamedEntrant
    points: str
    cells: tuple[CellDocument, ...]


@dataclass(frozen=True, slots=True)
class CrossTableDocument:
    """``stage``: from 0. ``rounds``: the numbers of its rounds, the columns."""

    stage: int
    is_over: bool
    rounds: tuple[int, ...]
    lines: tuple[LineDocument, ...]


def cross_table_document(tournament: Tournament, stage: StageState, standings: StoredStandings) -> CrossTableDocument:
    """The cross table of a stage, its lines in the order of the standings."""
    rows = standings.rows(tournament, stage)
    return CrossTableDocument(
        stage=stage.number,
        is_over=stage.order is not None,
        rounds=tuple(state.number for state in stage.rounds),
        lines=tuple(
            _line(tournament, stage, line, is_joint=row.is_joint)
            for row, line in zip(rows, by_rounds(rows), strict=True)
        ),
    )


def _line(tournament: Tournament, stage: StageState, line: Line, *, is_joint: bool) -> LineDocument:
    return LineDocument(
        line=line.line,
        rank=line.rank,
        is_joint=is_joint,
        entrant=named(tournament, line.entrant),
        points=line.points,
        cells=tuple(_cell(stage, line.entrant, cell) for cell in line.cells),
    )


def _cell(stage: StageState, entrant: str, cell: Cell) -> CellDocument:
    arena = next((state for state in stage.rounds if state.arena is not None), None)
    state = stage.rounds[cell.round - 1] if arena is None else arena
    table = cell.round if arena is not None else next(iter(state.tables_of.get(entrant, ())), None)
    return CellDocument(
        round=state.number,
        table=table,
        kind=cell.kind,
        points=cell.points,
        opponents=tuple(map(CellOpponent, cell.opponents, cell.opponent_lines)),
        seat=cell.seat,
        place=cell.place,
        score=cell.table_points,
    )
