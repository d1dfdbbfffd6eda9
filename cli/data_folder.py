"""The data folder of a platform on one machine: what lies where, and who uses it."""

import fcntl
import json
import os
import re
import shutil
import stat
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from services.settings import BadSetting

LEFTOVER_SECONDS: Final = 120.0
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
_UNUSABLE: Final = re.compile(r"[\s\"'\\?#%]")


class FolderInUse(BadSetting):
    """Another platform runs on the folder."""


@dataclass(frozen=True, slots=True)
class DataFolder:
    """Paths in a data folder."""

    path: Path

    @property
    def logs(self) -> Path:
        """Each process's log."""
        return self.path / "logs"

    @property
    def metrics(self) -> Path:
        """Where the processes count what they do. Emptied at each start."""
        return self.path / "metrics"

    @property
    def admin_key(self) -> Path:
        """The text of the first API key, for its owner's eyes only."""
        return self.path / "admin.key"

    @property
    def signing_keys(self) -> Path:
        """The keys that the platform signs with, for their owner's eyes only."""
        return self.path / "signing-keys.json"

    @property
    def running(self) -> Path:
        """What the running platform says of itself: JSON with ``url``, ``grpc`` (a gRPC target) and ``pid``."""
        return self.path / "running.json"

    def check_path(self) -> None:
        """Refuse a path that cannot stand in the embedded Valkey's configuration and in the URL of its socket.

        Raises:
            BadSetting: so it is.
        """
        if found := _UNUSABLE.search(str(self.path)):
            raise BadSetting(f"the embedded Valkey cannot use the data folder {self.path}: its path holds {found[0]!r}")

    def make(self) -> int:
        """Make the folder, or take one that is there, for its owner only: it holds seeds, hands and a key.

        Returns:
            How many files and folders others could use until now, and no longer can.

        Raises:
            BadSetting: it cannot be made or written to; it, or something in it, is another user's; it is a symbolic
                link.
        """
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            found = self.path.lstat()
        except OSError as error:
            raise BadSetting(f"the data folder {self.path} cannot be made: {error.strerror}") from None
        if stat.S_ISLNK(found.st_mode):
            raise BadSetting(f"the data folder {self.path} is a symbolic link: name the folder itself")
        _check_owner(self.path, found)
        if not os.access(self.path, os.W_OK | os.X_OK):
            raise BadSetting(f"the data folder {self.path} cannot be written to")
        # The folder first: from then on nobody else can put anything in the place of what is looked at.
        mended = _close(self.path, found)
        for folder, folders, names in os.walk(self.path):
            for path in (Path(folder, name) for name in (*folders, *names)):
                try:
                    found = path.lstat()
                    _check_owner(path, found)
                    mended += _close(path, found)
                except FileNotFoundError:  # processes of an earlier run may still be ending
                    continue
        return mended

    def forget_metrics(self) -> None:
        """Begin to count anew."""
        shutil.rmtree(self.metrics, ignore_errors=True)

    def is_first_start(self) -> bool:
        """Whether no platform on this folder has printed the first key yet. Whoever asks is to print it: the next
        answer is no."""
        try:
            os.close(os.open(self.path / "key-was-shown", os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            return False
        return True

    def announce(self, url: str, grpc: str) -> None:
        """Let commands on this machine find the running platform."""
        new = self.running.with_suffix(".new")
        new.write_text(json.dumps({"url": url, "grpc": grpc, "pid": os.getpid()}))
        new.replace(self.running)

    def withdraw(self) -> None:
        """The platform no longer runs."""
        self.running.unlink(missing_ok=True)

    def url(self) -> str | None:
        """Where the running platform listens, if one announced itself."""
        return self._announced("url")

    def grpc(self) -> str | None:
        """Where it listens for gRPC clients."""
        return self._announced("grpc")

    def _announced(self, name: str) -> str | None:
        try:
            return str(json.loads(self.running.read_text())[name])
        except (OSError, ValueError, KeyError):
            return None

    def keep_key(self, text: str) -> None:
        """Write the first key, readable by its owner only."""
        file = os.open(self.admin_key, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
        try:
            os.fchmod(file, 0o600)
            os.write(file, f"{text}\n".encode())
            os.fsync(file)
        finally:
            os.close(file)

    def key(self) -> str | None:
        """The first key, if it still lies here."""
        try:
            return self.admin_key.read_text().strip() or None
        except OSError:
            return None


class FolderLock:
    """Keeps a folder to one platform.

    The supervisor's lock ends with the supervisor. A second one is inherited by its children and ends with the last of
    them: after a supervisor was killed, the next one waits until nothing of the old platform runs.
    """

    def __init__(self, folder: DataFolder, print_line: Callable[[str], None]) -> None:
        self._folder = folder
        self._print_line = print_line
        self._fds: list[int] = []

    def take(self) -> int:
        """Take both locks.

        Returns:
            The file descriptor of the supervisor's own, which no child may keep open.

        Raises:
            FolderInUse: another platform runs on the folder.
        """
        own = self._open("up.lock")
        if not _lock(own):
            pid = os.pread(own, 32, 0).decode(errors="replace").strip()
            raise FolderInUse(
                f"Playhall already runs on {self._folder.path} (process {pid or 'unknown'}). "
                "Stop it first, or choose another folder with --data-dir."
            )
        os.ftruncate(own, 0)
        os.pwrite(own, str(os.getpid()).encode(), 0)
        shared = self._open("children.lock")
        fcntl.fcntl(shared, fcntl.F_SETFD, 0)  # a child that is a program of its own inherits it, too
        self._await(shared)
        return own

    def release(self) -> None:
        """Give both locks back."""
        while self._fds:
            os.close(self._fds.pop())

    def _open(self, name: str) -> int:
        fd = os.open(self._folder.path / name, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        self._fds.append(fd)
        return fd

    def _await(self, lock: int) -> None:
        if _lock(lock):
            return
        self._print_line("Waiting for the processes of the last run to end ...")
        deadline = time.monotonic() + LEFTOVER_SECONDS
        while not _lock(lock):
            if time.monotonic() > deadline:
                raise FolderInUse(f"processes of an earlier run still use {self._folder.path}: end them first")
            time.sleep(0.05)


def _check_owner(path: Path, found: os.stat_result) -> None:
    if found.st_uid != os.getuid():
        raise BadSetting(f"{path} belongs to another user (number {found.st_uid}): remove it, or choose another folder")


def _close(path: Path, found: os.stat_result) -> int:
    """Take away what others may do with something in the folder; 1 if there was anything. What a link leads to lies
    elsewhere and is its own owner's affair."""
    if stat.S_ISLNK(found.st_mode) or not found.st_mode & _OTHERS:
        return 0
    path.chmod(stat.S_IMODE(found.st_mode) & ~_OTHERS)
    return 1


def _lock(fd: int) -> bool:
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
