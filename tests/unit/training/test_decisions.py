"""Decisions of finished matches as rows."""

import json
from dataclasses import fields

import pytest

from services.engine.in_process import InProcessEngine
from services.engine.replay import ReplayDiffers
from services.errors import Reason, Refusal
from services.series.designs import Schedule
from services.series.playing import Player
from services.training.columns import COLUMNS
from services.training.decisions import Decision, NotFinished, decisions, played_decisions
from services.training.episodes import win_shares
from tests.rulesets.playing import EVERY_RULESET, SHORTER
from tests.rulesets.sealed import RULESET
from tests.unit.series.documents import SEED as SERIES_SEED
from tests.unit.series.documents import playable
from tests.unit.training.matches import finished

SEALED = InProcessEngine(RULESET)
SEED = bytes(31) + b"\x2a"


def rows(**how: object) -> list[Decision]:
    return list(decisions(finished(**how), SEALED))  # type: ignore[arg-type]


def test_the_first_row_says_what_the_first_seat_knew_and_did() -> None:
    replay = finished()
    first = next(decisions(replay, SEALED))
    results = (replay.outcome or {})["results"]
    assert first.match == replay.commitment
    assert (first.ruleset, first.version, first.seats) == ("sealed", "1.0.0", 2)
    assert first.catalogue_sha256 == SEALED.describe().catalogue_sha256 != ""
    assert json.loads(first.options) == replay.options
    assert (first.seat, first.decision, first.kind, first.bot, first.by_default) == (0, 1, "person", None, False)
    assert first.legal == ("place 1", "place 2", "place 3", "place 4", "place 5")
    assert (first.chosen, first.chosen_index) == ("place 5", 4)
    assert (first.score, first.rank) == (results[0]["score"], results[0]["rank"])


@pytest.mark.parametrize("id", EVERY_RULESET)
def test_there_is_a_row_for_every_step_with_the_view_that_its_seat_had(id: str) -> None:
    engine = InProcessEngine(EVERY_RULESET[id])
    replay = finished(EVERY_RULESET[id])
    step = engine.start(2, replay.options, bytes.fromhex(replay.seed or ""))
    found = list(decisions(replay, engine))
    assert [(row.seat, row.decision, row.chosen) for row in found] == [
        (each.seat, each.decision, each.action) for each in replay.steps
    ]
    for row in found:
        situation = step.situation(row.seat)
        assert row.observation.encode() == situation.view
        assert list(row.legal) == [entry["notation"] for entry in json.loads(situation.legal)]
        assert row.legal[row.chosen_index] == row.chosen
        _, step = engine.play(step.position, row.seat, row.chosen)


def test_a_seat_does_not_see_what_the_other_has_laid_face_down() -> None:
    first_of_the_other = next(row for row in rows() if row.seat == 1)
    view = json.loads(first_of_the_other.observation)
    assert view["viewer"] == 1
    assert view["row"] == []
    assert "5" not in first_of_the_other.observation.partition('"row"')[2]


def test_default_actions_of_a_seat_that_has_resigned_are_marked() -> None:
    found = rows(seats=3, resigns_after=4)
    after = [row.by_default for row in found[4:] if row.seat == 0]
    assert after
    assert all(after)
    assert not any(row.by_default for row in found if row.seat != 0)
    assert not any(row.by_default for row in found[:4])
    assert {row.rank for row in found if row.seat == 0} == {3}


def test_a_replay_that_does_not_hold_gives_no_row() -> None:
    replay = finished()
    doctored = replay.model_copy(update={"final_state_sha256": "0" * 64})
    with pytest.raises(ReplayDiffers):
        decisions(doctored, SEALED)


def test_an_aborted_match_has_no_result() -> None:
    with pytest.raises(NotFinished):
        decisions(finished().model_copy(update={"status": "aborted", "outcome": None}), SEALED)


@pytest.mark.parametrize(
    ("ranks", "shares"), [((1, 2), (1, 0)), ((2, 1, 1), (0, 0.5, 0.5)), ((1, 1, 1, 1), (0.25,) * 4)]
)
def test_the_win_is_shared_by_all_of_rank_1(ranks: tuple[int, ...], shares: tuple[float, ...]) -> None:
    assert win_shares(ranks) == shares


def test_the_columns_are_the_fields_of_a_decision_in_their_order() -> None:
    assert [column.name for column in COLUMNS] == [field.name for field in fields(Decision)]


def test_a_match_of_a_series_gives_its_decisions_too() -> None:
    document = playable(RULESET, "greedy", "random")
    table = Schedule(document).table(1)
    player = Player(RULESET, document, SERIES_SEED)
    result = player.play(table)
    found = list(decisions(player.replay(table), SEALED))
    assert len(found) == result.decisions
    for row in found:
        assert row.bot == document.entrants[table.entrants[row.seat]].bot
        assert (row.rank, row.score, row.share) == (
            result.ranks[row.seat],
            result.scores[row.seat],
            result.share(row.seat),
        )


# -- played here -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", EVERY_RULESET)
def test_the_same_seed_and_bots_give_the_same_decisions(id: str) -> None:
    rules = EVERY_RULESET[id]
    bots = [next(bot.id for bot in rules.describe().bots if not bot.thinks)] * 2
    first = list(played_decisions(rules, bots, SEED, SHORTER[id]))
    assert first == list(played_decisions(rules, bots, SEED, SHORTER[id]))
    assert first != list(played_decisions(rules, bots, bytes(32), SHORTER[id]))
    assert {row.share for row in first} <= {0.0, 0.5, 1.0}
    assert all(row.legal[row.chosen_index] == row.chosen for row in first)


def test_a_match_that_is_played_here_is_the_engines_match_with_this_seed() -> None:
    step = SEALED.start(3, {}, SEED)
    for row in played_decisions(RULESET, ["random", "random", "random"], SEED):
        assert row.observation.encode() == step.situation(row.seat).view
        _, step = SEALED.play(step.position, row.seat, row.chosen)
    assert step.outcome is not None


@pytest.mark.parametrize(
    ("bots", "reason"), [(["random"], Reason.SEATS_OUT_OF_RANGE), (["random", "nobody"], Reason.UNKNOWN_BOT)]
)
def test_what_the_ruleset_does_not_play_is_refused(bots: list[str], reason: Reason) -> None:
    with pytest.raises(Refusal) as refused:
        played_decisions(RULESET, bots, SEED)
    assert refused.value.reason is reason
