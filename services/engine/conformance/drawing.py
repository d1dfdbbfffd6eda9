"""A front end can draw the table from the documents alone: invariant 26.

What is held against each other is what a ruleset says (its description) and what it shows (views and legal actions),
as JSON, so that a service is examined in the same way.
"""

import importlib
import importlib.util
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from services.engine import layout
from services.engine.conformance.cases import AnyRuleset, Case, Effort, Json
from services.engine.conformance.findings import Finding
from services.engine.conformance.random_games import Game
from services.engine.orders import ORDERS, arrays
from services.engine.ruleset import SPECTATOR, Description, JsonObject, OptionValue

_MOST_GAMES: Final = 200
_FEWEST_GAMES: Final = 6
_LOOKS: Final = 60
"""Positions of a game that are looked at, at most."""
_SHAPES: Final = ("view", "count")


def the_documents_say_what_there_is(ruleset: AnyRuleset, _cases: Sequence[Case], _effort: Effort) -> int:
    """26. A front end needs no source code. Every card fits the schema `card`; a ruleset with a layout has titles for
    all kinds of cards, options and decisions, and says of each array of a view what its order means."""
    return hold_documents(ruleset.describe())


def every_zone_is_in_a_view(ruleset: AnyRuleset, cases: Sequence[Case], _effort: Effort) -> int:
    """26. Each place of a view that the layout names is there in a random game, and holds what the layout says: cards
    of the catalogue, cells of the board, no more than there is room for; every word and decision has a title."""
    description = ruleset.describe()
    if not description.layout:
        return 0
    sightings = Sightings(description)
    dice = random.Random("layout")
    for number in range(_MOST_GAMES):
        case = cases[number] if number < len(cases) else dice.choice(cases)
        for game in _positions(case, 60_000 + number):
            _look(game, sightings)
        if number + 1 >= max(len(cases), _FEWEST_GAMES) and not sightings.missing:
            break
    if sightings.missing:
        raise Finding(f"in {number + 1} random games no view had {', '.join(sorted(sightings.missing))}")
    return sightings.seen


def hold_documents(description: Description) -> int:
    """Hold what a description says against itself; returns how many things were compared.

    Raises:
        Finding: it does not fit.
    """
    wrong = list(_wrong(description))
    if wrong:
        raise Finding(f"the documents of {description.id}: {'; '.join(wrong[:5])}")
    return 1 + len(description.cards) + len(list(arrays(description.schemas.get("view", {}))))


# -- what is said ----------------------------------------------------------------------------------------------------


def _wrong(description: Description) -> Iterator[str]:
    yield from _cards_that_do_not_fit(description)
    if not description.layout:
        return
    try:
        told = layout.read(description.layout)
    except layout.LayoutError as error:
        yield f"layout: {error}"
        return
    yield from _undescribed(description.schemas.get("card", {}))
    for where, array in arrays(description.schemas.get("view", {})):
        if array.get("x-order") not in ORDERS:
            yield f"schemas/view{where}: x-order must be one of {', '.join(ORDERS)}"
    for option in description.options:
        if not option.title:
            yield f"option {option.name} has no title"
    kinds = {str(card["kind"]) for card in description.cards}
    for kind in sorted(kinds - {each.kind for each in told.kinds}):
        yield f"the kind of cards {kind} has no title"
    for card in description.cards:
        if not any(_has(look, card) for look in told.looks):
            yield f"card {card['id']} has no colour and symbol"
    yield from _untitled(description, told)
    yield from _nowhere(description, told)


def _cards_that_do_not_fit(description: Description) -> Iterator[str]:
    schema = description.schemas.get("card")
    if schema is None or importlib.util.find_spec("jsonschema") is None:
        return
    validator = importlib.import_module("jsonschema").Draft202012Validator(schema)
    for card in description.cards:
        if not validator.is_valid(card):
            yield f"card {card['id']} does not fit the schema"
        if validator.is_valid({**card, "no_such_key": 1}):
            yield f"the schema of cards lets card {card['id']} have any key"


def _undescribed(schema: Json, where: str = "") -> Iterator[str]:
    """Properties without a description."""
    if isinstance(schema, dict):
        for name, of_property in schema.get("properties", {}).items():
            if isinstance(of_property, dict) and not of_property.get("description"):
                yield f"schemas/card{where}/properties/{name}: has no description"
        for key, part in schema.items():
            if key not in ("examples", "default", "const", "enum"):
                yield from _undescribed(part, f"{where}/{key}")
    elif isinstance(schema, list):
        for place, part in enumerate(schema):
            yield from _undescribed(part, f"{where}/{place}")


def _has(look: layout.Looks, card: JsonObject) -> bool:
    try:
        value = layout.resolve(look.field, card)
    except LookupError:
        return False
    values = value if isinstance(value, list) else [value]
    return any(each.value in values for each in look.values)


def _untitled(description: Description, told: layout.Layout) -> Iterator[str]:
    """Kinds of actions that the schema knows and the layout does not, and words likewise."""
    titled = {decision.action for decision in told.decisions}
    known = [one["required"][0] for one in description.schemas.get("action", {}).get("oneOf", []) if "required" in one]
    for action in known:
        if action not in titled:
            yield f"the decision {action} has no title"
    for action in sorted(titled - set(known)) if known else ():
        yield f"the layout names a decision {action} that there is not"
    for of_field in told.words:
        values = {each.value for each in of_field.values}
        allowed = _enum(description.schemas.get("view", {}), of_field.view)
        for value in allowed - values:
            if not str(value).endswith("_UNSPECIFIED"):
                yield f"{of_field.view}: the word {value} has no title"
        for value in values - allowed if allowed else ():
            yield f"{of_field.view}: there is no word {value}"


def _enum(schema: JsonObject, pointer: str) -> set[Any]:
    """The words that a JSON Schema allows at a place of the document; none where it names none."""
    found: Any = schema
    for token in pointer.split("/")[1:]:
        found = _referred(schema, found)
        found = found.get("items") or found.get("properties", {}).get(token, {})
    return set(_referred(schema, found).get("enum", ()))


def _referred(schema: JsonObject, part: JsonObject) -> JsonObject:
    while "$ref" in part:
        part = layout.resolve(part["$ref"].removeprefix("#"), schema)
    return part


def _nowhere(description: Description, told: layout.Layout) -> Iterator[str]:
    """Conditions on options and values that there are not, and fields that no card of their kind has."""
    options = {option.name for option in description.options}
    parts: list[layout.Zone | layout.Board] = [*told.zones, *told.boards]
    for part in parts:
        for name in sorted(set(part.when.options) - options) if part.when else ():
            yield f"{part.id} depends on an option {name} that there is not"
    for kind in told.kinds:
        of_kind = [card for card in description.cards if card["kind"] == kind.kind]
        for fact in kind.facts:
            if not any(_resolves(fact.field, card) for card in of_kind):
                yield f"no card of the kind {kind.kind} has {fact.field}"
            named = {*fact.when.options} if fact.when else set()
            named |= {fact.replaced_by.option} if fact.replaced_by else set()
            for name in sorted(named - options):
                yield f"{fact.field} of {kind.kind} depends on an option {name} that there is not"


def _resolves(pointer: str, document: object) -> bool:
    try:
        layout.resolve(pointer, document)
    except LookupError:
        return False
    return True


# -- what is shown ---------------------------------------------------------------------------------------------------


class Sightings:
    """What views were found to hold of what a layout names. ``missing``: the places that no view had yet; ``seen``: how
    many things were held against the layout. With ``seats`` and ``options`` only what applies to such matches is missed
    at first."""

    def __init__(
        self, description: Description, seats: int | None = None, options: Mapping[str, OptionValue] | None = None
    ) -> None:
        self._layout = description.layout
        wanted = [zone for zone in self._layout["zones"] if _applies(zone, seats, options)]
        self._cards = {str(card["id"]) for card in description.cards}
        self._decisions = {decision["action"] for decision in self._layout.get("decisions", ())}
        self.seen = 0
        self.missing = {_name(zone, shape) for zone in wanted for shape in _SHAPES if shape in zone} | {
            f"words at {words['view']}" for words in self._layout.get("words", ())
        }

    def view(self, view: JsonObject, seats: int, options: Mapping[str, OptionValue]) -> None:
        """Look at a view of a match of so many seats with these options, which are complete.

        Raises:
            Finding: it holds something else than the layout says.
        """
        told = layout.for_match(self._layout, seats, options)
        cells = {board["id"]: {cell["id"] for cell in board["cells"]} for board in told.get("boards", ())}
        originals = [zone for zone in self._layout["zones"] if _applies(zone, seats, options)]
        for zone, original in zip(told["zones"], originals, strict=True):
            for shape in _SHAPES:
                for pointer in layout.pointers(zone[shape], seats) if shape in zone else ():
                    if _resolves(pointer, view):
                        self.missing.discard(_name(original, shape))
                        self._hold(zone, shape, pointer, layout.resolve(pointer, view), cells)
        for words in told.get("words", ()):
            known = {each["value"] for each in words["values"]}
            for pointer in layout.pointers(words["view"], seats):
                if _resolves(pointer, view):
                    self.missing.discard(f"words at {words['view']}")
                    self.seen += 1
                    if (word := layout.resolve(pointer, view)) not in known:
                        raise Finding(f"the word {word} at {pointer} has no title in the layout")

    def action(self, action: JsonObject) -> None:
        """Look at a legal action.

        Raises:
            Finding: it is of a kind without a title.
        """
        self.seen += 1
        if not self._decisions.intersection(action):
            raise Finding(f"the decision {', '.join(action)} has no title in the layout")

    def _hold(self, zone: JsonObject, shape: str, pointer: str, found: object, cells: Mapping[str, set[str]]) -> None:
        """Hold the contents of a zone against what is said of it."""
        most = zone.get("capacity")
        contents = found if isinstance(found, list) else [found]
        size = len(found) if isinstance(found, list) else found if isinstance(found, int) else 1
        if most is not None and size > most:
            raise Finding(f"zone {zone['id']} holds {size} at {pointer}, and has room for {most}")
        if shape == "count" or zone["holds"] == "numbers":
            if not isinstance(found, int) or isinstance(found, bool):
                raise Finding(f"zone {zone['id']}: there is no number at {pointer}")
            self.seen += 1
            return
        ids = list(found) if isinstance(found, dict) else [_id(zone, item) for item in contents]
        for id in ids:
            self.seen += 1
            self._check(zone, pointer, id, cells)
        if "at" in zone:
            for item in contents:
                if layout.resolve(zone["at"], item) not in cells[zone["board"]]:
                    raise Finding(f"zone {zone['id']}: an item at {pointer} is on no cell of the board")

    def _check(self, zone: JsonObject, pointer: str, id: object, cells: Mapping[str, set[str]]) -> None:
        if id in ("", None):
            if "blank" not in zone:
                raise Finding(f"zone {zone['id']}: nobody says what the empty item at {pointer} stands for")
            return
        if zone["visibility"] in ("count", "hidden"):
            raise Finding(f"zone {zone['id']}: {id} shows at {pointer}, and nobody may know it")
        if zone["holds"] == "cards" and id not in self._cards:
            raise Finding(f"zone {zone['id']}: {id} at {pointer} is no card")
        if zone["holds"] == "tiles" and id not in cells[zone["board"]]:
            raise Finding(f"zone {zone['id']}: {id} at {pointer} is no cell of the board")


def _applies(zone: JsonObject, seats: int | None, options: Mapping[str, OptionValue] | None) -> bool:
    return bool(layout.for_match({"zones": [zone]}, seats, options)["zones"])


def _id(zone: JsonObject, item: object) -> object:
    """What an item is called; None if it does not say."""
    if "item" not in zone:
        return item
    return layout.resolve(zone["item"], item) if _resolves(zone["item"], item) else None


def _name(zone: JsonObject, shape: str) -> str:
    when = f" when {json.dumps(zone['when'])}" if "when" in zone else ""
    return f"{zone['id']} at {zone[shape]}{when}"


def _positions(case: Case, number: int) -> Iterator[Game]:
    """Some positions of a game, the first and the last among them."""
    game = Game(case, number)
    every = 1
    while move := game.pick():
        if len(game.moves) % every == 0:
            yield game
            every = 1 + len(game.moves) // _LOOKS
        game.play(*move)
    yield game


def _look(game: Game, sightings: Sightings) -> None:
    rules, state = game.rules, game.state
    for viewer in (SPECTATOR, *rules.pending(state)[:1]):
        sightings.view(rules.view_json(rules.observe(state, viewer)), game.case.seats, game.case.options)
        for action in rules.legal(state, viewer) if viewer != SPECTATOR else ():
            sightings.action(rules.action_json(action))
