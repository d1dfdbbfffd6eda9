"""The examples of docs/streams.md, docs/grpc.md and docs/analysis.md do what the pages say."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.platform import Platform
from tests.e2e.players import play_on
from tests.integration.docs.pages import DOCS, blocks, commands
from tests.waiting import wait_until

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
STREAMS = (DOCS / "streams.md").read_text()
ANALYSIS = (DOCS / "analysis.md").read_text()
GRPC = (DOCS / "grpc.md").read_text()


def environment_of(platform: Platform) -> dict[str, str]:
    """What a program of a page finds in its environment."""
    key, url, target = platform.folder.key(), platform.folder.url(), platform.folder.grpc()
    assert key
    assert url
    assert target
    path = os.pathsep.join(map(str, (ROOT, ROOT / "protos", ROOT / "clients/python")))
    return platform.environment | {"KEY": key, "URL": url, "TARGET": target, "PYTHONPATH": path}


def run(platform: Platform, program: str, **more: str) -> str:
    """What a Python program of a page prints."""
    environment = environment_of(platform) | more
    done = subprocess.run(
        (sys.executable, "-c", program), env=environment, capture_output=True, text=True, timeout=200, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.timeout(400)
def test_the_grpc_page_plays_a_whole_match(platform: Platform) -> None:
    whole, _, _, typed, refused = blocks(GRPC, "python")
    *moves, end = run(platform, whole).splitlines()
    assert len(moves) > 3
    assert re.fullmatch(r"war_is_over \[-?\d+, -?\d+\]", end)
    looked, played = run(platform, typed).splitlines()
    assert looked.startswith("0 ")
    assert re.fullmatch(r"[a-z]+( .+)?", played)
    (printed,) = re.findall(r"^prints `(.*)`\.$", GRPC, re.MULTILINE)
    assert run(platform, refused).strip() == printed


@pytest.mark.timeout(400)
def test_the_grpc_page_plays_a_series(platform: Platform) -> None:
    program = blocks(GRPC, "python")[1]
    lines = run(platform, program).splitlines()
    assert lines[-41] == "SERIES_STATUS_FINISHED 40 of 40"
    for number, line in enumerate(lines[-40:]):
        assert re.fullmatch(rf"{number} \[[12], [12]\]", line)


@pytest.mark.timeout(400)
def test_the_grpc_page_plays_a_tournament(platform: Platform) -> None:
    *_, end, first, second = run(platform, blocks(GRPC, "python")[2]).splitlines()
    assert re.fullmatch(r"TOURNAMENT_STATUS_FINISHED 1 \d+", end)
    assert sorted([first, second]) in (["1 Greta", "2 Rob"], ["1 Rob", "2 Greta"])


@pytest.mark.timeout(400)
def test_the_analysis_page_searches_and_plays_on_to_the_end(platform: Platform) -> None:
    (program,) = blocks(ANALYSIS, "python")
    *bars, end = run(platform, program).splitlines()
    assert end == "war_is_over"
    assert len(bars) > 1
    assert all(re.fullmatch(r"[# ]{20} [ \d]{3} .+", bar) for bar in bars)


@pytest.mark.timeout(400)
def test_the_streams_page_follows_a_match_to_its_end(platform: Platform) -> None:
    rest = platform.rest()
    match = rest.post("/v1/matches", {"ruleset": "factionwars", "seats": ["me", "bot:greedy"]})["id"]
    play_on(rest, match)
    client, _ = blocks(STREAMS, "python")
    kinds = [line.split()[0] for line in run(platform, client, MATCH=match).splitlines()]
    assert kinds == ["snapshot", "end"]


@pytest.mark.timeout(400)
def test_the_bot_of_the_streams_page_plays_all_matches_and_goes_on_after_it_was_killed(platform: Platform) -> None:
    rest = platform.rest()
    _, program = blocks(STREAMS, "python")
    new = {"ruleset": "factionwars", "seats": ["me", "bot:random"]}
    matches = [rest.post("/v1/matches", new)["id"] for _ in range(3)]

    def played() -> list[str]:
        return [match for match in matches if rest.get(f"/v1/matches/{match}")["status"] == "finished"]

    def begin() -> "subprocess.Popen[bytes]":
        return subprocess.Popen((sys.executable, "-c", program), env=environment_of(platform), stdout=subprocess.PIPE)

    with begin() as first:
        assert first.stdout is not None
        assert [first.stdout.readline() for _ in range(4)] == [b"open\n", *[b"your_turn\n"] * 3]
        first.kill()
    with begin() as second:
        wait_until(lambda: played() == matches, "all are played", seconds=120)
        second.kill()


@pytest.mark.skipif(not shutil.which("curl"), reason="there is no curl")
def test_the_commands_of_the_streams_page_are_answered(platform: Platform) -> None:
    rest = platform.rest()
    match = rest.post("/v1/matches", {"ruleset": "factionwars", "seats": ["me", "bot:greedy"]})["id"]
    play_on(rest, match)
    follow, create = blocks(STREAMS, "sh")
    page, events, lines = (curl(platform, command, match) for command in commands(follow))
    kinds = [json.loads(line)["type"] for line in lines.splitlines() if line]
    assert kinds == ["snapshot", "end"]
    assert events.startswith("retry: 2000\n\nid: 4\nevent: step\ndata: {")
    assert json.loads(page)["events"][0]["revision"] == 4
    assert json.loads(curl(platform, create, match))["spectator_delay_seconds"] == 60


def curl(platform: Platform, command: str, match: str) -> str:
    """What a command of the page prints."""
    key, url = platform.folder.key(), platform.folder.url()
    assert key
    assert url
    environment = platform.environment | {"KEY": key, "URL": url, "MATCH": match}
    done = subprocess.run(
        ("bash", "-c", command), env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
