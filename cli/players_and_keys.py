"""``playhall key`` and ``playhall player``: for operators, directly on the database."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TypeVar

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cli.platform_time import follow_redis
from services.database import Database, SchemaNotCurrent
from services.identity import OPERATOR_ID, ApiKey, ApiKeys, Player, PlayerKind, Players, Scope
from services.moments import written
from services.platform_time import platform_ms
from services.settings import BadSetting, read_settings
from services.unreadable import Found, Unreadable, show_each

_SCOPES = [scope.value for scope in Scope]
_FOR_PLAYERS = [scope.value for scope in Scope if scope is not Scope.ADMIN]
_PAGE = 500

T = TypeVar("T")


@click.group()
def key() -> None:
    """Create, list and revoke API keys."""


@key.command("create")
@click.option("--player", default=OPERATOR_ID, metavar="ID", help="The player of the key. Default: the operator.")
@click.option("--name", default="made on the command line", show_default=True, help="A name for the key.")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    type=click.Choice(_SCOPES),
    default=_FOR_PLAYERS,
    help="A scope of the key; repeat for several. Default: all scopes except admin.",
)
@click.option(
    "--days",
    type=click.IntRange(1, 3650),
    help="The days until the key expires. Default: it is valid until it is revoked.",
)
def create_key(player: str, name: str, scopes: tuple[str, ...], days: int | None) -> None:
    """Create a key and print it. It cannot be shown again.

    No limit of keys applies to this command. Another key can only revoke this key if it has all its scopes.
    """
    keys, players = _services()
    if player == OPERATOR_ID:
        players.ensure_operator()
    expires = None if days is None else platform_ms() + days * 86_400_000
    made, text = keys.create(player, [Scope(scope) for scope in scopes], name, expires)
    click.echo(
        f"Key {made.id} of player {player}, for {', '.join(sorted(scopes))}. Keep it: it is shown only now.", err=True
    )
    click.echo(text)


@key.command("list")
@click.option("--player", metavar="ID", help="Only keys of this player.")
def list_keys(player: str | None) -> None:
    """List keys, without their secrets."""
    keys, players = _services()
    owners = [player] if player else [found.id for found in _all_players(players).all]
    found = Found(key for owner in owners for key in keys.list(owner).all)
    _print("key", ("key", "player", "name", "scopes", "made", "state", "parent"), found, _key_cells)


@key.command("revoke")
@click.argument("key_id", required=False)
@click.option("--player", metavar="ID", help="Every key of this player.")
def revoke_key(key_id: str | None, player: str | None) -> None:
    """Revoke a key with all its descendants at once, or all keys of a player."""
    if (key_id is None) == (player is None):
        raise click.UsageError("Give either a key's id or --player.")
    keys, _ = _services()
    if key_id is not None:
        keys.revoke(key_id)
        click.echo(f"Key {key_id} and those made with it are revoked.")
    elif player is not None:
        ended = keys.revoke_all(player)
        click.echo(f"{ended} keys are revoked: all of player {player}, and those made with them.")


@click.group()
def player() -> None:
    """Create and list players."""


@player.command("create")
@click.argument("name")
@click.option("--bot", is_flag=True, help="The player is a program.")
def create_player(name: str, bot: bool) -> None:
    """Create a player and print its id."""
    _, players = _services()
    click.echo(players.create(name, PlayerKind.BOT if bot else PlayerKind.PERSON).id)


@player.command("list")
def list_players() -> None:
    """List the players."""
    _, players = _services()
    _print(
        "player",
        ("player", "kind", "name", "since"),
        _all_players(players),
        lambda found: (found.id, found.kind.value, found.name, _day(found.created_ms)),
    )


def _services() -> tuple[ApiKeys, Players]:
    settings = read_settings()
    follow_redis(settings)
    database = Database(settings.database.database_url)
    try:
        database.check()
    except SchemaNotCurrent as error:
        raise BadSetting(str(error)) from None
    return ApiKeys(database, settings.platform.environment), Players(database)


def _all_players(players: Players) -> Found[Player]:
    found: list[Player | Unreadable] = []
    while page := players.list(_PAGE, found[-1].id if found else None).all:
        found += page
    return Found(found)


def _print(kind: str, columns: Sequence[str], found: Found[T], cells: Callable[[T], Sequence[str]]) -> None:
    """Print a table. Names are other people's words: nothing in them is markup."""
    shown, unshown = show_each(kind, found, cells)
    table = Table(*columns)
    for row in shown:
        table.add_row(*map(Text, row))
    Console().print(table)
    for id in unshown:
        click.echo(f"The {kind} {id} cannot be shown.", err=True)


def _key_cells(found: ApiKey) -> Sequence[str]:
    scopes = " ".join(sorted(scope.value for scope in found.scopes))
    made, parent = _day(found.created_ms), found.parent_id or ""
    return found.id, found.player_id, found.name, scopes, made, _state(found), parent


def _day(milliseconds: int) -> str:
    return datetime.fromtimestamp(written(milliseconds) / 1000, UTC).strftime("%Y-%m-%d")


def _state(found: ApiKey) -> str:
    if found.revoked_ms is not None:
        return f"revoked {_day(found.revoked_ms)}"
    if found.expires_ms is None:
        return "valid"
    is_over = found.expires_ms <= platform_ms()
    return f"{'expired' if is_over else 'valid until'} {_day(found.expires_ms)}"
