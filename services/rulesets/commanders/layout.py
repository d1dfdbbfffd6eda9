"""How the table of FACES: COMMANDERS is drawn: its zones, the look of its cards, titles."""

from typing import Final

from services.engine.layout import (
    Blank,
    CardKind,
    Holds,
    Layout,
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
from services.rulesets.commanders.cards import COMMANDER_WORDS, UNITS

_SPADES: Final = "#1f2937"
_HEARTS: Final = "#c1121f"


def _armies(visibility: ZoneVisibility, when: When) -> tuple[Zone, ...]:
    return tuple(
        seat_zone(
            f"army_{rank}",
            f"Army of the {rank.capitalize()}",
            f"The units under the {rank.capitalize()}, in the order in which they were placed.",
            visibility=visibility,
            capacity=UNITS,
            view=f"/players/{{seat}}/armies/{rank}",
            blank=Blank.HIDDEN,
            row=1,
            column=column,
            when=when,
        )
        for column, rank in enumerate(COMMANDER_WORDS)
    )


def _drawn(visibility: ZoneVisibility, when: When) -> Zone:
    return zone(
        "drawn",
        "Drawn cards",
        "Units that the player on turn has drawn and still has to place, the next one first.",
        visibility=visibility,
        capacity=4,
        view="/drawn",
        blank=Blank.HIDDEN,
        column=1,
        when=when,
    )


_OPEN: Final = When(options={"units": ("open",)})
_FACE_DOWN: Final = When(options={"units": ("face_down",)})

LAYOUT: Final = Layout(
    zones=(
        zone(
            "deck",
            "Deck",
            "The units that are still to be drawn, face down.",
            visibility=ZoneVisibility.COUNT,
            shape=Shape.PILE,
            capacity=UNITS,
            count="/deck",
        ),
        _drawn(ZoneVisibility.PUBLIC, _OPEN),
        _drawn(ZoneVisibility.OWNER, _FACE_DOWN),
        zone(
            "aside",
            "Set aside",
            "The commanders of suits that nobody has. They take no part.",
            shape=Shape.POOL,
            capacity=16,
            view="/aside",
            column=2,
        ),
        seat_zone(
            "standing",
            "Standing commanders",
            "Its commanders that have not lost a skirmish.",
            capacity=4,
            view="/players/{seat}/standing",
        ),
        seat_zone(
            "fallen",
            "Fallen commanders",
            "Its commanders that lost a skirmish.",
            capacity=4,
            view="/players/{seat}/fallen",
            column=1,
        ),
        *_armies(ZoneVisibility.PUBLIC, _OPEN),
        *_armies(ZoneVisibility.OWNER, _FACE_DOWN),
        seat_zone(
            "bonuses",
            "Bonuses",
            "The lines of the bonus table that its fighting commander adds in this skirmish.",
            view="/players/{seat}/selection/bonuses",
            row=2,
        ),
        seat_zone(
            "dice",
            "Dice",
            "What its commander rolled in this skirmish: the base die, then Number, Color and Suit.",
            holds=Holds.DICE,
            view="/players/{seat}/dice",
            item="/value",
            row=2,
            column=1,
        ),
        seat_zone(
            "victories",
            "Victories",
            "Skirmishes that it has won, those of the tie-break left out.",
            holds=Holds.NUMBERS,
            shape=Shape.SINGLE,
            capacity=4,
            view="/players/{seat}/wins",
            row=2,
            column=2,
        ),
    ),
    kinds=(
        CardKind(
            kind="unit",
            title="Unit",
            text="Fights under the commander that it is placed under: numbers, colors and suits of an army earn dice.",
            facts=(fact("/number", "Number", "number sign", "#"), fact("/suit", "Suit", "card", "🂠")),
        ),
        CardKind(
            kind="commander",
            title="Commander",
            text="Leads an army, and fights the other players' commanders of its rank.",
            facts=(fact("/rank", "Rank", "crown", "♛"), fact("/suit", "Suit", "card", "🂠")),
        ),
        CardKind(
            kind="bonus",
            title="Bonus",
            text="A line of the bonus table: dice for an army that has what it asks for.",
            facts=(fact("/dice", "Dice", "die", "⚄"), fact("/sides", "Sides of a die", "hexagon", "⬡")),
        ),
    ),
    looks=(
        looks(
            "/suit",
            "Suit",
            {
                "spades": ("Spades", _SPADES, "spade", "♠"),
                "hearts": ("Hearts", _HEARTS, "heart", "♥"),
                "diamonds": ("Diamonds", _HEARTS, "diamond", "♦"),
                "clubs": ("Clubs", _SPADES, "club", "♣"),
            },
        ),
        looks(
            "/category",
            "Category of bonus",
            {
                "number": ("Number", "#3a7d44", "number sign", "#"),
                "color": ("Color", "#9c6ade", "palette", "🎨"),
                "suit": ("Suit", "#d08c00", "card", "🂠"),
            },
        ),
    ),
    words=(
        words(
            "/phase",
            "Phase",
            {
                "PHASE_SUIT": ("Choosing suits", "A player chooses a suit that nobody has."),
                "PHASE_PLACE": ("Recruiting", "The player on turn places a drawn unit under a commander."),
                "PHASE_SELECT": ("Selecting bonuses", "A player selects the bonuses of the skirmish that begins."),
                "PHASE_REROLL": ("Rerolling", "A player with the True Synergetic Advantage may reroll one die."),
                "PHASE_AGREE": ("Settling the tie", "A tied player says whether to fight the tie out."),
                "PHASE_CHAMPION": (
                    "Putting commanders forward",
                    "Tied players choose the commanders who fight it out.",
                ),
                "PHASE_GAME_OVER": ("Game over", "The match has ended."),
            },
        ),
    ),
    decisions=decisions(
        {
            "choose_suit": ("Choose a suit", "Take a suit that nobody has, and its four commanders."),
            "place": ("Place", "Place the next drawn unit under one of your commanders, where it stays."),
            "select_bonuses": ("Select bonuses", "Choose which bonuses your commander adds in this skirmish."),
            "reroll": ("Reroll a die", "Roll one of your dice again; what it shows then stands."),
            "keep": ("Keep the dice", "Reroll nothing."),
            "fight": ("Fight it out", "Say that the tie is to be fought out."),
            "share_win": ("Share the win", "Say no to fighting the tie out: the tied players share the win."),
            "choose_champion": ("Put forward", "Choose which of your standing commanders fights for you."),
        }
    ),
)
