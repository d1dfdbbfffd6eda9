"""An entrant as everybody sees it."""

from collections.abc import Mapping

from pydantic import Field

from services.response_model import ResponseModel
from services.tournaments.tournament import Member, Tournament


class TournamentEntrant(ResponseModel):
    """An entrant."""

    id: str = Field(description="The entrant's id in this tournament.")
    name: str = Field(description="The name that it had when it entered.")
    player_id: str | None = Field(description="The player's id; null for a house bot.")
    bot: str | None = Field(description="Of a bot of the house: which of the ruleset's; null: a player.")
    bot_version: str | None = Field(
        description="Of a bot of the house: which version of the ruleset there was when it entered."
    )
    is_bot: bool = Field(description="Whether it is a bot, of the house or another. Say so wherever it is shown.")
    by_name: bool = Field(
        description="Whether it is a person without an account, whom a host has entered by name. Its matches are not "
        "rated."
    )
    rating: int | None = Field(
        description="When it entered; seeds follow from it. Null: a bot of the house, or a person without an account."
    )
    invited: bool = Field(
        description="Whether a host has invited it and it has not agreed: until then it takes no part."
    )
    checked_in: bool = Field(description="Whether it has checked in.")
    withdrawn: bool = Field(description="Whether it takes part no more.")
    waiting: int | None = Field(
        description="Its place on the waiting list, from 1; null: it has a place, or takes no part."
    )
    byes: tuple[int, ...] = Field(description="In which rounds it has asked not to be paired.")
    first_round: int = Field(description="From which round on it takes part; more than 1 if it entered late.")
    client_seed_sha256: str | None = Field(
        description="SHA-256 of the seed that it adds to the chance of its games, hexadecimal; null: it has given none."
    )
    client_seed: str | None = Field(
        description="That seed, hexadecimal; null until its first round is paired, and if it has given none."
    )


def waiting_places(tournament: Tournament) -> dict[str, int]:
    """The places on the waiting list, by entrant."""
    return {member.id: place for place, member in enumerate(tournament.waiting, 1)}


def entrant_document(member: Member, waiting: Mapping[str, int], seeds: Mapping[str, str]) -> TournamentEntrant:
    """An entrant. ``waiting``: the places on the waiting list; ``seeds``: the entrants' own seeds that are shown."""
    return TournamentEntrant(
        id=member.id,
        name=member.name,
        player_id=member.player_id,
        bot=member.bot,
        bot_version=member.bot_version,
        is_bot=member.is_bot,
        by_name=member.is_named,
        rating=member.rating,
        invited=member.is_invited,
        checked_in=member.is_checked_in,
        withdrawn=member.is_withdrawn,
        waiting=waiting.get(member.id),
        byes=tuple(sorted(member.byes)),
        first_round=member.first_round,
        client_seed_sha256=member.client_seed_sha256,
        client_seed=seeds.get(member.id),
    )
