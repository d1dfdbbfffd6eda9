"""Writes that are not acknowledged before replicas have them."""

from collections.abc import Sequence
from typing import Any, Final

from redis import Redis
from redis.commands.core import Script
from redis.exceptions import NoScriptError

from services.redis_clients.errors import NotReplicated
from services.redis_clients.slots import ask_server_of
from services.settings import RedisSettings

CONFIRM_SECONDS: Final = 60


class Replication:
    """How many ``replicas`` must have a write within so many ``milliseconds``, by ``WAIT``. None: nobody waits.

    ``WAIT`` undoes nothing. A write that too few replicas have stands on the primary: it is lost if the primary is lost
    before they have it, and holds otherwise.
    """

    def __init__(self, client: Redis, replicas: int = 0, milliseconds: int = 1_000) -> None:
        self._client = client
        self._replicas = replicas
        self._milliseconds = milliseconds

    def run(self, script: Script, keys: Sequence[str], args: Sequence[str | bytes | int]) -> Any:  # noqa: ANN401 - its
        """Run a script; its result. One that writes nothing returns a false one. One round trip.

        Raises:
            NotReplicated: it has written, and too few replicas have it in time.
        """
        if not self._replicas:
            return script(keys, args)
        rest = (len(keys), *keys, *args)
        # By its hash: a pipeline that is given the script itself asks first whether the server has it.
        result, reached = self._ask(keys[0], ("EVALSHA", script.sha, *rest))
        if isinstance(result, NoScriptError):
            result, reached = self._ask(keys[0], ("EVAL", script.script, *rest))
        self._check(result, reached)
        return result

    def confirm(self, key: str) -> None:
        """Wait until the replicas have all that was written before, by whomever. ``key`` is written for that, and
        expires.

        Raises:
            NotReplicated: too few have it in time.
        """
        if self._replicas:
            self._check(*self._ask(key, ("SET", key, "1", "EX", CONFIRM_SECONDS)))

    def _ask(self, key: str, command: Sequence[Any]) -> list[Any]:
        """Send a command, and over the same connection ``WAIT``, which waits for what was written over it."""
        return ask_server_of(self._client, key, [command, ("WAIT", self._replicas, self._milliseconds)])

    def _check(self, result: object, reached: Any) -> None:  # noqa: ANN401 - a number, or why there is none
        for answer in (result, reached):
            if isinstance(answer, Exception):
                raise answer
        if result and reached < self._replicas:
            raise NotReplicated(f"{reached} of {self._replicas}")


def replication_from(settings: RedisSettings, client: Redis) -> Replication:
    """As the settings have it."""
    return Replication(client, settings.redis_wait_replicas, settings.redis_wait_milliseconds)
