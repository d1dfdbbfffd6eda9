"""The throw-away PostgreSQL itself, and what is said where there is none."""

import os
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest

from tests.postgres import NOT_FOUND, Cluster, find_binaries, running

pytestmark = pytest.mark.slow

A_TEST = """
def test_on_postgresql(postgres_url): pass
def test_on_both(database): pass
def test_elsewhere(): pass
"""


def test_a_test_gets_an_empty_database_of_its_own(postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        found = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()

    assert found == (0,)


def test_the_server_does_not_run_as_root_and_listens_on_no_network(postgres_cluster: Cluster) -> None:
    with psycopg.connect(postgres_cluster.url("postgres")) as connection:
        addresses = connection.execute("SHOW listen_addresses").fetchone()

    assert addresses == ("",)
    assert (postgres_cluster.folder / "data").stat().st_uid != 0


def test_a_cluster_ends_with_its_block_and_leaves_nothing() -> None:
    binaries = find_binaries()
    if binaries is None:
        pytest.skip(NOT_FOUND)

    with running(binaries) as cluster:
        server = int((cluster.folder / "data" / "postmaster.pid").read_text().split()[0])
        assert is_running(server)

    assert not is_running(server)
    assert not cluster.folder.exists()


def test_a_cluster_ends_when_its_test_process_is_killed() -> None:
    binaries = find_binaries()
    if binaries is None:
        pytest.skip(NOT_FOUND)
    start = f"""
from pathlib import Path
from tests.postgres import running
with running(Path({str(binaries)!r})) as cluster:
    print(cluster.folder, flush=True)
    input()
"""
    with subprocess.Popen(
        [sys.executable, "-c", start], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        folder = Path(process.stdout.readline().strip())
        server = int((folder / "data" / "postmaster.pid").read_text().split()[0])
        assert is_running(server)
        process.kill()

    deadline = time.monotonic() + 30
    while is_running(server) or folder.exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_where_there_are_no_binaries_the_tests_are_skipped_and_the_summary_says_so(tmp_path: Path) -> None:
    (tmp_path / "test_something.py").write_text(A_TEST)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")

    plugins = ("-p", "xdist.plugin", "-p", "tests.postgres", "-p", "no:cacheprovider")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *plugins, "-n", "2"],
        cwd=tmp_path,
        env={
            **os.environ,
            "POSTGRES_BIN": str(tmp_path),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTHONPATH": str(Path(__file__).parents[3]),
        },
        capture_output=True,
        text=True,
        check=False,
    )

    assert "2 passed, 2 skipped" in ran.stdout
    assert ran.stdout.count("PostgreSQL binaries not found: tests against PostgreSQL skipped (2)") == 1
