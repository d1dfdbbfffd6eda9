"""Plain requests are read as they are; whatever is not plain is left to gunicorn."""

import pytest

from gateway.plain_requests import Answer, PlainRequests, chunk, has_body, wants_close

HEAD = b"POST /v1/matches/m%20x/decisions/4?a=%41&b=1 HTTP/1.1\r\nHost: example\r\nX-Request-Id: abc\r\n"


def read(data: bytes) -> dict[str, object] | None:
    return PlainRequests(("127.0.0.1", 8080), {"wsgi.version": (1, 0)}).read(data)


def test_a_plain_request_becomes_its_environment() -> None:
    environ = read(HEAD + b"Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}")
    assert environ is not None
    body = environ.pop("wsgi.input")
    assert body.read() == b"{}"  # type: ignore[attr-defined]
    assert environ == {
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "8080",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "SCRIPT_NAME": "",
        "REQUEST_METHOD": "POST",
        "PATH_INFO": "/v1/matches/m x/decisions/4",
        "QUERY_STRING": "a=%41&b=1",
        "RAW_URI": "/v1/matches/m%20x/decisions/4?a=%41&b=1",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": "2",
        "HTTP_HOST": "example",
        "HTTP_X_REQUEST_ID": "abc",
    }


@pytest.mark.parametrize(
    "data",
    [
        b"",
        HEAD,
        HEAD + b"Content-Length: 3\r\n\r\n{}",
        HEAD + b"Content-Length: 2\r\n\r\n{}GET / HTTP/1.1\r\n\r\n",
        HEAD + b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
        HEAD + b"Content-Length: +2\r\n\r\n{}",
        HEAD + b"Content-Length: -1\r\n\r\n",
        HEAD + b"Content-Length: \xb2\r\n\r\n{}",
        HEAD + b"Content_Length: 2\r\n\r\n{}",
        HEAD + b"\r\n{}",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        HEAD + b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
        HEAD + b"Expect: 100-continue\r\nContent-Length: 0\r\n\r\n",
        HEAD + b"Upgrade: websocket\r\n\r\n",
        HEAD + b"Host: another\r\n\r\n",
        HEAD + b"Authorization : Bearer x\r\n\r\n",
        HEAD + b" folded\r\n\r\n",
        b"GET / HTTP/1.0\r\nHost: example\r\n\r\n",
        b"GET //host/path HTTP/1.1\r\nHost: example\r\n\r\n",
        b"GET http://host/path HTTP/1.1\r\nHost: example\r\n\r\n",
        b"GET /path#part HTTP/1.1\r\nHost: example\r\n\r\n",
        b"GET /\xe9 HTTP/1.1\r\nHost: example\r\n\r\n",
        b"OPTIONS * HTTP/1.1\r\nHost: example\r\n\r\n",
        b"\r\n\r\n",
        b"\x16\x03\x01 not HTTP at all",
    ],
)
def test_what_is_not_plain_is_left_alone(data: bytes) -> None:
    assert read(data) is None


def test_two_headers_that_would_be_one_variable_are_not_plain_whichever_comes_first() -> None:
    requests = PlainRequests(("127.0.0.1", 8080), {})
    assert requests.read(b"GET / HTTP/1.1\r\nX-A: 1\r\nx-a: 2\r\n\r\n") is None
    assert requests.read(b"GET / HTTP/1.1\r\nX_A: 1\r\n\r\n") is None
    found = requests.read(b"GET / HTTP/1.1\r\nx-a: 2\r\n\r\n")
    assert found is not None
    assert found["HTTP_X_A"] == "2"


def test_an_answer_is_written_with_its_length_or_as_a_stream() -> None:
    answer = Answer()
    answer.start("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "2")])
    lines = answer.head(close=False).decode().split("\r\n")
    assert (lines[0], lines[2:]) == (
        "HTTP/1.1 200 OK",
        ["Connection: keep-alive", "Content-Type: text/plain", "Content-Length: 2", "", ""],
    )
    assert lines[1].startswith("Date: ")
    assert answer.length == 2
    stream = Answer("200 OK", [])
    assert stream.length is None
    assert stream.head(close=True, chunked=True).endswith(b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n")
    assert chunk(b"twelve bytes") + chunk(b"") == b"C\r\ntwelve bytes\r\n0\r\n\r\n"


def test_a_header_cannot_break_out_of_its_line() -> None:
    for value in ("a\r\nSet-Cookie: b", "a\nb", "a\rb"):
        with pytest.raises(ValueError, match="line break"):
            Answer("200 OK", [("X-A", value)]).head(close=False)


def test_some_answers_have_no_body_and_some_clients_are_done() -> None:
    assert has_body("GET", "200 OK")
    assert not has_body("HEAD", "200 OK")
    assert not has_body("GET", "204 NO CONTENT")
    assert not has_body("GET", "304 NOT MODIFIED")
    assert wants_close({"HTTP_CONNECTION": "Close"})
    assert not wants_close({"HTTP_CONNECTION": "keep-alive"})
    assert not wants_close({})
