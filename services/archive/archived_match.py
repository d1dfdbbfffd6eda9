"""What goes into the archive and what comes out."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from services.engine.ruleset import JsonObject


@dataclass(frozen=True, slots=True)
class FinishedSeat:
    """Who sat in a seat and how they fared. ``player_id`` and ``kind`` (``person`` or ``bot``) are None for a seat that
    was never taken; ``rank`` (1 is best, shared on ties) and ``score`` are None in an aborted match. ``version``: of a
    bot's program, as it had stated it when it sat down; ``""``: it had not."""

    seat: int
    player_id: str | None
    kind: str | None
    rank: int | None
    score: int | None
    resigned: bool
    version: str = ""


@dataclass(frozen=True, slots=True)
class PageEnd:
    """Where a page of a log ends. ``shown``: each viewer's revision there, the spectators' first. ``answered``: the
    number of the last decision that each seat has answered by then, 0 for none."""

    shown: tuple[int, ...]
    answered: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LogPage:
    """Some consecutive entries of a log. ``entries`` come back byte for byte."""

    end: PageEnd
    entries: bytes


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """An ended match, whole. ``match`` is the match resource; its members ``id``, ``ruleset``, ``status`` (``finished``
    or ``aborted``), ``visibility`` (``public`` or ``private``) and ``creator_id`` are what lists are made by.
    ``replay`` comes back byte for byte; it is empty when there is none. ``views``: what each viewer saw at the end,
    by viewer. ``log``: its pages, in order."""

    match: JsonObject
    replay: bytes
    seats: tuple[FinishedSeat, ...]
    views: Mapping[int, bytes] = field(default_factory=dict)
    log: tuple[LogPage, ...] = ()


@dataclass(frozen=True, slots=True)
class ArchivedMatch:
    """A match as it was stored. ``replay`` is empty when there is none."""

    match: JsonObject
    replay: bytes


@dataclass(frozen=True, slots=True)
class Statistics:
    """How a player fared in the finished matches of a ruleset with a number of seats. Aborted matches do not count.

    ``played`` counts seats: a bot that held two seats of a match played twice. ``wins`` are first ranks held alone,
    ``shared_wins`` first ranks held with others. ``best_score`` is the highest, ``worst_score`` the lowest. Sums are
    kept, so that means are exact: mean rank = ``rank_sum / played``.
    """

    player_id: str
    ruleset: str
    seats: int
    played: int
    wins: int
    shared_wins: int
    resignations: int
    rank_sum: int
    score_sum: int
    best_score: int
    worst_score: int
