"""The data folder and its locks."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.data_folder import DataFolder, FolderInUse, FolderLock
from cli.sockets import make_private_folder
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


def test_what_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (data / "logs").mkdir(parents=True)
    (data / "logs" / "gateway.log").touch()
    (data / "playhall.db").touch()
    (data / "run").touch()
    (data / "elsewhere").symlink_to("/etc/passwd")
    modes = {data: 0o755, data / "logs": 0o777, data / "logs" / "gateway.log": 0o644, data / "playhall.db": 0o600}
    for path, mode in {**modes, data / "run": 0o750}.items():
        path.chmod(mode)
    before = Path("/etc/passwd").stat().st_mode
    assert DataFolder(data).make() == 4
    assert {path.name: path.stat().st_mode & 0o777 for path in modes} == {
        "data": 0o700,
        "logs": 0o700,
        "gateway.log": 0o600,
        "playhall.db": 0o600,
    }
    assert (data / "run").stat().st_mode & 0o777 == 0o700
    assert Path("/etc/passwd").stat().st_mode == before
    assert DataFolder(data).make() == 0


def test_a_folder_behind_a_symbolic_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with pytest.raises(BadSetting, match="is a symbolic link"):
        DataFolder(tmp_path / "link").make()


def test_a_first_key_is_not_written_through_a_link(folder: DataFolder, tmp_path: Path) -> None:
    folder.admin_key.symlink_to(tmp_path / "stolen")
    with pytest.raises(OSError, match="symbolic links"):
        folder.keep_key("playhall_dev_k1_secret")
    assert not (tmp_path / "stolen").exists()


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a folder to somebody else")
@pytest.mark.parametrize("name", ["", "logs", "admin.key"])
def test_what_belongs_to_another_user_is_refused(tmp_path: Path, name: str) -> None:
    data = tmp_path / "data"
    (data / "logs").mkdir(parents=True)
    (data / "admin.key").touch()
    os.chown(data / name, 12_345, 12_345)
    with pytest.raises(BadSetting, match="belongs to another user"):
        DataFolder(data).make()


@pytest.mark.skipif(os.getuid() == 0, reason="root may use every folder of the system as its own")
def test_a_folder_of_the_system_is_refused() -> None:
    with pytest.raises(BadSetting, match="belongs to another user"):
        DataFolder(Path("/usr")).make()


def test_a_socket_lies_in_no_folder_that_others_may_write_to(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    with pytest.raises(BadSetting, match="others may write"):
        make_private_folder(tmp_path)
    tmp_path.chmod(0o1777)
    make_private_folder(tmp_path)
    tmp_path.chmod(0o755)
    make_private_folder(tmp_path)


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


def opened_in(folder: Path) -> list[int]:
    """The file descriptors of this process that are files of a folder."""
    links = list(Path("/proc/self/fd").iterdir())
    return [int(link.name) for link in links if os.path.realpath(link).startswith(f"{folder}/")]


def test_a_platform_waits_for_what_is_left_of_the_last_one(folder: DataFolder) -> None:
    last = FolderLock(folder, print)
    own = last.take()
    kept = [fd for fd in opened_in(folder.path) if fd != own]
    child = subprocess.Popen((sys.executable, "-c", "input()"), stdin=subprocess.PIPE, pass_fds=kept)
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
