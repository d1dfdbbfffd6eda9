"""docs/first-bot.md does what it says, and a bot plays every ruleset although the platform is killed under it."""

import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from playhall_client import Bot, Client, Ended, Turn
from tests.e2e.platform import Platform, playhall
from tests.integration.docs.pages import DOCS, blocks, commands
from tests.waiting import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]

ROOT = Path(__file__).parents[2]
PAGE = (DOCS / "first-bot.md").read_text()
LOOK, FIRST, SORTER = blocks(PAGE, "python")
SETUP, RUN_FIRST, RUN_SORTER, WATCH = blocks(PAGE, "sh")
RULESETS = ["commanders", "duels", "faceoff", "factionwars", "standoff"]


def typed(command: str) -> str:
    """A command of the page as it is typed here, where there is no .venv in the folder."""
    programs = {".venv/bin/playhall": shlex.join(playhall()), ".venv/bin/python": shlex.quote(sys.executable)}
    return re.sub(r"\.venv/bin/\w+", lambda found: programs[found[0]], command)


@pytest.fixture(scope="module")
def environment(platform: Platform, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What is set after the page's first commands; the client is installed in a folder of its own, without network."""
    url, installed = platform.folder.url(), tmp_path_factory.mktemp("installed")
    assert url
    pip = {"PIP_TARGET": str(installed), "PIP_NO_DEPS": "1", "PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0"}
    done = subprocess.run(
        ("bash", "-euc", typed(SETUP) + '\necho "URL=$URL"; echo "KEY=$KEY"'),
        cwd=ROOT,
        env=platform.environment | pip | {"URL": url},
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (key,) = re.findall(r"^KEY=(playhall_\w+)$", done.stdout, re.MULTILINE)
    path = os.pathsep.join((str(installed), *filter(None, sys.path)))
    return platform.environment | {"URL": url, "KEY": key, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"}


def run(environment: dict[str, str], *command: str, cwd: Path = ROOT) -> str:
    """What a command prints."""
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_page_s_client_is_the_one_that_was_installed(environment: dict[str, str]) -> None:
    place = run(environment, sys.executable, "-c", "import playhall_client; print(playhall_client.__file__)")
    assert Path(place).is_relative_to(environment["PYTHONPATH"].partition(os.pathsep)[0])


def test_the_page_looks_at_a_decision(environment: dict[str, str]) -> None:
    *rulesets, decision, action = run(environment, sys.executable, "-c", LOOK).splitlines()
    assert [line.split()[0] for line in rulesets] == RULESETS
    assert (decision, action) == ("1 PHASE_SUIT ['suit S', 'suit H', 'suit D', 'suit C']", "suit S")


def test_the_page_shows_the_example_which_plays_and_goes_on_after_it_was_killed(
    environment: dict[str, str],
) -> None:
    assert (ROOT / "examples" / "first_bot.py").read_text() == FIRST
    assert len(FIRST.splitlines()) <= 25
    (command,) = commands(RUN_FIRST)

    def begin() -> "subprocess.Popen[str]":
        # Whoever is started by a job in the background ignores Ctrl-C, and so would its programs.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            return subprocess.Popen(
                typed(command).split(), cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
            )
        finally:
            signal.signal(signal.SIGINT, before)

    with begin() as first, Client(environment["URL"], environment["KEY"]) as client:
        wait_until(lambda: next(client.matches(player="me", status="live"), None), "it plays")
        first.kill()
    with begin() as second:
        assert second.stdout is not None
        ended = [second.stdout.readline() for _ in range(2)]  # that of the first one, and its own
        assert all(re.fullmatch(r"factionwars m_\w+: rank [12]\n", line) for line in ended), ended
        second.send_signal(signal.SIGINT)
        try:
            assert second.wait(20) == 0
        finally:
            second.kill()


def test_the_page_s_second_bot_wins(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "sorter.py").write_text(SORTER)
    (command,) = commands(RUN_SORTER)
    printed = run(environment, *typed(command).split(), cwd=tmp_path)
    (won,) = re.findall(r"^(\d+) of 20 won$", printed, re.MULTILINE)
    assert int(won) >= 15


def test_the_page_watches(environment: dict[str, str]) -> None:
    with Client(environment["URL"], environment["KEY"]) as client:
        match = next(client.matches(player="me", status="finished")).id
    printed = run(environment | {"MATCH": match}, "bash", "-euc", typed(WATCH)).splitlines()
    assert printed[0].split()[1] == "snapshot"
    assert any(re.fullmatch(r"seat 0: rank \d, -?\d+ points", line) for line in printed)


@pytest.mark.parametrize(
    "program",
    [blocks((ROOT / page).read_text(), "python")[0] for page in ("README.md", "clients/python/README.md")],
)
def test_the_bots_of_the_readmes_play(environment: dict[str, str], program: str) -> None:
    with (
        Client(environment["URL"], environment["KEY"]) as client,
        subprocess.Popen((sys.executable, "-c", program), env=environment) as bot,
    ):
        match = client.create_match("duels", ["me", "bot:random"]).id
        wait_until(lambda: client.match(match).status == "finished", "it plays", 60)
        bot.kill()


def test_the_client_s_readme_asks_and_follows(environment: dict[str, str]) -> None:
    _, program = blocks((ROOT / "clients/python/README.md").read_text(), "python")
    refused, event, resigned = run(environment, sys.executable, "-c", program).splitlines()
    assert refused in ("ILLEGAL_ACTION", "MALFORMED_ACTION")
    assert re.fullmatch(r"(step|snapshot) \d+", event)
    assert resigned == "True"


class Player(Bot):
    """Plays the first legal action, and keeps what it was asked."""

    def __init__(self, url: str, key: str) -> None:
        super().__init__(url, key)
        self.asked: list[tuple[str, int]] = []
        self.ended: dict[str, Ended] = {}

    def choose(self, turn: Turn) -> str:
        self.asked.append((turn.match, turn.decision))
        return turn.legal[0].notation

    def match_ended(self, match: Ended) -> None:
        self.ended[match.match] = match


def test_a_bot_plays_every_ruleset_although_the_platform_is_killed(
    platform: Platform, environment: dict[str, str]
) -> None:
    bot = Player(environment["URL"], environment["KEY"])
    playing = threading.Thread(target=bot.run)
    made = {bot.client.create_match(ruleset, ["me", "bot:greedy"]).id: ruleset for ruleset in RULESETS}
    playing.start()
    try:
        wait_until(lambda: {match for match, _ in bot.asked} >= made.keys(), "it plays all five")
        platform.kill()
        wait_until(lambda: not platform.survivors(), "the end of all processes")
        platform.start("--port", environment["URL"].rpartition(":")[2])
        wait_until(lambda: bot.ended.keys() >= made.keys(), "all five are played", 240)
    finally:
        bot.stop()
        playing.join(30)
    assert not playing.is_alive()
    assert {match: bot.ended[match].ruleset for match in made} == made
    assert all(bot.ended[match].status == "finished" and bot.ended[match].rank in (1, 2) for match in made)
    assert len(bot.asked) == len(set(bot.asked))
    bot.client.close()
