"""The pages name modules that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
CODE = ("cli", "clients", "docs", "examples", "gateway", "protos", "services", "tests", "workers")
INSTALLED = {"node_modules", ".venv"}


def test_every_module_that_a_page_names_exists() -> None:
    files = [file for part in CODE for file in (ROOT / part).rglob("*") if INSTALLED.isdisjoint(file.parts)]
    modules = {file.name.removesuffix(".template") for file in files if file.is_file()}
    pages = [ROOT / "README.md", *(file for file in files if file.suffix == ".md")]
    assert len(pages) > 50
    for page in pages:
        named = {Path(name).name for name in re.findall(r"`([a-z0-9_/]+\.(?:py|lua))`", page.read_text())}
        assert named <= modules, (page, named - modules)


def test_every_test_that_the_threat_model_names_exists() -> None:
    page = (ROOT / "docs" / "security.md").read_text()
    named = set(re.findall(r"`((?:tests/[a-z0-9_/]+/)?test_[a-z0-9_]+|tests/[a-z0-9_/]+)`", page))
    assert len(named) > 20
    for name in sorted(named - {"tests/security"}):
        path = ROOT / name if "/" in name else ROOT / "tests" / "security" / name
        assert path.is_dir() or path.with_suffix(".py").is_file(), name
