"""Actions as whole numbers: a word, or a kind with what it is about.

Words are below ``EACH``. Every kind has ``EACH`` numbers of its own, for a card, a seat, a faction, a number or a stack
entry (``3 * card + type as played``). Two cards of one Build Up stand above all others.
"""

from typing import Final

EACH: Final = 1 << 10
"""Numbers for each kind: more than there are stack entries."""

# -- words -----------------------------------------------------------------------------------------------------------

NO_CARD_PLAYED: Final = 0  # commit nothing (FO-070, FO-079); Build Up with option build_up_mandatory off
KEEP_HAND: Final = 1  # Mulligan{no}
MULLIGAN: Final = 2  # Mulligan{yes} (FO-053)
TAKE_CLOCK: Final = 3  # the VC or bonus card of this Face Off (FO-085)
TAKE_VP: Final = 4  # a VP token (FO-085, FO-115)
TAKE_HQ_REWARD: Final = 5  # FO-115
DECLINE: Final = 6  # no reward (FO-R33)
STAY: Final = 7  # MoveAviator{no}
FLY: Final = 8  # MoveAviator{yes} (FO-061)
PASS: Final = 9  # no bid (FO-106)
TO_DISCARD: Final = 10  # a bought card (FO-108)
SHUFFLE_IN: Final = 11
DONE: Final = 12  # no more Draw Phase or End of Turn actions
NO: Final = 13  # an ability's question
YES: Final = 14
NONE: Final = 15  # no card (an ability's choice that may find none)
WORDS: Final = 16
DESTINATIONS: Final = [TO_DISCARD, SHUFFLE_IN]
"""What may become of a bought card. Never changed."""

# -- kinds, each with EACH numbers ---------------------------------------------------------------------------------

FACTION: Final = 1 * EACH  # + faction
CHOOSE: Final = 2 * EACH  # + clock card (FO-065)
PLAY: Final = 3 * EACH  # + card, in a Face Off (FO-068, FO-077)
FACE_DOWN: Final = 4 * EACH  # + card, discarded face down (FO-069, FO-078)
TAKE_POWER: Final = 5 * EACH  # + card of the Available Power Row (FO-085)
TAKE_VC7: Final = 6 * EACH  # + seven-point VC (FO-115)
REFILL: Final = 7 * EACH  # + card in the middle of the tree (FO-091, FO-092)
BID: Final = 8 * EACH  # + VP tokens (FO-105)
SEAT: Final = 9 * EACH  # + seat: ChoosePlayer
CARD: Final = 10 * EACH  # + card: ChooseCards, one at a time
OPTION: Final = 11 * EACH  # + number from 0: ChooseOption
PLACE: Final = 12 * EACH  # + victory or bonus card in hand (FO-032)
USE: Final = 13 * EACH  # + card with a Draw Phase or End of Turn action
BUILD: Final = 14 * EACH  # + entry (FO-097)
FLIP: Final = 15 * EACH  # + place in the middle of the tree, 0 or 1: REFILL with option tree_middle=face_down
BUILD_TWO: Final = 1 << 20  # + EACH * first entry + second entry (FO-098, FO-R40)


def build_two(first: int, second: int) -> int:
    """Build Up with two cards, in this order."""
    return BUILD_TWO + EACH * first + second


def entries_of(action: int) -> list[int]:
    """The stack entries of a Build Up: none, one or two."""
    if action >= BUILD_TWO:
        first, second = divmod(action - BUILD_TWO, EACH)
        return [first, second]
    return [action - BUILD] if action >= BUILD else []
