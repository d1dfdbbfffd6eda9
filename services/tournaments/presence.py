"""Who must be at a table, and what follows if somebody is not: by the rule of presence that the host has set.

Pure: who has come to a match, and since when it is played, is given.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from services.tournaments.log import TableLeft, Withdrawn
from services.tournaments.settings import ArenaStage, PresenceRule
from services.tournaments.table_state import TableState
from services.tournaments.tournament import Tournament

_MAY_RETURN: Final = " It may return."
HAS_WITHDRAWN: Final = "Withdrew during the round."


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who has been there in the match that a table plays. ``waited_ms``: for how long it is played, without the time
    that did not count. ``come``: the entrants who have come to it; ``acted``: those who have made a decision of their
    own. ``time_outs``: in how many turns running the time of each was over. ``excused``: who cannot have come yet: bots
    that have missed no turn, since a bot with a webhook comes by answering."""

    waited_ms: int
    come: frozenset[str]
    acted: frozenset[str]
    time_outs: Mapping[str, int]
    excused: frozenset[str] = frozenset()


def counted_ms(from_ms: int, now_ms: int, stood_still: Sequence[tuple[int, int]]) -> int:
    """How much of the time from one moment to another counts. ``stood_still``: when it did not; these may overlap."""
    counted, reached = 0, from_ms
    for start, end in sorted(stood_still):
        counted += max(0, min(start, now_ms) - reached)
        reached = max(reached, min(end, now_ms))
    return counted + max(0, now_ms - reached)


def who_leaves(
    tournament: Tournament, rule: PresenceRule, round_number: int, table: TableState, seen: Attendance | None
) -> tuple[TableLeft, str] | None:
    """Who has lost a table that is played by not being there, and why; None: nobody yet. ``seen``: who has been there;
    None: its match is not there yet, so that only who has withdrawn has lost.

    Nobody wins a table by the others' absence without being there: as long as somebody may still come, or lets its own
    clock run, the table waits for it.
    """
    people = [entrant for entrant in table.present if tournament.members[entrant].bot is None]
    withdrawn = _withdrawn(tournament, rule, people)
    if seen is None:
        return _left(round_number, table, dict.fromkeys(withdrawn, HAS_WITHDRAWN), frozenset())
    house = frozenset(table.present).difference(people)
    late = [entrant for entrant in people if entrant not in seen.come | seen.excused]
    gone = dict.fromkeys(withdrawn, HAS_WITHDRAWN)
    if seen.waited_ms >= 1000 * rule.grace_seconds:
        gone = dict.fromkeys(late, f"Did not come within {rule.grace_seconds} seconds.") | gone
    leavers = leaving(rule, people, seen)
    all_left = bool(leavers) and house.isdisjoint(table.present) and {*gone, *leavers} >= set(people)
    for entrant in leavers:
        if entrant not in gone and (entrant not in seen.acted or all_left):
            gone[entrant] = _has_left(seen.time_outs[entrant])
    others = [entrant for entrant in people if entrant not in gone]
    if any(entrant not in seen.come or _may_be_leaving(rule, seen, entrant) for entrant in others):
        return None
    return _left(round_number, table, gone, seen.come | house)


def leaving(rule: PresenceRule, people: Sequence[str], seen: Attendance) -> list[str]:
    """Who of some entrants came to a match and has left it, if it loses its table by that."""
    if rule.leaving != "forfeit":
        return []
    return [entrant for entrant in people if seen.time_outs.get(entrant, 0) >= rule.time_outs and entrant in seen.come]


def who_resigns(tournament: Tournament, rule: PresenceRule, table: TableState, seen: Attendance) -> list[str]:
    """Who has played in a match and has left it: it resigns. Not as long as others let their own clocks run, who may
    have left as well."""
    people = [entrant for entrant in table.present if tournament.members[entrant].bot is None]
    leavers = [entrant for entrant in leaving(rule, people, seen) if entrant in seen.acted]
    others = [entrant for entrant in people if entrant not in leavers]
    if not others and len(people) == len(table.present):
        return []  # nobody is left: they all lose
    if any(entrant not in seen.come or seen.time_outs.get(entrant, 0) for entrant in others):
        return []
    return leavers


def _has_left(turns: int) -> str:
    return f"Left: its time ran out in {turns} turn{'' if turns == 1 else 's'} running."


def _may_be_leaving(rule: PresenceRule, seen: Attendance, entrant: str) -> bool:
    return rule.leaving == "forfeit" and 0 < seen.time_outs.get(entrant, 0) < rule.time_outs


def _withdrawn(tournament: Tournament, rule: PresenceRule, people: Sequence[str]) -> list[str]:
    stage = tournament.stage
    if rule.withdrawing == "played_on" or stage is None or isinstance(stage.settings, ArenaStage):
        return []
    return [entrant for entrant in people if tournament.members[entrant].is_withdrawn]


def _left(
    round_number: int, table: TableState, gone: Mapping[str, str], come: frozenset[str]
) -> tuple[TableLeft, str] | None:
    if not gone:
        return None
    left = tuple(entrant for entrant in table.present if entrant in gone)
    came = tuple(entrant for entrant in table.present if entrant in come and entrant not in gone)
    what = TableLeft(round=round_number, table=table.number, entrants=left, came=came)
    return what, " ".join(dict.fromkeys(gone[entrant] for entrant in left))


def taken_out(tournament: Tournament) -> list[tuple[Withdrawn, str]]:
    """Whom the platform withdraws now, since it has missed as many tables as the host allows. An arena does so by
    itself."""
    rule, stage = tournament.settings.presence_rule, tournament.stage
    if rule is None or stage is None or not tournament.status.is_under_way or isinstance(stage.settings, ArenaStage):
        return []
    most = rule.out_after_in_elimination if stage.is_elimination else rule.out_after
    return [
        (Withdrawn(entrant=entrant), f"Has missed {_tables(len(tables))}.{'' if stage.is_elimination else _MAY_RETURN}")
        for entrant, tables in tournament.missed.items()
        if most and len(tables) >= most and not tournament.members[entrant].is_withdrawn
    ]


def is_taken_out(tournament: Tournament, entrant: str) -> bool:
    """Whether the platform withdraws an entrant now. Where nobody has to be there, whenever it has said so."""
    arena = tournament.open_arena
    if tournament.settings.presence_rule is None:
        return True
    if arena is not None:
        return entrant in arena.missed
    return any(what.entrant == entrant for what, _ in taken_out(tournament))


def _tables(number: int) -> str:
    return "a table" if number == 1 else f"{number} tables"


def is_earned(tournament: Tournament, entrant: str, round_number: int) -> bool:
    """Whether an entrant is given what a round without a match is worth: the bye of an odd one, or a table whose others
    were away when it was paired. It is if it has come to its last table before; or, as it had none, to its first one
    after; or, as it has had none at all, if it has not withdrawn."""
    member = tournament.members[entrant]
    if tournament.settings.presence_rule is None or member.bot is not None:
        return True
    after: bool | None = None
    before: bool | None = None
    for state in tournament.rounds:
        for table in state.of(entrant):
            has_come = _has_come(table, entrant)
            if has_come is None:
                continue
            if state.number < round_number:
                before = has_come
            elif after is None:
                after = has_come
    found = after if before is None else before
    return found if found is not None else not member.is_withdrawn


def _has_come(table: TableState, entrant: str) -> bool | None:
    """Whether an entrant has come to a table; None: nothing says so, as it is undecided or had no match."""
    result = table.result
    if result is None:
        return True if entrant in table.came else None
    if entrant in result.forfeits:
        return False
    return True if table.set_in is not None or entrant in table.came else None
