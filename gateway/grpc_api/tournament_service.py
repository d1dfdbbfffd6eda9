"""The methods of ``playhall.play.v1.TournamentService``: each as one call of the services, as REST has them."""

# ruff: noqa: N802 - gRPC names a service's methods as the proto does

from collections.abc import Callable, Iterator
from typing import Any, Final

from playhall.play.v1 import tournaments_pb2 as pb

from gateway.account_operations import player_id
from gateway.api.tournament_entrants import wish_of, wishes_of
from gateway.api.tournament_hosts import NewGuestInvitation
from gateway.api.tournament_webhooks import Resending, TournamentWebhookChange
from gateway.api.tournaments import TournamentQuery, change_of
from gateway.grpc_api import tournament_messages as messages
from gateway.grpc_api import tournament_requests as requests
from gateway.grpc_api.calls import Access, Call, Method, methods_of
from gateway.grpc_api.idempotency import answer_once
from gateway.grpc_api.progress_streams import ProgressStreams
from gateway.grpc_api.requests import (
    id_or_none,
    needed_id,
    not_a_page_token,
    page_cursor,
    page_number,
    page_size,
    shown_page,
)
from gateway.grpc_api.tournament_requests import tournament_id
from gateway.openapi.request_parsing import validated
from gateway.tournament_documents import TournamentDocuments
from gateway.tournament_operations import TournamentOperations, is_tournament_id
from services.errors import Reason, Refusal
from services.idempotency import IdempotencyStore
from services.identity import Scope
from services.identity.idempotent_creation import Creation, once
from services.tournament_hosting.guest_invitations import GuestInvitations
from services.tournament_hosting.guests import GuestLists
from services.tournament_hosting.hosting import Tournaments
from services.tournament_hosting.model import HostedTournament
from services.tournament_webhooks.webhooks import TournamentWebhooks
from services.unreadable import show_each
from services.webhooks.signing import secret_text

SERVICE: Final = pb.DESCRIPTOR.services_by_name["TournamentService"]

_SPECTATE: Final = Access(Scope.MATCHES_READ, without_key=True)
_READ: Final = Access(Scope.MATCHES_READ)
_CREATE: Final = Access(Scope.MATCHES_CREATE)
_PLAY: Final = Access(Scope.MATCHES_PLAY)
_ACCOUNT: Final = Access(Scope.ACCOUNT_MANAGE)

ACCESS: Final = {
    "CreateTournament": _CREATE,
    "ListTournaments": _SPECTATE,
    "GetTournament": _SPECTATE,
    "ChangeTournament": _CREATE,
    "StartTournament": _CREATE,
    "PauseTournament": _CREATE,
    "ResumeTournament": _CREATE,
    "CancelTournament": _CREATE,
    "EnterTournament": _PLAY,
    "ImportTournamentEntrants": _CREATE,
    "ListTournamentEntrants": _SPECTATE,
    "GetTournamentEntrant": _SPECTATE,
    "CheckInTournamentEntrant": _PLAY,
    "WithdrawTournamentEntrant": _PLAY,
    "ReturnTournamentEntrant": _PLAY,
    "RequestTournamentBye": _PLAY,
    "KeepTournamentEntrantsApart": _CREATE,
    "ListTournamentHosts": _SPECTATE,
    "NameTournamentHost": _CREATE,
    "RemoveTournamentHost": _CREATE,
    "ListTournamentGuests": _READ,
    "GetTournamentGuest": _READ,
    "AddTournamentGuest": _CREATE,
    "RemoveTournamentGuest": _CREATE,
    "CreateGuestInvitation": _CREATE,
    "ListGuestInvitations": _READ,
    "RevokeGuestInvitation": _CREATE,
    "ListTournamentLog": _SPECTATE,
    "UndoTournamentEntry": _CREATE,
    "WatchTournament": _SPECTATE,
    "ListTournamentRounds": _SPECTATE,
    "GetTournamentRound": _SPECTATE,
    "PairTournamentRound": _CREATE,
    "PreviewTournamentRound": _CREATE,
    "SetTournamentRound": _CREATE,
    "SwapInTournamentRound": _CREATE,
    "SetTournamentResult": _CREATE,
    "GetTournamentStandings": _SPECTATE,
    "PreviewTournamentStandings": _CREATE,
    "GetTournamentCrossTable": _SPECTATE,
    "GetTournamentBracket": _SPECTATE,
    "GetTournamentCard": _SPECTATE,
    "ExportTournamentJson": _SPECTATE,
    "ExportTournamentCsv": _SPECTATE,
    "ExportTournamentTrf": _SPECTATE,
    "SetTournamentWebhook": _ACCOUNT,
    "GetTournamentWebhook": _ACCOUNT,
    "DeleteTournamentWebhook": _ACCOUNT,
    "RotateTournamentWebhook": _ACCOUNT,
    "ResendTournamentWebhook": _ACCOUNT,
    "ListTournamentDeliveries": _ACCOUNT,
}
"""Who may call what."""


class TournamentService:
    """The methods, by name. Each takes its request and the call.

    Each raises a Refusal for what the services refuse; see the REST operation of the same name.
    """

    def __init__(
        self,
        tournaments: Tournaments,
        guests: GuestLists,
        invitations: GuestInvitations,
        webhooks: TournamentWebhooks,
        operations: TournamentOperations,
        documents: TournamentDocuments,
        streams: ProgressStreams[HostedTournament],
        attempts: IdempotencyStore,
    ) -> None:
        self._tournaments = tournaments
        self._guests = guests
        self._invitations = invitations
        self._webhooks = webhooks
        self._operations = operations
        self._documents = documents
        self._streams = streams
        self._attempts = attempts

    def methods(self) -> dict[str, Method]:
        """The methods as they are served."""
        return methods_of(SERVICE, self, ACCESS)

    # -- tournaments ---------------------------------------------------------------------------------------------------

    def CreateTournament(self, request: pb.CreateTournamentRequest, call: Call) -> pb.CreateTournamentResponse:
        wanted = requests.new_tournament(request)

        def respond(creation: Creation | None) -> pb.CreateTournamentResponse:
            made = self._operations.create(call.caller, wanted, creation or once())
            return pb.CreateTournamentResponse(tournament=messages.tournament_message(made))

        return answer_once(self._attempts, "CreateTournament", request, call, respond, pb.CreateTournamentResponse)

    def ListTournaments(self, request: pb.ListTournamentsRequest, call: Call) -> pb.ListTournamentsResponse:
        if request.page_token and not is_tournament_id(request.page_token):
            raise not_a_page_token()
        asked = validated(TournamentQuery, {"ruleset": request.ruleset or None}, "")
        owner = id_or_none(request.owner, "/owner")
        found = self._tournaments.list(
            limit=page_size(request.page_size) + 1,
            before=request.page_token or None,
            status=requests.status(request.status),
            ruleset=asked.ruleset,
            owner_id=None if owner is None else player_id(call.caller, owner),
        )
        shown, unshown, token = shown_page("tournament", found, request, messages.tournament_message)
        return pb.ListTournamentsResponse(tournaments=shown, next_page_token=token, unshown=unshown)

    def GetTournament(self, request: pb.GetTournamentRequest, call: Call) -> pb.GetTournamentResponse:
        found = self._tournaments.get(call.caller, tournament_id(request.tournament))
        return pb.GetTournamentResponse(tournament=messages.tournament_message(found))

    def ChangeTournament(self, request: pb.ChangeTournamentRequest, call: Call) -> pb.ChangeTournamentResponse:
        id, wish = tournament_id(request.tournament), requests.change(request)
        changed = self._tournaments.change(
            call.caller, id, change_of(wish), reason=wish.reason, expected=_expected(request)
        )
        return pb.ChangeTournamentResponse(tournament=messages.tournament_message(changed))

    def StartTournament(self, request: pb.StartTournamentRequest, call: Call) -> pb.StartTournamentResponse:
        return pb.StartTournamentResponse(tournament=_done(self._tournaments.start, request, call))

    def PauseTournament(self, request: pb.PauseTournamentRequest, call: Call) -> pb.PauseTournamentResponse:
        return pb.PauseTournamentResponse(tournament=_done(self._tournaments.pause, request, call))

    def ResumeTournament(self, request: pb.ResumeTournamentRequest, call: Call) -> pb.ResumeTournamentResponse:
        return pb.ResumeTournamentResponse(tournament=_done(self._tournaments.resume, request, call))

    def CancelTournament(self, request: pb.CancelTournamentRequest, call: Call) -> pb.CancelTournamentResponse:
        return pb.CancelTournamentResponse(tournament=_done(self._tournaments.cancel, request, call))

    def WatchTournament(self, request: pb.WatchTournamentRequest, call: Call) -> Iterator[pb.WatchTournamentResponse]:
        since = request.since if request.HasField("since") else None
        for tournament in self._streams.follow(tournament_id(request.tournament), since, call):
            shown = messages.tournament_message(tournament)
            if tournament.is_ended:
                yield pb.WatchTournamentResponse(end=shown)
            else:
                yield pb.WatchTournamentResponse(progress=shown)

    # -- entrants ------------------------------------------------------------------------------------------------------

    def EnterTournament(self, request: pb.EnterTournamentRequest, call: Call) -> pb.EnterTournamentResponse:
        id, wish = tournament_id(request.tournament), wish_of(call.caller, "", requests.new_entrant(request))
        entered = self._operations.enter(call.caller, id, wish)
        return pb.EnterTournamentResponse(entrant=messages.entrant_message(entered))

    def ImportTournamentEntrants(
        self, request: pb.ImportTournamentEntrantsRequest, call: Call
    ) -> pb.ImportTournamentEntrantsResponse:
        id, wishes = tournament_id(request.tournament), wishes_of(call.caller, requests.imported(request))
        entered = self._operations.enter_all(call.caller, id, wishes)
        return pb.ImportTournamentEntrantsResponse(tournament=messages.tournament_message(entered))

    def ListTournamentEntrants(
        self, request: pb.ListTournamentEntrantsRequest, call: Call
    ) -> pb.ListTournamentEntrantsResponse:
        id, after, size = tournament_id(request.tournament), page_number(request), page_size(request.page_size)
        found = self._tournaments.entrants(call.caller, id, after=after, limit=size + 1)
        shown, unshown = show_each("entrant", found[:size], messages.entrant_message)
        token = f"{after + size}" if len(found) > size else ""
        return pb.ListTournamentEntrantsResponse(entrants=shown, unshown=unshown, next_page_token=token)

    def GetTournamentEntrant(
        self, request: pb.GetTournamentEntrantRequest, call: Call
    ) -> pb.GetTournamentEntrantResponse:
        found = self._tournaments.entrant(call.caller, *requests.entrant(request))
        return pb.GetTournamentEntrantResponse(entrant=messages.entrant_message(found))

    def CheckInTournamentEntrant(
        self, request: pb.CheckInTournamentEntrantRequest, call: Call
    ) -> pb.CheckInTournamentEntrantResponse:
        seed = requests.client_seed(request)
        there = self._operations.check_in(call.caller, *requests.entrant(request), client_seed=seed)
        return pb.CheckInTournamentEntrantResponse(entrant=messages.entrant_message(there))

    def WithdrawTournamentEntrant(
        self, request: pb.WithdrawTournamentEntrantRequest, call: Call
    ) -> pb.WithdrawTournamentEntrantResponse:
        id, entrant = requests.entrant(request)
        gone = self._operations.withdraw(call.caller, id, entrant, reason=requests.reason(request.reason))
        return pb.WithdrawTournamentEntrantResponse(entrant=messages.entrant_message(gone))

    def ReturnTournamentEntrant(
        self, request: pb.ReturnTournamentEntrantRequest, call: Call
    ) -> pb.ReturnTournamentEntrantResponse:
        id, entrant = requests.entrant(request)
        back = self._operations.come_back(call.caller, id, entrant, reason=requests.reason(request.reason))
        return pb.ReturnTournamentEntrantResponse(entrant=messages.entrant_message(back))

    def RequestTournamentBye(
        self, request: pb.RequestTournamentByeRequest, call: Call
    ) -> pb.RequestTournamentByeResponse:
        id, entrant = requests.entrant(request)
        excused = self._operations.request_bye(call.caller, id, requests.bye_round(request.round), entrant)
        return pb.RequestTournamentByeResponse(entrant=messages.entrant_message(excused))

    def KeepTournamentEntrantsApart(
        self, request: pb.KeepTournamentEntrantsApartRequest, call: Call
    ) -> pb.KeepTournamentEntrantsApartResponse:
        id, wish = tournament_id(request.tournament), requests.kept_apart(request)
        changed = self._tournaments.keep_apart(
            call.caller, id, wish.entrants, until_round=wish.until_round, reason=wish.reason
        )
        return pb.KeepTournamentEntrantsApartResponse(tournament=messages.tournament_message(changed))

    # -- hosts and guests ----------------------------------------------------------------------------------------------

    def ListTournamentHosts(self, request: pb.ListTournamentHostsRequest, call: Call) -> pb.ListTournamentHostsResponse:
        found = self._tournaments.hosts(call.caller, tournament_id(request.tournament))
        shown, unshown = show_each("host", found, messages.host_message, lambda host: host.player_id)
        return pb.ListTournamentHostsResponse(hosts=shown, unshown=unshown)

    def NameTournamentHost(self, request: pb.NameTournamentHostRequest, call: Call) -> pb.NameTournamentHostResponse:
        id, player = tournament_id(request.tournament), needed_id(request.player, "/player")
        named = self._tournaments.name_host(call.caller, id, player, requests.host_role(request.role))
        return pb.NameTournamentHostResponse(host=messages.host_message(named))

    def RemoveTournamentHost(
        self, request: pb.RemoveTournamentHostRequest, call: Call
    ) -> pb.RemoveTournamentHostResponse:
        id, player = tournament_id(request.tournament), needed_id(request.player, "/player")
        self._tournaments.remove_host(call.caller, id, player)
        return pb.RemoveTournamentHostResponse()

    def ListTournamentGuests(
        self, request: pb.ListTournamentGuestsRequest, call: Call
    ) -> pb.ListTournamentGuestsResponse:
        id, after = tournament_id(request.tournament), page_cursor(request)
        found = self._guests.list(call.caller, id, after=after, limit=page_size(request.page_size) + 1)
        shown, unshown, token = shown_page("guest", found, request, messages.guest_message, "player_id")
        return pb.ListTournamentGuestsResponse(guests=shown, unshown=unshown, next_page_token=token)

    def GetTournamentGuest(self, request: pb.GetTournamentGuestRequest, call: Call) -> pb.GetTournamentGuestResponse:
        found = self._guests.get(call.caller, *_guest(request, call))
        return pb.GetTournamentGuestResponse(guest=messages.guest_message(found))

    def AddTournamentGuest(self, request: pb.AddTournamentGuestRequest, call: Call) -> pb.AddTournamentGuestResponse:
        added = self._guests.put(call.caller, *_guest(request, call))
        return pb.AddTournamentGuestResponse(guest=messages.guest_message(added))

    def RemoveTournamentGuest(
        self, request: pb.RemoveTournamentGuestRequest, call: Call
    ) -> pb.RemoveTournamentGuestResponse:
        self._guests.delete(call.caller, *_guest(request, call))
        return pb.RemoveTournamentGuestResponse()

    def CreateGuestInvitation(
        self, request: pb.CreateGuestInvitationRequest, call: Call
    ) -> pb.CreateGuestInvitationResponse:
        wish = {"places": request.places} | ({"seconds": request.seconds} if request.HasField("seconds") else {})
        body = validated(NewGuestInvitation, wish, "")

        def respond(creation: Creation | None) -> pb.CreateGuestInvitationResponse:
            made = self._invitations.create(
                call.caller, tournament_id(request.tournament), body.places, body.seconds, creation or once()
            )
            return pb.CreateGuestInvitationResponse(invitation=messages.invitation_message(made))

        return answer_once(
            self._attempts, "CreateGuestInvitation", request, call, respond, pb.CreateGuestInvitationResponse
        )

    def ListGuestInvitations(
        self, request: pb.ListGuestInvitationsRequest, call: Call
    ) -> pb.ListGuestInvitationsResponse:
        found = self._invitations.list(call.caller, tournament_id(request.tournament))
        shown, unshown = show_each("invitation", found, messages.invitation_message)
        return pb.ListGuestInvitationsResponse(invitations=shown, unshown=unshown)

    def RevokeGuestInvitation(
        self, request: pb.RevokeGuestInvitationRequest, call: Call
    ) -> pb.RevokeGuestInvitationResponse:
        invitation = needed_id(request.invitation, "/invitation")
        self._invitations.revoke(call.caller, tournament_id(request.tournament), invitation)
        return pb.RevokeGuestInvitationResponse()

    # -- the log -------------------------------------------------------------------------------------------------------

    def ListTournamentLog(self, request: pb.ListTournamentLogRequest, call: Call) -> pb.ListTournamentLogResponse:
        id, after = tournament_id(request.tournament), page_number(request)
        found = self._tournaments.log(call.caller, id, after=after, limit=page_size(request.page_size) + 1)
        undone = self._tournaments.undone(call.caller, id)
        shown, unshown, token = shown_page(
            "log entry", found, request, lambda entry: messages.log_entry_message(entry, undone), "number"
        )
        return pb.ListTournamentLogResponse(entries=shown, unshown=unshown, next_page_token=token)

    def UndoTournamentEntry(self, request: pb.UndoTournamentEntryRequest, call: Call) -> pb.UndoTournamentEntryResponse:
        path, reason = requests.undone(request)
        changed = self._tournaments.undo(call.caller, path.tournament, path.entry, reason=reason)
        return pb.UndoTournamentEntryResponse(tournament=messages.tournament_message(changed))

    # -- rounds --------------------------------------------------------------------------------------------------------

    def ListTournamentRounds(
        self, request: pb.ListTournamentRoundsRequest, call: Call
    ) -> pb.ListTournamentRoundsResponse:
        id, after = tournament_id(request.tournament), page_number(request)
        found = self._tournaments.view(call.caller, id).rounds()[after:]
        shown, unshown, token = shown_page("round", found, request, messages.round_message, "number")
        return pb.ListTournamentRoundsResponse(rounds=shown, unshown=unshown, next_page_token=token)

    def GetTournamentRound(self, request: pb.GetTournamentRoundRequest, call: Call) -> pb.GetTournamentRoundResponse:
        path = requests.round_path(request)
        return pb.GetTournamentRoundResponse(round=self._documents.round(call.caller, path.tournament, path.round))

    def PairTournamentRound(self, request: pb.PairTournamentRoundRequest, call: Call) -> pb.PairTournamentRoundResponse:
        id, reason = tournament_id(request.tournament), requests.reason(request.reason)
        return pb.PairTournamentRoundResponse(round=self._documents.pair_next_round(call.caller, id, reason=reason))

    def PreviewTournamentRound(
        self, request: pb.PreviewTournamentRoundRequest, call: Call
    ) -> pb.PreviewTournamentRoundResponse:
        id = tournament_id(request.tournament)
        return pb.PreviewTournamentRoundResponse(round=self._documents.preview_next_round(call.caller, id))

    def SetTournamentRound(self, request: pb.SetTournamentRoundRequest, call: Call) -> pb.SetTournamentRoundResponse:
        wanted, reason = requests.hand_pairing(request)
        paired = self._documents.pair_by_hand(call.caller, request.tournament, wanted, reason=reason)
        return pb.SetTournamentRoundResponse(round=paired)

    def SwapInTournamentRound(
        self, request: pb.SwapInTournamentRoundRequest, call: Call
    ) -> pb.SwapInTournamentRoundResponse:
        path, wish = requests.swap(request)
        swapped = self._documents.swap(call.caller, path.tournament, path.round, wish.a, wish.b, reason=wish.reason)
        return pb.SwapInTournamentRoundResponse(round=swapped)

    def SetTournamentResult(self, request: pb.SetTournamentResultRequest, call: Call) -> pb.SetTournamentResultResponse:
        result, reason = requests.table_result(request)
        table = self._documents.set_result(call.caller, request.tournament, result, reason=reason)
        return pb.SetTournamentResultResponse(table=table)

    # -- standings -----------------------------------------------------------------------------------------------------

    def GetTournamentStandings(
        self, request: pb.GetTournamentStandingsRequest, call: Call
    ) -> pb.GetTournamentStandingsResponse:
        id = tournament_id(request.tournament)
        return pb.GetTournamentStandingsResponse(standings=self._documents.standings(call.caller, id))

    def PreviewTournamentStandings(
        self, request: pb.PreviewTournamentStandingsRequest, call: Call
    ) -> pb.PreviewTournamentStandingsResponse:
        id, changes = tournament_id(request.tournament), requests.imagined(request)
        standings = self._tournaments.preview_standings(call.caller, id, changes)
        return pb.PreviewTournamentStandingsResponse(standings=standings)

    def GetTournamentCrossTable(
        self, request: pb.GetTournamentCrossTableRequest, call: Call
    ) -> pb.GetTournamentCrossTableResponse:
        found = self._documents.cross_table(call.caller, *requests.stage(request))
        return pb.GetTournamentCrossTableResponse(cross_table=found)

    def GetTournamentBracket(
        self, request: pb.GetTournamentBracketRequest, call: Call
    ) -> pb.GetTournamentBracketResponse:
        return pb.GetTournamentBracketResponse(bracket=self._documents.bracket(call.caller, *requests.stage(request)))

    def GetTournamentCard(self, request: pb.GetTournamentCardRequest, call: Call) -> pb.GetTournamentCardResponse:
        return pb.GetTournamentCardResponse(card=self._documents.card(call.caller, *requests.entrant(request)))

    # -- exports -------------------------------------------------------------------------------------------------------

    def ExportTournamentJson(
        self, request: pb.ExportTournamentJsonRequest, call: Call
    ) -> Iterator[pb.ExportTournamentJsonResponse]:
        id = tournament_id(request.tournament)
        for piece in self._pieces(lambda: self._tournaments.export(call.caller, id), call):
            yield pb.ExportTournamentJsonResponse(piece=piece)

    def ExportTournamentCsv(
        self, request: pb.ExportTournamentCsvRequest, call: Call
    ) -> Iterator[pb.ExportTournamentCsvResponse]:
        (id, stage), content = requests.stage(request), requests.csv_content(request.content)
        for piece in self._pieces(lambda: self._documents.csv(call.caller, id, content, stage), call):
            yield pb.ExportTournamentCsvResponse(piece=piece)

    def ExportTournamentTrf(
        self, request: pb.ExportTournamentTrfRequest, call: Call
    ) -> Iterator[pb.ExportTournamentTrfResponse]:
        (id, stage), version = requests.stage(request), requests.trf_version(request.version)
        for piece in self._pieces(lambda: self._documents.report(call.caller, id, version, stage), call):
            yield pb.ExportTournamentTrfResponse(piece=piece)

    def _pieces(self, make: Callable[[], bytes], call: Call) -> Iterator[bytes]:
        return self._streams.send(messages.pieces(make), call)

    # -- webhooks ------------------------------------------------------------------------------------------------------

    def SetTournamentWebhook(
        self, request: pb.SetTournamentWebhookRequest, call: Call
    ) -> pb.SetTournamentWebhookResponse:
        id = tournament_id(request.tournament)
        body = validated(TournamentWebhookChange, {"url": request.url}, "")
        webhook, is_new = self._webhooks.put(call.caller, id, body.url, creation=once())
        secret = secret_text(webhook.secrets[0]) if is_new else ""
        return pb.SetTournamentWebhookResponse(webhook=messages.webhook_message(webhook), secret=secret)

    def GetTournamentWebhook(
        self, request: pb.GetTournamentWebhookRequest, call: Call
    ) -> pb.GetTournamentWebhookResponse:
        found = self._webhooks.get(call.caller, tournament_id(request.tournament))
        return pb.GetTournamentWebhookResponse(webhook=messages.webhook_message(found))

    def DeleteTournamentWebhook(
        self, request: pb.DeleteTournamentWebhookRequest, call: Call
    ) -> pb.DeleteTournamentWebhookResponse:
        self._webhooks.delete(call.caller, tournament_id(request.tournament))
        return pb.DeleteTournamentWebhookResponse()

    def RotateTournamentWebhook(
        self, request: pb.RotateTournamentWebhookRequest, call: Call
    ) -> pb.RotateTournamentWebhookResponse:
        id = tournament_id(request.tournament)

        def respond(creation: Creation | None) -> pb.RotateTournamentWebhookResponse:
            webhook = self._webhooks.rotate(call.caller, id, creation=creation or once())
            shown, secret = messages.webhook_message(webhook), secret_text(webhook.secrets[0])
            return pb.RotateTournamentWebhookResponse(webhook=shown, secret=secret)

        answer = pb.RotateTournamentWebhookResponse
        return answer_once(self._attempts, "RotateTournamentWebhook", request, call, respond, answer)

    def ResendTournamentWebhook(
        self, request: pb.ResendTournamentWebhookRequest, call: Call
    ) -> pb.ResendTournamentWebhookResponse:
        id, body = tournament_id(request.tournament), validated(Resending, {"entry": request.entry}, "")
        resent = self._webhooks.resend(call.caller, id, body.entry)
        return pb.ResendTournamentWebhookResponse(webhook=messages.webhook_message(resent))

    def ListTournamentDeliveries(
        self, request: pb.ListTournamentDeliveriesRequest, call: Call
    ) -> pb.ListTournamentDeliveriesResponse:
        id, before = tournament_id(request.tournament), page_cursor(request)
        found = self._webhooks.deliveries(call.caller, id, page_size(request.page_size) + 1, before)
        shown, unshown, token = shown_page("delivery", found, request, messages.delivery_message)
        return pb.ListTournamentDeliveriesResponse(deliveries=shown, unshown=unshown, next_page_token=token)


def _done(
    act: Callable[..., HostedTournament],
    request: Any,  # noqa: ANN401 - a message with tournament, reason and revision
    call: Call,
) -> pb.Tournament:
    """What a host does with a tournament as a whole."""
    id, reason = tournament_id(request.tournament), requests.reason(request.reason)
    return messages.tournament_message(act(call.caller, id, reason=reason, expected=_expected(request)))


def _expected(request: Any) -> Callable[[HostedTournament], None]:  # noqa: ANN401 - a message with a revision
    """What a request says of the tournament, asked in the moment in which it is changed."""

    def check(found: HostedTournament) -> None:
        if request.HasField("revision") and request.revision != found.revision:
            raise Refusal(Reason.PRECONDITION_FAILED)

    return check


def _guest(
    request: pb.GetTournamentGuestRequest | pb.AddTournamentGuestRequest | pb.RemoveTournamentGuestRequest, call: Call
) -> tuple[str, str]:
    """The tournament and the player that are meant."""
    return tournament_id(request.tournament), player_id(call.caller, needed_id(request.player, "/player"))
