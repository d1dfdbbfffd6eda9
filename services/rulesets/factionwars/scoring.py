"""Scoring (FW-033 to FW-036, FW-043, FW-059)."""

from typing import Final, NamedTuple

from services.engine.ruleset import Outcome, SeatResult
from services.rulesets.factionwars.cards import (
    AT_LEAST_5,
    AT_MOST_2,
    BERSERKERS,
    BONUS_CARDS,
    BYSTANDERS,
    FACTION_CARDS,
    IS_BYSTANDER,
    IS_RECRUIT,
    OF_FACTION,
    POINTS,
    BonusCard,
    Condition,
    card_set,
)
from services.rulesets.factionwars.table import PHASE_GAME_OVER, WAR_DRAWN, Table

# Why the match ended
ENDED_BY_WAR_IS_OVER: Final = 1
ENDED_BY_NO_CARDS: Final = 2
REASONS = {ENDED_BY_WAR_IS_OVER: "war_is_over", ENDED_BY_NO_CARDS: "no_cards"}


class Score(NamedTuple):
    """A player's score in points. It may be negative (FW-R42)."""

    total: int
    recruits: int
    """Printed points."""
    berserkers: int
    faction_cards: int
    bystanders: int
    """Zero or less."""
    bonuses: tuple[int, ...]
    """For each bonus card on display."""


def score(table: Table, seat: int) -> Score:
    """A player's score as it would be if the match ended now."""
    cards = table.decks[seat] + table.discards[seat]  # FW-R41
    owned = card_set(cards)
    points = sum(map(POINTS.__getitem__, cards))
    penalty = sum([POINTS[card] for card in cards if IS_BYSTANDER[card]]) if owned & BYSTANDERS else 0  # FW-034
    berserkers = (owned & BERSERKERS).bit_count()
    faction_cards = 0
    if owned & FACTION_CARDS:  # FW-059
        for cards_of_faction in OF_FACTION:
            each = (owned & cards_of_faction).bit_count()
            faction_cards += each * (owned & cards_of_faction & FACTION_CARDS).bit_count()
    players = table.rules.seats
    bonuses = tuple(
        [bonus(BONUS_CARDS[number], players, owned) for number in table.display]
    )  # FW-R06: for whoever meets it
    total = points + berserkers * berserkers + faction_cards + sum(bonuses)  # the penalty is among the points
    return Score(total, points - penalty, berserkers * berserkers, faction_cards, penalty, bonuses)


def bonus(card: BonusCard, players: int, owned: int) -> int:
    """What a displayed bonus card is worth to a player with this set of cards (FW-035)."""
    condition = card.condition
    if condition is Condition.OWN_CARDS_OF_FACTION:
        return card.points * (owned & OF_FACTION[card.faction]).bit_count()
    if condition is Condition.NO_BYSTANDERS:
        return 0 if owned & BYSTANDERS else card.points
    if condition is Condition.EACH_FACTION_AT_LEAST:
        reached = min([(owned & cards).bit_count() for cards in OF_FACTION])
    elif condition is Condition.ONE_FACTION_AT_LEAST:
        reached = max([(owned & cards).bit_count() for cards in OF_FACTION])
    elif condition is Condition.BATTLE_AT_LEAST_5_COUNT:
        reached = (owned & AT_LEAST_5).bit_count()
    else:
        reached = (owned & AT_MOST_2).bit_count()
    return card.points if reached >= card.at_least[players] else 0


def share_the_win(_cards: list[int]) -> tuple[int, int]:
    """Equal scores share their rank (FW-R40)."""
    return (0, 0)


def fewest_bystanders_then_most_recruits(cards: list[int]) -> tuple[int, int]:
    """Among equal scores the fewest bystanders win, then the most recruits (FW-R40, FW-P03)."""
    return (-sum([IS_BYSTANDER[card] for card in cards]), sum([IS_RECRUIT[card] for card in cards]))


def end_reason(table: Table) -> int:
    """Why the match ended, or would if it ended now."""
    return ENDED_BY_WAR_IS_OVER if table.war == WAR_DRAWN else ENDED_BY_NO_CARDS


def ranks(table: Table, totals: list[int]) -> list[int]:
    """Each seat's rank, 1 for the highest score (FW-036); equal seats share one, and the next is left out."""
    tie_key = table.rules.tie_key
    keys = [(totals[seat], tie_key(table.decks[seat] + table.discards[seat])) for seat in range(table.rules.seats)]
    return [1 + sum([other > key for other in keys]) for key in keys]


def outcome(state: Table) -> Outcome | None:
    """The result, or None before the end of the match."""
    if state.phase != PHASE_GAME_OVER:
        return None
    scores = [score(state, seat) for seat in range(state.rules.seats)]
    places = ranks(state, [each.total for each in scores])
    names = ["recruits", "berserkers", "faction_cards", "bystanders", *[BONUS_CARDS[b].id for b in state.display]]
    return Outcome(
        results=tuple(
            SeatResult(seat, places[seat], each.total, tuple(zip(names, (*each[1:-1], *each.bonuses), strict=True)))
            for seat, each in enumerate(scores)
        ),
        reason=REASONS[end_reason(state)],
    )
