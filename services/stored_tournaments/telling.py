"""Tells players what happens in tournaments: entries of the log become events of accounts.

The log is there first. Up to where its players were told of it is kept in Redis, in the tournament's shard, beside the
accounts that it fills: one script appends to some accounts and moves that place on. So whoever is killed in between is
followed by somebody who goes on exactly there, two who tell at once tell everything once, and what a server loses that
falls over is told again by the one that has lost it. SQL keeps the same place, a little late, for when Redis has lost
everything.
"""

import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from itertools import islice
from typing import Any, Final, NamedTuple

from redis import Redis

from services.database import Database
from services.engine.ruleset import JsonObject
from services.matches.account_events import AccountEventType
from services.matches.canonical_json import dump
from services.matches.commit import ACCOUNT_SECONDS, ACCOUNTS_LUA
from services.matches.event_log import iso_time
from services.matches.ids import PREFIX
from services.matches.redis_keys import account_key, notifications_key, shard_of, tournament_key, tournaments_key
from services.platform_time import platform_ms
from services.redis_clients import busy_if_unavailable
from services.stored_tournaments import player_events, rows
from services.stored_tournaments.hosted_tournament import HostedTournament, MatchState
from services.stored_tournaments.known_logs import Read
from services.stored_tournaments.player_events import Before, News, Reporter
from services.tournaments.folding import read_back
from services.tournaments.log import LoggedHappening, Undone
from services.tournaments.tournament import Tournament

AT_ONCE: Final = 50
"""Entrants whose accounts one script fills: what it does in a millisecond or two."""
KEPT_SECONDS: Final = 24 * 3600
"""For so long Redis knows how far players were told of a tournament that is over."""

KEPT_FOLDED: Final = 64
"""Tournaments that a process keeps as they were when it told of them last."""

_LUA: Final = files(__package__) / "lua"
_UNKNOWN: Final = ""


class _Place(NamedTuple):
    """Up to where players were told: of all entries up to ``entry``, and of the next one so many groups of them."""

    entry: int
    groups: int = 0

    def __str__(self) -> str:
        return f"{self.entry} {self.groups}"


class Telling:
    """Tells players. Safe to use from several threads and processes."""

    def __init__(
        self, database: Database, redis: Redis, *, at_once: int = AT_ONCE, now_ms: Callable[[], int] = platform_ms
    ) -> None:
        """``at_once``: how many entrants one script tells; the same wherever players are told."""
        self._database = database
        self._at_once = at_once
        # The client's own methods are typed for every way to configure it, also for those that nobody here uses.
        self._command: Callable[..., Any] = redis.execute_command
        self._folded: dict[str, Tournament] = {}
        self._script = redis.register_script(ACCOUNTS_LUA + (_LUA / "tell.lua").read_text())
        self._now_ms = now_ms

    def tell(self, found: Read) -> int:
        """Tell players what they have not been told of a tournament.

        Returns:
            Up to which entry they were told everything: at least the last one, unless somebody else tells just now.

        Raises:
            Refusal: ``BUSY``: Redis or the database does not answer; it is to be tried again.
        """
        place = self._told(found.hosted.id) or self._begin(found)
        if place.entry >= found.hosted.revision:
            return place.entry
        tournament = self._folded_at(found, place.entry)
        story = _Story(found, self._reporter(found), tournament, self._at_once)
        for step in story.steps(place):
            if not self._send(found, place, step):
                return place.entry
            place = step.reached or place
        self._keep(found.hosted.id, story.tournament)
        return place.entry

    # -- where it goes on ----------------------------------------------------------------------------------------------

    def _told(self, tournament_id: str) -> _Place | None:
        with busy_if_unavailable():
            found: bytes | None = self._command("HGET", tournament_key(tournament_id), "told")
        return None if found is None else _Place(*map(int, found.split()))

    def _begin(self, found: Read) -> _Place:
        """Where it begins for a tournament of which Redis knows nothing: what is open for its players is put there
        again, without a word. If somebody else is quicker, the first step finds that out."""
        with self._database.read() as connection:
            told = _Place(rows.told(connection, found.hosted.id))
            handed_out = rows.under_way(connection, found.hosted.id, MatchState.DUE, MatchState.MADE)
        if told.entry and not found.hosted.status.is_over:
            matches = {match.place: match.match_id for match in handed_out}
            tournament = found.hosted.folded(found.entries[: told.entry])
            for group in _groups(tournament, self._at_once):
                places = [
                    (player_id, player_events.place_of(tournament, tournament.members[entrant], matches))
                    for entrant, player_id in group
                ]
                self._send(found, None, _Step(None, told.entry, [], places))
        self._send(found, None, _Step(told, told.entry, [], []))
        return told

    def _folded_at(self, found: Read, entry: int) -> Tournament:
        """The tournament as it was after an entry: folded on from where it was told last here, if that can be."""
        there = self._folded.pop(found.hosted.id, None)
        if there is not None and there.revision <= entry:
            missing = found.entries[there.revision : entry]
            if not any(isinstance(each.what, Undone) for each in missing):
                for each in missing:
                    read_back(there, each, is_old=found.hosted.event is None)
                return there
        return found.hosted.folded(found.entries[:entry])

    def _keep(self, tournament_id: str, tournament: Tournament) -> None:
        if not tournament.status.is_over:
            for oldest in list(self._folded)[: 1 - KEPT_FOLDED]:
                self._folded.pop(oldest, None)
            self._folded[tournament_id] = tournament

    def _reporter(self, found: Read) -> Reporter:
        hosted, known = found.hosted, _Standings(self._database, found.hosted)
        return Reporter(hosted, lambda place, at_ms: rows.creation_of(hosted, place, at_ms).id(PREFIX), known.standing)

    # -- one step ------------------------------------------------------------------------------------------------------

    def _send(self, found: Read, place: _Place | None, step: "_Step") -> bool:
        """Do a step of who was told up to a place; whether that was so."""
        hosted = found.hosted
        shard = shard_of(hosted.id)
        events = step.events
        if step.for_hosts:
            with self._database.read() as connection:
                hosts = rows.host_ids(connection, hosted)
            events = [(host, event) for host in hosts for event in step.for_hosts]
        keys = [tournament_key(hosted.id), notifications_key(shard)]
        keys += (account_key(shard, player_id) for player_id, _ in events)
        keys += (tournaments_key(shard, player_id) for player_id, _ in step.places)
        args: list[str | bytes | int] = [
            hosted.id,
            _UNKNOWN if place is None else str(place),
            _UNKNOWN if step.reached is None else str(step.reached),
            step.version,
            self._now_ms(),
            ACCOUNT_SECONDS,
            len(events),
        ]
        for event in events:
            args += event
        args.append(len(step.places))
        args += (b"" if own is None else b"%d %b" % (step.version, dump(own)) for _, own in step.places)
        args += [dump(player_events.about(hosted)), KEPT_SECONDS if hosted.status.is_over else ""]
        with busy_if_unavailable():
            return bool(self._script(keys, args))


class _Step(NamedTuple):
    """What one script does. ``reached``: up to where players are told then; None: that stays unknown. ``version``: the
    number of the entry. ``events``: of players. ``places``: of players. ``for_hosts``: events for each host."""

    reached: _Place | None
    version: int
    events: list[tuple[str, bytes]]
    places: list[tuple[str, JsonObject | None]]
    for_hosts: Sequence[bytes] = ()


class _Story:
    """What is to be told of a log, step by step, the same for whoever tells it."""

    def __init__(self, found: Read, reporter: Reporter, tournament: Tournament, at_once: int) -> None:
        """``tournament``: as it was at the place where the story begins; afterwards, as it is at its end."""
        self.tournament = tournament
        self._found = found
        self._reporter = reporter
        self._at_once = at_once

    def steps(self, place: _Place) -> Iterator[_Step]:
        """The steps from a place on. Entries that mean nothing to anybody are passed over with those that do."""
        hosted, entries = self._found.hosted, self._found.entries
        tournament = self.tournament
        reached: _Place | None = place
        for entry in entries[place.entry :]:
            before = Before.of(tournament, entry.what)
            if isinstance(entry.what, Undone):
                tournament = self.tournament = hosted.folded(entries[: entry.number])
            else:
                read_back(tournament, entry, is_old=hosted.event is None)
            first = place.groups if entry.number == place.entry + 1 else 0
            for step in self._of_entry(entry, before, tournament, first):
                reached = step.reached
                yield step
        if reached != (last := _Place(self._found.hosted.revision)):
            yield _Step(last, last.entry, [], [])

    def _of_entry(self, entry: LoggedHappening, before: Before, after: Tournament, first: int) -> Iterator[_Step]:
        """Group by group, and then the hosts. A group is made of the same entrants whenever it is told."""
        news = self._reporter.news(before, entry, after, self._found.entries)
        if not (news.events or news.places or news.for_hosts):
            return
        for number, group in enumerate(_groups(after, self._at_once)):
            if number < first:
                continue
            step = _of_group(entry, news, group, _Place(entry.number - 1, number + 1))
            if step.events or step.places:
                yield step
        if news.for_hosts:
            told = [_event(entry, type, fields) for type, fields in news.for_hosts]
            yield _Step(_Place(entry.number), entry.number, [], [], told)


def _of_group(entry: LoggedHappening, news: News, group: Sequence[tuple[str, str]], reached: _Place) -> _Step:
    events, places = [], []
    for entrant, player_id in group:
        readers = (player_id, news.owners[entrant]) if entrant in news.owners else (player_id,)
        told = [_event(entry, type, fields) for type, fields in news.events.get(entrant, ())]
        events += [(reader, event) for reader in readers for event in told]
        if entrant in news.places:
            places.append((player_id, news.places[entrant]))
    return _Step(reached, entry.number, events, places)


def _event(entry: LoggedHappening, type: AccountEventType, fields: JsonObject) -> bytes:
    return dump({"type": type.value, "at": iso_time(entry.at_ms), **fields})


def _groups(tournament: Tournament, at_once: int) -> Iterator[list[tuple[str, str]]]:
    """Who can be told something: the bots of the house cannot. In the order of entry, each with its player's id."""
    people = ((member.id, member.player_id) for member in tournament.members.values() if member.player_id is not None)
    while group := list(islice(people, at_once)):
        yield group


class _Standings:
    """Where entrants stand, read when it is needed for the first time."""

    def __init__(self, database: Database, hosted: HostedTournament) -> None:
        self._database = database
        self._hosted = hosted
        self._known: dict[tuple[int, str], JsonObject] | None = None

    def standing(self, stage: int, entrant: str) -> JsonObject | None:
        """Where an entrant stands in a stage; None: nowhere."""
        if self._known is None:
            with self._database.read() as connection:
                stored = rows.standings(connection, self._hosted.id)
            stages = [] if stored is None else json.loads(zlib.decompress(stored))["stages"]
            self._known = {
                (each["stage"], row["entrant"]): {name: row[name] for name in ("rank", "is_joint", "points")}
                for each in stages
                for row in each["rows"]
            }
        return self._known.get((stage, entrant))
