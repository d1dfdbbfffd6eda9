"""Whether what a match waits for can come about: who must decide, and what each step of a round has done so far."""

from collections.abc import Callable
from typing import Final

from services.rulesets.faceoff.cards.cards import NO_CARD
from services.rulesets.faceoff.cards.vocabulary import KIND_ASSAULT
from services.rulesets.faceoff.play import phases
from services.rulesets.faceoff.positions.ability_checks import check_ability
from services.rulesets.faceoff.positions.basic_checks import (
    check_commits,
    check_draw_phase,
    check_first,
    check_no_actions,
    check_no_auction,
    check_no_builds,
    check_quiet,
    check_rows,
    fail,
)
from services.rulesets.faceoff.positions.violence_checks import (
    check_aviator,
    check_bidding,
    check_build_up,
    check_destination,
    check_equipment,
    check_faceoff_reward,
    check_hq_reward,
    check_personality,
    check_refilling_clock,
    check_refilling_power,
)
from services.rulesets.faceoff.table.state import (
    NO_COMMIT,
    PHASE_ABILITY,
    PHASE_AVIATOR,
    PHASE_BID,
    PHASE_BUILD_UP,
    PHASE_CHOOSE_CLOCK,
    PHASE_CHOOSE_FACTION,
    PHASE_DESTINATION,
    PHASE_DRAW_ACTIONS,
    PHASE_END_OF_TURN,
    PHASE_EQUIPMENT,
    PHASE_FACEOFF_REWARD,
    PHASE_GAME_OVER,
    PHASE_HQ_REWARD,
    PHASE_MULLIGAN,
    PHASE_PERSONALITY,
    PHASE_REFILL_CLOCK,
    PHASE_REFILL_POWER,
    SEATS_OF,
    SIMULTANEOUS_PHASES,
    TRIGGER_NONE,
    State,
)


def check_situation(state: State) -> None:
    """Check what a state waits for. Its cards are checked already.

    Raises:
        MalformedPosition: it cannot come about. The message says where.
    """
    phase = state.phase
    if (state.round == 0) != (phase in (PHASE_CHOOSE_FACTION, PHASE_MULLIGAN)):
        fail("round", "is 0 before the first round, and not later")
    if state.turn > state.rules.seats:
        fail("turn", "is more than there are players")
    if phase != PHASE_ABILITY and state.trigger != TRIGGER_NONE:
        fail("ability", "must be absent unless an ability asks")
    if phase not in SIMULTANEOUS_PHASES:
        if any(commit != NO_COMMIT for commit in state.commits):
            fail("players", "commit something only where all decide at once")
        if phase != PHASE_GAME_OVER and state.waiting.bit_count() != 1:
            fail("waiting", "must be one player")
    _check_assaults(state)
    _check_length(state)
    _CHECKED[phase](state)
    for seat in SEATS_OF[state.waiting]:
        if not phases.legal(state, seat):
            fail("waiting", "has a player who can decide nothing")


def _check_assaults(state: State) -> None:
    """With as many assault cards as the timing card says the HQ cracks at once (FO-109)."""
    if state.timing == NO_CARD or state.phase == PHASE_GAME_OVER:
        return
    number, wanted = len(state.assaults), state.rules.cards.value[state.timing]
    if number > wanted or (number == wanted) != (state.phase == PHASE_HQ_REWARD):
        fail("assaults", "the HQ cracks when they are as many as the timing card says")


def _check_length(state: State) -> None:
    """The match ends within its bound on rounds: there are enough assault cards to crack all HQs (FO-R16)."""
    if state.phase in (PHASE_CHOOSE_FACTION, PHASE_MULLIGAN, PHASE_GAME_OVER):
        return
    rules = state.rules
    cards = rules.cards
    clock = state.clock_row + state.clock_mid + state.clock_deck
    going_on = state.chosen != NO_CARD and cards.kind[state.chosen] == KIND_ASSAULT
    missing = cards.value[state.timing] - len(state.assaults) - going_on
    needed = sum([cards.value[card] for card in state.timing_deck])
    if not going_on and state.phase != PHASE_HQ_REWARD:
        missing = max(1, missing)
    needed += max(0, missing)
    assaults = len([card for card in clock if cards.kind[card] == KIND_ASSAULT])
    done = state.round - (state.phase == PHASE_CHOOSE_CLOCK)
    if done + len(clock) - max(0, assaults - needed) > rules.max_rounds:
        fail("round", f"does not fit the clock: a match has {rules.max_rounds} rounds at most")


# -- setup and clock -------------------------------------------------------------------------------------------------


def _check_choosing_faction(state: State) -> None:
    chosen = [faction >= 0 for faction in state.factions]
    if chosen != [seat < state.turn for seat in range(state.rules.seats)] or state.waiting != 1 << state.turn:
        fail("waiting", "must be the first player without a faction")
    if not state.rules.choose_factions or state.first:
        fail("phase", "factions are not chosen in this match")
    check_quiet(state)
    check_no_actions(state)


def _check_mulligan(state: State) -> None:
    check_quiet(state)
    check_no_actions(state)
    check_commits(state)
    for seat in range(state.rules.seats):
        own = state.discards[seat] or state.stacks[seat] or state.front[seat] or state.perms[seat]
        if own or state.known_top[seat] or state.hq_mods[seat]:
            fail(f"players[{seat}]", "has only a deck and a hand yet")
    if state.assaults or state.removed or state.destroyed or any(state.looks):
        fail("removed", "must be empty before the first round")
    check_rows(state)


def _check_choosing_clock(state: State) -> None:
    check_first(state)
    check_quiet(state)
    check_no_actions(state)
    check_rows(state)
    if len(state.clock_row) < 2:
        fail("clock_row", "leaves no choice")


# -- Draw Phase ------------------------------------------------------------------------------------------------------


def _check_drawing(state: State) -> None:
    cards = state.rules.cards
    seat = check_draw_phase(state, state.turn, cards.on_draw_phase)
    may = [card for card in state.perms[seat] if card not in state.used]
    may += state.hands[seat] + state.decks[seat] if state.hands[seat] else []
    if not any(cards.draw_action[card] for card in may):
        fail("waiting", "must be a player who may have something to do")


def _check_end_of_turn(state: State) -> None:
    seat = check_draw_phase(state, state.turn, state.rules.cards.on_end_turn)
    if state.late or len(phases.legal(state, seat)) < 2:
        fail("waiting", "must be a player who has something to do")


def _check_over(state: State) -> None:
    if state.waiting or state.turn or state.rewards or state.places:
        fail("waiting", "nobody is waited for after the end")
    check_no_actions(state)
    check_no_auction(state)
    check_no_builds(state)


_CHECKED: Final[dict[int, Callable[[State], None]]] = {
    PHASE_CHOOSE_FACTION: _check_choosing_faction,
    PHASE_MULLIGAN: _check_mulligan,
    PHASE_CHOOSE_CLOCK: _check_choosing_clock,
    PHASE_PERSONALITY: check_personality,
    PHASE_EQUIPMENT: check_equipment,
    PHASE_ABILITY: check_ability,
    PHASE_FACEOFF_REWARD: check_faceoff_reward,
    PHASE_AVIATOR: check_aviator,
    PHASE_REFILL_CLOCK: check_refilling_clock,
    PHASE_REFILL_POWER: check_refilling_power,
    PHASE_BUILD_UP: check_build_up,
    PHASE_BID: check_bidding,
    PHASE_DESTINATION: check_destination,
    PHASE_HQ_REWARD: check_hq_reward,
    PHASE_DRAW_ACTIONS: _check_drawing,
    PHASE_END_OF_TURN: _check_end_of_turn,
    PHASE_GAME_OVER: _check_over,
}
