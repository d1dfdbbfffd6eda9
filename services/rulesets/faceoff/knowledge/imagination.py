"""Imagining the states behind a view, each equally likely. How another player's cards may be split is drawn in
``hand_splits.py``."""

from typing import Final

from services.engine.chance import Chance
from services.engine.ruleset import MalformedPosition
from services.rulesets.faceoff.cards.cards import NO_CARD
from services.rulesets.faceoff.knowledge.hand_splits import imagine_split, own_split, shuffled
from services.rulesets.faceoff.knowledge.observation import drawing_seat
from services.rulesets.faceoff.knowledge.unseen_cards import missing_of_sets, unseen_cards
from services.rulesets.faceoff.play import phases
from services.rulesets.faceoff.table import hand_memory
from services.rulesets.faceoff.table.chance_streams import IMAGINE_STREAM
from services.rulesets.faceoff.table.rules import VICTORY_CARDS_DEALT
from services.rulesets.faceoff.table.state import (
    HIDDEN,
    HIDDEN_COMMIT,
    NO_COMMIT,
    NOT_COMPUTED,
    SIMULTANEOUS_PHASES,
    State,
    View,
    copy_public,
)

_TRIES: Final = 10_000
"""How often victory cards are dealt anew because they would have ended the match."""


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
        state.hands.append(split.hand)
        state.decks.append(split.deck)
        state.down.append(split.down)
        state.front.append(split.front)
    state.late = view.late.copy() if HIDDEN not in view.late else _imagine_late(view, state, chance)
    state.commits = view.commits.copy()
    for seat, commit in enumerate(view.commits):
        if commit == HIDDEN_COMMIT:
            choices = phases.commitable(state, seat)
            state.commits[seat] = choices[chance.below(IMAGINE_STREAM, len(choices))]
    return state


def reopen(state: State, viewer: int) -> None:
    """Take back what the other players have committed, while the viewer may still commit something else."""
    if state.phase not in SIMULTANEOUS_PHASES or not state.waiting >> viewer & 1:
        return
    for seat, commit in enumerate(state.commits):
        if seat != viewer and commit != NO_COMMIT:
            state.commits[seat] = NO_COMMIT
            state.waiting |= 1 << seat


def _imagine_late(view: View, state: State, chance: Chance) -> list[int]:
    """Which cards another player drew in this Draw Phase: so many of those in hand that the viewer does not know."""
    seat = drawing_seat(view)
    known = hand_memory.audience(view, view.viewer, seat)
    hand = state.hands[seat].copy()
    chance.shuffle(IMAGINE_STREAM, hand)
    hand.sort(key=lambda card: card in known.known)
    gone = view.discards[seat] + view.destroyed
    return (hand + gone[::-1])[: len(view.late)]


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
    needed = [missing_of_sets(view, seat) for seat in hidden]
    count = len(hidden) * VICTORY_CARDS_DEALT
    if len(victory) < count:
        raise MalformedPosition("view: the decks do not fit the cards that are not seen")
    for _ in range(_TRIES):
        cards = victory.copy()
        state.dealt = [each.copy() for each in view.dealt]
        for seat in hidden:
            state.dealt[seat] = [
                cards.pop(chance.below(IMAGINE_STREAM, len(cards))) for _ in range(VICTORY_CARDS_DEALT)
            ]
        if not any(
            wanted and wanted.issubset(state.dealt[seat])
            for seat, sets in zip(hidden, needed, strict=True)
            for wanted in sets
        ):
            return cards
    raise MalformedPosition("view: a player must have a whole set, and the match goes on")
