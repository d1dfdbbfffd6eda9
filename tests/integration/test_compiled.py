"""A wheel with compiled modules (``hatch_build.py``) behaves as its sources do."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent.parent

TESTED: Final = ("tests/unit/engine/test_local.py", "tests/unit/matches", "tests/integration/matches")
"""Tests of compiled modules that are not rules."""

WHERE_FROM: Final = """
from services import quick_redis
from services.engine import local
from services.matches import judge
from services.rulesets.factionwars import phases

for module in (quick_redis, local, judge, phases):
    print(module.__file__)
"""


def built(folder: Path) -> Path:
    """The unpacked wheel, built with what is installed here."""
    command = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder))
    environment = {**os.environ, "HATCH_BUILD_HOOKS_ENABLE": "true"}
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, timeout=1500)
    (wheel,) = folder.glob("playhall-*.whl")
    assert "none-any" not in wheel.name
    zipfile.ZipFile(wheel).extractall(folder / "unpacked")
    return folder / "unpacked"


def run(code: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python, with Playhall from there and all else as installed here."""
    command = (sys.executable, "-P", *arguments)
    environment = {**os.environ, "PYTHONPATH": str(code)}
    return subprocess.run(command, cwd=code, env=environment, capture_output=True, text=True, timeout=600, check=False)


@pytest.mark.timeout(2400)
@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no C compiler")
def test_compiled_rules_keep_every_invariant_and_play_the_recorded_matches_again(tmp_path: Path) -> None:
    code = built(tmp_path)
    where = run(code, "-c", WHERE_FROM)
    assert where.returncode == 0, where.stderr
    files = [Path(file) for file in where.stdout.split()]
    assert [file.suffix for file in files] == [".so"] * 4
    assert all(file.is_relative_to(code) for file in files)
    held = run(code, "-m", "cli", "conformance", "factionwars")
    assert held.returncode == 0, held.stdout + held.stderr
    shutil.copytree(ROOT / "tests", code / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", code)
    tested = run(code, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", *TESTED)
    assert tested.returncode == 0, tested.stdout[-4000:]
