"""Following a match: a view brought up to date by what its viewer is shown of each event."""

from collections.abc import Callable
from typing import Any, Final

from services.engine.ruleset import JsonObject
from services.rulesets.faceoff.cards.cards import NO_CARD, PLAYED_AS
from services.rulesets.faceoff.events.view_cards import card_of, cards_of, entry_of, leave_hand, take_from_hand
from services.rulesets.faceoff.events.view_changes import CHANGES
from services.rulesets.faceoff.notation.actions import action_from_json
from services.rulesets.faceoff.table import hand_memory
from services.rulesets.faceoff.table.enum_words import PHASE_WORDS, TRIGGER_WORDS
from services.rulesets.faceoff.table.events import REWARD_CLOCK, REWARD_POWER, REWARD_VP
from services.rulesets.faceoff.table.rules import STARTING_HAND, STARTING_VP, VICTORY_CARDS_DEALT
from services.rulesets.faceoff.table.state import (
    HIDDEN,
    HIDDEN_COMMIT,
    MIDDLE_SIZE,
    NO_COMMIT,
    NO_SEAT,
    PHASE_ABILITY,
    PHASE_AVIATOR,
    PHASE_DRAW_ACTIONS,
    PHASE_END_OF_TURN,
    PHASE_FACEOFF_REWARD,
    PHASE_GAME_OVER,
    PHASE_HQ_REWARD,
    PHASE_PERSONALITY,
    PHASE_REFILL_CLOCK,
    PHASE_REFILL_POWER,
    REACTED_BITS,
    ROW_SIZE,
    TRIGGER_DRAW_PHASE,
    TRIGGER_END_OF_TURN,
    TRIGGER_EQUIPMENT,
    TRIGGER_NONE,
    TRIGGER_PERSONALITY,
    TRIGGER_WIN_FACEOFF,
    View,
    turn_order,
)

_PHASES: Final = {word: number for number, word in PHASE_WORDS.items()}
_TRIGGERS: Final = {word: number for number, word in enumerate(TRIGGER_WORDS)}


def follow(view: View, share: JsonObject) -> None:
    """Bring a view up to date with the next event share of the same viewer, in place."""
    for kind, body in share.items():
        if kind in _FOLLOWED:  # others say what happens, and change nothing
            _FOLLOWED[kind](view, body)


# -- setup -----------------------------------------------------------------------------------------------------------


def _faction_chosen(view: View, body: JsonObject) -> None:
    view.factions[body["player"]] = view.rules.cards.factions.index(body["faction"])


def _table_set(view: View, body: JsonObject) -> None:
    cards, seats = view.rules.cards, view.rules.seats
    playing = sorted([*view.factions, cards.heathen])
    view.first = body["first"]
    view.hq = card_of(view, body["hq"])
    view.timing = card_of(view, body["timing"])
    view.market = card_of(view, body["market"])
    view.scrub = card_of(view, body["scrub"])
    view.clock_row = cards_of(view, body["clock_row"])
    view.clock_mid = cards_of(view, body["clock_middle"])
    view.power_row = cards_of(view, body["power_row"])
    view.power_mid = cards_of(view, body["power_middle"])
    view.vc7 = sorted([cards.vc7[faction] for faction in playing])
    view.hq_rewards = sorted([cards.hq_reward[faction] for faction in playing])
    view.clock_deck_size += sum([len(cards.vcs[faction]) for faction in playing])
    view.clock_deck_size -= VICTORY_CARDS_DEALT * seats + ROW_SIZE + MIDDLE_SIZE
    view.power_deck_size += sum([len(cards.power_of[faction]) for faction in view.factions]) - MIDDLE_SIZE
    view.market_deck_size += sum([len(cards.market_of[faction]) for faction in view.factions])
    view.hq_deck_size = seats
    view.timing_deck_size -= 1
    view.vp = [STARTING_VP] * seats


def _dealt(view: View, body: JsonObject) -> None:
    seat = body["player"]
    starters = view.rules.cards.starters[view.factions[seat]]
    view.hidden[seat] = sorted(starters)
    view.hand_sizes[seat] = STARTING_HAND
    view.deck_sizes[seat] = len(starters) - STARTING_HAND
    view.dealt[seat] = [HIDDEN] * VICTORY_CARDS_DEALT
    if seat == view.viewer:
        view.dealt[seat] = cards_of(view, body["victory_cards"])
        view.hand = cards_of(view, body["hand"])


def _mulliganed(view: View, body: JsonObject) -> None:
    view.commits[body["player"]] = NO_COMMIT
    if body["player"] == view.viewer:
        view.hand = cards_of(view, body["cards"])


def _hand_kept(view: View, body: JsonObject) -> None:
    view.commits[body["player"]] = NO_COMMIT


# -- who must decide -------------------------------------------------------------------------------------------------

_IN_REWARDS: Final = (PHASE_FACEOFF_REWARD, PHASE_HQ_REWARD)
_IN_FACEOFF: Final = (PHASE_FACEOFF_REWARD, PHASE_AVIATOR)
_WITH_POWER_TAKER: Final = (PHASE_FACEOFF_REWARD, PHASE_AVIATOR, PHASE_REFILL_CLOCK, PHASE_REFILL_POWER)
_IN_FACEOFF_TRIGGERS: Final = (TRIGGER_PERSONALITY, TRIGGER_EQUIPMENT, TRIGGER_WIN_FACEOFF)
_STEPS: Final = {
    PHASE_DRAW_ACTIONS: PHASE_DRAW_ACTIONS,
    PHASE_END_OF_TURN: PHASE_END_OF_TURN,
    TRIGGER_DRAW_PHASE: PHASE_DRAW_ACTIONS,
    TRIGGER_END_OF_TURN: PHASE_END_OF_TURN,
}
"""The step of a player's turn to which a phase or a trigger belongs."""


def _awaited(view: View, body: JsonObject) -> None:
    phase = _PHASES[body["phase"]]
    _step_over(view, phase, 0)
    if phase == PHASE_PERSONALITY:
        _face_off_over(view)
    view.phase = phase
    view.waiting = sum([1 << seat for seat in body["players"]])
    view.turn = 0
    view.places = []
    view.rewards = 0
    _clear_ability(view)


def _committed(view: View, body: JsonObject) -> None:
    seat = body["player"]
    view.waiting &= ~(1 << seat)
    view.commits[seat] = action_from_json(view.rules.cards, body["action"]) if "action" in body else HIDDEN_COMMIT


def _asked(view: View, body: JsonObject) -> None:
    phase, turn = _PHASES[body["phase"]], body["turn"]
    _step_over(view, phase, turn)
    if phase not in _IN_REWARDS:
        view.places = []
        view.rewards = 0
    elif phase == PHASE_FACEOFF_REWARD and turn == 0:
        view.rewards = 1 << REWARD_CLOCK | 1 << REWARD_VP
        if view.power_row:
            view.rewards |= 1 << REWARD_POWER
    if phase not in _WITH_POWER_TAKER:
        view.power_taker = NO_SEAT
    if phase not in _IN_FACEOFF:
        _face_off_over(view)
    elif phase == PHASE_AVIATOR:
        for seat in turn_order(view)[:turn]:
            view.mods[seat] = 0
    view.phase = phase
    view.waiting = 1 << body["player"]
    view.turn = turn
    _clear_ability(view)


def _ability_asked(view: View, body: JsonObject) -> None:
    ability = body["ability"]
    trigger = _TRIGGERS[ability["trigger"]]
    _step_over(view, trigger, body["turn"])
    if trigger != TRIGGER_WIN_FACEOFF:
        view.places = []
    if trigger not in _IN_FACEOFF_TRIGGERS:
        view.power_taker = NO_SEAT
        _face_off_over(view)
    view.phase = PHASE_ABILITY
    view.waiting = 1 << body["player"]
    view.turn = body["turn"]
    view.trigger = trigger
    view.acting = card_of(view, ability["card"])
    view.actor = ability.get("actor", NO_SEAT)
    view.pc = ability["place"]
    view.target = ability.get("target", NO_SEAT)
    view.todo = sum([1 << seat for seat in ability["todo"]])
    asked, shielded = (sum([1 << seat for seat in ability[key]]) for key in ("asked_for_shield", "shielded"))
    view.reacted = asked | shielded << REACTED_BITS


def _step_over(view: View, asked: int, turn: int) -> None:
    """What a player has used and drawn in a turn of the Draw Phase is forgotten when it is over."""
    step = view.trigger if view.phase == PHASE_ABILITY else view.phase
    if _STEPS.get(step) != _STEPS.get(asked) or view.turn != turn:
        view.used = []
        view.late = []


def _face_off_over(view: View) -> None:
    view.eligible = 0
    view.mods = [0] * view.rules.seats


def _clear_ability(view: View) -> None:
    view.trigger = TRIGGER_NONE
    view.acting = NO_CARD
    view.actor = NO_SEAT
    view.pc = 0
    view.target = NO_SEAT
    view.todo = 0
    view.reacted = 0


# -- the course of a round -------------------------------------------------------------------------------------------


def _round_began(view: View, body: JsonObject) -> None:
    view.round = body["round"]


def _clock_chosen(view: View, body: JsonObject) -> None:
    view.chosen = card_of(view, body["card"])
    view.clock_row.remove(view.chosen)


def _revealed(view: View, body: JsonObject) -> None:
    seat, kind = body["player"], body["kind"]
    view.commits[seat] = NO_COMMIT
    if kind == "REVEAL_FACE_DOWN":
        card = card_of(view, body["card"]) if "card" in body else HIDDEN
        hand_memory.laid_down(view, seat)
        take_from_hand(view, seat, card)
        view.down[seat].append(card)
    elif kind == "REVEAL_PLAYED":
        card = card_of(view, body["card"])
        leave_hand(view, seat, card)
        if view.phase == PHASE_PERSONALITY:
            view.personality[seat] = card
            view.eligible |= 1 << seat
        else:
            view.equipment[seat] = card


def _build_revealed(view: View, body: JsonObject) -> None:
    seat = body["player"]
    view.commits[seat] = NO_COMMIT
    view.builds[seat] = [entry_of(view, each) for each in body["cards"]]
    for entry in view.builds[seat]:
        leave_hand(view, seat, entry // PLAYED_AS)


def _added_to_hq(view: View, body: JsonObject) -> None:
    seat = body["player"]
    view.stacks[seat].append(view.builds[seat].pop(0))


def _round_ended(view: View, body: JsonObject) -> None:
    view.first = body["first"]
    view.used = []
    view.late = []
    view.power_taker = NO_SEAT
    _face_off_over(view)


def _game_ended(view: View, _body: JsonObject) -> None:
    view.phase = PHASE_GAME_OVER
    view.waiting = 0
    view.turn = 0
    view.places = []
    view.rewards = 0
    _clear_ability(view)


_FOLLOWED: Final[dict[str, Callable[[View, Any], None]]] = {
    **CHANGES,
    "faction_chosen": _faction_chosen,
    "table_set": _table_set,
    "dealt": _dealt,
    "mulliganed": _mulliganed,
    "hand_kept": _hand_kept,
    "round_began": _round_began,
    "awaited": _awaited,
    "committed": _committed,
    "asked": _asked,
    "ability_asked": _ability_asked,
    "clock_chosen": _clock_chosen,
    "revealed": _revealed,
    "build_revealed": _build_revealed,
    "added_to_hq": _added_to_hq,
    "round_ended": _round_ended,
    "game_ended": _game_ended,
}
