"""A client whose commands are steps of the trace that runs, if one does: their names, never what is in them."""

from typing import TYPE_CHECKING, Any

from redis import Redis
from redis.client import Pipeline

from services.redis_clients.errors import NotPrimary
from services.redis_clients.scripts import LuaScript
from services.telemetry import tracing

if TYPE_CHECKING:

    class _Client(Redis):
        """What redis-py leaves without types."""

        def execute_command(self, *args: object, **options: object) -> Any: ...  # noqa: ANN401
        def parse_response(self, *args: object, **options: object) -> Any: ...  # noqa: ANN401
else:
    _Client = Redis


class TracedRedis(_Client):
    """Redis' own client in all else."""

    def execute_command(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401 - redis-py's own
        """A command's answer."""
        if not tracing.is_on():
            return self._execute(*args, **options)
        with tracing.step("redis", args[0]):
            return self._execute(*args, **options)

    def _execute(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401 - redis-py's own
        """As redis-py, without the metrics of its own, which nobody reads."""
        pool = self.connection_pool
        connection: Any = pool.get_connection()
        try:
            connection.send_command(*args, **options)
            return self.parse_response(connection, args[0], **options)
        except NotPrimary:  # nothing was done, and the connection is closed: once more, on a new one
            connection.send_command(*args, **options)
            return self.parse_response(connection, args[0], **options)
        finally:
            pool.release(connection)

    def register_script(self, script: str) -> LuaScript:  # type: ignore[override] # never of bytes
        """A script that can be called. Nothing is sent yet."""
        return LuaScript(self, script)

    def pipeline(self, transaction: bool = True, shard_hint: object = None) -> Pipeline:
        """Commands that are sent together: one step."""
        return TracedPipeline(self.connection_pool, self.response_callbacks, transaction, shard_hint)


class TracedPipeline(Pipeline):
    """Redis' own pipeline in all else."""

    def execute(self, raise_on_error: bool = True) -> list[Any]:
        """The answers."""
        with tracing.step("redis", "PIPELINE"):
            return super().execute(raise_on_error)
