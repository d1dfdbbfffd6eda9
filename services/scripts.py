"""Lua scripts that Redis runs: each all at once, and in one round trip."""

import hashlib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from redis.exceptions import NoScriptError

from services.quick_redis import Commands, Part


class Script:
    """A script of a package's folder ``lua``. What it does, and its keys and arguments, stand at its head."""

    def __init__(self, package: str, name: str) -> None:
        self._source = files(package).joinpath("lua", f"{name}.lua").read_text()
        self._digest = hashlib.sha1(self._source.encode(), usedforsecurity=False).hexdigest()

    def __call__(self, redis: Commands, keys: Sequence[str], args: Sequence[Part]) -> Any:  # noqa: ANN401 - each script has its own answer
        """Run it. A server that does not know it yet, because it is new or was restarted, gets it."""
        try:
            return redis.execute_command("EVALSHA", self._digest, len(keys), *keys, *args)
        except NoScriptError:
            return redis.execute_command("EVAL", self._source, len(keys), *keys, *args)
