"""What a tournament of house bots comes to if nothing disturbs it: computed from its settings, its seed and who has
entered, by the bare rules of its game, without a platform."""

import hashlib
import hmac
import json
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from services.engine import registry
from services.engine.chance import DeferredChance, SeededChance
from services.engine.fairness import BotSeeds, sha256_hex
from services.engine.roster import Roster
from services.tournaments import steps
from services.tournaments.event_commitment import Lots
from services.tournaments.folding import apply
from services.tournaments.log import GameEnded, Happening, LoggedHappening, RoundPaired, Started
from services.tournaments.settings import TournamentSettings
from services.tournaments.tournament import Tournament


@dataclass(frozen=True, slots=True)
class MatchPlayed:
    """What a match came to. ``places``, ``scores``: of each seat. ``server_seed``, ``state_sha256``: hexadecimal."""

    server_seed: str
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


def play_tournament(settings: TournamentSettings, seed: bytes, entries: Sequence[LoggedHappening]) -> Undisturbed:
    """The whole tournament. ``entries``: its log, of which only what happened until its start is read."""
    made = Undisturbed(Tournament(settings))
    revision = 0

    def happens(what: Happening) -> None:
        nonlocal revision
        revision += 1
        apply(made.tournament, LoggedHappening(revision, 0, what))
        if isinstance(what, RoundPaired):
            made.rounds.append(what)

    for entry in entries:
        happens(entry.what)
        if isinstance(entry.what, Started):
            break
    with ProcessPoolExecutor(os.cpu_count() or 1) as pool:
        while not made.tournament.status.is_over:
            if happening := steps.next_steps(made.tournament, Lots(seed), 0):
                for what, _ in happening:
                    happens(what)
                continue
            state = made.tournament.open_round
            assert state is not None
            wanted = [(table, table.seated(table.next_game)) for table in state.tables if table.needs_match]
            members = made.tournament.members
            deals = [
                Deal(tuple(members[each].known_as for each in seated), made.tournament.next_deal(table))
                for table, seated in wanted
            ]
            bots = [tuple(members[each].bot or "" for each in seated) for _, seated in wanted]
            all_played = list(pool.map(partial(play_match, settings, seed), deals, bots, chunksize=8))
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


class Deal(NamedTuple):
    """A deal. ``seated``: who meets, by what they are to the tournament's chance, in the order of seats; ``number``:
    which of theirs it is, from 1."""

    seated: tuple[str, ...]
    number: int


def play_match(settings: TournamentSettings, seed: bytes, deal: Deal, bots: Sequence[str]) -> MatchPlayed:
    """A match of a table between bots of the house, as ``docs/fairness.md`` says. ``seed``: the tournament's."""
    rules = registry.ruleset(settings.ruleset)
    players = [Roster.of(rules).bots[bot] for bot in bots]
    entrants = [{"client_seed": None, "id": each} for each in sorted(deal.seated)]
    told = {"deal": deal.number, "entrants": entrants}
    server_seed = hmac.digest(seed, b"playhall.event-deal/1\0" + _json(told), "sha256")
    match_seed = hmac.digest(server_seed, b"playhall.event-match-seed/1\0" + _json(told), "sha256")
    chance = SeededChance(match_seed)
    bot_seeds = BotSeeds(server_seed, hashlib.sha256(_json(told | {"seats": list(deal.seated)})).digest())
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
        server_seed.hex(),
        tuple(result.rank for result in outcome.results),
        tuple(result.score for result in outcome.results),
        sha256_hex(rules.dump(state)),
    )


def _json(told: object) -> bytes:
    return json.dumps(told, sort_keys=True, separators=(",", ":")).encode()
