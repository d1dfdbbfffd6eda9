"""Every lie of the table is found by ``playhall verify``; those that ``check_match.py`` cannot find are on the page."""

import importlib.util
import json
import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from services.engine.engine import Engine
from services.engine.in_process import InProcessEngine
from services.engine.registry import ruleset
from services.engine.replay import MalformedReplay, ReplayDiffers, read
from services.errors import Reason, Refusal
from services.matches import replay_checks
from services.matches.replay_checks import BadEvidence, Evidence, ReplayContradicts
from tests.golden_replays.fair_match import CLIENT_SEEDS
from tests.integration.docs.pages import DOCS
from tests.security.replay_mutations import MUTATIONS, Json, Mutation, Signer
from tests.signing import SIGNING_KEYS

GOLDEN = Path(__file__).parent.parent / "golden_replays"


@cache
def engine(base: str) -> Engine:
    return InProcessEngine(ruleset(base))


@cache
def golden(base: str) -> Json:
    document: Json = json.loads((GOLDEN / f"format-2-{base}.json").read_bytes())
    return document


@cache
def kept(base: str) -> Evidence:
    """What the player of seat 0 kept."""
    return Evidence(
        match=json.loads((GOLDEN / f"format-2-{base}.match.json").read_text()),
        seat=0,
        client_seed=CLIENT_SEEDS[0],
        stream=replay_checks.read_stream((GOLDEN / f"format-2-{base}.stream.ndjson").read_bytes()),
        keys=SIGNING_KEYS.public,
    )


def refused(base: str, data: bytes, evidence: Evidence) -> bool:
    try:
        replay_checks.check(data, engine(base), evidence)
    except (MalformedReplay, ReplayDiffers, ReplayContradicts):
        return True
    except Refusal as refusal:
        return refusal.reason in (Reason.UNSUPPORTED_VERSION, Reason.UNKNOWN_RULESET)
    return False


def test_there_are_a_hundred_mutations_and_more() -> None:
    assert len(MUTATIONS) >= 100


@pytest.mark.parametrize("base", ["commanders", "factionwars"])
def test_what_is_mutated_holds(base: str) -> None:
    assert not refused(base, json.dumps(golden(base)).encode(), kept(base))


@pytest.mark.parametrize("mutation", MUTATIONS.values(), ids=lambda mutation: mutation.name)
def test_verify_rejects(mutation: Mutation) -> None:
    assert refused(mutation.base, mutation.applied(golden(mutation.base)), kept(mutation.base))


def test_a_steered_bot_passes_only_who_does_not_let_bots_choose_again() -> None:
    data = MUTATIONS["a bot that is steered"].applied(golden("commanders"))
    assert not refused("commanders", data, Evidence(bots_choose_again=False))
    assert refused("commanders", data, Evidence())


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("a clock that came too early", "step 7/time_ran_out: the time was not over"),
        ("a clock for a bot", "time_ran_out: the seat has no clock"),
    ],
)
def test_a_clock_that_could_not_have_played_is_found_without_a_stream(name: str, what: str) -> None:
    with pytest.raises(MalformedReplay, match=what):
        read(MUTATIONS[name].applied(golden("commanders")))


def _first_of(kind: str, **fields: object) -> Json:
    """A line of seat 0's stream, other than a step, as the platform sends it at the end."""
    last = kept("commanders").stream or []
    end = {"match": golden("commanders")["match"], **last[-1], "type": kind}
    return {name: end[name] for name in ("type", "match", "revision", "status", "outcome")} | fields


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (_first_of("end", status="aborted", outcome=None), "`outcome` differs"),
        (_first_of("end", status="aborted"), "`status` differs"),
        (_first_of("snapshot", pending=[1]), "`pending` differs"),
        (_first_of("snapshot", decision=4), "`decision` differs"),
        (_first_of("snapshot", revision=10**30), "the replay has no revision 10{30}$"),
        ({"type": "snapshot", "revision": 1, "outcome": {}}, "`outcome` differs"),
    ],
)
def test_a_snapshot_or_end_that_was_shown_otherwise_is_found(line: Json, what: str) -> None:
    stream = [*(kept("commanders").stream or ()), line]
    with pytest.raises(ReplayContradicts, match=what):
        replay_checks.check(
            json.dumps(golden("commanders")).encode(), engine("commanders"), replace(kept("commanders"), stream=stream)
        )


@pytest.mark.parametrize(
    "line",
    [
        {"type": "snapshot", "revision": [1]},
        {"type": "end", "revision": True},
        {"type": "story", "revision": 1},
        {"type": ["step"], "revision": 1},
        _first_of("snapshot", match="m_01kf0m7b007rqva7rstaq2mtk0"),
        _first_of("snapshot", seat=1),
    ],
)
def test_a_line_that_is_not_of_this_stream_is_no_evidence(line: Json) -> None:
    stream = [*(kept("commanders").stream or ()), line]
    with pytest.raises(BadEvidence, match="line 41 of the stream is"):
        replay_checks.check(
            json.dumps(golden("commanders")).encode(), engine("commanders"), replace(kept("commanders"), stream=stream)
        )


def test_the_views_in_snapshots_are_said_to_be_unchecked() -> None:
    stream = [{"type": "snapshot", "revision": 0, "view": None}, *(kept("commanders").stream or ())]
    report = replay_checks.check(
        json.dumps(golden("commanders")).encode(), engine("commanders"), replace(kept("commanders"), stream=stream)
    )
    assert "the views in the stream: one that begins with `since=0` and includes nothing has none" in report.unchecked


def test_evidence_that_contradicts_itself_or_names_no_seat_of_the_match_is_refused() -> None:
    data, mine = json.dumps(golden("commanders")).encode(), kept("commanders")
    match = {**(mine.match or {}), "commitment": "00" * 32}
    with pytest.raises(ReplayContradicts, match="`commitment` is not that of the match that was saved"):
        replay_checks.check(
            data, engine("commanders"), Evidence(commitment=golden("commanders")["commitment"], match=match)
        )
    with pytest.raises(BadEvidence, match="no such seat"):
        replay_checks.check(data, engine("commanders"), Evidence(seat=3, stream=mine.stream))


@pytest.mark.parametrize(
    "text", [r'{"name": "\ud800"}', '{"revision": 1e999}', "[" * 100_000, "[]", '{"a": 1, "a": 2}']
)
def test_a_file_that_could_not_be_compared_is_no_evidence(text: str) -> None:
    with pytest.raises(BadEvidence, match="the match is no JSON"):
        replay_checks.read_object(text, "the match")


def test_a_line_of_a_stream_may_hold_what_unicode_calls_a_line_break() -> None:
    data = '{"revision": 1, "name": "a\u2028b\u0085c"}\r\n\n{"revision": 2}\n'.encode()
    assert [line["revision"] for line in replay_checks.read_stream(data)] == [1, 2]


# -- the independent checker -------------------------------------------------------------------------------------------


@cache
def checker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_match", DOCS / "check_match.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


KEPT = (
    *("--match", f"{GOLDEN}/format-2-commanders.match.json"),
    *("--seat", "0", "--seed", CLIENT_SEEDS[0]),
    *("--stream", f"{GOLDEN}/format-2-commanders.stream.ndjson"),
)


def checked(data: bytes, folder: Path, *arguments: str) -> bool:
    """Whether it lets a replay pass."""
    file = folder / "replay.json"
    file.write_bytes(data)
    run: Callable[[list[str]], None] = checker().run
    try:
        run([str(file), *arguments])
    except SystemExit as end:
        return not isinstance(end.code, str)  # a sentence says what is wrong
    return True


def test_the_independent_checker_lets_the_true_one_pass(tmp_path: Path) -> None:
    assert checked(json.dumps(golden("commanders")).encode(), tmp_path, *KEPT)
    assert checked(json.dumps(golden("commanders")).encode(), tmp_path)


def test_the_page_lists_exactly_what_the_independent_checker_cannot_see(tmp_path: Path) -> None:
    ours = [mutation for mutation in MUTATIONS.values() if mutation.base == "commanders"]
    unseen = {mutation.name for mutation in ours if checked(mutation.applied(golden("commanders")), tmp_path, *KEPT)}
    listed = _listed("Lies that `check_match.py` cannot see")
    assert unseen == listed, (sorted(unseen - listed), sorted(listed - unseen))


def test_of_the_replay_alone_the_independent_checker_refuses_what_verify_refuses_but_for_what_the_page_lists(
    tmp_path: Path,
) -> None:
    lies = {
        mutation.name: mutation.applied(golden("commanders"))
        for mutation in MUTATIONS.values()
        if mutation.base == "commanders"
    }
    unseen = {
        name for name, data in lies.items() if refused("commanders", data, Evidence()) and checked(data, tmp_path)
    }
    listed = _listed("Lies that `check_match.py` cannot see in the replay alone")
    assert unseen == listed, (sorted(unseen - listed), sorted(listed - unseen))


def test_no_event_can_be_left_out_unseen(tmp_path: Path) -> None:
    steps = [golden("commanders")["start"], *golden("commanders")["steps"]]
    places = [(place, number) for place, step in enumerate(steps) for number in range(len(step["events"]))]
    assert len(places) > 70
    for place, number in places:
        lie = deepcopy(golden("commanders"))
        [lie["start"], *lie["steps"]][place]["events"].pop(number)
        assert not checked(json.dumps(lie).encode(), tmp_path), (place, number)


def test_whose_id_stands_at_the_own_seat_is_checked_where_it_is_given(tmp_path: Path) -> None:
    told = golden("commanders")
    mine = told["seats"][0]["player"]
    lie = MUTATIONS["a bot of the house in your seat"].applied(told)
    true = json.dumps(told).encode()
    assert checked(true, tmp_path, "--seat", "0", "--player", mine)
    assert not checked(true, tmp_path, "--seat", "1", "--player", mine)
    assert not checked(true, tmp_path, "--player", mine)
    assert not checked(lie, tmp_path, "--seat", "0", "--player", mine)
    assert not refused("commanders", true, Evidence(seat=0, player=mine))
    assert refused("commanders", true, Evidence(seat=1, player=mine))
    assert refused("commanders", lie, Evidence(seat=0, player=mine))
    assert not refused("commanders", lie, Evidence()), "who leaves before the start makes room for a bot"
    with pytest.raises(BadEvidence, match="--seat"):
        replay_checks.check(true, engine("commanders"), Evidence(player=mine))


def test_the_page_lists_exactly_what_the_signature_alone_tells() -> None:
    unsigned = {mutation.name for mutation in MUTATIONS.values() if mutation.signer is Signer.NOBODY}
    assert unsigned == _listed("Lies that the signature alone tells")
    for name in unsigned:
        mutation = MUTATIONS[name]
        data = Mutation(name, mutation.base, mutation.change).applied(golden(mutation.base))
        assert not refused(mutation.base, data, kept(mutation.base)), name


def _listed(heading: str) -> set[str]:
    page = (DOCS / "fairness.md").read_text()
    _, _, section = page.partition(f"### {heading}\n")
    assert section, heading
    return set(re.findall(r"^- (.+)$", section.split("\n## ")[0].split("\n### ")[0], re.MULTILINE))
