"""What a look of the runner at a large tournament costs, apart from its matches.

    .venv/bin/python -m tests.benchmarks.tournament_looks [pods|elimination] [--entrants 500] [--rounds 12]
    .venv/bin/python -m tests.benchmarks.tournament_looks arena [--entrants 300] [--tables 3000]

Plays a tournament whose results are drawn, and says of each round, in milliseconds of the processor: pairing it (with
all else that happens by itself), and, when half of its tables have ended, reading the log and folding it, for who has
not read it before, copying the tournament, for who has, and the standings as they are stored. Of an arena, in which two
tables end at each look, it says so after every 500 tables.
"""

import hashlib
import random
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Final

import click

from services.engine.clocks import NO_CLOCKS, PLAY_DEFAULT
from services.tournaments import log, steps
from services.tournaments.event_commitment import Lots
from services.tournaments.folding import apply, fold
from services.tournaments.log import Entered, GameEnded, Happening, LoggedHappening
from services.tournaments.round_state import RoundState
from services.tournaments.settings import (
    ArenaStage,
    ArenaStreaks,
    EliminationStage,
    EntryRules,
    PodsStage,
    Stage,
    TournamentSettings,
)
from services.tournaments.standings_document import standings_document
from services.tournaments.table_state import TableState
from services.tournaments.tournament import Tournament

SEED: Final = bytes(32)


class Drawn:
    """A tournament whose results a lot decides."""

    def __init__(self, stage: Stage, entrants: int) -> None:
        self.settings = TournamentSettings(
            ruleset="drawn",
            ruleset_version="1",
            options={},
            time_control=NO_CLOCKS,
            on_time_out=PLAY_DEFAULT,
            stages=(stage,),
            entry=EntryRules(bots="only", registration="invited"),
            seed_sha256=hashlib.sha256(SEED).hexdigest(),
        )
        self.entries: list[LoggedHappening] = []
        self.tournament = Tournament(self.settings)
        self.pick = random.Random(1)
        self.now_ms = 0
        for number in range(1, entrants + 1):
            self.happens(Entered(entrant=f"e{number}", name=f"bot {number}", bot="drawn", is_bot=True))
        self.happens(steps.start(self.tournament, Lots(SEED)))

    def happens(self, what: Happening) -> None:
        """Let something happen."""
        entry = LoggedHappening(len(self.entries) + 1, self.now_ms, what)
        apply(self.tournament, entry)
        self.entries.append(entry)

    def step(self) -> None:
        """Let happen what happens by itself."""
        while happening := steps.next_steps(self.tournament, Lots(SEED), self.now_ms):
            for what, _ in happening:
                self.happens(what)

    def end(self, state: RoundState, table: TableState) -> None:
        """A match of a table ends."""
        seated = table.seated(table.next_game)
        places = tuple(self.pick.sample(range(1, len(seated) + 1), len(seated)))
        self.happens(
            GameEnded(
                round=state.number,
                table=table.number,
                game=table.next_game,
                match=f"m_{len(self.entries):026}",
                entrants=seated,
                places=places,
                scores=tuple(10 * place for place in places),
            )
        )


@contextmanager
def told(title: str) -> Iterator[None]:
    """Print what is done here with the milliseconds that it takes."""
    start = time.process_time()
    yield
    _print(f"  {title} {1000 * (time.process_time() - start):.0f} ms")


def _print(text: str) -> None:
    print(text, flush=True, end="")  # noqa: T201 - run by hand


def look(drawn: Drawn) -> None:
    """What a look does beside pairing."""
    stored = [log.dump(entry.what) for entry in drawn.entries]
    with told("reading"):
        read = [LoggedHappening(number, 0, log.load(what)) for number, what in enumerate(stored, 1)]
    with told("folding"):
        fold(drawn.settings, read)
    with told("copying"):
        drawn.tournament.copy()
    with told("standings"):
        document = standings_document(drawn.tournament)
    with told(f"compressing {len(document) / 1_000_000:.1f} MB"):
        zlib.compress(document)


def arena(drawn: Drawn, tables: int) -> None:
    """Looks at an arena until it has so many tables."""
    drawn.step()
    state, at = drawn.tournament.rounds[0], 500
    while at <= tables:
        drawn.now_ms += 1_000
        for table in drawn.pick.sample(state.open_tables, 2):
            drawn.end(state, table)
        is_told = len(state.tables) >= at
        with told(f"{at} tables: pairing") if is_told else nullcontext():
            drawn.step()
        if is_told:
            look(drawn)
            _print(f"  {len(drawn.entries)} entries\n")
            at += 500


@click.command()
@click.argument("format_", metavar="FORMAT", type=click.Choice(["pods", "elimination", "arena"]), default="pods")
@click.option("--entrants", default=500, show_default=True)
@click.option("--rounds", default=12, show_default=True, help="Of pods of four.")
@click.option("--tables", default=3_000, show_default=True, help="Of an arena.")
def main(format_: str, entrants: int, rounds: int, tables: int) -> None:
    """Print a line for each round, of an arena for every 500 tables."""
    made: dict[str, Callable[[], Stage]] = {
        "pods": lambda: PodsStage(rounds=rounds, seats=4),
        "elimination": lambda: EliminationStage(format="double_elimination"),
        "arena": lambda: ArenaStage(duration_seconds=24 * 3600, streaks=ArenaStreaks()),
    }
    drawn = Drawn(made[format_](), entrants)
    if format_ == "arena":
        arena(drawn, tables)
        return
    while True:
        number = len(drawn.tournament.rounds) + 1
        _print(f"round {number}:")
        with told("pairing"):
            drawn.step()
        state = drawn.tournament.open_round
        if state is None:
            break
        waiting = list(state.tables)
        for table in waiting[: len(waiting) // 2]:
            drawn.end(state, table)
        look(drawn)
        _print(f"  {len(drawn.entries)} entries\n")
        for table in waiting[len(waiting) // 2 :]:
            drawn.end(state, table)
    _print("\n")


if __name__ == "__main__":
    main()
