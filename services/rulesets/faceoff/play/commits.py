"""Steps in which all decide at once: each commits an action, which stays hidden until the last one is in (FO-072,
FO-R19). Committed cards stay in hand until then."""

from services.engine.event_table import Event
from services.rulesets.faceoff.table.events import EVENT_AWAITED, EVENT_COMMITTED
from services.rulesets.faceoff.table.state import NO_COMMIT, State


def await_commits(state: State, phase: int, events: list[Event]) -> bool:
    """Wait for everybody who has cards: who has none can do nothing, and all see that (FO-R83). True: nobody has."""
    state.phase = phase
    state.turn = 0
    state.waiting = sum([1 << seat for seat, hand in enumerate(state.hands) if hand])
    if not state.waiting:
        return True
    events.append((EVENT_AWAITED, phase, state.waiting))
    return False


def commit(state: State, seat: int, action: int, events: list[Event]) -> bool:
    """A player is ready. True: it was the last one."""
    state.commits[seat] = action
    state.waiting &= ~(1 << seat)
    events.append((EVENT_COMMITTED, seat, action))
    return not state.waiting


def opened(state: State, unanswered: int) -> list[int]:
    """What each has committed, ``unanswered`` for those who were not asked. Nothing is committed any more."""
    actions = [unanswered if action == NO_COMMIT else action for action in state.commits]
    state.commits = [NO_COMMIT] * state.rules.seats
    return actions
