"""The web client's modules: their types, what they load, what is made elsewhere."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from services.tournaments.tie_breaks import TIE_BREAKS
from tests.integration.clients.node import NODE, ROOT, TYPESCRIPT, with_typescript

WEB = ROOT / "gateway" / "web"
MODULES = sorted(WEB.rglob("*.js"))
OWN = [module for module in MODULES if module.relative_to(WEB).parts[0] not in ("vendor", "playhall")]


@with_typescript
@pytest.mark.slow
def test_its_types_fit() -> None:
    assert NODE is not None
    compiler = TYPESCRIPT / "node_modules" / "typescript" / "bin" / "tsc"
    command = (NODE, compiler, "-p", Path(__file__).parent / "tsconfig.json")
    result = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert result.stdout == ""


def test_every_module_has_its_types_checked() -> None:
    assert [module.name for module in OWN if not module.read_text().startswith("// @ts-check\n")] == []


@with_typescript
def test_the_client_is_the_one_that_is_built() -> None:
    built = {module.name: module.read_text() for module in (TYPESCRIPT / "dist").glob("*.js")}
    here = {module.name: module.read_text() for module in (WEB / "playhall").iterdir()}
    assert here == built, "`make typescript` copies it"


def test_modules_load_only_what_is_in_the_folder() -> None:
    for module in MODULES:
        for path in re.findall(r"""(?:from ?|(?<![\w.])import ?\(?)["']([^"']+)["']""", _code(module)):
            assert path.startswith("."), f"{module.name} loads {path}"
            assert (module.parent / path).is_file(), f"{module.name} loads {path}"


def test_the_page_loads_at_once_what_it_always_needs() -> None:
    preloaded = re.findall(r'<link rel="modulepreload" href="([^"]+)">', (WEB / "index.html").read_text())
    needed, waiting = set[Path](), [WEB / "main.js"]
    while waiting:
        needed.add(module := waiting.pop())
        found = re.findall(r"""from ?["']([^"']+)["']""", _code(module))
        waiting += [path for path in ((module.parent / name).resolve() for name in found) if path not in needed]
    assert {WEB / path for path in preloaded} >= needed


def test_every_text_that_is_asked_for_is_in_the_catalogue() -> None:
    asked = {key for module in OWN for key in re.findall(r'\btext\(\s*"([\w.]+)"', module.read_text())}
    assert asked - _texts() == set()
    assert len(asked) > 40


def test_formats_and_tie_breaks_of_tournaments_have_names() -> None:
    stages = (ROOT / "services" / "tournaments" / "settings.py").read_text()
    formats = {
        name
        for names in re.findall(r"^    format: Literal\[(.+?)\]", stages, re.M)
        for name in re.findall(r'"(\w+)"', names)
    }
    assert {f"tournament.format.{name}" for name in formats} <= _texts()
    assert "arena" in formats
    assert {f"tournament.tie_break.{name}" for name in TIE_BREAKS} <= _texts()


def _texts() -> set[str]:
    """The keys of the catalogue."""
    parts = (WEB / "texts" / "en").glob("*.js")
    return {key for part in parts for key in re.findall(r'^  "([\w.]+)":', part.read_text(), re.M)}


def test_what_looks_at_pages_is_pinned_and_the_lock_names_no_registry() -> None:
    here = Path(__file__).parent
    tools = json.loads((here / "package.json").read_text())["devDependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in tools.values())
    lock = (here / "package-lock.json").read_text()
    locked = {name: entry for name, entry in json.loads(lock)["packages"].items() if name}
    assert {f"node_modules/{name}" for name in tools} <= locked.keys()
    assert all(entry["integrity"].startswith("sha512-") for entry in locked.values())
    assert '"resolved"' not in lock


def _code(module: Path) -> str:
    """A module without its comments, in which types are imported."""
    return re.sub(r"/\*.*?\*/", "", module.read_text(), flags=re.S)
