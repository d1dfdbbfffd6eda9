"""How the table of Faction Wars is drawn: its zones, the look of its cards, titles."""

from collections.abc import Iterator
from typing import Final

from services.engine.layout import (
    Blank,
    CardKind,
    Holds,
    Layout,
    Replacement,
    Shape,
    When,
    Zone,
    ZoneVisibility,
    decisions,
    fact,
    looks,
    seat_zone,
    words,
    zone,
)
from services.rulesets.factionwars.cards import PLAYERS_MAX, PLAYERS_MIN

_BATTLE: Final = fact("/battle", "Battle value", "crossed swords", "⚔")
_POINTS: Final = fact("/points", "Points", "star", "★")
_CONSCRIPTS_BATTLE: Final = fact(
    "/battle",
    "Battle value",
    "crossed swords",
    "⚔",
    replaced_by=Replacement(option="conscript_values", first=1),
    when=When(options={"conscript_rps": (False,)}),
)
_CONSCRIPTS_SYMBOL: Final = fact(
    "/symbol", "Symbol", "raised fist", "✊", when=When(options={"conscript_rps": (True,)})
)


def _line_ups() -> Iterator[Zone]:
    """One for each number of positions: as many as players, one more with Fewer Battles (FW-061)."""
    for seats in range(PLAYERS_MIN, PLAYERS_MAX + 1):
        for fewer_battles in (False, True):
            yield zone(
                "line_up",
                "Line-up",
                "The cards that are bid on, position 1 first. A position may be empty.",
                capacity=seats + int(fewer_battles),
                view="/line_up",
                blank=Blank.EMPTY,
                row=1,
                when=When(seats=(seats,), options={"fewer_battles": (fewer_battles,)}),
            )


LAYOUT: Final = Layout(
    zones=(
        zone(
            "bonus_display",
            "Bonus cards",
            "Bonus cards that score for every player who meets their condition at the end.",
            capacity=3,
            view="/bonus_display",
        ),
        *_line_ups(),
        zone(
            "recruit_deck",
            "Recruit deck",
            "The cards that are still to come in this pass. Everybody knows which they are, nobody their order.",
            shape=Shape.PILE,
            capacity=59,
            view="/recruit_deck",
            row=2,
        ),
        zone(
            "recruit_discard",
            "Recruit discard pile",
            "Cards that nobody claimed, and used actions. They make the next recruit deck.",
            shape=Shape.PILE,
            capacity=59,
            view="/recruit_discard",
            row=2,
            column=1,
        ),
        zone(
            "removed",
            "Out of the game",
            "War is Over once it is drawn, and used actions with the option action_card_to.",
            shape=Shape.POOL,
            capacity=9,
            view="/removed",
            row=2,
            column=2,
        ),
        zone(
            "bonus_rest",
            "Unused bonus cards",
            "The bonus cards that are not in this match.",
            shape=Shape.POOL,
            capacity=2,
            view="/bonus_rest",
            column=1,
        ),
        zone(
            "collection",
            "Being collected",
            "Cards that are being collected and belong to nobody yet; the last one is being resolved.",
            view="/collection/cards",
            row=3,
        ),
        seat_zone(
            "battle_deck",
            "Battle deck",
            "The cards that its player reveals in battles. Everybody knows which they are, nobody their order.",
            shape=Shape.PILE,
            view="/players/{seat}/deck",
        ),
        seat_zone(
            "battle_discard",
            "Battle discard pile",
            "Cards that its player has collected or revealed in battles. They make the next battle deck.",
            shape=Shape.PILE,
            view="/players/{seat}/discard",
            column=1,
        ),
        seat_zone(
            "bid",
            "Bid card",
            "The position of the line-up that its player bids on, face down until all have bid.",
            visibility=ZoneVisibility.OWNER,
            holds=Holds.NUMBERS,
            shape=Shape.SINGLE,
            view="/players/{seat}/bid",
            column=2,
        ),
    ),
    kinds=(
        CardKind(
            kind="recruit",
            title="Recruit",
            text="Fights with its battle value and scores its points.",
            facts=(_BATTLE, _POINTS),
        ),
        CardKind(
            kind="bystander",
            title="Bystander",
            text="Costs its owner points. Whoever collects it gives it to another player.",
            facts=(_BATTLE, _POINTS),
        ),
        CardKind(kind="action", title="Action", text="Is carried out when it is collected."),
        CardKind(kind="war_is_over", title="War is Over", text="Ends the game at the end of the current round."),
        CardKind(
            kind="conscript",
            title="Conscript",
            text="Fights with its battle value; with symbols it is 1. It is no recruit and scores nothing.",
            facts=(_CONSCRIPTS_BATTLE, _CONSCRIPTS_SYMBOL),
        ),
        CardKind(
            kind="bonus",
            title="Bonus card",
            text="Scores its points for every player who meets its condition.",
            facts=(_POINTS,),
        ),
        CardKind(
            kind="bid_card",
            title="Bid card",
            text="Bids on its position of the line-up.",
            facts=(fact("/position", "Position", "number sign", "#"),),
        ),
        CardKind(kind="line_up_card", title="Line-up card", text="Marks a position of the line-up."),
    ),
    looks=(
        looks(
            "/faction",
            "Faction",
            {
                "cowboys": ("Cowboys", "#a65e2e", "cowboy hat", "🤠"),
                "ninjas": ("Ninjas", "#3d405b", "ninja", "🥷"),
                "pirates": ("Pirates", "#8d1f2d", "black flag", "🏴"),
                "vikings": ("Vikings", "#2a6f97", "axe", "🪓"),
            },
        ),
        looks(
            "/kind",
            "Kind",
            {
                "bystander": ("Bystander", "#8a8d8f", "person", "🧍"),
                "action": ("Action", "#e0a100", "lightning", "⚡"),
                "war_is_over": ("War is Over", "#f4f1de", "dove", "🕊"),
                "conscript": ("Conscript", "#6b705c", "soldier's medal", "🎖"),
                "bonus": ("Bonus card", "#5a8f4e", "star", "★"),
                "bid_card": ("Bid card", "#b8b8b8", "raised hand", "✋"),
                "line_up_card": ("Line-up card", "#d9d9d9", "pin", "📍"),
            },
        ),
    ),
    words=(
        words(
            "/phase",
            "Phase",
            {
                "PHASE_BID": (
                    "Bidding",
                    "All players who have not bid yet choose a position of the line-up, all at once.",
                ),
                "PHASE_RESOLVE": ("Resolving", "Bids are being resolved, and the collecting player chooses."),
                "PHASE_GAME_OVER": ("Game over", "The match has ended."),
            },
        ),
        words(
            "/war_is_over",
            "War is Over",
            {
                "WAR_IS_OVER_ASIDE": ("Set aside", "The card is not in the game yet."),
                "WAR_IS_OVER_IN_DECK": ("In the deck", "The card is somewhere in the recruit deck."),
                "WAR_IS_OVER_DRAWN": ("Drawn", "The card was drawn: the match ends after this round."),
            },
        ),
    ),
    decisions=decisions(
        {
            "bid": ("Bid", "Bid in secret on the card at a position of the line-up."),
            "choose_player": ("Choose a player", "Name the player whom the card being resolved is to affect."),
            "choose_card": ("Choose a card", "Name the card that the card being resolved is to affect."),
        }
    ),
)
