"""Fixtures that every test may use, and how property tests search.

A test run must mean the same on every machine and every day, so properties are tried on the same examples each time.
``make fuzz`` looks at fresh ones, many more: ``HYPOTHESIS_PROFILE=fuzz``.
"""

import logging
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
import structlog
from hypothesis import settings

from services.gc_tuning import collect_less_often, freeze_startup_objects

pytest_plugins = ["tests.postgres", "tests.valkey"]

_ALL_SLOW: Final = re.compile(r"^pytestmark = (\[\s*)?(.*\W)?pytest\.mark\.slow\b", re.MULTILINE)

collect_less_often()  # what is imported to collect the tests stays

settings.register_profile("repeatable", derandomize=True, print_blob=True, deadline=None)
settings.register_profile("fuzz", print_blob=True, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where slow tests are left out, files that have no others are not imported."""
    if collection_path.suffix != ".py" or "not slow" not in config.option.markexpr:
        return None
    return _ALL_SLOW.search(collection_path.read_text()) is not None or None


def pytest_collection_finish() -> None:
    """The garbage collector leaves alone what was imported, as in processes that serve."""
    freeze_startup_objects()


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--pictures FOLDER``."""
    parser.addoption("--pictures", type=Path, help="folder for pictures of the pages that tests look at in a browser")


@pytest.fixture(autouse=True)
def _logging_as_it_was() -> Iterator[None]:
    """Undo what a command did to logging: one that a test runs sets it up for the tests' own process."""
    root = logging.getLogger()
    handlers, level, configuration = root.handlers[:], root.level, structlog.get_config()
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.configure(**configuration)


@pytest.fixture(scope="session", autouse=True)
def _temporary_files_of_processes() -> Iterator[None]:
    """The folder for temporary files of processes that tests start: what those that are killed leave there goes.

    Its path is short, because sockets lie there, too, and it is as open as ``/tmp``: PostgreSQL runs as another user.
    """
    with tempfile.TemporaryDirectory(prefix="ph-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o1777)
        os.environ["TMPDIR"] = folder
        yield


@pytest.fixture
def pictures(request: pytest.FixtureRequest) -> Path | None:
    """Where pictures of pages are kept; None: nowhere."""
    found: Path | None = request.config.getoption("--pictures")
    return found


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: for a third of the time tests wait for processes, or for time to pass."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores + 1
