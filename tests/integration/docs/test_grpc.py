"""docs/grpc.md: its methods are those that are served, each beside its operation of REST. Its examples are run in
tests/e2e/test_guides.py."""

import re

from gateway.api import SECTIONS
from gateway.grpc_api import (
    account_service,
    analysis_service,
    leaderboard_service,
    series_service,
    service,
    tournament_service,
)
from tests.integration.docs.pages import DOCS, section

PAGE = (DOCS / "grpc.md").read_text()
SERVED = {
    "## Methods": service,
    "## Accounts": account_service,
    "## Analysis": analysis_service,
    "## Leaderboards": leaderboard_service,
    "## Series": series_service,
    "## Tournaments": tournament_service,
}
"""The service of each section."""
ACCESS = {method: access for served in SERVED.values() for method, access in served.ACCESS.items()}


def rows(heading: str) -> list[tuple[str, str, str]]:
    """The rows of a section's table: method, operations of REST, scope."""
    found: list[tuple[str, str, str]] = re.findall(
        r"^\| `(\w+)` \| (.*?) \| (.*?) \|$", section(PAGE, heading), re.MULTILINE
    )
    return found


TABLES = {heading: rows(heading) for heading in SERVED}
ROWS = [row for table in TABLES.values() for row in table]


def test_every_method_stands_there_with_the_scope_that_it_needs() -> None:
    for heading, served in SERVED.items():
        assert [method for method, _, _ in TABLES[heading]] == [method.name for method in served.SERVICE.methods]
    for method, _, scope in ROWS:
        needed = ACCESS[method].scope
        spectators = ", or no key for a spectator" if ACCESS[method].without_key else ""
        nobody = "any key" if ACCESS[method].any_key else "none, no key needed"
        assert scope == (nobody if needed is None else f"`{needed.value}`{spectators}")


def test_every_method_has_the_operations_of_rest_that_it_names_with_the_same_scope() -> None:
    operations = {(operation.method, operation.path): operation for each in SECTIONS for operation in each.operations}
    for method, named, _ in ROWS:
        needed = ACCESS[method].scope
        verb = named.strip("`").split()[0]
        for path in re.findall(r"`(?:[A-Z]+ )?([^`]+)`", named):
            operation = operations[verb, path.replace("…", "/v1/matches/{match}")]
            assert operation.access.scope == (None if needed is None else needed.value), method


def test_links_lead_somewhere() -> None:
    for page in ("analysis.md", "grpc.md", "streams.md", "accounts.md"):
        for target in re.findall(r"\]\(([\w./-]+)\)", (DOCS / page).read_text()):
            assert (DOCS / target).exists(), target
