"""Replays that were written by every format verify for good, and matches of the old format go on by it."""

import json
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cli.verify import verify
from services.engine import replay
from services.engine.clocks import (
    Bronstein,
    Correspondence,
    Fischer,
    Forfeit,
    OnTimeOut,
    PerDecision,
    PlayByBot,
    PlayDefault,
    TakeOver,
    TimeControl,
)
from services.engine.fairness import match_seed_v1
from services.engine.in_process import InProcessEngine
from services.engine.registry import ruleset
from services.matches.match import Status
from services.matches.match_record import fields_to_write
from services.matches.redis_keys import match_key
from services.moments import moment
from tests.golden_replays.fair_match import CLIENT_SEEDS, play
from tests.integration.matches.harness import World
from tests.signing import SIGNING_KEYS

DOCS = Path(__file__).parent.parent.parent / "docs"
GOLDEN = Path(__file__).parent.parent / "golden_replays"


def keys_file(folder: Path) -> str:
    """The platform's public keys as it publishes them."""
    file = folder / "keys.json"
    published = [
        {
            "key_id": key.key_id,
            "algorithm": "Ed25519",
            "public_key": key.value.hex(),
            "retired_at": None if key.retired_ms is None else moment(key.retired_ms),
        }
        for key in SIGNING_KEYS.public.keys
    ]
    file.write_text(json.dumps({"keys": published}))
    return str(file)


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("format-?-*s.json")), ids=lambda file: file.stem)
def test_a_replay_of_any_format_verifies(file: Path) -> None:
    told = CliRunner().invoke(verify, [str(file)])
    assert told.exit_code == 0, told.output
    assert "The replay holds" in told.output
    assert "not checked: " in told.output


def test_there_are_two_of_each_format() -> None:
    names = {file.stem for file in GOLDEN.glob("*.json") if not file.stem.endswith(".match")}
    assert names == {f"format-{n}-{id}" for n in (1, 2) for id in ("commanders", "factionwars")}


@pytest.mark.parametrize("id", ["commanders", "factionwars"])
def test_with_all_that_its_player_kept_everything_but_the_clock_and_the_log_is_checked(id: str, tmp_path: Path) -> None:
    base = GOLDEN / f"format-2-{id}"
    kept = ["--match", f"{base}.match.json", "--seat", "0", "--seed", CLIENT_SEEDS[0]]
    kept += ["--stream", f"{base}.stream.ndjson", "--keys", keys_file(tmp_path)]
    told = CliRunner().invoke(verify, [f"{base}.json", *kept])
    assert told.exit_code == 0, told.output
    assert told.output.count("  checked: ") == 9
    assert told.output.count("  not checked: ") == 2
    assert (
        "not checked: that the public log has the commitment as entry 0: `playhall audit-log --replay`" in told.output
    )
    assert "not checked: when things happened" in told.output


def test_another_version_of_the_rules_is_told_as_such(tmp_path: Path) -> None:
    document = json.loads((GOLDEN / "format-1-commanders.json").read_bytes())
    document["version"] = "0.9.0"
    file = tmp_path / "replay.json"
    file.write_text(json.dumps(document))
    told = CliRunner().invoke(verify, [str(file)])
    assert told.exit_code == 1
    assert "it was played with version 0.9.0 of commanders, and here is 1.0.0" in told.output


def test_what_the_platform_plays_now_is_what_the_golden_replays_hold(world: World) -> None:
    made = play(world, "commanders")
    told = replay.read(made.replay)
    assert isinstance(told, replay.Replay)
    assert replay.re_execute(told, InProcessEngine(ruleset("commanders"))).decisions == len(told.steps)


@pytest.mark.parametrize(
    ("control", "on_time_out"),
    [
        (PerDecision(seconds=60), PlayDefault()),
        (Fischer(bank_seconds=30, increment_seconds=2), TakeOver(bot="greedy")),
        (Bronstein(bank_seconds=30, delay_seconds=2), Forfeit()),
        (Correspondence(days=2), PlayByBot(bot="greedy")),
    ],
    ids=lambda rule: rule.kind,
)
def test_clocks_are_checked_by_us_and_by_the_page_that_shares_no_code_with_us(
    world: World, tmp_path: Path, control: TimeControl, on_time_out: OnTimeOut
) -> None:
    made = play(world, "commanders", control=control, on_time_out=on_time_out)
    files = {"replay.json": made.replay, "match.json": json.dumps(made.match).encode()}
    files["stream.ndjson"] = "\n".join(map(json.dumps, made.stream)).encode()
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    kept = ["--match", str(tmp_path / "match.json"), "--seat", "0", "--seed", CLIENT_SEEDS[0]]
    kept += ["--stream", str(tmp_path / "stream.ndjson")]
    told = CliRunner().invoke(verify, [str(tmp_path / "replay.json"), *kept])
    assert told.exit_code == 0, told.output
    page = [sys.executable, "-I", "-S", str(DOCS / "check_match.py"), str(tmp_path / "replay.json"), *kept]
    checked = subprocess.run(page, capture_output=True, text=True, timeout=60, check=False)
    assert checked.returncode == 0, checked.stderr + checked.stdout
    lie = json.loads(made.replay)
    late = next(step for step in lie["steps"] if "time_ran_out" not in step and not lie["seats"][step["seat"]]["bot"])
    late["time_ran_out"] = "all"
    with pytest.raises(replay.MalformedReplay, match="time_ran_out: "):
        replay.read(json.dumps(lie).encode())


def test_a_match_of_the_old_format_goes_on_by_it(world: World) -> None:
    """It was created before there were commitment documents: its record has none."""
    ann, ben = world.caller("Ann"), world.caller("Ben")
    match = world.create(ann, "me", "open")
    loaded = world.store.load(match.id)
    assert loaded is not None
    server_seed = loaded.stored.server_seed
    old = loaded.stored._replace(match=loaded.match._replace(signed_commitment=None, commitment="ab" * 32))
    head: dict[str, Any] = json.loads(zlib.decompress(fields_to_write(old, None)["head"]))
    del head["signed_commitment"]
    world.redis.hset(match_key(match.id), "head", zlib.compress(json.dumps(head).encode()))
    live = world.matches.join(ben, match.id, client_seed=CLIENT_SEEDS[1])
    assert live.status is Status.LIVE
    after = world.store.load(match.id)
    assert after is not None
    assert after.stored.seed == match_seed_v1(server_seed, match.id, [None, CLIENT_SEEDS[1]])
    world.finish(match.id, [ann, ben])
    told = replay.read(world.matches.replay(ann, match.id))
    assert isinstance(told, replay.ReplayV1)
    assert told.seed == after.stored.seed.hex()
