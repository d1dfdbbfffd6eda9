"""What each viewer of every game may know: events are enough to follow, imagined states look the same, and nothing else
shows. What is hidden in a game, and how, stands in its own tests."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from services.engine.chance import FastChance
from services.engine.ruleset import SPECTATOR
from tests.unit.rulesets.games import Game, each_game, viewers


def seen(game: Game, state: Any, viewer: int) -> str:
    """As text: order and length count, too."""
    return json.dumps(game.ruleset.view_json(game.ruleset.observe(state, viewer)))


@each_game
@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_every_viewer_can_follow_the_match_by_what_it_is_shown(game: Game, data: st.DataObject) -> None:
    """A view brought up to date by event shares equals what is observed, after every step."""
    rules = game.ruleset
    seats, seed, options = data.draw(game.starts)
    state, _ = game.matches.start(seats, seed, options)
    views = {viewer: rules.observe(state, viewer) for viewer in viewers(seats)}
    for seat, action, closely in game.looked_at(state, seed):
        events = rules.play(state, seat, action)
        for viewer, view in views.items():
            for event in events:
                share = rules.share(event, viewer)
                if share is not None:
                    rules.follow(view, json.loads(json.dumps(share)))
            if closely:
                assert json.dumps(rules.view_json(view)) == seen(game, state, viewer)


@each_game
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_an_imagined_state_looks_the_same_to_its_viewer(game: Game, data: st.DataObject) -> None:
    """It offers the viewer the same and tells it the same words."""
    rules = game.ruleset
    state = data.draw(game.positions)
    for viewer in viewers(rules.seats(state)):
        view = rules.observe(state, viewer)
        imagined = rules.imagine(view, FastChance(data.draw(st.integers(0, 2**32))))
        assert seen(game, imagined, viewer) == seen(game, state, viewer)
        assert rules.picture(rules.observe(imagined, viewer)) == rules.picture(view)
        assert rules.pending(imagined) == rules.pending(state)
        assert rules.legal(imagined, viewer) == rules.legal(state, viewer)
        if viewer in rules.pending(state):
            assert rules.default(imagined, viewer) == rules.default(state, viewer)
        rules.load(rules.dump(imagined), FastChance(0))


@each_game
@settings(max_examples=3, deadline=None)
@given(data=st.data())
def test_a_public_event_is_the_same_for_every_viewer(game: Game, data: st.DataObject) -> None:
    rules = game.ruleset
    seats, seed, options = data.draw(game.starts)
    state, events = game.matches.start(seats, seed, options)
    for seat, action, _ in game.looked_at(state, seed):
        for event in events:
            if rules.is_public(event):
                share = rules.share(event, SPECTATOR)
                assert all(rules.share(event, viewer) == share for viewer in range(seats))
        events = rules.play(state, seat, action)


@each_game
def test_a_view_does_not_change_with_the_state(game: Game) -> None:
    rules = game.ruleset
    state = game.matches.in_the_middle(2, 1, 30, dict(game.short))
    views = [rules.observe(state, viewer) for viewer in viewers(2)]
    before = [json.dumps(rules.view_json(view)) for view in views]
    game.matches.play_out(state, 2)
    assert [json.dumps(rules.view_json(view)) for view in views] == before


@each_game
def test_no_view_tells_of_chance(game: Game) -> None:
    state = game.matches.in_the_middle(2, 1, 30)
    assert "words_used" in json.loads(game.ruleset.dump(state))
    assert "words_used" not in seen(game, state, 0)
