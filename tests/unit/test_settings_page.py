"""docs/settings.md says what services/settings.py does."""

import re
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from services.settings import NAMES, PREFIX, BadSetting, Settings, read_settings
from tests.marks import each_row

PAGE = Path(__file__).parents[2] / "docs" / "settings.md"
COMPUTED = {"metrics_dir"}
"""Their default is chosen when the process starts."""
FIELDS = [field for subject in fields(Settings) for field in fields(subject.type)]  # type: ignore[arg-type]


def rows() -> dict[str, tuple[str, str]]:
    """Default and meaning of each setting in the table."""
    found = {}
    for names, default, meaning in re.findall(
        r"^\| (`PLAYHALL_.*?) \| (.*?) \| (.*) \|$", PAGE.read_text(), re.MULTILINE
    ):
        for name in re.findall(rf"`{PREFIX}(\w+)`", names):
            found[name.lower()] = default, meaning
    return found


def test_every_setting_has_its_row() -> None:
    assert sorted(rows()) == sorted(NAMES)


def test_every_default_is_the_one_that_is_written() -> None:
    for field in FIELDS:
        if field.default is MISSING or field.name in COMPUTED:
            continue
        written = rows()[field.name][0].split(";")[0].strip("`")
        used = read_settings({}).by_name()[field.name]
        assert written == ("none" if used == "" else f"{int(used)}" if isinstance(used, bool | float) else str(used)), (
            field
        )


@each_row("name", [field.name for field in FIELDS if field.type in {"int", int, float, bool}])
def test_every_number_has_the_range_that_is_written(name: str) -> None:
    meaning = rows()[name][1]
    ends = re.findall(r"\b(\d+) (?:to|or) (\d+)\b", meaning)
    assert ends, f"no range is written: {meaning}"
    low, high = map(int, ends[-1])
    for number in (low, high):
        assert read_settings({f"{PREFIX}{name.upper()}": str(number)}).by_name()[name] == number
    for number in (low - 1, high + 1):
        with pytest.raises(BadSetting, match=f"{PREFIX}{name.upper()}"):
            read_settings({f"{PREFIX}{name.upper()}": str(number)})
