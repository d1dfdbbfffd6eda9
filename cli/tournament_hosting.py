"""Commands of ``playhall tournament`` for those who run one: entrants, rounds, hosts, guests, its webhook."""

import secrets
from pathlib import Path
from typing import Final

import click

from cli.connection import KEY, URL, connect, told_plainly
from cli.rest_client import retried
from cli.tournament_requests import (
    ENTRANT,
    FILE_IN,
    REASON,
    REQUIRED_REASON,
    TOURNAMENT,
    got,
    pages,
    path_of,
    print_parts,
    read_json,
    sent,
)
from cli.tournament_tables import (
    bracket_table,
    card_tables,
    cross_table,
    deliveries_table,
    entrants_table,
    invitations_table,
    players_table,
    round_tables,
    webhook_lines,
)
from services.engine.ruleset import JsonObject

_NUMBER: Final = click.argument("number", metavar="ROUND", type=click.IntRange(1))
_STAGE: Final = click.option("--stage", type=click.IntRange(1), help="The stage, from 1. Default: the last that began.")
_PLAYER: Final = click.argument("player")


# -- entrants ----------------------------------------------------------------------------------------------------------


@click.command()
@TOURNAMENT
@URL
@KEY
def entrants(tournament_id: str, url: str | None, key: str | None) -> None:
    """Show the entrants, in the order of entry."""
    with told_plainly():
        print_parts(entrants_table(pages(connect(url, key), path_of(tournament_id, "entrants"), "entrants")))


@click.command("check-in")
@TOURNAMENT
@ENTRANT
@URL
@KEY
def check_in(tournament_id: str, entrant: str, url: str | None, key: str | None) -> None:
    """Check an entrant in, by default yourself."""
    _entrant(tournament_id, f"{entrant}:check-in", {}, "is checked in", url, key)


@click.command()
@TOURNAMENT
@click.argument("entrant")
@URL
@KEY
def link(tournament_id: str, entrant: str, url: str | None, key: str | None) -> None:
    """Make the link by which an entrant without an account plays, and print it. Give it only to that person. The link
    that you made before stops working."""
    request = secrets.token_hex(16)
    with told_plainly():
        rest = connect(url, key)
        path = path_of(tournament_id, "entrants", f"{entrant}:link")
        made = retried(lambda: rest.post(path, idempotency_key=request))
    click.echo(rest.url + made["path"])


@click.command("return")
@TOURNAMENT
@ENTRANT
@REASON
@URL
@KEY
def return_(tournament_id: str, entrant: str, reason: str, url: str | None, key: str | None) -> None:
    """Let an entrant that has withdrawn take part again, by default yourself."""
    _entrant(tournament_id, f"{entrant}:return", {"reason": reason}, "takes part again", url, key)


@click.command()
@TOURNAMENT
@_NUMBER
@ENTRANT
@click.option("--cancel", is_flag=True, help="Take the request back.")
@URL
@KEY
def bye(tournament_id: str, number: int, entrant: str, cancel: bool, url: str | None, key: str | None) -> None:
    """Request a bye for an entrant in a round that is not paired yet, by default for yourself."""
    what, done = ("cancel-bye", "has no bye") if cancel else ("request-bye", "has a bye")
    _entrant(tournament_id, f"{entrant}:{what}", {"round": number}, f"{done} in round {number}", url, key)


@click.command()
@TOURNAMENT
@click.argument("entrant")
@URL
@KEY
def card(tournament_id: str, entrant: str, url: str | None, key: str | None) -> None:
    """Show an entrant's rounds: whom it met, and what came of it."""
    with told_plainly():
        print_parts(*card_tables(got(connect(url, key), path_of(tournament_id, "entrants", entrant, "card"))))


def _entrant(tournament_id: str, what: str, body: JsonObject, done: str, url: str | None, key: str | None) -> None:
    with told_plainly():
        found = sent(connect(url, key), path_of(tournament_id, "entrants", what), body)
    click.echo(f"{found['id']} {found['name']} {done}")


# -- rounds ------------------------------------------------------------------------------------------------------------


@click.command()
@TOURNAMENT
@click.option("--preview", is_flag=True, help="Show how the round would be paired, with reasons. Nothing changes.")
@click.option(
    "--system",
    type=click.Choice(("matching", "dutch")),
    help="Pair this Swiss round by another system than the stage's.",
)
@REASON
@URL
@KEY
def pair(tournament_id: str, preview: bool, system: str | None, reason: str, url: str | None, key: str | None) -> None:
    """Pair the next round now, or the paired round again while nothing of it was played."""
    if preview and system is not None:
        raise click.UsageError("--preview shows the stage's own system: leave out --system")
    with told_plainly():
        how = {} if system is None else {"system": system}
        what, body = ("rounds:preview", {}) if preview else ("rounds:pair", {"reason": reason, **how})
        found = sent(connect(url, key), path_of(tournament_id, what), body)
    print_parts(*round_tables(found, why=preview))


@click.command("set-round")
@TOURNAMENT
@_NUMBER
@click.option(
    "--table", "tables", multiple=True, required=True, metavar="ENTRANTS",
    help="A table: ids of entrants in the order of seats, separated by commas; repeat for each.",
)  # fmt: skip
@click.option("--bye", "byes", multiple=True, metavar="ENTRANT", help="An entrant with a bye; repeat for several.")
@click.option("--absent", multiple=True, metavar="ENTRANT", help="An absent entrant; repeat for several.")
@REQUIRED_REASON
@URL
@KEY
def set_round(
    tournament_id: str,
    number: int,
    tables: tuple[str, ...],
    byes: tuple[str, ...],
    absent: tuple[str, ...],
    reason: str,
    url: str | None,
    key: str | None,
) -> None:
    """Pair a round by hand, as long as nothing of it was played."""
    seats = [[entrant.strip() for entrant in table.split(",")] for table in tables]
    body = {"tables": seats, "byes": byes, "absent": absent, "reason": reason}
    with told_plainly():
        rest = connect(url, key)
        found = retried(lambda: rest.put(path_of(tournament_id, "rounds", number), body))
    print_parts(*round_tables(found, why=False))


@click.command()
@TOURNAMENT
@_NUMBER
@click.argument("one", metavar="ENTRANT")
@click.argument("other", metavar="ENTRANT")
@REQUIRED_REASON
@URL
@KEY
def swap(tournament_id: str, number: int, one: str, other: str, reason: str, url: str | None, key: str | None) -> None:
    """Swap two entrants in a round of which nothing was played."""
    with told_plainly():
        body = {"a": one, "b": other, "reason": reason}
        found = sent(connect(url, key), path_of(tournament_id, "rounds", f"{number}:swap"), body)
    print_parts(*round_tables(found, why=False))


@click.command("cross-table")
@TOURNAMENT
@_STAGE
@URL
@KEY
def cross_table_(tournament_id: str, stage: int | None, url: str | None, key: str | None) -> None:
    """Show the cross table of a stage."""
    with told_plainly():
        print_parts(cross_table(got(connect(url, key), path_of(tournament_id, "cross-table"), **_of_stage(stage))))


@click.command()
@TOURNAMENT
@_STAGE
@URL
@KEY
def bracket(tournament_id: str, stage: int | None, url: str | None, key: str | None) -> None:
    """Show the bracket of an elimination."""
    with told_plainly():
        print_parts(bracket_table(got(connect(url, key), path_of(tournament_id, "bracket"), **_of_stage(stage))))


def _of_stage(stage: int | None) -> dict[str, int]:
    return {} if stage is None else {"stage": stage - 1}


# -- who runs it, who may enter ----------------------------------------------------------------------------------------


@click.group()
def hosts() -> None:
    """Show and name the hosts and arbiters of a tournament."""


@hosts.command("list")
@TOURNAMENT
@URL
@KEY
def list_hosts(tournament_id: str, url: str | None, key: str | None) -> None:
    """Show who runs a tournament."""
    with told_plainly():
        print_parts(players_table(got(connect(url, key), path_of(tournament_id, "hosts"))["hosts"], "role"))


@hosts.command("name")
@TOURNAMENT
@_PLAYER
@click.option("--role", type=click.Choice(("host", "arbiter")), default="arbiter", show_default=True)
@URL
@KEY
def name_host(tournament_id: str, player: str, role: str, url: str | None, key: str | None) -> None:
    """Name a player host or arbiter, or change its role."""
    with told_plainly():
        rest = connect(url, key)
        found = retried(lambda: rest.put(path_of(tournament_id, "hosts", player), {"role": role}))
    click.echo(f"{found['name']} is {found['role']}")


@hosts.command("remove")
@TOURNAMENT
@_PLAYER
@URL
@KEY
def remove_host(tournament_id: str, player: str, url: str | None, key: str | None) -> None:
    """Remove a host or an arbiter. What it has done remains."""
    _deleted(path_of(tournament_id, "hosts", player), url, key)


@click.group()
def guests() -> None:
    """Show and change the list of guests, and invite guests to sign up."""


@guests.command("list")
@TOURNAMENT
@URL
@KEY
def list_guests(tournament_id: str, url: str | None, key: str | None) -> None:
    """Show the list of guests."""
    with told_plainly():
        print_parts(players_table(pages(connect(url, key), path_of(tournament_id, "guests"), "guests"), "added_at"))


@guests.command("add")
@TOURNAMENT
@_PLAYER
@URL
@KEY
def add_guest(tournament_id: str, player: str, url: str | None, key: str | None) -> None:
    """Add a player to the list of guests."""
    with told_plainly():
        rest = connect(url, key)
        found = retried(lambda: rest.put(path_of(tournament_id, "guests", player), {}))
    click.echo(f"{found['name']} is a guest")


@guests.command("remove")
@TOURNAMENT
@_PLAYER
@URL
@KEY
def remove_guest(tournament_id: str, player: str, url: str | None, key: str | None) -> None:
    """Remove a player from the list of guests. A guest who has entered still takes part."""
    _deleted(path_of(tournament_id, "guests", player), url, key)


@guests.command("invite")
@TOURNAMENT
@click.option("--places", type=click.IntRange(1), default=1, show_default=True, help="How many may sign up by it.")
@click.option("--hours", type=click.IntRange(1), default=24, show_default=True, help="How long it is valid.")
@URL
@KEY
def invite_guests(tournament_id: str, places: int, hours: int, url: str | None, key: str | None) -> None:
    """Make an invitation by which guests sign up, and print its text. Give it only to those whom it is for."""
    request = secrets.token_hex(16)
    body = {"places": places, "seconds": hours * 3600}
    with told_plainly():
        rest = connect(url, key)
        path = path_of(tournament_id, "guest-invitations")
        made = retried(lambda: rest.post(path, body, idempotency_key=request))
    click.echo(made["text"])


@guests.command("invitations")
@TOURNAMENT
@URL
@KEY
def list_invitations(tournament_id: str, url: str | None, key: str | None) -> None:
    """Show the invitations of guests, newest first."""
    with told_plainly():
        print_parts(
            invitations_table(got(connect(url, key), path_of(tournament_id, "guest-invitations"))["invitations"])
        )


@guests.command("revoke")
@TOURNAMENT
@click.argument("invitation")
@URL
@KEY
def revoke_invitation(tournament_id: str, invitation: str, url: str | None, key: str | None) -> None:
    """Revoke an invitation. Players who have signed up with it remain."""
    _deleted(path_of(tournament_id, "guest-invitations", invitation), url, key)


# -- changes -----------------------------------------------------------------------------------------------------------


@click.command()
@TOURNAMENT
@click.option("--file", type=FILE_IN, metavar="FILE.json", help="A JSON file with the body of the `PATCH` request.")
@click.option("--name", help="The new name.")
@click.option("--visibility", type=click.Choice(("public", "unlisted", "private")), help="Who sees the tournament.")
@click.option("--capacity", type=click.IntRange(1), help="How many take part. Before the start only.")
@click.option("--starts-at", metavar="TIME", help="The start, such as 2026-12-01T19:00:00Z. Before the start only.")
@REASON
@URL
@KEY
def change(
    tournament_id: str,
    file: Path | None,
    name: str | None,
    visibility: str | None,
    capacity: int | None,
    starts_at: str | None,
    reason: str,
    url: str | None,
    key: str | None,
) -> None:
    """Change a tournament's name, visibility, and, before its start, its rules of entry and its start."""
    body: JsonObject = {} if file is None else read_json(file)
    given = {"name": name, "visibility": visibility, "reason": reason or None}
    body |= {field: value for field, value in given.items() if value is not None}
    if capacity is not None:
        body["entry"] = {**body.get("entry", {}), "capacity": capacity}
    if starts_at is not None:
        body["times"] = {**body.get("times", {}), "starts_at": starts_at}
    with told_plainly():
        rest = connect(url, key)
        changed = retried(lambda: rest.patch(path_of(tournament_id), body))
    click.echo(f"{changed['name']}: its log has {changed['revision']} entries")


@click.group()
def webhook() -> None:
    """Show and set the webhook to which a tournament's log is posted."""


@webhook.command("show")
@TOURNAMENT
@URL
@KEY
def show_webhook(tournament_id: str, url: str | None, key: str | None) -> None:
    """Show the webhook."""
    with told_plainly():
        print_parts(webhook_lines(got(connect(url, key), path_of(tournament_id, "webhook"))))


@webhook.command()
@TOURNAMENT
@URL
@KEY
def deliveries(tournament_id: str, url: str | None, key: str | None) -> None:
    """Show the last calls of the webhook, newest first."""
    with told_plainly():
        print_parts(
            deliveries_table(got(connect(url, key), path_of(tournament_id, "webhook", "deliveries"))["deliveries"])
        )


@webhook.command("set")
@TOURNAMENT
@click.argument("address", metavar="URL")
@URL
@KEY
def set_webhook(tournament_id: str, address: str, url: str | None, key: str | None) -> None:
    """Have the log posted to a URL, and print the secret that signs it."""
    with told_plainly():
        rest = connect(url, key)
        found = retried(lambda: rest.put(path_of(tournament_id, "webhook"), {"url": address}))
    print_parts(webhook_lines(found))


@webhook.command("rotate")
@TOURNAMENT
@URL
@KEY
def rotate_webhook(tournament_id: str, url: str | None, key: str | None) -> None:
    """Replace the secret, and print the new one."""
    with told_plainly():
        print_parts(webhook_lines(connect(url, key).post(path_of(tournament_id, "webhook:rotate"), {})))


@webhook.command("resend")
@TOURNAMENT
@click.argument("entry", type=click.IntRange(1))
@URL
@KEY
def resend_webhook(tournament_id: str, entry: int, url: str | None, key: str | None) -> None:
    """Post the log once more, from an entry on."""
    with told_plainly():
        print_parts(webhook_lines(sent(connect(url, key), path_of(tournament_id, "webhook:resend"), {"entry": entry})))


@webhook.command("remove")
@TOURNAMENT
@URL
@KEY
def remove_webhook(tournament_id: str, url: str | None, key: str | None) -> None:
    """Remove the webhook."""
    _deleted(path_of(tournament_id, "webhook"), url, key)


# -- within ------------------------------------------------------------------------------------------------------------


def _deleted(path: str, url: str | None, key: str | None) -> None:
    with told_plainly():
        rest = connect(url, key)
        retried(lambda: rest.delete(path))


COMMANDS: Final[tuple[click.Command, ...]] = (
    entrants,
    check_in,
    link,
    return_,
    bye,
    card,
    pair,
    set_round,
    swap,
    cross_table_,
    bracket,
    hosts,
    guests,
    change,
    webhook,
)
"""All of them, for the group."""
