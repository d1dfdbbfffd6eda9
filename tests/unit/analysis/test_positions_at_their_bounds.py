"""A position may be written by hand, with every number as great as its ruleset takes it. What is played from it is
refused, or is a position that every operation takes."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from services.analysis.analysis import play_on
from services.engine import registry
from services.engine.engine import Engine, Position
from services.engine.in_process import InProcessEngine
from services.engine.ruleset import JsonObject
from services.errors import Reason, Refusal

RULESETS = Path(registry.__file__).parents[1] / "rulesets"
SEED = bytes(range(32))
GREATEST = ((1 << 53) - 1, 1 << 31, (1 << 31) - 1, 65_535, 10_000, 9_999, 1_000, 999, 255, 100, 99)
"""Tried in this order, then what is a little more than what stands there."""

Place = tuple[str | int, ...]


def numbers(document: Any, path: Place = ()) -> Iterator[Place]:
    if isinstance(document, dict | list):
        items = document.items() if isinstance(document, dict) else enumerate(document)
        for key, value in items:
            if key != "options":
                yield from numbers(value, (*path, key))
    elif isinstance(document, int) and not isinstance(document, bool):
        yield path


def with_number(document: JsonObject, path: Place, number: int) -> JsonObject:
    changed: JsonObject = json.loads(json.dumps(document))
    found: Any = changed
    for key in path[:-1]:
        found = found[key]
    found[path[-1]] = number
    return changed


def at(document: JsonObject, path: Place) -> int:
    found: Any = document
    for key in path:
        found = found[key]
    return int(found)


def is_taken(engine: Engine, position: Position) -> bool:
    try:
        engine.observe(position)
    except Refusal:
        return False
    return True


def after(engine: Engine, position: Position, seat: int, action: str) -> Position | Refusal:
    """The position that is told after an action, or the refusal."""
    try:
        return play_on(engine, position, seat, action)[1].position
    except Refusal as refusal:
        return refusal


def at_its_bounds(engine: Engine, position: Position) -> Iterator[tuple[Place, Position]]:
    """The position with one number after the other as great as it is taken."""
    document = json.loads(position.state)
    for path in numbers(document):
        there = at(document, path)
        for number in (*GREATEST, there + 9, there + 2, there + 1):
            if number <= there:
                continue
            changed = with_number(document, path, number)
            made = Position(position.ruleset, position.version, SEED, json.dumps(changed).encode())
            if is_taken(engine, made):
                yield path, made
                break


@pytest.mark.parametrize("ruleset", registry.installed_ids())
def test_a_position_that_is_told_is_taken_again(ruleset: str) -> None:
    """A visitor who writes counters at their bounds."""
    engine = InProcessEngine(registry.ruleset(ruleset))
    version = engine.describe().version
    tried = played = 0
    for file in sorted((RULESETS / ruleset / "playthroughs").glob("*.position.json")):
        for path, made in at_its_bounds(engine, Position(ruleset, version, SEED, file.read_bytes())):
            step = engine.observe(made)
            for seat in step.pending:
                situation = step.situation(seat)
                legal = [action["notation"] for action in json.loads(situation.legal)]
                assert engine.choose("random", situation.view, legal, SEED) in legal, path
                for action in legal[:3]:
                    tried += 1
                    answer = after(engine, made, seat, action)
                    if isinstance(answer, Refusal):
                        assert answer.reason is Reason.MALFORMED_POSITION, path
                        assert answer.errors[0].pointer.startswith("/position/state/"), path
                    else:
                        played += 1
                        assert is_taken(InProcessEngine(registry.ruleset(ruleset)), answer), path
    assert tried > 0
    assert played > 0
