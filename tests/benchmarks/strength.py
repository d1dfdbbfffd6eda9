"""How strong the levels of play are: the series behind docs/strength.md, and its tables.

    .venv/bin/python -m tests.benchmarks.strength --list
    .venv/bin/python -m tests.benchmarks.strength [NAME ...] [--workers 1] [--runs runs/strength] [--again]
    .venv/bin/python -m tests.benchmarks.strength --table

A name may be a pattern (``factionwars-2-*``). A series that was interrupted goes on where it was; one whose record lies
in docs/strength is not played again unless ``--again`` says so. A record holds the command that plays the same series,
its document, its seed, its summary, the result of its first match and the SHA-256 of all results.
"""

import fnmatch
import hashlib
import json
import re
import shlex
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click

from services.engine import registry
from services.engine.fairness import sha256_hex
from services.engine.options import complete
from services.series.designs import in_whole_deals
from services.series.document import FORMAT_V1, Design, Entrant, FixedStop, SeriesDocument, SprtStop, Stop
from services.series.folder import Folder, result_line
from services.series.local import LocalPool, play_series
from services.series.statistics import summarise

RECORDS: Final = Path("docs/strength")
PAGE: Final = Path("docs/strength.md")
RECORD_FORMAT: Final = "playhall.strength/1"

_LEVELS: Final = ("random", "greedy", "expert", "search", "search-deep")
_LONG: Final = ("faceoff", "standoff")
"""The rulesets whose matches take experts long."""
_FEWER: Final = {("duels", 2): 2, ("faceoff", 4): 2, ("standoff", 2): 5, ("standoff", 4): 2}
"""Where the matches of searches take long, by ruleset and number of seats: one of so many is played."""
_ELO: Final = ("0", "50")
"""What the sequential test tells apart: not stronger, and stronger by as much as 57 % of the matches of two."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A series: ``first`` in one seat, ``second`` in all others, in every rotation of the seats. With ``second`` None
    all seats are the first's: how fair they are. ``is_tested``: it stops when a sequential test can tell whether the
    first is stronger, at the latest after ``matches``."""

    ruleset: str
    seats: int
    first: str
    second: str | None
    matches: int
    is_tested: bool = False

    @property
    def name(self) -> str:
        return f"{self.ruleset}-{self.seats}-{self.first}-{self.second or 'seats'}"

    @property
    def series_seed(self) -> bytes:
        """Nobody chose it: the hash of the name."""
        return hashlib.sha256(self.name.encode()).digest()

    @property
    def design(self) -> Design:
        return "gauntlet" if self.second else "round_robin"

    def document(self) -> SeriesDocument:
        """The series' document, in whole deals."""
        about = registry.ruleset(self.ruleset).describe()
        bots = (self.first, self.second) if self.second else (self.first,)
        document = SeriesDocument(
            format=FORMAT_V1,  # as those that are recorded, which were played before series named their cards
            ruleset=about.id,
            ruleset_version=about.version,
            options=complete({}, about.options),
            entrants=tuple(Entrant(bot=bot, version=about.version) for bot in bots),
            seats=(self.seats,),
            design=self.design,
            stop=self._stop(),
            series_seed_sha256=sha256_hex(self.series_seed),
        )
        return in_whole_deals(document)

    def _stop(self) -> Stop:
        if not self.is_tested:
            return FixedStop(rule="fixed", matches=self.matches)
        elo0, elo1 = _ELO
        return SprtStop(
            rule="sprt", entrants=(0, 1), elo0=elo0, elo1=elo1, alpha="0.05", beta="0.05", max_matches=self.matches
        )

    def command(self) -> str:
        """What plays the same series."""
        words = ["playhall", "series", self.ruleset, self.first, *([self.second] if self.second else [])]
        words += ["--design", self.design, "--seats", str(self.seats), "--matches", str(self.matches)]
        words += ["--sprt", *_ELO] if self.is_tested else []
        return shlex.join([*words, "--seed", self.series_seed.hex()])


def pairings() -> Iterator[Pairing]:
    """All of them: each level against the one below, searches against greedy and expert, and the seats of an expert.
    The quick ones come first, those with two seats before the others."""
    rulesets = [registry.ruleset(id).describe() for id in registry.installed_ids()]
    sizes = {about.id: [size for size in (2, 3, 4) if about.min_seats <= size <= about.max_seats] for about in rulesets}
    for first, second, matches in (("greedy", "random", 1000), ("expert", "greedy", 2000)):
        for id, seats in sizes.items():
            yield from (Pairing(id, size, first, second, matches) for size in seats)
    for id, seats in sizes.items():
        yield from (Pairing(id, size, "expert", None, 600 if id in _LONG else 3000) for size in seats)
    for first, second, matches, is_tested in (
        ("search", "greedy", 100, False),
        ("search", "expert", 400, True),
        ("search-deep", "search", 200, True),
        ("search-deep", "greedy", 40, False),
    ):
        for size in (2, 4):
            for id in [id for id in sizes if size in sizes[id]]:
                fewer = 1 if is_tested else _FEWER.get((id, size), 1)
                yield Pairing(id, size, first, second, matches // fewer, is_tested)


def play(pairing: Pairing, folder_path: Path, workers: int) -> None:
    """Play what is missing of a series, and write its record."""
    document = pairing.document()
    is_there = (folder_path / "series.json").exists()
    folder = Folder.open(folder_path) if is_there else Folder.create(folder_path, document, pairing.series_seed)
    if folder.document != document:
        raise click.ClickException(f"{folder_path} holds another series: remove it")
    began, played = time.monotonic(), 0
    with LocalPool(document, pairing.series_seed, workers=workers) as pool:
        for results in play_series(pool, folder):
            played += len(results)
    summary = summarise(document, folder.results())
    record = {
        "format": RECORD_FORMAT,
        "command": pairing.command(),
        "document": document.model_dump(mode="json"),
        "series_seed": pairing.series_seed.hex(),
        "first_match": json.loads(result_line(next(folder.results()))),
        "results_sha256": sha256_hex((folder_path / "results.ndjson").read_bytes()),
        "summary": {name: part for name, part in json.loads(summary.to_json()).items() if name != "convergence"},
    }
    RECORDS.mkdir(exist_ok=True)
    record_path(pairing).write_text(written(record))
    share = summary.entrants[0].share
    assert share is not None
    click.echo(f"{pairing.name}: {share.value:.3f} of {played} matches, {time.monotonic() - began:.0f} s")


def written(record: dict[str, Any]) -> str:
    """A record as JSON, a member a line."""
    members = [f"{json.dumps(name)}: {json.dumps(record[name], sort_keys=True)}" for name in sorted(record)]
    return "{\n" + ",\n".join(members) + "\n}\n"


def record_path(pairing: Pairing) -> Path:
    """Where a series' record lies."""
    return RECORDS / f"{pairing.name}.json"


def records() -> dict[str, dict[str, Any]]:
    """The records that there are, by name."""
    return {path.stem: json.loads(path.read_text()) for path in sorted(RECORDS.glob("*.json"))}


# -- the page ---------------------------------------------------------------------------------------------------------


def tables(found: dict[str, dict[str, Any]]) -> str:
    """Everything that stands on the page between its markers."""
    parts = []
    for about in (registry.ruleset(id).describe() for id in registry.installed_ids()):
        of_ruleset = [pairing for pairing in pairings() if pairing.ruleset == about.id and pairing.name in found]
        against = [pairing for pairing in of_ruleset if pairing.second]
        alone = [pairing for pairing in of_ruleset if not pairing.second]
        if of_ruleset:
            parts.append(f"## {about.title}\n\n{_strength(against, found)}{_seats(alone, found)}")
    return "\n".join(parts)


def _strength(chosen: Sequence[Pairing], found: dict[str, dict[str, Any]]) -> str:
    if not chosen:
        return ""
    lines = ["| seats | level | against | matches | share of the win | fair | test |", "|---|---|---|---|---|---|---|"]
    for pairing in sorted(chosen, key=_by_seats_and_level):
        summary = found[pairing.name]["summary"]
        first = summary["entrants"][0]
        cells = (
            str(pairing.seats),
            f"`{pairing.first}`",
            f"`{pairing.second}`" + (f", {pairing.seats - 1} times" if pairing.seats > 2 else ""),
            f"{summary['matches']:,}",
            _percent(first["share"]),
            f"{100 / pairing.seats:.0f} %",
            {"h0": "not stronger", "h1": "stronger"}.get((summary["sprt"] or {}).get("verdict", ""), ""),
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n\n"


def _by_seats_and_level(pairing: Pairing) -> tuple[int, int, int]:
    return pairing.seats, _LEVELS.index(pairing.first), _LEVELS.index(pairing.second or "random")


def _seats(chosen: Sequence[Pairing], found: dict[str, dict[str, Any]]) -> str:
    if not chosen:
        return ""
    most = max(pairing.seats for pairing in chosen)
    lines = [
        f"| `expert` in all seats | matches | {' | '.join(f'seat {seat}' for seat in range(most))} |",
        "|---|---" + "|---" * most + "|",
    ]
    for pairing in chosen:
        summary = found[pairing.name]["summary"]
        shares = [_percent(seat["share"]) for seat in summary["seats"]]
        cells = (f"{pairing.seats} seats", f"{summary['matches']:,}", *shares, *[""] * (most - len(shares)))
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n\n"


def _percent(share: dict[str, float | None]) -> str:
    low, high = share["low"], share["high"]
    assert share["value"] is not None
    interval = "" if low is None or high is None else f" ({100 * low:.1f} to {100 * high:.1f})"
    return f"{100 * share['value']:.1f} %{interval}"


def write_tables() -> None:
    """Put the tables into the page."""
    text = PAGE.read_text()
    inside = re.compile(r"(?<=<!-- tables -->\n).*(?=<!-- end of tables -->)", re.DOTALL)
    PAGE.write_text(inside.sub(lambda _: f"\n{tables(records()).rstrip()}\n\n", text))


@click.command()
@click.argument("names", nargs=-1)
@click.option("--list", "is_list", is_flag=True, help="Tell the names of all series, and which were played.")
@click.option("--table", is_flag=True, help="Write the tables of docs/strength.md from the records.")
@click.option("--workers", default=1, show_default=True)
@click.option("--runs", type=click.Path(path_type=Path), default=Path("runs/strength"), show_default=True)
@click.option("--again", is_flag=True, help="Also those that have a record.")
def main(names: tuple[str, ...], is_list: bool, table: bool, workers: int, runs: Path, again: bool) -> None:
    """Play the series behind docs/strength.md, in the order of --list."""
    if table:
        write_tables()
        return
    for pairing in pairings():
        if names and not any(fnmatch.fnmatch(pairing.name, name) for name in names):
            continue
        has_record = record_path(pairing).exists()
        if is_list:
            click.echo(f"{'played' if has_record else '-':<8}{pairing.name:<44}{pairing.command()}")
        elif again or not has_record:
            runs.mkdir(parents=True, exist_ok=True)
            play(pairing, runs / pairing.name, workers)


if __name__ == "__main__":
    main()
