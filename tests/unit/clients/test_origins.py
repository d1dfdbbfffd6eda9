"""Matches of tournaments and series whose chance the platform has chosen otherwise than it had promised."""

from typing import Any

import pytest

from playhall_client import check_origin, check_replay
from playhall_client.ed25519 import holds
from tests.integration.clients.promising import Json, Promising
from tests.unit.clients.chance import (
    CARDS,
    CHOSEN,
    EVENT,
    EXTENSION,
    KEYS,
    LATER_SEED,
    MINE,
    OTHER_CARDS,
    SERIES,
    SERIES_ID,
    dealt,
    exported,
    played,
    promised,
    series,
    told,
    tournament,
)

COMMITMENT = "049ffe90d1bda16b3f2b1bb0950382c98e7637e1b0982fabac9fa40c9806dd19"
EXTENDED = series(promised(EXTENSION, LATER_SEED, 5))


def found(replay: Json, origin: Json | None, kept: str | None = None) -> dict[str, bool | None]:
    checks = check_replay(replay, keys=KEYS, seat=0, client_seed=MINE, player="p_1")
    return {each.name: each.holds for each in checks + check_origin(replay, origin, kept=kept, keys=KEYS)}


def wrong(*given: Any) -> list[str]:
    return [name for name, holds in found(*given).items() if holds is False]


def test_the_chance_of_a_tournaments_match_is_that_of_the_page() -> None:
    assert tournament()["commitment"] == COMMITMENT
    match = played()
    assert match["server_seed"] == "ab9eec707acc86245ad1d5474f1ce1f089a12c9c7fe28fa269f95c1736ce7ae3"
    assert match["seed"] == "451959d5ffdf515ea82fc9f9ce95c8676ca37993aa8264f77ba161afe72df33e"
    assert played(deal=2)["server_seed"] == "aae677910e1f2384ef52caaecff230149295517bab5eff1a3443255d0b6fcaf9"
    checks = found(match, tournament(), COMMITMENT)
    assert [name for name, holds in checks.items() if holds is not True] == ["kept_commitment", "event_deal"]


PROMISED_CARDS = tournament(EVENT | {"catalogue_sha256": CARDS})


def of_its_cards(cards: str | None) -> Json:
    """A match of a tournament that has promised its cards."""
    return played(sha256=PROMISED_CARDS["commitment"], cards=cards)


def test_a_match_is_dealt_from_the_cards_that_were_promised() -> None:
    assert wrong(of_its_cards(CARDS), PROMISED_CARDS) == []
    newer = PROMISED_CARDS | tournament(PROMISED_CARDS["commitment_document"] | {"ruleset_version": "0.9.0"})
    assert "event_rules" not in wrong(of_its_cards(OTHER_CARDS), newer), "another version may have others"
    older = series(document=SERIES | {"format": "playhall.series/1", "catalogue_sha256": None})
    rules = {each.name: each.holds for each in check_origin(dealt(0, cards=None), older, keys=KEYS)}
    assert rules["event_rules"] is True


@pytest.mark.parametrize("cards", [OTHER_CARDS, None], ids=["other cards", "cards of which it says nothing"])
def test_a_platform_that_deals_from_other_cards_than_it_has_promised_is_found_out(cards: str | None) -> None:
    assert wrong(of_its_cards(cards), PROMISED_CARDS) == ["event_rules"]
    checks = check_origin(dealt(0, cards=cards), EXTENDED, keys=KEYS)
    assert [each.name for each in checks if each.holds is False] == ["event_rules"]
    checks = check_replay(played(cards=cards), keys=KEYS, commitment=played()["commitment"])
    assert [each.name for each in checks if each.holds is False] == ["kept_commitment"]


def without_event() -> Json:
    match = played()
    return {**match, "commitment_document": {n: v for n, v in match["commitment_document"].items() if n != "event"}}


@pytest.mark.parametrize(
    ("match", "origin", "check"),
    [
        pytest.param(played(CHOSEN), tournament(), "event_seed", id="another seed, signed anew"),
        pytest.param(
            played() | {"server_seed": played(deal=2)["server_seed"]}, tournament(), "event_seed", id="another deal"
        ),
        pytest.param(played(mine=None), tournament(), "client_seed", id="the player's seed left out"),
        pytest.param(played(sha256="00" * 32), tournament(), "event", id="another tournament"),
        pytest.param(played(), tournament() | {"seed": CHOSEN.hex()}, "event_seed", id="another seed shown"),
        pytest.param(played(), tournament(EVENT | {"seed_sha256": "00" * 32}), "event", id="another seed promised"),
        pytest.param(
            played(),
            tournament() | {"commitment_signature": Promising(bytes(32)).signed(EVENT)["commitment_signature"]},
            "event_signature",
            id="signed by a stranger",
        ),
        pytest.param(played(), tournament(index=10), "event_log", id="promised after the match"),
        pytest.param(played(), tournament(EVENT | {"ruleset": "commanders"}), "event_rules", id="another game"),
        pytest.param(played(), tournament(EVENT | {"options": {}}), "event_rules", id="other options"),
        pytest.param(
            played(entrants=["p_2", "bot:greedy:1"]), tournament(), "event_rules", id="somebody else in a seat"
        ),
        pytest.param(
            played(), tournament(EVENT | {"time_control": {"kind": "total"}}), "event_rules", id="other clocks"
        ),
        pytest.param(played(entrants=["p_1", "bot:random:1"]), tournament(), "event_rules", id="another bot in a seat"),
        pytest.param(without_event(), tournament(), "event", id="no tournament"),
    ],
)
def test_a_match_that_does_not_follow_from_its_tournament_is_refused(match: Json, origin: Json, check: str) -> None:
    assert check in wrong(match, origin)


VOID, ENDED = told("game_void", "m_0", "e2", "e1"), told("game_ended", "m_1", "e1", "e2")
AGAIN = {"times": 1, "match": "m_0", "entry": 5, "by": None, "reason": ""}


def is_dealt(match: Json, export: Json | None) -> bool | None:
    checks = check_origin(match, tournament(), keys=KEYS, export=export)
    return {each.name: each.holds for each in checks}["event_deal"]


def test_the_log_of_a_tournament_tells_of_its_matches() -> None:
    assert is_dealt(played(), exported(ENDED)) is True
    assert is_dealt(played(), exported()) is False
    assert is_dealt(played(deal=2, played_again=AGAIN), exported(VOID, ENDED)) is True
    assert is_dealt(played(), exported() | {"status": "running"}) is None
    assert is_dealt(played(), {**tournament(), "entrants": 2}) is None
    assert is_dealt(played(), None) is None


@pytest.mark.parametrize(
    ("match", "export"),
    [
        pytest.param(played(deal=77), exported(ENDED), id="a deal that was chosen"),
        pytest.param(played(deal=77), exported(), id="a deal that was chosen, of a match that is not told"),
        pytest.param(played(), exported(VOID, ENDED), id="a deal that was dealt before"),
        pytest.param(played(deal=2), exported(VOID, ENDED), id="played again and not said"),
        pytest.param(played(game=2), exported(ENDED), id="another game"),
        pytest.param(played(mine="00" * 32), exported(ENDED), id="another player's seed"),
        pytest.param(played(mine=None), exported(ENDED), id="another player's seed left out"),
        pytest.param(played(), exported(told("game_ended", "m_1", "e2", "e1")), id="seats exchanged"),
        pytest.param(played(), exported(ENDED | {"game": 2}), id="seats not moved on"),
        pytest.param(played(), exported(ENDED | {"table": 2}), id="a table that was not paired"),
        pytest.param(played(entrants=["p_1", "bot:greedy:2"]), exported(ENDED), id="a bot that has not entered"),
        pytest.param(played(), exported(ENDED) | {"commitment_document": {}}, id="another tournament's export"),
        pytest.param(played(), exported(ENDED) | {"log": [{}]}, id="no log"),
    ],
)
def test_a_match_that_the_log_of_its_tournament_tells_otherwise_is_refused(match: Json, export: Json) -> None:
    assert is_dealt(match, export) is False


def test_a_match_of_a_tournament_that_says_that_it_belongs_to_none_is_refused() -> None:
    assert [each.holds for each in check_origin(without_event(), None, kept=COMMITMENT)] == [False]
    assert check_origin(without_event(), {"id": "tournament_1", "commitment": None}) == []


def test_what_is_kept_of_a_tournament_counts_more_than_what_it_says_later() -> None:
    assert wrong(played(), tournament(), "00" * 32) == ["event"]
    assert wrong(played(), None, "00" * 32) == ["event"]
    assert found(played(), None, COMMITMENT)["event"] is None
    assert found(played(), tournament() | {"seed": None})["event_seed"] is None


def test_the_chance_of_a_series_match_is_that_of_the_page() -> None:
    assert series()["document_sha256"] == SERIES_ID
    assert (
        EXTENDED["extensions"][0]["document_sha256"]
        == "3e92a9e88e6c1783631aefa03ea711edc4fbdc93ab0d963a06e7bb1895295c7c"
    )
    assert dealt(0)["seed"] == "e9845e7cfbdf5bc9346eeb39044952a9e7744b07925576d0e310d2f5e5d4060f"
    assert dealt(3)["seed"] == "61bc266a676b8f754b1eafe85e14961962637642d5e619dfe286bbdad068cba6"
    for number in range(4):
        assert [each.holds for each in check_origin(dealt(number), EXTENDED, kept=SERIES_ID, keys=KEYS)] == [True] * 5
        assert all(each.holds is not False for each in check_replay(dealt(number), keys=KEYS))


@pytest.mark.parametrize(
    ("match", "origin", "check"),
    [
        pytest.param(dealt(1, CHOSEN), EXTENDED, "event_seed", id="another seed, signed anew"),
        pytest.param(
            dealt(2, bytes.fromhex(dealt(0)["server_seed"])), EXTENDED, "event_seed", id="a seed that was shown before"
        ),
        pytest.param(dealt(4), EXTENDED, "event", id="beyond the end"),
        pytest.param(
            dealt(3),
            series(*EXTENDED["extensions"], promised(EXTENSION | {"first": 3}, LATER_SEED, 5)),
            "event",
            id="a gap between extensions",
        ),
        pytest.param(
            dealt(3), series(promised(EXTENSION | {"series": "00" * 32}, LATER_SEED, 5)), "event", id="another series'"
        ),
        pytest.param(dealt(3), series(promised(EXTENSION, LATER_SEED, 12)), "event_log", id="promised after the match"),
        pytest.param(
            dealt(3),
            series(promised(EXTENSION, LATER_SEED, 5) | {"commitment_signature": None}),
            "event_signature",
            id="an extension that nobody has signed",
        ),
        pytest.param(dealt(0, player="p_2"), EXTENDED, "event_rules", id="somebody who has not entered"),
        pytest.param(dealt(0), series(document=SERIES | {"design": "paired"}), "event", id="another document"),
    ],
)
def test_a_match_that_does_not_follow_from_its_series_is_refused(match: Json, origin: Json, check: str) -> None:
    checks = {each.name: each.holds for each in check_origin(match, origin, keys=KEYS)}
    assert checks[check] is False, checks


# RFC 8032, 7.1, test 3, and what is made of it.
PUBLIC = bytes.fromhex("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025")
SIGNED = bytes.fromhex(
    "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
    "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
)
ORDER = 2**252 + 27742317777372353535851937790883648493


def test_a_signature_holds_for_its_key_and_message_alone() -> None:
    assert holds(PUBLIC, b"\xaf\x82", SIGNED)
    assert not holds(PUBLIC, b"\xaf\x83", SIGNED)
    assert not holds(bytes(32), b"\xaf\x82", SIGNED)
    assert not holds(PUBLIC[:31], b"\xaf\x82", SIGNED)
    assert not holds(PUBLIC, b"\xaf\x82", SIGNED[:63])
    assert not holds(PUBLIC, b"\xaf\x82", b"\xff" * 64)
    again = SIGNED[:32] + (int.from_bytes(SIGNED[32:], "little") + ORDER).to_bytes(32, "little")
    assert not holds(PUBLIC, b"\xaf\x82", again), "the same number, written otherwise"
