"""The data folder and its locks."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.data_folder import DataFolder, FolderInUse, FolderLock
from services.settings import BadSetting


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    made = DataFolder(tmp_path / "data")
    made.make()
    return made


def test_only_its_owner_may_look_into_it(folder: DataFolder) -> None:
    assert folder.path.stat().st_mode & 0o777 == 0o700


def test_only_its_owner_may_read_the_first_key(folder: DataFolder) -> None:
    before = os.umask(0)
    try:
        folder.keep_key("playhall_dev_k1_secret")
    finally:
        os.umask(before)
    assert folder.admin_key.stat().st_mode & 0o777 == 0o600
    assert folder.key() == "playhall_dev_k1_secret"


def test_a_place_that_cannot_be_a_folder_is_a_bad_setting(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadSetting, match="cannot be made"):
        DataFolder(tmp_path / "file" / "data").make()


@pytest.mark.parametrize("name", ["my data", "100%", "what?", "it's"])
def test_a_path_that_the_embedded_server_cannot_use_is_a_bad_setting(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadSetting, match="its path holds"):
        DataFolder(tmp_path / name).check_path()
    DataFolder(tmp_path / "jörg").check_path()


def test_a_platform_is_found_while_it_runs(folder: DataFolder) -> None:
    assert folder.url() is None
    folder.announce("http://127.0.0.1:8080", "127.0.0.1:8081")
    assert folder.url() == "http://127.0.0.1:8080"
    folder.withdraw()
    assert folder.url() is None


def test_a_second_platform_is_told_who_has_the_folder(folder: DataFolder) -> None:
    first = FolderLock(folder, print)
    first.take()
    with pytest.raises(FolderInUse, match=f"already runs on .*process {os.getpid()}"):
        FolderLock(folder, print).take()
    first.release()
    FolderLock(folder, print).take()


def test_a_platform_waits_for_what_is_left_of_the_last_one(folder: DataFolder) -> None:
    last = FolderLock(folder, print)
    inherited = last.take()
    child = subprocess.Popen((sys.executable, "-c", "input()"), stdin=subprocess.PIPE, pass_fds=(inherited,))
    last.release()  # as when the supervisor is killed: its child still has the lock
    said: list[str] = []

    def say(line: str) -> None:
        said.append(line)
        child.communicate()  # and ends

    following = FolderLock(folder, say)
    following.take()
    assert said == ["Waiting for the processes of the last run to end ..."]
    assert child.returncode is not None
    following.release()
