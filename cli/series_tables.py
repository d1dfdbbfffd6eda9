"""What ``playhall series`` shows: standings while it plays, and what it has found."""

import time
from collections.abc import Sequence
from typing import Final

from rich.console import Group
from rich.table import Table

from cli.headings import two_lines
from services.series.comparison import SeriesComparison
from services.series.document import OWN_BOT, SeriesDocument
from services.series.events import Named
from services.series.intervals import DealMean, SeriesEstimate
from services.series.report import labels_of
from services.series.results import MatchResult
from services.series.statistics import deals_of
from services.series.summary import SeriesSummary

MAX_STANDINGS: Final = 15
"""The most entrants that are shown while a series is played: the best, so that the line below them is seen."""
MAX_ROWS: Final = 50
"""The most entrants in a table of what a series has shown: the best."""


class Standings:
    """How the entrants stand, brought up to date deal by deal."""

    def __init__(self, document: SeriesDocument) -> None:
        self._document = document
        self._labels = labels_of(document)
        self._shares = [DealMean() for _ in document.entrants]
        self._matches = 0
        self._failed = 0
        self._before = 0
        self._since = time.monotonic()

    def add(self, results: Sequence[MatchResult], *, were_there: bool) -> None:
        """Add the results of whole deals; of those that ``were_there`` before, no speed is made."""
        self._matches += len(results)
        self._failed += sum(bool(result.error) for result in results)
        if were_there:
            self._before += len(results)
            self._since = time.monotonic()
        for deal in deals_of(results):
            shares: dict[int, list[float]] = {}
            for result in deal:
                for seat, entrant in enumerate(result.entrants if result.ranks else ()):
                    shares.setdefault(entrant, []).append(result.share(seat))
            for entrant, of_deal in shares.items():
                self._shares[entrant].add(sum(of_deal), len(of_deal))

    def shown(self) -> Group:
        """The standings as they are."""
        table = Table(box=None, pad_edge=False)
        for name in ("entrant", "share of the win", "95 %"):
            table.add_column(name, justify="left" if name == "entrant" else "right")
        places = [place for place, share in enumerate(self._shares) if share.deals]
        others = max(0, len(places) - MAX_STANDINGS)
        if others:
            places = sorted(places, key=lambda place: -self._shares[place].mean)[:MAX_STANDINGS]
        for place in places:
            estimate = self._shares[place].share_interval()
            table.add_row(self._labels[place], f"{estimate.value:.1%}", span(estimate))
        return Group(table, *([_others(others)] if others else []), self._line())

    def _line(self) -> str:
        played, most = self._matches - self._before, self._document.max_matches
        seconds = time.monotonic() - self._since
        line = f"{self._matches:,} of {most:,} matches"
        if played and seconds > 0:
            speed = played / seconds
            line += f", {speed:,.1f} a second, {duration((most - self._matches) / speed)} left"
        return line + (f", {self._failed} failed" if self._failed else "")


def summary_tables(document: SeriesDocument, summary: SeriesSummary) -> list[Table | str]:
    """What a series has shown, as tables and lines."""
    called = labels_of(document)
    places = _best(summary)
    shown: list[Table | str] = [_entrants(summary, called, places), _strengths(summary, called, places)]
    if any(entrant.share_by_size for entrant in summary.entrants):
        shown.append(_sizes(summary, called, places))
    if len(places) < len(called):
        shown.append(_others(len(called) - len(places)))
    if len(summary.seats) > 1:
        shown.append(_seats(summary))
    if summary.paired is not None:
        paired = summary.paired
        share = paired.share
        shown.append(
            f"{called[0]} against {called[1]} in the same seats of the same deals: {share.value:+.1%} of the win "
            f"({span(share, signed=True)}); better in {paired.better} of {paired.deals} deals, worse in "
            f"{paired.worse}, the same in {paired.same} (sign test: p = {paired.sign_test:.3g})"
        )
    if summary.sprt is not None:
        test = summary.sprt
        found = {"none": "no verdict", "h0": f"{test.elo0:g} Elo", "h1": f"{test.elo1:g} Elo"}[test.verdict.value]
        shown.append(
            f"{called[test.entrants[0]]} against {called[test.entrants[1]]}, {test.elo0:g} or {test.elo1:g} Elo: "
            f"{found} after {test.deals} deals (LLR {test.llr:.2f}; {test.lower:.2f} to {test.upper:.2f})"
        )
    if summary.length is not None:
        length = summary.length
        shown.append(
            f"A match has {length.mean:.1f} decisions on average: median {length.median}, 95 % up to "
            f"{length.percentile_95}, longest {length.longest}."
        )
    if summary.reasons:
        shown.append("Ends: " + ", ".join(f"{reason or 'none'} {number}" for reason, number in summary.reasons))
    if summary.errors:
        shown.append("Failed matches: " + ", ".join(f"{kind} {number}" for kind, number in summary.errors))
    return shown


def span(estimate: SeriesEstimate, *, signed: bool = False) -> str:
    """An interval of shares."""
    if estimate.low is None or estimate.high is None:
        return "-"
    sign = "+" if signed else ""
    return f"{estimate.low:{sign}.1%} to {estimate.high:{sign}.1%}"


def duration(seconds: float) -> str:
    """A time left, roughly."""
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {seconds:.0f} s" if minutes else f"{seconds:.0f} s"


def comparison_table(comparison: SeriesComparison) -> Table:
    """By how much bots did better in the second of two series."""
    title = "The second series against the first"
    if not comparison.same_conditions:
        title += " (other options, tables or design: not the bots alone have changed)"
    if comparison.catalogue_sha256 is None:
        title += " (not known: whether they were played with the same cards)"
    table = _table(title, "<bot", "versions", "share of the win", "95 %", "rank", "score")
    for entrant in comparison.entrants:
        table.add_row(
            entrant.bot,
            " and ".join(dict.fromkeys(map(_short, entrant.versions))),
            f"{entrant.share.value:+.1%}",
            span(entrant.share, signed=True),
            f"{entrant.rank.value:+.2f}",
            f"{entrant.score.value:+.1f}",
        )
    return table


def _short(version: str) -> str:
    """A version; of the SHA-256 of a file as much as tells it from another."""
    return version[: len(OWN_BOT) + 12] if version.startswith(OWN_BOT) else version


def events_table(counted: Sequence[Named], event: str, member: str) -> Table:
    """What events name, and how those do with whom it is named."""
    title = f"{event}, by {member}"
    table = _table(title, f"<{member}", "a match", "players", "share of the win", "95 %", "fair", "score")
    for named in counted:
        table.add_row(
            named.name,
            f"{named.per_match:.2f}",
            f"{named.players:,}",
            f"{named.share.value:.1%}",
            span(named.share),
            f"{named.fair_share:.1%}",
            f"{named.score:.1f}",
        )
    return table


def _others(number: int) -> str:
    return f"… and {number:,} others"


def _best(summary: SeriesSummary) -> list[int]:
    """Whom the tables show: all in their order, or of many the best, the best first."""
    entrants = summary.entrants
    if len(entrants) <= MAX_ROWS:
        return list(range(len(entrants)))
    shares = [-1.0 if entrant.share is None else entrant.share.value for entrant in entrants]
    return sorted(range(len(entrants)), key=lambda place: -shares[place])[:MAX_ROWS]


def _entrants(summary: SeriesSummary, called: Sequence[str], places: Sequence[int]) -> Table:
    title = f"{summary.matches:,} matches of {summary.deals:,} deals"
    table = _table(title, "<entrant", "matches", "share of the win", "95 %", "fair", "wins alone")
    for place in places:
        entrant = summary.entrants[place]
        table.add_row(
            called[place],
            f"{entrant.matches:,}",
            "-" if entrant.share is None else f"{entrant.share.value:.1%}",
            "-" if entrant.share is None else span(entrant.share),
            "-" if entrant.fair_share is None else f"{entrant.fair_share:.1%}",
            f"{entrant.wins:,}",
        )
    return table


def _strengths(summary: SeriesSummary, called: Sequence[str], places: Sequence[int]) -> Table:
    table = _table("\nBy place and score", "<entrant", "Elo", "rank", "score")
    for place in places:
        entrant = summary.entrants[place]
        table.add_row(
            called[place],
            _elo(entrant.elo),
            "-" if entrant.rank is None else f"{entrant.rank.value:.2f}",
            "-" if entrant.score is None else f"{entrant.score.value:.1f}",
        )
    return table


def _sizes(summary: SeriesSummary, called: Sequence[str], places: Sequence[int]) -> Table:
    table = _table("\nBy size of the table", "table of", "<entrant", "share of the win", "95 %", "fair")
    by_size = [
        (size, called[place], share) for place in places for size, share in summary.entrants[place].share_by_size
    ]
    for size, name, share in sorted(by_size, key=lambda row: row[0]):
        table.add_row(str(size), name, f"{share.value:.1%}", span(share), f"{1 / size:.1%}")
    return table


def _table(title: str, *headings: str) -> Table:
    """A table of numbers that fits 80 characters; columns that begin with ``<`` are for words."""
    table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for heading in headings:
        table.add_column(two_lines(heading.lstrip("<")), justify="left" if heading.startswith("<") else "right")
    return table


def _elo(elo: SeriesEstimate | None) -> str:
    if elo is None:
        return "-"
    return f"{elo.value:+.0f}" + ("" if elo.low is None else f" ({elo.low:+.0f} to {elo.high:+.0f})")


def _seats(summary: SeriesSummary) -> Table:
    table = _table("\nBy seat", "table of", "seat", "share of the win", "95 %", "fair")
    for seat in summary.seats:
        share = f"{seat.share.value:.1%}"
        table.add_row(str(seat.size), str(seat.seat + 1), share, span(seat.share), f"{1 / seat.size:.1%}")
    return table
