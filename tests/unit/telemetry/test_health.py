"""Whether a loop lives, by its beats."""

from services.telemetry.health import Heartbeat


def test_a_loop_that_beats_is_alive_and_ready_once_it_has_begun() -> None:
    now = [100.0]
    pulse = Heartbeat(60, clock=lambda: now[0])
    assert (pulse.alive, pulse.ready) == (True, False)
    pulse.begin()
    assert (pulse.alive, pulse.ready) == (True, True)
    now[0] += 59
    assert pulse.alive
    pulse.beat()
    now[0] += 59
    assert pulse.alive


def test_a_loop_that_stopped_beating_is_dead_until_it_beats_again() -> None:
    now = [100.0]
    pulse = Heartbeat(60, clock=lambda: now[0])
    pulse.begin()
    now[0] += 60
    assert (pulse.alive, pulse.ready) == (False, False)
    pulse.beat()
    assert (pulse.alive, pulse.ready) == (True, True)
