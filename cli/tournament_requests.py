"""What the commands of ``playhall tournament`` share: their arguments, requests that may be sent again, printing."""

import json
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import click
from rich.console import Console

from cli.rest_client import Rest, retried
from services.engine.ruleset import JsonObject

TOURNAMENT: Final = click.argument("tournament_id", metavar="TOURNAMENT")
ENTRANT: Final = click.argument("entrant", default="me")
REASON: Final = click.option("--reason", default="", help="The reason. Everybody who sees the tournament can read it.")
REQUIRED_REASON: Final = click.option(
    "--reason", required=True, help="The reason. Everybody who sees the tournament can read it."
)
FILE_IN: Final = click.Path(exists=True, dir_okay=False, path_type=Path)
FILE_OUT: Final = click.Path(dir_okay=False, writable=True, path_type=Path)


def path_of(tournament_id: str, *below: str | int) -> str:
    """Where a tournament is, or what is below it, such as ``entrants``, ``e1:withdraw``."""
    parts = (quote(f"{part}", safe=":") for part in (tournament_id, *below))
    return "/v1/tournaments/" + "/".join(parts)


def sent(rest: Rest, path: str, body: JsonObject) -> JsonObject:
    """What is answered to something that may be sent again."""
    answer: JsonObject = retried(lambda: rest.post(path, body))
    return answer


def got(rest: Rest, path: str, **query: str | int) -> JsonObject:
    """The JSON at a path."""
    found: JsonObject = retried(lambda: rest.get(path, **query))
    return found


_PAGE: Final = 100


def pages(rest: Rest, path: str, field: str) -> list[JsonObject]:
    """All of a list that comes in pages, which have it as ``field``."""
    found: list[JsonObject] = []
    query: dict[str, str | int] = {"page_size": _PAGE}
    while True:
        page = got(rest, path, **query)
        found += page[field]
        if page["next_page_token"] is None:
            return found
        query["page_token"] = page["next_page_token"]


def output() -> Console:
    """Standard output: as wide as the terminal, and without one as wide as the lines are."""
    out = Console(highlight=False)
    return out if out.is_terminal else Console(highlight=False, width=_UNBOUNDED)


_UNBOUNDED: Final = 10_000


def print_parts(*parts: Any) -> None:  # noqa: ANN401 - whatever rich prints
    """Print to standard output."""
    out = output()
    for part in parts:
        out.print(part, markup=False)


def read_json(file: Path) -> JsonObject:
    """The JSON object in a file.

    Raises:
        UsageError: there is none.
    """
    try:
        document = json.loads(file.read_bytes())
    except ValueError as error:
        raise click.UsageError(f"{file} is no JSON: {error}") from None
    if not isinstance(document, dict):
        raise click.UsageError(f"{file} is no JSON object")
    return document
