"""The OpenAPI document that the layer renders."""

from dataclasses import replace
from typing import Any

import pytest
from openapi_spec_validator import validate

from gateway.openapi.document import render
from gateway.openapi.examples import Example
from gateway.openapi.operation import PROBLEM
from tests.unit.gateway.sample_api import ABOUT, SHOP


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return render(ABOUT, [SHOP])


def test_the_document_is_valid(document: dict[str, Any]) -> None:
    validate(document)
    assert document["openapi"] == "3.1.0"


def test_it_is_the_same_each_time(document: dict[str, Any]) -> None:
    assert render(ABOUT, [SHOP]) == document


def test_an_operation_documents_its_security_with_scopes(document: dict[str, Any]) -> None:
    assert document["paths"]["/things/{thing}:order"]["post"]["security"] == [{"apiKey": ["shop:buy"]}]
    assert document["paths"]["/things/{thing}:polish"]["post"]["security"] == [{"apiKey": []}]
    assert document["paths"]["/things"]["get"]["security"] == []


def test_an_operation_documents_every_reason_for_a_refusal(document: dict[str, Any]) -> None:
    responses = document["paths"]["/things/{thing}:order"]["post"]["responses"]
    codes = {status: response["x-codes"] for status, response in responses.items() if status != "201"}
    assert codes == {
        "400": ["MALFORMED_BODY"],
        "401": ["UNAUTHENTICATED"],
        "403": ["MISSING_SCOPE"],
        "404": ["NOT_FOUND"],
        "409": ["REQUEST_IN_PROGRESS", "SEAT_TAKEN"],
        "413": ["BODY_TOO_LARGE"],
        "414": ["URI_TOO_LONG"],
        "415": ["UNSUPPORTED_MEDIA_TYPE"],
        "422": ["INVALID_FIELD", "IDEMPOTENCY_KEY_REUSED"],
        "429": ["RATE_LIMITED"],
        "431": ["HEADERS_TOO_LARGE"],
        "500": ["INTERNAL"],
        "503": ["BUSY"],
    }


def test_what_cannot_happen_is_not_documented(document: dict[str, Any]) -> None:
    everywhere = {"414", "431", "500", "503"}
    assert document["paths"]["/things"]["get"]["responses"].keys() == {"200", "304", "422", "429"} | everywhere
    shelf = document["paths"]["/things/{thing}/shelves/{shelf}"]["get"]["responses"]
    assert shelf.keys() == {"200", "404", "422"} | everywhere


def test_parameters_have_their_place_schema_and_description(document: dict[str, Any]) -> None:
    assert document["paths"]["/things"]["get"]["parameters"] == [
        {
            "name": "size",
            "in": "query",
            "required": False,
            "description": "How many.",
            "schema": {"default": 10, "minimum": 1, "type": "integer"},
        },
        {
            "name": "colour",
            "in": "query",
            "required": False,
            "schema": {"anyOf": [{"$ref": "#/components/schemas/Colour"}, {"type": "null"}], "default": None},
        },
        {
            "name": "X-Shop",
            "in": "header",
            "required": False,
            "description": "Which shop.",
            "schema": {"type": "string", "pattern": "^[a-z]+$"},
        },
        {
            "name": "If-None-Match",
            "in": "header",
            "required": False,
            "description": "The ETags that the client has. If one is current, the answer is 304 without a body. "
            "`*`: any. Values that are neither are ignored.",
            "schema": {"type": "string", "pattern": r'^(\*|(W/)?"[!#-~]*"([ \t]*,[ \t]*(W/)?"[!#-~]*")*)$'},
        },
    ]
    thing, shelf = document["paths"]["/things/{thing}/shelves/{shelf}"]["get"]["parameters"]
    assert (thing["in"], thing["required"], thing["schema"]["pattern"]) == ("path", True, "^[a-z]{1,10}$")
    assert (shelf["in"], shelf["schema"]) == ("path", {"maximum": 9, "minimum": 0, "type": "integer"})


def test_models_of_parameters_are_no_components(document: dict[str, Any]) -> None:
    assert document["components"]["schemas"].keys() == {
        "Colour",
        "NoFields",
        "Order",
        "Problem",
        "ProblemError",
        "Receipt",
        "Shelves",
    }


def test_bodies_are_required_unless_they_may_be_left_out(document: dict[str, Any]) -> None:
    order = document["paths"]["/things/{thing}:order"]["post"]["requestBody"]
    assert order == {
        "required": True,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Order"}}},
    }
    assert document["paths"]["/things/{thing}:wrap"]["post"]["requestBody"]["required"] is False
    polish = document["paths"]["/things/{thing}:polish"]["post"]["requestBody"]
    assert (polish["required"], polish["content"]["application/json"]["schema"]) == (
        False,
        {"$ref": "#/components/schemas/NoFields"},
    )
    schema = document["components"]["schemas"]["Order"]
    assert schema["additionalProperties"] is False
    assert schema["required"] == ["number"]
    assert schema["properties"]["number"] == {"maximum": 99, "minimum": 1, "title": "Number", "type": "integer"}


def test_an_answer_documents_its_headers(document: dict[str, Any]) -> None:
    created = document["paths"]["/things/{thing}:order"]["post"]["responses"]["201"]
    assert created["headers"] == {
        "Location": {"description": "Where it is.", "schema": {"type": "string"}},
        "Idempotency-Replayed": {"$ref": "#/components/headers/Idempotency-Replayed"},
        "RateLimit": {"$ref": "#/components/headers/RateLimit"},
        "RateLimit-Policy": {"$ref": "#/components/headers/RateLimit-Policy"},
    }
    page = document["paths"]["/shelves"]["get"]["responses"]["200"]
    assert {"ETag", "Link"} < page["headers"].keys()


def test_an_answer_links_to_what_can_be_done_next(document: dict[str, Any]) -> None:
    made = document["paths"]["/gifts"]["post"]["responses"]["201"]
    assert made["links"] == {"getThing": {"operationId": "getThing", "parameters": {"thing": "$response.body#/thing"}}}


def test_an_operation_documents_the_headers_that_it_heeds(document: dict[str, Any]) -> None:
    def headers(path: str, method: str) -> set[str]:
        parameters = document["paths"][path][method].get("parameters", [])
        return {parameter["name"] for parameter in parameters if parameter["in"] == "header"}

    assert headers("/gifts", "post") == {"Idempotency-Key"}
    assert headers("/things/{thing}/colour", "put") == {"If-Match"}
    assert headers("/things/{thing}", "get") == {"If-None-Match"}
    assert headers("/things/{thing}/shelves/{shelf}", "get") == set()


def test_examples_stand_where_their_parts_belong() -> None:
    red = Example("orderThing", "red", "One", {"thing": "lamp"}, {"number": 3}, 201, "application/json", {}, {"a": 1})
    same = replace(red, name="same", summary="Again", answer={"a": 2})
    gone = Example("orderThing", "gone", "None", {"thing": "gone"}, {"number": 3}, 409, PROBLEM, {}, {"code": "X"})
    order = render(ABOUT, [SHOP], [red, same, gone])["paths"]["/things/{thing}:order"]["post"]
    assert order["parameters"][0]["examples"] == {"red": {"summary": "One", "value": "lamp"}}
    body = order["requestBody"]["content"]["application/json"]["examples"]
    assert body == {"red": {"summary": "One", "value": {"number": 3}}}
    answers = order["responses"]["201"]["content"]["application/json"]["examples"]
    assert answers == {"red": {"summary": "One", "value": {"a": 1}}, "same": {"summary": "Again", "value": {"a": 2}}}
    assert order["responses"]["409"]["content"][PROBLEM]["examples"]["gone"]["value"] == {"code": "X"}
