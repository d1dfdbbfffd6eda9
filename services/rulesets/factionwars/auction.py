"""A round of bids as everybody sees it. Bots ask the same of it for every seat, and a search in every playout: what was
found is kept for the next who asks.
"""

from typing import Final

from services.rulesets.factionwars.table import View

KEPT: Final = 16
"""Of so many rounds at most."""


class Auction:
    """A view while players bid. It equals each that shows the same table, to whichever player, whoever has bid."""

    __slots__ = ("_facts", "_hash", "view")

    def __init__(self, view: View) -> None:
        self.view = view
        """Only what all players see of it counts, and it may change later: for what is found at once."""
        self._facts = (
            view.rules,
            view.pass_number,
            view.war,
            *view.line_up,
            *view.display,
            tuple(view.recruit_deck),
            tuple(view.recruit_discard),
            *map(tuple, view.decks),
            *map(tuple, view.discards),
        )
        self._hash = hash(self._facts)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Auction) and self._facts == other._facts
