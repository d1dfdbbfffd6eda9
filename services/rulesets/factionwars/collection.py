"""Collecting a card, and what that sets off (FW-037 to FW-042, FW-R30 to FW-R38).

A collected card waits in limbo, and belongs to nobody (FW-P05), while its ability is resolved. Whatever the ability
brings is collected in turn, on top of it. When the last card has nothing left to do all are placed, the last one first.
A choice can come at any point of this; the state then simply rests, with the cards in limbo and what was chosen so far.

It ends: a card in limbo cannot be collected again, so each card is collected at most once.
"""

from collections.abc import Callable
from typing import Final

from services.engine.event_table import Event
from services.rulesets.factionwars.battle_deck import bystanders_of, has_recruit, random_recruit, recruits_of, take_out
from services.rulesets.factionwars.cards import (
    CHOICE_STEPS,
    IS_RECRUIT,
    NO_CARD,
    NO_SEAT,
    PLAYER_STEPS,
    PROGRAM,
    WAR_IS_OVER,
)
from services.rulesets.factionwars.events import (
    CHOICE_CARD,
    CHOICE_PLAYER,
    DRAWN_BY_ABILITY,
    EVENT_ACTION_PERFORMED,
    EVENT_BYSTANDER_GIVEN,
    EVENT_CARD_CHOSEN,
    EVENT_CHOICE_ASKED,
    EVENT_COLLECTED,
    EVENT_PLAYER_CHOSEN,
    EVENT_RECRUIT_GIVEN,
    EVENT_RECRUIT_LOST,
    EVENT_RECRUIT_TAKEN,
    EVENT_RECRUITED,
    SOURCE_DISCARD,
    SOURCE_DRAW,
    SOURCE_STEAL,
    SOURCE_TRADE,
)
from services.rulesets.factionwars.notation import choose_card, choose_player
from services.rulesets.factionwars.recruit_deck import remove_war_is_over
from services.rulesets.factionwars.table import PHASE_RESOLVE, State, Table


def collect(state: State, seat: int, card: int, source: int, events: list[Event]) -> bool:
    """Let a player collect a card. True: all is done. False: the player must choose first."""
    events.append((EVENT_COLLECTED, seat, card, source, state.position))
    if not PROGRAM[card]:
        state.discards[seat].append(card)  # FW-016, FW-037
        events.append((EVENT_RECRUITED, seat, card))
        return True
    state.collector = seat
    state.limbo.append(card)
    return resolve(state, events)


def resolve(state: State, events: list[Event]) -> bool:
    """Go on with the collection in limbo. True: it is done. False: the collector must choose."""
    while True:
        program = PROGRAM[state.limbo[-1]]
        if not program:
            break
        step = program[choices_made(state)]
        while step < CHOICE_STEPS:
            eligible = candidates(state, step)
            if not eligible:
                return finish(state, events)  # no effect: FW-R33, FW-R38
            if len(eligible) > 1:
                ask(state, step, eligible, events)
                return False
            choose(state, step, eligible[0], events)  # FW-R32
            step = program[choices_made(state)]
        card, source = _EFFECTS[step - CHOICE_STEPS](state, events)
        state.chosen_player = NO_SEAT
        state.chosen_card = NO_CARD
        if card == NO_CARD:
            break
        events.append((EVENT_COLLECTED, state.collector, card, source, state.position))
        state.limbo.append(card)  # FW-039, FW-041, FW-047, FW-055
    return finish(state, events)


def finish(state: State, events: list[Event]) -> bool:
    """Place the cards in limbo, the last one first: recruits in the collector's discard pile, then the action cards
    where they go (FW-R30, FW-R31)."""
    seat = state.collector
    pile = state.discards[seat]
    actions: list[int] = []
    for card in reversed(state.limbo):
        if IS_RECRUIT[card]:
            pile.append(card)  # FW-037, FW-048, FW-056
            events.append((EVENT_RECRUITED, seat, card))
        else:
            actions.append(card)
            events.append((EVENT_ACTION_PERFORMED, seat, card))
    state.rules.put_away_actions(state, actions)
    state.limbo.clear()
    state.collector = NO_SEAT
    state.chosen_player = NO_SEAT
    state.chosen_card = NO_CARD
    return True


def to_recruit_discard(state: State, actions: list[int]) -> None:
    """Used action cards go to the recruit discard pile (FW-R31)."""
    state.recruit_discard += actions


def out_of_the_game(state: State, actions: list[int]) -> None:
    """Used action cards leave the game (option ``action_card_to``)."""
    state.removed += actions


# -- choices ---------------------------------------------------------------------------------------------------------


def choices_made(table: Table) -> int:
    """How many choices were made for the last card in limbo."""
    return (table.chosen_player != NO_SEAT) + (table.chosen_card != NO_CARD)


def open_choice(table: Table) -> int:
    """The choice that the last card in limbo waits for, or its effect if none is open."""
    return PROGRAM[table.limbo[-1]][choices_made(table)]


def candidates(table: Table, step: int) -> list[int]:
    """The seats or cards that may be chosen, ascending. All of it is public."""
    return _CANDIDATES[step](table)


def _opponents(table: Table) -> list[int]:
    return [seat for seat in range(table.rules.seats) if seat != table.collector]


def _opponents_with_recruit(table: Table) -> list[int]:
    """FW-R33."""
    return [seat for seat in range(table.rules.seats) if seat != table.collector and has_recruit(table, seat)]


def _trade_partners(table: Table) -> list[int]:
    """Both sides need a recruit."""
    return _opponents_with_recruit(table) if has_recruit(table, table.collector) else []


def _own_bystanders(table: Table) -> list[int]:
    return bystanders_of(table, table.collector)


def _own_recruits(table: Table) -> list[int]:
    return recruits_of(table, table.collector)


def _discarded_recruits(table: Table) -> list[int]:
    return sorted([card for card in table.recruit_discard if IS_RECRUIT[card]])


_CANDIDATES: Final[list[Callable[[Table], list[int]]]] = [
    # in the order of the steps, from CHOOSE_OPPONENT on
    _opponents,
    _opponents_with_recruit,
    _trade_partners,
    _own_bystanders,
    _own_recruits,
    _discarded_recruits,
]


def choose(state: State, step: int, chosen: int, events: list[Event]) -> None:
    """Make a choice for the last card in limbo."""
    if step < PLAYER_STEPS:
        state.chosen_player = chosen
        events.append((EVENT_PLAYER_CHOSEN, state.collector, state.limbo[-1], chosen))
    else:
        state.chosen_card = chosen
        events.append((EVENT_CARD_CHOSEN, state.collector, state.limbo[-1], chosen))


def ask(state: State, step: int, eligible: list[int], events: list[Event]) -> None:
    """Let the state rest until the collector has chosen."""
    await_choice(state, step, eligible)
    asked = CHOICE_PLAYER if step < PLAYER_STEPS else CHOICE_CARD
    events.append((EVENT_CHOICE_ASKED, state.collector, state.limbo[-1], asked))


def await_choice(state: State, step: int, eligible: list[int]) -> None:
    """Make the collector's choice the one pending decision."""
    state.phase = PHASE_RESOLVE
    state.waiting = 1 << state.collector
    if step < PLAYER_STEPS:
        state.choices = [choose_player(seat) for seat in eligible]
    else:
        state.choices = [choose_card(card) for card in eligible]


# -- effects ---------------------------------------------------------------------------------------------------------
# Each returns the card that is collected next and where it came from, or NO_CARD.


def _draw_top(state: State, events: list[Event]) -> tuple[int, int]:
    """Collect the top card of the recruit deck (FW-054). War is Over is removed, and nothing drawn for it (FW-R13)."""
    card = state.rules.draw(state, events)
    if card == WAR_IS_OVER:
        remove_war_is_over(state, DRAWN_BY_ABILITY, events)
        return NO_CARD, SOURCE_DRAW
    return card, SOURCE_DRAW


def _steal_random(state: State, events: list[Event]) -> tuple[int, int]:
    """Collect a random recruit of the chosen player (FW-046, FW-R34)."""
    card = _take_random(state, events)
    return card, SOURCE_STEAL


def _take_random(state: State, events: list[Event]) -> int:
    owner = state.chosen_player
    card = random_recruit(state, owner)
    events.append((EVENT_RECRUIT_TAKEN, state.collector, owner, card))
    take_out(state, owner, card, events)
    return card


def _remove_random(state: State, events: list[Event]) -> tuple[int, int]:
    """The chosen player loses a random recruit."""
    _lose_random(state, state.chosen_player, events)
    return NO_CARD, 0


def _lose_random(state: State, seat: int, events: list[Event]) -> None:
    """A random recruit of the player goes to the recruit discard pile."""
    card = random_recruit(state, seat)
    events.append((EVENT_RECRUIT_LOST, seat, card))
    take_out(state, seat, card, events)
    state.recruit_discard.append(card)


def _remove_random_from_each(state: State, events: list[Event]) -> tuple[int, int]:
    """Each opponent who owns a recruit loses a random one, in seat order."""
    for seat in range(state.rules.seats):
        if seat != state.collector and has_recruit(state, seat):
            _lose_random(state, seat, events)
    return NO_CARD, 0


def _take_from_recruit_discard(state: State, _events: list[Event]) -> tuple[int, int]:
    """Collect the chosen recruit from the recruit discard pile."""
    state.recruit_discard.remove(state.chosen_card)
    return state.chosen_card, SOURCE_DISCARD


def _move_bystander(state: State, events: list[Event]) -> tuple[int, int]:
    """The chosen bystander goes to the chosen player, who does not collect it (FW-R36); its owner reshuffles
    (FW-R35)."""
    events.append((EVENT_BYSTANDER_GIVEN, state.collector, state.chosen_player, state.chosen_card))
    state.discards[state.chosen_player].append(state.chosen_card)
    take_out(state, state.collector, state.chosen_card, events)
    return NO_CARD, 0


def _swap_random(state: State, events: list[Event]) -> tuple[int, int]:
    """A random recruit of the chosen player against the chosen recruit: theirs is taken out, then the other goes to
    their discard pile, then theirs is collected."""
    card = _take_random(state, events)
    events.append((EVENT_RECRUIT_GIVEN, state.collector, state.chosen_player, state.chosen_card))
    state.discards[state.chosen_player].append(state.chosen_card)
    take_out(state, state.collector, state.chosen_card, events)
    return card, SOURCE_TRADE


def _give_self(state: State, events: list[Event]) -> tuple[int, int]:
    """The bystander being collected goes to the chosen player's discard pile (FW-049), who does not collect it
    (FW-R36)."""
    card = state.limbo.pop()
    state.discards[state.chosen_player].append(card)
    events.append((EVENT_BYSTANDER_GIVEN, state.collector, state.chosen_player, card))
    return NO_CARD, 0


_EFFECTS: Final[list[Callable[[State, list[Event]], tuple[int, int]]]] = [
    # in the order of the steps, from DRAW_TOP on
    _draw_top,
    _steal_random,
    _remove_random,
    _remove_random_from_each,
    _take_from_recruit_discard,
    _move_bystander,
    _swap_random,
    _give_self,
]
