"""The contract in short: what its lines say of an OpenAPI document, and what breaks an earlier one."""

from typing import Any

from gateway.api_reference import CONTRACT
from gateway.openapi.breaking import breaks
from gateway.openapi.summary import summary
from tests.marks import each_row

DOCUMENT: dict[str, Any] = {
    "paths": {
        "/v1/cups/{cup}": {
            "get": {
                "operationId": "getCup",
                "security": [{}, {"apiKey": ["cups:read"]}, {"streamToken": []}],
                "parameters": [
                    {
                        "name": "cup",
                        "in": "path",
                        "required": True,
                        "description": "Which.",
                        "schema": {"type": "string", "pattern": "^[a-z]+$"},
                    },
                    {
                        "name": "page_size",
                        "in": "query",
                        "required": False,
                        "schema": {"type": "integer", "minimum": 1, "default": 50},
                    },
                ],
                "responses": {
                    "200": {
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Cup"}}},
                        "headers": {"Link": {}, "ETag": {}},
                    },
                    "204": {},
                    "404": {
                        "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
                        "x-codes": ["NOT_FOUND", "GONE"],
                    },
                    "500": {"x-codes": ["INTERNAL"]},
                },
            },
        },
        "/v1/cups": {
            "post": {
                "operationId": "createCup",
                "security": [],
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/NewCup"}}},
                },
                "responses": {"500": {"x-codes": ["INTERNAL"]}},
            }
        },
    },
    "components": {
        "schemas": {
            "Cup": {
                "type": "object",
                "description": "A cup.",
                "properties": {
                    "kind": {"type": "string", "x-extensible-enum": ["swiss", "arena"]},
                    "rounds": {"type": "array", "items": {"type": "integer", "minimum": 0}, "maxItems": 9},
                    "stage": {
                        "oneOf": [{"$ref": "#/components/schemas/Stage"}, {"$ref": "#/components/schemas/Other"}],
                        "discriminator": {"propertyName": "type", "mapping": {"stage": "#/components/schemas/Stage"}},
                    },
                },
                "required": ["kind", "stage"],
            },
            "NewCup": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "name": {"anyOf": [{"type": "string", "minLength": 1, "maxLength": 64}, {"type": "null"}]},
                    "of": {"enum": ["a", 1]},
                    "tags": {"type": "object", "additionalProperties": {"type": "string", "format": "date"}},
                },
            },
        }
    },
}


def test_each_fact_is_a_line() -> None:
    assert summary(DOCUMENT).splitlines() == [
        "* < 500: INTERNAL",
        "Cup.kind: open \"swiss\" | \"arena\"; required",
        "Cup.rounds: [integer; 0..]; items ..9; optional",
        "Cup.stage: open Stage | Other; required",
        "Cup: object",
        "NewCup.name: (string; length 1..64) | null; optional",
        "NewCup.of: \"a\" | 1; optional",
        "NewCup.tags: {*: string; format date}; optional",
        "NewCup: object; closed",
        "createCup > body: NewCup; required",
        "createCup: POST /v1/cups; no key",
        "getCup < 200 application/json: Cup",
        "getCup < 200 headers: ETag Link",
        "getCup < 204 empty:",
        "getCup < 404: GONE NOT_FOUND",
        "getCup > path cup: string; pattern ^[a-z]+$; required",
        "getCup > query page_size: integer; 1..; default 50; optional",
        "getCup: GET /v1/cups/{cup}; key cups:read or token or no key",
    ]  # fmt: skip


def test_every_subject_of_the_contract_stands_once() -> None:
    subjects = [line.partition(":")[0] for line in CONTRACT.read_text(encoding="utf-8").splitlines()]
    assert len(set(subjects)) == len(subjects)


def changed(old: str, new: str) -> list[str]:
    """What breaks where a line of the document's contract says another thing; empty texts: there is no such line."""
    contract = summary(DOCUMENT)
    if old:
        assert f"{old}\n" in contract
        return breaks(contract, contract.replace(f"{old}\n", f"{new}\n" if new else ""))
    return breaks(contract, f"{contract}{new}\n")


@each_row(
    ("old", "new"),
    [
        ("", "deleteCup: DELETE /v1/cups/{cup}; key admin"),
        ("", "deleteCup > body: Reason; required"),
        ("", "getCup > query since: integer; optional"),
        ("", "NewCup.size: integer; optional"),
        ("", "Cup.size: integer; required"),
        ("", "Reason.text: string; required"),
        ("", "getCup < 412: PRECONDITION_FAILED"),
        ("getCup < 404: GONE NOT_FOUND", "getCup < 404: NOT_FOUND"),
        ("getCup < 200 headers: ETag Link", "getCup < 200 headers: ETag Link Location"),
        ("getCup: GET /v1/cups/{cup}; key cups:read or token or no key",
         "getCup: GET /v1/cups/{cup}; key or key cups:read or token or no key"),
        ("getCup > path cup: string; pattern ^[a-z]+$; required", "getCup > path cup: string; required"),
        ("getCup > query page_size: integer; 1..; default 50; optional",
         "getCup > query page_size: integer; 0..; default 50; optional"),
        ("NewCup.name: (string; length 1..64) | null; optional",
         "NewCup.name: (string; length 1..80) | integer | null; optional"),
        ("NewCup.of: \"a\" | 1; optional", "NewCup.of: \"a\" | \"b\" | 1; optional"),
        ("Cup.kind: open \"swiss\" | \"arena\"; required", "Cup.kind: open \"arena\" | \"pods\"; required"),
        ("Cup.rounds: [integer; 0..]; items ..9; optional", "Cup.rounds: [integer; 0..]; items 1..8; required"),
        ("Cup.stage: open Stage | Other; required", "Cup.stage: open Stage | Final | Other; required"),
    ],
)  # fmt: skip
def test_what_earlier_clients_need_not_notice_breaks_nothing(old: str, new: str) -> None:
    assert changed(old, new) == []


@each_row(
    ("old", "new", "found"),
    [
        ("getCup: GET /v1/cups/{cup}; key cups:read or token or no key", "", "getCup is gone"),
        ("getCup: GET /v1/cups/{cup}; key cups:read or token or no key",
         "getCup: GET /v1/cups/{cup}; key cups:read or token", "getCup with no key is gone"),
        ("getCup: GET /v1/cups/{cup}; key cups:read or token or no key",
         "getCup: GET /v1/cup/{cup}; key cups:read or token or no key", "getCup was: GET /v1/cups/{cup}"),
        ("createCup > body: NewCup; required", "createCup > body: NewerCup; required", "createCup > body was: NewCup"),
        ("getCup > query page_size: integer; 1..; default 50; optional", "", "getCup > query page_size is gone"),
        ("getCup > query page_size: integer; 1..; default 50; optional",
         "getCup > query page_size: integer; 1..100; default 50; optional", "getCup > query page_size was: integer"),
        ("getCup > query page_size: integer; 1..; default 50; optional",
         "getCup > query page_size: integer; 1..; default 20; optional", "getCup > query page_size was: integer"),
        ("getCup > query page_size: integer; 1..; default 50; optional",
         "getCup > query page_size: integer; 1..; default 50; required", "getCup > query page_size was: integer"),
        ("", "getCup > query since: integer; required", "getCup > query since must be given now"),
        ("", "NewCup.size: integer; required", "NewCup.size must be given now"),
        ("NewCup.name: (string; length 1..64) | null; optional", "NewCup.name: string; length 1..64; optional",
         "NewCup.name was: (string"),
        ("NewCup.name: (string; length 1..64) | null; optional", "NewCup.name: (string; length 2..64) | null; optional",
         "NewCup.name was: (string"),
        ("NewCup.of: \"a\" | 1; optional", "NewCup.of: 1; optional", "NewCup.of was: \"a\" | 1"),
        ("getCup < 200 headers: ETag Link", "getCup < 200 headers: ETag", "getCup < 200 headers Link is gone"),
        ("getCup < 204 empty:", "", "getCup < 204 empty is gone"),
        ("Cup.kind: open \"swiss\" | \"arena\"; required", "Cup.kind: integer; required", "Cup.kind was: open"),
        ("Cup.kind: open \"swiss\" | \"arena\"; required",
         "Cup.kind: open \"swiss\" | \"arena\"; optional", "Cup.kind was: open"),
        ("Cup.rounds: [integer; 0..]; items ..9; optional", "Cup.rounds: [integer; 0..]; items ..10; optional",
         "Cup.rounds was: [integer"),
        ("Cup.rounds: [integer; 0..]; items ..9; optional", "Cup.rounds: [integer]; items ..9; optional",
         "Cup.rounds was: [integer"),
        ("Cup.stage: open Stage | Other; required", "", "Cup.stage is gone"),
    ],
)  # fmt: skip
def test_what_an_earlier_client_trips_over_is_found(old: str, new: str, found: str) -> None:
    assert changed(old, new)[0].startswith(found)


def test_an_object_of_requests_and_answers_alike_must_stay_as_it_is() -> None:
    before = "createCup > body: Cup; required\ngetCup < 200 application/json: Cup\nCup.size: integer; 1..9; required\n"
    for size in ("integer; 1..10; required", "integer; 1..8; required", "integer; 1..9; optional"):
        now = before.replace("integer; 1..9; required", size)
        assert breaks(before, now) == [f"Cup.size was: integer; 1..9; required\n          is: {size}"]


def test_an_open_union_may_learn_words_and_forget_none() -> None:
    def other(words: str) -> str:
        return f"getCup < 200 application/json: Other\nOther.kind: string; pattern ^(?!({words})$); required\n"

    assert breaks(other("swiss|arena"), other("arena|pods|swiss")) == []
    assert breaks(other("swiss|arena"), other("arena|pods"))[0].startswith("Other.kind was: string; pattern")
