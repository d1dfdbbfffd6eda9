"""What happens in a match, as small tuples of whole numbers: the kind first, then what it is about.

The comment behind each kind names the rest of the tuple in order; slots count from 0. ``event_views.py`` turns them
into what a viewer sees.
"""

from typing import Final, TypeAlias

Event: TypeAlias = tuple[int, ...]

MATCH_STARTED: Final = 0  # the seat that begins, cards in the Power deck
ROUND_DEALT: Final = 1  # round, the seat that begins it, then the VC of each slot
CARD_PLACED: Final = 2  # seat, slot, card or NO_CARD for an empty spot: for that seat alone
PLAYER_READY: Final = 3  # seat
LINED_UP: Final = 4  # for each seat: bit mask of the slots with a card
TURN_BEGAN: Final = 5  # seat, quiet turns so far
SWITCHED: Final = 6  # seat, slot, card from hand, card to hand: the cards are for that seat alone
FILLED: Final = 7  # seat, slot, card: the card is for that seat alone
MOVED: Final = 8  # seat, slot, slot: two of its face-down cards changed places
PASSED: Final = 9  # seat
ACTION_PLAYED: Final = 10  # seat, slot, card
CHOICE_ASKED: Final = 11  # seat, card whose action it is, SLOT or SLOTS or CARD
CARD_DESTROYED: Final = 12  # seat whose card it was, card, slot or NOWHERE: it was not in the line-up
PEEKED: Final = 13  # seat that looks, slot, card of the other seat: the card is for the seat that looks alone
VC_MOVED: Final = 14  # seat, slot, slot
CARD_LOCKED: Final = 15  # seat whose card it is, slot
CARD_EXPOSED: Final = 16  # seat whose card it is, slot, card
POWER_RAISED: Final = 17  # seat whose card it is, slot, by how much
DUEL_STARTED: Final = 18  # seat, slot, then each seat's card there or NO_CARD
EQUIPMENT_ASKED: Final = 19  # seat
EQUIPPED: Final = 20  # seat, card
EQUIPMENT_DECLINED: Final = 21  # seat
DUEL_DECIDED: Final = 22  # winner or NOBODY, then each seat's total
PRIZE_ASKED: Final = 23  # seat
PRIZE_DECLINED: Final = 24  # seat
VC_TAKEN: Final = 25  # seat, slot, VC
VC_REMOVED: Final = 26  # slot, VC
POWER_LOOKED: Final = 27  # seat, the cards: for that seat alone, the others see how many
POWER_KEPT: Final = 28  # seat, card: the card is for that seat alone
POWER_DISCARDED: Final = 29  # seat, card, 1 if it is face up: otherwise the card is for that seat alone
ROUND_ENDED: Final = 30  # round
SCORED: Final = 31  # seat, total, then the points of each set
GAME_ENDED: Final = 32  # the winners

NOBODY: Final = -1
NOWHERE: Final = -1

# What must be chosen for an action
ONE_SLOT: Final = 1
TWO_SLOTS: Final = 2
A_CARD: Final = 3
