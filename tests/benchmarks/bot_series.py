"""A series between two bots, some of them of a file: what it has shown of the first."""

import tempfile
from pathlib import Path

from services.engine import registry
from services.engine.documents import catalogue_sha256
from services.engine.fairness import sha256_hex
from services.engine.options import complete
from services.series.designs import in_whole_deals
from services.series.document import FORMAT, Entrant, FixedStop, SeriesDocument, bot_versions
from services.series.folder import Folder
from services.series.intervals import SeriesEstimate
from services.series.local import LocalPool, play_series
from services.series.own_bots import OwnBots
from services.series.statistics import summarise


def first_share(
    ruleset: str, bots: tuple[str, str], own_bots: OwnBots, *, matches: int, series_seed: bytes, workers: int
) -> SeriesEstimate:
    """The first bot's share of the win against the second, in both seats of each deal."""
    rules = registry.ruleset(ruleset)
    roster = own_bots.roster(rules)
    versions = bot_versions(roster.description)
    document = in_whole_deals(
        SeriesDocument(
            format=FORMAT,
            ruleset=roster.description.id,
            ruleset_version=roster.description.version,
            catalogue_sha256=catalogue_sha256(roster.description.cards),
            options=complete({}, roster.description.options),
            entrants=tuple(Entrant(bot=bot, version=versions[bot]) for bot in bots),
            seats=(2,),
            design="duplicate",
            stop=FixedStop(rule="fixed", matches=matches),
            series_seed_sha256=sha256_hex(series_seed),
        )
    )
    with tempfile.TemporaryDirectory() as scratch:
        folder = Folder.create(Path(scratch) / "run", document, series_seed)
        with LocalPool(document, series_seed, workers=workers, own_bots=own_bots) as pool:
            for _ in play_series(pool, folder):
                pass
        share = summarise(document, folder.results()).entrants[0].share
    assert share is not None
    return share
