"""What happens in a match, as small tuples of whole numbers: the kind first, then what it is about.

The comment behind each kind names the rest of the tuple in order. ``events/shares.py`` turns them into what a viewer
sees. Cards that only some may know are marked *private*; where it says nothing, all see everything.
"""

from typing import Final, TypeAlias

Event: TypeAlias = tuple[int, ...]

# -- setup -----------------------------------------------------------------------------------------------------------
EVENT_MATCH_STARTED: Final = 0  # number of seats
EVENT_FACTION_CHOSEN: Final = 1  # seat, faction
# first player, HQ, timing card, Market card, top scrub, then row (3) and middle (2) of the Clock tree, then of the
# Power tree; a middle card is HIDDEN with option tree_middle=face_down
EVENT_TABLE_SET: Final = 2
EVENT_DEALT: Final = 3  # seat, two victory cards, then the hand: all private to the seat
EVENT_MULLIGANED: Final = 4  # seat, then the new hand: private to the seat
EVENT_HAND_KEPT: Final = 5  # seat

# -- the course of a round -------------------------------------------------------------------------------------------
EVENT_ROUND_BEGAN: Final = 6  # round, first player
EVENT_AWAITED: Final = 7  # phase, bit mask of the seats that must commit
EVENT_COMMITTED: Final = 8  # seat, action: private to the seat
# phase, seat, turn: what is waited for next, if it is not an ability's choice
EVENT_ASKED: Final = 9
# seat, turn, trigger, acting card, actor, pc, target, todo, reacted: an ability asks (see Table for each register)
EVENT_ABILITY_ASKED: Final = 10
EVENT_CLOCK_CHOSEN: Final = 11  # seat, card
EVENT_REVEALED: Final = 12  # seat, a REVEAL_ below, card or NO_CARD (face down: private to the seat)
EVENT_BUILD_REVEALED: Final = 13  # seat, then entries
EVENT_ADDED_TO_HQ: Final = 14  # seat, entry

# -- abilities -------------------------------------------------------------------------------------------------------
EVENT_ABILITY_BEGAN: Final = 15  # actor or NO_SEAT, card, trigger
EVENT_TARGET_CHOSEN: Final = 16  # actor, seat
EVENT_ANSWERED: Final = 17  # actor, 1 yes or 0 no: to an optional ability
EVENT_OPTION_CHOSEN: Final = 18  # actor, number from 0
EVENT_DREW: Final = 19  # seat, then the cards: private to the seat, the others see how many
EVENT_RESHUFFLED: Final = 20  # seat, number of cards: its discard pile is its deck now
EVENT_DISCARDED: Final = 21  # seat, card, ORIGIN_HAND or ORIGIN_DECK
EVENT_DESTROYED: Final = 22  # seat, card, ORIGIN_HAND or ORIGIN_DISCARD_PILE
EVENT_VP_CHANGED: Final = 23  # seat, by how much, what it has now
EVENT_SCRUB_GAINED: Final = 24  # seat, card, the next scrub on top or NO_CARD
EVENT_POWER_MODIFIED: Final = 25  # seat, by how much, location
EVENT_SHIELDED: Final = 26  # seat that is not affected, attacking card
EVENT_SHIELD_DISCARDED: Final = 27  # seat, card from hand (option shield=reaction)
EVENT_NO_SHIELD: Final = 28  # seat: it discards none
EVENT_HAND_LOOKED_AT: Final = 29  # seat that looks, seat whose hand it is, the cards: private to the two
EVENT_TOP_LOOKED_AT: Final = 30  # seat, top card of its deck: private to the seat
EVENT_LEFT_ON_TOP: Final = 31  # seat
EVENT_RECALLED: Final = 32  # seat, card: from its discard pile to its hand
EVENT_MOVED_TO_HQ: Final = 33  # seat, entry, ORIGIN_HAND or ORIGIN_DISCARD_PILE
EVENT_KICKED: Final = 34  # seat whose stack it was in, entry: to that seat's discard pile
EVENT_CHOSE_NONE: Final = 35  # seat: no card

# -- Face Off --------------------------------------------------------------------------------------------------------
EVENT_TOTALS: Final = 36  # location, then for each seat: printed power, combos, modifiers, total
EVENT_RANKED: Final = 37  # location, then the seats in order, best first
EVENT_REWARD_TAKEN: Final = 38  # seat, one of the rewards below, card or NO_CARD
EVENT_REWARD_DECLINED: Final = 39  # seat
EVENT_CLOCK_CARD_REMOVED: Final = 40  # the VC or bonus card that nobody took (FO-R17)
EVENT_CLOCK_CARD_GIVEN: Final = 41  # seat, card: the same with option unclaimed=first_player
EVENT_AVIATOR_MOVED: Final = 42  # seat, card
EVENT_AVIATOR_STAYED: Final = 43  # seat, card
EVENT_CLEANED_UP: Final = 44  # seat, then the cards that go to its discard pile, face up
# tree, place in the middle, card that moves to the row, card that takes its place: NO_CARD if there is none, HIDDEN
# with option tree_middle=face_down
EVENT_REFILLED: Final = 45

# -- HQ Assault ------------------------------------------------------------------------------------------------------
EVENT_BID_MADE: Final = 46  # seat, tokens
EVENT_BID_PASSED: Final = 47  # seat
EVENT_MARKET_UNSOLD: Final = 48  # nobody can bid
EVENT_MARKET_SKIPPED: Final = 49  # the assault card ends the final HQ (FO-110), or there is no Market card left
EVENT_MARKET_SOLD: Final = 50  # seat, card, tokens paid
EVENT_SHUFFLED_IN: Final = 51  # seat, card: into its deck; EVENT_PUT_ON_DISCARD otherwise
EVENT_PUT_ON_DISCARD: Final = 52  # seat, card
EVENT_MARKET_FLIPPED: Final = 53  # card or NO_CARD
EVENT_ASSAULT_COUNTED: Final = 54  # assault card, how many lie at this HQ now
EVENT_HQ_CRACKED: Final = 55  # HQ card
EVENT_HQ_REWARD_REMOVED: Final = 56  # reward card that nobody took (FO-R57)
EVENT_HQ_CLEARED: Final = 57  # seat, then the cards that go from its stack to its discard pile
EVENT_HQ_REVEALED: Final = 58  # HQ card, timing card: the former ones and the assault cards are set aside

# -- Draw Phase and end ----------------------------------------------------------------------------------------------
EVENT_VICTORY_PLACED: Final = 59  # seat, card, 1 if it lies face up: otherwise the card is private to the seat
EVENT_ACTION_USED: Final = 60  # seat, card: its Draw Phase or End of Turn action
EVENT_ROUND_ENDED: Final = 61  # round, next first player
EVENT_SET_COMPLETED: Final = 62  # seat, faction of the set
# seat, total, number of sets, then for each its faction and points, then the other parts (play/scoring.py)
EVENT_SCORED: Final = 63
EVENT_GAME_ENDED: Final = 64  # one of the reasons below, then the winners
EVENT_DEALT_SHOWN: Final = 65  # seat, the two victory cards that it was dealt: the match is over

# What a player does in a step of a Face Off
REVEAL_NOTHING: Final = 0
REVEAL_FACE_DOWN: Final = 1
REVEAL_PLAYED: Final = 2

ORIGIN_HAND: Final = 0
ORIGIN_DISCARD_PILE: Final = 1
ORIGIN_DECK: Final = 2

# Rewards
REWARD_CLOCK: Final = 0
REWARD_POWER: Final = 1
REWARD_VP: Final = 2
REWARD_VC7: Final = 3
REWARD_HQ: Final = 4

# Trees
TREE_CLOCK: Final = 0
TREE_POWER: Final = 1

# Why a match ended
END_ALL_CRACKED: Final = 0
END_COMPLETE_SET: Final = 1
END_CLOCK_EMPTY: Final = 2
