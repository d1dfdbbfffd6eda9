"""Webhooks of tournaments, for their hosts."""

from typing import Annotated, Final

from pydantic import Field

from gateway.api.keys import NO_STORE
from gateway.api.players import ACCOUNT
from gateway.api.tournaments import TournamentPath
from gateway.openapi.fields import WHOLE, Page, RequestModel
from gateway.openapi.operation import Answer, Link, Reply, Section, answer
from gateway.openapi.pagination import PageQuery
from services.errors import Reason
from services.identity import Caller
from services.identity.idempotent_creation import Creation
from services.response_model import Moment, ResponseModel, growing
from services.tournament_webhooks.tournament_webhook import TournamentDeliveryDetails, TournamentWebhook, WebhookState
from services.tournament_webhooks.webhooks import TournamentWebhooks
from services.webhooks.signing import secret_text
from services.webhooks.webhook import MAX_URL

TOURNAMENT_WEBHOOKS: Final = Section(
    "tournament webhooks",
    "The platform can post a tournament's log to a URL: each entry, one after the other, at least once. Calls are "
    "signed according to Standard Webhooks. For the owner, and for hosts with the owner's rights.",
)

_WHOSE: Final = (Reason.MISSING_SCOPE, Reason.NOT_FOUND, Reason.NOT_A_HOST)


class TournamentWebhookChange(RequestModel):
    """A tournament's webhook."""

    url: Annotated[str, Field(min_length=1, max_length=MAX_URL)] = Field(
        description="An `https` URL with a port and an address that the operator allows; by default 443 and the "
        "public internet."
    )


class Resending(RequestModel):
    """What is posted once more."""

    entry: Annotated[int, Field(ge=1, le=2**31 - 1), WHOLE] = Field(
        description="The number of the first entry of the log that is posted; all after it follow."
    )


class TournamentWebhookDetails(ResponseModel):
    """A tournament's webhook, without the secret."""

    tournament: str = Field(description="The tournament's id.")
    url: str = Field(description="Where its log is posted.")
    state: Annotated[WebhookState, growing(WebhookState)] = Field(
        description="`active`: what happens is posted; `failing`: the next entry is tried again; `given_up`: it has "
        "failed for a day, or was answered by 410, and nothing is posted until the webhook is set anew or something is "
        "resent; `resting`: its key was revoked, or who set it is no host any more: it is to be set anew. The list may "
        "grow."
    )
    set_by: str = Field(description="The player by whom it was last set.")
    key: str = Field(description="The id of the key that last set the webhook.")
    next_entry: int = Field(description="The number of the entry that is posted next.")
    failures: int = Field(description="How often that has failed.")
    failing_since: Moment | None = Field(description="Since when it fails; null: it does not.")
    next_attempt_at: Moment | None = Field(
        description="When it is posted, or tried again; null: when there is something to post, or never."
    )
    given_up_at: Moment | None = Field(description="Since when nothing is posted any more; null: that is not so.")
    created_at: Moment = Field(description="When it was set.")
    changed_at: Moment = Field(description="When URL or key were last changed.")


class TournamentWebhookWithSecret(TournamentWebhookDetails):
    """A tournament's webhook, with the secret that signs the calls. This is the only time it is shown."""

    secret: str = Field(description="`whsec_` and the key in base64, as libraries for Standard Webhooks expect it.")


class TournamentDeliveryList(Page):
    """A page of attempts, newest first."""

    deliveries: list[TournamentDeliveryDetails] = Field(description="Newest first.")


_THIS: Final = {"tournament": "$response.body#/tournament"}
_NEXT: Final = (
    Link("getTournamentWebhook", _THIS),
    Link("rotateTournamentWebhook", _THIS),
    Link("listTournamentDeliveries", _THIS),
)


@TOURNAMENT_WEBHOOKS.operation(
    "PUT",
    "/v1/tournaments/{tournament}/webhook",
    id="setTournamentWebhook",
    summary="Set a tournament's webhook",
    description="A new webhook receives what happens from now on; `resendTournamentWebhook` posts what happened "
    "before. Another URL continues where the previous one was, and keeps its secret. The receiver learns what the log "
    "says, so the key must also have `matches:read`. When the key is revoked, or its player is no longer a host, "
    "nothing more is posted.",
    access=ACCOUNT,
    refusals=(*_WHOSE, Reason.INVALID_FIELD),
    answers=(
        answer(TournamentWebhookWithSecret, "The new webhook with its secret.", status=201, links=_NEXT),
        answer(TournamentWebhookDetails, "The webhook, with its secret unchanged."),
    ),
)
def set_tournament_webhook(
    tournament_webhooks: TournamentWebhooks,
    caller: Caller,
    path: TournamentPath,
    body: TournamentWebhookChange,
    creation: Creation,
) -> Reply:
    """Set a tournament's webhook."""
    webhook, is_new = tournament_webhooks.put(caller, path.tournament, body.url, creation=creation)
    if is_new:
        return _shown_once(webhook, 201)
    return Reply(_details(webhook))


@TOURNAMENT_WEBHOOKS.operation(
    "GET",
    "/v1/tournaments/{tournament}/webhook",
    id="getTournamentWebhook",
    summary="Get a tournament's webhook",
    access=ACCOUNT,
    refusals=_WHOSE,
    answers=(answer(TournamentWebhookDetails, "The webhook, without its secret."),),
)
def get_tournament_webhook(
    tournament_webhooks: TournamentWebhooks, caller: Caller, path: TournamentPath
) -> TournamentWebhookDetails:
    """Get a tournament's webhook."""
    return _details(tournament_webhooks.get(caller, path.tournament))


@TOURNAMENT_WEBHOOKS.operation(
    "DELETE",
    "/v1/tournaments/{tournament}/webhook",
    id="deleteTournamentWebhook",
    summary="Remove a tournament's webhook",
    description="Can be retried.",
    access=ACCOUNT,
    refusals=_WHOSE,
    answers=(Answer("There is none.", {}, status=204),),
)
def delete_tournament_webhook(tournament_webhooks: TournamentWebhooks, caller: Caller, path: TournamentPath) -> Reply:
    """Remove a tournament's webhook."""
    tournament_webhooks.delete(caller, path.tournament)
    return Reply(status=204)


@TOURNAMENT_WEBHOOKS.operation(
    "POST",
    "/v1/tournaments/{tournament}/webhook:rotate",
    id="rotateTournamentWebhook",
    summary="Renew the secret of a tournament's webhook",
    description="For 24 hours, calls carry two signatures: one for the old secret and one for the new.",
    access=ACCOUNT,
    refusals=_WHOSE,
    answers=(answer(TournamentWebhookWithSecret, "The webhook with its new secret."),),
)
def rotate_tournament_webhook(
    tournament_webhooks: TournamentWebhooks, caller: Caller, path: TournamentPath, creation: Creation
) -> Reply:
    """Renew the secret of a tournament's webhook."""
    return _shown_once(tournament_webhooks.rotate(caller, path.tournament, creation=creation), 200)


@TOURNAMENT_WEBHOOKS.operation(
    "POST",
    "/v1/tournaments/{tournament}/webhook:resend",
    id="resendTournamentWebhook",
    summary="Post a tournament's log again",
    description="Posts everything again from an entry on, whatever was posted before, also after the platform gave up.",
    access=ACCOUNT,
    refusals=(*_WHOSE, Reason.INVALID_FIELD),
    answers=(answer(TournamentWebhookDetails, "The webhook, which is about to post that entry."),),
)
def resend_tournament_webhook(
    tournament_webhooks: TournamentWebhooks, caller: Caller, path: TournamentPath, body: Resending
) -> TournamentWebhookDetails:
    """Post a tournament's log again."""
    return _details(tournament_webhooks.resend(caller, path.tournament, body.entry))


@TOURNAMENT_WEBHOOKS.operation(
    "GET",
    "/v1/tournaments/{tournament}/webhook/deliveries",
    id="listTournamentDeliveries",
    summary="List the calls of a tournament's webhook",
    description="The last thousand, for as many days as the operator keeps them.",
    access=ACCOUNT,
    refusals=_WHOSE,
    answers=(answer(TournamentDeliveryList, "A page of attempts, newest first."),),
)
def list_tournament_deliveries(
    tournament_webhooks: TournamentWebhooks, caller: Caller, path: TournamentPath, query: PageQuery
) -> TournamentDeliveryList:
    """List the calls of a tournament's webhook."""
    of = f"tournament deliveries {path.tournament}"
    found = tournament_webhooks.deliveries(caller, path.tournament, query.size + 1, query.cursor(of))
    page, token = query.cut(of, found)
    return TournamentDeliveryList(deliveries=page, unshown=page.unshown, next_page_token=token)


def _details(webhook: TournamentWebhook) -> TournamentWebhookDetails:
    return TournamentWebhookDetails(
        tournament=webhook.tournament_id,
        url=webhook.url,
        state=webhook.state,
        set_by=webhook.set_by,
        key=webhook.key_id,
        next_entry=webhook.next_entry,
        failures=webhook.failures,
        failing_since=webhook.failing_since_ms,
        next_attempt_at=webhook.due_ms,
        given_up_at=webhook.given_up_ms,
        created_at=webhook.created_ms,
        changed_at=webhook.changed_ms,
    )


def _shown_once(webhook: TournamentWebhook, status: int) -> Reply:
    shown = TournamentWebhookWithSecret(**_details(webhook).model_dump(), secret=secret_text(webhook.secrets[0]))
    return Reply(shown, status, headers=NO_STORE)
