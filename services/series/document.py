"""What a series is: who plays what against whom, in which design, how long, and from which seed.

The document is the series' promise. Together with the series' seed it decides everything: which entrants sit at which
table, every shuffle, every choice of a bot. Whoever plays a match of it again gets the same match.
"""

import hashlib
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field, model_validator

from services.engine import options as ruleset_options
from services.engine.clocks import AnyOnTimeOut, AnyTimeControl, NoClocks
from services.engine.documents import catalogue_sha256
from services.engine.fairness import Hash, Strict, canonical, sha256_hex
from services.engine.ruleset import BotInfo, Description
from services.engine.ruleset_documents import RulesetOptions
from services.errors import Refusal

FORMAT: Final = "playhall.series/2"
"""Format of a document that is written now; also the domain of its signature."""
FORMAT_V1: Final = "playhall.series/1"
"""Format of a document that names no cards."""

Design: TypeAlias = Literal["round_robin", "gauntlet", "duplicate", "random_tables", "paired"]
"""How tables are made up; see :mod:`services.series.designs`."""

Decimal: TypeAlias = Annotated[str, Field(pattern=r"^-?(0|[1-9]\d{0,5})(\.\d{1,6})?$")]
"""A number in decimal digits: canonical JSON has no fractions."""
Entry: TypeAlias = Annotated[int, Field(ge=0)]
"""A place in the list of entrants."""
MAX_MATCHES: Final = 1_000_000_000
"""How many matches a series has at most, also when it is extended."""
Matches: TypeAlias = Annotated[int, Field(ge=1, le=MAX_MATCHES)]

MAX_ENTRANTS: Final = 1000

OWN_BOT: Final = "sha256:"
"""Begins the version of a bot that no ruleset brings: the SHA-256 of its file follows, hexadecimal."""

LIVE_BOT: Final = "player:"
"""Begins the ``bot`` of an entrant that lives elsewhere: a player of the platform, whose id follows."""
MAX_CONCURRENCY: Final = 64
"""How many live matches of a series are played at a time, at most."""


class UnplayableSeries(ValueError):
    """The document contradicts itself or the ruleset. The message says how."""


def _is_none(value: object) -> bool:
    return value is None


class Entrant(Strict):
    """A bot that takes part. The same bot may enter more than once, if it does not live elsewhere."""

    bot: str = Field(
        min_length=1,
        max_length=64,
        description="The bot's id; of one that lives elsewhere `player:` and the player's id.",
    )
    version: str = Field(
        min_length=1,
        max_length=80,
        description="Of the ruleset that brings the bot; of somebody's own bot, `sha256:` and the SHA-256 of its file, "
        "hexadecimal; of a bot that lives elsewhere what its owner says.",
    )

    @property
    def player_id(self) -> str | None:
        """The player that it is, if it lives elsewhere."""
        return self.bot.removeprefix(LIVE_BOT) if self.bot.startswith(LIVE_BOT) else None


class LivePlay(Strict):
    """How the matches of a series are played in which bots take part that live elsewhere: as live matches of the
    platform."""

    time_control: AnyTimeControl = Field(description="How long seats may think.")
    on_time_out: AnyOnTimeOut = Field(description="What happens to a seat whose time is over.")
    concurrency: int = Field(ge=1, le=MAX_CONCURRENCY, description="How many are played at a time.")

    @model_validator(mode="after")
    def _has_clocks(self) -> "LivePlay":
        if isinstance(self.time_control, NoClocks):
            raise ValueError("`time_control` is needed: a bot that is gone would play on for ever")
        return self


@dataclass(frozen=True, slots=True)
class OwnBotInfo(BotInfo):
    """Somebody's own bot, described beside those of a ruleset. ``version``: as :class:`Entrant` has it."""

    version: str = ""


class FixedStop(Strict):
    """The series ends after so many matches."""

    rule: Literal["fixed"] = Field(description="The kind of stop rule.")
    matches: Matches = Field(description="How many, whole deals.")


class SprtStop(Strict):
    """The series ends as soon as a sequential probability ratio test can tell whether the first of two entrants is
    `elo0` or `elo1` Elo stronger than the second. The numbers are decimal digits in strings."""

    rule: Literal["sprt"] = Field(description="The kind of stop rule.")
    entrants: tuple[Entry, Entry] = Field(
        description="Their places in the list of entrants, from 0: the one that may be stronger first."
    )
    elo0: Decimal = Field(description="The difference under the null hypothesis, in Elo.")
    elo1: Decimal = Field(description="The difference under the alternative hypothesis, in Elo.")
    alpha: Decimal = Field(description="The probability that the test wrongly finds `elo1`.")
    beta: Decimal = Field(description="The probability that the test wrongly finds `elo0`.")
    max_matches: Matches = Field(description="It ends then at the latest; whole deals.")

    @model_validator(mode="after")
    def _is_a_test(self) -> "SprtStop":
        if self.entrants[0] == self.entrants[1]:
            raise ValueError("an entrant is not tested against itself")
        if float(self.elo0) >= float(self.elo1):
            raise ValueError("`elo0` must be less than `elo1`")
        if not all(0 < float(error) < 0.5 for error in (self.alpha, self.beta)):
            raise ValueError("`alpha` and `beta` must be between 0 and 0.5")
        return self


Stop: TypeAlias = Annotated[FixedStop | SprtStop, Field(discriminator="rule")]


class SeriesDocument(Strict):
    """What a series is: together with its seed it decides everything."""

    format: Literal["playhall.series/1", "playhall.series/2"] = Field(
        description="The format of the document; format 1 has no `catalogue_sha256`."
    )
    ruleset: str = Field(min_length=1, max_length=64, description="The ruleset's id.")
    ruleset_version: str = Field(min_length=1, max_length=64, description="The version that plays it.")
    catalogue_sha256: Hash | None = Field(
        default=None,
        exclude_if=_is_none,
        description="SHA-256 of the ruleset's catalogue, hexadecimal: the cards that it is played with.",
    )
    options: RulesetOptions = Field(description="Every option of the ruleset with its value.")
    entrants: tuple[Entrant, ...] = Field(min_length=1, max_length=MAX_ENTRANTS, description="The bots that take part.")
    seats: tuple[Annotated[int, Field(ge=1, le=64)], ...] = Field(
        min_length=1, description="The sizes of the tables, ascending."
    )
    design: Design = Field(description="How the tables are made up.")
    stop: Stop = Field(description="When the series ends.")
    series_seed_sha256: Hash = Field(description="SHA-256 of the series' seed, hexadecimal: what it is committed to.")
    live: LivePlay | None = Field(
        default=None,
        exclude_if=_is_none,
        description="Of a series in which bots take part that live elsewhere: how its live matches are played; "
        "otherwise it is left out.",
    )

    @model_validator(mode="after")
    def _is_of_its_format(self) -> "SeriesDocument":
        if (self.catalogue_sha256 is None) != (self.format == FORMAT_V1):
            raise ValueError("`catalogue_sha256` belongs to format 2, and not to format 1")
        return self

    @model_validator(mode="after")
    def _is_consistent(self) -> "SeriesDocument":
        if list(self.seats) != sorted(set(self.seats)):
            raise ValueError("`seats` must be ascending, each size once")
        wanted = {"gauntlet": 2, "paired": 3}.get(self.design, 1)
        if len(self.entrants) < wanted:
            raise ValueError(f"the design {self.design} needs at least {wanted} entrants")
        if wanted > 1 and self.seats[0] < 2:
            raise ValueError(f"the design {self.design} needs tables of at least 2 seats")
        if isinstance(self.stop, SprtStop) and max(self.stop.entrants) >= len(self.entrants):
            raise ValueError("the test names an entrant that there is not")
        return self

    @model_validator(mode="after")
    def _is_live_or_not(self) -> "SeriesDocument":
        live = [entrant.bot for entrant in self.entrants if entrant.player_id is not None]
        if (self.live is not None) != bool(live):
            raise ValueError("`live` belongs to a series in which bots take part that live elsewhere")
        if not live:
            return self
        if len(set(live)) < len(live):
            raise ValueError("a bot that lives elsewhere enters once")
        if len(self.entrants) < self.seats[-1]:
            raise ValueError(
                "a bot that lives elsewhere has one seat at a table: there must be an entrant for each seat"
            )
        if self.design not in ("round_robin", "random_tables"):
            raise ValueError(
                f"the design {self.design} deals the same cards again, and a bot that lives elsewhere may remember "
                "them: use round_robin or random_tables"
            )
        return self

    @classmethod
    def read(cls, data: str | bytes) -> "SeriesDocument":
        """A document from its JSON.

        Raises:
            ValueError: it is none.
        """
        return cls.model_validate_json(data)

    @property
    def max_matches(self) -> int:
        """How many matches the series has at most."""
        return self.stop.matches if isinstance(self.stop, FixedStop) else self.stop.max_matches

    def to_bytes(self) -> bytes:
        """The document in canonical JSON: what is hashed."""
        return canonical(self.model_dump(mode="json"))

    def digest(self) -> bytes:
        """SHA-256 of :meth:`to_bytes`: the name under which each match of the series refers to it."""
        return hashlib.sha256(self.to_bytes()).digest()


def check_playable(document: SeriesDocument, rules: Description) -> None:
    """Whether a ruleset can play a series.

    Raises:
        UnplayableSeries: it is another ruleset or another version, or has other cards, has no such bot, option or
            number of seats, or bots take part in it that live elsewhere.
    """
    if document.live is not None:
        raise UnplayableSeries("bots take part in the series that live elsewhere: only their platform can play it")
    if (document.ruleset, document.ruleset_version) != (rules.id, rules.version):
        raise UnplayableSeries(
            f"the series is of {document.ruleset} {document.ruleset_version}, and here is {rules.id} {rules.version}"
        )
    check_cards(document, rules)
    versions = bot_versions(rules)
    for entrant in document.entrants:
        _check_entrant(entrant, rules, versions)
    for size in document.seats:
        if not rules.min_seats <= size <= rules.max_seats:
            raise UnplayableSeries(f"{rules.id} is for {rules.min_seats} to {rules.max_seats} players, not {size}")
    try:
        complete = ruleset_options.complete(document.options, rules.options)
    except Refusal as refusal:
        wrong = "; ".join(f"{error.pointer[1:]}: {error.detail}" for error in refusal.errors)
        raise UnplayableSeries(wrong) from None
    if complete.keys() != document.options.keys():
        raise UnplayableSeries("an option is missing")


def check_cards(document: SeriesDocument, rules: Description) -> None:
    """Whether a ruleset has the cards that a series is played with; of a series that names none, any will do.

    Raises:
        UnplayableSeries: it has others.
    """
    here = catalogue_sha256(rules.cards)
    if document.catalogue_sha256 not in (None, here):
        raise UnplayableSeries(
            f"the series is played with other cards of {rules.id} {rules.version} than are here: the SHA-256 of its "
            f"catalogue is {document.catalogue_sha256}, and that of this one {here}"
        )


def bot_versions(rules: Description) -> dict[str, str]:
    """The version of each bot by its id: the ruleset's, but for people's own bots."""
    return {bot.id: bot.version if isinstance(bot, OwnBotInfo) else rules.version for bot in rules.bots}


def _check_entrant(entrant: Entrant, rules: Description, versions: dict[str, str]) -> None:
    here = versions.get(entrant.bot)
    if entrant.version == here:
        return
    if here is None and entrant.version.startswith(OWN_BOT):
        raise UnplayableSeries(
            f"the bot {entrant.bot!r} is of a file that is not given (--bots), with the SHA-256 "
            f"{entrant.version.removeprefix(OWN_BOT)}"
        )
    if here is None:
        raise UnplayableSeries(f"{rules.id} has no bot {entrant.bot!r}; it has {', '.join(sorted(versions))}")
    if here.startswith(OWN_BOT) and entrant.version.startswith(OWN_BOT):
        raise UnplayableSeries(
            f"the file of the bot {entrant.bot!r} is not the one that the series was begun with: its SHA-256 is "
            f"{here.removeprefix(OWN_BOT)}, and that was {entrant.version.removeprefix(OWN_BOT)}"
        )
    raise UnplayableSeries(f"the bot {entrant.bot!r} is of version {entrant.version}, here is {here}")


def check_seed(document: SeriesDocument, series_seed: bytes) -> None:
    """Whether a seed is the one that the series committed to.

    Raises:
        UnplayableSeries: it is not.
    """
    if sha256_hex(series_seed) != document.series_seed_sha256:
        raise UnplayableSeries("the seed is not the one that the series committed to")
