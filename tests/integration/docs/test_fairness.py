"""What docs/fairness.md says: a match can be checked with a program that shares nothing with ours."""

import hashlib
import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cli.main import main
from cli.verify import verify
from services.engine.in_process import InProcessEngine
from services.engine.options import complete
from services.engine.replay import MalformedReplay, ReplayDiffers, re_execute, read
from services.engine.ruleset import JsonObject, OptionValue
from services.rulesets.commanders.ruleset import RULESET
from tests.integration.docs.pages import DOCS, blocks
from tests.security.replay_mutations import played_anew, reseeded

CHECKER = DOCS / "check_match.py"
SERVER_SEED = bytes(range(32))
CLIENT_SEED = "c5" * 32
PLACE = {"sha256": "70" * 32, "pairing": 9, "table": 2, "game": 1, "attempt": 0}
"""Of a match in a tournament."""
LOCAL, IN_LOG = "a match without an id", "a place in the log nor clocks"


def played(seats: int, options: dict[str, OptionValue], number: int = 1) -> JsonObject:
    """The replay of a random match."""
    made = "2026-01-01T00:00:00.000Z"
    signature = {"key_id": "00" * 8, "value": "00" * 64}
    person = {"name": "somebody", "kind": "person", "bot": None}
    document: JsonObject = {
        "format": "playhall.replay/2",
        "match": f"m_{number}",
        "status": "finished",
        "ruleset": "commanders",
        "version": RULESET.describe().version,
        "options": complete(options, RULESET.describe().options),
        "seats": [{**person, "player": f"p_{seat}"} for seat in range(seats)],
        "commitment_log": {"index": 0, "hash": "00" * 32},
        "server_seed": SERVER_SEED.hex(),
        "client_seeds": [None] * (seats - 1) + [CLIENT_SEED],
        "created_at": made,
        "start": {"at": made},
        "steps": [],
        "resignations": [],
        "signature": signature,
    }
    document["commitment_document"] = {
        "format": "playhall.commitment/1",
        "match": document["match"],
        "creator": "p_0",
        "created_at": made,
        "ruleset": "commanders",
        "ruleset_version": document["version"],
        "options": document["options"],
        "seats": [{"kind": "person", "player": f"p_{seat}", "bot": None} for seat in range(seats)],
        "start_rule": "by_creator",
        "visibility": "public",
        "decision_seconds": None,
        "spectator_delay_seconds": 0,
        "server_seed_sha256": hashlib.sha256(SERVER_SEED).hexdigest(),
    }
    played_anew(document, pick=random.Random(number).choice)
    return document


def played_in_a_series(seats: int, number: int = 1) -> JsonObject:
    """The replay of a match between bots that belongs to a series."""
    document = played(seats, {}, number)
    promise = document["commitment_document"]
    promise["seats"] = [{"kind": "bot", "player": None, "bot": "greedy"}] * seats
    promise["series"] = {"sha256": "5e" * 32, "match": number, "deal": number // seats}
    bot = {"name": "greedy", "kind": "bot", "bot": "greedy", "player": "bot_commanders_greedy"}
    document["seats"], document["client_seeds"] = [bot] * seats, [None] * seats
    played_anew(document)
    return document


def played_in_a_tournament(number: int = 1, at: str = "2026-01-01T00:00:00.000Z") -> JsonObject:
    """The replay of a match that belongs to a tournament. ``number``, ``at``: of its id, and its moment."""
    document = played(2, {}, number)
    promise = document["commitment_document"]
    promise |= {"match": None, "created_at": None, "tournament": dict(PLACE)}
    document |= {"client_seeds": [None, None], "created_at": at}
    for step in (document["start"], *document["steps"]):
        step["at"] = at
    played_anew(document)
    return document


def checked(document: JsonObject, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What the checker says, in a Python that sees neither this project nor anything installed."""
    file = folder / "replay.json"
    file.write_text(json.dumps(document))
    command = [sys.executable, "-I", "-S", str(CHECKER), str(file), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (3, {}),
        (4, {}),
        (2, {"units": "face_down"}),
        (2, {"final_tiebreak": "mandatory", "tiebreak_commit": "simultaneous"}),
        (4, {"base_die": "none"}),
        (3, {"first_player": "seat_0", "suits": "by_seat", "reroll_scope": "game"}),
    ],
)
def test_an_honest_match_passes(seats: int, options: dict[str, OptionValue], tmp_path: Path) -> None:
    for number in range(5):
        document = played(seats, options, number)
        result = checked(document, tmp_path)
        assert (result.returncode, result.stderr) == (0, "")
        assert f"checked: all that chance decided in {len(document['steps'])} steps follows" in result.stdout


def test_a_player_checks_what_was_promised_and_their_own_seed(tmp_path: Path) -> None:
    document = played(2, {})
    mine = ("--commitment", document["commitment"], "--seat", "1", "--seed")
    holds = checked(document, tmp_path, *mine, CLIENT_SEED)
    assert (holds.returncode, holds.stderr) == (0, "")
    assert "checked: the commitment is the one that you saved" in holds.stdout
    assert "checked: your client seed went into the match's seed" in holds.stdout
    assert "not checked: what you were shown (--stream)" in holds.stdout
    assert checked(document, tmp_path, *mine, "c6" * 32).stderr == "your client seed was not used\n"
    assert checked(document, tmp_path, "--seed", CLIENT_SEED).stderr.startswith("for which seat did you give")
    assert checked(document, tmp_path, "--seat", "-1").stderr == "the match has no such seat as yours\n"
    in_capitals = ("--commitment", document["commitment"].upper(), "--seat", "1", "--seed", CLIENT_SEED.upper())
    assert checked(document, tmp_path, *in_capitals).returncode == 0
    saved = tmp_path / "match.json"
    saved.write_text(json.dumps({"commitment": "00" * 32}))
    other = checked(document, tmp_path, *mine[:2], "--match", str(saved))
    assert other.stderr == "`commitment` is not as saved\n"
    lie = checked(document, tmp_path, "--commitment", "00" * 32)
    assert lie.stderr == "the commitment is not the one that you saved\n"


def test_a_match_of_a_series_passes_and_its_chance_is_that_of_its_deal(tmp_path: Path) -> None:
    one, other = played_in_a_series(2, 6), played_in_a_series(2, 7)
    for document in (one, other):
        assert (checked(document, tmp_path).returncode, checked(document, tmp_path).stderr) == (0, "")
        re_execute(read(json.dumps(document).encode()), InProcessEngine(RULESET))
    assert one["seed"] == other["seed"], "matches 6 and 7 are of deal 3"
    assert one["commitment"] != other["commitment"]
    assert played_in_a_series(2, 8)["seed"] != one["seed"]


@pytest.mark.parametrize("bots", ["greedy,random", "expert,search", "search-deep,random,expert"])
def test_what_playhall_play_writes_passes(bots: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    command = ["play", "commanders", "--bots", bots, "--seed", "2a", "--out", str(file)]
    assert CliRunner().invoke(main, command).exit_code == 0
    result = checked(json.loads(file.read_text()), tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert "not checked: that anybody promised this: the match was played without a platform" in result.stdout


def test_what_playhall_series_replay_writes_follows_from_the_folder_of_the_series(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    series = ["series", "commanders", "greedy", "expert", "--matches", "6", "--seats", "2", "--out", str(runs)]
    assert CliRunner().invoke(main, series).exit_code == 0
    told = CliRunner().invoke(main, ["series", "replay", str(runs), "5"])
    document = json.loads(told.stdout)
    result = checked(document, tmp_path, "--series", str(runs / "series.json"))
    assert (result.returncode, result.stderr) == (0, "")
    assert "checked: the series is the one that you saved\n" in result.stdout
    assert "checked: the server's seed follows from that of the series and the number of the deal" in result.stdout
    told_otherwise = json.loads((runs / "series.json").read_text()) | {"series_seed": "00" * 32}
    (runs / "series.json").write_text(json.dumps(told_otherwise))
    lie = checked(document, tmp_path, "--series", str(runs / "series.json"))
    assert lie.stderr == "the seed of the series was not promised\n"


@pytest.mark.parametrize(
    ("lie", "theirs"),
    [
        ({"signature": {"key_id": "00" * 8, "value": "00" * 64}}, f"{LOCAL} has neither signatures nor {IN_LOG}"),
        ({"commitment_log": {"index": 0, "hash": "00" * 32}}, f"{LOCAL} has neither signatures nor {IN_LOG}"),
        ({"created_at": "2026-01-01T00:00:00.000Z"}, "`created_at` is not what was promised"),
        ({"ended_at": "2026-01-01T00:00:00.000Z"}, f"ended_at: {LOCAL} has no times"),
        ({"match": "m_1"}, "`match` is not what was promised"),
    ],
)
def test_a_match_without_a_platform_claims_nothing_of_one(lie: JsonObject, theirs: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    command = ["play", "commanders", "--bots", "greedy,random", "--seed", "2a", "--out", str(file)]
    assert CliRunner().invoke(main, command).exit_code == 0
    document = json.loads(file.read_text()) | lie
    assert checked(document, tmp_path).stderr == theirs + "\n"
    with pytest.raises(MalformedReplay):
        read(json.dumps(document).encode())


def test_a_stream_that_was_saved_after_the_end_proves_nothing(tmp_path: Path) -> None:
    stream = tmp_path / "events.ndjson"
    stream.write_text('{"type":"snapshot","revision":40}\n{"type":"end","revision":40}\n')
    result = checked(played(2, {}), tmp_path, "--seat", "1", "--stream", str(stream))
    assert result.stderr == "the stream has no line of type step: save it from the start, with ?since=0\n"


def _another_bot(document: JsonObject) -> None:
    document["seats"][0] = {**document["seats"][0], "name": "random", "bot": "random"}
    document["seats"][0]["player"] = "bot_commanders_random"


@pytest.mark.parametrize(
    ("lie", "complaint"),
    [
        (lambda document: document["commitment_document"]["series"].update(deal=4), "the commitment is of another"),
        (lambda document: document["commitment_document"].pop("series"), "the commitment is of another document"),
        (lambda document: document.update(seed="00" * 32), "the match seed does not follow from the seeds"),
        (_another_bot, "seat 0: another bot was promised"),
        (lambda document: document.update(resignations=[{}]), "nobody resigns in a series"),
    ],
)
def test_a_lie_about_a_match_of_a_series_is_found(
    lie: Callable[[JsonObject], object], complaint: str, tmp_path: Path
) -> None:
    document = played_in_a_series(2)
    lie(document)
    assert checked(document, tmp_path).stderr.startswith(complaint)
    with pytest.raises((MalformedReplay, ReplayDiffers)):
        re_execute(read(json.dumps(document).encode()), InProcessEngine(RULESET))


def first(document: JsonObject, name: str) -> tuple[JsonObject, JsonObject]:
    """The first step with such an event, and what the event says."""
    for step in [document["start"], *document["steps"]]:
        for event in step["events"]:
            if name in (event["public"] or {}):
                return step, event["public"][name]
    raise AssertionError(name)


def another_place(document: JsonObject) -> None:
    """One action changed."""
    step, placed = first(document, "placed")
    step["action"] = "place K" if placed["commander"] == "A" else "place A"


def another_seed(document: JsonObject) -> None:
    """One byte of the server's seed changed, and the seeds made anew from it, as a cheating server would."""
    server = bytes([255]) + SERVER_SEED[1:]
    document["server_seed"] = server.hex()
    document["commitment_document"]["server_seed_sha256"] = hashlib.sha256(server).hexdigest()
    reseeded(document)


def another_seed_byte(document: JsonObject) -> None:
    document["seed"] = ("0" if document["seed"][0] != "0" else "1") + document["seed"][1:]


def another_die(document: JsonObject) -> None:
    """One event changed: a die shows more, and so does the total."""
    _, rolled = first(document, "rolled")
    die = rolled["dice"][0]
    change = 1 if die["value"] < die["sides"] else -1
    die["value"] += change
    rolled["total"] += change


def another_card(document: JsonObject) -> None:
    _, drew = first(document, "drew")
    drew["cards"][0], drew["cards"][1] = drew["cards"][1], drew["cards"][0]


def another_winner(document: JsonObject) -> None:
    _, won = first(document, "skirmish_won")
    won["player"] = 1 - won["player"]


@pytest.mark.parametrize(
    ("change", "theirs", "ours"),
    [
        (another_place, "step 3: `structured` is another action", "step 3: "),
        (another_seed, "step 2: the seed gives another roll", "step 2: events differs"),
        (another_seed_byte, "the match seed does not follow from the seeds", "step 0: the match seed"),
        (another_die, "step 38: the seed gives another roll", "step 38: events differs"),
        (another_card, "step 2: the deck gives", "step 2: events differs"),
        (another_winner, "step 38: the winner rolled less", "step 38: events differs"),
    ],
    ids=["action", "server seed", "seed byte", "die", "card", "winner"],
)
def test_a_doctored_match_is_rejected_at_the_first_step_that_differs(
    change: Callable[[JsonObject], None], theirs: str, ours: str, tmp_path: Path
) -> None:
    document = played(2, {})
    change(document)
    result = checked(document, tmp_path)
    assert result.returncode == 1
    assert result.stderr.startswith(theirs)
    told = CliRunner().invoke(verify, [str(tmp_path / "replay.json")])
    assert told.exit_code == 1
    assert f"the replay does not hold: {ours}" in told.output


def test_the_chance_of_a_tournaments_match_depends_neither_on_its_id_nor_on_its_moment(tmp_path: Path) -> None:
    one, other = played_in_a_tournament(1), played_in_a_tournament(2, "2026-01-01T00:00:00.001Z")
    for document in (one, other):
        result = checked(document, tmp_path)
        assert (result.returncode, result.stderr) == (0, "")
        re_execute(read(json.dumps(document).encode()), InProcessEngine(RULESET))
    assert one["match"] != other["match"]
    assert (one["commitment"], one["seed"]) == (other["commitment"], other["seed"])


@pytest.mark.parametrize(
    ("change", "theirs", "ours"),
    [
        ({"match": "m_1"}, "`match` is not left out in a tournament", "is named by its place there"),
        (
            {"created_at": "2026-01-01T00:00:00.000Z"},
            "`created_at` is not left out in a tournament",
            "is named by its place there",
        ),
        ({"tournament": PLACE | {"table": -1}}, "`tournament` counts wrongly", "greater than or equal to 1"),
        ({"tournament": {"sha256": "70" * 32}}, "`tournament` has other fields", "Field required"),
        ({"tournament": None}, "`tournament` has other fields", "not written like this"),
    ],
)
def test_a_match_of_a_tournament_is_named_by_its_place(
    change: JsonObject, theirs: str, ours: str, tmp_path: Path
) -> None:
    document = played_in_a_tournament()
    promise = document["commitment_document"] | change
    document |= {
        "commitment_document": promise,
        "commitment": hashlib.sha256(
            json.dumps(promise, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        ).hexdigest(),
    }
    assert checked(document, tmp_path).stderr.startswith(theirs)
    with pytest.raises(MalformedReplay, match=ours):
        read(json.dumps(document).encode())


def test_the_checker_is_plain_python_that_imports_nothing_of_ours() -> None:
    code = [line for line in CHECKER.read_text().splitlines() if line.strip()]
    assert len(code) <= 810
    imports = {line.split()[1] for line in code if line.startswith(("import ", "from "))}
    assert imports == {"argparse", "hashlib", "hmac", "json", "re", "sys", "collections.abc", "datetime", "pathlib"}


def test_the_page_computes_what_it_says() -> None:
    """Each Python block of the page runs, and its comments say what comes out."""
    page = (DOCS / "fairness.md").read_text()
    told: dict[str, Any] = {}
    for block in blocks(page, "python"):
        exec(block, told)
