"""The box: ``catalogue.json``, read strictly and laid out as the tables of ``cards.py``."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from services.engine import catalogue
from services.engine.catalogue import Card, Catalogue, CatalogueError, Program
from services.rulesets.faceoff.cards import card_text
from services.rulesets.faceoff.cards.box_contents import FIXED_COMBO, check_box_contents, check_fixed
from services.rulesets.faceoff.cards.cards import MOST_CARDS, NO_CARD, NO_LETTER, NO_SET, PLAYED_AS, Cards
from services.rulesets.faceoff.cards.programs import INSTRUCTION_WIDTH, Filters, Static, condition, program, statics
from services.rulesets.faceoff.cards.vocabulary import (
    ANY,
    ANYWHERE,
    AS_EQUIPMENT,
    AS_OTHER,
    AS_PERSONALITY,
    HEATHEN_FACTION,
    KIND_ASSAULT,
    KIND_BONUS,
    KIND_HQ,
    KIND_HQ_REWARD,
    KIND_MARKET,
    KIND_POWER,
    KIND_SCRUB,
    KIND_STARTER,
    KIND_TIMING,
    KIND_VC,
    KIND_VC7,
    KINDS,
    LOCATION_FACEOFF,
    LOCATION_HQ,
    LOCATIONS,
    NOT_IN_PLAY,
    TYPE_EQUIPMENT,
    TYPE_PERSONALITY,
    Cond,
    Condition,
    Op,
    Trigger,
    Verbs,
    schema,
)

TIME_MACHINE: Final = "time_machine"
"""What Heathen House's set is called."""


def read_cards(text: str) -> Cards:
    """The catalogue in a text, checked in full.

    Raises:
        CatalogueError: a key, kind, word or verb is unknown, missing or of the wrong type; an ability says what makes
            no sense; the cards are not those that belong in the box; a card's text is not what it does. The message
            names the card and the place in it.
    """
    factions, keywords = _declared(text)
    cards = catalogue.parse(text, schema(factions, keywords), file="catalogue.json")
    if len(cards) >= MOST_CARDS:
        raise CatalogueError(f"catalogue.json: there may be {MOST_CARDS - 1} cards at most")
    check_box_contents(cards)
    box = _laid_out(cards, factions, keywords)
    _print(box, cards)
    one, other, bonus = FIXED_COMBO
    if one in box.index and other in box.index and box.pair[box.index[one]][box.index[other]] != bonus:
        raise CatalogueError(f"catalogue.json: card {other}: combos: with {one} the rulebook says {bonus}")
    return box


def _declared(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The factions, which are those with an HQ, and the keywords that cards bear: what the other entries may name. A
    text that is no catalogue declares nothing; reading it strictly says what is wrong."""
    try:
        document = json.loads(text)
    except ValueError:
        return (), ()
    written = document.get("cards") if isinstance(document, dict) else None
    entries = [entry for entry in written if isinstance(entry, dict)] if isinstance(written, list) else []
    factions = [entry.get("faction") for entry in entries if entry.get("kind") == KINDS[KIND_HQ]]
    keywords = [word for entry in entries for word in _list(entry.get("keywords"))]
    return tuple(dict.fromkeys(_texts(factions))), tuple(sorted(set(_texts(keywords))))


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _texts(values: Sequence[object]) -> list[str]:
    return [value for value in values if isinstance(value, str)]


def _print(box: Cards, cards: Catalogue) -> None:
    """Give every card its text, and hold against it what is written and what the rulebook says."""
    names = {card.id: card.name for card in cards}
    box.texts = []
    for card in cards:
        text = card_text.printed(card.entry, names)
        if card.text not in ("", text):
            raise CatalogueError(f"catalogue.json: card {card.id}: text: what the card does reads {text!r}")
        check_fixed(card, text)
        box.texts.append(text)
    box.entries = tuple({**card.entry, "text": text} for card, text in zip(cards, box.texts, strict=True))


def _laid_out(cards: Catalogue, factions: tuple[str, ...], keywords: tuple[str, ...]) -> Cards:
    box = Cards()
    box.factions = list(factions)
    box.heathen = factions.index(HEATHEN_FACTION)
    box.sets = [TIME_MACHINE if name == HEATHEN_FACTION else name for name in factions]
    box.keywords = list(keywords)
    _fill_facts(box, cards)
    _fill_piles(box, cards)
    filters = Filters()
    _fill_programs(box, cards, filters)
    _fill_statics(box, cards)
    _fill_pairs(box, cards)
    box.fits = [_fitting(box, filter) for filter in filters.found]
    return box


def _fill_facts(box: Cards, cards: Catalogue) -> None:
    box.n = len(cards)
    box.ids = [card.id for card in cards]
    box.names = [card.name for card in cards]
    box.index = {id: place for place, id in enumerate(box.ids)}
    box.faction = [box.factions.index(card.facts["faction"]) for card in cards]
    box.kind = [KINDS.index(card.kind) for card in cards]
    types = [card.facts.get("types", ()) for card in cards]
    box.types = [TYPE_PERSONALITY * ("personality" in each) + TYPE_EQUIPMENT * ("equipment" in each) for each in types]
    box.is_personality = ["personality" in each for each in types]
    box.is_equipment = ["equipment" in each for each in types]
    box.power = _numbers(cards, "power")
    box.letter = [ord(card.facts["letter"]) - ord("A") if card.facts.get("letter") else NO_LETTER for card in cards]
    box.has_keyword = [[word in card.facts.get("keywords", ()) for card in cards] for word in box.keywords]
    box.aviator = ["Aviator" in card.facts.get("keywords", ()) for card in cards]
    box.traveller = ["Traveller" in card.facts.get("keywords", ()) for card in cards]
    box.value = _numbers(cards, "value")
    box.pieces = _numbers(cards, "pieces")
    box.number = _numbers(cards, "number")
    box.vp = _numbers(cards, "vp")
    box.set_of = [of if kind in (KIND_VC, KIND_VC7) else NO_SET for of, kind in zip(box.faction, box.kind, strict=True)]
    box.placeable = [kind in (KIND_VC, KIND_VC7, KIND_BONUS) for kind in box.kind]
    box.destroyable = [not placeable for placeable in box.placeable]


def _fill_piles(box: Cards, cards: Catalogue) -> None:
    factions = range(len(box.factions))
    box.starters = [_pile(box, KIND_STARTER, faction) for faction in factions]
    box.power_of = [_pile(box, KIND_POWER, faction) for faction in factions]
    box.market_of = [_pile(box, KIND_MARKET, faction) for faction in factions]
    box.vcs = [_pile(box, KIND_VC, faction) for faction in factions]
    box.vc7 = [_pile(box, KIND_VC7, faction)[0] for faction in factions]
    box.hq = [_pile(box, KIND_HQ, faction)[0] for faction in factions]
    box.hq_reward = [_pile(box, KIND_HQ_REWARD, faction)[0] for faction in factions]
    box.assaults = sorted(_pile(box, KIND_ASSAULT, box.heathen), key=box.number.__getitem__)
    box.bonus = _pile(box, KIND_BONUS, box.heathen)
    box.scrubs = _pile(box, KIND_SCRUB, box.heathen)
    timings = _pile(box, KIND_TIMING, box.heathen)
    box.timings = [[card for card in timings if box.value[card] == value] for value in range(6)]
    special = [bool(card.facts.get("special", False)) for card in cards]
    powers, markets = box.power_of[box.heathen], box.market_of[box.heathen]
    box.heathen_power = [card for card in powers if not special[card]]
    box.special_power = [card for card in powers if special[card]]
    box.heathen_market = [card for card in markets if not special[card]]
    (box.special_market,) = [card for card in markets if special[card]]


def _pile(box: Cards, kind: int, faction: int) -> list[int]:
    return [card for card in range(box.n) if box.kind[card] == kind and box.faction[card] == faction]


def _fill_programs(box: Cards, cards: Catalogue, filters: Filters) -> None:
    def programs(trigger: Trigger, location: int = LOCATION_HQ) -> list[list[int]]:
        return [program(card, trigger, location, filters) for card in cards]

    box.on_reveal = [programs(Trigger.REVEAL, location) for location in LOCATIONS]
    box.on_draw_phase = programs(Trigger.DRAW_PHASE)
    box.on_end_turn = programs(Trigger.END_TURN)
    box.on_assault = programs(Trigger.ASSAULT)
    box.after_assault = programs(Trigger.AFTER_ASSAULT)
    box.on_win = programs(Trigger.WIN_FACEOFF, LOCATION_FACEOFF)
    box.is_market = [
        any(ability["do"] == (Verbs.MARKET,) for ability in card.facts.get("abilities", ())) for card in cards
    ]
    box.draw_action = [bool(code) for code in box.on_draw_phase]
    box.draw_cost_discards = [code[::INSTRUCTION_WIDTH].count(Op.PAY_DISCARD) for code in box.on_draw_phase]
    box.draw_cost_vp = [
        sum(n for op, n in zip(code[::INSTRUCTION_WIDTH], code[2::INSTRUCTION_WIDTH], strict=True) if op == Op.PAY_VP)
        for code in box.on_draw_phase
    ]


def _fill_statics(box: Cards, cards: Catalogue) -> None:
    found = [statics(card) for card in cards]
    box.shield = [
        [any(each.verb is Verbs.SHIELD and each.where in (ANYWHERE, place + 1) for each in of) for of in found]
        for place in LOCATIONS
    ]
    box.defense = [any(each.verb is Verbs.SHIELD for each in of) for of in found]
    box.shelter = [any(each.verb is Verbs.SHELTER for each in of) for of in found]
    box.shelter_cond = [_shelter_condition(of) for of in found]
    box.siege = [_amounts(box, of, Verbs.SIEGE) for of in found]
    box.hq_all = [_amounts(box, of, Verbs.HQ_MOD) for of in found]
    box.hq_own = [_amounts(box, of, Verbs.HQ_MOD_OWN) for of in found]
    box.faceoff_mod = [_sum(of, Verbs.FACEOFF_MOD) for of in found]
    box.hand_limit = [_sum(of, Verbs.HAND_LIMIT) for of in found]
    box.build_cards = [max(1, _sum(of, Verbs.HQ_BUILDUP_CARDS)) for of in found]


def _amounts(box: Cards, found: list[Static], verb: Verbs) -> list[int]:
    """What a card adds to each entry of a stack, or nothing."""
    amounts = [0] * (PLAYED_AS * box.n)
    for each in found:
        if each.verb is verb:
            fitting = _fitting(box, each.code[1:])
            for entry in range(len(amounts)):
                amounts[entry] += each.code[0] * fitting[entry % PLAYED_AS][entry // PLAYED_AS]
    return amounts if any(amounts) else []


def _fitting(box: Cards, filter: tuple[int, ...]) -> list[list[bool]]:
    """Whether each card fits a filter, by what it was played as."""
    plays = (AS_PERSONALITY, AS_EQUIPMENT, AS_OTHER, NOT_IN_PLAY)
    return [[_fits(box, filter, card, played) for card in range(box.n)] for played in plays]


def _fits(box: Cards, filter: tuple[int, ...], card: int, played: int, *, wild: bool = False) -> bool:
    type, keyword, faction, kind, power, id = filter
    if type and played != type - 1 and not (played == NOT_IN_PLAY and box.types[card] & type):
        return False
    if keyword and not box.has_keyword[keyword - 1][card]:
        return False
    if faction and box.faction[card] != faction - 1 and not wild:
        return False
    return (not kind or box.kind[card] == kind - 1) and box.power[card] <= power and id in (NO_CARD, card)


def _fill_pairs(box: Cards, cards: Catalogue) -> None:
    wild = [any(each.verb is Verbs.WILD_FACTION for each in statics(card)) for card in cards]
    combos = [_combos(box, card) for card in cards]
    box.pair = [[0] * box.n for _ in range(box.n)]
    for personality in range(box.n):
        for equipment in range(box.n):
            if not box.is_personality[personality] or not box.is_equipment[equipment]:
                continue
            for card, other, played in (
                (personality, equipment, AS_EQUIPMENT),
                (equipment, personality, AS_PERSONALITY),
            ):
                for bonus, filter in combos[card]:
                    if _fits(box, filter, other, played, wild=wild[other]):
                        box.pair[personality][equipment] += bonus


def _combos(box: Cards, card: Card) -> list[tuple[int, Program]]:
    """A card's combos: the bonus, and what the other card must be, as a filter's numbers."""
    found: list[tuple[int, Program]] = []
    for combo in card.facts.get("combos", ()):
        when = combo["when"]
        numbers = (
            _place(("personality", "equipment"), when["type"]),
            _place(box.keywords, when["keyword"]),
            _place(box.factions, when["faction"]),
            _place(KINDS, when["kind"]),
            int(when["power_max"]),
            box.index.get(when["id"], NO_CARD),
        )
        found.append((int(combo["bonus"]), numbers))
    return found


def _place(words: Sequence[str], word: str) -> int:
    """A word's place + 1, and 0 for any."""
    return 0 if word == ANY else words.index(word) + 1


def _numbers(cards: Catalogue, fact: str) -> list[int]:
    return [int(card.facts.get(fact, 0)) for card in cards]


def _sum(found: list[Static], verb: Verbs) -> int:
    return sum(each.code[0] for each in found if each.verb is verb)


def _shelter_condition(found: list[Static]) -> Condition:
    for each in found:
        if each.verb is Verbs.SHELTER:
            return condition(each.code)
    return Condition(Cond.ALWAYS, 0)


CATALOGUE: Final = Path(__file__).parents[1] / "catalogue.json"
"""The file of the cards in the game."""
CARDS: Final = read_cards(CATALOGUE.read_text(encoding="utf-8"))
"""The cards of the game."""
