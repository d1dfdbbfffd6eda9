"""Record golden replays of the format that is written now: ``python -m tests.golden_replays``.

Those of earlier formats are never recorded again: they are as the platform wrote them then.
"""

import json
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Final

from services.database import Database
from tests.golden_replays.fair_match import play
from tests.integration.matches.harness import World
from tests.valkey import RealValkey

FOLDER: Final = Path(__file__).parent


def main() -> None:
    """Record."""
    for ruleset in ("commanders", "factionwars"):
        with tempfile.TemporaryDirectory() as folder, closing(RealValkey()) as valkey:
            database = Path(folder) / "playhall.db"
            Database(f"sqlite:///{database}").upgrade()
            made = play(World(valkey.client(), database), ruleset)
        name = f"format-2-{ruleset}"
        (FOLDER / f"{name}.json").write_bytes(made.replay)
        (FOLDER / f"{name}.match.json").write_text(json.dumps(made.match))
        (FOLDER / f"{name}.stream.ndjson").write_text("".join(f"{json.dumps(line)}\n" for line in made.stream))


if __name__ == "__main__":
    main()
