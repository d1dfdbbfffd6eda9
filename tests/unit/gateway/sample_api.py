"""A small API on the OpenAPI layer, for its tests."""

from collections.abc import Callable
from enum import Enum
from typing import Annotated, Any

from flask import Flask, Response, request
from flask.testing import FlaskClient
from pydantic import Field

from gateway import problems
from gateway.openapi.document import About
from gateway.openapi.etags import Precondition
from gateway.openapi.fields import DIGITS, WHOLE, Page, RequestModel
from gateway.openapi.operation import (
    ANY_KEY,
    PUBLIC,
    Access,
    Answer,
    Link,
    Operation,
    RateLimit,
    Reply,
    RequestHeader,
    Section,
    Tag,
    answer,
)
from gateway.openapi.pagination import PageQuery
from gateway.openapi.routing import add_paths, mount
from services.errors import FieldError, Reason, Refusal
from services.identity.idempotent_creation import Creation
from services.response_model import ResponseModel

SHOP = Section("shop", "Things for sale.")
LIMIT = 1_000


class Colour(Enum):
    """A colour."""

    RED = "red"
    BLUE = "blue"


class ThingPath(RequestModel):
    """A thing."""

    thing: str = Field(pattern=r"^[a-z]{1,10}$", description="The thing's id.")


class ShelfPath(ThingPath):
    """A shelf."""

    shelf: Annotated[int, Field(ge=0, le=9), DIGITS]


class ListQuery(RequestModel):
    """Which things."""

    size: Annotated[int, Field(ge=1), DIGITS] = Field(default=10, description="How many.")
    colour: Annotated[Colour, Field(strict=False)] | None = None


class Order(RequestModel):
    """An order."""

    number: Annotated[int, Field(ge=1, le=99), WHOLE]
    colour: Annotated[Colour, Field(strict=False)] = Colour.RED
    notes: dict[str, Any] = Field(default_factory=dict)


class Receipt(ResponseModel):
    """A receipt."""

    thing: str
    number: int
    colour: Colour


@SHOP.operation(
    "GET",
    "/things",
    id="listThings",
    summary="List",
    access=PUBLIC,
    headers={"X-Shop": RequestHeader("Which shop.", "^[a-z]+$")},
    answers=(answer(Receipt, "One."),),
)
def list_things(query: ListQuery) -> Receipt:
    return Receipt(thing="any", number=query.size, colour=query.colour or Colour.RED)


@SHOP.operation(
    "POST",
    "/things/{thing}:order",
    id="orderThing",
    summary="Order",
    access=Access(key=True, scope="shop:buy"),
    refusals=(Reason.SEAT_TAKEN,),
    answers=(answer(Receipt, "The receipt.", status=201, headers={"Location": "Where it is."}),),
)
def order_thing(sold: list[str], caller: str, path: ThingPath, body: Order) -> Reply | Receipt:
    sold.append(f"{caller} {path.thing} {body.number}")
    if path.thing == "gone":
        raise Refusal(Reason.SEAT_TAKEN, "None is left.", (FieldError("/number", "Too late."),), {"left": "0"})
    if path.thing == "crooked":
        raise Refusal(Reason.MALFORMED_POSITION, "the secret is 1234")
    if path.thing == "broken":
        raise RuntimeError("the secret is 1234")
    return Receipt(thing=path.thing, number=body.number, colour=body.colour)


@SHOP.operation(
    "POST",
    "/gifts",
    id="makeGift",
    summary="Make",
    access=ANY_KEY,
    etag=Tag.ETAG,
    answers=(answer(Receipt, "It.", status=201, links=(Link("getThing", {"thing": "$response.body#/thing"}),)),),
)
def make_gift(sold: list[str], creation: Creation, body: Order | None) -> Reply:
    sold.append(creation.id(""))
    made = Receipt(thing="made", number=creation.at_ms, colour=Colour.RED)
    return Reply(made, 201)


@SHOP.operation(
    "PUT",
    "/things/{thing}/colour",
    id="paintThing",
    summary="Paint",
    access=ANY_KEY,
    etag=Tag.ETAG,
    answers=(answer(Receipt, "It."),),
)
def paint_thing(sold: list[str], path: ThingPath, body: Order, precondition: Precondition) -> Receipt:
    precondition.require(lambda: Receipt(thing=path.thing, number=1, colour=Colour.RED))
    sold.append(f"painted {path.thing}")
    return Receipt(thing=path.thing, number=1, colour=body.colour)


class Shelves(Page):
    """A page of shelves."""

    shelves: list[int]


@SHOP.operation(
    "GET", "/shelves", id="listShelves", summary="List", access=PUBLIC, answers=(answer(Shelves, "A page."),)
)
def list_shelves(query: PageQuery) -> Shelves:
    page, token = query.page("shelves", [10, 20, 30, 40, 50], str)
    return Shelves(shelves=page, next_page_token=token)


@SHOP.operation(
    "POST",
    "/things/{thing}:polish",
    id="polishThing",
    summary="Polish",
    access=ANY_KEY,
    answers=(answer(Receipt, "It."),),
)
def polish_thing(path: ThingPath) -> Receipt:
    return Receipt(thing=path.thing, number=1, colour=Colour.BLUE)


@SHOP.operation(
    "POST",
    "/things/{thing}:wrap",
    id="wrapThing",
    summary="Wrap",
    access=PUBLIC,
    answers=(answer(Receipt, "It."),),
)
def wrap_thing(path: ThingPath, body: Order | None) -> Receipt:
    return Receipt(thing=path.thing, number=body.number if body else 0, colour=Colour.BLUE)


@SHOP.operation(
    "GET", "/things/{thing}", id="getThing", summary="Get", access=PUBLIC, answers=(answer(Receipt, "It."),)
)
def get_thing(path: ThingPath) -> Receipt:
    return Receipt(thing=path.thing, number=1, colour=Colour.RED)


@SHOP.operation(
    "GET",
    "/things/{thing}/shelves/{shelf}",
    id="getShelf",
    summary="Get a shelf",
    access=PUBLIC,
    etag=Tag.NONE,
    rate_limit=RateLimit.EXEMPT,
    answers=(Answer("Text.", {"text/plain": {"type": "string"}}),),
)
def get_shelf(path: ShelfPath) -> Reply:
    return Reply(f"{path.thing} {path.shelf}".encode(), media_type="text/plain")


ABOUT = About(
    title="Shop",
    version="v1",
    description="A shop.",
    license="MIT",
    security_scheme="apiKey",
    security={"type": "http", "scheme": "bearer"},
    problem=problems.Problem,
)


class ShopAdmission:
    """Knows everybody by name, and remembers what it has answered to whom."""

    def __init__(self) -> None:
        self.answers: dict[tuple[str, str], tuple[bytes, Response]] = {}

    def admit(self, operation: Operation) -> str | None:
        if not operation.access.key:
            return None
        name = request.headers.get("Authorization", "")
        if not name:
            raise Refusal(Reason.UNAUTHENTICATED)
        if operation.access.scope and name == "poor":
            raise Refusal(Reason.MISSING_SCOPE, metadata={"scope": operation.access.scope})
        return name

    def creation(self) -> Creation:
        return Creation(5, bytes(32))

    def answer_once(self, caller: str, key: str, content: bytes, respond: Callable[[Creation], Response]) -> Response:
        known = self.answers.get((caller, key))
        if known is None:
            self.answers[caller, key] = (content, respond(Creation(6, bytes(32))))
        elif known[0] != content:
            raise Refusal(Reason.IDEMPOTENCY_KEY_REUSED)
        return self.answers[caller, key][1]


def open_shop(sold: list[str]) -> FlaskClient:
    app = Flask("shop", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = LIMIT
    app.url_map.merge_slashes = False
    problems.install(app)
    add_paths(app, SHOP.operations)
    mount(app, SHOP.operations, {"sold": sold}, ShopAdmission())
    return app.test_client()
