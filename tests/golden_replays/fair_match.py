"""A match on the platform, and everything that its first player kept of it."""

import json
import random
from dataclasses import dataclass
from typing import Any, Final

from gateway.api.match_details import match_json
from services.engine.clocks import PLAY_DEFAULT, OnTimeOut, PerDecision, TimeControl, bot_of
from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory, ruleset
from services.identity import Caller
from services.matches.creation_request import NewMatch, parse_seats
from services.matches.match import StartRule, Status
from tests.integration.matches.harness import World

CLIENT_SEEDS: Final = ("a1" * 32, "b2" * 32)
CLOCKS: Final = PerDecision(seconds=60)


@dataclass(frozen=True, slots=True)
class FairMatch:
    """``replay``: its bytes. ``match``: as seat 0 was shown it before it gave its client seed. ``stream``: seat 0's."""

    replay: bytes
    match: dict[str, Any]
    stream: list[dict[str, Any]]


def play(
    world: World,
    ruleset_id: str,
    number: int = 7,
    control: TimeControl = CLOCKS,
    on_time_out: OnTimeOut = PLAY_DEFAULT,
) -> FairMatch:
    """Two people and a bot: both give client seeds, one runs out of time once, the other resigns in a long match."""
    pick = random.Random(number)
    world.engines = EngineDirectory({ruleset_id: InProcessEngine(ruleset(ruleset_id))})
    world.open(world.redis)
    people = [world.caller("Ann"), world.caller("Ben")]
    seats = parse_seats(["me", "open", "bot:greedy"])
    clocks: Any = {"time_control": control, "on_time_out": on_time_out}
    new = NewMatch(ruleset_id, seats, {}, start_rule=StartRule.BY_CREATOR, rated=bot_of(on_time_out) is None, **clocks)
    match = world.matches.create(people[0], new)
    saved = match_json(match, people[0]).model_dump(mode="json")
    world.commitments.append_waiting()
    world.clock.advance(2.5)
    world.matches.join(people[1], match.id, client_seed=CLIENT_SEEDS[1])
    world.clock.advance(1)
    world.matches.start(people[0], match.id, client_seed=CLIENT_SEEDS[0])
    answers = 0
    while True:
        world.bot_turns.play_turns(match.id)
        match = world.matches.get(people[0], match.id)
        if match.status is not Status.LIVE:
            break
        answers += 1
        seat = next(seat for seat in match.pending if not match.seats[seat].played_by_platform)
        _answer(world, match.id, seat, people[seat], answers, pick)
        if answers == 30:
            world.matches.resign(people[1], match.id)
    lines = world.matches.events(people[0], match.id, 0, since=0, limit=500)
    stream = [{"type": "step", **json.loads(line.line)} for line in lines]
    return FairMatch(world.matches.replay(people[0], match.id), saved, stream)


def _answer(world: World, match_id: str, seat: int, player: Caller, number: int, pick: random.Random) -> None:
    look = world.matches.view(player, match_id, seat)
    assert look.decision is not None
    world.clock.advance(1.25)
    if number == 5:
        match = world.store.match(match_id)
        assert match is not None
        assert match.time_out_ms is not None
        world.clock.now_ms = match.time_out_ms
        world.bot_turns.play_overdue(match_id)
        return
    chosen = pick.choice(json.loads(look.legal))
    world.matches.decide(player, match_id, seat, look.decision, chosen["notation"])
