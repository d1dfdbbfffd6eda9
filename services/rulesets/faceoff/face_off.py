"""A Face Off (FO-067 to FO-092): Personality, Equipment, Reward, Clean up. The functions that play a step return
whether the Violence Phase is over; if not, somebody must decide, or the match has ended."""

from typing import Final

from services.rulesets.faceoff import abilities, ending, memory, rewards, trees
from services.rulesets.faceoff.actions import FACE_DOWN, FLY, NO_CARD_PLAYED, PLAY, STAY
from services.rulesets.faceoff.commits import await_commits, commit, opened
from services.rulesets.faceoff.events import (
    ASKED,
    AVIATOR_MOVED,
    AVIATOR_STAYED,
    CLEANED_UP,
    CLOCK_CARD_GIVEN,
    CLOCK_CARD_REMOVED,
    CLOCK_REWARD,
    LAID_DOWN,
    NOTHING,
    PLAYED,
    POWER_REWARD,
    RANKED,
    REVEALED,
    TOTALS,
    VP_REWARD,
    Event,
)
from services.rulesets.faceoff.power import faceoff_parts, ranking
from services.rulesets.faceoff.table import (
    AVIATOR,
    EQUIPMENT,
    FACEOFF_REWARD,
    NO_CARD,
    ON_EQUIPMENT,
    ON_PERSONALITY,
    ON_WIN,
    PERSONALITY,
    SEATS_OF,
    State,
    Table,
)
from services.rulesets.faceoff.vocabulary import AS_PERSONALITY, FACEOFF


def begin(state: State, events: list[Event]) -> bool:
    """The Personality step begins (FO-068)."""
    if await_commits(state, PERSONALITY, events):
        return _reveal_personalities(state, events)
    return False


# -- committing ------------------------------------------------------------------------------------------------------


def personality_choices(state: State, seat: int) -> list[int]:
    """Play a personality, discard any card face down, or do nothing (FO-068 to FO-070, FO-R18)."""
    hand = state.hands[seat]
    capable = state.rules.cards.is_personality
    return [
        NO_CARD_PLAYED,
        *[PLAY + card for card in hand if capable[card]],
        *[FACE_DOWN + card for card in hand],
    ]


def equipment_choices(state: State, seat: int) -> list[int]:
    """Play an equipment if there is a personality to carry it, discard any card face down, or do nothing (FO-077 to
    FO-079, FO-R20)."""
    hand = state.hands[seat]
    found = [NO_CARD_PLAYED]
    if state.personality[seat] != NO_CARD or state.rules.equipment_alone:
        capable = state.rules.cards.is_equipment
        found += [PLAY + card for card in hand if capable[card]]
    return found + [FACE_DOWN + card for card in hand]


def committed(state: State, seat: int, action: int, events: list[Event]) -> bool:
    """A player is ready; when all are, the cards are revealed (FO-072, FO-081)."""
    if not commit(state, seat, action, events):
        return False
    if state.phase == PERSONALITY:
        return _reveal_personalities(state, events)
    return _reveal_equipment(state, events)


def _reveal(state: State, played: list[int], events: list[Event]) -> None:
    """Turn up what was played into ``played``; what is discarded instead stays face down until Clean up."""
    actions = opened(state, NO_CARD_PLAYED)
    for seat in turn_order(state):
        action = actions[seat]
        if action == NO_CARD_PLAYED:
            events.append((REVEALED, seat, NOTHING, NO_CARD))
        elif action >= FACE_DOWN:
            card = action - FACE_DOWN
            memory.laid_down(state, seat)
            state.hands[seat].remove(card)
            state.down[seat].append(card)
            events.append((REVEALED, seat, LAID_DOWN, card))
        else:
            card = action - PLAY
            memory.left_hand(state, seat, card)
            state.hands[seat].remove(card)
            played[seat] = card
            events.append((REVEALED, seat, PLAYED, card))


def turn_order(table: Table) -> list[int]:
    """The seats clockwise, starting with the first player."""
    return _ORDERS[table.rules.seats][table.first]


_ORDERS: Final[list[list[list[int]]]] = [
    [[(first + steps) % seats for steps in range(seats)] for first in range(seats)] for seats in range(6)
]
"""By number of seats, then by first player. Never changed."""


# -- personalities and equipment ---------------------------------------------------------------------------------------


def _reveal_personalities(state: State, events: list[Event]) -> bool:
    _reveal(state, state.personality, events)
    state.eligible = sum([1 << seat for seat, card in enumerate(state.personality) if card != NO_CARD])  # FO-R24
    return _resolve_personalities(state, events)


def _resolve_personalities(state: State, events: list[Event]) -> bool:
    """Abilities in turn order (FO-073), then the Equipment step."""
    if not _resolve(state, ON_PERSONALITY, state.personality, events):
        return False
    if await_commits(state, EQUIPMENT, events):
        return _reveal_equipment(state, events)
    return False


def _reveal_equipment(state: State, events: list[Event]) -> bool:
    _reveal(state, state.equipment, events)
    return _resolve_equipment(state, events)


def _resolve_equipment(state: State, events: list[Event]) -> bool:
    """Abilities in turn order (FO-081), then the Reward step."""
    if not _resolve(state, ON_EQUIPMENT, state.equipment, events):
        return False
    return _rank(state, events)


def _resolve(state: State, trigger: int, played: list[int], events: list[Event]) -> bool:
    """The abilities of those whose turn is not over. False: one asks."""
    order = turn_order(state)
    while state.turn < state.rules.seats:
        seat = order[state.turn]
        card = played[seat]
        if card != NO_CARD and not abilities.begin(state, trigger, card, seat, events):
            return False
        state.turn += 1
    state.turn = 0
    return True


def ability_ended(state: State, trigger: int, events: list[Event]) -> bool:
    """Go on after an ability that had to ask."""
    state.turn += 1
    if trigger == ON_PERSONALITY:
        return _resolve_personalities(state, events)
    if trigger == ON_EQUIPMENT:
        return _resolve_equipment(state, events)
    return _on_win(state, events)


# -- reward ----------------------------------------------------------------------------------------------------------


def _rank(state: State, events: list[Event]) -> bool:
    """Totals are compared (FO-082 to FO-084); only who revealed a personality is ranked (FO-071, FO-R25)."""
    parts = [faceoff_parts(state, seat) for seat in range(state.rules.seats)]
    events.append((TOTALS, FACEOFF, *[number for each in parts for number in (*each, sum(each))]))
    state.places = ranking(state, FACEOFF, SEATS_OF[state.eligible])
    events.append((RANKED, FACEOFF, *state.places))
    if not state.places:
        return _after_rewards(state, events)
    return _on_win(state, events)


def _on_win(state: State, events: list[Event]) -> bool:
    """The winner's HQ rewards that say so work (trigger ``win_faceoff``)."""
    winner = state.places[0]
    perms = state.perms[winner]
    while state.turn < len(perms):
        if not abilities.begin(state, ON_WIN, perms[state.turn], winner, events):
            return False
        state.turn += 1
    state.turn = 0
    state.rewards = 1 << CLOCK_REWARD | 1 << VP_REWARD
    if state.power_row:
        state.rewards |= 1 << POWER_REWARD  # FO-R15
    return _reward(state, events)


def _reward(state: State, events: list[Event]) -> bool:
    return rewards.give(state, FACEOFF_REWARD, events) and _after_rewards(state, events)


def rewarded(state: State, seat: int, action: int, events: list[Event]) -> bool:
    """A player has chosen a reward (FO-085, FO-086)."""
    return rewards.take(state, seat, action, events) and _reward(state, events)


def _after_rewards(state: State, events: list[Event]) -> bool:
    """What nobody took leaves the match (FO-R17, FO-R82)."""
    state.places = []
    state.rewards = 0
    if state.chosen != NO_CARD:
        card = state.chosen
        state.chosen = NO_CARD
        if not state.rules.take_unclaimed:
            state.removed.append(card)
            events.append((CLOCK_CARD_REMOVED, card))
        else:
            events.append((CLOCK_CARD_GIVEN, state.first, card))
            if ending.gain_victory(state, state.first, card, events):
                return False
    return _clean_up(state, events)


# -- clean up --------------------------------------------------------------------------------------------------------


def _clean_up(state: State, events: list[Event]) -> bool:
    """Player by player: an Aviator with a Traveller may go to the HQ (FO-061, FO-089, FO-R59), the other cards to the
    discard pile (FO-088, FO-R60). Then the trees are refilled."""
    order = turn_order(state)
    while state.turn < state.rules.seats:
        seat = order[state.turn]
        if _can_fly(state, seat):
            state.phase = AVIATOR
            state.waiting = 1 << seat
            events.append((ASKED, AVIATOR, seat, state.turn))
            return False
        _discard_played(state, seat, events)
        state.turn += 1
    state.turn = 0
    state.eligible = 0
    return trees.refill(state, events)


def _can_fly(state: State, seat: int) -> bool:
    """Whether a player has an Aviator along with a Traveller."""
    personality, equipment = state.personality[seat], state.equipment[seat]
    if personality == NO_CARD or equipment == NO_CARD:
        return False
    return state.rules.cards.aviator[personality] and state.rules.cards.traveller[equipment]


AVIATOR_CHOICES: Final = [STAY, FLY]


def aviator_chosen(state: State, seat: int, action: int, events: list[Event]) -> bool:
    """An Aviator flies to the HQ, where its reveal ability does not work again (FO-R58), or does not."""
    card = state.personality[seat]
    if action == FLY:
        state.personality[seat] = NO_CARD
        state.stacks[seat].append(3 * card + AS_PERSONALITY)
        events.append((AVIATOR_MOVED, seat, card))
    else:
        events.append((AVIATOR_STAYED, seat, card))
    _discard_played(state, seat, events)
    state.turn += 1
    return _clean_up(state, events)


def _discard_played(state: State, seat: int, events: list[Event]) -> None:
    """All that a player played goes face up to the discard pile (FO-088)."""
    down = state.down[seat]
    if down:
        memory.turned_up(state, seat, down)
        state.down[seat] = []
    found = [card for card in (state.personality[seat], state.equipment[seat]) if card != NO_CARD] + down
    state.personality[seat] = NO_CARD
    state.equipment[seat] = NO_CARD
    state.mods[seat] = 0
    if found:
        state.discards[seat] += found
        events.append((CLEANED_UP, seat, *found))
