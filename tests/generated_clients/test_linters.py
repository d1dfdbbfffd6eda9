"""The linters of OpenAPI documents report nothing of the API's reference. They are not among what `make check` runs,
which needs nothing but Python."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.generated_clients.tools import HERE, NODE_TOOLS, REFERENCE, needs_node_tools, run

CONFIGURATIONS = HERE.parents[1] / "gateway/openapi"
REDOCLY = (NODE_TOOLS / ".bin/redocly", "lint", "--config", CONFIGURATIONS / "redocly.yaml")
SPECTRAL = (
    NODE_TOOLS / ".bin/spectral", "lint", "--fail-severity", "hint", "--ruleset", CONFIGURATIONS / "spectral.yaml",
)  # fmt: skip

pytestmark = [pytest.mark.slow, needs_node_tools]


def with_one_path(path: str) -> dict[str, Any]:
    """The reference of one path, with the components to which its references lead."""
    whole = json.loads(REFERENCE.read_text(encoding="utf-8"))
    components = {"securitySchemes": whole["components"]["securitySchemes"]}
    small: dict[str, Any] = {**whole, "paths": {path: whole["paths"][path]}, "components": components}
    known: set[tuple[str, str]] = set()
    while new := set(re.findall(r'"#/components/(\w+)/([^"/]+)', json.dumps(small))) - known:
        known |= new
        for kind, name in new:
            components.setdefault(kind, {})[name] = whole["components"][kind][name]
    return small


@pytest.mark.parametrize("linter", [REDOCLY, SPECTRAL], ids=["redocly", "spectral"])
def test_a_linter_reports_nothing(linter: tuple[object, ...]) -> None:
    run(*linter, REFERENCE)


@pytest.mark.parametrize("linter", [REDOCLY, SPECTRAL], ids=["redocly", "spectral"])
def test_a_linter_would_report_what_is_wrong(linter: tuple[object, ...], tmp_path: Path) -> None:
    document = with_one_path("/v1/bots")
    bots = document["paths"]["/v1/bots"]["get"]
    bots["responses"]["200"]["content"]["application/json"]["schema"] = {"$ref": "#/none"}
    (tmp_path / "openapi.json").write_text(json.dumps(document))
    with pytest.raises(AssertionError, match=r"v1(~1|/)bots\S*200\S*schema"):
        run(*linter, tmp_path / "openapi.json")


def test_the_lock_of_what_runs_on_node_names_no_host() -> None:
    lock = json.loads((HERE / "package-lock.json").read_text())
    packages = {name: entry for name, entry in lock["packages"].items() if name}
    assert all("resolved" not in entry for entry in packages.values())
    assert all(entry["integrity"].startswith("sha512-") for entry in packages.values())
