"""Compiles the modules on which speed depends, for who asks for it: ``HATCH_BUILD_HOOKS_ENABLE=true pip install .``.

Which they are stands in ``pyproject.toml``; ``docs/performance.md`` says what it brings. They are the same modules with
and without: mypyc makes extension modules of them, and their sources are installed beside these for tracebacks.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SETUP = """
from mypyc.build import mypycify
from setuptools import setup

arguments = ["--config-file=mypy.toml", "--follow-imports=silent", *{modules!r}]
setup(name="playhall", packages=[], py_modules=[], ext_modules=mypycify(arguments, group_name="playhall"))
"""


class CompiledModules(BuildHookInterface):
    """Puts extension modules into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, in a copy: a compiled module that lay beside the sources would hide every later change of them.

        Raises:
            RuntimeError: a module cannot be compiled; says what the compiler said.
        """
        if version == "editable":
            return
        self._folder = TemporaryDirectory(prefix="playhall-compile-")
        folder, root = Path(self._folder.name), Path(self.root)
        for top in ("protos", "services"):
            shutil.copytree(root / top, folder / top, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(root / "pyproject.toml", folder / "mypy.toml")  # by its own name it would be setuptools' business
        (folder / "setup.py").write_text(SETUP.format(modules=self._modules(folder)))
        done = subprocess.run(
            [sys.executable, "setup.py", "build_ext", "--inplace"],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"The modules could not be compiled:\n{done.stdout[-4000:]}")
        shutil.rmtree(folder / "build")
        for extension in folder.rglob("*.so"):
            build_data["force_include"][str(extension)] = str(extension.relative_to(folder))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """The wheel is written: the copy may go."""
        if version != "editable":
            self._folder.cleanup()

    def _modules(self, folder: Path) -> list[str]:
        left_out = {found for pattern in self.config["exclude"] for found in folder.glob(pattern)}
        wanted = {found for pattern in self.config["modules"] for found in folder.glob(pattern)}
        return sorted(str(module.relative_to(folder)) for module in wanted - left_out)
