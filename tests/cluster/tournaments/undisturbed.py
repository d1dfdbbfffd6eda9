"""What a tournament of house bots comes to if nothing disturbs it: computed from its settings, its seed and who has
entered, by the bare rules of its game, without a platform."""

import hmac
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from services.engine import registry
from services.engine.chance import DeferredChance, SeededChance
from services.engine.fairness import (
    COMMITMENT_FORMAT,
    BotSeeds,
    CommitmentDocument,
    PlannedSeat,
    TournamentReference,
    match_seed,
    sha256_hex,
)
from services.engine.roster import Roster
from services.identity import OPERATOR_ID
from services.tournament_hosting.model import MatchPlace
from services.tournaments import steps
from services.tournaments.log import GameEnded, Happening, LogEntry, RoundPaired, Started
from services.tournaments.settings import TournamentSettings
from services.tournaments.tournament import Tournament


@dataclass(frozen=True, slots=True)
class MatchPlayed:
    """What a match came to. ``places``, ``scores``: of each seat. ``commitment``, ``state_sha256``: hexadecimal."""

    commitment: str
    places: tuple[int, ...]
    scores: tuple[int, ...]
    state_sha256: str


class Game(NamedTuple):
    """A match by the numbers of its round, its table and itself at that table, each from 1."""

    round: int
    table: int
    game: int


@dataclass(slots=True)
class Undisturbed:
    """A tournament to its end: how it stands then, its rounds as they were paired, and its matches."""

    tournament: Tournament
    rounds: list[RoundPaired] = field(default_factory=list)
    games: dict[Game, GameEnded] = field(default_factory=dict)
    matches: dict[Game, MatchPlayed] = field(default_factory=dict)


def play_tournament(settings: TournamentSettings, seed: bytes, entries: Sequence[LogEntry]) -> Undisturbed:
    """The whole tournament. ``entries``: its log, of which only what happened until its start is read."""
    made = Undisturbed(Tournament(settings))
    revision = 0

    def happens(what: Happening) -> None:
        nonlocal revision
        revision += 1
        made.tournament.apply(LogEntry(revision, 0, what))
        if isinstance(what, RoundPaired):
            made.rounds.append(what)

    for entry in entries:
        happens(entry.what)
        if isinstance(entry.what, Started):
            break
    with ProcessPoolExecutor(os.cpu_count() or 1) as pool:
        while not made.tournament.status.is_over:
            if happening := steps.next_steps(made.tournament, seed, 0):
                for what, _ in happening:
                    happens(what)
                continue
            state = made.tournament.open_round
            assert state is not None
            wanted = [(table, table.seated(table.next_game)) for table in state.tables if table.needs_match]
            places = [MatchPlace.of(table) for table, _ in wanted]
            bots = [tuple(made.tournament.members[each].bot or "" for each in seated) for _, seated in wanted]
            all_played = list(pool.map(partial(play_match, settings, seed), places, bots, chunksize=8))
            for (table, seated), played in zip(wanted, all_played, strict=True):
                game = Game(state.number, table.number, table.next_game)
                ended = GameEnded(
                    round=game.round,
                    table=game.table,
                    game=game.game,
                    match="",
                    entrants=seated,
                    places=played.places,
                    scores=played.scores,
                )
                made.games[game], made.matches[game] = ended, played
                happens(ended)
    return made


def play_match(settings: TournamentSettings, seed: bytes, place: MatchPlace, bots: Sequence[str]) -> MatchPlayed:
    """A match of a table between bots of the house, as ``docs/fairness.md`` says. ``seed``: the tournament's."""
    rules = registry.ruleset(settings.ruleset)
    players = [Roster.of(rules).bots[bot] for bot in bots]
    made_of = hmac.digest(seed, "match {} {} {} {}".format(*place).encode(), "sha256")
    server_seed = hmac.digest(made_of, b"server seed", "sha256")
    commitment = CommitmentDocument(
        format=COMMITMENT_FORMAT,
        match=None,
        creator=OPERATOR_ID,
        created_at=None,
        ruleset=settings.ruleset,
        ruleset_version=settings.ruleset_version,
        options=settings.options,
        seats=tuple(PlannedSeat(kind="bot", player=None, bot=bot) for bot in bots),
        start_rule="when_full",
        visibility="public",
        time_control=settings.time_control,
        on_time_out=settings.on_time_out,
        grace_milliseconds=0,
        spectator_delay_seconds=0,
        server_seed_sha256=sha256_hex(server_seed),
        tournament=TournamentReference(sha256=sha256_hex(settings.to_bytes()), **place._asdict()),
    ).digest()
    chance = SeededChance(match_seed(server_seed, commitment, [None] * len(bots)))
    bot_seeds = BotSeeds(server_seed, commitment)
    state, _ = rules.start(len(bots), dict(settings.options), chance)
    decided = [0] * len(bots)
    while pending := rules.pending(state):
        seat = pending[0]
        decided[seat] += 1
        own_chance = DeferredChance(partial(bot_seeds.seed, seat, decided[seat]))
        legal = rules.legal(state, seat)
        rules.play(state, seat, players[seat].choose(rules.observe(state, seat), legal.copy(), own_chance))
    outcome = rules.outcome(state)
    assert outcome is not None
    return MatchPlayed(
        commitment.hex(),
        tuple(result.rank for result in outcome.results),
        tuple(result.score for result in outcome.results),
        sha256_hex(rules.dump(state)),
    )
