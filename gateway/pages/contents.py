"""What each page of a tournament shows: a template, and the values that it is filled with."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from gateway.pages import words
from gateway.pages.addresses import number_of_path, slice_of
from gateway.pages.bracket_columns import columns
from gateway.pages.log_words import LogWords
from services.errors import Reason, Refusal
from services.stored_tournaments.view import TournamentView
from services.tournaments.arena_stages import TIE_BREAKS as ARENA_TIE_BREAKS
from services.tournaments.cross_table_document import CrossTable, CrossTableCell, CrossTableLine
from services.tournaments.due_times import check_in_opens_ms, round_deadline_ms
from services.tournaments.formats import PODS_TIE_BREAKS, SWISS_TIE_BREAKS
from services.tournaments.log import LoggedHappening
from services.tournaments.named_entrants import names_apart
from services.tournaments.round_document import round_summary
from services.tournaments.round_state import RoundState, StageState
from services.tournaments.settings import ArenaStage, BracketStage, PodsStage, Stage, SwissStage
from services.tournaments.tie_breaks import TIE_BREAKS
from services.tournaments.tournament import Member, TournamentStatus
from services.tournaments.wording import same_decimals

_TWO_SEATS: Final = 2
LEADERS: Final = 8
"""Lines of the standings on the first page."""


@dataclass(frozen=True, slots=True)
class Sources:
    """What a page may ask for beside the tournament: names of players by their ids, a ruleset's title by its id,
    entries of the log by their numbers, from one to another."""

    name: Callable[[str], str]
    title: Callable[[str], str]
    entries: Callable[[int, int], Sequence[LoggedHappening]]


@dataclass(frozen=True, slots=True)
class Asked:
    """What an address asks for. ``part``: of the path, such as a round's number. ``page``, ``stage``: from 1; None: not
    said. ``is_all``: also what is usually left out. ``now_ms``: the moment."""

    part: str
    page: int | None
    stage: int | None
    is_all: bool
    now_ms: int


class Content(NamedTuple):
    """A page: its template, its title beside the tournament's name, the values. ``is_live``: a round is played that it
    shows."""

    template: str
    title: str
    values: dict[str, Any]
    is_live: bool = False


Show = Callable[[TournamentView, Sources, Asked], Content]


# -- overview ----------------------------------------------------------------------------------------------------------


def overview(event: TournamentView, sources: Sources, asked: Asked) -> Content:
    """What the tournament is, and how far."""
    hosted, settings = event.hosted, event.hosted.settings
    members = list(event.tournament.members.values())
    shown = slice_of(len(members), asked.page)
    state = event.tournament.open_round
    waiting = (
        {member.id for member in event.tournament.waiting} if hosted.status is TournamentStatus.REGISTRATION else set()
    )
    left_out = _left_out(event)
    takes_entries = hosted.status is TournamentStatus.REGISTRATION or event.tournament.takes_late_entries(asked.now_ms)
    return Content(
        "overview.html",
        "",
        {
            "host": sources.name(hosted.owner_id),
            "how_many": _how_many(event),
            "game": sources.title(settings.ruleset),
            "format": words.format_in_short(settings),
            "bots": words.BOTS[settings.entry.bots],
            "bots_told": words.bots_sentence(settings.entry.bots, is_open=takes_entries),
            "takes_entries": takes_entries,
            "opens_ms": check_in_opens_ms(settings),
            "stages": [_stage_words(stage) for stage in settings.stages],
            "entry": list(words.entry_sentences(settings, is_open=takes_entries)),
            "times": [*words.times_sentences(settings), *words.presence_sentences(settings)],
            "clocks": [words.clock_sentence(settings.time_control), words.time_out_sentence(settings.on_time_out)]
            if settings.time_control.kind != "none"
            else [words.clock_sentence(settings.time_control)],
            "round": None if state is None else round_summary(event.tournament, state),
            "clock": _clock(event, state, asked.now_ms),
            "leaders": _leaders(event),
            "entrants": [
                _entrant(event, number, member, waiting, left_out) for number, member in enumerate(members, 1)
            ][shown.indices],
            "slice": shown,
            "seed": hosted.shown_seed,
        },
        is_live=_is_played(event, state),
    )


class StageWords(NamedTuple):
    """A stage in words. ``tie_breaks``: title and definition of each."""

    title: str
    sentences: list[str]
    tie_breaks: list[tuple[str, str]]


def _stage_words(stage: Stage) -> StageWords:
    tie_breaks = [(TIE_BREAKS[id].title, TIE_BREAKS[id].definition) for id in _tie_breaks_of(stage)]
    return StageWords(words.stage_title(stage), list(words.stage_sentences(stage)), tie_breaks)


def _tie_breaks_of(stage: Stage) -> tuple[str, ...]:
    default: tuple[str, ...] = ()
    if isinstance(stage, SwissStage):
        default = SWISS_TIE_BREAKS
    elif isinstance(stage, PodsStage):
        default = PODS_TIE_BREAKS
    elif isinstance(stage, ArenaStage):
        default = ARENA_TIE_BREAKS
    return stage.tie_breaks or default


class EntrantLine(NamedTuple):
    """An entrant in the list of all. ``remark``: what is special about it."""

    number: int
    member: Member
    remark: str


def _left_out(event: TournamentView) -> set[str]:
    """Who had entered, and was not there when it started."""
    if not event.tournament.stages:
        return set()
    return event.tournament.members.keys() - {entrant for stage in event.tournament.stages for entrant in stage.seeding}


def _how_many(event: TournamentView) -> str:
    """How many entrants there are; once it has started, how many have taken part."""
    if not event.tournament.stages:
        return f"{event.hosted.entrants:,}"
    number = len(event.tournament.members) - len(_left_out(event))
    gone = number - event.hosted.entrants
    return f"{number:,}" + (f", of whom {gone:,} withdrew" if gone else "")


def _entrant(event: TournamentView, number: int, member: Member, waiting: set[str], left_out: set[str]) -> EntrantLine:
    remarks = []
    if member.is_invited:
        remarks.append("declined" if member.is_withdrawn else "invited")
    elif member.id in left_out:
        remarks.append("took no part")
        if event.hosted.settings.entry.check_in_seconds is not None and not member.is_checked_in:
            remarks.append("not checked in")
    elif member.is_withdrawn:
        remarks.append("withdrawn")
    elif member.id in waiting:
        remarks.append("on the waiting list")
    elif member.is_checked_in and event.hosted.status is TournamentStatus.REGISTRATION:
        remarks.append("checked in")
    if member.is_named:
        remarks.append("without an account")
    if member.first_round > 1:
        remarks.append(f"from round {member.first_round} on")
    return EntrantLine(number, member, ", ".join(remarks))


def _leaders(event: TournamentView) -> list[dict[str, Any]]:
    """The first lines of the latest stage's standings, once a result counts."""
    if not any(state.has_begun for state in event.tournament.rounds[:1]):
        return []
    return _rows(event, event.tournament.stages[-1])[:LEADERS]


def _is_played(event: TournamentView, state: RoundState | None) -> bool:
    return state is not None and state.ended_ms is None and not event.hosted.status.is_over


class Clock(NamedTuple):
    """How long the open round lasts at most. ``left_seconds``: from the moment at which the page was made; 0: its time
    is over. ``is_arena``: no more tables are paired then. ``is_still``: it is an arena that is paused."""

    number: int
    ends_ms: int
    left_seconds: int
    is_arena: bool
    is_still: bool


def _clock(event: TournamentView, state: RoundState | None, now_ms: int) -> Clock | None:
    """None: nothing ends by the clock."""
    if state is None or not _is_played(event, state):
        return None
    ends_ms, tournament = round_deadline_ms(event.tournament, state), event.tournament
    if ends_ms is None:
        return None
    is_arena = state.arena is not None
    is_still = is_arena and tournament.status is TournamentStatus.PAUSED
    left_ms = ends_ms - (tournament.paused_ms if is_still else now_ms)
    return Clock(state.number, ends_ms, max(0, left_ms // 1000), is_arena, is_still)


# -- standings ---------------------------------------------------------------------------------------------------------


def standings(event: TournamentView, _: Sources, asked: Asked) -> Content:
    """Who stands where, and by what sums."""
    stage = _stage(event, asked)
    rows = [] if stage is None else _rows(event, stage)
    shown = slice_of(len(rows), asked.page)
    ids = [each["id"] for each in rows[0]["tie_breaks"]] if rows else []
    return Content(
        "standings.html",
        "Standings",
        {
            "stage": stage,
            "stage_title": "" if stage is None else words.stage_title(stage.settings),
            "is_arena": stage is not None and isinstance(stage.settings, ArenaStage),
            "rows": rows[shown.indices],
            "slice": shown,
            "tie_breaks": [TIE_BREAKS[id] for id in ids],
            "members": event.tournament.members,
        },
    )


def _rows(event: TournamentView, stage: StageState) -> list[dict[str, Any]]:
    """The standings of a stage, as they are stored, but that the numbers of a column have equally many decimals."""
    stages: list[dict[str, Any]] = json.loads(event.standings)["stages"]
    rows: list[dict[str, Any]] = next((each["rows"] for each in stages if each["stage"] == stage.number), [])
    for row, points in zip(rows, same_decimals([row["points"] for row in rows]), strict=True):
        row["points"] = points
    for column in zip(*(row["tie_breaks"] for row in rows), strict=True):
        for tie_break, value in zip(column, same_decimals([each["value"] for each in column]), strict=True):
            tie_break["value"] = value
    return rows


# -- rounds ------------------------------------------------------------------------------------------------------------


def round_(event: TournamentView, sources: Sources, asked: Asked) -> Content:
    """A round's tables; of an arena the last first."""
    number = number_of_path(asked.part)
    state = event.round_state(number)
    summary = round_summary(event.tournament, state)
    stage = event.tournament.stages[state.stage]
    shown = slice_of(summary.tables, asked.page)
    is_arena, first, last = state.arena is not None, shown.first - 1, shown.last
    if is_arena:
        first, last = summary.tables - last, summary.tables - first
    document = event.round(number, shown=slice(first, last))
    why_by_hand = sources.entries(state.entry, state.entry)[0].reason if document.by_hand else ""
    return Content(
        "round.html",
        f"Round {state.number}",
        {
            "round": document,
            "summary": summary,
            "tables": document.tables[::-1] if is_arena else document.tables,
            "is_arena": is_arena,
            "slice": shown,
            "is_open": _is_played(event, state),
            "is_for_two": all(len(table.entrants) == _TWO_SEATS for table in document.tables),
            "stage": stage,
            "stage_title": words.stage_title(stage.settings),
            "number_in_stage": stage.rounds.index(state) + 1,
            "clock": _clock(event, state, asked.now_ms),
            "why_by_hand": why_by_hand,
        },
        is_live=_is_played(event, state),
    )


# -- cross table, bracket ----------------------------------------------------------------------------------------------


def cross_table(event: TournamentView, _: Sources, asked: Asked) -> Content:
    """Who had what of whom, round by round."""
    if not has_cross_table(event):
        raise Refusal(Reason.NOT_FOUND, "This tournament has no cross table.")
    stage = _stage(event, asked, _has_cross_table)
    if stage is not None and isinstance(stage.settings, ArenaStage):
        raise Refusal(Reason.NOT_FOUND, "An arena has no cross table.")
    document = None if stage is None else event.cross_table(stage.number)
    shown = slice_of(0 if document is None else len(document.lines), asked.page)
    return Content(
        "cross_table.html",
        "Cross table",
        {
            "stage": stage,
            "stage_title": "" if stage is None else words.stage_title(stage.settings),
            "table": document,
            "lines": [] if document is None else _cells_by_round(document, shown.indices),
            "slice": shown,
            "marks": words.RESULT_MARK,
            "kinds": words.RESULT_KIND,
        },
    )


def _cells_by_round(document: CrossTable, indices: slice) -> list[tuple[CrossTableLine, list[CrossTableCell | None]]]:
    """Lines with a cell, or none, for each column."""
    lines = []
    for line in document.lines[indices]:
        cells = {cell.round: cell for cell in line.cells}
        lines.append((line, [cells.get(number) for number in document.rounds]))
    return lines


def bracket(event: TournamentView, _: Sources, asked: Asked) -> Content:
    """The bracket of an elimination."""
    if not has_bracket(event):
        raise Refusal(Reason.NOT_FOUND, "This tournament has no bracket.")
    stage = _stage(event, asked, lambda stage: isinstance(stage, BracketStage))
    document = None if stage is None else event.bracket(stage.number)
    return Content(
        "bracket.html",
        "Bracket",
        {
            "stage": stage,
            "stage_title": "" if stage is None else words.stage_title(stage.settings),
            "bracket": document,
            "parts_of_bracket": [] if document is None else columns(document),
            "states": words.NODE_STATE,
        },
    )


def has_bracket(event: TournamentView) -> bool:
    """Whether a stage is an elimination."""
    return any(isinstance(stage, BracketStage) for stage in event.hosted.settings.stages)


def has_cross_table(event: TournamentView) -> bool:
    """Whether a stage is one that has a cross table."""
    return any(map(_has_cross_table, event.hosted.settings.stages))


def _has_cross_table(stage: Stage) -> bool:
    """Neither a bracket, nor an arena, whose entrants have not as many tables."""
    return not isinstance(stage, BracketStage | ArenaStage)


def _stage(
    event: TournamentView, asked: Asked, is_wanted: Callable[[Stage], bool] = lambda _: True
) -> StageState | None:
    """The stage that is asked for; if none is, the latest that has begun and is one of those wanted. None: none has.

    Raises:
        Refusal: ``NOT_FOUND``.
    """
    if asked.stage is not None:
        if asked.stage > len(event.tournament.stages):
            raise Refusal(Reason.NOT_FOUND, f"Stage {asked.stage} has not begun.")
        return event.tournament.stages[asked.stage - 1]
    begun = reversed(event.tournament.stages)
    return next((stage for stage in begun if is_wanted(stage.settings)), None)


# -- an entrant, the log -----------------------------------------------------------------------------------------------


def entrant(event: TournamentView, _: Sources, asked: Asked) -> Content:
    """What one entrant has done and met."""
    card = event.card(event.entrant(asked.part))
    stages = [words.stage_title(stage.settings) for stage in event.tournament.stages]
    values = {"card": card, "stages": stages, "kinds": words.RESULT_KIND, "is_left_out": asked.part in _left_out(event)}
    names = names_apart({member.id: member.name for member in event.tournament.members.values()})
    return Content("entrant.html", names[card.entrant.id], values)


class LogLine(NamedTuple):
    """An entry of the log. ``by``: who has done it; empty: the platform. ``entrant``: the same as an entrant."""

    number: int
    at_ms: int
    sentence: str
    by: str
    entrant: str | None
    is_host: bool
    reason: str
    undone_in: int | None


def log(event: TournamentView, sources: Sources, asked: Asked) -> Content:
    """What has happened, the latest first: what hosts did, or all of it."""
    entries = sources.entries(1, event.hosted.revision)
    told = LogWords(entries)
    wanted = [entry for entry in reversed(entries) if asked.is_all or told.is_by_host(entry)]
    shown = slice_of(len(wanted), asked.page)
    names: dict[str, str] = {}

    def name(player: str) -> str:
        if player not in names:
            names[player] = sources.name(player)
        return names[player]

    def lines() -> Iterator[LogLine]:
        for entry in wanted[shown.indices]:
            own = None if entry.by is None else told.players.get(entry.by)
            yield LogLine(
                entry.number,
                entry.at_ms,
                told.sentence(entry),
                "" if entry.by is None else name(entry.by),
                own,
                told.is_by_host(entry),
                told.reason(entry),
                told.undone_in(entry.number),
            )

    return Content("log.html", "Log", {"lines": list(lines()), "slice": shown, "is_all": asked.is_all})


PAGES: Final[dict[str, Show]] = {
    "": overview,
    "/standings": standings,
    "/rounds/<segment:part>": round_,
    "/cross-table": cross_table,
    "/bracket": bracket,
    "/entrants/<segment:part>": entrant,
    "/log": log,
}
"""The pages of a tournament by what stands after its id in the address."""
