"""Where a platform is, and the key for it: those that a command is given, or those of this machine's own."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import click

from cli.data_folder import DataFolder
from cli.rest_client import NotReachable, Problem, Rest
from services.settings import Settings, read_settings
from services.telemetry.causes import cause_of

URL: Final = click.option("--url", help="The platform's address. Default: the platform on this machine.")
KEY: Final = click.option("--key", help="Your API key. Default: the first key of the platform on this machine.")


@contextmanager
def told_plainly() -> Iterator[None]:
    """That the platform refuses or does not answer is one line, not a traceback."""
    try:
        yield
    except NotReachable as error:
        raise click.ClickException(f"{error}. Start the platform with `playhall up`.") from error
    except Problem as error:
        raise click.ClickException(str(error)) from error


def redis_unreachable(settings: Settings, error: Exception) -> click.ClickException:
    """What to say when Redis cannot be reached. The one of a platform on this machine comes and goes with it."""
    if settings.redis.redis_url.startswith("unix:"):
        folder = settings.platform.data_dir
        told = f"no platform runs on {folder} ({cause_of(error)}). Start the platform with `playhall up`."
    else:
        told = f"Redis cannot be reached: {cause_of(error)}"
    return click.ClickException(told)


def connect(url: str | None, key: str | None) -> Rest:
    """A connection to a platform. None: as the one on this machine has it.

    Raises:
        ClickException: there is no key, or the URL is none.
    """
    settings = read_settings()
    folder = DataFolder(settings.platform.data_dir)
    key = key or folder.key()
    if key is None:
        raise click.ClickException(
            f"no API key: start the platform with `playhall up`, or give --key (looked in {folder.admin_key})"
        )
    try:
        return Rest(url or folder.url() or f"http://{settings.gateway.host}:{settings.gateway.port}", key)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
