"""``playhall new-ruleset``: the folders of a new ruleset, with a small game in them that is to be replaced.

The game is in ``template/``: real files in which ``$name``, ``$Name`` and ``$XX`` stand for the ruleset's id, its title
and the letters before the numbers of its rules.
"""

import importlib.util
import keyword
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Template
from typing import Final

import click

TEMPLATES: Final = Path(__file__).with_name("template")
LONGEST_NAME: Final = 20

_NAME: Final = re.compile(r"[a-z][a-z0-9]*")
MARKS_OF_A_CHECKOUT: Final = ("protos/build.py", "services/rulesets/__init__.py", "tests/unit/__init__.py")
_GENERATORS: Final = ("grpc_tools", "mypy_protobuf")


@click.command("new-ruleset")
@click.argument("name")
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="A checkout of Playhall. Default: the current folder.",
)
def new_ruleset(name: str, into: Path) -> None:
    """Write the folders of a new ruleset into a checkout: its proto, rules, catalogue, bots, README and tests. They
    contain a small game that passes the conformance suite and can be served at once. Replace it piece by piece.

    NAME is the ruleset's id: lower-case letters and digits, beginning with a letter.
    """
    root = into.resolve()
    _check_checkout(root)
    _check_name(name, root)
    folders = _folders(name, root)
    try:
        written = _write(name, root)
        is_built = all(importlib.util.find_spec(module) for module in _GENERATORS)
        if is_built:
            _run(root, "protos/build.py")
            _run(root, "-m", "cli", "conformance", name, "--record")
    except BaseException:
        # All of it or nothing: a half of a ruleset would keep every command from starting.
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
        raise
    for path in written:
        click.echo(f"wrote {path.relative_to(root)}")
    click.echo(_next_steps(name, is_built=is_built))


def _check_checkout(root: Path) -> None:
    missing = next((mark for mark in MARKS_OF_A_CHECKOUT if not (root / mark).is_file()), None)
    if missing is not None:
        raise click.ClickException(
            f"{root} is not a checkout of Playhall: there is no {missing}. Go to one, or name it with --into."
        )


def _check_name(name: str, root: Path) -> None:
    if not _NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        raise _bad(f"{name!r} is not lower-case letters and digits, a letter first, at most {LONGEST_NAME}")
    if keyword.iskeyword(name):
        raise _bad(f"{name!r} is a word of Python, and could not be imported")
    if name == "local":
        raise _bad("'local' means something else where engines are named (PLAYHALL_ENGINES)")
    # Rulesets of tests have no folder of their own, but their ids stand beside those of the installed ones.
    of_tests = (root / "tests" / folder / f"{name}.py" for folder in ("rulesets", "conformance"))
    for path in (*_folders(name, root), *of_tests):
        if path.exists():
            raise _bad(f"{name!r} is taken: there is {path.relative_to(root)}")


def _bad(message: str) -> click.BadParameter:
    return click.BadParameter(f"{message}.", param_hint="NAME")


def _folders(name: str, root: Path) -> tuple[Path, ...]:
    """The folders that belong to a ruleset alone."""
    return (root / "protos" / "playhall" / name, root / "services" / "rulesets" / name, root / "tests" / "unit" / name)


def _write(name: str, root: Path) -> list[Path]:
    """Write what is not generated; returns the files."""
    letters = re.sub(r"[^A-Z]", "", name.upper())
    words = {"name": name, "Name": name.capitalize(), "XX": (letters * 2)[:2]}
    written = []
    for path, text in _files(name, root):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(Template(text).substitute(words), encoding="utf-8")
        written.append(path)
    return written


def _files(name: str, root: Path) -> Iterator[tuple[Path, str]]:
    """Every file with its text."""
    proto, ruleset, tests = _folders(name, root)
    yield proto / "v1" / f"{name}.proto", _template("proto/ruleset.proto")
    for folder, part in ((ruleset, "ruleset"), (tests, "tests")):
        yield folder / "__init__.py", ""
        for template in sorted((TEMPLATES / part).iterdir()):
            file = template.name.removesuffix(".template")
            yield folder / file, _template(f"{part}/{file}")


def _template(file: str) -> str:
    return (TEMPLATES / f"{file}.template").read_text(encoding="utf-8")


def _run(root: Path, *arguments: str) -> None:
    """Run a Python command in the checkout, on the checkout's own code."""
    known = [str(root), str(root / "protos"), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(known)}
    done = subprocess.run(
        (sys.executable, *arguments), cwd=root, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        last = "\n".join((done.stderr or done.stdout).strip().splitlines()[-8:])
        raise click.ClickException(f"`python {' '.join(arguments)}` failed, and nothing was written:\n{last}")


def _next_steps(name: str, *, is_built: bool) -> str:
    steps = [
        (f"playhall play {name} --watch", "watch its bots play"),
        (f"playhall conformance {name}", "hold it against what every ruleset must satisfy"),
        (f"python -m pytest tests/unit/{name}", "run its worked examples"),
        (f"playhall engine {name}", "serve it; `playhall up` does so by itself"),
    ]
    if not is_built:
        steps = [
            ("make proto", "generate its messages (the tools for it are not installed here)"),
            (f"playhall conformance {name} --record", "record its playthroughs"),
            *steps,
        ]
    width = max(len(command) for command, _ in steps)
    lines = [f"  {command:<{width}}  {meaning}" for command, meaning in steps]
    read = f"Then make it yours: docs/new-ruleset.md goes through it. Start at services/rulesets/{name}/rules.py."
    return "\n".join(["", "Next:", *lines, "", read])
