"""Playing over HTTP."""

from typing import Any

from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory
from services.matches.bot_turns import BotTurns
from services.matches.store import MatchStore
from services.platform_time import platform_ms
from tests.integration.gateway.harness import Client, Hall
from tests.rulesets.sealed import RULESET


def answer(client: Client, match: str, seat: int) -> dict[str, Any] | None:
    """Answer the seat's pending decision with its first legal action; None if there is none."""
    view = client.read(f"/v1/matches/{match}/seats/{seat}/view")
    if view["decision"] is None:
        assert view["legal"] == []
        return None
    reply: dict[str, Any] = client.make(
        f"/v1/matches/{match}/decisions/{view['decision']}", {"action": view["legal"][0]["notation"]}
    )
    return reply


def every(client: Client, address: str, name: str) -> list[Any]:
    """The entries of all pages of a list; ``address`` has a query."""
    found: list[Any] = []
    token: str | None = ""
    while token is not None:
        page = client.read(address + (f"&page_token={token}" if token else ""))
        found += page[name]
        token = page["next_page_token"]
    return found


def play_out(match: str, *seats: Client) -> dict[str, Any]:
    """Play a match of people alone to its end; returns the match."""
    while True:
        details: dict[str, Any] = seats[0].read(f"/v1/matches/{match}")
        if details["status"] != "live":
            return details
        for seat in details["pending"]:
            answer(seats[seat], match, seat)


def run_out_of_time(hall: Hall, match: str) -> None:
    """Let the clock play what is due a minute from now."""
    engines = EngineDirectory({"sealed": InProcessEngine(RULESET)})
    clock = BotTurns(MatchStore(hall.redis), engines, now_ms=lambda: platform_ms() + 60_000)
    assert clock.play_overdue(match) > 0
