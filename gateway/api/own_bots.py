"""Bots that people own: made, listed, given versions, retired."""

from typing import Annotated, Final

from pydantic import Field

from gateway.account_operations import AccountOperations, player_id
from gateway.api.players import ACCOUNT, READ, PlayerDetails, PlayerList, PlayerPath, player_json
from gateway.api.sign_ups import CHOSEN, ChosenName
from gateway.openapi.fields import Moment, Page, RequestModel, ResponseModel
from gateway.openapi.operation import Access, Link, Reply, Retry, Section, Tag, answer
from gateway.openapi.pagination import PageQuery
from gateway.timestamps import timestamp
from services.errors import Reason
from services.identity import BotVersion, Caller, Players, Scope
from services.identity.idempotent_creation import Creation
from services.identity.names import VERSION_PATTERN

OWN_BOTS: Final = Section(
    "own bots",
    "A person makes bots that it owns, and acts for them with keys of its own that have `account:manage`: renames and "
    "retires them, switches them off, makes and revokes their keys, sets their webhooks, reads their deliveries and "
    "crash reports. A bot's own keys act for the bot alone.",
)

_PLAY: Final = Access(key=True, scope=Scope.MATCHES_PLAY.value)

Version = Annotated[str, Field(pattern=VERSION_PATTERN)]
"""A version of a bot's program."""


class NewBot(RequestModel):
    """A bot to create."""

    name: ChosenName = Field(description=CHOSEN)
    version: Version | None = Field(default=None, description="The version of its program; null: it states one later.")


class StatedVersion(RequestModel):
    """What version a bot's program has."""

    version: Version = Field(description="Such as `1.4.0` or a commit: 1 to 64 letters, digits, `.`, `-`, `_` and `+`.")


class VersionDetails(ResponseModel):
    """A version that a bot has stated."""

    version: str = Field(description="The version of its program.")
    since: Moment = Field(description="When the bot stated it.")


class VersionList(Page):
    """A page of versions, newest first."""

    versions: list[VersionDetails] = Field(description="Newest first.")


_THIS: Final = {"player": "$response.body#/id"}
_NEXT: Final = tuple(
    Link(operation, _THIS) for operation in ("getPlayer", "createKey", "setWebhook", "stateVersion", "retireBot")
)


@OWN_BOTS.operation(
    "POST",
    "/v1/players/{player}/bots",
    id="createBot",
    summary="Create a bot of your own",
    description="The caller's; an admin makes bots for anybody. It has no key yet: make one with `createKey`. A "
    "player may have as many bots as the operator allows (`PLAYHALL_BOTS_PER_PLAYER`); one that is retired counts for "
    "a day.",
    access=ACCOUNT,
    etag=Tag.ETAG,
    refusals=(Reason.NOT_A_PERSON, Reason.NAME_TAKEN, Reason.QUOTA_EXCEEDED),
    answers=(answer(PlayerDetails, "The new bot.", status=201, headers={"Location": "Path of the bot."}, links=_NEXT),),
)
def create_bot(
    accounts: AccountOperations, caller: Caller, path: PlayerPath, body: NewBot, creation: Creation
) -> Reply:
    """A new bot."""
    bot = player_json(accounts.create_bot(caller, path.player, body.name, body.version, creation))
    return Reply(bot, 201, headers={"Location": f"/v1/players/{bot.id}"})


@OWN_BOTS.operation(
    "GET",
    "/v1/players/{player}/bots",
    id="listOwnBots",
    summary="List the bots of a player",
    description="Also those that are retired. Who owns a bot is no secret.",
    access=READ,
    answers=(answer(PlayerList, "A page of bots, by id."),),
)
def list_own_bots(players: Players, caller: Caller, path: PlayerPath, query: PageQuery) -> PlayerList:
    """A page of somebody's bots."""
    owner = players.get(player_id(caller, path.player)).id
    of = f"bots {owner}"
    found = players.bots(owner, query.size + 1, query.cursor(of))
    page = query.shown(of, "player", found, player_json)
    return PlayerList(players=page.entries, unshown=page.unshown, next_page_token=page.next_page_token)


@OWN_BOTS.operation(
    "POST",
    "/v1/players/{player}:retire",
    id="retireBot",
    summary="Retire a bot",
    description="For good, by its owner or an admin. None of its keys is valid any more and its webhook is removed; "
    "it leaves the open matches in which it sits, calls off those of them that it has created, and resigns the live "
    "ones. Its name stays taken, and its matches and statistics stay. May be retried.",
    access=ACCOUNT,
    retry=Retry.NATURAL,
    etag=Tag.ETAG,
    refusals=(Reason.MISSING_SCOPE, Reason.NOT_FOUND, Reason.NOT_A_BOT),
    answers=(answer(PlayerDetails, "The bot, which is retired."),),
)
def retire_bot(accounts: AccountOperations, caller: Caller, path: PlayerPath) -> PlayerDetails:
    """The end of a bot."""
    return player_json(accounts.retire(caller, path.player))


@OWN_BOTS.operation(
    "PUT",
    "/v1/players/{player}/version",
    id="stateVersion",
    summary="State the version of a bot's program",
    description="By the bot itself, when its program starts, or by its owner. Seats that it takes from then on show "
    "it (a gateway may take a second to notice), and its statistics are counted for it. The same version again "
    "changes nothing.",
    access=_PLAY,
    refusals=(Reason.NOT_A_BOT, Reason.BOT_RETIRED),
    answers=(answer(PlayerDetails, "The bot."),),
)
def state_version(accounts: AccountOperations, caller: Caller, path: PlayerPath, body: StatedVersion) -> PlayerDetails:
    """Another version."""
    return player_json(accounts.state_version(caller, path.player, body.version))


@OWN_BOTS.operation(
    "GET",
    "/v1/players/{player}/versions",
    id="listVersions",
    summary="List the versions of a bot",
    description="The last thousand that it has stated.",
    access=READ,
    answers=(answer(VersionList, "A page of versions, newest first."),),
)
def list_versions(players: Players, caller: Caller, path: PlayerPath, query: PageQuery) -> VersionList:
    """What a bot has stated."""
    bot = players.get(player_id(caller, path.player)).id
    of = f"versions {bot}"
    found = players.versions(bot, query.size + 1, query.cursor(of))
    page = query.shown(of, "version", found, _version)
    return VersionList(versions=page.entries, unshown=page.unshown, next_page_token=page.next_page_token)


def _version(stated: BotVersion) -> VersionDetails:
    return VersionDetails(version=stated.version, since=timestamp(stated.since_ms))
