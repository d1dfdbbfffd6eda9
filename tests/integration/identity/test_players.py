"""Players, on both databases."""

from collections.abc import Callable

import pytest

from services.database import Database
from services.errors import Reason, Refusal
from services.identity import Player, PlayerKind, Players
from tests.integration.database.processes import DiesBeforeCommit, at_once, killed_when_told


def at(moment: int) -> Callable[[], int]:
    return lambda: moment


def test_a_new_player_can_be_found_again(database: Database) -> None:
    players = Players(database, at(1_795_000_000_000))

    ann = players.create("  Ann ", PlayerKind.PERSON)

    assert (ann.name, ann.kind, ann.created_ms) == ("Ann", PlayerKind.PERSON, 1_795_000_000_000)
    assert ann.id.startswith("p_01m7q5cqg0")
    assert players.get(ann.id) == ann


def test_a_name_is_kept_as_it_was_written(database: Database) -> None:
    players = Players(database)

    made = [players.create(name, PlayerKind.BOT) for name in ("花子", "Zoë 🎲", "'; DROP TABLE players; --", "x" * 64)]

    assert [players.get(player.id) for player in made] == made


def test_names_are_not_unique(database: Database) -> None:
    players = Players(database)

    assert players.create("Ann", PlayerKind.PERSON).id != players.create("Ann", PlayerKind.PERSON).id


def test_a_bad_name_makes_no_player(database: Database) -> None:
    players = Players(database)

    with pytest.raises(Refusal) as refused:
        players.create("An\nn", PlayerKind.PERSON)

    assert refused.value.reason is Reason.INVALID_FIELD
    assert players.list(10) == []


@pytest.mark.parametrize("player_id", ["p_none", "", "' OR ''='", "x" * 10_000])
def test_a_player_that_is_not_there_is_not_found(database: Database, player_id: str) -> None:
    with pytest.raises(Refusal) as refused:
        Players(database).get(player_id)

    assert refused.value.reason is Reason.NOT_FOUND


def test_players_are_listed_a_page_at_a_time_in_the_order_they_came(database: Database) -> None:
    made = [Players(database, at(moment)).create(f"Player {moment}", PlayerKind.PERSON) for moment in range(5)]
    players = Players(database)

    first = players.list(2)
    second = players.list(2, after=first[-1].id)
    third = players.list(2, after=second[-1].id)

    assert first + second + third == made
    assert [len(first), len(second), len(third)] == [2, 2, 1]
    assert players.list(2, after=made[-1].id) == []


def test_a_bot_of_the_house_is_made_when_it_is_first_asked_for(database: Database) -> None:
    first = Players(database, at(1)).house_bot("factionwars", "greedy")
    again = Players(database, at(2)).house_bot("factionwars", "greedy")

    assert first == again == Player("bot_factionwars_greedy", PlayerKind.BOT, "greedy", 1)
    assert Players(database).list(10) == [first]


def test_bots_of_the_house_are_told_apart_by_ruleset_and_bot(database: Database) -> None:
    players = Players(database)

    ids = [
        players.house_bot(ruleset, bot).id
        for ruleset, bot in [("hex", "greedy"), ("hex", "random"), ("go", "greedy"), ("a_b", "c"), ("a", "b_c")]
    ]

    assert ids == ["bot_hex_greedy", "bot_hex_random", "bot_go_greedy", "bot_a-b_c", "bot_a_b_c"]


def ask_for_bots(url: str) -> list[Player]:
    players = Players(Database(url))
    return [players.house_bot("factionwars", f"bot{number}") for number in range(20)]


@pytest.mark.slow
def test_processes_that_ask_for_new_house_bots_at_once_get_the_same_ones(database: Database, database_url: str) -> None:
    one, *others = at_once(3, ask_for_bots, database_url)

    assert others == [one, one]
    assert len(Players(database).list(100)) == 20


def make_bot_and_die(die: Callable[[], None], url: str) -> None:
    Players(DiesBeforeCommit(url, die)).house_bot("factionwars", "greedy")


def test_a_process_killed_while_it_makes_a_house_bot_is_made_good_by_the_next(
    database: Database, database_url: str
) -> None:
    killed_when_told(make_bot_and_die, database_url)

    assert Players(database).list(10) == []
    assert Players(database).house_bot("factionwars", "greedy").id == "bot_factionwars_greedy"
