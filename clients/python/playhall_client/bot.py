"""Bots: a method that chooses, and everything else done for it.

One stream tells of all matches of the player. What is told of a match is worked on in order, one thing after the other;
matches do not wait for each other, except that no more than ``at_once`` choices are thought about at a time.
"""

import asyncio
import json
import logging
import traceback
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from typing import Any, Literal, TypeAlias, TypeVar

from playhall_client.async_client import AsyncClient
from playhall_client.client import Client
from playhall_client.errors import ApiError, BadAnswer, CommitmentBroken, IllegalAction, NotFound, NotReachable, TooLate
from playhall_client.models import (
    TOURNAMENT_EVENTS,
    AccountEvent,
    Action,
    JsonObject,
    Match,
    OpenMatch,
    Outcome,
    Player,
)
from playhall_client.promises import Promises
from playhall_client.retries import Retries

LOG = logging.getLogger("playhall_client")
T = TypeVar("T")
OnError: TypeAlias = Literal["first", "resign"]
"""What a bot does whose choice fails: play the first legal action, or resign."""

_RETRIES = Retries()
_MESSAGE = 500
_TRACEBACK = 16_000
_REPORTS = 4
_SERVER_ERRORS = 500
_TOO_MANY = 429
_NO_SUCH_ACTION = 422


@dataclass(frozen=True)
class Playing:
    """A match in which the bot sits."""

    match: str
    ruleset: str
    seat: int


@dataclass(frozen=True)
class Turn(Playing):
    """A decision to make. ``view``: the ruleset's document with what the seat knows. ``legal``: every legal action,
    at least one. ``deadline``: when the platform decides for the seat; None: never."""

    decision: int
    view: JsonObject = field(repr=False)
    legal: Sequence[Action] = field(repr=False)
    deadline: datetime | None


@dataclass(frozen=True)
class Invitation(Playing):
    """A seat that is kept for the bot. ``by``: whom; None if it was invited before this program ran. ``rematch_of``:
    the match that is to be played again, if it is known that this is a rematch."""

    by: Player | None
    rematch_of: str | None = None


@dataclass(frozen=True)
class Ended(Playing):
    """A match that is over. ``status``: ``finished`` or ``aborted``. ``outcome``: None if it was aborted."""

    status: str
    outcome: Outcome | None

    @property
    def rank(self) -> int | None:
        """The bot's rank: 1 is best."""
        results = self.outcome.results if self.outcome else ()
        return next((result.rank for result in results if result.seat == self.seat), None)


@dataclass
class _Table:
    """A match and what is to be done in it. ``asked``: the decision that waits or is worked on. ``answer``: the last
    decision that was answered, and how."""

    playing: Playing
    jobs: "deque[Callable[[], Awaitable[None]]]" = field(default_factory=deque)
    worker: "asyncio.Task[None] | None" = None
    has_begun: bool = False
    is_invited: bool = False
    is_over: bool = False
    asked: int | None = None
    answer: tuple[int, str | JsonObject] | None = None


def _sendable(action: object) -> str | JsonObject:
    """An action, if it is one.

    Raises:
        TypeError, ValueError: it is not.
    """
    if not isinstance(action, (str, dict)):
        raise TypeError(f"choose must return a str or a dict, not {type(action).__name__}")
    json.dumps(action)
    return action


class AsyncBot:
    """A bot for asyncio: a class of yours that has :meth:`choose`."""

    on_error: OnError = "first"
    version: str = ""
    """Of your program, such as ``1.4.0``: the platform is told when it runs, and counts statistics and failures by
    it. Empty: it is not told."""
    report_crashes: bool = True
    """Whether the platform keeps for you what a choice has failed of."""

    def __init__(
        self,
        url: str,
        key: str,
        *,
        at_once: int = 8,
        on_error: OnError | None = None,
        promises: Promises | None = None,
    ) -> None:
        """``at_once``: how many choices are thought about at a time. ``promises``: where commitments and client seeds
        are kept; by default in memory.

        Raises:
            ValueError: not a URL of a platform, or not a key.
        """
        self.client = AsyncClient(url, key, promises=promises)
        self.on_error = on_error or self.on_error
        self._key = key
        self._reports: set[asyncio.Task[None]] = set()
        self._thinking = asyncio.Semaphore(at_once)
        self._stopping = asyncio.Event()
        self._tables: dict[str, _Table] = {}
        self._news: deque[AccountEvent] = deque()
        self._telling: asyncio.Task[None] | None = None

    async def choose(self, turn: Turn) -> str | JsonObject:
        """The action to play: its notation, or its structured form. Called once for each decision; only if the
        platform has lost the answer and another action is needed, again."""
        raise NotImplementedError

    async def accepts(self, invitation: Invitation) -> bool:
        """Whether to take a seat that is kept for the bot; if not, the invitation is declined."""
        return True

    async def match_began(self, match: Playing) -> None:
        """A match is live. Called once for each match in a run, before its first decision."""

    async def match_ended(self, match: Ended) -> None:
        """A match is over. Called once for each match that the bot has seen live in this run."""

    async def in_tournament(self, event: AccountEvent) -> None:
        """Something has happened in a tournament that the bot has entered: ``event.type`` says what, one of
        :data:`TOURNAMENT_EVENTS`. Called one at a time, in order. Its matches are played without it."""

    async def run(self) -> None:
        """Play until :meth:`stop`, whatever restarts meanwhile.

        Raises:
            ApiError: the key is not, or no longer, allowed to play.
        """
        stopping = asyncio.ensure_future(self._stopping.wait())
        reading = asyncio.ensure_future(self._read())
        try:
            await asyncio.wait({stopping, reading}, return_when=asyncio.FIRST_COMPLETED)
            if reading.done():
                reading.result()
        finally:
            workers = [table.worker for table in self._tables.values() if table.worker is not None]
            workers += self._reports
            workers += () if self._telling is None else (self._telling,)
            for task in (stopping, reading, *workers):
                task.cancel()
            await asyncio.gather(stopping, reading, *workers, return_exceptions=True)
            self._tables.clear()
            await self.client.close()

    def stop(self) -> None:
        """Let :meth:`run` return. From the thread that runs it."""
        self._stopping.set()

    async def _read(self) -> None:
        await self._state_version()
        async for event in self.client.account_events(include=("view", "legal")):
            if event.type == "open":
                self._open(event.matches)
            elif event.type in TOURNAMENT_EVENTS:
                self._told_of_tournament(event)
            elif event.match:
                self._told(event)

    async def _state_version(self) -> None:
        if not self.version:
            return
        try:
            await self._insisting(lambda: self.client.state_version(self.version), lambda: True)
        except ApiError as error:  # of a person's key, or an older platform's
            LOG.warning("the version is not taken: %s", error)

    def _open(self, matches: Sequence[OpenMatch]) -> None:
        """What is open, in place of what was told before."""
        for each in matches:
            table = self._table(Playing(each.match, each.ruleset, each.seat))
            if each.invited:
                self._invited(table, None, None)
            elif each.status == "live":
                self._live(table)
                self._asked(table, each)
        for match in self._tables.keys() - {each.match for each in matches}:
            table = self._tables[match]
            self._do(table, lambda table=table: self._find_end(table))  # type: ignore[misc]

    def _told(self, event: AccountEvent) -> None:
        if event.type == "declined" or event.seat is None:  # it is about the seat of another
            return
        table = self._table(Playing(event.match, event.ruleset, event.seat))
        if event.type == "invited":
            self._invited(table, event.by, event.rematch_of)
        elif event.type == "match_began":
            self._live(table)
        elif event.type == "your_turn":
            self._live(table)
            self._asked(table, event)
        elif event.type in ("match_ended", "left"):
            status = event.status if event.type == "match_ended" else None
            self._do(table, lambda: self._end(table, status, event.outcome))

    def _told_of_tournament(self, event: AccountEvent) -> None:
        self._news.append(event)
        if self._telling is None:
            self._telling = asyncio.ensure_future(self._tell_news())

    async def _tell_news(self) -> None:
        while self._news:
            event = self._news.popleft()
            try:
                await self.in_tournament(event)
            except Exception as error:
                LOG.error("%s, %s: %s", event.tournament, event.type, type(error).__name__, exc_info=error)
        self._telling = None

    def _table(self, playing: Playing) -> _Table:
        return self._tables.setdefault(playing.match, _Table(playing))

    def _do(self, table: _Table, job: Callable[[], Awaitable[None]]) -> None:
        """Do something when all that was told before of this match is done."""
        table.jobs.append(job)
        if table.worker is None:
            table.worker = asyncio.ensure_future(self._work(table))

    async def _work(self, table: _Table) -> None:
        while table.jobs:
            try:
                await table.jobs.popleft()()
            except Exception as error:
                self._failed(table.playing, error)
        table.worker = None
        if table.is_over:
            self._tables.pop(table.playing.match, None)

    def _invited(self, table: _Table, by: Player | None, rematch_of: str | None) -> None:
        if table.is_invited:
            return
        table.is_invited = True
        playing = table.playing
        invitation = Invitation(playing.match, playing.ruleset, playing.seat, by, rematch_of)

        async def answer() -> None:
            try:
                if await self.accepts(invitation):
                    await self._insisting(lambda: self.client.join(playing.match), lambda: True)
                else:
                    await self._insisting(lambda: self.client.leave(playing.match), lambda: True)
            except CommitmentBroken as error:
                self._failed(playing, error)
                with suppress(ApiError):  # it has begun: its clock goes on without us
                    await self._insisting(lambda: self.client.leave(playing.match), lambda: True)
            except (TooLate, NotFound) as error:
                LOG.info("%s: the invitation is over: %s", playing.match, error)
            finally:
                table.is_invited = False

        self._do(table, answer)

    def _live(self, table: _Table) -> None:
        if not table.has_begun:
            table.has_begun = True
            self._do(table, lambda: self.match_began(table.playing))

    def _asked(self, table: _Table, told: OpenMatch | AccountEvent) -> None:
        """A decision is pending: answer it, unless that is being done."""
        decision = told.decision
        if decision is None or table.asked == decision:
            return
        kept = self.client.promises.get(table.playing.match)
        if kept is not None and kept.broken is not None:
            return
        table.asked = decision
        playing = table.playing

        async def answer() -> None:
            try:
                await self._answer(table, decision, told)
            except (TooLate, NotFound) as error:
                LOG.info("%s: decision %d is over: %s", playing.match, decision, error)
            finally:
                if table.asked == decision:
                    table.asked = None

        self._do(table, answer)

    async def _answer(self, table: _Table, decision: int, told: OpenMatch | AccountEvent) -> None:
        playing = table.playing
        if table.answer is not None and table.answer[0] == decision:
            with suppress(IllegalAction):  # told again: the same answer gets the same reply, if it was not lost
                await self._decide(table, *table.answer)
                return
        view, legal, deadline = told.view, told.legal, told.deadline_at
        if view is None or not legal:
            look = await self._insisting(lambda: self.client.view(playing.match, playing.seat), lambda: True)
            if look.decision != decision or look.view is None:
                return
            view, legal, deadline = look.view, look.legal, look.deadline_at
        turn = Turn(playing.match, playing.ruleset, playing.seat, decision, view, legal, deadline)
        try:
            async with self._thinking:
                action = _sendable(await self.choose(turn))
        except Exception as error:
            self._failed(playing, error)
            self._report(turn, error)
        else:
            try:
                await self._decide(table, decision, action)
                return
            except ApiError as error:
                if error.status != _NO_SUCH_ACTION:
                    raise
                self._failed(playing, error)
                self._report(turn, error)
        if self.on_error == "resign":
            await self._insisting(lambda: self.client.resign(playing.match), lambda: True)
        else:
            await self._decide(table, decision, legal[0].notation)

    async def _decide(self, table: _Table, decision: int, action: str | JsonObject) -> None:
        def decide() -> Awaitable[object]:
            return self.client.decide(table.playing.match, decision, action)

        await self._insisting(decide, lambda: table.asked == decision)
        table.answer = (decision, action)

    async def _insisting(self, call: Callable[[], Awaitable[T]], is_wanted: Callable[[], bool]) -> T:
        """What a call gives in the end, however long the platform is away.

        Raises:
            ApiError: a refusal that will not pass.
            NotReachable: it is away, and the answer is no longer wanted.
        """
        for attempt in count(1):
            try:
                return await call()
            except (ApiError, NotReachable, BadAnswer) as error:
                passes = not isinstance(error, ApiError) or error.status >= _SERVER_ERRORS or error.status == _TOO_MANY
                if not passes or not is_wanted():
                    raise
                LOG.warning("tried again: %s", error)
                await asyncio.sleep(_RETRIES.grown(attempt, error))
        raise AssertionError("attempts have no end")

    async def _find_end(self, table: _Table) -> None:
        """A match of which nothing is open any more, since the stream was away for long."""
        found: Match | None = None
        with suppress(NotFound):
            found = await self._insisting(lambda: self.client.match(table.playing.match), lambda: True)
        if found is None or found.has_ended or found.seat is None:
            await self._end(table, found.status if found else None, found.outcome if found else None)

    async def _end(self, table: _Table, status: str | None, outcome: Outcome | None) -> None:
        if table.is_over:
            return
        table.is_over = True
        playing = table.playing
        if table.has_begun and status is not None:
            await self.match_ended(Ended(playing.match, playing.ruleset, playing.seat, status, outcome))

    def _report(self, turn: Turn, error: Exception) -> None:
        """Tell the platform of a choice that has failed, beside all else; when many fail, not of each."""
        if not self.report_crashes or len(self._reports) >= _REPORTS:
            return
        report = asyncio.ensure_future(self._reported(turn, error))
        self._reports.add(report)
        report.add_done_callback(self._reports.discard)

    async def _reported(self, turn: Turn, error: Exception) -> None:
        message = self._plain(f"{type(error).__name__}: {error}")[:_MESSAGE]
        place = self._plain("".join(traceback.format_exception(error)))[-_TRACEBACK:]
        try:
            await self.client.report_crash(
                message, place, match=turn.match, decision=turn.decision, version=self.version or None
            )
        except (ApiError, NotReachable, BadAnswer) as refused:
            LOG.info("the crash report is not taken: %s", refused)

    def _plain(self, text: str) -> str:
        """Text that can be sent, without the key."""
        return text.replace(self._key, "[key]").encode(errors="replace").decode()

    def _failed(self, playing: Playing, error: Exception) -> None:
        LOG.error("%s, seat %d: %s", playing.match, playing.seat, type(error).__name__, exc_info=error)


class Bot:
    """A bot that plays its matches on threads: a class of yours that has :meth:`choose`.

    ``client``: for requests of your own, from any thread.
    """

    on_error: OnError = "first"
    version: str = ""
    """As :attr:`AsyncBot.version`."""
    report_crashes: bool = True
    """As :attr:`AsyncBot.report_crashes`."""

    def __init__(
        self,
        url: str,
        key: str,
        *,
        at_once: int = 8,
        on_error: OnError | None = None,
        promises: Promises | None = None,
    ) -> None:
        """``at_once``: how many choices are thought about at a time, each on a thread. ``promises``: as of
        :class:`AsyncBot`.

        Raises:
            ValueError: not a URL of a platform, or not a key.
        """
        self.client = Client(url, key, promises=promises)
        self._arguments = (url, key, at_once, on_error or self.on_error)
        self._inner: _OnThreads | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_stopped = False

    def choose(self, turn: Turn) -> str | JsonObject:
        """As :meth:`AsyncBot.choose`; of several matches at a time on several threads."""
        raise NotImplementedError

    def accepts(self, invitation: Invitation) -> bool:
        """As :meth:`AsyncBot.accepts`."""
        return True

    def match_began(self, match: Playing) -> None:
        """As :meth:`AsyncBot.match_began`."""

    def match_ended(self, match: Ended) -> None:
        """As :meth:`AsyncBot.match_ended`."""

    def in_tournament(self, event: AccountEvent) -> None:
        """As :meth:`AsyncBot.in_tournament`."""

    def run(self) -> None:
        """Play until :meth:`stop` or Ctrl-C, whatever restarts meanwhile.

        Raises:
            ApiError: the key is not, or no longer, allowed to play.
        """
        with suppress(KeyboardInterrupt):
            asyncio.run(self._run())

    def stop(self) -> None:
        """Let :meth:`run` return, from any thread; choices that are being thought about are not waited for."""
        self._is_stopped = True
        if self._loop is not None and self._inner is not None:
            with suppress(RuntimeError):  # it has returned
                self._loop.call_soon_threadsafe(self._inner.stop)

    async def _run(self) -> None:
        url, key, at_once, on_error = self._arguments
        pool = ThreadPoolExecutor(at_once, "playhall bot")
        self._inner = _OnThreads(self, pool, url, key, at_once, on_error)
        self._loop = asyncio.get_running_loop()
        if self._is_stopped:
            self._inner.stop()
        try:
            await self._inner.run()
        finally:
            self._loop = None
            pool.shutdown(wait=False, cancel_futures=True)


class _OnThreads(AsyncBot):
    """The methods of a :class:`Bot`, each called on a thread."""

    def __init__(self, bot: Bot, pool: ThreadPoolExecutor, url: str, key: str, at_once: int, on_error: OnError) -> None:
        super().__init__(url, key, at_once=at_once, on_error=on_error, promises=bot.client.promises)
        self._bot = bot
        self._pool = pool
        self.version, self.report_crashes = bot.version, bot.report_crashes

    async def choose(self, turn: Turn) -> str | JsonObject:
        return await self._call(self._bot.choose, turn)

    async def accepts(self, invitation: Invitation) -> bool:
        return await self._call(self._bot.accepts, invitation)

    async def match_began(self, match: Playing) -> None:
        await self._call(self._bot.match_began, match)

    async def match_ended(self, match: Ended) -> None:
        await self._call(self._bot.match_ended, match)

    async def in_tournament(self, event: AccountEvent) -> None:
        await self._call(self._bot.in_tournament, event)

    async def _call(self, method: Callable[[Any], T], argument: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._pool, method, argument)
