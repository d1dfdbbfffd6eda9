"""The board as text."""

from pathlib import Path

from services.rulesets.standoff import board_text
from services.rulesets.standoff.board import BIT, BLACK, HEXES, TOKENS, hex_named, hexes, mask_of, name
from services.rulesets.standoff.board_text import board_lines, draw, letters, red_line, token_line
from tests.marks import each_row
from tests.unit.standoff.scenario import Scenario

NAMES = {"WELL_CREDIT": "C", "WELL_ENCAMP": "E", "FORCEFIELD": "F"}


def at(*names: str) -> int:
    return mask_of([hex_named(each) for each in names])


def start_tokens() -> list[tuple[str, int]]:
    return [(letter, mask_of([hex for token, hex in TOKENS if token == id])) for id, letter in NAMES.items()]


START = """\
                0,-7 ### ### ### ### ### ### ### ### 7,-7
             -1,-6 ###  .C  .   .   .E  .   .   .C ### 7,-6
           -2,-5 ###  .   .   .   .   .   .   .   .  ### 7,-5
         -3,-4  o   .   .   .  ### ##F ###  .   .   .   o  7,-4
       -4,-3  o   .   .  ###  .   .   .   .  ###  .   .   o  7,-3
     -5,-2 ###  .   .  ###  .  ( ) ( ) ( )  .  ###  .   .  ### 7,-2
   -6,-1 ###  .   .  ###  .  ( ) ( ) ( ) ( )  .  ###  .   .  ### 7,-1
  -7,0 ###  .C  .   .   .  ( ) ( ) ( ) ( ) ( )  .   .   .   .C ### 7,0
    -7,1 ###  .   .  ###  .  ( ) ( ) ( ) ( )  .  ###  .   .  ### 6,1
      -7,2 ###  .   .  ###  .  ( ) ( ) ( )  .  ###  .   .  ### 5,2
        -7,3  o   .   .  ###  .   .   .   .  ###  .   .   o  4,3
          -7,4  o   .   .   .  ### ##F ###  .   .   .   o  3,4
            -7,5 ###  .   .   .   .   .   .   .   .  ### 2,5
              -7,6 ###  .C  .   .   .E  .   .   .C ### 1,6
                -7,7 ### ### ### ### ### ### ### ### 0,7"""


def test_the_board_at_the_start() -> None:
    assert "\n".join(board_lines([0, 0], BLACK, start_tokens(), 0, 0)) == START


def cells(lines: list[str]) -> dict[str, str]:
    """What stands for each hex: its row's outer hex tells where the row begins."""
    found = {}
    row_of = [next(line for line in lines if line.split()[0] == name(row[0])) for row in rows()]
    for row, line in zip(rows(), row_of, strict=True):
        begin = line.index(name(row[0])) + len(name(row[0])) + 1
        for place, hex in enumerate(row):
            found[name(hex)] = line[begin + 4 * place : begin + 4 * place + 3]
    return found


def rows() -> list[list[int]]:
    by_row: dict[str, list[int]] = {}
    for hex in range(HEXES):
        by_row.setdefault(name(hex).split(",")[1], []).append(hex)
    return list(by_row.values())


@each_row(
    ("hex", "drawn"),
    [
        ("3,4", "[0]"),  # a tile on a gate
        ("6,0", "[1C"),  # on a credit well
        ("0,0", "(1)"),  # in the red zone
        ("1,0", "(2F"),  # with a forcefield
        ("2,0", "(#)"),  # black in the red zone
        ("0,1", "( F"),  # a token on an empty hex of the red zone
        ("-2,4", "##F"),  # on a black tile
        ("2,4", "{1}"),  # being placed
        ("-6,0", "{1C"),
        ("-1,0", "{1}"),
        ("4,3", " o "),
        ("0,6", " .C"),
        ("3,3", " . "),
        ("0,7", "###"),
    ],
)
def test_a_hex_shows_zone_owner_and_token(hex: str, drawn: str) -> None:
    own = [at("3,4"), at("6,0", "0,0"), at("1,0")]
    tokens = [*start_tokens()[:2], ("F", at("1,0", "0,1", "-2,4"))]
    lines = board_lines(own, BLACK | at("2,0"), tokens, group=at("2,4", "-6,0", "-1,0"), active=1)
    assert cells(lines)[hex] == drawn


def test_every_hex_is_drawn_once_where_its_neighbours_are_around_it() -> None:
    for hex in range(HEXES):
        lines = board_lines([BIT[hex]], 0, [], 0, 0)
        assert sum(line.count("0]") + line.count("0)") for line in lines) == 1
        assert cells(lines)[name(hex)] in ("[0]", "(0)")
    middle = board_lines([at("1,1"), at("0,0")], 0, [], 0, 0)
    assert middle[8].index("(0)") == middle[7].index("(1)") + 4 + 2  # a row down and a hex to the right


def test_a_board_fits_in_eighty_columns() -> None:
    assert max(map(len, board_lines([at("0,0")], BLACK, start_tokens(), 0, 0))) <= 80


def test_tokens_have_letters_of_their_own() -> None:
    assert letters(["Credit Well", "Encampment Well", "Forcefield", "Howitzer"]) == ["C", "E", "F", "H"]
    assert letters(["Relay", "Relay Beacon", "Relay", "X", "X"]) == ["R", "E", "L", "X", "A"]
    assert letters(["123", "A"]) == ["A", "B"]
    assert len(set(letters(["Z"] * 26))) == 26


def test_a_token_line_tells_who_controls_each() -> None:
    line = token_line("F", "Forcefield", at("2,-4", "0,0", "1,0"), [at("0,0")], BLACK)
    assert line == "F Forcefield: 2,-4 black, 0,0 player 0, 1,0 free"


def test_the_red_line_counts_the_red_zone() -> None:
    own = [at("0,0", "1,0", "3,4"), at("0,1")]
    assert red_line(own, BLACK | at("0,2")) == "The Red Gun: player 0 2, player 1 1, black 1, empty 15 of 19."
    assert hexes(own[0])[0] == hex_named("0,0")


def test_the_readme_shows_a_board_as_it_is_drawn() -> None:
    scenario = Scenario().tiles("A", "3,4", "2,4", "1,4", "0,4", "0,3", "0,2", "0,1", "1,1", "1,0")
    scenario.tiles("B", "-4,-3", "-4,-2", "-4,-1", "-4,0", "-3,0", "-2,0", "-1,0", "-6,0", "-7,0")
    table = scenario.token("HOWITZER", "1,0").hand("A", "HEX2").budget(2).begin()
    table.play("A", "play HEX2", "place 1,-1")
    readme = Path(board_text.__file__).with_name("README.md").read_text(encoding="utf-8")
    assert "```\n" + "\n".join(draw(table.state)) + "\n```" in readme
