"""A Face Off (FO-067 to FO-092): Personality, Equipment, Reward, Clean up. The functions that play a step return
whether the Violence Phase is over; if not, somebody must decide, or the match has ended."""

from typing import Final

from services.engine.event_table import Event
from services.rulesets.faceoff.abilities import execution
from services.rulesets.faceoff.cards.cards import NO_CARD
from services.rulesets.faceoff.cards.vocabulary import AS_PERSONALITY, LOCATION_FACEOFF
from services.rulesets.faceoff.play import ending, refill, rewards
from services.rulesets.faceoff.play.commits import await_commits, commit, opened
from services.rulesets.faceoff.power.totals import faceoff_parts, ranking
from services.rulesets.faceoff.table import hand_memory
from services.rulesets.faceoff.table.actions import (
    ACTION_FACE_DOWN,
    ACTION_FLY,
    ACTION_NO_CARD,
    ACTION_PLAY,
    ACTION_STAY,
)
from services.rulesets.faceoff.table.events import (
    EVENT_ASKED,
    EVENT_AVIATOR_MOVED,
    EVENT_AVIATOR_STAYED,
    EVENT_CLEANED_UP,
    EVENT_CLOCK_CARD_GIVEN,
    EVENT_CLOCK_CARD_REMOVED,
    EVENT_RANKED,
    EVENT_REVEALED,
    EVENT_TOTALS,
    REVEAL_FACE_DOWN,
    REVEAL_NOTHING,
    REVEAL_PLAYED,
    REWARD_CLOCK,
    REWARD_POWER,
    REWARD_VP,
)
from services.rulesets.faceoff.table.state import (
    PHASE_AVIATOR,
    PHASE_EQUIPMENT,
    PHASE_FACEOFF_REWARD,
    PHASE_PERSONALITY,
    SEATS_OF,
    TRIGGER_EQUIPMENT,
    TRIGGER_PERSONALITY,
    TRIGGER_WIN_FACEOFF,
    State,
    turn_order,
)


def begin(state: State, events: list[Event]) -> bool:
    """The Personality step begins (FO-068)."""
    if await_commits(state, PHASE_PERSONALITY, events):
        return _reveal_personalities(state, events)
    return False


# -- committing ------------------------------------------------------------------------------------------------------


def personality_choices(state: State, seat: int) -> list[int]:
    """Play a personality, discard any card face down, or do nothing (FO-068 to FO-070, FO-R18)."""
    hand = state.hands[seat]
    capable = state.rules.cards.is_personality
    return [
        ACTION_NO_CARD,
        *[ACTION_PLAY + card for card in hand if capable[card]],
        *[ACTION_FACE_DOWN + card for card in hand],
    ]


def equipment_choices(state: State, seat: int) -> list[int]:
    """Play an equipment if there is a personality to carry it, discard any card face down, or do nothing (FO-077 to
    FO-079, FO-R20)."""
    hand = state.hands[seat]
    found = [ACTION_NO_CARD]
    if state.personality[seat] != NO_CARD or state.rules.equipment_alone:
        capable = state.rules.cards.is_equipment
        found += [ACTION_PLAY + card for card in hand if capable[card]]
    return found + [ACTION_FACE_DOWN + card for card in hand]


def committed(state: State, seat: int, action: int, events: list[Event]) -> bool:
    """A player is ready; when all are, the cards are revealed (FO-072, FO-081)."""
    if not commit(state, seat, action, events):
        return False
    if state.phase == PHASE_PERSONALITY:
        return _reveal_personalities(state, events)
    return _reveal_equipment(state, events)


def _reveal(state: State, played: list[int], events: list[Event]) -> None:
    """Turn up what was played into ``played``; what is discarded instead stays face down until Clean up."""
    actions = opened(state, ACTION_NO_CARD)
    for seat in turn_order(state):
        action = actions[seat]
        if action == ACTION_NO_CARD:
            events.append((EVENT_REVEALED, seat, REVEAL_NOTHING, NO_CARD))
        elif action >= ACTION_FACE_DOWN:
            card = action - ACTION_FACE_DOWN
            hand_memory.laid_down(state, seat)
            state.hands[seat].remove(card)
            state.down[seat].append(card)
            events.append((EVENT_REVEALED, seat, REVEAL_FACE_DOWN, card))
        else:
            card = action - ACTION_PLAY
            hand_memory.left_hand(state, seat, card)
            state.hands[seat].remove(card)
            played[seat] = card
            events.append((EVENT_REVEALED, seat, REVEAL_PLAYED, card))


# -- personalities and equipment ---------------------------------------------------------------------------------------


def _reveal_personalities(state: State, events: list[Event]) -> bool:
    _reveal(state, state.personality, events)
    state.eligible = sum([1 << seat for seat, card in enumerate(state.personality) if card != NO_CARD])  # FO-R24
    return _resolve_personalities(state, events)


def _resolve_personalities(state: State, events: list[Event]) -> bool:
    """Abilities in turn order (FO-073), then the Equipment step."""
    if not _resolve(state, TRIGGER_PERSONALITY, state.personality, events):
        return False
    if await_commits(state, PHASE_EQUIPMENT, events):
        return _reveal_equipment(state, events)
    return False


def _reveal_equipment(state: State, events: list[Event]) -> bool:
    _reveal(state, state.equipment, events)
    return _resolve_equipment(state, events)


def _resolve_equipment(state: State, events: list[Event]) -> bool:
    """Abilities in turn order (FO-081), then the Reward step."""
    if not _resolve(state, TRIGGER_EQUIPMENT, state.equipment, events):
        return False
    return _rank(state, events)


def _resolve(state: State, trigger: int, played: list[int], events: list[Event]) -> bool:
    """The abilities of those whose turn is not over. False: one asks."""
    order = turn_order(state)
    while state.turn < state.rules.seats:
        seat = order[state.turn]
        card = played[seat]
        if card != NO_CARD and not execution.begin(state, trigger, card, seat, events):
            return False
        state.turn += 1
    state.turn = 0
    return True


def ability_ended(state: State, trigger: int, events: list[Event]) -> bool:
    """Go on after an ability that had to ask."""
    state.turn += 1
    if trigger == TRIGGER_PERSONALITY:
        return _resolve_personalities(state, events)
    if trigger == TRIGGER_EQUIPMENT:
        return _resolve_equipment(state, events)
    return _on_win(state, events)


# -- reward ----------------------------------------------------------------------------------------------------------


def _rank(state: State, events: list[Event]) -> bool:
    """Totals are compared (FO-082 to FO-084); only who revealed a personality is ranked (FO-071, FO-R25)."""
    parts = [faceoff_parts(state, seat) for seat in range(state.rules.seats)]
    events.append((EVENT_TOTALS, LOCATION_FACEOFF, *[number for each in parts for number in (*each, sum(each))]))
    state.places = ranking(state, LOCATION_FACEOFF, SEATS_OF[state.eligible])
    events.append((EVENT_RANKED, LOCATION_FACEOFF, *state.places))
    if not state.places:
        return _after_rewards(state, events)
    return _on_win(state, events)


def _on_win(state: State, events: list[Event]) -> bool:
    """The winner's HQ rewards that say so work (trigger ``win_faceoff``)."""
    winner = state.places[0]
    perms = state.perms[winner]
    while state.turn < len(perms):
        if not execution.begin(state, TRIGGER_WIN_FACEOFF, perms[state.turn], winner, events):
            return False
        state.turn += 1
    state.turn = 0
    state.rewards = 1 << REWARD_CLOCK | 1 << REWARD_VP
    if state.power_row:
        state.rewards |= 1 << REWARD_POWER  # FO-R15
    return _reward(state, events)


def _reward(state: State, events: list[Event]) -> bool:
    return rewards.give(state, PHASE_FACEOFF_REWARD, events) and _after_rewards(state, events)


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
            events.append((EVENT_CLOCK_CARD_REMOVED, card))
        else:
            events.append((EVENT_CLOCK_CARD_GIVEN, state.first, card))
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
            state.phase = PHASE_AVIATOR
            state.waiting = 1 << seat
            events.append((EVENT_ASKED, PHASE_AVIATOR, seat, state.turn))
            return False
        _discard_played(state, seat, events)
        state.turn += 1
    state.turn = 0
    state.eligible = 0
    return refill.refill(state, events)


def _can_fly(state: State, seat: int) -> bool:
    """Whether a player has an Aviator along with a Traveller."""
    personality, equipment = state.personality[seat], state.equipment[seat]
    if personality == NO_CARD or equipment == NO_CARD:
        return False
    return state.rules.cards.aviator[personality] and state.rules.cards.traveller[equipment]


AVIATOR_CHOICES: Final = [ACTION_STAY, ACTION_FLY]


def aviator_chosen(state: State, seat: int, action: int, events: list[Event]) -> bool:
    """An Aviator flies to the HQ, where its reveal ability does not work again (FO-R58), or does not."""
    card = state.personality[seat]
    if action == ACTION_FLY:
        state.personality[seat] = NO_CARD
        state.stacks[seat].append(3 * card + AS_PERSONALITY)
        events.append((EVENT_AVIATOR_MOVED, seat, card))
    else:
        events.append((EVENT_AVIATOR_STAYED, seat, card))
    _discard_played(state, seat, events)
    state.turn += 1
    return _clean_up(state, events)


def _discard_played(state: State, seat: int, events: list[Event]) -> None:
    """All that a player played goes face up to the discard pile (FO-088)."""
    down = state.down[seat]
    if down:
        hand_memory.turned_up(state, seat, down)
        state.down[seat] = []
    found = [card for card in (state.personality[seat], state.equipment[seat]) if card != NO_CARD] + down
    state.personality[seat] = NO_CARD
    state.equipment[seat] = NO_CARD
    state.mods[seat] = 0
    if found:
        state.discards[seat] += found
        events.append((EVENT_CLEANED_UP, seat, *found))
