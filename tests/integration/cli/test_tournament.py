"""``playhall tournament`` against a platform whose connections break."""

import json
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cli.main import main
from services.engine.fairness import sha256_hex
from tests.integration.cli.flaky_platform import Fault, Flaky
from tests.integration.gateway.harness import Client
from tests.integration.gateway.tournament_scene import BOTS_ONLY, Scene

Command = Callable[..., Result]
BOTS = ("--bot", "greedy=4", "--bot", "random=2")


@pytest.fixture
def tournament(platform: Flaky, here: Scene, tmp_path: Path) -> Command:
    """``playhall tournament`` with a command that goes to the platform as the host."""
    platform.asked.clear()
    platform.keys.clear()
    platform.faults.clear()

    def run(*arguments: object) -> Result:
        options = ("--url", platform.url, "--key", here.host.key)
        environment = {"COLUMNS": "150", "PLAYHALL_DATA_DIR": str(tmp_path)}
        return CliRunner().invoke(main, ["tournament", *map(str, (*arguments, *options))], env=environment)

    return run


def made_by(result: Result) -> str:
    """The id that a command has printed. The platform, in this process, logs to the same output."""
    assert result.exit_code == 0, result.output
    (made,) = (line for line in result.stdout.splitlines() if line.startswith("tournament_"))
    return made


def shown(here: Scene, made: str) -> dict[str, Any]:
    found: dict[str, Any] = here.host.read(f"/v1/tournaments/{made}")
    return found


# -- create ------------------------------------------------------------------------------------------------------------


def test_a_tournament_is_made_as_it_is_told(tournament: Command, here: Scene) -> None:
    options = ("--format", "pods", "--rounds", 3, "--seats", 3, "--name", "Night [bold]", "--visibility", "unlisted")
    found = shown(here, made_by(tournament("create", "sealed", *options, "--starts-at", "2030-01-01T19:00:00Z")))
    assert (found["name"], found["visibility"], found["status"]) == ("Night [bold]", "unlisted", "registration")
    assert found["starts_at"] == "2030-01-01T19:00:00.000Z"
    assert found["settings"]["time_control"] == {"kind": "per_decision", "seconds": 60}
    (stage,) = found["settings"]["stages"]
    assert (stage["format"], stage["rounds"], stage["seats"]) == ("pods", 3, 3)


def test_an_arena_is_made_for_so_many_minutes(tournament: Command, here: Scene) -> None:
    made = made_by(tournament("create", "sealed", "--format", "arena", "--minutes", 90, "--seats", 3))
    (stage,) = shown(here, made)["settings"]["stages"]
    assert (stage["format"], stage["duration_seconds"], stage["seats"]) == ("arena", 5_400, 3)


def test_options_come_before_what_the_file_says(tournament: Command, here: Scene, tmp_path: Path) -> None:
    file = tmp_path / "cup.json"
    stages = [{"format": "single_elimination", "third_place": True}]
    file.write_text(json.dumps({"name": "Cup", "ruleset": "sealed", "stages": stages, "entry": BOTS_ONLY}))
    found = shown(here, made_by(tournament("create", "--file", file, "--name", "Bowl")))
    assert (found["name"], found["settings"]["entry"]["bots"]) == ("Bowl", "only")
    assert found["settings"]["stages"][0]["third_place"] is True


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "name a ruleset"),
        (("sealed", "--format", "swiss", "--seats", "4"), "--seats is for pods"),
        (("sealed", "--format", "pods", "--minutes", "4"), "--minutes is for arena"),
        (("sealed", "--format", "single_elimination", "--rounds", "4"), "--rounds is for swiss and pods"),
        (("sealed", "--starts-at", "soon"), "/body/times/starts_at"),
        (("chess",), "[UNKNOWN_RULESET]"),
    ],
)
def test_what_cannot_be_made_is_told(tournament: Command, arguments: tuple[str, ...], told: str) -> None:
    result = tournament("create", *arguments)
    assert result.exit_code
    assert told in result.output


def test_however_often_it_is_sent_one_tournament_is_made(platform: Flaky, tournament: Command, here: Scene) -> None:
    platform.faults = [Fault.BUSY, Fault.LOST, Fault.CUT]
    made = made_by(tournament("create", "sealed", "--name", "Only one"))
    assert platform.asked == ["POST /v1/tournaments"] * 4
    found = here.host.read("/v1/tournaments?owner=me&page_size=100")["tournaments"]
    assert [each["id"] for each in found if each["name"] == "Only one"] == [made]


# -- run ---------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_tournament_of_bots_is_run_to_its_end_over_connections_that_break(
    platform: Flaky, tournament: Command, here: Scene
) -> None:
    platform.faults = [Fault.LOST, Fault.CUT, Fault.LOST, Fault.BUSY]
    is_over = threading.Event()

    def play() -> None:
        """What the workers do."""
        while not is_over.wait(0.02):
            here.look()
            for found in here.host.read("/v1/tournaments?status=running")["tournaments"]:
                here.play(f"/v1/tournaments/{found['id']}")

    workers = threading.Thread(target=play)
    workers.start()
    try:
        result = tournament("run", "sealed", "--rounds", 3, *BOTS, "--name", "Run")
    finally:
        is_over.set()
        workers.join()
    found = shown(here, made_by(result))
    assert (found["status"], found["entrants"], found["round"]) == ("finished", 6, 3)
    assert found["settings"]["entry"]["bots"] == "only"
    assert [name for name in ("greedy 1", "greedy 4", "random 2") if f"{name} (bot)" in result.output] == [
        "greedy 1",
        "greedy 4",
        "random 2",
    ]
    assert "Run: finished, round 3, 6 entrants" in result.stdout
    assert "Run: running, round " in result.stderr  # no terminal: a line for each change


def test_nobody_to_play_is_told_before_anything_is_made(platform: Flaky, tournament: Command) -> None:
    for arguments, told in (((), "say who takes part"), (("--bot", "greedy=x"), "must be such as greedy=8")):
        result = tournament("run", "sealed", *arguments)
        assert (result.exit_code, told in result.output) == (2, True)
    assert platform.asked == []


# -- entering and looking ----------------------------------------------------------------------------------------------


def test_entrants_come_one_by_one_or_from_a_file(tournament: Command, here: Scene, tmp_path: Path) -> None:
    path = here.announce(entry={"bots": "allowed"}, times={"round_seconds": 3600})
    made = path.rpartition("/")[2]
    assert "e1 Host" in tournament("enter", made).output
    assert "e2 Deep (bot)" in tournament("enter", made, "--bot", "greedy", "--name", "Deep").output
    file = tmp_path / "entrants.csv"
    file.write_text("player,bot,name\n,random,Blue\n,greedy,Red\n")
    assert "4 entrants" in tournament("enter", made, "--file", file).output
    file.write_text("player,bot,name\n,nobody,Green\n")
    refused = tournament("enter", made, "--file", file)
    assert (refused.exit_code, "[UNKNOWN_BOT]" in refused.output) == (1, True)
    assert shown(here, made)["entrants"] == 4


def test_a_person_without_an_account_is_entered_by_name_and_plays_by_a_link(tournament: Command, here: Scene) -> None:
    path = here.announce(entry={}, times={"round_seconds": 3600})
    made = path.rpartition("/")[2]
    assert tournament("enter", made, "--name", "Anna").output == "e1 Anna\n"
    link = tournament("link", made, "e1").output.strip()
    before, _, key = link.rpartition("/")
    assert before.endswith(f"/#/seats/{made}")
    assert before.startswith("http://")
    assert Client(here.hall.app, key).read("/v1/players/me")["name"] == "Anna"


def test_who_enters_itself_sends_a_client_seed_once(tournament: Command, here: Scene) -> None:
    path = here.announce(entry={}, times={"round_seconds": 3600})
    made = path.rpartition("/")[2]
    entered = tournament("enter", made)
    told = re.search(r"client seed ([0-9a-f]{64}) and the tournament's commitment ([0-9a-f]{64})\.", entered.output)
    assert told is not None
    assert told[2] == shown(here, made)["commitment"]
    assert here.host.read(f"{path}/entrants/e1")["client_seed_sha256"] == sha256_hex(bytes.fromhex(told[1]))
    again = tournament("enter", made)
    assert ("e1 Host\n" in again.output, "client seed" in again.output) == (True, False)
    given = tournament("enter", made, "--client-seed", "c5" * 32)
    assert (given.exit_code, "[CLIENT_SEED_GIVEN]" in given.output) == (1, True)


def test_a_host_starts_pauses_resumes_and_cancels(tournament: Command, here: Scene) -> None:
    made = here.announce(bots=4).rpartition("/")[2]
    for command, status in (
        ("start", "running"),
        ("pause", "paused"),
        ("resume", "running"),
        ("cancel", "cancelled"),
    ):
        result = tournament(command, made, "--reason", "Rain")
        assert f"Cup: {status}" in result.output
    assert shown(here, made)["status_reason"] == "Rain"


def test_a_host_keeps_apart_withdraws_corrects_and_takes_back(tournament: Command, here: Scene) -> None:
    path = here.announce(bots=5)
    made = path.rpartition("/")[2]
    assert "Cup: its log has 6 entries" in tournament("keep-apart", made, "e1", "e2", "--until-round", 1).output
    assert "Cup: its log has 7 entries" in tournament("undo", made, 6, "--reason", "They have made up").output
    assert "e5 Bot 5 has withdrawn" in tournament("withdraw", made, "e5", "--reason", "Broken").output
    tournament("start", made)
    here.look()
    seated = here.host.read(f"{path}/rounds/1")["tables"][1]["entrants"][0]["id"]
    result = tournament("result", made, 1, 2, 2, 1, "--forfeit", seated, "--reason", "Unplugged")
    assert ": 2. 1." in result.output
    table = here.host.read(f"{path}/rounds/1")["tables"][1]
    assert (table["result"]["places"], table["result"]["forfeits"]) == ([2, 1], [seated])
    told = tournament("log", made).output
    assert "kept_apart until_round 1 (undone)" in told
    assert "withdrawn entrant e5" in told
    assert "Broken" in told
    latest = tournament("log", made, "--last", 1).output
    assert ("result_set round 1 table 2" in latest, "withdrawn" in latest) == (True, False)


def test_a_host_sees_what_follows_before_it_corrects_and_closes(tournament: Command, here: Scene) -> None:
    path = here.begun({"format": "single_elimination"}, bots=4)
    made = path.rpartition("/")[2]
    for table in (1, 2):
        tournament("result", made, 1, table, 1, 2, "--reason", "seen")
    here.look()
    wrong = ("result", made, 1, 1, 2, 1)
    seen = tournament(*wrong, "--preview")
    assert "Others advance by this than have advanced: --then replay or --then stand. With replay:" in seen.output
    assert "Round 2, table 1" in seen.output
    assert tournament(*wrong, "--reason", "The other one").exit_code == 1
    assert ": 2. 1." in tournament(*wrong, "--reason", "The other one", "--then", "stand").output
    ended = 1 + [entry["what"]["kind"] for entry in here.host.read(f"{path}/log")["entries"]].index("round_ended")
    seen = tournament("undo", made, ended, "--preview")
    assert "Later entries that cannot stand without it (--with-what-follows): " in seen.output
    assert tournament("undo", made, ended).exit_code == 2
    assert tournament("undo", made, ended, "--reason", "early").exit_code == 1
    assert "its log has" in tournament("undo", made, ended, "--reason", "early", "--with-what-follows").output
    tournament("cancel", made)
    assert "Cup: closed" in tournament("close", made).output


def test_whom_a_host_enters_is_invited(tournament: Command, here: Scene) -> None:
    made = here.announce(entry={}, times={"round_seconds": 3600}).rpartition("/")[2]
    assert "e1 Stranger is invited" in tournament("enter", made, "--player", here.stranger.id).output
    assert "e2 Host\n" in tournament("enter", made).output
    assert "e2 Host has withdrawn" in tournament("withdraw", made).output


def test_rounds_and_standings_are_shown(tournament: Command, here: Scene) -> None:
    made = here.begun(bots=5).rpartition("/")[2]
    open_round = tournament("round", made, "--why").output
    assert "is played" in open_round
    assert "Bye: Bot " in open_round
    here.play_round(f"/v1/tournaments/{made}")
    assert "is played" not in tournament("round", made, 1).output
    standings = tournament("standings", made).output
    assert all(f"Bot {number} (bot)" in standings for number in range(1, 6))
    assert made in tournament("list", "--mine", "--status", "running").output


def test_what_is_not_there_yet_is_said(tournament: Command, here: Scene) -> None:
    made = here.announce().rpartition("/")[2]
    assert "no round has been paired" in tournament("round", made).output
    assert "There are no standings yet." in tournament("standings", made).output
    assert "[NOT_FOUND]" in tournament("watch", "tournament_x").output


def test_exports_are_what_the_platform_serves(tournament: Command, here: Scene, tmp_path: Path) -> None:
    path = here.finished(bots=4)
    for format_ in ("json", "csv", "trf"):
        out = tmp_path / format_
        assert tournament("export", path.rpartition("/")[2], "--format", format_, "--out", out).exit_code == 0
        assert out.read_bytes() == here.host.get(f"{path}/export/{format_}").get_data()
    assert json.loads((tmp_path / "json").read_bytes())["settings"]["ruleset"] == "sealed"
