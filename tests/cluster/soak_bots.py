"""Many bots for a while, ten of which misbehave and fifty of which are killed: ``python -m tests.cluster.soak_bots``.

A whole platform (``playhall up``: real processes, an embedded Valkey, SQLite or PostgreSQL) keeps a number of matches
live, of all rulesets, with clocks of every kind and every rule for when time is over. At the tables sit bots behind
URLs, good ones and such as misbehave in every way that the platform has a name for; bots on account streams, each a
process of its own, which are killed (SIGKILL) at random and started again; and house bots. Now and then a process of
the platform is killed as well.

Everybody writes down what they were asked, sent and were answered. When the last match has ended, the judge
(:mod:`tests.cluster.soak.judge`) holds these records against the API and the replays, and says what held. The exit code
is 0 if everything did.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import click

from playhall_client import Client
from tests.cluster.databases import mortal_postgres
from tests.cluster.soak import judge
from tests.cluster.soak.api import Api, Refused
from tests.cluster.soak.processes import Killer, Stalls, Watch
from tests.cluster.soak.record import Record, read
from tests.cluster.soak.webhook_bots import BAD, GOOD, Forbidden, WebhookBot
from tests.e2e.platform import Platform
from tests.waiting import wait_until

CALL_SECONDS: Final = 3
"""How long the platform waits for a bot's answer."""
SCOPES: Final = ("account:manage", "matches:read", "matches:play")
SEATS: Final = {"commanders": 4, "duels": 2, "faceoff": 4, "factionwars": 4, "standoff": 3}
"""How many seats there are at most at a table of each ruleset."""
SHORT: Final = ("commanders", "duels", "factionwars")
"""Rulesets of which a match does not last long where every turn of a bot is played by the clock."""
OPTIONS: Final[dict[str, dict[str, Any]]] = {"standoff": {"round_limit": 15}}
"""Bots that play by chance would play for a thousand decisions."""
LAST_SHARE: Final = 0.2
"""In the last part of the time only matches are created that end soon."""

ROOMY: Final[tuple[dict[str, Any], ...]] = (
    {"kind": "per_decision", "seconds": 30},
    {"kind": "fischer", "bank_seconds": 120, "increment_seconds": 10},
    {"kind": "bronstein", "bank_seconds": 90, "delay_seconds": 10},
    {"kind": "correspondence", "days": 1},
    {"kind": "none"},
)
"""For tables at which everybody answers."""
TIGHT: Final[tuple[dict[str, Any], ...]] = (
    {"kind": "per_decision", "seconds": 4},
    {"kind": "fischer", "bank_seconds": 15, "increment_seconds": 2},
    {"kind": "bronstein", "bank_seconds": 10, "delay_seconds": 3},
)
"""For tables at which the clock must play for somebody."""
ENDING: Final[tuple[dict[str, Any], ...]] = ({"kind": "takeover", "bot": "random"}, {"kind": "forfeit"})
ON_TIME_OUT: Final[tuple[dict[str, Any], ...]] = (
    {"kind": "default_action"},
    {"kind": "bot", "bot": "random"},
    *ENDING,
)


@dataclass(slots=True)
class Entrant:
    """A bot at the tables. ``tables``: the matches in which it sits that have not ended."""

    name: str
    kind: str
    player: str
    key: str
    behaviour: str
    tables: set[str] = field(default_factory=set)


CLIENT: Final = Path(__file__).parents[2] / "clients" / "python"


class StreamProcess:
    """A stream bot's process, which is started again whenever it was killed."""

    def __init__(self, entrant: Entrant, url: str, folder: Path, record: Record) -> None:
        self.entrant = entrant
        self._path = folder / "bots" / f"{entrant.name}.jsonl"
        self._log = folder / "stream-bots.log"
        # The client is a distribution of its own; it need not be installed here.
        path = os.pathsep.join(filter(None, [str(CLIENT), os.environ.get("PYTHONPATH")]))
        self._environment = {**os.environ, "PYTHONPATH": path, "URL": url, "KEY": entrant.key}
        self._record = record
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                (sys.executable, "-P", "-m", "tests.cluster.soak.stream_bot", str(self._path)),
                env=self._environment,
                stdout=log,
                stderr=log,
            )
        self._record.write("bot_started", bot=self.entrant.name)

    def has_started(self) -> bool:
        return any(line["what"] == "started" for line in read(self._path))

    def kill(self) -> None:
        assert self._process is not None
        self._record.write("bot_killed", bot=self.entrant.name, had_ended=self._process.poll() is not None)
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()


class Soak:
    """The platform, everybody on it, and the matches."""

    def __init__(self, folder: Path, stack: ExitStack, *, good: int, bad: int, stream: int, postgres: bool) -> None:
        self.folder = folder
        for name in ("bots", "matches", "replays", "deliveries"):
            (folder / name).mkdir(parents=True)
        self._callbacks = stack
        self.record = Record(folder / "soak.jsonl")
        self.stop = threading.Event()
        self.forbidden = Forbidden()
        behaviours = [*(GOOD[0] if n % 4 else GOOD[1] for n in range(good)), *(BAD[n % len(BAD)] for n in range(bad))]
        self.webhooks = [
            WebhookBot(name, behaviour, Record(folder / "bots" / f"{name}.jsonl"), CALL_SECONDS, self.forbidden)
            for name, behaviour in ((f"webhook-{n}", behaviour) for n, behaviour in enumerate(behaviours))
        ]
        for bot in self.webhooks:
            stack.callback(bot.close)
        ports = {port for bot in self.webhooks for port in bot.ports} | set(self.forbidden.ports)
        settings = {
            "webhook_http": "1",
            "webhook_networks": "127.0.0.0/8",
            "webhook_ports": ",".join(map(str, sorted(ports))),
            "webhook_timeout_seconds": str(CALL_SECONDS),
            "finished_ttl_seconds": "60",
        }
        if postgres:
            settings["database_url"] = stack.enter_context(mortal_postgres()).url
        self.platform = Platform(**settings)
        stack.callback(self.platform.close)
        self.platform.start("--workers", "2")
        assert self.platform.process is not None
        self.supervisor = self.platform.process.pid
        self.url = self.platform.folder.url() or ""
        self.api = Api(self.url, self.platform.folder.key() or "")
        stack.callback(self.api.close)
        self.entrants: list[Entrant] = []
        self.ongoing: dict[str, list[Entrant]] = {}
        self.created = 0
        self._numbers: Counter[str] = Counter()
        self._seen: dict[str, str] = {}
        self._dead: dict[StreamProcess, float] = {}
        self.streams: list[StreamProcess] = []
        for webhook in self.webhooks:
            self._enter_webhook(webhook)
        for number in range(stream):
            entrant = self._entrant(f"stream-{number}", "stream", "")
            self.streams.append(StreamProcess(entrant, self.url, folder, self.record))
            stack.callback(self.streams[-1].kill)
        (folder / "entrants.json").write_text(
            json.dumps(
                [
                    {"name": each.name, "kind": each.kind, "player": each.player, "behaviour": each.behaviour}
                    for each in self.entrants
                ]
            )
        )

    # -- who takes part ----------------------------------------------------------------------------------------------

    def _entrant(self, name: str, kind: str, behaviour: str) -> Entrant:
        player = self.api.ask("POST", "/v1/players", {"name": name, "kind": "bot"}, name=f"player-{name}")["id"]
        new = {"name": name, "scopes": SCOPES}
        key = self.api.ask("POST", f"/v1/players/{player}/keys", new, name=f"key-{name}")["secret"]
        entrant = Entrant(name, kind, player, key, behaviour)
        self.entrants.append(entrant)
        return entrant

    def _enter_webhook(self, bot: WebhookBot) -> None:
        entrant = self._entrant(bot.name, "webhook", bot.behaviour)
        bot.client = Client(self.url, entrant.key)
        self._callbacks.callback(bot.client.close)
        bot.secrets.append(self._set_webhook(bot, entrant)["secret"])

    def _set_webhook(self, bot: WebhookBot, entrant: Entrant) -> Any:
        """Where it is called; what it did before is forgiven."""
        self.record.write("webhook_set", bot=bot.name, url=bot.url)
        return self.api.ask("PUT", "/v1/players/me/webhook", {"url": bot.url}, key=entrant.key)

    # -- tables --------------------------------------------------------------------------------------------------------

    def fill(self, live: int, rulesets: Sequence[str]) -> None:
        """Create a match unless so many are there."""
        if len(self.ongoing) < live:
            self._create(rulesets[self.created % len(rulesets)])

    def _create(self, ruleset: str) -> None:
        seated = self._company(random.randint(2, SEATS[ruleset]))
        is_tight = any(isinstance(each, Entrant) and each.behaviour in BAD for each in seated)
        control = self._next("tight", TIGHT) if is_tight else self._next("roomy", ROOMY)
        rules = ENDING if is_tight and ruleset not in SHORT else ON_TIME_OUT
        if control["kind"] == "none":
            rules = ON_TIME_OUT[:1]  # no time is ever over
        on_time_out = self._next(f"time out {is_tight} {len(rules)}", rules)
        body = {
            "ruleset": ruleset,
            "options": OPTIONS.get(ruleset, {}),
            "rated": "bot" not in on_time_out,
            "seats": [each if isinstance(each, str) else f"player:{each.player}" for each in seated],
            "time_control": control,
            "on_time_out": on_time_out,
        }
        match = self.api.ask("POST", "/v1/matches", body, name=f"match-{self.created}")
        self.created += 1
        (self.folder / "matches" / f"{match['id']}.json").write_text(json.dumps(match))
        bots = [each for each in seated if isinstance(each, Entrant)]
        self.ongoing[match["id"]] = bots
        for bot in bots:
            bot.tables.add(match["id"])
            if bot.kind == "webhook":  # the others are told that they are invited, and take their seats themselves
                self.api.ask("POST", f"/v1/matches/{match['id']}:join", {}, key=bot.key)

    def _company(self, seats: int) -> list["Entrant | str"]:
        """Who sits at a table: a bot behind a URL, one on a stream, and others."""
        bad = [each for each in self.entrants if each.behaviour in BAD]
        good = [each for each in self.entrants if each.behaviour in GOOD]
        streams = [each for each in self.entrants if each.kind == "stream"]
        chosen: list[Entrant | str] = []
        pools = [random.choice((bad, good, good)), streams, *random.choices((good, streams, []), k=seats - 2)]
        for pool in pools:
            free = [each for each in pool if each not in chosen]
            random.shuffle(free)
            chosen.append(min(free, key=lambda each: len(each.tables)) if free else "bot:random")
        random.shuffle(chosen)
        return chosen

    def _next(self, name: str, choices: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """Each in turn."""
        self._numbers[name] += 1
        return choices[self._numbers[name] % len(choices)]

    def sweep(self) -> None:
        """Find which matches have ended, and free their bots."""
        there: set[str] = set()
        for status in ("open", "live"):
            token = ""
            while True:
                query = f"?status={status}&page_size=100" + (f"&page_token={token}" if token else "")
                page = self.api.ask("GET", f"/v1/matches{query}")
                there |= {match["id"] for match in page["matches"]}
                if not (token := page["next_page_token"]):
                    break
        for match in self.ongoing.keys() - there:
            for bot in self.ongoing.pop(match):
                bot.tables.discard(match)

    # -- what happens meanwhile ----------------------------------------------------------------------------------------

    def await_bots(self) -> None:
        """Until all have begun to listen: they all start at once, and the machine has other things to do."""
        for bot in self.streams:
            wait_until(bot.has_started, bot.entrant.name, 300)

    def kill_a_bot(self) -> None:
        """Kill one at random; :meth:`revive_bots` starts it again."""
        victim = random.choice([each for each in self.streams if each not in self._dead])
        victim.kill()
        self._dead[victim] = time.monotonic() + random.uniform(0, 2)

    def revive_bots(self) -> None:
        for bot, due in list(self._dead.items()):
            if due < time.monotonic():
                del self._dead[bot]
                bot.start()

    def renew_webhooks(self) -> None:
        """Bots that misbehave get another chance to do so, some at another address; a good one gets another secret."""
        for bot in self.webhooks:
            entrant = self.of(bot.name)
            if bot.behaviour in BAD:
                bot.move()
                self._set_webhook(bot, entrant)
        rotated = random.choice([bot for bot in self.webhooks if bot.behaviour in GOOD])
        path = "/v1/players/me/webhook:rotate"
        secret = self.api.ask("POST", path, name=f"rotate-{time.time_ns()}", key=self.of(rotated.name).key)["secret"]
        rotated.secrets.append(secret)

    def collect(self) -> None:
        """Read the platform's log of calls before old ones are removed."""
        for bot in self.webhooks:
            self._collect(self.of(bot.name))

    def _collect(self, entrant: Entrant) -> None:
        newest, token, stop = self._seen.get(entrant.name, ""), "", False
        found: list[dict[str, Any]] = []
        while not stop:
            path = "/v1/players/me/webhook/deliveries?page_size=100" + (f"&page_token={token}" if token else "")
            page = self.api.ask("GET", path, key=entrant.key)
            new = [each for each in page["deliveries"] if each["id"] > newest]
            found += new
            token = page["next_page_token"]
            stop = not token or len(new) < len(page["deliveries"])
        if found:
            self._seen[entrant.name] = found[0]["id"]
            with (self.folder / "deliveries" / f"{entrant.name}.jsonl").open("a") as file:
                file.writelines(json.dumps(each) + "\n" for each in reversed(found))

    def of(self, name: str) -> Entrant:
        return next(each for each in self.entrants if each.name == name)

    # -- the end -------------------------------------------------------------------------------------------------------

    def keep_results(self) -> None:
        """Every match and its replay, as the API tells them."""
        self.record.write("visits", number=self.forbidden.visits)
        keys = self.api.send("GET", "/v1/signing-keys").content
        (self.folder / "signing-keys.json").write_bytes(keys)
        for path in sorted((self.folder / "matches").glob("*.json")):
            match = path.stem
            ended = self.api.ask("GET", f"/v1/matches/{match}")
            (self.folder / "matches" / f"{match}.ended").write_text(json.dumps(ended))
            if ended["status"] in ("finished", "aborted"):
                replay = self.api.send("GET", f"/v1/matches/{match}/replay").content
                (self.folder / "replays" / f"{match}.json").write_bytes(replay)


class Every:
    """Something that is done every ``seconds``, when it is asked whether it is time."""

    def __init__(self, seconds: float, do: Callable[[], object]) -> None:
        self._seconds = seconds
        self._do = do
        self._due = time.monotonic() + seconds

    def tick(self) -> None:
        if time.monotonic() >= self._due:
            self._do()
            self._due = time.monotonic() + self._seconds


def run(
    soak: Soak,
    *,
    minutes: float,
    drain: float,
    live: int,
    kill_bots: float,
    kill_platform: float,
    rulesets: Sequence[str] = tuple(SEATS),
) -> None:
    """Let it happen: matches are created for so many ``minutes``, and then have ``drain`` minutes to end."""
    soak.await_bots()
    quiet = threading.Event()  # nobody is killed any more
    threads = [Watch(soak.supervisor, soak.record, 10, soak.stop), Stalls(soak.record, soak.stop)]
    if kill_platform:
        threads.append(Killer(soak.supervisor, soak.record, kill_platform, quiet))
    for thread in threads:
        thread.start()
    chores = [
        Every(2, soak.sweep),
        Every(60, soak.collect),
        Every(90, soak.renew_webhooks),
        Every(30, lambda: _tell(soak)),
        Every(0.1, soak.revive_bots),
    ]
    killing = Every(kill_bots, soak.kill_a_bot)
    ends = time.monotonic() + 60 * minutes
    last = ends - LAST_SHARE * 60 * minutes
    drained = ends + 60 * drain
    while (now := time.monotonic()) < drained and (now < ends or soak.ongoing):
        try:
            if now < ends:
                soak.fill(live, rulesets if now < last else SHORT)
                killing.tick()
            else:
                quiet.set()
            for chore in chores:
                chore.tick()
        except Refused as error:
            soak.record.write("not_answered", error=str(error))
        time.sleep(0.2)
    quiet.set()
    for thread in threads:
        if isinstance(thread, Killer):
            thread.join()
    soak.collect()
    soak.keep_results()
    soak.stop.set()


def _tell(soak: Soak) -> None:
    click.echo(
        f"{time.strftime('%H:%M:%S')} {soak.created} matches created, {len(soak.ongoing)} ongoing, "
        f"load {os.getloadavg()[0]:.1f}",
        err=True,
    )


@click.command()
@click.option("--minutes", default=30.0, show_default=True, help="For how long matches are created.")
@click.option("--drain", default=15.0, show_default=True, help="How many minutes the last ones have to end.")
@click.option("--live", default=30, show_default=True, help="How many matches are kept live.")
@click.option("--good", default=40, show_default=True, help="Bots behind URLs that play well.")
@click.option("--bad", default=len(BAD), show_default=True, help="Bots behind URLs that misbehave.")
@click.option("--stream", default=50, show_default=True, help="Bots on account streams.")
@click.option("--kill-bots", default=4.0, show_default=True, help="Every how many seconds one of these is killed.")
@click.option("--kill-platform", default=60.0, show_default=True, help="The same of the platform's processes; 0: none.")
@click.option("--postgres", is_flag=True, help="Keep players and archive in a PostgreSQL instead of SQLite.")
@click.option("--keep", type=click.Path(path_type=Path), help="A folder to be made, for the records.")
def main(
    minutes: float,
    drain: float,
    live: int,
    good: int,
    bad: int,
    stream: int,
    kill_bots: float,
    kill_platform: float,
    postgres: bool,
    keep: Path | None,
) -> None:
    """Let bots play for a while, and judge what came of it."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the processes must end with this one
    with tempfile.TemporaryDirectory(prefix="ph-soak-") as name:
        folder = keep or Path(name) / "records"
        with ExitStack() as stack:
            soak = Soak(folder, stack, good=good, bad=bad, stream=stream, postgres=postgres)
            run(soak, minutes=minutes, drain=drain, live=live, kill_bots=kill_bots, kill_platform=kill_platform)
        verdict = judge.judge(folder)
    click.echo(verdict.table(), err=True)
    click.echo(json.dumps(verdict.document(), indent=2))
    sys.exit(0 if verdict.holds else 1)


if __name__ == "__main__":
    main()
