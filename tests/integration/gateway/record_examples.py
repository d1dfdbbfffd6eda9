"""``python -m tests.integration.gateway.record_examples`` records the session and writes ``gateway/examples.json`` and
``gateway/openapi.json`` anew. Read the diff before you commit it."""

import contextlib
import io
import json
import sys
import tempfile
from pathlib import Path

from gateway.api_reference import COMMITTED, EXAMPLES, as_text
from services.database import Database
from tests.integration.gateway.example_session import Recorder, as_documents, record_session
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
    text = json.dumps(as_documents(examples), ensure_ascii=False, indent=1) + "\n"
    EXAMPLES.write_text(text, encoding="utf-8")
    COMMITTED.write_text(as_text(), encoding="utf-8")
    sys.stdout.write(f"wrote {len(examples)} examples\n")


if __name__ == "__main__":
    main()
