"""The queues of what the platform has to do for matches, fair between owners: of turns, of those whose bot searches,
and of matches that have ended and are to be scored.

A match's owner is the person for whom it counts: its creator or whose bot that is, the host of its tournament, the
address of a guest. Whoever has many matches in play does not delay another's: owners take turns, and
among one owner's matches the first to wait is the first to be played.

Celery's queue of the same name (``turns``, ``thinking``, ``scoring``) holds a task for each turn and does not say for
which: which match is played is decided when a worker is free, by :meth:`TurnQueue.take`. So nothing is waiting in line
there that could have been overtaken, and the length of Celery's queue is still how much there is to do.

Searches for analyses (:mod:`services.analysis.searches`) wait in the same way: their owner is the person behind who
asked for them, in place of the match is the request, and their tasks are in Celery's queue ``thinking``, too.

Nothing is lost. A turn is added before its task is sent, and both are repeated if the relay dies in between. What a
task has taken is its own until it is done, so a task that is delivered again, or tried again, gets the same turn. Where
a task is lost for good, or a turn, the match's nudge adds both anew. A turn without a task waits for the next nudge at
most, and a task without a turn does nothing.

For the queue ``turns``:

    {turns}:waiting         sorted set: <kind>:<match id> by round
    {turns}:details         hash: <kind>:<match id> -> the turn as JSON
    {turns}:last            sorted set: owners by the round of their last turn, those that are ahead
    {turns}:passed          the last round from which a turn was taken; releases before there was a head start, which
                            let it fall, have {turns}:round
    {turns}:taken:<task id> the turn that a task has taken, as JSON
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from redis import Redis

from services.matches.outbox import OutboxEntry, OutboxKind

QUEUES: Final[Mapping[OutboxKind, str]] = {
    OutboxKind.TURN: "turns",
    OutboxKind.OVERDUE: "turns",
    OutboxKind.THINK: "thinking",
    OutboxKind.SEARCH: "searches",
    OutboxKind.SCORE: "scoring",
}
"""The queue of each kind of outbox entry that is queued here."""
TAKEN_SECONDS: Final = 600
"""How long what a task has taken is kept for it: longer than the broker waits before it delivers the task again."""

HEAD_START: Final = 4
"""By so many turns an owner who had none for a while is ahead of those who always have some."""

_LUA: Final = files(__package__) / "lua"


@dataclass(frozen=True, slots=True)
class Turn:
    """Something to be played: ``TURN``, ``THINK`` or ``OVERDUE``; or to be searched: ``SEARCH``; or to be scored:
    ``SCORE``. The fields are those of the outbox entry."""

    kind: OutboxKind
    match_id: str
    rev: int
    trace: str = ""


class TurnQueue:
    """The queue. Safe to use from several threads and processes.

    Every method raises ``redis.RedisError`` when Redis cannot be reached.
    """

    def __init__(self, redis: Redis, name: str = QUEUES[OutboxKind.TURN]) -> None:
        # The client's own methods are typed for every way to configure it, also for those that nobody here uses.
        self._command: Callable[..., Any] = redis.execute_command
        self._name = name
        self._keys = [f"{{{name}}}:{part}" for part in ("waiting", "details", "last", "passed")]
        self._add, self._take = (
            redis.register_script((_LUA / name).read_text()) for name in ("add_turn.lua", "take_turn.lua")
        )

    def add(self, entry: OutboxEntry) -> bool:
        """Queue what an outbox entry of one of the kinds in :data:`QUEUES` asks for. False if it waits already: it has
        kept its place."""
        name = f"{entry.kind.value}:{entry.match_id}"
        details = [entry.kind.value, entry.match_id, entry.rev, entry.trace]
        return bool(self._add(self._keys, [name, entry.owner, json.dumps(details), HEAD_START]) == 1)

    def take(self, task_id: str) -> Turn | None:
        """The next turn, for a task; the same one for the same task until it is :meth:`done`. None: nothing waits."""
        found = self._take([*self._keys, self._taken(task_id)], [TAKEN_SECONDS, HEAD_START])
        if found is None:
            return None
        kind, match_id, rev, trace, *_ = json.loads(found)
        return Turn(OutboxKind(kind), match_id, rev, trace)

    def done(self, task_id: str) -> None:
        """The task is done with what it has taken."""
        self._command("DEL", self._taken(task_id))

    def depth(self) -> int:
        """How many turns wait."""
        return int(self._command("ZCARD", self._keys[0]))

    def _taken(self, task_id: str) -> str:
        return f"{{{self._name}}}:taken:{task_id}"
