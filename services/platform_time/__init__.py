"""The platform's time: see the README."""

from services.platform_time.gates import Gate
from services.platform_time.platform_clock import PlatformClock
from services.platform_time.process import follow, followed, platform_ms

__all__ = ["Gate", "PlatformClock", "follow", "followed", "platform_ms"]
