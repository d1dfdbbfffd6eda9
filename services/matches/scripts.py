"""The Lua scripts, by name."""

from typing import Final

from services.scripts import Script

COMMIT: Final = Script(__package__, "commit")
LINES: Final = Script(__package__, "lines")
DUE: Final = Script(__package__, "due")
MEND: Final = Script(__package__, "mend")
RELEASE: Final = Script(__package__, "release")
