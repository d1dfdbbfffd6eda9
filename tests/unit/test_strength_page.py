"""The page about the strength of the bots: its series are those of the bots that are here."""

import json
import re

import pytest

from services.engine import registry
from services.series.designs import Schedule
from services.series.folder import result_line
from services.series.playing import Player
from tests.benchmarks.strength import PAGE, Pairing, pairings, records, tables
from tests.marks import each_row

RECORDS = records()
PLAYED = [pairing for pairing in pairings() if pairing.name in RECORDS]
QUICK = [pairing for pairing in PLAYED if not pairing.first.startswith("search")]


def test_each_record_is_of_a_series_that_is_still_played() -> None:
    assert {pairing.name for pairing in PLAYED} == RECORDS.keys()


def test_the_tables_are_those_of_the_records() -> None:
    inside = re.search(r"<!-- tables -->\n(.*)<!-- end of tables -->", PAGE.read_text(), re.DOTALL)
    assert inside is not None
    assert inside[1].strip() == tables(RECORDS).strip()


@each_row("pairing", PLAYED)
def test_a_record_names_its_series(pairing: Pairing) -> None:
    record = RECORDS[pairing.name]
    assert record["document"] == pairing.document().model_dump(mode="json")
    assert (record["series_seed"], record["command"]) == (pairing.series_seed.hex(), pairing.command())
    assert record["summary"]["series_sha256"] == pairing.document().digest().hex()


@pytest.mark.parametrize("pairing", QUICK, ids=[pairing.name for pairing in QUICK])
def test_the_bots_still_play_the_first_match_as_they_did(pairing: Pairing) -> None:
    document = pairing.document()
    player = Player(registry.ruleset(pairing.ruleset), document, pairing.series_seed)
    first = player.play(Schedule(document).table(0))
    assert json.loads(result_line(first)) == RECORDS[pairing.name]["first_match"]
