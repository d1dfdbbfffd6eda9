"""Tasks that nobody need do late, since others are requested after them.

Celery's own ``expires`` is a moment of the sender's host that the worker's compares with its own: between two hosts
whose clocks differ, all such tasks would be dropped, or none.
"""

from celery import Celery

from services.platform_time import platform_ms

EXPIRES_HEADER = "expires_ms"
"""After which moment, in milliseconds since 1970, a task is dropped."""


def send_expiring(app: Celery, task: str, queue: str, seconds: float, args: tuple[object, ...] = ()) -> None:
    """Send a task that is dropped if no worker has begun it after so long.

    Raises:
        kombu.exceptions.OperationalError: the broker cannot be reached.
    """
    headers = {EXPIRES_HEADER: platform_ms() + int(seconds * 1000)}
    app.send_task(task, args=args, queue=queue, headers=headers, retry=False)


def is_too_late(headers: object) -> bool:
    """Whether a task with these headers is to be dropped."""
    expires_ms = headers.get(EXPIRES_HEADER) if isinstance(headers, dict) else None
    return isinstance(expires_ms, int) and expires_ms < platform_ms()
