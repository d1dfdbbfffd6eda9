"""What entries of the log mean to rounds and their tables: pairings, matches, results."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from services.tournaments import consistency
from services.tournaments.arena_state import ArenaState
from services.tournaments.elimination import FINAL
from services.tournaments.log import (
    GameCalledOff,
    GameEnded,
    GameVoid,
    KeptApart,
    LoggedHappening,
    ResultSet,
    RoundEnded,
    RoundPaired,
    TableLeft,
    TablePaired,
)
from services.tournaments.round_state import RoundState, StageState
from services.tournaments.settings import ArenaStage, EliminationStage, Stage, TableEliminationStage
from services.tournaments.table_decision import DecidedBy, TableRules
from services.tournaments.table_state import NO_MEETINGS, Meetings, TableState, WrongResult, check_places
from services.tournaments.tournament import (
    PAIRS_BY_ITSELF,
    Handlers,
    NotPossible,
    SetAside,
    Tournament,
    TournamentStatus,
)

OTHERS_GO_ON: Final = "others go on by this result than have gone on, and later tables were paired by that"


def _round_paired(tournament: Tournament, what: RoundPaired, entry: LoggedHappening) -> None:
    tournament.need_under_way()
    stage = tournament.stage
    if stage is None:
        raise NotPossible("no stage is played")
    again = what.round == len(tournament.rounds)
    if again and tournament.open_arena is not None:
        raise NotPossible(PAIRS_BY_ITSELF)
    if again and (tournament.open_round is None or tournament.rounds[-1].has_begun):
        raise NotPossible(f"round {what.round} has begun")
    if not again and (tournament.open_round is not None or what.round != len(tournament.rounds) + 1):
        raise NotPossible("another round is to be played")
    _check_round(stage, what)
    if tournament.is_strict:
        consistency.check_tables(tournament, stage, what)
    seeds = {entrant: seed for seed, entrant in enumerate(stage.seeding)} if stage.is_elimination else {}
    state = RoundState(what.round, stage.number, what, entry.number, entry.at_ms)
    for number, table in enumerate(what.tables, 1):
        new = TableState(
            number,
            table.entrants,
            table.reasons,
            table.node,
            _table_rules(stage.settings, table.node),
            entry.number,
            entry.at_ms,
            table.away,
            tuple(sorted(table.entrants, key=seeds.__getitem__)) if stage.is_elimination else (),
        )
        state.put(new if table.stands is None else _standing(tournament, new, table.stands, entry))
    if isinstance(stage.settings, ArenaStage):
        there = [entrant for entrant in stage.seeding if not tournament.members[entrant].is_withdrawn]
        ends_ms = entry.at_ms + 1000 * stage.settings.duration_seconds
        state.arena = ArenaState(ends_ms, dict.fromkeys(there, entry.at_ms))
    if again:
        stage.rounds[-1] = tournament.rounds[-1] = state
    else:
        stage.rounds.append(state)
        tournament.rounds.append(state)


def _standing(tournament: Tournament, new: TableState, paired_in: int, entry: LoggedHappening) -> TableState:
    """A table that a correction has set aside and that is paired again, with what was played there. If that happens at
    once, its match that is under way is played on."""
    aside = tournament.set_aside.get((paired_in, frozenset(new.entrants)))
    if aside is None or (aside.table.node, aside.table.entrants) != (new.node, new.entrants):
        raise NotPossible("no such table was set aside")
    old = aside.table
    is_as_before = (old.number, set(old.away)) == (new.number, set(new.away))
    if aside.in_last and tournament.went_back_in == entry.number - 1 and is_as_before:
        return replace(old, reasons=new.reasons)
    return replace(
        old,
        number=new.number,
        reasons=new.reasons,
        away=new.away,
        entry=new.entry,
        paired_ms=new.paired_ms,
        taken_back=old.taken_back + 1,
    )


def _check_round(stage: StageState, what: RoundPaired) -> None:
    paired = [entrant for table in what.tables for entrant in table.entrants]
    left_out = [*(bye.entrant for bye in what.byes), *what.requested_byes, *what.absent]
    named = [*paired, *left_out]
    if len(set(named)) < len(named):
        raise NotPossible("somebody stands in this round twice")
    if not set(named) <= set(stage.seeding):
        raise NotPossible("somebody does not play in this stage")
    if isinstance(stage.settings, ArenaStage):
        if named:
            raise NotPossible(PAIRS_BY_ITSELF)
        return
    if not stage.is_elimination and set(named) != set(stage.seeding):
        raise NotPossible("somebody is left out who is neither paired nor absent")
    for table in what.tables:
        if len(table.entrants) not in stage.settings.sizes:
            raise NotPossible(f"a table of {len(table.entrants)} seats cannot be")
        is_there = set(table.entrants).difference(table.away)
        if not set(table.away) <= set(table.entrants) or not (is_there or table.stands):
            raise NotPossible("at a table, somebody is there, and who is away is one of it")
        if stage.seasons and not any(set(table.entrants) <= set(each) for each in stage.seasons[-1].divisions):
            raise NotPossible("in a season, those of one division meet")
    if stage.is_elimination and any(table.node is None for table in what.tables):
        raise NotPossible("a table of an elimination has its place in the bracket")


def _table_paired(tournament: Tournament, what: TablePaired, entry: LoggedHappening) -> None:
    tournament.need(TournamentStatus.RUNNING)
    state, arena = tournament.open_round, tournament.open_arena
    if state is None or arena is None or what.round != state.number:
        raise NotPossible("no such arena is played")
    if entry.at_ms >= arena.ends_ms:
        raise NotPossible("its time is over")
    if what.table != len(state.tables) + 1:
        raise NotPossible("another table is the next")
    table = arena_table(tournament, what, entry)
    if len(table.entrants) not in table.rules.sizes or len(set(table.entrants)) < len(table.entrants):
        raise NotPossible(f"a table of {len(set(table.entrants))} cannot be")
    if not arena.free.keys() >= set(table.entrants):
        raise NotPossible("somebody of this table is not free: it sits at another, or is not there")
    for entrant in table.entrants:
        del arena.free[entrant]
    state.put(table)


def arena_table(tournament: Tournament, what: TablePaired, entry: LoggedHappening) -> TableState:
    """A table of an arena, as the entry that has paired it says."""
    rules = _table_rules(tournament.stages[tournament.rounds[what.round - 1].stage].settings, None)
    return TableState(what.table, what.entrants, what.reasons, None, rules, entry.number, entry.at_ms)


def _game_ended(tournament: Tournament, what: GameEnded, entry: LoggedHappening) -> None:
    table = _running_table(tournament, what.round, what.table, what.game)
    if sorted(what.entrants) != sorted(table.present) or len(what.places) != len(what.entrants):
        raise NotPossible("the match is not of this table")
    before = tournament.meetings_of(table)
    tournament.meetings[frozenset(table.present)] = Meetings(tournament.next_deal(table), before.ended + 1)
    _put(tournament, what.round, replace(table, games=(*table.games, what)), entry)


def _game_void(tournament: Tournament, what: GameVoid, entry: LoggedHappening) -> None:
    table = _running_table(tournament, what.round, what.table, what.game)
    _spend(tournament, table.present, entry, is_duplicate=table.rules.is_duplicate)
    _put(tournament, what.round, replace(table, voids=(*table.voids, what)), entry)


def note_dealt(tournament: Tournament, what: GameEnded | GameVoid, entry: LoggedHappening) -> None:
    """A match that counts no more has been dealt: what it has dealt is not dealt again."""
    if isinstance(what, GameEnded):
        here = frozenset(what.entrants)
        before = tournament.meetings.get(here, NO_MEETINGS)
        tournament.meetings[here] = Meetings(before.dealt + 1, before.ended + 1)
    elif what.entrants:
        _spend(tournament, what.entrants, entry, is_duplicate=False)


def _game_called_off(tournament: Tournament, what: GameCalledOff, entry: LoggedHappening) -> None:
    _spend(tournament, what.entrants, entry, is_duplicate=what.is_duplicate)


def _spend(tournament: Tournament, entrants: Sequence[str], entry: LoggedHappening, *, is_duplicate: bool) -> None:
    """A match was dealt and does not count. Duplicate deals are for those whom it does no good to know them."""
    before = tournament.meetings.get(frozenset(entrants), NO_MEETINGS)
    tournament.meetings[frozenset(entrants)] = replace(
        before, dealt=before.dealt + (not is_duplicate), spent=before.spent + 1, last=entry
    )


def _table_left(tournament: Tournament, what: TableLeft, entry: LoggedHappening) -> None:
    tournament.need_not_over()
    table = tournament.table(what.round, what.table)
    if not table.is_open:
        raise NotPossible("this table is over")
    there = set(table.present).difference(what.entrants)
    if len(set(what.entrants)) < len(what.entrants) or not set(what.entrants) <= set(table.present):
        raise NotPossible("who leaves a table sits there, and leaves it once")
    if not there >= set(what.came):
        raise NotPossible("who has come to a table sits there, and has not left it")
    left = replace(
        table,
        away=(*table.away, *what.entrants),
        left_in=(*table.left_in, entry),
        taken_back=table.taken_back + 1,  # its match is called off: the next one is another
    )
    _put(tournament, what.round, left, entry)


def _note_missed(tournament: Tournament, round_number: int, table: TableState) -> None:
    """Keep count of the tables that entrants have missed. What a host says of a table is none; bots of the house are
    always there, and who has withdrawn is not expected."""
    result, here = table.result, (round_number, table.number)
    if tournament.settings.presence_rule is None:
        return
    absent: set[str] = set()
    if result is not None and result.decided_by is not DecidedBy.HOST:
        absent = {*result.forfeits, *(entrant for game in table.games for entrant in game.left)}
    for entrant in table.entrants:
        member, known = tournament.members[entrant], tournament.missed.get(entrant, frozenset())
        if entrant in absent and member.bot is None and not member.is_withdrawn:
            tournament.missed[entrant] = known | {here}
        elif here in known:
            tournament.missed[entrant] = known - {here}


def _put(tournament: Tournament, round_number: int, table: TableState, entry: LoggedHappening) -> None:
    """A table as it stands after an entry. In an arena, who sat there is free when it is over; who has not come is
    to be withdrawn, but for bots of the house, which always come."""
    state = tournament.rounds[round_number - 1]
    was_played = state.tables[table.number - 1].needs_match
    state.put(table)
    _note_missed(tournament, round_number, table)
    if state.arena is None or not was_played or table.needs_match:
        return
    there = [entrant for entrant in table.entrants if not tournament.members[entrant].is_withdrawn]
    state.arena.free.update(dict.fromkeys(there, entry.at_ms))
    if table.result is not None and entry.by is None:
        lost = [entrant for entrant in there if entrant in table.result.forfeits]
        state.arena.missed.update({each: table.number for each in lost if tournament.members[each].bot is None})


def _running_table(tournament: Tournament, round_number: int, table_number: int, game: int) -> TableState:
    tournament.need_not_over()
    table = tournament.table(round_number, table_number)
    if table.is_called_off:
        raise NotPossible("this table was called off")
    if game != table.next_game:
        raise NotPossible("this match has ended already")
    return table


def _result_set(tournament: Tournament, what: ResultSet, entry: LoggedHappening) -> None:
    if tournament.status is TournamentStatus.REGISTRATION:
        raise NotPossible("it is not under way")
    if what.then == "replay" and tournament.status is TournamentStatus.CANCELLED:
        raise NotPossible("it was cancelled: nothing more is played")
    table = tournament.table(what.round, what.table)
    if table.is_called_off:
        raise NotPossible("this table was called off")
    try:
        check_places(table, what)
    except WrongResult as error:
        raise NotPossible(error.problem) from None
    set_now = replace(table, set_in=entry, went_on=())
    if what.then == "stand":
        set_now = replace(set_now, went_on=table.places_on or ())
    elif what.then is None and tournament.is_strict and consistency.is_lost(tournament, what.round, set_now):
        raise NotPossible(OTHERS_GO_ON)
    _put(tournament, what.round, set_now, entry)
    if what.then == "replay":
        _go_back(tournament, what.round, entry)


def _go_back(tournament: Tournament, number: int, entry: LoggedHappening) -> None:
    """What was paired after a round of a bracket, or after another stage, is set aside; the stage is played on."""
    stage = tournament.stages[tournament.rounds[number - 1].stage]
    kept = number if stage.is_elimination else stage.rounds[-1].number
    for key, before in tournament.set_aside.items():
        tournament.set_aside[key] = replace(before, in_last=False)
    for state in tournament.rounds[kept:]:
        local = 1 + state.number - tournament.stages[state.stage].rounds[0].number
        for table in () if state.arena is not None else state.tables:
            aside = SetAside(state.stage, local, table)
            tournament.set_aside[table.entry, frozenset(table.entrants)] = aside
    del tournament.rounds[kept:], tournament.stages[stage.number + 1 :]
    del stage.rounds[1 + kept - stage.rounds[0].number :]
    stage.order = None
    tournament.went_back_in = entry.number
    if tournament.status is TournamentStatus.FINISHED:
        tournament.status = TournamentStatus.RUNNING


def _round_ended(tournament: Tournament, what: RoundEnded, entry: LoggedHappening) -> None:
    tournament.need_not_over()
    state = tournament.open_round
    if state is None or state.number != what.round:
        raise NotPossible("another round is played")
    if not state.is_decided:
        raise NotPossible("a table has no result yet")
    if state.arena is not None and (tournament.status is TournamentStatus.PAUSED or entry.at_ms < state.arena.ends_ms):
        raise NotPossible("its time is not over")
    state.ended_ms = entry.at_ms


def _kept_apart(tournament: Tournament, what: KeptApart, _: LoggedHappening) -> None:
    tournament.need_not_over()
    if len(set(what.entrants)) < len(what.entrants) or not set(what.entrants) <= set(tournament.members):
        raise NotPossible("it names somebody twice, or somebody who has not entered")
    paired = len(tournament.rounds) - (tournament.open_arena is not None)
    if what.until_round is not None and what.until_round <= paired:
        raise NotPossible(f"round {what.until_round} has been paired")
    if not any(stage.keeps_apart for stage in tournament.settings.stages[max(0, len(tournament.stages) - 1) :]):
        raise NotPossible("no stage to come keeps anybody apart: Swiss, pods of the system swiss and arenas do")
    tournament.kept_apart.append(what)


def _table_rules(settings: Stage, node: str | None) -> TableRules:
    """How a table of a stage is decided. ``node``: its place in a bracket."""
    go_on = 0
    if isinstance(settings, EliminationStage):
        go_on = 1
    elif isinstance(settings, TableEliminationStage):
        go_on = 1 if node == FINAL else settings.winners
    return TableRules(settings.sizes, settings.games, settings.deals == "duplicate", settings.sum_of, go_on)


HANDLERS: Final[Handlers] = {
    KeptApart: _kept_apart,
    RoundPaired: _round_paired,
    TablePaired: _table_paired,
    GameEnded: _game_ended,
    GameVoid: _game_void,
    GameCalledOff: _game_called_off,
    ResultSet: _result_set,
    TableLeft: _table_left,
    RoundEnded: _round_ended,
}
"""What each of these entries does."""
