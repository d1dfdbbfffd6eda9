"""A large tournament of house bots on a whole platform, each of whose processes is killed in turn meanwhile.

    python -m tests.cluster.tournament_events pods --entrants 500 --rounds 12
    python -m tests.cluster.tournament_events elimination --entrants 1024

A platform (``playhall up``: real processes, an embedded Valkey, SQLite or PostgreSQL) hosts the tournament and is left
alone with it. Every few seconds one of its processes is killed (SIGKILL): gateway, relay, ticker, each worker and its
processes, the engine, Valkey. In the end the judge (:mod:`tests.cluster.tournaments.judge`) compares log, archive and
standings with each other, and with the same tournament computed without a platform
(:mod:`tests.cluster.tournaments.undisturbed`). The exit code is 0 if everything holds. The seed decides everything:
with ``--undisturbed`` the same standings come out, with the same SHA-256.
"""

import hashlib
import json
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import click

from services.database import Database
from services.engine import registry
from services.engine.clocks import NO_CLOCKS, PLAY_DEFAULT
from services.engine.fairness import sha256_hex
from services.errors import Reason, Refusal
from services.fairness.signing import read_key_file
from services.identity import ApiKeys, Players
from services.identity.ids import new_id
from services.identity.ratings import Ratings
from services.platform_time import platform_ms
from services.settings import read_settings
from services.stored_tournaments.hosted_tournament import (
    PREFIX,
    HostedTournament,
    NewEntrant,
    NewTournament,
    TournamentVisibility,
)
from services.stored_tournaments.hosting import Tournaments
from services.tournaments.settings import EliminationStage, EntryRules, PodsStage, Stage, TournamentSettings
from tests.cluster.databases import mortal_postgres
from tests.cluster.soak.processes import KillerInTurn, Watch
from tests.cluster.soak.record import Record, read
from tests.cluster.tournaments.judge import Verdict, judge
from tests.e2e.platform import Platform

STANDS_SECONDS: Final = 600.0
"""Without anything new in its log for so long a tournament stands still."""
LOOK_SECONDS: Final = 0.5
TELL_SECONDS: Final = 30.0
SEATS: Final = 4
"""Of a pod."""


class Event:
    """A tournament of house bots on a platform of its own."""

    def __init__(
        self, stack: ExitStack, folder: Path, *, ruleset: str, postgres: bool = False, workers: int = 2
    ) -> None:
        settings = {"engines": f"{ruleset}=local"}
        if postgres:
            settings["database_url"] = stack.enter_context(mortal_postgres()).url
        self._about = registry.ruleset(ruleset).describe()
        self.platform = Platform(**settings)
        stack.callback(self.platform.close)
        self.platform.start("--workers", str(workers))
        assert self.platform.process is not None
        self.supervisor = self.platform.process.pid
        self.record = Record(folder / "event.jsonl")
        self._record_path = folder / "event.jsonl"
        own = read_settings(self.platform.environment)
        self.database = Database(own.database.database_url)
        players = Players(self.database)
        self._tournaments = Tournaments(
            self.database, players, Ratings(self.database), read_key_file(own.platform.signing_keys)
        )
        self._host = ApiKeys(self.database, own.platform.environment).authenticate(self.platform.folder.key() or "")
        self.id = new_id(PREFIX, platform_ms())

    def begin(self, stage: Stage, entrants: int, *, bots: Sequence[str], seed: bytes) -> None:
        """Announce the tournament, enter so many bots, of each kind in turn, and start it."""
        about = self._about
        settings = TournamentSettings(
            ruleset=about.id,
            ruleset_version=about.version,
            options={option.name: option.default for option in about.options},
            time_control=NO_CLOCKS,
            on_time_out=PLAY_DEFAULT,
            stages=(stage,),
            entry=EntryRules(bots="only", registration="invited"),
            seed_sha256=sha256_hex(seed),
        )
        new = NewTournament("Event", TournamentVisibility.PUBLIC, settings)
        self._tournaments.create(self._host, new, seed, tournament_id=self.id)
        wanted = [
            NewEntrant(f"/entrants/{number}", None, bots[number % len(bots)], about.version, f"bot {number + 1}")
            for number in range(entrants)
        ]
        self._tournaments.entrants.enter_all(self._host, self.id, wanted)
        self._tournaments.control.start(self._host, self.id)

    def watch(self, killer: threading.Thread | None, quiet: threading.Event) -> None:
        """Wait for the tournament's end; nobody is killed any more after ``quiet`` is set, which is done then."""
        if killer is not None:
            killer.start()
        hosted, since, told = self._read(), time.monotonic(), 0.0
        while not hosted.status.is_over:
            now = self._read()
            if now.revision != hosted.revision:
                since = time.monotonic()
            hosted = now
            assert time.monotonic() - since < STANDS_SECONDS, f"it stands still: {hosted}"
            if time.monotonic() - told > TELL_SECONDS:
                told = time.monotonic()
                tell(f"round {hosted.round}, {hosted.revision} entries, load {os.getloadavg()[0]:.1f}")
            time.sleep(LOOK_SECONDS)
        quiet.set()
        if killer is not None:
            killer.join()

    def _read(self) -> HostedTournament:
        while True:
            try:
                return self._tournaments.get(self._host, self.id)
            except Refusal as refusal:
                if refusal.reason is not Reason.BUSY:
                    raise
                time.sleep(LOOK_SECONDS)

    def judged(self, by: Callable[[Database, str], Verdict] = judge) -> Verdict:
        """What holds of it, and what was killed. ``by``: who judges it."""
        verdict = by(self.database, self.id)
        killed: dict[str, int] = {}
        away_ms = [0]
        for line in read(self._record_path):
            if line["what"] == "killed":
                name = line["process"] if line["whole"] else f"one below {line['process']}"
                killed[name] = killed.get(name, 0) + 1
                away_ms.append(line["until"] - line["since"])
        verdict.figures["kills"] = sum(killed.values())
        verdict.figures["killed"] = ", ".join(f"{name} {count}" for name, count in sorted(killed.items())) or "nothing"
        verdict.figures["seconds until the next process was there, at most"] = max(away_ms) / 1000
        return verdict


def hold(
    stack: ExitStack,
    folder: Path,
    stage: Stage,
    entrants: int,
    *,
    ruleset: str,
    bots: Sequence[str],
    seed: bytes,
    kill_seconds: float,
    postgres: bool = False,
    workers: int = 2,
) -> Event:
    """Hold a tournament to its end, and kill a process every ``kill_seconds`` (0: none)."""
    event = Event(stack, folder, ruleset=ruleset, postgres=postgres, workers=workers)
    quiet, ended = threading.Event(), threading.Event()
    watch = Watch(event.supervisor, event.record, 10, ended)
    watch.start()
    killer = None
    if kill_seconds:
        killer = KillerInTurn(event.supervisor, event.record, kill_seconds, quiet, engine=ruleset)
    try:
        event.begin(stage, entrants, bots=bots, seed=seed)
        event.watch(killer, quiet)
    finally:
        quiet.set()
        ended.set()
    return event


def stage_of(format_: str, rounds: int) -> Stage:
    """Pods of four, or a double elimination."""
    if format_ == "pods":
        return PodsStage(rounds=rounds, seats=SEATS)
    return EliminationStage(format="double_elimination")


def judged_in(folder: Path, verdict: Verdict) -> int:
    """Write a verdict into a folder and print it; the exit code of a show that has come to it."""
    told = {"problems": verdict.problems, "figures": verdict.figures}
    (folder / "verdict.json").write_text(json.dumps(told, indent=2))
    click.echo("\n".join(verdict.lines()))
    return 0 if verdict.holds else 1


def tell(line: str) -> None:
    """Say how far it is."""
    click.echo(f"{time.strftime('%H:%M:%S')} {line}", err=True)


@click.command()
@click.argument("format_", metavar="FORMAT", type=click.Choice(["pods", "elimination"]))
@click.option("--entrants", default=500, show_default=True, help="How many house bots enter.")
@click.option("--rounds", default=12, show_default=True, help="Of pods.")
@click.option("--seed", default=1, show_default=True, help="A number from which the tournament's seed is made.")
@click.option("--ruleset", default="commanders", show_default=True, help="What is played.")
@click.option("--bots", default="greedy,random", show_default=True, help="The bots that enter, in turn.")
@click.option("--kill", "kill_seconds", default=10.0, show_default=True, help="Every how many seconds one is killed.")
@click.option("--undisturbed", is_flag=True, help="Kill nothing.")
@click.option("--workers", default=2, show_default=True, help="Processes that play turns.")
@click.option("--postgres", is_flag=True, help="Keep everything in a PostgreSQL instead of SQLite.")
@click.option("--keep", type=click.Path(path_type=Path), help="A folder to be made, for the records.")
def main(
    format_: str,
    entrants: int,
    rounds: int,
    seed: int,
    ruleset: str,
    bots: str,
    kill_seconds: float,
    undisturbed: bool,
    workers: int,
    postgres: bool,
    keep: Path | None,
) -> None:
    """Hold a tournament of FORMAT (pods or elimination), and judge what came of it."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the processes must end with this one
    with tempfile.TemporaryDirectory(prefix="ph-event-") as name, ExitStack() as stack:
        folder = keep or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        event = hold(
            stack,
            folder,
            stage_of(format_, rounds),
            entrants,
            ruleset=ruleset,
            bots=bots.split(","),
            seed=hashlib.sha256(f"tournament {seed}".encode()).digest(),
            kill_seconds=0 if undisturbed else kill_seconds,
            postgres=postgres,
            workers=workers,
        )
        code = judged_in(folder, event.judged())
    sys.exit(code)


if __name__ == "__main__":
    main()
