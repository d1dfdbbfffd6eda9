"""Exponential functions that give the same number on every machine.

What a bot chooses must be the same wherever its match is played again. The C library's functions may differ in the last
bit from one system to the next; sums, products and quotients of floats do not (IEEE 754), and these are made of nothing
else. They are within a few units of the last place.
"""

import math
from typing import Final

_LN2_HIGH: Final = 0.6931471803691238
"""The first 32 bits of the natural logarithm of 2: its product with a small whole number is exact."""
_LN2_LOW: Final = 1.9082149292705877e-10
_PER_LN2: Final = 1.4426950408889634
_EXPONENTIAL: Final = tuple(1 / math.factorial(n) for n in range(14, -1, -1))
_ARTANH: Final = tuple(1 / n for n in range(23, 0, -2))
_OVERFLOW: Final = 709.0
_ONE: Final = 20.0
"""From here on the hyperbolic tangent of a float is 1."""


def exp(x: float) -> float:
    """The exponential of ``x``; 0 and infinity beyond ±709."""
    if x > _OVERFLOW:
        return math.inf
    if x < -_OVERFLOW:
        return 0.0
    twos = math.floor(x * _PER_LN2 + 0.5)
    rest = (x - twos * _LN2_HIGH) - twos * _LN2_LOW
    total = 0.0
    for coefficient in _EXPONENTIAL:
        total = total * rest + coefficient
    return math.ldexp(total, twos)


def log(x: float) -> float:
    """The natural logarithm of ``x``, which is positive.

    Raises:
        ValueError: it is not.
    """
    if not x > 0:
        raise ValueError("the logarithm of a number that is not positive")
    part, twos = math.frexp(x)
    if part < 0.7071067811865476:
        part *= 2
        twos -= 1
    ratio = (part - 1) / (part + 1)
    square = ratio * ratio
    total = 0.0
    for coefficient in _ARTANH:
        total = total * square + coefficient
    return twos * _LN2_HIGH + (2 * ratio * total + twos * _LN2_LOW)


def tanh(x: float) -> float:
    """The hyperbolic tangent of ``x``."""
    if x > _ONE:
        return 1.0
    if x < -_ONE:
        return -1.0
    square = exp(2 * x)
    return (square - 1) / (square + 1)


def logistic(x: float) -> float:
    """1 / (1 + exp(-x)): from 0 to 1, 0.5 at 0."""
    return 1 / (1 + exp(-x))
