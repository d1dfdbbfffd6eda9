"""Who knows, or chooses, the cards of a series: its owner, who is shown its seed at its end; its operator, who makes
its matches; whoever plays its matches again with other cards."""

import hashlib
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cli.main import main
from gateway.api.series import series_json
from services.engine import replay as replays
from services.engine.fairness import canonical, deal_seed
from services.engine.replay import Replay
from services.errors import Reason
from services.fairness.signing import SigningKeys
from services.matches.creation_request import NewMatch, SeatKind, SeatRequest
from services.matches.match import Status
from services.matches.match_creation import open_match
from services.matches.match_start import seed_of
from services.series.document import SprtStop
from services.series.folder import Folder
from services.series.promise_checks import BadSeries, SeriesContradicts, check_match, read_series
from services.stored_series import Series, SeriesStatus, live_rows
from tests.integration.matches.conftest import empty_database, own_database, world
from tests.integration.matches.harness import World, at_once, refused
from tests.integration.stored_series.test_live_matches import LiveSeriesWorld, hall
from tests.rulesets import sealed
from tests.signing import SIGNING_KEYS
from tests.unit.series.documents import SEED

__all__ = ["empty_database", "hall", "own_database", "world"]


def played_out(hall: LiveSeriesWorld) -> Series:
    """Play all matches that there are."""
    while under_way := hall.look():
        for match_id in under_way:
            hall.play(match_id)
    return hall.series()


def extend(hall: LiveSeriesWorld, matches: int) -> Series:
    return hall.jobs.change(hall.owner, "series_a", matches=matches)


def replay_of(hall: LiveSeriesWorld, number: int) -> Replay:
    told = replays.read(hall.world.matches.replay(hall.owner, hall.results()[number]["match"]))
    assert isinstance(told, Replay)
    return told


def answer(series: Series) -> dict[str, Any]:
    """What `GET /v1/series/{series}` says of it."""
    told: dict[str, Any] = json.loads(series_json(series))
    return told


# -- the owner ---------------------------------------------------------------------------------------------------------


def test_an_owner_who_extends_a_series_knows_no_card_of_what_is_added(hall: LiveSeriesWorld) -> None:
    hall.begin(matches=2)
    shown = played_out(hall).shown_seed
    assert shown == SEED.hex()
    known = {deal_seed(bytes.fromhex(shown), deal).hex() for deal in range(10)}
    extended = extend(hall, 4)
    assert (extended.shown_seed, extended.shown_extension_seeds) == (SEED.hex(), (None,))
    hall.look()
    under_way = hall.series()
    assert "seed" in answer(under_way)["extensions"][0]
    assert answer(under_way)["extensions"][0]["seed"] is None
    ended = played_out(hall)
    assert ended.status is SeriesStatus.FINISHED
    (own,) = ended.shown_extension_seeds
    assert own is not None
    assert hashlib.sha256(bytes.fromhex(own)).hexdigest() == extended.promises.extensions[0].document.seed_sha256
    assert [replay_of(hall, number).server_seed in known for number in range(4)] == [True, True, False, False]
    assert [replay_of(hall, n).server_seed for n in (2, 3)] == [deal_seed(bytes.fromhex(own), n).hex() for n in (2, 3)]


def test_an_owner_who_extends_again_and_again_is_dealt_from_a_new_seed_each_time(hall: LiveSeriesWorld) -> None:
    hall.begin(matches=1)
    for matches in (2, 3):
        extend(hall, matches)
        played_out(hall)
    series = hall.series()
    seeds = [series.shown_seed, *series.shown_extension_seeds]
    assert len(set(seeds)) == 3
    assert None not in seeds
    assert [each.document.first for each in series.promises.extensions] == [1, 2]
    told = read_series(series_json(series))
    for number in range(3):
        checked, _ = check_match(replay_of(hall, number), told, SIGNING_KEYS.public)
        assert "the platform has signed what the series was committed to" in checked


def test_an_owner_who_sends_the_extension_again_and_at_once_has_one_promise(hall: LiveSeriesWorld) -> None:
    hall.begin(matches=1)
    at_once([lambda: extend(hall, 3)] * 3)
    again = extend(hall, 3)
    assert [(each.document.first, each.document.matches) for each in again.promises.extensions] == [(1, 3)]


def test_an_owner_extends_a_hundred_times_and_no_more(hall: LiveSeriesWorld) -> None:
    hall.begin(matches=1)
    for matches in range(2, 102):
        extend(hall, matches)
    refusal = refused(lambda: extend(hall, 102))
    assert (refusal.reason, refusal.errors[0].pointer) == (Reason.INVALID_FIELD, "/matches")
    assert hall.series().matches == 101


@pytest.mark.parametrize("ending", ["cancelled", "decided"])
def test_an_owner_who_ends_a_series_sees_no_seed_while_a_match_is_under_way(hall: LiveSeriesWorld, ending: str) -> None:
    stop = SprtStop(rule="sprt", entrants=(0, 1), elo0="-800", elo1="800", alpha="0.499", beta="0.499", max_matches=50)
    hall.begin(matches=4, concurrency=3, **({} if ending == "cancelled" else {"stop": stop}))
    if ending == "cancelled":
        under_way = hall.look()
        hall.jobs.change(hall.owner, "series_a", status=SeriesStatus.CANCELLED)
    else:
        while hall.series().status is not SeriesStatus.FINISHED:
            under_way = hall.look()
            hall.play(under_way[0])
            hall.live.advance()
            hall.jobs.settle()
            hall.world.clock.advance(2)
            hall.live.advance()
            hall.jobs.settle()
        under_way = [each.match_id for each in live_rows.under_way(hall.world.database, "series_a")]
    ended = hall.series()
    assert ended.is_ended
    assert any(hall.world.matches.get(hall.owner, each).status is Status.LIVE for each in under_way)
    assert ended.shown_seed is None
    assert hall.look() == []
    assert hall.series().shown_seed == SEED.hex()


def test_an_owner_who_cancels_sees_no_seed_while_somebody_may_still_make_a_match(hall: LiveSeriesWorld) -> None:
    hall.begin(matches=2, concurrency=1)
    found = live_rows.take(hall.world.database, hall.world.clock())
    assert found is not None
    live_rows.deal(hall.world.database, found, hall.world.clock())  # and whoever did that stalls here
    hall.jobs.change(hall.owner, "series_a", status=SeriesStatus.CANCELLED)
    hall.look()
    assert hall.series().shown_seed is None
    hall.world.clock.advance(61)
    hall.look()
    assert hall.series().shown_seed == SEED.hex()


def test_a_worker_that_took_the_series_before_it_was_extended_deals_nothing_of_the_extension(
    hall: LiveSeriesWorld,
) -> None:
    hall.begin(matches=2, concurrency=8)
    found = live_rows.take(hall.world.database, hall.world.clock())
    assert found is not None
    extend(hall, 6)
    dealt = live_rows.deal(hall.world.database, found, hall.world.clock())
    assert [match.number for match in dealt] == [0, 1]


# -- the operator ------------------------------------------------------------------------------------------------------


def test_an_operator_who_waits_for_another_moment_deals_the_same_cards_to_the_same_bots(hall: LiveSeriesWorld) -> None:
    hall.begin(matches=1)
    found = live_rows.take(hall.world.database, hall.world.clock())
    assert found is not None
    bots = NewMatch(sealed.RULESET.describe().id, (SeatRequest(SeatKind.BOT, "greedy"),) * 2, {})
    made = [
        open_match(
            hall.owner,
            bots,
            hall.world.engines,
            hall.world.players,
            live_rows.creation_of(found, 0, begun_ms),
            SIGNING_KEYS,
            deal=live_rows.deal_of(found, 0),
        )
        for begun_ms in (1_000, 2_000)
    ]
    # Another id and another moment, and one commitment: from it and the server seed follow cards and bots' choices.
    assert made[0].match.id != made[1].match.id
    assert made[0].match.commitment == made[1].match.commitment
    assert made[0].server_seed == made[1].server_seed == deal_seed(SEED, 0)
    assert seed_of(made[0].match, made[0].server_seed) == seed_of(made[1].match, made[1].server_seed)


def test_an_engine_with_other_cards_deals_no_match_of_a_series(hall: LiveSeriesWorld) -> None:
    hall.begin(matches=1)
    found = live_rows.take(hall.world.database, hall.world.clock())
    assert found is not None
    deal = live_rows.deal_of(found, 0)
    assert deal.pin is not None
    other = replace(deal, pin=deal.pin._replace(catalogue_sha256="ca" * 32))
    bots = NewMatch(sealed.RULESET.describe().id, (SeatRequest(SeatKind.BOT, "greedy"),) * 2, {})
    creation = live_rows.creation_of(found, 0, 1_000)
    refusal = refused(
        lambda: hall.world.matches.create_seated(hall.owner, bots, (None, None), creation=creation, deal=other)
    )
    assert refusal.reason is Reason.UNSUPPORTED_VERSION
    assert "other cards" in refusal.detail


def signed_anew(replay: Replay, keys: SigningKeys, **changes: Any) -> Replay:
    """A replay with another commitment document, signed as the platform could."""
    told = json.loads(replays.write(replay))
    seed = changes.pop("server_seed", None)
    told["commitment_document"].update(changes)
    if seed is not None:
        told["server_seed"] = seed
        told["commitment_document"]["server_seed_sha256"] = hashlib.sha256(bytes.fromhex(seed)).hexdigest()
    for name, other in (("ruleset_version", "version"), ("options", "options")):
        if name in changes:
            told[other] = changes[name]
    document = canonical(told["commitment_document"])
    told["commitment"] = hashlib.sha256(document).hexdigest()
    signature = keys.sign("playhall.commitment/2", document)
    told["commitment_signature"] = {"key_id": signature.key_id, "value": signature.value.hex()}
    del told["signature"]
    whole = keys.sign(replays.FORMAT, replays.signed_part(told))
    told["signature"] = {"key_id": whole.key_id, "value": whole.value.hex()}
    made = replays.read(json.dumps(told).encode())
    assert isinstance(made, Replay)
    return made


def of_another_place(document: dict[str, Any], **changes: int) -> dict[str, Any]:
    return {"series": {**document["series"], **changes}}


REPLAY_LIES: dict[str, tuple[Callable[[dict[str, Any]], dict[str, Any]], str]] = {
    "another server seed": (
        lambda _: {"server_seed": "07" * 32},
        "the server seed does not follow from the seed that the series committed to",
    ),
    "another match of the series": (
        lambda document: of_another_place(document, match=1, deal=1),
        "another entrant was to sit in seat 0",
    ),
    "another deal": (
        lambda document: {**of_another_place(document, deal=1), "seats": bots(document)},
        "match 0 of the series is not of this deal and this table",
    ),
    "beyond the series": (lambda document: of_another_place(document, match=9, deal=9), "the series has no match 9"),
    "another series": (
        lambda document: {"series": {**document["series"], "sha256": "5e" * 32}},
        "the match belongs to another series",
    ),
    "other cards": (lambda _: {"catalogue_sha256": "ca" * 32}, "`catalogue_sha256` is not that of the series"),
    "a longer time": (
        lambda _: {"time_control": {"kind": "per_decision", "seconds": 3600}},
        "`time_control` is not that of the series",
    ),
}


def bots(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"kind": "bot", "player": None, "bot": "greedy"} for _ in document["seats"]]


def test_an_operator_who_signs_another_story_of_a_match_anew_is_refused(hall: LiveSeriesWorld) -> None:
    hall.begin(matches=1)
    played_out(hall)
    extend(hall, 2)
    series = read_series(series_json(played_out(hall)))
    honest = replay_of(hall, 0)
    check_match(honest, series, SIGNING_KEYS.public)
    document = json.loads(honest.commitment_document.to_bytes())
    for name, (lie, complaint) in REPLAY_LIES.items():
        lied = lie(document)
        changed = honest.model_copy(
            update={
                "server_seed": lied.pop("server_seed", honest.server_seed),
                "commitment_document": type(honest.commitment_document).read(json.dumps({**document, **lied})),
            }
        )
        with pytest.raises(SeriesContradicts) as caught:
            check_match(changed, series, SIGNING_KEYS.public)
        assert str(caught.value) == complaint, name
    # Signed anew as a whole it is read, its seeds are what it says, and it is refused all the same.
    forged = signed_anew(honest, SIGNING_KEYS, server_seed="07" * 32)
    with pytest.raises(SeriesContradicts, match="does not follow from the seed that the series committed to"):
        check_match(forged, series, SIGNING_KEYS.public)


def test_an_operator_who_commits_to_a_seed_after_the_match_is_refused(hall: LiveSeriesWorld) -> None:
    hall.begin(matches=1)
    told = answer(played_out(hall))
    honest = replay_of(hall, 0)
    assert honest.commitment_log is not None
    told["commitment_log"]["index"] = honest.commitment_log.index
    with pytest.raises(SeriesContradicts, match="committed to its seed after the match was created"):
        check_match(honest, read_series(json.dumps(told).encode()), None)


def test_a_stranger_who_signs_the_series_is_refused(hall: LiveSeriesWorld) -> None:
    hall.begin(matches=1)
    told = answer(played_out(hall))
    signature = SigningKeys(bytes(32)).sign("playhall.series/2", canonical(told["document"]))
    told["commitment_signature"]["value"] = signature.value.hex()
    with pytest.raises(SeriesContradicts, match="signature of the series' promise does not hold"):
        check_match(replay_of(hall, 0), read_series(json.dumps(told).encode()), SIGNING_KEYS.public)


SERIES_LIES: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "another seed": (lambda told: told.update(seed="07" * 32), "a seed is not the one that the series committed to"),
    "another seed of an extension": (
        lambda told: told["extensions"][0].update(seed="07" * 32),
        "a seed is not the one that the series committed to",
    ),
    "another first match": (
        lambda told: told["extensions"][0]["document"].update(first=2),
        "the SHA-256 of an extension is not that of its document",
    ),
    "an extension that was left out": (
        lambda told: told["extensions"].pop(0),
        "extension 1 does not go on where the series ends before it",
    ),
    "extensions in another order": (
        lambda told: told["extensions"].reverse(),
        "extension 1 does not go on where the series ends before it",
    ),
    "another document": (
        lambda told: told["document"].update(catalogue_sha256="ca" * 32),
        "the SHA-256 of the series is not that of its document",
    ),
    "no seed": (lambda told: told.pop("seed"), "it is no series as a platform tells it: a member is missing"),
}


def test_an_operator_who_tells_another_series_is_refused(hall: LiveSeriesWorld) -> None:
    hall.begin(matches=1)
    extend(hall, 2)
    extend(hall, 3)
    honest = answer(played_out(hall))
    read_series(json.dumps(honest).encode())
    for name, (lie, complaint) in SERIES_LIES.items():
        told = json.loads(json.dumps(honest))
        lie(told)
        with pytest.raises(BadSeries) as caught:
            read_series(json.dumps(told).encode())
        assert complaint in str(caught.value), name


def test_a_match_is_not_held_against_a_seed_that_is_not_shown_yet(hall: LiveSeriesWorld) -> None:
    hall.begin(matches=2, concurrency=1)
    (first,) = hall.look()
    hall.play(first)
    hall.look()
    with pytest.raises(BadSeries, match="its seed is not shown yet"):
        check_match(replay_of(hall, 0), read_series(series_json(hall.series())), None)


def test_what_a_series_promises_stands_in_the_log_before_any_of_its_matches(world: World) -> None:
    hall = LiveSeriesWorld(world)
    made = hall.begin(matches=1)
    published = made.promises.published
    assert published is not None
    entry = world.commitment_log.find(made.document.digest())
    assert entry is not None
    assert (entry.index, entry.hash.hex()) == (published.log_index, published.log_hash)
    extension = extend(hall, 2).promises.extensions[0]
    entry = world.commitment_log.find(extension.document.digest())
    assert entry is not None
    assert entry.index == extension.published.log_index
    assert extension.document.series == extension.document.previous == made.document.digest().hex()


# -- whoever has other cards -------------------------------------------------------------------------------------------


def playhall(*arguments: object) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)), env={"COLUMNS": "200"})


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A series of 8 matches that was played here."""
    path = tmp_path_factory.mktemp("series") / "run"
    common = ("--seed", "2a", "--matches", 8, "--workers", 1, "--out", path)
    assert playhall("series", "commanders", "greedy", "random", *common).exit_code == 0
    return path


def of_other_cards(honest: Path, path: Path) -> Path:
    """The folder of a series that somebody has played whose cards are worth other points."""
    shutil.copytree(honest, path)
    run = json.loads((path / "series.json").read_bytes())
    run["document"]["catalogue_sha256"] = "ca" * 32
    (path / "series.json").write_bytes(canonical(run) + b"\n")
    _, *lines = (path / "results.ndjson").read_bytes().splitlines(keepends=True)
    digest = hashlib.sha256(canonical(run["document"])).hexdigest()
    first = canonical({"format": "playhall.series-results/1", "series": digest}) + b"\n"
    (path / "results.ndjson").write_bytes(first + b"".join(lines))
    Folder.open(path)
    return path


@pytest.mark.parametrize(
    "command",
    [
        ("series", "events", "FOLDER", "skirmish_won", "--member", "total"),
        ("series", "replay", "FOLDER", "3"),
        ("series", "--resume", "FOLDER", "--workers", "1"),
        ("verify", "--series", "FOLDER", "--workers", "1"),
    ],
    ids=lambda command: "-".join(command[:2]),
)
def test_whoever_has_other_cards_plays_no_match_of_a_series_again(
    honest: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    folder = of_other_cards(honest, tmp_path / "other")
    result = playhall(*(each.replace("FOLDER", str(folder)) for each in command))
    assert result.exit_code == 1, result.output
    assert "the series is played with other cards of commanders 1.0.0 than are here" in result.output
    assert "ca" * 32 in result.output


def test_series_with_different_cards_are_not_compared(honest: Path, tmp_path: Path) -> None:
    result = playhall("series", "compare", honest, of_other_cards(honest, tmp_path / "other"))
    assert result.exit_code == 1
    assert "the series are played with different cards of commanders" in result.output


def before_cards_were_named(honest: Path, path: Path, points: Callable[[bytes], bytes]) -> Path:
    """The folder of an old series, whose document names no cards."""
    shutil.copytree(honest, path)
    run = json.loads((path / "series.json").read_bytes())
    del run["document"]["catalogue_sha256"]
    run["document"]["format"] = "playhall.series/1"
    (path / "series.json").write_bytes(canonical(run) + b"\n")
    folder = Folder.open(path)
    shutil.rmtree(path)
    options = ("--seed", "2a", "--matches", 8, "--workers", 1)
    made = Folder.create(path, folder.document, folder.series_seed)
    assert playhall("series", "commanders", "greedy", "random", *options, "--resume", made.path).exit_code == 0
    lines = (path / "results.ndjson").read_bytes().splitlines(keepends=True)
    lines[4] = points(lines[4])
    (path / "results.ndjson").write_bytes(b"".join(lines))
    return path


def one_point_more(line: bytes) -> bytes:
    result = json.loads(line)
    result["scores"][0] += 1
    return canonical(result) + b"\n"


def test_an_old_series_that_names_no_cards_is_told_only_if_its_matches_come_to_the_same(
    honest: Path, tmp_path: Path
) -> None:
    old = before_cards_were_named(honest, tmp_path / "old", lambda line: line)
    events = ("skirmish_won", "--member", "total")
    result = playhall("series", "events", old, *events)
    assert result.exit_code == 0, result.output
    assert "The series names no cards" in result.output
    result = playhall("verify", "--series", old, "--workers", 1)
    assert result.exit_code == 0, result.output
    assert "not checked: the cards: the document is of before series named theirs" in result.output
    assert playhall("series", "compare", old, honest).exit_code == 0
    other = before_cards_were_named(honest, tmp_path / "other", one_point_more)
    for command in (("series", "events", other, *events), ("series", "replay", other, 3)):
        result = playhall(*command)
        assert result.exit_code == 1
        assert "match 3 comes to another result here than when the series was played" in result.output
