"""The columns of exported decisions: one record for the files, their documentation and the tests."""

from dataclasses import dataclass
from enum import Enum
from typing import Final


class ColumnType(Enum):
    """Type of a column's values."""

    TEXT = "text"
    TEXTS = "list of texts"
    INT = "whole number"
    FLOAT = "number"
    BOOL = "true or false"


@dataclass(frozen=True, slots=True)
class Column:
    """A column by the name of the field of :class:`services.training.decisions.Decision`. ``nullable``: some rows have
    no value."""

    name: str
    type: ColumnType
    description: str
    nullable: bool = False


COLUMNS: Final = (
    Column("match", ColumnType.TEXT, "id of the match; of one that was played without a server, its commitment"),
    Column("ruleset", ColumnType.TEXT, "id of the ruleset"),
    Column("version", ColumnType.TEXT, "version of the ruleset that the observation is made by"),
    Column("catalogue_sha256", ColumnType.TEXT, "SHA-256 of the catalogue whose cards it was played with, hexadecimal"),
    Column("options", ColumnType.TEXT, "all options of the match, as canonical JSON"),
    Column("seats", ColumnType.INT, "number of seats"),
    Column("seat", ColumnType.INT, "the seat that decided, from 0"),
    Column("decision", ColumnType.INT, "number of the decision among those of the seat, from 1"),
    Column("kind", ColumnType.TEXT, "who held the seat: person, or bot (of the house or somebody's program)"),
    Column("bot", ColumnType.TEXT, "id of the ruleset's bot that held the seat", nullable=True),
    Column(
        "by_default",
        ColumnType.BOOL,
        "the platform played the ruleset's default action: the time had run out, or the seat had resigned",
    ),
    Column("observation", ColumnType.TEXT, "what the seat could know when it was asked: its View as JSON"),
    Column("legal", ColumnType.TEXTS, "notations of all legal actions, in the ruleset's order"),
    Column("chosen", ColumnType.TEXT, "notation of the action that was played"),
    Column("chosen_index", ColumnType.INT, "its place in legal, from 0"),
    Column("score", ColumnType.INT, "the seat's score at the end"),
    Column("rank", ColumnType.INT, "the seat's rank at the end: 1 is best, shared on ties"),
    Column("share", ColumnType.FLOAT, "the seat's share of the win: 1 alone, 1/n with others of rank 1, else 0"),
    Column("reason", ColumnType.TEXT, "why the match ended"),
)
