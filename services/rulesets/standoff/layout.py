"""How the table of Standoff is drawn: its board hex by hex, its zones, the look of its cards, titles."""

from collections.abc import Iterator
from typing import Final

from services.engine.layout import (
    Blank,
    Board,
    CardKind,
    Cell,
    Fact,
    Grid,
    Holds,
    Layout,
    Region,
    Shape,
    Symbol,
    ZoneVisibility,
    decisions,
    fact,
    looks,
    seat_zone,
    words,
    zone,
)
from services.rulesets.standoff.board import BIT, BLACK, EDGE, GATES, HEXES, RADIUS, RED, STEPS, ZIRCONIA, Q, R, name
from services.rulesets.standoff.cards import ROW_SLOTS

_REGIONS: Final = {"rim": EDGE, "gate": GATES, "red": RED, "wall": BLACK}


def _cells() -> Iterator[Cell]:
    for hex in range(HEXES):
        regions = tuple(region for region, of in _REGIONS.items() if of & BIT[hex])
        yield Cell(id=name(hex), q=Q[hex], r=R[hex], regions=regions)


_BOARD: Final = Board(
    id=ZIRCONIA.id,
    title="Zirconia",
    text="A hexagon of 169 hexes around The Red Gun. Hexes are named by their axial coordinates: q,r.",
    grid=Grid.HEX_POINTY,
    radius=RADIUS,
    steps=STEPS,
    regions=(
        Region(
            id="rim",
            title="Rim",
            text="The edge of the board: a group may begin on any of its hexes that has no tile.",
            colour="#8d99ae",
            symbol=Symbol(name="ring", glyph="○"),
        ),
        Region(
            id="gate",
            title="Gate",
            text="A hex of the rim that has no black tile at the start.",
            colour="#2a9d8f",
            symbol=Symbol(name="door", glyph="🚪"),
        ),
        Region(
            id="red",
            title="The Red Gun",
            text="The red zone: the match ends when all of it has tiles, and the most tiles there win.",
            colour="#c1121f",
            symbol=Symbol(name="target", glyph="🎯"),
        ),
        Region(
            id="wall",
            title="Wall",
            text="A hex that has a black tile at the start.",
            colour="#22223b",
            symbol=Symbol(name="bricks", glyph="🧱"),
        ),
    ),
    cells=tuple(_cells()),
)

_PRICE: Final = fact("/price", "Price", "money bag", "💰")
_COST: Final = fact("/cost", "Cost to play", "coin", "🪙")
_TO_PLAY: Final[tuple[Fact, ...]] = (_COST, _PRICE)

LAYOUT: Final = Layout(
    boards=(_BOARD,),
    zones=(
        zone(
            "black_tiles",
            "Black tiles",
            "Tiles that are nobody's.",
            holds=Holds.TILES,
            shape=Shape.BOARD,
            capacity=HEXES,
            view="/black",
            board=ZIRCONIA.id,
        ),
        zone(
            "improvements",
            "Improvements",
            "Tokens on the board: on each hex one at most, named by the card that describes it.",
            shape=Shape.BOARD,
            capacity=HEXES,
            view="/tokens",
            item="/card",
            at="/hex",
            board=ZIRCONIA.id,
        ),
        zone(
            "group",
            "Group being placed",
            "Hexes chosen so far for a group, whose tiles are not on the board yet.",
            holds=Holds.TILES,
            shape=Shape.BOARD,
            capacity=6,
            view="/resolving/group",
            board=ZIRCONIA.id,
        ),
        zone(
            "permanent_market",
            "Permanent market",
            "Piles of cards that can always be bought as long as there are any: how many are left of each.",
            view="/piles",
            row=1,
        ),
        zone(
            "temporary_market",
            "Temporary market",
            "Face-up cards that can be bought, slot 1 first; a slot is filled anew from the draft pile.",
            capacity=ROW_SLOTS,
            view="/row",
            blank=Blank.EMPTY,
            row=2,
        ),
        zone(
            "draft_pile",
            "Draft pile",
            "Cards from which the temporary market is filled, face down.",
            visibility=ZoneVisibility.COUNT,
            shape=Shape.PILE,
            count="/draft_size",
            row=2,
            column=1,
        ),
        zone("in_play", "In play", "The cards that the active player has played this turn.", view="/in_play", row=3),
        zone(
            "budget",
            "Budget",
            "Credits of the active player.",
            holds=Holds.NUMBERS,
            shape=Shape.SINGLE,
            view="/budget",
            row=3,
            column=1,
        ),
        zone(
            "actions",
            "Actions",
            "Actions that the active player has left.",
            holds=Holds.NUMBERS,
            shape=Shape.SINGLE,
            view="/actions",
            row=3,
            column=2,
        ),
        zone(
            "encampments",
            "Encampment cards",
            "Encampment cards that the active player may still play this turn.",
            holds=Holds.NUMBERS,
            shape=Shape.SINGLE,
            view="/encampments",
            row=3,
            column=3,
        ),
        zone(
            "shown",
            "Hand looked at",
            "The hand of another player that the viewer looks at.",
            visibility=ZoneVisibility.OWNER,
            shape=Shape.HAND,
            view="/shown",
            row=4,
        ),
        zone("trash", "Trash", "Cards that have left the match.", shape=Shape.PILE, view="/trash", row=4, column=1),
        seat_zone(
            "tiles",
            "Tiles",
            "Its tiles on the board.",
            holds=Holds.TILES,
            shape=Shape.BOARD,
            capacity=HEXES,
            view="/players/{seat}/tiles",
            board=ZIRCONIA.id,
        ),
        seat_zone(
            "red_tiles",
            "Tiles in The Red Gun",
            "How many of its tiles are in the red zone: its score.",
            holds=Holds.NUMBERS,
            shape=Shape.SINGLE,
            capacity=19,
            view="/players/{seat}/red_tiles",
            row=1,
        ),
        seat_zone(
            "hand",
            "Hand",
            "Its cards in hand, in the order in which they came.",
            visibility=ZoneVisibility.OWNER,
            shape=Shape.HAND,
            view="/players/{seat}/hand",
            count="/players/{seat}/hand_size",
            row=1,
            column=1,
        ),
        seat_zone(
            "deck",
            "Deck",
            "The cards that it draws from, face down.",
            visibility=ZoneVisibility.COUNT,
            shape=Shape.PILE,
            count="/players/{seat}/deck_size",
            row=1,
            column=2,
        ),
        seat_zone(
            "discard",
            "Discard pile",
            "Cards that it has played, bought or discarded. They make its next deck.",
            shape=Shape.PILE,
            view="/players/{seat}/discard",
            row=1,
            column=3,
        ),
        seat_zone(
            "orbit",
            "Orbit",
            "Its satellites, the first deployed first.",
            capacity=2,
            view="/players/{seat}/orbit",
            row=1,
            column=4,
        ),
        seat_zone(
            "scheduled",
            "Scheduled",
            "What will happen at its upkeeps, named by the card that did it.",
            view="/players/{seat}/scheduled",
            item="/card",
            row=1,
            column=5,
        ),
    ),
    kinds=(
        CardKind(
            kind="encampment",
            title="Encampment",
            text="Places a connected group of tiles.",
            facts=_TO_PLAY,
        ),
        CardKind(
            kind="action", title="Action", text="Its effects happen in the order in which they stand.", facts=_TO_PLAY
        ),
        CardKind(kind="improvement", title="Improvement", text="Puts its token on a hex.", facts=_TO_PLAY),
        CardKind(
            kind="resource", title="Resource", text="Brings credits, and takes no action to play.", facts=(_PRICE,)
        ),
        CardKind(kind="satellite", title="Satellite", text="Goes into orbit and stays there.", facts=_TO_PLAY),
        CardKind(kind="special", title="Special", text="Can neither be bought nor played."),
        CardKind(
            kind="well", title="Well", text="Is on the board from the start, for the player whose tile is under it."
        ),
    ),
    looks=(
        looks(
            "/kind",
            "Kind",
            {
                "encampment": ("Encampment", "#2a9d8f", "tent", "⛺"),
                "action": ("Action", "#e76f51", "lightning", "⚡"),
                "improvement": ("Improvement", "#6a4c93", "gear", "⚙"),
                "resource": ("Resource", "#e9c46a", "coin", "🪙"),
                "satellite": ("Satellite", "#457b9d", "satellite", "🛰"),
                "special": ("Special", "#8d6e63", "horse", "🐴"),
                "well": ("Well", "#0077b6", "drop", "💧"),
            },
        ),
    ),
    words=(
        words(
            "/phase",
            "Phase",
            {
                "PHASE_ACTION": ("Action phase", "The active player does something or ends the turn."),
                "PHASE_RESOLVE": ("Resolving", "The active player chooses for an effect."),
                "PHASE_DISCARD_DOWN": ("Discarding", "The active player has too many cards and discards one."),
                "PHASE_GAME_OVER": ("Game over", "The match has ended."),
            },
        ),
        words(
            "/ending",
            "Ending",
            {
                "ENDING_UNSPECIFIED": ("Going on", "The match goes on."),
                "ENDING_FILLED": ("Filled", "All of the red zone has tiles."),
                "ENDING_MAJORITY": ("Majority", "A player has more than half of the red zone."),
                "ENDING_ADJUDICATED": ("Adjudicated", "The last round is over: the board decides as it is."),
            },
        ),
    ),
    decisions=decisions(
        {
            "play": ("Play", "Play a card that takes an action."),
            "place_tile": ("Place a tile", "Place the next tile of the group."),
            "play_group": ("Play and place", "Play a card and place its whole group."),
            "place_group": ("Place the group", "Place the whole group of the card being resolved."),
            "play_resource": ("Play for credits", "Play a resource card, which takes no action."),
            "draw": ("Draw", "Use an action to draw a card."),
            "take_credit": ("+1 credit", "Use an action to add 1 credit to your budget."),
            "discard": ("Discard", "Use an action to discard a card."),
            "buy": ("Buy", "Use an action to buy a card of the permanent market."),
            "buy_slot": ("Buy from the row", "Use an action to buy a card of the temporary market."),
            "activate": ("Use a token", "Use the token on a hex."),
            "activate_satellite": ("Use a satellite", "Use one of your satellites."),
            "target_hex": ("Choose a hex", "Aim the effect at a hex."),
            "target_player": ("Choose a player", "Aim the effect at a player."),
            "pick_card": ("Pick a card", "Pick a card for the effect."),
            "pick_slot": ("Pick a slot", "Pick a slot of the temporary market for the effect."),
            "stop": ("Stop", "Pick no more cards."),
            "discard_down": ("Discard", "Discard a card at the end of your turn, as you hold too many."),
            "end_turn": ("End turn", "End your turn; actions and credits that are left are lost."),
        }
    ),
)
