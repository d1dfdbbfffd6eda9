"""The examples in other languages play whole matches, and docs/front-end.md does what it says."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from playhall_client import Client
from tests.e2e.platform import Platform, playhall
from tests.integration.clients.node import NODE, TYPESCRIPT, with_typescript
from tests.integration.docs.pages import DOCS, blocks, commands
from tests.integration.gateway.browser import PATIENCE_SECONDS, Site, browsing, in_a_browser
from tests.waiting import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
FRONT_END = (DOCS / "front-end.md").read_text()


@pytest.fixture(scope="module")
def key(platform: Platform) -> str:
    """The key of a player of this module's own, which may read, play and create."""
    player = platform.run("player", "create", "My bot").stdout.strip()
    scopes = [part for scope in ("read", "play", "create") for part in ("--scope", f"matches:{scope}")]
    return platform.run("key", "create", "--player", player, *scopes).stdout.strip()


@pytest.fixture(scope="module")
def environment(platform: Platform, key: str) -> dict[str, str]:
    """What a program of the examples finds."""
    return platform.environment | {"URL": str(platform.folder.url()), "KEY": key}


@pytest.fixture
def client(environment: dict[str, str]) -> Iterator[Client]:
    """For the same player."""
    with Client(environment["URL"], environment["KEY"]) as made:
        yield made


@contextmanager
def started(environment: dict[str, str], *command: str, cwd: Path = ROOT) -> "Iterator[subprocess.Popen[str]]":
    """A program, with all that it starts."""
    process = subprocess.Popen(
        command,
        cwd=cwd,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):  # all of it has ended
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def line_of(process: "subprocess.Popen[str]") -> str:
    """The next line that it prints."""
    assert process.stdout is not None
    found: str = process.stdout.readline()
    return found


def plays_and_goes_on_when_killed(
    environment: dict[str, str], client: Client, ruleset: str, *command: str, cwd: Path = ROOT
) -> None:
    """A bot that creates a match, is killed in the middle of it, and plays it to its end in its next life."""
    with started(environment, *command, cwd=cwd):
        wait_until(lambda: list(client.matches(player="me", status="live", ruleset=ruleset)), "it plays", 60)
    (begun,) = list(client.matches(player="me", status="live", ruleset=ruleset))
    with started(environment, *command, cwd=cwd) as process:
        ended = [line_of(process) for _ in range(2)]  # that match, and the one that it has created now
    assert all(re.fullmatch(rf"{ruleset} m_\w+: rank [12]\n", line) for line in ended), ended
    assert any(begun.id in line for line in ended)
    assert client.match(begun.id).status == "finished"


@pytest.mark.skipif(not (shutil.which("curl") and shutil.which("jq")), reason="there is no curl, or no jq")
def test_the_bot_in_shell_plays_and_goes_on_after_it_was_killed(environment: dict[str, str], client: Client) -> None:
    program = EXAMPLES / "first_bot.sh"
    assert len(program.read_text().splitlines()) <= 35
    plays_and_goes_on_when_killed(environment, client, "duels", str(program))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder in which `npm install` has installed the client, as it does for one that lies in a folder."""
    modules = tmp_path / "node_modules"
    (modules / "@types").mkdir(parents=True)
    (modules / "playhall-client").symlink_to(TYPESCRIPT)
    for types in (TYPESCRIPT / "node_modules" / "@types", TYPESCRIPT / "node_modules" / "undici-types"):
        for package in types.iterdir() if types.name == "@types" else (types,):
            (modules / package.relative_to(TYPESCRIPT / "node_modules")).symlink_to(package)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    return tmp_path


def compiled(project: Path, name: str, program: str) -> Path:
    """A program, checked strictly and compiled."""
    assert NODE
    (project / name).write_text(program)
    strict = ("--strict", "--noUncheckedIndexedAccess", "--noImplicitOverride", "--erasableSyntaxOnly")
    compiler = (NODE, TYPESCRIPT / "node_modules" / "typescript" / "bin" / "tsc", "--target", "es2022")
    command = (*compiler, *strict, "--module", "nodenext", name)
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stdout
    return (project / name).with_suffix(".js")


@with_typescript
def test_the_bot_in_typescript_plays_and_goes_on_after_it_was_killed(
    environment: dict[str, str], client: Client, project: Path
) -> None:
    program = (EXAMPLES / "first_bot.ts").read_text()
    assert len(program.splitlines()) <= 20
    compiled(project, "first_bot.ts", program)
    plays_and_goes_on_when_killed(environment, client, "factionwars", "node", "first_bot.js", cwd=project)


@with_typescript
def test_the_client_s_readme_plays_asks_and_follows(environment: dict[str, str], client: Client, project: Path) -> None:
    cautious, asking = blocks((TYPESCRIPT / "README.md").read_text(), "ts")
    compiled(project, "cautious.ts", cautious)
    with started(environment, "node", "cautious.js", cwd=project):
        match = client.create_match("commanders", ["me", "bot:random"]).id
        wait_until(lambda: client.match(match).status == "finished", "it plays", 60)
    compiled(project, "asking.ts", asking)
    done = subprocess.run(
        ("node", "asking.js"), cwd=project, env=environment, capture_output=True, text=True, timeout=100, check=False
    )
    assert done.returncode == 0, done.stderr
    refused, *told, resigned = done.stdout.splitlines()
    assert refused in ("ILLEGAL_ACTION", "MALFORMED_ACTION")
    assert "'" in "".join(told), done.stdout
    assert resigned == "true"


SPY = """
const tell = (told) => fetch("ORIGIN/seen", {method: "POST", mode: "no-cors", body: JSON.stringify(told)});
addEventListener("error", ({ message }) => tell({failed: message}));
addEventListener("unhandledrejection", ({ reason }) => tell({failed: String(reason)}));
"""

WATCHING = """<script>
SPYnew MutationObserver(() => {
  const heading = document.querySelector("h1").textContent;
  tell({heading, lines: [...document.querySelectorAll("li")].map((line) => line.textContent)});
}).observe(document.body, {childList: true, subtree: true});
</script>""".replace("SPY", SPY)


@pytest.fixture
def site() -> Iterator[Site]:
    """An origin of its own, which keeps what pages tell."""
    made = Site()
    yield made
    made.close()


def seen(site: Site, is_enough: Callable[[list[Any]], object], what: str) -> list[Any]:
    """What a page has told, when it is enough."""

    def told() -> list[Any]:
        found = [json.loads(text) for text in list(site.seen)]
        assert not any("failed" in each for each in found), found
        return found

    wait_until(lambda: is_enough(told()), what, PATIENCE_SECONDS)
    return told()


def play_first(client: Client, match: str, seat: int) -> None:
    """Play a seat's first legal actions to the end of the match."""
    for event in client.events(match, seat):
        view = client.view(match, seat) if event.type != "end" else None
        if view is not None and view.decision is not None:
            client.decide(match, view.decision, view.legal[0].notation)


@in_a_browser
@pytest.mark.parametrize("visibility", ["public", "private"])
def test_the_page_for_spectators_follows_a_match_to_its_end(
    environment: dict[str, str], client: Client, site: Site, tmp_path: Path, visibility: Any
) -> None:
    match = client.create_match("commanders", ["me", "bot:greedy"], visibility=visibility).id
    site.page = (EXAMPLES / "spectator.html").read_text() + WATCHING.replace("ORIGIN", site.origin)
    wanted = {"url": environment["URL"], "match": match}
    if visibility == "private":
        path = ("-sS", "-X", "POST", "-H", f"Authorization: Bearer {environment['KEY']}")
        address = f"{environment['URL']}/v1/matches/{match}:stream-token"
        answer = subprocess.run(("curl", *path, address), capture_output=True, check=True, timeout=60)
        wanted["token"] = json.loads(answer.stdout)["token"]
    with browsing(tmp_path, f"{site.origin}/#{urlencode(wanted)}"):
        seen(site, bool, "it has a snapshot")
        play_first(client, match, 0)
        told = seen(
            site, lambda told: any("Seat 1: rank" in line for each in told for line in each["lines"]), "the end"
        )
    last = max(told, key=lambda each: len(each["lines"]))
    assert last["heading"] == f"{match}: finished"
    assert re.fullmatch(r"Seat 1: rank [12], -?\d+ points", last["lines"][-1])
    assert any("Player 0" in line for line in last["lines"])


CLICKING = """<script>
SPYconst [games, clicks] = [GAMES, CLICKS];
const waiting = document.querySelector("#table").textContent;
let left = 0, game = "";
setInterval(() => {
  const buttons = [...document.querySelectorAll("#actions button")];
  const lines = [...document.querySelectorAll("#told li")].map((line) => line.textContent);
  const begin = document.querySelectorAll("#rulesets button");
  const over = lines[0]?.startsWith("The match is");
  const table = document.querySelector("#table");
  if (game && !table.children.length && table.textContent !== waiting) tell({failed: table.textContent});
  if (game && (over || left === 0)) {
    const texts = (path) => [...document.querySelectorAll(path)].map((each) => each.textContent);
    tell({game, over, lines, zones: texts(".zone h3"), cards: texts(".card"), cells: texts("polygon").length,
          words: texts("#table p"), headings: texts("#actions h3")});
    game = "";
  }
  if (!game && begin.length === 5 && games.length) {
    game = games.shift();
    left = clicks[game] ?? 12;
    document.querySelector("#told").replaceChildren();
    document.querySelector("#actions").replaceChildren();
    [...begin].find((button) => button.textContent === game).click();
  } else if (game && buttons.length) {
    left -= 1;
    buttons[0].click();
  }
}, 30);
</script>"""


def typed(command: str) -> str:
    """A command of the page as it is typed here, where there is no .venv in the folder."""
    return command.replace(".venv/bin/playhall", shlex.join(playhall()))


@in_a_browser
def test_the_guide_to_front_ends_draws_and_plays_every_ruleset(
    environment: dict[str, str], client: Client, site: Site, tmp_path: Path
) -> None:
    setup, serve = blocks(FRONT_END, "sh")
    (page,) = blocks(FRONT_END, "html")
    (tmp_path / "gateway").symlink_to(ROOT / "gateway")
    done = subprocess.run(
        ("bash", "-euc", typed(setup)),
        cwd=tmp_path,
        env=environment | {"PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), *sys.path)))},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    address = done.stdout.strip()
    games = [ruleset.title for ruleset in client.rulesets()]
    assert len(games) == 5
    whole = client.ruleset("commanders").title
    spy = CLICKING.replace("SPY", SPY).replace("ORIGIN", site.origin)
    spy = spy.replace("GAMES", json.dumps(games)).replace("CLICKS", json.dumps({whole: 1_000}))
    (tmp_path / "table" / "index.html").write_text(page + spy)
    for module in blocks(FRONT_END, "js"):
        name = module.splitlines()[0].removeprefix("// ")
        (tmp_path / "table" / name).write_text(module)
    (command,) = commands(serve)
    with started(
        environment, *shlex.split(command.replace("python3", sys.executable).replace("8090", "0")), cwd=tmp_path
    ) as server:
        port = re.search(r"port (\d+)", line_of(server))
        assert port
        with browsing(tmp_path, address.replace("8090", port[1])):
            told = seen(site, lambda told: len(told) == 5, "it has played all five")
    by_game = {each["game"]: each for each in told}
    assert sorted(by_game) == sorted(games)
    for each in told:
        assert len(each["zones"]) > 8
        assert each["cards"], each["game"]
        assert each["words"][0].startswith("Phase: ")
        assert each["lines"], each["game"]
    assert by_game[client.ruleset("standoff").title]["cells"] == 169
    assert re.match(r"The match is finished\. .*: rank [12], -?\d+ points", by_game[whole]["lines"][0])


def test_a_spectator_follows_what_is_played_until_ctrl_c(environment: dict[str, str], client: Client) -> None:
    match = client.create_match("duels", ["me", "bot:greedy"])
    program = (sys.executable, str(EXAMPLES / "spectator.py"))
    environment = environment | {"PYTHONPATH": str(ROOT / "clients" / "python")}
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores Ctrl-C
    try:
        with started(environment, *program, "") as spectator:
            assert line_of(spectator).split()[1] == "snapshot"
            spectator.send_signal(signal.SIGINT)
            assert spectator.communicate(timeout=20)[1] == ""
            assert spectator.returncode == 0
    finally:
        signal.signal(signal.SIGINT, before)
    client.resign(match.id)
    missing = subprocess.run(
        [*program, "m_0"], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert (missing.returncode, missing.stdout) == (1, "")
    assert "Traceback" not in missing.stderr
