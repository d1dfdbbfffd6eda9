"""Positions as bytes: round trips, resuming in the middle of anything, and what is not a position."""

import copy
import json
import random
from typing import Any

import pytest
from google.protobuf import json_format
from google.protobuf.message import Message
from hypothesis import given, settings
from hypothesis import strategies as st
from playhall.duels.v1 import duels_pb2 as messages

from services.engine.chance import FastChance
from services.engine.ruleset import SPECTATOR, JsonObject, MalformedPosition, OptionValue
from services.rulesets.duels.ruleset import RULESET
from services.rulesets.duels.table import State
from tests.unit.duels.games import OPTION_SETS, SEEDS, chance_of, decisions, in_the_middle, play_out, start
from tests.unit.duels.scenario import Scenario
from tests.unit.duels.test_worked_examples import FULL


def assert_fits(document: JsonObject, message: Message) -> None:
    """The document is the message's JSON, and the message says the same."""
    json_format.ParseDict(document, message)
    back = json_format.MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    assert back == document
    assert list(document) == [f.name for f in message.DESCRIPTOR.fields if f.name in document]


@settings(max_examples=4, deadline=None)
@given(SEEDS, OPTION_SETS)
def test_every_document_of_a_match_is_its_messages_json(seed: int, options: dict[str, OptionValue]) -> None:
    state, events = start(seed, options)
    for seat, action in decisions(state, seed):
        assert_fits(json.loads(RULESET.dump(state)), messages.State())
        assert_fits(RULESET.action_json(action), messages.Action())
        for viewer in (seat, SPECTATOR):
            assert_fits(RULESET.view_json(RULESET.observe(state, viewer)), messages.View())
            for event in events:
                share = RULESET.share(event, viewer)
                if share is not None:
                    assert_fits(share, messages.Event())
        events = RULESET.play(state, seat, action)
    assert_fits(json.loads(RULESET.dump(state)), messages.State())
    assert_fits(RULESET.view_json(RULESET.observe(state, 0)), messages.View())


@settings(max_examples=4, deadline=None)
@given(SEEDS, OPTION_SETS)
def test_a_match_goes_on_from_its_bytes_as_it_would_have(seed: int, options: dict[str, OptionValue]) -> None:
    state, _ = start(seed, options)
    for seat, action in decisions(state, seed):
        data = RULESET.dump(state)
        loaded = RULESET.load(data, chance_of(seed))
        assert RULESET.dump(loaded) == data
        assert RULESET.pending(loaded) == RULESET.pending(state)
        assert RULESET.legal(loaded, seat) == RULESET.legal(state, seat)
        events = RULESET.play(state, seat, action)
        assert RULESET.play(loaded, seat, action) == events
        assert RULESET.dump(loaded) == RULESET.dump(state)
    assert RULESET.dump(RULESET.load(RULESET.dump(state), chance_of(seed))) == RULESET.dump(state)


@settings(max_examples=4, deadline=None)
@given(SEEDS, OPTION_SETS)
def test_a_view_is_read_back_from_its_json(seed: int, options: dict[str, OptionValue]) -> None:
    state, _ = start(seed, options)
    for seat, action in decisions(state, seed):
        for viewer in (seat, SPECTATOR):
            document = RULESET.view_json(RULESET.observe(state, viewer))
            assert RULESET.view_json(RULESET.view_from_json(json.loads(json.dumps(document)))) == document
        RULESET.play(state, seat, action)
    document = RULESET.view_json(RULESET.observe(state, 0))
    assert RULESET.view_json(RULESET.view_from_json(document)) == document


def test_a_copy_is_independent() -> None:
    state = in_the_middle(7, 60)
    before = RULESET.dump(state)
    copied = RULESET.clone(state)
    play_out(copied, 1)
    assert RULESET.dump(state) == before
    kept = RULESET.dump(copied)
    play_out(state, 1)
    assert RULESET.dump(state) == kept


def test_a_position_may_leave_out_what_has_its_default_value() -> None:
    document = Scenario().line_up("A", *FULL).begin()
    written = json.loads(RULESET.dump(document.state))
    for key in ("options", "first", "active", "asked", "quiet", "vc_removed", "power_aside", "words_used"):
        del written[key]
    for player in written["players"]:
        for key in ("face_up", "locked", "bonus", "won", "destroyed", "discarded", "duels_won", "peeked", "known"):
            del player[key]
        del player["unseen_since"]
        del player["unseen_by_opponent_since"]
    loaded = RULESET.load(json.dumps(written).encode(), FastChance(1))
    assert RULESET.dump(loaded) == RULESET.dump(document.state)


# -- what is not a position ------------------------------------------------------------------------------------------


def at(phase: int, seed: int = 1) -> State:
    """A match in a phase."""
    state, _ = start(seed)
    for seat, action in decisions(state, seed):
        if state.phase == phase:
            return state
        RULESET.play(state, seat, action)
    return at(phase, seed + 1)


DOCUMENTS = {phase: json.loads(RULESET.dump(at(phase))) for phase in range(1, 7)}
PLACE, TURN, CHOOSE, EQUIP, PRIZE, KEEP = DOCUMENTS.values()


def broken(document: JsonObject, change: Any) -> str:
    """What is wrong with a position after a change."""
    document = copy.deepcopy(document)
    change(document)
    with pytest.raises(MalformedPosition) as raised:
        RULESET.load(json.dumps(document).encode(), FastChance(1))
    return str(raised.value)


def set_to(key: str, value: object) -> Any:
    return lambda document: document.__setitem__(key, value)


def player(key: str, value: object, seat: int = 0) -> Any:
    return lambda document: document["players"][seat].__setitem__(key, value)


def in_options(name: str, value: object) -> Any:
    return lambda document: document["options"].__setitem__(name, value)


@pytest.mark.parametrize(
    ("document", "change", "message"),
    [
        (TURN, set_to("secret", 1), "state: has a field that is not known"),
        (TURN, set_to("phase", "PHASE_UNSPECIFIED"), "phase: must be one of PHASE_PLACE, PHASE_TURN"),
        (TURN, set_to("round", 4), "round: must be a whole number from 1 to 3"),
        (TURN, set_to("round", True), "round: must be a whole number from 1 to 3"),
        (TURN, set_to("round", 2), "vc_deck: must have 7 cards in round 2"),
        (TURN, set_to("asked", 2), "asked: must be a whole number from 0 to 1"),
        (TURN, set_to("quiet", 15), "quiet: must be at most 14"),
        (TURN, set_to("options", []), "options: must be an object"),
        (TURN, in_options("stall", 3), "options.stall: unknown option; did you mean stall_limit?"),
        (TURN, in_options("power_deck", 23), "power_aside: does not fit the option power_deck"),
        (TURN, set_to("vc_line", ["CV1"]), "vc_line: must have 7 slots"),
        (TURN, set_to("vc_deck", ["CB01"]), "vc_deck: has something that is not such an id"),
        (TURN, set_to("vc_deck", []), "vc_deck: each VC card must be in exactly one place"),
        (TURN, set_to("power_deck", ["PW01"]), "power_deck: each Power card must be in exactly one place"),
        (TURN, set_to("players", [{}]), "players: must be 2"),
        (TURN, set_to("players", [{}, 3]), "players[1]: must be an object"),
        (TURN, set_to("players", [{}, {}]), "players[0]: must have each of their thirteen cards in exactly one place"),
        (TURN, set_to("words_used", {"dice": 1}), "words_used: names a chance stream that is not used"),
        (TURN, set_to("action", {"card": "CB06", "paid": True}), "action: must be absent"),
        (TURN, set_to("duel", {"slot": 1}), "duel: must be absent"),
        (TURN, set_to("duel", {"slot": 8}), "duel.slot: must be a whole number from 1 to 7"),
        (TURN, set_to("duel", {"slot": 1, "equipment": ["CB08"]}), "duel.equipment: must be 2"),
        (TURN, set_to("duel", {"slot": 1, "equipment": ["CB01", ""]}), "duel.equipment: has something that is not"),
        (TURN, lambda d: d.update(asked=1 - d["asked"]), "asked: must be the player whose turn it is"),
        (TURN, player("placed", 3), "players[0].placed: must be all"),
        (TURN, player("line_up", ["CB01"]), "players[0].line_up: must have 7 slots"),
        (TURN, player("face_up", [1, 1]), "players[0].face_up: names a slot twice"),
        (TURN, player("face_up", [9]), "players[0].face_up: must be a whole number from 1 to 7"),
        (TURN, player("filled", [0] * 7), "players[0].filled: must be of the slots with a card"),
        (TURN, player("filled", [9] * 7), "players[0].filled: does not fit the number of fills"),
        (TURN, player("filled", [1, 1]), "players[0].filled: must have 7 slots"),
        (TURN, player("fills", 0), "players[0].filled: does not fit the number of fills"),
        (TURN, player("duels_won", 8), "players[0].duels_won: must be a whole number from 0 to 7"),
        (TURN, player("peeked", 1), "players[0].peeked: the opponent has played no action that looks"),
        (TURN, player("recalled", {"card": "CB01", "since": 2}), "players[0].peeked: the opponent has played no"),
        (TURN, player("recalled", {"card": "CB01"}), "players[0].recalled.since: must be a whole number from 2"),
        (TURN, player("known", [{"card": "PW01", "to_all": True}]), "players[0].known: has a card that is not"),
        (TURN, player("known", [{"card": "PW01"}, {"card": "PW01"}]), "players[0].known: names a card twice"),
        (TURN, player("unseen_since", [0]), "players[0].unseen_since: must be one for each Power card"),
        (TURN, player("unseen_by_opponent_since", [0]), "players[0].unseen_by_opponent_since: must be one for each"),
        (TURN, set_to("phase", "PHASE_PLACE"), "players[0]: has a card in the line-up that is more than placed"),
        (TURN, set_to("phase", "PHASE_GAME_OVER"), "players[0]: has a card in the line-up that is more than placed"),
        (TURN, set_to("phase", "PHASE_CHOOSE"), "action: must be one with a choice"),
        (TURN, set_to("phase", "PHASE_EQUIP"), "duel.slot: must be one whose VC card is left"),
        (TURN, set_to("phase", "PHASE_PRIZE"), "duel.slot: must be one whose VC card is left"),
        (PLACE, player("placed", 7), "players[0].line_up: a slot stays empty only if there are not enough cards"),
        (PLACE, player("fills", 1), "players[0]: has filled a slot or won a duel before the round began"),
        (PLACE, player("peeked", 1), "players[0]: has a card that was looked at before the round began"),
        (PLACE, set_to("quiet", 1), "asked: nobody has had a turn"),
        (CHOOSE, lambda d: d["action"].update(paid=False), "action.paid: must be true"),
        (CHOOSE, lambda d: d.pop("action"), "action: must be one with a choice"),
        (CHOOSE, lambda d: d["action"].update(card="CB01"), "action: must be one with a choice"),
        (CHOOSE, set_to("quiet", 1), "asked: must be the player who plays an action"),
        (CHOOSE, set_to("duel", {"slot": 1}), "duel: must be absent while an action is played"),
        (EQUIP, lambda d: d["duel"].update(answers=2), "duel.answers: does not fit who is asked"),
        (EQUIP, lambda d: d.update(asked=1 - d["asked"]), "duel.answers: does not fit who is asked"),
        (EQUIP, set_to("quiet", 1), "quiet: must be 0 in a duel"),
        (EQUIP, lambda d: d.pop("duel"), "duel.slot: must be one whose VC card is left"),
        (EQUIP, set_to("action", {"card": "CB06"}), "action: must be absent in a duel"),
        (PRIZE, lambda d: d["duel"].update(answers=1), "duel: was not won by the player who is asked"),
        (PRIZE, lambda d: [p.update(duels_won=0) for p in d["players"]], "players: the winner has won a duel"),
        (KEEP, set_to("quiet", 1), "power_deck: must have two cards to choose from"),
        (KEEP, set_to("action", {"card": "CB06"}), "action: must be absent while Power cards are looked at"),
    ],
)
def test_a_position_must_be_consistent(document: JsonObject, change: Any, message: str) -> None:
    assert broken(document, change).startswith(message)


def test_both_players_ready_is_no_position_of_placing() -> None:
    def ready(document: JsonObject) -> None:
        for each in document["players"]:
            cards = [card for card in each["line_up"] if card] + each["hand"]
            each.update(placed=7, line_up=cards[:7], hand=cards[7:])

    assert broken(PLACE, ready) == "players: all are ready, so the round has begun"


@pytest.mark.parametrize(
    "data",
    [b"", b"null", b"[]", b"3", b'"x"', b"{", b"\xff\xfe", b"[" * 100_000, b'{"round":' + b"9" * 5_000 + b"}", b"NaN"],
    ids=["empty", "null", "list", "number", "text", "cut", "not utf-8", "deep", "long number", "nan"],
)
def test_what_is_no_position_is_refused(data: bytes) -> None:
    with pytest.raises(MalformedPosition):
        RULESET.load(data, FastChance(1))


JUNK: list[Any] = [None, True, -1, 0, 1, 2, 3, 7, 2**40, 1.5, "", "CB01", "NJ06", "PW03", "CV1", [], {}, ["CB01"]]
JUNK += [*(f"PHASE_{name}" for name in ("PLACE", "TURN", "CHOOSE", "EQUIP", "PRIZE", "KEEP", "GAME_OVER"))]


def mutate(node: Any, pick: random.Random) -> None:
    """Change one thing somewhere in a document, in place."""
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        if not keys:
            return
        key = pick.choice(keys)
        if isinstance(node[key], dict | list) and node[key] and pick.random() < 0.8:
            node = node[key]
            continue
        how = pick.randrange(4)
        if how == 0:
            del node[key]
        elif how == 1:
            node[key] = copy.deepcopy(node[pick.choice(keys)])
        elif how == 2 and isinstance(node, list):
            pick.shuffle(node)
        else:
            node[key] = copy.deepcopy(pick.choice(JUNK))
        return


@settings(max_examples=400, deadline=None)
@given(st.integers(0, 20), st.integers(0, 180), st.integers(1, 4), SEEDS)
@pytest.mark.slow
def test_a_mutated_position_is_refused_or_can_be_played_to_its_end(
    seed: int, number: int, mutations: int, how: int
) -> None:
    document = json.loads(RULESET.dump(in_the_middle(seed, number)))
    pick = random.Random(how)
    for _ in range(mutations):
        mutate(document, pick)
    try:
        state = RULESET.load(json.dumps(document).encode(), FastChance(how))
    except MalformedPosition:
        return
    for viewer in range(SPECTATOR, 2):
        view = RULESET.view_json(RULESET.observe(state, viewer))
        assert RULESET.view_json(RULESET.view_from_json(view)) == view
    assert play_out(state, how) <= RULESET.describe().max_decisions
    assert RULESET.outcome(state) is not None
    RULESET.load(RULESET.dump(state), FastChance(0))


@settings(max_examples=400, deadline=None)
@given(st.integers(0, 20), st.integers(0, 180), st.integers(-1, 1), st.integers(1, 4), SEEDS)
@pytest.mark.slow
def test_a_mutated_view_is_refused_or_can_be_imagined(
    seed: int, number: int, viewer: int, mutations: int, how: int
) -> None:
    document = RULESET.view_json(RULESET.observe(in_the_middle(seed, number), viewer))
    document = json.loads(json.dumps(document))
    pick = random.Random(how)
    for _ in range(mutations):
        mutate(document, pick)
    try:
        view = RULESET.view_from_json(document)
    except MalformedPosition:
        return
    state = RULESET.imagine(view, FastChance(how))
    assert RULESET.view_json(RULESET.observe(state, view.viewer)) == RULESET.view_json(view)
    RULESET.picture(view)
    for seat in RULESET.pending(state):
        for action in RULESET.legal(state, seat):
            RULESET.label(view, action)
    play_out(state, how)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=30))
def test_any_text_is_an_action_or_is_refused(text: str) -> None:
    from services.engine.ruleset import MalformedAction

    try:
        action = RULESET.parse(text)
    except MalformedAction:
        return
    assert RULESET.notation(action) == text
