"""The methods of ``playhall.play.v1.PlayService`` that are written by hand.

``GetView`` and ``Decide`` are by far the most frequent calls, and the documents in them may be asked for as messages of
the ruleset, as in ``CheckDecision``. ``Watch`` and ``WatchAccount`` are streams, which gRPC's threads send where REST's
event loop does. ``GetRuleset`` answers with what REST has in five operations.
"""

# ruff: noqa: N802 - gRPC names a service's methods as the proto does

from collections.abc import Iterable, Iterator
from typing import Final

from playhall.play.v1 import play_pb2 as pb

from gateway.api.rulesets import LONGEST_OPTIONS, LONGEST_VERSION, described, layout_for
from gateway.bootstrap import Services
from gateway.grpc_api import messages
from gateway.grpc_api.bridge import Serve
from gateway.grpc_api.calls import API, Call, CallAdmission
from gateway.grpc_api.documents import Documents, read_object
from gateway.grpc_api.requests import invalid
from gateway.grpc_api.watch import Watches
from gateway.streams.accounts import AccountRequest
from gateway.streams.feed import StreamRequest
from gateway.streams.formats import Include
from services.engine.ruleset import SPECTATOR
from services.errors import Reason, Refusal
from services.matches.accounts import read_cursor

_INCLUDES: Final = {pb.INCLUDE_VIEW: Include.VIEW, pb.INCLUDE_LEGAL: Include.LEGAL}


class PlayMethods:
    """The methods, by name. Each takes its request and the call, and raises a Refusal for what the services refuse; see
    the REST operation of the same name."""

    def __init__(self, services: Services, watches: Watches, admission: CallAdmission) -> None:
        self._matches = services.matches
        self._engines = services.engines
        self._watches = watches
        self._admission = admission
        self._documents = Documents()

    def by_name(self) -> dict[str, Serve]:
        """The methods as they are served."""
        queries = (self.GetRuleset, self.GetView, self.CheckDecision)
        return {method.__name__: method for method in (*queries, self.Decide, self.Watch, self.WatchAccount)}

    def GetRuleset(self, request: pb.GetRulesetRequest, call: Call) -> pb.GetRulesetResponse:
        if len(request.version) > LONGEST_VERSION:
            raise invalid("/version", f"At most {LONGEST_VERSION} characters.")
        if len(request.options) > LONGEST_OPTIONS:
            raise invalid("/options", f"At most {LONGEST_OPTIONS} bytes.")
        found = described(self._engines, request.ruleset, request.version or None)
        options = read_object(request.options, "/options") if request.options else None
        layout = layout_for(found, request.seats or None, options, "") if found.layout else {}
        return pb.GetRulesetResponse(ruleset=messages.ruleset_message(found, layout))

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

    def _ruleset(self, match_id: str, call: Call) -> str:
        return self._matches.get(call.caller, match_id).ruleset


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
