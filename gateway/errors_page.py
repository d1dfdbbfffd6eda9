"""``docs/errors.md`` from the list of reasons: ``python -m gateway.errors_page`` writes it."""

import sys
from pathlib import Path
from typing import Final

from services.errors import Reason

PAGE: Final = Path(__file__).parent.parent / "docs" / "errors.md"

_HEAD: Final = """# Errors

Every refusal has one machine-readable reason. REST answers with an RFC 9457 problem
(`Content-Type: application/problem+json`) whose `code` is the reason; gRPC answers with the status of the last column
and an `ErrorInfo` whose `reason` is the same word. A refused request changed nothing.

```json
{
  "type": "urn:playhall:problem:INVALID_OPTION",
  "title": "An option has a value of the wrong type or out of range.",
  "status": 422,
  "detail": "See the ruleset's options.",
  "instance": "/v1/matches",
  "code": "INVALID_OPTION",
  "errors": [{"pointer": "/body/options/fewer_battles", "detail": "Must be true or false."}],
  "request_id": "6f1d2c3b4a5968778695a4b3c2d1e0ff"
}
```

`errors` points at what is wrong with RFC 6901 pointers below `/body`, `/query`, `/path` or `/headers`. `detail` is for
people and may change; `code` is for programs and stays. The list may grow: treat a code that you do not know by its
HTTP status. `request_id` is also in the header `X-Request-Id`; a client may send one of its own there (8 to 64 letters,
digits, `-`, `_`).

"""


def render() -> str:
    """The page as Markdown."""
    lines = [
        "| code | HTTP | gRPC | meaning | remedy |",
        "|---|---|---|---|---|",
        *(
            f"| `{reason.name}` | {reason.http_status} | `{reason.grpc_status}` | {reason.meaning} | {reason.remedy} |"
            for reason in Reason
        ),
    ]
    return _HEAD + "\n".join(lines) + "\n\n" + _FOOT


_FOOT: Final = "This page is made by `python -m gateway.errors_page` from `services/errors.py`.\n"


if __name__ == "__main__":
    PAGE.write_text(render(), encoding="utf-8")
    sys.stdout.write(f"wrote {PAGE}\n")
