"""How the table of Face Off Duels is drawn: its zones, the look of its cards, titles."""

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
from services.rulesets.duels.cards import POWER_CARDS, SLOTS

_POWER: Final = fact("/power", "Power", "flexed arm", "💪")


def _discarded(visibility: ZoneVisibility, option: str) -> Zone:
    return seat_zone(
        "discarded",
        "Discarded Power cards",
        "Power cards that its player looked at and did not keep.",
        visibility=visibility,
        shape=Shape.PILE,
        view="/players/{seat}/discarded",
        blank=Blank.HIDDEN,
        row=1,
        column=3,
        when=When(options={"power_discard": (option,)}),
    )


LAYOUT: Final = Layout(
    zones=(
        zone(
            "vc_line",
            "VC cards",
            "The prizes of the line-up, slot 1 first; a slot is empty when its card is claimed or removed.",
            capacity=SLOTS,
            view="/vc_line",
            blank=Blank.EMPTY,
        ),
        zone(
            "vc_deck",
            "Victory deck",
            "VC cards of the rounds to come. Everybody knows which they are, nobody their order.",
            shape=Shape.PILE,
            capacity=21,
            view="/vc_deck",
            row=1,
        ),
        zone(
            "power_deck",
            "Power deck",
            "Power cards, face down.",
            visibility=ZoneVisibility.COUNT,
            shape=Shape.PILE,
            capacity=POWER_CARDS,
            count="/power_deck_size",
            row=1,
            column=1,
        ),
        zone(
            "vc_removed",
            "Removed VC cards",
            "VC cards that nobody took, face up beside the Power deck.",
            shape=Shape.PILE,
            capacity=21,
            view="/vc_removed",
            row=1,
            column=2,
        ),
        zone(
            "looked",
            "Power cards looked at",
            "The Power cards from which the winner of a duel, or who plays such an action, keeps one.",
            visibility=ZoneVisibility.OWNER,
            shape=Shape.HAND,
            capacity=2,
            view="/looked",
            row=1,
            column=3,
        ),
        zone(
            "duel_equipment",
            "Equipment of the duel",
            "The equipment played from hand in the duel in progress, seat 0 first.",
            capacity=2,
            view="/duel/equipment",
            blank=Blank.EMPTY,
            row=2,
        ),
        seat_zone(
            "line_up",
            "Line-up",
            "Its cards opposite the VC cards, slot 1 first: face down until they are revealed.",
            visibility=ZoneVisibility.OWNER,
            capacity=SLOTS,
            view="/players/{seat}/line_up",
            item="/card",
            blank=Blank.HIDDEN,
        ),
        seat_zone(
            "hand",
            "Hand",
            "Its cards in hand.",
            visibility=ZoneVisibility.OWNER,
            shape=Shape.HAND,
            view="/players/{seat}/hand",
            count="/players/{seat}/hand_size",
            row=1,
        ),
        seat_zone(
            "won",
            "Won VC cards",
            "The VC cards that it has taken.",
            capacity=21,
            view="/players/{seat}/won",
            row=1,
            column=1,
        ),
        seat_zone(
            "destroyed",
            "Destroyed cards",
            "Its cards that are out of the game, for all to see.",
            shape=Shape.PILE,
            view="/players/{seat}/destroyed",
            row=1,
            column=2,
        ),
        _discarded(ZoneVisibility.PUBLIC, "face_up"),
        _discarded(ZoneVisibility.OWNER, "face_down"),
        seat_zone(
            "score",
            "Score",
            "Its points as they would be if the match ended now.",
            holds=Holds.NUMBERS,
            shape=Shape.SINGLE,
            view="/players/{seat}/score/total",
            row=1,
            column=4,
        ),
    ),
    kinds=(
        CardKind(
            kind="personality",
            title="Personality",
            text="Fights in duels from its slot of the line-up.",
            facts=(_POWER,),
        ),
        CardKind(
            kind="equipment",
            title="Equipment",
            text="Adds its power when it is played from hand in a duel, and is destroyed. Revealed in the line-up it "
            "loses.",
            facts=(_POWER,),
        ),
        CardKind(
            kind="vc",
            title="VC card",
            text="Its value in points for who has most puzzle pieces of its set at the end; 1 point for the other "
            "player.",
            facts=(fact("/value", "Points", "star", "★"), fact("/pieces", "Puzzle pieces", "puzzle piece", "🧩")),
        ),
    ),
    looks=(
        looks(
            "/set",
            "Set",
            {
                "cowboys": ("Cowboys", "#a65e2e", "cowboy hat", "🤠"),
                "ninjas": ("Ninjas", "#3d405b", "ninja", "🥷"),
                "time_machine": ("Time Machine", "#b08900", "hourglass", "⏳"),
            },
        ),
        looks(
            "/sort",
            "Icon",
            {
                "player1": ("Player one", "#c98a5b", "figure one", "①"),
                "player2": ("Player two", "#6d6f8f", "figure two", "②"),
                "power": ("Power deck", "#7b2cbf", "lightning", "⚡"),
            },
        ),
    ),
    words=(
        words(
            "/phase",
            "Phase",
            {
                "PHASE_PLACE": ("Placing", "Both players lay cards face down, each for themselves."),
                "PHASE_TURN": ("Turn", "The active player takes a turn."),
                "PHASE_CHOOSE": ("Choosing", "A player chooses for an action."),
                "PHASE_EQUIP": ("Equipment", "A player decides whether to play an equipment in the duel."),
                "PHASE_PRIZE": ("Prize", "The winner of the duel chooses a prize."),
                "PHASE_KEEP": ("Power cards", "A player looks at Power cards and keeps one."),
                "PHASE_GAME_OVER": ("Game over", "The match has ended."),
            },
        ),
    ),
    decisions=decisions(
        {
            "place": ("Place", "Lay a card face down in the next slot of your line-up."),
            "leave": ("Leave empty", "Leave the next slot empty."),
            "pass": ("Pass", "Do nothing on this turn."),
            "switch": ("Switch with hand", "Take up a face-down card and lay one from your hand in its place."),
            "fill": ("Fill a spot", "Lay a card from your hand in an empty spot."),
            "swap": ("Switch two", "Two of your face-down cards change places."),
            "act": ("Play an action", "Reveal one of your face-down cards and play the action on it."),
            "duel": ("Duel", "Duel for the VC card of a slot: both cards there are revealed."),
            "choose_slot": ("Choose a slot", "Name the slot that the action is aimed at."),
            "choose_slots": ("Choose two slots", "Name the two slots that the action is aimed at."),
            "choose_card": ("Choose a card", "Name the card that is destroyed for the action."),
            "equip": ("Play an equipment", "Play an equipment from your hand in the duel."),
            "no_equipment": ("No equipment", "Play no equipment in the duel."),
            "take_vc": ("Take the VC card", "Take the VC card that was duelled for."),
            "take_power": ("Take a Power card", "Look at the top two Power cards, to keep one of them."),
            "decline": ("Take nothing", "Take no prize."),
            "keep": ("Keep", "Keep this one of the Power cards that you look at."),
        }
    ),
)
