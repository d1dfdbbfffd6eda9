"""Engines in this process and services, at a port or a Unix domain socket, cannot be told apart by their answers."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from services.engine.engine import Engine, Step
from services.engine.grpc_client import GrpcEngine
from services.engine.in_process import InProcessEngine
from services.errors import Refusal
from tests.integration.engine.serving import served, unix_address
from tests.rulesets.playing import EVERY_RULESET, notations, random_match

SEED = bytes(range(32))


Elsewhere = Callable[[str], Engine]
"""The engine of a ruleset that a service plays."""


@pytest.fixture(scope="module", params=[pytest.param("tcp", marks=pytest.mark.slow), "unix"])
def elsewhere(request: pytest.FixtureRequest) -> Iterator[Elsewhere]:
    with unix_address() as socket:
        address = socket if request.param == "unix" else "127.0.0.1:0"
        with served(*EVERY_RULESET.values(), address=address) as target:
            yield lambda id: GrpcEngine(id, target, timeout_seconds=20)


@pytest.mark.parametrize("id", EVERY_RULESET)
def test_descriptions_are_equal(id: str, elsewhere: Elsewhere) -> None:
    remote = elsewhere(id)
    assert remote.describe() == InProcessEngine(EVERY_RULESET[id]).describe()
    assert remote.describe() is remote.describe()


whole_matches = pytest.mark.parametrize(
    ("elsewhere", "id"),
    [("unix", id) for id in EVERY_RULESET]
    + [pytest.param("tcp", id, marks=pytest.mark.slow) for id in ("sealed", "duels")],
    indirect=["elsewhere"],
)
"""Of every ruleset at a socket. What a port does to them is not the ruleset's affair: two are enough, and descriptions,
the longest answers, are read of all."""


@whole_matches
def test_whole_random_matches_are_equal_byte_for_byte(id: str, elsewhere: Elsewhere) -> None:
    ruleset = EVERY_RULESET[id]
    local, remote = InProcessEngine(ruleset), elsewhere(id)
    for seats in range(ruleset.describe().min_seats, ruleset.describe().max_seats + 1):
        assert list(random_match(local, seats, number=seats)) == list(random_match(remote, seats, number=seats))


@whole_matches
def test_every_other_call_is_equal_at_every_step(id: str, elsewhere: Elsewhere) -> None:
    ruleset = EVERY_RULESET[id]
    remote = elsewhere(id)
    for step, seat, notation in random_match(InProcessEngine(ruleset), ruleset.describe().min_seats, number=9):
        if notation:
            assert everything_else(remote, step, seat) == everything_else(InProcessEngine(ruleset), step, seat)


@whole_matches
def test_what_a_search_finds_is_equal(id: str, elsewhere: Elsewhere) -> None:
    remote, local = elsewhere(id), InProcessEngine(EVERY_RULESET[id])
    step = local.start(local.describe().min_seats, {}, SEED)
    seat = step.pending[0]
    asked: Any = (step.situation(seat).view, notations(step, seat), SEED)
    for bot in [bot.id for bot in local.describe().bots if bot.thinks]:
        found = [
            engine.explain(bot, *asked, iterations=9, milliseconds=60_000)._replace(seconds=0.0)
            for engine in (remote, local)
        ]
        assert found[0] == found[1]
        assert sorted(action.notation for action in found[0].actions) == sorted(notations(step, seat))


def everything_else(engine: Engine, step: Step, seat: int) -> list[object]:
    view = step.situation(seat).view
    legal = notations(step, seat)
    choices = [engine.choose(bot.id, view, legal, SEED) for bot in engine.describe().bots if not bot.thinks]
    return [engine.observe(step.position), engine.default(step.position, seat), choices, engine.imagine(view, SEED)]


def refusal_of(call: Callable[[Engine], object], engine: Engine) -> tuple[object, ...]:
    with pytest.raises(Refusal) as caught:
        call(engine)
    refusal = caught.value
    return refusal.reason, refusal.detail, refusal.errors, refusal.metadata


FIRST = InProcessEngine(EVERY_RULESET["sealed"]).start(2, {}, SEED)
VIEW = FIRST.situation(0).view
NESTED: dict[str, Any] = {}
for _ in range(200):
    NESTED = {"place": NESTED}


@pytest.mark.parametrize(
    "call",
    [
        lambda engine: engine.start(5, {}, SEED),
        lambda engine: engine.start(-1, {}, SEED),
        lambda engine: engine.start(1 << 40, {}, SEED),
        lambda engine: engine.start(2, {"take": 1, "\ud800": 2, "ä/": 3}, SEED),
        lambda engine: engine.start(2, {"takes": "all", "open_draws": "no"}, SEED),
        lambda engine: engine.start(2, {}, b"short"),
        lambda engine: engine.play(FIRST.position, 0, "fly"),
        lambda engine: engine.play(FIRST.position, 0, "\ud800"),
        lambda engine: engine.play(FIRST.position, 0, {"fly": {}}),
        lambda engine: engine.play(FIRST.position, 0, NESTED),
        lambda engine: engine.play(FIRST.position, 0, "keep"),
        lambda engine: engine.play(FIRST.position, 7, "place 1"),
        lambda engine: engine.play(FIRST.position, -1, "place 1"),
        lambda engine: engine.play(FIRST.position._replace(ruleset="duels"), 0, "place 1"),
        lambda engine: engine.play(FIRST.position._replace(version="0.1.0"), 0, "place 1"),
        lambda engine: engine.observe(FIRST.position._replace(state=b"\xff")),
        lambda engine: engine.observe(FIRST.position._replace(state=b"[" * 100_000)),
        lambda engine: engine.observe(FIRST.position._replace(seed=b"")),
        lambda engine: engine.default(FIRST.position, 2),
        lambda engine: engine.choose("\ud800", VIEW, ["place 1"], SEED),
        lambda engine: engine.choose("greedy", b"{}", ["place 1"], SEED),
        lambda engine: engine.choose("greedy", VIEW, [], SEED),
        lambda engine: engine.choose("greedy", VIEW, ["place 1", "\ud800"], SEED),
        lambda engine: engine.explain("deep", VIEW, ["place 1"], SEED, iterations=1, milliseconds=9),
        lambda engine: engine.explain("greedy", VIEW, ["place 1"], SEED, iterations=1, milliseconds=9),
        lambda engine: engine.explain("greedy", VIEW, [], SEED, iterations=1, milliseconds=9),
        lambda engine: engine.imagine(b"[]", SEED),
        lambda engine: engine.imagine(VIEW, b""),
    ],
)
def test_refusals_are_equal(call: Callable[[Engine], object], elsewhere: Elsewhere) -> None:
    local, remote = InProcessEngine(EVERY_RULESET["sealed"]), elsewhere("sealed")
    assert refusal_of(call, remote) == refusal_of(call, local)


def test_an_engine_asks_only_for_its_own_ruleset(elsewhere: Elsewhere) -> None:
    remote = elsewhere("chess")
    with pytest.raises(Refusal, match="UNKNOWN_RULESET"):
        remote.describe()
    with pytest.raises(Refusal, match="UNKNOWN_RULESET"):
        remote.start(2, {}, SEED)
