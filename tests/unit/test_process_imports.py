"""What each kind of process does not load: unused modules cost each process memory, and time to start.

The imports listed here are those that the command of each process makes: see ``cli/processes.py`` and
``cli/engine.py``.
"""

import subprocess
import sys

import pytest

NOBODY = {"alembic", "hypothesis", "matplotlib", "numpy", "pandas", "pyarrow", "pytest"}
"""For tables, pictures, and what is done once."""
SERVING = {"flask", "jinja2", "starlette", "uvicorn", "werkzeug"}
SQL = {"sqlalchemy"}
REDIS = {"redis"}
TASKS = {"billiard", "celery", "kombu"}
TOURNAMENTS = {"rustworkx", "openskill"}
CALLING = {"httpcore"}
ENGINES = {"grpc", "services.rulesets"}
DOCUMENTS = {"pydantic"}

KINDS = {
    "engine": (["cli.engine"], SERVING | SQL | REDIS | TASKS | TOURNAMENTS | CALLING | {"gateway", "workers"}),
    "gateway": (["cli.processes", "gateway.bootstrap", "gateway.server"], TASKS | CALLING | {"workers"}),
    "gateway-grpc": (["cli.processes", "gateway.grpc_api.server"], TASKS | CALLING | {"workers"}),
    "worker of turns": (
        ["cli.processes", "workers.processes", "workers.readiness", "workers.turn_bootstrap"],
        SERVING | SQL | TOURNAMENTS | CALLING | {"gateway"},
    ),
    "worker of scoring": (
        ["cli.processes", "workers.processes", "workers.readiness", "workers.scoring_bootstrap"],
        SERVING | TOURNAMENTS | CALLING | ENGINES | {"gateway"},
    ),
    "worker of webhooks": (
        ["cli.processes", "workers.processes", "workers.readiness", "workers.call_bootstrap"],
        SERVING | TOURNAMENTS | {"gateway"},
    ),
    "worker": (["cli.processes", "workers.processes", "workers.readiness", "workers.bootstrap"], SERVING | {"gateway"}),
    "relay": (
        ["cli.processes", "workers.processes", "workers.readiness"],
        SERVING | SQL | TOURNAMENTS | CALLING | ENGINES | DOCUMENTS | {"gateway"},
    ),
    "valkey": (["cli.processes", "cli.embedded"], SERVING | SQL | TASKS | TOURNAMENTS | CALLING | ENGINES | DOCUMENTS),
}


@pytest.mark.parametrize("kind", list(KINDS))
def test_a_process_loads_nothing_that_it_makes_no_use_of(kind: str) -> None:
    imported, unused = KINDS[kind]
    script = f"import sys, {', '.join(imported)}; print(*sys.modules)"
    loaded = set(
        subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    )
    assert sorted((unused | NOBODY) & loaded) == []
