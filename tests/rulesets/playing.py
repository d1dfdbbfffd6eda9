"""Whole matches for tests: every ruleset there is, and random play through an engine."""

import json
import random
from collections.abc import Iterator, Mapping
from typing import Final

from services.engine import registry
from services.engine.conformance.cases import Choice, folder_of
from services.engine.engine import Engine, Step
from services.engine.registry import AnyRuleset
from services.engine.ruleset import OptionValue
from tests.rulesets import sealed

EVERY_RULESET: Final[dict[str, AnyRuleset]] = {**registry.installed(), "sealed": sealed.RULESET}
SHORTER: Final = {id_: Choice.of(folder_of(ruleset)).instead for id_, ruleset in EVERY_RULESET.items()}
"""The options with which a ruleset's random matches are short enough to be looked at closely."""


def random_match(
    engine: Engine, seats: int, *, number: int, options: Mapping[str, OptionValue] | None = None
) -> Iterator[tuple[Step, int, str]]:
    """Each step of a match with the seat and the notation that go on from it, at random; then the last step, with the
    seat -1 and no notation. The same ``number`` gives the same match."""
    rng = random.Random(number)
    shorter = SHORTER.get(engine.describe().id, {})
    step = engine.start(seats, {**shorter, **(options or {})}, number.to_bytes(32, "big"))
    while step.pending:
        seat = rng.choice(step.pending)
        notation = rng.choice(notations(step, seat))
        yield step, seat, notation
        _, step = engine.play(step.position, seat, notation)
    yield step, -1, ""


def notations(step: Step, seat: int) -> list[str]:
    """The notations of a seat's legal actions."""
    return [action["notation"] for action in json.loads(step.situation(seat).legal)]
