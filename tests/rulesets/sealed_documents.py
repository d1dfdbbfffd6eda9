"""How the table of Sealed Rows is drawn, and its rules as a page."""

from typing import Final

from services.engine.layout import (
    Blank,
    CardKind,
    Holds,
    Layout,
    Owner,
    Shape,
    When,
    Zone,
    ZoneVisibility,
    decisions,
    fact,
    looks,
    words,
)
from services.engine.ruleset import JsonObject

RULES: Final = """# Sealed Rows: the rules

In each of two rounds every seat lays three of its cards, 1 to 5, face down in three columns. Then the rows are turned,
and for each column the best card takes the points drawn for it.
"""

CARD_SCHEMA: Final[JsonObject] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "description": "A card.",
    "type": "object",
    "properties": {
        "id": {"type": "string", "description": "Its id."},
        "name": {"type": "string", "description": "Its name."},
        "kind": {"enum": ["number", "points"], "description": "What kind of card it is."},
        "value": {"type": "integer", "description": "A number's value."},
        "points": {"type": "integer", "description": "What a card of points is worth."},
    },
    "required": ["id", "name", "kind"],
    "additionalProperties": False,
    "examples": [{"id": "N1", "name": "Number 1", "kind": "number", "value": 1}],
}


def _points(open_draws: bool) -> Zone:
    return Zone(
        id="points",
        title="Points",
        text="What each column is worth.",
        owner=Owner.SHARED,
        visibility=ZoneVisibility.PUBLIC,
        holds=Holds.UNITS,
        shape=Shape.ROW,
        capacity=3,
        view="/draws",
        row=0 if open_draws else 1,
        when=When(options={"open_draws": (open_draws,)}),
    )


LAYOUT: Final = Layout(
    zones=(
        _points(open_draws=True),
        _points(open_draws=False),
        Zone(
            id="row",
            title="Own row",
            text="The cards that the viewer has laid face down.",
            owner=Owner.SHARED,
            visibility=ZoneVisibility.OWNER,
            holds=Holds.UNITS,
            shape=Shape.ROW,
            capacity=3,
            view="/row",
            blank=Blank.HIDDEN,
        ),
        Zone(
            id="turned",
            title="Row",
            text="Its cards once they are turned.",
            owner=Owner.SEAT,
            visibility=ZoneVisibility.PUBLIC,
            holds=Holds.UNITS,
            shape=Shape.ROW,
            capacity=3,
            view="/rows/{seat}",
        ),
    ),
    kinds=(
        CardKind(kind="number", title="Number", text="Is laid.", facts=(fact("/value", "Value", "number sign", "#"),)),
        CardKind(kind="points", title="Points", text="Are won.", facts=(fact("/points", "Points", "star", "★"),)),
    ),
    looks=(
        looks(
            "/kind",
            "Kind",
            {"number": ("Number", "#3366cc", "number sign", "#"), "points": ("Points", "#cc9933", "star", "★")},
        ),
    ),
    words=(
        words(
            "/phase",
            "Phase",
            {
                "arrange": ("Laying", "All lay cards, each for themselves."),
                "choose": ("Choosing", "The seat that took most keeps its luck or gives it away."),
                "over": ("Over", "The match has ended."),
            },
        ),
    ),
    decisions=decisions(
        {
            "place": ("Lay", "Lay a card in the next column."),
            "keep": ("Keep", "Keep the luck."),
            "give": ("Give away", "Give the luck away."),
        }
    ),
)
