"""What the keys of the catalogue mean, and the JSON Schema of a card."""

from typing import Final

from services.engine.card_schema import card_schema
from services.engine.ruleset import JsonObject
from services.rulesets.factionwars.cards import CATALOGUE, SCHEMA

MEANINGS: Final = {
    "recruit": "A recruit: it fights in its owner's battle deck and scores for its owner.",
    "bystander": "A bystander: a burden that whoever collects it gives to another player.",
    "action": "An action: it is carried out when it is collected, and is used up.",
    "war_is_over": "The card that ends the match.",
    "conscript": "A conscript: what a player's battle deck begins with. It scores nothing.",
    "bonus": "A bonus card: those on display score for every player who meets the condition.",
    "bid_card": "A bid card. Views name the position that was bid on, never the card.",
    "line_up_card": "A card that marks a position of the line-up. No view names it.",
    "faction": "The faction that it belongs to.",
    "battle": "Its value in a battle.",
    "conscript.battle": "Its value in a battle, unless the options `conscript_values` or `conscript_rps` say "
    "otherwise.",
    "points": "Points at the end of the match for whoever owns it.",
    "bonus.points": "Points at the end of the match for every player who meets the condition.",
    "on_collect": "What happens when it is collected: one verb.",
    "scoring": "How it scores: `PRINTED` its points; `FACTION_COUNT` a point for each card of its faction that its "
    "owner has, itself included; `SQUARE_OF_COUNT` each as many points as its owner has cards of this name.",
    "in_battle": "How it fights: `BEATS_VALUE_2` beats every other card of value 2.",
    "stand_in": "It is in the recruit deck only with the option `faction_bonus_location=display`.",
    "symbol": "What it shows with the option `conscript_rps`.",
    "condition": "What a player must own: at least so many recruits of each faction, of one faction, of battle value "
    "5 or more, of battle value 2 or less; or no bystander.",
    "at_least": "The number that the condition asks for, by the number of players.",
    "at_least.2": "With 2 players.",
    "at_least.3": "With 3 players.",
    "at_least.4": "With 4 players.",
    "at_least.5": "With 5 players.",
    "joins_faction_cards": "With `faction_bonus_location=display` it is one of the five bonus cards.",
    "position": "The position of the line-up that it bids on.",
    "DRAW_TOP": "Collect the top card of the recruit deck.",
    "STEAL_RANDOM": "Choose an opponent who has a recruit, and collect a random one of theirs.",
    "REMOVE_RANDOM": "A random recruit goes from an opponent's battle cards to the recruit discard pile.",
    "who": "Whose: that of one opponent, whom the collecting player chooses, or one of each opponent.",
    "TAKE_FROM_RECRUIT_DISCARD": "Collect a recruit of one's choice from the recruit discard pile.",
    "MOVE_BYSTANDER": "Choose an own bystander and an opponent: it goes to their battle discard pile.",
    "SWAP_RANDOM": "Choose an opponent and an own recruit: give it to them and collect a random recruit of theirs.",
    "GIVE_SELF": "Choose an opponent: the card goes to their battle discard pile.",
}

CARD_SCHEMA: Final[JsonObject] = card_schema(SCHEMA, CATALOGUE.entries(), MEANINGS)
