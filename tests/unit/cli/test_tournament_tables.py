"""What ``playhall tournament`` shows."""

from typing import Any

from rich.console import Console

from cli.tournament_tables import standings_tables


def row(rank: int, name: str, points: str, win_share: str, average: str) -> dict[str, Any]:
    tie_breaks = [
        {"id": "opponents_win_share", "value": win_share},
        {"id": "average_opponents_points", "value": average},
        {"id": "wins", "value": "2"},
        {"id": "place_points", "value": points},
    ]
    shown = {"rank": rank, "is_joint": False, "entrant": f"e{rank}", "name": name, "is_bot": True}
    return {**shown, "points": points, "tie_breaks": tie_breaks}


def test_standings_fit_eighty_characters_and_their_decimal_points_stand_below_each_other() -> None:
    rows = [row(1, "greedy 1", "8", "0.625", "7.2222"), row(2, "random 1", "7.5", "0.5", "8")]
    console = Console(width=80)
    with console.capture() as capture:
        console.print(*standings_tables({"stages": [{"stage": 0, "rows": rows}]}))
    assert [line.rstrip() for line in capture.get().splitlines()] == [
        "                              Opponents'         Average of         Place",
        "rank  entrant         points   win share  opponents' points  Wins  points",
        "   1  greedy 1 (bot)     8.0       0.625             7.2222     2     8.0",
        "   2  random 1 (bot)     7.5       0.500             8.0000     2     7.5",
    ]
