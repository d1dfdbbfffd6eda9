"""The chance of a tournament's games: every value here was made with hashlib, hmac and json alone, as
docs/fairness.md says."""

import json

import pytest

from services.engine.fairness import (
    CommitmentDocument,
    EventReference,
    bot_seed,
    bots_chance,
    event_match_seed,
    event_server_seed,
)
from services.tournaments import steps
from services.tournaments.event_commitment import EventCommitment, EventDocument, Lots, event_document
from services.tournaments.log import Entered, PairedTable, RoundPaired, SeedGiven, StageStarted, Started
from services.tournaments.settings import SwissStage
from services.tournaments.tournament import NotPossible
from tests.unit.tournaments.logs import Told, settings

SEED = bytes(range(32))
OWN = "c5" * 32
EVENT_DOCUMENT = (
    '{"apart":null,"created_at":"2026-01-01T00:00:00.000Z","format":"playhall.event/1","host":"p_host","on_time_out":'
    '{"kind":"default"},"options":{"deck":"open"},"ruleset":"duels","ruleset_version":"1.0.0",'
    '"seed_given_by_host":false,"seed_sha256":"630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",'
    '"stages":[{"format":"swiss","rounds":3}],"time_control":{"kind":"none"},"tournament":"tournament_1",'
    '"unplayed_rules":2026}'
)
SERVER_SEED = "ab9eec707acc86245ad1d5474f1ce1f089a12c9c7fe28fa269f95c1736ce7ae3"


def deal(*entrants: str, number: int = 1, sha256: str = "ab" * 32, game: int = 1) -> EventReference:
    return EventReference(sha256=sha256, entrants=entrants, game=game, deal=number, played_again=None)


def test_the_commitment_is_the_sha256_of_the_document() -> None:
    promised = EventCommitment(EVENT_DOCUMENT, "", "", 0, "")
    assert promised.sha256 == "049ffe90d1bda16b3f2b1bb0950382c98e7637e1b0982fabac9fa40c9806dd19"
    assert EventCommitment.read(promised.to_bytes()) == promised


def test_a_tournament_promises_its_cards_and_an_older_one_says_nothing_of_them() -> None:
    of = settings(SwissStage(rounds=1))
    made = ("tournament_1", "p_host", "2026-01-01T00:00:00.000Z", of)
    older = json.loads(event_document(*made, seed_given_by_host=False))
    newer = json.loads(event_document(*made, seed_given_by_host=False, catalogue_sha256="ca" * 32))
    assert newer == older | {"catalogue_sha256": "ca" * 32}
    assert "catalogue_sha256" not in older
    for document in (older, newer, json.loads(EVENT_DOCUMENT)):
        assert set(document) - {"catalogue_sha256", "assistance"} <= set(EventDocument.model_fields)


def test_who_was_paired_in_what_was_undone_was_paired() -> None:
    told = Told(settings(SwissStage(rounds=1)))
    for number in (1, 2):
        told.tell(Entered(entrant=f"e{number}", name=f"Ann {number}", player=f"p_{number}"))
    told.tell(Started(seeding=("e1", "e2")))
    told.tell(StageStarted(stage=0, seeding=("e1", "e2")))
    assert told.tournament.ever_paired == set()
    told.tell(RoundPaired(round=1, tables=(PairedTable(entrants=("e1", "e2")),)))
    told.undo(5)
    assert told.tournament.rounds == []
    assert told.tournament.ever_paired == {"e1", "e2"}
    assert told.tournament.copy().ever_paired == {"e1", "e2"}
    with pytest.raises(NotPossible, match="has been paired"):
        told.tell(SeedGiven(entrant="e1", client_seed_sha256="00" * 32))


def test_a_game_deals_what_the_vectors_say() -> None:
    of = deal("p_1", "bot:greedy:1")
    server_seed = event_server_seed(SEED, of, (OWN, None))
    assert server_seed.hex() == SERVER_SEED
    assert event_match_seed(server_seed, of, (OWN, None)).hex() == (
        "451959d5ffdf515ea82fc9f9ce95c8676ca37993aa8264f77ba161afe72df33e"
    )
    again = deal("p_1", "bot:greedy:1", number=2)
    assert event_server_seed(SEED, again, (OWN, None)).hex() == (
        "aae677910e1f2384ef52caaecff230149295517bab5eff1a3443255d0b6fcaf9"
    )


def test_bots_draw_what_the_vectors_say() -> None:
    document = CommitmentDocument.read(
        json.dumps(
            {
                "format": "playhall.commitment/2",
                "match": "m_1",
                "creator": None,
                "created_at": "2026-01-01T00:00:00.000Z",
                "ruleset": "duels",
                "ruleset_version": "1.0.0",
                "options": {},
                "seats": [
                    {"kind": "person", "player": "p_1", "bot": None},
                    {"kind": "bot", "player": None, "bot": "greedy"},
                ],
                "start_rule": "when_full",
                "visibility": "private",
                "time_control": {"kind": "none"},
                "on_time_out": {"kind": "default_action"},
                "grace_milliseconds": 0,
                "spectator_delay_seconds": 0,
                "server_seed_sha256": "00" * 32,
                "event": deal("p_1", "bot:greedy:1").model_dump(mode="json"),
            }
        )
    )
    chance = bots_chance(document, (OWN, None))
    assert chance.hex() == "4423e47dd920c8c841399c24c7794b0f85ef1565a98b1de2ab365a24394a3705"
    seed = bot_seed(bytes.fromhex(SERVER_SEED), chance, 1, 1)
    assert seed.hex() == "c241582815f0923c234c6fe9412796086f16b7ed2235009e0d003bfdb28054c2"
    renamed = document.model_copy(update={"visibility": "public", "match": "m_2", "creator": "p_3"})
    assert bots_chance(renamed, (OWN, None)) == chance


def test_neither_the_order_of_seats_nor_the_number_of_the_game_nor_the_commitment_deals() -> None:
    turned = deal("bot:greedy:1", "p_1", sha256="cd" * 32, game=7)
    assert event_server_seed(SEED, turned, (None, OWN)).hex() == SERVER_SEED


def test_everybodys_own_seed_deals_and_belongs_to_its_entrant() -> None:
    of = deal("p_1", "p_2")
    seeds = [(None, None), (OWN, None), (None, OWN), (OWN, OWN), (OWN, "00" * 32)]
    assert len({event_server_seed(SEED, of, each) for each in seeds}) == 5
    assert event_server_seed(SEED, of, (OWN.upper(), None)) == event_server_seed(SEED, of, (OWN, None))


def test_lots_are_drawn_by_who_somebody_is_and_what_it_has_given() -> None:
    told = Told(settings(SwissStage(rounds=1)))
    told.tell(Entered(entrant="e1", name="Ann", player="p_1"))
    assert Lots(SEED).pods_search(2).hex() == "df023d33609089705029e469292e0ea4798d6c2a412e7a0472013d35a14e9987"
    told.tell(
        SeedGiven(entrant="e1", client_seed_sha256="7fa299c811af41094f58a2c3c326f3af282090ee765fb2169818d6f28d173e49")
    )
    lot = Lots(SEED).seeding(told.tournament, "e1")
    assert lot.hex() == "9bb8ec74b4a9cdb20a4a45a1136f66d623084253dd02ea92ed50d6910c904292"


def test_the_seeding_does_not_follow_from_the_order_of_entry() -> None:
    """Whoever enters bots could arrange the ids e1, e2 and so on: four people, in three orders."""
    orders = [("p_1", "p_2", "p_3", "p_4"), ("p_4", "p_3", "p_2", "p_1"), ("p_2", "p_4", "p_1", "p_3")]
    found = set()
    for order in orders:
        told = Told(settings(SwissStage(rounds=1)))
        for number, player in enumerate(order, 1):
            told.tell(Entered(entrant=f"e{number}", name=player, player=player, rating=1500))
        seeding = steps.start(told.tournament, Lots(SEED)).seeding
        found.add(tuple(told.tournament.members[entrant].player_id for entrant in seeding))
    assert len(found) == 1
    assert found != set(orders[:1])
