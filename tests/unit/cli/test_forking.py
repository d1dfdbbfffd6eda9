"""Forking: a child ends like a program, and only a process without threads is forked."""

import subprocess
import sys

import pytest

PROLOGUE = """
import os, signal, sys, threading, time
from cli.forking import fork

def code_of(live):
    child = fork("playhall test", live)
    while (code := child.poll()) is None:
        time.sleep(0.01)
    return code

def raising():
    raise ValueError("the hand of seat 2")
"""


def run(script: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", PROLOGUE + script], capture_output=True, text=True, timeout=60, check=True
    )


@pytest.mark.parametrize(
    ("live", "code"),
    [
        ("lambda: None", "0"),
        ("sys.exit", "0"),
        ("lambda: sys.exit(3)", "3"),
        ("lambda: sys.exit('no such port')", "1"),
        ("raising", "1"),
        ("lambda: os.kill(os.getpid(), signal.SIGKILL)", "-9"),
        ("lambda: os.kill(os.getpid(), signal.SIGTERM)", "-15"),
    ],
)
def test_a_child_has_the_exit_code_of_a_program(live: str, code: str) -> None:
    assert run(f"print(code_of({live}))").stdout == f"{code}\n"


def test_what_a_child_says_last_is_written_and_what_its_parent_had_said_is_not_repeated() -> None:
    script = "print('before'); code_of(lambda: (print('child'), sys.exit('no such port'))); print('after')"
    done = run(script)
    assert done.stdout == "before\nchild\nafter\n"
    assert done.stderr == "no such port\n"


def test_a_child_does_what_it_has_put_off_until_its_end() -> None:
    script = "import atexit; code_of(lambda: atexit.register(print, 'last words'))"
    assert run(script).stdout == "last words\n"


def test_a_child_waits_for_its_threads_and_their_pools() -> None:
    script = """
from concurrent.futures import ThreadPoolExecutor

def live():
    threading.Thread(target=lambda: (time.sleep(0.1), print("thread", flush=True))).start()
    ThreadPoolExecutor(1).submit(lambda: (time.sleep(0.2), print("pool", flush=True)))
    raise SystemExit(3)

print(code_of(live))
"""
    assert run(script).stdout == "thread\npool\n3\n"


def test_signals_act_in_a_child_as_in_a_program_that_has_just_started() -> None:
    script = """
signal.signal(signal.SIGTERM, lambda *_: print("the parent's handler"))
child = fork("playhall test", lambda: time.sleep(60))
child.send_signal(signal.SIGTERM)
while (code := child.poll()) is None:
    time.sleep(0.01)
print(code)
"""
    assert run(script).stdout == "-15\n"


@pytest.mark.parametrize(
    "begin",
    [
        "threading.Thread(target=time.sleep, args=(60,), daemon=True).start()",
        "import grpc; channel = grpc.insecure_channel('unix:/none'); grpc.channel_ready_future(channel)",
    ],
)
def test_a_process_with_threads_is_not_forked(begin: str) -> None:
    script = f"""
{begin}
try:
    fork("playhall test", sys.exit)
except RuntimeError as error:
    print(error, flush=True)
os._exit(0)
"""
    assert "cannot be forked safely" in run(script).stdout


def test_in_place_of_a_child_with_its_parents_threads_there_is_a_new_program() -> None:
    script = """
threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
program = (sys.executable, "-c", "print('anew', flush=True); raise SystemExit(4)")
child = fork("playhall test", sys.exit, lambda: os.execv(sys.executable, program))
while (code := child.poll()) is None:
    time.sleep(0.01)
print(code, flush=True)
os._exit(0)
"""
    assert run(script).stdout == "anew\n4\n"
