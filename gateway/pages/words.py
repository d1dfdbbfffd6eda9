"""What tournaments are and what has happened in them, in the words of a host who reads it out."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from services.engine.clocks import (
    Bronstein,
    Correspondence,
    Fischer,
    Forfeit,
    NoClocks,
    OnTimeOut,
    PerDecision,
    PlayByBot,
    PlayDefault,
    TakeOver,
    TimeControl,
)
from services.moments import written
from services.tournaments.records import ResultKind
from services.tournaments.settings import (
    MAX_ENTRANTS,
    ArenaStage,
    BracketStage,
    EliminationStage,
    LadderStage,
    PlannedStage,
    PodsStage,
    RoundRobinStage,
    Stage,
    SwissStage,
    TableEliminationStage,
    TournamentSettings,
    TwoSeatPoints,
)
from services.tournaments.tournament import TournamentStatus
from services.tournaments.wording import points_in_words

STATUS: Final = {
    TournamentStatus.REGISTRATION: "Registration",
    TournamentStatus.RUNNING: "Under way",
    TournamentStatus.PAUSED: "Paused",
    TournamentStatus.FINISHED: "Finished",
    TournamentStatus.CANCELLED: "Cancelled",
}

BOTS: Final = {"none": "No bots", "allowed": "Bots allowed", "only": "Bots only"}
"""Whether bots play, in two words."""

_BOTS_MAY_ENTER: Final = {
    "none": "Bots may not enter: everybody who plays here is a person.",
    "allowed": "Bots may enter and meet people. Their names are marked.",
    "only": "Only bots may enter.",
}
_BOTS_COULD_ENTER: Final = {
    "none": "Everybody who plays here is a person.",
    "allowed": "Bots could enter and meet people. Their names are marked.",
    "only": "Everybody who plays here is a bot.",
}

NODE_STATE: Final = {
    "ready": "to be paired",
    "playing": "playing",
    "walkover": "nobody has to play",
    "not_needed": "not needed",
}
"""What is said of a bracket's node beside its seats."""

RESULT_KIND: Final = {
    ResultKind.PLAYED: "played",
    ResultKind.FORFEIT_WIN: "won: the others did not appear",
    ResultKind.FORFEIT_LOSS: "lost: did not appear",
    ResultKind.PAIRING_BYE: "bye: the number of entrants did not fit",
    ResultKind.REQUESTED_BYE: "bye that was asked for",
    ResultKind.ABSENT: "not there",
}

RESULT_MARK: Final = {
    ResultKind.FORFEIT_WIN: "+",
    ResultKind.FORFEIT_LOSS: "\N{MINUS SIGN}",
    ResultKind.PAIRING_BYE: "bye",
    ResultKind.REQUESTED_BYE: "own bye",
    ResultKind.ABSENT: "absent",
}
"""The same in a cell of a cross table."""

_LOST_BY_TIME: Final = "a table that has not ended by then is lost by those who must decide at that moment."
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_UNITS: Final = ((86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"))


def counted(number: int, noun: str, plural: str = "") -> str:
    """``1 round``, ``3 rounds``."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def isolated(name: str) -> str:
    """A name within a sentence: written from right to left, it does not turn the words beside it."""
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"


def duration(seconds: int) -> str:
    """A duration by its two largest units: ``2 days 3 hours``, ``5 minutes``."""
    parts = []
    for size, noun in _UNITS:
        number, seconds = divmod(seconds, size)
        if number:
            parts.append(counted(number, noun))
        if len(parts) == 2 or (parts and not number):
            break
    return " ".join(parts) or "0 seconds"


def moment(milliseconds: int) -> str:
    """A moment for people, in UTC: ``1 January 2026, 18:00 UTC``; with seconds where they are not 0."""
    at = _EPOCH + timedelta(milliseconds=written(milliseconds))
    clock = f"{at:%H:%M:%S}" if at.second else f"{at:%H:%M}"
    return f"{at.day} {at:%B %Y}, {clock} UTC"


def machine_moment(milliseconds: int) -> str:
    """A moment for an attribute ``datetime``, whole seconds."""
    return f"{_EPOCH + timedelta(milliseconds=written(milliseconds)):%Y-%m-%dT%H:%M:%SZ}"


# -- settings ----------------------------------------------------------------------------------------------------------


def format_in_short(settings: TournamentSettings) -> str:
    """The formats of all stages: ``Pods of 4, then single elimination``."""
    return ", then ".join(
        name if at == 0 else name[0].lower() + name[1:] for at, name in enumerate(map(stage_title, settings.stages))
    )


def stage_title(stage: Stage) -> str:
    """What a stage's format is called."""
    if isinstance(stage, PodsStage):
        return f"Pods of {stage.seats}"
    if isinstance(stage, TableEliminationStage):
        return f"Elimination at tables of {stage.seats}"
    if isinstance(stage, SwissStage):
        return "Swiss system"
    return str(stage.format).replace("_", " ").capitalize()


def stage_sentences(stage: Stage) -> Iterator[str]:
    """How a stage is played."""
    match stage:
        case SwissStage():
            yield f"{counted(stage.rounds, 'round')} for two seats: you meet others with as many points, nobody twice."
            if stage.system == "dutch":
                yield "Pairings are by FIDE's Dutch system of 2026."
            yield _two_seats_worth(stage.points)
        case PodsStage():
            rounds = f"{counted(stage.rounds, 'round')} at tables of {stage.seats}"
            if stage.system == "swiss":
                yield f"{rounds}: you meet others with about as many points, nobody twice while that can be."
            else:
                yield f"{rounds}: those next to each other in the standings meet."
            yield _remainder(stage)
            if stage.wager is None:
                yield _places_worth(stage.place_points[: stage.sizes[-1]])
            else:
                yield (
                    f"Everybody begins with {points_in_words(stage.wager.start)}. At each table everybody stakes "
                    f"{stage.wager.stake / 100:g} % of the points it has, and the winner takes all."
                )
        case TableEliminationStage():
            go_on = "the best goes on" if stage.winners == 1 else f"the best {stage.winners} go on"
            yield f"A bracket of tables of {stage.seats}: {go_on} from each, and one wins the last."
        case RoundRobinStage():
            times = "" if stage.cycles == 1 else f", {stage.cycles} times"
            if stage.seats == 2:
                yield f"Everybody meets everybody{times}."
            else:
                yield f"At tables of {stage.seats} all meet all, equally often or as nearly as can be{times}."
            yield _worth(stage)
        case LadderStage():
            yield (
                f"{counted(stage.seasons, 'season')} in divisions of {stage.smallest_division} to "
                f"{stage.largest_division}: in each season everybody of a division meets everybody."
            )
            if stage.moving:
                yield f"After it the best {stage.moving} of a division go up, and the last {stage.moving} go down."
            yield _worth(stage)
        case ArenaStage():
            yield from _arena_sentences(stage)
        case EliminationStage():
            lost = "twice is out" if stage.format == "double_elimination" else "is out"
            yield f"A bracket for two seats: who has lost {lost}."
            if stage.third_place:
                yield "The losers of the semifinals play for the third place."
    if stage.deals == "duplicate":
        yield f"A table plays one deal in every rotation of its seats; the sum of {stage.sum_of} decides."
    elif stage.games > 1 and stage.sizes[-1] == 2:
        yield f"A pairing is decided by the best of {stage.games} matches; seats change in turn."
    elif stage.games > 1:
        yield f"A table plays {stage.games} matches; seats change in turn, and the sum of {stage.sum_of} decides."
    if stage.advance is not None:
        yield f"The best {stage.advance} go on to the next stage."


def _arena_sentences(stage: ArenaStage) -> Iterator[str]:
    yield (
        f"For {duration(stage.duration_seconds)} whoever is free is paired again with somebody close in rank; nobody "
        f"waits longer than {duration(stage.max_wait_seconds)} while somebody else is free whom it may meet."
    )
    yield "Tables that are under way when time is over are played to their end, and count."
    yield "Who withdraws rests: it is paired no more until it returns. Who does not come to its table is withdrawn."
    yield _worth(stage)
    if stage.streaks is not None:
        won = counted(stage.streaks.after, "table")
        yield (
            f"Who has won {won} running has {stage.streaks.factor} times the points of the next ones, up to the first "
            "that it does not win alone."
        )
    if stage.seats > 2 and stage.remainder == "smaller_tables":
        yield "Where somebody has waited that long and too few are free, a table has fewer seats, down to three."


def _remainder(stage: PodsStage) -> str:
    who = f"those who stand {stage.remainder_for}"
    if stage.remainder == "byes":
        return f"If the number does not fit, some of {who} have a bye."
    size = "fewer" if stage.remainder == "smaller_pods" else "more"
    return f"If the number does not fit, some tables of {who} have {size} seats."


def _worth(stage: PlannedStage | ArenaStage) -> str:
    return _two_seats_worth(stage.points) if stage.seats == 2 else _places_worth(stage.place_points[: stage.seats])


def _two_seats_worth(worth: TwoSeatPoints) -> str:
    return (
        f"A win is worth {points_in_words(worth.win)}, a draw {points_in_words(worth.draw)}, "
        f"a loss {points_in_words(worth.loss)}."
    )


def _places_worth(worth: Sequence[int]) -> str:
    worths = ", ".join(f"{_ordinal(place)} {points_in_words(points)}" for place, points in enumerate(worth, 1))
    return f"Places are worth: {worths}; who share places share their points, rounded down."


def _ordinal(number: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(number, f"{number}th")


def bots_sentence(bots: str, *, is_open: bool) -> str:
    """Whether bots play. ``is_open``: somebody may still enter."""
    return (_BOTS_MAY_ENTER if is_open else _BOTS_COULD_ENTER)[bots]


def entry_sentences(settings: TournamentSettings, *, is_open: bool = True) -> Iterator[str]:
    """Who may enter, and what is granted to whom. Bots are spoken of elsewhere, louder. ``is_open``: somebody may still
    enter."""
    entry = settings.entry
    yield _registration(settings) if is_open else _registration_that_was(settings)
    if entry.min_rating is not None and entry.max_rating is not None:
        yield f"With a rating from {entry.min_rating} to {entry.max_rating}."
    elif entry.min_rating is not None:
        yield f"With a rating of at least {entry.min_rating}."
    elif entry.max_rating is not None:
        yield f"With a rating of at most {entry.max_rating}."
    if entry.capacity < MAX_ENTRANTS and is_open:
        yield f"There is room for {entry.capacity:,}; who enters later stands on the waiting list."
    elif entry.capacity < MAX_ENTRANTS:
        yield f"There was room for {entry.capacity:,}."
    if entry.check_in_seconds is not None:
        must = "must" if is_open else "had to"
        yield f"Entrants {must} check in within {duration(entry.check_in_seconds)} before the start."
    if is_open:
        yield _until_when(settings)
    if not any(stage.takes_byes for stage in settings.stages):
        return  # brackets and plans have byes of their own
    if entry.byes:
        yield (
            f"An entrant may ask not to be paired in up to {counted(entry.byes, 'round')}, with "
            f"{points_in_words(entry.bye_points)} for each."
        )
    yield (
        f"Who is not paired because the number does not fit has {points_in_words(entry.pairing_bye_points)}, "
        "and only once while others have not been left out."
    )


def presence_sentences(settings: TournamentSettings) -> Iterator[str]:
    """Who must be at a table, and what follows if somebody is not."""
    rule = settings.presence_rule
    if settings.presence is not None and rule is None:
        yield "Nobody has to come to a table: the clock plays for an absent player."
    if rule is None:
        return
    yield (
        f"A player must come to its match within {duration(rule.grace_seconds)}. A player who does not come loses the "
        "table; if nobody comes, all lose."
    )
    turns = counted(rule.time_outs, "turn")
    if rule.leaving == "forfeit":
        yield f"A player whose time runs out in {turns} running has left, and loses the table."
    else:
        yield f"A player whose time runs out in {turns} running has left; the clock plays for it to the end."
    if rule.withdrawing == "table_ends":
        yield "A player who withdraws during a round loses its table; an arena plays it to the end."
    stages = [(rule.out_after, "")]
    if any(isinstance(stage, BracketStage) for stage in settings.stages):
        stages.append((rule.out_after_in_elimination, " of an elimination"))
    for missed, of_what in stages:
        if missed:
            yield f"After {counted(missed, 'missed table')}{of_what} the platform withdraws the player."


def _registration(settings: TournamentSettings) -> str:
    enter = "enter their own bots" if settings.entry.bots == "only" else "enter by themselves"
    match settings.entry.registration:
        case "open":
            return f"Registration is open: players {enter}."
        case "listed":
            return f"For guests: players on the host's list {enter}."
        case "invited":
            return "By invitation: the host invites those who take part."


def _registration_that_was(settings: TournamentSettings) -> str:
    entered = "entered their own bots" if settings.entry.bots == "only" else "entered by themselves"
    match settings.entry.registration:
        case "open":
            return f"Registration is closed. Players {entered}."
        case "listed":
            return f"Registration is closed. Players on the host's list {entered}."
        case "invited":
            return "Registration is closed. The host invited those who take part."


def _until_when(settings: TournamentSettings) -> str:
    entry, first = settings.entry, settings.stages[0]
    if isinstance(first, ArenaStage) and first.late_entry:
        return "Entry is possible as long as tables are paired."
    if entry.late_until_round:
        return (
            f"Entry is possible until round {entry.late_until_round} has been paired, with "
            f"{points_in_words(entry.late_points)} for each round missed."
        )
    return "Entry is possible until the start."


def times_sentences(settings: TournamentSettings) -> Iterator[str]:
    """When rounds begin and end."""
    times = settings.times
    if all(isinstance(stage, ArenaStage) for stage in settings.stages):
        if times.round_seconds is not None:
            yield f"A table takes {duration(times.round_seconds)} at most: {_LOST_BY_TIME}"
        return
    if times.next_round == "by_host":
        yield "The host starts each round."
    elif times.pause_seconds:
        yield f"The next round begins {duration(times.pause_seconds)} after the last table of one has ended."
    else:
        yield "The next round begins when the last table of one has ended."
    if times.round_seconds is None:
        yield "A round takes as long as its matches."
    else:
        yield (f"A round takes {duration(times.round_seconds)} at most: {_LOST_BY_TIME}")


def clock_sentence(control: TimeControl) -> str:
    """How long seats may think."""
    match control:
        case NoClocks():
            return "Seats may think as long as they like."
        case PerDecision(seconds=seconds):
            return f"Each turn has {duration(seconds)}."
        case Fischer(bank_seconds=bank, increment_seconds=increment):
            return f"Each seat has {duration(bank)} for the match, and {duration(increment)} more with each turn."
        case Bronstein(bank_seconds=bank, delay_seconds=delay):
            return f"Each seat has {duration(bank)} for the match; the first {duration(delay)} of a turn take nothing."
        case Correspondence(days=days):
            return f"Each turn has {counted(days, 'day')}."


def time_out_sentence(consequence: OnTimeOut) -> str:
    """What happens to a seat whose time is over."""
    match consequence:
        case PlayDefault():
            return "When a seat's time is over, the ruleset's default action is played for it."
        case PlayByBot(bot=bot):
            return f"When a seat's time is over, the house's bot {bot} decides for it until its turn is over."
        case TakeOver(bot=bot):
            return f"When a seat's time is over, the house's bot {bot} plays it to the end."
        case Forfeit():
            return "A seat whose time is over has lost."
