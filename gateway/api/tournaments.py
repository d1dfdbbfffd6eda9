"""Tournaments: announced, run and ended by their hosts."""

from collections.abc import Callable
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field

from gateway.api.clocks import NewOnTimeOut, NewTimeControl
from gateway.api.match_details import SignatureDetails
from gateway.api.matches import CREATE
from gateway.api.players import SPECTATE
from gateway.openapi.etags import Precondition
from gateway.openapi.fields import WHOLE, NewMoment, Page, RequestModel, ResourceId, whole_numbers
from gateway.openapi.operation import Link, Reply, Section, Tag, answer
from gateway.openapi.pagination import PageQuery, not_a_page_token
from gateway.operations.accounts import player_id
from gateway.operations.tournaments import (
    TournamentOperations,
    check_in_opens_ms,
    is_tournament_id,
    page_path,
    settings_sha256,
)
from services.engine.clocks import NO_CLOCKS, PLAY_DEFAULT
from services.engine.documented_as import DocumentedAs
from services.engine.fairness import Assistance
from services.engine.ruleset_documents import RULESET_SCHEMA
from services.errors import Reason
from services.identity import Caller
from services.identity.idempotent_creation import Creation
from services.matches.creation_request import LONGEST_RULESET, MOST_OPTIONS
from services.response_model import Moment, ResponseModel
from services.stored_tournaments.changes import MAX_REASON
from services.stored_tournaments.export import commitment_fields
from services.stored_tournaments.hosted_tournament import HostedTournament, TournamentChange, TournamentVisibility
from services.stored_tournaments.hosting import Tournaments
from services.stored_tournaments.planning import NewPresence, TournamentRequest
from services.tournaments.event_commitment import EventDocument
from services.tournaments.settings import (
    MAX_STAGES,
    MOST_RATING,
    ApartRule,
    Capacity,
    EntryRules,
    NextRound,
    PauseSeconds,
    Registration,
    RoundTimes,
    Seconds,
    Stage,
    TournamentSettings,
    UnplayedYear,
)
from services.tournaments.tournament import TournamentStatus

TOURNAMENTS: Final = Section(
    "tournaments",
    "Players and bots enter, rounds are paired, tables are played in matches, and results are scored. Everything that "
    "happens is an entry of the tournament's log, with its author and reason; all else follows from the log. "
    "`docs/tournaments.md` explains formats, settings and tie-breaks.",
)


class TournamentPath(RequestModel):
    """A tournament."""

    tournament: ResourceId = Field(description="The tournament's id.")


class TournamentQuery(PageQuery):
    """Which tournaments to list."""

    status: Annotated[TournamentStatus, Field(strict=False)] | None = Field(
        default=None, description="Only tournaments with this status."
    )
    ruleset: Annotated[str, Field(max_length=64)] | None = Field(
        default=None, description="Only those of this ruleset."
    )
    owner: ResourceId | None = Field(default=None, description="Only tournaments of this player; `me` for the caller.")


NewRatingLimit = Annotated[int, Field(ge=-MOST_RATING, le=MOST_RATING), WHOLE]
NewName = Annotated[
    str,
    Field(min_length=1, max_length=64, json_schema_extra={"pattern": r"^[^\u0000-\u001f\u007f-\u009f]*$"}),
]
GivenReason = Annotated[str, Field(max_length=MAX_REASON)]
WHO_READS_REASONS: Final = "One line; everybody who sees the tournament can read it in the log."


class NewRoundTimes(RequestModel):
    """When rounds are to begin and end."""

    starts_at: NewMoment | None = Field(
        default=None, description="When the tournament starts by itself. Null: when its host says so."
    )
    next_round: NextRound = Field(
        default="at_once", description="When the next round is paired after the last table of one has ended."
    )
    pause_seconds: Annotated[PauseSeconds, WHOLE] = Field(
        default=0, description="How long a round rests before the next one is paired `at_once`."
    )
    round_seconds: Annotated[Seconds, WHOLE] | None = Field(
        default=None,
        description="How long a round takes at most, and in an arena a table: a table that has not ended by then is "
        "lost by those who must decide at that moment. Null: as long as its matches take.",
    )


class NewEntryRules(EntryRules):
    """Rules of entry: who may enter, and when."""

    min_rating: NewRatingLimit | None = Field(
        default=None, description="Players with a lower rating cannot enter; null: no limit."
    )
    max_rating: NewRatingLimit | None = Field(
        default=None, description="Players with a higher rating cannot enter; null: no limit."
    )


class NewTournamentBody(RequestModel):
    """A tournament to host."""

    name: NewName = Field(description="1 to 64 characters, one of them visible, none a control character.")
    ruleset: str = Field(max_length=LONGEST_RULESET, description="The ruleset's id.")
    stages: Annotated[
        list[Annotated[Stage, BeforeValidator(whole_numbers)]], Field(min_length=1, max_length=MAX_STAGES)
    ] = Field(description="The stages, one after the other. Each except the last says how many entrants `advance`.")
    visibility: Annotated[TournamentVisibility, Field(strict=False)] = Field(
        default=TournamentVisibility.PUBLIC,
        description="`public`: everybody sees it, and lists show it; `unlisted`: everybody who knows its id; "
        "`private`: its hosts, guests and entrants.",
    )
    version: Annotated[str, Field(min_length=1, max_length=64)] | None = Field(
        default=None, description="The version of the ruleset that must be there. Null: whichever is."
    )
    options: Annotated[dict[str, Any], BeforeValidator(whole_numbers)] = Field(
        default_factory=dict,
        max_length=MOST_OPTIONS,
        description="The ruleset's options, as in its schema `options`. Options that are left out have their defaults.",
        json_schema_extra={RULESET_SCHEMA: "options"},
    )
    time_control: NewTimeControl = Field(
        default=NO_CLOCKS,
        description="How long seats may think. Where people may enter, it, or `round_seconds`, is needed.",
    )
    on_time_out: NewOnTimeOut = Field(
        default=PLAY_DEFAULT, description="What happens when the time of a seat's turn is over."
    )
    entry: Annotated[NewEntryRules, BeforeValidator(whole_numbers)] | None = Field(
        default=None, description="Who may enter, and when. Null: the defaults of each."
    )
    times: NewRoundTimes | None = Field(
        default=None,
        description="When rounds begin and end. Null: the host starts it, and each round follows at once.",
    )
    apart: Annotated[ApartRule, BeforeValidator(whole_numbers)] | None = Field(
        default=None,
        description="Who is kept apart by a rule, beside those that hosts keep apart; in Swiss, pods and arenas. Where "
        "no pairing does, the largest such group is given up first, and the round's notes say so; in an arena those "
        "meet who have waited too long.",
    )
    unplayed_rules: Annotated[UnplayedYear, WHOLE] = Field(
        default=2026, description="How tie-breaks treat rounds that were not played: by FIDE's rules of which year."
    )
    presence: Annotated[NewPresence, BeforeValidator(whole_numbers)] | None = Field(
        default=None,
        description="Who must be there, and what follows if somebody is not. Null: everybody, by the defaults.",
    )
    assistance: Assistance = Field(
        default="none",
        description="Whether the platform searches positions of the ruleset for who plays in a match of the "
        "tournament, as in `createMatch`. With `open` none of them is rated.",
    )
    seed: Annotated[str, Field(pattern=r"^[0-9a-fA-F]{64}$")] | None = Field(
        default=None,
        description="32 bytes, hexadecimal, from which draws and matches follow. Whoever knows them knows every card: "
        "so only for tournaments of bots of the house, for good; nothing is rated. Null: random, and shown when it is "
        "over.",
    )


class ChangedEntryRules(RequestModel):
    """Changes of the rules of entry; rules that are left out stay."""

    registration: Registration | None = Field(default=None, description="Who enters. Null: stays.")
    capacity: Annotated[Capacity, WHOLE] | None = Field(default=None, description="How many take part. Null: stays.")
    min_rating: NewRatingLimit | None = Field(
        default=None, description="Players with a lower rating cannot enter. Null, if it is sent: no limit."
    )
    max_rating: NewRatingLimit | None = Field(
        default=None, description="Players with a higher rating cannot enter. Null, if it is sent: no limit."
    )
    check_in_seconds: Annotated[Seconds, WHOLE] | None = Field(
        default=None,
        description="How long before the start entrants can check in, which they must. Null, if it is sent: no "
        "check-in.",
    )


class ChangedRoundTimes(RequestModel):
    """What is to be changed of its times; what is left out stays."""

    starts_at: NewMoment | None = Field(
        default=None, description="When it starts by itself. Null, if it is sent: when its host says so."
    )


class TournamentChangeBody(RequestModel):
    """What is to be changed of a tournament; what is left out, or null, stays."""

    name: NewName | None = Field(default=None, description="Another name.")
    visibility: Annotated[TournamentVisibility, Field(strict=False)] | None = Field(
        default=None, description="Who sees it from now on. Matches that are there already stay as they are."
    )
    entry: ChangedEntryRules | None = Field(
        default=None, description="The rules of entry. They can only be changed before the start."
    )
    times: ChangedRoundTimes | None = Field(default=None, description="When it starts. Before it has started.")
    reason: GivenReason = Field(default="", description=WHO_READS_REASONS)


class ReasonBody(RequestModel):
    """Why."""

    reason: GivenReason = Field(default="", description=WHO_READS_REASONS)


class CommitmentPlace(ResponseModel):
    """The place of a commitment in the public log."""

    index: int = Field(description="The index of its entry.")
    hash: str = Field(description="The hash of the entry.")


class TournamentDetails(ResponseModel):
    """A tournament."""

    id: str = Field(description="The tournament's id, such as `tournament_01k9h3x2v5c8d7e6f4g3h2j1k0`.")
    owner_id: str = Field(description="The player who created the tournament.")
    name: str = Field(description="Its name.")
    visibility: TournamentVisibility = Field(
        description="`public`: everybody sees it, and lists show it; `unlisted`: everybody who knows its id; "
        "`private`: its hosts, guests and entrants."
    )
    status: TournamentStatus = Field(description="`paused`: nothing is paired until a host resumes it.")
    status_reason: str = Field(description="Why it is paused or was cancelled; may be empty.")
    settings: TournamentSettings = Field(description="What it is. They never change once it has started.")
    settings_sha256: str = Field(description="Of the settings in canonical JSON.")
    seed: str | None = Field(
        description="32 bytes, hexadecimal, from which draws and matches follow, and to which the settings commit; "
        "null until it is over and has no match left that is to be called off."
    )
    entrants: int = Field(
        description="The number of entrants that have entered and not withdrawn; invited players do not count."
    )
    round: int = Field(description="The last round that was paired; 0 before the first.")
    revision: int = Field(description="The number of the log's last entry; 0: nothing has happened.")
    created_at: Moment = Field(description="When it was made.")
    changed_at: Moment = Field(description="When something happened in it last.")
    starts_at: Moment | None = Field(description="When it is to start by itself; null: when its host says so.")
    check_in_opens_at: Moment | None = Field(description="From when on entrants can check in; null: nobody has to.")
    started_at: Moment | None = Field(description="When the tournament started; null if it has not started.")
    ended_at: Moment | None = Field(description="When it ended; null: it has not.")
    closed_at: Moment | None = Field(
        description="When its host closed it, so that nothing of it is corrected any more; null: it can be corrected."
    )
    commitment: str | None = Field(
        description="What it promised when it was published: SHA-256 of `commitment_document`, hexadecimal. Save it "
        "before you give a seed. Null: it is older than such commitments."
    )
    commitment_document: Annotated[dict[str, Any] | None, DocumentedAs(EventDocument | None)] = Field(
        description="What it promised: its seed's SHA-256, and everything of it that never changes. Null as above."
    )
    commitment_signature: SignatureDetails | None = Field(
        description="The platform's signature over the document's `format`, a zero byte and the bytes of `commitment`. "
        "Null as above."
    )
    commitment_log: CommitmentPlace | None = Field(
        description="The place of the commitment in the public log. Null as above."
    )
    seed_given_by_host: bool = Field(
        description="Whether the host has given the seed, and so knows every card: bots of the house play, and nothing "
        "is rated."
    )
    page: str | None = Field(
        description="Path of its page for browsers, which asks for no key where the platform lets everybody watch; "
        "null: it is private."
    )


class TournamentList(Page):
    """A page of tournaments, newest first."""

    tournaments: list[TournamentDetails] = Field(description="Newest first.")


_THIS: Final = {"tournament": "$response.body#/id"}
NEXT: Final = (
    Link("getTournament", _THIS),
    Link("changeTournament", _THIS),
    Link("startTournament", _THIS),
    Link("cancelTournament", _THIS),
)
TOURNAMENT: Final = answer(TournamentDetails, "The tournament.", links=NEXT)
NOT_HOSTED: Final = (Reason.NOT_A_HOST, Reason.NOT_POSSIBLE_NOW)
"""Why something is refused that is for hosts."""


@TOURNAMENTS.operation(
    "POST",
    "/v1/tournaments",
    id="createTournament",
    summary="Create a tournament",
    description="Registration opens at once. `docs/tournaments.md` explains all settings.",
    access=CREATE,
    refusals=(
        Reason.UNKNOWN_RULESET,
        Reason.UNSUPPORTED_VERSION,
        Reason.UNKNOWN_BOT,
        Reason.UNKNOWN_OPTION,
        Reason.INVALID_OPTION,
        Reason.SEATS_OUT_OF_RANGE,
        Reason.QUOTA_EXCEEDED,
    ),
    etag=Tag.ETAG,
    answers=(
        answer(
            TournamentDetails,
            "The new tournament.",
            status=201,
            headers={"Location": "Path of the tournament."},
            links=NEXT,
        ),
    ),
)
def create_tournament(
    tournament_operations: TournamentOperations, caller: Caller, body: NewTournamentBody, creation: Creation
) -> Reply:
    """Create a tournament."""
    made = tournament_operations.create(caller, request_of(body), creation)
    return Reply(details_of(made), 201, headers={"Location": f"/v1/tournaments/{made.id}"})


@TOURNAMENTS.operation(
    "GET",
    "/v1/tournaments",
    id="listTournaments",
    summary="List public tournaments",
    description="Newest first.",
    access=SPECTATE,
    answers=(answer(TournamentList, "A page of tournaments."),),
)
def list_tournaments(tournaments: Tournaments, caller: Caller, query: TournamentQuery) -> TournamentList:
    """List public tournaments."""
    before = query.cursor("tournaments")
    if before is not None and not is_tournament_id(before):
        raise not_a_page_token()
    found = tournaments.list(
        limit=query.size + 1,
        before=before,
        status=query.status,
        ruleset=query.ruleset,
        owner_id=None if query.owner is None else player_id(caller, query.owner),
    )
    page = query.shown("tournaments", "tournament", found, details_of)
    return TournamentList(tournaments=page.entries, unshown=page.unshown, next_page_token=page.next_page_token)


@TOURNAMENTS.operation(
    "GET",
    "/v1/tournaments/{tournament}",
    id="getTournament",
    summary="Get a tournament",
    access=SPECTATE,
    answers=(TOURNAMENT,),
)
def get_tournament(tournaments: Tournaments, caller: Caller, path: TournamentPath) -> TournamentDetails:
    """Get a tournament."""
    return details_of(tournaments.get(caller, path.tournament))


@TOURNAMENTS.operation(
    "PATCH",
    "/v1/tournaments/{tournament}",
    id="changeTournament",
    summary="Change a tournament",
    description="Changes its name, its visibility, who may enter, or when it starts. For its hosts. The same change "
    "again is not an error. Each change is an entry of the log.",
    access=CREATE,
    etag=Tag.ETAG,
    refusals=NOT_HOSTED,
    answers=(TOURNAMENT,),
)
def change_tournament(
    tournaments: Tournaments,
    caller: Caller,
    path: TournamentPath,
    body: TournamentChangeBody,
    precondition: Precondition,
) -> TournamentDetails:
    """Change a tournament."""
    change, expected = change_of(body), expected_by(precondition)
    changed = tournaments.control.change(caller, path.tournament, change, reason=body.reason, expected=expected)
    return details_of(changed)


@TOURNAMENTS.operation(
    "POST",
    "/v1/tournaments/{tournament}:start",
    id="startTournament",
    summary="Start a tournament",
    description="For its hosts. Entrants with a place, who have checked in if that is required, take part, and the "
    "first round is paired at once. A tournament that has started stays as it is.",
    access=CREATE,
    etag=Tag.ETAG,
    refusals=NOT_HOSTED,
    answers=(TOURNAMENT,),
)
def start_tournament(
    tournaments: Tournaments,
    caller: Caller,
    path: TournamentPath,
    body: ReasonBody | None,
    precondition: Precondition,
) -> TournamentDetails:
    """Start a tournament."""
    return _done(tournaments.control.start, caller, path, body, precondition)


@TOURNAMENTS.operation(
    "POST",
    "/v1/tournaments/{tournament}:pause",
    id="pauseTournament",
    summary="Pause a tournament",
    description="For its hosts. Nothing is paired until it is resumed; matches in progress are played to their end.",
    access=CREATE,
    etag=Tag.ETAG,
    refusals=NOT_HOSTED,
    answers=(TOURNAMENT,),
)
def pause_tournament(
    tournaments: Tournaments,
    caller: Caller,
    path: TournamentPath,
    body: ReasonBody | None,
    precondition: Precondition,
) -> TournamentDetails:
    """Pause a tournament."""
    return _done(tournaments.control.pause, caller, path, body, precondition)


@TOURNAMENTS.operation(
    "POST",
    "/v1/tournaments/{tournament}:resume",
    id="resumeTournament",
    summary="Resume a tournament",
    description="For its hosts. The platform itself pauses a tournament if a round cannot be paired.",
    access=CREATE,
    etag=Tag.ETAG,
    refusals=NOT_HOSTED,
    answers=(TOURNAMENT,),
)
def resume_tournament(
    tournaments: Tournaments,
    caller: Caller,
    path: TournamentPath,
    body: ReasonBody | None,
    precondition: Precondition,
) -> TournamentDetails:
    """Resume a tournament."""
    return _done(tournaments.control.resume, caller, path, body, precondition)


@TOURNAMENTS.operation(
    "POST",
    "/v1/tournaments/{tournament}:cancel",
    id="cancelTournament",
    summary="Cancel a tournament",
    description="For its hosts. Matches in progress are aborted; results remain.",
    access=CREATE,
    etag=Tag.ETAG,
    refusals=NOT_HOSTED,
    answers=(TOURNAMENT,),
)
def cancel_tournament(
    tournaments: Tournaments,
    caller: Caller,
    path: TournamentPath,
    body: ReasonBody | None,
    precondition: Precondition,
) -> TournamentDetails:
    """Cancel a tournament."""
    return _done(tournaments.control.cancel, caller, path, body, precondition)


@TOURNAMENTS.operation(
    "POST",
    "/v1/tournaments/{tournament}:close",
    id="closeTournament",
    summary="Close a tournament",
    description="For its hosts, for good, when it is over: from then on nothing of it can be corrected, undone or "
    "changed. A tournament that is closed stays as it is.",
    access=CREATE,
    etag=Tag.ETAG,
    refusals=NOT_HOSTED,
    answers=(TOURNAMENT,),
)
def close_tournament(
    tournaments: Tournaments,
    caller: Caller,
    path: TournamentPath,
    body: ReasonBody | None,
    precondition: Precondition,
) -> TournamentDetails:
    """Close a tournament."""
    return _done(tournaments.control.close, caller, path, body, precondition)


def change_of(body: TournamentChangeBody) -> TournamentChange:
    """What is to be changed, as the service takes it."""
    entry = {} if body.entry is None else body.entry.model_dump(exclude_unset=True)
    for name in ("registration", "capacity"):
        if entry.get(name, ...) is None:
            del entry[name]
    times = {} if body.times is None else body.times.model_dump(exclude_unset=True)
    if "starts_at" in times:
        times["starts_ms"] = times.pop("starts_at")
    return TournamentChange(name=body.name, visibility=body.visibility, entry=entry, times=times)


def request_of(body: NewTournamentBody) -> TournamentRequest:
    """The tournament that is asked for, as it is planned."""
    times = NewRoundTimes() if body.times is None else body.times
    return TournamentRequest(
        name=body.name,
        ruleset=body.ruleset,
        stages=tuple(body.stages),
        visibility=body.visibility,
        version=body.version,
        options=body.options,
        time_control=body.time_control,
        on_time_out=body.on_time_out,
        entry=EntryRules() if body.entry is None else EntryRules(**body.entry.model_dump()),
        times=RoundTimes(starts_ms=times.starts_at, **times.model_dump(exclude={"starts_at"})),
        apart=body.apart,
        unplayed_rules=body.unplayed_rules,
        assistance=body.assistance,
        presence=body.presence,
        seed=None if body.seed is None else bytes.fromhex(body.seed),
    )


def _done(
    act: Callable[..., HostedTournament],
    caller: Caller,
    path: TournamentPath,
    body: ReasonBody | None,
    precondition: Precondition,
) -> TournamentDetails:
    """What a host does with a tournament as a whole."""
    reason = "" if body is None else body.reason
    return details_of(act(caller, path.tournament, reason=reason, expected=expected_by(precondition)))


def expected_by(precondition: Precondition) -> Callable[[HostedTournament], None]:
    """What If-Match says, asked of the tournament in the moment in which it is changed."""
    return lambda tournament: precondition.require(lambda: details_of(tournament))


def tournament_json(tournament: HostedTournament) -> bytes:
    """A tournament as the API shows it."""
    return details_of(tournament).model_dump_json().encode()


def details_of(tournament: HostedTournament) -> TournamentDetails:
    """A tournament as the API shows it."""
    return TournamentDetails(
        id=tournament.id,
        owner_id=tournament.owner_id,
        name=tournament.name,
        visibility=tournament.visibility,
        status=tournament.status,
        status_reason=tournament.status_reason,
        settings=tournament.settings,
        settings_sha256=settings_sha256(tournament),
        seed=tournament.shown_seed,
        entrants=tournament.entrants,
        round=tournament.round,
        revision=tournament.revision,
        created_at=tournament.created_ms,
        changed_at=tournament.changed_ms,
        starts_at=tournament.settings.times.starts_ms,
        check_in_opens_at=check_in_opens_ms(tournament),
        started_at=tournament.started_ms,
        ended_at=tournament.ended_ms,
        closed_at=tournament.closed_ms,
        **commitment_fields(tournament.event),
        seed_given_by_host=tournament.event is not None and tournament.event.seed_given_by_host,
        page=page_path(tournament),
    )
