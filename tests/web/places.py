"""Every page of the web client, with something on it."""

from dataclasses import dataclass
from typing import Any, Final

from cli.rest_client import Problem, Rest
from tests.e2e.platform import Platform
from tests.waiting import wait_until
from tests.web.browser import Player, new_player, operator

TABLES: Final = ("commanders", "duels", "faceoff", "factionwars", "spoof", "standoff")
PAGES: Final = (
    "lobby",
    *(f"table of {ruleset}" for ruleset in TABLES),
    "replay",
    "analysis",
    "rules",
    "events",
    "tournament",
    "tournament in play",
    "desk before the start",
    "desk in play",
    "announce",
    "leaderboard",
    "player",
    "series",
    "console",
)
_CLOCK: Final = {"kind": "fischer", "bank_seconds": 600, "increment_seconds": 10}


@dataclass(frozen=True, slots=True)
class Places:
    """``paths``: where the pages are, by their names in ``PAGES``. ``owner``: who may see them all, and sits at the
    tables."""

    owner: Player
    paths: dict[str, str]


def furnished(platform: Platform) -> Places:
    """Play, host and rate what the pages show."""
    owner = operator(platform)
    rest = owner.rest
    ended = rest.post("/v1/matches", {"ruleset": "commanders", "seats": ["bot:greedy", "bot:random"]})["id"]
    wish = {"stop": {"rule": "fixed", "matches": 4}}
    series = rest.post("/v1/series", {"ruleset": "commanders", "entrants": ["greedy", "random"], **wish})["id"]
    tables = {
        f"table of {ruleset}": "matches/"
        + rest.post("/v1/matches", {"ruleset": ruleset, "seats": ["me", f"bot:{_bot(ruleset)}"]})["id"]
        for ruleset in TABLES
    }
    wait_until(lambda: rest.get(f"/v1/matches/{ended}")["status"] == "finished", "the end of a match", 60)
    wait_until(lambda: rest.get(f"/v1/series/{series}")["status"] == "finished", "the end of a series", 60)
    wait_until(lambda: _is_ranked(rest, "commanders/2/bots"), "the bots on a leaderboard", 60)
    coming, playing = (_tournament(platform, begins=begins) for begins in (False, True))
    return Places(
        owner,
        {
            "lobby": "",
            **tables,
            "replay": f"replays/{ended}?at=9",
            "analysis": f"analysis?match={ended}&at=9",
            "rules": "rules/factionwars",
            "events": "events",
            "tournament": f"tournaments/{coming}",
            "tournament in play": f"tournaments/{playing}",
            "desk before the start": f"tournaments/{coming}/desk",
            "desk in play": f"tournaments/{playing}/desk",
            "announce": "announce",
            "leaderboard": "leaderboards/commanders/2/bots",
            "player": f"players/{owner.id}",
            "series": f"series/{series}",
            "console": "console",
        },
    )


def _is_ranked(rest: Rest, pool: str) -> bool:
    try:
        return len(rest.get(f"/v1/leaderboards/{pool}")["entries"]) > 1
    except Problem:
        return False


def _bot(ruleset: str) -> str:
    return "middle" if ruleset == "spoof" else "greedy"


def _tournament(platform: Platform, *, begins: bool) -> str:
    """A cup of four entrants, which is open to all or has begun."""
    rest = platform.rest()
    new: dict[str, Any] = {
        "name": "Cup in play" if begins else "Cup of tomorrow",
        "ruleset": "duels",
        "stages": [{"format": "single_elimination"}],
        "time_control": _CLOCK,
    }
    cup: str = rest.post("/v1/tournaments", new)["id"]
    for _ in range(4):
        new_player(rest).rest.post(f"/v1/tournaments/{cup}/entrants")
    if begins:
        rest.post(f"/v1/tournaments/{cup}:start", {"reason": ""})
        wait_until(lambda: rest.get(f"/v1/tournaments/{cup}/rounds")["rounds"], "the first round", 30)
    return cup
