"""The supervisor with real processes."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, TypeAlias

import pytest

from tests.waiting import is_alive, kill, wait_until

Start: TypeAlias = Callable[[str], "subprocess.Popen[str]"]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a small platform whose upper floor behaves as told; ends what is left of it."""
    started: list[subprocess.Popen[str]] = []

    def begin(way: str) -> "subprocess.Popen[str]":
        command = (sys.executable, "-m", "tests.integration.cli.small_platform", str(tmp_path), way)
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
        started.append(process)
        return process

    yield begin
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()
    for _, pid in births(tmp_path):
        if is_alive(pid):
            kill(pid)


def births(folder: Path) -> list[tuple[str, int]]:
    """Every child that announced itself, in order: its name and process id."""
    path = folder / "births"
    lines = path.read_text().splitlines() if path.exists() else []
    return [(line.split()[0], int(line.split()[1])) for line in lines]


def read_until(stream: IO[str] | None, words: str) -> str:
    assert stream is not None
    for line in stream:
        if words in line:
            return line
    raise AssertionError(f"the output ended without {words!r}")


def finish(process: "subprocess.Popen[str]") -> str:
    # Not by communicate(): lines that were read ahead are in the stream's buffer, which it does not look at.
    assert process.stdout is not None
    rest = process.stdout.read()
    process.wait(60)
    return rest


def test_stages_start_in_order_and_stop_in_reverse(start: Start, tmp_path: Path) -> None:
    process = start("good")
    read_until(process.stdout, "all started")
    process.send_signal(signal.SIGTERM)
    assert "all stopped" in finish(process)
    assert process.returncode == 0
    assert [name for name, _ in births(tmp_path)] == ["ground", "upper"]
    assert (tmp_path / "ends").read_text().split() == ["upper", "ground"]


def test_a_child_that_dies_is_started_again(start: Start, tmp_path: Path) -> None:
    process = start("good")
    read_until(process.stdout, "all started")
    kill(births(tmp_path)[1][1])
    assert "ended (signal SIGKILL)" in read_until(process.stdout, "upper ended")
    wait_until(lambda: len(births(tmp_path)) == 3, "the child's second life")
    assert births(tmp_path)[2][0] == "upper"
    process.send_signal(signal.SIGINT)
    finish(process)
    assert process.returncode == 0


def test_a_child_that_cannot_be_started_again_is_tried_until_it_can_be(start: Start, tmp_path: Path) -> None:
    process = start("good")
    read_until(process.stdout, "all started")
    (tmp_path / "logs").rename(tmp_path / "elsewhere")
    kill(births(tmp_path)[1][1])
    line = read_until(process.stdout, "cannot be started")
    assert "upper cannot be started (No such file or directory); starting it again in 1 s" in line
    (tmp_path / "elsewhere").rename(tmp_path / "logs")
    wait_until(lambda: len(births(tmp_path)) == 3, "the child's second life")
    process.send_signal(signal.SIGTERM)
    finish(process)
    assert process.returncode == 0


def test_a_second_ctrl_c_is_harmless(start: Start, tmp_path: Path) -> None:
    process = start("stubborn")
    read_until(process.stdout, "all started")
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGINT)
    read_until(process.stdout, "upper did not stop in 0.5 s and is killed")
    process.send_signal(signal.SIGINT)
    read_until(process.stdout, "all stopped")
    while process.poll() is None:
        process.send_signal(signal.SIGINT)  # also while it ends
    assert process.returncode == 0
    assert (tmp_path / "ends").read_text().split() == ["ground"]
    assert not any(is_alive(pid) for _, pid in births(tmp_path))


def test_children_end_when_the_supervisor_is_killed(start: Start, tmp_path: Path) -> None:
    process = start("good")
    read_until(process.stdout, "all started")
    process.kill()
    process.wait()
    wait_until(lambda: not any(is_alive(pid) for _, pid in births(tmp_path)), "the end of all children")
    assert sorted((tmp_path / "ends").read_text().split()) == ["ground", "upper"]


def test_a_start_that_fails_shows_the_childs_last_words_and_stops_the_others(start: Start, tmp_path: Path) -> None:
    process = start("broken")
    said = finish(process)
    assert process.returncode == 1
    assert "failed: upper did not start (exit code 1)" in said
    assert "the dog ate my configuration" in said
    assert str(tmp_path / "logs" / "upper.log") in said
    assert (tmp_path / "ends").read_text().split() == ["ground"]


def test_a_stop_while_starting_stops_what_has_started(start: Start, tmp_path: Path) -> None:
    process = start("good")
    wait_until(lambda: births(tmp_path), "the first child")
    os.kill(process.pid, signal.SIGTERM)
    finish(process)
    assert process.returncode == 0
    assert not any(is_alive(pid) for _, pid in births(tmp_path))


def test_a_child_that_waits_to_be_needed_starts_once_there_is_work_and_again_after_it_was_killed(
    start: Start, tmp_path: Path
) -> None:
    process = start("needed")
    read_until(process.stdout, "all started")
    assert [name for name, _ in births(tmp_path)] == ["ground"]
    (tmp_path / "work").touch()
    wait_until(lambda: len(births(tmp_path)) == 2, "the upper floor")
    kill(births(tmp_path)[1][1])
    wait_until(lambda: len(births(tmp_path)) == 3, "the child's second life")
    process.send_signal(signal.SIGTERM)
    finish(process)
    assert process.returncode == 0
    assert [name for name, _ in births(tmp_path)] == ["ground", "upper", "upper"]
    assert (tmp_path / "ends").read_text().split() == ["upper", "ground"]


def test_children_start_also_where_an_import_has_started_a_thread(start: Start, tmp_path: Path) -> None:
    process = start("threads")
    read_until(process.stdout, "all started")
    upper = births(tmp_path)[1][1]
    assert os.getsid(upper) == upper
    kill(upper)
    wait_until(lambda: len(births(tmp_path)) == 3, "the child's second life")
    process.kill()
    process.wait()
    wait_until(lambda: not any(is_alive(pid) for _, pid in births(tmp_path)), "the end of all children")
    assert sorted((tmp_path / "ends").read_text().split()) == ["ground", "upper"]
