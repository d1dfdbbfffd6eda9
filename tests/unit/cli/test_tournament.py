"""What ``playhall tournament create`` sends."""

import inspect

import click
import pytest

from cli.tournament import _body
from services.engine.ruleset import JsonObject


def sent(**wishes: object) -> JsonObject:
    nothing = dict.fromkeys(inspect.signature(_body).parameters)
    return _body(**{**nothing, "options": (), "ruleset": "duels", **wishes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("ruleset", "format_", "name"),
    [
        ("commanders", "pods", "FACES: COMMANDERS, pods"),
        ("duels", "single_elimination", "Face Off Duels, single elimination"),
        ("somebody-s", "arena", "somebody-s, arena"),
    ],
)
def test_a_tournament_without_a_name_is_called_after_its_game(ruleset: str, format_: str, name: str) -> None:
    assert sent(ruleset=ruleset, format_=format_)["name"] == name


def test_who_must_be_there_is_sent_where_it_is_said() -> None:
    assert "presence" not in sent()
    assert sent(grace=0)["presence"] == {"kind": "none"}
    assert sent(grace=60)["presence"] == {"kind": "required", "grace_seconds": 60}
    assert sent(no_show_out=3)["presence"] == {"kind": "required", "out_after": 3, "out_after_in_elimination": 3}
    with pytest.raises(click.UsageError, match="--no-show-out says nothing"):
        sent(grace=0, no_show_out=1)
