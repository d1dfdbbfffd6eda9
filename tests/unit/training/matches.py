"""Finished matches for tests, as replays."""

from services.engine.in_process import InProcessEngine
from services.engine.registry import AnyRuleset
from services.engine.replay import Recording, Replay, ReplaySeat
from tests.rulesets.playing import SHORTER, notations
from tests.rulesets.sealed import RULESET

SERVER_SEED = bytes(range(32))


def finished(
    rules: AnyRuleset = RULESET, seats: int = 2, *, resigns_after: int | None = None, server_seed: bytes = SERVER_SEED
) -> Replay:
    """A match of persons, of whom each takes its last legal action. ``resigns_after``: seat 0 resigns after so many
    steps, and from then on its default action is played."""
    engine = InProcessEngine(rules)
    match = Recording(
        engine,
        seats=[ReplaySeat(name=f"Player {seat}", kind="person", bot=None) for seat in range(seats)],
        options=SHORTER[rules.describe().id],
        server_seed=server_seed,
    )
    while match.outcome is None:
        if len(match.steps) == resigns_after and not match.resigned:
            match.resign(0)
            continue
        seat = match.step.pending[0]
        if seat in match.resigned:
            match.play(seat, engine.default(match.step.position, seat))
        else:
            match.play(seat, notations(match.step, seat)[-1])
    return match.replay()
