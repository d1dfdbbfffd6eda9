"""Tournaments, entrants, hosts, guests, logs and webhooks as messages of ``playhall.play.v1``."""

from collections.abc import Callable, Iterator
from typing import Final

from playhall.play.v1 import play_pb2 as play_pb
from playhall.play.v1 import tournaments_pb2 as pb

from gateway.grpc_api.moments import moment
from gateway.tournament_operations import check_in_opens_ms, page_path, settings_sha256
from services.tournament_hosting.guest_invitations import GuestInvitation
from services.tournament_hosting.model import (
    EntrantState,
    Guest,
    HostedTournament,
    HostRole,
    TournamentHost,
    TournamentVisibility,
)
from services.tournament_webhooks.model import TournamentDelivery, TournamentWebhook, WebhookState
from services.tournaments.log import LogEntry
from services.tournaments.round_document import RoundSummary
from services.tournaments.tournament import TournamentStatus

PIECE_BYTES: Final = 65_536
"""Of an export, so much is sent at a time."""

STATUSES: Final = {
    TournamentStatus.REGISTRATION: pb.TOURNAMENT_STATUS_REGISTRATION,
    TournamentStatus.RUNNING: pb.TOURNAMENT_STATUS_RUNNING,
    TournamentStatus.PAUSED: pb.TOURNAMENT_STATUS_PAUSED,
    TournamentStatus.FINISHED: pb.TOURNAMENT_STATUS_FINISHED,
    TournamentStatus.CANCELLED: pb.TOURNAMENT_STATUS_CANCELLED,
}
VISIBILITIES: Final = {
    TournamentVisibility.PUBLIC: pb.TOURNAMENT_VISIBILITY_PUBLIC,
    TournamentVisibility.UNLISTED: pb.TOURNAMENT_VISIBILITY_UNLISTED,
    TournamentVisibility.PRIVATE: pb.TOURNAMENT_VISIBILITY_PRIVATE,
}
ROLES: Final = {HostRole.HOST: pb.TOURNAMENT_ROLE_HOST, HostRole.ARBITER: pb.TOURNAMENT_ROLE_ARBITER}
_WEBHOOK_STATES: Final = {
    WebhookState.ACTIVE: pb.TOURNAMENT_WEBHOOK_STATE_ACTIVE,
    WebhookState.FAILING: pb.TOURNAMENT_WEBHOOK_STATE_FAILING,
    WebhookState.GIVEN_UP: pb.TOURNAMENT_WEBHOOK_STATE_GIVEN_UP,
    WebhookState.RESTING: pb.TOURNAMENT_WEBHOOK_STATE_RESTING,
}


def tournament_message(tournament: HostedTournament) -> pb.Tournament:
    """A tournament, as REST shows it."""
    event = tournament.event
    return pb.Tournament(
        id=tournament.id,
        owner_id=tournament.owner_id,
        name=tournament.name,
        visibility=VISIBILITIES[tournament.visibility],
        status=STATUSES[tournament.status],
        status_reason=tournament.status_reason,
        settings=tournament.settings.to_bytes(),
        settings_sha256=settings_sha256(tournament),
        seed=tournament.shown_seed or "",
        entrants=tournament.entrants,
        round=tournament.round,
        revision=tournament.revision,
        created_at=moment(tournament.created_ms),
        changed_at=moment(tournament.changed_ms),
        starts_at=moment(tournament.settings.times.starts_ms),
        check_in_opens_at=moment(check_in_opens_ms(tournament)),
        started_at=moment(tournament.started_ms),
        ended_at=moment(tournament.ended_ms),
        page=page_path(tournament) or "",
        commitment="" if event is None else event.sha256,
        commitment_document=b"" if event is None else event.document.encode(),
        commitment_signature=None
        if event is None
        else play_pb.CommitmentSignature(key_id=event.key_id, value=bytes.fromhex(event.signature)),
        commitment_log=None if event is None else pb.CommitmentPlace(index=event.index, hash=event.hash),
        seed_given_by_host=event is not None and event.seed_given_by_host,
    )


def entrant_message(entrant: EntrantState) -> pb.TournamentEntrant:
    """An entrant."""
    member = entrant.member
    return pb.TournamentEntrant(
        id=member.id,
        name=member.name,
        player_id=member.player_id or "",
        bot=member.bot or "",
        bot_version=member.bot_version or "",
        is_bot=member.is_bot,
        rating=member.rating,
        checked_in=member.is_checked_in,
        withdrawn=member.is_withdrawn,
        waiting=entrant.waiting or 0,
        byes=sorted(member.byes),
        first_round=member.first_round,
        invited=member.is_invited,
        client_seed_sha256=member.client_seed_sha256 or "",
        client_seed=entrant.client_seed or "",
    )


def host_message(host: TournamentHost) -> pb.TournamentHost:
    """Somebody who runs a tournament."""
    role = pb.TOURNAMENT_ROLE_OWNER if host.role is None else ROLES[host.role]
    return pb.TournamentHost(player_id=host.player_id, name=host.name, role=role)


def invitation_message(made: GuestInvitation) -> pb.GuestInvitation:
    """An invitation by which guests sign up."""
    return pb.GuestInvitation(
        id=made.id,
        text=made.text,
        places=made.places,
        used=made.used,
        created_at=moment(made.created_ms),
        expires_at=moment(made.expires_ms),
        revoked_at=None if made.revoked_ms is None else moment(made.revoked_ms),
    )


def guest_message(guest: Guest) -> pb.TournamentGuest:
    """A player on the list of guests."""
    return pb.TournamentGuest(player_id=guest.player_id, name=guest.name, added_at=moment(guest.added_ms))


def log_entry_message(entry: LogEntry, undone: frozenset[int]) -> pb.TournamentLogEntry:
    """An entry of the log. ``undone``: the numbers of those that count no more."""
    return pb.TournamentLogEntry(
        number=entry.number,
        at=moment(entry.at_ms),
        by=entry.by or "",
        reason=entry.reason,
        what=entry.what.model_dump_json().encode(),
        undone=entry.number in undone,
    )


def round_message(summary: RoundSummary) -> pb.TournamentRoundSummary:
    """A round without its tables."""
    return pb.TournamentRoundSummary(
        number=summary.number,
        stage=summary.stage,
        entry=summary.entry,
        paired_at=moment(summary.paired_ms),
        ended_at=moment(summary.ended_ms),
        deadline_at=moment(summary.deadline_ms),
        by_hand=summary.by_hand,
        tables=summary.tables,
        decided=summary.decided,
        byes=summary.byes,
    )


def webhook_message(webhook: TournamentWebhook) -> pb.TournamentWebhook:
    """Where a tournament is told, without the secret."""
    return pb.TournamentWebhook(
        tournament=webhook.tournament_id,
        url=webhook.url,
        state=_WEBHOOK_STATES[webhook.state],
        set_by=webhook.set_by,
        key=webhook.key_id,
        next_entry=webhook.next_entry,
        failures=webhook.failures,
        failing_since=moment(webhook.failing_since_ms),
        next_attempt_at=moment(webhook.due_ms),
        given_up_at=moment(webhook.given_up_ms),
        created_at=moment(webhook.created_ms),
        changed_at=moment(webhook.changed_ms),
    )


def delivery_message(delivery: TournamentDelivery) -> pb.TournamentDelivery:
    """An attempt to post an entry."""
    return pb.TournamentDelivery(
        id=delivery.id,
        entry=delivery.entry,
        attempt=delivery.attempt,
        at=moment(delivery.at_ms),
        ms=delivery.ms,
        outcome=delivery.outcome.value,
        status=delivery.status,
        answer=delivery.answer,
    )


def pieces(make: Callable[[], bytes]) -> Iterator[bytes]:
    """What ``make`` makes once the first piece is asked for, each piece not too large for a client to take."""
    document = make()
    for start in range(0, len(document), PIECE_BYTES):
        yield document[start : start + PIECE_BYTES]
