"""House bots."""

from typing import Final

from pydantic import Field

from gateway.api.rulesets import reachable
from gateway.openapi.fields import ResponseModel
from gateway.openapi.operation import PUBLIC, Section, answer
from gateway.parts import Parts

BOTS: Final = Section("bots", "The bots of the house, which play whenever a match gives them a seat.")


class HouseBot(ResponseModel):
    """A bot of the house. It is a player like any other and has statistics."""

    ruleset: str
    id: str = Field(description="Take a seat for it with `bot:<id>`.")
    player_id: str
    summary: str


class HouseBotList(ResponseModel):
    """The house bots of all rulesets."""

    bots: list[HouseBot]


@BOTS.operation(
    "GET",
    "/v1/bots",
    id="listBots",
    summary="List the house bots",
    description="Those of a ruleset whose service cannot be reached now are left out.",
    access=PUBLIC,
    answers=(
        answer(
            HouseBotList,
            "All house bots, by ruleset.",
            example={
                "bots": [
                    {
                        "ruleset": "factionwars",
                        "id": "greedy",
                        "player_id": "bot_factionwars_greedy",
                        "summary": "Takes the best position it can see.",
                    }
                ]
            },
        ),
    ),
)
def list_bots(parts: Parts) -> HouseBotList:
    """Every bot of every ruleset."""
    return HouseBotList(
        bots=[
            HouseBot(
                ruleset=found.id,
                id=bot.id,
                player_id=parts.players.house_bot(found.id, bot.id).id,
                summary=bot.summary,
            )
            for found in reachable(parts)
            for bot in found.bots
        ]
    )
