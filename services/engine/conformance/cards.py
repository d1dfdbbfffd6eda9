"""What the ruleset says of itself, and its cards: invariant 22."""

import importlib
import importlib.util
import json
import random
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from services.engine.conformance.cases import AnyRuleset, Case, Effort, Json
from services.engine.conformance.findings import Finding, Noted
from services.engine.conformance.observations import document, shares, view_bytes
from services.engine.conformance.random_games import Game, walk
from services.engine.options import complete
from services.engine.ruleset import SPECTATOR, Description
from services.engine.versions import version_key
from services.errors import Refusal

_SCHEMAS: Final = {"options", "action", "view", "event", "state", "card"}
_FEWEST_GAMES: Final = 8
_MOST_GAMES: Final = 1_000


def the_description_is_sound(ruleset: AnyRuleset, _cases: Sequence[Case], _effort: Effort) -> int:
    """22. The description is constant, names each thing once, can be written as JSON; the options' defaults are
    allowed, the bots are there, the schemas are schemas."""
    description = ruleset.describe()
    wrong = [what for what, holds in _claims(ruleset, description).items() if not holds]
    if wrong:
        raise Finding(f"the description of {description.id}: {'; '.join(wrong)}")
    return len(_claims(ruleset, description))


def _claims(ruleset: AnyRuleset, description: Description) -> dict[str, bool]:
    ids = [str(card.get("id", "")) for card in description.cards]
    names = [option.name for option in description.options]
    return {
        "it changes when it is asked for again": ruleset.describe() == description,
        "id is not a lower-case word": re.fullmatch(r"[a-z][a-z0-9_]*", description.id) is not None,
        "version is not three numbers": re.fullmatch(r"\d+\.\d+\.\d+", description.version) is not None,
        "min_seats and max_seats are no range": 1 <= description.min_seats <= description.max_seats,
        "max_decisions is not positive": description.max_decisions > 0,
        "a card has no id, or two have the same": "" not in ids and len(set(ids)) == len(ids),
        "a card has no name": all(card.get("name") for card in description.cards),
        "cards or schemas cannot be written as JSON": _is_json(description),
        "two options have the same name": len(set(names)) == len(names),
        "an option's default is not allowed": _defaults_are_allowed(description),
        "the bots are not those that it names": sorted(ruleset.bots()) == sorted(bot.id for bot in description.bots),
        "resignation_ends_at is not a number of seats": all(
            description.min_seats <= n <= description.max_seats for n in description.resignation_ends_at
        ),
        "continues has a version that is not an earlier one": all(
            version_key(version) < version_key(description.version) for version in description.continues
        ),
        "schemas has an unknown name": set(description.schemas) <= _SCHEMAS,
        "a schema is not a JSON Schema": all(map(_is_schema, description.schemas.values())),
    }


def _is_json(description: Description) -> bool:
    try:
        json.loads(document([list(description.cards), dict(description.schemas)]))
    except (TypeError, ValueError):
        return False
    return True


def _defaults_are_allowed(description: Description) -> bool:
    defaults = {option.name: option.default for option in description.options}
    try:
        return complete(defaults, description.options) == defaults
    except Refusal:
        return False


def _is_schema(schema: Json) -> bool:
    if importlib.util.find_spec("jsonschema") is None:
        return isinstance(schema, dict)
    jsonschema = importlib.import_module("jsonschema")
    try:
        jsonschema.Draft202012Validator.check_schema(schema)
    except jsonschema.SchemaError:
        return False
    return True


def every_card_comes_up(ruleset: AnyRuleset, cases: Sequence[Case], effort: Effort) -> Noted:
    """22. In random games with every number of seats and every option, events or views name each card of the catalogue.
    A kind of card of which none is ever named is taken for equipment, and noted."""
    kinds: dict[str, set[str]] = defaultdict(set)
    for card in ruleset.describe().cards:
        kinds[str(card.get("kind"))].add(str(card["id"]))
    missing: set[str] = set().union(*kinds.values())
    dice = random.Random("cards")
    # A card may come up with one value of an option and one number of seats alone.
    numbers = sorted({case.seats for case in cases})
    for games in range(1, _MOST_GAMES + 1):
        case = replace(dice.choice(cases), seats=dice.choice(numbers))
        for game in walk(case, 30_000 + games):
            _cross_out(game, missing)
        equipment = sorted(kind for kind, ids in kinds.items() if ids <= missing)
        lost = missing.difference(*(kinds[kind] for kind in equipment))
        if not missing or (not lost and games >= _FEWEST_GAMES * effort.games):
            break
    if lost:
        raise Finding(f"in {games} random games no event and no view named {', '.join(sorted(lost))}")
    named = sum(map(len, kinds.values())) - len(missing)
    return Noted(named, f"never named by its id: {', '.join(equipment)}" if equipment else "")


def _cross_out(game: Game, missing: set[str]) -> None:
    """Take out of ``missing`` what the last step's events and the views name."""
    if not missing:
        return
    told = (share for viewer in game.viewers for share in shares(game.rules, game.events, viewer))
    seen = (view_bytes(game.rules, game.state, viewer) for viewer in (SPECTATOR, *game.rules.pending(game.state)[:1]))
    text = b"".join((*told, *seen))
    # A card's id is a value, or the name under which the number of such cards stands.
    missing.difference_update([id for id in missing if document(id) in text])
