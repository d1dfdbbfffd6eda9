"""What requests are made about: for each operation a place in which it can be done, and a request that is taken."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

from services.identity import PlayerKind, Scope
from services.matches.outbox import Outbox, OutboxKind
from services.platform_time import platform_ms
from services.webhooks import Call, Delivery, Outcome
from tests.integration.gateway.harness import EVERYTHING, Client, Hall
from tests.integration.gateway.hosted import look

CUP: Final[dict[str, Any]] = {
    "name": "Cup",
    "ruleset": "sealed",
    "stages": [{"format": "swiss", "rounds": 3}],
    "entry": {"bots": "allowed"},
    "times": {"next_round": "by_host", "round_seconds": 3600},
}
MATCH: Final = {"ruleset": "sealed", "seats": ["me", "open"]}
SERIES: Final = {"ruleset": "factionwars", "entrants": ["greedy", "random"], "stop": {"rule": "fixed", "matches": 2}}
CLOCK: Final = {"kind": "per_decision", "seconds": 60}
WHY: Final = {"reason": "Because"}
PRACTICE: Final = {"ruleset": "factionwars", "seats": ["me", "bot:greedy"], "rated": False, "assistance": "open"}
SEED: Final = "5eed" * 16
MOST_KNOWN: Final = 2

BODIES: Final[dict[str, Any]] = {
    "createPlayer": {"name": "New"},
    "updatePlayer": {"name": "Ada L."},
    "setRating": {"rating": 1500},
    "signUp": {"name": "Grace"},
    "createBot": {"name": "Nano"},
    "stateVersion": {"version": "1"},
    "createKey": {"name": "key", "scopes": ["matches:read"]},
    "rotateKey": {"overlap_seconds": 60},
    "setWebhook": {"url": "https://bot.example/", "concurrency": 1},
    "reportCrash": {"message": "KeyError", "traceback": "line 1"},
    "createTicket": {"ruleset": "sealed", "seats": 2},
    "createMatch": MATCH,
    "joinMatch": {"seat": 1},
    "assignSeat": {"seat": "bot:random"},
    "answerDecision": {"action": "place 1"},
    "checkDecision": {"action": "place 1"},
    "createSeries": SERIES,
    "changeSeries": {"name": "Other"},
    "createTournament": CUP,
    "changeTournament": {"name": "Other"},
    "enterTournament": {"bot": "random", "name": "Randy"},
    "importTournamentEntrants": {"entrants": [{"bot": "random", "name": "Gus"}]},
    "keepTournamentEntrantsApart": {"entrants": ["e1", "e2"], **WHY},
    "requestTournamentBye": {"round": 2},
    "cancelTournamentBye": {"round": 2},
    "nameTournamentHost": {"role": "arbiter"},
    "createGuestInvitation": {"places": 1},
    "undoTournamentEntry": WHY,
    "setTournamentRound": {"tables": [["e1", "e2"], ["e3", "e4"]], **WHY},
    "swapInTournamentRound": {"a": "e1", "b": "e3", **WHY},
    "setTournamentResult": {"places": [1, 2], **WHY},
    "previewTournamentCorrections": {"changes": [{"kind": "result_set", "round": 1, "table": 1, "places": [1, 2]}]},
    "previewTournamentStandings": {"changes": [{"kind": "result_set", "round": 1, "table": 1, "places": [1, 2]}]},
    "setTournamentWebhook": {"url": "https://host.example/"},
    "resendTournamentWebhook": {"entry": 1},
    "seedMatch": {"client_seed": SEED},
}
"""Requests that are taken, where an empty one is not."""

ABOUT_POSITIONS: Final[dict[str, Any]] = {
    "observePosition": {},
    "playPosition": {"seat": 0, "action": ""},
    "chooseAction": {"seat": 0, "bot": "greedy"},
    "explainDecision": {"seat": 0, "iterations": 2, "wait": 0},
}
"""Requests about a position, which comes to them, with an action that is legal there where one is asked for."""

_OF_THE_BOT: Final = {
    "setWebhook", "stateVersion", "reportCrash", "resendDelivery", "listDeliveries", "getDelivery",
}  # fmt: skip

_RUNNING: Final = {
    "withdrawTournamentEntrant", "returnTournamentEntrant", "requestTournamentBye", "cancelTournamentBye",
    "undoTournamentEntry",
    "pairTournamentRound", "previewTournamentRound", "setTournamentRound", "swapInTournamentRound",
    "setTournamentResult", "previewTournamentStandings", "previewTournamentCorrections", "pauseTournament",
    "resumeTournament",
}  # fmt: skip


@dataclass
class Scene:
    """People, and what they have made. ``known``: ids by what a path calls them, the latest last."""

    hall: Hall
    known: dict[str, list[str]] = field(default_factory=dict)
    _numbers: Iterator[int] = field(default_factory=count)
    _running: str = ""
    _practice: str = ""
    _imagined: Any = None

    def __post_init__(self) -> None:
        self.ada = self.hall.client("Ada", [*EVERYTHING, Scope.ADMIN])
        self.bob = self.hall.client("Bob")
        self.bot = self.hall.client("Bot", kind=PlayerKind.BOT)
        self.cleo = self.hall.client("Cleo")
        self.know("player", "me", self.ada.id)
        self.know("other", self.bob.id)
        self.know("ruleset", "sealed")
        self.know("name", "options")
        self.know("population", "mixed")
        self.ada.make(f"/v1/players/{self.ada.id}/crash-reports", BODIES["reportCrash"])
        self.bob.ask("PUT", f"/v1/players/{self.ada.id}/blocks/{self.bob.id}")

    def know(self, kind: str, *ids: str) -> None:
        """Remember ids, the first of a kind for ever and some of the latest."""
        known = self.known.setdefault(kind, [])
        known += [each for each in ids if each not in known]
        del known[1 : max(1, len(known) - MOST_KNOWN)]

    def caller(self, operation: str) -> Client:
        """Who calls."""
        if operation == "joinMatch":
            return self.bob
        if operation == "imaginePosition" or operation in ABOUT_POSITIONS:
            return self.cleo  # who sits in no match without help
        return self.bot if operation in _OF_THE_BOT else self.ada

    def body(self, operation: str, template: str) -> Any:
        """A request that is taken: with a name that nobody has yet, where that matters."""
        if operation in ABOUT_POSITIONS:
            return self._about_a_position(ABOUT_POSITIONS[operation])
        body = BODIES.get(operation, {})
        return body | {"name": self.new_name()} if operation in ("createBot", "signUp") else body

    def new_name(self) -> str:
        """A name that nobody has yet."""
        return f"Nano {next(self._numbers)}"

    def place(self, operation: str, template: str) -> dict[str, str]:
        """Ids for a path in which the operation can be done."""
        place: dict[str, str] = {}
        if "{tournament}" in template:
            place["tournament"] = self.tournament(operation)
        if "{match}" in template:
            place["match"] = self._match(operation)
        makers: dict[str, Callable[[], str]] = {
            "series": self._series,
            "player": lambda: self.ada.id if "{other}" in template else self._player(operation),
            "other": lambda: self.bot.id,
            "key": self._key,
            "ticket": lambda: self._made("/v1/tickets", BODIES["createTicket"], "ticket"),
            "invitation": lambda: self._invitation(place["tournament"]),
            "delivery": self._delivery,
        }
        for name, make in makers.items():
            if "{" + name + "}" in template:
                place[name] = make()
        names = (
            "seat",
            "decision",
            "entry",
            "round",
            "table",
            "entrant",
            "ruleset",
            "report",
        )
        for name in names:
            if "{" + name + "}" in template and name not in place:
                place[name] = {"seat": "1", "entrant": "e1", "ruleset": "sealed"}.get(name, "1")
        if operation in ("createSeatStreamToken", "imaginePosition"):
            place["seat"] = "0"
        if operation == "undoTournamentEntry":
            place["entry"] = str(self.ada.read(f"/v1/tournaments/{place['tournament']}")["revision"])
        if operation == "setTournamentRound":
            place["round"] = "1"
        return place

    def tournament(self, operation: str) -> str:
        """A tournament, as far along as the operation needs it."""
        entry = CUP["entry"] | ({"check_in_seconds": 3600} if operation == "checkInTournamentEntrant" else {})
        id = self._made("/v1/tournaments", CUP | {"entry": entry}, "tournament")
        path = f"/v1/tournaments/{id}"
        if "Webhook" in operation and not operation.startswith("set"):
            self.ada.ask("PUT", f"{path}/webhook", json=BODIES["setTournamentWebhook"])
        if operation == "checkInTournamentEntrant":  # by herself, with a seed of her own
            self.ada.make(f"{path}/entrants")
        if operation == "createEntrantLink":
            self.ada.make(f"{path}/entrants", {"name": "Anna"})
        elif "Entrant" in operation or operation in _RUNNING | {"startTournament", "resendTournamentWebhook"}:
            four = [{"bot": "random", "name": f"Bot {number}"} for number in range(4)]
            self.ada.make(f"{path}/entrants:import", {"entrants": four})
        if operation == "closeTournament":
            self.ada.make(f"{path}:cancel", {})
        if operation in _RUNNING:
            if self._running:  # who looks after tournaments would look after all of those before, each time
                self.ada.ask("POST", f"/v1/tournaments/{self._running}:cancel", json={})
            self._running = id
            self.ada.make(f"{path}:start", {})
            while self.ada.read(path)["round"] == 0:
                assert self.hall.runner.advance()
            if operation == "resumeTournament":
                self.ada.make(f"{path}:pause", {})
            if operation == "returnTournamentEntrant":
                self.ada.make(f"{path}/entrants/e1:withdraw", {})
        return id

    def look(self) -> None:
        """What workers would do."""
        look(self.hall)
        self.hall.commitments.append_waiting()

    def make_searches(self) -> None:
        """Make the searches that were asked for."""
        outbox = Outbox(self.hall.redis)
        while entries := outbox.read("scene", block_ms=0, count=1_000):
            for entry in entries:
                if entry.kind is OutboxKind.SEARCH:
                    self.hall.searching.work(entry.match_id)
            outbox.done(entries)

    def _about_a_position(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """A request about a position that a match in which the platform helps is imagined to be in."""
        if self._imagined is None:
            path = f"/v1/matches/{self._practice_match()}/seats/0:imagine"
            self._imagined = self.cleo.make(path, {"seed": SEED})
        legal: str = self._imagined["views"][1]["legal"][0]["notation"]
        return {"position": self._imagined["position"], **fields} | ({"action": legal} if "action" in fields else {})

    def _practice_match(self) -> str:
        """The match in which the platform helps Cleo."""
        if not self._practice:
            self._practice = self.cleo.make("/v1/matches", PRACTICE)["id"]
            self.know("match", self._practice)
        return self._practice

    def _match(self, operation: str) -> str:
        if operation == "imaginePosition":
            return self._practice_match()
        body = (
            MATCH
            if operation in ("joinMatch", "assignSeat", "leaveMatch", "seedMatch", "abortMatch")
            else MATCH | {"seats": ["me", "bot:random"]}
        )
        match = self._made("/v1/matches", body, "match")
        if operation in ("rematchMatch",):
            self.ada.make(f"/v1/matches/{match}:resign", {})
        return match

    def _player(self, operation: str) -> str:
        if operation in ("rotateWebhook", "resendDelivery"):
            self.bot.ask("PUT", f"/v1/players/{self.bot.id}/webhook", json=BODIES["setWebhook"])
        if operation in _OF_THE_BOT | {"deleteWebhook", "rotateWebhook"}:
            return self.bot.id
        if "TournamentHost" in operation or "TournamentGuest" in operation:
            return self.bob.id
        if operation == "blockPlayer":  # not who joins her matches
            return self.bot.id
        if operation == "retireBot":
            return self._made(f"/v1/players/{self.ada.id}/bots", {"name": self.new_name()}, "player")
        return self.ada.id

    def _series(self) -> str:
        return self._made("/v1/series", SERIES, "series")

    def _key(self) -> str:
        key: str = self.ada.make(f"/v1/players/{self.bob.id}/keys", BODIES["createKey"])["id"]
        return key

    def _invitation(self, tournament: str) -> str:
        path = f"/v1/tournaments/{tournament}/guest-invitations"
        made: str = self.ada.make(path, BODIES["createGuestInvitation"])["id"]
        return made

    def _delivery(self) -> str:
        """A call of the bot for a decision that waits, with an answer that is no text."""
        match = self.bob.make("/v1/matches", MATCH | {"seats": ["me", f"player:{self.bot.id}"]})["id"]
        self.bot.make(f"/v1/matches/{match}:join")
        deliveries = self.hall.deliveries
        call, now = Call(self.bot.id, match, 1, 1), platform_ms()
        id = deliveries.new_id()
        deliveries.write(Delivery(id, call, 1, now, 20, Outcome.STATUS, "", 500, b'{"seat":1}', b"\0\xff\xed\xa0\x80"))
        self.know("match", match)
        self.know("delivery", id)
        return id

    def _made(self, path: str, body: Any, kind: str) -> str:
        made: str = self.ada.make(path, body)["id"]
        self.know(kind, made)
        return made
