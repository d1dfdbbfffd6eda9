"""Fixtures that run tests against real databases: SQLite in a file, and a throw-away PostgreSQL.

`database` gives a test each in turn, with its tables made. A test that needs PostgreSQL alone asks for `postgres_url`.
The PostgreSQL cluster is made by `initdb` in a short temporary folder, listens on a Unix socket only and ends with the
test process, however that ends; each test gets a database of its own in it. Where no PostgreSQL binaries are found,
these tests are skipped and the summary says so. `POSTGRES_BIN` in the environment names the one folder to look in.
"""

import os
import pwd
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final, LiteralString

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from services.database import Database, DatabaseUnreachable
from tests.waiting import wait_until

NOT_FOUND: Final = "PostgreSQL binaries not found: tests against PostgreSQL skipped"
_START_SECONDS: Final = 60.0
_numbers: Final = count(1)

# PostgreSQL is ended, and its folder removed, when the pipe to this shell breaks: also when the test process is killed.
_UNTIL_THE_PIPE_BREAKS: Final = """
"$@" </dev/null &
server=$!
cat
kill -INT $server
wait $server
rm -rf "$0"
"""

_BECOME: Final = """
import os, sys
user, group = map(int, sys.argv[1:3])
os.setgroups([])
os.setgid(group)
os.setuid(user)
os.execv(sys.argv[3], sys.argv[3:])
"""

# Speed for safety: what these clusters hold is never wanted after a power cut.
_OPTIONS: Final = {
    "listen_addresses": "",
    "port": "5432",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "shared_buffers": "32MB",
    "max_connections": "100",
}


@dataclass(frozen=True, slots=True)
class Cluster:
    """A PostgreSQL."""

    folder: Path
    user: str
    port: int

    @property
    def pid(self) -> int:
        """Of the server's first process."""
        return int((self.folder / "data" / "postmaster.pid").read_text().split()[0])

    def url(self, name: str) -> str:
        """URL of one of its databases."""
        return f"postgresql://{self.user}@/{name}?host={self.folder}&port={self.port}"


@pytest.fixture(scope="session")
def postgres_cluster() -> Iterator[Cluster]:
    """A PostgreSQL for this test process."""
    binaries = find_binaries()
    if binaries is None:
        pytest.skip(NOT_FOUND)
    with running(binaries) as cluster:
        yield cluster


@pytest.fixture
def postgres_url(postgres_cluster: Cluster) -> Iterator[str]:
    """URL of a new, empty PostgreSQL database."""
    with _new_database(postgres_cluster, "template1") as url:
        yield url


@pytest.fixture
def postgres_url_with_tables(postgres_cluster: Cluster, postgres_tables: str) -> Iterator[str]:
    """URL of a new PostgreSQL database with its tables."""
    with _new_database(postgres_cluster, postgres_tables) as url:
        yield url


@pytest.fixture(scope="session")
def postgres_tables(postgres_cluster: Cluster) -> str:
    """The name of a PostgreSQL database with all tables and no rows: copied for each test, which is faster than making
    them."""
    _administer(postgres_cluster, "CREATE DATABASE {}", "tables")
    _make_tables(postgres_cluster.url("tables"))
    return "tables"


@pytest.fixture(scope="session")
def sqlite_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with all tables and no rows, to be copied like that of PostgreSQL."""
    path = tmp_path_factory.mktemp("database") / "tables.db"
    _make_tables(f"sqlite:///{path}")
    return path


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """URL of a new database: SQLite, then PostgreSQL. It is empty, but for a test that asks for `database`, too."""
    with_tables = "database" in request.fixturenames
    if request.param == "sqlite":
        path = tmp_path / "test.db"
        if with_tables:
            shutil.copy(request.getfixturevalue("sqlite_tables"), path)
        return f"sqlite:///{path}"
    url: str = request.getfixturevalue("postgres_url_with_tables" if with_tables else "postgres_url")
    return url


def _answers(database: Database) -> bool:
    """Whether it has its tables and says so; one that was just copied may take longer than a check waits."""
    try:
        database.check()
    except DatabaseUnreachable:
        return False
    return True


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """A new database with its tables: SQLite, then PostgreSQL."""
    database = Database(database_url)
    wait_until(lambda: _answers(database), "an answer of the new database")
    yield database
    database.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """PostgreSQL is for the long run: a machine without it runs `make test` all the same."""
    for item in items:
        if "postgres_cluster" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line what a machine without PostgreSQL did not test."""
    skipped = [report for report in terminalreporter.stats.get("skipped", []) if NOT_FOUND in str(report.longrepr)]
    if skipped:
        terminalreporter.write_line(f"{NOT_FOUND} ({len(skipped)})", yellow=True)


def find_binaries() -> Path | None:
    """The folder that has `initdb` and `postgres`: named by POSTGRES_BIN, else on the path, else where Debian or
    pg_config has them (the newest version first)."""
    if "POSTGRES_BIN" in os.environ:
        return _complete(Path(os.environ["POSTGRES_BIN"]))
    candidates = [Path(found).resolve().parent for name in ("initdb", "postgres") if (found := shutil.which(name))]
    candidates += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_version, reverse=True)
    if shutil.which("pg_config"):
        asked = subprocess.run(["pg_config", "--bindir"], capture_output=True, text=True, check=False)
        candidates.append(Path(asked.stdout.strip()))
    return next((folder for candidate in candidates if (folder := _complete(candidate))), None)


@contextmanager
def running(
    binaries: Path, configure: Callable[[Path, pwd.struct_passwd], Mapping[str, str]] | None = None
) -> Iterator[Cluster]:
    """A new cluster, running until the end of the block. ``configure`` gets its folder and its owner before it starts,
    and answers with settings of its own."""
    owner = _owner()
    # Not pytest's own folder: that one is too deep for the address of a socket, and closed to other users.
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    try:
        os.chown(folder, owner.pw_uid, owner.pw_gid)
        _initdb(binaries, folder, owner)
        options = configure(folder, owner) if configure else {}
        port = int(options.get("port", _OPTIONS["port"]))
        with started(binaries, Cluster(folder, owner.pw_name, port), options) as cluster:
            yield cluster
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def started(binaries: Path, cluster: Cluster, options: Mapping[str, str]) -> Iterator[Cluster]:
    """A cluster that was made before, running until the end of the block, which removes it. ``options``: settings of
    its own."""
    server = _start(binaries, cluster.folder, _owner(), {**_OPTIONS, **options})
    try:
        _wait_until_ready(cluster)
        yield cluster
    finally:
        server.communicate()  # closes the pipe and waits


def _complete(folder: Path) -> Path | None:
    return folder if all((folder / name).is_file() for name in ("initdb", "postgres")) else None


def _version(folder: Path) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", folder.parent.name)]


def _owner() -> pwd.struct_passwd:
    """Who runs PostgreSQL, which refuses to run as root: then a user with little power does."""
    if os.getuid() != 0:
        return pwd.getpwuid(os.getuid())
    users = {user.pw_name: user for user in pwd.getpwall()}
    return users.get("postgres") or users["nobody"]


def _as(owner: pwd.struct_passwd, *command: str) -> list[str]:
    """A command that runs as this user. Not by the arguments of `subprocess` for that: it would fork this process, and
    what gRPC does in a fork, if its threads are at work, has ended the command before it began."""
    if owner.pw_uid == os.getuid():
        return [*command]
    return [sys.executable, "-c", _BECOME, str(owner.pw_uid), str(owner.pw_gid), *command]


def _initdb(binaries: Path, folder: Path, owner: pwd.struct_passwd) -> None:
    options = [
        "-D",
        str(folder / "data"),
        "-U",
        owner.pw_name,
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--locale",
        "C",
        "--no-sync",
    ]
    command = _as(owner, str(binaries / "initdb"), *options)
    made = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if made.returncode != 0:
        raise RuntimeError(f"initdb ended with {made.returncode}: {made.stderr}")


def _start(
    binaries: Path, folder: Path, owner: pwd.struct_passwd, options: Mapping[str, str]
) -> subprocess.Popen[bytes]:
    words = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
    server = [str(binaries / "postgres"), "-D", str(folder / "data"), "-k", str(folder), *words]
    with (folder / "log").open("wb") as log:
        return subprocess.Popen(
            _as(owner, "/bin/sh", "-c", _UNTIL_THE_PIPE_BREAKS, str(folder), *server),
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
            start_new_session=True,  # Ctrl-C is for the tests, which then end it in order
        )


def _wait_until_ready(cluster: Cluster) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while True:
        try:
            psycopg.connect(cluster.url("postgres")).close()
        except psycopg.OperationalError:
            if time.monotonic() > deadline:
                raise RuntimeError(f"PostgreSQL did not start: {(cluster.folder / 'log').read_text()}") from None
            time.sleep(0.02)
        else:
            return


@contextmanager
def _new_database(cluster: Cluster, template: str) -> Iterator[str]:
    """URL of a copy of a database, which is there until the end of the block."""
    name = f"test{next(_numbers)}"
    _administer(cluster, "CREATE DATABASE {} TEMPLATE {}", name, template)
    yield cluster.url(name)
    _administer(cluster, "DROP DATABASE {} WITH (FORCE)", name)


def _make_tables(url: str) -> None:
    database = Database(url)
    database.upgrade()
    database.close()


def _administer(cluster: Cluster, statement: LiteralString, *names: str) -> None:
    with psycopg.connect(cluster.url("postgres"), autocommit=True) as connection:
        connection.execute(SQL(statement).format(*map(Identifier, names)))
