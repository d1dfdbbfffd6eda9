"""`playhall new-ruleset` writes a ruleset that starts and serves as it is. That it passes the conformance suite is for
the test of the page for its author: tests/integration/docs/test_new_ruleset.py."""

import contextlib
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli import new_ruleset
from cli.local_match import LocalMatch
from cli.main import main
from services.engine.grpc_client import GrpcEngine
from tests.integration.cli.checkout import Checkout, copy_into

SHORTEST, LONGEST = "q", "z" * new_ruleset.LONGEST_NAME


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Checkout, str]:
    """A checkout with a new ruleset, and what was printed for it."""
    checkout = copy_into(tmp_path_factory.mktemp("checkout"))
    done = checkout.run("playhall", "new-ruleset", "hearts")
    assert done.returncode == 0, done.stderr
    return checkout, done.stdout


@pytest.fixture
def checkout(written: tuple[Checkout, str]) -> Checkout:
    return written[0]


def test_it_writes_the_three_folders_and_says_what_comes_next(written: tuple[Checkout, str]) -> None:
    checkout, output = written
    found = {
        str(path.relative_to(checkout.path))
        for folder in ("protos/playhall/hearts", "services/rulesets/hearts", "tests/unit/hearts")
        for path in (checkout.path / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    by_hand = {line.removeprefix("wrote ") for line in output.splitlines() if line.startswith("wrote ")}
    assert by_hand < found
    assert {
        "protos/playhall/hearts/v1/hearts.proto",
        "services/rulesets/hearts/ruleset.py",
        "services/rulesets/hearts/catalogue.json",
        "services/rulesets/hearts/bots.py",
        "services/rulesets/hearts/README.md",
        "tests/unit/hearts/test_worked_examples.py",
    } < by_hand
    assert {
        "protos/playhall/hearts/v1/hearts_pb2.py",
        "protos/playhall/hearts/v1/hearts.schemas.json",
        "services/rulesets/hearts/playthroughs/4-players.txt",
        "services/rulesets/hearts/playthroughs/2-players.position.json",
        "services/rulesets/hearts/work.json",
    } < found
    assert "playhall conformance hearts" in output
    assert not any("$" in (checkout.path / path).read_text() for path in by_hand)


@pytest.mark.slow
def test_the_repository_s_own_tests_take_it_up(checkout: Checkout) -> None:
    tests = ("tests/unit/hearts", "tests/conformance/test_worked_examples.py", "tests/unit/engine/test_registry.py")
    done = checkout.run("python", "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", *tests)
    assert done.returncode == 0, done.stdout
    collected = checkout.run(
        "python", "-m", "pytest", "-n", "0", "--collect-only", "-k", "hearts", "tests/conformance/test_rulesets.py"
    )
    assert collected.stdout.count("test_a_case_keeps_the_invariants[hearts-") > 2


@pytest.mark.slow
def test_whatever_its_name_it_is_in_the_house_style(checkout: Checkout) -> None:
    for name in (SHORTEST, LONGEST):
        assert checkout.run("playhall", "new-ruleset", name).returncode == 0
    for command in (
        ("ruff", "check", "--no-cache", "services/rulesets", "tests/unit"),
        ("ruff", "format", "--no-cache", "--check", "services/rulesets", "tests/unit"),
        ("buf", "lint", "protos"),
        ("buf", "format", "--diff", "--exit-code", "protos"),
        ("python", "protos/build.py", "--check"),
    ):
        done = checkout.run(*command)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_its_types_are_strict(checkout: Checkout) -> None:
    done = checkout.run("python", "-m", "mypy", "services/rulesets/hearts", "tests/unit/hearts")
    assert done.returncode == 0, done.stdout


def test_it_plays_and_its_replay_holds(checkout: Checkout) -> None:
    assert checkout.run("playhall", "play", "hearts", "--watch", "--out", "game.json").returncode == 0
    done = checkout.run("playhall", "verify", "game.json")
    assert "The replay holds" in done.stdout, done.stderr
    (checkout.path / "game.json").unlink()


@pytest.mark.slow
def test_its_greedy_bot_beats_its_random_one(checkout: Checkout) -> None:
    code = """
from cli.local_match import LocalMatch
from services.engine.in_process import InProcessEngine
from services.engine.registry import ruleset
won = lost = 0
for number in range(300):
    match = LocalMatch(InProcessEngine(ruleset("hearts")), ["greedy", "random"], {}, number.to_bytes(32, "big"))
    list(match.moves())
    ranks = [result.rank for result in match.step.outcome.results]
    won += ranks[0] < ranks[1]
    lost += ranks[0] > ranks[1]
print(won, lost)
"""
    done = checkout.run("python", "-c", code)
    won, lost = map(int, done.stdout.split())
    assert won > 1.3 * lost


@contextlib.contextmanager
def engine(checkout: Checkout, name: str) -> Iterator[str]:
    """The ruleset's service as a process; its address."""
    command = checkout.words("playhall", "engine", name, "--port", "0")
    process = subprocess.Popen(command, cwd=checkout.path, env=checkout.environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"127\.0\.0\.1:\d+", process.stdout.readline())
        assert found
        yield found.group()
    finally:
        process.kill()
        process.communicate()


@pytest.mark.slow
def test_it_serves_and_shows_up_where_rulesets_are_started(checkout: Checkout) -> None:
    with engine(checkout, "hearts") as address:
        served = GrpcEngine("hearts", address, timeout_seconds=20)
        assert served.describe().title == "Hearts"
        match = LocalMatch(served, ["greedy", "random", "random"], {"takes": "lowest"}, bytes(32))
        assert len(list(match.moves())) == 9
    code = (
        "from cli.up import _plan; from services.settings import read_settings; print(_plan(read_settings({})).serve)"
    )
    done = checkout.run("python", "-c", code)
    assert "'hearts': " in done.stdout, done.stderr


TAKEN = ("protos/playhall/engine/v1/engine.proto", "services/rulesets/hearts/ruleset.py", "tests/rulesets/sealed.py")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Hearts", "lower-case letters and digits"),
        ("old-maid", "lower-case letters and digits"),
        ("9pins", "a letter first"),
        ("h" * 21, "at most 20"),
        ("", "lower-case letters and digits"),
        ("../gin", "lower-case letters and digits"),
        ("import", "a word of Python"),
        ("local", "PLAYHALL_ENGINES"),
        ("engine", "is taken"),
        ("sealed", "is taken"),
        ("hearts", "is taken"),
    ],
)
def test_a_name_that_cannot_be_is_explained_and_nothing_is_written(tmp_path: Path, name: str, message: str) -> None:
    for path in (*new_ruleset.MARKS_OF_A_CHECKOUT, *TAKEN):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    before = {*tmp_path.rglob("*")}
    done = CliRunner().invoke(main, ["new-ruleset", "--into", str(tmp_path), "--", name])
    assert done.exit_code == 2
    assert message in done.output
    assert {*tmp_path.rglob("*")} == before


def test_a_folder_that_is_no_checkout_is_explained(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["new-ruleset", "gin", "--into", str(tmp_path)])
    assert done.exit_code == 1
    assert "is not a checkout of Playhall" in done.output
    assert list(tmp_path.iterdir()) == []


def test_when_the_messages_cannot_be_generated_nothing_is_left(checkout: Checkout) -> None:
    broken = checkout.path / "protos" / "playhall" / "engine" / "v1" / "broken.proto"
    broken.write_text("this is no proto")
    before = checkout.files()
    done = CliRunner().invoke(main, ["new-ruleset", "gin", "--into", str(checkout.path)])
    after = checkout.files()
    broken.unlink()
    assert done.exit_code == 1
    assert "`python protos/build.py` failed, and nothing was written" in done.output
    assert after == before


@pytest.mark.slow
def test_without_the_development_tools_it_says_what_to_run(checkout: Checkout, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(new_ruleset, "_GENERATORS", ("no_such_tool",))
    done = CliRunner().invoke(main, ["new-ruleset", "gin", "--into", str(checkout.path)])
    assert done.exit_code == 0
    assert "make proto" in done.output
    assert "playhall conformance gin --record" in done.output
    assert (checkout.path / "services" / "rulesets" / "gin" / "rules.py").is_file()
    for step in (("python", "protos/build.py"), ("playhall", "conformance", "gin", "--record")):
        assert checkout.run(*step).returncode == 0
    card = json.loads((checkout.path / "services/rulesets/gin/catalogue.json").read_text())["cards"][0]
    assert card["id"] == "N01"
    assert checkout.run("playhall", "play", "gin").returncode == 0
