"""A match of a series: the same as a server plays it, and what becomes of one that fails."""

from collections.abc import Callable

import pytest

from services.engine.chance import Chance
from services.engine.in_process import InProcessEngine
from services.engine.registry import AnyRuleset
from services.engine.replay import re_execute, read, write
from services.engine.roster import Roster
from services.engine.ruleset import Bot
from services.series.designs import Schedule, Table
from services.series.document import Design, Entrant, OwnBotInfo, UnplayableSeries
from services.series.playing import MatchFailed, Player
from services.series.results import MatchResult
from tests.rulesets.playing import EVERY_RULESET
from tests.rulesets.sealed import Event, Sealed, State, View
from tests.unit.series.broken_bots import SealedWith
from tests.unit.series.documents import SEED, playable


def player_of(rules: AnyRuleset, *entrants: str, seats: tuple[int, ...] = (2,), design: Design = "duplicate") -> Player:
    return Player(rules, playable(rules, *entrants, seats=seats, design=design), SEED)


@pytest.mark.parametrize("id", EVERY_RULESET)
def test_a_match_is_that_of_its_replay_which_executes_again(id: str) -> None:
    rules = EVERY_RULESET[id]
    document = playable(rules, "random")
    player, table = Player(rules, document, SEED), Schedule(document).table(1)
    result, replay = player.play(table), player.replay(table)
    assert result.final_state_sha256 == replay.final_state_sha256
    assert replay.outcome is not None
    assert list(result.ranks) == [seat["rank"] for seat in replay.outcome["results"]]
    assert list(result.scores) == [seat["score"] for seat in replay.outcome["results"]]
    assert (result.decisions, result.reason) == (len(replay.steps), replay.outcome["reason"])
    assert read(write(replay)) == replay
    assert re_execute(replay, InProcessEngine(rules)).bots == result.decisions


def test_a_match_is_played_the_same_twice_and_every_seating_of_a_deal_has_its_chance() -> None:
    rules = EVERY_RULESET["sealed"]
    document = playable(rules, "greedy", "random")
    tables = [Schedule(document).table(number) for number in range(4)]
    one, other = Player(rules, document, SEED), Player(rules, document, SEED)
    assert [one.play(table) for table in tables] == [other.play(table) for table in reversed(tables)][::-1]
    seeds = [one.replay(table).seed for table in tables]
    assert seeds[0] == seeds[1] != seeds[2] == seeds[3]


def test_another_seed_than_the_committed_one_is_refused() -> None:
    rules = EVERY_RULESET["sealed"]
    with pytest.raises(UnplayableSeries, match="not the one that the series committed to"):
        Player(rules, playable(rules, "random"), bytes(32))


class Asked(Bot[View]):
    """Plays the first legal action, and keeps how many there were."""

    def __init__(self) -> None:
        self.offered: list[int] = []

    def choose(self, view: View, legal: list[int], chance: Chance) -> int:
        self.offered.append(len(legal))
        return legal[0]


class LeastLast(SealedWith):
    """Sealed Rows in which the last card of a row must be the least in hand."""

    def legal(self, state: State, seat: int) -> list[int]:
        found = super().legal(state, seat)
        return found[:1] if len(found) == 3 else found


def test_the_rulesets_own_bots_are_not_asked_where_they_have_no_choice_and_others_are() -> None:
    house, other = Asked(), Asked()
    rules = LeastLast(house)
    info = OwnBotInfo("other", "Of a file.", False, f"sha256:{'0' * 64}")
    document = playable(rules, "greedy")
    entrants = (*document.entrants, Entrant(bot="other", version=info.version))
    roster = Roster.of(rules).joined_by({"other": other}, [info])
    player = Player(rules, document.model_copy(update={"entrants": entrants}), SEED, roster)
    result = player.play(Table(0, 0, (0, 1)))
    rows = 2
    assert (house.offered.count(1), other.offered.count(1)) == (0, rows)
    assert result.decisions == len(house.offered) + rows + len(other.offered)


# -- failures ----------------------------------------------------------------------------------------------------------


class Playing(Bot[View]):
    """A bot that plays as it is told."""

    def __init__(self, choose: Callable[[View, list[int], Chance], int]) -> None:
        self._choose = choose

    def choose(self, view: View, legal: list[int], chance: Chance) -> int:
        return self._choose(view, legal, chance)


class Endless(Sealed):
    """Sealed Rows in which no action changes anything."""

    def play(self, state: State, seat: int, action: int) -> list[Event]:
        return []


class Broken(Sealed):
    """Sealed Rows that cannot be played."""

    def play(self, state: State, seat: int, action: int) -> list[Event]:
        raise ZeroDivisionError


def fails(view: View, legal: list[int], chance: Chance) -> int:
    raise LookupError("no idea")


def offers_itself_more(view: View, legal: list[int], chance: Chance) -> int:
    legal.append(99)
    return 99


@pytest.mark.parametrize(
    ("rules", "kind", "told"),
    [
        (SealedWith(Playing(fails)), "bot_failed", "the bot in seat 0 fails in decision 1"),
        (SealedWith(Playing(lambda view, legal, chance: 99)), "illegal_choice", "the bot in seat 0 chooses 99 of"),
        (SealedWith(Playing(offers_itself_more)), "illegal_choice", "the bot in seat 0 chooses 99 of"),
        (Endless(), "too_long", "the match goes on after"),
    ],
)
def test_a_match_that_fails_has_a_kind_of_error_and_tells_when_it_is_replayed(
    rules: Sealed, kind: str, told: str
) -> None:
    player, table = player_of(rules, "greedy", "random"), Table(0, 0, (0, 1))
    assert player.play(table) == MatchResult(number=0, deal=0, entrants=(0, 1), error=kind)
    with pytest.raises(MatchFailed, match=told) as failed:
        player.replay(table)
    assert failed.value.kind == kind


def test_a_ruleset_that_fails_is_not_the_bots_fault() -> None:
    assert player_of(Broken(), "random").play(Table(0, 0, (0, 0))).error == "ruleset_failed"


def test_a_failed_match_leaves_the_next_one_as_it_is() -> None:
    broken = SealedWith(Playing(fails))
    table = Table(3, 1, (1, 1))
    player = player_of(broken, "greedy", "random")
    player.play(Table(2, 1, (0, 1)))
    assert player.play(table) == player_of(EVERY_RULESET["sealed"], "greedy", "random").play(table)
