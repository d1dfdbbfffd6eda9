"""The recruit deck: drawing from it, and its passes (FW-026 to FW-031)."""

from typing import Final

from services.engine.event_table import Event
from services.rulesets.factionwars.cards import NO_CARD, WAR_IS_OVER
from services.rulesets.factionwars.events import EVENT_RECRUITS_RESHUFFLED, EVENT_WAR_IS_OVER_DRAWN
from services.rulesets.factionwars.table import WAR_DRAWN, WAR_IN_DECK, State

RECRUITS_STREAM: Final = "recruits"


def draw_on_demand(state: State, events: list[Event]) -> int:
    """The top card, or ``NO_CARD``. An empty deck is shuffled anew when a card is needed (FW-026, FW-R10)."""
    deck = state.recruit_deck
    if not deck and not reshuffle(state, events):
        return NO_CARD
    return deck.pop()


def draw_and_reshuffle_at_once(state: State, events: list[Event]) -> int:
    """The same, but a deck that becomes empty is shuffled anew at once if it can be (option ``reshuffle_timing``)."""
    card = draw_on_demand(state, events)
    if not state.recruit_deck:
        reshuffle(state, events)
    return card


def reshuffle(state: State, events: list[Event]) -> bool:
    """Shuffle the recruit discard pile into a new deck; the next pass begins. False if there is nothing to shuffle
    (FW-R16) or the final pass is over (FW-R11)."""
    deck, pile, rules = state.recruit_deck, state.recruit_discard, state.rules
    if not pile or state.pass_number >= rules.final_pass:
        return False
    state.pass_number += 1
    deck += pile
    pile.clear()
    final = state.pass_number == rules.final_pass
    if final:  # FW-029
        deck.append(WAR_IS_OVER)
        state.war = WAR_IN_DECK
    deck.sort()
    state.chance.shuffle(RECRUITS_STREAM, deck)
    events.append((EVENT_RECRUITS_RESHUFFLED, state.pass_number, len(deck), int(final)))
    return True


def remove_war_is_over(state: State, place: int, events: list[Event]) -> None:
    """War is Over was drawn: it leaves the game, which ends after this round (FW-030, FW-032)."""
    state.war = WAR_DRAWN
    state.removed.append(WAR_IS_OVER)
    events.append((EVENT_WAR_IS_OVER_DRAWN, place))
