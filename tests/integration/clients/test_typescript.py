"""The TypeScript client as it is built, at the real gateway."""

import json
import os
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from tests.integration.clients.conftest import Service
from tests.integration.clients.node import NODE, PROGRAMS, ROOT, TYPESCRIPT, running, with_typescript
from tests.integration.gateway.browser import PATIENCE_SECONDS, Site, browsing, in_a_browser
from tests.integration.gateway.harness import Client as Player
from tests.integration.gateway.harness import Hall, open_hall
from tests.integration.gateway.play import answer, play_out
from tests.integration.gateway.served import Gateway
from tests.waiting import wait_until


def bot_of(service: Service, player: Player, **settings: str) -> Any:
    return running("bot.mjs", URL=service.url, KEY=str(player.key), **settings)


def new_match(client: Player, *seats: str) -> str:
    match: str = client.make("/v1/matches", {"ruleset": "sealed", "seats": list(seats)})["id"]
    return match


def status(client: Player, match: str) -> str:
    return str(client.read(f"/v1/matches/{match}")["status"])


@pytest.mark.slow
@with_typescript
def test_its_own_tests_pass() -> None:
    assert NODE
    files = sorted((TYPESCRIPT / "tests").glob("*.test.mjs"))
    assert len(files) == 6
    done = subprocess.run((NODE, "--test", *files), capture_output=True, text=True, timeout=110, check=False)
    assert done.returncode == 0, done.stdout


@with_typescript
def test_a_match_from_its_creation_to_its_replay(service: Service, ada: Player, bob: Player) -> None:
    assert NODE
    environment = {**os.environ, "URL": service.url, "ADA": str(ada.key), "BOB": str(bob.key)}
    command = (NODE, PROGRAMS / "operations.mjs")
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=100, check=False)
    assert done.stdout == "all is well\n", done.stderr


@with_typescript
def test_two_bots_play_many_matches_at_once(service: Service, ada: Player, bob: Player) -> None:
    matches = {new_match(ada, "me", f"player:{bob.id}") for _ in range(6)}
    with bot_of(service, ada) as one, bot_of(service, bob, AT_ONCE="1") as two:
        wait_until(lambda: len(one.of("ended")) == len(two.of("ended")) == 6, "all are played", 60)
    for bot, seat in ((one, 0), (two, 1)):
        ended = bot.of("ended")
        assert {match["match"] for match in bot.of("began")} == {match["match"] for match in ended} == matches
        assert len(bot.of("began")) == len(ended) == 6
        assert all(match["status"] == "finished" and match["seat"] == seat for match in ended)
        assert all(match["rank"] in (1, 2) for match in ended)
        decisions = [(turn["match"], turn["decision"]) for turn in bot.of("turn")]
        assert len(decisions) == len(set(decisions))
        assert all(turn["ruleset"] == "sealed" and turn["view"] and turn["deadline"] is None for turn in bot.of("turn"))
    assert {invitation["match"] for invitation in two.of("invitation")} == matches


@with_typescript
def test_an_invitation_that_is_not_accepted_is_declined(service: Service, ada: Player, bob: Player) -> None:
    with bot_of(service, bob, DECLINE="1") as bot:
        match = new_match(ada, "me", f"player:{bob.id}")
        wait_until(lambda: ada.read(f"/v1/matches/{match}")["abort_reason"] == "declined", "it is declined")
    assert [(each["match"], each["seat"]) for each in bot.of("invitation")] == [(match, 1)]


@with_typescript
def test_the_service_restarts_under_a_bot(service: Service, ada: Player, bob: Player, live: str) -> None:
    with bot_of(service, ada, HOLD="2") as bot, bot_of(service, bob):
        wait_until(lambda: [turn for turn in bot.of("turn") if turn["decision"] == 2], "it thinks")
        service.restart()
        bot.go_on()
        wait_until(lambda: bot.of("ended"), "it is played", 60)
    assert status(ada, live) == "finished"
    decisions = [turn["decision"] for turn in bot.of("turn")]
    assert decisions == sorted(set(decisions))


@with_typescript
def test_a_bot_that_was_killed_goes_on_in_its_next_life(service: Service, ada: Player, bob: Player, live: str) -> None:
    with bot_of(service, ada, HOLD="2") as first:
        wait_until(lambda: len(first.of("turn")) == 2, "it thinks")
        first.kill()
    assert status(ada, live) == "live"
    with bot_of(service, ada) as second, bot_of(service, bob):
        wait_until(lambda: second.of("ended"), "it is played", 60)
    assert [match["match"] for match in second.of("began")] == [live]
    assert second.of("turn")[0]["decision"] == 2


@with_typescript
def test_a_match_that_another_program_plays_on_is_given_up(
    service: Service, ada: Player, bob: Player, live: str
) -> None:
    with bot_of(service, ada, HOLD="1") as bot:
        wait_until(lambda: bot.of("turn"), "it thinks")
        play_out(live, ada, bob)
        bot.go_on()
        wait_until(lambda: bot.of("ended"), "it hears of the end")
    assert all(turn["match"] == live for turn in bot.of("turn"))


@with_typescript
def test_a_key_that_is_no_good_ends_the_run(service: Service, hall: Hall) -> None:
    with bot_of(service, Player(hall.app, "playhall_dev_none")) as bot:
        assert bot.wait() == 0
    assert bot.told == [{"what": "refused", "name": "Unauthenticated", "code": "UNAUTHENTICATED"}]


@with_typescript
def test_each_line_comes_once_although_the_service_restarts(
    service: Service, hall: Hall, ada: Player, bob: Player, live: str
) -> None:
    with running("following.mjs", URL=service.url, KEY=str(ada.key), MATCH=live) as follower:
        wait_until(lambda: hall.hub.followers() == 1, "it follows")
        for _ in range(2):
            answer(ada, live, 0)
            service.restart()
            answer(bob, live, 1)
        play_out(live, ada, bob)
        assert follower.wait() == 0
    assert follower.told[1:] == ada.read(f"/v1/matches/{live}/seats/0/events?since=1")["events"]


@pytest.fixture
def site() -> Iterator[Site]:
    """The origin whose pages may call the gateway; it has the client's modules."""
    made = Site(ROOT / "gateway" / "web")
    yield made
    made.close()


@pytest.fixture
def shared(hall: Hall, site: Site, tmp_path: Path, redis_client: Redis, redis_url: str) -> Iterator[Gateway]:
    """The hall's gateway, which cuts streams off after two seconds."""
    settings: Any = {"cors_origins": site.origin, "stream_max_seconds": "2"}
    served = open_hall(tmp_path, redis_client, redis_url, hall.database_path, **settings)
    gateway = Gateway(served)
    yield gateway
    gateway.stop()
    served.hub.close()


PLAYING = """<!doctype html><script type="module">
import { Bot, Client } from "/playhall/index.js";

const tell = (told) => fetch("/seen", {method: "POST", body: JSON.stringify(told)});
class Page extends Bot {
  choose({ legal }) { return legal[0].notation; }
  async matchEnded({ match, status, rank }) {
    const told = [];
    for await (const event of new Client("URL").events(match, null, {since: 1})) told.push(event.type);
    await tell({match, status, rank, told});
    this.stop();
  }
}
try {
  const refused = await new Client("URL", "KEY").match("m_none").catch((error) => error);
  await tell({name: refused.name, code: refused.code});
  await new Page("URL", "KEY").run();
} catch (error) {
  await tell({failed: String(error)});
}
</script>"""


@in_a_browser
@pytest.mark.slow
def test_a_page_of_another_origin_plays_a_match(
    tmp_path: Path, shared: Gateway, service: Service, site: Site, ada: Player, bob: Player, live: str
) -> None:
    page = PLAYING.replace("URL", f"http://127.0.0.1:{shared.port}").replace("KEY", str(ada.key))
    site.page = page
    done = threading.Event()

    def play() -> None:
        while not done.wait(0.05) and status(bob, live) == "live":
            answer(bob, live, 1)

    opponent = threading.Thread(target=play)
    opponent.start()
    try:
        with browsing(tmp_path, f"{site.origin}/"):
            wait_until(lambda: len(site.seen) == 2, "it has played", PATIENCE_SECONDS)
    finally:
        done.set()
        opponent.join()
    refused, ended = map(json.loads, site.seen)
    assert refused == {"name": "NotFound", "code": "NOT_FOUND"}
    assert (ended["match"], ended["status"]) == (live, "finished")
    assert ended["rank"] in (1, 2)
    assert ended["told"][-1] == "end"
