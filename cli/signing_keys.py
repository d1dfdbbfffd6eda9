"""``playhall signing-key``: the keys that sign commitments, heads of the commitment log, and replays."""

from pathlib import Path
from typing import Final

import click

from services.fairness import signing
from services.moments import moment
from services.settings import BadSetting, read_settings

_FILE: Final = click.option(
    "--file", type=click.Path(dir_okay=False, path_type=Path), help="The key file. Default: PLAYHALL_SIGNING_KEYS."
)


@click.group()
def signing_key() -> None:
    """Create, rotate and list the platform's signing keys. The commands write the key file; running processes load it
    when they are restarted."""


@signing_key.command()
@_FILE
def create(file: Path | None) -> None:
    """Create the key file, readable only by its owner. The file must not exist."""
    path = _path(file)
    try:
        made = signing.create_key_file(path)
    except OSError as error:
        raise BadSetting(f"{path} cannot be written: {error.strerror}") from None
    if not made:
        raise click.ClickException(f"{path} is there already; `playhall signing-key rotate` puts a new key into it")
    click.echo(f"{path}: key {signing.read_key_file(path).key_id}")


@signing_key.command()
@_FILE
@click.option(
    "--overlap-minutes",
    type=click.IntRange(0, 7 * 24 * 60),
    default=60,
    show_default=True,
    help="How long processes may still sign with the previous key. Restart all of them within this time.",
)
def rotate(file: Path | None, overlap_minutes: int) -> None:
    """Add a new key to the file. The previous key stays published, with the time at which it stops signing."""
    path = _path(file)
    try:
        keys = signing.rotate_key_file(path, overlap_seconds=overlap_minutes * 60)
    except OSError as error:
        raise BadSetting(f"{path} cannot be written: {error.strerror}") from None
    _, retired, *_ = keys.public.keys
    click.echo(f"{path}: key {keys.key_id}. Start the gateways and workers again within {overlap_minutes} minutes:")
    click.echo(f"the key {retired.key_id} signs nothing more from {_moment(retired)} on.")


@signing_key.command("list")
@_FILE
def list_keys(file: Path | None) -> None:
    """List the public keys, the current one first."""
    for key in signing.read_key_file(_path(file)).public.keys:
        click.echo(f"{key.key_id}  {key.value.hex()}  {'current' if key.retired_ms is None else _moment(key)}")


def _path(file: Path | None) -> Path:
    return file or read_settings().platform.signing_keys


def _moment(key: signing.PublicKey) -> str:
    assert key.retired_ms is not None
    return moment(key.retired_ms)
