"""Ratings: how strong players are, computed from the log of their matches. Pure; no storage and no clock."""
