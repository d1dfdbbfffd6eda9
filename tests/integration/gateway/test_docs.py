"""The reference page: what is served, and what a real browser makes of it."""

import gzip
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask, Response, request
from werkzeug.test import Client

from tests.api_reference import rendered_document
from tests.integration.gateway.browser import ARGUMENTS, CHROMIUM, PATIENCE_SECONDS, in_a_browser, served
from tests.integration.gateway.harness import Hall

pytestmark = pytest.mark.slow

PAGES = ["/docs", "/docs/docs.js", "/docs/docs.css", "/docs/swagger-ui.css", "/docs/swagger-ui-bundle.js"]


@pytest.fixture
def client(hall: Hall) -> Client:
    return hall.app.test_client()


@pytest.mark.parametrize("path", [*PAGES, "/openapi.json"])
def test_what_has_not_changed_is_not_sent_again(client: Client, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 200
    again = client.get(path, headers={"If-None-Match": response.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == response.headers["ETag"]


@pytest.mark.parametrize("path", [*PAGES, "/openapi.json"])
def test_who_can_unpack_it_gets_it_packed(client: Client, path: str) -> None:
    plain = client.get(path)
    packed = client.get(path, headers={"Accept-Encoding": "gzip, br"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert "Accept-Encoding" in packed.headers["Vary"]


def test_the_page_may_load_from_here_alone_and_run_nothing_inline(client: Client) -> None:
    response = client.get("/docs")
    assert response.content_type == "text/html; charset=utf-8"
    policy = dict(rule.split(" ", 1) for rule in response.headers["Content-Security-Policy"].split("; "))
    assert policy == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        "connect-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    page = response.text
    assert not re.findall(r"(?:src|href)=\"(?:https?:)?//", page)
    assert not re.findall(r"<script(?![^>]*src=)|<style|style=|\son\w+=", page)
    for address in re.findall(r"(?:src|href)=\"([^\"]+)\"", page):
        assert address.startswith("data:") or client.get("/" + address).status_code == 200


def test_nothing_else_is_served_from_the_folder(client: Client) -> None:
    for path in ("/docs/", "/docs/README.md", "/docs/../app.py", "/docs/docs.html", "/static/docs.html"):
        assert client.get(path).status_code == 404


# -- in a browser ------------------------------------------------------------------------------------------------------


@pytest.fixture
def address(hall: Hall) -> Iterator[str]:
    """Where the platform can be reached by a browser."""
    with served(hall.app) as where:
        yield where


def look(folder: Path, address: str) -> tuple[str, list[str]]:
    """A page as it is once all has been loaded, and what the browser complained of. It can reach this machine only, and
    every attempt of the page to reach another one is a complaint, since the page's own policy forbids it."""
    assert CHROMIUM is not None
    arguments = [
        *ARGUMENTS,
        f"--user-data-dir={folder / 'browser'}",
        "--enable-logging=stderr",
        "--virtual-time-budget=20000",
        "--window-size=1280,30000",  # of many operations the page makes those that are in view
        "--dump-dom",
        address,
    ]
    seen = subprocess.run([CHROMIUM, *arguments], capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=True)
    return seen.stdout, [line for line in seen.stderr.splitlines() if ":CONSOLE" in line]


@in_a_browser
def test_a_browser_shows_every_operation_and_asks_nobody_else(tmp_path: Path, address: str) -> None:
    page, complaints = look(tmp_path, f"{address}/docs")
    assert complaints == []
    shown = set(re.findall(r'id="operations-(?!tag-)[a-z_-]+-([A-Za-z]+)"', page))
    assert shown == {
        operation["operationId"] for item in rendered_document()["paths"].values() for operation in item.values()
    }


@in_a_browser
def test_a_browser_shows_an_operations_examples(tmp_path: Path, address: str) -> None:
    page, complaints = look(tmp_path, f"{address}/docs#/matches/createMatch")
    assert complaints == []
    assert "Two seats are open" in page
    assert "Idempotency-Key" in page


@in_a_browser
def test_a_page_that_asks_somebody_else_would_be_noticed(tmp_path: Path, hall: Hall, address: str) -> None:
    _add_page(hall.app, '<script src="https://cdn.example/swagger-ui.js"></script>')
    _, complaints = look(tmp_path, f"{address}/elsewhere")
    assert any("cdn.example" in complaint for complaint in complaints)


def _add_page(app: Flask, html: str) -> None:
    policy = app.test_client().get("/docs").headers["Content-Security-Policy"]

    def elsewhere() -> Response | None:
        if request.path != "/elsewhere":
            return None
        return Response(html, mimetype="text/html", headers={"Content-Security-Policy": policy})

    app.before_request_funcs.setdefault(None, []).insert(0, elsewhere)
