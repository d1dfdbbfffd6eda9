"""A match in words."""

import pytest

from services.engine.ruleset import SPECTATOR
from services.rulesets.duels.ruleset import RULESET
from tests.unit.duels.games import decisions, start
from tests.unit.duels.scenario import PlayedTable, Scenario
from tests.unit.duels.test_worked_examples import FULL

NAMES = ["Ann", "Bob"]


def told(table: PlayedTable, viewer: str = "") -> list[str]:
    shares = table.told["AB".index(viewer)] if viewer else table.happened
    return [RULESET.telling(share, NAMES) for share in shares]


def labels(table: PlayedTable, player: str = "A") -> dict[str, str]:
    seat = "AB".index(player)
    view = RULESET.observe(table.state, seat)
    return {RULESET.notation(a): RULESET.label(view, a) for a in RULESET.legal(table.state, seat)}


def test_labels_say_what_an_action_means() -> None:
    table = Scenario(allow_pass=True).line_up("A", *FULL).vc("Jade Mask").begin()
    found = labels(table)
    assert found["pass"] == "Do nothing"
    assert found["act 6"] == "Reveal Lookout (P3) in slot 6 and play its action"
    assert found["duel 1"] == "Duel for Jade Mask (Ninjas 5, 1 piece) in slot 1 with Marshal (P7)"
    assert found["switch 1 CB08"] == "Switch Marshal (P7) in slot 1 with Long Rifle (E5)"
    assert found["swap 1 2"] == "Switch the positions of Marshal (P7) in slot 1 and Gunslinger (P6) in slot 2"
    table.play("A", "act 6")
    assert labels(table)["slot 3"] == "Look at the opponent's card in slot 3"
    table.play("A", "slot 3").play("B", "swap 1 2").play("A", "act 7")
    assert labels(table)["slots 1 2"] == "Switch the positions of the VC cards in slots 1 and 2"
    table.play("A", "slots 1 2").play("B", "swap 1 2")
    assert labels(table)["fill 7 CB08"] == "Fill slot 7 with Long Rifle (E5)"


def test_labels_of_a_duel_and_its_prize() -> None:
    scenario = Scenario(allow_decline=True).line_up("A", "P7").line_up("B", "P6").vc("Jade Mask")
    table = scenario.power_deck("Ray Gun", "Whetstone").begin().play("A", "duel 1")
    assert labels(table)["no_equipment"] == "Play no equipment"
    assert labels(table)["equip CB08"] == "Play Long Rifle (E5)"
    table.play("A", "no_equipment").play("B", "no_equipment")
    assert labels(table) == {
        "take_vc": "Take Jade Mask (Ninjas 5, 1 piece)",
        "take_power": "Look at the top two Power cards and keep one",
        "decline": "Take nothing",
    }
    assert labels(table.play("A", "take_power")) == {
        "keep PW15": "Keep Ray Gun (E7)",
        "keep PW24": "Keep Whetstone (E2)",
    }


def test_labels_of_placing() -> None:
    table = Scenario().hand("A", "P7").vc("Jade Mask", "Tea Bowl").placing().begin()
    assert labels(table) == {
        "place CB01": "Place Marshal (P7) in slot 1, opposite Jade Mask (Ninjas 5, 1 piece)",
        "leave": "Leave the next slot empty",
    }


@pytest.mark.parametrize(
    ("card", "label"),
    [
        ("Whetstone", "Give 2 more power to your card in slot 2"),
        ("Wire Cutter", "Reveal the opponent's card in slot 2"),
    ],
)
def test_labels_of_what_an_action_is_aimed_at(card: str, label: str) -> None:
    table = Scenario().line_up("A", card).begin().play("A", "act 1")
    assert labels(table)["slot 2"] == label


def test_tellings_name_cards_to_those_who_know_them() -> None:
    table = Scenario().line_up("A", *FULL).line_up("B", "P7").begin().play("A", "switch 1 E5")
    assert told(table)[0] == "Ann switches the card in slot 1 with one from hand."
    assert told(table, "B") == told(table)
    assert told(table, "A")[0] == (
        "Ann switches the card in slot 1 with one from hand: Long Rifle (E5) for Marshal (P7)."
    )
    table.play("B", "duel 1")
    assert told(table) == [
        "Bob says Duel for slot 1: Long Rifle (E5) of Ann against Clan Elder (P7) of Bob. Long Rifle (E5): equipment "
        "in a slot beats nobody.",
        "0 to 7: Bob wins the duel.",
        "Long Rifle (E5) of Ann in slot 1 is destroyed.",
        "Bob chooses a prize.",
    ]


def test_the_picture_shows_what_the_viewer_knows() -> None:
    table = Scenario().line_up("A", "P3", "P7").line_up("B", "P7", "E4").vc("Jade Mask").begin()
    table.play("A", "act 1").play("A", "slot 2")
    pictures = {viewer: RULESET.picture(RULESET.observe(table.state, viewer)) for viewer in (SPECTATOR, 0, 1)}
    rows = {viewer: picture.splitlines()[2:4] for viewer, picture in pictures.items()}
    assert rows[SPECTATOR][1].split() == [
        "2",
        "?",
        "Dust",
        "Devil",
        "(Cowboys",
        "1,",
        "2",
        "pieces)",
        "?",
        "looked",
        "at",
    ]
    assert rows[SPECTATOR][0].startswith("  1  Lookout (P3) ")
    assert "Twin Blades (E4) face down, looked at" in rows[0][1]
    assert "Marshal (P7) face down" in rows[0][1]
    assert "Marshal" not in rows[1][1]
    assert pictures[0].startswith("Round 1. Player 1 takes a turn.")


def test_every_picture_and_telling_of_a_match_is_text() -> None:
    for seed in range(3):
        state, events = start(seed, {"power_discard": "face_down", "allow_pass": True, "allow_decline": True})
        for seat, action in decisions(state, seed):
            for viewer in (SPECTATOR, 0, 1):
                assert RULESET.picture(RULESET.observe(state, viewer)).strip()
                for event in events:
                    share = RULESET.share(event, viewer)
                    assert share is None or RULESET.telling(share, NAMES).isprintable()
            events = RULESET.play(state, seat, action)
        assert RULESET.picture(RULESET.observe(state, 0)).startswith("The match has ended after three rounds.")


def test_who_looks_at_the_last_power_card_takes_it() -> None:
    looked = {"power_looked": {"player": 0, "number": 1, "cards": []}}
    kept = {"power_kept": {"player": 0}}
    assert [RULESET.telling(share, ["Ann", "Bob"]) for share in (looked, kept)] == [
        "Ann looks at the last Power card.",
        "Ann takes a Power card.",
    ]
