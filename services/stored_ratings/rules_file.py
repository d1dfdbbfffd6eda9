"""The operator's rules for ratings, from a JSON file."""

import hashlib
import json
import math
from dataclasses import asdict
from enum import Enum
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from services.ratings.rules import Forfeits, RatingRules, RepeatedMeetings, Season
from services.settings import PREFIX, BadSetting, RatingSettings
from services.telemetry.causes import cause_of

SETTING: Final = f"{PREFIX}RATINGS_RULES"
_HOUR_MS: Final = 3_600_000
_DEFAULTS: Final = RatingRules()
_MEETINGS: Final = RepeatedMeetings()
_Milliseconds = Annotated[int, Field(ge=0, le=2**53)]
_Positive = Annotated[float, Field(gt=0, le=1_000, allow_inf_nan=False)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Season(_Strict):
    name: Annotated[str, Field(min_length=1, max_length=64)]
    starts_ms: _Milliseconds
    widening: _Positive


class _RepeatedMeetings(_Strict):
    window_hours: Annotated[int, Field(ge=1, le=24 * 3_660)] = _MEETINGS.window_ms // _HOUR_MS
    full: Annotated[int, Field(ge=1, le=1_000_000)] = _MEETINGS.full
    factor: Annotated[float, Field(ge=0, lt=1, allow_inf_nan=False)] | None = _MEETINGS.factor


class _Rules(_Strict):
    forfeits: Forfeits = _DEFAULTS.forfeits
    repeated_meetings: _RepeatedMeetings | None = _RepeatedMeetings()
    discount_uncertain: bool = _DEFAULTS.discount_uncertain
    reach: _Positive | None = _DEFAULTS.reach
    fading: Annotated[float, Field(ge=0, le=1_000, allow_inf_nan=False)] = _DEFAULTS.fading
    seasons: Annotated[tuple[_Season, ...], Field(max_length=1_000)] = ()
    provisional_sigma: _Positive = _DEFAULTS.provisional_sigma


def rules_from(settings: RatingSettings) -> RatingRules:
    """The rules that the settings name.

    Raises:
        BadSetting: the file cannot be read, or is not such rules.
    """
    if not settings.ratings_rules:
        return RatingRules()
    try:
        text = Path(settings.ratings_rules).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(f"{SETTING}: {settings.ratings_rules} cannot be read: {cause_of(error)}") from None
    try:
        return _rules(_Rules.model_validate_json(text))
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False)[0]
        place = "/".join(map(str, found["loc"])) or "the document"
        raise BadSetting(f"{SETTING}: {settings.ratings_rules}: {place}: {found['msg']}") from None
    except ValueError as error:
        raise BadSetting(f"{SETTING}: {settings.ratings_rules}: {error}") from None


def rules_sha256(rules: RatingRules) -> str:
    """What tells two sets of rules apart: ratings are computed by one of them from the beginning to the end."""
    text = json.dumps(asdict(rules), sort_keys=True, separators=(",", ":"), default=_value)
    return hashlib.sha256(text.encode()).hexdigest()


def _rules(given: _Rules) -> RatingRules:
    repeated = given.repeated_meetings
    return RatingRules(
        forfeits=given.forfeits,
        repeated_meetings=None
        if repeated is None
        else RepeatedMeetings(repeated.window_hours * _HOUR_MS, repeated.full, repeated.factor),
        discount_uncertain=given.discount_uncertain,
        reach=math.inf if given.reach is None else given.reach,
        fading=given.fading,
        seasons=tuple(Season(season.name, season.starts_ms, season.widening) for season in given.seasons),
        provisional_sigma=given.provisional_sigma,
    )


def _value(each: object) -> object:
    assert isinstance(each, Enum)
    return each.value
