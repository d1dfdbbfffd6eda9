"""Who pairs tickets: looks for groups, claims their tickets, and makes their matches.

A round ends what has expired, looks for groups in each pool, and claims them: one script takes all tickets of a group
out of their pool, if all of them still wait, and stores from what their match is made. Then claims are taken, by
whoever has time, and the match of each is created, exactly that one, whoever tries and however often; when it is there,
its tickets are paired. One round at a time looks for groups, which saves work and no more: several do no harm.

Who dies in between leaves a claim, which is taken again once its lease is over. A match that cannot be created is made
impossible first; then its tickets are given back, or cancelled if nothing will help.
"""

import secrets
from collections.abc import Callable, Collection, Sequence
from typing import Final, Protocol

import structlog

from services.errors import Reason, Refusal
from services.identity import PLATFORM, ApiKeys, Caller, Scope
from services.identity.idempotent_creation import Creation, once
from services.matches.ids import PREFIX
from services.matches.matches import Matches
from services.quick_pairing.pairing import Group, pair
from services.quick_pairing.store import PairClaim, TicketStore
from services.quick_pairing.ticket import EndReason, Pool, WaitingTicket
from services.quick_pairing.tickets import new_match
from services.telemetry import metrics

log = structlog.get_logger("quick_pairing")

MOST_OF_POOL: Final = 5_000
"""So many tickets of a pool are looked at in a round, those that have waited longest."""
ROUND_SECONDS: Final = 10
"""For so long a round takes claims; the next one goes on."""
LOOKING_MS: Final = 10_000
"""For so long nobody else looks for groups, unless the one who looks is done before."""
LEASE_MS: Final = 15_000
"""A claim is taken again so long after who took it has died: much longer than it takes to create its matches."""
CLAIMS_AT_ONCE: Final = 4
GIVE_UP_MS: Final = 30_000
"""After so long a match that cannot be created, because something cannot be reached, is given up."""
_DRAW: Final = secrets.SystemRandom()
_LOOKS: Final = 3
"""How often a pool is looked at anew because of players that cannot be seated."""


class Blocks(Protocol):
    """Which players must not meet."""

    def among(self, player_ids: Collection[str]) -> Collection[tuple[str, str]]:
        """The pairs of some players of whom one has blocked the other, each in either order."""


class Pairer:
    """Pairs tickets. Safe to use from several threads and processes."""

    def __init__(
        self,
        store: TicketStore,
        matches: Matches,
        keys: ApiKeys,
        blocks: Blocks,
        *,
        shuffle: Callable[[list[WaitingTicket]], None] = _DRAW.shuffle,
        creation: Callable[[], Creation] | None = None,
    ) -> None:
        """``shuffle``: draws the order of seats. ``creation``: from which ids and seeds of matches are made."""
        self._store = store
        self._matches = matches
        self._keys = keys
        self._blocks = blocks
        self._shuffle = shuffle
        self._creation = creation or (lambda: once(store.now_ms))

    def run(self) -> int:
        """One round; how many matches it has made.

        Raises:
            Refusal: ``BUSY``.
        """
        self._store.expire()
        name = secrets.token_hex(8)
        if self._store.lead(name, LOOKING_MS):
            try:
                self.claim_groups()
            finally:
                self._store.stop_leading(name)
        return self.make_matches()

    def claim_groups(self) -> int:
        """Look for groups in every pool and claim them; how many were claimed."""
        claimed, busy = 0, set[str]()
        for pool_id, pool in self._store.pools().items():
            waiting = self._store.waiting(pool_id, MOST_OF_POOL)
            for group in self._groups(waiting, pool, busy):
                seated = list(group)
                self._shuffle(seated)
                creation = self._creation()
                if self._store.claim(creation.id(PREFIX), creation, [ticket.id for ticket in seated]):
                    claimed += 1
                    busy.update(ticket.player_id for ticket in group)
        return claimed

    def make_matches(self) -> int:
        """Create the matches of claims, for as long as a round lasts; how many were made."""
        made, until_ms = 0, self._store.now_ms() + ROUND_SECONDS * 1000
        while self._store.now_ms() < until_ms:
            claims = self._store.take_claims(CLAIMS_AT_ONCE, LEASE_MS)
            if not claims:
                break
            made += sum(self._make(claim) for claim in claims)
        return made

    def _groups(self, waiting: Sequence[WaitingTicket], pool: Pool, busy: Collection[str]) -> list[Group]:
        """Groups of players who can be seated."""
        if len(waiting) < pool.seats:
            return []
        blocked = self._blocks.among({ticket.player_id for ticket in waiting})
        left, passed_over = list(waiting), set(busy)
        groups: list[Group] = []
        for _ in range(_LOOKS):
            groups = pair(left, pool.seats, self._store.now_ms(), blocked=blocked, busy=passed_over)
            found = [ticket for group in groups for ticket in group]
            holders = self._keys.holders(ticket.key_id for ticket in found)
            lost = {ticket.id for ticket in found if not _may_play(holders.get(ticket.key_id))}
            self._store.end(sorted(lost), EndReason.KEY_NOT_VALID)
            full = self._matches.without_seats_left(holders.values())
            if not lost and not full:
                break
            left = [ticket for ticket in left if ticket.id not in lost]
            passed_over |= full
            groups = [group for group in groups if not any(each.id in lost or each.player_id in full for each in group)]
        return groups

    def _make(self, claim: PairClaim) -> bool:
        """Create the match of a claim, and pair its tickets; whether that was done here."""
        pool = claim.tickets[0][0].pool
        try:
            holders = self._keys.holders(key for _, key in claim.tickets)
            lost = [ticket.id for ticket, key in claim.tickets if not _may_play(holders.get(key))]
            if lost:
                return self._give_back(claim, lost)
            # A match has to count for somebody: for who has waited longest.
            _, first_key = min(claim.tickets, key=lambda each: (each[0].created_ms, each[0].id))
            self._matches.create_seated(
                PLATFORM,
                new_match(pool),
                [holders[key] for _, key in claim.tickets],
                [ticket.id for ticket, _ in claim.tickets],
                creation=claim.creation,
                person=holders[first_key].person,
            )
        except Refusal as refusal:
            return self._refused(claim, refusal.reason)
        return self._paired(claim)

    def _refused(self, claim: PairClaim, reason: Reason) -> bool:
        if reason is Reason.BUSY and self._store.now_ms() - claim.creation.at_ms < GIVE_UP_MS:
            return False  # perhaps it is there: whoever takes the claim next looks
        log.info("not_paired", match=claim.match_id, reason=reason.name)
        if reason in (Reason.BUSY, Reason.QUOTA_EXCEEDED):
            return self._give_back(claim)
        if not self._matches.void(claim.match_id):
            return self._paired(claim)
        self._store.give_up(claim.match_id, EndReason.NOT_SERVED)
        return False

    def _give_back(self, claim: PairClaim, lost: Sequence[str] = ()) -> bool:
        """Let the tickets wait again, but for those whose keys were lost; unless the match is there."""
        if not self._matches.void(claim.match_id):
            return self._paired(claim)
        if self._store.give_back(claim.match_id):
            self._store.end(lost, EndReason.KEY_NOT_VALID)
        return False

    def _paired(self, claim: PairClaim) -> bool:
        is_new = self._store.paired(claim.match_id)
        if is_new:
            pool = claim.tickets[0][0].pool
            for ticket, _ in claim.tickets:
                metrics.ticket_paired(pool.ruleset, (claim.creation.at_ms - ticket.created_ms) / 1000)
            log.info("paired", match=claim.match_id, ruleset=pool.ruleset, seats=pool.seats)
        return is_new


def _may_play(caller: Caller | None) -> bool:
    return caller is not None and caller.has(Scope.MATCHES_PLAY)
