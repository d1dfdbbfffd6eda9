"""Bots that people own: create, list, give versions, retire."""

from typing import Annotated, Final

from pydantic import Field

from gateway.api.players import ACCOUNT, READ, PlayerDetails, PlayerList, PlayerPath, player_json
from gateway.api.sign_ups import CHOSEN, ChosenName
from gateway.openapi.fields import Page, RequestModel
from gateway.openapi.operation import Access, Link, Reply, Retry, Section, Tag, answer
from gateway.openapi.pagination import PageQuery
from gateway.operations.accounts import AccountOperations, player_id
from services.errors import Reason
from services.identity import BotVersion, Caller, Players, Scope
from services.identity.idempotent_creation import Creation
from services.identity.names import VERSION_PATTERN
from services.response_model import Moment, ResponseModel

OWN_BOTS: Final = Section(
    "own bots",
    "A person creates bots and owns them. With keys that have `account:manage`, the owner renames, retires and "
    "switches off its bots, manages their keys and webhooks, and reads their deliveries and crash reports. A bot's "
    "own keys act for that bot only.",
)

_PLAY: Final = Access(key=True, scope=Scope.MATCHES_PLAY.value)

Version = Annotated[str, Field(pattern=VERSION_PATTERN)]
"""A version of a bot's program."""


class NewBot(RequestModel):
    """A bot to create."""

    name: ChosenName = Field(description=CHOSEN)
    version: Version | None = Field(
        default=None, description="The version of the bot's program; null if the bot states it later."
    )


class StatedVersion(RequestModel):
    """The version of a bot's program."""

    version: Version = Field(
        description="For example `1.4.0` or a commit: 1 to 64 letters, digits, `.`, `-`, `_` and `+`."
    )


class VersionDetails(ResponseModel):
    """A version that a bot has stated."""

    version: str = Field(description="The version of the bot's program.")
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
    description="Creates a bot that the caller owns; an admin can create bots for anybody. The bot has no key yet: "
    "create one with `createKey`. A player can have as many bots as the operator allows (`PLAYHALL_BOTS_PER_PLAYER`); "
    "a retired bot counts for another day.",
    access=ACCOUNT,
    etag=Tag.ETAG,
    refusals=(Reason.NOT_A_PERSON, Reason.NAME_TAKEN, Reason.QUOTA_EXCEEDED),
    answers=(answer(PlayerDetails, "The new bot.", status=201, headers={"Location": "Path of the bot."}, links=_NEXT),),
)
def create_bot(
    accounts: AccountOperations, caller: Caller, path: PlayerPath, body: NewBot, creation: Creation
) -> Reply:
    """Create a bot of your own."""
    bot = player_json(accounts.create_bot(caller, path.player, body.name, body.version, creation))
    return Reply(bot, 201, headers={"Location": f"/v1/players/{bot.id}"})


@OWN_BOTS.operation(
    "GET",
    "/v1/players/{player}/bots",
    id="listOwnBots",
    summary="List a player's bots",
    description="Includes retired bots. The owner of a bot is public.",
    access=READ,
    answers=(answer(PlayerList, "A page of bots, ordered by id."),),
)
def list_own_bots(players: Players, caller: Caller, path: PlayerPath, query: PageQuery) -> PlayerList:
    """List a player's bots."""
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
    description="Takes a bot out of use permanently; for its owner or an admin. Its keys become invalid and its "
    "webhook is removed. It leaves the open matches in which it sits, aborts the open matches that it created, and "
    "resigns its live matches. Its name stays taken, and its matches and statistics remain. Can be retried.",
    access=ACCOUNT,
    retry=Retry.NATURAL,
    etag=Tag.ETAG,
    refusals=(Reason.MISSING_SCOPE, Reason.NOT_FOUND, Reason.NOT_A_BOT),
    answers=(answer(PlayerDetails, "The retired bot."),),
)
def retire_bot(accounts: AccountOperations, caller: Caller, path: PlayerPath) -> PlayerDetails:
    """Retire a bot."""
    return player_json(accounts.retire(caller, path.player))


@OWN_BOTS.operation(
    "PUT",
    "/v1/players/{player}/version",
    id="stateVersion",
    summary="State the version of a bot's program",
    description="For the bot itself, when its program starts, or for its owner. Seats that the bot takes afterwards "
    "show the version (a gateway may take a second to notice), and statistics count it. The same version again "
    "changes nothing.",
    access=_PLAY,
    refusals=(Reason.NOT_A_BOT, Reason.BOT_RETIRED),
    answers=(answer(PlayerDetails, "The bot."),),
)
def state_version(accounts: AccountOperations, caller: Caller, path: PlayerPath, body: StatedVersion) -> PlayerDetails:
    """State the version of a bot's program."""
    return player_json(accounts.state_version(caller, path.player, body.version))


@OWN_BOTS.operation(
    "GET",
    "/v1/players/{player}/versions",
    id="listVersions",
    summary="List a bot's versions",
    description="Returns the last thousand versions that the bot has stated.",
    access=READ,
    answers=(answer(VersionList, "A page of versions, newest first."),),
)
def list_versions(players: Players, caller: Caller, path: PlayerPath, query: PageQuery) -> VersionList:
    """List a bot's versions."""
    bot = players.get(player_id(caller, path.player)).id
    of = f"versions {bot}"
    found = players.versions(bot, query.size + 1, query.cursor(of))
    page = query.shown(of, "version", found, _version)
    return VersionList(versions=page.entries, unshown=page.unshown, next_page_token=page.next_page_token)


def _version(stated: BotVersion) -> VersionDetails:
    return VersionDetails(version=stated.version, since=stated.since_ms)
