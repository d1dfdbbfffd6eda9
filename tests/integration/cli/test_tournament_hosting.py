"""The commands of ``playhall tournament`` for hosts."""

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from cli.main import main
from cli.tournament_tables import entrants_table, list_table, standings_tables
from gateway.api import SECTIONS
from tests.integration.cli.flaky_platform import Flaky
from tests.integration.gateway.tournament_scene import BOTS_ONLY, SWISS, Scene

Command = Callable[..., Result]
WITHOUT_A_COMMAND = {
    "getTournamentEntrant",  # `entrants` and `card` show the same
    "getTournamentGuest",
    "previewTournamentStandings",
    "streamTournamentEventsSse",  # `watch` reads the other format
    "listTournamentRounds",
}


@pytest.fixture
def tournament(platform: Flaky, here: Scene, tmp_path: Path) -> Command:
    """``playhall tournament`` with a command that goes to the platform as the host."""
    platform.asked.clear()

    def run(*arguments: object) -> Result:
        options = ("--url", platform.url, "--key", here.host.key)
        environment = {"PLAYHALL_DATA_DIR": str(tmp_path)}
        return CliRunner().invoke(main, ["tournament", *map(str, (*arguments, *options))], env=environment)

    return run


def test_a_host_pairs_swaps_and_seats_by_hand(tournament: Command, here: Scene) -> None:
    path = here.announce(bots=4, times={"next_round": "by_host"})
    made = path.rpartition("/")[2]
    tournament("start", made)
    here.look()
    before = [[each["id"] for each in table["entrants"]] for table in here.host.read(f"{path}/rounds/1")["tables"]]
    swapped = tournament("swap", made, 1, before[0][0], before[1][0], "--reason", "Sisters")
    assert (swapped.exit_code, "is played" in swapped.output) == (0, True)
    by_hand = tournament("set-round", made, 1, "--table", "e1,e4", "--table", "e2, e3", "--reason", "As drawn")
    assert by_hand.exit_code == 0
    tables = here.host.read(f"{path}/rounds/1")["tables"]
    assert [[each["id"] for each in table["entrants"]] for table in tables] == [["e1", "e4"], ["e2", "e3"]]
    here.look()
    here.play_round(path)
    assert tournament("swap", made, 1, "e1", "e2", "--reason", "Late").exit_code == 1
    previewed = tournament("pair", made, "--preview").output
    assert "Both have" in previewed or "floats down" in previewed
    assert here.host.read(path)["round"] == 1
    assert tournament("pair", made, "--reason", "All are here").exit_code == 0
    assert here.host.read(path)["round"] == 2
    assert "came by" in tournament("card", made, "e1").output
    assert re.search(r"^1 +Bot \d \(bot\)", tournament("cross-table", made).output, re.MULTILINE)


def test_entrants_are_checked_in_and_come_back(tournament: Command, here: Scene) -> None:
    times = {"starts_at": "2027-02-01T19:00:00Z"}
    made = here.announce(bots=3, entry={**BOTS_ONLY, "check_in_seconds": 8_640_000}, times=times).rpartition("/")[2]
    assert tournament("check-in", made, "e1").output == "e1 Bot 1 is checked in\n"
    tournament("withdraw", made, "e2")
    listed = tournament("entrants", made).output
    assert re.search(r"e1 +Bot 1 \(bot\) +greedy +checked in", listed)
    assert re.search(r"e2 +Bot 2 \(bot\) +greedy +withdrawn", listed)
    assert tournament("return", made, "e2").output == "e2 Bot 2 takes part again\n"
    assert tournament("bye", made, 1, "e3").output == "e3 Bot 3 has a bye in round 1\n"
    assert "entered, bye in 1" in tournament("entrants", made).output
    assert tournament("bye", made, 1, "e3", "--cancel").output == "e3 Bot 3 has no bye in round 1\n"


def test_hosts_and_guests_are_named_and_removed(tournament: Command, here: Scene) -> None:
    made = here.announce(entry={"registration": "listed"}, times={"round_seconds": 3600}).rpartition("/")[2]
    assert tournament("hosts", "name", made, here.stranger.id).output == "Stranger is arbiter\n"
    listed = tournament("hosts", "list", made).output
    assert ("owner" in listed, "arbiter" in listed) == (True, True)
    assert tournament("hosts", "remove", made, here.stranger.id).exit_code == 0
    assert "arbiter" not in tournament("hosts", "list", made).output
    assert tournament("guests", "add", made, here.stranger.id).output == "Stranger is a guest\n"
    assert here.stranger.id in tournament("guests", "list", made).output
    assert tournament("guests", "remove", made, here.stranger.id).exit_code == 0
    assert here.stranger.id not in tournament("guests", "list", made).output


def test_a_tournament_is_changed(tournament: Command, here: Scene) -> None:
    path = here.announce(bots=3)
    made = path.rpartition("/")[2]
    changed = tournament("change", made, "--name", "Bowl", "--capacity", 8, "--starts-at", "2030-01-01T19:00:00Z")
    assert changed.output == "Bowl: its log has 4 entries\n"
    found = here.host.read(path)
    assert (found["name"], found["settings"]["entry"]["capacity"], found["starts_at"]) == (
        "Bowl",
        8,
        "2030-01-01T19:00:00.000Z",
    )


def test_every_format_has_its_options(tournament: Command, here: Scene) -> None:
    rows = {
        ("--format", "round_robin", "--cycles", "2"): {"cycles": 2, "seats": 2},
        ("--format", "ladder", "--seasons", "2"): {"seasons": 2, "seats": 2},
        ("--format", "table_elimination", "--winners", "2"): {"winners": 2, "seats": 4},
    }
    for options, expected in rows.items():
        made = tournament("create", "sealed", *options).stdout.splitlines()[-1]
        stage = here.host.read(f"/v1/tournaments/{made}")["settings"]["stages"][0]
        assert {name: stage[name] for name in expected} == expected


def test_results_and_both_versions_of_a_report_are_exported(tournament: Command, here: Scene) -> None:
    path = here.finished(bots=4)
    made = path.rpartition("/")[2]
    results = tournament("export", made, "--format", "csv", "--content", "results", "--stage", 1).stdout
    assert results.splitlines()[0] == "stage,round,table,seat,entrant,name,kind,place,points,score"
    assert tournament("export", made, "--format", "trf", "--version", "trf26").exit_code == 0
    assert "--content is for --format csv" in tournament("export", made, "--content", "results").output


def test_the_command_line_reaches_every_operation(
    tournament: Command, platform: Flaky, here: Scene, tmp_path: Path
) -> None:
    """What is refused has been asked for, too."""
    path = here.finished({**SWISS, "rounds": 1, "advance": 2}, {"format": "single_elimination"}, bots=4)
    made = path.rpartition("/")[2]
    player = here.stranger.id
    platform.asked.clear()
    for line in (
        f"create sealed --bots only|list|enter {made} --bot greedy --name G|entrants {made}|check-in {made} e1"
        f"|link {made} e1"
        f"|withdraw {made} e1|return {made} e1|bye {made} 9 e1|bye {made} 9 e1 --cancel|card {made} e1"
        f"|keep-apart {made} e1 e2|start {made}"
        f"|pause {made}|resume {made}|cancel {made}|round {made}|pair {made}|pair {made} --preview"
        f"|set-round {made} 1 --table e1,e2 --reason r|swap {made} 1 e1 e2 --reason r|result {made} 1 1 1 2 --reason r"
        f"|standings {made}|cross-table {made} --stage 1|bracket {made}|log {made}|undo {made} 1 --reason r"
        f"|undo {made} 1 --preview|close {made}"
        f"|export {made}|export {made} --format csv|export {made} --format trf --stage 1|watch {made}"
        f"|hosts list {made}|hosts name {made} {player}|hosts remove {made} {player}|guests list {made}"
        f"|guests add {made} {player}|guests remove {made} {player}|guests invite {made}|guests invitations {made}"
        f"|guests revoke {made} i|change {made} --name Bowl|webhook show {made}|webhook set {made} https://localhost"
        f"|webhook deliveries {made}|webhook rotate {made}|webhook resend {made} 1|webhook remove {made}"
    ).split("|"):
        assert tournament(*line.split()).exit_code in (0, 1), line
    file = tmp_path / "entrants.csv"
    file.write_text("bot,name\ngreedy,G\n")
    tournament("enter", made, "--file", file)
    asked = [request.partition("?")[0] for request in platform.asked]
    operations = {
        operation.id: re.compile(f"{operation.method} " + re.sub(r"\{\w+\}", "[^/:]+", operation.path) + "$")
        for section in SECTIONS
        for operation in section.operations
        if operation.path.startswith("/v1/tournaments")
    }
    reached = {id for id, pattern in operations.items() if any(map(pattern.match, asked))}
    assert operations.keys() - reached == WITHOUT_A_COMMAND - reached
    assert not WITHOUT_A_COMMAND & reached - {"listTournamentRounds"}


def test_tables_fit_into_eighty_columns(here: Scene) -> None:
    id = "tournament_" + "0" * 26
    event = {"id": id, "name": "N" * 64, "settings": {"ruleset": "factionwars"}, "status": "registration", "round": 12}
    entrant: dict[str, object] = {
        "id": "e1000",
        "name": "N" * 64,
        "player_id": "p_" + "0" * 26,
        "bot": None,
        "rating": 1500,
    }
    entrant |= {"withdrawn": False, "invited": False, "waiting": None, "byes": [], "checked_in": True, "is_bot": True}
    ties = [{"id": id, "value": "12.5"} for id in ("buchholz_cut_1", "buchholz", "sonneborn_berger", "wins")]
    row = {"rank": 1, "is_joint": True, "entrant": "e1", "name": "N" * 64, "points": "12.5", "tie_breaks": ties}
    standings = {"stages": [{"stage": 0, "rows": [row]}]}
    console = Console(width=80, record=True, file=io.StringIO())
    console.print(list_table([event]), entrants_table([entrant]), *standings_tables(standings))
    lines = console.export_text().splitlines()
    assert max(map(len, lines)) <= 80
    assert sum("N" in line and "…" in line for line in lines) == 3
    assert sum(id in line for line in lines) == 1


def test_entrants_of_one_name_are_told_apart() -> None:
    row: dict[str, object] = {"rank": 1, "is_joint": True, "name": "Twin", "is_bot": True, "points": "1"}
    rows = [{**row, "entrant": entrant, "tie_breaks": []} for entrant in ("e3", "e7")]
    console = Console(width=80, record=True, file=io.StringIO())
    console.print(*standings_tables({"stages": [{"stage": 0, "rows": rows}]}))
    shown = console.export_text()
    assert ("Twin (e3, bot)" in shown, "Twin (e7, bot)" in shown) == (True, True)
