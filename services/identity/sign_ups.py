"""People who sign themselves up, where the operator allows it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Protocol

from sqlalchemy import Connection, Select, func, select

from services.database import Database
from services.database.tables import players
from services.errors import Reason, Refusal
from services.identity.idempotent_creation import Creation
from services.identity.ids import new_id
from services.identity.key_format import KeyText
from services.identity.keys import ApiKeys
from services.identity.names import chosen_name, clean_name
from services.identity.people import ApiKey, Player, PlayerKind, Scope
from services.identity.players import Players
from services.platform_time import platform_ms

SCOPES: Final = frozenset({Scope.MATCHES_READ, Scope.MATCHES_PLAY, Scope.MATCHES_CREATE, Scope.ACCOUNT_MANAGE})
"""What the first key of somebody who signs up allows: everything but other people's business."""

_DAY_MS: Final = 24 * 3600 * 1000
_RETRY_SECONDS: Final = 3_600
_FIRST: Final = "first key"


class Invitations(Protocol):
    """Invitations of hosts: see :class:`services.stored_tournaments.guest_invitations.GuestInvitations`."""

    def take_place(self, connection: Connection, text: str) -> str: ...

    def welcome(self, connection: Connection, text: str, player_id: str) -> None: ...


class SignUps:
    """Makes people with their first keys. Safe to use from several threads and processes.

    ``is_open``: whether anybody may sign up. ``per_day``: how many may in any 24 hours, or a few more when several do
    at the same moment; 0: as many as like. ``invitations``: of hosts.
    """

    def __init__(
        self,
        database: Database,
        everybody: Players,
        keys: ApiKeys,
        *,
        is_open: bool,
        per_day: int = 0,
        invitations: Invitations,
        now_ms: Callable[[], int] = platform_ms,
    ) -> None:
        self.is_open = is_open
        self._database = database
        self._players = everybody
        self._keys = keys
        self._per_day = per_day
        self._invitations = invitations
        self._now_ms = now_ms

    def sign_up(
        self,
        name: str,
        key_name: str | None,
        creation: Creation,
        admit: Callable[[], str],
        invitation: str | None = None,
    ) -> tuple[Player, ApiKey, KeyText]:
        """A new person and its first key; with the same ``creation`` again, the same ones. ``key_name``: what the key
        is for. ``admit``: counts a sign-up that is no repetition, and may refuse it; says for whom the person counts.
        ``invitation``: the text of a host's, by which the person is counted instead.

        Raises:
            Refusal: ``SIGN_UP_CLOSED``; ``INVALID_FIELD`` at ``/name`` or ``/key_name``; ``NAME_TAKEN``;
                ``RATE_LIMITED``; what ``admit`` raises.
        """
        if not self.is_open:
            raise Refusal(Reason.SIGN_UP_CLOSED)
        chosen, purpose = chosen_name(name), _FIRST if key_name is None else clean_name(key_name, "/key_name")
        player = Player(creation.id("p_"), PlayerKind.PERSON, chosen, creation.at_ms, chose_name=True)
        key = ApiKey(creation.id("k"), player.id, purpose, SCOPES, creation.at_ms, None, None)
        made = self._players.find(player.id)
        if made is not None:
            return made, key, self._keys.text_of(key, creation)
        if invitation is None:
            player = replace(player, counts_for=admit())
        with self._database.begin() as connection:
            if invitation is not None:
                player = replace(player, counts_for=self._invitations.take_place(connection, invitation))
            self._check_room(connection.execute(self._counted()).scalar_one())
            self._players.insert_chosen(connection, player)
            if invitation is not None:
                self._invitations.welcome(connection, invitation, player.id)
            return player, key, self._keys.add_first(connection, key, creation)

    def _counted(self) -> Select[int]:
        first = new_id("p_", self._now_ms() - _DAY_MS, 0)
        who = (players.c.id >= first, players.c.id < "p_z", players.c.handle.is_not(None), players.c.owner_id.is_(None))
        return select(func.count()).where(*who)

    def _check_room(self, made: int) -> None:
        if self._per_day and made >= self._per_day:
            detail = "As many have signed up in the last 24 hours as the operator allows."
            raise Refusal(Reason.RATE_LIMITED, detail, metadata={"retry_seconds": str(_RETRY_SECONDS)})
