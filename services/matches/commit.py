"""A change as the commit script takes it. Pure: what is written where, and nothing else."""

from collections.abc import Collection
from importlib.resources import files
from typing import Final

from services.engine.ruleset import SPECTATOR
from services.matches import spectator_delay, stored_log
from services.matches.account_events import account_events
from services.matches.assistance import unassisted
from services.matches.expiry import NEVER, Expiry
from services.matches.match import Match, SeatStatus, Status
from services.matches.match_lifecycle import Change, awaited_calls, awaits_platform, starts_by_itself
from services.matches.match_record import SITUATIONS_FIELD, fields_to_write, write_situations
from services.matches.outbox import OutboxKind
from services.matches.redis_keys import (
    account_key,
    called_key,
    created_key,
    creator_key,
    deadlines_key,
    delayed_key,
    index_key,
    invited_key,
    log_key,
    match_key,
    notifications_key,
    outbox_key,
    player_key,
    seated_key,
    shard_of,
    unassisted_key,
    unlogged_key,
    version_index_key,
)

Args = list[str | bytes | int]
Calls = frozenset[tuple[int, int]]
"""See :func:`services.matches.match_lifecycle.awaited_calls`."""

ACCOUNT_SECONDS: Final = 600
"""How long a player's account is kept after its last event."""
_LUA: Final = files(__package__) / "lua"
ACCOUNTS_LUA: Final = (_LUA / "accounts.lua").read_text()
"""What stands before a script that tells players something."""
COMMIT_LUA: Final = ACCOUNTS_LUA + (_LUA / "commit.lua").read_text()
"""The script that commits a change of a match."""


def commit_arguments(
    change: Change, nudge_ms: int, trace: str = "", expiry: Expiry = NEVER, server_ms: int | None = None
) -> tuple[list[str], Args]:
    """Keys and arguments of ``commit.lua``, in the order in which it reads them. ``trace``: the context of the request
    that brings the change about, if traces are kept. ``server_ms``: what Redis' clock should say; None if nobody
    knows."""
    before, after = change.before, change.after
    match = after.match
    shard = shard_of(match.id)
    left, entered = _index_changes(None if before is None else before.match, match)
    if before is None:
        entered.append((unlogged_key(shard), 0))
    notified = change.notified
    keys = [match_key(match.id), log_key(match.id), notifications_key(shard), outbox_key(shard), deadlines_key(shard)]
    keys.append(called_key(shard))
    told = account_events(None if before is None else before.match, match, change.at_ms, change.tickets)
    keys += (account_key(shard, event.player_id) for event in told)
    keys += left
    keys += (key for key, _ in entered)
    args: Args = ["" if before is None else before.version, match.id, "" if server_ms is None else server_ms]
    args += [len(told), after.version, change.at_ms, ACCOUNT_SECONDS]
    for event in told:
        args += [event.player_id, event.json]
    args.append(b"" if change.entry is None else stored_log.page_of(change.entry))
    args.append(" ".join(map(str, notified)))
    args += _counted(_fields(change))
    calls, called = _calls(change)
    args += _counted(_asked(match, calls - called))
    args += [len(change.tasks), match.person, trace]
    for kind in change.tasks:
        args += [kind.value, after.version]
    deadlines = _deadline_changes(change, nudge_ms, expiry, calls, called)
    args.append(len(deadlines))
    for kind, due_ms in deadlines:
        args += [kind.value, "" if due_ms is None else due_ms]
    args += [len(left), len(entered)]
    args += (score for _, score in entered)
    if match.has_spectator_delay and SPECTATOR in notified:
        keys.append(delayed_key(match.id))
        args += [
            _before_start(change),
            change.at_ms,
            spectator_delay.delay_ms(match) + spectator_delay.MARGIN_MS,
            *spectator_delay.encode(match, change.situations[0].view if change.situations else None),
        ]
    return keys, args


def _asked(match: Match, calls: Calls) -> Args:
    """The bots that are asked something new, which may have a webhook."""
    return sorted({match.seats[seat].player_id or "" for seat, _ in calls})


def _before_start(change: Change) -> bytes:
    """What spectators saw of a match before this change, if it starts the match."""
    before = change.before
    if before is None or before.match.started_ms is not None:
        return b""
    return b"".join(spectator_delay.encode(before.match, None))


def deadline_changes(change: Change, nudge_ms: int, expiry: Expiry = NEVER) -> list[tuple[OutboxKind, int | None]]:
    """The deadlines that a change sets: each kind with its time, or None to take it away."""
    return _deadline_changes(change, nudge_ms, expiry, *_calls(change))


def _calls(change: Change) -> tuple[Calls, Calls]:
    """What bots may be called for after a change, and before it."""
    before = change.before
    return awaited_calls(change.after.match), frozenset() if before is None else awaited_calls(before.match)


def _deadline_changes(
    change: Change, nudge_ms: int, expiry: Expiry, calls: Calls, called: Calls
) -> list[tuple[OutboxKind, int | None]]:
    old = None if change.before is None else change.before.match
    new = change.after.match
    later = change.at_ms + nudge_ms
    deadlines: list[tuple[OutboxKind, int | None]] = []
    if awaits_platform(new):
        deadlines.append((OutboxKind.TURN, later))
    elif old is not None and awaits_platform(old):
        deadlines.append((OutboxKind.TURN, None))
    if calls:
        if not calls <= called:  # otherwise it stays: it may say when a call is tried again
            deadlines.append((OutboxKind.CALL, later))
    elif called:
        deadlines.append((OutboxKind.CALL, None))
    if (None if old is None else old.time_out_ms) != new.time_out_ms:
        deadlines.append((OutboxKind.OVERDUE, new.time_out_ms))
    if new.status.ended:
        # The archive and the statistics tell everybody that a match has ended, and how.
        deadlines.append(
            (OutboxKind.SCORE, change.at_ms + spectator_delay.delay_ms(new) if new.has_spectator_delay else later)
        )
    expires = expiry.due_ms(new, change.after.version)
    if expires != (None if change.before is None else expiry.due_ms(change.before.match, change.before.version)):
        deadlines.append((OutboxKind.EXPIRE, expires))
    return deadlines


def required_deadlines(match: Match, expiry: Expiry = NEVER, called: Collection[str] | None = None) -> list[OutboxKind]:
    """The deadlines that a match must have. ``called``: the bots that have a webhook; None: that is not known."""
    bots = {match.seats[seat].player_id for seat, _ in awaited_calls(match)}
    wanted = {
        OutboxKind.TURN: awaits_platform(match),
        OutboxKind.CALL: bool(bots if called is None else bots.intersection(called)),
        OutboxKind.OVERDUE: match.time_out_ms is not None,
        OutboxKind.SCORE: match.status.ended,
        OutboxKind.EXPIRE: expiry.due_ms(match, 0) is not None,
    }
    return [kind for kind, is_wanted in wanted.items() if is_wanted]


def index_scores(match: Match) -> dict[str, int]:
    """Keys of the sorted sets in which a match stands, and its score in each. One that spectators see with a delay
    stands among the open and the live ones alike until it leaves for the archive, whatever its status, and so does what
    its creator is counted: so which matches a list is made of, and how many, tells nobody what has happened in it. The
    list itself leaves out what is otherwise for its caller."""
    shard = shard_of(match.id)
    is_delayed = match.has_spectator_delay or (match.spectator_delay_seconds > 0 and match.status is Status.OPEN)
    listed = (Status.OPEN, Status.LIVE) if is_delayed else (match.status,)
    statuses = (None, *(status.value for status in listed))
    players = {seat.player_id for seat in match.seats if seat.player_id is not None}
    keys = [
        *(index_key(shard, status, ruleset) for status in statuses for ruleset in (None, match.ruleset)),
        *(player_key(shard, player) for player in sorted(players)),
        created_key(shard, match.creator_id),
    ]
    if match.status is Status.OPEN:
        keys += (invited_key(shard, player, by) for player in match.invited for by in (None, match.person))
    if not match.status.ended:
        keys.append(version_index_key(shard, match.status.value, match.ruleset, match.ruleset_version))
    scores = dict.fromkeys(keys, 0)
    if is_delayed or not match.status.ended:
        scores[creator_key(shard, match.person)] = bot_seats(match)
        scores |= dict.fromkeys((seated_key(shard, person) for person in sitting(match)), 0)
    if match.bars_help:
        scores |= dict.fromkeys((unassisted_key(shard, match.ruleset, person) for person in unassisted(match)), 0)
    if is_unfilled(match) and not is_delayed:
        scores[creator_key(shard, match.person, unfilled=True)] = 0
    return scores


def bot_seats(match: Match) -> int:
    """How many seats house bots have."""
    return sum(seat.bot is not None for seat in match.seats)


def sitting(match: Match) -> list[str]:
    """The people for whom those seats count that the platform does not play."""
    return [
        seat.person
        for seat in match.seats
        if seat.person is not None and seat.status is SeatStatus.TAKEN and not seat.played_by_platform
    ]


def is_unfilled(match: Match) -> bool:
    """The match waits for players, or for its creator to start it."""
    return match.status is Status.OPEN and not starts_by_itself(match)


def _index_changes(old: Match | None, new: Match) -> tuple[list[str], list[tuple[str, int]]]:
    """The lists that a match leaves, and those that it enters or where its score changes, with the score."""
    is_same = old is not None and (old.seats, old.status, old.pin) == (new.seats, new.status, new.pin)
    if is_same:
        return [], []
    before, after = {} if old is None else index_scores(old), index_scores(new)
    # With another status the match is put into all that it is to stand in: an earlier version put it into fewer.
    is_known = old is not None and old.status is new.status
    entered = [item for item in after.items() if not is_known or item not in before.items()]
    return [key for key in before if key not in after], entered


def _fields(change: Change) -> Args:
    fields = fields_to_write(change.after, change.before)
    if change.situations:
        fields[SITUATIONS_FIELD] = write_situations(change.situations)
    return [part for field in fields.items() for part in field]


def _counted(parts: Args) -> Args:
    return [len(parts), *parts]
