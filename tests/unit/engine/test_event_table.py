"""Events declared once: what each viewer sees of them."""

import pytest

from services.engine.event_table import FLAG, NUMBER, ByCatalogue, Event, EventTable, Shares, one_of, optional, own
from services.engine.ruleset import SPECTATOR, JsonObject


def shares(**bodies: object) -> Shares:
    """What viewers see of kinds of events, numbered from 0."""
    table = EventTable()
    for name, body in bodies.items():
        table.kind(name, body)  # type: ignore[arg-type]
    return table.shares()


@pytest.mark.parametrize("fields", range(6))
def test_a_number_for_each_field_in_the_order_of_the_declaration(fields: int) -> None:
    body = {f"n{place}": NUMBER for place in range(fields)}
    told = shares(played=body).share((0, *range(10, 10 + fields)), SPECTATOR)
    assert told == {"played": {f"n{place}": 10 + place for place in range(fields)}}
    assert told is not None
    assert list(told["played"]) == list(body)


def test_a_list_takes_all_numbers_that_are_left() -> None:
    told = shares(drew={"player": NUMBER, "cards": [one_of("ABC")]})
    assert told.share((0, 3, 2, 0), SPECTATOR) == {"drew": {"player": 3, "cards": ["C", "A"]}}
    assert told.share((0, 3), SPECTATOR) == {"drew": {"player": 3, "cards": []}}


def test_a_number_is_told_as_declared() -> None:
    told = shares(won={"card": one_of({7: "DRAGON"}), "alone": FLAG})
    assert told.share((0, 7, 1), SPECTATOR) == {"won": {"card": "DRAGON", "alone": True}}


def test_an_optional_field_is_left_out_with_the_number_that_stands_for_none() -> None:
    told = shares(lost={"card": optional(NUMBER, -1), "player": NUMBER})
    assert told.share((0, 5, 2), SPECTATOR) == {"lost": {"card": 5, "player": 2}}
    assert told.share((0, -1, 2), SPECTATOR) == {"lost": {"player": 2}}


def test_the_players_own_fields_are_for_the_player_alone() -> None:
    told = shares(bid={"player": NUMBER, "position": own(NUMBER)})
    assert told.share((0, 1, 4), 1) == {"bid": {"player": 1, "position": 4}}
    for viewer in (SPECTATOR, 0, 2):
        assert told.share((0, 1, 4), viewer) == {"bid": {"player": 1}}


def test_a_list_of_the_players_own_is_empty_for_others() -> None:
    told = shares(drew={"player": NUMBER, "number": NUMBER, "cards": own([NUMBER])})
    assert told.share((0, 1, 2, 8, 9), 1) == {"drew": {"player": 1, "number": 2, "cards": [8, 9]}}
    for viewer in (SPECTATOR, 0, 2):
        assert told.share((0, 1, 2, 8, 9), viewer) == {"drew": {"player": 1, "number": 2, "cards": []}}


def test_an_optional_field_of_the_players_own_is_for_the_player_alone() -> None:
    told = shares(laid={"player": NUMBER, "card": own(optional(NUMBER, -1))})
    assert told.share((0, 1, 4), 1) == {"laid": {"player": 1, "card": 4}}
    assert told.share((0, 1, -1), 1) == {"laid": {"player": 1}}
    assert told.share((0, 1, 4), 0) == {"laid": {"player": 1}}


def test_a_function_tells_everybody_the_same() -> None:
    told = shares(scored=lambda event: {"total": sum(event[1:])})
    assert told.share((0, 2, 3), 1) == {"scored": {"total": 5}}
    assert told.is_public((0, 2, 3))


def test_a_function_says_what_each_viewer_sees_and_whether_it_learns_of_it() -> None:
    table = EventTable()

    def placed(event: Event, viewer: int) -> JsonObject | None:
        return {"card": event[2]} if event[1] == viewer else None

    number = table.private_kind("placed", placed)
    assert table.shares().share((number, 1, 9), 1) == {"placed": {"card": 9}}
    assert table.shares().share((number, 1, 9), 0) is None


def test_an_event_is_public_unless_somebody_sees_more_of_it_than_others() -> None:
    table = EventTable()
    public = table.kind("won", {"player": NUMBER})
    own_field = table.kind("bid", {"player": NUMBER, "position": own(NUMBER)})
    by_viewer = table.private_kind("placed", lambda event, viewer: {})
    told = table.shares()
    assert [told.is_public((kind, 0, 0)) for kind in (public, own_field, by_viewer)] == [True, False, False]


def test_fields_and_functions_may_ask_the_catalogue_of_a_match() -> None:
    table = EventTable()
    won = table.kind("won", {"card": ByCatalogue(lambda ids: ids.__getitem__)})
    shown = table.kind("shown", lambda ids, event: {"cards": [ids[card] for card in event[1:]]})
    for ids in (["A", "B"], ["X", "Y"]):
        told = table.shares(ids)
        assert told.share((won, 1), SPECTATOR) == {"won": {"card": ids[1]}}
        assert told.share((shown, 1, 0), SPECTATOR) == {"shown": {"cards": [ids[1], ids[0]]}}


@pytest.mark.parametrize(
    "body",
    [{"position": own(NUMBER), "player": NUMBER}, {"cards": [NUMBER], "player": NUMBER}],
    ids=["own before others", "list before others"],
)
def test_the_order_of_fields_is_checked_when_they_are_declared(body: object) -> None:
    with pytest.raises(ValueError, match="bid: a list is the last field"):
        shares(bid=body)
