"""The plots of a series' report, as SVG to be put into HTML. Equal summaries have equal plots, byte for byte.

Imports Matplotlib: see :mod:`services.series.report`.
"""

import io
import re
from collections.abc import Sequence
from typing import Any, Final

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.typing import RcKeyType

from services.series.intervals import SeriesEstimate
from services.series.summary import SeriesSummary

COLOURS: Final = ("#4269d0", "#c9670b", "#3a8a3f", "#c43b4e", "#7a4fb0", "#1f8a99", "#9a6b2f", "#d054a0")
"""Colours of entrants; more of them begin again."""
MAX_IN_MATRIX: Final = 16
"""The most entrants that the matrix shows."""
MAX_SHARES: Final = 40
"""The most entrants whose share of the win is drawn: the best."""
MAX_SHOWN: Final = 8
"""The most entrants whose scores and convergence are drawn."""

_WIDTH: Final = 7.0
_GREY: Final = "#888888"
_STYLE: Final[dict[RcKeyType, Any]] = {
    "svg.fonttype": "none",  # text stays text: small, and legible in the reader's own font
    "svg.hashsalt": "playhall",
    "text.parse_math": False,
    "font.family": ["sans-serif"],
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": _GREY,
    "axes.titlelocation": "left",
    "legend.frameon": False,
}


def plots(summary: SeriesSummary, labels: Sequence[str]) -> dict[str, str]:
    """The plots that a summary has data for, by their titles. ``labels``: of the entrants."""
    with matplotlib.rc_context(_STYLE):
        drawn = {
            "Share of the win": _shares(summary, labels),
            "Who finishes before whom": _matrix(summary, labels),
            "Scores": _scores(summary, labels),
            "Seats": _seats(summary),
            "Convergence": _convergence(summary, labels),
        }
        return {title: _svg(figure, f"p{place}-") for place, (title, figure) in enumerate(drawn.items()) if figure}


def _svg(figure: Figure, prefix: str) -> str:
    """A figure as an ``svg`` element without links and dates, its identifiers different from another figure's."""
    FigureCanvasSVG(figure)
    written = io.StringIO()
    figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    text = written.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r' xmlns(:xlink)?="[^"]*"', "", text)
    text = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", text, count=1)
    # Only inside tags: a label may hold anything.
    return re.sub(r"<[^>]*>", lambda tag: _prefixed(tag.group(), prefix), text)


def _prefixed(tag: str, prefix: str) -> str:
    return re.sub(r'( id="|"#|url\(#)', lambda start: start.group() + prefix, tag)


def _colour(entrant: int) -> str:
    return COLOURS[entrant % len(COLOURS)]


def _axes(height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(_WIDTH, height), layout="constrained")
    return figure, figure.subplots()


def _dot(axes: Axes, estimate: SeriesEstimate, place: float, colour: str) -> None:
    if estimate.low is not None and estimate.high is not None:
        axes.plot([estimate.low, estimate.high], [place, place], color=colour, linewidth=2.5, solid_capstyle="round")
    axes.plot([estimate.value], [place], "o", color=colour, markersize=8)


def _percent(axes: Axes, axis: str) -> None:
    ticks = {"x": axes.xaxis, "y": axes.yaxis}[axis]
    ticks.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")


def _shares(summary: SeriesSummary, labels: Sequence[str]) -> Figure | None:
    shown = [place for place, entrant in enumerate(summary.entrants) if entrant.share]
    if not shown:
        return None
    shown.sort(key=lambda place: (-(summary.entrants[place].share or SeriesEstimate(0, None, None)).value, place))
    del shown[MAX_SHARES:]
    figure, axes = _axes(0.9 + 0.42 * len(shown))
    for row, place in enumerate(shown):
        entrant = summary.entrants[place]
        if entrant.share and entrant.fair_share is not None:
            axes.plot([entrant.fair_share] * 2, [row - 0.4, row + 0.4], color=_GREY, linestyle=":")
            _dot(axes, entrant.share, row, _colour(place))
    axes.set_yticks(range(len(shown)), [labels[place] for place in shown])
    axes.set_ylim(len(shown) - 0.5, -0.5)
    axes.set_xlim(left=0)
    best = f"the best {MAX_SHARES}: " if len(labels) > MAX_SHARES else ""
    axes.set_xlabel(f"{best}mean share of the win (dotted: the fair share)")
    axes.grid(axis="x", color="#dddddd")
    _percent(axes, "x")
    return figure


def _matrix(summary: SeriesSummary, labels: Sequence[str]) -> Figure | None:
    size = len(labels)
    if not summary.pairs or not 2 <= size <= MAX_IN_MATRIX:
        return None
    figure, axes = _axes(1.4 + 0.5 * size)
    for pair in summary.pairs:
        _cell(axes, pair.first, pair.second, pair.score.value, size)
        _cell(axes, pair.second, pair.first, 1 - pair.score.value, size)
    axes.set_xlim(-0.5, size - 0.5)
    axes.set_ylim(size - 0.5, -0.5)
    few = size < 5
    axes.set_xticks(range(size), labels, rotation=0 if few else 40, ha="center" if few else "right")
    axes.set_yticks(range(size), labels)
    axes.spines[:].set_visible(False)
    axes.set_xlabel("… before which (per cent, ties half)")
    axes.set_ylabel("who finishes …")
    return figure


def _cell(axes: Axes, row: int, column: int, score: float, size: int) -> None:
    axes.add_patch(Rectangle((column - 0.49, row - 0.48), 0.98, 0.96, color=matplotlib.colormaps["RdBu"](score)))
    axes.text(
        column,
        row,
        f"{100 * score:.0f}",
        ha="center",
        va="center",
        color="white" if abs(score - 0.5) > 0.3 else "black",
        fontsize=11 if size < 9 else 8,
    )


def _scores(summary: SeriesSummary, labels: Sequence[str]) -> Figure | None:
    shown = [(place, each.scores) for place, each in enumerate(summary.entrants[:MAX_SHOWN]) if each.scores]
    if not shown:
        return None
    figure = Figure(figsize=(_WIDTH, 0.6 + 1.1 * len(shown)), layout="constrained")
    rows = figure.subplots(len(shown), 1, sharex=True, squeeze=False)
    for (place, scores), axes in zip(shown, rows[:, 0], strict=True):
        axes.bar(
            [each.start for each in scores.bins],
            [each.count for each in scores.bins],
            width=scores.bin_width * 0.92,
            align="edge",
            color=_colour(place),
        )
        axes.axvline(scores.quartiles[1] + 0.46 * scores.bin_width, color="black", linewidth=1)
        axes.set_title(labels[place], fontsize=11)
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
    rows[-1, 0].set_xlabel("score (line: the median)")
    return figure


def _seats(summary: SeriesSummary) -> Figure | None:
    if not summary.seats:
        return None
    figure, axes = _axes(0.9 + 0.42 * len(summary.seats))
    for row, seat in enumerate(summary.seats):
        axes.plot([1 / seat.size] * 2, [row - 0.4, row + 0.4], color=_GREY, linestyle=":")
        _dot(axes, seat.share, row, COLOURS[0])
    sizes = len({seat.size for seat in summary.seats})
    names = [f"seat {seat.seat + 1}" + (f" of {seat.size}" if sizes > 1 else "") for seat in summary.seats]
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlim(left=0)
    axes.set_xlabel("mean share of the win (dotted: the fair share)")
    axes.grid(axis="x", color="#dddddd")
    _percent(axes, "x")
    return figure


def _convergence(summary: SeriesSummary, labels: Sequence[str]) -> Figure | None:
    if len(summary.convergence) < 2:
        return None
    figure, axes = _axes(3.6)
    for place, label in enumerate(labels[:MAX_SHOWN]):
        points = [(point.matches, point.shares[place]) for point in summary.convergence]
        known = [(matches, share) for matches, share in points if share]
        matches = [matches for matches, _ in known]
        axes.plot(matches, [share.value for _, share in known], color=_colour(place), label=label)
        low = [share.value if share.low is None else share.low for _, share in known]
        high = [share.value if share.high is None else share.high for _, share in known]
        axes.fill_between(matches, low, high, color=_colour(place), alpha=0.15, linewidth=0)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.xaxis.set_minor_formatter("")
    axes.set_ylim(0, 1)
    axes.set_xlabel("matches")
    axes.grid(axis="y", color="#dddddd")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.2), ncols=3)
    _percent(axes, "y")
    return figure
