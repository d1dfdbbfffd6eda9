"""Records of the services as messages of ``playhall.play.v1``."""

import json
from collections.abc import Callable, Set
from functools import lru_cache
from typing import Any, Final

from google.protobuf.json_format import ParseDict
from google.protobuf.timestamp_pb2 import Timestamp
from playhall.play.v1 import play_pb2 as pb
from playhall.play.v1 import series_pb2

from gateway.api.rulesets import title_of
from gateway.grpc_api import tournaments_told
from gateway.grpc_api.documents import Writer
from gateway.grpc_api.moments import moment
from gateway.raw_json import dump
from gateway.streams.formats import Include, StreamEvent, StreamEventType
from services.engine.clocks import Clocks, NoClocks, OnTimeOut, TimeControl, bot_of
from services.engine.ruleset import SPECTATOR, Description, JsonObject, Option, OptionType
from services.fairness.hash_chain import LogEntry, SignedHead
from services.fairness.signing import ALGORITHM, PublicKey
from services.identity import Caller
from services.identity.blocks import Block
from services.matches.account_events import AccountEventType
from services.matches.model import Assistance, Match, Seat, SeatStatus, StartRule, Status, ViewSnapshot, Visibility
from services.quick_pairing.model import Bots, Pool, Ticket, TicketState
from services.series.promises import PublishedPromise
from services.series_jobs import Series, SeriesStatus

STATUSES: Final = {
    Status.OPEN: pb.MATCH_STATUS_OPEN,
    Status.LIVE: pb.MATCH_STATUS_LIVE,
    Status.FINISHED: pb.MATCH_STATUS_FINISHED,
    Status.ABORTED: pb.MATCH_STATUS_ABORTED,
}
VISIBILITIES: Final = {
    Visibility.PUBLIC: pb.VISIBILITY_PUBLIC,
    Visibility.PRIVATE: pb.VISIBILITY_PRIVATE,
    Visibility.UNLISTED: pb.VISIBILITY_UNLISTED,
}
START_RULES: Final = {
    StartRule.WHEN_FULL: pb.START_RULE_WHEN_FULL,
    StartRule.BY_CREATOR: pb.START_RULE_BY_CREATOR,
}
SERIES_STATUSES: Final = {
    SeriesStatus.QUEUED: series_pb2.SERIES_STATUS_QUEUED,
    SeriesStatus.RUNNING: series_pb2.SERIES_STATUS_RUNNING,
    SeriesStatus.PAUSED: series_pb2.SERIES_STATUS_PAUSED,
    SeriesStatus.FINISHED: series_pb2.SERIES_STATUS_FINISHED,
    SeriesStatus.CANCELLED: series_pb2.SERIES_STATUS_CANCELLED,
    SeriesStatus.FAILED: series_pb2.SERIES_STATUS_FAILED,
}
_SEAT_STATUSES: Final = {
    SeatStatus.OPEN: pb.SEAT_STATUS_OPEN,
    SeatStatus.RESERVED: pb.SEAT_STATUS_RESERVED,
    SeatStatus.TAKEN: pb.SEAT_STATUS_TAKEN,
}
TIME_OUT_RULES: Final = {
    "default_action": pb.TIME_OUT_RULE_DEFAULT_ACTION,
    "bot": pb.TIME_OUT_RULE_BOT,
    "takeover": pb.TIME_OUT_RULE_TAKEOVER,
    "forfeit": pb.TIME_OUT_RULE_FORFEIT,
}
TICKET_STATES: Final = {
    TicketState.WAITING: pb.TICKET_STATE_WAITING,
    TicketState.PAIRED: pb.TICKET_STATE_PAIRED,
    TicketState.CANCELLED: pb.TICKET_STATE_CANCELLED,
    TicketState.EXPIRED: pb.TICKET_STATE_EXPIRED,
}
TICKET_BOTS: Final = {
    Bots.ALLOWED: pb.TICKET_BOTS_ALLOWED,
    Bots.NEVER: pb.TICKET_BOTS_NEVER,
    Bots.ONLY: pb.TICKET_BOTS_ONLY,
}
_SHARED_STEPS: Final = 1024
"""So many steps are kept as messages, since many watch the same match."""


def match_message(match: Match, caller: Caller) -> pb.Match:
    """A match as its caller may know it."""
    seat = match.seat_of(caller.player_id)
    viewer = SPECTATOR if seat is None else seat
    signed = match.signed_commitment
    return pb.Match(
        id=match.id,
        ruleset=match.ruleset,
        ruleset_version=match.ruleset_version,
        status=STATUSES[match.status],
        visibility=VISIBILITIES[match.visibility],
        start_rule=START_RULES[match.start_rule],
        options=dump(match.options),
        seats=[_seat(each, match.ruleset_version) for each in match.seats],
        creator=pb.Player(id=match.creator_id, name=match.creator_name),
        commitment=match.commitment,
        commitment_document=b"" if signed is None else signed.document.encode(),
        commitment_signature=None
        if signed is None
        else pb.CommitmentSignature(key_id=signed.key_id, value=bytes.fromhex(signed.signature)),
        spectator_delay_seconds=match.spectator_delay_seconds,
        created_at=moment(match.created_ms),
        started_at=moment(match.started_ms),
        ended_at=moment(match.ended_ms),
        seat=seat,
        revision=match.revision(viewer),
        pending=match.pending,
        decision=match.decision(viewer),
        deadline_at=moment(match.deadline_ms(viewer)),
        time_control=time_control_message(match.time_control),
        on_time_out=on_time_out_message(match.on_time_out),
        clocks=_clocks(match.clocks),
        outcome=_outcome(match.outcome),
        abort_reason="" if match.abort_reason is None else match.abort_reason.value,
        expires_at=moment(match.expires_ms),
        rated=match.rated,
        assistance=(match.assistance or Assistance.OPEN).value,
        rematch_of=match.rematch_of or "",
        rematch=match.rematch or "",
        declines=[
            pb.Decline(
                seat=each.seat,
                player=pb.Player(id=each.player_id, name=each.player_name),
                reason=each.reason,
                at=moment(each.at_ms),
            )
            for each in match.declines
        ],
        migrations=[
            pb.Migration(from_version=each.from_version, to_version=each.to_version, at=moment(each.at_ms))
            for each in match.migrations
        ],
        inspections=[
            pb.Inspection(
                seat=look.seat, player=pb.Player(id=look.player_id, name=look.player_name), at=moment(look.at_ms)
            )
            for look in match.inspections
        ],
    )


def pool_message(pool: Pool) -> pb.Pool:
    """What is to be played."""
    return pb.Pool(
        ruleset=pool.ruleset,
        seats=pool.seats,
        options=dump(pool.options),
        time_control=time_control_message(pool.time_control),
        on_time_out=on_time_out_message(pool.on_time_out),
        visibility=VISIBILITIES[pool.visibility],
    )


def ticket_message(ticket: Ticket) -> pb.Ticket:
    """A ticket, for its owner."""
    wanted = ticket.rating_range
    return pb.Ticket(
        id=ticket.id,
        pool=pool_message(ticket.pool),
        state=TICKET_STATES[ticket.state],
        match=ticket.match_id or "",
        reason="" if ticket.reason is None else ticket.reason.value,
        rating=ticket.rating,
        rating_range=None
        if wanted is None
        else pb.RatingRange(start=wanted.start, per_second=wanted.per_second, limit=wanted.limit),
        bots=TICKET_BOTS[ticket.bots],
        independent=not ticket.exclusive,
        created_at=moment(ticket.created_ms),
        ended_at=moment(ticket.ended_ms),
        expires_at=moment(ticket.expires_ms),
    )


def view_message(look: ViewSnapshot, write: Writer, *, with_actions: bool) -> pb.View:
    """What a viewer may know and do. ``with_actions``: the legal actions in their structured form, too."""
    return pb.View(
        match=look.match_id,
        seat=None if look.viewer == SPECTATOR else look.viewer,
        revision=look.revision,
        status=STATUSES[look.status],
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
        end = pb.End(status=STATUSES[Status(told["status"])], outcome=_outcome(told["outcome"]))
        return pb.WatchResponse(revision=line.revision, end=end)
    at = Timestamp()
    at.FromJsonString(told["at"])
    step = pb.Step(
        at=at,
        events=[_event(event, write) for event in told["events"]],
        pending=told["pending"],
        decision=told["decision"],
        status=STATUSES[Status(told["status"])],
        notice=_notice(told.get("notice")),
        outcome=_outcome(told.get("outcome")),
        clocks=[_told_clock(clock) for clock in told.get("clocks", ())],
    )
    return pb.WatchResponse(revision=line.revision, step=step)


def account_message(line: StreamEvent, writers: Callable[[str], Writer]) -> pb.WatchAccountResponse:
    """One line of a player's account."""
    told = json.loads(line.json)
    at = Timestamp()
    at.FromJsonString(told["at"])
    answer = pb.WatchAccountResponse(cursor=line.cursor, at=at)
    match line.type:
        case AccountEventType.OPEN:
            matches = [
                pb.OpenMatch(
                    turn=_turn(each, writers), status=STATUSES[Status(each["status"])], invited=each["invited"]
                )
                for each in told["matches"]
            ]
            tournaments = map(tournaments_told.open_tournament, told["tournaments"])
            answer.open.CopyFrom(pb.OpenMatches(matches=matches, tournaments=tournaments))
        case AccountEventType.INVITED:
            by = pb.Player(id=told["by"]["id"], name=told["by"]["name"])
            invitation = pb.Invitation(seat=_seat_in_match(told), by=by, rematch_of=told.get("rematch_of") or "")
            if told.get("expires_at") is not None:
                invitation.expires_at.FromJsonString(told["expires_at"])
            answer.invited.CopyFrom(invitation)
        case AccountEventType.DECLINED:
            declined = pb.DeclinedInvitation(
                match=told["match"],
                ruleset=told["ruleset"],
                seat=told["seat"],
                declined_seat=told["declined_seat"],
                by=pb.Player(id=told["by"]["id"], name=told["by"]["name"]),
                reason=told["reason"],
            )
            answer.declined.CopyFrom(declined)
        case AccountEventType.SEATED:
            answer.seated.CopyFrom(_seat_in_match(told))
        case AccountEventType.PAIRED:
            answer.paired.CopyFrom(pb.PairedTicket(seat=_seat_in_match(told), ticket=told["ticket"]))
        case AccountEventType.LEFT:
            answer.left.CopyFrom(_seat_in_match(told))
        case AccountEventType.MATCH_BEGAN:
            answer.match_began.CopyFrom(_seat_in_match(told))
        case AccountEventType.YOUR_TURN:
            answer.your_turn.CopyFrom(_turn(told, writers))
        case AccountEventType.MATCH_ENDED:
            end = pb.EndedMatch(
                seat=_seat_in_match(told),
                status=STATUSES[Status(told["status"])],
                outcome=_outcome(told["outcome"]),
                abort_reason=told["abort_reason"] or "",
            )
            answer.match_ended.CopyFrom(end)
        case _:
            tournaments_told.fill(answer, line.type, told)
    return answer


def _seat_in_match(told: JsonObject) -> pb.SeatInMatch:
    return pb.SeatInMatch(match=told["match"], ruleset=told["ruleset"], seat=told["seat"])


def _turn(told: JsonObject, writers: Callable[[str], Writer]) -> pb.Turn:
    write = writers(told["ruleset"])
    turn = pb.Turn(
        seat=_seat_in_match(told),
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


def summary_message(found: Description) -> pb.RulesetSummary:
    """A ruleset in short."""
    return pb.RulesetSummary(
        id=found.id,
        version=found.version,
        title=found.title,
        summary=found.summary,
        min_seats=found.min_seats,
        max_seats=found.max_seats,
    )


def ruleset_message(found: Description, layout: JsonObject) -> pb.Ruleset:
    """A ruleset. ``layout``: its layout, as it was asked for."""
    return pb.Ruleset(
        summary=summary_message(found),
        max_decisions=found.max_decisions,
        options=dump([_option(option) for option in found.options]),
        bots=[pb.HouseBot(id=bot.id, summary=bot.summary, thinks=bot.thinks) for bot in found.bots],
        schemas={name: dump(schema) for name, schema in found.schemas.items()},
        cards=dump(list(found.cards)),
        resignation_ends_at=found.resignation_ends_at,
        layout=dump(layout) if layout else b"",
        rules=found.rules,
    )


def _seat(seat: Seat, ruleset_version: str) -> pb.Seat:
    player = None
    if seat.player_id is not None:
        name, kind = seat.player_name or seat.player_id, seat.player_kind or "person"
        version = seat.version if seat.bot is None else ruleset_version
        player = pb.Player(id=seat.player_id, name=name, kind=kind, bot=seat.bot or "", version=version or "")
    return pb.Seat(
        number=seat.number,
        status=_SEAT_STATUSES[seat.status],
        player=player,
        resigned=seat.resigned,
        client_seed=seat.client_seed or "",
        client_seed_sha256=seat.client_seed_sha256 or "",
        taken_over_by=seat.taken_over_by or "",
    )


def time_control_message(control: TimeControl) -> pb.TimeControl:
    """How long the seats may think."""
    made = pb.TimeControl()
    if not isinstance(control, NoClocks):
        ParseDict({control.kind: control.model_dump(exclude={"kind"})}, made)
    return made


def on_time_out_message(on_time_out: OnTimeOut) -> pb.OnTimeOut:
    """What happens to a seat whose time is over."""
    return pb.OnTimeOut(rule=TIME_OUT_RULES[on_time_out.kind], bot=bot_of(on_time_out) or "")


def _clocks(clocks: Clocks) -> list[pb.Clock]:
    return [
        pb.Clock(seat=seat, bank_ms=clock.bank_ms, deadline_at=moment(clock.deadline_ms))
        for seat, clock in enumerate(clocks)
        if clock is not None
    ]


def _told_clock(clock: JsonObject) -> pb.Clock:
    """A clock from a line."""
    made = pb.Clock(seat=clock["seat"], bank_ms=clock["bank_ms"])
    if clock["deadline_at"] is not None:
        made.deadline_at.FromJsonString(clock["deadline_at"])
    return made


def _outcome(outcome: JsonObject | None) -> pb.Outcome | None:
    if outcome is None:
        return None
    results = [
        pb.SeatResult(
            seat=result["seat"],
            rank=result["rank"],
            score=result["score"],
            breakdown=[pb.ScoreItem(item=part["item"], points=part["points"]) for part in result["breakdown"]],
        )
        for result in outcome["results"]
    ]
    return pb.Outcome(results=results, reason=outcome["reason"])


def _notice(notice: JsonObject | None) -> pb.Notice | None:
    return (
        None
        if notice is None
        else pb.Notice(
            kind=notice["kind"],
            seat=notice.get("seat"),
            reason=notice.get("reason", ""),
            text=notice["text"],
            seconds=notice.get("seconds", 0),
        )
    )


def _option(option: Option) -> dict[str, Any]:
    has_range = option.type in (OptionType.INT, OptionType.INT_LIST)
    return {
        "name": option.name,
        "title": title_of(option),
        "type": option.type.value,
        "default": option.default,
        "summary": option.summary,
        "choices": list(option.choices),
        "minimum": option.minimum if has_range else None,
        "maximum": option.maximum if has_range else None,
        "length": option.length if option.type is OptionType.INT_LIST else None,
    }


def signing_key_message(key: PublicKey) -> pb.SigningKey:
    """A key that the platform publishes."""
    return pb.SigningKey(
        key_id=key.key_id, algorithm=ALGORITHM, public_key=key.value, retired_at=moment(key.retired_ms)
    )


def commitment_message(entry: LogEntry) -> pb.Commitment:
    """An entry of the log of commitments."""
    return pb.Commitment(
        index=entry.index,
        at=moment(entry.time_ms),
        digest=entry.digest.hex(),
        previous=entry.previous.hex(),
        hash=entry.hash.hex(),
    )


def log_head_message(signed: SignedHead) -> pb.CommitmentLogHead:
    """The head of that log."""
    return pb.CommitmentLogHead(
        size=signed.head.size,
        hash=signed.head.hash.hex(),
        at=moment(signed.head.time_ms),
        key_id=signed.signature.key_id,
        signature=signed.signature.value,
    )


def block_message(block: Block) -> pb.Block:
    """A player with whom another wants to have nothing to do."""
    return pb.Block(player=pb.Player(id=block.player_id, name=block.player_name), created_at=moment(block.created_ms))


def series_message(series: Series) -> series_pb2.Series:
    """A series, as REST shows it."""
    return series_pb2.Series(
        id=series.id,
        owner_id=series.owner_id,
        name=series.name,
        status=SERIES_STATUSES[series.status],
        status_reason=series.status_reason,
        document=series.document.to_bytes(),
        document_sha256=series.document.digest().hex(),
        seed=series.shown_seed or "",
        priority=series.priority,
        budget_seconds=series.budget_seconds or 0,
        matches=series.matches,
        played=series.played,
        settled=series.settled,
        failed=series.failed,
        worker_seconds=series.worker_seconds,
        seconds_left=series.seconds_left(series.changed_ms),  # not now: as REST has it
        revision=series.revision,
        created_at=moment(series.created_ms),
        changed_at=moment(series.changed_ms),
        started_at=moment(series.started_ms),
        ended_at=moment(series.ended_ms),
        commitment_signature=_promise_signature(series.promises.published),
        commitment_log=_log_place(series.promises.published),
        extensions=[
            series_pb2.SeriesExtension(
                document=each.document.to_bytes(),
                document_sha256=each.document.digest().hex(),
                commitment_signature=_promise_signature(each.published),
                commitment_log=_log_place(each.published),
                seed=seed or "",
            )
            for each, seed in zip(series.promises.extensions, series.shown_extension_seeds, strict=True)
        ],
    )


def _promise_signature(published: PublishedPromise | None) -> pb.CommitmentSignature | None:
    if published is None:
        return None
    return pb.CommitmentSignature(key_id=published.key_id, value=bytes.fromhex(published.signature))


def _log_place(published: PublishedPromise | None) -> series_pb2.LogPlace | None:
    return None if published is None else series_pb2.LogPlace(index=published.log_index, hash=published.log_hash)
