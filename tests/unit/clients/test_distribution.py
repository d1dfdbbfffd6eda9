"""The client is a distribution of its own, which needs nothing of the platform."""

import ast
import inspect
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import playhall_client
from playhall_client import AsyncClient, Client
from playhall_client.operations import Operations

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "clients" / "python"
MODULES = sorted((FOLDER / "playhall_client").glob("*.py"))


def imported(module: Path) -> set[str]:
    """The packages that a module imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            found.add(str(node.module).partition(".")[0])
    return found


EXTRA = {"pettingzoo_env": {"gymnasium", "numpy", "pettingzoo"}, "spaces": {"numpy"}}
"""What modules import besides, with the extra `pettingzoo`."""


def test_it_imports_the_standard_library_and_httpx_alone() -> None:
    assert len(MODULES) > 5
    for module in MODULES:
        allowed = {"httpx", "playhall_client"} | EXTRA.get(module.stem, set())
        assert imported(module) - sys.stdlib_module_names <= allowed, module.name
    project = tomllib.loads((FOLDER / "pyproject.toml").read_text())["project"]
    assert [requirement.partition(">")[0] for requirement in project["dependencies"]] == ["httpx"]
    extras = project["optional-dependencies"]
    assert {name: [each.partition(">")[0] for each in extras[name]] for name in extras} == {
        "pettingzoo": ["pettingzoo"]
    }


def test_without_the_extra_all_else_works() -> None:
    program = "import sys; sys.modules['numpy'] = sys.modules['pettingzoo'] = None; import playhall_client"
    subprocess.run((sys.executable, "-c", program), check=True, cwd=FOLDER, timeout=60)


@pytest.mark.slow
def test_its_wheel_has_the_package_its_types_and_nothing_else(tmp_path: Path) -> None:
    command = (sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "--no-index", "--quiet")
    subprocess.run((*command, "--wheel-dir", tmp_path, FOLDER), check=True, capture_output=True, timeout=100)
    (wheel,) = tmp_path.iterdir()
    assert wheel.name == f"playhall_client-{version()}-py3-none-any.whl"
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert names == {f"playhall_client/{module.name}" for module in MODULES} | {"playhall_client/py.typed"}


def version() -> str:
    """As its pyproject.toml has it."""
    found = tomllib.loads((FOLDER / "pyproject.toml").read_text())["project"]["version"]
    assert isinstance(found, str)
    return found


def test_it_says_which_version_it_is() -> None:
    assert f"playhall-client/{version()}" in (FOLDER / "playhall_client" / "connection.py").read_text()


def test_all_that_it_exports_is_there() -> None:
    assert len(playhall_client.__all__) == len(set(playhall_client.__all__))
    for name in playhall_client.__all__:
        assert getattr(playhall_client, name)


def test_both_clients_have_the_same_operations_with_the_same_parameters() -> None:
    names = [name for name in vars(Operations) if not name.startswith("_")]
    assert len(names) == 72
    sync, later = Client("http://127.0.0.1:1", None), AsyncClient("http://127.0.0.1:1", None)
    for name in names:
        one, other = getattr(sync, name), getattr(later, name)
        assert inspect.signature(one) == inspect.signature(other)
        assert "self" not in inspect.signature(one).parameters
        assert one.__doc__ == other.__doc__
        assert one.__doc__
        assert getattr(Client, name).__doc__ == one.__doc__
    sync.close()
