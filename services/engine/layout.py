"""What a front end needs to draw a ruleset's table without knowing the ruleset: the zones of the table and where their
contents stand in a view, boards, the look of cards, and titles for all that views and actions name.

A ruleset gives one :class:`Layout`. What depends on the number of seats or on an option says so in ``when``;
:func:`for_match` leaves what applies to a match.

A *pointer* is a JSON Pointer (RFC 6901) into a view, in which ``{seat}`` stands for a seat's number.
"""

import json
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Annotated, Any, Final, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from services.engine.ruleset import JsonObject, OptionValue

Id: TypeAlias = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
Title: TypeAlias = Annotated[str, Field(min_length=1, max_length=80)]
Sentence: TypeAlias = Annotated[str, Field(min_length=1, max_length=500)]
Colour: TypeAlias = Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$")]
Pointer: TypeAlias = Annotated[str, Field(pattern=r"^(/[^/]*)+$", max_length=200)]
Value: TypeAlias = str | int | bool
Coordinate: TypeAlias = Annotated[int, Field(ge=-1_000, le=1_000)]

SEAT: Final = "{seat}"
"""What stands for a seat's number in a pointer."""


class LayoutError(ValueError):
    """A document is no layout. The message names the first place that is wrong."""


class Part(BaseModel):
    """A part of a layout: nothing but what is declared, and never changed."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Owner(Enum):
    """Whose a zone is."""

    SEAT = "seat"
    SHARED = "shared"


class ZoneVisibility(Enum):
    """Who knows what lies in a zone."""

    PUBLIC = "public"
    OWNER = "owner"
    COUNT = "count"
    HIDDEN = "hidden"


class Holds(Enum):
    """What a zone holds."""

    CARDS = "cards"
    UNITS = "units"
    DICE = "dice"
    TOKENS = "tokens"
    TILES = "tiles"
    NUMBERS = "numbers"


class Shape(Enum):
    """How the contents of a zone are laid out."""

    ROW = "row"
    PILE = "pile"
    HAND = "hand"
    SINGLE = "single"
    BOARD = "board"
    POOL = "pool"


class Blank(Enum):
    """What an empty text among the contents of a zone stands for."""

    EMPTY = "empty"
    HIDDEN = "hidden"


class When(Part):
    """Of which matches something is part. All that is named must hold."""

    seats: tuple[int, ...] = Field(default=(), description="Numbers of seats; empty: any.")
    options: dict[str, tuple[Value, ...]] = Field(
        default={}, description="For each option named: the values that it may have."
    )


class Symbol(Part):
    """A small picture as text."""

    name: Title = Field(description="What it shows, for people who cannot see it.")
    glyph: str = Field(min_length=1, max_length=8, description="Unicode characters that show it.")


class Zone(Part):
    """A place of the table. Zones with the same id are one place, whose facts depend on the match: see `when`."""

    id: Id = Field(description="Its id; the same one in two entries is the same place in different matches.")
    title: Title = Field(description="What to write on it.")
    text: Sentence = Field(description="What lies there, in a sentence.")
    owner: Owner = Field(description="`seat`: every seat has one; `shared`: there is one on the table.")
    visibility: ZoneVisibility = Field(
        description="Who knows what lies there: `public` everybody; `owner` the player concerned, the others at most "
        "how many; `count` nobody, but everybody how many; `hidden` nobody knows even that."
    )
    holds: Holds = Field(
        description="`cards`: ids of the catalogue. `tiles`: ids of a board's cells. `tokens`: things on a board's "
        "cells, or a number of them. `units`: things that are not cards. `dice`: dice. `numbers`: a number."
    )
    shape: Shape = Field(description="How to lay it out.")
    capacity: int | None = Field(default=None, ge=0, description="The most that it can hold. Absent: no fixed number.")
    view: Pointer | None = Field(
        default=None,
        description="Where its contents are in a view: an array, one text or number, or an object of numbers by id. "
        "`{seat}` stands for a seat. Absent: no view tells the contents.",
    )
    count: Pointer | None = Field(
        default=None, description="Where the number of things in it is, if the view tells one apart."
    )
    item: Pointer | None = Field(
        default=None, description="In each item of the contents: where the id is. Absent: it is the id."
    )
    at: Pointer | None = Field(
        default=None, description="In each item of the contents: where the board's cell is named."
    )
    blank: Blank | None = Field(default=None, description="What an empty text, or an item without an id, stands for.")
    board: Id | None = Field(default=None, description="The board on which it lies.")
    row: int = Field(
        default=0, ge=0, le=99, description="Its row in the area of the table or of the seat, 0 at the top."
    )
    column: int = Field(default=0, ge=0, le=99, description="Its place in the row, 0 at the left.")
    when: When | None = Field(default=None, description="Of which matches it is part. Absent: of all.")


class Cell(Part):
    """A cell of a board."""

    id: str = Field(min_length=1, max_length=32, description="As views and actions name it.")
    q: Coordinate = Field(description="Its column: hexes: the axial coordinate q, to the right.")
    r: Coordinate = Field(description="Its row: hexes: the axial coordinate r, downwards.")
    regions: tuple[Id, ...] = Field(default=(), description="Ids of the regions that it belongs to.")


class Region(Part):
    """Some cells of a board that have a meaning together."""

    id: Id = Field(description="As `cells` name it.")
    title: Title = Field(description="What to call it.")
    text: Sentence = Field(description="What it means, in a sentence.")
    colour: Colour = Field(description="A CSS colour.")
    symbol: Symbol = Field(description="A picture of it.")


class Grid(Enum):
    """How a board's cells touch."""

    HEX_POINTY = "hex_pointy"
    SQUARE = "square"


class Board(Part):
    """A board of cells. A cell's neighbours are the cells at its coordinates plus each of the `steps`."""

    id: Id = Field(description="As `zones` name it.")
    title: Title = Field(description="What to call it.")
    text: Sentence = Field(description="What lies there, in a sentence.")
    grid: Grid = Field(description="`hex_pointy`: hexes with a corner at the top; `square`: squares.")
    radius: int | None = Field(default=None, ge=0, description="Hexes: steps from the middle to the rim.")
    steps: tuple[tuple[Coordinate, Coordinate], ...] = Field(description="The steps (q, r) to a cell's neighbours.")
    regions: tuple[Region, ...] = Field(description="Cells that have a meaning together; may be empty.")
    cells: tuple[Cell, ...] = Field(description="Every cell, row by row from the top, from left to right.")
    when: When | None = Field(default=None, description="Of which matches it is part. Absent: of all.")


class Look(Part):
    """The look of one value of a field of the catalogue."""

    value: Value = Field(description="The value in the card's field; in a field that is a list, one of them.")
    title: Title = Field(description="The value for people.")
    colour: Colour = Field(description="A CSS colour.")
    symbol: Symbol = Field(description="A picture of the value.")


class Looks(Part):
    """How cards look by one of their fields: a card's colour and symbol are those of the first of these fields that it
    has a listed value in."""

    field: Pointer = Field(description="Where the field is in an entry of the catalogue.")
    title: Title = Field(description="What to call the field.")
    values: tuple[Look, ...] = Field(min_length=1, description="Its values, each with its look.")


class Replacement(Part):
    """An option whose list has a match's own values of a field."""

    option: str = Field(min_length=1, max_length=64, description="The option: a list of numbers.")
    first: int = Field(description="The value in the catalogue that the list's first item replaces; then the next.")


class Fact(Part):
    """A field of a card that belongs on its face."""

    field: Pointer = Field(description="Where it is in an entry of the catalogue.")
    title: Title = Field(description="What to call the field.")
    symbol: Symbol = Field(description="A picture of the field.")
    replaced_by: Replacement | None = Field(
        default=None, description="Where a match has its own values; left out: they are those of the catalogue."
    )
    when: When | None = Field(default=None, description="Of which matches it is part; left out: of all.")


class CardKind(Part):
    """A kind of card."""

    kind: str = Field(min_length=1, max_length=64, description="The `kind` of its entries in the catalogue.")
    title: Title = Field(description="What to call such a card.")
    text: Sentence = Field(description="What such a card is for: to be shown where a card has no text of its own.")
    facts: tuple[Fact, ...] = Field(default=(), description="The fields that belong on its face, in reading order.")


class WordTitle(Part):
    """A word of a view, for people."""

    value: Value = Field(description="As it stands in the view.")
    title: Title = Field(description="The word for people.")
    text: Sentence = Field(description="What it means, in a sentence.")


class Words(Part):
    """The words that a field of a view may have."""

    view: Pointer = Field(description="Where the field is in a view; `{seat}` stands for a seat.")
    title: Title = Field(description="What to call the field.")
    values: tuple[WordTitle, ...] = Field(min_length=1, description="Every word that it may have.")


class Decision(Part):
    """A kind of decision: the actions whose JSON has this one member."""

    action: str = Field(min_length=1, max_length=64, description="The member's name.")
    title: Title = Field(description="For a button.")
    text: Sentence = Field(description="What it does, in a sentence.")


class Layout(Part):
    """What is needed to draw the table of a ruleset."""

    zones: tuple[Zone, ...] = Field(min_length=1, description="The places of the table, in reading order.")
    boards: tuple[Board, ...] = Field(default=(), description="Boards of cells; empty for a game without one.")
    kinds: tuple[CardKind, ...] = Field(default=(), description="The kinds of cards of the catalogue.")
    looks: tuple[Looks, ...] = Field(default=(), description="Colours and symbols of cards by fields of the catalogue.")
    words: tuple[Words, ...] = Field(default=(), description="Titles of words in a view: above all what it waits for.")
    decisions: tuple[Decision, ...] = Field(default=(), description="Titles of all kinds of decisions.")

    @model_validator(mode="after")
    def _names_what_it_has(self) -> "Layout":
        boards = {board.id for board in self.boards}
        for zone in self.zones:
            if zone.board is not None and zone.board not in boards:
                raise ValueError(f"zone {zone.id}: there is no board {zone.board}")
            if zone.owner is Owner.SHARED and any(SEAT in (pointer or "") for pointer in (zone.view, zone.count)):
                raise ValueError(f"zone {zone.id}: is shared, and its pointer names a seat")
            nobody_knows = zone.visibility in (ZoneVisibility.COUNT, ZoneVisibility.HIDDEN)
            if nobody_knows and zone.view is not None and zone.blank is not Blank.HIDDEN:
                raise ValueError(f"zone {zone.id}: its contents are in the view, and nobody knows them")
        for board in self.boards:
            regions = {region.id for region in board.regions}
            if any(not regions.issuperset(cell.regions) for cell in board.cells):
                raise ValueError(f"board {board.id}: a cell belongs to a region that there is not")
            if len({cell.id for cell in board.cells}) < len(board.cells):
                raise ValueError(f"board {board.id}: two cells have the same id")
        return self

    def document(self) -> JsonObject:
        """The layout as JSON; what is not said is left out."""
        return self.model_dump(mode="json", exclude_defaults=True)


def zone(id: str, title: str, text: str, **facts: Any) -> Zone:  # noqa: ANN401 - the fields of Zone
    """A zone on the table: of cards that everybody knows, in a row, unless it says otherwise."""
    usual = {"owner": Owner.SHARED, "visibility": ZoneVisibility.PUBLIC, "holds": Holds.CARDS, "shape": Shape.ROW}
    return Zone(id=id, title=title, text=text, **{**usual, **facts})


def seat_zone(id: str, title: str, text: str, **facts: Any) -> Zone:  # noqa: ANN401 - the fields of Zone
    """The same that every seat has."""
    return zone(id, title, text, owner=Owner.SEAT, **facts)


def words(view: str, title: str, meanings: Mapping[Value, tuple[str, str]]) -> Words:
    """Titles of the words of a field of a view; ``meanings``: of each word its title and a sentence."""
    values = tuple(WordTitle(value=value, title=short, text=text) for value, (short, text) in meanings.items())
    return Words(view=view, title=title, values=values)


def decisions(meanings: Mapping[str, tuple[str, str]]) -> tuple[Decision, ...]:
    """Titles of kinds of decisions; ``meanings``: of each member of an action its title and a sentence."""
    return tuple(Decision(action=action, title=short, text=text) for action, (short, text) in meanings.items())


def looks(field: str, title: str, values: Mapping[Value, tuple[str, str, str, str]]) -> Looks:
    """How cards look by a field; ``values``: of each value its title, colour, and the name and glyph of its symbol."""
    shown = tuple(
        Look(value=value, title=short, colour=colour, symbol=Symbol(name=name, glyph=glyph))
        for value, (short, colour, name, glyph) in values.items()
    )
    return Looks(field=field, title=title, values=shown)


def fact(
    field: str,
    title: str,
    name: str,
    glyph: str,
    *,
    replaced_by: Replacement | None = None,
    when: When | None = None,
) -> Fact:
    """A field on a card's face; ``name``, ``glyph``: its symbol."""
    return Fact(field=field, title=title, symbol=Symbol(name=name, glyph=glyph), replaced_by=replaced_by, when=when)


def read(document: object) -> Layout:
    """The layout in a JSON document.

    Raises:
        LayoutError: it is none.
    """
    try:
        return Layout.model_validate_json(json.dumps(document))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = "/".join(map(str, first["loc"]))
        raise LayoutError(f"{where}: {first['msg']}" if where else first["msg"]) from None


def for_match(document: JsonObject, seats: int | None, options: Mapping[str, OptionValue] | None) -> JsonObject:
    """What of a layout applies to a match of so many seats with these options, which are complete. None: not known;
    conditions on it are left as they are."""
    narrowed = dict(document)
    for part in ("zones", "boards"):
        if part in document:
            narrowed[part] = list(_applying(document[part], seats, options))
    if "kinds" in document:
        narrowed["kinds"] = [
            {**kind, "facts": list(_applying(kind["facts"], seats, options))} if "facts" in kind else kind
            for kind in document["kinds"]
        ]
    return narrowed


def _applying(
    entries: Iterable[JsonObject], seats: int | None, options: Mapping[str, OptionValue] | None
) -> Iterable[JsonObject]:
    for entry in entries:
        when = entry.get("when", {})
        rest: JsonObject = {}
        if numbers := when.get("seats"):
            if seats is None:
                rest["seats"] = numbers
            elif seats not in numbers:
                continue
        if wanted := when.get("options"):
            if options is None:
                rest["options"] = wanted
            elif any(options.get(name) not in values for name, values in wanted.items()):
                continue
        yield {**{key: value for key, value in entry.items() if key != "when"}, **({"when": rest} if rest else {})}


def resolve(pointer: str, document: object) -> Any:  # noqa: ANN401 - whatever the JSON holds
    """What a JSON Pointer points at.

    Raises:
        LookupError: there is nothing at that place.
    """
    found = document
    for token in pointer.split("/")[1:]:
        key = token.replace("~1", "/").replace("~0", "~")
        if isinstance(found, dict):
            found = found[key]
        elif isinstance(found, list) and key.isdecimal():
            found = found[int(key)]
        else:
            raise LookupError(pointer)
    return found


def pointers(pointer: str, seats: int) -> list[str]:
    """A pointer for each seat, or the pointer itself if it names none."""
    if SEAT not in pointer:
        return [pointer]
    return [pointer.replace(SEAT, str(seat)) for seat in range(seats)]
