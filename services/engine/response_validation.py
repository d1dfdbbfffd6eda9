"""Validation of what an engine service answers, before it is used.

A service may be somebody else's program, and a program may be wrong. The rest of Playhall takes an engine's answer as
it is: it stores documents as bytes, puts them into other documents, and finds a seat's view by its place in the list.
So the form of every answer is checked here, once, and an answer that breaks the contract is as good as none. Our own
services are checked like anybody's.

The game itself cannot be checked from here: that the rules are the rules, and that a view holds nothing hidden, is the
service's own affair.
"""

import json
import re
from collections.abc import Collection, Iterable, Sequence, Sized
from typing import Any, Final

import orjson
from playhall.engine.v1 import engine_pb2 as pb

from services.engine import layout
from services.engine.documents import encode
from services.engine.engine import EventShares, ExplainedAction, ExplainedDecision, Position, Situation, Step
from services.engine.ruleset import Outcome, SeatResult

STEP_BYTES: Final = 1_048_576
"""The largest step. A position must fit into the next request, and each step is stored."""
MOST_SEATS: Final = 64
DEEPEST: Final = 32
"""Objects and arrays in each other, in any document: as in the body of a request. Whoever is sent it must be able to
read it, and documents are put into others."""
MOST_EVENTS: Final = 1_000
"""Of one step."""
MOST_LEGAL: Final = 10_000
"""Legal actions of one seat."""
MOST_CARDS: Final = 10_000
MOST_ENTRIES: Final = 1_000
"""Of any other list: options, their choices, bots, schemas, the items of a breakdown."""

_NO_BRACKETS: Final = bytes(byte for byte in range(256) if byte not in b"[]{}")
_ONE_KIND: Final = bytes.maketrans(b"[]", b"{}")
_TEXT: Final = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_LEGAL_MEMBERS: Final = ("notation", "action", "label")
_WORD: Final = re.compile(r"[a-z][a-z0-9_]{0,63}")
_HYPHENATED: Final = re.compile(r"[a-z][a-z0-9_-]{0,63}")
_LARGEST_FIGURE: Final = 1e6
_LONGEST_LINE: Final = 64
_NOTATION_LENGTH: Final = 200
_LABEL_LENGTH: Final = 500
_TEXT_LENGTH: Final = 2_000
_VERSION_LENGTH: Final = 32
_TITLE_LENGTH: Final = 200
_OPTION_TITLE_LENGTH: Final = 80
_SUMMARY_LENGTH: Final = 2_000
_RULES_LENGTH: Final = 65_536
_ENCODE: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


class ContractViolation(Exception):
    """An answer that is not what the contract says. The message names the place and quotes nothing that was
    answered: that may be hidden."""


def document(message: pb.Document, what: str) -> bytes:
    """A view, event or action as canonical JSON, whatever its spaces and line ends were.

    Raises:
        ContractViolation: it is not a JSON object.
    """
    data = message.json
    _check_depth(data, what)
    # Almost all are written exactly as we would write them. Reading and writing one shows it so quickly that it need
    # not be believed.
    try:
        if data[:1] == b"{" and orjson.dumps(orjson.loads(data)) == data:
            return data
    except ValueError:
        pass
    read = _json(data, what)
    if not isinstance(read, dict):
        raise ContractViolation(f"{what} is not a JSON object")
    return _canonical(read, what)


def read_step(step: pb.Step, of: pb.Position, seats: int | None = None) -> Step:
    """The step in a message. ``of``: the position that was asked about, without a version for a first one. ``seats``:
    of a first position.

    Raises:
        ContractViolation: it is not a step.
    """
    _require(step.ByteSize() <= STEP_BYTES, "step: is too large")
    position = read_position(step.position, of)
    situations = step.situations
    count = len(situations) - 1
    _require(1 <= count <= MOST_SEATS and (seats is None or count == seats), "situations: are not one per viewer")
    pending = tuple(step.pending)
    _require(list(pending) == sorted({*pending} & {*range(count)}), "pending: are not seats, ascending")
    _require(len(step.events) <= MOST_EVENTS, "events: are too many")
    _require(step.HasField("outcome") != bool(pending), "outcome: is there exactly when nobody is pending")
    return Step(
        position=position,
        events=tuple([_event(event, count) for event in step.events]),
        situations=tuple([_situation(situation, viewer, pending) for viewer, situation in enumerate(situations, -1)]),
        pending=pending,
        outcome=_outcome(step.outcome, count) if step.HasField("outcome") else None,
    )


def read_position(position: pb.Position, of: pb.Position) -> Position:
    """The position in a message.

    Raises:
        ContractViolation: it is another ruleset's, another version's or another match's than the one asked about.
    """
    read = Position(position.ruleset, position.version, position.seed, position.state)
    _require(read.ruleset == of.ruleset, "position.ruleset: is another one")
    _require(read.seed == of.seed, "position.seed: is another one")
    _require(of.version in ("", read.version), "position.version: is another one")
    _require(_is_line(read.version, _VERSION_LENGTH), "position.version: is not a short line of text")
    _require(len(read.state) <= STEP_BYTES, "position.state: is too large")
    return read


def read_explanation(answer: pb.ExplainResponse, legal: Sequence[str]) -> ExplainedDecision:
    """What was found of a decision, in a message. ``legal``: what was offered.

    Raises:
        ContractViolation: it is not one entry for each action that was offered, or a figure is none.
    """
    _require(sorted(action.notation for action in answer.actions) == sorted(legal), "actions: not those offered")
    return ExplainedDecision(
        tuple(_explained(action) for action in answer.actions), answer.iterations, _figure(answer.seconds, "seconds")
    )


def _explained(action: pb.ExplainedAction) -> ExplainedAction:
    _require(len(action.line) <= _LONGEST_LINE, "actions: a line is too long")
    _require(_are_lines([each.notation for each in action.line], _NOTATION_LENGTH), "actions: no notation in a line")
    return ExplainedAction(
        notation=action.notation,
        visits=action.visits,
        value=_figure(action.value, "value") if action.HasField("value") else None,
        error=_figure(action.error, "error") if action.HasField("error") else None,
        line=tuple((each.seat, each.notation) for each in action.line),
    )


def _figure(value: float, what: str) -> float:
    _require(0 <= value <= _LARGEST_FIGURE, f"{what}: is no such figure")
    return value


def check_choice(notation: str, legal: Collection[str]) -> None:
    """Check a bot's choice.

    Raises:
        ContractViolation: it was not offered.
    """
    _require(notation in legal, "notation: is none of those offered")


def check_notation(notation: str) -> None:
    """Check an action's notation.

    Raises:
        ContractViolation: it is not a short line of text.
    """
    _require(_is_line(notation, _NOTATION_LENGTH), "notation: is not a short line of text")


def check_description(message: pb.Description) -> None:
    """Check what a ruleset says of itself.

    Raises:
        ContractViolation: it contradicts itself or has something of the wrong form.
    """
    _require(_is_line(message.version, _VERSION_LENGTH), "version: is not a short line of text")
    _require(_is_line(message.title, _TITLE_LENGTH), "title: is not a short line of text")
    _require(len(message.summary) <= _SUMMARY_LENGTH, "summary: is too long")
    _require(
        1 <= message.min_seats <= message.max_seats <= MOST_SEATS, "min_seats, max_seats: are not a range of seats"
    )
    _require(message.served_by == "" or _is_line(message.served_by, _TITLE_LENGTH), "served_by: is not a line of text")
    _require(
        all(_is_line(version, _VERSION_LENGTH) for version in message.continues), "continues: not all are versions"
    )
    lists: list[Sized] = [message.options, message.bots, message.schemas, message.resignation_ends_at]
    lists.append(message.continues)
    lists += [option.choices for option in message.options]
    _require(all(len(entries) <= MOST_ENTRIES for entries in lists), "a list is too long")
    _check_words((option.name for option in message.options), "options: the names")
    _check_words((bot.id for bot in message.bots), "bots: the ids", _HYPHENATED)
    for option in message.options:
        _check_option(option)
    cards = _json(message.cards or b"[]", "cards")
    _require(isinstance(cards, list) and len(cards) <= MOST_CARDS, "cards: are no list, or too many")
    _require(all(_is_card(card) for card in cards), "cards: are not objects with an id")
    for name, schema in message.schemas.items():
        _require(bool(_WORD.fullmatch(name)), "schemas: the names are not lower-case words")
        document(pb.Document(json=schema), "schemas")
    _require(len(message.rules) <= _RULES_LENGTH, "rules: are too long")
    if message.layout:
        _check_layout(message.layout, message.options)


def _check_layout(data: bytes, options: Iterable[pb.Option]) -> None:
    _require(len(data) <= STEP_BYTES, "layout: is too large")
    read = _json(data, "layout")
    try:
        told = layout.read(read)
    except layout.LayoutError:
        raise ContractViolation("layout: is not a layout") from None
    names = {option.name for option in options}
    parts: list[layout.Zone | layout.Board] = [*told.zones, *told.boards]
    asked = {name for part in parts if part.when for name in part.when.options}
    _require(asked <= names, "layout: asks for an option that there is not")


def _event(message: pb.Event, seats: int) -> EventShares:
    private = message.private
    if len(private) > seats:
        raise ContractViolation("events: more shares than seats")
    if private and max(private) >= seats:
        raise ContractViolation("events: there is no such seat")
    return EventShares(
        public=document(message.public, "events: public") if message.HasField("public") else None,
        private={seat: document(private[seat], "events: private") for seat in sorted(private)} if private else {},
        text=_text(message.public),
        private_texts={seat: text for seat in sorted(private) if (text := _text(private[seat]))} if private else {},
    )


def _text(message: pb.Document) -> str:
    """The text of an event's document, which is sent as a member of the document."""
    text = message.text
    if text:
        _require(_is_line(text, _TEXT_LENGTH), "events: a text is not a short line of text")
        is_given_twice = b'"text"' in message.json and "text" in json.loads(message.json)
        _require(not is_given_twice, "events: a text is given twice")
    return text


def _situation(message: pb.Situation, viewer: int, pending: Collection[int]) -> Situation:
    if message.viewer != viewer:
        raise ContractViolation("situations: are not the spectator's first and then one per seat")
    if not message.HasField("view"):
        raise ContractViolation("situations: a view is missing")
    view = document(message.view, "situations: view")
    listed, in_one_piece = message.legal, message.legal_json
    if bool(listed or in_one_piece) != (viewer in pending):
        raise ContractViolation("situations: legal is for who must decide, and for nobody else")
    if in_one_piece:
        if listed:
            raise ContractViolation("situations: legal is there in both forms")
        return Situation(viewer, view, _legal_in_one_piece(in_one_piece))
    return Situation(viewer, view, _legal(listed) if listed else b"[]")


def _legal(listed: Iterable[pb.LegalAction]) -> bytes:
    """A list of legal actions as canonical JSON."""
    listed = list(listed)
    _require(len(listed) <= MOST_LEGAL, "situations: legal actions are too many")
    _check_lines([action.notation for action in listed], [action.label for action in listed])
    actions = [
        b'{"notation":%b,"action":%b,"label":%b}'
        % (encode(action.notation), document(action.action, "situations: action"), encode(action.label))
        for action in listed
    ]
    return b"[%b]" % b",".join(actions)


def _legal_in_one_piece(data: bytes) -> bytes:
    """The same of a list that is JSON already."""
    what = "situations: legal_json"
    _check_depth(data, what)
    try:
        read = orjson.loads(data)
        is_canonical = orjson.dumps(read) == data
    except ValueError:
        read, is_canonical = _json(data, what), False
    _require(isinstance(read, list) and bool(read), "situations: legal_json is not a list of actions")
    _require(len(read) <= MOST_LEGAL, "situations: legal actions are too many")
    if {*map(type, read)} != {dict} or {*map(tuple, read)} != {_LEGAL_MEMBERS}:
        read, is_canonical = [_in_order(action) for action in read], False
    _require({type(action["action"]) for action in read} == {dict}, "situations: an action is not a JSON object")
    _check_lines([action["notation"] for action in read], [action["label"] for action in read])
    return data if is_canonical else _canonical(read, what)


def _in_order(action: Any) -> dict[str, Any]:  # noqa: ANN401 - whatever the JSON holds
    if not isinstance(action, dict) or {*action} != {*_LEGAL_MEMBERS}:
        raise ContractViolation("situations: legal_json has something else than actions in it")
    return {name: action[name] for name in _LEGAL_MEMBERS}


def _check_lines(notations: list[str], labels: list[str]) -> None:
    _require(_are_lines(notations, _NOTATION_LENGTH), "situations: a notation is not a short line of text")
    _require(_are_lines(labels, _LABEL_LENGTH), "situations: a label is not a short line of text")
    _require(len({*notations}) == len(notations), "situations: two legal actions have the same notation")


def _outcome(message: pb.Outcome, seats: int) -> Outcome:
    _require(len(message.results) == seats, "outcome: is not one result per seat, in order")
    _require(all(len(result.breakdown) <= MOST_ENTRIES for result in message.results), "outcome: a list is too long")
    results = [
        SeatResult(
            seat=result.seat,
            rank=result.rank,
            score=result.score,
            breakdown=tuple((item.item, item.points) for item in result.breakdown),
        )
        for result in message.results
    ]
    _require([result.seat for result in results] == list(range(seats)), "outcome: is not one result per seat, in order")
    ranks = [result.rank for result in results]
    fair = [1 + sum(other < rank for other in ranks) for rank in ranks]
    _require(ranks == fair, "outcome: the ranks do not begin at 1, or are not left out after shared ones")
    _require(bool(_WORD.fullmatch(message.reason)), "outcome.reason: is not a lower-case word")
    for result in results:
        named = all(_is_line(item, _NOTATION_LENGTH) for item, _ in result.breakdown)
        _require(named, "outcome: a breakdown's item is not a short line of text")
        points = sum(points for _, points in result.breakdown)
        _require(not result.breakdown or points == result.score, "outcome: a breakdown does not add up to its score")
    return Outcome(tuple(results), message.reason)


def _check_option(option: pb.Option) -> None:
    where = "options"
    _require(option.title == "" or _is_line(option.title, _OPTION_TITLE_LENGTH), f"{where}: a title is no short line")
    default = _json(option.default, where)
    in_range = range(option.minimum, option.maximum + 1)
    fits = {
        pb.OPTION_TYPE_BOOL: isinstance(default, bool),
        pb.OPTION_TYPE_INT: type(default) is int and default in in_range,
        pb.OPTION_TYPE_CHOICE: isinstance(default, str) and default in option.choices,
        pb.OPTION_TYPE_INT_LIST: isinstance(default, list)
        and len(default) == option.length
        and all(type(number) is int and number in in_range for number in default),
    }
    _require(fits.get(option.type, False), f"{where}: a default is not a value that the option may have")


def _is_card(card: Any) -> bool:  # noqa: ANN401 - whatever the JSON holds
    return isinstance(card, dict) and all(isinstance(card.get(key), str) for key in ("id", "name", "kind"))


def _check_words(words: Iterable[str], where: str, pattern: re.Pattern[str] = _WORD) -> None:
    given = list(words)
    _require(all(pattern.fullmatch(word) for word in given), f"{where} are not lower-case words")
    _require(len({*given}) == len(given), f"{where} are not all different")


def _is_line(text: str, most: int) -> bool:
    """Whether a text is a line of 1 to ``most`` characters."""
    return 0 < len(text) <= most and text.isprintable()


def _are_lines(texts: list[Any], most: int) -> bool:
    """Whether all of them are texts, and such lines."""
    if not {*map(type, texts)} <= {str}:
        return False
    lengths = [*map(len, texts)]
    return min(lengths, default=1) > 0 and max(lengths, default=1) <= most and "".join(texts).isprintable()


def _canonical(read: object, what: str) -> bytes:
    try:
        return _ENCODE(read).encode()
    except ValueError:  # NaN, infinity, half of a surrogate pair: JSON to Python, and to nobody else
        raise ContractViolation(f"{what} is not JSON") from None


def _check_depth(data: bytes, what: str) -> None:
    """Refuse a document that is nested too deep, without reading it: reading it is what may do harm."""
    # Pairs of brackets with nothing between them vanish in each round, so that one level is gone. Those in texts are
    # taken for others: then some are left, and it is looked at closely.
    brackets = data.translate(_ONE_KIND, _NO_BRACKETS)
    for _ in range(DEEPEST):
        if not brackets:
            return
        brackets = brackets.replace(b"{}", b"")
    if brackets:
        _require(_deepest(data) <= DEEPEST, f"{what} is nested too deep")


def _deepest(data: bytes) -> int:
    """How deep brackets outside of texts are nested."""
    depth = deepest = 0
    for bracket in _TEXT.sub(b"", data).translate(None, _NO_BRACKETS):
        depth += 1 if bracket in b"[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _json(data: bytes, what: str) -> Any:  # noqa: ANN401 - whatever the JSON holds
    _check_depth(data, what)
    try:
        return json.loads(data)
    except (ValueError, RecursionError):  # RecursionError: brackets nested without end
        raise ContractViolation(f"{what} is not JSON") from None


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise ContractViolation(message)
