"""Pages as a careful reader of HTML sees them: whatever is not well-formed, or not accessible, is an error."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import pairwise

VOID = {"meta", "link", "input", "br", "hr", "img"}
LANDMARKS = {"header", "main", "footer"}
_GLUED = re.compile(r"[a-z][.:!?][A-Z]|\)[a-zA-Z]")
"""Sentences with nothing between them: a template has eaten the blank."""


@dataclass
class Element:
    """An element with what is in it."""

    tag: str
    attributes: dict[str, str]
    children: "list[Element | str]" = field(default_factory=list)

    def all(self, *tags: str) -> "Iterator[Element]":
        """All elements below with one of these tags, in the order of the page; all of them if none is named."""
        for child in self.children:
            if isinstance(child, Element):
                if not tags or child.tag in tags:
                    yield child
                yield from child.all(*tags)

    @property
    def text(self) -> str:
        """What is written in it, blanks joined."""
        return " ".join("".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            else:
                yield from child._texts()


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names), f"<{tag}> has an attribute twice"
        element = Element(tag, {name: value or "" for name, value in attrs})
        self._open[-1].children.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self._open[-1].tag == tag, f"</{tag}> closes <{self._open[-1].tag}>"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        self._open[-1].children.append(data)

    def finish(self) -> Element:
        self.close()
        assert len(self._open) == 1, f"<{self._open[-1].tag}> is not closed"
        return self.root


def read(html: str) -> Element:
    """A page.

    Raises:
        AssertionError: it is not well-formed.
    """
    assert html.startswith("<!doctype html>")
    reader = _Reader()
    reader.feed(html)
    return reader.finish()


def check(page: Element, *, is_embedded: bool = False) -> None:
    """Insist on what every page has, and has not."""
    (html,) = page.all("html")
    assert html.attributes["lang"] == "en"
    (title,) = page.all("title")
    assert title.text.endswith("Playhall")
    assert len(list(page.all("h1"))) == 1
    assert len(list(page.all("main"))) == 1
    outer = [each.tag for each in next(page.all("body")).children if isinstance(each, Element)]
    assert {"header", "footer"}.isdisjoint(outer) if is_embedded else set(outer) >= LANDMARKS
    levels = [int(each.tag[1]) for each in page.all("h1", "h2", "h3")]
    assert all(after <= before + 1 for before, after in pairwise(levels)), "a heading is left out"
    assert not list(page.all("script", "style", "iframe", "object"))
    for element in page.all():
        assert not [name for name in element.attributes if name == "style" or name.startswith("on")], element
    ids = [each.attributes["id"] for each in page.all() if "id" in each.attributes]
    assert len(set(ids)) == len(ids)
    for element in page.all():
        for name in ("aria-labelledby", "for"):
            assert name not in element.attributes or element.attributes[name] in ids
    for nav in page.all("nav"):
        assert nav.attributes["aria-label"]
    for table in page.all("table"):
        _check_table(table)
    for words in page.all("p", "li", "dd", "td", "summary"):
        assert not _GLUED.search(words.text), words.text
    for region in page.all("div"):
        if "wide" in region.attributes.get("class", "").split():
            assert region.attributes["role"] == "region"
            assert region.attributes["tabindex"] == "0"
            assert region.attributes.get("aria-label") or region.attributes.get("aria-labelledby")


def _check_table(table: Element) -> None:
    (caption,) = table.all("caption")
    assert caption.text
    for header in table.all("th"):
        assert header.attributes["scope"] in ("col", "row")
    widths = {len(list(row.all("td", "th"))) for row in table.all("tr")}
    assert len(widths) == 1, f"{caption.text}: rows of {widths}"
    for row in next(table.all("tbody")).all("tr"):
        assert len(list(row.all("th"))) == 1, "a row has one header"


def links(page: Element) -> list[str]:
    """Where the page leads."""
    return [each.attributes["href"] for each in page.all("a")]
