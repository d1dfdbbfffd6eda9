"""The session that each client generated in Python plays: what all rulesets say of themselves, a whole match of some,
and a refusal.

Whoever runs it gives the address, the key, the rulesets that are read, with commas between them, and those that are
played as arguments, and reads what happened as JSON.
"""

import json
import sys
from dataclasses import dataclass, field
from typing import Protocol

SEAT = 0
WAIT_SECONDS = 20


@dataclass
class View:
    """What a seat may know, as far as the session looks at it."""

    status: str
    revision: int
    decision: int | None
    legal: list[str]


@dataclass
class Line:
    """A line of the match. ``kind``: of its notice."""

    type: str
    kind: str | None = None


@dataclass
class Played:
    """What happened in a match."""

    status: str = ""
    answered: int = 0
    results: int = 0
    replayed: int = 0
    lines: set[str] = field(default_factory=set)
    notices: set[str] = field(default_factory=set)


class Api(Protocol):
    """A generated client, behind what the session needs of it."""

    def cards(self, ruleset: str) -> int:
        """How many cards the ruleset has; its layout, rules and options are read, too."""

    def create(self, ruleset: str) -> str:
        """The id of a new match against a bot of the house."""

    def view(self, match: str) -> View:
        """What the seat sees."""

    def answer(self, match: str, decision: int, notation: str) -> None:
        """Answer a decision."""

    def lines(self, match: str, since: int, wait: int) -> list[Line]:
        """What has happened since a revision."""

    def result(self, match: str) -> tuple[str, int]:
        """The status of the match, and how many seats have a result."""

    def replayed(self, match: str) -> int:
        """How many steps the replay has."""

    def refusal(self, match: str) -> str:
        """The code with which the view of somebody else's seat is refused."""


def play(api: Api) -> None:
    """Play the session, and print what happened."""
    read, *rulesets = sys.argv[3:]
    cards = {ruleset: api.cards(ruleset) for ruleset in read.split(",")}
    json.dump({"cards": cards, "played": {ruleset: _play(api, ruleset) for ruleset in rulesets}}, sys.stdout)


def _play(api: Api, ruleset: str) -> dict[str, object]:
    played = Played()
    match = api.create(ruleset)
    while (view := api.view(match)).status != "finished":
        if view.decision is not None:
            api.answer(match, view.decision, view.legal[-1])
            played.answered += 1
        else:
            _note(played, api.lines(match, view.revision, WAIT_SECONDS))
    _note(played, api.lines(match, 0, 0))
    _note(played, api.lines(match, view.revision, 0))
    played.status, played.results = api.result(match)
    played.replayed = api.replayed(match)
    refused = api.refusal(match)
    return {**vars(played), "lines": sorted(played.lines), "notices": sorted(played.notices), "refused": refused}


def _note(played: Played, lines: list[Line]) -> None:
    played.lines |= {line.type for line in lines}
    played.notices |= {line.kind for line in lines if line.kind is not None}
