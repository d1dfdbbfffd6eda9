"""The methods of ``playhall.play.v1.PlayService``: each as one call of the services, as REST has them."""

# ruff: noqa: N802 - gRPC names a service's methods as the proto does

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from playhall.play.v1 import play_pb2 as pb

from gateway.account_operations import AccountOperations
from gateway.api.commitments import LARGEST_LOG_PAGE, LOG_PAGE, entry_of
from gateway.api.events import LONGEST_WAIT
from gateway.api.rulesets import LONGEST_OPTIONS, LONGEST_VERSION, described, layout_for, reachable
from gateway.grpc_api import messages
from gateway.grpc_api.calls import API, Access, Admission, Call, Method, methods_of
from gateway.grpc_api.clocks import on_time_out, time_control
from gateway.grpc_api.documents import Documents, read_object
from gateway.grpc_api.idempotency import answer_once
from gateway.grpc_api.requests import (
    id_or_none,
    invalid,
    not_a_page_token,
    page_cursor,
    page_size,
    shown_page,
)
from gateway.grpc_api.watch import Watches
from gateway.openapi.fields import LARGEST_EXACT
from gateway.streams.accounts import AccountRequest
from gateway.streams.feed import StreamRequest
from gateway.streams.formats import Include
from services.engine.engine import Engines
from services.engine.ruleset import SPECTATOR
from services.errors import FieldError, Reason, Refusal
from services.fairness.commitment_log import CommitmentLog
from services.fairness.signing import SigningKeys
from services.idempotency import IdempotencyStore
from services.identity import Scope
from services.identity.blocks import Blocks
from services.identity.idempotent_creation import Creation, once
from services.matches.accounts import read_cursor
from services.matches.creation_request import (
    CLIENT_SEED_COMES_LATER,
    LONGEST_RULESET,
    LONGEST_SEAT,
    MOST_OPTIONS,
    MOST_SEATS_ASKED,
    NewMatch,
    parse_seat,
    parse_seats,
)
from services.matches.ids import is_match_id
from services.matches.matches import Matches
from services.matches.model import Assistance, DeclineReason, Match, StartRule, Status, Visibility
from services.quick_pairing.model import Bots, RatingRange, TicketState
from services.quick_pairing.tickets import TicketRequest, Tickets
from services.series_jobs import SeriesJobs
from services.tournament_hosting.hosting import Tournaments
from services.unreadable import show_each

SERVICE: Final = pb.DESCRIPTOR.services_by_name["PlayService"]

ACCESS: Final = {
    "ListRulesets": Access(None),
    "GetRuleset": Access(None),
    "CreateMatch": Access(Scope.MATCHES_CREATE),
    "GetMatch": Access(Scope.MATCHES_READ, without_key=True),
    "ListMatches": Access(Scope.MATCHES_READ, without_key=True),
    "JoinMatch": Access(Scope.MATCHES_PLAY),
    "SeedMatch": Access(Scope.MATCHES_PLAY),
    "LeaveMatch": Access(Scope.MATCHES_PLAY),
    "RematchMatch": Access(Scope.MATCHES_CREATE),
    "AssignSeat": Access(Scope.MATCHES_PLAY),
    "StartMatch": Access(Scope.MATCHES_PLAY),
    "ResignMatch": Access(Scope.MATCHES_PLAY),
    "AbortMatch": Access(Scope.MATCHES_PLAY),
    "GetView": Access(Scope.MATCHES_READ, without_key=True),
    "CheckDecision": Access(Scope.MATCHES_PLAY),
    "Decide": Access(Scope.MATCHES_PLAY),
    "Watch": Access(Scope.MATCHES_READ, without_key=True),
    "WatchAccount": Access(Scope.MATCHES_READ),
    "GetReplay": Access(Scope.MATCHES_READ, without_key=True),
    "ListSigningKeys": Access(None),
    "ListCommitments": Access(None),
    "GetCommitmentLogHead": Access(None),
    "GetCommitment": Access(None),
    "GetQuotas": Access(Scope.MATCHES_READ),
    "BlockPlayer": Access(Scope.ACCOUNT_MANAGE),
    "UnblockPlayer": Access(Scope.ACCOUNT_MANAGE),
    "ListBlocks": Access(Scope.ACCOUNT_MANAGE),
    "CreateTicket": Access(Scope.MATCHES_PLAY),
    "GetTicket": Access(Scope.MATCHES_READ),
    "ListTickets": Access(Scope.MATCHES_READ),
    "CancelTicket": Access(Scope.MATCHES_PLAY),
    "ListPools": Access(Scope.MATCHES_READ),
}
"""Who may call what."""

_INCLUDES: Final = {pb.INCLUDE_VIEW: Include.VIEW, pb.INCLUDE_LEGAL: Include.LEGAL}

_TIME_CONTROLS: Final = {"none", *(field.name for field in pb.TimeControl.DESCRIPTOR.oneofs_by_name["kind"].fields)}
_DECLINE_REASONS: Final = {reason.value for reason in DeclineReason}
_ASSISTANCES: Final = {assistance.value for assistance in Assistance}
_DIGEST: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)

_STATUSES: Final = {number: status for status, number in messages.STATUSES.items()}
_VISIBILITIES: Final = {
    pb.VISIBILITY_UNSPECIFIED: Visibility.PUBLIC,
    **{number: visibility for visibility, number in messages.VISIBILITIES.items()},
}
_TICKET_BOTS: Final = {
    pb.TICKET_BOTS_UNSPECIFIED: Bots.ALLOWED,
    **{number: bots for bots, number in messages.TICKET_BOTS.items()},
}
_POOL_FIELDS: Final = frozenset(pb.Pool.DESCRIPTOR.fields_by_name)
_START_RULES: Final = {
    pb.START_RULE_UNSPECIFIED: StartRule.WHEN_FULL,
    **{number: rule for rule, number in messages.START_RULES.items()},
}


class PlayService:
    """The methods, by name. Each takes its request and the call, which is None for those that need no key.

    Each raises a Refusal for what the services refuse; see the REST operation of the same name.
    """

    def __init__(
        self,
        matches: Matches,
        engines: Engines,
        watches: Watches,
        attempts: IdempotencyStore,
        admission: Admission,
        commitments: CommitmentLog,
        signing_keys: SigningKeys,
        series: SeriesJobs,
        accounts: AccountOperations,
        blocks: Blocks,
        tickets: Tickets,
        tournaments: Tournaments,
    ) -> None:
        self._matches = matches
        self._engines = engines
        self._watches = watches
        self._attempts = attempts
        self._admission = admission
        self._commitments = commitments
        self._signing_keys = signing_keys
        self._series = series
        self._accounts = accounts
        self._blocks = blocks
        self._tickets = tickets
        self._tournaments = tournaments
        self._documents = Documents()

    def methods(self) -> dict[str, Method]:
        """The methods as they are served."""
        return methods_of(SERVICE, self, ACCESS)

    # -- what can be played --------------------------------------------------------------------------------------------

    def ListRulesets(self, request: pb.ListRulesetsRequest, call: Call) -> pb.ListRulesetsResponse:
        shown, unshown = show_each("ruleset", reachable(self._engines), messages.summary_message)
        return pb.ListRulesetsResponse(rulesets=shown, unshown=unshown)

    def GetRuleset(self, request: pb.GetRulesetRequest, call: Call) -> pb.GetRulesetResponse:
        if len(request.version) > LONGEST_VERSION:
            raise invalid("/version", f"At most {LONGEST_VERSION} characters.")
        if len(request.options) > LONGEST_OPTIONS:
            raise invalid("/options", f"At most {LONGEST_OPTIONS} bytes.")
        found = described(self._engines, request.ruleset, request.version or None)
        options = read_object(request.options, "/options") if request.options else None
        layout = layout_for(found, request.seats or None, options, "") if found.layout else {}
        return pb.GetRulesetResponse(ruleset=messages.ruleset_message(found, layout))

    # -- matches -------------------------------------------------------------------------------------------------------

    def CreateMatch(self, request: pb.CreateMatchRequest, call: Call) -> pb.CreateMatchResponse:
        new = _new_match(request)

        def respond(creation: Creation | None) -> pb.CreateMatchResponse:
            made = self._matches.create(call.caller, new, creation=creation)
            return pb.CreateMatchResponse(match=_match(made, call))

        return answer_once(self._attempts, "CreateMatch", request, call, respond, pb.CreateMatchResponse)

    def GetMatch(self, request: pb.GetMatchRequest, call: Call) -> pb.GetMatchResponse:
        return pb.GetMatchResponse(match=_match(self._matches.get(call.caller, request.match), call))

    def ListMatches(self, request: pb.ListMatchesRequest, call: Call) -> pb.ListMatchesResponse:
        if request.page_token and not is_match_id(request.page_token):
            raise not_a_page_token()
        if request.time_control and request.time_control not in _TIME_CONTROLS:
            raise invalid("/time_control", f"must be one of {', '.join(sorted(_TIME_CONTROLS))}")
        if call.caller.is_anonymous and request.joinable:
            raise _needs_key("/joinable")
        found, cursor = self._matches.list(
            call.caller,
            status=_status(request.status),
            player=_player(request.player, "/player", call),
            ruleset=id_or_none(request.ruleset, "/ruleset"),
            pending=_player(request.pending, "/pending", call),
            joinable=call.caller.player_id if request.joinable else None,
            creator=_player(request.creator, "/creator", call),
            seats=request.seats or None,
            free_seats=request.free_seats or None,
            time_control=request.time_control or None,
            bots=request.bots if request.HasField("bots") else None,
            limit=page_size(request.page_size),
            before=request.page_token or None,
        )
        shown, unshown = show_each("match", found, lambda match: _match(match, call))
        return pb.ListMatchesResponse(matches=shown, next_page_token=cursor or "", unshown=unshown)

    def JoinMatch(self, request: pb.JoinMatchRequest, call: Call) -> pb.JoinMatchResponse:
        seat = request.seat if request.HasField("seat") else None
        joined = self._matches.join(call.caller, request.match, seat=seat, client_seed=request.client_seed or None)
        return pb.JoinMatchResponse(match=_match(joined, call))

    def SeedMatch(self, request: pb.SeedMatchRequest, call: Call) -> pb.SeedMatchResponse:
        match = self._matches.give_seed(call.caller, request.match, request.client_seed)
        return pb.SeedMatchResponse(match=_match(match, call))

    def LeaveMatch(self, request: pb.LeaveMatchRequest, call: Call) -> pb.LeaveMatchResponse:
        reason = _decline_reason(request.reason)
        return pb.LeaveMatchResponse(match=_match(self._matches.leave(call.caller, request.match, reason=reason), call))

    def RematchMatch(self, request: pb.RematchMatchRequest, call: Call) -> pb.RematchMatchResponse:
        return pb.RematchMatchResponse(match=_match(self._matches.rematch(call.caller, request.match), call))

    def AssignSeat(self, request: pb.AssignSeatRequest, call: Call) -> pb.AssignSeatResponse:
        _check_seat_length(request.occupant, "/occupant")
        occupant = parse_seat(request.occupant, "/occupant")
        try:
            match = self._matches.assign(call.caller, request.match, request.seat, occupant)
        except Refusal as refusal:  # the services know the occupant by another name
            errors = tuple(
                FieldError("/occupant" if error.pointer == "/seat" else error.pointer, error.detail)
                for error in refusal.errors
            )
            raise Refusal(refusal.reason, refusal.detail, errors, refusal.metadata) from None
        return pb.AssignSeatResponse(match=_match(match, call))

    def StartMatch(self, request: pb.StartMatchRequest, call: Call) -> pb.StartMatchResponse:
        started = self._matches.start(call.caller, request.match, client_seed=request.client_seed or None)
        return pb.StartMatchResponse(match=_match(started, call))

    def ResignMatch(self, request: pb.ResignMatchRequest, call: Call) -> pb.ResignMatchResponse:
        return pb.ResignMatchResponse(match=_match(self._matches.resign(call.caller, request.match), call))

    def AbortMatch(self, request: pb.AbortMatchRequest, call: Call) -> pb.AbortMatchResponse:
        return pb.AbortMatchResponse(match=_match(self._matches.abort(call.caller, request.match), call))

    # -- playing -------------------------------------------------------------------------------------------------------

    def GetView(self, request: pb.GetViewRequest, call: Call) -> pb.GetViewResponse:
        look = self._matches.view(call.caller, request.match, _viewer(request, call))
        write = self._documents.writer(request.encoding, lambda: self._ruleset(request.match, call))
        return pb.GetViewResponse(view=messages.view_message(look, write, with_actions=request.with_actions))

    def CheckDecision(self, request: pb.CheckDecisionRequest, call: Call) -> pb.CheckDecisionResponse:
        action = self._documents.action(request, lambda: self._ruleset(request.match, call))
        checked = self._matches.check(call.caller, request.match, request.decision, action)
        return pb.CheckDecisionResponse(seat=checked.seat, decision=checked.decision, notation=checked.notation)

    def Decide(self, request: pb.DecideRequest, call: Call) -> pb.DecideResponse:
        write = self._documents.writer(request.encoding, lambda: self._ruleset(request.match, call))
        action = self._documents.action(request, lambda: self._ruleset(request.match, call))
        answer = self._matches.decide(call.caller, request.match, None, request.decision, action)
        return messages.answer_message(answer, write)

    def Watch(self, request: pb.WatchRequest, call: Call) -> Iterator[pb.WatchResponse]:
        write = self._documents.writer(request.encoding, lambda: self._ruleset(request.match, call))
        include = _include(request.include)
        wanted = StreamRequest(
            match_id=request.match,
            viewer=_viewer(request, call),
            since=request.since if request.HasField("since") else None,
            recheck=lambda: self._admission.caller_again(call),
            address=call.incoming.address,
            include=include,
        )
        for event in self._watches.watch(wanted, call.caller, API, call.context):
            yield messages.line_message(event, write, include, with_actions=request.with_actions)

    def WatchAccount(self, request: pb.WatchAccountRequest, call: Call) -> Iterator[pb.WatchAccountResponse]:
        since = read_cursor(request.since) if request.since else None
        if request.since and since is None:
            raise invalid("/since", "must be the cursor of a line")
        writers = self._documents.writers(request.encoding)
        wanted = AccountRequest(
            caller=call.caller,
            since=since,
            include=_include(request.include),
            recheck=lambda: self._admission.caller_of(call.incoming.key),
            address=call.incoming.address,
        )
        for event in self._watches.watch_account(wanted, API, call.context):
            yield messages.account_message(event, writers)

    def GetReplay(self, request: pb.GetReplayRequest, call: Call) -> pb.GetReplayResponse:
        return pb.GetReplayResponse(replay=self._matches.replay(call.caller, request.match))

    # -- what the platform has bound itself to -------------------------------------------------------------------------

    def ListSigningKeys(self, request: pb.ListSigningKeysRequest, call: Call) -> pb.ListSigningKeysResponse:
        return pb.ListSigningKeysResponse(keys=map(messages.signing_key_message, self._signing_keys.public.keys))

    def ListCommitments(self, request: pb.ListCommitmentsRequest, call: Call) -> pb.ListCommitmentsResponse:
        if request.start > LARGEST_EXACT:
            raise invalid("/start", f"must be at most {LARGEST_EXACT}")
        found = self._commitments.entries(request.start, min(request.page_size or LOG_PAGE, LARGEST_LOG_PAGE))
        shown, unshown = show_each("commitment", found, messages.commitment_message, lambda entry: entry.index)
        return pb.ListCommitmentsResponse(entries=shown, unshown=unshown)

    def GetCommitmentLogHead(
        self, request: pb.GetCommitmentLogHeadRequest, call: Call
    ) -> pb.GetCommitmentLogHeadResponse:
        return pb.GetCommitmentLogHeadResponse(
            head=messages.log_head_message(self._commitments.signed_head(self._signing_keys))
        )

    def GetCommitment(self, request: pb.GetCommitmentRequest, call: Call) -> pb.GetCommitmentResponse:
        if not _DIGEST.fullmatch(request.digest):
            raise invalid("/digest", "must be 64 hexadecimal digits in lower case")
        return pb.GetCommitmentResponse(entry=messages.commitment_message(entry_of(self._commitments, request.digest)))

    # -- the caller ----------------------------------------------------------------------------------------------------

    def GetQuotas(self, request: pb.GetQuotasRequest, call: Call) -> pb.GetQuotasResponse:
        found = self._matches.quotas(call.caller, call.caller.person)
        uses = [pb.QuotaUse(quota=use.quota.value, limit=use.limit, used=use.used) for use in found]
        of_series = self._series.use(call.caller, call.caller.person)
        uses.append(pb.QuotaUse(quota="open_series", limit=of_series.limit, used=of_series.used))
        limit, used = self._accounts.bots_use(call.caller, call.caller.player_id)
        uses.append(pb.QuotaUse(quota="bots", limit=limit, used=used))
        of_tickets = self._tickets.use(call.caller, call.caller.person)
        uses.append(pb.QuotaUse(quota="waiting_tickets", limit=of_tickets.limit, used=of_tickets.used))
        of_tournaments = self._tournaments.use(call.caller, call.caller.person)
        uses.append(pb.QuotaUse(quota="open_tournaments", limit=of_tournaments.limit, used=of_tournaments.used))
        return pb.GetQuotasResponse(quotas=uses)

    def BlockPlayer(self, request: pb.BlockPlayerRequest, call: Call) -> pb.BlockPlayerResponse:
        try:
            block = self._blocks.put(call.caller.player_id, _id(request.player, "/player"))
        except Refusal as refusal:  # the services know the player by another name
            errors = tuple(FieldError("/player", error.detail) for error in refusal.errors)
            raise Refusal(refusal.reason, refusal.detail, errors, refusal.metadata) from None
        return pb.BlockPlayerResponse(block=messages.block_message(block))

    def UnblockPlayer(self, request: pb.UnblockPlayerRequest, call: Call) -> pb.UnblockPlayerResponse:
        self._blocks.delete(call.caller.player_id, _id(request.player, "/player"))
        return pb.UnblockPlayerResponse()

    def ListBlocks(self, request: pb.ListBlocksRequest, call: Call) -> pb.ListBlocksResponse:
        size = page_size(request.page_size)
        found = self._blocks.list(call.caller.player_id, size + 1, page_cursor(request))
        shown, unshown, token = shown_page("block", found, request, messages.block_message, "player_id")
        return pb.ListBlocksResponse(blocks=shown, unshown=unshown, next_page_token=token)

    # -- quick pairing -------------------------------------------------------------------------------------------------

    def CreateTicket(self, request: pb.CreateTicketRequest, call: Call) -> pb.CreateTicketResponse:
        def respond(creation: Creation | None) -> pb.CreateTicketResponse:
            ticket = self._tickets.create(call.caller, _ticket_request(request), creation or once())
            return pb.CreateTicketResponse(ticket=messages.ticket_message(ticket))

        try:
            return answer_once(self._attempts, "CreateTicket", request, call, respond, pb.CreateTicketResponse)
        except Refusal as refusal:  # what is played stands one level deeper here than the services know
            errors = tuple(
                replace(error, pointer=f"/pool{error.pointer}")
                if error.pointer.split("/")[1] in _POOL_FIELDS
                else error
                for error in refusal.errors
            )
            raise Refusal(refusal.reason, refusal.detail, errors, refusal.metadata) from None

    def GetTicket(
        self, request: pb.GetTicketRequest, call: Call
    ) -> pb.GetTicketResponse | Callable[[], pb.GetTicketResponse]:
        if request.wait > LONGEST_WAIT:
            raise invalid("/wait", f"must be at most {LONGEST_WAIT}")
        ticket = self._tickets.get(call.caller, request.ticket)
        if not request.wait or ticket.state is not TicketState.WAITING:
            return pb.GetTicketResponse(ticket=messages.ticket_message(ticket))
        recheck = partial(self._admission.caller_of, call.incoming.key)
        wait = self._watches.ticket_wait(
            call.caller, ticket, request.wait, recheck, call.incoming.address, call.context
        )
        return lambda: pb.GetTicketResponse(ticket=messages.ticket_message(wait()))

    def ListTickets(self, request: pb.ListTicketsRequest, call: Call) -> pb.ListTicketsResponse:
        found = self._tickets.of_caller(call.caller)
        shown, unshown = show_each("ticket", found, messages.ticket_message)
        return pb.ListTicketsResponse(tickets=shown, unshown=unshown)

    def CancelTicket(self, request: pb.CancelTicketRequest, call: Call) -> pb.CancelTicketResponse:
        return pb.CancelTicketResponse(
            ticket=messages.ticket_message(self._tickets.cancel(call.caller, request.ticket))
        )

    def ListPools(self, request: pb.ListPoolsRequest, call: Call) -> pb.ListPoolsResponse:
        found = [
            pb.WaitingPool(pool=messages.pool_message(pool), waiting=count) for pool, count in self._tickets.pools()
        ]
        return pb.ListPoolsResponse(pools=found)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _ruleset(self, match_id: str, call: Call) -> str:
        return self._matches.get(call.caller, match_id).ruleset


def _new_match(request: pb.CreateMatchRequest) -> NewMatch:
    if len(request.ruleset) > LONGEST_RULESET:
        raise invalid("/ruleset", f"must be at most {LONGEST_RULESET} characters")
    if len(request.seats) > MOST_SEATS_ASKED:
        raise invalid("/seats", f"must be at most {MOST_SEATS_ASKED}")
    for number, seat in enumerate(request.seats):
        _check_seat_length(seat, f"/seats/{number}")
    options = read_object(request.options, "/options")
    if len(options) > MOST_OPTIONS:
        raise invalid("/options", f"must be at most {MOST_OPTIONS}")
    if request.visibility not in _VISIBILITIES:
        raise invalid("/visibility", "is not one that this version knows")
    if request.start_rule not in _START_RULES:
        raise invalid("/start_rule", "is not one that this version knows")
    if request.decision_seconds:
        raise invalid("/decision_seconds", "is given as `time_control`")
    if request.client_seed:
        raise invalid("/client_seed", CLIENT_SEED_COMES_LATER)
    return NewMatch(
        ruleset=request.ruleset,
        seats=parse_seats(request.seats),
        options=options,
        visibility=_VISIBILITIES[request.visibility],
        start_rule=_START_RULES[request.start_rule],
        time_control=time_control(request.time_control),
        on_time_out=on_time_out(request.on_time_out),
        spectator_delay_seconds=request.spectator_delay_seconds,
        expires_in=request.expires_in or None,
        rated=not request.HasField("rated") or request.rated,
        assistance=_assistance(request.assistance),
    )


def _assistance(text: str) -> Assistance | None:
    if not text:
        return None
    if text not in _ASSISTANCES:
        raise invalid("/assistance", f"must be one of {', '.join(sorted(_ASSISTANCES))}")
    return Assistance(text)


def _decline_reason(text: str) -> DeclineReason:
    if not text:
        return DeclineReason.GENERIC
    if text not in _DECLINE_REASONS:
        raise invalid("/reason", f"must be one of {', '.join(sorted(_DECLINE_REASONS))}")
    return DeclineReason(text)


def _check_seat_length(seat: str, pointer: str) -> None:
    if len(seat) > LONGEST_SEAT:
        raise invalid(pointer, f"must be at most {LONGEST_SEAT} characters")


def _ticket_request(request: pb.CreateTicketRequest) -> TicketRequest:
    pool = request.pool
    if pool.visibility not in _VISIBILITIES:
        raise invalid("/visibility", "is not one that this version knows")
    if request.bots not in _TICKET_BOTS:
        raise invalid("/bots", "is not one that this version knows")
    wanted = request.rating_range
    limit = wanted.limit if wanted.HasField("limit") else None
    return TicketRequest(
        ruleset=pool.ruleset,
        seats=pool.seats,
        options=read_object(pool.options, "/options"),
        time_control=time_control(pool.time_control),
        on_time_out=on_time_out(pool.on_time_out),
        visibility=_VISIBILITIES[pool.visibility],
        rating_range=RatingRange(wanted.start, wanted.per_second, limit) if request.HasField("rating_range") else None,
        bots=_TICKET_BOTS[request.bots],
        exclusive=not request.independent,
    )


def _player(text: str, pointer: str, call: Call) -> str | None:
    """The id that a filter means; None for an empty text."""
    if text != "me":
        return id_or_none(text, pointer)
    if call.caller.is_anonymous:
        raise _needs_key(pointer)
    return call.caller.player_id


def _needs_key(pointer: str) -> Refusal:
    error = FieldError(pointer, "is the player of a key")
    return Refusal(Reason.UNAUTHENTICATED, "`me` is the player of a key, and no key was sent.", (error,))


def _id(text: str, pointer: str) -> str:
    found = id_or_none(text, pointer)
    if found is None:
        raise invalid(pointer, "must be an id")
    return found


def _match(match: Match, call: Call) -> pb.Match:
    return messages.match_message(match, call.caller)


def _viewer(request: pb.GetViewRequest | pb.WatchRequest, call: Call) -> int:
    if not request.HasField("seat"):
        return SPECTATOR
    if call.caller.is_anonymous:
        raise Refusal(Reason.UNAUTHENTICATED)
    return request.seat


def _include(numbers: Iterable[pb.Include.ValueType]) -> frozenset[Include]:
    for place, number in enumerate(numbers):
        if number not in _INCLUDES:
            raise invalid(f"/include/{place}", "is not one that this version knows")
    return frozenset(_INCLUDES[number] for number in numbers)


def _status(number: pb.MatchStatus.ValueType) -> Status | None:
    if number == pb.MATCH_STATUS_UNSPECIFIED:
        return None
    if number not in _STATUSES:
        raise invalid("/status", "is not one that this version knows")
    return _STATUSES[number]
