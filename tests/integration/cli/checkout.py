"""A copy of this checkout, for commands that write into it."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[3]
PARTS = ("cli", "docs", "gateway", "protos", "services", "tests", "workers", "pyproject.toml")


@dataclass(frozen=True, slots=True)
class Checkout:
    """A folder with the whole source."""

    path: Path

    def run(self, *command: str) -> "subprocess.CompletedProcess[str]":
        """A command in it, on its own code; ``playhall`` and ``python`` are those of this environment."""
        return subprocess.run(
            self.words(*command),
            cwd=self.path,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )

    def words(self, *command: str) -> tuple[str, ...]:
        """The command with the programs' places."""
        program, *rest = command
        if program == "playhall":
            return (sys.executable, "-P", "-m", "cli", *rest)
        if program == "python":
            return (sys.executable, *rest)
        return (str(Path(sys.executable).with_name(program)), *rest)

    @property
    def environment(self) -> dict[str, str]:
        """For commands that run in it, whose coverage nobody measures."""
        not_theirs = ("PLAYHALL_", "PYTEST_", "COVERAGE_")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(not_theirs)}
        return {**kept, "PYTHONPATH": f"{self.path}{os.pathsep}{self.path / 'protos'}", "COLUMNS": "200"}

    def files(self) -> dict[Path, bytes]:
        """Every file of the source with its content."""
        found = (path for path in self.path.rglob("*") if path.is_file())
        return {path: path.read_bytes() for path in found if "__pycache__" not in path.parts}


def copy_into(folder: Path) -> Checkout:
    """The copy."""
    # What Python has compiled comes along, but for files that another process is writing.
    not_source = shutil.ignore_patterns("*.pyc.*", ".*_cache", ".venv", "node_modules")
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, folder / part, ignore=not_source)
        else:
            shutil.copy(source, folder / part)
    return Checkout(folder)
