"""The hidden facts of a state, each with what it may be as far as a viewer knows."""

from services.engine.ruleset import Secret
from services.rulesets.faceoff.cards.cards import NO_CARD
from services.rulesets.faceoff.knowledge.observation import observe
from services.rulesets.faceoff.knowledge.unseen_cards import missing_of_sets, unseen_cards
from services.rulesets.faceoff.play import phases
from services.rulesets.faceoff.table import hand_memory
from services.rulesets.faceoff.table.state import (
    HIDDEN,
    HIDDEN_COMMIT,
    State,
    View,
)


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
    if not any(missing_of_sets(view, seat) for seat, cards in enumerate(view.dealt) if HIDDEN in cards):
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
    known = hand_memory.audience(view, view.viewer, seat)
    rest = [card for card in view.hidden[seat] if card not in known.known and card not in known.firm]
    if known.late or HIDDEN in view.front[seat]:
        return []  # not every card can be everywhere
    facts = _order(f"deck:{seat}", state.decks[seat], rest)
    down = state.down[seat]
    if not known.known:
        facts += _order(f"down:{seat}", down, rest)
    elif hand_memory.unknown(view, seat, known) == known.fresh:
        facts += _order(f"down:{seat}", down, list(known.known))
    if view.commits[seat] == HIDDEN_COMMIT and len(rest) == view.deck_sizes[seat] and not down:
        facts += _order(f"commit:{seat}", [state.commits[seat]], phases.commitable(state, seat))
    return facts
