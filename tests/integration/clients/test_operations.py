"""What a player's program asks for, at the real gateway."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from playhall_client import ApiError, Client, FieldError, IllegalAction, NotFound, Promises, TooLate, Unauthenticated
from tests.integration.clients.conftest import Asking, Service
from tests.integration.docs.pages import DOCS, blocks
from tests.integration.gateway.harness import Client as Player
from tests.integration.gateway.harness import Hall
from tests.integration.gateway.hosted import look
from tests.integration.gateway.play import play_out
from tests.waiting import wait_until

Make = Callable[..., Asking]


def test_a_ticket_from_its_creation_to_its_match(
    asking: Make, service: Service, hall: Hall, ada: Player, bob: Player
) -> None:
    me, other = asking(service.url, ada.key), asking(service.url, bob.key)
    made = me.call("create_ticket", "sealed", 2, rating_range={"start": 50}, bots="never", idempotency_key="mine")
    assert (made.state, made.match, made.rating) == ("waiting", None, 1500.0)
    assert made.rating_range == {"start": 50, "per_second": 10, "limit": None}
    assert (
        me.call("create_ticket", "sealed", 2, rating_range={"start": 50}, bots="never", idempotency_key="mine") == made
    )
    spare = me.call("create_ticket", "sealed", 3)
    assert me.call("cancel_ticket", spare.id).reason == "by_player"
    other.call("create_ticket", "sealed", 2)
    assert hall.pairer.run() == 1
    paired = me.call("ticket", made.id, wait=30)
    assert paired.state == "paired"
    assert me.call("match", paired.match).status == "live"
    assert [ticket.state for ticket in me.entries("tickets")] == ["cancelled", "paired"]


def test_a_match_from_its_creation_to_its_replay(
    asking: Make, service: Service, hall: Hall, ada: Player, bob: Player
) -> None:
    me, other = asking(service.url, ada.key), asking(service.url, bob.key)
    assert me.call("me").name == "Ada"
    (ruleset,) = me.entries("rulesets")
    assert (ruleset.id, ruleset.min_seats, ruleset.max_seats) == ("sealed", 2, 4)
    assert [bot.id for bot in me.call("ruleset", "sealed").bots] == ["greedy", "random"]
    made = me.call(
        "create_match",
        "sealed",
        ["me", "open"],
        options={"open_draws": True},
        start_rule="by_creator",
        assistance="after_match",
    )
    assert made.assistance == "after_match"
    assert (made.status, made.seat, made.options["open_draws"], made.creator.name) == ("open", 0, True, "Ada")
    assert [match.id for match in other.entries("matches", joinable="me")] == [made.id]
    assert other.call("join", made.id).seat == 1
    assert other.call("leave", made.id).seat is None
    assert me.call("assign", made.id, 1, f"player:{bob.id}").seats[1].status == "reserved"
    assert other.call("join", made.id).seats[1].player.name == "Bob"
    assert me.call("start", made.id).status == "live"
    assert [match.id for match in other.entries("matches", pending="me", status="live")] == [made.id]

    view = me.call("view", made.id, 0)
    assert (view.status, view.decision, view.legal[0].notation) == ("live", 1, "place 1")
    assert me.call("view", made.id).legal == ()
    assert me.call("check", made.id, 1, "place 2").notation == "place 2"
    answered = me.call("decide", made.id, 1, view.legal[0].action)
    assert (answered.notation, answered.next_decision) == ("place 1", 2)
    assert me.call("decide", made.id, 1, "place 1") == answered
    with pytest.raises(TooLate):
        me.call("decide", made.id, 1, "place 2")
    with pytest.raises(IllegalAction):
        me.call("check", made.id, 2, "place 1")
    with pytest.raises(IllegalAction):
        me.call("decide", made.id, 2, "bid 3")
    play_out(made.id, ada, bob)
    ended = me.call("match", made.id)
    assert ended.has_ended
    assert {result.rank for result in ended.outcome.results} <= {1, 2}
    assert me.call("replay", made.id)["match"] == made.id
    _analyse(me, made.id)


def _analyse(me: Any, match: str) -> None:
    """Its positions, and a fork of one."""
    shown = me.entries("positions", match, first=1, seat=0, with_views=True)
    assert [position.number for position in shown] == list(range(1, len(shown) + 1))
    assert (shown[0].notation, shown[0].decision, shown[0].view["viewer"]) == ("place 1", 1, 0)
    assert shown[-1].outcome == me.call("match", match).outcome
    fork = me.call("position", match, 2)
    seat = fork["pending"][0]
    chosen = me.call("choose", fork["position"], seat, "random", seed="ab" * 32)["choice"]
    played = me.call("play", fork["position"], seat, chosen["action"])
    assert played["notation"] == chosen["notation"]
    assert me.call("observe", played["position"])["position"] == played["position"]
    assert me.call("imagine", match, 0, seed="ab" * 32)["position"]["seed"] == "ab" * 32
    with pytest.raises(ApiError):  # nobody in Sealed Rows searches
        me.call("explain", fork["position"], seat, iterations=5)


def test_resigning_and_calling_off(asking: Make, service: Service, ada: Player, live: str) -> None:
    me = asking(service.url, ada.key)
    assert me.call("resign", live).seats[0].resigned
    waiting = me.call("create_match", "sealed", ["me", "open"])
    assert me.call("abort", waiting.id).status == "aborted"
    with pytest.raises(TooLate):
        me.call("start", waiting.id)


def test_finding_and_avoiding_opponents(asking: Make, service: Service, ada: Player, bob: Player) -> None:
    me, other = asking(service.url, ada.key), asking(service.url, bob.key)
    made = me.call("create_match", "sealed", ["me", f"player:{bob.id}"], expires_in=600, visibility="unlisted")
    assert (made.visibility, (made.expires_at - made.created_at).total_seconds()) == ("unlisted", 600)
    declined = other.call("leave", made.id, reason="too_slow")
    assert (declined.abort_reason, declined.declines[0].player.name, declined.declines[0].reason) == (
        "declined",
        "Bob",
        "too_slow",
    )
    played = me.call("create_match", "sealed", ["me", f"player:{bob.id}"])
    other.call("join", played.id)
    other.call("resign", played.id)
    again = other.call("rematch", played.id)
    assert (again.rematch_of, again.seat, me.call("match", played.id).rematch) == (played.id, 0, again.id)
    assert me.call("rematch", played.id).status == "live"
    waiting = me.call("create_match", "sealed", ["me", "open", "open"])
    wanted: dict[str, Any] = {"creator": ada.id, "seats": 3, "free_seats": 2, "time_control": "none", "bots": "without"}
    assert [match.id for match in other.entries("matches", **wanted)] == [waiting.id]
    assert me.call("block", bob.id).player.name == "Bob"
    assert [block.player.id for block in me.entries("blocks")] == [bob.id]
    assert other.entries("matches", **wanted) == []
    with pytest.raises(ApiError):
        other.call("join", waiting.id)
    assert me.call("unblock", bob.id) is None
    assert me.entries("blocks") == []


def test_a_list_has_the_entries_of_all_its_pages_once(asking: Make, service: Service, ada: Player) -> None:
    me = asking(service.url, ada.key)
    made = [me.call("create_match", "sealed", ["me", "open"]).id for _ in range(5)]
    found = [match.id for match in me.entries("matches", player="me", page_size=2)]
    assert sorted(found) == sorted(made)


def test_a_creation_may_be_repeated_by_another_process(asking: Make, service: Service, ada: Player) -> None:
    made = {
        asking(service.url, ada.key).call("create_match", "sealed", ["me", "open"], idempotency_key="tonight").id
        for _ in range(2)
    }
    assert len(made) == 1


def test_a_refusal_says_which_fields_are_wrong(asking: Make, service: Service, ada: Player) -> None:
    with pytest.raises(ApiError) as caught:
        asking(service.url, ada.key).call("create_match", "sealed", ["me", "nobody"])
    error = caught.value
    assert (error.code, error.status, error.retry_after) == ("INVALID_FIELD", 422, None)
    assert [field.pointer for field in error.errors] == ["/body/seats/1"]
    assert isinstance(error.errors[0], FieldError)


def test_strangers_and_what_is_not_there(asking: Make, service: Service, ada: Player) -> None:
    with pytest.raises(Unauthenticated):
        asking(service.url, "playhall_dev_none").call("me")
    with pytest.raises(NotFound):
        asking(service.url, ada.key).call("match", "m_none")
    assert asking(service.url, None).entries("rulesets")


def test_a_series_and_its_results(asking: Make, service: Service, hall: Hall, ada: Player) -> None:
    me = asking(service.url, ada.key)
    made = me.call("create_series", "commanders", ["greedy", "random"], stop={"rule": "fixed", "matches": 4}, name="n")
    assert (made.status, made.name, made.has_ended) == ("queued", "n", False)
    assert [series.id for series in me.entries("all_series")] == [made.id]
    assert me.entries("series_results", made.id) == []
    assert me.call("change_series", made.id, priority=9).priority == 9
    hall.play_series()
    ended = me.call("series", made.id)
    assert (ended.status, ended.settled, ended.has_ended) == ("finished", 4, True)
    assert [match.number for match in me.entries("series_results", made.id)] == [0, 1, 2, 3]
    assert [match.number for match in me.entries("series_results", made.id, first=3)] == [3]
    assert me.call("series_summary", made.id)["matches"] == 4


def test_a_tournament_is_entered_and_left(asking: Make, service: Service, hall: Hall, ada: Player, bob: Player) -> None:
    new = {
        "name": "Cup",
        "ruleset": "sealed",
        "stages": [{"format": "swiss", "rounds": 2}],
        "time_control": {"kind": "per_decision", "seconds": 60},
        "entry": {"bots": "allowed", "check_in_seconds": 600},
    }
    cup = bob.make("/v1/tournaments", new)["id"]
    me = asking(service.url, ada.key, promises=Promises())  # each call is a client of its own
    (listed,) = me.entries("tournaments", status="registration", ruleset="sealed")
    assert (listed.id, listed.name, listed.entrants, listed.has_ended) == (cup, "Cup", 0, False)
    entered = me.call("enter", cup)
    assert (entered.id, entered.name, entered.player_id, entered.checked_in) == ("e1", "Ada", ada.id, False)
    assert me.call("check_in", cup).checked_in
    assert me.call("request_bye", cup, 2).byes == (2,)
    bot = me.call("create_bot", "Engine")
    mine = me.call("enter", cup, bot.id)
    assert (mine.is_bot, me.call("check_in", cup, mine.id).checked_in) == (True, True)
    assert me.call("withdraw", cup, mine.id, reason="It crashes").withdrawn
    assert not me.call("return_to", cup, mine.id).withdrawn
    assert [each.name for each in me.entries("entrants", cup, page_size=1)] == ["Ada", "Engine"]
    bob.make(f"/v1/tournaments/{cup}:start")
    look(hall)
    under_way = asking(service.url, None).call("tournament", cup)
    assert (under_way.status, under_way.round, under_way.page) == ("running", 1, f"/tournaments/{cup}")
    assert [row["rank"] for row in me.call("standings", cup)["stages"][0]["rows"]] == [1, 1]
    assert bob.make(f"/v1/tournaments/{cup}:cancel", {"reason": "Snow"})["page"] == under_way.page
    ended = me.call("tournament", cup)
    assert (ended.status_reason, ended.has_ended) == ("Snow", True)


def test_a_tournaments_match_is_proven_by_what_was_kept_on_entering(
    service: Service, hall: Hall, ada: Player, bob: Player
) -> None:
    new = {"name": "Cup", "ruleset": "sealed", "stages": [{"format": "swiss", "rounds": 1}]}
    cup = bob.make("/v1/tournaments", {**new, "time_control": {"kind": "per_decision", "seconds": 60}})["id"]
    with Client(service.url, str(ada.key)) as me, Client(service.url, str(bob.key)) as other:
        me.enter(cup)
        other.enter(cup)
        bob.make(f"/v1/tournaments/{cup}:start")
        look(hall)
        (match,) = me.matches(player="me")
        people = {ada.id: ada, bob.id: bob}
        play_out(match.id, *(people[seat.player.id] for seat in match.seats if seat.player is not None))
        early = {each.name: each.holds for each in me.check_fairness(match.id, tournament=cup)}
        assert (early["event"], early["event_seed"], early["client_seed"]) == (True, None, True)
        hall.scoring.score(match.id)

        def has_ended() -> bool:
            look(hall)
            return me.tournament(cup).has_ended

        wait_until(has_ended, "the tournament is over")
        checks = {each.name: each.holds for each in me.check_fairness(match.id, tournament=cup)}
    assert checks.pop("kept_commitment") is None
    assert checks.pop("event_log") in (True, None), "the log is written a little later"
    assert checks == dict.fromkeys(checks, True), checks
    assert len(checks) == 13


def test_a_person_signs_up_and_has_a_bot(asking: Make, service: Service, ada: Player) -> None:
    made = asking(service.url, None).call("sign_up", "Grace")
    assert (made.player.name, made.key.scopes[0], made.key.secret in repr(made)) == ("Grace", "account:manage", False)
    grace = asking(service.url, made.key.secret)
    bot = grace.call("create_bot", "Hopper", version="1.0")
    assert (bot.kind, bot.owner, bot.version, bot.online) == ("bot", made.player.id, "1.0", True)
    key = grace.call("create_key", "program", ["matches:read", "matches:play"], player=bot.id)
    itself = asking(service.url, key.secret)
    assert itself.call("state_version", "1.1").version == "1.1"
    assert [each.version for each in grace.entries("versions", bot.id)] == ["1.1", "1.0"]
    assert grace.call("statistics", bot.id, version="1.1")["statistics"] == []
    report = itself.call("report_crash", "KeyError", "line 12", decision=7)
    assert [each.id for each in grace.entries("crash_reports", bot.id)] == [report.id]
    assert grace.call("crash_report", report.id, bot.id).traceback == "line 12"
    assert [(each.kind, each.version, each.count) for each in grace.call("failures", bot.id).failures] == [
        ("crash", "1.1", 1)
    ]
    assert grace.call("set_webhook", "https://bot.example/", player=bot.id).secret.startswith("whsec_")
    assert grace.call("webhook", bot.id).url == "https://bot.example/"
    assert grace.call("rotate_webhook", bot.id).secret.startswith("whsec_")
    assert grace.entries("deliveries", bot.id) == []
    grace.call("delete_webhook", bot.id)
    assert grace.call("change_player", bot.id, name="Hopper 2", online=False).online is False
    assert asking(service.url, ada.key).call("player", bot.id).online is False
    assert [each.id for each in grace.entries("keys", bot.id)] == [key.id]
    grace.call("revoke_key", key.id)
    assert grace.call("retire_bot", bot.id).retired_at is not None
    assert [each.name for each in grace.entries("bots")] == ["Hopper 2"]


def test_the_guide_to_accounts_does_what_it_says(service: Service, ada: Player) -> None:
    (program,) = blocks((DOCS / "accounts.md").read_text(), "python")
    environment = {"URL": service.url, "KEY": str(ada.key), "PYTHONPATH": ":".join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stdout, done.stderr) == ("Nanosecond 1.1.0\n[]\nFalse\n", "")
