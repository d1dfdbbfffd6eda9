"""The independent checker takes what the platform really answers of a tournament, and refuses no honest match of it."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from playhall_client.origins import check_origin
from services.engine import replay
from services.matches.event_checks import check_event
from services.tournaments.settings import EliminationStage, PodsStage, RoundRobinStage, Stage, SwissStage
from tests.integration.gateway.conftest import ada
from tests.integration.gateway.example_session import Clock
from tests.integration.gateway.harness import Client, Hall
from tests.integration.gateway.test_tournaments import BOTS, clock, hall

__all__ = ["ada", "clock", "hall"]

CHECKER = Path(__file__).parents[2] / "docs" / "check_match.py"
ALL = "checked: the number of the deal, the order of seats and all players' seeds are those of its log"
LITTLE = "not checked: the number of the deal, the order of seats and the others' seeds: give the export"


@pytest.fixture(scope="module")
def checker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_match", CHECKER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    "stage",
    [
        SwissStage(rounds=2, games=3),
        RoundRobinStage(cycles=2),
        PodsStage(rounds=1, seats=3, games=3),
        PodsStage(rounds=1, seats=3, deals="duplicate"),
        EliminationStage(format="single_elimination"),
    ],
    ids=["swiss", "round robin", "pods", "duplicate deals", "elimination"],
)
def test_every_match_of_a_real_tournament_follows_from_its_answer_and_its_export(
    hall: Hall, clock: Clock, ada: Client, checker: ModuleType, stage: Stage, capsys: pytest.CaptureFixture[str]
) -> None:
    new: dict[str, Any] = {
        **BOTS,
        "stages": [stage.model_dump(mode="json", exclude_defaults=True) | {"format": stage.format}],
    }
    path = f"/v1/tournaments/{ada.make('/v1/tournaments', new)['id']}"
    for number in range(3):
        ada.make(f"{path}/entrants", {"bot": "greedy", "name": f"Greta {number}"})
    before = ada.read(path)
    ada.make(f"{path}:start")
    hall.play_tournaments(lambda: setattr(clock, "now_ms", clock.now_ms + 1000))
    export = json.loads(ada.get(f"{path}/export/json").data)
    played = [entry["what"]["match"] for entry in export["log"] if entry["what"]["kind"] == "game_ended"]
    assert len(played) > 1
    for match in played:
        own = json.loads(ada.get(f"/v1/matches/{match}/replay").data)
        checker.check_event(own, [before, ada.read(path)])
        assert LITTLE in capsys.readouterr().out
        checker.check_event(own, [before, export])
        assert ALL in capsys.readouterr().out
        own["commitment_document"]["event"]["game"] += 1
        with pytest.raises(SystemExit, match="by the tournament's log it is game"):
            checker.check_event(own, [export])


def test_a_match_that_the_others_play_anew_follows_from_the_log(
    hall: Hall, clock: Clock, ada: Client, checker: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ada never comes to her table of four."""
    new = {**BOTS, "stages": [{"format": "pods", "rounds": 1, "seats": 4}], "entry": {"bots": "allowed"}}
    clocks = {"time_control": {"kind": "per_decision", "seconds": 600}}
    path = f"/v1/tournaments/{ada.make('/v1/tournaments', {**new, **clocks})['id']}"
    ada.make(f"{path}/entrants")
    for number in range(3):
        ada.make(f"{path}/entrants", {"bot": "greedy", "name": f"Greta {number}"})
    before = ada.read(path)
    ada.make(f"{path}:start")
    hall.runner.advance()
    clock.now_ms += 600_000
    hall.play_tournaments(lambda: setattr(clock, "now_ms", clock.now_ms + 1000))
    export = json.loads(ada.get(f"{path}/export/json").data)
    kinds = [entry["what"]["kind"] for entry in export["log"]]
    assert kinds[kinds.index("game_called_off") :][:3] == ["game_called_off", "table_left", "game_ended"]
    (match,) = [entry["what"]["match"] for entry in export["log"] if entry["what"]["kind"] == "game_ended"]
    data = ada.get(f"/v1/matches/{match}/replay").data
    checker.check_event(json.loads(data), [before, export])
    assert ALL in capsys.readouterr().out
    told = replay.read(data)
    assert isinstance(told, replay.Replay)
    assert "the result agrees with the tournament's log" in check_event(told, [before, export], None).checked
    assert {each.name: each.holds for each in check_origin(json.loads(data), export, export=export)}[
        "event_deal"
    ] is True
