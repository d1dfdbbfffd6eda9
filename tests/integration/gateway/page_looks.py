"""A page as its visitors have it: on a phone and at a desk, dark and light, on paper, and told by a screen reader."""

import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from tests.integration.gateway.devtools import AccessibleNode, Page
from tests.integration.gateway.html_pages import Element, read

PHONE, DESK, PAPER = 360, 1280, 800
"""Widths in CSS pixels."""


def look_at(page: Page, address: str, name: str, pictures: Path | None) -> None:
    """Insist that nothing is wider than its window, and that a screen reader is told all. ``pictures``: where to put
    pictures of the page, by its name."""
    html = read(_html(address))
    for width, is_dark, media in (
        (PHONE, True, ""),
        (PHONE, False, ""),
        (DESK, True, ""),
        (DESK, False, ""),
        (PAPER, False, "print"),
    ):
        if pictures is None and width is not PAPER and is_dark is not (width is PHONE):
            continue  # what is dark and what is light differ in colours alone
        page.look_like(width=width, is_dark=is_dark, media=media)
        complaints = page.open(address)
        assert [each for each in complaints if "404" not in each] == [], name
        content, window = page.widths()
        assert content <= window <= width, f"{name} is {content} wide in a window of {width}"
        if not media:
            check_what_is_heard(page.heard(), html)
        if pictures is not None:
            pictures.mkdir(parents=True, exist_ok=True)
            page.picture(pictures / f"{name}-{media or width}{'-dark' if is_dark else ''}.png")


def check_what_is_heard(heard: Sequence[AccessibleNode], html: Element) -> None:
    """Insist that a screen reader is told the headings, tables and names that a page has."""
    roles = [node.role for node in heard]
    assert "main" in roles
    headings = [" ".join(node.name.split()) for node in heard if node.role == "heading"]
    assert headings == [each.text for each in html.all("h1", "h2", "h3")]
    tables = [node.name for node in heard if node.role == "table"]
    assert len(tables) == len(list(html.all("table")))
    assert all(tables)
    assert roles.count("row") == len(list(html.all("tr")))
    headers = [node.name for node in heard if node.role in ("columnheader", "rowheader")]
    assert len(headers) == len(list(html.all("th")))
    assert all(headers)
    assert all(node.name for node in heard if node.role in ("link", "region", "navigation", "combobox", "button"))


def _html(address: str) -> str:
    try:
        with urllib.request.urlopen(address) as response:
            body: bytes = response.read()
    except urllib.error.HTTPError as error:
        body = error.read()
    return body.decode()
