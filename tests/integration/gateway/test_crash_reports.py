"""What bots tell of their failures, and how often they fail of what."""

from typing import Any

import pytest

from services.webhooks import Call, Delivery, Outcome
from services.webhooks.crash_reports import KEPT, CrashReports
from tests.integration.gateway.harness import Client, Hall
from tests.integration.gateway.test_own_bots import bot_of

REPORTS = "/v1/players/me/crash-reports"
CRASH = {
    "message": "KeyError: 'castle'",
    "traceback": "File bot.py, line 12\nKeyError",
    "match": "m_1",
    "decision": 7,
}


def json_of(response: Any) -> Any:
    return response.json


def code(response: Any) -> str:
    found: str = json_of(response)["code"]
    return found


def test_a_bot_tells_its_owner_what_it_failed_of(hall: Hall, ada: Client, bob: Client, admin: Client) -> None:
    bot = bot_of(hall, ada)
    bot.ask("PUT", "/v1/players/me/version", json={"version": "1.0"})
    made = bot.post(REPORTS, CRASH)
    assert made.status_code == 201
    assert {name: json_of(made)[name] for name in ("player_id", "match", "decision", "version", "message")} == {
        "player_id": bot.id,
        "match": "m_1",
        "decision": 7,
        "version": "1.0",
        "message": "KeyError: 'castle'",
    }
    theirs = f"/v1/players/{bot.id}/crash-reports"
    assert ada.read(theirs)["crash_reports"] == [json_of(made)]
    whole = ada.read(f"{theirs}/{json_of(made)['id']}")
    assert whole == {**json_of(made), "traceback": CRASH["traceback"]}
    assert bot.read(f"{REPORTS}/{json_of(made)['id']}") == whole
    for other in (bob, admin):
        assert code(other.get(theirs)) == "NOT_YOUR_BOT"
        assert code(other.get(f"{theirs}/{json_of(made)['id']}")) == "NOT_YOUR_BOT"
    assert code(ada.post(theirs, CRASH)) == "NOT_YOUR_BOT"
    assert code(ada.get(f"{REPORTS}/{json_of(made)['id']}")) == "NOT_FOUND"


def test_a_report_that_is_sent_again_stands_once(hall: Hall, ada: Client) -> None:
    bot = bot_of(hall, ada)
    for _ in range(2):
        bot.make(REPORTS, CRASH, headers={"Idempotency-Key": "crash"})
    assert len(bot.read(REPORTS)["crash_reports"]) == 1


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"message": "x" * 501}, "/body/message"),
        ({"message": ""}, "/body/message"),
        ({"traceback": "x" * 16_001}, "/body/traceback"),
        ({"match": "../../etc"}, "/body/match"),
        ({"decision": 0}, "/body/decision"),
        ({"version": "1 0"}, "/body/version"),
        ({"locals": {}}, "/body/locals"),
    ],
)
def test_a_report_is_bounded(hall: Hall, ada: Client, change: dict[str, Any], pointer: str) -> None:
    refused = bot_of(hall, ada).post(REPORTS, {**CRASH, **change})
    assert (code(refused), [error["pointer"] for error in json_of(refused)["errors"]]) == ("INVALID_FIELD", [pointer])


def test_a_flood_of_reports_is_stopped(hall: Hall, ada: Client) -> None:
    bot = bot_of(hall, ada)
    statuses = [bot.post(REPORTS, CRASH).status_code for _ in range(22)]
    assert statuses[:20] == [201] * 20
    assert statuses[-1] == 429


def test_the_last_two_hundred_are_kept_for_some_days(hall: Hall) -> None:
    now = [1_000_000]
    log = CrashReports(hall.players._database, days=1, now_ms=lambda: now[0])
    for number in range(KEPT + 5):
        now[0] += 1
        creation = hall.creation()
        report: Any = {"match_id": None, "decision": None, "version": "", "traceback": ""}
        log.write("p_1", type(creation)(now[0], creation.seed), message=f"{number}", **report)
    kept = log.list("p_1", 1_000)
    assert [len(kept), kept[0].message, kept[-1].message] == [200, "204", "5"]
    now[0] += 24 * 3600 * 1000 - 50
    assert log.remove_old() == 149


def test_nothing_of_a_report_stands_in_the_log(hall: Hall, ada: Client, capfd: pytest.CaptureFixture[str]) -> None:
    bot = bot_of(hall, ada)
    secret = {"message": "token=hunter2\nlevel=error forged", "traceback": "password='hunter2'\x1b[2J\x00"}
    made = bot.make(REPORTS, secret)
    ada.read(f"/v1/players/{bot.id}/crash-reports/{made['id']}")
    bot.post(REPORTS, {**secret, "decision": -1})
    told = "".join(capfd.readouterr())
    assert "hunter2" not in told
    assert "forged" not in told


def test_text_that_no_database_takes_comes_back(hall: Hall, ada: Client) -> None:
    bot = bot_of(hall, ada)
    made = bot.make(REPORTS, {"message": "zero \x00 here", "traceback": "\x00\x1b[2J"})
    whole = bot.read(f"{REPORTS}/{made['id']}")
    assert (whole["message"], whole["traceback"]) == ("zero \x00 here", "\x00\x1b[2J")


def test_failures_are_counted_by_kind_and_version(hall: Hall, ada: Client) -> None:
    bot = bot_of(hall, ada)
    for version, outcome in (
        ("1.0", Outcome.TIMEOUT),
        ("1.0", Outcome.TIMEOUT),
        ("1.0", Outcome.ANSWERED),
        ("1.0", Outcome.BUSY),
        ("1.1", Outcome.ILLEGAL_ACTION),
        ("", Outcome.CONNECT),
    ):
        call = Call(bot.id, "m_1", 0, 1)
        made = Delivery(hall.deliveries.new_id(), call, 1, 1_000, 20, outcome, "", None, version=version)
        hall.deliveries.write(made)
    bot.make(REPORTS, {**CRASH, "version": "1.1"})
    summary = ada.read(f"/v1/players/{bot.id}/failures")
    counted = [(each["version"], each["kind"], each["count"]) for each in summary["failures"]]
    assert counted == [(None, "connect", 1), ("1.0", "timeout", 2), ("1.1", "crash", 1), ("1.1", "illegal_action", 1)]
    assert summary["player_id"] == bot.id
    assert summary["failures"][1]["last_at"] == "1970-01-01T00:00:01.000Z"
