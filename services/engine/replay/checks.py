"""Whether the parts of a replay fit together, as far as that can be told without playing."""

import re
from collections.abc import Sequence

from services.engine.fairness import (
    COMMITMENT_FORMAT_V1,
    EventReference,
    canonical,
)
from services.engine.replay.clock_checks import check_clocks, check_decision_clocks
from services.engine.replay.document import (
    Announcement,
    AnyReplay,
    MalformedReplay,
    Replay,
    ReplaySeat,
    ReplayStart,
    ReplayStep,
)


def check_sizes(replay: AnyReplay) -> None:
    """Whether every list has an entry for each seat, viewer or step, in order.

    Raises:
        MalformedReplay: one has not.
    """
    seats = len(replay.seats)
    if len(replay.client_seeds) != seats:
        raise MalformedReplay("client_seeds: not one per seat")
    told: list[ReplayStart | ReplayStep] = [] if replay.start is None else [replay.start]
    told += replay.steps
    for step in told:
        place = f"steps/{step.rev - 1}" if isinstance(step, ReplayStep) else "start"
        if len(step.shown) != seats + 1:
            raise MalformedReplay(f"{place}/shown: not one per viewer")
        if len(step.next) != seats:
            raise MalformedReplay(f"{place}/next: not one per seat")
        if any(seat not in range(seats) for event in step.events for seat in event.private):
            raise MalformedReplay(f"{place}/events: there is no such seat")
    for index, played in enumerate(replay.steps):
        if played.rev != index + 1:
            raise MalformedReplay(f"steps/{index}/rev: must be {index + 1}")
        if played.seat >= seats:
            raise MalformedReplay(f"steps/{index}/seat: there is no such seat")
    rev = 0
    for index, resignation in enumerate(replay.resignations):
        place = f"resignations/{index}"
        if resignation.seat >= seats or resignation.rev > len(replay.steps):
            raise MalformedReplay(f"{place}: there is no such seat or step")
        if resignation.rev < rev:
            raise MalformedReplay(f"{place}: stands after a later one")
        if resignation.seat in [other.seat for other in replay.resignations[:index]]:
            raise MalformedReplay(f"{place}: the seat has resigned before")
        rev = resignation.rev
    if isinstance(replay, Replay):
        _check_announcements(replay)


def _check_announcements(replay: Replay) -> None:
    lists: dict[str, Sequence[Announcement]] = {
        "resignations": replay.resignations,
        "takeovers": replay.takeovers,
        "time_credits": replay.time_credits,
    }
    for name, announcements in lists.items():
        for index, told in enumerate(announcements):
            place = f"{name}/{index}"
            if len(told.shown) != len(replay.seats) + 1:
                raise MalformedReplay(f"{place}/shown: not one per viewer")
            if told.rev > len(replay.steps):
                raise MalformedReplay(f"{place}: there is no such step")
            if index and (told.rev, told.shown[0]) <= (announcements[index - 1].rev, announcements[index - 1].shown[0]):
                raise MalformedReplay(f"{place}: stands after a later one")
    for index, takeover in enumerate(replay.takeovers):
        if takeover.seat >= len(replay.seats) or takeover.seat in [other.seat for other in replay.takeovers[:index]]:
            raise MalformedReplay(f"takeovers/{index}: there is no such seat, or it was taken over before")


def check_parts(replay: Replay) -> None:
    """Whether the parts of a replay of format 2 fit together.

    Raises:
        MalformedReplay: two contradict each other.
    """
    document = replay.commitment_document
    parts = [
        ("ruleset", replay.ruleset, document.ruleset),
        ("version", replay.version, document.ruleset_version),
        ("seats", len(replay.seats), len(document.seats)),
    ]
    if document.tournament is not None and replay.match is None:
        raise MalformedReplay("match: a match of a tournament has an id")
    if document.tournament is None and not _is_live_in_a_series(replay):
        parts += [("match", replay.match, document.match), ("created_at", replay.created_at, document.created_at)]
    for name, value, committed in parts:
        if value != committed:
            raise MalformedReplay(f"{name}: is not what was committed to")
    if canonical(replay.options) != canonical(document.options):
        raise MalformedReplay("options: are not what was committed to")
    is_local = replay.match is None
    if is_local != (replay.commitment_signature is None) or is_local != (replay.signature is None):
        raise MalformedReplay("signature: a match has an id and signatures, or neither")
    if is_local != (replay.commitment_log is None):
        raise MalformedReplay("commitment_log: a match has an id and a place in the log, or neither")
    for number, seat in enumerate(replay.seats):
        _check_seat(replay, number, seat, is_local=is_local)
    if document.series is not None:
        _check_series_seats(replay)
    if document.event is not None:
        _check_entrants(replay, document.event)
    begun = (replay.start, replay.seed, replay.final_state_sha256)
    if None in begun and (begun != (None, None, None) or replay.steps or replay.announcements):
        raise MalformedReplay("start: a match has a start, a seed and a final state, or none of them")
    if replay.status == "finished" and (replay.start is None or replay.outcome is None):
        raise MalformedReplay("status: a finished match has a start and an outcome")
    if replay.status == "aborted" and replay.outcome is not None:
        raise MalformedReplay("outcome: an aborted match has none")
    _check_times(replay)
    _check_migrations(replay)


def _check_migrations(replay: Replay) -> None:
    version, rev, earlier = replay.version, 0, ""
    times = [] if replay.start is None else [replay.start.at or "", *(step.at or "" for step in replay.steps)]
    for index, migration in enumerate(replay.migrations):
        place = f"migrations/{index}"
        if replay.match is None or not rev <= migration.rev < len(times):
            raise MalformedReplay(f"{place}: there is no such step, or it stands after a later one")
        if migration.version == version:
            raise MalformedReplay(f"{place}: the version has played before")
        later = [*times, replay.ended_at or ""][migration.rev + 1]
        if migration.at is None or not max(earlier, times[migration.rev]) <= migration.at <= later:
            raise MalformedReplay(f"{place}/at: is not between the times of its step and the next")
        version, rev, earlier = migration.version, migration.rev, migration.at


def _check_seat(replay: Replay, number: int, seat: ReplaySeat, *, is_local: bool) -> None:
    place = f"seats/{number}"
    if seat.bot is not None and seat.kind != "bot":
        raise MalformedReplay(f"{place}: a person is no bot")
    if seat.bot is not None and replay.client_seeds[number] is not None:
        raise MalformedReplay(f"client_seeds/{number}: a bot of the house gives none")
    if is_local:
        return
    if seat.player is None and replay.start is not None:
        raise MalformedReplay(f"{place}/player: is missing")
    of_the_house = seat.player is not None and seat.player.startswith("bot_")
    if of_the_house != (seat.bot is not None):
        raise MalformedReplay(f"{place}: a bot of the house has an id of its own")
    if any(other.player == seat.player for other in replay.seats[:number]) and seat.bot is None and seat.player:
        raise MalformedReplay(f"{place}/player: sits there twice")


def _is_live_in_a_series(replay: Replay) -> bool:
    """Whether it was a live match of a series, which is named by its place there."""
    document = replay.commitment_document
    return replay.match is not None and document.series is not None and document.match is None


def _check_series_seats(replay: Replay) -> None:
    """The matches of a series are between the bots that were planned."""
    document = replay.commitment_document
    for number, (seat, planned) in enumerate(zip(replay.seats, document.seats, strict=True)):
        if seat.bot != planned.bot or (planned.player is not None and seat.player != planned.player):
            raise MalformedReplay(f"seats/{number}: another bot was to play in the series")
    if any(replay.client_seeds):
        raise MalformedReplay("client_seeds: nobody adds to the chance of a series")
    if _is_live_in_a_series(replay):
        if document.created_at is not None:
            raise MalformedReplay("commitment_document: a live match of a series is named by its place there")
    elif replay.announcements:
        raise MalformedReplay("resignations/0: nobody resigns in a series")


def _check_entrants(replay: Replay, event: EventReference) -> None:
    """Who meets in a match of a tournament sits there from its start to its end."""
    for number, (seat, entrant) in enumerate(zip(replay.seats, event.entrants, strict=True)):
        of_the_house = re.fullmatch(r"bot:(.+):[1-9]\d*", entrant)
        if seat.bot != (of_the_house and of_the_house[1]) or (seat.bot is None and seat.player != entrant):
            raise MalformedReplay(f"seats/{number}: another entrant was to play here")


def _check_times(replay: Replay) -> None:
    """Times never run backwards; all are there, or for a match without a server none."""
    told = replay.in_order()
    times = [
        ("created_at", replay.created_at),
        *(("start/at" if rev == 0 and at is replay.start else f"step {rev}", at.at) for rev, at in told),
        ("ended_at", replay.ended_at),
    ]
    if replay.match is None:
        if any(time is not None for _, time in times) or replay.takeovers or replay.time_credits:
            raise MalformedReplay("a match without an id has no times")
        return
    earlier = ""
    for place, time in times:
        if time is None:
            raise MalformedReplay(f"{place}: the time is missing")
        if time < earlier:
            raise MalformedReplay(f"{place}: is before the time that stands before it")
        earlier = time
    if replay.status == "finished" and replay.ended_at != times[-2][1]:
        raise MalformedReplay("ended_at: is not the time of the last step")
    if replay.commitment_document.format == COMMITMENT_FORMAT_V1:
        check_decision_clocks(replay)
    else:
        check_clocks(replay)
