"""The report of a series: one HTML file that loads nothing, runs no script, and is legible on a phone.

The plots need Matplotlib, which comes with the extra ``series``.
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Final

from services.series.document import FixedStop, SeriesDocument
from services.series.intervals import CONFIDENCE, SeriesEstimate
from services.series.sprt import SprtState, SprtVerdict
from services.series.summary import IntervalMethod, PairedSummary, SeriesLength, SeriesSummary

MAX_PAIRS: Final = 200
"""The most pairs of entrants that the table shows."""

_STYLE: Final = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1b1b1b; background: #fff; max-width: 70rem; margin: 0 auto;
  padding: 1rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: .5rem 0; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
p { margin: .5rem 0; max-width: 50rem; }
.table { overflow-x: auto; margin: .5rem 0 1rem; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; min-width: 100%; }
th, td { padding: .3rem .5rem; text-align: right; border-bottom: 1px solid #e2e2e2; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
th { color: #555; font-weight: 600; }
small, .note { color: #666; font-size: .85rem; }
.failed { border-left: 4px solid #c43b4e; padding-left: .7rem; }
svg { width: 100%; max-width: 50rem; height: auto; display: block; }
code { overflow-wrap: anywhere; font-size: .85rem; }
"""
_NOTHING: Final = "—"
_OBSERVATION: Final = {
    IntervalMethod.INDEPENDENT: "each match is one observation",
    IntervalMethod.CLUSTERED: "each deal is one observation",
}


class MatplotlibMissing(Exception):
    """The plots cannot be drawn."""

    def __init__(self) -> None:
        super().__init__('a report needs Matplotlib: pip install "playhall[series]"')


def write_report(file: Path, document: SeriesDocument, summary: SeriesSummary) -> None:
    """Writes the report of a series.

    Raises:
        MatplotlibMissing: Matplotlib is not installed.
        OSError: the file cannot be written.
    """
    file.write_text(report(document, summary), encoding="utf-8")


def report(document: SeriesDocument, summary: SeriesSummary) -> str:
    """The report as HTML. The same summary has the same report.

    Raises:
        MatplotlibMissing: Matplotlib is not installed.
    """
    try:
        from services.series.plots import plots
    except ModuleNotFoundError as error:
        if error.name is None or not error.name.startswith("matplotlib"):
            raise
        raise MatplotlibMissing from None
    labels = labels_of(document)
    drawn = plots(summary, labels)
    title = f"{document.ruleset} {document.ruleset_version}: {' · '.join(labels[:6])}{' …' * (len(labels) > 6)}"
    sections = [
        f"<h1>{escape(title)}</h1>",
        _introduction(document, summary),
        _section("Standings", _standings(summary, labels), drawn.get("Share of the win", "")),
        _sprt(summary.sprt, labels),
        _paired(summary.paired, labels),
        _section("Who finishes before whom", drawn.get("Who finishes before whom", ""), _pairs(summary, labels)),
        _section("Scores", drawn.get("Scores", ""), _scores(summary, labels), _parts(summary, labels)),
        _section("Seats", drawn.get("Seats", ""), _seats(summary)),
        _section("Sizes of tables", _sizes(summary, labels)),
        _section("Matches", _length(summary.length), _frequencies("end", summary.reasons)),
        _section("Convergence", drawn.get("Convergence", "")),
        _section("Conditions", _conditions(document, summary)),
    ]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(section for section in sections if section)
        + "\n</body>\n</html>\n"
    )


def labels_of(document: SeriesDocument) -> list[str]:
    """The entrants' names: the bots', with their places (from 1) where a bot entered more than once."""
    bots = [entrant.bot for entrant in document.entrants]
    times = Counter(bots)
    return [f"{bot} #{place}" if times[bot] > 1 else bot for place, bot in enumerate(bots, 1)]


# -- sections --------------------------------------------------------------------------------------------------------


def _section(title: str, *parts: str) -> str:
    content = "\n".join(part for part in parts if part)
    return f"<h2>{escape(title)}</h2>\n{content}" if content else ""


def _introduction(document: SeriesDocument, summary: SeriesSummary) -> str:
    seats = " or ".join(map(str, document.seats))
    text = (
        f"<p>{summary.matches:,} matches in {summary.deals:,} deals, {escape(document.design.replace('_', ' '))}, "
        f"tables of {seats}.</p>"
        f'<p class="note">Intervals: {100 * CONFIDENCE:.0f} %; {_OBSERVATION[summary.interval_method]}'
        + (
            ", for the matches of a deal have the same cards (variance between deals)"
            if summary.interval_method is IntervalMethod.CLUSTERED
            else ""
        )
        + ".</p>"
    )
    if summary.failed:
        kinds = ", ".join(f"{escape(kind)} {count:,}" for kind, count in summary.errors)
        text += f'<p class="failed">{summary.failed:,} matches failed and count for nobody: {kinds}.</p>'
    return text


def _standings(summary: SeriesSummary, labels: Sequence[str]) -> str:
    def strength(place: int) -> tuple[float, int]:
        share = summary.entrants[place].share
        return (-share.value if share else 1.0), place

    rows = []
    for place in sorted(range(len(labels)), key=strength):
        entrant = summary.entrants[place]
        rows.append(
            [
                labels[place],
                f"{entrant.matches:,}",
                f"{entrant.wins:,}",
                f"{entrant.shared_wins:,}",
                _percent(entrant.share),
                _NOTHING if entrant.fair_share is None else f"{100 * entrant.fair_share:.1f} %",
                _number(entrant.elo, 0, signed=True),
                _number(entrant.rank, 2),
                _number(entrant.score, 1),
            ]
        )
    heads = ("Bot", "Matches", "Wins", "Shared", "Share of the win", "Fair", "Elo", "Rank", "Score")
    note = '<p class="note">Elo: Bradley-Terry strengths from who finishes before whom, 0 on average.</p>'
    return _table(heads, rows) + note


def _sprt(state: SprtState | None, labels: Sequence[str]) -> str:
    if state is None:
        return ""
    first, second = (labels[entrant] for entrant in state.entrants)
    verdicts = {
        SprtVerdict.NONE: "no verdict",
        SprtVerdict.H0: f"{state.elo0:g} Elo accepted",
        SprtVerdict.H1: f"{state.elo1:g} Elo accepted",
    }
    return _section(
        "Sequential test",
        f"<p>{escape(first)} against {escape(second)}: is the first {state.elo0:g} or {state.elo1:g} Elo points "
        f"stronger? <strong>{verdicts[state.verdict]}</strong> after {state.deals:,} deals. Log likelihood ratio "
        f"{state.llr:.2f}, between {state.lower:.2f} and {state.upper:.2f} (errors {100 * state.alpha:g} % and "
        f"{100 * state.beta:g} %); score {_percent(state.score)}.</p>",
    )


def _paired(paired: PairedSummary | None, labels: Sequence[str]) -> str:
    if paired is None:
        return ""
    rows = [
        ["Share of the win", _percent(paired.share)],
        ["Rank (less is better)", _number(paired.rank, 3, signed=True)],
        ["Score", _number(paired.score, 2, signed=True)],
    ]
    return _section(
        f"{labels[0]} instead of {labels[1]}",
        f"<p>In the same seats of {paired.deals:,} deals: better in {paired.better:,}, worse in {paired.worse:,}, the "
        f"same in {paired.same:,} (sign test: p = {paired.sign_test:.3g}).</p>",
        _table(("Difference", "Mean"), rows),
    )


def _pairs(summary: SeriesSummary, labels: Sequence[str]) -> str:
    rows = [
        [f"{labels[pair.first]} before {labels[pair.second]}", f"{pair.comparisons:,}", _percent(pair.score)]
        for pair in summary.pairs[:MAX_PAIRS]
    ]
    return _table(("Pair", "Comparisons", "Of comparisons, ties half"), rows)


def _scores(summary: SeriesSummary, labels: Sequence[str]) -> str:
    rows = [
        [label, *(str(value) for value in (entrant.scores.lowest, *entrant.scores.quartiles, entrant.scores.highest))]
        for label, entrant in zip(labels, summary.entrants, strict=True)
        if entrant.scores
    ]
    return _table(("Score", "Lowest", "Quarter", "Median", "Three quarters", "Highest"), rows)


def _parts(summary: SeriesSummary, labels: Sequence[str]) -> str:
    names = sorted({name for entrant in summary.entrants for name, _ in entrant.parts})
    if not names:
        return ""
    rows = [
        [label, *(f"{dict(entrant.parts).get(name, 0):.2f}" for name in names)]
        for label, entrant in zip(labels, summary.entrants, strict=True)
    ]
    return _table(("Mean by part", *(name.replace("_", " ") for name in names)), rows)


def _seats(summary: SeriesSummary) -> str:
    rows = [
        [f"{seat.seat + 1} of {seat.size}", f"{seat.matches:,}", _percent(seat.share), f"{100 / seat.size:.1f} %"]
        for seat in summary.seats
    ]
    return _table(("Seat", "Matches", "Share of the win", "Fair"), rows)


def _sizes(summary: SeriesSummary, labels: Sequence[str]) -> str:
    rows = [
        [label, str(size), _percent(share), f"{100 / size:.1f} %"]
        for label, entrant in zip(labels, summary.entrants, strict=True)
        for size, share in entrant.share_by_size
    ]
    return _table(("Bot", "Seats", "Share of the win", "Fair"), rows)


def _length(length: SeriesLength | None) -> str:
    if length is None:
        return ""
    return (
        f"<p>Decisions in a match: {length.mean:.1f} on average, median {length.median:,}, 19 of 20 at most "
        f"{length.percentile_95:,}, longest {length.longest:,}.</p>"
    )


def _frequencies(head: str, counts: Sequence[tuple[str, int]]) -> str:
    total = sum(count for _, count in counts)
    rows = [[name or _NOTHING, f"{count:,}", f"{100 * count / total:.1f} %"] for name, count in counts]
    return _table((head.capitalize(), "Matches", ""), rows)


def _conditions(document: SeriesDocument, summary: SeriesSummary) -> str:
    stop = document.stop
    end = f"{stop.matches:,} matches" if isinstance(stop, FixedStop) else f"at most {stop.max_matches:,} matches"
    rows = [
        ["Ruleset", f"{document.ruleset} {document.ruleset_version}"],
        *(["Option " + name, _json(value)] for name, value in sorted(document.options.items())),
        *(["Entrant", f"{entrant.bot} {entrant.version}"] for entrant in document.entrants),
        ["End", end],
    ]
    digests = (
        f'<p class="note">Series <code>{summary.series_sha256}</code><br>'
        f"SHA-256 of its seed <code>{document.series_seed_sha256}</code></p>"
    )
    return _table(("", ""), rows) + digests


# -- cells -----------------------------------------------------------------------------------------------------------


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows]
    if not lines:
        return ""
    head = "".join(f"<th>{escape(cell)}</th>" for cell in heads) if any(heads) else ""
    return f'<div class="table"><table>\n{f"<tr>{head}</tr>" if head else ""}\n' + "\n".join(lines) + "\n</table></div>"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _percent(estimate: SeriesEstimate | None) -> str:
    if estimate is None:
        return _NOTHING
    if estimate.low is None or estimate.high is None:
        return f"{100 * estimate.value:.1f} %"
    return f"{100 * estimate.value:.1f} % ({100 * estimate.low:.1f} to {100 * estimate.high:.1f})"


def _number(estimate: SeriesEstimate | None, digits: int, *, signed: bool = False) -> str:
    if estimate is None:
        return _NOTHING
    sign = "+" if signed else ""
    value = f"{estimate.value:{sign}.{digits}f}"
    if estimate.low is None or estimate.high is None:
        return value
    return f"{value} ({estimate.low:{sign}.{digits}f} to {estimate.high:{sign}.{digits}f})"
