"""A real worker process whose house only writes down what it is asked: run as a module with a folder and a way.

``fast`` ends a turn at once, ``slow`` takes a minute for it, ``failing`` fails with a text that must not be logged,
``unreachable`` finds Redis away once and then ends at once, ``loaded`` ends when there is a file ``go``.
"""

import os
import sys
import time
from collections.abc import Iterable
from pathlib import Path

import redis

from cli.logs import log_to_stderr
from services.matches.turn_queue import TurnQueue
from services.matches.work_queues import WorkQueue
from services.redis_clients import live_state
from services.settings import Settings, read_settings
from workers.processes import run_worker
from workers.services import WorkerServices


class Double:
    def __init__(self, folder: Path, way: str) -> None:
        self.folder = folder
        self.way = way

    def play_turns(self, match_id: str, *, budget_seconds: float, max_decisions: int, thinks: bool = True) -> None:
        self.note(f"begin {match_id}")
        if self.way == "slow":
            time.sleep(60)
        while self.way == "loaded" and not (self.folder / "go").exists():
            time.sleep(0.01)
        if self.way == "failing":
            raise ValueError("the hand of seat 2")
        if self.way == "unreachable":
            self.way = "fast"
            raise redis.ConnectionError("away")
        self.note(f"end {match_id}")

    def play_overdue(self, match_id: str, *, thinks: bool = True) -> None:
        self.note(f"overdue {match_id}")

    def work(self, seconds: float) -> bool:
        self.note("series")
        return False

    def advance(self) -> bool:
        self.note("tournaments")
        return False

    def score(self, match_id: str) -> None:
        self.note(f"score {match_id}")

    def append_waiting(self) -> None:
        self.note("append")

    def expire(self, match_id: str) -> None:
        self.note(f"expire {match_id}")

    def remove_old(self) -> None:
        self.note("remove old")

    def reconcile(self, shards: Iterable[int]) -> int:
        self.note("reconcile")
        return 0

    def run(self) -> int:
        self.note("pair")
        return 0

    def note(self, line: str) -> None:
        with (self.folder / "notes").open("a") as notes:
            notes.write(line + "\n")


class DoubleCalls:
    def __init__(self, double: Double) -> None:
        self.note = double.note

    def request(self, match_id: str) -> int:
        self.note(f"request {match_id}")
        return 1

    def work(self, seconds: float) -> bool:
        self.note("calls")
        return False


class DoubleUpkeep:
    def advance(self) -> bool:
        return False

    def rate(self) -> bool:
        return False

    def work(self, *_: object) -> bool:
        return True


def main() -> None:
    folder, way = Path(sys.argv[1]), sys.argv[2]

    def services(settings: Settings) -> WorkerServices:
        double = Double(folder, way)
        turn_queue = TurnQueue(live_state(settings.redis))
        return WorkerServices(
            turn_queue=turn_queue,
            thinking_queue=TurnQueue(live_state(settings.redis), "thinking"),
            search_queue=TurnQueue(live_state(settings.redis), "searches"),
            scoring_queue=TurnQueue(live_state(settings.redis), "scoring"),
            searching=DoubleUpkeep(),
            bot_turns=double,
            series=double,
            tournaments=DoubleUpkeep(),
            ratings=DoubleUpkeep(),
            rating_upkeep=DoubleUpkeep(),
            scoring=double,
            expire=double.expire,
            reconcile=double.reconcile,
            give_time_back=lambda shards: 0,
            commitments=double,
            pairing=double,
            webhook_calls=DoubleCalls(double),
            tournament_webhooks=DoubleCalls(double),
            remove_old_deliveries=double.remove_old,
        )

    log_to_stderr("INFO", "worker")
    sys.exit(run_worker(read_settings(os.environ), list(WorkQueue), 1, services=services, shutdown_seconds=1.0))


if __name__ == "__main__":
    main()
