"""What the keys of the catalogue mean, and the JSON Schema of a card."""

from typing import Final

from services.engine.card_schema import card_schema
from services.engine.ruleset import JsonObject
from services.rulesets.duels.cards import CATALOGUE, SCHEMA

MEANINGS: Final = {
    "personality": "A personality: it fights in duels from its slot of the line-up.",
    "equipment": "An equipment: it adds its power in a duel when it is played from hand. Face down in the line-up it "
    "is a bluff, and loses the duel at once when it is revealed.",
    "vc": "A VC card (victory card): what is duelled for.",
    "sort": "Whose card it is at the start: player one's (seat 0), player two's (seat 1), or in the Power deck.",
    "power": "Its power in a duel.",
    "action": "What its player may do with it by revealing it. Absent: it has no action.",
    "cost": "What the action costs: nothing, this card, or a card of the player's choice; the card is destroyed.",
    "do": "What the action does: one verb.",
    "set": "The set that it belongs to.",
    "value": "Points for the player with the most puzzle pieces of its set; to the other player it is worth 1 point.",
    "pieces": "Puzzle pieces on it.",
    "PEEK_SLOT": "Look at one of the opponent's face-down cards.",
    "SWAP_VC": "Two VC cards of the line-up change places.",
    "LOCK_SLOT": "One of the opponent's face-down cards can be neither switched nor moved for the rest of the round.",
    "EXPOSE_SLOT": "One of the opponent's face-down cards is revealed.",
    "DRAW_POWER": "Look at the top two Power cards, keep one and discard the other.",
    "MOD_SLOT": "One of the player's own line-up cards has more power this round, if it is a personality.",
    "n": "How much more.",
    "SWAP_OWN": "Two of the player's own face-down cards change places.",
}

CARD_SCHEMA: Final[JsonObject] = card_schema(SCHEMA, CATALOGUE.entries(), MEANINGS)
