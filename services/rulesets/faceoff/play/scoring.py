"""Final scoring (FO-125 to FO-136) over plain lists: what each player owns, and the tokens that they hold.

What a player owns is every card of theirs in whichever place: deck, hand, discard pile, HQ stack, in front, dealt, in
play, rewards.
"""

from typing import Final, NamedTuple

from services.rulesets.faceoff.cards.cards import NO_SET, Cards
from services.rulesets.faceoff.cards.vocabulary import KIND_BONUS, KIND_POWER, KIND_SCRUB
from services.rulesets.faceoff.table.rules import SET_SIZE
from services.rulesets.faceoff.table.state import NO_SEAT

FACE_DOWN_POINTS: Final = 1
"""What a VC is worth to a player who does not lead in its set (FO-132)."""
COMPLETE_SET_POINTS: Final = 1000
"""What a whole set counts for, so that the player who has one is ahead of any other score (FO-125, FO-P06)."""

TIES: Final = ("shared", "power_cards", "turn_order")
"""What decides between equal scores: places of these words (FO-R69)."""
BY_POWER_CARDS: Final = 1
BY_TURN_ORDER: Final = 2


class Score(NamedTuple):
    """What a player scores."""

    total: int
    parts: list[int]
    """What adds up to it, in the order of :func:`parts`."""


def parts(cards: Cards, sets: list[int]) -> list[str]:
    """The names of a score's parts; ``sets``: the factions whose victory cards are in the match."""
    return [*(cards.sets[of] for of in sets), "face_down", "bonus", "tokens", "power_cards", "scrubs", "cards", "set"]


def score(
    cards: Cards, sets: list[int], owned: list[list[int]], tokens: list[int], complete: int = NO_SEAT
) -> list[Score]:
    """Each player's score. ``complete``: who has a whole set, if any; then nobody is paid for power cards any more
    (FO-125)."""
    leaders = [_leaders(cards, of, owned) for of in sets]
    bonuses = [0] * len(owned)
    if complete == NO_SEAT:
        bonuses = power_card_bonus([power_cards(cards, own) for own in owned])
    found = []
    for seat, own in enumerate(owned):
        up, down = [0] * len(sets), 0
        for place, of in enumerate(sets):
            values = [cards.value[card] for card in own if cards.set_of[card] == of]
            if seat in leaders[place]:
                up[place] = sum(values)  # FO-131
            else:
                down += FACE_DOWN_POINTS * len(values)
        bonus = sum([cards.value[card] for card in own if cards.kind[card] == KIND_BONUS])  # FO-133
        scrubs = sum([cards.vp[card] for card in own if cards.kind[card] == KIND_SCRUB])  # FO-135
        printed = sum([cards.vp[card] for card in own if cards.kind[card] != KIND_SCRUB])  # FO-R70
        whole = COMPLETE_SET_POINTS if seat == complete else 0
        each = [*up, down, bonus, tokens[seat], bonuses[seat], scrubs, printed, whole]
        found.append(Score(sum(each), each))
    return found


def _leaders(cards: Cards, of: int, owned: list[list[int]]) -> list[int]:
    """Who has the most pieces of a set, all of them on a tie (FO-129, FO-R67)."""
    pieces = [sum([cards.pieces[card] for card in own if cards.set_of[card] == of]) for own in owned]
    most = max(pieces)
    return [seat for seat, each in enumerate(pieces) if each == most and most > 0]


def power_cards(cards: Cards, own: list[int]) -> int:
    """How many power cards a player has, those of all factions and Heathen House (FO-R68)."""
    return sum([cards.kind[card] == KIND_POWER for card in own])


def power_card_bonus(counts: list[int]) -> list[int]:
    """What each player gets for power cards: who has most, the difference to the second most; nobody on a tie (FO-130,
    FO-R68)."""
    first, second = sorted(counts, reverse=True)[:2]
    return [first - second if count == first else 0 for count in counts]


def holds_set(cards: Cards, own: list[int], of: int) -> bool:
    """Whether a player owns a whole set (FO-125, FO-R65)."""
    return of != NO_SET and sum([cards.set_of[card] == of for card in own]) == SET_SIZE


def ranks(cards: Cards, totals: list[int], owned: list[list[int]], tie: int, first: int) -> list[int]:
    """Each seat's rank, 1 for the highest score (FO-136); equal seats share one, and the next is left out. ``tie``: a
    place in ``TIES``; ``first``: who has the first-player marker."""
    keys = [(total, _tie_key(cards, own, tie)) for total, own in zip(totals, owned, strict=True)]
    if tie == BY_TURN_ORDER:
        keys = [(total, -((seat - first) % len(totals))) for seat, total in enumerate(totals)]
    return [1 + sum([other > key for other in keys]) for key in keys]


def _tie_key(cards: Cards, own: list[int], tie: int) -> int:
    return power_cards(cards, own) if tie == BY_POWER_CARDS else 0
