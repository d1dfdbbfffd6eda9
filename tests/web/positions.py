"""Positions on the tables of the web client, drawn without a match."""

from collections.abc import Sequence
from typing import Any, Final

from playwright.sync_api import Page

from services.engine.ruleset import SPECTATOR, JsonObject, Ruleset
from tests.e2e.platform import Platform
from tests.web.browser import address

NAMES: Final = ("Ada", "Bert", "Cleo", "Dora")

_DRAW: Final = """
async ({ ruleset, version, options, view, legal, viewer, names, generic }) => {
  const [{ Client }, { catalogue }, { Scene }, { render }] = await Promise.all(
    ["playhall/index.js", "tables/catalogue.js", "tables/scene.js", "html.js"].map((path) => import(`./${path}`)),
  );
  const game = await catalogue(new Client(location.origin, null), { ruleset, version, seats: names.length, options });
  const place = document.createElement("section");
  place.className = "table";
  document.getElementById("main").replaceChildren(place);
  const table = generic ? await import("./tables/generic.js") : game.table;
  const redraw = () => render(table.draw(window.scene), place);
  const seats = names.map((name, seat) => ({ seat, name, isYou: seat === viewer }));
  const { layout, cards } = game;
  const memory = new Map();
  window.scene = new Scene({ view, viewer, seats, options, layout, cards, legal, table, memory, redraw });
  redraw();
}
"""

_REACHED: Final = """
(depth) => {
  const { picking, redraw } = window.scene;
  const lit = () => [...document.querySelectorAll(".table .can:not(.picked)")];
  const found = new Set();
  const walk = (path) => {
    picking.clear();
    redraw();
    for (const step of path) lit()[step].dispatchEvent(new Event("click"));
    if (picking.proposed !== null) found.add(picking.proposed.notation);
    if (path.length < depth) for (const step of lit().keys()) walk([...path, step]);
  };
  walk([]);
  picking.clear();
  redraw();
  return [...found].sort();
}
"""


def draw(
    page: Page,
    platform: Platform,
    ruleset: Ruleset[Any, Any, Any],
    state: Any,
    viewer: int | None,
    *,
    generic: bool = False,
) -> None:
    """Show a position as a viewer sees it; None: as a spectator does. ``generic``: by its layout alone."""
    seen = ruleset.observe(state, SPECTATOR if viewer is None else viewer)
    view = ruleset.view_json(seen)
    legal = [
        {
            "notation": ruleset.notation(action),
            "action": ruleset.action_json(action),
            "label": ruleset.label(seen, action),
        }
        for action in (ruleset.legal(state, viewer) if viewer in ruleset.pending(state) else [])
    ]
    about = ruleset.describe()
    if "/#/" not in page.url:
        page.goto(address(platform))
        page.wait_for_selector(".games")
    names = NAMES[: ruleset.seats(state)]
    page.evaluate(
        _DRAW,
        {
            "ruleset": about.id,
            "version": about.version,
            "options": view["options"],
            "view": view,
            "legal": legal,
            "viewer": viewer,
            "names": names,
            "generic": generic,
        },
    )


def tell(page: Page, *steps: list[JsonObject], decisions: Sequence[int | None] | None = None) -> None:
    """Let the table know what has happened, step by step. ``decisions``: what waited for the viewer after each step."""
    told = [
        {"revision": place + 1, "texts": [], "events": events, **({"decision": decisions[place]} if decisions else {})}
        for place, events in enumerate(steps)
    ]
    page.evaluate("told => { window.scene.told = told; window.scene.redraw(); }", told)


def reached(page: Page, clicks: int) -> list[str]:
    """The actions that are proposed to who clicks at most so many times on what is lit up, in every way."""
    found: list[str] = page.evaluate(_REACHED, clicks)
    return found


def may_do(ruleset: Ruleset[Any, Any, Any], state: Any, seat: int) -> list[str]:
    """The legal actions of a seat."""
    return sorted(ruleset.notation(action) for action in ruleset.legal(state, seat))
