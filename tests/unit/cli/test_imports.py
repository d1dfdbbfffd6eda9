"""What processes import when they start: a platform starts twenty of them, and each takes the time for itself."""

import subprocess
import sys

import pytest


def imported_by(modules: str) -> set[str]:
    """The packages that are there after an import."""
    program = f"import sys, {modules}; print(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_what_every_process_begins_with_is_small() -> None:
    assert imported_by("cli.processes").isdisjoint(
        {"alembic", "celery", "flask", "grpc", "pydantic", "redis", "sqlalchemy"}
    )


@pytest.mark.parametrize(
    "process", ["workers.bootstrap, workers.processes", "gateway.bootstrap, gateway.grpc_api.server"]
)
@pytest.mark.slow
def test_only_who_migrates_needs_alembic(process: str) -> None:
    found = imported_by(process)
    assert "sqlalchemy" in found
    assert "alembic" not in found
