"""Whether a loop lives, by its beats."""

from services.telemetry.health import Heartbeat


def test_a_loop_that_beats_is_alive_and_ready_once_it_has_begun() -> None:
    now = [100.0]
    heartbeat = Heartbeat(60, clock=lambda: now[0])
    assert (heartbeat.alive, heartbeat.ready) == (True, False)
    heartbeat.begin()
    assert (heartbeat.alive, heartbeat.ready) == (True, True)
    now[0] += 59
    assert heartbeat.alive
    heartbeat.beat()
    now[0] += 59
    assert heartbeat.alive


def test_a_loop_that_stopped_beating_is_dead_until_it_beats_again() -> None:
    now = [100.0]
    heartbeat = Heartbeat(60, clock=lambda: now[0])
    heartbeat.begin()
    now[0] += 60
    assert (heartbeat.alive, heartbeat.ready) == (False, False)
    heartbeat.beat()
    assert (heartbeat.alive, heartbeat.ready) == (True, True)
