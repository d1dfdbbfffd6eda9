"""What a seat may not know is neither in what its page receives nor in what the page keeps."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.platform import Platform
from tests.integration.gateway.browser import needs_browser
from tests.web.browser import Browsers, address, new_player, play_in_page
from tests.web.memory import kept
from tests.web.secrets import Truth, cards_of, documents, in_order, names, runs
from tests.web.wire import Answer, Wire

pytestmark = [pytest.mark.slow, needs_browser, pytest.mark.timeout(300)]

NEVER = 10**9


@pytest.mark.parametrize(
    ("ruleset", "decisions"), [("factionwars", 6), ("duels", 20), ("faceoff", 20), ("commanders", 12), ("standoff", 20)]
)
def test_hidden_cards_are_neither_received_nor_kept(
    platform: Platform, browsers: Browsers, ruleset: str, decisions: int
) -> None:
    rest = platform.rest()
    known = [cards_of(rest, ruleset), rest.get(f"/v1/rulesets/{ruleset}/layout")]
    guest = new_player(rest)
    match = guest.rest.post("/v1/matches", {"ruleset": ruleset, "seats": ["me", "bot:greedy"]})["id"]
    with Wire(rest.url) as wire, browsers.visitor(player=guest) as page:
        page.goto(address(wire.url, f"matches/{match}"))
        play_in_page(page, seed=1, most=decisions)
        memory = kept(page)
        revision = max(told["revision"] for told in _told(wire.answers))
        play_in_page(page, seed=2)
        received = list(wire.answers)

    truth = Truth(rest, match, 0, known)
    told = list(_told(received))
    assert "end" in [line.get("type") for line in told]
    for line in told:
        now = line["revision"]
        assert "view" not in line or line["view"] in truth.views[now]
        assert {card for card in names(line, truth.cards) if truth.shown.get(card, NEVER) > now} == set(), line
    assert (
        truth.told([each for answer in received if not _is_of_seat(answer) for each in documents(answer)], 0) == set()
    )
    before = [line for line in told if line["revision"] <= revision]
    assert truth.told(memory, revision) - in_order(before, truth.cards) == set()
    everything = [text for text in memory if isinstance(text, str)] + [answer.body.decode() for answer in received]
    assert [text for text in everything if truth.seeds & set(text.split('"'))] == []
    assert truth.told(truth.others, 0) != set(), "what others know would be found"


def test_what_a_page_keeps_is_found_wherever_it_is(page: Page) -> None:
    hands = [[f"{name}{number}" for number in range(5)] for name in ("ARRAY", "MAP", "SET", "KEY", "COLUMN", "TEXT")]
    page.evaluate(
        """([array, map, set, keys, column, text]) => {
          class Keeper { #map = new Map(map.map((each) => [each, 1])); hold() { return this.#map; } }
          const keeper = new Keeper();
          const closed = [array, new Set(set), Object.fromEntries(keys.map((each) => [each, 1])), keeper];
          const text2 = JSON.stringify({ hand: text });
          const columns = column.map((id) => ({ id }));
          window.planted = () => [closed, columns, text2];
        }""",
        hands,
    )
    memory = kept(page)
    page.evaluate("delete window.planted")
    cards = frozenset(card for hand in hands for card in hand)
    found = {run[0].rstrip("0123456789") for each in memory for run in runs(each, cards)}
    assert found == {"ARRAY", "MAP", "SET", "KEY", "COLUMN", "TEXT"}


def _is_of_seat(answer: Answer) -> bool:
    return "/seats/" in answer.path or "/decisions/" in answer.path


def _told(received: list[Answer]) -> Iterator[Any]:
    """What a seat was told in the course of its match: lines of streams, what was told before, and replies."""
    for answer in received:
        if _is_of_seat(answer):
            for document in documents(answer):
                yield from document["events"] if "events" in document and "revision" not in document else [document]
