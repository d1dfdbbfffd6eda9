"""The methods of ``playhall.play.v1.AccountService``: each as one call of the services, as REST has them."""

# ruff: noqa: N802 - gRPC names a service's methods as the proto does

from typing import Any, Final

from playhall.play.v1 import accounts_pb2 as pb

from gateway.account_operations import AccountOperations, is_hard_to_guess, player_id
from gateway.api.crash_reports import NewCrashReport
from gateway.api.keys import CURRENT, NewKey, Rotation
from gateway.api.own_bots import NewBot, StatedVersion
from gateway.api.players import NewRating, PlayerChange, StatisticsQuery
from gateway.api.sign_ups import NewPerson
from gateway.api.webhooks import WebhookChange
from gateway.grpc_api import account_messages as messages
from gateway.grpc_api.calls import Access, Call, Method, methods_of
from gateway.grpc_api.idempotency import answer_once
from gateway.grpc_api.requests import id_or_none, invalid, needed_id, page_cursor, page_size, shown_page
from gateway.openapi.request_parsing import validated
from services.archive import Archive
from services.engine.engine import Engines
from services.idempotency import IdempotencyStore
from services.identity import ApiKey, ApiKeys, Players, Scope
from services.identity.idempotent_creation import Creation, once
from services.identity.ratings import Ratings
from services.unreadable import show_each
from services.webhooks import Webhooks
from services.webhooks.signing import secret_text

SERVICE: Final = pb.DESCRIPTOR.services_by_name["AccountService"]

_ACCOUNT: Final = Access(Scope.ACCOUNT_MANAGE)
_CHANGEABLE: Final = ("name", "online", "rated_with_bots")
_ANY_KEY: Final = Access(None, any_key=True)

ACCESS: Final = {
    "SignUp": Access(None),
    "GetPlayer": Access(Scope.MATCHES_READ),
    "ChangePlayer": _ACCOUNT,
    "GetStatistics": Access(Scope.MATCHES_READ),
    "GetRatings": Access(Scope.MATCHES_READ),
    "SetRating": Access(Scope.ADMIN),
    "CreateBot": _ACCOUNT,
    "ListOwnBots": Access(Scope.MATCHES_READ),
    "RetireBot": _ACCOUNT,
    "StateVersion": Access(Scope.MATCHES_PLAY),
    "ListVersions": Access(Scope.MATCHES_READ),
    "CreateKey": _ACCOUNT,
    "ListKeys": _ACCOUNT,
    "GetKey": _ANY_KEY,
    "RevokeKey": _ANY_KEY,
    "RotateKey": _ACCOUNT,
    "SetWebhook": _ACCOUNT,
    "GetWebhook": _ACCOUNT,
    "DeleteWebhook": _ACCOUNT,
    "RotateWebhook": _ACCOUNT,
    "ListDeliveries": _ACCOUNT,
    "GetDelivery": _ACCOUNT,
    "ResendDelivery": _ACCOUNT,
    "ReportCrash": Access(Scope.MATCHES_PLAY),
    "ListCrashReports": _ACCOUNT,
    "GetCrashReport": _ACCOUNT,
    "GetFailures": _ACCOUNT,
}
"""Who may call what."""


class AccountService:
    """The methods, by name. Each takes its request and the call.

    Each raises a Refusal for what the services refuse; see the REST operation of the same name.
    """

    def __init__(
        self,
        accounts: AccountOperations,
        players: Players,
        keys: ApiKeys,
        webhooks: Webhooks,
        archive: Archive,
        attempts: IdempotencyStore,
        ratings: Ratings,
        engines: Engines,
    ) -> None:
        self._accounts = accounts
        self._players = players
        self._keys = keys
        self._webhooks = webhooks
        self._archive = archive
        self._attempts = attempts
        self._ratings = ratings
        self._engines = engines

    def methods(self) -> dict[str, Method]:
        """The methods as they are served."""
        return methods_of(SERVICE, self, ACCESS)

    # -- people and bots -----------------------------------------------------------------------------------------------

    def SignUp(self, request: pb.SignUpRequest, call: Call) -> pb.SignUpResponse:
        wish = {"name": request.name, "key_name": request.key_name or None, "invitation": request.invitation or None}
        body = validated(NewPerson, wish, "")
        if request.request_id and not is_hard_to_guess(request.request_id):
            raise invalid("/request_id", "must be at least 32 random characters here, such as a UUID")

        def respond(creation: Creation | None) -> pb.SignUpResponse:
            address = call.incoming.address
            player, key, secret = self._accounts.sign_up(
                body.name, body.key_name, address, creation or once(), invitation=body.invitation
            )
            return pb.SignUpResponse(
                player=messages.player_message(player), key=messages.key_message(key), secret=secret
            )

        return answer_once(self._attempts, "SignUp", request, call, respond, pb.SignUpResponse)

    def GetPlayer(self, request: pb.GetPlayerRequest, call: Call) -> pb.GetPlayerResponse:
        found = self._players.get(player_id(call.caller, needed_id(request.player, "/player")))
        return pb.GetPlayerResponse(player=messages.player_message(found))

    def ChangePlayer(self, request: pb.ChangePlayerRequest, call: Call) -> pb.ChangePlayerResponse:
        wish = {name: getattr(request, name) for name in _CHANGEABLE if request.HasField(name)}
        body = validated(PlayerChange, wish, "")
        player = needed_id(request.player, "/player")
        changed = self._accounts.change(
            call.caller, player, name=body.name, online=body.online, rated_with_bots=body.rated_with_bots
        )
        return pb.ChangePlayerResponse(player=messages.player_message(changed))

    def GetStatistics(self, request: pb.GetStatisticsRequest, call: Call) -> pb.GetStatisticsResponse:
        player = self._players.get(player_id(call.caller, needed_id(request.player, "/player")))
        asked = validated(StatisticsQuery, {"version": request.version or None}, "")
        shown, unshown = show_each(
            "statistics",
            self._archive.statistics(player.id, asked.version),
            messages.statistics_message,
            lambda each: f"{each.ruleset}:{each.seats}",
        )
        return pb.GetStatisticsResponse(statistics=shown, unshown=unshown)

    def GetRatings(self, request: pb.GetRatingsRequest, call: Call) -> pb.GetRatingsResponse:
        player = self._players.get(player_id(call.caller, needed_id(request.player, "/player")))
        found = self._ratings.all(player.id)
        shown, unshown = show_each("rating", found, messages.rating_message, lambda rating: rating.ruleset)
        return pb.GetRatingsResponse(ratings=shown, unshown=unshown)

    def SetRating(self, request: pb.SetRatingRequest, call: Call) -> pb.SetRatingResponse:
        player, ruleset = needed_id(request.player, "/player"), needed_id(request.ruleset, "/ruleset")
        body = validated(NewRating, {"rating": request.rating} if request.HasField("rating") else {}, "")
        self._engines.engine(ruleset)
        rating = self._ratings.set(player_id(call.caller, player), ruleset, body.rating)
        return pb.SetRatingResponse(rating=messages.rating_message(rating))

    def CreateBot(self, request: pb.CreateBotRequest, call: Call) -> pb.CreateBotResponse:
        body = validated(NewBot, {"name": request.name, "version": request.version or None}, "")
        owner = id_or_none(request.player, "/player") or call.caller.player_id

        def respond(creation: Creation | None) -> pb.CreateBotResponse:
            bot = self._accounts.create_bot(call.caller, owner, body.name, body.version, creation or once())
            return pb.CreateBotResponse(bot=messages.player_message(bot))

        return answer_once(self._attempts, "CreateBot", request, call, respond, pb.CreateBotResponse)

    def ListOwnBots(self, request: pb.ListOwnBotsRequest, call: Call) -> pb.ListOwnBotsResponse:
        owner = self._players.get(player_id(call.caller, needed_id(request.player, "/player"))).id
        found = self._players.bots(owner, page_size(request.page_size) + 1, page_cursor(request))
        shown, unshown, token = shown_page("player", found, request, messages.player_message)
        return pb.ListOwnBotsResponse(bots=shown, unshown=unshown, next_page_token=token)

    def RetireBot(self, request: pb.RetireBotRequest, call: Call) -> pb.RetireBotResponse:
        retired = self._accounts.retire(call.caller, needed_id(request.bot, "/bot"))
        return pb.RetireBotResponse(bot=messages.player_message(retired))

    def StateVersion(self, request: pb.StateVersionRequest, call: Call) -> pb.StateVersionResponse:
        body = validated(StatedVersion, {"version": request.version}, "")
        bot = self._accounts.state_version(call.caller, needed_id(request.player, "/player"), body.version)
        return pb.StateVersionResponse(bot=messages.player_message(bot))

    def ListVersions(self, request: pb.ListVersionsRequest, call: Call) -> pb.ListVersionsResponse:
        bot = self._players.get(player_id(call.caller, needed_id(request.player, "/player"))).id
        found = self._players.versions(bot, page_size(request.page_size) + 1, page_cursor(request))
        shown, unshown, token = shown_page("version", found, request, messages.version_message)
        return pb.ListVersionsResponse(versions=shown, unshown=unshown, next_page_token=token)

    # -- keys ----------------------------------------------------------------------------------------------------------

    def CreateKey(self, request: pb.CreateKeyRequest, call: Call) -> pb.CreateKeyResponse:
        fields = {
            "name": request.name,
            "scopes": list(request.scopes),
            "expires_in_seconds": request.expires_in_seconds or None,
        }
        body, player = validated(NewKey, fields, ""), needed_id(request.player, "/player")

        def respond(given: Creation | None) -> pb.CreateKeyResponse:
            creation, seconds = given or once(), body.expires_in_seconds
            expires_ms = None if seconds is None else creation.at_ms + seconds * 1000
            owner = self._accounts.managed(call.caller, player)
            key, secret = self._keys.create(
                owner, body.scopes, body.name, expires_ms, by=call.caller, creation=creation
            )
            return pb.CreateKeyResponse(key=messages.key_message(key), secret=secret)

        return answer_once(self._attempts, "CreateKey", request, call, respond, pb.CreateKeyResponse)

    def ListKeys(self, request: pb.ListKeysRequest, call: Call) -> pb.ListKeysResponse:
        player = self._accounts.managed(call.caller, needed_id(request.player, "/player"))
        within = frozenset(Scope) if call.caller.is_admin else call.caller.scopes
        found = self._keys.list(player, page_size(request.page_size) + 1, page_cursor(request), within=within)
        shown, unshown, token = shown_page("key", found, request, messages.key_message)
        return pb.ListKeysResponse(keys=shown, unshown=unshown, next_page_token=token)

    def GetKey(self, request: pb.GetKeyRequest, call: Call) -> pb.GetKeyResponse:
        return pb.GetKeyResponse(key=messages.key_message(self._key(request.key, call)))

    def RevokeKey(self, request: pb.RevokeKeyRequest, call: Call) -> pb.RevokeKeyResponse:
        self._keys.revoke(self._key(request.key, call).id)
        return pb.RevokeKeyResponse()

    def RotateKey(self, request: pb.RotateKeyRequest, call: Call) -> pb.RotateKeyResponse:
        given = {"overlap_seconds": request.overlap_seconds} if request.HasField("overlap_seconds") else {}
        body = validated(Rotation, given, "")

        def respond(creation: Creation | None) -> pb.RotateKeyResponse:
            old = self._key(request.key, call)
            key, secret = self._keys.rotate(old.id, body.overlap_seconds, by=call.caller, creation=creation)
            return pb.RotateKeyResponse(key=messages.key_message(key), secret=secret)

        return answer_once(self._attempts, "RotateKey", request, call, respond, pb.RotateKeyResponse)

    # -- webhooks ------------------------------------------------------------------------------------------------------

    def SetWebhook(self, request: pb.SetWebhookRequest, call: Call) -> pb.SetWebhookResponse:
        fields: dict[str, Any] = {"url": request.url}
        if request.concurrency:
            fields["concurrency"] = request.concurrency
        if request.HasField("enabled"):
            fields["enabled"] = request.enabled
        body = validated(WebhookChange, fields, "")
        player = self._accounts.managed(call.caller, needed_id(request.player, "/player"))
        webhook, is_new = self._webhooks.put(
            call.caller, player, body.url, body.concurrency, enabled=body.enabled, creation=once()
        )
        secret = secret_text(webhook.secrets[0]) if is_new else ""
        return pb.SetWebhookResponse(webhook=messages.webhook_message(self._webhooks, webhook), secret=secret)

    def GetWebhook(self, request: pb.GetWebhookRequest, call: Call) -> pb.GetWebhookResponse:
        webhook = self._webhooks.get(self._accounts.managed(call.caller, needed_id(request.player, "/player")))
        return pb.GetWebhookResponse(webhook=messages.webhook_message(self._webhooks, webhook))

    def DeleteWebhook(self, request: pb.DeleteWebhookRequest, call: Call) -> pb.DeleteWebhookResponse:
        self._webhooks.delete(self._accounts.managed(call.caller, needed_id(request.player, "/player")))
        return pb.DeleteWebhookResponse()

    def RotateWebhook(self, request: pb.RotateWebhookRequest, call: Call) -> pb.RotateWebhookResponse:
        def respond(creation: Creation | None) -> pb.RotateWebhookResponse:
            player = self._accounts.managed(call.caller, needed_id(request.player, "/player"))
            webhook = self._webhooks.rotate(player, creation or once())
            shown = messages.webhook_message(self._webhooks, webhook)
            return pb.RotateWebhookResponse(webhook=shown, secret=secret_text(webhook.secrets[0]))

        return answer_once(self._attempts, "RotateWebhook", request, call, respond, pb.RotateWebhookResponse)

    def ListDeliveries(self, request: pb.ListDeliveriesRequest, call: Call) -> pb.ListDeliveriesResponse:
        player = self._accounts.managed(call.caller, needed_id(request.player, "/player"))
        found = self._webhooks.deliveries(call.caller, player, page_size(request.page_size) + 1, page_cursor(request))
        shown, unshown, token = shown_page("delivery", found, request, messages.delivery_message)
        return pb.ListDeliveriesResponse(deliveries=shown, unshown=unshown, next_page_token=token)

    def GetDelivery(self, request: pb.GetDeliveryRequest, call: Call) -> pb.GetDeliveryResponse:
        player = self._accounts.managed(call.caller, needed_id(request.player, "/player"))
        found = self._webhooks.delivery(call.caller, player, needed_id(request.delivery, "/delivery"))
        return pb.GetDeliveryResponse(delivery=messages.delivery_message(found))

    def ResendDelivery(self, request: pb.ResendDeliveryRequest, call: Call) -> pb.ResendDeliveryResponse:
        player = self._accounts.managed(call.caller, needed_id(request.player, "/player"))
        found = self._webhooks.resend(call.caller, player, needed_id(request.delivery, "/delivery"))
        return pb.ResendDeliveryResponse(delivery=messages.delivery_message(found))

    # -- failures ------------------------------------------------------------------------------------------------------

    def ReportCrash(self, request: pb.ReportCrashRequest, call: Call) -> pb.ReportCrashResponse:
        fields = {
            "message": request.message,
            "traceback": request.traceback,
            "match": request.match or None,
            "decision": request.decision or None,
            "version": request.version or None,
        }
        body = validated(NewCrashReport, fields, "")

        def respond(creation: Creation | None) -> pb.ReportCrashResponse:
            made = self._accounts.report_crash(
                call.caller,
                call.caller.player_id,
                creation or once(),
                match_id=body.match,
                decision=body.decision,
                version=body.version,
                message=body.message,
                traceback=body.traceback,
            )
            return pb.ReportCrashResponse(report=messages.crash_message(made._replace(traceback="")))

        return answer_once(self._attempts, "ReportCrash", request, call, respond, pb.ReportCrashResponse)

    def ListCrashReports(self, request: pb.ListCrashReportsRequest, call: Call) -> pb.ListCrashReportsResponse:
        player = needed_id(request.player, "/player")
        found = self._accounts.crash_reports(
            call.caller, player, page_size(request.page_size) + 1, page_cursor(request)
        )
        shown, unshown, token = shown_page("crash report", found, request, messages.crash_message)
        return pb.ListCrashReportsResponse(reports=shown, unshown=unshown, next_page_token=token)

    def GetCrashReport(self, request: pb.GetCrashReportRequest, call: Call) -> pb.GetCrashReportResponse:
        player, report = needed_id(request.player, "/player"), needed_id(request.report, "/report")
        found = self._accounts.crash_report(call.caller, player, report)
        return pb.GetCrashReportResponse(report=messages.crash_message(found))

    def GetFailures(self, request: pb.GetFailuresRequest, call: Call) -> pb.GetFailuresResponse:
        found = self._accounts.failures(call.caller, needed_id(request.player, "/player"))
        shown, unshown = show_each(
            "failure", found, messages.failure_message, lambda each: f"{each.kind} {each.version}".rstrip()
        )
        return pb.GetFailuresResponse(failures=shown, unshown=unshown)

    def _key(self, text: str, call: Call) -> ApiKey:
        key = needed_id(text, "/key")
        return self._keys.get(call.caller, call.caller.key_id if key == CURRENT else key)
