"""How the table of Face Off is drawn: its zones, the look of its cards, titles."""

from typing import Final

from services.engine.layout import (
    Blank,
    CardKind,
    Holds,
    Layout,
    Looks,
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
from services.rulesets.faceoff.cards.cards import Cards

ROW: Final = 3
MIDDLE: Final = 2


def _middles(tree: str, column: int) -> tuple[Zone, ...]:
    text = f"The cards behind the row of the {tree} tree, of which one moves up when a card of the row is taken."
    place = {"capacity": MIDDLE, "view": f"/{tree}_middle", "blank": Blank.HIDDEN, "row": 1, "column": column}
    title = f"{tree.capitalize()} tree, middle"
    return (
        zone(f"{tree}_middle", title, text, **place, when=When(options={"tree_middle": ("face_up",)})),
        zone(
            f"{tree}_middle",
            title,
            text,
            **{**place, "visibility": ZoneVisibility.COUNT},
            when=When(options={"tree_middle": ("face_down",)}),
        ),
    )


def _deck(id: str, title: str, text: str, row: int, column: int) -> Zone:
    return zone(
        id,
        title,
        text,
        visibility=ZoneVisibility.COUNT,
        shape=Shape.PILE,
        count=f"/{id}_size",
        row=row,
        column=column,
    )


_SHARED: Final = (
    _deck("clock_deck", "Clock deck", "Cards that come behind the middle of the Clock tree.", 0, 0),
    *_middles("clock", 0),
    zone(
        "clock_row",
        "Available Clock Cards",
        "The first player chooses one of these at the beginning of a round.",
        capacity=ROW,
        view="/clock_row",
        row=2,
    ),
    _deck("power_deck", "Power deck", "Cards that come behind the middle of the Power tree.", 0, 1),
    *_middles("power", 1),
    zone(
        "power_row",
        "Available Power Row",
        "Power cards that may be taken as a reward of a Face Off.",
        capacity=ROW,
        view="/power_row",
        row=2,
        column=1,
    ),
    zone(
        "chosen",
        "Chosen clock card",
        "The clock card of this round: what the Face Off is about, or the assault.",
        shape=Shape.SINGLE,
        capacity=1,
        view="/chosen",
        row=3,
    ),
    zone(
        "hq",
        "Headquarters",
        "The active HQ, near which the armies stand.",
        shape=Shape.SINGLE,
        capacity=1,
        view="/hq",
        row=3,
        column=1,
    ),
    zone(
        "timing",
        "Timing card",
        "How many assaults crack the active HQ.",
        shape=Shape.SINGLE,
        capacity=1,
        view="/timing",
        row=3,
        column=2,
    ),
    zone(
        "assaults",
        "Assaults",
        "The assault cards that count for the active HQ.",
        capacity=5,
        view="/assaults",
        row=3,
        column=3,
    ),
    _deck("hq_deck", "HQ deck", "Headquarters to come.", 3, 4),
    _deck("timing_deck", "Timing deck", "Timing cards of the HQs to come.", 3, 5),
    zone("vc7", "Seven-point victory cards", "Rewards when an HQ cracks.", view="/vc7", row=4),
    zone("hq_rewards", "HQ rewards", "Rewards when an HQ cracks.", view="/hq_rewards", row=4, column=1),
    zone(
        "market",
        "Market",
        "The card that the next Market step is about.",
        shape=Shape.SINGLE,
        capacity=1,
        view="/market",
        row=5,
    ),
    _deck("market_deck", "Market deck", "Market cards to come.", 5, 1),
    zone(
        "scrub",
        "Scrubs",
        "The scrub on top of the Scrub deck.",
        shape=Shape.PILE,
        capacity=30,
        view="/scrub",
        count="/scrub_deck_size",
        row=5,
        column=2,
    ),
    zone(
        "bid",
        "Highest bid",
        "VP tokens bid for the Market card.",
        holds=Holds.NUMBERS,
        shape=Shape.SINGLE,
        view="/bid",
        row=5,
        column=3,
    ),
    zone("removed", "Out of the match", "Cards that are out of the match.", shape=Shape.PILE, view="/removed", row=6),
    zone(
        "destroyed",
        "Destroyed cards",
        "Cards that abilities destroyed.",
        shape=Shape.PILE,
        view="/destroyed",
        row=6,
        column=1,
    ),
)


def _front(visibility: ZoneVisibility, option: str) -> Zone:
    return seat_zone(
        "front",
        "Placed cards",
        "Victory and bonus cards that it has placed: they stay there until the scoring.",
        visibility=visibility,
        view="/players/{seat}/front",
        blank=Blank.HIDDEN,
        row=2,
        column=2,
        when=When(options={"placed_vc": (option,)}),
    )


_OF_A_SEAT: Final = (
    seat_zone(
        "personality",
        "Personality",
        "The personality that it has revealed in this Face Off.",
        shape=Shape.SINGLE,
        capacity=1,
        view="/players/{seat}/personality",
    ),
    seat_zone(
        "equipment",
        "Equipment",
        "The equipment that it has revealed in this Face Off.",
        shape=Shape.SINGLE,
        capacity=1,
        view="/players/{seat}/equipment",
        column=1,
    ),
    seat_zone(
        "face_down",
        "Discarded face down",
        "Cards that it discarded face down in this Face Off, until Clean up.",
        visibility=ZoneVisibility.OWNER,
        capacity=2,
        view="/players/{seat}/face_down",
        blank=Blank.HIDDEN,
        column=2,
    ),
    seat_zone(
        "stack",
        "HQ stack",
        "Its army near the HQ, in the order in which it was added.",
        view="/players/{seat}/stack",
        row=1,
    ),
    seat_zone(
        "building",
        "Build Up",
        "Cards that it has revealed in this Build Up and that are about to join the HQ stack.",
        capacity=2,
        view="/players/{seat}/building",
        row=1,
        column=1,
    ),
    seat_zone(
        "hand",
        "Hand",
        "Its cards in hand.",
        visibility=ZoneVisibility.OWNER,
        shape=Shape.HAND,
        view="/players/{seat}/hand",
        count="/players/{seat}/hand_size",
        row=2,
    ),
    seat_zone(
        "deck",
        "Deck",
        "The cards that it draws from, face down.",
        visibility=ZoneVisibility.COUNT,
        shape=Shape.PILE,
        count="/players/{seat}/deck_size",
        row=2,
        column=1,
    ),
    _front(ZoneVisibility.PUBLIC, "face_up"),
    _front(ZoneVisibility.OWNER, "face_down"),
    seat_zone(
        "discards",
        "Discard pile",
        "Cards that it has played, gained or discarded. They make its next deck.",
        shape=Shape.PILE,
        view="/players/{seat}/discards",
        row=2,
        column=3,
    ),
    seat_zone(
        "dealt",
        "Dealt victory cards",
        "The two victory cards that it was dealt, hidden from the others until the end.",
        visibility=ZoneVisibility.OWNER,
        capacity=2,
        view="/players/{seat}/dealt",
        blank=Blank.HIDDEN,
        row=3,
    ),
    seat_zone(
        "rewards",
        "Special powers",
        "The HQ rewards that it has gained.",
        view="/players/{seat}/rewards",
        row=3,
        column=1,
    ),
    seat_zone(
        "vp",
        "VP tokens",
        "Its victory point tokens.",
        holds=Holds.NUMBERS,
        shape=Shape.SINGLE,
        view="/players/{seat}/vp",
        row=3,
        column=2,
    ),
)

_POWER: Final = fact("/power", "Power", "flexed arm", "💪")
_LETTER: Final = fact("/letter", "Tie-breaker letter", "letter", "🔤")
_FIGHTS: Final = (_POWER, _LETTER, fact("/types", "Played as", "theatre masks", "🎭"))
_KEYWORDS: Final = fact("/keywords", "Keywords", "label", "🏷")
_VALUE: Final = fact("/value", "Points", "star", "★")
_PIECES: Final = fact("/pieces", "Puzzle pieces", "puzzle piece", "🧩")
_KINDS: Final = (
    CardKind(
        kind="starter",
        title="Starter card",
        text="Fights with its power. Each player begins with a deck of twelve.",
        facts=(*_FIGHTS, _KEYWORDS),
    ),
    CardKind(
        kind="power",
        title="Power card",
        text="Fights with its power. The most power cards bring points at the end.",
        facts=(*_FIGHTS, _KEYWORDS),
    ),
    CardKind(
        kind="market",
        title="Market card",
        text="Fights with its power. VP tokens are bid for it in a Market step.",
        facts=(*_FIGHTS, _KEYWORDS),
    ),
    CardKind(
        kind="vc",
        title="Victory card",
        text="Its value in points for the player with most puzzle pieces of its set; for others 1 point.",
        facts=(_VALUE, _PIECES),
    ),
    CardKind(
        kind="vc7",
        title="Seven-point victory card",
        text="Its value in points for the player with most puzzle pieces of its set; for others 1 point.",
        facts=(_VALUE, _PIECES),
    ),
    CardKind(kind="hq", title="Headquarters", text="What assaults are aimed at; its text holds while it is active."),
    CardKind(
        kind="hq_reward", title="HQ reward", text="A special power for good, for who is among the first at the HQ."
    ),
    CardKind(
        kind="assault",
        title="HQ assault card",
        text="Makes the round an HQ Assault when it is chosen from the clock.",
        facts=(fact("/number", "Number", "number sign", "#"),),
    ),
    CardKind(kind="bonus", title="Bonus card", text="Its value in points for whoever owns it.", facts=(_VALUE,)),
    CardKind(
        kind="scrub",
        title="Scrub",
        text="A burden in its owner's deck.",
        facts=(fact("/vp", "Points", "star", "★"),),
    ),
    CardKind(
        kind="timing",
        title="Timing card",
        text="The active HQ cracks after this many assaults.",
        facts=(fact("/value", "Assaults", "hourglass", "⏳"),),
    ),
)
_FACTIONS: Final = {
    "cowboys": ("Cowboys", "#a65e2e", "cowboy hat", "🤠"),
    "ninjas": ("Ninjas", "#3d405b", "ninja", "🥷"),
    "monsters": ("Monsters", "#2d6a4f", "dragon", "🐉"),
    "pirates": ("Pirates", "#8d1f2d", "black flag", "🏴"),
    "robots": ("Robots", "#5c7c99", "robot", "🤖"),
    "heathen": ("Heathen House", "#7f5539", "house", "🏠"),
}
_OTHER_COLOURS: Final = ("#b5838d", "#588157", "#4d908e", "#9d4edd", "#bc6c25", "#277da1")
"""Colours of factions that a catalogue brings besides those of the box, in its order."""


def _faction_looks(cards: Cards) -> Looks:
    others = [faction for faction in cards.factions if faction not in _FACTIONS]
    added = {
        faction: (faction.capitalize(), _OTHER_COLOURS[place % len(_OTHER_COLOURS)], "banner", "⚑")
        for place, faction in enumerate(others)
    }
    known = {**_FACTIONS, **added}
    return looks("/faction", "Faction", {faction: known[faction] for faction in cards.factions})


_PHASES: Final = words(
    "/phase",
    "Phase",
    {
        "PHASE_CHOOSE_FACTION": ("Choosing factions", "A player chooses the faction to play."),
        "PHASE_MULLIGAN": ("Starting hands", "All look at their starting hands; who has no personality may draw anew."),
        "PHASE_CHOOSE_CLOCK": ("Clock Phase", "The first player chooses one of the Available Clock Cards."),
        "PHASE_PERSONALITY": ("Face Off: personality", "All choose a personality in secret, all at once."),
        "PHASE_EQUIPMENT": ("Face Off: equipment", "All choose an equipment in secret, all at once."),
        "PHASE_ABILITY": ("Ability", "An ability asks a player."),
        "PHASE_FACEOFF_REWARD": ("Face Off: reward", "A player chooses a reward of the Face Off."),
        "PHASE_AVIATOR": ("Face Off: Aviator", "A player decides whether an Aviator moves to the HQ stack."),
        "PHASE_REFILL_CLOCK": (
            "Refilling the clock",
            "The first player moves a middle card to the Available Clock Cards.",
        ),
        "PHASE_REFILL_POWER": (
            "Refilling power",
            "Who took a power card moves a middle card to the Available Power Row.",
        ),
        "PHASE_BUILD_UP": ("HQ Assault: Build Up", "All choose cards for their HQ stacks in secret, all at once."),
        "PHASE_BID": ("Market: bidding", "A player bids VP tokens for the Market card, or passes."),
        "PHASE_DESTINATION": ("Market: destination", "Who bought the Market card decides where it goes."),
        "PHASE_HQ_REWARD": ("HQ Assault: reward", "A player chooses a reward of the HQ that cracked."),
        "PHASE_DRAW_ACTIONS": ("Draw Phase", "A player may use Draw Phase actions and place victory cards."),
        "PHASE_END_OF_TURN": ("End of Turn", "A player may use End of Turn actions."),
        "PHASE_GAME_OVER": ("Game over", "The match has ended."),
    },
)
_DECISIONS: Final = decisions(
    {
        "no_card": ("No card", "Play no card."),
        "keep": ("Keep the hand", "Keep your starting hand."),
        "mulligan": ("Draw anew", "Shuffle your starting hand into your deck and draw five cards anew."),
        "take_clock": ("Take the prize", "Take the victory or bonus card of this Face Off."),
        "take_vp": ("Take a VP token", "Take a VP token."),
        "take_hq_reward": ("Take the HQ reward", "Take the reward of the HQ that cracked."),
        "decline": ("Take nothing", "Take no reward."),
        "stay": ("Discard", "Discard your Aviator with the other cards."),
        "fly": ("Move to the HQ", "Move your Aviator to your HQ stack."),
        "pass": ("Pass", "Bid no more for this Market card."),
        "to_discard": ("To the discard pile", "Put the bought card on your discard pile."),
        "shuffle_in": ("Shuffle in", "Shuffle the bought card into your deck."),
        "done": ("Done", "Use no more actions."),
        "no": ("No", "Answer the ability's question with no."),
        "yes": ("Yes", "Answer the ability's question with yes."),
        "none": ("None", "Choose no card for the ability."),
        "faction": ("Choose a faction", "Play this faction."),
        "clock": ("Choose a clock card", "Choose what this round is about."),
        "play": ("Play", "Play this card in the Face Off, in secret until all are ready."),
        "discard": ("Discard face down", "Discard this card face down instead of playing one."),
        "take_power": ("Take a power card", "Take this card of the Available Power Row."),
        "take_vc7": ("Take a seven", "Take this seven-point victory card."),
        "refill": ("Move up", "Move this middle card of the tree to its row."),
        "flip": ("Move up face down", "Move the face-down middle card at this place of the tree to its row."),
        "bid": ("Bid", "Bid this many VP tokens."),
        "player": ("Choose a player", "Choose a player for the ability."),
        "card": ("Choose a card", "Choose a card for the ability."),
        "option": ("Choose an option", "Choose one of the ability's options."),
        "place": ("Place", "Place a victory or bonus card from your hand in front of you."),
        "use": ("Use", "Use the action of this card."),
        "build": ("Build up", "Add these cards to your HQ stack, in secret until all are ready."),
    }
)


def layout_of(cards: Cards) -> Layout:
    """The layout with the factions of this catalogue."""
    return Layout(
        zones=(*_SHARED, *_OF_A_SEAT),
        kinds=_KINDS,
        looks=(_faction_looks(cards),),
        words=(_PHASES,),
        decisions=_DECISIONS,
    )
