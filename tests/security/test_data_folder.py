"""The data folder of a platform on one machine: whatever lies there, other users of the machine read nothing."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.platform import Platform
from tests.waiting import wait_until

pytestmark = pytest.mark.slow


@pytest.fixture
def platform() -> Iterator[Platform]:
    made = Platform()
    yield made
    made.close()


def open_to_others(folder: Path) -> list[str]:
    """What others may read, write or enter, the folder itself included."""
    paths = [folder, *folder.rglob("*")]
    return [str(path) for path in paths if not path.is_symlink() and stat.S_IMODE(path.lstat().st_mode) & 0o077]


def test_nothing_in_a_folder_that_was_open_to_all_is_left_open(platform: Platform) -> None:
    data = platform.folder.path
    (data / "logs").mkdir(parents=True)
    (data / "logs" / "valkey.log").write_text("from an earlier run\n")
    for path in (data, data / "logs"):
        path.chmod(0o755)
    (data / "logs" / "valkey.log").chmod(0o644)
    before = os.umask(0o022)
    try:
        platform.start("--in-gateway")
    finally:
        os.umask(before)
    rest = platform.rest()
    match = rest.post("/v1/matches", {"ruleset": "duels", "seats": ["bot:greedy", "bot:greedy"]})["id"]
    wait_until(lambda: rest.get(f"/v1/matches/{match}")["status"] == "finished", "the match's end")
    key = platform.folder.key()
    assert key is not None
    names = {path.name for path in data.rglob("*")}
    assert {"playhall.db", "admin.key", "gateway.log", "valkey.log", "valkey.sock"} <= names
    assert open_to_others(data) == []
    assert "Other users of this machine could look into" in platform.output()
    seed = rest.get(f"/v1/matches/{match}/replay")["server_seed"]
    assert platform.stop() == 0
    assert open_to_others(data) == []
    logs = b"".join(path.read_bytes() for path in (data / "logs").iterdir())
    assert match.encode() in logs  # matches are named there
    assert bytes.fromhex(seed) not in logs
    assert seed.encode() not in logs
    assert key.encode() not in logs
    kept = b"".join(path.read_bytes() for path in (data / "valkey").rglob("*") if path.is_file())
    assert bytes.fromhex(seed) in kept  # why the folder is secret
