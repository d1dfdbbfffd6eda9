"""The web client in another language, made as `gateway/web/README.md` says: a copy of `texts/en`, named in `texts.js`.

Each text of the copy stands in marks.
"""

import re
from typing import Final

from playwright.sync_api import BrowserContext, Page, Route

from tests.integration.clients.node import ROOT
from tests.web.wire import Wire

_WEB: Final = ROOT / "gateway" / "web"
_MARKED: Final = re.compile(r"⟦[^⟦⟧]*⟧")
_MARKING: Final = """
for (const [key, said] of Object.entries(en)) {
  en[key] = typeof said === "string" ? `⟦${said}⟧` : { one: `⟦${said.one}⟧`, other: `⟦${said.other}⟧` };
}
"""
_AND: Final = "und"
"""How the browser joins the last things of a list in that language."""
_SAID: Final = """
() => {
  const said = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement.closest("noscript, script, style")) continue;
    if (node.nodeType === Node.TEXT_NODE) said.push(node.data);
    else said.push(...["aria-label", "title", "placeholder", "alt"].map((name) => node.getAttribute(name) ?? ""));
  }
  return said;
}
"""


class SecondLanguage:
    """The pages of a browser speak it. ``wire``: what they receive. ``stored``: a text that the browser has from
    before, such as the name of who is signed in."""

    def __init__(self, context: BrowserContext, wire: Wire, stored: str = "") -> None:
        self._wire = wire
        self._stored = stored
        context.route("**/texts.js", self._texts)
        context.route("**/texts/xx/*", self._catalogue)

    def unmarked(self, page: Page) -> list[str]:
        """What a page says that is neither of the catalogue nor of the platform."""
        said: list[str] = page.evaluate(_SAID)
        answers = [answer.body.decode() for answer in self._wire.answers if answer.path.startswith(("/v1/", "/readyz"))]
        data = {*_words(" ".join([self._stored, *answers])), _AND}
        return sorted({" ".join(text.split()) for text in said if set(_words(_without_marks(text))) - data})

    def _texts(self, route: Route) -> None:
        source = (_WEB / "texts.js").read_text()
        other = source.replace('"./texts/en/index.js"', '"./texts/xx/index.js"').replace('tag: "en"', 'tag: "de"')
        assert other.count("xx") == other.count('"de"') == 1
        route.fulfill(body=other, content_type="text/javascript")

    def _catalogue(self, route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        source = (_WEB / "texts" / "en" / name).read_text()
        route.fulfill(body=source + (_MARKING if name == "index.js" else ""), content_type="text/javascript")


def _without_marks(text: str) -> str:
    """A text without what stands in marks, which may stand in each other."""
    while (shorter := _MARKED.sub(" ", text)) != text:
        text = shorter
    return text


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]{2,}", text)
