"""Lua scripts."""

from typing import Any

from redis.commands.core import Script
from redis.exceptions import NoScriptError


class LuaScript(Script):
    """A script that goes with the command to a server that does not know it. redis-py's own is loaded first, in a
    cluster into all servers that have slots, and so not into one to which the first are just moving. And at each call
    it finds out whether a pipeline is to send it, which costs more than the rest of the call."""

    def __call__(self, keys: Any = None, args: Any = None, client: Any = None) -> Any:  # noqa: ANN401 - redis-py's own
        """What it answers."""
        keys, args, command = keys or (), args or (), (client or self.registered_client).execute_command
        try:
            return command("EVALSHA", self.sha, len(keys), *keys, *args)
        except NoScriptError:
            return command("EVAL", self.script, len(keys), *keys, *args)
