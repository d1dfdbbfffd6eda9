"""What happens in a match, as small tuples of whole numbers: the kind first, then what it is about.

The comment behind each kind names the rest of the tuple in order. ``event_views.py`` turns them into what a viewer
sees.
"""

from typing import Final, TypeAlias

Event: TypeAlias = tuple[int, ...]

EVENT_GAME_STARTED: Final = 0  # seats, cards
EVENT_SUIT_TAKEN: Final = 1  # seat, suit
EVENT_FIRST_ROLLED: Final = 2  # seat, value, seat, value, ...
EVENT_FIRST_PLAYER: Final = 3  # seat
EVENT_DREW: Final = 4  # seat, then the cards
EVENT_DREW_FACE_DOWN: Final = 5  # seat, then the cards: they are for that seat alone
EVENT_PLACED: Final = 6  # seat, commander, card
EVENT_PLACED_FACE_DOWN: Final = 7  # seat, commander, card: the card is for that seat alone
EVENT_SKIRMISH_STARTED: Final = 8  # skirmish, then seat, commander, seat, commander, ...
EVENT_ARMY_REVEALED: Final = 9  # seat, commander, then the cards
EVENT_BONUSES_SELECTED: Final = 10  # seat, the bonuses as a bit mask
EVENT_ROLLED: Final = 11  # seat, attempt, total, then the dice, then what each shows
EVENT_REROLLED: Final = 12  # seat, the die's place from 1, the die, what it showed, what it shows, total
EVENT_REROLL_DECLINED: Final = 13  # seat
EVENT_SKIRMISH_TIED: Final = 14  # total, bit mask of the seats that go on, then the tied seats in turn order
EVENT_SKIRMISH_WON: Final = 15  # seat, commander, total, why
EVENT_COMMANDER_LOST: Final = 16  # seat, commander
EVENT_WAR_TIED: Final = 17  # wins, then the tied seats
EVENT_TIEBREAK_ANSWERED: Final = 18  # seat, 1 to fight
EVENT_CHAMPION_COMMITTED: Final = 19  # seat, commander: the commander is for that seat alone
EVENT_CHAMPION_NAMED: Final = 20  # seat, commander
EVENT_CHAMPIONS_ASKED: Final = 21  # skirmish, then the seats that have a choice
EVENT_GAME_ENDED: Final = 22  # end reason, number of seats, the wins of each, then the winners

# Why a skirmish was won
WON_BY_TOTAL: Final = 1
WON_BY_SYNERGY: Final = 2
WON_BY_ORDER: Final = 3

# Why the match ended
ENDED_BY_VICTORIES: Final = 1
ENDED_BY_LAST_STANDING: Final = 2
ENDED_BY_SHARING: Final = 3
