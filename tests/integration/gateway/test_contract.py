"""The check that every other test here relies on can fail."""

from collections.abc import Callable

import pytest
from werkzeug.test import TestResponse

from tests.integration.gateway.contract import check
from tests.integration.gateway.harness import Client, Hall


def tampered(response: TestResponse, change: Callable[[TestResponse], None]) -> TestResponse:
    change(response)
    return response


def test_a_response_that_is_not_documented_is_noticed(hall: Hall, ada: Client, live: str) -> None:
    path = f"/v1/matches/{live}"

    def undocumented_status(response: TestResponse) -> None:
        response.status_code = 418

    def undocumented_type(response: TestResponse) -> None:
        response.content_type = "text/html"

    def wrong_body(response: TestResponse) -> None:
        response.set_data(response.data.replace(b'"pending":[0,1]', b'"pending":["0"]'))

    def lost_id(response: TestResponse) -> None:
        del response.headers["X-Request-Id"]

    check(hall.app, "GET", ada.get(path))
    with pytest.raises(AssertionError):
        check(hall.app, "GET", tampered(ada.get(path), undocumented_status))
    with pytest.raises(AssertionError):
        check(hall.app, "GET", tampered(ada.get(path), undocumented_type))
    with pytest.raises(AssertionError, match=r"\['pending', 0\]: \"0\" is not of type \"integer\""):
        check(hall.app, "GET", tampered(ada.get(path), wrong_body))
    with pytest.raises(KeyError):
        check(hall.app, "GET", tampered(ada.get(path), lost_id))


def test_a_code_that_is_not_documented_is_noticed(hall: Hall, ada: Client, live: str) -> None:
    response = ada.get(f"/v1/matches/{live}/seats/1/view")
    response.set_data(response.data.replace(b"NOT_YOUR_SEAT", b"NOT_THE_CREATOR"))
    with pytest.raises(AssertionError):
        check(hall.app, "GET", response)
