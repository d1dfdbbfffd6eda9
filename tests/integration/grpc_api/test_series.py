"""Series over gRPC: created, changed and listed, beside REST on the same series."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import grpc
import pytest
from playhall.play.v1 import series_pb2 as pb

from gateway.grpc_api.server import PlayLimits
from services.database import Database
from services.errors import Reason
from services.stored_series import SeriesJobs, SeriesLimits
from tests.integration.gateway.harness import Client, Hall
from tests.integration.grpc_api.clients import PlayClient, moment_text, served, services_of
from tests.marks import each_row
from tests.signing import SIGNING_KEYS

Over = Callable[[Client], PlayClient]

SEED = "5e" * 32
FOUR = pb.SeriesStop(fixed=pb.FixedSeriesStop(matches=4))
DUEL: dict[str, Any] = {"ruleset": "factionwars", "entrants": ["greedy", "random"], "stop": FOUR, "seed": SEED}
NOBODYS = "series_00000000000000000000000000"


def create(client: PlayClient, **changes: Any) -> pb.Series:
    """A new series."""
    made: pb.Series = client.ask("CreateSeries", **{**DUEL, **changes}).series
    return made


def change(client: PlayClient, series: str, **changes: Any) -> pb.Series:
    """A series after a change."""
    changed: pb.Series = client.ask("ChangeSeries", series=series, **changes).series
    return changed


def as_rest_tells(series: pb.Series) -> dict[str, Any]:
    """A series in the form that REST has for it."""
    told: dict[str, Any] = {field.name: getattr(series, field.name) for field in series.DESCRIPTOR.fields}
    for name in ("created_at", "changed_at", "started_at", "ended_at"):
        told[name] = moment_text(told[name]) if series.HasField(name) else None
    return told | {
        "status": pb.SeriesStatus.Name(series.status).removeprefix("SERIES_STATUS_").lower(),
        "document": json.loads(series.document),
        "seed": series.seed or None,
        "budget_seconds": series.budget_seconds or None,
        "seconds_left": series.seconds_left if series.HasField("seconds_left") else None,
        **promise_of(series),
        "extensions": [
            {
                "document": json.loads(each.document),
                "document_sha256": each.document_sha256,
                "seed": each.seed or None,
                **promise_of(each),
            }
            for each in series.extensions
        ],
    }


def promise_of(told: pb.Series | pb.SeriesExtension) -> dict[str, Any]:
    """Where a promise was published, in the form that REST has for it."""
    signature, place = told.commitment_signature, told.commitment_log
    return {
        "commitment_signature": {"key_id": signature.key_id, "value": signature.value.hex()},
        "commitment_log": {"index": place.index, "hash": place.hash},
    }


def sprt(**fields: Any) -> pb.SeriesStop:
    """A sequential test."""
    return pb.SeriesStop(sprt=pb.SprtSeriesStop(**fields))


# -- create ------------------------------------------------------------------------------------------------------------


def test_both_faces_tell_the_same_of_a_series(over_grpc: Over, hall: Hall, ada: Client) -> None:
    client = over_grpc(ada)
    made = create(client, name="First", priority=7, budget_seconds=60)
    assert (made.status, made.seed, made.matches, made.priority) == (pb.SERIES_STATUS_QUEUED, "", 4, 7)
    assert not made.HasField("started_at")
    assert as_rest_tells(made) == ada.read(f"/v1/series/{made.id}")
    hall.play_series()
    ended = client.ask("GetSeries", series=made.id).series
    assert (ended.status, ended.settled, ended.seed) == (pb.SERIES_STATUS_FINISHED, 4, SEED)
    assert as_rest_tells(ended) == ada.read(f"/v1/series/{made.id}")
    assert hashlib.sha256(ended.document).hexdigest() == ended.document_sha256


def test_what_is_left_out_is_a_duplicate_of_a_thousand_matches_at_the_smallest_table(
    over_grpc: Over, ada: Client
) -> None:
    client = over_grpc(ada)
    made = client.ask("CreateSeries", ruleset="factionwars", entrants=["greedy", "random"]).series
    document = json.loads(made.document)
    assert (document["design"], document["seats"]) == ("duplicate", [2])
    assert document["stop"] == {"rule": "fixed", "matches": 1000}
    assert (made.matches, made.priority, made.name, made.budget_seconds) == (1000, 5, "", 0)


@pytest.mark.parametrize(
    ("number", "design"),
    [
        (pb.SERIES_DESIGN_DUPLICATE, "duplicate"),
        (pb.SERIES_DESIGN_ROUND_ROBIN, "round_robin"),
        (pb.SERIES_DESIGN_GAUNTLET, "gauntlet"),
        (pb.SERIES_DESIGN_PAIRED, "paired"),
        (pb.SERIES_DESIGN_RANDOM_TABLES, "random_tables"),
    ],
)
def test_every_design_has_its_number(over_grpc: Over, ada: Client, number: int, design: str) -> None:
    made = create(over_grpc(ada), entrants=["greedy", "random", "random"], design=number)
    assert json.loads(made.document)["design"] == design


def test_a_series_is_planned_as_it_was_asked_for(over_grpc: Over, ada: Client) -> None:
    client = over_grpc(ada)
    version = client.ask("GetRuleset", ruleset="factionwars").ruleset.summary.version
    stop = sprt(entrants=[1, 0], elo0="-5", elo1="12.5", alpha="0.1", max_matches=6)
    bots = [f"greedy@{version}", "random"]
    made = create(client, version=version, entrants=bots, seats=[4, 2], stop=stop, options=b'{"final_pass":"after_D"}')
    document = json.loads(made.document)
    assert document["entrants"] == [{"bot": "greedy", "version": version}, {"bot": "random", "version": version}]
    assert (document["seats"], document["options"]["final_pass"]) == ([2, 4], "after_D")
    assert document["stop"] == {
        "rule": "sprt",
        "entrants": [1, 0],
        "elo0": "-5",
        "elo1": "12.5",
        "alpha": "0.1",
        "beta": "0.05",
        "max_matches": made.matches,
    }


def test_a_creation_that_is_sent_again_makes_no_second_series(over_grpc: Over, ada: Client) -> None:
    client = over_grpc(ada)
    first = create(client, request_id="once", seed="")
    assert create(client, request_id="once", seed="") == first
    assert [series.id for series in client.ask("ListSeries").series] == [first.id]
    refused = client.refused("CreateSeries", **DUEL, request_id="once")
    assert refused.reason == "IDEMPOTENCY_KEY_REUSED"
    assert create(client).id != create(client).id


REFUSED: list[tuple[dict[str, Any], str, list[str]]] = [
    ({"ruleset": "chess"}, "UNKNOWN_RULESET", ["/ruleset"]),
    ({"version": "0.0.1"}, "UNSUPPORTED_VERSION", ["/version"]),
    ({"entrants": ["greedy", "deep-blue"]}, "UNKNOWN_BOT", ["/entrants/1"]),
    ({"entrants": ["greedy@0.0.1", "random"]}, "UNSUPPORTED_VERSION", ["/entrants/0"]),
    ({"entrants": []}, "INVALID_FIELD", ["/entrants"]),
    ({"entrants": ["greedy"] * 1001}, "INVALID_FIELD", ["/entrants"]),
    ({"options": b'{"cheat":true}'}, "UNKNOWN_OPTION", ["/options/cheat"]),
    ({"options": b"["}, "INVALID_FIELD", ["/options"]),
    ({"options": b"[" * 60_000}, "INVALID_FIELD", ["/options"]),
    ({"options": b'{"a":' * 9_000 + b"1" + b"}" * 9_000}, "INVALID_FIELD", ["/options"]),
    ({"seats": [99]}, "INVALID_FIELD", ["/seats/0"]),
    ({"seats": [2, 64]}, "SEATS_OUT_OF_RANGE", ["/seats/1"]),
    ({"design": 9}, "INVALID_FIELD", ["/design"]),
    ({"design": pb.SERIES_DESIGN_PAIRED}, "INVALID_FIELD", [""]),
    ({"stop": pb.SeriesStop()}, "INVALID_FIELD", ["/stop"]),
    ({"stop": pb.SeriesStop(fixed=pb.FixedSeriesStop())}, "INVALID_FIELD", ["/stop/fixed/matches"]),
    ({"stop": sprt(elo0="5", elo1="5")}, "INVALID_FIELD", ["/stop"]),
    ({"stop": sprt(elo0="zero", elo1="5")}, "INVALID_FIELD", ["/stop/sprt/elo0"]),
    ({"stop": sprt(elo0="0", elo1="5", entrants=[0])}, "INVALID_FIELD", ["/stop/sprt/entrants"]),
    ({"seed": "5e"}, "INVALID_FIELD", ["/seed"]),
    ({"priority": 10}, "INVALID_FIELD", ["/priority"]),
    ({"budget_seconds": 4_000_000_000}, "INVALID_FIELD", ["/budget_seconds"]),
    ({"name": "a\0b"}, "INVALID_FIELD", ["/name"]),
    ({"name": "n" * 65, "seed": "x"}, "INVALID_FIELD", ["/seed", "/name"]),
    ({"request_id": "a b"}, "INVALID_FIELD", ["/request_id"]),
]


@each_row(("changes", "reason", "pointers"), REFUSED)
def test_what_cannot_be_played_is_refused_where_it_is_wrong(
    over_grpc: Over, hall: Hall, ada: Client, changes: dict[str, Any], reason: str, pointers: list[str]
) -> None:
    before = hall.fingerprint()
    refused = over_grpc(ada).refused("CreateSeries", **{**DUEL, **changes})
    assert (refused.reason, list(refused.fields)) == (reason, pointers)
    assert refused.code.name == Reason[reason].grpc_status
    assert hall.fingerprint() == before


def test_who_has_as_many_series_as_it_may_gets_no_more(hall: Hall, ada: Client, admin: Client) -> None:
    database = Database(hall.settings.database.database_url)
    services = replace(services_of(hall), series=SeriesJobs(database, SIGNING_KEYS, limits=SeriesLimits(open_series=1)))
    with served(services, PlayLimits(threads=2)) as (_, target), grpc.insecure_channel(target) as channel:
        client = PlayClient(channel, ada.key)
        made = create(client)
        used = {use.quota: (use.used, use.limit) for use in client.ask("GetQuotas").quotas}
        assert used["open_series"] == (1, 1)
        refused = client.refused("CreateSeries", **DUEL)
        assert (refused.code, refused.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "QUOTA_EXCEEDED")
        assert refused.metadata == {"quota": "open_series", "limit": "1", "used": "1"}
        change(client, made.id, status=pb.SERIES_STATUS_CANCELLED)
        assert create(client).id != made.id
        unlimited = PlayClient(channel, admin.key)
        assert create(unlimited).id != create(unlimited).id
        (use,) = (each for each in unlimited.ask("GetQuotas").quotas if each.quota == "open_series")
        assert (use.used, use.HasField("limit")) == (2, False)


# -- list --------------------------------------------------------------------------------------------------------------


def test_series_are_listed_newest_first_by_status_and_in_pages(over_grpc: Over, ada: Client) -> None:
    client = over_grpc(ada)
    made = [create(client, name=str(number)).id for number in range(5)]
    change(client, made[2], status=pb.SERIES_STATUS_CANCELLED)
    assert [series.name for series in client.ask("ListSeries").series] == ["4", "3", "2", "1", "0"]
    cancelled = client.ask("ListSeries", status=pb.SERIES_STATUS_CANCELLED).series
    assert [series.name for series in cancelled] == ["2"]
    pages: list[list[str]] = []
    token = ""
    while not pages or token:
        page = client.ask("ListSeries", status=pb.SERIES_STATUS_QUEUED, page_size=2, page_token=token)
        pages.append([series.name for series in page.series])
        token = page.next_page_token
    assert pages == [["4", "3"], ["1", "0"]]


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [({"page_token": "x"}, "/page_token"), ({"owner": "a b"}, "/owner"), ({"status": 99}, "/status")],
)
def test_a_bad_filter_is_refused(over_grpc: Over, ada: Client, fields: dict[str, Any], pointer: str) -> None:
    refused = over_grpc(ada).refused("ListSeries", **fields)
    assert (refused.reason, list(refused.fields)) == ("INVALID_FIELD", [pointer])


def test_admins_see_the_series_of_all_and_choose_an_owner(
    over_grpc: Over, ada: Client, bob: Client, admin: Client
) -> None:
    one, two, root = over_grpc(ada), over_grpc(bob), over_grpc(admin)
    of_ada, of_bob = create(one).id, create(two).id

    def listed(client: PlayClient, **fields: Any) -> list[str]:
        return [series.id for series in client.ask("ListSeries", **fields).series]

    assert listed(root) == [of_bob, of_ada]
    assert listed(root, owner=ada.id) == [of_ada]
    assert listed(root, owner="me") == []
    assert listed(one, owner="me") == listed(one) == [of_ada]
    assert listed(one, owner=bob.id) == []
    assert change(root, of_ada, status=pb.SERIES_STATUS_PAUSED).status == pb.SERIES_STATUS_PAUSED


@pytest.mark.parametrize(
    ("method", "fields"),
    [
        ("GetSeries", {}),
        ("ChangeSeries", {"status": pb.SERIES_STATUS_CANCELLED}),
        ("ChangeSeries", {"name": "Mine", "revision": 1}),
        ("GetSeriesSummary", {}),
        ("StreamSeriesResults", {}),
        ("GetSeriesMatch", {"number": 0}),
        ("GetSeriesReplay", {"number": 0}),
        ("WatchSeries", {}),
        ("CompareSeries", {"other": "{series}"}),
    ],
)
def test_a_strangers_series_is_as_one_that_there_is_not(
    over_grpc: Over, hall: Hall, ada: Client, bob: Client, method: str, fields: dict[str, Any]
) -> None:
    series, stranger = create(over_grpc(ada)).id, over_grpc(bob)
    hall.play_series()
    before = hall.fingerprint()
    refused = [
        stranger.refused(method, series=id, **({**fields, "other": id} if "other" in fields else fields))
        for id in (series, NOBODYS, "series_\0")
    ]
    assert refused[0] == refused[1] == refused[2]
    assert (refused[0].code, refused[0].reason) == (grpc.StatusCode.NOT_FOUND, "NOT_FOUND")
    assert hall.fingerprint() == before


# -- change ------------------------------------------------------------------------------------------------------------


def test_a_paused_series_is_not_played_until_it_runs_again(over_grpc: Over, hall: Hall, ada: Client) -> None:
    client = over_grpc(ada)
    series = create(client).id
    for _ in range(2):
        assert change(client, series, status=pb.SERIES_STATUS_PAUSED).status == pb.SERIES_STATUS_PAUSED
    hall.play_series()
    assert client.ask("GetSeries", series=series).series.played == 0
    change(client, series, status=pb.SERIES_STATUS_RUNNING)
    hall.play_series()
    assert client.ask("GetSeries", series=series).series.status == pb.SERIES_STATUS_FINISHED


def test_a_cancelled_series_shows_its_seed_and_runs_no_more(over_grpc: Over, ada: Client) -> None:
    client = over_grpc(ada)
    series = create(client).id
    for _ in range(2):
        cancelled = change(client, series, status=pb.SERIES_STATUS_CANCELLED)
        assert (cancelled.status, cancelled.seed) == (pb.SERIES_STATUS_CANCELLED, SEED)
    refused = client.refused("ChangeSeries", series=series, status=pb.SERIES_STATUS_RUNNING)
    assert (refused.code, refused.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "SERIES_ENDED")


def test_a_finished_series_is_extended_and_goes_on(over_grpc: Over, hall: Hall, ada: Client) -> None:
    client = over_grpc(ada)
    series = create(client).id
    hall.play_series()
    extended = change(client, series, matches=7)
    assert (extended.status, extended.matches, extended.seed) == (pb.SERIES_STATUS_RUNNING, 8, SEED)
    assert [each.seed for each in extended.extensions] == [""]
    hall.play_series()
    ended = client.ask("GetSeries", series=series).series
    assert (ended.status, ended.settled) == (pb.SERIES_STATUS_FINISHED, 8)
    assert as_rest_tells(ended) == ada.read(f"/v1/series/{series}")


def test_name_priority_and_budget_can_be_changed_and_what_is_left_out_stays(over_grpc: Over, ada: Client) -> None:
    client = over_grpc(ada)
    series = create(client, budget_seconds=60, name="Good").id
    changed = change(client, series, name="Better", priority=0)
    assert (changed.name, changed.priority, changed.budget_seconds) == ("Better", 0, 60)
    changed = change(client, series, budget_seconds=0)
    assert (changed.name, changed.priority, changed.budget_seconds) == ("Better", 0, 0)
    changed = change(client, series, name="")
    assert (changed.name, changed.priority, changed.budget_seconds) == ("", 0, 0)
    assert change(client, series) == changed


def test_a_change_with_a_revision_is_made_only_to_what_the_client_has_seen(over_grpc: Over, ada: Client) -> None:
    client = over_grpc(ada)
    made = create(client)
    renamed = change(client, made.id, name="One", revision=made.revision)
    assert (renamed.name, renamed.revision) == ("One", made.revision + 1)
    late = client.refused("ChangeSeries", series=made.id, name="Two", revision=made.revision)
    assert late.reason == "PRECONDITION_FAILED"
    assert change(client, made.id, name="One", revision=made.revision) == renamed  # its answer was lost
    assert change(client, made.id, name="Two").name == "Two"


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"status": pb.SERIES_STATUS_FINISHED}, "/status"),
        ({"status": 99}, "/status"),
        ({"priority": 10}, "/priority"),
        ({"matches": 2}, "/matches"),
        ({"matches": 900_000_001}, "/matches"),
        ({"budget_seconds": 1_000_000_001}, "/budget_seconds"),
        ({"name": "a\nb"}, "/name"),
        ({"name": "n" * 65}, "/name"),
    ],
)
def test_a_change_that_cannot_be_is_refused_where_it_is_wrong(
    over_grpc: Over, hall: Hall, ada: Client, fields: dict[str, Any], pointer: str
) -> None:
    client = over_grpc(ada)
    series = create(client).id
    before = hall.fingerprint()
    refused = client.refused("ChangeSeries", series=series, **fields)
    assert (refused.reason, list(refused.fields)) == ("INVALID_FIELD", [pointer])
    assert hall.fingerprint() == before
