"""The pages' paths, and how each is answered: admission, cache, headers, errors that are pages, too."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from flask import Flask, Response, g, request
from werkzeug.exceptions import NotFound

from gateway import problems
from gateway.operations.tournaments import is_tournament_id
from gateway.pages import contents
from gateway.pages.addresses import number_in
from gateway.pages.cache import BoundedCache
from gateway.pages.contents import Asked, Show, Sources
from gateway.pages.rendering import LIST_PATH, STYLE_PATH, Links, render, style
from gateway.pages.words import BOTS, STATUS, format_in_short
from gateway.prepared_bodies import PreparedBody, answer
from services.engine.engine import Engines
from services.errors import Reason, Refusal
from services.identity import ANONYMOUS, Players
from services.platform_time import platform_ms
from services.stored_tournaments.hosted_tournament import HostedTournament, TournamentVisibility
from services.stored_tournaments.hosting import Tournaments
from services.stored_tournaments.view import TournamentView
from services.tournaments.named_entrants import namesakes
from services.tournaments.tournament import TournamentStatus
from services.unreadable import Found, show_each

POLICY: Final = "; ".join(
    [
        "default-src 'none'",
        "style-src 'self'",
        "img-src data:",  # the empty icon, so that no browser asks for one
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors *",
    ]
)
"""The pages' Content-Security-Policy: one style sheet from here, no script at all. Every site may frame them: they show
what everybody may see, and there is nothing to press that changes anything."""

REFRESH_SECONDS: Final = 30
"""How often a page asks to be loaded again whose round is being played."""

LIST_ROWS: Final = 50
_MOST_ENTRIES: Final = 60_000
"""Of the logs of the tournaments that are kept as they stand; some 2 kB each."""
_MOST_BYTES: Final = 16_000_000
"""Of the pages that are kept."""
_LARGE: Final = 2_000
"""So many entries of a log take a part of a second to read."""
_CLOCK_MS: Final = 10_000
_NAMES_MS: Final = 60_000
"""A page is made anew after so long, though nothing has happened in its tournament: the time left has changed, or
perhaps a name."""
_MAX_AGE: Final = 10

_TOURNAMENT: Final = f"{LIST_PATH}/<segment:tournament>"
_ELSE: Final = f"{LIST_PATH}/<path:rest>"
_HTML: Final = "text/html; charset=utf-8"
_TITLES: Final = {
    Reason.NOT_FOUND: "Not found",
    Reason.INVALID_FIELD: "This address cannot be read",
    Reason.RATE_LIMITED: "Too many requests",
    Reason.UNAUTHENTICATED: "Not shown here",
    Reason.BUSY: "Busy",
}
_NO_TOURNAMENT: Final = "There is no such tournament."
_NO_PAGE: Final = "There is no such page."


def add_paths(app: Flask) -> None:
    """Know the paths of the pages, which :func:`serve` serves."""
    for path in (LIST_PATH, STYLE_PATH, *(_TOURNAMENT + rest for rest in contents.PAGES), _ELSE):
        app.add_url_rule(path, path)


def serve(app: Flask, pages: "TournamentPages", count: Callable[[], None], *, is_public: bool) -> None:
    """Serve the pages, whose paths the app knows. ``count`` is told of each request and may refuse it. ``is_public``:
    whether anything is shown to who brings no key."""

    def guarded(page: Callable[..., Response]) -> Callable[..., Response]:
        def respond(**path: str) -> Response:
            try:
                count()
                if not is_public:
                    raise Refusal(Reason.UNAUTHENTICATED, "Here, tournaments are shown over the API alone, with a key.")
                return page(**path)
            except Refusal as refusal:
                return _refused(refusal)
            except Exception as error:  # what nobody foresaw is a page, too
                problems.log_failure(error, problems.request_id())
                return _refused(Refusal(Reason.INTERNAL))

        return respond

    def style_sheet() -> Response:
        count()
        return answer(style(), "text/css; charset=utf-8", "public, max-age=86400")

    app.endpoint(STYLE_PATH)(style_sheet)
    app.endpoint(LIST_PATH)(guarded(pages.list))
    for rest, show in contents.PAGES.items():
        app.endpoint(_TOURNAMENT + rest)(guarded(partial(pages.show, rest, show)))
    app.endpoint(_ELSE)(guarded(_nothing))
    app.register_error_handler(NotFound, _unknown_path)


@dataclass(frozen=True, slots=True)
class _View:
    """How somebody looks at a page. ``is_embedded``: in a frame of another page, without header and footer;
    ``is_still``: without being loaded again by itself."""

    is_embedded: bool
    is_still: bool

    @classmethod
    def asked_for(cls) -> "_View":
        """That of the current request."""
        return cls(request.args.get("embed") == "1", request.args.get("refresh") == "off")

    @property
    def links(self) -> Links:
        """Addresses that keep it."""
        kept = [("embed", "1")] if self.is_embedded else []
        if self.is_still:
            kept.append(("refresh", "off"))
        return Links(tuple(kept))


class TournamentPages:
    """The pages of tournaments that everybody may see. Safe to share between threads.

    A page is made once for what has happened in its tournament, not once for each who looks: then only the row of the
    tournament is read.
    """

    def __init__(
        self,
        tournaments: Tournaments,
        players: Players,
        engines: Engines,
        *,
        now_ms: Callable[[], int] = platform_ms,
    ) -> None:
        self._tournaments = tournaments
        self._players = players
        self._engines = engines
        self._now_ms = now_ms
        self._views: BoundedCache[_State, TournamentView] = BoundedCache(
            _MOST_ENTRIES, lambda view: 1 + view.hosted.revision
        )
        self._made: BoundedCache[object, _Made] = BoundedCache(
            _MOST_BYTES, lambda made: len(made.body.plain) + len(made.body.packed)
        )

    def list(self) -> Response:
        """Public tournaments, newest first.

        Raises:
            Refusal: ``INVALID_FIELD``.
        """
        view = _View.asked_for()
        before, status, ruleset = (request.args.get(name) or None for name in ("before", "status", "ruleset"))
        if before is not None and not is_tournament_id(before):
            raise Refusal(Reason.INVALID_FIELD, "In the address, before must be the id of a tournament.")
        if status is not None and status not in {each.value for each in TournamentStatus}:
            raise Refusal(Reason.INVALID_FIELD, "In the address, status must be one of those in the list.")
        rulesets = self._engines.ids()
        if ruleset is not None and ruleset not in rulesets:
            raise Refusal(Reason.INVALID_FIELD, "In the address, ruleset must be one of those in the list.")
        found = self._tournaments.list(
            limit=LIST_ROWS + 1,
            before=before,
            status=None if status is None else TournamentStatus(status),
            ruleset=ruleset,
        )
        page = found.all[:LIST_ROWS]
        shown, unshown = show_each("tournament", Found(page), lambda each: (each, format_in_short(each.settings)))
        titles = {id: self._title(id) for id in {*rulesets, *(each.settings.ruleset for each, _ in shown)}}
        html = render(
            "list.html",
            {
                "links": view.links,
                "is_embedded": view.is_embedded,
                "is_hidden": bool(before or status or ruleset),
                "tournaments": [each for each, _ in shown],
                "unshown": unshown,
                "formats": {each.id: format for each, format in shown},
                "titles": titles,
                "rulesets": rulesets,
                "statuses": STATUS,
                "bots": BOTS,
                "asked_status": status,
                "asked_ruleset": ruleset,
                "is_first": before is None,
                "next": page[-1].id if len(found.all) > LIST_ROWS else None,
            },
        )
        return _page(PreparedBody.of(html), "public")

    def show(self, rest: str, show: Show, tournament: str, part: str = "") -> Response:
        """A page of a tournament.

        Raises:
            Refusal: ``NOT_FOUND``, ``INVALID_FIELD``.
        """
        if not is_tournament_id(tournament):
            raise Refusal(Reason.NOT_FOUND, _NO_TOURNAMENT)
        hosted = self._tournaments.get(ANONYMOUS, tournament)
        view = _View.asked_for()
        now_ms = self._now_ms()
        step = _CLOCK_MS if hosted.status.is_under_way else _NAMES_MS
        asked = Asked(
            part,
            number_in(request.args.get("page"), "page"),
            number_in(request.args.get("stage"), "stage"),
            is_all=request.args.get("show") == "all",
            now_ms=now_ms // step * step,
        )
        state = _state(hosted, now_ms)
        made = self._made.get((state, rest, view, asked), lambda: self._make(hosted, state, rest, show, view, asked))
        is_hidden = hosted.visibility is not TournamentVisibility.PUBLIC
        response = _page(made.body, "private" if is_hidden else "public")
        if is_hidden:
            response.headers["X-Robots-Tag"] = "noindex"
        if made.is_live and not view.is_still:
            response.headers["Refresh"] = str(REFRESH_SECONDS)
        return response

    def _make(
        self, hosted: HostedTournament, state: "_State", rest: str, show: Show, view: _View, asked: Asked
    ) -> "_Made":
        event = self._views.get(state, lambda: self._tournaments.view(ANONYMOUS, hosted.id))
        sources = Sources(
            name=self._name,
            title=self._title,
            entries=lambda first, last: self._tournaments.log(
                ANONYMOUS, hosted.id, after=first - 1, limit=last - first + 1
            ),
        )
        content = show(event, sources, asked)
        values = {
            **content.values,
            "links": view.links,
            "is_embedded": view.is_embedded,
            "is_still": view.is_still,
            "is_live": content.is_live,
            "event": event,
            "hosted": event.hosted,
            "title": content.title,
            "here": tuple(asked.part if step.startswith("<") else step for step in rest.split("/")[1:]),
            "asked": asked,
            "has_bracket": contents.has_bracket(event),
            "has_cross_table": contents.has_cross_table(event),
            "status": STATUS[event.hosted.status],
            "namesakes": namesakes({member.id: member.name for member in event.tournament.members.values()}),
            "is_hidden": hosted.visibility is not TournamentVisibility.PUBLIC,
        }
        return _Made(PreparedBody.of(render(content.template, values)), content.is_live)

    def _name(self, player_id: str) -> str:
        player = self._players.find(player_id)
        return "somebody" if player is None else player.name

    def _title(self, ruleset: str) -> str:
        """A ruleset's title; its id if nobody says what it is called."""
        try:
            return self._engines.described(ruleset).title
        except Refusal:
            return ruleset


_State: TypeAlias = tuple[str, int, int]
"""A tournament, its revision, and a number that grows with time: see :func:`_state`."""


class _Made(NamedTuple):
    """A page. ``is_live``: its round is being played."""

    body: PreparedBody
    is_live: bool


def _state(hosted: HostedTournament, now_ms: int) -> _State:
    """A tournament as it stands. While it is under way it is read anew every ten seconds, since its matches are made
    after the round was paired; a large one, in which something happens each second, not more often. When it is over,
    its seed is shown a little later."""
    if not hosted.status.is_under_way:
        return hosted.id, hosted.revision, int(hosted.shown_seed is not None)
    return hosted.id, hosted.revision if hosted.revision < _LARGE else 0, now_ms // _CLOCK_MS


def _nothing(**_: str) -> Response:
    raise Refusal(Reason.NOT_FOUND, _NO_PAGE)


def _unknown_path(_: NotFound) -> Response:
    """A path that nobody knows: a page for a browser that shows it, a problem for everybody else."""
    wanted = request.accept_mimetypes
    if wanted.best == "text/html" and wanted["text/html"] and not request.path.startswith("/v1/"):
        return _refused(Refusal(Reason.NOT_FOUND, _NO_PAGE))
    return problems.problem(Refusal(Reason.NOT_FOUND))


def _page(body: PreparedBody, whose: str) -> Response:
    return _secured(answer(body, _HTML, f"{whose}, max-age={_MAX_AGE}"))


def _refused(refusal: Refusal) -> Response:
    """A page that says what is wrong."""
    reason = g.reason = refusal.reason  # for the figures
    status = 400 if reason is Reason.INVALID_FIELD else reason.http_status
    view = _View.asked_for()
    values = {
        "links": view.links,
        "is_embedded": view.is_embedded,
        "status": status,
        "title": _TITLES.get(reason, "This did not work"),
        "detail": refusal.detail or reason.meaning,
        "request_id": problems.request_id() if reason is Reason.INTERNAL else "",
    }
    response = _secured(Response(render("error.html", values), status, content_type=_HTML))
    response.headers["X-Robots-Tag"] = "noindex"
    if reason is Reason.UNAUTHENTICATED:
        response.headers["WWW-Authenticate"] = "Bearer"
    if reason is Reason.BUSY:
        response.headers["Retry-After"] = str(problems.RETRY_AFTER_SECONDS[reason])
    return response


def _secured(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
