"""docs/new-ruleset.md: an author who types its commands in its order has a ruleset in the end."""

import inspect
import re
import subprocess
from pathlib import Path

import pytest

from services.engine.ruleset import Ruleset
from tests.integration.cli.checkout import Checkout, copy_into
from tests.integration.docs.pages import DOCS, blocks, commands, section

pytestmark = pytest.mark.slow

PAGE = (DOCS / "new-ruleset.md").read_text()
COMMANDS = [command for block in blocks(PAGE, "sh") for command in commands(block)]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    return copy_into(tmp_path_factory.mktemp("checkout"))


@pytest.mark.timeout(300)
def test_its_commands_work_in_their_order(checkout: Checkout) -> None:
    *steps, serve = [command.split() for command in COMMANDS]
    assert len(steps) == 8
    for step in steps:
        if "pytest" in step:
            step += ["-n", "0", "-p", "no:cacheprovider"]
        done = checkout.run(*step)
        assert done.returncode == 0, f"{' '.join(step)}\n{done.stdout}{done.stderr}"
        if step == ["playhall", "conformance", "hearts"]:
            assert "nothing of the kind" not in done.stdout
    process = subprocess.Popen(
        (*checkout.words(*serve), "--port", "0"),
        cwd=checkout.path,
        env=checkout.environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout
        assert "engine of hearts listens on" in process.stdout.readline()
    finally:
        process.kill()
        process.communicate()


def test_the_rules_it_names_are_in_what_was_written(checkout: Checkout) -> None:
    if not (checkout.path / "services/rulesets/hearts").exists():
        assert checkout.run("playhall", "new-ruleset", "hearts").returncode == 0
    written = "".join(
        path.read_text() for folder in ("services/rulesets", "tests/unit") for path in _sources(checkout.path / folder)
    )
    for id in set(re.findall(r"HE-[RT]?\d+", PAGE)):
        assert id in written


def _sources(folder: Path) -> list[Path]:
    return [path for path in (folder / "hearts").iterdir() if path.suffix in (".py", ".md")]


def test_every_method_of_the_interface_is_explained_in_its_order() -> None:
    explained = re.findall(r"^\| `(\w+)` \|", section(PAGE, "## 4. The methods"), re.MULTILINE)
    methods = [name for name, method in vars(Ruleset).items() if inspect.isfunction(method) and name[0] != "_"]
    assert explained == methods


def test_its_links_lead_somewhere() -> None:
    for page in ("new-ruleset.md", "foreign-ruleset.md"):
        for target in re.findall(r"\]\(([\w./-]+)\)", (DOCS / page).read_text()):
            assert (DOCS / target).exists()
