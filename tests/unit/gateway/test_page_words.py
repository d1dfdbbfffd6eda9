"""Tournaments, moments and logs in words."""

import pytest

from gateway.pages import words
from gateway.pages.log_words import LogWords
from services.engine.clocks import Correspondence, Fischer, NoClocks, PerDecision
from services.tournaments.log import (
    Accepted,
    ByeRequested,
    CheckedIn,
    Closed,
    Entered,
    Happening,
    Invited,
    LoggedHappening,
    ResultSet,
    TablePaired,
    Undone,
)
from services.tournaments.settings import (
    ArenaStage,
    ArenaStreaks,
    EliminationStage,
    EntryRules,
    PodsStage,
    RoundTimes,
    SwissStage,
)
from tests.unit.tournaments.logs import round_of, settings


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (0, "0 seconds"),
        (1, "1 second"),
        (59, "59 seconds"),
        (60, "1 minute"),
        (3599, "59 minutes 59 seconds"),
        (3601, "1 hour"),
        (90_061, "1 day 1 hour"),
        (30 * 86_400, "30 days"),
    ],
)
def test_a_duration_is_told_by_its_two_largest_units(seconds: int, told: str) -> None:
    assert words.duration(seconds) == told


def test_a_moment_is_told_in_utc() -> None:
    assert words.moment(1_800_000_000_000) == "15 January 2027, 08:00 UTC"
    assert words.moment(1_800_000_007_999) == "15 January 2027, 08:00:07 UTC"
    assert words.machine_moment(1_800_000_007_999) == "2027-01-15T08:00:07Z"


def test_formats_are_told_one_after_the_other() -> None:
    of = settings(
        PodsStage(rounds=3, seats=5, remainder="larger_pods", advance=4), EliminationStage(format="double_elimination")
    )
    assert words.format_in_short(of) == "Pods of 5, then double elimination"
    assert words.format_in_short(settings()) == "Swiss system"


def test_a_stage_says_what_happens_and_what_it_is_worth() -> None:
    assert list(words.stage_sentences(SwissStage(rounds=1, system="dutch", games=3))) == [
        "1 round for two seats: you meet others with as many points, nobody twice.",
        "Pairings are by FIDE's Dutch system of 2026.",
        "A win is worth 1 point, a draw 0.5 points, a loss 0 points.",
        "A pairing is decided by the best of 3 matches; seats change in turn.",
    ]
    assert list(words.stage_sentences(PodsStage(rounds=4, seats=3, remainder="byes", remainder_for="high"))) == [
        "4 rounds at tables of 3: you meet others with about as many points, nobody twice while that can be.",
        "If the number does not fit, some of those who stand high have a bye.",
        "Places are worth: 1st 4 points, 2nd 3 points, 3rd 2 points; who share places share their points, "
        "rounded down.",
    ]
    assert list(words.stage_sentences(EliminationStage(format="single_elimination", third_place=True))) == [
        "A bracket for two seats: who has lost is out.",
        "The losers of the semifinals play for the third place.",
    ]


def test_entry_rules_say_who_may_enter() -> None:
    rules = EntryRules(registration="invited", bots="only", min_rating=1200, capacity=1000, late_until_round=2, byes=0)
    assert list(words.entry_sentences(settings(entry=rules))) == [
        "By invitation: the host invites those who take part.",
        "With a rating of at least 1200.",
        "There is room for 1,000; who enters later stands on the waiting list.",
        "Entry is possible until round 2 has been paired, with 0 points for each round missed.",
        "Who is not paired because the number does not fit has 1 point, and only once while others have not been left "
        "out.",
    ]


def test_who_could_enter_is_told_when_nobody_may_any_more() -> None:
    rules = EntryRules(bots="only", capacity=8, check_in_seconds=3600)
    of = settings(EliminationStage(format="single_elimination"), entry=rules)
    assert list(words.entry_sentences(of, is_open=False)) == [
        "Registration is closed. Players entered their own bots.",
        "There was room for 8.",
        "Entrants had to check in within 1 hour before the start.",
    ]
    assert words.bots_sentence("only", is_open=True) == "Only bots may enter."
    assert words.bots_sentence("only", is_open=False) == "Everybody who plays here is a bot."


def test_an_elimination_promises_no_byes() -> None:
    of = settings(EliminationStage(format="single_elimination"))
    assert list(words.entry_sentences(of)) == [
        "Registration is open: players enter their own bots.",
        "Entry is possible until the start.",
    ]


def test_an_arena_says_how_long_it_lasts_and_that_everybody_may_come_and_go() -> None:
    stage = ArenaStage(duration_seconds=5400, seats=3, max_wait_seconds=30, streaks=ArenaStreaks(after=3))
    of = settings(stage, times=RoundTimes(round_seconds=600))
    assert words.format_in_short(of) == "Arena"
    assert list(words.stage_sentences(stage)) == [
        "For 1 hour 30 minutes whoever is free is paired again with somebody close in rank; nobody waits longer than "
        "30 seconds while somebody else is free whom it may meet.",
        "Tables that are under way when time is over are played to their end, and count.",
        "Who withdraws rests: it is paired no more until it returns. Who does not come to its table is withdrawn.",
        "Places are worth: 1st 4 points, 2nd 3 points, 3rd 2 points; who share places share their points, "
        "rounded down.",
        "Who has won 3 tables running has 2 times the points of the next ones, up to the first that it does not win "
        "alone.",
        "Where somebody has waited that long and too few are free, a table has fewer seats, down to three.",
    ]
    assert list(words.entry_sentences(of))[1:] == ["Entry is possible as long as tables are paired."]
    assert list(words.times_sentences(of)) == [
        "A table takes 10 minutes at most: a table that has not ended by then is lost by those who must decide at that "
        "moment.",
    ]


def test_times_and_clocks_are_told() -> None:
    assert next(words.times_sentences(settings(times=RoundTimes(pause_seconds=300, round_seconds=7200)))) == (
        "The next round begins 5 minutes after the last table of one has ended."
    )
    assert words.clock_sentence(NoClocks()) == "Seats may think as long as they like."
    assert words.clock_sentence(PerDecision(seconds=90)) == "Each turn has 1 minute 30 seconds."
    assert words.clock_sentence(Correspondence(days=1)) == "Each turn has 1 day."
    assert words.clock_sentence(Fischer(bank_seconds=600, increment_seconds=5)) == (
        "Each seat has 10 minutes for the match, and 5 seconds more with each turn."
    )


# -- the log -----------------------------------------------------------------------------------------------------------


def log_of(*happened: Happening, by: str | None = None, reason: str = "") -> list[LoggedHappening]:
    return [LoggedHappening(number, 1000, what, by, reason) for number, what in enumerate(happened, 1)]


ENTERED = [Entered(entrant=f"e{number}", name=name, player=f"p{number}") for number, name in enumerate("ABCD", 1)]


def plain(text: str) -> str:
    """Without the marks around names."""
    return text.replace("\N{FIRST STRONG ISOLATE}", "").replace("\N{POP DIRECTIONAL ISOLATE}", "")


def test_a_result_is_told_of_the_table_as_it_was_paired_then() -> None:
    first, second = round_of(1, "e1 e2", "e3 e4"), round_of(1, "e1 e3", "e2 e4")
    result = ResultSet(round=1, table=2, places=(2, 1))
    entries = log_of(*ENTERED, first, second, result, Undone(entry=7), Undone(entry=6), result)
    told = LogWords(entries)
    assert plain(told.sentence(entries[6])) == "The result of round 1, table 2 is set: 1. D, 2. B."
    assert plain(told.sentence(entries[9])) == "The result of round 1, table 2 is set: 1. D, 2. C."
    assert plain(told.sentence(entries[7])) == (
        "Entry 7 is taken back: The result of round 1, table 2 is set: 1. D, 2. B."
    )
    assert (told.undone_in(7), told.undone_in(10)) == (8, None)


def test_what_follows_from_a_correction_is_told() -> None:
    first = round_of(1, "e1 e2", "e3 e4")
    standing = first.tables[1].model_copy(update={"stands": 5})
    again = first.model_copy(update={"tables": (first.tables[0], standing)})
    replay = ResultSet(round=1, table=1, places=(2, 1), then="replay")
    stand = replay.model_copy(update={"then": "stand"})
    entries = log_of(*ENTERED, first, replay, again, stand, Undone(entry=5, also=(6, 7, 8)), Closed())
    told = LogWords(entries)
    assert [plain(told.sentence(entry)) for entry in entries[5:]] == [
        "The result of round 1, table 1 is set: 1. B, 2. A. What was paired after it is set aside and paired anew.",
        "Round 1 is paired: 2 tables. As before a correction: 1 table.",
        "The result of round 1, table 1 is set: 1. B, 2. A. Who has gone on from it stays.",
        "Entry 5 is taken back: Round 1 is paired: 2 tables. With it fall 3 later entries: 6 to 8.",
        "The tournament is closed: nothing of it is corrected any more.",
    ]
    assert [told.undone_in(number) for number in (4, 5, 8)] == [None, 9, 9]


def test_tables_of_an_arena_are_told_one_by_one() -> None:
    table = TablePaired(round=1, table=1, entrants=("e1", "e2"))
    result = ResultSet(round=1, table=1, places=(2, 1), forfeits=("e1",))
    another = TablePaired(round=1, table=1, entrants=("e1", "e3", "e4"))  # after the round was taken back
    entries = log_of(*ENTERED, round_of(1), table, result, another)
    told = [plain(LogWords(entries).sentence(entry)) for entry in entries[5:]]
    assert told == [
        "Round 1, table 1 is paired: A and B.",
        "The result of round 1, table 1 is set: 1. B, 2. A (not there).",
        "Round 1, table 1 is paired: A, C and D.",
    ]


def test_what_entrants_do_for_themselves_is_not_the_hosts_doing() -> None:
    bye = ByeRequested(entrant="e1", round=3)
    by_itself, by_another, by_platform = (log_of(*ENTERED, bye, by=by) for by in ("p1", "p2", None))
    assert not LogWords(by_itself).is_by_host(by_itself[-1])
    assert LogWords(by_another).is_by_host(by_another[-1])
    assert not LogWords(by_platform).is_by_host(by_platform[-1])


def test_what_owners_do_for_their_bots_is_not_the_hosts_doing() -> None:
    bot = Entered(entrant="e5", name="E", player="b5", is_bot=True, owner="p1")
    entries = log_of(*ENTERED, bot, CheckedIn(entrant="e5"), by="p1")
    told = LogWords(entries)
    assert [told.is_by_host(entry) for entry in entries] == [False, True, True, True, False, False]
    by_another = log_of(bot, CheckedIn(entrant="e5"), by="p2")
    assert LogWords(by_another).is_by_host(by_another[-1])


def test_an_invitation_is_the_hosts_doing_and_its_answer_the_players_or_its_owners() -> None:
    invited = Invited(entrant="e5", name="Robo", player="p5", is_bot=True, owner="p6")
    by_host, by_owner, by_bot = (
        log_of(*ENTERED, what, by=by)
        for what, by in ((invited, "p9"), (Accepted(entrant="e5"), "p6"), (Accepted(entrant="e5"), "p5"))
    )
    assert plain(LogWords(by_host).sentence(by_host[-1])) == "Robo (a bot) is invited."
    assert LogWords(by_host).is_by_host(by_host[-1])
    for answered in (by_owner, by_bot):
        told = LogWords([*by_host, answered[-1]])
        assert plain(told.sentence(answered[-1])) == "Robo accepts the invitation and enters."
        assert not told.is_by_host(answered[-1])


def test_names_are_isolated_and_ids_are_replaced_in_what_the_platform_says_alone() -> None:
    said = "e1 and e2 may not meet; e77 is nobody"
    by_platform, by_host = log_of(*ENTERED, reason=said), log_of(*ENTERED, by="p9", reason=said)
    assert plain(LogWords(by_platform).reason(by_platform[0])) == "A and B may not meet; e77 is nobody"
    assert LogWords(by_host).reason(by_host[0]) == said
    assert LogWords(by_host).sentence(by_host[0]) == ("\N{FIRST STRONG ISOLATE}A\N{POP DIRECTIONAL ISOLATE} enters.")
