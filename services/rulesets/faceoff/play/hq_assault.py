"""An HQ Assault (FO-093 to FO-118): Build up, Assault card, and when the HQ cracks Reward and Clean up. The functions
that play a step return whether the Violence Phase is over; if not, somebody must decide, or the match has ended."""

from services.engine.event_table import Event
from services.rulesets.faceoff.abilities import execution
from services.rulesets.faceoff.abilities.card_instructions import entries
from services.rulesets.faceoff.cards.cards import NO_CARD
from services.rulesets.faceoff.cards.vocabulary import LOCATION_HQ
from services.rulesets.faceoff.play import ending, market, refill, rewards
from services.rulesets.faceoff.play.commits import await_commits, commit, opened
from services.rulesets.faceoff.power.totals import army_parts, ranking
from services.rulesets.faceoff.table import hand_memory
from services.rulesets.faceoff.table.actions import ACTION_BUILD, ACTION_NO_CARD, build_two, entries_of
from services.rulesets.faceoff.table.events import (
    END_ALL_CRACKED,
    EVENT_ADDED_TO_HQ,
    EVENT_ASSAULT_COUNTED,
    EVENT_BUILD_REVEALED,
    EVENT_HQ_CLEARED,
    EVENT_HQ_CRACKED,
    EVENT_HQ_REVEALED,
    EVENT_HQ_REWARD_REMOVED,
    EVENT_RANKED,
    EVENT_TOTALS,
    REWARD_HQ,
    REWARD_VC7,
    REWARD_VP,
)
from services.rulesets.faceoff.table.state import (
    NO_SEAT,
    PHASE_BUILD_UP,
    PHASE_HQ_REWARD,
    TRIGGER_AFTER_ASSAULT,
    TRIGGER_ASSAULT,
    TRIGGER_BUILD_UP,
    State,
    turn_order,
)


def begin(state: State, events: list[Event]) -> bool:
    """The Build up step begins (FO-097)."""
    if await_commits(state, PHASE_BUILD_UP, events):
        return _reveal(state, events)
    return False


# -- build up --------------------------------------------------------------------------------------------------------


def build_choices(state: State, seat: int) -> list[int]:
    """Any card, a dual one as either type (FO-097, FO-R21, FO-R41); at Heathen House two in order, if there are two
    (FO-098, FO-R39, FO-R40)."""
    hand = state.hands[seat]
    cards = state.rules.cards
    none = [ACTION_NO_CARD] if state.rules.build_optional else []
    found = [entry for card in hand for entry in entries(state, card)]
    if cards.build_cards[state.hq] < 2 or len(hand) < 2:
        return none + [ACTION_BUILD + entry for entry in found]
    return none + [build_two(one, two) for one in found for two in found if one // 3 != two // 3]


def committed(state: State, seat: int, action: int, events: list[Event]) -> bool:
    """A player is ready; when all are, the cards are revealed (FO-099)."""
    return commit(state, seat, action, events) and _reveal(state, events)


def _reveal(state: State, events: list[Event]) -> bool:
    actions = opened(state, ACTION_NO_CARD)
    for seat in turn_order(state):
        built = entries_of(actions[seat])
        for entry in built:
            hand_memory.left_hand(state, seat, entry // 3)
            state.hands[seat].remove(entry // 3)
        state.builds[seat] = built
        events.append((EVENT_BUILD_REVEALED, seat, *built))
    return _resolve(state, events)


def _resolve(state: State, events: list[Event]) -> bool:
    """Player by player and card by card: the ability, then the card joins the stack (FO-099, FO-100). After the last
    one the assault card is read."""
    order = turn_order(state)
    while state.turn < state.rules.seats:
        seat = order[state.turn]
        if not state.builds[seat]:
            state.turn += 1
            continue
        if not execution.begin(state, TRIGGER_BUILD_UP, state.builds[seat][0] // 3, seat, events):
            return False
        _add(state, seat, events)
    state.turn = 0
    return _read_assault_card(state, events)


def _add(state: State, seat: int, events: list[Event]) -> None:
    entry = state.builds[seat].pop(0)
    state.stacks[seat].append(entry)
    events.append((EVENT_ADDED_TO_HQ, seat, entry))


def ability_ended(state: State, trigger: int, events: list[Event]) -> bool:
    """Go on after an ability that had to ask."""
    if trigger == TRIGGER_BUILD_UP:
        _add(state, turn_order(state)[state.turn], events)
        return _resolve(state, events)
    if trigger == TRIGGER_ASSAULT:
        return _after_assault(state, events)
    return _count(state, events)


# -- assault card ----------------------------------------------------------------------------------------------------


def _read_assault_card(state: State, events: list[Event]) -> bool:
    """Its Market action, or its reward or penalty (FO-102 to FO-104)."""
    if state.rules.cards.is_market[state.chosen]:
        return market.open_bidding(state, _ends_the_last_hq(state), events) and _after_assault(state, events)
    return execution.begin(state, TRIGGER_ASSAULT, state.chosen, NO_SEAT, events) and _after_assault(state, events)


def _ends_the_last_hq(state: State) -> bool:
    """Whether the final HQ cracks with this assault card (FO-110, FO-R49)."""
    return not state.hq_deck and len(state.assaults) + 1 >= state.rules.cards.value[state.timing]


def market_ended(state: State, events: list[Event]) -> bool:
    """Go on after a Market action."""
    return _after_assault(state, events)


def _after_assault(state: State, events: list[Event]) -> bool:
    """What the HQ does after each assault card (FO-R48)."""
    return execution.begin(state, TRIGGER_AFTER_ASSAULT, state.hq, NO_SEAT, events) and _count(state, events)


def _count(state: State, events: list[Event]) -> bool:
    """Compare the number of assault cards with the timing card (FO-109); one that says 1 lets the HQ crack at once
    (FO-R80)."""
    state.assaults.append(state.chosen)
    events.append((EVENT_ASSAULT_COUNTED, state.chosen, len(state.assaults)))
    state.chosen = NO_CARD
    if len(state.assaults) >= state.rules.cards.value[state.timing]:
        return _crack(state, events)
    return refill.refill(state, events)  # FO-R14


# -- reward ----------------------------------------------------------------------------------------------------------


def _crack(state: State, events: list[Event]) -> bool:
    """The armies are ranked (FO-111 to FO-114, FO-R56)."""
    rules = state.rules
    parts = [army_parts(state, seat) for seat in range(rules.seats)]
    events.append((EVENT_HQ_CRACKED, state.hq))
    events.append((EVENT_TOTALS, LOCATION_HQ, *[number for each in parts for number in (*each, sum(each))]))
    ranked = [seat for seat in range(rules.seats) if state.stacks[seat] or not rules.army_needs_card]
    state.places = ranking(state, LOCATION_HQ, ranked)
    events.append((EVENT_RANKED, LOCATION_HQ, *state.places))
    state.turn = 0
    state.rewards = 1 << REWARD_VC7 | 1 << REWARD_HQ | 1 << REWARD_VP
    return _reward(state, events)


def _reward(state: State, events: list[Event]) -> bool:
    return rewards.give(state, PHASE_HQ_REWARD, events) and _clean_up(state, events)


def rewarded(state: State, seat: int, action: int, events: list[Event]) -> bool:
    """A player has chosen a reward (FO-115, FO-116)."""
    return rewards.take(state, seat, action, events) and _reward(state, events)


# -- clean up --------------------------------------------------------------------------------------------------------


def _clean_up(state: State, events: list[Event]) -> bool:
    """All discard their stacks, and the next HQ is revealed with its timing card (FO-117, FO-118). After the last HQ
    the match is over (FO-126, FO-R66)."""
    cards = state.rules.cards
    state.places = []
    if state.rewards >> REWARD_HQ & 1:
        card = cards.hq_reward[cards.faction[state.hq]]
        state.hq_rewards.remove(card)
        state.removed.append(card)
        events.append((EVENT_HQ_REWARD_REMOVED, card))
    state.rewards = 0
    if not state.hq_deck:
        ending.end_game(state, END_ALL_CRACKED, events)
        return False
    for seat in turn_order(state):
        stack = [entry // 3 for entry in state.stacks[seat]]
        if stack:
            state.discards[seat] += stack
            state.stacks[seat] = []
            events.append((EVENT_HQ_CLEARED, seat, *stack))
        state.hq_mods[seat] = 0
    state.removed += [state.hq, *state.assaults, state.timing]
    state.assaults = []
    state.hq = state.hq_deck.pop()
    state.timing = state.timing_deck.pop()
    events.append((EVENT_HQ_REVEALED, state.hq, state.timing))
    return refill.refill(state, events)
