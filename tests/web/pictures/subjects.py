"""What pictures are kept of. To have one of another table, add it to ``TABLES`` and run ``make pictures``."""

import json
import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.sync_api import Page, Route

from services.engine.chance import SeededChance
from services.engine.options import complete
from services.engine.ruleset import SPECTATOR, OptionValue, Ruleset
from services.rulesets.commanders.ruleset import RULESET as COMMANDERS
from services.rulesets.duels.ruleset import RULESET as DUELS
from services.rulesets.faceoff.ruleset import RULESET as FACE_OFF
from services.rulesets.factionwars.ruleset import RULESET as FACTION_WARS
from services.rulesets.standoff.ruleset import RULESET as STANDOFF
from tests.e2e.platform import Platform
from tests.unit.standoff.scenario import Scenario
from tests.web.browser import address
from tests.web.positions import NAMES, draw


@dataclass(frozen=True, slots=True)
class Game:
    """A match that is played at random: the same for the same seed, as long as its rules are."""

    ruleset: Ruleset[Any, Any, Any]
    seats: int
    seed: int
    decisions: int
    options: Mapping[str, OptionValue] = field(default_factory=dict)

    def position(self) -> Any:
        """The state after its decisions."""
        return self.steps()[-1][0]

    def steps(self) -> list[tuple[Any, tuple[int, int] | None]]:
        """All states up to there, each with the seat and the action that led to it."""
        rules, pick = self.ruleset, random.Random(self.seed)
        options = complete(self.options, rules.describe().options)
        state, _ = rules.start(self.seats, options, SeededChance(self.seed.to_bytes(32, "big")))
        steps: list[tuple[Any, tuple[int, int] | None]] = [(rules.clone(state), None)]
        for _ in range(self.decisions):
            seat = rules.pending(state)[0]
            action = self._choice(rules.legal(state, seat), pick)
            rules.play(state, seat, action)
            steps.append((rules.clone(state), (seat, action)))
        return steps

    def _choice(self, legal: list[int], pick: random.Random) -> int:
        """An action of any kind, however few there are of it."""
        kinds: dict[str, list[int]] = {}
        for action in legal:
            kinds.setdefault(self.ruleset.notation(action).split(" ")[0], []).append(action)
        return pick.choice(kinds[pick.choice(sorted(kinds))])


def _standoff() -> Any:
    """Three players have come to the Red Gun; whoever plays at random never does."""
    table = Scenario(seats=3).round(6).budget(6).token("HOWITZER", "2,3")
    table.tiles("A", "3,4", "2,4", "2,3", "1,3", "1,2", "0,2", "0,1", "1,1")
    table.tiles("B", "7,-4", "6,-4", "5,-4", "4,-3", "3,-2", "2,-2", "2,-1", "1,-1", "1,0")
    table.tiles("C", "-7,4", "-6,4", "-5,4", "-5,3", "-4,3", "-3,2", "-2,2", "-2,1", "-1,0", "-1,1")
    table.hand("A", "HEX2", "CR1", "TACOFF", "TROJAN", "HORSE").orbit("A", "SOLAR", "LANCE").hand("B", "HEX1", "CR2")
    return table.begin().state


_DUELS: Final = Game(DUELS, seats=2, seed=1, decisions=60)

TABLES: Final[dict[Ruleset[Any, Any, Any], Callable[[], Any]]] = {
    COMMANDERS: Game(COMMANDERS, seats=3, seed=4, decisions=24).position,
    DUELS: _DUELS.position,
    FACE_OFF: Game(FACE_OFF, seats=3, seed=1, decisions=60).position,
    FACTION_WARS: Game(FACTION_WARS, seats=4, seed=1, decisions=40).position,
    STANDOFF: _standoff,
}
"""A position in the middle of a match, shown as whoever must decide sees it."""

_MATCH: Final = "m_pictured"


def _table(rules: Ruleset[Any, Any, Any]) -> Callable[[Page, Platform], None]:
    def show(page: Page, platform: Platform) -> None:
        state = TABLES[rules]()
        draw(page, platform, rules, state, rules.pending(state)[0])

    return show


def _lobby(page: Page, platform: Platform) -> None:
    """The lobby, while some matches are open and others live."""
    matches = {
        "open": [_match("duels", "open", "Ada", None), _match("factionwars", "open", "Bert", None, None)],
        "live": [_match("standoff", "live", *NAMES[:3]), _match("commanders", "live", "Cleo", "Dora")],
    }

    def tell(route: Route) -> None:
        status = next((status for status in matches if f"status={status}" in route.request.url), None)
        _answer(route, {"matches": matches[status] if status else [], "next_page_token": None})

    def tell_rulesets(route: Route) -> None:
        known = route.fetch().json()
        drawn = {rules.describe().id for rules in TABLES}
        _answer(route, {**known, "rulesets": [each for each in known["rulesets"] if each["id"] in drawn]})

    page.route("**/v1/matches?*", tell)
    page.route(re.compile(r"/v1/rulesets(\?|$)"), tell_rulesets)
    _open(page, platform, "")
    page.wait_for_selector(".matches li")


def _replay(page: Page, platform: Platform) -> None:
    """A replay, at the last of its positions."""
    rules, steps = _DUELS.ruleset, _DUELS.steps()
    last = len(steps) - 1
    told = [_step(number, state, how) for number, (state, how) in enumerate(steps)]
    state = steps[-1][0]
    views: list[dict[str, Any]] = [
        {"seat": None if seat == SPECTATOR else seat, "view": rules.view_json(rules.observe(state, seat)), "events": []}
        for seat in (SPECTATOR, *range(_DUELS.seats))
    ]
    chance = [{"stream": "setup", "first": 0, "words": [7, 11]}]
    here = {**told[-1], "last": last, "views": views, "chance": chance}
    match = _match(rules.describe().id, "finished", *NAMES[: _DUELS.seats])
    page.route(f"**/v1/matches/{_MATCH}", lambda route: _answer(route, match))
    page.route(f"**/v1/matches/{_MATCH}/positions/*", lambda route: _answer(route, here))
    page.route(
        f"**/v1/matches/{_MATCH}/positions?*",
        lambda route: _answer(route, {"positions": told, "last": last, "next_page_token": None}),
    )
    _open(page, platform, f"replays/{_MATCH}?at={last}")
    page.wait_for_selector(f".steps li:nth-child({last + 1})")


def _step(number: int, state: Any, how: tuple[int, int] | None) -> dict[str, Any]:
    rules = _DUELS.ruleset
    seat, label = None, None
    if how is not None:
        seat, label = how[0], rules.label(rules.observe(state, SPECTATOR), how[1])
    return {"number": number, "seat": seat, "label": label, "outcome": None, "events": []}


def _match(ruleset: str, status: str, *names: str | None) -> dict[str, Any]:
    """What the API tells of a match of these players; None: a seat is free."""
    game = next(rules.describe() for rules in TABLES if rules.describe().id == ruleset)
    return {
        "id": _MATCH,
        "ruleset": ruleset,
        "ruleset_version": game.version,
        "options": complete({}, game.options),
        "status": status,
        "seat": None,
        "pending": [],
        "seats": [{"seat": seat, "player": name and {"name": name}} for seat, name in enumerate(names)],
    }


def _open(page: Page, platform: Platform, path: str) -> None:
    """Open a page anew."""
    page.goto("about:blank")
    page.goto(address(platform, path))


def _answer(route: Route, document: object) -> None:
    route.fulfill(body=json.dumps(document), content_type="application/json")


SUBJECTS: Final[dict[str, Callable[[Page, Platform], None]]] = {
    **{rules.describe().id: _table(rules) for rules in TABLES},
    "lobby": _lobby,
    "replay": _replay,
}
"""How each is shown on a page."""
