"""Rulesets: the games."""

from collections.abc import Iterator
from typing import Annotated, Final

import structlog
from pydantic import Field
from pydantic_core import from_json

from gateway.formats.raw_json import dump
from gateway.openapi.fields import DIGITS, Page, RequestModel, ResourceId
from gateway.openapi.operation import PUBLIC, Answer, Link, Reply, Section, answer
from gateway.openapi.pagination import PageQuery
from gateway.openapi.request_parsing import named_twice
from services.engine.engine import Engines, RulesetVersion
from services.engine.layout import Layout, for_match
from services.engine.options import complete
from services.engine.response_validation import MOST_SEATS
from services.engine.ruleset import Description, JsonObject, Option, OptionType
from services.engine.ruleset_documents import RulesetCard
from services.engine.unique_names import DuplicateKey, check_once
from services.errors import FieldError, Reason, Refusal, range_words
from services.response_model import ResponseModel
from services.unreadable import show_each

log = structlog.get_logger("gateway")

SCHEMA_JSON: Final = "application/schema+json"
MARKDOWN: Final = "text/markdown; charset=utf-8"

LONGEST_VERSION: Final = 32
"""The maximum number of characters of a version's name."""

LONGEST_OPTIONS: Final = 2_000
"""The maximum number of characters of options in a query."""

RULESETS: Final = Section("rulesets", "The games: seats, options, bots, cards, rules, and the layout of the table.")


class RulesetPath(RequestModel):
    """A ruleset."""

    ruleset: ResourceId = Field(description="The ruleset's id.")


class SchemaPath(RulesetPath):
    """A schema of a ruleset."""

    name: ResourceId = Field(description="One of the ruleset's `schemas`.")


class VersionQuery(RequestModel):
    """The version of a ruleset."""

    version: Annotated[str, Field(min_length=1, max_length=LONGEST_VERSION)] | None = Field(
        default=None,
        exclude=True,  # of what page tokens are made from: the version that it comes to is there already
        description="A served version, such as a match's `ruleset_version`. Otherwise the version that deals new "
        "matches.",
    )


class LayoutQuery(VersionQuery):
    """The matches for which a layout is needed."""

    seats: Annotated[int, Field(ge=1, le=MOST_SEATS), DIGITS] | None = Field(
        default=None,
        description="A number of seats. Entries for other numbers are left out. Without it, all entries are returned.",
    )
    options: Annotated[str, Field(min_length=2, max_length=LONGEST_OPTIONS)] | None = Field(
        default=None,
        description="A match's options as a JSON object; options that are left out have their defaults. Entries for "
        "other options are left out. Without it, all entries are returned.",
    )


class CardQuery(PageQuery, VersionQuery):
    """A page of a version's catalogue."""


class RulesetOption(ResponseModel):
    """An option that can be set when a match is created."""

    name: str = Field(description="The option's name.")
    title: str = Field(description="The option's name for people.")
    type: OptionType = Field(description="The type of the value; `choice` is one of `choices`.")
    default: bool | int | str | list[int] = Field(description="The value if none is chosen.")
    summary: str = Field(description="What the option changes, in a sentence.")
    choices: list[str] = Field(description="For `choice`: the allowed values. Otherwise empty.")
    minimum: int | None = Field(description="For `int` and `int_list`: the smallest value of each number.")
    maximum: int | None = Field(description="For `int` and `int_list`: the largest value of each number.")
    length: int | None = Field(description="For `int_list`: the number of numbers.")


class RulesetBot(ResponseModel):
    """A bot that comes with the ruleset."""

    id: str = Field(description="The bot's id. `bot:<id>` takes a seat for it.")
    summary: str = Field(description="How the bot plays, in a sentence.")
    thinks: bool = Field(description="The bot searches, and needs many milliseconds for a decision.")


class RulesetSummary(ResponseModel):
    """A summary of a ruleset."""

    id: str = Field(description="The ruleset's id.")
    version: str = Field(description="The version that deals new matches.")
    title: str = Field(description="The ruleset's name.")
    summary: str = Field(description="What the game is, in a sentence.")
    min_seats: int = Field(description="The smallest number of seats.")
    max_seats: int = Field(description="The largest number of seats.")


class RulesetList(Page):
    """A page of rulesets, ordered by id."""

    rulesets: list[RulesetSummary] = Field(description="By id.")


class RulesetDetails(RulesetSummary):
    """A ruleset."""

    max_decisions: int = Field(description="The maximum number of decisions of a match, over all seats.")
    options: list[RulesetOption] = Field(description="The options of a match.")
    bots: list[RulesetBot] = Field(description="The house bots, from the simplest to the strongest.")
    schemas: list[str] = Field(description="The names of the ruleset's JSON Schemas; see `/schemas/{name}`.")
    documents: list[str] = Field(
        description="Which of `layout` and `rules` the ruleset has; see `/layout` and `/rules`."
    )
    card_count: int = Field(description="The number of cards in the catalogue.")
    resignation_ends_at: list[int] = Field(
        description="The numbers of seats with which a resignation ends the match; with others the seat is played on."
    )


class CardList(Page):
    """A page of a ruleset's catalogue."""

    cards: list[RulesetCard] = Field(description="The facts, text and effect of each card.")


_FIRST: Final = {"ruleset": "$response.body#/rulesets/0/id"}


@RULESETS.operation(
    "GET",
    "/v1/rulesets",
    id="listRulesets",
    summary="List the rulesets",
    description="Leaves out a ruleset whose service cannot be reached now.",
    access=PUBLIC,
    answers=(
        answer(RulesetList, "A page of rulesets.", links=(Link("getRuleset", _FIRST), Link("listCards", _FIRST))),
    ),
)
def list_rulesets(engines: Engines, query: PageQuery) -> RulesetList:
    """List the rulesets."""
    page, token = query.page("rulesets", list(reachable(engines)), lambda found: found.id)
    shown, unshown = show_each("ruleset", page, summary_details)
    return RulesetList(rulesets=shown, unshown=unshown, next_page_token=token)


@RULESETS.operation(
    "GET",
    "/v1/rulesets/{ruleset}",
    id="getRuleset",
    summary="Get a ruleset",
    access=PUBLIC,
    answers=(
        answer(
            RulesetDetails,
            "The ruleset.",
            links=(Link("getSchema", {"ruleset": "$response.body#/id", "name": "$response.body#/schemas/0"}),),
        ),
    ),
    refusals=(Reason.UNSUPPORTED_VERSION,),
)
def get_ruleset(engines: Engines, path: RulesetPath, query: VersionQuery) -> RulesetDetails:
    """Get a ruleset."""
    found = described(engines, path.ruleset, query.version)
    return RulesetDetails(
        **summary_details(found).model_dump(),
        max_decisions=found.max_decisions,
        options=[option_details(option) for option in found.options],
        bots=[RulesetBot(id=bot.id, summary=bot.summary, thinks=bot.thinks) for bot in found.bots],
        schemas=sorted(found.schemas),
        documents=[name for name, has in (("layout", found.layout), ("rules", found.rules)) if has],
        card_count=len(found.cards),
        resignation_ends_at=list(found.resignation_ends_at),
    )


@RULESETS.operation(
    "GET",
    "/v1/rulesets/{ruleset}/cards",
    id="listCards",
    summary="List a ruleset's cards",
    access=PUBLIC,
    answers=(answer(CardList, "A page of the catalogue; empty for a game without cards."),),
    refusals=(Reason.UNSUPPORTED_VERSION,),
)
def list_cards(engines: Engines, path: RulesetPath, query: CardQuery) -> CardList:
    """List a ruleset's cards."""
    found = described(engines, path.ruleset, query.version)
    numbered = [(f"{number:06}", card) for number, card in enumerate(found.cards)]
    page, token = query.page(f"cards {found.id} {found.version}", numbered, lambda card: card[0])
    return CardList(cards=[card for _, card in page], next_page_token=token)


@RULESETS.operation(
    "GET",
    "/v1/rulesets/{ruleset}/schemas/{name}",
    id="getSchema",
    summary="Get a JSON Schema of a ruleset",
    description="The schema of the documents that the API passes through: options, actions, views, events, cards. In "
    "the schema of views each array has `x-order`, which says what the order of its items means.",
    access=PUBLIC,
    answers=(Answer("A JSON Schema, draft 2020-12.", {SCHEMA_JSON: {"type": "object"}}),),
    refusals=(Reason.UNSUPPORTED_VERSION,),
)
def get_schema(engines: Engines, path: SchemaPath, query: VersionQuery) -> Reply:
    """Get a JSON Schema of a ruleset."""
    schemas = described(engines, path.ruleset, query.version).schemas
    if path.name not in schemas:
        raise Refusal(Reason.NOT_FOUND, "The ruleset has no such schema.")
    return Reply(dump(schemas[path.name]), media_type=SCHEMA_JSON)


@RULESETS.operation(
    "GET",
    "/v1/rulesets/{ruleset}/layout",
    id="getLayout",
    summary="Get the layout of a ruleset's table",
    description="Zones with pointers to their contents in a view, boards, colours and symbols of cards, titles of "
    "words and decisions. Entries that depend on the match have `when`, unless `seats` and `options` select a match.",
    access=PUBLIC,
    answers=(answer(Layout, "The layout."),),
    refusals=(Reason.UNSUPPORTED_VERSION, Reason.SEATS_OUT_OF_RANGE, Reason.UNKNOWN_OPTION, Reason.INVALID_OPTION),
)
def get_layout(engines: Engines, path: RulesetPath, query: LayoutQuery) -> Reply:
    """Get the layout of a ruleset's table."""
    found = described(engines, path.ruleset, query.version)
    if not found.layout:
        raise Refusal(Reason.NOT_FOUND, "The ruleset has no layout.")
    options = None if query.options is None else _options_in(query.options)
    return Reply(dump(layout_for(found, query.seats, options, "/query")))


@RULESETS.operation(
    "GET",
    "/v1/rulesets/{ruleset}/rules",
    id="getRules",
    summary="Get the rules of a ruleset",
    description="The rules as implemented, complete enough to play by.",
    access=PUBLIC,
    answers=(Answer("The rules, as Markdown.", {"text/markdown": {"type": "string"}}),),
    refusals=(Reason.UNSUPPORTED_VERSION,),
)
def get_rules(engines: Engines, path: RulesetPath, query: VersionQuery) -> Reply:
    """Get the rules of a ruleset."""
    rules = described(engines, path.ruleset, query.version).rules
    if not rules:
        raise Refusal(Reason.NOT_FOUND, "The ruleset does not tell its rules.")
    return Reply(rules.encode(), media_type=MARKDOWN)


def layout_for(found: Description, seats: int | None, options: JsonObject | None, at: str) -> JsonObject:
    """A ruleset's layout, as it is with so many seats and with these options; None: for all. ``at``: where in the
    request the two are.

    Raises:
        Refusal: ``SEATS_OUT_OF_RANGE``, ``UNKNOWN_OPTION``, ``INVALID_OPTION``: it is not played so.
    """
    if seats is not None and not found.min_seats <= seats <= found.max_seats:
        wanted = f"must be {range_words(found.min_seats, found.max_seats)}"
        raise Refusal(Reason.SEATS_OUT_OF_RANGE, errors=(FieldError(f"{at}/seats", wanted),))
    if options is None:
        return for_match(found.layout, seats, None)
    try:
        return for_match(found.layout, seats, complete(options, found.options))
    except Refusal as refusal:
        errors = tuple(FieldError(at + error.pointer, error.detail) for error in refusal.errors)
        raise Refusal(refusal.reason, errors=errors) from None


def _options_in(text: str) -> JsonObject:
    try:
        read = from_json(text, allow_inf_nan=False)
        check_once(text.encode())
    except DuplicateKey as error:
        raise Refusal(Reason.INVALID_FIELD, errors=named_twice(error, "/query/options").errors) from None
    except (ValueError, RecursionError):
        read = None
    if not isinstance(read, dict):
        raise Refusal(Reason.INVALID_FIELD, errors=(FieldError("/query/options", "must be a JSON object"),))
    return read


def title_of(option: Option) -> str:
    """An option's name for a person: its title, or else its name as words."""
    return option.title or option.name.replace("_", " ").capitalize()


def described(engines: Engines, ruleset: str, version: str | None = None) -> Description:
    """The description of a ruleset: of a version, or of the one that deals new matches.

    Raises:
        Refusal: ``NOT_FOUND``; ``UNSUPPORTED_VERSION``: the version is not served; ``BUSY``: none can be reached that
            may be asked.
    """
    if ruleset not in engines.ids():
        raise Refusal(Reason.NOT_FOUND, "There is no such ruleset.")
    if version is None:
        return engines.described(ruleset)
    return engines.pinned(RulesetVersion(ruleset, version)).describe()


def reachable(engines: Engines) -> Iterator[Description]:
    """The descriptions of all rulesets, by id, but for those that cannot be had now: one service that is down takes
    nothing away from the others."""
    for ruleset in engines.ids():
        try:
            yield engines.described(ruleset)
        except Refusal as refusal:
            log.warning("left_out", ruleset=ruleset, reason=refusal.reason.name)


def summary_details(found: Description) -> RulesetSummary:
    """A ruleset in short, as the API shows it."""
    return RulesetSummary(
        id=found.id,
        version=found.version,
        title=found.title,
        summary=found.summary,
        min_seats=found.min_seats,
        max_seats=found.max_seats,
    )


def option_details(option: Option) -> RulesetOption:
    """An option as the API shows it."""
    has_range = option.type in (OptionType.INT, OptionType.INT_LIST)
    return RulesetOption(
        name=option.name,
        title=title_of(option),
        type=option.type,
        default=option.default,
        summary=option.summary,
        choices=list(option.choices),
        minimum=option.minimum if has_range else None,
        maximum=option.maximum if has_range else None,
        length=option.length if option.type is OptionType.INT_LIST else None,
    )
