"""What ``playhall tournament create`` sends."""

import inspect

import pytest

from cli.tournament import _body


@pytest.mark.parametrize(
    ("ruleset", "format_", "name"),
    [
        ("commanders", "pods", "FACES: COMMANDERS, pods"),
        ("duels", "single_elimination", "Face Off Duels, single elimination"),
        ("somebody-s", "arena", "somebody-s, arena"),
    ],
)
def test_a_tournament_without_a_name_is_called_after_its_game(ruleset: str, format_: str, name: str) -> None:
    nothing = dict.fromkeys(inspect.signature(_body).parameters)
    body = _body(**{**nothing, "ruleset": ruleset, "format_": format_, "options": ()})  # type: ignore[arg-type]
    assert body["name"] == name
