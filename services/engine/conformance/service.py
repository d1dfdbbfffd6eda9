"""What can be checked of a ruleset from outside, through the Engine contract alone: for a service in any language.

It is less than what can be checked of a ``Ruleset``: nobody can look into the state. The numbers are those of the
invariants that a check belongs to. That every answer has the contract's form is checked by whoever calls the service
(:mod:`services.engine.response_validation`).
"""

import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

from services.engine.conformance import drawing, suite
from services.engine.conformance.cases import Case, to_try
from services.engine.conformance.findings import Finding, Place
from services.engine.conformance.random_games import seed
from services.engine.conformance.walk import Apart
from services.engine.engine import Engine, Step
from services.engine.ruleset import SPECTATOR, JsonObject
from services.errors import Reason, Refusal

_GAMES: Final = 2
_GAMES_THOROUGH: Final = 12
_POSITIONS: Final = 16
"""Positions of a match that are looked at closely."""
_ACTIONS: Final = 8
"""Actions of a list that are tried."""

_MOST_MATCHES: Final = 40
"""Matches that are looked through for what the layout names."""

_NO_ACTIONS: Final[tuple[Any, ...]] = ("", "no such action", "-1", {}, {"no_such_action": {}}, {"a": [None]})


class Match:
    """A match at random through an engine; the same number gives the same match."""

    def __init__(self, engine: Engine, case: Case, number: int) -> None:
        self.engine = engine
        self.case = case
        self.number = number
        self.moves: list[tuple[int, str]] = []
        self.step: Step = engine.start(case.seats, case.options, seed(number))
        self._dice = random.Random(number)

    def pick(self) -> tuple[int, str] | None:
        """A seat that must decide and one of its actions; None at the end."""
        if not self.step.pending or len(self.moves) >= self.engine.describe().max_decisions:
            return None
        seat = self._dice.choice(self.step.pending)
        return seat, self._dice.choice(notations(self.step, seat))

    def play(self, seat: int, notation: str) -> None:
        """Play an action."""
        _, self.step = self.engine.play(self.step.position, seat, notation)
        self.moves.append((seat, notation))

    def sample(self, seat: int) -> list[str]:
        """A few of a seat's actions, in their order."""
        listed = notations(self.step, seat)
        places = sorted(random.Random(len(self.moves)).sample(range(len(listed)), min(_ACTIONS, len(listed))))
        return [listed[place] for place in places]

    def finding(self, what: str) -> Finding:
        """That something is wrong here."""
        return Finding(what, Place(str(self.case), self.number, tuple(f"{seat}: {move}" for seat, move in self.moves)))


CaseCheck: TypeAlias = Callable[[Engine, Case, int], int]
"""Takes the engine, a case and how many matches to play; returns how many things it compared."""


def legal(step: Step, seat: int) -> list[JsonObject]:
    """A seat's legal actions."""
    listed: list[JsonObject] = json.loads(step.situation(seat).legal)
    return listed


def notations(step: Step, seat: int) -> list[str]:
    """The notations of a seat's legal actions."""
    return [action["notation"] for action in legal(step, seat)]


def random_matches_end(engine: Engine, case: Case, games: int) -> int:
    """1. A match of random moves ends within ``max_decisions``."""
    for number in range(games + 2):
        match = _finished(engine, case, number)
        if match.step.outcome is None:
            raise match.finding(f"the match has not ended after max_decisions = {engine.describe().max_decisions}")
    return games + 2


def defaults_are_legal(engine: Engine, case: Case, games: int) -> int:
    """3. Who must decide has a default action, which is legal; nobody else has one."""
    asked = 0
    for match in _positions(engine, case, games):
        for seat in range(case.seats):
            if seat not in match.step.pending:
                _refused(match, Reason.ILLEGAL_ACTION, partial(engine.default, match.step.position, seat))
            elif engine.default(match.step.position, seat) not in notations(match.step, seat):
                raise match.finding(f"the default of seat {seat} is not legal")
            asked += 1
    return asked


def both_forms_of_an_action_do_the_same(engine: Engine, case: Case, games: int) -> int:
    """4. An action does the same in notation and in its structured form."""
    compared = 0
    for match in _positions(engine, case, games):
        for seat in match.step.pending:
            forms = {action["notation"]: action["action"] for action in legal(match.step, seat)}
            for notation in match.sample(seat):
                by_notation = engine.play(match.step.position, seat, notation)
                if engine.play(match.step.position, seat, forms[notation]) != by_notation:
                    raise match.finding(f"{notation} of seat {seat} does something else in its structured form")
                if by_notation[0] != notation:
                    raise match.finding(f"{notation} of seat {seat} is answered as {by_notation[0]}")
                compared += 1
    return compared


def only_listed_actions_apply(engine: Engine, case: Case, games: int) -> int:
    """5. What is not listed is refused with ILLEGAL_ACTION, and what is no action with MALFORMED_ACTION."""
    refused = 0
    for match in _positions(engine, case, games):
        position = match.step.position
        listed = {seat: set(notations(match.step, seat)) for seat in range(case.seats)}
        known = {notation for _, notation in match.moves}.union(*listed.values())
        for seat in range(case.seats):
            for notation in sorted(known - listed[seat])[:_ACTIONS]:
                _refused(match, Reason.ILLEGAL_ACTION, partial(engine.play, position, seat, notation))
                refused += 1
            for nothing in _NO_ACTIONS if seat in match.step.pending else ():
                _refused(match, Reason.MALFORMED_ACTION, partial(engine.play, position, seat, nothing))
                refused += 1
    return refused


def the_same_request_gets_the_same_answer(engine: Engine, case: Case, games: int) -> int:
    """7. The same request gets the same answer, whatever was asked in between: a service keeps nothing in mind."""
    compared = 0
    for number in range(games):
        match = Match(engine, case, number)
        asked: list[tuple[str, Callable[[], object], object]] = []
        while move := match.pick():
            seat, notation = move
            position, view = match.step.position, match.step.situation(seat).view
            listed = notations(match.step, seat)
            asked.append(_ask("Play", partial(engine.play, position, seat, notation)))
            asked.append(_ask("Observe", partial(engine.observe, position)))
            asked.append(_ask("Imagine", partial(engine.imagine, view, seed(number, "service"))))
            asked += [
                _ask("Choose", partial(engine.choose, bot.id, view, listed, seed(number, "bot")))
                for bot in engine.describe().bots
                if not bot.thinks
            ]
            match.play(seat, notation)
        for call, again, answer in reversed(asked):
            if again() != answer:
                raise match.finding(f"{call} does not answer the same when it is asked again")
        compared += len(asked)
    return compared


def _ask(call: str, ask: Callable[[], object]) -> tuple[str, Callable[[], object], object]:
    return call, ask, ask()


def a_position_is_all_it_needs(engine: Engine, case: Case, games: int) -> int:
    """10. Observe tells of a position what was told when it was reached."""
    compared = 0
    for match in _positions(engine, case, games):
        if engine.observe(match.step.position) != match.step._replace(events=()):
            raise match.finding("Observe tells something else of the position than Play or Start did")
        compared += 1
    return compared


def broken_positions_are_refused(engine: Engine, case: Case, _games: int) -> int:
    """10. Bytes that are no state, and another version's, are refused with their reason."""
    match = Match(engine, case, 0)
    position = match.step.position
    broken = (b"", b"{", b"[]", b"{}", b"\xff", position.state[:-1])
    for state in broken:
        _refused(match, Reason.MALFORMED_POSITION, partial(engine.observe, position._replace(state=state)))
    other = position._replace(version=position.version + "9")
    _refused(match, Reason.UNSUPPORTED_VERSION, partial(engine.observe, other))
    return len(broken) + 1


def choosing_at_once_shows_nothing(engine: Engine, case: Case, games: int) -> int:
    """12. Where several decide at once, what one of them chooses looks the same to all others."""
    compared = 0
    for match in _positions(engine, case, games):
        for seat in match.step.pending if len(match.step.pending) > 1 else ():
            looks = [_others_see(engine, match, seat, notation) for notation in match.sample(seat)]
            if any(look != looks[0] for look in looks):
                raise match.finding(f"what seat {seat} chooses shows to others, who decide at the same time")
            compared += len(looks)
    return compared


def _others_see(engine: Engine, match: Match, seat: int, notation: str) -> list[object]:
    _, step = engine.play(match.step.position, seat, notation)
    others = [viewer for viewer in range(SPECTATOR, match.case.seats) if viewer != seat]
    return [(step.situation(viewer), [event.told_to(viewer) for event in step.events]) for viewer in others]


def texts_follow_from_what_is_shown(engine: Engine, case: Case, games: int) -> int:
    """12. An event's text for a viewer is a function of what the viewer is shown of the event: the same in this match
    and in the worlds that the viewer cannot tell from it. A service gives a text with every event, or with none."""
    compared = 0
    for number in range(games):
        every = 1 + len(_finished(engine, case, number).moves) // _POSITIONS
        match = Match(engine, case, number)
        texts: dict[bytes, str] = {}
        _learn_texts(match, match.step, texts)
        while move := match.pick():
            seat, notation = move
            if len(match.moves) % every == 0:
                for viewer in range(SPECTATOR, case.seats):
                    world = engine.imagine(match.step.situation(viewer).view, seed(number, "texts"))
                    with suppress(Refusal):  # the action may not be legal there
                        _learn_texts(match, engine.play(world, seat, notation)[1], texts)
            match.play(seat, notation)
            _learn_texts(match, match.step, texts)
        if len({bool(text) for text in texts.values()}) > 1:
            bare = next(share for share, text in texts.items() if not text)
            raise match.finding(f"some events have a text, and this one has none: {bare.decode()}")
        compared += len(texts)
    return compared


def _learn_texts(match: Match, step: Step, texts: dict[bytes, str]) -> None:
    for event in step.events:
        for viewer in range(SPECTATOR, match.case.seats):
            share, text = event.seen_by(viewer), event.text_for(viewer)
            if share is not None and texts.setdefault(share, text) != text:
                raise match.finding(
                    f"the text of an event follows from something else than the event: {share.decode()}"
                )


def imagined_positions_fit_the_view(engine: Engine, case: Case, games: int) -> int:
    """14. A position imagined from a view looks like the view to its viewer, who may do the same in it; so neither the
    view nor the actions depend on what is hidden."""
    compared = 0
    for match in _positions(engine, case, games):
        for viewer in range(SPECTATOR, case.seats):
            seen = match.step.situation(viewer)
            for draw in range(2):
                imagined = engine.observe(engine.imagine(seen.view, seed(draw, "imagine")))
                if imagined.situation(viewer) != seen:
                    raise match.finding(f"a position imagined from viewer {viewer}'s view does not look like it")
                if imagined.pending != match.step.pending:
                    raise match.finding(f"in a position imagined from viewer {viewer}'s view others must decide")
                compared += 1
    return compared


def the_order_of_answers_does_not_matter(engine: Engine, case: Case, games: int) -> int:
    """17. Where several decide at once, the order in which their answers arrive changes nothing."""
    compared = 0
    for match in _positions(engine, case, games):
        pending = match.step.pending
        if len(pending) < 2:
            continue
        answers = {seat: match.sample(seat)[0] for seat in pending}
        ends = [
            _answered(engine, match.step, [(seat, answers[seat]) for seat in order])
            for order in (pending, pending[::-1])
        ]
        if ends[0].situations != ends[1].situations:
            raise match.finding("answered in the other order, the match goes another way")
        compared += 1
    return compared


def _answered(engine: Engine, step: Step, answers: list[tuple[int, str]]) -> Step:
    for seat, notation in answers:
        _, step = engine.play(step.position, seat, notation)
    return step


def wrong_requests_have_their_reason(engine: Engine, case: Case, _games: int) -> int:
    """22. What the description does not allow is refused with the reason for it."""
    match = Match(engine, case, 0)
    known = engine.describe()
    view = match.step.situation(match.step.pending[0])
    listed = notations(match.step, match.step.pending[0])
    start = partial(engine.start, seed=seed(0))
    wrong: list[tuple[Reason, Callable[[], object]]] = [
        (Reason.SEATS_OUT_OF_RANGE, partial(start, known.max_seats + 1, {})),
        (Reason.SEATS_OUT_OF_RANGE, partial(start, known.min_seats - 1, {})),
        (Reason.UNKNOWN_OPTION, partial(start, case.seats, {"no_such_option": 1})),
        (Reason.UNKNOWN_BOT, partial(engine.choose, "no_such_bot", view.view, listed, seed(0))),
    ]
    wrong += [
        (Reason.INVALID_OPTION, partial(start, case.seats, {option.name: "no such value"})) for option in known.options
    ]
    for reason, ask in wrong:
        _refused(match, reason, ask)
    return len(wrong)


def the_documents_say_what_there_is(engine: Engine, _case: Case, _games: int) -> int:
    """26. A front end needs no source code. Every card fits the schema `card`; a ruleset with a layout has titles for
    all kinds of cards, options and decisions, and says of each array of a view what its order means."""
    return drawing.hold_documents(engine.describe())


def every_zone_is_in_a_view(engine: Engine, case: Case, games: int) -> int:
    """26. Each place of a view that the layout names is there in a random match, and holds what the layout says; every
    word and decision has a title."""
    known = engine.describe()
    if not known.layout:
        return 0
    sightings = drawing.Sightings(known, case.seats, case.options)
    for number in range(_MOST_MATCHES):
        for match in _every_position(engine, case, number):
            for situation in match.step.situations:
                sightings.view(json.loads(situation.view), case.seats, case.options)
                for action in legal(match.step, situation.viewer):
                    sightings.action(action["action"])
        if number + 1 >= games and not sightings.missing:
            break
    if sightings.missing:
        raise match.finding(f"in {number + 1} random matches no view had {', '.join(sorted(sightings.missing))}")
    return sightings.seen


_CHECKS: Final[tuple[tuple[int, CaseCheck], ...]] = (
    (1, random_matches_end),
    (3, defaults_are_legal),
    (4, both_forms_of_an_action_do_the_same),
    (5, only_listed_actions_apply),
    (7, the_same_request_gets_the_same_answer),
    (10, a_position_is_all_it_needs),
    (10, broken_positions_are_refused),
    (12, choosing_at_once_shows_nothing),
    (12, texts_follow_from_what_is_shown),
    (14, imagined_positions_fit_the_view),
    (17, the_order_of_answers_does_not_matter),
    (22, wrong_requests_have_their_reason),
    (26, the_documents_say_what_there_is),
    (26, every_zone_is_in_a_view),
)


def run(engine: Engine, *, selection: suite.Selection, thorough: bool = False) -> suite.Report:
    """Check a ruleset through its engine.

    Raises:
        Refusal: ``BUSY``, ``INTERNAL``, ``UNKNOWN_RULESET`` if it cannot even describe itself.
    """
    known = engine.describe()
    every: Any = engine  # a case asks its ruleset for its description, and for nothing else here
    of_engine = [Case(every, seats, options, changed, Path()) for seats, options, changed in to_try(known)]
    games = _GAMES_THOROUGH if thorough else _GAMES
    report = suite.Report(known.id)
    for number, function in _CHECKS:
        check = suite.Check(number, suite.Scope.EVERY_CASE, apart=_apart(function, engine, games))
        if selection.wants(check):
            for case in filter(selection.takes, of_engine):
                report.examined += suite.examine([check], case, suite.effort_for(case))
    return report


def _apart(function: CaseCheck, engine: Engine, games: int) -> Apart:
    def check(case: Case, _effort: object) -> int:
        return function(engine, case, games)

    check.__name__, check.__doc__ = function.__name__, function.__doc__
    return check


def _positions(engine: Engine, case: Case, games: int) -> Iterator[Match]:
    """Matches at some of their decisions and at their end."""
    for number in range(games):
        every = 1 + len(_finished(engine, case, number).moves) // _POSITIONS
        match = Match(engine, case, number)
        while move := match.pick():
            if len(match.moves) % every == 0:
                yield match
            match.play(*move)
        yield match


def _every_position(engine: Engine, case: Case, number: int) -> Iterator[Match]:
    match = Match(engine, case, number)
    while move := match.pick():
        yield match
        match.play(*move)
    yield match


def _finished(engine: Engine, case: Case, number: int) -> Match:
    match = Match(engine, case, number)
    while move := match.pick():
        match.play(*move)
    return match


def _refused(match: Match, reason: Reason, ask: Callable[[], object]) -> None:
    try:
        ask()
    except Refusal as refusal:
        if refusal.reason is not reason:
            raise match.finding(f"refused with {refusal.reason.name} instead of {reason.name}") from None
        return
    raise match.finding(f"what must be refused with {reason.name} was answered")
