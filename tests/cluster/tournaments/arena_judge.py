"""Judges an arena of house bots that has been played on a platform: does nobody sit at two tables, was every table
played once, and how long has anybody waited?"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from services.database import Database
from services.tournaments.folding import apply
from services.tournaments.log import GameEnded, TablePaired
from services.tournaments.round_state import RoundState
from services.tournaments.settings import ArenaStage
from services.tournaments.tournament import Tournament
from tests.cluster.tournaments.judge import Document, Played, Verdict, check_end, played

_PERCENTILES: Final = (50, 90, 99)


def judge_arena(database: Database, tournament_id: str) -> Verdict:
    """What holds of an arena that is over, on a platform on which nothing else has been played."""
    found = played(database, tournament_id)
    verdict = Verdict()
    check_end(verdict, found)
    (state,) = found.tournament.rounds
    matches = {game.table: found.documents[game.match] for game in found.ended if game.match in found.documents}
    _check_seats(verdict, found, state, matches)
    _check_waiting(verdict, found)
    _measure(verdict, found, state, matches)
    return verdict


def _check_seats(verdict: Verdict, found: Played, state: RoundState, matches: dict[int, Document]) -> None:
    ended_in = {entry.what.table: entry.number for entry in found.entries if isinstance(entry.what, GameEnded)}
    following = [(entrant, *pair) for entrant, own in state.tables_of.items() for pair in pairwise(own)]
    by_log = [each for each in following if ended_in[each[1]] > state.tables[each[2] - 1].entry]
    by_archive = [each for each in following if matches[each[1]]["ended_ms"] > matches[each[2]]["started_ms"]]
    verdict.expect("by the log, nobody has a table before its last one has a result", by_log)
    verdict.expect("by the archive, nobody plays two matches at the same time", by_archive)


def _check_waiting(verdict: Verdict, found: Played) -> None:
    """After each look that has paired somebody."""
    (stage,) = found.hosted.settings.stages
    assert isinstance(stage, ArenaStage)
    tournament = Tournament(found.hosted.settings)
    left = []
    for entry, after in zip(found.entries, [*found.entries[1:], None], strict=True):
        apply(tournament, entry)
        arena = tournament.open_arena
        is_last = after is None or after.at_ms != entry.at_ms
        if arena is None or not isinstance(entry.what, TablePaired) or not is_last:
            continue
        due = [each for each, since in arena.free.items() if entry.at_ms - since >= 1000 * stage.max_wait_seconds]
        if due and len(arena.free) >= stage.sizes[0]:
            left.append((entry.number, due))
    verdict.expect("nobody waits beyond the bound while enough are free to play with", left)


def _measure(verdict: Verdict, found: Played, state: RoundState, matches: dict[int, Document]) -> None:
    """How long things took, seconds. Who is free waits from the end of its match in the archive, or from the opening of
    the arena, to the pairing of its next table."""
    ended_ms = {table: document["ended_ms"] for table, document in matches.items()}
    waits = [
        state.tables[table - 1].paired_ms - (ended_ms[before] if before else state.paired_ms)
        for own in state.tables_of.values()
        for before, table in pairwise((0, *own))
    ]
    told = [entry.at_ms - ended_ms[what.table] for entry in found.entries if isinstance(what := entry.what, GameEnded)]
    made = [document["started_ms"] - state.tables[table - 1].paired_ms for table, document in matches.items()]
    lasted = [document["ended_ms"] - document["started_ms"] for document in matches.values()]
    seconds = (max(ended_ms.values()) - state.paired_ms) / 1000
    sizes = Counter(len(table.entrants) for table in state.tables)
    verdict.figures |= {
        "entrants": len(state.tables_of),
        "entries in the log": len(found.entries),
        "sizes of tables": ", ".join(f"{size}: {count}" for size, count in sorted(sizes.items())),
        "tables a second": round(len(state.tables) / seconds, 2),
        "seconds that a free player waits for a table": _spread(waits),
        "seconds from the end of a match to its result in the log": _spread(told),
        "seconds from a pairing to the start of its match": _spread(made),
        "seconds that a match lasts": _spread(lasted),
        "tables of a player": f"{min(map(len, state.tables_of.values()))} to {max(map(len, state.tables_of.values()))}",
    }


def _spread(times_ms: Sequence[int]) -> str:
    ordered = sorted(times_ms)
    told = [f"p{each} {ordered[(len(ordered) - 1) * each // 100] / 1000:.1f}" for each in _PERCENTILES]
    return ", ".join([*told, f"most {ordered[-1] / 1000:.1f}"])
