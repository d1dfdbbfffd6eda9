"""How the OpenAPI layer reads requests and answers them."""

import io
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.marks import each_row
from tests.unit.gateway.sample_api import LIMIT, open_shop


@pytest.fixture
def sold() -> list[str]:
    return []


@pytest.fixture
def shop(sold: list[str]) -> FlaskClient:
    return open_shop(sold)


def order(shop: FlaskClient, body: bytes | str, thing: str = "lamp", **headers: str) -> Any:
    headers = {"Authorization": "ada", "Content-Type": "application/json", **headers}
    return shop.post(f"/things/{thing}:order", data=body, headers=headers)


def test_a_valid_request_reaches_the_handler_as_models(shop: FlaskClient, sold: list[str]) -> None:
    response = order(shop, '{"number": 3, "colour": "blue"}')
    assert response.status_code == 201
    assert response.get_data() == b'{"thing":"lamp","number":3,"colour":"blue"}'
    assert response.content_type == "application/json"
    assert sold == ["ada lamp 3"]


@pytest.mark.parametrize("number", ["3", "3.0", "3e0", "0.3e1"])
def test_every_way_to_write_a_whole_number_is_one(shop: FlaskClient, number: str) -> None:
    assert order(shop, f'{{"number": {number}}}').json["number"] == 3


@each_row(
    ("body", "pointer"),
    [
        ('{"number": "3"}', "/body/number"),
        ('{"number": 3.5}', "/body/number"),
        ('{"number": true}', "/body/number"),
        ('{"number": null}', "/body/number"),
        ('{"number": 0}', "/body/number"),
        ('{"number": 100}', "/body/number"),
        ('{"number": 1e999}', "/body/number"),
        ('{"number": 3, "colour": "green"}', "/body/colour"),
        ('{"number": 3, "colour": 1}', "/body/colour"),
        ('{"number": 3, "notes": []}', "/body/notes"),
        ('{"number": 3, "size": 1}', "/body/size"),
        ('{"number": 3, "a/b~c": 1}', "/body/a~1b~0c"),
        ("{}", "/body/number"),
        ("[]", "/body"),
        ("3", "/body"),
        ("null", "/body"),
        ('"number"', "/body"),
    ],
)
def test_a_field_that_is_wrong_is_pointed_at(shop: FlaskClient, sold: list[str], body: str, pointer: str) -> None:
    response = order(shop, body)
    assert response.status_code == 422
    assert response.json["code"] == "INVALID_FIELD"
    assert [error["pointer"] for error in response.json["errors"]] == [pointer]
    assert sold == []


def test_every_fault_of_a_body_is_named_at_once(shop: FlaskClient) -> None:
    response = order(shop, '{"number": "x", "colour": "green", "size": 1}')
    assert response.json["errors"] == [
        {"pointer": "/body/number", "detail": "Input should be a valid integer."},
        {"pointer": "/body/colour", "detail": "Input should be 'red' or 'blue'."},
        {"pointer": "/body/size", "detail": "There is no such field."},
    ]


def test_a_body_with_very_many_faults_names_only_the_first(shop: FlaskClient) -> None:
    fields = ",".join(f'"x{n}": 1' for n in range(50))
    assert len(order(shop, f'{{"number": 3, {fields}}}').json["errors"]) == 20


@each_row(
    "body",
    [
        b"",
        b" ",
        b"{",
        b"nope",
        b"{'number': 3}",
        b'{"number": 3} {}',
        b'{"number": 03}',
        b'{"number": NaN}',
        b'{"number": Infinity}',
        b'{"number": 3, "notes": {"x": -Infinity}}',
        b'{"number": 3, "notes": {"x": "\xff"}}',
        b'{"number": 3, "notes": {"x": "\xed\xa0\x80"}}',
        b'{"number": 3, "notes": {"x": "\\ud800"}}',
        b'\xef\xbb\xbf{"number": 3}',
        '{"number": 3}'.encode("utf-16"),
        b'{"number": 3, "notes": {"x": ' + b"[" * 400 + b"]" * 400 + b"}}",
        b"[" * LIMIT,
        b'{"a":' * (LIMIT // 5),
    ],
)
def test_what_is_not_json_is_refused(shop: FlaskClient, sold: list[str], body: bytes) -> None:
    response = order(shop, body)
    assert response.status_code == 400
    assert response.json["code"] == "MALFORMED_BODY"
    assert sold == []


def test_a_name_given_twice_is_refused_where_it_stands(shop: FlaskClient, sold: list[str]) -> None:
    response = order(shop, '{"number": 3, "notes": {"x": 1, "x": 1}}')
    assert (response.status_code, response.json["code"]) == (400, "MALFORMED_BODY")
    assert response.json["errors"] == [{"pointer": "/body/notes/x", "detail": "Give it once."}]
    assert sold == []


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", ""])
def test_a_body_of_another_content_type_is_refused(shop: FlaskClient, content_type: str) -> None:
    response = order(shop, '{"number": 3}', **{"Content-Type": content_type})
    assert response.status_code == 415
    assert response.json["code"] == "UNSUPPORTED_MEDIA_TYPE"


def test_parameters_of_the_content_type_do_not_matter(shop: FlaskClient) -> None:
    assert order(shop, '{"number": 3}', **{"Content-Type": "Application/JSON; charset=utf-8"}).status_code == 201


def test_a_body_up_to_the_limit_is_read_and_one_byte_more_is_not(shop: FlaskClient) -> None:
    body = b'{"number": 3}'
    assert order(shop, body.ljust(LIMIT)).status_code == 201
    response = order(shop, body.ljust(LIMIT + 1))
    assert response.status_code == 413
    assert response.json["code"] == "BODY_TOO_LARGE"


@pytest.mark.parametrize(("size", "status"), [(20, 201), (LIMIT, 201), (LIMIT + 1, 413), (LIMIT * 9, 413)])
def test_a_chunked_body_has_the_same_limit(shop: FlaskClient, size: int, status: int) -> None:
    response = shop.post(
        "/things/lamp:order",
        input_stream=io.BytesIO(b'{"number": 3}'.ljust(size)),
        headers={"Authorization": "ada", "Content-Type": "application/json", "Transfer-Encoding": "chunked"},
        environ_overrides={"wsgi.input_terminated": True},
    )
    assert response.status_code == status


def test_a_body_that_breaks_off_is_refused(shop: FlaskClient) -> None:
    class Broken:
        def read(self, size: int = -1) -> bytes:
            raise OSError("connection reset, password 1234")

    response = shop.post(
        "/things/lamp:order",
        headers={"Authorization": "ada", "Content-Type": "application/json"},
        environ_overrides={"wsgi.input": Broken(), "CONTENT_LENGTH": "10"},
    )
    assert response.status_code == 400
    assert response.json is not None
    assert response.json["code"] == "MALFORMED_BODY"
    assert response.json["detail"] == "The body could not be read to its end."


def test_the_rest_of_a_body_that_is_too_large_is_read_up_to_a_bound(shop: FlaskClient) -> None:
    for length, consumed in ((5_000, 5_000), (3_000_000, 1_048_576)):
        body = io.BytesIO(b" " * length)
        headers = {"Authorization": "ada", "Content-Type": "application/json"}
        stated = {"wsgi.input": body, "CONTENT_LENGTH": str(length)}
        response = shop.post("/things/lamp:order", headers=headers, environ_overrides=stated)
        assert (response.status_code, body.tell()) == (413, consumed)


def test_an_optional_body_may_be_left_out(shop: FlaskClient) -> None:
    assert shop.post("/things/lamp:wrap").json == {"thing": "lamp", "number": 0, "colour": "blue"}
    assert shop.post("/things/lamp:wrap", json={"number": 5}).json == {"thing": "lamp", "number": 5, "colour": "blue"}


def test_an_operation_without_fields_takes_an_empty_body_and_nothing_else(shop: FlaskClient) -> None:
    key = {"Authorization": "ada"}
    assert shop.post("/things/lamp:polish", headers=key).status_code == 200
    assert shop.post("/things/lamp:polish", headers=key, json={}).status_code == 200
    assert shop.post("/things/lamp:polish", headers=key, json={"x": 1}).status_code == 422
    assert shop.post("/things/lamp:polish", headers=key, data=b"x" * (LIMIT + 1)).status_code == 413


@each_row(
    ("query", "pointer"),
    [
        ("size=x", "/query/size"),
        ("size=", "/query/size"),
        ("size=1.0", "/query/size"),
        ("size=%201", "/query/size"),
        ("size=1_0", "/query/size"),
        ("size=%D9%A1", "/query/size"),
        ("size=0", "/query/size"),
        ("size=-1", "/query/size"),
        ("size=" + "9" * 5000, "/query/size"),
        ("size=1&size=2", "/query/size"),
        ("colour=green", "/query/colour"),
        ("unknown=1", "/query/unknown"),
        ("colour=%FF%FE", "/query/colour"),
    ],
)
def test_a_query_parameter_that_is_wrong_is_pointed_at(shop: FlaskClient, query: str, pointer: str) -> None:
    response = shop.get(f"/things?{query}")
    assert response.status_code == 422
    assert response.json is not None
    assert [error["pointer"] for error in response.json["errors"]] == [pointer]


def test_query_parameters_become_numbers_and_enums(shop: FlaskClient) -> None:
    assert shop.get("/things?size=7&colour=blue").json == {"thing": "any", "number": 7, "colour": "blue"}
    assert shop.get("/things").json == {"thing": "any", "number": 10, "colour": "red"}


@pytest.mark.parametrize(
    ("path", "pointer"),
    [
        ("/things/LAMP", "/path/thing"),
        ("/things/%00", "/path/thing"),
        ("/things/lamp%0A", "/path/thing"),
        ("/things/lamp/shelves/x", "/path/shelf"),
        ("/things/lamp/shelves/10", "/path/shelf"),
        ("/things/lamp/shelves/-1", "/path/shelf"),
    ],
)
def test_a_path_parameter_that_is_wrong_is_pointed_at(shop: FlaskClient, path: str, pointer: str) -> None:
    response = shop.get(path)
    assert response.status_code == 422
    assert response.json is not None
    assert [error["pointer"] for error in response.json["errors"]] == [pointer]


def test_a_number_in_a_path_is_read(shop: FlaskClient) -> None:
    response = shop.get("/things/lamp/shelves/7")
    assert (response.data, response.content_type) == (b"lamp 7", "text/plain")


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("GET", "/things/lamp:order", {"POST", "OPTIONS"}),
        ("DELETE", "/things/lamp", {"GET", "HEAD", "OPTIONS"}),
        ("POST", "/things", {"GET", "HEAD", "OPTIONS"}),
        ("BREW", "/things", {"GET", "HEAD", "OPTIONS"}),
    ],
)
def test_a_wrong_method_is_told_the_right_ones(shop: FlaskClient, method: str, path: str, allow: set[str]) -> None:
    response = shop.open(path, method=method)
    assert response.status_code == 405
    assert response.json is not None
    assert response.json["code"] == "METHOD_NOT_ALLOWED"
    assert set(response.headers["Allow"].split(", ")) == allow


def test_head_answers_as_get_without_a_body_and_options_names_the_methods(shop: FlaskClient) -> None:
    head = shop.head("/things/lamp")
    assert (head.status_code, head.data) == (200, b"")
    assert head.headers["Content-Length"] == str(len(shop.get("/things/lamp").data))
    options = shop.options("/things/lamp:order")
    assert options.status_code == 200
    assert set(options.headers["Allow"].split(", ")) == {"POST", "OPTIONS"}


@pytest.mark.parametrize(
    "path", ["/", "/nothing", "/things/", "//things", "/things/lamp/", "/things/lamp:", "/things/:order"]
)
def test_an_unknown_path_is_not_found_and_nobody_is_sent_elsewhere(shop: FlaskClient, path: str) -> None:
    response = shop.get(path)
    assert response.status_code == 404
    assert response.json is not None
    assert response.json["code"] == "NOT_FOUND"


def test_a_stranger_learns_nothing_from_validation(shop: FlaskClient) -> None:
    response = shop.post("/things/LAMP:order", data="{", headers={"Content-Type": "text/plain"})
    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"] == "Bearer"
    assert response.json is not None
    assert response.json["errors"] == []


def test_a_missing_scope_is_named(shop: FlaskClient, sold: list[str]) -> None:
    response = order(shop, '{"number": 3}', Authorization="poor")
    assert response.status_code == 403
    assert response.json["code"] == "MISSING_SCOPE"
    assert response.json["scope"] == "shop:buy"
    assert sold == []


def test_a_refusal_becomes_a_problem(shop: FlaskClient) -> None:
    response = order(shop, '{"number": 3}', thing="gone", **{"X-Request-Id": "my-request-1"})
    assert response.status_code == 409
    assert response.content_type == "application/problem+json"
    assert response.json == {
        "type": "urn:playhall:problem:SEAT_TAKEN",
        "title": "The seat is taken, or no seat is free.",
        "status": 409,
        "detail": "None is left.",
        "instance": "/things/gone:order",
        "code": "SEAT_TAKEN",
        "errors": [{"pointer": "/body/number", "detail": "Too late."}],
        "request_id": "my-request-1",
        "left": "0",
    }


@pytest.mark.parametrize("thing", ["broken", "crooked"])
def test_a_failure_tells_the_client_nothing_but_the_requests_id(shop: FlaskClient, thing: str) -> None:
    response = order(shop, '{"number": 3}', thing=thing)
    assert response.status_code == 500
    assert response.json["code"] == "INTERNAL"
    assert response.json["detail"] == "Report the request id."
    assert len(response.json["request_id"]) == 32
    assert b"1234" not in response.data


@pytest.mark.parametrize("offered", ["short", "a" * 65, "with blank", "line\tfeed", "ümlauts-are-out"])
def test_a_request_id_that_could_spoil_a_log_is_replaced(shop: FlaskClient, offered: str) -> None:
    response = shop.get("/nothing", headers={"X-Request-Id": offered})
    assert response.json is not None
    assert response.json["request_id"] != offered
    assert len(response.json["request_id"]) == 32
