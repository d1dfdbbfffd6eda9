"""Positions of every game as bytes: round trips, resuming in the middle of anything, and what is not a position."""

import copy
import json
import random
from typing import Any

import pytest
from google.protobuf import json_format
from google.protobuf.message import Message
from hypothesis import given, settings
from hypothesis import strategies as st

from services.engine.chance import FastChance
from services.engine.ruleset import SPECTATOR, JsonObject, MalformedAction, MalformedPosition
from tests.unit.rulesets.games import Game, each_game
from tests.unit.rulesets.random_matches import SEEDS, chance_of

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)
)


def assert_fits(document: JsonObject, message: Message) -> None:
    """The document is the message's JSON, and the message says the same."""
    json_format.ParseDict(document, message)
    back = json_format.MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    assert back == document
    assert list(document) == [field.name for field in message.DESCRIPTOR.fields if field.name in document]


@each_game
@settings(max_examples=4, deadline=None)
@given(data=st.data())
def test_every_document_of_a_match_is_its_messages_json(game: Game, data: st.DataObject) -> None:
    rules, messages = game.ruleset, game.messages
    seats, seed, options = data.draw(game.starts)
    state, events = game.matches.start(seats, seed, options)
    for seat, action, closely in game.looked_at(state, seed):
        assert_fits(rules.action_json(action), messages.Action())
        for viewer in (seat, SPECTATOR):
            for event in events:
                share = rules.share(event, viewer)
                if share is not None:
                    assert_fits(share, messages.Event())
            if closely:
                assert_fits(rules.view_json(rules.observe(state, viewer)), messages.View())
        if closely:
            assert_fits(json.loads(rules.dump(state)), messages.State())
        events = rules.play(state, seat, action)
    assert_fits(json.loads(rules.dump(state)), messages.State())
    assert_fits(rules.view_json(rules.observe(state, 0)), messages.View())


@each_game
@settings(max_examples=4, deadline=None)
@given(data=st.data())
def test_a_match_goes_on_from_its_bytes_as_it_would_have(game: Game, data: st.DataObject) -> None:
    """Where knowledge is part of a position, loading also checks that it never rules out what is true."""
    rules = game.ruleset
    seats, seed, options = data.draw(game.starts)
    state, _ = game.matches.start(seats, seed, options)
    for seat, action, _ in game.looked_at(state, seed):
        written = rules.dump(state)
        loaded = rules.load(written, chance_of(seed))
        assert rules.dump(loaded) == written
        assert rules.pending(loaded) == rules.pending(state)
        assert rules.legal(loaded, seat) == rules.legal(state, seat)
        events = rules.play(state, seat, action)
        assert rules.play(loaded, seat, action) == events
        assert rules.dump(loaded) == rules.dump(state)
    assert rules.dump(rules.load(rules.dump(state), chance_of(seed))) == rules.dump(state)


@each_game
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_what_is_written_is_canonical_json(game: Game, data: st.DataObject) -> None:
    written = game.ruleset.dump(data.draw(game.positions))
    assert json.dumps(json.loads(written), ensure_ascii=False, separators=(",", ":")).encode() == written


@each_game
@settings(max_examples=4, deadline=None)
@given(data=st.data())
def test_a_view_is_read_back_from_its_json(game: Game, data: st.DataObject) -> None:
    rules = game.ruleset
    seats, seed, options = data.draw(game.starts)
    state, _ = game.matches.start(seats, seed, options)
    for seat, action, closely in game.looked_at(state, seed):
        for viewer in (seat, SPECTATOR) if closely else ():
            document = rules.view_json(rules.observe(state, viewer))
            assert rules.view_json(rules.view_from_json(json.loads(json.dumps(document)))) == document
        rules.play(state, seat, action)
    document = rules.view_json(rules.observe(state, 0))
    assert rules.view_json(rules.view_from_json(document)) == document


@each_game
def test_a_copy_is_independent(game: Game) -> None:
    rules = game.ruleset
    state = game.matches.in_the_middle(2, 7, 30, dict(game.short))
    before = rules.dump(state)
    copied = rules.clone(state)
    game.matches.play_out(copied, 1)
    assert rules.dump(state) == before
    kept = rules.dump(copied)
    game.matches.play_out(state, 1)
    assert rules.dump(state) == kept


# -- what is not a position ------------------------------------------------------------------------------------------


@each_game
@pytest.mark.parametrize(
    "data",
    [b"", b"null", b"[]", b"3", b'"x"', b"{", b"\xff\xfe", b"[" * 100_000, b'{"round":' + b"9" * 5_000 + b"}", b"NaN"],
    ids=["empty", "null", "list", "number", "text", "cut", "not utf-8", "deep", "long number", "nan"],
)
def test_what_is_no_position_is_refused(game: Game, data: bytes) -> None:
    with pytest.raises(MalformedPosition):
        game.ruleset.load(data, FastChance(1))


@each_game
@settings(max_examples=50, deadline=None)
@given(document=ANY_JSON)
def test_any_other_json_is_refused(game: Game, document: Any) -> None:
    with pytest.raises(MalformedPosition):
        game.ruleset.load(json.dumps(document).encode(), FastChance(1))
    with pytest.raises(MalformedPosition):
        game.ruleset.view_from_json(document)


@each_game
@settings(max_examples=200, deadline=None)
@given(text=st.text(max_size=30))
def test_any_text_is_an_action_or_is_refused(game: Game, text: str) -> None:
    try:
        action = game.ruleset.parse(text)
    except MalformedAction:
        return
    assert game.ruleset.notation(action) == text


def mutate(game: Game, document: Any, pick: random.Random) -> None:
    """Change one thing somewhere in a document, in place: leave it out, swap it, or put in something of the document's
    own, a word of the messages, or junk."""
    words = [value.name for enum in game.messages.DESCRIPTOR.enum_types_by_name.values() for value in enum.values]
    junk = [None, True, -1, 0, 1, 2, 3, 7, 2**40, 1.5, "", [], {}, *words, *_leaves(document)]
    node = document
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
            node[key] = copy.deepcopy(pick.choice(junk))
        return


def _leaves(node: Any) -> list[Any]:
    if not isinstance(node, dict | list):
        return [node]
    return [leaf for each in (node.values() if isinstance(node, dict) else node) for leaf in _leaves(each)]


def load_and_play(game: Game, state: Any, mutations: int, how: int) -> None:
    """A mutated position is refused, or it can be seen and played to its end."""
    rules = game.ruleset
    document = json.loads(rules.dump(state))
    pick = random.Random(how)
    for _ in range(mutations):
        mutate(game, document, pick)
    try:
        loaded = rules.load(json.dumps(document).encode(), FastChance(how))
    except MalformedPosition:
        return
    for viewer in (SPECTATOR, 0):
        view = rules.view_json(rules.observe(loaded, viewer))
        assert rules.view_json(rules.view_from_json(view)) == view
    assert game.matches.play_out(loaded, how) <= rules.describe().max_decisions
    assert rules.outcome(loaded) is not None
    rules.load(rules.dump(loaded), FastChance(0))


def read_and_imagine(game: Game, state: Any, mutations: int, how: int) -> None:
    """A mutated view is refused, or a state that looks like it can be imagined."""
    rules = game.ruleset
    viewer = how % (rules.seats(state) + 1) - 1
    document = json.loads(json.dumps(rules.view_json(rules.observe(state, viewer))))
    pick = random.Random(how)
    for _ in range(mutations):
        mutate(game, document, pick)
    try:
        view = rules.view_from_json(document)
    except MalformedPosition:
        return
    imagined = rules.imagine(view, FastChance(how))
    assert rules.view_json(rules.observe(imagined, view.viewer)) == rules.view_json(view)
    rules.picture(view)
    for seat in rules.pending(imagined):
        for action in rules.legal(imagined, seat):
            rules.label(view, action)


@each_game
@settings(max_examples=30, deadline=None)
@given(data=st.data(), mutations=st.integers(1, 4), how=SEEDS)
def test_a_mutated_document_is_refused_or_good(game: Game, data: st.DataObject, mutations: int, how: int) -> None:
    state = data.draw(game.positions)
    load_and_play(game, state, mutations, how)
    read_and_imagine(game, state, mutations, how)


@each_game
@settings(max_examples=300, deadline=None)
@given(data=st.data(), mutations=st.integers(1, 4), how=SEEDS)
@pytest.mark.slow
@pytest.mark.timeout(600)
def test_hundreds_of_mutated_documents_are_refused_or_good(
    game: Game, data: st.DataObject, mutations: int, how: int
) -> None:
    state = data.draw(game.positions)
    load_and_play(game, state, mutations, how)
    read_and_imagine(game, state, mutations, how)
