"""A ruleset that is served by another program, which the platform has never imported: it is played like any other."""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import main
from services.engine import registry, replay
from services.engine.registry import engines_from
from services.errors import Reason, Refusal
from tests.integration.foreign.conftest import Open, Site
from tests.integration.gateway.harness import Client
from tests.waiting import wait_until

ROOT = Path(__file__).parents[3]
PROGRAM = Path(__file__).with_name("spoof.py")


@contextmanager
def spoof(port: int = 0) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """The program as a process of its own, which finds the generated code and nothing else of Playhall; its address."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "protos")}
    process = subprocess.Popen(
        (sys.executable, "-P", str(PROGRAM), str(port)),
        cwd="/",
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        yield process, process.stdout.readline().rpartition(" ")[2].strip()
    finally:
        process.kill()
        process.communicate()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where the program listens."""
    with spoof() as (_, at):
        yield at


@pytest.fixture
def site(open_site: Open, address: str) -> Site:
    """The platform with the installed rulesets and Spoof."""
    return open_site(f"local,spoof={address}")


def play_to_the_end(site: Site, people: list[Client], match: str) -> None:
    """The people take their first legal action, the house plays its seats."""
    while True:
        site.play_house(match)
        waiting = [person for person in people if person.read(f"/v1/matches/{match}")["decision"] is not None]
        if not waiting:
            return
        for person in waiting:
            seat = person.read(f"/v1/matches/{match}")["seat"]
            seen = person.read(f"/v1/matches/{match}/seats/{seat}/view")
            answer = {"action": seen["legal"][0]["notation"]}
            person.make(f"/v1/matches/{match}/decisions/{seen['decision']}", answer)


def test_the_program_imports_nothing_of_the_platform() -> None:
    nodes = [node for node in ast.walk(ast.parse(PROGRAM.read_text())) if isinstance(node, ast.Import | ast.ImportFrom)]
    modules = {
        name.partition(".")[0]
        for node in nodes
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    }
    assert not modules & {"services", "gateway", "workers", "cli", "tests"}
    assert "playhall" in modules
    assert "spoof" not in registry.installed_ids()


def test_it_is_described_beside_the_installed_rulesets(site: Site) -> None:
    ada = site.client("Ada")
    listed = [ruleset["id"] for ruleset in ada.read("/v1/rulesets")["rulesets"]]
    assert listed == sorted([*registry.installed_ids(), "spoof"])
    found = ada.read("/v1/rulesets/spoof")
    assert found["title"] == "Spoof"
    assert found["options"][0]["name"] == "pebbles"
    assert ada.read("/v1/rulesets/spoof/cards") == {"cards": [], "next_page_token": None}
    assert ada.read("/v1/rulesets/spoof/schemas/action") == {"type": "object"}
    assert [zone["id"] for zone in ada.read("/v1/rulesets/spoof/layout")["zones"]] == ["fist", "call"]
    assert ada.get("/v1/rulesets/spoof/rules").text.startswith("# Spoof\n")
    assert "bot_spoof_middle" in [bot["player_id"] for bot in ada.read("/v1/bots")["bots"]]
    assert ada.read("/readyz")["parts"]["engine:spoof"] == "ok"


def test_a_match_of_people_and_a_bot_is_played_archived_counted_and_replayed(site: Site, address: str) -> None:
    ada, ben = site.client("Ada"), site.client("Ben")
    body = {"ruleset": "spoof", "seats": ["me", "bot:middle", "open"], "options": {"pebbles": 2}}
    match = ada.make("/v1/matches", body)["id"]
    assert ben.make(f"/v1/matches/{match}:join", {})["status"] == "live"

    play_to_the_end(site, [ada, ben], match)
    ended = ada.read(f"/v1/matches/{match}")
    assert ended["status"] == "finished"
    assert ended["outcome"]["reason"] == "fists_opened"
    assert site.worker.scoring.score(match)

    told = ada.get(f"/v1/matches/{match}/replay").data
    engines = engines_from(f"spoof={address}", 5.0)
    replay.re_execute(replay.read(told), engines.engine("spoof"))
    (counted,) = ada.read(f"/v1/players/{ada.id}/statistics")["statistics"]
    assert (counted["ruleset"], counted["played"]) == ("spoof", 1)
    bots = ada.read("/v1/players/bot_spoof_middle/statistics")["statistics"]
    assert [line["ruleset"] for line in bots] == ["spoof"]


def test_what_is_hidden_stays_hidden_until_it_is_shown(site: Site) -> None:
    ada, ben, carol = (site.client(name) for name in ("Ada", "Ben", "Carol"))
    match = ada.make("/v1/matches", {"ruleset": "spoof", "seats": ["me", "open"]})["id"]
    ben.make(f"/v1/matches/{match}:join", {})
    ada.make(f"/v1/matches/{match}/decisions/1", {"action": {"hide": {"pebbles": 3}}})
    assert ada.read(f"/v1/matches/{match}/seats/0/view")["view"]["fists"] == [3, None]
    assert ben.read(f"/v1/matches/{match}/seats/1/view")["view"]["fists"] == ["?", None]
    assert carol.read(f"/v1/matches/{match}/view")["view"]["fists"] == ["?", None]
    seen_by = {
        "ada": ada.read(f"/v1/matches/{match}/seats/0/events?since=1")["events"][-1]["events"],
        "ben": ben.read(f"/v1/matches/{match}/seats/1/events?since=1")["events"][-1]["events"],
    }
    assert seen_by == {
        "ada": [{"hid": {"seat": 0, "pebbles": 3}, "text": "Player 0 hides 3 pebbles."}],
        "ben": [{"hid": {"seat": 0}, "text": "Player 0 hides some pebbles."}],
    }


def test_its_positions_are_imagined_played_on_and_listed(site: Site) -> None:
    ada, ben = site.client("Ada"), site.client("Ben")
    practice = {"ruleset": "spoof", "seats": ["me", "open"], "rated": False, "assistance": "open"}
    match = ada.make("/v1/matches", practice)["id"]
    ben.make(f"/v1/matches/{match}:join", {})
    ada.make(f"/v1/matches/{match}/decisions/1", {"action": "hide 3"})
    imagined = ben.make(f"/v1/matches/{match}/seats/1:imagine", {"seed": "5e" * 32})
    assert imagined["views"][2]["view"]["fists"] == ["?", None]
    assert imagined["position"]["state"]["fists"][0] in (0, 1, 2, 3)
    asked = {"position": imagined["position"], "seat": 1}
    chosen = ben.make("/v1/positions:choose", {**asked, "bot": "middle"})["choice"]
    played = ben.make("/v1/positions:play", {**asked, "action": chosen["action"]})
    assert (played["notation"], played["position"]["seed"]) == (chosen["notation"], "5e" * 32)
    assert ben.post("/v1/positions:explain", asked).json["code"] == "UNKNOWN_BOT"  # type: ignore[index]
    lie = {**imagined["position"], "state": {"fists": 7}}
    refused = ben.post("/v1/positions:observe", {"position": lie}).json
    assert refused is not None
    assert (refused["code"], refused["errors"][0]["pointer"]) == ("INVALID_FIELD", "/body/position/state")
    play_to_the_end(site, [ada, ben], match)
    listed = ada.read(f"/v1/matches/{match}/positions?seat=0")["positions"]
    assert [each["notation"] for each in listed[:2]] == [None, "hide 3"]
    assert listed[1]["events"] == [{"hid": {"seat": 0, "pebbles": 3}, "text": "Player 0 hides 3 pebbles."}]
    assert listed[-1]["outcome"]["reason"] == "fists_opened"


def test_a_service_that_explains_nothing_says_so(address: str) -> None:
    engine = engines_from(f"spoof={address}", 5.0).engine("spoof")
    with pytest.raises(Refusal) as caught:
        engine.explain("middle", b"{}", ["hide 1"], bytes(32), iterations=1, milliseconds=9)
    assert (caught.value.reason, caught.value.detail) == (Reason.UNKNOWN_BOT, "The ruleset's service explains nothing.")


def test_what_the_program_refuses_is_refused_with_its_reason(site: Site) -> None:
    ada = site.client("Ada")
    for body, code in (
        ({"seats": ["me"] + ["bot:middle"] * 4}, "SEATS_OUT_OF_RANGE"),
        ({"seats": ["me", "bot:middle"], "options": {"pebbles": 9}}, "INVALID_OPTION"),
        ({"seats": ["me", "bot:greedy"]}, "UNKNOWN_BOT"),
    ):
        response = ada.post("/v1/matches", {"ruleset": "spoof", **body})
        assert (response.status_code, response.json and response.json["code"]) == (422, code)
    match = ada.make("/v1/matches", {"ruleset": "spoof", "seats": ["me", "bot:middle"]})["id"]
    before = site.stored()
    for action, code in (("call 3", "ILLEGAL_ACTION"), ("hide it", "MALFORMED_ACTION"), ({}, "MALFORMED_ACTION")):
        response = ada.post(f"/v1/matches/{match}/decisions/1", {"action": action})
        assert (response.status_code, response.json and response.json["code"]) == (422, code)
        assert response.json
        assert response.json["errors"][0]["pointer"] == "/body/action"
    assert site.stored() == before


def test_while_it_is_down_its_matches_are_busy_and_all_others_go_on(open_site: Open) -> None:
    with spoof() as (program, at):
        site = open_site(f"local,spoof={at}")
        ada = site.client("Ada")
        match = ada.make("/v1/matches", {"ruleset": "spoof", "seats": ["me", "bot:middle"]})["id"]
        program.kill()
        program.wait()
        before = site.stored()
        busy = ada.post(f"/v1/matches/{match}/decisions/1", {"action": "hide 1"})
        assert (busy.status_code, busy.json and busy.json["code"]) == (503, "BUSY")
        assert site.stored() == before
        assert ada.read(f"/v1/matches/{match}/seats/0/view")["decision"] == 1

        readiness = ada.get("/readyz")
        assert readiness.status_code == 200
        assert readiness.json
        assert readiness.json["parts"]["engine:spoof"] == "down"
        assert readiness.json["parts"]["engine:factionwars"] == "ok"
        bots = ["bot:greedy", "bot:random"]
        other = ada.make("/v1/matches", {"ruleset": "factionwars", "seats": bots})["id"]
        site.play_house(other)
        assert ada.read(f"/v1/matches/{other}")["status"] == "finished"
    with spoof(port=int(at.rpartition(":")[2])):
        # The gateway and the worker each find it again within about a second; a task of the worker is tried again.
        wait_until(lambda: ada.read("/readyz")["parts"]["engine:spoof"] == "ok", "the gateway to find it again")
        wait_until(lambda: site.house_plays(match), "the worker to find it again")
        play_to_the_end(site, [ada], match)
        assert ada.read(f"/v1/matches/{match}")["status"] == "finished"


@pytest.mark.slow
def test_a_platform_that_starts_without_it_lists_the_others(open_site: Open, tmp_path: Path) -> None:
    site = open_site(f"local,spoof=unix:{tmp_path}/nobody")
    ada = site.client("Ada")
    assert ada.get("/readyz").status_code == 200
    assert [ruleset["id"] for ruleset in ada.read("/v1/rulesets")["rulesets"]] == list(registry.installed_ids())
    assert "spoof" not in {bot["ruleset"] for bot in ada.read("/v1/bots")["bots"]}
    for response in (
        ada.get("/v1/rulesets/spoof"),
        ada.post("/v1/matches", {"ruleset": "spoof", "seats": ["me", "bot:middle"]}),
    ):
        assert (response.status_code, response.json and response.json["code"]) == (503, "BUSY")


def test_the_commands_play_and_verify_it_where_the_setting_says(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLAYHALL_ENGINES", f"local,spoof={address}")
    file = tmp_path / "game.json"
    runner = CliRunner()
    played = runner.invoke(main, ["play", "spoof", "--bots", "middle,middle", "--seed", "7", "--out", str(file)])
    assert played.exit_code == 0, played.output
    verified = runner.invoke(main, ["verify", str(file)])
    assert verified.exit_code == 0, verified.output
    assert "of spoof 1.0.0" in verified.output
    tampered = json.loads(file.read_bytes())
    tampered["outcome"]["results"][0]["score"] += 1
    file.write_text(json.dumps(tampered))
    assert "the replay does not hold" in runner.invoke(main, ["verify", str(file)]).output
