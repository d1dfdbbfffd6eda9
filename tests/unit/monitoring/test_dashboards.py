"""The files of ``k8s/components/monitoring`` fit each other and the pods."""

import shutil
import subprocess
from typing import Any

import pytest
import yaml

from tests.manifests import DEPLOYMENTS, K8S, OPERATIONS_PORT, container
from tests.monitoring import COMPONENT, dashboards

needs_kubectl = pytest.mark.skipif(
    shutil.which("kubectl") is None, reason="kubectl, which renders kustomize, is not here"
)


def targets(dashboard: dict[str, Any]) -> list[dict[str, Any]]:
    return [target for panel in dashboard["panels"] for target in panel.get("targets", ())]


def test_every_pod_is_asked_where_it_tells_its_figures() -> None:
    spec = yaml.safe_load((COMPONENT / "pod-monitor.yaml").read_text())["spec"]
    (endpoint,) = spec["podMetricsEndpoints"]
    assert endpoint["path"] == "/metrics"
    for deployment in DEPLOYMENTS.values():
        labels = deployment["spec"]["template"]["metadata"]["labels"]
        assert spec["selector"]["matchLabels"].items() <= labels.items()
        assert set(spec["podTargetLabels"]) <= labels.keys()
        ports = {port["name"]: port["containerPort"] for port in container(deployment)["ports"]}
        assert ports[endpoint["port"]] == OPERATIONS_PORT


def test_a_dashboard_asks_the_source_and_the_namespace_that_its_reader_has_chosen() -> None:
    assert list(dashboards()) == ["redis.json", "service.json", "work.json"]
    assert len({dashboard["uid"] for dashboard in dashboards().values()}) == 3
    for dashboard in dashboards().values():
        assert [variable["name"] for variable in dashboard["templating"]["list"]] == ["datasource", "namespace"]
        assert targets(dashboard)
        for target in targets(dashboard):
            assert target["datasource"]["uid"] == "${datasource}"
            if not target["expr"].startswith("playhall:error_budget"):
                assert 'namespace="$namespace"' in target["expr"]


def test_panels_do_not_lie_upon_each_other() -> None:
    for dashboard in dashboards().values():
        taken: set[tuple[int, int]] = set()
        for panel in dashboard["panels"]:
            place = panel["gridPos"]
            cells = {(place["x"] + x, place["y"] + y) for x in range(place["w"]) for y in range(place["h"])}
            assert not cells & taken, panel["title"]
            assert place["x"] + place["w"] <= 24
            taken |= cells


@needs_kubectl
def test_the_component_adds_a_monitor_rules_and_every_dashboard(tmp_path: Any) -> None:
    copy = tmp_path / "k8s"
    shutil.copytree(K8S, copy)
    overlay = copy / "overlays" / "prod" / "kustomization.yaml"
    overlay.write_text(overlay.read_text().replace("# - ../../components/monitoring", "- ../../components/monitoring"))
    command = ["kubectl", "kustomize", str(overlay.parent)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    found = {(each["kind"], each["metadata"]["name"]): each for each in yaml.safe_load_all(done.stdout)}
    assert ("PodMonitor", "playhall") in found
    assert ("PrometheusRule", "playhall") in found
    config = found["ConfigMap", "playhall-dashboards"]
    assert config["metadata"]["labels"]["grafana_dashboard"] == "1"
    assert {name: yaml.safe_load(text) for name, text in config["data"].items()} == dashboards()
