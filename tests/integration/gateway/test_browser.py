"""What a page of another origin can do in a real browser."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from redis import Redis

from tests.integration.docs.pages import DOCS, blocks
from tests.integration.gateway.browser import PATIENCE_SECONDS, Site, browsing, in_a_browser
from tests.integration.gateway.harness import Client, Hall, open_hall
from tests.integration.gateway.play import answer
from tests.integration.gateway.served import Gateway
from tests.waiting import wait_until

pytestmark = pytest.mark.slow


@pytest.fixture
def site() -> Iterator[Site]:
    """The origin whose pages may call the gateway."""
    made = Site()
    yield made
    made.close()


@pytest.fixture
def elsewhere() -> Iterator[Site]:
    """Another one."""
    made = Site()
    yield made
    made.close()


@pytest.fixture
def short_lived(hall: Hall, site: Site, tmp_path: Path, redis_client: Redis, redis_url: str) -> Iterator[Gateway]:
    """The hall's gateway, which cuts streams off after two seconds."""
    settings: Any = {"cors_origins": site.origin, "stream_max_seconds": "2"}
    served = open_hall(tmp_path, redis_client, redis_url, hall.database_path, **settings)
    gateway = Gateway(served)
    yield gateway
    gateway.stop()
    served.hub.close()


def seen(site: Site, is_enough: Callable[[list[Any]], bool], what: str) -> list[Any]:
    """What a page has told, when it is enough."""
    wait_until(lambda: is_enough([json.loads(text) for text in list(site.seen)]), what, PATIENCE_SECONDS)
    return [json.loads(text) for text in list(site.seen)]


FETCHING = """<!doctype html><script>
const tell = (told) => fetch("/seen", {method: "POST", body: JSON.stringify(told)});
(async () => {
  try {
    const first = await fetch("ADDRESS", {headers: {Authorization: "Bearer KEY"}});
    const etag = first.headers.get("ETag");
    const changed = await fetch("ADDRESS:abort", {
      method: "POST", headers: {Authorization: "Bearer KEY", "If-Match": '"other"', "Idempotency-Key": "k"},
    });
    const problem = await changed.json();
    await tell({id: (await first.json()).id, etag, requestId: first.headers.get("X-Request-Id").length,
                status: changed.status, code: problem.code});
  } catch (error) {
    await tell({failed: error.name});
  }
})();
</script>"""


@in_a_browser
def test_a_page_reads_answers_if_its_origin_may_and_no_others(
    tmp_path: Path, short_lived: Gateway, site: Site, elsewhere: Site, ada: Client
) -> None:
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"]
    address = f"http://127.0.0.1:{short_lived.port}/v1/matches/{match}"
    page = FETCHING.replace("ADDRESS", address).replace("KEY", str(ada.key))
    elsewhere.page = page
    site.page = page + f'<iframe src="{elsewhere.origin}/"></iframe>'
    etag = ada.get(f"/v1/matches/{match}").headers["ETag"]
    with browsing(tmp_path, f"{site.origin}/"):
        (allowed,) = seen(site, bool, "the page has asked")
        (refused,) = seen(elsewhere, bool, "the other page has asked")
    assert allowed == {"id": match, "etag": etag, "requestId": 32, "status": 412, "code": "PRECONDITION_FAILED"}
    assert refused == {"failed": "TypeError"}


FOLLOWING = """<!doctype html><script>
const tell = (told) => fetch("/seen", {method: "POST", body: JSON.stringify(told)});
const events = new EventSource("ADDRESS");
let opened = 0;
events.onopen = () => { opened += 1; };
for (const type of ["snapshot", "step", "end"]) events.addEventListener(type, (event) => {
  tell({type, opened, id: Number(event.lastEventId), revision: JSON.parse(event.data).revision});
});
events.onerror = () => tell({type: "error", opened, closed: events.readyState === EventSource.CLOSED});
</script>"""


def of(told: list[Any], *types: str) -> list[Any]:
    return [one for one in told if one["type"] in types]


@in_a_browser
def test_an_event_source_follows_a_seat_with_a_token_and_resumes_by_itself(
    tmp_path: Path, short_lived: Gateway, hall: Hall, site: Site, ada: Client, live: str
) -> None:
    token = ada.make(f"/v1/matches/{live}/seats/0:stream-token")["token"]
    path = f"/v1/matches/{live}/seats/0/events/sse?token={token}"
    site.page = FOLLOWING.replace("ADDRESS", f"http://127.0.0.1:{short_lived.port}{path}")
    with browsing(tmp_path, f"{site.origin}/"):
        seen(site, lambda told: bool(of(told, "snapshot")), "it has a snapshot")
        answer(ada, live, 0)
        seen(site, lambda told: len(of(told, "step")) == 1, "it is told the first step")
        seen(site, lambda told: bool(of(told, "error")), "it is cut off")
        answer(ada, live, 0)
        told = seen(site, lambda told: len(of(told, "step")) == 2, "it has come back")
        ada.make(f"/v1/matches/{live}:resign")
        seen(site, lambda told: bool(of(told, "end")), "it is told the end")
    # Its address never changes: only Last-Event-ID can have said from where.
    assert [one["type"] for one in of(told, "snapshot", "step")] == ["snapshot", "step", "step"]
    assert [one["revision"] for one in of(told, "snapshot", "step")] == [1, 2, 3]
    assert all(one["id"] == one["revision"] for one in of(told, "snapshot", "step"))
    assert of(told, "step")[0]["opened"] < of(told, "step")[1]["opened"]
    assert not any(one["closed"] for one in of(told, "error"))


@in_a_browser
def test_an_event_source_with_a_bad_token_gives_up(
    tmp_path: Path, short_lived: Gateway, site: Site, ada: Client, live: str
) -> None:
    token = ada.make(f"/v1/matches/{live}/seats/0:stream-token")["token"]
    path = f"/v1/matches/{live}/seats/1/events/sse?token={token}"
    site.page = FOLLOWING.replace("ADDRESS", f"http://127.0.0.1:{short_lived.port}{path}")
    with browsing(tmp_path, f"{site.origin}/"):
        told = seen(site, bool, "it has failed")
    assert told == [{"type": "error", "opened": 0, "closed": True}]


SPYING = """<script>
new MutationObserver(() => {
  const lines = [...document.querySelectorAll("#steps li")].map((line) => line.textContent);
  fetch("/seen", {method: "POST", body: JSON.stringify(lines)});
}).observe(document.querySelector("#steps"), {childList: true});
</script>"""


@in_a_browser
@pytest.mark.parametrize("is_spectator", [False, True], ids=["a seat", "a spectator without a key"])
def test_the_client_of_the_guide_follows_a_match_to_its_end(
    tmp_path: Path,
    short_lived: Gateway,
    redis_client: Redis,
    site: Site,
    ada: Client,
    bob: Client,
    live: str,
    is_spectator: bool,
) -> None:
    (client,) = blocks((DOCS / "streams.md").read_text(), "html")
    site.page = client + SPYING
    wanted = {"url": f"http://127.0.0.1:{short_lived.port}", "match": live}
    if not is_spectator:
        wanted |= {"key": str(ada.key), "seat": "0"}
    with browsing(tmp_path, f"{site.origin}/#{urlencode(wanted)}"):
        seen(site, bool, "it has a snapshot")
        if not is_spectator:
            for token in redis_client.scan_iter("stream_token:*"):  # as if its time were over
                redis_client.delete(token)
            wait_until(lambda: [*redis_client.scan_iter("stream_token:*")], "it has another token", PATIENCE_SECONDS)
        ada.make(f"/v1/matches/{live}/decisions/1", {"action": "place 4"})
        bob.make(f"/v1/matches/{live}:resign")
        told = seen(site, lambda told: any("end" in lines[-1] for lines in told), "it is told the end")
    lines = max(told, key=len)
    assert [line.split()[0] for line in lines] == ["snapshot", *["step"] * (len(lines) - 2), "end"]
    revisions = [int(line.split()[1]) for line in lines[:-1]]
    assert revisions == list(range(revisions[0], revisions[0] + len(revisions)))
