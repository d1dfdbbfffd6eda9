"""Who is likely to win: each player's expected share of the win, for states that a search imagines.

A player's strength is a weighted sum of what can be counted on the table; the shares are as the exponentials of the
strengths (a multinomial logit).
"""

from functools import lru_cache
from typing import Final

from services.bots.exact_math import exp
from services.rulesets.standoff import scoring
from services.rulesets.standoff.board import RED
from services.rulesets.standoff.cards import PARTS, Cards, Op
from services.rulesets.standoff.survey import survey
from services.rulesets.standoff.table import PHASE_GAME_OVER, State

DUEL_WEIGHTS: Final = (0.25, 0.4, 0.15, -0.2, 0.04, 0.01, 0.08, 0.14, 0.21, 0.6, 0.35)
MANY_WEIGHTS: Final = (-0.2, 0.99, 0.17, -0.06, -0.07, -0.03, 0.14, 0.09, 0.05, 0.21, 0.29)
"""For each of the features, with two players and with more. Fitted by maximum likelihood to 10,934 and 16,523 positions
of 1,103 matches of expert and greedy against each other; on matches kept apart they name the winner in 73 % of the
positions of two, in 59 % of three, in 48 % of four."""

_RED_HEXES: Final = RED.bit_count()


def shares(state: State) -> list[float]:
    """Each player's expected share of the win, adding up to 1; at the end the winner has all of it."""
    seats = range(state.rules.seats)
    if state.phase == PHASE_GAME_OVER:
        winner = scoring.ranking(state)[0]
        return [1.0 if seat == winner else 0.0 for seat in seats]
    weights = DUEL_WEIGHTS if len(seats) == 2 else MANY_WEIGHTS
    strengths = [
        sum([weight * feature for weight, feature in zip(weights, row, strict=True)]) for row in features(state)
    ]
    most = max(strengths)
    powers = [exp(strength - most) for strength in strengths]
    total = sum(powers)
    return [power / total for power in powers]


def features(state: State) -> list[tuple[float, ...]]:
    """What counts for each player: red tiles; the same, the more so the fuller the red zone is; empty red hexes that
    the next tile can go to; tiles to the red zone; of all cards the credits, the tiles of groups, and the tiles that
    they destroy or drop; the same of the hand; wells; whether it is the player's turn."""
    cards = state.rules.cards
    credits, groups, blows, wells = _facts(cards)
    found = survey(state)
    full = 1 - found.empty.bit_count() / _RED_HEXES
    rows: list[tuple[float, ...]] = []
    for seat, own in enumerate(state.own):
        hand = state.hands[seat]
        owned = (*hand, *state.decks[seat], *state.discards[seat])
        if seat == state.active:
            owned += state.in_play
        red = found.red[seat]
        well = 0.0
        for token, worth in wells:
            well += worth * (state.tokens[token] & own).bit_count()
        rows.append(
            (
                red,
                red * full,
                (found.entries[seat] & found.empty).bit_count(),
                found.steps[seat],
                sum([credits[card] for card in owned]),
                sum([groups[card] for card in owned]),
                sum([blows[card] for card in owned]),
                max([groups[card] for card in hand], default=0),
                sum([blows[card] for card in hand]),
                well,
                state.actions / 4 if seat == state.active else 0.0,
            )
        )
    return rows


@lru_cache(maxsize=16)
def _facts(cards: Cards) -> tuple[list[int], list[int], list[int], list[tuple[int, float]]]:
    """For each card: its credits, the tiles of its group, the tiles that it destroys, takes or drops; and the tokens
    that pay, with what they do."""
    number = len(cards.ids)
    credits, blows = [0] * number, [0] * number
    for card in range(number):
        for effect in cards.programs[card * PARTS]:
            if effect[0] == Op.GAIN_CREDITS and not effect[2] and cards.kind[card] == "resource":
                credits[card] += effect[1]
            if effect[0] in (Op.DESTROY_TILE, Op.CONVERT_TILE) or (effect[0] == Op.PLACE_TILE and not effect[1]):
                blows[card] += 1
    paying: list[tuple[int, float]] = []
    for token, card in enumerate(cards.tokens):
        worth = 0.0
        for effect in cards.upkeep[card]:
            worth += effect[1] * (3.0 if effect[0] == Op.GAIN_ENCAMPMENTS else 1.0)
        if worth:
            paying.append((token, worth))
    return credits, cards.group, blows, paying
