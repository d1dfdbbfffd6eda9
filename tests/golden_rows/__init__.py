"""What releases have written into Redis: every later one must read it and go on from there."""

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from redis import Redis

FOLDER: Final = Path(__file__).parent


def rows_of(redis: Redis) -> dict[str, Any]:
    """Every key with its contents, as JSON."""
    command: Callable[..., Any] = redis.execute_command
    rows: dict[str, Any] = {}
    for key in sorted(key.decode() for key in redis.scan_iter()):
        kind = command("TYPE", key).decode()
        if kind == "hash":
            rows[key] = {"hash": {_text(name): _text(value) for name, value in command("HGETALL", key).items()}}
        elif kind == "stream":
            entries = command("XRANGE", key, "-", "+")
            rows[key] = {"stream": [[_text(id), {_text(n): _text(v) for n, v in of.items()}] for id, of in entries]}
        elif kind == "list":
            rows[key] = {"list": [_text(item) for item in command("LRANGE", key, 0, -1)]}
        elif kind == "zset":
            scores = command("ZRANGE", key, 0, -1, "WITHSCORES")
            rows[key] = {"zset": [[_text(member), float(score)] for member, score in scores]}
        else:
            rows[key] = {"string": _text(command("GET", key))}
    return rows


def restore(redis: Redis, rows: dict[str, Any]) -> None:
    """The inverse of :func:`rows_of`."""
    command: Callable[..., Any] = redis.execute_command
    for key, row in rows.items():
        ((kind, content),) = row.items()
        if kind == "hash":
            command("HSET", key, *(part for item in content.items() for part in map(_bytes, item)))
        elif kind == "stream":
            for id, fields in content:
                command("XADD", key, id, *(part for item in fields.items() for part in map(_bytes, item)))
        elif kind == "list":
            command("RPUSH", key, *map(_bytes, content))
        elif kind == "zset":
            for member, score in content:
                command("ZADD", key, score, _bytes(member))
        else:
            command("SET", key, _bytes(content))


def releases() -> list[Path]:
    """One file for each release."""
    return sorted(FOLDER.glob("release-*.json"))


def _text(data: bytes) -> str:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = ""
    if data.isascii() and text.isprintable():
        return text
    return "base64:" + base64.b64encode(data).decode()


def _bytes(text: str) -> bytes:
    return base64.b64decode(text.removeprefix("base64:")) if text.startswith("base64:") else text.encode()


def load(file: Path) -> dict[str, Any]:
    """A release's file: its ``rows``, and what is to be known of them."""
    document: dict[str, Any] = json.loads(file.read_text())
    return document
