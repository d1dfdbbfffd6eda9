"""Sign-up: people create their own players."""

from typing import Annotated, Final

from pydantic import Field

from gateway.admission import ClientAddress
from gateway.api.keys import NO_STORE, KeyWithSecret, key_details
from gateway.api.players import PLAYERS, Name, PlayerDetails, player_json
from gateway.openapi.fields import RequestModel
from gateway.openapi.operation import PUBLIC, Link, Reply, Retry, answer
from gateway.operations.accounts import LEAST_SECRET, AccountOperations
from services.errors import Reason
from services.identity.idempotent_creation import Creation
from services.identity.names import CHOSEN_NAME_PATTERN, MAX_CHOSEN_NAME
from services.response_model import ResponseModel

ChosenName = Annotated[
    str,
    Field(min_length=2, max_length=MAX_CHOSEN_NAME, json_schema_extra={"pattern": CHOSEN_NAME_PATTERN}),
]
"""A name that a player chooses. :func:`services.identity.names.chosen_name` has the exact rules."""

CHOSEN: Final = (
    "2 to 32 ASCII letters and digits, with single blanks, dots, hyphens or underscores between them. No other player "
    "may have a name that looks like it: case, punctuation and look-alikes such as `0` and `o` make no difference."
)


InvitationText = Annotated[str, Field(min_length=1, max_length=256, pattern=r"^[\x21-\x7e]+$")]
"""The text of an invitation."""


class NewPerson(RequestModel):
    """The name and the key of a new player."""

    name: ChosenName = Field(description=CHOSEN)
    key_name: Name | None = Field(default=None, description="The name of the first key; null: `first key`.")
    invitation: InvitationText | None = Field(
        default=None,
        description="The text of a tournament host's invitation (`createGuestInvitation`). The sign-up then counts "
        "for the invitation instead of the address. Null: no invitation.",
    )


class SignedUp(ResponseModel):
    """The new player with its first key, whose secret is shown only here."""

    player: PlayerDetails = Field(description="The new player.")
    key: KeyWithSecret = Field(description="The player's first key, with its secret.")


@PLAYERS.operation(
    "POST",
    "/v1/sign-ups",
    id="signUp",
    summary="Sign up",
    description="Creates a person and its first key, if the operator allows that (`PLAYHALL_SIGN_UP`). The key has "
    "the scopes `matches:read`, `matches:play`, `matches:create` and `account:manage` (for the player and its own "
    "bots), never `admin`, and does not expire. The operator limits sign-ups from one address "
    "(`PLAYHALL_ADDRESS_SIGN_UPS`), by default to ten at once and one more every five minutes; a refusal says how "
    "many seconds to wait.\n\n"
    f"The caller has no API key yet, so the `Idempotency-Key` must be a secret of at least {LEAST_SECRET} characters, "
    "such as a random UUID. Within 24 hours, the same request with the same value returns the same API key.",
    access=PUBLIC,
    retry=Retry.WITH_KEY,
    refusals=(Reason.SIGN_UP_CLOSED, Reason.NAME_TAKEN),
    answers=(
        answer(
            SignedUp,
            "The new player and its key.",
            status=201,
            links=(Link("getPlayer", {"player": "$response.body#/player/id"}),),
        ),
    ),
)
def sign_up(accounts: AccountOperations, client_address: ClientAddress, body: NewPerson, creation: Creation) -> Reply:
    """Sign up."""
    player, key, secret = accounts.sign_up(
        body.name, body.key_name, client_address(), creation, invitation=body.invitation
    )
    shown = SignedUp(player=player_json(player), key=KeyWithSecret(**key_details(key).model_dump(), secret=secret))
    return Reply(shown, 201, headers=NO_STORE)
