"""A small API on the OpenAPI layer, for its tests."""

from enum import Enum
from typing import Annotated, Any

from flask import Flask, request
from flask.testing import FlaskClient
from pydantic import Field

from gateway import problems
from gateway.openapi.document import About
from gateway.openapi.fields import DIGITS, WHOLE, RequestModel, ResponseModel
from gateway.openapi.mounting import mount
from gateway.openapi.operation import ANY_KEY, PUBLIC, Access, Answer, Operation, Reply, Section, answer
from services.errors import FieldError, Reason, Refusal

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
    headers={"X-Shop": "Which shop."},
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
    example={"number": 3},
    answers=(answer(Receipt, "The receipt.", status=201, headers={"Location": "Where it is."}),),
)
def order_thing(parts: list[str], caller: str, path: ThingPath, body: Order) -> Reply | Receipt:
    parts.append(f"{caller} {path.thing} {body.number}")
    if path.thing == "gone":
        raise Refusal(Reason.SEAT_TAKEN, "None is left.", (FieldError("/number", "Too late."),), {"left": "0"})
    if path.thing == "crooked":
        raise Refusal(Reason.MALFORMED_POSITION, "the secret is 1234")
    if path.thing == "broken":
        raise RuntimeError("the secret is 1234")
    return Receipt(thing=path.thing, number=body.number, colour=body.colour)


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
    answers=(Answer("Text.", {"text/plain": {"type": "string"}}),),
)
def get_shelf(path: ShelfPath) -> Reply:
    return Reply(f"{path.thing} {path.shelf}".encode(), media_type="text/plain")


ABOUT = About(
    title="Shop",
    version="v1",
    description="A shop.",
    security_scheme="apiKey",
    security={"type": "http", "scheme": "bearer"},
    problem=problems.Problem,
)


def authenticate(operation: Operation) -> str:
    name = request.headers.get("Authorization", "")
    if not name:
        raise Refusal(Reason.UNAUTHENTICATED)
    if operation.access.scope and name == "poor":
        raise Refusal(Reason.MISSING_SCOPE, metadata={"scope": operation.access.scope})
    return name


def open_shop(sold: list[str]) -> FlaskClient:
    app = Flask("shop", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = LIMIT
    app.url_map.merge_slashes = False
    problems.install(app)
    mount(app, SHOP.operations, sold, authenticate)
    return app.test_client()
