"""No answer depends on what its reader cannot know."""

import re

import pytest

from tests.integration.gateway.harness import Client, Hall

PROBES = [
    ("POST", "/decisions/1", {"action": "place 2"}),
    ("POST", "/decisions/2", {"action": "place 1"}),
    ("POST", "/decisions/2", {"action": "place 6"}),
    ("POST", "/decisions/2", {"action": {"place": {"card": 1}}}),
    ("POST", "/decisions/2", {"action": {"steal": 1}}),
    ("POST", "/decisions/2", {"action": "keep"}),
    ("POST", "/decisions/3", {"action": "place 2"}),
    ("POST", "/decisions/9", {"action": "place 2"}),
    ("POST", ":join", {"seat": 1}),
    ("POST", ":start", {}),
    ("POST", ":abort", {}),
    ("GET", "", None),
    ("GET", "/view", None),
    ("GET", "/seats/0/view", None),
    ("GET", "/seats/1/view", None),
    ("GET", "/seats/7/view", None),
    ("GET", "/events?since=0", None),
    ("GET", "/seats/0/events", None),
    ("GET", "/seats/0/events?since=0", None),
    ("GET", "/seats/0/events?since=9", None),
    ("GET", "/replay", None),
]


@pytest.fixture
def matches(hall: Hall, ada: Client, bob: Client, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Three matches, alike in all that Ada may know: Bob has laid no card, one, or two others, the decks are shuffled
    differently, and time stands still."""
    found = []
    for laid in ((), ("place 1",), ("place 5", "place 2")):
        match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"]
        bob.make(f"/v1/matches/{match}:join")
        ada.make(f"/v1/matches/{match}/decisions/1", {"action": "place 1"})
        for number, action in enumerate(laid, 1):
            bob.make(f"/v1/matches/{match}/decisions/{number}", {"action": action})
        found.append(match)
    return found


@pytest.mark.parametrize(("method", "path", "body"), PROBES, ids=lambda part: str(part) if part else "-")
@pytest.mark.parametrize("who", ["ada", "carol"])
def test_answers_are_the_same_for_states_that_differ_in_hidden_facts(
    request: pytest.FixtureRequest, matches: list[str], who: str, method: str, path: str, body: object
) -> None:
    client: Client = request.getfixturevalue(who)
    answers = set()
    for match in matches:
        public = client.read(f"/v1/matches/{match}")
        options = {} if body is None else {"json": body}
        response = client.ask(method, f"/v1/matches/{match}{path}", headers={"X-Request-Id": "the-same-one"}, **options)
        text = response.get_data(as_text=True).replace(match, "MATCH").replace(public["commitment"], "COMMITMENT")
        for promised in (public["commitment_document"]["server_seed_sha256"], public["commitment_signature"]["value"]):
            text = text.replace(promised, "PROMISED")
        for moment in (public["created_at"], public["started_at"]):
            text = text.replace(moment, "THEN")
        answers.add((response.status_code, _without_times(text)))
    assert len(answers) == 1, answers


def _without_times(text: str) -> str:
    return re.sub(r'"at":"[^"]*"', '"at":"THEN"', text)
