"""Positions: states and views as JSON and back, and whether what was read can be a position of this game."""
