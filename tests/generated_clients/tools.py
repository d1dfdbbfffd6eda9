"""The linters of the API's reference and the generators of clients, where ``make generators`` has put them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PYTHON_TOOLS = HERE / ".venv/bin"
NODE_TOOLS = HERE / "node_modules"
REFERENCE = HERE.parents[1] / "build/openapi.json"
"""The API's reference, which the fixture ``reference`` writes. The linters' configurations name it."""
NODE = shutil.which("node")

needs_python_tools = pytest.mark.skipif(
    not (PYTHON_TOOLS / "openapi-python-client").exists(),
    reason="the generators are not installed: `make generators`",
)
needs_node_tools = pytest.mark.skipif(
    NODE is None or not (NODE_TOOLS / ".bin/tsc").exists(),
    reason="Node.js, or what runs on it, is not installed: `make generators` with Node.js 20.19 or later",
)


def run(*command: object, cwd: Path | None = None, **environment: str) -> str:
    """What a tool prints; it fails with all that it said."""
    # None of them is to tell its maker that it was run, or to look for its next version.
    quiet = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true", "CI": "1"}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**os.environ, **quiet, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command[0]}: {done.returncode}\n{done.stdout[-6000:]}\n{done.stderr[-6000:]}"
    return done.stdout


def run_python(*arguments: object) -> str:
    """What a program prints in this interpreter."""
    return run(sys.executable, *arguments)
