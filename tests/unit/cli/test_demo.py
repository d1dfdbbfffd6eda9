"""Which matches the demo plays, and how it shows them."""

import itertools
from pathlib import Path

from click.testing import CliRunner
from rich.console import Console

from cli.demo import _plans, _results, _Ruleset, _summary
from cli.main import main
from services.engine.ruleset import JsonObject

GAME = _Ruleset("game", range(2, 4), ("greedy", "random"))
OTHER = _Ruleset("other", range(2, 3), ("random",))


def test_rulesets_seats_and_bots_come_in_turn() -> None:
    plans = list(itertools.islice(_plans([GAME, OTHER], None, []), 6))
    assert [(plan.ruleset, plan.bots) for plan in plans] == [
        ("game", ("greedy", "random")),
        ("other", ("random", "random")),
        ("game", ("greedy", "random", "greedy")),
        ("other", ("random", "random")),
        ("game", ("greedy", "random")),
        ("other", ("random", "random")),
    ]


def test_no_bot_always_sits_first() -> None:
    plans = list(itertools.islice(_plans([GAME], 2, []), 4))
    assert [plan.bots for plan in plans] == [
        ("greedy", "random"),
        ("random", "greedy"),
        ("greedy", "random"),
        ("random", "greedy"),
    ]


def test_a_line_up_may_be_given() -> None:
    plan = next(_plans([GAME], 3, ["greedy"]))
    assert plan.bots == ("greedy", "greedy", "greedy")


def ended(id: str, scores: list[int]) -> JsonObject:
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    return {
        "id": id,
        "ruleset": "game",
        "status": "finished",
        "seats": [{"player": {"name": bot, "bot": bot}} for bot in ("greedy", "random")],
        "created_at": "2026-01-01T00:00:00.000Z",
        "started_at": "2026-01-01T00:00:01.000Z",
        "ended_at": "2026-01-01T00:00:03.500Z",
        "outcome": {
            "reason": "war_is_over",
            "results": [
                {"seat": seat, "rank": rank, "score": score}
                for seat, (rank, score) in enumerate(zip(ranks, scores, strict=True))
            ],
        },
    }


def shown(table: object) -> str:
    console = Console(width=200, no_color=True)
    with console.capture() as capture:
        console.print(table)
    return capture.get()


def test_a_result_is_shown_best_first() -> None:
    text = shown(_results([ended("m_1", [17, 41])]))
    assert "m_1" in text
    assert "1. random 41, 2. greedy 17" in text
    assert "2.5" in text


def test_an_aborted_match_is_shown_as_such() -> None:
    match = ended("m_1", [1, 2]) | {"outcome": None, "status": "aborted"}
    assert "aborted" in shown(_results([match]))


def test_the_summary_counts_first_places_and_means() -> None:
    text = shown(_summary([ended("m_1", [10, 20]), ended("m_2", [30, 30])]))
    greedy, random = (line for line in text.splitlines() if "greedy" in line or "random" in line)
    assert [cell.strip() for cell in greedy.split("│")[1:5]] == ["greedy", "2", "1", "20.0"]
    assert [cell.strip() for cell in random.split("│")[1:5]] == ["random", "2", "2", "25.0"]


def test_without_a_platform_there_is_a_clear_line(tmp_path: Path) -> None:
    environment = {"PLAYHALL_DATA_DIR": str(tmp_path)}
    result = CliRunner().invoke(main, ["demo"], env=environment)
    assert result.exit_code == 1
    assert "no API key: start the platform with `playhall up`, or give --key" in result.output
    result = CliRunner().invoke(main, ["demo", "--url", "http://127.0.0.1:9", "--key", "k"], env=environment)
    assert result.exit_code == 1
    assert "no platform answers at http://127.0.0.1:9" in result.output
    assert "Start the platform with `playhall up`." in result.output
