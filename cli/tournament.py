"""``playhall tournament``: tournaments that a platform hosts."""

import json
import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import click
from rich.console import Console
from rich.live import Live
from rich.text import Text

from cli.connection import KEY, URL, connect, told_plainly
from cli.match_arguments import read_options
from cli.rest_client import Lines, Problem, Rest, continued, retried
from cli.tournament_hosting import COMMANDS
from cli.tournament_requests import (
    ENTRANT,
    FILE_IN,
    FILE_OUT,
    REASON,
    TOURNAMENT,
    pages,
    path_of,
    print_parts,
    read_json,
    sent,
)
from cli.tournament_tables import (
    lines_of,
    list_table,
    log_table,
    round_tables,
    standings_tables,
    table_line,
    what_follows,
)
from services.engine.registry import installed_ids
from services.engine.registry import ruleset as find_ruleset
from services.engine.ruleset import JsonObject

_ROUNDS: Final = 5
_MINUTES: Final = 60
_FORMATS: Final[dict[str, dict[str, int]]] = {
    "swiss": {"rounds": _ROUNDS},
    "pods": {"rounds": _ROUNDS, "seats": 4},
    "arena": {"minutes": _MINUTES, "seats": 2},
    "round_robin": {"seats": 2, "cycles": 1},
    "ladder": {"seats": 2, "seasons": 3},
    "single_elimination": {},
    "double_elimination": {},
    "table_elimination": {"seats": 4, "winners": 1},
}
"""Each format with the options that it has, and their defaults; a file has everything."""
_LATEST: Final = 1_000
_PER_DECISION_SECONDS: Final = 60
_MISSED: Final = 2

_PREVIEW: Final = click.option(
    "--preview", is_flag=True, help="Only show what would follow, with the standings as they would be."
)

_SETTINGS: Final[tuple[Callable[[Any], Any], ...]] = (
    click.argument("ruleset", required=False),
    click.option(
        "--file",
        type=FILE_IN,
        metavar="FILE.json",
        help="A JSON file with the body of `POST /v1/tournaments`. Options override it.",
    ),
    click.option("--name", help="The tournament's name. Default: the game's title and the format."),
    click.option("--format", "format_", type=click.Choice(tuple(_FORMATS)), help="The format. Default: swiss."),
    click.option(
        "--rounds", type=click.IntRange(1), help=f"The number of rounds of swiss and pods. Default: {_ROUNDS}."
    ),
    click.option("--minutes", type=click.IntRange(1, 144_000), help=f"The duration of an arena. Default: {_MINUTES}."),
    click.option(
        "--seats",
        type=click.IntRange(2, 5),
        help="The seats of a table. Default: 2; in pods and table eliminations 4.",
    ),
    click.option("--cycles", type=click.IntRange(1, 4), help="How often a round robin is played. Default: 1."),
    click.option("--seasons", type=click.IntRange(1), help="The number of seasons of a ladder. Default: 3."),
    click.option(
        "--winners", type=click.IntRange(1, 2), help="How many of a table of a table elimination advance. Default: 1."
    ),
    click.option(
        "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of all matches; repeat for several."
    ),
    click.option(
        "--visibility",
        type=click.Choice(("public", "unlisted", "private")),
        help="Who sees the tournament. Default: public.",
    ),
    click.option("--bots", type=click.Choice(("none", "allowed", "only")), help="Whether bots may enter."),
    click.option(
        "--starts-at",
        metavar="TIME",
        help="The start, such as 2026-12-01T19:00:00Z. Default: you start it with `start`.",
    ),
    click.option(
        "--seconds", type=click.IntRange(1), help=f"The time for each decision. Default: {_PER_DECISION_SECONDS}."
    ),
    click.option(
        "--grace",
        type=click.IntRange(0),
        metavar="SECONDS",
        help="The time in which a player must come to a match; 0: nobody must be there. Default: by the clock, at most "
        "300 for short turns.",
    ),
    click.option(
        "--no-show-out",
        type=click.IntRange(0),
        metavar="N",
        help=f"Withdraw a player who has missed N tables; 0: never. Default: {_MISSED}, in an elimination 1.",
    ),
    click.option("--seed", metavar="HEX", help="The seed, 32 bytes. Only for tournaments of bots. Default: random."),
)
"""The options of a command that makes a tournament."""


def _settings(command: Any) -> Any:  # noqa: ANN401 - a decorator of click's
    """The options of a command that makes a tournament."""
    for option in reversed(_SETTINGS):
        command = option(command)
    return command


@click.group()
def tournament() -> None:
    """Host tournaments on a platform: create, enter, start, watch, correct, standings, export.

    \b
    playhall tournament run commanders --format pods --rounds 3 --bot greedy=8 --bot random=8
    playhall tournament create duels --rounds 5 --name "Friday night" --starts-at 2026-12-04T19:00:00Z
    playhall tournament watch TOURNAMENT
    """


@tournament.command()
@_settings
@URL
@KEY
def create(url: str | None, key: str | None, **wishes: Any) -> None:  # noqa: ANN401 - the options of _settings
    """Announce a tournament, and print its id. Registration is open at once."""
    with told_plainly():
        made = _create(connect(url, key), _body(**wishes))
    _tell(f"{made['name']}: registration is open. playhall tournament start {made['id']}")
    click.echo(made["id"])


@tournament.command()
@_settings
@click.option(
    "--bot",
    "house_bots",
    multiple=True,
    metavar="BOT=NUMBER",
    help="House bots to enter, such as greedy=8 or greedy@1.2.0=4; repeat for several.",
)
@click.option(
    "--entrants",
    type=FILE_IN,
    metavar="FILE.csv",
    help="A CSV file of further entrants, with the columns player, bot, name.",
)
@URL
@KEY
def run(
    url: str | None,
    key: str | None,
    house_bots: tuple[str, ...],
    entrants: Path | None,
    **wishes: Any,  # noqa: ANN401 - the options of _settings
) -> None:
    """Play a tournament of bots from its start to its end, and show the standings. Ctrl-C ends only the display."""
    wished = [*_house_bots(house_bots)]
    if not wished and entrants is None:
        raise click.UsageError("say who takes part: --bot greedy=8, or --entrants FILE.csv")
    if wishes["bots"] is None and wishes["file"] is None:
        wishes["bots"] = "only" if entrants is None else "allowed"
    with told_plainly():
        rest = connect(url, key)
        made = _create(rest, _body(**wishes))
        click.echo(made["id"])
        if wished:
            _enter_all(rest, made["id"], {"entrants": wished})
        if entrants is not None:
            _enter_all(rest, made["id"], {"csv": entrants.read_text()})
        _do(rest, made["id"], "start", "")
        _watch(rest, made["id"])


@tournament.command("list")
@click.option("--status", help="Only tournaments with this status.")
@click.option("--ruleset", help="Only tournaments of this ruleset.")
@click.option("--mine", is_flag=True, help="Only tournaments that you host.")
@URL
@KEY
def list_(status: str | None, ruleset: str | None, mine: bool, url: str | None, key: str | None) -> None:
    """Show public tournaments, the newest first."""
    wanted = {"status": status, "ruleset": ruleset, "owner": "me" if mine else None}
    with told_plainly():
        found = connect(url, key).get("/v1/tournaments", **{name: each for name, each in wanted.items() if each})
    print_parts(list_table(found["tournaments"]))


@tournament.command()
@TOURNAMENT
@click.option("--player", help="A player's id; `me` for yourself.")
@click.option("--bot", help="A house bot, such as greedy or greedy@1.2.0.")
@click.option("--name", help="The name of the house bot; alone: of a person without an account.")
@click.option(
    "--file", type=FILE_IN, metavar="FILE.csv", help="A CSV file of entrants, with the columns player, bot, name."
)
@click.option("--client-seed", metavar="HEX", help="A client seed, 32 bytes. Default for yourself: random.")
@URL
@KEY
def enter(
    tournament_id: str,
    player: str | None,
    bot: str | None,
    name: str | None,
    file: Path | None,
    client_seed: str | None,
    url: str | None,
    key: str | None,
) -> None:
    """Enter yourself, a player, a house bot, a person without an account, or all entrants of a file. Players other than
    you and your own bots are invited: they take part when they have agreed, unless your key is an admin's. A person
    whom you enter by name alone plays by a link: see `playhall tournament link`.

    When you enter yourself, the command sends a client seed, which affects the chance of all your matches. So
    the platform cannot choose your cards. The command first reads the tournament's commitment, and prints both for
    `playhall verify`.
    """
    with told_plainly():
        rest = connect(url, key)
        if file is not None:
            changed = _enter_all(rest, tournament_id, {"csv": file.read_text()})
            click.echo(f"{changed['entrants']} entrants")
            return
        body = {"player": player, "bot": bot, "name": name}
        is_own = player == "me" or (player, bot, name) == (None, None, None)
        promised = retried(lambda: rest.get(path_of(tournament_id)))["commitment"] if is_own or client_seed else None
        if client_seed is None and promised is not None:
            client_seed = _new_client_seed(rest, tournament_id)
        if client_seed is not None:
            body["client_seed"] = client_seed
        request = secrets.token_hex(16)
        entered = retried(lambda: rest.post(path_of(tournament_id, "entrants"), body, idempotency_key=request))
    if client_seed is not None:
        click.echo(f"Keep your client seed {client_seed} and the tournament's commitment {promised}.")
    is_invited = " is invited" if entered["invited"] else ""
    click.echo(f"{entered['id']} {entered['name']}" + (" (bot)" if entered["is_bot"] else "") + is_invited)


def _new_client_seed(rest: Rest, tournament_id: str) -> str | None:
    """A random one; None for who has given one there already, which counts for all matches."""
    try:
        there = retried(lambda: rest.get(path_of(tournament_id, "entrants", "me")))
    except Problem as problem:
        if problem.status != HTTPStatus.NOT_FOUND:
            raise
    else:
        if there["client_seed_sha256"] is not None:
            return None
    return secrets.token_hex(32)


@tournament.command()
@TOURNAMENT
@ENTRANT
@REASON
@URL
@KEY
def withdraw(tournament_id: str, entrant: str, reason: str, url: str | None, key: str | None) -> None:
    """Withdraw an entrant, by default yourself, or decline an invitation."""
    with told_plainly():
        path = path_of(tournament_id, "entrants", f"{entrant}:withdraw")
        gone = sent(connect(url, key), path, {"reason": reason})
    click.echo(f"{gone['id']} {gone['name']} has withdrawn")


@tournament.command("keep-apart")
@TOURNAMENT
@click.argument("entrants", metavar="ENTRANT ENTRANT...", nargs=-1, required=True)
@click.option(
    "--until-round",
    type=click.IntRange(1),
    help="The last round in which they are kept apart. Default: until the tournament ends.",
)
@REASON
@URL
@KEY
def keep_apart(
    tournament_id: str,
    entrants: tuple[str, ...],
    until_round: int | None,
    reason: str,
    url: str | None,
    key: str | None,
) -> None:
    """Never pair these entrants with each other, in Swiss and pods. `undo` ends this."""
    with told_plainly():
        body = {"entrants": entrants, "until_round": until_round, "reason": reason}
        changed = sent(connect(url, key), path_of(tournament_id, "entrants:keep-apart"), body)
    click.echo(_length(changed))


@tournament.command()
@TOURNAMENT
@REASON
@URL
@KEY
def start(tournament_id: str, reason: str, url: str | None, key: str | None) -> None:
    """Start a tournament now."""
    _change(tournament_id, "start", reason, url, key)


@tournament.command()
@TOURNAMENT
@REASON
@URL
@KEY
def pause(tournament_id: str, reason: str, url: str | None, key: str | None) -> None:
    """Pause a tournament: nothing is paired until it is resumed."""
    _change(tournament_id, "pause", reason, url, key)


@tournament.command()
@TOURNAMENT
@REASON
@URL
@KEY
def resume(tournament_id: str, reason: str, url: str | None, key: str | None) -> None:
    """Resume a paused tournament."""
    _change(tournament_id, "resume", reason, url, key)


@tournament.command()
@TOURNAMENT
@REASON
@URL
@KEY
def cancel(tournament_id: str, reason: str, url: str | None, key: str | None) -> None:
    """Cancel a tournament. Its results remain."""
    _change(tournament_id, "cancel", reason, url, key)


@tournament.command()
@TOURNAMENT
@URL
@KEY
def watch(tournament_id: str, url: str | None, key: str | None) -> None:
    """Show the progress of a tournament, and its standings at the end. Ctrl-C ends only the display."""
    with told_plainly():
        _watch(connect(url, key), tournament_id)


@tournament.command()
@TOURNAMENT
@URL
@KEY
def standings(tournament_id: str, url: str | None, key: str | None) -> None:
    """Show the standings, with the value of each tie-break."""
    with told_plainly():
        found = retried(lambda: connect(url, key).get(path_of(tournament_id, "standings")))
    print_parts(*standings_tables(found))


@tournament.command("round")
@TOURNAMENT
@click.argument("number", type=click.IntRange(1), required=False)
@click.option("--why", is_flag=True, help="Show the reasons for each table.")
@URL
@KEY
def round_(tournament_id: str, number: int | None, why: bool, url: str | None, key: str | None) -> None:
    """Show the tables of a round, or the latest tables of an arena. Default: the last paired round."""
    with told_plainly():
        rest = connect(url, key)
        number = number or retried(lambda: rest.get(path_of(tournament_id)))["round"]
        if not number:
            raise click.ClickException("no round has been paired")
        found = retried(lambda: rest.get(path_of(tournament_id, "rounds", number), latest=_LATEST))
    print_parts(*round_tables(found, why=why))


@tournament.command()
@TOURNAMENT
@click.argument("number", metavar="ROUND", type=click.IntRange(1))
@click.argument("table", type=click.IntRange(1))
@click.argument("places", metavar="PLACE...", type=click.IntRange(1), nargs=-1, required=True)
@click.option(
    "--forfeit", "forfeits", multiple=True, metavar="ENTRANT", help="An entrant that was absent; repeat for several."
)
@click.option(
    "--then",
    type=click.Choice(("replay", "stand")),
    help="If others advance by this result than have advanced: replay sets later rounds aside and pairs them anew, and "
    "tables at which the same entrants meet stand; stand lets who has advanced stay.",
)
@_PREVIEW
@REASON
@URL
@KEY
def result(
    tournament_id: str,
    number: int,
    table: int,
    places: tuple[int, ...],
    forfeits: tuple[str, ...],
    then: str | None,
    preview: bool,
    reason: str,
    url: str | None,
    key: str | None,
) -> None:
    """Set or correct the result of a table: the place of each entrant, in the order of seats. Possible until the
    tournament is closed."""
    with told_plainly():
        rest = connect(url, key)
        said = {"places": places, "forfeits": forfeits, "then": then}
        if preview:
            change = {"kind": "result_set", "round": number, "table": table, **said}
            _show_preview(rest, tournament_id, change)
            return
        path = path_of(tournament_id, "rounds", number, "tables", table, "result")
        found = retried(lambda: rest.put(path, {**said, "reason": reason}))
    click.echo(table_line(found))


@tournament.command()
@TOURNAMENT
@click.option("--last", type=click.IntRange(1), help="The number of entries, the latest ones.")
@URL
@KEY
def log(tournament_id: str, last: int | None, url: str | None, key: str | None) -> None:
    """Show the log: what happened, who did it, and why."""
    with told_plainly():
        print_parts(log_table(pages(connect(url, key), path_of(tournament_id, "log"), "entries")[-(last or 0) :]))


@tournament.command()
@TOURNAMENT
@click.argument("entry", type=click.IntRange(1))
@click.option("--with-what-follows", is_flag=True, help="Undo later entries that cannot stand without it, too.")
@_PREVIEW
@REASON
@URL
@KEY
def undo(
    tournament_id: str,
    entry: int,
    with_what_follows: bool,
    preview: bool,
    reason: str,
    url: str | None,
    key: str | None,
) -> None:
    """Undo an entry of the log, until the tournament is closed: a set result, a pairing, the end of a round, a
    withdrawal by a host, a bye, entrants that are kept apart, a pause, the start, and so on; not who has entered and
    what was played. Needs a reason."""
    if not (preview or reason):
        raise click.UsageError("say why: --reason")
    with told_plainly():
        rest = connect(url, key)
        if preview:
            _show_preview(rest, tournament_id, {"kind": "undone", "entry": entry})
            return
        body = {"reason": reason, "with_what_follows": with_what_follows}
        changed = sent(rest, path_of(tournament_id, "log", f"{entry}:undo"), body)
    click.echo(_length(changed))


@tournament.command()
@TOURNAMENT
@REASON
@URL
@KEY
def close(tournament_id: str, reason: str, url: str | None, key: str | None) -> None:
    """Close a tournament that is over, permanently: nothing of it can be corrected any more."""
    with told_plainly():
        closed = _do(connect(url, key), tournament_id, "close", reason)
    click.echo(f"{closed['name']}: closed")


@tournament.command()
@TOURNAMENT
@click.option("--format", "format_", type=click.Choice(("json", "csv", "trf")), default="json", show_default=True)
@click.option("--content", type=click.Choice(("standings", "results")), help="What a CSV file has. Default: standings.")
@click.option("--stage", type=click.IntRange(1), help="The stage of a CSV or TRF file, from 1.")
@click.option("--version", type=click.Choice(("trf16", "trf26")), help="The version of a TRF file. Default: trf16.")
@click.option("--excel", is_flag=True, help="Begin a CSV file with the byte order mark that Excel needs.")
@click.option("--out", type=FILE_OUT, help="The file. Default: standard output.")
@URL
@KEY
def export(
    tournament_id: str,
    format_: str,
    content: str | None,
    stage: int | None,
    version: str | None,
    excel: bool,
    out: Path | None,
    url: str | None,
    key: str | None,
) -> None:
    """Export a tournament: all of it as JSON, standings or results as CSV, or a tournament report (TRF; two seats)."""
    given: dict[str, tuple[str | int | None, Sequence[str]]] = {
        "content": (content, ("csv",)),
        "stage": (None if stage is None else stage - 1, ("csv", "trf")),
        "version": (version, ("trf",)),
        "charset": ("utf8_bom" if excel else None, ("csv",)),
    }
    query = {name: value for name, (value, _) in given.items() if value is not None}
    for name in query:
        if format_ not in given[name][1]:
            option = "excel" if name == "charset" else name
            raise click.UsageError(f"--{option} is for --format {' and '.join(given[name][1])}")
    with told_plainly():
        data = retried(lambda: connect(url, key).read(path_of(tournament_id, "export", format_), **query))
    if out is None:
        click.echo(data, nl=False)
    else:
        out.write_bytes(data)


for _command in COMMANDS:
    tournament.add_command(_command)


# -- within ------------------------------------------------------------------------------------------------------------


def _body(
    ruleset: str | None,
    file: Path | None,
    name: str | None,
    format_: str | None,
    rounds: int | None,
    minutes: int | None,
    seats: int | None,
    cycles: int | None,
    seasons: int | None,
    winners: int | None,
    options: tuple[str, ...],
    visibility: str | None,
    bots: str | None,
    starts_at: str | None,
    seconds: int | None,
    grace: int | None,
    no_show_out: int | None,
    seed: str | None,
) -> JsonObject:
    """What `POST /v1/tournaments` is sent."""
    body: JsonObject = {} if file is None else read_json(file)
    if ruleset is not None:
        body["ruleset"] = ruleset
    if "ruleset" not in body:
        raise click.UsageError("name a ruleset, or a --file that does")
    of_format = {
        "rounds": rounds, "minutes": minutes, "seats": seats, "cycles": cycles, "seasons": seasons, "winners": winners
    }  # fmt: skip
    said = {name: value for name, value in of_format.items() if value is not None}
    if format_ is not None or "stages" not in body:
        body["stages"] = [_stage(format_ or "swiss", said)]
    elif said:
        raise click.UsageError(f"--{next(iter(said))} belongs to a --format")
    about = find_ruleset(body["ruleset"]).describe() if body["ruleset"] in installed_ids() else None
    title = body["ruleset"] if about is None else about.title
    body["name"] = name or body.get("name") or f"{title}, {body['stages'][0]['format'].replace('_', ' ')}"
    if options:
        known = () if about is None else about.options
        body["options"] = {**body.get("options", {}), **read_options(options, known)}
    if bots is not None:
        body["entry"] = {**(body.get("entry") or {}), "bots": bots}
    if starts_at is not None:
        body["times"] = {**(body.get("times") or {}), "starts_at": starts_at}
    if seconds is not None or (file is None and bots != "only"):
        body["time_control"] = {"kind": "per_decision", "seconds": seconds or _PER_DECISION_SECONDS}
    if grace is not None or no_show_out is not None:
        body["presence"] = _presence(body.get("presence") or {}, grace, no_show_out)
    for field, value in (("visibility", visibility), ("seed", seed)):
        if value is not None:
            body[field] = value
    return body


def _presence(said: JsonObject, grace: int | None, no_show_out: int | None) -> JsonObject:
    """The rule of presence. ``said``: that of the file."""
    if grace == 0:
        if no_show_out is not None:
            raise click.UsageError("--no-show-out says nothing where nobody must be there")
        return {"kind": "none"}
    rule = {**said, "kind": "required"}
    if grace is not None:
        rule["grace_seconds"] = grace
    if no_show_out is not None:
        rule |= {"out_after": no_show_out, "out_after_in_elimination": no_show_out}
    return rule


def _stage(format_: str, said: Mapping[str, int]) -> JsonObject:
    """A stage with what is said of it, by the names of options."""
    for name in said:
        if name not in _FORMATS[format_]:
            formats = " and ".join(each for each, options in _FORMATS.items() if name in options)
            raise click.UsageError(f"--{name} is for {formats}")
    stage: JsonObject = {"format": format_, **_FORMATS[format_], **said}
    if "minutes" in stage:
        stage["duration_seconds"] = 60 * stage.pop("minutes")
    return stage


def _house_bots(wished: Sequence[str]) -> Iterator[JsonObject]:
    """Bots of the house, each with a name of its own: ``greedy 1``, ``greedy 2``."""
    entered: Counter[str] = Counter()
    for text in wished:
        bot, _, number = text.partition("=")
        if not bot or (number and not (number.isascii() and number.isdigit() and int(number))):
            raise click.UsageError(f"--bot {text}: must be such as greedy=8")
        for _ in range(int(number or 1)):
            entered[bot] += 1
            yield {"bot": bot, "name": f"{bot} {entered[bot]}"}


def _create(rest: Rest, body: JsonObject) -> JsonObject:
    """Make a tournament: one, however often that arrives."""
    request = secrets.token_hex(16)
    made: JsonObject = retried(lambda: rest.post("/v1/tournaments", body, idempotency_key=request))
    return made


_ENTRANTS_AT_ONCE: Final = 500


def _enter_all(rest: Rest, tournament_id: str, wished: JsonObject) -> JsonObject:
    """Enter many; a list that is longer than the platform takes at a time goes in parts."""
    changed: JsonObject = {}
    listed = wished.get("entrants")
    parts = (
        [wished]
        if listed is None
        else [
            {"entrants": listed[first : first + _ENTRANTS_AT_ONCE]}
            for first in range(0, len(listed), _ENTRANTS_AT_ONCE)
        ]
    )
    for part in parts:
        changed = sent(rest, path_of(tournament_id, "entrants:import"), part)
    return changed


def _do(rest: Rest, tournament_id: str, what: str, reason: str) -> JsonObject:
    return sent(rest, path_of(f"{tournament_id}:{what}"), {"reason": reason})


def _change(tournament_id: str, what: str, reason: str, url: str | None, key: str | None) -> None:
    with told_plainly():
        changed = _do(connect(url, key), tournament_id, what, reason)
    click.echo(f"{changed['name']}: {changed['status']}")


def _show_preview(rest: Rest, tournament_id: str, change: JsonObject) -> None:
    """What would follow from a change, and the standings as they would be."""
    found = sent(rest, path_of(tournament_id, "log:preview"), {"changes": [change]})
    for line in what_follows(found):
        click.echo(line)
    print_parts(*standings_tables(found["standings"]))


def _length(changed: JsonObject) -> str:
    return f"{changed['name']}: its log has {changed['revision']} entries"


def _watch(rest: Rest, tournament_id: str) -> None:
    """Follow it to its end, then show the standings. A terminal has one line that changes, all else a line for each
    change."""
    last: JsonObject = {}
    told = Text()

    def events() -> Lines:
        since = {"since": last["revision"]} if last else {}
        return rest.lines(path_of(tournament_id, "events", "ndjson"), **since)

    def is_whole() -> bool:
        return last.get("type") == "end"

    console = Console(stderr=True, highlight=False)
    with Live(console=console, refresh_per_second=2, get_renderable=lambda: lines_of(last), transient=True):
        for line in continued(events, is_whole):
            last = json.loads(line)
            if not console.is_terminal and told != lines_of(last):
                told = lines_of(last)
                console.print(told, soft_wrap=True)
    print_parts(*standings_tables(retried(lambda: rest.get(path_of(tournament_id, "standings")))), lines_of(last))


def _tell(line: str) -> None:
    Console(stderr=True, highlight=False).print(line, soft_wrap=True, markup=False)
