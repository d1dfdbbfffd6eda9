"""House bots."""

from typing import Final

from pydantic import Field

from gateway.api.rulesets import reachable
from gateway.openapi.fields import Page, ResponseModel
from gateway.openapi.operation import PUBLIC, Section, answer
from gateway.openapi.pagination import PageQuery
from services.engine.engine import Engines
from services.identity import Players

BOTS: Final = Section("bots", "The bots of the house, which play whenever a match gives them a seat.")


class HouseBot(ResponseModel):
    """A bot of the house. It is a player like any other and has statistics."""

    ruleset: str = Field(description="The id of the ruleset that it plays.")
    id: str = Field(description="Take a seat for it with `bot:<id>`.")
    player_id: str = Field(description="The id under which it stands in matches and statistics.")
    summary: str = Field(description="How it plays, in a sentence.")
    thinks: bool = Field(description="It searches, and takes many milliseconds over a decision.")


class HouseBotList(Page):
    """A page of the house bots of all rulesets."""

    bots: list[HouseBot] = Field(description="By ruleset, from the simplest.")


@BOTS.operation(
    "GET",
    "/v1/bots",
    id="listBots",
    summary="List the house bots",
    description="Those of a ruleset whose service cannot be reached now are left out.",
    access=PUBLIC,
    answers=(answer(HouseBotList, "A page of house bots, by ruleset."),),
)
def list_bots(engines: Engines, players: Players, query: PageQuery) -> HouseBotList:
    """Every bot of every ruleset."""
    all_bots = sorted((found.id, bot.id, bot.summary, bot.thinks) for found in reachable(engines) for bot in found.bots)
    page, token = query.page("bots", all_bots, lambda bot: f"{bot[0]}:{bot[1]}")
    bots = [
        HouseBot(ruleset=ruleset, id=bot, player_id=players.house_bot(ruleset, bot).id, summary=summary, thinks=thinks)
        for ruleset, bot, summary, thinks in page
    ]
    return HouseBotList(bots=bots, next_page_token=token)
