"""The course of a match, in the rulebook's order: setup, then rounds of Clock Phase, Violence Phase and Draw Phase
(FO-063), until the last HQ has cracked or somebody has a whole set (FO-001 to FO-012). Timing cards are set up once,
and an assault has four steps (FO-R07); there are no cards with faction rules (FO-R75).

Where to read on: ``setup.py``, ``face_off.py``, ``hq_assault.py`` with ``market.py``, ``refill.py``, ``draw_phase.py``,
``ending.py``; what cards do is in ``abilities/execution.py``. A match rests where somebody must decide; ``phase`` says
on what, and ``waiting`` who.
"""

from collections.abc import Callable
from typing import Final

from services.engine.event_table import Event
from services.engine.ruleset import IllegalAction
from services.rulesets.faceoff.abilities import execution
from services.rulesets.faceoff.cards.vocabulary import KIND_ASSAULT
from services.rulesets.faceoff.play import draw_phase, ending, face_off, hq_assault, market, refill, rewards, setup
from services.rulesets.faceoff.play.commits import commit
from services.rulesets.faceoff.table.actions import ACTION_CHOOSE_CLOCK, DESTINATIONS
from services.rulesets.faceoff.table.events import (
    END_CLOCK_EMPTY,
    EVENT_ASKED,
    EVENT_CLOCK_CHOSEN,
    EVENT_ROUND_BEGAN,
    EVENT_ROUND_ENDED,
)
from services.rulesets.faceoff.table.state import (
    NO_SEAT,
    NOT_COMPUTED,
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
    PHASE_HQ_REWARD,
    PHASE_MULLIGAN,
    PHASE_PERSONALITY,
    PHASE_REFILL_CLOCK,
    PHASE_REFILL_POWER,
    SEATS_OF,
    TRIGGER_DRAW_PHASE,
    TRIGGER_END_OF_TURN,
    TRIGGER_EQUIPMENT,
    TRIGGER_PERSONALITY,
    TRIGGER_WIN_FACEOFF,
    State,
)

# -- clock phase -----------------------------------------------------------------------------------------------------


def begin_round(state: State, events: list[Event]) -> None:
    """The first player chooses an Available Clock Card (FO-065, FO-R81). With none left the match is over (FO-R16)."""
    while True:
        if not state.clock_row:
            ending.end_game(state, END_CLOCK_EMPTY, events)
            return
        state.round += 1
        assert state.round <= state.rules.max_rounds, "a match ends: the clock runs out"
        events.append((EVENT_ROUND_BEGAN, state.round, state.first))
        if len(state.clock_row) > 1:
            state.phase = PHASE_CHOOSE_CLOCK
            state.waiting = 1 << state.first
            events.append((EVENT_ASKED, PHASE_CHOOSE_CLOCK, state.first, 0))
            return
        if not _choose(state, state.clock_row[0], events) or not _go_on(state, events):
            return


def _clock_choices(state: State, _seat: int) -> list[int]:
    return sorted([ACTION_CHOOSE_CLOCK + card for card in state.clock_row])


def _choose(state: State, card: int, events: list[Event]) -> bool:
    """A victory or bonus card starts a Face Off, an assault card an HQ Assault (FO-066)."""
    state.clock_row.remove(card)
    state.chosen = card
    events.append((EVENT_CLOCK_CHOSEN, state.first, card))
    if state.rules.cards.kind[card] == KIND_ASSAULT:
        return hq_assault.begin(state, events)
    return face_off.begin(state, events)


# -- from phase to phase ---------------------------------------------------------------------------------------------


def _after_violence(state: State, events: list[Event]) -> None:
    if _go_on(state, events):
        begin_round(state, events)


def _go_on(state: State, events: list[Event]) -> bool:
    """The Draw Phase follows the Violence Phase. True: it is over, too."""
    state.power_taker = NO_SEAT
    if not draw_phase.begin(state, events):
        return False
    _end_round(state, events)
    return True


def _end_round(state: State, events: list[Event]) -> None:
    """The first-player marker passes left (FO-064)."""
    state.first = (state.first + 1) % state.rules.seats
    events.append((EVENT_ROUND_ENDED, state.round, state.first))


def _after_draw_phase(state: State, events: list[Event]) -> None:
    _end_round(state, events)
    begin_round(state, events)


# -- deciding --------------------------------------------------------------------------------------------------------


def pending(state: State) -> list[int]:
    """The seats that must decide."""
    return SEATS_OF[state.waiting]


def legal(state: State, seat: int) -> list[int]:
    """Every legal action of a seat. It may be kept, and must not be changed."""
    if seat < 0 or not state.waiting >> seat & 1:
        return []
    found = state.choices[seat]
    if not found:
        found = _CHOICES[state.phase](state, seat)
        state.choices[seat] = found
    return found


def commitable(state: State, seat: int) -> list[int]:
    """What a player may commit where all decide at once, whether or not it is done already."""
    return _CHOICES[state.phase](state, seat)


def play(state: State, seat: int, action: int) -> list[Event]:
    """Play an action and go on to the next decision.

    Raises:
        IllegalAction: it is not one of the seat's choices.
    """
    if seat < 0 or not state.waiting >> seat & 1:
        raise IllegalAction("The player has nothing to decide now.")
    if action not in legal(state, seat):
        raise IllegalAction("That is not one of the player's choices now.")
    state.choices = NOT_COMPUTED[: state.rules.seats]
    events: list[Event] = []
    _PLAYED[state.phase](state, seat, action, events)
    return events


# -- what may be chosen, and what follows, by phase --------------------------------------------------------------------


def _factions(state: State, _seat: int) -> list[int]:
    return setup.factions_left(state)


def _rewards(state: State, _seat: int) -> list[int]:
    return rewards.choices(state)


def _aviator(_state: State, _seat: int) -> list[int]:
    return face_off.AVIATOR_CHOICES


def _refills(state: State, _seat: int) -> list[int]:
    return refill.choices(state)


def _destinations(_state: State, _seat: int) -> list[int]:
    return DESTINATIONS


_CHOICES: Final[dict[int, Callable[[State, int], list[int]]]] = {
    PHASE_CHOOSE_FACTION: _factions,
    PHASE_MULLIGAN: setup.mulligan_choices,
    PHASE_CHOOSE_CLOCK: _clock_choices,
    PHASE_PERSONALITY: face_off.personality_choices,
    PHASE_EQUIPMENT: face_off.equipment_choices,
    PHASE_ABILITY: execution.choices,
    PHASE_FACEOFF_REWARD: _rewards,
    PHASE_AVIATOR: _aviator,
    PHASE_REFILL_CLOCK: _refills,
    PHASE_REFILL_POWER: _refills,
    PHASE_BUILD_UP: hq_assault.build_choices,
    PHASE_BID: market.bid_choices,
    PHASE_DESTINATION: _destinations,
    PHASE_HQ_REWARD: _rewards,
    PHASE_DRAW_ACTIONS: draw_phase.action_choices,
    PHASE_END_OF_TURN: draw_phase.end_choices,
}


def _mulligan(state: State, seat: int, action: int, events: list[Event]) -> None:
    if commit(state, seat, action, events):
        setup.settle_mulligans(state, events)
        begin_round(state, events)


def _clock_chosen(state: State, _seat: int, action: int, events: list[Event]) -> None:
    if _choose(state, action - ACTION_CHOOSE_CLOCK, events):
        _after_violence(state, events)


def _violence(
    step: Callable[[State, int, int, list[Event]], bool],
) -> Callable[[State, int, int, list[Event]], None]:
    """A decision in the Violence Phase, which may end it."""

    def played(state: State, seat: int, action: int, events: list[Event]) -> None:
        if step(state, seat, action, events):
            _after_violence(state, events)

    return played


def _draw(
    step: Callable[[State, int, int, list[Event]], bool],
) -> Callable[[State, int, int, list[Event]], None]:
    """A decision in the Draw Phase, which may end it."""

    def played(state: State, seat: int, action: int, events: list[Event]) -> None:
        if step(state, seat, action, events):
            _after_draw_phase(state, events)

    return played


def _ability(state: State, seat: int, action: int, events: list[Event]) -> None:
    """The answer to an ability's question; when it is done, the step that it belongs to goes on."""
    trigger = state.trigger
    if not execution.answer(state, seat, action, events):
        return
    if trigger in (TRIGGER_DRAW_PHASE, TRIGGER_END_OF_TURN):
        if draw_phase.ability_ended(state, trigger, events):
            _after_draw_phase(state, events)
    elif trigger in (TRIGGER_PERSONALITY, TRIGGER_EQUIPMENT, TRIGGER_WIN_FACEOFF):
        if face_off.ability_ended(state, trigger, events):
            _after_violence(state, events)
    elif hq_assault.ability_ended(state, trigger, events):
        _after_violence(state, events)


def _refilled(state: State, _seat: int, action: int, events: list[Event]) -> bool:
    return refill.chosen(state, action, events)


def _put_away(state: State, seat: int, action: int, events: list[Event]) -> bool:
    market.put_away(state, seat, action, events)
    return hq_assault.market_ended(state, events)


_PLAYED: Final[dict[int, Callable[[State, int, int, list[Event]], None]]] = {
    PHASE_CHOOSE_FACTION: setup.choose_faction,
    PHASE_MULLIGAN: _mulligan,
    PHASE_CHOOSE_CLOCK: _clock_chosen,
    PHASE_PERSONALITY: _violence(face_off.committed),
    PHASE_EQUIPMENT: _violence(face_off.committed),
    PHASE_ABILITY: _ability,
    PHASE_FACEOFF_REWARD: _violence(face_off.rewarded),
    PHASE_AVIATOR: _violence(face_off.aviator_chosen),
    PHASE_REFILL_CLOCK: _violence(_refilled),
    PHASE_REFILL_POWER: _violence(_refilled),
    PHASE_BUILD_UP: _violence(hq_assault.committed),
    PHASE_BID: _violence(market.bid),
    PHASE_DESTINATION: _violence(_put_away),
    PHASE_HQ_REWARD: _violence(hq_assault.rewarded),
    PHASE_DRAW_ACTIONS: _draw(draw_phase.act),
    PHASE_END_OF_TURN: _draw(draw_phase.end_act),
}


def default(state: State, seat: int) -> int:
    """What is played for a player who does not answer: the first legal action, which is mostly to do nothing; nobody
    bids more than they must."""
    return legal(state, seat)[0]
