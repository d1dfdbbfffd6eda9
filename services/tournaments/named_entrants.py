"""Entrants as documents name them."""

import re
from collections.abc import Iterable
from typing import Final

from pydantic import Field

from services.response_model import ResponseModel
from services.tournaments.tournament import Tournament

_WORD: Final = re.compile(r"[A-Za-z0-9_-]+")


class EntrantName(ResponseModel):
    """An entrant."""

    id: str = Field(description="Its id in the tournament.")
    name: str = Field(description="The name under which it plays.")
    is_bot: bool = Field(description="Whether it is a bot.")


def named(tournament: Tournament, entrant: str) -> EntrantName:
    """An entrant by its id."""
    member = tournament.members[entrant]
    return EntrantName(id=member.id, name=member.name, is_bot=member.is_bot)


def all_named(tournament: Tournament, entrants: Iterable[str]) -> tuple[EntrantName, ...]:
    """Entrants by their ids."""
    return tuple(named(tournament, entrant) for entrant in entrants)


def read_out(tournament: Tournament, sentences: Iterable[str]) -> tuple[str, ...]:
    """Sentences in which entrants stand by their ids, with their names instead."""

    def in_words(word: re.Match[str]) -> str:
        member = tournament.members.get(word[0])
        return word[0] if member is None else member.name

    return tuple(_WORD.sub(in_words, sentence) for sentence in sentences)
