"""What goes wrong in ``playhall series``, told to who called it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click
from pydantic import ValidationError

from cli import connection
from services.series.comparison import Incomparable
from services.series.document import UnplayableSeries
from services.series.export import PyarrowMissing
from services.series.folder import BadFolder
from services.series.local import SeriesStopped
from services.series.own_bots import BadBots, told_in_a_line
from services.series.playing import MatchFailed
from services.series.promise_checks import BadSeries
from services.series.report import MatplotlibMissing


@contextmanager
def told_plainly(bot_files: Sequence[Path] = ()) -> Iterator[None]:
    """What the caller can put right is one line, not a traceback; of a bot that raises, the line of its file."""
    try:
        with connection.told_plainly():
            yield
    except MatchFailed as error:
        cause = f": {told_in_a_line(error.__cause__, map(str, bot_files))}" if error.__cause__ is not None else ""
        raise click.ClickException(f"{error}{cause}") from error
    except (BadBots, BadFolder, BadSeries, UnplayableSeries, SeriesStopped, Incomparable) as error:
        raise click.ClickException(str(error)) from error
    except (MatplotlibMissing, PyarrowMissing) as error:
        raise click.ClickException(str(error)) from error
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = "/".join(map(str, first["loc"]))
        raise click.ClickException(f"{place}: {first['msg']}" if place else first["msg"]) from None
    except OSError as error:
        raise click.ClickException(f"{error.filename}: {error.strerror}") from None
