"""A tournament as everybody sees it who may: its documents, made of what is stored. Nothing is paired or ranked for
them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from services.errors import Reason, Refusal
from services.moments import moment
from services.stored_tournaments import rows
from services.stored_tournaments.hosted_tournament import HostedTournament, MatchState, TableMatch
from services.tournaments.bracket_document import TournamentBracket, bracket_document
from services.tournaments.card_document import EntrantCard, card_document
from services.tournaments.cross_table import standings_csv
from services.tournaments.cross_table_document import CrossTable, cross_table_document
from services.tournaments.entrant_document import TournamentEntrant, entrant_document, waiting_places
from services.tournaments.results_csv import results_csv
from services.tournaments.round_document import (
    TournamentRoundDetails,
    TournamentRoundSummary,
    UnderWay,
    round_document,
    round_summary,
)
from services.tournaments.round_state import RoundState, StageState
from services.tournaments.stage_report import stage_report
from services.tournaments.standings_document import NO_STANDINGS
from services.tournaments.stored_standings import StoredStandings
from services.tournaments.tournament import Member, Tournament
from services.tournaments.trf import TrfError, TrfVersion


@dataclass(frozen=True, slots=True)
class TournamentView:
    """A tournament at one moment. ``stored``: the standings as they are stored; None: no stage has begun. ``matches``:
    those that have not ended. ``tournament`` is not to be changed."""

    hosted: HostedTournament
    tournament: Tournament
    stored: bytes | None
    matches: Sequence[TableMatch]

    @property
    def standings(self) -> bytes:
        """The standings of all stages that have begun, as JSON."""
        return NO_STANDINGS if self.stored is None else self.stored

    def rounds(self) -> list[TournamentRoundSummary]:
        """All rounds that were paired, without their tables."""
        return [round_summary(self.tournament, state) for state in self.tournament.rounds]

    def round(self, number: int, *, shown: slice | None = None) -> TournamentRoundDetails:
        """A round. ``shown``: which of its tables; None: all.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        state = self.round_state(number)
        return round_document(self.tournament, state, self._under_way(state), shown=shown)

    def round_state(self, number: int) -> RoundState:
        """A round that was paired.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        if not 1 <= number <= len(self.tournament.rounds):
            raise Refusal(Reason.NOT_FOUND, f"Round {number} has not been paired.")
        return self.tournament.rounds[number - 1]

    def cross_table(self, stage: int | None = None) -> CrossTable:
        """The cross table of a stage; None: of the last one that has begun.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        return cross_table_document(self.tournament, self.stage(stage), StoredStandings(self.stored))

    def bracket(self, stage: int | None = None) -> TournamentBracket:
        """The bracket of an elimination; None: of the last one that has begun.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        begun = self.tournament.stages
        if stage is None:
            stage = next((each.number for each in reversed(begun) if each.is_elimination), None)
            if stage is None:
                raise Refusal(Reason.NOT_FOUND, "No elimination has begun.")
        found = bracket_document(self.tournament, self.stage(stage))
        if found is None:
            raise Refusal(Reason.NOT_FOUND, f"Stage {stage} is no elimination.")
        return found

    def entrant(self, id: str) -> TournamentEntrant:
        """An entrant, without the seed of its own.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        if id not in self.tournament.members:
            raise Refusal(Reason.NOT_FOUND, "There is no such entrant.")
        return entrant_document(self.tournament.members[id], waiting_places(self.tournament), {})

    def card(self, entrant: TournamentEntrant) -> EntrantCard:
        """An entrant's card."""
        return card_document(self.tournament, entrant, StoredStandings(self.stored), self._match_of(entrant.id))

    def standings_csv(self, stage: int | None = None) -> str:
        """The standings of a stage as CSV; None: of the last one that has begun.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        rows = StoredStandings(self.stored).rows(self.tournament, self.stage(stage))
        members = self.tournament.members.values()
        withdrawn = {member.id for member in members if member.is_withdrawn}
        return standings_csv(rows, {member.id: member.name for member in members}, withdrawn)

    def results_csv(self, stage: int | None = None) -> str:
        """The results of a stage as CSV; None: of all stages.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        return results_csv(self.tournament, self.tournament.stages if stage is None else [self.stage(stage)])

    def report(self, version: TrfVersion, stage: int | None = None) -> str:
        """The report file of a stage; None: of the last one that has begun.

        Raises:
            Refusal: ``NOT_FOUND``; ``FORMAT_UNSUPPORTED``: the format has no room for the stage, or no word.
        """
        try:
            return stage_report(
                self.hosted.name,
                self.tournament,
                self.stage(stage),
                StoredStandings(self.stored),
                version,
                start=_date(self.hosted.started_ms),
                end=_date(self.hosted.ended_ms),
            )
        except TrfError as error:
            raise Refusal(Reason.FORMAT_UNSUPPORTED, f"This stage cannot be written as TRF: {error}.") from None

    def stage(self, number: int | None) -> StageState:
        """A stage that has begun; None: the last of them.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        begun = self.tournament.stages
        if not begun:
            raise Refusal(Reason.NOT_FOUND, "No stage has begun.")
        if number is None:
            return begun[-1]
        if not 0 <= number < len(begun):
            raise Refusal(Reason.NOT_FOUND, f"Stage {number} has not begun.")
        return begun[number]

    def _under_way(self, state: RoundState) -> Mapping[int, UnderWay]:
        return {
            match.place.table: UnderWay(match.match_id, match.place.game, match.state is MatchState.MADE)
            for match in self.matches
            if match.state is not MatchState.CALLED_OFF
            and state.table_paired_in(match.place.pairing, match.place.table) is not None
        }

    def _match_of(self, entrant: str) -> UnderWay | None:
        """The match that an entrant's table plays now."""
        state = self.tournament.open_round
        if state is None:
            return None
        own = state.of(entrant)
        return self._under_way(state).get(own[-1].number) if own else None


def shown_seeds(
    connection: Connection, hosted: HostedTournament, tournament: Tournament, members: Sequence[Member]
) -> dict[str, str]:
    """The seeds of their own that some entrants have given, hexadecimal, by entrant: of those who have been paired."""
    given = [member.id for member in members if member.client_seed_sha256 is not None]
    shown = [entrant for entrant in given if entrant in tournament.ever_paired]
    return rows.client_seeds(connection, hosted.id, shown) if shown else {}


def _date(at_ms: int | None) -> str:
    return "" if at_ms is None else moment(at_ms)[:10].replace("-", "/")
