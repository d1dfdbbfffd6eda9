"""Tournament report files (FIDE C.04, annex): events of two seats as text that pairing and rating programs read.

TRF16 knows a win of one point and a draw of half a point only; TRF26, its successor, states what results are worth and
which tie-breaks the event applies. White is the first seat. Players are numbered by their seeds.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Final

from services.tournaments.records import Entrant, ResultKind, RoundResult
from services.tournaments.standings import Row
from services.tournaments.tie_break_rules import POINT, TieBreakRules

MAX_NUMBER: Final = 9_999
"""The largest number of a player, and the highest rating, that the format has room for."""
TIE_BREAK_CODES: Final[Mapping[str, str]] = {
    "buchholz": "BH",
    "buchholz_cut_1": "BH/C1",
    "buchholz_median": "BH/M1",
    "sonneborn_berger": "SB",
    "sonneborn_berger_cut_1": "SB/C1",
    "direct_encounter": "DE",
    "wins": "WIN",
    "games_won": "WON",
    "later_seats": "BPG",
    "progressive": "PS",
    "progressive_cut_1": "PS/C1",
    "average_opponents_buchholz": "AOB",
    "koya": "KS",
    "rating_performance": "TPR",
}
"""FIDE's codes of tie-breaks. Others are written as ``OTHER_...``."""

_NAME_WIDTH: Final = 33
_FIRST_ROUND: Final = 91
_ROUND_WIDTH: Final = 10
_LINE_END: Final = "\r\n"
_COLOURS: Final = "wb"
_UNPAIRED: Final = "0000"
_PLAYED_CODES: Final = {"1": "win", "W": "win", "=": "draw", "D": "draw", "0": "loss", "L": "loss"}


class TrfError(Exception):
    """An event cannot be written as a report file, or a text is none; the message says why, with the line."""


class TrfVersion(Enum):
    """Versions of the format."""

    TRF16 = "trf16"
    TRF26 = "trf26"


@dataclass(frozen=True, slots=True)
class TrfHeader:
    """What a report says of the event. Dates are ``YYYY/MM/DD``; empty texts are left out. ``rounds``: of the whole
    event. ``system``: the type of the tournament, such as ``Individual: Swiss-System``."""

    name: str
    rounds: int
    city: str = ""
    federation: str = ""
    start: str = ""
    end: str = ""
    system: str = "Individual: Swiss-System"
    arbiter: str = ""
    time_control: str = ""


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    """What a report says of a player beside results. ``rating``: 0 for none. ``sex``: ``m`` or ``w``."""

    name: str
    rating: int = 0
    sex: str = ""
    title: str = ""
    federation: str = ""
    fide_id: str = ""
    birth: str = ""


@dataclass(frozen=True, slots=True)
class TrfReport:
    """A report that was read. Players' numbers are the ids of entrants and their seeds; ``ranks`` and ``players`` are
    by id. ``rules``: what results are worth."""

    header: TrfHeader
    players: Mapping[str, TrfPlayer]
    entrants: tuple[Entrant, ...]
    ranks: Mapping[str, int]
    rules: TieBreakRules


def write_trf(
    header: TrfHeader,
    rows: Sequence[Row],
    players: Mapping[str, TrfPlayer],
    rules: TieBreakRules,
    version: TrfVersion = TrfVersion.TRF16,
) -> str:
    """The report of an event by its standings, its players by the ids of entrants.

    Raises:
        TrfError: the format has no room for it, or no word.
    """
    if rules.seats != 2:
        raise TrfError("a report file is for tables of two seats")
    if version is TrfVersion.TRF16 and (rules.win, rules.draw) != (POINT, POINT // 2):
        raise TrfError("TRF16 knows wins of 1 and draws of 0.5 only")
    numbers = {row.entrant.id: row.entrant.seed for row in rows}
    in_order = sorted(rows, key=lambda row: row.entrant.seed)
    lines = [*_header_lines(header, rows, players)]
    lines += _trf16_lines(header, in_order) if version is TrfVersion.TRF16 else _trf26_lines(header, in_order, rules)
    for row in in_order:
        lines.append(_player_line(row, players[row.entrant.id], numbers, rules, version))
    return _LINE_END.join(lines) + _LINE_END


def _header_lines(header: TrfHeader, rows: Sequence[Row], players: Mapping[str, TrfPlayer]) -> list[str]:
    rated = sum(1 for row in rows if players[row.entrant.id].rating)
    told = (
        ("012", header.name),
        ("022", header.city),
        ("032", header.federation),
        ("042", header.start),
        ("052", header.end),
        ("062", str(len(rows))),
        ("072", str(rated)),
        ("092", header.system),
        ("102", header.arbiter),
        ("122", header.time_control),
    )
    return [f"{code} {_one_line(text)}" for code, text in told if text]


def _trf16_lines(header: TrfHeader, rows: Sequence[Row]) -> list[str]:
    return [f"XXR {header.rounds}", f"XXC {'white1' if _first_colour(rows) == 'w' else 'black1'}"]


def _trf26_lines(header: TrfHeader, rows: Sequence[Row], rules: TieBreakRules) -> list[str]:
    byes = {
        result.points for row in rows for result in row.entrant.results if result.kind is ResultKind.PAIRING_BYE
    } or {rules.win}
    if len(byes) > 1:
        raise TrfError("pairing byes were not all worth the same")
    worth = (("W", rules.win), ("D", rules.draw), ("L", 0), ("A", 0), ("P", byes.pop()))
    lines = [
        f"142 {header.rounds}",
        f"152 {_first_colour(rows).upper()}",
        "162  " + "    ".join(f"{symbol}{_points(points)}" for symbol, points in worth),
    ]
    applied = [value.id for value in rows[0].tie_breaks] if rows else []
    if applied:
        codes = (TIE_BREAK_CODES.get(id, f"OTHER_{id.upper()}") for id in applied)
        lines.append(f"202 {','.join(codes)}")
    return lines


def _first_colour(rows: Sequence[Row]) -> str:
    """The colour of the best seed in the first round that it was paired in; white where it never was."""
    for row in rows:
        for result in row.entrant.results:
            if result.seat is not None:
                same = result.round % 2 == 1
                return _COLOURS[result.seat if same else 1 - result.seat]
    return "w"


def _player_line(
    row: Row, player: TrfPlayer, numbers: Mapping[str, int], rules: TieBreakRules, version: TrfVersion
) -> str:
    seed = row.entrant.seed
    if not 0 <= player.rating <= MAX_NUMBER or not 0 < seed <= MAX_NUMBER:
        raise TrfError(f"player {seed}: numbers and ratings are at most {MAX_NUMBER}")
    line = (
        f"001 {seed:4} {player.sex[:1]:1}{player.title[:3]:>3} {_one_line(player.name)[:_NAME_WIDTH]:{_NAME_WIDTH}} "
        f"{player.rating or '':4} {player.federation[:3]:3} {player.fide_id[:11]:>11} {player.birth[:10]:10} "
        f"{_points(row.entrant.points)} {row.rank:4}"
    )
    for result in row.entrant.results:
        line += "  " + _cell(result, seed, numbers, rules, version)
    return line


def _cell(result: RoundResult, seed: int, numbers: Mapping[str, int], rules: TieBreakRules, version: TrfVersion) -> str:
    if not result.opponents:
        return f"{_UNPAIRED} - {_bye_code(result, seed, rules, version)}"
    colour = "-" if result.seat is None else _COLOURS[result.seat]
    return f"{numbers[result.opponents[0]]:4} {colour} {_game_code(result, rules)}"


def _game_code(result: RoundResult, rules: TieBreakRules) -> str:
    if result.kind is ResultKind.FORFEIT_WIN:
        return "+"
    if result.kind is ResultKind.FORFEIT_LOSS:
        return "-"
    return "1" if result.points >= rules.win else "=" if result.points == rules.draw else "0"


def _bye_code(result: RoundResult, seed: int, rules: TieBreakRules, version: TrfVersion) -> str:
    if result.kind is ResultKind.PAIRING_BYE and (version is TrfVersion.TRF26 or result.points == rules.win):
        return "U"
    code = {rules.win: "F", rules.draw: "H", 0: "Z"}.get(result.points)
    if code is None or result.kind is ResultKind.PAIRING_BYE:
        raise TrfError(f"player {seed}, round {result.round}: the format has no such bye")
    return code


def _points(hundredths: int) -> str:
    if hundredths % 10 or not 0 <= hundredths < 100 * POINT:
        raise TrfError(f"{hundredths / POINT} points: the format has tenths below 100")
    return f"{hundredths // POINT:2}.{hundredths % POINT // 10}"


def _one_line(text: str) -> str:
    return " ".join(re.sub(r"[^\w\s]", lambda sign: sign[0] if sign[0].isprintable() else " ", text).split())


def read_trf(text: str) -> TrfReport:
    """Read a report of either version. Records that this does not know are passed over.

    Raises:
        TrfError: the text is no such report, or lacks a result.
    """
    told: dict[str, str] = {}
    lines: list[tuple[int, str]] = []
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        if line.startswith("001"):
            lines.append((number, line))
        elif line[:3].strip():
            told.setdefault(line[:3], line[4:].strip() if line[:3] != "162" else line)
    if "012" not in told:
        raise TrfError("no line 012 with the name of the event")
    rules, bye = _read_worth(told.get("162", ""))
    read = [_read_player(number, line, rules, bye) for number, line in lines]
    over = max((len(cells) for _, _, _, cells in read), default=0)
    ids = {id for id, _, _, _ in read}
    if len(ids) < len(read):
        raise TrfError("two players have one number")
    entrants = []
    for id, _, _, cells in read:
        for result in cells:
            if not ids.issuperset(result.opponents):
                raise TrfError(f"player {id}, round {result.round}: there is no player {result.opponents[0]}")
        missing = tuple(RoundResult(round, ResultKind.ABSENT, 0) for round in range(len(cells) + 1, over + 1))
        entrants.append(Entrant(id, int(id), (*cells, *missing)))
    header = TrfHeader(
        name=told["012"],
        rounds=_whole(told.get("142") or told.get("XXR") or str(over), "rounds"),
        city=told.get("022", ""),
        federation=told.get("032", ""),
        start=told.get("042", ""),
        end=told.get("052", ""),
        system=told.get("092", ""),
        arbiter=told.get("102", ""),
        time_control=told.get("122", ""),
    )
    players = {id: player for id, player, _, _ in read}
    return TrfReport(header, players, tuple(entrants), {id: rank for id, _, rank, _ in read}, rules)


def _read_worth(line: str) -> tuple[TieBreakRules, int]:
    """What results are worth, and a pairing bye."""
    worth = {"W": POINT, "D": POINT // 2}
    for symbol, points in re.findall(r"([WDLAPX]) *([0-9]+\.[0-9])", line[3:]):
        worth[symbol] = _hundredths(points)
    return TieBreakRules(win=worth["W"], draw=worth["D"]), worth.get("P", worth["W"])


def _read_player(
    number: int, line: str, rules: TieBreakRules, bye: int
) -> tuple[str, TrfPlayer, int, tuple[RoundResult, ...]]:
    try:
        id = str(_whole(line[4:8], "number"))
        player = TrfPlayer(
            name=line[14:47].strip(),
            rating=_whole(line[48:52].strip() or "0", "rating"),
            sex=line[9:10].strip(),
            title=line[10:13].strip(),
            federation=line[53:56].strip(),
            fide_id=line[57:68].strip(),
            birth=line[69:79].strip(),
        )
        rank = _whole(line[85:89].strip() or "0", "rank")
        results = []
        for round, start in enumerate(range(_FIRST_ROUND, len(line.rstrip()), _ROUND_WIDTH), 1):
            results.append(_read_cell(round, line[start : start + 8], rules, bye))
    except TrfError as error:
        raise TrfError(f"line {number}: {error}") from None
    return id, player, rank, tuple(results)


def _read_cell(round: int, cell: str, rules: TieBreakRules, bye: int) -> RoundResult:
    if not cell.strip():
        return RoundResult(round, ResultKind.ABSENT, 0)
    opponent, colour, code = cell[:4].strip(), cell[5:6], cell[7:8].strip().upper()
    if opponent in ("", _UNPAIRED):
        byes = {
            "U": (ResultKind.PAIRING_BYE, bye),
            "F": (ResultKind.REQUESTED_BYE, rules.win),
            "H": (ResultKind.REQUESTED_BYE, rules.draw),
            "Z": (ResultKind.ABSENT, 0),
            "-": (ResultKind.ABSENT, 0),
        }
        if code not in byes:
            raise TrfError(f"round {round}: {code!r} is no bye")
        kind, points = byes[code]
        return RoundResult(round, kind, points)
    opponents = (str(_whole(opponent, f"opponent of round {round}")),)
    seat = _COLOURS.find(colour) if colour and colour in _COLOURS else None
    if code in ("+", "-"):
        won = code == "+"
        kind = ResultKind.FORFEIT_WIN if won else ResultKind.FORFEIT_LOSS
        return RoundResult(round, kind, rules.win if won else 0, opponents, seat, 1 if won else 2)
    if code not in _PLAYED_CODES:
        raise TrfError(f"round {round}: {code!r} is no result")
    points = {"win": rules.win, "draw": rules.draw, "loss": 0}[_PLAYED_CODES[code]]
    return RoundResult(round, ResultKind.PLAYED, points, opponents, seat, 1 if points else 2)


def _whole(text: str, what: str) -> int:
    if not re.fullmatch(r" *[0-9]{1,9} *", text):
        raise TrfError(f"{what}: {text.strip()!r} is no number")
    return int(text)


def _hundredths(text: str) -> int:
    return int(Fraction(text) * POINT)
