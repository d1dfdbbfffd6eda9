"""The page of errors."""

from gateway.errors_page import PAGE, render
from services.errors import Reason


def test_the_committed_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == render(), "run python -m gateway.errors_page"


def test_every_reason_has_its_line() -> None:
    lines = render().splitlines()
    for reason in Reason:
        assert sum(line.startswith(f"| `{reason.name}` | {reason.http_status} |") for line in lines) == 1
