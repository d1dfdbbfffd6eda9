"""Generate what is made from the protos: Python code, its types, and the JSON Schemas of the rulesets' documents.

    python protos/build.py            write it beside the protos
    python protos/build.py --check    only tell whether what is there is current

An installation generates it by itself (``hatch_build.py``), and so does ``make`` when a proto has changed.
"""

# ruff: noqa: T201 - a script that prints what it did

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from subprocess import run

from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet
from json_schemas import schemas  # beside this script

ROOT = Path(__file__).resolve().parent
GENERATED = ("*_pb2.py", "*_pb2.pyi", "*_pb2_grpc.py", "*_pb2_grpc.pyi", "*.schemas.json", "__init__.py", "py.typed")


def main() -> int:
    """Run; the exit code is 1 if ``--check`` found something stale."""
    parser = argparse.ArgumentParser(description="Generate code and JSON Schemas from the protos.")
    parser.add_argument("--check", action="store_true", help="write nothing, fail if something is not current")
    if not parser.parse_args().check:
        changed = write()
        print(f"what is generated from the protos is current; {changed} files changed")
        return 0
    stale = _stale(generate())
    for path in stale:
        print(f"protos/{path} is not what the protos say: run `make proto`", file=sys.stderr)
    return 1 if stale else 0


def write() -> int:
    """Generate all of it, beside the protos. Returns how many files that changed."""
    wanted = generate()
    stale = _stale(wanted)
    for path in stale:
        _write(path, wanted.get(path))
    return len(stale)


def generate() -> dict[Path, bytes]:
    """Every generated file by its path from the folder ``protos``."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        described = _describe(out / "descriptors.binpb")
        _protoc("--python_out", str(out), "--mypy_out", f"quiet:{out}", *(file.name for file in described))
        served = [file.name for file in described if file.service]
        _protoc("--grpc_python_out", str(out), "--mypy_grpc_out", f"quiet:{out}", *served)
        generated = {path.relative_to(out): path.read_bytes() for path in out.rglob("*.py*")}
    for file in described:
        folders = Path(file.name).parents
        generated |= {parent / "__init__.py": b"" for parent in folders if parent.parts}
    generated[Path("playhall/py.typed")] = b""
    generated |= dict(_schema_files(described))
    return generated


def _stale(wanted: dict[Path, bytes]) -> list[Path]:
    """What is not there as it should be, or should not be there."""
    there = {path.relative_to(ROOT): path.read_bytes() for pattern in GENERATED for path in _playhall(pattern)}
    return sorted(path for path in wanted.keys() | there.keys() if wanted.get(path) != there.get(path))


def _describe(path: Path) -> list[FileDescriptorProto]:
    """The protos, parsed, with their comments."""
    protos = sorted(str(proto.relative_to(ROOT)) for proto in _playhall("*.proto"))
    _protoc("--descriptor_set_out", str(path), "--include_source_info", *protos)
    return list(FileDescriptorSet.FromString(path.read_bytes()).file)


def _protoc(*arguments: str) -> None:
    bundled = files("grpc_tools") / "_proto"  # google/protobuf/*.proto
    command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{ROOT}", f"-I{bundled}"]
    plugins = [f"--plugin={name}={_plugin(name)}" for name in ("protoc-gen-mypy", "protoc-gen-mypy_grpc")]
    run([*command, *plugins, *arguments], check=True)


def _plugin(name: str) -> str | Path:
    """The plugin of this environment, whatever the PATH says; where pip builds a package apart, that of the PATH."""
    beside = Path(sys.executable).with_name(name)
    return beside if beside.exists() else shutil.which(name) or name


def _schema_files(described: list[FileDescriptorProto]) -> Iterator[tuple[Path, bytes]]:
    """One file of schemas for each package that has a ruleset's documents."""
    for file in described:
        found = schemas(file)
        if found:
            text = json.dumps(found, ensure_ascii=False, indent=1) + "\n"
            yield Path(file.name).with_suffix(".schemas.json"), text.encode()


def _playhall(pattern: str) -> Iterator[Path]:
    return (ROOT / "playhall").rglob(pattern)


def _write(path: Path, content: bytes | None) -> None:
    """Write a generated file, or remove one that is generated no more."""
    target = ROOT / path
    if content is None:
        target.unlink()
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)


if __name__ == "__main__":
    sys.exit(main())
