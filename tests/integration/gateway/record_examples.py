"""``python -m tests.integration.gateway.record_examples`` records the session and writes ``gateway/examples.jsonl``
anew. Read the diff (``git diff --word-diff``) before you commit it."""

import contextlib
import io
import sys
import tempfile
from pathlib import Path

from gateway.api_reference import EXAMPLES
from services.database import Database
from tests.integration.gateway.example_session import Recorder, as_lines, record_session
from tests.valkey import RealValkey


def main() -> None:
    """Record."""
    server = RealValkey()
    client = server.client()
    try:
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            empty = Path(folder) / "empty.db"
            database = Database(f"sqlite:///{empty}")
            database.upgrade()
            database.close()
            examples = record_session(Recorder(Path(folder), client, server.url, empty))
    finally:
        client.close()
        server.close()
    EXAMPLES.write_text("".join(f"{line}\n" for line in as_lines(examples)), encoding="utf-8")
    sys.stdout.write(f"wrote {len(examples)} examples\n")


if __name__ == "__main__":
    main()
