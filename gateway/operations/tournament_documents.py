"""What both faces show of tournaments as documents: rounds, tables, standings, cross tables, brackets, cards, files."""

from enum import Enum

from gateway.formats.raw_json import dump
from services.identity import Caller
from services.stored_tournaments.hosting import Tournaments
from services.tournaments.document_json import card_fields, document_json, round_fields
from services.tournaments.log import ResultSet
from services.tournaments.pairing_by_hand import HandPairing
from services.tournaments.round_document import RoundDocument
from services.tournaments.standings_document import NO_STANDINGS
from services.tournaments.trf import TrfVersion


class CsvContent(Enum):
    """What a table is of."""

    STANDINGS = "standings"
    RESULTS = "results"


class TournamentDocuments:
    """The documents of tournaments, and what hosts do that is answered with one. All but CSV and reports are JSON. Safe
    to use from several threads.

    Each method may raise what the method of :class:`Tournaments` or its view does that it asks.
    """

    def __init__(self, tournaments: Tournaments) -> None:
        self._tournaments = tournaments

    def round(self, caller: Caller, tournament_id: str, number: int, *, latest: int | None = None) -> bytes:
        """A round that was paired. ``latest``: only so many of its tables, those with the highest numbers."""
        shown = None if latest is None else slice(-latest, None)
        return _round_json(self._tournaments.view(caller, tournament_id).round(number, shown=shown))

    def pair_next_round(self, caller: Caller, tournament_id: str, *, reason: str) -> bytes:
        """The next round, which is paired now; or the last one, paired again."""
        hosted = self._tournaments.rounds.pair_next(caller, tournament_id, reason=reason)
        return self.round(caller, tournament_id, hosted.round)

    def preview_next_round(self, caller: Caller, tournament_id: str) -> bytes:
        """The next round as it would be paired."""
        return _round_json(self._tournaments.rounds.preview_next(caller, tournament_id))

    def pair_by_hand(self, caller: Caller, tournament_id: str, wanted: HandPairing, *, reason: str) -> bytes:
        """A round as a host has paired it."""
        self._tournaments.rounds.pair_by_hand(caller, tournament_id, wanted, reason=reason)
        return self.round(caller, tournament_id, wanted.round)

    def swap(self, caller: Caller, tournament_id: str, number: int, one: str, other: str, *, reason: str) -> bytes:
        """A round in which two have changed places."""
        self._tournaments.rounds.swap(caller, tournament_id, number, one, other, reason=reason)
        return self.round(caller, tournament_id, number)

    def set_result(self, caller: Caller, tournament_id: str, result: ResultSet, *, reason: str) -> bytes:
        """A table whose result a host has set."""
        self._tournaments.rounds.set_result(caller, tournament_id, result, reason=reason)
        shown = slice(result.table - 1, result.table)
        (table,) = self._tournaments.view(caller, tournament_id).round(result.round, shown=shown).tables
        return document_json(table)

    def standings(self, caller: Caller, tournament_id: str) -> bytes:
        """The standings of the stages that have begun, as they are stored."""
        return self._tournaments.standings(caller, tournament_id) or NO_STANDINGS

    def cross_table(self, caller: Caller, tournament_id: str, stage: int | None) -> bytes:
        """The cross table of a stage; None: of the last one that has begun."""
        return document_json(self._tournaments.view(caller, tournament_id).cross_table(stage))

    def bracket(self, caller: Caller, tournament_id: str, stage: int | None) -> bytes:
        """The bracket of an elimination; None: of the last one that has begun."""
        return document_json(self._tournaments.view(caller, tournament_id).bracket(stage))

    def card(self, caller: Caller, tournament_id: str, entrant: str | None) -> bytes:
        """An entrant's card; None: the caller's."""
        found = self._tournaments.entrants.get(caller, tournament_id, entrant)
        view = self._tournaments.view(caller, tournament_id)
        return dump(card_fields(view.tournament, view.card(found.member.id), found.client_seed))

    def csv(self, caller: Caller, tournament_id: str, content: CsvContent, stage: int | None) -> bytes:
        """Standings or results as CSV; ``stage`` None: standings of the last one that has begun, results of all."""
        view = self._tournaments.view(caller, tournament_id)
        make = view.standings_csv if content is CsvContent.STANDINGS else view.results_csv
        return make(stage).encode()

    def report(self, caller: Caller, tournament_id: str, version: TrfVersion, stage: int | None) -> bytes:
        """A stage as FIDE's report file; None: the last one that has begun."""
        return self._tournaments.view(caller, tournament_id).report(version, stage).encode()


def _round_json(document: RoundDocument) -> bytes:
    return dump(round_fields(document))
