"""``python -m gateway.openapi`` writes ``gateway/openapi.json`` anew."""

import sys

from gateway.api_reference import COMMITTED, as_text

COMMITTED.write_text(as_text(), encoding="utf-8")
sys.stdout.write(f"wrote {COMMITTED}\n")
