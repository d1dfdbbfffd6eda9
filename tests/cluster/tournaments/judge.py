"""Judges a tournament of house bots that has been played on a platform: is every table there once, and is everything as
if nothing had been killed?"""

import hashlib
import json
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any, Final, TypeAlias

from sqlalchemy import select

from services.archive import Archive
from services.database import Database
from services.database.tables import matches as archived_matches
from services.engine.fairness import canonical
from services.stored_tournaments import rows
from services.stored_tournaments.hosted_tournament import HostedTournament, TableMatch
from services.tournaments.folding import fold
from services.tournaments.log import GameEnded, GameVoid, LoggedHappening, RoundPaired, TablePaired
from services.tournaments.standings_document import standings_document
from services.tournaments.tournament import Tournament, TournamentStatus
from tests.cluster.tournaments.undisturbed import Game, play_tournament

MOST_TOLD: Final = 5
"""So many problems of a kind are told one by one."""

Document: TypeAlias = dict[str, Any]


@dataclass(slots=True)
class Verdict:
    """What does not hold, by what should; and figures."""

    problems: dict[str, list[str]] = field(default_factory=dict)
    figures: dict[str, Any] = field(default_factory=dict)

    def expect(self, what: str, wrong: Sequence[object]) -> None:
        """``wrong``: where it does not hold."""
        self.problems[what] = [str(each) for each in wrong]

    @property
    def holds(self) -> bool:
        """Everything is as it should be."""
        return not any(self.problems.values())

    def lines(self) -> list[str]:
        """For whoever reads it."""
        told = []
        for what, wrong in self.problems.items():
            told.append(f"{'holds' if not wrong else f'WRONG {len(wrong)} times'}: {what}")
            told += [f"    {each}" for each in wrong[:MOST_TOLD]]
        return [*told, *(f"{name}: {value}" for name, value in self.figures.items())]


def digest(standings: bytes) -> str:
    """SHA-256 of the standings without the number of the log's entry after which they were computed."""
    return hashlib.sha256(canonical(json.loads(standings)["stages"])).hexdigest()


@dataclass(frozen=True, slots=True)
class Played:
    """What a platform has of a tournament: its row, its log and what that makes, the standings as they are stored, the
    matches that are still looked after, and everything in the archive, by the ids of matches."""

    hosted: HostedTournament
    entries: Sequence[LoggedHappening]
    tournament: Tournament
    standings: bytes
    left: Sequence[TableMatch]
    documents: dict[str, Document]

    @property
    def ended(self) -> list[GameEnded]:
        """The matches that count."""
        return [entry.what for entry in self.entries if isinstance(entry.what, GameEnded)]


def played(database: Database, tournament_id: str) -> Played:
    """What a platform on which nothing else has been played has of a tournament."""
    with database.read() as connection:
        hosted = rows.find(connection, tournament_id)
        assert hosted is not None
        entries = rows.entries(connection, tournament_id)
        stored = rows.standings(connection, tournament_id)
        left = rows.under_way(connection, tournament_id)
        documents: dict[str, Document] = {
            row.id: row.document
            for row in connection.execute(select(archived_matches.c.id, archived_matches.c.document))
        }
    assert stored is not None
    return Played(hosted, entries, fold(hosted.settings, entries), zlib.decompress(stored), left, documents)


def judge(database: Database, tournament_id: str) -> Verdict:
    """What holds of a tournament that is over, on a platform on which nothing else has been played."""
    found = played(database, tournament_id)
    verdict = Verdict()
    check_end(verdict, found)
    _check_rounds(verdict, found.tournament)
    _check_undisturbed(verdict, found, Archive(database))
    _measure(verdict, found.entries, found.ended, found.documents)
    return verdict


def check_end(verdict: Verdict, found: Played) -> None:
    """It is over, log and archive have the same matches with the same results, and standings follow from the log."""
    hosted, tournament = found.hosted, found.tournament
    verdict.expect(
        "it has finished", [] if hosted.status is TournamentStatus.FINISHED else [hosted.status, hosted.status_reason]
    )
    verdict.expect("no match of a table is looked after any more", found.left)
    undecided = [(state.number, number) for state in tournament.rounds for number in sorted(state.open)]
    verdict.expect("every table has a result", undecided)
    _check_matches(verdict, found.entries, found.ended, found.documents)
    _check_results(verdict, tournament, found.ended, found.documents)
    is_same = found.standings == standings_document(tournament)
    verdict.expect("the standings that are stored follow from the log", [] if is_same else ["they do not"])


def _check_rounds(verdict: Verdict, tournament: Tournament) -> None:
    twice, left_out = [], []
    for state in tournament.rounds:
        paired = state.paired
        named = [entrant for table in state.tables for entrant in table.entrants]
        named += [*(bye.entrant for bye in paired.byes), *paired.requested_byes, *paired.absent]
        twice += [(state.number, entrant) for entrant, count in Counter(named).items() if count > 1]
        stage = tournament.stages[state.stage]
        if not stage.is_elimination:
            left_out += [(state.number, entrant) for entrant in set(stage.seeding) - set(named)]
    verdict.expect("nobody stands in a round twice", twice)
    verdict.expect("nobody is left out of a round", left_out)


def _check_matches(
    verdict: Verdict, entries: Sequence[LoggedHappening], ended: Sequence[GameEnded], documents: dict[str, Document]
) -> None:
    """Each table's matches are in the archive, and no others."""
    void = [entry.what for entry in entries if isinstance(entry.what, GameVoid)]
    told = [game.match for game in ended] + [game.match for game in void]
    games = Counter(Game(game.round, game.table, game.game) for game in ended)
    ids = Counter(told)
    verdict.expect("a match counts once", [game for game, count in games.items() if count > 1])
    verdict.expect("a match is told once", [id_ for id_, count in ids.items() if count > 1])
    verdict.expect("every match is in the archive", sorted(ids.keys() - documents.keys()))
    verdict.expect("no match is in the archive that is not in the log", sorted(documents.keys() - ids.keys()))
    tables = {
        (entry.what.round, number)
        for entry in entries
        if isinstance(entry.what, RoundPaired)
        for number in range(1, len(entry.what.tables) + 1)
    } | {(entry.what.round, entry.what.table) for entry in entries if isinstance(entry.what, TablePaired)}
    counted = {(game.round, game.table) for game in ended}
    verdict.expect("every table has a match that counts", sorted(tables - counted))
    verdict.expect("no match counts that belongs to no table", sorted(counted - tables))
    verdict.expect("no match ended without a result", [game.match for game in void])
    verdict.figures |= {"tables": len(tables), "matches": len(documents), "matches without a result": len(void)}


def _check_results(
    verdict: Verdict, tournament: Tournament, ended: Sequence[GameEnded], documents: dict[str, Document]
) -> None:
    """What the log says of each match is what the archive says."""
    wrong = []
    for game in ended:
        document = documents.get(game.match)
        if document is None or document["outcome"] is None:
            wrong.append(game.match)
            continue
        results = document["outcome"]["results"]
        told = (
            tuple(each["rank"] for each in results),
            tuple(each["score"] for each in results),
            [seat["bot"] for seat in document["seats"]],
        )
        bots = [tournament.members[entrant].bot for entrant in game.entrants]
        if told != (game.places, game.scores, bots):
            wrong.append(game.match)
    verdict.expect("the results in the log are those of the archive", wrong)


def _check_undisturbed(verdict: Verdict, found: Played, archive: Archive) -> None:
    """Everything is as it is if nothing disturbs the tournament."""
    hosted, entries, ended, documents = found.hosted, found.entries, found.ended, found.documents
    expected = play_tournament(hosted.settings, hosted.seed, entries)
    paired = [entry.what for entry in entries if isinstance(entry.what, RoundPaired)]
    rounds = zip(paired, expected.rounds, strict=False)
    another: list[object] = [made.round for made, wanted in rounds if made != wanted]
    if len(paired) != len(expected.rounds):
        another.append(f"{len(paired)} rounds, not {len(expected.rounds)}")
    verdict.expect("every round is paired as without disturbance, for the same reasons", another)
    other_results, other_moves = [], []
    for told in ended:
        game = Game(told.round, told.table, told.game)
        wanted, played = expected.games.get(game), expected.matches.get(game)
        if wanted is None or played is None or told.model_copy(update={"match": ""}) != wanted:
            other_results.append(game)
        elif told.match in documents:
            replay = json.loads(archive.replay(told.match) or b"{}")
            made = (replay.get("server_seed"), replay.get("final_state_sha256"))
            if made != (played.server_seed, played.state_sha256):
                other_moves.append(game)
    there = {Game(told.round, told.table, told.game) for told in ended}
    verdict.expect("every match ends as without disturbance", other_results)
    verdict.expect("every match was dealt and played as without disturbance, to the last move", other_moves)
    verdict.expect("no match is missing that is played without disturbance", sorted(expected.games.keys() - there))
    digests = {"as played": digest(found.standings), "undisturbed": digest(standings_document(expected.tournament))}
    wrong = [] if len(set(digests.values())) == 1 else [digests]
    verdict.expect("the standings are those without disturbance, byte for byte", wrong)
    verdict.figures |= {f"SHA-256 of the standings, {name}": value for name, value in digests.items()}


def _measure(
    verdict: Verdict, entries: Sequence[LoggedHappening], ended: Sequence[GameEnded], documents: dict[str, Document]
) -> None:
    """How long things took, seconds."""
    paired_ms = {entry.what.round: entry.at_ms for entry in entries if isinstance(entry.what, RoundPaired)}
    ends_ms: dict[int, int] = {}
    begins_ms: dict[int, int] = {}
    waits_ms = []
    for entry in entries:
        if isinstance(entry.what, GameEnded) and (document := documents.get(entry.what.match)) is not None:
            number = entry.what.round
            ends_ms[number] = max(ends_ms.get(number, 0), document["ended_ms"])
            waits_ms.append(entry.at_ms - document["ended_ms"])
            if entry.what.game == 1:
                begins_ms[number] = max(begins_ms.get(number, 0), document["started_ms"])
    between = [paired_ms[number + 1] - end for number, end in ends_ms.items() if number + 1 in paired_ms]
    making = [begin - paired_ms[number] for number, begin in begins_ms.items()]
    first, last = min(paired_ms.values()), max(ends_ms.values())
    verdict.figures |= {
        "rounds": len(paired_ms),
        "matches more to break ties": sum(game.game > 1 for game in ended),
        "seconds from the first pairing to the last result": round((last - first) / 1000, 1),
        "matches a second": round(len(documents) / max(0.001, (last - first) / 1000), 2),
        "seconds from the end of a round's last match to the next pairing": _spread(between),
        "seconds from a pairing to the start of its last match": _spread(making),
        "seconds from the end of a match to its result in the log": _spread(waits_ms),
    }


def _spread(times_ms: Sequence[int]) -> str:
    if not times_ms:
        return "none"
    return f"median {median(times_ms) / 1000:.2f}, most {max(times_ms) / 1000:.2f}"
