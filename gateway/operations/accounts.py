"""What REST and gRPC do with players, their bots and their keys beside asking the services: who may act for whom, and
what takes several services."""

import math
from collections.abc import Callable
from typing import Final

from gateway.caller_rates import hit_caller
from services.errors import Reason, Refusal
from services.identity import ApiKey, ApiKeys, Caller, KeyText, Player, PlayerKind, Players, Scope, SignUps
from services.identity.guest_addresses import GuestAddresses
from services.identity.idempotent_creation import Creation
from services.matches.match import Match, Status
from services.matches.matches import Matches
from services.rate_limits import Policy, RateLimiter
from services.unreadable import Found
from services.webhooks import CrashReports, FailureCount, Webhooks
from services.webhooks.crash_reports import CrashDetails, WholeCrash

ME: Final = "me"
"""The id that paths and filters use for the caller."""

CRASHES: Final = Policy("crashes", burst=20, interval_us=15_000_000)
"""Reports of one person and its bots: twenty at once, and one more every fifteen seconds."""

LEAST_SECRET: Final = 32
"""The minimum length of an idempotency key that replaces a caller's key: that of a UUID without hyphens."""

_LEAST_DIFFERENT: Final = 8
_PAGE: Final = 100
_SCOPES: Final = frozenset({Scope.MATCHES_READ, Scope.MATCHES_PLAY, Scope.MATCHES_CREATE})
_OVER: Final = (
    Reason.MATCH_ENDED,
    Reason.MATCH_NOT_LIVE,
    Reason.MATCH_NOT_OPEN,
    Reason.NOT_FOUND,
    Reason.NOT_THE_CREATOR,
    Reason.NOT_YOUR_SEAT,
)


def player_id(caller: Caller, text: str) -> str:
    """The id that a path or a filter names."""
    return caller.player_id if text == ME else text


def is_hard_to_guess(idempotency_key: str) -> bool:
    """Whether an idempotency key may replace the key of a caller without one: anybody who knows it and the request gets
    the response."""
    return len(idempotency_key) >= LEAST_SECRET and len(set(idempotency_key)) >= _LEAST_DIFFERENT


class AccountOperations:
    """The operations. ``bots_per_player``: the maximum number of a person's bots; 0: no limit. ``sign_ups_of_address``:
    the limit of sign-ups from one address, including refused names; None: no limit."""

    def __init__(
        self,
        players: Players,
        keys: ApiKeys,
        sign_ups: SignUps,
        webhooks: Webhooks,
        crash_reports: CrashReports,
        matches: Matches,
        limits: RateLimiter,
        guests: GuestAddresses,
        *,
        bots_per_player: int,
        sign_ups_of_address: Policy | None,
    ) -> None:
        self._players = players
        self._keys = keys
        self._sign_ups = sign_ups
        self._webhooks = webhooks
        self._crash_reports = crash_reports
        self._matches = matches
        self._limits = limits
        self._guests = guests
        self._bots_per_player = bots_per_player
        self._sign_ups_of_address = sign_ups_of_address

    # -- who may act for whom ------------------------------------------------------------------------------------------

    def managed(self, caller: Caller, text: str) -> str:
        """The id of a player for whom the caller may act: itself, its own bot, or anybody if it is an admin. ``text``:
        as in the request; ``me``: the caller.

        Raises:
            Refusal: ``MISSING_SCOPE``, also for an unknown player.
        """
        wanted = player_id(caller, text)
        if not self._is_own(caller, wanted):
            caller.require(Scope.ADMIN)
        return wanted

    def own(self, caller: Caller, text: str) -> str:
        """The same, but admins have no additional rights.

        Raises:
            Refusal: ``NOT_YOUR_BOT``, also for an unknown player.
        """
        wanted = player_id(caller, text)
        if not self._is_own(caller, wanted):
            raise Refusal(Reason.NOT_YOUR_BOT)
        return wanted

    def _is_own(self, caller: Caller, wanted: str) -> bool:
        if wanted == caller.player_id:
            return True
        found = self._players.find(wanted)
        return found is not None and found.owner_id == caller.player_id

    # -- people --------------------------------------------------------------------------------------------------------

    def sign_up(
        self, name: str, key_name: str | None, address: str, creation: Creation, *, invitation: str | None = None
    ) -> tuple[Player, ApiKey, KeyText]:
        """A new person and its first key. ``address``: the client's. ``invitation``: a host's invitation, for which the
        sign-up counts instead of the address.

        Raises:
            Refusal: see :meth:`services.identity.sign_ups.SignUps.sign_up`.
        """

        def admit() -> str:
            self._count_sign_up(address)
            return self._guests.person(address, creation)

        return self._sign_ups.sign_up(name, key_name, creation, admit, invitation)

    def _count_sign_up(self, address: str) -> None:
        policy = self._sign_ups_of_address
        wait = None if policy is None else self._limits.hit(policy, address).retry_after_seconds
        if wait is not None:
            seconds = max(1, math.ceil(wait))
            detail = (
                "As many have signed up from your network address as may for now: the next may in "
                f"{seconds} second{'s' * (seconds != 1)}. By the invitation of a tournament's host it can at once."
            )
            raise Refusal(Reason.RATE_LIMITED, detail, metadata={"retry_seconds": str(seconds)})

    def change(
        self,
        caller: Caller,
        text: str,
        *,
        name: str | None,
        online: bool | None,
        rated_with_bots: bool | None = None,
        expected: Callable[[Player], None] | None = None,
    ) -> Player:
        """Change a player: see :meth:`services.identity.players.Players.change`. A bot that is switched on is
        immediately called for its pending decisions.

        Raises:
            Refusal: as that; ``MISSING_SCOPE``.
        """
        player = self.managed(caller, text)
        changed = self._players.change(
            player, name=name, online=online, rated_with_bots=rated_with_bots, expected=expected
        )
        self._keys.forget_caller(player)
        if online:
            self._webhooks.resume(player)
        return changed

    # -- bots ----------------------------------------------------------------------------------------------------------

    def create_bot(self, caller: Caller, text: str, name: str, version: str | None, creation: Creation) -> Player:
        """Create a bot that the caller owns; an admin creates bots for anybody, without a limit.

        Raises:
            Refusal: ``MISSING_SCOPE``; see :meth:`services.identity.players.Players.create_bot` and
                :meth:`services.identity.players.Players.state_version`.
        """
        owner = player_id(caller, text)
        if owner != caller.player_id:
            caller.require(Scope.ADMIN)
        most = self.bots_limit(caller)
        bot = self._players.create_bot(owner, name, most=most, creation=creation)
        return bot if version is None else self._players.state_version(bot.id, version)

    def bots_limit(self, caller: Caller) -> int | None:
        """The maximum number of a caller's bots; None: no limit."""
        return None if caller.is_admin else self._bots_per_player or None

    def bots_use(self, caller: Caller, player: str) -> tuple[int | None, int]:
        """The maximum number of a player's bots, None without a limit; and the number of those that count."""
        asks_for_itself = caller.player_id == player
        limit = self.bots_limit(caller) if asks_for_itself else self._bots_per_player or None
        return limit, self._players.bots_used(player)

    def state_version(self, caller: Caller, text: str, version: str) -> Player:
        """State the version of a bot's program.

        Raises:
            Refusal: ``MISSING_SCOPE``; see :meth:`services.identity.players.Players.state_version`.
        """
        bot = self._players.state_version(self.managed(caller, text), version)
        self._keys.forget_caller(bot.id)
        return bot

    def retire(self, caller: Caller, text: str) -> Player:
        """Retire a bot of the caller permanently. Its keys and its webhook end; it leaves open matches, aborts those
        that it has created, and resigns live ones, so that nobody waits for it. A repetition completes unfinished work.

        Raises:
            Refusal: ``MISSING_SCOPE``, also for the bot itself; ``NOT_FOUND``; ``NOT_A_BOT``.
        """
        wanted = player_id(caller, text)
        if wanted == caller.player_id or not self._is_own(caller, wanted):
            caller.require(Scope.ADMIN)
        bot = self._players.retire(wanted)
        self._keys.revoke_all(bot.id)
        self._webhooks.delete(bot.id)
        itself = Caller(bot.id, bot.name, PlayerKind.BOT, "retired", _SCOPES, bot.version, bot.person)
        self._for_each(itself, Status.OPEN, self._give_up_open)
        self._for_each(itself, Status.LIVE, self._matches.resign)
        return bot

    def _give_up_open(self, bot: Caller, match_id: str) -> Match:
        if self._matches.get(bot, match_id).creator_id == bot.player_id:
            return self._matches.abort(bot, match_id)
        return self._matches.leave(bot, match_id)

    def _for_each(self, bot: Caller, status: Status, give_up: Callable[[Caller, str], Match]) -> None:
        before: str | None = None
        while True:
            page, before = self._matches.list(bot, status=status, player=bot.player_id, limit=_PAGE, before=before)
            for match in page:
                try:
                    give_up(bot, match.id)
                except Refusal as refusal:
                    if refusal.reason not in _OVER:
                        raise
            if before is None:
                return

    # -- failures ------------------------------------------------------------------------------------------------------

    def report_crash(
        self,
        caller: Caller,
        text: str,
        creation: Creation,
        *,
        match_id: str | None,
        decision: int | None,
        version: str | None,
        message: str,
        traceback: str,
    ) -> CrashDetails:
        """Store a program's report of its own failure. ``version``: None: the version that it has stated.

        Raises:
            Refusal: ``NOT_YOUR_BOT`` for another player's bot; ``RATE_LIMITED``.
        """
        if player_id(caller, text) != caller.player_id:
            raise Refusal(Reason.NOT_YOUR_BOT, "A program reports its own crashes, with a key of its own.")
        self._count(CRASHES, caller)
        return self._crash_reports.write(
            caller.player_id,
            creation,
            match_id=match_id,
            decision=decision,
            version=caller.version if version is None else version,
            message=message,
            traceback=traceback,
        )

    def crash_reports(self, caller: Caller, text: str, limit: int, before: str | None) -> Found[CrashDetails]:
        """Reports of the caller or of its own bot, newest first.

        Raises:
            Refusal: ``NOT_YOUR_BOT``.
        """
        return self._crash_reports.list(self.own(caller, text), limit, before)

    def crash_report(self, caller: Caller, text: str, report_id: str) -> WholeCrash:
        """One report, with its traceback.

        Raises:
            Refusal: ``NOT_YOUR_BOT``; ``NOT_FOUND``.
        """
        found = self._crash_reports.find(self.own(caller, text), report_id)
        if found is None:
            raise Refusal(Reason.NOT_FOUND, "There is no such report.")
        return found

    def failures(self, caller: Caller, text: str) -> list[FailureCount]:
        """How often the caller or its own bot has failed, by kind and version: stored calls of its webhook and crashes.

        Raises:
            Refusal: ``NOT_YOUR_BOT``.
        """
        bot = self.own(caller, text)
        found = [*self._webhooks.failures(bot), *self._crash_reports.failures(bot)]
        return sorted(found, key=lambda each: (each.version, each.kind))

    def _count(self, policy: Policy, caller: Caller) -> None:
        retry_seconds = hit_caller(self._limits, policy, caller).retry_after_seconds
        if retry_seconds is not None:
            raise Refusal(Reason.RATE_LIMITED, metadata={"retry_seconds": f"{max(1.0, retry_seconds):.0f}"})
