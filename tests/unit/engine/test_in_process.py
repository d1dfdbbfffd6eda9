"""An engine in this process: bytes in, bytes out, every mistake a refusal."""

import json
import threading
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.engine import in_process
from services.engine.engine import Position, Step
from services.engine.in_process import InProcessEngine
from services.engine.ruleset import SPECTATOR, JsonObject, MalformedAction
from services.errors import FieldError, Reason, Refusal
from tests.marks import slow_unless
from tests.rulesets.playing import EVERY_RULESET, notations, random_match
from tests.rulesets.sealed import RULESET, Event, GreedyBot, RoundStarted, Sealed, View

SEED = bytes(range(32))
SEALED = InProcessEngine(RULESET)


def after(*moves: tuple[int, str], seats: int = 2, **options: Any) -> Step:
    """The step after some moves of a match of Sealed Rows."""
    step = SEALED.start(seats, options, SEED)
    for seat, notation in moves:
        _, step = SEALED.play(step.position, seat, notation)
    return step


def refusal(call: Callable[[], object]) -> Refusal:
    with pytest.raises(Refusal) as caught:
        call()
    return caught.value


def refused(call: Callable[[], object]) -> Reason | None:
    """Why a call was refused, if it was."""
    try:
        call()
    except Refusal as wrong:
        return wrong.reason
    return None


ROW_0 = [(0, "place 5"), (0, "place 4"), (0, "place 3")]
ROW_1 = [(1, "place 1"), (1, "place 2"), (1, "place 3")]


# -- steps -----------------------------------------------------------------------------------------------------------


def test_the_first_step_tells_everybody_and_asks_all() -> None:
    step = SEALED.start(3, {}, SEED)
    assert step.pending == (0, 1, 2)
    assert [situation.viewer for situation in step.situations] == [SPECTATOR, 0, 1, 2]
    assert [event.public for event in step.events] == [b'{"round_started":{"number":1,"draws":[]}}']
    assert step.outcome is None
    assert step.position.version == "1.0.0"


def test_legal_actions_come_in_three_forms_and_only_to_who_must_decide() -> None:
    step = after(*ROW_0)
    assert json.loads(step.situation(1).legal)[0] == {
        "notation": "place 1",
        "action": {"place": {"card": 1}},
        "label": "Lay 1 in column 1",
    }
    assert step.situation(0).legal == b"[]"
    assert step.situation(SPECTATOR).legal == b"[]"


def test_a_hidden_action_is_shared_with_its_seat_alone() -> None:
    (event,) = after((0, "place 5")).events
    assert event.public is None
    assert event.private == {0: b'{"placed":{"seat":0,"card":5}}'}
    assert event.told_to(0) == b'{"placed":{"seat":0,"card":5},"text":"Player 0 lays 5."}'
    assert [event.text_for(viewer) for viewer in (SPECTATOR, 0, 1)] == ["", "Player 0 lays 5.", ""]
    assert event.seen_by(0) == b'{"placed":{"seat":0,"card":5}}'
    assert event.seen_by(1) is None
    assert event.seen_by(SPECTATOR) is None


def test_a_share_that_is_the_same_for_all_is_written_once() -> None:
    _, ready = after(*ROW_0).events
    assert ready.public == b'{"ready":{"seat":0}}'
    assert ready.private == {}


def test_an_action_may_be_given_in_structured_form() -> None:
    first = SEALED.start(2, {}, SEED)
    by_notation = SEALED.play(first.position, 0, "place 5")
    assert SEALED.play(first.position, 0, {"place": {"card": 5}}) == by_notation
    assert by_notation[0] == "place 5"


def test_the_end_has_an_outcome_and_asks_nobody() -> None:
    *_, (last, _, _) = random_match(SEALED, 4, number=3)
    assert last.pending == ()
    assert last.outcome is not None
    assert [result.seat for result in last.outcome.results] == [0, 1, 2, 3]


def test_observing_gives_the_same_situations_without_events() -> None:
    step = after(*ROW_0)
    assert SEALED.observe(step.position) == step._replace(events=())


def test_the_default_is_legal_and_the_same_each_time() -> None:
    step = after((0, "place 1"))
    assert SEALED.default(step.position, 0) == "place 2"
    assert SEALED.default(step.position, 0) == "place 2"


def test_a_bot_sees_what_its_seat_sees_and_chooses_the_same_each_time() -> None:
    situation = after(open_draws=True).situation(1)
    legal = ["place 1", "place 2", "place 3", "place 4", "place 5"]
    assert {SEALED.choose("random", situation.view, legal, SEED) for _ in range(3)} == {"place 1"}
    assert len({SEALED.choose("random", situation.view, legal, bytes([n] * 32)) for n in range(40)}) == 5


def test_an_imagined_position_looks_the_same_to_its_viewer_and_can_be_played() -> None:
    step = after((1, "place 4"), *ROW_0)
    imagined = SEALED.imagine(step.situation(0).view, bytes(32))
    assert SEALED.observe(imagined).situation(0) == step.situation(0)
    assert imagined.seed == bytes(32)
    SEALED.play(imagined, 1, SEALED.default(imagined, 1))


def test_the_position_of_a_repr_shows_no_secret() -> None:
    position = after().position
    assert repr(position) == f"Position(ruleset='sealed', version='1.0.0', {len(position.state)} bytes)"


def test_no_view_or_event_of_a_seat_tells_another_s_cards() -> None:
    one, other = after((1, "place 4")), after((1, "place 2"), (1, "place 5"))
    for viewer in (SPECTATOR, 0):
        assert one.situation(viewer) == other.situation(viewer)
        assert [event.seen_by(viewer) for event in (*one.events, *other.events)] == [None, None]


# -- states kept loaded ----------------------------------------------------------------------------------------------


def test_a_position_played_twice_gives_the_same_step_twice() -> None:
    step = after(*ROW_0)
    assert SEALED.play(step.position, 1, "place 1") == SEALED.play(step.position, 1, "place 1")


@pytest.mark.parametrize("id", EVERY_RULESET)
def test_an_engine_that_has_never_seen_the_match_plays_on_the_same(id: str) -> None:
    ruleset = EVERY_RULESET[id]
    knowing = InProcessEngine(ruleset)
    for step, seat, notation in random_match(knowing, ruleset.describe().max_seats, number=7):
        if notation:
            assert InProcessEngine(ruleset).play(step.position, seat, notation) == knowing.play(
                step.position, seat, notation
            )


def test_a_refused_action_leaves_the_position_as_it_was() -> None:
    step = after(*ROW_0)
    assert refusal(lambda: SEALED.play(step.position, 1, "keep")).reason is Reason.ILLEGAL_ACTION
    assert SEALED.observe(step.position) == step._replace(events=())


def test_no_more_states_are_kept_than_said() -> None:
    engine = InProcessEngine(RULESET)
    for number in range(in_process.KEPT_STATES + 20):
        engine.start(2, {}, number.to_bytes(32, "big"))
    assert len(engine._loaded._states) == in_process.KEPT_STATES


def test_threads_that_play_the_same_position_do_not_disturb_each_other() -> None:
    step = after()
    results: list[list[Step]] = []

    def play_all() -> None:
        made = [SEALED.play(step.position, seat, f"place {card}")[1] for seat in (0, 1) for card in range(1, 6)]
        results.append(made)

    threads = [threading.Thread(target=play_all) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 8
    assert all(result == results[0] for result in results)


# -- refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [-1, 0, 1, 5, 1 << 40])
def test_a_number_of_seats_out_of_range_is_refused(seats: int) -> None:
    wrong = refusal(lambda: SEALED.start(seats, {}, SEED))
    assert wrong.reason is Reason.SEATS_OUT_OF_RANGE
    assert wrong.errors == (FieldError("/seats", "must be from 2 to 4"),)


def test_options_are_checked_before_anything_is_dealt() -> None:
    assert refusal(lambda: SEALED.start(2, {"take": "lowest"}, SEED)).reason is Reason.UNKNOWN_OPTION
    assert refusal(lambda: SEALED.start(2, {"takes": "all"}, SEED)).reason is Reason.INVALID_OPTION


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_of_another_length_is_refused(length: int) -> None:
    position, view = after().position, after().situation(0).view
    seed = bytes(length)
    for call, pointer in (
        (lambda: SEALED.start(2, {}, seed), "/seed"),
        (lambda: SEALED.observe(position._replace(seed=seed)), "/position/seed"),
        (lambda: SEALED.choose("random", view, ["place 1"], seed), "/seed"),
        (lambda: SEALED.imagine(view, seed), "/seed"),
    ):
        wrong = refusal(call)
        assert (wrong.reason, wrong.errors) == (Reason.INVALID_FIELD, (FieldError(pointer, "must be 32 bytes"),))


@pytest.mark.parametrize(
    "action", ["", "place 6", "place  1", "bid 3", "\ud800", {}, {"place": {}}, {"place": {"card": 9}}]
)
def test_what_is_no_action_of_the_ruleset_is_malformed(action: str | JsonObject) -> None:
    wrong = refusal(lambda: SEALED.play(after().position, 0, action))
    assert wrong.reason is Reason.MALFORMED_ACTION
    assert [error.pointer for error in wrong.errors] == ["/action"]


def test_an_action_that_is_neither_text_nor_object_is_malformed() -> None:
    action: Any = ["place 1"]
    assert refusal(lambda: SEALED.play(after().position, 0, action)).reason is Reason.MALFORMED_ACTION


@pytest.mark.parametrize(("seat", "action"), [(1, "keep"), (0, "place 1"), (2, "place 1"), (-1, "place 1")])
def test_an_action_that_is_not_legal_for_the_seat_is_refused(seat: int, action: str) -> None:
    wrong = refusal(lambda: SEALED.play(after(*ROW_0).position, seat, action))
    assert wrong.reason is Reason.ILLEGAL_ACTION
    assert [error.pointer for error in wrong.errors] == ["/action"]


def test_a_refusal_quotes_the_ruleset_in_text_that_can_be_sent() -> None:
    class Quoting(Sealed):
        def parse(self, text: str) -> int:
            raise MalformedAction(f"{text} is no action" + "!" * 1000)

    wrong = refusal(lambda: InProcessEngine(Quoting()).play(after().position, 0, "\ud800"))
    assert wrong.detail.startswith("? is no action!!!")
    assert len(wrong.detail) == 300


def test_a_position_of_another_version_or_ruleset_is_refused() -> None:
    position = after().position
    old = refusal(lambda: SEALED.observe(position._replace(version="0.9.0")))
    assert (old.reason, old.metadata) == (Reason.UNSUPPORTED_VERSION, {"served": "1.0.0"})
    other = refusal(lambda: SEALED.default(position._replace(ruleset="duels"), 0))
    assert other.reason is Reason.UNKNOWN_RULESET


@pytest.mark.parametrize("state", [b"", b"{", b"[]", b"\xff", b"{}", b"[" * 100_000, b'{"seats":1e999}', b"9" * 5_000])
def test_bytes_that_are_no_state_or_view_are_refused(state: bytes) -> None:
    position = after().position._replace(state=state)
    for call in (
        lambda: SEALED.observe(position),
        lambda: SEALED.play(position, 0, "place 1"),
        lambda: SEALED.default(position, 0),
        lambda: SEALED.imagine(state, SEED),
        lambda: SEALED.choose("greedy", state, ["place 1"], SEED),
    ):
        assert refusal(call).reason is Reason.MALFORMED_POSITION


def test_a_default_is_asked_only_of_who_must_decide() -> None:
    position = after(*ROW_0).position
    assert {refused(partial(SEALED.default, position, seat)) for seat in (0, 2, -1)} == {Reason.ILLEGAL_ACTION}


def test_a_bot_is_asked_with_its_own_seat_s_actions_or_not_at_all() -> None:
    view = after().situation(0).view
    assert refusal(lambda: SEALED.choose("clever", view, ["keep"], SEED)).reason is Reason.UNKNOWN_BOT
    empty = refusal(lambda: SEALED.choose("greedy", view, [], SEED))
    assert (empty.reason, empty.errors[0].pointer) == (Reason.INVALID_FIELD, "/legal")
    wrong = refusal(lambda: SEALED.choose("greedy", view, ["place 1", "fly"], SEED))
    assert (wrong.reason, wrong.errors[0].pointer) == (Reason.MALFORMED_ACTION, "/legal/1")


class Stumbling(GreedyBot):
    """Chooses an action that does not exist."""

    def choose(self, view: View, legal: list[int], chance: Any) -> int:
        return 99


class WithStumblingBot(Sealed):
    """Sealed Rows with that bot."""

    def bots(self) -> Any:
        return {"greedy": Stumbling()}


def test_a_bot_that_fails_over_its_own_seat_s_actions_is_at_fault_itself() -> None:
    legal = [f"place {card}" for card in range(1, 6)]
    with pytest.raises(ValueError, match="chose an action that was not offered"):
        InProcessEngine(WithStumblingBot()).choose("greedy", after().situation(0).view, legal, SEED)


@pytest.mark.parametrize("legal", [["place 1"], ["keep"], ["place 5", "place 4", "place 3", "place 2", "place 1"]])
def test_a_bot_that_fails_over_actions_of_another_view_is_not(legal: list[str]) -> None:
    wrong = refusal(
        lambda: InProcessEngine(WithStumblingBot()).choose("greedy", after().situation(0).view, legal, SEED)
    )
    assert (wrong.reason, wrong.errors[0].pointer) == (Reason.ILLEGAL_ACTION, "/legal")


def test_a_ruleset_that_hides_from_a_seat_what_spectators_see_is_found_out() -> None:
    class Backwards(Sealed):
        def share(self, event: Event, viewer: int) -> JsonObject | None:
            return None if isinstance(event, RoundStarted) and viewer == 0 else super().share(event, viewer)

    with pytest.raises(TypeError, match="RoundStarted hides from seat 0"):
        InProcessEngine(Backwards()).start(2, {}, SEED)


# -- whatever is sent ------------------------------------------------------------------------------------------------

ANY_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 70)
    | st.integers()
    | st.floats()
    | st.sampled_from(["", "CB01", "bid"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "seats", "deck"]), inner, max_size=3)
    ),
    max_leaves=6,
)


def some_place(document: Any, draw: st.DrawFn) -> Any:
    """A container somewhere in a document."""
    inner = list(document.values()) if isinstance(document, dict) else document
    deeper = [part for part in inner if isinstance(part, dict | list) and part]
    go_on: bool = draw(st.booleans())
    if deeper and go_on:
        return some_place(draw(st.sampled_from(deeper)), draw)
    return document


@st.composite
def damaged(draw: st.DrawFn, data: bytes) -> bytes:
    """A document with a few values changed, left out or doubled; or just bytes."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.binary(max_size=60))
    document = json.loads(data)
    for _ in range(draw(st.integers(1, 3))):
        place = some_place(document, draw)
        key = draw(st.sampled_from(list(place) if isinstance(place, dict) else range(len(place))))
        change = draw(st.sampled_from(["replace", "remove", "double"]))
        if change == "replace":
            place[key] = draw(ANY_JSON)
        elif change == "remove":
            del place[key]
        elif isinstance(place, list):
            place.append(place[key])
        else:
            place[draw(st.text(max_size=5))] = place[key]
        if not document:
            break
    return json.dumps(document).encode()


@lru_cache
def steps_of_match(id: str, seats: int, number: int) -> list[Step]:
    """The steps of a random match at which somebody must decide."""
    return [
        step for step, _, notation in random_match(InProcessEngine(EVERY_RULESET[id]), seats, number=number) if notation
    ]


@pytest.mark.parametrize("id", slow_unless(lambda id: id != "faceoff", EVERY_RULESET))
@settings(max_examples=150, deadline=None)
@given(data=st.data())
@pytest.mark.slow
def test_a_damaged_position_view_or_action_is_refused_or_played_and_never_breaks_anything(
    id: str, data: st.DataObject
) -> None:
    ruleset = EVERY_RULESET[id]
    engine = InProcessEngine(ruleset)
    seats = data.draw(st.integers(ruleset.describe().min_seats, ruleset.describe().max_seats))
    step = data.draw(st.sampled_from(steps_of_match(id, seats, data.draw(st.integers(0, 3)))))
    seat = data.draw(st.sampled_from(step.pending))
    position = step.position._replace(state=data.draw(damaged(step.position.state)))
    view = data.draw(damaged(step.situation(seat).view))
    action = data.draw(
        st.sampled_from(notations(step, seat)) | st.text(max_size=12) | st.dictionaries(st.text(), ANY_JSON)
    )
    calls: list[Callable[[], object]] = [
        lambda: engine.observe(position),
        lambda: engine.play(position, seat, action),
        lambda: engine.play(step.position, seat, action),
        lambda: engine.default(position, seat),
        lambda: engine.choose("greedy", view, notations(step, seat), SEED),
        lambda: engine.imagine(view, SEED),
    ]
    assert [reason for call in calls if (reason := refused(call)) and reason.http_status >= 500] == []


def test_a_position_is_hashable_and_equal_by_value() -> None:
    assert {after().position} == {Position("sealed", "1.0.0", SEED, after().position.state)}
