"""Whether a soak's records, replays and answers of the API agree: ``python -m tests.cluster.soak.judge FOLDER``.

The clocks are computed by the program that docs/fairness.md gives to players, docs/check_match.py, which shares no code
with the platform. What a bot was told and has sent stands in the bot's own record.
"""

import contextlib
import importlib.util
import json
import multiprocessing
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

from cli.engines import pinned_engine
from services.engine import replay
from services.engine.engine import RulesetVersion
from services.engine.fairness import canonical
from services.errors import Refusal
from services.fairness.audit import parse_keys
from services.matches import replay_checks
from services.matches.replay_checks import Evidence
from tests.cluster.soak.record import Line, read
from tests.cluster.soak.webhook_bots import BAD, GOOD, OUTCOMES

CHECKER: Final = Path(__file__).parents[3] / "docs" / "check_match.py"
TOLERANCE_MS: Final = 1_000
"""No clock may be wrong by more."""
AFTER_KILL_MS: Final = 10_000
"""How long what was killed, started again, is still felt."""
AFTER_CALLER_MS: Final = 25_000
"""The same of the workers that call bots: calls that were under way are made again when their leases have run out."""
ASIDE: Final = ("gateway-grpc", "worker series", "worker thinking")
"""What no move of a soak passes through: that it was killed explains nothing."""
AFTER_START_MS: Final = 5_000
"""How long a bot that was started may take until it plays."""
GROWN: Final = 1.25
GROWN_BYTES: Final = 48 << 20
"""By how much a process may be larger in the last quarter of the time than in the second."""
FAILURES: Final = 5
FIRST_REST_MS: Final = 5_000
LONGEST_REST_MS: Final = 600_000
"""As docs/webhooks.md has it: after so many failures in a row a bot is left alone, twice as long after each further."""
DONE: Final = ("answered", "accepted", "gone")
COUNTED_MS: Final = 500
"""A failure is counted when its call is over and was judged, a moment after the time in the log of calls."""
STANDSTILL_MS: Final = 500
"""If nobody's move is committed for so long, though many play, the store or its disk stood still."""
NEARLY_OVER_MS: Final = 250
SHOWN: Final = 10
"""So many findings of one kind are shown."""


class Played(NamedTuple):
    """A decision in a replay. ``by``: ``seat``, ``clock``, ``house`` or ``default`` (of a seat that has resigned).
    ``asked_ms``: since when it was pending."""

    seat: int
    decision: int
    action: str
    at_ms: int
    by: str
    asked_ms: int


class TimeOut(NamedTuple):
    """A turn whose time ran out. ``what``: ``time_ran_out``, ``taken_over`` or ``resigned``."""

    seat: int
    what: str
    asked_ms: int
    deadline_ms: int
    late_ms: int


@dataclass
class Facts:
    """What one match's replay tells. ``error``: what does not hold in it. ``deadlines``: by seat and decision, all that
    held while it was pending."""

    match: str
    status: str
    ruleset: str = ""
    control: str = ""
    rule: str = ""
    reason: str = ""
    players: list[str] = field(default_factory=list)
    played: list[Played] = field(default_factory=list)
    time_outs: list[TimeOut] = field(default_factory=list)
    deadlines: dict[tuple[int, int], set[int | None]] = field(default_factory=dict)
    credits: int = 0
    error: str = ""


@cache
def _checker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_match", CHECKER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def facts_of(folder: Path, match: str) -> Facts:
    """Verify one match's replay, and follow its clocks."""
    ended = json.loads((folder / "matches" / f"{match}.ended").read_text())
    facts = Facts(match, ended["status"], ended["ruleset"])
    path = folder / "replays" / f"{match}.json"
    if not path.exists():
        facts.error = "it has no replay"
        return facts
    data = path.read_bytes()
    document = json.loads(data)
    facts.control = document["commitment_document"]["time_control"]["kind"]
    facts.rule = document["commitment_document"]["on_time_out"]["kind"]
    facts.reason = (document["outcome"] or {}).get("reason", "")
    facts.players = [seat["player"] for seat in document["seats"]]
    try:
        _verify(folder, data, match, ended)
        _follow(document, facts)
    except (replay.MalformedReplay, replay.ReplayDiffers, replay_checks.ReplayContradicts, Refusal) as error:
        facts.error = f"{type(error).__name__}: {error}"
    except SystemExit as error:
        facts.error = f"check_match.py: {error}"
    return facts


def _verify(folder: Path, data: bytes, match: str, ended: Line) -> None:
    """As ``playhall verify`` does, against the match as it was when it was created, and when it had ended."""
    told = replay.read(data)
    engine = pinned_engine(RulesetVersion(told.ruleset, told.last_version))
    keys = parse_keys((folder / "signing-keys.json").read_bytes())
    saved = json.loads((folder / "matches" / f"{match}.json").read_text())
    replay_checks.check(data, engine, Evidence(match=saved, keys=keys))
    if canonical(ended["outcome"]) != canonical(json.loads(data)["outcome"]):
        raise replay_checks.ReplayContradicts("the match's outcome is not the replay's")


def _follow(document: Line, facts: Facts) -> None:
    """Every step by the players' own program: who was asked what when, and what each clock shows."""
    if document["start"] is None:
        return
    checker = _checker()
    numbers, announced = checker.Numbers(document), checker.announcements(document)
    house = {seat for seat, each in enumerate(document["seats"]) if each["bot"] is not None}
    last: dict[int, int] = {}

    def ran_out(seat: int, what: str, at: str) -> None:
        deadline = numbers.clocks.seats[seat][1]
        if last.get(seat) != deadline:  # a turn may take several steps
            last[seat] = deadline
            late = _ms(at) - deadline - numbers.clocks.grace
            facts.time_outs.append(TimeOut(seat, what, numbers.asked_at[seat], deadline, late))

    def note_deadlines() -> None:
        for seat, decision in enumerate(numbers.next):
            clock = numbers.clocks.seats[seat]
            if decision is not None and seat not in house:
                told = facts.deadlines.setdefault((seat, decision), set())
                told.add(None if clock is None else clock[1])

    for number, step in enumerate([document["start"], *document["steps"]]):
        if number:
            seat = step["seat"]
            by = "clock" if "time_ran_out" in step else "seat"
            if seat in house or seat in numbers.taken_over:
                by = "house"
            elif seat in numbers.resigned:
                by = "default"
            if by == "clock":
                ran_out(seat, "time_ran_out", step["at"])
            asked = numbers.asked_at[seat]
            facts.played.append(Played(seat, step["decision"], step["action"], _ms(step["at"]), by, asked))
        numbers.step(number, step)
        note_deadlines()
        while announced and announced[0][1]["rev"] == number:
            kind, told = announced.pop(0)
            if kind == "time_credited":
                numbers.credit(told, number)
                facts.credits += 1
            else:
                if kind == "taken_over" or "reason" in told:
                    ran_out(told["seat"], kind, told["at"])
                (numbers.resign if kind == "resigned" else numbers.take_over)(told, number)
            note_deadlines()
    if document["status"] == "finished" and _ms(document["ended_at"]) != numbers.at:
        sys.exit("it did not end with its last step")


def _ms(moment: str) -> int:
    return round(datetime.fromisoformat(moment).timestamp() * 1000)


# -- what was found ----------------------------------------------------------------------------------------------------


@dataclass
class Check:
    """One thing that must hold. ``looked``: how often it was looked at."""

    what: str
    looked: int = 0
    failures: list[str] = field(default_factory=list)
    explained: Counter[str] = field(default_factory=Counter)

    def look(self, holds: object) -> bool:
        """Count it; whether it holds."""
        self.looked += 1
        return bool(holds)

    def fail(self, finding: str, why: str | None = None) -> None:
        """It does not. ``why``: what explains that."""
        if why is None:
            self.failures.append(finding)
        else:
            self.explained[why] += 1


@dataclass
class Verdict:
    """All checks, and figures."""

    checks: list[Check] = field(default_factory=list)
    figures: dict[str, Any] = field(default_factory=dict)

    @property
    def holds(self) -> bool:
        return all(check.looked and not check.failures for check in self.checks)

    def check(self, what: str) -> Check:
        self.checks.append(Check(what))
        return self.checks[-1]

    def document(self) -> dict[str, Any]:
        """As JSON."""
        checks = [
            {
                "what": check.what,
                "looked": check.looked,
                "failed": len(check.failures),
                "explained": dict(check.explained),
                "failures": check.failures[:SHOWN],
            }
            for check in self.checks
        ]
        return {"holds": self.holds, "checks": checks, "figures": self.figures}

    def table(self) -> str:
        """As text."""
        lines = []
        for check in self.checks:
            state = "FAILS" if check.failures else "holds" if check.looked else "was not tried"
            explained = "".join(f"; {number} explained: {why}" for why, number in check.explained.items())
            lines.append(f"{state:>13}  {check.what}: {check.looked} looked at, {len(check.failures)} wrong{explained}")
            lines += [f"{'':>15}{failure}" for failure in check.failures[:SHOWN]]
        for name, figure in self.figures.items():
            lines.append(f"{name}: {json.dumps(figure)}")
        lines.append("All of it holds." if self.holds else "Not all of it holds.")
        return "\n".join(lines)


def spread(values: Sequence[float]) -> dict[str, float]:
    """How values are spread."""
    if not values:
        return {"number": 0}
    ordered = sorted(values)
    at = {f"p{share}": ordered[int(share / 100 * (len(ordered) - 1))] for share in (50, 90, 99)}
    return {"number": len(ordered), **at, "most": ordered[-1]}


class Trouble(NamedTuple):
    """What may explain that something came late. ``bot``: whom alone it concerns."""

    since_ms: int
    until_ms: int
    why: str
    bot: str = ""


class Case:
    """The records of a soak."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.entrants: list[Line] = json.loads((folder / "entrants.json").read_text())
        self.bot_of = {each["player"]: each for each in self.entrants}
        self.soak = list(read(folder / "soak.jsonl"))
        self.records = {each["name"]: list(read(folder / "bots" / f"{each['name']}.jsonl")) for each in self.entrants}
        matches = sorted(path.stem for path in (folder / "matches").glob("*.json"))
        with multiprocessing.get_context("spawn").Pool(2) as pool:
            self.facts = pool.starmap(facts_of, [(folder, match) for match in matches], chunksize=4)
        self.by_match = {facts.match: facts for facts in self.facts}

    def webhooks(self) -> Iterator[Line]:
        return (each for each in self.entrants if each["kind"] == "webhook")

    @cached_property
    def troubles(self) -> list[Trouble]:
        found = []
        for line in self.soak:
            if line["what"] == "killed" and line["process"] not in ASIDE:
                after = AFTER_CALLER_MS if line["process"] in ("worker webhooks", "background") else AFTER_KILL_MS
                found.append(Trouble(line["since"], line["until"] + after, f"{line['process']} was killed"))
            elif line["what"] == "stall":
                found.append(Trouble(line["since"], line["until"] + TOLERANCE_MS, "the machine was overloaded"))
            elif line["what"] == "bot_killed":
                starts = (each["at"] for each in self.records[line["bot"]] if each["what"] == "started")
                again = min((at for at in starts if at > line["at"]), default=line["at"] + 10 * AFTER_START_MS)
                found.append(Trouble(line["at"], again + AFTER_START_MS, "the bot was killed", line["bot"]))
        return found + self._standstills()

    def _standstills(self) -> list[Trouble]:
        """When nothing was committed, between moments at which much was."""
        moments = sorted(played.at_ms for facts in self.facts for played in facts.played)
        return [
            Trouble(before, after + TOLERANCE_MS, "nobody's move was committed for a while")
            for before, after, ten, next_ten in zip(moments[9:], moments[10:-9], moments, moments[19:], strict=False)
            if after - before > STANDSTILL_MS and before - ten < TOLERANCE_MS and next_ten - after < TOLERANCE_MS
        ]

    def was_thinking(self, bot: str, match: str, out: "TimeOut") -> bool:
        """Whether a bot was asked at once, and had sent nothing when its time was over."""
        lines = [line for line in self.records[bot] if line.get("match") == match]
        asked = [
            line["decision"]
            for line in lines
            if line["what"] == "asked" and -TOLERANCE_MS <= line["at"] - out.asked_ms <= TOLERANCE_MS
        ]
        return bool(asked) and not any(
            line["what"] == "sent" and line["decision"] == asked[-1] and line["at"] < out.deadline_ms for line in lines
        )

    def why(self, since_ms: int, until_ms: int, bot: str = "") -> str | None:
        """What explains that something went wrong between two moments; None: nothing does."""
        fitting = [
            trouble
            for trouble in self.troubles
            if trouble.bot in ("", bot) and trouble.since_ms <= until_ms and trouble.until_ms >= since_ms
        ]
        # What concerns the bot alone explains best, and an overloaded machine worst.
        fitting.sort(key=lambda trouble: (not trouble.bot, trouble.why.startswith("the machine")))
        return fitting[0].why if fitting else None

    @cached_property
    def sent(self) -> dict[tuple[str, str, int], list[Line]]:
        """What bots have sent, by bot, match and decision."""
        found: dict[tuple[str, str, int], list[Line]] = defaultdict(list)
        for name, lines in self.records.items():
            for line in lines:
                if line["what"] in ("sent", "acknowledged", "refused"):
                    found[name, line["match"], line["decision"]].append(line)
        return found


# -- the checks --------------------------------------------------------------------------------------------------------


def judge(folder: Path) -> Verdict:
    """Look at everything in a folder of records."""
    case, verdict = Case(folder), Verdict()
    _judge_matches(case, verdict)
    _judge_clocks(case, verdict)
    _judge_decisions(case, verdict)
    _judge_deliveries(case, verdict)
    _judge_good_bots(case, verdict)
    _judge_memory(case, verdict)
    return verdict


def _judge_matches(case: Case, verdict: Verdict) -> None:
    ended = verdict.check("every match ended by its rules")
    verified = verdict.check("every replay verifies, and its clocks by a program that shares no code")
    for facts in case.facts:
        if not ended.look(facts.status == "finished"):
            ended.fail(f"{facts.match} ({facts.ruleset}) is {facts.status}")
        if not verified.look(not facts.error):
            verified.fail(f"{facts.match} ({facts.ruleset}): {facts.error}")
    verdict.figures["matches"] = {
        "ended": len(case.facts),
        "by ruleset": Counter(facts.ruleset for facts in case.facts),
        "by time control": Counter(facts.control for facts in case.facts),
        "by rule when time is over": Counter(facts.rule for facts in case.facts),
        "by reason": Counter(facts.reason for facts in case.facts),
        "decisions": Counter(played.by for facts in case.facts for played in facts.played),
        "time credits": sum(facts.credits for facts in case.facts),
    }


def _judge_clocks(case: Case, verdict: Verdict) -> None:
    told = verdict.check("every deadline that a bot was told is that of an independent computation, to a second")
    for name, lines in case.records.items():
        for line in lines:
            facts = case.by_match.get(line.get("match", ""))
            if line["what"] == "asked" and facts is not None and not facts.error:
                held = facts.deadlines.get((line["seat"], line["decision"]), set())
                if not told.look(any(_agree(line["deadline"], each) for each in held)):
                    told.fail(f"{name}: {line} and {sorted(map(str, held))}")
    late = verdict.check("no clock acted early, or later than a second after its time")
    outs = [(facts, each) for facts in case.facts for each in facts.time_outs]
    for facts, each in outs:
        if not late.look(0 <= each.late_ms <= TOLERANCE_MS):
            late.fail(f"{facts.match}: {each}", _why_late(case, each) if each.late_ms > 0 else None)
    verdict.figures["clock acted, ms late"] = spread([each.late_ms for _, each in outs])
    quiet = [each.late_ms for _, each in outs if _why_late(case, each) is None]
    verdict.figures["clock acted, ms late, undisturbed"] = spread(quiet)
    verdict.figures["time ran out"] = Counter(each.what for _, each in outs)


def _why_late(case: Case, out: TimeOut) -> str | None:
    return case.why(out.deadline_ms, out.deadline_ms + out.late_ms)


def _agree(told: int | None, held: int | None) -> bool:
    return told == held if told is None or held is None else abs(told - held) <= TOLERANCE_MS


def _judge_decisions(case: Case, verdict: Verdict) -> None:
    once = verdict.check("no decision was committed twice")
    own = verdict.check("every decision of a bot is one that it has sent, at the time at which it was sent")
    kept = verdict.check("every decision that was acknowledged was committed as it was acknowledged")
    committed: dict[tuple[str, str, int], Played] = {}
    echoed = 0
    for facts in case.facts:
        if facts.error:
            continue
        numbers = Counter((played.seat, played.decision) for played in facts.played)
        if not once.look(not numbers or max(numbers.values()) == 1):
            once.fail(facts.match)
        for played in facts.played:
            bot = case.bot_of.get(facts.players[played.seat])
            if bot is None:
                continue
            committed[bot["name"], facts.match, played.decision] = played
            if played.by == "seat" and not own.look(_was_sent(case, bot["name"], facts.match, played)):
                own.fail(f"{bot['name']} {facts.match}: {played}")
    for (name, match, decision), lines in case.sent.items():
        found = committed.get((name, match, decision))
        for line in lines:
            if line["what"] != "acknowledged" or not _is_whole(case, match):
                continue
            # Whose time was over is told what the clock, or a bot of the house, has played in its place.
            is_kept = found is not None and found.action == line["notation"]
            echoed += found is not None and found.by != "seat"
            if not kept.look(is_kept and found is not None and found.at_ms <= line["at"] + TOLERANCE_MS):
                kept.fail(f"{name}: {line} and {found}")
    verdict.figures["acknowledged since the clock or the house had played the same"] = echoed
    verdict.figures["refused"] = Counter(
        line["code"] for lines in case.records.values() for line in lines if line["what"] == "refused"
    )
    verdict.figures["kills"] = Counter(
        line["process"] if line["what"] == "killed" else "stream bots"
        for line in case.soak
        if line["what"] in ("killed", "bot_killed")
    )


def _is_whole(case: Case, match: str) -> bool:
    facts = case.by_match.get(match)
    return facts is not None and not facts.error


def _was_sent(case: Case, bot: str, match: str, played: Played) -> bool:
    return any(
        line["what"] == "sent" and line["action"] == played.action and line["at"] <= played.at_ms + TOLERANCE_MS
        for line in case.sent.get((bot, match, played.decision), ())
    )


def _judge_deliveries(case: Case, verdict: Verdict) -> None:
    agree = verdict.check("the platform's log of calls agrees with the bots' own records")
    signed = verdict.check("every call was signed with the bot's secret")
    outcomes = verdict.check("every call has the outcome that its bot's behaviour leads to")
    breaker = verdict.check("bots that fail five times in a row are left alone for a while, and no others")
    answered = verdict.check("the soak's own requests were answered")
    answered.looked = len(case.facts)
    answered.failures += [line["error"] for line in case.soak if line["what"] == "not_answered"]
    nowhere = verdict.check("nobody was led where no bot may be")
    told: dict[str, Counter[str]] = defaultdict(Counter)
    rests = 0
    for line in case.soak:
        if line["what"] == "visits" and not nowhere.look(not line["number"]):
            nowhere.fail(f"{line['number']} requests came where redirects lead")
    for bot in case.webhooks():
        name, behaviour = bot["name"], bot["behaviour"]
        deliveries = list(read(case.folder / "deliveries" / f"{name}.jsonl"))
        asked = defaultdict(list)
        for line in case.records[name]:
            if line["what"] == "asked":
                asked[line["id"]].append(line)
                if not signed.look(line["signed"]):
                    signed.fail(f"{name}: {line}")
            if line["what"] == "reached":
                nowhere.fail(f"{name} was reached")
        _compare_calls(case, agree, bot, asked, deliveries)
        for each in deliveries:
            told[behaviour][each["outcome"]] += 1
            if not outcomes.look(each["outcome"] in OUTCOMES[behaviour]):
                at = _ms(each["at"])
                why = _too_little_time(case, each) or case.why(at - TOLERANCE_MS, at + each["ms"], name)
                outcomes.fail(f"{name} ({behaviour}): {each}", why)
        rests += _judge_rests(case, breaker, bot, deliveries)
    verdict.figures["times that bots were left alone"] = rests
    verdict.figures["calls by behaviour"] = {name: dict(counted) for name, counted in sorted(told.items())}


def _judge_rests(case: Case, breaker: Check, bot: Line, deliveries: Sequence[Line]) -> int:
    """Whether no call was made while its bot was to be left alone; how often it was."""
    happened: list[tuple[int, str, Line]] = [(_ms(each["at"]), "call", each) for each in deliveries]
    happened += [(_ms(each["at"]) + each["ms"], each["outcome"], each) for each in deliveries]
    happened += [(line["at"], "set", line) for line in case.soak if line.get("bot") == bot["name"] and "url" in line]
    failures, failed, until, rests = 0, 0, 0, 0
    for at, what, line in sorted(happened, key=lambda each: each[0]):
        if what == "call":
            if failures >= FAILURES and not breaker.look(at >= until or at <= failed + COUNTED_MS):
                finding = f"{bot['name']} ({bot['behaviour']}): {line} before {until}"
                breaker.fail(finding, case.why(until - TOLERANCE_MS * 10, at))
        elif what in ("set", *DONE):
            failures, until = 0, 0
        elif what != "busy" and until <= at:  # calls that were under way count once
            failures, failed = failures + 1, at
            if failures >= FAILURES:
                rests += 1
                until = at + min(FIRST_REST_MS << (failures - FAILURES), LONGEST_REST_MS)
                if bot["behaviour"] in GOOD:
                    breaker.fail(f"{bot['name']} ({bot['behaviour']}) was left alone", case.why(at - 20_000, at))
    return rests


def _too_little_time(case: Case, delivery: Line) -> str | None:
    """Whether the decision's time was over when its call was."""
    facts = case.by_match.get(delivery["match"])
    held = facts.deadlines.get((delivery["seat"], delivery["decision"]), set()) if facts is not None else set()
    ends = _ms(delivery["at"]) + delivery["ms"]
    if delivery["outcome"] in ("timeout", "gone") and any(
        deadline is not None and deadline - ends <= NEARLY_OVER_MS for deadline in held
    ):
        return "the decision's time was over"
    return None


def _compare_calls(
    case: Case, agree: Check, bot: Line, asked: Mapping[str, Sequence[Line]], deliveries: Iterable[Line]
) -> None:
    name = bot["name"]
    logged: dict[str, list[Line]] = defaultdict(list)
    for each in deliveries:
        logged[f"{each['match']}_{each['seat']}_{each['decision']}"].append(each)
    for id in asked.keys() | logged.keys():
        match, seat, decision = id.rsplit("_", 2)
        if not _is_whole(case, match):
            continue  # there may be calls that are being made
        calls, log = asked.get(id, ()), logged.get(id, ())
        # A call that came to nothing need not have reached the bot.
        least = sum(each["outcome"] not in ("timeout", "connect", "tls", "refused_address") for each in log)
        if not agree.look(least <= len(calls) <= len(log)):
            first = min([*(call["at"] for call in calls), *(_ms(each["at"]) for each in log)])
            last = max([*(call["at"] for call in calls), *(_ms(each["at"]) + each["ms"] for each in log)])
            finding = f"{name} {id}: asked {len(calls)} times, {[each['outcome'] for each in log]}"
            agree.fail(f"{finding} ({bot['behaviour']})", case.why(first, last + 3 * TOLERANCE_MS))
        if not any(each["outcome"] == "answered" for each in log):
            continue
        actions = {
            line["action"]
            for line in case.sent.get((name, match, int(decision)), ())
            if line["what"] == "sent" and line["way"] == "answer"
        }
        found = [
            each
            for each in case.by_match[match].played
            if (each.seat, each.decision, each.by) == (int(seat), int(decision), "seat")
        ]
        if not agree.look(found and found[0].action in actions):
            agree.fail(f"{name} {id}: {found} is not what was answered, {actions}")


def _judge_good_bots(case: Case, verdict: Verdict) -> None:
    spared = verdict.check("good bots decide for themselves")
    clocked = verdict.check("for bots that never answer the clock decides")
    waited: dict[str, list[int]] = defaultdict(list)
    for facts in case.facts:
        for seat, player in enumerate(facts.players):
            bot = case.bot_of.get(player)
            if bot is None or facts.error:
                continue
            kind = bot["behaviour"] or "stream"
            own = [each for each in facts.played if each.seat == seat and each.by == "seat"]
            outs = [each for each in facts.time_outs if each.seat == seat]
            if kind in BAD and kind != "twice":
                was_asked = any(each.seat == seat for each in facts.played)
                if not clocked.look(not own and (outs or not was_asked)):
                    clocked.fail(f"{bot['name']} ({kind}) {facts.match}: {own[:1]}, {outs[:1]}")
                continue
            waited[kind] += [each.at_ms - each.asked_ms for each in own]
            if kind != "twice":
                spared.looked += len(own) + len(outs)
                for out in outs:
                    why = case.why(out.asked_ms, out.deadline_ms, bot["name"])
                    if case.was_thinking(bot["name"], facts.match, out):
                        why = "the bot itself thought for too long"
                    spared.fail(f"{bot['name']} {facts.match}: {out}", why)
    verdict.figures["ms from being asked to the commit"] = {kind: spread(each) for kind, each in sorted(waited.items())}


def _judge_memory(case: Case, verdict: Verdict) -> None:
    bounded = verdict.check("no process grows without bound")
    samples: dict[str, list[int]] = defaultdict(list)
    for line in case.soak:
        if line["what"] == "taken":
            samples[line["process"]].append(line["bytes"])
    grown: dict[str, dict[str, int]] = {}
    for name, taken in sorted(samples.items()):
        quarter = len(taken) // 4
        early = statistics.median(taken[quarter : 2 * quarter] or taken)
        late = statistics.median(taken[-quarter:] or taken)
        grown[name] = {"second quarter": round(early / 1e6), "last": round(late / 1e6)}
        if not bounded.look(late <= GROWN * early + GROWN_BYTES):
            bounded.fail(f"{name}: {grown[name]}")
    verdict.figures["MB"] = grown


if __name__ == "__main__":
    found = judge(Path(sys.argv[1]))
    with contextlib.suppress(BrokenPipeError):
        sys.stdout.write(found.table() + "\n")
    sys.exit(0 if found.holds else 1)
