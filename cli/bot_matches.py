"""Plays bot matches through the public REST API: for ``playhall demo`` and the benchmarks."""

import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from cli.rest_client import Rest
from services.engine.ruleset import JsonObject

AT_ONCE: Final = 32
"""How many matches are kept in play: enough that the workers never wait for new ones."""
_PAUSE_SECONDS: Final = 0.1


class Stalled(Exception):
    """For a long time no match ended."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A match to play: the ruleset, and a bot id per seat."""

    ruleset: str
    bots: tuple[str, ...]


def play_matches(
    rest: Rest, plans: Iterable[Plan], *, timeout_seconds: float = 90.0, at_once: int = AT_ONCE
) -> Iterator[JsonObject]:
    """Create the matches, a few at a time, and give back each match resource when it has ended, in their order.

    Raises:
        Stalled: the oldest match did not end in ``timeout_seconds``.
        cli.rest_client.Problem, cli.rest_client.NotReachable: as :class:`cli.rest_client.Rest` has it.
    """
    waiting = iter(plans)
    playing: deque[str] = deque()
    _fill(rest, waiting, playing, at_once)
    while playing:
        yield _await_end(rest, playing[0], timeout_seconds)
        playing.popleft()
        _fill(rest, waiting, playing, at_once)


def _fill(rest: Rest, waiting: Iterator[Plan], playing: deque[str], at_once: int) -> None:
    while len(playing) < at_once and (plan := next(waiting, None)) is not None:
        seats = [f"bot:{bot}" for bot in plan.bots]
        playing.append(rest.post("/v1/matches", {"ruleset": plan.ruleset, "seats": seats})["id"])


def _await_end(rest: Rest, match_id: str, timeout_seconds: float) -> JsonObject:
    deadline = time.monotonic() + timeout_seconds
    while True:
        match: JsonObject = rest.get(f"/v1/matches/{match_id}")
        if match["ended_at"] is not None:
            return match
        if time.monotonic() > deadline:
            raise Stalled(f"match {match_id} has not ended in {timeout_seconds:.0f} s")
        time.sleep(_PAUSE_SECONDS)
