"""What a viewer is shown, as bytes that can be held against each other."""

import json
from dataclasses import dataclass
from typing import Any, Final

from services.engine.conformance.cases import AnyRuleset, AnyState, AnyView, Json
from services.engine.conformance.findings import first_difference

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def document(value: Json) -> bytes:
    """A JSON document as the platform writes it."""
    return _ENCODER.encode(value).encode()


def view_bytes(rules: AnyRuleset, state: AnyState, viewer: int) -> bytes:
    """The viewer's view of a state, as canonical JSON."""
    return document(rules.view_json(rules.observe(state, viewer)))


def from_bytes(rules: AnyRuleset, view: bytes) -> AnyView:
    """A view that has nothing in common with any state: read from its bytes."""
    return rules.view_from_json(json.loads(view))


def shares(rules: AnyRuleset, events: list[Any], viewer: int) -> list[bytes]:
    """What the viewer is told, in order; nothing for the events that it does not learn of."""
    told = (rules.share(event, viewer) for event in events)
    return [document(share) for share in told if share is not None]


@dataclass(frozen=True, slots=True)
class ViewSnapshot:
    """All that a viewer is shown at a position. ``default`` is None unless the viewer must decide."""

    view: bytes
    legal: tuple[int, ...]
    default: int | None
    labels: tuple[str, ...]
    picture: str
    pending: tuple[int, ...]
    outcome: str

    def difference(self, other: "ViewSnapshot") -> str | None:
        """What differs from another look, or None."""
        for name in self.__slots__:
            mine, theirs = getattr(self, name), getattr(other, name)
            if mine != theirs:
                texts = [value if isinstance(value, bytes) else str(value) for value in (mine, theirs)]
                return f"{name} differs {first_difference(texts[0], texts[1])}"
        return None


def look(rules: AnyRuleset, state: AnyState, viewer: int) -> ViewSnapshot:
    """What a viewer is shown of a state."""
    view = rules.observe(state, viewer)
    pending = tuple(rules.pending(state))
    legal = tuple(rules.legal(state, viewer)) if viewer in pending else ()
    return ViewSnapshot(
        view=document(rules.view_json(view)),
        legal=legal,
        default=rules.default(state, viewer) if viewer in pending else None,
        labels=tuple(rules.label(view, action) for action in legal),
        picture=rules.picture(view),
        pending=pending,
        outcome=repr(rules.outcome(state)),
    )
