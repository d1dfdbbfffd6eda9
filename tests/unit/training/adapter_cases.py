"""Which cases of a ruleset each adapter is tried with."""

from typing import Final

from services.engine.conformance.cases import Case, cases
from services.engine.registry import AnyRuleset

_ADAPTERS: Final = ("openspiel", "pettingzoo")


def adapter_cases(adapter: str, ruleset: AnyRuleset) -> list[Case]:
    """Every number of seats with the default options; of the rows in which any two values of two options meet, those
    that are this adapter's: each row is one adapter's, in turn."""
    place_of_adapter = _ADAPTERS.index(adapter)
    return [
        case
        for place, case in enumerate(cases(ruleset))
        if not case.changed or place % len(_ADAPTERS) == place_of_adapter
    ]
