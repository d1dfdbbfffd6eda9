"""What happens in a match, as small tuples of whole numbers: the kind first, then what it is about.

The comment behind each kind names the rest of the tuple in order. ``event_views.py`` turns them into what a viewer
sees.
"""

from typing import Final, TypeAlias

Event: TypeAlias = tuple[int, ...]

GAME_STARTED: Final = 0  # seats, positions, final pass
BONUS_DISPLAYED: Final = 1  # the bonus cards on display
LINE_UP_FILLED: Final = 2  # round, then the card at each position
BID_PLACED: Final = 3  # seat, position: the position is for that seat alone
BIDS_REVEALED: Final = 4  # each seat's position
BATTLE_STARTED: Final = 5  # position, card, then the seats
BATTLE_CARD_REVEALED: Final = 6  # seat, card, step of the battle, battle value
BATTLE_TIED: Final = 7  # the seats that go on
BATTLE_DROPPED: Final = 8  # seat
BATTLE_WON: Final = 9  # seat, card
BATTLE_UNRESOLVED: Final = 10  # position, card
COLLECTED: Final = 11  # seat, card, source, position
CHOICE_ASKED: Final = 12  # seat, card being resolved, PLAYER or CARD
PLAYER_CHOSEN: Final = 13  # seat, card being resolved, seat chosen
CARD_CHOSEN: Final = 14  # seat, card being resolved, card chosen
RECRUIT_TAKEN: Final = 15  # seat that takes, seat that had it, card
RECRUIT_GIVEN: Final = 16  # seat that gives, seat that gets, card
RECRUIT_LOST: Final = 17  # seat, card
BYSTANDER_GIVEN: Final = 18  # seat that gives, seat that gets, card
RECRUITED: Final = 19  # seat, card
ACTION_PERFORMED: Final = 20  # seat, card
DECK_RESHUFFLED: Final = 21  # seat, number of cards
RECRUITS_RESHUFFLED: Final = 22  # pass, number of cards, 1 if War is Over is among them
WAR_IS_OVER_DRAWN: Final = 23  # REFILL or ABILITY
ROUND_ENDED: Final = 24  # round, then the cards left in the line-up
SCORED: Final = 25  # seat, then its score: total, recruits, berserkers, faction cards, bystanders, displayed bonuses
GAME_ENDED: Final = 26  # end reason, then the winners

# Where a collected card came from
LINE_UP: Final = 1
DRAW: Final = 2
DISCARD: Final = 3
STEAL: Final = 4
TRADE: Final = 5

# What must be chosen
PLAYER: Final = 1
CARD: Final = 2

# Where War is Over was drawn
REFILL: Final = 1
ABILITY: Final = 2

# Why the match ended
BY_WAR_IS_OVER: Final = 1
BY_NO_CARDS: Final = 2
