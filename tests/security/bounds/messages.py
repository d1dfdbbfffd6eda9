"""Messages of calls that are taken, where an empty one with its ids is not."""

import base64
import json
from typing import Any, Final

from tests.security.bounds.scene import CUP, SEED, SERIES, WHY


def _json(value: Any) -> str:
    return base64.b64encode(json.dumps(value).encode()).decode()


MESSAGES: Final[dict[str, dict[str, Any]]] = {
    "CreateMatch": {"ruleset": "sealed", "seats": ["me", "open"]},
    "AssignSeat": {"occupant": "bot:random"},
    "CheckDecision": {"notation": "place 1"},
    "Decide": {"notation": "place 1"},
    "CreateTicket": {"pool": {"ruleset": "sealed", "seats": 2}},
    "CreateSeries": {
        "ruleset": SERIES["ruleset"],
        "entrants": SERIES["entrants"],
        "stop": {"fixed": {"matches": 2}},
    },
    "ChangeSeries": {"name": "Other"},
    "CreateTournament": {
        "name": "Cup",
        "ruleset": "sealed",
        "stages": _json(CUP["stages"]),
        "entry": {"bots": "TOURNAMENT_BOTS_ALLOWED"},
        "times": {"round_seconds": 3600},
    },
    "ChangeTournament": {"name": "Other"},
    "EnterTournament": {"bot": "random", "name": "Randy"},
    "ImportTournamentEntrants": {"entrants": [{"bot": "random", "name": "Gus"}]},
    "RequestTournamentBye": {"round": 2},
    "CancelTournamentBye": {"round": 2},
    "KeepTournamentEntrantsApart": {"entrants": ["e1", "e2"], **WHY},
    "NameTournamentHost": {"role": "TOURNAMENT_ROLE_ARBITER"},
    "UndoTournamentEntry": WHY,
    "CreateGuestInvitation": {"places": 1},
    "SetTournamentRound": {"tables": [{"entrants": ["e1", "e2"]}, {"entrants": ["e3", "e4"]}], **WHY},
    "SwapInTournamentRound": {"a": "e1", "b": "e3", **WHY},
    "SetTournamentResult": {"places": [1, 2], **WHY},
    "PreviewTournamentCorrections": {"changes": [{"result_set": {"round": 1, "table": 1, "places": [1, 2]}}]},
    "PreviewTournamentStandings": {"changes": [{"result_set": {"round": 1, "table": 1, "places": [1, 2]}}]},
    "SetTournamentWebhook": {"url": "https://host.example/"},
    "ResendTournamentWebhook": {"entry": 1},
    "SeedMatch": {"client_seed": SEED},
    "SignUp": {"name": "Grace"},
    "ChangePlayer": {"name": "Ada L."},
    "SetRating": {"ruleset": "sealed", "rating": 1500},
    "CreateBot": {"name": "Nano"},
    "StateVersion": {"version": "1"},
    "CreateKey": {"name": "key", "scopes": ["matches:read"]},
    "RotateKey": {"overlap_seconds": 60},
    "SetWebhook": {"url": "https://bot.example/", "concurrency": 1},
    "ReportCrash": {"message": "KeyError", "traceback": "line 1"},
}
