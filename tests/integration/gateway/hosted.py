"""Tournaments of Sealed Rows that are there without having been asked for."""

from services.engine.clocks import PLAY_DEFAULT, PerDecision
from services.engine.fairness import sha256_hex
from services.identity import Caller, PlayerKind, Scope
from services.stored_tournaments.hosted_tournament import PREFIX, HostedTournament, NewTournament, TournamentVisibility
from services.tournaments.settings import EntryRules, SwissStage, TournamentSettings
from tests.integration.gateway.harness import Client, Hall
from tests.rulesets import sealed

ABOUT = sealed.RULESET.describe()


def caller_of(client: Client) -> Caller:
    """Who a client is."""
    return Caller(client.id, "", PlayerKind.PERSON, "k_test", frozenset(Scope) - {Scope.ADMIN})


def announced(
    hall: Hall,
    owner: Client,
    *,
    rounds: int = 1,
    visibility: TournamentVisibility = TournamentVisibility.PUBLIC,
) -> HostedTournament:
    """A tournament of some rounds of Swiss that is open for registration."""
    creation = hall.creation()
    settings = TournamentSettings(
        ruleset=ABOUT.id,
        ruleset_version=ABOUT.version,
        options={option.name: option.default for option in ABOUT.options},
        time_control=PerDecision(seconds=3600),
        on_time_out=PLAY_DEFAULT,
        stages=(SwissStage(rounds=rounds),),
        entry=EntryRules(bots="allowed"),
        seed_sha256=sha256_hex(creation.seed),
    )
    new = NewTournament("Cup", visibility, settings)
    return hall.tournaments.create(caller_of(owner), new, creation.seed, tournament_id=creation.id(PREFIX))


def begun(hall: Hall, owner: Client, *people: Client, rounds: int = 1) -> HostedTournament:
    """A tournament whose first tables are there."""
    tournament = announced(hall, owner, rounds=rounds)
    for person in people:
        hall.tournaments.entrants.enter(caller_of(person), tournament.id)
    hall.tournaments.control.start(caller_of(owner), tournament.id)
    look(hall)
    return tournament


def look(hall: Hall) -> None:
    """Look after what is due."""
    while hall.runner.advance():
        pass
