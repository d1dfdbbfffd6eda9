"""What a platform would have published of a tournament and of a series, and matches of theirs, by the rules of
docs/fairness.md; each may be told otherwise than it was."""

import hashlib
import hmac
from typing import Any

from services.engine.fairness import canonical
from tests.integration.clients.promising import Json, Promising

PLATFORM = Promising()
KEYS = PLATFORM.published["keys"]
SEED, LATER_SEED = bytes(range(32)), bytes(range(32, 64))
MINE = "c5" * 32
CHOSEN = b"\xcd" * 32
CARDS, OTHER_CARDS = "ca" * 32, "cb" * 32

EVENT: Json = {
    "apart": None,
    "created_at": "2026-01-01T00:00:00.000Z",
    "format": "playhall.event/1",
    "host": "p_host",
    "on_time_out": {"kind": "default"},
    "options": {"deck": "open"},
    "ruleset": "duels",
    "ruleset_version": "1.0.0",
    "seed_given_by_host": False,
    "seed_sha256": hashlib.sha256(SEED).hexdigest(),
    "stages": [{"format": "swiss", "rounds": 3}],
    "time_control": {"kind": "none"},
    "tournament": "tournament_1",
    "unplayed_rules": 2026,
}
SERIES: Json = {
    "catalogue_sha256": CARDS,
    "design": "round_robin",
    "entrants": [{"bot": "player:p_1", "version": "unknown"}, {"bot": "greedy", "version": "1.0.0"}],
    "format": "playhall.series/2",
    "live": {
        "concurrency": 8,
        "on_time_out": {"kind": "default_action"},
        "time_control": {"kind": "per_decision", "seconds": 30},
    },
    "options": {"units": "open"},
    "ruleset": "commanders",
    "ruleset_version": "1.0.0",
    "seats": [2],
    "series_seed_sha256": hashlib.sha256(SEED).hexdigest(),
    "stop": {"matches": 2, "rule": "fixed"},
}
SERIES_ID = "6e3f48d02e6ed6c5fb8084af37877e9c1795b65f2dd4ee3a692b908db5b9c283"
EXTENSION: Json = {
    "first": 2,
    "format": "playhall.series-extension/1",
    "matches": 4,
    "previous": SERIES_ID,
    "seed_sha256": hashlib.sha256(LATER_SEED).hexdigest(),
    "series": SERIES_ID,
}


def tournament(document: Json = EVENT, index: int = 3) -> Json:
    """What a tournament publishes, at its end."""
    return {
        "id": "tournament_1",
        "commitment_document": document,
        "commitment_log": {"index": index, "hash": ""},
        "seed": SEED.hex(),
        **PLATFORM.signed(document),
    }


def played(
    server: bytes | None = None, deal: int = 1, mine: str | None = MINE, cards: str | None = CARDS, **event: Any
) -> Json:
    """A match of the tournament. ``server``: the platform's seed, in the place of the one that the rules give.
    ``cards``: those that it is promised with; None: it names none."""
    ids = ["p_1", "bot:greedy:1"]
    place = {
        "sha256": PLATFORM.signed(EVENT)["commitment"],
        "entrants": ids,
        "game": 1,
        "deal": deal,
        "played_again": None,
        **event,
    }
    entrants = [{"client_seed": None, "id": ids[1]}, {"client_seed": mine, "id": ids[0]}]
    chance = canonical({"entrants": entrants, "deal": deal})
    made = server or hmac.digest(SEED, b"playhall.event-deal/1\0" + chance, "sha256")
    seed = hmac.digest(made, b"playhall.event-match-seed/1\0" + chance, "sha256")
    document = {"match": "m_1", "created_at": "2026-01-02T00:00:00.000Z", "event": place}
    names = ("ruleset", "ruleset_version", "options", "time_control", "on_time_out")
    document |= {name: EVENT[name] for name in names} | _cards(cards)
    seats: list[Json] = [{"player": "p_1", "bot": None}, {"player": "bot_duels_greedy", "bot": "greedy"}]
    return _replay(document, made, seed, seats, [mine, None])


def entries(*whats: Json) -> list[Json]:
    """The tournament's log: a player has entered with a seed of its own, and a bot, and they were paired."""
    digest = hashlib.sha256(bytes.fromhex(MINE)).hexdigest()
    begun: list[Json] = [
        {"kind": "entered", "entrant": "e1", "player": "p_1", "bot": None},
        {"kind": "entered", "entrant": "e2", "player": None, "bot": "greedy"},
        {"kind": "seed_given", "entrant": "e1", "client_seed_sha256": digest},
        {"kind": "round_paired", "round": 1, "tables": [{"entrants": ["e1", "e2"], "away": []}]},
    ]
    return [
        {"number": number, "by": None, "reason": "", "what": what} for number, what in enumerate([*begun, *whats], 1)
    ]


def told(kind: str, match: str, *entrants: str) -> Json:
    """What the log says of a match."""
    return {"kind": kind, "round": 1, "table": 1, "game": 1, "match": match, "entrants": list(entrants)}


def exported(*whats: Json) -> Json:
    """The tournament's export, at its end."""
    entrants = [{"id": "e1", "client_seed": MINE}, {"id": "e2", "client_seed": None}]
    return {**tournament(), "status": "finished", "entrants": entrants, "log": entries(*whats)}


def promised(document: Json, seed: bytes, index: int) -> Json:
    """A series, or an extension, as it is published."""
    signed = PLATFORM.signed(document)
    return {
        "document": document,
        "document_sha256": signed["commitment"],
        "commitment_signature": signed["commitment_signature"],
        "commitment_log": {"index": index, "hash": ""},
        "seed": seed.hex(),
    }


def series(*extensions: Json, document: Json = SERIES) -> Json:
    """What a series publishes, at its end."""
    return {**promised(document, SEED, 3), "extensions": list(extensions)}


def dealt(number: int, server: bytes | None = None, player: str = "p_1", cards: str | None = CARDS) -> Json:
    """A match of the series."""
    part = SEED if number < EXTENSION["first"] else LATER_SEED
    made = server or hmac.digest(part, b"playhall.series-deal/1\0" + number.to_bytes(8, "big"), "sha256")
    rules = {name: SERIES[name] for name in ("ruleset", "ruleset_version", "options")}
    shared = canonical({**rules, "seats": 2, "series": SERIES_ID, "deal": number})
    message = b"playhall.series-match-seed/1\0" + hashlib.sha256(shared).digest()
    document = {"match": None, "created_at": None, "seats": [{}, {}], **rules}
    document |= {name: SERIES["live"][name] for name in ("time_control", "on_time_out")} | _cards(cards)
    document["series"] = {"sha256": SERIES_ID, "match": number, "deal": number}
    seats: list[Json] = [{"player": player, "bot": None}, {"player": "bot_commanders_greedy", "bot": "greedy"}]
    return _replay(document, made, hmac.digest(made, message, "sha256"), seats, [None, None])


def _cards(cards: str | None) -> Json:
    return {} if cards is None else {"catalogue_sha256": cards}


def _replay(document: Json, server: bytes, seed: bytes, seats: list[Json], client_seeds: list[str | None]) -> Json:
    document |= {"format": "playhall.commitment/2", "server_seed_sha256": hashlib.sha256(server).hexdigest()}
    told = {
        "format": "playhall.replay/2",
        "match": "m_1",
        "created_at": "2026-01-02T00:00:00.000Z",
        "ruleset": document["ruleset"],
        "version": document["ruleset_version"],
        "options": document["options"],
        "seats": seats,
        "client_seeds": client_seeds,
        "commitment_document": document,
        "commitment_log": {"index": 9, "hash": ""},
        "server_seed": server.hex(),
        "seed": seed.hex(),
        **PLATFORM.signed(document),
    }
    return {**told, "signature": PLATFORM.signed(told)["commitment_signature"]}
