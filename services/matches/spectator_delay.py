"""What spectators see of a match that its creator keeps from them for a while: the match as it was.

The delay holds for the spectators' share, whoever asks for it, wherever it is told: streams, views, lists, the match
itself and, until the delay is over, its replay and its statistics. Otherwise somebody could tell a player what
another seat has just done.

What spectators may see later is kept whole by the commit that made it, under the moment when it happened; reading it is
one look for the last moment that is long enough ago. Moments never run backwards, whatever the clocks of the processes.
The start also keeps the match as it was before it. So nothing of a match as it is now, whatever is added to it, has a
way into what spectators see.

Before the start nothing is kept back: that the last seat was taken is seen at once.
"""

import json
import zlib
from dataclasses import dataclass, replace
from typing import Final

from services.engine.engine import Situation
from services.engine.ruleset import SPECTATOR
from services.matches.canonical_json import dump
from services.matches.match import UNSEEN, Match, Status, match_from_json, match_to_json

MARGIN_MS: Final = 60_000
"""What is older than the delay is kept for this much longer: the clock of who reads may be behind that of who wrote."""


@dataclass(frozen=True, slots=True)
class DelayedMatch:
    """A match as spectators could see it at some moment, and the spectator's situation; None before the start."""

    match: Match
    situation: Situation | None


def delay_ms(match: Match) -> int:
    """By how many seconds spectators see events later than the seats do."""
    return match.spectator_delay_seconds * 1000


def is_delayed(match: Match, now_ms: int) -> bool:
    """Whether spectators see the match as it was. They do from its start until the delay has passed after its end."""
    return match.has_spectator_delay and (match.ended_ms is None or now_ms < match.ended_ms + delay_ms(match))


def encode(match: Match, view: bytes | None) -> tuple[bytes, bytes]:
    """What spectators may know of a match now, and their view; None: it is the one before, which the commit script puts
    there, or there is none before the start. The revision comes first with leading zeros: of two that happened in one
    millisecond, the later one sorts last. Then comes how long the compressed document is."""
    document = zlib.compress(dump(match_to_json(match.seen_by(SPECTATOR))))
    head = b"%012d %d\n" % (match.revision(SPECTATOR), len(document))
    return head + document, b"" if view is None else zlib.compress(view)


def decode(match: Match, found: bytes | None) -> DelayedMatch:
    """The match as it was, from what :func:`encode` wrote. ``match``: as it is now, where nothing was written yet."""
    if found is None:
        return DelayedMatch(_before_start(match), None)
    head, _, rest = found.partition(b"\n")
    revision, size = map(int, head.split(b" "))
    document, view = zlib.decompress(rest[:size]), rest[size:]
    revisions = [revision, *(UNSEEN for _ in match.seats)]
    known = {**json.loads(document), "revisions": revisions}
    return DelayedMatch(match_from_json(known), Situation(SPECTATOR, zlib.decompress(view), b"[]") if view else None)


def _before_start(match: Match) -> Match:
    nothing = (None,) * len(match.seats)
    return match._replace(
        status=Status.OPEN,
        started_ms=None,
        ended_ms=None,
        revisions=(UNSEEN,) * (len(match.seats) + 1),
        pending=(),
        decisions=nothing,
        clocks=nothing,
        seats=tuple(replace(seat, resigned=False, taken_over_by=None, client_seed=None) for seat in match.seats),
        outcome=None,
        abort_reason=None,
        inspections=(),
        migrations=(),
    )
