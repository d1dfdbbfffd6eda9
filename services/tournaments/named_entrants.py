"""Entrants as documents name them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from services.tournaments.tournament import Tournament

_WORD: Final = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class NamedEntrant:
    """An entrant with what everybody who looks at a table is told of it."""

    id: str
    name: str
    is_bot: bool


def named(tournament: Tournament, entrant: str) -> NamedEntrant:
    """An entrant by its id."""
    member = tournament.members[entrant]
    return NamedEntrant(member.id, member.name, member.is_bot)


def all_named(tournament: Tournament, entrants: Iterable[str]) -> tuple[NamedEntrant, ...]:
    """Entrants by their ids."""
    return tuple(named(tournament, entrant) for entrant in entrants)


def read_out(tournament: Tournament, sentences: Iterable[str]) -> tuple[str, ...]:
    """Sentences in which entrants stand by their ids, with their names instead."""

    def in_words(word: re.Match[str]) -> str:
        member = tournament.members.get(word[0])
        return word[0] if member is None else member.name

    return tuple(_WORD.sub(in_words, sentence) for sentence in sentences)
