"""Failures of bots: the crash reports that they send, and how often they fail in which way."""

from typing import Annotated, Final

from pydantic import Field

from gateway.api.own_bots import Version
from gateway.api.players import ACCOUNT, PlayerPath
from gateway.openapi.fields import LARGEST_EXACT, WHOLE, EntryList, Page, RequestModel, ResourceId
from gateway.openapi.operation import Access, Link, Section, answer
from gateway.openapi.pagination import PageQuery
from gateway.operations.accounts import AccountOperations
from services.errors import Reason
from services.identity import Caller, Scope
from services.identity.idempotent_creation import Creation
from services.response_model import Moment, ResponseModel, growing
from services.unreadable import show_each
from services.webhooks import FailureCount
from services.webhooks.crash_reports import MAX_MESSAGE, MAX_TRACEBACK, CrashDetails, WholeCrash
from services.webhooks.webhook import CRASH, Outcome

_FAILURES: Final = [outcome for outcome in Outcome if outcome.is_failure]

CRASH_REPORTS: Final = Section(
    "failures",
    "Failures of bots: failed calls of their webhooks, and crashes that they report themselves. Only "
    "the bot and its owner can read a report, because it may contain secrets. The last two hundred "
    "reports of each bot are kept, for as long as deliveries.",
)


class NewCrashReport(RequestModel):
    """A failure of the program that sends the report."""

    message: Annotated[str, Field(min_length=1, max_length=MAX_MESSAGE)] = Field(description="What failed, in a line.")
    traceback: Annotated[str, Field(max_length=MAX_TRACEBACK)] = Field(
        default="", description="Where it failed: at most 16,000 characters."
    )
    match: ResourceId | None = Field(default=None, description="The match that the program was playing.")
    decision: Annotated[int, Field(ge=1, le=LARGEST_EXACT), WHOLE] | None = Field(
        default=None, description="The decision on which the program was working."
    )
    version: Version | None = Field(
        default=None, description="The version of the program. Null: the version that the bot has stated."
    )


class CrashPath(PlayerPath):
    """A report."""

    report: ResourceId = Field(description="The report's id.")


class CrashList(Page):
    """A page of reports, newest first."""

    crash_reports: list[CrashDetails] = Field(description="Newest first, without tracebacks.")


class FailureDetails(ResponseModel):
    """How often one version of a bot has failed in one way."""

    kind: Annotated[str, growing(_FAILURES, CRASH)] = Field(
        description="`crash`, or the outcome of calls: `timeout`, `connect`, `tls`, `refused_address`, `redirect`, "
        "`status`, `too_large`, `invalid_answer`, `illegal_action`. The list may grow."
    )
    version: str | None = Field(description="The version that the bot had stated; null if it had stated none.")
    count: int = Field(description="How often.")
    last_at: Moment = Field(description="The time of the last failure.")


class FailureSummary(EntryList):
    """The failures of a bot that are still stored."""

    player_id: str = Field(description="The bot's player.")
    failures: list[FailureDetails] = Field(description="Ordered by version and kind.")


_PLAY: Final = Access(key=True, scope=Scope.MATCHES_PLAY.value)
_THIS: Final = {"player": "$response.body#/player_id", "report": "$response.body#/id"}


@CRASH_REPORTS.operation(
    "POST",
    "/v1/players/{player}/crash-reports",
    id="reportCrash",
    summary="Report a crash",
    description="For the caller itself only, with a key of the program that has failed. A bot can send twenty "
    "reports at once, and then one every fifteen seconds.",
    access=_PLAY,
    refusals=(Reason.NOT_YOUR_BOT,),
    answers=(answer(CrashDetails, "The report.", status=201, links=(Link("getCrashReport", _THIS),)),),
)
def report_crash(
    accounts: AccountOperations, caller: Caller, path: PlayerPath, body: NewCrashReport, creation: Creation
) -> CrashDetails:
    """Report a crash."""
    return accounts.report_crash(
        caller,
        path.player,
        creation,
        match_id=body.match,
        decision=body.decision,
        version=body.version,
        message=body.message,
        traceback=body.traceback,
    )


@CRASH_REPORTS.operation(
    "GET",
    "/v1/players/{player}/crash-reports",
    id="listCrashReports",
    summary="List a bot's crash reports",
    description="For the bot itself and its owner only.",
    access=ACCOUNT,
    refusals=(Reason.NOT_YOUR_BOT,),
    answers=(answer(CrashList, "A page of reports, newest first."),),
)
def list_crash_reports(accounts: AccountOperations, caller: Caller, path: PlayerPath, query: PageQuery) -> CrashList:
    """List a bot's crash reports."""
    of = f"crash reports {path.player}"
    found = accounts.crash_reports(caller, path.player, query.size + 1, query.cursor(of))
    page, token = query.cut(of, found)
    return CrashList(crash_reports=page, unshown=page.unshown, next_page_token=token)


@CRASH_REPORTS.operation(
    "GET",
    "/v1/players/{player}/crash-reports/{report}",
    id="getCrashReport",
    summary="Get a bot's crash report",
    description="Includes its traceback. For the bot itself and its owner only.",
    access=ACCOUNT,
    refusals=(Reason.NOT_YOUR_BOT, Reason.NOT_FOUND),
    answers=(answer(WholeCrash, "The report."),),
)
def get_crash_report(accounts: AccountOperations, caller: Caller, path: CrashPath) -> WholeCrash:
    """Get a bot's crash report."""
    return accounts.crash_report(caller, path.player, path.report)


@CRASH_REPORTS.operation(
    "GET",
    "/v1/players/{player}/failures",
    id="getFailures",
    summary="Count a bot's failures",
    description="Counts failed calls and crash reports that are still kept, by kind and version. For the bot itself "
    "and its owner only.",
    access=ACCOUNT,
    refusals=(Reason.NOT_YOUR_BOT,),
    answers=(answer(FailureSummary, "The failures; none if the list is empty."),),
)
def get_failures(accounts: AccountOperations, caller: Caller, path: PlayerPath) -> FailureSummary:
    """Count a bot's failures."""
    found = accounts.failures(caller, path.player)
    shown, unshown = show_each("failure", found, _failure, lambda each: f"{each.kind} {each.version}".rstrip())
    return FailureSummary(player_id=accounts.own(caller, path.player), failures=shown, unshown=unshown)


def _failure(found: FailureCount) -> FailureDetails:
    last_at = found.last_ms
    return FailureDetails(kind=found.kind, version=found.version or None, count=found.count, last_at=last_at)
