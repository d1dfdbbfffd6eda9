"""Somebody else's program: it serves Spoof, a ruleset that Playhall has never imported.

    python spoof.py [PORT]        prints the address that it listens on

It knows the Engine contract's generated code (``playhall.engine.v1``) and nothing else of Playhall, so that it could be
written in any language. It keeps nothing between calls: all it needs comes with each request.

Spoof, two to four players. Everybody hides some of their pebbles in a fist, all at once. Then all name in turn how many
pebbles there are in all, from a player chosen by chance; no two may name the same number. Who names the right one wins.
"""

# ruff: noqa: N802 - gRPC names a service's methods as the proto does

import hashlib
import json
import random
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NoReturn

import grpc
from google.protobuf.any_pb2 import Any as Packed
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status
from playhall.engine.v1 import engine_pb2 as pb
from playhall.engine.v1 import engine_pb2_grpc

Json = dict[str, Any]

ID = "spoof"
VERSION = "1.0.0"
PEBBLES = 3
RULES = "# Spoof\n\nHide pebbles in your fist, all at once. Then name in turn how many there are in all.\n"
LAYOUT: Json = {
    "zones": [
        {
            "id": "fist",
            "title": "Fist",
            "text": "The pebbles that its player hides.",
            "owner": "seat",
            "visibility": "owner",
            "holds": "units",
            "shape": "single",
            "view": "/fists/{seat}",
            "blank": "empty",
        },
        {
            "id": "call",
            "title": "Call",
            "text": "The number that its player has named.",
            "owner": "seat",
            "visibility": "public",
            "holds": "units",
            "shape": "single",
            "view": "/calls/{seat}",
            "blank": "empty",
            "column": 1,
        },
    ],
    "decisions": [
        {"action": "hide", "title": "Hide", "text": "Hide some of your pebbles in your fist."},
        {"action": "call", "title": "Call", "text": "Name how many pebbles there are in all."},
    ],
}


class Refused(Exception):
    """The request is refused, for a reason of the contract's list."""

    def __init__(self, code: str, reason: str, field: str = "", text: str = "") -> None:
        super().__init__(reason)
        info, wrong = Packed(), Packed()
        info.Pack(error_details_pb2.ErrorInfo(reason=reason, domain="playhall"))
        violation = error_details_pb2.BadRequest.FieldViolation(field=field, description=text)
        wrong.Pack(error_details_pb2.BadRequest(field_violations=[violation]))
        details = [info, wrong] if field else [info]
        self.status = status_pb2.Status(code=code_pb2.Code.Value(code), message=text or reason, details=details)


# -- the rules -------------------------------------------------------------------------------------------------------
#
# A state: {"pebbles": 3, "first": 1, "fists": [2, null], "calls": [null, null]}: per seat what it hides and what it has
# named, null: nothing yet.


def pending(state: Json) -> list[int]:
    seats = range(len(state["fists"]))
    hiding = [seat for seat in seats if state["fists"][seat] is None]
    if hiding:
        return hiding
    in_turn = [(state["first"] + turn) % len(seats) for turn in seats]
    return [seat for seat in in_turn if state["calls"][seat] is None][:1]


def legal(state: Json, seat: int) -> list[str]:
    if seat not in pending(state):
        return []
    if state["fists"][seat] is None:
        return [f"hide {pebbles}" for pebbles in range(state["pebbles"] + 1)]
    most = state["pebbles"] * len(state["fists"])
    return [f"call {total}" for total in range(most + 1) if total not in state["calls"]]


def play(state: Json, seat: int, notation: str) -> list[tuple[Json, dict[int, Json]]]:
    """Changes the state; the events: what all see, and what single seats see instead."""
    verb, number = notation.split()
    if verb == "hide":
        state["fists"][seat] = int(number)
        return [({"hid": {"seat": seat}}, {seat: {"hid": {"seat": seat, "pebbles": int(number)}}})]
    state["calls"][seat] = int(number)
    events: list[tuple[Json, dict[int, Json]]] = [({"called": {"seat": seat, "total": int(number)}}, {})]
    if not pending(state):
        events.append(({"opened": {"fists": state["fists"]}}, {}))
    return events


def view(state: Json, viewer: int) -> Json:
    """What a viewer may know: other fists only when all are opened. The spectator's is seat -1."""
    open_now = not pending(state)
    fists = [
        pebbles if open_now or seat == viewer else None if pebbles is None else "?"
        for seat, pebbles in enumerate(state["fists"])
    ]
    return {"viewer": viewer, "pebbles": state["pebbles"], "first": state["first"], "fists": fists} | {
        "calls": state["calls"]
    }


def outcome(state: Json) -> pb.Outcome:
    total = sum(state["fists"])
    scores = [int(call == total) for call in state["calls"]]
    results = [
        pb.SeatResult(
            seat=seat,
            rank=1 + sum(other > score for other in scores),
            score=score,
            breakdown=[pb.ScoreItem(item="right_call", points=score)],
        )
        for seat, score in enumerate(scores)
    ]
    return pb.Outcome(results=results, reason="fists_opened")


def action_json(notation: str) -> Json:
    verb, number = notation.split()
    return {verb: {"pebbles" if verb == "hide" else "total": int(number)}}


def label(notation: str) -> str:
    verb, number = notation.split()
    return f"Hide {number} pebbles" if verb == "hide" else f"Call {number} in all"


# -- the contract ----------------------------------------------------------------------------------------------------


class Spoof(engine_pb2_grpc.EngineServiceServicer):
    """The seven calls that every ruleset has, and one that it need not have."""

    def Describe(self, request: pb.DescribeRequest, context: grpc.ServicerContext) -> pb.DescribeResponse:
        option = pb.Option(
            name="pebbles",
            type=pb.OPTION_TYPE_INT,
            default=str(PEBBLES).encode(),
            minimum=1,
            maximum=5,
            summary="How many pebbles each player has.",
            title="Pebbles",
        )
        description = pb.Description(
            id=ID,
            version=VERSION,
            title="Spoof",
            summary="Hide some pebbles in your fist and name how many there are in all.",
            min_seats=2,
            max_seats=4,
            options=[option],
            bots=[pb.Bot(id="middle", summary="Hides at random and calls what is likely.")],
            cards=b"[]",
            schemas={"action": b'{"type":"object"}'},
            resignation_ends_at=[2],
            max_decisions=8,
            layout=json.dumps(LAYOUT).encode(),
            rules=RULES,
        )
        return pb.DescribeResponse(rulesets=[description])

    def Start(self, request: pb.StartRequest, context: grpc.ServicerContext) -> pb.StartResponse:
        own(context, request.ruleset)
        if not 2 <= request.seats <= 4:
            refuse(context, Refused("INVALID_ARGUMENT", "SEATS_OUT_OF_RANGE", "/seats", "must be from 2 to 4"))
        options = json.loads(request.options or b"{}")
        pebbles = options.pop("pebbles", PEBBLES)
        if options:
            refuse(context, Refused("INVALID_ARGUMENT", "UNKNOWN_OPTION", f"/options/{next(iter(options))}", "unknown"))
        if pebbles not in range(1, 6):
            refuse(context, Refused("INVALID_ARGUMENT", "INVALID_OPTION", "/options/pebbles", "must be from 1 to 5"))
        nothing = [None] * request.seats
        first = hashlib.sha256(request.seed + b"first").digest()[0] % request.seats
        state = {"pebbles": pebbles, "first": first, "fists": [*nothing], "calls": [*nothing]}
        started: list[tuple[Json, dict[int, Json]]] = [({"began": {"first": first}}, {})]
        return pb.StartResponse(step=step(request.seed, state, started))

    def Play(self, request: pb.PlayRequest, context: grpc.ServicerContext) -> pb.PlayResponse:
        state = read(context, request.position)
        allowed = legal(state, request.seat)
        notation = request.notation
        if request.WhichOneof("action") == "json":
            forms = {json.dumps(action_json(action), sort_keys=True): action for action in allowed}
            notation = forms.get(json.dumps(json.loads(request.json), sort_keys=True), "")
        if not re.fullmatch(r"(hide|call) \d{1,2}", notation, re.ASCII):
            refuse(context, Refused("INVALID_ARGUMENT", "MALFORMED_ACTION", "/action", "is `hide 2` or `call 7`"))
        if notation not in allowed:
            refuse(context, Refused("FAILED_PRECONDITION", "ILLEGAL_ACTION", "/action", "not legal now"))
        events = play(state, request.seat, notation)
        return pb.PlayResponse(step=step(request.position.seed, state, events), notation=notation)

    def Observe(self, request: pb.ObserveRequest, context: grpc.ServicerContext) -> pb.ObserveResponse:
        return pb.ObserveResponse(step=step(request.position.seed, read(context, request.position), []))

    def Default(self, request: pb.DefaultRequest, context: grpc.ServicerContext) -> pb.DefaultResponse:
        allowed = legal(read(context, request.position), request.seat)
        if not allowed:
            refuse(context, Refused("FAILED_PRECONDITION", "ILLEGAL_ACTION"))
        return pb.DefaultResponse(notation=allowed[0])

    def Choose(self, request: pb.ChooseRequest, context: grpc.ServicerContext) -> pb.ChooseResponse:
        own(context, request.ruleset)
        if request.bot != "middle":
            refuse(context, Refused("INVALID_ARGUMENT", "UNKNOWN_BOT"))
        seen = json.loads(request.view)
        dice = random.Random(request.seed)
        if request.legal[0].startswith("hide"):
            return pb.ChooseResponse(notation=dice.choice(list(request.legal)))
        mine = seen["fists"][seen["viewer"]]
        likely = mine + sum(dice.randint(0, seen["pebbles"]) for _ in seen["fists"][1:])
        nearest = min(request.legal, key=lambda call: abs(int(call.split()[1]) - likely))
        return pb.ChooseResponse(notation=nearest)

    def Explain(self, request: pb.ExplainRequest, context: grpc.ServicerContext) -> pb.ExplainResponse:
        context.abort(grpc.StatusCode.UNIMPLEMENTED, "no bot here searches")

    def Imagine(self, request: pb.ImagineRequest, context: grpc.ServicerContext) -> pb.ImagineResponse:
        own(context, request.ruleset)
        seen = json.loads(request.view)
        dice = random.Random(request.seed)
        seen.pop("viewer")
        seen["fists"] = [dice.randint(0, seen["pebbles"]) if fist == "?" else fist for fist in seen["fists"]]
        return pb.ImagineResponse(position=position(request.seed, seen))


def step(seed: bytes, state: Json, events: list[tuple[Json, dict[int, Json]]]) -> pb.Step:
    """A position with all that is to be told of it: to the spectator and to each seat."""
    waiting = pending(state)
    return pb.Step(
        position=position(seed, state),
        events=[
            pb.Event(public=told(public), private={seat: told(share) for seat, share in private.items()})
            for public, private in events
        ],
        situations=[situation(state, viewer) for viewer in range(-1, len(state["fists"]))],
        pending=waiting,
        outcome=None if waiting else outcome(state),
    )


def told(share: Json) -> pb.Document:
    """What one viewer is shown of an event, and a sentence that says no more than that."""
    kind, body = next(iter(share.items()))
    if kind == "hid":
        text = f"Player {body['seat']} hides {body.get('pebbles', 'some')} pebbles."
    elif kind == "began":
        text = f"Player {body['first']} is to call first."
    elif kind == "called":
        text = f"Player {body['seat']} calls {body['total']}."
    else:
        text = f"The fists are opened: {', '.join(map(str, body['fists']))}."
    return pb.Document(json=document(share).json, text=text)


def position(seed: bytes, state: Json) -> pb.Position:
    return pb.Position(ruleset=ID, version=VERSION, seed=seed, state=json.dumps(state, separators=(",", ":")).encode())


def situation(state: Json, viewer: int) -> pb.Situation:
    actions = [
        pb.LegalAction(notation=notation, action=document(action_json(notation)), label=label(notation))
        for notation in legal(state, viewer)
    ]
    return pb.Situation(viewer=viewer, view=document(view(state, viewer)), legal=actions)


def document(content: Json) -> pb.Document:
    return pb.Document(json=json.dumps(content, separators=(",", ":")).encode())


def read(context: grpc.ServicerContext, asked: pb.Position) -> Json:
    """The state of a position."""
    own(context, asked.ruleset)
    if asked.version != VERSION:
        refuse(context, Refused("FAILED_PRECONDITION", "UNSUPPORTED_VERSION"))
    try:
        state: Json = json.loads(asked.state)
        pending(state)
    except (ValueError, KeyError, TypeError):
        refuse(context, Refused("INVALID_ARGUMENT", "MALFORMED_POSITION", "/position/state", "not a state of Spoof"))
    return state


def own(context: grpc.ServicerContext, ruleset: str) -> None:
    if ruleset != ID:
        refuse(context, Refused("INVALID_ARGUMENT", "UNKNOWN_RULESET"))


def refuse(context: grpc.ServicerContext, refused: Refused) -> NoReturn:
    context.abort_with_status(rpc_status.to_status(refused.status))


def serve(servicer: engine_pb2_grpc.EngineServiceServicer, port: int = 0) -> tuple[grpc.Server, str]:
    """A running server, and its address."""
    server = grpc.server(ThreadPoolExecutor(4))
    engine_pb2_grpc.add_EngineServiceServicer_to_server(servicer, server)
    address = f"127.0.0.1:{server.add_insecure_port(f'127.0.0.1:{port}')}"
    server.start()
    return server, address


if __name__ == "__main__":
    running, listens_on = serve(Spoof(), int(sys.argv[1]) if sys.argv[1:] else 0)
    print(f"Spoof listens on {listens_on}", flush=True)  # noqa: T201 - it is a program
    running.wait_for_termination()
