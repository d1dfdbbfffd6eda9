"""Blocks: with whom a player wants to have nothing to do."""

from typing import Final

from pydantic import Field

from gateway.api.players import ACCOUNT, PlayerPath, owner
from gateway.openapi.fields import Moment, Page, ResourceId, ResponseModel
from gateway.openapi.operation import Answer, Reply, Section, answer
from gateway.openapi.pagination import PageQuery
from gateway.timestamps import timestamp
from services.errors import Reason
from services.identity import Caller
from services.identity.blocks import Block, Blocks

BLOCKS: Final = Section(
    "blocks",
    "Whoever is blocked cannot invite the player who has blocked it, and takes no seat in a match which that player "
    "has created or in which it sits. Nobody is told who has blocked it.",
)


class BlockPath(PlayerPath):
    """A player and whom it has blocked."""

    other: ResourceId = Field(description="The id of the player who is blocked.")


class BlockedPlayer(ResponseModel):
    """Who is blocked."""

    id: str = Field(description="The player's id.")
    name: str = Field(description="The player's name.")


class BlockDetails(ResponseModel):
    """A block."""

    player: BlockedPlayer = Field(description="The one who is blocked.")
    created_at: Moment = Field(description="Since when.")


class BlockList(Page):
    """A page of blocks, by the id of who is blocked."""

    blocks: list[BlockDetails] = Field(description="By the id of who is blocked.")


@BLOCKS.operation(
    "PUT",
    "/v1/players/{player}/blocks/{other}",
    id="blockPlayer",
    summary="Block a player",
    description="For the caller itself, or for anybody if the caller is an admin. Again changes nothing. What is open "
    "between the two stays: decline, leave or abort it.",
    access=ACCOUNT,
    refusals=(Reason.MISSING_SCOPE, Reason.NOT_FOUND, Reason.TOO_MANY_BLOCKS),
    answers=(answer(BlockDetails, "The block."),),
)
def block_player(blocks: Blocks, caller: Caller, path: BlockPath) -> BlockDetails:
    """Nothing to do with that player."""
    return _details(blocks.put(owner(caller, path.player), path.other))


@BLOCKS.operation(
    "DELETE",
    "/v1/players/{player}/blocks/{other}",
    id="unblockPlayer",
    summary="Take a block back",
    description="For the caller itself, or for anybody if the caller is an admin. May be retried.",
    access=ACCOUNT,
    refusals=(Reason.MISSING_SCOPE,),
    answers=(Answer("There is none.", {}, status=204),),
)
def unblock_player(blocks: Blocks, caller: Caller, path: BlockPath) -> Reply:
    """Blocked no more."""
    blocks.delete(owner(caller, path.player), path.other)
    return Reply(status=204)


@BLOCKS.operation(
    "GET",
    "/v1/players/{player}/blocks",
    id="listBlocks",
    summary="List whom a player has blocked",
    description="For the player itself and admins.",
    access=ACCOUNT,
    refusals=(Reason.MISSING_SCOPE,),
    answers=(answer(BlockList, "A page of blocks."),),
)
def list_blocks(blocks: Blocks, caller: Caller, path: PlayerPath, query: PageQuery) -> BlockList:
    """A page of blocks."""
    player = owner(caller, path.player)
    of = f"blocks {player}"
    found = blocks.list(player, query.size + 1, query.cursor(of))
    page = query.shown(of, "block", found, _details, lambda block: block.player_id)
    return BlockList(blocks=page.entries, unshown=page.unshown, next_page_token=page.next_page_token)


def _details(block: Block) -> BlockDetails:
    return BlockDetails(
        player=BlockedPlayer(id=block.player_id, name=block.player_name), created_at=timestamp(block.created_ms)
    )
