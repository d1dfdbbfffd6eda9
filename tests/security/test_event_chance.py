"""A platform that deals a match of a tournament or a series from another seed than it had promised, and signs all of it
anew: the independent checker refuses it."""

import hashlib
import hmac
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from services.engine.fairness import canonical
from tests.integration.docs.test_fairness import CHECKER, played
from tests.security.replay_mutations import played_anew

Json = dict[str, Any]
EVENT_SEED, OTHER_SEED = bytes(range(32)), bytes(range(32, 64))
CHOSEN = b"\xcd" * 32
CARDS, OTHER_CARDS = {"catalogue_sha256": "ca" * 32}, {"catalogue_sha256": "cb" * 32}
MINE, THEIRS = "c5" * 32, "a1" * 32
PER_DECISION = {"kind": "per_decision", "seconds": 30}
PLAY_DEFAULT = {"kind": "play_default"}


def digest(document: Json) -> str:
    return hashlib.sha256(canonical(document)).hexdigest()


def event_document() -> Json:
    match = played(2, {})
    return {
        "format": "playhall.event/1",
        "tournament": "tournament_1",
        "host": "p_host",
        "created_at": "2026-01-01T00:00:00.000Z",
        "ruleset": "commanders",
        "ruleset_version": match["version"],
        "options": match["options"],
        "time_control": {"kind": "none"},
        "on_time_out": PLAY_DEFAULT,
        "stages": [{"format": "swiss", "rounds": 3}],
        "apart": None,
        "unplayed_rules": 2026,
        "seed_sha256": hashlib.sha256(EVENT_SEED).hexdigest(),
        "seed_given_by_host": False,
    }


EVENT = event_document()


def tournament(document: Json = EVENT, seed: bytes | None = EVENT_SEED, **fields: Any) -> Json:
    """The answer of ``GET /v1/tournaments/{tournament}``."""
    told = {"id": "tournament_1", "commitment": digest(document), "commitment_document": document}
    return {**told, "commitment_log": {"index": 3, "hash": "00" * 32}, "seed": seed and seed.hex(), **fields}


def of_tournament(server: bytes | None = None, deal: int = 1, cards: Json = CARDS, **event: Any) -> Json:
    """A match of it, dealt from ``server``, or from the seed that was promised. ``cards``: what it says of them."""
    match = played(2, {})
    match["client_seeds"] = [MINE, THEIRS]
    place = {
        "sha256": digest(EVENT),
        "entrants": ["p_0", "p_1"],
        "game": 1,
        "deal": deal,
        "played_again": None,
        **event,
    }
    entrants = [{"id": "p_0", "client_seed": MINE}, {"id": "p_1", "client_seed": THEIRS}]
    chance = canonical({"entrants": entrants, "deal": deal})
    made = server or hmac.digest(EVENT_SEED, b"playhall.event-deal/1\0" + chance, "sha256")
    seed = hmac.digest(made, b"playhall.event-match-seed/1\0" + chance, "sha256")
    return dealt_anew(match, made, seed, {"event": place, **cards})


SERIES = {
    "format": "playhall.series/2",
    **CARDS,
    "design": "round_robin",
    "entrants": [{"bot": "player:p_0", "version": "unknown"}, {"bot": "player:p_1", "version": "unknown"}],
    "live": {"concurrency": 8, "on_time_out": PLAY_DEFAULT, "time_control": PER_DECISION},
    "options": EVENT["options"],
    "ruleset": "commanders",
    "ruleset_version": EVENT["ruleset_version"],
    "seats": [2],
    "series_seed_sha256": hashlib.sha256(EVENT_SEED).hexdigest(),
    "stop": {"matches": 2, "rule": "fixed"},
}
EXTENSION = {
    "format": "playhall.series-extension/1",
    "series": digest(SERIES),
    "previous": digest(SERIES),
    "first": 2,
    "matches": 4,
    "seed_sha256": hashlib.sha256(OTHER_SEED).hexdigest(),
}


def promised(document: Json, seed: bytes | None, index: int) -> Json:
    """A series, or an extension, as it is published."""
    log = {"index": index, "hash": "00" * 32}
    return {
        "document": document,
        "document_sha256": digest(document),
        "commitment_log": log,
        "seed": seed and seed.hex(),
    }


def series(*extensions: Json, document: Json = SERIES, seed: bytes | None = EVENT_SEED) -> Json:
    """The answer of ``GET /v1/series/{series}``."""
    return {**promised(document, seed, 3), "extensions": list(extensions)}


EXTENDED = series(promised(EXTENSION, OTHER_SEED, 4))


def of_series(number: int, server: bytes | None = None, cards: Json = CARDS) -> Json:
    """A live match of it."""
    match = played(2, {})
    match["client_seeds"] = [None, None]
    part = EVENT_SEED if number < 2 else OTHER_SEED
    made = server or hmac.digest(part, b"playhall.series-deal/1\0" + number.to_bytes(8, "big"), "sha256")
    shared = {name: SERIES[name] for name in ("ruleset", "ruleset_version", "options")}
    shared |= {"seats": 2, "series": digest(SERIES), "deal": number}
    message = b"playhall.series-match-seed/1\0" + hashlib.sha256(canonical(shared)).digest()
    place = {"sha256": digest(SERIES), "match": number, "deal": number}
    told = {"match": None, "created_at": None, "series": place, **cards}
    clocks = {"time_control": PER_DECISION, "on_time_out": PLAY_DEFAULT}
    return dealt_anew(match, made, hmac.digest(made, message, "sha256"), told | clocks)


def dealt_anew(match: Json, server: bytes, seed: bytes, promise: Json) -> Json:
    """The match with these seeds; whatever follows from them is made anew."""
    document = match["commitment_document"] | {"format": "playhall.commitment/2", "grace_milliseconds": 250}
    document |= {"time_control": {"kind": "none"}, "on_time_out": PLAY_DEFAULT} | promise
    document.pop("decision_seconds")
    document = {name: value for name, value in document.items() if name != "catalogue_sha256" or name in promise}
    document["server_seed_sha256"] = hashlib.sha256(server).hexdigest()

    def seeding(match: Json) -> None:
        match |= {"commitment_document": document, "commitment": digest(document)}
        match |= {"server_seed": server.hex(), "seed": seed.hex()}
        match["commitment_signature"] = match["signature"]
        match["commitment_log"] = {"index": 9, "hash": "00" * 32}

    played_anew(match, seeding=seeding)
    return match


def said(match: Json, folder: Path, *saved: tuple[str, Json]) -> tuple[str, str]:
    """What the checker prints of a match, and why it refuses it."""
    arguments = [write(folder / "replay.json", match)]
    for number, (option, document) in enumerate(saved):
        arguments += [f"--{option}", write(folder / f"{number}.json", document)]
    command = [sys.executable, "-I", "-S", str(CHECKER), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return done.stdout, done.stderr.strip()


def write(file: Path, document: Json) -> str:
    file.write_text(json.dumps(document))
    return str(file)


def test_a_tournaments_match_follows_from_what_was_promised(tmp_path: Path) -> None:
    before, after = tournament(seed=None), tournament()
    told, wrong = said(of_tournament(), tmp_path, ("event", before), ("event", after))
    assert wrong == ""
    assert "checked: the server's seed follows from the tournament's, the players' and the number of the deal" in told
    assert "not checked: that the server's seed follows" in said(of_tournament(), tmp_path, ("event", before))[0]
    assert (
        "not checked: that the match follows from the commitment of its tournament"
        in said(of_tournament(), tmp_path)[0]
    )


def test_a_game_that_is_played_again_and_a_host_who_gave_the_seed_are_said(tmp_path: Path) -> None:
    again = {"times": 1, "match": "m_0", "entry": 18, "by": "p_host", "reason": "power cut"}
    known = EVENT | {"seed_given_by_host": True}
    match = of_tournament(deal=2, played_again=again, sha256=digest(known))
    told, wrong = said(match, tmp_path, ("event", tournament(known, None)))
    assert wrong == ""
    assert "note: game 1 is played again (time 1), after match m_0:" in told
    assert "note: 'power cut', decided by p_host, entry 18 of the tournament's log" in told


OTHER_EVENT = EVENT | {"seed_sha256": hashlib.sha256(CHOSEN).hexdigest()}


SLOW = EVENT | {"time_control": PER_DECISION}


def seed_digest(seed: str) -> str:
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def entrant(id_: str, player: str, seed: str) -> Json:
    return {"id": id_, "player_id": player, "bot": None, "client_seed": seed, "client_seed_sha256": seed_digest(seed)}


ENTRANTS = [entrant("e1", "p_0", MINE), entrant("e2", "p_1", THEIRS)]


def entries(*whats: Json) -> list[Json]:
    """A tournament's log: two have entered with seeds of their own, and were paired."""
    begun: list[Json] = [
        {"kind": "entered", "entrant": "e1", "player": "p_0", "bot": None},
        {"kind": "entered", "entrant": "e2", "player": "p_1", "bot": None},
        {"kind": "seed_given", "entrant": "e1", "client_seed_sha256": seed_digest(MINE)},
        {"kind": "seed_given", "entrant": "e2", "client_seed_sha256": seed_digest(THEIRS)},
        PAIRED,
    ]
    return [
        {"number": number, "by": None, "reason": "", "what": what} for number, what in enumerate([*begun, *whats], 1)
    ]


PAIRED = {"kind": "round_paired", "round": 1, "tables": [{"entrants": ["e1", "e2"], "away": []}]}
OTHERWISE = PAIRED | {"tables": [{"entrants": ["e2", "e1"], "away": []}]}


def told(kind: str, match: str, *entrants: str) -> Json:
    ended = {"places": [1, 2], "forfeits": []} if kind == "game_ended" else {}
    return {"kind": kind, "round": 1, "table": 1, "game": 1, "match": match, "entrants": list(entrants), **ended}


def exported(*whats: Json, entrants: list[Json] = ENTRANTS) -> Json:
    """The tournament's export."""
    return tournament(entrants=entrants, log=entries(*whats), status="finished")


VOID = told("game_void", "m_0", "e2", "e1")


NAME = of_tournament()["match"]


def ended(match: Json) -> Json:
    """The entry that a match makes."""
    places = [each["rank"] for each in match["outcome"]["results"]]
    return told("game_ended", match["match"], "e1", "e2") | {"places": places}


ENDED = ended(of_tournament())


def test_the_log_of_a_tournament_tells_the_deal_the_seats_and_the_others_seeds(tmp_path: Path) -> None:
    again = {"times": 1, "match": "m_0", "entry": 6, "by": None, "reason": ""}
    undone = {"kind": "undone", "entry": 6}
    another = of_tournament(deal=2, played_again=again)
    for match, export in (
        (of_tournament(), exported(ENDED)),
        (of_tournament(), exported(OTHERWISE, undone, ENDED)),
        (another, exported(VOID, ended(another))),
    ):
        said_of, wrong = said(match, tmp_path, ("event", export))
        assert wrong == ""
        assert (
            "checked: the number of the deal, the order of seats and all players' seeds are those of its log" in said_of
        )
    said_of, wrong = said(of_tournament(), tmp_path, ("event", tournament(entrants=2)))
    assert wrong == ""
    assert "not checked: the number of the deal, the order of seats and the others' seeds: give the export" in said_of


@pytest.mark.parametrize(
    ("match", "saved", "complaint"),
    [
        (lambda: of_tournament(CHOSEN), [tournament()], "the server's seed does not follow from the tournament's"),
        (
            of_tournament,
            [tournament(), tournament(OTHER_EVENT)],
            "the tournament's commitment is another than you saved",
        ),
        (of_tournament, [tournament(seed=CHOSEN)], "its seed was not promised"),
        (of_tournament, [tournament(commitment_log={"index": 10})], "the tournament was committed to after the match"),
        (
            of_tournament,
            [tournament(entrants=[entrant("e1", "p_0", "00" * 32), ENTRANTS[1]])],
            "p_0 gave another client seed to the tournament",
        ),
        (of_tournament, [tournament(entrants=ENTRANTS[:1])], "p_1 has not entered the tournament"),
        (of_tournament, [exported()], "the tournament's log does not tell of this match"),
        (
            lambda: of_tournament(sha256=digest(SLOW)),
            [tournament(SLOW)],
            "the tournament has another `time_control`",
        ),
        *(
            (
                lambda cards=cards: of_tournament(sha256=digest(EVENT | CARDS), cards=cards),
                [tournament(EVENT | CARDS)],
                "the tournament has other cards",
            )
            for cards in (OTHER_CARDS, {})
        ),
        (of_tournament, [exported(ENDED, entrants=ENTRANTS[:1])], "p_1 has not entered the tournament"),
        (lambda: of_tournament(deal=77), [exported(ENDED)], "by the tournament's log it is deal 1"),
        (of_tournament, [exported(VOID, ENDED)], "by the tournament's log it is deal 2"),
        (lambda: of_tournament(game=2), [exported(ENDED)], "by the tournament's log it is game 1"),
        (
            lambda: of_tournament(deal=2),
            [exported(VOID, ENDED)],
            "by the tournament's log it was dealt before otherwise than it says",
        ),
        (of_tournament, [exported(OTHERWISE, ENDED)], "by the tournament's log they were to sit otherwise"),
        (
            of_tournament,
            [exported(told("game_ended", NAME, "e2", "e1"))],
            "by the tournament's log they have sat otherwise",
        ),
        (lambda: of_tournament(entrants=["p_1", "p_0"]), [tournament()], "seat 0: another entrant was promised"),
        (lambda: played(2, {}), [tournament()], "the match belongs to no tournament, or to one without a commitment"),
    ],
)
def test_a_tournaments_match_that_was_dealt_otherwise_is_refused(
    match: Any, saved: list[Json], complaint: str, tmp_path: Path
) -> None:
    assert said(match(), tmp_path, *(("event", each) for each in saved))[1] == complaint


def test_a_series_match_follows_from_what_was_promised(tmp_path: Path) -> None:
    for number in (0, 3):
        told, wrong = said(of_series(number), tmp_path, ("series", EXTENDED))
        assert wrong == ""
        assert "checked: the server's seed follows from that of the series and the number of the deal" in told


@pytest.mark.parametrize(
    ("match", "saved", "complaint"),
    [
        (lambda: of_series(1, CHOSEN), [EXTENDED], "the server's seed does not follow from that of the series"),
        (
            lambda: of_series(2, bytes.fromhex(of_series(1)["server_seed"])),
            [EXTENDED],
            "the server's seed does not follow from that of the series",
        ),
        (lambda: of_series(4), [EXTENDED], "the series has not so many matches"),
        (
            lambda: of_series(3),
            [series(promised(EXTENSION, OTHER_SEED, 12))],
            "the seed of the series was committed to after the match",
        ),
        (
            lambda: of_series(3),
            [series(promised(EXTENSION | {"previous": "00" * 32}, OTHER_SEED, 4))],
            "an extension does not follow its series",
        ),
        (
            lambda: of_series(3),
            [
                series(promised(EXTENSION | {"seed_sha256": "00" * 32}, None, 4), seed=None),
                series(promised(EXTENSION, OTHER_SEED, 4)),
            ],
            "the series has promised other seeds than you saved",
        ),
        (
            lambda: of_series(0),
            [series(document=SERIES | {"design": "paired"})],
            "the series is another than you saved",
        ),
        (lambda: of_series(0, cards=OTHER_CARDS), [EXTENDED], "the series has other cards"),
        (lambda: of_series(0, cards={}), [EXTENDED], "the series has other cards"),
        (lambda: played(2, {}), [EXTENDED], "the match belongs to no series"),
    ],
)
def test_a_series_match_that_was_dealt_otherwise_is_refused(
    match: Any, saved: list[Json], complaint: str, tmp_path: Path
) -> None:
    assert said(match(), tmp_path, *(("series", each) for each in saved))[1] == complaint
