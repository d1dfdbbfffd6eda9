"""Clients of a platform that go on whatever happens, and write down what they saw and when."""

import http.client
import itertools
import json
import secrets
import threading
import time
import urllib.parse
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import grpc
from playhall.play.v1 import play_pb2 as pb
from playhall.play.v1 import play_pb2_grpc

from tests.e2e.platform import Platform

OBSERVED: Final = "factionwars"
"""The ruleset of all matches that are observed."""
PAUSE_SECONDS: Final = 0.05
HEALED_SECONDS: Final = 10.0
"""Within this time everything must go on, whatever else the machine does; with nothing else it takes two to four."""
WAITED_LONG: Final = 10
"""After so many looks without a decision."""
MISSING: Final = "404 NOT_FOUND"
PAUSED_SECONDS: Final = 3.0
"""Who achieves nothing for so long is held up."""
CLOCK_SECONDS: Final = 1
"""How long a person may think where nobody ever answers, so that the clock plays."""


@dataclass(slots=True)
class Seen:
    """What one client saw. ``failures``: when, and the status and code or the kind of error. ``done``: when something
    came about."""

    done: list[float] = field(default_factory=list)
    failures: list[tuple[float, str]] = field(default_factory=list)

    def healed_after(self, moment: float) -> float:
        """Seconds from a moment to the first thing that came about afterwards and after which nothing failed."""
        last_failure = max((at for at, _ in self.failures), default=0.0)
        since = max(moment, last_failure)
        return min((at for at in self.done if at > since), default=float("inf")) - moment

    def disturbed_until(self, moment: float) -> float:
        """When, after a moment, the last failure or long pause was over; the moment itself if there was none, and
        infinity while it lasts."""
        done = [moment, *(at for at in self.done if at > moment)]
        until = max((at for at, _ in self.failures if at > moment), default=moment)
        ends = [
            max(one, moment) for at, one in itertools.pairwise(done) if one - at > PAUSED_SECONDS or at < until < one
        ]
        if done[-1] < until or time.monotonic() - done[-1] > PAUSED_SECONDS:
            return float("inf")
        return max(ends, default=moment)

    def told(self, since: float, until: float = float("inf")) -> Counter[str]:
        """How often what failed from a moment to another."""
        return Counter(what for at, what in self.failures if since <= at < until)


class Refused(Exception):
    """A request was refused: the status and code, and whether there was a ``Retry-After``."""


@dataclass(slots=True)
class Acknowledged:
    """A decision that was answered with success. ``reply``: over REST."""

    match: str
    decision: int
    action: str
    reply: bytes = b""
    at: float = field(default_factory=time.monotonic)


@dataclass(slots=True)
class Record:
    """What one person was told to have decided, and what of that was gone later: the platform asked for it again, or
    did not know the match any more."""

    lost: list[Acknowledged] = field(default_factory=list)
    sent: dict[tuple[str, int], set[str]] = field(default_factory=dict)
    """Actions by match and decision, whatever became of them."""
    _held: dict[str, dict[int, Acknowledged]] = field(default_factory=dict)

    def send(self, match: str, decision: int, action: str) -> None:
        self.sent.setdefault((match, decision), set()).add(action)

    def acknowledge(self, decision: Acknowledged) -> None:
        self._held.setdefault(decision.match, {})[decision.decision] = decision

    def see_pending(self, match: str, decision: int) -> None:
        """A match waits for a decision: this one and those after it are not made."""
        held = self._held.get(match, {})
        self.lost += [held.pop(number) for number in sorted(held) if number >= decision]

    def see_missing(self, match: str) -> None:
        """Nobody knows a match."""
        self.lost += self._held.pop(match, {}).values()

    def see_steps(self, match: str, steps: Mapping[int, Sequence[str]]) -> None:
        """What a match's replay says of this person, by decision."""
        held = self._held.get(match, {})
        self.lost += [
            held.pop(number) for number in sorted(held) if list(steps.get(number, ())) != [held[number].action]
        ]

    def held(self) -> list[Acknowledged]:
        """What is not known to be lost."""
        return [decision for decisions in self._held.values() for decision in decisions.values()]


class Client:
    """One REST connection. Refusals are raised, and never retried here."""

    def __init__(self, url: str, key: str) -> None:
        parts = urllib.parse.urlsplit(url)
        assert parts.hostname
        self._connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=15)
        self._headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}

    def get(self, path: str) -> Any:
        return json.loads(self.ask("GET", path))

    def post(self, path: str, body: object, **headers: str) -> bytes:
        return self.ask("POST", path, json.dumps(body).encode(), headers)

    def ask(self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> bytes:
        try:
            self._connection.request(method, path, body, {**self._headers, **(headers or {})})
            response = self._connection.getresponse()
            content = response.read()
        except (OSError, http.client.HTTPException) as error:
            self._connection.close()
            raise Refused(type(error).__name__) from None
        if response.status >= http.HTTPStatus.BAD_REQUEST:
            code = json.loads(content).get("code", "")
            after = " with Retry-After" if response.getheader("Retry-After") else ""
            raise Refused(f"{response.status} {code}{after}")
        return content

    def close(self) -> None:
        self._connection.close()


class Observers:
    """A person over REST, one over gRPC, a follower of a stream and a match that only the clock plays, each in a
    thread of its own, until they are stopped."""

    def __init__(self, platform: Platform) -> None:
        url, key, target = platform.folder.url(), platform.folder.key(), platform.folder.grpc()
        assert url
        assert key
        assert target
        self._url, self._key, self._target = url, key, target
        self.rest, self.creations, self.grpc, self.stream, self.clock, self.bots = (Seen() for _ in range(6))
        self.records = Record(), Record()
        self.went_back = 0
        """How often a stream began anew before what it had told."""
        self._followed = ""
        self._stop = threading.Event()
        self._errors: list[BaseException] = []
        kinds = (self._play_by_rest, self._play_by_grpc, self._follow, self._watch_the_clock, self._create)
        self._threads = [threading.Thread(target=self._run, args=(kind,), name=kind.__name__) for kind in kinds]

    def everyone(self) -> dict[str, Seen]:
        """All that was seen, by what must work for it."""
        return {
            "REST": self.rest,
            "creations with an Idempotency-Key": self.creations,
            "gRPC": self.grpc,
            "streams": self.stream,
            "ticker and workers": self.clock,
            "relay and workers": self.bots,
        }

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(30)
        assert not self._errors, self._errors

    def acknowledged(self) -> int:
        """How many decisions were answered with success."""
        return sum(len(record.held()) + len(record.lost) for record in self.records)

    def matches(self) -> set[str]:
        """The matches in which decisions were answered with success."""
        return {it.match for record in self.records for it in [*record.held(), *record.lost]}

    def lost(self) -> list[Acknowledged]:
        """The acknowledged decisions that the platform has not, or had not when it asked for them again. Each of the
        others, sent again, must get the same reply, byte for byte. To be asked when the observers have stopped."""
        client = Client(self._url, self._key)
        lost = []
        for record in self.records:
            for match in {it.match for it in record.held()}:
                self._look(client, record, match)
            lost += record.lost
            for it in record.held():
                again = client.post(f"/v1/matches/{it.match}/decisions/{it.decision}", {"action": it.action})
                if it.reply not in (b"", again):
                    lost.append(it)
        client.close()
        return lost

    def _look(self, client: Client, record: Record, match: str) -> None:
        try:
            view = client.get(f"/v1/matches/{match}/seats/0/view")
        except Refused as refused:
            if str(refused) != MISSING:
                raise
            record.see_missing(match)
        else:
            if view["decision"] is not None:
                record.see_pending(match, view["decision"])

    def _run(self, kind: Callable[[], None]) -> None:
        try:
            kind()
        except BaseException as error:
            self._errors.append(error)
            raise

    def _play_by_rest(self) -> None:
        client = Client(self._url, self._key)
        record = self.records[0]
        match = ""
        answered_at = 0.0
        while not self._stop.wait(PAUSE_SECONDS):
            try:
                if not match:
                    match = json.loads(client.post("/v1/matches", _MATCH))["id"]
                    self._followed = match
                view = client.get(f"/v1/matches/{match}/seats/0/view")
                if view["status"] != "live":
                    match = ""
                    continue
                if view["decision"] is None:
                    continue
                record.see_pending(match, view["decision"])
                if answered_at:  # the bot has played since
                    self.bots.done.append(time.monotonic())
                action = view["legal"][0]["notation"]
                record.send(match, view["decision"], action)
                reply = client.post(f"/v1/matches/{match}/decisions/{view['decision']}", {"action": action})
                record.acknowledge(Acknowledged(match, view["decision"], action, reply))
                answered_at = time.monotonic()
                self.rest.done.append(answered_at)
            except Refused as refused:
                self.rest.failures.append((time.monotonic(), str(refused)))
                if str(refused) == MISSING:
                    record.see_missing(match)
                    match = ""
        client.close()

    def _create(self) -> None:
        client = Client(self._url, self._key)
        name = secrets.token_hex(8)
        while not self._stop.wait(2 * PAUSE_SECONDS):
            try:
                made = json.loads(client.post("/v1/matches", _OPEN, **{"Idempotency-Key": name}))["id"]
                client.post(f"/v1/matches/{made}:abort", {})
            except Refused as refused:
                if "REQUEST_IN_PROGRESS" not in str(refused):
                    self.creations.failures.append((time.monotonic(), str(refused)))
            else:
                self.creations.done.append(time.monotonic())
                name = secrets.token_hex(8)
        client.close()

    def _play_by_grpc(self) -> None:
        metadata = (("authorization", f"Bearer {self._key}"),)
        record = self.records[1]
        with grpc.insecure_channel(self._target) as channel:
            stub = play_pb2_grpc.PlayServiceStub(channel)
            match, waited = "", 0
            while not self._stop.wait(PAUSE_SECONDS):
                try:
                    if not match:
                        new = pb.CreateMatchRequest(ruleset=OBSERVED, seats=["me", "bot:random"])
                        match = stub.CreateMatch(new, timeout=15, metadata=metadata).match.id
                    request = pb.GetViewRequest(match=match, seat=0)
                    view = stub.GetView(request, timeout=15, metadata=metadata).view
                    if view.status != pb.MatchStatus.MATCH_STATUS_LIVE:
                        match = ""
                    elif view.HasField("decision"):
                        record.see_pending(match, view.decision)
                        action = view.legal[0].notation
                        record.send(match, view.decision, action)
                        answer = pb.DecideRequest(match=match, decision=view.decision, notation=action)
                        stub.Decide(answer, timeout=15, metadata=metadata)
                        record.acknowledge(Acknowledged(match, view.decision, action))
                        self.grpc.done.append(time.monotonic())
                        waited = 0
                    elif (waited := waited + 1) % WAITED_LONG == 0:
                        # The bot cannot move, maybe. Views can be read nevertheless: only a write tells.
                        new = pb.CreateMatchRequest(ruleset=OBSERVED, seats=["me", "open"])
                        made = stub.CreateMatch(new, timeout=15, metadata=metadata).match.id
                        stub.AbortMatch(pb.AbortMatchRequest(match=made), timeout=15, metadata=metadata)
                except grpc.RpcError as error:
                    self.grpc.failures.append((time.monotonic(), error.code().name))
                    if error.code() is grpc.StatusCode.NOT_FOUND:
                        record.see_missing(match)
                        match = ""

    def _follow(self) -> None:
        parts = urllib.parse.urlsplit(self._url)
        since, match = None, ""
        while not self._stop.wait(PAUSE_SECONDS):
            if match != self._followed:
                since, match = None, self._followed
            if not match:
                continue
            connection = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=3)
            query = "" if since is None else f"?since={since}"
            headers = {"Authorization": f"Bearer {self._key}"}
            try:
                connection.request("GET", f"/v1/matches/{match}/events/ndjson{query}", headers=headers)
                response = connection.getresponse()
                if response.status >= http.HTTPStatus.BAD_REQUEST:
                    raise Refused(f"{response.status} {json.loads(response.read()).get('code')}")
                for line in self._lines(response):
                    told = json.loads(line)
                    self.went_back += since is not None and told["revision"] < since
                    since = told["revision"]
                    if told["type"] == "step":
                        self.stream.done.append(time.monotonic())
            except Refused as refused:
                self.stream.failures.append((time.monotonic(), str(refused)))
            except (OSError, http.client.HTTPException):
                pass  # nothing was told for a while, or the stream broke off: it is opened again
            finally:
                connection.close()

    def _lines(self, response: http.client.HTTPResponse) -> Iterator[bytes]:
        while not self._stop.is_set():
            line = response.readline()
            if not line:
                return
            if line.strip():
                yield line

    def _watch_the_clock(self) -> None:
        client = Client(self._url, self._key)
        match, last = "", -1
        while not self._stop.wait(2 * PAUSE_SECONDS):
            try:
                if not match:
                    match, last = json.loads(client.post("/v1/matches", _CLOCKED))["id"], -1
                found = client.get(f"/v1/matches/{match}")
                if found["status"] != "live":
                    match = ""
                    continue
                if last not in (-1, found["revision"]):
                    self.clock.done.append(time.monotonic())
                last = found["revision"]
            except Refused as refused:
                self.clock.failures.append((time.monotonic(), str(refused)))
                if str(refused) == MISSING:
                    match = ""
        client.close()


_MATCH: Final = {"ruleset": OBSERVED, "seats": ["me", "bot:random"]}
_OPEN: Final = {"ruleset": OBSERVED, "seats": ["me", "open"]}
_CLOCKED: Final = {
    "ruleset": OBSERVED,
    "seats": ["me", "bot:random"],
    "time_control": {"kind": "per_decision", "seconds": CLOCK_SECONDS},
}


@contextmanager
def observed(platform: Platform) -> Iterator[Observers]:
    """Observers that are at work, and have all seen something come about."""
    made = Observers(platform)
    made.start()
    try:
        deadline = time.monotonic() + 30
        while not all(seen.done for seen in made.everyone().values()):
            assert time.monotonic() < deadline, {name: seen.told(0) for name, seen in made.everyone().items()}
            time.sleep(0.05)
        yield made
    finally:
        made.stop()


def heal_seconds(observers: Observers, moment: float) -> dict[str, float]:
    """For each observer, how long after a moment it went on for good. Waits for a second longer than they may take."""
    time.sleep(max(0.0, moment + HEALED_SECONDS + 1.0 - time.monotonic()))
    return {name: round(seen.healed_after(moment), 2) for name, seen in observers.everyone().items()}


def tell(title: str, observers: Observers, moment: float, healed: dict[str, float]) -> None:
    print(f"\n{title}")  # noqa: T201 - for whoever runs it with -s
    for name, seen in observers.everyone().items():
        print(f"  {name:<36} {healed[name]:6.2f} s  {dict(seen.told(moment - 60))}")  # noqa: T201
    lost = sum(len(record.lost) for record in observers.records)
    print(f"  acknowledged {observers.acknowledged()}, lost {lost}, streams went back {observers.went_back}")  # noqa: T201
