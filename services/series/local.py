"""A series played by processes of this machine.

The matches are dealt out in chunks of whole deals; the results come in the order of the matches, however the processes
share them out. A process that dies leaves its chunk to the next one: it gives the same results.
"""

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Final

from services import gc_tuning
from services.engine import registry
from services.engine.registry import AnyRuleset
from services.series.designs import Schedule
from services.series.document import SeriesDocument, SprtStop
from services.series.folder import BadFolder, Folder, read_result, result_line
from services.series.own_bots import NO_OWN_BOTS, OwnBots
from services.series.playing import Player
from services.series.promises import Extension
from services.series.results import MatchResult
from services.series.sprt import Sprt, SprtVerdict

MATCH_SECONDS: Final = 3600.0
"""How long a match may take before the series is given up."""

_CHUNK_SECONDS: Final = 0.3
_CHUNK_MATCHES: Final = 500
_CHUNKS_AHEAD: Final = 64
"""How many chunks may wait for one that was dealt out before them."""
_DEATHS: Final = 3


class SeriesStopped(Exception):
    """The series cannot go on: a match does not end, or kills every process that plays it. What was played is kept."""


@dataclass(slots=True)
class _Chunk:
    """Matches that a process plays at a time. ``place``: of the first of them among all that shall be played."""

    place: int
    matches: Sequence[int]
    deaths: int = 0


@dataclass(slots=True)
class _Worker:
    process: multiprocessing.process.BaseProcess
    connection: "Connection[Sequence[int], bytes]"
    chunk: _Chunk | None = None
    since: float = 0.0


@dataclass(slots=True)
class _Progress:
    """What shall be played, the place of what is still to be dealt out, and what waits for its turn."""

    matches: Sequence[int]
    next: int = 0
    again: deque[_Chunk] = field(default_factory=deque)
    done: dict[int, bytes] = field(default_factory=dict)
    seconds_a_match: float = _CHUNK_SECONDS


class LocalPool:
    """Processes that play the matches of a series. A context: they end with it."""

    def __init__(
        self,
        document: SeriesDocument,
        series_seed: bytes,
        *,
        workers: int,
        match_seconds: float = MATCH_SECONDS,
        own_bots: OwnBots = NO_OWN_BOTS,
        extensions: Sequence[Extension] = (),
        find_ruleset: Callable[[str], AnyRuleset] = registry.ruleset,
    ) -> None:
        """Starts nothing yet. ``own_bots``: who may take part beside the ruleset's bots. ``extensions``: by which a
        platform has made the series longer. ``find_ruleset``: a function of a module, which each process calls.

        Raises:
            BadBots: as :meth:`services.series.own_bots.OwnBots.roster`.
            UnplayableSeries: as :class:`services.series.playing.Player`.
        """
        rules = find_ruleset(document.ruleset)
        self.player = Player(rules, document, series_seed, own_bots.roster(rules), extensions=extensions)
        self.schedule = Schedule(document)
        self._document = document
        self._series_seed = series_seed
        self._extensions = tuple(extensions)
        self._match_seconds = match_seconds
        self._own_bots = own_bots
        self._find_ruleset = find_ruleset
        self._wanted = workers
        self._context = multiprocessing.get_context("spawn")
        self._workers: list[_Worker] = []

    def __enter__(self) -> "LocalPool":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        for worker in self._workers:
            self._end(worker)
        self._workers.clear()

    @property
    def pids(self) -> list[int]:
        """The processes that play now."""
        return [worker.process.pid for worker in self._workers if worker.process.pid is not None]

    def results(self, first: int = 0) -> Iterator[bytes]:
        """The results from match ``first`` on, in order, as lines: those of some whole deals at a time.

        Raises:
            SeriesStopped: the series cannot go on.
        """
        end = self._extensions[-1].document.matches if self._extensions else self._document.max_matches
        return self.played(range(first, end))

    def played(self, matches: Sequence[int]) -> Iterator[bytes]:
        """The results of some matches, ascending, as :meth:`results` has them.

        Raises:
            SeriesStopped: a match does not end, or kills every process that plays it.
        """
        progress = _Progress(matches)
        emitted = 0
        while emitted < len(matches):
            self._start(progress)
            self._receive(progress)
            while (lines := progress.done.pop(emitted, None)) is not None:
                emitted += lines.count(b"\n")
                yield lines

    def _start(self, progress: _Progress) -> None:
        """Give every process something to do."""
        while len(self._workers) < self._wanted:
            self._workers.append(self._made())
        for worker in self._workers:
            if worker.chunk is None and (chunk := self._chunk(progress)) is not None:
                worker.chunk, worker.since = chunk, time.monotonic()
                try:
                    worker.connection.send(chunk.matches)
                except OSError:
                    continue  # it has died: _receive finds out

    def _chunk(self, progress: _Progress) -> _Chunk | None:
        if progress.again:
            return progress.again.popleft()
        first, last = progress.next, len(progress.matches)
        if first == last or len(progress.done) >= _CHUNKS_AHEAD:
            return None
        wanted = min(_CHUNK_MATCHES, max(1, int(_CHUNK_SECONDS / progress.seconds_a_match)))
        end = min(last, first + wanted)
        deal = self.schedule.cluster(progress.matches[end - 1])
        while end < last and progress.matches[end] in deal:
            end += 1
        progress.next = end
        return _Chunk(first, progress.matches[first:end])

    def _receive(self, progress: _Progress) -> None:
        """Wait until something has happened."""
        by_place = {worker.connection: worker for worker in self._workers}
        for connection in wait(list(by_place), timeout=1.0):
            assert isinstance(connection, Connection)
            worker = by_place[connection]
            try:
                lines = connection.recv_bytes()
            except (EOFError, OSError):
                self._bury(worker, progress)
                continue
            assert worker.chunk is not None
            progress.done[worker.chunk.place] = lines
            progress.seconds_a_match = max(1e-5, (time.monotonic() - worker.since) / len(worker.chunk.matches))
            worker.chunk = None
        for worker in self._workers:
            chunk, seconds = worker.chunk, time.monotonic() - worker.since
            if chunk is not None and seconds > self._match_seconds * len(chunk.matches):
                raise SeriesStopped(f"{_named(chunk)} did not end in {seconds:.0f} s")

    def _bury(self, worker: _Worker, progress: _Progress) -> None:
        """A process has died: what it played is played again."""
        self._workers.remove(worker)
        self._end(worker)
        if worker.chunk is None:
            return
        worker.chunk.deaths += 1
        if worker.chunk.deaths == _DEATHS:
            raise SeriesStopped(f"{_named(worker.chunk)} ended {_DEATHS} processes, the last with code {_code(worker)}")
        progress.again.append(worker.chunk)

    def _made(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(
            target=_work,
            args=(
                theirs,
                self._document.to_bytes(),
                self._series_seed,
                self._extensions,
                self._own_bots,
                self._find_ruleset,
            ),
            name="series",
            daemon=True,
        )
        process.start()
        theirs.close()
        return _Worker(process, ours)

    def _end(self, worker: _Worker) -> None:
        worker.connection.close()
        worker.process.kill()
        worker.process.join()


def play_series(pool: LocalPool, folder: Folder) -> Generator[list[MatchResult], None, None]:
    """Play what is missing of the series in a folder, and write it there: the results of some deals at a time, those
    first that lay there already. Ends when the stopping rule says so.

    Raises:
        BadFolder: what lies there is not of this series, or the last match is played otherwise now.
        SeriesStopped: the series cannot go on.
    """
    kept, file = folder.resume()
    try:
        if kept and pool.player.play(pool.schedule.table(kept[-1].number)) != kept[-1]:
            raise BadFolder(f"{folder.path}: rules, cards or bots have changed: match {kept[-1].number} is another now")
        stop = _Stopping(folder.document, pool.schedule)
        yield kept[: stop.after(kept)]
        if stop.has_ended():
            return
        for lines in pool.results(len(kept)):
            each = lines.splitlines(keepends=True)
            results = [read_result(line) for line in each]
            played = stop.after(results)
            file.append(each[:played])
            yield results[:played]
            if stop.has_ended():
                return
    finally:
        file.close()


class _Stopping:
    """Looks, deal by deal in the order of the matches, whether a series has ended."""

    def __init__(self, document: SeriesDocument, schedule: Schedule) -> None:
        self._test = Sprt(document.stop, document.design) if isinstance(document.stop, SprtStop) else None
        self._schedule = schedule

    def has_ended(self) -> bool:
        """Whether the test has found what it looks for."""
        return self._test is not None and self._test.verdict is not SprtVerdict.NONE

    def after(self, results: list[MatchResult]) -> int:
        """How many of the next results, which are of whole deals, still belong to the series."""
        place = 0
        while self._test is not None and place < len(results) and not self.has_ended():
            end = place + len(self._schedule.cluster(results[place].number))
            self._test.add_deal(results[place:end])
            place = end
        return min(place, len(results)) if self.has_ended() else len(results)


def _work(
    connection: "Connection[bytes, Sequence[int]]",
    document: bytes,
    series_seed: bytes,
    extensions: Sequence[Extension],
    own_bots: OwnBots,
    find_ruleset: Callable[[str], AnyRuleset],
) -> None:
    """A process: plays chunk after chunk until nobody asks for more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that asks ends this one
    threading.Thread(target=_end_with_parent, daemon=True).start()
    read = SeriesDocument.read(document)
    rules = find_ruleset(read.ruleset)
    player = Player(rules, read, series_seed, own_bots.roster(rules), extensions=extensions)
    schedule = Schedule(read)
    gc_tuning.freeze_startup_objects()
    try:
        while True:
            matches = connection.recv()
            connection.send_bytes(b"".join([result_line(player.play(schedule.table(number))) for number in matches]))
    except (EOFError, OSError):
        return


def _end_with_parent() -> None:
    """End this process when the one that began the series is gone, also in the middle of a long match."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _named(chunk: _Chunk) -> str:
    first, last = chunk.matches[0], chunk.matches[-1]
    return f"match {first}" if first == last else f"one of the matches {first} to {last}"


def _code(worker: _Worker) -> int | None:
    return worker.process.exitcode
