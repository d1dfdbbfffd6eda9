"""Webhooks of tournaments over REST."""

from typing import Any

from werkzeug.test import TestResponse

from services.stored_tournaments.hosted_tournament import TournamentVisibility
from tests.integration.gateway.harness import Client, Hall
from tests.integration.gateway.hosted import announced

WHERE = {"url": "https://club.example/hooks"}


def body(response: TestResponse) -> dict[str, Any]:
    """What was answered."""
    assert isinstance(response.json, dict)
    return response.json


def test_a_secret_is_shown_once_and_renewed(hall: Hall, ada: Client) -> None:
    path = f"/v1/tournaments/{announced(hall, ada).id}/webhook"
    made = ada.ask("PUT", path, json=WHERE)
    assert made.status_code == 201
    assert made.headers["Cache-Control"] == "no-store"
    secret = body(made)["secret"]
    assert secret.startswith("whsec_")
    again = ada.ask("PUT", path, json=WHERE)
    assert (again.status_code, "secret" in body(again)) == (200, False)
    shown = ada.read(path)
    assert "secret" not in shown
    assert {name: shown[name] for name in ("url", "state", "set_by", "next_entry", "failures")} == {
        "url": "https://club.example/hooks",
        "state": "active",
        "set_by": ada.id,
        "next_entry": 1,
        "failures": 0,
    }
    renewed = ada.make(f"{path}:rotate")
    assert renewed["secret"] not in (secret, None)
    assert ada.read(f"{path}/deliveries") == {"deliveries": [], "next_page_token": None}
    assert ada.ask("DELETE", path).status_code == 204
    assert ada.ask("DELETE", path).status_code == 204
    assert ada.ask("GET", path).status_code == 404


def test_what_cannot_be_is_refused_where_it_stands(hall: Hall, ada: Client) -> None:
    path = f"/v1/tournaments/{announced(hall, ada).id}/webhook"
    for url in ("http://club.example/", "https://10.0.0.1/", "https://club.example:22/"):
        refusal = ada.ask("PUT", path, json={"url": url})
        assert (refusal.status_code, body(refusal)["errors"][0]["pointer"]) == (422, "/body/url")
    assert ada.ask("POST", f"{path}:resend", json={"entry": 1}).status_code == 404
    ada.ask("PUT", path, json=WHERE)
    refusal = ada.ask("POST", f"{path}:resend", json={"entry": 1})
    assert (refusal.status_code, body(refusal)["errors"][0]["pointer"]) == (422, "/body/entry")
    assert ada.ask("POST", f"{path}:resend", json={"entry": 0}).status_code == 422


def test_others_find_no_webhook_and_no_private_tournament(hall: Hall, ada: Client, bob: Client) -> None:
    public = announced(hall, ada)
    private = announced(hall, ada, visibility=TournamentVisibility.PRIVATE)
    for tournament, code in ((public, "NOT_A_HOST"), (private, "NOT_FOUND")):
        path = f"/v1/tournaments/{tournament.id}/webhook"
        for method, where in (("GET", path), ("DELETE", path), ("POST", f"{path}:rotate")):
            assert body(bob.ask(method, where))["code"] == code
        assert body(bob.ask("PUT", path, json=WHERE))["code"] == code
        assert body(bob.ask("GET", f"{path}/deliveries"))["code"] == code
