"""Tournaments over gRPC: run from their announcement to their end, beside REST on the same tournaments."""

import hashlib
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message
from playhall.play.v1 import tournaments_pb2 as pb

from gateway.grpc_api.server import PlayLimits
from tests.integration.gateway.harness import Client
from tests.integration.gateway.test_tournament_results import tables
from tests.integration.gateway.tournament_scene import Scene, scene_apart
from tests.integration.grpc_api.clients import PlayClient, moment_text, served, services_of

Over = Callable[[Client], PlayClient]

SEED = "5e" * 32
BOTS_ONLY = {"registration": pb.TOURNAMENT_REGISTRATION_INVITED, "bots": pb.TOURNAMENT_BOTS_ONLY}
CUP: dict[str, Any] = {
    "name": "Winter Cup",
    "ruleset": "sealed",
    "stages": b'[{"format":"swiss","rounds":2}]',
    "time_control": {"per_decision": {"seconds": 60}},
}
NULL_IF_EMPTY = {
    "by",
    "bot",
    "bot_version",
    "client_seed",
    "client_seed_sha256",
    "player_id",
    "rating",
    "seed",
    "waiting",
}
FOUR = "bot,name\ngreedy,A\nrandom,B\ngreedy,C\nrandom,D\n"


@pytest.fixture(scope="module")
def here(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """One platform for all tests here, with a clock of its own: their tournaments do not meet."""
    with scene_apart(tmp_path_factory.mktemp("hall"), migrated) as opened:
        yield opened


@pytest.fixture(scope="module")
def over(here: Scene) -> Iterator[Over]:
    """A client of the platform over gRPC."""
    limits = PlayLimits(threads=8, streams=8, recheck_seconds=0.0)
    with served(services_of(here.hall), limits) as (_, target), grpc.insecure_channel(target) as channel:
        yield lambda client: PlayClient(channel, client.key)


@pytest.fixture(scope="module")
def host(here: Scene, over: Over) -> PlayClient:
    return over(here.host)


@pytest.fixture(scope="module")
def nobody(here: Scene, over: Over) -> PlayClient:
    return over(here.nobody)


@pytest.fixture(scope="module")
def finished(here: Scene) -> str:
    """The id of a Swiss of five with byes, and a final, that were played to their ends."""
    stages = {"format": "swiss", "rounds": 2, "advance": 2}, {"format": "single_elimination"}
    return here.finished(*stages, bots=5).rpartition("/")[2]


def announce(client: PlayClient, **changes: Any) -> str:
    """The id of a new tournament."""
    made: str = client.ask("CreateTournament", **{**CUP, **changes}).tournament.id
    return made


def joined(answers: Iterator[Any]) -> bytes:
    """An export put together."""
    return b"".join(answer.piece for answer in answers)


def rest(tournament: str, rest_of_path: str = "") -> str:
    """A path of REST."""
    return f"/v1/tournaments/{tournament}{rest_of_path}"


def as_rest_tells(message: Message) -> dict[str, Any]:
    """A tournament, or what belongs to it, in the form that REST has for it."""
    told: dict[str, Any] = {field.name: getattr(message, field.name) for field in message.DESCRIPTOR.fields}
    for field in message.DESCRIPTOR.fields:
        if field.name == "commitment_signature":
            told[field.name] = {"key_id": told[field.name].key_id, "value": told[field.name].value.hex()}
        elif field.name == "commitment_log":
            told[field.name] = as_rest_tells(told[field.name])
        elif field.name == "commitment_document":
            told[field.name] = json.loads(told[field.name])
        elif field.message_type is not None:
            told[field.name] = moment_text(told[field.name]) if message.HasField(field.name) else None
        elif field.enum_type is not None:
            first, name = (field.enum_type.values_by_number[each].name for each in (0, told[field.name]))
            told[field.name] = name.removeprefix(first.removesuffix("UNSPECIFIED")).lower()
        elif field.is_repeated:
            told[field.name] = list(told[field.name])
        elif field.name in NULL_IF_EMPTY:
            told[field.name] = told[field.name] or None
    return told


# -- from the announcement to the end ----------------------------------------------------------------------------------


def test_a_tournament_is_run_by_grpc_alone(here: Scene, host: PlayClient, nobody: PlayClient) -> None:
    times = {"next_round": pb.TOURNAMENT_NEXT_ROUND_BY_HOST}
    made = host.ask("CreateTournament", **CUP, entry=BOTS_ONLY, times=times, seed=SEED).tournament
    cup = {"tournament": made.id}
    assert (made.status, made.revision, made.seed) == (pb.TOURNAMENT_STATUS_REGISTRATION, 1, "")
    assert hashlib.sha256(made.settings).hexdigest() == made.settings_sha256
    assert host.ask("ImportTournamentEntrants", **cup, csv=FOUR).tournament.entrants == 4
    robot = host.ask("EnterTournament", **cup, bot="greedy", name="Eve").entrant
    assert (robot.id, robot.name, robot.bot, robot.is_bot, robot.HasField("rating")) == ("e5", "Eve", "greedy", True, 0)
    assert host.ask("WithdrawTournamentEntrant", **cup, entrant="e5", reason="Broken").entrant.withdrawn is True
    entered = host.ask("ListTournamentEntrants", **cup)
    assert [each.name for each in entered.entrants] == ["A", "B", "C", "D", "Eve"]

    watch = nobody.ask("WatchTournament", **cup)
    assert next(watch).progress == nobody.ask("GetTournament", **cup).tournament
    started = host.ask("StartTournament", **cup, reason="All are here").tournament
    assert (started.status, started.round) == (pb.TOURNAMENT_STATUS_RUNNING, 0)
    here.look()
    here.play_round(rest(made.id))
    first = json.loads(nobody.ask("GetTournamentRound", **cup, round=1).round)
    assert [table["result"]["decided_by"] for table in first["tables"]] == ["matches", "matches"]

    table = {**cup, "round": 1, "table": 1}
    wrong = json.loads(host.ask("SetTournamentResult", **table, places=[1, 1], reason="Agreed").table)
    assert (wrong["result"]["places"], wrong["result"]["why"]) == ([1, 1], "Agreed")
    host.ask("SetTournamentResult", **table, places=[2, 1], reason="A slip")
    (*_, last) = host.ask("ListTournamentLog", **cup, page_size=100).entries
    assert json.loads(last.what) == {"kind": "result_set", "round": 1, "table": 1, "places": [2, 1], "forfeits": []}
    host.ask("UndoTournamentEntry", **cup, entry=last.number, reason="It was none")
    again = json.loads(nobody.ask("GetTournamentRound", **cup, round=1).round)["tables"][0]
    assert again["result"]["places"] == [1, 1]

    preview = json.loads(host.ask("PreviewTournamentRound", **cup).round)
    paired = json.loads(host.ask("PairTournamentRound", **cup, reason="Go on").round)
    assert (paired["number"], tables(paired)) == (2, tables(preview))
    (a, b), (c, d) = tables(paired)
    wanted = [{"entrants": [a, b]}, {"entrants": [d, c]}]
    by_hand = host.ask("SetTournamentRound", **cup, round=2, tables=wanted, reason="Seats").round
    assert tables(json.loads(by_hand)) == [[a, b], [d, c]]
    swapped = host.ask("SwapInTournamentRound", **cup, round=2, a=c, b=d, reason="Back").round
    assert tables(json.loads(swapped)) == [[a, b], [c, d]]
    here.look()
    here.play_round(rest(made.id))

    over = nobody.ask("GetTournament", **cup).tournament
    assert (over.status, over.round, over.seed) == (pb.TOURNAMENT_STATUS_FINISHED, 2, SEED)
    *changes, end = watch
    assert {line.WhichOneof("line") for line in changes} <= {"progress"}
    assert end == pb.WatchTournamentResponse(end=over)
    rounds = nobody.ask("ListTournamentRounds", **cup).rounds
    assert [(each.number, each.tables, each.decided, each.by_hand) for each in rounds] == [
        (1, 2, 2, False),
        (2, 2, 2, True),
    ]
    (stage,) = json.loads(nobody.ask("GetTournamentStandings", **cup).standings)["stages"]
    assert {row["name"] for row in stage["rows"]} == {"A", "B", "C", "D"}
    exported = json.loads(joined(nobody.ask("ExportTournamentJson", **cup)))
    assert (exported["revision"], exported["seed"], exported["standings"]) == (over.revision, SEED, [stage])


def test_a_person_without_an_account_is_entered_once_and_plays_by_a_link(here: Scene, over: Over) -> None:
    host = over(here.host)
    cup = {"tournament": host.ask("CreateTournament", **CUP).tournament.id}
    anna = host.ask("EnterTournament", **cup, name="Anna", request_id="anna").entrant
    assert (anna.id, anna.name, anna.by_name, anna.invited) == ("e1", "Anna", True, False)
    assert host.ask("EnterTournament", **cup, name="Anna", request_id="anna").entrant == anna
    assert host.ask("EnterTournament", **cup, name="Anna").entrant.id == "e2"
    link = host.ask("CreateEntrantLink", **cup, entrant="e1", request_id="link").entrant_link
    assert host.ask("CreateEntrantLink", **cup, entrant="e1", request_id="link").entrant_link == link
    person = over(Client(here.hall.app, link.path.rpartition("/")[2]))
    assert person.ask("WithdrawTournamentEntrant", **cup, entrant="me").entrant.withdrawn is True


def test_people_enter_check_in_leave_and_return_by_themselves(here: Scene, over: Over, host: PlayClient) -> None:
    starts = {"seconds": here.clock.now_ms // 1000 + 7200}
    entry = {"capacity": 2, "check_in_seconds": 3600, "byes": 1, "min_rating": 1000}
    cup = {"tournament": announce(host, entry=entry, times={"starts_at": starts})}
    ann, bob = (here.hall.client(name) for name in ("Ann", "Bob"))
    first, second = over(ann), over(bob)
    entered = first.ask("EnterTournament", **cup).entrant
    assert (entered.id, entered.player_id, entered.rating, entered.waiting) == ("e1", ann.id, 1500, 0)
    assert first.ask("EnterTournament", **cup, player="me").entrant == entered  # twice is once
    assert second.ask("EnterTournament", **cup).entrant.id == "e2"
    assert host.ask("EnterTournament", **cup, player=here.host.id).entrant.waiting == 1
    mine = {**cup, "entrant": "me"}
    assert list(first.ask("RequestTournamentBye", **mine, round=2).entrant.byes) == [2]
    assert first.refused("CheckInTournamentEntrant", **mine).reason == "NOT_POSSIBLE_NOW"  # two hours too early
    assert host.ask("CheckInTournamentEntrant", **cup, entrant="e1").entrant.checked_in is True
    assert second.ask("WithdrawTournamentEntrant", **mine, reason="Ill").entrant.withdrawn is True
    assert host.ask("GetTournamentEntrant", **mine).entrant.waiting == 0  # moved up
    back = second.ask("ReturnTournamentEntrant", **mine).entrant
    assert (back.withdrawn, back.waiting) == (False, 0)
    assert host.ask("GetTournamentEntrant", **mine).entrant.waiting == 1
    kept = host.ask("KeepTournamentEntrantsApart", **cup, entrants=["e1", "e2"], reason="Sisters").tournament
    (entry_,) = host.ask("ListTournamentLog", **cup, page_token=f"{kept.revision - 1}").entries
    assert (json.loads(entry_.what)["kind"], entry_.by, entry_.reason) == ("kept_apart", here.host.id, "Sisters")
    cleo = here.hall.client("Cleo")
    assert host.ask("EnterTournament", **cup, player=cleo.id).entrant.invited is True
    assert over(cleo).ask("EnterTournament", **cup).entrant.invited is False
    told = host.ask("GetTournament", **cup).tournament
    assert told.check_in_opens_at.seconds == told.starts_at.seconds - 3600


def test_guests_see_what_is_private_and_hosts_help_to_run_it(here: Scene, over: Over, host: PlayClient) -> None:
    entry = {"registration": pb.TOURNAMENT_REGISTRATION_LISTED}
    cup = {"tournament": announce(host, visibility=pb.TOURNAMENT_VISIBILITY_PRIVATE, entry=entry)}
    helper, stranger = here.hall.client("Helper"), over(here.stranger)
    assert host.ask("GetTournament", **cup).tournament.page == ""
    assert stranger.refused("GetTournament", **cup).reason == "NOT_FOUND"
    guest = host.ask("AddTournamentGuest", **cup, player=here.stranger.id).guest
    assert stranger.ask("GetTournamentGuest", **cup, player="me").guest == guest
    assert stranger.ask("EnterTournament", **cup).entrant.name == "Stranger"
    assert stranger.refused("ListTournamentGuests", **cup).reason == "NOT_A_HOST"
    named = host.ask("NameTournamentHost", **cup, player=helper.id, role=pb.TOURNAMENT_ROLE_ARBITER).host
    assert (named.player_id, named.name, named.role) == (helper.id, "Helper", pb.TOURNAMENT_ROLE_ARBITER)
    arbiter = over(helper)
    assert list(arbiter.ask("ListTournamentGuests", **cup).guests) == [guest]
    assert arbiter.refused("CancelTournament", **cup).reason == "NOT_A_HOST"
    assert [each.role for each in stranger.ask("ListTournamentHosts", **cup).hosts] == [
        pb.TOURNAMENT_ROLE_OWNER,
        pb.TOURNAMENT_ROLE_ARBITER,
    ]
    for _ in range(2):  # again changes nothing
        host.ask("RemoveTournamentHost", **cup, player=helper.id)
        host.ask("RemoveTournamentGuest", **cup, player=here.stranger.id)
    assert arbiter.refused("GetTournament", **cup).reason == "NOT_FOUND"
    assert stranger.ask("GetTournament", **cup).tournament.entrants == 1  # who has entered sees it


def test_what_is_changed_is_what_is_said_and_nothing_else(here: Scene, host: PlayClient) -> None:
    starts = here.clock.now_ms // 1000 + 86_400
    entry = {"min_rating": 1200, "max_rating": 1800, "check_in_seconds": 60}
    cup = {"tournament": announce(host, entry=entry, times={"starts_at": {"seconds": starts}})}
    unlisted = pb.TOURNAMENT_VISIBILITY_UNLISTED
    renamed = host.ask("ChangeTournament", **cup, name="Spring Cup", visibility=unlisted, reason="Mild").tournament
    assert (renamed.name, renamed.visibility, renamed.starts_at.seconds) == ("Spring Cup", unlisted, starts)
    invited = pb.TOURNAMENT_REGISTRATION_INVITED
    wish = {"registration": invited, "capacity": 16, "max_rating": {}, "min_rating": {"rating": 0}}
    changed = host.ask("ChangeTournament", **cup, entry=wish, times={"starts_at": {}}).tournament
    rules = json.loads(changed.settings)["entry"]
    told = {name: rules[name] for name in ("registration", "capacity", "min_rating", "max_rating", "check_in_seconds")}
    assert told == {
        "registration": "invited",
        "capacity": 16,
        "min_rating": 0,
        "max_rating": None,
        "check_in_seconds": 60,
    }
    assert (changed.name, changed.HasField("starts_at")) == ("Spring Cup", False)
    assert host.ask("ChangeTournament", **cup, entry=wish).tournament == changed  # again changes nothing
    late = host.ask("ChangeTournament", **cup, entry={"check_in_seconds": 0}).tournament
    assert late.HasField("check_in_opens_at") is False


def test_a_host_pauses_resumes_and_cancels_what_it_has_seen(host: PlayClient) -> None:
    cup = {"tournament": announce(host, entry=BOTS_ONLY)}
    seen = host.ask("ImportTournamentEntrants", **cup, csv=FOUR).tournament.revision
    assert host.refused("StartTournament", **cup, revision=seen - 1).reason == "PRECONDITION_FAILED"
    started = host.ask("StartTournament", **cup, revision=seen).tournament
    assert host.ask("StartTournament", **cup, revision=seen).tournament == started  # its answer was lost
    refused = host.refused("ChangeTournament", **cup, revision=seen, name="Other")
    assert (refused.code, refused.reason) == (grpc.StatusCode.ABORTED, "PRECONDITION_FAILED")
    for method, status, why in (
        ("PauseTournament", pb.TOURNAMENT_STATUS_PAUSED, "A fire drill"),
        ("ResumeTournament", pb.TOURNAMENT_STATUS_RUNNING, ""),
        ("CancelTournament", pb.TOURNAMENT_STATUS_CANCELLED, "Snow"),
    ):
        done = host.ask(method, **cup, reason=why).tournament
        assert (done.status, done.status_reason) == (status, why)
    assert len(done.seed) == 64
    assert list(host.ask("WatchTournament", **cup, since=done.revision)) == [pb.WatchTournamentResponse(end=done)]


def test_who_has_the_last_revision_is_told_of_the_next_change(host: PlayClient, nobody: PlayClient) -> None:
    cup = {"tournament": announce(host)}
    seen = host.ask("ChangeTournament", **cup, name="One").tournament.revision
    watch = nobody.ask("WatchTournament", **cup, since=seen)
    with ThreadPoolExecutor(1) as pool:
        line = pool.submit(next, watch)
        changed = host.ask("ChangeTournament", **cup, name="Two").tournament
        assert line.result(20) == pb.WatchTournamentResponse(progress=changed)
    watch.cancel()


# -- beside REST -------------------------------------------------------------------------------------------------------


def test_documents_are_the_bytes_of_rest(here: Scene, nobody: PlayClient, finished: str) -> None:
    cup = {"tournament": finished}
    cases: list[tuple[str, dict[str, Any], str, str]] = [
        ("GetTournamentRound", {"round": 1}, "round", "/rounds/1"),
        ("GetTournamentRound", {"round": 3}, "round", "/rounds/3"),
        ("GetTournamentStandings", {}, "standings", "/standings"),
        ("GetTournamentCrossTable", {"stage": 0}, "cross_table", "/cross-table?stage=0"),
        ("GetTournamentCrossTable", {}, "cross_table", "/cross-table"),
        ("GetTournamentBracket", {}, "bracket", "/bracket"),
        ("GetTournamentCard", {"entrant": "e1"}, "card", "/entrants/e1/card"),
    ]
    for method, fields, name, path in cases:
        assert getattr(nobody.ask(method, **cup, **fields), name) == here.nobody.get(rest(finished, path)).data, method
    results, trf26 = pb.TOURNAMENT_CSV_CONTENT_RESULTS, pb.TOURNAMENT_TRF_VERSION_TRF26
    exports: list[tuple[str, dict[str, Any], str]] = [
        ("ExportTournamentJson", {}, "/export/json"),
        ("ExportTournamentCsv", {}, "/export/csv"),
        ("ExportTournamentCsv", {"stage": 0}, "/export/csv?stage=0"),
        ("ExportTournamentCsv", {"content": results}, "/export/csv?content=results"),
        ("ExportTournamentTrf", {"stage": 0}, "/export/trf?stage=0"),
        ("ExportTournamentTrf", {"stage": 0, "version": trf26}, "/export/trf?stage=0&version=trf26"),
    ]
    for method, fields, path in exports:
        response = here.nobody.get(rest(finished, path))
        assert response.status_code == 200
        assert joined(nobody.ask(method, **cup, **fields)) == response.data, path


def test_what_hosts_preview_is_told_in_the_bytes_of_rest_and_changes_nothing(here: Scene, host: PlayClient) -> None:
    path = here.begun(bots=4, times={"next_round": "by_host"})
    here.play_round(path)
    cup = {"tournament": path.rpartition("/")[2]}
    before = host.ask("GetTournament", **cup).tournament
    over_rest = here.host.post(f"{path}/rounds:preview")
    assert (over_rest.status_code, host.ask("PreviewTournamentRound", **cup).round) == (200, over_rest.data)
    absent = here.host.read(f"{path}/rounds/1")["tables"][0]["entrants"][1]["id"]
    result = {"round": 1, "table": 1, "places": [1, 2], "forfeits": [absent]}
    changes = [{"result_set": result}, {"withdrawn": "e2"}]
    wishes = [{"kind": "result_set", **result}, {"kind": "withdrawn", "entrant": "e2"}]
    over_rest = here.host.post(f"{path}/standings:preview", {"changes": wishes})
    assert over_rest.status_code == 200
    assert host.ask("PreviewTournamentStandings", **cup, changes=changes).standings == over_rest.data
    assert host.ask("GetTournament", **cup).tournament == before


def test_records_are_those_of_rest(here: Scene, nobody: PlayClient, finished: str) -> None:
    cup = {"tournament": finished}
    told = as_rest_tells(nobody.ask("GetTournament", **cup).tournament)
    assert told | {"settings": json.loads(told["settings"])} == here.nobody.read(rest(finished))
    for method, name in (
        ("ListTournamentEntrants", "entrants"),
        ("ListTournamentRounds", "rounds"),
        ("ListTournamentHosts", "hosts"),
    ):
        over_grpc = getattr(nobody.ask(method, **cup), name)
        assert [*map(as_rest_tells, over_grpc)] == here.nobody.read(rest(finished, f"/{name}"))[name]
    log = here.nobody.get(rest(finished, "/log")).data
    entries = nobody.ask("ListTournamentLog", **cup).entries
    assert all(entry.what in log for entry in entries)
    over_grpc = [as_rest_tells(entry) | {"what": json.loads(entry.what)} for entry in entries]
    assert over_grpc == json.loads(log)["entries"]


def test_lists_come_in_pages(here: Scene, over: Over, host: PlayClient, finished: str) -> None:
    guests = sorted(here.hall.client(name).id for name in ("Cleo", "Dan", "Eva"))
    cup = announce(host)
    for guest in guests:
        host.ask("AddTournamentGuest", tournament=cup, player=guest)
    cases: list[tuple[str, str, str, list[Any]]] = [
        ("ListTournamentEntrants", finished, "entrants", [f"e{number}" for number in range(1, 6)]),
        ("ListTournamentRounds", finished, "rounds", [1, 2, 3]),
        ("ListTournamentGuests", cup, "guests", guests),
    ]
    for method, tournament, name, wanted in cases:
        found: list[Any] = []
        token = ""
        while not found or token:
            page = host.ask(method, tournament=tournament, page_size=2, page_token=token)
            part = getattr(page, name)
            assert 1 <= len(part) <= 2
            key = {"entrants": "id", "rounds": "number", "guests": "player_id"}[name]
            found += [getattr(each, key) for each in part]
            token = page.next_page_token
        assert found == wanted, method
    log: list[int] = []
    token = ""
    while not log or token:
        page = host.ask("ListTournamentLog", tournament=finished, page_size=7, page_token=token)
        log += [entry.number for entry in page.entries]
        token = page.next_page_token
    assert log == list(range(1, host.ask("GetTournament", tournament=finished).tournament.revision + 1))


def test_public_tournaments_are_listed_newest_first_by_status_ruleset_and_owner(
    here: Scene, over: Over, nobody: PlayClient
) -> None:
    owner = here.hall.client("Lister")
    mine = over(owner)
    made = [announce(mine, name=f"{number}") for number in range(3)]
    announce(mine, visibility=pb.TOURNAMENT_VISIBILITY_UNLISTED)
    mine.ask("CancelTournament", tournament=made[1])

    def listed(client: PlayClient, **wish: Any) -> list[str]:
        return [each.id for each in client.ask("ListTournaments", **wish).tournaments]

    assert listed(mine, owner="me") == listed(nobody, owner=owner.id) == made[::-1]
    assert listed(nobody, owner=owner.id, status=pb.TOURNAMENT_STATUS_CANCELLED) == [made[1]]
    assert listed(nobody, owner=owner.id, ruleset="chess") == []
    page = nobody.ask("ListTournaments", owner=owner.id, page_size=2)
    assert [each.id for each in page.tournaments] == [made[2], made[1]]
    assert listed(nobody, owner=owner.id, page_token=page.next_page_token) == [made[0]]


# -- sent again --------------------------------------------------------------------------------------------------------


def test_a_creation_that_is_sent_again_makes_no_second_tournament(here: Scene, over: Over) -> None:
    client = over(here.hall.client("Twice"))
    first = client.ask("CreateTournament", **CUP, request_id="once").tournament
    assert client.ask("CreateTournament", **CUP, request_id="once").tournament == first
    assert [each.id for each in client.ask("ListTournaments", owner="me").tournaments] == [first.id]
    refused = client.refused("CreateTournament", **{**CUP, "name": "Other"}, request_id="once")
    assert refused.reason == "IDEMPOTENCY_KEY_REUSED"
    assert client.refused("CreateTournament", **CUP, request_id="a b").fields.keys() == {"/request_id"}
    assert announce(client) != announce(client)


def test_a_webhook_is_set_renewed_once_resent_and_removed(here: Scene, host: PlayClient) -> None:
    cup = {"tournament": announce(host, entry=BOTS_ONLY)}
    assert host.refused("GetTournamentWebhook", **cup).reason == "NOT_FOUND"
    made = host.ask("SetTournamentWebhook", **cup, url="https://club.example/")
    assert (made.webhook.state, made.webhook.next_entry) == (pb.TOURNAMENT_WEBHOOK_STATE_ACTIVE, 1)
    again = host.ask("SetTournamentWebhook", **cup, url="https://club.example/cup")
    assert (made.secret[:6], again.secret, again.webhook.url) == ("whsec_", "", "https://club.example/cup")
    renewed = [host.ask("RotateTournamentWebhook", **cup, request_id="renew").secret for _ in range(2)]
    assert renewed[0] == renewed[1] != made.secret
    assert host.ask("RotateTournamentWebhook", **cup).secret not in (made.secret, renewed[0])
    assert [*host.refused("ResendTournamentWebhook", **cup, entry=1).fields] == ["/entry"]  # nothing has happened
    host.ask("ImportTournamentEntrants", **cup, csv=FOUR)
    assert host.ask("ResendTournamentWebhook", **cup, entry=3).webhook.next_entry == 3
    shown = as_rest_tells(host.ask("GetTournamentWebhook", **cup).webhook)
    assert shown == here.host.read(rest(cup["tournament"], "/webhook"))
    assert list(host.ask("ListTournamentDeliveries", **cup).deliveries) == []
    for _ in range(2):
        host.ask("DeleteTournamentWebhook", **cup)
    assert host.refused("ListTournamentDeliveries", **cup).reason == "NOT_FOUND"
