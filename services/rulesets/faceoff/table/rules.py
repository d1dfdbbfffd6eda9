"""The rules of one match."""

from collections.abc import Callable, Mapping
from typing import Final

from services.engine.chance import Chance
from services.engine.ruleset import OptionValue
from services.rulesets.faceoff.cards.cards import Cards

MIN_SEATS: Final = 2
MAX_SEATS: Final = 5
STARTING_VP: Final = 10  # FO-051
STARTING_HAND: Final = 5  # FO-052
VICTORY_CARDS_DEALT: Final = 2  # FO-046
SET_SIZE: Final = 7
"""The cards of a set: values 1 to 7 (FO-013)."""


class Rules:
    """The rules of one match: its options and chart, turned into data and functions once. Never changed."""

    __slots__ = (
        "army_needs_card",
        "assaults",
        "best_pairs",
        "bonus",
        "build_optional",
        "cards",
        "choose_factions",
        "deal_factions",
        "decline",
        "equipment_alone",
        "everyone",
        "factions",
        "final_tie",
        "first_player",
        "heathen_market",
        "heathen_power",
        "letters",
        "max_rounds",
        "middle_hidden",
        "options",
        "placed_hidden",
        "react",
        "seats",
        "take_unclaimed",
        "timing",
        "tokens_for_hq_reward",
    )

    cards: Cards
    seats: int
    everyone: int
    """Bit mask of all seats."""
    options: Mapping[str, OptionValue]
    """Every option with its value."""
    factions: list[int]
    """The factions that may be played (FO-R02)."""
    choose_factions: bool
    """Players choose their factions, in seat order (FO-039)."""
    deal_factions: Callable[[Chance, list[int]], list[int]]
    """How the factions are given out where players do not choose: from chance and those that may be played, in the
    order of the seats."""
    timing: list[int]
    """Timing cards of the match in catalogue order: one for each HQ (FO-055, FO-R05)."""
    assaults: int
    """HQ assault cards in the Clock deck: those numbered from 1 to this (FO-R06)."""
    bonus: int
    """Bonus cards in the Clock deck (FO-047)."""
    heathen_power: int
    """Heathen House power cards in the Power deck, specials not counted (FO-048, FO-R04)."""
    heathen_market: int
    """Heathen House market cards in the Market deck, A Haunting Presence not counted (FO-042, FO-R04)."""
    max_rounds: int
    """A bound on the rounds (section 6 of the rules page)."""
    first_player: Callable[[Chance, int], int]
    """Who begins, from chance and the number of seats (FO-054, FO-R09)."""
    middle_hidden: bool
    """The middle cards of both trees lie face down (FO-R12)."""
    take_unclaimed: bool
    """The first player gets the clock card that nobody took (FO-R17)."""
    equipment_alone: bool
    """Equipment may be played in a Face Off without a personality (FO-R20)."""
    letters: list[int]
    """What each card's tie-breaker letter is worth: less is better; no letter is worst (FO-R28)."""
    decline: bool
    """Places 1 and 2 may decline a reward (FO-R33)."""
    tokens_for_hq_reward: int
    """VP tokens that a player gets who takes the HQ reward; 0: the card itself, for good (FO-R35)."""
    build_optional: bool
    """Nobody has to build up (FO-R39)."""
    react: bool
    """Attacks are blocked by discarding a defense card from hand, not by a Shield in play (FO-R44)."""
    best_pairs: Callable[[list[list[int]], list[int], list[int]], int]
    """The combo bonuses of an army, from the pair table, its personalities and its equipment (FO-R54)."""
    army_needs_card: bool
    """Only players with a card near the HQ are ranked when it cracks (FO-R56)."""
    placed_hidden: bool
    """Victory cards are placed face down (FO-R62)."""
    final_tie: int
    """What decides between equal scores: a code of scoring.py (FO-R69)."""
