"""Check a match of FACES: COMMANDERS with nothing but Python.

    python check_match.py REPLAY [--match FILE] [--commitment HEX] [--seat N --player ID --seed HEX] [--stream FILE]
        [--event FILE ...] [--series FILE ...]

REPLAY: the answer of GET /v1/matches/{match}/replay, or what `playhall play` or `playhall series replay` wrote. What
you kept yourself: --match, the answer of GET /v1/matches/{match} from before you gave your client seed (or
--commitment alone); --seat, --player and --seed, your seat, your id and that client seed; --stream, your seat's event
stream since 0 (NDJSON). Of a tournament's match --event, the answers of GET /v1/tournaments/{tournament} from before
you entered and from its end, and its export; of a series' match --series, the answers of GET /v1/series/{series}, or
series.json of `playhall series`. Shares no code with Playhall; docs/fairness.md explains each step. It says what it
has checked and what it has not.
"""

import argparse
import hashlib
import hmac
import json
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

TOP = {"format", "match", "status", "ruleset", "version", "options", "seats", "commitment", "commitment_document"}
TOP |= {"commitment_signature", "commitment_log", "server_seed", "client_seeds", "seed", "created_at", "ended_at"}
TOP |= {"start", "steps", "resignations", "outcome", "final_state_sha256", "signature"}
START, RESIGNED = {"at", "events", "shown", "next"}, {"seat", "rev", "at", "shown"}
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
CREDITED = {"since", "until", "rev", "at", "shown"}
STEP = START | {"rev", "seat", "decision", "action", "structured"}
DOCUMENT = {"format", "match", "creator", "created_at", "ruleset", "ruleset_version", "options", "seats", "start_rule"}
DOCUMENT |= {"visibility", "spectator_delay_seconds", "server_seed_sha256"}
BOTS = ("random", "greedy", "expert", "search", "search-deep")
EVENT = {"sha256", "entrants", "game", "deal", "played_again"}
CLOCKS = {"playhall.commitment/1": {"decision_seconds"}}
CLOCKS |= {"playhall.commitment/2": {"time_control", "on_time_out", "grace_milliseconds"}}


def must(holds: object, what: str, step: int | None = None) -> None:
    """End with what is wrong, unless it holds."""
    if not holds:
        sys.exit(what if step is None else f"step {step}: {what}")


def parse(text: str) -> object:
    """JSON that says one thing only: no key twice, no number that is not whole."""

    def unique(pairs: list) -> dict:
        must(len(dict(pairs)) == len(pairs), "the JSON names a key twice")
        return dict(pairs)

    def no_number(word: str) -> None:
        sys.exit(f"the JSON holds {word}")

    return json.loads(text, object_pairs_hook=unique, parse_float=no_number, parse_constant=no_number)


def canonical(document: object) -> bytes:
    """RFC 8785: sorted keys, no spaces, UTF-8. `True` and 1, which Python calls equal, are written differently."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def same(one: object, other: object) -> bool:
    """Whether two documents are the same JSON."""
    return canonical(one) == canonical(other)


def count(value: object) -> bool:
    """Whether a value is a number from 0."""
    return type(value) is int and value >= 0


def milliseconds(at: object, place: str) -> int:
    """A time as milliseconds since 1970."""
    found = re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", str(at))
    must(found, f"{place}: {at!r} is no time")
    try:
        return (datetime.fromisoformat(str(at)) - EPOCH) // timedelta(milliseconds=1)
    except ValueError:
        sys.exit(f"{place}: {at!r} is no time")


def moment(at: int) -> str:
    """Milliseconds since 1970 as text."""
    return (EPOCH + timedelta(milliseconds=at)).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def words(seed: bytes, stream: str) -> Iterator[int]:
    """The words of a stream: SHAKE-256 of seed, name and block number, sixteen 32-bit words a block."""
    block = 0
    while True:
        data = hashlib.shake_256(seed + b"\0" + stream.encode() + b"\0" + block.to_bytes(8, "big")).digest(64)
        yield from (int.from_bytes(data[at : at + 4], "big") for at in range(0, 64, 4))
        block += 1


def below(stream: Iterator[int], n: int) -> int:
    """A number below n. Words past the last multiple of n are skipped, so that no number comes more often."""
    return next(word for word in stream if word < 2**32 - 2**32 % n) % n


def check_promise(replay: dict) -> bytes:
    """The match's seed, after the commitment was checked."""
    document, server = replay["commitment_document"], bytes.fromhex(replay["server_seed"])
    must(document.get("format") in CLOCKS, "the commitment document has another format")
    fields = DOCUMENT | CLOCKS[document["format"]]
    extra = document.keys() - fields - {"assistance", "catalogue_sha256"}
    must(len(extra) < 2 and extra <= {"series", "tournament", "event"}, "the commitment document has other fields")
    must(document.get("assistance", "open") in ("none", "after_match", "open"), "it promises a help that there is not")
    must(fields <= document.keys(), "the commitment document lacks a field")
    must(
        hashlib.sha256(canonical(document)).hexdigest() == replay["commitment"], "the commitment is of another document"
    )
    must(hashlib.sha256(server).hexdigest() == document["server_seed_sha256"], "the server seed was not promised")
    for name in ("match", "ruleset", "version", "options", "created_at"):
        promised = document[name.replace("version", "ruleset_version")]
        by_place = "tournament" in document or ("series" in document and document["match"] is None)
        if name in ("match", "created_at") and by_place:  # it is named by its place there
            must(promised is None, f"`{name}` is not left out in a tournament or series")
            continue
        must(same(replay[name], promised), f"`{name}` is not what was promised")
    if "tournament" in document:
        check_place(document["tournament"])
        must(replay["match"], "a match of a tournament has an id")
    check_platform(replay)
    must(len(document["seats"]) == len(replay["seats"]), "another number of seats was promised")
    fields = {"name", "kind", "bot"} | ({"player"} if replay["match"] else set())
    message = b"playhall.match-seed/2\0" + bytes.fromhex(replay["commitment"])
    for place, (seat, seed) in enumerate(zip(replay["seats"], replay["client_seeds"], strict=True)):
        must(seat.keys() == fields, f"seat {place} has other fields")
        must(seat["kind"] in ("person", "bot"), f"seat {place} is of no kind")
        must(seat["bot"] is None or (seat["kind"] == "bot" and seed is None), f"seat {place} is a contradiction")
        must(seat["bot"] is None or seat["bot"] in BOTS, f"there is no bot {seat['bot']}")
        if replay["match"]:
            its_id = seat["player"] if seat["bot"] is None else f"bot_commanders_{seat['bot']}"
            must(seat["player"] == its_id, f"seat {place} is another bot")
            must((seat["bot"] is not None) == its_id.startswith("bot_"), f"seat {place}: is it a bot or not?")
        must(seed is None or re.fullmatch("[0-9a-f]{64}", seed), f"seat {place} has a client seed that is none")
        message += place.to_bytes(2, "big") + (b"\0" + bytes(32) if seed is None else b"\1" + bytes.fromhex(seed))
    made = hmac.digest(server, message, "sha256")
    if "series" in document:
        made = series_seed(replay, document, server)
    if "event" in document:
        made = event_seed(replay, server)
    must(made.hex() == replay["seed"], "the match seed does not follow from the seeds")
    return made


def check_platform(replay: dict) -> None:
    """A match of a platform has an id, times, signatures and a place in the log; one without a platform has none."""
    names = ("commitment_signature", "signature")
    if replay["match"] is None:
        told = [replay.get(name) for name in (*names, "commitment_log", "takeovers", "time_credits")]
        must(not any(told), "a match without an id has neither signatures nor a place in the log nor clocks")
    must(replay["match"] is None or replay["commitment_log"], "the commitment has no place in the log")
    for name in names if replay["match"] else ():
        signed = type(replay[name]) is dict and re.fullmatch("[0-9a-f]{128}", replay[name].get("value", ""))
        must(signed, f"`{name}` is none")


def check_place(place: dict) -> None:
    """Where the match belongs in a tournament."""
    counted = ("pairing", "table", "game", "attempt")
    must(type(place) is dict and place.keys() == {"sha256", *counted}, "`tournament` has other fields")
    must(re.fullmatch("[0-9a-f]{64}", place["sha256"]), "`tournament` names no settings")
    must(all(count(place[name]) for name in counted), "`tournament` counts wrongly")


def series_seed(replay: dict, document: dict, server: bytes) -> bytes:
    """The match's seed if it belongs to a series between bots: the same for every seating of the deal."""
    series = document["series"]
    must(type(series) is dict and series.keys() == {"sha256", "match", "deal"}, "`series` has other fields")
    must(re.fullmatch("[0-9a-f]{64}", series["sha256"]), "`series` names no document")
    must(count(series["match"]) and count(series["deal"]), "`series` counts wrongly")
    is_live = any(planned["kind"] == "person" for planned in document["seats"])
    must(not is_live or series["deal"] == series["match"], "a live match has another deal than its own")
    must(not any(replay["client_seeds"]), "nobody adds a client seed in a series")
    for place, (seat, planned) in enumerate(zip(replay["seats"], document["seats"], strict=True)):
        is_person = is_live and planned["kind"] == "person"
        must(is_person or planned["kind"] == "bot", f"seat {place} is no bot's in a series")
        must(seat["bot"] == planned["bot"], f"seat {place}: another bot was promised")
        must(not is_person or seat["player"] == planned["player"], f"seat {place}: another player was promised")
    told = [replay.get(name) for name in ("resignations", "takeovers", "time_credits")]
    must(is_live or not any(told), "nobody resigns in a series")
    names = ("ruleset", "ruleset_version", "options")
    shared = {name: document[name] for name in names} | {"seats": len(document["seats"]), "deal": series["deal"]}
    digest = hashlib.sha256(canonical(shared | {"series": series["sha256"]})).digest()
    return hmac.digest(server, b"playhall.series-match-seed/1\0" + digest, "sha256")


def event_deal(replay: dict) -> dict:
    """What the chance of a tournament's match depends on, beside the tournament's seed."""
    event = replay["commitment_document"]["event"]
    seats = zip(event["entrants"], replay["client_seeds"], strict=True)
    entrants = sorted(({"id": entrant, "client_seed": seed} for entrant, seed in seats), key=lambda each: each["id"])
    return {"entrants": entrants, "deal": event["deal"]}


def event_seed(replay: dict, server: bytes) -> bytes:
    """The match's seed if it belongs to a tournament: that of who plays, with which seeds, and of which deal."""
    event, seats = replay["commitment_document"]["event"], replay["seats"]
    must(type(event) is dict and event.keys() == EVENT, f"`event` has other fields than {EVENT}")
    must(re.fullmatch("[0-9a-f]{64}", event["sha256"]), "`event` names no tournament")
    must(count(event["game"]) and count(event["deal"]) and event["game"] * event["deal"], "`event` counts wrongly")
    must(len(event["entrants"]) == len(seats) == len(set(event["entrants"])), "`event` has not one entrant per seat")
    for place, (entrant, seat) in enumerate(zip(event["entrants"], seats, strict=True)):
        its_own = seat["player"] if seat["bot"] is None else f"bot:{seat['bot']}:{entrant.rpartition(':')[2]}"
        must(entrant == its_own, f"seat {place}: another entrant was promised")
        must(seat["bot"] is None or re.fullmatch(r".*:[1-9]\d*", entrant), f"seat {place}: which bot of its kind?")
    again = event["played_again"]
    if again is not None:
        must(again.keys() == {"times", "match", "entry", "by", "reason"}, "`played_again` has other fields")
        who = "the platform" if again["by"] is None else again["by"]
        print(f"note: game {event['game']} is played again (time {again['times']}), after match {again['match']}:")
        print(f"note: {again['reason']!r}, decided by {who}, entry {again['entry']} of the tournament's log")
    return hmac.digest(server, b"playhall.event-match-seed/1\0" + canonical(event_deal(replay)), "sha256")


def check_event(replay: dict, saved: list[dict]) -> None:
    """The match follows from its tournament, as that was published. ``saved``: what it said, at any moments."""
    event = replay["commitment_document"].get("event")
    must(event, "the match belongs to no tournament, or to one without a commitment")
    shown, has_log = None, False
    for told in saved:
        document = told["commitment_document"]
        digest = hashlib.sha256(canonical(document)).hexdigest()
        must(digest == told["commitment"] == event["sha256"], "the tournament's commitment is another than you saved")
        must(document["format"] == "playhall.event/1", "the tournament has another format")
        must(document["ruleset"] == replay["ruleset"], "the tournament plays another game")
        must(same(document["options"], replay["options"]), "the tournament has other options")
        promise = replay["commitment_document"]
        for name in ("time_control", "on_time_out"):
            must(same(document[name], promise[name]), f"the tournament has another `{name}`")
        if document["ruleset_version"] == replay["version"]:
            check_cards(document, promise, "the tournament")
        check_order(told["commitment_log"], replay, "the tournament")
        has_log = check_entrants(replay, event, told) or has_log
        shown = told.get("seed") or shown
        if document["ruleset_version"] != replay["version"]:
            print(f"note: the tournament was created with version {document['ruleset_version']} of the rules")
    print("checked: the tournament's commitment is the one that you saved, and stands before the match in the log")
    if has_log:
        print("checked: the number of the deal, the order of seats and all players' seeds are those of its log")
    else:
        print("not checked: the number of the deal, the order of seats and the others' seeds: give the export")
    if shown is None:
        print("not checked: that the server's seed follows from the tournament's: it is shown when that is over")
        return
    must(hashlib.sha256(bytes.fromhex(shown)).hexdigest() == document["seed_sha256"], "its seed was not promised")
    made = hmac.digest(bytes.fromhex(shown), b"playhall.event-deal/1\0" + canonical(event_deal(replay)), "sha256")
    must(made.hex() == replay["server_seed"], "the server's seed does not follow from the tournament's")
    print("checked: the server's seed follows from the tournament's, the players' and the number of the deal")
    if document["seed_given_by_host"]:
        print("note: the host has given the tournament's seed, and knew all cards")


def check_entrants(replay: dict, event: dict, told: dict) -> bool:
    """The players' seeds are those that they gave for the whole tournament, and deal and seats those of its log, as far
    as what was saved tells them. Whether it has told all of it."""
    entrants, log = told.get("entrants"), told.get("log")
    if type(entrants) is not list:  # the answer of GET /v1/tournaments/{tournament} has only their number there
        return False
    entries = log if type(log) is list else []
    dealt = [each for each in entries if each["what"]["kind"] in ("game_ended", "game_void", "game_called_off")]
    own = next((each for each in dealt if each["what"]["match"] == replay["match"]), None)
    if entries and own is None:  # not yet, unless all is over
        must(told["status"] != "finished", "the tournament's log does not tell of this match")
        return False
    entered = [each["what"] for each in entries if each["what"]["kind"] in ("entered", "invited")]
    ids = names(entered or [{"entrant": each["id"], "player": each["player_id"], **each} for each in entrants])
    by_id = {each["id"]: each for each in entrants}
    sha256s = {
        e["what"]["entrant"]: e["what"]["client_seed_sha256"] for e in entries if e["what"]["kind"] == "seed_given"
    }
    for entrant, seed in zip(event["entrants"], replay["client_seeds"], strict=True):
        must(ids.get(entrant) in by_id, f"{entrant} has not entered the tournament")
        shown = by_id[ids[entrant]]
        given = sha256s.get(ids[entrant]) if entries else shown["client_seed_sha256"]
        made = None if seed is None else hashlib.sha256(bytes.fromhex(seed)).hexdigest()
        holds = made == given and shown["client_seed"] in (None, seed)
        must(holds, f"{entrant} gave another client seed to the tournament")
    if not entries:
        return False
    is_duplicate = any(stage.get("deals") == "duplicate" for stage in told["commitment_document"]["stages"])
    check_deal(replay, event, [ids[each] for each in event["entrants"]], entries, is_duplicate)
    return True


def names(entered: list[dict]) -> dict[str, str]:
    """The entrants' ids in the tournament, by what matches call them."""
    found, bots = {}, {}
    for each in entered:
        bots[each["bot"]] = bots.get(each["bot"], 0) + (each["player"] is None)
        found[each["player"] or f"bot:{each['bot']}:{bots[each['bot']]}"] = each["entrant"]
    return found


def check_deal(replay: dict, event: dict, seats: list, log: list[dict], is_duplicate: bool) -> None:
    """The tournament's log tells of as many deals to the same entrants before, and seats them so. ``seats``: the
    entrants' ids there."""
    dealt = [each for each in log if each["what"]["kind"] in ("game_ended", "game_void", "game_called_off")]
    own = next(each for each in dealt if each["what"]["match"] == replay["match"])
    told = log[: log.index(own)]
    before = [each for each in dealt if each in told and set(each["what"]["entrants"]) == set(seats)]
    ended = [number for number, each in enumerate(before, 1) if each["what"]["kind"] == "game_ended"]
    must(is_duplicate or event["deal"] == len(before) + 1, f"by the tournament's log it is deal {len(before) + 1}")
    must(event["game"] == len(ended) + 1, f"by the tournament's log it is game {len(ended) + 1}")
    spent, again = before[ended[-1] if ended else 0 :], None
    if spent:
        again = {"times": len(spent), "match": spent[-1]["what"]["match"], "entry": spent[-1]["number"]}
        again |= {"by": spent[-1]["by"], "reason": spent[-1]["reason"]}
    must(same(event["played_again"], again), "by the tournament's log it was dealt before otherwise than it says")
    what, turn = own["what"], (own["what"]["game"] - 1) % len(seats)
    must(what["entrants"] in ([], seats), "by the tournament's log they have sat otherwise")
    here = [each["seats"] for each in paired(told) if (each["round"], each["table"]) == (what["round"], what["table"])]
    in_order = here and here[-1][turn:] + here[-1][:turn] == seats
    must(in_order, "by the tournament's log they were to sit otherwise")
    if what["kind"] == "game_ended" and replay["outcome"] is not None:
        ranks = [each["rank"] for each in replay["outcome"]["results"]]
        must(what["places"] == ranks, "the tournament's log has another result")


def paired(log: list[dict]) -> list[dict]:
    """The tables that a log has paired and that were not taken back, the last paired last, with who was to sit there;
    again, where some have left. With each game of a table everybody moves on by one seat."""
    undone: set[int] = set()
    for each in reversed(log):
        if each["what"]["kind"] == "undone" and each["number"] not in undone:
            undone.update((each["what"]["entry"], *each["what"].get("also", ())))
    found = []
    for what in (each["what"] for each in log if each["number"] not in undone):
        if what["kind"] == "round_paired":
            tables = list(enumerate(what["tables"], 1))
        else:
            tables = [(what["table"], what)] if what["kind"] == "table_paired" else []
        for number, table in tables:
            seats = [entrant for entrant in table["entrants"] if entrant not in table.get("away", ())]
            found.append({"round": what["round"], "table": number, "seats": seats})
        if what["kind"] == "table_left":
            here = [each for each in found if (each["round"], each["table"]) == (what["round"], what["table"])]
            left = [entrant for entrant in here[-1]["seats"] if entrant not in what["entrants"]] if here else []
            found.append({"round": what["round"], "table": what["table"], "seats": left})
    return found


def check_order(log: dict | None, replay: dict, what: str) -> None:
    """What binds a match stands in the public log before it."""
    is_before = not log or replay["match"] is None or log["index"] < replay["commitment_log"]["index"]
    must(is_before, f"{what} was committed to after the match")


def check_cards(document: dict, promise: dict, what: str) -> None:
    """A match is dealt from the cards that were promised, and says so; older documents name none."""
    must(document.get("catalogue_sha256") in (None, promise.get("catalogue_sha256")), f"{what} has other cards")


def check_series(replay: dict, saved: list[dict]) -> None:
    """The match follows from its series, as that was published. ``saved``: what it said, at any moments."""
    place = replay["commitment_document"].get("series")
    must(place, "the match belongs to no series")
    parts = []
    for told in saved:
        document = told["document"]
        digest = hashlib.sha256(canonical(document)).hexdigest()
        must(digest == told.get("document_sha256", digest), "the series is not the SHA-256 of its document")
        must(digest == place["sha256"], "the series is another than you saved")
        check_series_rules(replay, document)
        shown = told.get("series_seed", told.get("seed"))  # in a folder of `playhall series`, and in an answer
        found = [(0, document["series_seed_sha256"], shown, told.get("commitment_log"))]
        previous, end = digest, 0
        for extension in told.get("extensions", ()):
            named = extension["document"]
            made = hashlib.sha256(canonical(named)).hexdigest()
            must(made == extension["document_sha256"], "an extension of the series is of another document")
            must((named["series"], named["previous"]) == (digest, previous), "an extension does not follow its series")
            begins = named["first"] == end if end else named["first"] >= document["stop"].get("matches", 0)
            must(begins and named["matches"] > named["first"], "an extension of the series begins elsewhere")
            found.append((named["first"], named["seed_sha256"], extension["seed"], extension["commitment_log"]))
            previous, end = made, named["matches"]
        must(not end or place["match"] < end, "the series has not so many matches")
        longest = max(len(parts), len(found))
        both = [{each[1] for each in (parts[at : at + 1] + found[at : at + 1])} for at in range(longest)]
        must(all(len(each) == 1 for each in both), "the series has promised other seeds than you saved")
        parts = found if len(found) >= len(parts) and (not parts or found[-1][2] or not parts[-1][2]) else parts
    _, promised, seed, log = next(each for each in reversed(parts) if each[0] <= place["match"])
    check_order(log, replay, "the seed of the series")
    print(f"checked: the series is the one that you saved{', and stands before the match in the log' if log else ''}")
    if seed is None:
        print("not checked: that the server's seed follows from that of the series: it is shown when that has ended")
        return
    must(hashlib.sha256(bytes.fromhex(seed)).hexdigest() == promised, "the seed of the series was not promised")
    message = b"playhall.series-deal/1\0" + place["deal"].to_bytes(8, "big")
    made = hmac.digest(bytes.fromhex(seed), message, "sha256").hex()
    must(made == replay["server_seed"], "the server's seed does not follow from that of the series")
    print("checked: the server's seed follows from that of the series and the number of the deal")
    print("not checked: that the series has such a deal there, between these: `playhall verify --series` does")


def check_series_rules(replay: dict, document: dict) -> None:
    """The series has promised such a match, between those who played it."""
    promise = replay["commitment_document"]
    for name in ("ruleset", "ruleset_version", "options"):
        must(same(document[name], promise[name]), f"the series has another `{name}`")
    check_cards(document, promise, "the series")
    must(len(replay["seats"]) in document["seats"], "the series has no matches of so many seats")
    if document.get("live"):
        clocks = all(same(document["live"][name], promise[name]) for name in ("time_control", "on_time_out"))
        must(clocks, "the series has other clocks")
    entrants = {entrant["bot"] for entrant in document["entrants"]}
    for place, seat in enumerate(replay["seats"]):
        must(
            (seat["bot"] or f"player:{seat['player']}") in entrants, f"seat {place} is nobody's who entered the series"
        )


class Numbers:
    """Who is asked which decision when, and whose revision moves: all that follows from `next`."""

    def __init__(self, replay: dict) -> None:
        seats = len(replay["seats"])
        self.replay = replay
        self.next: list = [None] * seats
        self.asked, self.asked_at, self.shown = [0] * seats, [0] * seats, [0] * (seats + 1)
        self.resigned: list[int] = []
        self.taken_over: list[int] = []
        is_old = replay["commitment_document"]["format"] == "playhall.commitment/1"
        self.clocks = None if is_old else Clocks(replay)
        self.at = self.now(replay["created_at"], "created_at")

    def now(self, at: object, place: str) -> int:
        """A time as milliseconds since 1970; without a platform nobody looks at a clock."""
        must(self.replay["match"] or at is None, f"{place}: a match without an id has no times")
        return milliseconds(at, place) if self.replay["match"] else 0

    def moment(self, at: object, number: int) -> None:
        """Time goes on."""
        now = self.now(at, f"step {number}")
        must(now >= self.at, "its time is before that of the step before", number)
        self.at = now

    def step(self, number: int, step: dict) -> None:
        """Start, or one action."""
        must(step.keys() - {"given", "time_ran_out"} == (STEP if number else START), "it has other fields", number)
        before, actor = list(self.next), step.get("seat") if number else None
        if number:
            must(count(actor) and actor < len(before), "there is no such seat", number)
            must(before[actor] is not None and same(step["decision"], before[actor]), "it was not asked this", number)
            must(same(step["rev"], number), "a step is missing", number)
            must(type(step["structured"]) is dict and type(step["action"]) is str, "it has no action", number)
            must(None not in (step.get("given", 0), step.get("time_ran_out", 0)), "a null stands for nothing", number)
            check_given(step, self.replay["seats"][actor], number)
        self.moment(step["at"], number)
        if self.clocks:
            self.clocks.check_step(self, step, number)
        elif "time_ran_out" in step:
            seconds = self.replay["commitment_document"]["decision_seconds"]
            must(seconds and step["time_ran_out"] in ("seat", "all"), "the match has no clocks", number)
            must(self.replay["seats"][actor]["bot"] is None and actor not in self.resigned, "it has no clock", number)
            must(self.at - self.asked_at[actor] >= seconds * 1000, "its time was not over", number)
        must(len(step["next"]) == len(before), "`next` has not one number per seat", number)
        for seat, decision in enumerate(step["next"]):
            if decision is not None and (before[seat] is None or seat == actor):
                self.asked[seat], self.asked_at[seat] = self.asked[seat] + 1, self.at
            must(decision is None or same(decision, self.asked[seat]), "`next` counts wrongly", number)
        self.next = step["next"]
        for_all, shown = [d is None for d in before] != [d is None for d in self.next], list(self.shown)
        for viewer in range(-1, len(before)):
            told = any(event["private"].get(str(viewer), event["public"]) is not None for event in step["events"])
            self.shown[viewer + 1] += for_all or told or (viewer >= 0 and before[viewer] != self.next[viewer])
        must(same(step["shown"], self.shown), "`shown` counts wrongly", number)
        if self.clocks:
            all_shown = all(was < now for was, now in zip(shown, self.shown, strict=True))
            self.clocks.step(before, self.next, actor, all_shown, self.at)

    def resign(self, told: dict, number: int) -> None:
        """A seat resigns, once: because its player wants it, or because its time is over."""
        must(told.keys() - {"reason"} == RESIGNED and count(told["seat"]), "a resignation has other fields", number)
        must(told["seat"] < len(self.next) and told["seat"] not in self.resigned, "it has resigned before", number)
        must(self.replay["seats"][told["seat"]]["bot"] is None, "a bot does not resign", number)
        self.resigned.append(told["seat"])
        self.moment(told["at"], number)
        if "reason" in told:
            must(told["reason"] == "time_ran_out" and self.clocks, "a seat resigns for no reason", number)
            must(self.clocks.rule == "forfeit" and self.clocks.is_over(told["seat"], self.at), "not forfeited", number)
        if self.clocks:
            self.clocks.seats[told["seat"]] = None
        self.all_told(told, number)

    def take_over(self, told: dict, number: int) -> None:
        """A seat's time is over, and a bot plays it from now on."""
        must(told.keys() == RESIGNED and count(told["seat"]) and self.clocks, "a takeover has other fields", number)
        self.moment(told["at"], number)
        is_over = told["seat"] < len(self.next) and self.clocks.is_over(told["seat"], self.at)
        must(self.clocks.rule == "takeover" and is_over, "no bot was to take over", number)
        self.taken_over.append(told["seat"])
        self.clocks.seats[told["seat"]] = None
        self.all_told(told, number)

    def credit(self, told: dict, number: int) -> None:
        """The platform had stood still, and gives the running clocks the time back."""
        must(told.keys() == CREDITED and self.clocks, "a time credit has other fields", number)
        self.moment(told["at"], number)
        since, until = milliseconds(told["since"], "since"), milliseconds(told["until"], "until")
        must(since < until <= self.at, "the gap is not one before it", number)
        self.clocks.credit(since, until)
        self.all_told(told, number)

    def all_told(self, told: dict, number: int) -> None:
        """Everybody's revision moves."""
        self.shown = [revision + 1 for revision in self.shown]
        must(same(told["shown"], self.shown), "`shown` counts wrongly after an announcement", number)


def check_given(step: dict, seat: dict, number: int) -> None:
    """The form in which an action was sent, if it was another than that in the replay."""
    if "given" in step:
        must(seat["bot"] is None, "a bot of the house sends no form", number)
        try:
            sent = json.loads(step["given"])
        except ValueError:
            sent = None
        is_action = type(sent) is dict and sent.keys() == step["structured"].keys()
        must(is_action and canonical(sent).decode() == step["given"], "what was sent is no such action", number)


class Clocks:
    """How long the seats may think, from format 2 of the promise on. Of each seat: [bank, deadline], milliseconds."""

    def __init__(self, replay: dict) -> None:
        document = replay["commitment_document"]
        control = document["time_control"]
        self.kind, self.rule, self.grace = (
            control["kind"],
            document["on_time_out"]["kind"],
            document["grace_milliseconds"],
        )
        self.extra = 1000 * (control.get("increment_seconds", 0) + control.get("delay_seconds", 0))
        self.fixed = 1000 * control.get("seconds", 0) + 86_400_000 * control.get("days", 0)
        self.has_bank, bank = "bank_seconds" in control, 1000 * control.get("bank_seconds", 0)
        bots = [seat["bot"] is not None for seat in replay["seats"]]
        self.seats: list = [None if is_bot or self.kind == "none" else [bank, None] for is_bot in bots]

    def allowance(self, bank: int) -> int:
        """How long a turn may take that begins with this bank."""
        return self.fixed + bank + (self.extra if self.kind == "bronstein" else 0)

    def is_over(self, seat: int, now: int) -> bool:
        """The time of the seat's turn is over, the grace included."""
        clock = self.seats[seat]
        return clock is not None and clock[1] is not None and now >= clock[1] + self.grace

    def check_step(self, numbers: "Numbers", step: dict, number: int) -> None:
        """The clock acts when the time is over, and the seat until then."""
        if number and "time_ran_out" in step:
            must(self.rule in ("default_action", "bot") and step["time_ran_out"] in ("seat", "all"), "no clock", number)
            must(self.is_over(step["seat"], numbers.at), "its time was not over", number)
        elif number:
            must(not self.is_over(step["seat"], numbers.at), "its time was over", number)

    def step(self, before: list, after: list, actor: int | None, all_shown: bool, now: int) -> None:
        """A turn begins when the seat must decide, or when all were shown that it alone has acted, and ends so."""
        alone = [seat for seat, decision in enumerate(before) if decision is not None] == [actor]
        for seat, clock in enumerate(self.seats):
            again = seat == actor and alone and all_shown
            if clock is not None and clock[1] is not None and (after[seat] is None or again):
                clock[:] = [max(0, min(clock[0], clock[1] - now)), None]
            if clock is not None and after[seat] is not None and (before[seat] is None or again):
                clock[0] += self.extra if self.kind == "fischer" else 0
                clock[1] = now + self.allowance(clock[0])

    def credit(self, since: int, until: int) -> None:
        """A turn gets back what of a gap fell into it, unless its time was over before."""
        for seat, clock in enumerate(self.seats):
            if clock is not None and clock[1] is not None and not self.is_over(seat, since):
                clock[1] += max(0, until - max(since, clock[1] - self.allowance(clock[0])))

    def told(self) -> list:
        """As a stream tells them."""
        return [
            {
                "seat": seat,
                "bank_ms": clock[0] if self.has_bank else None,
                "deadline_at": None if clock[1] is None else moment(clock[1]),
            }
            for seat, clock in enumerate(self.seats)
            if clock is not None
        ]


class Table:
    """What chance and the dice decide, followed event by event."""

    def __init__(self, seed: bytes, seats: int) -> None:
        self.deck = [f"{rank}{suit}" for suit in "SHDC" for rank in range(2, 11)]
        stream = words(seed, "setup")
        for last in range(len(self.deck) - 1, 0, -1):  # each is swapped with one at or below it; the last is the top
            other = below(stream, last + 1)
            self.deck[last], self.deck[other] = self.deck[other], self.deck[last]
        self.dice = words(seed, "dice")
        self.totals: dict[int, int] = {}
        self.wins = [0] * seats
        self.seats, self.skirmish = seats, 0
        self.ended, self.winners, self.reason = False, [], ""
        self.begun, self.first, self.first_rolls = False, None, []
        self.hand: list = []  # of the one who draws: cards are placed in the order in which they were drawn
        self.fighters: dict = {}
        self.selected: set = set()
        self.rolling: set = set()
        self.falling: dict = {}

    def follow(self, step: int, action: str, name: str, event: dict) -> None:
        """Check one event of a step, and the action against it where it tells of the action."""
        must(not self.ended, "something happens after the end", step)
        must(self.begun or name == "game_started", "the start is not told", step)
        must(name == "commander_lost" or not self.falling, "a commander that has fallen is not told of", step)
        if name == "game_started":
            must(not self.begun and same(event, {"seats": self.seats, "cards": 36}), "another game has started", step)
            self.begun = True
        elif name == "first_player":
            rolls = {roll["player"]: roll["value"] for roll in self.first_rolls}
            is_highest = not rolls or rolls[event["player"]] == max(rolls.values())
            must(self.first is None and is_highest, "another player goes first", step)
            self.first = event["player"]
        elif name == "drew":
            must(self.first is not None and not self.hand, "somebody draws out of turn", step)
            drawn = [self.deck.pop() for _ in range(event["number"])]
            must(same(event["cards"], drawn), f"the deck gives {drawn}", step)
            self.hand = [(event["player"], card) for card in drawn]
        elif name == "first_rolled":
            self.rolled(step, [(20, roll["value"]) for roll in event["rolls"]])
            self.first_rolls = event["rolls"]
        elif name == "skirmish_started":
            must(same(event["skirmish"], self.skirmish + 1), "a skirmish is left out", step)
            must(not self.fighters and not self.hand, "a skirmish has not ended, or a card is not placed", step)
            self.skirmish, self.totals, self.selected = event["skirmish"], {}, set()
            self.fighters = {each["player"]: each["commander"] for each in event["fighters"]}
            self.rolling = set(self.fighters)
        elif name == "skirmish_tied":
            self.rolling, self.totals = set(event["again"]), {}
        elif name == "bonuses_selected":
            must(event["player"] in self.fighters.keys() - self.selected, "it does not fight, or has selected", step)
            self.selected.add(event["player"])
        elif name == "commander_lost":
            must(self.falling.pop(event["player"], None) == event["commander"], "it has not lost", step)
        elif name == "rolled":
            must(self.selected == self.fighters.keys(), "somebody has not selected bonuses", step)
            must(event["player"] in self.fighters, "it does not fight", step)
            self.rolled(step, [(die["sides"], die["value"]) for die in event["dice"]])
            must(same(event["total"], sum(die["value"] for die in event["dice"])), "the dice have another total", step)
            self.totals[event["player"]] = event["total"]
        elif name == "rerolled":
            must(action == f"reroll {event['die']}", "another die was named", step)
            self.rolled(step, [(event["sides"], event["new"])])
            self.totals[event["player"]] += event["new"] - event["old"]
            must(same(event["total"], self.totals[event["player"]]), "the dice have another total", step)
        elif name == "skirmish_won":
            must(self.totals.keys() == self.rolling, "somebody has not rolled", step)
            must(event["total"] == max(self.totals.values()), "somebody rolled more", step)
            must(self.totals[event["player"]] == event["total"], "the winner rolled less", step)
            must(self.fighters.pop(event["player"], None) == event["commander"], "another commander has won", step)
            self.falling, self.fighters = self.fighters, {}
            self.wins[event["player"]] += self.skirmish <= 4  # those after the fourth break a tie
        elif name == "placed":
            must(action == f"place {event['commander']}", "another commander was named", step)
            drawn = self.hand.pop(0) if self.hand else None
            must(drawn == (event["player"], event["card"]), "it has not drawn this card", step)
        elif name == "game_ended":
            must(same(event["wins"], self.wins), f"the victories are {self.wins}", step)
            self.ended, self.winners, self.reason = True, event["winners"], event["reason"]

    def rolled(self, step: int, dice: list[tuple[int, int]]) -> None:
        """Dice that show what the seed gives."""
        for sides, value in dice:
            must(count(sides) and 2 <= sides <= 20, "there is no such die", step)
            must(same(value, 1 + below(self.dice, sides)), "the seed gives another roll", step)


def structured(action: str) -> dict:
    """An action as JSON, from its notation."""
    word, _, of = action.partition(" ")
    named = {"suit": "choose_suit", "champion": "choose_champion", "select": "select_bonuses", "share": "share_win"}
    bonuses = [bonus for bonus in of.split("+") if bonus]
    fields = {"suit": {"suit": of}, "place": {"commander": of}, "champion": {"commander": of}}
    fields |= {"select": {"bonuses": bonuses}, "reroll": {"die": int(of) if of.isdigit() else None}}
    return {named.get(word, word): fields.get(word, {})}


def announcements(replay: dict) -> list:
    """What all were told other than actions, with its kind, in the order in which revisions moved."""
    kinds = {"resigned": "resignations", "taken_over": "takeovers", "time_credited": "time_credits"}
    told = [(kind, each) for kind, name in kinds.items() for each in replay.get(name, [])]
    must(all(count(each.get("rev")) and each.get("shown") for _, each in told), "an announcement has other fields")
    ordered = sorted(told, key=lambda each: (each[1]["rev"], each[1]["shown"][0]))
    for name in kinds.values():
        listed = [each for _, each in ordered if each in replay.get(name, [])]
        must(same(listed, replay.get(name, [])), f"{name} stand in the wrong order, or after the end")
    return ordered


def check_play(replay: dict, seed: bytes) -> tuple[Numbers, Table]:
    """Follow the match to its end."""
    numbers, table = Numbers(replay), Table(seed, len(replay["seats"]))
    announced = announcements(replay)
    for number, step in enumerate([replay["start"], *replay["steps"]]):
        numbers.step(number, step)
        action, told_of = step.get("action", ""), set()
        if number:
            must(same(step["structured"], structured(action)), "`structured` is another action", number)
        for event in step["events"]:
            must(event.keys() == {"public", "private"}, "an event has other fields", number)
            seats = {str(seat) for seat in range(len(numbers.next))}
            must(event["private"].keys() <= seats, "an event is for a seat that there is not", number)
            # Of what is not for all, the share that says most is that of the player whom it concerns.
            share = max([event["public"] or {}, *event["private"].values()], key=lambda share: len(str(share)))
            for name, told in share.items():
                table.follow(number, action, name, told)
                is_action = name in ("placed", "rerolled") or (
                    name == "suit_taken" and action == f"suit {told['suit']}"
                )
                told_of |= {told["player"]} if is_action else set()
        must(table.begun and not table.falling, "the start, or a commander that has fallen, is not told of", number)
        must(told_of <= {step.get("seat")}, "another seat acts than the step says", number)
        must(not action.startswith(("place", "reroll", "suit")) or told_of, "nothing is told of the action", number)
        while announced and announced[0][1]["rev"] == number:
            kind, told = announced.pop(0)
            {"resigned": numbers.resign, "taken_over": numbers.take_over, "time_credited": numbers.credit}[kind](
                told, number
            )
    must(not announced, "resignations stand in the wrong order, or after the end")
    return numbers, table


def check_end(replay: dict, numbers: Numbers, table: Table) -> None:
    """The outcome is that of the dice."""
    ended, outcome, end = numbers.now(replay["ended_at"], "ended_at"), replay["outcome"], len(replay["steps"]) + 1
    if replay["status"] == "aborted":
        must(outcome is None and not table.ended and ended >= numbers.at, "it ended before it was aborted", end)
        return
    must(replay["status"] == "finished" and ended == numbers.at, "it did not end with its last step", end)
    must(outcome.keys() == {"results", "reason"}, "the outcome has other fields", end)
    must(
        same([result["seat"] for result in outcome["results"]], [*range(len(table.wins))]), "a seat has no result", end
    )
    if outcome["reason"] == "resignation":
        must(numbers.resigned and not table.ended, "nobody resigned", end)
        return
    must(table.ended and all(decision is None for decision in numbers.next), "the match has not ended", end)
    must(table.reason == f"END_REASON_{outcome['reason'].upper()}", "it ends for another reason", end)
    ranks = [result["rank"] for result in outcome["results"]]
    merits = [(-(seat in numbers.resigned), wins) for seat, wins in enumerate(table.wins)]
    for result in outcome["results"]:
        seat = result["seat"]
        must(result.keys() == {"seat", "rank", "score", "breakdown"}, "a result has other fields", end)
        must(same(result["score"], table.wins[seat]), f"the victories are {table.wins}", end)
        must(sum(part["points"] for part in result["breakdown"]) == result["score"], "the parts are not the score", end)
        must(
            count(result["rank"]) and all(type(part["points"]) is int for part in result["breakdown"]),
            "no numbers",
            end,
        )
        must(result["rank"] == 1 + sum(rank < result["rank"] for rank in ranks), "the ranks count wrongly", end)
        is_winner = result["rank"] == 1
        must(numbers.resigned or is_winner == (seat in table.winners), "another seat has won", end)
        must(all(ranks[o] > result["rank"] for o, m in enumerate(merits) if m < merits[seat]), "ranks are swapped", end)


def lines_for(replay: dict, viewer: int) -> Iterator[dict]:
    """The lines of a viewer's event stream, made from the replay."""
    revision, told = 0, [*enumerate([replay["start"], *replay["steps"]])]
    entries: list = [(number, "", step, step["next"]) for number, step in told]
    announced = announcements(replay)
    entries += [(each["rev"], kind, each, dict(told)[each["rev"]]["next"]) for kind, each in announced]
    entries.sort(key=lambda entry: (entry[0], entry[2]["shown"][0] if entry[1] else -1))
    is_old = replay["commitment_document"]["format"] == "playhall.commitment/1"
    clocks = None if is_old or replay["commitment_document"]["time_control"]["kind"] == "none" else Clocks(replay)
    before, seen = [None] * len(replay["seats"]), [0] * (len(replay["seats"]) + 1)
    for place, (_, kind, entry, pending) in enumerate(entries):
        is_last = replay["status"] == "finished" and place == len(entries) - 1
        asked = [None] * len(pending) if is_last else pending
        if clocks:
            now = milliseconds(entry["at"], "at")
            if kind == "time_credited":
                clocks.credit(milliseconds(entry["since"], "since"), milliseconds(entry["until"], "until"))
            elif kind:
                clocks.seats[entry["seat"]] = None
            all_shown = all(was < shown for was, shown in zip(seen, entry["shown"], strict=True))
            clocks.step(before, asked, None if kind else entry.get("seat"), all_shown, now)
            before, seen = asked, entry["shown"]
        if entry["shown"][viewer + 1] == revision:
            continue
        revision = entry["shown"][viewer + 1]
        shares = [event["private"].get(str(viewer), event["public"]) for event in entry.get("events", ())]
        line = {"type": "step", "revision": revision, "at": entry["at"], "events": [s for s in shares if s is not None]}
        line |= {"pending": [s for s, d in enumerate(asked) if d is not None], "status": "live"}
        line["decision"] = asked[viewer] if viewer >= 0 else None
        line |= {"clocks": clocks.told()} if clocks else {}
        if kind == "time_credited":
            gap = milliseconds(entry["until"], "until") - milliseconds(entry["since"], "since")
            line["notice"] = {"kind": kind, "seconds": -(-gap // 1000)}
        elif kind:
            reason = {"reason": entry["reason"]} if "reason" in entry else {}
            line["notice"] = {"kind": kind, "seat": entry["seat"]} | reason
        elif entry.get("time_ran_out") == "all" or ("time_ran_out" in entry and entry["seat"] == viewer):
            line["notice"] = {"kind": "time_ran_out", "seat": entry["seat"]}
        yield line | ({"status": "finished", "outcome": replay["outcome"]} if is_last else {})


def bare(told: dict) -> dict:
    """A line without texts, which are words for people, and without what its client had included."""
    told = {name: value for name, value in told.items() if name not in ("text", "view", "legal", "deadline_at")}
    told |= {"notice": bare(told["notice"])} if "notice" in told else {}
    return told | ({"events": [*map(bare, told["events"])]} if "events" in told else {})


def check_stream(replay: dict, viewer: int, saved: list) -> int:
    """Compare a saved event stream; gives the number of lines."""
    made = {line["revision"]: line for line in lines_for(replay, viewer)}
    lines = [line for line in saved if line.get("type", "step") == "step"]
    must(lines, "the stream has no line of type step: save it from the start, with ?since=0")
    for line in map(bare, lines):
        is_abort = line.get("status") == "aborted" == replay["status"]
        must(is_abort or same({"type": "step", **line}, made.get(line["revision"])), f"you were shown another {line}")
    return len(lines)


def check(arguments: list[str]) -> None:
    """Check, and say what was checked."""
    parser = argparse.ArgumentParser(description="Check a match of FACES: COMMANDERS.")
    parser.add_argument("replay", type=Path)
    for name, kind in (("match", Path), ("commitment", str), ("seat", int), ("player", str), ("seed", str)):
        parser.add_argument(f"--{name}", type=kind)
    parser.add_argument("--stream", type=Path)
    for name in ("event", "series"):
        parser.add_argument(f"--{name}", type=Path, action="append", default=[])
    given = parser.parse_args(arguments)
    replay = parse(given.replay.read_text())
    must(type(replay) is dict and replay["format"] == "playhall.replay/2", "this program knows playhall.replay/2 only")
    must(replay.keys() - {"takeovers", "time_credits"} == TOP, f"other fields than {TOP}")
    must(replay["ruleset"] == "commanders", "this program knows FACES: COMMANDERS only")
    must(replay["version"] == "1.0.0", "this program knows version 1.0.0 of its rules only")
    must(replay["start"] is not None, "the match was aborted before it started: there is nothing to check")
    must(re.fullmatch("[0-9a-f]{64}", replay["server_seed"]), "the server seed is none")
    people = [seat.get("player") for seat in replay["seats"] if seat["bot"] is None and replay["match"]]
    must(len(set(people)) == len(people), "a player sits there twice")
    seed = check_promise(replay)
    saved = {} if given.match is None else parse(given.match.read_text())
    must(given.seat is None or given.seat in range(len(replay["seats"])), "the match has no such seat as yours")
    promised = given.commitment.lower() if given.commitment else saved.get("commitment")
    if promised:
        must(replay["commitment"] == promised, "the commitment is not the one that you saved")
        print("checked: the commitment is the one that you saved, and the seeds follow from it")
    for name in ("id", "commitment", "commitment_document", "commitment_signature"):
        must(name not in saved or same(saved[name], replay[name.replace("id", "match")]), f"`{name}` is not as saved")
    if given.seat is not None and saved.get("seat") == given.seat:
        mine, seat = saved["seats"][given.seat]["player"], replay["seats"][given.seat]
        must(all(mine[name] == seat[name] for name in ("name", "kind", "bot")), "your seat is not as saved")
        must(mine["id"] == seat["player"], "somebody else sits in your seat")
    if given.player:
        must(given.seat is not None, "in which seat did you sit? (--seat)")
        must(replay["seats"][given.seat]["player"] == given.player, "somebody else sits in your seat")
        print("checked: you have your seat to the end")
    if given.seed:
        must(given.seat is not None, "for which seat did you give the client seed? (--seat)")
        must(replay["client_seeds"][given.seat] == given.seed.lower(), "your client seed was not used")
        print("checked: your client seed went into the match's seed")
    for check_saved, saved_of in ((check_event, given.event), (check_series, given.series)):
        if saved_of:
            check_saved(replay, [parse(file.read_text()) for file in saved_of])
    for name in ("event", "series"):
        if name in replay["commitment_document"] and not getattr(given, name):
            what = "tournament" if name == "event" else "series"
            print(f"not checked: that the match follows from the commitment of its {what} (--{name})")
    for place, (seat, planned) in enumerate(zip(replay["seats"], replay["commitment_document"]["seats"], strict=True)):
        if planned["player"] not in (None, seat.get("player")):
            print(f"not checked: why seat {place}, which was {planned['player']}'s, is {seat['player']}'s: who leaves")
            print("    before the start makes room for others (--player, --match: whether you did)")
    numbers, table = check_play(replay, seed)
    check_end(replay, numbers, table)
    steps = len(replay["steps"])
    print(f"checked: all that chance decided in {steps} steps follows from the seeds; victories {table.wins}")
    if given.stream:
        viewer = -1 if given.seat is None else given.seat
        lines = [parse(line) for line in given.stream.read_text().split("\n") if line.strip()]
        print(f"checked: {check_stream(replay, viewer, lines)} lines of the stream that you saved")
    for option, what in (("seed", "your part of the seed"), ("stream", "what you were shown")):
        if getattr(given, option) is None:
            print(f"not checked: {what} (--{option})")
    if replay["match"] is None:
        print("not checked: that anybody promised this: the match was played without a platform, which signs nothing")
    elif not promised:
        print("not checked: whether this was promised before the match (--match)")
    print(
        "not checked: signatures, that each action was legal, the bots' choices, the last state: `playhall verify` does"
    )


def run(arguments: list[str]) -> None:
    """The same; what has another shape than a replay ends in a sentence, too."""
    try:
        check(arguments)
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        sys.exit(f"this is no such replay: {type(error).__name__}: {error}")


if __name__ == "__main__":
    run(sys.argv[1:])
