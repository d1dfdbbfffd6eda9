"""By which clock a process of the platform goes."""

import click

from services.settings import Settings


def follow_redis(settings: Settings) -> None:
    """From now on this process, and those that it forks, go by the time of the live state, a command until it ends.
    Connects to nothing yet.

    Raises:
        BadSetting: the URL of the live state cannot be used.
    """
    # Not above: engines, which are processes, too, go by no clock and need no Redis.
    from services.platform_time import PlatformClock, follow
    from services.redis_clients import live_state

    clock = PlatformClock(live_state(settings.redis))
    follow(clock)
    command = click.get_current_context(silent=True)
    if command is not None:  # rather than one of several processes that serve
        command.call_on_close(clock.close)
        command.call_on_close(lambda: follow(None))
