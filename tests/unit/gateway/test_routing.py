"""How the handlers of operations get the services that they ask for."""

import pytest
from flask import Flask

from gateway.openapi.operation import PUBLIC, Section, answer
from gateway.openapi.routing import add_paths, mount
from tests.unit.gateway.sample_api import Receipt, ShopAdmission

SHOP = Section("shop", "Things for sale.")


@SHOP.operation("GET", "/lamp", id="getLamp", summary="Get", access=PUBLIC, answers=(answer(Receipt, "It."),))
def get_lamp(store: dict[str, int], colours: list[str]) -> Receipt:
    return Receipt(thing="lamp", number=store["lamp"], colour=colours[0])  # type: ignore[arg-type]


def test_a_handler_gets_services_by_the_names_of_its_parameters() -> None:
    app = Flask("shop")
    services = {"colours": ["blue"], "store": {"lamp": 3}, "unused": object()}
    add_paths(app, SHOP.operations)
    mount(app, SHOP.operations, services, ShopAdmission())
    assert app.test_client().get("/lamp").json == {"thing": "lamp", "number": 3, "colour": "blue"}


def test_an_unknown_name_is_refused_when_operations_are_mounted() -> None:
    with pytest.raises(TypeError, match="getLamp asks for 'store'; there are colours, shelf"):
        mount(Flask("shop"), SHOP.operations, {"colours": ["blue"], "shelf": {}}, ShopAdmission())


def test_a_service_of_another_type_is_refused_when_operations_are_mounted() -> None:
    with pytest.raises(TypeError, match="getLamp asks for 'store' as dict"):
        mount(Flask("shop"), SHOP.operations, {"colours": ["blue"], "store": []}, ShopAdmission())
