"""How processes log: one line an event, in UTC, with its fields as ``name=value`` or as JSON, on standard error."""

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Any, Final

import structlog

from services.settings import BadSetting

LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")
_PLAIN: Final = re.compile(r"""[^\s"=\\]*""")


def _logfmt(_logger: object, _method: str, event: structlog.typing.EventDict) -> str:
    """An event as ``name=value``. structlog's own renderer looks at each letter of each name, which took as long as to
    find a request's route."""
    line = " ".join([f"{name}={value if type(value) is str else _text(value)}" for name, value in event.items()])
    if _is_plain(line, len(event)):
        return line
    return " ".join([f"{name}={_quoted(_text(value))}" for name, value in event.items()])


def _is_plain(line: str, fields: int) -> bool:
    """Whether none of a line's values needs quotes. Most lines are so, and one look at all of it costs less than one
    at each value."""
    return (
        line.count(" ") == fields - 1
        and line.count("=") == fields
        and '"' not in line
        and "\\" not in line
        and line.isprintable()
    )


def _text(value: object) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _quoted(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


FORMATS: Final[dict[str, structlog.typing.Processor]] = {
    "logfmt": _logfmt,
    "json": structlog.processors.JSONRenderer(ensure_ascii=False),
}
_QUIET: Final = ("celery.worker.strategy", "celery.app.trace", "kombu", "alembic")
"""Loggers of libraries that tell about every piece of work; heard at DEBUG, or when something is wrong."""


class _NamedWriter(structlog.WriteLogger):
    """Writes lines on standard error. ``name``: of the logger, which stands in every line."""

    def __init__(self, name: str = "playhall") -> None:
        super().__init__(sys.stderr)
        self.name = name


def log_to_stderr(level: str, process: str, style: str = "logfmt") -> None:
    """Set up logging for this process, for our own loggers and those of the libraries alike.

    ``level``: one of ``LEVELS``. ``process``: its name, which stands in every line. ``style``: one of ``FORMATS``.

    Raises:
        BadSetting: the level or the style is another word.
    """
    if level not in LEVELS:
        raise BadSetting(f"PLAYHALL_LOG_LEVEL must be one of {', '.join(LEVELS)}")
    if style not in FORMATS:
        raise BadSetting(f"PLAYHALL_LOG_FORMAT must be one of {', '.join(FORMATS)}")

    def describe(logger: Any, method: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:  # noqa: ANN401 - as structlog has it
        record = event.get("_record")  # of a library's line, which has come by way of `logging`
        return {
            "timestamp": datetime.now(UTC).isoformat(timespec="microseconds")[:-6] + "Z",
            "level": method,
            "process": process,
            "logger": logger.name if record is None else record.name,
            "event": event.pop("event", ""),
            **event,
        }

    # Our own lines go straight to the stream, and are completed in one step. By way of `logging`, where every line is
    # an object that passes several loggers and is rendered from a copy, the line that each request leaves would cost
    # more than to find its route.
    structlog.configure(
        processors=[describe, structlog.processors.format_exc_info, FORMATS[style]],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelName(level)),
        logger_factory=_NamedWriter,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[describe],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                FORMATS[style],
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in _QUIET:
        logging.getLogger(name).setLevel(level if level == "DEBUG" else "WARNING")
