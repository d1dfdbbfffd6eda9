"""The generators: how each makes a client of the reference, how the client is compiled, and how it plays."""

import json
import os
import shutil
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.generated_clients.tools import HERE, NODE, NODE_TOOLS, PYTHON_TOOLS, REFERENCE, run, run_python

PACKAGE = "playhall_api"
"""What every client is called."""

# A client is made by the tests as its user makes it: with the generator's defaults, but for the client's name.
_TSCONFIG = """{
  "compilerOptions": {
    "target": "ES2022",
    "module": "NodeNext",
    "strict": true,
    "lib": ["ES2022", "DOM", "DOM.Iterable"],
    "types": [],
    "outDir": "compiled"
  },
  "include": ["*.ts", "playhall_api"]
}
"""


class Generated(ABC):
    """A client in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @abstractmethod
    def make(self) -> None:
        """Generate it and compile it, with the session."""

    @abstractmethod
    def _played(self, arguments: Sequence[str]) -> str:
        """What the session prints."""

    def play(self, url: str, key: str, read: Sequence[str], *rulesets: str) -> Any:
        """How many cards the session finds in the rulesets that it is to ``read``, and what it says of those that it
        plays."""
        return json.loads(self._played([url, key, ",".join(read), *rulesets]))


class InPython(Generated):
    """A client in Python: its modules and the session are imported from the folder."""

    session: str

    def _played(self, arguments: Sequence[str]) -> str:
        return run_python(self.folder / self.session, *arguments)

    def compile(self) -> None:
        for file in ("session.py", self.session):
            shutil.copy(HERE / "sessions" / file, self.folder)
        run_python("-m", "compileall", "-q", self.folder)


class OpenapiPythonClient(InPython):
    """https://github.com/openapi-generators/openapi-python-client"""

    session = "with_openapi_python_client.py"

    def make(self) -> None:
        client = self.folder / PACKAGE
        tools = f"{PYTHON_TOOLS}{os.pathsep}{os.environ['PATH']}"
        said = run(
            PYTHON_TOOLS / "openapi-python-client", "generate",
            "--path", REFERENCE, "--output-path", client, "--meta", "none", "--fail-on-warning",
            "--config", Path(__file__).with_name("openapi-python-client.yaml"),
            PATH=tools,
        )  # fmt: skip
        assert "WARNING" not in said, said
        self.compile()


class OpenapiGeneratorPython(InPython):
    """https://openapi-generator.tech/docs/generators/python"""

    session = "with_openapi_generator.py"

    def make(self) -> None:
        run(
            PYTHON_TOOLS / "openapi-generator-cli", "generate", "--generator-name", "python",
            "--input-spec", REFERENCE, "--output", self.folder, "--package-name", PACKAGE,
        )  # fmt: skip
        self.compile()


class InTypeScript(Generated):
    """A client in TypeScript: the compiler takes it together with the session."""

    session: str

    def _played(self, arguments: Sequence[str]) -> str:
        return run(NODE, self.folder / "compiled" / f"{self.session}.js", *arguments)

    def compile(self) -> None:
        for file in ("session.ts", f"{self.session}.ts"):
            shutil.copy(HERE / "sessions" / file, self.folder)
        (self.folder / "tsconfig.json").write_text(_TSCONFIG)
        (self.folder / "node_modules").symlink_to(NODE_TOOLS)
        run(NODE_TOOLS / ".bin/tsc", "--project", self.folder)


class OpenapiFetch(InTypeScript):
    """https://openapi-ts.dev"""

    session = "with-openapi-fetch"

    def make(self) -> None:
        run(NODE_TOOLS / ".bin/openapi-typescript", REFERENCE, "--output", self.folder / PACKAGE / "schema.d.ts")
        self.compile()


class HeyApi(InTypeScript):
    """https://heyapi.dev"""

    session = "with-hey-api"

    def make(self) -> None:
        run(
            NODE_TOOLS / ".bin/openapi-ts", "--input", REFERENCE, "--output", self.folder / PACKAGE,
            "--client", "@hey-api/client-fetch", cwd=self.folder,
        )  # fmt: skip
        self.compile()


class TypescriptFetch(InTypeScript):
    """https://openapi-generator.tech/docs/generators/typescript-fetch"""

    session = "with-typescript-fetch"

    def make(self) -> None:
        run(
            PYTHON_TOOLS / "openapi-generator-cli", "generate", "--generator-name", "typescript-fetch",
            "--input-spec", REFERENCE, "--output", self.folder / PACKAGE,
        )  # fmt: skip
        self.compile()
