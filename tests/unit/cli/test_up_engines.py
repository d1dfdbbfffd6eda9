"""Which engines `playhall up` starts, and which it only uses."""

import os
import re
import tempfile

import pytest

from cli.up import _plan
from services.engine import registry
from services.engine.registry import installed_ids
from services.settings import BadSetting, read_settings


def test_by_default_every_installed_ruleset_gets_a_service_and_the_workers_play_in_process() -> None:
    plan = _plan(read_settings({"PLAYHALL_DATA_DIR": "/data"}))
    assert tuple(plan.serve) == installed_ids()
    assert plan.engines == ",".join(f"{id}=unix:/data/engine-{id}.sock" for id in installed_ids())
    assert plan.worker_engines == ",".join(f"{id}=local" for id in installed_ids())


@pytest.mark.parametrize("folder", ["/data,2", "/data 2", "/50%", "/où", "/" + "deep/" * 25])
def test_a_folder_whose_name_cannot_stand_in_an_address_has_its_sockets_in_a_short_one(folder: str) -> None:
    plan = _plan(read_settings({"PLAYHALL_DATA_DIR": folder}))
    assert plan.engines == ",".join(f"{id}={address}" for id, address in plan.serve.items())
    short = rf"unix:{tempfile.gettempdir()}/playhall-{os.getuid()}-[0-9a-f]{{16}}/engine-[a-z]+\.sock"
    assert all(re.fullmatch(short, address) for address in plan.serve.values())
    assert registry.places(plan.engines) == plan.serve


def test_the_gateway_may_play_the_rulesets_itself() -> None:
    plan = _plan(read_settings({"PLAYHALL_ENGINES": "local,theirs=10.0.0.7:1"}), in_gateway=True)
    assert plan.serve == {}
    assert plan.engines == ",".join([*(f"{id}=local" for id in installed_ids()), "theirs=10.0.0.7:1"])


def test_a_ruleset_at_an_address_is_used_beside_those_that_are_started() -> None:
    plan = _plan(read_settings({"PLAYHALL_ENGINES": "local,theirs=10.0.0.7:50051"}))
    assert tuple(plan.serve) == installed_ids()
    assert plan.engines.endswith(",theirs=10.0.0.7:50051")
    assert plan.worker_engines.endswith(",theirs=10.0.0.7:50051")


def test_the_workers_may_reach_a_ruleset_elsewhere_than_the_gateway() -> None:
    environ = {"PLAYHALL_ENGINES": "theirs=10.0.0.7:1", "PLAYHALL_WORKER_ENGINES": "local,theirs=10.0.0.8:1"}
    plan = _plan(read_settings(environ))
    assert plan.serve == {}
    assert plan.engines == "theirs=10.0.0.7:1"
    assert plan.worker_engines.endswith(",theirs=10.0.0.8:1")


def test_an_installed_ruleset_at_an_address_is_not_started() -> None:
    plan = _plan(read_settings({"PLAYHALL_ENGINES": "local,factionwars=10.0.0.7:50051"}))
    assert "factionwars" not in plan.serve
    assert "factionwars=10.0.0.7:50051" in plan.engines.split(",")


@pytest.mark.parametrize("setting", ["theirs", "their-s=10.0.0.7:50051", "chess=local"])
def test_a_setting_that_cannot_be_read_is_one_line_for_the_operator(setting: str) -> None:
    with pytest.raises(BadSetting, match="PLAYHALL_ENGINES"):
        _plan(read_settings({"PLAYHALL_ENGINES": setting}))


def test_an_older_version_at_an_address_is_played_beside_the_installed_one_by_all() -> None:
    old = "10.0.0.7:50051"
    plan = _plan(read_settings({"PLAYHALL_DATA_DIR": "/data", "PLAYHALL_ENGINES": f"local,duels=local|{old}"}))
    assert plan.serve["duels"] == "unix:/data/engine-duels.sock"
    assert f"duels=unix:/data/engine-duels.sock|{old}" in plan.engines.split(",")
    assert f"duels=local|{old}" in plan.worker_engines.split(",")
    assert "factionwars=local" in plan.worker_engines.split(",")
