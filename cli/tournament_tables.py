"""What ``playhall tournament`` shows: lists, rounds, standings."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from rich.table import Table
from rich.text import Text

from cli.headings import two_lines
from services.engine.ruleset import JsonObject
from services.tournaments.tie_breaks import TIE_BREAKS
from services.tournaments.wording import same_decimals

_TOLD: Final = ("entrant", "name", "round", "table", "game", "stage", "season", "entry", "until_round", "left")
"""What is told of an entry beside its kind."""


def list_table(tournaments: Sequence[JsonObject]) -> Table:
    """Tournaments, a line each."""
    table = _table("tournament", "name", "ruleset", "status", ">entrants", ">round")
    for each in tournaments:
        settings = each["settings"]
        _row(table, each["id"], each["name"], settings["ruleset"], each["status"], each["entrants"], each["round"])
    return table


def lines_of(tournament: JsonObject) -> Text:
    """How far a tournament is, in a line; one that nothing is known of yet is waited for."""
    if not tournament:
        return Text("Waiting for the platform")
    reason = f" ({tournament['status_reason']})" if tournament["status_reason"] else ""
    return Text(
        f"{tournament['name']}: {tournament['status']}{reason}, round {tournament['round']}, "
        f"{tournament['entrants']} entrants"
    )


def standings_tables(standings: JsonObject) -> Iterator[Table | Text]:
    """The standings of each stage, the last at the end."""
    if not standings["stages"]:
        yield Text("There are no standings yet.")
    for stage in standings["stages"]:
        rows = stage["rows"]
        ids = [each["id"] for each in rows[0]["tie_breaks"]] if rows else []
        table = _table(">rank", "entrant", ">points", *(f">{_title_of(id)}" for id in ids))
        if len(standings["stages"]) > 1:
            table.title = f"Stage {stage['stage'] + 1}"
        columns = [[row["points"] for row in rows]]
        columns += [[row["tie_breaks"][at]["value"] for row in rows] for at in range(len(ids))]
        for row, *numbers in zip(rows, *map(same_decimals, columns), strict=True):
            rank = f"{row['rank']}=" if row["is_joint"] else row["rank"]
            _row(table, rank, _called(row), *numbers)
        yield table


def round_tables(found: JsonObject, *, why: bool) -> Iterator[Table | Text]:
    """The tables of a round, then who is not paired. ``why``: with the reasons."""
    table = _table(">table", "entrants", "result", *(["why"] if why else []))
    for each in found["tables"]:
        entrants = ", ".join(_called(entrant) for entrant in each["entrants"])
        reasons = [" ".join(each["reasons"])] if why else []
        _row(table, each["number"], entrants, _result(each), *reasons)
    yield table
    for bye in found["byes"]:
        told = f" {' '.join(bye['reasons'])}" if why else ""
        yield Text(f"Bye: {_called(bye['entrant'])}, {bye['points']} points.{told}")
    for field, text in (("requested_byes", "Bye that was asked for"), ("absent", "Absent")):
        for entrant in found[field]:
            yield Text(f"{text}: {_called(entrant)}")
    for note in found["notes"]:
        yield Text(note)


def table_line(table: JsonObject) -> str:
    """A table with its result, in a line."""
    return f"table {table['number']}: {', '.join(_called(each) for each in table['entrants'])}: {_result(table)}"


def log_table(entries: Sequence[JsonObject]) -> Table:
    """Entries of a log, a line each."""
    table = _table(">entry", "at", "by", "what", "reason")
    for each in entries:
        names = (*_TOLD, "entrants") if each["what"]["kind"] == "table_left" else _TOLD
        what = {name: value for name, value in each["what"].items() if name in names and value not in (None, [])}
        told = f"{each['what']['kind']} " + " ".join(f"{name} {_in_words(value)}" for name, value in what.items())
        undone = " (undone)" if each["undone"] else ""
        _row(table, each["number"], each["at"], each["by"] or "", told.strip() + undone, each["reason"])
    return table


def _in_words(value: Any) -> str:  # noqa: ANN401 - whatever an entry says
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _title_of(tie_break: str) -> str:
    """What a tie-break is called; one that only the platform knows, by its id."""
    known = TIE_BREAKS.get(tie_break)
    return tie_break.replace("_", " ") if known is None else known.title


def _result(table: JsonObject) -> str:
    if table["is_called_off"]:
        return "was called off"
    if table["result"] is None:
        return "waits for its host" if table["waits_for_host"] else "is played"
    return " ".join(f"{place}." for place in table["result"]["places"])


def _called(entrant: JsonObject) -> str:
    return f"{entrant['name']} (bot)" if entrant.get("is_bot") else str(entrant["name"])


def _table(*columns: str) -> Table:
    """Columns that begin with ``>`` are for numbers."""
    table = Table(box=None, pad_edge=False)
    for column in columns:
        table.add_column(two_lines(column.lstrip(">")), justify="right" if column.startswith(">") else "left")
    return table


def _row(table: Table, *cells: Any) -> None:  # noqa: ANN401 - whatever has a text
    """Names are other people's words: nothing in them is markup."""
    table.add_row(*(Text(f"{cell}") for cell in cells))
