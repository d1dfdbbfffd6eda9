"""Webhooks of tournaments, as the gateway uses them."""

from services.identity import Caller, Scope
from services.identity.idempotent_creation import Creation
from services.tournament_webhooks.deliveries import TournamentDeliveries
from services.tournament_webhooks.store import TournamentWebhookStore
from services.tournament_webhooks.tournament_webhook import TournamentDeliveryDetails, TournamentWebhook
from services.unreadable import Found
from services.webhooks.addresses import AddressRules


class TournamentWebhooks:
    """Every operation on the webhooks of tournaments. Safe to use from several threads.

    Every method raises ``BUSY`` when the database cannot be reached, ``NOT_FOUND`` for a tournament that the caller may
    not see, and ``NOT_A_HOST`` for who may not do what its owner may.
    """

    def __init__(self, store: TournamentWebhookStore, deliveries: TournamentDeliveries, rules: AddressRules) -> None:
        self._store = store
        self._deliveries = deliveries
        self._rules = rules

    def get(self, caller: Caller, tournament_id: str) -> TournamentWebhook:
        """The webhook of a tournament.

        Raises:
            Refusal: ``NOT_FOUND``, also where there is none.
        """
        return self._store.get(caller, tournament_id)

    def put(
        self, caller: Caller, tournament_id: str, url: str, *, creation: Creation
    ) -> tuple[TournamentWebhook, bool]:
        """Set the webhook of a tournament; and whether it is a new one, which is told what happens from now on. No key
        hands out what it does not have: it must be one that may read.

        Raises:
            Refusal: ``INVALID_FIELD`` at ``/url``; ``MISSING_SCOPE``.
        """
        caller.require(Scope.MATCHES_READ)
        self._rules.target(url)
        return self._store.put(caller, tournament_id, url, creation.secret("webhook"))

    def rotate(self, caller: Caller, tournament_id: str, *, creation: Creation) -> TournamentWebhook:
        """Give a webhook another secret; the one before signs as well for 24 hours.

        Raises:
            Refusal: ``NOT_FOUND``, also where there is none.
        """
        return self._store.rotate(caller, tournament_id, creation.secret("webhook"))

    def resend(self, caller: Caller, tournament_id: str, entry: int) -> TournamentWebhook:
        """Post all entries from this one on, whatever was posted before, and also what was given up.

        Raises:
            Refusal: ``NOT_FOUND``, also where there is none; ``INVALID_FIELD`` at ``/entry``.
        """
        return self._store.resend(caller, tournament_id, entry)

    def delete(self, caller: Caller, tournament_id: str) -> None:
        """Remove the webhook of a tournament, if there is one."""
        self._store.delete(caller, tournament_id)

    def deliveries(
        self, caller: Caller, tournament_id: str, limit: int, before: str | None = None
    ) -> Found[TournamentDeliveryDetails]:
        """Up to ``limit`` attempts to post an entry, newest first, those before the id ``before``.

        Raises:
            Refusal: ``NOT_FOUND``, also where there is no webhook.
        """
        self._store.get(caller, tournament_id)
        return self._deliveries.list(tournament_id, limit, before)
