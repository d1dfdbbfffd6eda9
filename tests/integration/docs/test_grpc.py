"""docs/grpc.md: its methods are those that are served, each beside its operation of REST. Its examples are run in
tests/e2e/test_guides.py."""

import re

from gateway.api import SECTIONS
from gateway.grpc_api.bridge import operation_of
from gateway.grpc_api.server import SERVICES
from tests.integration.docs.pages import DOCS, section

PAGE = (DOCS / "grpc.md").read_text()
SERVED = {
    "## Methods": "PlayService",
    "## Accounts": "AccountService",
    "## Analysis": "AnalysisService",
    "## Leaderboards": "LeaderboardService",
    "## Series": "SeriesService",
    "## Tournaments": "TournamentService",
}
"""The service of each section."""
METHODS = {service.name: [method.name for method in service.methods] for service in SERVICES}


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
        assert [method for method, _, _ in TABLES[heading]] == METHODS[served]
    for method, _, scope in ROWS:
        access = operation_of(method).access
        needed = access.scope
        spectators = ", or no key for a spectator" if access.without_key else ""
        nobody = "any key" if access.key else "none, no key needed"
        assert scope == (nobody if needed is None else f"`{needed}`{spectators}")


def test_every_method_has_the_operations_of_rest_that_it_names_with_the_same_scope() -> None:
    operations = {(operation.method, operation.path): operation for each in SECTIONS for operation in each.operations}
    for method, named, _ in ROWS:
        needed = operation_of(method).access.scope
        verb = named.strip("`").split()[0]
        for path in re.findall(r"`(?:[A-Z]+ )?([^`]+)`", named):
            operation = operations[verb, path.replace("…", "/v1/matches/{match}")]
            assert operation.access.scope == needed, method


def test_links_lead_somewhere() -> None:
    for page in ("analysis.md", "grpc.md", "streams.md", "accounts.md"):
        for target in re.findall(r"\]\(([\w./-]+)\)", (DOCS / page).read_text()):
            assert (DOCS / target).exists(), target
