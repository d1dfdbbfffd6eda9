"""``python -m gateway.openapi`` writes ``gateway/contract.txt``. ``python -m gateway.openapi FILE`` writes the OpenAPI
document to a file."""

import sys
from pathlib import Path

from gateway.api_reference import CONTRACT, as_text, document
from gateway.openapi.summary import summary

if len(sys.argv) > 1:
    path = Path(sys.argv[1])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(as_text(), encoding="utf-8")
else:
    path = CONTRACT
    path.write_text(summary(document()), encoding="utf-8")
sys.stdout.write(f"wrote {path}\n")
