"""Events in words."""

import pytest

from services.engine.sentences import Sentences, listed, seat_name, seat_names

NAMES = ["Ann", "Ben", "Cleo"]
CARDS = {"D": "Dragon"}


def told(sentence: object, **body: object) -> str:
    fields = {"player": seat_name, "players": seat_names, "card": lambda id, _names, cards: cards[id]}
    return Sentences(fields, {"happened": sentence}).telling({"happened": body}, NAMES, CARDS)  # type: ignore[dict-item, arg-type]


def test_a_field_in_braces_is_said_by_its_name() -> None:
    assert told("{player} wins {card}.", player=1, card="D") == "Ben wins Dragon."
    assert told("A tie: {players} go on.", players=[0, 2]) == "A tie: Ann and Cleo go on."


def test_a_field_that_is_not_declared_is_said_as_it_is() -> None:
    assert told("Round {round}: {change:+d}.", round=3, change=2) == "Round 3: +2."


def test_a_function_says_what_depends_on_more_than_fields() -> None:
    def placed(body: dict[str, int], names: list[str], _cards: object) -> str:
        return f"{names[body['player']]} places {'a card' if 'card' in body else 'nothing'}."

    assert told(placed, player=2) == "Cleo places nothing."


@pytest.mark.parametrize(
    ("words", "text"), [(["Ann"], "Ann"), (["Ann", "Ben"], "Ann and Ben"), (NAMES, "Ann, Ben and Cleo")]
)
def test_words_are_listed(words: list[str], text: str) -> None:
    assert listed(words) == text
