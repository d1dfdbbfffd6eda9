"""Leaderboards and histories over REST, and what strangers may not learn from them."""

import random
from typing import Any

import pytest
from sqlalchemy import select

from services.database import Database
from services.database.tables import rated_results
from services.ratings.rating_records import Population
from tests.integration.gateway.harness import RATING_RULES, Client, Hall
from tests.integration.gateway.play import play_out
from tests.integration.stored_ratings.played import expected, stored

BOARD = "/v1/leaderboards/sealed/2/humans"


def history_path(player: str, population: str = "humans") -> str:
    return f"/v1/players/{player}/leaderboards/sealed/2/{population}/history"


def play(hall: Hall, winner: Client, loser: Client, **wish: Any) -> str:
    """A match that the loser resigns, archived and rated."""
    new = {"ruleset": "sealed", "seats": ["me", f"player:{loser.id}"], **wish}
    match: str = winner.make("/v1/matches", new)["id"]
    loser.make(f"/v1/matches/{match}:join")
    loser.make(f"/v1/matches/{match}:resign")
    return finish(hall, match)


def play_a_bot(hall: Hall, person: Client, **wish: Any) -> str:
    """A match against a bot of the house that the person resigns, archived and rated."""
    match: str = person.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "bot:random"], **wish})["id"]
    person.make(f"/v1/matches/{match}:resign")
    return finish(hall, match)


def finish(hall: Hall, match: str) -> str:
    hall.play_house(match)
    assert hall.scoring.score(match) is True
    while hall.rater.rate():
        pass
    return match


@pytest.mark.slow
def test_what_real_matches_leave_behind_is_what_their_log_gives(hall: Hall) -> None:
    pick = random.Random(1)
    people = [hall.client(f"P{number}") for number in range(5)]
    fled: list[str] = []
    database = Database(hall.settings.database.database_url)
    for number in range(30):
        seated = pick.sample(people, pick.choice((2, 3)))
        seats = ["me", *(f"player:{each.id}" for each in seated[1:])]
        match: str = seated[0].make("/v1/matches", {"ruleset": "sealed", "seats": seats})["id"]
        for each in seated[1:]:
            each.make(f"/v1/matches/{match}:join")
        if number % 3 == 0 and len(seated) == 2:
            seated[1].make(f"/v1/matches/{match}:resign")
            fled.append(match)
        else:
            play_out(match, *seated)
        assert hall.scoring.score(match) is True
        if pick.random() < 0.3:
            while hall.rater.rate():
                pass
    while hall.rater.rate():
        pass

    assert stored(database) == expected(database, RATING_RULES)
    assert set(stored(database)[0]) == {("sealed", 2, Population.HUMANS), ("sealed", 3, Population.HUMANS)}
    done = hall.rating_upkeep.replay_all()
    assert done is not None
    assert [each.reason for each in done] == [None, None]
    with database.read() as connection:
        rows = connection.execute(select(rated_results.c.match_id, rated_results.c.forfeited)).all()
    assert sorted(row.match_id for row in rows if row.forfeited) == sorted(fled)
    assert len(fled) > 3
    database.close()


def test_before_the_first_match_there_are_no_leaderboards(hall: Hall, ada: Client) -> None:
    assert hall.stranger().read("/v1/leaderboards")["leaderboards"] == []
    assert ada.get(BOARD).status_code == 404
    assert ada.read("/v1/players/me/leaderboards") == {"player_id": ada.id, "leaderboards": []}


def test_a_finished_match_is_in_the_leaderboard(hall: Hall, ada: Client, bob: Client) -> None:
    play(hall, ada, bob)

    boards = hall.stranger().read("/v1/leaderboards")["leaderboards"]
    assert [(each["ruleset"], each["seats"], each["population"], each["players"]) for each in boards] == [
        ("sealed", 2, "humans", 2)
    ]
    entries = hall.stranger().read(BOARD)["entries"]
    assert [(each["player_id"], each["player_name"], round(each["mu"], 3), each["place"]) for each in entries] == [
        (ada.id, "Ada", 27.635, None),
        (bob.id, "Bob", 22.365, None),
    ]
    mine = ada.read("/v1/players/me/leaderboards")["leaderboards"]
    assert [(each["ruleset"], each["seats"], each["games"], each["provisional"]) for each in mine] == [
        ("sealed", 2, 1, True)
    ]


def test_a_history_tells_what_each_match_changed_and_why(hall: Hall, ada: Client, bob: Client) -> None:
    first = play(hall, ada, bob)
    second = play(hall, bob, ada)

    entries = hall.stranger().read(history_path(ada.id))["entries"]

    assert [(each["number"], each["match_id"], each["verdict"]) for each in entries] == [
        (2, second, "counted"),
        (1, first, "counted"),
    ]
    change, opponent = entries[1]["change"], entries[1]["opponents"][0]
    assert (change["rank"], change["weight"], change["mu_before"]) == (1, 1.0, 25.0)
    assert (round(change["mu"], 3), change["games"]) == (27.635, 1)
    assert (opponent["player_id"], opponent["player_name"], opponent["rank"]) == (bob.id, "Bob", 2)
    assert opponent["mu"] == 25.0
    assert entries[0]["opponents"][0]["mu"] < 23


@pytest.mark.parametrize("visibility", ["private", "unlisted"])
def test_a_stranger_learns_of_a_hidden_match_only_that_the_rating_changed(
    hall: Hall, ada: Client, bob: Client, admin: Client, visibility: str
) -> None:
    match = play(hall, ada, bob, visibility=visibility)

    for stranger in (hall.stranger(), hall.client("Eve")):
        response = stranger.get(history_path(ada.id))
        (entry,) = response.json["entries"]  # type: ignore[index]
        assert (entry["match_id"], entry["opponents"]) == (None, [])
        assert round(entry["change"]["mu"], 3) == 27.635
        assert match.encode() not in response.data
        assert bob.id.encode() not in response.data
    for involved in (ada, bob, admin):
        (entry,) = involved.read(history_path(ada.id))["entries"]
        assert entry["match_id"] == match
        assert [each["player_id"] for each in entry["opponents"]] == [bob.id]


def test_pages_go_on_where_they_ended(hall: Hall, ada: Client, bob: Client) -> None:
    matches = [play(hall, ada, bob, visibility="private") for _ in range(3)]
    first = ada.read(history_path("me"), query_string={"page_size": 2})
    rest = ada.read(history_path("me"), query_string={"page_size": 2, "page_token": first["next_page_token"]})
    assert [each["match_id"] for each in first["entries"] + rest["entries"]] == matches[::-1]
    assert rest["next_page_token"] is None
    stranger = hall.stranger().read(history_path(ada.id), query_string={"page_size": 2})
    assert stranger["next_page_token"] is not None
    assert all(match not in stranger["next_page_token"] for match in matches)

    found: list[str] = []
    query: dict[str, Any] = {"page_size": 1}
    while True:
        page = ada.read(BOARD, query_string=query)
        found += [each["player_id"] for each in page["entries"]]
        if page["next_page_token"] is None:
            break
        query["page_token"] = page["next_page_token"]
    assert found == [ada.id, bob.id]


def test_tokens_of_other_lists_are_refused(hall: Hall, ada: Client, bob: Client) -> None:
    for _ in range(2):
        play(hall, ada, bob)
    token = ada.read(history_path("me"), query_string={"page_size": 1})["next_page_token"]
    for path in (BOARD, history_path(bob.id)):
        refused = ada.get(path, query_string={"page_size": 1, "page_token": token})
        assert refused.status_code == 422


def test_a_match_for_practice_is_not_rated(hall: Hall, ada: Client, bob: Client) -> None:
    match = play(hall, ada, bob, rated=False)

    assert ada.read(f"/v1/matches/{match}")["rated"] is False
    assert ada.get(BOARD).status_code == 404
    again = ada.make(f"/v1/matches/{match}:rematch")
    assert again["rated"] is False


def test_matches_are_rated_unless_their_creator_wishes_otherwise(ada: Client) -> None:
    assert ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["rated"] is True


def test_people_are_rated_with_bots_if_they_had_agreed_when_the_match_began(hall: Hall, ada: Client) -> None:
    play_a_bot(hall, ada)
    assert hall.stranger().read("/v1/leaderboards")["leaderboards"] == []

    changed = ada.ask("PATCH", "/v1/players/me", json={"rated_with_bots": True})
    assert changed.json["rated_with_bots"] is True  # type: ignore[index]
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "bot:random"]})["id"]
    ada.ask("PATCH", "/v1/players/me", json={"rated_with_bots": False})  # it goes badly
    ada.make(f"/v1/matches/{match}:resign")
    finish(hall, match)

    entries = ada.read("/v1/leaderboards/sealed/2/mixed")["entries"]
    assert [(each["player_id"], each["games"]) for each in entries] == [("bot_sealed_random", 1), (ada.id, 1)]
    play_a_bot(hall, ada)
    assert len(ada.read(history_path("me", "mixed"))["entries"]) == 1


def test_only_people_agree_and_only_for_themselves(hall: Hall, ada: Client, bob: Client) -> None:
    bot = ada.make("/v1/players/me/bots", {"name": "Adabot"})["id"]
    refused = ada.ask("PATCH", f"/v1/players/{bot}", json={"rated_with_bots": True})
    assert (refused.status_code, refused.json["code"]) == (409, "NOT_A_PERSON")  # type: ignore[index]
    assert bob.ask("PATCH", f"/v1/players/{ada.id}", json={"rated_with_bots": True}).status_code == 403
    assert hall.players.get(ada.id).rated_with_bots is False


def test_a_renamed_player_is_listed_by_its_name_of_now(hall: Hall, ada: Client, bob: Client) -> None:
    play(hall, ada, bob)
    ada.ask("PATCH", "/v1/players/me", json={"name": "Ada L."})
    assert hall.stranger().read(BOARD)["entries"][0]["player_name"] == "Ada L."


def test_bots_have_strengths_when_they_were_estimated(hall: Hall, ada: Client, bob: Client) -> None:
    play(hall, ada, bob)
    path = "/v1/leaderboards/sealed/2/{}/strengths"
    assert ada.get(path.format("humans")).status_code == 404
    assert ada.get(path.format("bots")).status_code == 404
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["bot:random", "bot:random"]})["id"]
    finish(hall, match)
    assert ada.read(path.format("bots"))["computed_at"] is None

    assert hall.rating_upkeep.work() is True

    found = hall.stranger().read(path.format("bots"))
    assert found["computed_at"] is not None
    assert (found["matches"], found["strengths"]) == (1, [])  # nobody is compared with itself


@pytest.mark.parametrize(
    "path", ["/v1/leaderboards/sealed/6/humans", "/v1/leaderboards/sealed/two/humans", "/v1/leaderboards/sealed/2/all"]
)
def test_leaderboards_that_cannot_be_are_refused(ada: Client, path: str) -> None:
    assert ada.get(path).status_code in (404, 422)


def test_a_history_of_nobody_is_not_found(hall: Hall, ada: Client, bob: Client) -> None:
    play(hall, ada, bob)
    assert ada.get(history_path("p_nobody")).status_code == 404
    assert ada.read(history_path(hall.client("Eve").id))["entries"] == []
