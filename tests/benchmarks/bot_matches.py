"""Bot matches per minute on a platform of its own, started through the public API."""

import itertools
import time
from dataclasses import dataclass
from typing import Final

from cli.bot_matches import Plan, play_matches
from tests.benchmarks.running_platform import running_platform

_WARM_UP_MATCHES: Final = 8


@dataclass(frozen=True, slots=True)
class BotMatches:
    """Matches of ``seats`` bots that were played through the REST API, and how long it took until all had ended."""

    matches: int
    seats: int
    seconds: float
    decisions: int

    @property
    def per_minute(self) -> float:
        """Matches finished per minute."""
        return self.matches / self.seconds * 60

    @property
    def decisions_per_minute(self) -> float:
        """Decisions played per minute."""
        return self.decisions / self.seconds * 60


def measure_bot_matches(ruleset: str, matches: int) -> BotMatches:
    """Start a platform in a new folder, play matches of up to four seats with all bots in turn, and stop it again."""
    with running_platform() as (rest, *_):
        about = rest.get(f"/v1/rulesets/{ruleset}")
        seats = max(about["min_seats"], min(4, about["max_seats"]))
        bots = itertools.cycle(bot["id"] for bot in about["bots"])
        plan = Plan(ruleset, tuple(itertools.islice(bots, seats)))
        for _ in play_matches(rest, itertools.repeat(plan, _WARM_UP_MATCHES)):
            pass
        begun = time.monotonic()
        ended = [match["id"] for match in play_matches(rest, itertools.repeat(plan, matches))]
        seconds = time.monotonic() - begun
        decisions = sum(len(rest.get(f"/v1/matches/{match_id}/replay")["steps"]) for match_id in ended)
    return BotMatches(matches, seats, seconds, decisions)
