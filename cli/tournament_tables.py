"""What ``playhall tournament`` shows: lists, rounds, standings."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Any, Final

from rich.table import Table
from rich.text import Text

from cli.headings import two_lines
from services.engine.ruleset import JsonObject
from services.tournaments.tie_breaks import TIE_BREAKS
from services.tournaments.wording import same_decimals

_TOLD: Final = (
    "entrant", "name", "round", "table", "game", "stage", "season", "entry", "until_round", "then", "also", "left"
)  # fmt: skip
"""What is told of an entry beside its kind."""


def list_table(tournaments: Sequence[JsonObject]) -> Table:
    """Tournaments, a line each."""
    table = _table("!tournament", "name", "ruleset", "!status", ">round")
    for each in tournaments:
        _row(table, each["id"], each["name"], each["settings"]["ruleset"], each["status"], each["round"])
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
        twins = _twins(rows)
        ids = [each["id"] for each in rows[0]["tie_breaks"]] if rows else []
        table = _table(">rank", "entrant", ">points", *(f">{_title_of(id)}" for id in ids))
        if len(standings["stages"]) > 1:
            table.title = f"Stage {stage['stage'] + 1}"
        columns = [[row["points"] for row in rows]]
        columns += [[row["tie_breaks"][at]["value"] for row in rows] for at in range(len(ids))]
        for row, *numbers in zip(rows, *map(same_decimals, columns), strict=True):
            rank = f"{row['rank']}=" if row["is_joint"] else row["rank"]
            _row(table, rank, _called(row, twins), *numbers)
        yield table


def round_tables(found: JsonObject, *, why: bool) -> Iterator[Table | Text]:
    """The tables of a round, then who is not paired. ``why``: with the reasons."""
    table = _table(">table", "entrants", "result", *(["why"] if why else []))
    seated = [entrant for each in found["tables"] for entrant in each["entrants"]]
    others = [*(bye["entrant"] for bye in found["byes"]), *found["requested_byes"], *found["absent"]]
    twins = _twins([*seated, *others])
    for each in found["tables"]:
        entrants = ", ".join(_called(entrant, twins) for entrant in each["entrants"])
        reasons = [" ".join(each["reasons"])] if why else []
        _row(table, each["number"], entrants, _result(each), *reasons)
    yield table
    for bye in found["byes"]:
        told = f" {' '.join(bye['reasons'])}" if why else ""
        yield Text(f"Bye: {_called(bye['entrant'], twins)}, {bye['points']} points.{told}")
    for field, text in (("requested_byes", "Bye that was asked for"), ("absent", "Absent")):
        for entrant in found[field]:
            yield Text(f"{text}: {_called(entrant, twins)}")
    for note in found["notes"]:
        yield Text(note)


def entrants_table(entrants: Sequence[JsonObject]) -> Table:
    """Entrants, a line each."""
    table = _table("!entrant", "name", "!player or bot", ">rating", "state")
    for each in entrants:
        who = each["player_id"] or each["bot"]
        _row(table, each["id"], _called(each), who, _or_nothing(each["rating"]), _state(each))
    return table


def _state(entrant: JsonObject) -> str:
    if entrant["withdrawn"]:
        return "withdrawn"
    if entrant["invited"]:
        return "invited"
    if entrant["waiting"] is not None:
        return f"waiting list, {entrant['waiting']}"
    byes = f", bye in {', '.join(map(str, entrant['byes']))}" if entrant["byes"] else ""
    return ("checked in" if entrant["checked_in"] else "entered") + byes


def card_tables(card: JsonObject) -> Iterator[Table | Text]:
    """An entrant with its rounds."""
    ranks = ", ".join(f"{each['rank']}. in stage {each['stage'] + 1}" for each in card["ranks"])
    yield Text(f"{card['entrant']['id']} {_called(card['entrant'])}" + (f": {ranks}" if ranks else ""))
    table = _table(">round", ">table", ">seat", "opponents", "came by", ">place", ">points", ">total")
    for each in card["rounds"]:
        opponents = ", ".join(_called(entrant) for entrant in each["opponents"])
        cells = (each["table"], each["seat"], opponents, each["kind"] or "is played", each["place"], each["points"])
        _row(table, each["round"], *map(_or_nothing, cells), each["total"])
    yield table


_CAME_BY: Final = {"pairing_bye": "bye", "requested_bye": "bye", "forfeit_win": "+", "forfeit_loss": "-", "absent": "-"}


def cross_table(found: JsonObject) -> Table:
    """A line for each entrant, a column for each round: the points, and the lines of its opponents."""
    table = _table(">", "entrant", *(f">{number}" for number in found["rounds"]), ">points")
    twins = _twins(line["entrant"] for line in found["lines"])
    for line in found["lines"]:
        cells: dict[int, list[str]] = {number: [] for number in found["rounds"]}
        for cell in line["cells"]:
            opponents = ",".join(str(each["line"]) for each in cell["opponents"])
            how = _CAME_BY.get(cell["kind"], "")
            cells[cell["round"]].append(" ".join(part for part in (cell["points"], opponents or how) if part))
        _row(table, line["line"], _called(line["entrant"], twins), *map("; ".join, cells.values()), line["points"])
    return table


def bracket_table(found: JsonObject) -> Table:
    """The nodes of a bracket, a line each."""
    table = _table("node", "entrants", "state", "winners")
    twins = _twins(found["seeding"])
    for node in found["nodes"]:
        seats = (_called(seat["entrant"], twins) if seat["entrant"] else _comes_from(seat) for seat in node["seats"])
        winners = ", ".join(_called(each, twins) for each in node["winners"])
        _row(table, node["id"], ", ".join(seats), node["state"].replace("_", " "), winners)
    return table


def _comes_from(seat: JsonObject) -> str:
    return f"seed {seat['seed']}" if seat["seed"] is not None else f"{seat['place']}. of {seat['node']}"


def players_table(players: Sequence[JsonObject], last: str) -> Table:
    """Players, a line each. ``last``: what else is shown of each."""
    table = _table("!player", "name", last.replace("_", " "))
    for each in players:
        _row(table, each["player_id"], each["name"], each[last])
    return table


def invitations_table(invitations: Sequence[JsonObject]) -> Table:
    """Invitations of guests, a line each."""
    table = _table("!invitation", ">places", ">used", "until")
    for each in invitations:
        until = "revoked" if each["revoked_at"] is not None else each["expires_at"]
        _row(table, each["id"], each["places"], each["used"], until)
    return table


def webhook_lines(found: JsonObject) -> Text:
    """A webhook, and its secret where it is shown."""
    lines = [f"{found['url']}: {found['state']}, entry {found['next_entry']} is next"]
    if "secret" in found:
        lines.append(f"Keep its secret: it is shown once. {found['secret']}")
    return Text("\n".join(lines))


def deliveries_table(deliveries: Sequence[JsonObject]) -> Table:
    """Attempts to post to a webhook, a line each."""
    table = _table("at", ">entry", "outcome", ">status", ">ms")
    for each in deliveries:
        cells = (each["at"], each["entry"], each["outcome"], each["status"], each["ms"])
        _row(table, *map(_or_nothing, cells))
    return table


def _or_nothing(value: object) -> object:
    return "" if value is None else value


def table_line(table: JsonObject) -> str:
    """A table with its result, in a line."""
    return f"table {table['number']}: {', '.join(_called(each) for each in table['entrants'])}: {_result(table)}"


_FATES: Final = {
    "stands": "stands, with what was played",
    "set_aside": "is set aside; it stands if the same entrants meet again",
    "lost": "counts no more",
}


def what_follows(follows: JsonObject) -> Iterator[str]:
    """What would follow from a correction, a line each."""
    if follows["then"]:
        choices = " or ".join(f"--then {choice}" for choice in follows["then"])
        yield f"Others advance by this than have advanced: {choices}. With {follows['then'][0]}:"
    if follows["entries"]:
        listed = ", ".join(map(str, follows["entries"]))
        yield f"Later entries that cannot stand without it (--with-what-follows): {listed}"
    for table in follows["tables"]:
        entrants = ", ".join(table["entrants"])
        yield f"Round {table['round']}, table {table['table']} ({entrants}) {_FATES.get(table['fate'], table['fate'])}"
    for stage in follows["stages"]:
        yield f"Stage {stage + 1} is played on"
    if not any(follows[name] for name in ("then", "entries", "tables", "stages")):
        yield "Nothing else follows"


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


def _called(entrant: JsonObject, twins: Container[str] = ()) -> str:
    """``twins``: names that several have; their ids tell them apart."""
    marks = [entrant["entrant"] if "entrant" in entrant else entrant["id"]] if entrant["name"] in twins else []
    marks += ["bot"] if entrant.get("is_bot") else []
    return f"{entrant['name']} ({', '.join(marks)})" if marks else str(entrant["name"])


def _twins(entrants: Iterable[JsonObject]) -> set[str]:
    """The names that several entrants have."""
    names = {each["entrant"] if "entrant" in each else each["id"]: each["name"] for each in entrants}
    return {name for name, number in Counter(names.values()).items() if number > 1}


_MAY_WRAP: Final = ("entrants", "opponents", "winners", "what", "why", "reason")
"""Columns of several names, or of sentences."""


def _table(*columns: str) -> Table:
    """Columns that begin with ``>`` are for numbers, those with ``!`` for ids: both stay whole where a terminal is too
    narrow, and names are cut."""
    table = Table(box=None, pad_edge=False)
    for column in columns:
        words = column.lstrip(">!")
        is_whole = column.startswith((">", "!"))
        table.add_column(
            two_lines(words), justify="right" if column.startswith(">") else "left", no_wrap=is_whole,
            overflow="fold" if is_whole or words in _MAY_WRAP else "ellipsis",
        )  # fmt: skip
    return table


def _row(table: Table, *cells: Any) -> None:  # noqa: ANN401 - whatever has a text
    """Names are other people's words: nothing in them is markup."""
    columns = zip(table.columns, cells, strict=True)
    table.add_row(*(Text(f"{cell}", no_wrap=column.overflow == "ellipsis") for column, cell in columns))
