"""The manifests of k8s/, rendered as `kubectl apply -k` would, for tests that hold them against what they start."""

import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import click
import pytest
import yaml

from cli.main import main

ROOT = Path(__file__).parents[1]
K8S = ROOT / "k8s"
BASE = K8S / "base"
OPERATIONS_PORT = 9464
NAME, COMPONENT, PART_OF = (f"app.kubernetes.io/{label}" for label in ("name", "component", "part-of"))

Manifest: TypeAlias = dict[str, Any]

needs_kubectl = pytest.mark.skipif(
    shutil.which("kubectl") is None, reason="kubectl, which renders kustomize, is not here"
)

_MADE_BY_WHOEVER_APPLIES = {
    "connections.env": "redis-url=a\nbroker-url=b\ndatabase-url=c\n",
    "engines.env": "token=a\n",
    "stores.env": "valkey-password=a\npostgres-password=b\n",
    "signing-keys.json": "{}",
}


@cache
def rendered(overlay: str, *components: str) -> tuple[Manifest, ...]:
    """What an overlay applies to a cluster, with further components that it names in a comment. The secrets of ``dev``
    are made by whoever applies it; here, in a copy."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "k8s"
        shutil.copytree(K8S, copy)
        for name, text in _MADE_BY_WHOEVER_APPLIES.items():
            (copy / "overlays" / "dev" / name).write_text(text)
        kustomization = copy / "overlays" / overlay / "kustomization.yaml"
        text = kustomization.read_text()
        for component in components:
            commented = f"# - ../../components/{component}\n"
            assert text.count(commented) == 1, component
            text = text.replace(commented, commented.removeprefix("# "))
        kustomization.write_text(text)
        return tuple(render(kustomization.parent))


def render(folder: Path) -> Iterable[Manifest]:
    """What a folder with a kustomization applies."""
    command = ["kubectl", "kustomize", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return parsed(done.stdout)


def parsed(text: str) -> Iterator[Manifest]:
    """The resources in a file. By the parser in C, where there is one: Python's takes ten times as long."""
    found: Iterator[Manifest] = yaml.load_all(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return found


@cache
def base() -> tuple[Manifest, ...]:
    """All resources of the base. Parsing them takes longer than whatever a test asks of them."""
    return tuple(each for path in sorted(BASE.glob("*.yaml")) for each in parsed(path.read_text()))


def manifests(kind: str) -> Iterator[Manifest]:
    """The resources of a kind in the base."""
    return (each for each in base() if each["kind"] == kind)


def of_kind(found: Iterable[Manifest], *kinds: str) -> Iterator[Manifest]:
    """The resources of some kinds."""
    return (each for each in found if each["kind"] in kinds)


def workloads(found: Sequence[Manifest]) -> dict[str, Manifest]:
    """All that runs pods, by name."""
    return {each["metadata"]["name"]: each for each in of_kind(found, "Deployment", "StatefulSet", "Job")}


def pod(workload: Manifest) -> Manifest:
    """The pods' specification."""
    spec: Manifest = workload["spec"]["template"]["spec"]
    return spec


def container(workload: Manifest) -> Manifest:
    """The one container of the pods."""
    (only,) = pod(workload)["containers"]
    found: Manifest = only
    return found


def environment(workload: Manifest) -> dict[str, Any]:
    """What a container's own variables are: a value, or where it comes from."""
    return {each["name"]: each.get("value", each.get("valueFrom")) for each in container(workload).get("env", [])}


def started(workload: Manifest) -> tuple[str, dict[str, Any]]:
    """The command that a workload starts, and its parameters as the command itself reads them."""
    name, *arguments = container(workload)["args"]
    context = click.Context(main)
    command = main.get_command(context, name)
    assert command is not None, name
    return name, command.make_context(name, arguments, parent=context).params


DEPLOYMENTS = {each["metadata"]["name"]: each for each in manifests("Deployment")}
"""Of the base, by name."""
