"""Real engine processes: started by the command, killed, stopped gracefully, replaced; and clients that fork."""

import json
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import grpc
import pytest

from cli.health import http_serves
from cli.sockets import free_port
from services.engine.engine import Engine, Step
from services.engine.grpc_client import GrpcEngine
from services.engine.in_process import InProcessEngine
from services.errors import Reason, Refusal
from tests.certificates import Authority, issued
from tests.integration.engine.serving import DOCTORED, PLAYHALL, ServerProcess, health_of, server_process, unix_address
from tests.rulesets.playing import EVERY_RULESET, random_match
from tests.waiting import wait_until

SEED = bytes(range(32))


@pytest.fixture(scope="module")
def factionwars() -> Iterator[ServerProcess]:
    with server_process([*PLAYHALL, "engine", "factionwars", "--port", "0"]) as server:
        yield server


def answers(engine: Engine) -> bool:
    try:
        engine.start(2, {}, SEED)
    except Refusal as refusal:
        if refusal.reason is not Reason.BUSY:  # a mistake, not a service that is down
            raise
        return False
    return True


# -- the command -----------------------------------------------------------------------------------------------------


def test_the_command_says_what_it_serves_and_where(factionwars: ServerProcess) -> None:
    assert factionwars.first_line.strip() == f"engine of factionwars listens on {factionwars.target}"


def test_a_match_through_the_command_s_process_is_the_same_as_in_this_one(factionwars: ServerProcess) -> None:
    remote = GrpcEngine("factionwars", factionwars.target, timeout_seconds=30)
    local = InProcessEngine(EVERY_RULESET["factionwars"])
    assert list(random_match(remote, 4, number=21)) == list(random_match(local, 4, number=21))


def test_it_listens_on_loopback_and_nowhere_else(factionwars: ServerProcess) -> None:
    port = f"{int(factionwars.target.rpartition(':')[2]):04X}"
    tables = Path("/proc/net/tcp").read_text() + Path("/proc/net/tcp6").read_text()
    rows = [line.split() for line in tables.splitlines()]
    listening = [row[1] for row in rows if row[3] == "0A" and row[1].endswith(f":{port}")]
    # 127.0.0.1, which gRPC writes as ::ffff:127.0.0.1 where there is IPv6.
    assert listening in ([f"0100007F:{port}"], [f"0000000000000000FFFF00000100007F:{port}"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess"], "There is no such ruleset. [UNKNOWN_RULESET]"),
        ([], "Missing argument 'RULESET...'"),
        (["factionwars", "--port", "70000"], "70000 is not in the range 0<=x<=65535"),
        (["factionwars", "--port", "0", "--listen", "unix:/tmp/e.sock"], "--host and --port do, too"),
        (["factionwars", "--listen", "unix:/proc/no/e.sock"], "No such file or directory"),
    ],
)
def test_a_wrong_command_line_is_explained_without_a_traceback(arguments: list[str], message: str) -> None:
    ended = subprocess.run([*PLAYHALL, "engine", *arguments], capture_output=True, text=True, check=False)
    assert ended.returncode != 0
    assert message in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_port_that_is_taken_is_explained(factionwars: ServerProcess) -> None:
    port = factionwars.target.rpartition(":")[2]
    command = [*PLAYHALL, "engine", "factionwars", "--port", port]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert f"cannot listen on {factionwars.target}" in ended.stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_it_cleanly(number: signal.Signals) -> None:
    with server_process([*PLAYHALL, "engine", "factionwars", "--port", "0", "--drain-seconds", "0"]) as server:
        server.process.send_signal(number)
        assert server.process.wait(20) == 0


def test_with_tls_the_operations_port_answers_the_probes_that_grpc_cannot(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    tls = issued(authority, "engine", accepts=authority)
    port = free_port("127.0.0.1")
    variables = (
        f"PLAYHALL_OPERATIONS_PORT={port}",
        f"PLAYHALL_ENGINE_TLS_CERT={tls.certificate}",
        f"PLAYHALL_ENGINE_TLS_KEY={tls.key}",
        f"PLAYHALL_ENGINE_TLS_CA={tls.authorities}",
    )

    def probed() -> tuple[bool, bool]:
        ready, alive = (http_serves("127.0.0.1", port, path) for path in ("/readyz", "/livez"))
        return ready, alive

    command = ["env", *variables, *PLAYHALL, "engine", "factionwars", "--port", "0", "--drain-seconds", "20"]
    with server_process(command) as server:
        wait_until(lambda: probed() == (True, True), "it says that it serves")
        server.process.send_signal(signal.SIGTERM)
        wait_until(lambda: probed() == (False, True), "it says that it leaves, while it serves on")
        assert server.process.poll() is None


# -- at a Unix domain socket ------------------------------------------------------------------------------------------


def test_the_socket_and_the_folder_made_for_it_are_their_owner_s() -> None:
    command = [*PLAYHALL, "engine", "factionwars", "--drain-seconds", "0", "--listen"]
    with unix_address("made/") as address, server_process([*command, address]) as server:
        assert server.first_line.strip() == f"engine of factionwars listens on {address}"
        socket = Path(address.removeprefix("unix:"))
        assert stat.S_IMODE(socket.parent.stat().st_mode) == 0o700
        assert stat.S_IMODE(socket.stat().st_mode) == 0o600
        remote = GrpcEngine("factionwars", server.target, timeout_seconds=30)
        local = InProcessEngine(EVERY_RULESET["factionwars"])
        assert list(random_match(remote, 4, number=21)) == list(random_match(local, 4, number=21))
        server.process.terminate()
        assert server.process.wait(20) == 0


def test_a_socket_in_a_stranger_s_folder_is_not_listened_on(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "own")
    command = [*PLAYHALL, "engine", "factionwars", "--listen", f"unix:{tmp_path}/link/e.sock"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "belongs to somebody else" in ended.stderr


def test_a_killed_service_s_socket_is_taken_over_by_the_next_one(tmp_path: Path) -> None:
    with unix_address() as address:
        with server_process([*DOCTORED, str(tmp_path), address]) as first:
            remote = GrpcEngine("sealed", first.target, timeout_seconds=5)
            assert answers(remote)
            first.process.kill()
            first.process.wait()
            assert not answers(remote)
        with server_process([*DOCTORED, str(tmp_path), address]):
            wait_until(lambda: answers(remote), "the service is found again", 15)


# -- coming and going ------------------------------------------------------------------------------------------------


def test_a_killed_service_is_busy_and_found_again_when_it_is_back(tmp_path: Path) -> None:
    with server_process([*DOCTORED, str(tmp_path)]) as first:
        remote = GrpcEngine("sealed", first.target, timeout_seconds=5)
        assert answers(remote)
        first.process.kill()
        first.process.wait()
        with pytest.raises(Refusal) as caught:
            remote.start(2, {}, SEED)
        assert caught.value.reason is Reason.BUSY
    with server_process([*DOCTORED, str(tmp_path), first.target]):
        wait_until(lambda: answers(remote), "the service is found again", 15)


def test_a_graceful_stop_finishes_what_is_at_work(tmp_path: Path) -> None:
    results: list[tuple[str, Step]] = []
    with server_process([*DOCTORED, str(tmp_path)]) as server:
        remote = GrpcEngine("doctored", server.target, timeout_seconds=60)
        start = remote.start(2, {}, SEED)
        caller = threading.Thread(target=lambda: results.append(remote.play(start.position, 0, "place 3")))
        caller.start()
        wait_until((tmp_path / "playing").exists, "the call is at work")
        server.process.send_signal(signal.SIGTERM)
        wait_until(lambda: not accepts_connections(server.target), "no new calls are taken")
        assert server.process.poll() is None
        (tmp_path / "go").touch()
        caller.join(30)
        assert server.process.wait(30) == 0
    assert [notation for notation, _ in results] == ["place 3"]


def test_a_service_that_is_told_to_stop_says_so_while_it_drains(tmp_path: Path) -> None:
    with (
        server_process([*DOCTORED, str(tmp_path), "127.0.0.1:0", "20"]) as server,
        grpc.insecure_channel(server.target) as channel,
    ):
        assert health_of(channel, "playhall.engine.v1.EngineService") == 1  # SERVING
        server.process.send_signal(signal.SIGTERM)
        wait_until(lambda: health_of(channel, "playhall.engine.v1.EngineService") == 2, "it says NOT_SERVING")
        assert health_of(channel, "") == 2


def accepts_connections(target: str) -> bool:
    with grpc.insecure_channel(target) as channel:
        try:
            health_of(channel, "")
        except grpc.RpcError:
            return False
        return True


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "stopped"])
def test_replicas_share_the_calls_and_a_lost_one_costs_none(tmp_path: Path, how: signal.Signals) -> None:
    folders = [tmp_path / "one", tmp_path / "other"]
    for folder in folders:
        folder.mkdir()
        (folder / "go").touch()
    with (
        server_process([*DOCTORED, str(folders[0]), "127.0.0.1:0", "1"]) as lost,
        server_process([*DOCTORED, str(folders[1])]) as left,
    ):
        # What a headless service's name is resolved to: every replica's address.
        remote = GrpcEngine("doctored", f"ipv4:{lost.target},{left.target}", timeout_seconds=20)
        start = remote.start(2, {}, SEED)
        expected = remote.play(start.position, 0, "place 3")
        load = Load(lambda: remote.play(start.position, 0, "place 3"), threads=8)
        with load:
            wait_until(lambda: all((folder / "playing").exists() for folder in folders), "both replicas are called")
            load.wait_for_more(200)
            lost.process.send_signal(how)
            load.wait_for_more(200)
            assert lost.process.wait(30) == (0 if how is signal.SIGTERM else -signal.SIGKILL)
            (folders[1] / "playing").unlink()
            load.wait_for_more(200)
            assert (folders[1] / "playing").exists()
        assert load.failures == []
        assert all(answer == expected for answer in load.answers)
        assert len(load.answers) >= 600


class Load:
    """The same call again and again, by several threads."""

    def __init__(self, call: Callable[[], tuple[str, Step]], threads: int) -> None:
        self.answers: list[tuple[str, Step]] = []
        self.failures: list[Exception] = []
        self._call = call
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._run, daemon=True) for _ in range(threads)]

    def wait_for_more(self, number: int) -> None:
        """Until so many more calls have ended."""
        wanted = len(self.answers) + len(self.failures) + number
        wait_until(lambda: len(self.answers) + len(self.failures) >= wanted, "calls go on", 30)

    def _run(self) -> None:
        while not self._over.is_set():
            try:
                self.answers.append(self._call())
            except Exception as error:
                self.failures.append(error)

    def __enter__(self) -> None:
        for thread in self._threads:
            thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(30)


def test_a_draining_replica_gets_no_new_calls(tmp_path: Path) -> None:
    drained = tmp_path / "drained"
    drained.mkdir()
    with (
        server_process([*DOCTORED, str(drained), "127.0.0.1:0", "30"]) as leaving,
        server_process([*DOCTORED, str(tmp_path)]) as staying,
        grpc.insecure_channel(leaving.target) as channel,
    ):
        remote = GrpcEngine("doctored", f"ipv4:{leaving.target},{staying.target}", timeout_seconds=20)
        start = remote.start(2, {}, SEED)
        (tmp_path / "go").touch()
        leaving.process.send_signal(signal.SIGTERM)
        wait_until(lambda: health_of(channel, "") == 2, "it says NOT_SERVING")
        # The client may be told a moment later than we are; a call that still went there would wait for ever.
        (drained / "go").touch()
        wait_until(lambda: served_elsewhere(remote, start, drained), "calls go to the other replica")
        assert [served_elsewhere(remote, start, drained) for _ in range(10)] == [True] * 10


def served_elsewhere(remote: Engine, start: Step, folder: Path) -> bool:
    """Play; whether the server of that folder had nothing to do with it."""
    (folder / "playing").unlink(missing_ok=True)
    remote.play(start.position, 0, "place 1")
    return not (folder / "playing").exists()


# -- forks -----------------------------------------------------------------------------------------------------------

FORKING = """
import os, sys
from services.engine.grpc_client import GrpcEngine
engine = GrpcEngine("factionwars", sys.argv[1], timeout_seconds=10)
child = os.fork()
engine.start(2, {}, bytes(32))  # before the child is waited for: both call at the same time
if child == 0:
    os._exit(7)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
print("both answered")
"""


def test_an_engine_that_was_made_before_a_fork_works_in_parent_and_child(factionwars: ServerProcess) -> None:
    command = [sys.executable, "-c", FORKING, factionwars.target]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.stdout == "both answered\n", ended.stderr


def test_the_log_of_a_process_holds_no_seed_and_no_state(tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = [*PLAYHALL, "engine", "factionwars", "--port", "0", "--drain-seconds", "0"]
    with log.open("w") as errors, server_process(command, log=errors, log_level="DEBUG") as server:
        remote = GrpcEngine("factionwars", server.target, timeout_seconds=20)
        start = remote.start(3, {}, SEED)
        with pytest.raises(Refusal):
            remote.play(start.position, 0, "bid 99")
        server.process.terminate()
        assert server.process.wait(30) == 0
    written = log.read_text()
    assert SEED.hex() not in written
    for card in json.loads(start.position.state)["recruit_deck"]:
        assert card not in written
