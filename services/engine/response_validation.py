"""What an engine elsewhere answers, checked before it is believed.

A service may be somebody else's program, and a program may be wrong. The rest of Playhall takes an engine's answer as
it is: it stores documents as bytes, puts them into other documents, and finds a seat's view by its place in the list.
So the form of every answer is checked here, once, and an answer that breaks the contract is as good as none.

The game itself cannot be checked from here: that the rules are the rules, and that a view holds nothing hidden, is the
service's own affair.
"""

import json
import re
from collections.abc import Collection, Iterable
from typing import Any, Final

import orjson
from playhall.engine.v1 import engine_pb2 as pb

STEP_BYTES: Final = 1_048_576
"""The largest step. A position must fit into the next request, and each step is stored."""
MOST_SEATS: Final = 64

_WORD: Final = re.compile(r"[a-z][a-z0-9_]{0,63}")
_NOTATION_LENGTH: Final = 200
_LABEL_LENGTH: Final = 500
_VERSION_LENGTH: Final = 32
_TITLE_LENGTH: Final = 200
_SUMMARY_LENGTH: Final = 2_000
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
    if _is_canonical(data):
        return data
    read = _json(data, what)
    if not isinstance(read, dict):
        raise ContractViolation(f"{what} is not a JSON object")
    try:
        return _ENCODE(read).encode()
    except ValueError:  # NaN, infinity, half of a surrogate pair: JSON to Python, and to nobody else
        raise ContractViolation(f"{what} is not JSON") from None


def check_step(step: pb.Step, of: pb.Position, seats: int | None = None) -> None:
    """Check a step but for its documents. ``of``: the position that was asked about, without a version for a first
    one. ``seats``: of a first position.

    Raises:
        ContractViolation: it is not a step.
    """
    _require(step.ByteSize() <= STEP_BYTES, f"step: is larger than {STEP_BYTES} bytes")
    check_position(step.position, of)
    count = len(step.situations) - 1
    _require(1 <= count <= MOST_SEATS and (seats is None or count == seats), "situations: are not one per viewer")
    viewers = [situation.viewer for situation in step.situations]
    _require(viewers == list(range(-1, count)), "situations: are not the spectator's first and then one per seat")
    pending = list(step.pending)
    _require(pending == sorted({*pending} & {*range(count)}), "pending: are not seats, ascending")
    _require(step.HasField("outcome") != bool(pending), "outcome: is there exactly when nobody is pending")
    for situation in step.situations:
        _check_situation(situation, must_decide=situation.viewer in pending)
    for event in step.events:
        _require(all(seat < count for seat in event.private), "events: there is no such seat")
    if step.HasField("outcome"):
        _check_outcome(step.outcome, count)


def check_position(position: pb.Position, of: pb.Position) -> None:
    """Check a position that was answered.

    Raises:
        ContractViolation: it is another ruleset's, another version's or another match's than the one asked about.
    """
    _require(position.ruleset == of.ruleset, "position.ruleset: is another one")
    _require(position.seed == of.seed, "position.seed: is another one")
    if of.version:
        _require(position.version == of.version, "position.version: is another one")
    _check_text(position.version, _VERSION_LENGTH, "position.version")
    _require(len(position.state) <= STEP_BYTES, f"position.state: is larger than {STEP_BYTES} bytes")


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
    _check_text(notation, _NOTATION_LENGTH, "notation")


def check_description(message: pb.Description) -> None:
    """Check what a ruleset says of itself.

    Raises:
        ContractViolation: it contradicts itself or has something of the wrong form.
    """
    _check_text(message.version, _VERSION_LENGTH, "version")
    _check_text(message.title, _TITLE_LENGTH, "title")
    _require(len(message.summary) <= _SUMMARY_LENGTH, "summary: is too long")
    _require(
        1 <= message.min_seats <= message.max_seats <= MOST_SEATS, "min_seats, max_seats: are not a range of seats"
    )
    _check_words((option.name for option in message.options), "options: the names")
    _check_words((bot.id for bot in message.bots), "bots: the ids")
    for option in message.options:
        _check_option(option)
    cards = _json(message.cards or b"[]", "cards")
    _require(isinstance(cards, list) and all(_is_card(card) for card in cards), "cards: are not objects with an id")
    for name, schema in message.schemas.items():
        _require(bool(_WORD.fullmatch(name)), "schemas: the names are not lower-case words")
        document(pb.Document(json=schema), "schemas")


def _check_situation(situation: pb.Situation, *, must_decide: bool) -> None:
    where = f"situations, viewer {situation.viewer}"
    _require(situation.HasField("view"), f"{where}: there is no view")
    _require(bool(situation.legal) == must_decide, f"{where}: legal is for who must decide, and for nobody else")
    for action in situation.legal:
        _check_text(action.notation, _NOTATION_LENGTH, f"{where}: notation")
        _check_text(action.label, _LABEL_LENGTH, f"{where}: label")
    notations = {action.notation for action in situation.legal}
    _require(len(notations) == len(situation.legal), f"{where}: two legal actions have the same notation")


def _check_outcome(outcome: pb.Outcome, seats: int) -> None:
    results = outcome.results
    _require([result.seat for result in results] == list(range(seats)), "outcome: is not one result per seat, in order")
    ranks = [result.rank for result in results]
    fair = [1 + sum(other < rank for other in ranks) for rank in ranks]
    _require(ranks == fair, "outcome: the ranks do not begin at 1, or are not left out after shared ones")
    _require(bool(_WORD.fullmatch(outcome.reason)), "outcome.reason: is not a lower-case word")
    for result in results:
        for item in result.breakdown:
            _check_text(item.item, _NOTATION_LENGTH, "outcome: a breakdown's item")
        points = sum(item.points for item in result.breakdown)
        _require(not result.breakdown or points == result.score, "outcome: a breakdown does not add up to its score")


def _check_option(option: pb.Option) -> None:
    where = "options"
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


def _is_canonical(data: bytes) -> bool:
    """Whether some bytes are a JSON object exactly as we would write it, which almost all are. Found out by reading and
    writing it, so quickly that it need not be believed."""
    try:
        return data[:1] == b"{" and orjson.dumps(orjson.loads(data)) == data
    except ValueError:
        return False


def _is_card(card: Any) -> bool:  # noqa: ANN401 - whatever the JSON holds
    return isinstance(card, dict) and all(isinstance(card.get(key), str) for key in ("id", "name", "kind"))


def _check_words(words: Iterable[str], where: str) -> None:
    given = list(words)
    _require(all(_WORD.fullmatch(word) for word in given), f"{where} are not lower-case words")
    _require(len({*given}) == len(given), f"{where} are not all different")


def _check_text(text: str, most: int, where: str) -> None:
    _require(0 < len(text) <= most and text.isprintable(), f"{where}: is not a line of 1 to {most} characters")


def _json(data: bytes, what: str) -> Any:  # noqa: ANN401 - whatever the JSON holds
    try:
        return json.loads(data)
    except (ValueError, RecursionError):  # RecursionError: brackets nested without end
        raise ContractViolation(f"{what} is not JSON") from None


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise ContractViolation(message)
