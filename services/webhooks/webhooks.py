"""Webhooks, as the gateway uses them."""

from collections.abc import Sequence

from services.errors import Reason, Refusal
from services.identity import Caller, Scope
from services.identity.idempotent_creation import Creation
from services.matches.match_lifecycle import awaited_calls
from services.matches.outbox import OutboxKind
from services.matches.store import MatchStore
from services.unreadable import Found
from services.webhooks.addresses import AddressRules
from services.webhooks.deliveries import DeliveryLog
from services.webhooks.line import CallLine, CallState
from services.webhooks.store import WebhookStore, no_webhook
from services.webhooks.webhook import Call, Delivery, FailureCount, Webhook

_ASKED_AT_ONCE = 100
"""In so many of a bot's matches it is asked at once when its webhook is set; in others with the match's nudge."""


class Webhooks:
    """Every operation on webhooks. Safe to use from several threads. Whose webhook a caller may act on is for the rim
    to see to.

    Every method raises ``BUSY`` when something that it needs cannot be reached.
    """

    def __init__(
        self, store: MatchStore, webhooks: WebhookStore, deliveries: DeliveryLog, line: CallLine, rules: AddressRules
    ) -> None:
        self._store = store
        self._webhooks = webhooks
        self._deliveries = deliveries
        self._line = line
        self._rules = rules

    def get(self, player_id: str) -> Webhook:
        """A player's webhook.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        found = self._webhooks.find(player_id)
        if found is None:
            raise no_webhook()
        return found

    def offline_until(self, player_id: str) -> int:
        """Until when a bot is not called because it has failed, in milliseconds since 1970; 0: it is called."""
        return self._line.offline_until(player_id)

    def put(
        self, by: Caller, player_id: str, url: str, concurrency: int, *, enabled: bool, creation: Creation
    ) -> tuple[Webhook, bool]:
        """Set a player's webhook; and whether it is a new one. What the bot has been waiting for is asked at once.

        Whoever is called sees what the bot sees and plays for it: no key hands out what it does not have.

        Raises:
            Refusal: ``INVALID_FIELD`` at ``/url``; ``MISSING_SCOPE``; ``NOT_FOUND``, ``NOT_A_BOT``.
        """
        by.require_all((Scope.MATCHES_READ, Scope.MATCHES_PLAY))
        self._rules.target(url)
        secret = creation.secret("webhook")
        webhook, is_new = self._webhooks.put(
            player_id, url, concurrency, enabled=enabled, key_id=by.key_id, secret=secret
        )
        self._line.forget(player_id)
        self._store.called.add(player_id)
        self._ask_for_all(webhook)
        return webhook, is_new

    def resume(self, player_id: str) -> None:
        """A bot is switched on again: what it has been waiting for is asked at once, if it has a webhook."""
        webhook = self._webhooks.find(player_id)
        if webhook is not None:
            self._ask_for_all(webhook)

    def _ask_for_all(self, webhook: Webhook) -> None:
        if not webhook.is_called:
            return
        for match_id in self._store.newest_ids(
            status=None, player=webhook.player_id, ruleset=None, before=None, limit=_ASKED_AT_ONCE
        ):
            self._request(webhook.player_id, match_id)

    def rotate(self, player_id: str, creation: Creation) -> Webhook:
        """Give a webhook another secret; the one before signs as well for 24 hours.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        return self._webhooks.rotate(player_id, creation.secret("webhook"))

    def delete(self, player_id: str) -> None:
        """Remove a webhook, if there is one."""
        self._webhooks.delete(player_id)
        self._store.called.remove(player_id)
        self._line.forget(player_id)

    def deliveries(self, caller: Caller, player_id: str, limit: int, before: str | None) -> Found[Delivery]:
        """Up to ``limit`` attempts to call a bot, newest first, those before the id ``before``.

        Raises:
            Refusal: ``NOT_YOUR_SEAT``: they are another player's.
        """
        self._check_own(caller, player_id)
        return self._deliveries.list(player_id, limit, before)

    def delivery(self, caller: Caller, player_id: str, delivery_id: str) -> Delivery:
        """One attempt, with what was sent and answered.

        Raises:
            Refusal: ``NOT_YOUR_SEAT``, ``MISSING_SCOPE``, ``NOT_FOUND``.
        """
        self._check_own(caller, player_id)
        caller.require(Scope.MATCHES_READ)
        found = self._deliveries.find(player_id, delivery_id)
        if found is None:
            raise Refusal(Reason.NOT_FOUND, "There is no such delivery.")
        return found

    def failures(self, player_id: str) -> Sequence[FailureCount]:
        """How often calls of a bot have failed, by kind and version. Whose they are is for the rim to see to."""
        return self._deliveries.failures(player_id)

    def resend(self, caller: Caller, player_id: str, delivery_id: str) -> Delivery:
        """Ask for the decision of an attempt once more, as if for the first time. Returns the attempt.

        Raises:
            Refusal: as :meth:`delivery`; ``DECISION_ALREADY_ANSWERED``; ``NOT_FOUND`` without a webhook.
        """
        found = self.delivery(caller, player_id, delivery_id)
        webhook = self.get(player_id)
        self._line.set_state(found.call, webhook, CallState())
        if not self._request(player_id, found.call.match_id, found.call):
            raise Refusal(Reason.DECISION_ALREADY_ANSWERED, "The decision does not wait for an answer any more.")
        return found

    def _request(self, player_id: str, match_id: str, call: Call | None = None) -> bool:
        """Ask for what waits for a bot in a match. False if nothing does, or not this call."""
        loaded = self._store.load(match_id)
        if loaded is None:
            return False
        seats = loaded.match.seats
        waiting = {
            (seat, decision) for seat, decision in awaited_calls(loaded.match) if seats[seat].player_id == player_id
        }
        if not waiting or (call is not None and (call.seat, call.decision) not in waiting):
            return False
        self._store.request_bot_turn(loaded.stored, OutboxKind.CALL)
        return True

    def _check_own(self, caller: Caller, player_id: str) -> None:
        """What a bot was asked is what its seat knows: that is for the bot and for its owner, whose keys of the bot
        see the same. An admin who looks at a seat does so by its view, which is written down."""
        if caller.player_id != player_id and self._webhooks.owner_of(player_id) != caller.player_id:
            raise Refusal(Reason.NOT_YOUR_SEAT, "Deliveries show what a seat knows: they are for its player.")
