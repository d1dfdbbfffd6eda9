"""``playhall series`` and ``playhall verify`` with people's own bots."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cli.main import main

MINE = """
from services.rulesets.commanders.bots import GreedyBot


class FailingBot(GreedyBot):
    def choose(self, view, legal, chance):
        if view.deck < 12:
            raise LookupError("no idea")
        return super().choose(view, legal, chance)


BOTS = {"mine": GreedyBot(), "failing": FailingBot()}
"""
RANDOM = "from services.bots.choosing import RandomBot"


def playhall(*arguments: object) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)), env={"COLUMNS": "150"})


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bots") / "mine.py"
    path.write_text(MINE)
    return path


@pytest.fixture(scope="module")
def folder(mine: Path) -> Path:
    """A series that has ended."""
    path = mine.parent / "run"
    result = playhall(
        "series", "commanders", "mine", "greedy", "failing", "--bots", mine, "--seed", "2a", "--matches", 12,
        "--workers", 1, "--out", path,
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    return path


@pytest.fixture(scope="module")
def replay(folder: Path, mine: Path) -> Path:
    """The replay of a match between ``mine`` and ``greedy``."""
    path = mine.parent / "replay.json"
    number = number_of(folder, [0, 1])
    assert playhall("series", "replay", folder, number, "--bots", mine, "--out", path).exit_code == 0
    return path


def number_of(folder: Path, entrants: list[int]) -> int:
    """The first match with these entrants in the seats."""
    results: list[dict[str, Any]] = list(map(json.loads, (folder / "results.ndjson").read_bytes().splitlines()[1:]))
    return int(next(result["number"] for result in results if result["entrants"] == entrants))


def another(mine: Path, name: str, text: str) -> Path:
    path = mine.parent / name
    path.write_text(text)
    return path


def test_the_document_names_a_bot_by_its_file(folder: Path) -> None:
    document = json.loads((folder / "series.json").read_bytes())["document"]
    version = "sha256:" + hashlib.sha256(MINE.encode()).hexdigest()
    assert document["entrants"] == [
        {"bot": "mine", "version": version},
        {"bot": "greedy", "version": "1.0.0"},
        {"bot": "failing", "version": version},
    ]


def test_the_same_file_anywhere_gives_the_same_bytes(folder: Path, mine: Path) -> None:
    copied, again = another(mine, "copied.py", MINE), mine.parent / "again"
    playhall(
        "series", "commanders", "mine", "greedy", "failing", "--bots", copied, "--seed", "2a", "--matches", 12,
        "--workers", 1, "--out", again,
    )  # fmt: skip
    for name in ("series.json", "results.ndjson"):
        assert (again / name).read_bytes() == (folder / name).read_bytes()


def test_a_series_that_was_cut_off_goes_on_with_the_file(folder: Path, mine: Path) -> None:
    cut = mine.parent / "cut"
    cut.mkdir()
    (cut / "series.json").write_bytes((folder / "series.json").read_bytes())
    whole = (folder / "results.ndjson").read_bytes()
    (cut / "results.ndjson").write_bytes(whole[: len(whole) // 2])
    result = playhall("series", "--resume", cut, "--bots", mine, "--workers", 1)
    assert result.exit_code == 0, result.output
    assert (cut / "results.ndjson").read_bytes() == whole


def test_what_was_played_is_read_without_the_file(folder: Path, tmp_path: Path) -> None:
    for arguments in (("report", folder), ("compare", folder, folder), ("export", folder, "--out", tmp_path / "csv")):
        result = playhall("series", *arguments)
        assert result.exit_code == 0, result.output


def test_events_are_told_with_the_file(folder: Path, mine: Path) -> None:
    result = playhall("series", "events", folder, "skirmish_won", "--member", "total", "--bots", mine)
    assert result.exit_code == 0, result.output
    assert "skirmish_won, by total" in result.output


def test_a_bot_that_failed_is_told_with_the_line_of_its_file(folder: Path, mine: Path) -> None:
    result = playhall("series", "replay", folder, number_of(folder, [1, 2]), "--bots", mine)
    assert result.exit_code == 1
    assert "the bot in seat 1 fails in decision" in result.output
    assert result.output.endswith(": LookupError: no idea (line 8)\n")


def test_a_replay_holds_with_the_file_in_which_the_bot_chooses_again(replay: Path, mine: Path) -> None:
    result = playhall("verify", replay, "--bots", mine)
    assert result.exit_code == 0, result.output
    assert "by bots of the house, which chose the same again" in result.output
    assert "not checked: that the series was begun with these files of bots" in result.output


def test_a_replay_without_the_file_is_checked_but_for_the_choices(replay: Path) -> None:
    result = playhall("verify", replay, "--no-bots")
    assert result.exit_code == 0, result.output
    assert "decisions of commanders 1.0.0 were played again by the rules" in result.output
    assert "not checked: the choices of the bots" in result.output
    result = playhall("verify", replay)
    assert result.exit_code == 1
    assert "the replay cannot be checked: commanders has no bot 'mine': give the file" in result.output


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            RANDOM + MINE.replace("GreedyBot(),", "RandomBot(),"),
            "'mine' chooses another (or a file of bots has been changed",
        ),
        (MINE.replace('"mine": GreedyBot()', '"mine": FailingBot()'), "fail: LookupError: no idea (line 8)"),
        (MINE.replace('"mine"', '"other"'), "commanders has no bot 'mine': give the file"),
        ("BOTS = 1 / 0", "ZeroDivisionError: division by zero (line 1)"),
    ],
)
def test_a_replay_does_not_hold_with_another_file(text: str, complaint: str, replay: Path, mine: Path) -> None:
    result = playhall("verify", replay, "--bots", another(mine, "other.py", text))
    assert result.exit_code == 1
    assert complaint in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (lambda folder, mine: ("--resume", folder), "the bot 'mine' is of a file that is not given (--bots)"),
        (lambda folder, mine: ("replay", folder, 0), "the bot 'mine' is of a file that is not given (--bots)"),
        (
            lambda folder, mine: ("--resume", folder, "--bots", another(mine, "changed.py", MINE + "\n")),
            "the file of the bot 'mine' is not the one that the series was begun with",
        ),
        (
            lambda folder, mine: ("commanders", "yours", "--bots", mine),
            "commanders has no bot 'yours'; it has expert, failing, greedy, mine, random, search, search-deep",
        ),
        (
            lambda folder, mine: ("commanders", "mine", "--bots", another(mine, "bad.py", "import nothing_there")),
            "bad.py: ModuleNotFoundError: No module named 'nothing_there' (line 1)",
        ),
        (lambda folder, mine: ("commanders", "mine", "--bots", folder), "cannot be read: Is a directory"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(
    arguments: Callable[[Path, Path], tuple[object, ...]], complaint: str, folder: Path, mine: Path
) -> None:
    result = playhall("series", *arguments(folder, mine))
    assert result.exit_code == 1
    assert complaint in result.output
    assert "Traceback" not in result.output
