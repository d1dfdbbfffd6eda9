"""What is served of the web client."""

import gzip
import re
from pathlib import Path

import pytest
from werkzeug.test import Client

import gateway
from tests.integration.gateway.harness import Hall

WEB = Path(gateway.__file__).parent / "web"
LARGEST = 150_000
"""Bytes as sent, of the lobby and one table."""
TABLES = sorted(path.stem for path in (WEB / "styles").glob("*.css") if (WEB / "tables" / f"{path.stem}.js").exists())


@pytest.fixture
def client(hall: Hall) -> Client:
    return hall.app.test_client()


@pytest.mark.parametrize("accept", ["", "*/*", "text/html,application/xhtml+xml,*/*;q=0.8", "text/plain", "nonsense"])
def test_the_root_is_the_page_for_people(client: Client, accept: str) -> None:
    response = client.get("/", headers={"Accept": accept} if accept else {})
    assert (response.status_code, response.content_type) == (200, "text/html; charset=utf-8")
    assert "Accept" in response.headers["Vary"]
    for address in re.findall(r"(?:src|href)=\"([^\"]+)\"", response.text):
        assert client.get("/" + address).status_code == 200, address


def test_the_root_tells_programs_where_everything_is(client: Client) -> None:
    response = client.get("/", headers={"Accept": "application/json"})
    links: dict[str, str] = response.get_json()
    assert links == {"docs": "/docs", "openapi": "/openapi.json", "health": "/readyz"}
    assert "Accept" in response.headers["Vary"]
    assert {client.get(path).status_code for path in links.values()} == {200}
    assert client.get("/", headers={"Accept": "application/json;q=0.9, text/html"}).content_type.startswith("text/html")
    assert client.post("/").status_code == 405


def test_the_page_may_load_from_here_alone_and_makes_no_elements_of_text(client: Client) -> None:
    response = client.get("/")
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
        "require-trusted-types-for": "'script'",
        "trusted-types": "lit-html",
    }
    assert not re.findall(r"<script(?![^>]*src=)|<style|style=|\son\w+=|(?:src|href)=\"(?:https?:)?//", response.text)


def test_only_its_files_are_served(client: Client) -> None:
    for path in ("/index.html", "/pages/", "/pages", "/../app.py", "/web/main.js", "/pages/../../app.py"):
        assert client.get(path).status_code == 404, path


@pytest.mark.parametrize("table", TABLES)
def test_lobby_and_one_table_are_small(client: Client, table: str) -> None:
    page = client.get("/").text
    wanted = [
        "/",
        *(f"/{address}" for address in re.findall(r"(?:src|href)=\"((?!http|docs|tournaments)[^\"]+)\"", page)),
    ]
    wanted += [f"/tables/{table}.js", f"/styles/{table}.css", "/pages/lobby.js", "/pages/match.js"]
    sizes: dict[str, int] = {}
    while wanted:
        path = wanted.pop()
        if path in sizes:
            continue
        response = client.get(path, headers={"Accept-Encoding": "gzip"})
        assert response.status_code == 200, path
        sizes[path] = len(response.data)
        if path.endswith(".js"):
            code = gzip.decompress(response.data).decode()
            loaded = re.findall(r"""^(?:import|export)[^;]*?from ?["'](\.[^"']+)["']""", code, re.M)
            wanted += [_resolved(path, each) for each in loaded]
    assert len(sizes) > 30
    assert sum(sizes.values()) < LARGEST


def _resolved(path: str, loaded: str) -> str:
    folder = path.rsplit("/", 1)[0].split("/")
    for step in loaded.split("/"):
        if step == "..":
            folder.pop()
        elif step != ".":
            folder.append(step)
    return "/".join(folder)
