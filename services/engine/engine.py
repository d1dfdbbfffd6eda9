"""The Engine: the interface through which callers use a ruleset, wherever it runs.

It has two implementations: :class:`services.engine.in_process.InProcessEngine` runs a ruleset in this process, and
:class:`services.engine.grpc_client.GrpcEngine` calls a service over gRPC. Callers pass documents (views, events,
actions) through as canonical JSON bytes and know no ruleset's types.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from services.engine.documents import encode
from services.engine.ruleset import Description, JsonObject, OptionValue, Outcome

NO_TEXTS: Final[Mapping[int, str]] = {}


class Position(NamedTuple):
    """Everything that is needed to continue from here. It contains every secret of the match and is only for the
    platform, never for a player. ``state`` is the canonical JSON of the ruleset's State message; the repr shows no
    secret."""

    ruleset: str
    version: str
    seed: bytes
    state: bytes

    def __repr__(self) -> str:
        return f"Position(ruleset={self.ruleset!r}, version={self.version!r}, {len(self.state)} bytes)"


class RulesetVersion(NamedTuple):
    """The version to which a match is pinned: the version that dealt it, and the SHA-256 of that version's cards,
    hexadecimal; ``""``: any cards, for a match that was created before this was stored."""

    ruleset: str
    version: str
    catalogue_sha256: str = ""


class Situation(NamedTuple):
    """What one viewer may know of a position, and its legal actions.

    ``view``: canonical JSON of the View. ``legal``: JSON array of ``{"notation", "action", "label"}``, ``[]`` unless
    the seat must decide.
    """

    viewer: int
    view: bytes
    legal: bytes


class EventShares(NamedTuple):
    """One event: the share of everybody (None: none) and the shares of single seats instead, as canonical JSON.

    ``text`` is a sentence for ``public`` and shows nothing else, and ``private_texts`` are sentences for the shares of
    ``private``. A service may provide none: ``""``, and no entry. Texts are for people and not part of the game:
    replays contain only the shares.
    """

    public: bytes | None
    private: Mapping[int, bytes]
    text: str = ""
    private_texts: Mapping[int, str] = NO_TEXTS

    def seen_by(self, viewer: int) -> bytes | None:
        """The viewer's share, or None if the viewer does not learn that the event happened."""
        return self.private.get(viewer, self.public)

    def text_for(self, viewer: int) -> str:
        """The sentence for the viewer's share; ``""`` without one."""
        return self.private_texts.get(viewer, "") if viewer in self.private else self.text

    def told_to(self, viewer: int) -> bytes | None:
        """The viewer's share in the form that the viewer receives: with a last member ``text``, if there is a text."""
        share, text = self.seen_by(viewer), self.text_for(viewer)
        return share if share is None or not text else with_text(share, text)


def with_text(share: bytes, text: str) -> bytes:
    """A JSON object with a last member ``text``."""
    return share[:-1] + (b"" if share == b"{}" else b",") + b'"text":' + encode(text) + b"}"


class Step(NamedTuple):
    """A position, and its events.

    ``situations``: the spectator first, then the seats in order. ``pending``: seats that must decide, ascending.
    ``outcome``: present when the match has ended.
    """

    position: Position
    events: tuple[EventShares, ...]
    situations: tuple[Situation, ...]
    pending: tuple[int, ...]
    outcome: Outcome | None

    def situation(self, viewer: int) -> Situation:
        """The situation of a seat or of ``SPECTATOR``."""
        return self.situations[viewer + 1]


class ExplainedAction(NamedTuple):
    """A legal action, rated by a search: how often the search tried it, its expected share of the win (0 to 1; None if
    it was not tried) with its standard error, and the expected continuation: seats with the notations of their actions.
    """

    notation: str
    visits: int
    value: float | None
    error: float | None
    line: tuple[tuple[int, str], ...] = ()


class ExplainedDecision(NamedTuple):
    """A decision, rated by a search: each legal action, best first, and the iterations and seconds of the search."""

    actions: tuple[ExplainedAction, ...]
    iterations: int
    seconds: float


class Engine(Protocol):
    """A ruleset to call. Every method is a pure function of its arguments and may be called again.

    All methods raise :class:`services.errors.Refusal` with a reason of the shared list; ``BUSY`` when the service
    cannot be reached in time.
    """

    def describe(self) -> Description:
        """The description of the ruleset."""
        ...

    def start(self, seats: int, options: Mapping[str, OptionValue], seed: bytes) -> Step:
        """The first position. ``options`` contains only the options that are set."""
        ...

    def play(self, position: Position, seat: int, action: str | JsonObject) -> tuple[str, Step]:
        """The position after an action given as notation or in structured form; also the action's notation."""
        ...

    def observe(self, position: Position) -> Step:
        """The position itself, without events."""
        ...

    def default(self, position: Position, seat: int) -> str:
        """Notation of the action played for a seat that does not answer."""
        ...

    def choose(self, bot: str, view: bytes, legal: list[str], seed: bytes) -> str:
        """A bot's choice among ``legal`` notations from a seat's view; ``seed`` (32 bytes) is its own randomness."""
        ...

    def explain(
        self, bot: str, view: bytes, legal: list[str], seed: bytes, *, iterations: int, milliseconds: int
    ) -> ExplainedDecision:
        """A searching bot's ratings of ``legal`` within a budget; the search stops at the first limit."""
        ...

    def imagine(self, view: bytes, seed: bytes) -> Position:
        """A position drawn from those that the view allows."""
        ...


class Engines(Protocol):
    """The rulesets that this installation can play."""

    def ids(self) -> list[str]:
        """Ids of the rulesets, sorted."""
        ...

    def engine(self, ruleset: str) -> Engine:
        """The engine that deals new matches of a ruleset: the engine of the newest version that may.

        Raises:
            Refusal: ``UNKNOWN_RULESET``; ``BUSY``: none can be reached, or none may deal new matches.
        """
        ...

    def described(self, ruleset: str) -> Description:
        """The description of a ruleset: of the version that deals new matches, or, if none may, of the newest.

        Raises:
            Refusal: ``UNKNOWN_RULESET``; ``BUSY``: none can be reached.
        """
        ...

    def pinned(self, version: RulesetVersion) -> Engine:
        """The engine of the matches of one version.

        Raises:
            Refusal: ``UNKNOWN_RULESET``.
        """
        ...

    def targets(self, ruleset: str) -> Sequence[Engine]:
        """Every engine of a ruleset, whichever version it plays.

        Raises:
            Refusal: ``UNKNOWN_RULESET``.
        """
        ...
