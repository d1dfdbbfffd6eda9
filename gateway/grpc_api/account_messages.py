"""Players, keys, webhooks and failures as messages of ``playhall.play.v1``."""

from playhall.play.v1 import accounts_pb2 as pb

from gateway.grpc_api.moments import moment
from services.archive.model import Statistics
from services.identity import ApiKey, BotVersion, Player
from services.identity.ratings import Rating
from services.webhooks import CrashReport, Delivery, FailureCount, Webhook, Webhooks


def player_message(player: Player) -> pb.PlayerDetails:
    """A player."""
    return pb.PlayerDetails(
        id=player.id,
        kind=player.kind.value,
        name=player.name,
        created_at=moment(player.created_ms),
        owner=player.owner_id or "",
        version=player.version,
        online=player.is_online,
        retired_at=moment(player.retired_ms),
        rated_with_bots=player.rated_with_bots,
    )


def rating_message(rating: Rating) -> pb.RulesetRating:
    """How strong a player is in one ruleset."""
    return pb.RulesetRating(ruleset=rating.ruleset, rating=rating.rating, updated_at=moment(rating.updated_ms))


def version_message(version: BotVersion) -> pb.BotVersion:
    """A version that a bot has stated."""
    return pb.BotVersion(version=version.version, since=moment(version.since_ms))


def statistics_message(entry: Statistics) -> pb.RulesetStatistics:
    """How a player fared."""
    return pb.RulesetStatistics(
        ruleset=entry.ruleset,
        seats=entry.seats,
        played=entry.played,
        wins=entry.wins,
        shared_wins=entry.shared_wins,
        resignations=entry.resignations,
        rank_sum=entry.rank_sum,
        score_sum=entry.score_sum,
        best_score=entry.best_score,
        worst_score=entry.worst_score,
    )


def key_message(key: ApiKey) -> pb.ApiKey:
    """A key, without its secret."""
    return pb.ApiKey(
        id=key.id,
        player_id=key.player_id,
        name=key.name,
        scopes=sorted(scope.value for scope in key.scopes),
        created_at=moment(key.created_ms),
        expires_at=moment(key.expires_ms),
        revoked_at=moment(key.revoked_ms),
        parent=key.parent_id or "",
    )


def webhook_message(webhooks: Webhooks, webhook: Webhook) -> pb.Webhook:
    """Where a bot is called, without the secret."""
    return pb.Webhook(
        player_id=webhook.player_id,
        url=webhook.url,
        concurrency=webhook.concurrency,
        enabled=webhook.enabled,
        key=webhook.key_id,
        key_revoked=webhook.key_revoked,
        created_at=moment(webhook.created_ms),
        changed_at=moment(webhook.changed_ms),
        offline_until=moment(webhooks.offline_until(webhook.player_id) or None),
    )


def delivery_message(delivery: Delivery) -> pb.Delivery:
    """An attempt to call a bot."""
    return pb.Delivery(
        id=delivery.id,
        match=delivery.call.match_id,
        seat=delivery.call.seat,
        decision=delivery.call.decision,
        attempt=delivery.attempt,
        at=moment(delivery.at_ms),
        ms=delivery.ms,
        outcome=delivery.outcome.value,
        code=delivery.code,
        status=delivery.status,
        version=delivery.version,
        request=delivery.request,
        answer=delivery.answer,
    )


def crash_message(report: CrashReport) -> pb.CrashReport:
    """A failure that a bot has reported."""
    return pb.CrashReport(
        id=report.id,
        player_id=report.player_id,
        at=moment(report.at_ms),
        match=report.match_id or "",
        decision=report.decision or 0,
        version=report.version,
        message=report.message,
        traceback=report.traceback,
    )


def failure_message(failure: FailureCount) -> pb.FailureCount:
    """How often a bot has failed of something."""
    return pb.FailureCount(
        kind=failure.kind, version=failure.version, count=failure.count, last_at=moment(failure.last_ms)
    )
