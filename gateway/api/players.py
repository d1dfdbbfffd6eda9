"""Players."""

from typing import Annotated, Final, Literal

from pydantic import BeforeValidator, Field

from gateway.formats.timestamps import timestamp
from gateway.openapi.etags import Precondition
from gateway.openapi.fields import EntryList, Moment, Page, RequestModel, ResourceId, ResponseModel, growing
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
from services.identity.ratings import MAX_RATING, Rating, Ratings
from services.matches.matches import Matches
from services.matches.quotas import Quota
from services.quick_pairing.tickets import Tickets
from services.stored_series import SeriesJobs
from services.stored_tournaments.hosting import Tournaments
from services.unreadable import show_each

PLAYERS: Final = Section("players", "People, their bots, and house bots.")

READ: Final = Access(key=True, scope=Scope.MATCHES_READ.value)
SPECTATE: Final = Access(key=True, scope=Scope.MATCHES_READ.value, without_key=True)
"""For what spectators of public matches may see."""
ADMIN: Final = Access(key=True, scope=Scope.ADMIN.value)
ACCOUNT: Final = Access(key=True, scope=Scope.ACCOUNT_MANAGE.value)


def _number(value: object) -> object:
    """A whole number in JSON is a number, too."""
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


Name = Annotated[
    str,
    Field(min_length=1, max_length=64, json_schema_extra={"pattern": r"^[^\u0000-\u001f\u007f-\u009f]*$"}),
]
"""A name of a player or a key. What is allowed exactly is decided by :func:`services.identity.names.clean_name`."""


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
    """What is to be changed of a player. Fields that are left out stay as they are."""

    name: Name | None = Field(
        default=None,
        description="The new name. Matches show the name that the player had when it sat down. A player that has "
        "signed up, and a bot of a person's, keeps to the rules for names that are chosen.",
    )
    online: bool | None = Field(
        default=None,
        description="Of a bot. False: it takes no invitations and is not called by its webhook, until it is true "
        "again; live matches go on by their clocks.",
    )
    rated_with_bots: bool | None = Field(
        default=None,
        description="Of a person. True: matches with bots that begin from now on are rated, if all people at the table "
        "agree, in pools of their own. A match that has begun stays what it was.",
    )


class PlayerDetails(ResponseModel):
    """A player."""

    id: str = Field(description="The player's id.")
    kind: PlayerKind = Field(description="A person, or a program.")
    name: str = Field(description="The player's name, which need not be unique.")
    created_at: Moment = Field(description="When it was made.")
    owner: str | None = Field(description="Of a bot: the id of the person whose bot it is. Null: it is nobody's.")
    version: str | None = Field(description="Of a bot: the version of its program that it has stated. Null: none.")
    online: bool = Field(
        description="False: the bot is switched off or retired; it takes no invitations and is not called."
    )
    retired_at: Moment | None = Field(description="When the bot was retired, for good. Null: it was not.")
    rated_with_bots: bool = Field(description="Whether a person agrees to have matches with bots rated.")


class PlayerList(Page):
    """A page of players, by id."""

    players: list[PlayerDetails] = Field(description="By id.")


class QuotaDetails(ResponseModel):
    """How much of one quota a player uses."""

    quota: Annotated[
        Quota | Literal["open_series", "bots", "waiting_tickets", "open_tournaments"],
        growing(Quota, "open_series", "bots", "waiting_tickets", "open_tournaments"),
    ] = Field(
        description="`open_matches`: those that wait for players or for their start; `unfinished_matches`: those and "
        "the live ones; `bot_seats`: seats of house bots in them; `live_seats`: open and live matches in which the "
        "player sits; `creations_per_minute`: matches created in the last minute; `open_series`: series that have not "
        "ended; `bots`: bots of its own, those that were retired within a day included; `waiting_tickets`: tickets for "
        "quick pairing that wait; `open_tournaments`: tournaments of its own that are not over. The list may grow."
    )
    limit: int | None = Field(description="Null: as much as the player likes.")
    used: int = Field(description="How much of it is used now.")


class PlayerQuotas(ResponseModel):
    """What a player may use at a time, and uses now."""

    player_id: str = Field(description="The player's id.")
    quotas: list[QuotaDetails] = Field(description="Each of them.")


class RulesetStatistics(ResponseModel):
    """How a player fared in one ruleset with one number of seats. Aborted matches do not count."""

    ruleset: str = Field(description="The ruleset's id.")
    seats: int = Field(description="The number of seats.")
    played: int = Field(description="Seats held in finished matches.")
    wins: int = Field(description="First ranks held alone.")
    shared_wins: int = Field(description="First ranks shared with others.")
    resignations: int = Field(description="Seats resigned.")
    rank_sum: int = Field(description="Sum of the ranks: the mean rank is `rank_sum / played`.")
    score_sum: int = Field(description="Sum of the scores: the mean score is `score_sum / played`.")
    best_score: int = Field(description="The highest score.")
    worst_score: int = Field(description="The lowest score.")


class PlayerStatistics(Page):
    """A page of how a player fared, by ruleset and number of seats."""

    player_id: str = Field(description="The player's id.")
    version: str | None = Field(description="Of which version of a bot's program alone; null: of all.")
    statistics: list[RulesetStatistics] = Field(description="By ruleset and number of seats.")


class PlayerRatingPath(PlayerPath):
    """A player's rating in one ruleset."""

    ruleset: ResourceId = Field(description="The ruleset's id.")


class NewRating(RequestModel):
    """A rating."""

    rating: Annotated[float, Field(ge=0, le=MAX_RATING, allow_inf_nan=False), BeforeValidator(_number)] = Field(
        description="On the scale of Elo: all begin with 1500."
    )


class RulesetRating(ResponseModel):
    """How strong a player is in one ruleset."""

    ruleset: str = Field(description="The ruleset's id.")
    rating: float = Field(description="On the scale of Elo: all begin with 1500.")
    updated_at: Moment = Field(description="When it was set.")


class PlayerRatings(EntryList):
    """How strong a player is."""

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
    answers=(answer(PlayerList, "A page of players, by id."),),
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
    description="Changes a player's name, switches a bot on or off, or agrees to be rated with bots. For the caller "
    "itself and its own bots, or for anybody if the caller is an admin. With `If-Match`, the change is made only if "
    "the player is still what its ETag says.",
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
    """Which statistics."""

    version: Annotated[str, Field(pattern=VERSION_PATTERN)] | None = Field(
        default=None, description="Only of seats that the bot took when it had stated this version of its program."
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
    shown, unshown = show_each("statistics", page, _statistics, lambda each: f"{each.ruleset}:{each.seats}")
    return PlayerStatistics(
        player_id=player.id, version=query.version, statistics=shown, unshown=unshown, next_page_token=token
    )


def _statistics(entry: Statistics) -> RulesetStatistics:
    return RulesetStatistics(
        ruleset=entry.ruleset,
        seats=entry.seats,
        played=entry.played,
        wins=entry.wins,
        shared_wins=entry.shared_wins,
        resignations=entry.resignations,
        rank_sum=entry.rank_sum,
        score_sum=entry.score_sum,
        best_score=entry.best_score,
        worst_score=entry.worst_score,
    )


@PLAYERS.operation(
    "GET",
    "/v1/players/{player}/quotas",
    id="getQuotas",
    summary="Get a player's quotas",
    description="Returns the limits and the current usage of matches, series, tournaments and tickets, counted for "
    "the person behind the player: a bot counts for its owner, a guest for its address. Bots are counted by owner. "
    "For the player itself and admins. A key with the scope `admin` has no limits.",
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
    answers=(answer(PlayerRatings, "The ratings, by ruleset."),),
)
def get_ratings(players: Players, ratings: Ratings, caller: Caller, path: PlayerPath) -> PlayerRatings:
    """Get a player's ratings."""
    player = players.get(player_id(caller, path.player))
    shown, unshown = show_each("rating", ratings.all(player.id), _rating_json, lambda rating: rating.ruleset)
    return PlayerRatings(player_id=player.id, ratings=shown, unshown=unshown)


@PLAYERS.operation(
    "PUT",
    "/v1/players/{player}/ratings/{ruleset}",
    id="setRating",
    summary="Set a player's rating",
    description="For admins, for example with ratings of the host. A ticket keeps the rating that its player had when "
    "it was made.",
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
    return _rating_json(ratings.set(player_id(caller, path.player), path.ruleset, body.rating))


def _rating_json(rating: Rating) -> RulesetRating:
    return RulesetRating(ruleset=rating.ruleset, rating=rating.rating, updated_at=timestamp(rating.updated_ms))


def _order(entry: Statistics) -> str:
    return f"{entry.ruleset}:{entry.seats:04}"


def owner(caller: Caller, player: str) -> str:
    """The id of the player in a path that only the player itself and admins may change.

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
        created_at=timestamp(player.created_ms),
        owner=player.owner_id,
        version=player.version or None,
        online=player.is_online,
        retired_at=timestamp(player.retired_ms),
        rated_with_bots=player.rated_with_bots,
    )
