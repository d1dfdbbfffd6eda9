"""Whether a state or view that was read can be one of this game: its cards, and what is known of them. What each phase
needs stands in ``phase_checks.py``."""

from functools import lru_cache
from typing import Final

from services.engine.ruleset import SPECTATOR, MalformedPosition
from services.rulesets.faceoff.cards.cards import NO_CARD, PLAYED_AS
from services.rulesets.faceoff.cards.vocabulary import (
    AS_OTHER,
    KIND_ASSAULT,
    KIND_BONUS,
    KIND_HQ,
    KIND_HQ_REWARD,
    KIND_MARKET,
    KIND_POWER,
    KIND_SCRUB,
    KIND_STARTER,
    KIND_TIMING,
    KIND_VC,
    KIND_VC7,
    TYPE_EQUIPMENT,
    TYPE_PERSONALITY,
)
from services.rulesets.faceoff.positions.phase_checks import check_situation
from services.rulesets.faceoff.table import hand_memory
from services.rulesets.faceoff.table.rules import SET_SIZE, VICTORY_CARDS_DEALT, Rules
from services.rulesets.faceoff.table.state import (
    HIDDEN,
    HIDDEN_COMMIT,
    MIDDLE_SIZE,
    NO_COMMIT,
    PHASE_CHOOSE_FACTION,
    PHASE_GAME_OVER,
    ROW_SIZE,
    SIMULTANEOUS_PHASES,
    Memory,
    State,
    Table,
    View,
)

_VICTORY: Final = 1 << KIND_VC | 1 << KIND_BONUS
_CLOCK: Final = _VICTORY | 1 << KIND_ASSAULT
_FIGHTERS: Final = 1 << KIND_STARTER | 1 << KIND_POWER | 1 << KIND_MARKET
_OWN: Final = _FIGHTERS | 1 << KIND_SCRUB | 1 << KIND_VC7 | _VICTORY
"""Kinds that a player may have in the deck, as bits."""
_REMOVED: Final = _CLOCK | 1 << KIND_HQ | 1 << KIND_TIMING | 1 << KIND_HQ_REWARD | 1 << KIND_POWER


# -- a state ---------------------------------------------------------------------------------------------------------


def check_state(state: State) -> None:
    """Check a state of the right shape.

    Raises:
        MalformedPosition: it cannot come about. The message says where.
    """
    _check_factions(state)
    if state.phase == PHASE_CHOOSE_FACTION:
        _check_before_setup(state)
    else:
        _check_zones(state)
        _check_conservation(state)
        for seat in range(state.rules.seats):
            _check_player(state, seat)
            _check_memory(state, seat)
    _check_looks(state)
    check_situation(state)


def _check_factions(table: Table) -> None:
    """Each faction is played by one player (FO-R08)."""
    chosen = [faction for faction in table.factions if faction >= 0]
    if len(set(chosen)) < len(chosen) or not set(chosen) <= set(table.rules.factions):
        _fail("players", "must have factions of the match, each another")
    if table.phase != PHASE_CHOOSE_FACTION and len(chosen) < table.rules.seats:
        _fail("players", "must have a faction each")


def _check_before_setup(state: State) -> None:
    """What no faction is needed for is shuffled, and nothing else is there."""
    rules = state.rules
    cards = rules.cards
    bonus, assaults = state.clock_deck[: rules.bonus], state.clock_deck[rules.bonus :]
    out = len(cards.bonus) - rules.bonus
    power = len(cards.heathen_power) - rules.heathen_power
    piles = (
        ("clock_deck", sorted(bonus + state.aside[:out]), cards.bonus),
        ("clock_deck", assaults, cards.assaults[: rules.assaults]),
        ("power_deck", sorted(state.power_deck + state.aside[out : out + power]), cards.heathen_power),
        ("market_deck", sorted(state.market_deck + state.aside[out + power :]), cards.heathen_market),
        ("scrub_deck", sorted(state.scrub_deck), cards.scrubs),
        ("timing_deck", sorted(state.timing_deck), sorted(rules.timing)),
    )
    for where, found, wanted in piles:
        if found != wanted:
            _fail(where, "is not what it is before the factions are chosen")
    if len(state.power_deck) != rules.heathen_power or len(state.market_deck) != rules.heathen_market:
        _fail("aside", "does not fit the number of players")
    lists = [state.clock_row, state.clock_mid, state.power_row, state.power_mid, state.hq_deck, state.assaults]
    lists += [state.vc7, state.hq_rewards, state.removed, state.destroyed]
    for each in (state.hands, state.decks, state.discards, state.down, state.front, state.dealt, state.perms):
        lists += each
    lists += [*state.stacks, *state.builds]
    if any(lists) or (state.market, state.hq, state.timing, state.chosen) != (NO_CARD,) * 4:
        _fail("players", "have nothing before the factions are chosen")
    if any(state.personality[seat] != NO_CARD or state.equipment[seat] != NO_CARD for seat in range(rules.seats)):
        _fail("players", "have nothing before the factions are chosen")
    if any(state.vp) or any(state.hq_mods) or any(state.known_top):
        _fail("players", "have nothing before the factions are chosen")
    if any(known != hand_memory.NOTHING_KNOWN for known in state.memories):
        _fail("players", "have nothing before the factions are chosen")


def _check_zones(state: State) -> None:
    """Each place holds only kinds of cards that can get there."""
    kind = state.rules.cards.kind
    for where, cards, kinds in (
        ("clock_row", state.clock_row, _CLOCK),
        ("clock_middle", state.clock_mid, _CLOCK),
        ("clock_deck", state.clock_deck, _CLOCK),
        ("power_row", state.power_row, 1 << KIND_POWER),
        ("power_middle", state.power_mid, 1 << KIND_POWER),
        ("power_deck", state.power_deck, 1 << KIND_POWER),
        ("market_deck", state.market_deck, 1 << KIND_MARKET),
        ("scrub_deck", state.scrub_deck, 1 << KIND_SCRUB),
        ("hq_deck", state.hq_deck, 1 << KIND_HQ),
        ("timing_deck", state.timing_deck, 1 << KIND_TIMING),
        ("assaults", state.assaults, 1 << KIND_ASSAULT),
        ("vc7", state.vc7, 1 << KIND_VC7),
        ("hq_rewards", state.hq_rewards, 1 << KIND_HQ_REWARD),
        ("removed", state.removed, _REMOVED),
        ("destroyed", state.destroyed, _FIGHTERS | 1 << KIND_SCRUB),
        ("aside", state.aside, 1 << KIND_BONUS | 1 << KIND_POWER | 1 << KIND_MARKET),
    ):
        for card in cards:
            if not kinds >> kind[card] & 1:
                _fail(where, "has a card that cannot get there")
    for where, card, kinds in (
        ("market", state.market, 1 << KIND_MARKET),
        ("hq", state.hq, 1 << KIND_HQ),
        ("timing", state.timing, 1 << KIND_TIMING),
        ("chosen", state.chosen, _CLOCK),
    ):
        if card != NO_CARD and not kinds >> kind[card] & 1:
            _fail(where, "has a card that cannot get there")
    if state.hq == NO_CARD or state.timing == NO_CARD or len(state.hq_deck) != len(state.timing_deck):
        _fail("timing", "there must be an HQ and a timing card, and as many of both to come")
    if state.market == NO_CARD and state.market_deck:
        _fail("market", "must be the top card of the deck")
    _check_tree("clock", state.clock_row, state.clock_mid, state.clock_deck)
    _check_tree("power", state.power_row, state.power_mid, state.power_deck)
    _check_aside(state)


def _check_tree(name: str, row: list[int], middle: list[int], deck: list[int]) -> None:
    """FO-059, FO-060, FO-R15."""
    if len(row) > ROW_SIZE or len(middle) > MIDDLE_SIZE:
        _fail(f"{name}_row", f"has {ROW_SIZE} places, and the middle {MIDDLE_SIZE}")
    if len(middle) < MIDDLE_SIZE and deck:
        _fail(f"{name}_middle", "is filled up from the deck")


def _check_aside(state: State) -> None:
    """As many Heathen House cards take part as the chart says (FO-055, FO-R04)."""
    rules = state.rules
    cards = rules.cards
    aside = set(state.aside)
    for pile, taking_part in (
        (cards.bonus, rules.bonus),
        (cards.heathen_power, rules.heathen_power),
        (cards.heathen_market, rules.heathen_market),
    ):
        if len(aside.intersection(pile)) != len(pile) - taking_part:
            _fail("aside", "does not fit the number of players")


def _check_conservation(state: State) -> None:
    """Each card of the match is in exactly one place."""
    cards = [card for card in (state.market, state.hq, state.timing, state.chosen) if card != NO_CARD]
    cards += state.clock_row + state.clock_mid + state.clock_deck
    cards += state.power_row + state.power_mid + state.power_deck
    cards += state.market_deck + state.scrub_deck + state.hq_deck + state.timing_deck + state.assaults
    cards += state.vc7 + state.hq_rewards + state.removed + state.destroyed + state.aside
    for seat in range(state.rules.seats):
        cards += own_cards(state, seat) + state.perms[seat]
    cards.sort()
    if cards != _cards_of(state.rules, tuple(state.factions)):
        _fail("cards", "each card of the match must be in exactly one place")


def own_cards(state: State, seat: int) -> list[int]:
    """All cards of a player but HQ rewards."""
    cards = state.hands[seat] + state.decks[seat] + state.discards[seat] + state.down[seat] + state.front[seat]
    cards += state.dealt[seat]
    cards += [entry // PLAYED_AS for entry in state.stacks[seat] + state.builds[seat]]
    return cards + [card for card in (state.personality[seat], state.equipment[seat]) if card != NO_CARD]


@lru_cache(maxsize=256)
def _cards_of(rules: Rules, factions: tuple[int, ...]) -> list[int]:
    """All cards of a match, ascending."""
    cards = rules.cards
    found = [*cards.bonus, *cards.scrubs, *rules.timing, *cards.assaults[: rules.assaults]]
    found += [*cards.special_power, *cards.heathen_power, *cards.heathen_market, cards.special_market]
    for faction in (*factions, cards.heathen):
        found += [*cards.vcs[faction], cards.vc7[faction], cards.hq[faction], cards.hq_reward[faction]]
    for faction in factions:
        found += [*cards.starters[faction], *cards.power_of[faction], *cards.market_of[faction]]
    return sorted(found)


# -- a player --------------------------------------------------------------------------------------------------------


def _check_player(state: State, seat: int) -> None:
    where = f"players[{seat}]"
    cards = state.rules.cards
    kind, faction = cards.kind, state.factions[seat]
    own = own_cards(state, seat)
    in_sets = [0] * len(cards.factions)
    for card in own:
        if not _OWN >> kind[card] & 1 or (kind[card] == KIND_STARTER and cards.faction[card] != faction):
            _fail(where, "has a card that cannot get there")
        if cards.set_of[card] >= 0:
            in_sets[cards.set_of[card]] += 1
    if max(in_sets) >= SET_SIZE and state.phase != PHASE_GAME_OVER:
        _fail(where, "has a whole set, which ends the match")  # FO-125
    if any(kind[card] != KIND_HQ_REWARD for card in state.perms[seat]):
        _fail(f"{where}.rewards", "has a card that cannot get there")
    if any(not cards.placeable[card] for card in state.front[seat]):
        _fail(f"{where}.front", "has a card that cannot get there")
    if len(state.dealt[seat]) != VICTORY_CARDS_DEALT or any(kind[card] != KIND_VC for card in state.dealt[seat]):
        _fail(f"{where}.dealt", f"must be {VICTORY_CARDS_DEALT} victory cards")
    _check_types(state, seat, where)
    if state.known_top[seat] and not state.decks[seat]:
        _fail(f"{where}.knows_deck_top", "there is no card on top")


def _check_types(state: State, seat: int, where: str) -> None:
    """Cards are played as what they may be played as (FO-016, FO-017)."""
    cards = state.rules.cards
    for entry in state.stacks[seat] + state.builds[seat]:
        types, played_as = cards.types[entry // PLAYED_AS], entry % PLAYED_AS
        if types >> played_as & 1 == 0 if played_as != AS_OTHER else types:
            _fail(f"{where}.stack_as", "must be what the card may be played as")
    personality, equipment = state.personality[seat], state.equipment[seat]
    if personality != NO_CARD and not cards.types[personality] & TYPE_PERSONALITY:
        _fail(f"{where}.personality", "has a card that is none")
    if equipment != NO_CARD and not cards.types[equipment] & TYPE_EQUIPMENT:
        _fail(f"{where}.equipment", "has a card that is none")


# -- what is known of a player's hand --------------------------------------------------------------------------------


def _check_memory(state: State, seat: int) -> None:
    """What is known is true, and what is not known is possible."""
    known = state.memories[seat]
    if known is hand_memory.NOTHING_KNOWN and not (state.rules.placed_hidden and state.front[seat]):
        return
    _check_known(state, seat, known, f"players[{seat}].memory")


def _check_known(state: State, seat: int, known: Memory, where: str) -> None:
    hand, down, front = state.hands[seat], state.down[seat], state.front[seat]
    hidden_front = front if state.rules.placed_hidden else []
    held = set(hand).union(down, hidden_front)
    if len(set(known.known + known.firm)) < len(known.known) + len(known.firm):
        _fail(where, "names a card twice")
    if not held.issuperset(known.known):
        _fail(f"{where}.known", "has a card that is not in hand or face down")
    if not set(known.firm).issubset(hand) or (known.firm and not down):
        _fail(f"{where}.firm", "has a card that is not in hand, or there is no face-down card")
    unknown = hand_memory.unknown(state, seat, known)
    surely_older = len([card for card in down if card not in known.known])
    if known.fresh and (not down or known.fresh > unknown - surely_older):
        _fail(f"{where}.fresh", "is more than there are")
    _check_late(state, seat, known, f"{where}.late")
    if len(known.placed) != len(hidden_front):
        _fail(f"{where}.placed", "must say what each face-down card in front may be")
    out_of_sight = held.union(state.decks[seat])
    for card, may_be in zip(hidden_front, known.placed, strict=True):
        placeable = state.rules.cards.placeable
        if card not in may_be or not all(placeable[each] and each in out_of_sight for each in may_be):
            _fail(f"{where}.placed", "does not fit what lies there")


def _check_late(state: State, seat: int, known: Memory, where: str) -> None:
    if not known.late:
        return
    cards, numbers = [each.card for each in known.late], [each.slots for each in known.late]
    held = set(state.hands[seat]).union(state.down[seat])
    if len(set(cards)) < len(cards) or not held.union(state.decks[seat]).issuperset(cards):
        _fail(where, "has a card twice, or one that is not out of sight")
    if any(card in known.known or card in known.firm or state.rules.cards.placeable[card] for card in cards):
        _fail(where, "has a card that is known to be in hand, or was never bought")
    if numbers != sorted(numbers, reverse=True) or numbers[0] >= hand_memory.slots(state, seat, known):
        _fail(where, "must have falling numbers, each less than the cards that are not known")
    for place, number in enumerate(numbers):
        if len([card for card in cards[place:] if card in held]) > number:
            _fail(where, "does not fit which of the cards are in hand")


def _check_looks(state: State) -> None:
    """Who looked at a hand knows what all know, and more."""
    seats = state.rules.seats
    for place, private in enumerate(state.looks):
        if private is None:
            continue
        viewer, seat = divmod(place, seats)
        where = f"looks of {viewer}"
        public = state.memories[seat]
        if state.phase == PHASE_CHOOSE_FACTION or private == public:
            _fail(where, "must be more than what all know")
        if not set(public.known + public.firm) <= set(private.known + private.firm):
            _fail(where, "lacks something that all know")
        _check_known(state, seat, private, where)


# -- a view ----------------------------------------------------------------------------------------------------------


def check_view(view: View) -> None:
    """Check a view of the right shape as far as a state can be imagined from it; whether that state looks like the view
    is checked with the state.

    Raises:
        MalformedPosition: no state can be. The message says where.
    """
    _check_factions(view)
    if (view.hq == NO_CARD) != (view.phase == PHASE_CHOOSE_FACTION):
        _fail("hq", "is there after the setup, and not before")
    for seat in range(view.rules.seats):
        _check_seen_player(view, seat)
    for place, private in enumerate(view.looks):
        if private is not None and view.viewer not in divmod(place, view.rules.seats):
            _fail("looks", "are known to the two players alone")


def _check_seen_player(view: View, seat: int) -> None:
    where = f"players[{seat}]"
    own = seat == view.viewer
    if view.commits[seat] == HIDDEN_COMMIT and (own or view.phase not in SIMULTANEOUS_PHASES):
        _fail(f"{where}.committed", "does not fit the phase, or what the viewer knows")
    if view.commits[seat] != NO_COMMIT and view.phase not in SIMULTANEOUS_PHASES:
        _fail(f"{where}.committed", "does not fit the phase")
    out_of_sight = view.hidden[seat]
    if len(set(out_of_sight)) < len(out_of_sight):
        _fail(f"{where}.out_of_sight", "names a card twice")
    if own:
        _check_own(view, seat, where)
        return
    known = hand_memory.audience(view, view.viewer, seat)
    hidden = set(out_of_sight)
    if not hidden.issuperset([*known.known, *known.firm, *[each.card for each in known.late]]):
        _fail(f"{where}.memory", "names a card that is not out of sight")
    if set(known.known).intersection(known.firm):
        _fail(f"{where}.memory", "names a card twice")
    fronts = len(view.front[seat]) if view.rules.placed_hidden else 0
    if len(known.placed) != fronts or any(not hidden.issuperset(each) for each in known.placed):
        _fail(f"{where}.memory.placed", "does not fit what lies in front")
    face_down = view.down[seat] + (view.front[seat] if fronts else [])
    if any(card != HIDDEN for card in face_down):
        _fail(where, "has a face-down card that the viewer cannot know")
    if HIDDEN in view.front[seat] and not fronts:
        _fail(f"{where}.front", "lies face up")


def _check_own(view: View, seat: int, where: str) -> None:
    """The viewer knows all of the own cards but the order of the deck."""
    if len(view.hand) != view.hand_sizes[seat] or HIDDEN in view.down[seat] + view.front[seat] + view.dealt[seat]:
        _fail(where, "the viewer knows their own cards")
    held = view.hand + view.down[seat] + (view.front[seat] if view.rules.placed_hidden else [])
    hidden = set(view.hidden[seat])
    if len(set(held)) < len(held) or not hidden.issuperset(held):
        _fail(f"{where}.out_of_sight", "lacks a card, or one is in two places")
    if len(hidden) - len(held) != view.deck_sizes[seat]:
        _fail(f"{where}.deck_size", "does not fit the cards that are out of sight")
    if view.deck_top != NO_CARD and (view.deck_top not in hidden or view.deck_top in held):
        _fail(f"{where}.deck_top", "is no card of the deck")
    assert view.viewer != SPECTATOR


def _fail(where: str, what: str) -> None:
    raise MalformedPosition(f"{where}: {what}")
