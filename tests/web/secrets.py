"""What a seat may not know of a match, and whether something tells it.

The catalogue names every card, so a card's id says nothing. What tells something is which cards lie together: ids that
follow each other in a list, in a column of a list, among the keys of an object or in a text. Such a *run* of four
different cards is secret as long as it stands in the match's position or in the view of somebody else, and in nothing
that the seat itself was shown so far. And what is told of one match names the cards only that its seat was shown.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from cli.rest_client import Rest
from tests.web.wire import Answer

LENGTH: Final = 4
_APART: Final = 8
"""Of so many positions one is looked at whole: an order stays for longer than that, or is shown."""
Run = tuple[str, ...]


class Truth:
    """A match that has ended, as its replay tells it, for one of its seats.

    ``shown``: the run or the card, and the seat's revision that was the first to show it. ``secret``: the runs that
    stand in positions or with others, whenever. ``views``: what the seat saw, by its revision. ``others``: what others
    saw. ``seeds``: what all chance was drawn from.
    """

    def __init__(self, rest: Rest, match: str, seat: int, known: list[Any]) -> None:
        """``known``: documents that anybody has without the match, first the cards of its ruleset."""
        self.cards = frozenset(card["id"] for card in known[0])
        self.shown: dict[Run | str, int] = {}
        self.secret: set[Run] = set()
        self.views: dict[int, list[Any]] = {}
        self.others: list[Any] = []
        replay = rest.get(f"/v1/matches/{match}/replay")
        steps = [replay["start"], *replay["steps"]]
        for viewer in range(len(replay["seats"])):
            asked: dict[str, str | int] = {"seat": viewer, "include": "view", "page_size": 100}
            for seen in _listed(rest, f"/v1/matches/{match}/positions", "positions", asked):
                if viewer == seat:
                    self._was_shown(steps[seen["number"]]["shown"][1 + seat], seen)
                else:
                    self.others.append(seen["view"])
        for number in range(0, len(steps), _APART):
            position = rest.get(f"/v1/matches/{match}/positions/{number}")["position"]
            self.secret |= runs(position["state"], self.cards)
        self.secret |= {run for view in self.others for run in runs(view, self.cards)}
        self.secret -= {run for each in known for run in runs(each, self.cards)}
        self.seeds = {replay["seed"], replay["server_seed"]}

    def _was_shown(self, revision: int, seen: Any) -> None:
        self.views.setdefault(revision, []).append(seen["view"])
        told: set[Run | str] = {*runs(seen, self.cards), *names(seen, self.cards)}
        for each in told:
            self.shown.setdefault(each, revision)

    def is_secret(self, run: Run, revision: int) -> bool:
        """Whether a seat that was shown so much may not know a run."""
        return run in self.secret and self.shown.get(run, revision + 1) > revision

    def told(self, documents: Iterable[Any], revision: int) -> set[Run]:
        """The secrets that documents or texts tell who was shown so much."""
        return {run for each in documents for run in runs(each, self.cards) if self.is_secret(run, revision)}


def cards_of(rest: Rest, ruleset: str) -> list[Any]:
    """All cards of a ruleset."""
    return list(_listed(rest, f"/v1/rulesets/{ruleset}/cards", "cards", {"page_size": 100}))


def _listed(rest: Rest, path: str, field: str, asked: dict[str, str | int]) -> Iterator[Any]:
    """All of a list of the API."""
    while True:
        page = rest.get(path, **asked)
        yield from page[field]
        if not page["next_page_token"]:
            return
        asked = asked | {"page_token": page["next_page_token"]}


def runs(document: Any, cards: frozenset[str]) -> set[Run]:
    """Every run of a document of JSON, or of a text."""
    found = set()
    for sequence in _sequences(document):
        for begin in range(len(sequence) - LENGTH + 1):
            run = tuple(sequence[begin : begin + LENGTH])
            if cards.issuperset(run) and len(set(run)) == LENGTH:
                found.add(run)
    return found


def in_order(lines: list[Any], cards: frozenset[str]) -> set[Run]:
    """The runs that follow from what a seat was told line by line: of cards that were named one after the other."""
    named = re.findall(r"\w+", json.dumps([line.get("events") for line in lines]))
    return runs(lines, cards) | runs(" ".join(each for each in named if each in cards), cards)


def names(document: Any, cards: frozenset[str]) -> set[str]:
    """The cards that a document of JSON names."""
    return set(cards) & set(re.findall(r"\w+", json.dumps(document)))


def documents(answer: Answer) -> list[Any]:
    """What an answer says: a document, lines of JSON, or a text."""
    text = answer.body.decode(errors="replace")
    try:
        return [json.loads(text)]
    except ValueError:
        pass
    try:
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except ValueError:
        return [text]


def _sequences(document: Any) -> Iterator[list[Any]]:
    if isinstance(document, str):
        yield re.findall(r"\w+", document)
    elif isinstance(document, list):
        yield [each if isinstance(each, str) else "" for each in document]
        objects = [each for each in document if isinstance(each, dict)]
        for key in {key for each in objects for key in each}:
            yield [value if isinstance(value := each.get(key), str) else "" for each in objects]
        for each in document:
            yield from _sequences(each)
    elif isinstance(document, dict):
        yield list(document)
        for each in document.values():
            yield from _sequences(each)
