"""Who there is and what they may do: players, keys, scopes, and the caller of a request."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from services.errors import Reason, Refusal

GUESTS: Final = "g_"
"""Begins the id of those who have signed up from one address: they count for it, not each for itself."""

NAMED: Final = "named_"
"""Begins the id of a person whom a host has entered in a tournament by name: it has no account, and plays there alone.
"""


class PlayerKind(Enum):
    """What a player is."""

    PERSON = "person"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who can take a seat. Names are for people and not unique; ids are ``p_`` and a ULID,
    ``bot_<ruleset>_<bot>`` for a house bot, or :data:`NAMED` and a ULID.

    ``owner_id``: the person whose bot it is. ``version``: of a bot's program, as it was stated last; ``""``: never.
    ``offline_ms``: since when a bot's owner has it switched off. ``retired_ms``: since when a bot is out of use, for
    good. ``chose_name``: its name was chosen by itself or its owner, and no other such name looks like it.
    ``rated_with_bots_ms``: since when a person agrees to have matches with bots rated. ``counts_for``: who stands
    behind it, if that is neither its owner nor itself: see :attr:`person`.
    """

    id: str
    kind: PlayerKind
    name: str
    created_ms: int
    owner_id: str | None = None
    version: str = ""
    offline_ms: int | None = None
    retired_ms: int | None = None
    chose_name: bool = False
    rated_with_bots_ms: int | None = None
    counts_for: str | None = None

    @property
    def person(self) -> str:
        """Who stands behind the player. Shares, quotas and limits are counted by it, never by player or key: a bot
        counts for its owner, a guest for the address from which it has signed up, everybody else for itself."""
        return self.counts_for or self.owner_id or self.id

    @property
    def rated_with_bots(self) -> bool:
        """The person agrees to have matches with bots rated."""
        return self.rated_with_bots_ms is not None

    @property
    def is_house(self) -> bool:
        """It comes with a ruleset."""
        return self.id.startswith("bot_")

    @property
    def is_named(self) -> bool:
        """A host has entered it in a tournament by name: see :data:`NAMED`."""
        return self.id.startswith(NAMED)

    @property
    def is_online(self) -> bool:
        """It may be invited, paired and called."""
        return self.offline_ms is None and self.retired_ms is None


@dataclass(frozen=True, slots=True)
class BotVersion:
    """A version of its program that a bot has stated. ``since_ms``: when. ``id``: sorts by that."""

    id: str
    version: str
    since_ms: int


class Scope(Enum):
    """What a key allows."""

    MATCHES_READ = "matches:read"
    MATCHES_PLAY = "matches:play"
    MATCHES_CREATE = "matches:create"
    ACCOUNT_MANAGE = "account:manage"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key as it may be shown again: without its secret. ``scopes`` is what was granted, without what it implies.
    ``parent_id``: the key that made it; None for one that the operator made, and for keys from before that was kept."""

    id: str
    player_id: str
    name: str
    scopes: frozenset[Scope]
    created_ms: int
    expires_ms: int | None
    revoked_ms: int | None
    parent_id: str | None = None


@dataclass(frozen=True, slots=True)
class Caller:
    """Who makes a request, and by which key. ``version``: of a bot's program, as it has stated it. ``counts_for``: who
    stands behind it, if that is another than the player; it comes with the key, so a request asks nobody for it.
    ``rated_with_bots``: the person agrees to have matches with bots rated. ``owner_id``: whose bot it is; ``""``:
    nobody's."""

    player_id: str
    name: str
    kind: PlayerKind
    key_id: str
    scopes: frozenset[Scope]
    version: str = ""
    counts_for: str = ""
    rated_with_bots: bool = False
    owner_id: str = ""

    @property
    def person(self) -> str:
        """By whom everything is counted that the caller asks for: see :attr:`Player.person`."""
        return self.counts_for or self.player_id

    @property
    def is_guest(self) -> bool:
        """Whether others count together with it, of whom it may know nothing: see :data:`GUESTS`."""
        return self.person.startswith(GUESTS)

    @property
    def is_named(self) -> bool:
        """Whether a host has entered it in a tournament by name: see :data:`NAMED`."""
        return self.player_id.startswith(NAMED)

    @property
    def account(self) -> str:
        """Who of those that count together it is: a guest with its bots."""
        return self.owner_id or self.player_id

    @property
    def is_anonymous(self) -> bool:
        """Whether there is no key: see :data:`ANONYMOUS`."""
        return not self.key_id

    @property
    def is_admin(self) -> bool:
        """Whether the key has the scope ``admin``, which implies every other."""
        return Scope.ADMIN in self.scopes

    def has(self, scope: Scope) -> bool:
        """Whether the key allows what the scope stands for."""
        return scope in self.scopes or self.is_admin

    def require(self, scope: Scope) -> None:
        """Insist on a scope.

        Raises:
            Refusal: ``MISSING_SCOPE``, with the scope's text as ``scope`` in its metadata; ``UNAUTHENTICATED`` for who
                has no key.
        """
        if self.is_anonymous:
            raise Refusal(Reason.UNAUTHENTICATED)
        if not self.has(scope):
            raise Refusal(
                Reason.MISSING_SCOPE, f"The key lacks the scope {scope.value}.", metadata={"scope": scope.value}
            )

    def require_all(self, scopes: Iterable[Scope]) -> None:
        """Insist on several scopes: a key cannot grant, or renew, what it does not have itself.

        Raises:
            Refusal: ``MISSING_SCOPE`` for the first that is missing.
        """
        for scope in sorted(scopes, key=lambda scope: scope.value):
            self.require(scope)


OPERATOR_ID: Final = "p_" + "0" * 26
"""The player of whoever runs the installation."""

PLATFORM: Final = Caller(OPERATOR_ID, "operator", PlayerKind.PERSON, "platform", frozenset({Scope.ADMIN}))
"""Creates matches that nobody has asked for by itself: none of the players has a creator's rights, or has it counted as
its own."""

ANONYMOUS: Final = Caller("", "", PlayerKind.PERSON, "", frozenset())
"""Whoever has no key: a spectator of public matches and nothing more. No player has its id."""
