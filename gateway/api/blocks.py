"""Blocks: players with whom a player does not want to play."""

from typing import Final

from pydantic import Field

from gateway.api.players import ACCOUNT, PlayerPath, owner
from gateway.openapi.fields import Page, ResourceId
from gateway.openapi.operation import Answer, Reply, Section, answer
from gateway.openapi.pagination import PageQuery
from services.errors import Reason
from services.identity import Caller
from services.identity.blocks import Block, Blocks
from services.response_model import Moment, ResponseModel

BLOCKS: Final = Section(
    "blocks",
    "A blocked player cannot invite the player who blocked it, and cannot take a seat in a match that this player "
    "created or sits in. Players do not learn who has blocked them.",
)


class BlockPath(PlayerPath):
    """A player and another player whom it blocks."""

    other: ResourceId = Field(description="The id of the blocked player.")


class BlockedPlayer(ResponseModel):
    """The blocked player."""

    id: str = Field(description="The player's id.")
    name: str = Field(description="The player's name.")


class BlockDetails(ResponseModel):
    """A block."""

    player: BlockedPlayer = Field(description="The player who is blocked.")
    created_at: Moment = Field(description="When the block was created.")


class BlockList(Page):
    """A page of blocks, ordered by the id of the blocked player."""

    blocks: list[BlockDetails] = Field(description="Ordered by the id of the blocked player.")


@BLOCKS.operation(
    "PUT",
    "/v1/players/{player}/blocks/{other}",
    id="blockPlayer",
    summary="Block a player",
    description="For the caller itself, or for anybody if the caller is an admin. A repetition changes nothing. A "
    "block does not affect existing invitations and matches of the two players: decline, leave or abort these.",
    access=ACCOUNT,
    refusals=(Reason.MISSING_SCOPE, Reason.NOT_FOUND, Reason.TOO_MANY_BLOCKS),
    answers=(answer(BlockDetails, "The block."),),
)
def block_player(blocks: Blocks, caller: Caller, path: BlockPath) -> BlockDetails:
    """Block a player."""
    return _details(blocks.put(owner(caller, path.player), path.other))


@BLOCKS.operation(
    "DELETE",
    "/v1/players/{player}/blocks/{other}",
    id="unblockPlayer",
    summary="Unblock a player",
    description="For the caller itself, or for anybody if the caller is an admin. Can be retried.",
    access=ACCOUNT,
    refusals=(Reason.MISSING_SCOPE,),
    answers=(Answer("The block does not exist any more.", {}, status=204),),
)
def unblock_player(blocks: Blocks, caller: Caller, path: BlockPath) -> Reply:
    """Unblock a player."""
    blocks.delete(owner(caller, path.player), path.other)
    return Reply(status=204)


@BLOCKS.operation(
    "GET",
    "/v1/players/{player}/blocks",
    id="listBlocks",
    summary="List the players whom a player has blocked",
    description="For the player itself and admins.",
    access=ACCOUNT,
    refusals=(Reason.MISSING_SCOPE,),
    answers=(answer(BlockList, "A page of blocks."),),
)
def list_blocks(blocks: Blocks, caller: Caller, path: PlayerPath, query: PageQuery) -> BlockList:
    """List the players whom a player has blocked."""
    player = owner(caller, path.player)
    of = f"blocks {player}"
    found = blocks.list(player, query.size + 1, query.cursor(of))
    page = query.shown(of, "block", found, _details, lambda block: block.player_id)
    return BlockList(blocks=page.entries, unshown=page.unshown, next_page_token=page.next_page_token)


def _details(block: Block) -> BlockDetails:
    return BlockDetails(player=BlockedPlayer(id=block.player_id, name=block.player_name), created_at=block.created_ms)
