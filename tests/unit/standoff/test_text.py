"""Labels, pictures and tellings."""

from hypothesis import given, settings

from services.engine.ruleset import SPECTATOR, OptionValue
from services.rulesets.standoff.cards import CARDS
from services.rulesets.standoff.ruleset import RULESET
from tests.unit.rulesets.random_matches import SEEDS
from tests.unit.standoff.games import OPTION_SETS, SEATS, decisions, start
from tests.unit.standoff.scenario import PlayedTable, Scenario

NAMES = ["Ada", "Ben", "Cleo", "Dan"]


@settings(max_examples=5, deadline=None)
@given(SEEDS, SEATS, OPTION_SETS)
def test_labels_differ_and_everything_can_be_told_and_drawn(
    seed: int, seats: int, options: dict[str, OptionValue]
) -> None:
    state, events = start(seed, seats, {**options, "round_limit": 8})
    for seat, action in decisions(state, seed):
        view = RULESET.observe(state, seat)
        legal = RULESET.legal(state, seat)
        labels = [RULESET.label(view, each) for each in legal]
        assert len(set(labels)) == len(labels)
        for event in events:
            for viewer in (SPECTATOR, seat):
                share = RULESET.share(event, viewer)
                assert share is not None
                line = RULESET.telling(share, NAMES)
                assert line.endswith(".")
                assert line.isprintable()
        events = RULESET.play(state, seat, action)
    assert "has won" in RULESET.picture(RULESET.observe(state, SPECTATOR))


def labels(table: PlayedTable, player: int, *texts: str) -> list[str]:
    state = table.state
    view = RULESET.observe(state, player)
    return [RULESET.label(view, RULESET.parse(text)) for text in texts]


def test_labels_say_what_an_action_means() -> None:
    scene = Scenario().tiles("A", "0,0").token("HOWITZER", "0,0").orbit("A", "LANCE").slot(3, "SURGE")
    table = scene.hand("A", "HEX2", "TACOFF", "CR1").budget(9).tiles("B", "1,0").begin()
    assert labels(
        table,
        0,
        "play HEX2",
        "play CR1",
        "discard CR1",
        "buy CR2",
        "buy_slot 3",
        "activate 0,0",
        "activate_satellite 1",
    ) == [
        "Play 2-Hex for 2 credits",
        "Play 1-Credit",
        "Discard 1-Credit for an action",
        "Buy 2-Credit for 2 credits",
        "Buy Surge for 4 credits from slot 3",
        "Use 0,0 (player 0's tile, Howitzer) for 1 action and 1 credit",
        "Use satellite 1, Lance Platform, for 1 action and 2 credits",
    ]
    table.play("A", "play TACOFF")
    assert labels(table, 0, "target 1,0") == ["Destroy the tile on 1,0 (player 1's tile)"]
    group = Scenario(placement_api="macro").hand("A", "HEX2").budget(2).begin()
    assert labels(group, 0, "place HEX2 3,4 3,3") == ["Play 2-Hex for 2 credits on 3,3, 3,4"]


def test_a_picture_tells_the_hand_to_its_player_alone() -> None:
    table = Scenario().hand("A", "HEX2", "CR1", "CR1").deck("A", "CR3").in_play("SURGE").orbit("B", "SOLAR").begin()
    own = RULESET.picture(RULESET.observe(table.state, 0))
    other = RULESET.picture(RULESET.observe(table.state, 1))
    assert "  hand: 2-Hex, 1-Credit x2" in own
    assert "  deck: 3-Credit" in own
    assert "  hand and deck: 2-Hex, 1-Credit x2, 3-Credit" in other
    assert "  hand:" not in other.split("Player 1")[0]
    for text in (own, other):
        assert "  in play: Surge" in text
        assert "  in orbit: Solar Array" in text
        assert "Round 1. Player 0 has the turn: 0 credits, actions 4, encampments 1." in text


def test_tellings_name_players_and_cards() -> None:
    table = Scenario().tiles("A", "5,0").tiles("B", "6,0").hand("A", "TACOFF").budget(1).begin()
    table.play("A", "play TACOFF")
    told = [RULESET.telling(share, NAMES) for share in table.happened]
    assert told == [
        "Ada plays Tactical Offensive.",
        "Ada: actions -1, now 3.",
        "Ada: credits -1, now 0.",
        "Ada must choose for Tactical Offensive.",
    ]
    table.play("A", "target 6,0")
    assert [RULESET.telling(share, NAMES) for share in table.happened] == [
        "Ada destroys Ben's tile on 6,0.",
        "The Credit Well on 6,0: nobody has it now (Ben had).",
        "Ada goes on with the turn.",
    ]
    asked = [{"discard_asked": {"player": 0, "number": number}} for number in (1, 2)]
    assert [RULESET.telling(share, NAMES) for share in asked] == [
        "Ada has 1 card too many and discards down.",
        "Ada has 2 cards too many and discards down.",
    ]
    assert len(CARDS.names) == 43
