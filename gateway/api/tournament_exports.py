"""Tournaments as files for other programs."""

import codecs
from enum import Enum
from typing import Annotated, Final, Literal

from pydantic import Field

from gateway.api.players import SPECTATE
from gateway.api.tournament_log import TournamentLogEntry
from gateway.api.tournament_standings import StageQuery, StageStandings
from gateway.api.tournaments import TournamentPath
from gateway.openapi.operation import Answer, Reply, Section, answer
from services.errors import Reason
from services.identity import Caller
from services.response_model import Moment, ResponseModel
from services.stored_tournaments.hosted_tournament import TournamentVisibility
from services.stored_tournaments.hosting import Tournaments
from services.tournaments.entrant_document import TournamentEntrant
from services.tournaments.round_document import TournamentRoundDetails
from services.tournaments.settings import TournamentSettings
from services.tournaments.tournament import TournamentStatus
from services.tournaments.trf import TrfVersion

TOURNAMENT_EXPORTS: Final = Section(
    "tournament exports",
    "Tournaments as files: everything as JSON, standings and results as CSV, and FIDE's report files for stages of "
    "two seats.",
)

CSV: Final = "text/csv"
TEXT: Final = "text/plain"


class CsvContent(Enum):
    """What a table is of."""

    STANDINGS = "standings"
    RESULTS = "results"


class CsvCharset(Enum):
    """How the text of a table becomes bytes."""

    UTF8 = "utf8"
    UTF8_BOM = "utf8_bom"


class CsvQuery(StageQuery):
    """Which table."""

    content: Annotated[CsvContent, Field(strict=False)] = Field(
        default=CsvContent.STANDINGS,
        description="`standings`: a row for each entrant of the stage; `results`: a row for each entrant of each "
        "round, of all stages unless one is named.",
    )
    charset: Annotated[CsvCharset, Field(strict=False)] = Field(
        default=CsvCharset.UTF8,
        description="`utf8`: without a byte order mark; `utf8_bom`: with one, which Excel needs.",
    )


class ReportQuery(StageQuery):
    """Which report."""

    version: Annotated[TrfVersion, Field(strict=False)] = Field(
        default=TrfVersion.TRF16,
        description="`trf16` knows a win of one point and a draw of half a point only; `trf26` states what results are "
        "worth, and the tie-breaks.",
    )


class TournamentExport(ResponseModel):
    """Everything that is known of a tournament. Rounds and standings follow from `settings` and `log`."""

    format: Literal["playhall.tournament-export/1"] = Field(description="The format.")
    id: str = Field(description="The tournament's id.")
    owner_id: str = Field(description="The player who created the tournament.")
    name: str = Field(description="Its name.")
    visibility: TournamentVisibility = Field(description="The visibility of the tournament.")
    status: TournamentStatus = Field(description="How far it is.")
    status_reason: str = Field(description="Why it is paused or was cancelled; may be empty.")
    revision: int = Field(description="The number of the log's last entry.")
    created_at: Moment = Field(description="When it was made.")
    started_at: Moment | None = Field(description="When the tournament started; null if it has not started.")
    ended_at: Moment | None = Field(description="When it ended; null: it has not.")
    settings: TournamentSettings = Field(description="What it is.")
    seed: str | None = Field(
        description="32 bytes, hexadecimal, from which draws and matches follow; null until it is over."
    )
    entrants: list[TournamentEntrant] = Field(description="In the order of entry.")
    rounds: list[TournamentRoundDetails] = Field(description="The first round first.")
    standings: list[StageStandings] = Field(description="Of each stage that has begun.")
    log: list[TournamentLogEntry] = Field(description="All that has happened, the first entry first.")


@TOURNAMENT_EXPORTS.operation(
    "GET",
    "/v1/tournaments/{tournament}/export/json",
    id="exportTournamentJson",
    summary="Export a tournament as JSON",
    description="Everything: settings, entrants, rounds, results, standings, the log, and the seed when it is over.",
    access=SPECTATE,
    answers=(answer(TournamentExport, "The tournament."),),
)
def export_tournament_json(tournaments: Tournaments, caller: Caller, path: TournamentPath) -> Reply:
    """Export a tournament as JSON."""
    return Reply(tournaments.export(caller, path.tournament))


@TOURNAMENT_EXPORTS.operation(
    "GET",
    "/v1/tournaments/{tournament}/export/csv",
    id="exportTournamentCsv",
    summary="Export standings or results as CSV",
    description="If a spreadsheet would take a part of a name for a formula, an apostrophe precedes it. "
    "`exportTournamentJson` has names unchanged.",
    access=SPECTATE,
    answers=(
        Answer("A line of titles, then the rows.", {CSV: {"type": "string", "description": "UTF-8, with a header."}}),
    ),
)
def export_tournament_csv(tournaments: Tournaments, caller: Caller, path: TournamentPath, query: CsvQuery) -> Reply:
    """Export standings or results as CSV."""
    view = tournaments.view(caller, path.tournament)
    table = view.standings_csv if query.content is CsvContent.STANDINGS else view.results_csv
    mark = codecs.BOM_UTF8 if query.charset is CsvCharset.UTF8_BOM else b""
    return Reply(mark + table(query.stage).encode(), media_type=f"{CSV}; charset=utf-8")


@TOURNAMENT_EXPORTS.operation(
    "GET",
    "/v1/tournaments/{tournament}/export/trf",
    id="exportTournamentTrf",
    summary="Export a stage as a tournament report file",
    description="FIDE's format, which pairing and rating programs read. White is the first seat, and players are "
    "numbered by their seeds. The format cannot express a stage with tables of more than two seats.",
    access=SPECTATE,
    refusals=(Reason.FORMAT_UNSUPPORTED,),
    answers=(Answer("The report.", {TEXT: {"type": "string", "description": "UTF-8, lines end with CR and LF."}}),),
)
def export_tournament_trf(tournaments: Tournaments, caller: Caller, path: TournamentPath, query: ReportQuery) -> Reply:
    """Export a stage as a tournament report file."""
    report = tournaments.view(caller, path.tournament).report(query.version, query.stage)
    return Reply(report.encode(), media_type=f"{TEXT}; charset=utf-8")
