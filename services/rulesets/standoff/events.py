"""What happens in a match, as small tuples of whole numbers: the kind first, then what it is about.

The comment behind each kind names the rest of the tuple in order. A set of hexes is a bit mask; an owner is a seat or
``BLACK_TILE``; a controller is a seat or ``NO_SEAT``. ``event_views.py`` turns events into what a viewer sees.
"""

from typing import Final, TypeAlias

Event: TypeAlias = tuple[int, ...]

MATCH_STARTED: Final = 0  # seat that has the first turn
TURN_BEGAN: Final = 1  # seat, round
UPKEEP_PAID: Final = 2  # seat, card, hex of the token or NOWHERE, upkeeps left or NOT_SCHEDULED
CREDITS: Final = 3  # seat, change, budget
ACTIONS: Final = 4  # seat, change, actions left
ENCAMPMENTS: Final = 5  # seat, change, encampment cards left
CARD_PLAYED: Final = 6  # seat, card
TOKEN_USED: Final = 7  # seat, hex, card of the token
SATELLITE_USED: Final = 8  # seat, place in orbit, card
TILE_CHOSEN: Final = 9  # seat, hex: one of a group that is not complete
TILES_PLACED: Final = 10  # seat that places, owner, set of hexes
TILE_DESTROYED: Final = 11  # seat that destroys, hex, owner
TILE_CONVERTED: Final = 12  # seat that takes it, hex, owner before
TILE_MOVED: Final = 13  # seat that moves it, from hex, to hex, owner
TOKEN_PLACED: Final = 14  # seat, hex, card of the token
TOKEN_REMOVED: Final = 15  # seat, hex, card of the token
CONTROL_CHANGED: Final = 16  # hex, card of the token, controller before, controller
DREW: Final = 17  # seat, the cards: for that seat alone, the others see how many
RESHUFFLED: Final = 18  # seat, how many cards of the discard pile
DISCARDED: Final = 19  # seat whose card it is, card
TRASHED: Final = 20  # seat whose card it was, card from hand
PLAYED_CARD_TRASHED: Final = 21  # seat, card that was being played
BOUGHT: Final = 22  # seat, card, slot or NO_SLOT for a pile
SLOT_FILLED: Final = 23  # slot, card or NO_CARD: the draft pile is empty
SLOT_TRASHED: Final = 24  # seat, slot, card
CARD_GIVEN: Final = 25  # seat, seat that gains it, card, 1 if it goes into the deck
HAND_SHOWN: Final = 26  # seat that looks, seat whose hand it is, the cards ascending: for the seat that looks alone
CARD_FOUND: Final = 27  # seat, card from its deck: for that seat alone
DECK_SHUFFLED: Final = 28  # seat
RECOVERED: Final = 29  # seat, card from its discard pile
SATELLITE_DEPLOYED: Final = 30  # seat, card
SATELLITE_DESTROYED: Final = 31  # seat whose it was, card
SCHEDULED: Final = 32  # seat whose upkeeps, card, place of the effect, times
CHOICE_ASKED: Final = 33  # seat, program, place of the effect, hex or NOWHERE, seat aimed at or NO_SEAT, choices left
RESOLVED: Final = 34  # seat: what waited for a choice is done
TURN_ENDED: Final = 35  # seat
DISCARD_ASKED: Final = 36  # seat, how many cards too many
GAME_ENDED: Final = 37  # how, then the seats from first to last

NO_SLOT: Final = -1
NOT_SCHEDULED: Final = -1
