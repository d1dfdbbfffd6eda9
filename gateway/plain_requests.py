"""The common case of HTTP/1.1, in few steps: a whole request in one piece, answered in one piece.

Everything else is left to gunicorn, which knows all of HTTP: whatever is not a plain request is handed over as it came.
So what this module does not understand it cannot misunderstand.
"""

import io
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import unquote_to_bytes
from wsgiref.handlers import format_date_time

import gunicorn_h1c  # type: ignore[import-untyped] # it has no types

Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., object]], Iterable[bytes]]

LONGEST: Final = 65_536
"""A request with its body that is longer than this is not plain."""

_LONGEST_LENGTH: Final = 6  # digits
_NOT_PLAIN: Final = frozenset(
    {"HTTP_TRANSFER_ENCODING", "HTTP_EXPECT", "HTTP_UPGRADE", "HTTP_CONTENT_LENGTH", "HTTP_CONTENT_TYPE", "HTTP_TE"}
)
_KEPT_NAMES: Final = 256
"""So many headers are remembered by their names, which clients choose."""


class PlainRequests:
    """Reads the plain requests of one listening address."""

    def __init__(self, server: tuple[str, int], constant: Mapping[str, Any]) -> None:
        """``constant``: what stands in every request's environment, such as ``wsgi.errors``."""
        self._constant: Environ = {
            **constant,
            "SERVER_NAME": server[0],
            "SERVER_PORT": str(server[1]),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "SCRIPT_NAME": "",
            "wsgi.url_scheme": "http",
        }
        self._names: dict[bytes, str] = {}

    def read(self, data: bytes) -> Environ | None:
        """The environment of a plain request; None for anything else: a part of a request, several requests, a request
        with a coding, an expectation, a header given twice, or one that is not HTTP."""
        try:
            parsed = gunicorn_h1c.parse_request(data)
        except (gunicorn_h1c.IncompleteError, gunicorn_h1c.ParseError):
            return None
        path: bytes = parsed["path"]
        if parsed["minor_version"] != 1 or not path.startswith(b"/") or path.startswith(b"//") or b"#" in path:
            return None
        if not path.isascii() or not path.decode().isprintable() or b" " in path:
            return None
        environ = self._constant.copy()
        for name, value in parsed["headers"]:
            key = self._names.get(name) or self._key(name)
            if not key or key in environ:
                return None
            environ[key] = value.decode("latin-1")
        start: int = parsed["consumed"]
        if not _fits(environ, len(data) - start) or not environ.keys().isdisjoint(_NOT_PLAIN):
            return None
        environ["REQUEST_METHOD"] = parsed["method"].decode()
        raw, _, query = path.decode().partition("?")
        environ["PATH_INFO"] = unquote_to_bytes(raw).decode("latin-1") if "%" in raw else raw
        environ["QUERY_STRING"] = query
        environ["RAW_URI"] = path.decode()
        environ["wsgi.input"] = io.BytesIO(data[start:])
        return environ

    def _key(self, name: bytes) -> str:
        """The environment's name for a header; empty for one that two headers could share, and for a folded line, which
        has no name."""
        if not name or b"_" in name:
            return ""
        key = name.decode("latin-1").upper().replace("-", "_")
        if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            key = f"HTTP_{key}"
        if len(self._names) < _KEPT_NAMES:
            self._names[name] = key
        return key


def _fits(environ: Environ, length: int) -> bool:
    """Whether the body is as long as it says."""
    said = environ.get("CONTENT_LENGTH", "0")
    return len(said) <= _LONGEST_LENGTH and said.isascii() and said.isdigit() and int(said) == length


def wants_close(environ: Environ) -> bool:
    """Whether the client is done with the connection after this request."""
    return "close" in environ.get("HTTP_CONNECTION", "").lower()


@dataclass(slots=True)
class Answer:
    """What the application answers: ``start`` is its ``start_response``."""

    status: str = ""
    headers: list[tuple[str, str]] | None = None

    def start(self, status: str, headers: list[tuple[str, str]], exc_info: object = None) -> Callable[[bytes], object]:
        """See PEP 3333. Nothing has been sent when an error is reported, so the last call counts."""
        self.status, self.headers = status, headers
        return _no_writing

    @property
    def length(self) -> int | None:
        """The length that the headers declare; None for a stream, whose end is not known."""
        for name, value in self.headers or ():
            if name.lower() == "content-length":
                return int(value)
        return None

    def head(self, *, close: bool, chunked: bool = False) -> bytes:
        """Status line and headers.

        Raises:
            ValueError: a header holds a line break.
        """
        lines = [
            f"HTTP/1.1 {self.status}",
            f"Date: {_date(int(time.time()))}",
            f"Connection: {'close' if close else 'keep-alive'}",
            *(f"{name}: {value}" for name, value in self.headers or ()),
        ]
        if chunked:
            lines.append("Transfer-Encoding: chunked")
        text = "\r\n".join(lines)
        if text.count("\n") != len(lines) - 1 or text.count("\r") != len(lines) - 1:
            raise ValueError("a line break in a header")
        return text.encode("latin-1") + b"\r\n\r\n"


def chunk(data: bytes) -> bytes:
    """Some data of a stream; empty data ends it."""
    return b"%X\r\n%b\r\n" % (len(data), data)


def has_body(method: str, status: str) -> bool:
    """Whether an answer has a body at all."""
    return method != "HEAD" and status[:3] not in ("204", "304") and not status.startswith("1")


def _no_writing(data: bytes) -> object:
    raise NotImplementedError("applications give their body back")


_last_date: tuple[int, str] = (0, "")


def _date(second: int) -> str:
    global _last_date
    if _last_date[0] != second:
        _last_date = (second, format_date_time(second))
    return _last_date[1]
