"""What the manifests say fits the commands they start and the rules they must keep."""

from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
import yaml

from cli.engine import engine
from services.engine.registry import installed_ids

BASE = Path(__file__).parents[2] / "k8s" / "base"
PORT = 50051

Manifest = dict[str, Any]


def manifests(kind: str) -> Iterator[Manifest]:
    for path in sorted(BASE.glob("*.yaml")):
        yield from (each for each in yaml.safe_load_all(path.read_text()) if each["kind"] == kind)


def named(kind: str, name: str) -> Manifest:
    (found,) = (each for each in manifests(kind) if each["metadata"]["name"] == name)
    return found


DEPLOYMENTS = [each["metadata"]["name"] for each in manifests("Deployment")]


def test_every_file_is_a_resource() -> None:
    kustomization = yaml.safe_load((BASE / "kustomization.yaml").read_text())
    files = sorted(path.name for path in BASE.glob("*.yaml") if path.name != "kustomization.yaml")
    assert kustomization["resources"] == files


@pytest.mark.parametrize("ruleset", installed_ids())
def test_every_ruleset_has_an_engine_service_that_starts_it(ruleset: str) -> None:
    (container,) = named("Deployment", f"engine-{ruleset}")["spec"]["template"]["spec"]["containers"]
    command, *arguments = container["args"]
    assert command == engine.name
    given = engine.make_context("engine", arguments).params
    assert given["rulesets"] == (ruleset,)
    assert given["host"] == "0.0.0.0"
    assert given["port"] == PORT


@pytest.mark.parametrize("name", DEPLOYMENTS)
def test_an_engine_ends_its_calls_before_it_is_killed(name: str) -> None:
    pod = named("Deployment", name)["spec"]["template"]["spec"]
    given = engine.make_context("engine", pod["containers"][0]["args"][1:]).params
    assert given["drain_seconds"] + given["grace_seconds"] < pod["terminationGracePeriodSeconds"]


@pytest.mark.parametrize("name", DEPLOYMENTS)
def test_services_and_budgets_select_the_pods_of_their_deployment(name: str) -> None:
    deployment = named("Deployment", name)["spec"]
    labels = deployment["template"]["metadata"]["labels"]
    service = named("Service", name)["spec"]
    for selector in (
        deployment["selector"]["matchLabels"],
        service["selector"],
        named("PodDisruptionBudget", name)["spec"]["selector"]["matchLabels"],
    ):
        assert selector == {"app.kubernetes.io/name": name}
        assert selector.items() <= labels.items()
    assert service["clusterIP"] == "None"
    assert [port["port"] for port in service["ports"]] == [PORT]


@pytest.mark.parametrize("name", DEPLOYMENTS)
def test_pods_are_restricted_probed_and_bounded(name: str) -> None:
    pod = named("Deployment", name)["spec"]["template"]["spec"]
    assert pod["automountServiceAccountToken"] is False
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    for container in pod["containers"]:
        assert container["image"] == f"playhall:{metadata.version('playhall')}"
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
            assert container[probe]["grpc"] == {"port": PORT}
        assert container["resources"].keys() == {"requests", "limits"}
        assert "memory" in container["resources"]["limits"]
