"""A session that uses every operation of the API: the examples of the reference are taken from it.

Nothing in it is left to chance or to the clock, so that it is the same each time it is recorded: ids, secrets, seeds
and timestamps as well.
"""

import dataclasses
import hashlib
import json
import re
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from redis import Redis

from gateway.openapi.examples import Example
from services.analysis.searches import SearchAnswer, Searches
from services.analysis.searching import Searching
from services.database import Database
from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory, ruleset
from services.errors import Reason, Refusal
from services.identity import PlayerKind, Scope
from services.identity.ids import new_id
from services.matches.store import MatchStore
from services.tournament_webhooks.deliveries import TournamentDeliveries
from services.tournament_webhooks.tournament_webhook import TournamentDeliveryDetails
from services.webhooks import Call, Delivery, Outcome
from tests.api_reference import rendered_document
from tests.integration.gateway.harness import EVERYTHING, Client, Hall, open_hall
from tests.integration.gateway.hosted import announced, caller_of

OTHER_RULESETS: Final = {
    "commanders": "FACES: COMMANDERS",
    "duels": "Face Off Duels",
    "faceoff": "Face Off",
    "standoff": "Standoff",
}
"""Besides Faction Wars, with which everything is shown."""
REQUEST_ID: Final = "0123456789abcdef0123456789abcdef"
_BINARY: Final = "application/vnd.apache.parquet"
_SHOWN_HEADERS: Final = ("Location", "ETag", "Link", "Idempotency-Replayed")


class Clock:
    """Goes on by a second each time that something is recorded."""

    def __init__(self) -> None:
        self.now_ms = 1_767_268_800_000  # the first of January 2026 at noon

    def __call__(self) -> int:
        return self.now_ms


class Entropy:
    """Random bytes that are the same in each recording."""

    def __init__(self) -> None:
        self._drawn = 0

    def __call__(self, number: int) -> bytes:
        self._drawn += 1
        return hashlib.shake_256(b"story %d" % self._drawn).digest(number)


class TimelessSearches(Searches):
    """Searches that are told to have taken as long, however long they took."""

    def complete(self, id: str, answer: SearchAnswer | Refusal) -> None:
        if isinstance(answer, SearchAnswer) and answer.found is not None:
            answer = SearchAnswer(found=answer.found._replace(seconds=0.12))
        super().complete(id, answer)


class Recorder:
    """Sends requests and keeps those that are examples."""

    def __init__(self, folder: Path, redis: Redis, redis_url: str, migrated: Path) -> None:
        self.examples: list[Example] = []
        self.clock = Clock()
        database = folder / "session.db"
        shutil.copy(migrated, database)
        rulesets = ("factionwars", *OTHER_RULESETS)
        self.engines = EngineDirectory({name: InProcessEngine(ruleset(name)) for name in rulesets})
        self.hall: Hall = open_hall(
            folder,
            redis,
            redis_url,
            database,
            self.engines,
            now_ms=self.clock,
            entropy=Entropy(),
            open_matches_per_player="100",
            unfinished_matches_per_player="1000",
            bot_seats_per_player="5000",
            live_seats_per_player="1000",
            creations_per_minute_per_player="600",
            invitations_per_pair="20",
            invitations_per_minute_per_pair="60",
            invitations_received="500",
            open_series_per_player="20",
            open_tournaments_per_player="20",
        )
        self._operations = {
            operation["operationId"]: (path, method.upper(), operation.get("parameters", []))
            for path, item in rendered_document()["paths"].items()
            for method, operation in item.items()
        }

    def client(self, name: str, scopes: Iterable[Scope] = EVERYTHING) -> Client:
        """A new player with a key."""
        self.clock.now_ms += 1000
        return self.hall.client(name, scopes)

    def hasty(self, client: Client) -> Client:
        """A client with the same key where a key may send one request in ten seconds."""
        hall, settings = self.hall, self.hall.settings
        slow = open_hall(
            settings.platform.data_dir,
            hall.redis,
            settings.redis.redis_url,
            hall.database_path,
            self.engines,
            now_ms=self.clock,
            player_requests_per_minute="6",
        )
        return Client(slow.app, client.key)

    def record(
        self,
        who: Client,
        operation: str,
        name: str,
        summary: str,
        body: Any = None,
        /,
        **parameters: str | int,
    ) -> Any:
        """Send a request and keep it as an example; the JSON of its answer. Parameters are named as in the reference,
        with ``_`` for ``-``."""
        response = self.ask(who, operation, body, **parameters)
        kind = response.content_type.partition(";")[0] if response.content_type else None
        is_json = kind is not None and kind.endswith("json") and not kind.endswith("ndjson")
        is_shown = bool(response.data) and kind != _BINARY
        named = {self._name(operation, parameter): value for parameter, value in parameters.items()}
        self.examples.append(
            Example(
                operation=operation,
                name=name,
                summary=summary,
                parameters=named,
                body=body,
                status=response.status_code,
                media_type=kind if is_shown else None,
                headers={header: response.headers[header] for header in _SHOWN_HEADERS if header in response.headers},
                answer=(response.json if is_json else response.text) if is_shown else None,
            )
        )
        return response.json if is_json and response.data else response

    def record_beginning(self, who: Client, operation: str, name: str, summary: str, media_type: str) -> None:
        """Open a stream that goes on, and keep its first line as an example."""
        self.clock.now_ms += 1000
        path, _, _ = self._operations[operation]
        told = next(line for line in who.lines(path) if b'{"type"' in line).decode()
        self.examples.append(Example(operation, name, summary, {}, None, 200, media_type, {}, told))

    def ask(self, who: Client, operation: str, body: Any = None, /, **parameters: str | int) -> Any:
        """Send a request."""
        self.clock.now_ms += 1000
        path, method, described = self._operations[operation]
        places = {parameter["name"]: parameter["in"] for parameter in described}
        query: dict[str, str | int] = {}
        headers = {"X-Request-Id": REQUEST_ID}
        for parameter, value in parameters.items():
            name = self._name(operation, parameter)
            if places.get(name) == "path":
                path = path.replace(f"{{{name}}}", str(value))
            elif places.get(name) == "query":
                query[name] = value
            else:
                headers[name] = str(value)
        options = {} if body is None else {"json": body}
        return who.ask(method, path, query_string=query, headers=headers, **options)

    def _name(self, operation: str, parameter: str) -> str:
        """``if_match`` is ``If-Match`` where there is no parameter called ``if_match``."""
        if any(described["name"] == parameter for described in self._operations[operation][2]):
            return parameter
        return re.sub("(^|_)([a-z])", lambda match: ("-" if match[1] else "") + match[2].upper(), parameter)


def record_session(recorder: Recorder) -> list[Example]:
    """Tell it; the examples in the order in which they happened."""
    record = recorder.record
    root = recorder.client("operator", [Scope.ADMIN])
    nobody = recorder.hall.stranger()
    _record_what_there_is(recorder, nobody)
    ada = _record_players(recorder, root)
    bob, cleo = recorder.client("Bob"), recorder.client("Cleo")
    match = _record_the_lobby(recorder, ada, bob, cleo)
    _record_play(recorder, match, ada, bob)
    _record_the_end(recorder, match, ada, bob)
    _record_webhooks(recorder, ada)
    _record_own_bots(recorder, nobody)
    _record_tournament_webhooks(recorder, ada, bob)
    record(nobody, "getMatch", "no-key", "Without a key, as a spectator", match=match)
    record(nobody, "listMatches", "nobody", "Nobody's turn", pending="me")
    hasty = recorder.hasty(ada)
    recorder.ask(hasty, "getMatch", match=match)
    record(hasty, "getMatch", "too-fast", "More than the rate limit allows", match=match)
    _record_series(recorder, ada, bob)
    _record_a_tournament(recorder, nobody, ada, bob, cleo)
    _record_bots_tournament(recorder, nobody, ada, bob)
    _record_the_log(recorder, nobody)
    _record_quick_pairing(recorder, root, ada, bob)
    for name, title in OTHER_RULESETS.items():
        _record_a_ruleset(recorder, ada, name, title)
    _record_rounds_and_results(recorder, ada, bob)
    return recorder.examples


def _record_rounds_and_results(recorder: Recorder, ada: Client, bob: Client) -> None:
    """Two rounds between three bots, whose results the host sets, then a match between the best two."""
    record, nobody = recorder.record, recorder.hall.stranger()
    new = {
        "name": "Three bots",
        "ruleset": "factionwars",
        "stages": [{"format": "swiss", "rounds": 2, "advance": 2}, {"format": "single_elimination"}],
        "entry": {"bots": "only", "registration": "invited"},
        "times": {"next_round": "by_host"},
    }
    tournament = recorder.ask(ada, "createTournament", new).json["id"]
    entrants = [{"bot": "greedy", "name": "Grit"}, {"bot": "random", "name": "Dice"}, {"bot": "greedy", "name": "Gale"}]
    recorder.ask(ada, "importTournamentEntrants", {"entrants": entrants}, tournament=tournament)
    recorder.ask(ada, "startTournament", tournament=tournament)
    here: dict[str, Any] = {"tournament": tournament}
    _let_follow(recorder)
    first = record(nobody, "getTournamentRound", "paired", "A round that is played", **here, round=1)
    a, b = (entrant["id"] for entrant in first["tables"][0]["entrants"])
    seats = {"a": a, "b": b, "reason": "They drew for seats."}
    record(ada, "swapInTournamentRound", "seats", "Two change seats", seats, **here, round=1)
    by_hand = {"tables": [[b, a]], "byes": [first["byes"][0]["entrant"]["id"]], "reason": "As it was drawn."}
    record(ada, "setTournamentRound", "by-hand", "As the host says", by_hand, **here, round=1)
    left_out = {**by_hand, "byes": []}
    record(ada, "setTournamentRound", "somebody-left-out", "Somebody is left out", left_out, **here, round=1)
    result = {"places": [1, 2], "reason": "Both have agreed."}
    wished = {"kind": "result_set", "round": 1, "table": 1, "places": [1, 2]}
    record(ada, "previewTournamentStandings", "a-result", "If a result were set", {"changes": [wished]}, **here)
    record(ada, "previewTournamentCorrections", "a-result", "What would follow", {"changes": [wished]}, **here)
    record(ada, "setTournamentResult", "agreed", "The host sets a result", result, **here, round=1, table=1)
    record(bob, "setTournamentResult", "not-mine", "Somebody else's tournament", result, **here, round=1, table=1)
    wrong = {**result, "places": [1, 3]}
    record(ada, "setTournamentResult", "no-places", "Places that cannot be", wrong, **here, round=1, table=1)
    _let_follow(recorder)
    record(ada, "previewTournamentRound", "next", "How the next round would be paired", **here)
    record(ada, "pairTournamentRound", "next", "The next round", {"reason": "Everybody is there."}, **here)
    recorder.ask(ada, "setTournamentResult", {**result, "places": [1, 1]}, **here, round=2, table=1)
    _let_follow(recorder)
    record(nobody, "listTournamentRounds", "first-two", "The first two", **here, page_size=2)
    record(nobody, "getTournamentBracket", "playing", "While the final is played", **here)
    recorder.ask(ada, "setTournamentResult", result, **here, round=3, table=1)
    _let_follow(recorder)
    record(nobody, "getTournamentStandings", "final", "When it is over", **here)
    record(nobody, "getTournamentCrossTable", "swiss", "The first stage", **here, stage=0)
    record(nobody, "getTournamentCard", "one", "An entrant's", **here, entrant=a)
    record(nobody, "exportTournamentJson", "all", "Everything", **here)
    record(nobody, "exportTournamentCsv", "results", "All results", **here, content="results")
    record(nobody, "exportTournamentTrf", "swiss", "The first stage", **here, stage=0)


def _let_follow(recorder: Recorder) -> None:
    """Let a second pass, and what is due happen."""
    recorder.clock.now_ms += 1000
    while recorder.hall.runner.advance():
        pass


def _record_a_ruleset(recorder: Recorder, ada: Client, name: str, title: str) -> None:
    """What documents of a ruleset are like: options, a view, legal actions, an action, events, a card."""
    record = recorder.record
    record(ada, "getRuleset", name, title, ruleset=name)
    record(ada, "listCards", name, f"A card of {title}", ruleset=name, page_size=1)
    new = {"ruleset": name, "seats": ["me", "bot:random"]}
    match = record(ada, "createMatch", name, f"{title} against a bot", new)["id"]
    recorder.hall.play_house(match)
    view = record(ada, "getSeatView", name, f"A view of {title}", match=match, seat=0)
    chosen = {"action": view["legal"][-1]["action"]}
    record(ada, "checkDecision", name, f"An action of {title}", chosen, match=match, decision=view["decision"])
    record(ada, "answerDecision", name, f"Events of {title}", chosen, match=match, decision=view["decision"])
    record(ada, "listSeatEvents", name, f"A step of {title}", match=match, seat=0, since=view["revision"])


def _record_webhooks(recorder: Recorder, ada: Client) -> None:
    record, hall = recorder.record, recorder.hall
    recorder.clock.now_ms += 1000
    bot = hall.client("Hopper", kind=PlayerKind.BOT)
    where = {"url": "https://hopper.example/move", "concurrency": 4}
    record(ada, "setWebhook", "a-person", "Only bots have one", where, player="me")
    record(bot, "setWebhook", "inside", "An address that is not public", {"url": "https://10.0.0.1/"}, player="me")
    record(bot, "setWebhook", "first", "The secret is shown once", where, player="me")
    record(bot, "setWebhook", "off", "It is not called for now", {**where, "enabled": False}, player="me")
    recorder.ask(bot, "setWebhook", where, player="me")
    record(bot, "getWebhook", "mine", "Where am I called?", player="me")
    record(bot, "rotateWebhook", "renew", "Both secrets sign for a day", player="me", idempotency_key="hopper-1")
    duel = {"ruleset": "factionwars", "seats": ["me", f"player:{bot.id}"]}
    match = recorder.ask(ada, "createMatch", duel).json["id"]
    recorder.ask(bot, "joinMatch", match=match)
    view = recorder.ask(bot, "getSeatView", match=match, seat=1).json
    asked = {
        "type": "decision",
        "match": match,
        "ruleset": "factionwars",
        "seat": 1,
        "decision": view["decision"],
        "deadline_at": None,
        "view": view["view"],
        "legal": view["legal"],
        "round_trip_ms": None,
    }
    call = Call(bot.id, match, 1, view["decision"])
    delivery = new_id("dlv_", recorder.clock.now_ms, 7)
    body = json.dumps(asked, separators=(",", ":")).encode()
    answer = b'{"action":"castle"}'
    code, at_ms = Reason.MALFORMED_ACTION.name, recorder.clock.now_ms
    hall.deliveries.write(Delivery(delivery, call, 1, at_ms, 38, Outcome.ILLEGAL_ACTION, code, 200, body, answer))
    record(bot, "listDeliveries", "latest", "What became of my answers?", player="me", page_size=10)
    record(bot, "getDelivery", "whole", "What was I asked?", player="me", delivery=delivery)
    record(bot, "resendDelivery", "again", "Ask me again", player="me", delivery=delivery)
    view = recorder.ask(bot, "getSeatView", match=match, seat=1).json
    recorder.ask(
        bot, "answerDecision", {"action": view["legal"][0]["notation"]}, match=match, decision=view["decision"]
    )
    record(bot, "resendDelivery", "too-late", "It was answered", player="me", delivery=delivery)
    record(bot, "deleteWebhook", "no-more", "I play by REST again", player="me")


def _record_tournament_webhooks(recorder: Recorder, ada: Client, bob: Client) -> None:
    record, hall = recorder.record, recorder.hall
    recorder.clock.now_ms += 1000
    tournament = announced(hall, ada).id
    where = {"url": "https://club.example/hooks"}
    record(bob, "setTournamentWebhook", "not-mine", "Only hosts may", where, tournament=tournament)
    record(ada, "setTournamentWebhook", "first", "The secret is shown once", where, tournament=tournament)
    elsewhere = {"url": "https://club.example/tournaments"}
    record(ada, "setTournamentWebhook", "moved", "It goes on elsewhere", elsewhere, tournament=tournament)
    record(ada, "getTournamentWebhook", "mine", "Does it work?", tournament=tournament)
    record(ada, "rotateTournamentWebhook", "renew", "Both secrets sign for a day", tournament=tournament)
    hall.tournaments.entrants.enter(caller_of(bob), tournament)
    deliveries = TournamentDeliveries(Database(hall.settings.database.database_url), now_ms=recorder.clock)
    at_ms = recorder.clock.now_ms
    told = TournamentDeliveryDetails(
        id=new_id("dlv_", at_ms, 9),
        entry=1,
        attempt=1,
        at=at_ms,
        ms=41,
        outcome=Outcome.STATUS,
        status=500,
        answer=b"out of coffee",
    )
    deliveries.write(tournament, told)
    record(ada, "listTournamentDeliveries", "latest", "What became of it?", tournament=tournament, page_size=10)
    record(ada, "resendTournamentWebhook", "again", "Tell it again", {"entry": 1}, tournament=tournament)
    record(ada, "resendTournamentWebhook", "too-far", "There is no such entry", {"entry": 7}, tournament=tournament)
    record(ada, "deleteTournamentWebhook", "no-more", "Not any more", tournament=tournament)


def _record_own_bots(recorder: Recorder, nobody: Client) -> None:
    record, hall = recorder.record, recorder.hall
    request = "0b7d4e0e-6f0c-4b7e-9d53-8c1f0a2b3c4d"
    grace = {"name": "Grace"}
    made = record(nobody, "signUp", "grace", "A person and its key", grace, idempotency_key=request)
    record(nobody, "signUp", "again", "The same request again", grace, idempotency_key=request)
    record(nobody, "signUp", "looks-alike", "It looks like Grace", {"name": "GRACE"})
    record(nobody, "signUp", "guessable", "Anybody could guess it", {"name": "Edsger"}, idempotency_key="1")
    person = Client(hall.app, made["key"]["secret"], hall.players.get(made["player"]["id"]))
    new = {"name": "Nanosecond", "version": "1.0.0"}
    bot = record(person, "createBot", "nanosecond", "A bot of mine", new, player="me", idempotency_key="bot-1")["id"]
    record(person, "createBot", "taken", "It has my own name", {"name": "Grace"}, player="me")
    wish = {"name": "cloud", "scopes": ["matches:play", "matches:read"]}
    key = record(person, "createKey", "of-a-bot", "A key of my bot", wish, player=bot)
    itself = Client(hall.app, key["secret"], hall.players.get(bot))
    record(itself, "stateVersion", "start", "My program starts", {"version": "1.1.0"}, player="me")
    record(person, "stateVersion", "a-person", "People have none", {"version": "1.1.0"}, player="me")
    record(person, "listVersions", "of-a-bot", "What has it stated?", player=bot)
    crash = {
        "message": "KeyError: 'castle'",
        "traceback": "File \"bot.py\", line 12, in choose\n    return plans[name]\nKeyError: 'castle'\n",
        "decision": 3,
    }
    report = record(itself, "reportCrash", "key-error", "I have failed", crash, player="me", idempotency_key="c-1")
    record(person, "reportCrash", "not-mine", "Only the program itself", crash, player=bot)
    record(person, "listCrashReports", "of-a-bot", "What has my bot failed of?", player=bot)
    record(person, "getCrashReport", "whole", "Where was that?", player=bot, report=report["id"])
    record(person, "getFailures", "of-a-bot", "How often, of what?", player=bot)
    record(person, "updatePlayer", "switch-off", "My bot rests", {"online": False}, player=bot)
    duel = {"ruleset": "factionwars", "seats": ["me", f"player:{bot}"]}
    record(person, "createMatch", "bot-offline", "It takes no invitations", duel)
    record(person, "getStatistics", "of-a-version", "Of one version", player=bot, version="1.1.0")
    record(person, "retireBot", "nanosecond", "For good", player=bot)
    record(person, "retireBot", "a-person", "People do not retire", player="me")
    record(person, "listOwnBots", "mine", "My bots", player="me")


def _record_the_log(recorder: Recorder, nobody: Client) -> None:
    record = recorder.record
    recorder.hall.commitments.append_waiting()
    record(nobody, "listSigningKeys", "all", "Who signs")
    page = record(nobody, "listCommitments", "first-page", "The first two entries", page_size=2)
    record(nobody, "listCommitments", "from-the-second", "All but the first", start=1)
    record(nobody, "getCommitmentLogHead", "now", "The log as it is now")
    record(nobody, "getCommitment", "a-match", "Where a match's commitment stands", digest=page["entries"][1]["digest"])
    record(nobody, "getCommitment", "none", "It is not there", digest="00" * 32)


def _record_series(recorder: Recorder, ada: Client, bob: Client) -> None:
    record, hall = recorder.record, recorder.hall
    new = {
        "ruleset": "factionwars",
        "entrants": ["greedy", "random"],
        "seats": [2],
        "stop": {"rule": "fixed", "matches": 4},
        "name": "Is greedy better?",
    }
    made = record(
        ada, "createSeries", "duplicate", "Four matches, every deal from both sides", new, idempotency_key="s-1"
    )
    test = {**new, "stop": {"rule": "sprt", "elo0": "0", "elo1": "50", "max_matches": 400}, "budget_seconds": 600}
    tested = record(ada, "createSeries", "until-it-is-clear", "Until it is clear, 400 matches at most", test)["id"]
    record(ada, "createSeries", "no-such-bot", "A bot that there is not", {**new, "entrants": ["greedy", "deep"]})
    record(ada, "changeSeries", "cancel", "It is not needed after all", {"status": "cancelled"}, series=tested)
    series = made["id"]
    record(bob, "getSeries", "not-mine", "Somebody else's series", series=series)
    recorder.clock.now_ms += 1000
    hall.play_series()
    record(ada, "getSeries", "finished", "It has been played", series=series)
    record(ada, "listSeries", "finished", "Those that have finished", status="finished")
    record(ada, "getSeriesSummary", "all", "What it has shown", series=series)
    record(ada, "getSeriesResultsNdjson", "lines", "A line for each match", series=series, limit=2)
    record(ada, "getSeriesResultsCsv", "table", "A row for each seat", series=series, first=3)
    record(ada, "getSeriesResultsParquet", "table", "A row for each seat", series=series)
    record(bob, "getSeriesResultsParquet", "not-mine", "Somebody else's series", series=series)
    record(ada, "getSeriesMatch", "first", "The first match", series=series, number=0)
    record(ada, "getSeriesReplay", "first", "The first match, move for move", series=series, number=0)
    of: dict[str, str | int] = {"series": series, "number": 0}
    record(ada, "listSeriesPositions", "two", "Two of its positions", **of, page_size=2, **{"from": 3})
    record(ada, "getSeriesPosition", "one", "One of them", **of, position=3)
    record(ada, "streamSeriesEventsSse", "ended", "One that has ended", series=series)
    record(ada, "streamSeriesEventsNdjson", "ended", "One that has ended", series=series)
    other = recorder.ask(ada, "createSeries", {**new, "seed": "0e" * 32, "name": ""}).json["id"]
    hall.play_series()
    record(ada, "compareSeries", "another-seed", "The same with other cards", series=series, **{"with": other})
    record(ada, "changeSeries", "extend", "Four matches more", {"matches": 8}, series=series)


def _record_a_tournament(recorder: Recorder, nobody: Client, ada: Client, bob: Client, cleo: Client) -> None:
    """One that is announced, entered, and cancelled in the end."""
    record = recorder.record
    new = {
        "name": "Winter Cup",
        "ruleset": "factionwars",
        "stages": [
            {"format": "pods", "rounds": 3, "seats": 3, "place_points": [400, 200, 100], "advance": 4},
            {"format": "single_elimination", "third_place": True},
        ],
        "time_control": {"kind": "fischer", "bank_seconds": 600, "increment_seconds": 10},
        "on_time_out": {"kind": "forfeit"},
        "entry": {"bots": "allowed", "capacity": 16, "check_in_seconds": 1800, "byes": 1},
        "times": {"starts_at": "2026-01-03T19:00:00+01:00", "pause_seconds": 300},
    }
    made = record(
        ada, "createTournament", "pods-and-a-final", "Three rounds of pods, then a bracket", new, idempotency_key="t-1"
    )
    two_seats = {**new, "stages": [{"format": "pods", "rounds": 3, "seats": 3}]}
    record(ada, "createTournament", "no-clock", "Nobody could be late", {**two_seats, "time_control": {"kind": "none"}})
    here: dict[str, Any] = {"tournament": made["id"]}
    record(nobody, "listTournaments", "open", "Where one can enter", status="registration")
    record(nobody, "getTournament", "announced", "It is announced", **here)
    record(bob, "enterTournament", "myself", "A player enters", **here)
    own = {"client_seed": hashlib.sha256(b"Bob's own seed").hexdigest()}
    record(bob, "enterTournament", "with-a-seed", "It gives a seed of its own", own, **here)
    record(ada, "enterTournament", "a-player", "The host invites a player", {"player": cleo.id}, **here)
    house = {"bot": "greedy", "name": "Greta"}
    record(ada, "enterTournament", "a-house-bot", "The host enters a bot of the house", house, **here)
    record(bob, "enterTournament", "not-a-host", "Others are invited by hosts", {"player": cleo.id}, **here)
    csv = "player,bot,name\n,greedy,Gus\n,random,Randy\n"
    record(ada, "importTournamentEntrants", "csv", "Many, as CSV", {"csv": csv}, **here)
    listed = {"entrants": [{"bot": "greedy", "name": "Grit"}, {"bot": "deep", "name": "Dee"}]}
    record(ada, "importTournamentEntrants", "no-such-bot", "One that there is not: nobody is entered", listed, **here)
    record(nobody, "listTournamentEntrants", "first-page", "The first two who have entered", **here, page_size=2)
    record(bob, "getTournamentEntrant", "me", "As what I have entered", **here, entrant="me")
    record(bob, "requestTournamentBye", "second-round", "Not in the second round", {"round": 2}, **here, entrant="me")
    record(bob, "checkInTournamentEntrant", "too-early", "Check-in is not open yet", own, **here, entrant="me")
    record(
        ada,
        "checkInTournamentEntrant",
        "by-the-host",
        "The host checks in",
        {"client_seed": None},
        **here,
        entrant="e1",
    )
    record(cleo, "withdrawTournamentEntrant", "ill", "She cannot come", {"reason": "Ill"}, **here, entrant="me")
    record(cleo, "returnTournamentEntrant", "well-again", "She can", {"reason": "Well again"}, **here, entrant="me")
    apart = {"entrants": ["e1", "e2"], "until_round": 2, "reason": "They share a flat"}
    record(ada, "keepTournamentEntrantsApart", "flat-mates", "Two who are not to meet at first", apart, **here)
    record(ada, "nameTournamentHost", "arbiter", "Bob helps", {"role": "arbiter"}, **here, player=bob.id)
    record(nobody, "listTournamentHosts", "two", "Who runs it", **here)
    record(bob, "startTournament", "not-a-host", "An arbiter does not start it", **here)
    record(ada, "removeTournamentHost", "bob", "Bob helps no longer", **here, player=bob.id)
    change = {"name": "Winter Cup 2026", "entry": {"registration": "listed"}, "reason": "Too many strangers"}
    record(ada, "changeTournament", "guests-only", "Only guests enter from now on", change, **here)
    record(ada, "addTournamentGuest", "bob", "Bob is a guest", **here, player=bob.id)
    record(ada, "listTournamentGuests", "one", "Who is on the list", **here)
    record(bob, "getTournamentGuest", "me", "Whether I am on the list", **here, player="me")
    record(ada, "removeTournamentGuest", "bob", "Bob is none any more", **here, player=bob.id)
    invited = record(
        ada, "createGuestInvitation", "a-class", "A class that plays from one address", {"places": 30}, **here
    )
    record(ada, "listGuestInvitations", "one", "Whom she has invited", **here)
    record(ada, "revokeGuestInvitation", "a-class", "All are there", **here, invitation=invited["id"])
    record(nobody, "listTournamentLog", "first-page", "The first four entries", **here, page_size=4)
    undo = {"reason": "She was well all the time"}
    record(ada, "undoTournamentEntry", "a-withdrawal", "Her return stands on it", undo, **here, entry=8)
    record(ada, "undoTournamentEntry", "a-bye", "He plays in the second round", undo, **here, entry=6)
    record(bob, "cancelTournamentBye", "none", "He plays in it already", {"round": 2}, **here, entrant="me")
    anna = record(ada, "enterTournament", "by-name", "A person at a table in the room", {"name": "Anna"}, **here)
    record(ada, "createEntrantLink", "anna", "By which she plays", **here, entrant=anna["id"])
    record(ada, "cancelTournament", "snow", "It does not take place", {"reason": "Snow"}, **here)
    record(ada, "closeTournament", "snow", "Nothing more is corrected", {"reason": "All have been told"}, **here)


def _record_bots_tournament(recorder: Recorder, nobody: Client, ada: Client, bob: Client) -> None:
    """One of house bots, from its start to its end."""
    record, clock = recorder.record, recorder.clock
    new = {
        "name": "Greedy or random?",
        "ruleset": "factionwars",
        "stages": [{"format": "swiss", "rounds": 2}],
        "entry": {"bots": "only", "registration": "invited"},
        "seed": "7a" * 32,
    }
    made = record(ada, "createTournament", "house-bots", "House bots, with a seed of one's own", new)
    here: dict[str, Any] = {"tournament": made["id"]}
    bots = [{"bot": bot, "name": f"{bot.title()} {place}"} for place in (1, 2) for bot in ("greedy", "random")]
    record(ada, "importTournamentEntrants", "house-bots", "Four bots of the house", {"entrants": bots}, **here)
    record(bob, "enterTournament", "not-admitted", "It is not for people", **here)
    record(ada, "startTournament", "now", "It starts", {"reason": "All are here"}, **here)
    record(ada, "pauseTournament", "a-minute", "It rests", {"reason": "One minute, please"}, **here)
    record(ada, "resumeTournament", "on", "It goes on", {"reason": "Thank you"}, **here)
    recorder.hall.play_tournaments(lambda: setattr(clock, "now_ms", clock.now_ms + 1000))
    record(nobody, "getTournament", "over", "It is over, and shows its seed", **here)
    record(nobody, "streamTournamentEventsSse", "ended", "One that is over", **here)
    record(nobody, "streamTournamentEventsNdjson", "ended", "One that is over", **here)
    record(ada, "pauseTournament", "too-late", "It is over", **here)


def _record_what_there_is(recorder: Recorder, nobody: Client) -> None:
    record = recorder.record
    record(nobody, "getLiveness", "alive", "It lives")
    record(nobody, "getReadiness", "ready", "Everything is there")
    record(nobody, "listRulesets", "all", "All rulesets")
    record(nobody, "getRuleset", "faction-wars", "Faction Wars", ruleset="factionwars")
    record(nobody, "getRuleset", "unknown", "There is no such ruleset", ruleset="chess")
    cards = record(nobody, "listCards", "first-page", "The first two cards", ruleset="factionwars", page_size=2)
    token = cards["next_page_token"]
    record(
        nobody,
        "listCards",
        "second-page",
        "The next two",
        ruleset="factionwars",
        page_size=2,
        page_token=token,
    )
    record(nobody, "getSchema", "options", "The shape of the options", ruleset="factionwars", name="options")
    record(
        nobody,
        "getLayout",
        "three-seats",
        "The table of Faction Wars with three seats",
        ruleset="factionwars",
        seats=3,
        options='{"fewer_battles":true}',
    )
    record(nobody, "getRules", "faction-wars", "The rules of Faction Wars", ruleset="factionwars")
    record(nobody, "listBots", "all", "All house bots")


def _record_players(recorder: Recorder, root: Client) -> Client:
    record = recorder.record
    made = record(root, "createPlayer", "ada", "A person", {"name": "Ada"}, idempotency_key="9f1c2b7e")
    record(root, "createPlayer", "again", "The same request again", {"name": "Ada"}, idempotency_key="9f1c2b7e")
    record(
        root,
        "createPlayer",
        "another",
        "Another request under the same key",
        {"name": "Bob"},
        idempotency_key="9f1c2b7e",
    )
    wish = {"name": "laptop", "scopes": ["account:manage", "matches:create", "matches:play", "matches:read"]}
    key = record(root, "createKey", "laptop", "A key for playing", wish, player=made["id"])
    ada = Client(recorder.hall.app, key["secret"], recorder.hall.players.get(made["id"]))
    record(ada, "createKey", "too-much", "More than the key allows", {"name": "x", "scopes": ["admin"]}, player="me")
    record(ada, "getKey", "current", "What may this key do?", key="current")
    spare = recorder.ask(ada, "createKey", {"name": "spare", "scopes": ["matches:read"]}, player="me").json
    record(ada, "listKeys", "mine", "My keys", player="me")
    renewed = record(ada, "rotateKey", "an-hour", "With an hour's overlap", {"overlap_seconds": 3600}, key=spare["id"])
    record(ada, "revokeKey", "renewed", "It is refused from now on", key=renewed["id"])
    record(ada, "getPlayer", "me", "Who am I?", player="me")
    # Somebody who does nothing else: for a second after it, a process may take a player by its old name.
    dora = recorder.client("Dora")
    tag = recorder.ask(dora, "getPlayer", player="me").headers["ETag"]
    record(dora, "updatePlayer", "rename", "If it is what I have seen", {"name": "Dora B."}, player="me", if_match=tag)
    record(dora, "updatePlayer", "too-late", "It is not", {"name": "Dora C."}, player="me", if_match=tag)
    record(root, "getBacklog", "quiet", "A quiet moment")
    record(ada, "listPlayers", "first-page", "The first two players", page_size=2)
    record(ada, "getStatistics", "none-yet", "Before the first match", player="me")
    record(ada, "getQuotas", "mine", "How much may I create?", player="me")
    record(ada, "blockPlayer", "dora", "I have nothing to do with Dora", player="me", other=dora.id)
    record(ada, "blockPlayer", "myself", "Nobody can block itself", player="me", other=ada.id)
    record(ada, "listBlocks", "mine", "Whom have I blocked?", player="me")
    record(ada, "unblockPlayer", "dora", "Forgiven", player="me", other=dora.id)
    return ada


def _record_quick_pairing(recorder: Recorder, root: Client, ada: Client, bob: Client) -> None:
    record = recorder.record
    record(root, "setRating", "host", "As the host has it", {"rating": 1620}, player=bob.id, ruleset="factionwars")
    record(ada, "getRatings", "bob", "How strong is Bob?", player=bob.id)
    wish = {
        "ruleset": "factionwars",
        "seats": 2,
        "time_control": {"kind": "fischer", "bank_seconds": 300, "increment_seconds": 5},
        "on_time_out": {"kind": "forfeit"},
        "rating_range": {"start": 150, "per_second": 5, "limit": 400},
    }
    mine = record(ada, "createTicket", "fischer", "Five minutes, of about my strength", wish, idempotency_key="ada-2")
    record(ada, "createTicket", "six-seats", "More than can be paired", {**wish, "seats": 6})
    record(ada, "getTicket", "waiting", "Nobody yet", ticket=mine["id"])
    record(bob, "getTicket", "not-mine", "Another's ticket", ticket=mine["id"])
    record(bob, "listPools", "one", "What do others wait for?")
    other = recorder.ask(bob, "createTicket", {**wish, "seats": 3}).json
    record(bob, "cancelTicket", "changed-mind", "I want something else", ticket=other["id"])
    recorder.ask(bob, "createTicket", wish)
    assert recorder.hall.pairer.run() == 1
    record(ada, "getTicket", "paired", "There is a match", ticket=mine["id"], wait=30)
    record(ada, "cancelTicket", "too-late", "It is paired", ticket=mine["id"])
    record(bob, "listTickets", "mine", "My tickets")


def _record_the_lobby(recorder: Recorder, ada: Client, bob: Client, cleo: Client) -> str:
    """The id of the match that is played."""
    record = recorder.record
    new = {
        "ruleset": "factionwars",
        "seats": ["me", "open", "open"],
        "time_control": {"kind": "correspondence", "days": 1},
    }
    made = record(ada, "createMatch", "three-seats", "Two seats are open", new, idempotency_key="ada-1")
    bad = {"ruleset": "factionwars", "seats": ["me", "throne"]}
    record(ada, "createMatch", "no-such-seat", "A seat that is none", bad)
    early = {"ruleset": "factionwars", "seats": ["me", "open"], "client_seed": "0a" * 32}
    record(ada, "createMatch", "seed-too-early", "Nothing is promised yet", early)
    match: str = made["id"]
    record(bob, "listMatches", "joinable", "What could I join?", joinable="me")
    record(bob, "listMatches", "lobby", "Three seats, without bots", joinable="me", seats=3, bots="without")
    record(bob, "joinMatch", "second-seat", "The seat named", {"seat": 1, "client_seed": "0b" * 32}, match=match)
    record(cleo, "joinMatch", "taken", "Somebody sits there", {"seat": 1}, match=match)
    waiting = {"ruleset": "factionwars", "seats": ["me", "open", "open"], "start_rule": "by_creator"}
    other = recorder.ask(ada, "createMatch", waiting).json["id"]
    recorder.ask(cleo, "joinMatch", match=other)
    record(cleo, "leaveMatch", "stand-up", "The seat is open again", match=other)
    record(ada, "startMatch", "not-yet", "Not every seat is taken", match=other)
    record(ada, "assignSeat", "for-cleo", "Kept for one player", {"seat": f"player:{cleo.id}"}, match=other, seat=1)
    recorder.ask(cleo, "joinMatch", match=other)
    recorder.ask(ada, "assignSeat", {"seat": "bot:greedy"}, match=other, seat=2)
    record(cleo, "seedMatch", "mine", "After the commitment was kept", {"client_seed": "0c" * 32}, match=other)
    record(cleo, "seedMatch", "another", "One was given", {"client_seed": "1c" * 32}, match=other)
    record(ada, "startMatch", "start", "All seats are taken", {"client_seed": "0a" * 32}, match=other)
    called_off = recorder.ask(ada, "createMatch", waiting).json["id"]
    record(cleo, "abortMatch", "not-mine", "Somebody else's match", match=called_off)
    record(ada, "abortMatch", "call-off", "Nobody came", match=called_off)
    record(ada, "getReplay", "called-off", "An aborted match", match=called_off)
    bot = {"seat": "bot:random"}
    record(ada, "assignSeat", "bot", "A bot takes the last seat, and the match starts", bot, match=match, seat=2)
    return match


def _record_play(recorder: Recorder, match: str, ada: Client, bob: Client) -> None:
    record = recorder.record
    recorder.hall.play_house(match)
    record(ada, "getMatch", "live", "A live match", match=match)
    tag = recorder.examples[-1].headers["ETag"]
    assert recorder.ask(ada, "getMatch", match=match, if_none_match=tag).status_code == 304
    record(ada, "listMatches", "my-turn", "Where is it my turn?", pending="me", page_size=1)
    view = record(ada, "getSeatView", "my-turn", "What I know and may do", match=match, seat=0)
    record(ada, "getSeatView", "not-mine", "Another's seat", match=match, seat=1)
    record(ada, "getSpectatorView", "everybody", "What everybody knows", match=match)
    decision, action = view["decision"], view["legal"][0]
    structured = {"action": action["action"]}
    seed = {"seed": "5e" * 32}
    record(ada, "imaginePosition", "barred", "In the middle of a rated match", seed, match=match, seat=0)
    record(ada, "checkDecision", "legal", "It would stand", structured, match=match, decision=decision)
    record(ada, "checkDecision", "malformed", "It is no action", {"action": "castle"}, match=match, decision=decision)
    played = {"action": action["notation"]}
    record(ada, "answerDecision", "notation", "By its notation", played, match=match, decision=decision)
    another = {"action": view["legal"][1]["notation"]}
    record(ada, "answerDecision", "changed-mind", "It was answered", another, match=match, decision=decision)
    record(ada, "answerDecision", "too-early", "Not asked yet", played, match=match, decision=decision + 9)
    record(ada, "listSeatEvents", "poll", "What came after what I have", match=match, seat=0, since=view["revision"])
    record(bob, "listMatchEvents", "from-the-start", "A snapshot first", match=match)
    known = record(ada, "listAccountEvents", "open", "What is open", wait=0)
    recorder.record_beginning(ada, "streamAccountEventsSse", "open", "What is open", "text/event-stream")
    recorder.record_beginning(ada, "streamAccountEventsNdjson", "open", "What is open", "application/x-ndjson")
    record(ada, "listAccountEvents", "nothing-new", "Nothing since", since=known["next_since"])
    token = record(ada, "createSeatStreamToken", "a-minute", "For a minute", {"seconds": 60}, match=match, seat=0)
    record(ada, "createSeatStreamToken", "not-mine", "Another's seat", match=match, seat=1)
    record(ada, "createStreamToken", "two-minutes", "For two minutes", {"seconds": 120}, match=match)
    record(ada, "createStreamToken", "longest", "As long as it may live", match=match)
    nobody, last = recorder.hall.stranger(), view["revision"]
    record(nobody, "listSeatEvents", "token", "With a token", match=match, seat=0, token=token["token"], since=last)
    record(nobody, "streamSeatEventsSse", "no-token", "With neither key nor token", match=match, seat=0)


def _record_the_end(recorder: Recorder, match: str, ada: Client, bob: Client) -> None:
    record = recorder.record
    record(bob, "resignMatch", "give-up", "The house plays on", match=match)
    record(ada, "getReplay", "not-yet", "It is not over", match=match)
    record(ada, "listPositions", "not-yet", "It is not over", match=match)
    duel = {"ruleset": "factionwars", "seats": ["me", f"player:{bob.id}"]}
    short = recorder.ask(ada, "createMatch", duel).json["id"]
    recorder.ask(bob, "joinMatch", match=short)
    recorder.ask(bob, "resignMatch", match=short)
    while (found := recorder.ask(ada, "getMatch", match=short).json)["status"] == "live":
        recorder.hall.play_house(short)
        view = recorder.ask(ada, "getSeatView", match=short, seat=0).json
        if view["decision"] is not None:
            first = {"action": view["legal"][0]["notation"]}
            recorder.ask(ada, "answerDecision", first, match=short, decision=view["decision"])
    assert recorder.hall.scoring.score(short)
    last = found["revision"] - 1
    for form in ("Sse", "Ndjson"):
        record(ada, f"streamSeatEvents{form}", "the-end", "The last of a match", match=short, seat=0, since=last)
        record(ada, f"streamMatchEvents{form}", "the-end", "The last of a match", match=short, since=last)
    record(ada, "getReplay", "finished", "A finished match", match=short)
    _record_analysis(recorder, ada)
    again = record(ada, "rematchMatch", "offer", "Once more, from the other seat", match=short)["id"]
    record(ada, "rematchMatch", "not-played", "It never began", match=again)
    record(bob, "leaveMatch", "decline", "Another time", {"reason": "later"}, match=again)
    record(ada, "getStatistics", "one-match", "After one match", player="me")
    _record_leaderboards(recorder, ada)


def _record_analysis(recorder: Recorder, ada: Client) -> None:
    """A match that has ended is looked at, and played on from one of its positions: by somebody who sits nowhere, and
    in vain by a player who does."""
    record, hall = recorder.record, recorder.hall
    eve = recorder.client("Eve")
    practice = recorder.ask(eve, "createMatch", {"ruleset": "factionwars", "seats": ["me", "bot:greedy"]}).json["id"]
    seed = {"seed": "5e" * 32}
    record(eve, "imaginePosition", "mine", "A match that I could be in", seed, match=practice, seat=0)
    record(eve, "imaginePosition", "not-mine", "From another's seat", seed, match=practice, seat=1)
    bots = {"ruleset": "factionwars", "seats": ["bot:greedy", "bot:random"]}
    match = recorder.ask(ada, "createMatch", bots).json["id"]
    hall.play_house(match)
    hall.searching = Searching(TimelessSearches(hall.redis), recorder.engines, MatchStore(hall.redis).bars_help)
    shown: dict[str, str | int] = {"match": match, "seat": 0, "include": "view", "page_size": 2}
    record(eve, "listPositions", "two", "The first two positions, as a seat saw them", **shown)
    fork = record(eve, "getPosition", "first", "After the first action", match=match, number=1)
    record(eve, "getPosition", "beyond", "After more actions than there were", match=match, number=4000)
    there = {"position": fork["position"]}
    record(eve, "observePosition", "fork", "As everybody sees it", there)
    lie = {"position": {**fork["position"], "state": {**fork["position"]["state"], "round": "first"}}}
    record(eve, "observePosition", "lie", "A position that cannot be", lie)
    there = {**there, "seat": fork["pending"][0]}
    record(eve, "chooseAction", "greedy", "What would a bot do?", {**there, "bot": "greedy"})
    asked = {**there, "iterations": 60, "wait": 0}
    record(eve, "explainDecision", "waiting", "What does a search find? It begins", asked)
    hall.make_searches()
    found = record(eve, "explainDecision", "found", "What it has found", asked)
    record(eve, "explainDecision", "no-search", "A bot that does not search", {**there, "bot": "greedy"})
    best = {**there, "action": found["actions"][0]["notation"]}
    record(eve, "playPosition", "best", "Then that is played", best)
    record(ada, "playPosition", "barred", "In the middle of a rated match", best)
    record(eve, "playPosition", "malformed", "It is no action", {**there, "action": "castle"})


def _record_leaderboards(recorder: Recorder, ada: Client) -> None:
    record, hall = recorder.record, recorder.hall
    bots = recorder.ask(ada, "createMatch", {"ruleset": "factionwars", "seats": ["bot:greedy", "bot:random"]}).json[
        "id"
    ]
    hall.play_house(bots)
    assert hall.scoring.score(bots)
    while hall.rater.rate():
        pass
    assert hall.rating_upkeep.work()
    people: dict[str, str | int] = {"ruleset": "factionwars", "seats": 2, "population": "humans"}
    record(ada, "listLeaderboards", "two", "What is there?")
    record(ada, "getLeaderboard", "humans", "People at tables of two", **people)
    record(ada, "getLeaderboard", "empty", "Where nobody has played", **{**people, "seats": 5})
    record(ada, "getBotStrengths", "two-bots", "After one match", **{**people, "population": "bots"})
    record(ada, "getPlayerLeaderboards", "mine", "Where do I stand?", player="me")
    record(ada, "getRatingHistory", "mine", "And why?", player="me", **people)
    record(ada, "updatePlayer", "with-bots", "I want to be rated with bots", {"rated_with_bots": True}, player="me")


def as_lines(examples: Iterable[Example]) -> list[str]:
    """The examples as they are kept: :func:`gateway.openapi.examples.read_examples` reads them."""
    documents = map(dataclasses.asdict, examples)
    return [json.dumps(document, ensure_ascii=False, separators=(",", ":")) for document in documents]
