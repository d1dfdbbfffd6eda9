"""Bots behind URLs, good ones and such as misbehave, each on a server of its own in this process."""

import base64
import hashlib
import hmac
import itertools
import json
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any, Final

from cli.sockets import free_port
from playhall_client import ApiError, Client, PlayhallError
from tests.bot_server import Asked, BotServer
from tests.cluster.soak.record import THINKING_SECONDS, Record, now_ms

LATE_SECONDS: Final = 0.4
"""How long after its deadline a late answer is sent: the grace is over."""


class Forbidden:
    """Where nobody is to be led: ``server``, on a port that the operator allows, so that who followed a redirect would
    be seen; and ``closed_port``, where nobody listens."""

    def __init__(self) -> None:
        self.server = BotServer()
        self.closed_port = free_port("127.0.0.1")

    @property
    def ports(self) -> tuple[int, ...]:
        return self.server.port, self.closed_port

    @property
    def visits(self) -> int:
        return len(self.server.asked)


class WebhookBot:
    """A bot. ``behaviour``: how it answers, by its name in ``BEHAVIOURS``."""

    def __init__(self, name: str, behaviour: str, record: Record, call_seconds: float, forbidden: "Forbidden") -> None:
        """``call_seconds``: how long the platform waits for an answer."""
        self.name = name
        self.behaviour = behaviour
        self.record = record
        self.call_seconds = call_seconds
        self.forbidden = forbidden
        self.secrets: list[str] = []
        self.client: Client | None = None
        self.numbers = itertools.count()
        self._silent = socket.create_server(("127.0.0.1", 0), backlog=256)
        self._server = BotServer(self._answer)
        self._addresses = self._all_addresses()
        self.url = next(self._addresses)

    @property
    def ports(self) -> tuple[int, ...]:
        """Those that it may be called on."""
        return self._server.port, self._silent.getsockname()[1]

    def move(self) -> bool:
        """Move on to the next address; whether it is another."""
        before, self.url = self.url, next(self._addresses)
        return before != self.url

    def close(self) -> None:
        self._server.close()
        self._silent.close()

    def _all_addresses(self) -> Iterator[str]:
        silent = self._silent.getsockname()[1]
        if self.behaviour == "unreachable":
            # The second is 10.0.0.1 for whoever resolves names, and no IP address for whoever reads URLs.
            return itertools.cycle(
                (f"http://127.0.0.1:{self.forbidden.closed_port}/move", f"http://0x0a000001:{self._server.port}/move")
            )
        if self.behaviour == "silent_in_tls":
            return itertools.repeat(f"https://127.0.0.1:{silent}/move")
        return itertools.repeat(self._server.url)

    def _answer(self, asked: Asked) -> None:
        self._server.asked.clear()  # they would be kept for ever
        document = asked.json
        self.record.write(
            "asked",
            id=asked.headers["webhook-id"],
            match=document["match"],
            seat=document["seat"],
            decision=document["decision"],
            deadline=_milliseconds(document["deadline_at"]),
            signed=any(signed_by(secret, asked) for secret in list(self.secrets)),
        )
        BEHAVIOURS[self.behaviour](self, asked)

    def play(self, asked: Asked, action: str | None = None) -> None:
        """Answer with an action, or with any legal one."""
        document = asked.json
        action = action or random_action(document)
        self.record.write("sent", way="answer", match=document["match"], decision=document["decision"], action=action)
        asked.answer({"action": action})

    def decide(self, document: Mapping[str, Any], action: str) -> None:
        """Answer by REST."""
        told = {"match": document["match"], "decision": document["decision"], "action": action}
        self.record.write("sent", way="rest", **told)
        assert self.client is not None
        try:
            answered = self.client.decide(told["match"], told["decision"], action)
        except ApiError as error:
            self.record.write("refused", code=error.code, **told)
        except PlayhallError as error:
            self.record.write("unanswered", error=type(error).__name__, **told)
        else:
            self.record.write("acknowledged", notation=answered.notation, **told)


def _milliseconds(moment: str | None) -> int | None:
    return None if moment is None else round(datetime.fromisoformat(moment).timestamp() * 1000)


def random_action(document: Mapping[str, Any]) -> str:
    action: str = random.choice(document["legal"])["notation"]
    return action


def signed_by(secret: str, asked: Asked) -> bool:
    """What a receiver does, written from the specification alone."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = ".".join((asked.headers["webhook-id"], asked.headers["webhook-timestamp"], asked.body.decode())).encode()
    wanted = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return abs(now_ms() / 1000 - int(asked.headers["webhook-timestamp"])) < 60 and any(
        hmac.compare_digest(wanted, each) for each in asked.headers["webhook-signature"].split(" ")
    )


# -- how bots answer -------------------------------------------------------------------------------------------------


def _think() -> None:
    time.sleep(min(random.expovariate(1 / THINKING_SECONDS), 1.0))


def _well(bot: WebhookBot, asked: Asked) -> None:
    _think()
    bot.play(asked)


def _well_by_rest(bot: WebhookBot, asked: Asked) -> None:
    document = asked.json
    asked.answer({}, 202)
    _think()
    bot.decide(document, random_action(document))


def _slow(bot: WebhookBot, asked: Asked) -> None:
    time.sleep(bot.call_seconds + 0.5)
    asked.answer({"action": random_action(asked.json)})


def _half(bot: WebhookBot, asked: Asked) -> None:
    kept = json.dumps({"action": random_action(asked.json)}).encode()
    asked.handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(kept) + 10, kept))
    asked.handler.close_connection = True


def _wrong_secret(bot: WebhookBot, asked: Asked) -> None:
    """It checks signatures with a secret that is not its own, and so believes nobody."""
    secret = "whsec_" + base64.b64encode(b"\0" * 32).decode()
    if signed_by(secret, asked):
        bot.play(asked)
    else:
        asked.answer({"error": "who are you?"}, 401)


def _giant(bot: WebhookBot, asked: Asked) -> None:
    kind = next(bot.numbers) % 3
    action = random_action(asked.json)
    if kind == 0:
        asked.answer({"action": action, "padding": "x" * 1_000_000})
    elif kind == 1:
        asked.raw(200, json.dumps({"action": action}).encode(), X_Padding="x" * 200_000)
    else:
        asked.handler.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        while True:  # until the platform hangs up
            asked.handler.wfile.write(b"400\r\n" + b" " * 1024 + b"\r\n")


def _redirect(bot: WebhookBot, asked: Asked) -> None:
    targets = (
        "http://169.254.169.254/latest/meta-data",
        "http://10.0.0.1/",
        f"http://127.0.0.1:{bot.forbidden.server.port}/",
    )
    number = next(bot.numbers)
    asked.raw((301, 302, 303, 307, 308)[number % 5], b"", Location=targets[number % 3])


def _never(bot: WebhookBot, asked: Asked) -> None:
    bot.record.write("reached")  # where nobody could get


def _hangs_in_the_head(bot: WebhookBot, asked: Asked) -> None:
    asked.handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    ends = time.monotonic() + bot.call_seconds + 1
    while time.monotonic() < ends:
        asked.handler.wfile.write(b"X")
        time.sleep(0.2)


def _nonsense(bot: WebhookBot, asked: Asked) -> None:
    answers: tuple[tuple[Any, int], ...] = (
        ({"action": "castle queenside"}, 200),
        ({"action": {"type": "castle"}}, 200),
        (b"{", 200),
        (b"\xff\xfe", 200),
        (["bid 1"], 200),
        ({"action": 1}, 200),
        ({"move": "bid 1"}, 200),
        ({"action": random_action(asked.json)}, 500),
        ({"action": random_action(asked.json)}, 201),
    )
    asked.answer(*answers[next(bot.numbers) % len(answers)])


def _twice(bot: WebhookBot, asked: Asked) -> None:
    """Answers twice, and where it can with two different actions: by REST and then in the answer, the other way round,
    both at once, or both too late."""
    document = asked.json
    legal = [entry["notation"] for entry in document["legal"]]
    first, second = random.sample(legal, 2) if len(legal) > 1 else (legal[0], legal[0])
    kind = next(bot.numbers) % 4
    if kind == 0:
        bot.decide(document, first)
        bot.play(asked, second)
    elif kind == 1:
        bot.play(asked, first)
        bot.decide(document, second)
    elif kind == 2:
        other = threading.Thread(target=bot.decide, args=(document, second))
        other.start()
        bot.play(asked, first)
        other.join()
    else:
        deadline = _milliseconds(document["deadline_at"])
        if deadline is not None:
            time.sleep(max(0.0, min(deadline / 1000 + LATE_SECONDS - time.time(), bot.call_seconds + 2)))
        other = threading.Thread(target=bot.decide, args=(document, second))
        other.start()
        with suppress(OSError):  # nobody waits for it any more
            bot.play(asked, first)
        other.join()


GOOD: Final = ("answers", "answers_by_rest")
BEHAVIOURS: Final[dict[str, Callable[[WebhookBot, Asked], None]]] = {
    "answers": _well,
    "answers_by_rest": _well_by_rest,
    "slow": _slow,
    "half_answer": _half,
    "wrong_secret": _wrong_secret,
    "giant": _giant,
    "redirects": _redirect,
    "unreachable": _never,
    "silent_in_tls": _never,
    "hangs_in_the_head": _hangs_in_the_head,
    "nonsense": _nonsense,
    "twice": _twice,
}
BAD: Final = tuple(name for name in BEHAVIOURS if name not in GOOD)

OUTCOMES: Final[dict[str, frozenset[str]]] = {
    "slow": frozenset({"timeout"}),
    "half_answer": frozenset({"connect"}),
    "wrong_secret": frozenset({"status"}),
    "giant": frozenset({"too_large", "connect"}),
    "redirects": frozenset({"redirect"}),
    "unreachable": frozenset({"connect", "refused_address"}),
    "silent_in_tls": frozenset({"timeout", "tls"}),
    "hangs_in_the_head": frozenset({"timeout"}),
    "nonsense": frozenset({"illegal_action", "invalid_answer", "status"}),
    "twice": frozenset({"answered", "gone", "timeout"}),
    "answers": frozenset({"answered"}),
    "answers_by_rest": frozenset({"accepted"}),
}
"""What the platform's log of calls may say of each behaviour. Calls for which the clock left too little time end with
``timeout`` or ``gone`` as well."""
