"""Numbers of tournaments for people."""

import pytest

from services.tournaments.wording import same_decimals


@pytest.mark.parametrize(
    ("numbers", "shown"),
    [
        (["8", "7.2222", "0.625", ""], ["8.0000", "7.2222", "0.6250", ""]),
        (["4.5", "-3"], ["4.5", "-3.0"]),
        (["10", "9"], ["10", "9"]),
        ([], []),
    ],
)
def test_the_numbers_of_a_column_have_equally_many_decimals(numbers: list[str], shown: list[str]) -> None:
    assert same_decimals(numbers) == shown
