"""Named mutations of a golden replay: each is a lie that somebody could tell.

The liar is the platform itself: what follows from the seeds is computed anew and the whole is signed again with its own
key. Only mutations with ``signer=NOBODY`` are somebody else's, who has no key.
"""

import hashlib
import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from services.engine import fairness, replay
from services.engine.engine import Engine
from services.engine.fairness import canonical
from services.engine.in_process import InProcessEngine
from services.engine.registry import ruleset
from services.engine.replay import Playthrough, ReplayStep
from services.fairness.signing import SigningKeys
from tests.signing import SIGNING_KEYS

Json = dict[str, Any]
OTHER_KEYS: Final = SigningKeys(bytes(32))


class Signer(Enum):
    """Who has signed the lie."""

    PLATFORM = "platform"
    STRANGER = "stranger"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Mutation:
    """``base``: the ruleset of the golden replay. ``change``: of the parsed document. ``rewrite``: of its text."""

    name: str
    base: str = "commanders"
    change: Callable[[Json], Any] = lambda document: None
    rewrite: Callable[[str], str] = lambda text: text
    signer: Signer = Signer.PLATFORM

    def applied(self, document: Json) -> bytes:
        """The lie."""
        made = deepcopy(document)
        self.change(made)
        if self.signer is Signer.PLATFORM and isinstance(made.get("signature"), dict):
            _sign(made, SIGNING_KEYS)
        elif self.signer is Signer.STRANGER:
            _sign(made, OTHER_KEYS)
        text = json.dumps(made)
        told = self.rewrite(text)
        assert told != json.dumps(document), self.name
        return told.encode()


def _sign(document: Json, keys: SigningKeys) -> None:
    made = keys.sign("playhall.replay/2", replay.signed_part(document))
    document["signature"] = {"key_id": made.key_id, "value": made.value.hex()}


# -- places ------------------------------------------------------------------------------------------------------------


def put(path: str, value: object) -> Callable[[Json], None]:
    """Puts a value at a path such as ``steps/3/action``."""

    def change(document: Json) -> None:
        at, last = _at(document, path)
        at[last] = value(at[last]) if callable(value) else value

    return change


def drop(path: str) -> Callable[[Json], None]:
    """Takes away what is at a path."""

    def change(document: Json) -> None:
        at, last = _at(document, path)
        del at[last]

    return change


def add(path: str, value: object) -> Callable[[Json], None]:
    """Adds a field."""
    return put(path, value)


def _at(document: Any, path: str) -> tuple[Any, Any]:
    *parts, last = [int(part) if part.lstrip("-").isdigit() else part for part in path.split("/")]
    for part in parts:
        document = document[part]
    return document, last


def told(document: Json, name: str) -> tuple[Json, Json, Json]:
    """The first step with an event of this name, the event and what it says."""
    for step in [document["start"], *document["steps"]]:
        for event in step["events"]:
            if name in (event["public"] or {}):
                return step, event, event["public"][name]
    raise AssertionError(name)


def event(name: str, change: Callable[[Json], Any]) -> Callable[[Json], None]:
    """Changes what the first event of a name says."""
    return lambda document: change(told(document, name)[2])


def first_step(document: Json, **fields: object) -> Json:
    """The first step with these fields."""
    return next(s for s in document["steps"] if all(s.get(name) == value for name, value in fields.items()))


def migration(rev: int, version: str = "1.0.0", at: str | None = "2026-01-01T00:00:00.000Z") -> Json:
    """Another version plays on."""
    return {"rev": rev, "version": version, "at": at}


# -- what the platform computes anew -----------------------------------------------------------------------------------


def promised(change: Callable[[Json], Any]) -> Callable[[Json], None]:
    """Changes the commitment document and makes everything anew that follows from it, signed."""

    def all_of_it(document: Json) -> None:
        promise = document["commitment_document"]
        change(promise)
        for ours, theirs in (("match", "match"), ("ruleset", "ruleset"), ("created_at", "created_at")):
            document[ours] = promise[theirs]
        document["version"], document["options"] = promise["ruleset_version"], deepcopy(promise["options"])
        reseeded(document)

    return all_of_it


def reseeded(document: Json) -> None:
    """Computes commitment, its signature and the match seed anew."""
    promise = canonical(document["commitment_document"])
    document["commitment"] = hashlib.sha256(promise).hexdigest()
    made = SIGNING_KEYS.sign("playhall.commitment/1", promise)
    document["commitment_signature"] = {"key_id": made.key_id, "value": made.value.hex()}
    server, digest = bytes.fromhex(document["server_seed"]), hashlib.sha256(promise).digest()
    if "series" in document["commitment_document"]:
        seed = fairness.series_match_seed(server, fairness.CommitmentDocument.read(promise))
    else:
        seed = fairness.match_seed(server, digest, document["client_seeds"])
    document["seed"] = seed.hex()


def another_server_seed(document: Json) -> None:
    """A server seed that suits the platform better, with everything that follows from it."""
    server = bytes(range(32))
    document["server_seed"] = server.hex()
    document["commitment_document"]["server_seed_sha256"] = hashlib.sha256(server).hexdigest()
    played_anew(document)


def seeds(change: Callable[[list[Any]], Any]) -> Callable[[Json], None]:
    """Changes the client seeds; the match seed and the whole match are made anew from them."""

    def all_of_it(document: Json) -> None:
        change(document["client_seeds"])
        played_anew(document)

    return all_of_it


def seeds_alone(change: Callable[[list[Any]], Any]) -> Callable[[Json], None]:
    """Changes the client seeds and the match seed, and nothing that was played."""

    def all_of_it(document: Json) -> None:
        change(document["client_seeds"])
        reseeded(document)

    return all_of_it


def played_anew(
    document: Json,
    *,
    until: int = 0,
    other: bool = False,
    pick: Callable[[list[str]], str] = lambda legal: legal[0],
    seeding: Callable[[Json], None] = reseeded,
) -> None:
    """Another match that keeps to the rules: as it was until step ``until``, which is another action if ``other``; from
    then on bots play as they must, and people what ``pick`` picks. ``seeding``: makes seeds and commitments anew."""
    seeding(document)
    engine: Engine = InProcessEngine(ruleset(document["ruleset"]))
    match = Playthrough(engine, len(document["seats"]), document["options"], bytes.fromhex(document["seed"]))
    old = document["steps"]
    start = {**match.start.model_dump(mode="json"), "at": document["start"]["at"]}
    made = [_step(match.play(step["seat"], step["action"]), step) for step in old[: max(until - 1, 0)]]
    while match.outcome is None:
        place = len(made)
        seat = match.step.pending[0]
        seen = match.step.situation(seat)
        legal = [entry["notation"] for entry in json.loads(seen.legal)]
        is_person = document["seats"][seat]["bot"] is None
        chosen = pick(legal) if is_person else _bots_choice(document, engine, match, seat, seen.view, legal)
        if other and place == until - 1:
            seat = old[place]["seat"]
            chosen = next(notation for notation in legal if notation != old[place]["action"])
        step = match.play(seat, chosen)
        made.append(_step(step, {"at": old[min(place, len(old) - 1)]["at"] if old else document["created_at"]}))
    document["start"], document["steps"], document["outcome"] = start, made, match.outcome
    document["ended_at"] = made[-1]["at"]
    document["final_state_sha256"] = hashlib.sha256(match.step.position.state).hexdigest()


def _bots_choice(document: Json, engine: Engine, match: Playthrough, seat: int, view: bytes, legal: list[str]) -> str:
    bot = document["seats"][seat]["bot"]
    asked = match.start.next[seat] if not match.steps else match.steps[-1].next[seat]
    server, digest = bytes.fromhex(document["server_seed"]), bytes.fromhex(document["commitment"])
    return engine.choose(bot, view, legal, fairness.bot_seed(server, digest, seat, asked or 0))


def _step(step: ReplayStep, old: Json) -> Json:
    made: Json = {**step.model_dump(mode="json", exclude_defaults=True), "at": old["at"]}
    return made | ({"time_ran_out": old["time_ran_out"]} if "time_ran_out" in old else {})


def steered(document: Json) -> None:
    """A bot of the house plays what suits the platform, and the match goes on by the rules."""
    step = next(s for s in document["steps"] if s["seat"] == 2 and s["action"].startswith("place"))
    played_anew(document, until=step["rev"], other=True)


def rewritten(document: Json) -> None:
    """A person's action is another, and the match goes on by the rules."""
    played_anew(document, until=first_step(document, seat=0, decision=2)["rev"], other=True)


def cut_off(document: Json) -> None:
    """The end is left out, and the match said to have been aborted; all that is left is true."""
    engine = InProcessEngine(ruleset(document["ruleset"]))
    match = Playthrough(engine, len(document["seats"]), document["options"], bytes.fromhex(document["seed"]))
    document["steps"] = document["steps"][:20]
    for step in document["steps"]:
        match.play(step["seat"], step["action"])
    document["final_state_sha256"] = hashlib.sha256(match.step.position.state).hexdigest()
    document.update(status="aborted", outcome=None)


def never_started(document: Json) -> None:
    """The match is said to have been aborted before it started."""
    document.update(status="aborted", outcome=None, start=None, steps=[], resignations=[], seed=None)
    document["final_state_sha256"] = None


# -- the table ---------------------------------------------------------------------------------------------------------


def _renumbered(change: Callable[[list[Json]], Any]) -> Callable[[Json], None]:
    def all_of_it(document: Json) -> None:
        change(document["steps"])
        for number, step in enumerate(document["steps"], 1):
            step["rev"] = number

    return all_of_it


def _clock(change: Callable[[Json], Any]) -> Callable[[Json], None]:
    return lambda document: change(next(s for s in document["steps"] if "time_ran_out" in s))


def _bots(change: Callable[[Json], Any]) -> Callable[[Json], None]:
    return lambda document: change(first_step(document, seat=2, decision=3))


def _bigger_die(said: Json) -> None:
    die = said["dice"][0]
    change = 1 if die["value"] < die["sides"] else -1
    die["value"] += change
    said["total"] += change


def _other_commander(step: Json) -> None:
    letter = "K" if step["action"] != "place K" else "Q"
    step["action"], step["structured"] = f"place {letter}", {"place": {"commander": letter}}


def _swapped_ranks(document: Json) -> None:
    results = document["outcome"]["results"]
    results[0]["rank"], results[2]["rank"] = results[2]["rank"], results[0]["rank"]


def _without(name: str) -> Callable[[Json], None]:
    def change(document: Json) -> None:
        step, found, _ = told(document, name)
        step["events"].remove(found)

    return change


def _twice(name: str) -> Callable[[Json], None]:
    def change(document: Json) -> None:
        step, found, _ = told(document, name)
        step["events"].append(deepcopy(found))

    return change


def _seat_removed(document: Json) -> None:
    for seats in (document["seats"], document["client_seeds"], document["commitment_document"]["seats"]):
        seats.pop(1)
    reseeded(document)


def _bot_in_your_seat(document: Json) -> None:
    """Whoever had seat 0 is said to have left before the start; the match is another one, and keeps to the rules."""
    document["seats"][0] = {**document["seats"][2]}
    document["client_seeds"][0] = None
    played_anew(document)


def _old_seed(document: Json) -> None:
    server = bytes.fromhex(document["server_seed"])
    document["seed"] = fairness.match_seed_v1(server, document["match"], document["client_seeds"]).hex()


def _text(old: str, new: str) -> Callable[[str], str]:
    def rewrite(text: str) -> str:
        assert old in text, old
        return text.replace(old, new, 1)

    return rewrite


def _resigned(seat: int, rev: int) -> Callable[[Json], None]:
    def change(document: Json) -> None:
        step = document["steps"][rev - 1]
        shown = [revision + 1 for revision in step["shown"]]
        document["resignations"].append({"seat": seat, "rev": rev, "at": step["at"], "shown": shown})

    return change


def _private_to_another(document: Json) -> None:
    for step in document["steps"]:
        for each in step["events"]:
            if each["private"]:
                (seat, share), *_ = each["private"].items()
                each["private"] = {str((int(seat) + 1) % 3): share}
                return


def _private_event(change: Callable[[Json], Any]) -> Callable[[Json], None]:
    def all_of_it(document: Json) -> None:
        change(next(e for s in document["steps"] for e in s["events"] if e["private"]))

    return all_of_it


def _for_all(each: Json) -> None:
    each["public"] = next(iter(each["private"].values()))


def _no_private(document: Json) -> None:
    _private_event(lambda each: each.update(private={}))(document)


def _resigned_ones_step(document: Json) -> Json:
    gone = document["resignations"][0]
    return next(s for s in document["steps"] if s["rev"] > gone["rev"] and s["seat"] == gone["seat"])


def _answers_after_resigning(document: Json) -> None:
    """A resigned seat's decision is another legal action: the match is played on by the rules."""
    rev = _resigned_ones_step(document)["rev"]
    engine = InProcessEngine(ruleset(document["ruleset"]))
    match = Playthrough(engine, 3, document["options"], bytes.fromhex(document["seed"]))
    for step in document["steps"][: rev - 1]:
        match.play(step["seat"], step["action"])
    step = document["steps"][rev - 1]
    legal = json.loads(match.step.situation(step["seat"]).legal)
    other = next((entry for entry in legal if entry["notation"] != step["action"]), None)
    assert other is not None
    step["action"], step["structured"] = other["notation"], other["action"]


def _m(name: str, change: Callable[[Json], Any], **more: Any) -> Mutation:
    return Mutation(name, change=change, **more)


def _f(name: str, change: Callable[[Json], Any], **more: Any) -> Mutation:
    return Mutation(name, "factionwars", change, **more)


def _t(name: str, old: str, new: str) -> Mutation:
    return Mutation(name, rewrite=_text(old, new))


def _table() -> Iterator[Mutation]:
    # JSON
    yield _t("a key named twice", '"format": ', '"format": "playhall.replay/2", "format": ')
    yield _t("an action named twice", '"action": ', '"action": "place Q", "action": ')
    yield _t("an event's key named twice", '"public": ', '"public": null, "public": ')
    yield _t("a revision that is a fraction", '"rev": 1,', '"rev": 1.0,')
    yield _t("a die that is a fraction", '"sides": 20', '"sides": 20.0')
    yield _t("a number that is none", '"rev": 1,', '"rev": NaN,')
    yield _t("a number with an exponent", '"rev": 10,', '"rev": 1e1,')
    yield _m("a seat that is false", put("steps/0/seat", False))
    yield _m("a revision that is true", put("steps/0/rev", True))
    yield _m("a revision that is text", put("steps/0/rev", "1"))
    yield _m("a decision that is true", put("steps/0/decision", True))
    yield _m("a wins count that is false", event("game_ended", put("wins/1", False)))
    yield _m("a score that is false", put("outcome/results/1/score", False))
    yield _m("a rank that is true", put("outcome/results/2/rank", True))
    yield _m("a die that is text", event("rolled", put("dice/0/value", str)))
    yield _m("another field", add("color", "red"))
    yield _m("another field in a step", add("steps/3/undo", True))
    yield _m("another field in the start", add("start/rev", 0))
    yield _m("another field in an event", add("steps/3/events/0/secret", {}))
    yield _m("another field in a seat", add("seats/0/rating", 1500))
    yield _m("another field in the outcome", add("outcome/note", "well played"))
    yield _m("another field in the commitment", promised(add("note", "x")))
    yield _m("no outcome field", drop("outcome"))
    yield _m("no steps", put("steps", None))
    yield _m("the old format's name", put("format", "playhall.replay/1"))
    yield _m("a future format", put("format", "playhall.replay/3"))
    yield _m("a null that may be left out", add("steps/3/given", None))
    yield Mutation("something after the end", rewrite=lambda text: text + "{}")
    yield _m("an empty list that may be left out", add("migrations", []))
    yield _m("a move to the version that plays", add("migrations", [migration(3)]))
    yield _m("a move after the end", add("migrations", [migration(10_000, version="1.0.1")]))
    yield _m(
        "a move before its step", add("migrations", [migration(3, version="1.0.1", at="2020-01-01T00:00:00.000Z")])
    )
    yield _m("a move without a time", add("migrations", [migration(3, version="1.0.1", at=None)]))
    yield _m("a seed in capitals", put("server_seed", str.upper))
    # What was promised
    yield _m("another commitment", put("commitment", "00" * 32))
    yield _m("a commitment to another server seed", put("commitment_document/server_seed_sha256", "00" * 32))
    yield _m("another server seed", put("server_seed", "00" * 32))
    yield _m("a server seed chosen later", another_server_seed)
    yield _m("a match id chosen later", promised(put("match", "m_01kf0m7b007rqva7rstaq2mtk0")))
    yield _m("a version chosen later", promised(put("ruleset_version", "0.9.0")))
    yield _m("a version other than promised", put("version", "0.9.0"))
    yield _m("a ruleset chosen later", promised(put("ruleset", "factionwars")))
    yield _m("an option chosen later", promised(put("options/first_player", "seat_0")))
    yield _m("an option other than promised", put("options/first_player", "seat_0"))
    yield _m("an option that there is not", promised(add("options/jokers", 2)))
    yield _m("an option left out", promised(drop("options/first_player")))
    yield _m("an option of another type", promised(put("options/min_units_entire", "2")))
    yield _m("an option that is true for 1", promised(put("options/min_units_entire", True)))
    yield _m("another bot in the plan", promised(put("seats/2/bot", "random")))
    yield _m("a bot in the plan that there is not", promised(put("seats/2/bot", "genius")))
    yield _m("a plan that contradicts itself", promised(put("seats/0/bot", "greedy")))
    bot = {"kind": "bot", "player": None, "bot": "greedy"}
    yield _m("an open seat planned for a bot", promised(put("seats/1", bot)))
    yield _m("other clocks", promised(put("decision_seconds", 30)))
    yield _m("no clocks", promised(put("decision_seconds", None)))
    yield _m("another start rule", promised(put("start_rule", "when_full")))
    yield _m("another visibility", promised(put("visibility", "private")))
    yield _m("another spectator delay", promised(put("spectator_delay_seconds", 60)))
    yield _m("another creator", promised(put("creator", "p_01kf0m7b007rqva7rstaq2mtk0")))
    yield _m("created before 1970", promised(put("created_at", "1969-12-31T23:59:59.999Z")))
    yield _m("created earlier", promised(put("created_at", "2027-01-15T07:00:00.000Z")))
    yield _m("an unsigned commitment", put("commitment_signature", None))
    yield _m("a commitment signed by another key", put("commitment_signature/value", "00" * 64))
    yield _m("a commitment signed by a key that is not published", put("commitment_signature/key_id", "00" * 8))
    yield _m("an unsigned replay", put("signature", None))
    yield _m("a replay signed by a stranger", put("ended_at", lambda at: at), signer=Signer.STRANGER)
    yield _m("another place in the log", put("commitment_log/index", 7), signer=Signer.NOBODY)
    yield _m("no place in the log", put("commitment_log", None))
    # Seeds
    yield _m("your client seed replaced", seeds(lambda given: given.__setitem__(0, "c3" * 32)))
    yield _m("your client seed left out", seeds(lambda given: given.__setitem__(0, None)))
    yield _m("client seeds in other positions", seeds(lambda given: given.reverse()))
    yield _m("another's client seed replaced", seeds_alone(lambda given: given.__setitem__(1, "c3" * 32)))
    yield _m("another's client seed left out", seeds_alone(lambda given: given.__setitem__(1, None)))
    yield _m("a client seed for a bot", seeds_alone(lambda given: given.__setitem__(2, "c3" * 32)))
    yield _m("a client seed too few", lambda document: document["client_seeds"].pop())
    yield _m("a client seed that is none", put("client_seeds/1", "b2"))
    yield _m("another match seed", put("seed", "00" * 32))
    yield _m("the match seed of the old format", _old_seed)
    # Seats
    yield _m("a bot that there is not", put("seats/2/bot", "genius"))
    yield _m("another bot", put("seats/2/bot", "random"))
    yield _m("a bot that is a person", put("seats/2/kind", "person"))
    yield _m("a bot of the house that is nobody's", put("seats/2/bot", None))
    yield _m("a person that is a bot", put("seats/0/kind", "bot"))
    yield _m("a person that is a bot of the house", put("seats/1/bot", "greedy"))
    yield _m("a seat of no kind", put("seats/1/kind", "cat"))
    yield _m("the same player twice", lambda d: d["seats"][1].update(player=d["seats"][0]["player"]))
    yield _m("a bot of the house in your seat", _bot_in_your_seat)
    yield _m("another player in your seat", put("seats/0/player", "p_01kf0m7b007rqva7rstaq2mtk0"))
    yield _m("another name in your seat", put("seats/0/name", "Eve"))
    yield _m("another's name", put("seats/1/name", "Eve"), signer=Signer.NOBODY)
    yield _m("a seat less", _seat_removed)
    # Actions
    yield _m("another action of the rules", rewritten)
    yield _m("another action", lambda d: _other_commander(first_step(d, seat=0, decision=2)))
    yield _m("an action that there is not", put("steps/4/action", "castle"))
    yield _m("an action whose form is another's", put("steps/4/structured", {"place": {"commander": "K"}}))
    yield _m("an action without a form", put("steps/4/structured", {}))
    yield _m("a bot that is steered", steered)
    yield _m("a bot's action changed", _bots(_other_commander))
    yield _m("an action left out", _renumbered(lambda steps: steps.pop(5)))
    yield _m("the last action left out", _renumbered(lambda steps: steps.pop()))
    yield _m("an action twice", _renumbered(lambda steps: steps.insert(5, deepcopy(steps[5]))))
    yield _m("two actions in another order", _renumbered(lambda steps: steps.insert(5, steps.pop(6))))
    yield _m("an action after the end", _renumbered(lambda steps: steps.append(deepcopy(steps[-1]))))
    yield _m("an action of another seat", put("steps/4/seat", 2))
    yield _m("an action of a seat that there is not", put("steps/4/seat", 3))
    yield _m("another decision's number", put("steps/4/decision", 9))
    yield _m("a bot's decision beyond all numbers", _bots(put("decision", 1 << 32)))
    yield _m("another step's number", put("steps/4/rev", 9))
    yield _m("sent in a form that was not sent", add("steps/3/given", '{"place":{"commander":"K"}}'))
    yield _m("sent in a form that is no action", add("steps/3/given", "please"))
    yield _m("a bot that sent a form", _bots(lambda step: step.update(given='{"keep":{}}')))
    # The clock
    yield _m("a clock that did not play", _clock(lambda step: step.pop("time_ran_out")))
    yield _m("a clock of which only the seat learned", _clock(lambda step: step.update(time_ran_out="seat")))
    yield _m("a clock that nobody was told of", _clock(lambda step: step.update(time_ran_out="nobody")))
    yield _m("a clock that came too early", put("steps/6/time_ran_out", "all"))
    yield _m("a clock for a bot", _bots(lambda step: step.update(time_ran_out="all")))
    yield _m("a clock that chose", _clock(_other_commander))
    # What was shown
    yield _m("another die", event("rolled", _bigger_die))
    yield _m("a die without sides", event("rolled", put("dice/0/sides", 0)))
    yield _m("a die with too many sides", event("rolled", put("dice/0/sides", 1 << 33)))
    yield _m("another total", event("rolled", put("total", 99)))
    yield _m("another order of the draw", event("drew", lambda said: said["cards"].reverse()))
    yield _m("a draw left out", _without("drew"))
    yield _m("a draw twice", _twice("drew"))
    yield _m("a roll left out", _without("rolled"))
    yield _m("another winner", event("skirmish_won", put("player", lambda player: (player + 1) % 3)))
    yield _m("a placing left out", _without("placed"))
    yield _m("the start left out", put("start/events", []))
    yield _m("a suit left out", _without("suit_taken"))
    yield _m("the first player left out", _without("first_player"))
    yield _m("a skirmish left out", _without("skirmish_started"))
    yield _m("a selection left out", _without("bonuses_selected"))
    yield _m("a fall left out", _without("commander_lost"))
    yield _m("the end left out", _without("game_ended"))
    yield _m("other victories", event("game_ended", lambda said: said["wins"].reverse()))
    yield _m("events in another order", lambda d: first_step(d, rev=3)["events"].reverse())
    yield _m("an event that one seat saw otherwise", add("steps/3/events/0/private/1", {"placed": {"player": 0}}))
    yield _m("an event kept from all", put("steps/3/events/0/public", None))
    yield _m("an event for a seat that there is not", add("steps/3/events/0/private/9", {}))
    yield _m("an event for seat 00", add("steps/3/events/0/private/00", {}))
    yield _f("a secret shown to another seat", _private_to_another)
    yield _f("a secret shown to nobody", _no_private)
    yield _f("a secret shown to all", _private_event(_for_all))
    # Revisions and decisions
    yield _m("another revision of the spectators", put("steps/5/shown/0", 9))
    yield _m("another revision of a seat", put("steps/5/shown/2", 9))
    yield _m("a revision too few", lambda document: document["steps"][5]["shown"].pop())
    yield _m("another revision at the start", put("start/shown", [2, 2, 2, 2]))
    yield _m("another seat is asked", put("steps/5/next", [3, None, None]))
    yield _m("nobody is asked", put("steps/5/next", [None, None, None]))
    yield _m("another decision is asked", put("steps/5/next/1", 6))
    yield _m("somebody is asked after the end", put("steps/-1/next/0", 9))
    # Times
    yield _m("a step before the one before", put("steps/5/at", "2027-01-15T08:00:03.500Z"))
    yield _m("a start before the creation", put("start/at", "2027-01-15T07:59:59.000Z"))
    yield _m("a time that is none", put("steps/5/at", "noon"))
    yield _m("the thirtieth of February", put("steps/5/at", "2027-02-30T08:00:00.000Z"))
    yield _m("a time in another zone", put("steps/5/at", "2027-01-15T08:01:09.750+00:00"))
    yield _m("no time", put("steps/5/at", None))
    yield _m("another time", put("steps/0/at", "2027-01-15T08:00:04.751Z"))
    yield _m("an end before the last step", put("ended_at", "2027-01-15T08:00:00.000Z"))
    yield _m("an end after the last step", put("ended_at", "2027-01-16T08:00:00.000Z"))
    # The result
    yield _m("swapped ranks", _swapped_ranks)
    yield _m("another score", put("outcome/results/0/score", 3))
    yield _m("another breakdown", put("outcome/results/0/breakdown/0/points", 3))
    yield _m("another reason", put("outcome/reason", "shared"))
    yield _m("ended by a resignation", put("outcome/reason", "resignation"))
    yield _m("a result left out", lambda document: document["outcome"]["results"].pop())
    yield _m("no result", put("outcome", None))
    yield _m("said to be aborted", lambda document: document.update(status="aborted", outcome=None))
    yield _m("cut off and said to be aborted", cut_off)
    yield _m("said to be aborted before its start", never_started)
    yield _m("another last state", put("final_state_sha256", "00" * 32))
    # Resignations
    yield _m("a resignation that was none", _resigned(1, 20))
    yield _m("a bot resigns", _resigned(2, 20))
    yield _f("a resignation left out", put("resignations", []))
    yield _f("a resignation of another seat", put("resignations/0/seat", 0))
    yield _f("a resignation earlier", put("resignations/0/rev", 40))
    yield _f("a resignation later", put("resignations/0/rev", 50))
    yield _f("a resignation twice", lambda d: d["resignations"].append(deepcopy(d["resignations"][0])))
    yield _f("a resignation that was shown otherwise", put("resignations/0/shown/1", 9))
    yield _f("a resignation after the end", put("resignations/0/rev", 78))
    yield _f("resignations in the wrong order", _resigned(0, 20))
    yield _f("a resigned seat decides", _answers_after_resigning)
    yield _f("a resigned seat sends a form", lambda d: _resigned_ones_step(d).update(given='{"pass":{}}'))


MUTATIONS: Final = {mutation.name: mutation for mutation in _table()}
assert len(MUTATIONS) == len(list(_table())), "a name stands there twice"
