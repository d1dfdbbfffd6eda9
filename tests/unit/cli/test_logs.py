"""What a line of the log looks like: in a process of its own, which sets up its logging once."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from services.settings import PREFIX

PROGRAM: Final = """
import json, sys
import structlog
from cli.logs import log_to_stderr

style, values = json.loads(sys.argv[1])
log_to_stderr("INFO", "gateway", style)
for value in values:
    structlog.get_logger("talk").info("said", field=value)
"""


def lines_of(style: str, *values: object) -> list[str]:
    command = (sys.executable, "-c", PROGRAM, json.dumps([style, values]))
    done = subprocess.run(command, check=True, stderr=subprocess.PIPE, timeout=60)
    return done.stderr.decode().rstrip("\n").split("\n")


TEXTS: Final = {
    "nothing": (None, ""),
    "true": (True, "true"),
    "false": (False, "false"),
    "number": (1.5, "1.5"),
    "plain": ("plain-text/1", "plain-text/1"),
    "empty": ("", ""),
    "space": ("two words", '"two words"'),
    "equals": ("a=b", '"a=b"'),
    "quote": ('say "so"', '"say \\"so\\""'),
    "backslash": ("back\\slash", "back\\slash"),
    "backslash and space": ("back\\slash it", '"back\\\\slash it"'),
    "line break": ("one\nevent=forged", '"one\\nevent=forged"'),
    "tab": ("tab\there", "tab\\there"),
    "carriage return": ("one\rlevel", "one\\rlevel"),
    "line separator": ("one\u2028two", "one\\u2028two"),
    "escape": ("\x1b[31mred", "\\x1b[31mred"),
    "umlaut": ("grün", "grün"),
}


@pytest.fixture(scope="module")
def lines() -> dict[str, str]:
    """A line with each of the values."""
    return dict(zip(TEXTS, lines_of("logfmt", *(value for value, _ in TEXTS.values())), strict=True))


def test_a_line_begins_with_when_how_grave_who_and_what(lines: dict[str, str]) -> None:
    words = lines["number"].split(" ")
    assert words[0].startswith("timestamp=20")
    assert words[0].endswith("Z")
    assert words[1:] == ["level=info", "process=gateway", "logger=talk", "event=said", "field=1.5"]


@pytest.mark.parametrize("name", TEXTS)
def test_a_value_stays_one_value_whatever_is_in_it(lines: dict[str, str], name: str) -> None:
    assert lines[name].endswith(f" event=said field={TEXTS[name][1]}")


def test_a_line_may_be_json() -> None:
    (line,) = lines_of("json", "two words")
    said = json.loads(line)
    assert said.pop("timestamp").endswith("Z")
    assert said == {"level": "info", "process": "gateway", "logger": "talk", "event": "said", "field": "two words"}


FAILURES: Final = """
import logging
import structlog
from cli.logs import log_to_stderr

log_to_stderr("INFO", "worker")
try:
    raise ValueError("the hand of seat 2")
except ValueError as error:
    structlog.get_logger("ours").exception("failed")
    logging.getLogger("theirs").exception("failed: %s", error)
    logging.getLogger("theirs").warning("a warning: %r", error)
"""


def test_an_exception_is_told_by_its_type_and_place_and_never_by_its_text() -> None:
    done = subprocess.run((sys.executable, "-c", FAILURES), check=True, stderr=subprocess.PIPE, timeout=60)
    ours, theirs, warned = done.stderr.decode().rstrip("\n").split("\n")
    assert ours.endswith('logger=ours event=failed exception="ValueError at <string>:8 <module>"')
    assert theirs.endswith('logger=theirs event="failed: ValueError" exception="ValueError at <string>:8 <module>"')
    assert warned.endswith("level=warning process=worker logger=theirs event=\"a warning: 'ValueError'\"")


def test_libraries_are_heard_in_the_same_form() -> None:
    program = PROGRAM.replace(
        'structlog.get_logger("talk").info("said", field=value)',
        "logging.getLogger('kombu').info(1); logging.getLogger('lib').info(value)",
    )
    done = subprocess.run(
        (sys.executable, "-c", "import logging" + program, json.dumps(["json", ["one\ntwo"]])),
        check=True,
        stderr=subprocess.PIPE,
        timeout=60,
    )
    (line,) = done.stderr.decode().rstrip("\n").split("\n")
    said = json.loads(line)
    assert said.pop("timestamp").endswith("Z")
    assert said == {"level": "info", "process": "gateway", "logger": "lib", "event": "one\ntwo"}


LAST_WORDS: Final = """
import logging
import threading
import warnings
from cli.logs import log_to_stderr

class Leaky:
    def __del__(self):
        raise ValueError("the hand of seat 2")

def fail():
    raise ValueError("the hand of seat 2")

log_to_stderr("INFO", "relay", "json")
thread = threading.Thread(target=fail, name="hub")
thread.start()
thread.join()
Leaky()
warnings.warn("old", DeprecationWarning)
warnings.warn("odd")
alone = logging.getLogger("alone")
alone.propagate = False
alone.error("heard")
alone.error("%d cards", "no number")
fail()
"""


def test_what_nobody_catches_is_a_line_of_the_log_too() -> None:
    done = subprocess.run((sys.executable, "-c", LAST_WORDS), check=False, capture_output=True, timeout=60)
    assert done.returncode == 1
    assert done.stdout == b""
    assert b"seat 2" not in done.stderr
    said = [json.loads(line) for line in done.stderr.splitlines()]
    assert [(line["event"], line["logger"]) for line in said if line["logger"] != "py.warnings"] == [
        ("thread failed", "playhall"),
        ("finalizer failed", "playhall"),
        ("heard", "alone"),
        ("failed", "playhall"),
    ]
    assert said[0]["thread"] == "hub"
    assert said[0]["exception"].startswith("ValueError at ")
    assert said[0]["exception"].endswith(":12 fail")
    warned = [line["event"] for line in said if line["logger"] == "py.warnings"]
    assert ["DeprecationWarning: old" in warned[0], "UserWarning: odd" in warned[1]] == [True, True]


BAD_STARTS: Final = {
    "a setting that cannot be used": (("relay",), {"PLAYHALL_NUDGE_SECONDS": "soon"}, "PLAYHALL_NUDGE_SECONDS"),
    "a setting that is unknown": (("gateway",), {"PLAYHALL_NUDGE": "1"}, "PLAYHALL_NUDGE"),
    "engines that cannot be called": (("worker",), {"PLAYHALL_WORKER_ENGINES": "x"}, "PLAYHALL_WORKER_ENGINES"),
    "a queue that is none": (("worker", "--queues", "turns,other"), {}, "no such queue: other"),
    "an option that is none": (("ticker", "--fast"), {}, "No such option"),
    "an engine that everybody may call": (("engine", "duels", "--host", "0.0.0.0"), {}, "PLAYHALL_ENGINE_TOKEN"),
}


@pytest.mark.parametrize("name", BAD_STARTS)
@pytest.mark.slow
def test_a_process_that_cannot_start_says_why_in_its_log(name: str, tmp_path: Path) -> None:
    arguments, settings, reason = BAD_STARTS[name]
    kept = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    ours = {"PLAYHALL_DATA_DIR": str(tmp_path), "PLAYHALL_LOG_FORMAT": "json", **settings}
    command = (sys.executable, "-m", "cli", *arguments)
    done = subprocess.run(command, check=False, capture_output=True, timeout=60, env={**kept, **ours})
    assert done.returncode in (1, 2)
    assert done.stdout == b""
    (line,) = done.stderr.splitlines()
    said = json.loads(line)
    assert (said["level"], said["process"], said["event"]) == ("error", arguments[0], "failed")
    assert reason in said["message"]
