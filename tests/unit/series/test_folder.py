"""A series on disk: what is cut off is played again, what does not belong to it is refused."""

import json
from pathlib import Path

import pytest

from services.series.designs import Schedule
from services.series.folder import BadFolder, Folder, read_result, result_line
from services.series.playing import Player
from services.series.results import MatchResult
from tests.marks import each_row
from tests.rulesets.sealed import RULESET
from tests.unit.series.documents import SEED, playable

DOCUMENT = playable(RULESET, "greedy", "random")
RESULTS = [Player(RULESET, DOCUMENT, SEED).play(Schedule(DOCUMENT).table(number)) for number in range(8)]


def begun(path: Path, results: int) -> Folder:
    """A folder with the first results."""
    folder = Folder.create(path, DOCUMENT, SEED)
    _, file = folder.resume()
    file.append(map(result_line, RESULTS[:results]))
    file.close()
    return folder


def test_a_result_in_canonical_json() -> None:
    result = MatchResult(7, 3, (0, 1), (2, 1), (4, 5), ((("a", 4),), (("a", 5),)), "points", 12, "5e" * 32)
    assert result_line(result) == (
        b'{"breakdowns":[[["a",4]],[["a",5]]],"deal":3,"decisions":12,"entrants":[0,1],"final_state_sha256":"'
        + b"5e" * 32
        + b'","number":7,"ranks":[2,1],"reason":"points","scores":[4,5]}\n'
    )


@pytest.mark.parametrize("result", [*RESULTS, MatchResult(7, 3, (0, 1), error="bot_failed")])
def test_a_result_is_read_as_it_was_written(result: MatchResult) -> None:
    assert read_result(result_line(result)) == result


@pytest.mark.parametrize("line", [b"", b"{}\n", b"[]\n", b'{"number":1,"deal":0,"entrants":[0]}\n', b"\xff\n", b"{"])
def test_what_is_no_result_is_refused(line: bytes) -> None:
    with pytest.raises(ValueError, match="no result"):
        read_result(line)


@each_row(
    ("name", "value"),
    [
        ("ranks", ["a", 1]),
        ("ranks", [1.5, 1]),
        ("ranks", [0, 1]),
        ("ranks", [1]),
        ("ranks", [1, 2, 3]),
        ("scores", [None, 1]),
        ("scores", [1]),
        ("breakdowns", [[]]),
        ("breakdowns", [[["a", "b"]], []]),
        ("entrants", [0, True]),
        ("decisions", 1.5),
        ("decisions", "many"),
        ("reason", 7),
        ("error", "bot_failed"),
    ],
)
def test_a_result_that_no_match_can_have_is_refused(name: str, value: object) -> None:
    fields = {**json.loads(result_line(RESULTS[0])), name: value}
    line = json.dumps(dict(sorted(fields.items())), separators=(",", ":")).encode() + b"\n"
    with pytest.raises(ValueError, match="no result"):
        read_result(line)


def test_a_folder_is_opened_as_it_was_created(tmp_path: Path) -> None:
    folder = begun(tmp_path / "a/b", 5)
    assert Folder.open(tmp_path / "a/b") == folder
    assert list(folder.results()) == RESULTS[:5]


def test_every_cut_of_the_results_resumes_at_a_whole_deal(tmp_path: Path) -> None:
    folder = begun(tmp_path, 4)
    file = tmp_path / "results.ndjson"
    whole = file.read_bytes()
    lines = whole.splitlines(keepends=True)
    for size in range(len(lines[0]), len(whole) + 1, 7):
        file.write_bytes(whole[:size])
        there = whole[:size].count(b"\n") - 1
        kept, writing = folder.resume()
        assert kept == RESULTS[: there // 2 * 2]
        writing.append(map(result_line, RESULTS[len(kept) : 4]))
        writing.close()
        assert file.read_bytes() == whole


def test_a_folder_is_not_begun_twice(tmp_path: Path) -> None:
    begun(tmp_path, 0)
    with pytest.raises(BadFolder, match="holds a series"):
        Folder.create(tmp_path, DOCUMENT, SEED)


def test_a_folder_without_a_series_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFolder, match="holds no series"):
        Folder.open(tmp_path)
    (tmp_path / "series.json").write_text("{}")
    with pytest.raises(BadFolder, match="is no series"):
        Folder.open(tmp_path)


def test_a_seed_that_was_not_committed_to_is_refused(tmp_path: Path) -> None:
    begun(tmp_path, 0)
    file = tmp_path / "series.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "series_seed": "00" * 32}))
    with pytest.raises(BadFolder, match="not the one that the series committed to"):
        Folder.open(tmp_path)


def test_results_of_another_series_are_refused(tmp_path: Path) -> None:
    begun(tmp_path, 4)
    other = Folder.create(tmp_path / "other", playable(RULESET, "greedy", "random", matches=10), SEED)
    (tmp_path / "other/results.ndjson").write_bytes((tmp_path / "results.ndjson").read_bytes())
    with pytest.raises(BadFolder, match="results of another series"):
        other.resume()


def test_a_result_in_the_wrong_place_is_refused(tmp_path: Path) -> None:
    folder = begun(tmp_path, 4)
    file = tmp_path / "results.ndjson"
    first, *lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([first, lines[1], lines[0]]))
    with pytest.raises(BadFolder, match="match 0: another match was to be played"):
        folder.resume()
    file.write_bytes(b"".join([first, lines[0], b"what\n", lines[1]]))
    with pytest.raises(BadFolder, match="match 1: it is no result"):
        folder.resume()
