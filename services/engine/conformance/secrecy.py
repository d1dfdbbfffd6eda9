"""What each viewer may know: invariants 6, 12, 13, 17 and 18.

Two worlds that a viewer cannot tell apart are got in two ways: imagined from its view, and by letting another seat
choose differently where several decide at once. What the viewer is shown in both is held against each other, byte for
byte.
"""

import importlib
import importlib.util
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from services.engine.chance import SeededChance
from services.engine.conformance.cases import AnyRuleset, AnyState, Case, Effort, Json
from services.engine.conformance.findings import first_difference
from services.engine.conformance.frequencies import ALARM, alike
from services.engine.conformance.observations import document, from_bytes, shares, view_bytes
from services.engine.conformance.play import unlisted
from services.engine.conformance.random_games import Game, Move, scout, seed
from services.engine.ruleset import SPECTATOR, IllegalAction

_MOST_ACTIONS: Final = 10
_A_FEW: Final = 24
_SOME: Final = 200
_MANY: Final = 800
_ENOUGH: Final = 40
_EVERY: Final = 3
_HINT: Final = 0.05
"""What leaks enough to be a finding among many worlds is among some of them less likely than this by chance."""
_LATER_GAMES: Final = 40


def legal_actions_follow_from_the_view(game: Game, effort: Effort) -> int:
    """6. A seat's legal actions and its default are a function of its view: the same in every world that the seat
    cannot tell from this one."""
    rules = game.rules
    compared = 0
    for seat in game.pending:
        legal, default = game.legal(seat), rules.default(game.state, seat)
        for world in game.twins(seat, effort.worlds):
            if rules.legal(world, seat) != legal:
                other = rules.legal(world, seat)
                raise game.finding(f"what seat {seat} cannot know changes its legal actions: {legal}, {other}")
            if legal and rules.default(world, seat) != default:
                raise game.finding(f"what seat {seat} cannot know changes its default action")
            compared += 1
    return compared


def views_do_not_depend_on_what_is_hidden(game: Game, effort: Effort) -> int:
    """12. States that differ only in what a viewer cannot know give it the same view."""
    rules = game.rules
    compared = 0
    for viewer in game.viewers:
        first, *others = game.worlds(viewer, effort.worlds)
        view, *other_views = game.world_views(viewer, effort.worlds)
        for other, seen in zip(others, other_views, strict=True):
            if seen != view:
                difference = first_difference(view, seen)
                raise game.finding(f"viewer {viewer} sees something hidden: its view differs {difference}")
            compared += rules.dump(other) != rules.dump(first)
    return compared


def what_is_made_for_all_is_what_each_may_see(game: Game, _effort: Effort) -> Iterator[int]:
    """12. The views that a ruleset makes for all viewers at once are those that it makes for each, and an event that it
    calls public looks the same to everybody."""
    rules = game.rules
    while True:
        public = [event for event in game.events if rules.is_public(event)]
        for event in public:
            if len({tuple(shares(rules, [event], viewer)) for viewer in game.viewers}) > 1:
                raise game.finding(f"an event that is called public is not the same for all: {type(event).__name__}")
        looked = game.over or len(game.moves) % _EVERY == 0
        for viewer, view in zip(game.viewers, rules.views_json(game.state), strict=True) if looked else ():
            made = document(view)
            if made != game.view(viewer):
                difference = first_difference(game.view(viewer), made)
                raise game.finding(f"viewer {viewer}'s view made with the others' differs {difference}")
        yield len(public) + len(game.viewers) * looked


def choosing_at_once_shows_nothing(game: Game, _effort: Effort) -> int:
    """12. Where several seats decide at once, whatever one of them chooses looks the same to all others until all have
    chosen: events, views, legal actions."""
    rules = game.rules
    compared = 0
    for seat in game.pending if len(game.pending) > 1 else ():
        legal = game.legal(seat)
        actions = game.dice("at once").sample(legal, min(len(legal), _MOST_ACTIONS))
        looks: dict[tuple[int, tuple[int, ...]], tuple[int, bytes]] = {}
        for action in actions:
            for viewer, after, shown in _shown_to_others(game, seat, action, game.pending):
                first, expected = looks.setdefault((viewer, after), (action, shown))
                if shown != expected:
                    names = (rules.notation(first), rules.notation(action))
                    difference = first_difference(expected, shown, names)
                    raise game.finding(f"seat {seat}'s hidden choice shows to viewer {viewer}: {difference}")
                compared += first != action
    return compared


def _shown_to_others(
    game: Game, seat: int, action: int, pending: list[int]
) -> Iterator[tuple[int, tuple[int, ...], bytes]]:
    """For each other viewer: who is pending afterwards, and all that it is shown, as one text. Nothing if the choice
    was the last that was waited for: then it may be revealed."""
    rules = game.rules
    state = rules.clone(game.state)
    events = rules.play(state, seat, action)
    after = tuple(rules.pending(state))
    if not set(pending) - {seat} <= set(after):
        return
    for viewer in game.viewers:
        if viewer != seat:
            told = shares(rules, events, viewer)
            legal = rules.legal(state, viewer) if viewer in after else []
            yield viewer, after, b"\n".join([*told, view_bytes(rules, state, viewer), document(legal)])


def acting_early_tells_nothing(game: Game, effort: Effort) -> int:
    """12. A seat that acts while others still owe an answer is told the same in every world that it cannot tell from
    this one, unless its view shows what it learnt."""
    rules = game.rules
    compared = 0
    for seat in game.pending if len(game.pending) > 1 else ():
        action = game.dice("early").choice(game.legal(seat))
        told: dict[bytes, bytes] = {}
        for world in (game.state, *game.worlds(seat, effort.worlds + 2)):
            if action not in rules.legal(world, seat):
                continue  # that is a finding of check 6
            state = rules.clone(world)
            events = rules.play(state, seat, action)
            if not set(game.pending) - {seat} & set(rules.pending(state)):
                continue
            text = b"\n".join(shares(rules, events, seat))
            expected = told.setdefault(view_bytes(rules, state, seat), text)
            if text != expected:
                raise game.finding(
                    f"seat {seat} plays {rules.notation(action)} and is told of what others chose: "
                    f"{first_difference(expected, text)}"
                )
            compared += 1
    return compared


def events_leave_secrets_open(game: Game, _effort: Effort) -> int:
    """12. An event tells a viewer nothing that its view does not show: among the worlds that it could not tell from
    this one before a move, and that look the same to it after the move, what it was told of it rules nothing out."""
    compared = 0
    dice = game.dice("events")
    seat = dice.choice(game.pending)
    action = dice.choice(game.legal(seat))
    for viewer in (SPECTATOR, dice.randrange(game.case.seats)):
        sample = _after(game, viewer, (seat, action), _A_FEW)
        compared += sample.looking_same
        if not sample.told_other:
            continue
        # Rightly, where what was shown is hidden again at once; else something leaks.
        sample = _after(game, viewer, (seat, action), _SOME)
        if sample.least < _HINT:
            _check_open(game, viewer, (seat, action), _after(game, viewer, (seat, action), _MANY))
    return compared


@dataclass(slots=True)
class _After:
    """Worlds that look the same to a viewer after a move: in how many it was told the same of the move as in this one,
    in how many something else, and how often each hidden fact had each value in the former and in the latter."""

    told_same: int = 0
    told_other: int = 0
    same: dict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    other: dict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))

    @property
    def looking_same(self) -> int:
        """The number of worlds."""
        return self.told_same + self.told_other

    @property
    def least(self) -> float:
        """The least of the chances, over all hidden facts, that what was told has nothing to do with the fact; 1 if
        too few worlds are left to judge by."""
        if min(self.told_same, self.told_other) < _ENOUGH * _SOME // _MANY:
            return 1.0
        return min((alike(values, self.other[slot]) for slot, values in self.same.items()), default=1.0)


def _after(game: Game, viewer: int, move: Move, tries: int) -> _After:
    rules = game.rules
    state = rules.clone(game.state)
    told = shares(rules, rules.play(state, *move), viewer)
    view = view_bytes(rules, state, viewer)
    sample = _After()
    dice = game.dice("open")
    for imagined in game.worlds(viewer, tries):
        if not rules.legal(imagined, move[0]):
            continue  # that is a finding of check 14
        world = rules.clone(imagined)
        events = _play_unseen(game, world, viewer, move, dice)
        if view_bytes(rules, world, viewer) != view:
            continue
        same = shares(rules, events, viewer) == told
        sample.told_same += same
        sample.told_other += not same
        for secret in rules.secrets(world, viewer):
            (sample.same if same else sample.other)[secret.slot][secret.value] += 1
    return sample


def _check_open(game: Game, viewer: int, move: Move, sample: _After) -> None:
    """Whether each hidden fact has the same values as often where the viewer is told the same, as where it is not."""
    if min(sample.told_same, sample.told_other) < _ENOUGH:
        return  # the move shows so much that too few worlds are left to judge by
    for slot, values in sample.same.items():
        if alike(values, sample.other[slot]) < ALARM:
            notation = game.rules.notation(move[1])
            raise game.finding(f"what viewer {viewer} is told of {notation} by seat {move[0]} gives away {slot}")


def _play_unseen(game: Game, world: AnyState, viewer: int, move: Move, dice: random.Random) -> list[Any]:
    """Play the action, or as often another one, which the viewer might not tell from it; its own is always the same."""
    seat, action = move
    legal = game.rules.legal(world, seat)
    same = action in legal and (viewer == seat or dice.random() < 0.5)
    return game.rules.play(world, seat, action if same else dice.choice(legal))


def refusals_do_not_tell(game: Game, effort: Effort) -> int:
    """13. The text of a refusal, the labels and the picture of a position are the same in every world that the seat
    cannot tell from this one."""
    compared = 0
    seat = game.dice("refusals").randrange(game.case.seats)
    actions = unlisted(game, seat, game.dice("unlisted"))
    expected = _words(game, game.state, seat, actions)
    for world in game.twins(seat, effort.worlds):
        words = _words(game, world, seat, actions)
        for what, text in expected.items():
            if words.get(what, text) != text:
                difference = first_difference(text, words[what])
                raise game.finding(f"{what}, for seat {seat}, tells of something hidden: it differs {difference}")
        compared += len(expected)
    return compared


def _words(game: Game, state: AnyState, seat: int, actions: list[int]) -> dict[str, str]:
    """Every text that a seat can get out of a position besides its view and events."""
    rules = game.rules
    view = rules.observe(state, seat)
    words = {"the picture": rules.picture(view)}
    words |= {f"the label of {rules.notation(a)}": rules.label(view, a) for a in rules.legal(state, seat)}
    for action in actions:
        try:
            rules.play(rules.clone(state), seat, action)
        except IllegalAction as refusal:
            words[f"the refusal of action {action}"] = str(refusal)
    return words


def views_hold_no_chance(game: Game, _effort: Effort) -> int:
    """13. What is shown does not depend on the match seed nor on how much of the chance streams was used; no seed and
    no word of a stream stands in a view or an event."""
    rules = game.rules
    compared = 0
    other = SeededChance(seed(game.number, "another match"))
    state = rules.load(game.data, other)
    used = game.chance.used()
    other.resume({stream: words + 17 for stream, words in {**used, "setup": used.get("setup", 0)}.items()})
    tokens = _chance_tokens(game)
    for viewer in game.viewers:
        view = game.view(viewer)
        if (seen := view_bytes(rules, state, viewer)) != view:
            difference = first_difference(view, seen)
            raise game.finding(f"viewer {viewer} sees something of the seed or the chance streams: {difference}")
        if viewer in rules.pending(state) and rules.legal(state, viewer) != game.legal(viewer):
            raise game.finding(f"the legal actions of seat {viewer} depend on the seed or the chance streams")
        for text in (view, *game.told(viewer)):
            if token := next((token for token in tokens if token in text), None):
                raise game.finding(f"viewer {viewer} is shown chance itself: {token.decode()} in {text[:300]!r}")
            compared += 1
    return compared


def _chance_tokens(game: Game) -> list[bytes]:
    """The seed, and the larger words of the streams in use: drawn ones and the next."""
    match_seed = seed(game.number)
    tokens = [match_seed.hex().encode(), match_seed.hex().upper().encode(), str(int.from_bytes(match_seed)).encode()]
    for stream, used in game.chance.used().items():
        source = SeededChance(match_seed)
        words = [source.word(stream) for _ in range(min(used, 400) + 4)]
        tokens += [str(word).encode() for word in words if word >= 10**8]
    return tokens


def documents_fit_their_schemas(game: Game, _effort: Effort) -> int:
    """13. Options, actions, views, events and states are what the ruleset's JSON Schemas say, so that no field that
    nobody declared is sent to anybody."""
    validators = _validators(game.rules)
    documents = list(_documents(game)) if validators else []
    for name, value in documents:
        if error := next(validators[name].iter_errors(value), None) if name in validators else None:
            raise game.finding(f"the {name} does not fit its schema at {error.json_path}: {error.message[:300]}")
    return len(documents)


def _documents(game: Game) -> Iterator[tuple[str, Json]]:
    """Documents that are shown at a position, or stored."""
    yield "options", dict(game.case.options)
    yield "state", json.loads(game.data)
    told = {share for viewer in game.viewers for share in game.told(viewer)}
    for viewer in game.viewers:
        yield "view", json.loads(game.view(viewer))
    for share in sorted(told):
        yield "event", json.loads(share)
    for seat in game.pending:
        for action in game.legal(seat)[:4]:
            yield "action", game.rules.action_json(action)


@cache
def _validators(ruleset: AnyRuleset) -> Mapping[str, Any]:
    """A validator for each schema; none where the package jsonschema is not installed (it comes with extra `dev`)."""
    schemas = ruleset.describe().schemas
    if not schemas or importlib.util.find_spec("jsonschema") is None:
        return {}
    validator = importlib.import_module("jsonschema").Draft202012Validator
    return {name: validator(schema) for name, schema in schemas.items()}


def the_order_of_answers_does_not_matter(case: Case, effort: Effort) -> int:
    """17. Where several seats decide at once, the same answers in another order lead to the same state; nobody's answer
    goes stale through another's."""
    several = 0
    for number in range(effort.games + _LATER_GAMES * scout(case, effort.games).some_decide_at_once):
        if several and number >= effort.games:
            break  # in short games it may take a while until several decide at once
        first = _Order(Game(case, number), latest_first=False)
        second = _Order(Game(case, number), latest_first=True)
        states: dict[tuple[int, ...], bytes] = {}
        for state in first.positions():
            states[first.answers] = state
        for state in second.positions():
            expected = states.get(second.answers, state)
            if state != expected:
                raise second.game.finding(
                    f"answered in another order, the state differs {first_difference(expected, state)}"
                )
        several += first.several
        if first.ended and second.ended and first.last != second.last:
            raise second.game.finding("answered in another order, the game ended in another state")
    return several


class _Order:
    """A game in which each seat's n-th answer is fixed by the seat and n alone, answered in a certain order."""

    def __init__(self, game: Game, *, latest_first: bool) -> None:
        self.game = game
        self.several = 0
        self.last = b""
        self._latest_first = latest_first
        self._answers: Counter[int] = Counter()

    @property
    def ended(self) -> bool:
        """Whether the game has come to its end."""
        return self.game.rules.outcome(self.game.state) is not None

    @property
    def answers(self) -> tuple[int, ...]:
        """How many answers each seat has given."""
        return tuple(self._answers[seat] for seat in range(self.game.case.seats))

    def positions(self) -> Iterator[bytes]:
        """Play to the end; the state after each answer."""
        game = self.game
        rules = game.rules
        while (pending := rules.pending(game.state)) and game.pick():
            seat = pending[-1 if self._latest_first else 0]
            self.several += len(pending) > 1
            self._answer(seat, pending)
            self.last = rules.dump(game.state)
            yield self.last

    def _answer(self, seat: int, pending: list[int]) -> None:
        game, rules = self.game, self.game.rules
        others = {other: rules.legal(game.state, other) for other in pending if other != seat}
        dice = random.Random(f"{game.number} {seat} {self._answers[seat]}")
        game.play(seat, dice.choice(rules.legal(game.state, seat)))
        self._answers[seat] += 1
        for other, legal in others.items():
            if rules.legal(game.state, other) != legal:
                raise game.finding(f"seat {seat}'s answer changed what seat {other} may answer at the same time")


def views_follow_from_events(game: Game, _effort: Effort) -> Iterator[int]:
    """18. The first view and the events that a viewer is sent are enough: brought up to date with each event, the view
    equals what the viewer is shown, at each step."""
    rules = game.rules
    views = {viewer: from_bytes(rules, game.view(viewer)) for viewer in game.viewers}
    yield 0
    while True:
        for viewer, view in views.items():
            for share in game.told(viewer):
                rules.follow(view, json.loads(share))
            followed = document(rules.view_json(view))
            if followed != game.view(viewer):
                difference = first_difference(game.view(viewer), followed, ("is shown", "follows"))
                number = len(game.told(viewer))
                raise game.finding(f"viewer {viewer}, told {number} events, cannot follow: {difference}")
        yield len(views)


def views_survive_their_bytes(game: Game, _effort: Effort) -> Iterator[int]:
    """18. A view that is sent can be read: read back from its bytes, it has the same bytes. At each step it is that of
    a seat that must decide, for a bot in its place gets no other, and that of another viewer in turn."""
    rules = game.rules
    while True:
        viewers = {*game.pending[:1], game.viewers[len(game.moves) % len(game.viewers)]}
        for viewer in viewers:
            view = game.view(viewer)
            again = document(rules.view_json(game.read(viewer)))
            if again != view:
                raise game.finding(f"read back, viewer {viewer}'s view is another {first_difference(view, again)}")
        yield len(viewers)
