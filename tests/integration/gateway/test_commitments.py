"""The public log of commitments over REST and as `playhall audit-log` reads it."""

import json
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest
from click.testing import CliRunner
from sqlalchemy import update

from cli.main import main
from gateway.api.commitments import LogQuery
from services.database import Database
from services.database.tables import commitment_log
from services.fairness import audit
from services.fairness.hash_chain import checked
from tests.integration.gateway.harness import Client, Hall

NONE = "00" * 32


def create(hall: Hall, client: Client, count: int = 1, **more: object) -> list[str]:
    """The commitments of new matches, in the log."""
    wish = {"ruleset": "sealed", "seats": ["me", "open"], **more}
    made = [client.make("/v1/matches", wish) for _ in range(count)]
    hall.commitments.append_waiting()
    return [match["commitment"] for match in sorted(made, key=lambda match: str(match["id"]))]


def test_everybody_can_read_the_log_and_check_it(hall: Hall, ada: Client) -> None:
    commitments = create(hall, ada, 5)
    nobody = hall.stranger()
    entries = audit.parse_entries(nobody.get("/v1/commitments").data)
    assert list(checked(entries)) == entries
    assert [entry.digest.hex() for entry in entries] == commitments
    keys = audit.parse_keys(nobody.get("/v1/signing-keys").data)
    head = audit.parse_head(nobody.get("/v1/commitments/head").data)
    head.verify(keys)
    assert (head.head.size, head.head.hash) == (5, entries[-1].hash)


def test_an_empty_log_can_be_read(hall: Hall) -> None:
    nobody = hall.stranger()
    assert nobody.read("/v1/commitments") == {"next_page_token": None, "entries": []}
    assert (nobody.read("/v1/commitments/head")["size"], nobody.read("/v1/commitments/head")["hash"]) == (0, NONE)


def test_pages_follow_each_other(hall: Hall, ada: Client) -> None:
    create(hall, ada, 5)
    nobody = hall.stranger()
    first = nobody.read("/v1/commitments?page_size=2&start=1")
    assert [entry["index"] for entry in first["entries"]] == [1, 2]
    token = first["next_page_token"]
    second = nobody.read(f"/v1/commitments?page_size=2&start=1&page_token={token}")
    assert ([entry["index"] for entry in second["entries"]], second["next_page_token"]) == ([3, 4], None)
    assert nobody.read("/v1/commitments?start=5")["entries"] == []
    assert nobody.read(f"/v1/commitments?start={2**53 - 1}")["entries"] == []
    assert nobody.get(f"/v1/commitments?page_token={token}").status_code == 422  # of the list that begins at 1


@pytest.mark.parametrize("cursor", ["x", "-1", "9" * 60])
def test_a_token_that_somebody_has_made_up_is_refused(hall: Hall, cursor: str) -> None:
    token = LogQuery().token("commitments", cursor)
    refused = hall.stranger().get(f"/v1/commitments?page_token={token}")
    assert (refused.status_code, refused.json["code"]) == (422, "INVALID_FIELD")  # type: ignore[index]


def test_a_page_is_bounded(hall: Hall) -> None:
    log = hall.commitments._log
    log.append(number.to_bytes(32, "big") for number in range(600))
    page = hall.stranger().read("/v1/commitments?page_size=1000000")
    assert len(page["entries"]) == 500
    assert page["next_page_token"] is not None


@pytest.mark.parametrize("query", ["start=-1", f"start={2**53}", "start=x", "page_size=0", "from=1"])
def test_a_part_that_cannot_be_is_refused(hall: Hall, query: str) -> None:
    refused = hall.stranger().get(f"/v1/commitments?{query}")
    assert (refused.status_code, refused.json["code"]) == (422, "INVALID_FIELD")  # type: ignore[index]


def test_a_matchs_commitment_is_found_once_it_is_appended(hall: Hall, ada: Client) -> None:
    commitment = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["commitment"]
    nobody = hall.stranger()
    assert nobody.get(f"/v1/commitments/{commitment}").status_code == 404
    hall.commitments.append_waiting()
    found = nobody.read(f"/v1/commitments/{commitment}")
    assert (found["index"], found["digest"], found["previous"]) == (0, commitment, NONE)


@pytest.mark.parametrize("digest", ["head2", "00" * 31, "00" * 33, "AA" * 32, "zz" * 32])
def test_what_is_no_digest_is_refused(hall: Hall, digest: str) -> None:
    assert hall.stranger().get(f"/v1/commitments/{digest}").status_code == 422


def test_of_a_private_match_the_log_tells_a_digest_and_a_time(hall: Hall, ada: Client) -> None:
    (commitment,) = create(hall, ada, visibility="private")
    (match,) = ada.read("/v1/matches")["matches"]
    nobody = hall.stranger()
    told = [
        nobody.get(path).text for path in ("/v1/commitments", "/v1/commitments/head", f"/v1/commitments/{commitment}")
    ]
    entry = json.loads(told[2])
    assert entry.keys() == {"index", "at", "digest", "previous", "hash"}
    for text in told:
        for secret in (match["id"], match["id"][2:], ada.id, "sealed", "private"):
            assert secret not in text


def test_a_head_that_has_not_changed_is_not_sent_again(hall: Hall, ada: Client) -> None:
    create(hall, ada)
    nobody = hall.stranger()
    page = nobody.get("/v1/commitments")
    again = nobody.get("/v1/commitments", headers={"If-None-Match": page.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    create(hall, ada)
    assert nobody.get("/v1/commitments", headers={"If-None-Match": page.headers["ETag"]}).status_code == 200


class Quiet(WSGIRequestHandler):
    """Logs nothing."""

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def url(hall: Hall) -> Iterator[str]:
    server = make_server("127.0.0.1", 0, hall.app, handler_class=Quiet)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["audit-log", *arguments])
    said = [line for line in result.output.splitlines(keepends=True) if "request_id=" not in line]  # the server's log
    return result.exit_code, "".join(said)


def test_an_auditor_keeps_a_head_and_sees_that_the_log_goes_on_from_it(
    hall: Hall, ada: Client, url: str, tmp_path: Path
) -> None:
    file = tmp_path / "head.json"
    first = create(hall, ada, 3)
    code, said = run(url, "--head", str(file))
    assert code == 0, said
    assert "The log holds: 3 entries" in said
    assert "- whether the log was the same before: no head was saved" in said

    second = create(hall, ada, 2)
    (tmp_path / "theirs.json").write_bytes(file.read_bytes())
    code, said = run(
        url,
        *("--head", str(file), "--compare", str(tmp_path / "theirs.json")),
        *("--commitment", first[0], "--commitment", second[1].upper()),
    )
    assert code == 0, said
    assert "The log holds: 5 entries" in said
    assert "- it goes on from the saved head: the first 3 entries" in said
    assert f"- it goes on from the compared ({tmp_path}/theirs.json) head: the first 3 entries" in said
    assert f"- the commitment {first[0]} is entry 0, of " in said
    assert f"- the commitment {second[1]} is entry 4, of " in said
    assert "no head was" not in said
    assert json.loads(file.read_text())["head"]["size"] == 5


def test_an_auditor_sees_that_a_row_was_changed_and_keeps_the_old_head(
    hall: Hall, ada: Client, url: str, tmp_path: Path
) -> None:
    file = tmp_path / "head.json"
    create(hall, ada, 3)
    assert run(url, "--head", str(file))[0] == 0
    before = file.read_bytes()
    database = Database(f"sqlite:///{hall.database_path}")
    with database.begin() as connection:
        connection.execute(update(commitment_log).where(commitment_log.c.index == 1).values(digest=bytes(32)))
    database.close()
    code, said = run(url, "--head", str(file))
    assert (code, said) == (
        1,
        "Error: the log does not hold: the log is no chain: entry 1 has another hash than its content.\n",
    )
    assert file.read_bytes() == before


def test_an_auditor_looks_up_the_place_that_a_replay_names(hall: Hall, ada: Client, url: str, tmp_path: Path) -> None:
    create(hall, ada, 2)
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})
    assert ada.post(f"/v1/matches/{match['id']}:abort", {}).status_code == 200
    file = tmp_path / "replay.json"
    file.write_bytes(ada.get(f"/v1/matches/{match['id']}/replay").data)
    code, said = run(url, "--replay", str(file))
    assert code == 0, said
    assert f"- the commitment {match['commitment']} is entry 2, of " in said

    lie = json.loads(file.read_bytes())
    other = hall.stranger().read("/v1/commitments")["entries"][1]
    for place in ({"index": 1, "hash": other["hash"]}, {**lie["commitment_log"], "hash": NONE}):
        file.write_text(json.dumps({**lie, "commitment_log": place}))
        code, said = run(url, "--replay", str(file))
        assert code == 1
        assert f"names entry {place['index']} ({place['hash']}), its commitment is entry 2" in said
    file.write_text("{}")
    assert "is not a replay" in run(url, "--replay", str(file))[1]


def test_an_operator_who_dates_the_promises_of_events_before_their_matches_is_found_by_an_auditor(
    hall: Hall, ada: Client, url: str, tmp_path: Path
) -> None:
    create(hall, ada, 2)
    bots = ["greedy", "random"]
    series = ada.make(
        "/v1/series", {"ruleset": "commanders", "entrants": bots, "stop": {"rule": "fixed", "matches": 2}}
    )
    changed = ada.ask("PATCH", f"/v1/series/{series['id']}", json={"matches": 4})
    assert changed.status_code == 200
    stage = {"format": "swiss", "rounds": 1}
    clocks = {"kind": "per_decision", "seconds": 60}
    cup = ada.make("/v1/tournaments", {"name": "Cup", "ruleset": "sealed", "stages": [stage], "time_control": clocks})
    series = ada.read(f"/v1/series/{series['id']}")
    promises = (("--series", series, 2), ("--series", series["extensions"][0], 3), ("--event", cup, 4))
    file = tmp_path / "saved.json"
    for option, told, index in promises:
        whole = series if option == "--series" else cup
        file.write_text(json.dumps(whole))
        code, said = run(url, option, str(file))
        assert code == 0, said
        assert f"- the commitment {told.get('document_sha256') or told['commitment']} is entry {index}, of " in said
        true = told["commitment_log"]
        for lie in ({"index": 0}, {"hash": NONE}):
            told["commitment_log"] = place = true | lie
            file.write_text(json.dumps(whole))
            code, said = run(url, option, str(file))
            assert code == 1
            assert f"names entry {place['index']} ({place['hash']}), its commitment is entry {index}" in said
        told["commitment_log"] = None
        file.write_text(json.dumps(whole))
        assert "place in a log of commitments" in run(url, option, str(file))[1]
        told["commitment_log"] = true


def test_an_auditor_is_told_what_is_wrong_in_one_line(hall: Hall, url: str, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{}")
    for arguments, why in (
        ((url, "--commitment", "00" * 32), f"the commitment {NONE} is not in the log"),
        ((url, "--compare", str(broken)), "head is not one: /format: Field required"),
        ((url + "/nothing-here",), "NOT_FOUND"),
        (("ftp://example.com",), "not a URL of a platform"),
        (("http://127.0.0.1:1",), "no platform answers"),
    ):
        code, said = run(*arguments)
        assert code == 1
        assert why in said
        assert said.startswith("Error: ")
        assert said.count("\n") == 1
    assert run(url, "--commitment", "abc")[0] == 2
