"""ETags, conditional requests, and retries with an idempotency key."""

import pytest
from flask.testing import FlaskClient

from gateway.openapi.etags import etag_of
from tests.unit.gateway.sample_api import open_shop

LAMP = b'{"thing":"lamp","number":1,"colour":"red"}'
ADA = {"Authorization": "ada"}


@pytest.fixture
def sold() -> list[str]:
    return []


@pytest.fixture
def shop(sold: list[str]) -> FlaskClient:
    return open_shop(sold)


def test_a_tag_is_a_function_of_the_body_alone(shop: FlaskClient) -> None:
    tag = shop.get("/things/lamp").headers["ETag"]
    assert tag == f'"{etag_of(LAMP)}"'
    assert shop.get("/things/lamp", headers=ADA).headers["ETag"] == tag
    assert shop.get("/things/vase").headers["ETag"] != tag


@pytest.mark.parametrize("form", ["{}", "W/{}", '"other", {}', "*"])
def test_what_the_client_has_is_not_sent_again(shop: FlaskClient, form: str) -> None:
    tag = shop.get("/things/lamp").headers["ETag"]
    response = shop.get("/things/lamp", headers={"If-None-Match": form.format(tag)})
    assert (response.status_code, response.data, response.headers["ETag"]) == (304, b"", tag)
    assert "Content-Type" not in response.headers


@pytest.mark.parametrize("header", ['"other"', "nonsense", "", "{}"])
def test_what_the_client_has_not_is_sent(shop: FlaskClient, header: str) -> None:
    response = shop.get("/things/lamp", headers={"If-None-Match": header})
    assert (response.status_code, response.data) == (200, LAMP)


def test_a_cache_asks_each_time_and_keeps_it_to_itself(shop: FlaskClient) -> None:
    headers = shop.get("/things/lamp").headers
    assert (headers["Cache-Control"], headers["Vary"]) == ("private, no-cache", "Authorization")


def paint(shop: FlaskClient, if_match: str | None) -> int:
    headers = ADA if if_match is None else {**ADA, "If-Match": if_match}
    return shop.put("/things/lamp/colour", json={"number": 1, "colour": "blue"}, headers=headers).status_code


def test_a_change_is_made_if_the_resource_is_what_the_client_says(shop: FlaskClient, sold: list[str]) -> None:
    tag = shop.get("/things/lamp").headers["ETag"]
    headers = (tag, None, "*", f'"x", {tag}', f'"a,b",{tag}', f" , {tag} ,", f'W/"x"\t,\t{tag}')
    assert [paint(shop, header) for header in headers] == [200] * 7
    assert sold == ["painted lamp"] * 7


@pytest.mark.parametrize("form", ['"other"', '""', "W/{}", '"a", W/{}'])
def test_a_change_of_something_else_is_refused(shop: FlaskClient, sold: list[str], form: str) -> None:
    tag = shop.get("/things/lamp").headers["ETag"]
    response = shop.put("/things/lamp/colour", json={"number": 1}, headers={**ADA, "If-Match": form.format(tag)})
    assert response.json is not None
    assert (response.status_code, response.json["code"]) == (412, "PRECONDITION_FAILED")
    assert sold == []


@pytest.mark.parametrize(
    "header",
    [
        "",
        ",",
        "lamp",
        '"lamp',
        'lamp"',
        '"a" "b"',
        '"a";"b"',
        "'a'",
        'w/"a"',
        'W/ "a"',
        '*, "a"',
        "**",
        '"a b"',
        '"a"b',
    ],
)
def test_a_malformed_condition_is_refused(shop: FlaskClient, sold: list[str], header: str) -> None:
    response = shop.put("/things/lamp/colour", json={"number": 1}, headers={**ADA, "If-Match": header})
    assert response.json is not None
    assert (response.status_code, response.json["code"]) == (422, "INVALID_FIELD")
    assert response.json["errors"] == [
        {"pointer": "/headers/If-Match", "detail": "Must be `*`, or ETags in their quotes."}
    ]
    assert sold == []


def test_a_long_malformed_condition_is_refused_at_once(shop: FlaskClient) -> None:
    assert paint(shop, '"a"' + " , " * 4_000 + "x") == 422


# -- sent again --------------------------------------------------------------------------------------------------------


def make(shop: FlaskClient, key: str, body: object = None, who: str = "ada") -> tuple[int, object]:
    headers = {"Authorization": who, "Idempotency-Key": key}
    response = shop.post("/gifts", json=body, headers=headers) if body else shop.post("/gifts", headers=headers)
    return response.status_code, response.json and response.json.get("code", response.json.get("number"))


def test_a_request_with_a_key_is_done_once(shop: FlaskClient, sold: list[str]) -> None:
    assert [make(shop, key) for key in ("a", "a", '"a"', "b")] == [(201, 6)] * 4
    assert len(sold) == 2


def test_a_request_without_a_key_is_done_each_time(shop: FlaskClient, sold: list[str]) -> None:
    assert [shop.post("/gifts", headers=ADA).json["number"] for _ in range(2)] == [5, 5]  # type: ignore[index]
    assert len(sold) == 2


def test_the_order_of_fields_and_spelled_out_defaults_make_no_other_request(shop: FlaskClient) -> None:
    assert make(shop, "a", {"number": 3, "notes": {"x": 1, "y": 2}})[0] == 201
    assert make(shop, "a", {"notes": {"y": 2, "x": 1}, "colour": "red", "number": 3.0})[0] == 201
    assert make(shop, "a", {"number": 4}) == (422, "IDEMPOTENCY_KEY_REUSED")
    assert make(shop, "a") == (422, "IDEMPOTENCY_KEY_REUSED")


def test_each_caller_has_its_own_keys(shop: FlaskClient, sold: list[str]) -> None:
    make(shop, "a", {"number": 3})
    assert make(shop, "a", {"number": 4}, who="bob") == (201, 6)


@pytest.mark.parametrize("key", ["", '""', "a b", "a" * 129, 'a"b', "é"])
def test_a_key_is_a_short_visible_text(shop: FlaskClient, sold: list[str], key: str) -> None:
    response = shop.post("/gifts", headers={**ADA, "Idempotency-Key": key})
    assert response.json is not None
    assert (response.status_code, response.json["errors"][0]["pointer"]) == (422, "/headers/Idempotency-Key")
    assert sold == []
