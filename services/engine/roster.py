"""The bots that may play a ruleset's matches: its own, and others that take part beside them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from services.engine.ruleset import Bot, BotInfo, Description, Ruleset


@dataclass(frozen=True, slots=True)
class Roster:
    """Bots by id, and the description of their ruleset that lists them all."""

    description: Description
    bots: Mapping[str, Bot[Any]]

    @classmethod
    def of(cls, rules: Ruleset[Any, Any, Any]) -> "Roster":
        """A ruleset's own bots."""
        return cls(rules.describe(), rules.bots())

    def joined_by(self, bots: Mapping[str, Bot[Any]], infos: Sequence[BotInfo]) -> "Roster":
        """These bots and further ones, of other ids. ``infos``: what each of the further ones is."""
        return Roster(
            replace(self.description, bots=(*self.description.bots, *infos)),
            {**self.bots, **bots},
        )
