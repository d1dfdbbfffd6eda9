"""Replays: made, read strictly, executed again; every falsification is found."""

import hashlib
import hmac
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.engine.engine import Engine
from services.engine.fairness import (
    BotSeeds,
    SeriesReference,
    bot_seed,
    canonical,
    deal_seed,
    match_seed,
    match_seed_v1,
)
from services.engine.in_process import InProcessEngine
from services.engine.replay import (
    MalformedReplay,
    Recording,
    Replay,
    ReplayDiffers,
    ReplayMigration,
    ReplayResignation,
    ReplaySeat,
    re_execute,
    read,
    write,
)
from services.engine.ruleset import Description
from services.errors import Reason, Refusal
from tests.marks import each_row
from tests.rulesets.playing import EVERY_RULESET, SHORTER, notations
from tests.rulesets.sealed import RULESET, Sealed, State

SERVER_SEED = bytes(range(32))
CLIENT_SEED = "ab" * 32
SEALED = InProcessEngine(RULESET)


def played(engine: Engine, seats: int, *, resign: dict[int, int] | None = None, **options: Any) -> Replay:
    """The replay of a match in which every seat takes its first legal action; ``resign``: who, by steps before."""
    match = Recording(
        engine,
        seats=[ReplaySeat(name=f"Player {seat}", kind="person", bot=None) for seat in range(seats)],
        options=options,
        server_seed=SERVER_SEED,
        client_seeds=[CLIENT_SEED, *[None] * (seats - 1)],
        catalogue_sha256=engine.describe().catalogue_sha256,
    )
    leaving = dict(resign or {})
    while match.outcome is None:
        if len(match.steps) in leaving:
            match.resign(leaving.pop(len(match.steps)))
            continue
        seat = match.step.pending[-1]
        match.play(seat, notations(match.step, seat)[0])
    return match.replay()


def changed(replay: Replay, change: Callable[[dict[str, Any]], Any]) -> Replay:
    """The replay after a change to its JSON, read again."""
    document = json.loads(write(replay))
    change(document)
    replay_read = read(json.dumps(document).encode())
    assert isinstance(replay_read, Replay)
    return replay_read


@pytest.mark.parametrize("id", EVERY_RULESET)
def test_a_replay_is_read_as_it_was_written_and_executes_again(id: str) -> None:
    ruleset = EVERY_RULESET[id]
    shorter: dict[str, Any] = dict(SHORTER[id])
    for seats in range(ruleset.describe().min_seats, ruleset.describe().max_seats + 1):
        replay = played(InProcessEngine(ruleset), seats, **shorter)
        assert read(write(replay)) == replay
        assert write(read(write(replay))) == write(replay)
        re_execute(replay, InProcessEngine(ruleset))


def test_a_replay_says_what_was_done_and_shown() -> None:
    replay = played(SEALED, 2)
    assert replay.format == "playhall.replay/2"
    assert (replay.ruleset, replay.version, replay.match) == ("sealed", "1.0.0", None)
    first, *_ = replay.steps
    assert first.model_dump() == {
        "rev": 1,
        "seat": 1,
        "decision": 1,
        "action": "place 1",
        "structured": {"place": {"card": 1}},
        "given": None,
        "time_ran_out": None,
        "at": None,
        "events": ({"public": None, "private": {1: {"placed": {"seat": 1, "card": 1}}}},),
        "shown": (1, 1, 2),
        "next": (1, 2),
    }
    assert replay.steps[2].next == (1, None)
    assert replay.steps[2].shown == (2, 2, 4)


def test_the_seeds_are_revealed_and_follow_from_each_other() -> None:
    replay = played(SEALED, 2)
    assert replay.server_seed == SERVER_SEED.hex()
    document = replay.commitment_document
    assert document.server_seed_sha256 == hashlib.sha256(SERVER_SEED).hexdigest()
    assert replay.commitment == document.digest().hex() == hashlib.sha256(document.to_bytes()).hexdigest()
    assert replay.client_seeds == (CLIENT_SEED, None)
    assert replay.seed == match_seed(SERVER_SEED, document.digest(), replay.client_seeds).hex()


def test_the_match_seed_is_the_hmac_of_domain_commitment_and_tagged_positions() -> None:
    message = b"playhall.match-seed/2\0" + b"c" * 32 + b"\0\0\0" + bytes(32) + b"\0\1\1" + bytes(32)
    expected = hmac.new(bytes(32), message, hashlib.sha256).digest()
    assert match_seed(bytes(32), b"c" * 32, [None, "00" * 32]) == expected


def test_a_bots_randomness_belongs_to_its_match_seat_and_decision() -> None:
    message = b"playhall.bot-seed/2\0" + b"c" * 32 + b"\0\3" + b"\0\0\0\x0c"
    assert bot_seed(bytes(32), b"c" * 32, 3, 12) == hmac.new(bytes(32), message, hashlib.sha256).digest()
    made = {bot_seed(bytes(32), bytes(32), seat, number) for seat in range(5) for number in range(30)}
    assert len(made) == 150


# -- series ------------------------------------------------------------------------------------------------------------


def of_a_series(match: int, deal: int, seats: int = 2) -> Replay:
    """The replay of a match between bots that belongs to a series."""
    recording = Recording(
        SEALED,
        seats=[ReplaySeat(name="random", kind="bot", bot="random")] * seats,
        options={},
        server_seed=deal_seed(SERVER_SEED, deal),
        series=SeriesReference(sha256="5e" * 32, match=match, deal=deal),
    )
    while recording.outcome is None:
        seat = recording.step.pending[0]
        asked = (recording.steps[-1] if recording.steps else recording.start).next[seat]
        view, legal = recording.step.situation(seat).view, notations(recording.step, seat)
        recording.play(seat, SEALED.choose("random", view, legal, recording.bot_seed(seat, asked or 0)))
    return recording.replay()


def test_a_match_of_a_series_is_read_as_it_was_written_and_executes_again() -> None:
    replay = of_a_series(5, 2)
    assert read(write(replay)) == replay
    assert json.loads(write(replay))["commitment_document"]["series"] == {"sha256": "5e" * 32, "match": 5, "deal": 2}
    assert re_execute(replay, SEALED).bots == len(replay.steps)


def test_a_deals_seed_is_the_hmac_of_its_number() -> None:
    message = b"playhall.series-deal/1\0" + b"\0\0\0\0\0\0\0\x09"
    assert deal_seed(bytes(32), 9) == hmac.new(bytes(32), message, hashlib.sha256).digest()


def test_the_match_seed_of_a_series_is_the_hmac_of_what_the_matches_of_a_deal_have_in_common() -> None:
    replay = of_a_series(5, 2)
    shared = '{{"deal":2,"options":{},"ruleset":"sealed","ruleset_version":"1.0.0","seats":2,"series":"{}"}}'.format(
        canonical(replay.options).decode(),
        "5e" * 32,
    )
    message = b"playhall.series-match-seed/1\0" + hashlib.sha256(shared.encode()).digest()
    assert replay.seed == hmac.new(bytes.fromhex(replay.server_seed), message, hashlib.sha256).hexdigest()


def test_matches_of_a_deal_share_their_chance_and_not_the_chance_of_their_bots() -> None:
    one, other = of_a_series(4, 2), of_a_series(5, 2)
    assert one.seed == other.seed
    assert one.commitment != other.commitment
    assert of_a_series(6, 3).seed != one.seed


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda document: document["commitment_document"].update(series=None), "not written like this"),
        (lambda document: document["seats"][0].update(bot="other"), "another bot was to play"),
        (lambda document: document["seats"][0].update(bot=None, kind="person"), "another bot was to play"),
        (lambda document: document["commitment_document"]["seats"][0].update(kind="open", bot=None), "between bots"),
        (lambda document: document["commitment_document"]["series"].update(match=-1), "greater than or equal to 0"),
        (lambda document: document["client_seeds"].__setitem__(0, "00" * 32), "a bot of the house gives none"),
        (
            lambda document: document["resignations"].append({"seat": 0, "rev": 0, "at": None, "shown": [1, 1, 1]}),
            "nobody resigns in a series",
        ),
    ],
)
def test_a_match_of_a_series_is_between_the_bots_that_were_planned(
    change: Callable[[dict[str, Any]], Any], complaint: str
) -> None:
    with pytest.raises(MalformedReplay, match=complaint):
        changed(of_a_series(0, 0), change)


@pytest.mark.parametrize("series", [None, {"sha256": "5e" * 32, "match": 1, "deal": 1}, {"sha256": "5f" * 32}])
def test_another_place_in_the_series_is_another_seed_or_commitment(series: dict[str, Any] | None) -> None:
    def change(document: dict[str, Any]) -> None:
        promise = document["commitment_document"]
        if series is None:
            del promise["series"]
        else:
            promise["series"].update(series)
        document["commitment"] = hashlib.sha256(canonical(promise)).hexdigest()

    with pytest.raises(ReplayDiffers, match="match seed does not follow"):
        re_execute(changed(of_a_series(0, 0), change), SEALED)


def test_a_match_without_a_series_has_no_such_member() -> None:
    replay = played(SEALED, 2)
    assert "series" not in json.loads(replay.commitment_document.to_bytes())
    assert "series" not in json.loads(write(replay))["commitment_document"]


def test_the_seeds_of_all_decisions_of_a_match_are_those_of_each() -> None:
    seeds = BotSeeds(SERVER_SEED, b"c" * 32)
    for seat, decision in ((0, 1), (1, 1), (0, 2), (4, 70_000)):
        assert seeds.seed(seat, decision) == bot_seed(SERVER_SEED, b"c" * 32, seat, decision)


# What `openssl dgst -sha256 -mac HMAC -macopt hexkey:00...00` says of "m_1" and 32 zero bytes.
def test_the_match_seed_of_format_1_is_the_hmac_of_the_id_and_the_client_seeds_in_seat_order() -> None:
    assert (
        match_seed_v1(bytes(32), "m_1", [None, "00" * 32]).hex()
        == "4a228c50cc3f52bc106ec4b95165967662f15d61ba08262111f83f76dbc0bbf5"
    )


# -- falsifications --------------------------------------------------------------------------------------------------


def committed(document: dict[str, Any], **options: Any) -> None:
    """Other options, committed to as if they had been those of the match."""
    recommitted(document, options={**document["options"], **options})


def recommitted(document: dict[str, Any], **changes: Any) -> None:
    """Another promise, and everything that follows from it."""
    document["commitment_document"].update(changes)
    for name, value in changes.items():
        document["version" if name == "ruleset_version" else name] = value
    digest = hashlib.sha256(canonical(document["commitment_document"])).digest()
    document["commitment"] = digest.hex()
    document["seed"] = match_seed(SERVER_SEED, digest, document["client_seeds"]).hex()


def swap(document: dict[str, Any], key: str) -> None:
    document[key] = "00" * 32


@each_row(
    ("change", "step", "what"),
    [
        (lambda r: swap(r, "commitment"), 0, "the commitment_document is not the one that was committed to"),
        (lambda r: swap(r, "server_seed"), 0, "the server seed is not the one that was committed to"),
        (lambda r: swap(r, "seed"), 0, "the match seed does not follow from the other seeds"),
        (lambda r: r.update(client_seeds=[None, None]), 0, "the match seed does not follow from the other seeds"),
        (lambda r: r["start"]["shown"].__setitem__(0, 2), 0, "shown differs"),
        (lambda r: r["start"]["events"].pop(), 0, "events differs"),
        (lambda r: committed(r, takes="some"), 0, "refused (INVALID_OPTION): options/takes: must be one of"),
        (lambda r: committed(r, takes=None), 0, "refused (INVALID_OPTION)"),
        (lambda r: committed(r, jokers=2), 0, "refused (UNKNOWN_OPTION)"),
        (lambda r: committed(r, open_draws=True), 0, "events differs"),
        (lambda r: r["steps"][3].update(action="place 5"), 4, "structured differs"),
        (lambda r: r["steps"][3].update(action="keep"), 4, "refused (ILLEGAL_ACTION)"),
        (lambda r: r["steps"][3].update(action="fly"), 4, "refused (MALFORMED_ACTION)"),
        (lambda r: r["steps"][3].update(decision=2), 4, "decision differs"),
        (lambda r: r["steps"][3].update(structured={"keep": {}}), 4, "structured differs"),
        (lambda r: r["steps"][3].update(next=[None, None]), 4, "next differs"),
        (lambda r: r["steps"][4].update(seat=1), 5, "refused (ILLEGAL_ACTION)"),
        (lambda r: r["steps"][5]["events"][2]["public"]["revealed"]["draws"].reverse(), 6, "events differs"),
        (lambda r: r["steps"][5]["events"][0]["private"]["0"]["placed"].update(card=5), 6, "events differs"),
        (lambda r: r["steps"].pop(), 12, "the match has not ended"),
        (lambda r: r["outcome"].update(reason="luck"), 13, "outcome differs"),
        (lambda r: r["outcome"]["results"][0].update(score=99), 13, "outcome differs"),
        (lambda r: swap(r, "final_state_sha256"), 13, "the last state differs"),
    ],
)
def test_a_falsified_replay_is_found_out_at_the_first_step_that_differs(
    change: Callable[[dict[str, Any]], Any], step: int, what: str
) -> None:
    replay = played(SEALED, 2)
    assert len(replay.steps) == 12
    with pytest.raises(ReplayDiffers) as caught:
        re_execute(changed(replay, change), SEALED)
    assert caught.value.step == step
    assert caught.value.what.startswith(what)


def test_steps_after_the_end_are_found_out() -> None:
    def one_more(document: dict[str, Any]) -> None:
        document["steps"].append({**document["steps"][-1], "rev": 13})

    with pytest.raises(ReplayDiffers, match="step 13: the match has ended before"):
        re_execute(changed(played(SEALED, 2), one_more), SEALED)


def test_a_ruleset_that_shuffles_otherwise_is_found_out() -> None:
    class Loaded(Sealed):
        def play(self, state: State, seat: int, action: int) -> Any:
            state.deck.sort()
            return super().play(state, seat, action)

    with pytest.raises(ReplayDiffers, match="step 6: events differs"):
        re_execute(played(SEALED, 2), InProcessEngine(Loaded()))


class OtherCards(Sealed):
    """The same rules, with one more card in the catalogue."""

    def describe(self) -> Description:
        about = super().describe()
        return replace(about, cards=(*about.cards, {"id": "thirteenth", "points": 13}))


def test_an_operator_who_changes_a_card_does_not_judge_the_replay() -> None:
    with pytest.raises(Refusal, match="with other cards than those that it was dealt with") as caught:
        re_execute(played(SEALED, 2), InProcessEngine(OtherCards()))
    assert caught.value.reason is Reason.UNSUPPORTED_VERSION


def test_whoever_takes_the_cards_out_of_a_promise_has_made_another_promise() -> None:
    def change(document: dict[str, Any]) -> None:
        del document["commitment_document"]["catalogue_sha256"]

    with pytest.raises(ReplayDiffers, match="the commitment_document is not the one that was committed to"):
        re_execute(changed(played(SEALED, 2), change), SEALED)


def test_a_match_of_before_promises_of_cards_is_judged_by_any() -> None:
    recording = Recording(
        SEALED, seats=[ReplaySeat(name="a", kind="bot", bot="random")] * 2, options={}, server_seed=SERVER_SEED
    )
    while recording.outcome is None:
        seat = recording.step.pending[0]
        recording.play(seat, notations(recording.step, seat)[0])
    assert "catalogue_sha256" not in json.loads(write(recording.replay()))["commitment_document"]
    assert re_execute(recording.replay(), InProcessEngine(OtherCards()), bots_choose_again=False).decisions > 0


def test_a_match_that_another_version_played_on_has_promised_the_cards_of_the_first_alone() -> None:
    replay = played(SEALED, 2)
    moved = ReplayMigration(rev=1, version="1.1.0", at=None)
    assert replay.pin == ("sealed", "1.0.0", SEALED.describe().catalogue_sha256)
    assert replay.model_copy(update={"migrations": (moved,)}).pin == ("sealed", "1.1.0", "")


@pytest.mark.parametrize(
    ("other", "reason"),
    [({"ruleset": "duels"}, Reason.UNKNOWN_RULESET), ({"ruleset_version": "0.9.0"}, Reason.UNSUPPORTED_VERSION)],
)
def test_another_ruleset_or_version_does_not_judge_the_replay(other: dict[str, str], reason: Reason) -> None:
    with pytest.raises(Refusal) as caught:
        re_execute(changed(played(SEALED, 2), lambda r: recommitted(r, **other)), SEALED)
    assert caught.value.reason is reason


def test_the_form_in_which_an_action_was_sent_must_be_another_form_of_it() -> None:
    def sent(form: str) -> Replay:
        return changed(played(SEALED, 2), lambda r: r["steps"][0].update(given=form))

    with pytest.raises(ReplayDiffers, match="step 1: given: is no action in canonical form"):
        re_execute(sent('{"place": {"card": 1}}'), SEALED)
    with pytest.raises(ReplayDiffers, match="step 1: given: is not another form of the action"):
        re_execute(sent('{"place":{"card":1}}'), SEALED)


# -- resignations ----------------------------------------------------------------------------------------------------


def ranks(replay: Replay) -> list[int]:
    assert replay.outcome is not None
    return [result["rank"] for result in replay.outcome["results"]]


def test_a_resignation_at_two_seats_ends_the_match() -> None:
    replay = played(SEALED, 2, resign={3: 0})
    assert replay.outcome is not None
    assert (len(replay.steps), replay.outcome["reason"], ranks(replay)) == (3, "resignation", [2, 1])
    assert replay.resignations == (ReplayResignation(seat=0, rev=3, at=None, shown=(3, 3, 5)),)
    re_execute(read(write(replay)), SEALED)


def test_a_resignation_among_more_is_played_on_and_stands_last() -> None:
    replay = played(SEALED, 3, resign={5: 2})
    assert ranks(replay)[2] == 3
    re_execute(read(write(replay)), SEALED)


def test_a_resignation_that_is_left_out_is_found_out() -> None:
    replay = played(SEALED, 3, resign={5: 2})
    with pytest.raises(ReplayDiffers, match="step 6: shown differs"):
        re_execute(changed(replay, lambda r: r.update(resignations=[])), SEALED)


# -- reading ---------------------------------------------------------------------------------------------------------


@each_row(
    ("change", "message"),
    [
        (lambda r: r.update(color="red"), "color: Extra inputs are not permitted"),
        (lambda r: r.pop("seed"), "seed: Field required"),
        (lambda r: r.update(format="playhall.replay/3"), "format: Input should be 'playhall.replay/2'"),
        (lambda r: r.update(ruleset="duels"), "ruleset: is not what was committed to"),
        (lambda r: r.update(ended_at="2026-01-01T00:00:00.000Z"), "a match without an id has no times"),
        (lambda r: r.update(seed="AB" * 32), "seed: String should match pattern '^[0-9a-f]{64}$'"),
        (lambda r: r["steps"][1].update(seat="1"), "steps/1/seat: Input should be a valid integer"),
        (lambda r: r["steps"][1].update(seat=True), "steps/1/seat: Input should be a valid integer"),
        (lambda r: r["steps"][1].update(seat=-1), "steps/1/seat: Input should be greater than or equal to 0"),
        (lambda r: r["steps"][1].update(seat=2), "steps/1/seat: there is no such seat"),
        (lambda r: r["steps"][1].update(rev=1), "steps/1/rev: must be 2"),
        (lambda r: r["steps"].pop(0), "steps/0/rev: must be 1"),
        (lambda r: r["steps"][1].update(undo=True), "steps/1/undo: Extra inputs are not permitted"),
        (lambda r: r["steps"][1]["shown"].pop(), "steps/1/shown: not one per viewer"),
        (lambda r: r["start"]["next"].pop(), "start/next: not one per seat"),
        (lambda r: r["steps"][0]["events"][0]["private"].update({"7": {}}), "steps/0/events: there is no such seat"),
        (lambda r: r["seats"].pop(), "client_seeds: not one per seat"),
        (lambda r: r["seats"][0].update(kind="cat"), "seats/0/kind: Input should be 'person' or 'bot'"),
        (
            lambda r: r["resignations"].append({"seat": 0, "rev": 99, "at": None, "shown": []}),
            "resignations/0: there is no such seat or step",
        ),
    ],
)
def test_a_replay_is_read_strictly(change: Callable[[dict[str, Any]], Any], message: str) -> None:
    with pytest.raises(MalformedReplay) as caught:
        changed(played(SEALED, 2), change)
    assert str(caught.value) == message


@pytest.mark.parametrize("data", [b"", b"[]", b"null", b"\xff\xfe", b"{", b"[" * 100_000])
def test_bytes_that_are_no_replay_are_refused(data: bytes) -> None:
    with pytest.raises(MalformedReplay):
        read(data)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_damaged_replay_is_refused_or_found_out_or_the_same(data: st.DataObject) -> None:
    written = bytearray(write(played(SEALED, 2)))
    for _ in range(data.draw(st.integers(1, 3))):
        written[data.draw(st.integers(0, len(written) - 1))] = data.draw(st.sampled_from(b'0123456789abcdef",:[]{}'))
    try:
        re_execute(read(bytes(written)), SEALED)
    except (MalformedReplay, ReplayDiffers, Refusal):
        return
    untouched = json.loads(write(played(SEALED, 2)))
    found = json.loads(bytes(written))
    for seat in (*untouched["seats"], *found["seats"]):
        del seat["name"]  # a name is nobody's to prove
    assert found == untouched
