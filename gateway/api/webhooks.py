"""Webhooks of bots, and the log of their calls."""

from typing import Annotated, Any, Final

from pydantic import Field

from gateway.api.keys import NO_STORE
from gateway.api.players import ACCOUNT, PlayerPath
from gateway.openapi.fields import WHOLE, Page, RequestModel, ResourceId
from gateway.openapi.operation import Answer, Link, Reply, Section, answer
from gateway.openapi.pagination import PageQuery
from gateway.operations.accounts import AccountOperations
from services.errors import Reason
from services.identity import Caller
from services.identity.idempotent_creation import Creation
from services.response_model import LossyText, Moment, ResponseModel, growing
from services.webhooks import Delivery, Outcome, Webhook, Webhooks
from services.webhooks.signing import secret_text
from services.webhooks.webhook import MAX_CONCURRENCY, MAX_URL

WEBHOOKS: Final = Section(
    "webhooks",
    "A player of kind `bot` can run behind a URL: the platform posts each decision there, and the answer is the bot's "
    "move. Calls are signed according to Standard Webhooks.",
)


class WebhookChange(RequestModel):
    """The webhook to set."""

    url: Annotated[str, Field(min_length=1, max_length=MAX_URL)] = Field(
        description="An `https` URL with a port and an address that the operator allows; by default 443 and the "
        "public internet."
    )
    concurrency: Annotated[int, Field(ge=1, le=MAX_CONCURRENCY), WHOLE] = Field(
        default=8, description="How many calls the bot accepts at the same time."
    )
    enabled: bool = Field(
        default=True, description="False: the bot is not called, and its decisions wait until the clock runs out."
    )


class WebhookDetails(ResponseModel):
    """A bot's webhook, without its secret."""

    player_id: str = Field(description="The bot's player.")
    url: str = Field(description="The URL that the platform calls.")
    concurrency: int = Field(description="The maximum number of calls at the same time.")
    enabled: bool = Field(description="Whether the bot is called.")
    key: str = Field(description="The id of the key that last set the webhook.")
    key_revoked: bool = Field(description="That key was revoked: the bot is not called until the webhook is set again.")
    created_at: Moment = Field(description="When the webhook was set.")
    changed_at: Moment = Field(description="When the URL, the limit or the switch were last changed.")
    offline_until: Moment | None = Field(
        description="The time until which the bot is not called, because it has failed several times in a row."
    )


class WebhookWithSecret(WebhookDetails):
    """A bot's webhook, with the secret that signs its calls. The secret is shown only this once."""

    secret: str = Field(description="`whsec_` and the key in base64, as libraries for Standard Webhooks expect it.")


class DeliveryPath(PlayerPath):
    """An attempt to call a bot."""

    delivery: ResourceId = Field(description="The delivery's id.")


class DeliveryDetails(ResponseModel):
    """An attempt to call a bot."""

    id: str = Field(description="The delivery's id.")
    match: str = Field(description="The match's id.")
    seat: int = Field(description="The bot's seat.")
    decision: int = Field(description="The number of the decision.")
    attempt: int = Field(description="The number of the attempt, from 1. It restarts when the webhook is changed.")
    at: Moment = Field(description="When the call began.")
    ms: int = Field(description="The duration in milliseconds.")
    outcome: Annotated[Outcome, growing(Outcome)] = Field(description="The outcome. The list may grow.")
    code: str | None = Field(description="The code of the problem, if the action was refused.")
    status: int | None = Field(description="The HTTP status; null without an answer.")
    version: str | None = Field(
        description="The version of its program that the bot had stated; null if it had stated none."
    )


class WholeDelivery(DeliveryDetails):
    """An attempt to call a bot, with request and answer."""

    request: LossyText = Field(description="The exact body of the request.")
    answer: LossyText = Field(description="The body of the answer, as far as it was read: at most 65,536 bytes.")


class DeliveryList(Page):
    """A page of attempts, newest first."""

    deliveries: list[DeliveryDetails] = Field(description="Newest first.")


_PLAYER: Final = {"player": "$response.body#/player_id"}
_NEXT: Final = (Link("getWebhook", _PLAYER), Link("rotateWebhook", _PLAYER), Link("listDeliveries", _PLAYER))


@WEBHOOKS.operation(
    "PUT",
    "/v1/players/{player}/webhook",
    id="setWebhook",
    summary="Set a bot's webhook",
    description="For the caller itself and its own bots, or for any bot if the caller is an admin. The receiver sees "
    "what the bot sees and plays for it, so the key must also have `matches:read` and `matches:play`. When the key is "
    "revoked, the webhook is no longer called. The platform immediately calls the webhook for decisions that are "
    "already waiting.",
    access=ACCOUNT,
    refusals=(
        Reason.MISSING_SCOPE,
        Reason.NOT_FOUND,
        Reason.NOT_A_BOT,
        Reason.BOT_RETIRED,
        Reason.INVALID_FIELD,
    ),
    answers=(
        answer(WebhookWithSecret, "The new webhook with its secret.", status=201, links=_NEXT),
        answer(WebhookDetails, "The webhook, with its secret unchanged."),
    ),
)
def set_webhook(
    webhooks: Webhooks,
    accounts: AccountOperations,
    caller: Caller,
    path: PlayerPath,
    body: WebhookChange,
    creation: Creation,
) -> Reply:
    """Set a bot's webhook."""
    player = accounts.managed(caller, path.player)
    webhook, is_new = webhooks.put(caller, player, body.url, body.concurrency, enabled=body.enabled, creation=creation)
    if is_new:
        return _shown_once(webhooks, webhook, 201)
    return Reply(_details(webhooks, webhook))


@WEBHOOKS.operation(
    "GET",
    "/v1/players/{player}/webhook",
    id="getWebhook",
    summary="Get a bot's webhook",
    description="For the bot itself, its owner and admins.",
    access=ACCOUNT,
    refusals=(Reason.MISSING_SCOPE, Reason.NOT_FOUND),
    answers=(answer(WebhookDetails, "The webhook, without its secret."),),
)
def get_webhook(webhooks: Webhooks, accounts: AccountOperations, caller: Caller, path: PlayerPath) -> WebhookDetails:
    """Get a bot's webhook."""
    return _details(webhooks, webhooks.get(accounts.managed(caller, path.player)))


@WEBHOOKS.operation(
    "DELETE",
    "/v1/players/{player}/webhook",
    id="deleteWebhook",
    summary="Remove a bot's webhook",
    description="The bot continues to play over REST or gRPC. Can be retried.",
    access=ACCOUNT,
    refusals=(Reason.MISSING_SCOPE,),
    answers=(Answer("The webhook does not exist any more.", {}, status=204),),
)
def delete_webhook(webhooks: Webhooks, accounts: AccountOperations, caller: Caller, path: PlayerPath) -> Reply:
    """Remove a bot's webhook."""
    webhooks.delete(accounts.managed(caller, path.player))
    return Reply(status=204)


@WEBHOOKS.operation(
    "POST",
    "/v1/players/{player}/webhook:rotate",
    id="rotateWebhook",
    summary="Renew a webhook's secret",
    description="For 24 hours, calls carry two signatures: one for the old secret and one for the new.",
    access=ACCOUNT,
    refusals=(Reason.MISSING_SCOPE, Reason.NOT_FOUND),
    answers=(answer(WebhookWithSecret, "The webhook with its new secret."),),
)
def rotate_webhook(
    webhooks: Webhooks, accounts: AccountOperations, caller: Caller, path: PlayerPath, creation: Creation
) -> Reply:
    """Renew a webhook's secret."""
    return _shown_once(webhooks, webhooks.rotate(accounts.managed(caller, path.player), creation), 200)


@WEBHOOKS.operation(
    "GET",
    "/v1/players/{player}/webhook/deliveries",
    id="listDeliveries",
    summary="List a bot's deliveries",
    description="Returns the last thousand, for as many days as the operator keeps them. For the bot itself and its "
    "owner only, because they show when its seat decided.",
    access=ACCOUNT,
    refusals=(Reason.NOT_YOUR_SEAT, Reason.MISSING_SCOPE),
    answers=(answer(DeliveryList, "A page of attempts, newest first."),),
)
def list_deliveries(
    webhooks: Webhooks, accounts: AccountOperations, caller: Caller, path: PlayerPath, query: PageQuery
) -> DeliveryList:
    """List a bot's deliveries."""
    player = accounts.managed(caller, path.player)
    of = f"deliveries {player}"
    found = webhooks.deliveries(caller, player, query.size + 1, query.cursor(of))
    page = query.shown(of, "delivery", found, lambda delivery: DeliveryDetails(**_delivery(delivery)))
    return DeliveryList(deliveries=page.entries, unshown=page.unshown, next_page_token=page.next_page_token)


@WEBHOOKS.operation(
    "GET",
    "/v1/players/{player}/webhook/deliveries/{delivery}",
    id="getDelivery",
    summary="Get a delivery of a bot",
    description="Includes the request, which contains what the seat knew, and the answer. For the bot itself and its "
    "owner only, with a key that also has `matches:read`.",
    access=ACCOUNT,
    refusals=(Reason.NOT_YOUR_SEAT, Reason.MISSING_SCOPE, Reason.NOT_FOUND),
    answers=(answer(WholeDelivery, "The attempt."),),
)
def get_delivery(webhooks: Webhooks, accounts: AccountOperations, caller: Caller, path: DeliveryPath) -> WholeDelivery:
    """Get a delivery of a bot."""
    return _whole(webhooks.delivery(caller, accounts.managed(caller, path.player), path.delivery))


@WEBHOOKS.operation(
    "POST",
    "/v1/players/{player}/webhook/deliveries/{delivery}:resend",
    id="resendDelivery",
    summary="Call a bot again for a decision",
    description="Calls the bot as if for the first time, also for a decision that the bot has accepted or that was "
    "given up. An offline bot is called when it is online. For the bot itself and its owner only, with a key that "
    "also has `matches:read`.",
    access=ACCOUNT,
    refusals=(
        Reason.NOT_YOUR_SEAT,
        Reason.MISSING_SCOPE,
        Reason.NOT_FOUND,
        Reason.DECISION_ALREADY_ANSWERED,
    ),
    answers=(answer(WholeDelivery, "The attempt whose decision is sent again."),),
)
def resend_delivery(
    webhooks: Webhooks, accounts: AccountOperations, caller: Caller, path: DeliveryPath
) -> WholeDelivery:
    """Call a bot again for a decision."""
    return _whole(webhooks.resend(caller, accounts.managed(caller, path.player), path.delivery))


def _details(webhooks: Webhooks, webhook: Webhook) -> WebhookDetails:
    return WebhookDetails(
        player_id=webhook.player_id,
        url=webhook.url,
        concurrency=webhook.concurrency,
        enabled=webhook.enabled,
        key=webhook.key_id,
        key_revoked=webhook.key_revoked,
        created_at=webhook.created_ms,
        changed_at=webhook.changed_ms,
        offline_until=webhooks.offline_until(webhook.player_id) or None,
    )


def _shown_once(webhooks: Webhooks, webhook: Webhook, status: int) -> Reply:
    details = _details(webhooks, webhook).model_dump()
    shown = WebhookWithSecret(**details, secret=secret_text(webhook.secrets[0]))
    return Reply(shown, status, headers=NO_STORE)


def _delivery(delivery: Delivery) -> dict[str, Any]:
    return {
        "id": delivery.id,
        "match": delivery.call.match_id,
        "seat": delivery.call.seat,
        "decision": delivery.call.decision,
        "attempt": delivery.attempt,
        "at": delivery.at_ms,
        "ms": delivery.ms,
        "outcome": delivery.outcome,
        "code": delivery.code or None,
        "status": delivery.status,
        "version": delivery.version or None,
    }


def _whole(delivery: Delivery) -> WholeDelivery:
    return WholeDelivery(
        **_delivery(delivery),
        request=delivery.request,
        answer=delivery.answer,
    )
