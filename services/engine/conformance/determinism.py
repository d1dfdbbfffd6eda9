"""The same again: invariants 7, 10 and 11."""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

from services.engine.chance import SeededChance
from services.engine.conformance.cases import AnyRuleset, AnyState, Case, Effort, Json
from services.engine.conformance.findings import Finding, first_difference
from services.engine.conformance.observations import document, look, shares
from services.engine.conformance.random_games import Game, seed
from services.engine.conformance.ruleset_address import address_of
from services.engine.ruleset import SPECTATOR, MalformedPosition

_PROCESS_SECONDS: Final = 300
_HASH_SEEDS: Final = ("1", "2")


def the_same_seed_gives_the_same_game(game: Game, _effort: Effort) -> Iterator[int]:
    """7. The same seed and the same actions give the same states and events at each step."""
    again = Game(game.case, game.number)
    while True:
        for left, right in zip(told(game), told(again), strict=True):
            if left != right:
                raise game.finding(f"played twice, it differs {first_difference(left, right)}")
        yield 1
        again.play(*game.moves[-1])


def told(game: Game) -> list[bytes]:
    """The state, what each seat must choose from, and what each viewer was told of the last step."""
    legal = document([game.legal(seat) for seat in game.pending])
    return [game.data, legal, *(b"\n".join(game.told(viewer)) for viewer in game.viewers)]


def other_processes_play_the_same_game(ruleset: AnyRuleset, cases: Sequence[Case], _effort: Effort) -> int:
    """7. The same game again in other processes, with other values of PYTHONHASHSEED."""
    here = [digests(case) for case in cases]
    compared = 0
    for hash_seed, played in ((_HASH_SEEDS[0], cases), (_HASH_SEEDS[1], [case for case in cases if not case.changed])):
        there = _digests_elsewhere(address_of(ruleset), played, hash_seed)
        for case, theirs in zip(played, there, strict=True):
            mine = here[cases.index(case)]
            compared += len(mine)
            if mine == theirs:
                continue
            step = next((i for i, pair in enumerate(zip(mine, theirs, strict=False)) if pair[0] != pair[1]), len(mine))
            raise Finding(f"in a process with PYTHONHASHSEED={hash_seed} {case} differs after {step} moves of game 0")
    return compared


def digests(case: Case) -> list[str]:
    """A digest of each step of random game 0."""
    game = Game(case, 0)
    found = [_digest(game)]
    while move := game.pick():
        game.play(*move)
        found.append(_digest(game))
    return found


def _digest(game: Game) -> str:
    return hashlib.sha256(b"\n".join(told(game))).hexdigest()[:16]


def _digests_elsewhere(address: str, cases: Sequence[Case], hash_seed: str) -> list[list[str]]:
    orders = [{"seats": case.seats, "options": dict(case.options)} for case in cases]
    done = subprocess.run(
        [sys.executable, "-m", "services.engine.conformance.other_process", address],
        input=json.dumps(orders),
        capture_output=True,
        text=True,
        timeout=_PROCESS_SECONDS,
        check=False,
        # The environment is passed on, not read: the interpreter may need it to start.
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    if done.returncode:
        raise Finding(f"in a process with PYTHONHASHSEED={hash_seed} it fails: {done.stderr.strip()[-400:]}")
    found: list[list[str]] = json.loads(done.stdout)
    return found


def states_survive_their_bytes(game: Game, _effort: Effort) -> int:
    """10. A state read back from its bytes has the same bytes, looks the same to everybody and goes on the same way;
    the bytes are canonical JSON and the same each time."""
    rules, state = game.rules, game.state
    data = rules.dump(state)
    if rules.dump(state) != data:
        raise game.finding("the same state is dumped to other bytes the second time")
    if document(json.loads(data)) != data:
        raise game.finding(f"dump is not canonical JSON {first_difference(data, document(json.loads(data)))}")
    loaded = rules.load(data, SeededChance(seed(game.number)))
    if rules.dump(loaded) != data:
        raise game.finding(f"read back, the state is another {first_difference(data, rules.dump(loaded))}")
    for viewer in game.viewers:
        if difference := look(rules, state, viewer).difference(look(rules, loaded, viewer)):
            raise game.finding(f"read back from its bytes, viewer {viewer}'s {difference}")
    _compare_futures(game, rules.clone(state), loaded)
    return 1


def _compare_futures(game: Game, state: AnyState, loaded: AnyState) -> None:
    rules, dice = game.rules, game.dice("future")
    for step in range(12):
        pending = rules.pending(state)
        if not pending:
            return
        seat = dice.choice(pending)
        action = dice.choice(rules.legal(state, seat))
        events, again = rules.play(state, seat, action), rules.play(loaded, seat, action)
        told, told_again = ([shares(rules, part, viewer) for viewer in game.viewers] for part in (events, again))
        if told != told_again or rules.dump(state) != rules.dump(loaded):
            raise game.finding(f"read back from its bytes, the game goes another way {step + 1} moves later")


def broken_bytes_are_refused(game: Game, _effort: Effort) -> int:
    """10. Bytes that are no state and documents that are no view are refused with MalformedPosition, and with nothing
    else, whatever is wrong with them."""
    rules, data = game.rules, game.data
    tried = 0
    for broken in (b"", b"{", b"[]", b"{}", b"null", b"1", b"\xff", data[:-1], data + b"x", b"[" * 50_000):
        if _can_read(game, f"the bytes {broken[:40]!r}", partial(_load, rules, broken)):
            raise game.finding(f"bytes that are no state were loaded: {broken[:40]!r}")
    for what, damaged in _damaged(json.loads(data)):
        _can_read(game, f"a state with {what}", partial(_reload, rules, damaged))
        tried += 1
    viewer = game.pending[0]
    for what, damaged in _damaged(rules.view_json(rules.observe(game.state, viewer))):
        _can_read(game, f"a view with {what}", partial(rules.view_from_json, damaged))
        tried += 1
    return tried


def _load(rules: AnyRuleset, data: bytes) -> AnyState:
    return rules.load(data, SeededChance(seed(0)))


def _reload(rules: AnyRuleset, state: Json) -> bytes:
    return rules.dump(_load(rules, document(state)))


def _can_read(game: Game, what: str, read: Callable[[], object]) -> bool:
    """Whether it is read. A damaged document may be: JSON leaves out what has its default value."""
    try:
        read()
    except MalformedPosition:
        return False
    except Exception as error:  # whatever else a reader raises is the finding
        raise game.finding(f"{what} raises {type(error).__name__} instead of MalformedPosition: {error}") from error
    return True


def _damaged(whole: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The document with one thing wrong: a key missing, unknown, or with a value of another type or out of range."""
    yield "an unknown key", {**whole, "no_such_key": 1}
    for key, value in whole.items():
        yield f"{key} missing", {name: part for name, part in whole.items() if name != key}
        for wrong in (None, -7, 10**30, "no such word", [None], {"a": 1}, [[["x"]]], 0.5):
            if wrong != value:
                yield f"{key} = {wrong}", {**whole, key: wrong}


def a_log_rebuilds_the_game(game: Game, _effort: Effort) -> Iterator[int]:
    """11. The seed and the log of actions, in notation or structured, rebuild every position; and looking at a
    position, however often, does not change it."""
    rules = game.rules
    unseen = Game(game.case, game.number)
    while True:
        expected = rules.dump(unseen.state)
        if not game.over:
            _look_around(game)
        found = rules.dump(game.state)
        if found != expected:
            difference = first_difference(found, expected, ("was", "rebuilt"))
            raise game.finding(f"rebuilt from the log without looking at it, the state differs {difference}")
        yield bool(game.moves)
        seat, action = game.moves[-1]
        by_notation, by_form = rules.notation(action), document(rules.action_json(action))
        read = rules.action_from_json(json.loads(by_form)) if len(game.moves) % 2 else rules.parse(by_notation)
        unseen.play(seat, read)


def _look_around(game: Game) -> None:
    rules, state = game.rules, game.state
    rules.clone(state)
    viewer = game.pending[0] if len(game.moves) % 2 else SPECTATOR
    look(rules, state, viewer)
    rules.secrets(state, viewer)
    rules.imagine(game.read(viewer), SeededChance(seed(len(game.moves), "look")))
