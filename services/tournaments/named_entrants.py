"""Entrants as documents name them."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
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


def namesakes(entrants: Mapping[str, str]) -> frozenset[str]:
    """The ids of those whose name another has, too. ``entrants``: their names by their ids."""
    number = Counter(entrants.values())
    return frozenset(id for id, name in entrants.items() if number[name] > 1)


def names_apart(entrants: Mapping[str, str]) -> dict[str, str]:
    """The names by which a sentence tells entrants from each other: those that several have with the id, ``Twin (e3)``.
    ``entrants``: their names by their ids."""
    twins = namesakes(entrants)
    return {id: f"{name} ({id})" if id in twins else name for id, name in entrants.items()}


def read_out(tournament: Tournament, sentences: Iterable[str]) -> tuple[str, ...]:
    """Sentences in which entrants stand by their ids, with their names instead."""
    sentences = tuple(sentences)
    if not sentences:
        return ()
    names = names_apart({member.id: member.name for member in tournament.members.values()})

    def in_words(word: re.Match[str]) -> str:
        return names.get(word[0], word[0])

    return tuple(_WORD.sub(in_words, sentence) for sentence in sentences)
