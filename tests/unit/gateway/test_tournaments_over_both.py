"""Tournaments over gRPC are those of REST: the same operations for the same callers, the same fields and values."""

from collections.abc import Iterable
from enum import Enum
from typing import get_args

import pytest
from google.protobuf.message import Message
from playhall.play.v1 import tournaments_pb2 as pb
from pydantic import BaseModel

from gateway.api import (
    SECTIONS,
    tournament_entrants,
    tournament_hosts,
    tournament_log,
    tournament_rounds,
    tournament_webhooks,
    tournaments,
)
from gateway.grpc_api.bridge import PIECE_BYTES, access_of, operation_of, pieces
from gateway.grpc_api.tournament_service import SERVICE
from gateway.tournament_documents import CsvContent
from services.tournament_hosting.model import HostRole, TournamentVisibility
from services.tournament_webhooks.model import WebhookState
from services.tournaments.settings import ApartRule, EntryRules, NextRound, Registration
from services.tournaments.tournament import TournamentStatus
from services.tournaments.trf import TrfVersion

ACCESS = {method.name: access_of(operation_of(method.name)) for method in SERVICE.methods}
OPERATIONS = [
    operation
    for section in SECTIONS
    for operation in section.operations
    if operation.path.startswith("/v1/tournaments")
]
STREAMED = {"streamTournamentEventsSse": "WatchTournament", "streamTournamentEventsNdjson": "WatchTournament"}


def method_of(operation: str) -> str:
    """The method of gRPC that does what an operation of REST does."""
    return STREAMED.get(operation, operation[0].upper() + operation[1:])


def test_every_operation_has_its_method_for_the_same_callers() -> None:
    assert len(OPERATIONS) > 40
    over_rest = {method_of(each.id): (each.access.scope, each.access.without_key) for each in OPERATIONS}
    over_grpc = {
        method.name: (str(scope.value), ACCESS[method.name].without_key)
        for method in SERVICE.methods
        if (scope := ACCESS[method.name].scope) is not None
    }
    assert over_grpc == over_rest


@pytest.mark.parametrize(
    ("message", "model", "besides"),
    [
        (pb.Tournament, tournaments.TournamentDetails, ()),
        (pb.CreateTournamentRequest, tournaments.NewTournamentBody, ("request_id",)),
        (pb.TournamentEntryRules, EntryRules, ()),
        (pb.TournamentTimes, tournaments.NewRoundTimes, ()),
        (pb.TournamentApartRule, ApartRule, ()),
        (pb.ChangeTournamentRequest, tournaments.TournamentChangeBody, ("tournament", "revision")),
        (pb.ChangedTournamentEntryRules, tournaments.ChangedEntryRules, ()),
        (pb.ChangedTournamentTimes, tournaments.ChangedRoundTimes, ()),
        (pb.TournamentEntrant, tournament_entrants.TournamentEntrant, ()),
        (pb.NewTournamentEntrant, tournament_entrants.NewEntrantBody, ()),
        (pb.EnterTournamentRequest, tournament_entrants.EnteringBody, ("tournament",)),
        (pb.CheckInTournamentEntrantRequest, tournament_entrants.CheckInBody, ("tournament", "entrant")),
        (pb.KeepTournamentEntrantsApartRequest, tournament_entrants.KeptApartBody, ("tournament",)),
        (pb.TournamentHost, tournament_hosts.TournamentHostDetails, ()),
        (pb.TournamentGuest, tournament_hosts.TournamentGuest, ()),
        (pb.TournamentLogEntry, tournament_log.TournamentLogEntry, ()),
        (pb.TournamentRoundSummary, tournament_rounds.TournamentRoundSummary, ()),
        (pb.SetTournamentRoundRequest, tournament_rounds.NewHandPairing, ("tournament", "round")),
        (pb.SetTournamentResultRequest, tournament_rounds.NewTableResult, ("tournament", "round", "table")),
        (pb.TournamentWebhook, tournament_webhooks.TournamentWebhookDetails, ()),
        (pb.TournamentDelivery, tournament_webhooks.TournamentDeliveryDetails, ()),
    ],
)
def test_a_message_has_the_fields_of_its_model(
    message: type[Message], model: type[BaseModel], besides: tuple[str, ...]
) -> None:
    assert {field.name for field in message.DESCRIPTOR.fields} - {*besides} == {*model.model_fields}


def values_of(kinds: type[Enum]) -> list[str]:
    return [kind.value for kind in kinds]


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("TournamentStatus", values_of(TournamentStatus)),
        ("TournamentVisibility", values_of(TournamentVisibility)),
        ("TournamentRegistration", get_args(Registration)),
        ("TournamentBots", get_args(EntryRules.model_fields["bots"].annotation)),
        ("TournamentNextRound", get_args(NextRound)),
        ("TournamentApartGroup", get_args(ApartRule.model_fields["who"].annotation)),
        ("TournamentRole", [*values_of(HostRole), "owner"]),
        ("TournamentCsvContent", values_of(CsvContent)),
        ("TournamentTrfVersion", values_of(TrfVersion)),
        ("TournamentWebhookState", values_of(WebhookState)),
    ],
)
def test_an_enumeration_has_the_values_of_rest(name: str, known: Iterable[str]) -> None:
    first, *others = (value.name for value in pb.DESCRIPTOR.enum_types_by_name[name].values)
    prefix = first.removesuffix("UNSPECIFIED")
    assert {other.removeprefix(prefix).lower() for other in others} == {*known}


def test_an_export_is_cut_into_pieces_that_are_the_whole() -> None:
    document = bytes(range(256)) * (PIECE_BYTES // 128) + b"rest"
    cut = list(pieces(lambda: document))
    assert [len(piece) for piece in cut] == [PIECE_BYTES, PIECE_BYTES, 4]
    assert b"".join(cut) == document
