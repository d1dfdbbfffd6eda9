"""``playhall play`` and ``playhall verify``."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import main


def play(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["play", "factionwars", *arguments], env={"COLUMNS": "120"})


def test_the_same_seed_gives_the_same_replay_byte_for_byte(tmp_path: Path) -> None:
    for name in ("first", "second"):
        result = play("--bots", "greedy,random,random", "--seed", "2a", "--out", str(tmp_path / name))
        assert result.exit_code == 0, result.output
    assert (tmp_path / "first").read_bytes() == (tmp_path / "second").read_bytes()


def test_without_a_seed_one_is_drawn_and_printed(tmp_path: Path) -> None:
    first = play("--out", str(tmp_path / "first"))
    seed = first.output.partition("Seed: ")[2].split()[0]
    assert len(bytes.fromhex(seed)) == 32
    play("--seed", seed, "--out", str(tmp_path / "second"))
    assert (tmp_path / "first").read_bytes() == (tmp_path / "second").read_bytes()
    assert play().output.partition("Seed: ")[2] != first.output.partition("Seed: ")[2]


def test_an_option_changes_the_match(tmp_path: Path) -> None:
    from services.engine.registry import ruleset
    from services.engine.ruleset import OptionType

    option = next(each for each in ruleset("factionwars").describe().options if each.type is OptionType.BOOL)
    value = "false" if option.default else "true"
    result = play("--seed", "1", "--option", f"{option.name}={value}", "--out", str(tmp_path / "replay"))
    assert result.exit_code == 0, result.output
    assert json.loads((tmp_path / "replay").read_bytes())["options"][option.name] is not option.default


def test_a_replay_is_verified_and_a_doctored_one_is_not(tmp_path: Path) -> None:
    file = tmp_path / "replay"
    play("--seed", "2a", "--out", str(file))
    good = CliRunner().invoke(main, ["verify", str(file)])
    assert good.exit_code == 0, good.output
    assert good.output.startswith("The replay holds: ")
    document = json.loads(file.read_bytes())
    document["outcome"]["results"][0]["score"] += 1
    file.write_text(json.dumps(document))
    bad = CliRunner().invoke(main, ["verify", str(file)])
    assert bad.exit_code == 1
    assert "outcome differs" in bad.output
    file.write_text("{}")
    assert "is not a replay" in CliRunner().invoke(main, ["verify", str(file)]).output


def test_watching_shows_the_table_the_decisions_and_what_came_of_them() -> None:
    result = play("--bots", "greedy,random", "--seed", "2a", "--watch")
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert any(line.startswith("Round 1, pass 1") for line in lines)
    assert any(line.startswith("Player 0 (greedy): Bid on position ") for line in lines)
    assert any(line.startswith("  Bids: ") for line in lines)
    assert any("1. Player" in line for line in lines)


def test_the_table_is_shown_once_for_bids_made_at_the_same_time() -> None:
    result = play("--bots", "greedy,random,random", "--seed", "2a", "--watch")
    before_first_bid, _, rest = result.output.partition("Player 0 (greedy): Bid")
    until_bids_are_open = rest.partition("  Bids: ")[0]
    assert before_first_bid.count("Line-up:\n") == 1
    assert "Line-up:\n" not in until_bids_are_open


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--seed", "xyz"), "must be 1 to 64 hexadecimal digits"),
        (("--seed", "1" * 65), "must be 1 to 64 hexadecimal digits"),
        (("--option", "speed"), "'speed' is not NAME=VALUE"),
        (("--option", "no_such_option=1"), "[UNKNOWN_OPTION]: /options/no_such_option unknown option"),
        (("--bots", "greedy"), "[SEATS_OUT_OF_RANGE]"),
        (("--bots", "greedy,nobody"), "factionwars has no bot 'nobody'; it has expert, greedy, random, "),
        (("--out", "/no/such/folder/replay"), "/no/such/folder/replay cannot be written"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_line(arguments: tuple[str, ...], said: str) -> None:
    result = play(*arguments)
    assert result.exit_code != 0
    assert said in result.output
    assert "Traceback" not in result.output


def test_an_unknown_ruleset_is_said_in_one_line() -> None:
    result = CliRunner().invoke(main, ["play", "chess"])
    assert result.exit_code == 1
    assert "There is no such ruleset. [UNKNOWN_RULESET]: installed are commanders, duels, faceoff, " in result.output
