"""The packages have what is generated from the protos: hatchling calls this before it builds a wheel or an editable
installation."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class GenerateFromProtos(BuildHookInterface[Any]):
    """Generates it beside the protos."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, str(Path(__file__).parent))
        from build import write

        write()
