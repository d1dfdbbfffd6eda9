"""What cards are worth as such, for greedy: in points of the final score, and in points of power.

The figures are estimates, found by letting bots play each other.
"""

from functools import lru_cache
from typing import Final

from services.rulesets.faceoff.cards.cards import Cards
from services.rulesets.faceoff.cards.programs import INSTRUCTION_WIDTH
from services.rulesets.faceoff.cards.vocabulary import ATTACK, LOCATIONS, Op, Who

WORTH_DRAW: Final = 0.5
"""A card more in hand."""
WORTH_DISCARD: Final = 0.4
WORTH_SCRUB: Final = 1.3
"""A scrub in the deck: a point or so, and a dead card each time it is drawn."""
WORTH_DESTROY: Final = 0.6
WORTH_LOOK: Final = 0.1
WORTH_PEEK: Final = 0.15
WORTH_RECALL: Final = 0.5
WORTH_TO_HQ: Final = 1.0
WORTH_KICK: Final = 1.5
WORTH_HARM: Final = 1.2
"""What it is worth to a player that a chosen opponent loses a point, shared by all opponents."""
WORTH_COMBO: Final = 0.5
"""How much of its best combo with a card of its kind a card makes good, on average."""


class Worth:
    """What each card of a box is worth. Lists have one entry for each card. Never changed."""

    __slots__ = ("ability", "shift", "strength")

    ability: list[list[float]]
    """What is gained by revealing it, in points, by location first."""
    shift: list[list[float]]
    """How much its attack shifts totals in its owner's favour, by location first."""
    strength: list[float]
    """Its power, with some of the combos that it may come to."""


@lru_cache(maxsize=16)
def worth_of(cards: Cards, seats: int, ability: float) -> Worth:
    """What the cards of a box are worth where so many play. ``ability``: how much of what abilities gain counts."""
    found = Worth()
    found.ability = [[ability * points(program, 0, seats) for program in cards.on_reveal[place]] for place in LOCATIONS]
    found.shift = [[_shift(program, seats) for program in cards.on_reveal[place]] for place in LOCATIONS]
    found.strength = [
        cards.power[card] + WORTH_COMBO * max(*cards.pair[card], *(row[card] for row in cards.pair))
        for card in range(cards.n)
    ]
    return found


def points(program: list[int], pc: int, seats: int) -> float:
    """What a program gains from here on."""
    if not program or program[pc] == Op.END:
        return 0.0
    op, who, n, arg = program[pc : pc + INSTRUCTION_WIDTH]
    if op == Op.JUMP:
        return points(program, arg, seats)
    if op == Op.OPTION:
        return max(points(program, program[pc + INSTRUCTION_WIDTH * (1 + option) + 3], seats) for option in range(n))
    following = points(program, pc + INSTRUCTION_WIDTH, seats)
    if op == Op.MAY:
        return max(following, points(program, arg, seats))
    if op in (Op.PEEK, Op.IF):
        return (following + points(program, arg, seats)) / 2 + (WORTH_PEEK if op == Op.PEEK else 0.0)
    return following + _gain(op, who, n, WORTH_HARM / (seats - 1))


def _gain(op: int, who: int, n: int, chosen: float) -> float:
    """What one instruction gains the player who acts; ``chosen``: what it is worth that another loses a point."""
    to = who & (ATTACK - 1)
    if op in _OWN:
        return _OWN[op]
    harm = 0.0 if to == Who.ALL else 1.0 if to == Who.SELF else -1.0 if to == Who.EACH_OPPONENT else -chosen
    if op == Op.VP:
        return n * harm
    if op == Op.STEAL:
        return n * (1.0 + chosen)
    if op == Op.DRAW:
        return n * WORTH_DRAW * harm
    if op == Op.DISCARD:
        return -WORTH_DISCARD * harm
    if op == Op.SCRUB:
        return -n * WORTH_SCRUB * harm
    return 0.0


_OWN: Final = {
    int(Op.DESTROY): WORTH_DESTROY,
    int(Op.LOOK): WORTH_LOOK,
    int(Op.RECALL): WORTH_RECALL,
    int(Op.MOVE_TO_HQ): WORTH_TO_HQ,
    int(Op.KICK_HQ): WORTH_KICK,
}


def _shift(program: list[int], seats: int) -> float:
    """How much a program shifts totals in favour of the player who acts: what it takes from one opponent counts for
    part."""
    shift = 0.0
    for pc in range(0, len(program), INSTRUCTION_WIDTH):
        if program[pc] == Op.MOD:
            to = program[pc + 1] & (ATTACK - 1)
            shift += program[pc + 2] * (
                1.0 if to == Who.SELF else -1.0 if to == Who.EACH_OPPONENT else -WORTH_HARM / seats
            )
    return shift
