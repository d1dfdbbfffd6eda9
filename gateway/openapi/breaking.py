"""Whether a contract breaks the promises of an earlier one. Both are texts of :mod:`gateway.openapi.summary`.

A client of the earlier contract must continue to work: the service still accepts its requests, and the client
understands every answer. So the values in requests may become wider and those in answers narrower. Both may get more
fields, if requests need not have them. Lists that are ``open`` may grow, and codes of refusals may come and go.
"""

import re
from collections.abc import Mapping

_REFUSALS = re.compile(r".* < \d{3}")
_OTHER_WORDS = re.compile(r"pattern \^\(\?!\(([\w|]+)\)\$\)")
_RANGE = re.compile(r"((?:length |items |names )?)(-?[\d.]*?)\.\.(-?[\d.]*)")


def breaks(before: str, now: str) -> list[str]:
    """The changes that break a client of ``before``, one text each."""
    old, new = _facts(before), _facts(now)
    sent, answered = _reached(old, ">") | _reached(new, ">"), _reached(old, "<") | _reached(new, "<")
    found = []
    for subject, promised in old.items():
        says = new.get(subject)
        is_sent, is_answered = _owner(subject) in sent, _owner(subject) in answered
        if says is None:
            found.append(f"{subject} is gone")
        elif (is_sent and not _fits(promised, says)) or (is_answered and not _fits(says, promised)):
            found.append(f"{subject} was: {promised}\n{' ' * len(subject)}  is: {says}")
    for subject in new.keys() - old.keys():
        is_asked = _owner(subject) in sent and "required" in _split(new[subject], "; ")
        if is_asked and _parent(subject) in old:
            found.append(f"{subject} must be given now")
    return sorted(found)


def _facts(contract: str) -> dict[str, str]:
    """The promises about each subject. Each header of an answer, and each key that opens an operation, is a subject of
    its own; codes of refusals are not subjects."""
    facts: dict[str, str] = {}
    for line in contract.splitlines():
        subject, _, said = line.partition(":")
        said = said.strip()
        if subject.endswith(" headers"):
            facts |= {f"{subject} {header}": "" for header in said.split()}
        elif _is_operation(subject):
            address, keys = said.split("; ")
            facts |= {subject: address, **{f"{subject} with {key}": "" for key in keys.split(" or ")}}
        elif not _REFUSALS.fullmatch(subject):
            facts[subject] = said
    return facts


def _is_operation(subject: str) -> bool:
    return subject.isalpha() and subject[0].islower()


def _parent(subject: str) -> str:
    """The operation or object to which a subject belongs."""
    return re.split(r"[. ]", subject)[0]


def _owner(subject: str) -> str:
    """Where it is recorded whether a subject is sent or answered: the object of a field, or the subject itself."""
    return subject if " " in subject else _parent(subject)


def _reached(facts: Mapping[str, str], way: str) -> set[str]:
    """The subjects that are sent (``>``) or answered (``<``): the parts of operations, and the objects that these name.
    The address of an operation is sent."""
    said: dict[str, list[str]] = {}
    for subject, text in facts.items():
        said.setdefault(_owner(subject), []).append(text)
    found: set[str] = set()
    waiting = [owner for owner in said if f" {way} " in owner or (way == ">" and _is_operation(owner))]
    while waiting:
        owner = waiting.pop()
        if owner not in found:
            found.add(owner)
            waiting += [name for text in said[owner] for name in re.findall(r"\b[A-Z]\w+", text) if name in said]
    return found


def _fits(narrow: str, wide: str) -> bool:
    """Whether a reader of one description understands everything that another allows. Unknown parts must be equal."""
    (kind, *said), (wide_kind, *allowed) = _split(narrow, "; "), _split(wide, "; ")
    ranges = {match[1]: match for each in said if (match := _RANGE.fullmatch(each))}
    for each in allowed:
        limits = _RANGE.fullmatch(each)
        if limits is not None and not _is_within(ranges.get(limits[1]), limits):
            return False
        if limits is None and each not in said and each != "optional" and not _leaves_out(said, each):
            return False
    if kind == wide_kind or (kind.startswith("open ") and wide_kind.startswith("open ")):
        return True
    kinds, wide_kinds = _split(kind, " | "), _split(wide_kind, " | ")
    if len(kinds) == len(wide_kinds) == 1:
        return kind.startswith("(") and wide_kind.startswith("(") and _fits(kind[1:-1], wide_kind[1:-1])
    return all(any(_fits(one, other) for other in wide_kinds) for one in kinds)


def _leaves_out(said: list[str], allowed: str) -> bool:
    """Whether a text is any word but some, which are all that another pattern leaves out, or more: an open union knows
    these words by now."""
    known = _OTHER_WORDS.fullmatch(allowed)
    others = [found for each in said if (found := _OTHER_WORDS.fullmatch(each))]
    return known is not None and any({*known[1].split("|")} <= {*found[1].split("|")} for found in others)


def _is_within(range: re.Match[str] | None, limits: re.Match[str]) -> bool:
    """Whether a range keeps within limits. Each end may be missing."""
    if range is None:
        return False
    is_low_enough = not limits[3] or (range[3] != "" and float(range[3]) <= float(limits[3]))
    return is_low_enough and (not limits[2] or (range[2] != "" and float(range[2]) >= float(limits[2])))


def _split(text: str, by: str) -> list[str]:
    """The parts of a text. Brackets keep their contents together."""
    parts, depth, start = [], 0, 0
    for place, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if depth == 0 and text.startswith(by, place):
            parts.append(text[start:place])
            start = place + len(by)
    return [*parts, text[start:]]
