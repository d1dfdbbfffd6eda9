"""Gates: what is done by one of several processes once in a while."""

from importlib.resources import files
from typing import Final

from redis import Redis

_OPEN: Final = (files(__package__) / "lua" / "open_gate.lua").read_text()


class Gate:
    """Lets one through, and then nobody for a while, unless it is opened before. Safe to use from several threads and
    processes.

    A key that expires would do, but for a server's clock that is set back: what was to expire within a second would
    then shut everybody out for an hour. A gate that was passed in the future is open.

    Every method raises ``redis.RedisError`` when Redis cannot be reached.
    """

    def __init__(self, redis: Redis, key: str) -> None:
        self._redis = redis
        self._key = key
        self._open = redis.register_script(_OPEN)

    def passes(self, milliseconds: int, name: str = "") -> bool:
        """Whether the caller gets through; then nobody else does for so long. ``name``: the caller's, without a blank,
        for :meth:`open`."""
        return bool(self._open([self._key], [milliseconds, name]) == 1)

    def open(self, name: str = "") -> None:
        """Let the next one through at once, if it was this caller who got through last."""
        self._open([self._key], [0, name])
