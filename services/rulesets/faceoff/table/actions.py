"""Actions as whole numbers: a word, or a kind with what it is about.

Words are below ``ACTIONS_PER_KIND``. Every kind has as many numbers of its own, for a card, a seat, a faction, a number
or a stack entry (``3 * card + type as played``). Two cards of one Build Up stand above all others.
"""

from typing import Final

ACTIONS_PER_KIND: Final = 1 << 10
"""Numbers for each kind: more than there are stack entries."""

# -- words -----------------------------------------------------------------------------------------------------------

ACTION_NO_CARD: Final = 0  # commit nothing (FO-070, FO-079); Build Up with option build_up_mandatory off
ACTION_KEEP_HAND: Final = 1  # Mulligan{no}
ACTION_MULLIGAN: Final = 2  # Mulligan{yes} (FO-053)
ACTION_TAKE_CLOCK: Final = 3  # the VC or bonus card of this Face Off (FO-085)
ACTION_TAKE_VP: Final = 4  # a VP token (FO-085, FO-115)
ACTION_TAKE_HQ_REWARD: Final = 5  # FO-115
ACTION_DECLINE: Final = 6  # no reward (FO-R33)
ACTION_STAY: Final = 7  # MoveAviator{no}
ACTION_FLY: Final = 8  # MoveAviator{yes} (FO-061)
ACTION_PASS: Final = 9  # no bid (FO-106)
ACTION_TO_DISCARD: Final = 10  # a bought card (FO-108)
ACTION_SHUFFLE_IN: Final = 11
ACTION_DONE: Final = 12  # no more Draw Phase or End of Turn actions
ACTION_NO: Final = 13  # an ability's question
ACTION_YES: Final = 14
ACTION_CHOOSE_NONE: Final = 15  # no card (an ability's choice that may find none)
ACTION_WORDS: Final = 16
DESTINATIONS: Final = [ACTION_TO_DISCARD, ACTION_SHUFFLE_IN]
"""What may become of a bought card. Never changed."""

# -- kinds, each with EACH numbers ---------------------------------------------------------------------------------

ACTION_FACTION: Final = 1 * ACTIONS_PER_KIND  # + faction
ACTION_CHOOSE_CLOCK: Final = 2 * ACTIONS_PER_KIND  # + clock card (FO-065)
ACTION_PLAY: Final = 3 * ACTIONS_PER_KIND  # + card, in a Face Off (FO-068, FO-077)
ACTION_FACE_DOWN: Final = 4 * ACTIONS_PER_KIND  # + card, discarded face down (FO-069, FO-078)
ACTION_TAKE_POWER: Final = 5 * ACTIONS_PER_KIND  # + card of the Available Power Row (FO-085)
ACTION_TAKE_VC7: Final = 6 * ACTIONS_PER_KIND  # + seven-point VC (FO-115)
ACTION_REFILL: Final = 7 * ACTIONS_PER_KIND  # + card in the middle of the tree (FO-091, FO-092)
ACTION_BID: Final = 8 * ACTIONS_PER_KIND  # + VP tokens (FO-105)
ACTION_CHOOSE_PLAYER: Final = 9 * ACTIONS_PER_KIND  # + seat: ChoosePlayer
ACTION_CHOOSE_CARD: Final = 10 * ACTIONS_PER_KIND  # + card: ChooseCards, one at a time
ACTION_CHOOSE_OPTION: Final = 11 * ACTIONS_PER_KIND  # + number from 0: ChooseOption
ACTION_PLACE: Final = 12 * ACTIONS_PER_KIND  # + victory or bonus card in hand (FO-032)
ACTION_USE: Final = 13 * ACTIONS_PER_KIND  # + card with a Draw Phase or End of Turn action
ACTION_BUILD: Final = 14 * ACTIONS_PER_KIND  # + entry (FO-097)
# + place in the middle of the tree, 0 or 1: what ACTION_REFILL is with option tree_middle=face_down
ACTION_FLIP: Final = 15 * ACTIONS_PER_KIND
ACTION_BUILD_TWO: Final = 1 << 20  # + ACTIONS_PER_KIND * first entry + second entry (FO-098, FO-R40)


def build_two(first: int, second: int) -> int:
    """Build Up with two cards, in this order."""
    return ACTION_BUILD_TWO + ACTIONS_PER_KIND * first + second


def entries_of(action: int) -> list[int]:
    """The stack entries of a Build Up: none, one or two."""
    if action >= ACTION_BUILD_TWO:
        first, second = divmod(action - ACTION_BUILD_TWO, ACTIONS_PER_KIND)
        return [first, second]
    return [action - ACTION_BUILD] if action >= ACTION_BUILD else []
