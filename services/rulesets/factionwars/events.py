"""What happens in a match, as small tuples of whole numbers: the kind first, then what it is about.

The comment behind each kind names the rest of the tuple in order. ``event_views.py`` turns them into what a viewer
sees.
"""

from typing import Final, TypeAlias

Event: TypeAlias = tuple[int, ...]

EVENT_GAME_STARTED: Final = 0  # seats, positions, final pass
EVENT_BONUS_DISPLAYED: Final = 1  # the bonus cards on display
EVENT_LINE_UP_FILLED: Final = 2  # round, then the card at each position
EVENT_BID_PLACED: Final = 3  # seat, position: the position is for that seat alone
EVENT_BIDS_REVEALED: Final = 4  # each seat's position
EVENT_BATTLE_STARTED: Final = 5  # position, card, then the seats
EVENT_BATTLE_CARD_REVEALED: Final = 6  # seat, card, step of the battle, battle value, symbol
EVENT_BATTLE_TIED: Final = 7  # the seats that go on
EVENT_BATTLE_DROPPED: Final = 8  # seat
EVENT_BATTLE_WON: Final = 9  # seat, card
EVENT_BATTLE_UNRESOLVED: Final = 10  # position, card
EVENT_COLLECTED: Final = 11  # seat, card, source, position
EVENT_CHOICE_ASKED: Final = 12  # seat, card being resolved, CHOICE_PLAYER or CHOICE_CARD
EVENT_PLAYER_CHOSEN: Final = 13  # seat, card being resolved, seat chosen
EVENT_CARD_CHOSEN: Final = 14  # seat, card being resolved, card chosen
EVENT_RECRUIT_TAKEN: Final = 15  # seat that takes, seat that had it, card
EVENT_RECRUIT_GIVEN: Final = 16  # seat that gives, seat that gets, card
EVENT_RECRUIT_LOST: Final = 17  # seat, card
EVENT_BYSTANDER_GIVEN: Final = 18  # seat that gives, seat that gets, card
EVENT_RECRUITED: Final = 19  # seat, card
EVENT_ACTION_PERFORMED: Final = 20  # seat, card
EVENT_DECK_RESHUFFLED: Final = 21  # seat, number of cards
EVENT_RECRUITS_RESHUFFLED: Final = 22  # pass, number of cards, 1 if War is Over is among them
EVENT_WAR_IS_OVER_DRAWN: Final = 23  # DRAWN_IN_REFILL or DRAWN_BY_ABILITY
EVENT_ROUND_ENDED: Final = 24  # round, then the cards left in the line-up
EVENT_SCORED: Final = (
    25  # seat, then its score: total, recruits, berserkers, faction cards, bystanders, displayed bonuses
)
EVENT_GAME_ENDED: Final = 26  # end reason, then the winners

# Where a collected card came from
SOURCE_LINE_UP: Final = 1
SOURCE_DRAW: Final = 2
SOURCE_DISCARD: Final = 3
SOURCE_STEAL: Final = 4
SOURCE_TRADE: Final = 5

# What must be chosen
CHOICE_PLAYER: Final = 1
CHOICE_CARD: Final = 2

# Where War is Over was drawn
DRAWN_IN_REFILL: Final = 1
DRAWN_BY_ABILITY: Final = 2

# Why the match ended
ENDED_BY_WAR_IS_OVER: Final = 1
ENDED_BY_NO_CARDS: Final = 2
