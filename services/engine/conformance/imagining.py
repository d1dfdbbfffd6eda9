"""States imagined from a view, and the bots that see a view: invariants 14, 15 and 16."""

import json
import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from services.engine.chance import SeededChance
from services.engine.conformance.cases import AnyState, AnyView, Effort
from services.engine.conformance.findings import first_difference
from services.engine.conformance.frequencies import ALARM, as_expected, balanced
from services.engine.conformance.observations import document, from_bytes, view_bytes
from services.engine.conformance.play import components
from services.engine.conformance.random_games import Game, seed
from services.engine.ruleset import SPECTATOR, Bot, Secret

_TOO_FAR: Final = 7.0
"""Standard errors by which a mean may miss before it is a finding: once in 10**11 by chance."""
_TRUTHS: Final = 60
_THINKING_TRUTHS: Final = 1
_REPORTS: Final = 6
_ITERATIONS: Final = 16
_NO_HASTE: Final = 10**9
_ELSEWHERE: Final = 99


def imagined_states_fit_the_view(game: Game, effort: Effort) -> int:
    """14. A state imagined from a view gives that view, has the same seats pending and the same components, can be
    dumped and loaded, and can be played to the end."""
    if game.over:
        return _check_the_end(game)
    rules = game.rules
    ids = frozenset(card["id"] for card in rules.describe().cards)
    compared = 0
    here = components(json.loads(game.data), ids)
    dice = game.dice("imagined")
    for viewer in {SPECTATOR, dice.randrange(game.case.seats), *game.pending[:1]}:
        view = game.view(viewer)
        seen = zip(game.worlds(viewer, effort.worlds), game.world_views(viewer, effort.worlds), strict=True)
        for world, imagined in seen:
            if imagined != view:
                difference = first_difference(view, imagined, ("was", "imagined"))
                raise game.finding(f"imagined from the view of {viewer}, a state gives another view: {difference}")
            if rules.pending(world) != game.pending:
                raise game.finding(f"imagined from the view of {viewer}, seats {rules.pending(world)} are pending")
            data = rules.dump(world)
            if rules.dump(rules.load(data, SeededChance(seed(0)))) != data:
                raise game.finding(f"imagined from the view of {viewer}, a state does not survive its bytes")
            there = components(json.loads(data), ids)
            if there != here:
                lost, doubled = sorted((here - there).elements()), sorted((there - here).elements())
                raise game.finding(f"imagined from the view of {viewer}: lost {lost}, doubled {doubled}")
            compared += 1
    _play_to_the_end(game, rules.clone(game.worlds(dice.randrange(-1, game.case.seats), 1)[0]))
    return compared


def _check_the_end(game: Game) -> int:
    """A state imagined from a view of the end is the end, with the same results."""
    rules = game.rules
    for viewer in game.viewers:
        world = game.worlds(viewer, 1)[0]
        if game.world_views(viewer, 1)[0] != game.view(viewer):
            raise game.finding(f"imagined from the last view of {viewer}, a state gives another view")
        if rules.pending(world) != game.pending or rules.outcome(world) != rules.outcome(game.state):
            raise game.finding(f"imagined from the last view of {viewer}, a state has another outcome")
    return len(game.viewers)


def _play_to_the_end(game: Game, state: AnyState) -> None:
    rules, dice = game.rules, game.dice("playout")
    for _ in range(rules.describe().max_decisions):
        pending = rules.pending(state)
        if not pending:
            break
        seat = dice.choice(pending)
        rules.play(state, seat, dice.choice(rules.legal(state, seat)))
    if rules.outcome(state) is None:
        raise game.finding("a game played on from an imagined state does not end within max_decisions")


def imagining_reads_nothing_but_the_view(game: Game, _effort: Effort) -> int:
    """15. The same view and the same chance give the same imagined state, wherever the view comes from and whatever
    was looked at in between: nothing is kept that knows the truth."""
    rules = game.rules
    compared = 0
    elsewhere = Game(game.case, _ELSEWHERE)
    for viewer in (SPECTATOR, game.dice("alias").randrange(game.case.seats)):
        view = rules.observe(game.state, viewer)
        seen = document(rules.view_json(view))
        first = _imagine(game, from_bytes(rules, seen))
        of_the_original = _imagine(game, view)
        for state in (*game.worlds(viewer, 1), elsewhere.state):
            rules.observe(state, viewer)
        after_others = _imagine(game, from_bytes(rules, seen))
        for again in (of_the_original, after_others):
            if again != first:
                raise game.finding(
                    f"imagined from the same view of {viewer} by the same chance, states differ "
                    f"{first_difference(first, again)}"
                )
        if document(rules.view_json(view)) != seen:
            raise game.finding(f"imagining from the view of {viewer}, and playing on, changed that view")
        compared += 1
    return compared


def _imagine(game: Game, view: AnyView) -> bytes:
    """The state that a view and a certain chance give. Some moves are played on it afterwards."""
    rules = game.rules
    state = rules.imagine(view, SeededChance(seed(game.number, "alias")))
    data = rules.dump(state)
    dice = game.dice("alias")
    for _ in range(6):
        if pending := rules.pending(state):
            seat = dice.choice(pending)
            rules.play(state, seat, dice.choice(rules.legal(state, seat)))
    return data


@dataclass(slots=True)
class _Draws:
    """What came out of many imagined states. ``truths``: for each state, how many facts had the true value."""

    values: dict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    rising: Counter[tuple[str, str]] = field(default_factory=Counter)
    unequal: Counter[tuple[str, str]] = field(default_factory=Counter)
    truths: list[int] = field(default_factory=list)


def secrets_vary_evenly(game: Game, effort: Effort) -> int:
    """15. In every phase, each hidden fact takes each of its candidates equally often over many imagined states; facts
    with the same candidates are independent of their order; and the true value comes no more often than others."""
    viewers = (SPECTATOR, game.dice("phases").choice(game.pending))
    return sum(_check_evenness(game, viewer, effort.draws) for viewer in viewers)


def _check_evenness(game: Game, viewer: int, count: int) -> int:
    rules = game.rules
    truth = {s.slot: s for s in rules.secrets(game.state, viewer) if len(s.candidates) > 1}
    if not truth:
        return 0
    for secret in truth.values():
        if secret.value not in secret.candidates:
            raise game.finding(f"the true value of {secret.slot} is not among its candidates for viewer {viewer}")
    alike = [(a, b) for a, b in pairwise(truth.values()) if _same_candidates(a, b)]
    draws = _Draws()
    for world in game.worlds(viewer, count):
        imagined = {secret.slot: secret for secret in rules.secrets(world, viewer)}
        _check_same_facts(game, viewer, truth, imagined)
        _note(draws, truth, imagined, alike)
    _check_facts(game, viewer, truth, draws, count)
    _check_truths(game, viewer, truth, draws)
    for pair, unequal in draws.unequal.items():
        if balanced(draws.rising[pair], unequal) < ALARM:
            raise game.finding(
                f"over states imagined from the view of {viewer}, {pair[0]} is below {pair[1]} "
                f"{draws.rising[pair]} times out of {unequal}: they are not independent of their order"
            )
    return len(truth)


def _check_same_facts(game: Game, viewer: int, truth: Mapping[str, Secret], imagined: Mapping[str, Secret]) -> None:
    for slot, secret in truth.items():
        other = imagined.get(slot)
        if other is None or not _same_candidates(other, secret):
            raise game.finding(f"{slot} has other candidates in a state imagined from the view of {viewer}")
        if other.value not in secret.candidates:
            raise game.finding(f"{slot} was imagined as {other.value}, which viewer {viewer} can rule out")


def _same_candidates(one: Secret, other: Secret) -> bool:
    return one.candidates == other.candidates or sorted(one.candidates) == sorted(other.candidates)


def _note(
    draws: _Draws,
    truth: Mapping[str, Secret],
    imagined: Mapping[str, Secret],
    alike: Sequence[tuple[Secret, Secret]],
) -> None:
    for slot in truth:
        draws.values[slot][imagined[slot].value] += 1
    draws.truths.append(sum(imagined[slot].value == secret.value for slot, secret in truth.items()))
    for one, other in alike:
        left, right = imagined[one.slot].value, imagined[other.slot].value
        if left != right:
            draws.unequal[one.slot, other.slot] += 1
            draws.rising[one.slot, other.slot] += left < right


def _check_facts(game: Game, viewer: int, truth: Mapping[str, Secret], draws: _Draws, count: int) -> None:
    for slot, secret in truth.items():
        values = draws.values[slot]
        number = len(secret.candidates)
        missing = sorted(set(secret.candidates) - set(values))
        if missing and number * (1 - 1 / number) ** count < ALARM:
            raise game.finding(f"imagined {count} times from the view of {viewer}, {slot} was never {missing}")
        # Ten or more are expected in each bin, so that the chi-square distribution fits.
        bins = min(number, max(2, count // 10))
        counts = [0] * bins
        sizes = [0] * bins
        for index, value in enumerate(sorted(secret.candidates)):
            counts[index % bins] += values[value]
            sizes[index % bins] += 1
        if as_expected(counts, [count * size / number for size in sizes]) < ALARM:
            raise game.finding(
                f"imagined {count} times from the view of {viewer}, {slot} is not even: {dict(sorted(values.items()))}"
            )


def _check_truths(game: Game, viewer: int, truth: Mapping[str, Secret], draws: _Draws) -> None:
    expected = sum(1 / len(secret.candidates) for secret in truth.values())
    count = len(draws.truths)
    mean = sum(draws.truths) / count
    variance = sum((n - mean) ** 2 for n in draws.truths) / (count - 1)
    error = math.sqrt(max(variance, expected / 2) / count)
    if abs(mean - expected) > _TOO_FAR * error:
        raise game.finding(
            f"imagined {count} times from the view of {viewer}, {mean:.2f} of {len(truth)} hidden facts have their "
            f"true value on average; by chance it would be {expected:.2f}"
        )


def bots_see_only_the_view(game: Game, _effort: Effort) -> int:
    """16. A bot's choice is legal and follows from the view, the legal actions and its own chance alone: 60 worlds that
    its seat cannot tell from this one make it choose the same 60 times. One that thinks is asked in one game with the
    default options: in six worlds for what it finds of every action in a few iterations, and with the fewest seats in
    one world for its choice."""
    rules, seat = game.rules, game.dice("bot").choice(game.pending)
    description, bots = rules.describe(), rules.bots()
    thinks_here = game.number == 0 and not game.case.changed
    compared = 0
    for each in description.bots:
        bot = bots[each.id]
        if not each.thinks:
            compared += _check_bot(game, each.id, bot, seat, _TRUTHS)
        elif thinks_here:
            explained = _check_reports(game, each.id, bot, seat)
            if not explained or game.case.seats == description.min_seats:
                compared += _check_bot(game, each.id, bot, seat, _THINKING_TRUTHS)
            compared += explained
    return compared


def _check_bot(game: Game, name: str, bot: Bot[Any], seat: int, worlds: int) -> int:
    rules = game.rules
    legal = list(game.legal(seat))
    view = rules.observe(game.state, seat)
    before = document(rules.view_json(view))

    def choice(seen: AnyView) -> int:
        offered = list(legal)
        chosen = bot.choose(seen, offered, SeededChance(seed(game.number, "bot")))
        if chosen not in legal or offered != legal:
            raise game.finding(f"bot {name} chose {chosen} out of {legal}, and left {offered} of the list")
        return chosen

    expected = choice(view)
    if document(rules.view_json(view)) != before:
        raise game.finding(f"bot {name} changed its view")
    first, *others = game.worlds(seat, worlds)
    if choice(from_bytes(rules, view_bytes(rules, first, seat))) != expected:
        raise game.finding(
            f"bot {name} chooses otherwise when it gets the view of another world as it is sent: it sees more than that"
        )
    same = 1 + sum(choice(rules.observe(world, seat)) == expected for world in others)
    if same != worlds:
        raise game.finding(
            f"bot {name} made the same choice only {same} times in {worlds} worlds that its seat {seat} cannot tell "
            "apart: it sees something hidden"
        )
    return worlds


def _check_reports(game: Game, name: str, bot: Bot[Any], seat: int) -> int:
    def reports(state: AnyState) -> object:
        chance = SeededChance(seed(game.number, "bot"))
        view, legal = game.rules.observe(state, seat), list(game.legal(seat))
        found = bot.explain_within(view, legal, chance, iterations=_ITERATIONS, milliseconds=_NO_HASTE)
        return found and (found.choice, found.reports)

    expected = reports(game.state)
    if expected is None:
        return 0
    for world in game.worlds(seat, _REPORTS):
        if (found := reports(world)) != expected:
            raise game.finding(
                f"bot {name} finds something else in a world that its seat {seat} cannot tell from this one: {found} "
                f"and not {expected}"
            )
    return _REPORTS
