"""The catalogue: its counts, what the rulebook fixes, and that nothing wrong in it goes unnoticed."""

import json
from collections import Counter
from typing import Any

import pytest

from services.engine.catalogue import CatalogueError
from services.rulesets.faceoff.cards.catalogue import CARDS, read_cards
from services.rulesets.faceoff.cards.vocabulary import (
    AS_EQUIPMENT,
    AS_OTHER,
    AS_PERSONALITY,
    KIND_STARTER,
    KINDS,
    LOCATION_FACEOFF,
    LOCATION_HQ,
    TYPE_EQUIPMENT,
    TYPE_PERSONALITY,
    Cond,
    Op,
    Who,
)
from tests.marks import each_row
from tests.unit.faceoff.expansion import TEXT, vikings, with_vikings

ENTRIES: dict[str, dict[str, Any]] = {entry["id"]: entry for entry in json.loads(TEXT)["cards"]}
FACTIONS = ("cowboys", "ninjas", "monsters", "pirates", "robots")


def facts(id: str) -> tuple[str, str, int, int, str]:
    """A card's name, faction, types, power and letter."""
    card = CARDS.index[id]
    letter = "" if CARDS.letter[card] == 26 else "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[CARDS.letter[card]]
    return CARDS.names[card], CARDS.factions[CARDS.faction[card]], CARDS.types[card], CARDS.power[card], letter


def code(program: list[int]) -> list[tuple[int, int, int, int]]:
    """A program as its instructions."""
    return [(program[at], program[at + 1], program[at + 2], program[at + 3]) for at in range(0, len(program), 4)]


# -- the box ---------------------------------------------------------------------------------------------------------


def test_the_box_holds_what_the_rulebook_says() -> None:
    """FO-T05 (FO-013, FO-014, FO-015, FO-R01, FO-R02, FO-R03, FO-R05)."""
    census = Counter((CARDS.factions[of], KINDS[kind]) for of, kind in zip(CARDS.faction, CARDS.kind, strict=True))
    for faction in FACTIONS:
        assert {kind: census[faction, kind] for kind in KINDS if census[faction, kind]} == {
            "starter": 12,
            "power": 4,
            "market": 1,
            "vc": 6,
            "vc7": 1,
            "hq": 1,
            "hq_reward": 1,
        }
    assert {kind: census["heathen", kind] for kind in KINDS if census["heathen", kind]} == {
        "vc": 6,
        "vc7": 1,
        "hq": 1,
        "hq_reward": 1,
        "assault": 15,
        "bonus": 10,
        "power": 20,
        "market": 9,
        "scrub": 30,
        "timing": 10,
    }
    assert sum(census["heathen", kind] for kind in KINDS) == 103
    assert CARDS.n == 233
    assert [len(cards) for cards in CARDS.timings] == [0, 2, 2, 2, 2, 2]
    assert [CARDS.number[card] for card in CARDS.assaults] == list(range(1, 16))


def test_every_starter_deck_is_made_alike() -> None:
    """The rules page, 4.2: six personalities, one of both types, five equipment; the printed sum 45."""
    for faction in FACTIONS:
        cards = CARDS.starters[CARDS.factions.index(faction)]
        powers = {
            types: sorted(CARDS.power[card] for card in cards if CARDS.types[card] == types)
            for types in (TYPE_PERSONALITY, TYPE_EQUIPMENT, TYPE_PERSONALITY + TYPE_EQUIPMENT)
        }
        assert powers == {
            TYPE_PERSONALITY: [2, 3, 4, 5, 6, 7],
            TYPE_EQUIPMENT: [1, 2, 3, 4, 5],
            TYPE_PERSONALITY + TYPE_EQUIPMENT: [3],
        }
        assert sum(CARDS.power[card] for card in cards) == 45
        assert [CARDS.is_personality[card] for card in cards if CARDS.aviator[card]] == [True]
        assert [CARDS.is_equipment[card] for card in cards if CARDS.traveller[card]] == [True]
        assert sum(CARDS.shield[LOCATION_FACEOFF][card] for card in cards) == 1


def test_the_best_pair_of_every_starter_deck_is_12_or_13() -> None:
    """The rules page, 4.3."""
    best = {}
    for faction in FACTIONS:
        cards = CARDS.starters[CARDS.factions.index(faction)]
        best[faction] = max(
            CARDS.power[one] + CARDS.power[other] + CARDS.pair[one][other]
            for one in cards
            for other in cards
            if one != other and CARDS.is_personality[one] and CARDS.is_equipment[other]
        )
    assert set(best.values()) <= {12, 13}


def test_the_bonus_cards() -> None:
    """The rules page, 4.3."""
    assert sorted(CARDS.value[card] for card in CARDS.bonus) == [2, 2, 3, 3, 3, 4, 4, 4, 5, 5]


def test_the_pieces_of_each_set() -> None:
    """FO-028, FO-R74: 12 in every set, by value 1 to 7."""
    for faction in FACTIONS:
        of = CARDS.factions.index(faction)
        by_value = sorted([*CARDS.vcs[of], CARDS.vc7[of]], key=CARDS.value.__getitem__)
        assert [CARDS.pieces[card] for card in by_value] == [2, 1, 1, 2, 1, 2, 3]
    by_value = sorted([*CARDS.vcs[CARDS.heathen], CARDS.vc7[CARDS.heathen]], key=CARDS.value.__getitem__)
    assert [CARDS.pieces[card] for card in by_value] == [1, 1, 2, 2, 3, 1, 2]


def test_the_scrubs() -> None:
    """FO-135; the rules page, 4.3: 22 cost a point; 10 of these go for a card, the 8 others for a token."""
    assert Counter(CARDS.vp[card] for card in CARDS.scrubs) == {-1: 22, 0: 8}
    assert Counter((CARDS.draw_cost_discards[card], CARDS.draw_cost_vp[card]) for card in CARDS.scrubs) == {
        (0, 0): 12,
        (1, 0): 10,
        (0, 1): 8,
    }


def test_what_the_rulebook_says_of_the_cards_that_it_names() -> None:
    """FO-048, FO-042, FO-R71, FO-R72; the rules page, 4.1."""
    assert facts("billy_the_kid")[:4] == ("Billy the Kid", "cowboys", TYPE_PERSONALITY, 7)
    assert facts("tomo_sukesada")[:4] == ("Tomo Sukesada", "ninjas", TYPE_PERSONALITY, 2)
    assert facts("banner")[:4] == ("Banner", "cowboys", TYPE_EQUIPMENT, 5)
    assert facts("goemons_chain_whip")[:4] == ("Goemon's Chain Whip", "ninjas", TYPE_EQUIPMENT, 3)
    assert facts("tamoe_gozen")[:4] == ("Tamoe Gozen", "ninjas", TYPE_PERSONALITY, 4)
    assert facts("red_ryder")[:4] == ("Red Ryder", "cowboys", TYPE_PERSONALITY, 3)
    assert CARDS.aviator[CARDS.index["billy_the_kid"]]
    assert CARDS.traveller[CARDS.index["banner"]]
    assert CARDS.pair[CARDS.index["tomo_sukesada"]][CARDS.index["goemons_chain_whip"]] == 6
    assert [CARDS.ids[card] for card in CARDS.special_power] == ["aristotle", "dracula", "truth_gun"]
    assert CARDS.ids[CARDS.special_market] == "a_haunting_presence"
    assert CARDS.texts[CARDS.index["spoils_of_war"]] == "High man in the HQ gains 2 VP tokens."
    assert CARDS.names[CARDS.index["ninjas_vc3"]] == "The Mystical Book of Ninja Secrets"
    assert CARDS.build_cards[CARDS.hq[CARDS.heathen]] == 2
    for name in ("Kong", "The Little Man with the Green Beard", "The Spear of Destiny"):
        assert CARDS.kind[CARDS.names.index(name)] == KINDS.index("power")


# -- tables ----------------------------------------------------------------------------------------------------------


def test_programs_of_the_cards_in_the_examples() -> None:
    """FO-071: discard, then draw; destroy or gain; look, discard, draw."""
    billy, tomo, whip = (CARDS.index[id] for id in ("billy_the_kid", "tomo_sukesada", "goemons_chain_whip"))
    assert code(CARDS.on_reveal[LOCATION_FACEOFF][billy]) == [
        (Op.DISCARD, 0, 0, 0),
        (Op.DRAW, 0, 1, 0),
        (Op.END, 0, 0, 0),
    ]
    assert CARDS.on_reveal[LOCATION_HQ][billy] == CARDS.on_reveal[LOCATION_FACEOFF][billy]
    assert code(CARDS.on_reveal[LOCATION_FACEOFF][tomo]) == [
        (Op.OPTION, 0, 2, 0),
        (Op.JUMP, 0, 0, 12),
        (Op.JUMP, 0, 0, 20),
        (Op.DESTROY, 0, 0, 3),
        (Op.JUMP, 0, 0, 28),
        (Op.VP, 0, 1, 0),
        (Op.JUMP, 0, 0, 28),
        (Op.END, 0, 0, 0),
    ]
    assert code(CARDS.on_reveal[LOCATION_FACEOFF][whip]) == [(Op.PEEK, 0, 0, 8), (Op.DRAW, 0, 1, 0), (Op.END, 0, 0, 0)]


def test_an_ability_with_a_place_works_only_there() -> None:
    """FO-023, FO-074."""
    lasso, goemon = CARDS.index["lasso"], CARDS.index["ishikawa_goemon"]
    attack = Who.CHOSEN_OPPONENT + 16
    assert code(CARDS.on_reveal[LOCATION_FACEOFF][lasso])[:2] == [
        (Op.CHOOSE_OPPONENT, 0, 0, 0),
        (Op.MOD, attack, -2, 0),
    ]
    assert CARDS.on_reveal[LOCATION_HQ][lasso] == []
    assert CARDS.on_reveal[LOCATION_HQ][goemon] == CARDS.on_reveal[LOCATION_FACEOFF][goemon] != []


def test_what_a_card_adds_depends_on_what_it_was_played_as() -> None:
    """FO-017, FO-111: the Cowboys' HQ gives +1 to equipment, Tamoe Gozen takes 2 from personalities."""
    saloon, tamoe = CARDS.hq_all[CARDS.index["the_long_branch_saloon"]], CARDS.siege[CARDS.index["tamoe_gozen"]]
    mustang = 3 * CARDS.index["loyal_mustang"]
    assert [saloon[mustang + AS_PERSONALITY], saloon[mustang + AS_EQUIPMENT]] == [0, 1]
    assert [tamoe[mustang + AS_PERSONALITY], tamoe[mustang + AS_EQUIPMENT]] == [-2, 0]
    assert tamoe[3 * CARDS.index["ninjas_vc3"] + AS_OTHER] == 0


def test_red_ryder_grants_shelter_beside_billy() -> None:
    """FO-R43, FO-R72."""
    ryder = CARDS.index["red_ryder"]
    assert CARDS.shelter[ryder]
    assert CARDS.shelter_cond[ryder] == (Cond.OWN_HQ_HAS, CARDS.index["billy_the_kid"])
    assert CARDS.shelter_cond[CARDS.index["annie_oakley"]] == (Cond.ALWAYS, 0)


def test_combos_of_either_card_of_a_pair_count() -> None:
    """FO-022, FO-R55: a Gunslinger with a Firearm: +2 by Doc Holliday, +3 by the Peacemaker."""
    doc, peacemaker = CARDS.index["doc_holliday"], CARDS.index["peacemaker"]
    assert CARDS.pair[doc][peacemaker] == 5
    assert CARDS.pair[peacemaker][doc] == 0


def test_aristotle_is_of_every_faction_in_combos() -> None:
    """The rules page, 4.1: with the Cowboys' and with the Ninjas' card alike."""
    aristotle = CARDS.index["aristotle"]
    assert CARDS.pair[aristotle][CARDS.index["the_iron_horse"]] == 2
    assert CARDS.pair[aristotle][CARDS.index["kusanagi_blade"]] == 2
    assert CARDS.pair[CARDS.index["merlin"]][CARDS.index["kusanagi_blade"]] == 0


def test_every_text_says_what_the_card_does() -> None:
    """FO-R22: what is generated from the programs is what is printed."""
    ids = ("truth_gun", "spare_parts", "nagging_doubt_1", "dead_weight_1", "red_tape_1", "aegis")
    assert {id: CARDS.texts[CARDS.index[id]] for id in ids} == {
        "truth_gun": "Face Off: Attack: Look at the hand of a chosen opponent, then that opponent gets -2 power.",
        "spare_parts": "You may take an equipment from your discard pile into your hand.",
        "nagging_doubt_1": "Draw Phase: Discard a card to destroy this card. Worth -1 point at the end of the match.",
        "dead_weight_1": "Worth -1 point at the end of the match.",
        "red_tape_1": "Draw Phase: Pay 1 VP token to destroy this card.",
        "aegis": "Shield. HQ: Shelter.",
    }
    assert CARDS.texts[CARDS.index["ninjas_vc3"]] == "Draw Phase: Place this card in front of you."


def test_the_description_lists_every_card_with_its_text() -> None:
    assert len(CARDS.entries) == 233
    assert all(entry["id"] and entry["name"] and entry["kind"] and "text" in entry for entry in CARDS.entries)


# -- another catalogue -----------------------------------------------------------------------------------------------


def test_a_new_faction_is_an_edit_of_the_catalogue_alone() -> None:
    """FO-R02."""
    cards = read_cards(with_vikings())
    assert cards.factions == [*CARDS.factions, "vikings"]
    faction = cards.factions.index("vikings")
    assert len(cards.starters[faction]) == 12
    assert cards.names[cards.hq[faction]] == "Mead Hall"
    assert cards.texts[cards.index["ragnar_hairy_breeches"]] == (
        "HQ: Attack: Discard a card of printed power 2 or less from the HQ stack of a chosen opponent."
    )
    assert cards.n == CARDS.n + 26
    assert cards.kind[cards.index["berserker"]] == KIND_STARTER


def test_a_faction_with_a_card_too_few_is_refused() -> None:
    document = json.loads(TEXT)
    document["cards"] += vikings()[1:]
    assert refusal(json.dumps(document)) == ("catalogue.json: vikings: has 11 cards of kind starter, and must have 12")


# -- mistakes --------------------------------------------------------------------------------------------------------


def refusal(text: str) -> str:
    """Why a catalogue is refused."""
    with pytest.raises(CatalogueError) as caught:
        read_cards(text)
    return str(caught.value)


def changed(id: str, **changes: Any) -> str:
    """The catalogue with an entry changed; None takes a key away."""
    document = json.loads(TEXT)
    for entry in document["cards"]:
        if entry["id"] == id:
            entry.pop("text", None)
            entry.update(changes)
            for key, value in changes.items():
                if value is None:
                    del entry[key]
    return json.dumps(document)


def doing(*effects: Any, **ability: Any) -> str:
    """The catalogue with Tin Star, an equipment of the Cowboys, doing this."""
    return changed("tin_star", abilities=[{"do": list(effects), **ability}])


def test_a_text_that_says_something_else_is_refused() -> None:
    document = json.loads(TEXT)
    next(entry for entry in document["cards"] if entry["id"] == "tin_star")["text"] = "Gain 2 VP tokens."
    assert refusal(json.dumps(document)) == (
        "catalogue.json: card tin_star: text: what the card does reads 'Gain 1 VP token.'"
    )


@each_row(
    ("text", "card", "place"),
    [
        (changed("katana", armour=3), "katana", "armour"),
        (changed("katana", power=None), "katana", "power"),
        (changed("katana", power="5"), "katana", "power"),
        (changed("katana", power=11), "katana", "power"),
        (changed("katana", letter="w"), "katana", "letter"),
        (changed("katana", letter=None), "katana", "letter"),
        (changed("katana", types=["weapon"]), "katana", "types"),
        (changed("katana", faction="nnijas"), "katana", "faction"),
        (changed("katana", kind="gear"), "katana", "kind"),
        (changed("katana", source="guess"), "katana", "source"),
        (changed("mochizuki_chiyome", combos=[{"bonus": 2, "when": {"keyword": "Baldes"}}]), "mochizuki_chiyome", ""),
        (changed("mochizuki_chiyome", combos=[{"bonus": 0, "when": {}}]), "mochizuki_chiyome", "combos[0].bonus"),
        (changed("mochizuki_chiyome", combos=[{"bonus": 1}]), "mochizuki_chiyome", "combos[0].when"),
        (changed("ninjas_vc3", pieces=4), "ninjas_vc3", "pieces"),
        (changed("dead_weight_1", vp=1), "dead_weight_1", "vp"),
        (changed("rout", number=16), "rout", "number"),
        (changed("timing_1a", value=6), "timing_1a", "value"),
        (doing({"op": "darw"}), "tin_star", "abilities[0].do[0].op"),
        (doing({"op": "draw", "n": 0}), "tin_star", "abilities[0].do[0].n"),
        (doing({"op": "draw", "who": "everybody"}), "tin_star", "abilities[0].do[0].who"),
        (doing({"op": "steal_vp"}), "tin_star", "abilities[0].do[0].who"),
        (doing({"op": "mod", "n": 2}), "tin_star", "abilities[0].do[0].who"),
        (doing({"op": "destroy", "from": ["deck"]}), "tin_star", "abilities[0].do[0].from"),
        (doing({"op": "peek_top", "then": ["nothing"]}), "tin_star", "abilities[0].do[0].then[0].op"),
        (doing({"op": "recall", "filter": {"typ": "equipment"}}), "tin_star", "abilities[0].do[0].filter.typ"),
        (doing({"op": "recall", "filter": {"id": "excalibr"}}), "tin_star", "abilities[0].do[0].filter.id"),
        (doing({"op": "if", "cond": {"hq_is": "elves"}, "then": "draw"}), "tin_star", "abilities[0].do[0].cond.hq_is"),
        (doing({"op": "choose", "options": [["draw"], ["extra_build"]]}), "tin_star", "options[1][0].op"),
        (doing("shield"), "tin_star", "abilities[0].do[0].op"),
        (doing("draw", trigger="on_crack"), "tin_star", "abilities[0].trigger"),
        (doing("draw", where="deck"), "tin_star", "abilities[0].where"),
        (changed("tin_star", abilities=[{"static": "draw"}]), "tin_star", "abilities[0].static.op"),
        (changed("tamoe_gozen", abilities=[{"static": {"op": "siege", "amount": 2}}]), "tamoe_gozen", "amount"),
    ],
)  # fmt: skip
def test_what_no_card_may_say_is_refused_with_card_and_place(text: str, card: str, place: str) -> None:
    message = refusal(text)
    assert message.startswith(f"catalogue.json: card {card}: ")
    assert place in message


@each_row(
    ("text", "message"),
    [
        (doing(), "tin_star: abilities[0]: must have either do or static"),
        (doing("draw", static="shield"), "tin_star: abilities[0]: must have either do or static"),
        (
            changed("tin_star", abilities=[{"static": "shield", "attack": True}]),
            "tin_star: abilities[0]: what holds all the time has no trigger, is no attack and not optional",
        ),
        (
            doing({"op": "if", "cond": {}, "then": "draw"}),
            "tin_star: abilities[0]: cond: asks nothing",
        ),
        (
            doing({"op": "if", "cond": {"is_first": True, "vp_at_least": 3}, "then": "draw"}),
            "tin_star: abilities[0]: cond: a condition asks one thing",
        ),
        (doing({"op": "vp", "n": 0}), "tin_star: abilities[0]: vp.n: must not be 0"),
        (doing("draw", attack=True), "tin_star: abilities[0]: an attack reaches somebody else"),
        (doing({"op": "choose", "options": ["draw"]}), "tin_star: abilities[0]: choose.options: there must be two"),
        (doing({"op": "destroy", "from": []}), "tin_star: abilities[0]: from: names no place"),
        (doing("place_victory"), "tin_star: abilities[0]: place_victory: only on victory and bonus cards"),
        (
            doing({"op": "destroy_this_cost", "cost": {"vp": 1}}),
            "tin_star: abilities[0]: destroy_this_cost: only in the Draw Phase",
        ),
        (
            doing({"op": "destroy_this_cost", "cost": {}}, trigger="draw_phase", optional=True),
            "tin_star: abilities[0]: destroy_this_cost.cost: costs nothing",
        ),
        (doing("draw", trigger="draw_phase"), "tin_star: abilities[0]: optional: a player need not use it"),
        (
            doing({"op": "mod", "n": 1, "who": "self"}, trigger="draw_phase", optional=True),
            "tin_star: abilities[0]: mod: there is no total that it could change",
        ),
        (
            doing({"op": "draw", "who": "high_man"}, trigger="draw_phase", optional=True),
            "tin_star: abilities[0]: high_man: only where there are totals",
        ),
        (
            doing({"op": "vp", "n": -1, "who": "left"}, trigger="draw_phase", optional=True, attack=True),
            "tin_star: abilities[0]: attack: only what a card does when it is revealed is an attack",
        ),
        (doing("draw", trigger="end_turn"), "tin_star: abilities[0]: end_turn: has no meaning on a card of kind"),
        (
            changed("ninjas_vc3", abilities=[{"trigger": "draw_phase", "optional": True, "do": "draw"}]),
            "ninjas_vc3: abilities: all that a victory or bonus card does is being placed",
        ),
        (doing("market"), "tin_star: abilities[0]: market: only on assault cards"),
        (
            changed("tin_star", abilities=[{"static": {"op": "hand_limit", "amount": 1}}]),
            "tin_star: abilities[0]: hand_limit: has no meaning on a card of kind starter",
        ),
        (
            changed("aegis", abilities=[{"static": "shelter", "where": "faceoff"}]),
            "aegis: abilities[0]: where: shelter does not work there",
        ),
        (
            changed("rout", abilities=[{"trigger": "assault", "do": {"op": "vp", "n": 1}}]),
            "rout: abilities[0]: self: it belongs to nobody, so there is no self",
        ),
        (
            changed("rout", abilities=[{"trigger": "assault", "do": "peek_top"}]),
            "rout: abilities[0]: peek_top: nobody is there to do it",
        ),
        (
            changed("rout", abilities=[{"trigger": "assault", "optional": True, "do": "market"}]),
            "rout: abilities[0]: optional: it belongs to nobody who could decide",
        ),
        (
            changed("billy_the_kid", power=6),
            "cowboys: starters: their powers must be 2 to 7, 1 to 5 and, for the one of both types, 3",
        ),
        (changed("banner", keywords=[]), "cowboys: starters: one equipment must be the only Traveller"),
        (changed("bass_reeves", abilities=[]), "cowboys: starters: one must have a Shield"),
        (changed("katana", letter="T"), "ninjas: starters: two of type equipment have the same letter"),
        (changed("cowboys_vc3", value=4), "cowboys: the victory cards must have the values 1 to 6"),
        (changed("rout", number=5), "assault: the numbers must be 1 to 15"),
        (changed("timing_1a", value=5), "timing: there must be two of each value 1 to 5"),
        (changed("merlin", special=True), "heathen: special: three power cards and one market card"),
        (changed("merlin", types=[]), "merlin: types: names none"),
        (
            changed("aristotle", special=False),
            "heathen: special: three power cards and one market card of heathen begin face up",
        ),
        (changed("tamoe_gozen", faction="cowboys"), "has 13 cards of kind starter, and must have 12"),
        (changed("ninjas_vc3", name="A Book"), "ninjas_vc3: name: the rulebook says 'The Mystical Book of"),
        (changed("goemons_chain_whip", combos=[]), "goemons_chain_whip: combos: with tomo_sukesada the rulebook says"),
        (
            changed("spoils_of_war", abilities=[{"trigger": "assault", "do": {"op": "draw", "who": "high_man"}}]),
            "spoils_of_war: says: the rulebook says 'High man in the HQ gains 2 VP tokens.'",
        ),
        (json.dumps({"cards": []}), "there must be heathen and 2 more factions at least"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(text: str, message: str) -> None:
    assert message in refusal(text)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"cards": 1}', '{"cards": [1]}', '{"cards": [{"kind": "hq"}]}'])
def test_what_is_no_catalogue_is_refused(text: str) -> None:
    assert refusal(text).startswith("catalogue.json: ")
