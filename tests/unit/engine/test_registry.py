"""Which rulesets there are, and where each is played."""

import subprocess
import sys

import pytest

from services.engine import registry
from services.engine.grpc_client import GrpcEngine
from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory, engines_from
from services.errors import Reason, Refusal
from tests.rulesets.sealed import RULESET


def test_faction_wars_is_installed_under_its_own_name() -> None:
    assert "factionwars" in registry.installed_ids()
    assert {id: ruleset.describe().id for id, ruleset in registry.installed().items()} == {
        id: id for id in registry.installed_ids()
    }


def test_the_ids_are_known_without_importing_a_ruleset() -> None:
    code = (
        "import sys; from services.engine import registry; print(registry.installed_ids());"
        "print([name for name in sys.modules if name.startswith(('grpc', 'services.rulesets.factionwars.'))])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    ids, imported = shown.splitlines()
    assert "factionwars" in ids
    assert imported == "[]"


@pytest.mark.parametrize("id", ["chess", "", "../factionwars", "factionwars.ruleset", "Factionwars"])
def test_an_unknown_ruleset_is_refused(id: str) -> None:
    with pytest.raises(Refusal) as caught:
        registry.ruleset(id)
    assert caught.value.reason is Reason.UNKNOWN_RULESET


def test_a_directory_knows_its_engines_sorted_by_id() -> None:
    one, two = InProcessEngine(RULESET), InProcessEngine(RULESET)
    directory = EngineDirectory({"sealed": one, "duels": two})
    assert directory.ids() == ["duels", "sealed"]
    assert directory.engine("sealed") is one
    with pytest.raises(Refusal) as caught:
        directory.engine("chess")
    assert caught.value.reason is Reason.UNKNOWN_RULESET


def test_local_means_every_installed_ruleset_in_this_process() -> None:
    directory = engines_from("local", 5.0)
    assert directory.ids() == list(registry.installed_ids())
    assert isinstance(directory.engine("factionwars"), InProcessEngine)


def test_a_setting_may_mix_local_and_remote_engines() -> None:
    directory = engines_from("factionwars=local, duels=127.0.0.1:50051", 5.0)
    assert directory.ids() == ["duels", "factionwars"]
    assert isinstance(directory.engine("factionwars"), InProcessEngine)
    assert isinstance(directory.engine("duels"), GrpcEngine)


def test_a_later_entry_overrides_an_earlier_one() -> None:
    directory = engines_from("local,factionwars=dns:///engine:50051", 5.0)
    assert isinstance(directory.engine("factionwars"), GrpcEngine)


@pytest.mark.parametrize("setting", ["", "factionwars", "=local", "factionwars=", "local,,local", "chess=local"])
def test_a_setting_that_names_no_engine_is_refused_with_the_reason(setting: str) -> None:
    with pytest.raises(ValueError, match=r"is neither `local` nor|is not installed; there is"):
        engines_from(setting, 5.0)


def test_the_places_of_a_setting_are_where_each_ruleset_is_played() -> None:
    assert registry.places("factionwars=local, theirs=127.0.0.1:50051") == {
        "factionwars": "local",
        "theirs": "127.0.0.1:50051",
    }
    assert registry.places("local,theirs=unix:/run/theirs") == {
        **dict.fromkeys(registry.installed_ids(), "local"),
        "theirs": "unix:/run/theirs",
    }


@pytest.mark.parametrize("id", ["Theirs", "their-s", "1st", "the irs", "local", "a" * 33, "bot_x"])
def test_an_address_needs_an_id_that_can_stand_in_keys_and_names(id: str) -> None:
    with pytest.raises(ValueError, match="lower-case letters and digits"):
        registry.places(f"{id}=127.0.0.1:50051")
