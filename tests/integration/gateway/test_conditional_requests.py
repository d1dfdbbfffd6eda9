"""ETags of what can be stale, and changes that are made only of what the client has seen."""

import pytest

from tests.integration.gateway.harness import Client, Hall

NEW = {"ruleset": "sealed", "seats": ["me", "open", "open"]}


def tag(client: Client, path: str) -> str:
    return client.get(path).headers["ETag"]


@pytest.fixture
def open_match(ada: Client) -> str:
    match: str = ada.make("/v1/matches", NEW)["id"]
    return match


@pytest.mark.parametrize(
    "path",
    [
        "/v1/rulesets",
        "/v1/rulesets/sealed",
        "/v1/rulesets/sealed/cards",
        "/v1/rulesets/sealed/schemas/view",
        "/v1/bots",
        "/v1/players",
        "/v1/players/me",
        "/v1/players/me/keys",
        "/v1/players/me/statistics",
        "/v1/players/me/quotas",
        "/v1/keys/current",
        "/v1/matches",
        "/v1/matches/{live}",
        "/v1/matches/{live}/view",
        "/v1/matches/{live}/seats/0/view",
    ],
)
def test_what_the_client_has_is_not_sent_again(ada: Client, live: str, path: str) -> None:
    path = path.replace("{live}", live)
    first = ada.get(path)
    again = ada.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (first.status_code, again.status_code, again.data) == (200, 304, b"")
    assert ada.ask("HEAD", path).headers["ETag"] == first.headers["ETag"]
    assert ada.get(path, headers={"If-None-Match": '"other"'}).data == first.data


def test_a_seats_tag_says_no_more_than_the_seat_may_know(hall: Hall, ada: Client, bob: Client, live: str) -> None:
    """Bob lays a card face down. Nobody else may notice, not even by an ETag."""
    watched = [f"/v1/matches/{live}", f"/v1/matches/{live}/view", "/v1/matches"]
    before = [tag(ada, path) for path in (*watched, f"/v1/matches/{live}/seats/0/view")]
    bobs = tag(bob, f"/v1/matches/{live}/seats/1/view")
    bob.make(f"/v1/matches/{live}/decisions/1", {"action": "place 4"})
    assert [tag(ada, path) for path in (*watched, f"/v1/matches/{live}/seats/0/view")] == before
    assert tag(bob, f"/v1/matches/{live}/seats/1/view") != bobs


def test_views_that_say_the_same_have_the_same_tag(hall: Hall, ada: Client, bob: Client) -> None:
    """Whatever Bob has laid: as long as it lies face down, Ada's view differs in nothing but its match."""
    tags = set()
    for card in (1, 3, 5):
        match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", f"player:{bob.id}"]})["id"]
        bob.make(f"/v1/matches/{match}:join")
        bob.make(f"/v1/matches/{match}/decisions/1", {"action": f"place {card}"})
        view = ada.get(f"/v1/matches/{match}/seats/0/view")
        tags.add(view.data.replace(match.encode(), b"m"))
    assert len(tags) == 1


@pytest.mark.parametrize("action", ["join", "leave", "start", "abort"])
def test_a_change_of_what_the_client_has_not_seen_is_refused(
    hall: Hall, ada: Client, bob: Client, open_match: str, action: str
) -> None:
    seen = tag(ada, f"/v1/matches/{open_match}")
    bob.make(f"/v1/matches/{open_match}:join")
    if action == "start":  # it must be possible but for the ETag
        open_match = ada.make("/v1/matches", {**NEW, "seats": ["me", "bot:greedy"], "start_rule": "by_creator"})["id"]
    who = hall.client("Cleo") if action == "join" else ada
    before = hall.fingerprint()
    refused = who.post(f"/v1/matches/{open_match}:{action}", headers={"If-Match": seen})
    assert (refused.status_code, refused.json and refused.json["code"]) == (412, "PRECONDITION_FAILED")
    assert hall.fingerprint() == before
    fresh = tag(who, f"/v1/matches/{open_match}")
    changed = who.post(f"/v1/matches/{open_match}:{action}", headers={"If-Match": fresh})
    assert changed.status_code == 200
    assert changed.headers["ETag"] == tag(who, f"/v1/matches/{open_match}") != fresh


def test_a_malformed_if_match_is_refused_and_changes_nothing(hall: Hall, ada: Client, open_match: str) -> None:
    before = hall.fingerprint()
    for action in ("join", "leave", "start", "resign", "abort"):
        refused = ada.post(f"/v1/matches/{open_match}:{action}", headers={"If-Match": "not-a-tag"})
        assert (refused.status_code, refused.json and refused.json["code"]) == (422, "INVALID_FIELD")
        assert refused.json is not None
        assert [error["pointer"] for error in refused.json["errors"]] == ["/headers/If-Match"]
    assert hall.fingerprint() == before


def test_a_star_matches_any_state_and_a_weak_tag_none(ada: Client, open_match: str) -> None:
    weak = "W/" + tag(ada, f"/v1/matches/{open_match}")
    refused = ada.post(f"/v1/matches/{open_match}:abort", headers={"If-Match": weak})
    assert (refused.status_code, refused.json and refused.json["code"]) == (412, "PRECONDITION_FAILED")
    aborted = ada.post(f"/v1/matches/{open_match}:abort", headers={"If-Match": "*"})
    assert (aborted.status_code, aborted.json and aborted.json["status"]) == (200, "aborted")


def test_the_answer_of_a_change_has_the_tag_for_the_next(ada: Client, open_match: str) -> None:
    path = f"/v1/matches/{open_match}/seats/1"
    first = ada.ask("PUT", path, json={"seat": "bot:greedy"})
    second = ada.ask("PUT", path, json={"seat": "open"}, headers={"If-Match": first.headers["ETag"]})
    assert (first.status_code, second.status_code) == (200, 200)
    stale = ada.ask("PUT", path, json={"seat": "bot:random"}, headers={"If-Match": first.headers["ETag"]})
    assert stale.status_code == 412


def test_who_sends_a_change_again_that_was_made_is_told_so(ada: Client, open_match: str) -> None:
    """The answer was lost on its way: the old ETag stands for a match that is no more, and nothing is left to do."""
    seen = tag(ada, f"/v1/matches/{open_match}")
    for _ in range(2):
        aborted = ada.post(f"/v1/matches/{open_match}:abort", headers={"If-Match": seen})
        assert (aborted.status_code, aborted.json and aborted.json["status"]) == (200, "aborted")


def test_a_player_is_renamed_if_nobody_else_has_done_it(hall: Hall, ada: Client, admin: Client) -> None:
    seen = tag(ada, "/v1/players/me")
    path = f"/v1/players/{ada.id}"
    assert admin.ask("PATCH", path, json={"name": "Ada II"}, headers={"If-Match": seen}).status_code == 200
    refused = ada.ask("PATCH", path, json={"name": "Ada III"}, headers={"If-Match": seen})
    assert (refused.status_code, refused.json and refused.json["code"]) == (412, "PRECONDITION_FAILED")
    assert ada.read("/v1/players/me")["name"] == "Ada II"
    assert ada.ask("PATCH", path, json={"name": "Ada III"}).json == {**ada.read(path), "name": "Ada III"}


def test_a_bot_of_the_house_keeps_its_name(ada: Client, admin: Client) -> None:
    ada.read("/v1/bots")
    refused = admin.ask("PATCH", "/v1/players/bot_sealed_greedy", json={"name": "Me"})
    assert refused.status_code == 422
    assert refused.json is not None
    assert [error["pointer"] for error in refused.json["errors"]] == ["/body/name"]
