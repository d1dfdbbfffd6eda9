"""From what a page shows to its HTML."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final
from urllib.parse import quote, urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined

from gateway.operations.tournaments import PAGES
from gateway.pages import words
from gateway.prepared_bodies import PreparedBody

STYLE_PATH: Final = "/tournaments/style.css"
LIST_PATH: Final = PAGES


@dataclass(frozen=True, slots=True)
class Links:
    """Addresses of pages. ``kept``: what of the current address's query goes on to every other page."""

    kept: tuple[tuple[str, str], ...] = ()

    def list(self, **query: object) -> str:
        """The list of tournaments."""
        return self._address(LIST_PATH, query)

    def to(self, tournament: str, *parts: object, **query: object) -> str:
        """A page of a tournament."""
        steps = (LIST_PATH, *(quote(str(part), safe="") for part in (tournament, *parts)))
        return self._address("/".join(steps), query)

    def _address(self, path: str, query: dict[str, object]) -> str:
        asked = [(name, str(value)) for name, value in query.items() if value not in (None, "")]
        known = {name for name, _ in asked}
        asked += [(name, value) for name, value in self.kept if name not in known and name not in query]
        return f"{path}?{urlencode(asked)}" if asked else path


@cache
def environment() -> Environment:
    """The templates. Whatever is put into one is text, and nothing in it is taken for HTML."""
    made = Environment(
        loader=PackageLoader("gateway.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters["moment"] = words.moment
    made.filters["machine_moment"] = words.machine_moment
    made.filters["duration"] = words.duration
    made.globals["counted"] = words.counted
    made.globals["style"] = f"{STYLE_PATH}?v={style().tag}"
    return made


def render(template: str, values: dict[str, object]) -> bytes:
    """A page."""
    return environment().get_template(template).render(values).encode()


@cache
def style() -> PreparedBody:
    """The one style sheet of all pages."""
    return PreparedBody.of(files(__package__).joinpath("style.css").read_bytes())
