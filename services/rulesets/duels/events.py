"""What happens in a match, as small tuples of whole numbers: the kind first, then what it is about.

The comment behind each kind names the rest of the tuple in order; slots count from 0. ``event_views.py`` turns them
into what a viewer sees.
"""

from typing import Final, TypeAlias

Event: TypeAlias = tuple[int, ...]

EVENT_MATCH_STARTED: Final = 0  # the seat that begins, cards in the Power deck
EVENT_ROUND_DEALT: Final = 1  # round, the seat that begins it, then the VC of each slot
EVENT_CARD_PLACED: Final = 2  # seat, slot, card or NO_CARD for an empty spot: for that seat alone
EVENT_PLAYER_READY: Final = 3  # seat
EVENT_LINED_UP: Final = 4  # for each seat: bit mask of the slots with a card
EVENT_TURN_BEGAN: Final = 5  # seat, quiet turns so far
EVENT_SWITCHED: Final = 6  # seat, slot, card from hand, card to hand: the cards are for that seat alone
EVENT_FILLED: Final = 7  # seat, slot, card: the card is for that seat alone
EVENT_MOVED: Final = 8  # seat, slot, slot: two of its face-down cards changed places
EVENT_PASSED: Final = 9  # seat
EVENT_ACTION_PLAYED: Final = 10  # seat, slot, card
EVENT_CHOICE_ASKED: Final = 11  # seat, card whose action it is, CHOICE_SLOT, CHOICE_SLOTS or CHOICE_CARD
EVENT_CARD_DESTROYED: Final = 12  # seat whose card it was, card, slot or NOWHERE: it was not in the line-up
EVENT_PEEKED: Final = 13  # seat that looks, slot, card of the other seat: the card is for the seat that looks alone
EVENT_VC_MOVED: Final = 14  # seat, slot, slot
EVENT_CARD_LOCKED: Final = 15  # seat whose card it is, slot
EVENT_CARD_EXPOSED: Final = 16  # seat whose card it is, slot, card
EVENT_POWER_RAISED: Final = 17  # seat whose card it is, slot, by how much
EVENT_DUEL_STARTED: Final = 18  # seat, slot, then each seat's card there or NO_CARD
EVENT_EQUIPMENT_ASKED: Final = 19  # seat
EVENT_EQUIPPED: Final = 20  # seat, card
EVENT_EQUIPMENT_DECLINED: Final = 21  # seat
EVENT_DUEL_DECIDED: Final = 22  # winner or NOBODY, then each seat's total
EVENT_PRIZE_ASKED: Final = 23  # seat
EVENT_PRIZE_DECLINED: Final = 24  # seat
EVENT_VC_TAKEN: Final = 25  # seat, slot, VC
EVENT_VC_REMOVED: Final = 26  # slot, VC
EVENT_POWER_LOOKED: Final = 27  # seat, the cards: for that seat alone, the others see how many
EVENT_POWER_KEPT: Final = 28  # seat, card: the card is for that seat alone
EVENT_POWER_DISCARDED: Final = 29  # seat, card, 1 if it is face up: otherwise the card is for that seat alone
EVENT_ROUND_ENDED: Final = 30  # round
EVENT_SCORED: Final = 31  # seat, total, then the points of each set
EVENT_GAME_ENDED: Final = 32  # the winners

NOBODY: Final = -1
NOWHERE: Final = -1

# What must be chosen for an action
CHOICE_SLOT: Final = 1
CHOICE_SLOTS: Final = 2
CHOICE_CARD: Final = 3
