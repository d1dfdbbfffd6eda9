"""axe-core, which looks for what keeps people out of a page."""

from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page

_SOURCE: Final = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"

_ALL: Final = {"rules": {"label-content-name-mismatch": {"enabled": False}}}
_NAMES: Final = """
async () => {
  const elsewhere = { exclude: [".card"] };
  return (await axe.run(elsewhere, { runOnly: ["label-content-name-mismatch"] })).violations;
}
"""
"""What is written on a thing is in its name, but for the faces of cards: these are pictures, which names describe."""

needs_axe = pytest.mark.skipif(
    not _SOURCE.exists(), reason="there are no node_modules in tests/web: `make node-tools` installs them"
)


def load_axe(page: Page) -> None:
    """Have it in a page."""
    page.evaluate(_SOURCE.read_text())


def weighty(page: Page, *rules: str) -> list[str]:
    """What axe calls serious or critical on a page that has it, with the elements; ``rules``: those alone."""
    options = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else _ALL)}
    violations: list[dict[str, Any]] = page.evaluate("async options => (await axe.run(options)).violations", options)
    if not rules:
        violations += page.evaluate(_NAMES)
    return [
        f"{found['impact']} {found['id']}: {node['html'][:200]} {node['failureSummary']}"
        for found in violations
        if found["impact"] in ("serious", "critical")
        for node in found["nodes"][:3]
    ]
