"""A platform that hosts tournaments: what its workers would do is done when the test says so."""

import hashlib
import json
from typing import Any, Literal

from services.engine.clocks import NO_CLOCKS, PLAY_DEFAULT, OnTimeOut, TimeControl
from services.engine.documents import catalogue_sha256
from services.engine.fairness import sha256_hex
from services.identity import Caller
from services.identity.ratings import Ratings
from services.matches.match import Match, Status
from services.matches.outbox import OutboxKind
from services.stored_tournaments.hosted_tournament import (
    HostedTournament,
    NewEntrant,
    NewTournament,
    TournamentVisibility,
)
from services.stored_tournaments.hosting import Tournaments
from services.stored_tournaments.runner import TournamentRunner
from services.stored_tournaments.telling import Telling
from services.tournaments.settings import (
    ApartRule,
    EntryRules,
    PresenceRule,
    RoundTimes,
    Stage,
    SwissStage,
    TournamentSettings,
)
from tests.integration.matches.harness import World, caller_of
from tests.rulesets import sealed
from tests.signing import SIGNING_KEYS

SEED = bytes(range(32))
ABOUT = sealed.RULESET.describe()
CARDS = catalogue_sha256(ABOUT.cards)
OPTIONS = {option.name: option.default for option in ABOUT.options}
BOTS_ONLY = EntryRules(bots="only", registration="invited")
ID = "tournament_a"


class TournamentHall:
    """One tournament, and shortcuts to what its tests do all the time."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.ratings = Ratings(world.database, world.clock)
        self.tournaments = Tournaments(world.database, world.players, self.ratings, SIGNING_KEYS, now_ms=world.clock)
        self.runner = self.another_runner()
        self.host = world.caller("Host")

    def another_runner(self) -> TournamentRunner:
        world = self.world
        telling = Telling(world.database, world.redis, now_ms=world.clock)
        return TournamentRunner(world.database, world.matches, world.players, telling=telling, now_ms=world.clock)

    def announce(
        self,
        *stages: Stage,
        entry: EntryRules = BOTS_ONLY,
        times: RoundTimes | None = None,
        time_control: TimeControl = NO_CLOCKS,
        on_time_out: OnTimeOut = PLAY_DEFAULT,
        visibility: TournamentVisibility = TournamentVisibility.PUBLIC,
        id_: str = ID,
        seed: bytes = SEED,
        apart: ApartRule | None = None,
        assistance: Literal["none", "after_match", "open"] = "none",
        presence: PresenceRule | None = None,
    ) -> HostedTournament:
        """A tournament of Sealed Rows, three rounds of Swiss unless said otherwise."""
        settings = TournamentSettings(
            ruleset=ABOUT.id,
            ruleset_version=ABOUT.version,
            options=OPTIONS,
            time_control=time_control,
            on_time_out=on_time_out,
            stages=stages or (SwissStage(rounds=3),),
            entry=entry,
            times=times or RoundTimes(),
            apart=apart,
            assistance=assistance,
            presence=presence,
            seed_sha256=sha256_hex(seed),
        )
        return self.tournaments.create(
            self.host, NewTournament("Cup", visibility, settings, catalogue_sha256=CARDS), seed, tournament_id=id_
        )

    def enter_bots(self, count: int, bot: str = "greedy", id_: str = ID) -> HostedTournament:
        bots = [
            NewEntrant(f"/entrants/{number}", None, bot, ABOUT.version, f"{bot} {number}")
            for number in range(1, count + 1)
        ]
        return self.tournaments.entrants.enter_all(self.host, id_, bots)

    def person(self, name: str, rating: int | None = None) -> Caller:
        player = self.world.players.create(name)
        if rating is not None:
            self.ratings.set(player.id, ABOUT.id, rating)
        return caller_of(player)

    def entered(self, *names: str) -> list[Caller]:
        """People who have entered."""
        people = [self.person(name) for name in names]
        for person in people:
            self.tournaments.entrants.enter(person, ID)
        return people

    def begun(self, *names: str) -> list[Caller]:
        """People who have entered and sit at their first tables."""
        people = self.entered(*names)
        self.tournaments.control.start(self.host, ID)
        self.look()
        return people

    def look(self) -> None:
        """Let a second pass and somebody look after what is due."""
        self.world.clock.advance(1)
        while self.runner.advance():
            pass

    def live(self) -> list[Match]:
        """The matches that are live now, in the order of their ids."""
        found, _ = self.world.matches.list(self.host, status=Status.LIVE, limit=1000)
        return sorted(found, key=lambda match: match.id)

    def play_bots(self) -> int:
        """Let house bots play as long as they have to decide, and score what ends; how many tasks that took."""
        done = 0
        while tasks := self.world.tasks():
            for task in tasks:
                done += 1
                if task.kind is OutboxKind.TURN:
                    self.world.bot_turns.play_turns(task.match_id, budget_seconds=60, max_decisions=1000)
                elif task.kind is OutboxKind.SCORE:
                    self.world.scoring.score(task.match_id)
        return done

    def pending(self, match_id: str) -> set[str | None]:
        """The players that have to decide in a match."""
        match = self.world.matches.get(self.host, match_id)
        return {match.seats[seat].player_id for seat in match.pending}

    def decide_all(self, person: Caller, match_id: str) -> None:
        """Somebody takes the first legal action as long as it has to decide."""
        while person.player_id in self.pending(match_id):
            seat = self.world.matches.get(person, match_id).seat_of(person.player_id)
            assert seat is not None
            first = json.loads(self.world.matches.view(person, match_id, seat).legal)[0]["notation"]
            self.world.decide(person, match_id, first)

    def play_to_the_end(self, most_looks: int = 200) -> HostedTournament:
        """Run the tournament until nothing happens any more."""
        for _ in range(most_looks):
            self.look()
            self.play_bots()
            if self.hosted().status.is_over and not self.live():
                return self.hosted()
        raise AssertionError("it does not end")

    def hosted(self, id_: str = ID) -> HostedTournament:
        return self.tournaments.get(self.host, id_)

    def standings(self, id_: str = ID) -> list[dict[str, Any]]:
        """The rows of the last stage."""
        rows: list[dict[str, Any]] = json.loads(self.tournaments.standings(self.host, id_))["stages"][-1]["rows"]
        return rows

    def kinds(self) -> list[str]:
        """What has happened, by kind."""
        return [entry.what.kind for entry in self.tournaments.log(self.host, ID, limit=10_000)]


def digest(hall: TournamentHall) -> str:
    """What a tournament has come to: who met whom, how it ended, who stands where."""
    told = [
        entry.what.model_dump(mode="json", exclude={"match"})
        for entry in hall.tournaments.log(hall.host, ID, limit=100_000)
        if entry.what.kind in ("round_paired", "game_ended", "stage_ended")
    ]
    told.sort(key=lambda each: json.dumps(each, sort_keys=True))
    return hashlib.sha256(json.dumps([told, hall.standings()], sort_keys=True).encode()).hexdigest()
