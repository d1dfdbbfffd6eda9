"""Bots that are called: what they are asked, what becomes of their answers, and what they cannot do to the platform."""

import base64
import hashlib
import hmac
import socket
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from services.engine.clocks import PerDecision
from services.errors import Reason
from services.matches.match import Status
from services.webhooks.addresses import AddressRules
from services.webhooks.http_call import HttpCaller
from services.webhooks.signing import secret_text
from services.webhooks.webhook import Outcome
from tests.bot_server import Asked, BotServer, first_legal
from tests.certificates import Authority
from tests.integration.matches.harness import refused
from tests.integration.webhooks.conftest import Calling
from tests.waiting import wait_until


def verified(secret: str, asked: Asked) -> bool:
    """What a receiver does, written from the specification alone."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = ".".join((asked.headers["webhook-id"], asked.headers["webhook-timestamp"], asked.body.decode())).encode()
    wanted = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return wanted in asked.headers["webhook-signature"].split(" ")


def test_a_bot_is_asked_what_its_seat_knows_and_plays_its_answer(calling: Calling) -> None:
    server = calling.server()
    bot = calling.bot(server.url)
    match, _ = calling.table(bot, time_control=PerDecision(seconds=60))
    view = calling.world.matches.view(bot, match.id, 1)
    assert calling.run() > 0
    first, second = server.asked[:2]
    body = first.json
    assert list(body) == [
        *("type", "match", "ruleset", "seat", "decision", "deadline_at", "view", "legal", "round_trip_ms")
    ]
    assert {name: body[name] for name in ("type", "match", "ruleset", "seat", "decision", "round_trip_ms")} == {
        "type": "decision",
        "match": match.id,
        "ruleset": "sealed",
        "seat": 1,
        "decision": 1,
        "round_trip_ms": None,
    }
    assert body["deadline_at"] == "2027-01-15T08:01:00.000Z"
    assert view.view is not None
    assert view.view in first.body
    assert view.legal in first.body
    assert first.headers["webhook-id"] == f"{match.id}_1_1"
    assert first.headers["webhook-timestamp"] == "1800000000"
    assert isinstance(second.json["round_trip_ms"], int)
    played = [entry.decision for entry in calling.world.store.read_log(match.id) if entry.seat == 1]
    assert played == [1, 2, 3]
    assert calling.outcomes(bot) == ["answered"] * 3


def test_calls_are_signed_for_24_hours_by_both_secrets_after_a_rotation(calling: Calling) -> None:
    server = calling.server()
    bot = calling.bot(server.url)
    store = calling.store
    before = store.find(bot.player_id)
    assert before is not None
    after = store.rotate(bot.player_id, b"\x07" * 32)
    new, old = map(secret_text, after.secrets)
    assert old == secret_text(before.secrets[0])
    calling.table(bot)
    calling.run()
    assert verified(old, server.asked[0])
    assert verified(new, server.asked[0])
    assert store.rotate(bot.player_id, b"\x07" * 32).secrets == after.secrets
    calling.world.clock.advance(24 * 3600)
    calling.table(bot)
    calling.run()
    assert not verified(old, server.asked[-1])
    assert verified(new, server.asked[-1])


def hang(asked: Asked) -> None:
    time.sleep(3)


def drip(asked: Asked) -> None:
    asked.handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    for _ in range(60):
        asked.handler.wfile.write(b"X")
        time.sleep(0.05)


def drip_the_body(asked: Asked) -> None:
    asked.handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
    for _ in range(60):
        asked.handler.wfile.write(b" ")
        time.sleep(0.05)


def half(asked: Asked) -> None:
    asked.handler.wfile.write(b'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"action":')
    asked.handler.close_connection = True


def hang_up(asked: Asked) -> None:
    asked.handler.close_connection = True


def nonsense(asked: Asked) -> None:
    asked.handler.wfile.write(b"SSH-2.0-OpenSSH_9.9\r\n")
    asked.handler.close_connection = True


def giant(asked: Asked) -> None:
    asked.answer(b'{"action":"' + b"x" * 70_000 + b'"}')


def endless(asked: Asked) -> None:
    asked.handler.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    while True:
        asked.handler.wfile.write(b"400\r\n" + b"x" * 1024 + b"\r\n")


def giant_headers(asked: Asked) -> None:
    asked.raw(200, b"{}", X_Padding="x" * 200_000)


def to_metadata(asked: Asked) -> None:
    asked.raw(307, b"", Location="http://169.254.169.254/latest/meta-data")


def says(document: Any, status: int = 200) -> Any:
    return lambda asked: asked.answer(document, status)


@pytest.mark.parametrize(
    ("answer", "outcome", "code", "status"),
    [
        (hang, "timeout", "", None),
        (drip, "timeout", "", None),
        (drip_the_body, "timeout", "", 200),
        (half, "connect", "", 200),
        (hang_up, "connect", "", None),
        (nonsense, "connect", "", None),
        (giant_headers, "connect", "", None),
        (giant, "too_large", "", 200),
        (endless, "too_large", "", 200),
        (to_metadata, "redirect", "", 307),
        (says({}, 500), "status", "", 500),
        (says({"action": "place 1"}, 201), "status", "", 201),
        (says(b"place 1"), "invalid_answer", "", 200),
        (says(b"\xff\xfe"), "invalid_answer", "", 200),
        (says(["place 1"]), "invalid_answer", "", 200),
        (says({"move": "place 1"}), "invalid_answer", "", 200),
        (says({"action": 1}), "invalid_answer", "", 200),
        (says({"action": None}), "invalid_answer", "", 200),
        (says(b'{"action": "place 1", "action": "place 2"}'), "invalid_answer", "", 200),
        (says({"action": "keep"}), "illegal_action", "ILLEGAL_ACTION", 200),
        (says({"action": "castle"}), "illegal_action", "MALFORMED_ACTION", 200),
        (says({"action": {"type": "castle"}}), "illegal_action", "MALFORMED_ACTION", 200),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_what_a_bot_does_wrong_has_a_name_and_plays_nothing(
    calling: Calling, answer: Any, outcome: str, code: str, status: int | None
) -> None:
    calling.limits = calling.limits._replace(seconds=0.5)
    server = calling.server(answer)
    bot = calling.bot(server.url)
    match, _ = calling.table(bot)
    calling.run()
    (delivery,) = calling.deliveries(bot)
    assert (delivery.outcome.value, delivery.code, delivery.status, delivery.attempt) == (outcome, code, status, 1)
    assert delivery.request == server.asked[0].body
    assert len(delivery.answer) <= 65_536
    assert len(server.asked) == 1
    assert [entry for entry in calling.world.store.read_log(match.id) if entry.seat == 1] == []


def test_nobody_listens(calling: Calling) -> None:
    server = calling.server()
    bot = calling.bot(server.url)
    calling.servers.remove(server)
    server.close()
    calling.table(bot)
    calling.run()
    assert calling.outcomes(bot) == ["connect"]


def test_certificates_are_checked(calling: Calling, tmp_path: Path) -> None:
    authority = Authority(tmp_path / "ours")
    good = calling.server(tls=authority.issue("bot", "127.0.0.1"))
    wrong_name = calling.server(tls=authority.issue("another", "127.0.0.2"))
    stranger = calling.server(tls=Authority(tmp_path / "theirs", "Another").issue("bot", "127.0.0.1"))
    plain = calling.server()
    calling.ca_file = str(authority.certificate)
    calling.open()
    outcomes = {}
    for name, url in {
        "good": good.url,
        "wrong name": wrong_name.url,
        "stranger": stranger.url,
        "plain": plain.url.replace("http:", "https:"),
    }.items():
        bot = calling.bot(url)
        calling.table(bot)
        calling.run()
        outcomes[name] = calling.outcomes(bot)[0]
    assert outcomes == {"good": "answered", "wrong name": "tls", "stranger": "tls", "plain": "tls"}
    assert [len(server.asked) for server in (wrong_name, stranger, plain)] == [0, 0, 0]


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.100.100.200"),
        *("168.63.129.16", "224.0.0.1", "240.0.0.1", "255.255.255.255", "192.88.99.1", "::1", "::", "fe80::1%lo"),
        *("fd00:ec2::254", "ff02::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "64:ff9b::7f00:1"),
        *("64:ff9b:1::7f00:1", "2002:7f00:1::", "2001:0:7f00:1::", "fec0::1", "bot.example"),
    ],
)
def test_a_name_that_leads_inside_is_not_connected_to(address: str) -> None:
    inside = BotServer()
    try:
        rules = AddressRules(ports=frozenset({inside.port}), http=True)
        caller = HttpCaller(rules, resolve=lambda host, port: [address])
        answer = caller.post(rules.target(f"http://bot.example:{inside.port}/"), {}, b"{}", 2.0)
    finally:
        inside.close()
    assert answer == (Outcome.REFUSED_ADDRESS, None, b"")
    assert inside.asked == []


def test_the_connection_goes_to_the_address_that_was_checked(calling: Calling) -> None:
    asked: list[str] = []

    def rebinding(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["10.0.0.1", "127.0.0.1"] if len(asked) == 1 else ["10.0.0.1"]

    calling.resolve = rebinding
    server = calling.server()
    bot = calling.bot(f"http://bot.example:{server.port}/")
    calling.table(bot)
    calling.run(0)
    assert calling.outcomes(bot)[0] == "answered"  # the allowed one of its addresses
    assert len(server.asked) == 1
    assert server.asked[0].headers["host"] == f"bot.example:{server.port}"
    calling.run(0)
    assert set(calling.outcomes(bot)[1:]) <= {"refused_address"}
    assert asked[:1] == ["bot.example"]


def test_a_resolver_that_hangs_is_waited_for_no_longer_than_a_call_may_take() -> None:
    over = threading.Event()
    rules = AddressRules(ports=frozenset({443}))

    def hanging(host: str, port: int) -> list[str]:
        over.wait(20)
        raise socket.gaierror

    answer = HttpCaller(rules, resolve=hanging).post(rules.target("https://bot.example/"), {}, b"{}", 0.2)
    over.set()
    assert answer.failure is Outcome.TIMEOUT

    def nothing(host: str, port: int) -> list[str]:
        raise socket.gaierror

    answer = HttpCaller(rules, resolve=nothing).post(rules.target("https://bot.example/"), {}, b"{}", 2.0)
    assert answer.failure is Outcome.CONNECT


def test_proxies_of_the_environment_are_not_asked(calling: Calling, monkeypatch: pytest.MonkeyPatch) -> None:
    proxy = calling.server()
    server = calling.server()
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
    bot = calling.bot(server.url)
    calling.table(bot)
    calling.run()
    assert (len(proxy.asked), len(server.asked)) == (0, 3)


@pytest.mark.parametrize(
    "url",
    [
        *(
            "ftp://bot.example/",
            "https://",
            "bot.example",
            "https://user:secret@bot.example/",
            "https://bot.example/#a",
        ),
        *("https://bot.example:444/", "https://10.0.0.1/", "https://[::1]/", "https://127.0.0.1/", "https://bot ex/"),
        *("https://bot.example\\@10.0.0.1/", "https://b\u00f6t.example/", "https://bot.example:99999/", "https://[::1"),
        *(
            "http://bot.example/",
            "https://bot.example/" + "x" * 2048,
            "https://b%6ft.example/",
            "https://bot.example/\n",
        ),
    ],
)
def test_a_url_that_leads_nowhere_good_is_refused(url: str) -> None:
    refusal = refused(lambda: AddressRules().target(url))
    assert refusal.reason is Reason.INVALID_FIELD
    assert [error.pointer for error in refusal.errors] == ["/url"]


def test_failures_are_tried_again_under_the_same_id_ever_later(calling: Calling) -> None:
    server = calling.server(says({}, 503))
    bot = calling.bot(server.url)
    match, _ = calling.table(bot)
    calling.run()
    assert calling.later(0.9) == 0
    assert calling.later(0.2) == 1
    assert calling.later(1.8) == 0
    assert calling.later(0.3) == 1
    server.answer = first_legal
    assert calling.later(4.1) > 0
    assert calling.outcomes(bot) == ["status"] * 3 + ["answered"] * 3
    assert sorted(each.attempt for each in calling.deliveries(bot)) == [1, 1, 1, 2, 3, 4]
    assert [asked.headers["webhook-id"] for asked in server.asked[:4]] == [f"{match.id}_1_1"] * 4


def test_another_seats_move_puts_no_attempt_off(calling: Calling) -> None:
    server = calling.server(says({}, 503))
    bot = calling.bot(server.url)
    match, person = calling.table(bot)
    calling.run()
    calling.world.decide(person, match.id, "place 1")
    assert calling.later(1.1) == 1


def test_no_attempt_is_made_after_the_deadline(calling: Calling) -> None:
    server = calling.server(says({}, 503))
    bot = calling.bot(server.url)
    match, _ = calling.table(bot, time_control=PerDecision(seconds=2))
    calling.run()
    assert calling.later(1.1) == 1  # the next would be due after the deadline
    assert [calling.later(5) for _ in range(5)] == [0] * 5
    assert len(server.asked) == 2
    assert calling.world.bot_turns.play_overdue(match.id) > 0
    calling.run()
    asked = server.asked[-1].json["decision"]
    assert (len(server.asked), asked) == (3, calling.world.matches.get(bot, match.id).decisions[1])


def test_without_a_deadline_the_operator_says_for_how_long(calling: Calling) -> None:
    calling.limits = calling.limits._replace(retry_seconds=6)
    server = calling.server(says({}, 503))
    bot = calling.bot(server.url)
    calling.table(bot)
    calling.run()
    assert [calling.later(seconds) for seconds in (1.1, 2.1)] == [1, 1]  # the next would be due after seven seconds
    assert [calling.later(300) for _ in range(5)] == [0] * 5
    assert len(server.asked) == 3


def test_who_accepts_answers_later_and_is_not_asked_again(calling: Calling) -> None:
    server = calling.server(says({}, 202))
    bot = calling.bot(server.url)
    match, _ = calling.table(bot)
    calling.run()
    assert [calling.later(300) for _ in range(3)] == [0, 0, 0]
    assert calling.outcomes(bot) == ["accepted"]
    calling.world.decide(bot, match.id, server.asked[0].json["legal"][0]["notation"])
    assert calling.run() == 1
    assert [asked.json["decision"] for asked in server.asked] == [1, 2]


def test_an_answer_that_comes_after_another_is_gone(calling: Calling) -> None:
    def both_ways(asked: Asked) -> None:
        one, other = (legal["notation"] for legal in asked.json["legal"][:2])
        calling.world.matches.decide(bot, asked.json["match"], 1, asked.json["decision"], one)
        asked.answer({"action": other})

    server = calling.server(both_ways)
    bot = calling.bot(server.url)
    match, _ = calling.table(bot)
    calling.run(0)
    delivery = calling.deliveries(bot)[0]
    assert (delivery.outcome.value, delivery.code) == ("gone", "DECISION_ALREADY_ANSWERED")
    calling.world.check_whole(match.id)


def test_an_answer_for_which_the_clock_is_over_is_gone_and_not_the_platforms_failure(calling: Calling) -> None:
    def too_late(asked: Asked) -> None:
        calling.world.clock.advance(61)
        first_legal(asked)

    bot = calling.bot(calling.server(too_late).url)
    match, _ = calling.table(bot, time_control=PerDecision(seconds=60))
    calling.run(0)
    (delivery,) = calling.deliveries(bot)
    assert (delivery.outcome.value, delivery.code) == ("gone", "TIME_RAN_OUT")
    assert [entry for entry in calling.world.store.read_log(match.id) if entry.seat == 1] == []


def test_answering_twice_the_same_is_answering_once(calling: Calling) -> None:
    def both_ways(asked: Asked) -> None:
        action = asked.json["legal"][0]["notation"]
        calling.world.matches.decide(bot, asked.json["match"], 1, asked.json["decision"], action)
        asked.answer({"action": action})

    server = calling.server(both_ways)
    bot = calling.bot(server.url)
    match, _ = calling.table(bot)
    calling.run()
    assert calling.outcomes(bot) == ["answered"] * 3
    calling.world.check_whole(match.id)


def test_a_call_whose_worker_dies_is_made_again_and_answered_once(calling: Calling) -> None:
    server = calling.server()
    bot = calling.bot(server.url)
    match, _ = calling.table(bot)
    for entry in calling.world.tasks():
        calling.calls.request(entry.match_id)
    taken = calling.line.take(calling.world.clock.now_ms, 16_000)
    assert taken is not None
    assert calling.calls.request(match.id) == 0  # it is being made
    assert calling.calls.work(1.0) is False
    assert server.asked == []
    assert calling.later(17) > 0
    assert [asked.json["decision"] for asked in server.asked] == [1, 2, 3]
    calling.world.check_whole(match.id)


def test_requests_that_come_late_or_twice_do_no_harm(calling: Calling) -> None:
    server = calling.server()
    bot = calling.bot(server.url)
    match, _ = calling.table(bot)
    assert [calling.calls.request(match.id) for _ in range(3)] == [1, 1, 1]
    calling.calls.work(5.0)
    calling.run()
    assert len(server.asked) == 3
    assert [calling.calls.request(match.id) for _ in range(3)] == [0, 0, 0]
    assert calling.calls.request("m_nonsense") == 0
    calling.calls.work(5.0)
    assert len(server.asked) == 3


def test_a_bot_that_fails_again_and_again_is_offline_for_ever_longer(calling: Calling) -> None:
    server, other = calling.server(says({}, 500)), calling.server()
    bad, good = calling.bot(server.url), calling.bot(other.url)
    for _ in range(8):
        calling.table(bad)
    calling.run()
    assert len(server.asked) == 5  # in as many matches
    calling.table(good)
    calling.run()
    assert len(other.asked) == 3
    assert calling.line.offline_until(bad.player_id) == calling.world.clock.now_ms + 5_000
    assert calling.later(4) == 0
    calling.later(1.1)
    assert len(server.asked) == 6  # one tries
    assert calling.line.offline_until(bad.player_id) == calling.world.clock.now_ms + 10_000
    server.answer = first_legal
    calling.later(10.1)
    calling.later(20)
    assert calling.line.offline_until(bad.player_id) == 0
    assert calling.outcomes(bad).count("answered") == 24


def test_a_bot_that_hangs_delays_no_other_and_has_a_share_of_the_threads(calling: Calling) -> None:
    go_on = threading.Event()
    slow, quick = calling.server(lambda asked: go_on.wait(60)), calling.server()
    calling.limits = calling.limits._replace(seconds=30.0, of_person=2, at_once=4)
    calling.open()
    hanging, good = calling.bot(slow.url), calling.bot(quick.url)
    for _ in range(6):
        calling.calls.request(calling.table(hanging)[0].id)
    threads = [threading.Thread(target=calling.calls.work, args=(0.0,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    wait_until(lambda: len(slow.asked) == 2, "as many as it may have")
    match, _ = calling.table(good)
    calling.calls.request(match.id)
    calling.calls.work(0.0)
    assert calling.outcomes(good) == ["answered"]
    assert len(slow.asked) == 2
    go_on.set()
    for thread in threads:
        thread.join()


def test_a_webhook_that_is_switched_off_is_not_called_and_goes_on_where_it_was(calling: Calling) -> None:
    server = calling.server()
    bot = calling.bot(server.url, enabled=False)
    match, _ = calling.table(bot, time_control=PerDecision(seconds=60))
    assert calling.run() == 0
    assert calling.later(20) == 0
    assert calling.world.matches.get(bot, match.id).decisions[1] == 1
    calling.put(bot, server.url)
    calling.run()
    assert len(server.asked) == 3


def test_a_bot_that_is_switched_off_as_a_whole_is_not_called_and_goes_on_where_it_was(calling: Calling) -> None:
    server = calling.server()
    bot = calling.bot(server.url)
    calling.world.players.state_version(bot.player_id, "1.2")
    calling.world.players.change(bot.player_id, online=False)
    match, _ = calling.table(bot, time_control=PerDecision(seconds=60))
    assert calling.run() == 0
    assert calling.later(20) == 0
    calling.webhooks.resume(bot.player_id)
    assert calling.run() == 0
    calling.world.players.change(bot.player_id, online=True)
    calling.webhooks.resume(bot.player_id)
    calling.run()
    assert len(server.asked) == 3
    assert {each.version for each in calling.deliveries(bot)} == {"1.2"}
    assert calling.world.matches.get(bot, match.id).decisions[1] is None


def test_a_bot_that_is_retired_while_a_call_waits_is_not_called(calling: Calling) -> None:
    server = calling.server()
    bot = calling.bot(server.url)
    match, _ = calling.table(bot)
    assert calling.calls.request(match.id) == 1
    calling.world.players.retire(bot.player_id)
    calling.calls.work(5.0)
    assert server.asked == []


def test_bots_without_a_webhook_and_people_are_not_called(calling: Calling) -> None:
    bot = calling.bot()
    match, person = calling.table(bot)
    assert calling.run() == 0
    assert calling.later(300) == 0
    assert calling.world.matches.get(person, match.id).decisions[0] == 1


def test_a_bot_that_gets_a_webhook_in_the_middle_of_a_match_is_called_for_what_waits_and_from_then_on(
    calling: Calling,
) -> None:
    bot, server = calling.bot(), calling.server()
    match, _ = calling.table(bot)
    assert calling.run() == 0
    calling.put(bot, server.url)
    assert calling.run() == 3
    assert [asked.json["decision"] for asked in server.asked] == [1, 2, 3]
    assert {asked.json["match"] for asked in server.asked} == {match.id}


def test_a_bot_that_resigns_is_not_called(calling: Calling) -> None:
    server = calling.server(says({}, 503))
    bot, other = calling.bot(server.url), calling.bot()
    match, _ = calling.table(bot, other)
    calling.run()
    calling.world.matches.resign(bot, match.id)
    calling.world.bot_turns.play_turns(match.id)
    assert calling.later(300) == 0
    assert len(server.asked) == 1


def test_bots_play_a_match_to_its_end(calling: Calling) -> None:
    bots = [calling.bot(calling.server().url) for _ in range(3)]
    owner = calling.world.caller()
    match = calling.world.create(owner, *[f"player:{bot.player_id}" for bot in bots])
    for bot in bots:
        calling.world.matches.join(bot, match.id)
    calling.run()
    assert calling.world.matches.get(owner, match.id).status is Status.FINISHED
    calling.world.check_whole(match.id)
    assert {outcome for bot in bots for outcome in calling.outcomes(bot)} <= {"answered", "gone"}
