"""What each viewer may know (FD-009, FD-R05, FD-R32): observing a state, and imagining the states behind a view.

Hidden are the orders of both decks, the Power cards that nobody has seen, and where each player's cards are: in hand or
face down in which slot. What may be known of the latter is kept in ``memory.py``.
"""

from math import comb, perm
from typing import Final

from services.engine.chance import Chance
from services.engine.ruleset import SPECTATOR, Secret
from services.rulesets.duels import memory, power_deck
from services.rulesets.duels.cards import HIDDEN, NO_CARD, POWER_DECK, SEATS, SLOTS, STARTING, is_power
from services.rulesets.duels.table import (
    NO_SLOT,
    PHASE_GAME_OVER,
    PHASE_KEEP,
    PHASE_PLACE,
    SLOTS_OF,
    Memory,
    State,
    View,
    copy_public,
)

IMAGINE_STREAM: Final = "imagine"
UNSEEN: Final = 1000
"""In secrets: this plus a number stands for a player's unseen Power card that is the so-many-th in catalogue order."""


# -- observing -------------------------------------------------------------------------------------------------------


def observe(state: State, viewer: int) -> View:
    """What a viewer may know of a state."""
    view = View()
    view.viewer = viewer
    copy_public(state, view)
    view.cards = [_seen_cards(state, viewer, seat) for seat in range(SEATS)]
    view.placed = [_seen_placed(state, viewer, seat) for seat in range(SEATS)]
    view.discards = [
        cards.copy() if state.rules.show_discards or seat == viewer else [HIDDEN] * len(cards)
        for seat, cards in enumerate(state.discards)
    ]
    if viewer == SPECTATOR:
        view.recalled = [NO_CARD] * SEATS
        view.recalled_since = [0] * SEATS
        view.memories = [known.clone() for known in state.memories[:SEATS]]
        view.hand = []
    else:
        view.recalled = state.recalled.copy()
        view.recalled_since = state.recalled_since.copy()
        view.memories = [known.clone() for known in state.memories]
        view.hand = state.hands[viewer].copy()
    view.hand_sizes = [
        len(hand) + (_laid(state, seat) if state.phase == PHASE_PLACE and seat != viewer else 0)
        for seat, hand in enumerate(state.hands)
    ]
    view.vc_deck = sorted(state.vc_deck)
    view.power_deck_size = len(state.power_deck)
    view.looked = power_deck.looked(state) if state.phase == PHASE_KEEP and state.asked == viewer else []
    return view


def _seen_cards(state: State, viewer: int, seat: int) -> list[int]:
    cards = state.cards[seat]
    if seat == viewer:
        return cards.copy()
    seen = [NO_CARD] * SLOTS
    for slot in SLOTS_OF[state.up[seat]]:
        seen[slot] = cards[slot]
    for slot in SLOTS_OF[state.down[seat]]:
        seen[slot] = HIDDEN
    if viewer != SPECTATOR and state.peeked[seat] != NO_SLOT:
        seen[state.peeked[seat]] = cards[state.peeked[seat]]
    return seen


def _seen_placed(state: State, viewer: int, seat: int) -> int:
    placed = state.placed[seat]
    return placed if seat == viewer or placed == SLOTS else 0


def _laid(state: State, seat: int) -> int:
    return sum([card != NO_CARD for card in state.cards[seat]])


# -- imagining -------------------------------------------------------------------------------------------------------


def imagine(view: View, chance: Chance) -> State:
    """A state drawn uniformly from those that a view allows: every order of what is left of the decks, and every way in
    which the players' cards may be in hand and in the line-up, is equally likely."""
    state = State()
    copy_public(view, state)
    state.chance = chance
    state.choices = [[] for _ in range(SEATS)]
    state.recalled = view.recalled.copy()
    state.recalled_since = view.recalled_since.copy()
    state.placed = view.placed.copy()
    state.vc_deck = view.vc_deck.copy()
    chance.shuffle(IMAGINE_STREAM, state.vc_deck)
    pool = unseen_power_cards(view)
    chance.shuffle(IMAGINE_STREAM, pool)
    state.cards = [[] for _ in range(SEATS)]
    state.hands = [[] for _ in range(SEATS)]
    for seat in range(SEATS):
        if seat == view.viewer:
            state.cards[seat] = view.cards[seat].copy()
            state.hands[seat] = view.hand.copy()
        else:
            _imagine_player(view, state, seat, pool, chance)
    state.discards = [[pool.pop() if card == HIDDEN else card for card in cards] for cards in view.discards]
    looked = view.looked.copy()
    chance.shuffle(IMAGINE_STREAM, looked)
    unlooked = view.power_deck_size - len(looked)
    state.power_deck = pool[:unlooked] + looked
    state.aside = pool[unlooked:]
    state.memories = [known.clone() for known in view.memories]
    if view.viewer == SPECTATOR:
        _imagine_what_opponents_know(state)
    return state


def reopen(state: State, viewer: int) -> None:
    """Take the other player's cards back in hand while the viewer places."""
    if state.phase != PHASE_PLACE:
        return
    for seat in range(SEATS):
        if seat != viewer:
            laid = [card for card in state.cards[seat] if card != NO_CARD]
            state.hands[seat] = sorted(state.hands[seat] + laid)
            state.cards[seat] = [NO_CARD] * SLOTS
            state.placed[seat] = 0
            state.choices[seat] = []


def unseen_power_cards(view: View) -> list[int]:
    """The Power cards that may be anywhere, as far as the viewer knows, ascending."""
    seen = set(view.looked)
    for seat in range(SEATS):
        seen.update(known_cards(view, seat))
        seen.update(view.destroyed[seat])
        seen.update(view.discards[seat])
        if seat == view.viewer:
            seen.update(view.hand)
            seen.update(view.cards[seat])
    return [card for card in POWER_DECK if card not in seen]


def known_cards(view: View, seat: int) -> list[int]:
    """The cards that the viewer knows to be a player's, in hand or in the line-up, ascending: what is left of the
    thirteen, and the Power cards seen."""
    gone = view.destroyed[seat]
    return [card for card in STARTING[seat] if card not in gone] + audience(view, seat).shown


def audience(view: View, seat: int) -> Memory:
    """What the viewer knows of another player's Power cards; of its own, what the others know."""
    return view.memories[seat if view.viewer == SPECTATOR else SEATS + seat]


def _imagine_player(view: View, state: State, seat: int, pool: list[int], chance: Chance) -> None:
    """Where another player's cards are. Takes the ones never seen from ``pool``."""
    cards = [card if card != HIDDEN else NO_CARD for card in view.cards[seat]]
    own = [card for card in known_cards(view, seat) if card not in cards and card != view.equipment[seat]]
    since = audience(view, seat).since
    unseen = [pool.pop() for _ in since]
    state.cards[seat] = cards
    if view.phase == PHASE_PLACE:
        _imagine_placing(state, seat, own + unseen, chance)
        return
    slots = _hidden_slots(view, seat)
    hand = view.hand_sizes[seat]
    recalled = view.recalled[seat]
    if recalled != NO_CARD:
        places, weights = _recalled_places(view, seat)
        slot = places[_weighted(weights, chance)]
        own.remove(recalled)
        if slot == NO_SLOT:
            state.hands[seat].append(recalled)
            hand -= 1
        else:
            cards[slot] = recalled
            slots.remove(slot)
    chosen = _imagine_unseen(view, seat, slots, hand, since, chance)
    chance.shuffle(IMAGINE_STREAM, own)
    chance.shuffle(IMAGINE_STREAM, unseen)
    for slot in slots:
        cards[slot] = unseen.pop() if slot in chosen else own.pop()
    state.hands[seat] += own + unseen
    state.hands[seat].sort()


def _hidden_slots(view: View, seat: int) -> list[int]:
    """The slots of another player with a card that the viewer does not know."""
    return [slot for slot in SLOTS_OF[view.down[seat]] if view.cards[seat][slot] == HIDDEN]


def _recalled_places(view: View, seat: int) -> tuple[list[int], list[int]]:
    """Where a player's card may be that was looked at and switched out: the slots filled since, and ``NO_SLOT`` for in
    hand. Each is as likely as there are ways for the rest to be where it can."""
    slots, hand, since = _hidden_slots(view, seat), view.hand_sizes[seat], audience(view, seat).since
    filled = view.filled[seat]
    places = [slot for slot in slots if filled[slot] > view.recalled_since[seat]]
    weights = [_ways([filled[other] for other in slots if other != slot], hand, since)[0][0] for slot in places]
    weights.append(hand * _ways([filled[slot] for slot in slots], hand - 1, since)[0][0] if hand else 0)
    return [*places, NO_SLOT], weights


def possible(view: View, seat: int) -> bool:
    """Whether another player's cards can be anywhere at all."""
    if view.recalled[seat] != NO_CARD:
        return any(_recalled_places(view, seat)[1])
    filled = [view.filled[seat][slot] for slot in _hidden_slots(view, seat)]
    return _ways(filled, view.hand_sizes[seat], audience(view, seat).since)[0][0] > 0


def _imagine_unseen(view: View, seat: int, slots: list[int], hand: int, since: list[int], chance: Chance) -> list[int]:
    """The slots in which a player has a Power card that the viewer has never seen; the rest of these is in hand."""
    if not since:
        return []
    filled = view.filled[seat]
    slots = sorted(slots, key=filled.__getitem__)
    ways = _ways([filled[slot] for slot in slots], hand, since)
    chosen: list[int] = []
    for place, slot in enumerate(slots):
        without = ways[place + 1][len(chosen)]
        if chance.below(IMAGINE_STREAM, ways[place][len(chosen)]) >= without:
            chosen.append(slot)
    return chosen


def _ways(filled: list[int], hand: int, since: list[int]) -> list[list[int]]:
    """In how many ways unseen cards may be in the slots from a place on and in hand, by place and by how many are in
    slots before it. ``filled``: when each slot was filled. ``since``: since when each card may be there, ascending.

    With the slots in the order in which they were filled, the cards fit if the n-th slot that has one was filled after
    the n-th of them came to hand. Each card in hand has a place of its own there, so that every state counts alike.
    """
    filled = sorted(filled)
    number = len(since)
    ways = [[0] * (number + 1) for _ in range(len(filled) + 1)]
    ways[-1] = [comb(hand, number - used) for used in range(number + 1)]
    for place in range(len(filled) - 1, -1, -1):
        for used in range(number + 1):
            found = ways[place + 1][used]
            if used < number and since[used] < filled[place]:
                found += ways[place + 1][used + 1]
            ways[place][used] = found
    return ways


def _imagine_placing(state: State, seat: int, cards: list[int], chance: Chance) -> None:
    """What another player has placed so far, and in which order: all if that player is ready, otherwise any number of
    slots but all (FD-R08, FD-R09)."""
    empties = max(0, SLOTS - len(cards))
    if state.placed[seat] == SLOTS:
        kinds = [(SLOTS, empties)]
    else:
        kinds = [(placed, left) for placed in range(SLOTS) for left in range(min(empties, placed) + 1)]
    weights = [comb(placed, left) * perm(len(cards), placed - left) for placed, left in kinds]
    placed, left = kinds[_weighted(weights, chance)]
    slots = list(range(placed))
    chance.shuffle(IMAGINE_STREAM, slots)
    chance.shuffle(IMAGINE_STREAM, cards)
    for slot in slots[left:]:
        state.cards[seat][slot] = cards.pop()
    state.placed[seat] = placed
    state.hands[seat] = sorted(cards)


def _weighted(weights: list[int], chance: Chance) -> int:
    """A place in the list, each as likely as its weight."""
    if len(weights) == 1:
        return 0
    drawn = chance.below(IMAGINE_STREAM, sum(weights))
    place = 0
    while drawn >= weights[place]:
        drawn -= weights[place]
        place += 1
    return place


def _imagine_what_opponents_know(state: State) -> None:
    """A spectator does not know what a player learnt by looking at a card. What is imagined is the least: the card
    that is still where it was looked at."""
    for seat in range(SEATS):
        known = state.memories[seat].clone()
        slot = state.peeked[seat]
        if slot != NO_SLOT and is_power(state.cards[seat][slot]):
            memory.learn(known, state.cards[seat][slot], state.filled[seat][slot])
        state.memories.append(known)


# -- what is secret --------------------------------------------------------------------------------------------------


def secrets(state: State, viewer: int) -> list[Secret]:
    """The hidden facts of a state: what lies at each place of each deck and each face-down discard pile, which Power
    card a player has if it is one, and what lies in each slot as far as all that it can be is equally likely."""
    view = observe(state, viewer)
    facts = _order("vc_deck", list(enumerate(state.vc_deck)), tuple(view.vc_deck))
    pool = tuple(unseen_power_cards(view))
    looked = len(view.looked)
    facts += _order("power_deck", list(enumerate(state.power_deck[: len(state.power_deck) - looked])), pool)
    facts += _order("aside", list(enumerate(state.aside)), pool)
    for seat in range(SEATS):
        hidden = [(place, state.discards[seat][place]) for place, c in enumerate(view.discards[seat]) if c == HIDDEN]
        facts += _order(f"discard:{seat}", hidden, pool)
        if seat != viewer:
            facts += _player_secrets(state, view, seat, pool)
    return facts


def _order(where: str, cards: list[tuple[int, int]], candidates: tuple[int, ...]) -> list[Secret]:
    if len(candidates) < 2:
        return []
    return [Secret(f"{where}:{place}", card, candidates) for place, card in cards]


def _player_secrets(state: State, view: View, seat: int, pool: tuple[int, ...]) -> list[Secret]:
    known = known_cards(view, seat)
    held = [card for card in state.hands[seat] + state.cards[seat] if card != NO_CARD]
    unseen = sorted([card for card in held if card not in known])
    facts = _order(f"taken:{seat}", [(0, unseen[0])] if len(unseen) == 1 else [], pool)
    if view.phase == PHASE_PLACE:
        placed = view.placed[seat] == SLOTS and len(held) >= SLOTS
        return facts + (_slots(state, seat, list(range(SLOTS)), held, unseen) if placed else [])
    slots = _hidden_slots(view, seat)
    if view.recalled[seat] != NO_CARD or view.phase == PHASE_GAME_OVER or not slots:
        return facts
    hidden = [card for card in held if card not in view.cards[seat]]
    since = audience(view, seat).since
    filled = [view.filled[seat][slot] for slot in slots]
    if since and since[-1] >= min(filled):
        if since[0] < max(filled):
            return facts  # some unseen cards can be in some slots only: not all is equally likely
        hidden = [card for card in hidden if card not in unseen]
    return facts + _slots(state, seat, slots, hidden, unseen)


def _slots(state: State, seat: int, slots: list[int], cards: list[int], unseen: list[int]) -> list[Secret]:
    """What lies in each slot. An unseen card counts by its place among the player's unseen cards."""
    code = {card: UNSEEN + unseen.index(card) if card in unseen else card for card in cards}
    candidates = tuple(sorted(code.values()))
    return _order(f"slot:{seat}", [(slot, code[state.cards[seat][slot]]) for slot in slots], candidates)
