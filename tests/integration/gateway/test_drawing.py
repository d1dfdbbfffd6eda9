"""A front end that knows no ruleset: every table is drawn, as text, from what the API answers and nothing else.

:class:`Table` holds nothing of any ruleset, and could be written in any language.
"""

import json
import random
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

import pytest

from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory, installed_ids, ruleset
from tests.integration.gateway.harness import Client, Hall

Json = dict[str, Any]

NOTHING: Final = object()
RULESETS: Final = sorted(installed_ids())
MOVES: Final = 120


def at(pointer: str, document: Any) -> Any:
    """What a JSON Pointer points at, or ``NOTHING``."""
    found = document
    for token in pointer.split("/")[1:]:
        try:
            found = found[int(token)] if isinstance(found, list) else found[token]
        except (KeyError, IndexError, TypeError):
            return NOTHING
    return found


@dataclass(slots=True)
class Table:
    """What the API tells of a ruleset, for a match of so many seats with these options. ``drawn``: the ids of all cards
    that were drawn."""

    client: Client
    path: str
    seats: int
    options: str
    drawn: set[str] = field(default_factory=set)
    layout: Json = field(init=False)
    cards: dict[str, Json] = field(init=False)

    def __post_init__(self) -> None:
        self.layout = self.client.read(f"{self.path}/layout?seats={self.seats}&options={self.options}")
        self.cards = {card["id"]: card for card in self._pages()}

    def _pages(self) -> list[Json]:
        cards: list[Json] = []
        token = ""
        while True:
            page = self.client.read(f"{self.path}/cards?page_size=100{token}")
            cards += page["cards"]
            if page["next_page_token"] is None:
                return cards
            token = f"&page_token={page['next_page_token']}"

    def face(self, id: str) -> str:
        """A card: its title, facts, symbol, colour and text."""
        card = self.cards[id]
        kind = next(kind for kind in self.layout["kinds"] if kind["kind"] == card["kind"])
        facts = [
            f"{fact['symbol']['glyph']}{value}"
            for fact in kind.get("facts", ())
            if (value := at(fact["field"], card)) is not NOTHING
        ]
        look = self.look(card)
        self.drawn.add(id)
        text = card.get("text") or kind["text"]
        return f"{look['symbol']['glyph']} {card['name']} {' '.join(facts)} {look['colour']}: {text}"

    def look(self, card: Json) -> Json:
        """The first look that fits a card."""
        for looks in self.layout["looks"]:
            value = at(looks["field"], card)
            for look in looks["values"]:
                if look["value"] in (value if isinstance(value, list) else [value]):
                    found: Json = look
                    return found
        raise LookupError(card["id"])

    def draw(self, view: Json) -> list[str]:
        """The table as lines."""
        lines = [f"{words['title']}: {self.word(words, view)}" for words in self.layout["words"]]
        for zone in self.layout["zones"]:
            for seat in range(self.seats) if zone["owner"] == "seat" else (None,):
                whose = "" if seat is None else f"Seat {seat}, "
                lines.append(f"{whose}{zone['title']}: {self.contents(zone, view, seat)}")
        return lines

    def word(self, words: Json, view: Json) -> str:
        """A word of the view, for people."""
        value = at(words["view"], view)
        return next(f"{each['title']}. {each['text']}" for each in words["values"] if each["value"] == value)

    def contents(self, zone: Json, view: Json, seat: int | None) -> str:
        """What lies in a zone."""
        shown = at(zone["view"].replace("{seat}", str(seat)), view) if "view" in zone else NOTHING
        items = shown if isinstance(shown, list | dict) else [] if shown is NOTHING else [shown]
        parts = [self.item(zone, item) for item in items]
        if isinstance(items, dict):
            parts = [f"{number} of {part}" for part, number in zip(parts, items.values(), strict=True)]
        if "count" in zone:
            parts.append(f"{at(zone['count'].replace('{seat}', str(seat)), view)} in all")
        return " | ".join(parts) or "nothing"

    def item(self, zone: Json, item: Any) -> str:
        """One thing in a zone."""
        id = at(zone["item"], item) if "item" in zone else item
        if id in ("", None, NOTHING):
            return f"({zone['blank']})"
        where = f" on {at(zone['at'], item)}" if "at" in zone else ""
        return (self.face(id) if zone["holds"] == "cards" else str(id)) + where


@pytest.fixture
def every_ruleset(hall: Hall) -> Hall:
    hall.serve_engines(EngineDirectory({id: InProcessEngine(ruleset(id)) for id in RULESETS}))
    return hall


def spectators_views(id: str, seats: int) -> list[Json]:
    """What spectators see in the first moves of a match at random."""
    engine, dice = InProcessEngine(ruleset(id)), random.Random(id)
    step = engine.start(seats, {}, bytes(range(32)))
    views = [json.loads(step.situations[0].view)]
    while step.pending and len(views) <= MOVES:
        seat = dice.choice(step.pending)
        action = dice.choice(json.loads(step.situation(seat).legal))
        _, step = engine.play(step.position, seat, action["notation"])
        views.append(json.loads(step.situations[0].view))
    return views


def named(document: Any, ids: set[str]) -> set[str]:
    """All card ids that stand anywhere in a document."""
    if isinstance(document, str):
        return {document} & ids
    parts = document.values() if isinstance(document, dict) else document if isinstance(document, list) else ()
    found = set(document) & ids if isinstance(document, dict) else set()
    return found.union(*(named(part, ids) for part in parts))


@pytest.mark.parametrize("id", RULESETS)
def test_a_table_is_drawn_from_the_api_alone(every_ruleset: Hall, id: str) -> None:
    anybody = every_ruleset.stranger()
    seats = anybody.read(f"/v1/rulesets/{id}")["max_seats"]
    table = Table(anybody, f"/v1/rulesets/{id}", seats, "{}")
    views = spectators_views(id, seats)
    pictures = ["\n".join(table.draw(view)) for view in views]
    assert len(set(pictures)) > 15
    assert pictures[0].startswith("Phase: ")
    assert len(table.drawn) > 10
    for card in set().union(*(named(view, set(table.cards)) for view in views)):
        face = table.face(card)
        assert table.cards[card]["name"] in face
        assert re.search(r" #[0-9a-f]{6}: \S.*[.:;]$", face), face


def test_the_board_of_standoff_has_every_hex_and_its_neighbours(every_ruleset: Hall) -> None:
    (board,) = every_ruleset.stranger().read("/v1/rulesets/standoff/layout")["boards"]
    cells = {(cell["q"], cell["r"]): cell for cell in board["cells"]}
    assert len(cells) == 169
    around = [(q, r) for q, r in board["steps"] if (q, r) in cells]
    assert len(around) == 6
    assert sum((7 + q, -7 + r) in cells for q, r in board["steps"]) == 3  # a corner
    regions = [region for cell in cells.values() for region in cell.get("regions", ())]
    assert Counter(regions) == {"red": 19, "gate": 8, "rim": 42, "wall": 52}
