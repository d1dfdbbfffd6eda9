"""Runs the platform's processes: starts them in order, starts again what dies, stops them in order.

Every child is forked (:mod:`cli.forking`), or a program of its own where that is not safe. It is the leader of a
session of its own, so that Ctrl-C in the terminal reaches the supervisor alone, and has a socket to the supervisor
(:mod:`cli.parent_watch`), so that it does not outlive it.
"""

import fcntl
import os
import shutil
import signal
import socket
import time
from collections import deque
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from cli.forking import Forked, fork
from cli.parent_watch import NEEDED, READY
from cli.signals import STOPPING, SignalWatch

FIRST_PAUSE_SECONDS: Final = 0.5
LONGEST_PAUSE_SECONDS: Final = 15.0
HEALTHY_SECONDS: Final = 60.0
"""A child that lived this long starts again without the pauses of its earlier deaths."""
LOG_BYTES: Final = 16_777_216
_PROBE_SECONDS: Final = 0.05
_LOG_CHECK_SECONDS: Final = 60.0


class StartFailed(Exception):
    """The platform could not be started. The message is for a person."""


@dataclass(frozen=True, slots=True)
class Service:
    """One process of the platform.

    ``command``: what it runs. ``probe``: asked until it is true, for a process that does not announce itself on its
    socket. ``once``: a task that is ready when it has ended without an error. ``leaves_offspring``: what the process
    started lives on when it is killed, and is adopted by the next one. ``inherits``: the supervisor's private file
    descriptors that it keeps open. ``on_demand``: it starts when another process says that it is needed.
    """

    name: str
    command: tuple[str, ...]
    probe: Callable[[], bool] | None = None
    ready_seconds: float = 60.0
    stop_seconds: float = 20.0
    once: bool = False
    leaves_offspring: bool = False
    inherits: tuple[int, ...] = ()
    on_demand: bool = False


@dataclass(slots=True)
class _Child:
    service: Service
    process: Forked | None = None
    connection: socket.socket | None = None
    started: float = 0.0
    ready: bool = False
    deaths: int = 0
    due: float | None = None
    """When to start it again, while it is down."""


@dataclass(slots=True)
class Supervisor:
    """Starts ``stages`` one after the other, the services of a stage together, and stops them in reverse order.

    ``run``: does a service's command, in its process. ``run_anew``: does it by a program that takes the process's
    place, where an import has started threads. ``environment``: of the children. ``logs``: folder in which each child's
    output is kept. ``print_line``: prints a line for a person. ``private``: file descriptors that children close,
    unless they inherit them. ``import_all``: imports what the children of the later stages need; called while the first
    stage starts.
    """

    stages: Sequence[Sequence[Service]]
    run: Callable[[Sequence[str]], object]
    run_anew: Callable[[Sequence[str]], object]
    environment: dict[str, str]
    logs: Path
    print_line: Callable[[str], None]
    private: Collection[int] = ()
    import_all: Callable[[], None] = lambda: None
    _watch: SignalWatch = field(init=False)
    _children: list[_Child] = field(init=False, default_factory=list)
    _logs_checked: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        self._watch = SignalWatch([*STOPPING, signal.SIGCHLD])
        self.logs.mkdir(parents=True, exist_ok=True)

    def supervise(self, started: Callable[[], None]) -> None:
        """Start everything, call ``started``, keep it running until a signal asks to stop, stop everything.

        Raises:
            StartFailed: something did not start; what had started is stopped again.
        """
        try:
            for number, stage in enumerate(self.stages):
                children = [self._start(_Child(service)) for service in stage if not service.on_demand]
                if number == 0:
                    self.import_all()
                self._await_stage(children)
                if self._watch.stop_asked:
                    return
            started()
            self._keep_running()
        finally:
            self._stop_all()
            self._watch.ignore_from_now()

    # -- starting ---------------------------------------------------------------------------------------------------

    def _start(self, child: _Child) -> _Child:
        ours, theirs = socket.socketpair()
        with theirs, self.log_of(child.service).open("ab") as log:
            self._trim(self.log_of(child.service))
            title = " ".join(("playhall", *child.service.command))
            live = partial(self._live, child.service, ours, theirs, log.fileno())
            child.process = fork(title, partial(live, self.run), partial(live, self.run_anew))
        child.connection = ours
        child.started = time.monotonic()
        child.ready = False
        child.due = None
        if child not in self._children:
            self._children.append(child)
        return child

    def _live(
        self,
        service: Service,
        ours: socket.socket,
        theirs: socket.socket,
        log: int,
        run: Callable[[Sequence[str]], object],
    ) -> None:
        """What a child does: its service's command, with the log as its output and the socket as its input."""
        os.dup2(theirs.fileno(), 0)
        os.dup2(log, 1)
        os.dup2(log, 2)
        self._watch.close()
        for connection in (ours, theirs, *(child.connection for child in self._children)):
            if connection is not None:
                connection.close()
        for private in set(self.private) - set(service.inherits):
            os.close(private)
        for inherited in service.inherits:
            fcntl.fcntl(inherited, fcntl.F_SETFD, 0)  # a program that takes this one's place has it, too
        os.environ.clear()
        os.environ.update(self.environment)
        run(service.command)

    def _await_stage(self, children: list[_Child]) -> None:
        while waiting := [child for child in children if not child.ready]:
            if self._watch.stop_asked:
                return
            for child in waiting:
                self._await(child)
            is_probed = any(child.service.probe and not child.ready for child in waiting)
            self._wait_for_news(_PROBE_SECONDS if is_probed else 1.0)

    def _await(self, child: _Child) -> None:
        """One look at a child that is starting."""
        service = child.service
        code = self._ended(child)
        if code is not None:
            if not service.once or code != 0:
                raise StartFailed(f"{service.name} did not start ({_ending(code)})\n{self._end_of_log(service)}")
            self._children.remove(child)
            child.ready = True
            return
        if service.probe is not None and service.probe():
            child.ready = True
        elif time.monotonic() - child.started > service.ready_seconds:
            raise StartFailed(
                f"{service.name} was not ready after {service.ready_seconds:.0f} s\n{self._end_of_log(service)}"
            )

    def _wait_for_news(self, seconds: float) -> None:
        """Wait a moment for signals, deaths, and what children say."""
        speakers = {child.connection.fileno(): child for child in self._children if child.connection is not None}
        for number in self._watch.wait(seconds, speakers):
            self._listen_to(speakers[number])

    def _listen_to(self, child: _Child) -> None:
        assert child.connection is not None
        try:
            said = child.connection.recv(4096)
        except ConnectionResetError:
            said = b""
        if not said:  # it has ended, or is about to
            child.connection.close()
            child.connection = None
        for line in said.splitlines(keepends=True):
            if line == READY and child.service.probe is None and not child.service.once:
                child.ready = True
            elif line.startswith(NEEDED):
                self._start_needed(line.removeprefix(NEEDED).decode().strip())

    def _start_needed(self, name: str) -> None:
        """Start a service that waits to be needed, as soon as all others run, unless it was started before."""
        known = {child.service.name for child in self._children}
        for service in (service for stage in self.stages for service in stage):
            if service.on_demand and service.name == name and name not in known:
                self._children.append(_Child(service, due=time.monotonic()))

    # -- running ----------------------------------------------------------------------------------------------------

    def _keep_running(self) -> None:
        while not self._watch.stop_asked:
            now = time.monotonic()
            for child in self._children:
                self._restart_if_down(child, now)
            self._check_logs(now)
            dues = [child.due for child in self._children if child.due is not None]
            self._wait_for_news(max(0.0, min([*dues, now + _LOG_CHECK_SECONDS]) - time.monotonic()))

    def _restart_if_down(self, child: _Child, now: float) -> None:
        if child.due is not None:
            if child.due <= now:
                self._start_again(child, now)
            return
        code = self._ended(child)
        if code is None:
            return
        child.deaths = 1 if now - child.started > HEALTHY_SECONDS else child.deaths + 1
        self._start_later(child, now, f"ended ({_ending(code)})")

    def _start_again(self, child: _Child, now: float) -> None:
        try:
            self._start(child)
        except OSError as error:  # no memory, no process, no log: that may pass, and the others run
            child.deaths += 1
            self._start_later(child, now, f"cannot be started ({error.strerror})")
            return
        if child.deaths:
            self.print_line(f"{child.service.name} started again")

    def _start_later(self, child: _Child, now: float, why: str) -> None:
        pause = min(FIRST_PAUSE_SECONDS * 2 ** (child.deaths - 1), LONGEST_PAUSE_SECONDS)
        child.due = now + pause
        self.print_line(
            f"{child.service.name} {why}; starting it again in {pause:g} s. Its log: {self.log_of(child.service)}"
        )

    def _ended(self, child: _Child) -> int | None:
        """The exit code of a child that has ended, what it left behind killed; None while it lives."""
        if child.process is None or (code := child.process.poll()) is None:
            return None
        if not child.service.leaves_offspring:
            _kill_group(child.process.pid)
        self._forget(child)
        return code

    def _forget(self, child: _Child) -> None:
        child.process = None
        if child.connection is not None:
            child.connection.close()
            child.connection = None

    # -- stopping ---------------------------------------------------------------------------------------------------

    def _stop_all(self) -> None:
        for stage in reversed(self.stages):
            self._stop([child for child in self._children if child.service in stage])

    def _stop(self, children: list[_Child]) -> None:
        """Ask the children to stop, wait for each until its deadline, then kill it and what it started."""
        asked = time.monotonic()
        for child in children:
            if child.process is not None:
                child.process.send_signal(signal.SIGTERM)
        while living := [child for child in children if child.process is not None and self._ended(child) is None]:
            late = [child for child in living if time.monotonic() - asked > child.service.stop_seconds]
            for child in late:
                self.print_line(f"{child.service.name} did not stop in {child.service.stop_seconds:g} s and is killed")
                if child.process is not None:
                    _kill_group(child.process.pid)
            self._watch.wait(0.25)

    # -- logs -------------------------------------------------------------------------------------------------------

    def log_of(self, service: Service) -> Path:
        """The file that a service's output is appended to."""
        return self.logs / f"{service.name.replace(' ', '-')}.log"

    def _check_logs(self, now: float) -> None:
        if now - self._logs_checked < _LOG_CHECK_SECONDS:
            return
        self._logs_checked = now
        for child in self._children:
            self._trim(self.log_of(child.service))

    def _trim(self, log: Path) -> None:
        """Keep a log and one older part of it from growing without bound. Its writers append, so they go on at the
        new end."""
        with suppress(OSError):  # it was removed, or the disk is full: nothing to end the platform for
            if log.stat().st_size > LOG_BYTES:
                shutil.copyfile(log, log.with_suffix(".log.1"))
                os.truncate(log, 0)

    def _end_of_log(self, service: Service) -> str:
        log = self.log_of(service)
        lines = "\n".join(f"  {line}" for line in _last_lines(log, 8))
        return f"{lines}\n  (the whole log: {log})"


def _ending(code: int) -> str:
    return f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"


def _kill_group(group: int) -> None:
    """End what is left of the session that a child led: as long as anything is, its number belongs to nobody else."""
    try:
        os.killpg(group, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return  # nobody is left; macOS says it the second way when only the zombie is


def _last_lines(path: Path, count: int) -> list[str]:
    with path.open(errors="replace") as lines:
        return [line.rstrip() for line in deque(lines, count)]
