"""What each viewer may know: observing a state, and imagining the states behind an observation.

Everything is public except the order of the deck, a commander put forward in secret, and with ``units=face_down`` the
units that have not fought yet, which their owner alone knows (FC-R08, FC-P02).
"""

from typing import Final

from services.engine.chance import Chance
from services.engine.ruleset import Secret
from services.rulesets.commanders import phases, skirmish
from services.rulesets.commanders.bonuses import selections
from services.rulesets.commanders.cards import COMMANDERS, NO_COMMANDER
from services.rulesets.commanders.notation import ACTION_CHAMPION
from services.rulesets.commanders.table import (
    FACE_DOWN,
    HIDDEN_CHAMPION,
    PHASE_AGREE,
    PHASE_CHAMPION,
    PHASE_GAME_OVER,
    PHASE_PLACE,
    PHASE_SELECT,
    PHASE_SUIT,
    State,
    Table,
    View,
    is_revealed,
    standing,
)

IMAGINE_STREAM: Final = "imagine"


def observe(state: State, viewer: int) -> View:
    """What a viewer may know of a state."""
    view = View()
    view.viewer = viewer
    _copy_public(state, view)
    view.deck = len(state.deck)
    unseen = state.deck.copy()
    view.drawn = _seen(state.drawn, unseen, visible=state.rules.open_units or state.turn == viewer)
    view.armies = [
        _seen(army, unseen, visible=place // COMMANDERS == viewer or is_revealed(state, place % COMMANDERS))
        for place, army in enumerate(state.armies)
    ]
    unseen.sort()
    view.unseen = unseen
    view.fielded = state.fielded.copy()
    if state.phase == PHASE_CHAMPION and state.rules.secret_champions:
        view.fielded = [
            commander if commander == NO_COMMANDER or seat == viewer else HIDDEN_CHAMPION
            for seat, commander in enumerate(state.fielded)
        ]
    return view


def _seen(cards: list[int], unseen: list[int], *, visible: bool) -> list[int]:
    """Cards as a viewer sees them; those it may not know join the unseen ones."""
    if visible:
        return cards.copy()
    unseen += cards
    return [FACE_DOWN] * len(cards)


def imagine(view: View, chance: Chance) -> State:
    """A state drawn uniformly from those that a view allows: every order of the unseen cards, in the deck and face
    down, and every standing commander that may have been put forward, is equally likely."""
    state = State()
    _copy_public(view, state)
    state.chance = chance
    unseen = view.unseen.copy()
    chance.shuffle(IMAGINE_STREAM, unseen)
    state.drawn = _filled(view.drawn, unseen)
    state.armies = [_filled(army, unseen) for army in view.armies]
    state.deck = unseen
    state.fielded = [
        _imagined_champion(state, seat, chance) if commander == HIDDEN_CHAMPION else commander
        for seat, commander in enumerate(view.fielded)
    ]
    await_decision(state)
    return state


def reopen(state: State, viewer: int) -> None:
    """Take back whom the other players put forward in secret, while the viewer chooses."""
    if state.phase == PHASE_CHAMPION and state.rules.secret_champions:
        state.fielded = [commander if seat == viewer else NO_COMMANDER for seat, commander in enumerate(state.fielded)]
        await_decision(state)


def _filled(cards: list[int], unseen: list[int]) -> list[int]:
    return [unseen.pop() if card == FACE_DOWN else card for card in cards]


def _imagined_champion(state: State, seat: int, chance: Chance) -> int:
    champions = phases.CHAMPION_ACTIONS[standing(state, seat)]
    return champions[chance.below(IMAGINE_STREAM, len(champions))] - ACTION_CHAMPION


def _copy_public(table: Table, copy: Table) -> None:
    """Copy what everybody knows. What is not named here is not copied."""
    copy.rules = table.rules
    copy.phase = table.phase
    copy.suits = table.suits.copy()
    copy.first = table.first
    copy.turn = table.turn
    copy.fallen = table.fallen.copy()
    copy.wins = table.wins.copy()
    copy.skirmish = table.skirmish
    copy.selected = table.selected.copy()
    copy.rolls = [roll.copy() for roll in table.rolls]
    copy.rerolled = table.rerolled


def await_decision(state: State) -> None:
    """Set who must decide and among what, from everything else."""
    if state.phase == PHASE_SUIT:
        phases.await_suit(state, state.turn)
    elif state.phase == PHASE_PLACE:
        phases.await_placement(state, state.turn)
    elif state.phase == PHASE_SELECT:
        skirmish.await_selection(state, state.turn, selections(state, state.turn))
    elif state.phase == PHASE_AGREE:
        phases.await_answer(state, state.turn)
    elif state.phase == PHASE_CHAMPION:
        phases.await_champions(state)
    elif state.phase == PHASE_GAME_OVER:
        state.waiting = 0
        state.choices = []
    else:
        skirmish.await_reroll(state, state.turn)


def secrets(state: State, viewer: int) -> list[Secret]:
    """The hidden facts of a state: each card of the deck or face down to the viewer, and who was put forward in secret.
    The value of a card is its place in the catalogue."""
    view = observe(state, viewer)
    found: list[Secret] = []
    if len(view.unseen) > 1:
        candidates = tuple(view.unseen)
        hidden = [(f"deck:{place}", card) for place, card in enumerate(state.deck)]
        hidden += _face_down("drawn", view.drawn, state.drawn)
        for place, army in enumerate(state.armies):
            hidden += _face_down(f"army:{place // COMMANDERS}:{place % COMMANDERS}", view.armies[place], army)
        found = [Secret(slot, card, candidates) for slot, card in hidden]
    for seat, commander in enumerate(view.fielded):
        if commander == HIDDEN_CHAMPION:
            champions = tuple(action - ACTION_CHAMPION for action in phases.CHAMPION_ACTIONS[standing(state, seat)])
            found.append(Secret(f"champion:{seat}", state.fielded[seat], champions))
    return found


def _face_down(zone: str, seen: list[int], cards: list[int]) -> list[tuple[str, int]]:
    return [(f"{zone}:{place}", card) for place, card in enumerate(cards) if seen[place] == FACE_DOWN]
