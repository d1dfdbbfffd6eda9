"""Requests, and what their answers mean; nothing is sent here."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar
from urllib.parse import quote, urlencode

from playhall_client.errors import BadAnswer, refusal
from playhall_client.models import JsonObject, R

T = TypeVar("T")

JSON: Final = "application/json"
LINES: Final = "application/x-ndjson"


@dataclass(frozen=True)
class Request(Generic[T]):
    """A request that may be sent again, whatever became of it before; ``parse`` makes of its body what is returned.
    Values of the ``query`` that are None are left out."""

    method: str
    path: str
    parse: Callable[[bytes], T]
    query: Mapping[str, str | int | None] = field(default_factory=dict)
    body: JsonObject | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    accept: str = JSON

    @property
    def target(self) -> str:
        """Path and query."""
        given = {name: value for name, value in self.query.items() if value is not None}
        return f"{self.path}?{urlencode(given)}" if given else self.path

    @property
    def content(self) -> bytes | None:
        """The body's bytes."""
        return None if self.body is None else json.dumps(self.body).encode()

    def all_headers(self) -> dict[str, str]:
        """Its headers but the key."""
        headers = {"Accept": self.accept, **self.headers}
        if self.body is not None:
            headers["Content-Type"] = JSON
        return headers

    def result(self, status: int, headers: Mapping[str, str], content: bytes) -> T:
        """What an answer says.

        Raises:
            ApiError: a refusal.
            BadAnswer: it is no answer of this API.
        """
        if 200 <= status < 300:
            return self.parse(content)
        try:
            problem = json.loads(content)
        except (ValueError, RecursionError):
            problem = None
        wait = headers.get("Retry-After", "").strip()
        retry_after = float(wait) if wait.isascii() and wait.isdecimal() else None
        raise refusal(status, problem if isinstance(problem, dict) else {}, retry_after)


@dataclass(frozen=True)
class Page(Generic[T]):
    """Some entries of a list, and how to ask for those after them; None: there are none."""

    entries: list[T]
    next: "Request[Page[T]] | None"


def path(*parts: str | int, verb: str = "") -> str:
    """The path of a resource; ``verb``: such as ``join``, after a colon."""
    return "/v1/" + "/".join(quote(str(part), safe="") for part in parts) + (f":{verb}" if verb else "")


def given(**fields: Any) -> JsonObject:  # noqa: ANN401 - JSON
    """The fields that are not None."""
    return {name: value for name, value in fields.items() if value is not None}


def document(content: bytes) -> JsonObject:
    """The JSON object of a body.

    Raises:
        BadAnswer: it is none.
    """
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise BadAnswer("the answer is no JSON object")
    return found


def record(kind: type[R]) -> Callable[[bytes], R]:
    """How to parse a body that is one record."""
    return lambda content: kind.parse(document(content))


def listed(kind: type[R], name: str, address: str, query: Mapping[str, str | int | None]) -> Request[Page[R]]:
    """The first page of a list; ``name``: of the field with its entries."""

    def parse(content: bytes) -> Page[R]:
        page = document(content)
        entries = page.get(name)
        if not isinstance(entries, list):
            raise BadAnswer(f"a list without {name}")
        token = page.get("next_page_token")
        following = None if token is None else listed(kind, name, address, {**query, "page_token": str(token)})
        return Page([kind.parse(entry) for entry in entries], following)

    return Request("GET", address, parse, query)


def downloaded(kind: type[R], address: str, first: int, limit: int) -> Request[Page[R]]:
    """Lines of JSON from a number on, so many at a time, until there are no more."""

    def parse(content: bytes) -> Page[R]:
        entries = [kind.parse(document(line)) for line in content.splitlines() if line.strip()]
        return Page(entries, downloaded(kind, address, first + len(entries), limit) if entries else None)

    return Request("GET", address, parse, {"first": first, "limit": limit}, accept=LINES)
