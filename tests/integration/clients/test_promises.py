"""A platform that publishes one thing before a client seed is given, and another one after it."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from playhall_client import ApiError, Bot, Client, CommitmentBroken, Promises, TooLate, Turn
from tests.integration.clients.conftest import QUICK, Asking
from tests.integration.clients.promising import CHOSEN, HONEST, Json, Promising, seated
from tests.integration.clients.scripted import Asked, ScriptedServer, answered, refused, streamed
from tests.integration.clients.test_bot_adversities import event, opened
from tests.integration.clients.test_bots import playing
from tests.unit.clients.chance import EVENT, MINE, exported, played, told, tournament
from tests.waiting import wait_until

Make = Callable[..., Asking]
MATCH, JOIN = "GET /v1/matches/m_1", "POST /v1/matches/m_1:join"
PLATFORM = Promising()


@pytest.fixture(autouse=True)
def keys(server: ScriptedServer) -> None:
    """The platform's keys."""
    server.answers_to("GET /v1/signing-keys", answered(200, PLATFORM.published))


def seed(asked: Asked) -> str | None:
    given: str | None = json.loads(asked.body).get("client_seed")
    return given


def seeds(server: ScriptedServer) -> list[str]:
    """The requests that a seed came with."""
    return [asked.line for asked in server.asked if b"client_seed" in asked.body]


def with_seed(match: Json, lie: Callable[[Json], Json] = lambda match: match) -> Callable[[Asked], bytes]:
    return lambda asked: answered(200, lie(seated(match, seed(asked))))


def test_what_was_published_is_read_and_kept_before_the_seed_is_sent(
    asking: Make, server: ScriptedServer, tmp_path: Path
) -> None:
    match, promises = PLATFORM.match("m_1"), Promises(tmp_path / "kept")
    server.answers_to(MATCH, answered(200, match))
    server.answers_to(JOIN, with_seed(match))
    assert asking(server.url, "k", promises=promises).call("join", "m_1").seat == 1
    assert [asked.line for asked in server.asked] == [MATCH, "GET /v1/signing-keys", JOIN]
    for kept in (promises.get("m_1"), Promises(tmp_path / "kept").get("m_1")):
        assert kept is not None
        assert (kept.commitment, kept.seat, kept.player) == (match["commitment"], 1, "p_1")
        assert kept.client_seed == seed(server.asked[2])
        assert kept.key == PLATFORM.published["keys"][0]
        assert kept.broken is None
    assert json.loads((tmp_path / "kept" / "m_1.json").read_text()) == match


def test_a_platform_that_chooses_its_seed_when_it_has_seen_the_players_gets_no_more(
    asking: Make, server: ScriptedServer
) -> None:
    promises = Promises()
    server.answers_to(MATCH, answered(200, PLATFORM.match("m_1", HONEST)))
    server.answers_to(JOIN, with_seed(PLATFORM.match("m_1", CHOSEN)))
    me = asking(server.url, "k", promises=promises)
    for _ in range(2):
        with pytest.raises(CommitmentBroken, match="match m_1: its commitment has changed"):
            me.call("join", "m_1")
    assert seeds(server) == [JOIN]


@pytest.mark.parametrize(
    ("lie", "how"),
    [
        (
            lambda match: match | {"commitment_document": PLATFORM.match("m_1", CHOSEN)["commitment_document"]},
            "its commitment document has changed",
        ),
        (
            lambda match: match | {"commitment_signature": PLATFORM.match("m_1", CHOSEN)["commitment_signature"]},
            "its commitment was signed anew",
        ),
        (lambda match: match | {"id": "m_2"}, "it has become another match"),
        (lambda match: seated(match, "00" * 32), "your client seed was not taken"),
        (lambda match: seated(match, None), "your client seed was not taken"),
        (lambda match: match | {"seat": None}, "your client seed was not taken"),
    ],
)
def test_an_answer_that_says_another_thing_is_refused(
    lie: Callable[[Json], Json], how: str, server: ScriptedServer
) -> None:
    match = PLATFORM.match("m_1")
    server.answers_to(MATCH, answered(200, match))
    server.answers_to(JOIN, with_seed(match, lie))
    with Client(server.url, "k", retries=QUICK) as me, pytest.raises(CommitmentBroken, match=f": {how}$"):
        me.join("m_1")


@pytest.mark.parametrize(
    ("published", "how"),
    [
        (lambda match: match | {"commitment_document": None}, "it has published no commitment document"),
        (lambda match: match | {"commitment": "00" * 32}, "its commitment is not the SHA-256 of its document"),
        (lambda match: PLATFORM.match("m_2") | {"id": "m_1"}, "its commitment document has another match"),
        (lambda match: PLATFORM.match("m_1", options={}), "its commitment document has another options"),
        (lambda match: Promising(bytes(32)).match("m_1"), "none of the platform's keys has signed its commitment"),
        (lambda match: match | {"commitment_signature": None}, "none of the platform's keys has signed its commitment"),
    ],
)
def test_no_seed_is_sent_to_a_match_that_publishes_what_does_not_hold(
    published: Callable[[Json], Json], how: str, server: ScriptedServer
) -> None:
    server.answers_to(MATCH, answered(200, published(PLATFORM.match("m_1"))))
    with Client(server.url, "k", retries=QUICK) as me, pytest.raises(CommitmentBroken, match=f": {how}$"):
        me.join("m_1")
    assert seeds(server) == []


def test_a_match_that_publishes_another_thing_from_one_look_to_the_next_gets_no_seed(server: ScriptedServer) -> None:
    server.answers_to(MATCH, answered(200, PLATFORM.match("m_1")), answered(200, PLATFORM.match("m_1", CHOSEN)))
    server.answers_to(JOIN, refused(409, "SEAT_TAKEN"))
    with Client(server.url, "k", retries=QUICK) as me:
        with pytest.raises(TooLate):
            me.join("m_1")
        kept = me.promises.get("m_1")
        assert kept is not None
        assert kept.client_seed is None
        with pytest.raises(CommitmentBroken, match="its commitment has changed"):
            me.join("m_1")
    assert seeds(server) == [JOIN]


@pytest.mark.parametrize(
    ("call", "verb", "first"),
    [
        (lambda me: me.create_match("sealed", ["open", "me"]), "seed", "POST /v1/matches"),
        (lambda me: me.start("m_1"), "start", MATCH),
        (lambda me: me.give_seed("m_1"), "seed", MATCH),
        (lambda me: me.rematch("m_0"), "seed", "POST /v1/matches/m_0:rematch"),
        (lambda me: me.rematch("m_0"), "join", MATCH),
    ],
)
def test_every_way_into_a_match_keeps_the_commitment_first_and_refuses_another_one(
    call: Callable[[Any], Any], verb: str, first: str, server: ScriptedServer
) -> None:
    open_match = PLATFORM.match("m_1", HONEST)
    mine = seated(open_match, None)
    ended = {**mine, "id": "m_0", "rematch": "m_1" if verb == "join" else None}
    server.answers_to("GET /v1/matches/m_0", answered(200, ended))
    server.answers_to(f"POST /v1/matches/m_1:{verb}", with_seed(PLATFORM.match("m_1", CHOSEN)))
    server.answers_to(first, answered(200, open_match if verb == "join" else mine))
    with Client(server.url, "k", retries=QUICK) as me:
        with pytest.raises(CommitmentBroken, match="its commitment has changed"):
            call(me)
        kept = me.promises.get("m_1")
    assert kept is not None
    assert kept.commitment == open_match["commitment"]
    assert seeds(server) == [f"POST /v1/matches/m_1:{verb}"]


def test_whoever_has_given_a_seed_already_gives_no_other(server: ScriptedServer) -> None:
    match = seated(PLATFORM.match("m_1"), "11" * 32)
    server.answers_to(MATCH, answered(200, match))
    server.answers_to("POST /v1/matches/m_1:", answered(200, match))
    with Client(server.url, "k", retries=QUICK) as me:
        assert (me.join("m_1").seat, me.start("m_1").seat) == (1, 1)
    assert seeds(server) == []


def test_a_bot_has_no_more_to_do_with_a_match_whose_promise_was_broken(server: ScriptedServer) -> None:
    class Willing(Bot):
        def choose(self, turn: Turn) -> str:
            return turn.legal[0].notation

    about = {"match": "m_1", "ruleset": "sealed", "seat": 1}
    turn = {"decision": 1, "view": {}, "legal": [{"notation": "place 1", "action": {}, "label": ""}]}
    elsewhere = {**about, "match": "m_2", "status": "live", "invited": False, **turn}
    server.answers_to(
        "GET /v1/events/ndjson",
        streamed(opened("a"), event("invited", "b", **about, by=None), is_whole=False),
        streamed(
            event("match_began", "c", **about),
            event("your_turn", "d", **about, **turn),
            event("your_turn", "e", **elsewhere),
            is_whole=False,
        )
        + server.HANG,
    )
    server.answers_to(MATCH, answered(200, PLATFORM.match("m_1", HONEST)))
    server.answers_to(JOIN, with_seed(PLATFORM.match("m_1", CHOSEN)))
    server.answers_to("POST /v1/matches/m_1:leave", refused(409, "MATCH_NOT_OPEN"))
    server.answers_to("POST /v1/matches/m_2/decisions/1", answered(200, {"match": "m_2", "seat": 1, "decision": 1}))
    bot = Willing(server.url, "k")
    with playing(bot):
        wait_until(lambda: server.bodies("POST /v1/matches/m_2/decisions/1"), "it plays elsewhere")
    kept = bot.client.promises.get("m_1")
    assert kept is not None
    assert kept.broken == "its commitment has changed"
    assert not [asked for asked in server.asked if "/m_1/decisions" in asked.line]
    assert len(server.bodies("POST /v1/matches/m_1:leave")) == 1


CUP, ENTER = "GET /v1/tournaments/tournament_1", "POST /v1/tournaments/tournament_1/entrants"


def entrant(asked: Asked) -> bytes:
    """What a tournament answers that has taken a seed."""
    given = seed(asked)
    digest = None if given is None else hashlib.sha256(bytes.fromhex(given)).hexdigest()
    return answered(200, {"id": "e1", "name": "Ada", "client_seed_sha256": digest})


def test_whoever_enters_keeps_what_the_tournament_has_promised_then_gives_a_seed_and_checks_it_later(
    asking: Make, server: ScriptedServer
) -> None:
    export = exported(told("game_ended", "m_1", "e1", "e2"))
    server.answers_to(f"{CUP}/export/json", answered(200, export), answered(200, export), refused(404, "NOT_FOUND"))
    server.answers_to(f"{ENTER}/me:check-in", entrant)
    server.answers_to(ENTER, entrant)
    server.answers_to(CUP, answered(200, tournament()))
    server.answers_to("GET /v1/matches/m_1/replay", answered(200, played()), answered(200, played(mine="00" * 32)))
    server.answers_to("GET /v1/players/me", answered(200, {"id": "p_1", "name": "Ada", "kind": "person"}))
    me = asking(server.url, "k", promises=(promises := Promises()))
    me.call("enter", "tournament_1", client_seed=MINE)
    me.call("check_in", "tournament_1")
    assert server.bodies(f"{ENTER}/me:check-in") == [{"client_seed": MINE}]
    assert server.bodies(f"{ENTER}")[0] == {"player": "me", "client_seed": MINE}
    kept = promises.get("tournament_1/me")
    assert kept is not None
    assert (kept.commitment, kept.client_seed) == (tournament()["commitment"], MINE)
    for wrong, is_dealt in (([], True), (["client_seed", "event_deal"], False), (["client_seed"], None)):
        checks = me.call("check_fairness", "m_1", tournament="tournament_1")
        assert [check.name for check in checks if check.holds is False] == wrong
        assert {check.name: check.holds for check in checks}["event_deal"] is is_dealt


def left_out() -> Json:
    match = played()
    del match["commitment_document"]["event"]
    return match


@pytest.mark.parametrize("lie", [left_out(), played(sha256="00" * 32)], ids=["left out", "another named"])
def test_a_platform_that_denies_the_tournament_of_a_match_later_is_found_out(
    server: ScriptedServer, tmp_path: Path, lie: Json
) -> None:
    server.answers_to(ENTER, entrant)
    server.answers_to(CUP, answered(200, tournament()))
    server.answers_to("GET /v1/matches/m_1/replay", answered(200, lie))
    server.answers_to("GET /v1/players/me", answered(200, {"id": "p_1", "name": "Ada", "kind": "person"}))
    table = event("your_table", "a", tournament="tournament_1", match="m_1", seat=0)
    server.answers_to("GET /v1/events/ndjson", streamed(table, is_whole=False))
    with Client(server.url, "k", retries=QUICK, promises=Promises(tmp_path)) as me:
        assert not any(check.name == "event" and check.holds is False for check in me.check_fairness("m_1"))
        me.enter("tournament_1")
        next(iter(me.account_events()))
    with Client(server.url, "k", retries=QUICK, promises=Promises(tmp_path)) as me:
        checks = {check.name: check.holds for check in me.check_fairness("m_1")}
    assert checks["event"] is False


def test_a_tournament_that_publishes_what_does_not_hold_or_another_thing_than_before_gets_no_seed(
    server: ScriptedServer,
) -> None:
    other = tournament(EVENT | {"seed_sha256": "00" * 32})
    unfounded = tournament() | {"commitment_document": other["commitment_document"]}
    elsewhere = tournament(EVENT | {"tournament": "tournament_2"})
    unsigned = tournament() | {"commitment_signature": None}
    server.answers_to(CUP, *(answered(200, each) for each in (unfounded, elsewhere, unsigned, tournament(), other)))
    server.answers_to(ENTER, refused(409, "NOT_POSSIBLE_NOW"))
    with Client(server.url, "k", retries=QUICK) as me:
        for _ in range(3):
            with pytest.raises(CommitmentBroken):
                me.enter("tournament_1")
        assert seeds(server) == []
        with pytest.raises(ApiError, match="NOT_POSSIBLE_NOW"):
            me.enter("tournament_1")
        with pytest.raises(CommitmentBroken, match="its commitment has changed"):
            me.enter("tournament_1")
    assert seeds(server) == [ENTER]


def test_a_seed_that_the_tournament_did_not_take_is_not_passed_over(server: ScriptedServer) -> None:
    server.answers_to(CUP, answered(200, tournament()))
    server.answers_to(ENTER, answered(200, {"id": "e1", "name": "Ada", "client_seed_sha256": None}))
    with Client(server.url, "k", retries=QUICK) as me, pytest.raises(CommitmentBroken, match="seed was not taken"):
        me.enter("tournament_1")


FOR_ANOTHER = answered(
    422,
    {
        "code": "INVALID_FIELD",
        "detail": "",
        "errors": [{"pointer": "/body/client_seed", "detail": "is given by the entrant itself"}],
    },
)


def test_a_host_who_enters_somebody_else_gives_no_seed_for_them(server: ScriptedServer) -> None:
    server.answers_to(CUP, answered(200, tournament()))
    server.answers_to(ENTER, FOR_ANOTHER, entrant)
    server.answers_to("GET /v1/players/me", answered(200, {"id": "p_1"}))
    server.answers_to("GET /v1/players/p_2", answered(200, {"id": "p_2", "owner": None}))
    with Client(server.url, "k", retries=QUICK) as me:
        me.enter("tournament_1", "p_2")
    assert [[*body] for body in server.bodies(ENTER)] == [["player", "client_seed"], ["player"]]


@pytest.mark.parametrize("player", ["me", "p_1", "p_bot"])
def test_a_platform_that_refuses_ones_own_seed_is_not_given_in_to(server: ScriptedServer, player: str) -> None:
    server.answers_to(CUP, answered(200, tournament()))
    server.answers_to(ENTER, FOR_ANOTHER)
    server.answers_to("GET /v1/players/me", answered(200, {"id": "p_1"}))
    server.answers_to("GET /v1/players/p_1", answered(200, {"id": "p_1"}))
    server.answers_to("GET /v1/players/p_bot", answered(200, {"id": "p_bot", "owner": "p_1"}))
    with (
        Client(server.url, "k", retries=QUICK) as me,
        pytest.raises(CommitmentBroken, match="your client seed was refused"),
    ):
        me.enter("tournament_1", player)
    assert [[*body] for body in server.bodies(ENTER)] == [["player", "client_seed"]]


def test_nobody_enters_a_tournament_without_a_commitment_unless_it_wants_to(server: ScriptedServer) -> None:
    server.answers_to(CUP, answered(200, {"id": "tournament_1", "commitment": None}))
    server.answers_to(ENTER, entrant)
    with Client(server.url, "k", retries=QUICK) as me:
        with pytest.raises(CommitmentBroken, match="it has no commitment"):
            me.enter("tournament_1")
        assert server.bodies(ENTER) == []
        me.enter("tournament_1", without_commitment=True)
    assert server.bodies(ENTER) == [{"player": "me"}]


def test_a_seed_that_is_said_to_be_given_already_must_be_known(server: ScriptedServer) -> None:
    server.answers_to(f"GET {ENTER.split()[1]}/me", answered(200, {"id": "e1", "client_seed_sha256": "00" * 32}))
    server.answers_to(CUP, answered(200, tournament()))
    server.answers_to(f"{ENTER}/me:check-in", answered(200, {"id": "e1", "name": "Ada"}), entrant)
    with Client(server.url, "k", retries=QUICK) as me:
        with pytest.raises(CommitmentBroken, match="a client seed was given that is not known here"):
            me.check_in("tournament_1")
        assert not any(asked.line.startswith("POST") for asked in server.asked)
        me.check_in("tournament_1", without_commitment=True)
        me.check_in("tournament_1", client_seed=MINE)
    assert [seed(asked) for asked in server.asked if asked.body] == [MINE]
