"""The entries of a tournament's log as sentences."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from gateway.pages.words import counted, isolated, moment
from services.tournaments.log import (
    Accepted,
    ByeRequested,
    Cancelled,
    Changed,
    CheckedIn,
    Closed,
    Entered,
    Finished,
    GameCalledOff,
    GameEnded,
    GameVoid,
    Happening,
    Invited,
    KeptApart,
    LoggedHappening,
    Paused,
    ResultSet,
    Resumed,
    Returned,
    RoundEnded,
    RoundPaired,
    SeasonStarted,
    SeedGiven,
    SeedGivenByHost,
    StageEnded,
    StageStarted,
    Started,
    TableLeft,
    TablePaired,
    Then,
    Undone,
    Withdrawn,
)
from services.tournaments.named_entrants import names_apart
from services.tournaments.wording import listed

_ENTRANT_ID: Final = re.compile(r"\be[0-9]+\b", re.ASCII)
_OF_ENTRANTS: Final = (Entered, Accepted, CheckedIn, SeedGiven, Withdrawn, Returned, ByeRequested)
"""What entrants do by themselves, owners for their bots, and hosts for everybody."""


_THEN: Final[Mapping[Then | None, str]] = {
    None: "",
    "replay": " What was paired after it is set aside and paired anew.",
    "stand": " Who has gone on from it stays.",
}


def _spans(numbers: Sequence[int]) -> str:
    """Numbers in order, those that follow each other as one span: ``4, 7 to 9``."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][-1] == number - 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    return ", ".join(f"{each[0]}" if len(each) == 1 else f"{each[0]} to {each[-1]}" for each in spans)


def _changes(what: Changed) -> Iterator[str]:
    if what.name is not None:
        yield f"The tournament is now called {isolated(what.name)}."
    if what.visibility is not None:
        yield f"It is {what.visibility} from now on."
    if what.entry is not None:
        yield "The rules for entry have changed."
    if what.times is not None:
        starts_ms = what.times.starts_ms
        yield "The host says when it starts." if starts_ms is None else f"It starts on {moment(starts_ms)}."


class LogWords:
    """A whole log, to tell its entries in words. What an entry says about a table is about the table as it was paired
    then."""

    def __init__(self, entries: Sequence[LoggedHappening]) -> None:
        self._entries = entries
        members = (entry.what for entry in entries if isinstance(entry.what, Entered | Invited))
        self._names = names_apart({member.entrant: member.name for member in members})
        self._players: dict[str, str] = {}
        self._owners: dict[str, str] = {}
        self._paired: list[tuple[int, RoundPaired]] = []
        self._arena_tables: dict[tuple[int, int], list[tuple[int, TablePaired]]] = {}
        self._undone_in: dict[int, int] = {}
        for entry in entries:
            what = entry.what
            if isinstance(what, Entered | Invited):
                if what.player is not None:
                    self._players[what.player] = what.entrant
                if what.owner is not None:
                    self._owners[what.entrant] = what.owner
            elif isinstance(what, RoundPaired):
                self._paired.append((entry.number, what))
            elif isinstance(what, TablePaired):
                self._arena_tables.setdefault((what.round, what.table), []).append((entry.number, what))
            elif isinstance(what, Undone):
                self._undone_in |= dict.fromkeys((what.entry, *what.also), entry.number)

    @property
    def players(self) -> Mapping[str, str]:
        """The entrants by the ids of their players."""
        return self._players

    def is_by_host(self, entry: LoggedHappening) -> bool:
        """Whether a host has done this: neither the platform, nor an entrant in its own matter, nor the owner of a bot
        in the bot's."""
        if entry.by is None:
            return False
        if not isinstance(entry.what, _OF_ENTRANTS):
            return True
        entrant = entry.what.entrant
        return self._players.get(entry.by) != entrant and self._owners.get(entrant) != entry.by

    def reason(self, entry: LoggedHappening) -> str:
        """Why it was done, with the names of entrants that the platform has given by their ids."""
        if entry.by is not None:
            return entry.reason
        return _ENTRANT_ID.sub(
            lambda found: self._name(found[0]) if found[0] in self._names else found[0], entry.reason
        )

    def undone_in(self, number: int) -> int | None:
        """The entry by which an entry was taken back."""
        return self._undone_in.get(number)

    def sentence(self, entry: LoggedHappening) -> str:
        """What an entry says."""
        return self._sentence(entry.what, entry.number)

    def _sentence(self, what: Happening, number: int) -> str:
        match what:
            case SeasonStarted():
                divisions = counted(len(what.divisions), "division")
                return " ".join([f"Season {what.season} begins with {divisions}.", *what.notes])
            case KeptApart():
                until = "" if what.until_round is None else f" up to round {what.until_round}"
                return f"{listed([self._name(each) for each in what.entrants])} are kept apart{until}."
            case Changed():
                return " ".join(_changes(what))
            case Entered():
                return f"{self._name(what.entrant)}{' (a bot)' if what.is_bot else ''} enters."
            case Invited():
                return f"{self._name(what.entrant)}{' (a bot)' if what.is_bot else ''} is invited."
            case Accepted():
                return f"{self._name(what.entrant)} accepts the invitation and enters."
            case CheckedIn():
                return f"{self._name(what.entrant)} checks in."
            case SeedGiven():
                return f"{self._name(what.entrant)} gives a seed of its own: SHA-256 {what.client_seed_sha256}."
            case SeedGivenByHost():
                return "The host gives the tournament's seed and knows every card: only bots of the house enter."
            case GameCalledOff():
                return (
                    f"Round {what.round}, table {what.table}, match {what.game} is called off: what it has dealt is "
                    "not dealt again."
                )
            case Withdrawn():
                return f"{self._name(what.entrant)} withdraws."
            case Returned():
                return f"{self._name(what.entrant)} returns."
            case ByeRequested():
                return f"{self._name(what.entrant)} asks not to be paired in round {what.round}."
            case Started():
                return f"The tournament starts with {counted(len(what.seeding), 'entrant')}."
            case StageStarted():
                return f"Stage {what.stage + 1} begins with {counted(len(what.seeding), 'entrant')}."
            case RoundPaired():
                return self._round(what)
            case TablePaired():
                names = listed([self._name(each) for each in what.entrants])
                return f"Round {what.round}, table {what.table} is paired: {names}."
            case GameEnded():
                ended = self._places(what.entrants, what.places, what.forfeits, what.left)
                return f"Round {what.round}, table {what.table}, match {what.game} has ended: {ended}."
            case GameVoid():
                return (
                    f"Round {what.round}, table {what.table}, match {what.game} has ended without a result: it "
                    "is played anew."
                )
            case ResultSet():
                return self._result(what, number)
            case TableLeft():
                lost = listed([self._name(each) for each in what.entrants])
                there = listed([self._name(each) for each in what.came])
                came = f" {there} had come." if what.came else ""
                return f"Round {what.round}, table {what.table} is lost by {lost}.{came}"
            case RoundEnded():
                return f"Round {what.round} is over."
            case StageEnded():
                return f"Stage {what.stage + 1} is over."
            case Paused():
                return "The tournament is paused."
            case Resumed():
                return "The tournament goes on."
            case Finished():
                return "The tournament is over."
            case Cancelled():
                return "The tournament is cancelled."
            case Undone():
                return self._taken_back(what)
            case Closed():
                return "The tournament is closed: nothing of it is corrected any more."

    def _taken_back(self, what: Undone) -> str:
        told = f"Entry {what.entry} is taken back: {self.sentence(self._entries[what.entry - 1])}"
        if not what.also:
            return told
        return f"{told} With it fall {counted(len(what.also), 'later entry', 'later entries')}: {_spans(what.also)}."

    def _round(self, what: RoundPaired) -> str:
        parts = [counted(len(what.tables), "table")]
        if what.byes:
            parts.append(counted(len(what.byes), "bye"))
        standing = sum(table.stands is not None for table in what.tables)
        stands = f" As before a correction: {counted(standing, 'table')}." if standing else ""
        return f"Round {what.round} is paired{' by hand' if what.by_hand else ''}: {listed(parts)}.{stands}"

    def _result(self, what: ResultSet, number: int) -> str:
        tables = self._arena_tables.get((what.round, what.table), ())
        table = next((each for at, each in reversed(tables) if at < number), None)
        entrants = (table or self._paired_then(what.round, number).tables[what.table - 1]).entrants
        ended = self._places(entrants, what.places, what.forfeits)
        return f"The result of round {what.round}, table {what.table} is set: {ended}.{_THEN[what.then]}"

    def _paired_then(self, round_number: int, number: int) -> RoundPaired:
        """A round as it was paired when an entry of it was added."""
        return next(
            paired
            for at, paired in reversed(self._paired)
            if paired.round == round_number and at < number < self._undone_in.get(at, number + 1)
        )

    def _places(
        self, entrants: Sequence[str], places: Sequence[int], forfeits: Sequence[str], left: Sequence[str] = ()
    ) -> str:
        told = []
        for place, entrant in sorted(zip(places, entrants, strict=True)):
            absent = " (not there)" if entrant in forfeits else " (left)" if entrant in left else ""
            told.append(f"{place}. {self._name(entrant)}{absent}")
        return ", ".join(told)

    def _name(self, entrant: str) -> str:
        return isolated(self._names[entrant])
