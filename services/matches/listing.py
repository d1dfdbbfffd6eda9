"""Lists of matches: live ones and archived ones as one list."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from services.archive import Archive
from services.errors import FieldError, Reason, Refusal
from services.identity import Caller
from services.matches.ids import is_match_id, not_before
from services.matches.match import Match, SeatStatus, Status, match_from_json
from services.matches.store import MatchStore
from services.matches.visibility import may_list
from services.unreadable import Unreadable, read_each

MAX_LIMIT: Final = 200
_ROUNDS: Final = 10
"""How often more is read because what was read may not be shown. Bounds the work of one page; the next page goes on."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Which matches to list. ``player``: has a seat or is invited to one. ``pending``: this player must decide now.
    ``joinable``: this player could join now. ``creator``: who created them. ``seats``: how many they have;
    ``free_seats``: how many are open at least. ``time_control``: its kind. ``bots``: whether a seat is a bot's, of the
    house or of its own."""

    status: Status | None = None
    player: str | None = None
    ruleset: str | None = None
    pending: str | None = None
    joinable: str | None = None
    creator: str | None = None
    seats: int | None = None
    free_seats: int | None = None
    time_control: str | None = None
    bots: bool | None = None

    def admits(self, match: Match) -> bool:
        """Whether the match is one of those."""
        return (
            (self.status is None or match.status is self.status)
            and (self.ruleset is None or match.ruleset == self.ruleset)
            and (self.player is None or any(seat.player_id == self.player for seat in match.seats))
            and (self.pending is None or match.awaits(self.pending))
            and (self.joinable is None or match.admits(self.joinable))
            and (self.creator is None or match.creator_id == self.creator)
            and (self.seats is None or len(match.seats) == self.seats)
            and (self.free_seats is None or _free_seats(match) >= self.free_seats)
            and (self.time_control is None or match.time_control.kind == self.time_control)
            and (self.bots is None or any(seat.player_kind == "bot" for seat in match.seats) is self.bots)
        )

    @property
    def lists_player(self) -> str | None:
        """Whose matches are looked through; None: everybody's."""
        return self.player or self.pending

    @property
    def lists_status(self) -> Status | None:
        """The status that all of them have, as far as that is sure."""
        if self.status is not None:
            return self.status
        if self.pending is not None:
            return Status.LIVE
        return Status.OPEN if self.joinable is not None or self.free_seats else None

    @property
    def is_ascii(self) -> bool:
        """No id is otherwise, and not every text can be sent to Redis."""
        return all(name is None or name.isascii() for name in (self.player, self.ruleset, self.pending, self.creator))


def _free_seats(match: Match) -> int:
    """How many seats anybody may take."""
    if match.status is not Status.OPEN:
        return 0
    return sum(seat.status is SeatStatus.OPEN for seat in match.seats)


def _is_in_lobby(match: Match, caller: Caller) -> bool:
    """The match is open, and the caller has nothing to do with it."""
    return match.status is Status.OPEN and not match.involves(caller.player_id)


def _cursor(found: Sequence[Match], last: str) -> str:
    """Where the next page goes on after the id ``last`` was looked at: told without that id, since it may be that of a
    match which the caller may not see."""
    beyond = not_before(last)
    return min(found[-1].id, beyond) if found else beyond


class Listing:
    """Lists matches, newest first. An id is as good as a time, so an id is the cursor. ``known``: a match as a caller
    may know it now. ``kept_apart``: the creators of some matches whose open ones the caller is not shown."""

    def __init__(
        self,
        store: MatchStore,
        archive: Archive,
        known: Callable[[Match, Caller], Match],
        kept_apart: Callable[[Caller, Sequence[Match]], Collection[str]],
    ) -> None:
        self._store = store
        self._archive = archive
        self._known = known
        self._kept_apart = kept_apart

    def page(self, caller: Caller, wanted: Filter, limit: int, before: str | None) -> tuple[list[Match], str | None]:
        """Up to ``limit`` matches that the caller may see, as it may know them, and the cursor of the next page, None
        after the last.

        A page may hold fewer although another follows.
        """
        if before is not None and not is_match_id(before):
            raise Refusal(Reason.INVALID_FIELD, errors=(FieldError("/before", "is not a cursor of this list"),))
        if not wanted.is_ascii:
            return [], None
        limit = max(1, min(limit, MAX_LIMIT))
        found: list[Match] = []
        for _ in range(_ROUNDS):
            ids, candidates, last = self._candidates(caller, wanted, limit + 1, before)
            # Whoever sees a match with a delay may see it as open long after its start.
            strange = [
                each
                for each in candidates.values()
                if each is not None
                and (each.has_spectator_delay or (each.status is Status.OPEN and not each.involves(caller.player_id)))
            ]
            kept_apart = self._kept_apart(caller, strange) if strange else ()
            for match_id in ids:
                if len(found) == limit:
                    return found, found[-1].id
                before = match_id
                match = candidates.get(match_id)
                if match is None or not may_list(match, caller):
                    continue
                known = self._known(match, caller)
                is_hidden = match.creator_id in kept_apart and _is_in_lobby(known, caller)
                if wanted.admits(known) and not is_hidden:
                    found.append(known)
            if last:
                return found, None
        return found, before and _cursor(found, before)

    def _candidates(
        self, caller: Caller, wanted: Filter, count: int, before: str | None
    ) -> tuple[list[str], Mapping[str, Match | None], bool]:
        """The next ids, newest first; the matches among them that can be had; and whether there are no further ids.

        Redis is asked first: a match that leaves it meanwhile is in the archive by then.
        """
        live = self._store.newest_ids(
            status=wanted.lists_status,
            player=wanted.lists_player,
            ruleset=wanted.ruleset,
            before=before,
            limit=count,
            creator=wanted.creator,
        )
        archived = self._archived(caller, wanted, count, before)
        ids = sorted({*live, *archived}, reverse=True)[:count]
        in_redis = self._store.matches(sorted({*ids} & {*live}))
        return ids, {**archived, **{match.id: match for match in in_redis}}, len(ids) < count

    def _archived(self, caller: Caller, wanted: Filter, count: int, before: str | None) -> dict[str, Match | None]:
        """Archived matches by id. None: it is there and cannot be read; who may see a match stands in it, so nobody but
        the log is told."""
        status = wanted.lists_status
        if status is not None and not status.ended:
            return {}
        documents = self._archive.list(
            limit=count,
            before=before,
            status=None if status is None else status.value,
            player=wanted.lists_player,
            ruleset=wanted.ruleset,
            creator=wanted.creator,
            seen_by=None if caller.is_admin else caller.player_id,
        )
        there = {each.id if isinstance(each, Unreadable) else str(each["id"]): None for each in documents.all}
        found = read_each("match", documents, match_from_json, lambda document: str(document["id"]))
        return there | {match.id: match for match in found}
