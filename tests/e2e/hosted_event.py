"""A tournament as people have it: a host who announces it, players and bots with keys of their own, three rounds, and
whatever goes otherwise than it was planned."""

import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, Final

import httpx

from playhall_client import AccountEvent, Bot, Client, Turn
from tests.e2e.platform import Platform
from tests.waiting import wait_until

PEOPLE: Final = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal", "Ida", "Jo")
OWN_BOTS: Final = {"Nanosecond": "Ada", "Picosecond": "Ben"}
"""Bots with programs, and whose they are."""
SLEEPER: Final = "Sleeper"
"""A bot of Cleo's that enters and checks in, and whose program is never started."""
LATE: Final = "Larry"
"""Who enters and does not check in."""
HOUSE_BOTS: Final = {"House Greta": "greedy", "House Gerd": "greedy", "House Rita": "random"}
LEAVES: Final = "Jo"
"""Who goes home after the second round."""

ANNOUNCEMENT: Final = {
    "name": "Friday Night Cup",
    "ruleset": "factionwars",
    "visibility": "unlisted",
    "stages": [{"format": "swiss", "rounds": 3}],
    "time_control": {"kind": "per_decision", "seconds": 20},
    "on_time_out": {"kind": "forfeit"},
    "entry": {"bots": "allowed", "check_in_seconds": 1800},
    "times": {"next_round": "by_host"},
}
WHY_DRAWN: Final = "Both agreed on a draw when the <network> was down"
WHY_OUT: Final = "Sleeper never came"
WHY_HOME: Final = "My train leaves"


class Follower:
    """A player's program: it follows its account on a thread and plays the first legal action in every match, up to
    the end of the tournament. ``told``: the lines about tournaments."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.told: list[AccountEvent] = []
        self.is_following = threading.Event()
        self.thread = threading.Thread(target=self._follow, daemon=True)
        self.thread.start()

    def _follow(self) -> None:
        for event in self.client.account_events(include=["legal"]):
            self.is_following.set()
            if event.tournament is not None:
                self.told.append(event)
            for turn in event.matches if event.type == "open" else [event]:
                if turn.legal and turn.decision is not None:
                    self.client.decide(turn.match, turn.decision, turn.legal[0].notation)
            if event.type == "tournament_ended":
                return


class OwnBot(Bot):
    """Plays the first legal action, and keeps what it is told of tournaments."""

    def __init__(self, url: str, key: str) -> None:
        super().__init__(url, key)
        self.told: list[AccountEvent] = []

    def choose(self, turn: Turn) -> str:
        return turn.legal[0].notation

    def in_tournament(self, event: AccountEvent) -> None:
        self.told.append(event)

    @property
    def has_been_told_of_the_end(self) -> bool:
        return bool(self.told) and self.told[-1].type == "tournament_ended"


class Host:
    """Who runs the tournament, by its key."""

    def __init__(self, url: str, key: str) -> None:
        self._http = httpx.Client(base_url=url, headers={"Authorization": f"Bearer {key}"}, timeout=60)

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """What is answered, which must be no refusal."""
        response = self._http.request(method, path, json=body)
        assert response.is_success, response.text
        return response.json()

    def close(self) -> None:
        """Close all connections."""
        self._http.close()


@dataclass(frozen=True, slots=True)
class HostedEvent:
    """A tournament that was played to its end. ``entrants``: their ids, by their names. ``people``, ``bots``: the lines
    about it in their streams, by their names. ``drawn``: the table of the first round whose result was corrected.
    ``foreseen``: the standings as the correction was said to make them; ``corrected``: as it has made them."""

    url: str
    id: str
    entrants: dict[str, str]
    people: dict[str, list[AccountEvent]]
    bots: dict[str, list[AccountEvent]]
    drawn: int
    foreseen: Any
    corrected: Any

    @property
    def page(self) -> str:
        """Where its pages begin."""
        return f"{self.url}/tournaments/{self.id}"

    def text(self, what: str) -> str:
        """A document of it, as anybody reads it without a key."""
        response = httpx.get(f"{self.url}/v1/tournaments/{self.id}{what}", timeout=60)
        assert response.is_success, response.text
        return response.text

    def read(self, what: str = "") -> Any:
        """The same, which is JSON."""
        return json.loads(self.text(what))

    @property
    def rounds(self) -> list[Any]:
        """Its rounds with their tables."""
        return [self.read(f"/rounds/{number}") for number in (1, 2, 3)]


@contextmanager
def played_event(platform: Platform) -> Iterator[HostedEvent]:
    """Announced, entered, played in three rounds and corrected; everybody has been told of its end."""
    url = platform.folder.url()
    assert url
    with ExitStack() as stack:
        host = Host(url, _made_by_the_operator(platform, "Holly", "matches:create"))
        stack.callback(host.close)
        cup = host.ask("POST", "/v1/tournaments", ANNOUNCEMENT)["id"]
        path = f"/v1/tournaments/{cup}"
        host.ask("PATCH", path, {"visibility": "public", "reason": "Registration is open"})

        people = {name: stack.enter_context(_signed_up(url, name)) for name in PEOPLE}
        for client in people.values():
            client.enter(cup)
        with Client(url, _made_by_the_operator(platform, LATE)) as late:
            late.enter(cup)
        bots = {name: stack.enter_context(_program(url, people[owner], name)) for name, owner in OWN_BOTS.items()}
        for bot in bots.values():
            bot.client.enter(cup)
        sleeper = people["Cleo"].enter(cup, people["Cleo"].create_bot(SLEEPER).id)
        house = [{"bot": bot, "name": name} for name, bot in HOUSE_BOTS.items()]
        host.ask("POST", f"{path}/entrants:import", {"entrants": house})

        followers = {name: Follower(client) for name, client in people.items()}
        for client in (*people.values(), *(bot.client for bot in bots.values())):
            client.check_in(cup)
        people["Cleo"].check_in(cup, sleeper.id)
        assert all(follower.is_following.wait(30) for follower in followers.values())
        entrants = {each["name"]: each["id"] for each in host.ask("GET", f"{path}/entrants")["entrants"]}

        host.ask("POST", f"{path}:start", {"reason": "All are here but Larry"})
        _play_round(host, path, 1)
        table = _table_of_people(host, path)
        wish = {"kind": "result_set", "round": 1, "table": table, "places": [1, 1]}
        foreseen = host.ask("POST", f"{path}/standings:preview", {"changes": [wish]})["stages"]
        host.ask("PUT", f"{path}/rounds/1/tables/{table}/result", {"places": [1, 1], "reason": WHY_DRAWN})
        corrected = host.ask("GET", f"{path}/standings")["stages"]
        host.ask("POST", f"{path}/entrants/{entrants[SLEEPER]}:withdraw", {"reason": WHY_OUT})

        host.ask("POST", f"{path}/rounds:pair", {"reason": "On to the second round"})
        _play_round(host, path, 2)
        people[LEAVES].withdraw(cup, reason=WHY_HOME)

        host.ask("POST", f"{path}/rounds:pair", {"reason": "The last round"})
        _play_round(host, path, 3)
        wait_until(lambda: host.ask("GET", path)["status"] == "finished", "it is over")
        for follower in followers.values():
            follower.thread.join(30)
        assert not any(follower.thread.is_alive() for follower in followers.values())
        wait_until(lambda: all(bot.has_been_told_of_the_end for bot in bots.values()), "bots are told")

        told = {name: follower.told for name, follower in followers.items()}
        told_bots = {name: bot.told for name, bot in bots.items()}
        yield HostedEvent(url, cup, entrants, told, told_bots, table, foreseen, corrected)


def _made_by_the_operator(platform: Platform, name: str, *scopes: str) -> str:
    """A key of a new player."""
    player = platform.run("player", "create", name).stdout.strip()
    given = [part for scope in ("matches:read", "matches:play", *scopes) for part in ("--scope", scope)]
    return platform.run("key", "create", "--player", player, *given).stdout.strip()


def _signed_up(url: str, name: str) -> Client:
    with Client(url, None) as stranger:
        secret = stranger.sign_up(name).key.secret
    assert secret
    return Client(url, secret)


@contextmanager
def _program(url: str, owner: Client, name: str) -> Iterator[OwnBot]:
    """A bot of somebody's, whose program runs."""
    player = owner.create_bot(name).id
    secret = owner.create_key("program", ["matches:read", "matches:play"], player=player).secret
    assert secret
    bot = OwnBot(url, secret)
    running = threading.Thread(target=bot.run)
    running.start()
    try:
        yield bot
    finally:
        bot.stop()
        running.join(30)
        bot.client.close()
        assert not running.is_alive()


def _table_of_people(host: Host, path: str) -> int:
    """A table of the first round at which no bot sits. There is one, since there are more people than tables."""
    tables = host.ask("GET", f"{path}/rounds/1")["tables"]
    return next(int(table["number"]) for table in tables if not any(each["is_bot"] for each in table["entrants"]))


def _play_round(host: Host, path: str, number: int) -> None:
    """Wait until all tables of a round have results."""

    def is_over() -> bool:
        rounds = host.ask("GET", f"{path}/rounds")["rounds"]
        return len(rounds) == number and rounds[-1]["ended_at"] is not None

    wait_until(is_over, f"round {number} is over", 120)
