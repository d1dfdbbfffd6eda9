"""The cards that a viewer has not seen, by where they can be, and what victory cards a player may lack of a set."""

from services.rulesets.faceoff.cards.cards import PLAYED_AS
from services.rulesets.faceoff.table.rules import SET_SIZE, VICTORY_CARDS_DEALT
from services.rulesets.faceoff.table.state import (
    View,
)


class Unseen:
    """The cards that nobody the viewer knows of has, by where they can be."""

    __slots__ = (
        "assaults",
        "bonus",
        "headquarters",
        "heathen_market",
        "heathen_power",
        "market",
        "power",
        "scrubs",
        "timing",
        "victory",
    )

    victory: list[int]
    """In the Clock tree and deck, or dealt to a player."""
    bonus: list[int]
    """In the Clock tree and deck, or not in the match."""
    assaults: list[int]
    """In the Clock tree and deck, as all that follow are in their deck, but Heathen House cards that may not be in the
    match."""
    power: list[int]
    heathen_power: list[int]
    market: list[int]
    heathen_market: list[int]
    headquarters: list[int]
    timing: list[int]
    scrubs: list[int]
    """The top one not counted."""


def unseen_cards(view: View) -> Unseen:
    """What is left when all cards are taken away that the viewer sees or knows to be a player's; ascending each."""
    rules = view.rules
    cards = rules.cards
    seen = set(view.clock_row).union(
        view.clock_mid,
        view.power_row,
        view.power_mid,
        view.assaults,
        view.removed,
        view.destroyed,
        view.personality,
        view.equipment,
        (view.chosen, view.market, view.hq, view.timing, view.scrub),
        *view.discards,
        *view.front,
        *view.hidden,
        *view.dealt,
        *[[entry // PLAYED_AS for entry in entries] for entries in view.stacks],
        *[[entry // PLAYED_AS for entry in entries] for entries in view.builds],
    )
    playing = sorted(view.factions)
    unseen = Unseen()
    victory = [card for faction in sorted([*playing, cards.heathen]) for card in cards.vcs[faction]]
    unseen.victory = [card for card in victory if card not in seen]
    unseen.bonus = [card for card in cards.bonus if card not in seen]
    unseen.assaults = [card for card in cards.assaults[: rules.assaults] if card not in seen]
    unseen.power = [card for faction in playing for card in cards.power_of[faction] if card not in seen]
    unseen.heathen_power = [card for card in cards.heathen_power if card not in seen]
    unseen.market = [card for faction in playing for card in cards.market_of[faction] if card not in seen]
    unseen.heathen_market = [card for card in cards.heathen_market if card not in seen]
    unseen.headquarters = [cards.hq[faction] for faction in playing if cards.hq[faction] not in seen]
    unseen.timing = [card for card in rules.timing if card not in seen]
    unseen.scrubs = [card for card in cards.scrubs if card not in seen]
    return unseen


def missing_of_sets(view: View, seat: int) -> list[set[int]]:
    """The one or two cards that a player lacks of a set, for each set of which no more are missing."""
    cards = view.rules.cards
    own = known_to_own(view, seat)
    victory = [card for card in own if cards.set_of[card] >= 0]
    if len(victory) < SET_SIZE - VICTORY_CARDS_DEALT:  # the usual case
        return []
    return [
        {*cards.vcs[faction], cards.vc7[faction]}.difference(own)
        for faction in (*view.factions, cards.heathen)
        if len([card for card in victory if cards.set_of[card] == faction]) >= SET_SIZE - VICTORY_CARDS_DEALT
    ]


def known_to_own(view: View, seat: int) -> list[int]:
    """The victory, bonus and other cards that all know to be a player's, in no order; rewards in front not counted."""
    front = [] if view.rules.placed_hidden else view.front[seat]
    return view.hidden[seat] + view.discards[seat] + front + [entry // PLAYED_AS for entry in view.stacks[seat]]
