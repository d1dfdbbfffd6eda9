"""Conditions of card texts (``if``, and Shelter that has one). Everything that they ask is public."""

from services.rulesets.faceoff.cards.cards import NO_CARD
from services.rulesets.faceoff.cards.vocabulary import Cond
from services.rulesets.faceoff.table.state import Table


def holds(table: Table, seat: int, condition: int, number: int) -> bool:
    """Whether a condition holds for a player; ``number``: what it is about."""
    if condition == Cond.ALWAYS:
        return True
    if condition == Cond.OWN_HQ_HAS:
        return any(entry // 3 == number for entry in table.stacks[seat])
    if condition == Cond.OWN_FO_HAS:
        bears = table.rules.cards.has_keyword[number]
        return any(card != NO_CARD and bears[card] for card in (table.personality[seat], table.equipment[seat]))
    if condition == Cond.HQ_IS:
        return table.rules.cards.faction[table.hq] == number
    if condition == Cond.VP_AT_LEAST:
        return table.vp[seat] >= number
    if condition == Cond.VP_AT_MOST:
        return table.vp[seat] <= number
    return table.first == seat  # Cond.IS_FIRST
