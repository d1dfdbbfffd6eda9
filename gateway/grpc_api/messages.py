"""Views, answers to decisions and lines of streams as messages of ``playhall.play.v1``, the documents in them in the
form that a client asks for; and rulesets."""

import json
from collections.abc import Callable, Set
from functools import lru_cache
from typing import Any, Final

from google.protobuf.timestamp_pb2 import Timestamp
from playhall.play.v1 import play_pb2 as pb

from gateway.api import account, events
from gateway.api.clocks import ClockDetails
from gateway.api.match_details import MatchOutcome
from gateway.api.rulesets import option_details, summary_details
from gateway.formats.raw_json import dump
from gateway.grpc_api.documents import Writer
from gateway.grpc_api.filling import plan_fields
from gateway.grpc_api.models import members_of
from gateway.grpc_api.moments import moment
from gateway.streams.formats import Include, StreamEvent, StreamEventType
from services.engine.clocks import Clocks
from services.engine.ruleset import SPECTATOR, Description, JsonObject
from services.matches.account_events import AccountEventType
from services.matches.match import Status, ViewSnapshot

_STATUSES: Final = {
    Status.OPEN: pb.MATCH_STATUS_OPEN,
    Status.LIVE: pb.MATCH_STATUS_LIVE,
    Status.FINISHED: pb.MATCH_STATUS_FINISHED,
    Status.ABORTED: pb.MATCH_STATUS_ABORTED,
}
_OUTCOME: Final = plan_fields(pb.Outcome.DESCRIPTOR, [MatchOutcome])
_CLOCK: Final = plan_fields(pb.Clock.DESCRIPTOR, [ClockDetails])
_NOTICE: Final = plan_fields(pb.Notice.DESCRIPTOR, [events.Notice])
_OPEN_TOURNAMENT: Final = plan_fields(pb.OpenTournament.DESCRIPTOR, [account.OpenTournament])

_WITH_DOCUMENTS: Final = (AccountEventType.OPEN.value, AccountEventType.YOUR_TURN.value)
_ACCOUNT_LINES: Final = {
    line.kind: plan_fields(message, [line.model])
    for line in members_of(account.AccountEvent)
    if line.kind not in _WITH_DOCUMENTS
    if (message := pb.WatchAccountResponse.DESCRIPTOR.fields_by_name[line.kind].message_type) is not None
}
_SHARED_STEPS: Final = 1024
"""So many steps are kept as messages, since many watch the same match."""


def view_message(look: ViewSnapshot, write: Writer, *, with_actions: bool) -> pb.View:
    """What a viewer may know and do. ``with_actions``: the legal actions in their structured form, too."""
    return pb.View(
        match=look.match_id,
        seat=None if look.viewer == SPECTATOR else look.viewer,
        revision=look.revision,
        status=_STATUSES[look.status],
        pending=look.pending,
        decision=look.decision,
        deadline_at=moment(look.deadline_ms),
        legal=_legal(look, write, with_actions=with_actions),
        view=None if look.view is None else write("View", look.view),
        outcome=_outcome(look.outcome),
        clocks=_clocks(look.clocks),
    )


def answer_message(answer: bytes, write: Writer) -> pb.DecideResponse:
    """What became of a decision."""
    told = json.loads(answer)
    return pb.DecideResponse(
        seat=told["seat"],
        decision=told["decision"],
        notation=told["notation"],
        action=write("Action", dump(told["action"])),
        revision=told["revision"],
        events=[_event(event, write) for event in told["events"]],
        next_decision=told["next_decision"],
    )


def line_message(
    line: StreamEvent, write: Writer, include: Set[Include] = frozenset(), *, with_actions: bool = False
) -> pb.WatchResponse:
    """One line of a stream. ``include``: what a step carries that was filled with a situation. ``with_actions``: the
    legal actions in their structured form, too."""
    look = line.look
    if look is None:
        return _told(line, write)
    if line.bare is None:
        return pb.WatchResponse(revision=line.revision, snapshot=view_message(look, write, with_actions=with_actions))
    told = pb.WatchResponse()
    told.CopyFrom(_told(line.bare, write))
    if Include.LEGAL in include and look.decision is not None:
        told.step.legal.extend(_legal(look, write, with_actions=with_actions))
        if look.deadline_ms is not None:
            told.step.deadline_at.FromMilliseconds(look.deadline_ms)
    if Include.VIEW in include and look.view is not None:
        told.step.view.CopyFrom(write("View", look.view))
    return told


def _legal(look: ViewSnapshot, write: Writer, *, with_actions: bool) -> list[pb.LegalAction]:
    return [_legal_action(action, write, with_action=with_actions) for action in json.loads(look.legal)]


def _event(event: JsonObject, write: Writer) -> pb.Document:
    """An event, and its text beside it."""
    text = event.get("text")
    if not isinstance(text, str):
        return write("Event", dump(event))
    told = write("Event", dump({name: value for name, value in event.items() if name != "text"}))
    told.text = text
    return told


@lru_cache(_SHARED_STEPS)
def _told(line: StreamEvent, write: Writer) -> pb.WatchResponse:
    told = json.loads(line.json)
    if line.type is StreamEventType.END:
        end = pb.End(status=_STATUSES[Status(told["status"])], outcome=_outcome(told["outcome"]))
        return pb.WatchResponse(revision=line.revision, end=end)
    at = Timestamp()
    at.FromJsonString(told["at"])
    notice = told.get("notice")
    step = pb.Step(
        at=at,
        events=[_event(event, write) for event in told["events"]],
        pending=told["pending"],
        decision=told["decision"],
        status=_STATUSES[Status(told["status"])],
        notice=None if notice is None else pb.Notice(**_NOTICE(notice)),
        outcome=_outcome(told.get("outcome")),
        clocks=[pb.Clock(**_CLOCK(clock)) for clock in told.get("clocks", ())],
    )
    return pb.WatchResponse(revision=line.revision, step=step)


def account_message(line: StreamEvent, writers: Callable[[str], Writer]) -> pb.WatchAccountResponse:
    """One line of a player's account."""
    told = json.loads(line.json)
    kind = told["type"]
    made: dict[str, Any] = {}
    if kind == AccountEventType.OPEN.value:
        matches = [
            pb.OpenMatch(turn=_turn(each, writers), status=_STATUSES[Status(each["status"])], invited=each["invited"])
            for each in told["matches"]
        ]
        made[kind] = pb.OpenMatches(matches=matches, tournaments=map(_open_tournament, told["tournaments"]))
    elif kind == AccountEventType.YOUR_TURN.value:
        made[kind] = _turn(told, writers)
    elif kind in _ACCOUNT_LINES:
        made[kind] = _ACCOUNT_LINES[kind](told)
    answer = pb.WatchAccountResponse(cursor=line.cursor, **made)
    answer.at.FromJsonString(told["at"])
    return answer


def _open_tournament(told: JsonObject) -> pb.OpenTournament:
    """A tournament that is not over; of a seat in it only where there is one."""
    shown = pb.OpenTournament(**_OPEN_TOURNAMENT(told))
    if told["match"] is None:
        shown.ClearField("seat")
    return shown


def _turn(told: JsonObject, writers: Callable[[str], Writer]) -> pb.Turn:
    write = writers(told["ruleset"])
    turn = pb.Turn(
        seat=pb.SeatInMatch(match=told["match"], ruleset=told["ruleset"], seat=told["seat"]),
        revision=told["revision"],
        decision=told["decision"],
        view=write("View", dump(told["view"])) if "view" in told else None,
        legal=[_legal_action(action, write, with_action=True) for action in told.get("legal", ())],
    )
    if told["deadline_at"] is not None:
        turn.deadline_at.FromJsonString(told["deadline_at"])
    return turn


def _legal_action(action: JsonObject, write: Writer, *, with_action: bool) -> pb.LegalAction:
    return pb.LegalAction(
        notation=action["notation"],
        label=action["label"],
        action=write("Action", dump(action["action"])) if with_action else None,
    )


def ruleset_message(found: Description, layout: JsonObject) -> pb.Ruleset:
    """A ruleset. ``layout``: its layout, as it was asked for."""
    return pb.Ruleset(
        summary=pb.RulesetSummary(**vars(summary_details(found))),
        max_decisions=found.max_decisions,
        options=dump([option_details(option).model_dump(mode="json") for option in found.options]),
        bots=[pb.HouseBot(id=bot.id, summary=bot.summary, thinks=bot.thinks) for bot in found.bots],
        schemas={name: dump(schema) for name, schema in found.schemas.items()},
        cards=dump(list(found.cards)),
        resignation_ends_at=found.resignation_ends_at,
        layout=dump(layout) if layout else b"",
        rules=found.rules,
    )


def _clocks(clocks: Clocks) -> list[pb.Clock]:
    return [
        pb.Clock(seat=seat, bank_ms=clock.bank_ms, deadline_at=moment(clock.deadline_ms))
        for seat, clock in enumerate(clocks)
        if clock is not None
    ]


def _outcome(outcome: JsonObject | None) -> pb.Outcome | None:
    return None if outcome is None else pb.Outcome(**_OUTCOME(outcome))
