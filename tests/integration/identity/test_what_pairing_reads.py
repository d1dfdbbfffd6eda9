"""What the pairing of tickets asks SQL, on both databases: blocks, ratings, and who holds some keys."""

from itertools import pairwise

from services.database import Database
from services.identity import ApiKeys, PlayerKind, Players, Scope
from services.identity.blocks import Blocks
from services.identity.ratings import FIRST_RATING, Ratings


def test_blocks_among_many_players_are_found_in_either_direction(database: Database) -> None:
    players = [Players(database).create(f"Player {number}", PlayerKind.PERSON).id for number in range(40)]
    blocks = Blocks(database)
    for one, other in list(pairwise(players))[::2]:
        blocks.put(one, other)
        blocks.put(one, other)
    wanted = {frozenset(pair) for pair in list(pairwise(players))[::2]}
    assert {frozenset(pair) for pair in blocks.among(set(players))} == wanted
    assert blocks.among(set(players[1:39:2])) == frozenset()
    assert blocks.between(players[1], [players[0], players[2]]) == (frozenset({players[0]}), frozenset())
    blocks.delete(players[0], players[1])
    blocks.delete(players[0], players[1])
    assert blocks.between(players[1], [players[0]]) == (frozenset(), frozenset())


def test_a_rating_that_is_given_again_stands_in_the_place_of_the_first(database: Database) -> None:
    ann = Players(database).create("Ann", PlayerKind.PERSON).id
    ratings = Ratings(database, lambda: 7)
    assert ratings.of(ann, "standoff") == FIRST_RATING
    ratings.set(ann, "standoff", 1_700.5)
    ratings.set(ann, "standoff", 1_650.25)
    ratings.set(ann, "duels", 1_400)
    assert ratings.of(ann, "standoff") == 1_650.25
    assert [(each.ruleset, each.rating, each.updated_at) for each in ratings.all(ann)] == [
        ("duels", 1_400.0, 7),
        ("standoff", 1_650.25, 7),
    ]


def test_the_holders_of_more_keys_than_a_statement_takes_are_found(database: Database) -> None:
    players, keys = Players(database), ApiKeys(database, "dev", lambda: 1_800_000_000_000)
    held = {}
    for number in range(12):
        player = players.create(f"Player {number}", PlayerKind.PERSON)
        key, _ = keys.create(player.id, (Scope.MATCHES_PLAY,), "test")
        held[key.id] = player.id
    revoked = next(iter(held))
    keys.revoke(revoked)
    found = keys.holders([*held, *(f"key_{number:026}" for number in range(3_000))])
    assert {key: caller.player_id for key, caller in found.items()} == {
        key: player for key, player in held.items() if key != revoked
    }
