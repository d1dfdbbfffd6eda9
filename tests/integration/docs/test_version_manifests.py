"""The manifests of docs/versions.md for a version of a ruleset beside the next one, made as the page says."""

import shutil
import subprocess

import pytest

from services.engine.registry import places, targets
from tests.integration.docs.pages import DOCS, blocks, section
from tests.manifests import K8S, Manifest, container, environment, needs_kubectl, of_kind, render, started, workloads

PAGE = section((DOCS / "versions.md").read_text(), "### On Kubernetes")
OLD = "engine-duels-1-0-0"


@pytest.fixture(scope="module")
def applied(tmp_path_factory: pytest.TempPathFactory) -> tuple[Manifest, ...]:
    """What the production overlay applies after the page's commands and additions."""
    copy = tmp_path_factory.mktemp("versions") / "k8s"
    shutil.copytree(K8S, copy)
    overlay = copy / "overlays" / "prod"
    (commands,) = blocks(PAGE, "sh")
    subprocess.run(["sh", "-e", "-c", commands], cwd=overlay, check=True)
    resources, literals = blocks(PAGE, "yaml")
    kustomization = overlay / "kustomization.yaml"
    text = kustomization.read_text()
    text = text.replace("resources:\n", f"resources:\n{resources}", 1)
    text = text.replace("    literals:\n", f"    literals:\n{literals}", 1)
    kustomization.write_text(text)
    return tuple(render(overlay))


@needs_kubectl
def test_the_old_version_has_an_engine_of_the_old_image_that_starts_the_ruleset(applied: tuple[Manifest, ...]) -> None:
    old, new = (workloads(applied)[name] for name in (OLD, "engine-duels"))
    assert container(old)["image"] == f"registry.example.com/playhall@sha256:{'1' * 64}"
    assert container(new)["image"] == f"registry.example.com/playhall@sha256:{'0' * 64}"
    assert started(old) == started(new)
    assert old["spec"]["selector"]["matchLabels"] == {"app.kubernetes.io/name": OLD}
    assert "engine-duels" not in old["spec"]["template"]["metadata"]["labels"].values()


@needs_kubectl
def test_it_has_what_every_engine_has(applied: tuple[Manifest, ...]) -> None:
    def of(name: str) -> list[str]:
        return sorted(each["kind"] for each in applied if each["metadata"]["name"] == name)

    assert of(OLD) == of("engine-duels")
    assert of(OLD) == ["Deployment", "HorizontalPodAutoscaler", "NetworkPolicy", "PodDisruptionBudget", "Service"]
    (service,) = (each for each in of_kind(applied, "Service") if each["metadata"]["name"] == OLD)
    assert service["spec"]["selector"] == {"app.kubernetes.io/name": OLD}


@needs_kubectl
def test_gateways_and_workers_find_both_versions(applied: tuple[Manifest, ...]) -> None:
    (settings,) = of_kind(applied, "ConfigMap")
    both = ["dns:///engine-duels:50051", f"dns:///{OLD}:50051"]
    served = places(settings["data"]["PLAYHALL_ENGINES"])
    assert targets(served["duels"]) == both
    assert {ruleset for ruleset, place in served.items() if place == f"dns:///engine-{ruleset}:50051"} == {
        "commanders",
        "faceoff",
        "factionwars",
        "standoff",
    }
    assert targets(places(settings["data"]["PLAYHALL_WORKER_ENGINES"])["duels"]) == ["local", both[1]]
    for name, workload in workloads(applied).items():
        if name.startswith(("gateway", "worker")):
            assert "PLAYHALL_ENGINE_TOKEN" in environment(workload) or "PLAYHALL_ENGINE_TLS_CERT" in environment(
                workload
            )
