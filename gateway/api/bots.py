"""House bots."""

from typing import Final

from pydantic import Field

from gateway.api.rulesets import reachable
from gateway.openapi.fields import Page
from gateway.openapi.operation import PUBLIC, Section, answer
from gateway.openapi.pagination import PageQuery
from services.engine.engine import Engines
from services.identity import Players
from services.response_model import ResponseModel
from services.unreadable import show_each

BOTS: Final = Section("bots", "House bots. They play in every match that gives them a seat.")


class HouseBot(ResponseModel):
    """A house bot. It is a player like any other and has statistics."""

    ruleset: str = Field(description="The id of the ruleset that it plays.")
    id: str = Field(description="The bot's id. `bot:<id>` takes a seat for it.")
    player_id: str = Field(description="The id of the bot's player in matches and statistics.")
    summary: str = Field(description="How the bot plays, in a sentence.")
    thinks: bool = Field(description="The bot searches, and needs many milliseconds for a decision.")


class HouseBotList(Page):
    """A page of the house bots of all rulesets."""

    bots: list[HouseBot] = Field(description="Ordered by ruleset, then from the simplest to the strongest.")


@BOTS.operation(
    "GET",
    "/v1/bots",
    id="listBots",
    summary="List the house bots",
    description="Leaves out the bots of a ruleset whose service cannot be reached now.",
    access=PUBLIC,
    answers=(answer(HouseBotList, "A page of house bots, ordered by ruleset."),),
)
def list_bots(engines: Engines, players: Players, query: PageQuery) -> HouseBotList:
    """List the house bots."""
    all_bots = sorted((found.id, bot.id, bot.summary, bot.thinks) for found in reachable(engines) for bot in found.bots)
    page, token = query.page("bots", all_bots, _order)

    def shown(found: tuple[str, str, str, bool]) -> HouseBot:
        ruleset, bot, summary, thinks = found
        player = players.house_bot(ruleset, bot).id
        return HouseBot(ruleset=ruleset, id=bot, player_id=player, summary=summary, thinks=thinks)

    bots, unshown = show_each("house bot", page, shown, _order)
    return HouseBotList(bots=bots, unshown=unshown, next_page_token=token)


def _order(bot: tuple[str, str, str, bool]) -> str:
    return f"{bot[0]}:{bot[1]}"
