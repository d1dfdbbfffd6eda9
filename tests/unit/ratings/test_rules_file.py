"""The operator's rules, from a file."""

import json
import math
import re
from dataclasses import replace
from pathlib import Path

import pytest

from services.ratings.rules import Forfeits, RatingRules, RepeatedMeetings, Season
from services.settings import BadSetting, RatingSettings
from services.stored_ratings.rules_file import rules_from, rules_sha256
from tests.marks import each_row

PAGE = Path(__file__).parents[3] / "docs" / "ratings.md"


def read(tmp_path: Path, text: str) -> RatingRules:
    file = tmp_path / "rules.json"
    file.write_text(text)
    return rules_from(RatingSettings(ratings_rules=str(file)))


def test_what_a_file_does_not_say_is_as_by_default(tmp_path: Path) -> None:
    assert read(tmp_path, "{}") == rules_from(RatingSettings()) == RatingRules()
    assert RatingRules() == RatingRules(
        Forfeits.LEAVE_OUT, RepeatedMeetings(720 * 3_600_000, 4), discount_uncertain=True, reach=10.0, fading=0.24
    )


def test_the_page_s_example_is_the_defaults_and_a_season(tmp_path: Path) -> None:
    (text,) = re.findall(r"```json\n(\{\n  \"forfeits\".*?)```", PAGE.read_text(), re.DOTALL)
    assert read(tmp_path, text) == replace(RatingRules(), seasons=(Season("spring", 1772323200000, 2.0),))


def test_every_discount_can_be_turned_off(tmp_path: Path) -> None:
    off = {"forfeits": "count", "repeated_meetings": None, "discount_uncertain": False, "reach": None, "fading": 0}
    assert read(tmp_path, json.dumps(off)) == RatingRules(
        Forfeits.COUNT, None, discount_uncertain=False, reach=math.inf, fading=0
    )


@each_row(
    ("text", "place"),
    [
        ('{"reach": 0}', "reach"),
        ('{"fading": -1}', "fading"),
        ('{"repeated_meetings": {"factor": 1}}', "repeated_meetings/factor"),
        ('{"known": 1}', "known"),
        ("[]", "the document"),
    ],
)
def test_wrong_rules_are_refused_with_their_place(tmp_path: Path, text: str, place: str) -> None:
    with pytest.raises(BadSetting, match=f"rules.json: {place}: "):
        read(tmp_path, text)


def test_other_rules_have_another_digest() -> None:
    changed = [
        replace(RatingRules(), **each) for each in ({"reach": 9.0}, {"fading": 0.0}, {"discount_uncertain": False})
    ]
    assert len({rules_sha256(rules) for rules in (RatingRules(), *changed)}) == 4
