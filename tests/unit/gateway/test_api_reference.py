"""The API reference."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from openapi_spec_validator import validate

from gateway.api import SECTIONS
from gateway.api_reference import CONTRACT, EXAMPLES, as_text
from gateway.openapi.examples import read_examples
from gateway.openapi.operation import NoFields, Operation
from gateway.openapi.summary import summary
from services.errors import Reason
from services.identity import Scope
from tests.api_reference import rendered_document
from tests.integration.gateway.contract import documents_of, fits
from tests.marks import each_row

OPERATIONS = [operation for section in SECTIONS for operation in section.operations]
EXAMPLES_TOLD = read_examples(EXAMPLES.read_text(encoding="utf-8"))
EVENTS_OF_A_MATCH = {
    "listMatchEvents",
    "streamMatchEventsSse",
    "streamMatchEventsNdjson",
    "listSeatEvents",
    "streamSeatEventsSse",
    "streamSeatEventsNdjson",
}
SEEN_OF_A_TOURNAMENT = {
    "listTournaments",
    "getTournament",
    "listTournamentEntrants",
    "getTournamentEntrant",
    "listTournamentHosts",
    "listTournamentLog",
    "streamTournamentEventsSse",
    "streamTournamentEventsNdjson",
    "listTournamentRounds",
    "getTournamentRound",
    "getTournamentStandings",
    "getTournamentCrossTable",
    "getTournamentBracket",
    "getTournamentCard",
    "exportTournamentJson",
    "exportTournamentCsv",
    "exportTournamentTrf",
}
LEADERBOARDS = {
    "listLeaderboards",
    "getLeaderboard",
    "getBotStrengths",
    "getPlayerLeaderboards",
    "getRatingHistory",
}
WITHOUT_KEY = (
    {"listMatches", "getMatch", "getSpectatorView", "getReplay", "listPositions", "getPosition"}
    | {operation for operation in EVENTS_OF_A_MATCH if "Seat" not in operation}
    | SEEN_OF_A_TOURNAMENT
    | LEADERBOARDS
)
"""For which a key is optional."""
BY_ID = each_row("operation", OPERATIONS)


@pytest.fixture(scope="module")
def reference() -> dict[str, Any]:
    return rendered_document()


def documented(reference: dict[str, Any], operation: Operation) -> dict[str, Any]:
    found: dict[str, Any] = reference["paths"][operation.path][operation.method.lower()]
    return found


def test_the_contract_in_the_repository_is_current(reference: dict[str, Any]) -> None:
    assert CONTRACT.read_text(encoding="utf-8") == summary(reference), "run python -m gateway.openapi"


def test_the_reference_is_valid_openapi_3_1(reference: dict[str, Any]) -> None:
    validate(reference)
    assert reference["openapi"] == "3.1.0"


def test_operation_ids_are_unique_and_camel_case() -> None:
    ids = [operation.id for operation in OPERATIONS]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch("[a-z]+([A-Z][a-z]+)+", id) for id in ids)


def test_the_resources_are_those_of_the_design(reference: dict[str, Any]) -> None:
    assert {f"{method.upper()} {path}" for path, item in reference["paths"].items() for method in item} == {
        "GET /v1/rulesets",
        "GET /v1/rulesets/{ruleset}",
        "GET /v1/rulesets/{ruleset}/cards",
        "GET /v1/rulesets/{ruleset}/layout",
        "GET /v1/rulesets/{ruleset}/rules",
        "GET /v1/rulesets/{ruleset}/schemas/{name}",
        "GET /v1/bots",
        "POST /v1/players",
        "GET /v1/players",
        "GET /v1/players/{player}",
        "GET /v1/players/{player}/statistics",
        "GET /v1/players/{player}/quotas",
        "POST /v1/sign-ups",
        "POST /v1/players/{player}/bots",
        "GET /v1/players/{player}/bots",
        "POST /v1/players/{player}:retire",
        "PUT /v1/players/{player}/version",
        "GET /v1/players/{player}/versions",
        "POST /v1/players/{player}/crash-reports",
        "GET /v1/players/{player}/crash-reports",
        "GET /v1/players/{player}/crash-reports/{report}",
        "GET /v1/players/{player}/failures",
        "GET /v1/players/{player}/ratings",
        "PUT /v1/players/{player}/ratings/{ruleset}",
        "POST /v1/players/{player}/keys",
        "GET /v1/players/{player}/keys",
        "PUT /v1/players/{player}/blocks/{other}",
        "DELETE /v1/players/{player}/blocks/{other}",
        "GET /v1/players/{player}/blocks",
        "PUT /v1/players/{player}/webhook",
        "GET /v1/players/{player}/webhook",
        "DELETE /v1/players/{player}/webhook",
        "POST /v1/players/{player}/webhook:rotate",
        "GET /v1/players/{player}/webhook/deliveries",
        "GET /v1/players/{player}/webhook/deliveries/{delivery}",
        "POST /v1/players/{player}/webhook/deliveries/{delivery}:resend",
        "PATCH /v1/players/{player}",
        "GET /v1/keys/{key}",
        "DELETE /v1/keys/{key}",
        "POST /v1/keys/{key}:rotate",
        "POST /v1/tickets",
        "GET /v1/tickets",
        "GET /v1/pools",
        "GET /v1/tickets/{ticket}",
        "DELETE /v1/tickets/{ticket}",
        "POST /v1/matches",
        "GET /v1/matches",
        "GET /v1/matches/{match}",
        "POST /v1/matches/{match}:join",
        "POST /v1/matches/{match}:leave",
        "POST /v1/matches/{match}:rematch",
        "PUT /v1/matches/{match}/seats/{seat}",
        "POST /v1/matches/{match}:seed",
        "POST /v1/matches/{match}:start",
        "POST /v1/matches/{match}:resign",
        "POST /v1/matches/{match}:abort",
        "GET /v1/matches/{match}/view",
        "GET /v1/matches/{match}/seats/{seat}/view",
        "POST /v1/matches/{match}/decisions/{decision}",
        "POST /v1/matches/{match}/decisions/{decision}:check",
        "GET /v1/matches/{match}/events",
        "GET /v1/matches/{match}/events/sse",
        "GET /v1/matches/{match}/events/ndjson",
        "GET /v1/matches/{match}/seats/{seat}/events",
        "GET /v1/matches/{match}/seats/{seat}/events/sse",
        "GET /v1/matches/{match}/seats/{seat}/events/ndjson",
        "GET /v1/events",
        "GET /v1/events/sse",
        "GET /v1/events/ndjson",
        "POST /v1/matches/{match}:stream-token",
        "POST /v1/matches/{match}/seats/{seat}:stream-token",
        "GET /v1/matches/{match}/replay",
        "GET /v1/matches/{match}/positions",
        "GET /v1/matches/{match}/positions/{number}",
        "POST /v1/matches/{match}/seats/{seat}:imagine",
        "POST /v1/positions:observe",
        "POST /v1/positions:play",
        "POST /v1/positions:choose",
        "POST /v1/positions:explain",
        "POST /v1/series",
        "GET /v1/series",
        "GET /v1/series/{series}",
        "PATCH /v1/series/{series}",
        "GET /v1/series/{series}/summary",
        "GET /v1/series/{series}/comparison",
        "GET /v1/series/{series}/events/sse",
        "GET /v1/series/{series}/events/ndjson",
        "GET /v1/series/{series}/results/ndjson",
        "GET /v1/series/{series}/results/csv",
        "GET /v1/series/{series}/results/parquet",
        "GET /v1/series/{series}/matches/{number}",
        "GET /v1/series/{series}/matches/{number}/replay",
        "GET /v1/series/{series}/matches/{number}/positions",
        "GET /v1/series/{series}/matches/{number}/positions/{position}",
        "POST /v1/tournaments",
        "GET /v1/tournaments",
        "GET /v1/tournaments/{tournament}",
        "PATCH /v1/tournaments/{tournament}",
        "POST /v1/tournaments/{tournament}:start",
        "POST /v1/tournaments/{tournament}:pause",
        "POST /v1/tournaments/{tournament}:resume",
        "POST /v1/tournaments/{tournament}:cancel",
        "POST /v1/tournaments/{tournament}/entrants",
        "POST /v1/tournaments/{tournament}/entrants:import",
        "POST /v1/tournaments/{tournament}/entrants:keep-apart",
        "GET /v1/tournaments/{tournament}/entrants",
        "GET /v1/tournaments/{tournament}/entrants/{entrant}",
        "POST /v1/tournaments/{tournament}/entrants/{entrant}:check-in",
        "POST /v1/tournaments/{tournament}/entrants/{entrant}:withdraw",
        "POST /v1/tournaments/{tournament}/entrants/{entrant}:return",
        "POST /v1/tournaments/{tournament}/entrants/{entrant}:request-bye",
        "POST /v1/tournaments/{tournament}/entrants/{entrant}:cancel-bye",
        "POST /v1/tournaments/{tournament}/entrants/{entrant}:link",
        "POST /v1/tournaments/{tournament}:close",
        "POST /v1/tournaments/{tournament}/log:preview",
        "GET /v1/tournaments/{tournament}/hosts",
        "PUT /v1/tournaments/{tournament}/hosts/{player}",
        "DELETE /v1/tournaments/{tournament}/hosts/{player}",
        "POST /v1/tournaments/{tournament}/guest-invitations",
        "GET /v1/tournaments/{tournament}/guest-invitations",
        "DELETE /v1/tournaments/{tournament}/guest-invitations/{invitation}",
        "GET /v1/tournaments/{tournament}/guests",
        "GET /v1/tournaments/{tournament}/guests/{player}",
        "PUT /v1/tournaments/{tournament}/guests/{player}",
        "DELETE /v1/tournaments/{tournament}/guests/{player}",
        "GET /v1/tournaments/{tournament}/log",
        "POST /v1/tournaments/{tournament}/log/{entry}:undo",
        "GET /v1/tournaments/{tournament}/events/sse",
        "GET /v1/tournaments/{tournament}/events/ndjson",
        "GET /v1/tournaments/{tournament}/rounds",
        "GET /v1/tournaments/{tournament}/rounds/{round}",
        "POST /v1/tournaments/{tournament}/rounds:pair",
        "POST /v1/tournaments/{tournament}/rounds:preview",
        "PUT /v1/tournaments/{tournament}/rounds/{round}",
        "POST /v1/tournaments/{tournament}/rounds/{round}:swap",
        "PUT /v1/tournaments/{tournament}/rounds/{round}/tables/{table}/result",
        "GET /v1/tournaments/{tournament}/standings",
        "POST /v1/tournaments/{tournament}/standings:preview",
        "GET /v1/tournaments/{tournament}/cross-table",
        "GET /v1/tournaments/{tournament}/bracket",
        "GET /v1/tournaments/{tournament}/entrants/{entrant}/card",
        "GET /v1/tournaments/{tournament}/export/json",
        "GET /v1/tournaments/{tournament}/export/csv",
        "GET /v1/tournaments/{tournament}/export/trf",
        "PUT /v1/tournaments/{tournament}/webhook",
        "GET /v1/tournaments/{tournament}/webhook",
        "DELETE /v1/tournaments/{tournament}/webhook",
        "POST /v1/tournaments/{tournament}/webhook:rotate",
        "POST /v1/tournaments/{tournament}/webhook:resend",
        "GET /v1/tournaments/{tournament}/webhook/deliveries",
        "GET /v1/leaderboards",
        "GET /v1/leaderboards/{ruleset}/{seats}/{population}",
        "GET /v1/leaderboards/{ruleset}/{seats}/{population}/strengths",
        "GET /v1/players/{player}/leaderboards",
        "GET /v1/players/{player}/leaderboards/{ruleset}/{seats}/{population}/history",
        "GET /v1/signing-keys",
        "GET /v1/commitments",
        "GET /v1/commitments/head",
        "GET /v1/commitments/{digest}",
        "GET /v1/backlog",
        "GET /livez",
        "GET /readyz",
    }


@BY_ID
def test_an_operation_says_who_may_call_it(reference: dict[str, Any], operation: Operation) -> None:
    security = documented(reference, operation)["security"]
    if not operation.access.key:
        assert security == []
        return
    (requirement,) = (each for each in security if "apiKey" in each)
    assert requirement.keys() == {"apiKey"}
    assert set(requirement["apiKey"]) <= {scope.value for scope in Scope}
    assert ({} in security) == (operation.id in WITHOUT_KEY)
    assert ({"streamToken": []} in security) == (operation.id in EVENTS_OF_A_MATCH)
    assert "401" in documented(reference, operation)["responses"]


@BY_ID
def test_every_refusal_is_documented_with_its_code(reference: dict[str, Any], operation: Operation) -> None:
    responses = documented(reference, operation)["responses"]
    for reason in operation.reasons():
        response = responses[str(reason.http_status)]
        assert response["content"]["application/problem+json"]["schema"] == {"$ref": "#/components/schemas/Problem"}
        assert reason.name in response["x-codes"]
        assert f"`{reason.name}`" in response["description"]


@BY_ID
def test_an_operation_is_described(reference: dict[str, Any], operation: Operation) -> None:
    found = documented(reference, operation)
    assert found["summary"]
    assert found["description"]
    for parameter in found.get("parameters", []):
        assert parameter["description"], parameter["name"]


@BY_ID
def test_an_operation_has_examples_of_its_request_and_its_answer(
    reference: dict[str, Any], operation: Operation
) -> None:
    found = documented(reference, operation)
    assert any(example.operation == operation.id for example in EXAMPLES_TOLD)
    for parameter in found.get("parameters", []):
        assert parameter.get("examples") or not parameter["required"], parameter["name"]
    body = found.get("requestBody")
    if body is not None and operation.parameters["body"] is not NoFields:
        assert body["content"]["application/json"]["examples"]
    # What has no body is shown by its request alone, and so is what cannot be read.
    success = found["responses"][str(operation.answers[0].status)]
    readable = [described for described in success["content"].values() if described["schema"].get("format") != "binary"]
    assert all(described.get("examples") for described in readable)


@BY_ID
def test_examples_fit_their_schemas(reference: dict[str, Any], operation: Operation) -> None:
    found = documented(reference, operation)
    contents = [found.get("requestBody", {}), *found["responses"].values()]
    for content in contents:
        for described in content.get("content", {}).values():
            for example in described.get("examples", {}).values():
                for schema, value in documents_of(described["schema"], example["value"]):
                    fits(value, schema)


@BY_ID
def test_a_success_has_one_media_type(reference: dict[str, Any], operation: Operation) -> None:
    """Generated clients cannot tell which of two they are to read."""
    responses = documented(reference, operation)["responses"]
    for answer in operation.answers:
        assert len(answer.content) <= 1
        if answer.status < 400:
            assert responses[str(answer.status)].get("content", {}).keys() == answer.content.keys()


@BY_ID
def test_what_a_stream_sends_has_a_named_schema(reference: dict[str, Any], operation: Operation) -> None:
    content = documented(reference, operation)["responses"][str(operation.answers[0].status)].get("content", {})
    for media_type in content.keys() & {"text/event-stream", "application/x-ndjson"}:
        schema = content[media_type]["schema"]
        line = schema["contentSchema"]["items"]
        if media_type == "text/event-stream":
            line = line["properties"]["data"]["contentSchema"]
        assert (schema["type"], schema["contentMediaType"], line.keys()) == ("string", media_type, {"$ref"})
        assert operation.id.startswith("stream") or operation.id == "getSeriesResultsNdjson"


def test_lines_are_told_apart_by_their_type(reference: dict[str, Any]) -> None:
    schemas = reference["components"]["schemas"]
    kinds = {
        "MatchEvent": {"snapshot", "step", "end"},
        "AccountEvent": {
            "open",
            "invited",
            "declined",
            "seated",
            "paired",
            "left",
            "match_began",
            "your_turn",
            "match_ended",
            "tournament_invited",
            "tournament_started",
            "round_paired",
            "your_table",
            "table_result",
            "tournament_corrected",
            "tournament_ended",
            "host_needed",
        },
        "SeriesEvent": {"progress", "end"},
    }
    for name, types in kinds.items():
        discriminator = schemas[name]["discriminator"]
        assert (discriminator["propertyName"], discriminator["mapping"].keys()) == ("type", types)
    for page, line in (("EventPage", "MatchEvent"), ("AccountPage", "AccountEvent")):
        assert schemas[page]["properties"]["events"]["items"] == {"$ref": f"#/components/schemas/{line}"}


def test_a_parameter_is_documented_where_it_is_heeded(reference: dict[str, Any]) -> None:
    named = {
        operation.id: {parameter["name"] for parameter in documented(reference, operation).get("parameters", [])}
        for operation in OPERATIONS
    }
    assert {id for id, names in named.items() if "Last-Event-ID" in names} == {
        id for id in named if id.startswith("stream") and id.endswith("Sse")
    }
    assert {id for id, names in named.items() if "wait" in names} == {
        "listMatchEvents",
        "listSeatEvents",
        "listAccountEvents",
        "getTicket",
    }
    assert not any("Accept" in names for names in named.values())


@BY_ID
def test_links_lead_to_operations_and_name_their_parameters(reference: dict[str, Any], operation: Operation) -> None:
    by_id = {found.id: found for found in OPERATIONS}
    for response in documented(reference, operation)["responses"].values():
        for link in response.get("links", {}).values():
            target = documented(reference, by_id[link["operationId"]])
            needed = {parameter["name"] for parameter in target["parameters"] if parameter["required"]}
            assert needed == link["parameters"].keys()


def test_every_component_is_used_and_described(reference: dict[str, Any]) -> None:
    text = as_text()
    for name, header in reference["components"]["headers"].items():
        assert f'"#/components/headers/{name}"' in text, name
        assert header["description"], name
    for name, schema in reference["components"]["schemas"].items():
        assert f'"#/components/schemas/{name}"' in text, name
        assert schema["description"], name


def test_every_property_of_every_schema_is_described(reference: dict[str, Any]) -> None:
    undescribed = [
        (*place, name)
        for place, schema in _schemas(reference)
        for name, field in schema.get("properties", {}).items()
        if not field.get("description")
    ]
    assert undescribed == []


def test_an_undescribed_property_would_be_noticed() -> None:
    nested = {"properties": {"a": {"anyOf": [{"type": "array", "items": {"properties": {"b": {}}}}]}}}
    assert {name for _, schema in _schemas(nested) for name in schema.get("properties", {})} == {"a", "b"}


def test_every_union_of_objects_says_how_to_tell_them_apart(reference: dict[str, Any]) -> None:
    components = reference["components"]["schemas"]
    unions = 0
    for place, schema in _schemas(reference):
        refs = [option["$ref"] for option in schema.get("oneOf", schema.get("anyOf", [])) if "$ref" in option]
        objects = [ref for ref in refs if components[ref.rpartition("/")[2]].get("type") == "object"]
        if len(objects) > 1:
            unions += 1
            named = {*schema["discriminator"]["mapping"].values()}
            # A line of a type that is still to come has no name in the mapping.
            assert {*objects} - named <= {
                "#/components/schemas/OtherLine",
                "#/components/schemas/OtherAccountLine",
                "#/components/schemas/OtherHappening",
            }, place
            by = schema["discriminator"]["propertyName"]
            for value, ref in schema["discriminator"]["mapping"].items():
                field = components[ref.rpartition("/")[2]]
                told = field["properties"][by]
                assert value in told.get("enum", [told.get("const")])
                assert by in field["required"]
    assert unions > 5


def test_answers_promise_neither_that_no_field_will_be_added_nor_defaults(reference: dict[str, Any]) -> None:
    """Generated clients would refuse what they do not know, and miss what is left out."""
    components = reference["components"]["schemas"]
    bodies = {
        described["schema"]["$ref"].rpartition("/")[2]
        for item in reference["paths"].values()
        for operation in item.values()
        for described in operation.get("requestBody", {}).get("content", {}).values()
    }
    strict = {name for name, schema in components.items() if schema.get("additionalProperties") is False}
    parts = {
        "ChangedEntryRules",
        "ChangedRoundTimes",
        "NewEntrantBody",
        "NewEntryRules",
        "NewPresence",
        "NewRoundTimes",
    }
    wished = {"WishedResult", "WishedUndo", "WishedWithdrawal"}
    assert strict == {*bodies, *parts, *wished, "NewFixedStop", "NewPosition", "NewRatingRange", "NewSprtStop"}
    fields = [field for schema in components.values() for field in schema.get("properties", {}).values()]
    assert not any("default" in field for field in fields)


def test_a_list_that_may_grow_is_no_enumeration(reference: dict[str, Any]) -> None:
    components = reference["components"]["schemas"]
    growing = {
        (name, field): schema
        for name, component in components.items()
        for field, schema in component.get("properties", {}).items()
        if "The list may grow." in schema["description"] and (name, field) != ("Problem", "code")
    }
    assert growing.keys() == {
        ("DeclineDetails", "reason"),
        ("DeliveryDetails", "outcome"),
        ("FailureDetails", "kind"),
        ("HostNeededLine", "cause"),
        ("LeaderboardSummary", "population"),
        ("MatchDetails", "abort_reason"),
        ("MatchEndedLine", "abort_reason"),
        ("Notice", "kind"),
        ("Notice", "reason"),
        ("OpenTournament", "status"),
        ("PlayerRating", "population"),
        ("QueueDetails", "name"),
        ("QuotaDetails", "quota"),
        ("RatingHistoryEntry", "verdict"),
        ("RoundPairedLine", "place"),
        ("TicketDetails", "reason"),
        ("TicketDetails", "state"),
        ("TournamentCorrectedLine", "change"),
        ("TournamentDeliveryDetails", "outcome"),
        ("TournamentWebhookDetails", "state"),
        ("TournamentWebhookWithSecret", "state"),
        ("WholeDelivery", "outcome"),
    }
    for schema in growing.values():
        (text, *_) = schema.get("anyOf", [schema])
        assert text["type"] == "string"
        assert text["x-extensible-enum"]
        assert "enum" not in text


def test_documents_of_a_ruleset_name_the_schema_that_they_have(reference: dict[str, Any]) -> None:
    found = {
        name: schema["x-ruleset-schema"]
        for name, schema in reference["components"]["schemas"].items()
        if "x-ruleset-schema" in schema
    }
    assert found == {
        "RulesetAction": "action",
        "RulesetCard": "card",
        "RulesetEvent": "event",
        "RulesetOptions": "options",
        "RulesetState": "state",
        "RulesetView": "view",
    }


def _schemas(document: Any, *place: str) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """Every schema in a document, with its place; examples left out."""
    if isinstance(document, dict):
        if place[-1:] != ("properties",):
            yield place, document
        for name, part in document.items():
            if name not in ("examples", "example") or place[-1:] == ("properties",):
                yield from _schemas(part, *place, name)
    elif isinstance(document, list):
        for number, part in enumerate(document):
            yield from _schemas(part, *place, str(number))


def test_problem_codes_are_the_reasons(reference: dict[str, Any]) -> None:
    code = reference["components"]["schemas"]["Problem"]["properties"]["code"]
    assert code["examples"] == [reason.name for reason in Reason]
