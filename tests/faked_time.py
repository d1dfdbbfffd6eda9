"""Processes whose host's clock is wrong, by libfaketime: a library that is loaded before all others."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

_LIBRARIES: Final = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))

needs_faketime: Final = pytest.mark.skipif(not _LIBRARIES, reason="libfaketime is not installed (apt: faketime)")


class FakedTime:
    """The clock of a host, which can be set while processes run. What measures how long something takes is right, as on
    a host whose clock is set."""

    def __init__(self, file: Path, seconds: float = 0) -> None:
        """``file``: a new one. ``seconds``: by how much the clock is ahead."""
        self._file = file
        self.set(seconds)

    def set(self, seconds: float) -> None:
        """Set the clock ahead by so many seconds, or back."""
        fresh = self._file.with_suffix(".new")
        fresh.write_text(f"{seconds:+.0f}s\n")
        fresh.replace(self._file)

    @property
    def environment(self) -> Sequence[str]:
        """Of processes on that host: ``NAME=value``."""
        return (
            f"LD_PRELOAD={_LIBRARIES[0]}",
            f"FAKETIME_TIMESTAMP_FILE={self._file}",
            "FAKETIME_NO_CACHE=1",
            "DONT_FAKE_MONOTONIC=1",
        )
