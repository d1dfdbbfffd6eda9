"""The options of a match: checked, completed, and every mistake pointed at."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.engine.options import Values, choice, complete, flag, number, numbers
from services.engine.ruleset import Option, OptionType
from services.errors import FieldError, Reason, Refusal
from tests.marks import each_row

SPECS = (
    Option("fewer_battles", OptionType.BOOL, default=False, summary=""),
    Option("rounds", OptionType.INT, 3, "", minimum=1, maximum=5),
    Option("tiebreak", OptionType.CHOICE, "shared", "", choices=("shared", "fewest")),
    Option("values", OptionType.INT_LIST, [1, 2, 3], "", minimum=0, maximum=9, length=3),
)
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


def refusal(**options: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        complete(options, SPECS)
    return caught.value


def test_what_is_not_set_has_its_default_in_the_ruleset_s_order() -> None:
    options = complete({"tiebreak": "fewest", "fewer_battles": True}, SPECS)
    assert list(options.items()) == [
        ("fewer_battles", True),
        ("rounds", 3),
        ("tiebreak", "fewest"),
        ("values", [1, 2, 3]),
    ]


def test_matches_do_not_share_a_default_list() -> None:
    first = complete({}, SPECS)
    assert isinstance(first["values"], list)
    first["values"].append(4)
    assert complete({}, SPECS)["values"] == [1, 2, 3]


def test_an_unknown_option_is_pointed_at_with_a_hint() -> None:
    wrong = refusal(fewer_battle=True)
    assert wrong.reason is Reason.UNKNOWN_OPTION
    assert wrong.errors == (FieldError("/options/fewer_battle", "unknown option; did you mean fewer_battles?"),)


def test_a_name_is_escaped_and_shortened_in_its_pointer() -> None:
    wrong = refusal(**{"a/b~c": 1, "x" * 100: 1, "\ud800": 1})
    assert [error.pointer for error in wrong.errors] == ["/options/a~1b~0c", "/options/" + "x" * 64, "/options/?"]


@each_row(
    ("name", "value", "wanted"),
    [
        ("fewer_battles", 1, "must be true or false"),
        ("fewer_battles", "true", "must be true or false"),
        ("fewer_battles", None, "must be true or false"),
        ("rounds", 0, "must be a whole number from 1 to 5"),
        ("rounds", 6, "must be a whole number from 1 to 5"),
        ("rounds", True, "must be a whole number from 1 to 5"),
        ("rounds", 2.0, "must be a whole number from 1 to 5"),
        ("rounds", "2", "must be a whole number from 1 to 5"),
        ("tiebreak", "Shared", "must be one of shared, fewest"),
        ("tiebreak", 0, "must be one of shared, fewest"),
        ("values", [1, 2], "must be a list of 3 whole numbers from 0 to 9"),
        ("values", [1, 2, 10], "must be a list of 3 whole numbers from 0 to 9"),
        ("values", [1, 2, True], "must be a list of 3 whole numbers from 0 to 9"),
        ("values", "123", "must be a list of 3 whole numbers from 0 to 9"),
        ("values", {"0": 1, "1": 2, "2": 3}, "must be a list of 3 whole numbers from 0 to 9"),
    ],
)
def test_a_value_of_the_wrong_type_or_out_of_range_is_pointed_at(name: str, value: Any, wanted: str) -> None:
    wrong = refusal(**{name: value})
    assert wrong.reason is Reason.INVALID_OPTION
    assert wrong.errors == (FieldError(f"/options/{name}", wanted),)


def test_every_wrong_value_is_pointed_at_at_once() -> None:
    wrong = refusal(rounds=9, tiebreak="best", fewer_battles=True)
    assert [error.pointer for error in wrong.errors] == ["/options/rounds", "/options/tiebreak"]


@given(st.dictionaries(st.sampled_from([spec.name for spec in SPECS]) | st.text(), ANY_JSON, max_size=5))
def test_whatever_is_sent_is_either_completed_or_refused(options: dict[str, Any]) -> None:
    try:
        found = complete(options, SPECS)
    except Refusal:
        return
    assert list(found) == [spec.name for spec in SPECS]
    assert complete(found, SPECS) == found


def test_options_are_declared_by_what_they_are() -> None:
    assert [
        flag("fast", "Fast", "Without a clock.", default=False),
        choice("tie", "Tie", ("shared", "fewest"), "Who wins."),
        number("rounds", "Rounds", "How many.", default=3, minimum=1, maximum=5),
        numbers("values", "Values", "Of cards.", default=(1, 2, 3), minimum=0, maximum=9),
    ] == [
        Option("fast", OptionType.BOOL, default=False, summary="Without a clock.", title="Fast"),
        Option("tie", OptionType.CHOICE, "shared", "Who wins.", choices=("shared", "fewest"), title="Tie"),
        Option("rounds", OptionType.INT, 3, "How many.", minimum=1, maximum=5, title="Rounds"),
        Option("values", OptionType.INT_LIST, [1, 2, 3], "Of cards.", minimum=0, maximum=9, length=3, title="Values"),
    ]


def test_values_are_read_as_what_they_are() -> None:
    values = Values({"values": [4, 5, 6], "tiebreak": "fewest", "rounds": 2, "fewer_battles": True}, SPECS)
    assert values.flag("fewer_battles") is True
    assert values.number("rounds") == 2
    assert values.word("tiebreak") == "fewest"
    assert values.numbers("values") == [4, 5, 6]
    assert list(values.options()) == ["fewer_battles", "rounds", "tiebreak", "values"]


def test_equal_values_are_one_key() -> None:
    options = complete({"values": [4, 5, 6]}, SPECS)
    rules = {Values(options, SPECS): "one"}
    assert rules[Values(complete({"values": [4, 5, 6]}, SPECS), SPECS)] == "one"
    assert Values(complete({}, SPECS), SPECS) not in rules
