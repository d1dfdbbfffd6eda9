"""A platform that lies to a browser about the tournament that a match was played in, and signs what it says anew."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from services.engine.fairness import (
    CommitmentDocument,
    EventReference,
    canonical,
    event_server_seed,
    promised_match_seed,
)
from services.fairness.signing import SigningKeys, read_key_file
from tests.e2e.platform import Platform
from tests.integration.gateway.browser import needs_browser
from tests.waiting import wait_until
from tests.web.browser import Browsers, address

pytestmark = [pytest.mark.slow, needs_browser, pytest.mark.timeout(300)]

Json = dict[str, Any]
CHOSEN = b"\xcd" * 32
EVENT = "The tournament or series is the one that was promised, as far as this browser has kept it."
EVENT_SEED = "The platform's seed follows from that of the tournament or series."
EVENT_DEAL = "Deal, seats and everybody's seeds are those of the tournament's log."
OF_THE_EVENT = [
    EVENT,
    "Game, options and players are those of the tournament or series.",
    EVENT_SEED,
    "The platform has signed what the tournament or series promised.",
    "The tournament or series stands before the match in the public log.",
    EVENT_DEAL,
]
FAIR, UNFAIR = "The match was fair: everything that could be checked holds.", "This replay is not what was promised."


@dataclass(frozen=True)
class Cup:
    """A tournament between two bots of the house, and its only match."""

    id: str
    match: str
    told: Json
    export: Json
    replay: Json


def open_cup(platform: Platform) -> str:
    rest = platform.rest()
    new = {
        "name": "Cup",
        "ruleset": "commanders",
        "stages": [{"format": "swiss", "rounds": 1}],
        "time_control": {"kind": "fischer", "bank_seconds": 600, "increment_seconds": 10},
        "entry": {"bots": "only"},
    }
    cup: str = rest.post("/v1/tournaments", new)["id"]
    for name in ("Ada", "Bert"):
        rest.post(f"/v1/tournaments/{cup}/entrants", {"bot": "random", "name": name})
    return cup


def played(platform: Platform, cup: str) -> Cup:
    rest = platform.rest()
    rest.post(f"/v1/tournaments/{cup}:start", {"reason": ""})
    wait_until(lambda: rest.get(f"/v1/tournaments/{cup}")["seed"], "the tournament is over", 60)
    (table,) = rest.get(f"/v1/tournaments/{cup}/rounds/1")["tables"]
    match = table["matches"][0]["match"]
    export = rest.get(f"/v1/tournaments/{cup}/export/json")
    return Cup(cup, match, rest.get(f"/v1/tournaments/{cup}"), export, rest.get(f"/v1/matches/{match}/replay"))


@pytest.fixture(scope="module")
def cup(platform: Platform) -> Cup:
    return played(platform, open_cup(platform))


@pytest.fixture(scope="module")
def other(platform: Platform) -> Cup:
    """Another one, with the same rules and the same bots."""
    return played(platform, open_cup(platform))


def lies(page: Page, **answers: Json) -> None:
    """Answers by the end of what is asked for. Where the replay is another, its positions tell nothing against it."""

    def fulfil(route: Route, answer: Json) -> None:
        route.fulfill(body=json.dumps(answer), content_type="application/json")

    for end, answer in answers.items():
        page.route(f"**/{end}", lambda route, _, answer=answer: fulfil(route, answer))
    page.route("**/positions/*", lambda route: fulfil(route, route.fetch().json() | {"chance": []}))


def signed(keys: SigningKeys, document: Json) -> Json:
    signature = keys.sign(document["format"], canonical(document))
    return {"key_id": signature.key_id, "value": signature.value.hex()}


def dealt(keys: SigningKeys, cup: Cup, server: bytes, event: Json | None) -> Json:
    """The replay of a cup's match as if it had been dealt so."""
    document = cup.replay["commitment_document"] | {"server_seed_sha256": hashlib.sha256(server).hexdigest()}
    del document["event"]
    document |= {} if event is None else {"event": event}
    seed = promised_match_seed(CommitmentDocument.read(canonical(document)), server, cup.replay["client_seeds"])
    return anew(
        keys,
        cup.replay,
        server_seed=server.hex(),
        seed=seed.hex(),
        commitment=hashlib.sha256(canonical(document)).hexdigest(),
        commitment_document=document,
        commitment_signature=signed(keys, document),
    )


def anew(keys: SigningKeys, replay: Json, **fields: Any) -> Json:
    """A replay that says another thing, signed."""
    told = {name: value for name, value in replay.items() if name != "signature"} | fields
    return told | {"signature": signed(keys, told)}


def told_otherwise(keys: SigningKeys, cup: Cup) -> dict[str, Json]:
    """The whole tournament as if it had promised another seed."""
    document = cup.told["commitment_document"] | {"seed_sha256": hashlib.sha256(CHOSEN).hexdigest()}
    promise = {"commitment": hashlib.sha256(canonical(document)).hexdigest(), "commitment_document": document}
    promise |= {"commitment_signature": signed(keys, document), "seed": CHOSEN.hex()}
    event = cup.replay["commitment_document"]["event"] | {"sha256": promise["commitment"]}
    server = event_server_seed(CHOSEN, EventReference(**event), cup.replay["client_seeds"])
    return {
        "replay": dealt(keys, cup, server, event),
        f"tournaments/{cup.id}": cup.told | promise,
        "export/json": cup.export | promise,
    }


def prove(page: Page, platform: Platform, cup: Cup) -> list[str]:
    """Have the proof of its match made; what does not hold."""
    page.goto(address(platform, f"replays/{cup.match}"))
    page.locator(".proof button").click()
    expect(page.locator(".proof p b")).to_be_visible(timeout=60_000)
    bad = [line for line in OF_THE_EVENT if page.locator(".checks .bad", has_text=line).count()]
    assert len(bad) == page.locator(".checks .bad").count()
    assert page.locator(".proof p b").inner_text() == (UNFAIR if bad else FAIR)
    return bad


def test_a_tournaments_match_is_proven_by_what_this_browser_saw_before_the_start(
    platform: Platform, browsers: Browsers
) -> None:
    id = open_cup(platform)
    with browsers.visitor() as page:
        page.goto(address(platform, f"tournaments/{id}"))
        expect(page.locator("main")).to_contain_text("2 entrants")
        page.goto("about:blank")
        cup = played(platform, id)
        assert prove(page, platform, cup) == []
        for line in OF_THE_EVENT:
            expect(page.locator(".checks .good", has_text=line)).to_be_visible()
        keys = read_key_file(platform.folder.signing_keys)
        lies(page, replay=dealt(keys, cup, CHOSEN, cup.replay["commitment_document"]["event"]))
        page.goto("about:blank")
        assert prove(page, platform, cup) == [EVENT_SEED]


Lie = Callable[[SigningKeys, Cup, Cup], dict[str, Json]]


@pytest.mark.parametrize(
    ("lie", "found"),
    [
        pytest.param(
            lambda keys, cup, _: {"replay": dealt(keys, cup, CHOSEN, None)}, [EVENT], id="leaves the tournament out"
        ),
        pytest.param(
            lambda keys, cup, other: {
                "replay": dealt(
                    keys,
                    cup,
                    bytes.fromhex(other.replay["server_seed"]),
                    other.replay["commitment_document"]["event"],
                )
            },
            [EVENT, EVENT_SEED, EVENT_DEAL],
            id="names another tournament",
        ),
        pytest.param(
            lambda keys, cup, _: told_otherwise(keys, cup), [EVENT], id="tells the whole tournament otherwise"
        ),
    ],
)
def test_a_platform_that_denies_what_this_browser_saw_of_a_tournament_is_found_out(
    platform: Platform, browsers: Browsers, cup: Cup, other: Cup, lie: Lie, found: list[str]
) -> None:
    answers = lie(read_key_file(platform.folder.signing_keys), cup, other)
    with browsers.visitor() as page:
        lies(page, **answers)
        assert prove(page, platform, cup) == [], "who has seen nothing of the tournament cannot tell"
    with browsers.visitor() as page:
        page.goto(address(platform, f"tournaments/{cup.id}"))
        expect(page.locator(f"a[href='#/matches/{cup.match}']")).to_be_visible()
        lies(page, **answers)
        assert prove(page, platform, cup) == found
