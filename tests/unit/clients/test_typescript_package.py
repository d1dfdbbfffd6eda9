"""The TypeScript client's package: what it needs, what is in it, and that what is built is what is written."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from gateway.api_reference import as_text
from tests.api_reference import rendered_document
from tests.integration.clients.node import NODE, ROOT, TYPESCRIPT, with_typescript

PACKAGE = json.loads((TYPESCRIPT / "package.json").read_text())
LOCK = (TYPESCRIPT / "package-lock.json").read_text()
BUILT = ROOT / "gateway" / "web" / "playhall"
MODULES = {source.stem for source in (TYPESCRIPT / "src").glob("*.ts")} | {"schema"}


def files(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text() for file in folder.iterdir()}


def test_it_needs_no_other_package() -> None:
    assert PACKAGE.keys() & {"dependencies", "peerDependencies", "optionalDependencies", "bundleDependencies"} == set()
    imported = {
        name
        for module in BUILT.glob("*.js")
        for name in re.findall(r"""(?:from|import\() ?["']([^"']+)""", module.read_text())
    }
    assert imported <= {f"./{module}.js" for module in MODULES}


def test_its_tools_are_pinned_and_the_lock_names_no_registry() -> None:
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in PACKAGE["devDependencies"].values())
    packages = json.loads(LOCK)["packages"]
    assert all(entry.get("integrity", "").startswith("sha512-") for name, entry in packages.items() if name)
    assert '"resolved"' not in LOCK
    assert "omit-lockfile-registry-resolved=true" in (TYPESCRIPT / ".npmrc").read_text()


@with_typescript
def test_each_module_is_built_with_its_types() -> None:
    built = {file.name for file in (TYPESCRIPT / "dist").iterdir()}
    assert built == {f"{module}{ending}" for module in MODULES for ending in (".js", ".d.ts")}


def test_each_type_of_a_public_signature_can_be_imported() -> None:
    sources = {source.stem: source.read_text() for source in (TYPESCRIPT / "src").glob("*.ts")}
    index = sources.pop("index")
    declared = {
        name
        for module in sources.keys() - {"models", "schema"}  # which are exported as a whole
        for name in re.findall(r"^export (?:abstract )?(?:class|interface|type) (\w+)", sources[module], re.MULTILINE)
    }
    own = {"Bytes", "Connection", "Following", "Line", "Request", "Signature"}
    assert declared - set(re.findall(r"\w+", index)) == own


@with_typescript
@pytest.mark.slow
def test_its_types_have_every_operation_and_schema_of_the_reference() -> None:
    reference = rendered_document()
    types = (TYPESCRIPT / "src" / "schema.ts").read_text()
    operations = {
        operation["operationId"]
        for path in reference["paths"].values()
        for operation in path.values()
        if isinstance(operation, dict)
    }
    missing = {
        name
        for name in operations | reference["components"]["schemas"].keys()
        if not re.search(rf'^    (    )?"?{re.escape(name)}"?[:?]', types, re.MULTILINE)
    }
    assert missing == set(), "`make typescript` writes clients/typescript/src/schema.ts anew"


@with_typescript
@pytest.mark.slow
def test_its_types_are_those_of_the_reference(tmp_path: Path) -> None:
    assert NODE
    reference, written = tmp_path / "openapi.json", tmp_path / "schema.ts"
    reference.write_text(as_text())
    subprocess.run((NODE, "scripts/schema.mjs", reference, written), cwd=TYPESCRIPT, check=True, timeout=100)
    assert written.read_text() == (TYPESCRIPT / "src" / "schema.ts").read_text(), "`make typescript` writes it anew"


@with_typescript
@pytest.mark.slow
def test_what_is_built_is_what_is_written(tmp_path: Path) -> None:
    assert NODE
    compiler = TYPESCRIPT / "node_modules" / "typescript" / "bin" / "tsc"
    done = subprocess.run(
        (NODE, compiler, "--outDir", tmp_path), cwd=TYPESCRIPT, capture_output=True, text=True, timeout=110, check=False
    )
    assert done.returncode == 0, done.stdout
    assert files(tmp_path) == files(TYPESCRIPT / "dist"), "`make typescript` builds it anew"
