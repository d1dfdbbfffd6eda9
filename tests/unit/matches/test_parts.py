"""Small parts: requests, seeds, ids, results, records."""

import hashlib
import hmac
from importlib.resources import files

import pytest

from services.engine import fairness
from services.engine.clocks import Clock, PerDecision
from services.engine.replay import outcome_json, resignation_outcome
from services.engine.ruleset import Outcome, SeatResult
from services.errors import Reason, Refusal
from services.identity.idempotent_creation import Creation, once
from services.matches.creation_request import SeatKind, SeatRequest, check_client_seed, parse_seat, parse_seats
from services.matches.ids import PREFIX, is_match_id
from services.matches.match import Match, Status, match_from_json, match_to_json, with_client_seed
from services.matches.match_lifecycle import resigned, started
from services.matches.match_record import PUBLIC_FIELDS, SECRET_FIELDS, fields_to_write, read_record
from tests.unit.matches.builders import bot, match_of, person, step_to, stored_of


def test_seats_are_asked_for_in_words() -> None:
    assert parse_seats(["open", "me", "bot:greedy", "player:p_1"]) == (
        SeatRequest(SeatKind.OPEN),
        SeatRequest(SeatKind.ME),
        SeatRequest(SeatKind.BOT, "greedy"),
        SeatRequest(SeatKind.PLAYER, "p_1"),
    )


@pytest.mark.parametrize("text", ["", "bot", "bot:", "player:", "me:", "open:x", "ME", "robot:greedy", ":"])
def test_what_is_no_seat_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse_seat(text)
    assert refused.value.reason is Reason.INVALID_FIELD


def test_every_wrong_seat_is_pointed_at() -> None:
    with pytest.raises(Refusal) as refused:
        parse_seats(["me", "you", "open", "bot"])
    assert [error.pointer for error in refused.value.errors] == ["/seats/1", "/seats/3"]


@pytest.mark.parametrize("seed", ["", "ab", "g" * 64, "a" * 63, "a" * 65, "a" * 64 + "\n", "\uff10" * 64])
def test_a_client_seed_is_64_hexadecimal_digits(seed: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_client_seed(seed)
    assert refused.value.errors[0].pointer == "/client_seed"
    check_client_seed("aF" * 32)


def test_the_old_formats_commitment_and_bots_follow_from_the_server_seed() -> None:
    assert fairness.commitment_v1(bytes(32)) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    seed = bytes(range(32))
    assert fairness.bot_seed_v1(seed, 3, 12) == hmac.new(seed, b"bot\x003\x0012", hashlib.sha256).digest()


def test_server_seeds_do_not_repeat() -> None:
    seeds = {once().secret("server seed") for _ in range(100)}
    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {32}


def test_ids_are_in_the_order_of_time() -> None:
    ids = [Creation(ms, bytes(32)).id(PREFIX) for ms in (0, 1, 1000, 1_800_000_000_000)]
    assert ids == sorted(ids)
    assert all(is_match_id(id) for id in ids)


@pytest.mark.parametrize(
    "text", ["", "m_", "p_" + "0" * 26, "m_" + "0" * 25, "m_" + "0" * 27, "m_" + "i" * 26, "m_}" + "0" * 25]
)
def test_nothing_else_is_an_id(text: str) -> None:
    assert not is_match_id(text)


def ranks(outcome: dict[str, list[dict[str, int]]]) -> list[int]:
    return [result["rank"] for result in outcome["results"]]


def test_seats_that_resigned_stand_behind_all_others() -> None:
    outcome = Outcome(tuple(SeatResult(seat, rank, 0) for seat, rank in enumerate((1, 2, 2, 4))), "over")
    assert ranks(outcome_json(outcome, ())) == [1, 2, 2, 4]
    assert ranks(outcome_json(outcome, (0,))) == [4, 1, 1, 3]
    assert ranks(outcome_json(outcome, (0, 2))) == [3, 1, 4, 2]
    assert ranks(outcome_json(outcome, (0, 1, 2, 3))) == [1, 2, 2, 4]


def test_a_resignation_that_ends_the_match_leaves_the_others_first() -> None:
    assert ranks(resignation_outcome(2, (0,))) == [2, 1]
    assert ranks(resignation_outcome(4, (1, 3))) == [1, 3, 1, 3]


CLOCKS = (Clock(None, 11_000), None)


def a_live_match() -> Match:
    before = stored_of(
        match_of(
            with_client_seed(person(0), "ab" * 32), bot(1), options={"x": [1, 2]}, time_control=PerDecision(seconds=9)
        )
    )
    return started(before, bytes(32), step_to((0, 1), seats=2), 2000, by_platform=False).after.match


def test_a_match_comes_back_from_its_json() -> None:
    match = a_live_match()
    assert match_from_json(match_to_json(match)) == match


def test_a_match_comes_back_from_its_fields() -> None:
    before = stored_of(match_of(person(0), bot(1)))
    after = started(before, bytes(range(32)), step_to((0, 1), seats=2), 2000, by_platform=False).after
    fields: dict[str, bytes] = {}
    for stored, earlier in ((before, None), (after, before)):
        fields |= fields_to_write(stored, earlier)
        public, secret = ([fields.get(name) for name in names] for names in (PUBLIC_FIELDS, SECRET_FIELDS))
        assert read_record(public, secret) == stored
    assert read_record([None] * 4, [None] * 3) is None


def test_only_what_changes_is_written_again() -> None:
    before = stored_of(match_of(person(0), bot(1)))
    after = started(before, bytes(range(32)), step_to((0, 1), seats=2), 2000, by_platform=False).after
    assert sorted(fields_to_write(before, None)) == [
        "head",
        "owner",
        "progress",
        "seats",
        "server_seed",
        "version",
    ]
    assert sorted(fields_to_write(after, before)) == ["progress", "seed", "state", "version"]
    gone = resigned(after, 0, 3000, ends=False).after
    assert sorted(fields_to_write(gone, after)) == ["progress", "seats", "version"]


def test_a_narrowed_match_shows_the_spectators_and_ones_own_numbers() -> None:
    match = a_live_match()
    assert (match.revisions, match.decisions, match.clocks) == ((1, 1, 1), (1, 1), CLOCKS)
    seen = match.seen_by(1)
    assert (seen.revisions, seen.decisions, seen.clocks) == ((1, 0, 1), (None, 1), CLOCKS)
    seen = match.seen_by(-1)
    assert (seen.revisions, seen.decisions, seen.clocks) == ((1, 0, 0), (None, None), CLOCKS)


def test_a_repr_tells_no_secret() -> None:
    stored = stored_of(match_of(person(0), person(1)))
    assert "server-seed" not in repr(stored)
    assert "p_1" in repr(stored)


def test_only_two_statuses_are_the_end() -> None:
    assert [status for status in Status if status.ended] == [Status.FINISHED, Status.ABORTED]


def test_the_scripts_are_part_of_the_package() -> None:
    names = sorted(entry.name for entry in files("services.matches").joinpath("lua").iterdir())
    assert names == [
        "accounts.lua",
        "add_turn.lua",
        "claim_rematch.lua",
        "commit.lua",
        "enqueue_due.lua",
        "measure_gap.lua",
        "read_events.lua",
        "reconcile.lua",
        "release.lua",
        "reserve_quota.lua",
        "seal_page.lua",
        "set_deadline.lua",
        "take_turn.lua",
        "void_match.lua",
    ]
