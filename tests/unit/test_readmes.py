"""The pages name modules that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CODE = ("cli", "clients", "docs", "examples", "gateway", "protos", "services", "tests", "workers")
MODULES = {file.name.removesuffix(".template") for part in CODE for file in (ROOT / part).rglob("*") if file.is_file()}
PAGES = [
    *sorted(page for part in CODE for page in (ROOT / part).rglob("*.md") if "node_modules" not in page.parts),
    ROOT / "README.md",
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_module_that_a_page_names_exists(page: Path) -> None:
    named = {Path(name).name for name in re.findall(r"`([a-z0-9_/]+\.(?:py|lua))`", page.read_text())}
    assert named - MODULES == set()


def test_every_test_that_the_threat_model_names_exists() -> None:
    page = (ROOT / "docs" / "security.md").read_text()
    named = set(re.findall(r"`((?:tests/[a-z0-9_/]+/)?test_[a-z0-9_]+|tests/[a-z0-9_/]+)`", page))
    assert len(named) > 20
    for name in sorted(named - {"tests/security"}):
        path = ROOT / name if "/" in name else ROOT / "tests" / "security" / name
        assert path.is_dir() or path.with_suffix(".py").is_file(), name
