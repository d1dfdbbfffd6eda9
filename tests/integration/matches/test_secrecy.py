"""What a viewer receives must not depend on what it cannot know. In Sealed Rows nobody learns how many cards another
seat has laid until its row is complete."""

import json
import logging
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import pytest

from services.engine.clocks import NO_CLOCKS, Bronstein, Clock, Correspondence, Fischer, PerDecision, TimeControl
from services.engine.ruleset import SPECTATOR
from services.errors import Reason, Refusal
from services.identity import Caller, Scope
from services.matches.match import Match
from tests.integration.matches.harness import World, refused

CONTROLS: Final = (
    NO_CLOCKS,
    PerDecision(seconds=60),
    Fischer(bank_seconds=60, increment_seconds=5),
    Bronstein(bank_seconds=60, delay_seconds=10),
    Correspondence(days=1),
)


def everything(world: World, caller: Caller, match_id: str, viewer: int) -> list[object]:
    """All that a caller can get to know of a match."""
    seats = (*range(SPECTATOR, 5), viewer)
    actions = ("place 1", "keep", "nonsense", {"place": {"card": 2}})
    calls: list[Callable[[], object]] = [
        lambda: world.matches.get(caller, match_id),
        lambda: world.matches.list(caller),
        lambda: world.matches.list(caller, player=caller.player_id),
        lambda: world.matches.replay(caller, match_id),
        lambda: world.matches.start(caller, match_id),
        lambda: world.matches.join(caller, match_id),
        *(lambda seat=seat: world.matches.view(caller, match_id, seat) for seat in seats),
        *(lambda seat=seat: world.matches.events(caller, match_id, seat, since=0) for seat in seats),
        *(lambda n=n: world.matches.events(caller, match_id, viewer, since=n) for n in range(9)),
        *(
            lambda seat=seat, n=n, action=action: world.matches.decide(caller, match_id, seat, n, action)
            for seat in range(4)
            if seat != viewer
            for n in range(5)
            for action in actions
        ),
    ]
    return [_said(call) for call in calls]


def _said(call: Callable[[], object]) -> object:
    try:
        return call()
    except Refusal as refusal:
        return (refusal.reason, refusal.detail, refusal.errors, refusal.metadata)


@pytest.mark.parametrize("ready", [(), (1,), (1, 2)])
@pytest.mark.parametrize("control", CONTROLS, ids=lambda control: control.kind)
def test_nobody_else_notices_a_private_step(world: World, control: TimeControl, ready: tuple[int, ...]) -> None:
    match, people = world.table(3, time_control=control)
    for seat in ready:
        for card in (1, 2, 3):
            world.decide(people[seat], match.id, f"place {card}")
    eve = world.caller("Eve")
    others = [(people[1], 1), (people[2], 2), (eve, SPECTATOR)]
    stored = world.store.match(match.id)
    assert stored is not None
    revisions = stored.revisions
    before = [everything(world, who, match.id, viewer) for who, viewer in others]
    for card in (4, 5):
        world.clock.advance(7)
        world.decide(people[0], match.id, f"place {card}")
        assert [everything(world, who, match.id, viewer) for who, viewer in others] == before
        stored = world.store.match(match.id)
        assert stored is not None
        assert stored.revisions[:1] + stored.revisions[2:] == revisions[:1] + revisions[2:]
    world.decide(people[0], match.id, "place 1")
    assert [everything(world, who, match.id, viewer) for who, viewer in others] != before


def test_two_ways_to_the_same_table_look_the_same_to_the_others(world: World) -> None:
    """Who laid which card, and in how many steps between the others' answers, shows nowhere."""
    seen = []
    for first, second in ((("place 1", "place 2"), ("place 3",)), ((), ("place 5", "place 4", "place 3"))):
        match, people = world.table(3)
        for action in first:
            world.decide(people[0], match.id, action)
        world.decide(people[1], match.id, "place 2")
        for action in second:
            world.decide(people[0], match.id, action)
        for viewer, who in ((1, people[1]), (2, people[2]), (SPECTATOR, people[1])):
            look = world.matches.view(who, match.id, viewer)
            lines = [event.line for event in world.matches.events(who, match.id, viewer, since=0)]
            seen.append((viewer, look.revision, look.view, look.legal, look.decision, look.pending, lines))
    assert seen[:3] == seen[3:]


def test_a_match_shows_each_caller_only_its_own_numbers(world: World) -> None:
    match, people = world.table(3, time_control=PerDecision(seconds=60))
    world.decide(people[0], match.id, "place 4")
    world.clock.advance(1)
    world.decide(people[0], match.id, "place 5")
    shown = world.matches.get(people[0], match.id)
    start = match.started_ms
    assert start is not None
    assert (shown.revisions, shown.decisions) == ((1, 3, 0, 0), (3, None, None))
    assert shown.clocks == (Clock(None, start + 60_000),) * 3
    shown = world.matches.get(people[1], match.id)
    assert (shown.revisions, shown.decisions) == ((1, 0, 1, 0), (None, 1, None))
    assert shown.clocks == (Clock(None, start + 60_000),) * 3
    shown = world.matches.get(world.caller("Eve"), match.id)
    assert (shown.revisions, shown.decisions) == ((1, 0, 0, 0), (None, None, None))
    assert shown.clocks == (Clock(None, start + 60_000),) * 3
    assert all(match.revisions[1:] == (0, 0, 0) for match in world.matches.list(world.caller("Eve"))[0])


def test_only_a_seats_player_and_admins_see_its_view(world: World) -> None:
    match, people = world.table(2)
    world.decide(people[0], match.id, "place 4")
    admin = world.caller("Root", Scope.ADMIN)
    for who in (people[1], world.caller("Eve")):
        assert refused(partial(world.matches.view, who, match.id, 0)).reason is Reason.NOT_YOUR_SEAT
        assert refused(partial(world.matches.events, who, match.id, 0, since=0)).reason is Reason.NOT_YOUR_SEAT
    for who in (people[0], admin):
        assert world.matches.view(who, match.id, 0).revision == 2
        assert len(world.matches.events(who, match.id, 0, since=0)) == 2


def secrets_of(world: World, match: Match) -> list[str]:
    """Texts that must not be found anywhere before the end."""
    loaded = world.store.load(match.id)
    assert loaded is not None
    stored = loaded.stored
    assert stored.seed is not None
    assert stored.state is not None
    binary = [stored.server_seed, stored.seed]
    state = json.loads(stored.state)
    return [seed.hex() for seed in binary] + [repr(seed)[2:-1] for seed in binary] + [json.dumps(state["deck"])[1:-1]]


def test_no_secret_is_in_anything_that_is_shown_logged_or_raised(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    match, people = world.table(3)
    eve = world.caller("Eve")
    world.decide(people[0], match.id, "place 4")
    secrets = secrets_of(world, match)
    loaded = world.store.load(match.id, range(-1, 3))
    said: list[Any] = [loaded, world.tasks(), caplog.text, world.matches.get(eve, match.id)]
    for who, viewer in ((people[1], 1), (eve, SPECTATOR)):
        said += everything(world, who, match.id, viewer)
    text = repr(said).replace("\\\\", "\\")
    assert len(text) > 10_000
    for secret in secrets:
        assert secret not in text


def test_the_seed_is_told_at_the_end_and_not_before(world: World) -> None:
    match, people = world.table(2)
    assert refused(lambda: world.matches.replay(people[0], match.id)).reason is Reason.MATCH_NOT_FINISHED
    secret = secrets_of(world, match)[0]
    world.finish(match.id, people)
    assert secret.encode() in world.matches.replay(world.caller("Eve"), match.id)
