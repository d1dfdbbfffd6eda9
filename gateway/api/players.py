"""Players."""

from dataclasses import asdict
from typing import Annotated, Final, Literal

from pydantic import BeforeValidator, Field

from gateway.openapi.etags import Precondition
from gateway.openapi.fields import EntryList, Page, RequestModel, ResourceId
from gateway.openapi.operation import Access, Link, Reply, Section, Tag, answer
from gateway.openapi.pagination import PageQuery
from gateway.operations.accounts import AccountOperations, player_id
from services.archive import Archive
from services.archive.archived_match import Statistics
from services.engine.engine import Engines
from services.errors import Reason
from services.identity import Caller, Player, PlayerKind, Players, Scope
from services.identity.idempotent_creation import Creation
from services.identity.names import VERSION_PATTERN
from services.identity.ratings import MAX_RATING, Ratings, RulesetRating
from services.matches.matches import Matches
from services.matches.quotas import Quota
from services.quick_pairing.tickets import Tickets
from services.response_model import Moment, ResponseModel, growing
from services.stored_series import SeriesJobs
from services.stored_tournaments.hosting import Tournaments
from services.unreadable import show_each

PLAYERS: Final = Section("players", "People, their bots, and house bots.")

READ: Final = Access(key=True, scope=Scope.MATCHES_READ.value)
SPECTATE: Final = Access(key=True, scope=Scope.MATCHES_READ.value, without_key=True)
"""For everything that spectators of public matches may see."""
ADMIN: Final = Access(key=True, scope=Scope.ADMIN.value)
ACCOUNT: Final = Access(key=True, scope=Scope.ACCOUNT_MANAGE.value)


def _number(value: object) -> object:
    """JSON has one type for whole and other numbers."""
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


Name = Annotated[
    str,
    Field(min_length=1, max_length=64, json_schema_extra={"pattern": r"^[^\u0000-\u001f\u007f-\u009f]*$"}),
]
"""A name of a player or a key. :func:`services.identity.names.clean_name` has the exact rules."""


class PlayerPath(RequestModel):
    """A player."""

    player: ResourceId = Field(description="The player's id, or `me` for the caller.")


class NewPlayer(RequestModel):
    """A player to create."""

    name: Name = Field(
        description="1 to 64 characters, one of them visible, none a control character; need not be unique."
    )
    kind: Annotated[PlayerKind, Field(strict=False)] = Field(
        default=PlayerKind.PERSON, description="`bot` for a program that plays by itself."
    )


class PlayerChange(RequestModel):
    """The changes to a player. Fields that are left out stay as they are."""

    name: Name | None = Field(
        default=None,
        description="The new name. Matches keep the name that the player had when it took its seat. A player that"
        " has signed up, and a bot that a person owns, must follow the rules for chosen names.",
    )
    online: bool | None = Field(
        default=None,
        description="For a bot. False: the bot takes no invitations and its webhook is not called until the value"
        " is true again. The clocks of its live matches continue.",
    )
    rated_with_bots: bool | None = Field(
        default=None,
        description="For a person. True: matches with bots that begin from now on are rated, in separate pools, "
        "if all people at the table agree. A match that has begun does not change.",
    )


class PlayerDetails(ResponseModel):
    """A player."""

    id: str = Field(description="The player's id.")
    kind: PlayerKind = Field(description="A person, or a program.")
    name: str = Field(description="The player's name, which need not be unique.")
    created_at: Moment = Field(description="When it was made.")
    owner: str | None = Field(description="For a bot: the id of the person who owns it. Null: nobody owns it.")
    version: str | None = Field(
        description="For a bot: the version of its program that it has stated; null if it has stated none."
    )
    online: bool = Field(
        description="False: the bot is switched off or retired. It takes no invitations and is not called."
    )
    retired_at: Moment | None = Field(description="When the bot was retired, permanently; null if it was not.")
    rated_with_bots: bool = Field(description="Whether a person agrees to have matches with bots rated.")


class PlayerList(Page):
    """A page of players, ordered by id."""

    players: list[PlayerDetails] = Field(description="By id.")


class QuotaDetails(ResponseModel):
    """A quota and a player's use of it."""

    quota: Annotated[
        Quota | Literal["open_series", "bots", "waiting_tickets", "open_tournaments"],
        growing(Quota, "open_series", "bots", "waiting_tickets", "open_tournaments"),
    ] = Field(
        description="`open_matches`: matches that wait for players or for their start; `unfinished_matches`: open"
        " and live matches; `bot_seats`: seats of house bots in them; `live_seats`: open and live "
        "matches in which the player sits; `creations_per_minute`: matches created in the last "
        "minute; `open_series`: series that have not ended; `bots`: the player's own bots, including "
        "those retired within a day; `waiting_tickets`: tickets for quick pairing that wait; "
        "`open_tournaments`: the player's own tournaments that are not over. The list may grow."
    )
    limit: int | None = Field(description="The maximum; null if there is none.")
    used: int = Field(description="The current use.")


class PlayerQuotas(ResponseModel):
    """A player's quotas and its current use of them."""

    player_id: str = Field(description="The player's id.")
    quotas: list[QuotaDetails] = Field(description="Each of them.")


class RulesetStatistics(ResponseModel):
    """A player's results in one ruleset with one number of seats. Aborted matches do not count."""

    ruleset: str = Field(description="The ruleset's id.")
    seats: int = Field(description="The number of seats.")
    played: int = Field(description="Seats in finished matches.")
    wins: int = Field(description="Seats that had rank 1 alone.")
    shared_wins: int = Field(description="Seats that shared rank 1.")
    resignations: int = Field(description="Seats that the player has resigned.")
    rank_sum: int = Field(description="The sum of the ranks. The mean rank is `rank_sum / played`.")
    score_sum: int = Field(description="The sum of the scores. The mean score is `score_sum / played`.")
    best_score: int = Field(description="The highest score.")
    worst_score: int = Field(description="The lowest score.")


class PlayerStatistics(Page):
    """A page of a player's results, ordered by ruleset and number of seats."""

    player_id: str = Field(description="The player's id.")
    version: str | None = Field(
        description="The version of a bot's program to which the statistics are limited; null for all versions."
    )
    statistics: list[RulesetStatistics] = Field(description="Ordered by ruleset and number of seats.")


class PlayerRatingPath(PlayerPath):
    """A player's rating in one ruleset."""

    ruleset: ResourceId = Field(description="The ruleset's id.")


class NewRating(RequestModel):
    """A rating."""

    rating: Annotated[float, Field(ge=0, le=MAX_RATING, allow_inf_nan=False), BeforeValidator(_number)] = Field(
        description="On the Elo scale. The default is 1500."
    )


class PlayerRatings(EntryList):
    """A player's ratings, as the operator has set them."""

    player_id: str = Field(description="The player's id.")
    ratings: list[RulesetRating] = Field(description="By ruleset.")


_THIS: Final = {"player": "$response.body#/id"}
_NEXT: Final = (
    Link("getPlayer", _THIS),
    Link("updatePlayer", _THIS),
    Link("getStatistics", _THIS),
    Link("createKey", _THIS),
    Link("listKeys", _THIS),
)


@PLAYERS.operation(
    "POST",
    "/v1/players",
    id="createPlayer",
    summary="Create a player",
    description="The player has no key yet: create one with `createKey`.",
    access=ADMIN,
    etag=Tag.ETAG,
    answers=(
        answer(PlayerDetails, "The new player.", status=201, headers={"Location": "Path of the player."}, links=_NEXT),
    ),
)
def create_player(players: Players, body: NewPlayer, creation: Creation) -> Reply:
    """Create a player."""
    player = player_json(players.create(body.name, body.kind, creation=creation))
    return Reply(player, 201, headers={"Location": f"/v1/players/{player.id}"})


@PLAYERS.operation(
    "GET",
    "/v1/players",
    id="listPlayers",
    summary="List the players",
    access=READ,
    answers=(answer(PlayerList, "A page of players, ordered by id."),),
)
def list_players(players: Players, query: PageQuery) -> PlayerList:
    """List the players."""
    found = players.list(query.size + 1, query.cursor("players"))
    page = query.shown("players", "player", found, player_json)
    return PlayerList(players=page.entries, unshown=page.unshown, next_page_token=page.next_page_token)


@PLAYERS.operation(
    "GET",
    "/v1/players/{player}",
    id="getPlayer",
    summary="Get a player",
    access=READ,
    answers=(answer(PlayerDetails, "The player."),),
)
def get_player(players: Players, caller: Caller, path: PlayerPath) -> PlayerDetails:
    """Get a player."""
    return player_json(players.get(player_id(caller, path.player)))


@PLAYERS.operation(
    "PATCH",
    "/v1/players/{player}",
    id="updatePlayer",
    summary="Change a player's name, switch a bot on or off, or agree to be rated with bots",
    description="For the caller itself and its own bots, or for anybody if the caller is an admin. With `If-Match`, "
    "the change is made only if the player is still what its ETag says.",
    access=ACCOUNT,
    etag=Tag.ETAG,
    refusals=(Reason.MISSING_SCOPE, Reason.NAME_TAKEN, Reason.NOT_A_BOT, Reason.NOT_A_PERSON, Reason.BOT_RETIRED),
    answers=(answer(PlayerDetails, "The player."),),
)
def update_player(
    accounts: AccountOperations, caller: Caller, path: PlayerPath, body: PlayerChange, precondition: Precondition
) -> PlayerDetails:
    """Change a player's name, switch a bot on or off, or agree to be rated with bots."""

    def expected(player: Player) -> None:
        precondition.require(lambda: player_json(player))

    changed = accounts.change(
        caller,
        path.player,
        name=body.name,
        online=body.online,
        rated_with_bots=body.rated_with_bots,
        expected=expected,
    )
    return player_json(changed)


class StatisticsQuery(PageQuery):
    """A filter of statistics."""

    version: Annotated[str, Field(pattern=VERSION_PATTERN)] | None = Field(
        default=None, description="Only seats that the bot took while this was the stated version of its program."
    )


@PLAYERS.operation(
    "GET",
    "/v1/players/{player}/statistics",
    id="getStatistics",
    summary="Get a player's statistics",
    access=READ,
    answers=(answer(PlayerStatistics, "A page of statistics; empty before the first finished match."),),
)
def get_statistics(
    players: Players, archive: Archive, caller: Caller, path: PlayerPath, query: StatisticsQuery
) -> PlayerStatistics:
    """Get a player's statistics."""
    player = players.get(player_id(caller, path.player))
    entries = sorted(archive.statistics(player.id, query.version), key=_order)
    page, token = query.page(f"statistics {player.id}", entries, _order)
    shown, unshown = show_each(
        "statistics",
        page,
        lambda each: RulesetStatistics(**asdict(each)),
        lambda each: f"{each.ruleset}:{each.seats}",
    )
    return PlayerStatistics(
        player_id=player.id, version=query.version, statistics=shown, unshown=unshown, next_page_token=token
    )


@PLAYERS.operation(
    "GET",
    "/v1/players/{player}/quotas",
    id="getQuotas",
    summary="Get a player's quotas",
    description="Returns the limits and the current use of matches, series, tournaments and tickets. They count "
    "for the person behind the player: a bot counts for its owner, a guest for its address. The quota"
    " of bots counts by owner. For the player itself and admins. A key with the scope `admin` has no "
    "limits.",
    access=READ,
    refusals=(Reason.NOT_FOUND,),
    answers=(answer(PlayerQuotas, "The quotas."),),
)
def get_quotas(
    players: Players,
    matches: Matches,
    series: SeriesJobs,
    accounts: AccountOperations,
    tickets: Tickets,
    tournaments: Tournaments,
    caller: Caller,
    path: PlayerPath,
) -> PlayerQuotas:
    """Get a player's quotas."""
    player = players.get(owner(caller, path.player))
    of_matches, of_series = matches.quotas(caller, player.person), series.use(caller, player.person)
    most_bots, bots = accounts.bots_use(caller, player.id)
    of_tickets, of_tournaments = tickets.use(caller, player.person), tournaments.use(caller, player.person)
    return PlayerQuotas(
        player_id=player.id,
        quotas=[
            *(QuotaDetails(quota=use.quota, limit=use.limit, used=use.used) for use in of_matches),
            QuotaDetails(quota="open_series", limit=of_series.limit, used=of_series.used),
            QuotaDetails(quota="bots", limit=most_bots, used=bots),
            QuotaDetails(quota="waiting_tickets", limit=of_tickets.limit, used=of_tickets.used),
            QuotaDetails(quota="open_tournaments", limit=of_tournaments.limit, used=of_tournaments.used),
        ],
    )


@PLAYERS.operation(
    "GET",
    "/v1/players/{player}/ratings",
    id="getRatings",
    summary="Get a player's ratings",
    description="Returns the ratings that the operator has set. In every other ruleset the player has the default "
    "rating, 1500. Quick pairing uses these ratings.",
    access=READ,
    answers=(answer(PlayerRatings, "The ratings, ordered by ruleset."),),
)
def get_ratings(players: Players, ratings: Ratings, caller: Caller, path: PlayerPath) -> PlayerRatings:
    """Get a player's ratings."""
    player = players.get(player_id(caller, path.player))
    found = ratings.all(player.id)
    return PlayerRatings(player_id=player.id, ratings=found, unshown=found.unshown)


@PLAYERS.operation(
    "PUT",
    "/v1/players/{player}/ratings/{ruleset}",
    id="setRating",
    summary="Set a player's rating",
    description="For admins, for example to import the host's own ratings. A ticket keeps the rating that its "
    "player had when it was created.",
    access=ADMIN,
    etag=Tag.ETAG,
    refusals=(Reason.UNKNOWN_RULESET,),
    answers=(answer(RulesetRating, "The rating."),),
)
def set_rating(
    ratings: Ratings, engines: Engines, caller: Caller, path: PlayerRatingPath, body: NewRating
) -> RulesetRating:
    """Set a player's rating."""
    engines.engine(path.ruleset)
    return ratings.set(player_id(caller, path.player), path.ruleset, body.rating)


def _order(entry: Statistics) -> str:
    return f"{entry.ruleset}:{entry.seats:04}"


def owner(caller: Caller, player: str) -> str:
    """The id of the player in a path, for operations that are limited to the player itself and admins.

    Raises:
        Refusal: ``MISSING_SCOPE``.
    """
    found = player_id(caller, player)
    if found != caller.player_id:
        caller.require(Scope.ADMIN)
    return found


def player_json(player: Player) -> PlayerDetails:
    """A player as the API shows it."""
    return PlayerDetails(
        id=player.id,
        kind=player.kind,
        name=player.name,
        created_at=player.created_ms,
        owner=player.owner_id,
        version=player.version or None,
        online=player.is_online,
        retired_at=player.retired_ms,
        rated_with_bots=player.rated_with_bots,
    )
