"""The platform as a newcomer meets it: one start, shared by these tests."""

import os
import re
import signal
import socket
from contextlib import closing
from typing import Any
from urllib.request import urlopen

import pytest

from cli.rest_client import Problem, Rest
from tests.chaos.processes import background
from tests.e2e.platform import Platform
from tests.e2e.players import play_on
from tests.waiting import LISTEN, is_alive, tcp_sockets, wait_until

LOOPBACK = {"0100007F", "0000000000000000FFFF00000100007F"}
"""127.0.0.1 and ::ffff:127.0.0.1, as the kernel writes them."""


@pytest.mark.slow
def test_the_first_start_prints_the_first_key_and_keeps_it_for_its_owner(platform: Platform) -> None:
    key = platform.key_in_output()
    assert key is not None
    assert platform.folder.key() == key
    assert str(platform.folder.admin_key) in platform.output()
    assert platform.folder.admin_key.stat().st_mode & 0o777 == 0o600


@pytest.mark.slow
def test_it_says_where_it_listens_and_where_its_data_lies(platform: Platform) -> None:
    assert re.search(r"listens on http://127\.0\.0\.1:\d+ ", platform.output())
    assert f"Data and logs: {platform.folder.path}" in platform.output()


@pytest.mark.slow
def test_the_key_stands_in_no_log(platform: Platform) -> None:
    key = platform.folder.key()
    assert key
    platform.rest().get("/v1/players/me")
    logs = list(platform.folder.logs.iterdir())
    assert len(logs) >= 7
    assert not [log.name for log in logs if key.rpartition("_")[2] in log.read_text(errors="replace")]


def test_a_person_plays_a_match_against_a_bot_to_the_end(platform: Platform) -> None:
    rest = platform.rest()
    match = rest.post("/v1/matches", {"ruleset": "factionwars", "seats": ["me", "bot:greedy"]})
    assert match["status"] == "live"
    assert play_on(rest, match["id"]) > 3
    ended = rest.get(f"/v1/matches/{match['id']}")
    assert ended["status"] == "finished"
    assert sorted(result["seat"] for result in ended["outcome"]["results"]) == [0, 1]
    replay = rest.get(f"/v1/matches/{match['id']}/replay")
    assert replay["match"] == match["id"]
    assert replay["outcome"] == ended["outcome"]


@pytest.mark.slow
def test_a_match_counts_in_the_statistics_of_both_players(platform: Platform) -> None:
    rest = platform.rest()
    match = rest.post("/v1/matches", {"ruleset": "factionwars", "seats": ["bot:random", "me", "bot:greedy"]})
    play_on(rest, match["id"], 1)

    def played(player: str) -> int:
        entries = rest.get(f"/v1/players/{player}/statistics")["statistics"]
        return sum(entry["played"] for entry in entries if entry["seats"] == 3)

    bot = match["seats"][2]["player"]["id"]
    wait_until(lambda: played("me") == 1 and played(bot) >= 1, "the statistics")


@pytest.mark.slow
def test_workers_rate_a_match_and_estimate_the_strengths_of_its_bots(platform: Platform) -> None:
    rest = platform.rest()
    match = rest.post("/v1/matches", {"ruleset": "factionwars", "seats": ["bot:greedy", "bot:random"]})
    bots = {seat["player"]["id"] for seat in match["seats"]}
    bot = match["seats"][0]["player"]["id"]
    history = f"/v1/players/{bot}/leaderboards/factionwars/2/bots/history"

    def rated() -> list[Any]:
        """The match, among others that were played before."""
        boards = rest.get(f"/v1/players/{bot}/leaderboards")["leaderboards"]
        known = rest.get(history)["entries"] if boards else []
        return [entry for entry in known if entry["match_id"] == match["id"]]

    wait_until(rated, "the rating", 60)
    (entry,) = rated()
    assert entry["verdict"] == "counted"
    assert entry["change"]["mu_before"] != entry["change"]["mu"]
    board = rest.get("/v1/leaderboards/factionwars/2/bots")["entries"]
    assert bots <= {each["player_id"] for each in board if each["games"] >= 1}
    strengths = "/v1/leaderboards/factionwars/2/bots/strengths"
    wait_until(
        lambda: bots <= {each["player_id"] for each in rest.get(strengths).get("strengths", [])}, "the strengths", 90
    )
    assert rest.get(strengths)["matches"] >= 1


@pytest.mark.slow
def test_the_demo_plays_and_prints_every_match(platform: Platform) -> None:
    done = platform.run("demo", "--matches", "4", "--ruleset", "factionwars", "--seats", "3")
    assert done.returncode == 0, done.stderr
    assert len(set(re.findall(r"m_\w{26}", done.stdout))) == 4
    assert (
        len(re.findall(r"1\. (?:expert|greedy|random) -?\d+, [12]\. (?:expert|greedy|random) -?\d+, ", done.stdout))
        == 4
    )


@pytest.mark.slow
def test_a_key_made_on_the_command_line_works_until_it_is_revoked(platform: Platform) -> None:
    made = platform.run("key", "create", "--name", "laptop", "--scope", "matches:read")
    assert made.returncode == 0, made.stderr
    key = made.stdout.strip()
    url = platform.folder.url()
    assert url
    rest = Rest(url, key)
    assert rest.get("/v1/players/me")["name"] == "operator"
    with pytest.raises(Problem) as refused:
        rest.post("/v1/matches", {"ruleset": "factionwars", "seats": ["me", "bot:greedy"]})
    assert refused.value.code == "MISSING_SCOPE"
    key_id = key.split("_")[2]
    assert key_id in platform.run("key", "list").stdout
    assert platform.run("key", "revoke", key_id).returncode == 0
    with pytest.raises(Problem) as refused:
        rest.get("/v1/players/me")
    assert refused.value.code == "UNAUTHENTICATED"


@pytest.mark.slow
def test_players_are_made_and_listed_on_the_command_line(platform: Platform) -> None:
    made = platform.run("player", "create", "Ada")
    assert made.returncode == 0, made.stderr
    assert platform.rest().get(f"/v1/players/{made.stdout.strip()}")["name"] == "Ada"
    listed = platform.run("player", "list").stdout
    assert "Ada" in listed
    assert "operator" in listed


@pytest.mark.slow
def test_nothing_listens_beyond_this_machine(platform: Platform) -> None:
    assert platform.process
    processes = [platform.process.pid, *platform.children()]
    listeners = [each.address for pid in processes for each in tcp_sockets(pid) if each.state == LISTEN]
    assert len(listeners) >= 2  # the gateway and the engine
    assert set(listeners) <= LOOPBACK


@pytest.mark.slow
def test_a_second_platform_on_the_folder_is_refused_and_harms_nothing(platform: Platform) -> None:
    assert platform.process
    second = platform.run("up", "--port", "0")
    assert second.returncode == 1
    assert f"Playhall already runs on {platform.folder.path} (process {platform.process.pid})" in second.stderr
    assert platform.rest().get("/v1/players/me")["name"] == "operator"


@pytest.mark.slow
def test_a_taken_port_is_said_before_anything_starts(platform: Platform, own_platform: Platform) -> None:
    url = platform.folder.url()
    assert url
    process = own_platform.begin("--port", url.rpartition(":")[2])
    assert process.wait(60) == 1
    assert "cannot listen on 127.0.0.1 port" in own_platform.output()
    assert not own_platform.folder.logs.exists()


@pytest.mark.slow
def test_a_taken_port_for_operators_is_said_before_anything_starts() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with closing(Platform(operations_port=str(port))) as platform:
            assert platform.begin().wait(60) == 1
            assert f"cannot listen on 127.0.0.1 port {port}: Address already in use" in platform.output()
            assert not platform.folder.logs.exists()


@pytest.mark.slow
def test_who_asks_for_figures_while_their_process_is_started_again_waits_for_them(platform: Platform) -> None:
    page = re.search(r"Prometheus metrics: (\S+)", platform.output())
    assert page
    (dead,) = background(platform)
    os.kill(dead, signal.SIGKILL)
    wait_until(lambda: not is_alive(dead), "its end", 10)
    with urlopen(page[1], timeout=60) as answer:
        assert b"playhall_outbox_entries" in answer.read()
    wait_until(lambda: background(platform) not in ([], [dead]), "the next", 10)
