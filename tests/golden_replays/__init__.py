"""Replays of every format that was ever written, with what a player kept of the match: they verify for good."""
