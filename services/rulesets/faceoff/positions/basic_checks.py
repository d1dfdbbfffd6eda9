"""What must be so in a position where nothing of a kind is going on, and other things that several phases need."""

from typing import NoReturn

from services.engine.ruleset import MalformedPosition
from services.rulesets.faceoff.cards.cards import NO_CARD
from services.rulesets.faceoff.play import phases
from services.rulesets.faceoff.table.state import NO_COMMIT, NO_SEAT, PHASE_MULLIGAN, ROW_SIZE, State, turn_order


def check_no_face_off(state: State) -> None:
    """No Face Off is going on: nobody has played anything."""
    for seat in range(state.rules.seats):
        if state.personality[seat] != NO_CARD or state.equipment[seat] != NO_CARD or state.down[seat]:
            fail(f"players[{seat}]", "has played nothing in a Face Off")
        if state.mods[seat]:
            fail(f"players[{seat}].modifier", "must be 0 outside a Face Off")
    if state.eligible:
        fail("players", "are ranked in a Face Off alone")


def check_no_builds(state: State) -> None:
    """Nobody is building anything up."""
    if any(state.builds):
        fail("players", "are building nothing up")


def check_no_rewards(state: State) -> None:
    """No rewards are being given."""
    if state.places or state.rewards:
        fail("ranking", "must be empty unless rewards are given")


def check_no_power_taker(state: State) -> None:
    """Nobody has taken a power card in a Face Off."""
    if state.power_taker != NO_SEAT:
        fail("power_taker", "must be absent outside a Face Off")


def check_no_auction(state: State) -> None:
    """Nobody bids."""
    if state.bid or state.bidder != NO_SEAT or state.passed:
        fail("bid", "must be 0 outside an auction")


def check_no_actions(state: State) -> None:
    """Nobody uses actions of the Draw Phase."""
    if state.used or state.late:
        fail("used", "must be empty outside the Draw Phase")


def check_quiet(state: State) -> None:
    """Neither a Face Off nor an HQ Assault is going on."""
    if state.chosen != NO_CARD:
        fail("chosen", "must be empty after the Violence Phase")
    check_no_face_off(state)
    check_no_builds(state)
    check_no_rewards(state)
    check_no_power_taker(state)
    check_no_auction(state)


def check_rows(state: State, clock: int = ROW_SIZE, power_row: int = ROW_SIZE) -> None:
    """The rows are full, or there was nothing to fill them up with."""
    if len(state.clock_row) < clock and state.clock_mid:
        fail("clock_row", "is filled up from the middle")
    if len(state.power_row) < power_row and state.power_mid:
        fail("power_row", "is filled up from the middle")


def check_turn(state: State, turn: int) -> int:
    """The player in turn, who is the one that must decide."""
    if turn >= state.rules.seats:
        fail("turn", "is more than there are players")
    seat = turn_order(state)[turn]
    if state.waiting != 1 << seat:
        fail("waiting", "must be the player in turn")
    return seat


def check_first(state: State) -> None:
    """The first player is waited for."""
    if state.turn or state.waiting != 1 << state.first:
        fail("waiting", "must be the first player")


def check_commits(state: State) -> None:
    """Everybody who has cards commits something, and somebody has not yet."""
    if state.turn:
        fail("turn", "must be 0 while all decide at once")
    if not state.waiting:
        fail("waiting", "somebody must be waited for")
    for seat in range(state.rules.seats):
        waiting, commit = state.waiting >> seat & 1 == 1, state.commits[seat]
        has_cards = state.phase == PHASE_MULLIGAN or state.hands[seat] != []
        if waiting and (commit != NO_COMMIT or not has_cards):
            fail("waiting", "has a player who has committed something, or has no cards")
        if not waiting and has_cards and commit not in phases.commitable(state, seat):
            fail(f"players[{seat}].commit", "must be something that the player may do")
        if not has_cards and commit != NO_COMMIT:
            fail(f"players[{seat}].commit", "the player has no cards")


def check_draw_phase(state: State, turn: int, does: list[list[int]]) -> int:
    """The player in turn. ``does``: what each card does in this step."""
    seat = check_turn(state, turn)
    check_quiet(state)
    check_rows(state)
    own = {*state.perms[seat], *state.hands[seat], *state.discards[seat], *state.destroyed}
    if len(set(state.used)) < len(state.used) or any(card not in own or not does[card] for card in state.used):
        fail("used", "must be cards of the player whose actions were used")
    if len(set(state.late)) < len(state.late):
        fail("drawn", "names a card twice")
    return seat


def fail(where: str, what: str) -> NoReturn:
    """Refuse a position.

    Raises:
        MalformedPosition: always.
    """
    raise MalformedPosition(f"{where}: {what}")
