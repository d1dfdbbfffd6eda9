"""The operations of the API, declared once for both clients.

An operation is a method that builds a request. Read from a :class:`Client` it is a function that sends it and returns
what is answered; read from an :class:`AsyncClient`, one that returns an awaitable of the same. Lists are (async)
iterators over the entries of all pages, streams (async) iterators over lines.
"""

import functools
import secrets
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Concatenate, Final, Generic, Literal, ParamSpec, TypeAlias, TypeVar, overload

from playhall_client.errors import ApiError, CommitmentBroken, NotFound, TooLate
from playhall_client.fairness import Check, check_replay, new_seed
from playhall_client.following import Following
from playhall_client.models import (
    AccountEvent,
    Answered,
    Block,
    Checked,
    CrashReport,
    Delivery,
    Entrant,
    Failures,
    JsonObject,
    Key,
    Match,
    MatchEvent,
    Player,
    Record,
    Ruleset,
    Series,
    SeriesMatch,
    ShownPosition,
    SignedUp,
    Ticket,
    Tournament,
    Version,
    View,
    Webhook,
)
from playhall_client.origins import check_origin
from playhall_client.promises import (
    Kept,
    Promises,
    check_event,
    check_published,
    is_seed_wanted,
    seed_digest,
    was_broken,
)
from playhall_client.requests import LINES, Page, Request, document, downloaded, given, listed, path, record

P = ParamSpec("P")
T = TypeVar("T")
E = TypeVar("E", bound=Record)

Steps: TypeAlias = Generator[Request[Any], Any, T]
"""Requests, one after the other: each is given its answer, or the error that it has failed of."""

RESULTS_AT_ONCE: Final = 1_000
"""So many matches of a series are downloaded with one request."""


class Caller(ABC):
    """Who waits for answers."""

    @abstractmethod
    def _call(self, request: Request[T]) -> T: ...

    @abstractmethod
    def _perform(self, steps: Steps[T]) -> T: ...

    @abstractmethod
    def _list(self, first: Request[Page[T]]) -> Iterator[T]: ...

    @abstractmethod
    def _follow(self, following: Following[E]) -> Iterator[E]: ...


class AsyncCaller(ABC):
    """Who awaits them."""

    @abstractmethod
    async def _call(self, request: Request[T]) -> T: ...

    @abstractmethod
    async def _perform(self, steps: Steps[T]) -> T: ...

    @abstractmethod
    def _list(self, first: Request[Page[T]]) -> AsyncIterator[T]: ...

    @abstractmethod
    def _follow(self, following: Following[E]) -> AsyncIterator[E]: ...


class _Declared:
    """A method of both clients; ``does`` is what the client does with what it builds."""

    does: str

    def __init__(self, build: Callable[..., Any]) -> None:
        self._build = build
        self.__doc__ = build.__doc__

    def __get__(self, client: Any, owner: type) -> Any:  # noqa: ANN401 - typed by what extends it
        if client is None:
            return self
        build, perform = self._build.__get__(client), getattr(client, self.does)

        @functools.wraps(build)
        def call(*arguments: Any, **named: Any) -> Any:  # noqa: ANN401
            return perform(build(*arguments, **named))

        return call


class operation(_Declared, Generic[P, T]):  # noqa: N801 - a decorator
    """A request with one answer."""

    does = "_call"

    def __init__(self, build: Callable[Concatenate[Any, P], Request[T]]) -> None:
        super().__init__(build)

    @overload
    def __get__(self, client: Caller, owner: type) -> Callable[P, T]: ...
    @overload
    def __get__(self, client: AsyncCaller, owner: type) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, client: Any, owner: type) -> Any:
        return super().__get__(client, owner)


class procedure(_Declared, Generic[P, T]):  # noqa: N801 - a decorator
    """Several requests, one after the other, and what comes of them."""

    does = "_perform"

    def __init__(self, build: Callable[Concatenate[Any, P], Steps[T]]) -> None:
        super().__init__(build)

    @overload
    def __get__(self, client: Caller, owner: type) -> Callable[P, T]: ...
    @overload
    def __get__(self, client: AsyncCaller, owner: type) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, client: Any, owner: type) -> Any:
        return super().__get__(client, owner)


class listing(_Declared, Generic[P, T]):  # noqa: N801 - a decorator
    """The entries of all pages of a list."""

    does = "_list"

    def __init__(self, build: Callable[Concatenate[Any, P], Request[Page[T]]]) -> None:
        super().__init__(build)

    @overload
    def __get__(self, client: Caller, owner: type) -> Callable[P, Iterator[T]]: ...
    @overload
    def __get__(self, client: AsyncCaller, owner: type) -> Callable[P, AsyncIterator[T]]: ...
    def __get__(self, client: Any, owner: type) -> Any:
        return super().__get__(client, owner)


class stream(_Declared, Generic[P, E]):  # noqa: N801 - a decorator
    """The lines of a stream."""

    does = "_follow"

    def __init__(self, build: Callable[Concatenate[Any, P], Following[E]]) -> None:
        super().__init__(build)

    @overload
    def __get__(self, client: Caller, owner: type) -> Callable[P, Iterator[E]]: ...
    @overload
    def __get__(self, client: AsyncCaller, owner: type) -> Callable[P, AsyncIterator[E]]: ...
    def __get__(self, client: Any, owner: type) -> Any:
        return super().__get__(client, owner)


def _nothing(content: bytes) -> None:
    """What is parsed of a body that is empty, and of a stream's whole body."""


def _change(address: str, body: JsonObject | None = None) -> Request[Match]:
    return Request("POST", address, record(Match), body=body or {})


def _entrant(tournament: str, entrant: str, verb: str, body: JsonObject | None = None) -> Request[Entrant]:
    address = path("tournaments", tournament, "entrants", entrant, verb=verb)
    return Request("POST", address, record(Entrant), body=body)


def _creation(key: str | None) -> Mapping[str, str]:
    return {"Idempotency-Key": key or secrets.token_hex(16)}


def _match(match: str) -> Request[Match]:
    return Request("GET", path("matches", match), record(Match))


class Operations:
    """What a player's program may ask for. ``promises``: what was published of matches before a client seed was given
    for them."""

    promises: Promises
    _signing_keys: Sequence[JsonObject] = ()

    @operation
    def me(self) -> Request[Player]:
        """The player whose key this is."""
        return Request("GET", path("players", "me"), record(Player))

    @operation
    def player(self, player: str) -> Request[Player]:
        """Somebody."""
        return Request("GET", path("players", player), record(Player))

    @operation
    def sign_up(
        self, name: str, *, key_name: str | None = None, idempotency_key: str | None = None
    ) -> Request[SignedUp]:
        """Become a player, where the operator allows that; needs no key. ``idempotency_key``: at least 32 characters
        that nobody can guess; whoever knows them can ask for the same key again for a day."""
        body = given(name=name, key_name=key_name)
        return Request("POST", path("sign-ups"), record(SignedUp), body=body, headers=_creation(idempotency_key))

    @operation
    def change_player(
        self, player: str = "me", *, name: str | None = None, online: bool | None = None
    ) -> Request[Player]:
        """Rename yourself or a bot of yours, or switch the bot on or off."""
        return Request("PATCH", path("players", player), record(Player), body=given(name=name, online=online))

    @operation
    def statistics(self, player: str = "me", *, version: str | None = None) -> Request[JsonObject]:
        """How a player has fared. ``version``: only in seats that a bot took with this version of its program."""
        return Request("GET", path("players", player, "statistics"), document, {"version": version, "page_size": 100})

    @operation
    def create_bot(
        self, name: str, *, version: str | None = None, idempotency_key: str | None = None
    ) -> Request[Player]:
        """Create a bot of your own. It has no key yet."""
        body, headers = given(name=name, version=version), _creation(idempotency_key)
        return Request("POST", path("players", "me", "bots"), record(Player), body=body, headers=headers)

    @listing
    def bots(self, player: str = "me", *, page_size: int | None = None) -> Request[Page[Player]]:
        """The bots of a player, also those that are retired."""
        return listed(Player, "players", path("players", player, "bots"), {"page_size": page_size})

    @operation
    def retire_bot(self, bot: str) -> Request[Player]:
        """Put a bot of yours out of use, for good."""
        return Request("POST", path("players", bot, verb="retire"), record(Player), body={})

    @operation
    def state_version(self, version: str, player: str = "me") -> Request[Player]:
        """Say which version the program of a bot has."""
        return Request("PUT", path("players", player, "version"), record(Player), body={"version": version})

    @listing
    def versions(self, player: str = "me", *, page_size: int | None = None) -> Request[Page[Version]]:
        """The versions that a bot has stated, newest first."""
        return listed(Version, "versions", path("players", player, "versions"), {"page_size": page_size})

    @operation
    def create_key(
        self,
        name: str,
        scopes: Sequence[str],
        *,
        player: str = "me",
        expires_in_seconds: int | None = None,
        idempotency_key: str | None = None,
    ) -> Request[Key]:
        """Make a key for yourself or a bot of yours. ``scopes``: such as ``matches:play``."""
        body = given(name=name, scopes=list(scopes), expires_in_seconds=expires_in_seconds)
        headers = _creation(idempotency_key)
        return Request("POST", path("players", player, "keys"), record(Key), body=body, headers=headers)

    @listing
    def keys(self, player: str = "me", *, page_size: int | None = None) -> Request[Page[Key]]:
        """Your keys, or those of a bot of yours."""
        return listed(Key, "keys", path("players", player, "keys"), {"page_size": page_size})

    @operation
    def revoke_key(self, key: str) -> Request[None]:
        """End a key, and every key that it has made."""
        return Request("DELETE", path("keys", key), _nothing)

    @operation
    def set_webhook(
        self, url: str, *, player: str = "me", concurrency: int | None = None, enabled: bool | None = None
    ) -> Request[Webhook]:
        """Say where a bot is called. The secret is in the answer for a new webhook alone."""
        body = given(url=url, concurrency=concurrency, enabled=enabled)
        return Request("PUT", path("players", player, "webhook"), record(Webhook), body=body)

    @operation
    def webhook(self, player: str = "me") -> Request[Webhook]:
        """Where a bot is called."""
        return Request("GET", path("players", player, "webhook"), record(Webhook))

    @operation
    def rotate_webhook(self, player: str = "me", *, idempotency_key: str | None = None) -> Request[Webhook]:
        """Give a webhook another secret; for a day the old one signs as well."""
        address = path("players", player, "webhook", verb="rotate")
        return Request("POST", address, record(Webhook), body={}, headers=_creation(idempotency_key))

    @operation
    def delete_webhook(self, player: str = "me") -> Request[None]:
        """Have a bot called no more."""
        return Request("DELETE", path("players", player, "webhook"), _nothing)

    @listing
    def deliveries(self, player: str = "me", *, page_size: int | None = None) -> Request[Page[Delivery]]:
        """The attempts to call a bot, newest first, without bodies."""
        address = path("players", player, "webhook", "deliveries")
        return listed(Delivery, "deliveries", address, {"page_size": page_size})

    @operation
    def delivery(self, delivery: str, player: str = "me") -> Request[Delivery]:
        """An attempt, with what was sent and answered."""
        return Request("GET", path("players", player, "webhook", "deliveries", delivery), record(Delivery))

    @operation
    def report_crash(
        self,
        message: str,
        traceback: str = "",
        *,
        match: str | None = None,
        decision: int | None = None,
        version: str | None = None,
        idempotency_key: str | None = None,
    ) -> Request[CrashReport]:
        """Tell your owner of a failure of your program. ``message``: at most 500 characters; ``traceback``: 16,000."""
        body = given(message=message, traceback=traceback, match=match, decision=decision, version=version)
        address, headers = path("players", "me", "crash-reports"), _creation(idempotency_key)
        return Request("POST", address, record(CrashReport), body=body, headers=headers)

    @listing
    def crash_reports(self, player: str = "me", *, page_size: int | None = None) -> Request[Page[CrashReport]]:
        """What a bot has reported, newest first, without tracebacks."""
        address = path("players", player, "crash-reports")
        return listed(CrashReport, "crash_reports", address, {"page_size": page_size})

    @operation
    def crash_report(self, report: str, player: str = "me") -> Request[CrashReport]:
        """A report, with its traceback."""
        return Request("GET", path("players", player, "crash-reports", report), record(CrashReport))

    @operation
    def failures(self, player: str = "me") -> Request[Failures]:
        """How often a bot has failed of what, by version."""
        return Request("GET", path("players", player, "failures"), record(Failures))

    @listing
    def rulesets(self) -> Request[Page[Ruleset]]:
        """All games."""
        return listed(Ruleset, "rulesets", path("rulesets"), {})

    @operation
    def ruleset(self, ruleset: str) -> Request[Ruleset]:
        """A game, with its options and house bots."""
        return Request("GET", path("rulesets", ruleset), record(Ruleset))

    @procedure
    def create_match(
        self,
        ruleset: str,
        seats: Sequence[str],
        *,
        options: JsonObject | None = None,
        visibility: Literal["public", "unlisted", "private"] | None = None,
        start_rule: Literal["when_full", "by_creator"] | None = None,
        decision_seconds: int | None = None,
        spectator_delay_seconds: int | None = None,
        expires_in: int | None = None,
        rated: bool | None = None,
        assistance: Literal["none", "after_match", "open"] | None = None,
        client_seed: str | None = None,
        idempotency_key: str | None = None,
    ) -> Steps[Match]:
        """Create a match. ``seats``: in seat order, ``me``, ``open``, ``bot:greedy`` or ``player:<id>``. Where others
        are still to come, a client seed is then given for your seat, as by :meth:`join`; a match that waits for
        :meth:`start` gets it there.
        ``expires_in``: after how many seconds it is aborted if it has not been filled. ``rated``: False for practice.
        ``assistance``: whether the platform searches positions of the game for who sits in the match.
        ``idempotency_key``: one of your own, if the creation may be repeated by another process."""
        body = given(
            ruleset=ruleset,
            seats=list(seats),
            options=options,
            visibility=visibility,
            start_rule=start_rule,
            decision_seconds=decision_seconds,
            spectator_delay_seconds=spectator_delay_seconds,
            expires_in=expires_in,
            rated=rated,
            assistance=assistance,
        )
        made = yield Request("POST", path("matches"), record(Match), body=body, headers=_creation(idempotency_key))
        return (yield from self._with_seed(made, client_seed))

    @listing
    def matches(
        self,
        *,
        status: str | None = None,
        player: str | None = None,
        ruleset: str | None = None,
        pending: str | None = None,
        joinable: Literal["me"] | None = None,
        creator: str | None = None,
        seats: int | None = None,
        free_seats: int | None = None,
        time_control: str | None = None,
        bots: Literal["with", "without"] | None = None,
        page_size: int | None = None,
    ) -> Request[Page[Match]]:
        """Matches. ``player``: who has a seat in them. ``pending``: who must decide now. ``joinable``: those that you
        could join. ``creator``: who made them. ``seats``: how many they have; ``free_seats``: how many are open, at
        least. ``time_control``: its kind. ``bots``: with one in a seat, or without any. ``me`` is the caller."""
        query: dict[str, str | int | None] = {
            "status": status,
            "player": player,
            "ruleset": ruleset,
            "pending": pending,
            "joinable": joinable,
            "creator": creator,
            "seats": seats,
            "free_seats": free_seats,
            "time_control": time_control,
            "bots": bots,
            "page_size": page_size,
        }
        return listed(Match, "matches", path("matches"), query)

    @operation
    def match(self, match: str) -> Request[Match]:
        """A match."""
        return _match(match)

    @procedure
    def join(self, match: str, seat: int | None = None, *, client_seed: str | None = None) -> Steps[Match]:
        """Take a seat: the one that is kept for you or the first open one, unless it is named. What the match has
        published is read, checked and kept first (:attr:`promises`); then a client seed is sent, a random one unless it
        is given.

        Raises:
            CommitmentBroken: what is published does not hold, and nothing was sent; or the answer says another thing.
        """
        return (yield from self._seeded((yield _match(match)), "join", given(seat=seat), client_seed))

    @procedure
    def give_seed(self, match: str, *, client_seed: str | None = None) -> Steps[Match]:
        """Give a client seed for the seat that you have; as :meth:`join`."""
        return (yield from self._seeded((yield _match(match)), "seed", {}, client_seed))

    @operation
    def leave(self, match: str, *, reason: str | None = None) -> Request[Match]:
        """Leave a seat before the start, or decline an invitation. ``reason``: why it is declined: ``generic``,
        ``later``, ``too_fast``, ``too_slow``, ``ruleset``, ``options``, ``no_bots`` or ``only_bots``."""
        return _change(path("matches", match, verb="leave"), given(reason=reason))

    @procedure
    def rematch(self, match: str, *, client_seed: str | None = None) -> Steps[Match]:
        """Play a match again that has ended and in which you had a seat, everybody one seat further. All its players
        who ask are given the same match. A client seed is given as by :meth:`join`, where others are still to come."""
        old = yield _match(match)
        if old.rematch is not None:
            try:
                return (yield from self._seeded((yield _match(old.rematch)), "join", {}, client_seed))
            except (TooLate, NotFound):
                pass
        made = yield _change(path("matches", match, verb="rematch"))
        return (yield from self._with_seed(made, client_seed))

    @operation
    def assign(self, match: str, seat: int, to: str) -> Request[Match]:
        """Say, as its creator, who sits in an empty seat: ``open``, ``me``, ``bot:greedy`` or ``player:<id>``."""
        return Request("PUT", path("matches", match, "seats", seat), record(Match), body={"seat": to})

    @procedure
    def start(self, match: str, *, client_seed: str | None = None) -> Steps[Match]:
        """Start, as its creator, a match that waits for that; with a client seed as by :meth:`join`, if you have a
        seat."""
        return (yield from self._seeded((yield _match(match)), "start", {}, client_seed))

    @operation
    def resign(self, match: str) -> Request[Match]:
        """Give up; the house plays on, or the match ends."""
        return _change(path("matches", match, verb="resign"))

    @operation
    def abort(self, match: str) -> Request[Match]:
        """Call off, as its creator, a match that has not started."""
        return _change(path("matches", match, verb="abort"))

    @operation
    def view(self, match: str, seat: int | None = None) -> Request[View]:
        """What a seat knows and may do; without a seat, what spectators know."""
        place = ("view",) if seat is None else ("seats", seat, "view")
        return Request("GET", path("matches", match, *place), record(View))

    @operation
    def decide(self, match: str, decision: int, action: str | JsonObject) -> Request[Answered]:
        """Answer a decision, in notation or structured. The same answer again gets the same reply."""
        return Request("POST", path("matches", match, "decisions", decision), record(Answered), body={"action": action})

    @operation
    def check(self, match: str, decision: int, action: str | JsonObject) -> Request[Checked]:
        """Whether an answer would be taken; an error says why not."""
        address = path("matches", match, "decisions", decision, verb="check")
        return Request("POST", address, record(Checked), body={"action": action})

    @operation
    def replay(self, match: str) -> Request[JsonObject]:
        """The replay of a match that has ended, as ``playhall verify`` takes it."""
        return Request("GET", path("matches", match, "replay"), document)

    @procedure
    def check_fairness(
        self, match: str, *, tournament: str | None = None, series: str | None = None, player: str = "me"
    ) -> Steps[list[Check]]:
        """Whether a match that has ended was fair, as far as that can be told without playing it again: its replay
        against what was kept of it (:attr:`promises`), and, if it belongs to a tournament or a series, against what
        that has promised. ``tournament``: also the one that :meth:`account_events` has told. ``player``: the one whose
        seat there it is, yourself or a bot of yours."""
        replay = yield Request("GET", path("matches", match, "replay"), document)
        keys = yield from self._published(replay)
        kept = self.promises.get(match)
        if tournament is None and series is None:
            tournament = self.promises.tournament_of(match)
        origin: JsonObject | None = None
        export: JsonObject | None = None
        if tournament is not None or series is not None:
            place = ("series", series) if series is not None else ("tournaments", tournament or "")
            origin = yield Request("GET", path(*place), document)
        if tournament is not None and replay["commitment_document"].get("event"):
            try:
                export = yield Request("GET", path("tournaments", tournament, "export", "json"), document)
            except ApiError:  # it is not shown: `event_deal` says that it was not checked
                export = None
        entered = None if tournament is None else self.promises.get(f"{tournament}/{player}")
        me = kept.player if kept is not None else None
        if entered is not None:
            me = (yield Request("GET", path("players", player), record(Player))).id
        given_by = kept if entered is None else entered
        seats = [seat["player"] for seat in replay["seats"]]
        own = seats.index(me) if me in seats else None
        checks = check_replay(
            replay,
            keys=keys,
            commitment=None if kept is None else kept.commitment,
            seat=own if kept is None or kept.seat is None else kept.seat,
            client_seed=given_by.client_seed if given_by is not None else None,
            player=me,
        )
        committed = None if entered is None else entered.commitment
        return checks + check_origin(replay, origin, kept=committed, keys=keys, export=export)

    @listing
    def positions(
        self, match: str, *, first: int = 0, seat: int | None = None, with_views: bool = False
    ) -> Request[Page[ShownPosition]]:
        """The positions of a match that has ended, from a number on, as a seat or the spectators saw them.
        ``with_views``: with what the viewer knew."""
        query = {"from": first, "seat": seat, "include": "view" if with_views else None, "page_size": 100}
        return listed(ShownPosition, "positions", path("matches", match, "positions"), query)

    @operation
    def position(self, match: str, number: int) -> Request[JsonObject]:
        """One of them, as everybody saw it (``views``), with the ``position`` itself."""
        return Request("GET", path("matches", match, "positions", number), document)

    @operation
    def imagine(self, match: str, seat: int, *, seed: str | None = None) -> Request[JsonObject]:
        """A position drawn from those that a seat's view allows. ``seed``: 64 hexadecimal digits; the same gives the
        same, and without one it is random."""
        return Request("POST", path("matches", match, "seats", seat, verb="imagine"), document, body=given(seed=seed))

    @operation
    def observe(self, position: JsonObject) -> Request[JsonObject]:
        """What everybody knows of a position, and may do."""
        return Request("POST", path("positions", verb="observe"), document, body={"position": position})

    @operation
    def play(self, position: JsonObject, seat: int, action: str | JsonObject) -> Request[JsonObject]:
        """The position after a seat's action, in notation or structured."""
        body = {"position": position, "seat": seat, "action": action}
        return Request("POST", path("positions", verb="play"), document, body=body)

    @operation
    def choose(self, position: JsonObject, seat: int, bot: str, *, seed: str | None = None) -> Request[JsonObject]:
        """What a bot plays for a seat, from what the seat knows and nothing else. Is its ``state`` ``waiting``, it
        still searches: ask the same again. ``seed``: the bot's own randomness."""
        body = given(position=position, seat=seat, bot=bot, seed=seed)
        return Request("POST", path("positions", verb="choose"), document, body=body)

    @operation
    def explain(
        self,
        position: JsonObject,
        seat: int,
        *,
        bot: str | None = None,
        iterations: int | None = None,
        seed: str | None = None,
    ) -> Request[JsonObject]:
        """What a bot that searches finds of each legal action of a seat, the best first. Is its ``state`` ``waiting``,
        it still searches: ask the same again."""
        body = given(position=position, seat=seat, bot=bot, iterations=iterations, seed=seed)
        return Request("POST", path("positions", verb="explain"), document, body=body)

    @stream
    def events(self, match: str, seat: int | None = None, *, since: int | None = None) -> Following[MatchEvent]:
        """What a seat, or the spectators, are shown of a match, up to its end. ``since``: a revision; without it the
        first line is a snapshot."""
        place = ("events", "ndjson") if seat is None else ("seats", seat, "events", "ndjson")
        request = Request("GET", path("matches", match, *place), _nothing, accept=LINES)
        return Following(request, MatchEvent.parse, "revision", since)

    @stream
    def account_events(
        self, *, include: Collection[Literal["view", "legal"]] = (), since: str | None = None
    ) -> Following[AccountEvent]:
        """What happens in all matches of the player, without end. ``include``: what turns come with. ``since``: a
        cursor; without it the first line is ``open``."""
        query = {"include": ",".join(sorted(include)) or None}
        request = Request("GET", path("events", "ndjson"), _nothing, query, accept=LINES)
        return Following(request, self._learned, "cursor", since)

    @operation
    def block(self, player: str) -> Request[Block]:
        """Have nothing to do with a player: it cannot invite you, nor join you."""
        return Request("PUT", path("players", "me", "blocks", player), record(Block))

    @operation
    def unblock(self, player: str) -> Request[None]:
        """Take a block back."""
        return Request("DELETE", path("players", "me", "blocks", player), _nothing)

    @listing
    def blocks(self, *, page_size: int | None = None) -> Request[Page[Block]]:
        """Whom you have blocked."""
        return listed(Block, "blocks", path("players", "me", "blocks"), {"page_size": page_size})

    @operation
    def create_ticket(
        self,
        ruleset: str,
        seats: int,
        *,
        options: JsonObject | None = None,
        time_control: JsonObject | None = None,
        on_time_out: JsonObject | None = None,
        visibility: Literal["public", "private"] | None = None,
        rating_range: JsonObject | None = None,
        bots: Literal["allowed", "never", "only"] | None = None,
        exclusive: bool | None = None,
        idempotency_key: str | None = None,
    ) -> Request[Ticket]:
        """Wait for others who want to play the same. ``time_control``: such as ``{"kind": "per_decision", "seconds":
        60}``. ``rating_range``: such as ``{"start": 100, "per_second": 10, "limit": 500}``."""
        body = given(
            ruleset=ruleset,
            seats=seats,
            options=options,
            time_control=time_control,
            on_time_out=on_time_out,
            visibility=visibility,
            rating_range=rating_range,
            bots=bots,
            exclusive=exclusive,
        )
        return Request("POST", path("tickets"), record(Ticket), body=body, headers=_creation(idempotency_key))

    @operation
    def ticket(self, ticket: str, *, wait: int | None = None) -> Request[Ticket]:
        """A ticket, which goes on waiting by it. ``wait``: for how many seconds, up to 30, to wait for its end."""
        return Request("GET", path("tickets", ticket), record(Ticket), {"wait": wait})

    @listing
    def tickets(self) -> Request[Page[Ticket]]:
        """Your tickets, newest first; those that wait go on waiting by it."""
        return listed(Ticket, "tickets", path("tickets"), {})

    @operation
    def cancel_ticket(self, ticket: str) -> Request[Ticket]:
        """Wait no longer."""
        return Request("DELETE", path("tickets", ticket), record(Ticket))

    @listing
    def tournaments(
        self, *, status: str | None = None, ruleset: str | None = None, page_size: int | None = None
    ) -> Request[Page[Tournament]]:
        """Public tournaments, newest first."""
        query = {"status": status, "ruleset": ruleset, "page_size": page_size}
        return listed(Tournament, "tournaments", path("tournaments"), query)

    @operation
    def tournament(self, tournament: str) -> Request[Tournament]:
        """A tournament, and how far it is."""
        return Request("GET", path("tournaments", tournament), record(Tournament))

    @listing
    def entrants(self, tournament: str, *, page_size: int | None = None) -> Request[Page[Entrant]]:
        """Who has entered, in the order of entry."""
        address = path("tournaments", tournament, "entrants")
        return listed(Entrant, "entrants", address, {"page_size": page_size})

    @operation
    def standings(self, tournament: str) -> Request[JsonObject]:
        """Who stands where, by what sums, in each stage that has begun."""
        return Request("GET", path("tournaments", tournament, "standings"), document)

    @procedure
    def enter(
        self,
        tournament: str,
        player: str = "me",
        *,
        client_seed: str | None = None,
        without_commitment: bool = False,
    ) -> Steps[Entrant]:
        """Enter yourself, or a bot of yours. What the tournament has promised is read, checked and kept first
        (:attr:`promises`); then a client seed for all your matches there is sent, a random one unless it is given.
        ``without_commitment``: also where nothing is promised, in a tournament of an older version.

        Raises:
            CommitmentBroken: what is promised does not hold, and nothing was sent; or the seed was not taken.
        """
        address = path("tournaments", tournament, "entrants")
        request = Request("POST", address, record(Entrant), body={"player": player})
        return (yield from self._entering(tournament, player, request, client_seed, without_commitment))

    @procedure
    def check_in(
        self,
        tournament: str,
        entrant: str = "me",
        *,
        client_seed: str | None = None,
        without_commitment: bool = False,
    ) -> Steps[Entrant]:
        """Say that you are here, where the tournament asks for it. ``entrant``: also the id of a bot of yours in it. A
        client seed is sent as by :meth:`enter`; one that another program has given must be given here, too.
        ``without_commitment``: also without that, and in a tournament of an older version.

        Raises:
            CommitmentBroken: as of :meth:`enter`; or a seed was given before that is not known here.
        """
        request = _entrant(tournament, entrant, "check-in")
        return (yield from self._entering(tournament, entrant, request, client_seed, without_commitment))

    @operation
    def request_bye(self, tournament: str, round_number: int, entrant: str = "me") -> Request[Entrant]:
        """Ask not to be paired in a round."""
        return _entrant(tournament, entrant, "request-bye", {"round": round_number})

    @operation
    def withdraw(self, tournament: str, entrant: str = "me", *, reason: str = "") -> Request[Entrant]:
        """Take part no more. ``reason``: everybody reads it who sees the tournament."""
        return _entrant(tournament, entrant, "withdraw", {"reason": reason})

    @operation
    def return_to(self, tournament: str, entrant: str = "me") -> Request[Entrant]:
        """Take part again, after a withdrawal."""
        return _entrant(tournament, entrant, "return")

    @operation
    def create_series(
        self,
        ruleset: str,
        entrants: Sequence[str],
        *,
        stop: JsonObject | None = None,
        design: str | None = None,
        seats: Sequence[int] | None = None,
        options: JsonObject | None = None,
        seed: str | None = None,
        name: str | None = None,
        priority: int | None = None,
        budget_seconds: int | None = None,
        idempotency_key: str | None = None,
    ) -> Request[Series]:
        """Have many matches played between house bots. ``stop``: such as ``{"rule": "fixed", "matches": 1000}``."""
        body = given(
            ruleset=ruleset,
            entrants=list(entrants),
            stop=stop,
            design=design,
            seats=None if seats is None else list(seats),
            options=options,
            seed=seed,
            name=name,
            priority=priority,
            budget_seconds=budget_seconds,
        )
        return Request("POST", path("series"), record(Series), body=body, headers=_creation(idempotency_key))

    @listing
    def all_series(self, *, status: str | None = None, page_size: int | None = None) -> Request[Page[Series]]:
        """Your series."""
        return listed(Series, "series", path("series"), {"status": status, "page_size": page_size})

    @operation
    def series(self, series: str) -> Request[Series]:
        """A series, and how far it is."""
        return Request("GET", path("series", series), record(Series))

    @operation
    def change_series(self, series: str, /, **fields: str | int | None) -> Request[Series]:
        """Change ``status`` (``paused``, ``running``, ``cancelled``), ``matches``, ``priority``, ``budget_seconds`` or
        ``name``."""
        return Request("PATCH", path("series", series), record(Series), body=dict(fields))

    @operation
    def series_summary(self, series: str) -> Request[JsonObject]:
        """Its standings with their confidence, also while it is played."""
        return Request("GET", path("series", series, "summary"), document)

    @listing
    def series_results(self, series: str, *, first: int = 0) -> Request[Page[SeriesMatch]]:
        """The results of its matches, from a number on, as far as they are settled."""
        return downloaded(SeriesMatch, path("series", series, "results", "ndjson"), first, RESULTS_AT_ONCE)

    def _learned(self, told: JsonObject) -> AccountEvent:
        """A line of the player's stream; where it names the tournament of a match, that is kept."""
        event = AccountEvent.parse(told)
        news = [(event.match, event.tournament), *((each.match, each.tournament) for each in event.tournaments)]
        for match, tournament in news:
            if match and tournament:
                self.promises.set_tournament(match, tournament)
        return event

    def _seeded(self, before: Match, verb: str, body: JsonObject, client_seed: str | None) -> Steps[Match]:
        """Send what carries a client seed, when what was published is kept; and see that the answer says the same."""
        match, commitment = before.id, before.raw.get("commitment")
        kept = self.promises.get(match)
        if kept is not None and kept.broken is not None:
            raise CommitmentBroken(match, kept.broken)
        if kept is not None and kept.commitment != commitment:
            raise self._broken(before, "its commitment has changed")
        key = check_published(before, (yield from self._published(before.raw)))
        assert commitment is not None
        seed = (client_seed or new_seed()).lower() if is_seed_wanted(before, verb) else None
        promised = Kept(commitment, before.seat, seed, key=key, match=before.raw)
        if seed is not None:
            self.promises.set(match, promised)
        try:
            after: Match = yield _change(path("matches", match, verb=verb), body | given(client_seed=seed))
        except ApiError:
            if seed is not None:
                self.promises.set(match, kept or replace(promised, client_seed=None))
            raise
        how = was_broken(before, after, seed)
        if how is not None:
            raise self._broken(before, how)
        if seed is not None:
            player = None if after.seat is None else after.seats[after.seat].player
            self.promises.set(match, replace(promised, seat=after.seat, player=player.id if player else None))
        return after

    def _published(self, signed: JsonObject) -> Steps[list[JsonObject]]:
        """The keys that sign; asked for once, and again for a signature by another."""
        signed_by = (signed.get("commitment_signature") or {}).get("key_id")
        if all(key.get("key_id") != signed_by for key in self._signing_keys):
            published = yield Request("GET", path("signing-keys"), document)
            self._signing_keys = published.get("keys") or ()
        return list(self._signing_keys)

    def _entering(
        self,
        tournament: str,
        player: str,
        request: Request[Entrant],
        client_seed: str | None,
        without_commitment: bool,
    ) -> Steps[Entrant]:
        """Send what enters a player or checks it in, with a client seed for its matches."""
        before = yield Request("GET", path("tournaments", tournament), document)
        place = f"{tournament}/{player}"
        kept = self.promises.get(place)
        commitment = check_event(before, (yield from self._published(before)))
        if kept is not None and kept.commitment != commitment:
            raise CommitmentBroken(tournament, "its commitment has changed")
        known = (None if kept is None else kept.client_seed) or (client_seed and client_seed.lower())
        how = None if commitment else "it has no commitment: enter only if you want to without"
        if commitment is not None and known is None and request.path.endswith(":check-in"):
            there = yield Request("GET", path("tournaments", tournament, "entrants", player), record(Entrant))
            if there.raw.get("client_seed_sha256"):
                how = "a client seed was given that is not known here: give it, or check in without a proof"
        if how is not None and not without_commitment:
            raise CommitmentBroken(tournament, how)
        if how is not None or commitment is None:
            as_it_is: Entrant = yield request
            return as_it_is
        seed = known or new_seed()
        self.promises.set(place, Kept(commitment, client_seed=seed, match=before))
        entrant: Entrant
        try:
            entrant = yield replace(request, body={**(request.body or {}), "client_seed": seed})
        except ApiError as error:
            self.promises.set(place, kept or Kept(commitment, match=before))
            if not any(each.pointer.endswith("/client_seed") for each in error.errors):
                raise
            if (yield from self._is_own(tournament, player, request)):
                raise CommitmentBroken(tournament, "your client seed was refused") from error
            entrant = yield request  # a host enters somebody else, who gives a seed of its own
            return entrant
        if entrant.raw.get("client_seed_sha256") != seed_digest(seed):
            raise CommitmentBroken(tournament, "your client seed was not taken")
        # It may check in by its id as an entrant.
        self.promises.set(f"{tournament}/{entrant.id}", Kept(commitment, client_seed=seed, match=before))
        return entrant

    def _is_own(self, tournament: str, player: str, request: Request[Entrant]) -> Steps[bool]:
        """Whether an entrant is oneself or a bot of one's own. ``player``: its id; of a check-in also the entrant's."""
        if player == "me":
            return True
        if request.path.endswith(":check-in"):
            there = yield Request("GET", path("tournaments", tournament, "entrants", player), record(Entrant))
            if there.player_id is None:
                return False
            player = there.player_id
        me = yield Request("GET", path("players", "me"), record(Player))
        other = yield Request("GET", path("players", player), record(Player))
        return me.id in (other.id, other.owner)

    def _with_seed(self, made: Match, client_seed: str | None) -> Steps[Match]:
        """A match that was just created, with a client seed for one's own seat where one is neither too late nor to
        come later."""
        is_waiting = made.status == "open" and any(seat.status != "taken" for seat in made.seats)
        if made.seat is None or not is_waiting or made.start_rule != "when_full":
            return made
        try:
            return (yield from self._seeded(made, "seed", {}, client_seed))
        except ApiError as error:
            if not isinstance(error, TooLate) and error.code != "CLIENT_SEED_GIVEN":
                raise
            return made

    def _broken(self, match: Match, how: str) -> CommitmentBroken:
        kept = self.promises.get(match.id) or Kept(str(match.raw.get("commitment")), match.seat, match=match.raw)
        self.promises.set(match.id, replace(kept, broken=how))
        return CommitmentBroken(match.id, how)
