"""A gateway behind a real HAProxy while what all gateways share is down: it stays in, and clients get its answers."""

import os
import shutil
import signal
import subprocess
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
from prometheus_client.parser import text_string_to_metric_families

from cli.data_folder import DataFolder
from cli.sockets import free_port
from services.fairness.signing import create_key_file
from services.settings import PREFIX
from tests.e2e.platform import playhall
from tests.valkey import RealValkey
from tests.waiting import wait_until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(300),
    pytest.mark.skipif(shutil.which("haproxy") is None, reason="HAProxy is not here"),
]

HOST: Final = "127.0.0.1"
THREADS: Final = 4
PROXY: Final = """
global
  maxconn 200
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  timeout check 1s
frontend playhall
  bind 127.0.0.1:{front}
  default_backend playhall_rest
frontend figures
  bind 127.0.0.1:{figures}
  http-request use-service prometheus-exporter if {{ path /metrics }}
backend playhall_rest
  option httpchk GET /readyz
  server gateway 127.0.0.1:{gateway} check inter 200ms fall 2 rise 1
"""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a client gets."""

    status: int
    kind: str
    retry_after: str
    code: bool


class Site:
    """A gateway with four threads behind a proxy that checks it five times a second."""

    def __init__(self, redis: RealValkey) -> None:
        self.redis = redis
        self._folder = DataFolder(Path(tempfile.mkdtemp(prefix="ph-")) / "data")
        self._folder.make()
        create_key_file(self._folder.path / "signing-keys.json")
        self._ports = {name: free_port(HOST) for name in ("front", "figures", "gateway", "operations")}
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(PREFIX)},
            **redis.settings,
            "PLAYHALL_DATA_DIR": str(self._folder.path),
            "PLAYHALL_ENGINES": "factionwars=local",
            "PLAYHALL_PORT": str(self._ports["gateway"]),
            "PLAYHALL_OPERATIONS_PORT": str(self._ports["operations"]),
            "PLAYHALL_GATEWAY_THREADS": str(THREADS),
            "PLAYHALL_PUBLIC_SPECTATING": "1",
        }
        self._processes: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        """Until the proxy takes the gateway in."""
        migrated = subprocess.run(playhall("migrate", "--first-key"), env=self._environment, timeout=120, check=False)
        assert migrated.returncode == 0
        configuration = self._folder.path / "haproxy.cfg"
        configuration.write_text(PROXY.format(**self._ports))
        for command in (playhall("gateway"), ("haproxy", "-db", "-f", str(configuration))):
            self._processes.append(
                subprocess.Popen(command, env=self._environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            )
        wait_until(lambda: self.ask("/livez").status == 200, "the gateway's start", 120)

    def ask(self, path: str) -> Answer:
        """What a client with a key gets by way of the proxy."""
        headers = {"Authorization": f"Bearer {self._folder.key()}"}
        request = urllib.request.Request(f"http://{HOST}:{self._ports['front']}{path}", headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return Answer(answer.status, answer.headers["Content-Type"], "", code=False)
        except urllib.error.HTTPError as error:
            kind, after = error.headers.get("Content-Type", ""), error.headers.get("Retry-After", "")
            return Answer(error.code, kind, after, b'"code":"BUSY"' in error.read())
        except OSError:
            return Answer(0, "", "", code=False)

    def counted(self, operation: str, reason: str) -> float:
        """How often the gateway has answered so."""
        wanted = {"api": "rest", "operation": operation, "reason": reason}
        return self._figure("operations", "playhall_requests_total", wanted)

    def proxied(self, code: str) -> float:
        """How often the proxy has."""
        return self._figure("figures", "haproxy_backend_http_responses_total", {"proxy": "playhall_rest", "code": code})

    def await_checks(self) -> None:
        """Until the proxy has asked a few times more."""
        asked = self.counted("getReadiness", "OK")
        wait_until(lambda: self.counted("getReadiness", "OK") >= asked + 4, "the proxy's next checks")

    def close(self) -> None:
        for process in self._processes:
            process.kill()
            process.wait()
        shutil.rmtree(self._folder.path.parent, ignore_errors=True)

    def _figure(self, port: str, name: str, labels: dict[str, str]) -> float:
        with urllib.request.urlopen(f"http://{HOST}:{self._ports[port]}/metrics", timeout=30) as answer:
            families = text_string_to_metric_families(answer.read().decode())
        samples = [sample for family in families for sample in family.samples]
        return sum(
            sample.value for sample in samples if sample.name == name and labels.items() <= sample.labels.items()
        )


@pytest.fixture
def site(mortal_valkey: RealValkey) -> Iterator[Site]:
    made = Site(mortal_valkey)
    try:
        made.start()
        yield made
    finally:
        made.close()


BUSY: Final = Answer(503, "application/problem+json", "1", code=True)


def test_every_client_is_told_busy_and_when_to_come_back_and_every_refusal_is_counted(site: Site) -> None:
    """An adversary: Redis is killed, then hangs. Gateways that left the balancer gave their clients its bare 503."""
    path = "/v1/matches/m_00000000000000000000000000"
    wait_until(lambda: site.ask(path).status == 404, "the proxy's first checks have passed")
    by_proxy = site.proxied("5xx")
    site.redis.kill()
    site.await_checks()
    assert {site.ask(path) for _ in range(20)} == {BUSY}
    assert site.counted("getMatch", "BUSY") == 20
    assert site.proxied("5xx") == by_proxy + 20
    site.redis.restart()
    wait_until(lambda: site.ask(path).status == 404, "Redis' return")

    before = site.counted("getMatch", "BUSY")
    with site.redis.client() as client:
        server = client.info("server")["process_id"]
    os.kill(server, signal.SIGSTOP)
    try:
        with ThreadPoolExecutor(THREADS) as clients:
            waiting = [clients.submit(site.ask, path) for _ in range(THREADS)]
            site.await_checks()  # while each of the gateway's threads waits for Redis
            assert {client.result() for client in waiting} == {BUSY}
    finally:
        os.kill(server, signal.SIGCONT)
    assert site.counted("getMatch", "BUSY") == before + THREADS
