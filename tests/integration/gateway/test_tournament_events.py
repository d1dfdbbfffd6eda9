"""Tournaments in the stream of a player's account."""

import json
from typing import Any

from tests.integration.gateway.harness import Client, Hall
from tests.integration.gateway.hosted import announced, begun, caller_of, look
from tests.integration.gateway.play import play_out
from tests.integration.gateway.test_account_events import LINES, kinds, polled

OF_TOURNAMENTS = (
    *("tournament_invited", "tournament_started", "round_paired", "your_table", "table_result"),
    *("tournament_corrected", "tournament_ended", "host_needed"),
)


def about_tournaments(events: list[dict[str, Any]]) -> list[str]:
    return [type for type in kinds(events) if type in OF_TOURNAMENTS]


def test_a_player_is_told_of_its_tournaments_beside_its_matches(
    hall: Hall, ada: Client, bob: Client, carol: Client
) -> None:
    (first,), ada_at = polled(ada)
    assert first["tournaments"] == []
    tournament = begun(hall, carol, ada, bob)
    events, after = polled(ada, ada_at)
    assert about_tournaments(events) == ["tournament_started", "round_paired", "your_table"]
    table = events[-1]
    assert {"match_began", "your_turn"} <= set(kinds(events))
    (line,), opened_at = polled(ada)
    assert line["tournaments"] == [
        {
            "tournament": tournament.id,
            "name": "Cup",
            "ruleset": "sealed",
            "status": "running",
            "round": 1,
            "table": 1,
            "match": table["match"],
            "seat": table["seat"],
            "invited": False,
        }
    ]
    seats = (ada, bob) if table["seat"] == 0 else (bob, ada)
    play_out(table["match"], *seats)
    hall.scoring.score(table["match"])
    hall.tournaments.control.pause(caller_of(carol), tournament.id)
    hall.tournaments.control.resume(caller_of(carol), tournament.id)
    look(hall)
    for since in (after, opened_at):
        ended, _ = polled(ada, since)
        assert about_tournaments(ended) == ["table_result", "tournament_ended"]
    assert polled(ada)[0][0]["tournaments"] == []
    (nothing,), _ = polled(carol)
    assert (nothing["matches"], nothing["tournaments"]) == ([], [])


def test_a_player_is_told_that_it_is_invited(hall: Hall, ada: Client, bob: Client) -> None:
    tournament = announced(hall, bob)
    _, start = polled(ada)
    hall.tournaments.entrants.enter(caller_of(bob), tournament.id, ada.id)
    look(hall)
    (invited,), _ = polled(ada, start)
    told = {name: invited[name] for name in ("type", "tournament", "ruleset", "host", "starts_at")}
    assert told == {
        "type": "tournament_invited",
        "tournament": tournament.id,
        "ruleset": "sealed",
        "host": bob.id,
        "starts_at": None,
    }
    assert invited["entrant"] == {"entrant": "e1", "name": "Ada", "player": ada.id, "is_bot": False}
    (line,), _ = polled(ada)
    assert [each["invited"] for each in line["tournaments"]] == [True]


def test_nothing_comes_twice_and_nothing_is_lost_wherever_a_client_resumes(
    hall: Hall, ada: Client, bob: Client, carol: Client
) -> None:
    _, start = polled(ada)
    begun(hall, carol, ada, bob)
    whole, _ = polled(ada, start)
    assert len({event["cursor"] for event in whole}) == len(whole)
    for place, event in enumerate(whole):
        again, _ = polled(ada, event["cursor"])
        assert [line["type"] for line in again] == kinds(whole[place + 1 :])


def test_a_stream_tells_what_happens_while_it_is_open(hall: Hall, ada: Client, bob: Client, carol: Client) -> None:
    lines = ada.lines(LINES)
    seen = [json.loads(next(lines))]
    begun(hall, carol, ada, bob)
    while seen[-1]["type"] != "your_table":
        seen += [json.loads(line) for line in next(lines).splitlines() if line]
    assert about_tournaments(seen) == ["tournament_started", "round_paired", "your_table"]
