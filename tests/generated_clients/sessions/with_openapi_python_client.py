"""The session with what openapi-python-client has generated."""

import sys
from typing import Any

from playhall_api import AuthenticatedClient
from playhall_api.api.events import list_seat_events
from playhall_api.api.matches import create_match, get_match
from playhall_api.api.replays import get_replay
from playhall_api.api.rulesets import get_layout, get_rules, get_ruleset, list_cards
from playhall_api.api.seats import answer_decision, get_seat_view
from playhall_api.models import (
    CardList,
    DecisionAnswer,
    DecisionBody,
    EventPage,
    Layout,
    MatchDetails,
    NewMatchBody,
    Problem,
    Replay,
    RulesetDetails,
    StepLine,
    ViewDetails,
)
from session import SEAT, Line, View, play


class Client:
    def __init__(self, url: str, key: str) -> None:
        self.client = AuthenticatedClient(base_url=url, token=key, timeout=60)

    def cards(self, ruleset: str) -> int:
        details = get_ruleset.sync(ruleset, client=self.client)
        assert isinstance(details, RulesetDetails)
        assert isinstance(get_layout.sync(ruleset, client=self.client), Layout)
        assert get_rules.sync_detailed(ruleset, client=self.client).status_code == 200
        page = list_cards.sync(ruleset, client=self.client, page_size=2)
        assert isinstance(page, CardList)
        assert len(page.cards) == 2
        count: int = details.card_count
        return count

    def create(self, ruleset: str) -> str:
        body = NewMatchBody(ruleset=ruleset, seats=["me", "bot:random"])
        match = create_match.sync(client=self.client, body=body)
        assert isinstance(match, MatchDetails), match
        made: str = match.id
        return made

    def view(self, match: str) -> View:
        view = get_seat_view.sync(match, SEAT, client=self.client)
        assert isinstance(view, ViewDetails), view
        return View(view.status.value, view.revision, view.decision, [each.notation for each in view.legal])

    def answer(self, match: str, decision: int, notation: str) -> None:
        answer = answer_decision.sync(match, decision, client=self.client, body=DecisionBody(action=notation))
        assert isinstance(answer, DecisionAnswer), answer

    def lines(self, match: str, since: int, wait: int) -> list[Line]:
        page = list_seat_events.sync(match, SEAT, client=self.client, since=since, wait=wait)
        assert isinstance(page, EventPage), page
        return [Line(line.type_, _kind(line)) for line in page.events]

    def result(self, match: str) -> tuple[str, int]:
        details = get_match.sync(match, client=self.client)
        assert isinstance(details, MatchDetails), details
        assert details.outcome is not None
        return details.status.value, len(details.outcome.results)

    def replayed(self, match: str) -> int:
        replay = get_replay.sync(match, client=self.client)
        assert isinstance(replay, Replay), replay
        return len(replay.steps)

    def refusal(self, match: str) -> str:
        problem = get_seat_view.sync(match, 1 - SEAT, client=self.client)
        assert isinstance(problem, Problem), problem
        code: str = problem.code
        return code


def _kind(line: Any) -> str | None:
    return line.notice.kind if isinstance(line, StepLine) and line.notice else None


play(Client(*sys.argv[1:3]))
