"""The protos' build, and the check that finds what would break a client."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PROTOS = ROOT / "protos"
CONTRACT = Path("playhall/engine/v1/engine.proto")


def script(folder: Path, name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(folder / name), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def buf(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("buf")), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the protos that may be changed."""
    shutil.copytree(PROTOS, tmp_path / "protos", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "protos"


def edit(folder: Path, old: str, new: str) -> None:
    text = (folder / CONTRACT).read_text()
    assert old in text
    (folder / CONTRACT).write_text(text.replace(old, new))


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=Test", "-c", "user.email=test@localhost", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def commit(folder: Path, branch: str) -> None:
    git(folder, "init", "--quiet")
    git(folder, "checkout", "--quiet", "-b", branch)
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "Protos")


# -- the build -------------------------------------------------------------------------------------------------------


def test_what_is_generated_is_current() -> None:
    checked = script(PROTOS, "build.py", "--check")
    assert (checked.returncode, checked.stderr) == (0, "")


def test_lint_and_format_have_nothing_to_say() -> None:
    assert buf("lint", str(PROTOS)).stdout == ""
    formatted = buf("format", "--diff", "--exit-code", str(PROTOS))
    assert (formatted.returncode, formatted.stdout) == (0, "")


@pytest.mark.slow
def test_a_changed_proto_makes_its_code_stale_until_it_is_built(copy: Path) -> None:
    edit(copy, "// Name as printed on the box.", "// Name as on the box.")
    stale = script(copy, "build.py", "--check")
    assert stale.returncode == 1
    assert "protos/playhall/engine/v1/engine_pb2.pyi is not what the protos say: run `make proto`" in stale.stderr
    assert script(copy, "build.py").returncode == 0
    assert script(copy, "build.py", "--check").returncode == 0


def test_a_changed_comment_makes_the_schemas_stale(copy: Path) -> None:
    proto = copy / "playhall/factionwars/v1/factionwars.proto"
    proto.write_text(proto.read_text().replace("// The position, 1 to 6.", "// The place, 1 to 6."))
    assert "factionwars.schemas.json is not what the protos say" in script(copy, "build.py", "--check").stderr


@pytest.mark.slow
def test_what_is_generated_no_more_is_stale_and_removed(copy: Path) -> None:
    leftover = copy / "playhall/engine/v1/old_pb2.py"
    leftover.write_text("")
    assert "old_pb2.py is not what the protos say" in script(copy, "build.py", "--check").stderr
    assert script(copy, "build.py").returncode == 0
    assert not leftover.exists()


def test_a_new_ruleset_needs_nothing_but_its_proto(copy: Path) -> None:
    folder = copy / "playhall/chess/v1"
    folder.mkdir(parents=True)
    messages = "\n".join(
        f"// The {name}.\nmessage {name} {{\n  // A number, from 0.\n  uint64 number = 1;\n}}\n"
        for name in ("Options", "Action", "View", "Event", "State")
    )
    (folder / "chess.proto").write_text(f'syntax = "proto3";\n\npackage playhall.chess.v1;\n\n{messages}')
    assert script(copy, "build.py").returncode == 0
    assert {path.name for path in folder.iterdir()} == {
        "__init__.py",
        "chess.proto",
        "chess.schemas.json",
        "chess_pb2.py",
        "chess_pb2.pyi",
    }
    code = (
        "from playhall.chess.v1 import chess_pb2; from services.engine.schemas import load;"
        "print(chess_pb2.State(number=3).number, load('playhall.chess.v1')['state']['properties'])"
    )
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(copy)!r}); {code}"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert shown.strip() == (
        "3 {'number': {'description': 'A number, from 0.', 'type': 'string', 'pattern': '^-?[0-9]+$'}}"
    )


@pytest.mark.slow
def test_the_package_ships_what_is_generated(tmp_path: Path) -> None:
    command = (sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "--no-index", "--quiet")
    subprocess.run((*command, "--wheel-dir", tmp_path, ROOT), check=True, capture_output=True, timeout=100)
    (wheel,) = tmp_path.iterdir()
    shipped = set(zipfile.ZipFile(wheel).namelist())
    written = {str(path.relative_to(PROTOS)) for path in (PROTOS / "playhall").rglob("*") if path.is_file()}
    assert {name for name in written if "__pycache__" not in name} <= shipped
    assert {
        "playhall/engine/v1/engine_pb2.py",
        "playhall/engine/v1/engine_pb2.pyi",
        "playhall/engine/v1/engine_pb2_grpc.py",
        "playhall/engine/v1/engine_pb2_grpc.pyi",
        "playhall/faceoff/v1/faceoff.schemas.json",
    } <= shipped


# -- breaking changes ------------------------------------------------------------------------------------------------


def test_a_change_that_breaks_clients_of_main_is_found(copy: Path) -> None:
    commit(copy.parent, "main")
    git(copy.parent, "checkout", "--quiet", "-b", "work")
    edit(copy, "uint32 seats = 2;", "uint32 players = 2;")
    git(copy.parent, "commit", "--quiet", "-a", "-m", "Rename")
    found = script(copy, "breaking.py")
    assert found.returncode != 0
    assert 'Field "2" on message "StartRequest" changed name from "seats" to "players"' in found.stdout


def test_an_addition_breaks_nothing(copy: Path) -> None:
    commit(copy.parent, "main")
    edit(copy, "repeated string continues = 14;", "repeated string continues = 14;\n  // More.\n  uint32 more = 1000;")
    found = script(copy, "breaking.py")
    assert (found.returncode, found.stdout) == (
        0,
        "the protos break nothing that refs/heads/main promises\n"
        "refs/heads/main has no gateway/contract.txt yet: nothing to compare with\n",
    )


def test_a_clone_compares_with_the_main_branch_it_came_from(copy: Path, tmp_path: Path) -> None:
    commit(copy.parent, "main")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", str(copy.parent), str(clone))
    git(clone, "checkout", "--quiet", "--detach")
    git(clone, "branch", "--quiet", "-D", "main")
    edit(clone / "protos", "uint32 seats = 2;", "uint32 seats = 30;")
    found = script(clone / "protos", "breaking.py")
    assert found.returncode != 0
    assert "StartRequest" in found.stdout


def test_what_rest_promised_is_compared_too(copy: Path) -> None:
    contract = copy.parent / "gateway" / "contract.txt"
    contract.parent.mkdir()
    contract.write_text("getMatch: GET /v1/matches/{match}; key\n")
    commit(copy.parent, "main")
    found = script(copy, "breaking.py")
    assert (found.returncode, found.stdout.splitlines()[1]) == (
        0,
        "gateway/contract.txt breaks nothing that refs/heads/main promises",
    )
    contract.write_text("getMatch: GET /v1/match/{match}; key\n")
    found = script(copy, "breaking.py")
    assert (found.returncode, found.stdout.splitlines()[1:]) == (
        1,
        ["getMatch was: GET /v1/matches/{match}", "          is: GET /v1/match/{match}"],
    )


def test_after_a_release_the_contracts_are_held_against_it(copy: Path) -> None:
    """The commit that names the release in the changelog is it; no tag is needed, and what main did since is no
    promise."""
    changelog = copy.parent / "CHANGELOG.md"
    changelog.write_text("# Changelog\n\n## [Unreleased]\n")
    commit(copy.parent, "main")
    edit(copy, "uint32 seats = 2;", "uint32 players = 2;")
    changelog.write_text("# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2026-01-01\n")
    git(copy.parent, "commit", "--quiet", "-a", "-m", "Release 1.0.0")
    edit(copy, "uint32 players = 2;", "uint32 players = 2;\n  // More.\n  uint32 more = 1000;")
    changelog.write_text("# Changelog\n\n## [Unreleased]\nMore.\n\n## [1.0.0] - 2026-01-01\n")
    git(copy.parent, "commit", "--quiet", "-a", "-m", "Add more")
    edit(copy, "uint32 more = 1000;", "uint32 further = 1000;")
    assert script(copy, "breaking.py").returncode == 0
    edit(copy, "uint32 players = 2;", "uint32 seats = 2;")
    found = script(copy, "breaking.py")
    assert found.returncode != 0
    assert 'changed name from "players" to "seats"' in found.stdout


def test_the_first_protos_of_a_repository_have_nothing_to_break(copy: Path) -> None:
    aside = copy.rename(copy.parent / "aside")
    (copy.parent / "README.md").write_text("Nothing yet.\n")
    (copy.parent / ".gitignore").write_text("aside\n")
    commit(copy.parent, "main")
    aside.rename(copy)
    found = script(copy, "breaking.py")
    assert (found.returncode, found.stdout) == (
        0,
        "refs/heads/main has no protos yet: nothing to compare with\n"
        "refs/heads/main has no gateway/contract.txt yet: nothing to compare with\n",
    )


def test_without_a_repository_there_is_nothing_to_compare_with(copy: Path) -> None:
    found = script(copy, "breaking.py")
    assert (found.returncode, found.stdout) == (0, "no main branch here: nothing to compare the contracts with\n")
