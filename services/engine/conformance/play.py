"""Playing: invariants 1 to 5, 8, 9 and 20.

A check raises a Finding where the invariant does not hold, and says how many things it compared: 0 says that the
ruleset has nothing of the kind. What the three sorts of check are given, see :mod:`walk`.
"""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from services.engine.chance import SeededChance
from services.engine.conformance.cases import AnyState, Case, Effort, Json
from services.engine.conformance.observations import document, shares
from services.engine.conformance.random_games import Game, scout, seed
from services.engine.ruleset import IllegalAction, MalformedAction, Outcome

_MOST_ACTIONS: Final = 24
_TOGETHER: Final = range(1, 8)
_LOOKS: Final = 12
"""Positions of a game at which clones and views are kept."""
_STRANGE: Final = (-1, 0, 1, 2**31 - 1, 2**31, 2**32 + 1, 2**63)
_NOT_ACTIONS: Final[tuple[Any, ...]] = (
    {},
    {"": {}},
    {"no_such_action": {}},
    {"type": "no_such_action"},
    {"bid": None, "play": []},
    {"a": {"b": {"c": [{}]}}},
)
_NOT_NOTATIONS: Final = ("", " ", "\n", "\0", "no such action", "0", "-1", "{}", "ä ö ü", "9" * 5_000, "x" * 5_000)


def random_games_end(case: Case, effort: Effort) -> int:
    """1. A game of random moves ends within the ruleset's ``max_decisions``."""
    limit = case.ruleset.describe().max_decisions
    ends = scout(case, effort.games).ends
    for game in ends:
        if case.ruleset.outcome(game.state) is None and len(game.moves) >= limit:
            raise game.finding(f"the game has not ended after max_decisions = {limit}")
    return len(ends)


def components_are_conserved(game: Game, _effort: Effort) -> Iterator[int]:
    """2. No component (what the catalogue gives an id) is lost or doubled. A list of texts in the State message is a
    place where components lie, and so is a number of each by its id; a single text is a mention. A component set aside
    at the start may come in later, once."""
    ids = frozenset(card["id"] for card in game.rules.describe().cards)
    known: Counter[str] = Counter()
    while True:
        found = components(json.loads(game.data), ids)
        known |= {id_: count for id_, count in found.items() if id_ not in known}
        if found != known:
            lost, doubled = sorted((known - found).elements()), sorted((found - known).elements())
            raise game.finding(f"components lost: {lost}; doubled: {doubled}")
        yield bool(found)


def components(state: Json, ids: frozenset[str]) -> Counter[str]:
    """How often each of the ids stands in a list of a State document, or how many of it a number there says."""
    found: Counter[str] = Counter()
    rest = [state]
    while rest:
        item = rest.pop()
        if isinstance(item, dict):
            rest.extend(item.values())
            found.update({key: number for key, number in item.items() if key in ids and isinstance(number, int)})
        elif isinstance(item, list):
            found.update(part for part in item if isinstance(part, str) and part in ids)
            rest.extend(part for part in item if isinstance(part, list | dict))
    return found


def somebody_decides_until_the_end(game: Game, _effort: Effort) -> Iterator[int]:
    """3. Seats are pending exactly while there is no outcome; a pending seat has a legal action and no other seat has
    one; the default is legal."""
    while not game.over:
        _check_pending(game)
        yield 1
    over, pending = game.rules.outcome(game.state) is not None, game.rules.pending(game.state)
    too_long = len(game.moves) >= game.rules.describe().max_decisions  # that is a finding of check 1
    if over and pending:
        raise game.finding(f"the game is over, and yet seats {pending} are pending")
    if not over and not too_long:
        reason = f"seats {pending} have no legal action" if pending else "nobody is pending"
        raise game.finding(f"{reason}, and yet there is no outcome")


def _check_pending(game: Game) -> None:
    rules, state = game.rules, game.state
    pending = game.pending
    if pending != sorted(set(pending)) or not set(pending) <= set(range(game.case.seats)):
        raise game.finding(f"pending is not an ascending list of seats: {pending}")
    if rules.outcome(state) is not None:
        raise game.finding(f"there is an outcome while seats {pending} are pending")
    if rules.seats(state) != game.case.seats:
        raise game.finding(f"seats() says {rules.seats(state)}")
    for seat in range(game.case.seats):
        legal = game.legal(seat)
        if bool(legal) != (seat in pending):
            what = f"has legal actions {legal}" if legal else "has no legal action"
            raise game.finding(f"seat {seat} {what}, but pending is {pending}")
        if legal and rules.default(state, seat) not in legal:
            raise game.finding(f"the default of seat {seat} is not legal: {rules.default(state, seat)}")


def legal_lists_are_canonical(game: Game, _effort: Effort) -> int:
    """4. A list of legal actions is ascending, without duplicates, the same when asked again, for a clone and for a
    state read back from its bytes; each action has a notation, a structured form and a label of its own, and the
    first two read back as the action."""
    rules, state = game.rules, game.state
    copies = (state, rules.clone(state), rules.load(rules.dump(state), SeededChance(seed(game.number))))
    for seat in game.pending:
        legal = game.legal(seat)
        if legal != sorted(set(legal)):
            raise game.finding(f"the legal actions of seat {seat} are not ascending and unique: {legal}")
        for copy in copies:
            if rules.legal(copy, seat) != legal:
                raise game.finding(f"the legal actions of seat {seat} changed: {legal}, {rules.legal(copy, seat)}")
        _check_forms(game, seat, legal)
    return len(game.pending)


def _check_forms(game: Game, seat: int, legal: list[int]) -> None:
    rules = game.rules
    view = rules.observe(game.state, seat)
    notations = [rules.notation(action) for action in legal]
    forms = [document(rules.action_json(action)) for action in legal]
    labels = [rules.label(view, action) for action in legal]
    for what, texts in (("notation", notations), ("structured form", forms), ("label", labels)):
        if len(set(texts)) != len(texts):
            raise game.finding(f"two legal actions of seat {seat} have the same {what}: {sorted(map(str, texts))}")
    for action, notation, form, label in zip(legal, notations, forms, labels, strict=True):
        if not notation.isprintable() or not notation.isascii() or notation != " ".join(notation.split()):
            raise game.finding(f"the notation is not short plain text: {notation!r}")
        if not label.strip() or not label.isprintable():
            raise game.finding(f"the label of {notation} is not a line of text: {label!r}")
        if rules.parse(notation) != action:
            raise game.finding(f"the notation {notation!r} of action {action} reads back as {rules.parse(notation)}")
        if rules.action_from_json(json.loads(form)) != action:
            raise game.finding(f"the structured form of {notation} reads back as another action: {form.decode()}")


def only_listed_actions_apply(game: Game, _effort: Effort) -> int:
    """5. Every listed action applies; every other action is refused with IllegalAction and the state unchanged; text
    and JSON that are no action are refused with MalformedAction."""
    rules = game.rules
    tried = 0 if game.moves else _check_malformed(game)
    dice = game.dice("actions")
    before = rules.dump(game.state)
    for seat in range(game.case.seats):
        legal = game.legal(seat)
        for action in dice.sample(legal, min(len(legal), _MOST_ACTIONS)):
            _apply(game, seat, action)
            tried += 1
        for action in unlisted(game, seat, dice):
            _refuse(game, seat, action, before)
            tried += 1
    if rules.dump(game.state) != before:
        raise game.finding("playing on clones changed the state")
    return tried


def unlisted(game: Game, seat: int, dice: random.Random) -> list[int]:
    """Actions that are not legal for the seat: other seats' and former ones, neighbours of legal ones, odd numbers."""
    legal = set(game.legal(seat))
    others = {action for other in game.pending for action in game.legal(other)}
    former = {action for _, action in game.moves}
    near = {action + step for action in legal | others for step in (-1, 1)}
    wrong = sorted((others | former | near) - legal)
    return [*dice.sample(wrong, min(len(wrong), _MOST_ACTIONS)), *(n for n in _STRANGE if n not in legal)]


def _apply(game: Game, seat: int, action: int) -> None:
    try:
        game.rules.play(game.rules.clone(game.state), seat, action)
    except IllegalAction as refusal:
        notation = game.rules.notation(action)
        raise game.finding(f"{notation} is listed for seat {seat}, but refused: {refusal}") from refusal


def _refuse(game: Game, seat: int, action: int, before: bytes) -> None:
    rules = game.rules
    clone = rules.clone(game.state)
    try:
        rules.play(clone, seat, action)
    except IllegalAction:
        if rules.dump(clone) != before:
            raise game.finding(f"refusing action {action} of seat {seat} changed the state") from None
        return
    raise game.finding(f"seat {seat} could play action {action}, which is not listed")


def _check_malformed(game: Game) -> int:
    rules = game.rules
    notations = [rules.notation(action) for seat in game.pending for action in game.legal(seat)]
    texts = [*_NOT_NOTATIONS, *(text + end for text in notations[:8] for end in (" x", "9" * 30, "\n"))]
    for text in texts:
        _expect_malformed(game, f"the text {text[:60]!r}", partial(rules.parse, text))
    for form in _NOT_ACTIONS:
        _expect_malformed(game, f"the document {form}", partial(rules.action_from_json, form))
    return len(texts) + len(_NOT_ACTIONS)


def _expect_malformed(game: Game, what: str, read: Callable[[], int]) -> None:
    try:
        action = read()
    except MalformedAction:
        return
    except Exception as error:  # whatever else a reader raises is the finding
        raise game.finding(f"{what} raises {type(error).__name__} instead of MalformedAction: {error}") from error
    raise game.finding(f"{what} is not an action, but was read as {game.rules.notation(action)}")


def games_do_not_touch_each_other(case: Case, _effort: Effort) -> int:
    """8. Games played in turns go the same way as one after the other: no state outside the state."""
    alone = [_record(case, number) for number in _TOGETHER]
    games = [Game(case, number) for number in _TOGETHER]
    records: list[list[bytes]] = [[_told(game)] for game in games]
    moved = True
    while moved:
        moved = False
        for game, record in zip(games, records, strict=True):
            if move := game.pick():
                game.play(*move)
                record.append(_told(game))
                moved = True
    for game, record, expected in zip(games, records, alone, strict=True):
        step = next((i for i, pair in enumerate(zip(record, expected, strict=False)) if pair[0] != pair[1]), None)
        if step is not None or len(record) != len(expected):
            raise game.finding(f"played in turns with another game, it goes another way from move {step} on")
    return sum(map(len, alone))


def _record(case: Case, number: int) -> list[bytes]:
    game = Game(case, number)
    record = [_told(game)]
    while move := game.pick():
        game.play(*move)
        record.append(_told(game))
    return record


def _told(game: Game) -> bytes:
    """The state and all that was told of the last step."""
    return game.data + b"\n" + _all_told(game)


def _all_told(game: Game) -> bytes:
    return b"\n".join(share for viewer in game.viewers for share in game.told(viewer))


def clones_are_independent(game: Game, _effort: Effort) -> Iterator[int]:
    """9. A clone is the same state; playing on one of the two leaves the other as it was, all earlier clones too, and
    the clone's own game goes on as the original's, chance included."""
    rules = game.rules
    kept: list[tuple[Any, bytes]] = []
    every = max(1, game.length // _LOOKS)
    while not game.over:
        if len(game.moves) % every == 0:
            clone, before = rules.clone(game.state), rules.dump(game.state)
            if rules.dump(clone) != before:
                raise game.finding("a clone is another state")
            kept.append((clone, before))
            _play_clone_to_the_end(game, rules.clone(game.state))
            if rules.dump(game.state) != before:
                raise game.finding("playing on a clone changed the original")
        yield 0
    if any(rules.dump(clone) != before for clone, before in kept):
        raise game.finding("a clone made earlier in the game changed when the game went on")
    yield len(kept)


def _play_clone_to_the_end(game: Game, clone: AnyState) -> None:
    """Play a clone and a clone of the clone, one after the other, by the same choices: they end alike."""
    rules = game.rules
    ends: list[bytes] = []
    for state in (rules.clone(clone), clone):
        dice = game.dice("clones")
        for _ in range(40):
            pending = rules.pending(state)
            if not pending:
                break
            seat = dice.choice(pending)
            rules.play(state, seat, dice.choice(rules.legal(state, seat)))
        ends.append(rules.dump(state))
    if ends[0] != ends[1]:
        raise game.finding("a clone went on another way than its original, by the same choices")


def what_was_shown_stays(game: Game, _effort: Effort) -> Iterator[int]:
    """9. Views and events do not change when the state they came from goes on."""
    rules = game.rules
    every = max(1, game.length // _LOOKS)
    views: list[tuple[Any, bytes]] = []
    events: list[tuple[list[Any], bytes]] = []
    while not game.over:
        if len(game.moves) % every == 0:
            seen = [rules.observe(game.state, viewer) for viewer in game.viewers]
            views += [(view, document(rules.view_json(view))) for view in seen]
        events.append((game.events, _all_told(game)))
        yield 0
    if any(document(rules.view_json(view)) != before for view, before in views):
        raise game.finding("a view changed when the game went on: it shares something with the state")
    if any(_all_shares(game, step) != before for step, before in events):
        raise game.finding("an event changed when the game went on: it shares something with the state")
    yield len(views) + len(events)


def _all_shares(game: Game, events: list[Any]) -> bytes:
    return b"\n".join(share for viewer in game.viewers for share in shares(game.rules, events, viewer))


def scores_are_sound(case: Case, effort: Effort) -> int:
    """20. At the end every seat has a result in seat order, places are shared on ties and skipped after them, a higher
    score is never placed behind a lower one, the breakdown adds up; and nothing can be played any more."""
    compared = 0
    for game in scout(case, effort.games).ends:
        outcome = case.ruleset.outcome(game.state)
        if outcome is None:
            continue  # that is a finding of checks 1 and 3
        _check_outcome(game, outcome)
        if compared < effort.games + 2:
            _check_frozen(game, outcome)
        compared += 1
    return compared


def _check_outcome(game: Game, outcome: Outcome) -> None:
    results = outcome.results
    if [result.seat for result in results] != list(range(game.case.seats)):
        raise game.finding(f"the results are not one for each seat in order: {results}")
    ranks = sorted(result.rank for result in results)
    if ranks != [1 + sum(other < rank for other in ranks) for rank in ranks]:
        raise game.finding(f"the places are not 1 and up, shared on ties and skipped after them: {ranks}")
    for one in results:
        total = sum(points for _, points in one.breakdown)
        if one.breakdown and total != one.score:
            raise game.finding(f"seat {one.seat}: the breakdown adds up to {total}, the score is {one.score}")
        for other in results:
            if one.score > other.score and one.rank > other.rank:
                raise game.finding(f"seat {one.seat} has a higher score than seat {other.seat} and a worse place")
    if not outcome.reason or outcome.reason != outcome.reason.lower() or " " in outcome.reason:
        raise game.finding(f"the reason is not a lower-case word: {outcome.reason!r}")


def _check_frozen(game: Game, outcome: Outcome) -> None:
    rules, state = game.rules, game.state
    before = rules.dump(state)
    copies = (state, rules.clone(state), rules.load(before, SeededChance(seed(game.number))))
    if any(rules.outcome(copy) != outcome for copy in copies):
        raise game.finding("the outcome changes when it is asked for again, of a clone or of the state read back")
    for seat in range(game.case.seats):
        for action in {action for _, action in game.moves} | set(_STRANGE):
            try:
                rules.play(state, seat, action)
            except IllegalAction:
                continue
            raise game.finding(f"the game is over, and yet seat {seat} could play {action}")
    if rules.dump(state) != before:
        raise game.finding("the game is over, and yet refused actions changed its state")
