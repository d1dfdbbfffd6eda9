"""The logs of tournaments: what has happened, who did it and why."""

from typing import Annotated, Final, get_args

from pydantic import Field

from gateway.api.matches import CREATE
from gateway.api.players import SPECTATE
from gateway.api.tournaments import (
    NOT_HOSTED,
    TOURNAMENT,
    GivenReason,
    TournamentDetails,
    TournamentPath,
    details_of,
    expected_by,
)
from gateway.openapi.etags import Precondition
from gateway.openapi.fields import DIGITS, Page, RequestModel, other_than
from gateway.openapi.open_union import OpenUnion
from gateway.openapi.operation import Link, Section, Tag, answer
from gateway.openapi.pagination import PageQuery
from services.identity import Caller
from services.response_model import Moment, ResponseModel
from services.stored_tournaments.hosting import Tournaments
from services.tournaments.log import AnyHappening, LoggedHappening

TOURNAMENT_LOG: Final = Section(
    "tournament log",
    "Everything that has happened in a tournament, entry by entry, for everybody who sees it. Entries are added and "
    "never changed. An entry that a host undoes stays, followed by an entry that says so.",
)

_KINDS: Final = tuple(kind.model_fields["kind"].default for kind in get_args(AnyHappening))
_MOST_ENTRIES: Final = 10**12


class LogEntryPath(TournamentPath):
    """An entry of a tournament's log."""

    entry: Annotated[int, Field(ge=1, le=_MOST_ENTRIES), DIGITS] = Field(description="The entry's number.")


class UndoBody(RequestModel):
    """Why an entry is taken back."""

    reason: Annotated[GivenReason, Field(min_length=1)] = Field(
        description="One line; everybody who sees the tournament can read it in the log."
    )
    with_what_follows: bool = Field(
        default=False,
        description="Whether later entries that cannot stand without it are undone, too. "
        "`previewTournamentCorrections` names them.",
    )


class OtherHappening(ResponseModel):
    """Something else that has happened: the list may grow."""

    kind: Annotated[str, other_than(*_KINDS)] = Field(description="What has happened.")


class TournamentLogEntry(ResponseModel):
    """An entry of a tournament's log."""

    number: int = Field(description="From 1, without gaps.")
    at: Moment = Field(description="When it happened.")
    by: str | None = Field(description="The player that did it; null: the platform.")
    reason: str = Field(description="In the words of who did it; may be empty.")
    what: Annotated[AnyHappening | OtherHappening, OpenUnion("kind")] = Field(description="What has happened.")
    undone: bool = Field(description="Whether it was taken back: then it counts no more.")


class TournamentLog(Page):
    """A page of a tournament's log, the oldest entry first."""

    entries: list[TournamentLogEntry] = Field(description="The oldest first.")


@TOURNAMENT_LOG.operation(
    "GET",
    "/v1/tournaments/{tournament}/log",
    id="listTournamentLog",
    summary="Read the log of a tournament",
    description="Oldest entry first. The `revision` of the tournament is the number of the last entry.",
    access=SPECTATE,
    answers=(
        answer(
            TournamentLog,
            "A page of the log.",
            links=(
                Link(
                    "undoTournamentEntry",
                    {"tournament": "$request.path.tournament", "entry": "$response.body#/entries/0/number"},
                ),
            ),
        ),
    ),
)
def list_tournament_log(
    tournaments: Tournaments, caller: Caller, path: TournamentPath, query: PageQuery
) -> TournamentLog:
    """Read the log of a tournament."""
    of = f"log {path.tournament}"
    found = tournaments.log(caller, path.tournament, after=query.number(of), limit=query.size + 1)
    undone = tournaments.undone(caller, path.tournament)
    page = query.shown(of, "log entry", found, lambda entry: _details(entry, undone), lambda entry: f"{entry.number}")
    return TournamentLog(entries=page.entries, unshown=page.unshown, next_page_token=page.next_page_token)


@TOURNAMENT_LOG.operation(
    "POST",
    "/v1/tournaments/{tournament}/log/{entry}:undo",
    id="undoTournamentEntry",
    summary="Undo an entry of the log",
    description="For hosts and arbiters, until the tournament is closed. Everything can be undone but who has entered "
    "and with which seed, what was played (set the result of its table instead) and changed settings (change them "
    "back); a start, a pause, a resumption, a cancellation and the end by hosts alone. If later entries cannot stand "
    "without it, it is refused and names them; `with_what_follows` undoes them, too. So a start can be undone after "
    "rounds were played. Nothing is reopened of which the seed is shown. Standings are updated. A repetition changes "
    "nothing. `previewTournamentCorrections` shows what would follow.",
    access=CREATE,
    etag=Tag.ETAG,
    refusals=NOT_HOSTED,
    answers=(TOURNAMENT,),
)
def undo_tournament_entry(
    tournaments: Tournaments, caller: Caller, path: LogEntryPath, body: UndoBody, precondition: Precondition
) -> TournamentDetails:
    """Undo an entry of the log."""
    undone = tournaments.control.undo(
        caller,
        path.tournament,
        path.entry,
        reason=body.reason,
        with_what_follows=body.with_what_follows,
        expected=expected_by(precondition),
    )
    return details_of(undone)


def _details(entry: LoggedHappening, undone: frozenset[int]) -> TournamentLogEntry:
    return TournamentLogEntry(
        number=entry.number,
        at=entry.at_ms,
        by=entry.by,
        reason=entry.reason,
        what=entry.what,
        undone=entry.number in undone,
    )
