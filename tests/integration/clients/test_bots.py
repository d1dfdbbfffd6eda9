"""Bots at the real gateway: they play all their matches, whatever fails."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from playhall_client import AsyncBot, Bot, Ended, Invitation, Playing, Turn, Unauthenticated
from tests.integration.clients.conftest import Service
from tests.integration.gateway.harness import Client as Player
from tests.integration.gateway.harness import Hall
from tests.integration.gateway.play import answer, play_out
from tests.waiting import wait_until


class Recorder(Bot):
    """Plays the first legal action, and keeps what it was called with."""

    def __init__(self, service: Service, player: Player, at_once: int = 8) -> None:
        super().__init__(service.url, str(player.key), at_once=at_once)
        self.turns: list[Turn] = []
        self.invitations: list[Invitation] = []
        self.began: list[Playing] = []
        self.ended: list[Ended] = []

    def choose(self, turn: Turn) -> str:
        self.turns.append(turn)
        return turn.legal[0].notation

    def accepts(self, invitation: Invitation) -> bool:
        self.invitations.append(invitation)
        return invitation.ruleset == "sealed"

    def match_began(self, match: Playing) -> None:
        self.began.append(match)

    def match_ended(self, match: Ended) -> None:
        self.ended.append(match)


@contextmanager
def playing(*bots: Bot) -> Iterator[None]:
    """Bots at work."""
    threads = [threading.Thread(target=bot.run) for bot in bots]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for bot in bots:
            bot.stop()
        for thread in threads:
            thread.join(20)
        assert not any(thread.is_alive() for thread in threads)


def new_match(client: Player, *seats: str) -> str:
    match: str = client.make("/v1/matches", {"ruleset": "sealed", "seats": list(seats)})["id"]
    return match


def status(client: Player, match: str) -> str:
    return str(client.read(f"/v1/matches/{match}")["status"])


def test_two_bots_play_many_matches_at_once(service: Service, ada: Player, bob: Player) -> None:
    one, two = Recorder(service, ada), Recorder(service, bob, at_once=1)
    matches = {new_match(ada, "me", f"player:{bob.id}") for _ in range(6)}
    with playing(one, two):
        wait_until(lambda: len(one.ended) == len(two.ended) == 6, "all are played", 60)
    for bot, seat in ((one, 0), (two, 1)):
        assert {match.match for match in bot.began} == {match.match for match in bot.ended} == matches
        assert len(bot.began) == len(bot.ended) == 6
        assert all(match.status == "finished" and match.seat == seat and match.rank in (1, 2) for match in bot.ended)
        decisions = [(turn.match, turn.decision) for turn in bot.turns]
        assert len(decisions) == len(set(decisions))
        assert all(turn.ruleset == "sealed" and turn.view and turn.deadline is None for turn in bot.turns)
    assert {invitation.match for invitation in two.invitations} == matches


def test_an_invitation_that_is_not_accepted_is_declined(service: Service, ada: Player, bob: Player) -> None:
    class Shy(Recorder):
        def accepts(self, invitation: Invitation) -> bool:
            super().accepts(invitation)
            return False

    bot = Shy(service, bob)
    with playing(bot):
        match = new_match(ada, "me", f"player:{bob.id}")
        wait_until(lambda: ada.read(f"/v1/matches/{match}")["abort_reason"] == "declined", "it is declined")
    assert [(each.match, each.seat) for each in bot.invitations] == [(match, 1)]


@pytest.mark.parametrize("wrong", [RuntimeError("it hurts"), "place 9", "nonsense", None, 3, {"x": object()}, {}])
def test_a_choice_that_fails_is_replaced_by_the_first_legal_action(
    service: Service, ada: Player, bob: Player, live: str, caplog: pytest.LogCaptureFixture, wrong: object
) -> None:
    class Failing(Recorder):
        def choose(self, turn: Turn) -> str:
            self.turns.append(turn)
            if isinstance(wrong, Exception):
                raise wrong
            return wrong  # type: ignore[return-value]

    bot, other = Failing(service, ada), Recorder(service, bob)
    with playing(bot, other):
        wait_until(lambda: status(ada, live) == "finished" and bot.ended, "it is played", 60)
    decisions = [turn.decision for turn in bot.turns]
    assert decisions == sorted(set(decisions))
    failures = [record for record in caplog.records if record.levelname == "ERROR"]
    assert len(failures) == len(decisions)
    assert str(ada.key) not in caplog.text


def test_the_owner_of_a_bot_reads_what_its_choice_failed_of(
    service: Service, hall: Hall, ada: Player, bob: Player
) -> None:
    made = ada.make("/v1/players/me/bots", {"name": "Hopper"})["id"]
    bot_itself = hall.client_of(hall.players.get(made))

    class Failing(Recorder):
        version = "2.0"

        def choose(self, turn: Turn) -> str:
            raise RuntimeError(f"it hurts, and the key is {bot_itself.key}")

    bot = Failing(service, bot_itself)
    with playing(bot):
        new_match(bob, "me", f"player:{made}")
        reports = f"/v1/players/{made}/crash-reports"
        wait_until(lambda: ada.read(reports)["crash_reports"], "it is reported")
    report = ada.read(f"{reports}/{ada.read(reports)['crash_reports'][-1]['id']}")
    assert (report["message"], report["version"], report["decision"]) == (
        "RuntimeError: it hurts, and the key is [key]",
        "2.0",
        1,
    )
    assert "in choose" in report["traceback"]
    assert str(bot_itself.key) not in report["traceback"]
    assert ada.read(f"/v1/players/{made}")["version"] == "2.0"


def test_a_choice_that_fails_may_cost_the_match(service: Service, ada: Player, live: str) -> None:
    class Proud(Recorder):
        on_error = "resign"

        def choose(self, turn: Turn) -> str:
            raise RuntimeError

    bot = Proud(service, ada)
    with playing(bot):
        wait_until(lambda: ada.read(f"/v1/matches/{live}")["seats"][0]["resigned"], "it resigns")


def test_hooks_that_fail_harm_nothing(service: Service, ada: Player, bob: Player, live: str) -> None:
    class Clumsy(Recorder):
        def match_began(self, match: Playing) -> None:
            raise RuntimeError

        def match_ended(self, match: Ended) -> None:
            super().match_ended(match)
            raise RuntimeError

        def accepts(self, invitation: Invitation) -> bool:
            raise RuntimeError

    bot = Clumsy(service, ada)
    invited = new_match(bob, "me", f"player:{ada.id}")
    with playing(bot, Recorder(service, bob)):
        wait_until(lambda: bot.ended, "it is played", 60)
    assert status(ada, live) == "finished"
    assert status(bob, invited) == "open"


def test_the_service_restarts_under_a_bot(service: Service, ada: Player, bob: Player) -> None:
    thinking, go_on = threading.Event(), threading.Event()

    class Slow(Recorder):
        def choose(self, turn: Turn) -> str:
            if turn.decision == 2:
                thinking.set()
                go_on.wait(30)
            return super().choose(turn)

    bot = Slow(service, ada)
    match = new_match(ada, "me", f"player:{bob.id}")
    with playing(bot, Recorder(service, bob)):
        assert thinking.wait(30)
        service.restart()
        go_on.set()
        wait_until(lambda: bot.ended, "it is played", 60)
    assert status(ada, match) == "finished"
    decisions = [turn.decision for turn in bot.turns]
    assert decisions == sorted(set(decisions))


def test_a_bot_that_was_killed_goes_on_in_its_next_life(service: Service, ada: Player, bob: Player, live: str) -> None:
    class Dying(Recorder):
        def choose(self, turn: Turn) -> str:
            if len(self.turns) == 2:
                self.stop()
            return super().choose(turn)

    first = Dying(service, ada)
    with playing(first):
        wait_until(lambda: len(first.turns) == 3, "it dies")
    second = Recorder(service, ada)
    with playing(second, Recorder(service, bob)):
        wait_until(lambda: second.ended, "it is played", 60)
    assert [match.match for match in second.began] == [live]


def test_a_match_that_another_program_plays_on_is_given_up(
    service: Service, ada: Player, bob: Player, live: str
) -> None:
    thinking, go_on = threading.Event(), threading.Event()

    class Slow(Recorder):
        def choose(self, turn: Turn) -> str:
            if not self.turns:
                thinking.set()
                go_on.wait(30)
            super().choose(turn)
            return "place 5"

    bot = Slow(service, ada)
    with playing(bot):
        assert thinking.wait(30)
        play_out(live, ada, bob)
        go_on.set()
        wait_until(lambda: bot.ended, "it hears of the end")
    assert len(bot.turns) == 1 or all(turn.match == live for turn in bot.turns)


def test_a_revoked_key_ends_the_run(service: Service, hall: Hall, ada: Player) -> None:
    class Refused(Recorder):
        error: Exception | None = None

        def run(self) -> None:
            try:
                super().run()
            except Unauthenticated as error:
                self.error = error

    bot = Refused(service, Player(hall.app, "playhall_dev_none"))
    with playing(bot):
        wait_until(lambda: bot.error, "it is refused")


def test_stopped_before_it_runs_it_returns(service: Service, ada: Player) -> None:
    bot = Recorder(service, ada)
    bot.stop()
    bot.run()
    assert bot.turns == []


def test_a_bot_for_asyncio(service: Service, ada: Player, bob: Player, live: str) -> None:
    class Quiet(AsyncBot):
        def __init__(self, url: str, key: str, done: Callable[[], None]) -> None:
            super().__init__(url, key, at_once=2)
            self.done = done
            self.ended: list[Ended] = []

        async def choose(self, turn: Turn) -> str:
            await asyncio.sleep(0)
            return turn.legal[-1].notation

        async def match_ended(self, match: Ended) -> None:
            self.ended.append(match)
            self.done()

    async def main() -> list[Quiet]:
        bots: list[Quiet] = []

        def done() -> None:
            if all(bot.ended for bot in bots):
                for bot in bots:
                    bot.stop()

        bots += [Quiet(service.url, str(player.key), done) for player in (ada, bob)]
        await asyncio.wait_for(asyncio.gather(*(bot.run() for bot in bots)), 60)
        return bots

    assert [[match.match for match in bot.ended] for bot in asyncio.run(main())] == [[live], [live]]


def test_its_own_client_asks_beside_it(service: Service, ada: Player, bob: Player, live: str) -> None:
    class Asking(Recorder):
        def choose(self, turn: Turn) -> str:
            assert self.client.view(turn.match, turn.seat).decision == turn.decision
            return super().choose(turn)

    bot = Asking(service, ada)
    with playing(bot):
        wait_until(lambda: len(bot.turns) == 3, "it has laid its row")
    assert answer(bob, live, 1) is not None
