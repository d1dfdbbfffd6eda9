"""Documents of series for the tests."""

from services.engine.documents import catalogue_sha256
from services.engine.fairness import sha256_hex
from services.engine.options import complete
from services.engine.registry import AnyRuleset
from services.series.document import Design, Entrant, FixedStop, SeriesDocument, Stop
from tests.rulesets.playing import SHORTER

SEED = bytes(range(32))
"""The series' seed in these tests."""


def document(
    *entrants: str,
    ruleset: str = "commanders",
    seats: tuple[int, ...] = (2,),
    design: Design = "duplicate",
    matches: int = 8,
) -> SeriesDocument:
    """A series between bots by name. Its options are none: it can be scheduled, but not played."""
    return SeriesDocument(
        format="playhall.series/1",
        ruleset=ruleset,
        ruleset_version="1.0.0",
        options={},
        entrants=tuple(Entrant(bot=bot, version="1.0.0") for bot in entrants),
        seats=seats,
        design=design,
        stop=FixedStop(rule="fixed", matches=matches),
        series_seed_sha256=sha256_hex(SEED),
    )


def playable(
    rules: AnyRuleset,
    *entrants: str,
    seats: tuple[int, ...] = (2,),
    design: Design = "duplicate",
    matches: int = 8,
    stop: Stop | None = None,
) -> SeriesDocument:
    """A series of short matches between bots of a ruleset."""
    about = rules.describe()
    return SeriesDocument(
        format="playhall.series/2",
        ruleset=about.id,
        ruleset_version=about.version,
        catalogue_sha256=catalogue_sha256(about.cards),
        options=complete(SHORTER.get(about.id, {}), about.options),
        entrants=tuple(Entrant(bot=bot, version=about.version) for bot in entrants),
        seats=seats,
        design=design,
        stop=stop or FixedStop(rule="fixed", matches=matches),
        series_seed_sha256=sha256_hex(SEED),
    )
