"""A platform with tournaments, as the commands of ``playhall tournament`` reach it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.integration.cli.flaky_platform import Flaky, served
from tests.integration.gateway.conftest import migrated
from tests.integration.gateway.tournament_scene import Scene, scene
from tests.valkey import RealValkey

__all__ = ["migrated"]


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory, migrated: Path, real_valkey: RealValkey) -> Iterator[Scene]:
    with scene(tmp_path_factory.mktemp("tournaments"), migrated, real_valkey) as made:
        yield made


@pytest.fixture(scope="module")
def platform(here: Scene) -> Iterator[Flaky]:
    with served(here.hall) as flaky:
        yield flaky
