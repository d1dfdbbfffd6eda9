"""The streams from which chance is drawn: each is independent of what happens on the others."""

from typing import Final

from services.rulesets.faceoff.table.rules import MAX_SEATS

SETUP_STREAM: Final = "setup"
DECK_STREAMS: Final = tuple(f"deck:{seat}" for seat in range(MAX_SEATS))
"""By seat: a player's deck at the start, at a mulligan, and made anew from the discard pile."""
MARKET_STREAMS: Final = tuple(f"market:{seat}" for seat in range(MAX_SEATS))
"""By seat: a bought card shuffled into a player's deck."""
IMAGINE_STREAM: Final = "imagine"
"""Imagined positions only."""
