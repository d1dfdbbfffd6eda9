"""``playhall verify --series``."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import main
from services.engine.registry import ruleset
from services.series.designs import Schedule
from services.series.folder import Folder, result_line
from services.series.playing import Player


def playhall(*arguments: object) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)), env={"COLUMNS": "150"})


def verified(folder: Path, *arguments: object) -> Result:
    return playhall("verify", "--series", folder, "--workers", 1, *arguments)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A series that has ended, of 20 matches."""
    path = tmp_path_factory.mktemp("series") / "run"
    common = ("--seed", "2a", "--matches", 20, "--workers", 1, "--out", path)
    assert playhall("series", "commanders", "greedy", "random", *common).exit_code == 0
    return path


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    """A copy of it to be spoilt."""
    return shutil.copytree(whole, tmp_path / "run")


def lines_of(folder: Path) -> list[bytes]:
    return (folder / "results.ndjson").read_bytes().splitlines(keepends=True)


def write(folder: Path, lines: list[bytes]) -> None:
    (folder / "results.ndjson").write_bytes(b"".join(lines))


def change(folder: Path, old: bytes, new: bytes, line: int) -> None:
    lines = lines_of(folder)
    assert old in lines[line]
    lines[line] = lines[line].replace(old, new)
    write(folder, lines)


def test_a_series_that_was_played_holds(whole: Path) -> None:
    digest = Folder.open(whole).document.digest().hex()
    result = verified(whole, "--commitment", digest.upper())
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == [
        "The series holds: 20 matches of commanders 1.0.0.",
        "  checked: the document is the one that you saved; it binds rules, bots, tables, end and seed",
        "  checked: the seed is the one that the document commits to",
        "  checked: each of 20 results is of the match that the document has there, in its seats",
        "  checked: the series ended where its stopping rule ends it",
        "  checked: all 20 matches were played again, with the same results",
        "  not checked: summary.json and report.html: `playhall series report` makes them anew",
    ]


def test_a_sample_is_drawn_and_told(whole: Path) -> None:
    result = verified(whole, "--sample", 3)
    assert result.exit_code == 0, result.output
    assert "  checked: 3 matches, drawn by lot, were played again, with the same results: " in result.output
    assert "  not checked: the other matches, which were not played again" in result.output
    assert "  not checked: the promise: give the SHA-256 of the series" in result.output
    assert "all 20 matches were played again" in verified(whole, "--sample", 21).output


def test_a_series_that_goes_on_holds_as_far_as_it_is(folder: Path) -> None:
    lines = lines_of(folder)
    write(folder, [*lines[:8], lines[8][:20]])
    result = verified(folder)
    assert result.exit_code == 0, result.output
    assert "The series holds: 7 matches of commanders 1.0.0." in result.output
    assert "  not checked: the end: 7 of at most 20 matches have been played" in result.output
    write(folder, lines[:1])
    assert "no match of it has been played" in verified(folder).output


def test_a_sequential_series_ends_with_its_verdict(tmp_path: Path) -> None:
    path = tmp_path / "sprt"
    common = ("--sprt", 0, 300, "--seed", 1, "--matches", 200, "--workers", 1, "--out", path)
    assert playhall("series", "commanders", "greedy", "random", *common).exit_code == 0
    assert "the series ended where its stopping rule ends it" in verified(path, "--sample", 2).output
    folder = Folder.open(path)
    matches = len(list(folder.results()))
    assert matches < 200
    last = json.loads(lines_of(path)[-1])
    player = Player(ruleset("commanders"), folder.document, folder.series_seed)
    further = [result_line(player.play(Schedule(folder.document).table(last["number"] + more))) for more in (1, 2)]
    write(path, [*lines_of(path), *further])
    result = verified(path)
    assert result.exit_code == 1
    assert f"the series does not hold: match {matches} was played after the end of the series" in result.output


def _another_seed(folder: Path) -> None:
    path = folder / "series.json"
    path.write_bytes(path.read_bytes().replace(b'2a"}', b'2b"}'))


def _another_document(folder: Path) -> None:
    path = folder / "series.json"
    path.write_bytes(path.read_bytes().replace(b'"matches":20', b'"matches":22'))


def _another_version(folder: Path) -> None:
    path = folder / "series.json"
    text = path.read_bytes().replace(b'"ruleset_version":"1.0.0"', b'"ruleset_version":"0.9.0"')
    path.write_bytes(text.replace(b'"version":"1.0.0"', b'"version":"0.9.0"'))
    lines = lines_of(folder)
    digest = Folder.open(folder).document.digest().hex()
    write(
        folder, [json.dumps({**json.loads(lines[0]), "series": digest}).replace(" ", "").encode() + b"\n", *lines[1:]]
    )


def _swapped_winner(folder: Path) -> None:
    line = 1 + next(n for n, each in enumerate(lines_of(folder)[1:]) if b'"ranks":[1,2]' in each)
    change(folder, b'"ranks":[1,2]', b'"ranks":[2,1]', line)


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (_another_seed, "does not hold: {}/series.json: the seed is not the one that the series committed to"),
        (_another_document, "does not hold: {}/results.ndjson holds results of another series"),
        (_another_version, "cannot be checked: the series is of commanders 0.9.0, and here is commanders 1.0.0"),
        (_swapped_winner, "ranks: (2, 1) here, and (1, 2) when it is played again"),
        (
            lambda folder: change(folder, b'"entrants":[0,1]', b'"entrants":[1,0]', 1),
            "does not hold: {}/results.ndjson, match 0: another match was to be played",
        ),
        (
            lambda folder: change(folder, b'"number":4', b'"number":5', 5),
            "does not hold: {}/results.ndjson, match 4: another match was to be played",
        ),
        (
            lambda folder: change(folder, b'"reason":"', b'"reason":"x', 3),
            "does not hold: match 2: reason: 'x",
        ),
        (
            lambda folder: change(folder, b'"ranks":[', b'"ranks":["a",', 3),
            "does not hold: {}/results.ndjson, match 2: it is no result of a match",
        ),
        (lambda folder: (folder / "series.json").unlink(), "cannot be checked: {} holds no series: No such file"),
        (lambda folder: (folder / "results.ndjson").unlink(), "cannot be checked: {}/results.ndjson cannot be read"),
        (lambda folder: (folder / "series.json").write_text("{}"), "cannot be checked: {}/series.json is no series"),
    ],
)
def test_a_folder_that_was_changed_does_not_hold(spoil: Callable[[Path], None], complaint: str, folder: Path) -> None:
    spoil(folder)
    result = verified(folder)
    assert result.exit_code == 1
    assert complaint.format(folder) in result.output
    assert "Traceback" not in result.output


def test_another_document_than_the_promised_one_is_found(whole: Path) -> None:
    result = verified(whole, "--commitment", "00" * 32)
    assert result.exit_code == 1
    assert "the series does not hold: its document is not the one that was saved" in result.output


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), "name a replay, or the folder of a series by --series"),
        (("FOLDER/series.json", "--sample", "3"), "--sample is for a series"),
        (("--series", "FOLDER", "--no-bots"), "--no-bots is for a replay"),
        (("--series", "FOLDER", "--sample", "0"), "0 is not in the range x>=1"),
    ],
)
def test_a_wrong_use_is_explained(arguments: tuple[str, ...], complaint: str, whole: Path) -> None:
    result = playhall("verify", *(each.replace("FOLDER", str(whole)) for each in arguments))
    assert result.exit_code == 2
    assert complaint in result.output


def replayed(folder: Path, number: int, out: Path) -> Path:
    assert playhall("series", "replay", folder, number, "--out", out).exit_code == 0
    return out


def test_a_replay_is_held_against_its_series(whole: Path, tmp_path: Path) -> None:
    replay = replayed(whole, 3, tmp_path / "replay.json")
    digest = Folder.open(whole).document.digest().hex()
    result = playhall("verify", replay)
    assert result.exit_code == 0, result.output
    assert (
        "not checked: that the match follows from the commitment of its series: give that (--series)" in result.output
    )
    result = playhall("verify", replay, "--series", whole)
    assert result.exit_code == 0, result.output
    sentence = (
        f"it is match 3 of the series {digest}, in its seats, and dealt from the seed to which that was committed"
    )
    assert f"checked: {sentence}" in result.output


def test_a_replay_of_another_series_is_refused(whole: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    common = ("--seed", "2b", "--matches", 20, "--workers", 1, "--out", other)
    assert playhall("series", "commanders", "greedy", "random", *common).exit_code == 0
    result = playhall("verify", replayed(whole, 3, tmp_path / "replay.json"), "--series", other)
    assert result.exit_code == 1
    assert "the replay does not hold: the match belongs to another series" in result.output


def test_what_is_no_series_is_no_evidence(whole: Path, tmp_path: Path) -> None:
    replay = replayed(whole, 3, tmp_path / "replay.json")
    nothing = tmp_path / "nothing.json"
    for told, complaint in (("[]", "a member is missing"), ("{", "it is no series"), ("{}", "a member is missing")):
        nothing.write_text(told)
        result = playhall("verify", replay, "--series", nothing)
        assert result.exit_code == 1
        assert "the replay cannot be checked: it is no series as a platform tells it" in result.output
        assert complaint in result.output
