"""States and views from JSON that anybody may have written by hand: a field that is left out has its default value, and
everything is checked (``validation.py``)."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from services.engine.chance import Chance, FastChance
from services.engine.documents import Fields, parse
from services.engine.ruleset import SPECTATOR, MalformedAction, MalformedPosition
from services.engine.schemas import fields_of
from services.rulesets.faceoff.cards.cards import NO_CARD, PLAYED_AS, Cards
from services.rulesets.faceoff.knowledge import imagination, observation
from services.rulesets.faceoff.notation.actions import action_from_json
from services.rulesets.faceoff.play.options import OPTIONS, rules_for
from services.rulesets.faceoff.positions.encoding import memory_json
from services.rulesets.faceoff.positions.validation import check_state, check_view
from services.rulesets.faceoff.table.chance_streams import DECK_STREAMS, IMAGINE_STREAM, MARKET_STREAMS, SETUP_STREAM
from services.rulesets.faceoff.table.enum_words import PHASE_WORDS, PLAYED_AS_WORDS, REWARD_WORDS, TRIGGER_WORDS
from services.rulesets.faceoff.table.hand_memory import NOTHING_KNOWN, or_nothing
from services.rulesets.faceoff.table.rules import MAX_SEATS, MIN_SEATS
from services.rulesets.faceoff.table.state import (
    HIDDEN,
    HIDDEN_COMMIT,
    NO_COMMIT,
    NO_FACTION,
    NO_SEAT,
    NOT_COMPUTED,
    REACTED_BITS,
    TRIGGER_NONE,
    LateCard,
    Memory,
    State,
    Table,
    View,
)

_PHASE_NUMBERS: Final = {word: number for number, word in PHASE_WORDS.items()}
_TRIGGER_NUMBERS: Final = {word: number for number, word in enumerate(TRIGGER_WORDS) if number}
_REWARD_NUMBERS: Final = {word: number for number, word in enumerate(REWARD_WORDS)}
_PLAYED_AS_NUMBERS: Final = {word: number for number, word in enumerate(PLAYED_AS_WORDS)}
_FIELDS: Final = fields_of("playhall.faceoff.v1")
_STREAMS: Final = frozenset({SETUP_STREAM, *DECK_STREAMS, *MARKET_STREAMS, IMAGINE_STREAM})
_MANY: Final = 9_999
"""A bound for numbers that were written by hand."""


def load(cards: Cards, data: bytes, chance: Chance) -> State:
    """A state from its bytes; ``chance`` goes on where the state says.

    Raises:
        MalformedPosition: the bytes are not a consistent state.
    """
    fields = Fields("state", parse(data), _FIELDS["State"])
    ids = cards.index
    players = _players(fields, _FIELDS["PlayerState"])
    state = State()
    _read_table(cards, state, fields, players)
    state.clock_mid = fields.known_list("clock_middle", ids)
    state.clock_deck = fields.known_list("clock_deck", ids)
    state.power_mid = fields.known_list("power_middle", ids)
    state.power_deck = fields.known_list("power_deck", ids)
    state.market_deck = fields.known_list("market_deck", ids)
    state.scrub_deck = fields.known_list("scrub_deck", ids)
    state.hq_deck = fields.known_list("hq_deck", ids)
    state.timing_deck = fields.known_list("timing_deck", ids)
    state.aside = fields.known_list("aside", ids)
    state.late = [drawn.known("card", ids) for drawn in fields.objects("drawn", _FIELDS["DrawnCard"])]
    state.front = [player.known_list("front", ids) for player in players]
    state.down = [player.known_list("face_down", ids) for player in players]
    state.hands = [sorted(player.known_list("hand", ids)) for player in players]
    state.decks = [player.known_list("deck", ids) for player in players]
    state.dealt = [player.known_list("dealt", ids) for player in players]
    state.commits = [_commit(cards, player) for player in players]
    words_used = fields.words_used("words_used", _STREAMS)
    state.choices = NOT_COMPUTED[: len(players)]
    state.chance = chance
    check_state(state)
    chance.resume(words_used)
    return state


def view_from_json(cards: Cards, document: object) -> View:
    """A view from its JSON.

    Raises:
        MalformedPosition: it is not a consistent view.
    """
    fields = Fields("view", document, _FIELDS["View"])
    ids, seen = cards.index, _ids_or_hidden(cards)
    players = _players(fields, _FIELDS["PlayerView"])
    view = View()
    view.viewer = fields.number("viewer", SPECTATOR, len(players) - 1)
    _read_table(cards, view, fields, players)
    view.clock_mid = fields.known_list("clock_middle", seen)
    view.power_mid = fields.known_list("power_middle", seen)
    view.clock_deck_size = fields.number("clock_deck_size", 0, cards.n)
    view.power_deck_size = fields.number("power_deck_size", 0, cards.n)
    view.market_deck_size = fields.number("market_deck_size", 0, cards.n)
    view.scrub = _one(fields, "scrub", ids)
    view.scrub_deck_size = fields.number("scrub_deck_size", 0, cards.n)
    view.hq_deck_size = fields.number("hq_deck_size", 0, cards.n)
    view.timing_deck_size = fields.number("timing_deck_size", 0, cards.n)
    view.late = [
        drawn.known("card", ids) if drawn.has("card") else HIDDEN
        for drawn in fields.objects("drawn", _FIELDS["DrawnCard"])
    ]
    view.front = [player.known_list("front", seen) for player in players]
    view.down = [player.known_list("face_down", seen) for player in players]
    view.dealt = [player.known_list("dealt", seen) for player in players]
    view.hidden = [sorted(player.known_list("out_of_sight", ids)) for player in players]
    view.hand_sizes = [player.number("hand_size", 0, cards.n) for player in players]
    view.deck_sizes = [player.number("deck_size", 0, cards.n) for player in players]
    view.commits = [_seen_commit(cards, player) for player in players]
    view.hand = []
    view.deck_top = NO_CARD
    for seat, player in enumerate(players):
        _read_own(view, seat, player, ids)
    check_view(view)
    state = imagination.imagine(view, FastChance(0))
    check_state(state)
    if not _same(observation.observe(state, view.viewer), view):
        raise MalformedPosition("view: no position looks like that")
    return view


def _same(one: View, other: View) -> bool:
    """Whether two views are the same where they may differ if one was imagined from the other and observed: all else is
    copied."""
    return (
        one.hidden == other.hidden
        and one.hand == other.hand
        and one.hand_sizes == other.hand_sizes
        and one.deck_sizes == other.deck_sizes
        and one.deck_top == other.deck_top
        and one.dealt == other.dealt
        and one.down == other.down
        and one.front == other.front
        and one.commits == other.commits
        and one.late == other.late
        and one.looks == other.looks
        and one.clock_mid == other.clock_mid
        and one.power_mid == other.power_mid
        and one.scrub == other.scrub
        and one.scrub_deck_size == other.scrub_deck_size
        and one.clock_deck_size == other.clock_deck_size
        and one.power_deck_size == other.power_deck_size
        and one.market_deck_size == other.market_deck_size
        and one.hq_deck_size == other.hq_deck_size
        and one.timing_deck_size == other.timing_deck_size
    )


def _players(fields: Fields, keys: frozenset[str]) -> list[Fields]:
    players = fields.objects("players", keys)
    if not MIN_SEATS <= len(players) <= MAX_SEATS:
        fields.fail("players", f"must be {MIN_SEATS} to {MAX_SEATS}")
    return players


def _read_own(view: View, seat: int, player: Fields, ids: Mapping[str, int]) -> None:
    """What is for the player alone."""
    hand = sorted(player.known_list("hand", ids))
    if seat == view.viewer:
        view.hand = hand
        if player.has("deck_top"):
            view.deck_top = player.known("deck_top", ids)
    elif hand or player.has("deck_top") or player.has("commit"):
        player.fail("hand", "and the deck's top and a commit are known to their player alone")


@lru_cache(maxsize=8)
def _ids_or_hidden(cards: Cards) -> Mapping[str, int]:
    return {**cards.index, "": HIDDEN}


# -- what they have in common ----------------------------------------------------------------------------------------


def _read_table(cards: Cards, table: Table, fields: Fields, players: list[Fields]) -> None:
    """What everybody knows."""
    ids, seats = cards.index, len(players)
    table.rules = rules_for(cards, seats, fields.options("options", OPTIONS))
    table.phase = fields.word("phase", _PHASE_NUMBERS)
    table.round = fields.number("round", 0, _MANY)
    table.first = fields.number("first", 0, seats - 1)
    table.waiting = _mask(fields, "waiting", seats)
    table.turn = fields.number("turn", 0, _MANY)
    table.clock_row = fields.known_list("clock_row", ids)
    table.power_row = fields.known_list("power_row", ids)
    table.market = _one(fields, "market", ids)
    table.hq = _one(fields, "hq", ids)
    table.timing = _one(fields, "timing", ids)
    table.assaults = fields.known_list("assaults", ids)
    table.vc7 = sorted(fields.known_list("vc7", ids))
    table.hq_rewards = sorted(fields.known_list("hq_rewards", ids))
    table.removed = fields.known_list("removed", ids)
    table.destroyed = fields.known_list("destroyed", ids)
    table.chosen = _one(fields, "chosen", ids)
    table.places = fields.numbers("ranking", 0, seats - 1)
    table.rewards = _rewards(fields)
    table.power_taker = fields.number("power_taker", 0, seats - 1) if fields.has("power_taker") else NO_SEAT
    table.bid = fields.number("bid", 0, _MANY)
    table.bidder = fields.number("bidder", 0, seats - 1) if fields.has("bidder") else NO_SEAT
    table.passed = _mask(fields, "passed", seats)
    table.used = _mentioned(fields, "used", ids)
    _read_ability(table, fields, ids, seats)
    _read_players(cards, table, players)
    _read_looks(table, fields, ids, seats)


def _read_players(cards: Cards, table: Table, players: list[Fields]) -> None:
    ids = cards.index
    factions = {word: number for number, word in enumerate(cards.factions)} | {"": NO_FACTION}
    table.factions = [player.word("faction", factions) for player in players]
    table.vp = [player.number("vp", 0, _MANY) for player in players]
    table.discards = [player.known_list("discards", ids) for player in players]
    table.stacks = [_entries(player, "stack", ids) for player in players]
    table.hq_mods = [player.number("stack_modifier", -_MANY, _MANY) for player in players]
    table.perms = [player.known_list("rewards", ids) for player in players]
    table.known_top = [int(player.flag("knows_deck_top")) for player in players]
    table.memories = [_memory(player, ids) for player in players]
    table.personality = [_one(player, "personality", ids) for player in players]
    table.equipment = [_one(player, "equipment", ids) for player in players]
    table.mods = [player.number("modifier", -_MANY, _MANY) for player in players]
    table.eligible = sum([1 << seat for seat, player in enumerate(players) if player.flag("eligible")])
    table.builds = [_entries(player, "building", ids) for player in players]


def _one(fields: Fields, key: str, ids: Mapping[str, int]) -> int:
    cards = fields.known_list(key, ids)
    if len(cards) > 1:
        fields.fail(key, "has place for one card")
    return cards[0] if cards else NO_CARD


def _mask(fields: Fields, key: str, seats: int) -> int:
    mask = 0
    for seat in fields.numbers(key, 0, seats - 1):
        mask |= 1 << seat
    return mask


def _rewards(fields: Fields) -> int:
    mask = 0
    words = fields.value("rewards", [])
    for word in words if isinstance(words, list) else [words]:
        if not isinstance(word, str) or word not in _REWARD_NUMBERS:
            fields.fail("rewards", f"must be a list of {', '.join(_REWARD_NUMBERS)}")
        mask |= 1 << _REWARD_NUMBERS[word]
    return mask


def _mentioned(fields: Fields, key: str, ids: Mapping[str, int]) -> list[int]:
    if fields.value(key, _NONE) == _NONE:
        return []
    return [each.known("card", ids) for each in fields.objects(key, _FIELDS["KnownCard"])]


def _entries(player: Fields, key: str, ids: Mapping[str, int]) -> list[int]:
    """Cards with what they are played as, which stands in a list of its own."""
    cards, words = player.known_list(key, ids), player.value(f"{key}_as", _NONE)
    if not cards and words == _NONE:
        return []
    if not isinstance(words, list) or len(words) != len(cards):
        player.fail(f"{key}_as", f"must be a list with one entry for each of {key}")
    entries = []
    for card, word in zip(cards, words, strict=True):
        if not isinstance(word, str) or word not in _PLAYED_AS_NUMBERS:
            player.fail(f"{key}_as", f"must be {', '.join(_PLAYED_AS_NUMBERS)}")
        entries.append(PLAYED_AS * card + _PLAYED_AS_NUMBERS[word])
    return entries


def _commit(cards: Cards, player: Fields) -> int:
    if not player.has("commit"):
        return NO_COMMIT
    try:
        action: Any = player.value("commit", None)
        return action_from_json(cards, action)
    except MalformedAction as error:
        player.fail("commit", str(error))


def _seen_commit(cards: Cards, player: Fields) -> int:
    commit, committed = _commit(cards, player), player.flag("committed")
    if commit != NO_COMMIT and not committed:
        player.fail("committed", "does not fit what was committed")
    return HIDDEN_COMMIT if committed and commit == NO_COMMIT else commit


def _read_ability(table: Table, fields: Fields, ids: Mapping[str, int], seats: int) -> None:
    table.trigger, table.acting, table.actor = TRIGGER_NONE, NO_CARD, NO_SEAT
    table.pc, table.target, table.todo, table.reacted = 0, NO_SEAT, 0, 0
    if not fields.has("ability"):
        return
    ability = fields.object("ability", _FIELDS["Ability"])
    table.trigger = ability.word("trigger", _TRIGGER_NUMBERS)
    table.acting = ability.known("card", ids)
    table.actor = ability.number("actor", 0, seats - 1) if ability.has("actor") else NO_SEAT
    table.pc = ability.number("place", 0, _MANY)
    table.target = ability.number("target", 0, seats - 1) if ability.has("target") else NO_SEAT
    table.todo = _mask(ability, "todo", seats)
    table.reacted = _mask(ability, "asked_for_shield", seats) | _mask(ability, "shielded", seats) << REACTED_BITS


def _memory(fields: Fields, ids: Mapping[str, int]) -> Memory:
    if fields.value("memory", _NO_MEMORY) == _NO_MEMORY:  # the usual case
        return NOTHING_KNOWN
    memory = fields.object("memory", _FIELDS["Memory"])
    late = [
        LateCard(each.known("card", ids), each.number("slots", 0, _MANY))
        for each in memory.objects("late", _FIELDS["LateCard"])
    ]
    placed = [
        tuple(sorted(_mentioned(each, "candidates", ids))) for each in memory.objects("placed", _FIELDS["PlacedCard"])
    ]
    return or_nothing(
        Memory(
            tuple(sorted(_mentioned(memory, "known", ids))),
            tuple(sorted(_mentioned(memory, "firm", ids))),
            tuple(late),
            memory.number("fresh", 0, _MANY),
            tuple(placed),
        )
    )


def _read_looks(table: Table, fields: Fields, ids: Mapping[str, int], seats: int) -> None:
    table.looks = []
    if fields.value("looks", _NONE) == _NONE:
        return
    for look in fields.objects("looks", _FIELDS["Look"]):
        player, other = look.number("player", 0, seats - 1), look.number("other", 0, seats - 1)
        if not table.looks:
            table.looks = [None] * (seats * seats)
        if player == other or table.looks[player * seats + other] is not None:
            look.fail("other", "must be another player, and stand there once")
        table.looks[player * seats + other] = _memory(look, ids)


_NONE: Final[list[object]] = []
_NO_MEMORY: Final = memory_json([], NOTHING_KNOWN)
