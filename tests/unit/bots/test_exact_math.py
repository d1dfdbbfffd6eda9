"""Exponential functions that are the same on every machine."""

import math
from collections.abc import Callable

import pytest

from services.bots import exact_math

POINTS = [n / 7 for n in range(-300, 301)]


@pytest.mark.parametrize(
    ("ours", "library"), [(exact_math.exp, math.exp), (exact_math.tanh, math.tanh)], ids=["exp", "tanh"]
)
def test_it_is_the_function_of_its_name(ours: Callable[[float], float], library: Callable[[float], float]) -> None:
    for x in POINTS:
        assert ours(x) == pytest.approx(library(x), rel=4e-15, abs=1e-15)


def test_the_logarithm_is_that_of_the_library() -> None:
    for x in [1e-300, 1e-9, 0.1, 0.5, 0.7071, 0.9999, 1.0, 1.0001, 2.0, 10.0, 12345.678, 1e300]:
        assert exact_math.log(x) == pytest.approx(math.log(x), rel=4e-15, abs=1e-15)


def test_a_logarithm_wants_a_positive_number() -> None:
    for x in (0.0, -1.0, math.nan):
        with pytest.raises(ValueError, match="not positive"):
            exact_math.log(x)


def test_extremes_are_reached_and_not_passed() -> None:
    assert exact_math.exp(0.0) == 1.0
    assert exact_math.exp(1_000.0) == math.inf
    assert exact_math.exp(-1_000.0) == 0.0
    assert exact_math.tanh(50.0) == 1.0
    assert exact_math.tanh(-50.0) == -1.0
    assert exact_math.logistic(0.0) == 0.5
    assert exact_math.logistic(800.0) == 1.0


def test_every_bit_is_what_it_has_always_been() -> None:
    """Golden bits: a machine on which these differ would choose differently."""
    assert [exact_math.exp(x).hex() for x in (-3.7, 0.3, 11.1)] == [
        "0x1.9511fc6871044p-6",
        "0x1.599058c8c1a96p+0",
        "0x1.027b2900cb734p+16",
    ]
    assert [exact_math.log(x).hex() for x in (0.037, 0.3, 11.1)] == [
        "-0x1.a5fec44e53784p+1",
        "-0x1.34378fcbda721p+0",
        "0x1.3416c6fdbf42dp+1",
    ]
