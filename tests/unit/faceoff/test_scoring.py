"""Final scoring."""

from services.rulesets.faceoff.cards.cards import NO_SET
from services.rulesets.faceoff.cards.catalogue import CARDS
from services.rulesets.faceoff.play import scoring

COWBOYS, NINJAS, MONSTERS = (CARDS.factions.index(name) for name in ("cowboys", "ninjas", "monsters"))
SETS = [COWBOYS, NINJAS, CARDS.heathen]


def owned(*ids: str) -> list[int]:
    return [CARDS.index[id] for id in ids]


def power(number: int, start: int = 0) -> list[int]:
    """Power cards."""
    return CARDS.heathen_power[start : start + number]


def parts(score: scoring.Score, sets: list[int] = SETS) -> dict[str, int]:
    return dict(zip(scoring.parts(CARDS, sets), score.parts, strict=True))


TERI = [
    *owned("time_machine_vc2", "ninjas_vc3", "ninjas_vc1", "cowboys_vc7", "gold_watch"),
    *owned("dead_weight_1", "dead_weight_2", "nagging_doubt_1"),
    *power(3),
]
TOM = [
    *owned("time_machine_vc1", "time_machine_vc7", "ninjas_vc6", "cowboys_vc1", "cowboys_vc5"),
    *power(4, start=3),
]


def test_the_rulebooks_final_scoring() -> None:
    """FO-T28 (FO-129 to FO-135, FO-R73): Teri 27, Tom 24; Teri wins by three points."""
    teri, tom = scoring.score(CARDS, SETS, [TERI, TOM], [14, 8])
    assert parts(teri) == {
        "time_machine": 0,
        "ninjas": 4,
        "cowboys": 7,
        "face_down": 1,
        "bonus": 4,
        "tokens": 14,
        "power_cards": 0,
        "scrubs": -3,
        "cards": 0,
        "set": 0,
    }
    assert parts(tom) == {
        "time_machine": 8,
        "ninjas": 0,
        "cowboys": 6,
        "face_down": 1,
        "bonus": 0,
        "tokens": 8,
        "power_cards": 1,
        "scrubs": 0,
        "cards": 0,
        "set": 0,
    }
    assert (teri.total, tom.total) == (27, 24)
    assert scoring.ranks(CARDS, [27, 24], [TERI, TOM], tie=0, first=0) == [1, 2]


def test_the_pieces_of_the_rulebooks_final_scoring() -> None:
    """FO-T28 (FO-028, FO-R74): Time Machine 1 v 3, Ninjas 3 v 2, Cowboys 3 v 3."""
    pieces = [
        [sum(CARDS.pieces[card] for card in own if CARDS.set_of[card] == of) for own in (TERI, TOM)]
        for of in (CARDS.heathen, NINJAS, COWBOYS)
    ]
    assert pieces == [[1, 3], [3, 2], [3, 3]]


def test_all_who_lead_in_a_set_keep_its_cards_face_up() -> None:
    """FO-T29 (FO-129, FO-132, FO-R67): pieces 4, 4, 2: the two score face value, the third 1 for each card."""
    one = owned("ninjas_vc1", "ninjas_vc4")
    two = owned("ninjas_vc6", "ninjas_vc2", "ninjas_vc5")
    three = owned("ninjas_vc3")
    assert [CARDS.pieces[card] for card in one + two + three] == [2, 2, 2, 1, 1, 1]
    scores = scoring.score(CARDS, SETS, [one, two, [*three, *owned("cowboys_vc2")]], [0, 0, 0])
    assert [parts(score)["ninjas"] for score in scores] == [5, 13, 0]
    assert [parts(score)["face_down"] for score in scores] == [0, 0, 1]


def test_who_is_alone_in_a_set_leads_with_one_piece() -> None:
    """FO-T29 (FO-129, FO-R67)."""
    scores = scoring.score(CARDS, SETS, [owned("ninjas_vc5"), []], [0, 0])
    assert [score.total for score in scores] == [5, 0]


def test_most_power_cards() -> None:
    """FO-T30 (FO-130, FO-R68): 5, 3, 3 gives 2 to the first; 4, 4, 1 nobody; 3, 0 gives 3."""
    assert scoring.power_card_bonus([5, 3, 3]) == [2, 0, 0]
    assert scoring.power_card_bonus([4, 4, 1]) == [0, 0, 0]
    assert scoring.power_card_bonus([3, 0]) == [3, 0]


def test_power_cards_of_every_faction_count_and_other_cards_do_not() -> None:
    """FO-R68."""
    own = [*CARDS.power_of[MONSTERS][:2], *CARDS.special_power, CARDS.special_market, CARDS.starters[NINJAS][0]]
    assert scoring.power_cards(CARDS, own) == 5


def test_scrubs_of_value_nothing_cost_nothing() -> None:
    """FO-135."""
    (score, _) = scoring.score(CARDS, SETS, [owned("red_tape_1", "red_tape_2", "dead_weight_1"), []], [3, 3])
    assert score.total == 2


def test_a_whole_set_is_seven_cards_of_it() -> None:
    """FO-125, FO-R65."""
    six = [*CARDS.vcs[NINJAS][:5], CARDS.vc7[NINJAS], *CARDS.vcs[COWBOYS]]
    assert not scoring.holds_set(CARDS, six, NINJAS)
    assert scoring.holds_set(CARDS, [*six, CARDS.vcs[NINJAS][5]], NINJAS)
    assert not scoring.holds_set(CARDS, [*six, CARDS.vcs[NINJAS][5]], COWBOYS)
    assert not scoring.holds_set(CARDS, CARDS.bonus, NO_SET)


def test_a_whole_set_is_ahead_of_any_points() -> None:
    """FO-125."""
    ninjas = [*CARDS.vcs[NINJAS], CARDS.vc7[NINJAS]]
    teri, tom = scoring.score(CARDS, SETS, [ninjas, []], [0, 60], complete=0)
    assert (teri.total, tom.total) == (1028, 60)
    assert parts(teri)["set"] == 1000


def test_power_cards_are_not_paid_for_when_a_whole_set_ends_the_match() -> None:
    """FO-125, FO-130: the match ends at once."""
    ninjas = [*CARDS.vcs[NINJAS], CARDS.vc7[NINJAS]]
    teri, tom = scoring.score(CARDS, SETS, [ninjas, power(3)], [0, 5], complete=0)
    assert (teri.total, tom.total) == (1028, 5)
    assert parts(tom)["power_cards"] == 0


def test_equal_scores_share_the_win() -> None:
    """FO-R69: and the next place is left out."""
    shared = scoring.TIES.index("shared")
    assert scoring.ranks(CARDS, [20, 31, 31], [power(9), [], power(1)], shared, first=0) == [3, 1, 1]


def test_the_final_tie_may_be_broken() -> None:
    """FO-R69: by power cards, or by turn order from the player with the marker."""
    by_cards, by_order = scoring.TIES.index("power_cards"), scoring.TIES.index("turn_order")
    own = [power(9), power(1), power(2)]
    assert scoring.ranks(CARDS, [20, 31, 31], own, by_cards, first=0) == [3, 2, 1]
    assert scoring.ranks(CARDS, [20, 31, 31], own, by_order, first=0) == [3, 1, 2]
    assert scoring.ranks(CARDS, [20, 31, 31], own, by_order, first=2) == [3, 2, 1]
