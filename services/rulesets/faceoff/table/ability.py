"""An ability that asks somebody, as the JSON of the Ability message."""

from services.engine.ruleset import JsonObject
from services.rulesets.faceoff.table.enum_words import TRIGGER_WORDS
from services.rulesets.faceoff.table.state import (
    NO_SEAT,
    REACTED_BITS,
    SEATS_OF,
    Registers,
)


def ability_json(ids: list[str], registers: Registers) -> JsonObject:
    """An ability that asks, as the JSON of the Ability message: trigger, acting card, actor, place in the program,
    chosen opponent, seats to be reached, seats asked for a shield."""
    trigger, acting, actor, place, target, todo, reacted = registers
    document: JsonObject = {"trigger": TRIGGER_WORDS[trigger], "card": ids[acting]}
    if actor != NO_SEAT:
        document["actor"] = actor
    document["place"] = place
    if target != NO_SEAT:
        document["target"] = target
    document["todo"] = SEATS_OF[todo].copy()
    document["asked_for_shield"] = SEATS_OF[reacted & ((1 << REACTED_BITS) - 1)].copy()
    document["shielded"] = SEATS_OF[reacted >> REACTED_BITS].copy()
    return document
