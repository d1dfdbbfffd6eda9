"""The pages that tell how games are played: whole as to options, and true to the ids of the rules."""

import re

import pytest

from services.engine.registry import installed

RULESETS = installed()


@pytest.mark.parametrize("id", RULESETS)
def test_a_page_of_rules_names_every_option_with_its_default(id: str) -> None:
    description = RULESETS[id].describe()
    page = " ".join(description.rules.split())
    for option in description.options:
        default = str(option.default).lower() if isinstance(option.default, bool) else str(option.default)
        assert re.search(rf"`{option.name}` = `{re.escape(default)}`", page), option.name


@pytest.mark.parametrize("id", RULESETS)
def test_a_page_of_rules_is_long_enough_and_not_too_long(id: str) -> None:
    assert 60 <= len(RULESETS[id].describe().rules.splitlines()) <= 170
