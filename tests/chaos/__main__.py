"""``make chaos``: a platform under load, its processes killed and restarted at random, until the time is over.

Prints a line a round, and ends with 1 at the first thing that does not hold.
"""

import argparse
import random
import signal
import sys
import time

from tests.chaos.load import Load
from tests.chaos.processes import VICTIMS, hit, roll
from tests.chaos.test_kills import new_person
from tests.e2e.platform import Platform
from tests.waiting import is_alive, wait_until


def main() -> None:
    """Round after round, each with matches of its own."""
    parser = argparse.ArgumentParser(prog="make chaos", description=__doc__)
    parser.add_argument("--seconds", type=float, default=300, help="how long; the round that runs then is finished")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="repeats the same choices")
    parser.add_argument("--bots", type=int, default=40, help="matches of bots in each round")
    parser.add_argument("--tables", type=int, default=6, help="matches of people in each round")
    given = parser.parse_args()
    pick = random.Random(given.seed)
    say(f"seed {given.seed}")
    platform = Platform()
    try:
        platform.start("--workers", "2")
        people = (new_person(platform, "Ann"), new_person(platform, "Ben"))
        until, number, killed = time.monotonic() + given.seconds, 0, 0
        while time.monotonic() < until:
            number += 1
            began = time.monotonic()
            url = platform.folder.url()
            assert url
            load = Load(url, people, pick.randrange(1 << 30), cut=0.1)
            load.start(given.bots, given.tables)
            done = disturb(platform, pick)
            killed += len(done)
            load.wait(600)
            load.check()
            say(
                f"round {number}: {len(load.matches)} matches, {len(load.answered)} decisions of people, "
                f"{', '.join(done)}; {load.hung_up} answers not waited for, {load.sent_again} requests sent again, "
                f"{time.monotonic() - began:.0f} s: all is well"
            )
        say(f"{number} rounds, {killed} processes killed or restarted: nothing lost, nothing doubled")
    finally:
        platform.close()


def disturb(platform: Platform, pick: random.Random) -> list[str]:
    """A few kills with pauses between them, or a rolling restart."""
    if pick.random() < 0.2:
        for pid in roll(platform):
            if is_alive(pid):
                hit(platform, lambda _, pid=pid: [pid], signal.SIGTERM, pick)  # type: ignore[misc]
                wait_until(lambda pid=pid: not is_alive(pid), "the end of one process", 120)  # type: ignore[misc]
        return ["rolling restart"]
    done = []
    for name in pick.sample(sorted(VICTIMS), pick.randint(1, 4)):
        time.sleep(pick.uniform(0, 2))
        if VICTIMS[name](platform):
            hit(platform, VICTIMS[name], signal.SIGKILL, pick)
            done.append(f"killed {name.replace('_', ' ')}")
    return done


def say(line: str) -> None:
    """A line for whoever watches."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
