"""What each viewer may know (FW-R50, FW-R51): observing a state, and imagining the states behind an observation.

All cards come in face up and are seen where they go, so everything is public except the order of the decks and the bids
that are not yet revealed. A view therefore holds every deck as its cards in catalogue order.
"""

from typing import Final

from services.engine.chance import Chance
from services.engine.ruleset import Secret
from services.rulesets.factionwars import collection, phases
from services.rulesets.factionwars.table import HIDDEN_BID, NO_BID, PHASE_BID, PHASE_GAME_OVER, State, Table, View

IMAGINE_STREAM: Final = "imagine"


def observe(state: State, viewer: int) -> View:
    """What a viewer may know of a state."""
    view = View()
    view.viewer = viewer
    _copy_public(state, view)
    view.recruit_deck = sorted(state.recruit_deck)
    view.decks = [sorted(deck) for deck in state.decks]
    view.bids = state.bids.copy()
    if state.phase == PHASE_BID:
        view.bids = [bid if bid == NO_BID or seat == viewer else HIDDEN_BID for seat, bid in enumerate(state.bids)]
    return view


def imagine(view: View, chance: Chance) -> State:
    """A state drawn uniformly from those that a view allows: every order of every deck, and every legal position for a
    bid that is hidden, is equally likely."""
    state = State()
    _copy_public(view, state)
    state.chance = chance
    state.recruit_deck = view.recruit_deck.copy()
    chance.shuffle(IMAGINE_STREAM, state.recruit_deck)
    state.decks = []
    for cards in view.decks:
        deck = cards.copy()
        chance.shuffle(IMAGINE_STREAM, deck)
        state.decks.append(deck)
    positions = sum([card >= 0 for card in view.line_up])
    state.bids = [1 + chance.below(IMAGINE_STREAM, positions) if bid == HIDDEN_BID else bid for bid in view.bids]
    await_decision(state)
    return state


def reopen(state: State, viewer: int) -> None:
    """Take the other players' bids back while the viewer bids."""
    if state.phase == PHASE_BID:
        state.bids = [bid if seat == viewer else NO_BID for seat, bid in enumerate(state.bids)]
        await_decision(state)


def _copy_public(table: Table, copy: Table) -> None:
    """Copy what everybody knows. What is not named here is not copied."""
    copy.rules = table.rules
    copy.phase = table.phase
    copy.round = table.round
    copy.pass_number = table.pass_number
    copy.war = table.war
    copy.line_up = table.line_up.copy()
    copy.recruit_discard = table.recruit_discard.copy()
    copy.removed = table.removed.copy()
    copy.display = table.display.copy()
    copy.rest = table.rest.copy()
    copy.discards = [pile.copy() for pile in table.discards]
    copy.position = table.position
    copy.collector = table.collector
    copy.limbo = table.limbo.copy()
    copy.chosen_player = table.chosen_player
    copy.chosen_card = table.chosen_card


def await_decision(state: State) -> None:
    """Set who must decide and among what, from everything else."""
    if state.phase == PHASE_BID:
        phases.await_bids(state)
    elif state.phase == PHASE_GAME_OVER:
        state.waiting = 0
        state.choices = []
    else:
        step = collection.open_choice(state)
        collection.await_choice(state, step, collection.candidates(state, step))


def secrets(state: State, viewer: int) -> list[Secret]:
    """The hidden facts of a state: what lies at each place of each deck, and the bids that are not revealed. The value
    of a card is its place in the catalogue."""
    found = _order("recruit_deck", state.recruit_deck)
    for seat, deck in enumerate(state.decks):
        found += _order(f"deck:{seat}", deck)
    if state.phase == PHASE_BID and len(state.choices) > 1:
        found += [
            Secret(f"bid:{seat}", bid, tuple(state.choices))
            for seat, bid in enumerate(state.bids)
            if bid != NO_BID and seat != viewer
        ]
    return found


def _order(deck: str, cards: list[int]) -> list[Secret]:
    """A deck of one card hides nothing."""
    if len(cards) < 2:
        return []
    candidates = tuple(sorted(cards))
    return [Secret(f"{deck}:{place}", card, candidates) for place, card in enumerate(cards)]
