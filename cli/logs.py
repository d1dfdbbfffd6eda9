"""How processes log: one line an event on standard error, by structlog, for our own loggers and those of the libraries
alike. A line has a UTC timestamp and never an exception's text, which may quote what is hidden."""

import logging
import os
import sys
import threading
import traceback
from types import TracebackType
from typing import Final, TextIO

import click
import structlog
from structlog.stdlib import ProcessorFormatter
from structlog.typing import EventDict, ExcInfo, Processor, WrappedLogger

from services.settings import BadSetting
from services.telemetry.causes import cause_of

LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")
FORMATS: Final[dict[str, Processor]] = {
    "logfmt": structlog.processors.LogfmtRenderer(
        key_order=("timestamp", "level", "process", "logger", "event"), drop_missing=True, bool_as_flag=False
    ),
    "json": structlog.processors.JSONRenderer(ensure_ascii=False),
}
_QUIET: Final = ("celery.worker.strategy", "celery.app.trace", "kombu", "multiprocessing", "alembic")
"""Loggers of libraries that report every piece of work; heard at DEBUG, or when something is wrong."""
_FRAMES: Final = 12


class _NamedWriter(structlog.WriteLogger):
    """structlog's own writer, with the name that the logger was asked for."""

    def __init__(self, name: str = "playhall") -> None:
        super().__init__(sys.stderr)
        self.name = name


def log_to_stderr(level: str, process: str, style: str = "logfmt") -> None:
    """Set up logging for this process.

    ``level``: one of ``LEVELS``. ``process``: its name, which stands in every line. ``style``: one of ``FORMATS``.

    Raises:
        BadSetting: the level or the style is another word.
    """
    if level not in LEVELS:
        raise BadSetting(f"PLAYHALL_LOG_LEVEL must be one of {', '.join(LEVELS)}")
    if style not in FORMATS:
        raise BadSetting(f"PLAYHALL_LOG_FORMAT must be one of {', '.join(FORMATS)}")

    def add_process(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
        event["process"] = process
        return event

    shared: list[Processor] = [
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        add_process,
    ]
    rendered: list[Processor] = [
        structlog.processors.ExceptionRenderer(describe_exception),
        escape_control_characters,
        FORMATS[style],
    ]
    # Our own lines go straight to the stream: by way of `logging` the line of each request costs twice as much.
    structlog.configure(
        processors=[*shared, *rendered],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelName(level)),
        logger_factory=_NamedWriter,
        cache_logger_on_first_use=True,
    )
    _log_libraries(sys.stderr, level, shared, rendered)
    _log_what_nobody_catches()
    # The C library of gRPC has a log of its own, in a form of its own. What fails there, its callers are told.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")


def log_for_a_command() -> None:
    """Set up logging for a command that somebody runs, whose output is its own: warnings, on standard error."""

    def warnings_only(_logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
        if method in ("debug", "info"):
            raise structlog.DropEvent
        return event

    structlog.configure(
        processors=[
            warnings_only,
            structlog.stdlib.add_log_level,
            structlog.processors.ExceptionRenderer(describe_exception),
            escape_control_characters,
            FORMATS["logfmt"],
        ],
        logger_factory=lambda *_: structlog.WriteLogger(sys.stderr),
    )


def announce(style: str, line: str, **fields: str) -> None:
    """Say that this process serves now: with ``line`` on standard output for people; where machines read, with
    ``fields`` in the log.

    ``style``: the log's, one of ``FORMATS``.
    """
    if style == "json":
        structlog.get_logger("playhall").info("listening", **fields)
    else:
        click.echo(line)


def _log_libraries(stream: TextIO, level: str, shared: list[Processor], rendered: list[Processor]) -> None:
    handler = logging.StreamHandler(stream)
    handler.addFilter(lost_process_is_a_warning)
    handler.addFilter(without_exception_texts)
    handler.setFormatter(
        ProcessorFormatter(foreign_pre_chain=shared, processors=[ProcessorFormatter.remove_processors_meta, *rendered])
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    logging.lastResort = handler  # for loggers that pass nothing on, as that of Celery's pool
    root.setLevel(level)
    for name in _QUIET:
        logging.getLogger(name).setLevel(level if level == "DEBUG" else "WARNING")


def log_failure(process: str, message: str) -> None:
    """Say in a JSON log why a process cannot start, or ends: a message for its operator."""
    log_to_stderr("INFO", process, "json")
    structlog.get_logger("playhall").error("failed", message=message)


def _log_what_nobody_catches() -> None:
    """Let Python's last words be lines like all others: it would print the texts of exceptions and of warnings."""
    logger = structlog.get_logger("playhall")
    logging.captureWarnings(capture=True)
    logging.raiseExceptions = False  # a record that cannot be formatted

    def of_process(kind: type[BaseException], error: BaseException, places: TracebackType | None) -> None:
        if not issubclass(kind, KeyboardInterrupt):
            logger.error("failed", exc_info=(kind, error, places))

    def of_thread(args: threading.ExceptHookArgs) -> None:
        thread = args.thread.name if args.thread else None
        logger.error("thread failed", thread=thread, exc_info=(args.exc_type, args.exc_value, args.exc_traceback))

    def of_finalizer(args: "sys.UnraisableHookArgs") -> None:
        logger.error("finalizer failed", exc_info=(args.exc_type, args.exc_value, args.exc_traceback))

    sys.excepthook, threading.excepthook, sys.unraisablehook = of_process, of_thread, of_finalizer


def describe_exception(exc_info: ExcInfo) -> str:
    """What a line has of an exception: its type, and the places in the code."""
    frames = traceback.extract_tb(exc_info[2])[-_FRAMES:]
    places = " > ".join(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames)
    return f"{cause_of(exc_info[1])} at {places}"


def lost_process_is_a_warning(record: logging.LogRecord) -> bool:
    """A process of a worker's pool that was killed loses nothing: its task is put back, and played by another. Celery
    and its pool call that an error."""
    values = record.args if isinstance(record.args, tuple) else ()
    lost = any(type(value).__name__ == "WorkerLostError" for value in values)
    exited = record.name == "multiprocessing" and "exited with" in str(record.msg)
    if record.levelno == logging.ERROR and (lost or exited):
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
    return True


def without_exception_texts(record: logging.LogRecord) -> bool:
    """Let a library's line through with the types of exceptions where it would quote their texts."""
    if isinstance(record.args, tuple):
        record.args = tuple(cause_of(value) if isinstance(value, BaseException) else value for value in record.args)
    return True


def escape_control_characters(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Keep every field on its line: the renderers escape line feeds, and not all else that begins a new line somewhere
    or means something to a terminal."""
    for name, value in event.items():
        if isinstance(value, str) and not value.isprintable():
            event[name] = "".join(
                char if char.isprintable() or char == "\n" else char.encode("unicode_escape").decode() for char in value
            )
    return event
