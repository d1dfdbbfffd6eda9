"""The options of a match, and the rules that they and the chart make.

An option is turned into data or swaps a function, once, when a match starts; the phases do not ask for it.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from services.engine.options import Values, choice, flag
from services.engine.ruleset import OptionValue
from services.rulesets.faceoff.cards.cards import NO_LETTER, Cards
from services.rulesets.faceoff.play import scoring, setup
from services.rulesets.faceoff.power import pairing
from services.rulesets.faceoff.table.rules import VICTORY_CARDS_DEALT, Rules

OPTIONS: Final = (
    choice(
        "factions",
        "Factions",
        ("base4", "base4_robots"),
        "Whether the four base factions may be played, joined by the Robots only where five play, or always all five.",
    ),
    choice(
        "faction_choice",
        "How factions are given out",
        ("players", "in_order", "random"),
        "Whether players choose their factions in seat order, get them by seat in the order of the catalogue, "
        "or at random.",
    ),
    choice(
        "timing",
        "Timing cards",
        ("chart", "shorter", "longer"),
        "Which timing cards are used: those of the chart, or others for a shorter or longer match; the longer "
        "one brings the 5 for two to four players.",
    ),
    choice("first_player", "First player", ("random", "seat_0"), "Who begins the match."),
    choice(
        "tree_middle",
        "Middle of the trees",
        ("face_up", "face_down"),
        "Whether the two middle cards of the Clock and Power trees lie face up.",
    ),
    choice(
        "unclaimed",
        "Unclaimed prizes",
        ("removed", "first_player"),
        "Whether a victory or bonus card that nobody takes in a Face Off leaves the game, or goes to the first player.",
    ),
    flag(
        "fo_equipment_needs_personality",
        "Equipment needs a personality",
        "In a Face Off, only who played a personality may play an equipment.",
        default=True,
    ),
    choice(
        "letter_order",
        "Best letter",
        ("A_best", "Z_best"),
        "Which tie-breaker letter is best. No letter is worst either way.",
    ),
    flag("reward_decline", "Rewards may be declined", "Places 1 and 2 may take no reward.", default=True),
    choice(
        "hq_reward",
        "HQ rewards",
        ("permanent", "tokens"),
        "Whether an HQ reward is a permanent special power, or 4 VP tokens.",
    ),
    flag(
        "build_up_mandatory",
        "Build Up is mandatory",
        "In an HQ Assault, everybody who has cards must add one.",
        default=True,
    ),
    choice(
        "shield",
        "How attacks are blocked",
        ("static", "reaction"),
        "Whether a Shield in play blocks attacks, or a card that says Shield and is discarded from hand.",
    ),
    choice(
        "hq_equip",
        "How armies are equipped",
        ("auto_max", "in_order"),
        "Whether the personalities of an army are equipped for the greatest total, or in the order in which "
        "the cards were added.",
    ),
    flag(
        "hq_reward_needs_card",
        "Reward needs a card at the HQ",
        "Only players with a card near the HQ are ranked when it cracks.",
        default=False,
    ),
    choice(
        "placed_vc",
        "Placed victory cards",
        ("face_up", "face_down"),
        "Whether victory and bonus cards are placed face up, or only their owner knows which they are.",
    ),
    choice(
        "final_tie",
        "Equal scores",
        ("shared", "power_cards", "turn_order"),
        "Whether equal scores share the win, or the most power cards decide, or who is earlier in turn order.",
    ),
)

BASE_FACTIONS: Final = 4
FIRST_ASSAULTS: Final = {2: 10, 3: 15, 4: 15, 5: 15}  # FO-055, as all of these
BONUS_CARDS: Final = {2: 3, 3: 4, 4: 5, 5: 6}
HEATHEN_POWER: Final = {2: 6, 3: 8, 4: 10, 5: 12}
HEATHEN_MARKET: Final = {2: 5, 3: 6, 4: 5, 5: 4}
TIMING_CARDS: Final[dict[str, dict[int, tuple[int, ...]]]] = {
    "chart": {2: (2, 3, 4), 3: (1, 2, 3, 4), 4: (1, 2, 2, 3, 4), 5: (1, 1, 2, 2, 3, 3)},
    # Two cards of each value from 1 to 5, and never more than the assault cards (FO-R05, FO-056).
    "shorter": {2: (1, 2, 3), 3: (1, 1, 2, 3), 4: (1, 1, 2, 2, 3), 5: (1, 1, 2, 2, 3, 3)},
    "longer": {2: (2, 3, 5), 3: (2, 3, 5, 5), 4: (1, 2, 3, 4, 5), 5: (1, 1, 2, 3, 4, 4)},
}
VICTORY_CARDS_OF_A_SET: Final = 6  # without the seven

_DEAL_FACTIONS: Final = {"in_order": setup.in_order, "random": setup.at_random, "players": setup.in_order}
_FIRST_PLAYER: Final = {"random": setup.anybody, "seat_0": setup.seat_0}
_TOKENS_FOR_HQ_REWARD: Final = {"permanent": 0, "tokens": 4}  # FO-P04
_BEST_PAIRS: Final = {"auto_max": pairing.best_pairs, "in_order": pairing.in_order}


class SetupError(Exception):
    """A match cannot be set up: there are fewer factions than players (FO-R02)."""


def rules_for(cards: Cards, seats: int, options: Mapping[str, OptionValue]) -> Rules:
    """The rules of a match with these cards and this many players. ``options`` is complete and checked.

    Raises:
        SetupError: the catalogue has fewer factions than there are players.
    """
    return _rules_for(cards, seats, Values(options, OPTIONS))


@lru_cache(maxsize=256)
def _rules_for(cards: Cards, seats: int, values: Values) -> Rules:
    rules = Rules()
    rules.cards = cards
    rules.seats = seats
    rules.everyone = (1 << seats) - 1
    rules.options = values.options()
    rules.factions = _factions(cards, seats, values.word("factions"))
    rules.choose_factions = values.word("faction_choice") == "players"
    rules.deal_factions = _DEAL_FACTIONS[values.word("faction_choice")]
    rules.timing = _timing(cards, TIMING_CARDS[values.word("timing")][seats])
    rules.assaults = FIRST_ASSAULTS[seats]
    rules.bonus = BONUS_CARDS[seats]
    rules.heathen_power = HEATHEN_POWER[seats]
    rules.heathen_market = HEATHEN_MARKET[seats]
    rules.max_rounds = max_rounds(seats, values.word("timing"))
    rules.first_player = _FIRST_PLAYER[values.word("first_player")]
    rules.middle_hidden = values.word("tree_middle") == "face_down"
    rules.take_unclaimed = values.word("unclaimed") == "first_player"
    rules.equipment_alone = not values.flag("fo_equipment_needs_personality")
    rules.letters = _letters(cards, values.word("letter_order"))
    rules.decline = values.flag("reward_decline")
    rules.tokens_for_hq_reward = _TOKENS_FOR_HQ_REWARD[values.word("hq_reward")]
    rules.build_optional = not values.flag("build_up_mandatory")
    rules.react = values.word("shield") == "reaction"
    rules.best_pairs = _BEST_PAIRS[values.word("hq_equip")]
    rules.army_needs_card = values.flag("hq_reward_needs_card")
    rules.placed_hidden = values.word("placed_vc") == "face_down"
    rules.final_tie = scoring.TIES.index(values.word("final_tie"))
    return rules


def _factions(cards: Cards, seats: int, which: str) -> list[int]:
    """The factions that may be played: the base factions, and all others where they are asked for or needed
    (FO-R02)."""
    found = [faction for faction in range(len(cards.factions)) if faction != cards.heathen]
    if which == "base4" and seats <= BASE_FACTIONS:
        found = found[:BASE_FACTIONS]
    if len(found) < seats:
        raise SetupError(f"{seats} players need {seats} factions, and there are {len(found)}.")
    return found


def _timing(cards: Cards, values: tuple[int, ...]) -> list[int]:
    """Timing cards with these values, in catalogue order."""
    return sorted(cards.timings[value][values[:place].count(value)] for place, value in enumerate(values))


def _letters(cards: Cards, order: str) -> list[int]:
    if order == "A_best":
        return cards.letter.copy()
    return [letter if letter == NO_LETTER else NO_LETTER - 1 - letter for letter in cards.letter]


def clock_cards(seats: int) -> int:
    """How many cards the Clock tree and deck have (FO-047): 27, 37, 42, 47."""
    victory = (seats + 1) * VICTORY_CARDS_OF_A_SET - seats * VICTORY_CARDS_DEALT
    return victory + BONUS_CARDS[seats] + FIRST_ASSAULTS[seats]


def max_rounds(seats: int, timing: str) -> int:
    """A bound on the rounds: each takes a card from the clock and nothing adds one, and when as many assault cards were
    chosen as the timing cards add up to, the last HQ cracks. At worst all other cards were chosen before. 26, 32, 39,
    44 by the chart."""
    return clock_cards(seats) - (FIRST_ASSAULTS[seats] - sum(TIMING_CARDS[timing][seats]))
