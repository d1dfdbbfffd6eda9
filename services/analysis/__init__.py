"""Analysis: the positions of ended matches, and what can be done with a position."""
