"""The report of a series: one file that loads nothing and shows what a summary holds."""

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from services.series.document import SeriesDocument, SprtStop
from services.series.report import labels_of, report, write_report
from services.series.statistics import summarise
from tests.unit.series.documents import document
from tests.unit.series.played import drawn, failed

pytest.importorskip("matplotlib", reason="plots need the extra `series`")

EVIL = "<script>alert(1)</script>$x$"
SERIES = document("greedy", EVIL, "planner", seats=(2, 3)).model_copy(update={"options": {"</td><b>": EVIL}})


def report_of(series: SeriesDocument, matches: int = 200) -> str:
    return report(series, summarise(series, drawn(series, matches, advantage=3)))


@pytest.fixture(scope="module")
def page() -> str:
    return report_of(SERIES)


class Elements(HTMLParser):
    """Counts elements and collects what they refer to and are called."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.ids: list[str] = []
        self.references: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name in ("href", "src", "xlink:href", "srcset", "data"):
                self.references.append(value or "")
            self.references += re.findall(r"url\(([^)]*)\)", value or "")


def test_the_page_loads_nothing(page: str) -> None:
    assert "http://" not in page
    assert "https://" not in page
    found = Elements(page)
    assert not {"script", "link", "img", "iframe", "object", "embed"} & set(found.names)
    assert found.references
    assert {reference[1:] for reference in found.references if reference.startswith("#")} <= set(found.ids)
    assert all(reference.startswith("#") for reference in found.references)
    assert "@import" not in page


def test_no_two_elements_have_the_same_name(page: str) -> None:
    ids = Elements(page).ids
    assert len(ids) == len(set(ids))


def test_what_people_have_named_is_shown_as_they_wrote_it_and_never_executed(page: str) -> None:
    assert "<script" not in page
    assert "</td><b>" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;$x$" in page


def test_the_page_shows_every_section(page: str) -> None:
    titles = re.findall("<h2>(.*?)</h2>", page)
    assert titles == [
        "Standings",
        "Who finishes before whom",
        "Scores",
        "Seats",
        "Sizes of tables",
        "Matches",
        "Convergence",
        "Conditions",
    ]
    assert page.count("<svg") == 5
    assert "each deal is one observation" in page
    assert '<meta name="viewport"' in page


def test_the_same_summary_has_the_same_page(page: str) -> None:
    assert report_of(SERIES) == page


def test_tests_and_paired_comparisons_have_sections() -> None:
    stop = SprtStop(rule="sprt", entrants=(0, 1), elo0="0", elo1="50", alpha="0.05", beta="0.05", max_matches=9999)
    series = document("a", "b", "field", design="paired").model_copy(update={"stop": stop})
    page = report_of(series, 400)
    assert "<strong>50 Elo accepted</strong>" in page
    assert "<h2>a instead of b</h2>" in page


def test_failures_stand_at_the_top() -> None:
    series = document("a", "b")
    page = report(series, summarise(series, [*drawn(series, 20), failed(20, 10, (0, 1), "bot_failed")]))
    assert "1 matches failed and count for nobody: bot_failed 1." in page


def test_a_series_without_a_match_has_a_page(tmp_path: Path) -> None:
    series = document("a", "b")
    write_report(tmp_path / "report.html", series, summarise(series, []))
    assert "0 matches in 0 deals" in (tmp_path / "report.html").read_text()


def test_a_bot_that_entered_twice_is_told_apart_by_its_place() -> None:
    assert labels_of(document("a", "b", "a")) == ["a #1", "b", "a #3"]


def test_without_matplotlib_the_error_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from services.series.report import MatplotlibMissing, report\n"
        "from services.series.statistics import summarise\n"
        "from tests.unit.series.documents import document\n"
        "series = document('a', 'b')\n"
        "try: report(series, summarise(series, []))\n"
        "except MatplotlibMissing as missing: print(missing)\n"
    )
    root = Path(__file__).parents[3]
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=root)
    assert run.stdout == 'a report needs Matplotlib: pip install "playhall[series]"\n', run.stderr


@pytest.mark.slow
def test_of_many_entrants_the_best_are_drawn_and_all_are_listed() -> None:
    many = document(*(f"bot-{place}" for place in range(60)), design="random_tables")
    page = report_of(many, matches=300)
    assert "the best 40: mean share of the win" in page
    drawn_labels = re.findall(r"<text[^>]*>(bot-\d+)</text>", page)
    assert drawn_labels.count("bot-0") == 3, "among the shares, with its scores, in the legend"
    listed = set(re.findall(r"<td>(bot-\d+)</td>", page))
    assert listed == {f"bot-{place}" for place in range(60)}
