"""The session with what OpenAPI Generator has generated in Python."""

import sys
from typing import Any

from playhall_api import (
    Action,
    ApiClient,
    ApiException,
    Configuration,
    DecisionBody,
    EventsApi,
    MatchesApi,
    NewMatchBody,
    ReplaysApi,
    RulesetsApi,
    SeatsApi,
)
from session import SEAT, Line, View, play


class Client:
    def __init__(self, url: str, key: str) -> None:
        client = ApiClient(Configuration(host=url, access_token=key))
        self.rulesets, self.matches = RulesetsApi(client), MatchesApi(client)
        self.seats, self.events, self.replays = SeatsApi(client), EventsApi(client), ReplaysApi(client)

    def cards(self, ruleset: str) -> int:
        assert self.rulesets.get_layout(ruleset).zones
        assert self.rulesets.get_rules(ruleset)
        assert len(self.rulesets.list_cards(ruleset, page_size=2).cards) == 2
        count: int = self.rulesets.get_ruleset(ruleset).card_count
        return count

    def create(self, ruleset: str) -> str:
        match: str = self.matches.create_match(NewMatchBody(ruleset=ruleset, seats=["me", "bot:random"])).id
        return match

    def view(self, match: str) -> View:
        view = self.seats.get_seat_view(match, SEAT)
        return View(view.status.value, view.revision, view.decision, [each.notation for each in view.legal])

    def answer(self, match: str, decision: int, notation: str) -> None:
        self.seats.answer_decision(match, decision, DecisionBody(action=Action(notation)))

    def lines(self, match: str, since: int, wait: int) -> list[Line]:
        page = self.events.list_seat_events(match, SEAT, since=since, wait=wait)
        return [Line(line.actual_instance.type, _kind(line.actual_instance)) for line in page.events]

    def result(self, match: str) -> tuple[str, int]:
        details = self.matches.get_match(match)
        return details.status.value, len(details.outcome.results)

    def replayed(self, match: str) -> int:
        return len(self.replays.get_replay(match).actual_instance.steps)

    def refusal(self, match: str) -> str:
        try:
            self.seats.get_seat_view(match, 1 - SEAT)
        except ApiException as refused:
            code: str = refused.data.code
            return code
        raise AssertionError("it is not refused")


def _kind(line: Any) -> str | None:
    notice = getattr(line, "notice", None)
    return notice.kind if notice else None


play(Client(*sys.argv[1:3]))
