"""Tournaments: who meets whom, and who stands where. Pure functions over records."""
