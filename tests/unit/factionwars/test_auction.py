"""A round of bids as everybody sees it."""

from services.engine.ruleset import SPECTATOR
from services.rulesets.factionwars.auction import Auction
from services.rulesets.factionwars.ruleset import RULESET
from tests.unit.factionwars.games import start


def test_all_players_see_the_same_round_whoever_has_bid() -> None:
    state, _ = start(3, 1)
    before = [Auction(RULESET.observe(state, seat)) for seat in (0, 1, 2, SPECTATOR)]
    RULESET.play(state, 1, 2)
    after = [Auction(RULESET.observe(state, seat)) for seat in (0, 1, 2)]
    assert len(set(before + after)) == 1


def test_each_round_is_another() -> None:
    state, _ = start(2, 1)
    rounds = set()
    for _ in range(6):
        rounds.add(Auction(RULESET.observe(state, 0)))
        for seat, position in ((0, 1), (1, 2)):
            RULESET.play(state, seat, position)
        while state.limbo:
            RULESET.play(state, state.collector, RULESET.legal(state, state.collector)[0])
    assert len(rounds) == 6


def test_every_fact_that_bids_depend_on_makes_another_round() -> None:
    state, _ = start(2, 1)
    known = {Auction(RULESET.observe(state, 0))}
    for field in ("line_up", "display", "recruit_deck", "recruit_discard"):
        view = RULESET.observe(state, 0)
        setattr(view, field, [*getattr(view, field), 0])
        known.add(Auction(view))
    for field in ("decks", "discards"):
        for seat in range(2):
            view = RULESET.observe(state, 0)
            getattr(view, field)[seat].append(0)
            known.add(Auction(view))
    for field in ("war", "pass_number"):
        view = RULESET.observe(state, 0)
        setattr(view, field, getattr(view, field) + 1)
        known.add(Auction(view))
    assert len(known) == 11
