"""What each viewer may know (section 3.5 of the rules page): observing a state, imagining the states behind a view, and
what is secret.

Hidden are the orders of all decks, which Heathen House cards take part, the victory cards that were dealt, and how each
player's cards that are out of sight are split between hand and deck. What may be known of the latter is kept in
``memory.py``, and how they may be split is drawn in ``splits.py``.
"""

from typing import Final

from services.engine.chance import Chance
from services.engine.ruleset import SPECTATOR, MalformedPosition, Secret
from services.rulesets.faceoff import memory, phases
from services.rulesets.faceoff.cards import PLAYED_AS
from services.rulesets.faceoff.deck import out_of_sight
from services.rulesets.faceoff.face_off import turn_order
from services.rulesets.faceoff.scoring import SET_SIZE
from services.rulesets.faceoff.splits import IMAGINE_STREAM, imagine_split, own_split, shuffled
from services.rulesets.faceoff.table import (
    HIDDEN,
    HIDDEN_COMMIT,
    NO_CARD,
    NO_COMMIT,
    NO_SEAT,
    NOT_COMPUTED,
    PHASE_GAME_OVER,
    State,
    Table,
    View,
    copy_public,
)

_TRIES: Final = 10_000
"""How often victory cards are dealt anew because they would have ended the match."""
_DEALT: Final = 2


# -- observing -------------------------------------------------------------------------------------------------------


def observe(state: State, viewer: int) -> View:
    """What a viewer may know of a state."""
    rules = state.rules
    seats = rules.seats
    view = View()
    view.viewer = viewer
    copy_public(state, view)
    view.clock_mid = [HIDDEN] * len(state.clock_mid) if rules.middle_hidden else state.clock_mid.copy()
    view.power_mid = [HIDDEN] * len(state.power_mid) if rules.middle_hidden else state.power_mid.copy()
    view.looks = [
        known if viewer in (place // seats, place % seats) else None for place, known in enumerate(state.looks)
    ]
    if not any(view.looks):
        view.looks = []
    over = state.phase == PHASE_GAME_OVER
    view.hand_sizes = []
    view.deck_sizes = []
    view.hidden = []
    view.down = []
    view.front = []
    view.dealt = []
    view.commits = []
    for seat in range(seats):
        own = seat == viewer
        hand, deck, down, front = state.hands[seat], state.decks[seat], state.down[seat], state.front[seat]
        view.hand_sizes.append(len(hand))
        view.deck_sizes.append(len(deck))
        view.hidden.append(sorted(out_of_sight(state, seat)))
        view.down.append(down.copy() if own else [HIDDEN] * len(down))
        view.front.append(front.copy() if own or not rules.placed_hidden else [HIDDEN] * len(front))
        dealt = state.dealt[seat]
        view.dealt.append(dealt.copy() if own or over else [HIDDEN] * len(dealt))
        commit = state.commits[seat]
        view.commits.append(commit if own or commit == NO_COMMIT else HIDDEN_COMMIT)
    view.hand = []
    view.deck_top = NO_CARD
    if viewer != SPECTATOR:
        view.hand = state.hands[viewer].copy()
        if state.known_top[viewer]:
            view.deck_top = state.decks[viewer][-1]
    view.late = state.late.copy() if viewer == _who_draws(state) else [HIDDEN] * len(state.late)
    view.scrub = state.scrub_deck[-1] if state.scrub_deck and state.hq != NO_CARD else NO_CARD
    view.scrub_deck_size = len(state.scrub_deck)
    view.clock_deck_size = len(state.clock_deck)
    view.power_deck_size = len(state.power_deck)
    view.market_deck_size = len(state.market_deck)
    view.hq_deck_size = len(state.hq_deck)
    view.timing_deck_size = len(state.timing_deck)
    return view


def _who_draws(table: Table) -> int:
    """The player in turn, of whom cards are remembered that were drawn in this Draw Phase."""
    return turn_order(table)[table.turn] if table.turn < table.rules.seats else NO_SEAT


# -- imagining -------------------------------------------------------------------------------------------------------


def imagine(view: View, chance: Chance) -> State:
    """A state drawn uniformly from those that a view allows: every order of what is left of the decks, every deal of
    the victory cards that nobody has seen, and every split of each player's cards that are out of sight.

    Raises:
        MalformedPosition: there is none. No view of a match is like that.
    """
    state = State()
    copy_public(view, state)
    state.chance = chance
    state.choices = NOT_COMPUTED[: view.rules.seats]
    state.looks = view.looks.copy()
    if view.hq == NO_CARD:
        _imagine_before_setup(state, chance)
    else:
        _imagine_table(view, state, chance)
    state.hands, state.decks, state.down, state.front = [], [], [], []
    for seat in range(view.rules.seats):
        split = own_split(view, chance) if seat == view.viewer else imagine_split(view, seat, chance)
        hand, deck, down, front = split
        state.hands.append(hand)
        state.decks.append(deck)
        state.down.append(down)
        state.front.append(front)
    state.late = view.late.copy() if HIDDEN not in view.late else _imagine_late(view, state, chance)
    state.commits = view.commits.copy()
    for seat, commit in enumerate(view.commits):
        if commit == HIDDEN_COMMIT:
            choices = phases.commitable(state, seat)
            state.commits[seat] = choices[chance.below(IMAGINE_STREAM, len(choices))]
    return state


def _imagine_late(view: View, state: State, chance: Chance) -> list[int]:
    """Which cards another player drew in this Draw Phase: so many of those in hand that the viewer does not know."""
    seat = _who_draws(view)
    known = memory.audience(view, view.viewer, seat)
    hand = state.hands[seat].copy()
    chance.shuffle(IMAGINE_STREAM, hand)
    hand.sort(key=lambda card: card in known.known)
    gone = view.discards[seat] + view.destroyed
    return (hand + gone[::-1])[: len(view.late)]


# -- the decks that belong to nobody ---------------------------------------------------------------------------------


class Unseen:
    """The cards that nobody the viewer knows of has, by where they can be."""

    __slots__ = (
        "assaults",
        "bonus",
        "headquarters",
        "heathen_market",
        "heathen_power",
        "market",
        "power",
        "scrubs",
        "timing",
        "victory",
    )

    victory: list[int]
    """In the Clock tree and deck, or dealt to a player."""
    bonus: list[int]
    """In the Clock tree and deck, or not in the match."""
    assaults: list[int]
    """In the Clock tree and deck, as all that follow are in their deck, but Heathen House cards that may not be in the
    match."""
    power: list[int]
    heathen_power: list[int]
    market: list[int]
    heathen_market: list[int]
    headquarters: list[int]
    timing: list[int]
    scrubs: list[int]
    """The top one not counted."""


def unseen_cards(view: View) -> Unseen:
    """What is left when all cards are taken away that the viewer sees or knows to be a player's; ascending each."""
    rules = view.rules
    cards = rules.cards
    seen = set(view.clock_row).union(
        view.clock_mid,
        view.power_row,
        view.power_mid,
        view.assaults,
        view.removed,
        view.destroyed,
        view.personality,
        view.equipment,
        (view.chosen, view.market, view.hq, view.timing, view.scrub),
        *view.discards,
        *view.front,
        *view.hidden,
        *view.dealt,
        *[[entry // PLAYED_AS for entry in entries] for entries in view.stacks],
        *[[entry // PLAYED_AS for entry in entries] for entries in view.builds],
    )
    playing = sorted(view.factions)
    unseen = Unseen()
    victory = [card for faction in sorted([*playing, cards.heathen]) for card in cards.vcs[faction]]
    unseen.victory = [card for card in victory if card not in seen]
    unseen.bonus = [card for card in cards.bonus if card not in seen]
    unseen.assaults = [card for card in cards.assaults[: rules.assaults] if card not in seen]
    unseen.power = [card for faction in playing for card in cards.power_of[faction] if card not in seen]
    unseen.heathen_power = [card for card in cards.heathen_power if card not in seen]
    unseen.market = [card for faction in playing for card in cards.market_of[faction] if card not in seen]
    unseen.heathen_market = [card for card in cards.heathen_market if card not in seen]
    unseen.headquarters = [cards.hq[faction] for faction in playing if cards.hq[faction] not in seen]
    unseen.timing = [card for card in rules.timing if card not in seen]
    unseen.scrubs = [card for card in cards.scrubs if card not in seen]
    return unseen


def _imagine_before_setup(state: State, chance: Chance) -> None:
    """Only what no faction is needed for has been shuffled."""
    rules = state.rules
    cards = rules.cards
    bonus, power, market = (shuffled(pile, chance) for pile in (cards.bonus, cards.heathen_power, cards.heathen_market))
    state.clock_deck = bonus[: rules.bonus] + cards.assaults[: rules.assaults]
    state.power_deck = power[: rules.heathen_power]
    state.market_deck = market[: rules.heathen_market]
    state.aside = bonus[rules.bonus :] + power[rules.heathen_power :] + market[rules.heathen_market :]
    state.scrub_deck = shuffled(cards.scrubs, chance)
    state.timing_deck = shuffled(rules.timing, chance)
    state.hq_deck = []
    state.clock_mid = []
    state.power_mid = []
    state.dealt = [[] for _ in range(rules.seats)]


def _imagine_table(view: View, state: State, chance: Chance) -> None:
    unseen = unseen_cards(view)
    victory = _deal(view, state, unseen.victory, chance)
    aside: list[int] = []
    clock = victory + unseen.assaults
    _join(clock, unseen.bonus, view.clock_deck_size + view.clock_mid.count(HIDDEN), aside, chance)
    power = unseen.power.copy()
    _join(power, unseen.heathen_power, view.power_deck_size + view.power_mid.count(HIDDEN), aside, chance)
    market = unseen.market.copy()
    _join(market, unseen.heathen_market, view.market_deck_size, aside, chance)
    for pile in (clock, power, market):
        chance.shuffle(IMAGINE_STREAM, pile)
    state.clock_mid = [clock.pop() if card == HIDDEN else card for card in view.clock_mid]
    state.power_mid = [power.pop() if card == HIDDEN else card for card in view.power_mid]
    state.clock_deck = clock
    state.power_deck = power
    state.market_deck = market
    state.aside = aside
    state.hq_deck = shuffled(unseen.headquarters, chance)
    state.timing_deck = shuffled(unseen.timing, chance)
    state.scrub_deck = shuffled(unseen.scrubs, chance)
    if view.scrub != NO_CARD:
        state.scrub_deck.append(view.scrub)


def _join(deck: list[int], others: list[int], size: int, aside: list[int], chance: Chance) -> None:
    """Fill a deck with Heathen House cards; the others were never in the match."""
    others = shuffled(others, chance)
    missing = size - len(deck)
    if not 0 <= missing <= len(others):
        raise MalformedPosition("view: the decks do not fit the cards that are not seen")
    deck += others[:missing]
    aside += others[missing:]


def _deal(view: View, state: State, victory: list[int], chance: Chance) -> list[int]:
    """The victory cards dealt to the others: any but such that would have ended the match at once (FO-R65). What is
    left."""
    hidden = [seat for seat, cards in enumerate(view.dealt) if HIDDEN in cards]
    needed = [_needed(view, seat) for seat in hidden]
    count = len(hidden) * _DEALT
    if len(victory) < count:
        raise MalformedPosition("view: the decks do not fit the cards that are not seen")
    for _ in range(_TRIES):
        cards = victory.copy()
        state.dealt = [each.copy() for each in view.dealt]
        for seat in hidden:
            state.dealt[seat] = [cards.pop(chance.below(IMAGINE_STREAM, len(cards))) for _ in range(_DEALT)]
        if not any(
            wanted and wanted.issubset(state.dealt[seat])
            for seat, sets in zip(hidden, needed, strict=True)
            for wanted in sets
        ):
            return cards
    raise MalformedPosition("view: a player must have a whole set, and the match goes on")


def _needed(view: View, seat: int) -> list[set[int]]:
    """The one or two cards that a player lacks of a set, for each set of which no more are missing."""
    cards = view.rules.cards
    own = known_to_own(view, seat)
    victory = [card for card in own if cards.set_of[card] >= 0]
    if len(victory) < SET_SIZE - _DEALT:  # the usual case
        return []
    return [
        {*cards.vcs[faction], cards.vc7[faction]}.difference(own)
        for faction in (*view.factions, cards.heathen)
        if len([card for card in victory if cards.set_of[card] == faction]) >= SET_SIZE - _DEALT
    ]


def known_to_own(view: View, seat: int) -> list[int]:
    """The victory, bonus and other cards that all know to be a player's, in no order; rewards in front not counted."""
    front = [] if view.rules.placed_hidden else view.front[seat]
    return view.hidden[seat] + view.discards[seat] + front + [entry // PLAYED_AS for entry in view.stacks[seat]]


# -- what is secret --------------------------------------------------------------------------------------------------


def secrets(state: State, viewer: int) -> list[Secret]:
    """The hidden facts of a state of which each candidate is equally likely: where in the decks the cards lie that are
    surely there, which Heathen House cards stay out, which victory cards were dealt, what lies where in players' decks
    and face down, and what was committed by a player whose hand is known. The value of a card is its number."""
    view = observe(state, viewer)
    if view.hq == NO_CARD:
        return _secrets_before_setup(state)
    unseen = unseen_cards(view)
    hidden = state.rules.middle_hidden
    facts = _places("clock_deck", state.clock_deck + (state.clock_mid if hidden else []), unseen.assaults)
    facts += _places("power_deck", state.power_deck + (state.power_mid if hidden else []), unseen.power)
    facts += _places("market_deck", state.market_deck, unseen.market)
    facts += _aside(state, unseen.bonus, unseen.heathen_power, unseen.heathen_market)
    facts += _order("hq_deck", state.hq_deck, unseen.headquarters)
    facts += _order("timing_deck", state.timing_deck, unseen.timing)
    facts += _order("scrub_deck", state.scrub_deck[: len(unseen.scrubs)], unseen.scrubs)
    if not any(_needed(view, seat) for seat, cards in enumerate(view.dealt) if HIDDEN in cards):
        for seat, cards in enumerate(view.dealt):
            if HIDDEN in cards:
                facts += _order(f"dealt:{seat}", state.dealt[seat], unseen.victory)
    for seat in range(state.rules.seats):
        facts += _own_secrets(state, view) if seat == viewer else _secrets_of(state, view, seat)
    return facts


def _secrets_before_setup(state: State) -> list[Secret]:
    rules = state.rules
    cards = rules.cards
    facts = _aside(state, cards.bonus, cards.heathen_power, cards.heathen_market)
    facts += _order("timing_deck", state.timing_deck, rules.timing)
    return facts + _order("scrub_deck", state.scrub_deck, cards.scrubs)


def _order(where: str, cards: list[int], candidates: list[int]) -> list[Secret]:
    """What lies at each place. Where there is one candidate, nothing is hidden."""
    if len(candidates) < 2:
        return []
    among = tuple(candidates)
    return [Secret(f"{where}:{place}", card, among) for place, card in enumerate(cards)]


def _places(where: str, deck: list[int], cards: list[int]) -> list[Secret]:
    """At which place of a deck each of these cards lies; face-down cards in the middle of a tree count as on top."""
    if len(deck) < 2:
        return []
    among = tuple(range(len(deck)))
    return [Secret(f"{where}:{card}", deck.index(card), among) for card in cards]


def _aside(state: State, bonus: list[int], power: list[int], market: list[int]) -> list[Secret]:
    """Which cards of each kind are not in the match."""
    facts: list[Secret] = []
    for where, candidates in (("bonus", bonus), ("power", power), ("market", market)):
        facts += _order(f"aside_{where}", [card for card in state.aside if card in candidates], candidates)
    return facts


def _own_secrets(state: State, view: View) -> list[Secret]:
    deck = state.decks[view.viewer]
    hidden = deck[: len(deck) - state.known_top[view.viewer]]
    return _order(f"deck:{view.viewer}", hidden, sorted(hidden))


def _secrets_of(state: State, view: View, seat: int) -> list[Secret]:
    known = memory.audience(view, view.viewer, seat)
    rest = [card for card in view.hidden[seat] if card not in known.known and card not in known.firm]
    if known.late or HIDDEN in view.front[seat]:
        return []  # not every card can be everywhere
    facts = _order(f"deck:{seat}", state.decks[seat], rest)
    down = state.down[seat]
    if not known.known:
        facts += _order(f"down:{seat}", down, rest)
    elif memory.unknown(view, seat, known) == known.fresh:
        facts += _order(f"down:{seat}", down, list(known.known))
    if view.commits[seat] == HIDDEN_COMMIT and len(rest) == view.deck_sizes[seat] and not down:
        facts += _order(f"commit:{seat}", [state.commits[seat]], phases.commitable(state, seat))
    return facts
