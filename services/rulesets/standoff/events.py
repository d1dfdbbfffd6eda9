"""What happens in a match, as small tuples of whole numbers: the kind first, then what it is about.

The comment behind each kind names the rest of the tuple in order. A set of hexes is a bit mask; an owner is a seat or
``BLACK_TILE``; a controller is a seat or ``NO_SEAT``. ``event_views.py`` turns events into what a viewer sees.
"""

from typing import Final, TypeAlias

Event: TypeAlias = tuple[int, ...]

EVENT_MATCH_STARTED: Final = 0  # seat that has the first turn
EVENT_TURN_BEGAN: Final = 1  # seat, round
EVENT_UPKEEP_PAID: Final = 2  # seat, card, hex of the token or NOWHERE, upkeeps left or NOT_SCHEDULED
EVENT_CREDITS: Final = 3  # seat, change, budget
EVENT_ACTIONS: Final = 4  # seat, change, actions left
EVENT_ENCAMPMENTS: Final = 5  # seat, change, encampment cards left
EVENT_CARD_PLAYED: Final = 6  # seat, card
EVENT_TOKEN_USED: Final = 7  # seat, hex, card of the token
EVENT_SATELLITE_USED: Final = 8  # seat, place in orbit, card
EVENT_TILE_CHOSEN: Final = 9  # seat, hex: one of a group that is not complete
EVENT_TILES_PLACED: Final = 10  # seat that places, owner, set of hexes
EVENT_TILE_DESTROYED: Final = 11  # seat that destroys, hex, owner
EVENT_TILE_CONVERTED: Final = 12  # seat that takes it, hex, owner before
EVENT_TILE_MOVED: Final = 13  # seat that moves it, from hex, to hex, owner
EVENT_TOKEN_PLACED: Final = 14  # seat, hex, card of the token
EVENT_TOKEN_REMOVED: Final = 15  # seat, hex, card of the token
EVENT_CONTROL_CHANGED: Final = 16  # hex, card of the token, controller before, controller
EVENT_DREW: Final = 17  # seat, the cards: for that seat alone, the others see how many
EVENT_RESHUFFLED: Final = 18  # seat, how many cards of the discard pile
EVENT_DISCARDED: Final = 19  # seat whose card it is, card
EVENT_TRASHED: Final = 20  # seat whose card it was, card from hand
EVENT_PLAYED_CARD_TRASHED: Final = 21  # seat, card that was being played
EVENT_BOUGHT: Final = 22  # seat, card, slot or NO_SLOT for a pile
EVENT_SLOT_FILLED: Final = 23  # slot, card or NO_CARD: the draft pile is empty
EVENT_SLOT_TRASHED: Final = 24  # seat, slot, card
EVENT_CARD_GIVEN: Final = 25  # seat, seat that gains it, card, 1 if it goes into the deck
EVENT_HAND_SHOWN: Final = (
    26  # seat that looks, seat whose hand it is, the cards ascending: for the seat that looks alone
)
EVENT_CARD_FOUND: Final = 27  # seat, card from its deck: for that seat alone
EVENT_DECK_SHUFFLED: Final = 28  # seat
EVENT_RECOVERED: Final = 29  # seat, card from its discard pile
EVENT_SATELLITE_DEPLOYED: Final = 30  # seat, card
EVENT_SATELLITE_DESTROYED: Final = 31  # seat whose it was, card
EVENT_SCHEDULED: Final = 32  # seat whose upkeeps, card, place of the effect, times
EVENT_CHOICE_ASKED: Final = (
    33  # seat, program, place of the effect, hex or NOWHERE, seat aimed at or NO_SEAT, choices left
)
EVENT_RESOLVED: Final = 34  # seat: what waited for a choice is done
EVENT_TURN_ENDED: Final = 35  # seat
EVENT_DISCARD_ASKED: Final = 36  # seat, how many cards too many
EVENT_GAME_ENDED: Final = 37  # how, then the seats from first to last

NO_SLOT: Final = -1
NOT_SCHEDULED: Final = -1
