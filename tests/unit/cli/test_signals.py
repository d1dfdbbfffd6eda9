"""Waiting for signals. Each test runs in a process of its own: handlers belong to the whole process."""

import subprocess
import sys

import pytest

SETUP = """
import os, signal, threading
from cli.signals import STOPPING, SignalWatch
"""


def run(script: str) -> None:
    subprocess.run((sys.executable, "-c", SETUP + script), check=True, timeout=30)


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_that_asks_to_stop_ends_the_wait(name: str) -> None:
    run(f"""
signal.signal(signal.{name}, signal.SIG_DFL)  # it may be ignored where the tests run: by nohup, for one
watch = SignalWatch(STOPPING)
threading.Timer(0.1, os.kill, (os.getpid(), signal.{name})).start()
watch.wait(None)
assert watch.stop_asked
""")


def test_a_signal_that_came_before_the_wait_ends_it_at_once() -> None:
    run("""
watch = SignalWatch([*STOPPING, signal.SIGCHLD])
os.kill(os.getpid(), signal.SIGCHLD)
watch.wait(None)
assert not watch.stop_asked
""")


def test_what_can_be_read_ends_the_wait() -> None:
    run("""
watch = SignalWatch(STOPPING)
readable, writable = os.pipe()
assert watch.wait(0.01, [readable]) == []
os.write(writable, b"x")
assert watch.wait(None, [readable]) == [readable]
""")


def test_a_process_started_with_nohup_ignores_the_closing_terminal() -> None:
    run("""
signal.signal(signal.SIGHUP, signal.SIG_IGN)
watch = SignalWatch(STOPPING)
os.kill(os.getpid(), signal.SIGHUP)
watch.wait(0.01)
assert not watch.stop_asked
""")
