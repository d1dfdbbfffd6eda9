"""What is asked for of tournaments, read by the models that REST reads it with: so both have the same bounds."""

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from google.protobuf.message import Message
from playhall.play.v1 import tournaments_pb2 as pb

from gateway.api.tournament_entrants import (
    ByeBody,
    CheckInBody,
    EnteringBody,
    EntrantPath,
    ImportedEntrants,
    KeptApartBody,
)
from gateway.api.tournament_log import LogEntryPath, UndoBody
from gateway.api.tournament_rounds import (
    NewHandPairing,
    NewTableResult,
    RoundPath,
    SwapRequest,
    TablePath,
    pairing_of,
    result_of,
)
from gateway.api.tournament_standings import StageQuery, StandingsPreviewRequest, happenings_of
from gateway.api.tournaments import NewTournamentBody, ReasonBody, TournamentChangeBody, TournamentPath, request_of
from gateway.grpc_api.clocks import on_time_out, time_control
from gateway.grpc_api.documents import read_array, read_object
from gateway.grpc_api.moments import moment_text
from gateway.grpc_api.requests import invalid
from gateway.grpc_api.tournament_messages import ROLES, STATUSES, VISIBILITIES
from gateway.openapi.request_parsing import validated
from gateway.tournament_documents import CsvContent
from gateway.tournament_operations import entrant_or_caller, is_tournament_id
from services.errors import Reason, Refusal
from services.tournament_hosting.model import HostRole
from services.tournament_hosting.planning import TournamentRequest
from services.tournaments.log import Happening, ResultSet
from services.tournaments.pairing_by_hand import HandPairing
from services.tournaments.tournament import TournamentStatus
from services.tournaments.trf import TrfVersion

V = TypeVar("V")
P = TypeVar("P", bound=TournamentPath)

_STATUSES: Final = {pb.TOURNAMENT_STATUS_UNSPECIFIED: None, **{number: status for status, number in STATUSES.items()}}
_VISIBILITIES: Final = {
    pb.TOURNAMENT_VISIBILITY_UNSPECIFIED: None,
    **{number: visibility.value for visibility, number in VISIBILITIES.items()},
}
_REGISTRATIONS: Final = {
    pb.TOURNAMENT_REGISTRATION_UNSPECIFIED: None,
    pb.TOURNAMENT_REGISTRATION_OPEN: "open",
    pb.TOURNAMENT_REGISTRATION_LISTED: "listed",
    pb.TOURNAMENT_REGISTRATION_INVITED: "invited",
}
_BOTS: Final = {
    pb.TOURNAMENT_BOTS_UNSPECIFIED: None,
    pb.TOURNAMENT_BOTS_NONE: "none",
    pb.TOURNAMENT_BOTS_ALLOWED: "allowed",
    pb.TOURNAMENT_BOTS_ONLY: "only",
}
_NEXT_ROUNDS: Final = {
    pb.TOURNAMENT_NEXT_ROUND_UNSPECIFIED: None,
    pb.TOURNAMENT_NEXT_ROUND_AT_ONCE: "at_once",
    pb.TOURNAMENT_NEXT_ROUND_BY_HOST: "by_host",
}
_APART_GROUPS: Final = {
    pb.TOURNAMENT_APART_GROUP_UNSPECIFIED: None,
    pb.TOURNAMENT_APART_GROUP_SAME_OWNER: "same_owner",
}
_CONTENTS: Final = {
    pb.TOURNAMENT_CSV_CONTENT_UNSPECIFIED: CsvContent.STANDINGS,
    pb.TOURNAMENT_CSV_CONTENT_STANDINGS: CsvContent.STANDINGS,
    pb.TOURNAMENT_CSV_CONTENT_RESULTS: CsvContent.RESULTS,
}
_VERSIONS: Final = {
    pb.TOURNAMENT_TRF_VERSION_UNSPECIFIED: TrfVersion.TRF16,
    pb.TOURNAMENT_TRF_VERSION_TRF16: TrfVersion.TRF16,
    pb.TOURNAMENT_TRF_VERSION_TRF26: TrfVersion.TRF26,
}
_ROLES: Final[Mapping[int, HostRole]] = {number: role for role, number in ROLES.items()}


def tournament_id(text: str) -> str:
    """The id of a tournament.

    Raises:
        Refusal: ``NOT_FOUND``: it is none.
    """
    if not is_tournament_id(text):
        raise Refusal(Reason.NOT_FOUND)
    return text


def new_tournament(request: pb.CreateTournamentRequest) -> TournamentRequest:
    """A tournament that somebody wants to host.

    Raises:
        Refusal: ``INVALID_FIELD``.
    """
    fields = {
        "name": request.name,
        "ruleset": request.ruleset,
        "stages": read_array(request.stages, "/stages"),
        "options": read_object(request.options, "/options"),
        "time_control": time_control(request.time_control),
        "on_time_out": on_time_out(request.on_time_out),
        "entry": _entry_rules(request.entry) if request.HasField("entry") else None,
        "times": _times(request.times) if request.HasField("times") else None,
        "apart": _apart_rule(request.apart) if request.HasField("apart") else None,
        **_given(
            visibility=_known(_VISIBILITIES, request.visibility, "/visibility"),
            version=request.version or None,
            unplayed_rules=request.unplayed_rules or None,
            seed=request.seed or None,
        ),
    }
    return request_of(validated(NewTournamentBody, fields, ""))


def change(request: pb.ChangeTournamentRequest) -> TournamentChangeBody:
    """What is to be changed of a tournament.

    Raises:
        Refusal: ``INVALID_FIELD``.
    """
    entry, times = request.entry, request.times
    entry_fields = _given(
        registration=_known(_REGISTRATIONS, entry.registration, "/entry/registration"),
        capacity=entry.capacity or None,
    )
    for name in ("min_rating", "max_rating"):
        if entry.HasField(name):
            entry_fields[name] = _optional(getattr(entry, name), "rating")
    if entry.HasField("check_in_seconds"):
        entry_fields["check_in_seconds"] = entry.check_in_seconds or None
    times_fields: dict[str, Any] = {}
    if times.HasField("starts_at"):
        start = times.starts_at
        times_fields["starts_at"] = moment_text(start.at, "/times/starts_at") if start.HasField("at") else None
    fields = {
        "name": _optional(request, "name"),
        "visibility": _known(_VISIBILITIES, request.visibility, "/visibility"),
        "entry": entry_fields,
        "times": times_fields,
        "reason": request.reason,
    }
    return validated(TournamentChangeBody, fields, "")


def reason(text: str) -> str:
    """Why a host does something.

    Raises:
        Refusal: ``INVALID_FIELD`` at ``/reason``.
    """
    return validated(ReasonBody, {"reason": text}, "").reason


def new_entrant(request: pb.EnterTournamentRequest) -> EnteringBody:
    """Who is to be entered.

    Raises:
        Refusal: ``INVALID_FIELD``.
    """
    return validated(EnteringBody, _new_entrant(request) | _given(client_seed=request.client_seed or None), "")


def client_seed(request: pb.CheckInTournamentEntrantRequest) -> str | None:
    """The seed that comes with a check-in.

    Raises:
        Refusal: ``INVALID_FIELD`` at ``/client_seed``.
    """
    return validated(CheckInBody, {"client_seed": request.client_seed or None}, "").client_seed


def imported(request: pb.ImportTournamentEntrantsRequest) -> ImportedEntrants:
    """Who is to be entered, as a list or as CSV.

    Raises:
        Refusal: ``INVALID_FIELD``.
    """
    listed = [_new_entrant(each) for each in request.entrants]
    return validated(ImportedEntrants, {"entrants": listed or None, "csv": request.csv or None}, "")


def bye_round(number: int) -> int:
    """In which round somebody asks not to be paired.

    Raises:
        Refusal: ``INVALID_FIELD`` at ``/round``.
    """
    return validated(ByeBody, {"round": number}, "").round


def kept_apart(request: pb.KeepTournamentEntrantsApartRequest) -> KeptApartBody:
    """Who is not to meet.

    Raises:
        Refusal: ``INVALID_FIELD``.
    """
    fields = {**_fields(request, "entrants", "reason"), **_given(until_round=request.until_round or None)}
    return validated(KeptApartBody, fields, "")


def swap(request: pb.SwapInTournamentRoundRequest) -> tuple[RoundPath, SwapRequest]:
    """In which round two entrants change places, and who.

    Raises:
        Refusal: ``NOT_FOUND``: no tournament; ``INVALID_FIELD``.
    """
    return _path(RoundPath, request, "round"), validated(SwapRequest, _fields(request, "a", "b", "reason"), "")


def undone(request: pb.UndoTournamentEntryRequest) -> tuple[LogEntryPath, str]:
    """Which entry of a log is taken back, and why.

    Raises:
        Refusal: ``NOT_FOUND``: no tournament; ``INVALID_FIELD``.
    """
    return _path(LogEntryPath, request, "entry"), validated(UndoBody, {"reason": request.reason}, "").reason


def host_role(number: int) -> HostRole:
    """What somebody may do who helps.

    Raises:
        Refusal: ``INVALID_FIELD`` at ``/role``.
    """
    if number not in _ROLES:
        raise invalid("/role", "must be TOURNAMENT_ROLE_HOST or TOURNAMENT_ROLE_ARBITER")
    return _ROLES[number]


def status(number: int) -> TournamentStatus | None:
    """With which status tournaments are wanted; None: with any.

    Raises:
        Refusal: ``INVALID_FIELD`` at ``/status``.
    """
    return _known(_STATUSES, number, "/status")


def round_path(request: pb.GetTournamentRoundRequest) -> RoundPath:
    """Which round is meant.

    Raises:
        Refusal: ``NOT_FOUND``: no tournament; ``INVALID_FIELD`` at ``/round``.
    """
    return _path(RoundPath, request, "round")


def hand_pairing(request: pb.SetTournamentRoundRequest) -> tuple[HandPairing, str]:
    """A round as a host wants it, and why.

    Raises:
        Refusal: ``INVALID_FIELD``.
    """
    path = _path(RoundPath, request, "round")
    tables = [list(table.entrants) for table in request.tables]
    body = validated(NewHandPairing, {"tables": tables, **_fields(request, "byes", "absent", "reason")}, "")
    return pairing_of(path, body), body.reason


def table_result(request: pb.SetTournamentResultRequest) -> tuple[ResultSet, str]:
    """How a table has ended, as a host says, and why.

    Raises:
        Refusal: ``INVALID_FIELD``.
    """
    path = _path(TablePath, request, "round", "table")
    body = validated(NewTableResult, _fields(request, "places", "forfeits", "reason"), "")
    return result_of(path, body), body.reason


def imagined(request: pb.PreviewTournamentStandingsRequest) -> list[Happening]:
    """What is imagined to happen.

    Raises:
        Refusal: ``INVALID_FIELD``.
    """
    changes = [_imagined(each, f"/changes/{place}") for place, each in enumerate(request.changes)]
    return happenings_of(validated(StandingsPreviewRequest, {"changes": changes}, ""))


def entrant(request: Message) -> tuple[str, str | None]:
    """The tournament and the entrant that are meant; None: the caller.

    Raises:
        Refusal: ``NOT_FOUND``: no tournament; ``INVALID_FIELD`` at ``/entrant``.
    """
    path = _path(EntrantPath, request, "entrant")
    return path.tournament, entrant_or_caller(path.entrant)


def stage(request: Message) -> tuple[str, int | None]:
    """The tournament and the stage that are meant; None: the last one that there is.

    Raises:
        Refusal: ``NOT_FOUND``: no tournament; ``INVALID_FIELD`` at ``/stage``.
    """
    path = _path(TournamentPath, request)
    return path.tournament, validated(StageQuery, {"stage": _optional(request, "stage")}, "").stage


def csv_content(number: int) -> CsvContent:
    """What a table is of.

    Raises:
        Refusal: ``INVALID_FIELD`` at ``/content``.
    """
    return _known(_CONTENTS, number, "/content")


def trf_version(number: int) -> TrfVersion:
    """Which version of FIDE's report files is wanted.

    Raises:
        Refusal: ``INVALID_FIELD`` at ``/version``.
    """
    return _known(_VERSIONS, number, "/version")


def _entry_rules(rules: pb.TournamentEntryRules) -> dict[str, Any]:
    return {
        **_fields(rules, "late_until_round", "late_points"),
        **_given(
            registration=_known(_REGISTRATIONS, rules.registration, "/entry/registration"),
            bots=_known(_BOTS, rules.bots, "/entry/bots"),
            capacity=rules.capacity or None,
            check_in_seconds=rules.check_in_seconds or None,
            **{
                name: _optional(rules, name)
                for name in ("min_rating", "max_rating", "byes", "bye_points", "pairing_bye_points")
            },
        ),
    }


def _times(times: pb.TournamentTimes) -> dict[str, Any]:
    starts_at = moment_text(times.starts_at, "/times/starts_at") if times.HasField("starts_at") else None
    return {
        "pause_seconds": times.pause_seconds,
        **_given(
            starts_at=starts_at,
            next_round=_known(_NEXT_ROUNDS, times.next_round, "/times/next_round"),
            round_seconds=times.round_seconds or None,
        ),
    }


def _apart_rule(rule: pb.TournamentApartRule) -> dict[str, Any]:
    return _given(who=_known(_APART_GROUPS, rule.who, "/apart/who"), rounds=rule.rounds or None)


def _new_entrant(request: pb.EnterTournamentRequest | pb.NewTournamentEntrant) -> dict[str, Any]:
    return _given(player=request.player or None, bot=request.bot or None, name=request.name or None)


def _imagined(change: pb.ImaginedTournamentChange, pointer: str) -> dict[str, Any]:
    match change.WhichOneof("what"):
        case "result_set":
            return {"kind": "result_set", **_fields(change.result_set, "round", "table", "places", "forfeits")}
        case "undone":
            return {"kind": "undone", "entry": change.undone}
        case "withdrawn":
            return {"kind": "withdrawn", "entrant": change.withdrawn}
        case _:
            raise invalid(pointer, "is missing")


def _path(model: type[P], request: Message, *names: str) -> P:
    """What REST has in the path."""
    fields = _fields(request, "tournament", *names)
    tournament_id(fields["tournament"])
    return validated(model, fields, "")


def _fields(message: Message, *names: str) -> dict[str, Any]:
    """Some fields of a message, lists as such."""
    repeated = {field.name for field in message.DESCRIPTOR.fields if field.is_repeated}
    return {name: list(value) if name in repeated else value for name in names for value in (getattr(message, name),)}


def _given(**fields: Any) -> dict[str, Any]:  # noqa: ANN401 - each has its own type
    """The fields that are not None; the model has defaults for the others."""
    return {name: value for name, value in fields.items() if value is not None}


def _optional(message: Message, name: str) -> Any:  # noqa: ANN401 - of any type
    """A field; None if it is absent."""
    return getattr(message, name) if message.HasField(name) else None


def _known(values: Mapping[Any, V], number: int, pointer: str) -> V:
    """What a number of an enumeration means."""
    if number not in values:
        raise invalid(pointer, "is not one that this version knows")
    return values[number]
