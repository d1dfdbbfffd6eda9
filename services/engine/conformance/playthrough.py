"""Golden playthroughs: one recorded game for each number of seats, as text that a person can read: invariant 23.

Any change of the rules, the chance or the wording shows in the diff. They are written anew by
``playhall conformance RULESET --record`` and reviewed like any other change.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final

from services.engine.chance import SeededChance
from services.engine.conformance.cases import AnyRuleset, Case, Effort
from services.engine.conformance.findings import Finding, Place
from services.engine.conformance.random_games import Game, finished, seed
from services.engine.ruleset import SPECTATOR, MalformedPosition, seat_names

FOLDER: Final = "playthroughs"
NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana")
_GAME: Final = 1
_PICTURES: Final = 8


def golden_playthroughs_are_the_same(case: Case, _effort: Effort) -> int:
    """23. There is a recorded playthrough for each number of seats, and playing it again gives the same text."""
    file = text_file(case)
    place = Place(str(case), _GAME)
    if not file.exists():
        raise Finding(f"there is no {FOLDER}/{file.name}: record it, and read it", place)
    written, played = file.read_text().splitlines(), text(case).splitlines()
    for number, was, now in zip(count(1), written, played, strict=False):
        if was != now:
            raise Finding(f"{file.name}, line {number}\n  was: {was}\n  now: {now}", place)
    if len(written) != len(played):
        raise Finding(f"{file.name} has {len(written)} lines, the game as it is played now {len(played)}", place)
    return len(played)


def everything_can_be_told(game: Game, _effort: Effort) -> Iterator[int]:
    """23. Every event that a viewer is sent can be told in one line, which follows from the event alone and names no
    card that the event does not show; and every view can be drawn."""
    rules = game.rules
    names = seat_names(game.case.seats)
    named = _names_of(rules)
    longest_first = sorted(named, key=len, reverse=True)
    pattern = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in longest_first) or r"(?!)")
    told: dict[bytes, str] = {}
    while True:
        new = dict.fromkeys(share for viewer in game.viewers for share in game.told(viewer) if share not in told)
        for share in new:
            told[share] = rules.telling(json.loads(share), names)
            _check_line(game, share, told[share])
            for name in pattern.findall(told[share]):
                _check_named(game, share, name, named[name])
        if told:
            share = [*told][len(game.moves) % len(told)]
            if rules.telling(json.loads(share), names) != told[share]:
                raise game.finding(f"what is told of an event follows from something else, too: {share.decode()}")
        for viewer in game.viewers if game.over else ():
            if not rules.picture(rules.observe(game.state, viewer)).strip():
                raise game.finding(f"the picture of {viewer}'s view is empty")
        yield len(new)


def _check_line(game: Game, share: bytes, line: str) -> None:
    if not line.strip() or not line.isprintable():
        raise game.finding(f"an event is not told in a line of text: {line!r} for {share.decode()}")
    if "text" in json.loads(share):
        raise game.finding(f"an event has a member `text`, under which its line is sent: {share.decode()}")


def _names_of(rules: AnyRuleset) -> dict[str, set[str]]:
    """The names of the cards, and how a document mentions a card of that name: by its id, its name, or as a word."""
    mentions: dict[str, set[str]] = {}
    for card in rules.describe().cards:
        word = "_".join(re.findall(r"\w+", card["name"].lower()))
        mentions.setdefault(card["name"], set()).update((f'"{card["id"]}"', card["name"], word))
    return mentions


def _check_named(game: Game, share: bytes, name: str, mentions: set[str]) -> None:
    if not any(mention in share.decode() for mention in mentions):
        raise game.finding(f"what is told of an event names {name}, which the event does not: {share.decode()}")


def stored_positions_load(case: Case, _effort: Effort) -> int:
    """10. A position that was stored when the playthrough was recorded loads, and has the same bytes."""
    file = position_file(case)
    if not file.exists():
        raise Finding(f"there is no {FOLDER}/{file.name}: record it", Place(str(case), _GAME))
    data = file.read_bytes().rstrip(b"\n")
    try:
        state = case.ruleset.load(data, SeededChance(seed(_GAME)))
    except MalformedPosition as error:
        raise Finding(f"the position stored in {file.name} is refused: {error}", Place(str(case), _GAME)) from error
    if case.ruleset.dump(state) != data:
        raise Finding(f"the position stored in {file.name} is dumped to other bytes", Place(str(case), _GAME))
    return 1


def record(cases: list[Case], folder: Path) -> list[Path]:
    """Write the playthroughs and stored positions of a ruleset anew; returns the files."""
    (folder / FOLDER).mkdir(parents=True, exist_ok=True)
    files: list[Path] = []
    for case in cases:
        text_file(case).write_text(text(case))
        position_file(case).write_bytes(_middle(case) + b"\n")
        files += [text_file(case), position_file(case)]
    return files


def text_file(case: Case) -> Path:
    """Where the playthrough of a case is."""
    return case.records / FOLDER / f"{case.seats}-players.txt"


def position_file(case: Case) -> Path:
    """Where the stored position of a case is."""
    return case.records / FOLDER / f"{case.seats}-players.position.json"


def text(case: Case) -> str:
    """The playthrough as text."""
    return "\n".join([*_header(case), *_moves(case), ""])


def _header(case: Case) -> Iterator[str]:
    description = case.ruleset.describe()
    names = ", ".join(f"{seat} {name}" for seat, name in enumerate(NAMES[: case.seats]))
    yield f"{description.title} ({description.id} {description.version})"
    yield f"players  {names}"
    yield f"options  {json.dumps(dict(case.options), ensure_ascii=False)}"
    yield f"seed     {seed(_GAME).hex()}"
    yield "Everybody plays at random. (In brackets: what only that player is told.)"
    yield ""


def _moves(case: Case) -> Iterator[str]:
    rules = case.ruleset
    game = Game(case, _GAME)
    every = max(1, -(-len(finished(case, _GAME).moves) // _PICTURES))
    yield from _tellings(game)
    while move := game.pick():
        if len(game.moves) % every == 0:
            yield from _picture(game)
        seat, action = move
        game.play(seat, action)
        yield f"{len(game.moves)}. {NAMES[seat]}: {rules.notation(action)}"
        yield from _tellings(game)
    yield from _picture(game)
    yield from _results(game)
    yield f"state    sha256 {hashlib.sha256(rules.dump(game.state)).hexdigest()}"


def _tellings(game: Game) -> Iterator[str]:
    rules, names = game.rules, list(NAMES[: game.case.seats])
    for event in game.events:
        public = rules.share(event, SPECTATOR)
        if public is not None:
            yield f"    {rules.telling(public, names)}"
        for seat, name in enumerate(names):
            share = rules.share(event, seat)
            if share is not None and share != public:
                yield f"    ({name}: {rules.telling(share, names)})"


def _picture(game: Game) -> Iterator[str]:
    yield ""
    for line in game.rules.picture(game.rules.observe(game.state, SPECTATOR)).splitlines():
        yield f"  | {line}".rstrip()
    yield ""


def _results(game: Game) -> Iterator[str]:
    outcome = game.rules.outcome(game.state)
    if outcome is None:
        yield "not over"
        return
    yield f"over     {outcome.reason}"
    for result in outcome.results:
        items = ", ".join(f"{item} {points}" for item, points in result.breakdown)
        yield f"{result.rank}.       {NAMES[result.seat]} {result.score} points ({items})"


def _middle(case: Case) -> bytes:
    half = len(finished(case, _GAME).moves) // 2
    game = Game(case, _GAME)
    while len(game.moves) < half and (move := game.pick()):
        game.play(*move)
    return game.rules.dump(game.state)
