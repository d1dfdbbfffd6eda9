"""What the web client's pages cost who waits for them: ``python -m tests.benchmarks.web_client [--matches 200]``.

A platform as ``playhall up`` starts it, without its limits for one player and one address. A player's bot plays all
matches against a house bot, at a pace, in a process of its own. Every match is watched over an event stream, in another
process; some also on pages of a real browser.

First table: from the start of the navigation, with nothing in the browser's cache, to the first frame after the table
was drawn. Move shown: from the moment that stands in an event, when it was committed, to the change of the page that
shows it. All in this machine's clock.
"""

import asyncio
import multiprocessing
import os
import random
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from statistics import median
from typing import Any, Final
from urllib.parse import urlsplit

import click
from playwright.sync_api import Browser, Page, sync_playwright

from cli.rest_client import Rest
from playhall_client import AsyncBot, Turn
from tests.benchmarks.running_platform import running_platform
from tests.benchmarks.spectators import watch
from tests.benchmarks.yardstick import REFERENCE_SECONDS, yardstick
from tests.integration.gateway.browser import ARGUMENTS, CHROMIUM

_CONTEXT: Final = multiprocessing.get_context("spawn")
_UNLIMITED: Final = dict.fromkeys(
    (
        "player_requests_per_minute",
        "address_requests_per_minute",
        "creations_per_minute_per_player",
        "player_streams",
        "address_streams",
        "address_connections",
    ),
    "0",
)
_PAUSE_MS: Final = 500

_FIRST_TABLE: Final = """
new MutationObserver((changes, observer) => {
  if (document.querySelector(".table > *") === null) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.firstTable = performance.now(); }));
}).observe(document, { childList: true, subtree: true });
"""
"""Runs before the page: when the first frame with a table was drawn, since the navigation."""

_SHOWN: Final = """
window.shown = [];
let latest = null;
let count = 0;
new MutationObserver(() => {
  const lines = [...document.querySelectorAll(".log .told li")];
  const more = latest === null ? lines.length : lines.indexOf(latest);
  if (more <= 0) return;
  latest = lines[0];
  count += more;
  window.shown.push([count, performance.timeOrigin + performance.now()]);
}).observe(document, { childList: true, subtree: true });
"""
"""Runs before the page: how many lines its log has had, and since when."""


class PacedBot(AsyncBot):
    """Plays at random, after a pause. ``pause``: seconds on the average."""

    pause: float

    async def choose(self, turn: Turn) -> str:
        await asyncio.sleep(self.pause * random.uniform(0.5, 1.5))
        return random.choice(turn.legal).notation


def play(url: str, key: str, matches: int, pause: float, stop: Any) -> None:
    """Play all matches of a key until it is enough. For a process of its own."""

    async def run() -> None:
        bot = PacedBot(url, key, at_once=matches)
        bot.pause = pause
        playing = asyncio.create_task(bot.run())
        await asyncio.to_thread(stop.wait)
        bot.stop()
        await playing

    asyncio.run(run())


def _percentiles(milliseconds: Sequence[float]) -> str:
    ordered = sorted(milliseconds)
    p50, p99 = (ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.99))
    return f"p50 {p50:.0f} ms, p99 {p99:.0f} ms, most {ordered[-1]:.0f} ms of {len(ordered)}"


def _first_tables(browser: Browser, address: str, times: int) -> list[float]:
    """Milliseconds to the first table, each time for somebody who was never here before."""
    found: list[float] = []
    for _ in range(times):
        with browser.new_context() as context:
            page = context.new_page()
            page.add_init_script(_FIRST_TABLE)
            page.goto(address)
            while (drawn := page.evaluate("window.firstTable ?? null")) is None:
                page.wait_for_timeout(20)
            found.append(drawn)
    return found


def _delays(rest: Rest, match: str, page: Page, since: float) -> list[float]:
    """Milliseconds from the commit of each line of a match's log to the change of the page, of those since a moment."""
    commits: list[float] = []
    revision, more = 0, True
    while more:
        lines = rest.get(f"/v1/matches/{match}/events?since={revision}")["events"]
        for line in (each for each in lines if each["type"] == "step"):
            told = [*line["events"], line.get("notice") or {}]
            at = datetime.fromisoformat(line["at"]).astimezone(UTC).timestamp()
            commits += [at] * sum(bool(each.get("text")) for each in told)
        more = bool(lines) and lines[-1]["revision"] > revision
        revision = lines[-1]["revision"] if lines else revision
    shown = page.evaluate("window.shown")
    found: list[float] = []
    for (before, _), (after, at) in zip([[0, 0.0], *shown], shown, strict=False):
        found += [at - 1e3 * commit for commit in commits[before:after] if commit > since]
    return found


@click.command()
@click.option("--ruleset", default="duels", show_default=True)
@click.option("--matches", default=200, show_default=True, help="How many are played and watched.")
@click.option("--pages", default=3, show_default=True, help="Pages of the browser, each of which watches one of them.")
@click.option("--seconds", default=60.0, show_default=True, help="How long is measured.")
@click.option("--pause", default=5.0, show_default=True, help="Seconds a player thinks, on the average.")
@click.option("--visits", default=10, show_default=True, help="How often the first table is waited for.")
def main(ruleset: str, matches: int, pages: int, seconds: float, pause: float, visits: int) -> None:
    """Measure the time to the first table and to a move that is shown, and print both."""
    ruler = yardstick()
    with sync_playwright() as playwright, running_platform(**_UNLIMITED) as (operator, *_):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS[1:]))
        key: str = operator.post("/v1/sign-ups", {"name": "Player"})["key"]["secret"]
        watcher: str = operator.post("/v1/sign-ups", {"name": "Watcher"})["key"]["secret"]
        rest = Rest(operator.url, key)
        new = {"ruleset": ruleset, "seats": ["me", "bot:greedy"], "visibility": "public"}
        first: str = rest.post("/v1/matches", new)["id"]
        table = f"{rest.url}/#/matches/{first}"
        click.echo(f"first table ever     {_percentiles(_first_tables(browser, table, 1))}")
        click.echo(f"first table          {_percentiles(_first_tables(browser, table, visits))}")
        ids = [first, *(rest.post("/v1/matches", new)["id"] for _ in range(matches - 1))]
        connected, results, stop = _CONTEXT.Value("q", 0), _CONTEXT.Queue(), _CONTEXT.Event()
        lasts: Any = _CONTEXT.Queue()
        port = urlsplit(rest.url).port
        watching = _CONTEXT.Process(target=watch, args=(port, [watcher], ids, connected, lasts, results))
        playing = _CONTEXT.Process(target=play, args=(rest.url, key, matches, pause, stop))
        try:
            watching.start()
            while connected.value < matches:
                time.sleep(0.1)
            watched = [_watched(browser, rest, match) for match in ids[:pages]]
            playing.start()
            watched[0].wait_for_timeout(2_000 * pause)
            since = time.time()
            while time.time() < since + seconds:
                watched[0].wait_for_timeout(_PAUSE_MS)
            until = time.time()
            load = os.getloadavg()[0]
            click.echo(f"  while all are played {_percentiles(_first_tables(browser, table, visits))}")
            stop.set()
            playing.join()
            time.sleep(2.0)  # the house bots answer
            rest = Rest(rest.url, watcher)  # who sees what spectators see
            lasts.put({match: rest.get(f"/v1/matches/{match}")["revision"] for match in ids})
            latencies, told, faults, broken = results.get(timeout=120)
            delays = [_delays(rest, match, page, since) for match, page in zip(ids[:pages], watched, strict=True)]
            click.echo(f"move shown           {_percentiles([each for page in delays for each in page])}")
            click.echo(f"  by page            {', '.join(f'{median(page):.0f} ms' for page in delays)}")
            click.echo(f"move told a stream   {_percentiles([1e3 * each for each in latencies])}")
        finally:
            stop.set()
            for process in (watching, playing):
                if process.pid is not None:
                    process.kill()
                    process.join()
            browser.close()
    click.echo(f"{told} moves told in {until - since:.0f} s and before, broken off: {broken}, faults: {len(faults)}")
    click.echo(f"yardstick {ruler:.2f} s (reference {REFERENCE_SECONDS}), load {load:.1f}")


def _watched(browser: Browser, rest: Rest, match: str) -> Page:
    """A page that shows a match to a spectator."""
    page = browser.new_context().new_page()
    page.add_init_script(_SHOWN)
    page.goto(f"{rest.url}/#/matches/{match}")
    page.wait_for_selector(".table > *")
    return page


if __name__ == "__main__":
    main()
