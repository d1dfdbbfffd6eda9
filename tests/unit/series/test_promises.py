"""What a series promises of its chance, byte by byte."""

import hashlib
from typing import Any

import pytest

from services.engine.clocks import PLAY_DEFAULT, PerDecision
from services.engine.fairness import CommitmentDocument, PlannedSeat, SeriesReference, deal_seed, series_match_seed
from services.fairness.signing import SigningKeys
from services.series.document import Entrant, FixedStop, LivePlay, SeriesDocument, UnplayableSeries
from services.series.promises import Extension, PublishedPromise, SeriesSeeds, extended
from services.stored_series.rows import promises_of
from services.stored_series.series_record import NO_PROMISES, Promises

SEED = bytes(range(32))
OTHER = bytes(range(32, 64))
DOCUMENT = SeriesDocument(
    format="playhall.series/2",
    ruleset="commanders",
    ruleset_version="1.0.0",
    catalogue_sha256="ca" * 32,
    options={"units": "open"},
    entrants=(Entrant(bot="player:p_1", version="unknown"), Entrant(bot="greedy", version="1.0.0")),
    seats=(2,),
    design="round_robin",
    stop=FixedStop(rule="fixed", matches=2),
    series_seed_sha256="630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
    live=LivePlay(time_control=PerDecision(kind="per_decision", seconds=30), on_time_out=PLAY_DEFAULT, concurrency=8),
)
ADDED = extended(DOCUMENT, (), first=2, matches=4, seed=OTHER)
PUBLISHED = PublishedPromise(key_id="56475aa75463474c", signature="00" * 64, log_index=7, log_hash="11" * 32)
EXTENSION = Extension(document=ADDED, seed=OTHER.hex(), published=PUBLISHED)


def test_the_document_of_a_series_is_hashed_and_signed_as_these_bytes() -> None:
    assert DOCUMENT.to_bytes() == (
        b'{"catalogue_sha256":"cacacacacacacacacacacacacacacacacacacacacacacacacacacacacacacaca",'
        b'"design":"round_robin","entrants":[{"bot":"player:p_1","version":"unknown"},'
        b'{"bot":"greedy","version":"1.0.0"}],"format":"playhall.series/2","live":{"concurrency":8,'
        b'"on_time_out":{"kind":"default_action"},"time_control":{"kind":"per_decision","seconds":30}},'
        b'"options":{"units":"open"},"ruleset":"commanders","ruleset_version":"1.0.0","seats":[2],'
        b'"series_seed_sha256":"630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",'
        b'"stop":{"matches":2,"rule":"fixed"}}'
    )
    assert DOCUMENT.digest().hex() == "6e3f48d02e6ed6c5fb8084af37877e9c1795b65f2dd4ee3a692b908db5b9c283"
    signature = SigningKeys(bytes(range(32))).sign(DOCUMENT.format, DOCUMENT.to_bytes())
    assert (signature.key_id, signature.value.hex()) == (
        "56475aa75463474c",
        "3c0ca6c9dd3c7918f2ab1b8c44c8b596cea9b40a833e14b218caf30228d42614"
        "1c7d9a9ad50740308f99ecf7bb508037621984a74feead0e01b4213b11001b06",
    )


def test_the_document_of_an_extension_is_hashed_and_signed_as_these_bytes() -> None:
    assert ADDED.to_bytes() == (
        b'{"first":2,"format":"playhall.series-extension/1","matches":4,'
        b'"previous":"6e3f48d02e6ed6c5fb8084af37877e9c1795b65f2dd4ee3a692b908db5b9c283",'
        b'"seed_sha256":"72dbb7336c76780023f83da4c355f2eeea85733b13d3477697917790c1229084",'
        b'"series":"6e3f48d02e6ed6c5fb8084af37877e9c1795b65f2dd4ee3a692b908db5b9c283"}'
    )
    assert ADDED.digest().hex() == "3e92a9e88e6c1783631aefa03ea711edc4fbdc93ab0d963a06e7bb1895295c7c"
    signature = SigningKeys(bytes(range(32))).sign(ADDED.format, ADDED.to_bytes())
    assert signature.value.hex() == (
        "63949b02dbbe9c8976d62c06a3f618d82b94eed590ef795d11d9c68c9eceec55"
        "48c4742836b88a590581c72c68689a00a7125fd8988b5e373b6aab831acac70d"
    )


@pytest.mark.parametrize(
    ("number", "server_seed", "match_seed"),
    [
        (
            0,
            "dc5ae15eb8e7099a5f0ab98eb859eb01cc632aca98aac67321150f5195e3cf8c",
            "e9845e7cfbdf5bc9346eeb39044952a9e7744b07925576d0e310d2f5e5d4060f",
        ),
        (
            1,
            "25dafd22e9ad6bf32b897cd0aedce95769066d82fed38354e15a502b9af82557",
            "894abaff530943a1272f5b18dc1e422757c82f8419ee7d45b887fc9ef6f2b10d",
        ),
        (
            2,
            "23f3741c841e0b49ea16b12816a41ad38b49fcd94b5de17f3b1bc069f2e74d8b",
            "c36a1e819bdc75678e453b9162692631a77651a35cf775410d6c803dbfc9f42a",
        ),
        (
            3,
            "15b649e0060dd9d1810c1bfbc2e337c223d62eab44859a10dce3c79e049d2b22",
            "61bc266a676b8f754b1eafe85e14961962637642d5e619dfe286bbdad068cba6",
        ),
    ],
)
def test_a_match_is_dealt_from_the_seed_of_its_part(number: int, server_seed: str, match_seed: str) -> None:
    seeds = SeriesSeeds.of(DOCUMENT, SEED, [EXTENSION])
    dealt = deal_seed(seeds.of_match(number), number)
    assert (dealt.hex(), seeds.matches) == (server_seed, 4)
    promise = CommitmentDocument(
        format="playhall.commitment/2",
        match=None,
        creator="p_9",
        created_at=None,
        ruleset="commanders",
        ruleset_version="1.0.0",
        catalogue_sha256="ca" * 32,
        options={"units": "open"},
        seats=(
            PlannedSeat(kind="person", player="p_1", bot=None),
            PlannedSeat(kind="bot", player=None, bot="greedy"),
        ),
        start_rule="when_full",
        visibility="private",
        time_control=PerDecision(kind="per_decision", seconds=30),
        on_time_out=PLAY_DEFAULT,
        grace_milliseconds=250,
        spectator_delay_seconds=0,
        server_seed_sha256=hashlib.sha256(dealt).hexdigest(),
        series=SeriesReference(sha256=DOCUMENT.digest().hex(), match=number, deal=number),
    )
    assert series_match_seed(dealt, promise).hex() == match_seed


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"first": 1}, "extension 1 does not go on where the series ends before it"),
        ({"matches": 2}, "extension 1 does not go on where the series ends before it"),
        ({"series": "5e" * 32}, "extension 1 does not go on where the series ends before it"),
        ({"previous": "5e" * 32}, "extension 1 does not go on where the series ends before it"),
        ({"seed_sha256": "5e" * 32}, "the seed from match 2 on is not the one that the series committed to"),
    ],
)
def test_an_extension_that_does_not_follow_on_the_series_is_refused(changes: dict[str, Any], complaint: str) -> None:
    other = EXTENSION.model_copy(update={"document": ADDED.model_copy(update=changes)})
    with pytest.raises(UnplayableSeries, match=complaint):
        SeriesSeeds.of(DOCUMENT, SEED, [other])


def test_what_was_added_to_a_series_before_extensions_had_seeds_is_dealt_from_the_first() -> None:
    later = Extension(
        document=extended(DOCUMENT, (), first=6, matches=8, seed=OTHER), seed=OTHER.hex(), published=PUBLISHED
    )
    seeds = SeriesSeeds.of(DOCUMENT, SEED, [later])
    assert [seeds.of_match(number) for number in (1, 5, 6)] == [SEED, SEED, OTHER]


def test_no_repr_tells_a_seed() -> None:
    for each in (EXTENSION, SeriesSeeds.of(DOCUMENT, SEED, [EXTENSION]), Promises(extensions=(EXTENSION,))):
        assert OTHER.hex() not in repr(each)
        assert repr(OTHER) not in repr(each)


def test_what_is_stored_of_promises_is_read_as_it_was() -> None:
    kept = Promises(published=PUBLISHED, extensions=(EXTENSION,))
    assert promises_of(kept.to_bytes()) == kept
    assert promises_of(None) == NO_PROMISES
